"""Which tests run which lines: two pytest plugins, so that `make mutants` asks the right tests, and few of them."""

from __future__ import annotations

import ast
import faulthandler
import json
import re
import sys
import threading
import time
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _typeshed import TraceFunction

Lines = Mapping[str, int]  # of each file the lines that ran, as bits


@dataclass
class Notes:
    """What each test runs of some files, "" when the tests are imported; how many seconds it works, and how long it
    takes.
    """

    ran: dict[str, Lines] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    took: dict[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, rows: Mapping[str, tuple[float, float, Lines]]) -> Notes:
        """Return what `Noting` wrote down."""
        tests = {test: row for test, row in rows.items() if test}
        worked, took = {test: row[0] for test, row in tests.items()}, {test: row[1] for test, row in tests.items()}
        return cls({test: row[2] for test, row in rows.items()}, worked, took)

    def chosen(self, file: str, text: str, line: int, cap: float) -> list[str]:
        """Return the tests to ask about a fault in a line, of so many seconds in all; the most specific ones first.

        They are those that run the line's statement, then for what is left, or a third, those that run more of its
        file: what was remembered from an earlier test is noted with that one only. What runs when the file is imported
        is asked of those that run a line with one of its names. No test is asked where none runs the line.
        """
        statement, last, within = _statement_at(ast.parse(text), line)
        span = _bits(range(statement, last + 1))
        first = {test for test in self.seconds if self.ran[test].get(file, 0) & span}
        if not within or (self.ran[""].get(file, 0) & span and not first):
            names = "|".join(re.findall(r"[^\W\d]\w+", text.splitlines()[statement - 1].partition("#")[0]))
            named = _bits(n for n, row in enumerate(text.splitlines(), 1) if re.search(rf"\b({names})\b", row))
            first |= {test for test in self.seconds if self.ran[test].get(file, 0) & named & ~span}
        near = {test for test in self.seconds if first and self.ran[test].get(file)} - first
        found = self._within(first, file, cap)
        return found + self._within(near, file, min(cap / 3, cap - sum(self.seconds[test] for test in found)))

    def _within(self, tests: Collection[str], file: str, cap: float) -> list[str]:
        """Return as many of the tests as there are seconds for, one at the least where there are any seconds."""

        def rank(test: str) -> tuple[bool, bool, int]:
            named = Path(test.partition("::")[0]).name == f"test_{Path(file).name}"
            return self.seconds[test] > cap / 8, not named, sum(bits.bit_count() for bits in self.ran[test].values())

        found = list[str]()
        for test in sorted(tests, key=rank):
            cap -= self.seconds[test]
            if cap < 0 and (found or cap < -self.seconds[test]):
                break
            found.append(test)
        return found


def _bits(lines: Collection[int] | Generator[int] | range) -> int:
    return sum(1 << line for line in set(lines))


def _statement_at(tree: ast.Module, line: int) -> tuple[int, int, bool]:
    """Return from where to where those lines go that run with a line: its innermost statement up to it, or the body of
    a function whose defaults stand there; and whether it stands in a function's body.
    """
    around = [
        one for one in ast.walk(tree) if isinstance(one, ast.stmt) and one.lineno <= line <= (one.end_lineno or 0)
    ]
    functions = [one for one in around if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    within = any(one.body[0].lineno <= line for one in functions)
    innermost = max(around, key=lambda one: one.lineno)
    return innermost.lineno, (innermost.end_lineno or line) if innermost in functions else line, within


class Noting:
    """The plugin that notes what the tests run of some files in a folder, and writes it to `out` at the end."""

    def __init__(self, folder: Path, files: Collection[str], out: Path) -> None:
        self._files = {str(folder / file): file for file in files}
        self._out, self._rows, self._found = out, dict[str, tuple[float, float, Lines]](), dict[str, set[int]]()
        self._failed = set[str]()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Note what runs when the tests are imported."""
        return (yield from self._noted(""))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test runs, with what is set up for it."""
        return (yield from self._noted(item.nodeid))

    def _noted(self, name: str) -> Generator[None, object, object]:
        self._found = {path: set() for path in self._files}
        began, worked = time.monotonic(), time.process_time()
        threading.settrace(self._called)
        sys.settrace(self._called)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            lines = {self._files[path]: _bits(found) for path, found in self._found.items() if found}
            self._rows[name] = (time.process_time() - worked, time.monotonic() - began, lines)

    def _called(self, frame: FrameType, _event: str, _value: object) -> TraceFunction | None:
        return self._line if frame.f_code.co_filename in self._files else None

    def _line(self, frame: FrameType, _event: str, _value: object) -> TraceFunction:
        self._found[frame.f_code.co_filename].add(frame.f_lineno)
        return self._line

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out what fails by itself: it can notice nothing."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write it down, and which modules were imported."""
        rows = {test: row for test, row in self._rows.items() if test not in self._failed}
        self._out.write_text(json.dumps([rows, sorted(self._failed), sorted(sys.modules)]), encoding="utf-8")


class Asked:
    """The plugin that runs some of the tests, in their order, and ends the process with 1 where one of them hangs.

    Which test runs stands in a file, where it hung in one beside it.
    """

    def __init__(self, tests: Sequence[str], limits: Mapping[str, float], told: Path) -> None:
        self._place = {test: number for number, test in enumerate(tests)}
        self._limits, self._told = limits, told

    def pytest_sessionstart(self) -> None:
        """Open the file that is written when a test hangs, past all that catches what tests write."""
        self._hung = self._told.with_name("hung").open("w", encoding="utf-8")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        items[:] = sorted((one for one in items if one.nodeid in self._place), key=lambda i: self._place[i.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Write down which runs, and set its limit."""
        self._told.write_text(nodeid, encoding="utf-8")
        faulthandler.dump_traceback_later(self._limits[nodeid], exit=True, file=self._hung)
