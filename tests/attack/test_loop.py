"""Nothing long runs on the event loop: while one person's big answer is made and shown, others are served.

Work is counted in seconds of the loop's own thread, which a busy machine hardly lengthens, with Python's own search for
garbage, which leaves out what is there from the start, as in a process that answers.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import pytest_asyncio
import simcord
from click.testing import CliRunner
from starlette.applications import Starlette

from adapters.api.app import ApiAdapter
from adapters.api.operations import Grant
from adapters.api.tools import TOOL_NAMES
from adapters.web.app import WebAdapter
from bot.batch import BatchOptions
from bot.capabilities import VERSION, Capabilities
from bot.cli import main
from bot.config import Settings
from kgcore.conversation.transcript import parse_messages
from kgcore.graph import starter_folder
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Address, Command, Incoming, Message, Place
from kgcore.values.reply import Reply
from kgcore.values.tasks import Request, Task
from tests.adapters.discord.rig import Rig
from tests.adapters.discord.rig import Script as DiscordScript
from tests.adapters.discord.scripted import panel
from tests.adapters.slack.office import Script, office
from tests.adapters.teams.people import IN_CHANNEL, said, world
from tests.adapters.web.asgi import listening
from tests.adapters.web.core import HERE, Core, app_of
from tests.attack.test_flood import TIMED
from tests.kgcore.house import ANN, Bot, folder
from tests.loops import SkippingLoop

__all__ = ["folder"]
# Seconds; what was mended held the loop for 120 to 760 milliseconds. `make test` leaves a slower processor its half.
LONGEST = 0.05 if TIMED else 0.1
PART = 1.0 if TIMED else 0.3  # of a long text: `make attack` takes all of it
TRIES = 3  # a processor that others warm sways by half: what holds the loop does so every time
QUESTION = "Does vitamin E slow Alzheimer's disease?"
SHAPES = (
    "{} may help against {}, as several trials say.",
    "There is no evidence that {} prevents {}.",
    "{} raises the risk of {}!!",
)


def sentences(seed: int) -> Callable[[], str]:
    """Return what makes sentences about things in the starter graph."""
    chance = random.Random(seed)  # noqa: S311
    rows = (starter_folder() / "nodes.tsv").read_text(encoding="utf-8").splitlines()[1:]
    names = [row.split("\t")[1] for row in rows]
    return lambda: chance.choice(SHAPES).format(*chance.sample(names, 2))


def text_of(size: int) -> str:
    """Return paragraphs of so many characters, or of a part of them."""
    sentence, found = sentences(size), ""
    while len(found) < size:
        found += " ".join(sentence() for _ in range(5)) + "\n\n"
    return found[: int(size * PART)]


class Flooding:
    """A model that writes all at once what it is told to write."""

    name = "flooding"
    tasks = frozenset({Task.ANSWER})

    def __init__(self) -> None:
        self.text = ""

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield one big piece."""
        yield self.text


async def held(work: Callable[[], Awaitable[object]]) -> float:
    """Return the longest that the loop was held by what was done; where that is long, by the best of several tries."""
    loop, shortest = asyncio.get_running_loop(), float("inf")
    assert isinstance(loop, SkippingLoop)
    for _ in range(TRIES):
        gc.collect()  # what a whole test run has left is no garbage of ours
        gc.freeze()
        await asyncio.sleep(0)
        loop.longest_hold()
        await work()
        await asyncio.sleep(0)
        shortest = min(shortest, loop.longest_hold())
        if shortest < LONGEST:
            break
    return shortest


def message(n: int, text: str) -> Message:
    """Return a message in a thread of its own."""
    return Message(f"e{n}", Place("web", "", "local", f"loop{n}"), ANN, text)


def command(n: int, name: str, text: str) -> Command:
    """Return a command in a thread of its own."""
    return Command(f"e{n}", Place("web", "", "local", f"loop{n}"), ANN, name, text)


def talk(messages: int, sentence: Callable[[], str]) -> str:
    """Return a pasted conversation."""
    return "\n".join(f"{('Ann', 'Ben', 'Cleo')[n % 3]}: {sentence()} {sentence()}" for n in range(messages))


# What is asked, and what the model writes.
ASKED: Mapping[str, tuple[Incoming, str]] = {
    "a model's 112 KB": (message(1, QUESTION), text_of(112_000)),
    "a model's 112 KB of !": (message(2, QUESTION), "!" * 112_000),
    "a model's one sentence of 60 KB": (message(3, QUESTION), text_of(60_000).replace(".", ",").replace("\n", " ")),
    "a question of 3,900 characters": (message(4, text_of(3_800) + "\n" + QUESTION), "Zinc helps."),
    "a check of 40 KB": (command(5, "check", text_of(40_000)), ""),
    "a check of 40 KB of !": (command(6, "check", "!" * 40_000), ""),
    "a map of 200 messages": (command(7, "map", talk(200, sentences(7))), ""),
    "a map of 200 messages of !": (command(8, "map", talk(200, lambda: "!" * 100)), ""),
}


class Told(NamedTuple):
    """What came of a turn, and how long it held the loop."""

    reply: Reply
    held: float


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def turns(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Mapping[str, Told]]:
    """Every turn, one after the other, by a bot that has answered before."""
    bot, model = Bot(folder, tmp_path_factory.mktemp("loop")), Flooding()
    assistant, found, numbers = bot.start(model), dict[str, Told](), itertools.count()
    for early in (message(20, QUESTION), command(21, "check", text_of(900)), command(22, "map", talk(2, sentences(1)))):
        model.text = "Vitamin E slows Alzheimer's disease."
        assert [reply async for reply in assistant.turn(early)]
    for name, (event, model.text) in ASKED.items():
        last: list[Reply] = []

        async def turn(event: Incoming = event, last: list[Reply] = last) -> None:
            place = replace(event.place, thread=f"{event.place.thread}-{next(numbers)}")
            async for reply in assistant.turn(replace(event, id=place.thread, place=place)):
                last[:] = [reply]

        longest = await held(turn)
        found[name] = Told(last[0], longest)
    yield found
    await bot.graph.close()
    await bot.store.close()


@pytest.mark.parametrize("name", ASKED)
async def test_a_turn_never_holds_the_loop(turns: Mapping[str, Told], name: str) -> None:
    assert turns[name].held < LONGEST


@pytest.mark.parametrize("name", ASKED)
async def test_an_answer_is_shown_on_slack_without_holding_the_loop(
    turns: Mapping[str, Told], tmp_path: Path, name: str
) -> None:
    reply = turns[name].reply
    async with office("http", tmp_path, Script(lambda event: [reply])) as slack:

        async def ask() -> None:
            await slack.people.mention("C1", "Zinc?")
            await slack.settled()

        assert await held(ask) < LONGEST


@pytest.mark.parametrize("name", ASKED)
async def test_an_answer_is_shown_on_teams_without_holding_the_loop(turns: Mapping[str, Told], name: str) -> None:
    async with world() as teams:
        await teams.send(said("Zinc?", "channel"))
        assert await held(lambda: teams.deliver(turns[name].reply, IN_CHANNEL)) < LONGEST


@pytest.mark.parametrize("name", ASKED)
async def test_an_answer_is_shown_on_discord_without_holding_the_loop(
    turns: Mapping[str, Told], tmp_path: Path, name: str
) -> None:
    store, script = SqliteStore(tmp_path / "s.db"), DiscordScript(lambda event: [turns[name].reply], panel)
    rig = Rig(store)
    rig.attach(script, script.ask)
    env = simcord.Env(rig.adapter.client)
    await env.start()
    rig.arrange(env)
    assert await held(lambda: rig.mention("Zinc?")) < LONGEST
    await env.shutdown()
    await store.close()


@pytest.mark.parametrize("name", ASKED)
async def test_an_answer_is_shown_on_the_page_without_holding_the_loop(turns: Mapping[str, Told], name: str) -> None:
    adapter, core = WebAdapter(read=parse_messages, status=str), Core()
    app = app_of(adapter, core)
    task = asyncio.create_task(adapter.receive(core, core.ask))
    await asyncio.sleep(0)

    async def show() -> None:
        async with listening(app, "/events/thread01") as events:
            await asyncio.sleep(0)
            await adapter.deliver(turns[name].reply, Address(HERE, ANN, "event0001"), None)
            await events.next()

    assert await held(show) < LONGEST
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# --- other programs


class Everybody:
    """Tokens: whichever is shown holds, for everything, and each time it is another's: none asks too often."""

    def __init__(self) -> None:
        self._holders = map(str, itertools.count())

    async def grant(self, token: str) -> Grant | None:
        return Grant(next(self._holders))

    async def called(self, holder: str, what: str) -> None:
        """Note nothing."""


Call = Callable[[str, Mapping[str, object]], Awaitable[httpx.Response]]
BEARER = {"Authorization": "Bearer token", "Accept": "application/json, text/event-stream"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Mapping[str, Call]]:
    """The capabilities over HTTP and as tools, by name; each has answered before."""
    data, papers = tmp_path_factory.mktemp("api"), tmp_path_factory.mktemp("papers")
    for n in range(20):
        (papers / f"{n}.nxml").write_text(article_with_tables(n), encoding="utf-8")
    added = ("library", "add", str(papers), "--library", str(data / "library"))
    done = await asyncio.to_thread(CliRunner(env={"EVIGRAPH_DATA": str(data)}).invoke, main, added)
    assert done.exit_code == 0, done.output
    given = {"EVIGRAPH_DATA": data, "EVIGRAPH_EMBEDDER": "none"}
    capabilities = Capabilities(Settings.model_validate(given), BatchOptions())
    adapter = ApiAdapter(capabilities.operations(), Everybody(), VERSION)
    serving = asyncio.create_task(adapter.receive(Core(), Core().ask))
    app = httpx.ASGITransport(app=Starlette(routes=list(adapter.routes())))
    async with httpx.AsyncClient(transport=app, base_url="http://localhost", headers=BEARER) as client:

        async def rest(name: str, row: Mapping[str, object]) -> httpx.Response:
            return await client.post(f"/api/v1/{name}", json=row)

        async def tool(name: str, row: Mapping[str, object]) -> httpx.Response:
            params = {"name": TOOL_NAMES.get(name, name), "arguments": row}
            sent = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            return await client.post("/mcp", json=sent)

        await asyncio.sleep(0)
        for call in (rest, tool):
            for name, row in CALLED.values():
                assert (await call(name, {key: SHORT.get(key, value) for key, value in row.items()})).is_success
        yield {"HTTP": rest, "MCP": tool}
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


def article_with_tables(number: int) -> str:
    """Return a paper with ten tables of forty rows."""
    rows = "".join(f"<tr><td>Days of zinc {n}</td><td>{n}.1</td><td>{n}.2</td></tr>" for n in range(40))
    tables = "".join(
        f'<table-wrap id="T{n}"><label>Table {n}</label><caption><p>Colds, part {n}.</p></caption><table><thead>'
        f"<tr><th>Outcome</th><th>Zinc</th><th>Placebo</th></tr></thead><tbody>{rows}</tbody></table></table-wrap>"
        for n in range(10)
    )
    return (
        f'<article><front><article-meta><article-id pub-id-type="pmc">PMC{number + 1}</article-id><title-group>'
        f"<article-title>Zinc for colds {number}</article-title></title-group></article-meta></front>"
        f"<body><sec><title>Results</title><p>See the tables.</p>{tables}</sec></body></article>"
    )


SHORT = {
    "row": "zinc",
    "column": "placebo",
    "text": QUESTION,
    "messages": [{"text": "Zinc cures colds."}],
    "mention": "zinc",
    "query": "zinc",
}
CALLED: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "a text": ("verify", {"text": text_of(19_900)}),
    "a text of !": ("verify", {"text": "!" * 19_900}),
    "one sentence": ("verify", {"text": text_of(19_900).replace(".", ",").replace("\n", " ")}),
    "a question": ("ask", {"text": text_of(19_900)}),
    "a question of !": ("ask", {"text": "!" * 19_900}),
    "facts to be put together": ("reason", {"text": text_of(19_900)}),
    "a conversation": ("map", {"messages": [{"speaker": "Ann", "text": text_of(19_000)} for _ in range(20)]}),
    "four thousand messages": ("map", {"messages": [{"speaker": f"A{n}", "text": "zinc!"} for n in range(4_000)]}),
    "a name": ("link", {"mention": text_of(19_900), "context": text_of(19_900)}),
    "words to look for": ("literature", {"query": text_of(19_900)}),
    "a text about a patient": ("identifiers", {"text": text_of(19_900)}),
    "words to look for in tables": ("tables", {"text": text_of(19_900)}),
    "a cell to look for": ("tables", {"row": text_of(19_900), "column": text_of(19_900), "value": ">6"}),
    "what many tables have": ("tables", {"row": "days zinc", "value": ">6"}),
    "what lies around": ("neighbours", {"name": "Vitamin E"}),
}


@pytest.mark.asyncio(loop_scope="module")  # where the tools' own tasks run
@pytest.mark.parametrize("way", ["HTTP", "MCP"])
@pytest.mark.parametrize("name", CALLED)
async def test_what_another_program_asks_for_never_holds_the_loop(api: Mapping[str, Call], way: str, name: str) -> None:
    assert await held(lambda: api[way](*CALLED[name])) < LONGEST
