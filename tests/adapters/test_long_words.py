"""A model writes at length, and what it is asked next goes wrong: nothing that was read vanishes, on any platform."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from adapters.web.render import render_reply
from kgcore.errors import ModelError, ModelInterrupted
from kgcore.llm.scripted import ScriptedModel
from kgcore.values.reply import Reply
from kgcore.values.tasks import Task
from tests.adapters.discord.rig import Rig, shown
from tests.adapters.discord.test_first_day import team
from tests.adapters.slack.office import office
from tests.adapters.teams.people import PERSONAL
from tests.adapters.teams.test_walk import THREAD, walking
from tests.kgcore.house import Bot, bot, folder
from tests.servers.slack import SlackServer
from tests.servers.slack_people import words as slack_words
from tests.servers.teams_schema import words as teams_words

__all__ = ["bot", "folder", "team"]
SENTENCES = 95
FLAWED = "[Zinc|DietarySupplement]($N{0}) is a metal. "  # an entity in no relation: it is sent back to be mended
QUESTION = "Does zinc help with the common cold?"
CUT = "[Zinc|DietarySupplement]($N1) [treats]($R1:TREATS, $H, $N1"
GOES_WRONG: dict[str, str | ModelError] = {
    "truncated": "[Zinc|DietarySupplement]($N1) [treats]($R1:TREATS, $H, $N1",
    "half": "Zinc is a metal. " + "Remark 0 is that people who travel should tell",
    "shrunk": "Zinc is a metal.",
    "empty": "",
    "declining": "I'm sorry, I can't help with that.",
    "refused": ModelError("500"),
    "broken off": ModelInterrupted("gone"),
}
ON_PLATFORMS = pytest.mark.parametrize("how", ["truncated", "broken off"])


def sentence(number: int) -> str:
    return f"Remark {number} is that people who travel should tell pharmacist {number} what they have packed."


def written() -> str:
    """Some 9,500 characters in paragraphs, a few of which are sent back."""
    said = [" ".join(map(sentence, range(n, n + 5))) for n in range(0, SENTENCES, 5)]
    return "\n\n".join(FLAWED.format(n + 1) * (n % 4 == 0) + text for n, text in enumerate(said))


def flawed_model(how: str) -> ScriptedModel:
    """Return a model whose answer is long, and whose every other text goes wrong."""
    others = {task: [GOES_WRONG[how]] for task in (Task.REPAIR, Task.REWRITE, Task.ANNOTATE)}
    return ScriptedModel({Task.ANSWER: [written()], **others}, chunk=400)


def remarks(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"Remark (\d+) is that people who travel", text)]


@pytest.mark.parametrize("how", GOES_WRONG)
async def test_on_the_page(how: str, bot: Bot) -> None:
    model = flawed_model(how)
    bot.start(model)
    states: list[Reply] = await bot.ask(QUESTION)
    assert len(model.asked) > 1
    for before, after in pairwise(states):
        assert set(remarks(before.plain)) <= set(remarks(after.plain))
    assert remarks(str(render_reply(states[-1], "e"))) == list(range(SENTENCES))


@ON_PLATFORMS
async def test_on_slack(how: str, bot: Bot, tmp_path: Path) -> None:
    bot.start(flawed_model(how))
    async with SlackServer() as slack, office("socket", tmp_path, bot.assistant, slack=slack, store=bot.store) as here:
        for channel in ("C1", "DU1"):
            thread = await here.people.mention(channel, QUESTION)
            await here.settled()
            told = " ".join(slack_words(m["blocks"]) for m in here.posts(channel, thread))
            assert remarks(told) == list(range(SENTENCES))
        assert slack.world.complaints == []


@ON_PLATFORMS
async def test_on_discord(how: str, team: Rig, bot: Bot) -> None:
    bot.start(flawed_model(how))
    team.attach(bot.assistant, bot.assistant.ask)
    await team.mention(QUESTION)
    assert remarks(" ".join(map(shown, team.thread.history()))) == list(range(SENTENCES))


@ON_PLATFORMS
async def test_on_teams(how: str, bot: Bot) -> None:
    bot.start(flawed_model(how))
    async with walking(bot) as walk:
        for where, at in (("channel", THREAD), ("personal", PERSONAL)):
            await walk.say(QUESTION, where)
            told = " ".join(teams_words(a["content"]) for m in walk.connector.in_(at) for a in m["attachments"])
            assert remarks(told) == list(range(SENTENCES))
