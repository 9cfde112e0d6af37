"""Faults are put where they change what a program does, and whole: what comes out is a program again."""

from __future__ import annotations

import ast
import asyncio
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import ending
from tests.mutants import ROOMS, ROOT, Copy, Ending, Watch, faults_in, faults_of, waited_for, wilson_interval
from tests.reached import Notes, function_at, noting

TEXT = '''"""A text that is five > 4."""
LEFT = 3  # "é" is two bytes
def bigger(a: int, b: int = 2) -> bool:
    """Return True."""
    log.info("said %s", a)
    note(a)
    if a and not b:
        return f"{a > b}" == "é"
    return a > b
'''


def test_each_kind_of_fault_is_put_where_it_belongs_and_nowhere_else() -> None:
    raw = TEXT.encode()
    found = [(f.line, f.kind, raw[f.start : f.end].decode(), f.new) for f in faults_of("x.py", TEXT)]
    assert found == [
        (2, "a constant moved", "3", "4"),
        (3, "a constant moved", "2", "3"),
        (6, "a call left out", "note(a)", "pass"),
        (7, "and for or", "a and not b", "(a or not b)"),
        (7, "a not left out", "not b", "(b)"),
        (8, "a return left out", 'return f"{a > b}" == "é"', "return None"),
        (8, "a comparison turned", 'f"{a > b}" == "é"', "f'{a > b}' != 'é'"),
        (9, "a return left out", "return a > b", "return None"),
        (9, "a comparison turned", "a > b", "a <= b"),
    ]


@pytest.mark.parametrize("name", ROOMS)
def test_every_fault_of_a_room_leaves_a_program(name: str) -> None:
    for fault in faults_in(ROOMS[name])[::25]:
        whole = (ROOT / fault.file).read_bytes()
        ast.parse(whole[: fault.start] + fault.new.encode() + whole[fault.end :])


@pytest.mark.parametrize("name", ROOMS)
def test_what_a_room_names_is_there(name: str) -> None:
    assert all(Path(ROOT, place).exists() for place in (*ROOMS[name].code, *ROOMS[name].tests))


CALLED = """
def outer(a, b=max(1, 2)):
    def inner():
        return a
    return [inner() for _ in range(b)]

class Held:
    @property
    @staticmethod
    def kept():
        return 1

    @staticmethod
    def unused(): return 2
"""


def test_a_fault_is_looked_for_by_the_tests_that_call_its_function() -> None:
    tree, found = ast.parse(CALLED), set[tuple[str, int]]()
    names: dict[str, object] = {}
    exec(compile(CALLED, "/copy/x.py", "exec"), names)  # noqa: S102
    sys.settrace(noting({"/copy/x.py": "x.py"}, found))
    try:
        names["outer"](3)  # type: ignore[operator]
    finally:
        sys.settrace(None)
    at = partial(function_at, tree, "x.py")
    assert [at(line) for line in (2, 4, 5, 7, 11, 14)] == [
        None,
        ("x.py", 3),
        ("x.py", 2),
        None,
        ("x.py", 8),
        ("x.py", 13),
    ]
    assert {at(4), at(5)} <= found
    assert not {at(11), at(14)} & found
    notes = Notes({"a::one": found, "b::two": set()}, {"a::one": 1.0, "b::two": 0.5})
    assert (notes.testing(at(4)), notes.testing(at(11)), notes.testing(None)) == ({"a::one"}, set(), set())
    assert notes.files_of(notes.seconds, "x") == ["b", "a"]
    assert notes.files_of(notes.seconds, "a") == ["a", "b"]


def test_a_fault_in_what_is_collected_is_noticed_and_one_that_no_test_looks_at_is_not(tmp_path: Path) -> None:
    """The whole way: where nothing is put into what is collected, nothing is noticed, and all looks like bad tests."""
    copy, test, code = Copy(tmp_path), "tests/kgcore/test_halves.py", "kgcore/values/text.py"
    (copy.folder / test).write_text(HALVES, encoding="utf-8")
    text = (ROOT / code).read_text(encoding="utf-8")
    faults = {text[: f.start].count("def "): f for f in faults_of(code, text) if f.kind == "a return left out"}
    notes = copy.noted([test], [code])
    assert notes is not None
    assert [copy.ending(fault, notes) for fault in list(faults.values())[1:3]] == [Ending.FAILED, Ending.PASSED]


HALVES = """
from kgcore.values.text import without_halves


def test_half_a_character_is_shown_as_none() -> None:
    assert without_halves("a\\ud800") == "a\\ufffd"
"""


def _stands() -> None:
    while True:
        time.sleep(0.05)  # it works a little all the time, as what looks again and again for what never comes


def _works() -> None:
    while True:
        pass


@pytest.mark.parametrize("how", [_stands, _works])
def test_a_test_that_hangs_is_ended_by_what_it_works_or_by_how_long_it_stands(
    how: Callable[[], None], tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    begun.write_text("a::one", encoding="utf-8")
    run = os.fork()
    if not run:
        os.setsid()
        how()
    watch = Watch(begun, {"a::one": 0.0}, spare=0.6, longest=0.6)
    assert waited_for(run, watch) is Ending.TOO_LONG
    with pytest.raises(ChildProcessError):
        os.waitpid(run, os.WNOHANG)


def test_a_test_that_waits_for_what_never_comes_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="not ended"), ending(0.1):
        asyncio.run(asyncio.Event().wait())


def test_a_small_sample_says_how_little_it_knows() -> None:
    assert [round(one, 3) for one in wilson_interval(54, 60)] == [0.799, 0.953]
    assert [round(one, 3) for one in wilson_interval(10, 10)] == [0.722, 1.0]
    assert wilson_interval(0, 0) == (0.0, 1.0)
