"""Names are taken from where names are kept, for the entities of a graph, if they tell one from all others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.ingest.importing import import_graph
from kgcore.ingest.naming import names_from
from tests.kgcore.ingest.samples import KGX, folder


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    asyncio.run(import_graph(folder(KGX, tmp_path / "mine"), tmp_path / "graph", embedder=None))
    return tmp_path / "graph"


def concept(cui: str, name: str, source: str = "MSH", code: str = "", language: str = "ENG", out: str = "N") -> str:
    cells = [cui, language, "P", "L1", "PF", "S1", "Y", "A1", "", "", "", source, "MH", code, name, "0", out, "256", ""]
    return "|".join(cells)


SOURCES = {
    "MRCONSO.RRF": "\n".join(
        [
            concept("C0002395", "presenile dementia"),
            concept("C0002395", "démence présénile", language="FRE"),
            concept("C0002395", "an outdated name", out="O"),
            concept("C9999999", "snowdrop alkaloid", code="D005702"),
            concept("C8888888", "nobody knows"),
        ]
    ),
    "d2025.bin": (
        "*NEWRECORD\nMH = Galantamine\nENTRY = snowdrop alkaloid|T109|NON|EQV\nUI = D005702\n"
        "*NEWRECORD\nMH = Other\nUI = D000001\n"
    ),
    "desc2025.xml": (
        '<?xml version="1.0"?><DescriptorRecordSet><DescriptorRecord><DescriptorUI>D005702</DescriptorUI><ConceptList>'
        '<Concept PreferredConceptYN="Y"><TermList><Term><String>snowdrop alkaloid</String></Term></TermList></Concept>'
        '<Concept PreferredConceptYN="N"><TermList><Term><String>narrower thing</String></Term></TermList></Concept>'
        "</ConceptList></DescriptorRecord></DescriptorRecordSet>"
    ),
    "chebi.obo": (
        'format-version: 1.2\n\n[Term]\nid: CHEBI:1\nname: galantamine\nsynonym: "snowdrop alkaloid" EXACT []\n'
        'synonym: "a related thing" RELATED []\n\n[Term]\nid: CHEBI:2\nname: other\n'
    ),
    "ours.tsv": "name\tentity\nsnowdrop alkaloid\tgalantamine\npresenile dementia\tMONDO:1\nnobody\tMONDO:5\n",
}


@pytest.mark.parametrize("file", SOURCES)
def test_names_are_found_by_identifier_and_cross_reference(tmp_path: Path, graph: Path, file: str) -> None:
    (tmp_path / file).write_text(SOURCES[file], encoding="utf-8")
    found = names_from(tmp_path / file, graph)
    rows = {row.name: row.entity for row in found.rows}
    both = {"snowdrop alkaloid": "CHEBI:1", "presenile dementia": "MONDO:1"}
    assert rows == (both if file in ("MRCONSO.RRF", "ours.tsv") else {"snowdrop alkaloid": "CHEBI:1"})


def test_names_that_are_taken_or_shared_are_left_out_and_counted(tmp_path: Path, graph: Path) -> None:
    lines = ["AD\tCHEBI:1", "Razadyne\tCHEBI:1", "both\tCHEBI:1", "both\tMONDO:1", "?\tCHEBI:1", "x\tY:1"]
    (tmp_path / "t.tsv").write_text("\n".join(lines), encoding="utf-8")
    found = names_from(tmp_path / "t.tsv", graph)
    assert found.rows == ()
    assert found.left == {
        "that are another entity's name in this graph": 1,
        "that the graph has already": 1,
        "that several entities would get": 1,
        "that are no names": 1,
        "of things that this graph does not have": 1,
    }


@pytest.mark.parametrize("text", ["hello\n", "<DescriptorRecordSet><DescriptorRecord>", ""])
def test_a_file_of_another_form_is_refused(tmp_path: Path, graph: Path, text: str) -> None:
    (tmp_path / "t").write_text(text)
    with pytest.raises(InputError):
        names_from(tmp_path / "t", graph)
