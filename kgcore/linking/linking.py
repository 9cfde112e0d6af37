"""From what was found for a mention to what it is linked to: the one place where this is decided. Pure.

A backend looks a mention's probes up and hands over `Hit`s; `rank_candidates` grades and orders them and says
whether the best is near enough to be meant. Scores are ordinal: how a name was found counts, not how often. Entities
found equally well score alike, so that types and evidence can choose between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from kgcore.linking.lexicon import compound_parts, concept, concepts, is_everyday, lexicon, thesaurus
from kgcore.linking.lookup_keys import EntityKind, KeyOrigin, LookupKey, is_gene, kind_of, untagged
from kgcore.linking.names import fold_word, join_letters, normalize_text, tokens
from kgcore.values.model import Candidate, Entity, Match, Mention

NEAR_ENOUGH = 0.8  # a candidate at or above it is linked
_EXACT, _SYNONYM = 1.0, 0.98  # as written; "Fever" for "fever" and other spellings of the same letters cost a little
_OTHER_CASE, _OTHER_SPELLING = 0.006, 0.022
_OTHER_FIRST, _WORD = 0.002, 4  # first letters alone, which sentences and titles make capitals; letters of no symbol
_SCORES = {
    KeyOrigin.NAME: (Match.SYNONYM, _SYNONYM),
    KeyOrigin.ORDER: (Match.SYNONYM, 0.95),
    KeyOrigin.GENERAL: (Match.SYNONYM, 0.95),
    KeyOrigin.REWRITTEN: (Match.SYNONYM, 0.92),
    KeyOrigin.CORE: (Match.VARIANT, 0.91),
    KeyOrigin.HEADLESS: (Match.VARIANT, 0.86),
    KeyOrigin.PARTS: (Match.SYNONYM, 0.85),
    KeyOrigin.INITIALS: (Match.INITIALISM, 0.84),
}
_DROPPED = 0.01  # per word that a variant lacks or has besides
_MISSPELT = 0.88  # the best that a corrected spelling can get
_SLIP = 0.015  # per unit of edit cost
_OTHER_TYPE = 0.01  # more than what counts as equal
_FEW_ENTITIES = 4000
_MOST_MEANINGS = 4  # an initialism that may mean more entities than that means none
_ALIKE = 0.82  # cosine from which a name may mean the same
_WEIGHT = 0.95  # of a cosine in a score
_CEILING = 0.79  # of what is shown but not linked
_BY_MEANING = 0.81
_CAPITALS = 6  # letters in an initialism at most


@dataclass(frozen=True, slots=True)
class Hit:
    """An entity found for a probe, under its name (`primary`) or a synonym.

    `slip` is the cost of a corrected spelling, `links` how many neighbours the entity has (it orders equals).
    """

    entity: Entity
    text: str
    primary: bool
    probe: LookupKey
    slip: float = 0.0
    links: int = 0


@dataclass(frozen=True, slots=True)
class SimilarEntity:
    """An entity with a name that is near in meaning; `cosine` as the embedder says."""

    entity: Entity
    text: str
    cosine: float


Spot = tuple[int, int, tuple[Candidate, ...]]  # start, end, what is named there


@dataclass(frozen=True, slots=True)
class Ranking:
    """A mention, its candidates best first, and whether the best of them is near enough to be meant."""

    mention: Mention
    candidates: tuple[Candidate, ...]
    linked: bool


def rank_candidates(
    mention: Mention, hits: Sequence[Hit], kindred: Iterable[SimilarEntity] = (), top: int = 5
) -> Ranking:
    """Grade what was found, best first, each entity once; decide whether the mention is linked."""
    namesakes = _namesakes(mention.text, hits)
    graded = [c for hit in hits if (c := _graded(mention.text, hit, namesakes)) is not None]
    graded += [_by_meaning(mention.text, k) for k in kindred]
    best: dict[str, Candidate] = {}
    for candidate in sorted(graded, key=lambda c: -c.score):
        best.setdefault(candidate.entity.id, candidate)
    links = {hit.entity.id: hit.links for hit in hits}
    typed = _typed(mention.type, _humans_first(mention.text, _pooled(mention.text, list(best.values()))))
    ordered = sorted(typed, key=lambda c: (-c.score, c.match is Match.INITIALISM, -links.get(c.entity.id, 0)))
    return Ranking(mention, tuple(ordered[:top]), _is_linked(ordered))


def linked_candidates(ranked: Ranking) -> tuple[Candidate, ...]:
    """Return the candidates that the mention may mean: () where it is not linked, else those near enough."""
    return tuple(c for c in ranked.candidates if c.score >= NEAR_ENOUGH) if ranked.linked else ()


def is_settled(hits: Sequence[Hit]) -> bool:
    """Say whether names alone settle the mention, so that spelling and meaning need not be asked."""
    return any(hit.probe.via is not KeyOrigin.INITIALS for hit in hits)


def shortest_initials(entities: int) -> int:
    """Return how many letters initials need in a graph of so many entities, lest they be coincidence.

    There are 17,576 ways to write three letters: among 24,000 names most of them are the initials of something.
    """
    return 3 if entities <= _FEW_ENTITIES else 4


def may_guess(text: str) -> bool:
    """Say whether a mention that no name fits may be guessed at: not if it is the known name of something else."""
    words = tokens(text)
    if not any(len(word) > 3 for word in words):
        return False
    return not thesaurus().knows(words) and not _is_capitals(normalize_text(text))


def may_mean(text: str) -> bool:
    """Say whether a mention has words enough to be linked by meaning."""
    return may_guess(text) and len(_content(text)) > 1


def _graded(text: str, hit: Hit, namesakes: frozenset[str]) -> Candidate | None:
    if hit.probe.kind is not None and kind_of(hit.entity.type) is not hit.probe.kind:
        return None
    if _is_others_symbol(text, hit):
        return None
    match, score = _SCORES[hit.probe.via]
    if hit.probe.via is KeyOrigin.NAME:
        if _is_just_a_word(text, hit.text):
            return None
        match, score = _same_name(text, hit)
    elif hit.probe.via is KeyOrigin.CORE:
        score -= _DROPPED * min(hit.probe.dropped + _besides(hit), 6)
    elif hit.probe.via is KeyOrigin.GENERAL and _is_capitals(text):
        match = Match.INITIALISM
    elif hit.probe.via is KeyOrigin.INITIALS and hit.entity.id in namesakes:
        score = _SYNONYM
    if hit.slip > 0:
        match, score = Match.SPELLING, _MISSPELT - _SLIP * hit.slip - (_SYNONYM - min(score, _SYNONYM)) / 4
    return Candidate(hit.entity, round(score, 4), match)


def _namesakes(text: str, hits: Sequence[Hit]) -> frozenset[str]:
    """Return the entity whose initials are as good as a stored initialism: "CHD" stored for one of two such names.

    Where a graph gives the initialism to one of two entities that it abbreviates equally well, both are meant by it.
    """
    computed = {hit.entity.id for hit in hits if hit.probe.via is KeyOrigin.INITIALS}
    stored = {
        h.entity.id
        for h in hits
        if h.probe.via is KeyOrigin.NAME and not h.primary and normalize_text(h.text) == normalize_text(text)
    }
    others = computed - stored
    return frozenset(others) if computed & stored and len(others) == 1 else frozenset()


_SYMBOL = re.compile(r"[A-Z][A-Z0-9-]{1,7}")
_NAMES_A_GENE = re.compile(
    r"\b(?:gene|proteins?|factor|receptor|enzyme|antigen|interleukin|interferon|hormone|channel|transporter|peptide|tau)\b"
    r"|(?<!dise)ase\b|(?<!\bsk)(?<!\bpa)(?<!\bbra)(?<!\bve)(?<!\bch)(?<!\bsh)in(?: (?:\d+|alpha|beta|gamma))?$",
    re.IGNORECASE,
)


def _is_others_symbol(text: str, hit: Hit) -> bool:
    """Say whether a gene's symbol only looks like the initials of something else: CP is no cerebral palsy."""
    if hit.probe.via is KeyOrigin.NAME or not is_gene(hit.entity.type) or not _SYMBOL.fullmatch(hit.text):
        return False
    if _is_capitals(text):
        return False
    names = (text, *(" ".join(words) for words in thesaurus().others(tokens(text))))  # p53 is "tumor protein p53"
    return not any(_NAMES_A_GENE.search(name) for name in names)


def _is_just_a_word(text: str, stored: str) -> bool:
    """Say whether a lower-case word only looks like a stored initialism ("ache" and AChE, "add" and ADD)."""
    if not text.islower() or len(stored) > _CAPITALS or sum(c.isupper() for c in stored) < 2:
        return False
    return is_everyday(text) or fold_word(text) in lexicon().meaning


def _same_name(text: str, hit: Hit) -> tuple[Match, float]:
    said, stored = normalize_text(text), normalize_text(hit.text)
    less = 0.0 if said == stored else _OTHER_CASE if said.casefold() == stored.casefold() else _OTHER_SPELLING
    if less == _OTHER_CASE and _CAPITAL.sub(_lower, said) == _CAPITAL.sub(_lower, stored) and len(said) >= _WORD:
        less = _OTHER_FIRST
    tag_aside = hit.text == untagged(hit.entity.name)  # "MAPT" is the name of MAPT (protein) as much as of MAPT
    return (Match.EXACT, _EXACT - less) if hit.primary or tag_aside else (Match.SYNONYM, _SYNONYM - less / 2)


_CAPITAL = re.compile(r"(?:^|(?<=[ (/-]))[A-Z](?=[^A-Z]|$)")  # that begins a word: titles and sentences have them


def _lower(found: re.Match[str]) -> str:
    return found[0].lower()


def _besides(hit: Hit) -> int:
    """Return how many words the stored name has besides those that were looked for."""
    return max(0, len(concepts(tokens(hit.text))) - len(hit.probe.key[1:].split()))


def _typed(wanted: str | None, candidates: list[Candidate]) -> list[Candidate]:
    """Set those of another type back where some have the wanted one and are as good."""
    if not wanted or not candidates:
        return candidates
    fits = [_same_type(wanted, c.entity.type) for c in candidates]
    best = max((c.score for c, fit in zip(candidates, fits, strict=True) if fit), default=-1.0)
    return [
        c
        if fit or abs(c.score - best) >= _OTHER_TYPE
        else Candidate(c.entity, round(c.score - _OTHER_TYPE, 4), c.match)
        for c, fit in zip(candidates, fits, strict=True)
    ]


def _pooled(text: str, candidates: list[Candidate]) -> list[Candidate]:
    """Let entities of one name and of types that may hold the same thing count alike: the best-joined comes first.

    They are one thing that a graph has twice ("Alzheimer Disease", "Alzheimer's disease"; a disease by OMIM and by
    ORPHA; a substance that is a chemical, too), unless the mention itself tells them apart by what stands in brackets.
    """
    if len(candidates) < 2 or untagged(text) != text:
        return candidates
    best: dict[tuple[str, str, str], Candidate] = {}
    for c in candidates:
        key = twin_key(c.entity)
        if c.match is not Match.SEMANTIC and (key not in best or c.score > best[key].score):
            best[key] = c
    return [
        Candidate(c.entity, first.score, first.match)
        if c.match is not Match.SEMANTIC and (first := best[twin_key(c.entity)]).score > c.score
        else c
        for c in candidates
    ]


_ORGANISM = re.compile(
    r"\((?:[a-z ]+ )?(?P<organism>mouse|murine|rat|fly|yeast|worm|nematode|zebrafish|rabbit|pig|dog|monkey|macaque"
    r"|cow|bovine|chicken|hamster)(?: [a-z]+)*\)$",
    re.IGNORECASE,
)


def _humans_first(text: str, candidates: list[Candidate]) -> list[Candidate]:
    """Set animals' genes and proteins back where nobody named the animal and the graph has the thing without one."""
    said = set(tokens(text))
    animal = [
        bool((m := _ORGANISM.search(c.entity.name)) and not said & set(tokens(m["organism"]))) for c in candidates
    ]
    best = max((c.score for c, other in zip(candidates, animal, strict=True) if not other), default=0.0)
    if best < NEAR_ENOUGH:
        return candidates
    return [
        Candidate(c.entity, round(min(c.score, best - _OTHER_TYPE), 4), c.match) if other else c
        for c, other in zip(candidates, animal, strict=True)
    ]


def are_twins(one: Entity, other: Entity) -> bool:
    """Tell whether a graph has one thing twice: of one name, brackets and spelling aside, and of one sort.

    Types are of one sort where both are of substances, or both of what somebody is ill with.
    """
    return twin_key(one) == twin_key(other)


def twin_key(entity: Entity) -> tuple[str, str, str]:
    """Return what all twins of an entity, and nothing else, have in common: a mouse's protein is no twin of ours."""
    return _twin_key(entity.name, entity.type)


@lru_cache(maxsize=8192)  # all that stands around what is asked about is looked at, in every turn of a thread
def _twin_key(written: str, type: str) -> tuple[str, str, str]:
    name, animal = _turned(untagged(written)), _ORGANISM.search(written)
    plain = name if len(name) < _WORD else join_letters(tokens(name))  # "Tnf" is no "TNF"
    return plain, _sort(type), animal["organism"].lower() if animal else ""


_TURNED = re.compile(r"(?P<head>[^,]+), (?P<front>(?![^,]*\b(?:type|with|without|due|of|and|or)\b)[^\W\d_][^,\d]*)")


def _turned(name: str) -> str:
    """Return "hereditary Folate malabsorption" for "Folate malabsorption, hereditary", as catalogues write it."""
    said = _TURNED.fullmatch(name)
    return f"{said['front']} {said['head']}" if said else name


@lru_cache(maxsize=1024)
def _sort(type: str) -> str:
    """Return what the types share that may hold the same thing: a drug is no device, a process no disease."""
    kind = kind_of(type)
    alone = kind is EntityKind.OTHER or _ACTS.search(type) is not None or is_gene(type)
    return type if alone else kind.value


# What is done or made with a substance goes by its name and is another thing; a "signaling pathway" is no sign.
_ACTS = re.compile(r"action|treatment|therapy|procedure|intervention|device|product|signal", re.IGNORECASE)


def _same_type(a: str, b: str) -> bool:
    left, right = _type_words(a), _type_words(b)
    return left == right or bool(left & right - {"s"})


def _type_words(type: str) -> frozenset[str]:
    local = type.rpartition(":")[2]
    spaced = "".join(f" {c}" if c.isupper() and i and local[i - 1].islower() else c for i, c in enumerate(local))
    return frozenset(tokens(spaced))


def _is_linked(ordered: Sequence[Candidate]) -> bool:
    if not ordered or ordered[0].score < NEAR_ENOUGH:
        return False
    if ordered[0].match is Match.INITIALISM and ordered[0].score <= _SCORES[KeyOrigin.INITIALS][1]:
        return len({c.entity.name.casefold() for c in ordered if c.score >= ordered[0].score}) <= _MOST_MEANINGS
    return True


def _is_capitals(text: str) -> bool:
    return 1 < len(text) <= _CAPITALS and sum(c.isupper() for c in text) * 2 > len(text)


def _by_meaning(text: str, kindred: SimilarEntity) -> Candidate:
    """Grade a name that is only near: linked where its words say the same and the embedder agrees."""
    if kindred.cosine >= _ALIKE and means_the_same(text, kindred.text):
        return Candidate(kindred.entity, round(_BY_MEANING + (kindred.cosine - _ALIKE) / 10, 4), Match.SEMANTIC)
    return Candidate(kindred.entity, round(min(_CEILING, max(0.0, kindred.cosine * _WEIGHT)), 4), Match.SEMANTIC)


def means_the_same(text: str, name: str) -> bool:
    """Say whether all content words of a mention stand in a name that adds none but empty ones ("morphology", "level").

    Whatever else a name adds is too often the point: "lower jaw" is no "receding lower jaw".
    """
    table = lexicon()
    said, stored = _content(text), _content(name)
    if len(said) < 2 or any(not any(_near(c, d) for d in stored) for c in said):
        return False
    return all(table.is_a(c, "light") for c in stored if not any(_near(c, d) for d in said))


@lru_cache(maxsize=65_536)  # a graph's names come again and again
def _content(text: str) -> frozenset[str]:
    found = frozenset(part for word in tokens(text) for part in (compound_parts(word) or (concept(word),)))
    return found - _empty_concepts()


@cache
def _empty_concepts() -> frozenset[str]:
    classes = lexicon().classes
    return classes["stop"] | classes["degree"] | classes["episode"]


def _near(a: str, b: str) -> bool:
    shorter, longer = sorted((a, b), key=len)
    return a == b or (len(shorter) > 4 and longer.startswith(shorter) and len(longer) - len(shorter) < 4)
