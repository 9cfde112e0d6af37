"""Whether evidence speaks of what a claim is qualified by: its population, dose, time and so on. Pure.

An edge speaks through its note, its sentences and its papers' titles. What it says more narrowly than the claim is
shown; what it does not say, and the claim does, keeps it from settling the claim. An edge without any words of its own
settles a claim as it would without qualifiers, unless its papers' titles name another kind of them; what no edge says
("hugely", "better than", "if only") it does not settle either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.english.accounted import is_usual
from kgcore.english.agreement import join_words
from kgcore.english.inflection import indefinite_article, singular
from kgcore.english.qualifier_terms import (
    HUMAN,
    NONHUMAN,
    Words,
    implied,
    kind_of,
    qualifier_cue,
    said_in,
    shown,
    stated,
)
from kgcore.english.qualifiers import Region, beside_name, directed, qualifiers_in
from kgcore.english.study_designs import IN_VITRO, design_in, design_noun, untried_in
from kgcore.values.model import (
    UNQUALIFIED,
    Candidate,
    Edge,
    Entity,
    Mention,
    Qualifier,
    QualifierKind,
    Qualifiers,
    Triple,
)
from kgcore.verdict.case import Case, FoundEdges
from kgcore.verdict.sorts import is_of_sort, own_words
from kgcore.verdict.stance import Rules

K = QualifierKind
Titles = Mapping[str, str]  # by the papers' ids

_WHOM = (K.POPULATION, K.SPECIES)
_MORE = (K.DEGREE, K.NUMBER, K.COMPARATOR, K.AUTHORITY)  # with one of these a claim says more than without
SAYS_ELSE = (K.STUDY, K.TONE, K.ASPECT, K.PURPOSE)  # with one of these it does not say what its relation says
_BESIDE = (K.SORT, K.MEANS, K.REST)  # what a sentence says besides its claim: it only keeps from ✓
_CELLS = "cells"
_ONSET = frozenset({"PREVENTS", "PREDISPOSES", "CAUSES"})  # who falls ill, not how an illness goes on
_MAKE_UP = frozenset({"CONTAINS", "PART_OF", "ISA"})  # what is in a thing is in any amount of it
_THERE = re.compile(r"established|manifest|overt|existing|diagnosed", re.IGNORECASE)  # who is treated has the illness
_SHOWN = (K.SPECIES, K.POPULATION)
# "In people made of glass", "in adults born in March": whom it limits to by what was done to them.
_MADE_SO = re.compile(
    r"\s(?:born|made|grown|known|seen|brought|kept|sworn|[a-z]{2,}ed)\s+(?:to|of|in|on|by|with|at|from|like|as|under)\b|"
    r"\b(?:people|adults|children|patients|women|men|those|persons|twins|users)\s+(?:\w+ly\s+)?(?:born|made|[a-z]{2,}ed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unmet:
    """A qualifier that keeps edges from settling a claim, and those edges."""

    qualifier: Qualifier
    edges: tuple[Edge, ...]


def qualifiers_of(triple: Triple, sides: Iterable[tuple[Mention, Sequence[Candidate]]]) -> Qualifiers:
    """Return a triple's qualifiers: those of its sentence, and those that its own three parts state.

    A sentence that was written from the graph says what its edges say, and nothing is read in it.
    A factor in a phrase alone ("halved the rate of") is what the vocabulary reads it as; in a sentence it is a number.
    """
    if triple.stated is not None:
        return UNQUALIFIED
    phrase = qualifiers_in(Region(phrase=triple.relation)).said
    ends = tuple(sides)
    found = [*triple.qualifiers.said, *(q for q in phrase if q.kind not in (K.NUMBER, K.SIGN))]
    for mention, candidates in ends:
        found += _in_mention(mention.text, candidates)
    named = [candidates[0].entity for _, candidates in ends if candidates]
    return Qualifiers(tuple(q for q in dict.fromkeys(found) if not _borne_out(q, named)))


def without_means(triple: Triple) -> Triple:
    """Return a triple without the means that it is said to come about by, which other claims have to bear out."""
    said = tuple(q for q in triple.qualifiers.said if q.kind is not K.MEANS)
    return triple if len(said) == len(triple.qualifiers.said) else replace(triple, qualifiers=Qualifiers(said))


def _borne_out(qualifier: Qualifier, ends: Sequence[Entity]) -> bool:
    """Whether what a sentence calls one of its names is what the graph says of it."""
    match qualifier.kind:
        case K.SORT:
            return any(is_of_sort(entity, qualifier.words) for entity in ends)
        case K.REST if qualifier.keys:
            return any(qualifier.keys <= own_words(entity) for entity in ends)
        case _:
            return False


def _in_mention(text: str, candidates: Sequence[Candidate]) -> Iterable[Qualifier]:
    """Return what a mention says beside the name that it holds: "migraine in cats"."""
    own = [n for c in candidates[:1] for n in (c.entity.name, *c.entity.synonyms)]
    names = [*own, *(n[: -len(last)] + singular(last) for n in own if (last := n.rpartition(" ")[2]))]
    if any(n.casefold() == text.casefold() for n in names):
        return _preparation(text)
    return beside_name(text, names)


def _preparation(text: str) -> Iterable[Qualifier]:
    """Return the form that a synonym stands for as a whole: "milk of magnesia" is magnesium, in one preparation."""
    terms = frozenset(t for t in stated(text) if t.casefold() == text.casefold() and kind_of(t) is K.FORM)
    return (Qualifier(K.FORM, text, terms),) if terms else ()


def settled_by(case: Case, found: FoundEdges, rules: Rules, titles: Titles) -> tuple[FoundEdges, tuple[Unmet, ...]]:
    """Return what was found, with those edges set aside that do not speak of what qualifies the claim; and why."""
    unmet: list[Unmet] = []
    for qualifier in sorted(_applying(case, found, rules), key=lambda q: q.kind in _BESIDE):
        if qualifier.kind in _BESIDE and found.edges_against:
            break  # it only keeps from ✓
        weaker = _weaker(qualifier, case)
        kept_for = tuple(e for e in found.edges_for if weaker or _meets(qualifier, e, titles))
        disputed = len(kept_for) < len(found.edges_for)  # papers disagree on less than is claimed
        kept_against = tuple(
            e
            for e in found.edges_against
            if _stands(qualifier, e, titles, case) and (not disputed or _meets(qualifier, e, titles))
        )
        lost = tuple(e for e in (*found.edges_for, *found.edges_against) if e not in (*kept_for, *kept_against))
        if lost:
            unmet.append(Unmet(qualifier, lost))
            found = replace(found, edges_for=kept_for, edges_against=kept_against, near=(*lost, *found.near))
    return found, tuple(unmet)


def _weaker(qualifier: Qualifier, case: Case) -> bool:
    """Whether a qualifier makes the claim say less: "does not help dramatically"."""
    return case.meaning.negated and qualifier.kind in _MORE


def _applying(case: Case, found: FoundEdges, rules: Rules) -> tuple[Qualifier, ...]:
    """Return the qualifiers of a case; which way a relation goes is one only where its predicate does not say so.

    The course of an illness is one only where its predicate is about who gets it.
    """
    sense = found.sense
    own = rules.get(sense.predicate).words.casefold() if sense else ""
    begun = sense is None or rules.implied(sense.predicate).isdisjoint(_ONSET)
    passed_over = {K.SIGN, K.COURSE} if begun else {K.SIGN}
    made_of = sense is not None and sense.predicate in _MAKE_UP
    passed_over |= {K.DOSE} if made_of else set()
    verbatim = bool(own) and _DENYING.sub("", case.triple.relation.casefold()) == _DENYING.sub("", own)
    others = tuple(
        q
        for q in case.qualifiers.said
        if q.kind not in passed_over
        and not _in_words(q.words, own, verbatim=verbatim)
        and not (begun and _THERE.fullmatch(q.words))
    )
    if sense is None or not rules.get(sense.predicate).symmetric or rules.opposites(sense.predicate):
        return others
    word = directed(case.triple.relation)
    if word and word.casefold().removesuffix("ly") == directed(own).removesuffix("ly"):
        return others  # "is positively correlated with", of a predicate that is called so
    told = tuple(q for q in case.qualifiers.said if q.kind is K.SIGN)
    return (*others, *told, Qualifier(K.SIGN, word)) if word else (*others, *told)


def unmet_by(qualifiers: Qualifiers, edge: Edge, rules: Rules) -> tuple[Qualifier, ...]:
    """Return those qualifiers of a question of which an edge does not speak in its own words; without any, of none."""
    onset = not rules.implied(edge.predicate).isdisjoint(_ONSET)
    asked = (q for q in qualifiers.said if q.kind is not K.COURSE or onset)
    return tuple(q for q in asked if not (_own(edge).keys and _meets(q, edge, {})))


_DENYING = re.compile(r"\b(?:is|are|was|were|does|do|did|not) ")


def _in_words(qualifier: str, predicate: str, *, verbatim: bool) -> bool:
    """Whether what limits a claim is what the predicate says itself: "is compared with"; `verbatim`: the claim says it
    in just those words.
    """
    words = set(re.findall(r"[\w-]+", qualifier.casefold())) - {"the"}
    if verbatim and words and words <= set(predicate.split()):
        return True
    return " " in qualifier and f" {qualifier.casefold()} " in f" {predicate} "


def _meets(qualifier: Qualifier, edge: Edge, titles: Titles) -> bool:
    match qualifier.kind:
        case K.STUDY | K.TONE | K.ASPECT | K.PURPOSE:
            return False
        case K.REST | K.SORT | K.MEANS:
            return False
        case K.DESIGN:
            return not _untried(edge, titles)
        case K.PLACE:
            return not _only_in_cells(edge)
        case K.SIGN:
            return edge.negated
        case K.DEGREE | K.NUMBER | K.COMPARATOR | K.AUTHORITY | K.COURSE:
            return bool(qualifier.keys) and qualifier.keys <= _own(edge).keys
        case K.CONDITION if not qualifier.terms and len(qualifier.keys) < 1:
            return False
        case _:
            return _speaks(qualifier, edge, titles)


def _stands(qualifier: Qualifier, edge: Edge, titles: Titles, case: Case) -> bool:
    """Whether an edge against the plain claim stands against the qualified one: unless it speaks of another kind."""
    match qualifier.kind:
        case K.STUDY | K.TONE | K.ASPECT | K.PURPOSE:
            return False
        case K.DESIGN:
            return not _untried(edge, titles)
        case K.PLACE:
            return not _only_in_cells(edge)
        case K.SIGN:
            return edge.negated
        case K.DEGREE | K.NUMBER | K.COMPARATOR | K.AUTHORITY:
            return not case.meaning.negated
        case (
            K.COMBINATION | K.COURSE
        ):  # alone and with another, who falls ill and how it goes on: each its own question
            return _said(qualifier, _own(edge), _titles(edge, titles))
        case _:
            own, named = _own(edge), _titles(edge, titles)
            return _said(qualifier, own, named) or not _of_another_kind(qualifier, own | named)


def _speaks(qualifier: Qualifier, edge: Edge, titles: Titles) -> bool:
    own, named = _own(edge), _titles(edge, titles)
    said = _said(qualifier, own, named)
    of_any = qualifier.kind in (*_WHOM, K.CONDITION, K.COMBINATION) and (
        not qualifier.terms or (bool(qualifier.keys) and _MADE_SO.search(qualifier.words) is not None)
    )  # read from a preposition and any noun, or what has been done to them
    usual = not of_any or is_usual(qualifier.words)  # "in trees" no silent edge bears out
    usual &= not qualifier_cue("brief").search(qualifier.words)  # nor "within seconds"
    return said or (not own.keys and usual and not _of_another_kind(qualifier, named))


def _said(qualifier: Qualifier, own: Words, named: Words) -> bool:
    """Whether an edge's own words and its papers' titles say what the qualifier says.

    Where its own words name animals or cells only, no title makes it evidence on people.
    """
    asked = frozenset().union(*(implied(t) for t in qualifier.terms))
    first = own if {HUMAN, NONHUMAN} & own.terms else named
    of_people = HUMAN in asked and NONHUMAN not in asked  # "in female mice" is not
    if of_people and NONHUMAN in first.terms and HUMAN not in first.terms:
        return False
    words = own | named
    return qualifier.terms - {HUMAN, "patient"} <= words.terms and qualifier.keys <= words.keys


def _of_another_kind(qualifier: Qualifier, words: Words) -> bool:
    """Whether words name something in the qualifier's own respect: another population, another form."""
    if qualifier.kind in _WHOM:
        return any({HUMAN, NONHUMAN} & implied(t) for t in words.terms - {HUMAN, NONHUMAN, "patient"})
    return any(kind_of(t) is qualifier.kind for t in words.terms)


def _untried(edge: Edge, titles: Titles) -> str:
    return untried_in(edge.note, [titles.get(id, "") for id in edge.publications])


def _only_in_cells(edge: Edge) -> bool:
    """Whether all that an edge says of where it was seen is a dish."""
    seen = [implied(t) | {t} for t in _own(edge).terms - {NONHUMAN}]
    beings = [terms for terms in seen if {HUMAN, NONHUMAN} & terms]
    return all(_CELLS in terms for terms in beings) if beings else design_in(edge.note) == IN_VITRO


def _own(edge: Edge) -> Words:
    """Return what an edge's note and sentences say; of animals or cells by its note, its sentences speak of no people:
    "older females" are rats there, and "patients" those whom it may help one day.
    """
    found = said_in(edge.note)
    beasts = NONHUMAN in found.terms and HUMAN not in found.terms
    for sentence in edge.sentences:
        said = said_in(sentence)
        found |= Words(frozenset(t for t in said.terms if HUMAN not in implied(t)), said.keys) if beasts else said
    return found


def _titles(edge: Edge, titles: Titles) -> Words:
    found = Words()
    for id in edge.publications:
        found |= said_in(titles.get(id, ""))
    return found


# ── in words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def narrowed(edges: Sequence[Edge]) -> str:
    """Return of whom, or with what, the evidence speaks, where all of it is so narrow: "in mice"; "" otherwise."""
    told = [whom(edge.note) for edge in edges]
    joined = [_given_with(edge.note) for edge in edges]
    who = f"in {join_words(list(dict.fromkeys(w for some in told for w in some)))}" if told and all(told) else ""
    with_what = joined[0] if len(set(joined)) == 1 else ""
    return " ".join(filter(None, (with_what, who)))


def _given_with(note: str) -> str:
    """Return with what a note says that it was given, without whom: "with zinc", of "with zinc in mice"."""
    found = _WITH.match(note)
    if found is None:
        return ""
    words, _, behind = found[0].partition(" in ")
    return words if whom(behind) else found[0]


def whom(note: str) -> tuple[str, ...]:
    """Return whom a note names, the narrowest terms only: animals, or a part of people."""
    terms = stated(note)
    some = [t for t in terms if kind_of(t) in _SHOWN and t not in (HUMAN, "patient", NONHUMAN)]
    beasts = [t for t in some if NONHUMAN in implied(t)]
    if beasts and HUMAN in said_in(note).terms:
        return ()
    chosen = beasts or [t for t in some if HUMAN in implied(t)]
    nouns = [t for t in chosen if t not in _ADJECTIVES]  # "pregnant women" are shown as women, not as nobody
    narrowest = [t for t in nouns if not any(t in implied(u) for u in nouns if u != t)]
    named = [t for t in narrowest if t != "adult"] or narrowest
    return tuple(sorted(map(shown, named)))


_WITH = re.compile(r"(?:with|added to) [^,;]+")
_OF = re.compile(r"(?:in|among|amongst|of|for|at)\s+", re.IGNORECASE)
_HOPED = re.compile(
    r"\b(?:alleg|purport|reput|ostensib|so-called|theor|in principle|on paper|ought|should|could have|claim|"
    r"expect|hope|mean|intend|suppos|predict|plan|design|destin|due|going|about to|set to|market|promot"
    r"|advertis|sold|bill|peddl|pitch|plug|prais|hawk|trumpet|label|brand|push|vaunt|herald|hail|patent|"
    r"wish|anticipat|bet|gambl|dream|pray|trust|want|would|specul|imagin|"
    r"tout|hype|rumou?r|aim|seek|sought|tr(?:y|ies|ied)\b|promis|(?:was|were) to\b|have$)",
    re.IGNORECASE,
)
_FORMER = re.compile(r"\b(?:thought|believed|imagined|held|used to|or did)\b", re.IGNORECASE)
_ADJECTIVES = frozenset({"young", "healthy", "middle-aged", "pregnant", "postmenopausal", "breastfeeding"})


def why_not(unmet: Unmet) -> str:
    """Return what keeps the evidence from settling the claim, as a sentence."""
    words = _running(unmet.qualifier.words)
    match unmet.qualifier.kind:
        case K.STUDY:
            if _FORMER.search(words):
                return "This says that it was so, or was thought so, which is not a finding."
            hoped = _HOPED.search(words)
            return f"This says that it is {'hoped or said' if hoped else 'under study'}, which is not a finding."
        case K.TONE:
            return f"I could not tell whether this is meant as it stands (“{words}”)."
        case K.SORT:
            return f"Nothing there says that it is {'one ' if _OF.match(words) else ''}“{words}”."
        case K.REST:
            return f"What the sentence says besides was not checked (“{words}”)."
        case K.ASPECT:
            return f"This is said of {words} of the patients, not of their illness."
        case K.COURSE:
            return f"This is said of an illness that has begun (“{words}”); the evidence is on who gets it."
        case K.SIGN:
            return f"It does not say which way: nothing there says “{words}”."
        case K.DESIGN | K.PLACE:
            [first, *_] = unmet.edges
            seen = untried_in(first.note, ())
            noun = design_noun(seen)
            behind = f": it rests on {indefinite_article(noun)} {noun}" if seen else ""
            return f"Nothing there says “{words}”{behind}."
        case K.POPULATION | K.SPECIES:
            return f"This is said of {_OF.sub('', words, count=1)}{_but_seen(unmet.edges, words)}."
        case _:
            return f"Nothing there says “{words}”."


def _but_seen(edges: Sequence[Edge], words: str) -> str:
    """Return on whom the evidence is, where it says so in other words than the claim."""
    seen = list(dict.fromkeys(w for e in edges for w in whom(e.note)))
    if not seen or any(re.search(rf"\b{re.escape(w)}\b", words) for w in seen):  # "women" does not name men
        return ", of whom the evidence does not speak"
    beasts = any(NONHUMAN in said_in(e.note).terms for e in edges)
    return f"; it was seen in {join_words(seen)}" if beasts else f"; the evidence is on {join_words(seen)}"


def _running(words: str) -> str:
    """Return words as they stand within a sentence: "In men" as "in men", "APOE4" as it is."""
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]
