"""How often a token may ask."""

from __future__ import annotations

from adapters.api import limits
from adapters.api.http import Shares


def test_a_token_may_ask_so_often_and_no_more_and_its_share_comes_back() -> None:
    now = [0.0]
    shares = Shares(lambda: now[0])
    assert [shares.take("a") for _ in range(limits.BURST)] == [0.0] * limits.BURST
    assert shares.take("a") > 0
    assert shares.take("b") == 0
    now[0] += 60 / limits.A_MINUTE
    assert shares.take("a") == 0
