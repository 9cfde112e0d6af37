"""What a question asks for: one frozen value per kind. Entities are the graph's; predicates are names, best first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgcore.values.model import UNQUALIFIED, Entity, Qualifiers

COMPARED = 4  # entities that are compared at a time


class Slant(StrEnum):
    """What a question without a definite relation is after."""

    GOOD = "good"  # "is it good for", "should I take it for"
    BAD = "bad"  # "is it bad for", "what are its risks"
    ANY = "any"  # "is there a link", "what about"


@dataclass(frozen=True, slots=True)
class AskedRelation:
    """The relation asked about: as worded, and what it can mean; no predicates: any will do.

    `slant` is set where the words are loose: the predicates are then those that would bear on them.
    `overstates`: the words claim more than the predicates ("cure"). `negated`: the question was put negatively.
    """

    phrase: str = ""
    predicates: tuple[str, ...] = ()
    slant: Slant | None = None
    overstates: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class YesNo:
    """Does the relation hold from subject to object (the graph's direction)?

    `left`: entities of the question that are no part of this. `against`: what it was to be compared with, unknown.
    `unknown`: names of the question that nothing in the graph goes by. `qualifiers`: of whom, in what dose and so on
    it asks. `beside`: what people take already, with which what is asked about is to go.
    """

    subject: Entity
    object: Entity
    asked: AskedRelation = AskedRelation()
    left: tuple[Entity, ...] = ()
    against: str = ""
    unknown: tuple[str, ...] = ()
    qualifiers: Qualifiers = UNQUALIFIED
    beside: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Which:
    """What stands in the relation to the entity? `types` empty: of any type; `outward` None: in either direction.

    `within`: whom it is asked of ("against seizures in Dravet syndrome"), which the graph's edges do not tell apart.
    `missing`: words of the question that the graph has nothing for. `without`: what is asked for others than.
    `qualifiers`: of whom, in what dose and so on it asks.
    `among`: what was listed before, of which alone it is asked ("do any of those …"). `counted`: it asks how many.
    `beside`: what people take already, with which the answers are to go, or a harm that they are not to do.
    """

    entity: Entity
    asked: AskedRelation = AskedRelation()
    types: tuple[str, ...] = ()
    outward: bool | None = None
    within: Entity | None = None
    missing: str = ""
    without: tuple[Entity, ...] = ()
    qualifiers: Qualifiers = UNQUALIFIED
    among: tuple[Entity, ...] = ()
    beside: tuple[Entity, ...] = ()
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """How do entities differ, perhaps with regard to a further one?

    `better`: the question asks which one to prefer. `left`: entities to be compared with `a` and `b`, too.
    """

    a: Entity
    b: Entity
    topic: Entity | None = None
    better: bool = True
    left: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """How does one come to bear on the other? `asked` is how it is put to do so, where the words tell."""

    subject: Entity
    object: Entity
    asked: AskedRelation = AskedRelation()


@dataclass(frozen=True, slots=True)
class About:
    """What is there to know of an entity? `missing`: words of the question that the graph has nothing for.

    `beside`: the question says more than this, and it was not understood. `full`: the entity is to be explained.
    `unknown`: names of the question that nothing in the graph goes by.
    """

    entity: Entity
    missing: str = ""
    beside: bool = False
    full: bool = False
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Connect:
    """What joins these entities (two to five), pair by pair?"""

    entities: tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Examples:
    """What belongs to the entity: narrower kinds, members, parts?"""

    entity: Entity


@dataclass(frozen=True, slots=True)
class More:
    """What has the thread not yet heard of these? `quote`: the part of an answer that it is about; `one`: a paragraph
    is enough.
    """

    entities: tuple[Entity, ...]
    quote: str = ""
    one: bool = False


@dataclass(frozen=True, slots=True)
class Digest:
    """What do the steps up to here, which named these entities, come to?"""

    entities: tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Anything else: the entities named, in order; none where the graph knows none of them.

    `unknown`: names of the question that nothing in the graph goes by. `listed`: what an answer before named, of which
    it is asked in words that tell nothing.
    """

    entities: tuple[Entity, ...] = ()
    unknown: tuple[str, ...] = ()
    listed: tuple[Entity, ...] = ()


Intent = YesNo | Which | Compare | Why | About | Open | Connect | Examples | More | Digest


def compared_entities(intent: Compare) -> tuple[Entity, ...]:
    """Return what is compared, as many as can be at a time."""
    return (intent.a, intent.b, *intent.left)[:COMPARED]


def named_entities(intent: Intent) -> tuple[Entity, ...]:
    """Return the question's own entities, in order, each once."""
    match intent:
        case YesNo(subject, object, beside=beside):
            found: tuple[Entity | None, ...] = (subject, object, *beside)
        case Why(subject, object):
            found = (subject, object)
        case Which(entity, beside=beside):
            found = (entity, *beside)
        case About(entity) | Examples(entity):
            found = (entity,)
        case Compare():
            found = (*compared_entities(intent), intent.topic)
        case Open(entities) | Connect(entities) | More(entities) | Digest(entities):
            found = entities
    return tuple({e.id: e for e in found if e is not None}.values())
