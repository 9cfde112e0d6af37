"""Reads BEL networks in node-link JSON, as PyBEL writes them: one file, or many that become one graph.

What BEL says about the activity, degradation or transport of a thing becomes an entity of its own, tied to the thing.
Format: https://pybel.readthedocs.io/en/latest/reference/io.html#node-link-json
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kgcore.graph.denials import denial
from kgcore.graph.importers.bel_terms import Term, aspect, term
from kgcore.graph.importers.json_stream import items
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Stage
from kgcore.graph.importers.report import Trouble
from kgcore.graph.importers.shelf import Said
from kgcore.graph.importers.shelved import Shelved
from kgcore.graph.rows import EdgeRow, NodeRow
from kgcore.model import Predicate

DERIVED = "derived"
_KEYS = ("nodes", "links")
_ASPECT = "aspectOf"
# As the sample graph BEL-AD has them: what is a kind or part of what is read upwards.
_TURNED = {"hasComponent": "partOf", "hasMember": "isA"}
_CORRELATIONS = ("positiveCorrelation", "negativeCorrelation", "correlation", "noCorrelation")
_SYMMETRIC = frozenset({*_CORRELATIONS, "association", "equivalentTo", "orthologous"})
_DENIES = {"causesNoChange": "regulates", "noCorrelation": "correlation"}
_YEAR = re.compile(r"(1[89]|20)\d\d")
_JOURNAL = re.compile(r"\b\d{1,4}\s*(\(\d+\))?\s*[:;]|\d{4}.*;")
_DATABASES = {"pubmed": "PMID", "pmc": "PMC", "doi": "DOI"}


class BelSource(Shelved):
    """See `Source`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe the one relation that is added here."""
        yield Predicate(_ASPECT, "is an aspect of")

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the terms of all files, and the aspects that statements are about."""
        for part in self.found.nodes:
            terms: list[Term | None] = []
            for key, number, value in items(part, _KEYS, self.shelf.tick(Stage.NODES)):
                if key == "nodes" and number:
                    found = term(value) if isinstance(value, Mapping) else None
                    terms.append(found)
                    if found is None:
                        self.shelf.findings.add(f"{part.name}: node {number}", Trouble.BAD_RECORD)
                    elif row := self._node((part, number), found):
                        yield row
            index = self._index(part, terms)
            for key, number, value in items(part, _KEYS, self.shelf.tick(Stage.NODES)):
                if key == "links" and number and isinstance(value, Mapping):
                    for found in self._ends(value, index):
                        if found is not None and (row := self._node((part, number), found)):
                            yield row

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the statements with their papers and evidence; then what aspects are aspects of."""
        aspects: dict[str, str] = {}
        for part in self.found.edges:
            terms = [
                term(value) if isinstance(value, Mapping) else None
                for key, number, value in items(part, _KEYS, self.shelf.tick(Stage.EDGES))
                if key == "nodes" and number
            ]
            index, source = self._index(part, terms), f"BEL: {part.stem}"
            for key, number, value in items(part, _KEYS, self.shelf.tick(Stage.EDGES)):
                if key == "graph" and not number and isinstance(value, Mapping) and value.get("name"):
                    source = str(value["name"])
                if key == "links" and number:
                    said = self._said(value, index, source, aspects) if isinstance(value, Mapping) else None
                    if said is None:
                        self.shelf.findings.add(f"{part.name}: link {number}", *_fault(value, index))
                    elif edge := self.shelf.edge((part, number), said):
                        yield edge
        for number, (narrow, whole) in enumerate(aspects.items(), 1):
            said = Said(narrow, _ASPECT, whole, sources=(DERIVED,), id=f"aspect:{number}")
            if edge := self.shelf.edge((self.found.edges[0], number), said):
                yield edge

    def _node(self, at: tuple[Part, int], found: Term) -> NodeRow | None:
        return self.shelf.node(
            at, found.id, found.name, found.type, synonyms=found.synonyms, xrefs=found.xrefs, again=True
        )

    def _index(self, part: Part, terms: list[Term | None]) -> dict[str, Term]:
        """Return the terms by what links call them: their place in the file, or their id."""
        found = {str(n): t for n, t in enumerate(terms) if t is not None}
        numbered = (value for key, n, value in items(part, _KEYS, _nobody) if key == "nodes" and n)
        for node, known in zip(numbered, terms, strict=False):
            if known is not None and isinstance(node, Mapping) and isinstance(node.get("id"), str | int):
                found[str(node["id"])] = known
        return found

    def _ends(self, link: Mapping[str, Any], index: Mapping[str, Term]) -> tuple[Term | None, Term | None]:
        ends: list[Term | None] = []
        for end, keys in (("source", ("source_modifier", "subject")), ("target", ("target_modifier", "object"))):
            whole = index.get(str(link.get(end)))
            modifier = next((m for key in keys if isinstance(m := link.get(key), Mapping)), None)
            ends.append(aspect(whole, modifier) or whole if whole and modifier else whole)
        return ends[0], ends[1]

    def _said(
        self, link: Mapping[str, Any], index: Mapping[str, Term], source: str, aspects: dict[str, str]
    ) -> Said | None:
        first, second = self._ends(link, index)
        relation = link.get("relation")
        if first is None or second is None or not isinstance(relation, str):
            return None
        for end, whole in ((first, link.get("source")), (second, link.get("target"))):
            known = index[str(whole)]
            if known.id != end.id:
                aspects[end.id] = known.id
        turned = relation in _TURNED or (relation in _SYMMETRIC and first.id > second.id)
        subject, object_ = (second, first) if turned else (first, second)
        cited = self._cited(link.get("citation"))
        evidence = link.get("evidence")
        return Said(
            subject.id,
            _DENIES.get(relation) or _TURNED.get(relation, relation),
            object_.id,
            relation in _DENIES,
            (cited,) if cited else (),
            (source,),
            (evidence,) if isinstance(evidence, str) and cited else (),
            note=evidence if isinstance(evidence, str) and not cited else "",
            extra=_denials(link) | _annotations(link.get("annotations")),
        )

    def _cited(self, citation: Any) -> str:
        """Return the id of the paper, and remember what is told of it; "" where it is no paper."""
        if not isinstance(citation, Mapping):
            return ""
        kind = str(citation.get("namespace") or citation.get("db") or citation.get("type") or "").casefold()
        written = citation.get("identifier") or citation.get("db_id") or citation.get("reference") or ""
        prefix = next((p for name, p in _DATABASES.items() if name in kind), "")
        id = str(written).strip()
        if not prefix or not id:
            self.shelf.remark("citations that are no paper (web pages, databases)")
            return ""
        full = id if ":" in id and prefix != "DOI" else f"{prefix}:{id}"
        name = str(citation.get("title") or citation.get("name") or citation.get("db_name") or "")
        journal = str(citation.get("journal") or (name if _JOURNAL.search(name) else ""))
        year = _YEAR.search(str(citation.get("date") or journal))
        self.shelf.paper(full, "" if name == journal else name, journal, int(year[0]) if year else 0)
        return full


def _denials(link: Mapping[str, Any]) -> dict[str, str]:
    """Return the members of a link that deny it, or may: BEL has none, programs that write it do."""
    plain = {str(k): str(v) for k, v in link.items() if isinstance(v, str | bool | int)}
    return {key: value for key, value in plain.items() if denial(key, value) is not False}


def _annotations(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        return {}
    found = {}
    for key, told in value.items():
        values = list(told) if isinstance(told, Mapping | list) else [told]
        words = [v.get("identifier", "") if isinstance(v, Mapping) else v for v in values]
        found[str(key)] = ", ".join(w if isinstance(w, str) else json.dumps(w) for w in words)
    return found


def _fault(link: Any, index: Mapping[str, Term]) -> tuple[Trouble, str]:
    """Say why a link is no statement."""
    if not isinstance(link, Mapping):
        return Trouble.BAD_RECORD, "not a JSON object"
    missing = [str(end) for end in (link.get("source"), link.get("target")) if str(end) not in index]
    return (Trouble.DANGLING_ID, " ".join(missing)) if missing else (Trouble.EMPTY_PREDICATE, "")


def _nobody(done: int, total: int) -> None:
    """Tell nobody how far the reading is."""
