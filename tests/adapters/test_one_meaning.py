"""The same reply means the same on every platform: the words, verdicts and next questions are all there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from adapters.discord.layout import lay_out_reply
from adapters.slack.blocks import figure_digest
from adapters.slack.render import render as slack_render
from kgcore.values.reply import Figure, Reply
from tests.adapters.discord.rig import components
from tests.adapters.meaning import bare, expected, strings
from tests.adapters.teams.golden import messages as teams_messages
from tests.adapters.typical import folder, typical

__all__ = ["folder", "typical"]
ANSWERS = ("supported", "mixed", "unsure", "list", "comparison", "map")


def slack(reply: Reply) -> list[Any]:
    pictures = {figure_digest(f): "F1" for f in reply.blocks if isinstance(f, Figure)}
    return [list(post.blocks) for post in slack_render(reply, pictures).posts]


def discord(reply: Reply) -> list[Any]:
    return [components(page) for page in lay_out_reply(reply)]


def teams(reply: Reply) -> list[Any]:
    return list(teams_messages(reply))


PLATFORMS: Mapping[str, Callable[[Reply], list[Any]]] = {"slack": slack, "discord": discord, "teams": teams}


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.asyncio(loop_scope="session")
async def test_nothing_of_an_answer_is_left_out(platform: str, typical: Mapping[str, Reply]) -> None:
    for name in ANSWERS:
        said = bare("".join(strings(PLATFORMS[platform](typical[name]))))
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
