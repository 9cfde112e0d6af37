"""A thread by link: to be read by whoever has it, until it is taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from adapters.web.app import WebAdapter
from adapters.web.sharing import Shares, without_controls
from kgcore.conversation.transcript import parse_messages
from kgcore.values.message import Place, Query, ThreadQuery
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Choice,
    Choices,
    Claims,
    ClaimView,
    Field,
    FieldKind,
    File,
    Form,
    Notice,
    Papers,
    PaperView,
    Plain,
    Progress,
    Reply,
)
from kgcore.verdicts import Verdict
from tests.adapters.web.core import FORM, JSON, PAGE, Core, Kept, served, words

HERE = Place("web", "", "local", "thread01")


class Forgetful(Core):
    """A core whose thread can be forgotten."""

    forgotten = False

    async def ask(self, query: Query) -> Reply:
        if self.forgotten and isinstance(query, ThreadQuery):
            return Reply("", "", (Choices(()),))
        return await super().ask(query)


@pytest.fixture
def state() -> Kept:
    return Kept()


@pytest.fixture
def owner(state: Kept) -> Iterator[TestClient]:
    with served(WebAdapter(read=parse_messages, state=state), Core()) as client:
        yield client


def link(client: TestClient, name: str = "share") -> str:
    answer = client.post("/share", data={"thread": "thread01", "name": name}, headers=JSON)
    assert answer.status_code == 200
    return str(answer.json()["link"])


def test_whoever_has_the_link_reads_the_thread_and_finds_nothing_to_press(owner: TestClient) -> None:
    shown = owner.get(link(owner), headers=PAGE)
    assert shown.status_code == 200
    assert "It &lt;b&gt;is&lt;/b&gt;." in shown.text
    assert "<textarea" not in shown.text
    assert 'name="action"' not in shown.text
    assert "thread01" not in shown.text
    assert shown.headers["x-robots-tag"] == "noindex"


def test_its_pictures_are_reached_by_the_link_alone(owner: TestClient) -> None:
    address = link(owner)
    assert owner.get(f"{address}/turn01.png?n=1").content == b"\x89PNG2"
    assert owner.get("/s/nothing-here/turn01.png").status_code == 404


def test_a_thread_has_one_link_and_none_once_it_is_taken_back(owner: TestClient, state: Kept) -> None:
    assert link(owner, "look") == ""
    first = link(owner)
    assert link(owner) == first == link(owner, "look")
    assert link(owner, "revoke") == ""
    gone = owner.get(first, headers=PAGE)
    assert (gone.status_code, "taken back" in gone.text, state.values) == (404, True, {})
    assert link(owner) != first


class Distant(Kept):
    """A map that takes its time, as a database does."""

    async def get(self, key: str) -> str | None:
        await asyncio.sleep(0)
        return await super().get(key)

    async def set(self, key: str, value: str) -> None:
        await asyncio.sleep(0)
        await super().set(key, value)


@pytest.mark.parametrize("processes", [1, 2])
async def test_links_that_are_made_at_once_can_all_be_taken_back(processes: int) -> None:
    state = Distant()
    shares = [Shares(state) for _ in range(processes)]
    made = await asyncio.gather(*(shares[n % processes].share(HERE) for n in range(4)))
    assert processes > 1 or len(set(made)) == 1
    good = [token for token in set(made) if await shares[0].thread_of(token, "web") == HERE]
    assert good == [await shares[0].link_of(HERE)]
    await shares[0].revoke(HERE)
    assert [await shares[-1].thread_of(token, "web") for token in made] == [None] * 4


def test_the_link_of_a_forgotten_thread_is_forgotten(state: Kept) -> None:
    core = Forgetful()
    with served(WebAdapter(read=parse_messages, state=state), core) as client:
        address = link(client)
        core.forgotten = True
        assert client.get(address, headers=PAGE).status_code == 404
    assert state.values == {}


def test_only_threads_of_ones_own_can_be_shared(state: Kept) -> None:
    with served(WebAdapter(read=parse_messages, host="0.0.0.0", state=state), Core(), "https://kg.example") as client:
        answer = client.post("/share", data={"thread": "thread01", "name": "share"}, headers=JSON)
    assert (answer.status_code, state.values) == (400, {})


@pytest.mark.parametrize("name", ["", "make", "SHARE"])
def test_a_request_that_does_not_say_what_to_do_is_told_so(owner: TestClient, state: Kept, name: str) -> None:
    answer = owner.post("/share", data={"thread": "thread01", "name": name}, headers=JSON)
    assert (answer.status_code, state.values) == (400, {})
    assert "share, revoke or look" in answer.json()["error"]


def test_what_comes_from_another_site_shares_nothing(owner: TestClient, state: Kept) -> None:
    foreign = {"Origin": "https://evil.example"}
    assert owner.post("/share", data={**FORM, "name": "share"}, headers=foreign).status_code == 403
    assert state.values == {}


def test_without_a_map_to_keep_links_in_nothing_is_shared() -> None:
    with served(WebAdapter(read=parse_messages), Core()) as client:
        assert client.post("/share", data=FORM, headers=JSON).status_code == 404
        assert 'data-thread-way="share"' not in client.get("/t/thread01").text


def test_a_shared_reply_keeps_its_words_and_loses_its_controls() -> None:
    claim = ClaimView(1, Verdict.SUPPORTED, (Plain("Zinc helps"),), "Why", bookmark="a", trim="b", up="c", down="d")
    form = Form("Ask", (Field("text", "Words", FieldKind.TEXT),), "Send", "kg1:quote:t:0")
    blocks = (
        words("Said."),
        Claims((claim,)),
        Papers((PaperView(Paper("PMID:1"), bookmark="x"),)),
        Progress(1, 2, why="kg1:progress:t:0"),
        Choices((Choice("Next", "kg1:ask:t:0"),)),
        form,
        File("a.md", "text/markdown", b""),
        Notice("General."),
    )
    found = without_controls(Reply("t", "q", blocks)).blocks
    assert [type(b).__name__ for b in found] == ["Text", "Claims", "Papers", "Progress", "Notice"]
    assert "kg1:" not in repr(found)
    assert isinstance(found[1], Claims)
    assert not any((found[1].claims[0].bookmark, found[1].claims[0].trim, found[1].claims[0].up))
