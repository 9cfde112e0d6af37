"""What a thread has been through: its turns with everything that was found, and its exploration of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgcore.model import Claim, Entity, Paper, Paragraph
from kgcore.tasks import Detail

MOST_SOURCES = 12  # entities of a thread whose neighbourhoods are looked at for the next questions


class Mode(StrEnum):
    """What wrote the final answer."""

    MODEL = "model"
    GRAPH = "graph"
    UNCHECKED = "unchecked"  # an answer outside the graph


class Kind(StrEnum):
    """What a recommendation pairs with an entity of the context: a neighbour (n, n′) or a node type (n, t)."""

    NODE = "node"
    TYPE = "type"


def pair_key(kind: Kind, subject: str, target: str) -> str:
    """Return one name for a pair, for two entities whatever their order."""
    first, second = (target, subject) if kind is Kind.NODE and target < subject else (subject, target)
    return f"{kind.value}\x1f{first}\x1f{second}"


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A next question worth asking. `target` is an entity id, or a type's name where `kind` is TYPE."""

    text: str
    reason: str
    kind: Kind
    subject: str
    target: str
    predicate: str = ""

    @property
    def key(self) -> str:
        """The same for every wording of the same pair, in either order."""
        return pair_key(self.kind, self.subject, self.target)


@dataclass(frozen=True, slots=True)
class Step:
    """One question of the exploration: the entities that it names and those that its answer's claims name (ids).

    `pairs` are the (subject, object) of those claims.
    """

    turn: str
    question: str
    focus: tuple[str, ...]
    named: tuple[str, ...] = ()
    typed: bool = True
    asked: str = ""  # key of the recommendation that was clicked
    pairs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Exploration:
    """The steps of a thread, in order, and the entities that they name."""

    steps: tuple[Step, ...] = ()
    entities: tuple[Entity, ...] = ()

    @property
    def roots(self) -> tuple[str, ...]:
        """The ids around which the goal lies: of the first question that names any, and of later typed ones."""
        focused = [step for step in self.steps if step.focus]
        return tuple(dict.fromkeys(id for n, s in enumerate(focused) if n == 0 or s.typed for id in s.focus))

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids whose neighbourhoods are needed: the roots, then what was named, the latest first."""
        named = [id for step in reversed(self.steps) for id in (*step.focus, *step.named)]
        return tuple(dict.fromkeys((*self.roots, *named)))[: max(MOST_SOURCES, len(self.roots))]


@dataclass(frozen=True, slots=True)
class Correction:
    """A sentence that does not stand uncorrected.

    `first` is the sentence as first written, `facts` what the graph says (plain sentences), `rewritten` whether the
    paragraph now carries a new wording, `first_claims` what the first wording claimed.
    """

    paragraph: int
    first: str
    facts: tuple[str, ...]
    rewritten: bool = False
    first_claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and all that came of it; enough to compose its reply again after a restart."""

    id: str
    thread: str
    question: str
    mode: Mode = Mode.GRAPH
    detail: Detail = Detail.NORMAL
    model: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    claims: tuple[Claim, ...] = ()
    corrections: tuple[Correction, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()  # a comparison: header row first
    focus: tuple[Entity, ...] = ()
    papers: tuple[Paper, ...] = ()
    recommendations: tuple[Recommendation, ...] = ()
    explored: int = 0
    total: int = 0
    notices: tuple[str, ...] = ()
    typed: bool = True
    asked: str = ""
    done: bool = False
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class ThreadInfo:
    """One line of a list of threads: its key, first question, number of turns, and when it was last used (ISO 8601)."""

    key: str
    title: str
    turns: int
    updated: str
