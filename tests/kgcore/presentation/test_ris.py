"""What a reader of RIS makes of the papers; rispy is the reader."""

from __future__ import annotations

import rispy  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from kgcore.presentation.export import bibtex, ris
from kgcore.values.model import Paper
from kgcore.values.text import clean_line
from tests.kgcore.presentation.hostile import titles

papers = st.builds(
    Paper,
    st.sampled_from(("PMID:12", "PMC:PMC34", "DOI:10.1000/xy", "TY  - X", "X\nER  - ", "?")),
    titles,
    titles,
    st.none() | st.integers(1900, 2030),
    st.sampled_from(("", "https://x.org/a b\nTY  - JOUR", "javascript:x")),
)


@given(st.lists(papers, max_size=5))
def test_every_paper_is_one_record_whatever_its_title_tries(some: list[Paper]) -> None:
    distinct = list({p.id: p for p in some}.values())
    records = rispy.loads(ris(some))
    assert len(records) == len(distinct)
    for record, paper in zip(records, distinct, strict=True):
        assert record["type_of_reference"] == "JOUR"
        assert record["title"].startswith(clean_line(paper.title) or clean_line(paper.id))
        assert record.get("year", "") == str(paper.year or "")
        assert "unknown_tag" not in record


def test_a_paper_of_a_library_has_its_place_and_what_became_of_it() -> None:
    paper = Paper("PMID:1", "T", "J", 2001, retracted=True, volume="12", issue="3", pages="115-120")
    (record,) = rispy.loads(ris([paper]))
    assert [record[name] for name in ("volume", "number", "start_page", "end_page", "notes")] == [
        *("12", "3", "115", "120", ["Retracted."])
    ]
    assert "volume = {12},\n  number = {3},\n  pages = {115--120}" in bibtex([paper])


def test_authors_are_people_and_groups() -> None:
    paper = Paper(
        "PMID:1", "T", authors=("King, Martin Luther, Jr", "Memory & Group; University", "Wang, Wei", "Wang, Wei")
    )
    (record,) = rispy.loads(ris([paper]))
    assert record["authors"] == list(paper.authors)


def test_a_record_has_what_is_known() -> None:
    paper = Paper("PMID:1", "T", "J", 2001, "https://doi.org/10.1000/182")
    assert ris([paper]) == (
        "TY  - JOUR\r\nID  - PMID:1\r\nTI  - T\r\nJO  - J\r\nPY  - 2001\r\nDO  - 10.1000/182\r\nAN  - 1\r\n"
        "DB  - PubMed\r\nUR  - https://doi.org/10.1000/182\r\nER  - \r\n\r\n"
    )
