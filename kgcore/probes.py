"""The keys under which a mention is looked for. Pure.

They are those of `keys`, for the mention, for its other names (thesaurus), for its core (without dose, form or salt),
and for its rewritings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from kgcore.keys import JOINING, MOST_INITIALS, Kind
from kgcore.lexicon import bag, concept, concepts, lexicon, unwrapped
from kgcore.names import flat, greek_short, tidy, tokens
from kgcore.thesaurus import thesaurus

Words = tuple[str, ...]


class Via(Enum):
    """How a probe came from the mention; the best first."""

    NAME = 0  # the same letters and digits
    ORDER = 1  # the same concepts in any order
    GENERAL = 2  # another general name of the same thing
    REWRITTEN = 3  # "low B12" for "vitamin B12 deficiency"
    CORE = 4  # without form, dose, salt, degree
    HEADLESS = 5  # "Marfan's" for "Marfan syndrome"
    PARTS = 6  # "enlargement of the spleen" for "splenomegaly"
    INITIALS = 7


@dataclass(frozen=True, slots=True)
class Probe:
    """A key to look up; `kind` limits it to entities of that kind; `dropped` counts the words left out."""

    key: str
    via: Via
    kind: Kind | None = None
    dropped: int = 0


_DROPPED = {
    Kind.SUBSTANCE: ("form", "part", "salt", "eat", "measure", "treatment"),
    Kind.CONDITION: ("degree", "episode", "measure"),
    Kind.OTHER: ("measure", "gene", "degree"),
}
_DOSE = re.compile(
    r"\b\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|μg|ug|g|kg|iu|i\.u\.|ml|%|units?|micrograms?|milligrams?|grams?)(?:\s*/\s*\w+)?(?!\w)|"
    r"\b(?:high|low|standard|mega|moderate)[- ]?doses?\b(?: of)?|\b(?:high|low)[- ]potency\b|"
    r"\b(?:slow|extended|sustained|modified|delayed|immediate|controlled|prolonged)[- ]release\b|"
    r"\bover[- ]the[- ]counter\b|\bnewly[- ]diagnosed\b|\bnew[- ]onset\b|\blong[- ]term\b|\bshort[- ]term\b|"
    r"\b\w+-(?:lowering|reducing|thinning|relieving|fighting|boosting|controlling)(?= )|"
    r"\b(?:once|twice|three times)?[- ]?(?:daily|a day|per day|weekly|a week|per week)\b|\bb\.?i\.?d\.?(?!\w)",
    re.IGNORECASE,
)
_VITAMIN = re.compile(r"[bdk]\d{1,2}")
_ADJECTIVES = (
    ("emic", "emia"), ("plegic", "plegia"), ("cephalic", "cephaly"), ("otic", "osis"), ("itic", "itis"),
    ("tonic", "tonia"), ("pathic", "pathy"), ("algic", "algia"), ("axic", "axia"), ("phasic", "phasia"),
    ("pneic", "pnea"), ("penic", "penia"), ("megalic", "megaly"), ("dystrophic", "dystrophy"),
)  # fmt: skip
_LONGEST_SHORT_FORM = 4  # letters
_LOOKED_UP = 40  # probes of one mention at most: hostile mentions stay cheap


def probes(mention: str) -> tuple[Probe, ...]:
    """Return all that a mention is to be looked up under, best first; () where it cannot be a name."""
    words = tokens(mention)
    return probes_of(words, mention) if words else ()


def probes_of(words: Words, mention: str) -> tuple[Probe, ...]:
    """Return the probes of these words; `mention` is the text that they come from (for doses and initialisms)."""
    best: dict[str, Probe] = {}
    for probe in _all(words, mention):
        best.setdefault(probe.key + (probe.kind or ""), probe)
        if len(best) >= _LOOKED_UP:
            break
    return tuple(best.values())


def _all(words: Words, mention: str) -> Iterator[Probe]:
    yield from _plain(words, Via.NAME, Via.ORDER)
    bare = unwrapped(words[1:] if words[0] == "a" and len(words) > 1 else words)
    if bare != words:
        yield from _plain(bare, Via.CORE, Via.CORE)
    yield from _general(bare, Via.GENERAL)
    for other in _rewritten(bare):
        yield from _plain(other, Via.REWRITTEN, Via.REWRITTEN)
        yield from _general(other, Via.REWRITTEN)
    yield from _headless(bare)
    yield from _cores(bare, mention)
    yield Probe("p" + bag(concepts(bare)), Via.PARTS)
    if _is_initialism(mention) and not thesaurus().knows(words):
        yield Probe("i" + flat(words), Via.INITIALS)


def _plain(words: Words, same: Via, order: Via, kind: Kind | None = None, dropped: int = 0) -> Iterator[Probe]:
    yield Probe("f" + flat(words), same, kind, dropped)
    if short := greek_short(words):
        yield Probe("f" + short, same, kind, dropped)
    key = bag(concepts(words))
    yield Probe("b" + key, order, kind, dropped)
    yield Probe("c" + key, Via.CORE if order is Via.ORDER else order, kind, dropped + 1)


def _general(words: Words, via: Via, kind: Kind | None = None, dropped: int = 0) -> Iterator[Probe]:
    for other in thesaurus().others(words):
        yield from _plain(other, via, via, kind, dropped)


def _rewritten(words: Words) -> Iterator[Words]:
    if any(_VITAMIN.fullmatch(w) and (i == 0 or words[i - 1] != "vitamin") for i, w in enumerate(words)):
        yield tuple(x for w in words for x in (("vitamin", w) if _VITAMIN.fullmatch(w) else (w,)))
    found = concepts(words)
    if len(found) > 1 and found[0] in ("low", "deficiency"):
        other = "deficiency" if found[0] == "low" else "low"
        rest = tuple(w for w in words if concept(w) != found[0] and w not in JOINING)
        yield (*rest, other)
        if rest and _VITAMIN.fullmatch(rest[0]):
            yield ("vitamin", *rest, other)
    yield from _replaced(words)
    if len(words) == 1:
        for adjective, noun in _ADJECTIVES:
            if words[0].endswith(adjective) and len(words[0]) > len(adjective) + 2:
                yield (words[0].removesuffix(adjective) + noun,)


def _replaced(words: Words) -> Iterator[Words]:
    """Yield the words with a known part under its first general name ("systolic BP", "Mediterranean way of eating")."""
    known = thesaurus()
    for length in range(len(words) - 1, 0, -1):
        for start in range(len(words) - length + 1):
            part = words[start : start + length]
            if length == 1 and len(part[0]) > _LONGEST_SHORT_FORM:
                continue
            for group in known.by_flat.get(flat(part), ())[:2]:
                if (name := known.groups[group][0]) != part:
                    yield (*words[:start], *name, *words[start + length :])


def _headless(words: Words) -> Iterator[Probe]:
    rest = tuple(w for w in words if not lexicon().is_a(concept(w), "disease"))
    if rest:
        yield Probe("h" + flat(rest), Via.HEADLESS)


def _cores(words: Words, mention: str) -> Iterator[Probe]:
    """Yield the probes of the mention without the words that an entity of a kind may carry."""
    undosed = _undosed(mention) or words
    if undosed and undosed != words:
        yield from _plain(undosed, Via.CORE, Via.CORE, Kind.SUBSTANCE, 1)
        yield from _plain(undosed, Via.CORE, Via.CORE, Kind.CONDITION, 1)
    for kind, droppable in _DROPPED.items():
        kept = _core(undosed, droppable)
        if kept and kept != undosed and not (kind is Kind.SUBSTANCE and _treats_it(undosed, kept)):
            dropped = len(undosed) - len(kept)
            yield from _plain(kept, Via.CORE, Via.CORE, kind, dropped)
            yield from _general(kept, Via.CORE, kind, dropped)
            for other in _rewritten(kept):
                yield from _plain(other, Via.CORE, Via.CORE, kind, dropped)


def _undosed(mention: str) -> Words:
    """Return the words without doses, or () if there are none."""
    if not _DOSE.search(mention):
        return ()
    words = tokens(_DOSE.sub(" ", mention))
    return unwrapped(words[1:] if len(words) > 1 and words[0] in JOINING else words)


def _core(words: Words, droppable: tuple[str, ...]) -> Words:
    """Drop listed words from the end, then from the head; salts only from the end (sodium selenite is no selenite)."""
    table = lexicon()
    kept = list(words)
    tails = tuple(name for name in droppable if name != "degree")
    while len(kept) > 1 and (table.is_a(concept(kept[-1]), *tails) or kept[-1] in JOINING):
        kept.pop()
    heads = tuple(name for name in droppable if name not in ("salt", "part", "gene", "eat", "episode"))
    while len(kept) > 1 and table.is_a(concept(kept[0]), *heads):
        kept.pop(0)
    return () if len(kept) == 1 and table.is_a(concept(kept[0]), *droppable, "degree") else tuple(kept)


def _treats_it(words: Words, kept: Words) -> bool:
    """Say whether the dropped words name a medicine against what is kept ("cholesterol tablets")."""
    table = lexicon()
    dropped = set(concepts(words)) - set(concepts(kept))
    return any(table.is_a(c, "drugs") for c in dropped) and any(table.is_a(c, "goal") for c in concepts(kept))


def _is_initialism(mention: str) -> bool:
    text = tidy(mention).rstrip("s")
    return 2 < len(text) <= MOST_INITIALS and " " not in text and sum(c.isupper() for c in text) > 1
