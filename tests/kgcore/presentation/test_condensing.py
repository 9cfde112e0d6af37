from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.annotation.parser import parse_answer
from kgcore.presentation.condensing import CondensedLine, condense_paragraph
from kgcore.values.actions import Condensing
from kgcore.values.model import Claim, Paragraph, Reason
from kgcore.verdicts import Verdict


def paragraph(annotated: str) -> Paragraph:
    (one,) = parse_answer(annotated)
    return one


def claims(one: Paragraph) -> tuple[Claim, ...]:
    return tuple(Claim(t, Verdict.UNSURE, Reason.NO_CONNECTION, "?") for t in one.triples)


def lines(annotated: str, telling: Condensing) -> list[tuple[int, str]]:
    one = paragraph(annotated)
    return [(p.level, p.paragraph.text) for p in condense_paragraph(one, claims(one), telling)]


INTRO = "Supplements are popular. "
E = "[vitamin E|DietarySupplement]($N1)"
AD = "[Alzheimer's disease|Disease]($N2)"
BIG_E = "[Vitamin E|DietarySupplement]($N1)"
DEMENTIA = "[dementia|Disease]($N4)"
SLOWS, TOO = "[slows]($R1:TREATS, $H, $N1, $N2)", "[slows]($R2:TREATS, $H, $N3, $N4)"
B12 = "[vitamin B12|DietarySupplement]($N3)"


def test_as_written_nothing_changes() -> None:
    one = paragraph(f"{INTRO}Once [slows]($R1:TREATS, $H, $N1, $N2) {E} {AD}.")
    assert [(p.paragraph, p.level) for p in condense_paragraph(one, claims(one), Condensing.WRITTEN)] == [(one, 0)]


def test_the_summary_is_the_first_sentence_that_states_something_important() -> None:
    text = (
        f"{INTRO}Many take {B12}, which [affects]($R2:AFFECTS, $L, $N3, $N2) {AD}. "
        f"Perhaps {E} [may slow]($R1:TREATS, $H, $N1, $N2) {AD}. Nobody knows more."
    )
    assert lines(text, Condensing.SUMMARY) == [(0, "Perhaps vitamin E may slow Alzheimer's disease.")]


def test_a_summary_keeps_what_takes_it_back() -> None:
    text = f"A trial says that {E} [slows]($R1:TREATS, $H, $N1, $N2) {AD}. But another found nothing. The end."
    assert lines(text, Condensing.SUMMARY) == [
        (0, "A trial says that vitamin E slows Alzheimer's disease. But another found nothing.")
    ]


@pytest.mark.parametrize("after", ["Other trials found nothing.", "On the other hand, one trial found nothing."])
def test_a_summary_keeps_the_other_side_however_it_opens(after: str) -> None:
    text = f"A trial says that {E} [slows]($R1:TREATS, $H, $N1, $N2) {AD}. {after} The end."
    assert lines(text, Condensing.SUMMARY) == [(0, f"A trial says that vitamin E slows Alzheimer's disease. {after}")]


def test_a_summary_keeps_the_sentence_that_denies_the_same() -> None:
    text = (
        f"{BIG_E} [slows]($R1:TREATS, $H, $N1, $N2) {AD}. "
        f"The largest trial found that {E} [does not slow]($R2:TREATS, $L, $N1, $N2) {AD}. The end."
    )
    assert lines(text, Condensing.SUMMARY)[0][1].endswith("vitamin E does not slow Alzheimer's disease.")


def test_a_summary_that_opens_with_it_says_what_it_is() -> None:
    text = f"Here is {E}, a vitamin. It [does not slow]($R1:TREATS, $H, $N1, $N2) {AD}. More follows."
    assert lines(text, Condensing.SUMMARY) == [
        (0, "Here is vitamin E, a vitamin. It does not slow Alzheimer's disease.")
    ]


def test_an_outline_has_the_first_sentence_and_a_line_for_each_further_one() -> None:
    text = f"{INTRO}Moreover, {E} [may slow]($R1:TREATS, $H, $N1, $N2) {AD}. It is cheap."
    assert lines(text, Condensing.OUTLINE) == [
        (0, "Supplements are popular."),
        (1, "Vitamin E may slow Alzheimer's disease."),
        (1, "It is cheap."),
    ]


def test_clauses_that_stand_on_their_own_become_lines() -> None:
    text = (
        f"{INTRO}{BIG_E} [does not slow]($R1:TREATS, $H, $N1, $N2) {AD} (2 papers), and {B12} "
        "[affects]($R2:AFFECTS, $L, $N3, $N4) [the brain|Anatomy]($N4)."
    )
    assert lines(text, Condensing.OUTLINE)[1:] == [
        (1, "Vitamin E does not slow Alzheimer's disease (2 papers)."),
        (1, "Vitamin B12 affects the brain."),
    ]


def test_an_aside_that_limits_nothing_is_left_out_of_an_outline() -> None:
    text = f"{INTRO}{BIG_E} [may slow]($R1:TREATS, $H, $N1, $N2) {AD}, which surprised everybody."
    assert lines(text, Condensing.OUTLINE)[1:] == [(1, "Vitamin E may slow Alzheimer's disease.")]


@pytest.mark.parametrize(
    "sentence",
    [
        f"Papers disagree on whether {E} {SLOWS} {AD}, and {B12} {TOO} {DEMENTIA}.",
        f"It is not true that {E} {SLOWS} {AD}, and {B12} {TOO} {DEMENTIA}.",
        f"{BIG_E} {SLOWS} {AD}, and {B12} {TOO} {DEMENTIA} in mice only.",
        f"{BIG_E} {SLOWS} {AD}, which has not been shown in people.",
    ],
)
def test_what_limits_a_clause_is_never_parted_from_it(sentence: str) -> None:
    said = lines(INTRO + sentence, Condensing.OUTLINE)
    plain = paragraph(sentence).text
    assert [text.lower() for _, text in said[1:]] == [plain.lower()]


def test_a_claim_finds_its_words_in_a_piece() -> None:
    one = paragraph(f"{INTRO}Moreover, {E} [may slow]($R1:TREATS, $H, $N1, $N2) {AD}.")
    head, line = condense_paragraph(one, claims(one), Condensing.OUTLINE)
    ((number, placed),) = line.placed(list(enumerate(claims(one), 1)))
    assert number == 1
    assert line.paragraph.text[placed.triple.start : placed.triple.end] == "may slow"
    ((_, elsewhere),) = head.placed(list(enumerate(claims(one), 1)))
    assert elsewhere.triple.start == -1


_names = ["[Vitamin E|X]($N1)", "[St. John's wort|X]($N2)", "[the brain|X]($N3)", "[p53|X]($N4)"]
_verb = st.sampled_from(["slows", "does not slow", "may not cause", "never helps", "is not linked to"])
_mark = st.sampled_from(["$H", "$L"])


@st.composite
def clause(draw: st.DrawFn) -> str:
    a, b = draw(st.permutations(range(4)))[:2]
    number = draw(st.integers(1, 99))
    return f"{_names[a]} [{draw(_verb)}]($R{number}:P, {draw(_mark)}, $N{a + 1}, $N{b + 1}) {_names[b]}"


_lead = st.sampled_from(["", "Moreover, ", "But ", "Papers disagree on whether ", "It is not so that ", "In mice, "])
_tail = st.sampled_from(
    ["", " (not shown)", ", which nobody denies", ", which is nice", " in mice, not in people", " [1]"]
)
_join = st.sampled_from([", and ", "; ", ", but ", " and ", ". ", "! "])


@st.composite
def paragraphs(draw: st.DrawFn) -> Paragraph:
    text = ""
    for _ in range(draw(st.integers(1, 5))):
        text += draw(_lead) + draw(clause()) + draw(_tail) + draw(_join)
    return parse_answer(text.rstrip(" ,;and.but!") + ".")[0]


def marked(piece: CondensedLine, one: Paragraph) -> None:
    assert len(piece.starts) == len(piece.paragraph.marks)
    at = 0
    for start, mark in zip(piece.starts, piece.paragraph.marks, strict=True):
        assert at <= mark.start < mark.end <= len(piece.paragraph.text)
        at = mark.end
        words = one.text[start : start + mark.end - mark.start]
        assert piece.paragraph.text[mark.start : mark.end].lower() == words.lower()
        assert any((m.start, m.ref) == (start, mark.ref) for m in one.marks)


@given(paragraphs(), st.sampled_from(Condensing))
def test_marks_stay_on_their_words(one: Paragraph, telling: Condensing) -> None:
    pieces = condense_paragraph(one, claims(one), telling)
    assert pieces[0].level == 0
    for piece in pieces:
        marked(piece, one)


@given(paragraphs())
def test_an_outline_loses_no_word_that_denies_and_no_relation(one: Paragraph) -> None:
    careful = re.compile(r"\b(?:not|never|but|disagree|mice)\b", re.I)
    text = " ".join(p.paragraph.text for p in condense_paragraph(one, claims(one), Condensing.OUTLINE))
    wanted = [w.lower() for w in careful.findall(one.text.replace("nobody", ""))]
    assert [w.lower() for w in careful.findall(text.replace("nobody", ""))] == wanted
    kept = [s for p in condense_paragraph(one, claims(one), Condensing.OUTLINE) for s in p.starts]
    assert kept == [m.start for m in one.marks]


@given(st.text(max_size=300), st.sampled_from(Condensing))
def test_any_text_can_be_told(text: str, telling: Condensing) -> None:
    pieces = condense_paragraph(Paragraph(text), (), telling)
    assert pieces
    assert telling is not Condensing.WRITTEN or pieces[0].paragraph.text == text
