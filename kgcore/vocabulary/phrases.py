"""From a relation phrase to what it means in concepts that no graph owns. Pure, and it abstains rather than guesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgcore.english.cues import CueScope, find_cue
from kgcore.english.words import clean_phrase, phrase_words
from kgcore.vocabulary.grammar import JOINED, PREPOSITIONS, Parse, PatternFinder, PhraseSense
from kgcore.vocabulary.phrasebook import Phrasebook

# What a coloured "effect on" amounts to: flag → effect.
_COLOURED = {"+": "BENEFIT", "-": "HARM", "p": "PREVENT", "i": "INHIBIT", "s": "STIMULATE", "c": "CAUSE"}
# Of several aspects of the object ("the risk of progression of") the first of these decides.
_DOMINANT = (
    "RISK+", "RISK-", "RISK", "LOSS", "RISE", "EFFECT", "BAD", "GOOD", "GROWTH", "COURSE", "ACTIVITY", "LEVEL",
    "AMOUNT",
)  # fmt: skip
_THINGS = frozenset({"ISA", "PART", "PRODUCE", "CONTAIN", "SAME"})  # these hold of no aspect of their object
OWN = "OWN:"  # before a predicate of the graph itself, as effect and as concept
_STOPPED = frozenset({"LEVEL", "ACTIVITY", "LOSS", "RISE", "EFFECT", "GROWTH"})  # aspects that "stops" only inhibits
# Words that praise, where others of the same effect only say what rises ("strengthens", "shores up").
_VALUING = (
    *("improv", "better", "benefi", "help", "good", "health", "normal", "optimi", "favo", "profit", "positiv"),
    *("restor", "maintain", "protect", "stabili", "preserv", "safeguard", "sustain"),
)
_ANYBODY = frozenset({"anyone", "anybody"})
# Beside "not" these deny nothing more: "doesn't do squat for" says what "does squat for" says.
_MINIMA = frozenset({"squat", "jack", "zip", "zilch", "nada", "diddly", "diddly-squat", "sod", "bugger", "nowt"})
_NOTHING = frozenset({"nothing", "no", "none", "hardly", "barely", "scarcely", "never"})
_COMPARING = frozenset({"more", "less", "fewer", "than"})  # at the end of a phrase
_COUNTED = frozenset({"RISK", "LEVEL", "ACTIVITY"})  # aspects that can be high or low


@dataclass(frozen=True, slots=True)
class PhraseMeaning:
    """What a phrase says: concepts, best first (a graph's predicates stand for them); none when unread."""

    concepts: tuple[str, ...] = ()
    negated: bool = False
    inverted: bool = False
    hedged: bool = False
    overstates: bool = False
    direct: bool = False
    values: bool = False


UNREAD = PhraseMeaning()
# What brings about more or less of something, where the phrase ends with that: "leads to more", "results in lower".
_BRINGING = frozenset({"lead", "leads", "led", "leading", "result", "results", "resulted", "resulting"})
_RISES = {
    **dict.fromkeys(("more", "increased", "higher", "elevated", "raised", "greater", "enhanced"), "increase"),
    **dict.fromkeys(("less", "fewer", "decreased", "lower", "lowered", "reduced", "diminished"), "decrease"),
}


def _with_rise(text: tuple[str, ...]) -> tuple[str, ...]:
    """Return "leads to an increase in" for "leads to more"; other words as they are."""
    rise = _RISES.get(text[-1]) if len(text) > 2 and text[-2] in ("to", "in") else None
    return (*text[:-1], "an", rise, "in") if rise and text[-3] in _BRINGING else text


def phrase_meaning(phrase: str, book: Phrasebook) -> PhraseMeaning:
    """Return what the phrase means; UNREAD where the grammar does not account for every word."""
    text = _with_rise(phrase_words(phrase))
    if not text or text[-1] in _COMPARING or is_vague(text):
        return UNREAD
    senses = Parse(text, book).senses()
    found: list[tuple[PhraseSense, tuple[str, ...]]] = []
    for sense in senses:
        concepts = _concepts(sense, book)
        if not concepts:
            continue
        if found and (sense.score < found[0][0].score or not _alike(sense, found[0][0])):
            break
        found.append((sense, concepts))
    if not found:
        return UNREAD
    best = found[0][0]
    twice = best.flags.count("!") > 1
    if twice and not _NOTHING.isdisjoint(text):
        return UNREAD  # "don't help no colds", "does not do nothing": some people deny once so, others twice
    negated = _negated(best) or (twice and not _MINIMA.isdisjoint(text))
    merged = tuple(dict.fromkeys(c for _, concepts in found for c in concepts))
    values = any(w.startswith(_VALUING) for w in text) and any(_values(sense) for sense, _ in found)
    return PhraseMeaning(
        merged, negated, best.inverted, "?" in best.flags, _says_more(best, text), "D" in best.flags, values
    )


def is_vague(text: tuple[str, ...]) -> bool:
    """Whether a phrase says what might have been ("would have prevented"), or hardly is ("few cases of")."""
    pairs = set(zip(("", *text), text, strict=False))
    return ("would", "have") in pairs or any(word == "few" and before not in {"a", "the"} for before, word in pairs)


def _alike(one: PhraseSense, other: PhraseSense) -> bool:
    return (one.inverted, _negated(one)) == (other.inverted, _negated(other))


def _negated(sense: PhraseSense) -> bool:
    return sense.flags.count("!") % 2 == 1


def _says_more(sense: PhraseSense, text: tuple[str, ...]) -> bool:
    """Whether the sense overstates: "stops the progression of" does, "stops the release of" only inhibits.

    "Does not help anyone with" says no more than that it does not help.
    """
    if _negated(sense) and sense.flags.count("*") <= sum(word in _ANYBODY for word in text):
        return False
    return "*" in sense.flags and not (sense.effect == "ELIMINATE" and _aspect(sense) in _STOPPED)


def _values(sense: PhraseSense) -> bool:
    """Whether the sense says that a change is for the better ("improves", "is good for"), not what it consists in."""
    good = sense.effect in ("IMPROVE", "BENEFIT") or (sense.effect == "AFFECT" and "+" in sense.flags)
    return good and _aspect(sense).rstrip("+-") in ("", "LEVEL")


def _concepts(sense: PhraseSense, book: Phrasebook) -> tuple[str, ...]:
    """Return the concepts of one way to read a phrase, from the table of effects and aspects."""
    effect, aspect = sense.effect, _aspect(sense)
    if "PREVENT" in effect.upper() and not aspect and ("w" in sense.flags or "PEOPLE" in sense.aspects):
        return ()  # who is kept from something: "prevents migraine sufferers (from sleeping)"
    colours = [c for c in sense.flags if c in _COLOURED]
    if effect == "LIGHT" and (sense.aspects or ("",))[0].rstrip("+-") not in _COUNTED | {"AMOUNT"}:
        return ()
    if effect.startswith(OWN) and (colours or "d" in sense.flags):
        return ()
    if effect == "AFFECT" and colours:
        effect = _COLOURED[colours[-1]]
    elif effect == "AFFECT" and aspect == "RISK" and _negated(sense):
        effect = "EQUAL"  # what does not change a risk leaves it as it is
    elif effect == "ASSOCIATE" and colours and colours[-1] in "+-":
        effect = "CORRELATE" + colours[-1]
        aspect = ""
    if "d" in sense.flags and aspect.rstrip("+-") not in _COUNTED | {"AMOUNT"}:
        return ()
    return compose_concepts(effect, aspect, book)


def _aspect(sense: PhraseSense) -> str:
    """Reduce the aspects to the one that decides, with the sign that an adjective gave it."""
    aspect = dominant_aspect(sense.aspects)
    if not aspect and sense.aspects and sense.effect in _THINGS:
        return "PEOPLE"
    if aspect in _COUNTED and "d" in sense.flags:
        return aspect + "-"
    if aspect in _COUNTED and "u" in sense.flags:
        return aspect + "+"
    return aspect


def dominant_aspect(aspects: tuple[str, ...]) -> str:
    """Return the aspect of several that decides what is said; "" for none."""
    return next((a for a in _DOMINANT if a in aspects), "")


def compose_concepts(effect: str, aspect: str, book: Phrasebook) -> tuple[str, ...]:
    """Return the concepts of an effect on an aspect of the object, best first."""
    plain = aspect.rstrip("+-")
    if not aspect:
        return book.compose.get(effect, ())
    exact = book.compose.get(f"{effect} {aspect}")
    if exact is not None:
        return exact
    if aspect.endswith("-"):
        return book.compose.get(f"{effect} *", ())
    return book.compose.get(f"{effect} {plain}") or book.compose.get(f"{effect} *", ())


# --- Whether the words of a phrase that the grammar does not account for still speak of a predicate.

_KNOWN_BY_ITSELF = frozenset({"be", "have", "do", "can", "will", "to", "as", "by", "it", "they", "which", "that"})
_EMPTY = frozenset({"LIGHT", "CAUSAL", "USE"})  # effects that leave their meaning to another word
_STATES = frozenset({"role", "adj", "event"})  # what a phrase with "is" may tell by: its verb may be a passive
_TELLING = frozenset({"verb", "role", "adj", "event", "intransitive"})


_Carried = Callable[[tuple[str, ...]], frozenset[str]]  # concepts → what stands for them in a graph


def supports_choice(phrase: str, predicate: str, book: Phrasebook, carried: _Carried) -> bool:
    """Whether the words of an unread phrase bear out the choice of a predicate; False where in doubt."""
    text = phrase_words(phrase)
    if not text or is_vague(text) or text[-1] in book.modifiers or find_cue(clean_phrase(phrase), CueScope.UNREAD):
        return False
    find = PatternFinder(text, book)
    passive = any(base == "be" for forms in find.forms for base, _ in forms)
    effects: list[frozenset[str]] = []
    aspects: set[str] = set()
    for i in range(find.n):
        said = _word(find, i, book, passive=passive)
        if said is None:
            return False
        effects += [said[0]] if said[0] else []
        aspects |= said[1]
    aspect = dominant_aspect(tuple(aspects))
    means = [carried(tuple(c for e in some for c in compose_concepts(e, aspect, book))) for some in effects]
    return len(means) == 1 and predicate in means[0]


def _word(
    find: PatternFinder, i: int, book: Phrasebook, *, passive: bool
) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the effects and aspects of a single word; None where it is unknown, denies, overstates, may be passive."""
    word = find.words[i]
    here = [f.entry for f in find.found(i) if f.end == i + 1 and not f.flags]
    marked = [flags for end, flags, _ in find.skips[i] if end == i + 1 and flags.strip("?+uD")]
    if marked or any(set(e.name) & set("!*<") for e in here):
        return None
    effects = frozenset(e.name for e in here if e.kind in _TELLING) - _EMPTY
    if passive and effects and not any(e.kind in _STATES for e in here):
        return None
    aspects = frozenset(e.name for e in here if e.kind == "noun")
    passable = bool(here or find.skips[i]) or word in book.modifiers | book.determiners | PREPOSITIONS | JOINED
    if not passable and not {base for base, _ in find.forms[i]} & _KNOWN_BY_ITSELF:
        return None
    return (frozenset(), aspects) if aspects else (effects, aspects)
