"""Which tests call which functions: a pytest plugin that notes it, so that `make mutants` asks those first."""

from __future__ import annotations

import ast
import gc
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest

Function = tuple[str, int]  # file, and the line with which it begins, its decorators among it


@dataclass
class Notes:
    """What a run of tests has called, and how long each test worked, in seconds."""

    calls: dict[str, set[Function]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    imported: set[Function] = field(default_factory=set)  # what is called before the first test

    def testing(self, function: Function | None) -> set[str]:
        """Return the tests that call a function; none for None."""
        return {test for test, called in self.calls.items() if function in called}

    def chosen(self, function: Function | None, file: str, cap: float) -> list[str]:
        """Return tests of so many seconds in all: those that call the function, then, for a third of that, those that
        call something of its file (what is kept from one test to the next is noted with the first); all others where
        nobody calls any of it. Of each the file's own come first, then the quickest. There is one at the least.
        """
        own, testing = f"test_{Path(file).name}", self.testing(function)
        near = {test for test, called in self.calls.items() if any(place == file for place, _ in called)}
        asked = testing | near or set(self.seconds)

        def rank(test: str) -> tuple[bool, bool, bool, float]:
            named = Path(test.partition("::")[0]).name == own
            return test not in testing, test not in near, not named, self.seconds[test]

        found, left = list[str](), cap
        for test in sorted(asked, key=rank):
            if found and test not in testing and found[-1] in testing:
                left = min(left, cap / 3)
            left -= self.seconds[test]
            if found and left < 0:
                break
            found.append(test)
        return found

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
            found = {(str(file), int(line)) for file, line in called}
            if test:
                notes.seconds[test], notes.calls[test] = seconds, found
            else:
                notes.imported = found
        return notes


class Noting:
    """The plugin: what the tests call of some files in a folder is written to `out` at the end of the run.

    What is made once for several tests, or remembered from one to the next, is noted with the first of them only.
    """

    def __init__(self, folder: Path, files: Collection[str], out: Path) -> None:
        self._files = {str(folder / file): file for file in files}
        self._out, self._rows = out, dict[str, tuple[float, list[Function]]]()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Note what is called when the tests are imported."""
        return (yield from self._noted(""))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test calls, with what is set up for it."""
        return (yield from self._noted(item.nodeid))

    def _noted(self, name: str) -> Generator[None, object, object]:
        found: set[Function] = set()
        began, traced = time.process_time(), noting(self._files, found)
        threading.settrace(traced)
        sys.settrace(traced)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self._rows[name] = (time.process_time() - began, sorted(found))

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


class Begun:
    """A plugin that writes into a file which test runs."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Write it down."""
        self._file.write_text(nodeid, encoding="utf-8")


class Collected:
    """A plugin that runs no tests: it forks, for each order that comes, a process that runs some of those collected.

    An order is tests, the fault's file with the line of its outermost function (or None), and a folder for what the
    tests write; the number of the process is sent back, then with what it ended. Which test runs stands in `begun`,
    which has failed in `failed`.
    """

    def __init__(self, orders: Connection, folder: Path, failed: Path, begun: Path) -> None:
        self._orders, self._folder, self._failed, self._begun = orders, folder, failed, Begun(begun)
        self._codes: dict[tuple[str, int], list[FunctionType]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Take orders until nobody gives any; None in what is forked, which goes on with pytest's own loop."""
        gc.unfreeze()  # what is frozen is not found (tests/conftest.py)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self._codes.setdefault(_place_of(thing.__code__), []).append(thing)
        gc.freeze()
        self._orders.send(os.getpid())  # from now on files may change: they are imported
        while True:
            try:
                tests, fault, rooms = self._orders.recv()
            except EOFError:
                return True
            run = os.fork()
            if not run:
                os.setsid()
                os.environ["PYTEST_DEBUG_TEMPROOT"] = rooms
                session.config.pluginmanager.register(self._begun)
                if fault:
                    self._put(*fault)
                items = {item.nodeid: item for item in session.items}
                session.items = [items[test] for test in tests]
                return None
            self._orders.send(run)
            status = os.waitstatus_to_exitcode(os.waitpid(run, 0)[1])
            with suppress(ProcessLookupError):  # what the tests started, where they ended without ending it
                os.killpg(run, signal.SIGKILL)
            self._orders.send(status)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down which test failed."""
        if report.failed:
            self._failed.write_text(report.nodeid, encoding="utf-8")

    def _put(self, file: str, line: int) -> None:
        """Give the functions that begin at a line of a file the code that stands there now, where they can take it."""
        path = str(self._folder / file)
        text = Path(path).read_text(encoding="utf-8")
        for code in _codes_in(compile(text, path, "exec", dont_inherit=True)):
            for function in self._codes.get(_place_of(code), []) if code.co_firstlineno == line else []:
                if function.__code__.co_qualname == code.co_qualname:
                    with suppress(ValueError):  # it holds other variables of what is around it: the fault is not there
                        function.__code__ = code


def by_file(tests: Sequence[str]) -> list[str]:
    """Return the tests with a file's together, the files in the order of their first."""
    files: dict[str, int] = {}
    for number, test in enumerate(tests):
        files.setdefault(test.partition("::")[0], number)
    return sorted(tests, key=lambda test: files[test.partition("::")[0]])


def _place_of(code: CodeType) -> tuple[str, int]:
    return code.co_filename, code.co_firstlineno


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for held in code.co_consts:
        if isinstance(held, CodeType):
            yield held
            yield from _codes_in(held)


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
    return file, _first_line(max(around, key=lambda one: one.lineno))


def outermost(tree: ast.Module, line: int) -> int | None:
    """Return where the outermost function in whose body a line stands begins; None where there is none."""
    return min(
        (_first_line(one) for one in _functions(tree) if one.body[0].lineno <= line <= (one.end_lineno or 0)),
        default=None,
    )


def _first_line(one: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([one.lineno, *(d.lineno for d in one.decorator_list)])


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
