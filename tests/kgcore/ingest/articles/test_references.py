"""Articles in the files of reference managers, and in PDF: what is read, and what is refused in words."""

from __future__ import annotations

import io
import json
import zlib

import pytest

from kgcore.ingest.articles.reading import ArticleFile, Unread, articles_in
from kgcore.library.ids import doi
from kgcore.library.model import Article, Design, Section, Status
from kgcore.presentation.references import ReferenceFormat, exported

RIS = """TY  - JOUR
TI  - Zinc for the common cold: a randomised trial
AU  - Müller, Ann
AU  - Smith, B.
T2  - The Lancet
VL  - 12
IS  - 3
SP  - 115
EP  - 20
ED  - Lee, C.
PY  - 2015/03/01
AB  - Zinc may shorten colds.
 It did.
DO  - 10.1000/ABC
AN  - 12345
KW  - Zinc
UR  - https://pubmed.ncbi.nlm.nih.gov/12345/
ER  -

TY  - JOUR
T1  - Second
Y1  - 2001
ER  -
"""
BIBTEX = r"""% a comment
@string{lancet = "The Lancet"}
@article{a, title = {{Zinc} for the {\"U}bel: 5\% less}, author = {M\"uller, Ann and Smith, B.}, journal = lancet,
  volume = 12, number = {3}, pages = {115--120}, editor = {Lee, C.},
  year = 2015, doi = {10.1000/ABC}, abstract = "Zinc {may} shorten colds.", pmid = {12345}}
@comment{nothing}
@article{b, title = "Second", year = "2001"}
"""
NBIB = """PMID- 12345
TI  - Zinc for the common
      cold.
AB  - Zinc may shorten colds.
FAU - Müller, Ann
JT  - Lancet (London, England)
DP  - 2015 Mar
VI  - 12
IP  - 3
PG  - 115-20
FED - Lee, C.
PT  - Randomized Controlled Trial
MH  - Zinc/*therapeutic use
LID - 10.1000/abc [doi]
PMC - PMC99

PMID- 12346
TI  - Second.
"""
ENDNOTE = """<?xml version="1.0"?><xml><records><record><titles><title><style>Zinc for colds</style></title>
<secondary-title>The Lancet</secondary-title></titles><contributors><authors><author>Müller, Ann</author></authors>
<secondary-authors><author>Lee, C.</author></secondary-authors></contributors><volume>12</volume><number>3</number>
<pages>115–120</pages><dates><year>2015</year></dates><abstract>Zinc may shorten colds.</abstract>
<accession-num>12345</accession-num><electronic-resource-num>10.1000/ABC</electronic-resource-num></record></records></xml>"""
CSL = [
    {
        "id": "x",
        "type": "article-journal",
        "title": "Zinc for colds",
        "author": [{"family": "Müller", "given": "Ann"}],
        "container-title": "The Lancet",
        "volume": 12,
        "issue": "3",
        "page": "115-120",
        "editor": [{"family": "Lee", "given": "C."}],
        "issued": {"date-parts": [["2015", 3]]},
        "abstract": "<p>Zinc may shorten colds.</p>",
        "DOI": "10.1000/ABC",
        "note": "PMID: 12345\nPMCID: PMC99",
    }
]


def read(content: bytes, name: str = "refs") -> list[Article | Unread]:
    return list(articles_in(ArticleFile(name, "1", io.BytesIO(content))))


def first(content: bytes) -> Article:
    found = read(content)[0]
    assert isinstance(found, Article), found
    return found


@pytest.mark.parametrize(
    "content",
    [RIS.encode(), BIBTEX.encode(), NBIB.encode(), ENDNOTE.encode(), json.dumps(CSL).encode()],
    ids=["ris", "bibtex", "nbib", "endnote", "csl"],
)
def test_every_format_gives_the_same_paper(content: bytes) -> None:
    article = first(content)
    assert article.title.startswith("Zinc for")
    assert "PMID:12345" in article.ids
    assert "DOI:10.1000/abc" in article.ids
    assert article.authors[0] == "Müller, Ann"
    assert "Lancet" in article.journal
    assert article.year == 2015
    assert article.abstract[0].text.startswith("Zinc may shorten colds.")
    assert (*article.place, article.editors) == ("12", "3", "115-120", ("Lee, C.",))


def test_long_values_go_on_and_records_end() -> None:
    one, two = read(RIS.encode())
    assert isinstance(one, Article)
    assert isinstance(two, Article)
    assert one.abstract[0].text == "Zinc may shorten colds. It did."
    assert one.design is Design.RANDOMISED_TRIAL
    assert (two.title, two.year) == ("Second", 2001)
    assert [a.title for a in read(NBIB.encode()) if isinstance(a, Article)] == ["Zinc for the common cold", "Second"]


def test_latin_1_and_latex_become_letters() -> None:
    assert first(RIS.encode("latin-1")).authors[0] == "Müller, Ann"
    assert first(BIBTEX.encode()).title == "Zinc for the Übel: 5% less"


@pytest.mark.parametrize("pages", ["115-120", "e123", "S4-S9", "115-120, 133", ""])
def test_what_leaves_comes_back(pages: str) -> None:
    article = Article(
        ("PMC:PMC9", "PMID:1", "DOI:10.1/a"),
        "Zinc & copper: 5% of {all}",
        (Section("Abstract", "It works_well."),),
        authors=("Müller, Ann", "O'Neil, B."),
        journal="The Lancet",
        year=2015,
        keywords=("zinc",),
        volume="12",
        issue="3 Suppl 1",
        pages=pages,
        editors=("Lee, C.", "WHO Study Group"),
    )
    for format in ReferenceFormat:
        back = first("".join(exported([article], format)).encode())
        assert back.title == article.title.replace("{", "").replace("}", "") or back.title == article.title
        assert {*back.ids} >= {"PMID:1", "PMC:PMC9"}
        assert (back.authors, back.journal, back.year) == (article.authors, article.journal, article.year)
        assert back.abstract == article.abstract
        assert (*back.place, back.editors) == (*article.place, article.editors)


def test_a_group_is_one_author_and_a_retraction_is_said() -> None:
    article = Article(
        ("PMC:PMC9",), "Zinc", (), authors=("WHO Study Group", "Müller, Ann"), year=2015, status=Status.RETRACTED
    )
    ris, bibtex, csl = ("".join(exported([article], format)) for format in ReferenceFormat)
    assert "author = {{WHO Study Group} and Müller, Ann}" in bibtex
    assert ("note = {Retracted.}" in bibtex, "N1  - Retracted." in ris) == (True, True)
    (record,) = json.loads(csl)
    assert (record["id"], record["note"], record["author"][0]) == ("PMC9", "Retracted.", {"literal": "WHO Study Group"})
    assert first(bibtex.encode()).authors == article.authors


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("10.1000/Zinc_(1)<2>", "DOI:10.1000/zinc_(1)<2>"),
        ("doi:10.1000/x).", "DOI:10.1000/x"),
        ("10.1016/S0140-6736(97)11096-0", "DOI:10.1016/s0140-6736(97)11096-0"),
        ("10.1000/x>", "DOI:10.1000/x"),
        ("10.1000/" + ")" * 500, ""),
    ],
)
def test_brackets_of_a_doi_are_its_own(written: str, id: str) -> None:
    assert doi(written) == id


def test_a_retracted_paper_is_one() -> None:
    assert first(b"TY  - JOUR\nTI  - RETRACTED: Zinc cures all\nER  - \n").status is Status.RETRACTED


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"just some words\n",
        b"TY  - JOUR\nER  - \nTY  - JOUR\nPY  - 2001\nER  - \n",
        b"@article{a, title = {never closed",
        b"@article{a, year = 2001}",
        b"[1, 2]",
        b"[{",
        b"[" * 100_000,
        b"%PDF-1.4 nothing",
        b"<xml><records><record></record></records></xml>",
    ],
)
def test_what_cannot_be_read_is_a_line_with_the_reason(content: bytes) -> None:
    found = read(content, "odd")
    assert found
    assert all(isinstance(one, Unread) and "odd" in one.reason for one in found)


def test_a_broken_entry_leaves_the_others() -> None:
    found = read(b'@article{a, title = {open\n@article{b, title = "Second one", year = 2001}\n')
    assert [type(one) for one in found] == [Unread, Article]


# ── PDF ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def pdf_of(*lines: str, pages: int = 1) -> bytes:
    """Return a PDF of one page with these lines; `pages` is how many it says it has."""
    shown = " ".join(f"({line}) Tj T*" for line in lines)
    content = zlib.compress(f"BT /F1 11 Tf 14 TL 40 800 Td {shown} ET".encode())
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count %d>>" % pages,
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 6\n0000000000 65535 f \n" + rows
    return out + table + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(out)


PDF = pdf_of(
    "Zinc lozenges for the common cold",
    "doi:10.1000/xyz123",
    "Abstract",
    "Zinc may shorten colds, as many have thought, but few have asked in a way that could tell.",
    "Methods",
    "We gave zinc to half of one hundred people and chalk to the other half, and they did not know.",
    "Results",
    "Colds lasted 4 days with zinc and 6 days with chalk.",
    "References",
    "1. Somebody else.",
)


def test_a_pdf_gives_title_id_and_sections() -> None:
    article = first(PDF)
    assert article.title == "Zinc lozenges for the common cold"
    assert article.ids == ("DOI:10.1000/xyz123",)
    assert article.abstract[0].text.startswith("Zinc may shorten")
    assert [s.title for s in article.body if s.title] == ["Methods", "Results"]
    assert not any("Somebody else" in s.text for s in article.body)


def test_a_scan_says_that_it_has_no_text() -> None:
    (found,) = read(pdf_of("7"), "scan.pdf")
    assert isinstance(found, Unread)
    assert "scan" in found.reason
    assert "OCR" in found.reason


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_half_characters_of_a_paper_are_replaced(name: str) -> None:
    """JSON can carry them, and no library can keep them: one such title kept all papers of a file out."""
    row = {
        "id": "PMID:1",
        "title": "Zinc \ud800 helps",
        "abstract": "\udfff It did.",
        "author": [{"family": "Lee\ud83d"}],
    }
    content = json.dumps([row] if name.endswith(".json") else row).encode()
    (article,) = read(content, name)
    assert isinstance(article, Article)
    assert article.title == "Zinc \ufffd helps"
    assert str(article).encode("utf-8")
