"""How and why a claim is said to come about is part of it."""

from __future__ import annotations

import pytest

from kgcore.english.chunks import NAME
from kgcore.english.means import means_in, purposes_in


@pytest.mark.parametrize(
    ("front", "phrase", "tail", "purpose"),
    [
        ("", "treats", " by lowering the pressure, and", " by lowering the pressure, and"),
        ("", "treats", " by lowering zinc, and", ""),
        ("Because it lowers sugar, ", "treats", "", "Because it lowers sugar"),
        ("As they are cheap, the ", "treats", "", "As they are cheap"),
        ("Because of its trials shown, ", "treats", "", ""),
        ("", "treats", " because the heart explodes", " because the heart explodes"),
        ("", "treats", " because the two interact", ""),
        ("", "is used", " to help them sleep, at night", " to help them sleep"),
        ("", "treats", " to help them sleep", ""),
    ],
)
def test_how_why_and_what_for_a_claim_is_said_to_be_so(front: str, phrase: str, tail: str, purpose: str) -> None:
    assert [*purposes_in(front, phrase, tail, ["zinc"])] == ([purpose] if purpose else [])


@pytest.mark.parametrize(
    ("ahead", "between", "behind", "places"),
    [
        ("", " ", " by restoring lost ¤¤¤.", [(2, 22)]),
        ("By restoring lost ¤¤¤, ", " ", ".", [(0, 22)]),
        ("", ", by restoring lost ¤¤¤, ", ".", [(1, 23)]),
        ("", " ", ", growing new ¤¤¤.", [(2, 17)]),
        ("", " ", ", raising ¤¤¤.", []),  # what follows from it
        ("", " ", " because trials of ¤¤¤ have shown so.", []),
        ("", " ", " by restoring lost cells.", []),
    ],
)
def test_means_are_told_by_what_they_name(ahead: str, between: str, behind: str, places: list[tuple[int, int]]) -> None:
    parts = (part.replace("¤", NAME) for part in (ahead, between, behind))
    assert list(means_in(*parts)) == places
