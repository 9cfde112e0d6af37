"""What was copied from one store into another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moved:
    """A table after the copy: its rows, how many of them were written this time, and the digest of all."""

    table: str
    rows: int
    written: int
    digest: str
