"""What one paragraph of an annotated answer holds before its ids are resolved."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.model import Mark, Salience


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between two semicolons of an annotation; `slots` are the comma-separated entity numbers."""

    relation: int | None = None
    predicate: str | None = None
    salience: Salience | None = None
    slots: tuple[tuple[int, ...], ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arguments:
    """The ids of one annotation, as written."""

    groups: tuple[Group, ...]

    @property
    def entities(self) -> tuple[int, ...]:
        """All entity numbers, in order."""
        return tuple(n for g in self.groups for s in g.slots for n in s)

    @property
    def is_relation(self) -> bool:
        """Whether they can only belong to a relation: an $R, a salience, or two entities."""
        named = any(g.relation is not None or g.salience is not None for g in self.groups)
        return named or len(self.entities) > 1

    @property
    def relation(self) -> int | None:
        """The first relation number, if one is given."""
        return next((g.relation for g in self.groups if g.relation is not None), None)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch that an annotation names: its arguments, its type or predicate part, and whether its ends are sure."""

    start: int
    end: int
    arguments: Arguments
    extra: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Named:
    """One mention of an entity; `sure` is False where a bracket was missing and the extent is a guess."""

    ref: str
    text: str
    type: str | None
    start: int
    end: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Link:
    """Subject and object of a relation, by ids."""

    subject: str
    object: str
    predicate: str | None
    salience: Salience
    ref: str


@dataclass(frozen=True, slots=True)
class Stated:
    """One relation phrase with the pairs that it connects (none: an incomplete annotation).

    `denied`: the sentence around it denies it ("no evidence that …"); `open`: it leaves it open ("whether …");
    `doubtful`: it may change what is said in a way that is not understood.
    """

    ref: str
    phrase: str
    start: int
    end: int
    links: tuple[Link, ...]
    denied: bool = False
    open: bool = False
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """One paragraph: as written, as a reader sees it, and what it annotates."""

    raw: str
    text: str
    marks: tuple[Mark, ...] = ()
    named: tuple[Named, ...] = ()
    stated: tuple[Stated, ...] = ()
