"""Which pieces a pattern needs, and that nothing is missed where patterns are looked for by their pieces."""

from __future__ import annotations

import re

import pytest

from kgcore.question.cues import Cue, CueIndex, pieces_needed


@pytest.mark.parametrize(
    ("pattern", "pieces"),
    [
        (r"\bchest pain\b", {"chest pain"}),
        (r"\b(?:chest|heart) (?:pain|ache)s?\b", {"chest", "heart"}),
        (r"colou?r\w*", {"colo"}),
        (r"(?:ab)?cd", {"cd"}),
        (r"(?:ab){0,3}cde?", {"cd"}),
        (r"(?:abc)+d", {"abc"}),
        (r"x(?=.*urgent)(?!.*study)", {"urgent"}),
        (r"(?<!not )well", {"well"}),
        (r"[a-c\]]d\.e", {"d.e"}),
        (r"\d+|pills", set()),
        (r"\w* ?", set()),
        (r"ab|(", set()),
    ],
)
def test_pieces_are_those_without_which_nothing_matches(pattern: str, pieces: set[str]) -> None:
    assert pieces_needed(pattern) == pieces


@pytest.mark.parametrize(
    "text", ["", "x", "xy", "a sting", "is stung", "my sternum", "st", "12 pills", "stung, 1 sting"]
)
def test_what_is_looked_for_by_pieces_is_found_as_without_them(text: str) -> None:
    patterns = [r"\bst(?:ing|ung)\b", r"stern\w+", r"\d+", r"x|y", r"p?ills", r"s(?=t)"]
    cues = [Cue.of(pattern) for pattern in patterns]
    said = CueIndex.of(cues).read(text)
    for pattern, cue in zip(patterns, cues, strict=True):
        assert said.has(cue) == bool(re.search(pattern, text))
        assert list(said.all_of(cue)) == [found[0] for found in re.finditer(pattern, text)]


def test_cues_are_compiled_when_a_text_needs_them_or_all_at_once_before() -> None:
    some = [Cue.of("swallowed (?:bleach|petrol)"), Cue.of("wants? to die")]
    index = CueIndex.of(some)
    assert not any("pattern" in vars(cue) for cue in some)
    assert index.read("he swallowed petrol").has(some[0])
    assert ["pattern" in vars(cue) for cue in some] == [True, False]
    index.compile()
    assert all("pattern" in vars(cue) for cue in some)
