"""How long answers are and who writes them, per person and per channel. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.language.english import clean
from kgcore.message import Action, Click, Verb
from kgcore.reply import Block, Field, FieldKind, Form, Notice, Option, Reply
from kgcore.tasks import Detail

PERSON, CHANNEL = 0, 1  # the index of Verb.SET
UNSET = "-"  # the value of a field that leaves the choice to the next wider scope
LONGEST_MODEL = 200  # characters of a model's name
_LONGEST = 2_000  # characters of what is stored
LENGTHS = ((Detail.BRIEF, "Brief"), (Detail.NORMAL, "Normal"), (Detail.FULL, "Full"))


@dataclass(frozen=True, slots=True)
class Settings:
    """What one scope has chosen; None and "" leave it to the next wider one."""

    detail: Detail | None = None
    model: str = ""


def effective(person: Settings, channel: Settings, default: Detail) -> Settings:
    """Return what counts: the person's choice, else the channel's, else the default (a model may stay "")."""
    return Settings(person.detail or channel.detail or default, person.model or channel.model)


# ── for the store ───────────────────────────────────────────────────────────────────────────────────────────────────


def dumps(settings: Settings) -> str:
    """Return the settings as text."""
    return json.dumps({"detail": settings.detail.value if settings.detail else "", "model": settings.model})


def loads(text: str | None) -> Settings:
    """Return the settings that a text holds; what cannot be read counts as not chosen."""
    try:
        found = json.loads(text or "") if len(text or "") <= _LONGEST else {}
    except (ValueError, RecursionError):
        return Settings()
    found = found if isinstance(found, dict) else {}
    return Settings(_detail(found.get("detail")), _model(found.get("model")))


def _detail(value: object) -> Detail | None:
    return next((d for d in Detail if d.value == value), None)


def _model(value: object) -> str:
    return clean(value) if isinstance(value, str) and len(value) <= LONGEST_MODEL else ""


# ── for people ──────────────────────────────────────────────────────────────────────────────────────────────────────


def chosen(click: Click, models: Sequence[str], before: Settings) -> Settings:
    """Return the settings that a form chose; a field that was not sent or names no option stays as it was `before`."""
    detail, model = (next(iter(click.field(name)), "") for name in ("detail", "model"))
    return Settings(
        None if detail == UNSET else _detail(detail) or before.detail,
        "" if model == UNSET else model if model in models else before.model,
    )


def settings_panel(turn_id: str, person: Settings, channel: Settings, models: Sequence[str]) -> Reply:
    """Return the panel: a form for the person and one for the channel."""
    blocks: list[Block] = [
        Notice("What you choose for yourself counts before what is chosen for the channel."),
        _form(turn_id, PERSON, person, models),
        _form(turn_id, CHANNEL, channel, models),
    ]
    if not models:
        blocks.append(Notice("Answers come from the graph alone: no language model is set up here."))
    return Reply("", "", tuple(blocks), private=True)


def _form(turn_id: str, scope: int, now: Settings, models: Sequence[str]) -> Form:
    mine = scope == PERSON
    lengths = tuple(Option(d.value, label) for d, label in LENGTHS)
    unset = Option(UNSET, "As set for the channel" if mine else "As set for everybody")
    fields = [_one("detail", "How long answers are", (unset, *lengths), now.detail.value if now.detail else UNSET)]
    if models:
        named = tuple(Option(m, m) for m in models)
        fields.append(_one("model", "Who writes them", (unset, *named), now.model if now.model in models else UNSET))
    title = "For you" if mine else "For everybody in this channel"
    return Form(title, tuple(fields), "Save", str(Action(Verb.SET, turn_id, scope)))


def _one(name: str, label: str, options: tuple[Option, ...], value: str) -> Field:
    return Field(name, label, FieldKind.ONE, options, (value,))


def saved(settings: Settings, scope: int) -> str:
    """Return a sentence that confirms what was chosen."""
    who = "your answers" if scope == PERSON else "answers in this channel"
    lengths = {Detail.BRIEF: "brief", Detail.NORMAL: "of normal length", Detail.FULL: "in full"}
    length = f"come {lengths[settings.detail]}" if settings.detail else "are as long as is set elsewhere"
    writer = f", written by {settings.model}" if settings.model else ""
    return f"Saved: from now on {who} {length}{writer}."
