"""What a question of true or false, or of choice, came to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

UNDECIDED = "undecided"


class DecisionKind(StrEnum):
    """What was to be decided."""

    TRUE_FALSE = "true_false"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Decision:
    """`answer`: "true", "false", an option's label ("A"; several: "A, C"), or "undecided"; `edges` are the ids of what
    decided it.
    """

    kind: DecisionKind
    answer: str
    edges: tuple[str, ...] = ()
