"""What an importer hands to a backend, one tuple per row: checked, decoded and split."""

from __future__ import annotations

from typing import NamedTuple


class NodeRow(NamedTuple):
    """An entity; `extra` holds the columns that the format does not name, as JSON ("" for none)."""

    id: str
    name: str
    type: str
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()
    description: str = ""
    extra: str = ""


class PaperRow(NamedTuple):
    """A publication; `year` is 0 where it is unknown."""

    id: str
    title: str = ""
    journal: str = ""
    year: int = 0
    url: str = ""


class EdgeRow(NamedTuple):
    """A statement between the entities numbered `subject` and `object`; `year` is that of the newest paper, or 0."""

    id: str
    subject: int
    predicate: str
    object: int
    negated: bool = False
    publications: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    note: str = ""
    extra: str = ""
    year: int = 0
