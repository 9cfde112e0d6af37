"""What a source says of a relation is read on every surface, the more so where the graph has no paper to show."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from rich.console import Console

from adapters.discord.layout import lay_out_reply
from adapters.slack.render import render as slack_render
from adapters.slack.render import render_view
from adapters.web.render import render_reply
from bot.records import panel_record
from bot.terminal import ReplyStyle, print_reply
from kgcore.ingest.importing import import_graph
from kgcore.values.message import Action, Verb
from kgcore.values.reply import Claims, Reply
from kgcore.verdicts import Verdict
from tests.adapters.discord.rig import components
from tests.adapters.meaning import bare, strings
from tests.adapters.teams.golden import messages as teams_messages
from tests.kgcore.house import Bot
from tests.kgcore.ingest.samples import BEL, IDISK
from tests.kgcore.ingest.samples import folder as written
from tests.servers.slack_checks import refusals, view_refusals

HOSTILE = "<!channel> @everyone [x](https://evil.example) <script>alert(1)</script> **b** and that is not all."
LONG = "It was tried for years and in many places. " * 12 + "It did not help."
QUESTION = "Does ginkgo biloba interact with warfarin?"


def slack(reply: Reply) -> str:
    posts = slack_render(reply, {}).posts
    assert all(refusals(list(p.blocks)) == [] for p in posts)
    view = render_view(reply, "Evidence", "{}") if not reply.turn else None
    assert view is None or view_refusals(view[0]) == []
    return "".join(strings([list(p.blocks) for p in posts]))


def discord(reply: Reply) -> str:
    text = "".join(strings([components(page) for page in lay_out_reply(reply)]))
    assert "@everyone" not in text
    assert not re.search(r"(?<!\\)\]\(<?https://evil", text)
    return text


def teams(reply: Reply) -> str:
    return "".join(strings(list(teams_messages(reply))))


def page(reply: Reply) -> str:
    html = "".join(part for _, part in render_reply(reply, "t1").blocks)
    assert "<script" not in html
    assert "evil.example" not in "".join(re.findall(r'href="[^"]*"', html))
    return re.sub(r"<[^>]+>", "", html)


def terminal(reply: Reply) -> str:
    out = io.StringIO()
    print_reply(reply, Console(file=out, width=4000, highlight=False, markup=False), ReplyStyle())
    return out.getvalue()


SURFACES: Mapping[str, Callable[[Reply], str]] = {
    "slack": slack,
    "discord": discord,
    "teams": teams,
    "page": page,
    "terminal": terminal,
}


def sample(note: str) -> Mapping[str, str | bytes]:
    said = IDISK["Relation/dsi_d.csv"]
    assert isinstance(said, str)
    return {**IDISK, "Relation/dsi_d.csv": said.replace("Bleeding may increase.", f'"{note}"')}


async def opened(files: Mapping[str, str | bytes], at: Path) -> Bot:
    await import_graph(written(files, at / "source"), at / "graph", embedder=None)
    return Bot(at / "graph", at / "source")


@pytest_asyncio.fixture
async def idisk(tmp_path: Path) -> AsyncIterator[Bot]:
    bot = await opened(IDISK, tmp_path / "idisk")
    yield bot
    await bot.graph.close()
    await bot.store.close()


async def why(bot: Bot, question: str = QUESTION) -> tuple[Reply, Reply]:
    """Return an answer and the panel with the evidence of its first claim."""
    answer = (await bot.ask(question))[-1]
    (panel,) = await bot.click(str(Action(Verb.WHY, answer.turn, 0)))
    return answer, panel


@pytest.mark.parametrize("surface", SURFACES)
async def test_where_a_relation_has_no_paper_the_sources_words_stand_as_its_evidence(surface: str, idisk: Bot) -> None:
    answer, panel = await why(idisk)
    (claim,) = (c for b in panel.blocks if isinstance(b, Claims) for c in b.claims)
    assert claim.verdict is Verdict.SUPPORTED
    shown = bare(SURFACES[surface](panel))
    assert bare("Note: Bleeding may increase.") in shown
    assert bare("iDISK 2.0: NM; interaction rating “Moderate”, no paper given") in shown
    if surface not in ("discord", "teams"):  # whose answers have a line for each claim, and a button to the panel
        assert bare("Bleeding may increase.") in bare(SURFACES[surface](answer))


@pytest.mark.parametrize("surface", SURFACES)
async def test_a_sentence_stands_with_the_paper_that_has_it(surface: str, tmp_path: Path) -> None:
    bot = await opened(BEL, tmp_path / "bel")
    _, panel = await why(bot, "Does galantamine decrease Alzheimer Disease?")
    shown = bare(SURFACES[surface](panel))
    assert bare("“Galantamine slowed it.”") in shown
    assert shown.index("PMID:11", shown.index("slowedit.")) > 0
    await bot.graph.close()
    await bot.store.close()


@pytest.mark.parametrize("note", [HOSTILE, LONG], ids=["hostile", "long"])
@pytest.mark.parametrize("surface", SURFACES)
async def test_whatever_a_source_says_it_is_text_and_its_denial_is_read(
    surface: str, note: str, tmp_path: Path
) -> None:
    bot = await opened(sample(note), tmp_path / "it")
    _, panel = await why(bot)
    raw = SURFACES[surface](panel)
    assert "and that is not all" in raw if note is HOSTILE else "It did not help." in raw
    await bot.graph.close()
    await bot.store.close()


@pytest.mark.parametrize("surface", SURFACES)
async def test_a_card_shows_ids_attributes_ratings_and_what_sources_say(surface: str, idisk: Bot) -> None:
    answer = (await idisk.ask(QUESTION))[-1]
    (panel,) = await idisk.click(str(Action(Verb.NODE, answer.turn, 1)))
    shown = bare(SURFACES[surface](panel))
    for words in (
        *("DSI000001", "C0330205", "An old tree. Its leaves are used.", "Stop before surgery."),
        *("Mechanism of Action", "Antioxidant, it is said", "interaction rating “Moderate”", "Bleeding may increase."),
        *("effectiveness rating “Possibly Effective”", "It stabilizes symptoms."),
    ):
        assert bare(words) in shown, words


async def test_programs_get_the_same(idisk: Bot) -> None:
    _, panel = await why(idisk)
    (claim,) = panel_record(panel, "t1", ())["claims"]
    (fact,) = claim["evidence"]
    assert fact["quotes"] == [{"text": "Bleeding may increase.", "source": None, "paper": None}]
    assert fact["more"] == 0


async def test_no_verdict_comes_from_what_a_source_says(tmp_path: Path) -> None:
    bot = await opened(sample("Ginkgo biloba does not interact with warfarin."), tmp_path / "it")
    _, panel = await why(bot)
    (claim,) = (c for b in panel.blocks if isinstance(b, Claims) for c in b.claims)
    assert claim.verdict is Verdict.SUPPORTED
    await bot.graph.close()
    await bot.store.close()
