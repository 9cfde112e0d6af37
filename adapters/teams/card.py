"""Reply → Adaptive Cards. Pure: the same reply and scene give the same cards."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from adapters.teams.choices import choice_items, serial_numbers, step_items
from adapters.teams.claims import claim_items, paper_items
from adapters.teams.condensing import is_condensed, short_reply
from adapters.teams.elements import (
    Json,
    container,
    heading,
    image,
    open_url,
    rich_text,
    table,
    text_paragraphs,
    text_run,
)
from adapters.teams.elements import action_row as row
from adapters.teams.escape import clip_line, escape_plain
from adapters.teams.forms import form_items
from adapters.teams.inlines import inline_runs
from adapters.teams.limits import (
    ALT_CHARACTERS,
    CARD_VERSION,
    FALLBACK_CHARACTERS,
    MESSAGE_BYTES,
    MESSAGES,
    TABLE_ROWS,
)
from adapters.teams.scene import CardContext, ShownPicture, papers_of
from kgcore.values.reply import (
    Block,
    Choices,
    Claims,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    Progress,
    Reply,
    Steps,
    Table,
    Text,
    Tone,
)
from kgcore.verdicts import Badge

SCHEMA = "http://adaptivecards.io/schemas/adaptive-card.json"
NO_DOWNLOADS = "can be downloaded where the bot has a public address (PUBLIC_URL)."
LEFT_OUT = "The rest is too long for Teams and was left out; ask for a brief answer, or about a part of it."
_TONE = {Tone.QUIET: "", Tone.INFO: "accent", Tone.WARNING: "warning"}
_BAR = 20  # signs
_PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/=]*")
LABEL_BYTES = 2_000  # of what stands around a card: ids, names, the label
CITED_BYTES = 18_000  # the same with its citations


@dataclass
class _Made:
    """What is counted while the blocks are gone through."""

    context: CardContext
    verdicts: dict[int, Badge]
    reply: Reply
    pictures: Iterator[ShownPicture]
    files: Iterator[str]
    serial: Iterator[int] = field(default_factory=serial_numbers)


def render(reply: Reply, context: CardContext, budget: int = MESSAGE_BYTES) -> list[Json]:
    """Return the cards of a reply, each for a message of its own and of at most about `budget` bytes."""
    cited = {p.id: n for n, p in enumerate(papers_of(reply), 1)}
    forms = sum(isinstance(b, Form) for b in reply.blocks)
    context = replace(
        context, cited=context.cited or cited, forms=forms, brief=context.brief and is_condensed(reply, context.files)
    )
    room = budget - size_in_bytes(_card([], reply)) - (CITED_BYTES if cited else LABEL_BYTES)
    parts = _parts(_all(reply, context), room)
    if len(parts) > 1:
        parts = _parts(_all(reply, replace(context, compact=True)), room)
    return [_card(part, reply) for part in parts]


def _all(reply: Reply, context: CardContext) -> list[Json]:
    verdicts = {c.number: c.chip for b in reply.blocks if isinstance(b, Claims) for c in b.claims}
    made = _Made(context, verdicts, reply, iter(context.pictures), iter(context.files))
    shown = short_reply(reply) if context.brief else reply
    question = [rich_text(text_run(reply.question, bold=True, size="Medium"))] if reply.question and reply.turn else []
    items = [*question, *(item for block in shown.blocks for item in _items(block, made))]
    return items or [rich_text(text_run("…"))]


def _card(items: list[Json], reply: Reply) -> Json:
    fallback = clip_line("\n".join((reply.question, reply.plain, *_notices(reply))), FALLBACK_CHARACTERS)
    return {
        "type": "AdaptiveCard",
        "$schema": SCHEMA,
        "version": CARD_VERSION,
        "body": items,
        "fallbackText": fallback or "This message needs a client that shows Adaptive Cards.",
        "msteams": {"width": "full"},
    }


def _notices(reply: Reply) -> list[str]:
    return [b.text for b in reply.blocks if isinstance(b, Notice)]


def _items(block: Block, made: _Made) -> list[Json]:
    match block:
        case Text():
            return _text(block, made)
        case Claims():
            return claim_items(block, made.context, made.serial)
        case Papers():
            return paper_items(block, made.context)
        case Figure():
            return _figure(block, next(made.pictures, ShownPicture(note="The picture cannot be shown here.")), made)
        case Table():
            return _table(block)
        case Choices():
            return choice_items(block, made.context, made.serial)
        case Notice():
            return _notice(block)
        case Progress():
            return _progress(block, made.context)
        case Steps():
            return step_items(block, made.context, made.serial)
        case Form():
            return form_items(block, made.context, next(made.serial))
        case File():
            return _file(block, next(made.files, ""))
    assert_never(block)


def _text(block: Text, made: _Made) -> list[Json]:
    runs = inline_runs(block.inlines, made.verdicts)
    if block.speaker:
        runs = [text_run(f"{block.speaker}: ", bold=True, subtle=True), *runs]
    if block.level:
        runs = [text_run("   – "), *runs]
    first = [rich_text(text_run(f"First written: “{block.first}”", subtle=True), spacing="None")] if block.first else []
    if block.correction:  # which says itself what it is: another wording, or what the graph says instead
        return [container([rich_text(*runs), *first], style="attention", spacing="Small")]
    return [rich_text(*runs, spacing="Small" if block.level else "Medium"), *first]


def _figure(block: Figure, shown: ShownPicture, made: _Made) -> list[Json]:
    title = [heading(block.title)] if block.title else []
    if shown.url:
        return [*title, image(shown.url, escape_plain(block.alt)[:ALT_CHARACTERS])]
    claims = [c for b in made.reply.blocks if isinstance(b, Claims) for c in b.claims]
    rows = [("".join(i.text for i in c.statement), f"{c.chip.icon} {c.chip.label}") for c in claims]
    edges = (
        [table(("What the picture would show", "Verdict"), rows[:TABLE_ROWS])] if rows else text_paragraphs(block.alt)
    )
    return [*title, *edges, *text_paragraphs(shown.note, subtle=True)]


def _table(block: Table) -> list[Json]:
    title = [heading(block.title)] if block.title else []
    rest = len(block.rows) - TABLE_ROWS
    more = text_paragraphs(f"… and {rest} more rows", subtle=True) if rest > 0 else []
    return [*title, table(block.columns, block.rows[:TABLE_ROWS]), *more]


def _notice(block: Notice) -> list[Json]:
    lines = text_paragraphs(block.text, subtle=block.tone is Tone.QUIET)
    return [container(lines, style=_TONE[block.tone], spacing="Small")] if _TONE[block.tone] else lines


def _progress(block: Progress, context: CardContext) -> list[Json]:
    if not block.total:
        return [rich_text(text_run("⏳ "), text_run(block.doing or "Working on it …", subtle=True))]
    full = round(_BAR * block.explored / block.total)
    bar = "▰" * full + "▱" * (_BAR - full)
    about = f" {block.about}" if block.about else ""
    line = rich_text(
        text_run(bar, colour="Accent"),
        text_run(f"  {block.explored} of {block.total} explored{about}"),
        spacing="Medium",
    )
    return [container([line], tap=context.press("What does this mean?", block.why))] if block.why else [line]


def _file(block: File, url: str) -> list[Json]:
    if url:
        return [row([open_url(f"⬇ {block.name}", url)])]
    return [rich_text(text_run(block.name, bold=True), text_run(f" {NO_DOWNLOADS}", subtle=True))]


# ── fitting into messages ───────────────────────────────────────────────────────────────────────────────────────────


def size_in_bytes(value: object) -> int:
    """Return the bytes of a value as Teams counts them: JSON in UTF-16, without pictures in Base64."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return 2 * len(_PICTURE.sub("", text)) + 2 * sum(c > "\uffff" for c in text)


def _parts(items: list[Json], room: int) -> list[list[Json]]:
    """Return the items in as few parts as fit."""
    parts: list[list[Json]] = [[]]
    used = 0
    for item in (piece for whole in items for piece in _pieces(whole, room)):
        weight = size_in_bytes(item) + 1
        if parts[-1] and used + weight > room:
            parts.append([])
            used = 0
        parts[-1].append(item)
        used += weight
    if len(parts) > MESSAGES:
        parts = [*parts[: MESSAGES - 1], text_paragraphs(LEFT_OUT, subtle=True)]
    return parts


def _pieces(item: Json, room: int) -> Iterator[Json]:
    """Yield an item that is too large for one message in pieces: a container's items one by one, a text by its runs."""
    if size_in_bytes(item) <= room:
        yield item
    elif item["type"] == "Container":
        for inner in item["items"]:
            yield from _pieces({k: v for k, v in inner.items() if k != "isVisible" and not _folds(v)}, room)
    elif item["type"] == "RichTextBlock":
        yield from _halves(item, room)
    elif item["type"] == "Image":
        yield rich_text(text_run("The picture is too large for Teams."))
    else:
        yield rich_text(text_run(LEFT_OUT, subtle=True))


def _folds(value: object) -> bool:
    """Whether it is a press that unfolds something: what is taken apart stands open."""
    return isinstance(value, dict) and value.get("type") == "Action.ToggleVisibility"


def _halves(item: Json, room: int) -> Iterator[Json]:
    runs = item["inlines"]
    if len(runs) > 1:
        halves = [runs[: len(runs) // 2], runs[len(runs) // 2 :]]
    else:
        text = runs[0]["text"]
        halves = [[{**runs[0], "text": part}] for part in (text[: len(text) // 2], text[len(text) // 2 :])]
    for half in halves:
        yield from _pieces({**item, "inlines": half}, room)
