from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgcore.llm.openai import RetryPolicy, retry_after

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-4"}, None),
        ({"retry-after-ms": "nan"}, None),
        ({"retry-after": "9" * 400}, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, NOW) == seconds


def test_the_back_off_doubles_until_the_retries_are_used_up() -> None:
    retry_policy = RetryPolicy(retries=3, backoff=1.0)
    assert [retry_policy.wait(n, {}, NOW) for n in range(4)] == [1.0, 2.0, 4.0, None]


def test_the_server_is_believed_up_to_a_cap() -> None:
    retry_policy = RetryPolicy(longest_wait=20.0)
    assert retry_policy.wait(0, {"retry-after": "20"}, NOW) == 20.0
    assert retry_policy.wait(0, {"retry-after": "21"}, NOW) is None
