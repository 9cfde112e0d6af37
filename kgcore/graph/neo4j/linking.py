"""From mentions and texts to entities, as the embedded graph does it: rows are fetched once, then decided on purely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

from kgcore.graph.embedded.names_spot import Spotter, maybe_misspelt, windows_of
from kgcore.link import Hit, Kindred, Ranking, decide, is_settled, may_guess, may_mean, ranking, shortest_initials
from kgcore.model import Candidate, Entity, Mention
from kgcore.names import flat, tokens
from kgcore.probes import Probe, Via, probes, probes_of
from kgcore.spotting import window_probes

Spot = tuple[int, int, tuple[Candidate, ...]]
Asked = Sequence[tuple[str, Sequence[Probe]]]
Corrections = list[tuple[tuple[str, ...], float]]  # words put right, and what the slips cost
_LINKED_FROM = 0.8  # cosine; below it a name is shown and not linked
_MOST_TEXTS = 200


class Owner(NamedTuple):
    """An entity under one of its names; `links` is how many neighbours it has."""

    entity: Entity
    text: str
    primary: bool
    links: int


class Found(Protocol):
    """What was fetched for a batch of mentions."""

    def owners(self, key: str) -> Sequence[Owner]:
        """Return whose name has this key (kgcore.keys)."""
        ...

    def corrections(self, words: tuple[str, ...]) -> Corrections:
        """Return the words with those that the graph does not know put right; [] if that cannot be."""
        ...


class Finder(Protocol):
    """Fetches rows for mentions; each method is one round trip at most."""

    async def find(self, asked: Asked, guessed: Sequence[tuple[str, ...]]) -> Found:
        """Look the keys of all probes up, and those of `guessed` words with their spelling put right."""
        ...

    async def kindred(self, texts: Sequence[str]) -> Mapping[str, tuple[Kindred, ...]]:
        """Return the names that are nearest in meaning, per text, as far as the graph knows meanings."""
        ...


class Linker:
    """Links mentions and spots names with what a finder fetches."""

    def __init__(self, finder: Finder, entities: int) -> None:
        """`entities`: how many the graph has; initials need more letters in a large one."""
        self._finder = finder
        self._initials = shortest_initials(entities)

    async def candidates(self, mentions: Sequence[Mention], top: int) -> tuple[tuple[Candidate, ...], ...]:
        """Per mention the entities that it is linked to, best first; () where it is not linked."""
        return tuple(decide(ranked) for ranked in await self._ranked(mentions, top, for_show=False))

    async def rank(self, mentions: Sequence[Mention], top: int) -> tuple[Ranking, ...]:
        """Per mention: is it linked, and its candidates, best first, also those that are not near enough."""
        return await self._ranked(mentions, top, for_show=True)

    async def spot(self, texts: Sequence[str]) -> tuple[tuple[Spot, ...], ...]:
        """Per text, the stretches that name entities, longest first, never overlapping."""
        spots: list[tuple[Spot, ...]] = []
        for start in range(0, len(texts), _MOST_TEXTS):
            some = texts[start : start + _MOST_TEXTS]
            found = [windows_of(text) for text in some]
            asked = [(w.raw, window_probes(w)) for windows in found for w in windows]
            known = await self._finder.find(asked, [w.words for windows in found for w in maybe_misspelt(windows)])
            spotter = Spotter(partial(_hits, known), known.corrections)
            spots += [spotter.spots(text) for text in some]
        return tuple(spots)

    async def _ranked(self, mentions: Sequence[Mention], top: int, *, for_show: bool) -> tuple[Ranking, ...]:
        if not mentions:
            return ()
        texts = list(dict.fromkeys(m.text for m in mentions))
        asked = [(text, self._probes(text)) for text in texts]
        known = await self._finder.find(asked, [tokens(t) for t in texts if may_guess(t)])
        found = _hits(known, asked)
        for text in texts:
            if not is_settled(found[text]) and may_guess(text):
                found[text] = [*found[text], *_misspelt(known, text)]
        unknown = [t for t in texts if not found[t] and (for_show or may_mean(t))]
        worded = [t for t in unknown if tokens(t)]
        kindred = await self._finder.kindred(worded) if worded else {}
        guessed = {t: kindred.get(t, ()) if may_guess(t) else _apart(kindred.get(t, ())) for t in unknown}
        return tuple(ranking(m, found[m.text], guessed.get(m.text, ()), top) for m in mentions)

    def _probes(self, text: str) -> list[Probe]:
        return [p for p in probes(text) if p.via is not Via.INITIALS or len(p.key) > self._initials]


def respelt(corrections: Corrections) -> list[tuple[float, list[Probe]]]:
    """Return the probes of corrected words with the cost of the correction."""
    return [(slip, [p for p in probes_of(words, " ".join(words)) if p.key[0] != "i"]) for words, slip in corrections]


def keys_of(asked: Asked, guessed: Iterable[Corrections]) -> list[str]:
    """Return all keys that linking or spotting may look at, each once."""
    keys = {p.key: None for _, some in asked for p in some}
    for corrections in guessed:
        keys |= {"f" + flat(words): None for words, _ in corrections}
        keys |= {p.key: None for _, some in respelt(corrections) for p in some}
    return list(keys)


def _misspelt(known: Found, text: str) -> list[Hit]:
    hits: list[Hit] = []
    for slip, again in respelt(known.corrections(tokens(text))):
        hits += [replace(hit, slip=slip) for hit in _hits(known, [(text, again)])[text]]
    return hits


def _hits(known: Found, asked: Asked) -> dict[str, list[Hit]]:
    hits: dict[str, list[Hit]] = {text: [] for text, _ in asked}
    for text, some in asked:
        for probe in some:
            hits[text] += [Hit(o.entity, o.text, o.primary, probe, links=o.links) for o in known.owners(probe.key)]
    return hits


def _apart(kindred: Iterable[Kindred]) -> tuple[Kindred, ...]:
    """Keep what is near for show only: below what would be linked."""
    return tuple(Kindred(k.entity, k.text, min(k.cosine, _LINKED_FROM)) for k in kindred)
