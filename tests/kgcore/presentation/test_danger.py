"""What people in danger are told: the numbers of their country, and nothing to click."""

from __future__ import annotations

import pytest

from kgcore.presentation.danger import answer_to_danger, country_of, known_countries
from kgcore.values.danger import Danger
from kgcore.values.reply import Text


@pytest.mark.parametrize("danger", list(Danger))
def test_the_answer_names_the_numbers_of_the_country_and_offers_nothing_else(danger: Danger) -> None:
    reply = answer_to_danger(danger, "GB")
    assert "999" in reply.plain
    assert reply.danger is danger
    assert reply.private
    assert all(isinstance(block, Text) for block in reply.blocks)


@pytest.mark.parametrize("danger", list(Danger))
@pytest.mark.parametrize("country", ["", *known_countries()])
def test_no_number_is_ever_missing(danger: Danger, country: str) -> None:
    plain = answer_to_danger(danger, country).plain
    assert any(c.isdigit() for c in plain)
    assert "call  " not in plain
    assert ": ," not in plain


@pytest.mark.parametrize(
    ("setting", "locale", "country"),
    [("gb", "en-US", "GB"), ("", "de_DE", "DE"), ("", "en", ""), ("", "", ""), ("XX", "fr-FR", "FR")],
)
def test_what_was_set_counts_before_the_locale(setting: str, locale: str, country: str) -> None:
    assert country_of(setting, locale) == country
