"""The page's routes: who may call them, what they put into the inbox, and what open pages are sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from adapters.web import WebAdapter
from adapters.web.limits import HEADERS
from kgcore.errors import StoreFull
from kgcore.message import Click, Incoming, Message, Place, Query, ThreadQuery, ThreadsQuery, TurnQuery
from kgcore.reply import Choice, Choices, Figure, Notice, Plain, Reply, Text
from tests.adapters.web.asgi import listening

HERE = Place("web", "", "local", "thread01")
FORM = {"thread": "thread01", "event": "event0001", "text": "Is zinc good?"}
JSON = {"Accept": "application/json"}
PAGE = {"Accept": "text/html"}


@dataclass
class Core:
    """An inbox that remembers, and answers about one thread with one turn."""

    events: list[Incoming] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    fault: Exception | None = None

    async def put(self, event: Incoming) -> bool:
        if self.fault:
            raise self.fault
        new = event.id not in {e.id for e in self.events}
        self.events += [event] if new else []
        return new

    async def ask(self, query: Query) -> Reply:
        self.queries.append(query)
        known = query.place.channel == "local"
        match query:
            case ThreadsQuery():
                lines = (Choice("Is zinc good?", "thread01", "2026-11-21T10:00:00+00:00"),)
                return Reply("", "", (Choices(lines if known else ()),))
            case ThreadQuery(place):
                return Reply("", "", (Choices((Choice("Is zinc good?", "turn01"),) if place == HERE else ()),))
            case TurnQuery(place, "turn01") if place == HERE:
                return Reply("turn01", "Is zinc good?", (words("It <b>is</b>."), Figure(b"\x89PNG", "", "A", 1, 1)))
            case TurnQuery():
                return Reply("", "", (Notice("There is no such answer."),))


def words(text: str) -> Text:
    return Text((Plain(text),))


def app_of(adapter: WebAdapter, core: Core) -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(adapter.receive(core, core.ask))
        await asyncio.sleep(0)
        yield
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    return Starlette(routes=list(adapter.routes()), lifespan=lifespan)


@contextlib.contextmanager
def served(adapter: WebAdapter, core: Core, address: str = "http://127.0.0.1:8700") -> Iterator[TestClient]:
    with TestClient(app_of(adapter, core), address, follow_redirects=False) as client:
        yield client


@pytest.fixture
def core() -> Core:
    return Core()


@pytest.fixture
def client(core: Core) -> Iterator[TestClient]:
    with served(WebAdapter(status="starter graph: 274 entities"), core) as client:
        yield client


# ── asking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_goes_into_the_inbox_and_is_acknowledged(client: TestClient, core: Core) -> None:
    answer = client.post("/ask", data=FORM, headers=JSON)
    assert answer.status_code == 202
    (event,) = core.events
    assert isinstance(event, Message)
    assert (event.place, event.text, event.id) == (HERE, "Is zinc good?", "web:local:event0001")


def test_a_double_click_is_one_event(client: TestClient, core: Core) -> None:
    answers = [client.post("/ask", data=FORM, headers=JSON).json()["new"] for _ in range(2)]
    assert answers == [True, False]
    assert len(core.events) == 1


def test_without_scripts_a_question_leads_to_its_thread(client: TestClient) -> None:
    answer = client.post("/ask", data=FORM, headers=PAGE)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/thread01")


def test_a_click_goes_into_the_inbox_as_it_came(client: TestClient, core: Core) -> None:
    form = {"thread": "thread01", "event": "event0002", "action": "kg1:later-verb:turn01:0"}
    assert client.post("/click", data=form, headers=JSON).status_code == 202
    (event,) = core.events
    assert isinstance(event, Click)
    assert event.action == "kg1:later-verb:turn01:0"


@pytest.mark.parametrize("text", ["", "a" * 20_000, "null \x00 byte"])
def test_a_hostile_question_gets_words_and_stays_out_of_the_inbox(client: TestClient, core: Core, text: str) -> None:
    answer = client.post("/ask", data={**FORM, "text": text}, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"]
    shown = client.post("/ask", data={**FORM, "text": text}, headers=PAGE)
    assert shown.status_code == 400
    assert 'role="alert"' in shown.text
    assert core.events == []


def test_a_full_disk_is_told_in_words(client: TestClient, core: Core) -> None:
    core.fault = StoreFull("The disk is full.", mend="Make room and ask again.")
    answer = client.post("/ask", data=FORM, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (503, "The disk is full. Make room and ask again.")


def test_an_unforeseen_failure_is_told_by_number_only(client: TestClient, core: Core) -> None:
    core.fault = RuntimeError("secret details")
    answer = client.post("/ask", data=FORM, headers=JSON)
    assert answer.status_code == 500
    assert "incident" in answer.json()["error"]
    assert "secret" not in answer.text


def test_before_it_has_an_inbox_the_page_says_that_it_is_starting() -> None:
    client = TestClient(Starlette(routes=list(WebAdapter().routes())), "http://127.0.0.1:8700")
    assert client.get("/").status_code == 503
    assert "starting" in client.post("/ask", data=FORM, headers=JSON).json()["error"]


# ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_empty_page_says_what_it_is_and_what_it_runs_on(client: TestClient) -> None:
    page = client.get("/").text
    for expected in ("starter graph: 274 entities", "Can vitamin E slow", "Contradicted", "not medical advice"):
        assert expected in page


def test_a_thread_is_read_from_the_core_each_time(client: TestClient) -> None:
    page = client.get("/t/thread01")
    assert "It &lt;b&gt;is&lt;/b&gt;." in page.text
    assert 'href="/t/thread01" aria-current="page"' in page.text
    assert page.headers["cache-control"] == "no-store"


def test_one_turn_can_be_fetched_again(client: TestClient) -> None:
    snapshot = client.get("/t/thread01/turn01").json()
    assert (snapshot["turn"], snapshot["final"], snapshot["order"]) == ("turn01", True, ["text-0", "figure-0"])
    assert client.get("/t/thread01/turn02").status_code == 404
    assert client.get("/t/thread02/turn01").status_code == 404


def test_the_picture_can_be_downloaded(client: TestClient) -> None:
    picture = client.get("/t/thread01/turn01.png")
    assert (picture.content, picture.headers["content-type"]) == (b"\x89PNG", "image/png")
    assert client.get("/t/thread01/turn02.png").status_code == 404


def test_the_list_of_threads_can_be_fetched_alone(client: TestClient) -> None:
    assert client.get("/threads?current=thread01").text.count("<li>") == 1


@pytest.mark.parametrize("path", ["/t/a%20b", "/t/" + "a" * 70, "/events/%00"])
def test_an_address_that_names_nothing_is_refused(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in {400, 404}


@pytest.mark.parametrize("path", ["/static/page.css", "/static/page.js", "/static/icon.svg"])
def test_style_sheets_and_scripts_are_served_from_the_package(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200


# ── who may call ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["/", "/t/thread01", "/t/thread01/turn01", "/static/page.css", "/static/none"])
def test_every_answer_carries_the_protective_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS)
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8700", "127.0.0.1.evil.example", "", "[", "10.0.0.1"])
def test_another_host_name_is_refused_on_loopback(client: TestClient, core: Core, host: str) -> None:
    for path in ("/", "/t/thread01", "/events/thread01", "/static/page.js"):
        assert client.get(path, headers={"Host": host}).status_code == 421
    assert client.post("/ask", data=FORM, headers={"Host": host, "Origin": f"http://{host}"}).status_code == 421
    assert core.events == []


@pytest.mark.parametrize("host", ["127.0.0.1:8700", "localhost:8700", "localhost", "[::1]:8700"])
def test_loopback_has_several_names(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200
    headers = {**JSON, "Host": host, "Origin": f"http://{host}"}
    assert client.post("/ask", data=FORM, headers=headers).status_code == 202


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "http://localhost:8700"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_post_from_another_site_is_refused(client: TestClient, core: Core, headers: dict[str, str]) -> None:
    assert client.post("/ask", data=FORM, headers=headers).status_code == 403
    assert client.post("/click", data={**FORM, "action": "kg1:stop:turn01:0"}, headers=headers).status_code == 403
    assert core.events == []


def test_nothing_is_done_by_a_get(client: TestClient, core: Core) -> None:
    assert client.get("/ask?text=x&thread=thread01").status_code == 405
    assert core.events == []


# ── visitors ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_on_loopback_nobody_needs_a_cookie(client: TestClient) -> None:
    assert "set-cookie" not in client.get("/").headers


def test_elsewhere_each_visitor_sees_only_what_is_theirs(core: Core) -> None:
    adapter = WebAdapter(host="0.0.0.0")
    with served(adapter, core, "https://kg.example") as one:
        cookie = one.get("/").headers["set-cookie"].lower()
        assert all(word in cookie for word in ("httponly", "samesite=lax", "secure"))
        one.post("/ask", data=FORM, headers=JSON)
        one.post("/ask", data={**FORM, "event": "event0002"}, headers=JSON)
        one.cookies.clear()
        one.post("/ask", data=FORM, headers=JSON)
        assert "thread01" not in one.get("/").text
    first, second, third = (e.place.channel for e in core.events)
    assert first == second != third
    assert first not in cookie


def test_a_made_up_cookie_is_replaced(core: Core) -> None:
    with served(WebAdapter(host="0.0.0.0"), core) as client:
        client.cookies.set("evigraph_visitor", "local")
        client.post("/ask", data=FORM, headers=JSON)
    assert core.events[0].place.channel != "local"


def test_a_page_behind_a_public_name_is_not_one_persons(core: Core) -> None:
    with served(WebAdapter(host="127.0.0.1", names=["kg.example"]), core, "https://kg.example") as client:
        client.post("/ask", data=FORM, headers=JSON)
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert core.events[0].place.channel != "local"


# ── streams ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@contextlib.asynccontextmanager
async def running(core: Core) -> AsyncIterator[tuple[WebAdapter, Starlette]]:
    adapter = WebAdapter()
    app = app_of(adapter, core)
    async with app.router.lifespan_context(app):
        yield adapter, app


async def test_an_open_page_hears_first_which_turns_there_are(core: Core) -> None:
    async with running(core) as (_, app), listening(app, "/events/thread01") as events:
        assert await events.next() == ("turns", ["turn01"])
        assert events.status == 200


async def test_an_open_page_gets_snapshots_of_its_thread_only(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("other", "q", (words("no"),)), Place("web", "", "local", "thread02"), None)
        await adapter.deliver(Reply("other", "q", (words("no"),)), Place("web", "", "else", "thread01"), None)
        receipt = await adapter.deliver(Reply("turn02", "Why?", (words("yes"),)), HERE, None)
        name, snapshot = await events.next()
    assert receipt == "turn02"
    assert (name, snapshot["turn"], snapshot["question"], snapshot["final"]) == ("turn", "turn02", "Why?", True)
    assert snapshot["blocks"] == {"text-0": '<p class="text" dir="auto">yes</p>'}


async def test_a_slow_page_gets_the_newest_snapshot_only(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        for count in range(500):
            await adapter.deliver(Reply("turn02", "Why?", (words(f"{count}"),), final=count == 499), HERE, None)
        _, snapshot = await events.next()
    assert snapshot["final"]
    assert "499" in snapshot["blocks"]["text-0"]


async def test_only_changed_blocks_are_sent_again(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("turn02", "Why?", (words("one"),), final=False), HERE, None)
        assert list((await events.next())[1]["blocks"]) == ["text-0"]
        await adapter.deliver(Reply("turn02", "Why?", (words("one"), words("two"))), HERE, None)
        _, snapshot = await events.next()
    assert snapshot["order"] == ["text-0", "text-1"]
    assert list(snapshot["blocks"]) == ["text-1"]


async def test_a_notice_of_no_turn_arrives_too(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("", "", (Notice("That button is stale."),)), HERE, None)
        name, snapshot = await events.next()
    assert name == "notice"
    assert "stale" in snapshot["blocks"]["notice-0"]


async def test_delivering_to_nobody_is_fine(core: Core) -> None:
    async with running(core) as (adapter, _):
        assert await adapter.deliver(Reply("turn02", "Why?", ()), HERE, "earlier") == "earlier"


async def test_streams_end_when_the_adapter_is_cancelled(core: Core) -> None:
    async with contextlib.AsyncExitStack() as stack, running(core) as (_, app):
        events = await stack.enter_async_context(listening(app, "/events/thread01"))
        await events.next()
