"""BEL networks in node-link JSON, as PyBEL writes them: one file, or many that become one graph.

What BEL says about the activity, degradation or transport of a thing becomes an entity of its own, tied to the thing.
Format: https://pybel.readthedocs.io/en/latest/reference/io.html#node-link-json
Terms: https://language.bel.bio/language/reference/2.1.0/functions/ and
https://pybel.readthedocs.io/en/latest/reference/struct/
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from kgcore.graph.denials import denied_by_property
from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.contexts import species_words
from kgcore.ingest.files import SourceFile, ignore_progress
from kgcore.ingest.formats import FileRole, FileSign, Format
from kgcore.ingest.report import ImportStage, RowTrouble
from kgcore.ingest.source import At, CheckedSource, RawStatement
from kgcore.ingest.text import FileHead, json_members
from kgcore.values.model import Predicate

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
_SHORT = {
    "Abundance": "a",
    "Gene": "g",
    "RNA": "r",
    "miRNA": "m",
    "Protein": "p",
    "Pathology": "path",
    "BiologicalProcess": "bp",
    "Complex": "complex",
    "Composite": "composite",
    "Reaction": "rxn",
    "Population": "pop",
}
_TYPES = {
    "Abundance": "Chemical",
    "miRNA": "MicroRNA",
    "Pathology": "Disease",
    "Composite": "Combination",
    "Population": "Population",
}
_FORMS = {
    "Ph": "phosphorylated", "Ac": "acetylated", "Ub": "ubiquitinated", "Me": "methylated", "Glyco": "glycosylated",
    "Sumo": "SUMOylated", "Ox": "oxidized",
    "OGlyco": "O-glycosylated", "NGlyco": "N-glycosylated", "Hy": "hydroxylated",
    "Palm": "palmitoylated", "Farn": "farnesylated", "NO": "nitrosylated", "Nitro": "nitrated",
}  # fmt: skip
_ACTIVITIES = {
    "kin": "kinase", "cat": "catalytic", "tscript": "transcriptional", "pep": "peptidase", "phos": "phosphatase",
    "gtp": "GTP-binding", "tport": "transport", "chap": "chaperone", "ribo": "ribosylation", "gap": "GAP", "gef": "GEF",
}  # fmt: skip
_LONGEST = 200
_LONGEST_NAME = 900  # of a complex or a reaction, which is made of its parts' names


@dataclass(frozen=True, slots=True)
class BelTerm:
    """A BEL term: `bel` is how BEL writes it, and its id unless that is very long."""

    bel: str
    name: str
    type: str
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What the entity is called in the graph's tables."""
        if len(self.bel) <= _LONGEST and "|" not in self.bel:
            return self.bel
        return f"BEL:{blake2b(self.bel.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


class BelSource(CheckedSource):
    """See `RowSource`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe the one relation that is added here."""
        yield Predicate(_ASPECT, "is an aspect of")

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the terms of all files, and the aspects that statements are about."""
        for file in self.found.nodes:
            terms: list[BelTerm | None] = []
            for key, number, value in json_members(file, _KEYS, self.advance(ImportStage.NODES)):
                if key == "nodes" and number:
                    found = _term_of(value) if isinstance(value, Mapping) else None
                    terms.append(found)
                    if found is None:
                        self.findings.add(f"{file.name}: node {number}", RowTrouble.BAD_RECORD)
                    else:
                        yield self._node((file, number), found)
            index = self._index(file, terms)
            for key, number, value in json_members(file, _KEYS, self.advance(ImportStage.NODES)):
                if key == "links" and number and isinstance(value, Mapping):
                    for found in self._ends(value, index):
                        if found is not None:
                            yield self._node((file, number), found)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the statements with their papers and evidence; then what aspects are aspects of."""
        aspects: dict[str, str] = {}
        for file in self.found.edges:
            terms = [
                _term_of(value) if isinstance(value, Mapping) else None
                for key, number, value in json_members(file, _KEYS, self.advance(ImportStage.EDGES))
                if key == "nodes" and number
            ]
            index, source = self._index(file, terms), f"BEL: {file.stem}"
            for key, number, value in json_members(file, _KEYS, self.advance(ImportStage.EDGES)):
                if key == "graph" and not number and isinstance(value, Mapping) and value.get("name"):
                    source = str(value["name"])
                if key == "links" and number:
                    said = self._statement(value, index, source, aspects) if isinstance(value, Mapping) else None
                    if said is None:
                        self.findings.add(f"{file.name}: link {number}", *_link_trouble(value, index))
                    else:
                        yield self.edge((file, number), said)
        for number, (narrow, whole) in enumerate(aspects.items(), 1):
            said = RawStatement(narrow, _ASPECT, whole, sources=(DERIVED,), id=f"aspect:{number}")
            yield self.edge((self.found.edges[0], number), said)

    def _node(self, at: At, found: BelTerm) -> NodeRow | None:
        if len(found.name) == _LONGEST_NAME and not self.has_entity(found.id):
            self.remark(f"names made of several that are longer than {_LONGEST_NAME} characters, cut there")
        return self.node(at, found.id, found.name, found.type, synonyms=found.synonyms, xrefs=found.xrefs, again=True)

    def _index(self, file: SourceFile, terms: list[BelTerm | None]) -> dict[str, BelTerm]:
        """Return the terms by what links call them: their place in the file, or their id."""
        found = {str(n): t for n, t in enumerate(terms) if t is not None}
        numbered = (value for key, n, value in json_members(file, _KEYS, ignore_progress) if key == "nodes" and n)
        for node, known in zip(numbered, terms, strict=False):
            if known is not None and isinstance(node, Mapping) and isinstance(node.get("id"), str | int):
                found[str(node["id"])] = known
        return found

    def _ends(self, link: Mapping[str, Any], index: Mapping[str, BelTerm]) -> tuple[BelTerm | None, BelTerm | None]:
        ends: list[BelTerm | None] = []
        for end, keys in (("source", ("source_modifier", "subject")), ("target", ("target_modifier", "object"))):
            whole = index.get(str(link.get(end)))
            modifier = next((m for key in keys if isinstance(m := link.get(key), Mapping)), None)
            ends.append(_aspect_of(whole, modifier) or whole if whole and modifier else whole)
        return ends[0], ends[1]

    def _statement(
        self, link: Mapping[str, Any], index: Mapping[str, BelTerm], source: str, aspects: dict[str, str]
    ) -> RawStatement | None:
        first, second = self._ends(link, index)
        relation = link.get("relation")
        if first is None or second is None or not isinstance(relation, str):
            return None
        for end, whole in ((first, link.get("source")), (second, link.get("target"))):
            known = index[str(whole)]
            if known.id != end.id:
                aspects[end.id] = known.id
        inverted = relation in _TURNED or (relation in _SYMMETRIC and first.id > second.id)
        subject, object_ = (second, first) if inverted else (first, second)
        cited = self._paper_id(link.get("citation"))
        evidence = link.get("evidence")
        annotations = _annotations(link.get("annotations"))
        told = evidence if isinstance(evidence, str) else ""
        return RawStatement(
            subject.id,
            _DENIES.get(relation) or _TURNED.get(relation, relation),
            object_.id,
            relation in _DENIES,
            (cited,) if cited else (),
            (source,),
            (told,) if told and cited else (),
            note="; ".join(filter(None, (_seen_in(annotations), "" if cited else told))),
            extra=_polarity_members(link) | annotations,
        )

    def _paper_id(self, citation: Any) -> str:
        """Return the id of the paper, and remember what is told of it; "" where it is no paper."""
        if not isinstance(citation, Mapping):
            return ""
        kind = str(citation.get("namespace") or citation.get("db") or citation.get("type") or "").casefold()
        written = citation.get("identifier") or citation.get("db_id") or citation.get("reference") or ""
        prefix = next((p for name, p in _DATABASES.items() if name in kind), "")
        id = str(written).strip()
        if not prefix or not id:
            self.remark("citations that are no paper (web pages, databases)")
            return ""
        full = id if ":" in id and prefix != "DOI" else f"{prefix}:{id}"
        name = str(citation.get("title") or citation.get("name") or citation.get("db_name") or "")
        journal = str(citation.get("journal") or (name if _JOURNAL.search(name) else ""))
        year = _YEAR.search(str(citation.get("date") or journal))
        self.describe_paper(full, "" if name == journal else name, journal, int(year[0]) if year else 0)
        return full


def _polarity_members(link: Mapping[str, Any]) -> dict[str, str]:
    """Return the members of a link that deny it, or may: BEL has none, programs that write it do."""
    plain = {str(k): str(v) for k, v in link.items() if isinstance(v, str | bool | int)}
    return {key: value for key, value in plain.items() if denied_by_property(key, value) is not False}


def _annotations(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        return {}
    found = {}
    for key, told in value.items():
        values = list(told) if isinstance(told, Mapping | list) else [told]
        words = [v.get("identifier", "") if isinstance(v, Mapping) else v for v in values]
        found[str(key)] = ", ".join(w if isinstance(w, str) else json.dumps(w) for w in words)
    return found


def _seen_in(annotations: Mapping[str, str]) -> str:
    """Return in whom a statement was seen, in words ("mice"): its species, or cells where it names a line of them."""
    told = {re.sub(r"[\W_]", "", key).casefold(): value for key, value in annotations.items() if value.strip()}
    if "cellline" in told:
        return "cells"
    return species_words(told.get("species", "").split(","))


def _link_trouble(link: Any, index: Mapping[str, BelTerm]) -> tuple[RowTrouble, str]:
    """Say why a link is no statement."""
    if not isinstance(link, Mapping):
        return RowTrouble.BAD_RECORD, "not a JSON object"
    missing = [str(end) for end in (link.get("source"), link.get("target")) if str(end) not in index]
    return (RowTrouble.DANGLING_ID, " ".join(missing)) if missing else (RowTrouble.EMPTY_PREDICATE, "")


def _term_of(node: Mapping[str, Any], depth: int = 0) -> BelTerm | None:
    """Return the term of a node, or None where it has neither a name nor members."""
    function = _text(node.get("function") or node.get("type"))
    space, name, identifier = _concept(node)
    if depth > 6:
        return None
    if not name:
        return _composed(node, function, depth)
    short = _SHORT.get(function, function.lower() or "a")
    plain = f"{space}:{name}" if space else name
    forms = [form for v in _list(node.get("variants")) if (form := _variant(v))]
    bel = _text(node.get("bel")) or f"{short}({', '.join([plain, *(form.bel for form in forms)])})"
    xrefs = tuple(
        dict.fromkeys(x for x in (plain if space else "", f"{space}:{identifier}" if identifier else "") if x)
    )
    if forms:
        words = name
        for form in forms:
            words = form.words.format(words)
        return BelTerm(bel, words, "ProteinForm" if short == "p" else "GeneVariant", (), (bel,))
    if function in ("Gene", "RNA"):
        return BelTerm(bel, f"{name} ({function if function == 'RNA' else 'gene'})", function, (name,), xrefs)
    return BelTerm(bel, name, _TYPES.get(function, function or "Thing"), (), xrefs)


def _aspect_of(whole: BelTerm, modifier: Mapping[str, Any]) -> BelTerm | None:
    """Return what a statement is about where it is not the whole term: its activity, its degradation, a transport."""
    kind = _text(modifier.get("modifier"))
    effect = modifier.get("effect")
    found = effect if isinstance(effect, Mapping) else {}
    if kind == "Activity":
        _, name, _ = _concept(found)
        which = _ACTIVITIES.get(name, name if name != "activity" else "")
        bel = f"act({whole.bel}, ma({name}))" if name else f"act({whole.bel})"
        return BelTerm(
            bel, f"{which} activity of {whole.name}".strip(), "Activity", (f"{whole.name} activity",), (bel,)
        )
    if kind == "Degradation":
        bel = f"deg({whole.bel})"
        return BelTerm(bel, f"degradation of {whole.name}", "Degradation", (f"{whole.name} degradation",), (bel,))
    if kind in ("Translocation", "CellSecretion", "CellSurfaceExpression"):
        bel = f"{'tloc' if kind == 'Translocation' else 'sec' if kind == 'CellSecretion' else 'surf'}({whole.bel}"
        places = [_concept(p)[1] for key in ("fromLoc", "toLoc") if isinstance(p := found.get(key), Mapping)]
        words = " from {} to {}".format(*places) if len(places) == 2 and all(places) else ""
        what = {"Translocation": "translocation", "CellSecretion": "secretion"}.get(kind, "surface expression")
        bel += f", {', '.join(places)})" if words else ")"
        return BelTerm(bel, f"{what} of {whole.name}{words}", "Transport", (f"{whole.name} {what}",), (bel,))
    return None


@dataclass(frozen=True, slots=True)
class _Form:
    bel: str
    words: str  # with {} for the name


def _variant(variant: Any) -> _Form | None:
    if not isinstance(variant, Mapping):
        return None
    kind = _text(variant.get("kind"))
    if kind == "hgvs":
        change = _braceless(_text(variant.get("hgvs") or variant.get("identifier")))
        return _Form(f'var("{change}")', f"{{}} {change}")
    if kind in ("pmod", "gmod"):
        _, name, _ = _concept(variant)
        at = f"{_text(variant.get('code'))}{_text(variant.get('pos'))}"
        cells = ", ".join(filter(None, (name, _text(variant.get("code")), _text(variant.get("pos")))))
        words = _braceless(_FORMS.get(name, f"{name}-modified"))
        return _Form(f"{kind}({cells})", f"{words} {{}}{f' at {_braceless(at)}' if at else ''}")
    if kind == "frag":
        reach = variant.get("range")
        start, stop = (reach.get("start"), reach.get("stop")) if isinstance(reach, Mapping) else (
            variant.get("start"), variant.get("stop"),
        )  # fmt: skip
        ends = _braceless(f"{_text(start) or '?'}-{_text(stop) or '?'}")
        return _Form(f'frag("{ends.replace("-", "_")}")', f"{{}} fragment {ends}")
    return None


def _composed(node: Mapping[str, Any], function: str, depth: int) -> BelTerm | None:
    short = _SHORT.get(function, function.lower() or "complex")
    inner = {key: _terms(node.get(key), depth) for key in ("members", "reactants", "products")}
    if inner["members"]:
        members = sorted(inner["members"], key=lambda t: t.bel)
        bel = _text(node.get("bel")) or f"{short}({', '.join(t.bel for t in members)})"
        names = "/".join(t.name for t in members)
        name = f"{names} complex" if function == "Complex" else names.replace("/", " and ")
        return BelTerm(bel, name[:_LONGEST_NAME], _TYPES.get(function, function or "Thing"), (), (bel,))
    if inner["reactants"] or inner["products"]:
        left, right = (", ".join(t.bel for t in inner[key]) for key in ("reactants", "products"))
        bel = _text(node.get("bel")) or f"rxn(reactants({left}), products({right}))"
        words = [" and ".join(t.name for t in inner[key]) for key in ("reactants", "products")]
        return BelTerm(bel, f"reaction of {words[0]} to {words[1]}"[:_LONGEST_NAME], "Reaction", (), (bel,))
    bel = _text(node.get("bel"))
    return BelTerm(bel, bel[:_LONGEST_NAME], _TYPES.get(function, function or "Thing")) if bel else None


def _terms(value: Any, depth: int) -> list[BelTerm]:
    return [t for node in _list(value) if isinstance(node, Mapping) and (t := _term_of(node, depth + 1))]


def _concept(node: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return (namespace, name, identifier), which newer files keep one level further down."""
    held = node.get("concept") or (node.get("identifier") if isinstance(node.get("identifier"), Mapping) else None)
    found = held if isinstance(held, Mapping) else node
    identifier = _text(found.get("identifier"))
    return _text(found.get("namespace")), _text(found.get("name")) or identifier, identifier


def _text(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _braceless(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _sign(head: FileHead) -> FileSign | None:
    if not head.text.lstrip().startswith("{"):
        return None
    marks = [m for m in ('"directed"', '"multigraph"', '"links"', '"graph"', '"nodes"') if m in head.text]
    return FileSign(FileRole.BOTH, f"is a JSON object with {', '.join(marks)}") if len(marks) >= 2 else None


FORMAT = Format(
    name="bel",
    title="BEL node-link JSON",
    rank=10,
    needs="a JSON object with nodes and links, as PyBEL writes it",
    sign=_sign,
    read=BelSource,
    shape="node-link JSON as PyBEL writes it, one file or many",
    keeps=(
        "evidence sentences, PMIDs, annotations (species and cell lines in the note). Activity, degradation and"
        " transport become entities of their own, tied by `aspectOf`; `causesNoChange` denies *regulates*,"
        ' `noCorrelation` *is correlated with*, a member such as `"negated": true` its link'
    ),
)
