"""What recommendations and leads have in common."""

from __future__ import annotations

from typing import Protocol

from kgcore.controls import Kind


class Offer(Protocol):
    """A recommendation, or a lead that may become one; see `kgcore.thread.Recommendation`."""

    @property
    def kind(self) -> Kind:
        """What it pairs with the subject."""
        ...

    @property
    def subject(self) -> str:
        """The id of n."""
        ...

    @property
    def target(self) -> str:
        """The id of n′, or the name of t."""
        ...

    @property
    def type(self) -> str:
        """The type of what it leads to."""
        ...

    @property
    def predicate(self) -> str:
        """What its question asks with."""
        ...

    @property
    def nodes(self) -> tuple[str, ...]:
        """The ids that it would explore."""
        ...

    @property
    def key(self) -> str:
        """The same for every wording of the same pair."""
        ...
