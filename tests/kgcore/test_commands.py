"""Every command is on every surface that its row names, and no surface has a command without a row."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

import discord
import pytest
from rich.console import Console

from adapters import platforms
from adapters.discord.commands import build_commands as discord_commands
from adapters.discord.desk import DiscordServices as DiscordDesk
from adapters.discord.ephemeral import InteractionHooks
from adapters.discord.menus import context_menus
from adapters.discord.places import DiscordState
from adapters.shared.typing import command_said
from adapters.slack.bolt import sdk_logger
from adapters.slack.commanding import Commands, slash_commands
from adapters.slack.credentials import Credentials
from adapters.slack.desk import SlackServices as SlackDesk
from adapters.slack.manifest import build_manifest as slack_manifest
from adapters.slack.pacing import CallPacing
from adapters.slack.threads import SlackThreads
from adapters.slack.workspaces import Workspaces
from adapters.teams.events import split_command
from adapters.teams.manifest import build_manifest as teams_manifest
from adapters.web.render import Page, render_page
from bot.chat import Chat
from bot.chat_lines import help_rows
from kgcore.commands import (
    COMMANDS,
    LONGEST_NAME,
    ArgumentKind,
    CommandKind,
    CommandRow,
    CommandSurface,
    MenuEntry,
    command_named,
    commands_on,
    names_on,
)
from kgcore.presentation.replies import help_panel
from kgcore.values.reply import Table
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]  # fixtures


class NoState:
    """A platform's map that is empty."""

    async def get(self, key: str) -> str | None:
        return None

    async def set(self, key: str, value: str) -> None:
        return

    async def delete(self, key: str) -> None:
        return

    async def advance(self, key: str, by: float, least: float = 0.0) -> float | None:
        return None

    async def keys(self, prefix: str = "") -> Sequence[str]:
        return ()


class NoLines:
    """Nobody types."""

    def read(self, prompt: str) -> str | None:
        return None


def slack_listeners() -> Commands:
    credentials = Credentials("xoxb-1", "xapp-1")
    workspaces = Workspaces(credentials, None, sdk_logger())
    return Commands(SlackDesk(workspaces, SlackThreads(NoState()), CallPacing()))


def discord_desk() -> DiscordDesk:
    return DiscordDesk(InteractionHooks(), DiscordState(NoState()))


def menu_entries(*surfaces: CommandSurface) -> list[MenuEntry]:
    return [row.menu for row in commands_on(*surfaces) if row.menu]


# ── the rows ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_names_and_aliases_are_each_taken_once() -> None:
    names = [name for row in COMMANDS for name in (row.name, *row.aliases)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(rf"[a-z]{{1,{LONGEST_NAME}}}", row.name) for row in COMMANDS)
    assert all(command_named(name) for name in names)


def test_every_row_shows_somewhere_and_every_surface_has_a_row() -> None:
    assert all(row.surfaces for row in COMMANDS)
    assert {surface for row in COMMANDS for surface in row.surfaces} == set(CommandSurface)


def test_entries_of_menus_are_as_short_as_the_strictest_menu_wants() -> None:
    for entry in menu_entries(*CommandSurface):
        assert len(entry.short) <= 24
        assert len(entry.title) <= 32


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": "x" * 101},
        {"words": ""},
        {"surfaces": frozenset({CommandSurface.MENU})},
        {"search": "find"},
        {"kind": CommandKind.ANSWER},
    ],
)
def test_a_row_that_contradicts_itself_cannot_be_written(wrong: dict[str, object]) -> None:
    good: dict[str, object] = {
        "name": "zinc", "words": "tell of zinc", "kind": CommandKind.PANEL, "surfaces": frozenset({CommandSurface.PAGE})
    }  # fmt: skip
    CommandRow(**good)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="zinc"):
        CommandRow(**(good | wrong))  # type: ignore[arg-type]


# ── the core and the page ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_core_has_a_handler_for_every_command_of_its_own_and_no_other(bot: Bot) -> None:
    assert bot.assistant.handled == {
        r.name for r in COMMANDS if r.kind in (CommandKind.TURN, CommandKind.PANEL, CommandKind.TASK)
    }


def test_the_help_lists_every_command_of_the_page() -> None:
    (table,) = [b for b in help_panel().blocks if isinstance(b, Table)]
    assert table.rows == tuple((row.usage, row.words) for row in commands_on(CommandSurface.PAGE))


@pytest.mark.parametrize("platform", ["slack", "discord"])
def test_where_commands_have_a_slash_help_says_how_each_is_typed_and_names_no_other(platform: str) -> None:
    (typing,) = [p.typing for p in platforms() if p.name == platform]
    panel = help_panel(typing)
    assert typing.words in panel.plain
    (table,) = [b for b in panel.blocks if isinstance(b, Table)]
    typed = {row[0].split(" …")[0] for row in table.rows}
    slashes = {f"/{name}" for name in names_on(CommandSurface.SLASH)}
    grouped = {f"/evigraph {name}" for name in names_on(CommandSurface.GROUP)}
    menus = {row.menu.short for row in COMMANDS if row.menu and row.reads}
    assert slashes | grouped == {usage for usage in typed if usage.startswith("/")}
    assert {usage.partition(" › ")[2] for usage in typed if not usage.startswith("/")} == menus


def test_the_help_on_teams_names_what_teams_takes_and_nothing_else() -> None:
    (typing,) = [p.typing for p in platforms() if p.name == "teams"]
    (table,) = [b for b in help_panel(typing).blocks if isinstance(b, Table)]
    names = {row[0].removesuffix(" …") for row in table.rows}
    assert names == {row.name for row in commands_on(CommandSurface.PAGE) if split_command(f"/{row.name} x")[0]}


def test_the_page_has_a_button_for_every_command_of_its_header() -> None:
    page = render_page(Page("t", "e", "", ()))
    assert set(re.findall(r'form="command" name="name" value="([a-z]+)"', page)) == names_on(CommandSurface.HEADER)
    assert set(re.findall(r'data-renewed="([a-z ]+)"', page)[0].split()) == {r.name for r in COMMANDS if r.renewed}


# ── the terminal ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_terminals_help_lists_its_commands_and_no_others() -> None:
    listed = {usage.split()[0] for usage, _ in help_rows() if usage.startswith("/")}
    assert listed == {f"/{name}" for name in names_on(CommandSurface.TERMINAL)}


def test_the_terminal_does_every_command_of_its_own(bot: Bot) -> None:
    chat = Chat(bot.assistant, "t", Console(file=io.StringIO()), NoLines())
    assert chat.own <= names_on(CommandSurface.TERMINAL)
    own = {row.name for row in commands_on(CommandSurface.TERMINAL) if row.kind is CommandKind.OWN}
    assert own <= chat.own


# ── Slack ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_slack_declares_and_hears_every_command() -> None:
    features = slack_manifest()["features"]
    slashes = [command["command"] for command in features["slash_commands"]]
    assert slashes == list(slash_commands())
    assert {name.removeprefix("/") for name in slashes} == names_on(CommandSurface.SLASH) | {"evigraph"}
    hinted = features["slash_commands"][-1]["usage_hint"].split(" | ")
    assert {hint.split()[0] for hint in hinted} == names_on(CommandSurface.GROUP)


def test_slack_declares_and_hears_every_entry_of_a_messages_menu() -> None:
    entries = menu_entries(CommandSurface.MENU, CommandSurface.QUOTE)
    assert [s["callback_id"] for s in slack_manifest()["features"]["shortcuts"]] == [entry.id for entry in entries]
    assert [id for id, _ in slack_listeners().shortcuts()] == [entry.id for entry in entries]


def test_a_bare_word_is_the_command_unless_it_needs_messages() -> None:
    heard = {row.name for row in COMMANDS if command_said(f" {row.name.upper()} ")}
    assert heard == {row.name for row in commands_on(CommandSurface.WORD) if not row.reads}
    assert command_said("help me") is None
    assert command_said("/Undo") == command_named("undo")
    assert command_said("") is None


# ── Discord ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_discord_has_every_command_with_its_argument() -> None:
    *own, group = discord_commands(discord_desk())
    assert isinstance(group, discord.app_commands.Group)
    assert {command.name for command in own} == names_on(CommandSurface.SLASH)
    assert {command.name for command in group.commands} == names_on(CommandSurface.GROUP)
    for command in (*own, *group.commands):
        row = command_named(command.name)
        assert row is not None
        assert isinstance(command, discord.app_commands.Command)
        assert command.description == row.sentence
        assert [p.display_name for p in command.parameters] == ([row.argument.name] if row.argument else [])
        assert all(
            p.autocomplete == (row.argument.takes is ArgumentKind.NAME) for p in command.parameters if row.argument
        )


def test_discord_has_every_entry_of_a_messages_menu() -> None:
    entries = menu_entries(CommandSurface.MENU, CommandSurface.QUOTE)
    assert [entry.name for entry in context_menus(discord_desk())] == [entry.title for entry in entries]


# ── Teams ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_teams_lists_every_command_of_its_list() -> None:
    (listed,) = teams_manifest("id")["bots"][0]["commandLists"]
    assert {command["title"] for command in listed["commands"]} == names_on(CommandSurface.LISTED)


def test_teams_has_every_search_and_every_entry_of_a_messages_menu() -> None:
    (extension,) = teams_manifest("id")["composeExtensions"]
    by_type = {kind: {c["id"] for c in extension["commands"] if c["type"] == kind} for kind in ("query", "action")}
    assert by_type == {"query": names_on(CommandSurface.SEARCH), "action": names_on(CommandSurface.MENU)}


def test_teams_takes_a_bare_word_for_the_command() -> None:
    heard = {row.name for row in COMMANDS if split_command(row.name) == (row.name, "")}
    assert heard == names_on(CommandSurface.WORD) | {"literature"}  # which then asks what about


def test_teams_takes_a_word_with_text_for_the_command() -> None:
    heard = {row.name for row in COMMANDS if split_command(f"/{row.name} zinc") == (row.name, "zinc")}
    assert names_on(CommandSurface.PREFIX) <= heard
    assert heard <= names_on(CommandSurface.PREFIX) | names_on(CommandSurface.WORD) | {"ask"}
