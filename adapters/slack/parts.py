"""What the renderers share: units of blocks that stay together, and what they have to know of the message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, assert_never

from adapters.slack import limits
from adapters.slack.escape import plain_text, split_text, strip_controls
from kgcore.values.reply import Cite, EntityRef, Form, Inline, Link, Plain, RelationRef, Strong, Table
from kgcore.verdicts import Badge

_LONGEST: Final = 2_900  # Slack gives 3,000 for the url of a button, and no number for that of a link
_ADDRESS: Final = re.compile(rf"https?://[^\s<>\"\\^`{{|}}\x00-\x20\x7f]{{1,{_LONGEST}}}", re.IGNORECASE)
Json = dict[str, Any]  # a piece of Block Kit


class BlockSurface(StrEnum):
    """Where blocks are shown."""

    MESSAGE = "message"
    MODAL = "modal"


@dataclass(frozen=True, slots=True)
class BlockUnit:
    """Blocks that stay in one message. `text` is what the fallback says of them."""

    blocks: tuple[Json, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """What blocks need to know of their reply. `pictures` are uploaded files by the picture's digest.

    A digest with "" could not be uploaded; one that is missing is not there yet.
    """

    surface: BlockSurface = BlockSurface.MESSAGE
    pictures: Mapping[str, str] = field(default_factory=dict)
    verdicts: Mapping[int, Badge] = field(default_factory=dict)
    claims: tuple[tuple[str, ...], ...] = ()  # rows of the table that stands for a picture
    brief: bool = False  # a line a claim


@dataclass(slots=True)
class RenderedForms:
    """What rendering leaves beside the blocks: forms that buttons open, by their keys."""

    forms: dict[str, Form] = field(default_factory=dict)


def count_characters(value: object) -> int:
    """Count the characters of a piece of Block Kit that a message's limit counts."""
    if isinstance(value, dict):
        counted = sum(len(v) for k, v in value.items() if k in {"text", "alt_text", "url"} and isinstance(v, str))
        return counted + sum(count_characters(v) for v in value.values() if not isinstance(v, str))
    return sum(count_characters(v) for v in value) if isinstance(value, list | tuple) else 0


# ── rich text ───────────────────────────────────────────────────────────────────────────────────────────────────────


def text_run(text: str, *, bold: bool = False, italic: bool = False, strike: bool = False) -> Json:
    """Return a run of words, shown as they are."""
    style = {k: True for k, on in (("bold", bold), ("italic", italic), ("strike", strike)) if on}
    run: Json = {"type": "text", "text": strip_controls(text) or " "}
    return {**run, "style": style} if style else run


def link_run(text: str, url: str, *, strike: bool = False) -> Json:
    """Return a link, only for addresses that come from the graph; words where Slack would refuse the address."""
    if not _ADDRESS.fullmatch(url):
        return text_run(text or url, strike=strike)
    run: Json = {"type": "link", "url": url, "text": strip_controls(text) or url}
    return {**run, "style": {"strike": True}} if strike else run


def person_run(id: str) -> Json:
    """Return a person's name as Slack shows it; in our own words only."""
    return {"type": "user", "user_id": id}


def rich_section(*runs: Json) -> Json:
    """Return a paragraph of runs."""
    return {"type": "rich_text_section", "elements": list(runs)}


def rich_quote(*runs: Json) -> Json:
    """Return a quotation of runs."""
    return {"type": "rich_text_quote", "elements": list(runs)}


def rich_list(lines: Iterable[Json], indent: int = 0, *, ordered: bool = False) -> Json:
    """Return a list of sections."""
    return {
        "type": "rich_text_list",
        "style": "ordered" if ordered else "bullet",
        "indent": indent,
        "elements": list(lines),
    }


def rich_block(*elements: Json) -> Json:
    """Return a block of rich text."""
    return {"type": "rich_text", "elements": list(elements)}


def rich_blocks(elements: Iterable[Json], most: int) -> list[Json]:
    """Return as many blocks of rich text as the limit asks for; lists are split between their lines."""
    blocks: list[list[Json]] = [[]]
    weight = 0
    for element in _small(elements, most):
        heavy = count_characters(element)
        if blocks[-1] and weight + heavy > most:
            blocks.append([])
            weight = 0
        blocks[-1].append(element)
        weight += heavy
    return [rich_block(*b) for b in blocks if b]


def _small(elements: Iterable[Json], most: int) -> Iterable[Json]:
    """Yield the elements, those that are too heavy in several: between lines or runs, or else inside of a run."""
    for element in elements:
        if count_characters(element) <= most:
            yield element
            continue
        part, weight = list[Json](), 0
        for inner in _parts(element, most):
            heavy = count_characters(inner)
            if part and weight + heavy > most:
                yield {**element, "elements": part}
                part, weight = [], 0
            part.append(inner)
            weight += heavy
        yield {**element, "elements": part}


def _parts(element: Json, most: int) -> Iterable[Json]:
    for inner in element["elements"]:
        if count_characters(inner) <= most:
            yield inner
        elif "elements" in inner:
            yield from _small([inner], most)
        elif inner["type"] == "text":
            yield from ({**inner, "text": piece} for piece in split_text(inner["text"], most))
        else:
            yield {**inner, "text": inner["text"][: most // 2]}  # a link's title; its address leads to the whole


# ── small blocks ────────────────────────────────────────────────────────────────────────────────────────────────────


def context_blocks(text: str, most: int) -> list[Json]:
    """Return grey lines."""
    return [
        {"type": "context", "elements": [plain_text(piece, most)]} for piece in split_text(strip_controls(text), most)
    ]


def signed_line(icon: str, text: str, *, bold: bool = False) -> Json:
    """Return a line that begins with a sign."""
    return rich_block(rich_section(text_run(f"{icon} {text}".strip(), bold=bold)))


# --- Tables: a table block in messages, as the limits allow it; lines in modals, which know no tables.

Row = tuple[str, ...]


def table_units(table: Table, surface: BlockSurface) -> Iterator[BlockUnit]:
    """Yield the table in as many parts as the limits ask for, the title and the head with each."""
    if surface is BlockSurface.MODAL or len(table.columns) > limits.TABLE_COLUMNS or not table.rows:
        yield from _lines(table)
        return
    parts = list(_tables_parts(table))
    for nth, rows in enumerate(parts):
        title = table.title + (f" ({nth + 1} of {len(parts)})" if len(parts) > 1 else "")
        head = rich_blocks([rich_section(text_run(title, bold=True))], limits.RICH_TEXT) if title.strip() else []
        told = [title, *("; ".join(c for c in row if c) for row in (table.columns, *rows))]
        yield BlockUnit((*head, _block(table.columns, rows)), "\n".join(line for line in told if line))


def _tables_parts(table: Table) -> Iterator[list[Row]]:
    head = sum(map(len, table.columns))
    rows: list[Row] = []
    weight = head
    for row in table.rows:
        heavy = sum(map(len, row))
        if rows and (len(rows) + 1 >= limits.TABLE_ROWS or weight + heavy > limits.TABLE_CHARACTERS):
            yield rows
            rows, weight = [], head
        rows.append(row)
        weight += heavy
    yield rows


def _block(columns: Row, rows: list[Row]) -> Json:
    head = [{"type": "rich_text", "elements": [rich_section(text_run(c, bold=True))]} for c in columns]
    body = [[{"type": "raw_text", "text": strip_controls(cell) or " "} for cell in row] for row in rows]
    return {"type": "table", "column_settings": [{"is_wrapped": True} for _ in columns], "rows": [head, *body]}


def _lines(table: Table) -> Iterator[BlockUnit]:
    lines = [rich_section(*_line(table.columns, row)) for row in table.rows]
    first = table.columns[0] if len(table.columns) > 2 and table.rows else ""  # the others stand in every line
    title = " – ".join(part for part in (table.title, first) if part)
    head = [rich_section(text_run(title, bold=True))] if title else []
    for nth, block in enumerate(rich_blocks([*head, rich_list(lines)] if lines else head, limits.RICH_TEXT)):
        told = [table.title, *("; ".join(c for c in row if c) for row in table.rows)] if nth == 0 else []
        yield BlockUnit((block,), "\n".join(line for line in told if line))


def _line(columns: Row, row: Row) -> list[Json]:
    """The first cell names the row; the others follow behind the names of their columns."""
    rest = [f"{c}: {v}" if c and len(columns) > 2 else v for c, v in zip(columns[1:], row[1:], strict=False) if v]
    return [text_run(row[0] if row else "", bold=True), text_run(" – " + "; ".join(rest) if rest else " ")]


# --- Inlines → runs of rich text: entities bold with their number, relations with the verdicts of their
# claims.

_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def inline_runs(parts: tuple[Inline, ...], context: ReplyContext, *, marks: bool = True) -> list[Json]:
    """Return the runs. `marks`: relations carry the signs and the numbers of their claims."""
    return [run for part in parts for run in _run(part, context, marks)]


def inline_text(parts: tuple[Inline, ...]) -> str:
    """Return the words alone."""
    return "".join(p.text for p in parts)


def superscript(number: int) -> str:
    """Return the number as it stands beside an entity: raised, nothing for 0."""
    return str(number).translate(_RAISED) if number else ""


def _run(inline: Inline, context: ReplyContext, marks: bool) -> list[Json]:
    match inline:
        case Plain():
            return [text_run(inline.text)]
        case Strong():
            return [text_run(inline.text, bold=True)]
        case EntityRef():
            return [text_run(inline.text, bold=not inline.faded, italic=inline.faded)]
        case RelationRef():
            words = text_run(inline.text, italic=not inline.claims)
            return [words, *([_mark(inline, context)] if marks and _known(inline, context) else [])]
        case Cite():
            space = [] if inline.next else [text_run(" ")]
            return [*space, link_run(inline.mark, inline.url) if inline.url else text_run(inline.mark)]
        case Link():
            return [link_run(inline.text, inline.url)]
    assert_never(inline)


def _known(relation: RelationRef, context: ReplyContext) -> list[int]:
    return [n for n in relation.claims if n in context.verdicts and context.verdicts[n].mark]


def _mark(relation: RelationRef, context: ReplyContext) -> Json:
    signs = ", ".join(f"{context.verdicts[n].mark} {n}" for n in _known(relation, context))
    return text_run(f" [{signs}]", italic=True)
