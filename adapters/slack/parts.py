"""What the renderers share: units of blocks that stay together, and what they have to know of the message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from adapters.slack.escape import clean, pieces, plain
from kgcore.model import Verdict
from kgcore.reply import Form

_LONGEST: Final = 2_900  # Slack gives 3,000 for the url of a button, and no number for that of a link
_ADDRESS: Final = re.compile(rf"https?://[^\s<>\"\\^`{{|}}\x00-\x20\x7f]{{1,{_LONGEST}}}", re.IGNORECASE)
Json = dict[str, Any]  # a piece of Block Kit


class Surface(StrEnum):
    """Where blocks are shown."""

    MESSAGE = "message"
    MODAL = "modal"


@dataclass(frozen=True, slots=True)
class Unit:
    """Blocks that stay in one message. `text` is what the fallback says of them."""

    blocks: tuple[Json, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """What blocks need to know of their reply. `pictures` are uploaded files by the picture's digest.

    A digest with "" could not be uploaded; one that is missing is not there yet.
    """

    surface: Surface = Surface.MESSAGE
    pictures: Mapping[str, str] = field(default_factory=dict)
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    claims: tuple[tuple[str, ...], ...] = ()  # rows of the table that stands for a picture


@dataclass(slots=True)
class Made:
    """What rendering leaves beside the blocks: forms that buttons open, by their keys."""

    forms: dict[str, Form] = field(default_factory=dict)


def weigh(value: object) -> int:
    """Count the characters of a piece of Block Kit that a message's limit counts."""
    if isinstance(value, dict):
        counted = sum(len(v) for k, v in value.items() if k in {"text", "alt_text", "url"} and isinstance(v, str))
        return counted + sum(weigh(v) for v in value.values() if not isinstance(v, str))
    return sum(weigh(v) for v in value) if isinstance(value, list | tuple) else 0


# ── rich text ───────────────────────────────────────────────────────────────────────────────────────────────────────


def words(text: str, *, bold: bool = False, italic: bool = False, strike: bool = False) -> Json:
    """Return a run of words, shown as they are."""
    style = {k: True for k, on in (("bold", bold), ("italic", italic), ("strike", strike)) if on}
    run: Json = {"type": "text", "text": clean(text) or " "}
    return {**run, "style": style} if style else run


def link(text: str, url: str) -> Json:
    """Return a link, only for addresses that come from the graph; words where Slack would refuse the address."""
    if not _ADDRESS.fullmatch(url):
        return words(text or url)
    return {"type": "link", "url": url, "text": clean(text) or url}


def person(id: str) -> Json:
    """Return a person's name as Slack shows it; in our own words only."""
    return {"type": "user", "user_id": id}


def section(*runs: Json) -> Json:
    """Return a paragraph of runs."""
    return {"type": "rich_text_section", "elements": list(runs)}


def quote(*runs: Json) -> Json:
    """Return a quotation of runs."""
    return {"type": "rich_text_quote", "elements": list(runs)}


def bullets(lines: Iterable[Json], indent: int = 0, *, ordered: bool = False) -> Json:
    """Return a list of sections."""
    return {
        "type": "rich_text_list",
        "style": "ordered" if ordered else "bullet",
        "indent": indent,
        "elements": list(lines),
    }


def rich(*elements: Json) -> Json:
    """Return a block of rich text."""
    return {"type": "rich_text", "elements": list(elements)}


def rich_blocks(elements: Iterable[Json], most: int) -> list[Json]:
    """Return as many blocks of rich text as the limit asks for; lists are split between their lines."""
    blocks: list[list[Json]] = [[]]
    weight = 0
    for element in _small(elements, most):
        heavy = weigh(element)
        if blocks[-1] and weight + heavy > most:
            blocks.append([])
            weight = 0
        blocks[-1].append(element)
        weight += heavy
    return [rich(*b) for b in blocks if b]


def _small(elements: Iterable[Json], most: int) -> Iterable[Json]:
    """Yield the elements, those that are too heavy in several: between lines or runs, or else inside of a run."""
    for element in elements:
        if weigh(element) <= most:
            yield element
            continue
        part: list[Json] = []
        for inner in _parts(element, most):
            if part and weigh(part) + weigh(inner) > most:
                yield {**element, "elements": part}
                part = []
            part.append(inner)
        yield {**element, "elements": part}


def _parts(element: Json, most: int) -> Iterable[Json]:
    for inner in element["elements"]:
        if weigh(inner) <= most:
            yield inner
        elif "elements" in inner:
            yield from _small([inner], most)
        elif inner["type"] == "text":
            yield from ({**inner, "text": piece} for piece in pieces(inner["text"], most))
        else:
            yield {**inner, "text": inner["text"][: most // 2]}  # a link's title; its address leads to the whole


# ── small blocks ────────────────────────────────────────────────────────────────────────────────────────────────────


def context(text: str, most: int) -> list[Json]:
    """Return grey lines."""
    return [{"type": "context", "elements": [plain(piece, most)]} for piece in pieces(clean(text), most)]


def spoken(icon: str, text: str, *, bold: bool = False) -> Json:
    """Return a line that begins with a sign."""
    return rich(section(words(f"{icon} {text}".strip(), bold=bold)))
