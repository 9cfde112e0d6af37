"""Queries in the ways of other search engines, and words in other spellings."""

from __future__ import annotations

import pytest

from kgcore.errors import InputError
from kgcore.library.everyday import everyday_names
from kgcore.library.habits import in_our_words
from kgcore.library.model import Design, Status
from kgcore.library.query import parse_query
from kgcore.library.spellings import other_spellings


@pytest.mark.parametrize(
    ("typed", "ours"),
    [
        ("Smith J[au] AND aspirin[ti] NOT rats", "+author:Smith +title:aspirin -rats"),
        ("van der Berg JA[Author] zinc", 'author:"van der Berg" zinc'),
        ('"Diabetes Mellitus, Type 2/drug therapy"[Mesh]', 'mesh:"Diabetes Mellitus, Type 2"'),
        ("randomized controlled trial[pt] falls", 'type:"randomized controlled trial" falls'),
        ("2010:2015[dp] statin", "year:2010..2015 statin"),
        ('"2012/01/01"[Date - Publication] : "2015/12/31"[Date - Publication] zinc', "year:2012..2015 zinc"),
        ("vitamin D[tiab] AND (falls[ti] OR fractures[ti])", "+vitamin +D title:falls title:fractures"),
        ("TITLE-ABS-KEY(zinc cold) AND PUBYEAR > 2015", "+zinc +cold +year:2016..9999"),
        ("TI=(aspirin) AND AU=(Smith J)", "+title:aspirin +author:Smith"),
        ("(metformin OR insulin) AND falls", "+metformin|insulin +falls"),
        ('("heart attack" OR stroke) AND statins', '+"heart attack"|stroke +statins'),
        ("aspirin OR ibuprofen", "aspirin ibuprofen"),
        ("aspirin OR (heparin AND warfarin)", "aspirin heparin warfarin"),  # any of the words: signs cannot say it
        ("“low dose” –mice 2019..2023", '"low dose" -mice year:2019..2023'),
        ("‘low dose’ don’t", '"low dose" don’t'),
        ("black and white or not", "black and white or not"),  # small letters are words
        ("IgG [sic] title: zinc", "IgG [sic] title: zinc"),
    ],
)
def test_other_engines_queries_are_read(typed: str, ours: str) -> None:
    assert in_our_words(typed) == ours


@pytest.mark.parametrize(
    ("typed", "words", "without"),
    [
        ("COVID -19 zinc", ["COVID", "19", "zinc"], []),
        ("2 inhalations at t = -5 minutes", ["2", "inhalations", "t", "5", "minutes"], []),
        ("95% CI -56.5 to -6.3", ["95", "CI", "56", "5", "6", "3"], []),
        ("omega -3 -fish", ["omega", "3"], ["fish"]),
        ('zinc -"19"', ["zinc"], ["19"]),
        ("zinc NOT 19", ["zinc"], ["19"]),
        ("zinc -μ", ["zinc"], ["μ"]),
    ],
)
def test_a_number_with_a_minus_is_a_number(typed: str, words: list[str], without: list[str]) -> None:
    query = parse_query(typed)
    assert ([t.text for t in query.terms], [t.text for t in query.without]) == (words, without)


def test_what_is_left_out_twice_is_left_out_both_times() -> None:
    query = parse_query("zinc -type:rct -type:cohort -is:retracted -is:corrected")
    assert query.designs == frozenset(Design) - {Design.RANDOMISED_TRIAL, Design.COHORT}
    assert query.statuses == frozenset(Status) - {Status.RETRACTED, Status.CORRECTED}


@pytest.mark.parametrize("typed", ["zinc -year:2019", "zinc NOT 2019[dp]", "zinc -type:editorial"])
def test_what_cannot_be_left_out_is_told_and_not_asked_for(typed: str) -> None:
    with pytest.raises(InputError, match="cannot be left out"):
        parse_query(typed)


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("anaemia", ("anemia",)),
        ("hemoglobin", ("haemoglobin",)),
        ("oestrogen", ("estrogen",)),
        ("tumor", ("tumour",)),
        ("randomised", ()),  # so is every second paper
        ("alpha", ("α",)),
        ("β", ("beta",)),
        ("TNFα", ("tnfalpha", "tnf alpha", "tnf α")),
        ("tnfalpha", ("tnfα", "tnf alpha", "tnf α")),
        ("falls", ()),
        ("them", ()),
    ],
)
def test_a_word_has_its_other_spellings(word: str, others: tuple[str, ...]) -> None:
    assert other_spellings(word) == others


def test_spelling_off_leaves_words_as_they_are() -> None:
    assert [term.also for term in parse_query("anaemia").terms] == [("anemia",)]
    assert [term.also for term in parse_query("anaemia spelling:off").terms] == [()]
    assert [term.also for term in parse_query('"iron deficiency anaemia"').terms] == [("iron deficiency anemia",)]


def test_what_is_typed_never_takes_long_nor_fails() -> None:
    for odd in ("(" * 900, "[au]" * 500, "a OR " * 400, '"' * 999, "AND NOT " * 250, "x[ti] " * 333, "TI=(" * 400):
        parse_query(odd)


@pytest.mark.parametrize(
    ("typed", "sought"),
    [
        ("throwing up keyhole gallbladder removal", {"vomiting", "laparoscopic", "cholecystectomy"}),  # of each thing
        ("kids with worn-out knees", {"children", "knee osteoarthritis"}),
        ("kidney operation", {"renal", "surgical"}),
        ("heart attack", {"myocardial infarction"}),
    ],
)
def test_each_thing_that_a_query_says_in_everyday_words_has_names_that_papers_write(
    typed: str, sought: set[str]
) -> None:
    assert sought <= {name for named in everyday_names(typed.split()) for name in named.names}


@pytest.mark.parametrize(
    ("typed", "not_sought"),
    [
        ("pain of the knee", "AChE"),  # an ache is no enzyme
        ("heart attack", "cardiac"),  # a part of a longer name
        ("study period of a year", "menstrual"),
        ("expected nervous system", "anxiety"),
        ("germ cell growth", "tumor"),
        ("dilated pupil", "schoolchildren"),
    ],
)
def test_words_that_name_another_thing_bring_no_names(typed: str, not_sought: str) -> None:
    assert not_sought not in {name for named in everyday_names(typed.split()) for name in named.names}


@pytest.mark.parametrize(
    ("typed", "also"),
    [
        ("off-pump surgery", {"pump": ("off pump",)}),
        ("weight-bearing IL-6", {"bearing": ("weight bearing",), "6": ("IL 6",)}),
        ("25-hydroxyvitamin D-serine", {}),  # which one part alone says already
    ],
)
def test_words_that_a_hyphen_binds_are_also_sought_together(typed: str, also: dict[str, tuple[str, ...]]) -> None:
    query = parse_query(f"{typed} spelling:off")
    assert {term.text: term.also for term in query.terms if term.also} == also


def test_signs_that_a_page_writes_out_are_what_they_stand_for() -> None:
    terms = parse_query("elobixibat 15&amp;nbsp;mg &lt;2 h&#39;s").terms
    assert [term.text for term in terms] == ["elobixibat", "15", "mg", "2", "h's"]
