"""ADInt, the graph of KNOWNET: CUI, name, type of the nodes, and Source, Target, Relation with PubMed ids.

Format: https://github.com/houyurain/ADInt (Xiao et al. 2024, doi:10.1093/jamia/ocad206)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.cells import column_key, one_line
from kgcore.ingest.formats import FileRole, FileSign, Format, column_sign
from kgcore.ingest.report import ImportStage
from kgcore.ingest.source import RawStatement, TabularSource
from kgcore.ingest.text import FileHead

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


class AdintSource(TabularSource):
    """See `RowSource`."""

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the entities; their CUIs are their ids."""
        for file in self.found.nodes:
            for row in self.rows(file, ImportStage.NODES, _NODES, required=3):
                cui, name, type, also, about = row.cells
                xrefs = (f"UMLS:{cui.strip()}",) if _CUI.fullmatch(cui.strip()) else ()
                names = re.split(r"[|;]", also) if also else ()
                yield self.node(
                    row.at, cui, name, type, synonyms=names, xrefs=xrefs, description=about, extra=row.others
                )

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the relations with the papers that state them; a list of ids may look like "[123, 456]"."""
        for file in self.found.edges:
            for row in self.rows(file, ImportStage.EDGES, _EDGES, required=3):
                source, relation, target, pubmed, sentence = row.cells
                pubmed = pubmed or _pubmed_in(row.others)
                cited = [id for id in _LIST.split(_PAGE.sub(r"\1", pubmed)) if id.lower() not in _NOTHING]
                predicate = one_line(relation)
                said = RawStatement(
                    source,
                    predicate[len(_NEGATED) :] if predicate.upper().startswith(_NEGATED) else predicate,
                    target,
                    predicate.upper().startswith(_NEGATED),
                    cited,
                    (SOURCE,),
                    (sentence,) if sentence else (),
                    extra=row.others,
                )
                yield self.edge(row.at, said)


def _pubmed_in(others: Mapping[str, str]) -> str:
    """Return the cell of a column whose name says PubMed in yet another way."""
    return next((cell for key, cell in others.items() if "pubmed" in column_key(key) or "pmid" in column_key(key)), "")


def _sign(head: FileHead) -> FileSign | None:
    nodes = column_sign(head, FileRole.NODES, "cui", "name", "type")
    return nodes or column_sign(head, FileRole.EDGES, "source", "target", "relation")


FORMAT = Format(
    name="adint",
    title="ADInt / KNOWNET",
    rank=110,
    needs="a table with CUI, name, type and one with Source, Target, Relation",
    both_needed=True,
    sign=_sign,
    read=AdintSource,
    shape=(
        "ADInt / KNOWNET: `CUI,name,type` and `Source,Target,Relation` with PubMed ids (`PubMed_ID`, `PMID`, …; one, or"
        " a list such as `[11, 12]`)"
    ),
    keeps="`NEG_…` relations as denials",
)
