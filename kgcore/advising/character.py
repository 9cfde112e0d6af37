"""What asking with a predicate is like: about a benefit, about a harm, or about what is true by definition. Pure."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import lru_cache

from kgcore.asking.asked import is_ill
from kgcore.language.kinds import is_type_word, type_words
from kgcore.model import Edge, Entity
from kgcore.verdict.stance import Rules


class Bearing(Enum):
    """What an edge says of its object's good."""

    BENEFIT = auto()
    HARM = auto()
    NEITHER = auto()


class Depth(Enum):
    """How much there is to find out about an edge of this predicate."""

    PLAIN = auto()
    PARTS = auto()  # what something consists of, or how it runs: dull, but not trivial
    DEFINED = auto()  # true by definition


_HELPS = re.compile(
    r"\b(?:treat|prevent|protect|reliev|ameliorat|improv|cure|manag|alleviat|slow|revers|remed|effective)|"
    r"\b(?:reduc|lower|decreas)\w* the risk"
)
_HURTS = re.compile(
    r"\b(?:caus|predispos|worsen|exacerbat|contraindicat|induc|trigger|toxic|adverse)|"
    r"\brais\w* the risk|\binteracts? with"
)
_LESS = re.compile(r"\b(?:decreas|inhibit|reduc|lower|disrupt|suppress|downregulat)")
_MORE = re.compile(r"\b(?:increas|augment|rais|stimulat|activat|promot|upregulat)")
_DEFINED = frozenset(
    {"isa", "subclassof", "equivalentto", "sameas", "orthologous", "memberof", "hasvariant", "aspectof"}
)
_PARTS = frozenset(
    """partof contains haspart transcribedto translatedto locatedin hasinheritance hasclinicalcourse
    hasclinicalmodifier""".split()  # noqa: SIM905
)
# What people take or have done to them, so that a harm of it is a side effect and a benefit the reason to take it.
_TAKEN = re.compile(
    r"drug|medicat|pharmac|supplement|food|herb|nutrient|chemical|substance|compound|molecule|vaccine|procedure|action"
    r"|treatment|therapy|intervention|combination",
    re.I,
)
# Nodes that everything is about; an answer that leads there leads nowhere.
_GENERAL = frozenset(
    """adult adults agent animals cell cells child children death disability disease disorder drug drugs enzyme
    enzymes female finding food gene genes health human humans individual inflammation injury male medicine
    medication men mice mortality mouse neoplasm neoplasms organism patient patients person pharmaceutical
    phenotype placebo protein proteins quality rat rats receptor signs substance supplement symptom symptoms
    syndrome therapeutic therapy tissue toxicity treatment wellbeing women""".split()  # noqa: SIM905
) - {"inflammation"}


def bearing(edge: Edge, object: Entity, rules: Rules) -> Bearing:
    """Return whether the edge is about a benefit or a harm of its subject; `object` is the edge's object."""
    of_any, of_illness = _said(rules.get(edge.predicate).words)
    return of_illness if of_illness is not of_any and _ill(object.name, object.type) else of_any


@lru_cache(1024)
def depth(predicate: str) -> Depth:
    """Return how much there is to find out about edges of this predicate."""
    plain = re.sub(r"[^a-z]", "", predicate.rpartition(":")[2].casefold())
    if plain in _DEFINED:
        return Depth.DEFINED
    return Depth.PARTS if plain in _PARTS else Depth.PLAIN


@lru_cache(1024)
def is_taken(type: str) -> bool:
    """Tell whether entities of this type are things that people take or undergo."""
    return bool(_TAKEN.search(type))


@lru_cache(4096)
def is_general(name: str, type: str) -> bool:
    """Tell whether the node is so general that no question about it leads anywhere."""
    said = " ".join(name.lower().split())
    return said in _GENERAL or is_type_word(said) or said in {type_words(type), type_words(type, False)}


@lru_cache(1024)
def _said(words: str) -> tuple[Bearing, Bearing]:
    """Return what a predicate's words say of any object's good, and what they say of that of an illness."""
    if _HELPS.search(words):
        return Bearing.BENEFIT, Bearing.BENEFIT
    if _HURTS.search(words):
        return Bearing.HARM, Bearing.HARM
    if _LESS.search(words):
        return Bearing.NEITHER, Bearing.BENEFIT
    return Bearing.NEITHER, Bearing.HARM if _MORE.search(words) else Bearing.NEITHER


@lru_cache(4096)
def _ill(name: str, type: str) -> bool:
    return is_ill(Entity(name, name, type))
