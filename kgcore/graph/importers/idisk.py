"""Reads iDISK 2.0: seven tables of entities and six of relations, with ratings and source descriptions.

Format: https://github.com/houyurain/iDISK2.0 (Data/Entities and Data/Relationships)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kgcore.errors import InputError
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Stage
from kgcore.graph.importers.shelf import Said, tidy
from kgcore.graph.importers.shelved import Row, Shelved, plain
from kgcore.graph.rows import EdgeRow, NodeRow
from kgcore.model import Predicate

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
_REFUSED = re.compile(r"\b(ineffective|not effective|no effect)", re.I)
_CUI = re.compile(r"C\d{7}")
_LABELS = {
    "is_effective_for": "is effective for",
    "interacts_with": "interacts with",
    "has_ingredient": "has ingredient",
    "has_adverse_reaction": "has the adverse reaction",
    "has_adverse_effect_on": "has an adverse effect on",
    "has_therapeutic_class": "has the therapeutic class",
}


class IdiskSource(Shelved):
    """See `Source`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe iDISK's six relations."""
        for name, label in _LABELS.items():
            yield Predicate(name, label, symmetric=name == "interacts_with")

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the entities; all that is told of them stands on their card."""
        for part in self.found.nodes:
            type = _TYPES.get(part.stem.lower(), "Thing")
            for row in self.rows(part, Stage.NODES, _NODES, required=2):
                id, name, cui, also = row.cells
                names = also.split("|")
                for column, cell in row.others.items():
                    if plain(column) in _NAMES and "://" not in cell:
                        names += cell.split("|")
                cuis = tuple(f"UMLS:{c}" for c in _CUI.findall(cui))
                about = next((cell for key, cell in row.others.items() if plain(key) == "background"), "")
                extra = {"CUI": cui, **_readable(row.others, "background")}
                found = self.shelf.node(
                    row.at, id, name, type, synonyms=names, xrefs=cuis, description=about, extra=extra
                )
                if found is not None:
                    yield found

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the relations; ratings and sources stand as their evidence."""
        for part in self.found.edges:
            first, second = part.stem.split("_", 1)
            for row in self._relations(part, first, second):
                subject, relation, object, source, pmids = row.cells
                ratings = [(k, tidy(v)) for k, v in row.others.items() if "rating" in plain(k)]
                about = next((v for k, v in row.others.items() if plain(k) == "sourcedescription"), "")
                said = Said(
                    subject,
                    tidy(relation),
                    object,
                    any(_REFUSED.search(value) for _, value in ratings),
                    publications=re.split(r"[|,;\s]+", pmids) if pmids else (),
                    sources=(_evidence(source, ratings),),
                    note=about,
                    extra=_readable(row.others, "sourcedescription"),
                )
                found = self.shelf.edge(row.at, said)
                if found is not None:
                    yield found

    def _relations(self, part: Part, first: str, second: str) -> Iterator[Row]:
        wanted = ((first,), ("Relation",), (second,), ("Source",), ("PMID", "PMIDs", "PubMed_ID", "PubMed IDs"))
        try:
            yield from self.rows(part, Stage.EDGES, wanted, required=3)
        except InputError as exc:
            raise InputError(
                f"{exc.message} The columns should be {first.upper()}, Relation, {second.upper()}, Source …"
            ) from exc


def _evidence(source: str, ratings: list[tuple[str, str]]) -> str:
    """Return what an edge rests on, as one text: "iDISK 2.0: MSKCC, NM; interaction rating “Moderate”"."""
    told = [tidy(source), *(f"{tidy(name).replace('_', ' ').lower()} “{value}”" for name, value in ratings if value)]
    rest = "; ".join(filter(None, told))
    return f"{SOURCE}: {rest}" if rest else SOURCE


def _readable(others: Mapping[str, str], *without: str) -> dict[str, str]:
    return {key.replace("_", " "): cell for key, cell in others.items() if plain(key) not in without}
