"""Headers of Neo4j's bulk import, and which of their properties mean what.

Format: https://neo4j.com/docs/operations-manual/5/tools/neo4j-admin/neo4j-admin-import/#import-tool-header-format
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from kgcore.errors import InputError
from kgcore.graph.formats import MORE
from kgcore.graph.importers.cells import once
from kgcore.graph.importers.shelved import plain

_FIELD = re.compile(
    r"(?P<name>[^:]*)(:(?P<type>[A-Za-z_]+)(?P<list>\[\])?(\((?P<space>[^)]*)\))?(\{(?P<options>.*)\})?)?", re.DOTALL
)


_LABEL = re.compile(r"(?:^|,)\s*label\s*:\s*([^,]+)", re.I)


class Use(Enum):
    """What a column is for."""

    ID = "ID"
    LABEL = "LABEL"
    START = "START_ID"
    END = "END_ID"
    TYPE = "TYPE"
    IGNORE = "IGNORE"
    NAME = "name"
    SYNONYMS = "synonyms"
    XREFS = "xrefs"
    DESCRIPTION = "description"
    PUBLICATIONS = "publications"
    SENTENCES = "sentences"
    SOURCES = "sources"
    NEGATED = "negated"
    NOTE = "note"
    EDGE_ID = "id"
    PROPERTY = "property"


_SPECIAL = {use.value: use for use in (Use.ID, Use.LABEL, Use.START, Use.END, Use.TYPE, Use.IGNORE)}
# Names of properties, the likeliest first, without case and underscores.
_NODE = {
    Use.NAME: "name|preferredname|displayname|preferredlabel|preferredterm|label|title|fullname|nodename",
    Use.SYNONYMS: "synonyms|synonym|aliases|alias|alternativenames|altnames|othernames",
    Use.XREFS: "xrefs|xref|dbxrefs|crossreferences|sameas|equivalentidentifiers",
    Use.DESCRIPTION: "description|definition|summary",
}
_EDGE = {
    Use.PUBLICATIONS: "publications|pmid|pmids|pubmed|pubmedid|pubmedids|publication|references|papers|literature",
    Use.SENTENCES: "sentences|sentence|supportingtext|evidencesentence|evidencetext",
    Use.SOURCES: "sources|source|primaryknowledgesource|knowledgesource|providedby|datasource|datasources",
    Use.NEGATED: "negated|isnegated|negation",
    Use.NOTE: "note",
    Use.EDGE_ID: "id|edgeid|relationshipid",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its property's name, what it is for, whether it holds a list, the id space of an id, and the label
    that its options give: `uuid:ID(Person){label:Person}`.
    """

    name: str
    use: Use
    many: bool = False
    space: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """All columns of a table."""

    columns: tuple[Column, ...]

    def at(self, use: Use) -> int | None:
        """Return where the column of this use stands."""
        return next((i for i, c in enumerate(self.columns) if c.use is use), None)

    @property
    def relates(self) -> bool:
        """Whether it is a table of relationships."""
        return self.at(Use.START) is not None

    def space(self, use: Use) -> str:
        """Return the id space of a column."""
        at = self.at(use)
        return "" if at is None else self.columns[at].space

    @property
    def label(self) -> str:
        """The label that the id column's options give, or ""."""
        at = self.at(Use.ID)
        return "" if at is None else self.columns[at].label


def parse(file: str, cells: Sequence[str]) -> Header:
    """Return the columns of a header; raises InputError where a column stands twice or an end is missing."""
    once(file, list(cells))
    fields = [_field(cell.strip()) for cell in cells]
    uses = {c.use for c in fields}
    relates = Use.START in uses or Use.END in uses
    if relates and not {Use.START, Use.END} <= uses:
        lacks = "END_ID" if Use.START in uses else "START_ID"
        raise InputError(f"has no :{lacks} column.", where=f"{file}:1", mend="Relationships need both ends.")
    if not relates and Use.ID not in uses:
        raise InputError("has no :ID column.", where=f"{file}:1", mend="Entities need one.")
    for use, names in (_EDGE if relates else _NODE).items():
        ranked = names.split("|")
        known = [plain(c.name) if c.use is Use.PROPERTY else "" for c in fields]
        found = next((known.index(n) for n in ranked if n in known), None)
        if found is not None:
            fields[found] = Column(fields[found].name, use, fields[found].many)
    return Header(tuple(fields))


def _field(cell: str) -> Column:
    found = _FIELD.fullmatch(cell)
    if found is None:
        return Column(cell, Use.PROPERTY)
    kind = found["type"] or ""
    use = _SPECIAL.get(kind.upper(), Use.PROPERTY)
    if found["name"].casefold() == MORE:
        return Column(MORE, Use.PROPERTY)
    label = _LABEL.search(found["options"] or "")
    return Column(
        found["name"].strip(),
        use,
        bool(found["list"]) or use is Use.LABEL,
        (found["space"] or "").strip(),
        label[1].strip() if label else "",
    )
