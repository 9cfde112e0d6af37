"""The page's routes: what they put into the inbox, and what they show."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from adapters.web import WebAdapter
from kgcore.errors import StoreFull
from kgcore.message import Click, Message
from tests.adapters.web.core import FORM, HERE, JSON, PAGE, Core


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
    core.fault = StoreFull("No room left for /srv/secret/evigraph.db.")
    answer = client.post("/ask", data=FORM, headers=JSON)
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("The disk is full")
    assert "/srv" not in answer.text


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
