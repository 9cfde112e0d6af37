"""Stub."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.model import Candidate, Mention


@dataclass(frozen=True, slots=True)
class Ranking:
    """A mention, its candidates best first, and whether the best of them is near enough to be meant."""

    mention: Mention
    candidates: tuple[Candidate, ...]
    linked: bool
