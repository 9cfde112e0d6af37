"""What readers of BibTeX make of the papers: bibtexparser reads the entries, pylatexenc what LaTeX would set."""

from __future__ import annotations

import json
import re

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares.names import SeparateCoAuthors, SplitNameParts
from hypothesis import example, given
from hypothesis import strategies as st
from pylatexenc.latex2text import LatexNodes2Text  # type: ignore[import-untyped]

from kgcore.ingest.articles.bibtex import bibtex_entries
from kgcore.presentation.export import bibtex, escape_latex, paper_title, ris
from kgcore.presentation.references import ReferenceFormat, exported
from kgcore.values.model import Paper
from kgcore.values.text import clean_line
from tests.kgcore.presentation.hostile import titles

LIGATURES = re.compile(r"--|``|''|[!?]`|<<|>>|,,")  # of LaTeX's own; they change how a sign looks
TEXT = LatexNodes2Text(keep_comments=True)
papers = st.builds(
    Paper,
    st.sampled_from(("PMID:12", "PMC:PMC34", "DOI:10.1000/x{y}", "http://x", "?", "ISBN 1", "isbn-1", "PMID:x")),
    titles,
    titles,
    st.none() | st.integers(1900, 2030),
    st.sampled_from(("", "https://x.org/a_b%20c?d={e}&f#g", "javascript:x")),
)


def read(text: str) -> list[dict[str, str]]:
    library = parse_string(text)
    assert not library.failed_blocks
    assert not library.comments
    assert len(library.entries) == len(library.blocks)
    return [
        {"type": e.entry_type, "key": e.key} | {k: str(f.value) for k, f in e.fields_dict.items()}
        for e in library.entries
    ]


def set_in_latex(text: str) -> str:
    """Return what LaTeX sets; the reader does not know two of its commands and takes a third for an accent."""
    known = text.replace(r"\textbraceleft{}", r"\{").replace(r"\textbraceright{}", r"\}")
    return str(TEXT.latex_to_text(known)).replace("ˆ", "^")


@given(st.lists(papers, max_size=5))
def test_every_paper_is_one_entry_whatever_its_title_tries(some: list[Paper]) -> None:
    entries = read(bibtex(some))
    assert len(entries) == len({p.id for p in some})
    assert len({e["key"].lower() for e in entries}) == len(entries)
    assert all(e["type"] == "article" and e["title"] for e in entries)
    known = {"type", "key", "title", "journal", "year", "doi", "pmid", "pmcid", "url", "note"}
    assert all(set(e) <= known for e in entries)


@given(titles | st.text())
@example("~ ^ \\ {} & % $ # _")
def test_latex_sets_a_title_as_it_stands(text: str) -> None:
    written = escape_latex(text)
    assert written.count("{") == written.count("}")
    plain = clean_line(text)
    if not LIGATURES.search(plain):
        assert "".join(set_in_latex(written).split()) == "".join(plain.replace("ˆ", "^").split())


AUTHORS = {
    "King, Martin Luther, Jr": (["King"], ["Martin", "Luther"], ["Jr"]),
    "Gates, William H., III": (["Gates"], ["William", "H."], ["III"]),
    "de la Cruz, María": (["Cruz"], ["María"], []),
    "Alzheimer's Disease and Related Disorders Group; University & others": None,
    "Division, Department, University": None,
    "Group, This and That": None,
    "WHO": (["WHO"], [], []),
}


def test_authors_are_people_and_groups() -> None:
    paper = Paper("PMID:1", "T", authors=(*AUTHORS, "WHO"))
    library = parse_string(bibtex([paper]), append_middleware=[SeparateCoAuthors(), SplitNameParts()])
    assert not library.failed_blocks
    found = library.entries[0].fields_dict["author"].value
    assert len(found) == len(AUTHORS) + 1
    for (name, parts), read in zip(AUTHORS.items(), found, strict=False):
        if parts is None:
            assert (read.first, read.jr, read.last) == ([], [], [f"{{{escape_latex(name)}}}"])
        else:
            assert (read.last, read.first, read.jr) == parts


def test_a_library_takes_the_authors_back() -> None:
    people = ("King, Martin Luther, Jr", "de la Cruz, María", "Memory and Group", "Wang, Wei", "Wang, Wei")
    ((_, article),) = bibtex_entries(bibtex([Paper("PMID:1", "T", authors=people)]))
    assert article is not None
    (item,) = json.loads("".join(exported([article], ReferenceFormat.CSL)))
    assert [(a.get("family"), a.get("suffix"), a.get("literal")) for a in item["author"]] == [
        ("King", "Jr", None),
        *(("de la Cruz", None, None), (None, None, "Memory and Group"), ("Wang", None, None), ("Wang", None, None)),
    ]


def test_an_entry_has_what_is_known() -> None:
    paper = Paper(
        "PMID:28418065", "Vitamin E & dementia", "Cochrane", 2017, "https://pubmed.ncbi.nlm.nih.gov/28418065/"
    )
    assert bibtex([paper]) == (
        "@article{pmid28418065,\n"
        "  title = {{Vitamin E \\& dementia}},\n"
        "  journal = {Cochrane},\n"
        "  year = {2017},\n"
        "  pmid = {28418065},\n"
        "  url = {https://pubmed.ncbi.nlm.nih.gov/28418065/}\n"
        "}\n"
    )


def test_a_doi_is_found_in_the_id_or_in_the_address() -> None:
    one, two = read(bibtex([Paper("DOI:10.1002/x.pub2"), Paper("W1", "T", url="https://doi.org/10.1000/182")]))
    assert one["doi"] == "10.1002/x.pub2"
    assert two["doi"] == "10.1000/182"


def test_a_paper_without_title_or_year_goes_by_its_id() -> None:
    (entry,) = read(bibtex([Paper("X:1")]))
    assert "year" not in entry
    assert entry["title"] == "{X:1 (title not given)}"
    assert entry["note"] == "X:1"
    assert paper_title(Paper("X:1")) == "X:1 (title not given)"


def test_no_papers_are_an_empty_file() -> None:
    assert not bibtex([])


def test_authors_stand_as_reference_managers_read_them() -> None:
    paper = Paper("PMID:12", "Zinc & colds", authors=("Müller, Ann", "O'Brien, B. & Co"))
    (entry,) = read(bibtex([paper]))
    assert entry["author"] == r"Müller, Ann and O'Brien, B. \& Co"
    assert "AU  - Müller, Ann\r\nAU  - O'Brien, B. & Co\r\n" in ris([paper])
