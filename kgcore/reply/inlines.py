"""Runs of words inside a paragraph."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plain:
    """Ordinary words."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity, marked alike in text and picture: number (0: not in the picture) and colour ("#rrggbb").

    `faded`: somebody folded it away.
    """

    text: str
    number: int
    type: str
    colour: str
    faded: bool = False


@dataclass(frozen=True, slots=True)
class RelationRef:
    """The words of a relation; `claims` are the numbers of the claims that they state."""

    text: str
    claims: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a paper; `url` is http(s) and comes from the graph, never from a model or a person."""

    text: str
    url: str

    def __post_init__(self) -> None:
        if not self.url.startswith(("https://", "http://")):
            raise ValueError("a link leads to http(s)")


Inline = Plain | Strong | EntityRef | RelationRef | Link
