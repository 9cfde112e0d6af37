"""Test questions that no rule reads: what the graph joins with their names is taken for what is asked, or is not."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.reasoning.tied import FEATURES, SURE, log_odds
from tests.kgcore.turn.test_exams import UNDECIDED, decided

_HARMS = "\nA) calcium carbonate\nB) selenium\nC) iron\nD) zinc"
_VITAMINS = "\nA) Vitamin A\nB) Vitamin D\nC) Vitamin K\nD) Vitamin B6"
_ENZYMES = "\nA) CYP3A4\nB) BACE1\nC) Butyrylcholinesterase\nD) SIRT1"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"Milk-alkali syndrome is a complication of taking too much{_HARMS}", "A"),
        (f"Which enzyme cleaves APP and so gives rise to amyloid-beta?{_ENZYMES}", "B"),
        # one option is joined with what is named, and something else is asked
        (f"Which vitamin has the same colour as warfarin?{_VITAMINS}", UNDECIDED),
        (f"Which mineral wards off milk-alkali syndrome?{_HARMS}", UNDECIDED),
        (f"Which enzyme is crushed with amyloid-beta?{_ENZYMES}", UNDECIDED),
        # several things are named
        ("Which receptor do memantine and zinc share? A) NMDA receptor B) pregnane X receptor", UNDECIDED),
        # one that the graph does not know may be the right one
        ("Milk-alkali syndrome is a complication of taking too much\nA) calcium carbonate\nB) blorbium", UNDECIDED),
    ],
)
async def test_what_is_joined_is_what_is_asked_where_that_is_likely(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


def test_words_at_odds_with_an_edge_speak_against_it() -> None:
    heard = dict.fromkeys(FEATURES, 0.0) | {"opposite": -6.9, "denied": -6.9, "limited": -6.9, "other": -3.0}
    agreeing = heard | {"agreeing": 1.0, "agreeing widely": 1.0, "asserted-opposite": 6.9}
    at_odds = heard | {"at odds": 1.0, "opposite": 0.0, "asserted": -6.9, "asserted-opposite": -6.9}
    assert log_odds([agreeing[f] for f in FEATURES]) >= SURE
    assert log_odds([at_odds[f] for f in FEATURES]) < 0


@pytest.mark.parametrize("unread", [0.0, 1.0, 2.0])
def test_what_nobody_understood_makes_it_less_likely(unread: float) -> None:
    values = dict.fromkeys(FEATURES, 0.0)
    less, more = (log_odds([(values | {"unread": n})[f] for f in FEATURES]) for n in (unread + 1, unread))
    assert less < more
