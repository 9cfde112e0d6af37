"""Reading articles whose names are looked for in the graph: what two names side by side say of each other."""

from __future__ import annotations

import pytest

from kgcore.curation.articles import AnnotatedArticle
from kgcore.turn.curating import ArticleReader
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]


async def facts(bot: Bot, title: str) -> list[tuple[str, str, str]]:
    reader = ArticleReader(bot.graph, bot.vocabulary, least=0.0)  # words alone decide
    (found,) = await reader.read([AnnotatedArticle("PMID:1", title, "")])
    return [(p.subject.text, p.predicate, p.object.text) for p in found]


@pytest.mark.parametrize(
    "title",
    [
        "Dexamethasone was significantly superior to diclofenac alone for the relief of pain",
        "Dexamethasone was better than diclofenac for the relief of pain",
        "Relief after dexamethasone versus diclofenac for the relief of pain",
        "Dexamethasone was superior to the diclofenac for the relief of pain",
        "Diclofenac to treat pain: a trial",
        "Diclofenac is good for the relief of pain, more so than dexamethasone",
    ],
)
async def test_what_a_treatment_is_compared_with_does_not_help(bot: Bot, title: str) -> None:
    assert "diclofenac" not in [subject for subject, _, _ in await facts(bot, title)]


async def test_a_treatment_that_nothing_stands_before_does(bot: Bot) -> None:
    assert ("diclofenac", "TREATS", "pain") in await facts(
        bot, "We show that diclofenac is good for the relief of pain"
    )
