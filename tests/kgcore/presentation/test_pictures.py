"""Which pictures an answer gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

from kgcore.drawing.picture import Picture
from kgcore.presentation.pictures import STEPS_BESIDE, pictures_of, thread_picture
from kgcore.values.actions import View
from kgcore.values.model import Predicate
from kgcore.values.thread import MindNode, Turn
from tests.kgcore.presentation.made import FIRST, NUMBERS, SECOND, WORDS


def test_a_picture_goes_on_from_the_one_that_was_drawn_so_that_it_is_laid_out_once() -> None:
    ((_, drawn),) = pictures_of(FIRST, (), NUMBERS, WORDS, View(), (1, 4))
    ((_, following),) = pictures_of(SECOND, (FIRST,), NUMBERS, WORDS, View(), (2, 4))
    assert isinstance(drawn, Picture)
    assert isinstance(following, Picture)
    assert following.before == replace(drawn, progress=None)


def test_a_picture_goes_on_from_the_last_one_that_people_saw_past_a_mind_map() -> None:
    mapped = replace(SECOND, id="mapped", mind_map=(MindNode("why"),))
    ((_, drawn),) = pictures_of(FIRST, (), NUMBERS, WORDS, View())
    ((_, following),) = pictures_of(SECOND, (FIRST, mapped), NUMBERS, WORDS, View())
    assert isinstance(following, Picture)
    assert following.before == drawn


@dataclass(eq=False)
class Counting:
    """A vocabulary that counts what it is asked."""

    asked: list[str] = field(default_factory=list)

    def get(self, name: str) -> Predicate:
        self.asked.append(name)
        return WORDS.get(name)

    def symmetric(self, name: str) -> bool:
        return WORDS.symmetric(name)


LONG = tuple(replace(FIRST if n % 2 else SECOND, id=f"turn{n}", parent=f"turn{n - 1}") for n in range(40))


def looked_up(words: Counting, before: Sequence[Turn], numbers: Mapping[str, int] = NUMBERS) -> tuple[int, Picture]:
    """Return how many relations were worded for the picture of one more step, and the picture."""
    start = len(words.asked)
    ((_, drawn),) = pictures_of(replace(FIRST, id="newest"), before, numbers, words, View())
    assert isinstance(drawn, Picture)
    return len(words.asked) - start, drawn


def test_pictures_of_earlier_steps_are_put_together_once_however_often_a_thread_is_drawn() -> None:
    words = Counting()
    first, drawn = looked_up(words, LONG[:28])
    again, same = looked_up(words, list(LONG[:28]))
    further, _ = looked_up(words, LONG[:29], {**NUMBERS, "NEW:1": 99})
    assert drawn == same
    assert again * 5 < first
    assert further * 5 < first


@pytest.mark.parametrize(
    ("before", "numbers"),
    [
        ((*LONG[:20], replace(LONG[20], claims=LONG[20].claims[:1]), *LONG[21:28]), NUMBERS),  # judged anew
        (tuple(replace(turn, trimmed=(0,)) for turn in LONG[:28]), NUMBERS),  # a claim was taken away
        (LONG[1:29], NUMBERS),  # another branch
        (LONG[:28], {id: number + 7 for id, number in NUMBERS.items()}),  # numbered otherwise
        (LONG[:17], NUMBERS),  # gone back
    ],
)
def test_a_thread_that_is_no_longer_the_same_is_drawn_as_it_is_now(
    before: tuple[Turn, ...], numbers: Mapping[str, int]
) -> None:
    words = Counting()
    looked_up(words, LONG[:28])
    _, drawn = looked_up(words, before, numbers)
    _, anew = looked_up(Counting(), before, numbers)
    assert drawn == anew


def test_beside_an_answer_stand_the_last_steps_of_a_long_thread_and_the_threads_picture_has_all() -> None:
    recent = tuple(replace(SECOND, id=f"turn{n}") for n in range(STEPS_BESIDE))
    newest = replace(SECOND, id="newest")
    ((_, short),) = pictures_of(newest, (FIRST, *recent[1:]), NUMBERS, WORDS, View())
    ((_, long),) = pictures_of(newest, (FIRST, *recent), NUMBERS, WORDS, View())
    ((_, alone),) = pictures_of(newest, recent, NUMBERS, WORDS, View())
    assert isinstance(short, Picture)
    assert isinstance(long, Picture)
    assert isinstance(alone, Picture)
    assert len(short.edges) > len(long.edges)
    assert (long.nodes, long.edges) == (alone.nodes, alone.edges)
    whole = thread_picture((FIRST, *recent, newest), NUMBERS, WORDS)
    assert {n.name for n in short.nodes} <= {n.name for n in whole.nodes}
