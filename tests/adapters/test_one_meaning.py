"""The same reply means the same on every platform: the words, verdicts and next questions are all there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from adapters.discord.condensing import rest_of_reply as discord_rest
from adapters.discord.condensing import short_reply
from adapters.discord.layout import lay_out_reply
from adapters.shared.condensing import Rest
from adapters.slack.blocks import figure_digest
from adapters.slack.condensing import rest_of_reply as slack_rest
from adapters.slack.render import render as slack_render
from adapters.slack.render import render_pages
from kgcore.values.reply import Figure, Reply
from tests.adapters.discord.rig import components
from tests.adapters.meaning import bare, expected, strings
from tests.adapters.teams.golden import dialogs as teams_dialogs
from tests.adapters.teams.golden import messages as teams_messages
from tests.adapters.typical import folder, typical

__all__ = ["folder", "typical"]
ANSWERS = ("supported", "mixed", "unsure", "list", "comparison", "map")


def slack(reply: Reply) -> list[Any]:
    pictures = {figure_digest(f): "F1" for f in reply.blocks if isinstance(f, Figure)}
    posts = [list(post.blocks) for post in slack_render(reply, pictures, brief=True).posts]
    return [*posts, *(render_pages(slack_rest(reply, rest), "Evidence", "", 0, "more:")[0] for rest in Rest)]


def discord(reply: Reply) -> list[Any]:
    said = lay_out_reply(short_reply(reply), brief=True)
    opened = (page for rest in Rest for page in lay_out_reply(discord_rest(reply, rest)))
    return [components(page) for page in (*said, *opened)]


def teams(reply: Reply) -> list[Any]:
    return [*teams_messages(reply), *teams_dialogs(reply).values()]


def slack_long(reply: Reply) -> list[Any]:
    pictures = {figure_digest(f): "F1" for f in reply.blocks if isinstance(f, Figure)}
    return [list(post.blocks) for post in slack_render(reply, pictures).posts]


def discord_long(reply: Reply) -> list[Any]:
    return [components(page) for page in lay_out_reply(reply)]


def teams_long(reply: Reply) -> list[Any]:
    return list(teams_messages(reply, brief=False))


PLATFORMS: Mapping[str, Callable[[Reply], list[Any]]] = {"slack": slack, "discord": discord, "teams": teams}


LONG: Mapping[str, Callable[[Reply], list[Any]]] = {"slack": slack_long, "discord": discord_long, "teams": teams_long}


@pytest.mark.parametrize("forms", [PLATFORMS, LONG], ids=["short", "long"])
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.asyncio(loop_scope="session")
async def test_nothing_of_an_answer_is_left_out(
    platform: str, forms: Mapping[str, Callable[[Reply], list[Any]]], typical: Mapping[str, Reply]
) -> None:
    """What a message leaves to its buttons stands in what they open."""
    for name in ANSWERS:
        said = bare("".join(strings(forms[platform](typical[name]))))
        missing = [text for text in expected(typical[name]) if bare(text) not in said]
        assert not missing, f"{platform} leaves out of {name}: {missing}"


@pytest.mark.asyncio(loop_scope="session")
async def test_the_same_actions_are_offered_everywhere(typical: Mapping[str, Reply]) -> None:
    for name in ANSWERS:
        found = {
            platform: set(re.findall(r"kg1:(?:ask|dismiss):\w+:\d+", json.dumps(render(typical[name]))))
            for platform, render in PLATFORMS.items()
        }
        assert found["slack"] == found["discord"] == found["teams"], name
