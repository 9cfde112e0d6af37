"""Who wrote a paper, and where in its journal it stands: what its citation has beyond title, journal and year. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

# What stands behind a surname and given names: "King, Martin Luther, Jr"
_SUFFIX = re.compile(r"(?:Jr|Sr|Esq|Filho|Junior|Neto|[IVX]{1,4}|\d{1,2}(?:st|nd|rd|th))\.?", re.IGNORECASE)


class Citation(NamedTuple):
    """Named as the fields of `Paper` are, and as the columns of every table that has them (`Citation._fields`).

    An author is "Surname, Given names", perhaps with a suffix behind another comma, or a group's name, without commas.
    """

    authors: tuple[str, ...] = ()
    volume: str = ""
    issue: str = ""
    pages: str = ""

    @classmethod
    def of_cells(cls, cells: Sequence[str | None]) -> Citation:
        """Return what stands in the cells of a table; None is an empty one."""
        authors, *place = (cell or "" for cell in cells)
        return cls(tuple(authors.split("|")) if authors else (), *place)

    def cells(self) -> tuple[str, ...]:
        """Return it as the cells of a table: the authors joined by "|"."""
        return ("|".join(self.authors), *self[1:])

    def completed(self, other: Citation) -> Citation:
        """Return it with what another one knows where it is empty itself."""
        place = (own or theirs for own, theirs in zip(self[1:], other[1:], strict=True))
        return Citation(self.authors or other.authors, *place)


UNKNOWN = Citation()


def person_name(family: str, given: str, suffix: str = "") -> str:
    """Return a person's name as authors are written, without commas inside its parts, or a suffix that is none."""
    parts = family, given, suffix if given and _SUFFIX.fullmatch(suffix) else ""
    return ", ".join(filter(None, (part.replace(",", "") for part in parts)))


def group_name(name: str) -> str:
    """Return a group's name without commas, which would make a surname of what stands before them."""
    return name.replace(",", ";")


def name_parts(name: str) -> tuple[str, ...]:
    """Return surname, given names and perhaps the suffix of a person; a group's name is one part."""
    parts = tuple(part.strip() for part in name.split(","))
    return parts if len(parts) == 2 or (len(parts) == 3 and _SUFFIX.fullmatch(parts[2])) else (name,)


def is_author(name: str) -> bool:
    """Whether this can be one author's name: several in one are told by their semicolons or their many commas."""
    if ";" in name and all("," in part for part in name.split(";")):
        return False
    parts = name_parts(name)
    return bool(parts[0]) and (len(parts) > 1 or "," not in name)
