"""RDF: Turtle and N-Triples, with labels, synonyms and cross-references, and evidence on reified statements.

What our own export writes comes back as it was. Of other files, every IRI that a relation joins is an entity.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from kgcore.graph.denials import denied_by_property
from kgcore.graph.embedded.rows import EdgeRow, GraphPaperRow, NodeRow
from kgcore.ingest.cells import LONGEST_ID, cited_id, paper_id, publication_year, read_citation, read_properties
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format, RecognisedSource
from kgcore.ingest.rdf_store import (
    ABOUT,
    AXIOM,
    CITES,
    DC,
    DCT,
    DENIED,
    EDGE,
    LABEL,
    NOTE,
    OIO,
    OWL,
    OWN,
    RDF,
    RDFS,
    REIFIED,
    REIFIES,
    SENTENCE,
    SKOS,
    SOURCE,
    SYNONYM,
    TERMS,
    TYPE,
    XREF,
    RdfValue,
    TripleStore,
    cited_paper,
    local_name,
    predicate_name,
    shorten_iri,
)
from kgcore.ingest.report import Findings, ImportStage, Progress, RowTrouble
from kgcore.ingest.source import CheckedSource, RawStatement
from kgcore.ingest.text import FileHead
from kgcore.values.citation import Citation
from kgcore.values.model import Predicate

_NAMES = (".ttl", ".nt", ".turtle", ".ntriples")
_BEGINS = re.compile(r"\s*(@prefix\s|@base\s|prefix\s+\S*:\s*<|base\s+<|<[a-z]+:[^<>\s]*>\s+<[^<>\s]+>\s)", re.I)
_NO_TYPES = frozenset({f"{OWL}Class", f"{OWL}NamedIndividual", f"{RDFS}Class", f"{SKOS}Concept", f"{RDFS}Resource"})
# What the vocabularies are about, https://obofoundry.org
_OBO_TYPES = {
    "MONDO": "Disease", "DOID": "Disease", "HP": "Phenotype", "CHEBI": "Chemical", "UBERON": "Anatomy", "CL": "Cell",
    "NCBITAXON": "Organism", "FOODON": "Food", "PR": "Protein", "HGNC": "Gene", "NCBIGENE": "Gene", "DRUGBANK": "Drug",
    "MAXO": "Procedure", "MESH": "Thing",
}  # fmt: skip
_PROPERTIES = tuple(
    f"{space}{kind}" for space, kind in (
        (RDF, "Property"), (OWL, "ObjectProperty"), (OWL, "DatatypeProperty"), (OWL, "AnnotationProperty"),
        (OWL, "SymmetricProperty"), (OWL, "TransitiveProperty"), (OWL, "Ontology"),
    )
)  # fmt: skip
_SYMMETRIC = f"{OWL}SymmetricProperty"
_NAMESPACE = f"{OIO}hasOBONamespace"
_TOLD = frozenset({*LABEL, *SYNONYM, *XREF, *ABOUT, TYPE, _NAMESPACE, f"{TERMS}type", f"{TERMS}extra", f"{TERMS}id"})
# What joins IRIs and is no statement about the world.
_NO_EDGES = (
    TYPE, *XREF, *REIFIED, *AXIOM, *DENIED, f"{RDFS}seeAlso", f"{RDFS}isDefinedBy", f"{RDFS}domain",
    f"{RDFS}range",
    f"{RDFS}subPropertyOf", f"{OWL}imports", f"{OWL}inverseOf", f"{OWL}versionIRI", f"{OIO}inSubset",
    f"{OWL}onProperty", f"{OWL}someValuesFrom", f"{TERMS}publication", f"{SKOS}inScheme", *CITES,
)  # fmt: skip


class RdfSource(CheckedSource):
    """See `RowSource`."""

    def __init__(self, found: RecognisedSource, findings: Findings, progress: Progress) -> None:
        super().__init__(found, findings, progress)
        self._store = TripleStore()
        self._count = 0

    @property
    def provenance(self) -> str:
        """What our own export says of itself, or the text beside the files."""
        return _first(self._store.about(f"{OWN}graph"), f"{DCT}provenance") or self.found.provenance

    def predicates(self) -> Iterator[Predicate]:
        """Read all files; then yield the relations that they describe."""
        store = self._store
        for number, file in enumerate(self.found.nodes):
            store.load(number, file, self.findings, self.advance(ImportStage.NODES))
        store.index()
        store.refuse_doubtful()
        seen = set[str]()
        for iri in (*store.subjects(TYPE, f"{TERMS}Predicate"), *store.used):
            told = store.about(iri)
            name = predicate_name(iri)
            if told and iri not in _TOLD and name and name not in seen and iri not in _NO_EDGES:
                seen.add(name)
                yield _predicate(name, told)

    def papers(self) -> Iterator[GraphPaperRow]:
        """Yield the papers of our own export."""
        for iri in self._store.subjects(TYPE, f"{TERMS}Paper"):
            told = self._store.about(iri)
            id = paper_id(cited_paper(iri))
            if id and not self.has_paper(id):
                year = publication_year(_first(told, f"{TERMS}year")) or 0
                url = _first(told, f"{RDFS}seeAlso")
                cited, _ = read_citation([_first(told, f"{TERMS}{name}") for name in Citation._fields])
                yield self.paper(id, _first(told, *LABEL), _first(told, f"{TERMS}journal"), year, url, cited)

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the entities."""
        for iri in self._entities():
            told = self._store.about(iri)
            yield self._node(iri, told)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield reified statements with their evidence, then plain triples that none of them states."""
        db, at = self._store.db, self._at
        db.execute("CREATE TEMP TABLE stated(s TEXT, p TEXT, o TEXT)")
        for subject_, predicate_, object_ in (REIFIED, AXIOM, DENIED):
            for iri in self._statements(subject_):
                told = self._store.about(iri)
                s, p, o = (_first(told, k) for k in (subject_, predicate_, object_))
                if any(v.literal for v in told if v.predicate == object_) or not (s and p and o):
                    continue  # an axiom about a label
                if any(v.predicate == REIFIES for v in told) and not self._store.holds(s, p, o):
                    self.remark("quoted triples that the source does not state itself, left out")
                    continue
                db.execute("INSERT INTO stated VALUES(?,?,?)", (s, p, o))
                yield self._edge(iri, (s, p, o), told, subject_ == DENIED[0])
        db.execute("CREATE INDEX stated_s ON stated(s, p, o)")
        names = self._store.used
        for s, code, o, number in db.execute(self._plain_sql()):
            known = db.execute("SELECT 1 FROM stated WHERE s=? AND p=? AND o=?", (s, names[code], o)).fetchone()
            if known is None:
                said = RawStatement(
                    self._id(s), predicate_name(names[code]), self._id(o), sources=(self.name,), id=f"T{number}"
                )
                yield self.edge((at, number), said)
        self._remark_blank()

    @property
    def _at(self) -> SourceFile:
        return self.found.nodes[0]

    def _entities(self) -> Iterator[str]:
        """Yield our own entities, or else every IRI that a relation joins or that has a label, once."""
        own = list(self._store.db.execute(
            f"SELECT 1 FROM triples WHERE p IN ({self._store.codes([TYPE])}) AND o=? LIMIT 1", (f"{TERMS}Entity",)
        ))  # fmt: skip
        if own:
            yield from self._store.subjects(TYPE, f"{TERMS}Entity")
            return
        store = self._store
        store.db.execute("CREATE TEMP TABLE used(iri TEXT PRIMARY KEY)")  # relations have labels and are no entities
        store.db.executemany("INSERT INTO used VALUES(?)", ((iri,) for iri in store.used))
        marks = ",".join("?" * len(_PROPERTIES))
        sql = f"""
            SELECT iri FROM (
              SELECT s AS iri, min(rowid) AS first FROM triples WHERE p IN ({store.codes(LABEL)})
                AND s NOT IN (SELECT iri FROM used) GROUP BY s
              UNION ALL SELECT s, min(row) FROM ({self._plain_sql()}) GROUP BY s
              UNION ALL SELECT o, min(row) FROM ({self._plain_sql()}) GROUP BY o
              UNION ALL SELECT o, min(rowid) FROM triples
                WHERE literal=0 AND p IN ({store.codes([REIFIED[0], REIFIED[2]])}) GROUP BY o)
            WHERE substr(iri, 1, 2) <> '_:' AND iri NOT IN
              (SELECT s FROM triples WHERE p IN ({store.codes([TYPE])}) AND o IN ({marks}))
              AND iri NOT IN (SELECT s FROM triples WHERE p IN ({store.codes([REIFIED[0], AXIOM[0], DENIED[0]])}))
            GROUP BY iri ORDER BY min(first)"""
        yield from (iri for (iri,) in store.db.execute(sql, _PROPERTIES))

    def _plain_sql(self) -> str:
        """Return the query for triples between IRIs that say something about the world."""
        store = self._store
        return f"""SELECT s, p, o, rowid AS row FROM triples WHERE literal=0 AND p NOT IN ({store.codes(_NO_EDGES)})
            AND substr(s, 1, 2) <> '_:' AND substr(o, 1, 2) <> '_:'"""

    def _statements(self, key: str) -> list[str]:
        return [s for (s,) in self._store.db.execute(
            f"SELECT s FROM triples WHERE p IN ({self._store.codes([key])}) ORDER BY rowid"
        )]  # fmt: skip

    def _node(self, iri: str, told: Sequence[RdfValue]) -> NodeRow | None:
        id = self._id(iri)
        name = _first(told, *LABEL) or local_name(iri).replace("_", " ")
        labels = _all(told, LABEL)
        xrefs = [x if v.literal else self._id(x) for v in told if v.predicate in XREF and (x := v.text)]
        extra = read_properties(_first(told, f"{TERMS}extra")) or {
            local_name(v.predicate): v.text for v in told if v.literal and v.predicate not in _TOLD
        }
        return self.node(
            (self._at, 0),
            id,
            name,
            self._type(iri, told),
            synonyms=[*labels[1:], *_all(told, SYNONYM)],
            xrefs=xrefs,
            description=_first(told, *ABOUT),
            extra=extra,
            again=True,
        )

    def _type(self, iri: str, told: Sequence[RdfValue]) -> str:
        own = _first(told, f"{TERMS}type")
        if own:
            return own
        types = [v.text for v in told if v.predicate == TYPE and v.text not in _NO_TYPES]
        if types:
            named = _first(self._store.about(types[0]), *LABEL)
            return named or local_name(types[0])
        prefix, colon, _ = self._id(iri).partition(":")
        return _first(told, _NAMESPACE) or (_OBO_TYPES.get(prefix.upper(), "") if colon else "")

    def _edge(self, iri: str, ends: tuple[str, str, str], told: Sequence[RdfValue], not_so: bool) -> EdgeRow | None:
        s, p, o = ends
        papers = [found for v in told if v.predicate in CITES and cited_id(found := cited_paper(v.text))]
        sources = _all(told, [k for k in SOURCE if not k.startswith((DCT, DC))])
        if not sources:
            sources = [v.text for v in told if v.predicate in SOURCE and not cited_id(cited_paper(v.text))]
        sentences = _all(told, SENTENCE)
        denied = [
            denied_by_property(local_name(v.predicate), v.text if v.literal else local_name(v.text)) for v in told
        ]
        if None in denied and True not in denied:
            self.report((self._at, self._count), RowTrouble.BAD_NEGATED, iri)
            return None
        joined = _first(told, f"{TERMS}sentences")
        mine = iri.startswith(EDGE)
        said = RawStatement(
            self._id(s),
            predicate_name(p),
            self._id(o),
            not_so or True in denied,
            papers,
            sources or ([] if mine else [self.name]),
            joined.split("|") if joined else sentences,
            note=_first(told, *NOTE),
            extra=read_properties(_first(told, f"{TERMS}extra")),
            id=shorten_iri(iri, {}) if mine else "" if iri.startswith("_:") else self._statement_id(iri),
        )
        self._count += 1
        return self.edge((self._at, self._count), said)

    def _statement_id(self, iri: str) -> str:
        if len(iri) <= LONGEST_ID:
            return iri
        self.remark(f"names of statements of more than {LONGEST_ID} characters, numbered instead")
        return ""

    def _id(self, iri: str) -> str:
        return shorten_iri(iri, self._store.prefixes)

    def _remark_blank(self) -> None:
        codes = self._store.codes(_NO_EDGES)
        (count,) = self._store.db.execute(
            f"SELECT count(*) FROM triples WHERE literal=0 AND p NOT IN ({codes})"
            " AND (substr(s, 1, 2) = '_:' OR substr(o, 1, 2) = '_:')"
        ).fetchone()
        if count:
            self.findings.remarks["relations with nameless (blank) nodes, left out"] += count


def _predicate(name: str, told: Sequence[RdfValue]) -> Predicate:
    def named(*keys: str) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(predicate_name(v.text) if not v.literal else v.text for v in told if v.predicate in keys)
        )

    inverse = named(f"{TERMS}inverse", f"{OWL}inverseOf")
    return Predicate(
        name,
        _first(told, *LABEL),
        _first(told, f"{TERMS}symmetric") == "true" or any(v.text == _SYMMETRIC for v in told),
        inverse[0] if inverse else "",
        named(f"{TERMS}opposite"),
        named(f"{TERMS}implies", f"{RDFS}subPropertyOf"),
        named(f"{TERMS}phrase"),
    )


def _first(told: Sequence[RdfValue], *keys: str) -> str:
    """Return the first value of the first of these predicates that has one."""
    return next((v.text for key in keys for v in told if v.predicate == key and v.text.strip()), "")


def _all(told: Sequence[RdfValue], keys: Collection[str]) -> list[str]:
    return [v.text for v in told if v.predicate in keys and v.text.strip()]


def _sign(head: FileHead) -> FileSign | None:
    if head.file.plain_name.lower().endswith(_NAMES):
        return FileSign(FileRole.BOTH, f"is named .{head.file.plain_name.rpartition('.')[2]}")
    return FileSign(FileRole.BOTH, "begins as Turtle does") if _BEGINS.match(head.first) else None


FORMAT = Format(
    name="rdf",
    title="RDF",
    rank=30,
    needs="Turtle or N-Triples",
    sign=_sign,
    read=RdfSource,
    shape="Turtle or N-Triples",
    keeps=(
        "`rdfs:label`, SKOS and OBO synonyms and definitions, cross-references; evidence on `rdf:Statement`,"
        " `owl:Axiom`, `owl:NegativePropertyAssertion` (a denial) and RDF 1.2's `{| … |}` (papers, sentences,"
        " negation); a triple that is only quoted states nothing. A bad line of N-Triples is left out and listed,"
        " unless it may deny a statement: then the file is refused; so is Turtle with an error, for what follows it"
        " would be a guess. Labels in other languages than English are left out"
    ),
)
