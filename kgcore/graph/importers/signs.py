"""What each format's files look like: per format, what a file is by the way it begins, and what gave it away."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

from kgcore.graph.formats import PAPER_SPACE, PREDICATE_SPACE, Format
from kgcore.graph.importers.heads import Head
from kgcore.graph.importers.hpo_genes import relates_genes


class Role(Enum):
    """What a file of a graph holds."""

    NODES = "entities"
    EDGES = "relations"
    BOTH = "entities and relations"
    PAPERS = "papers"
    PREDICATES = "predicates"
    NAMES = "names"


class Sign(NamedTuple):
    """What a file holds, and how that shows."""

    role: Role
    why: str


_NEO4J_ID = re.compile(r"(^|[^:]):ID(\(|\{|$)|:ID$")
_NEO4J_ENDS = re.compile(r":(START_ID|END_ID)(\(|$)")
_IDISK_NODES = frozenset({"dsi", "dsp", "d", "dis", "ss", "soc", "tc"})
_IDISK_EDGES = re.compile(r"(dsp|dsi)_(dsi|dis|d|ss|soc|tc)")
_CUI = re.compile(r"C\d{7}(\|.*)?|\d+(\|.*)?")
_NUMBER = re.compile(r"\s*[-+]?[\d.,]+(e[-+]?\d+)?\s*", re.I)  # a table of measurements relates nothing
_LOOKED_AT = 50  # lines
_RDF_NAMES = (".ttl", ".nt", ".turtle", ".ntriples")
_RDF = re.compile(r"\s*(@prefix\s|@base\s|prefix\s+\S*:\s*<|base\s+<|<[a-z]+:[^<>\s]*>\s+<[^<>\s]+>\s)", re.I)


def _columns(head: Head, role: Role, *names: str) -> Sign | None:
    if not head.has(*names):
        return None
    written = {cell.casefold(): cell for cell in head.cells}
    return Sign(role, f"has the columns {', '.join(written[name] for name in names)}")


def _kgx(head: Head) -> Sign | None:
    if head.delimiter != "\t":
        return None
    if head.has("subject", "predicate", "object"):  # before nodes: relations have an id and a category, too
        return _columns(head, Role.EDGES, "subject", "predicate", "object")
    nodes = next((n for n in ("category", "categories") if head.has("id", n)), "")
    if nodes:
        return _columns(head, Role.NODES, *(("id", "name", nodes) if head.has("name") else ("id", nodes)))
    if head.has("predicate", "label") or head.has("predicate", "phrases"):
        return Sign(Role.PREDICATES, "describes predicates")
    papers = head.has("id", "title") or head.part.stem.lower().endswith("papers")
    return Sign(Role.PAPERS, "lists papers") if papers else None


def _kgx_jsonl(head: Head) -> Sign | None:
    value = head.json()
    if "links" in value or "edges" in value:
        return None
    if {"subject", "predicate", "object"} <= value.keys():
        return Sign(Role.EDGES, "has JSON objects with subject, predicate and object")
    if {"id", "category"} <= value.keys() or {"id", "categories"} <= value.keys():
        return Sign(Role.NODES, "has JSON objects with id and category")
    return None


def _neo4j(head: Head) -> Sign | None:
    if "neo4j-admin" in head.text and "--" in head.text:
        return Sign(Role.NAMES, "calls Neo4j's import")
    ends = [c for c in head.cells if _NEO4J_ENDS.search(c)]
    if len(ends) >= 2:
        return Sign(Role.EDGES, f"has the columns {', '.join(ends)}")
    found = next((c for c in head.cells if _NEO4J_ID.search(c)), "")
    for space, role in ((PAPER_SPACE, Role.PAPERS), (PREDICATE_SPACE, Role.PREDICATES)):
        if f":ID({space})" in found:
            return Sign(role, f"has the column {found}")
    return Sign(Role.NODES, f"has the column {found}") if found else None


def _primekg(head: Head) -> Sign | None:
    return _columns(head, Role.BOTH, "relation", "display_relation", "x_id", "x_type", "x_name", "y_id")


def _hetionet(head: Head) -> Sign | None:
    nodes = _columns(head, Role.NODES, "id", "name", "kind")
    return nodes or _columns(head, Role.EDGES, "source", "metaedge", "target")


def _idisk(head: Head) -> Sign | None:
    stem = head.part.stem.lower()
    if stem in _IDISK_NODES and head.has("idisk_id", "name"):
        return Sign(Role.NODES, "has the columns iDISK_ID, Name")
    if _IDISK_EDGES.fullmatch(stem) and head.has("relation"):
        return Sign(Role.EDGES, "relates iDISK's entities")
    return None


def _adint(head: Head) -> Sign | None:
    nodes = _columns(head, Role.NODES, "cui", "name", "type")
    return nodes or _columns(head, Role.EDGES, "source", "target", "relation")


def _semmeddb(head: Head) -> Sign | None:
    c = head.cells
    if not (head.delimiter == "," and 12 <= len(c) <= 15):
        return None
    if all(cell.isdigit() for cell in c[:2]) and c[3].isupper() and _CUI.fullmatch(c[4]) and _CUI.fullmatch(c[8]):
        return Sign(Role.BOTH, f"has {len(c)} columns without a header, with {c[3]} between two concepts")
    return None


def _hpo(head: Head) -> Sign | None:
    names = {name.lstrip("#").strip().replace("_", "") for name in head.names}
    if head.first.startswith("format-version:") and head.part.plain_name.endswith(".obo"):
        return Sign(Role.NAMES, "is an ontology in OBO format")
    if relates_genes(head.part):
        return Sign(Role.BOTH, "relates genes to HPO's terms")
    if {"hpoid", "hponame"} <= names:
        return Sign(Role.NAMES, "names HPO's terms")
    found = {"databaseid", "qualifier"} <= names and bool({"hpoid"} & names)
    return Sign(Role.BOTH, "has the columns database_id, qualifier, hpo_id") if found else None


def _bel(head: Head) -> Sign | None:
    if not head.text.lstrip().startswith("{"):
        return None
    marks = [m for m in ('"directed"', '"multigraph"', '"links"', '"graph"', '"nodes"') if m in head.text]
    return Sign(Role.BOTH, f"is a JSON object with {', '.join(marks)}") if len(marks) >= 2 else None


def _rdf(head: Head) -> Sign | None:
    if head.part.plain_name.lower().endswith(_RDF_NAMES):
        return Sign(Role.BOTH, f"is named .{head.part.plain_name.rpartition('.')[2]}")
    return Sign(Role.BOTH, "begins as Turtle does") if _RDF.match(head.first) else None


def _triples(head: Head) -> Sign | None:
    cells = head.first.split("\t")
    if len(cells) != 3 or not all(cell.strip() for cell in cells):
        return None
    between = [row[1] for line in head.text.splitlines()[1:_LOOKED_AT] if len(row := line.split("\t")) == 3]
    return None if between and all(map(_NUMBER.fullmatch, between)) else Sign(Role.BOTH, "has three columns")


# The first that fits wins: exact ones first.
SIGNS: Mapping[Format, Callable[[Head], Sign | None]] = {
    Format.BEL: _bel,
    Format.KGX_JSONL: _kgx_jsonl,
    Format.RDF: _rdf,
    Format.NEO4J: _neo4j,
    Format.BIOCYPHER: _neo4j,
    Format.PRIMEKG: _primekg,
    Format.IDISK: _idisk,
    Format.HPO: _hpo,
    Format.KGX: _kgx,
    Format.HETIONET: _hetionet,
    Format.ADINT: _adint,
    Format.SEMMEDDB: _semmeddb,
    Format.TRIPLES: _triples,
}
NEEDS: Mapping[Format, str] = {
    Format.KGX: "nodes.tsv (id name category …) and edges.tsv (subject predicate object …), tab-separated",
    Format.KGX_JSONL: "JSON objects, one a line: with id and category, and with subject, predicate and object",
    Format.NEO4J: "CSV files with :ID columns and CSV files with :START_ID and :END_ID columns",
    Format.BIOCYPHER: "files named …-header.csv with :ID or :START_ID columns, beside …-part000.csv",
    Format.PRIMEKG: "kg.csv with relation, display_relation, x_id, x_type, x_name, y_id, y_type, y_name",
    Format.HETIONET: "a table with id, name, kind and one with source, metaedge, target",
    Format.IDISK: "DSI.csv … with iDISK_ID and Name, and dsi_dis.csv … with Relation",
    Format.ADINT: "a table with CUI, name, type and one with Source, Target, Relation",
    Format.SEMMEDDB: "a CSV file of 12 to 15 columns without a header, as the table PREDICATION has",
    Format.HPO: "phenotype.hpoa with database_id, disease_name, qualifier, hpo_id",
    Format.BEL: "a JSON object with nodes and links, as PyBEL writes it",
    Format.RDF: "Turtle or N-Triples",
    Format.TRIPLES: "lines of head<TAB>relation<TAB>tail",
}
