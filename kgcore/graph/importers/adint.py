"""Reads ADInt, the graph of KNOWNET: CUI, name, type of the nodes, and Source, Target, Relation with PubMed ids.

Format: https://github.com/houyurain/ADInt (Xiao et al. 2024, doi:10.1093/jamia/ocad206)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kgcore.graph.importers.progress import Stage
from kgcore.graph.importers.shelf import Said, tidy
from kgcore.graph.importers.shelved import Shelved, plain
from kgcore.graph.rows import EdgeRow, NodeRow

SOURCE = "ADInt"
_NODES = (
    ("CUI", "id"),
    ("name",),
    ("type", "label"),
    ("synonyms", "synonym", "aliases"),
    ("description", "definition"),
)
_EDGES = (
    *(("Source", "subject"), ("Relation", "type", "predicate"), ("Target", "object")),
    ("PubMed_ID", "PubMed_IDs", "PMID", "PMIDs", "PubMed", "Publications", "pubmedid", "PubMed id list"),
    ("Sentence", "Sentences", "Evidence"),
)
_CUI = re.compile(r"C\d{7}")
_LIST = re.compile(r"[\s\[\](){}\"'|,;]+")
_PAGE = re.compile(r"https?://pubmed\.ncbi\.nlm\.nih\.gov/(\d+)/?|PMID:(?=\s)", re.I)
_NOTHING = frozenset({"", "none", "nan", "null", "na"})
_NEGATED = "NEG_"


class AdintSource(Shelved):
    """See `Source`."""

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the entities; their CUIs are their ids."""
        for part in self.found.nodes:
            for row in self.rows(part, Stage.NODES, _NODES, required=3):
                cui, name, type, also, about = row.cells
                xrefs = (f"UMLS:{cui.strip()}",) if _CUI.fullmatch(cui.strip()) else ()
                names = re.split(r"[|;]", also) if also else ()
                found = self.shelf.node(
                    row.at, cui, name, type, synonyms=names, xrefs=xrefs, description=about, extra=row.others
                )
                if found is not None:
                    yield found

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the relations with the papers that state them; a list of ids may look like "[123, 456]"."""
        for part in self.found.edges:
            for row in self.rows(part, Stage.EDGES, _EDGES, required=3):
                source, relation, target, pubmed, sentence = row.cells
                pubmed = pubmed or _pubmed_in(row.others)
                cited = [id for id in _LIST.split(_PAGE.sub(r"\1", pubmed)) if id.lower() not in _NOTHING]
                predicate = tidy(relation)
                said = Said(
                    source,
                    predicate[len(_NEGATED) :] if predicate.upper().startswith(_NEGATED) else predicate,
                    target,
                    predicate.upper().startswith(_NEGATED),
                    cited,
                    (SOURCE,),
                    (sentence,) if sentence else (),
                    extra=row.others,
                )
                found = self.shelf.edge(row.at, said)
                if found is not None:
                    yield found


def _pubmed_in(others: Mapping[str, str]) -> str:
    """Return the cell of a column whose name says PubMed in yet another way."""
    return next((cell for key, cell in others.items() if "pubmed" in plain(key) or "pmid" in plain(key)), "")
