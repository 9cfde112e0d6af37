from __future__ import annotations

from kgcore.question.comparing import is_comparison
from kgcore.turn.reader import split_joined_spots
from kgcore.values.model import Candidate, Entity, Match


def _spot(start: int, end: int, name: str, type: str = "Drug") -> tuple[int, int, tuple[Candidate, ...]]:
    return start, end, (Candidate(Entity(name, name, type), 1.0, Match.EXACT),)


def test_a_comparison_keeps_apart_what_a_name_would_take_together() -> None:
    question = "Compare donepezil and memantine for dementia"
    both, dementia = _spot(8, 31, "Memantine plus donepezil"), _spot(36, 44, "Dementia", "Disease")
    one, other = _spot(8, 17, "Donepezil"), _spot(22, 31, "Memantine")
    assert is_comparison(question)
    assert split_joined_spots((both, dementia), (one, other, dementia)) == (one, other, dementia)


def test_a_name_with_and_in_it_stays_whole_where_its_parts_are_no_pair() -> None:
    cancer = _spot(0, 20, "Head and neck cancer", "Disease")
    assert split_joined_spots((cancer,), (_spot(0, 4, "Head", "Anatomy"), _spot(9, 20, "Neck cancer", "Disease"))) == (
        cancer,
    )
    assert not is_comparison("What helps against head and neck cancer?")
