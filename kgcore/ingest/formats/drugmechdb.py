"""DrugMechDB: for each indication the path from the drug to the disease, as node-link JSON in one array.

Format: https://github.com/SuLab/DrugMechDB/blob/main/CurationGuide.md
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.formats import FileRole, FileSign, Format
from kgcore.ingest.report import ImportStage, RowTrouble
from kgcore.ingest.source import CheckedSource, RawStatement
from kgcore.ingest.text import FileHead, json_items
from kgcore.values.model import Predicate

SOURCE = "DrugMechDB"
_TREATS = "treats"
_PUBMED = re.compile(r"(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(\d{1,9})\b", re.I)
_PREFIXES = {"DB": "DRUGBANK"}  # as DrugMechDB abbreviates them → as identifiers have them


class DrugMechDbSource(CheckedSource):
    """See `RowSource`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe what every path says as a whole."""
        yield Predicate(_TREATS, "treats")

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield every entity once, under the name that most paths give it; other names are its synonyms."""
        kinds: dict[str, str] = {}
        names: dict[str, Counter[str]] = {}
        others: dict[str, set[str]] = {}
        at: dict[str, tuple[Any, int]] = {}
        for file in self.found.nodes:
            for number, path in json_items(file, self.advance(ImportStage.NODES)):
                if not _is_path(path):
                    self.findings.add(f"{file.name}: path {number}", RowTrouble.BAD_RECORD)
                    continue
                for id, name, kind in _nodes_of(path):
                    at.setdefault(id, (file, number))
                    kinds.setdefault(id, kind)
                    names.setdefault(id, Counter())[name] += 1
                drug, drugbank = _text(path["graph"].get("drug_mesh")), _text(path["graph"].get("drugbank"))
                if drug and drugbank:
                    others.setdefault(drug, set()).add(_tidy(drugbank))
        for id, called in names.items():
            best, *also = (name for name, _ in called.most_common())
            yield self.node(at[id], id, best, kinds[id], synonyms=also, xrefs=sorted(others.get(id, set())))

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the steps of the paths, and of each path that its drug treats its disease."""
        for file in self.found.edges:
            for number, path in json_items(file, self.advance(ImportStage.EDGES)):
                if not _is_path(path):
                    continue
                known, graph = {id for id, _, _ in _nodes_of(path)}, path["graph"]
                drug, disease = _text(graph.get("drug_mesh")), _text(graph.get("disease_mesh"))
                about = " in ".join(filter(None, (_text(graph.get("drug")), _text(graph.get("disease")))))
                steps = (f"{SOURCE}: the path of {about}" if about else SOURCE,)
                for n, link in enumerate(path["links"], 1):
                    told = link if isinstance(link, Mapping) else {}
                    first, verb, second = (_text(told.get(key)) for key in ("source", "key", "target"))
                    said = RawStatement(first, verb, second, sources=steps, id=f"{number}.{n}")
                    yield self.edge((file, number), said)
                if drug in known and disease in known:
                    papers = tuple(dict.fromkeys(f"PMID:{int(n)}" for n in _PUBMED.findall(_references(path))))
                    said = RawStatement(drug, _TREATS, disease, False, papers, (SOURCE,), id=f"{number}.0")
                    yield self.edge((file, number), said)


def _is_path(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("nodes"), list)
        and isinstance(value.get("links"), list)
        and isinstance(value.get("graph"), Mapping)
    )


def _nodes_of(path: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for node in path["nodes"]:
        if isinstance(node, Mapping) and (id := _text(node.get("id"))) and (name := _text(node.get("name"))):
            yield id, name, _text(node.get("label"))


def _references(path: Mapping[str, Any]) -> str:
    """Return what a path rests on, as text: addresses of web pages, some of them PubMed's."""
    return json.dumps(path.get("references") or path.get("reference") or path["graph"].get("references") or "")


def _tidy(id: str) -> str:
    prefix, mark, rest = id.partition(":")
    local = rest.removeprefix(f"{prefix}:")
    return f"{_PREFIXES.get(prefix, prefix)}:{local}" if mark else id


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _sign(head: FileHead) -> FileSign | None:
    text = head.text.lstrip()
    if not text.startswith("[") or not all(mark in head.text for mark in ('"links"', '"nodes"', '"drug_mesh"')):
        return None
    return FileSign(FileRole.BOTH, "is a JSON array of paths from a drug to a disease")


FORMAT = Format(
    name="drugmechdb",
    title="DrugMechDB's paths",
    rank=15,
    needs="indication_paths.json, an array of paths with graph, nodes and links",
    sign=_sign,
    read=DrugMechDbSource,
    shape="`indication_paths.json`: an array of paths with `graph`, `nodes` and `links`",
    keeps=(
        "an entity goes by the name that most paths give it, the others are synonyms; DrugBank's ids as"
        " cross-references. Each path says besides its steps that its drug *treats* its disease, with the papers that"
        " the path names"
    ),
)
