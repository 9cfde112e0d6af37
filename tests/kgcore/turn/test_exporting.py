"""Having what is kept of oneself as a file."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

from kgcore.turn.exporting import EXPORTS
from kgcore.values.audit import Deed
from kgcore.values.message import Click, Command, FilesQuery, Verb
from kgcore.values.reply import File, Reply
from tests.kgcore.house import ANN, Bot, bot, folder
from tests.kgcore.talking import BEN, CHANNEL, VITAMIN_E, act, notices

__all__ = ["bot", "folder"]


async def export(bot: Bot, nth: int = 0, person: object = ANN) -> Reply:
    who = ANN if person is ANN else BEN
    (reply,) = await bot.send(Command(f"x{nth}{who.id}", CHANNEL, who, "export"))
    return reply


def file_of(reply: Reply) -> File:
    (found,) = [b for b in reply.blocks if isinstance(b, File)]
    return found


def opened(file: File) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(file.content))


async def test_the_file_holds_ones_own_questions_actions_settings_and_pictures(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E, CHANNEL))[-1]
    await bot.send(Click("b", CHANNEL, ANN, act(Verb.BOOKMARK, answer.turn)))
    await bot.send(Click("s", CHANNEL, ANN, act(Verb.SET, "none", 0), (("detail", ("brief",)),)))
    reply = await export(bot)
    assert reply.private
    assert "1 question" in notices(reply)
    with opened(file_of(reply)) as file:
        assert file.testzip() is None
        (question,) = json.loads(file.read("questions.json"))["questions"]
        assert question["question"] == VITAMIN_E
        assert question["claims"][0]["verdict"]
        (action,) = json.loads(file.read("actions.json"))["actions"]
        assert action["did"] == "bookmarked"
        assert json.loads(file.read("settings.json"))["settings"]["detail"] == "brief"
        (picture,) = [n for n in file.namelist() if n.startswith("pictures/")]
        assert file.read(picture) == b"png"  # as the fake draws
    assert (await bot.store.records())[-1].entry.deed is Deed.EXPORTED


async def test_nobody_gets_what_is_kept_of_others(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    reply = await export(bot, person=BEN)
    assert "Nothing is kept about you" in notices(reply)
    assert not [b for b in reply.blocks if isinstance(b, File)]


async def test_the_file_is_found_by_its_name_for_a_day_in_its_own_workspace(bot: Bot) -> None:
    await bot.ask(VITAMIN_E, CHANNEL)
    name = file_of(await export(bot)).name
    again = await bot.assistant.ask(FilesQuery(replace(CHANNEL, thread="another"), name))
    assert "questions.json" in opened(file_of(again)).namelist()
    for place, wanted in (
        (replace(CHANNEL, workspace="elsewhere"), name),
        (CHANNEL, f"my-data-{'0' * 32}.zip"),
        (CHANNEL, "my-data-../../x.zip"),
    ):
        assert not [b for b in (await bot.assistant.ask(FilesQuery(place, wanted))).blocks if isinstance(b, File)]
    token = name.removeprefix("my-data-").removesuffix(".zip")
    told = json.loads(await bot.store.get_state(EXPORTS, token) or "")
    await bot.store.set_state(EXPORTS, token, json.dumps({**told, "until": "2020-01-01"}))
    assert not [b for b in (await bot.assistant.ask(FilesQuery(CHANNEL, name))).blocks if isinstance(b, File)]
    assert await bot.store.get_state(EXPORTS, token) is None
