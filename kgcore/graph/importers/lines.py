"""Streams the lines of a plain or gzipped text file, whatever it really holds, in constant memory."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from kgcore.errors import InputError
from kgcore.graph.importers.report import Findings, Trouble

Tick = Callable[[int, int], None]  # bytes read, bytes in all

LONGEST_LINE = 4 << 20  # bytes; the longest real row (a hub paper with all its sentences) has a tenth of that
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
# C0 without tab, newline and return, and DEL
_CONTROL_BYTES = bytes(b for b in range(32) if b not in b"\t\n\r") + b"\x7f"
# C1, line and paragraph separators, and the marks that turn the reading direction of what follows
_CONTROL = re.compile("[\x80-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def lines(path: Path, findings: Findings, tick: Tick) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, text without its end) of every good line; bad ones go to `findings`.

    Raises InputError where the file cannot be read or decompressed, OSError never.
    """
    name = path.name
    for number, raw in _raw_lines(path, tick):
        if raw is None:
            findings.add(f"{name}:{number}", Trouble.TOO_LONG)
            continue
        if raw.translate(None, _CONTROL_BYTES) != raw:
            findings.add(f"{name}:{number}", Trouble.CONTROL_CHARACTER)
            continue
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            findings.add(f"{name}:{number}", Trouble.BROKEN_UTF8)
            continue
        if not text.isascii() and _CONTROL.search(text):
            findings.add(f"{name}:{number}", Trouble.CONTROL_CHARACTER)
            continue
        yield number, text


def _raw_lines(path: Path, tick: Tick) -> Iterator[tuple[int, bytes | None]]:
    """Yield every line as bytes, or None for one that is too long."""
    number, rest, skipping = 0, b"", False
    for chunk in _chunks(path, tick):
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
    return line[:-1] if line.endswith(b"\r") else line


def _chunks(path: Path, tick: Tick) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            size = file.seek(0, io.SEEK_END)
            file.seek(0)
            zipped = file.read(2) == _GZIP
            file.seek(0)
            stream = gzip.GzipFile(fileobj=file) if zipped else file
            while chunk := stream.read(_CHUNK):
                tick(file.tell(), size)
                yield chunk
    except (EOFError, gzip.BadGzipFile, zlib.error) as exc:
        raise InputError("the gzip file is damaged or cut short.", where=path.name) from exc
    except OSError as exc:
        raise InputError(f"cannot be read ({exc.strerror or exc}).", where=path.name) from exc
