"""What the graph says, and what can be asked of it, in English that a careful person would write. Pure.

No function ends its sentence with a full stop: the caller knows where the sentence goes on. Questions end with "?".
"""

from __future__ import annotations

import re
from functools import lru_cache

from kgcore.language.english import CACHED, Verb, capital, counted, inline, is_plural, listed
from kgcore.language.kinds import type_words
from kgcore.model import Entity, Predicate

__all__ = [
    "bare",
    "determiner",
    "listed",
    "mid",
    "papers_count",
    "question_about",
    "question_connected",
    "question_disputed",
    "question_which",
    "question_why",
    "relation",
    "start",
    "statement",
    "type_words",
]

# Verbs of which one asks "Can X …?", and how a cautious person puts the first of them.
_CAN = frozenset(
    {
        "treat",
        "prevent",
        "cause",
        "relieve",
        "improve",
        "cure",
        "slow",
        "alleviate",
        "reverse",
        "trigger",
        "induce",
        "worsen",
    }
)
# A word of the graph that nobody says, and what is said for it before an object of some type ("" for any other).
_SPOKEN = {
    "augments": {"": "increases"},
    "disrupts": {"": "reduces", "geneprotein": "disrupts", "gene": "disrupts", "protein": "disrupts"},
    "inhibits": {"": "inhibits", "chemical": "lowers", "symptom": "reduces", "food": "reduces"},
}
_FUNCTION = re.compile(r"(?:function|memory|performance|sleep|cognition|control|transmission|autophagy|sensitivity)$")
_THE = re.compile(
    r"(?:receptor|complex|pathway|transporter|common cold|flu|system|(?:^[A-Z]\w+ean|Western) diet)$", re.I
)
_A = re.compile(r"(?:diet|substitute|placebo)$", re.I)
_STATE = re.compile(r"(?:disease|disorder|syndrome|dementia|schizophrenia|depression|cancer|diabetes|failure)$", re.I)
_ASKED = {"treat": "help with", "prevent": "help prevent"}


def papers_count(n: int) -> str:
    """Return "3 papers", "1 paper" or "no papers"."""
    return counted(n, "paper")


def mid(entity: Entity) -> str:
    """Return an entity's name as it stands inside a sentence, with the article that it needs."""
    return f"{determiner(entity)}{bare(entity)}"


def bare(entity: Entity) -> str:
    """Return an entity's name as it stands behind an article."""
    return inline(entity.name, entity.type)


def determiner(entity: Entity) -> str:
    """Return "the " before "NMDA receptor" or "common cold", "a " before "healthy diet"; nothing before most names."""
    return _determiner(entity.name)


@lru_cache(CACHED)
def _determiner(name: str) -> str:
    if not is_plural(name) and _THE.search(name):
        return "the "
    return ("an " if name[:1].lower() in "aeiou" else "a ") if not is_plural(name) and _A.search(name) else ""


def start(entity: Entity) -> str:
    """Return an entity's name as it opens a sentence or stands in a table."""
    return capital(bare(entity))


def relation(predicate: Predicate, subject: Entity, object: Entity | None = None, *, negated: bool = False) -> str:
    """Return the predicate's words, agreeing with the subject: "do not treat", "belongs to" (see `article`)."""
    return verb(predicate, object).finite(plural=is_plural(subject.name), negated=negated)


def verb(predicate: Predicate, object: Entity | None = None) -> Verb:
    """Return the predicate as a verb fit for this object: "is a" becomes "belongs to" before a class, say."""
    words = predicate.words
    if words in _SPOKEN:
        by_kind = {**_SPOKEN[words], **({"": "enhances"} if _is_function(words, object) else {})}
        kind = re.sub("[^a-z]", "", object.type.rpartition(":")[2].lower()) if object else ""
        words = by_kind.get(kind, by_kind[""])
    if is_kind_of(predicate):
        wanted = (
            ("belongs to", "is a member of", "is a kind of") if _is_class(object) else ("is a form of", "is a kind of")
        )
        words = next((w for w in wanted if w in predicate.phrases), wanted[-1])
    return Verb.of(words)


def _is_function(words: str, object: Entity | None) -> bool:
    return object is not None and words == "augments" and _FUNCTION.search(object.name.lower()) is not None


def is_kind_of(predicate: Predicate) -> bool:
    """Tell whether the predicate says that its subject is one of what its object names."""
    return predicate.words in {"is a", "is an", "isa", "subclass of", "is a subclass of"}


def article(predicate: Predicate, object: Entity) -> str:
    """Return "the " where the words need it before the object ("belongs to the statins"), else nothing."""
    said = verb(predicate, object)
    of_class = said.rest == "part of" or (is_kind_of(predicate) and said.rest != "a kind of")
    return "the " if of_class and _is_class(object) else ""


def _is_class(entity: Entity | None) -> bool:
    return entity is not None and is_plural(entity.name)


def statement(
    subject: Entity, predicate: Predicate, object: Entity, *, negated: bool = False, opening: bool = True
) -> str:
    """Return "Vitamin E does not prevent Alzheimer's disease"; not `opening`: as it stands after "that"."""
    words = relation(predicate, subject, object, negated=negated)
    named = capital(mid(subject)) if opening else mid(subject)
    return f"{named} {words} {article(predicate, object)}{mid(object)}"


def question_about(subject: Entity, predicate: Predicate | None, object: Entity) -> str:
    """Return "Can fish oil prevent stroke?", "Does vitamin E affect oxidative stress?"; no predicate: how related."""
    if predicate is None:
        are = "are" if is_plural(subject.name) else "is"
        return f"How {are} {mid(subject)} related to {mid(object)}?"
    said = verb(predicate, object)
    opening, rest = said.auxiliary(plural=is_plural(subject.name))
    if said.base in _CAN:
        opening = "Can"
    return f"{opening} {mid(subject)} {rest} {article(predicate, object)}{mid(object)}?"


def question_which(entity: Entity, predicate: Predicate | None, type: str, outward: bool) -> str:
    """Return "Which disorders can omega-3 fatty acids help with?" (outward) or "Which drugs can treat migraine?"."""
    kinds = type_words(type)
    if predicate is None:
        return f"Which {kinds} are connected with {mid(entity)}?"
    if predicate.symmetric or not outward:
        return f"Which {kinds} {_inward(predicate, entity)}?"
    return _outward(kinds, type, predicate, entity)


def _inward(predicate: Predicate, entity: Entity) -> str:
    said = verb(predicate, entity)
    words = f"can {_asked(said)}" if said.base in _CAN else said.finite(plural=True)
    return f"{words} {article(predicate, entity)}{mid(entity)}"


def _outward(kinds: str, type: str, predicate: Predicate, entity: Entity) -> str:
    if is_kind_of(predicate):
        return (
            f"What kind of {type_words(entity.type, False)} {'are' if is_plural(entity.name) else 'is'} {mid(entity)}?"
        )
    said = verb(predicate, Entity("?", "?", type))
    opening, rest = said.auxiliary(plural=is_plural(entity.name))
    if said.base in _CAN:
        return f"Which {kinds} can {mid(entity)} {_asked(said)}?"
    if said.base == "have":
        rest = "have"
    if said.base == "be":
        opening = "are" if is_plural(entity.name) else "is"
    return f"Which {kinds} {opening.lower()} {mid(entity)} {rest}?"


def _asked(said: Verb) -> str:
    return said.infinitive().replace(said.base, _ASKED.get(said.base, said.base), 1)


def question_why(subject: Entity, object: Entity, predicate: Predicate | None = None, negated: bool = False) -> str:
    """Return "Why might vitamin E help in Alzheimer's disease?", "Why might fish oil not prevent stroke?".

    Without a predicate: "How might vitamin E affect Alzheimer's disease?".
    """
    if predicate is None:
        return f"How might {mid(subject)} affect {mid(object)}?"
    words = _explained(verb(predicate, object), object, plural=is_plural(subject.name))
    return f"Why might {mid(subject)} {'not ' if negated else ''}{words} {article(predicate, object)}{mid(object)}?"


def question_disputed(subject: Entity, predicate: Predicate, object: Entity) -> str:
    """Return "Why do studies disagree on whether vitamin E helps in Alzheimer's disease?"."""
    said = verb(predicate, object)
    if said.base == "treat":
        said = Verb(said.adverb, "help", _helping(object))
    words = said.finite(plural=is_plural(subject.name))
    return f"Why do studies disagree on whether {mid(subject)} {words} {article(predicate, object)}{mid(object)}?"


def question_connected(subject: Entity, object: Entity) -> str:
    """Return "How are omega-3 fatty acids connected with memory?"."""
    return f"How {'are' if is_plural(subject.name) else 'is'} {mid(subject)} connected with {mid(object)}?"


def _explained(said: Verb, object: Entity, *, plural: bool) -> str:
    if said.base == "treat" and not said.rest:
        return " ".join(part for part in (said.adverb, "help", _helping(object)) if part)
    if said.base == "be":
        return f"be {said.auxiliary(plural=plural)[1]}"
    return said.infinitive()


def _helping(object: Entity) -> str:
    return "in" if _STATE.search(object.name) else "with"
