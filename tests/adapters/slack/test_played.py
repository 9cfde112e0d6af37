"""Ten first questions, three people in danger and a thread of thirty turns, in Slack."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.adapters.slack.office import Office, office
from tests.kgcore.house import Bot
from tests.played import FIRST, THIRTY, UNSAFE, Line
from tests.servers.slack_people import ANN, words
from tests.servers.slack_state import Json


@pytest_asyncio.fixture
async def real(folder: Path, tmp_path: Path) -> AsyncIterator[Office]:
    """A workspace with the real bot."""
    (tmp_path / "core").mkdir()
    bot = Bot(folder, tmp_path / "core")
    async with office("http", tmp_path, bot.assistant, store=bot.store, long=True) as opened:
        yield opened
    await bot.graph.close()
    await bot.store.close()


def shown(some: list[Json]) -> str:
    return " ".join(f"{m.get('text', '')} {words(m.get('blocks') or [])}" for m in some)


async def answer_to(real: Office, line: Line, thread: str = "") -> tuple[str, str]:
    """Return what a person reads after a line, and its thread."""
    before, direct = len(real.posts("C1", thread)) if thread else 0, len(real.posts(f"D{ANN}"))
    whispered = len(real.world.channel("C1").ephemerals)
    began = await real.people.mention("C1", line.text, thread=thread)
    await real.settled()
    posts = [*real.posts("C1", thread or began)[before:], *real.posts(f"D{ANN}")[direct:]]
    return shown([*posts, *real.world.channel("C1").ephemerals[whispered:]]), thread or began


async def test_a_first_question_is_answered_in_slack(real: Office) -> None:
    wrong = []
    for line in FIRST:
        answer, _ = await answer_to(real, line)
        wrong += [] if line.holds(answer) else [(line.text, answer[:400])]
    assert wrong == []


async def test_who_is_in_danger_is_answered_alone_and_nothing_is_drawn_in_slack(real: Office) -> None:
    for line in UNSAFE:
        whispered = len(real.world.channel("C1").ephemerals)
        answer, _ = await answer_to(real, line)
        assert line.holds(answer), answer
        alone = real.world.channel("C1").ephemerals[whispered:]
        assert line.holds(shown(alone))
        assert all(b["type"] != "image" for m in alone for b in m.get("blocks") or [])


async def test_thirty_turns_are_answered_one_by_one_in_slack(real: Office) -> None:
    wrong, thread = [], ""
    for line in THIRTY:
        answer, thread = await answer_to(real, line, thread)
        wrong += [] if line.holds(answer) else [(line.text, answer[:400])]
    assert wrong == []
