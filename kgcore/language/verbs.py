"""What a predicate's words need of English verbs: third person, base form, negation, passive. Pure."""

from __future__ import annotations

import re

from kgcore.model import Predicate

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_IRREGULAR_THIRD = {"is": "be", "are": "be", "has": "have", "does": "do", "goes": "go"}
_NOUNS = frozenset(
    {"part", "member", "type", "kind", "component", "subclass", "cause", "symptom", "ingredient", "side"}
)
_ADVERBS = frozenset({"also", "directly", "indirectly", "often"})
_SIMPLE_PASSIVES = {"causes": "caused", "produces": "produced", "contains": "contained", "affects": "affected"}
_IRREGULAR_PARTICIPLES = {"binds": "bound", "leads": "led"}


def readable(predicate: Predicate) -> str:
    """Return words that can stand between two names: the label, else the name made readable."""
    if predicate.label.strip():
        return " ".join(predicate.label.split())
    name = _CAMEL.sub(" ", predicate.name.rpartition(":")[2]).replace("_", " ").lower()
    words = " ".join(name.split()) or predicate.name
    first = words.partition(" ")[0]
    if first in _NOUNS or first.endswith("ed") or words == "isa":
        return "is a" if words == "isa" else f"is {words}"
    return words


def base_of_third(word: str) -> str:
    """Return the base form of a verb in the third person: "carries" → "carry"; other words as they are."""
    if word in _IRREGULAR_THIRD:
        return _IRREGULAR_THIRD[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def base_form(words: str) -> str:
    """Return the words of a predicate as they stand after "does" or "to": "is a" → "be a"."""
    adverb, _, rest = words.partition(" ")
    if adverb in _ADVERBS and rest:
        return f"{adverb} {base_form(rest)}"
    first, gap, rest = words.partition(" ")
    return base_of_third(first) + gap + rest


def negation(words: str) -> str:
    """Return the denial of a predicate's words: "does not treat", "is not associated with", "may not raise"."""
    first, _, rest = words.partition(" ")
    if first in {"is", "are", "was", "were", "can", "may", "must", "should", "could", "might"}:
        return f"{first} not {rest}".strip()
    if base_form(words) == words:  # no verb in the third person
        return f"is not: {words}"
    return f"does not {base_form(words)}"


def passive_voice(words: str) -> str:
    """Return "is treated by" for "treats"; "" for words that do not begin with a single transitive verb."""
    if " " in words or base_of_third(words) == words:
        return ""
    base = base_of_third(words)
    participle = _IRREGULAR_PARTICIPLES.get(words) or _SIMPLE_PASSIVES.get(words)
    if participle is None:
        participle = (
            base + "d" if base.endswith("e") else base[:-1] + "ied" if re.search(r"[^aeiou]y$", base) else base + "ed"
        )
    return f"is {participle} by"
