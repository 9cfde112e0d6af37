"""What options are beside bare names: statements, what one thing does, pairs, processes of what they name. Pure."""

from __future__ import annotations

import re

from kgcore.english.reading import PhraseReader
from kgcore.reasoning.choices import ChoiceQuestion, asks_for_statements
from kgcore.reasoning.stems import GAP, Spots

_PRONOUN = re.compile(r"^(?:it|they|he|she|this|these|that)\s+", re.I)
_PROCESS_OF = re.compile(
    r"\b(?:an?|the)? ?(?P<what>absorption|uptake|deficiency|metabolism|production|secretion|excretion|synthesis"
    r"|sensitivity|resistance|transmission) (?:of|to|in|for)"
    r"(?P<gap> (?:which|what)(?: one)?(?: of (?:the following|these))?(?: \w+)?|_+)?\W*$",
    re.I,
)
_HINDERS = re.compile(r"\b(?:interferes? with|(?:hinder|impede|impair)s?)$", re.I)
_PAIR = re.compile(r"([^–—→/:=]{2,60}?)(?: ?[–—→/:=] ?| -+>? )([^–—→/:=]{2,60})")
_ASKS_PAIR = re.compile(
    r"\b(?:pair\w*|match\w*|combination\w*|go(?:es)? together|belongs? together|associations?)\b", re.I
)
_MOST_OF_DEED = 4  # words


def are_deeds(question: ChoiceQuestion, spots: Spots, words: PhraseReader) -> bool:
    """Whether all options say what the one thing that the stem names does, or is to something: "treats gout"."""
    return len({meant[0].entity.id for _, _, meant in spots if meant}) == 1 and say_deeds(question, words)


def say_deeds(question: ChoiceQuestion, words: PhraseReader) -> bool:
    """Whether all options begin with a relation: "treats gout", "is a risk factor for"."""
    said = [_PRONOUN.sub("", o.text).split() for o in question.named]
    return bool(said) and all(
        any(
            words.read(" ".join(parts[:n]).lower()).predicates for n in range(1, min(_MOST_OF_DEED, len(parts) - 1) + 1)
        )
        for parts in said
    )


def statements_of(question: ChoiceQuestion, spots: Spots, words: PhraseReader) -> dict[str, str]:
    """Return the options as statements; one without a subject of its own is about what the stem names."""
    names = [question.stem[a:b] for a, b, meant in sorted(spots, key=lambda s: s[:2]) if meant]
    said = {}
    for option in question.named:
        led = _PRONOUN.sub("", option.text)
        if names and _OWN_VERB.match(led):
            said[option.label] = f"{names[0]} {led[:1].lower()}{led[1:]}"
            continue
        headless = led != option.text or re.match(r"(?:is|are|can|may|does|has|[a-z]+s)\b", option.text)
        bare = len(set(names)) == 1 and words.read(led.split()[0].lower()).predicates and len(led.split()) > 1
        if bare and (led[:1].isupper() or _DOES_WHAT.search(question.stem)):  # "Lithium may: A) cause hypothyroidism"
            said[option.label] = f"{names[0]} can {led[:1].lower()}{led[1:]}"
        else:
            said[option.label] = f"{names[0]} {led}" if names and headless else option.text
    return said


_DOES_WHAT = re.compile(
    r"\b(?:does|do|can|may|might|will|could|(?:known|likely|able|expected|used|shown) to)"
    r"(?: (?:all|any|which|one)(?: one)?(?: of (?:the following|these))?)?\W*$",
    re.I,
)


# An option's verb of its own: "Is a risk factor for", "can cause", "Belongs to the".
_OWN_VERB = re.compile(r"(?:is|are|was|can|may|might|does|do|has|have|acts?|works?|belongs?|helps?|protects?)\b", re.I)


def without_article(name: str) -> str:
    """Return an option's name without an article, or whose it is, before it."""
    return re.sub(r"^(?:an?|the|his|her|their|your|my) (?=\w{2})", "", name, flags=re.I)


def pairs_of(question: ChoiceQuestion) -> dict[str, tuple[str, str]]:
    """Return the two names of each option of "which pair is right?"; none where an option is no pair."""
    pairs = {o.label: found for o in question.named if (found := _PAIR.fullmatch(o.text))}
    if len(pairs) < len(question.named) or not _ASKS_PAIR.search(question.asked):
        return {}
    return {k: (without_article(found[1]), without_article(found[2])) for k, found in pairs.items()}


def speaks_for_itself(question: ChoiceQuestion, words: PhraseReader) -> bool:
    """Whether the options say a relation themselves, so that the stem says none."""
    asks = asks_for_statements(question.asked) or _ASKS_PAIR.search(question.asked) is not None
    return asks or say_deeds(question, words)


def process_asked(question: ChoiceQuestion) -> tuple[str, dict[str, str]]:
    """Return "X lowers", {"A": "iron absorption"} for "X lowers the absorption of: iron"; "" for every other stem."""
    found = _PROCESS_OF.search(question.stem)
    if found is None or (not found["gap"] and GAP.search(question.stem)):
        return "", {}
    stem = _HINDERS.sub("reduces", question.stem[: found.start()].rstrip())
    names = {o.label: f"{without_article(o.text)} {found['what']}" for o in question.named}
    return f"{stem} {found['gap'] or ''}".rstrip(), names
