"""Faults are put where they change what a program does, and whole: what comes out is a program again."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import ROOMS, ROOT, faults_in, faults_of

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
