"""The attacks that were made, and the tests that make each again: rows of attacks.tsv, shown in docs/security.md."""

from __future__ import annotations

import ast
import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("attacks.tsv")


@dataclass(frozen=True, slots=True)
class Attack:
    """What was tried, what holds it, and `file::name` of each test that tries it."""

    about: str
    words: str
    held_by: str
    tests: tuple[str, ...]

    def __post_init__(self) -> None:
        if not (self.about and self.words and self.held_by and self.tests):
            raise ValueError(f"an attack without words or tests: {self.words!r}")


def attacks() -> Sequence[Attack]:
    """Return all rows of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [Attack(about, words, held_by, tuple(tests.split())) for about, words, held_by, tests in rows]


@cache
def names_in(file: str) -> frozenset[str]:
    """Return the names of the tests of a file; none where it is not there."""
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
    functions = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in functions if name.startswith("test_"))
