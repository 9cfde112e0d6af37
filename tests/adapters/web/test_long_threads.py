"""A thread that is longer than its page: what comes with the page, and what is fetched when somebody wants it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.testclient import TestClient

from adapters.web import limits
from adapters.web.app import WebAdapter
from adapters.web.reads import fetch_turns, fetch_versions
from kgcore.conversation.transcript import parse_messages
from kgcore.values.message import Query, ThreadQuery, ThreadsQuery, TurnQuery
from kgcore.values.reply import Choice, Choices, Reply, Steps, StepView
from tests.adapters.web.core import HERE, PAGE, Core, served, words

LONG = 50


@dataclass
class LongCore(Core):
    """A core whose thread has fifty answers; it tells how they stand."""

    async def ask(self, query: Query) -> Reply:
        match query:
            case ThreadQuery():
                self.queries.append(query)
                return Reply("", "", (Choices(tuple(Choice(f"Q{n}?", f"turn{n}", f"v{n}") for n in range(LONG))),))
            case TurnQuery(_, id):
                self.queries.append(query)
                steps = Steps((StepView(1, "Q0?", "kg1:step:turn0:0", 0),), LONG - 1)
                return Reply(id, f"Q{id[4:]}?", (words(f"Answer {id[4:]}. " * 50), steps), state=f"v{id[4:]}")
        return await super().ask(query)


@dataclass
class BusyCore(Core):
    """A core with 250 threads."""

    async def ask(self, query: Query) -> Reply:
        if isinstance(query, ThreadsQuery):
            found = [n for n in range(250) if query.find in f"Question {n}"][query.skip :][: limits.LISTED_THREADS]
            return Reply("", "", (Choices(tuple(Choice(f"Question {n}", f"thread{n:03}") for n in found)),))
        return await super().ask(query)


def test_older_threads_are_fetched_page_by_page_and_found_among_all() -> None:
    with served(WebAdapter(read=parse_messages), BusyCore()) as client:
        assert 'data-older="100"' in client.get("/").text
        found = [client.get(f"/threads?skip={skip}").text for skip in (100, 200)]
        assert ["Question 100" in found[0], "Question 249" in found[1]] == [True, True]
        assert ['data-older="200"' in found[0], "data-older" in found[1]] == [True, False]
        assert client.get("/threads?find=n%20249").text.count("<li") == 1
        for nonsense in ("nonsense", "12345678x", "9" * 5_000, "²", "-1"):
            assert client.get(f"/threads?skip={nonsense}").text.count("<li") in {0, 100}


async def test_the_last_answers_come_with_the_page_and_of_the_others_the_questions() -> None:
    turns = await fetch_turns(LongCore().ask, HERE)
    assert [t.turn for t in turns] == [f"turn{n}" for n in range(LONG)]
    assert [t.turn for t in turns if not t.folded] == [f"turn{n}" for n in range(LONG - limits.PAGE_TURNS, LONG)]
    assert [t.turn for t in turns if "steps-0" in t.order] == ["turn49"]


async def test_answers_from_an_earlier_one_on_can_be_asked_for() -> None:
    turns = await fetch_turns(LongCore().ask, HERE, "turn3")
    assert [t.turn for t in turns if not t.folded] == [f"turn{n}" for n in range(3, 3 + limits.PAGE_TURNS)]
    late = await fetch_turns(LongCore().ask, HERE, "turn48")
    assert [t.turn for t in late if not t.folded][-1] == "turn49"


async def test_how_answers_stand_is_told_without_looking_at_any() -> None:
    core = LongCore()
    versions = await fetch_versions(core.ask, HERE)
    assert versions == {f"turn{n}": f"v{n}" for n in range(LONG)}
    assert not [q for q in core.queries if isinstance(q, TurnQuery)]


async def test_an_answer_in_the_page_has_the_version_that_the_stream_tells() -> None:
    shown = {t.turn: t.version for t in await fetch_turns(LongCore().ask, HERE) if not t.folded}
    versions = await fetch_versions(LongCore().ask, HERE)
    assert shown == {id: versions[id] for id in shown}


def test_every_folded_question_leads_to_its_answer_without_scripts_too() -> None:
    with served(WebAdapter(read=parse_messages), LongCore()) as client:
        page = client.get("/t/thread01", headers=PAGE).text
        assert '<a href="?at=turn0" dir="auto">Q0?</a>' in page
        assert "30 earlier questions" in page
        back = client.get("/t/thread01?at=turn0", headers=PAGE).text
    assert "Answer 0." in back
    assert "30 later questions" in back


def test_a_page_travels_compressed_where_the_browser_takes_it() -> None:
    with served(WebAdapter(read=parse_messages), LongCore()) as client:
        packed = _encoding(client, "gzip")
        plain = _encoding(client, "identity")
    assert (packed, plain) == ("gzip", "")


def _encoding(client: TestClient, accepted: str) -> str:
    headers = {**PAGE, "Accept-Encoding": accepted}
    return client.get("/t/thread01", headers=headers).headers.get("content-encoding", "")
