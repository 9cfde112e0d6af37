"""What parts of a test question may claim, the ways in which each may be read, and which of them counts. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgcore.english.reading import PhraseReader
from kgcore.reasoning.choices import Option
from kgcore.reasoning.deciding import Standing, together
from kgcore.reasoning.options import without_article
from kgcore.reasoning.stems import Gap, Parts, Spots, is_bare
from kgcore.values.intent import AskedRelation, Which, YesNo
from kgcore.values.model import Claim, Edge, Entity, Mention, Reason, Statement, Triple
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence, relation_words

Reading = tuple[Triple, ...]  # what has to hold together


@dataclass(slots=True)
class Wanted:
    """What each part of a question may claim: ways to read it, best first, by the part's name."""

    readings: dict[str, list[Reading]] = field(default_factory=dict)

    def add(self, name: str, readings: Iterable[Reading]) -> None:
        """Add ways to read a part; those that claim nothing are left out."""
        self.readings.setdefault(name, []).extend(r for r in readings if r)


_CLAIMLESS = frozenset({Reason.SUBJECT_NOT_IN_GRAPH, Reason.OBJECT_NOT_IN_GRAPH, Reason.NEITHER_IN_GRAPH})


def best_reading(judged: Sequence[tuple[Claim, ...]]) -> tuple[Claim, ...]:
    """Return the claims of the first reading whose names the graph knows; of none, those of the first."""
    known = [claims for claims in judged if not any(c.reason in _CLAIMLESS for c in claims)]
    stated = [c for c in known if all(one.triple.stated for one in c)]
    if stated and len(stated) == len(known):  # several predicates that the words can mean: whichever the graph has
        return next((c for c in stated if together(c) is Standing.HOLDS), stated[0])
    return known[0] if known else judged[0] if judged else ()


_MOST, _FEWEST = 2 / 3, 2  # of what a case tells


def with_most(claims: Mapping[str, Sequence[Claim]]) -> dict[str, tuple[Claim, ...]]:
    """Return each option's claims; of one that fits most of what is told, where no other fits any, those that hold."""
    held = {label: tuple(c for c in found if together([c]) is Standing.HOLDS) for label, found in claims.items()}
    apart = [label for label, some in held.items() if some]
    made = {label: tuple(found) for label, found in claims.items()}
    if len(apart) == 1 and len(claims) > _FEWEST:
        (label,) = apart
        if len(held[label]) >= max(_FEWEST, _MOST * len(claims[label])):
            made[label] = held[label]
    return made


_FAILING = re.compile(r"(?:in|un)(?:effective|active|successful|helpful)|fail\w*|useless|unable", re.I)


def says_it_fails(word: str, claims: Sequence[Claim], words: PhraseReader) -> bool:
    """Whether a word is the denial in the relation of claims that were checked: "ineffective in the prevention of"."""
    read = [c.triple.relation for c in claims if word in c.triple.relation.split()]
    return bool(read) and _FAILING.fullmatch(word) is not None and all(words.read(r).negated for r in read)


_PREGNANT = "pregnan"
# What only is of somebody who is pregnant, or of the child before it is born.
_BEFORE_BIRTH = re.compile(
    r"pregnan|\b(?:neural tube|spina bifida|congenital|birth defects?|(?:pre-?)?eclampsia|gestational|fo?etal)\b",
    re.I,
)


def is_named(word: str, claims: Sequence[Claim]) -> bool:
    """Whether a word for whom something is said is in the names already: "pregnant" of "vomiting of pregnancy"."""
    named = (
        n for c in claims for side in (c.subject, c.object) if side for n in (side.entity.name, *side.entity.synonyms)
    )
    return word.lower().startswith(_PREGNANT) and any(map(_BEFORE_BIRTH.search, named))


def is_in_names(word: str, claims: Sequence[Claim]) -> bool:
    """Whether a word stands in a name of each claim, as it was said."""
    names = [{w for end in (c.triple.subject, c.triple.object) for w in end.text.casefold().split()} for c in claims]
    return bool(names) and all(word.casefold() in some for some in names)


def has_ends(claims: Sequence[Claim], names: Iterable[str]) -> bool:
    """Whether each of the names is an end of a claim, so that nothing of a sentence that they fill was left unread."""
    ends = {_bare(end.text) for c in claims for end in (c.triple.subject, c.triple.object)}
    return ends.issuperset(map(_bare, names))


def _bare(name: str) -> str:
    return without_article(name.strip()).casefold()


def is_unconnected(claims: Sequence[Claim]) -> bool:
    """Whether the graph joins two things by nothing, or denies what is claimed of them."""
    return bool(claims) and all(
        c.reason in (Reason.NO_CONNECTION, Reason.PATH) or together([c]) is Standing.FAILS for c in claims
    )


def is_open(claims: Sequence[Claim]) -> bool:
    """Whether the graph has nothing on what was read, or only what comes near its words."""
    near = bool(claims) and all(c.reason is Reason.OVERSTATES for c in claims)
    return near or together(claims) in (Standing.NOT_FOUND, Standing.UNKNOWN)


def is_whole(intent: YesNo, said: str, spots: Spots) -> bool:
    """Whether a question's reading is all of a statement: "lack of A prevents B" says something else of A and B."""
    if intent.left or intent.unknown or intent.against:
        return False
    ends = {intent.subject.id, intent.object.id}
    places = sorted((a, b) for a, b, meant in spots if meant and meant[0].entity.id in ends)
    return len(places) == 2 and is_bare(said[: places[0][0]]) and not re.search(r"\w", said[places[-1][1] :])


def of_yes_no(intent: YesNo) -> list[Reading]:
    """Return what a question of two things claims, once for each predicate that its words can mean."""
    asked = intent.asked
    if asked.slant is not None or not asked.predicates or asked.overstates:
        return []
    return [(_stated_triple(intent.subject, predicate, intent.object, asked),) for predicate in asked.predicates]


def _stated_triple(subject: Entity, predicate: str, object: Entity, asked: AskedRelation) -> Triple:
    stated = Statement(subject.id, predicate, object.id, asked.negated)
    return Triple(Mention(subject.name), asked.phrase, Mention(object.name), predicate, asked.negated, stated=stated)


def of_edge(edge: Edge, entities: Mapping[str, Entity], vocabulary: Vocabulary) -> Triple:
    """Return what an edge between two of the entities says, as a claim that is still to be checked."""
    subject, object = entities[edge.subject], entities[edge.object]
    phrase = relation_words(vocabulary.get(edge.predicate), subject, object)
    stated = Statement(subject.id, edge.predicate, object.id, edge.negated)
    names = [Mention(name_in_sentence(e)) for e in (subject, object)]
    return Triple(names[0], phrase, names[1], edge.predicate, edge.negated, stated=stated)


def as_called(parts: Parts, called: Mapping[str, str]) -> Parts:
    """Return a statement's parts with their names as a graph calls them."""
    subject, object = (called.get(n, n) for n in (parts.subject, parts.object))
    return replace(parts, subject=subject, object=object)


def of_parts(parts: Parts) -> Reading:
    """Return what a statement claims that was taken apart."""
    return (Triple(Mention(parts.subject), parts.phrase, Mention(parts.object)),)


def gaps_of_one(gap: Gap | None) -> tuple[Gap, ...]:
    """Return a gap as the only one; () for none."""
    return (gap,) if gap else ()


def filled_gap(gap: Gap, option: str) -> Triple:
    """Return what a stem claims with an option's words in its gap."""
    name = without_article(option)
    ends = (name, gap.name) if gap.first else (gap.name, name)
    return Triple(Mention(ends[0]), gap.phrase, Mention(ends[1]))


def of_which(which: Which, option: Option, entity: Entity) -> list[Reading]:
    """Return what an open question claims with an option for an answer, in each direction that it may mean."""
    directions = (True, False) if which.outward is None else (which.outward,)
    return [
        (
            Triple(
                Mention(which.entity.name if outward else option.text),
                which.asked.phrase,
                Mention(option.text if outward else which.entity.name),
                predicate,
                stated=Statement(
                    which.entity.id if outward else entity.id, predicate, entity.id if outward else which.entity.id
                ),
            ),
        )
        for outward in directions
        for predicate in which.asked.predicates
    ]


def focus_of(claims: Sequence[Claim]) -> tuple[Entity, ...]:
    """Return the two things that claims speak of most."""
    sides = [side.entity for c in claims for side in (c.subject, c.object) if side]
    often = {e.id: e for e in sides}
    counts = sorted(often.values(), key=lambda e: -sum(s.id == e.id for s in sides))
    return tuple(counts[:2])
