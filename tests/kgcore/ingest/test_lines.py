"""Streaming lines: whatever a file holds, in pieces of whatever size."""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.errors import InputError
from kgcore.ingest.files import SourceFile, ignore_progress
from kgcore.ingest.report import Findings, RowTrouble
from kgcore.ingest.text import LONGEST_LINE, text_lines


def read(content: bytes) -> tuple[list[tuple[int, str]], Findings]:
    findings = Findings()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.tsv"
        path.write_bytes(content)
        return list(text_lines(SourceFile(path), findings, ignore_progress)), findings


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"]))), st.booleans(), st.booleans()
)
def test_good_lines_come_back_as_they_are(texts: list[str], windows: bool, zipped: bool) -> None:
    content = ("\r\n" if windows else "\n").join([*texts, ""]).encode()
    found, findings = read(gzip.compress(content) if zipped else content)
    assert found == list(enumerate(texts, 1))
    assert not findings.counts


@given(st.binary(max_size=300))
def test_any_bytes_are_lines_or_problems(content: bytes) -> None:
    """Every line is either yielded or counted, once."""
    try:
        found, findings = read(content)
    except InputError:
        assert content.startswith(b"\x1f\x8b")
        return
    expected = content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
    assert len(found) + sum(findings.counts.values()) == expected


@pytest.mark.parametrize("end", [b"", b"\n", b"\nnext\n"])
def test_a_line_without_end_is_given_up_and_what_follows_is_read(end: bytes) -> None:
    found, findings = read(b"first\n" + b"x" * (LONGEST_LINE + 1) + end)
    assert [text for _, text in found] == ["first", "next"][: 1 + (b"next" in end)]
    assert findings.problems[0].where == "x.tsv:2"
    assert findings.problems[0].trouble is RowTrouble.TOO_LONG
