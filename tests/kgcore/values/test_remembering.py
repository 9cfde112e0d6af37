"""What is remembered stays within its bytes, however heavy single things are."""

from __future__ import annotations

from dataclasses import replace

from kgcore.drawing import builder
from kgcore.presentation import claims, pictures
from kgcore.store import decoding
from kgcore.store.schema import TURN
from kgcore.values.model import Claim, Edge, Mention, Reason, Triple
from kgcore.values.remembering import Kept, Remembered, claim_bytes, turn_bytes, turns_bytes
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

HEAVY = Edge("e", "a", "TREATS", "b", publications=("PMID:1",), sentences=("so " * 400_000,))
TRIPLE = Triple(Mention("a"), "treats", Mention("b"))


def heavy_claim() -> Claim:
    return Claim(TRIPLE, Verdict.SUPPORTED, Reason.EDGE_FOR, "", predicate="TREATS", edges_for=(HEAVY,))


def test_what_was_asked_for_longest_ago_is_forgotten_first() -> None:
    asked: list[str] = []

    def work(text: str) -> int:
        asked.append(text)
        return len(text)

    sizes = Remembered(work, 10, lambda text, _: len(text))
    for text in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb", "a" * 11, "a" * 11):
        assert sizes(text) == len(text)
    assert asked == ["aaaa", "bbbb", "cccc", "bbbb", "a" * 11, "a" * 11]
    assert sizes.kept.bytes == 8
    sizes.clear()
    assert sizes("aaaa") == 4
    assert asked[-1] == "aaaa"


def test_the_last_value_is_kept_whatever_it_weighs() -> None:
    kept = Kept[str, int](10)
    for key, weighs in (("a", 4), ("b", 4), ("a", 5), ("c", 99)):
        kept.put(key, 0, weighs)
    assert (kept.look("a"), kept.look("b"), kept.look("c")) == (None, None, (0, 99))
    assert kept.take("c") == (0, 99)
    assert kept.bytes == 0


def test_a_thread_is_weighed_turn_by_turn() -> None:
    first, second = Turn("1", "t", "?", claims=(heavy_claim(),)), Turn("2", "t", "?")
    weighs = turns_bytes((first,))
    assert weighs == turn_bytes(first) > claim_bytes(heavy_claim()) > 1_200_000
    assert turns_bytes((first, second), (first,), weighs) == turns_bytes((first, second))
    assert turns_bytes((second,), (first, second), turns_bytes((first, second))) == turn_bytes(second)


def test_a_hundred_heavy_claims_stay_within_the_bytes() -> None:
    vocabulary = Vocabulary.of(())
    for n in range(100):
        one = replace(heavy_claim())  # another, though equal
        pictures._picture_before((Turn(f"{n}", "t", "?", claims=(one,)),), {}, vocabulary)
        builder.picture_of((), (one,), words=vocabulary)
        claims.claim_view(1, one, {}, {}, vocabulary)
    for kept, most in (
        (builder._drafts_before.kept.bytes, builder._CLAIMS_REMEMBERED),
        (claims._view.kept.bytes, claims._VIEWS_REMEMBERED),
        (pictures._picture_then.kept.bytes, pictures._STEPS_REMEMBERED),
    ):
        assert most - 3 * claim_bytes(heavy_claim()) <= kept <= most


def test_heavy_turns_that_are_kept_ready_stay_within_the_bytes() -> None:
    for n in range(12):
        body = TURN.dump_json(Turn(f"{n}", "t", "long " * 400_000)).decode()
        assert decoding.decoded_turn(body).id == f"{n}"
        assert decoding.decoded_turn.kept.bytes <= decoding.DECODED
    decoding.decoded_turn.clear()


def test_a_thread_that_weighs_more_than_fits_has_its_pictures_worked_out_once() -> None:
    vocabulary = Vocabulary.of(())
    turns = tuple(Turn(f"{n}", "t", "?", claims=(heavy_claim(),)) for n in range(80))
    assert turns_bytes(turns) > pictures._STEPS_REMEMBERED
    first = pictures._picture_before(turns, {}, vocabulary)
    assert first is not None
    assert pictures._picture_before(turns, {}, vocabulary) is first
