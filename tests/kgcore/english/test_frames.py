"""What the frame round a claim says besides: what its subject is counted to, called, likened to, or put in place of."""

from __future__ import annotations

import pytest

from kgcore.english.chunks import NAME
from kgcore.english.frames import added_to, framed, is_one_of, said_in_passing
from kgcore.values.model import Qualifier

C = NAME * 5  # a name that stands in the words


def shown(found: tuple[Qualifier, ...]) -> list[str]:
    return [f"{q.kind.value} {q.words}{' | ' if q.keys else ''}{'+'.join(sorted(q.keys))}" for q in found]


@pytest.mark.parametrize(
    ("between", "said"),
    [
        (", a spice from Iran, ", ["sort a spice"]),
        (", a plant from Mars, ", ["sort a plant", "rest plant from Mars | mar"]),
        (", a spice made from dragon scales, ", ["sort a spice", "rest spice made from dragon scales | dragon"]),
        (", a remedy for baldness, ", ["rest remedy for baldness | baldne"]),
        (", a medicine for cats, ", ["rest medicine for cats"]),
        (" (a drug without risks) ", ["rest drug without risks"]),
        (", known to shrink tumours, ", ["rest known to shrink tumours | shrink+tumor"]),
        (" – widely used in cooking – ", []),
        (", like other hormones, ", ["sort hormones", "rest like other hormones"]),
        (", unlike many hormones, ", []),
        (", like the other members of its class, ", ["sort members"]),
        (f", like {C}, ", []),
        (", compared with rest, ", []),
        (", as a vitamin, ", ["sort as a vitamin"]),
        (", in place of medicines, ", ["rest in place of medicines"]),
        (", unlike drugs, ", ["rest unlike drugs"]),
        (" treats", []),
    ],
)
def test_what_is_said_in_passing_is_counted_and_its_strange_words_are_told(between: str, said: list[str]) -> None:
    assert shown(said_in_passing(between, "saffron")) == said


@pytest.mark.parametrize(
    ("front", "said"),
    [
        ("Of the vitamins, ", ["sort Of the vitamins"]),
        ("Out of all the opioids, ", ["sort Out of all the opioids"]),
        ("As a hormone, ", ["sort As a hormone"]),
        ("As a herb from Iran, ", ["sort As a herb from Iran"]),
        ("As a mineral from Mars, ", ["sort As a mineral from Mars", "rest As a mineral from Mars | mar"]),
        ("Among smokers, ", []),
        ("In place of medicines, ", ["rest In place of medicines"]),
        (f"Instead of {C}, ", ["rest Instead of …"]),
        ("A hormone, ", ["sort a hormone"]),
        ("Like prayer, ", ["rest Like prayer"]),
        ("Unlike other drugs, ", ["sort drugs"]),
        (f"Like {C}, ", []),
        (f"Unlike the {C} and {C}, ", []),
        ("Besides its use in tea, ", []),
        ("Beyond raising spirits from graves, ", ["rest Beyond raising spirits from graves | grave+spirit"]),
        ("In the hands of wizards, ", ["rest In the hands of wizards | wizard"]),
        ("In two small trials, ", []),
    ],
)
def test_what_stands_before_a_subject_is_counted_likened_or_put_in_its_place(front: str, said: list[str]) -> None:
    assert shown(framed(front, (), (), front)) == said


@pytest.mark.parametrize(
    ("tail", "said"),
    [
        (", a punishment from God.", ["sort a punishment", "rest punishment from God | god"]),
        (", a finding from observational studies.", []),
        (", the evidence is good.", []),
        (", which is a contagious disease", ["rest contagious disease"]),
        (", unlike antidepressants.", ["rest unlike antidepressants"]),
        (", in place of medicines", ["rest in place of medicines"]),
        (", as do all spices.", ["rest as do all spices"]),
        (", unlike many drugs.", []),
        (f", as does {C}.", []),
        (" in men.", []),
    ],
)
def test_what_a_last_name_is_called_is_counted_but_no_clause_of_its_own(tail: str, said: list[str]) -> None:
    assert shown(added_to(tail, "gout")) == said


@pytest.mark.parametrize(
    ("front", "behind", "said"),
    [
        ("The hormone ", " treats", ["sort The hormone"]),
        ("The spice trader ", " treats", []),
        ("is an inhibitor of ", "", []),
        ("Hormones such as ", " treat", ["sort Hormones"]),
        (f"Several antibiotics, including {C} and ", " treat", ["sort Several antibiotics"]),
        ("", " is a vitamin that treats", ["sort a vitamin"]),
        ("", " belongs to the antibiotics and treats", ["sort the antibiotics"]),
        ("", " and other minerals treat", ["sort minerals"]),
        ("", " is a mainstay and treats", []),
    ],
)
def test_what_a_subject_is_said_to_be_before_its_claim_is_counted(front: str, behind: str, said: list[str]) -> None:
    assert shown(is_one_of(front, behind)) == said
