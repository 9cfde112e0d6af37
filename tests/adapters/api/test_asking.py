"""Questions of other programs: events while the answer grows, the model where a token may, threads of its own."""

from __future__ import annotations

import gc
import json
import shutil
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from starlette.applications import Starlette

from adapters.api.app import ApiAdapter
from adapters.api.operations import MODEL, Drawing, Grant, Operation, Operations, State
from bot.batch import BatchOptions
from bot.capabilities import VERSION, Capabilities
from bot.config import Settings
from bot.shares import Bounds, Shares
from bot.tokens import Tokens
from kgcore.graph import starter_folder
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Message, Person, Place
from kgcore.values.thread import Turn
from tests.servers.openai import FakeOpenAI, serving

pytestmark = pytest.mark.asyncio(loop_scope="module")
ASKED = {"text": "What helps against the common cold?"}
Events = list[tuple[str, dict[str, Any]]]


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    found = SqliteStore(tmp_path / "bot.db")
    yield found
    await found.close()


@asynccontextmanager
async def asking(
    store: SqliteStore, folder: Path, *, shares: Shares | None = None, **settings: Any
) -> AsyncIterator[tuple[httpx.AsyncClient, Tokens, Capabilities]]:
    given = {"EVIGRAPH_DATA": folder, "EVIGRAPH_EMBEDDER": "none", **settings}
    capabilities = Capabilities(Settings.model_validate(given), BatchOptions(), store, shares)
    tokens = Tokens(store, capabilities.operations().scopes)
    try:
        async with client_of(capabilities.operations(), tokens) as client:
            yield client, tokens, capabilities
    finally:
        await capabilities.close()


def client_of(operations: Operations, tokens: Tokens) -> httpx.AsyncClient:
    routes = ApiAdapter(operations, tokens, VERSION).routes()
    transport = httpx.ASGITransport(app=Starlette(routes=list(routes)))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost/api/v1")


def headers(token: str, accept: str = "*/*") -> Mapping[str, str]:
    return {"Authorization": f"Bearer {token}", "Accept": accept}


def events(answer: httpx.Response) -> Events:
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = [block.split("\n") for block in answer.text.strip().split("\n\n")]
    return [(one.removeprefix("event: "), json.loads(two.removeprefix("data: "))) for one, two in lines]


async def test_an_answer_comes_as_events_whose_last_is_the_whole_record(store: SqliteStore, tmp_path: Path) -> None:
    async with asking(store, tmp_path) as (client, tokens, _):
        token = await tokens.make("notebook")
        told = events(await client.post("/ask", json=ASKED, headers=headers(token, "text/event-stream")))
        whole = (await client.post("/ask", json=ASKED, headers=headers(token))).json()
        wrong = await client.post("/ask", json={"text": " "}, headers=headers(token, "text/event-stream"))
    assert {name for name, _ in told[:-1]} == {"state"}
    name, record = told[-1]
    assert name == "record"
    assert (record["answer"], set(record)) == (whole["answer"], set(whole))
    assert record["claims"]
    assert (wrong.status_code, wrong.json()["status"]) == (422, 422)


async def test_a_token_that_is_revoked_in_mid_stream_ends_it_in_words(store: SqliteStore) -> None:
    async def grows(row: Mapping[str, Any], grant: Grant) -> AsyncGenerator[State]:
        yield State({"answer": "Zinc"})
        await tokens.revoke("notebook")
        yield State({"answer": "Zinc helps"}, whole=True)

    async def never(row: Mapping[str, Any]) -> Mapping[str, Any]:
        raise AssertionError("it grows")

    async def draw(text: str, grant: Grant) -> Drawing:
        return Drawing(b"", "", text)

    tokens = Tokens(store)
    token = await tokens.make("notebook")
    operations = Operations({"ask": Operation("ask", "Asks.", {}, {}, never, grows)}, draw)
    async with client_of(operations, tokens) as client:
        told = events(await client.post("/ask", json={}, headers=headers(token, "text/event-stream")))
    assert [name for name, _ in told] == ["state", "problem"]
    assert told[-1][1]["status"] == 401
    assert "revoked" in told[-1][1]["title"]


async def test_the_model_writes_where_the_token_may_call_upon_it_until_the_budget_is_used_up(
    store: SqliteStore, tmp_path: Path
) -> None:
    fake = FakeOpenAI()
    async with serving(fake) as url:
        model: dict[str, Any] = {"OPENAI_BASE_URL": url, "OPENAI_MODEL": "demo", "EVIGRAPH_BUDGET": "person=10/day"}
        async with asking(store, tmp_path, **model) as (client, tokens, _):
            narrow = await tokens.make("narrow", ["ask"])
            wide = await tokens.make("wide", ["ask", MODEL], owner="ann")
            await client.post("/ask", json=ASKED, headers=headers(narrow))
            assert not fake.requests
            first = (await client.post("/ask", json=ASKED, headers=headers(wide))).json()
            asked = len(fake.requests)
            second = (await client.post("/ask", json=ASKED, headers=headers(wide))).json()
    assert asked
    assert len(fake.requests) == asked
    assert first["mode"] == "model"
    assert "used up" in " ".join(second["notices"])
    assert await store.state_keys("usage", "")  # in the bot's own store, so that the page's use counts with it


async def test_what_somebody_asks_by_token_counts_with_what_they_ask_on_the_page(
    store: SqliteStore, tmp_path: Path
) -> None:
    shares = Shares(Bounds(waiting=1))
    on_the_page = Message("m", Place("web", "", "ann", "t"), Person("ann"), "q")
    async with asking(store, tmp_path, shares=shares) as (client, tokens, _):
        ann, ben = await tokens.make("n", owner="ann"), await tokens.make("n", owner="ben")
        shares.admit(on_the_page)
        for accept in ("*/*", "text/event-stream"):
            refused = await client.post("/ask", json=ASKED, headers=headers(ann, accept))
            assert (refused.status_code, refused.json()["title"]) == (429, "Too much is waiting.")
            assert int(refused.headers["retry-after"]) > 0
        assert (await client.post("/picture", json=ASKED, headers=headers(ann))).status_code == 429
        assert (await client.post("/ask", json=ASKED, headers=headers(ben))).status_code == 200
        shares.leave(on_the_page)
        assert (await client.post("/ask", json=ASKED, headers=headers(ann))).status_code == 200
        assert (await client.post("/ask", json=ASKED, headers=headers(ann))).status_code == 200


async def test_a_thread_of_one_token_is_not_that_of_another(store: SqliteStore, tmp_path: Path) -> None:
    follow_up = {"text": "Is it safe?", "thread": "t"}
    async with asking(store, tmp_path) as (client, tokens, _):
        mine, theirs = await tokens.make("a"), await tokens.make("b")
        await client.post(
            "/ask", json={**ASKED, "text": "Does zinc shorten colds?", "thread": "t"}, headers=headers(mine)
        )
        own = (await client.post("/ask", json=follow_up, headers=headers(mine))).json()
        other = (await client.post("/ask", json=follow_up, headers=headers(theirs))).json()
    assert "zinc" in json.dumps(own).lower()
    assert "zinc" not in json.dumps(other).lower()


async def test_a_thread_goes_on_in_another_process_and_is_listed(store: SqliteStore, tmp_path: Path) -> None:
    first, again = ({"text": text, "thread": "t"} for text in ("Does zinc help a cold?", "And echinacea?"))
    async with asking(store, tmp_path) as (client, tokens, _):
        token = await tokens.make("hers", owner="ann")
        before = (await client.post("/ask", json=first, headers=headers(token))).json()
        await client.post("/ask", json=ASKED, headers=headers(token))  # without a thread nothing is kept
        async with asking(store, tmp_path) as (other, _, _):
            found = (await other.post("/ask", json=again, headers=headers(token))).json()
            listed = (await other.get("/threads", headers=headers(token))).json()
    assert found["parent"] == before["turn"]
    assert "cold" in found["answer"]
    assert [t["thread"] for t in listed] == ["t"], listed


async def test_a_picture_is_drawn_as_accept_wants_it(store: SqliteStore, tmp_path: Path) -> None:
    async with asking(store, tmp_path) as (client, tokens, _):
        token = await tokens.make("notebook")
        svg = await client.post("/picture", json=ASKED, headers=headers(token, "image/svg+xml"))
        png = await client.post("/picture", json=ASKED, headers=headers(token))
    assert "<svg" in svg.text
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert png.content.startswith(b"\x89PNG")


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
async def test_texts_become_vectors_without_identifiers_where_a_model_for_it_is_configured(
    store: SqliteStore, tmp_path: Path
) -> None:
    fake = FakeOpenAI()
    texts = {"texts": ["the common cold", "Call John Miller, born 12/03/1961."]}
    async with serving(fake) as url:
        meaning: dict[str, Any] = {
            "OPENAI_BASE_URL": url,
            "OPENAI_MODEL": "demo",
            "EVIGRAPH_EMBEDDER": "openai:meaning",
        }
        async with asking(store, tmp_path, **meaning) as (client, tokens, _):
            found = (await client.post("/embeddings", json=texts, headers=headers(await tokens.make("n")))).json()
        gc.collect()  # the graph's own client of that server, which nobody closes before a process ends
    assert (found["model"], len(found["vectors"])) == ("openai/meaning", 2)
    assert sum(x * x for x in found["vectors"][0]) == pytest.approx(1, abs=1e-4)
    assert "1961" not in json.dumps(fake.requests)
    async with asking(store, tmp_path / "without") as (client, tokens, _):
        token = await tokens.make("m")
        for row, words in (
            (texts, "EVIGRAPH_EMBEDDER"),
            ({"texts": []}, "list"),
            ({"texts": ["x" * 9_999]}, "at most"),
        ):
            refused = await client.post("/embeddings", json=row, headers=headers(token))
            assert (refused.status_code, words in refused.json()["detail"]) == (422, True)


async def test_all_graphs_that_can_be_asked_are_listed(store: SqliteStore, tmp_path: Path) -> None:
    shutil.copytree(starter_folder(), tmp_path / "second")
    async with asking(store, tmp_path, EVIGRAPH_GRAPHS=str(tmp_path / "second")) as (client, tokens, _):
        found = (await client.get("/graphs", headers=headers(await tokens.make("n")))).json()
    assert len(found) == 2
    assert found[1] == {**found[0], "name": "second"}


async def test_who_starts_the_tools_at_this_machine_lists_the_terminals_threads(
    store: SqliteStore, tmp_path: Path
) -> None:
    await store.save(Turn("1", Place("terminal", "", "local", "mine").key, "What helps?"))
    await store.save(Turn("2", Place("web", "", "ann", "hers").key, "What else?"))
    async with asking(store, tmp_path) as (_, _, capabilities):
        here = Grant("this machine", owner="local", platform="terminal")
        threads = await capabilities.operations().lists["threads"].read(here)
    assert [one["thread"] for one in threads] == ["mine"]


async def test_who_is_forgotten_has_no_token_any_more(store: SqliteStore) -> None:
    tokens = Tokens(store)
    theirs, others = await tokens.make("n", owner="ann"), await tokens.make("n", owner="bob")
    await store.forget_person("\x1f".join(("person", "web", "", "ann")))
    assert await tokens.grant(theirs) is None
    assert await tokens.grant(others) is not None
