"""What a channel watches: new papers, retractions and changed verdicts are told once, in one message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest_asyncio

from kgcore.curation.layer import ActKind, ReviewState
from kgcore.curation.watching import Watch
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.writer import LibraryWriter
from kgcore.library.model import Article, Hit, LibraryQuery, Section, Status
from kgcore.ports import Library
from kgcore.turn.papers import PaperSearch
from kgcore.turn.reviewing import new_act
from kgcore.turn.watching import WATCHER, new_papers, watch_lists
from kgcore.values.audit import Deed
from kgcore.values.message import Command
from kgcore.values.reply import Notice, Reply, Text
from kgcore.verdicts import Verdict
from tests.kgcore.house import ANN, HERE, Bot, bot, folder, verdicts
from tests.kgcore.talking import CHANNEL

__all__ = ["bot", "folder"]

OLD = Article(("PMID:1",), "Vitamin E in Alzheimer's disease: an old trial")


def paper(number: int, title: str, *sentences: str, status: Status = Status.CURRENT) -> Article:
    return Article((f"PMID:{number}",), title, (Section("", " ".join(sentences)),), status=status, year=2026)


class Shelf:
    """A library that papers come into."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, *articles: Article) -> None:
        writer = LibraryWriter(self._folder)
        writer.put(articles, None)
        writer.close()


@pytest_asyncio.fixture
async def shelf(bot: Bot, tmp_path: Path) -> AsyncIterator[Shelf]:
    shelf = Shelf(tmp_path / "library")
    shelf.add(OLD)
    library = EmbeddedLibrary.open(tmp_path / "library")
    bot.papers = PaperSearch(library)
    bot.start()
    yield shelf
    await library.close()


def said(reply: Reply) -> str:
    return " | ".join(b.plain if isinstance(b, Text) else b.text for b in reply.blocks if isinstance(b, Text | Notice))


async def look(bot: Bot, id: str, text: str = "due") -> list[Reply]:
    return await bot.send(Command(id, HERE, ANN, "watch", text))


async def test_a_new_paper_on_a_search_is_told_once_to_everybody_and_an_old_one_never(bot: Bot, shelf: Shelf) -> None:
    listed = (await bot.command("watch", "vitamin E trial"))[-1]
    assert listed.private
    assert "vitamin E trial" in said(listed)
    assert await look(bot, "d1") == []
    shelf.add(paper(2, "Another trial of vitamin E"), paper(3, "On zinc"))
    (told,) = await look(bot, "d2")
    assert not told.private
    assert "1 new paper on what is watched here" in said(told)
    assert "Another trial of vitamin E" in said(told)
    assert "zinc" not in said(told)
    assert await look(bot, "d3") == []
    assert "Nothing new" in said((await look(bot, "d4", "now"))[-1])


async def test_an_event_that_is_tried_again_tells_the_same(bot: Bot, shelf: Shelf) -> None:
    await bot.command("watch", "vitamin E trial")
    shelf.add(paper(2, "Another trial of vitamin E"))
    first, again = await look(bot, "d1"), await look(bot, "d1")
    assert first
    assert said(first[-1]).split(" | ")[0] == said(again[-1]).split(" | ")[0]


async def test_an_entity_is_followed_under_its_other_names(bot: Bot, shelf: Shelf) -> None:
    assert "is followed here now" in said((await bot.command("watch", "vitamin E"))[-1])
    shelf.add(paper(2, "Alpha-tocopherol and falls"))
    assert "1 new paper" in said((await look(bot, "d1"))[-1])


class Crowd:
    """A library in whose searches the newest paper comes last."""

    def __init__(self, count: int) -> None:
        self.papers = [paper(n, "Vitamin E and falls") for n in range(count)]

    async def search(self, query: LibraryQuery, top: int = 20) -> list[Hit]:
        return [Hit(article, 1.0) for article in self.papers[:top]]


async def test_a_new_paper_that_ranks_behind_thousands_of_old_ones_is_found() -> None:
    crowd = Crowd(3_000)
    newest = crowd.papers[-1]
    watches = (Watch.search("vitamin E falls"),)
    assert await new_papers(cast(Library, crowd), watches, frozenset((newest.id,))) == [newest]


async def test_facts_of_new_papers_wait_for_a_reviewer_and_one_against_an_earlier_claim_is_told(
    bot: Bot, shelf: Shelf
) -> None:
    claim = "Vitamin D prevents depression."
    before = verdicts((await bot.command("check", claim))[-1])
    await bot.command("watch", "vitamin D")
    shelf.add(paper(2, "A trial of vitamin D", "Vitamin D did not prevent depression in older adults."))
    (told,) = await look(bot, "d1")
    waiting = [r for r in bot.acts.layer().proposals.values() if r.state is ReviewState.OPEN]
    assert waiting
    assert all(r.fact.papers == ("PMID:2",) for r in waiting)
    assert all(r.fact.negated for r in waiting)
    assert "1 against claim 1 of today's thread" in said(told)
    assert "waits for a reviewer" in said(told)
    assert verdicts((await bot.command("check", claim))[-1]) == before


async def test_what_is_sure_and_only_adds_a_paper_goes_in_by_itself_where_an_admin_said_so_and_the_trail_tells(
    bot: Bot, shelf: Shelf
) -> None:
    await bot.command("watch", "acetaminophen")
    shelf.add(paper(2, "Acetaminophen-induced liver injury.", "A young woman is described."))
    await look(bot, "d1")
    assert {r.state for r in bot.acts.layer().proposals.values()} == {ReviewState.OPEN}
    bot.acts.add(lambda _: new_act(ActKind.SWITCHED, "Dana", target="automatic", name="on"))
    shelf.add(paper(3, "Acetaminophen-induced liver injury.", "A young woman is described."))
    await look(bot, "d2")
    (edge,) = bot.acts.layer().edges.values()
    assert edge.publications == ("PMID:3",)
    assert "automatically" in edge.note
    told = [r.entry for r in await bot.store.records() if r.entry.deed is Deed.REVIEWED]
    assert [e.person for e in told] == [WATCHER] * len(told)
    assert [e.what.partition(":")[0] for e in told] == ["proposed", "proposed", "accepted"]


async def test_a_retraction_is_told_once(bot: Bot, shelf: Shelf) -> None:
    await bot.command("watch", "vitamin E trial")
    shelf.add(paper(1, OLD.title, status=Status.RETRACTED))
    (told,) = await look(bot, "d1")
    assert "1 paper retracted" in said(told)
    assert f"Retracted: {OLD.title}" in said(told)
    assert await look(bot, "d2") == []


async def test_a_verdict_that_the_team_changed_since_is_told_once(bot: Bot, shelf: Shelf) -> None:
    answer = (await bot.command("check", "Donepezil treats Alzheimer's disease."))[-1]
    assert verdicts(answer) == [Verdict.SUPPORTED]
    await bot.command("watch", "vitamin E trial")
    assert await look(bot, "d1") == []
    for edge in (await bot.turn([answer])).claims[0].edges_for:
        target = edge.id
        bot.acts.add(lambda _, target=target: new_act(ActKind.WITHDREW, "Ann", target=target))  # type: ignore[misc]
    (told,) = await look(bot, "d2")
    assert "1 verdict changed" in said(told)
    assert f"{Verdict.SUPPORTED.label} {Verdict.SUPPORTED.icon} → " in said(told)
    assert await look(bot, "d3") == []


async def test_what_is_stopped_is_told_no_more_and_each_channel_has_its_own_list(bot: Bot, shelf: Shelf) -> None:
    await bot.command("watch", "vitamin E trial")
    assert "Nothing is watched" in said((await bot.command("watch", "", CHANNEL))[-1])
    assert len(await watch_lists(bot.store)) == 1
    assert "Stopped" in said((await bot.command("watch", "stop 1"))[-1])
    assert await watch_lists(bot.store) == []
    shelf.add(paper(2, "Another trial of vitamin E"))
    assert await look(bot, "d1") == []


async def test_without_a_library_that_is_said(bot: Bot) -> None:
    assert "no library" in said((await bot.command("watch", "vitamin E"))[-1])
    assert "no library" in said((await look(bot, "d1", "now"))[-1])
    assert await look(bot, "d2") == []


async def test_what_cannot_be_watched_is_refused_in_words(bot: Bot, shelf: Shelf) -> None:
    assert "nothing to look for" in said((await bot.command("watch", "year:2020"))[-1])
    assert "no number" in said((await bot.command("watch", "stop 3"))[-1])
    assert "too long" in said((await bot.command("watch", "word " * 100))[-1])
