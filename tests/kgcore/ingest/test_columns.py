"""Many rows read together are the same as the rows read one after the other."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.ingest.files import SourceFile, ignore_progress
from kgcore.ingest.known_papers import read_pmids
from kgcore.ingest.records import TSV, Dialect, RecordReader, read_records
from kgcore.ingest.report import Findings
from tests.kgcore.ingest.samples import imported

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


def _tables(blank: str, odd: int) -> dict[str, str]:
    """Return a graph of 400 relations, some of which no reader can take as they are; `blank` stands in all others."""
    nodes = "".join(f"N:{n}\tDrug\tname {n}\n" for n in range(50))
    rows = []
    for n in range(400):
        papers = "" if n % 5 == 0 else f"PMID:{n // 3 + 1}|{blank}PMID:{n + 7}"
        row = [f"E{n}", f"N:{n % 7}", f"{blank}TREATS" if n % 3 else "NEG_CAUSES", f"N:{7 + n % 40}", "false", papers]
        if n % odd == 0:
            row[n // odd % 6] = ("E1", "N:none", "", f"N:{n % 7}", "perhaps", "PMID:01|PMID:1|rubbish")[n // odd % 6]
        rows.append("\t".join(row) + "\n")
    head = "id\tsubject\tpredicate\tobject\tnegated\tpublications\n"
    return {"nodes.tsv": f"id\tcategory\tname\n{nodes}", "edges.tsv": head + "".join(rows)}


@pytest.mark.parametrize("odd", [1, 2, 19, 60, 1000])
def test_rows_taken_together_make_the_same_graph_as_rows_taken_singly(odd: int, tmp_path: Path) -> None:
    together, single = (imported(_tables(blank, odd), tmp_path / f"by {blank}") for blank in ("", " "))
    assert together[1] == single[1]
    assert together[1] or odd == 1
    assert [str(p).strip() for p in together[0].problems] == [str(p).strip() for p in single[0].problems]
    assert (together[0].entities, together[0].papers) == (single[0].entities, single[0].papers)
