"""Puts several facts together: what is told, what would explain it, and the evidence for and against."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.complaints import (
    ILL,
    Named,
    asks_what_is_behind_both,
    complaint_sentences,
    complaint_stretches,
    named_conditions,
    tells_of,
    unread_complaints,
)
from kgcore.reasoning.conclusions import NO_CONCLUSION, Conclusion, Found, conclude
from kgcore.reasoning.lay_signs import ToldSign, is_denied, told_signs
from kgcore.reasoning.ranking import Clue, Explanation, Facts, ranked, shortlist
from kgcore.values.model import Candidate, Edge, Entity, Match, Mention
from kgcore.vocabulary.vocabulary import Vocabulary

MOST_CLUES = 12
MOST_SHOWN = 10
TOO_MANY = "{} things are told here; the first {} that the graph knows were put together."
_BESIDE = 60  # neighbours of the first candidate that are looked at
_REFINED = 40  # candidates whose own number of features is looked up
_LIKE = 0.5  # a meaning that is nearer than this may be meant
_LIKELY = 0.72  # a name that is nearer than this is taken for it, where its words are among those of the other
_NEAR_ENOUGH = 0.4  # (squared) a name that is so near to what the graph has is not said to be missing
_STRANGE, _SHORT = 0.36, 2  # (squared) a short name with which nothing has so much in common is missing, too
_OF_EACH = 3
_OF_SENTENCES = 6
_LIKE_SENTENCE = 0.45
_OTHER_NAME = 0.8  # how surely everyday words mean another name of a sign than the narrowest
_CALLED = frozenset({Match.EXACT, Match.SYNONYM, Match.VARIANT})
_FEATURE_PHRASES = ("has symptom", "presents with", "causes")


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What was put together for a question: clues, candidates (best first), and names that the graph lacks.

    `unread` is what else was told, of which the graph has nothing.
    """

    clues: tuple[Clue, ...]
    candidates: tuple[Explanation, ...]
    missing: tuple[str, ...] = ()
    beside: tuple[Edge, ...] = ()
    conclusion: Conclusion = NO_CONCLUSION
    notice: str = ""
    unread: tuple[str, ...] = ()

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All evidence that is shown, each edge once."""
        shown = (e for c in self.candidates for e in (*c.edges_for, *c.edges_against))
        return tuple({e.id: e for e in (*shown, *self.beside)}.values())


class Reasoner:
    """Ranks what would explain a question's clues; raises GraphError."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary) -> None:
        self._graph = graph
        self._vocabulary = vocabulary
        self._features = feature_predicates(vocabulary)

    async def reason(self, text: str, mentions: Sequence[str] = ()) -> Reasoning:
        """Return what the graph makes of a question; `mentions` are ids or names of what it is about, where known."""
        told = await (self._given(mentions) if mentions else self._told(text))
        await asyncio.sleep(0)  # here and below: let others have their turn
        conditions = await self._conditions(text, mentions)
        like = await self._resembling(text)
        await asyncio.sleep(0)
        third = asks_what_is_behind_both(text)
        found = await self._ranked([c for c in told if c.meant], conditions, like, third=third)
        unread = unread_complaints(text, {c.words for c in told if not c.meant})
        found = replace(
            found, missing=_still_missing(found.missing, [c.words for c in found.clues if c.meant[0][1] >= 1.0])
        )
        named = {name for n, _, _ in conditions for name in (n.said.casefold(), n.as_noun.casefold())}
        likened = _words(found.candidates[0].entity.name) if found.candidates else set()
        left = (u for u in unread if u.casefold() not in named and _words(u).isdisjoint(likened))
        found = replace(found, unread=tuple(left))
        return await self._concluded(found, sum(bool(c.meant) for c in told))

    # ── clues ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _given(self, mentions: Sequence[str]) -> list[Clue]:
        known = await self._graph.entities(list(dict.fromkeys(mentions)))
        names = [m for m in mentions if m not in known]
        rankings = await self._graph.rank([Mention(n) for n in names], _OF_EACH) if names else ()
        found = {m: Clue(known[m].name, ((known[m], 1.0),)) for m in mentions if m in known}
        for name, ranking in zip(names, rankings, strict=True):
            found[name] = Clue(name, _meanings(ranking.candidates, linked=ranking.linked, words=name))
        return [found[m] for m in dict.fromkeys(mentions)]

    async def _told(self, text: str) -> list[Clue]:
        (spotted,) = await self._graph.spot([text])
        await asyncio.sleep(0)
        signs = await self._signs(text, [(a, b) for a, b, meant in spotted if meant])
        await asyncio.sleep(0)
        spots = [s for s in spotted if not is_denied(text[: s[0]]) and not any(_within(s, sign) for sign, _ in signs)]
        clues = [Clue(text[a:b], _meanings(meant, linked=True)) for a, b, meant in sorted(spots, key=_start) if meant]
        clues += [clue for _, clue in signs]
        taken = [text[a:b].casefold() for a, b, _ in spots]
        rest = _without(text, [sign for sign, _ in signs])
        loose = [s for s in complaint_stretches(rest) if not any(t in s.casefold() or s.casefold() in t for t in taken)]
        rankings = await self._graph.rank([Mention(s) for s in loose], _OF_EACH) if loose else ()
        for words, ranking in zip(loose, rankings, strict=True):
            meant = _meanings(ranking.candidates, linked=ranking.linked)
            if not ranking.linked:
                meant = tuple((e, sure) for e, sure in meant if any(tells_of(words, n) for n in (e.name, *e.synonyms)))
            clues.append(Clue(words, meant))
        return clues

    async def _signs(self, text: str, spotted: Sequence[tuple[int, int]]) -> list[tuple[ToldSign, Clue]]:
        """Return the signs that are told in everyday words and that the graph has under one of their names."""
        told = [s for s in told_signs(text) if not any(a <= s.start and s.end <= b for a, b in spotted)]
        names = list(dict.fromkeys(name for s in told for name in s.names))
        found = await self._graph.candidates([Mention(n) for n in names], 1) if names else ()
        known = {n: c[0].entity for n, c in zip(names, found, strict=True) if c and c[0].match in _CALLED}
        signs = [(s, list({known[n].id: known[n] for n in s.names if n in known}.values())) for s in told]
        return [
            (s, Clue(s.words, tuple((e, _OTHER_NAME if n else 1.0) for n, e in enumerate(meant[:_OF_EACH]))))
            for s, meant in signs
            if meant
        ]

    async def _conditions(
        self, text: str, mentions: Sequence[str]
    ) -> list[tuple[Named, tuple[tuple[Entity, float], ...], bool]]:
        """Return what somebody says to have: the name, what it may mean, and whether the graph has it."""
        names = list(named_conditions(text))
        names += [
            Named(m, m, bool(ILL.search(m)))
            for m in mentions
            if ":" not in m and ILL.search(m) and "history" not in m.lower()
        ]
        asked = [Mention(n.as_noun) for n in names]
        rankings = await self._graph.rank(asked, _OF_EACH) if asked else ()
        return [
            (n, _meanings(r.candidates, linked=r.linked, words=n.as_noun), r.linked or _covers(n.as_noun, r.candidates))
            for n, r in zip(names, rankings, strict=True)
        ]

    # ── candidates ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _ranked(
        self,
        told: Sequence[Clue],
        conditions: Sequence[tuple[Named, tuple[tuple[Entity, float], ...], bool]],
        like: Mapping[str, float],
        *,
        third: bool = False,
    ) -> Reasoning:
        """Rank what may stand behind the clues; `third`: something other than the clues themselves is asked for."""
        graph = self._graph
        clues = _distinct([c for c in told if c.meant])[:MOST_CLUES]
        thought = (
            {e.id for _, meant, _ in conditions for e, _ in meant}
            | {e.id for c in clues for e, _ in c.meant}
            | set(like)
        )
        whole = await self._with_features(thought)
        named, alike, missing = _named_scores(conditions, whole)
        alike = {id: sure for id, sure in _resembled(clues, alike, like, whole).items() if id in whole}
        ids = {e.id for c in clues for e, _ in c.meant}
        around = {id: n.ids for id, n in (await graph.neighbourhoods(ids, 1)).items()} if ids else {}
        wanted = [*named, *alike, *shortlist(clues, around, graph.info.entities, whole)]
        entities = await graph.entities(list(dict.fromkeys(wanted))) if wanted else {}
        pairs = [(c, id) for c in entities for id in ids if c != id and c in around.get(id, frozenset())]
        edges = await graph.edges_between(pairs) if pairs else {}
        facts = Facts(around, edges, graph.info.entities, self._features)
        may = [e for e in entities.values() if not (third and e.id in ids)]
        kept = [e for e in may if e.id in named or e.id in alike or self._may_explain(e, ids, edges)]
        first = ranked(clues, kept, facts, named, alike)[:_REFINED]
        sizes = await graph.neighbourhoods([c.entity.id for c in first], 1) if first else {}
        facts = replace(facts, sizes={id: len(n.ids) for id, n in sizes.items()})
        last = ranked(clues, [c.entity for c in first], facts, named, alike)
        shown = tuple(c for c in last if c.score > 0)[:MOST_SHOWN]
        return Reasoning(tuple(clues), shown, tuple(missing))

    async def _concluded(self, found: Reasoning, told: int) -> Reasoning:
        """Add what else the graph has on the first candidate, and the conclusion in its three parts."""
        first = found.candidates[0].entity.id if found.candidates else ""
        around = await self._graph.neighbourhoods([first], _BESIDE) if first else {}
        near = around[first].best if first in around else ()
        beside = tuple(e for n in near for e in n.edges if e.subject == first and e.predicate not in self._features)
        ends = {id for e in (*found.edges, *beside) for id in (e.subject, e.object)}
        entities = await self._graph.entities(ends) if ends else {}
        conclusion = conclude(
            Found(found.clues, found.candidates, found.missing, beside, entities, found.unread), self._vocabulary
        )
        notice = TOO_MANY.format(told, MOST_CLUES) if told > MOST_CLUES else ""
        if notice:
            conclusion = replace(conclusion, summary=f"{notice} {conclusion.summary}")
        return replace(found, beside=beside, conclusion=conclusion, notice=notice)

    def _may_explain(self, entity: Entity, clues: set[str], edges: Mapping[tuple[str, str], Sequence[Edge]]) -> bool:
        """Whether something can stand behind clues: it has features, where the graph says of anything that it has."""
        own = (e for id in clues for e in edges.get((entity.id, id), ()))
        return not self._features or any(e.subject == entity.id and e.predicate in self._features for e in own)

    async def _with_features(self, ids: set[str]) -> set[str]:
        """Return those that the graph says have features of their own; all of them where it says so of nothing."""
        if not self._features or not ids:
            return ids
        around = await self._graph.neighbourhoods(ids)
        found = {id: [e for n in near.best for e in n.edges] for id, near in around.items()}
        return {
            id for id, edges in found.items() if any(e.subject == id and e.predicate in self._features for e in edges)
        }

    async def _resembling(self, text: str) -> dict[str, float]:
        """Return what whole sentences of a text resemble by name, by how much."""
        sentences = complaint_sentences(text)
        rankings = await self._graph.rank([Mention(s) for s in sentences], _OF_SENTENCES) if sentences else ()
        found: dict[str, float] = {}
        for ranking in rankings:
            for c in ranking.candidates:
                if c.score >= _LIKE_SENTENCE:
                    found[c.entity.id] = max(found.get(c.entity.id, 0.0), c.score**2)
        return found


def feature_predicates(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the graph's predicates that say that something has a symptom, a sign or an effect."""
    found = (vocabulary.read(phrase) for phrase in _FEATURE_PHRASES)
    return frozenset(p for reading in found if not reading.inverted for p in reading.predicates)


def symptom_predicates(vocabulary: Vocabulary) -> frozenset[str]:
    """Return those of them that say so of symptoms and signs: graphs without any cannot tell what somebody has."""
    found = (vocabulary.read(phrase) for phrase in _FEATURE_PHRASES[:2])
    return frozenset(p for reading in found if not reading.inverted for p in reading.predicates)


def _meanings(candidates: Sequence[Candidate], *, linked: bool, words: str = "") -> tuple[tuple[Entity, float], ...]:
    """Return what words may mean: what they are linked to counts whole, what is near by its nearness.

    A name that has several words as they stand is as near as a likely one: "due to high blood pressure".
    """
    if linked and candidates:
        best = candidates[0].score
        sure = [(c.entity, 1.0) for c in candidates if c.match is not Match.SEMANTIC and best - c.score < 0.05]
        return tuple(sure or [(candidates[0].entity, candidates[0].score)])
    part = f" {words.casefold()} " if " " in words.strip() else "\n"
    near = [(c.entity, max(c.score, _LIKELY if part in f" {c.entity.name.casefold()} " else 0.0)) for c in candidates]
    return tuple((entity, score**2) for entity, score in near if score >= _LIKE)


def _distinct(clues: Sequence[Clue]) -> list[Clue]:
    """Drop clues that mean nothing but what another one surely means, and those that are a part of a longer one."""
    found: dict[str, Clue] = {}
    for clue in sorted(clues, key=lambda c: -c.meant[0][1]):
        found.setdefault(clue.meant[0][0].id, clue)
    chosen = {id(c) for c in found.values()}
    kept = list({id(c): c for c in clues if id(c) in chosen}.values())
    alike: dict[str, list[Clue]] = {}  # by what they may mean
    for clue in kept:
        for entity, _ in clue.meant:
            alike.setdefault(entity.id, []).append(clue)
    return [c for c in kept if not any(_is_part(c, other) for e, _ in c.meant for other in alike[e.id])]


def _still_missing(missing: Sequence[str], counted: Sequence[str]) -> tuple[str, ...]:
    """Return the names that the graph lacks, each once: without signs that it has, and longer ways to say one."""
    signs = {words.casefold() for words in counted}
    left = [m for m in missing if ILL.search(m) or m.casefold() not in signs]
    return tuple(m for m in left if not any(o != m and o.casefold() in m.casefold() for o in left))


def _is_part(clue: Clue, other: Clue) -> bool:
    """Whether a clue says a part of what another one says, which may mean the same: "swelling in my knees"."""
    return len(clue.words) < len(other.words) and clue.words.casefold() in other.words.casefold()


def _resembled(
    clues: Sequence[Clue], conditions: Mapping[str, float], like: Mapping[str, float], whole: Collection[str]
) -> dict[str, float]:
    """Return what names resemble, by how much: the less, the more clues there are that need no likeness.

    A clue that means a feature is no name of what is called the same.
    """
    share = 1.0 / (1 + sum(clue.meant[0][1] >= 1.0 for clue in clues))
    found = dict(conditions)
    for clue in clues:
        if all(entity.id in whole for entity, sure in clue.meant if sure >= 1.0):
            for entity, sure in clue.meant:
                found[entity.id] = max(found.get(entity.id, 0.0), share * sure)
    for id, sure in like.items():
        found[id] = max(found.get(id, 0.0), share * sure)
    return found


def _words(name: str) -> set[str]:
    return {w.rstrip("s") for w in re.findall(r"[a-z]+", name.lower())} - {
        "the",
        "of",
        "a",
        "an",
        "to",
        "on",
        "in",
        "my",
        "and",
    }


def _covers(name: str, candidates: Sequence[Candidate]) -> bool:
    """Whether the best candidate is called much the same: all words of the one are among those of the other."""
    if not candidates or candidates[0].score < _LIKELY:
        return False
    mine, theirs = _words(name), _words(candidates[0].entity.name)
    return mine == theirs or (len(mine & theirs) > 1 and (mine <= theirs or theirs <= mine))


def _named_scores(
    conditions: Sequence[tuple[Named, tuple[tuple[Entity, float], ...], bool]], whole: Collection[str]
) -> tuple[dict[str, float], dict[str, float], list[str]]:
    """Return what is named, what resembles a name, and what the graph lacks; `whole` are those with features."""
    named: dict[str, float] = {}
    alike: dict[str, float] = {}
    missing: list[str] = []
    for condition, meant, present in conditions:
        best = meant[0] if meant else None
        if present and not condition.believed and any(e.id not in whole for e, sure in meant if sure >= 1.0):
            continue  # one finding of several
        if best and present and best[0].id in whole:
            named[best[0].id] = max(named.get(best[0].id, 0.0), 1.0 if condition.sure else 0.5)
            continue
        for entity, sure in meant:
            alike[entity.id] = max(alike.get(entity.id, 0.0), sure)
        near = best is not None and best[0].id in whole and best[1] >= _NEAR_ENOUGH
        strange = best is None or best[1] < _STRANGE
        if (condition.sure and not near) or (strange and len(condition.said.split()) <= _SHORT):
            missing.append(condition.said)
    return named, alike, list(dict.fromkeys(missing))


def _within(spot: tuple[int, int, tuple[Candidate, ...]], sign: ToldSign) -> bool:
    """Whether a spotted name is a part of a sign, and less than it."""
    return sign.start <= spot[0] and spot[1] <= sign.end and spot[1] - spot[0] < sign.end - sign.start


def _without(text: str, signs: Sequence[ToldSign]) -> str:
    """Return a text with commas where signs stand, so that nothing is read twice."""
    for sign in signs:
        text = f"{text[: sign.start]}{',' * (sign.end - sign.start)}{text[sign.end :]}"
    return text


def _start(spot: tuple[int, int, tuple[Candidate, ...]]) -> int:
    return spot[0]
