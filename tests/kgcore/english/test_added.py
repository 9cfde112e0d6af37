"""What a sentence adds to its claim as if it were part of it is told by how it is built."""

from __future__ import annotations

import pytest

from kgcore.english.added import does_the_same, done_so, goes_on_about_it, made_of_it, more_of_it, one_more


@pytest.mark.parametrize(
    "words",
    [
        ", and it does so without being absorbed",
        ", doing so only in people who trust it",
        " and does that in every home",
        ". It works within hours.",
        ". This holds for cats as well.",
        ". It never fails.",
    ],
)
def test_how_it_is_done_has_to_be_accounted_for(words: str) -> None:
    assert list(done_so(words, ()))


@pytest.mark.parametrize(
    "words", [", and it does so by blocking an enzyme", ". It works by lowering glucose production in the liver.", ""]
)
def test_how_it_comes_about_leaves_a_claim_as_it_is(words: str) -> None:
    assert not list(done_so(words, ()))


def test_only_what_goes_on_about_the_claim_is_judged_with_it() -> None:
    assert goes_on_about_it(" It does so at once.")
    assert goes_on_about_it(" This applies to dogs.")
    assert goes_on_about_it(" It makes people immortal.")
    assert not goes_on_about_it(" It makes a good tea.")
    assert not goes_on_about_it(" It works by lowering glucose production.")
    assert not goes_on_about_it(" It is taken in the evening.")


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (" and all its complications.", "and all its complications"),
        (", including every form of it", "including every form"),
        (" as well as most other diseases.", "as well as most other diseases"),
        (" and many diseases besides", "and many diseases"),
        (" and the trials were good", ""),
        (" and related conditions are common", ""),
        (", and that without a prescription.", "and that without a prescription"),
        (", and that in a randomised trial.", ""),
        (", constipation and fever included.", "constipation and fever included"),
        (", ____ and ____ included.", ""),
    ],
)
def test_more_that_it_is_said_of_is_found_behind_a_name(words: str, more: str) -> None:
    assert more_of_it(words) == more


def test_what_is_made_of_a_thing_has_to_be_accounted_for() -> None:
    assert list(made_of_it(". This makes it a popular option for people who sleep badly.", ()))
    assert not list(made_of_it(". This makes it the only option.", ()))
    assert not list(made_of_it(". This makes it immortal.", ()))


@pytest.mark.parametrize(
    "words",
    [
        " and death itself.",
        " and heartbreak",
        " as well as bad luck.",
        " and, with it, ageing.",
        " plus gout, too.",
        " and of being rich.",
        ", also headaches.",
        " – even baldness.",
    ],
)
def test_one_more_thing_that_has_no_name_is_told(words: str) -> None:
    assert one_more(words, harms=False)


@pytest.mark.parametrize(
    "words", [" and is cheap.", " and in men.", " and slowly.", " and raising ¤¤¤.", " and ¤¤¤.", "."]
)
def test_what_is_no_further_object_is_none(words: str) -> None:
    assert one_more(words, harms=False) == ""


def test_other_harms_may_be_told_beside_a_harm() -> None:
    assert one_more(" and nausea.", harms=True) == ""
    assert one_more(" and nausea.", harms=False)
    assert one_more(" and immortality.", harms=True)


@pytest.mark.parametrize(
    "words",
    [
        ", but then so does waiting.",
        ", as would sugar.",
        ", and so do wishes.",
        " at the price of a kidney.",
        " while ¤¤¤ is in retrograde.",
    ],
)
def test_what_does_the_same_and_what_it_costs_has_to_be_known(words: str) -> None:
    assert does_the_same(words)


def test_what_a_thing_does_besides_to_the_same_is_told_unless_it_is_no_more_than_was_said() -> None:
    assert does_the_same(", which it also causes.", helps=True)
    assert does_the_same(", which it then prevents.")
    assert does_the_same(", which it causes.", helps=True)
    assert does_the_same(", which it prevents.")
    assert does_the_same(", which it causes.") == ""
    assert does_the_same(", which it contains.") == ""
    assert does_the_same(", which is common.", helps=True) == ""


@pytest.mark.parametrize(
    "words", [", as does ¤¤¤.", ", and so it does.", " at the cost of nausea.", ", while ¤¤¤ is in tea.", "."]
)
def test_what_is_known_does_the_same_for_itself(words: str) -> None:
    assert does_the_same(words) == ""
