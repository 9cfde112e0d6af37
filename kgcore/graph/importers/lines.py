"""Streams the lines of a text file, whatever it really holds, in constant memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kgcore.graph.importers.parts import Part, Tick
from kgcore.graph.importers.report import Findings, Trouble

LONGEST_LINE = 4 << 20  # bytes; the longest real row (a hub paper with all its sentences) has a tenth of that
# C0 without tab, newline and return, and DEL
_CONTROL_BYTES = bytes(b for b in range(32) if b not in b"\t\n\r") + b"\x7f"
# C1, line and paragraph separators, and the marks that turn the reading direction of what follows
_CONTROL = re.compile("[\x80-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def lines(path: Path | Part, findings: Findings, tick: Tick, *, latin: bool = False) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, text without its end) of every good line; bad ones go to `findings`.

    With `latin`, a line that is not UTF-8 is Latin-1. Raises InputError where the file cannot be read or decompressed,
    OSError never.
    """
    name = path.name
    part = path if isinstance(path, Part) else Part(path)
    for number, raw in _raw_lines(part, tick):
        if raw is None:
            findings.add(f"{name}:{number}", Trouble.TOO_LONG)
            continue
        if raw.translate(None, _CONTROL_BYTES) != raw:
            findings.add(f"{name}:{number}", Trouble.CONTROL_CHARACTER)
            continue
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            if not latin:
                findings.add(f"{name}:{number}", Trouble.BROKEN_UTF8)
                continue
            text = raw.decode("latin-1")
        if not text.isascii() and _CONTROL.search(text):
            findings.add(f"{name}:{number}", Trouble.CONTROL_CHARACTER)
            continue
        yield number, text


def _raw_lines(part: Part, tick: Tick) -> Iterator[tuple[int, bytes | None]]:
    """Yield every line as bytes, or None for one that is too long."""
    number, rest, skipping = 0, b"", False
    for chunk in part.chunks(tick):
        first, *others = chunk.split(b"\n")
        if not others:
            rest, skipping = _carry(rest, first, skipping)
            continue
        number += 1
        rest, skipping = _carry(rest, first, skipping)
        yield number, None if skipping else _clean(rest)
        rest, skipping = others.pop(), False
        for line in others:
            number += 1
            yield number, _clean(line)
    if skipping or rest:
        yield number + 1, None if skipping else _clean(rest)


def _carry(rest: bytes, more: bytes, skipping: bool) -> tuple[bytes, bool]:
    """Lengthen an unfinished line, or give it up when it grows too long."""
    if skipping or len(rest) + len(more) > LONGEST_LINE:
        return b"", True
    return rest + more, False


def _clean(line: bytes) -> bytes:
    line = line[:-1] if line.endswith(b"\r") else line
    return line.replace(b"\r", b" ") if b"\r" in line else line
