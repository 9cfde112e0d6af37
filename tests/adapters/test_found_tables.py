"""A found table, and the profile of several, as every surface shows them: cells, terms, and the ways on."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from adapters.discord.layout import lay_out_reply
from adapters.slack.render import render as slack_render
from adapters.teams.card import render as teams_render
from adapters.teams.scene import CardContext
from adapters.web.render import render_reply
from bot.terminal import ReplyStyle, print_reply
from kgcore.values.message import Verb
from kgcore.values.reply import Reply
from tests.adapters.discord.rig import components
from tests.kgcore.house import Bot, bot, folder
from tests.kgcore.library.test_tables_in_the_thread import look_up, press, reader
from tests.kgcore.talking import button

__all__ = ["bot", "folder", "reader"]
WAYS_ON = ("Next", "CSV", "Profile", "Share")


def surfaces(reply: Reply) -> dict[str, str]:
    """Return what each surface is sent of a reply, as text."""
    out = io.StringIO()
    print_reply(reply, Console(file=out, width=140, color_system=None), ReplyStyle())
    return {
        "slack": json.dumps([post.blocks for post in slack_render(reply, {}).posts], ensure_ascii=False),
        "discord": json.dumps([components(page) for page in lay_out_reply(reply)], ensure_ascii=False),
        "teams": json.dumps(teams_render(reply, CardContext()), ensure_ascii=False),
        "page": " ".join(text for _, text in render_reply(reply, "thread01").blocks),
        "terminal": out.getvalue(),
    }


@pytest.mark.parametrize("surface", ["slack", "discord", "teams", "page", "terminal"])
async def test_a_found_table_has_its_cells_and_its_ways_on(reader: Bot, surface: str) -> None:
    found = await look_up(reader, 'row: "SBP, mmHg"')
    shown = surfaces(found)[surface]
    assert "PMC1#T1" in shown
    assert "SBP, mmHg" in shown  # as a cell, or in the words that stand for the picture
    assert "152" in shown
    for way in WAYS_ON:
        assert way in shown, way


@pytest.mark.parametrize("surface", ["slack", "discord", "teams", "page", "terminal"])
async def test_a_profile_is_shown_with_its_terms(reader: Bot, surface: str) -> None:
    found = await look_up(reader, "column: placebo")
    profile = await press(reader, button(found, Verb.PROFILE).action, "c1")
    shown = surfaces(profile)[surface]
    assert "What 3 tables measure" in shown
    assert "Depression" in shown
