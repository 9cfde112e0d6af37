"""What MAXO's annotations say is done about the phenotypes of a disease (maxo-annotations.tsv).

Format: https://github.com/monarch-initiative/maxo-annotations. A row reads "in this disease, this action has this
relation to this phenotype"; the root of all phenotypes, or a disease in its place, stands for the disease itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.ingest.cells import column_key
from kgcore.ingest.source import RawStatement
from kgcore.ingest.text import FileHead
from kgcore.values.model import Predicate

SOURCE = "MAXO annotations"
ACTION_COLUMNS = (
    *(("disease_id",), ("disease_name",), ("source_id",), ("maxo_id",), ("maxo_name",), ("hpo_id",), ("relation",)),
    *(("extension_id",), ("extension_name",)),
)
_MANAGES = "used_in_management_of"
_AVOIDED = "contraindicated_for"
_RELATIONS = {  # as MAXO names them → predicate, denied
    "treats": ("treats", False),
    "prevents": ("prevents", False),
    "lack of observed response": ("treats", True),
    "no_observed_benefit": ("treats", True),
    "contraindicated": (_AVOIDED, False),
}
ACTION_PREDICATES = (
    Predicate("treats", "treats"),
    Predicate("prevents", "prevents"),
    Predicate(_AVOIDED, "is contraindicated for", opposite=("treats",)),
    Predicate(_MANAGES, "is used in the management of"),
)
_ROOT = "HP:0000118"  # "phenotypic abnormality"
_PHENOTYPE = re.compile(r"HP:\d{7}")
_AGENT = re.compile(r"CHEBI:\d+")
_PAPER = re.compile(r"PMID:\d+", re.I)


def relates_actions(head: FileHead) -> bool:
    """Tell whether a table is MAXO's."""
    return {"maxoid", "hpoid", "relation"} <= {column_key(cell) for cell in head.cells}


class MedicalActions:
    """Turns MAXO's rows into entities and statements; a disease that HPO names alike is HPO's.

    A row is the cells of `ACTION_COLUMNS`, in their order.
    """

    def __init__(self) -> None:
        self._named: dict[str, str] = {}  # the name of a disease, without case → its id in HPO
        self._meant: dict[str, str] = {}  # MAXO's id of a disease → HPO's

    def knows(self, id: str, name: str) -> None:
        """Remember a disease of HPO's; OMIM's stand before others of the same name."""
        key = " ".join(name.split()).casefold()
        if id.startswith("OMIM:") or key not in self._named:
            self._named[key] = id

    def entities(self, row: Sequence[str]) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
        """Yield id, name, type and cross-references of what a row is about."""
        disease, title, _, action, called, phenotype, relation, agent, agent_name = map(str.strip, row)
        if relation not in _RELATIONS:
            return
        known = self._named.get(" ".join(title.split()).casefold())
        self._meant.setdefault(disease, known or disease)
        yield self._meant[disease], title, "Disease", (disease,) if known else ()
        yield action, called, "MedicalAction", ()
        if _AGENT.fullmatch(agent) and agent_name:
            yield agent, agent_name, "Chemical", ()
        if _PHENOTYPE.fullmatch(phenotype) and phenotype != _ROOT:
            yield phenotype, "", "Phenotype", ()

    def statements(self, row: Sequence[str]) -> Iterator[RawStatement]:
        """Yield what a row says of its action, and of the substance that is given."""
        disease, _, source, action, _, phenotype, relation, agent, agent_name = map(str.strip, row)
        if relation not in _RELATIONS:
            return
        predicate, denied = _RELATIONS[relation]
        about = phenotype if _PHENOTYPE.fullmatch(phenotype) and phenotype != _ROOT else ""
        papers = (source,) if _PAPER.fullmatch(source) else ()
        ill = self._meant.get(disease, disease)
        for doing in (action, agent) if _AGENT.fullmatch(agent) and agent_name else (action,):
            yield RawStatement(doing, predicate, about or ill, denied, papers, (SOURCE,))
            if about and not denied and predicate != _AVOIDED:
                yield RawStatement(doing, _MANAGES, ill, False, papers, (SOURCE,))

    def left_out(self, row: Sequence[str]) -> str | None:
        """Return what is to be counted of a row that says nothing definite, else None."""
        relation = row[6].strip()
        return None if relation in _RELATIONS else f"medical actions whose relation is {relation[:40]!r}, left out"
