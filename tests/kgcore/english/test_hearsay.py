"""Whose word a claim is, and where its speaker takes it back, is told by how that is said."""

from __future__ import annotations

import pytest

from kgcore.english.hearsay import attributed, withdrawn


@pytest.mark.parametrize(
    "behind",
    [
        ", or so my sister heard.",
        ", my uncle read online.",
        ", as my neighbour sees it.",
        ", or that is what my husband believes.",
        ", says my grandma.",
        ", quoth the vendor.",
        ", as gossip goes.",
        ", to hear my aunt tell it.",
        ", from what a friend read.",
        ", going by the internet.",
        ", in the opinion of my boss.",
        ", or so it was said.",
        ", we are led to believe.",
        ", as any grandmother could have told you.",
    ],
)
def test_a_claim_on_somebodys_word_is_told(behind: str) -> None:
    assert attributed(behind)


@pytest.mark.parametrize(
    "behind",
    [
        ", as a review has found.",
        ", says my doctor.",
        ", I think.",
        ", we believe",
        ", from what trials have shown.",
        ", although people think it does more.",
        ", and people read about it.",
        ", as its name says.",
        " in women who read.",
        "",
    ],
)
def test_evidence_and_whose_trade_it_is_are_no_hearsay(behind: str) -> None:
    assert attributed(behind) == ""


def test_the_next_sentence_may_say_whose_word_it_was() -> None:
    assert attributed(".", " Or so I was told.")
    assert attributed(".", " At least that is what my friend says.")
    assert attributed(".", " That, at least, is the gossip.")
    assert attributed(".", " I got that off a cereal box.")
    assert attributed(";", " I have this from my neighbour.")
    assert attributed(".", " My friend says hello.") == ""
    assert attributed(" in men.", "") == ""


@pytest.mark.parametrize(
    ("behind", "following"),
    [
        (" - no, wait, that was zinc.", ""),
        (" ... or was it zinc?", ""),
        (", sorry, I mean zinc.", ""),
        (" - scratch that.", ""),
        (".", " No, wait, that is zinc."),
        (".", " Oh no, I misread that."),
        ("; to be honest I made that up.", ""),
        (", hang on, maybe it was zinc.", ""),
    ],
)
def test_what_is_taken_back_is_told(behind: str, following: str) -> None:
    assert withdrawn(behind, following)


@pytest.mark.parametrize("behind", [", no more than that.", ", not in men.", " or zinc.", ", wait and see.", "."])
def test_what_goes_on_takes_nothing_back(behind: str) -> None:
    assert withdrawn(behind, " It is cheap.") == ""
