"""What is sealed opens for its purpose alone, and where clocks differ by a minute or two, too."""

from __future__ import annotations

import pytest

from adapters.shared.sealing import CLOCKS, Vault

KEY, HOUR = "k" * 32, 3600


def at(now: float, keys: str = KEY, purpose: str = "sessions") -> Vault:
    return Vault(keys, purpose, lambda: now)


@pytest.mark.parametrize("differs", [-CLOCKS, -60, 0, 60, CLOCKS])
def test_a_clock_that_differs_by_a_minute_opens_what_is_fresh(differs: int) -> None:
    sealed = at(1_000_000).seal("ann")
    assert at(1_000_000 + differs).open(sealed, HOUR) == "ann"
    assert at(1_000_000 + HOUR + differs).open(sealed, HOUR) == "ann"


def test_what_is_too_old_or_of_the_future_does_not_open() -> None:
    sealed = at(1_000_000).seal("ann")
    assert at(1_000_000 + HOUR + 2 * CLOCKS).open(sealed, HOUR) is None
    assert at(1_000_000 - 3 * CLOCKS).open(sealed, HOUR) is None
    assert at(1_000_000 + 1000 * HOUR).open(sealed) == "ann"


def test_what_is_sealed_for_one_purpose_opens_for_no_other() -> None:
    assert at(0, purpose="installations").open(at(0).seal("ann"), HOUR) is None
    assert at(0, keys="x" * 32).open(at(0).seal("ann"), HOUR) is None
