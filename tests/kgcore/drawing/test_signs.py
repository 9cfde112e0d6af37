"""The way an effect goes is read from a relation's words, and drawn apart from the verdict."""

from __future__ import annotations

import pytest

from kgcore.drawing.builder import EdgeDraft, merge_parallel_edges
from kgcore.drawing.dot import edge_attributes, edge_label
from kgcore.drawing.picture import PictureEdge
from kgcore.drawing.signs import SIGNS, sign_of
from kgcore.values.reply import Sign
from kgcore.verdicts import Verdict


@pytest.mark.parametrize(
    ("words", "sign"),
    [
        ("treats", Sign.BENEFIT),
        ("prevent", Sign.BENEFIT),
        ("is linked to a lower risk of", Sign.BENEFIT),
        ("reduces the risk of", Sign.BENEFIT),
        ("raises the risk of", Sign.HARM),
        ("causes", Sign.HARM),
        ("worsens", Sign.HARM),
        ("inhibits", Sign.INHIBITION),
        ("lowers", Sign.INHIBITION),
        ("does not prevent", Sign.NO_EFFECT),
        ("do not cause", Sign.NO_EFFECT),
        ("is associated with", Sign.PLAIN),
        ("is part of", Sign.PLAIN),
        ("treats, prevents", Sign.BENEFIT),
        ("treats, causes", Sign.PLAIN),
        ("treats, does not prevent", Sign.PLAIN),
    ],
)
def test_a_sign_is_read_from_the_words(words: str, sign: Sign) -> None:
    assert sign_of(words) is sign


@pytest.mark.parametrize("other", ["does not prevent", "causes", "inhibits"])
def test_opposite_signs_are_never_one_line(other: str) -> None:
    drafts = [EdgeDraft("a", "b", (label,), Verdict.SUPPORTED, True) for label in ("treats", other)]
    assert len(merge_parallel_edges(drafts, ())) == 2


def test_the_verdict_is_a_badge_and_the_line_shows_the_effect() -> None:
    treats, harms = (PictureEdge((1,), 1, 2, label, Verdict.SUPPORTED, 1) for label in ("treats", "causes"))
    assert edge_attributes(treats)["color"] == SIGNS[Sign.BENEFIT].colour
    assert edge_attributes(treats)["arrowhead"] != edge_attributes(harms)["arrowhead"]
    assert Verdict.SUPPORTED.row.drawn in edge_label(treats)


def test_what_is_only_claimed_is_dotted_and_what_was_written_from_the_graph_shows_no_verdict() -> None:
    refuted = PictureEdge((1,), 1, 2, "treats", Verdict.CONTRADICTED, 0, 1)
    assert edge_attributes(refuted)["style"] == "dotted"
    own = PictureEdge((1,), 1, 2, "treats", Verdict.SUPPORTED, 1, own=True)
    assert Verdict.SUPPORTED.row.drawn not in edge_label(own)
