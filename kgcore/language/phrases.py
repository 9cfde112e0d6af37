"""From a relation phrase to what it means in concepts that no graph owns. Pure, and it abstains rather than guesses."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.language.grammar import Parse, Sense
from kgcore.language.morphology import words
from kgcore.language.phrasebook import Phrasebook

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
_COMPARING = frozenset({"more", "less", "fewer", "than"})  # at the end of a phrase
_COUNTED = frozenset({"RISK", "LEVEL", "ACTIVITY"})  # aspects that can be high or low


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase says: concepts, best first (a graph's predicates stand for them); none when unread."""

    concepts: tuple[str, ...] = ()
    negated: bool = False
    turned: bool = False
    hedged: bool = False
    says_more: bool = False
    direct: bool = False
    values: bool = False


UNREAD = Meaning()


def meaning(phrase: str, book: Phrasebook) -> Meaning:
    """Return what the phrase means; UNREAD where the grammar does not account for every word."""
    text = words(phrase)
    if not text or text[-1] in _COMPARING or vague(text):
        return UNREAD
    senses = Parse(text, book).senses()
    found: list[tuple[Sense, tuple[str, ...]]] = []
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
    merged = tuple(dict.fromkeys(c for _, concepts in found for c in concepts))
    values = any(w.startswith(_VALUING) for w in text) and any(_values(sense) for sense, _ in found)
    return Meaning(merged, _negated(best), best.turned, "?" in best.flags, _says_more(best), "D" in best.flags, values)


def vague(text: tuple[str, ...]) -> bool:
    """Whether a phrase says what might have been ("would have prevented"), or hardly is ("few cases of")."""
    pairs = set(zip(("", *text), text, strict=False))
    return ("would", "have") in pairs or any(word == "few" and before not in {"a", "the"} for before, word in pairs)


def _alike(one: Sense, other: Sense) -> bool:
    return (one.turned, _negated(one)) == (other.turned, _negated(other))


def _negated(sense: Sense) -> bool:
    return sense.flags.count("!") % 2 == 1


def _says_more(sense: Sense) -> bool:
    """Whether the sense overstates: "stops the progression of" does, "stops the release of" only inhibits."""
    return "*" in sense.flags and not (sense.effect == "ELIMINATE" and _aspect(sense) in _STOPPED)


def _values(sense: Sense) -> bool:
    """Whether the sense says that a change is for the better ("improves", "is good for"), not what it consists in."""
    good = sense.effect in ("IMPROVE", "BENEFIT") or (sense.effect == "AFFECT" and "+" in sense.flags)
    return good and _aspect(sense).rstrip("+-") in ("", "LEVEL")


def _concepts(sense: Sense, book: Phrasebook) -> tuple[str, ...]:
    """Return the concepts of one way to read a phrase, from the table of effects and aspects."""
    effect, aspect = sense.effect, _aspect(sense)
    colours = [c for c in sense.flags if c in _COLOURED]
    if effect == "LIGHT" and (sense.aspects or ("",))[0].rstrip("+-") not in _COUNTED | {"AMOUNT"}:
        return ()
    if effect.startswith(OWN) and (colours or "d" in sense.flags):
        return ()
    if effect == "AFFECT" and colours:
        effect = _COLOURED[colours[-1]]
    elif effect == "ASSOCIATE" and colours and colours[-1] in "+-":
        effect = "CORRELATE" + colours[-1]
        aspect = ""
    if "d" in sense.flags and aspect.rstrip("+-") not in _COUNTED | {"AMOUNT"}:
        return ()
    return composed(effect, aspect, book)


def _aspect(sense: Sense) -> str:
    """Reduce the aspects to the one that decides, with the sign that an adjective gave it."""
    aspect = dominant(sense.aspects)
    if not aspect and sense.aspects and sense.effect in _THINGS:
        return "PEOPLE"
    if aspect in _COUNTED and "d" in sense.flags:
        return aspect + "-"
    if aspect in _COUNTED and "u" in sense.flags:
        return aspect + "+"
    return aspect


def dominant(aspects: tuple[str, ...]) -> str:
    """Return the aspect of several that decides what is said; "" for none."""
    return next((a for a in _DOMINANT if a in aspects), "")


def composed(effect: str, aspect: str, book: Phrasebook) -> tuple[str, ...]:
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
