"""The words for whom a relation is said of, where a graph gives a taxon, a sex or an onset by its id or in Latin."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

_TAXON = re.compile(r"(?:ncbi|tax(?:on(?:omy)?|id)|[:_\s])*(\d+)", re.IGNORECASE)
_CURIE = re.compile(r"[A-Za-z][\w.]*:\S+")


@cache
def _table() -> dict[str, str]:
    lines = files(__package__).joinpath("contexts.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")][1:]
    return {key.casefold(): words for id, name, words in rows for key in (id, name)}


def species_words(written: Iterable[str]) -> str:
    """Return "mice" for "10090", "NCBITaxon:10090" or "Mus_musculus", several joined; unknown ones are left out."""
    found = []
    for one in written:
        taxon = _TAXON.fullmatch(one.strip())
        found.append(_table().get(f"ncbitaxon:{taxon[1]}" if taxon else _plain(one), ""))
    return ", ".join(dict.fromkeys(filter(None, found)))


def context_words(written: str) -> str:
    """Return plain words for an id, a name or words of a species, a sex or an onset; "" for an id that is not known."""
    known = _table().get(_plain(written)) or species_words((written,))
    return known or ("" if _CURIE.fullmatch(written.strip()) else " ".join(written.replace("_", " ").split()))


def _plain(written: str) -> str:
    return " ".join(written.replace("_", " ").split()).casefold()
