"""Reads the items of arrays inside one JSON object, however long they are, without holding the object."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from kgcore.errors import InputError
from kgcore.graph.importers.parts import Part, Tick

LONGEST_ITEM = 16 << 20  # characters; BEL's longest node is a complex of a few thousand
_BLANK = re.compile(r"[ \t\r\n]*")


def items(part: Part, keys: Collection[str], tick: Tick) -> Iterator[tuple[str, int, Any]]:
    """Yield (key, number of the item from 1, value) for the items of the top-level arrays named `keys`, and
    (key, 0, value) for every other member that is small enough to be held.

    Raises InputError where it is no JSON object.
    """
    yield from _Reader(part, tick).members(keys)


class _Reader:
    def __init__(self, part: Part, tick: Tick) -> None:
        self._name = part.name
        self._chunks = part.chunks(tick)
        self._decode = codecs.getincrementaldecoder("utf-8")()
        self._json = json.JSONDecoder()
        self._text = ""
        self._at = 0
        self._ended = False
        self._read = 0

    def members(self, keys: Collection[str]) -> Iterator[tuple[str, int, Any]]:
        if self._peek() == "\ufeff":
            self._at += 1
        self._take("{")
        while self._peek() != "}":
            key = self._value()
            if not isinstance(key, str):
                raise self._bad("a name in quotes is missing")
            self._take(":")
            if key in keys and self._peek() == "[":
                for number, value in enumerate(self._array(), 1):
                    yield key, number, value
            else:
                yield key, 0, self._value()
            if self._peek() == ",":
                self._at += 1
            elif self._peek() != "}":
                raise self._bad("a comma is missing")

    def _array(self) -> Iterator[Any]:
        self._take("[")
        while self._peek() != "]":
            yield self._value()
            if self._peek() == ",":
                self._at += 1
            elif self._peek() != "]":
                raise self._bad("a comma is missing")
        self._at += 1

    def _value(self) -> Any:
        self._peek()
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as exc:
                if isinstance(exc, RecursionError):
                    raise self._bad("it is nested too deeply") from exc
                if not self._more():
                    raise self._bad("it breaks off, or is no JSON") from exc
                continue
            # A number at the end of what was read may go on.
            if end == len(self._text) and not isinstance(value, str | list | dict) and self._more():
                continue
            self._at = end
            return value

    def _peek(self) -> str:
        while True:
            found = _BLANK.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                raise self._bad("it breaks off")

    def _take(self, mark: str) -> None:
        if self._peek() != mark:
            raise self._bad(f"{mark} is missing")
        self._at += 1

    def _more(self) -> bool:
        """Read on; each time twice as much, so that a long item is not tried over and over."""
        if self._ended:
            return False
        kept = self._text[self._at :]
        if len(kept) > LONGEST_ITEM:
            raise self._bad(f"an item is longer than {LONGEST_ITEM >> 20} million characters")
        wanted, found = max(len(kept), 1), [kept]
        try:
            while wanted > 0:
                chunk = next(self._chunks, b"")
                self._ended = not chunk
                text = self._decode.decode(chunk, final=self._ended)
                found.append(text)
                wanted -= len(text)
                if self._ended:
                    break
        except UnicodeDecodeError as exc:
            raise self._bad("it is not UTF-8") from exc
        self._read += self._at
        self._text, self._at = "".join(found), 0
        return len(self._text) > len(kept)

    def _bad(self, why: str) -> InputError:
        near = "".join(c for c in self._text[self._at : self._at + 30] if c.isprintable())
        return InputError(
            f"is no whole JSON object: at character {self._read + self._at + 1:,} {why}"
            + (f" (“{near}”)." if near else "."),
            where=self._name,
        )
