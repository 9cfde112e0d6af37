"""The same reply means the same on every platform: the words, verdicts and next questions are all there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from adapters.discord.layout import layout
from adapters.slack.blocks import digest
from adapters.slack.render import render as slack_render
from kgcore.reply import Choices, Claims, Figure, Notice, Progress, Reply, Table, Text
from tests.adapters.discord.rig import components
from tests.adapters.teams.golden import messages as teams_messages
from tests.adapters.typical import folder, typical

__all__ = ["folder", "typical"]
ANSWERS = ("supported", "mixed", "unsure", "list", "comparison", "map")
_MARKS = re.compile(r"[\s\\\u200b*_~⁰¹²³⁴⁵⁶⁷⁸⁹①-⑳㉑-㊿]")
LABEL = 60  # characters of a button that every platform shows


def slack(reply: Reply) -> list[Any]:
    pictures = {digest(f): "F1" for f in reply.blocks if isinstance(f, Figure)}
    return [list(post.blocks) for post in slack_render(reply, pictures).posts]


def discord(reply: Reply) -> list[Any]:
    return [components(page) for page in layout(reply)]


def teams(reply: Reply) -> list[Any]:
    return list(teams_messages(reply))


PLATFORMS: Mapping[str, Callable[[Reply], list[Any]]] = {"slack": slack, "discord": discord, "teams": teams}


def strings(value: Any) -> Iterator[str]:
    """Yield every string of a payload, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from strings(one)


def bare(text: str) -> str:
    """Return the letters without spaces, escapes and the numbers that tie entities and claims to the picture."""
    return _MARKS.sub("", text)


def expected(reply: Reply) -> Iterator[str]:
    for block in reply.blocks:
        match block:
            case Text():
                yield from (inline.text for inline in block.inlines)
            case Claims(claims):
                for claim in claims:
                    yield claim.verdict.label
                    yield from (inline.text for inline in claim.statement)
            case Choices(buttons, menu):
                yield from (choice.label[:LABEL] for choice in (*buttons, *menu) if choice.number)
            case Notice(text):
                yield text
            case Table(columns, rows):
                yield from (*columns, *(cell for row in rows for cell in row))
            case Figure(alt=alt):
                yield alt[:200]
            case Progress(explored, total) if total:
                yield f"{explored} of {total} explored"
            case _:
                pass


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
