"""The workspace at the terminal, for people who want to try the bot without Slack."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from kgcore.values.message import Click, Command, Message
from tests.adapters.slack.office import Script, office
from tests.adapters.slack.test_pressing import answer, panel
from tests.servers.slack_desk import Desk


async def test_a_question_a_button_and_a_form_at_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    core = Script(answer)
    core.panel = panel
    async with office("socket", tmp_path, core, long=True) as bot:
        services = Desk(bot.slack, bot.people)
        watching = asyncio.create_task(services.watch())
        await services.do("Does zinc help?")
        await bot.until(lambda: any("The way" in label for *_, label in services.pressable))
        await services.do(str(1 + [label.startswith("The way") for *_, label in services.pressable].index(True)))
        await bot.until(lambda: services.view is not None)
        await services.do("send to=Vitamin_E")
        await services.do("@ Hello there")
        await services.do("/literature zinc")
        await services.do("999")
        await bot.settled()
        await bot.until(lambda: "literature: zinc" in "".join(services.shown.values()))
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
    first, *rest = core.heard
    assert isinstance(first, Message)
    assert first.text == "Does zinc help?"
    assert [(type(e), getattr(e, "fields", ())) for e in rest] == [
        (Click, (("to", ("Vitamin E",)),)),
        (Message, ()),
        (Command, ()),
    ]
    told = capsys.readouterr().out
    assert "1. ✓ Supported: Zinc helps" in told
    assert "send to=…" in told
    assert "Nothing has the number 999." in told
