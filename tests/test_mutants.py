"""Faults are put where they change what a program does, and whole: what comes out is a program again."""

from __future__ import annotations

import ast
import asyncio
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import ending
from tests.mutants import ROOMS, ROOT, Copy, faults_in, faults_of, wilson_interval
from tests.reached import Lines, Notes

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


LINES = """LEFT = 3


def outer(a, b=LEFT):
    def inner():
        return a
    return [
        inner()
        for _ in range(b)
    ]


def unused():
    return 2


def table():
    return {}


MADE = table()
"""


def test_a_fault_is_looked_for_by_the_tests_that_run_its_line_the_most_specific_first() -> None:
    bits = {name: sum(1 << n for n in lines) for name, lines in {"one": (5, 6, 7, 9), "two": (7,), "": (1, 18)}.items()}
    ran: dict[str, Lines] = {
        "a::one": {"x.py": bits["one"]},
        "b::two": {"x.py": bits["two"]},
        "c::none": {"y.py": 2},
        "": {"x.py": bits[""]},
    }
    seconds = {"a::one": 1.0, "b::two": 1.0, "c::none": 1.0}
    asked = partial(Notes(ran, seconds, seconds).chosen, "x.py", LINES)
    assert asked(6, 10.0) == ["a::one", "b::two"]  # who runs another line of the file may remember what it says
    assert asked(8, 10.0) == ["b::two", "a::one"]  # the statement counts, and who runs less of it comes first
    assert asked(1, 10.0) == []  # nobody runs a line with its name in a function
    assert asked(4, 10.0) == ["b::two", "a::one"]  # a function's defaults are asked of whoever runs its body
    assert asked(14, 10.0) == []
    assert asked(8, 1.5) == ["b::two"]
    assert asked(8, 0.5) == ["b::two"]  # one at the least


def test_what_a_test_runs_is_noted_and_what_fails_by_itself_is_not_asked(tmp_path: Path) -> None:
    copy, test, code = Copy(tmp_path), "tests/kgcore/test_halves.py", "kgcore/values/text.py"
    (copy.folder / test).write_text(HALVES + "\n\ndef test_bad() -> None:\n    assert False\n", encoding="utf-8")
    notes = copy.noted([test], [code], tmp_path / "kept.json")
    assert list(notes.seconds) == [f"{test}::test_half_a_character_is_shown_as_none"]
    text = (ROOT / code).read_text(encoding="utf-8")
    line = text[: text.index("def without_halves")].count("\n") + 1
    assert notes.ran[f"{test}::test_half_a_character_is_shown_as_none"][code] >> line  # something behind it
    assert copy.noted([test], [code], tmp_path / "kept.json") == notes  # as it was kept


def test_a_fault_in_what_is_collected_is_noticed_and_one_that_no_test_looks_at_is_not(tmp_path: Path) -> None:
    """The whole way: where nothing is put into what is collected, nothing is noticed, and all looks like bad tests."""
    copy, test, code = Copy(tmp_path), "tests/kgcore/test_halves.py", "kgcore/values/text.py"
    (copy.folder / test).write_text(HALVES, encoding="utf-8")
    text = (ROOT / code).read_text(encoding="utf-8")
    faults = {text[: f.start].count("def "): f for f in faults_of(code, text) if f.kind == "a return left out"}
    notes = copy.noted([test], [code])
    assert [copy.noticed(fault, notes) for fault in list(faults.values())[1:3]] == [True, False]


HALVES = """
from kgcore.values.text import without_halves


def test_half_a_character_is_shown_as_none() -> None:
    assert without_halves("a\\ud800") == "a\\ufffd"
"""


HANGS = """
import time

import pytest


def test_one() -> None:
    pass


@pytest.mark.parametrize("how", ["stands", "works"])
def test_two(how: str) -> None:
    while True:
        time.sleep(0.05) if how == "stands" else None
"""


@pytest.mark.parametrize("how", ["stands", "works"])
def test_a_test_that_hangs_is_ended_and_named(how: str, tmp_path: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS, encoding="utf-8")
    tests = ["test_hangs.py::test_one", f"test_hangs.py::test_two[{how}]"]
    code = f"""
import pathlib, pytest
from tests.reached import Asked
asked = Asked({tests}, dict.fromkeys({tests}, 1.0), pathlib.Path("told"))
pytest.main(["-q", "-c", "/dev/null", "--rootdir", ".", "test_hangs.py"], [asked])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False, timeout=60
    )
    assert done.returncode == 1
    assert (tmp_path / "told").read_text(encoding="utf-8") == tests[1]
    assert "test_hangs.py" in (tmp_path / "hung").read_text(encoding="utf-8")


def test_a_test_that_waits_for_what_never_comes_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="not ended"), ending(0.1):
        asyncio.run(asyncio.Event().wait())


def test_a_small_sample_says_how_little_it_knows() -> None:
    assert [round(one, 3) for one in wilson_interval(54, 60)] == [0.799, 0.953]
    assert [round(one, 3) for one in wilson_interval(10, 10)] == [0.722, 1.0]
    assert wilson_interval(0, 0) == (0.0, 1.0)
