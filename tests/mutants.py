"""Small faults are put into the code, one at a time: which of them do the tests beside it notice?

`make mutants`, or `python -m tests.mutants --room verdict --count 20 --seed 3`. The work is done in a copy.
"""

from __future__ import annotations

import argparse
import ast
import faulthandler
import hashlib
import importlib
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from tests.reached import Asked, Notes, Noting

ROOT = Path(__file__).parent.parent
COPIED = ("adapters", "bot", "kgcore", "tests", "docs", "pyproject.toml", "README.md", ".env.example")
KEPT = ROOT / "build" / "lines"  # what tests ran, by room, until they or the code change: noting it takes longest
# What changes nothing that anybody could see: file, line, kind, reason.
UNCHANGED = ROOT / "tests" / "mutants.tsv"
OURS = frozenset({"adapters", "bot", "evigraph", "kgcore", "tests"})
CAP = 30.0  # seconds of the tests that are asked; what others would notice counts as unnoticed
SPARE = 12.0  # seconds for one test, and four times what it takes without a fault: it hangs then, and has noticed it
LONGEST = 120.0  # seconds until the first test begins
MEMORY = 12 << 30  # bytes of addresses


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
            *("tests/kgcore/store", "tests/contract/test_store.py", "tests/contract/test_store_by_hand.py"),
            *("tests/contract/test_shelf.py", "tests/kgcore/curation/test_layer.py"),
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


class Copy:
    """A copy of the project, in which one file at a time holds a fault. Each run of tests is a process of its own,
    forked from this one, which has imported all but what is ours.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "copy"
        self._log, self._notes, self._running, self._rooms = (folder / n for n in ("log", "notes", "running", "tmp"))
        self.hung = 0  # faults that were noticed because a test did not end
        self._sound: dict[str, bool] = {}  # of tests that failed with a fault: whether they pass without one
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, self.folder / name)  # with what Python compiled
            else:
                shutil.copy(source, self.folder / name)

    def noted(self, tests: Sequence[str], files: Sequence[str], kept: Path | None = None) -> Notes:
        """Run tests without a fault and return what they run of some files; those that fail are named and left out.

        What is `kept` of an earlier run need not be run again, where neither the files nor a file of tests has changed.
        """
        sums = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in (*files, *tests)}
        before = json.loads(kept.read_text(encoding="utf-8")) if kept and kept.exists() else {"sums": {}, "rows": {}}
        same = {name for name, sum_of in sums.items() if before["sums"].get(name) == sum_of}
        new = [name for name in tests if name not in same or not same >= set(files)]
        rows = {test: row for test, row in before["rows"].items() if test.partition("::")[0] not in {*new, ""}}
        imported = before["rows"][""][2] if len(new) < len(tests) else {}
        if new:
            if self._run(new, Noting(self.folder, files, self._notes), limit=3600.0) > pytest.ExitCode.TESTS_FAILED:
                raise SystemExit(self._log.read_text(encoding="utf-8"))
            found, failed, before["modules"] = json.loads(self._notes.read_text(encoding="utf-8"))
            print("".join(f"  fails by itself, and is not asked: {test}\n" for test in failed), end="", flush=True)
            rows |= found
            imported |= rows[""][2]
        rows[""] = (0.0, 0.0, imported)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(before | {"sums": sums, "rows": rows}), encoding="utf-8")
        ours = OURS | sys.stdlib_module_names  # those of Python itself may change how its loops behave
        for name in (one for one in before["modules"] if one.partition(".")[0] not in ours):
            with suppress(Exception):  # what is not there without the tests is imported by each run
                importlib.import_module(name)
        return Notes.read(rows)

    def noticed(self, fault: Fault, notes: Notes) -> bool:
        """Whether a test fails or hangs with the fault that passes without it, or nothing can be imported."""
        path = self.folder / fault.file
        whole, there = path.read_bytes(), path.stat()
        asked = notes.chosen(fault.file, whole.decode(), fault.line, CAP)
        while asked:
            path.write_bytes(whole[: fault.start] + fault.new.encode() + whole[fault.end :])
            failed = self._failing(asked, notes)
            hung = self._running.with_name("hung").stat().st_size > 0
            path.write_bytes(whole)
            os.utime(path, ns=(there.st_atime_ns, there.st_mtime_ns))  # what Python compiled stands again
            if failed is None:
                return False
            if failed and failed not in self._sound:
                self._sound[failed] = self._failing([failed], notes) is None
            if not failed or self._sound[failed]:
                self.hung += hung
                return True
            asked = asked[asked.index(failed) + 1 :]  # those before it have passed
        return False

    def _failing(self, tests: Sequence[str], notes: Notes) -> str | None:
        """Run tests in their order and return the first that fails or hangs, "" for what comes before them."""
        busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) / 4)  # others slow the clock
        limits = {test: busy * (SPARE + 4 * notes.took[test]) for test in tests}
        for told in (self._running, self._running.with_name("hung")):
            told.write_text("", encoding="utf-8")
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        return self._running.read_text("utf-8") if self._run(files, Asked(tests, limits, self._running)) else None

    def _run(self, files: Sequence[str], plugin: object, limit: float = LONGEST) -> int:
        """Run tests and return the status; what has begun no test after so many seconds is ended."""
        self._rooms.mkdir()
        run = os.fork()
        if not run:
            self._child(files, plugin, limit)
        status = os.waitstatus_to_exitcode(os.waitpid(run, 0)[1])
        with suppress(ProcessLookupError):  # what the tests started, where they ended without ending it
            os.killpg(run, signal.SIGKILL)
        shutil.rmtree(self._rooms, ignore_errors=True)
        return status

    def _child(self, files: Sequence[str], plugin: object, limit: float) -> NoReturn:
        try:
            os.setsid()
            os.chdir(self.folder)
            for output in (1, 2):
                os.dup2(os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC * (output == 1)), output)
            faulthandler.dump_traceback_later(limit, exit=True)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # a loop without end may keep what it makes
            for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
                del sys.modules[name]
            places = [str(self.folder), str(self.folder / "bot" / "client")]
            sys.path[:0] = places
            os.environ |= {"PYTHONPATH": os.pathsep.join(places), "PYTEST_DEBUG_TEMPROOT": str(self._rooms)}
            # Two faults of one length within a second would look alike to what Python compiled.
            os.environ["PYTHONDONTWRITEBYTECODE"], sys.dont_write_bytecode = "1", True
            there = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # pytest's plugins are there before it
            first = ["-x"] if isinstance(plugin, Asked) else []
            status = int(pytest.main([*first, "-q", "-p", "no:cacheprovider", *there, *files], [plugin]))
            os._exit(0 if status == pytest.ExitCode.NO_TESTS_COLLECTED else status)
        finally:
            os._exit(99)


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
        began, worked, tried, noticed = time.monotonic(), _worked(), 0, 0
        for fault in taken:
            if minutes and time.monotonic() - began > 60 * minutes:
                break
            tried += 1
            if copy.noticed(fault, notes):
                noticed += 1
            else:
                asked = notes.chosen(fault.file, (ROOT / fault.file).read_text("utf-8"), fault.line, CAP)
                print(_told_of(fault) + ("" if asked else "  (no test runs it)"), flush=True)
            if tried % 10 == 0:
                print(f"  … {noticed} of {tried}, in {time.monotonic() - began:.0f} s", flush=True)
    low, high = wilson_interval(noticed, tried)
    share, work = noticed / max(tried, 1), (_worked() - worked) / max(tried, 1)
    hung = f", {copy.hung} of them by a test that did not end" if copy.hung else ""
    told = f"{share:.2f} (95 %: {low:.2f} to {high:.2f}; goal {room.goal:.2f}), seed {seed}"
    print(
        f"{name}: {noticed} of {tried} of {len(found)} faults noticed{hung}, {told}, {work:.1f} s of work each",
        flush=True,
    )
    return share


def _worked() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
