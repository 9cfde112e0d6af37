"""What the graph says, and what can be asked of it, in English that a careful person would write. Pure.

No function ends its sentence with a full stop: the caller knows where the sentence goes on. Questions end with "?".
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from kgcore.english.agreement import (
    CACHED,
    VerbWords,
    capitalise,
    count_noun,
    is_plural,
    join_words,
    name_inline,
)
from kgcore.english.inflection import indefinite_article
from kgcore.english.study_designs import only_observed
from kgcore.english.words import word_list
from kgcore.values.model import Entity, Predicate
from kgcore.vocabulary.naming import PREPOSITIONS
from kgcore.vocabulary.types import plural_type, type_words

__all__ = [
    "determiner",
    "is_no_effect",
    "join_words",
    "name_at_start",
    "name_in_sentence",
    "name_without_article",
    "objects_called",
    "papers_count",
    "predicate_phrase",
    "question_about",
    "question_connected",
    "question_disputed",
    "question_which",
    "question_why",
    "relation_words",
    "statement_sentence",
    "type_words",
]

# A word of the graph that nobody says, and what is said for it before an object of some type ("" for any other).
_SPOKEN = {
    "augments": {"": "increases"},
    "disrupts": {"": "reduces", "geneprotein": "disrupts", "gene": "disrupts", "protein": "disrupts"},
    "inhibits": {"": "inhibits", "chemical": "lowers", "symptom": "reduces", "food": "reduces"},
}
_BUILT = re.compile(r"anatom|structure|tissue|organ|cell|organism")  # what is disrupted is damaged there, not made less
_FUNCTION = re.compile(r"(?:function|memory|performance|sleep|cognition|control|transmission|autophagy|sensitivity)$")
_THE = re.compile(
    r"(?:receptor|complex|pathway|transporter|common cold|flu|system|(?:^[A-Z]\w+ean|Western) diet)$", re.I
)
_A = re.compile(r"(?:diet|substitute|placebo)$", re.I)
_IS_SO = re.compile(
    r"(?:has|have|needs?|points? to|contains?|can check|belongs?|resembles?|localizes?|is (?:an?|the|part|located)"
    r"|is inherited|occurs in)\b"
)
_HEAD_BEFORE = re.compile(r" (?:of|on|in|to|for|from) ")  # "surgical repair of cardiovascular system"
_STATE = re.compile(r"(?:disease|disorder|syndrome|dementia|schizophrenia|depression|cancer|diabetes|failure)$", re.I)
# What studies that only watched people can show of what the graph calls by a stronger word.
_WATCHED = {"prevent": "is linked to a lower risk of", "treat": "is linked to improvement in"}
_ASKED = {"treat": "help with", "prevent": "help prevent"}


def predicate_phrase(predicate: Predicate) -> str:
    """Return what a predicate means in a few words: its label, and what is said for it where nobody says that."""
    spoken = dict.fromkeys((*_SPOKEN.get(predicate.words, {}).values(), predicate.words))
    return " or ".join(spoken)


def papers_count(n: int) -> str:
    """Return "3 papers", "1 paper" or "no papers"."""
    return count_noun(n, "paper")


_ILL = re.compile(r"phenotyp|disease|disorder|symptom", re.IGNORECASE)


def name_in_sentence(entity: Entity) -> str:
    """Return an entity's name as it stands inside a sentence, with the article that it needs."""
    return f"{determiner(entity)}{name_without_article(entity)}"


def name_without_article(entity: Entity) -> str:
    """Return an entity's name as it stands behind an article."""
    return name_inline(shown_name(entity), entity.type)


def shown_name(entity: Entity) -> str:
    """Return an entity's name without what a graph has put behind it to tell namesakes apart: its own id
    ("Marfan syndrome (OMIM:154700)"), or of what one is ill with the type ("Ectopia lentis (phenotype)").
    """
    if not entity.name.endswith(")"):
        return entity.name
    tags = [f"({entity.id})", f"({entity.type.lower()})" if _ILL.search(entity.type) else ""]
    own = next((t for t in tags if t and entity.name.endswith(t)), "")
    return entity.name.removesuffix(own).rstrip() or entity.name


def determiner(entity: Entity) -> str:
    """Return "the " before "NMDA receptor" or "common cold", "a " before "healthy diet"; nothing before most names."""
    return _determiner(entity.name)


@lru_cache(CACHED)
def _determiner(name: str) -> str:
    if not is_plural(name) and _THE.search(name) and not _HEAD_BEFORE.search(name):
        return "the "
    return f"{indefinite_article(name)} " if not is_plural(name) and _A.search(name) else ""


def name_at_start(entity: Entity) -> str:
    """Return an entity's name as it opens a sentence or stands in a table."""
    return capitalise(name_without_article(entity))


def relation_words(
    predicate: Predicate,
    subject: Entity,
    object: Entity | None = None,
    *,
    negated: bool = False,
    notes: Collection[str] = (),
) -> str:
    """Return the predicate's words, agreeing with the subject: "do not treat", "belongs to" (see
    `article_before_object`). `notes` are those of the edges that say so (see `reported_verb`).
    """
    return reported_verb(predicate, object, notes).finite(plural=is_plural(subject.name), negated=negated)


def reported_verb(predicate: Predicate, object: Entity | None, notes: Collection[str]) -> VerbWords:
    """Return the predicate as a verb that says no more than its edges' studies can show, going by their notes.

    "prevents" becomes "is linked to a lower risk of" where all of them only watched people.
    """
    said = predicate_verb(predicate, object)
    apposed = _apposed(said)
    if object is not None and apposed and apposed[0] and shown_name(object).lower().endswith(f" {apposed[1]}"):
        said = VerbWords(said.adverb, said.base, apposed[0])  # "is contraindicated with the disease Parkinson disease"
    if said.base in _WATCHED and not said.rest and notes and all(map(only_observed, notes)):
        return VerbWords.of(_WATCHED[said.base])
    return said


def predicate_verb(predicate: Predicate, object: Entity | None = None) -> VerbWords:
    """Return the predicate as a verb fit for this object: "is a" becomes "belongs to" before a class, say."""
    words = predicate.words
    if words in _SPOKEN:
        by_kind = {**_SPOKEN[words], **({"": "enhances"} if _is_function(words, object) else {})}
        kind = re.sub("[^a-z]", "", object.type.rpartition(":")[2].lower()) if object else ""
        plain = by_kind[""] if words != "disrupts" or (kind and not _BUILT.search(kind)) or object is None else words
        words = by_kind.get(kind or " ", plain)
    if is_kind_of(predicate):
        wanted = (
            ("belongs to", "is a member of", "is a kind of") if _is_class(object) else ("is a form of", "is a kind of")
        )
        words = next((w for w in wanted if w in predicate.phrases), wanted[-1])
    return VerbWords.of(words)


def _is_function(words: str, object: Entity | None) -> bool:
    return object is not None and words == "augments" and _FUNCTION.search(object.name.lower()) is not None


def is_kind_of(predicate: Predicate) -> bool:
    """Tell whether the predicate says that its subject is one of what its object names."""
    return predicate.words in {"is a", "is an", "isa", "subclass of", "is a subclass of"}


def is_no_effect(predicate: Predicate) -> bool:
    """Tell whether the predicate says what is so by the nature of a thing ("has the symptom", "is part of")."""
    return _IS_SO.match(predicate.words) is not None


def article_before_object(predicate: Predicate, object: Entity) -> str:
    """Return "the " where the words need it before the object ("belongs to the statins"), else nothing."""
    said = predicate_verb(predicate, object)
    of_class = said.rest == "part of" or (is_kind_of(predicate) and said.rest != "a kind of")
    return "the " if of_class and _is_class(object) else ""


def _is_class(entity: Entity | None) -> bool:
    return entity is not None and is_plural(entity.name)


def statement_sentence(
    subject: Entity,
    predicate: Predicate,
    object: Entity,
    *,
    negated: bool = False,
    opening: bool = True,
    notes: Collection[str] = (),
) -> str:
    """Return "Vitamin E does not prevent Alzheimer's disease"; not `opening`: as it stands after "that".

    `notes` are those of the edges that say so (see `reported_verb`).
    """
    words = relation_words(predicate, subject, object, negated=negated, notes=notes)
    named = capitalise(name_in_sentence(subject)) if opening else name_in_sentence(subject)
    return f"{named} {words} {object_in_sentence(predicate, object)}"


def object_in_sentence(predicate: Predicate, object: Entity) -> str:
    """Return an object's name behind a predicate's words: "the statins", and "gluten-free diet" behind "the diet"."""
    named = name_without_article(object) if names_object(predicate) else name_in_sentence(object)
    return f"{article_before_object(predicate, object)}{named}"


def names_object(predicate: Predicate) -> bool:
    """Tell whether a predicate's words end with a noun for their object ("has the management"): no article fits in."""
    return _apposed(predicate_verb(predicate)) is not None


def question_about(subject: Entity, predicate: Predicate | None, object: Entity) -> str:
    """Return "Can fish oil prevent stroke?", "Does vitamin E affect oxidative stress?"; no predicate: how related."""
    if predicate is None:
        are = "are" if is_plural(subject.name) else "is"
        return f"How {are} {name_in_sentence(subject)} related to {name_in_sentence(object)}?"
    said = predicate_verb(predicate, object)
    opening, rest = said.auxiliary(plural=is_plural(subject.name))
    if said.base in word_list("asked with can"):
        opening = "Can"
    return f"{opening} {name_in_sentence(subject)} {rest} {object_in_sentence(predicate, object)}?"


def question_which(entity: Entity, predicate: Predicate | None, type: str, outward: bool) -> str:
    """Return "Which disorders can omega-3 fatty acids help with?" (outward) or "Which drugs can treat migraine?"."""
    kinds = type_words(type)
    if predicate is None:
        return f"Which {kinds} are connected with {name_in_sentence(entity)}?"
    if predicate.symmetric or not outward:
        said = _inward(predicate, entity)
        own = f"are {kinds} "  # "which treatments are treatments for it" says it twice
        return f"Which {kinds} {f'are there {said.removeprefix(own)}' if said.startswith(own) else said}?"
    return _outward(kinds, type, predicate, entity)


def _inward(predicate: Predicate, entity: Entity) -> str:
    said = predicate_verb(predicate, entity)
    words = f"can {_asked(said)}" if said.base in word_list("asked with can") else said.finite(plural=True)
    return f"{words} {article_before_object(predicate, entity)}{name_in_sentence(entity)}"


def _outward(kinds: str, type: str, predicate: Predicate, entity: Entity) -> str:
    if is_kind_of(predicate):
        return (
            f"What kind of {type_words(entity.type, False)} "
            f"{'are' if is_plural(entity.name) else 'is'} {name_in_sentence(entity)}?"
        )
    said = predicate_verb(predicate, Entity("?", "?", type))
    opening, rest = said.auxiliary(plural=is_plural(entity.name))
    if apposed := _apposed(said):
        before, noun = apposed
        verb_ = " ".join(w for w in (said.adverb, "" if said.base in word_list("modal") else said.base, before) if w)
        if said.base == "be":
            opening, verb_ = "are" if is_plural(entity.name) else "is", before
        return f"Which {plural_type(noun)} {opening.lower()} {name_in_sentence(entity)} {verb_}?"
    if said.base in word_list("asked with can"):
        return f"Which {kinds} can {name_in_sentence(entity)} {_asked(said)}?"
    if said.base == "be":
        opening = "are" if is_plural(entity.name) else "is"
    return f"Which {kinds} {opening.lower()} {name_in_sentence(entity)} {rest}?"


_APPOSED = re.compile(r"(?P<before>(?:.* )?)the (?P<noun>[\w' -]*?[\w'-]+)")


def _apposed(said: VerbWords) -> tuple[str, str] | None:
    """Return the noun that a predicate's words give to its object, and what stands before it; None where none does.

    "needs the medication": ("", "medication"); "can check for the disease": ("check for", "disease").
    """
    found = _APPOSED.fullmatch(said.rest)
    if found is None or found["noun"].rpartition(" ")[2] in PREPOSITIONS:
        return None
    before = found["before"].strip()
    if said.base == "be" and before.rpartition(" ")[2] not in PREPOSITIONS:
        return None
    return before, found["noun"]


def objects_called(predicate: Predicate) -> str:
    """Return what a predicate's words call its objects: "medications" of "needs the medication"; "" for most."""
    apposed = _apposed(predicate_verb(predicate))
    return plural_type(apposed[1]) if apposed else ""


def for_many(said: VerbWords) -> VerbWords:
    """Return the verb as it stands before several objects: "needs the medications"."""
    apposed = _apposed(said)
    if apposed is None:
        return said
    before, noun = apposed
    return VerbWords(said.adverb, said.base, f"{before} the {plural_type(noun)}".strip())


def _asked(said: VerbWords) -> str:
    return said.infinitive().replace(said.base, _ASKED.get(said.base, said.base), 1)


def question_why(subject: Entity, object: Entity, predicate: Predicate | None = None, negated: bool = False) -> str:
    """Return "Why might vitamin E help in Alzheimer's disease?", "Why might fish oil not prevent stroke?".

    Without a predicate: "How might vitamin E affect Alzheimer's disease?".
    """
    if predicate is None:
        return f"How might {name_in_sentence(subject)} affect {name_in_sentence(object)}?"
    words = _explained(predicate_verb(predicate, object), object, plural=is_plural(subject.name))
    return (
        f"Why might {name_in_sentence(subject)} {'not ' if negated else ''}{words} "
        f"{object_in_sentence(predicate, object)}?"
    )


def question_disputed(subject: Entity, predicate: Predicate, object: Entity) -> str:
    """Return "Why do studies disagree on whether vitamin E helps in Alzheimer's disease?"."""
    said = predicate_verb(predicate, object)
    if said.base == "treat":
        said = VerbWords(said.adverb, "help", _helping(object))
    words = said.finite(plural=is_plural(subject.name))
    return (
        f"Why do studies disagree on whether {name_in_sentence(subject)} {words} "
        f"{article_before_object(predicate, object)}{name_in_sentence(object)}?"
    )


def question_connected(subject: Entity, object: Entity) -> str:
    """Return "How are omega-3 fatty acids connected with memory?"."""
    return (
        f"How {'are' if is_plural(subject.name) else 'is'} "
        f"{name_in_sentence(subject)} connected with {name_in_sentence(object)}?"
    )


def _explained(said: VerbWords, object: Entity, *, plural: bool) -> str:
    if said.base == "treat" and not said.rest:
        return " ".join(part for part in (said.adverb, "help", _helping(object)) if part)
    if said.base == "be":
        return f"be {said.auxiliary(plural=plural)[1]}"
    if said.base in word_list("modal"):
        return " ".join(part for part in (said.adverb, said.rest) if part)
    return said.infinitive()


def _helping(object: Entity) -> str:
    return "in" if _STATE.search(object.name) else "with"


def verb_and_noun(words: str) -> tuple[str, str]:
    """Return ("has", "symptom") for "has the symptom"; no noun for "raises the risk of"."""
    verb, _, noun = words.partition(" the ")
    return (words, "") if not noun or re.search(r" (?:of|for|to|in|with|by|from|on)$", words) else (verb, noun)
