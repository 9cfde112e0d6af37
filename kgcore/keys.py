"""The keys under which names are kept. Pure.

A key is a letter for its form and the words in that form: f run together, b as a bag of concepts, c the core (without
form, salt, "therapy", "level"), p compounds taken apart, h an eponym without "disease", i initials.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache

from kgcore.lexicon import bag, concept, concepts, lexicon, parted
from kgcore.names import flat, greek_short, tidy, tokens
from kgcore.thesaurus import thesaurus

Words = tuple[str, ...]


class Kind(StrEnum):
    """What an entity is, as far as its type tells: it decides which words a name of it may carry besides."""

    SUBSTANCE = "substance"
    CONDITION = "condition"
    OTHER = "other"


_SUBSTANCES = (
    "drug", "supplement", "chemical", "food", "compound", "molecule", "substance", "nutrient", "medic", "vitamin",
    "herb", "plant", "pharma", "action", "treatment", "therapy", "procedure", "intervention", "device", "product",
    "metabolite", "ingredient",
)  # fmt: skip
_CONDITIONS = "disease disorder phenotyp symptom syndrome sign finding condition".split()  # noqa: SIM905
_TAG = re.compile(r"\s*\((?:[a-z ]+|[A-Za-z]+:[\w.]+)\)\s*$")  # what an importer adds to tell namesakes apart
MOST_INITIALS = 7
JOINING = frozenset("of the and in with to for by or due from".split())  # noqa: SIM905


@lru_cache(maxsize=1024)
def kind_of(type: str) -> Kind:
    """Return what an entity of this type is."""
    lowered = type.casefold()
    if any(word in lowered for word in _SUBSTANCES):
        return Kind.SUBSTANCE
    return Kind.CONDITION if any(word in lowered for word in _CONDITIONS) else Kind.OTHER


def name_keys(name: str, type: str, primary: bool) -> Iterator[str]:
    """Yield the keys under which a name (or synonym) of an entity of this type is found."""
    words = tokens(name)
    if not words:
        return
    found = concepts(words)
    key = bag(found)
    yield "f" + flat(words)
    yield "b" + key
    if short := greek_short(words):
        yield "f" + short
    split = [parted(word) or concept(word) for word in words]
    if any(isinstance(part, tuple) for part in split):
        yield "p" + bag(_kept(tuple(c for part in split for c in (part if isinstance(part, tuple) else (part,)))))
    if "(" in name and (plain := tokens(_untagged(name))) and plain != words:
        yield "c" + bag(concepts(plain))
    core = _name_core(found, kind_of(type))
    if core and bag(core) != key:
        yield "c" + bag(core)
    if primary and (letters := initials(name)):
        yield "i" + letters


def _kept(found: Words) -> Words:
    """Return concepts without joining words, unless nothing else is there."""
    return tuple(c for c in found if not lexicon().is_a(c, "stop")) or found


def headless_key(name: str) -> tuple[str, Words] | None:
    """Return the key of an eponym without "disease" or "syndrome", and its words; None where it is no eponym."""
    words = tokens(_untagged(name))
    if not words or not _is_head(words[-1]):
        return None
    rest = tuple(word for word in words if not _is_head(word))
    if not rest or rest == words or words[: len(rest)] != rest or len(rest) > 3:
        return None
    capitals = {w for run in re.findall(r"[^\W\d_]+", tidy(name)) if run[0].isupper() for w in tokens(run)}
    if any(len(w) < 3 or w in ordinary() or not any(c.startswith(w) for c in capitals) for w in rest):
        return None
    return "h" + flat(rest), rest


@lru_cache(maxsize=200_000)
def _is_head(word: str) -> bool:
    return lexicon().is_a(concept(word), "disease")


@cache
def ordinary() -> frozenset[str]:
    """Return the words that general names use otherwise than before "disease", "syndrome" and the like."""
    table = thesaurus()
    return frozenset(
        word
        for group in table.groups
        for words in group
        if len(group) == 1 or (len(words) > 1 and not any(lexicon().is_a(c, "disease") for c in concepts(words)))
        for word in words
    )


def initials(name: str) -> str:
    """Return the first letters of a name of several words ("body mass index" → "bmi"), or ""."""
    words = [w for w in tokens(_untagged(name)) if w not in JOINING]
    if not 2 < len(words) <= MOST_INITIALS:
        return ""
    return "".join(word if word.isdigit() else word[0] for word in words)


def _untagged(name: str) -> str:
    return _TAG.sub("", name) if name.endswith(")") else name


@cache
def _unspecific() -> frozenset[str]:
    return frozenset(lexicon().meaning.values()) - {"iron"}


def _name_core(found: Words, kind: Kind) -> Words:
    """Return what is left of a stored name: treatments lose "agent therapy", measured things "blood … level"."""
    classes = lexicon().classes
    kept = found
    if kind is Kind.SUBSTANCE:
        while len(kept) > 1 and (kept[-1] in classes["treatment"] or kept[-1] in classes["form"]):
            kept = kept[:-1]
        kept = kept[1:] if len(kept) > 1 and kept[0] in classes["treatment"] else kept
        if len(kept) == 1 and kept[0] in _unspecific():
            return found  # "gene therapy" is no gene, "speech therapy" no speech
    if classes["measure"].isdisjoint(kept) and "circul" not in kept:
        return kept
    rest = tuple(c for c in kept if c not in classes["measure"] and c != "circul")
    return rest if sum(c not in classes["polar"] for c in rest) > 1 else kept
