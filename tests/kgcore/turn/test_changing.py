"""A question that is changed or deleted after it was asked."""

from __future__ import annotations

from pathlib import Path

from kgcore.exploration.exploration import last_undoable
from kgcore.presentation.compose import MAP_REMOVED, REMOVED, REWORDED, WITHDRAWN
from kgcore.turn.changing import DELETED, NOT_ASKED
from kgcore.values.message import Change, Click, Command, FilesQuery, Person, Place, Said, ThreadsQuery, Verb
from kgcore.values.reply import Choices, File, Reply
from tests.kgcore.house import ANN, Bot, bot, folder, verdicts
from tests.kgcore.talking import BEN, BOSS, CHANNEL, VITAMIN_E, act, button, notices, offers

__all__ = ["bot", "folder"]

ZINC = "Does zinc help against the common cold?"


async def change(bot: Bot, message: str, text: str = "", person: Person = ANN) -> list[Reply]:
    return await bot.send(Change(f"{message}:{text}", CHANNEL, person, message, text))


def everything(path: Path) -> bytes:
    return b"".join(p.read_bytes() for p in path.iterdir() if p.name.startswith("s.db"))


async def test_a_deleted_question_is_nowhere_any_more_and_its_answer_stands_until_it_is_removed(
    bot: Bot, tmp_path: Path
) -> None:
    asked = "Can vitamin E slow Alzheimer's, asks somebody called Theodora?"
    turn = (await bot.ask(asked, CHANNEL, "q1"))[-1].turn
    (shown,) = await change(bot, "q1")
    assert (shown.turn, shown.question) == (turn, DELETED)
    assert WITHDRAWN in notices(shown)
    assert verdicts(shown)  # the answer is not the question
    listed = await bot.assistant.ask(ThreadsQuery(CHANNEL))
    assert [c.label for b in listed.blocks if isinstance(b, Choices) for c in b.buttons] == [DELETED]
    files = await bot.assistant.ask(FilesQuery(CHANNEL))
    assert not any(b"Theodora" in b.content for b in files.blocks if isinstance(b, File))
    await bot.store.check()
    assert b"Theodora" not in everything(tmp_path).replace(b"\x00", b"")


async def test_who_asked_or_an_admin_removes_the_answer_too_and_nobody_else(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL, "q1")
    (shown,) = await change(bot, "q1")
    remove = button(shown, Verb.REMOVE).action
    (refused,) = await bot.send(Click("c1", CHANNEL, BEN, remove))
    assert NOT_ASKED in notices(refused)
    (gone,) = await bot.send(Click("c2", CHANNEL, BOSS, remove))
    assert notices(gone) == REMOVED
    assert not verdicts(gone)
    assert not await bot.send(Change("x", CHANNEL, ANN, "q1", "And zinc?"))  # nothing left to answer anew
    other = Place("web", "W", "another", "t")
    (far,) = await bot.send(Click("c3", other, ANN, remove))
    assert not verdicts(far)


async def test_an_answer_whose_question_stands_cannot_be_removed(bot: Bot) -> None:
    turn = (await bot.ask(VITAMIN_E, CHANNEL, "q1"))[-1].turn
    (refused,) = await bot.send(Click("c1", CHANNEL, ANN, act(Verb.REMOVE, turn)))
    assert "was not deleted" in notices(refused)


async def test_a_changed_question_is_offered_to_be_answered_as_it_stands_now(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E, CHANNEL, "q1"))[-1]
    (shown,) = await change(bot, "q1", ZINC)
    assert (shown.turn, shown.question) == (first.turn, VITAMIN_E)
    assert REWORDED in notices(shown)
    answered = await bot.send(Click("c1", CHANNEL, BEN, button(shown, Verb.ANSWER).action))
    assert answered[-1].question == ZINC
    assert answered[-1].turn != first.turn
    again = await bot.send(Click("c2", CHANNEL, ANN, button(shown, Verb.ANSWER).action))
    assert again[-1].turn == answered[-1].turn  # once, whoever presses it


async def test_a_change_that_changes_no_word_and_one_of_something_never_answered_say_nothing(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL, "q1")
    assert not await change(bot, "q1", f"  {VITAMIN_E} ")
    assert not await change(bot, "never", ZINC)
    assert not await change(bot, "never")


async def test_a_reworded_question_that_is_deleted_leaves_neither_wording(bot: Bot, tmp_path: Path) -> None:
    await bot.ask(VITAMIN_E, CHANNEL, "q1")
    (shown,) = await change(bot, "q1", "Does zinc help Theodora?")
    note = button(shown, Verb.ANSWER).action
    (after,) = await change(bot, "q1")
    assert not offers(after, Verb.ANSWER)
    (stale,) = await bot.send(Click("c1", CHANNEL, ANN, note))
    assert not verdicts(stale)
    await bot.store.check()
    assert b"Theodora" not in everything(tmp_path).replace(b"\x00", b"")


async def test_somebody_who_changes_a_message_into_a_cry_for_help_is_answered_first(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL, "q1")
    (shown,) = await change(bot, "q1", "I want to kill myself")
    assert shown.danger is not None


async def test_a_question_that_two_people_dismiss_is_brought_back_by_one_undo(bot: Bot) -> None:
    reply = (await bot.ask(VITAMIN_E, CHANNEL, "q1"))[-1]
    first = next(c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons if c.aside)
    dismiss = first.aside[0].action
    after = (await bot.send(Click("c1", CHANNEL, ANN, dismiss)))[-1]
    assert first.label not in [c.label for b in after.blocks if isinstance(b, Choices) for c in b.buttons]
    twice = (await bot.send(Click("c2", CHANNEL, BEN, dismiss)))[-1]  # his client still showed it
    assert offers(twice, Verb.UNDO)
    back = (await bot.send(Click("c3", CHANNEL, BEN, button(twice, Verb.UNDO).action)))[-1]
    labels = [c.label for b in back.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
    assert first.label in labels
    assert last_undoable(await bot.store.action_records(CHANNEL.key)) is None


async def test_what_was_answered_aside_is_seen_by_all_once_its_person_shares_it(bot: Bot) -> None:
    asked = Command("m1", CHANNEL, ANN, "check", said=(Said("Ben", "Ginkgo biloba prevents dementia."),), aside=True)
    alone = (await bot.send(asked))[-1]
    assert alone.private
    share = button(alone, Verb.SHARE).action
    (refused,) = await bot.send(Click("c1", CHANNEL, BEN, share))
    assert not refused.turn
    (shared,) = await bot.send(Click("c2", CHANNEL, ANN, share))
    assert (shared.turn, shared.private) == (alone.turn, False)
    assert not offers(shared, Verb.SHARE)


async def test_a_deleted_message_takes_the_maps_of_it_along_and_its_words_are_nowhere_any_more(
    bot: Bot, tmp_path: Path
) -> None:
    said = (Said("Theodora", "Zinc prevents dementia.", "m1"), Said("Ben", "Vitamin E treats dementia.", "m2"))
    first = (await bot.send(Command("map1", CHANNEL, ANN, "map", said=said)))[-1]
    other = (await bot.send(Command("map2", CHANNEL, ANN, "map", said=said[1:])))[-1]
    assert verdicts(first)
    (gone,) = await bot.send(Change("d1", CHANNEL, Person(""), "m1"))
    assert (gone.turn, notices(gone)) == (first.turn, MAP_REMOVED)
    assert not await bot.send(Change("d2", CHANNEL, Person(""), "m1"))  # once
    await bot.store.check()
    assert b"Theodora" not in everything(tmp_path).replace(b"\x00", b"")
    shown = (await bot.click(act(Verb.PICTURE, other.turn)))[-1]
    assert notices(shown) != MAP_REMOVED
    assert not await bot.send(Change("d3", CHANNEL, ANN, "m2", "Vitamin E treats colds."))  # later maps read it so
