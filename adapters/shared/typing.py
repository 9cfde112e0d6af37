"""How commands are given where they are slash commands or stand in the menu of a message. Pure."""

from __future__ import annotations

from kgcore.commands import CommandRow, CommandSurface, command_named


def slash_usage(row: CommandRow, menu: str) -> str:
    """Return what is typed for a command, or how it is found in a message's `menu`; "" where there is neither."""
    if CommandSurface.SLASH in row.surfaces:
        return f"/{row.usage}"
    if CommandSurface.GROUP in row.surfaces:
        return f"/evigraph {row.usage}"
    return f"{menu} › {row.menu.short}" if row.menu else ""


def command_said(text: str) -> CommandRow | None:
    """Return the command that a text is by itself, with a slash or without, or None.

    Those that read what people wrote stand in the menus of messages.
    """
    word = text.strip().lower().removeprefix("/")
    row = command_named(word, CommandSurface.WORD)
    return row if row is not None and not row.reads and word == row.name else None
