"""Ten typical replies, as the real assistant gives them on the starter graph; ids are made to stay the same."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from kgcore.drawing.picture import RenderedPicture
from kgcore.drawing.renderer import Renderer
from kgcore.drawing.words import Drawable
from kgcore.values.message import Action, Command, Place, Said, Verb
from kgcore.values.reply import Reply
from tests.kgcore.house import ANN, Bot, folder

__all__ = ["folder", "typical"]
_TURN = re.compile(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR4nGP4DwYMEAoAU7oL9ZisIGcAAAAASUVORK5CYII="
)  # two by two white pixels
TALK = (
    Said("Ben", "Ginkgo biloba prevents dementia."),
    Said("Cleo", "No: ginkgo biloba does not prevent dementia."),
    Said("Ben", "Vitamin E slows Alzheimer's disease."),
)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def typical(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Reply]:
    """Return the replies by a name for each."""
    return await typical_replies(folder, tmp_path_factory.mktemp("typical"))


async def typical_replies(folder: Path, data: Path) -> Mapping[str, Reply]:
    """Return the replies by a name for each, on the graph in `folder`; what they need is kept in `data`."""
    bot = Bot(folder, data)
    bot.renderer = _Drawn()
    bot.start()
    try:
        return {name: _stable(reply) for name, reply in (await _replies(bot)).items()}
    finally:
        await bot.graph.close()
        await bot.store.close()


async def _replies(bot: Bot) -> dict[str, Reply]:
    first = await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?")
    turn = first[-1].turn
    panels = {
        "why": Action(Verb.WHY, turn, 0),
        "picture panel": Action(Verb.PICTURE, turn),
        "node panel": Action(Verb.NODE, turn, 1),
        "settings": Action(Verb.SETTINGS, turn),
    }
    found = {"placeholder": first[0], "supported": first[-1]}
    found |= {name: (await bot.click(str(action)))[-1] for name, action in panels.items()}
    found["mixed"] = (await bot.ask("Does coffee raise blood pressure?", _other("b")))[-1]
    found["unsure"] = (await bot.ask("Does procaine help against Alzheimer's disease?", _other("c")))[-1]
    found["list"] = (await bot.ask("Which supplements help with Alzheimer's disease?", _other("d")))[-1]
    found["comparison"] = (await bot.ask("Compare vitamin E and ginkgo biloba", _other("e")))[-1]
    said = Command("map-1", _other("f"), ANN, "map", said=TALK)
    found["map"] = [reply async for reply in bot.assistant.turn(said)][-1]
    found["summary"] = (await bot.command("summary"))[-1]
    return found


class _Drawn(Renderer):
    """Draws the same small picture, a real PNG, every time."""

    async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
        return RenderedPicture(_PNG, "<svg/>", 2, 2)


def _other(thread: str) -> Place:
    return Place("web", "", "local", thread)


def _stable(reply: Reply) -> Reply:
    """Number the turns' ids in the order in which they occur."""
    numbers: dict[str, str] = {}

    def renamed(value: Any) -> Any:
        if isinstance(value, str) and not isinstance(value, Enum):
            return _TURN.sub(lambda found: numbers.setdefault(found[0], f"turn{len(numbers) + 1}"), value)
        if isinstance(value, tuple):
            return tuple(renamed(one) for one in value)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{f.name: renamed(getattr(value, f.name)) for f in fields(value)})
        return value

    stable: Reply = renamed(reply)
    return stable
