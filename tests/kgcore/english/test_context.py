"""What the words before, within and behind a claim do to it."""

from __future__ import annotations

import pytest

from kgcore.english import context
from kgcore.english.context import (
    ClaimFrame,
    WordsBefore,
    asserts_nothing,
    begins_overstating,
    begins_relative_clause,
    denied_next,
    holds_verb,
    is_doubtful_behind,
    is_taken_back,
    load_openings,
    may_change_between,
    may_deny_or_hedge,
    names_sign,
    other_subject,
    overstating_words,
    read_frame_before,
    read_frame_of_pronoun,
    read_words_before,
    words_after_aside,
)

PLAIN, DENIED, HEDGED = ClaimFrame(), ClaimFrame(negated=True), ClaimFrame(hedged=True)
REFUTED = ClaimFrame(negated=True, refuted=True)


@pytest.mark.parametrize(
    ("words", "frame"),
    [
        ("", PLAIN),
        ("In mice, ", PLAIN),
        ("Doses of ", PLAIN),
        ("Studies show that ", PLAIN),
        ("There is no evidence that ", DENIED),
        ("It is false that ", REFUTED),
        ("It is a myth that ", REFUTED),
        ("Doctors hope that ", HEDGED),
        ("Some people claim that ", HEDGED),
        ("does not ", None),
        ("The price of ", None),
        ("Withdrawal of ", None),
        ("Does ", None),
        ("Everyone knows ", None),
        ("No ", None),
        ("Well, no ", None),
        ("No, ", PLAIN),
        ("No high-dose ", None),
        ("No users of ", None),
        ("No treatment with ", None),
        ("no imo ", PLAIN),
        ("No, patients with ", PLAIN),
        ("No patients with ", DENIED),
        ("None of the people with ", DENIED),
        ("- ", PLAIN),
        ("1. ", PLAIN),
        ("In the GEM trial, ", PLAIN),
        ("In the gem trial, ", None),
        ("There is no evidence that it is false that ", None),
        ("It may be that ", HEDGED),
        ("Well, no, ", PLAIN),
        ("yeah no, ", PLAIN),
        ("The trial showed no ", None),
        ("In theory, ", None),
    ],
)
def test_a_sentences_opening_asserts_denies_or_hedges_or_is_not_understood(
    words: str, frame: ClaimFrame | None
) -> None:
    assert read_frame_before(words) == frame


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", WordsBefore()),
        ("In mice, ", WordsBefore()),
        ("Doses of ", WordsBefore()),
        ("Evidence that ", WordsBefore()),
        ("There is no evidence that ", WordsBefore(denied=True)),
        ("It is false that ", WordsBefore(denied=True, refuted=True)),
        ("Doctors hope that ", WordsBefore(hedged=True)),
        ("The price of ", WordsBefore(doubtful=True)),
        ("lack of ", WordsBefore(doubtful=True)),
        ("Withdrawal of ", WordsBefore(doubtful=True)),
        ("does not ", WordsBefore(doubtful=True)),
        ("Does ", WordsBefore(doubtful=True)),
        ("Nor does ", WordsBefore(denied=True)),
        ("It is bad, neither can ", WordsBefore(denied=True)),
        ("The plant has two acids, both of which ", WordsBefore()),
        ("a tea, the main catechin that ", WordsBefore()),
        ("He ate soup, and ", WordsBefore()),
        ("Studies (no funding) show that ", WordsBefore()),
        ("He doubts that ", WordsBefore(doubtful=True)),
        ("It is not known whether ", WordsBefore(doubtful=True)),
        ("The lack of it shows that ", WordsBefore(doubtful=True)),
        ("the smell of ", WordsBefore(doubtful=True)),
    ],
)
def test_what_is_not_understood_before_a_claim_makes_it_doubtful(words: str, found: WordsBefore) -> None:
    assert read_words_before(words) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (" forever", "forever"),
        (" once and for all", "once and for all"),
        (" every single time", "every single"),
        (" without any side effects", "without side effects"),
        (", hands down", "without exception"),
        (" in mice", ""),
        (" well", ""),
        ("", ""),
    ],
)
def test_what_overstates_behind_a_claim_is_told_in_plain_words(words: str, found: str) -> None:
    assert overstating_words(words) == found


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (" forever", True),
        (" completely and forever", True),
        (" in women, forever", False),
        (" well", False),
        ("", False),
    ],
)
def test_only_what_stands_right_behind_begins_overstating(words: str, begins: bool) -> None:
    assert begins_overstating(words) is begins


ASKS = ("Does zinc help?", "If zinc helps, good.", "I wonder whether zinc helps", "Zinc would help if it were absorbed")
TAKES_BACK = (
    "which is false",
    "this is a myth",
    ", but this was retracted",
    "is wrong",
    "that claim has been debunked",
)
CHANGES = ("not", "may", "hardly", "fails to")
DOUBTS = (" is doubtful", " is uncertain", " remains unclear", " is not established", "?")


@pytest.mark.parametrize("text", ASKS)
def test_what_is_asked_or_supposed_asserts_nothing(text: str) -> None:
    assert asserts_nothing(text)
    assert not asserts_nothing("Zinc helps.")


def test_once_openings_are_loaded_no_sentence_waits_for_one() -> None:
    load_openings()
    compiled = context._compiled.cache_info().misses
    read_frame_before("There is no evidence that")
    read_frame_before("Some experts believe that")
    assert context._compiled.cache_info().misses == compiled


@pytest.mark.parametrize("text", TAKES_BACK)
def test_what_takes_a_claim_back(text: str) -> None:
    assert is_taken_back(text)
    assert not is_taken_back("which is true")


@pytest.mark.parametrize("text", CHANGES)
def test_what_may_deny_or_hedge(text: str) -> None:
    assert may_deny_or_hedge(text)
    assert not may_deny_or_hedge("with")


@pytest.mark.parametrize("text", DOUBTS)
def test_what_doubts_behind_a_claim(text: str) -> None:
    assert is_doubtful_behind(text)
    assert not is_doubtful_behind(" in adults")


def test_single_words_between_and_before_names() -> None:
    assert [word for word in ("not", "no", "and", "with") if denied_next(word)] == ["not", "no"]
    assert [word for word in ("that", " which", "which treats", "and which") if begins_relative_clause(word)] == [
        "that",
        " which",
    ]
    assert [words for words in ("the lack of", "not", "of", "the first") if may_change_between(words)] == [
        "the lack of",
        "not",
    ]
    assert [words for words in ("is", "can", "was given", "the dose", "of the") if holds_verb(words)] == [
        "is",
        "can",
        "was given",
    ]


@pytest.mark.parametrize(
    ("following", "denied"),
    [
        ("This is a myth.", True),
        ("However, this is wrong.", True),
        ("In fact, the opposite is true.", True),
        ("Nobody could confirm this.", True),
        ("None of that was ever shown.", True),
        ("Little of this is true.", True),
        ("Not a word of it is true.", True),
        ("None of those who took it fell ill.", False),
        ("The sellers say so.", True),
        ("Or does it?", True),
        ("That was in mice.", True),
        ("At least in rats.", True),
        ("The study was later retracted.", True),
        ("I was joking.", True),
        ("(F)", True),
        ("Quite the opposite.", True),
        ("Exactly the reverse is true!", True),
        ("Nothing could be further from the truth.", True),
        ("Far from it.", True),
        ("Said no doctor ever.", True),
        ("If only it were so.", True),
        ("At least, that was the hope.", True),
        ("That was only the idea of its makers.", True),
        ("Those studies were withdrawn.", True),
        ("Only in combination with carbidopa, though.", True),
        ("But only for a while.", True),
        ("Only in rare cases does it harm.", False),
        ("Only a few stop it.", False),
        ("On the contrary, it does not treat dementia.", False),
        ("That is the idea behind its use.", False),
        ("That is true.", False),
        ("That was in people.", False),
        ("The trial was large.", False),
        ("The myth of Sisyphus is old.", False),
        ("Ginger is cheap. This is a myth.", False),
        ("It causes nausea.", False),
    ],
)
def test_whether_the_next_sentence_takes_a_claim_back(following: str, denied: bool) -> None:
    assert denied_next(following) is denied


@pytest.mark.parametrize(
    ("left", "front", "carried"),
    [
        ("does not, as far as we know, ", "", "does not"),
        ("may, in some, ", "", "may"),
        ("is, in trials, ", "", ""),
        ("is, in trials, ", "trials show that ", "is"),
        (" and, they say, ", "", ""),
        ("does not", "", ""),
    ],
)
def test_what_an_aside_interrupts_goes_on_behind_it(left: str, front: str, carried: str) -> None:
    assert words_after_aside(left, front) == carried


@pytest.mark.parametrize(
    ("words", "doubtful"),
    [
        (" or it causes it", True),
        (", not", True),
        (", but placebo does it better", True),
        (", some would have us believe", True),
        (", they lied", True),
        (" [false]", True),
        (" ❌", True),
        (" is common", True),
        (", or so goes the legend", True),
        (" in an hour or so", False),
        (", as old legend has it", True),
        (", which is not so", True),
        (": neither sentence is true", True),
        ("; neither claim holds", True),
        ("; both facts are well known", False),
        (" and garlic", False),
        (" in adults, mostly", False),
    ],
)
def test_what_stands_behind_a_claim_may_make_it_doubtful(words: str, doubtful: bool) -> None:
    assert is_doubtful_behind(words) is doubtful


def test_another_subject_and_the_signs_of_an_illness() -> None:
    assert [w for w in ("weakens warfarin, which ", "weakens warfarin which", ", which ") if other_subject(w)] == [
        "weakens warfarin, which "
    ]
    assert [w for w in ("aura", "prominent anxiety", "garlic", "comorbid garlic", "") if names_sign(w)] == [
        "aura",
        "prominent anxiety",
    ]


@pytest.mark.parametrize(
    ("before", "words", "hedged"),
    [
        ("I use ", ", and it may be that ", True),
        ("I take ", ", so perhaps ", True),
        ("Doctors doubt ", ", and ", None),
        ("There is ", " and ", None),
        ("", " which ", None),
    ],
)
def test_a_clause_behind_a_pronoun_is_read_where_what_stands_before_only_leads_up_to_it(
    before: str, words: str, hedged: bool | None
) -> None:
    found = read_frame_of_pronoun(before, words)
    assert (found.hedged if found else None) is hedged
