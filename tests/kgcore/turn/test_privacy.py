"""Patients' identifiers are neither kept nor sent to a model, and people are told what was left out."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from bot.worker import Worker
from kgcore.conversation.transcript import LONGEST_MESSAGE, MOST_CHARACTERS, MOST_MESSAGES
from kgcore.english.identifiers import Kind
from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.privacy import BLANK, blanked, told_of, without_identifiers
from kgcore.turn.reader import _bounded
from kgcore.values.message import Change, Click, Command, CommandQuery, Incoming, Message, Said, Verb
from kgcore.values.tasks import Task
from tests.fakes.adapter import RecordingAdapter
from tests.kgcore.house import ANN, Bot, bot, folder, verdicts
from tests.kgcore.talking import CHANNEL, VITAMIN_E, act, notices

__all__ = ["bot", "folder"]

SECRETS = ("Tom Okafor", "4471902", "03/04/1948", "tom.okafor@example.org")
PATIENT = "My patient Tom Okafor, DOB 03/04/1948, MRN 4471902, tom.okafor@example.org: " + VITAMIN_E
HARMLESS = (
    VITAMIN_E,
    "Does St John's wort interact with warfarin?",
    "Is Parkinson's disease linked to PMID 26752497?",
    "What does the Cochrane review of 12 March 2019 say on zinc 75 mg?",
)


def bytes_of(bot: Bot) -> bytes:
    return b"".join(p.read_bytes() for p in sorted(bot.store._path.parent.glob("s.db*")))


def test_a_text_loses_its_identifiers_and_nothing_else() -> None:
    rest, kinds = blanked(PATIENT)
    assert not any(secret in rest for secret in SECRETS)
    assert rest.endswith(VITAMIN_E)
    assert {Kind.NAME, Kind.BIRTHDATE, Kind.MRN, Kind.EMAIL} <= kinds
    assert blanked(rest) == (rest, frozenset())


@pytest.mark.parametrize("text", HARMLESS)
def test_a_question_without_any_stays_as_it_is(text: str) -> None:
    assert blanked(text) == (text, frozenset())


async def test_what_is_said_names_the_kinds_in_words() -> None:
    event = await without_identifiers(Message("m", CHANNEL, ANN, "MRN 4471902, DOB 03/04/1948: zinc?"))
    assert told_of(event).startswith("I left out a date of birth and a record number: nothing of that kind is kept")
    assert not told_of(await without_identifiers(Message("m", CHANNEL, ANN, VITAMIN_E)))


async def test_every_way_to_write_is_looked_at(bot: Bot) -> None:
    events = (
        Message("a", CHANNEL, ANN, "zinc?", quote=PATIENT),
        Command("b", CHANNEL, ANN, "ask", PATIENT),
        Command("c", CHANNEL, ANN, "map", said=(Said("Ben", PATIENT), Said("Ann", "x " * 4000))),
        Click("d", CHANNEL, ANN, act(Verb.QUOTE, "t"), (("text", (PATIENT,)), ("paper", ("PMID 26752497",)))),
    )
    for event in events:
        clean = await without_identifiers(event)
        assert not any(secret in str(clean) for secret in SECRETS)
        assert BLANK in str(clean)
    assert "26752497" in str(await without_identifiers(events[3]))


async def test_an_answer_says_so_again_after_a_restart_and_is_as_good(bot: Bot) -> None:
    plain = (await bot.ask(VITAMIN_E, CHANNEL))[-1]
    reply = (await bot.ask(PATIENT, replace(CHANNEL, thread="t2")))[-1]
    assert "I left out a name" in notices(reply)
    assert notices(reply).count("I left out") == 1
    assert verdicts(reply) == verdicts(plain)
    bot.start()
    (turn,) = await bot.store.turns(replace(CHANNEL, thread="t2").key)
    assert any("I left out" in notice for notice in turn.notices)
    assert not any(secret.encode() in bytes_of(bot) for secret in SECRETS)


async def test_neither_inbox_nor_model_ever_has_them(bot: Bot) -> None:
    model = ScriptedModel({Task.ANSWER: ["Zinc may help."], Task.EXTRACT: ["[]"]})
    worker = Worker(bot.store, bot.start(model), {"chat": RecordingAdapter()}, audit_texts=True)
    await worker.put(Message("m1", CHANNEL, ANN, PATIENT))
    (kept,) = await bot.store.pending()
    assert not any(secret in str(kept) for secret in SECRETS)
    await worker.drain()
    assert model.asked
    assert not any(secret in str(request) for request in model.asked for secret in SECRETS)
    assert not any(secret.encode() in bytes_of(bot) for secret in SECRETS)


async def test_what_is_answered_aside_says_so_too(bot: Bot) -> None:
    looked = Command("l", CHANNEL, ANN, "literature", "vitamin E for MRN 4471902")
    for reply in ((await bot.send(looked))[-1], await bot.assistant.ask(CommandQuery(looked))):
        assert "I left out a record number" in notices(reply)
    assert b"4471902" not in bytes_of(bot)


@pytest.mark.parametrize(
    "text",
    [
        "I think it's Lyme. Does doxycycline help?",
        "The herb is called Ashwagandha. Is it safe?",
        "A drug named Ozempic, does it cause nausea?",
        "Our study is called ASCEND. What did it find?",
    ],
)
def test_a_thing_that_is_named_is_nobody(text: str) -> None:
    assert blanked(text) == (text, frozenset())


async def test_a_name_that_stands_alone_and_that_the_graph_has_is_a_thing(bot: Bot) -> None:
    text = "My daughter Melatonin 3 mg: is it safe?"
    cleared = await bot.assistant.cleared(Message("m", CHANNEL, ANN, text))
    assert isinstance(cleared, Message)
    assert cleared.text == text
    other = await bot.assistant.cleared(Message("m", CHANNEL, ANN, "My daughter Zoe takes melatonin, is it safe?"))
    assert isinstance(other, Message)
    assert "Zoe" not in other.text
    beside = await bot.assistant.cleared(Message("m", CHANNEL, ANN, f"{text} MRN 4471902"))
    assert isinstance(beside, Message)
    assert "4471902" not in beside.text


READ = "kgcore.turn.privacy.find_identifiers"


@pytest.mark.parametrize(
    "event",
    [
        Message("m", CHANNEL, ANN, "zinc " * 50_000, quote="<" * 250_000),
        Command("c", CHANNEL, ANN, "check", "!" * 250_000),
        Command("c", CHANNEL, ANN, "check", "", (Said("Ann", ":a:" * 80_000),)),
        Command("c", CHANNEL, ANN, "map", "", tuple(Said("Ann", f"{n} " * 900) for n in range(500))),
        Command("c", CHANNEL, ANN, "map", "", tuple(Said("Ann", f"a{n}") for n in range(100_000))),
        Change("c", CHANNEL, ANN, "m", "&" * 250_000),
    ],
    ids=["question", "typed", "message", "conversation", "crowd", "change"],
)
async def test_of_what_is_endless_no_more_is_looked_through_than_anybody_reads(
    monkeypatch: pytest.MonkeyPatch, event: Incoming
) -> None:
    """Whoever sends it waits for it: Slack for three seconds."""
    looked: list[str] = []

    def look(text: str) -> tuple[()]:
        looked.append(text)
        return ()

    monkeypatch.setattr(READ, look)
    await without_identifiers(event)
    assert sum(map(len, looked)) <= MOST_CHARACTERS + LONGEST_MESSAGE + 1
    assert len(looked) <= MOST_MESSAGES + 2


async def test_a_conversation_that_is_too_long_is_still_told_of() -> None:
    said = tuple(Said("Ann", f"Vitamin E prevents Alzheimer's disease, {n}. " + "Well. " * 900) for n in range(40))
    cleared = await without_identifiers(Command("c", CHANNEL, ANN, "map", "", (Said("Ben", " "), *said)))
    assert isinstance(cleared, Command)
    kept, told = _bounded(cleared.said)
    assert (kept, told) == _bounded(said)
    assert len(kept) == 25
    assert told == (
        "This is a long conversation: the first 25 of 40 messages were read.",
        "Of very long messages, the first 4,000 characters were read.",
    )


async def test_a_question_without_end_is_told_to_be_too_long(bot: Bot) -> None:
    assert "more than 4,000 characters" in str(await bot.send(Message("m", CHANNEL, ANN, "zinc " * 50_000)))


async def test_conversations_are_read_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that they leave room for what everybody else has written."""
    together = most = 0

    def look(text: str) -> tuple[()]:
        nonlocal together, most
        together += 1
        most = max(most, together)
        time.sleep(0.02)
        together -= 1
        return ()

    monkeypatch.setattr(READ, look)
    long = Command("c", CHANNEL, ANN, "map", "", tuple(Said("Ann", f"{n} " * 900) for n in range(10)))
    everybody = asyncio.gather(*(without_identifiers(replace(long, id=str(n))) for n in range(6)))
    await asyncio.sleep(0.1)
    assert most == 1
    await asyncio.wait_for(without_identifiers(Message("m", CHANNEL, ANN, "zinc? " * 200)), 1)
    assert not everybody.done()
    await everybody
