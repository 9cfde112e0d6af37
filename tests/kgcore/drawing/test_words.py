"""The picture in words."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kgcore.drawing.grouping import group_leaves
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.text import clean_label, display_width, shorten_label, wrap_label
from kgcore.drawing.words import alt_text, edge_table
from kgcore.verdicts import Verdict
from tests.kgcore.drawing.samples import EVERYTHING, PAIR, star


def test_alt_text_reads_as_sentences() -> None:
    assert alt_text(PAIR) == (
        "Graph of 2 entities. Vitamin E does not prevent Alzheimer's disease: supported, 3 papers."
    )
    assert "Omega-3 fatty acids prevent Alzheimer's disease: mixed, 4 for, 2 against (earlier)." in alt_text(EVERYTHING)


def test_alt_text_agrees_and_writes_names_as_they_stand_in_a_sentence() -> None:
    nodes = (PictureNode(1, "Statins", "Drug"), PictureNode(2, "Oxidative stress", "BiologicalProcess"))
    picture = Picture(nodes, (PictureEdge((1,), 1, 2, "does not cause, is associated with", Verdict.UNSURE),))
    assert alt_text(picture).endswith(
        "Statins do not cause, are associated with oxidative stress: no evidence found here."
    )


def test_alt_text_says_how_much_is_explored() -> None:
    assert alt_text(EVERYTHING).startswith("Graph of 8 entities. 18 of 47 explored. Vitamin E ")


def test_alt_text_and_table_count_what_a_node_stands_for() -> None:
    picture = group_leaves(EVERYTHING, {2})
    text = alt_text(picture)
    assert text.startswith("Graph of 8 entities.")
    assert "2 of 3 entities that are folded away treat, prevent Alzheimer's disease: 1 supported, 1 mixed" in text
    assert "1 of 3 entities that are folded away is part of Alzheimer's disease: 1 paper" in text
    rows = [r for r in edge_table(picture).rows if "folded away" in r[0]]
    assert {r[0] for r in rows} == {"3 folded away (Memantine, Omega-3 fatty acids, Amyloid precursor protein)"}
    assert [(r[1], r[3]) for r in rows] == [
        ("treats, prevents (2 of them)", "1 supported, 1 mixed"),
        ("is part of (1 of them)", ""),
    ]


def test_alt_text_and_table_tell_who_says_it() -> None:
    spoken = Picture(PAIR.nodes, (replace(PAIR.edges[0], speakers=("Ann", "Ben")),))
    assert alt_text(spoken).endswith("supported, 3 papers, said by Ann and Ben.")
    table = edge_table(spoken)
    assert (table.columns[-1], table.rows[0][-1]) == ("Said by", "Ann and Ben")


def test_papers_of_a_denied_relation_stand_against_it_in_context_too() -> None:
    context = Picture(PAIR.nodes, (PictureEdge((), 1, 2, "prevents", None, 3, 2),))
    assert alt_text(context).endswith("Vitamin E prevents Alzheimer's disease: 3 for, 2 against.")


def test_alt_text_is_cut_between_sentences_and_says_how_many_are_left() -> None:
    text = alt_text(star(60))
    assert len(text) <= 1000
    shown = text.count("treats")
    assert text.endswith(f". And {60 - shown} more.")


@given(st.lists(st.tuples(st.text(max_size=3000), st.text(max_size=3000)), min_size=1, max_size=30))
def test_alt_text_never_exceeds_a_thousand_characters(names: list[tuple[str, str]]) -> None:
    nodes = tuple(PictureNode(n, name) for n, (name, _) in enumerate(names, 1))
    edges = tuple(PictureEdge((n,), n, 1, label, Verdict.UNSURE) for n, (_, label) in enumerate(names, 1))
    assert len(alt_text(Picture(nodes, edges))) <= 1000


def test_the_table_carries_every_edge_with_verdict_and_papers() -> None:
    table = edge_table(EVERYTHING)
    assert len(table.rows) == len(EVERYTHING.edges)
    assert ("Vitamin E", "prevents", "Alzheimer's disease", "✗ Contradicted", "3 papers against") in table.rows
    assert (
        "Vitamin E",
        "treats",
        "Parkinson's disease",
        "ⓘ Related",
        "2 papers; graph: does not prevent",
    ) in table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)


@given(st.text(max_size=200))
def test_cleaned_text_is_one_line_of_visible_characters(text: str) -> None:
    tidy = clean_label(text)
    assert tidy
    assert all(c.isprintable() for c in tidy)
    assert len(shorten_label(text, 20)) <= 20


def test_controls_and_bidi_marks_are_taken_out() -> None:
    assert clean_label("a\x00b\u202ec\u2066\n d\ud800") == "abc d"
    assert clean_label("\u200b\x00") == "?"


@given(st.text(max_size=400), st.integers(4, 30), st.integers(1, 4))
def test_wrapping_keeps_to_the_lines_and_the_width(text: str, width: int, lines: int) -> None:
    wrappings = wrap_label(text, width, lines)
    assert 1 <= len(wrappings) <= lines
    assert all(display_width(line) <= max(2, round(width * 1.55)) for line in wrappings)


def test_a_name_that_fits_is_wrapped_evenly_and_whole() -> None:
    assert wrap_label("Parkinson's disease dementia", 17, 3) == ("Parkinson's", "disease dementia")
    assert wrap_label("Selective serotonin reuptake inhibitors", 17, 3)[1:] == ("serotonin reuptake", "inhibitors")
    assert wrap_label("Acetylcholinesterase", 17, 3) == ("Acetylcholinesterase",)
    assert wrap_label("word " * 40, 17, 3)[-1].endswith("…")
