"""Two people press one button at the same moment, and questions in unusual letters, with the real assistant."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.adapters.discord.rig import Rig, shown
from tests.adapters.discord.test_first_day import team
from tests.adapters.slack.office import office
from tests.adapters.teams.people import pressed, said
from tests.adapters.teams.test_walk import THREAD, walking
from tests.kgcore.house import Bot, bot, folder
from tests.servers.slack import SlackServer
from tests.servers.slack_people import labels
from tests.servers.slack_people import words as slack_words
from tests.servers.teams_schema import words as teams_words

__all__ = ["bot", "folder", "team"]
QUESTION = "Can vitamin E slow the progression of Alzheimer's disease?"
BEN = {"id": "29:ben", "name": "Ben", "aadObjectId": "bbbbbbbb-0000-0000-0000-000000000002"}
KNOWN = "Does zinc 💊 help with the common cold 🤧? 👩🏽‍⚕️"
# of these nothing is known here: right to left, with marks of direction, of pictures alone, of combining letters
UNKNOWN = (
    "هل يمنع فيتامين E مرض الزهايمر؟",
    "\u202eהאם אבץ עוזר?\u202c",
    "🤧🤧🤧?",
    "Z\u0335\u0321i\u0334n\u0337c\u0338?",
)


async def test_one_press_of_two_is_answered_on_slack(bot: Bot, tmp_path: Path) -> None:
    async with SlackServer() as slack, office("http", tmp_path, bot.assistant, slack=slack, store=bot.store) as here:
        thread = await here.people.mention("C1", QUESTION)
        await here.settled()
        (first,) = here.posts("C1", thread)
        following = next(label for label in labels(first["blocks"]) if "?" in label)
        both = (here.people.press("C1", following, message=first, user=user) for user in ("U1", "U2"))
        await asyncio.gather(*both)
        await here.settled()
        assert len(here.posts("C1", thread)) == 2
        told = [slack_words(m["blocks"]) for answers in here.world.responses.values() for m in answers]
        told += [slack_words(m["blocks"]) for m in here.world.channel("C1").ephemerals]
        assert sum("asked already" in text for text in told) == 1
        assert slack.world.complaints == []


async def test_one_press_of_two_is_answered_on_teams(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say(QUESTION)
        button = walk.next()
        bodies = [pressed(button, "channel"), pressed(button, "channel") | {"from": BEN}]
        responses = await asyncio.gather(*map(walk.send, bodies))
        await walk.worker.drain()
        assert [r.status_code for r in responses] == [200, 200]
        assert len(walk.connector.in_(THREAD)) == 2


async def test_unusual_letters_on_slack(bot: Bot, tmp_path: Path) -> None:
    async with SlackServer() as slack, office("http", tmp_path, bot.assistant, slack=slack, store=bot.store) as here:
        for text in (KNOWN, *UNKNOWN):
            thread = await here.people.mention("C1", text)
            await here.settled()
            told = " ".join(slack_words(m["blocks"]) for m in here.posts("C1", thread))
            told += " ".join(slack_words(m["blocks"]) for m in here.world.channel("C1").ephemerals)
            assert told.strip(), text
            assert ("zinc" in told.lower()) or text != KNOWN
        assert slack.world.complaints == []


async def test_unusual_letters_on_discord(team: Rig) -> None:
    for text in (KNOWN, *UNKNOWN):
        before = len(team.channel.history())
        await team.mention(text)
        told = "\n".join(shown(m) for m in (*team.channel.history()[before + 1 :], *team.thread.history()))
        assert told.strip(), text
        assert "zinc" in told.lower() or text != KNOWN


async def test_unusual_letters_on_teams(bot: Bot) -> None:
    async with walking(bot) as walk:
        for text in (KNOWN, *UNKNOWN):
            before = len(walk.connector.messages)
            assert (await walk.send(said(text, "personal"))).status_code == 200
            await walk.worker.drain()
            new = list(walk.connector.messages.values())[before:]
            told = " ".join(teams_words(a["content"]) for m in new for a in m["attachments"])
            assert told.strip(), text
            assert "zinc" in told.lower() or text != KNOWN
