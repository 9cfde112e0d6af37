"""Golden cards: `make goldens` writes them anew from typical replies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adapters.shared.condensing import Rest
from adapters.teams.card import render
from adapters.teams.condensing import is_condensed, rest_of_reply
from adapters.teams.dialogs import reply_dialog
from adapters.teams.envelope import card_activity
from adapters.teams.scene import CardContext, CardSurface, ShownPicture
from kgcore.values.reply import Figure, File, Reply

FOLDER = Path(__file__).parents[2] / "golden" / "teams"
SERVED = "https://bot.example.org/teams/0000/"


def messages(reply: Reply, *, brief: bool = True) -> list[dict[str, Any]]:
    """Return what is posted (a panel: what a dialog shows) where pictures and downloads have an address."""
    pictures = tuple(ShownPicture(f"{SERVED}graph.png") for b in reply.blocks if isinstance(b, Figure))
    files = tuple(SERVED + b.name for b in reply.blocks if isinstance(b, File))
    surface = CardSurface.DIALOG if reply.private else CardSurface.MESSAGE
    cards = render(reply, CardContext(surface, pictures, files, brief=brief))
    return [card_activity(card, reply, first=nth == 0) for nth, card in enumerate(cards)]


def dialogs(reply: Reply) -> dict[str, dict[str, Any]]:
    """Return what the two buttons of a message open."""
    rests = {rest.value: rest_of_reply(reply, rest) for rest in (Rest.EVIDENCE, Rest.MORE) if is_condensed(reply)}
    return {name: reply_dialog(rest, {}, whole=reply) for name, rest in rests.items() if rest.blocks}


def written(reply: Reply) -> str:
    """The messages, and what opens from them, as one text."""
    return json.dumps({"messages": messages(reply), **dialogs(reply)}, ensure_ascii=False, indent=1) + "\n"


def path(name: str) -> Path:
    """The golden file of a typical reply."""
    return FOLDER / f"{name.replace(' ', '_')}.json"


def renew(replies: Mapping[str, Reply]) -> None:
    """Write all golden files."""
    for name, reply in replies.items():
        path(name).write_text(written(reply), encoding="utf-8")
