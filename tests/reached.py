"""Which tests call which functions: a pytest plugin that notes it, so that `make mutants` asks those first."""

from __future__ import annotations

import ast
import json
import sys
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import pytest

Function = tuple[str, int]  # file, and the line with which it begins, its decorators among it


@dataclass
class Notes:
    """What a run of tests has called, and how long each test worked, in seconds."""

    calls: dict[str, set[Function]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def testing(self, function: Function | None) -> set[str]:
        """Return the tests that call a function; none for None."""
        return {test for test, called in self.calls.items() if function in called}

    def files_of(self, tests: Collection[str], first: str) -> list[str]:
        """Return the files in which tests lie: those of that name first, then the quickest."""
        seconds: dict[str, float] = {}
        for test in tests:
            file = test.partition("::")[0]
            seconds[file] = seconds.get(file, 0.0) + self.seconds[test]
        return sorted(seconds, key=lambda file: (Path(file).name != first, seconds[file]))

    @classmethod
    def read(cls, text: str) -> Notes:
        """Return what `Noting` wrote down."""
        rows: Mapping[str, tuple[float, Sequence[Sequence[str | int]]]] = json.loads(text)
        notes = cls()
        for test, (seconds, called) in rows.items():
            notes.seconds[test] = seconds
            notes.calls[test] = {(str(file), int(line)) for file, line in called}
        return notes


class Noting:
    """The plugin: what the tests call of some files in a folder is written to `out` at the end of the run.

    What is made once for several tests, or remembered from one to the next, is noted with the first of them only.
    """

    def __init__(self, folder: Path, files: Collection[str], out: Path) -> None:
        self._files = {str(folder / file): file for file in files}
        self._out, self._rows = out, dict[str, tuple[float, list[Function]]]()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test calls, with what is set up for it."""
        found: set[Function] = set()
        began, traced = time.process_time(), noting(self._files, found)
        threading.settrace(traced)
        sys.settrace(traced)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self._rows[item.nodeid] = (time.process_time() - began, sorted(found))

    def pytest_sessionfinish(self) -> None:
        """Write it down."""
        self._out.write_text(json.dumps(self._rows), encoding="utf-8")


class Only:
    """A plugin that runs some of the tests that are found."""

    def __init__(self, tests: Collection[str]) -> None:
        self._tests = tests

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        items[:] = [item for item in items if item.nodeid in self._tests]


def noting(files: Mapping[str, str], found: set[Function]) -> Callable[[FrameType, str, object], None]:
    """Return what `sys.settrace` takes, so that calls into files, by path, are added to `found`."""

    def call(frame: FrameType, _event: str, _value: object) -> None:
        file = files.get(frame.f_code.co_filename)
        if file:
            found.add((file, frame.f_code.co_firstlineno))

    return call


def function_at(tree: ast.Module, file: str, line: int) -> Function | None:
    """Return the innermost function in whose body a line stands; None where it runs when the file is imported."""
    around = [one for one in _functions(tree) if one.body[0].lineno <= line <= (one.end_lineno or 0)]
    if not around:
        return None
    inner = max(around, key=lambda one: one.lineno)
    return file, min([inner.lineno, *(d.lineno for d in inner.decorator_list)])


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
