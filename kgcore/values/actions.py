"""What people do with an exploration besides asking: one frozen value per kind, kept in the store as they happen.

Everything that is shown follows from a thread's turns and recorded actions, so a restart, another process or a click
on a message of last week gives the same picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgcore.values.model import Claim


class PictureScope(StrEnum):
    """What a picture shows."""

    PARAGRAPH = "paragraph"  # one picture for every paragraph of the answer
    ANSWER = "answer"  # one for the answer
    THREAD = "thread"  # the answer in full strength, what led to it faded


class Condensing(StrEnum):
    """How an answer's text is told."""

    WRITTEN = "written"
    OUTLINE = "outline"  # a line for every claim, under the paragraph's first sentence
    SUMMARY = "summary"  # one sentence for every paragraph


class RecommendationKind(StrEnum):
    """What a recommendation pairs with an entity n of the context."""

    NODE = "node"  # (n, n′): a neighbour
    TYPE = "type"  # (n, t): a node type
    WHY = "why"  # (n, n′) again: how does one come to bear on the other


@dataclass(frozen=True, slots=True)
class View:
    """How one answer is looked at. Entities by id; `opened` are groups as `drawing.grouping` names them.

    `everything`: relations of low salience are drawn, too. `paragraphs`: the picture shows only these (by index).
    `collapsed`: entities whose leaves are folded away.
    """

    everything: bool = False
    scope: PictureScope = PictureScope.THREAD
    telling: Condensing = Condensing.WRITTEN
    paragraphs: tuple[int, ...] = ()
    collapsed: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


# ── controls ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Chosen:
    """A suggestion was clicked; `type` and `predicate` are what it led to."""

    key: str
    type: str = ""
    predicate: str = ""


@dataclass(frozen=True, slots=True)
class Dismissed:
    """A suggestion was dismissed: its key, what it paired, what else went out of the goal with it (ids).

    `offered` are the keys of the buttons that took their places.
    """

    turn: str
    key: str
    kind: RecommendationKind
    subject: str
    target: str
    type: str = ""
    predicate: str = ""
    nodes: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Barred:
    """Not this kind: a node type or a predicate that the thread does not want to see suggested (the other is "")."""

    turn: str
    type: str = ""
    predicate: str = ""
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Went:
    """Somebody went to an earlier step while `latest` was the thread's newest: the next question goes on from there."""

    turn: str
    latest: str


@dataclass(frozen=True, slots=True)
class Viewed:
    """An answer is looked at in another way; the last one counts."""

    turn: str
    view: View


@dataclass(frozen=True, slots=True)
class Trimmed:
    """Something was extracted wrongly: an entity (id, or "?" and a mention's words), or one claim of a turn."""

    node: str = ""
    turn: str = ""
    claim: int = -1


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim that was judged again: the turn's claim of that index."""

    turn: str
    index: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class Merged:
    """Two nodes mean the same: `gone` (id, or "?" and a mention's words) is taken for `kept` (id) in the whole thread.

    `names` are theirs, in that order. `judged` are the claims that it changes, with the verdicts that follow.
    """

    kept: str
    gone: str
    names: tuple[str, str]
    judged: tuple[Judged, ...] = ()


@dataclass(frozen=True, slots=True)
class Narrowed:
    """From now on only papers of these designs count in the thread; none: all do again.

    `judged` are all of its claims with the verdicts that follow.
    """

    designs: tuple[str, ...]
    judged: tuple[Judged, ...] = ()


@dataclass(frozen=True, slots=True)
class Bookmarked:
    """A claim (by index) or a paper (by id) of a turn went onto the person's own list, or off it again."""

    turn: str
    claim: int = -1
    paper: str = ""
    off: bool = False


@dataclass(frozen=True, slots=True)
class Rated:
    """Somebody found an answer (claim 0) or the claim with that number good, or not; a person's last word counts."""

    turn: str
    claim: int
    good: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """A meta-profile was kept as what is measured of an entity (id and name).

    `text` is what the tables were found by, `tables` how many they were, `terms` are (label, axis, tables).
    """

    entity: str
    name: str
    text: str
    tables: int
    terms: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """The recorded action with this event id no longer counts."""

    event: str


Control = (
    Chosen | Dismissed | Barred | Went | Viewed | Trimmed | Merged | Narrowed | Bookmarked | Rated | Measured | Undone
)


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """A control as it happened: by whom (the person's id), in which thread (its key), under which event id."""

    event: str
    thread: str
    person: str
    control: Control
