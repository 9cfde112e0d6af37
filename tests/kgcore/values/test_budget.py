"""Budgets and prices: read from text, and what they amount to."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from kgcore.errors import ConfigError
from kgcore.llm.pricing import read_prices
from kgcore.values.budget import Limit, Period, Price, Scope, Usage, account_of, parse_budget, parse_prices, price_of

NOW = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)


def test_tokens_and_money_are_read_for_each_scope_and_period() -> None:
    found = parse_budget("person=50000/day, channel = 2000000 tokens / month,workspace=20.50USD/month")
    assert found == (
        Limit(Scope.PERSON, Period.DAY, 50_000),
        Limit(Scope.CHANNEL, Period.MONTH, 2_000_000),
        Limit(Scope.WORKSPACE, Period.MONTH, micros=20_500_000),
    )
    assert parse_budget("") == ()


@pytest.mark.parametrize(
    "text", ["person", "person=1", "me=1/day", "person=1.5/day", "person=1EUR/day", "person=-1/day"]
)
def test_what_is_no_budget_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|whole numbers"):
        parse_budget(text)


def test_a_share_is_of_what_is_limited() -> None:
    tokens, money = parse_budget("person=1000/day, person=2USD/day")
    used = Usage(790, 2_000_000)
    assert (tokens.share(used), money.share(used)) == (79, 100)
    assert parse_budget("person=0/day")[0].share(Usage()) == 100  # nothing may be used


def test_a_period_ends_when_people_read_that_it_does() -> None:
    day, month = parse_budget("person=1/day, person=1/month")
    assert (day.begins(NOW), month.begins(NOW)) == ("2026-12-31", "2026-12")
    assert (day.ends(NOW), month.ends(NOW)) == ("tomorrow (UTC)", "1 January")


def test_a_price_is_rounded_up_and_a_newer_name_of_a_model_has_its_price() -> None:
    prices = parse_prices("# a comment\n\ngpt-4o\t2.50\t10.00\ngpt-4o-mini\t0.15\t0.60\nmine\t0\t0\n")
    assert Price(150_000, 600_000).micros(1_000_000, 1_000_000) == 750_000
    assert Price(150_000, 600_000).micros(1, 0) == 1
    assert price_of("openai:gpt-4o-mini-2024-07-18", prices) == prices["gpt-4o-mini"]
    assert price_of("gpt-4o-2024-08-06", prices) == prices["gpt-4o"]
    assert price_of("gpt-4omni", prices) is None
    assert price_of("mine", prices) == Price(0, 0)


def test_a_table_of_ones_own_takes_the_place_of_what_ships_line_by_line(tmp_path: Path) -> None:
    own = tmp_path / "prices.tsv"
    own.write_text("gpt-4o-mini\t9\t9\nmine\t1\t2\n")
    shipped, found = read_prices(), read_prices(own)
    assert found["gpt-4o-mini"] == Price(9_000_000, 9_000_000)
    assert found["gpt-4o"] == shipped["gpt-4o"]
    own.write_text("mine\t1\t2\nmine 1 2\n")
    with pytest.raises(ConfigError, match=r"prices\.tsv: line 2"):
        read_prices(own)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_prices(tmp_path / "none.tsv")


def test_an_account_is_one_persons_or_places_and_names_nobody() -> None:
    here, there = "chat\x1fw\x1fc\x1ft", "chat\x1fw\x1fother\x1ft2"
    assert account_of(Scope.PERSON, here, "ann") == account_of(Scope.PERSON, there, "ann")
    assert account_of(Scope.CHANNEL, here, "ann") != account_of(Scope.CHANNEL, there, "ann")
    assert account_of(Scope.WORKSPACE, here, "ann") == account_of(Scope.WORKSPACE, there, "ben")
    assert "ann" not in account_of(Scope.PERSON, here, "ann")
