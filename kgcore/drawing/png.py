"""Exact colours in a PNG with a palette (pure): gd, which writes small files, rounds them a little."""

from __future__ import annotations

import zlib
from collections.abc import Collection

_HEADER = 8  # bytes of the signature
_NEAR = 6  # how far, in a channel, gd moves a colour at most


def exact(png: bytes, colours: Collection[str]) -> bytes:
    """Return the PNG with the palette entries nearest to these "#rrggbb" set to them."""
    at = _HEADER
    while at + 12 <= len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        if kind == b"PLTE":
            body = _corrected(png[at + 8 : at + 8 + length], colours)
            check = zlib.crc32(kind + body).to_bytes(4, "big")
            return png[: at + 8] + body + check + png[at + 12 + length :]
        at += 12 + length
    return png


def size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def _corrected(palette: bytes, colours: Collection[str]) -> bytes:
    entries = [palette[i : i + 3] for i in range(0, len(palette), 3)]
    for wanted in (bytes.fromhex(c[1:]) for c in dict.fromkeys(colours)):
        red, green, blue = wanted
        far = [max(abs(r - red), abs(g - green), abs(b - blue)) for r, g, b in entries]
        if min(far) <= _NEAR:
            entries[far.index(min(far))] = wanted
    return b"".join(entries)
