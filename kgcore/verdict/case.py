"""A triple made ready to be judged: in the graph's direction, with the entities that it may be about. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kgcore.english.cues import regex_of_any
from kgcore.english.reading import PhraseReading
from kgcore.english.words import word_list
from kgcore.values.model import UNQUALIFIED, Candidate, Edge, Match, Mention, Qualifiers, Triple
from kgcore.verdict.stance import Rules, Stance, no_effect_stance, readings_of_predicate, stance_of
from kgcore.vocabulary.types import goes_on, is_condition
from kgcore.vocabulary.vocabulary import is_desirable, names_measure

# --- What a triple's relation means in a graph's predicates: the phrase's own reading and the model's choice
# together.


class ClaimVocabulary(Rules, Protocol):
    """A vocabulary that also reads phrases."""

    @property
    def names(self) -> Iterable[str]:
        """The graph's own predicates."""
        ...

    def read(self, phrase: str) -> PhraseReading:
        """Read a relation phrase."""
        ...

    def supports(self, phrase: str, predicate: str) -> bool:
        """Whether the words of a phrase that it cannot read bear out the choice of a predicate."""
        ...

    def words(self, name: str, negated: bool = False) -> str:
        """Return the predicate in words."""
        ...


@dataclass(frozen=True, slots=True)
class Sense:
    """One thing that a relation can mean: `predicate`, and others that must agree with it."""

    predicate: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationMeaning:
    """All that a relation can mean, best first; no sense where nothing fits.

    `guessed`: a model chose, and nothing in the phrase bears it out. `doubtful`: words around it may turn it round.
    `mutual`: it says no more than that the two go together.
    `vouches`: it says that the two are safe together, which is more than that no interaction was found.
    `rising`: for a relation that says "for the better", the predicates that only say "more".
    `falling`: for a relation that says "for the worse", what it means of something good: a fall.
    `lessens`: what a relation that only says "less" was chosen to mean; of an illness or a symptom it means that.
    `risk`: what "not less" or "more" of an illness says of who gets it: "does not reduce *strokes*".
    `sibling`: the same direction as the graph calls it with another kind of thing ("inhibits *absorption*").
    `helping`: what "is of benefit for" means of something good: a rise.
    `none_at_all`: it denies every effect ("has no effect on"), as who finds none of one kind words it.
    """

    senses: tuple[Sense, ...]
    negated: bool
    hedged: bool
    overstates: bool
    inverted: bool
    guessed: bool = False
    doubtful: bool = False
    rising: frozenset[str] = frozenset()
    falling: tuple[Sense, ...] = ()
    lessens: Sense | None = None
    risk: Sense | None = None
    sibling: Sense | None = None
    none_at_all: bool = False
    mutual: bool = False
    vouches: bool = False
    helping: tuple[Sense, ...] = ()

    def stance(self, sense: Sense, edge: Edge, rules: Rules, reversed: bool) -> Stance:
        """Return how the edge stands to the claim in this sense; a guess takes no side."""
        if self.guessed:
            return Stance.NEITHER
        if self.vouches:
            found = stance_of(sense.predicate, self.negated, False, edge, rules, reversed)
            return found if found is Stance.AGAINST else Stance.NEITHER
        if self.mutual and (turned := self._mutually(sense, edge, rules, reversed)) is not Stance.NEITHER:
            return turned
        first = stance_of(sense.predicate, self.negated, self.overstates, edge, rules, reversed)
        if self.none_at_all and first is Stance.NEITHER:
            return no_effect_stance(sense.predicate, edge, rules, reversed)
        others = [stance_of(p, self.negated, self.overstates, edge, rules, reversed) for p in sense.also]
        return first if all(s is first for s in others) else Stance.NEITHER

    def _mutually(self, sense: Sense, edge: Edge, rules: Rules, reversed: bool) -> Stance:
        """Return how the edge stands to a claim that two things go together, read from the other of them."""
        return stance_of(sense.predicate, self.negated, self.overstates, edge, rules, not reversed)


def read_meaning(triple: Triple, phrases: ClaimVocabulary) -> RelationMeaning:
    """Read a triple's relation; a flag that negates and a phrase that negates say the same thing, not twice.

    What is refuted says the contrary: "it is a myth that it does not prevent" is "prevents".

    Of a triple that was written from the graph nothing is read: what it states is known.
    """
    if triple.stated is not None:
        known = triple.stated
        return RelationMeaning(
            (Sense(known.predicate),), known.negated, triple.hedged, overstates=False, inverted=known.inverted
        )
    reading = phrases.read(triple.relation)
    choice, backwards = chosen_predicate(triple.predicate, phrases)
    return RelationMeaning(
        lessens=_lessens(choice, triple.relation, reading, phrases),
        risk=_risk(triple.relation, reading, phrases) if choice is None else None,
        sibling=_sibling(reading, phrases) if choice is None else None,
        none_at_all=reading.negated and not triple.refuted and _is_broadest(reading, phrases),
        senses=_with_risk(_senses(choice, _denied_of(choice, reading, phrases), phrases), triple, reading, phrases),
        negated=not reading.negated if triple.refuted else triple.negated or reading.negated,
        hedged=triple.hedged or reading.hedged,
        overstates=reading.overstates,
        inverted=reading.inverted or (backwards and not reading.predicates),
        doubtful=triple.doubtful,
        rising=frozenset(phrases.read("increases").predicates) if reading.values else frozenset(),
        falling=_senses(None, phrases.read("impairs").predicates, phrases) if reading.worsens and not choice else (),
        helping=_helping(choice, triple.relation, reading, phrases),
        mutual=reading.mutual and choice is None,
        vouches=_vouches(triple, reading, phrases),
        guessed=choice is not None and not reading.predicates and not phrases.supports(triple.relation, choice),
    )


_DENIES = re.compile(r"\b(?:no|not|never|without|neither|nor|free|lacks?|fail\w*|cannot)\b|n['’]t\b", re.IGNORECASE)


def _vouches(triple: Triple, reading: PhraseReading, phrases: ClaimVocabulary) -> bool:
    """Tell whether a phrase denies an interaction by calling two things safe together ("goes well with")."""
    said_so = reading.negated and not (triple.negated or triple.refuted) and _DENIES.search(triple.relation) is None
    return said_so and any("interact" in phrases.words(p) for p in reading.predicates)


def chosen_predicate(name: str | None, phrases: ClaimVocabulary) -> tuple[str | None, bool]:
    """Return the graph's predicate that a model named (None: it has none such), and whether by its inverse."""
    key = _key(name or "")
    if not key:
        return None, False
    known = [phrases.get(n) for n in phrases.names]
    plain = next((p.name for p in known if key in (_key(p.name), _key(p.label))), None)
    if plain is not None:
        return plain, False
    inverse = next((p.name for p in known if key == _key(p.inverse)), None)
    return inverse, inverse is not None


# One direction under two names: which of them an edge has depends on what kind of thing its object is.
_SIBLINGS = {"INHIBITS": "DISRUPTS", "DISRUPTS": "INHIBITS", "STIMULATES": "AUGMENTS", "AUGMENTS": "STIMULATES"}


def _senses(choice: str | None, read: tuple[str, ...], rules: ClaimVocabulary) -> tuple[Sense, ...]:
    if choice is not None and choice not in read:
        sibling = _SIBLINGS.get(choice, "")
        return _senses(None, (choice, sibling), rules) if sibling in read else (Sense(choice, read),)
    ordered = read if choice is None else (choice, *(p for p in read if p != choice))
    if choice in _SIBLINGS and _SIBLINGS[choice] in rules.names:
        ordered = (*(p for p in ordered if p != _SIBLINGS[choice]), _SIBLINGS[choice])
    return tuple(Sense(p) for n, p in enumerate(ordered) if not any(p in rules.implied(q) for q in ordered[:n]))


def _denied_of(choice: str | None, reading: PhraseReading, phrases: ClaimVocabulary) -> tuple[str, ...]:
    """Return what a phrase was read as; who denies all that a choice implies ("has no effect on") denies the choice."""
    whole = choice is not None and reading.negated and bool(reading.predicates)
    return (choice,) if whole and choice and phrases.implied(choice) >= {*reading.predicates} else reading.predicates


# "Reduces anxiety" says that it helps; "clears away", "breaks down", "inhibits" speak of what can be cleared away.
_REDUCES = re.compile(
    rf"\b(?:{regex_of_any(word_list('lessening verb'))})(?:e|s|es|d|ed|ing)?(?: down| back| in check)?$",
    re.IGNORECASE,
)


def _lessens(choice: str | None, phrase: str, reading: PhraseReading, phrases: ClaimVocabulary) -> Sense | None:
    """Return the sense that "reduces" has of an illness: it helps, as a model chose or as "treats" is read."""
    read = reading.predicates
    if not read or choice in read:
        return None
    if choice is None:
        if reading.inverted or not _REDUCES.search(phrase):
            return None
        treats = phrases.read("treats").predicates
        less = ({*phrases.read(word).predicates} for word in ("reduces", "suppresses"))
        same = set(read) in less and len({*phrases.read("reduces").predicates}) > 1
        return Sense(treats[0]) if treats and same else None
    helps = {*phrases.read("treats").predicates, *phrases.read("prevents").predicates}
    return Sense(choice) if choice in helps and set(read) <= set(phrases.read("reduces").predicates) else None


_MAY = re.compile(r"\b(?:can|may|might|could)\b", re.IGNORECASE)


def _with_risk(
    senses: tuple[Sense, ...], triple: Triple, reading: PhraseReading, phrases: ClaimVocabulary
) -> tuple[Sense, ...]:
    """Return the senses with that of a raised risk, where something only may be a cause: "can lead to"."""
    causes = {*phrases.read("causes").predicates}
    if (
        reading.negated
        or triple.refuted
        or not _MAY.search(triple.relation)
        or not causes <= {s.predicate for s in senses}
    ):
        return senses
    risk = (Sense(p) for p in phrases.read("increases the risk of").predicates[:1] if p not in causes)
    return (*senses, *risk)


_HELPS = re.compile(
    r"\b(?:benefi\w*|help(?:s|ed|ful)?|(?:use|effect)(?:ful|ive)|works?|worked|"
    r"d(?:o|oes|id|one) (?:nothing|little|not))\b",
    re.IGNORECASE,
)


def _helping(choice: str | None, phrase: str, reading: PhraseReading, phrases: ClaimVocabulary) -> tuple[Sense, ...]:
    """Return what a phrase that says that something helps means of a memory or a sleep: that there is more of it."""
    more = phrases.read("enhances").predicates
    treats = bool(reading.predicates) and {*reading.predicates} <= {*phrases.read("treats").predicates}
    helps = treats and not (reading.inverted or reading.overstates) and _HELPS.search(phrase)
    return _senses(None, more, phrases) if helps and (choice is None or choice in more) else ()


def _sibling(reading: PhraseReading, phrases: ClaimVocabulary) -> Sense | None:
    """Return the other name of the direction that a phrase was read as alone, where the graph has it."""
    other = _SIBLINGS.get(reading.predicates[0], "") if len(reading.predicates) == 1 else ""
    return Sense(other) if other in phrases.names else None


_RAISES = re.compile(r"\b(?:increas|rais|elevat|boost|doubl)(?:e|es|ed|ing|s)?$", re.IGNORECASE)


def _risk(phrase: str, reading: PhraseReading, phrases: ClaimVocabulary) -> Sense | None:
    """Return what "does not reduce" or "increases" says of an illness that people get: how many of them do."""
    for words, plain, meant in ((_REDUCES, "reduces", "prevents"), (_RAISES, "increases", "increases the risk of")):
        if meant == "prevents" and not reading.negated:
            continue  # "reduces strokes" may speak of those who have had one
        alike, found = phrases.read(plain).predicates, phrases.read(meant).predicates
        if words.search(phrase) and len(alike) > 1 and set(reading.predicates) == set(alike) and found:
            return Sense(found[0])
    return None


def _is_broadest(reading: PhraseReading, phrases: ClaimVocabulary) -> bool:
    """Whether a phrase was read as nothing but an effect of whatever kind."""
    return bool(reading.predicates) and reading.predicates == phrases.read("affects").predicates


def _key(name: str) -> str:
    return "".join(c for c in name.rpartition(":")[2].casefold() if c.isalnum())


# For better or for worse, which of a reading such as a blood pressure says neither up nor down.
_GRADES = re.compile(
    r"^(?:[\w'’-]+ )*?(?:enhanc|strengthen|impair|damag|harm|spoil|compromis)(?:e|es|s|ed|d|ing)?$",
    re.IGNORECASE,
)

Pair = tuple[str, str]
Couple = tuple[Candidate, Candidate]

TIE = 0.005  # names whose scores differ by less are as good as each other
MOST_TIED = 4  # candidates of one mention that are tried together


@dataclass(frozen=True, slots=True)
class Case:
    """A triple in the graph's direction; `subjects` and `objects` are as good as each other, none if not linked."""

    triple: Triple
    meaning: RelationMeaning
    subjects: tuple[Candidate, ...]
    objects: tuple[Candidate, ...]
    qualifiers: Qualifiers = UNQUALIFIED

    @property
    def mentions(self) -> tuple[Mention, Mention]:
        """The wording of subject and object."""
        subject, object = self.triple.subject, self.triple.object
        return (object, subject) if self.meaning.inverted else (subject, object)

    @property
    def couples(self) -> tuple[Couple, ...]:
        """Every subject with every object, never one entity with itself; none where the claim cannot be looked up."""
        if not (self.subjects and self.objects) or self.subjects[0].entity.id == self.objects[0].entity.id:
            return ()
        return tuple((s, o) for s in self.subjects for o in self.objects if s.entity.id != o.entity.id)


def make_case(
    triple: Triple, meaning: RelationMeaning, subject: Sequence[Candidate], object: Sequence[Candidate]
) -> Case:
    """Return the triple turned to the graph's direction, with those candidates that no other beats by name.

    To raise something is to improve it only where more of it is better: not a blood pressure, not an inflammation. To
    make something worse that is good is to lower it: a memory, not a pain.
    """
    if meaning.inverted:
        subject, object = object, subject
    objects = tied_candidates(object)
    if meaning.rising and not any(is_desirable(c.entity.name) for c in objects):
        kept = tuple(s for s in meaning.senses if s.predicate not in meaning.rising)
        meaning = replace(meaning, senses=kept)
    if meaning.helping and objects and all(is_desirable(c.entity.name) for c in objects):
        meaning = replace(meaning, senses=meaning.helping)
    if meaning.falling and any(is_desirable(c.entity.name) for c in objects):
        meaning = replace(meaning, senses=meaning.falling)
    if _GRADES.search(triple.relation) and objects and any(names_measure(c.entity.name) for c in objects):
        meaning = replace(meaning, senses=(), rising=frozenset(), falling=())
    if meaning.lessens and objects and all(is_condition(c.entity) for c in objects):
        chosen = triple.predicate is not None
        meaning = replace(meaning, senses=(*(() if chosen else meaning.senses), meaning.lessens))
    ill = bool(objects) and all(is_condition(c.entity) for c in objects)
    more = meaning.risk if ill else meaning.sibling if objects and all(goes_on(c.entity) for c in objects) else None
    if more:
        meaning = replace(meaning, senses=tuple(dict.fromkeys((*meaning.senses, more))))
    return Case(triple, meaning, tied_candidates(subject), objects)


def tied_candidates(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the best candidate and those as good: evidence may choose among these, and among no others."""
    if not candidates:
        return ()
    best = candidates[0]
    by_meaning = best.match is Match.SEMANTIC
    equal = [c for c in candidates if c.score >= best.score - TIE and (c.match is Match.SEMANTIC) == by_meaning]
    return tuple(equal[:MOST_TIED])


def couple_ids(couple: Couple) -> Pair:
    """Return the couple's entity ids."""
    return couple[0].entity.id, couple[1].entity.id


@dataclass(frozen=True, slots=True)
class FoundEdges:
    """What the edges between one couple say of a case in one sense (None: no predicate fits the phrase)."""

    couple: Couple
    sense: Sense | None
    edges_for: tuple[Edge, ...] = ()
    edges_against: tuple[Edge, ...] = ()
    near: tuple[Edge, ...] = ()

    @property
    def settles(self) -> bool:
        """Whether an edge takes a side."""
        return bool(self.edges_for or self.edges_against)


def find_stances(
    meaning: RelationMeaning, couple: Couple, sense: Sense | None, edges: Sequence[Edge], pair: Pair, rules: Rules
) -> FoundEdges:
    """Sort the edges between the two ids of `pair` (subject, object) by what they say of the claim in that sense.

    Of a claim whose polarity is in doubt only one thing can be said: that edges stand on both sides.
    """
    if sense is None or not edges:
        return FoundEdges(couple, sense, near=tuple(edges))
    sides: dict[Stance, list[Edge]] = {side: [] for side in Stance}
    for edge in edges:
        sides[meaning.stance(sense, edge, rules, edge.subject != pair[0])].append(edge)
    if meaning.doubtful and not (sides[Stance.FOR] and sides[Stance.AGAINST]):
        return FoundEdges(couple, sense, near=tuple(edges))
    return FoundEdges(couple, sense, *(tuple(sides[side]) for side in (Stance.FOR, Stance.AGAINST, Stance.NEITHER)))


def would_settle(meaning: RelationMeaning, found: FoundEdges, rules: Rules, inverted: bool = False) -> tuple[Edge, ...]:
    """Return the near edges that would take a side under another meaning, or, `inverted`, if they ran the other way."""
    if found.sense is None:
        return ()
    subject = found.couple[0].entity.id
    near = [e for e in found.near if e.subject != subject] if inverted else found.near
    return tuple(
        e
        for e in near
        if meaning.stance(found.sense, e, rules, (e.subject != subject) != inverted) is not Stance.NEITHER
    )


# --- Whether two entity types can stand on the two sides of a predicate, as far as a graph's own use of it
# shows.

Signature = tuple[str, str, str]  # subject type, predicate, object type


class TypeFit:
    """Answers from the signatures that occur in a graph; with none known, everything fits."""

    def __init__(self, signatures: Iterable[Signature], rules: Rules) -> None:
        self._rules = rules
        self._between: dict[tuple[str, str], set[str]] = {}
        for subject, predicate, object in signatures:
            self._add(subject, object, readings_of_predicate(predicate, False, rules))
            self._add(object, subject, readings_of_predicate(predicate, True, rules))

    def fits(self, subject: str, predicates: Iterable[str], object: str) -> bool:
        """Tell whether one of the predicates is used between these types: itself, what implies it, or its opposite."""
        if not self._between:
            return True
        used = self._between.get((subject, object), set())
        return any(self._speaks(q, p) for q in used for p in predicates)

    def _speaks(self, used: str, predicate: str) -> bool:
        implied = self._rules.implied(used)
        return predicate in implied or not implied.isdisjoint(self._rules.opposites(predicate))

    def _add(self, subject: str, object: str, predicates: Iterable[str]) -> None:
        self._between.setdefault((subject, object), set()).update(predicates)
