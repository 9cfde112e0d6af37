"""The table of cues and its reader: direction, scope, what ends it, pseudo-cues."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.english.cues import (
    CueDirection,
    CueEffect,
    CueScope,
    cue_regex,
    find_all,
    find_cue,
    load_cues,
    words_in_reach,
)
from kgcore.english.words import rows_of, word_list, word_lists

BACK, FRONT = CueDirection.BACKWARD, CueDirection.FORWARD


def test_no_row_stands_twice() -> None:
    assert [row for row, n in Counter(rows_of("cues.tsv")).items() if n > 1] == []


def test_every_cue_can_be_read_and_every_list_it_names_is_there() -> None:
    for cue in (c for c in load_cues() if c.effect is not CueEffect.ENDS):  # these are words and marks as they stand
        re.compile(cue_regex(cue.words))
        assert set(re.findall(r"<([a-z]+)>", cue.words)) <= word_lists().keys()


def test_what_ends_a_scope_is_named_by_some_row() -> None:
    ended = {name for cue in load_cues() if cue.effect is not CueEffect.ENDS for name in cue.ends}
    ends = {name for cue in load_cues() if cue.effect is CueEffect.ENDS for name in cue.ends}
    assert ended <= ends | {"sentence"}


@pytest.mark.parametrize(
    ("words", "scope", "direction", "reaches"),
    [
        ("It is doubtful that ", CueScope.CLAUSE, FRONT, True),
        ("It is doubtful, but ", CueScope.CLAUSE, FRONT, False),  # a comma ends the clause
        ("That was once so: today ", CueScope.CLAUSE, FRONT, False),
        (" more than warfarin", CueScope.CLAUSE, BACK, True),
        (" and harms more than it helps", CueScope.CLAUSE, BACK, False),  # "and" ends a comparison …
        (" and that is a myth", CueScope.CLAUSE, BACK, True),  # … and does not end what takes a claim back
        ("no doubt ", CueScope.CLAUSE, FRONT, False),
        ("no doubts about ", CueScope.CLAUSE, FRONT, True),
        ("nobody has evidence that ", CueScope.WORDS, FRONT, False),
        ("no evidence was found that ", CueScope.WORDS, FRONT, True),
        ("no evidence was found that people who drink a whole cup of ", CueScope.WORDS, FRONT, False),
        (" That is not true.", CueScope.NEXT, BACK, True),
        (" Garlic is nice. That is not true.", CueScope.NEXT, BACK, False),
        ("not always", CueScope.UNREAD, CueDirection.BOTH, True),
        ("treats in mice", CueScope.NAME, CueDirection.BOTH, True),
        ("treats", CueScope.NAME, CueDirection.BOTH, False),
    ],
)
def test_a_cue_reaches_as_far_as_its_row_says(
    words: str, scope: CueScope, direction: CueDirection, reaches: bool
) -> None:
    assert (find_cue(words, scope, direction=direction) is not None) is reaches


@pytest.mark.parametrize(
    ("words", "undone"), [("a lack of the ", True), ("lack of sleep and ", False), ("anti-", True)]
)
def test_what_undoes_a_mention_stands_right_before_it(words: str, undone: bool) -> None:
    assert (find_cue(words, CueScope.MENTION, CueEffect.UNDOES, direction=FRONT) is not None) is undone


def test_only_effects_that_are_asked_for_count() -> None:
    assert find_cue("it may help", CueScope.TEXT, CueEffect.DENIES) is None
    assert find_cue("it may help", CueScope.TEXT, CueEffect.HEDGES) is not None


def test_a_cue_is_a_whole_word() -> None:
    assert find_cue("a novel use of testosterone", CueScope.SENTENCE) is None
    assert find_cue("all-trans retinoic acid", CueScope.PHRASE, CueEffect.OVERSTATES) is None


def test_the_clause_beside_a_claim_is_what_stands_behind_the_last_mark() -> None:
    assert words_in_reach("In trials, it is said that ", FRONT, "clause") == "it is said that "
    assert words_in_reach(" of men, and of women", BACK, "conjunction") == " of men"


def test_cues_are_found_from_a_place_on() -> None:
    words = "not here, and not there"
    assert [m.start() for m in find_all(words, CueScope.TEXT, CueEffect.DENIES, start=5)] == [14]


def test_an_unknown_list_is_an_error() -> None:
    with pytest.raises(KeyError):
        word_list("no such list")


@given(st.text(max_size=200), st.sampled_from(CueScope), st.sampled_from(CueDirection))
def test_no_text_breaks_the_reader(text: str, scope: CueScope, direction: CueDirection) -> None:
    for found in find_all(text, scope, direction=direction):
        assert text[found.start() : found.end()] == found[0]


@pytest.mark.parametrize(
    ("cue", "text", "found"),
    [
        ("approved by NICE", "approved by NICE", True),
        ("NNT", "NNT", True),
        ("NNT", "33T", False),
        ("N[.N]", "3.5", True),
        ("N-fold", "3-fold", True),
        ("<N", "<3", True),
    ],
)
def test_a_number_is_an_n_that_stands_alone(cue: str, text: str, found: bool) -> None:
    assert (re.fullmatch(cue_regex(cue), text) is not None) is found
