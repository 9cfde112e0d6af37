"""What was not said to us, and where people from outside read along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import LOOKS, Click, Command, CommandQuery, Message, PanelQuery, Person, Place, Verb
from kgcore.values.reply import Reply
from tests.kgcore.house import ANN, HERE, Bot, bot, folder, verdicts
from tests.kgcore.talking import BEN, BOSS, CHANNEL, VITAMIN_E, act, button, forms, notices, offers

__all__ = ["bot", "folder"]

ASIDE = Message("m1", CHANNEL, BEN, "And does it help in Parkinson's disease?", addressed=False)


async def set_to(bot: Bot, index: int, person: Person = ANN, place: Place = CHANNEL, **fields: str) -> Reply:
    values = tuple((name, (value,)) for name, value in fields.items())
    event = Click(f"set{index}{fields}{person.id}", place, person, act(Verb.SET, "none", index), values)
    return (await bot.send(event))[-1]


# ── what was not said to us ─────────────────────────────────────────────────────────────────────────────────────────


async def test_by_default_what_was_not_said_to_us_is_not_even_kept(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    assert not await bot.assistant.accepts(ASIDE)
    assert await bot.assistant.accepts(replace(ASIDE, addressed=True))
    assert not await bot.send(ASIDE)


async def test_where_all_is_to_be_answered_a_question_to_nobody_is_answered(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    assert "always answers" in notices(await set_to(bot, 2, listen="always"))
    assert await bot.assistant.accepts(ASIDE)
    assert verdicts((await bot.send(ASIDE))[-1])


async def test_a_thread_that_the_bot_was_not_called_into_is_left_alone(bot: Bot) -> None:
    await set_to(bot, 1, BOSS, listen="always")
    assert not await bot.assistant.accepts(ASIDE)


async def test_the_thread_counts_before_the_channel(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    await set_to(bot, 1, BOSS, listen="always")
    assert await bot.assistant.accepts(ASIDE)
    await set_to(bot, 2, listen="addressed")
    assert not await bot.assistant.accepts(ASIDE)
    await set_to(bot, 2, listen="-")
    assert await bot.assistant.accepts(ASIDE)


@pytest.mark.parametrize("text", ["Thanks, Ann!", "ok", "See you tomorrow 👍"])
async def test_small_talk_is_left_alone_even_where_all_is_answered(bot: Bot, text: str) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    await set_to(bot, 2, listen="always")
    assert not await bot.send(replace(ASIDE, text=text))


async def test_an_offer_is_made_to_the_writer_alone_and_its_button_answers_after_a_restart(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    await set_to(bot, 2, listen="offer")
    (offer,) = await bot.send(ASIDE)
    assert offer.private
    assert "Shall I answer that? “And does it help in Parkinson's disease?”" in notices(offer)
    bot.start()
    answered = await bot.send(Click("c1", CHANNEL, BEN, button(offer, Verb.ANSWER).action))
    assert answered[-1].question == ASIDE.text
    assert verdicts(answered[-1])
    again = await bot.send(Click("c2", CHANNEL, BEN, button(offer, Verb.ANSWER).action))
    assert again[-1].turn == answered[-1].turn


async def test_an_offer_does_not_work_from_another_channel(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    await set_to(bot, 2, listen="offer")
    (offer,) = await bot.send(ASIDE)
    elsewhere = Click("c1", replace(CHANNEL, channel="other"), BEN, button(offer, Verb.ANSWER).action)
    assert "no longer here" in notices((await bot.send(elsewhere))[-1])


async def test_the_panel_asks_when_to_answer_only_where_others_are(bot: Bot) -> None:
    alone = (await bot.command("settings"))[-1]
    shared = (await bot.command("settings", place=CHANNEL))[-1]
    assert [f.title for f in forms(alone)] == ["For you"]
    assert [[x.name for x in f.fields] for f in forms(shared)] == [["detail"], ["listen"]]
    labels = [o.label for o in forms(shared)[1].fields[0].options]
    assert labels[1:] == ["Only when addressed", "Always in threads it was called into", "Offers first"]
    assert HERE.workspace == ""


async def test_only_admins_set_things_for_everybody(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    (theirs,) = await bot.send(Command("s1", CHANNEL, BOSS, "settings"))
    assert [f.title for f in forms(theirs)] == ["For you", "For everybody in this channel", "For this thread"]
    (ours,) = await bot.send(Command("s2", CHANNEL, ANN, "settings"))
    assert "Only an admin changes what is set for everybody" in notices(ours)
    old = await set_to(bot, 1, ANN, listen="always", detail="full")  # by a card of an earlier version
    assert "Only an admin" in notices(old)
    assert not await bot.assistant.accepts(ASIDE)
    assert "Only an admin" in notices((await bot.send(Command("g1", CHANNEL, ANN, "graph", "theirs")))[-1])
    assert "Saved" in notices(await set_to(bot, 1, BOSS, listen="always"))
    assert await bot.assistant.accepts(ASIDE)


class CountingStore(SqliteStore):
    """A store that notes which settings are looked up."""

    looked_up: list[str]

    async def get_state(self, namespace: str, key: str) -> str | None:
        self.looked_up.append(key)
        return await super().get_state(namespace, key)


@pytest.mark.parametrize(("addressed", "most"), [(True, 2), (False, 4)])
async def test_settings_of_listening_are_looked_up_once_and_not_for_what_was_said_to_the_bot(
    bot: Bot, tmp_path: Path, addressed: bool, most: int
) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    await set_to(bot, 2, listen="always")
    await bot.store.close()
    bot.store = store = CountingStore(tmp_path / "s.db")
    store.looked_up = []
    bot.start()
    assert verdicts((await bot.send(replace(ASIDE, addressed=addressed)))[-1])
    assert len(store.looked_up) <= most
    assert any(key.startswith("thread") for key in store.looked_up) is not addressed


# ── people from outside ─────────────────────────────────────────────────────────────────────────────────────────────


OPEN = Message("o1", CHANNEL, ANN, VITAMIN_E, outsiders=True)


async def test_where_people_from_outside_read_along_only_a_private_word_is_said(bot: Bot) -> None:
    (refused,) = await bot.send(OPEN)
    assert refused.private
    assert "outside your organisation" in notices(refused)
    for name in ("ask", "help", "literature", "forget"):
        (word,) = await bot.send(Command(name, CHANNEL, ANN, name, "zinc", outsiders=True))
        assert (word.private, notices(word)) == (True, notices(refused))
        assert await bot.assistant.ask(CommandQuery(Command("q", CHANNEL, ANN, "help", outsiders=True))) == refused
    assert not await bot.store.turns(CHANNEL.key)


async def test_where_nobody_knows_who_reads_along_that_is_said_and_no_more(bot: Bot) -> None:
    asked = Click("c1", CHANNEL, ANN, act(Verb.SUMMARY, "none", 0), outsiders=True, unsure=True)
    events = (replace(OPEN, unsure=True), Command("c2", CHANNEL, ANN, "help", outsiders=True, unsure=True), asked)
    for event in events:
        (word,) = await bot.send(event)
        assert word.private
        assert notices(word).startswith("I could not find out whether people from outside")
    (word,) = await bot.send(replace(OPEN, id="o2", person=BOSS, unsure=True))
    await set_to(bot, 1, BOSS, outsiders="yes")
    assert button(word, Verb.SETTINGS)
    assert verdicts((await bot.send(replace(OPEN, id="o3", unsure=True)))[-1])


async def test_an_admin_can_allow_it_from_the_refusal_itself(bot: Bot) -> None:
    (refused,) = await bot.send(replace(OPEN, person=BOSS))
    (panel,) = await bot.send(Click("c1", CHANNEL, BOSS, button(refused, Verb.SETTINGS).action))
    field = forms(panel)[1].fields[-1]
    assert (field.name, field.value) == ("outsiders", ("no",))
    await set_to(bot, 1, BOSS, outsiders="yes")
    assert verdicts((await bot.send(OPEN))[-1])
    (again,) = await bot.send(Command("c2", CHANNEL, BOSS, "settings", outsiders=True))
    assert forms(again)[1].fields[-1].value == ("yes",)


async def test_buttons_are_refused_where_people_from_outside_read_along_but_for_an_admins_settings(bot: Bot) -> None:
    turn = (await bot.ask(VITAMIN_E, CHANNEL))[-1].turn
    for verb in (Verb.ASK, Verb.WHY, Verb.SUMMARY, Verb.UP, Verb.SETTINGS):
        click = Click(f"c{verb}", CHANNEL, ANN, act(verb, turn, 0), outsiders=True)
        (word,) = await bot.send(click)
        assert "outside your organisation" in notices(word)
        assert word.private
        assert verb not in LOOKS or await bot.assistant.ask(PanelQuery(click)) == word
    assert len(await bot.store.turns(CHANNEL.key)) == 1
    await bot.send(Click("s", CHANNEL, BOSS, act(Verb.SET, "none", 1), (("outsiders", ("yes",)),), outsiders=True))
    assert verdicts((await bot.send(Click("a", CHANNEL, ANN, act(Verb.ASK, turn, 0), outsiders=True)))[-1])


async def test_nobody_else_can_allow_it(bot: Bot) -> None:
    (panel,) = await bot.command("settings", place=CHANNEL)
    assert all(x.name != "outsiders" for f in forms(panel) for x in f.fields)
    await set_to(bot, 1, ANN, outsiders="yes")
    assert "outside" in notices((await bot.send(OPEN))[-1])
    await set_to(bot, 1, BOSS, outsiders="yes")
    await set_to(bot, 1, ANN, outsiders="no")
    assert verdicts((await bot.send(OPEN))[-1])


async def test_what_outsiders_read_and_was_not_said_to_us_is_dropped(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    await set_to(bot, 1, BOSS, listen="always")
    assert not await bot.assistant.accepts(replace(ASIDE, outsiders=True))
    await set_to(bot, 1, BOSS, outsiders="yes")
    assert await bot.assistant.accepts(replace(ASIDE, outsiders=True))
    assert not offers((await bot.send(replace(ASIDE, outsiders=True)))[-1], Verb.ANSWER)
