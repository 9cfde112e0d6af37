"""A graph's predicates as people worded them: the table `predicates.tsv`, beside the graph or in its source. Pure.

The file is UTF-8, tab-separated, with the header `predicate label symmetric inverse opposite implies phrases` and
perhaps `confirmed`; lists are joined by "|". A row with "no" in the column `confirmed` is somebody's proposal and
counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.errors import InputError
from kgcore.values.model import Entity, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

FILE = "predicates.tsv"
COLUMNS = ("predicate", "label", "symmetric", "inverse", "opposite", "implies", "phrases", "confirmed")
MOST = 5_000  # predicates of a graph
_YES = frozenset({"yes", "true", "y", "1", "x"})
_LONGEST = 2_000  # characters of a cell


@dataclass(frozen=True, slots=True)
class PredicateEdges:
    """A predicate, how many edges have it, and some of those that are not denied, from all over the graph."""

    predicate: Predicate
    edges: int
    examples: tuple[tuple[Entity, Entity], ...]


def is_confirmed(cell: str) -> bool:
    """Whether a row with this cell in the column `confirmed` counts: unless somebody says otherwise, it does."""
    return not cell.strip() or cell.strip().casefold() in _YES


def read_described(text: str, where: str = FILE) -> dict[str, Predicate]:
    """Return the confirmed rows of a table by their predicates; raises InputError naming the first bad line."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    if not any(line.strip() for line in lines):
        return {}
    header = [cell.strip().casefold() for cell in lines[0].split("\t")]
    if header[:2] != list(COLUMNS[:2]) or len(set(header)) < len(header):
        raise InputError("has no header.", where=f"{where}:1", hint=f"Its first line is {'<TAB>'.join(COLUMNS)}.")
    found: dict[str, Predicate] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        row = _row(line, header, f"{where}:{number}")
        if row["predicate"] in found:
            raise InputError(f"words {row['predicate'][:80]} again.", where=f"{where}:{number}", hint="Remove a line.")
        if is_confirmed(row.get("confirmed", "")):
            found[row["predicate"]] = _predicate(row)
        if len(found) > MOST:
            raise InputError(f"words more than {MOST:,} predicates.", where=f"{where}:{number}")
    return found


def _row(line: str, header: Sequence[str], where: str) -> dict[str, str]:
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) > len(header):
        hint = "Lists are joined by |, and no cell has a tab in it."
        raise InputError(f"has {len(cells)} cells, the header {len(header)}.", where=where, hint=hint)
    if not cells[0]:
        raise InputError(
            "names no predicate.", where=where, hint="The first cell is the predicate as the graph has it."
        )
    if any(len(cell) > _LONGEST for cell in cells):
        raise InputError("has a cell that is no phrase but a text.", where=where, hint="Shorten it.")
    return dict(zip(header, (*cells, *("",) * len(header)), strict=False))


def _predicate(row: Mapping[str, str]) -> Predicate:
    lists = (
        tuple(part.strip() for part in row.get(name, "").split("|") if part.strip())
        for name in ("opposite", "implies", "phrases")
    )
    symmetric = row.get("symmetric", "").casefold() in _YES
    return Predicate(row["predicate"], row.get("label", ""), symmetric, row.get("inverse", ""), *lists)


def described_text(confirmed: Iterable[Predicate], proposed: Iterable[Predicate] = ()) -> str:
    """Return the table as a file has it: what was confirmed, then what nobody has confirmed yet."""
    rows = [COLUMNS, *(_cells(p, "yes") for p in confirmed), *(_cells(p, "no") for p in proposed)]
    return "".join("\t".join(row) + "\n" for row in rows)


def _cells(p: Predicate, confirmed: str) -> tuple[str, ...]:
    lists = ("|".join(words) for words in (p.opposite, p.implies, p.phrases))
    said = (p.name, p.label, "true" if p.symmetric else "", p.inverse, *lists, confirmed)
    return tuple(" ".join(cell.split()) for cell in said)


def with_descriptions(own: Iterable[Predicate], given: Mapping[str, Predicate]) -> tuple[Predicate, ...]:
    """Return a graph's predicates, in its order, with those that people described in their stead.

    Where a graph states no algebra, the packaged table's holds; it goes on to hold for those that nobody described.
    """
    predicates = tuple(own)
    if not any(map(_states_algebra, predicates)) and any(map(_states_algebra, given.values())):
        rules = Vocabulary.of(predicates)
        predicates = tuple(_with_algebra(p, rules.get(p.name)) for p in predicates)
    return tuple(given.get(p.name, p) for p in predicates)


def _states_algebra(p: Predicate) -> bool:
    return bool(p.opposite or p.implies or p.inverse or p.symmetric)


def _with_algebra(p: Predicate, known: Predicate) -> Predicate:
    return replace(p, symmetric=known.symmetric, inverse=known.inverse, opposite=known.opposite, implies=known.implies)
