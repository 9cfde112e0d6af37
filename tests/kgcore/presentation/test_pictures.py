"""Which pictures an answer gets."""

from __future__ import annotations

from dataclasses import replace

from kgcore.drawing.picture import Picture
from kgcore.presentation.pictures import pictures_of
from kgcore.values.actions import View
from tests.kgcore.presentation.made import FIRST, NUMBERS, SECOND, WORDS


def test_a_picture_goes_on_from_the_one_that_was_drawn_so_that_it_is_laid_out_once() -> None:
    ((_, drawn),) = pictures_of(FIRST, (), NUMBERS, WORDS, View(), (1, 4))
    ((_, following),) = pictures_of(SECOND, (FIRST,), NUMBERS, WORDS, View(), (2, 4))
    assert isinstance(drawn, Picture)
    assert isinstance(following, Picture)
    assert following.before == replace(drawn, progress=None)
