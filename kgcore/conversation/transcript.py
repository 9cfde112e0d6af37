"""A pasted or saved conversation → who said what. Pure.

Either lines "Name: text", with or without a time before the name, a message going on over the lines without a name; or
JSON lines `{"speaker": …, "text": …}`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgcore.english.words import word_list
from kgcore.errors import InputError
from kgcore.values.message import Said
from kgcore.values.text import clean_line, shorten

MOST_MESSAGES = 500
LONGEST_MESSAGE = 4_000  # characters
MOST_CHARACTERS = 100_000  # of a whole conversation
LONGEST_NAME = 60  # characters
_WORDS_IN_A_NAME = 5

_CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,6})?)?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?"
_DAY = r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})"
_WHEN = rf"(?:{_DAY}[T,]?\s*{_CLOCK}|{_CLOCK}|{_DAY})"
_TIME = re.compile(rf"\s*(?:\[{_WHEN}\]|\({_WHEN}\)|{_WHEN}(?=[\s,–—-]))\s*[-–—,]?\s*")
_NAME = re.compile(rf"\s*([^\s:>][^:\n]{{0,{LONGEST_NAME - 1}}}?)\s*:(?:\s+|$)")


@dataclass(slots=True)
class _Draft:
    """A message as its lines come in."""

    speaker: str
    line: int
    lines: list[str] = field(default_factory=list)


def parse_messages(text: str) -> tuple[Said, ...]:
    """Return the messages of a conversation, in order; raises InputError, which names the line."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        _sound(line, number)
    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise _nothing()
    drafts = _from_json(lines) if first.lstrip().startswith("{") else _from_lines(lines)
    said = tuple(_bounded(drafts))
    if not said:
        raise _nothing()
    return said


def _bounded(drafts: Iterator[_Draft]) -> Iterator[Said]:
    kept = 0
    for draft in drafts:
        text = "\n".join(draft.lines).strip()
        if not text:
            continue
        kept += 1
        if kept > MOST_MESSAGES:
            raise _wrong(f"here begins the {MOST_MESSAGES + 1}st message; at most {MOST_MESSAGES} are read", draft.line)
        if len(text) > LONGEST_MESSAGE:
            raise _wrong(f"this message is longer than {LONGEST_MESSAGE:,} characters", draft.line)
        yield Said(draft.speaker, text)


# ── "Name: text" ────────────────────────────────────────────────────────────────────────────────────────────────────


def _from_lines(lines: Sequence[str]) -> Iterator[_Draft]:
    open_: _Draft | None = None
    timed = False
    for number, line in enumerate(lines, 1):
        header = None if open_ and timed and not _TIME.match(line) else _header(line)
        if header is None and open_ is None and line.strip():
            raise InputError(
                "nobody is named here.",
                where=f"line {number}",
                hint='Write each message as "Name: text"; lines without a name go on with the message before.',
            )
        if header is not None:
            timed = bool(_TIME.match(line)) if open_ is None else timed
            if open_ is not None:
                yield open_
            open_ = _Draft(header[0], number, [header[1]])
        elif open_ is not None:
            open_.lines.append(line)
    if open_ is not None:
        yield open_


def _header(line: str) -> tuple[str, str] | None:
    """Return the name and the text that begin a message; None for a line that goes on with one."""
    time = _TIME.match(line)
    rest = line[time.end() :] if time else line
    found = _NAME.match(rest)
    if found is None or not _is_name(found[1]):
        return None
    return " ".join(found[1].split()), rest[found.end() :]


def _is_name(text: str) -> bool:
    words = text.split()
    if (
        text.casefold().rstrip(".") in word_list("no speaker")
        or len(words) > _WORDS_IN_A_NAME
        or re.search(r"[?!;\"“”{}<>]", text)
    ):
        return False
    return len(words) == 1 or not any(w[0].islower() and w not in word_list("particle of a surname") for w in words)


# ── JSON lines ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _from_json(lines: Sequence[str]) -> Iterator[_Draft]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            fields = _object(line, number)
            speaker, text = (_words(fields, name, number) for name in ("speaker", "text"))
            yield _Draft(speaker, number, [text])


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except RecursionError as error:
        raise _wrong("nested too deeply", number) from error
    except ValueError as error:
        raise _wrong("not valid JSON", number) from error
    if not isinstance(value, dict):
        raise _wrong("not a JSON object", number)
    return value


def _words(fields: dict[str, Any], name: str, number: int) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise _wrong(f'"{name}" is missing or is no string', number)
    if name == "speaker" and not value.strip():
        raise _wrong('"speaker" is empty', number)
    _sound(value, number)
    return value


def _sound(text: str, number: int) -> None:
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise _wrong("it holds half a character (a lone surrogate)", number)


def _nothing() -> InputError:
    return InputError("There are no messages to read.", hint='Write each as "Name: text" on a line of its own.')


def _wrong(what: str, number: int) -> InputError:
    return InputError(f"{what}.", where=f"line {number}")


# --- Who speaks: names as they are shown and compared.

LONGEST = 40  # characters of a name that are shown
NOBODY = "Somebody"
_ORDINARY = re.compile(r"[\w.'’@ -]+")


def unify_speakers(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names as they are shown, each person (whatever the case and the spaces) in one spelling: the first."""
    seen: dict[str, str] = {}
    return tuple(seen.setdefault(_same(name), name_on_one_line(name)) for name in names)


def name_on_one_line(name: str) -> str:
    """Return a name on one line, without control characters, not too long."""
    return shorten(clean_line(name), LONGEST) or NOBODY


def in_words(name: str) -> str:
    """Return a name as it stands in a sentence: in quotation marks where it might be taken for part of it."""
    return name if _ORDINARY.fullmatch(name) else f"“{re.sub('[“”]', '', name)}”"


def _same(name: str) -> str:
    return clean_line(unicodedata.normalize("NFKC", name)).casefold()
