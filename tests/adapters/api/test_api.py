"""Other programs: HTTP with tokens, problems and an OpenAPI document; MCP through the package's own client."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
import pytest_asyncio
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from starlette.applications import Starlette

from adapters.api import limits
from adapters.api.app import ApiAdapter
from adapters.api.http import Shares, api_routes, openapi
from adapters.api.operations import PICTURE, Drawing, Grant, Operation, Operations, TokenChecker
from adapters.api.tools import CHECK_PROMPT, DRAW, granted, tool_server
from adapters.port import NOWHERE, Origin
from bot.batch import BatchOptions
from bot.batch_forms import FORMS
from bot.capabilities import VERSION, Capabilities
from bot.cli import main
from bot.config import Settings
from bot.tokens import PREFIX, Tokens
from kgcore.errors import InputError, StoreAway
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Incoming, Place, Query
from kgcore.values.reply import Reply
from kgcore.values.thread import Turn

CLAIMS = Path(__file__).resolve().parents[4] / "shared" / "data" / "claims"
CLAIM = {"subject": "Vitamin E", "relation": "prevents", "object": "Alzheimer's disease"}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def capabilities(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Capabilities]:
    settings = Settings.model_validate({"EVIGRAPH_DATA": tmp_path_factory.mktemp("data"), "EVIGRAPH_EMBEDDER": "none"})
    found = Capabilities(settings, BatchOptions())
    yield found
    await found.close()


@pytest_asyncio.fixture
async def tokens(tmp_path: Path) -> AsyncIterator[Tokens]:
    store = SqliteStore(tmp_path / "tokens.db")
    yield Tokens(store, ("verify", "link", PICTURE))
    await store.close()


class Away:
    """Tokens in a database that is away."""

    async def grant(self, token: str) -> Grant | None:
        raise StoreAway("PostgreSQL cannot be reached.")

    async def called(self, holder: str, what: str) -> None:
        raise AssertionError("nobody was let in")


@asynccontextmanager
async def served(capabilities: Capabilities, tokens: TokenChecker) -> AsyncIterator[httpx.AsyncClient]:
    adapter = ApiAdapter(capabilities.operations(), tokens, VERSION)
    transport = httpx.ASGITransport(app=Starlette(routes=list(adapter.routes())))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


def bearer(token: str) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {token}"}


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_claim_gets_the_row_that_the_command_line_writes(capabilities: Capabilities, tokens: Tokens) -> None:
    token = await tokens.make("notebook")
    async with served(capabilities, tokens) as client:
        found = await client.post(f"{limits.PREFIX}/verify", json={"id": 7, **CLAIM}, headers=bearer(token))
    assert found.status_code == 200
    record = found.json()
    assert record["id"] == 7
    assert record["verdict"] in {"supported", "contradicted", "mixed", "relevant", "unsure"}
    assert set(record) == set(await capabilities.answer("verify", {"id": 7, **CLAIM}))


async def test_without_a_token_or_with_a_revoked_one_nothing_is_answered(
    capabilities: Capabilities, tokens: Tokens
) -> None:
    token = await tokens.make("notebook")
    await tokens.revoke("notebook")
    async with served(capabilities, tokens) as client:
        for headers in ({}, bearer(token), bearer(""), {"Authorization": "Basic eA=="}, bearer("evg_" + "x" * 9000)):
            found = await client.post(f"{limits.PREFIX}/verify", json=CLAIM, headers=headers)
            assert (found.status_code, found.headers["content-type"]) == (401, "application/problem+json")
            assert (await client.post("/mcp", json={}, headers=headers)).status_code == 401


async def test_another_method_is_a_problem_that_says_which_is_answered(
    capabilities: Capabilities, tokens: Tokens
) -> None:
    async with served(capabilities, tokens) as client:
        for method, name, allowed in (("GET", "verify", "POST"), ("PUT", "picture", "POST"), ("POST", "graphs", "GET")):
            told = await client.request(method, f"{limits.PREFIX}/{name}")
            assert (told.status_code, told.headers["allow"]) == (405, allowed)
            assert told.headers["content-type"] == "application/problem+json"


async def test_tokens_whose_store_is_away_are_asked_for_again_later(
    capabilities: Capabilities,
) -> None:
    async with served(capabilities, Away()) as client:
        for way in (f"{limits.PREFIX}/verify", f"{limits.PREFIX}/picture", "/mcp"):
            told = await client.post(way, json=CLAIM, headers=bearer("evg_x"))
            assert (told.status_code, told.json()["detail"]) == (503, StoreAway.public)
        assert (await client.get(f"{limits.PREFIX}/graphs", headers=bearer("evg_x"))).status_code == 503


async def test_what_the_bot_lacks_is_said_without_the_places_of_its_files(
    capabilities: Capabilities, tokens: Tokens
) -> None:
    token, query, words = await tokens.make("notebook"), {"query": "zinc"}, "There is no library of papers here."
    async with served(capabilities, tokens) as client:
        told = await client.post(f"{limits.PREFIX}/passages", json=query, headers=bearer(token))
    assert (told.status_code, told.json()["detail"]) == (404, words)
    with granted(Grant("somebody")):
        async with Client(tool_server(capabilities.operations(), VERSION)) as client:
            answer = await client.call_tool("passages", query)
    assert [content.text for content in answer.content] == [words]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("header", "value"),
    [
        *(("Origin", o) for o in ("http://evil.example", "null", "", "http://bot.example", "http://api.example.evil")),
        ("Referer", "http://evil.example/"),
        ("Sec-Fetch-Site", "cross-site"),
    ],
)
async def test_tools_are_called_by_no_page_elsewhere_even_with_a_token(
    capabilities: Capabilities, tokens: Tokens, header: str, value: str
) -> None:
    headers = {**bearer(await tokens.make("notebook")), "Host": "api.example"}
    async with served(capabilities, tokens) as client:
        assert (await client.post("/mcp", json={}, headers={**headers, header: value})).status_code == 403
        for ours in ({}, {"Origin": "http://api.example"}, {"Sec-Fetch-Site": "same-origin"}):
            assert (await client.post("/mcp", json={}, headers={**headers, **ours})).status_code not in (401, 403)


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("nothing", b"{}", 404),
        ("verify", b"{", 400),
        ("verify", b"[" * 100_000, 400),
        ("verify", b"[]", 422),
        ("verify", b'{"subject": 3}', 422),
        ("verify", b'{"subject": "\\ud800", "relation": "treats", "object": "x"}', 422),
        ("verify", b'{"subject": NaN, "relation": "treats", "object": "x"}', 422),
        ("verify", b'{"subject": "zinc", "relation": "treats", "object": "x", "id": %s}' % (b"9" * 5_000), 400),
        ("verify", b" " * (limits.LONGEST_BODY + 1), 413),
        ("picture", b'{"text": " "}', 422),
        ("picture", b'{"text": "%s"}' % (b"!" * 900_000), 422),
        ("verify", b'{"subject": "zinc", "relation": "treats", "object": "%s"}' % (b"!" * 900_000), 422),
        (
            "verify",
            b'{"subject": "zinc", "relation": "treats", "object": "x", "more": [["%s"]]}' % (b"!" * 20_001),
            422,
        ),
        (
            "verify",
            b'{"subject": "zinc", "relation": "treats", "object": "x", "more": [%s"y"]}' % (b'"abcdefgh",' * 50_001),
            422,
        ),
    ],
)
async def test_what_cannot_be_used_is_a_problem_that_says_why(
    capabilities: Capabilities, tokens: Tokens, name: str, body: bytes, status: int
) -> None:
    token = await tokens.make("notebook")
    async with served(capabilities, tokens) as client:
        found = await client.post(f"{limits.PREFIX}/{name}", content=body, headers=bearer(token))
    assert found.status_code == status
    assert found.json()["status"] == status
    assert found.json()["title"]


async def test_a_token_is_kept_as_its_digest_and_made_once_a_name(tokens: Tokens, tmp_path: Path) -> None:
    token = await tokens.make("notebook")
    assert token.startswith(PREFIX)
    assert token.encode() not in (tmp_path / "tokens.db").read_bytes()
    with pytest.raises(InputError, match="has a token"):
        await tokens.make("notebook")
    assert [told.name for told in await tokens.all()] == ["notebook"]
    with pytest.raises(InputError, match="has no token"):
        await tokens.revoke("somebody")


async def test_a_token_may_call_what_its_scopes_name_and_nothing_else(
    capabilities: Capabilities, tokens: Tokens
) -> None:
    token = await tokens.make("notebook", ["link"])
    async with served(capabilities, tokens) as client:
        linked = await client.post("/api/v1/link", json={"mention": "Vitamin E"}, headers=bearer(token))
        refused = [
            await client.post(f"/api/v1/{name}", json=CLAIM, headers=bearer(token)) for name in ("verify", "picture")
        ]
    assert linked.status_code == 200
    assert [answer.status_code for answer in refused] == [403, 403]
    assert "insufficient_scope" in refused[0].headers["www-authenticate"]
    assert refused[0].json()["detail"] == "It may: link."
    with pytest.raises(InputError, match="no scope everything"):
        await tokens.make("another", ["everything"])


async def test_an_assistant_sees_and_calls_the_tools_of_its_token_only(capabilities: Capabilities) -> None:
    with granted(Grant("notebook", frozenset({"link"}))):
        async with Client(tool_server(capabilities.operations(), VERSION)) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["link_names"]
            for name in ("verify_claims", DRAW):
                assert (await client.call_tool(name, {"text": "x"})).is_error


async def test_the_graph_is_looked_at_around_a_name_and_between_two(capabilities: Capabilities, tokens: Tokens) -> None:
    head = bearer(await tokens.make("notebook"))
    async with served(capabilities, tokens) as client:
        around = (await client.post("/api/v1/neighbours", json={"name": "vitamin e"}, headers=head)).json()
        pair = {"subject": "Alzheimer's disease", "object": "vitamin E"}
        between = (await client.post("/api/v1/evidence", json=pair, headers=head)).json()
        unknown = (await client.post("/api/v1/neighbours", json={"name": "qqqq"}, headers=head)).json()
        wrong = await client.post("/api/v1/evidence", json={"subject": "zinc"}, headers=head)
    assert around["entity"]["name"] == "Vitamin E"
    assert around["neighbours"]
    assert {around["entity"]["id"]} <= {e["subject"] for e in between["edges"]} | {
        e["object"] for e in between["edges"]
    }
    assert between["edges"][0]["papers"]
    assert unknown == {"entity": None, "neighbours": []}
    assert (wrong.status_code, wrong.json()["detail"]) == (422, '"object" must be a name.')


async def test_lists_are_of_the_bot_and_threads_of_the_tokens_owner_alone(tokens: Tokens, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "threads.db")
    for who in ("ann", "annabel"):
        await store.save(Turn(f"turn-{who}", Place("web", "", who, f"thread-{who}").key, f"What helps {who}?"))
    settings = Settings.model_validate({"EVIGRAPH_DATA": tmp_path, "EVIGRAPH_EMBEDDER": "none"})
    own = Capabilities(settings, BatchOptions(), store)
    mine, operators = await tokens.make("a", owner="ann"), await tokens.make("b")
    async with served(own, tokens) as client:
        lists = {
            name: (await client.get(f"/api/v1/{name}", headers=bearer(mine))).json()
            for name in ("graphs", "models", "proposals", "threads")
        }
        others = (await client.get("/api/v1/threads", headers=bearer(operators))).json()
        missing = await client.get("/api/v1/secrets", headers=bearer(mine))
        nobody = await client.get("/api/v1/threads")
    assert [(t["thread"], t["title"]) for t in lists["threads"]] == [("thread-ann", "What helps ann?")]
    assert lists["graphs"][0]["entities"] > 200
    assert (lists["models"], lists["proposals"], others) == ([], [], [])
    assert (missing.status_code, nobody.status_code) == (404, 401)
    await own.close()
    await store.close()


async def test_an_assistant_reads_lists_as_resources_within_its_scopes(capabilities: Capabilities) -> None:
    async with Client(tool_server(capabilities.operations(), VERSION)) as client:
        assert {r.name for r in (await client.list_resources()).resources} == {
            "graphs",
            "models",
            "proposals",
            "threads",
        }
        assert (await client.list_resource_templates()).resource_templates == []
        (told,) = (await client.read_resource("evigraph://graphs")).contents
        assert json.loads(told.text)[0]["papers"] == 300  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="no resource"):
            await client.read_resource("evigraph://secrets")
    with granted(Grant("notebook", frozenset({"graphs"}))):
        async with Client(tool_server(capabilities.operations(), VERSION)) as client:
            assert [r.name for r in (await client.list_resources()).resources] == ["graphs"]
            with pytest.raises(MCPError, match="no resource"):
                await client.read_resource("evigraph://threads")


async def test_a_persons_tokens_are_theirs_and_older_ones_still_count(tokens: Tokens, tmp_path: Path) -> None:
    for owner in ("ann", "bob"):
        await tokens.make("notebook", owner=owner)
    assert [told.name for told in await tokens.all("ann")] == ["notebook"]
    await tokens.revoke("notebook", "ann")
    assert await tokens.all("ann") == []
    assert [told.name for told in await tokens.all("bob")] == ["notebook"]
    store = SqliteStore(tmp_path / "tokens.db")  # as an earlier version kept one
    digest = hashlib.sha256(b"evg_old").hexdigest()
    await store.set_state("api", f"token:{digest}", json.dumps({"name": "old", "made": "2026-01-31T12:00:00+00:00"}))
    assert await tokens.grant("evg_old") == Grant("old")
    await store.close()


async def test_the_openapi_document_names_every_form_and_points_at_nothing_that_is_not_there(
    capabilities: Capabilities,
) -> None:
    document = openapi(capabilities.operations(), VERSION)
    assert {f"/{name}" for name in FORMS} <= set(document["paths"])
    names = set(document["components"]["schemas"])
    refs = [part.split('"')[0] for part in json.dumps(document).split("#/components/schemas/")[1:]]
    assert refs
    assert set(refs) <= names
    assert "$defs" not in json.dumps(document)
    reads = [path["post"]["requestBody"]["content"]["application/json"]["schema"] for path in _posts(document)]
    claim = document["components"]["schemas"]["verify.ClaimIn"]
    assert not [one for one in (*reads, claim) if "id" in one.get("required", ())]  # one row has no need of it


def _posts(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [path for path in document["paths"].values() if "post" in path]


async def test_an_assistant_lists_the_tools_and_gets_verdicts_as_structured_content(capabilities: Capabilities) -> None:
    async with Client(tool_server(capabilities.operations(), VERSION)) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"verify_claims", "find_papers", "find_tables", "ask", DRAW} <= tools
        found = await client.call_tool("verify_claims", CLAIM)
        assert not found.is_error
        structured: Any = found.structured_content
        assert structured["verdict"] == (await capabilities.answer("verify", CLAIM))["verdict"]


async def test_an_assistant_that_starts_the_program_itself_gets_the_same(
    capabilities: Capabilities, tmp_path: Path
) -> None:
    env = {**os.environ, "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_DATA": str(tmp_path)}
    program = StdioServerParameters(command=sys.executable, args=["-m", "bot", "mcp"], env=env)
    async with asyncio.timeout(120), Client(program) as client:
        assert DRAW in {tool.name for tool in (await client.list_tools()).tools}
        structured: Any = (await client.call_tool("verify_claims", CLAIM)).structured_content
        assert structured["verdict"] == (await capabilities.answer("verify", CLAIM))["verdict"]
        picture = await client.call_tool(DRAW, {"text": "Does vitamin E help with Alzheimer's disease?"})
        assert [content.type for content in picture.content] == ["image", "text"]


async def test_an_assistant_at_another_machine_gets_the_same_with_its_token_and_nothing_without(
    capabilities: Capabilities, tokens: Tokens
) -> None:
    adapter = ApiAdapter(capabilities.operations(), tokens, VERSION)
    transport = httpx2.ASGITransport(app=Starlette(routes=list(adapter.routes())))
    token = await tokens.make("assistant")
    serving = asyncio.create_task(adapter.receive(Nobody(), nobody_asks))
    answered: list[int] = []

    async def note(response: httpx2.Response) -> None:
        answered.append(response.status_code)

    @asynccontextmanager
    async def called(headers: Mapping[str, str]) -> AsyncIterator[Client]:
        async with httpx2.AsyncClient(transport=transport, headers=headers, event_hooks={"response": [note]}) as http:
            way = streamable_http_client("http://localhost/mcp", http_client=http)
            async with Client(way, read_timeout_seconds=120) as client:
                yield client

    await asyncio.sleep(0)
    async with called(bearer(token)) as client:
        assert DRAW in {tool.name for tool in (await client.list_tools()).tools}
        structured: Any = (await client.call_tool("verify_claims", CLAIM)).structured_content
        assert structured["verdict"] == (await capabilities.answer("verify", CLAIM))["verdict"]
        picture = await client.call_tool(DRAW, {"text": "Does vitamin E help with Alzheimer's disease?"})
        assert [content.type for content in picture.content] == ["image", "text"]
        (told,) = (await client.read_resource("evigraph://graphs")).contents
        assert json.loads(told.text)[0]["papers"] == 300  # type: ignore[union-attr]
        found = await client.get_prompt(CHECK_PROMPT, {"answer": "Zinc cures colds."})
        assert "Zinc cures colds." in str(found.messages[0].content)
    await tokens.revoke("assistant")
    answered.clear()
    with pytest.raises((MCPError, ExceptionGroup)):
        async with called(bearer(token)) as client:
            await client.list_tools()
    assert set(answered) == {401}
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_a_tool_that_is_called_wrongly_says_so_and_the_next_call_works(capabilities: Capabilities) -> None:
    async with Client(tool_server(capabilities.operations(), VERSION)) as client:
        wrong = await client.call_tool("verify_claims", {"subject": "zinc", "relation": "treats", "object": " "})
        assert wrong.is_error
        assert (await client.call_tool(DRAW, {"text": ""})).is_error
        assert not (await client.call_tool("link_names", {"mention": "zinc"})).is_error


async def test_the_graph_comes_as_a_picture(capabilities: Capabilities) -> None:
    async with Client(tool_server(capabilities.operations(), VERSION)) as client:
        found = await client.call_tool(DRAW, {"text": "Does vitamin E help with Alzheimer's disease?"})
    kinds = [content.type for content in found.content]
    assert kinds == ["image", "text"]


async def test_a_prompt_has_the_answer_that_is_to_be_checked(capabilities: Capabilities) -> None:
    async with Client(tool_server(capabilities.operations(), VERSION)) as client:
        assert [p.name for p in (await client.list_prompts()).prompts] == [CHECK_PROMPT]
        found = await client.get_prompt(CHECK_PROMPT, {"answer": "Zinc cures colds."})
        for name, given in ((CHECK_PROMPT, {}), (CHECK_PROMPT, {"answer": " "}), ("another", {"answer": "x"})):
            with pytest.raises(MCPError, match=CHECK_PROMPT):
                await client.get_prompt(name, given)
    assert "Zinc cures colds." in str(found.messages[0].content)


async def test_what_was_opened_is_closed_when_it_ends(capabilities: Capabilities, tokens: Tokens) -> None:
    closed: list[str] = []

    async def close() -> None:
        closed.append("closed")

    adapter = ApiAdapter(capabilities.operations(), tokens, VERSION, close)
    receiving = asyncio.create_task(adapter.receive(Nobody(), nobody_asks))
    await asyncio.sleep(0.05)
    receiving.cancel()
    await asyncio.wait((receiving,))
    assert closed == ["closed"]


async def nobody_asks(query: Query) -> Reply:
    raise AssertionError("nobody asks here")


class Nobody:
    """Takes no events."""

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        return False


async def test_a_token_that_is_revoked_while_its_request_is_answered_gets_no_answer(tokens: Tokens) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(row: Mapping[str, Any]) -> Mapping[str, Any]:
        begun.set()
        await go_on.wait()
        return {"secret": "answer"}

    token = await tokens.make("notebook")
    operation = Operation("slow", "Takes a while.", {}, {}, slow)

    async def draw(text: str, grant: Grant) -> Drawing:
        return Drawing(b"", "", text)

    routes = api_routes(Operations({"slow": operation}, draw), tokens, VERSION, Shares())
    transport = httpx.ASGITransport(app=Starlette(routes=list(routes)))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        asking = asyncio.create_task(client.post("/api/v1/slow", json={}, headers=bearer(token)))
        await begun.wait()
        await tokens.revoke("notebook")
        go_on.set()
        answer = await asking
    assert answer.status_code == 401
    assert "revoked while" in answer.json()["detail"]
    assert "secret" not in answer.text


@pytest.mark.skipif(not CLAIMS.is_dir(), reason="../shared is not there: the claim sets were not compared")
@pytest.mark.parametrize(("claims", "step"), [("dev_starter.jsonl", 8), ("dev_overclaims.jsonl", 2)])
async def test_on_development_claims_it_says_what_the_command_line_writes(
    capabilities: Capabilities, claims: str, step: int, tmp_path: Path
) -> None:
    """Of every so many claims: both ask the same checker."""
    rows, told = (CLAIMS / claims).read_text(encoding="utf-8").splitlines(keepends=True)[::step], tmp_path / "verdicts"
    some = tmp_path / "claims.jsonl"
    some.write_text("".join(rows), encoding="utf-8")
    settings = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none"}
    command = ("verify", str(some), "--out", str(told))
    done = await asyncio.to_thread(CliRunner(env=settings).invoke, main, command)
    assert done.exit_code == 0, done.output
    differ = []
    asked = [json.loads(row) for row in rows]
    written = [json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()]
    for row, line in zip(asked, written, strict=True):
        answered = json.loads(json.dumps(await capabilities.answer("verify", row)))
        if {**answered, "ms": 0} != {**line, "ms": 0}:
            differ.append(row["id"])
    assert not differ
