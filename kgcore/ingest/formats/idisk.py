"""IDISK 2.0: seven tables of entities and six of relations, with ratings and source descriptions.

Format: https://github.com/houyurain/iDISK2.0 (Data/Entities and Data/Relationships)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kgcore.errors import InputError
from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.cells import column_key, one_line
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format
from kgcore.ingest.report import ImportStage
from kgcore.ingest.source import RawStatement, TableRow, TabularSource
from kgcore.ingest.text import FileHead
from kgcore.values.model import Predicate

SOURCE = "iDISK 2.0"
_TYPES = {
    "dsi": "DietarySupplementIngredient",
    "dsp": "DietarySupplementProduct",
    "d": "Drug",
    "dis": "Disease",
    "ss": "SignOrSymptom",
    "soc": "SystemOrganClass",
    "tc": "TherapeuticClass",
}
_NODES = (("iDISK_ID",), ("Name",), ("CUI", "UMLS_CUI"), ("Synonyms", "Synonym", "Aliases", "Other_Names"))
# The sources of iDISK have a column each, with the names that they use.
_NAMES = frozenset({"mskcc", "nm", "nmcd", "nhp", "nhpid", "lnhpd", "dsld", "dsldid", "commonname", "scientificname"})
# "Likely Ineffective": https://naturalmedicines.therapeuticresearch.com (effectiveness ratings)
_REFUSED = re.compile(
    r"\b(in-?effect|(un|non)-?effective|not\s+effective|unlikely\s+effective|no\s+(effect|benefit)|disprov|refut)", re.I
)
_HEDGED = re.compile(r"\b(possibly|probably|perhaps|may|might|could|maybe)\b.*\beffective\b", re.I)
_PLAIN = re.compile(r"((likely|very|highly|generally)\s+)?effective\b(?!.*\b(not|no|only|if|but)\b).*", re.I)
_EDGE_STEMS = re.compile(r"(dsp|dsi)_(dsi|dis|d|ss|soc|tc)")
_OTHER_RATINGS = ("safe", "interaction", "severity")  # which say nothing of an effect
_EFFECTIVE = "is_effective_for"
_UNSETTLED = "has_unsettled_effect_on"
_POSSIBLE = "may_be_effective_for"
_CUI = re.compile(r"C\d{7}")
_LABELS = {
    _EFFECTIVE: "is effective for",
    "interacts_with": "interacts with",
    "has_ingredient": "has ingredient",
    "has_adverse_reaction": "has the adverse reaction",
    "has_adverse_effect_on": "has an adverse effect on",
    "has_therapeutic_class": "has the therapeutic class",
    _POSSIBLE: "may be effective for",
    _UNSETTLED: "has an unsettled effect on",
}


class IdiskSource(TabularSource):
    """See `RowSource`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe iDISK's six relations, and those for ratings that say less than that something is effective."""
        for name, label in _LABELS.items():
            yield Predicate(name, label, symmetric=name == "interacts_with")

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the entities; all that is told of them stands on their card."""
        for file in self.found.nodes:
            type = _TYPES.get(file.stem.lower(), "Thing")
            for row in self.rows(file, ImportStage.NODES, _NODES, required=2):
                id, name, cui, also = row.cells
                names = also.split("|")
                for column, cell in row.others.items():
                    if column_key(column) in _NAMES and "://" not in cell:
                        names += cell.split("|")
                cuis = tuple(f"UMLS:{c}" for c in _CUI.findall(cui))
                about = next((cell for key, cell in row.others.items() if column_key(key) == "background"), "")
                extra = {"CUI": cui, **_readable(row.others, "background")}
                yield self.node(row.at, id, name, type, synonyms=names, xrefs=cuis, description=about, extra=extra)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the relations; ratings and sources stand as their evidence."""
        for file in self.found.edges:
            first, second = file.stem.split("_", 1)
            for row in self._relations(file, first, second):
                subject, relation, object, source, pmids = row.cells
                ratings = [(k, one_line(v)) for k, v in row.others.items() if "rating" in column_key(k)]
                others = {k: v for k, v in row.others.items() if "rating" not in column_key(k)}
                about = next((v for k, v in row.others.items() if column_key(k) == "sourcedescription"), "")
                predicate, denied = _rated(one_line(relation), ratings)
                said = RawStatement(
                    subject,
                    predicate,
                    object,
                    denied,
                    publications=re.split(r"[|,;\s]+", pmids) if pmids else (),
                    sources=(_evidence(source, ratings),),
                    note=about,
                    extra=_readable(others, "sourcedescription"),
                )
                yield self.edge(row.at, said)

    def _relations(self, file: SourceFile, first: str, second: str) -> Iterator[TableRow]:
        wanted = ((first,), ("Relation",), (second,), ("Source",), ("PMID", "PMIDs", "PubMed_ID", "PubMed IDs"))
        try:
            yield from self.rows(file, ImportStage.EDGES, wanted, required=3)
        except InputError as exc:
            raise InputError(
                f"{exc.message} The columns should be {first.upper()}, Relation, {second.upper()}, Source …"
            ) from exc


def _rated(relation: str, ratings: list[tuple[str, str]]) -> tuple[str, bool]:
    """Return the predicate that the ratings leave of a relation, and whether they deny it.

    "Insufficient Reliable Evidence to Rate" stands behind "is effective for", too, and says that nobody knows: what is
    not plainly rated effective, or possibly so, is unsettled.
    """
    told = [value for key, value in ratings if value.strip() and not any(w in column_key(key) for w in _OTHER_RATINGS)]
    if any(_REFUSED.search(value) for value in told):
        return relation, True
    if relation != _EFFECTIVE or all(_PLAIN.fullmatch(value.strip()) for value in told):
        return relation, False
    known = all(_HEDGED.search(value) or _PLAIN.fullmatch(value.strip()) for value in told)
    return (_POSSIBLE if known else _UNSETTLED), False


def _evidence(source: str, ratings: list[tuple[str, str]]) -> str:
    """Return what an edge rests on, as one text: "iDISK 2.0: MSKCC, NM; interaction rating “Moderate”"."""
    told = [
        one_line(source),
        *(f"{one_line(name).replace('_', ' ').lower()} “{value}”" for name, value in ratings if value),
    ]
    rest = "; ".join(filter(None, told))
    return f"{SOURCE}: {rest}" if rest else SOURCE


def _readable(others: Mapping[str, str], *without: str) -> dict[str, str]:
    return {key.replace("_", " "): cell for key, cell in others.items() if column_key(key) not in without}


def _sign(head: FileHead) -> FileSign | None:
    stem = head.file.stem.lower()
    if stem in _TYPES and head.has("idisk_id", "name"):
        return FileSign(FileRole.NODES, "has the columns iDISK_ID, Name")
    if _EDGE_STEMS.fullmatch(stem) and head.has("relation"):
        return FileSign(FileRole.EDGES, "relates iDISK's entities")
    return None


FORMAT = Format(
    name="idisk",
    title="iDISK 2.0",
    rank=70,
    needs="DSI.csv … with iDISK_ID and Name, and dsi_dis.csv … with Relation",
    both_needed=True,
    sign=_sign,
    read=IdiskSource,
    shape=(
        "iDISK 2.0: `DSI.csv DSP.csv D.csv Dis.csv SS.csv SOC.csv TC.csv` (`iDISK_ID`, `Name`, `CUI`, …) and"
        " `dsp_dsi.csv dsi_dis.csv dsi_d.csv dsi_ss.csv dsi_SOC.csv dsi_TC.csv` (`DSI`, `Relation`, …)"
    ),
    keeps=(
        "ids, CUIs, attributes on the entity's card; `Source` and ratings as the evidence of a relation (a rating"
        " “ineffective” denies it; one that leaves it open, such as “insufficient reliable evidence” or any that does"
        " not plainly say “effective”, makes “is effective for” *has an unsettled effect on*, “possibly effective”"
        " makes it *may be effective for*), `Source Description` as its note"
    ),
)
