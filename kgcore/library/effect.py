"""What a sentence of a trial says of an outcome (increased, decreased, no difference), and so of a claim.

A linear model over features of the sentence, fitted on annotated trials (Evidence Inference 2.0); it decides where it
is sure enough and says nothing elsewhere. Nothing here ever decides a verdict. Pure.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import chain

from kgcore.english.words import word_list
from kgcore.library.words import weights
from kgcore.linking.lexicon import stem

MODEL = "effect"
SURE = 0.7  # probability from which it decides: see docs/library.md
LONGEST = 4_000  # characters of a sentence that are read


class Effect(Enum):
    """What became of an outcome under an intervention, against a comparator."""

    INCREASED = "increased"
    DECREASED = "decreased"
    NO_DIFFERENCE = "no difference"


@dataclass(frozen=True, slots=True)
class Reading:
    """The likeliest effect and its probability; `decided` is None where that is too small."""

    likeliest: Effect
    score: float

    @property
    def decided(self) -> Effect | None:
        """The effect, where it is sure enough."""
        return self.likeliest if self.score >= SURE else None


_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "for",
        "from",
        "in",
        "is",
        "it",
        "of",
        "on",
        "or",
        "that",
        "the",
        "their",
        "to",
        "was",
        "were",
        "which",
        "with",
        "after",
        "before",
        "during",
        "group",
        "groups",
        "patients",
        "treatment",
        "score",
        "scores",
        "level",
        "levels",
        "rate",
    ]
)
_ANY_OUTCOME = frozenset(stem(w) for w in ("significant", "change", "increase", "mean", "total"))
_UP = (
    r"increas\w*|higher|highest|greater|great|more|improv\w*|longer|better|superior\w*|elevat\w*|rais\w+|enhanc\w*"
    r"|faster|rose|rise|larger|gain\w*|exceed\w*|upregulat\w*|stronger|prolong\w*|outperform\w*|doubl\w+|earlier"
    r"|lengthen\w*|extend(?:ed|s)|grew|climb\w*|surged|boost\w*|augment\w*|heighten\w*|tripl\w+|twice|accelerat\w*"
)
_DOWN = (
    r"decreas\w*|lower\w*|lowest|reduc\w*|less|fewer|short(?:er|en\w*)|declin\w*|worse\w*|inferior|fell|fall|smaller"
    r"|drop\w*|attenuat\w*|suppress\w*|prevent\w*|inhibit\w*|diminish\w*|weaker|poorer|slower|deteriorat\w*|alleviat\w*|reliev\w*"
    r"|minimi[sz]\w*|loss|lost|blunt\w*|delay\w*"
    r"|cut|halv\w+|shrank|shrunk|shrink\w*|lessen\w*|eas(?:ed|es)|rarer|curb\w*|curtail\w*|ameliorat\w*|mitigat\w*|abat\w+|subsid\w+"
    r"|lagged|dipped|plummet\w*|slowed|brought down"
)
_NO = (
    r"(?:no|not|neither|nor|without|none|non)\b(?:\W{1,3}\w+){0,4}?\W{0,3}(?:differ|signific|effect|chang|affect|influenc"
    r"|improv|increas|reduc|decreas|associat|alter|evidence|impact|benefit|superior|better|reach|greater|higher|lower)\w*"
    r"|nonsignificant\w*|insignificant\w*|similar\w*|comparable|unchanged|equivalent|equal\w*|failed|same|non-?inferior\w*"
    r"|(?:did|were|was) not|nor|neither|ns|unaffected|unrelated|identical|alike|indistinguishable"
)
_MOVES = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in (("up", _UP), ("down", _DOWN), ("no", _NO))
}
_FALL = r"(?:decreas|reduc|declin|drop|loss|fall|lowering|shorten)\w*"
_TWICE = {  # "less decline" is more, "a greater reduction" is less
    "up": re.compile(rf"\b(?:less|smaller|lesser|fewer|slower)\W{{1,3}}(?:\w+\W{{1,3}}){{0,2}}?{_FALL}", re.IGNORECASE),
    "down": re.compile(
        rf"\b(?:greater|larger|more|higher|bigger|stronger|faster)\W{{1,3}}(?:\w+\W{{1,3}}){{0,2}}?{_FALL}",
        re.IGNORECASE,
    ),
}
_P = re.compile(
    r"\bp(?:\s?-?\s?values?)?(?:\s?for \w{1,20})?\s?(?:was|of|is)?\s?([=<>≤≥＝＜]|less than)\s?(\d?\s?[.·]\s?\d+|\d)",
    re.I,
)
_NUMBER = r"([−–-]?\s?\d+(?:[.·]\d+)?)"
_INTERVAL = re.compile(
    rf"(?:CI|confidence interval)s?\W{{0,6}}(?:was|from|of)?\s?\W{{0,2}}{_NUMBER}\s?%?\s?(?:to|,|;|–|-|−)\s?{_NUMBER}",
    re.I,
)
_RATIO = re.compile(r"\b(?:a?OR|a?HR|RR|IRR|odds|hazard|ratio|risk)\b")
_THAN = re.compile(
    r"\b(?:than|compared (?:to|with)|versus|vs|relative to|in comparison (?:to|with)|over|as opposed to)\b", re.I
)
_BETTER = re.compile(r"improv|better|superior|outperform|enhanc", re.IGNORECASE)
_WORSE = re.compile(r"worse|inferior|poorer|deteriorat", re.IGNORECASE)
_FLAGS = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        ("sig", r"\bsignificant"),
        ("but", r"\b(?:but|however|although|whereas|while|except|though|despite)\b"),
        ("improv", r"\b(?:improv|better|superior|benefi|effective)"),
        ("worse", r"\bworse|inferior|deteriorat"),
    )
)
_GOOD_PARTS = re.compile(
    r"\b(?:relief|response|remission|recovery|free|survival|quality|function\w*|time (?:to|until))\b", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z0-9]+")
_LEVEL = 0.05
_AROUND, _REACH, _SPAN, _GOVERNS = 4, 12, 14, 5  # words
_FAR = 99
_WHOLE = 4  # letters: "ess" is a scale, and begins no other word


def read_effect(intervention: str, comparator: str, outcome: str, sentence: str) -> Reading:
    """Return what a sentence says became of the outcome under the intervention."""
    fitted, sums = weights(MODEL), [0.0] * len(Effect)
    for name, value in effect_features(intervention, comparator, outcome, sentence).items():
        for n, weight in enumerate(fitted.get(name, ())):
            sums[n] += weight * value
    top = max(sums)
    shares = [math.exp(s - top) for s in sums]
    n = max(range(len(sums)), key=sums.__getitem__)
    return Reading(tuple(Effect)[n], round(shares[n] / sum(shares), 4))


def changes_in(sentence: str) -> frozenset[Effect]:
    """Return which kinds of change a sentence has words for, of whatever."""
    kinds = {"up": Effect.INCREASED, "down": Effect.DECREASED, "no": Effect.NO_DIFFERENCE}
    return frozenset(kinds[name] for name, words in _MOVES.items() if words.search(sentence[:LONGEST]))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence by its words: where the three things and the words of change stand in it, counted in words."""

    text: str
    starts: tuple[int, ...]
    intervention: tuple[int, ...]
    comparator: tuple[int, ...]
    outcome: tuple[int, ...]
    moves: dict[str, tuple[int, ...]]

    @classmethod
    def of(cls, intervention: str, comparator: str, outcome: str, text: str) -> _Sentence:
        words = [(m.start(), stem(m[0].lower())) for m in _WORD.finditer(text)]
        starts = tuple(start for start, _ in words)
        first, second, third = (set(telling_words(t)) for t in (intervention, comparator, outcome))

        def places(wanted: set[str]) -> tuple[int, ...]:
            return tuple(n for n, (_, word) in enumerate(words) if word in wanted)

        moves = {
            name: tuple(max(0, bisect_right(starts, at) - 1) for at in places_of)
            for name, places_of in _moved(text, third, is_bad(outcome)).items()
        }
        arms = places(first - second), places(second - first)
        return cls(text, starts, *arms, places(third - _ANY_OUTCOME), moves)


def _moved(text: str, outcome: Collection[str], bad: bool) -> dict[str, list[int]]:
    """Return where words of change begin, by their kind; not those that belong to the outcome's name (by stems).

    Better is less of what is `bad`, and worse is more of it.
    """
    own = {w for w in outcome if _MOVES["down"].match(w)}
    twice = {name: [m.span() for m in found.finditer(text)] for name, found in _TWICE.items()}
    taken = sorted(chain(*twice.values()))
    found = {name: [start for start, _ in twice.get(name, ())] for name in _MOVES}
    for name, words in _MOVES.items():
        for m in words.finditer(text):
            if not _inside(m.start(), taken) and stem(m[0].lower()) not in own:
                found[_way(name, m[0]) if bad else name].append(m.start())
    return {name: sorted(places) for name, places in found.items()}


def _way(name: str, word: str) -> str:
    if name == "up" and _BETTER.match(word):
        return "down"
    return "up" if name == "down" and _WORSE.match(word) else name


@cache
def _bad_things() -> re.Pattern[str]:
    words = (re.escape(w) + r"\b" * (len(w) <= _WHOLE) for w in sorted(word_list("less is better")))
    return re.compile(rf"\b(?:{'|'.join(words)})", re.IGNORECASE)


def is_bad(outcome: str) -> bool:
    """Whether less of an outcome is better: a harm, a symptom, or a scale on which few points are good."""
    return bool(_bad_things().search(outcome)) and not _GOOD_PARTS.search(outcome)


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    at = bisect_right(spans, (place, len(spans) and spans[-1][1])) - 1
    return at >= 0 and spans[at][0] <= place < spans[at][1]


def effect_features(intervention: str, comparator: str, outcome: str, sentence: str) -> dict[str, float]:
    """Return what is measured of a sentence, by name; what is missing is 0."""
    read = _Sentence.of(intervention, comparator, outcome, sentence[:LONGEST])
    found: dict[str, float] = {"bias": 1.0}
    found.update(_numbers(read.text))
    found.update((name, float(bool(words.search(read.text)))) for name, words in _FLAGS)
    found["bad_out"] = float(is_bad(outcome))
    found["bad_improv"] = found["bad_out"] * found["improv"]
    found.update(_moves(read))
    found.update(_near_outcome(read))
    found.update(_arms(read, found))
    no, low = found["no"], found.get("p_low", 0.0)
    found |= {"sig_no": found["sig"] * no, "sig_not_no": found["sig"] * (1 - no)}
    found |= {"low_no": low * no, "low_not_no": low * (1 - no)}
    return {name: float(value) for name, value in found.items() if value}


def telling_words(text: str) -> list[str]:
    """Return the words of a name or a sentence by their stems, without those that tell nothing in a trial."""
    return [stem(w) for w in (m[0].lower() for m in _WORD.finditer(text[:LONGEST])) if w not in _STOP]


def _number(text: str) -> float | None:
    try:
        return float("".join(text.split()).replace("−", "-").replace("–", "-").replace("·", "."))
    except ValueError:
        return None


def _is_chance(sign: str, value: float) -> bool:
    return value > _LEVEL or (value == _LEVEL and sign not in "<≤＜")


def _numbers(text: str) -> Iterator[tuple[str, float]]:
    values = [(sign, value) for sign, digits in _P.findall(text) if (value := _number(digits)) is not None]
    high = any(_is_chance(*one) for one in values)
    low = any(not _is_chance(*one) and ">" not in one[0] and "≥" not in one[0] for one in values)
    high = high or any(sign in ">≥" for sign, _ in values)
    yield from (("p_low", low), ("p_high", high), ("p_only_low", low and not high), ("p_only_high", high and not low))
    ratio = bool(_RATIO.search(text))
    for first, second in _INTERVAL.findall(text):
        a, b = _number(first), _number(second)
        if a is None or b is None:
            continue
        yield from ((name, 1.0) for name, holds in _interval(a, b, ratio) if holds)


def _interval(a: float, b: float, ratio: bool) -> tuple[tuple[str, bool], ...]:
    return (
        ("ci0", a <= 0 <= b),
        ("ci1", ratio and a <= 1 <= b),
        ("ci_lt1", ratio and b < 1),
        ("ci_gt1", ratio and a > 1),
        ("ci_neg", b < 0),
        ("ci_pos", a > 0 and not ratio),
    )


def _moves(read: _Sentence) -> dict[str, float]:
    up, down, no = (read.moves[name] for name in ("up", "down", "no"))
    found = {name: float(bool(places)) for name, places in read.moves.items()}
    found |= {f"n_{name}": min(len(places), 3) / 3 for name, places in read.moves.items()}
    found |= {"up_only": float(bool(up and not down and not no)), "down_only": float(bool(down and not up and not no))}
    found |= {"no_only": float(bool(no and not up and not down)), "both": float(bool(up and down))}
    moved = sorted((*up, *down))
    governed = any(bisect_right(moved, n + _GOVERNS) > bisect_right(moved, n - 1) for n in no)
    return found | {"governed": float(governed)}


def _near_outcome(read: _Sentence) -> dict[str, float]:
    """Return which word of change stands nearest to where most of the outcome's words stand."""
    if not read.outcome:
        return {}
    spots = read.outcome
    best = max(spots, key=lambda k: bisect_right(spots, k + _AROUND) - bisect_right(spots, k - _AROUND - 1))
    away = {name: min((abs(p - best) for p in places), default=_FAR) for name, places in read.moves.items()}
    found = {f"d_{name}": max(0.0, 1 - n / _REACH) for name, n in away.items()}
    nearest = min(away.values())
    if nearest < _FAR:
        found[f"near_{next(name for name in ('no', 'up', 'down') if away[name] == nearest)}"] = 1.0
    if (after := _P.search(read.text, read.starts[best])) and (value := _number(after[2])) is not None:
        found["next_high" if after[1] in ">≥" or _is_chance(after[1], value) else "next_low"] = 1.0
    return found


def _arms(read: _Sentence, so_far: dict[str, float]) -> Iterator[tuple[str, float]]:
    """Yield which arm is said to have more or less: "lower with placebo than with zinc" turns the words around."""
    turned = 0
    if than := _THAN.search(read.text):
        at = max(0, bisect_right(read.starts, than.start()) - 1)
        straight = _within(read.comparator, at, at + _SPAN) + _within(read.intervention, at - _SPAN, at + 1)
        other = _within(read.intervention, at, at + _SPAN) + _within(read.comparator, at - _SPAN, at + 1)
        turned = (other > straight) - (straight > other)
    words = {1: "turned", -1: "straight", 0: ""}[turned]
    if words:
        yield words, 1.0
    main = next((m for m in ("up", "down") if so_far.get(f"near_{m}") or so_far[f"{m}_only"]), "")
    if main:
        yield f"main_{main}", 1.0
        if words:
            yield f"main_{main}_{words}", 1.0
    if read.moves["up"] or read.moves["down"]:
        at, way = min((n, way) for way in ("up", "down") for n in read.moves[way])
        yield f"first_{way}", 1.0
        near = [min((n - at for n in arm if n > at), default=_FAR) for arm in (read.intervention, read.comparator)]
        if near[0] != near[1]:
            yield f"arm_{'i' if near[0] < near[1] else 'c'}_{way}", 1.0


def _within(places: Sequence[int], start: int, end: int) -> int:
    return bisect_right(places, end - 1) - bisect_right(places, start - 1)
