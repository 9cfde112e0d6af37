"""One message of people: its claims checked, and questions about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.values.message import Command, Message, Said
from kgcore.values.reply import Claims, Table
from kgcore.values.thread import Mode
from kgcore.verdicts import Verdict
from tests.kgcore.house import ANN, Bot, bot, folder, verdicts, words
from tests.kgcore.talking import CHANNEL, notices

__all__ = ["bot", "folder"]

SAID = "Ginkgo biloba prevents Alzheimer's disease. Donepezil treats Alzheimer's disease."
CHECK = Command("c1", CHANNEL, ANN, "check", said=(Said("Ben", SAID),))


async def test_the_claims_of_a_message_get_a_verdict_each_in_the_thread(bot: Bot) -> None:
    reply = (await bot.send(CHECK))[-1]
    assert (reply.question, reply.private) == ("Check of a message", False)
    assert verdicts(reply) == [Verdict.CONTRADICTED, Verdict.SUPPORTED]
    assert {c.speaker for b in reply.blocks if isinstance(b, Claims) for c in b.claims} == {"Ben"}
    assert (await bot.turn([reply])).mode is Mode.MAPPED
    assert "people" not in words(reply).lower().replace("people's own words", "")
    assert not any(isinstance(b, Table) for b in reply.blocks)


async def test_a_message_can_be_given_as_text_and_has_then_no_speaker(bot: Bot) -> None:
    reply = (await bot.send(replace(CHECK, said=(), text=SAID)))[-1]
    assert len(verdicts(reply)) == 2
    assert {c.speaker for b in reply.blocks if isinstance(b, Claims) for c in b.claims} == {""}


async def test_a_message_that_claims_nothing_is_told_so(bot: Bot) -> None:
    reply = (await bot.send(replace(CHECK, said=(Said("Ben", "See you at lunch!"),))))[-1]
    assert "No claim was found in this message" in notices(reply)


@pytest.mark.parametrize("said", [(), (Said("Ben", "  "),), (Said("Ben", "🎉"),)])
async def test_without_words_there_is_nothing_to_check(bot: Bot, said: tuple[Said, ...]) -> None:
    assert "nothing to check" in notices((await bot.send(replace(CHECK, said=said)))[-1])


async def test_a_checked_message_begins_a_thread_that_goes_on(bot: Bot) -> None:
    first = (await bot.send(CHECK))[-1]
    second = (await bot.ask("Why?", CHANNEL))[-1]
    assert (await bot.turn([second])).parent == first.turn


async def test_a_question_about_a_message_is_understood_from_it(bot: Bot) -> None:
    asked = Message("m1", CHANNEL, ANN, "Is it safe?", quote="We should all take ginkgo biloba.")
    reply = (await bot.send(asked))[-1]
    turn = await bot.turn([reply])
    assert turn.quote == "We should all take ginkgo biloba."
    assert "Ginkgo biloba" in [e.name for e in turn.focus]


async def test_a_message_about_two_things_gives_both_to_why(bot: Bot) -> None:
    asked = Message("m1", CHANNEL, ANN, "Why?", quote="Vitamin E slows Alzheimer's disease!")
    turn = await bot.turn(await bot.send(asked))
    assert {"Vitamin E", "Alzheimer's disease"} <= {e.name for e in turn.focus}


@pytest.mark.parametrize("question", ["Is this true?", "is that really so??", "Are these right"])
async def test_asking_whether_a_message_is_true_checks_its_claims(bot: Bot, question: str) -> None:
    reply = (await bot.send(Message("m1", CHANNEL, ANN, question, quote=SAID)))[-1]
    assert reply.question == question
    assert verdicts(reply) == [Verdict.CONTRADICTED, Verdict.SUPPORTED]


async def test_a_question_of_its_own_about_a_message_stands_for_itself(bot: Bot) -> None:
    asked = Message("m1", CHANNEL, ANN, "Does zinc help against the common cold?", quote=SAID)
    turn = await bot.turn(await bot.send(asked))
    assert {e.name for e in turn.focus} == {"Zinc", "Common cold"}


async def test_a_hostile_quote_stays_text(bot: Bot) -> None:
    asked = Message("m1", CHANNEL, ANN, "Is it safe?", quote="<b>@everyone</b> \x00\u202e" + "x" * 10_000)
    turn = await bot.turn(await bot.send(asked))
    assert len(turn.quote) <= 2000
    assert "\x00" not in turn.quote


@pytest.mark.parametrize("word", ["check", "Check this.", "/check"])
async def test_the_word_check_in_reply_to_a_message_checks_that_message(bot: Bot, word: str) -> None:
    reply = (await bot.send(Message("m1", CHANNEL, ANN, word, quote=SAID)))[-1]
    assert verdicts(reply) == [Verdict.CONTRADICTED, Verdict.SUPPORTED]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("hello", "Ask me a question"),
        ("thanks!", "You are welcome"),
        ("stop", "Nothing is being written"),
        ("ask", "Write something after it"),
        ("check", "Write something after it"),
    ],
)
async def test_what_asks_nothing_is_answered_in_a_word_and_begins_no_turn(bot: Bot, text: str, answer: str) -> None:
    (reply,) = await bot.send(Message("m1", CHANNEL, ANN, text))
    assert answer in notices(reply)
    assert (reply.turn, reply.private) == ("", False)


@pytest.mark.parametrize("text", ["https://example.org/ginkgo", "is this true? https://example.org/ginkgo"])
async def test_an_address_is_not_opened_and_what_can_be_done_is_said(bot: Bot, text: str) -> None:
    assert "Paste the text" in notices((await bot.ask(text))[-1])
    assert "Paste the text" in notices((await bot.send(replace(CHECK, said=(), text=text)))[-1])


async def test_a_question_with_an_address_is_answered_without_it(bot: Bot) -> None:
    reply = (await bot.ask("Does ginkgo prevent dementia? https://example.org/ginkgo"))[-1]
    assert Verdict.SUPPORTED in verdicts(reply)
    assert "example" not in notices(reply)
