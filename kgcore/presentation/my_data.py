"""All that is kept of a person, as one file to take away. Pure."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from enum import Enum
from typing import Any

from kgcore.values.actions import ActionRecord
from kgcore.values.reply import File
from kgcore.values.settings import ScopeSettings
from kgcore.values.thread import Turn

MEDIA = "application/zip"
README = """What Evigraph keeps of you.

questions.json  every question of yours that is kept, with its answer, claims, evidence and papers
actions.json    what you did with answers: your list, ratings, dismissed questions
settings.json   how you want answers to be
pictures/       the pictures of your answers, named after the id of the question (the newest ones, if there are many)

Your messages in the chat itself are not here: they belong to the platform, and to you.
"""


def my_data(
    name: str,
    turns: Sequence[Turn],
    actions: Sequence[ActionRecord],
    settings: ScopeSettings,
    pictures: Mapping[str, bytes],
    now: datetime,
) -> File:
    """Return a zip file of that name; `pictures` are PNGs by the names that they get."""
    made = now.isoformat(timespec="seconds")
    texts = {
        "README.txt": README,
        "questions.json": _json({"made": made, "questions": [asdict(turn) for turn in turns]}),
        "actions.json": _json({"made": made, "actions": [_action(record) for record in actions]}),
        "settings.json": _json({"made": made, "settings": asdict(settings)}),
    }
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        for path, text in texts.items():
            file.writestr(_entry(path, now), text)
        for path, png in pictures.items():
            file.writestr(_entry(f"pictures/{path}", now), png)
    return File(name, MEDIA, found.getvalue())


def _entry(path: str, now: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, now.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _action(record: ActionRecord) -> dict[str, Any]:
    return {"did": type(record.control).__name__.lower(), **asdict(record)}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=_plain).encode("utf-8", "replace").decode()


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else str(value)
