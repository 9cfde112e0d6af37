"""The forms of English words: nouns in singular and plural, verbs in the third person, base and participle. Pure.

Ours, and not the library `inflect` (7.6): names of medicine are what is inflected here, and it takes "arthritis" for a
plural of "arthriti" and "pancreas" for one of "pancrea"; it has neither the base of "treats" nor the participle of
"treat"; and it checks types at every call (0.2 ms a word, where a graph has a million).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from enum import Flag, auto

from kgcore.english.words import word_list
from kgcore.values.model import Predicate

_VOWELS = frozenset("aeiouy")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_BASE = {"is": "be", "are": "be", "has": "have", "does": "do", "goes": "go"}
_PARTICIPLE = {"bind": "bound", "lead": "led"}
_AN = re.compile(r"(?!uni[^mn]|us[ei]|eu)[aeiou]|hour|heir|honest", re.IGNORECASE)  # "a unit", "an hour"


class VerbForm(Flag):
    """How a verb's form may be used."""

    BASE = auto()
    THIRD = auto()
    PAST = auto()
    PARTICIPLE = auto()
    ING = auto()


_ED = VerbForm.PAST | VerbForm.PARTICIPLE
# suffix, what stands for it in the base form, the form it makes
_SUFFIXES = (
    ("ies", "y", VerbForm.THIRD),
    ("es", "", VerbForm.THIRD),
    ("s", "", VerbForm.THIRD),
    ("ied", "y", _ED),
    ("ed", "", _ED),
    ("ed", "e", _ED),
    ("d", "", _ED),
    ("ing", "", VerbForm.ING),
    ("ing", "e", VerbForm.ING),
    ("ying", "ie", VerbForm.ING),
)


# ── nouns ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def with_s(word: str) -> str:
    """Return a noun's plural, or a verb's third person, by the regular rules: "body" → "bodies", "process" → …es."""
    if _CONSONANT_Y.search(word):
        return word[:-1] + "ies"
    return word + ("es" if _SIBILANT.search(word) else "s")


def plural_of(noun: str) -> str:
    """Return the plural of a noun that is none yet: "analysis" → "analyses"."""
    return noun[:-2] + "es" if noun.endswith("sis") else with_s(noun)


def singular(word: str) -> str:
    """Return a lower-case word of a name in the singular; names that only look like plurals ("diabetes") stay."""
    if len(word) < 4 or not word.endswith("s") or word in word_list("no plural"):
        return word
    if word.endswith(("ss", "us", "is")) or _VOWELS.isdisjoint(word):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith("itides"):
        return word[:-4] + "is"
    if word.endswith(("oses", "yses", "eses")) and len(word) > 6:
        return word[:-2] + "is"
    return _without_s(word)


_SHORT_OES = 6  # letters of "canoes", "throes"; "potatoes" is longer


def _without_s(word: str) -> str:
    many = word.endswith(("sses", "xes", "ches", "shes", "zes")) or (
        word.endswith("oes") and len(word) > _SHORT_OES and not word.endswith("shoes")
    )
    return word[:-2] if many else word[:-1]


def indefinite_article(words: str) -> str:
    """Return the indefinite article that stands before the words: "a" or "an"."""
    return "an" if _AN.match(words) else "a"


# ── verbs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def third_person(base: str) -> str:
    """Return a verb's third person: "carry" → "carries"."""
    return _THIRD.get(base) or with_s(base)


def base_of_third(word: str) -> str:
    """Return the base form of a verb in the third person: "carries" → "carry"; other words as they are."""
    if word in _BASE:
        return _BASE[word]
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zzes")) else word[:-1]


def participle(base: str) -> str:
    """Return a verb's past participle: "treated", "carried", "bound"."""
    if base in _PARTICIPLE:
        return _PARTICIPLE[base]
    if _CONSONANT_Y.search(base):
        return base[:-1] + "ied"
    return base + ("d" if base.endswith("e") else "ed")


def base_forms(
    word: str, known: Collection[str], irregular: Mapping[str, tuple[tuple[str, VerbForm], ...]]
) -> tuple[tuple[str, VerbForm], ...]:
    """Return the known base forms that the word may be a form of, with what each makes of it; itself included."""
    found: dict[str, VerbForm] = {}
    for base, form in irregular.get(word, ()):
        found[base] = found.get(base, VerbForm(0)) | form
    if word in known:
        found[word] = found.get(word, VerbForm(0)) | VerbForm.BASE
    for suffix, ending, form in _SUFFIXES:
        if not word.endswith(suffix) or len(word) - len(suffix) < 2:
            continue
        stem = word.removesuffix(suffix) + ending
        undoubled = stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and not ending else stem
        for base in {stem, undoubled}:
            if base in known and base != word:
                found[base] = found[base] | form if base in found else form
    return tuple(found.items())


# --- What a predicate's words need of English verbs: third person, base form, negation, passive.

_ADVERBS = frozenset({"also", "directly", "indirectly", "often"})


def predicate_words(predicate: Predicate) -> str:
    """Return words that can stand between two names: the label, else the name made readable."""
    if predicate.label.strip():
        return " ".join(predicate.label.split())
    words = predicate.words or predicate.name
    first = words.partition(" ")[0]
    if first in word_list("noun of a predicate") or first.endswith("ed") or words == "isa":
        return "is a" if words == "isa" else f"is {words}"
    return words


def base_form(words: str) -> str:
    """Return the words of a predicate as they stand after "does" or "to": "is a" → "be a"."""
    adverb, _, rest = words.partition(" ")
    if rest and (adverb in _ADVERBS or (adverb.endswith("ly") and base_form(rest) != rest)):
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
    return f"is {participle(base_of_third(words))} by"
