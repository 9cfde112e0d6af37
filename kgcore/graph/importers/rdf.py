"""Reads RDF: Turtle and N-Triples, with labels, synonyms and cross-references, and evidence on reified statements.

What our own export writes comes back as it was. Of other files, every IRI that a relation joins is an entity.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence

from kgcore.graph import rdf_terms as t
from kgcore.graph.denials import denial
from kgcore.graph.importers import papers as paper
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Progress
from kgcore.graph.importers.progress import Stage as Step
from kgcore.graph.importers.rdf_stage import REIFIES, Stage, Value
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.shelf import Said, citation
from kgcore.graph.importers.shelved import Shelved
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate

_NO_TYPES = frozenset(
    {f"{t.OWL}Class", f"{t.OWL}NamedIndividual", f"{t.RDFS}Class", f"{t.SKOS}Concept", f"{t.RDFS}Resource"}
)
# What the vocabularies are about, https://obofoundry.org
_OBO_TYPES = {
    "MONDO": "Disease", "DOID": "Disease", "HP": "Phenotype", "CHEBI": "Chemical", "UBERON": "Anatomy", "CL": "Cell",
    "NCBITAXON": "Organism", "FOODON": "Food", "PR": "Protein", "HGNC": "Gene", "NCBIGENE": "Gene", "DRUGBANK": "Drug",
    "MAXO": "Procedure", "MESH": "Thing",
}  # fmt: skip
_PROPERTIES = tuple(
    f"{space}{kind}" for space, kind in (
        (t.RDF, "Property"), (t.OWL, "ObjectProperty"), (t.OWL, "DatatypeProperty"), (t.OWL, "AnnotationProperty"),
        (t.OWL, "SymmetricProperty"), (t.OWL, "TransitiveProperty"), (t.OWL, "Ontology"),
    )
)  # fmt: skip
_SYMMETRIC = f"{t.OWL}SymmetricProperty"
_NAMESPACE = f"{t.OIO}hasOBONamespace"
_TOLD = frozenset(
    {*t.LABEL, *t.SYNONYM, *t.XREF, *t.ABOUT, t.TYPE, _NAMESPACE, f"{t.TERMS}type", f"{t.TERMS}extra", f"{t.TERMS}id"}
)
# What joins IRIs and is no statement about the world.
_NO_EDGES = (
    t.TYPE, *t.XREF, *t.REIFIED, *t.AXIOM, *t.DENIED, f"{t.RDFS}seeAlso", f"{t.RDFS}isDefinedBy", f"{t.RDFS}domain",
    f"{t.RDFS}range",
    f"{t.RDFS}subPropertyOf", f"{t.OWL}imports", f"{t.OWL}inverseOf", f"{t.OWL}versionIRI", f"{t.OIO}inSubset",
    f"{t.OWL}onProperty", f"{t.OWL}someValuesFrom", f"{t.TERMS}publication", f"{t.SKOS}inScheme", *t.CITES,
)  # fmt: skip


class RdfSource(Shelved):
    """See `Source`."""

    def __init__(self, found: Recognised, findings: Findings, progress: Progress) -> None:
        super().__init__(found, findings, progress)
        self._stage = Stage()
        self._count = 0

    @property
    def provenance(self) -> str:
        """What our own export says of itself, or the text beside the files."""
        return _first(self._stage.about(f"{t.OWN}graph"), f"{t.DCT}provenance") or self.found.provenance

    def predicates(self) -> Iterator[Predicate]:
        """Read all files; then yield the relations that they describe."""
        stage = self._stage
        for number, part in enumerate(self.found.nodes):
            stage.load(number, part, self.shelf.findings, self.shelf.tick(Step.NODES))
        stage.index()
        stage.refuse_doubtful()
        seen = set[str]()
        for iri in (*stage.subjects(t.TYPE, f"{t.TERMS}Predicate"), *stage.used):
            told = stage.about(iri)
            name = t.predicate_name(iri)
            if told and iri not in _TOLD and name and name not in seen and iri not in _NO_EDGES:
                seen.add(name)
                yield _predicate(name, told)

    def papers(self) -> Iterator[PaperRow]:
        """Yield the papers of our own export."""
        for iri in self._stage.subjects(t.TYPE, f"{t.TERMS}Paper"):
            told = self._stage.about(iri)
            id = paper.paper_id(t.cited(iri))
            if id and not self.shelf.has_paper(id):
                year = paper.year(_first(told, f"{t.TERMS}year")) or 0
                url = _first(told, f"{t.RDFS}seeAlso")
                yield self.shelf.own_paper(id, _first(told, *t.LABEL), _first(told, f"{t.TERMS}journal"), year, url)

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the entities."""
        for iri in self._entities():
            told = self._stage.about(iri)
            found = self._node(iri, told)
            if found is not None:
                yield found

    def edges(self) -> Iterator[EdgeRow]:
        """Yield reified statements with their evidence, then plain triples that none of them states."""
        db, at = self._stage.db, self._at
        db.execute("CREATE TEMP TABLE stated(s TEXT, p TEXT, o TEXT)")
        for subject_, predicate_, object_ in (t.REIFIED, t.AXIOM, t.DENIED):
            for iri in self._statements(subject_):
                told = self._stage.about(iri)
                s, p, o = (_first(told, k) for k in (subject_, predicate_, object_))
                if any(v.literal for v in told if v.predicate == object_) or not (s and p and o):
                    continue  # an axiom about a label
                if any(v.predicate == REIFIES for v in told) and not self._stage.holds(s, p, o):
                    self.shelf.remark("quoted triples that the source does not state itself, left out")
                    continue
                db.execute("INSERT INTO stated VALUES(?,?,?)", (s, p, o))
                found = self._edge(iri, (s, p, o), told, subject_ == t.DENIED[0])
                if found is not None:
                    yield found
        db.execute("CREATE INDEX stated_s ON stated(s, p, o)")
        names = self._stage.used
        for s, code, o, number in db.execute(self._plain_sql()):
            known = db.execute("SELECT 1 FROM stated WHERE s=? AND p=? AND o=?", (s, names[code], o)).fetchone()
            if known is None:
                said = Said(
                    self._id(s), t.predicate_name(names[code]), self._id(o), sources=(self.name,), id=f"T{number}"
                )
                found = self.shelf.edge((at, number), said)
                if found is not None:
                    yield found
        self._remark_blank()

    @property
    def _at(self) -> Part:
        return self.found.nodes[0]

    def _entities(self) -> Iterator[str]:
        """Yield our own entities, or else every IRI that a relation joins or that has a label, once."""
        own = list(self._stage.db.execute(
            f"SELECT 1 FROM triples WHERE p IN ({self._stage.codes([t.TYPE])}) AND o=? LIMIT 1", (f"{t.TERMS}Entity",)
        ))  # fmt: skip
        if own:
            yield from self._stage.subjects(t.TYPE, f"{t.TERMS}Entity")
            return
        stage = self._stage
        stage.db.execute("CREATE TEMP TABLE used(iri TEXT PRIMARY KEY)")  # relations have labels and are no entities
        stage.db.executemany("INSERT INTO used VALUES(?)", ((iri,) for iri in stage.used))
        marks = ",".join("?" * len(_PROPERTIES))
        sql = f"""
            SELECT iri FROM (
              SELECT s AS iri, min(rowid) AS first FROM triples WHERE p IN ({stage.codes(t.LABEL)})
                AND s NOT IN (SELECT iri FROM used) GROUP BY s
              UNION ALL SELECT s, min(row) FROM ({self._plain_sql()}) GROUP BY s
              UNION ALL SELECT o, min(row) FROM ({self._plain_sql()}) GROUP BY o
              UNION ALL SELECT o, min(rowid) FROM triples
                WHERE literal=0 AND p IN ({stage.codes([t.REIFIED[0], t.REIFIED[2]])}) GROUP BY o)
            WHERE substr(iri, 1, 2) <> '_:' AND iri NOT IN
              (SELECT s FROM triples WHERE p IN ({stage.codes([t.TYPE])}) AND o IN ({marks}))
              AND iri NOT IN (SELECT s FROM triples WHERE p IN ({stage.codes([t.REIFIED[0], t.AXIOM[0], t.DENIED[0]])}))
            GROUP BY iri ORDER BY min(first)"""
        yield from (iri for (iri,) in stage.db.execute(sql, _PROPERTIES))

    def _plain_sql(self) -> str:
        """Return the query for triples between IRIs that say something about the world."""
        stage = self._stage
        return f"""SELECT s, p, o, rowid AS row FROM triples WHERE literal=0 AND p NOT IN ({stage.codes(_NO_EDGES)})
            AND substr(s, 1, 2) <> '_:' AND substr(o, 1, 2) <> '_:'"""

    def _statements(self, key: str) -> list[str]:
        return [s for (s,) in self._stage.db.execute(
            f"SELECT s FROM triples WHERE p IN ({self._stage.codes([key])}) ORDER BY rowid"
        )]  # fmt: skip

    def _node(self, iri: str, told: Sequence[Value]) -> NodeRow | None:
        id = self._id(iri)
        name = _first(told, *t.LABEL) or t.local(iri).replace("_", " ")
        labels = _all(told, t.LABEL)
        xrefs = [x if v.literal else self._id(x) for v in told if v.predicate in t.XREF and (x := v.text)]
        extra = _json(_first(told, f"{t.TERMS}extra")) or {
            t.local(v.predicate): v.text for v in told if v.literal and v.predicate not in _TOLD
        }
        return self.shelf.node(
            (self._at, 0),
            id,
            name,
            self._type(iri, told),
            synonyms=[*labels[1:], *_all(told, t.SYNONYM)],
            xrefs=xrefs,
            description=_first(told, *t.ABOUT),
            extra=extra,
            again=True,
        )

    def _type(self, iri: str, told: Sequence[Value]) -> str:
        own = _first(told, f"{t.TERMS}type")
        if own:
            return own
        types = [v.text for v in told if v.predicate == t.TYPE and v.text not in _NO_TYPES]
        if types:
            named = _first(self._stage.about(types[0]), *t.LABEL)
            return named or t.local(types[0])
        prefix, colon, _ = self._id(iri).partition(":")
        return _first(told, _NAMESPACE) or (_OBO_TYPES.get(prefix.upper(), "") if colon else "")

    def _edge(self, iri: str, ends: tuple[str, str, str], told: Sequence[Value], not_so: bool) -> EdgeRow | None:
        s, p, o = ends
        papers = [found for v in told if v.predicate in t.CITES and citation(found := t.cited(v.text))]
        sources = _all(told, [k for k in t.SOURCE if not k.startswith((t.DCT, t.DC))])
        if not sources:
            sources = [v.text for v in told if v.predicate in t.SOURCE and not citation(t.cited(v.text))]
        sentences = _all(told, t.SENTENCE)
        denied = [denial(t.local(v.predicate), v.text if v.literal else t.local(v.text)) for v in told]
        if None in denied and True not in denied:
            self.shelf.bad(self._at, self._count, Trouble.BAD_NEGATED, iri)
            return None
        joined = _first(told, f"{t.TERMS}sentences")
        mine = iri.startswith(t.EDGE)
        said = Said(
            self._id(s),
            t.predicate_name(p),
            self._id(o),
            not_so or True in denied,
            papers,
            sources or ([] if mine else [self.name]),
            joined.split("|") if joined else sentences,
            note=_first(told, *t.NOTE),
            extra=_json(_first(told, f"{t.TERMS}extra")),
            id=t.curie(iri, {}) if mine else "" if iri.startswith("_:") else iri[:400],
        )
        self._count += 1
        return self.shelf.edge((self._at, self._count), said)

    def _id(self, iri: str) -> str:
        return t.curie(iri, self._stage.prefixes)

    def _remark_blank(self) -> None:
        codes = self._stage.codes(_NO_EDGES)
        (count,) = self._stage.db.execute(
            f"SELECT count(*) FROM triples WHERE literal=0 AND p NOT IN ({codes})"
            " AND (substr(s, 1, 2) = '_:' OR substr(o, 1, 2) = '_:')"
        ).fetchone()
        if count:
            self.shelf.findings.remarks["relations with nameless (blank) nodes, left out"] += count


def _predicate(name: str, told: Sequence[Value]) -> Predicate:
    def named(*keys: str) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(t.predicate_name(v.text) if not v.literal else v.text for v in told if v.predicate in keys)
        )

    inverse = named(f"{t.TERMS}inverse", f"{t.OWL}inverseOf")
    return Predicate(
        name,
        _first(told, *t.LABEL),
        _first(told, f"{t.TERMS}symmetric") == "true" or any(v.text == _SYMMETRIC for v in told),
        inverse[0] if inverse else "",
        named(f"{t.TERMS}opposite"),
        named(f"{t.TERMS}implies", f"{t.RDFS}subPropertyOf"),
        named(f"{t.TERMS}phrase"),
    )


def _first(told: Sequence[Value], *keys: str) -> str:
    """Return the first value of the first of these predicates that has one."""
    return next((v.text for key in keys for v in told if v.predicate == key and v.text.strip()), "")


def _all(told: Sequence[Value], keys: Collection[str]) -> list[str]:
    return [v.text for v in told if v.predicate in keys and v.text.strip()]


def _json(text: str) -> dict[str, str]:
    try:
        value = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, Mapping) else {}
