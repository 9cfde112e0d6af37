"""Who may call the page, and what each visitor sees."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from adapters.web.app import WebAdapter
from adapters.web.limits import HEADERS
from kgcore.conversation.transcript import parse_messages
from tests.adapters.web.asgi import listening
from tests.adapters.web.core import FORM, JSON, Core, app_of, served

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "path", ["/", "/t/thread01", "/t/thread01/turn01", "/static/page.css", "/verdicts.css", "/static/none"]
)
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
        {"Referer": "http://evil.example/127.0.0.1:8700"},
        {"Referer": "about:blank"},
        {"Origin": "null", "Referer": "http://127.0.0.1:8700/"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_post_from_another_site_is_refused(client: TestClient, core: Core, headers: dict[str, str]) -> None:
    assert client.post("/ask", data=FORM, headers=headers).status_code == 403
    assert client.post("/click", data={**FORM, "action": "kg1:stop:turn01:0"}, headers=headers).status_code == 403
    assert core.events == []


def test_the_proxy_of_the_guide_lets_questions_in_on_a_port_of_ones_own(core: Core) -> None:
    guide = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("**nginx.**")[2]
    written = re.findall(r"proxy_set_header (\S+) (\S+);", guide)
    seen = {  # what nginx's variables hold where people open http://kg.example:8790
        "$host": "kg.example",
        "$http_host": "kg.example:8790",
        "$scheme": "http",
        "$proxy_add_x_forwarded_for": "192.0.2.1",
    }
    assert {name for name, _ in written} == {"Host", "X-Forwarded-For", "X-Forwarded-Proto"}
    passed_on = {name: seen[variable] for name, variable in written}
    with served(WebAdapter(read=parse_messages, host="0.0.0.0"), core, "http://kg.example:8790") as one:
        answer = one.post("/ask", data=FORM, headers={**JSON, **passed_on, "Origin": "http://kg.example:8790"})
    assert answer.status_code == 202


def test_nothing_is_done_by_a_get(client: TestClient, core: Core) -> None:
    assert client.get("/ask?text=x&thread=thread01").status_code == 405
    assert core.events == []


def test_on_loopback_nobody_needs_a_cookie(client: TestClient) -> None:
    assert "set-cookie" not in client.get("/").headers


def test_elsewhere_each_visitor_sees_only_what_is_theirs(core: Core) -> None:
    adapter = WebAdapter(read=parse_messages, host="0.0.0.0")
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
    with served(WebAdapter(read=parse_messages, host="0.0.0.0"), core) as client:
        client.cookies.set("evigraph_visitor", "local")
        client.post("/ask", data=FORM, headers=JSON)
    assert core.events[0].place.channel != "local"


def test_a_page_behind_a_public_name_is_not_one_persons(core: Core) -> None:
    with served(
        WebAdapter(read=parse_messages, host="127.0.0.1", names=["kg.example"]), core, "https://kg.example"
    ) as client:
        client.post("/ask", data=FORM, headers=JSON)
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert core.events[0].place.channel != "local"


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP"]
)
def test_what_a_proxy_passes_on_is_refused_where_the_page_is_one_persons(
    client: TestClient, core: Core, header: str
) -> None:
    for path in ("/", "/threads", "/t/thread01", "/events/thread01", "/static/page.js"):
        answer = client.get(path, headers={header: "203.0.113.9"})
        assert answer.status_code == 421
        assert "EVIGRAPH_PROXIES" in answer.text
    assert client.post("/ask", data=FORM, headers={header: "203.0.113.9", **JSON}).status_code == 421
    assert (core.events, core.queries) == ([], [])


async def test_a_proxy_that_tells_nothing_is_known_by_its_old_http(core: Core) -> None:
    app = app_of(WebAdapter(read=parse_messages), core)
    async with listening(app, "/events/thread01", version="1.0") as events:
        await asyncio.sleep(0)
    assert events.status == 421


def test_behind_a_configured_proxy_every_visitor_sees_only_what_is_theirs(core: Core) -> None:
    adapter = WebAdapter(read=parse_messages, proxied=True, names=["kg.example"])
    with served(adapter, core, "https://kg.example") as client:
        answer = client.get("/", headers={"X-Forwarded-For": "203.0.113.9"})
        assert answer.status_code == 200
        assert "thread01" not in answer.text
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
