"""One template for all our buttons and menus: what was pressed is told to the client, after a restart as well."""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, runtime_checkable

import discord
from discord import ui


@runtime_checkable
class Listens(Protocol):
    """A client that wants to know what was pressed."""

    async def on_pressed(self, interaction: discord.Interaction[Any], chosen: str) -> None:
        """Handle a press; `chosen` is the button's id or the menu entry's value."""
        ...


class Pressed(ui.DynamicItem[ui.Item[Any]], template=r"kg(?:1|b|f|m):.+"):
    """A button or a menu whose id says what it is for (see `frame`)."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the item that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the client."""
        data: Any = interaction.data or {}
        values = data.get("values") or [data.get("custom_id", "")]
        if isinstance(interaction.client, Listens):
            await interaction.client.on_pressed(interaction, str(values[0]))
