"""What an entity can be recognised by: its identifiers, its name with its type, and what tells namesakes apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kgcore.graph.exporters.tables import unpacked
from kgcore.graph.rows import NodeRow
from kgcore.language.kinds import type_words
from kgcore.names import flat, tokens

_CURIE = re.compile(r"([A-Za-z][A-Za-z0-9_.-]*):([^\s/(][^\s(]*)")
_CUI = re.compile(r"C\d{7}")
# Spellings of the names of vocabularies, and prefixes that number the rows of one graph only.
_PREFIXES = {
    "msh": "mesh", "umls_cui": "umls", "cui": "umls", "entrez": "ncbigene", "ncbi": "ncbigene", "hpo": "hp",
    "entrezgene": "ncbigene", "ncbigene": "ncbigene", "drugbank_id": "drugbank", "doid": "doid",
}  # fmt: skip
_PRIVATE = frozenset({"primekg", "bel", "bele", "row", "http", "https", "urn", "pmid", "doi"})
# Classifications: one code stands for many things (ATC:B01AA has warfarin and phenprocoumon).
_CLASSES = frozenset(
    {
        "atc",
        "icd9",
        "icd9cm",
        "icd10",
        "icd10cm",
        "icd10who",
        "icd11",
        "icd",
        "icdo",
        "phecode",
        "ccs",
        "ec",
        "wikipedia",
    }
)
_COMPANY = frozenset({"company", "companyname", "manufacturer", "manufacturername", "brand", "brandname", "labeler"})
# Vocabularies with one entry for one thing: two entries are two things, whatever they are called.
_EXACT = ("umls", "mesh", "mondo", "doid", "chebi", "drugbank", "hgnc", "ncbigene", "hp", "uberon")


@dataclass(frozen=True, slots=True)
class Marks:
    """What one entity is known by; `name` and `type` are folded."""

    name: str
    type: str
    ids: frozenset[str]
    synonyms: frozenset[str]
    company: str

    def of(self, vocabulary: str) -> frozenset[str]:
        """Return the ids from one vocabulary."""
        return frozenset(i for i in self.ids if i.startswith(f"{vocabulary}:"))


def marks(node: NodeRow) -> Marks:
    """Return what an entity can be recognised by."""
    extra = unpacked(node.extra)
    cuis = [f"UMLS:{value}" for key, value in extra.items() if _plain(key) in ("cui", "umlscui")]
    company = next((_folded(value) for key, value in extra.items() if _plain(key) in _COMPANY and value), "")
    return Marks(
        _folded(node.name),
        type_words(node.type, False),
        frozenset(filter(None, map(identifier, (node.id, *node.xrefs, *cuis)))),
        frozenset(filter(None, map(_folded, node.synonyms))),
        company,
    )


def identifier(text: str) -> str:
    """Return an identifier in one spelling: "MSH:D1" → "mesh:d1"; "" for what names nothing outside one graph."""
    if _CUI.fullmatch(text):
        return f"umls:{text.casefold()}"
    found = _CURIE.fullmatch(text)
    if found is None:
        return ""
    prefix = _PREFIXES.get(found[1].casefold(), found[1].casefold())
    return "" if prefix in _PRIVATE | _CLASSES else f"{prefix}:{found[2].casefold()}"


def told_apart(a: Marks, b: Marks, *, vocabularies: Iterable[str] = _EXACT) -> str:
    """Return what tells two entities apart ("another company", "another CUI"), or ""."""
    if a.company and b.company and a.company != b.company:
        return "another company"
    for vocabulary in vocabularies:
        ours, theirs = a.of(vocabulary), b.of(vocabulary)
        if ours and theirs and not ours & theirs:
            return "another CUI" if vocabulary == "umls" else f"another {vocabulary.upper()} identifier"
    return ""


def _folded(name: str) -> str:
    return flat(tokens(name)) or name.casefold().strip()


def _plain(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
