"""A channel reads the graph that it has chosen; a thread keeps the one that it began with."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import AsyncIterator
from io import StringIO
from pathlib import Path

import pytest
import pytest_asyncio
from rich.console import Console

from bot.config import load_settings
from bot.wiring import Parts, open_parts
from kgcore.errors import GraphDamaged, GraphUnavailable
from kgcore.presentation.settings import CHANNEL
from kgcore.values.message import Action, Click, Command, Message, Person, Place, Verb
from kgcore.values.reply import Form, Notice, Reply
from kgcore.verdicts import Verdict
from tests.kgcore.graph.test_embedded import flip_last_byte
from tests.kgcore.ingest.samples import folder
from tests.kgcore.ingest.test_merging import OURS, THEIRS

ANN = Person("u", "Ann")
FISH = "Does fish oil treat colds?"


def place(thread: str, channel: str = "here") -> Place:
    return Place("web", "", channel, thread)


@pytest_asyncio.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    ours, theirs = (folder(files, tmp_path / name) for name, files in (("ours", OURS), ("theirs", THEIRS)))
    env = {
        "EVIGRAPH_DATA": str(tmp_path / "data"),
        "EVIGRAPH_EMBEDDER": "none",
        "EVIGRAPH_KG": f"{ours},{theirs}",
        "EVIGRAPH_GRAPHS": str(tmp_path / "more" / "ours"),
    }
    shutil.copytree(ours, tmp_path / "more" / "ours")
    settings = load_settings(env, tmp_path / "no.env")
    async with open_parts(settings, console=Console(quiet=True)) as opened:
        yield opened


async def ask(parts: Parts, text: str, at: Place) -> Reply:
    return [r async for r in parts.assistant.turn(Message(f"m{text}{at}", at, ANN, text))][-1]


async def choose(parts: Parts, name: str, at: Place) -> Reply:
    return [r async for r in parts.assistant.turn(Command(f"c{name}{at}", at, ANN, "graph", name))][-1]


def notices(reply: Reply) -> str:
    return " ".join(block.text for block in reply.blocks if isinstance(block, Notice))


async def known(parts: Parts, at: Place) -> bool:
    """Ask whether fish oil treats colds, which only the first graph says, and return whether the graph says so."""
    turn = await parts.store.turn((await ask(parts, FISH, at)).turn)
    assert turn is not None
    return any(claim.verdict is Verdict.SUPPORTED for claim in turn.claims)


async def test_a_channel_reads_what_it_has_chosen_and_others_read_on(parts: Parts) -> None:
    said = notices(await choose(parts, "THEIRS", place("t1")))
    assert said == "Saved: answers here come from the graph theirs. A thread keeps the graph that it began with."
    assert not await known(parts, place("t2"))
    assert await known(parts, place("t3", "elsewhere"))


async def test_a_thread_keeps_the_graph_that_it_began_with(parts: Parts) -> None:
    assert await known(parts, place("early"))
    await choose(parts, "theirs", place("early"))
    assert await known(parts, place("early"))
    assert not await known(parts, place("late"))
    await choose(parts, "ours + theirs", place("late"))
    assert not await known(parts, place("late"))
    assert await known(parts, place("later"))


async def test_without_a_name_the_choice_is_shown_and_the_form_sets_it(parts: Parts) -> None:
    shown = await choose(parts, "", place("t1"))
    (form,) = (block for block in shown.blocks if isinstance(block, Form))
    assert notices(shown) == "Answers here come from the graph ours + theirs, as usual."
    assert [o.value for o in form.fields[0].options] == ["-", "ours", "theirs", "ours 2"]
    click = Click("k", place("t1"), ANN, str(Action(Verb.SET, "none", CHANNEL)), (("graph", ("theirs",)),))
    assert "come from the graph theirs" in notices([r async for r in parts.assistant.turn(click)][-1])
    assert not await known(parts, place("t2"))


async def test_what_is_not_on_offer_is_refused_with_what_there_is(parts: Parts) -> None:
    said = notices(await choose(parts, "secret", place("t1")))
    assert said == "There is no graph of that name here; there are: ours + theirs, ours, theirs, ours 2."
    assert await known(parts, place("t1"))


async def test_a_graph_that_cannot_be_opened_is_said_and_another_can_be_chosen(parts: Parts, tmp_path: Path) -> None:
    await choose(parts, "ours 2", place("t1"))
    shutil.rmtree(tmp_path / "more")
    assert "cannot be opened" in notices(await ask(parts, FISH, place("t1")))
    assert "come from the graph ours." in notices(await choose(parts, "ours", place("t1")))
    assert await known(parts, place("t2"))


async def test_beside_each_statement_stands_which_of_several_graphs_says_so(parts: Parts) -> None:
    turn = await parts.store.turn((await ask(parts, FISH, place("t1"))).turn)
    assert turn is not None
    assert [c.why for c in turn.claims] == [
        "The graph says fish oil treats cold (2 papers, in the graphs ours and theirs)."
    ]
    turn = await parts.store.turn((await ask(parts, "Does garlic treat colds?", place("t2"))).turn)
    assert turn is not None
    assert "(1 paper, in the graph theirs)" in turn.claims[0].why
    unsourced = (await ask(parts, "Does Memory Plus contain fish oil?", place("t3"))).plain
    assert "hand in the graph ours states, without naming papers, that Memory Plus contains fish oil" in unsourced
    await choose(parts, "ours", place("t4"))  # there it is the one graph, and nothing is said of which
    turn = await parts.store.turn((await ask(parts, FISH, place("t5"))).turn)
    assert turn is not None
    assert [c.why for c in turn.claims] == ["The graph says fish oil treats cold (1 paper)."]


async def test_a_damaged_copy_of_a_graph_is_kept_aside_and_made_anew_and_a_graph_of_ones_own_is_left(
    tmp_path: Path,
) -> None:
    env = {
        "EVIGRAPH_DATA": str(tmp_path / "data"),
        "EVIGRAPH_EMBEDDER": "none",
        "EVIGRAPH_KG": str(folder(OURS, tmp_path / "ours")),
    }
    settings = load_settings(env, tmp_path / "no.env")
    said = Console(record=True, file=StringIO())
    async with open_parts(settings, console=said):
        (copy,) = (tmp_path / "data" / "graphs").iterdir()
    flip_last_byte(next(copy.glob("data*/negated.npy")))
    async with open_parts(settings, console=said) as parts:
        assert await known(parts, place("first"))
    names = sorted(path.name for path in copy.parent.iterdir())
    assert names[0] == copy.name
    assert names[1].startswith(f"{copy.name}.damaged-")
    assert f"is not what the import wrote. It is kept as {names[1]}, and made anew." in said.export_text()
    own = load_settings({**env, "EVIGRAPH_KG": str(copy)}, tmp_path / "no.env")
    flip_last_byte(next(copy.glob("data*/negated.npy")))
    with pytest.raises(GraphDamaged):
        async with open_parts(own, console=said):
            pass


WANTS = (errno.EMFILE, errno.ENFILE, errno.EACCES, errno.EIO, errno.ENOMEM, errno.ESTALE)


@pytest.mark.parametrize("number", WANTS, ids=lambda number: errno.errorcode[number])
async def test_a_graph_that_cannot_be_read_for_want_of_something_else_is_left_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """It would be made anew, for hours, and that would fail as well."""
    env = {
        "EVIGRAPH_DATA": str(tmp_path / "data"),
        "EVIGRAPH_EMBEDDER": "none",
        "EVIGRAPH_KG": str(folder(OURS, tmp_path / "ours")),
    }
    settings = load_settings(env, tmp_path / "no.env")
    said = Console(record=True, file=StringIO())
    async with open_parts(settings, console=said):
        (copy,) = (tmp_path / "data" / "graphs").iterdir()

    def fail(path: Path) -> str:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("kgcore.graph.embedded.layout.checksum", fail)
    with pytest.raises(GraphUnavailable, match="cannot be read"):
        async with open_parts(settings, console=said):
            pass
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    assert "damaged" not in said.export_text()
