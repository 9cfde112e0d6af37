"""What people say that asks nothing is told from questions."""

from __future__ import annotations

import pytest

from kgcore.values.courtesy import Courtesy, courtesy_of


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hello", Courtesy.GREETING),
        ("Hi there!", Courtesy.GREETING),
        ("Good morning, Evigraph", Courtesy.GREETING),
        ("thanks!", Courtesy.THANKS),
        ("Great, thank you so much 🙏", Courtesy.THANKS),
        ("stop", Courtesy.STOP),
        ("please stop it.", Courtesy.STOP),
        ("ask", Courtesy.BARE),
        ("/check", Courtesy.BARE),
        ("hello, does zinc shorten colds?", None),
        ("thanks to zinc, colds are shorter", None),
        ("stop smoking aids", None),
        ("check Zinc cures colds.", None),
        ("asking", None),
        ("", None),
        ("hello " * 100, None),
    ],
)
def test_courtesies_are_told_from_questions(text: str, kind: Courtesy | None) -> None:
    assert courtesy_of(text) is kind
