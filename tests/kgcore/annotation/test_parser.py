from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kgcore.annotation.identity import is_pointing
from kgcore.annotation.paragraph import SchemaNames, parse_paragraph, shown_paragraph
from kgcore.annotation.parser import (
    AnnotationParser,
    annotate_entity,
    annotate_relation,
    parse_answer,
)
from kgcore.annotation.resolve import AnnotationFault
from kgcore.values.model import Mark, Mention, Paragraph, Salience, Triple

TYPES = ("DietarySupplement", "Disease", "Gene/Protein")
PREDICATES = ("PREVENTS", "INHIBITS", "CONTAINS", "INTERACTS_WITH")
FISH = (
    "[Fish oil|DietarySupplement]($N1) [lowers the risk of]($R1:PREVENTS, $H, $N1, $N2) [heart disease|Disease]($N2)."
)

# What models write, in pieces that any combination of may follow each other.
PIECES = st.sampled_from(
    [
        "[", "]", "(", ")", "|", "$", "$N1", "$n2", "$R1", "$H", ", ", "; ", ": ", ":PREVENTS", " ", "\n", "\n\n", "**",
        "*", "_", "# ", "- ", "1. ", "> ", "\\", "[1]", "[sic]", "fish oil", "vitamin E", " lowers ", ".", "Sure, ",
        "here is the answer:", "[fish oil]($N1)", "[a|Drug]($N2)", "[lowers]($R1, $H, $N1, $N2)", "[a ($N3)]",
        "[b ($H, $N1, $N3)]", "]($N4)", "x ($N5)", "http://x.org", "](http://x.org)", "é", "\u202e", "\x00", "\r\n",
        "【", "（",         "does not ", "no evidence that ", "<", ">", "$N9", "{", "`", "```",
    ]
)  # fmt: skip
ANSWERS = st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=80))


def only(text: str) -> Paragraph:
    (paragraph,) = parse_answer(text, TYPES, PREDICATES)
    return paragraph


def spoken(paragraph: Paragraph) -> list[tuple[str, str, str]]:
    return [(t.subject.text, t.relation, t.object.text) for t in paragraph.triples]


def marked(paragraph: Paragraph) -> list[tuple[str, str]]:
    return [(paragraph.text[m.start : m.end], m.ref) for m in paragraph.marks]


# ── the format that is asked for ────────────────────────────────────────────────────────────────────────────────────


def test_the_format_asked_for_is_read_whole() -> None:
    paragraph = only(FISH)
    assert paragraph.text == "Fish oil lowers the risk of heart disease."
    assert marked(paragraph) == [("Fish oil", "N1"), ("lowers the risk of", "R1"), ("heart disease", "N2")]
    assert paragraph.triples == (
        Triple(
            Mention("Fish oil", "DietarySupplement", "N1"),
            "lowers the risk of",
            Mention("heart disease", "Disease", "N2"),
            "PREVENTS",
            salience=Salience.HIGH,
            ref="R1",
            start=9,
            end=27,
        ),
    )


def test_one_phrase_can_connect_several_pairs_with_their_own_salience() -> None:
    text = "[A]($N1) [contains]($R1:CONTAINS, $H, $N1, $N2; $L, $N1, $N3) [B]($N2) and [C]($N3)."
    assert [(t.object.text, t.salience, t.predicate) for t in only(text).triples] == [
        ("B", Salience.HIGH, "CONTAINS"),
        ("C", Salience.LOW, "CONTAINS"),
    ]


def test_blank_lines_end_paragraphs_and_triples_know_theirs() -> None:
    paragraphs = parse_answer(f"{FISH}\n\nPlain words.\n \n{FISH}")
    assert [len(p.triples) for p in paragraphs] == [1, 0, 1]
    assert paragraphs[2].triples[0].paragraph == 2


# ── what models make of it ──────────────────────────────────────────────────────────────────────────────────────────

A = "[fish oil]($N1)"
B = "[LDL]($N2)"
R = "[lowers]($R1:INHIBITS, $H, $N1, $N2)"
LOWERS = ("fish oil", "lowers", "LDL")

SLIPS = {
    "spaced type": f"[fish oil|Dietary Supplement]($N1) {R} {B}",
    "ids within the brackets": f"[fish oil ($N1)] {R} [LDL ($N2)]",
    "relation within the brackets": f"{A} [lowers ($H, $N1, $N2)] {B}",
    "small letters": f"[fish oil]($n1) [lowers]($r1:INHIBITS, $h, $n1, $n2) {B}",
    "id before its definition": f"{B} goes down: {R.replace('[lowers]', '[lowers]')} {A}",
    "space before the ids": f"[fish oil] ($N1) [lowers] ($R1, $H, $N1, $N2) {B}",
    "no dollar": "[fish oil](N1) [lowers](R1:INHIBITS, H, N1, N2) [LDL](N2)",
    "no parentheses": f"[fish oil]$N1 {R} [LDL] $N2",
    "square ids": f"[fish oil][$N1] {R} [LDL][$N2]",
    "braces": f"[fish oil]{{$N1}} {R} {B}",
    "ids after a bar": f"[fish oil|DietarySupplement|$N1] {R} [LDL|$N2]",
    "ids first": f"[$N1: fish oil] {R} [$N2|LDL]",
    "label and ids swapped": f"[$N1](fish oil) {R} {B}",
    "no closing parenthesis": "[fish oil]($N1 [lowers]($R1:INHIBITS, $H, $N1, $N2 [LDL]($N2",
    "no closing bracket": f"[fish oil ($N1) [lowers ($R1:INHIBITS, $H, $N1, $N2) {B}",
    "no opening bracket": "fish oil]($N1) lowers]($R1:INHIBITS, $H, $N1, $N2) LDL]($N2)",
    "no brackets at all": "fish oil ($N1) lowers ($R1:INHIBITS, $H, $N1, $N2) LDL ($N2)",
    "bold around": f"**{A}** *{R}* **{B}**",
    "bold within": f"[**fish oil**]($N1) {R} [*LDL*]($N2)",
    "code": f"`{A}` `{R}` `{B}`",
    "escaped": r"\[fish oil\]\(\$N1\) \[lowers\]\(\$R1, \$H, \$N1, \$N2\) \[LDL\](\$N2)",
    "heading": f"## {A} {R} {B}",
    "bullet": f"- {A} {R} {B}",
    "quote": f"> {A} {R} {B}",
    "fence": f"```\n{A} {R} {B}\n```",
    "opening": f"Sure, here is the annotated answer:\n\n{A} {R} {B}",
    "opening on the line": f"Certainly! Here's what studies say: {A} {R} {B}",
    "predicate behind a bar": f"{A} [lowers|INHIBITS]($R1, $H, $N1, $N2) {B}",
    "predicate last": f"{A} [lowers]($R1, $H, $N1, $N2, INHIBITS) {B}",
    "predicate after a space": f"{A} [lowers]($R1 INHIBITS, $H, $N1, $N2) {B}",
    "no relation id": f"{A} [lowers]($H, $N1, $N2) {B}",
    "two ids only": f"{A} [lowers]($N1, $N2) {B}",
    "an arrow": f"{A} [lowers]($R1, $N1 -> $N2) {B}",
    "leading zeros": f"[fish oil]($N01) {R} {B}",
    "type after the id": f"[fish oil]($N1:DietarySupplement) {R} [LDL]($N2, Disease)",
    "full width": f"【fish oil】（$N1） {R} {B}",
    "a line break within": f"[fish\noil]($N1) [lowers]($R1:INHIBITS,\n $H, $N1, $N2) {B}",
    "doubled parentheses": f"[fish oil](($N1)) {R} {B}",
    "nested relation": f"{A} [lowers [LDL]($N2)]($R1:INHIBITS, $H, $N1, $N2)",
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_of_the_model_is_understood(slip: str) -> None:
    paragraph = only(SLIPS[slip])
    assert spoken(paragraph) == [LOWERS]
    assert not any(sign in paragraph.text for sign in "[]|$*`")
    assert {"N1", "N2", "R1"} == {m.ref for m in paragraph.marks}


def test_a_predicate_is_found_wherever_it_stands() -> None:
    for slip in ("predicate behind a bar", "predicate last", "predicate after a space", "no dollar", "ids first"):
        assert only(SLIPS[slip]).triples[0].predicate == "INHIBITS"


def test_names_of_the_graph_win_over_spellings_of_the_model() -> None:
    text = "[x|gene / protein]($N1) [acts on]($R1:Interacts with, $H, $N1, $N2) [y]($N2)"
    (triple,) = only(text).triples
    assert triple.subject.type == "Gene/Protein"
    assert triple.predicate == "INTERACTS_WITH"


def test_a_name_with_an_apostrophe_may_follow_its_id() -> None:
    paragraph = only("[$N1|vitamin E] [lowers]($R1, $H, $N1, $N2) [$N2: Alzheimer's disease]")
    assert spoken(paragraph) == [("vitamin E", "lowers", "Alzheimer's disease")]


def test_a_denied_predicate_is_left_to_the_phrase() -> None:
    (triple,) = only("[x]($N1) [does not prevent]($R1:NOT_PREVENTS, $H, $N1, $N2) [y]($N2)").triples
    assert (triple.predicate, triple.relation) == (None, "does not prevent")


def test_the_longest_mention_of_an_id_in_the_whole_answer_is_its_label() -> None:
    first, second = parse_answer(
        "[DHA]($N1) [helps]($R1, $N1, $N2) [memory]($N2).\n\n[docosahexaenoic acid]($N1) again."
    )
    assert spoken(first) == [("docosahexaenoic acid", "helps", "memory")]
    assert marked(second) == [("docosahexaenoic acid", "N1")]


REUSED = (
    ("[Donepezil]($N1) is old. [Tacrine]($N1) [treats]($R1, $N1, $N2) [dementia]($N2).",
     "Tacrine>dementia"),
    ("[Zinc]($N1) is a metal, [scurvy]($N2) rare. [Iron]($N1) [prevents]($R1, $N1, $N2) [anemia]($N2).",
     "Iron>anemia"),
    ("[Iron]($N1) [treats]($R1, $N1, $N2) [anemia]($N2). It [prevents]($R2, $N1, $N3) [fatigue]($N3).",
     "Iron>anemia Iron>fatigue"),
    ("[Tea]($N1) [contains]($R1, $N1, $N2) [tannin]($N2).\n\n[Milk]($N1) [contains]($R1, $N1, $N2) [lactose]($N2).",
     "Tea>tannin Milk>lactose"),
    ("- [Garlic]($N1) [causes]($R1, $N1, $N2) [bleeding]($N2)\n- [Senna]($N1) [causes]($R1, $N1, $N2) [diarrhea]($N2)",
     "Garlic>bleeding Senna>diarrhea"),
    ("[Lecanemab]($N1) came first. This drug [treats]($R1, $N1, $N2) [dementia]($N2). [Niacin]($N1) is a vitamin.",
     "Lecanemab>dementia"),
    ("[Iron]($N1) is a metal. [Iron deficiency]($N1) [causes]($R1, $N1, $N2) [fatigue]($N2).",
     "Iron deficiency>fatigue"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "claims"), REUSED)
def test_an_id_that_is_used_again_stands_for_what_its_sentence_names(text: str, claims: str) -> None:
    triples = [t for p in parse_answer(text) for t in p.triples]
    assert " ".join(f"{t.subject.text}>{t.object.text}" for t in triples) == claims


def test_two_entities_of_one_id_get_numbers_of_their_own() -> None:
    text = "[Zinc]($N1) [treats]($R1, $N1, $N2) [colds]($N2). [Echinacea]($N1) [treats]($R2, $N1, $N2) [colds]($N2)."
    (paragraph,) = parse_answer(text)
    first, second = paragraph.triples
    assert first.subject.ref != second.subject.ref
    assert first.object.ref == second.object.ref
    named = {paragraph.text[m.start : m.end]: m.ref for m in paragraph.marks}
    assert (named["Zinc"], named["Echinacea"]) == (first.subject.ref, second.subject.ref)


@pytest.mark.parametrize("pointing", ["this well-known supplement", "It", "the supplement", "these omega-3 capsules"])
def test_words_that_only_point_back_are_no_label(pointing: str) -> None:
    paragraph = only(f"[DHA]($N1) is old. [{pointing}]($N1) [helps]($R1, $N1, $N2) [memory]($N2).")
    assert spoken(paragraph) == [("DHA", "helps", "memory")]


def test_an_id_standing_for_its_entity_is_shown_as_the_entity() -> None:
    paragraph = only(f"{A} {R} {B}. $N1 also [raises]($R2, $H, $N1, $N3) [HDL]($N3).")
    assert paragraph.text == "fish oil lowers LDL. fish oil also raises HDL."
    assert len(paragraph.triples) == 2


def test_several_objects_in_one_group_share_the_subject() -> None:
    paragraph = only("[A]($N1) [contains]($R1, $H, $N1, $N2, $N3) [B]($N2) and [C]($N3).")
    assert spoken(paragraph) == [("A", "contains", "B"), ("A", "contains", "C")]


def test_several_subjects_before_the_relation_share_the_object() -> None:
    paragraph = only("[A]($N1) and [B]($N2) [relieve]($R1, $H, $N1, $N2, $N3) [C]($N3).")
    assert spoken(paragraph) == [("A", "relieve", "C"), ("B", "relieve", "C")]


def test_commas_may_stand_for_semicolons() -> None:
    for args in ("$R1, $H, $N1, $N2, $L, $N1, $N3", "$R1, $N1, $N2, $N1, $N3", "$R1, $N1, $N2, $R1, $N1, $N3"):
        paragraph = only(f"[A]($N1) [contains]({args}) [B]($N2) and [C]($N3).")
        assert spoken(paragraph) == [("A", "contains", "B"), ("A", "contains", "C")]


def test_a_passive_keeps_the_order_of_the_text_even_where_the_ids_name_the_agent_first() -> None:
    paragraph = only("[LDL]($N1) [is lowered by]($R1:INHIBITS, $H, $N2, $N1) [niacin]($N2).")
    assert spoken(paragraph) == [("LDL", "is lowered by", "niacin")]


# ── what is no annotation ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It helps [a little, n=12] in [sic] trials.", "It helps [a little, n=12] in [sic] trials."),
        ("A range of [0, 5) mg and H1N1 (H1N1).", "A range of [0, 5) mg and H1N1 (H1N1)."),
        ("It costs $5 or US$ 20, [see](https://x.org/a_(b)) there.", "It costs $5 or US$ 20, see there."),
        ("It helps [1], often [2, 3] and [4-6].", "It helps, often and."),
        ("HLA-B*57:01 and IL_6_A and 5 * 3 stay.", "HLA-B*57:01 and IL_6_A and 5 * 3 stay."),
        ("## A heading ##", "A heading"),
        ("**Bold** and __bold__, *slanted* and _slanted_, ~~gone~~.", "Bold and bold, slanted and slanted, gone."),
        ("One line\nand the next.", "One line and the next."),
        ("Lists:\n- one\n* two\n1. three", "Lists:\n• one\n• two\n1. three"),
        ("Okay is a word, surely.", "Okay is a word, surely."),
        ("Certainly, zinc helps.", "Certainly, zinc helps."),
        ("Here is a drug that works.", "Here is a drug that works."),
        ("", ""),
    ],
)
def test_what_is_no_annotation_reads_well(text: str, read: str) -> None:
    assert "\n\n".join(p.text for p in parse_answer(text)) == read


def test_brackets_within_a_name_are_part_of_it() -> None:
    paragraph = only("[[3H]-thymidine (label)]($N1) [marks]($R1, $N1, $N2) [DNA]($N2)")
    assert spoken(paragraph) == [("[3H]-thymidine (label)", "marks", "DNA")]


def test_control_characters_and_overrides_never_reach_a_reader() -> None:
    (paragraph,) = parse_answer("a\x00b\u202ec\u2066d\ufeffe\ud800f\U000e0041g\u200bh [fish\x07 oil]($N1)")
    assert paragraph.text == "abcdefgh fish oil"


def test_plain_text_is_paragraphs_without_triples() -> None:
    paragraphs = parse_answer("Zinc helps.\n\nPerhaps.")
    assert paragraphs == (Paragraph("Zinc helps."), Paragraph("Perhaps."))


# ── negation and open questions around the annotated words ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "phrase"),
    [
        ("does not [prevent]({r})", "does not prevent"),
        ("has not been shown to [prevent]({r})", "has not been shown to prevent"),
        ("doesn't [prevent]({r})", "doesn't prevent"),
        ("[fails]({r}) to prevent", "fails to prevent"),
        ("[lowers]({r}) the risk of", "lowers the risk of"),
        ("[lowers]({r}) the", "lowers"),
        ("reduces [the risk of]({r})", "reduces the risk of"),
        ("does not increase [risk of]({r})", "does not increase risk of"),
        ("is [used]({r}) in elderly patients with", "is used in elderly patients with"),
    ],
)
def test_words_beside_the_annotation_belong_to_what_it_says(words: str, phrase: str) -> None:
    paragraph = only(f"[X]($N1) {words.format(r='$R1:PREVENTS, $H, $N1, $N2')} [Y]($N2).")
    assert [t.relation for t in paragraph.triples] == [phrase]


@pytest.mark.parametrize(
    ("before", "denied", "open_"),
    [
        ("There is no evidence that ", True, False),
        ("No trial has shown that ", True, False),
        ("It has not been proven that ", True, False),
        ("It is a myth that ", True, False),
        ("It is unclear whether ", False, True),
        ("There is good evidence that ", False, False),
        ("Doctors see no reason for fear. ", False, False),
        ("Although no study found harm, ", False, False),
    ],
)
def test_a_denial_before_the_subject_counts(before: str, denied: bool, open_: bool) -> None:
    (triple,) = only(f"{before}[X]($N1) [prevents]($R1:PREVENTS, $H, $N1, $N2) [Y]($N2).").triples
    assert (triple.negated, triple.hedged) == (denied, open_)


# ── faults and corrections ──────────────────────────────────────────────────────────────────────────────────────────

ORPHAN = "[Fish oil]($N1) [contains]($R1, $H, $N1, $N2) [EPA]($N2), good for the [heart]($N3) of people."
MENDED = (
    "[Fish oil]($N1) [contains]($R1, $H, $N1, $N2) [EPA]($N2), "
    "which [is good for]($R2, $H, $N2, $N3) the [heart]($N3) of people."
)


def fed(*texts: str) -> AnnotationParser:
    parser = AnnotationParser()
    for text in texts:
        parser.feed(f"{text}\n\n")
    return parser


def test_an_orphan_is_found_when_its_paragraph_ends() -> None:
    (problem,) = fed(ORPHAN).problems(0)
    assert (problem.fault, problem.ref) == (AnnotationFault.ORPHAN, "N3")
    assert str(problem) == '"heart" ($N3) is in no relation'


def test_a_dead_end_is_found_and_dropped_from_the_claims_only() -> None:
    parser = fed("[A]($N1) [helps]($R1, $N1, $N2; $N1, $N9) [B]($N2).")
    assert [p.fault for p in parser.problems(0)] == [AnnotationFault.DEAD_END]
    (paragraph,) = parser.finish()
    assert paragraph.text == "A helps B."
    assert len(paragraph.triples) == 1


def test_a_relation_that_connects_nothing_is_incomplete() -> None:
    for ids in ("$R1", "$R1, $N1, $N1"):
        problems = fed(f"[A]($N1) [helps]({ids}) [B]($N2).").problems(0)
        assert problems[0].fault is AnnotationFault.INCOMPLETE


def test_an_entity_connected_in_another_paragraph_is_no_orphan() -> None:
    assert fed(FISH, "More on [fish oil]($N1) below.").problems(1) == ()


def test_a_faultless_paragraph_has_no_problems_and_a_heading_may_just_name_things() -> None:
    assert fed(FISH).problems(0) == ()
    assert fed("## [Garlic]($N1)").problems(0) == ()


def test_a_repair_request_names_the_problems_and_goes_on_counting() -> None:
    request = fed(FISH, ORPHAN).repair_request(1, (), TYPES)
    assert request.paragraph == ORPHAN
    assert (request.next_entity, request.next_relation) == (4, 2)
    assert request.problems == ('"heart" ($N3) is in no relation',)


def test_a_correction_takes_the_place_of_its_paragraph() -> None:
    parser = fed(ORPHAN)
    assert parser.replace(0, f"Here is the corrected paragraph:\n\n{MENDED}")
    (paragraph,) = parser.finish()
    assert paragraph.text == "Fish oil contains EPA, which is good for the heart of people."
    assert len(paragraph.triples) == 2


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "I cannot do that.",
        "Fish oil contains EPA, which is good for the heart of people.",
        "[Zinc]($N1) [is good for]($R1, $H, $N1, $N3) the [skin]($N3) of cats and perhaps of dogs as well, who knows.",
        MENDED + " And so on, without an end." * 30,
        ORPHAN,
        "[[[[($N1",
    ],
)
def test_a_correction_that_lost_the_meaning_is_not_taken(bad: str) -> None:
    parser = fed(ORPHAN)
    assert not parser.replace(0, bad)
    assert parser.finish() == fed(ORPHAN).finish()


def test_corrections_made_side_by_side_do_not_share_new_numbers() -> None:
    parser = fed(ORPHAN.replace("$N3", "$N7"), "[Zinc]($N5) [helps]($R5, $H, $N5, $N4) the [skin]($N4) of people.")
    mended = MENDED.replace("[heart]($N3)", "[heart]($N7), a [muscle]($N4),").replace("$N2, $N3", "$N2, $N7; $N4, $N7")
    assert parser.replace(0, mended)
    first, second = parser.finish()
    assert ("muscle", "which is good for", "heart") in spoken(first) or ("muscle", "is good for", "heart") in spoken(
        first
    )
    assert spoken(second) == [("Zinc", "helps", "skin")]


# ── while it is being written ───────────────────────────────────────────────────────────────────────────────────────


@given(ANSWERS, st.data())
def test_chunk_boundaries_do_not_matter(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    parser = AnnotationParser(TYPES, PREDICATES)
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        parser.feed(text[start:end])
        assert isinstance(parser.partial, Paragraph)
        assert parser.paragraphs is not None
    assert parser.finish() == parse_answer(text, TYPES, PREDICATES)


@given(ANSWERS)
def test_marks_and_triples_always_lie_within_the_text(text: str) -> None:
    for number, paragraph in enumerate(parse_answer(text)):
        assert paragraph.text == paragraph.text.strip() != ""
        ends = [0]
        for mark in paragraph.marks:
            assert ends[-1] <= mark.start < mark.end <= len(paragraph.text)
            ends.append(mark.end)
        for triple in paragraph.triples:
            assert triple.paragraph == number
            assert 0 <= triple.start <= triple.end <= len(paragraph.text)
            assert triple.subject.text
            assert triple.object.text
            assert triple.relation


@pytest.mark.parametrize("slip", sorted(set(SLIPS) - {"no opening bracket"}))
def test_a_reader_never_sees_half_an_annotation(slip: str) -> None:
    parser = AnnotationParser(TYPES, PREDICATES)
    for char in SLIPS[slip]:
        parser.feed(char)
        assert not any(sign in parser.partial.text for sign in "[]|$#`\\")


def test_what_is_shown_only_grows() -> None:
    parser, shown = AnnotationParser(), ""
    for char in f"Sure, here is what we know: {FISH} It is **old** [2] and [noted].":
        parser.feed(char)
        assert parser.partial.text.startswith(shown.rstrip(" *"))
        shown = parser.partial.text
    assert shown == "Fish oil lowers the risk of heart disease. It is old and [noted]."


def test_what_is_being_written_has_its_marks() -> None:
    parser = AnnotationParser()
    parser.feed(FISH[:60])
    assert marked(parser.partial) == [("Fish oil", "N1")]


@pytest.mark.parametrize("slip", sorted(SLIPS))
def test_what_is_shown_of_a_paragraph_is_what_is_read_of_it(slip: str) -> None:
    names = SchemaNames.of(TYPES, PREDICATES)
    for end in range(len(SLIPS[slip]) + 1):
        read = parse_paragraph(SLIPS[slip][:end], names, {}, 3)
        assert shown_paragraph(SLIPS[slip][:end], names, {}, 3) == Paragraph(read.text, read.marks)


@pytest.mark.parametrize("hostile", ["[", "(", "]($N1)", "[a]($N1", "[[a]($N1)]", "($N1, ", "*a ", "\\[", "<", "[a|b"])
def test_hostile_brackets_end(hostile: str) -> None:
    text = hostile * (4_000 // len(hostile))
    parser = AnnotationParser()
    for at in range(0, len(text), 500):
        parser.feed(text[at : at + 500])
        assert parser.partial is not None
    assert sum(len(p.text) for p in parser.finish()) <= len(text)


def test_a_model_that_never_stops_is_not_read_for_ever() -> None:
    parser = AnnotationParser(longest=1000)
    for _ in range(100):
        parser.feed("on and on ")
    assert sum(len(p.text) for p in parser.finish()) <= 1000


# ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

# What only points back ("it", "they") is no name, but stands for one.
NAMES = st.text(min_size=1, max_size=30).filter(lambda s: any(c.isalnum() for c in s) and not is_pointing(s.strip()))


def test_the_writers_write_what_is_asked_for() -> None:
    assert annotate_entity("fish oil", "DietarySupplement", 1) == "[fish oil|DietarySupplement]($N1)"
    high, low = ("PREVENTS", Salience.HIGH, 1, 2), ("PREVENTS", Salience.LOW, 1, 3)
    assert annotate_relation("lowers", [high, low], 1) == "[lowers]($R1:PREVENTS, $H, $N1, $N2; $L, $N1, $N3)"
    assert annotate_relation("is near", [(None, Salience.HIGH, 1, 2)], 4) == "[is near]($R4, $H, $N1, $N2)"


@given(NAMES, NAMES)
@example("IN WHOM", "zinc")
@example("0", "1 for which 2")
def test_any_name_can_be_written_and_read_again(subject: str, object_: str) -> None:
    said = annotate_relation("treats", [("TREATS", Salience.LOW, 1, 2)], 1)
    written = f"{annotate_entity(subject, 'Drug', 1)} {said} {annotate_entity(object_, None, 2)}"
    paragraphs = parse_answer(written)
    assert [(t.relation, t.predicate, t.salience) for p in paragraphs for t in p.triples] == [
        ("treats", "TREATS", Salience.LOW)
    ]


@pytest.mark.parametrize(("subject", "object_"), [("0", "IT"), ("vitamin E", "they"), ("this herb", "zinc")])
def test_a_word_that_only_points_back_is_no_name_of_its_own(subject: str, object_: str) -> None:
    said = annotate_relation("treats", [("TREATS", Salience.LOW, 1, 2)], 1)
    written = f"{annotate_entity(subject, 'Drug', 1)} {said} {annotate_entity(object_, None, 2)}"
    found = {name.text for p in parse_answer(written) for t in p.triples for name in (t.subject, t.object)}
    assert not found & {"IT", "they", "this herb"}


def test_entities_known_from_elsewhere_can_be_referred_to() -> None:
    (paragraph,) = parse_answer("It [lowers]($R1, $N7, $N1) [LDL]($N1).", known={"N7": Mention("niacin", "Drug", "N7")})
    assert spoken(paragraph) == [("niacin", "lowers", "LDL")]
    assert paragraph.marks[0] == Mark(3, 9, "R1")


@pytest.mark.parametrize(
    ("said", "relation"),
    [
        (", nor [does it prevent](PREVENTS, $N1, $N3) [gout]($N3).", "does not prevent"),
        (". Nor [did they prevent](PREVENTS, $N1, $N3) [gout]($N3).", "did not prevent"),
        (". [A]($N1), [B]($N4) can all [ease](TREATS, $N4, $N3) [gout]($N3).", "can ease"),
    ],
)  # fmt: skip
def test_a_phrase_is_told_in_plain_order(said: str, relation: str) -> None:
    (paragraph,) = parse_answer(f"[A]($N1) [does not ease](TREATS, $N1, $N2) [pain]($N2){said}")
    assert paragraph.triples[-1].relation == relation
    assert not paragraph.triples[-1].doubtful


@pytest.mark.parametrize(
    "opening",
    [
        "It is also worth remembering that",
        "Keep in mind that",
        "Do not forget that",
        "It has a place here, in that",
    ],
)
def test_an_opening_that_asserts_leaves_no_doubt(opening: str) -> None:
    (paragraph,) = parse_answer(f"{opening} [A]($N1) [eases](TREATS, $N1, $N2) [gout]($N2).")
    assert not paragraph.triples[-1].doubtful
