"""What an article says of two entities, as a proposal that a person can accept or reject. Pure.

A proposal is never evidence: it becomes a fact of the team's layer when somebody who may has accepted it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from kgcore.annotation.plaintext import claims_in
from kgcore.curation.articles import AnnotatedArticle, NamedSpan, Part
from kgcore.curation.findings import (
    denies,
    is_compared_with,
    is_history,
    is_induced,
    is_lessened,
    is_of_the_ill,
    is_stopped,
    reports_finding,
    says_averted,
    says_brought_about,
    says_compared,
    says_inverse,
    says_less,
)
from kgcore.curation.layer import ProposalKind
from kgcore.curation.pairs import (
    ArticleView,
    EntityKind,
    Named,
    Spot,
    features_of,
    kind_of_type,
    spot_features,
    spots_of,
    view_of,
)
from kgcore.curation.scoring import PairModel, probability
from kgcore.english.qualifier_terms import stated
from kgcore.english.reading import PhraseReading
from kgcore.values.model import Candidate, Entity, Match, Triple
from kgcore.vocabulary.vocabulary import Vocabulary

HEDGED = "hedged"  # the qualifier of what a sentence only says may be
WITH_CAUTION = "worded with caution"  # as people read it
_MAY = re.compile(r"\b(?:may|might|could|possibl[ey]|potentially|perhaps)\b", re.IGNORECASE)
LEAST = 0.3  # of a score; below, a sentence names two things and hardly says more
LEAST_OF_FOUND = 0.6  # the same where the names were looked for, and not given by who read the article
AUTOMATIC = 0.8  # of a score, from which on what a title says and the graph has already needs no reviewer
_NEAR = 60  # letters before a name in which it is said that something is compared with it
AUTOMATIC_PAPERS = 2  # that the graph has for it: one alone may be wrong itself
NO_FINDING_LEFT = 0.5  # of the score of a pair that stands in aims and other people's words only
_DECIDED = 0.5  # of the probability of a direction, from which on it is said
MOST_QUALIFIERS = 5
_DOSE = re.compile(  # not what was measured: "5 mg/dl"
    r"\b\d+(?:[.,·]\d+)?[ -]?(?:mg|µg|μg|mcg|IU|g(?=/| daily| per| a day))(?:/kg|/m2)?(?!/?[dm]?[lL]\b|\w)"
    r"(?:/d(?:ay)?\b| daily| per day| a day| (?:once|twice) (?:daily|a day))?"
)
_DEGREE = re.compile(
    r"\b(?:(?:very |most )?"
    r"(?:severe|mild|moderate|advanced|early|late|acute|chronic|recurrent|persistent|untreated|heavy)"
    r"(?: to | or |[ -])){1,3}\Z",
    re.IGNORECASE,
)
_SHORT_FORM = re.compile(r"\b[A-Z][A-Za-z]{1,5}\b")
_COMPARED = re.compile(
    r"\b(?:compared (?:with|to)|versus|vs\.?) (?:that (?:of|in|with) )?(?:the )?"
    r"(?P<other>(?!no\b|No\b|that\b|those\b|patients\b|participants\b|pre-?|post-?|baseline\b)[A-Za-z][\w-]+"
    r"(?: (?!(?:in|of|for|at|and|or|on|after|with|was|were|is|who|during|not|significant|\w+ing)\b)[\w-]+){0,2})",
)
_WORDS = {
    "CAUSES": "causes",
    "TREATS": "treats",
    "PREVENTS": "prevents",
    "INTERACTS_WITH": "interacts with",
    "STIMULATES": "stimulates",
    "INHIBITS": "inhibits",
    "ASSOCIATED_WITH": "is associated with",
}


class ProposedEffect(StrEnum):
    """Which way a relation goes, where the sentence tells."""

    INCREASED = "increased"
    DECREASED = "decreased"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A fact that one sentence of an article is taken to state; `score` is 0 to 1."""

    article: str
    sentence: str
    subject: NamedSpan
    object: NamedSpan
    predicate: str
    negated: bool
    effect: ProposedEffect
    qualifiers: tuple[str, ...]
    score: float
    kind: ProposalKind = ProposalKind.NEW
    title: str = ""  # the article's, as is the design of its study ("": unknown)
    design: str = ""
    types: tuple[str, str] = ("", "")  # of subject and object that the graph lacks, as for `layer.Fact`
    papers_for: int = 0  # other papers that the graph has for it
    meant: tuple[str, str] = ("", "")  # the graph's ids of subject and object where the article gives others

    @property
    def ends(self) -> tuple[str, str]:
        """The graph's ids of subject and object."""
        return self.meant[0] or self.subject.id, self.meant[1] or self.object.id

    @property
    def automatic(self) -> bool:
        """Whether it may be added without a reviewer: a title says that a drug brings a disease about, and other papers
        of the graph do, too. How right other kinds are was not measured; what says by itself that its two ends are
        others than the article's own ids say is a reviewer's to decide.
        """
        ends = (kind_of_type(self.subject.type), kind_of_type(self.object.type))
        harm = ends == (EntityKind.CHEMICAL, EntityKind.DISEASE) and self.effect is ProposedEffect.INCREASED
        titled = self.sentence == self.title and self.score >= AUTOMATIC and not self.negated
        titled = titled and _MAY.search(self.title) is None
        others = self.ends[0] != self.subject.id and self.ends[1] != self.object.id
        known = self.kind is ProposalKind.KNOWN and not others and not any(self.types)
        return harm and titled and known and self.papers_for >= AUTOMATIC_PAPERS


def proposals_in(article: AnnotatedArticle, vocabulary: Vocabulary, least: float = LEAST) -> list[Proposal]:
    """Return what an article with names says of each pair of them, the likeliest first, one proposal a pair."""
    view = view_of(article)
    triples = _stated(article, vocabulary)
    found = [
        p
        for n, one in enumerate(view.entities)
        for other in view.entities[n + 1 :]
        if (p := _proposal(view, one, other, triples, vocabulary)) is not None and p.score >= least
    ]
    return sorted(found, key=lambda p: -p.score)


def _stated(article: AnnotatedArticle, vocabulary: Vocabulary) -> Mapping[frozenset[str], Triple]:
    """Return what the strict reader of plain texts makes of the article, by the two entities' ids."""
    found: dict[frozenset[str], Triple] = {}
    for sentence in article.sentences:
        spots = [
            (n.start - sentence.start, n.end - sentence.start, (_candidate(n),))
            for n in article.names
            if n.id and sentence.start <= n.start and n.end <= sentence.end
        ]
        ids = {article.text[sentence.start + a : sentence.start + b]: c.entity.id for a, b, (c,) in spots}
        if len(set(ids.values())) > 1:
            for paragraph in claims_in(article.text[sentence.start : sentence.end], spots, vocabulary):
                for triple in paragraph.triples:
                    pair = frozenset((ids.get(triple.subject.text, ""), ids.get(triple.object.text, "")))
                    if "" not in pair and len(pair) > 1:
                        found.setdefault(pair, triple)
    return found


def _candidate(name: NamedSpan) -> Candidate:
    return Candidate(Entity(name.id, name.text.strip() or name.id, name.type), 1.0, Match.EXACT)


def _proposal(
    view: ArticleView, one: Named, other: Named, triples: Mapping[frozenset[str], Triple], vocabulary: Vocabulary
) -> Proposal | None:
    ends = _directed(one, other)
    spots = spots_of(view, *ends)
    if not spots:
        return None  # a proposal needs a sentence that a reviewer can read
    told = _relation(view, (one, other), ends, spots)
    found = [s for s in spots if _is_finding(view.article, s)]
    best = max(
        [s for s in found if not _is_before(view.article, s)] or found or spots,
        key=lambda s: (probability(told.model, dict.fromkeys(spot_features(view, s), 1.0)), s.left.start),
    )
    subject, object = (_span(view.article, e, best) for e in ends)
    if _is_within(subject.text, object.text):
        return None  # vitamin D and vitamin D deficiency are related by their names alone
    said = _Words.of(view.article, best, object)
    stopped = told.model is PairModel.CAUSES and is_stopped(said.all)
    lessened = not stopped and said.lessened(view.article.text[said.start : subject.start])
    triple = None if is_induced(said.between) or stopped else triples.get(frozenset((one.id, other.id)))
    if triple is not None and not _fits(triple, ends, subject.text, vocabulary, lessened=lessened):
        triple = None
    told = _told_in_words(told, said, vocabulary, lessened=lessened, stopped=stopped, forward=best.forward)
    no_finding = not found or _is_of_others(told, said)
    predicate, inverted = _own_predicate(told, triple, subject.text, vocabulary)
    if told.predicate == "TREATS" and predicate in vocabulary.read(_WORDS["INHIBITS"]).predicates:
        predicate, inverted = _own_predicate(told, None, subject.text, vocabulary)  # "reduced" a disease: helped
    if inverted:
        subject, object = object, subject
    return Proposal(
        view.article.id,
        said.all,
        subject,
        object,
        predicate,
        is_denied(triple, vocabulary) if triple else denies(said.all, said.between, said.first),
        told.effect,
        (*((HEDGED,) if _MAY.search(said.between) else ()), *qualifiers_of(said.all, (subject, object), view.meant)),
        round(told.score * (NO_FINDING_LEFT if no_finding else 1.0), 4),
        title=view.article.title,
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a sentence before the first of two names, between them, and on both sides of what is acted on."""

    start: int
    all: str
    first: str
    between: str
    before: str
    behind: str

    @classmethod
    def of(cls, article: AnnotatedArticle, spot: Spot, object: NamedSpan) -> _Words:
        sentence, text = article.sentences[spot.left.sentence], article.text
        return cls(
            sentence.start,
            text[sentence.start : sentence.end],
            text[sentence.start : spot.left.start],
            text[spot.left.end : spot.right.start],
            text[sentence.start : object.start],
            text[object.end : sentence.end],
        )

    def lessened(self, before_subject: str) -> bool:
        """Whether there is less of what is acted on, and not only less than with what acts."""
        brought = says_brought_about(self.between) or is_compared_with(before_subject)
        return not brought and is_lessened(self.before, self.behind)


def _told_in_words(
    told: _Relation, said: _Words, vocabulary: Vocabulary, *, lessened: bool, stopped: bool, forward: bool
) -> _Relation:
    """Return a relation as the words of its sentence turn it: less of a disease is no harm."""
    if told.predicate == "CAUSES" and not stopped and (says_less(said.between) or lessened):
        told = replace(told, predicate="TREATS", effect=ProposedEffect.DECREASED)
    averts = told.predicate == "TREATS" and forward and says_averted(said.between)
    if averts and vocabulary.read(_WORDS["PREVENTS"]).predicates:
        return replace(told, predicate="PREVENTS")
    if told.predicate == "CAUSES" and says_inverse(said.all):
        return replace(told, predicate="ASSOCIATED_WITH", effect=ProposedEffect.DECREASED)
    return told


def _is_of_others(told: _Relation, said: _Words) -> bool:
    """Whether a disease is only what those studied had, or two drugs are only held against each other."""
    if told.predicate == "CAUSES":
        return is_of_the_ill(said.before)
    return told.predicate == "INTERACTS_WITH" and says_compared(said.between)


def _is_within(one: str, other: str) -> bool:
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return re.search(rf"(?<!\w){re.escape(short)}(?!\w)", long) is not None


def _is_finding(article: AnnotatedArticle, spot: Spot) -> bool:
    """Whether a sentence reports what was found, of what acted and of what was acted on there: no comparator, and no
    disease of long ago.
    """
    sentence = article.sentences[spot.left.sentence]
    acting, acted_on = (spot.left, spot.right) if spot.forward else (spot.right, spot.left)
    before, words = article.text[sentence.start : acted_on.start], article.text[sentence.start : sentence.end]
    named = re.compile(re.escape(article.text[acting.start : acting.end]), re.IGNORECASE)
    if any(is_compared_with(words[max(0, found.start() - _NEAR) : found.start()]) for found in named.finditer(words)):
        return False
    return reports_finding(words) and not words.rstrip().endswith("?") and not is_history(before)


def _is_before(article: AnnotatedArticle, spot: Spot) -> bool:
    """Whether a sentence stands under a heading of what was known, wanted or done before."""
    return article.part_at(article.sentences[spot.left.sentence].start) is Part.BEFORE


def qualifiers_of(sentence: str, ends: Sequence[NamedSpan], meant: Mapping[str, str]) -> tuple[str, ...]:
    """Return of whom, when, how, in what dose and beside what a sentence speaks, beside the two that it relates.

    `meant` is what short forms stand for in the article: PD may be peritoneal dialysis.
    """
    plain = _SHORT_FORM.sub(lambda m: meant.get(m[0], m[0]), sentence)
    of_whom = sorted(stated(plain).difference(*(stated(e.text) for e in ends)))
    degrees = (found[0].strip().lower() for e in ends for found in _degrees_before(e.text, sentence))
    doses = (" ".join(found[0].split()) for found in _DOSE.finditer(sentence))
    others = (f"compared with {found['other']}" for found in _COMPARED.finditer(sentence))
    compared = (other for other in others if not any(e.text in other for e in ends))
    return tuple(dict.fromkeys((*chain(degrees, doses, compared), *of_whom)))[:MOST_QUALIFIERS]


def _degrees_before(name: str, sentence: str) -> Iterator[re.Match[str]]:
    """Yield words of degree that stand before a name and are no part of it: severe hypoglycaemia is less than any."""
    places = re.finditer(re.escape(name), sentence, re.IGNORECASE) if name else ()
    return (found for place in places if (found := _DEGREE.search(sentence, 0, place.start())))


def is_denied(triple: Triple, vocabulary: Vocabulary) -> bool:
    """Whether a sentence says that it is not so: its phrase may deny ("did not prevent"), or a word of the reader's."""
    said = vocabulary.read(triple.relation).negated
    return not said if triple.refuted else triple.negated or said


@dataclass(frozen=True, slots=True)
class _Relation:
    """A relation as the models tell it; `predicate` is one of the packaged table."""

    predicate: str
    effect: ProposedEffect
    score: float
    model: PairModel


def _relation(
    view: ArticleView, ordered: tuple[Named, Named], ends: tuple[Named, Named], spots: Sequence[Spot]
) -> _Relation:
    """Return the relation that is likeliest; a chemical and a disease have a model of their own.

    The general models know a pair in the order in which an article first names the two.
    """
    as_ordered = spots if ordered == ends else [replace(s, forward=not s.forward) for s in spots]
    features = features_of(view, *ordered, as_ordered)
    related, raises, lowers = (
        probability(m, features) for m in (PairModel.RELATED, PairModel.RAISES, PairModel.LOWERS)
    )
    if tuple(e.kind for e in ends) == (EntityKind.CHEMICAL, EntityKind.DISEASE):
        causes = probability(PairModel.CAUSES, features_of(view, *ends, spots))
        if causes < related * lowers:
            return _Relation("TREATS", ProposedEffect.DECREASED, related * lowers, PairModel.RELATED)
        return _Relation("CAUSES", ProposedEffect.INCREASED, causes, PairModel.CAUSES)
    effect = _effect(raises, lowers)
    return _Relation(_packaged([e.kind for e in ends], effect), effect, related, PairModel.RELATED)


def _effect(raises: float, lowers: float) -> ProposedEffect:
    if max(raises, lowers) < _DECIDED:
        return ProposedEffect.UNKNOWN
    return ProposedEffect.INCREASED if raises >= lowers else ProposedEffect.DECREASED


def _packaged(kinds: Sequence[EntityKind], effect: ProposedEffect) -> str:
    """Return the packaged predicate for two kinds of entities and the way that the relation goes."""
    match (*kinds, effect):
        case EntityKind.CHEMICAL, EntityKind.CHEMICAL, _:
            return "INTERACTS_WITH"
        case EntityKind.CHEMICAL | EntityKind.GENE, EntityKind.GENE, ProposedEffect.INCREASED:
            return "STIMULATES"
        case EntityKind.CHEMICAL | EntityKind.GENE, EntityKind.GENE, ProposedEffect.DECREASED:
            return "INHIBITS"
        case _:
            return "ASSOCIATED_WITH"


def _own_predicate(told: _Relation, triple: Triple | None, subject: str, vocabulary: Vocabulary) -> tuple[str, bool]:
    """Return the graph's own predicate for a relation, and whether its subject and object change places.

    What the strict reader has read of the sentence itself counts before what the models tell of its direction.
    """
    if triple is not None:
        said = vocabulary.read(triple.relation)
        if triple.predicate or said.predicates:
            return triple.predicate or said.predicates[0], _says_backwards(triple, said, subject)
    read = vocabulary.read(_WORDS[told.predicate])
    return (read.predicates[0], read.inverted) if read.predicates else (told.predicate, False)


def _fits(triple: Triple, ends: tuple[Named, Named], subject: str, vocabulary: Vocabulary, *, lessened: bool) -> bool:
    """Whether the strict reader's reading can be so: no disease does anything to a drug, and "led to resolution of" a
    disease does not cause it.
    """
    said = vocabulary.read(triple.relation)
    predicates = {triple.predicate, *said.predicates[:1]}
    harm = bool(predicates & {*vocabulary.read(_WORDS["CAUSES"]).predicates})
    acts = tuple(e.kind for e in ends) == (EntityKind.CHEMICAL, EntityKind.DISEASE)
    return not (lessened and harm) and not (acts and _says_backwards(triple, said, subject))


def _says_backwards(triple: Triple, said: PhraseReading, subject: str) -> bool:
    """Whether the sentence's own subject, in the predicate's direction, is the one that is taken for the object."""
    own = triple.object if said.inverted and not triple.predicate else triple.subject
    return own.text != subject


_ORDER = (EntityKind.CHEMICAL, EntityKind.VARIANT, EntityKind.GENE, EntityKind.OTHER, EntityKind.DISEASE)


def _directed(one: Named, other: Named) -> tuple[Named, Named]:
    """Return the two as subject and object: what acts before what it acts on, else in the order of the text."""
    return (one, other) if _ORDER.index(one.kind) <= _ORDER.index(other.kind) else (other, one)


def _span(article: AnnotatedArticle, entity: Named, spot: Spot) -> NamedSpan:
    """Return where an entity is named at a spot."""
    starts = (spot.left.start, spot.right.start)
    return next(n for n in article.names if n.id == entity.id and n.start in starts)
