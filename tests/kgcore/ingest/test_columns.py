"""Many rows read together are the same as the rows read one after the other."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from kgcore.ingest.files import SourceFile, ignore_progress
from kgcore.ingest.known_papers import read_pmids
from kgcore.ingest.records import TSV, Dialect, RecordReader, read_records
from kgcore.ingest.report import Findings

CELLS = st.text('ab\t,"\n \u00e9', max_size=12)
PMIDS = st.sampled_from(["", "PMID:1", "PMID:12345678", "PMID:01", "PMID:123456789", "PMID:", "PMC:PMC1", "é", "1"])


@given(st.lists(CELLS, min_size=1, max_size=6), st.sampled_from([TSV, Dialect(), Dialect("\t")]))
def test_columns_hold_the_rows_of_the_width_asked_for(lines: list[str], dialect: Dialect) -> None:
    with TemporaryDirectory() as room:
        path = Path(room) / "table.txt"
        path.write_text("\n".join(lines), encoding="utf-8")
        file = SourceFile(path)
        rows = [row for row in read_records(file, Findings(), ignore_progress, dialect) if len(row[1]) == 2]
        findings = Findings()
        blocks = RecordReader(file, findings, ignore_progress, dialect).columns(2)
        found = [(n, list(cells)) for numbers, columns in blocks for n, *cells in zip(numbers, *columns, strict=True)]
    assert found == rows


@given(st.lists(st.lists(PMIDS, max_size=4).map("|".join), min_size=1, max_size=6))
def test_cells_of_pmids_are_read_as_numbers(cells: list[str]) -> None:
    found = read_pmids(cells)
    for n, cell in enumerate(cells):
        items = cell.split("|") if cell else []
        good = all(i in ("PMID:1", "PMID:12345678") for i in items) and len(set(items)) == len(items)
        assert bool(found.good[n]) == good
        if all(found.good):
            numbers = found.numbers[found.starts[n] : found.starts[n + 1]].tolist()
            assert [f"PMID:{number}" for number in numbers] == items
