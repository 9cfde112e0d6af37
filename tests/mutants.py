"""Small faults are put into the code, one at a time: which of them do the tests beside it notice?

`make mutants`, or `python -m tests.mutants --room verdict --count 20 --seed 3`. The work is done in a copy.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from multiprocessing import Pipe
from pathlib import Path
from typing import NoReturn

import pytest

from tests.reached import Begun, Collected, Notes, Noting, Only, by_file, function_at, outermost

ROOT = Path(__file__).parent.parent
COPIED = ("adapters", "bot", "kgcore", "tests", "docs", "pyproject.toml", "README.md", ".env.example")
KEPT = ROOT / "build" / "mutants"  # what tests called, by room, until they or the code change: noting it takes longest
# What changes nothing that anybody could see: file, line, kind, reason.
UNCHANGED = ROOT / "tests" / "mutants.tsv"
# A test that works longer, or does nothing for longer, hangs, and has noticed the fault. What it waits for a processor
# does not count: others slow the clock.
SPARE = 3.0  # seconds of work of one test, and what it takes without a fault while its calls are noted: thrice as long
LONGEST = 10.0  # seconds in which one test does nothing
LAST = 240.0  # seconds of work and of doing nothing for all tests that are asked for one fault
LOOK = 0.5  # seconds between two looks
CAP = 8.0  # seconds of work of the tests that are asked; what others would notice counts as unnoticed


@dataclass(frozen=True)
class Room:
    """Code, the tests beside it, and which share of the faults they have to notice."""

    code: tuple[str, ...]
    tests: tuple[str, ...]
    goal: float


_BOT = (
    "tests/bot/test_worker.py",
    "tests/bot/test_delivery.py",
    "tests/bot/test_crashes.py",
    "tests/bot/test_shares.py",
    "tests/bot/test_quarantine.py",
    "tests/bot/test_health.py",
    "tests/bot/test_sharing.py",
)
ROOMS: Mapping[str, Room] = {
    "verdict": Room(("kgcore/verdict",), ("tests/kgcore/verdict",), 0.9),
    "worker": Room(
        ("bot/worker.py", "bot/quarantine.py", "bot/shares.py", "bot/health.py", "bot/delivery.py"), _BOT, 0.9
    ),
    "store": Room(
        ("kgcore/store",),
        (
            *("tests/kgcore/store", "tests/contract/test_store.py", "tests/kgcore/curation/test_layer.py"),
            *("tests/bot/test_holding.py", "tests/bot/test_storing.py", "tests/bot/test_retention.py"),
        ),
        0.9,
    ),
    "english": Room(
        ("kgcore/english",),
        (
            *("tests/kgcore/english", "tests/kgcore/annotation", "tests/kgcore/verdict"),
            *("tests/kgcore/vocabulary", "tests/kgcore/turn/test_privacy.py", "tests/kgcore/evidence/test_designs.py"),
        ),
        0.8,
    ),
    "linking": Room(("kgcore/linking",), ("tests/kgcore/linking", "tests/kgcore/graph"), 0.8),
}


@dataclass(frozen=True)
class Fault:
    """The bytes of a file from `start` to `end` are replaced by `new`."""

    file: str
    line: int
    start: int
    end: int
    new: str
    kind: str


# ── which faults there are ──────────────────────────────────────────────────────────────────────────────────────────

_TURNED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_SAID = ("log", "logger", "logging")  # what is said to operators is no behaviour


def faults_of(file: str, text: str) -> list[Fault]:
    """Return every fault that can be put into a file."""
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def fault(node: ast.expr | ast.stmt, new: str, kind: str) -> Fault:
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        return Fault(file, node.lineno, starts[node.lineno - 1] + node.col_offset, end, new, kind)

    return [fault(node, new, kind) for node in _visited(ast.parse(text)) for new, kind in _faults_at(node)]


def _visited(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield what does something: no docstrings, annotations, decorators or log lines, nothing within f-strings; nor
    `strict=True`, which states what holds anyway.
    """
    if isinstance(node, ast.JoinedStr) or _is_log(node) or _is_docstring(node) or _is_typing(node):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "keywords") or isinstance(node, ast.Call):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _visited(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _is_log(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    of = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
    return isinstance(of, ast.Name) and of.id in _SAID


def _faults_at(node: ast.expr | ast.stmt) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Compare(ops=[op], comparators=[right]) if type(op) in _TURNED:
            yield ast.unparse(ast.Compare(node.left, [_TURNED[type(op)]()], [right])), "a comparison turned"
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, values))})", "and for or"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})", "a not left out"
        case ast.BinOp(op=ast.Add() | ast.Sub() as op) if not isinstance(node.left, ast.Constant | ast.JoinedStr):
            other_op = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            yield f"({ast.unparse(ast.BinOp(node.left, other_op, node.right))})", "plus for minus"
        case ast.Constant(value=bool() as value):
            yield str(not value), "a constant moved"
        case ast.Constant(value=int() | float() as value):
            yield repr(value + 1), "a constant moved"
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "pass", "a call left out"
        case ast.Return(value=ast.expr() as value) if not _is_no(value):
            yield "return None", "a return left out"
        case _:
            return


def _is_no(value: ast.expr) -> bool:
    """Whether it is None, or False, which nobody tells from it."""
    return isinstance(value, ast.Constant) and (value.value is None or value.value is False)


# ── which are noticed ───────────────────────────────────────────────────────────────────────────────────────────────


OURS = frozenset({"adapters", "bot", "evigraph", "kgcore", "tests"})


class Ending(Enum):
    """How a run of tests ends."""

    PASSED = "passed"
    FAILED = "failed"
    TOO_LONG = "too long"


class Copy:
    """A copy of the project, in which one file at a time holds a fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "copy"
        self._log, self._notes, self._modules = folder / "log", folder / "notes", folder / "modules"
        self._failed, self._begun, self._rooms = folder / "failed", folder / "begun", folder / "tmp"
        self._sound: dict[str, bool] = {}  # of tests that failed with a fault: whether they pass without one
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, self.folder / name)  # with what Python compiled
            else:
                shutil.copy(source, self.folder / name)

    def noted(self, tests: Sequence[str], files: Sequence[str], kept: Path | None = None) -> Notes | None:
        """Run tests without a fault and return what they call of some files; None where one fails.

        What is `kept` of an earlier run need not be run again, where neither the files nor a file of tests has changed.
        It imports once, for all runs to come, what is not ours, and leaves a process that has collected the tests.
        """
        sums = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in (*files, *tests)}
        before = json.loads(kept.read_text(encoding="utf-8")) if kept and kept.exists() else {"sums": {}, "rows": {}}
        same = {name for name, sum_of in sums.items() if before["sums"].get(name) == sum_of}
        new = list(tests) if not same >= set(files) else [name for name in tests if name not in same]
        old = {test: row for test, row in before["rows"].items() if not test or test.partition("::")[0] in same}
        rows = {} if len(new) == len(tests) else old
        if new:
            noting = Noting(self.folder, files, self._notes)
            if self._cold(new, Watch(self._begun, sum_of=3600.0), noting, keeps=True) is not Ending.PASSED:
                return None
            found = json.loads(self._notes.read_text(encoding="utf-8"))
            rows |= found | {"": [0.0, [*rows.get("", [0.0, []])[1], *found[""][1]]]}
            before["modules"] = json.loads(self._modules.read_text(encoding="utf-8"))
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(before | {"sums": sums, "rows": rows}), encoding="utf-8")
        for name in before["modules"]:
            with suppress(Exception):  # what is not there without the tests is imported by each run
                importlib.import_module(name)
        self._warm, there = Pipe()
        if not os.fork():
            self._warm.close()
            self._child(tests, [Collected(there, self.folder, self._failed, self._begun)], keeps=False)
        there.close()
        self._warm.recv()
        return Notes.read(json.dumps(rows))

    def ending(self, fault: Fault, notes: Notes) -> Ending:
        """Return how the tests end once the fault is there: those that call the function, then others, the quickest
        first, for CAP seconds in all.

        A process that has collected them takes the function's new code; what only runs when the file is imported is
        looked for in one that imports it. A test that fails or hangs without the fault, too, or passes with it a second
        time, says nothing, nor does a run that ends otherwise.
        """
        path = self.folder / fault.file
        whole, there = path.read_bytes(), path.stat()
        function = function_at(ast.parse(whole), fault.file, fault.line)
        asked = by_file(notes.chosen(function, fault.file, CAP))
        place = outermost(ast.parse(whole), fault.line)
        try:
            path.write_bytes(whole[: fault.start] + fault.new.encode() + whole[fault.end :])
            ending = self._ending(asked, notes, fault.file, place) if place else Ending.PASSED
            if ending is Ending.PASSED and (not place or function in notes.imported):
                files = notes.files_of(asked, f"test_{path.name}")
                ending = self._cold(files, Watch(self._begun, notes.seconds), Only(asked), Begun(self._begun))
            return ending
        finally:
            path.write_bytes(whole)
            os.utime(path, ns=(there.st_atime_ns, there.st_mtime_ns))  # what Python compiled stands again

    def _ending(self, asked: Sequence[str], notes: Notes, file: str, place: int) -> Ending:
        while asked:
            ending, failed = self._forked(asked, notes, (file, place))
            if ending is Ending.PASSED or not failed:
                break
            if failed not in self._sound:
                self._sound[failed] = self._forked([failed], notes)[0] is Ending.PASSED
            again = self._sound[failed] and (
                ending is Ending.TOO_LONG or self._forked([failed], notes, (file, place))[0] is not Ending.PASSED
            )
            if again:
                return ending
            asked = asked[asked.index(failed) + 1 :]  # those before it have passed
        return Ending.PASSED

    def _forked(self, tests: Sequence[str], notes: Notes, fault: tuple[str, int] | None = None) -> tuple[Ending, str]:
        """Return how tests end in a fork of the process that has collected them, and the first that fails or hangs."""
        for told in (self._failed, self._begun):
            told.unlink(missing_ok=True)
        self._rooms.mkdir()
        try:
            self._warm.send((tests, fault, str(self._rooms)))
            ending = waited_for(self._warm.recv(), Watch(self._begun, notes.seconds), self._status)
        finally:
            shutil.rmtree(self._rooms, ignore_errors=True)
        return ending, _said_in(self._begun if ending is Ending.TOO_LONG else self._failed)

    def _status(self, _run: int) -> int | None:
        return int(self._warm.recv()) if self._warm.poll(0.02) else None

    def _cold(self, tests: Sequence[str], watch: Watch, *plugins: object, keeps: bool = False) -> Ending:
        """Run tests until one fails, in a process that imports what is ours; `keeps`: what Python compiles is kept."""
        run = os.fork()
        if not run:
            os.setsid()
            self._child(tests, list(plugins), keeps)
        return waited_for(run, watch)

    def _child(self, tests: Sequence[str], plugins: list[object], keeps: bool) -> NoReturn:
        try:
            os.chdir(self.folder)
            for output in (1, 2):
                os.dup2(os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC * (output == 1)), output)
            for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
                del sys.modules[name]
            places = [str(self.folder), str(self.folder / "bot" / "client")]
            sys.path[:0] = places
            os.environ["PYTHONPATH"] = os.pathsep.join(places)
            if not keeps:  # two faults of one length within a second look alike to what Python compiled
                os.environ["PYTHONDONTWRITEBYTECODE"], sys.dont_write_bytecode = "1", True
            there = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # pytest's plugins are there before it
            words = ["-x", "-q", "-p", "no:cacheprovider", *there, *tests]
            status = int(pytest.main(words, plugins))
            if keeps:
                self._modules.write_text(json.dumps(sorted(_strangers())), encoding="utf-8")
            os._exit(status)
        finally:
            os._exit(99)


class Watch:
    """Looks at a run of tests, the first of its group of processes: what each test works and waits, and all together.

    `begun` is the file in which the test stands that runs; `seconds` is what each works without a fault.
    """

    def __init__(
        self,
        begun: Path,
        seconds: Mapping[str, float] | None = None,
        *,
        sum_of: float = LAST,
        spare: float = SPARE,
        longest: float = LONGEST,
    ) -> None:
        self._begun, self._seconds, self._sum_of, self._spare, self._longest = begun, seconds, sum_of, spare, longest
        self._test, self._work, self._idle, self._all = "", 0.0, 0.0, 0.0
        self._looked, self._worked, self._queued = time.monotonic(), 0.0, 0.0

    def too_long(self, group: int) -> bool:
        """Whether it has to be ended; at most every LOOK seconds it looks."""
        passed = time.monotonic() - self._looked
        if passed < LOOK:
            return False
        worked, queued = seconds_of(group)
        work, queue = max(0.0, worked - self._worked), max(0.0, queued - self._queued)
        self._looked, self._worked, self._queued = self._looked + passed, worked, queued
        test = _said_in(self._begun)
        if test != self._test:
            self._test, self._work, self._idle = test, 0.0, 0.0
        idle = max(0.0, passed - work - queue)
        self._work, self._idle, self._all = self._work + work, self._idle + idle, self._all + work + idle
        if self._all > self._sum_of:
            return True
        if self._seconds is None or not test:
            return False
        return self._work > self._spare + self._seconds.get(test, 0.0) or self._idle > self._longest


def _said_in(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def waited_for(run: int, watch: Watch, status_of: Callable[[int], int | None] | None = None) -> Ending:
    """Wait for a run of tests, and end it with all that it has started where it takes too long; `status_of` says with
    what it has ended, None while it runs, of what is no child of this process.
    """
    status_of = status_of or _ended
    status = None
    while status is None:
        status = status_of(run)
        if status is None and watch.too_long(run):
            with suppress(ProcessLookupError):
                os.killpg(run, signal.SIGKILL)
            while status is None:
                status = status_of(run)
            return Ending.TOO_LONG
    return Ending.PASSED if status in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else Ending.FAILED


def _ended(run: int) -> int | None:
    """Return with what a child of this process has ended; None while it runs."""
    time.sleep(0.02)
    ended, status = os.waitpid(run, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def seconds_of(group: int) -> tuple[float, float]:
    """Return how many seconds the processes of a group have worked, and how many they have waited for a processor."""
    worked, queued = 0, 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            cells = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            for told in path.parent.glob("task/*/schedstat") if int(cells[2]) == group else ():
                work, queue, _ = map(int, told.read_text(encoding="utf-8").split())
                worked, queued = worked + work, queued + queue
    return worked / 1e9, queued / 1e9


def _strangers() -> Iterator[str]:
    """Yield the names of modules that are not ours."""
    return (name for name in sys.modules if name.partition(".")[0] not in OURS | {"__main__"})


def faults_in(room: Room) -> list[Fault]:
    """Return the faults that can be put into a room, without those of which is known that they change nothing."""
    known = {tuple(line.split("\t")[:3]) for line in UNCHANGED.read_text(encoding="utf-8").splitlines()}
    found: list[Fault] = []
    for name in _files(room.code, "*.py"):
        text = (ROOT / name).read_text(encoding="utf-8")
        lines = text.splitlines()
        found += (f for f in faults_of(name, text) if (name, lines[f.line - 1].strip(), f.kind) not in known)
    return found


def _files(places: Sequence[str], pattern: str) -> list[str]:
    """Return the files of places, which are files or folders."""
    files = [p for place in places for p in (sorted((ROOT / place).rglob(pattern)) or [ROOT / place])]
    return [path.relative_to(ROOT).as_posix() for path in files]


def share_noticed(name: str, count: int, seed: int, minutes: float = 0.0) -> float:
    """Put that many faults into a room, or as many as there is time for, print those that nobody notices, and return
    the share of the others.
    """
    room = ROOMS[name]
    drawn = random.Random(seed)  # noqa: S311
    found = faults_in(room)
    taken, tests = drawn.sample(found, min(count, len(found))), _files(room.tests, "test_*.py")
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder))
        notes = copy.noted(tests, _files(room.code, "*.py"), KEPT / f"{name}.json")
        if notes is None:
            raise SystemExit(f"The tests of {name} fail without any fault: {' '.join(room.tests)}")
        began, endings = time.monotonic(), list[Ending]()
        for fault in taken:
            if minutes and time.monotonic() - began > 60 * minutes:
                break
            endings.append(copy.ending(fault, notes))
            if endings[-1] is Ending.PASSED:
                print(_told_of(fault), flush=True)
            if len(endings) % 10 == 0:
                print(f"  … {len(endings)} in {time.monotonic() - began:.0f} s", flush=True)
    late, noticed = endings.count(Ending.TOO_LONG), len(endings) - endings.count(Ending.PASSED)
    waited = f", {late} of them by waiting for ever" if late else ""
    low, high = wilson_interval(noticed, len(endings))
    share = noticed / max(len(endings), 1)
    told = f"{share:.2f} (95 %: {low:.2f} to {high:.2f}; goal {room.goal:.2f}), seed {seed}"
    print(f"{name}: {noticed} of {len(endings)} noticed{waited}, {told}", flush=True)
    return share


def _told_of(fault: Fault) -> str:
    line = (ROOT / fault.file).read_text(encoding="utf-8").splitlines()[fault.line - 1].strip()
    return f"  {fault.file}:{fault.line}: {fault.kind}: {line}  →  {' '.join(fault.new.split())[:100]}"


def wilson_interval(good: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return between what a share lies that was seen in a sample (Wilson 1927, with 95 %)."""
    if not of:
        return 0.0, 1.0
    middle, spread = good + z * z / 2, z * (good * (of - good) / of + z * z / 4) ** 0.5
    return (middle - spread) / (of + z * z), (middle + spread) / (of + z * z)


def main() -> int:
    """Draw faults and count; 1 where a room misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", choices=sorted(ROOMS), action="append", help="of these only")
    parser.add_argument("--count", type=int, default=200, help="faults in each room")
    parser.add_argument("--minutes", type=float, default=0.0, help="no more of a room's faults after so long")
    parser.add_argument("--seed", type=int, default=0, help="others with another one; 0: drawn anew")
    given = parser.parse_args()
    seed = given.seed or random.SystemRandom().randrange(1, 10**6)
    shares = {name: share_noticed(name, given.count, seed, given.minutes) for name in given.room or ROOMS}
    return int(any(share < ROOMS[name].goal for name, share in shares.items()))


if __name__ == "__main__":
    sys.exit(main())
