"""RDF: the IRIs that graphs use and our own export writes, and triples on the disk.

There what is said of one thing can be gathered however far apart it stands.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from kgcore.errors import InputError
from kgcore.graph.denials import is_denial_property
from kgcore.graph.embedded.spill import temporary_database
from kgcore.ingest.files import Advance, SourceFile
from kgcore.ingest.report import Findings, RowTrouble
from kgcore.ingest.text import text_lines

_LONGEST_TEXT = 16 << 20  # bytes of one text that the parser takes
OWN = "urn:evigraph:"
ENTITY, PREDICATE, EDGE, PAPER = (f"{OWN}{kind}:" for kind in ("entity", "predicate", "edge", "paper"))
TERMS = f"{OWN}terms:"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCT = "http://purl.org/dc/terms/"
DC = "http://purl.org/dc/elements/1.1/"
OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"
BIOLINK = "https://w3id.org/biolink/vocab/"
SCHEMA = "http://schema.org/"

TYPE, STATEMENT = f"{RDF}type", f"{RDF}Statement"
REIFIED = (f"{RDF}subject", f"{RDF}predicate", f"{RDF}object")
AXIOM = (f"{OWL}annotatedSource", f"{OWL}annotatedProperty", f"{OWL}annotatedTarget")
DENIED = (f"{OWL}sourceIndividual", f"{OWL}assertionProperty", f"{OWL}targetIndividual")  # it does not hold
LABEL = (f"{RDFS}label", f"{SKOS}prefLabel", f"{SCHEMA}name", "https://schema.org/name", f"{DCT}title", f"{DC}title")
SYNONYM = (
    f"{SKOS}altLabel",
    *(f"{OIO}has{kind}Synonym" for kind in ("Exact", "Related", "Narrow", "Broad")),
    *(f"{SCHEMA}alternateName", "https://schema.org/alternateName"),
)
XREF = (f"{OIO}hasDbXref", f"{SKOS}exactMatch", f"{SKOS}closeMatch", f"{OWL}sameAs", f"{BIOLINK}same_as")
ABOUT = (
    *(f"{DCT}description", f"{DC}description", f"{OBO}IAO_0000115", f"{SKOS}definition", f"{RDFS}comment"),
    f"{SCHEMA}description",
)
NEGATED = (f"{TERMS}negated", f"{BIOLINK}negated")
CITES = (
    *(f"{TERMS}publication", f"{BIOLINK}publications", f"{BIOLINK}has_evidence", f"{DCT}references"),
    *(f"{DCT}source", f"{DC}source", f"{OIO}hasDbXref", "http://www.w3.org/ns/prov#wasDerivedFrom"),
    f"{DCT}isReferencedBy",
)
SENTENCE = (f"{TERMS}sentence", f"{BIOLINK}supporting_text")
SOURCE = (
    *(f"{TERMS}source", f"{BIOLINK}primary_knowledge_source", f"{BIOLINK}knowledge_source"),
    *(f"{BIOLINK}aggregator_knowledge_source", f"{DCT}source", f"{DC}source"),
)
NOTE = (f"{TERMS}note", f"{RDFS}comment")
_PAPERS = re.compile(
    r"https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/|identifiers\.org/pubmed[:/]|"
    r"bio2rdf\.org/pubmed:|rdf\.ncbi\.nlm\.nih\.gov/pubchem/reference/PMID|purl\.uniprot\.org/pubmed/)(\d+)/?"
)
_DOI = re.compile(r"https?://(?:dx\.)?doi\.org/(10\..+)")
_IDENTIFIERS = re.compile(r"https?://identifiers\.org/([A-Za-z0-9._-]+)[:/](.+)")
_KNOWN = {BIOLINK: "biolink", RDFS: "rdfs", OWL: "owl", SKOS: "skos", OIO: "oboInOwl", f"{SCHEMA}": "schema"}
_TABLE = "CREATE TABLE triples(s TEXT, p INTEGER, o TEXT, literal INTEGER)"
_BATCH = 20_000
REIFIES = f"{RDF}reifies"  # https://www.w3.org/TR/rdf12-concepts/
_WHERE = re.compile(r"^Parser error (?:at|between) .*?(?:columns? \d+(?: and (?:line \d+ column )?\d+)?): ")
_SUBJECT = re.compile(r"\s*(?:<([^<>\"{}|^`\\\s]+)>|(_:[^\s<>\"]+))\s")
_STATEMENTS = (*REIFIED, *AXIOM, *DENIED, REIFIES)
LONGEST = 200_000  # characters of a literal or IRI


def own_iri(kind: str, id: str) -> str:
    """Return the IRI of one of our own things."""
    return kind + quote(id, safe="")


def shorten_iri(iri: str, prefixes: Mapping[str, str]) -> str:
    """Return a short id for an IRI: ours as it was, OBO's and identifiers.org's as they are written, or by the file's
    prefixes (namespace → prefix); else the IRI itself.
    """
    for kind in (ENTITY, PREDICATE, EDGE, PAPER):
        if iri.startswith(kind):
            return unquote(iri[len(kind) :])
    if iri.startswith(OBO):
        return iri[len(OBO) :].replace("_", ":", 1)
    found = _IDENTIFIERS.fullmatch(iri)
    if found:
        return found[2] if ":" in found[2] else f"{found[1]}:{found[2]}"
    space = next((s for s in sorted(prefixes, key=len, reverse=True) if s and iri.startswith(s)), "")
    local = iri[len(space) :]
    return f"{prefixes[space]}:{local}" if space and prefixes[space] and local else iri


def local_name(iri: str) -> str:
    """Return the last piece of an IRI: "http://example.org/g#treats" → "treats"."""
    return unquote(re.split(r"[#/:]", iri.rstrip("#/:"))[-1]) or iri


def predicate_name(iri: str) -> str:
    """Return what a relation is called in a graph: ours as it was; with a prefix where that says more."""
    if iri.startswith(PREDICATE):
        return unquote(iri[len(PREDICATE) :])
    if iri.startswith(OBO):
        return iri[len(OBO) :].replace("_", ":", 1)
    space = next((s for s in _KNOWN if iri.startswith(s)), "")
    return f"{_KNOWN[space]}:{iri[len(space) :]}" if space else local_name(iri)


def cited_paper(value: str) -> str:
    """Return the id of the paper that an IRI or a text names, as it can be: "" for what is no paper's address."""
    if value.startswith(PAPER):
        return unquote(value[len(PAPER) :])
    if found := _PAPERS.fullmatch(value):
        return f"PMID:{found[1]}"
    if found := _DOI.fullmatch(value):
        return f"DOI:{unquote(found[1])}"
    return "" if value.startswith(("http:", "https:")) else value


class RdfValue(NamedTuple):
    """What stands behind a predicate: an IRI or a text."""

    predicate: str
    text: str
    literal: bool


class TripleStore:
    """All triples of a source; `prefixes` maps namespaces to what the files call them."""

    def __init__(self) -> None:
        self.db: sqlite3.Connection = temporary_database(_TABLE)
        self.prefixes: dict[str, str] = {}
        self._predicates: dict[str, int] = {}
        self._bad: dict[str, tuple[str, str]] = {}  # subject of a bad line of N-Triples, "" if unread → where, why

    def load(self, number: int, file: SourceFile, findings: Findings, advance: Advance) -> None:
        """Read one file. A bad line of N-Triples goes to the findings; raises InputError where Turtle breaks its
        grammar (what would follow is a guess: a text that is not closed may swallow a denial).
        """
        lined = file.plain_name.lower().endswith((".nt", ".ntriples"))
        waiting: list[tuple[str, int, str, int]] = []
        for quad in self._lined(number, file, findings, advance) if lined else self._turtle(file, advance):
            waiting += self._rows(number, quad, findings)
            if len(waiting) >= _BATCH:
                self._keep(waiting)
        self._keep(waiting)

    def _lined(self, number: int, file: SourceFile, findings: Findings, advance: Advance) -> Iterator[Any]:
        """Yield the triples of a file that has one a line, https://www.w3.org/TR/n-triples/."""
        import pyoxigraph as ox

        for at, line in text_lines(file, findings, advance):
            try:
                yield from ox.parse(line.removeprefix("\ufeff"), ox.RdfFormat.N_TRIPLES)
            except SyntaxError as exc:
                where = f"{file.name}:{at}"
                findings.add(where, RowTrouble.BAD_RECORD, _said(exc))
                found = _SUBJECT.match(line)
                told = (found[1] or f"_:{number}:{found[2][2:]}") if found else ""
                about = any(key in line for key in _STATEMENTS) or line.lstrip().startswith("<<")
                self._bad[where if about else told] = (where, _said(exc))

    def refuse_doubtful(self) -> None:
        """Raise InputError where a bad line may have denied a statement: without it the statement would be support."""
        codes = self.codes(_STATEMENTS)
        any_at_all = self.db.execute(f"SELECT 1 FROM triples WHERE p IN ({codes}) LIMIT 1").fetchone()
        for subject, (where, said) in self._bad.items():
            sql = f"SELECT 1 FROM triples WHERE p IN ({codes}) AND s=? LIMIT 1"
            if subject == where or (self.db.execute(sql, (subject,)).fetchone() if subject else any_at_all):
                raise InputError(
                    f"is no valid RDF ({said}).",
                    where=where,
                    hint="Mend the line; nothing was imported: it may say that a statement does not hold.",
                )

    def _turtle(self, file: SourceFile, advance: Advance) -> Iterator[Any]:
        import pyoxigraph as ox

        try:
            parser = ox.parse(file.stream(advance), ox.RdfFormat.TURTLE, base_iri="urn:file:")
            yield from parser
            self.prefixes |= {iri: name for name, iri in parser.prefixes.items()}
        except SyntaxError as exc:
            where = f"{file.name}:{exc.lineno}" if exc.lineno else file.name
            raise InputError(
                f"is no valid RDF ({_said(exc)}).",
                where=where,
                hint="Mend the line; nothing was imported. Turtle is read whole or not at all;"
                " of N-Triples (.nt) only the bad lines are left out.",
            ) from exc
        except MemoryError as exc:  # the parser's word for a text that does not fit its buffer
            raise InputError(
                f"holds a text of more than {_LONGEST_TEXT >> 20} MB.",
                where=file.name,
                hint="Shorten it; nothing was imported. A quote that is not closed looks the same.",
            ) from exc
        except (OSError, ValueError) as exc:
            raise InputError("cannot be read as RDF.", where=file.name) from exc

    def index(self) -> None:
        """Get ready to be asked; nothing more may be loaded."""
        self.db.execute("CREATE INDEX triples_s ON triples(s)")
        self.db.execute("CREATE INDEX triples_po ON triples(p, o)")

    def codes(self, iris: Collection[str]) -> str:
        """Return the numbers of these predicates, as far as they occur, for an SQL list."""
        return ",".join(str(self._predicates[i]) for i in iris if i in self._predicates) or "-1"

    def predicate(self, code: int) -> str:
        """Return the predicate of a number."""
        return self.used[code]

    @property
    def used(self) -> Sequence[str]:
        """All predicates, by their numbers."""
        return tuple(self._predicates)

    def subjects(self, predicate: str, object: str) -> Iterator[str]:
        """Yield what has a value, in order of appearance."""
        sql = f"SELECT s FROM triples WHERE p IN ({self.codes([predicate])}) AND o=? ORDER BY rowid"
        return (s for (s,) in self.db.execute(sql, (object,)))

    def holds(self, s: str, p: str, o: str) -> bool:
        """Tell whether a triple stands there by itself, not only quoted."""
        sql = f"SELECT 1 FROM triples WHERE s=? AND p IN ({self.codes([p])}) AND o=?"
        return self.db.execute(sql, (s, o)).fetchone() is not None

    def about(self, subject: str) -> list[RdfValue]:
        """Return all that is said of a thing, in order."""
        names = self.used
        rows = self.db.execute("SELECT p, o, literal FROM triples WHERE s=? ORDER BY rowid", (subject,))
        return [RdfValue(names[p], o, bool(literal)) for p, o, literal in rows]

    def _keep(self, rows: list[tuple[str, int, str, int]]) -> None:
        self.db.executemany("INSERT INTO triples VALUES(?,?,?,?)", rows)
        rows.clear()

    def _rows(self, number: int, quad: object, findings: Findings) -> Sequence[tuple[str, int, str, int]]:
        """Return a triple as rows of the table; one that is quoted, as RDF 1.2 does, as the parts of a statement."""
        import pyoxigraph as ox

        subject, predicate, value = quad.subject, quad.predicate, quad.object  # type: ignore[attr-defined]
        if isinstance(value, ox.Triple) and predicate.value == REIFIES and not isinstance(value.object, ox.Triple):
            ends = zip(REIFIED, (value.subject, value.predicate, value.object), strict=True)
            rows = [self._row(number, subject, ox.NamedNode(part), end) for part, end in ends]
            return [*rows, self._row(number, subject, predicate, ox.Literal(""))]
        if isinstance(value, ox.Triple):
            findings.remarks["statements about quoted triples, left out"] += 1
            return ()
        foreign = isinstance(value, ox.Literal) and value.language and not value.language.lower().startswith("en")
        if foreign and not is_denial_property(local_name(predicate.value)):
            findings.remarks["texts in other languages than English, left out"] += 1
            return ()
        row = self._row(number, subject, predicate, value)
        if max(len(row[0]), len(row[2])) > LONGEST:
            findings.remarks["texts of more than 200,000 characters, left out"] += 1
            return ()
        return (row,)

    def _row(self, number: int, subject: Any, predicate: Any, value: Any) -> tuple[str, int, str, int]:
        import pyoxigraph as ox

        s, o = (f"_:{number}:{v.value}" if isinstance(v, ox.BlankNode) else v.value for v in (subject, value))
        code = self._predicates.setdefault(predicate.value, len(self._predicates))
        return s, code, o, int(isinstance(value, ox.Literal))


def _said(exc: SyntaxError) -> str:
    """Return the parser's words, without where it was: of a line that is parsed alone it knows no number."""
    words = _WHERE.sub("", str(exc.msg))
    return "".join(c for c in words if c.isprintable())[:200]
