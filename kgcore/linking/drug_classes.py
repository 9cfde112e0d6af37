"""Which class a medicine belongs to, and what belongs to a class, where the graph has only one of the two. Pure.

What a class is known for is not shown to be so of each that belongs to it: who uses this says which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice

_SHORTEST = 3  # letters before an ending: "the prazole" is none
_WORD = re.compile(r"[^\W\d_][\w-]*")


_MOST_NAMES = 500  # of one thing, that are compared with all classes: a medicine has a tenth of that


@dataclass(frozen=True, slots=True)
class DrugClass:
    """A class: its names, the endings of what belongs to it, what else does, and what has the ending and does not."""

    names: tuple[str, ...]
    endings: tuple[str, ...]
    members: tuple[str, ...]
    strangers: tuple[str, ...]

    def holds(self, name: str) -> bool:
        """Tell whether what goes by this name, in lower case, belongs to the class."""
        if name in self.members:
            return True
        ended = any(name.endswith(e) and len(name) - len(e) >= _SHORTEST for e in self.endings)
        return ended and name not in self.strangers


def classes_named_in(text: str) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Yield (start, end, names of its class) for each medicine in a text, and each class that is named ("ppi")."""
    words = list(_WORD.finditer(text))
    for n, first in enumerate(words):
        pair = words[n + 1] if n + 1 < len(words) else None
        if pair and text[first.end() : pair.start()] == " ":
            joint = text[first.start() : pair.end()].casefold()
            yield from ((first.start(), pair.end(), c.names) for c in _by_member().get(joint, ()))
        said = first[0].casefold()
        for found in _classes_of([said]):
            yield first.start(), first.end(), found.names
        for found in _classes_called(said):
            yield first.start(), first.end(), (*found.names, *_classes_within(found))


def groups_called_in(text: str) -> list[tuple[int, int, list[str]]]:
    """Return (start, end, names) of the classes and groups that a text calls by one or two words ("water tablets")."""
    words = list(_WORD.finditer(text))
    found: list[tuple[int, int, list[str]]] = []
    for n, first in enumerate(words):
        pair = words[n + 1] if n + 1 < len(words) else None
        ends = [pair.end()] if pair and text[first.end() : pair.start()] == " " else []
        for end in (*ends, first.end()):
            called = _groups_by_name().get(text[first.start() : end].casefold(), ())
            if called and not (found and first.start() < found[-1][1]):
                found.append((first.start(), end, [name for c in called for name in c.names]))
                break
    return found


def names_within(names: Iterable[str]) -> list[str]:
    """Return the names of what belongs to classes or groups with these names, those of classes within them included."""
    direct = [m for name in names for c in _groups_by_name().get(name.casefold(), ()) for m in c.members]
    return list(dict.fromkeys((*direct, *member_names(m for m in direct if m.casefold() in _by_name()))))


def classes_within(names: Iterable[str]) -> list[str]:
    """Return the names of the classes that belong to classes or groups with these names: SSRIs, of antidepressants."""
    return [m for m in names_within(names) if m.casefold() in _by_name()]


def _classes_within(of: DrugClass) -> Iterator[str]:
    """Yield the names of the classes that belong to a class: SSRIs, of antidepressants."""
    yield from (member for member in of.members if member in _by_name())


def class_names(names: Iterable[str]) -> list[str]:
    """Return the names of the classes that a medicine with these names belongs to."""
    return [name for c in _classes_of([n.casefold() for n in islice(names, _MOST_NAMES)]) for name in c.names]


def member_names(names: Iterable[str]) -> list[str]:
    """Return what is known to belong to a class with one of these names."""
    said = {n.casefold() for n in names}
    return [m for c in known_classes() if said & {n.casefold() for n in c.names} for m in c.members]


def is_member(name: str, of: str) -> bool:
    """Tell whether what goes by a name, in lower case, belongs to the class that goes by another."""
    return any(c.holds(name) for c in _classes_called(of.casefold()))


def _classes_of(names: Sequence[str]) -> list[DrugClass]:
    held = {n for name in names for n in _classes_holding(name)}
    return [c for n, c in enumerate(known_classes()) if n in held]


@lru_cache(maxsize=4096)  # the same medicines are looked at in each answer
def _classes_holding(name: str) -> tuple[int, ...]:
    return tuple(n for n, c in enumerate(known_classes()) if c.holds(name))


def _classes_called(name: str) -> Sequence[DrugClass]:
    return _by_name().get(name, ())


@cache
def _by_name() -> Mapping[str, Sequence[DrugClass]]:
    return _by((n.casefold(), c) for c in known_classes() for n in c.names)


@cache
def _groups_by_name() -> Mapping[str, Sequence[DrugClass]]:
    return _by((n.casefold(), c) for c in (*known_classes(), *_table("drug_groups.tsv")) for n in c.names)


@cache
def _by_member() -> Mapping[str, Sequence[DrugClass]]:
    return _by((m, c) for c in known_classes() for m in c.members)


def _by(rows: Iterable[tuple[str, DrugClass]]) -> Mapping[str, Sequence[DrugClass]]:
    found: dict[str, dict[DrugClass, None]] = {}
    for name, one in rows:
        found.setdefault(name, {})[one] = None
    return {name: tuple(some) for name, some in found.items()}


@cache
def known_classes() -> tuple[DrugClass, ...]:
    """Return the rows of the table."""
    return _table("drug_classes.tsv")


def _table(name: str) -> tuple[DrugClass, ...]:
    text = files("kgcore.linking").joinpath(name).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(_drug_class(*row) for row in rows[1:])


def _drug_class(names: str, endings: str, members: str) -> DrugClass:
    told = members.split("|")
    return DrugClass(
        tuple(names.split("|")),
        tuple(e for e in endings.split("|") if e),
        tuple(m for m in told if not m.startswith("-")),
        tuple(m[1:] for m in told if m.startswith("-")),
    )
