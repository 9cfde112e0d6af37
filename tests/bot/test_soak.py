"""A few seconds of `make soak`: whoever asks is answered, nothing is left behind; and what is told of longer days."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bench import bench_soak
from tests.bench.bench_soak import Day, Look, Soaked, figures

FAULTS = ("answers lost", "answers that only say what went wrong", "events left in the inbox")


def test_a_few_seconds_of_a_long_day_leave_nothing_behind(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["figure"]: row["value"] for row in bench_soak.run(Path(), minutes=0.08, people=3)}
    assert rows["turns"] >= 3
    assert [rows[fault] for fault in FAULTS] == [0, 0, 0]
    assert 0 < rows["first text after, p50 s"] <= rows["an answer stands after, p50 s"]
    parts = [seconds for figure, seconds in rows.items() if figure.startswith("of that ")]
    assert rows["of that in “understand”, mean s"] > 0
    assert sum(parts) == pytest.approx(rows["an answer stands after, mean s"])
    assert "minute 0.1: " in capsys.readouterr().err


def soaked(grows: float = 0.0, lost: int = 0, errors: int = 0, left: int = 0, first: float = 0.04) -> Soaked:
    """A day of 20,000 turns whose memory grew by so many MB per 1,000 turns after a first half in which it filled."""
    looks = [Look(n, n * 1000, 300.0 + 10 * min(n, 8) + grows * n, 40) for n in range(1, 21)]
    times = [0.1] * 20_000
    alone = Day(first=[first], seconds=[0.1])
    day = Day(first=times, begun=times, shown=times, written=times, seconds=times, looks=looks, lost=lost)
    return Soaked(alone, day, 100.0, {"draft": 200.0}, errors, left)


def judged(seen: Soaked, minutes: float, *, quiet: bool = True) -> dict[str, Any]:
    return {row["figure"]: row["ok"] for row in figures(seen, minutes, quiet=quiet)}


@pytest.mark.parametrize(("grows", "minutes", "ok"), [(1.0, 60, True), (2.5, 60, False), (2.5, 15, None)])
def test_whether_memory_stands_is_judged_after_an_hour(grows: float, minutes: float, ok: bool | None) -> None:
    assert judged(soaked(grows), minutes)["memory grown per 1,000 turns, once settled, MB"] is ok


@pytest.mark.parametrize(("first", "quiet", "ok"), [(0.04, True, True), (0.06, True, False), (0.06, False, None)])
def test_times_are_judged_on_a_quiet_machine_alone(first: float, quiet: bool, ok: bool | None) -> None:
    told = judged(soaked(first=first), 15, quiet=quiet)
    assert told["one asks alone: first text after, p50 s"] is ok
    assert told["turns a second"] is (True if quiet else None)


@pytest.mark.parametrize(
    ("fault", "seen"), zip(FAULTS, (soaked(lost=1), soaked(errors=1), soaked(left=1)), strict=True)
)
def test_whoever_is_left_without_an_answer_fails_the_soak(fault: str, seen: Soaked) -> None:
    assert [judged(seen, 15)[name] for name in FAULTS] == [name != fault for name in FAULTS]
