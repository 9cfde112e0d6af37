"""Having a thread, or what is kept of oneself, forgotten."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.values.message import Click, Command, Message, Person, ThreadsQuery, Verb
from kgcore.values.reply import Choices, Notice, Reply
from tests.kgcore.house import ANN, Bot, bot, folder
from tests.kgcore.talking import BEN, BOSS, CHANNEL, VITAMIN_E, act, button, notices, offers

__all__ = ["bot", "folder"]


def bytes_of(bot: Bot) -> bytes:
    path = bot.store._path
    return b"".join(p.read_bytes() for p in sorted(path.parent.glob("s.db*")))


async def forget(bot: Bot, index: int, person: Person = ANN) -> Reply:
    (panel,) = await bot.send(Command(f"f{index}{person.id}", CHANNEL, person, "forget"))
    (reply,) = await bot.send(Click(f"c{index}{person.id}", CHANNEL, person, button(panel, Verb.FORGET, index).action))
    return reply


async def test_forgetting_asks_first_and_keeping_changes_nothing(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    before = await bot.store.turns(CHANNEL.key)
    (panel,) = await bot.send(Command("f", CHANNEL, ANN, "forget"))
    assert panel.private
    assert [c.label for b in panel.blocks if isinstance(b, Choices) for c in b.buttons] == [
        "Forget this thread",
        "Forget what is kept of me",
        "Keep everything",
    ]
    assert "Nothing was forgotten" in notices(await forget(bot, 2))
    assert await bot.store.turns(CHANNEL.key) == before


async def test_a_forgotten_thread_is_gone_from_lists_pictures_buttons_and_the_file(bot: Bot) -> None:
    secret = "Does zorbamycin help against Alzheimer's disease?"
    other = replace(CHANNEL, thread="t2")
    await bot.send(Message("m0", other, ANN, VITAMIN_E))
    for event in (Message("m1", CHANNEL, ANN, secret), Message("m2", CHANNEL, ANN, VITAMIN_E)):
        await bot.store.keep(event)
        answer = (await bot.send(event))[-1]
        await bot.store.save_receipt(answer.turn, f"receipt of {answer.turn}")
        await bot.store.finish(event.id)
    await bot.send(Command("s", CHANNEL, ANN, "steps"))
    await bot.send(Command("l", CHANNEL, ANN, "literature", "vitamin E"))
    assert b"zorbamycin" in bytes_of(bot)
    reply = await forget(bot, 0)
    assert "is forgotten" in notices(reply)
    assert not await bot.store.turns(CHANNEL.key)
    assert not await bot.store.action_records(CHANNEL.key)
    assert await bot.store.receipt(answer.turn) is None
    assert await bot.store.turns(other.key)
    listed = await bot.assistant.ask(ThreadsQuery(CHANNEL))
    assert [c.action for b in listed.blocks if isinstance(b, Choices) for c in b.buttons] == ["t2"]
    assert "no longer here" in notices((await bot.send(Click("x", CHANNEL, ANN, act(Verb.WHY, answer.turn))))[-1])
    assert b"zorbamycin" not in bytes_of(bot)
    again = Click("again", CHANNEL, ANN, act(Verb.FORGET, answer.turn, 0))
    assert "nothing left" in notices((await bot.send(again))[-1])


@pytest.mark.parametrize("person", [BEN, replace(ANN, id="somebody else")])
async def test_a_stranger_cannot_have_a_thread_forgotten(bot: Bot, person: Person) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    assert "taken part" in notices(await forget(bot, 0, person))
    assert await bot.store.turns(CHANNEL.key)


async def test_who_took_part_or_is_an_admin_can_have_a_thread_forgotten(bot: Bot) -> None:
    turn = (await bot.ask(VITAMIN_E, CHANNEL))[-1].turn
    await bot.send(Click("u", CHANNEL, BEN, act(Verb.UP, turn)))
    assert "is forgotten" in notices(await forget(bot, 0, BEN))
    await bot.ask(VITAMIN_E, CHANNEL)
    assert "is forgotten" in notices(await forget(bot, 0, BOSS))


async def test_a_button_of_another_channel_forgets_nothing(bot: Bot) -> None:
    turn = (await bot.ask(VITAMIN_E, CHANNEL))[-1].turn
    elsewhere = Click("x", replace(CHANNEL, channel="other"), ANN, act(Verb.FORGET, turn, 0))
    assert "no longer here" in notices((await bot.send(elsewhere))[-1])
    assert await bot.store.turns(CHANNEL.key)


async def test_what_is_kept_of_a_person_goes_and_their_threads_stay(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E, CHANNEL))[-1]
    who = (await bot.store.turns(CHANNEL.key))[0].person
    await bot.send(Click("b", CHANNEL, ANN, act(Verb.BOOKMARK, answer.turn)))
    await bot.send(Click("r", CHANNEL, ANN, act(Verb.UP, answer.turn)))
    await bot.send(Click("d", CHANNEL, ANN, act(Verb.DISMISS, answer.turn)))
    await bot.send(Click("s", CHANNEL, ANN, act(Verb.SET, "none", 0), (("detail", ("brief",)),)))
    (lookup,) = await bot.send(Command("l", CHANNEL, ANN, "literature", "vitamin E"))
    assert "forgotten" in notices(await forget(bot, 1))
    assert not await bot.store.actions_of(who)
    assert not await bot.store.ratings()
    assert [t.person for t in await bot.store.turns(CHANNEL.key)] == [""]
    assert len(await bot.store.action_records(CHANNEL.key)) == 1  # the dismissal is the thread's
    assert await bot.store.get_state("settings", who) is None
    assert "no longer here" in notices(
        (await bot.send(Click("p", CHANNEL, ANN, button(lookup, Verb.SHARE).action)))[-1]
    )
    assert who.encode() not in bytes_of(bot)


async def test_an_empty_thread_offers_to_forget_the_person_alone(bot: Bot) -> None:
    (panel,) = await bot.send(Command("f", CHANNEL, ANN, "forget"))
    assert isinstance(panel.blocks[0], Notice)
    assert button(panel, Verb.FORGET).label == "Forget what is kept of me"
    assert offers(panel, Verb.FORGET)


async def test_a_thread_is_called_what_somebody_says(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    (reply,) = await bot.send(Command("r1", CHANNEL, ANN, "rename", "  Vitamin E\nand memory "))
    assert reply.private
    assert "“Vitamin E and memory”" in notices(reply)
    (listed,) = (await bot.assistant.ask(ThreadsQuery(CHANNEL))).blocks
    assert isinstance(listed, Choices)
    assert [c.label for c in listed.buttons] == ["Vitamin E and memory"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 101])
async def test_a_name_that_is_none_is_refused_in_words(bot: Bot, name: str) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    (reply,) = await bot.send(Command("r1", CHANNEL, ANN, "rename", name))
    assert "at most 100 characters" in notices(reply)


async def test_forgetting_takes_the_name_along(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    await bot.send(Command("r1", CHANNEL, ANN, "rename", "Zanzibar"))
    await forget(bot, 0)
    assert b"Zanzibar" not in bytes_of(bot)
