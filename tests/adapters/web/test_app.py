"""The page's routes: what they put into the inbox, and what they show."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from adapters.web.app import WebAdapter
from kgcore.conversation.transcript import parse_messages
from kgcore.errors import StoreFull
from kgcore.values.message import Click, Command, Message, NamesQuery, Person, Said
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
    client = TestClient(Starlette(routes=list(WebAdapter(read=parse_messages).routes())), "http://127.0.0.1:8700")
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
    assert (snapshot["turn"], snapshot["final"], snapshot["order"]) == (
        "turn01",
        True,
        ["text-0", "figure-0", "figure-1"],
    )
    assert client.get("/t/thread01/turn02").status_code == 404
    assert client.get("/t/thread02/turn01").status_code == 404


def test_the_picture_can_be_downloaded(client: TestClient) -> None:
    picture = client.get("/t/thread01/turn01.png")
    assert (picture.content, picture.headers["content-type"]) == (b"\x89PNG", "image/png")
    assert client.get("/t/thread01/turn02.png").status_code == 404


def test_every_picture_of_an_answer_has_an_address_of_its_own(client: TestClient) -> None:
    page = client.get("/t/thread01").text
    assert 'href="/t/thread01/turn01.png"' in page
    assert 'href="/t/thread01/turn01.png?n=1"' in page
    assert client.get("/t/thread01/turn01.png?n=1").content == b"\x89PNG2"
    assert client.get("/t/thread01/turn01.png?n=2").status_code == 404
    assert client.get("/t/thread01/turn01.png?n=-1").status_code == 400


def test_a_file_is_downloaded_and_never_shown(client: TestClient) -> None:
    file = client.get("/t/thread01/files/summary.md")
    assert (file.content, file.headers["content-type"]) == (b"# Zinc", "text/markdown; charset=utf-8")
    assert file.headers["content-disposition"] == "attachment; filename*=utf-8''summary.md"
    assert file.headers["x-content-type-options"] == "nosniff"
    assert client.get("/t/thread01/files/none.md").status_code == 404
    assert client.get("/t/thread02/files/summary.md").status_code == 404


def test_a_file_of_a_hostile_name_or_kind_is_still_only_a_download(client: TestClient) -> None:
    drawn = client.get("/t/thread01/files/%C3%BCnsafe%20%22name%22.svg")
    assert drawn.headers["content-disposition"] == "attachment; filename*=utf-8''%C3%BCnsafe%20%22name%22.svg"
    odd = client.get("/t/thread01/files/odd")
    assert odd.headers["content-type"] == "application/octet-stream"
    assert "x-evil" not in odd.headers


def test_names_are_completed_while_somebody_types(client: TestClient, core: Core) -> None:
    assert client.get("/t/thread01/names?q=z").json() == [{"name": "zinc", "type": "Dietary supplement"}]
    assert client.get("/t/thread01/names?q=").json() == []
    client.get("/t/thread01/names?q=" + "a" * 500)
    query = core.queries[-1]
    assert isinstance(query, NamesQuery)
    assert len(query.text) == 100


def test_a_form_is_one_click_with_its_fields(client: TestClient, core: Core) -> None:
    form = {**FORM, "action": "kg1:connect:turn01:0", "f-nodes": ["1", "3"], "f-text": " why \u202e", "nodes": "9"}
    assert client.post("/click", data=form, headers=JSON).status_code == 202
    (event,) = core.events
    assert isinstance(event, Click)
    assert event.fields == (("nodes", ("1", "3")), ("text", ("why",)))


def test_a_button_of_the_header_is_a_command(client: TestClient, core: Core) -> None:
    assert client.post("/command", data={**FORM, "name": "summary", "text": ""}, headers=JSON).status_code == 202
    assert core.events == [Command("web:local:event0001", HERE, Person("local", admin=True), "summary")]
    answer = client.post("/command", data={**FORM, "event": "", "name": "browse", "text": "zinc"}, headers=PAGE)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/thread01")


def test_a_question_that_begins_with_a_slash_is_a_command(client: TestClient, core: Core) -> None:
    client.post("/ask", data={**FORM, "text": " /browse  vitamin E "}, headers=JSON)
    client.post("/ask", data={**FORM, "event": "event0002", "text": "/map\nAnn: zinc helps\nBen: no"}, headers=JSON)
    client.post("/ask", data={**FORM, "event": "event0003", "text": "/usr/bin or zinc?"}, headers=JSON)
    first, second, third = core.events
    assert isinstance(first, Command)
    assert (first.name, first.text) == ("browse", "vitamin E")
    assert isinstance(second, Command)
    assert second.said == (Said("Ann", "zinc helps"), Said("Ben", "no"))
    assert isinstance(third, Message)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("map", "", "no messages to read"),
        ("map", "hello everybody", "line 1: nobody is named here"),
        ("map", "A: b\n" * 501, "line 501: here begins the 501st message; at most 500"),
        ("map", "Ann: " + "b" * 4001, "line 1: this message is longer than 4,000 characters"),
        ("browse", "b" * 5000, "too long"),
        ("<b>", "", "no such command"),
    ],
)
def test_a_command_that_cannot_be_followed_is_refused_in_words(
    client: TestClient, core: Core, name: str, text: str, words: str
) -> None:
    answer = client.post("/command", data={**FORM, "name": name, "text": text}, headers=JSON)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert core.events == []


def test_the_list_of_threads_can_be_fetched_alone(client: TestClient) -> None:
    assert client.get("/threads?current=thread01").text.count("<li") == 1


@pytest.mark.parametrize("path", ["/t/a%20b", "/t/" + "a" * 70, "/events/%00"])
def test_an_address_that_names_nothing_is_refused(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in {400, 404}


@pytest.mark.parametrize("path", ["/static/page.css", "/verdicts.css", "/static/page.js", "/static/icon.svg"])
def test_style_sheets_and_scripts_are_served_from_the_package(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200
