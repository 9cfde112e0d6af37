"""Which of a graph's predicates stand for which concepts, and what the packaged table adds to them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypedDict

from kgcore.language.morphology import Form, words
from kgcore.language.phrasebook import Entry, Node, Packaged, Phrasebook
from kgcore.language.phrases import OWN, meaning
from kgcore.language.verbs import base_of_third, readable
from kgcore.model import Predicate

Carrier = tuple[str, bool]  # predicate, and whether it states the concept backwards
_ALL_THE_SAME = re.compile(r"[\s_\-]+")
# A predicate with such a word states that things go together ("associated with decreased likelihood of"), no effect.
_LOOSE = frozenset(
    {"associated", "association", "linked", "link", "correlated", "correlates", "correlation", "related"}
)
# A predicate with such a sign or word states less than the plain one, or the contrary: "¬treats", "treats_in_mice".
_SIGNS = re.compile(r"[!¬~^?*]|^\W*[-+=]")
_LESS = re.compile(
    r"\b(in (mice|mouse|rats?|animals?|vitro|vivo|silico|cells?|children|infants|adults|women|men|trials?|elderly)|"
    r"at (low|high) doses?|partial(ly)?|partly|slightly|temporar(y|ily)|conditional(ly)?|computational(ly)?|"
    r"paradoxical(ly)?|negatively effective|more|weak(ly)?)\b|^(inverse|reverse|opposite)\b"
)
_DOUBT = re.compile(
    r"(predicted|possible|possibly|may|maybe|might|hypothetical|putative|candidate|suspected|disputed|conflicting|"
    r"unknown|uncertain|no|non|negative|denied|disproved|disproven|false|rejected|retracted|inverse|reverse|anti)[:|]|-",
    re.I,
)
_LOOSELY = ("ASSOCIATED_WITH", "CORRELATED_WITH", "COEXISTS_WITH")


@dataclass(frozen=True, slots=True)
class Carriers:
    """Concept → predicates: those that mean it by name, those that mean it by a phrase; and the fallbacks."""

    named: Mapping[str, tuple[Carrier, ...]]
    phrased: Mapping[str, tuple[Carrier, ...]]
    fallback: Mapping[str, tuple[str, ...]]

    def of(self, concepts: tuple[str, ...], *, direct: bool) -> tuple[Carrier, ...]:
        """Return what stands for any of the concepts, best first; fallbacks only where nothing else does."""
        if direct and (found := self.of(tuple(f"DIRECT {c}" for c in concepts), direct=False)):
            return found
        seen: set[str] = set()
        while concepts:
            for table in (self.named, self.phrased):
                if found := tuple(dict.fromkeys(k for c in concepts for k in table.get(c, ()))):
                    return found
            seen.update(concepts)
            concepts = tuple(f for c in concepts for f in self.fallback.get(c, ()) if f not in seen)
        return ()


def plain(name: str) -> str:
    """Return a predicate's name without prefix, case and separators: "biolink:treats" → "treats"."""
    return _ALL_THE_SAME.sub("", name.rpartition(":")[2].casefold())


def known_as(name: str, book: Phrasebook) -> Packaged | None:
    """Return the packaged predicate of that name: exactly, else plainly."""
    exact = next((p for p in book.packaged if p.predicate.name == name), None)
    if exact or _DOUBT.match(name):
        return exact
    return next((p for p in book.packaged if plain(p.predicate.name) == plain(name)), None)


def carriers(own: Iterable[Predicate], book: Phrasebook) -> Carriers:
    """Map concepts onto a graph's own predicates."""
    named: dict[str, list[Carrier]] = {}
    phrased: dict[str, list[Carrier]] = {}
    for predicate in own:
        packaged = known_as(predicate.name, book)
        for concept in packaged.means if packaged else _named(predicate, book):
            named.setdefault(concept.rstrip("<"), []).append((predicate.name, concept.endswith("<")))
        for concept in _said(predicate.phrases, book, several=False):
            phrased.setdefault(concept.rstrip("<"), []).append((predicate.name, concept.endswith("<")))
    return Carriers({c: tuple(k) for c, k in named.items()}, {c: tuple(k) for c, k in phrased.items()}, book.fallback)


def _named(predicate: Predicate, book: Phrasebook) -> tuple[str, ...]:
    """Return the concepts of a predicate's label or name; none where it does not plainly state one."""
    words = _plain_words(predicate)
    return () if any(_LESS.search(w.casefold()) for w in words) else _said(words, book, several=True)


def _plain_words(predicate: Predicate) -> tuple[str, ...]:
    """Return the words of a predicate; none where a sign or prefix that nobody would read turns them."""
    words = readable(predicate)
    return () if _DOUBT.match(predicate.name) or _SIGNS.search(words) else (words,)


def _said(phrases: Iterable[str], book: Phrasebook, *, several: bool) -> tuple[str, ...]:
    """Return the concepts of phrases, `<` behind those said backwards; without `several` only unambiguous ones."""
    found: list[str] = []
    for phrase in phrases:
        meant = meaning(phrase, book)
        if meant.negated or meant.says_more or meant.hedged or (len(meant.concepts) > 1 and not several):
            continue  # a predicate "may treat" or "is tested for" does not state that it treats
        loose = not _LOOSE.isdisjoint(phrase.casefold().split())
        found += [c + "<" * meant.turned for c in meant.concepts if not loose or c.endswith(_LOOSELY)]
    return tuple(dict.fromkeys(found))


class OwnPatterns(TypedDict):
    """The fields of a Phrasebook that belong to one graph."""

    own: Node
    known: frozenset[str]
    compose: Mapping[str, tuple[str, ...]]
    seen: dict[str, tuple[tuple[str, Form], ...]]


def own_patterns(own: Iterable[Predicate], book: Phrasebook) -> OwnPatterns:
    """Return a graph's own labels and phrases as patterns, so that they too are read in any tense and polarity."""
    tree, known, compose = Node(), set(book.known), dict(book.compose)
    for predicate in own:
        effect = OWN + predicate.name
        compose[effect] = (effect,)
        for phrase in (*_plain_words(predicate), *predicate.phrases):
            if pattern := _pattern(words(phrase), book):
                known.update(pattern)
                tree.add(pattern, Entry("verb", effect))
    return {"own": tree, "known": frozenset(known), "compose": compose, "seen": {}}


def _pattern(text: tuple[str, ...], book: Phrasebook) -> tuple[str, ...]:
    if not text:
        return ()
    bases = [base for base, _ in book.forms(text[0])]
    first = bases[0] if bases[0] != text[0] else base_of_third(text[0])
    rest = tuple(w for w in text[1:] if w not in book.determiners)
    return (first, *(rest or text[1:]))


def complete(own: Mapping[str, Predicate], carried: Carriers, book: Phrasebook) -> dict[str, Predicate]:
    """Return the graph's predicates with what the packaged table adds: labels, and algebra where the graph has none."""
    stated = any(p.opposite or p.implies or p.inverse or p.symmetric for p in own.values())
    found: dict[str, Predicate] = {}
    for name, predicate in own.items():
        packaged = known_as(name, book)
        label = predicate.label or (packaged.predicate.label if packaged else "")
        labelled = replace(predicate, label=label)
        found[name] = labelled if stated else _with_algebra(labelled, packaged, own, carried, book)
    return found


def _with_algebra(
    predicate: Predicate, packaged: Packaged | None, own: Mapping[str, Predicate], carried: Carriers, book: Phrasebook
) -> Predicate:
    meant = packaged.means if packaged else _named(predicate, book)
    rows = [packaged.predicate] if packaged else []
    # What is said of a concept holds for a predicate that states it and nothing else, in the same direction.
    rows += [p.predicate for p in book.packaged if p.predicate.name in meant]

    def here(names: Iterable[str]) -> tuple[str, ...]:
        exact = [n for n in names if n in own]
        through = [k for n in names for k, backwards in carried.named.get(n, ()) if not backwards]
        return tuple(n for n in dict.fromkeys((*exact, *through)) if n != predicate.name)

    inverses = here(r.inverse for r in rows if r.inverse)
    return replace(
        predicate,
        symmetric=packaged is not None and any(r.symmetric for r in rows),
        inverse=next(iter(inverses), "") or (packaged.predicate.inverse if packaged else ""),
        opposite=here(n for r in rows for n in r.opposite),
        implies=here(n for r in rows for n in r.implies),
    )
