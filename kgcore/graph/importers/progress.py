"""How far an import is, told to whoever wants to draw a bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """The steps of an import, in order."""

    PREDICATES = "reading predicates"
    NODES = "reading entities"
    PAPERS = "reading papers"
    EDGES = "reading relations"
    INDEX = "indexing papers"
    NAMES = "indexing names"
    FINISH = "writing to disk"


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """`done` of `total` bytes (or names, while they are indexed); a total of 0 means that nobody knows."""

    stage: Stage
    done: int = 0
    total: int = 0


Progress = Callable[[ImportProgress], None]
