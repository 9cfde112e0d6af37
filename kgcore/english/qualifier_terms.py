"""The terms of `qualifiers.tsv`: what they are, what they imply, and which of them stand in a text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from kgcore.english.chunks import leads_to_advice
from kgcore.english.cues import regex_of_any
from kgcore.english.words import normalize_spelling, rows_of, split_cell
from kgcore.values.model import Qualifier, QualifierKind

_KEY = 6  # letters in which words of one family agree: "hypertensive", "hypertension"
_CACHED = 4_096  # texts of evidence whose words are kept

HUMAN, NONHUMAN = "human", "nonhuman"  # what every term for people, and for beasts, implies


@dataclass(frozen=True, slots=True)
class Words:
    """What a text says in the table's terms, all that these imply included, and the keys of all its words."""

    terms: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()

    def __or__(self, other: Words) -> Words:
        return Words(self.terms | other.terms, self.keys | other.keys)


@dataclass(frozen=True, slots=True)
class _Term:
    kind: QualifierKind
    broader: tuple[str, ...]
    shown: str
    pattern: re.Pattern[str]


@cache
def _terms() -> dict[str, _Term]:
    return {
        row[2]: _Term(
            QualifierKind(row[1]),
            tuple(filter(None, row[3].split("|"))),
            re.split(r"[|(*+\[]", row[4])[0],
            re.compile(_any((row[4],)), re.IGNORECASE),
        )
        for row in rows_of("qualifiers.tsv")
        if row[0] == "term"
    }


@cache
def all_terms() -> re.Pattern[str]:
    """Return what finds any term in a text."""
    every = [word for row in rows_of("qualifiers.tsv") if row[0] == "term" for word in split_cell(row[4])]
    return re.compile(rf"(?<![\w])(?:{_any(every)})(?!\w)", re.IGNORECASE)


@cache
def qualifier_cue(kind: str) -> re.Pattern[str]:
    """Return what finds the cues of a kind of qualifier."""
    every = [w for row in rows_of("qualifiers.tsv") if row[0] == "cue" and row[1] == kind for w in split_cell(row[4])]
    return re.compile(rf"(?<![\w.])(?:{_any(every)})(?!\w|-edged|-blind|-known|-studied)", re.IGNORECASE)


def _any(words: Iterable[str]) -> str:
    return regex_of_any(w.replace("<figure>", f"({'|'.join(_figures())}|N|a few|several|many)") for w in words)


@cache
def _figures() -> dict[str, str]:
    rows = [row for row in rows_of("qualifiers.tsv") if row[0] == "number"]
    return {word: row[2] for row in rows for word in row[4].split("|")}


@cache
def words_of_patients() -> frozenset[str]:
    """Return what a relation can name of patients and still be about their illness: "the symptoms of people with"."""
    rows = [row for row in rows_of("qualifiers.tsv") if row[0] == "theirs"]
    return frozenset(word for row in rows for word in row[4].split("|"))


@cache
def neutral_keys() -> frozenset[str]:
    """Return the keys of words that narrow nothing."""
    rows = [row for row in rows_of("qualifiers.tsv") if row[0] == "neutral"]
    return frozenset(_key(w) for row in rows for word in row[4].split("|") for w in word.split())


@lru_cache(_CACHED)
def terms_named(words: str) -> frozenset[str]:
    """Return the terms that these words alone are."""
    return frozenset(name for name, term in _terms().items() if term.pattern.fullmatch(words))


@cache
def implied(term: str) -> frozenset[str]:
    """Return a term with all broader ones: what is seen in mice is seen in rodents and in animals."""
    return frozenset({term}.union(*(implied(t) for t in _terms()[term].broader)))


def is_of_animals(words: str) -> bool:
    """Whether words name animals: "rats"."""
    return any("animal" in implied(term) for term in stated(words))


def without_people(said: Sequence[str], study: str) -> tuple[str, ...]:
    """Return what is said beside a claim, without what it says of people where the study, or what is said, is of
    animals or cells: by itself "female" of a rat would be a woman.
    """
    terms = {one: implied(one) if one in _terms() else frozenset[str]() for one in said}
    beasts = NONHUMAN in frozenset().union(*terms.values(), *map(implied, stated(study)))
    return tuple(one for one in said if not (beasts and HUMAN in terms[one]))


def shown(term: str) -> str:
    """Return a term's words for people: "mice"; what is no term as it is."""
    return named.shown if (named := _terms().get(term)) else term


def kind_of(term: str) -> QualifierKind:
    """Return in what respect a term qualifies."""
    return _terms()[term].kind


_NUMBER_BEFORE = re.compile(r"\d\s?\Z")
_VITAMER = re.compile(r"vitamin [A-Z]\d\Z", re.IGNORECASE)
_WORD = re.compile(r"(?:non-)?[^\W_]+(?:['’][^\W_]+)?", re.IGNORECASE)


@lru_cache(_CACHED)
def said_in(text: str) -> Words:
    """Return what a note, a sentence or a title of the evidence says; of "female mice" not that they are people."""
    animals = _said_of_animals(text)
    terms = {
        term
        for found, named in _placed(text)
        for one in named
        for term in implied(one)
        if found.start() not in animals or term == one != HUMAN or HUMAN not in implied(term)
    }
    return Words(frozenset(terms), frozenset(word_keys(text)))


_BESIDE = re.compile(
    r"(?:[\s-]+(?!(?:and|or|in|on|of|with|without|at|by|to|from|for|but|not|than|vs|versus|plus)\b)[\w/-]+){0,3}[\s-]+"
)
_SHARED = re.compile(r"\s(?:and|or)\s|,\s")
_TRIAL = re.compile(r"(?:clinical trial|rct|trial|cohort|case-control)", re.IGNORECASE)
_TRIAL_OF = re.compile(r"\s(?:in|of|on|with|among)\s(?:[\w/-]+\s){0,3}")
_APART = 60  # characters from which on nothing is said of what stands behind
_MANY = ("s", "men", "people", "children")  # "women and mice": both


def _said_of_animals(text: str) -> frozenset[int]:
    """Return where words for people stand that are said of the animals or cells right behind them.

    "Pregnant and lactating rats", "human cell lines", "a trial in healthy dogs".
    """
    found, behind = set[int](), len(text)
    kinds, theirs = frozenset[str](), False  # what stands behind, and whether it is said of animals itself
    for word, named in reversed([*_placed(text)]):
        here = frozenset().union(*map(implied, named))
        if NONHUMAN in here:
            behind, kinds, theirs = word.start(), here, False
        elif HUMAN in here:
            gap, one = text[word.end() : behind], not word[0].casefold().endswith(_MANY)
            theirs = (
                bool(kinds)
                and len(gap) < _APART
                and bool(
                    (one and _BESIDE.fullmatch(gap))
                    or (one and theirs and _SHARED.fullmatch(gap))
                    or ("animal" in kinds and _TRIAL.match(word[0]) and _TRIAL_OF.fullmatch(gap))
                )
            )
            behind, kinds = word.start(), kinds if theirs else frozenset()
            found |= {behind} if theirs else set()
    return frozenset(found)


def stated(text: str) -> frozenset[str]:
    """Return the terms that stand in a text, without what they imply."""
    return frozenset(term for _, named in _placed(text) for term in named)


def limits(words: str) -> bool:
    """Whether words name a population, form, dose, time or number of the tables: "within seconds", "in rats"."""
    cues = (qualifier_cue(kind) for kind in (QualifierKind.TIME, QualifierKind.DOSE, QualifierKind.NUMBER))
    return bool(stated(words) - {HUMAN, "patient"}) or any(
        cue.search(words) for cue in (*cues, qualifier_cue("harmless"))
    )


def _placed(text: str) -> Iterator[tuple[re.Match[str], frozenset[str]]]:
    for found in all_terms().finditer(text):
        if (
            len(found[0]) < 3
            and found[0].islower()
            and _NUMBER_BEFORE.search(text, max(0, found.start() - 2), found.start())
        ):
            continue  # "12 ms" are no multiple sclerosis
        yield found, terms_named(found[0])


def word_keys(text: str) -> Iterator[str]:
    """Yield the keys of all words of a text, in which words of one family agree."""
    for found in _WORD.finditer(text):
        yield _key(found[0])
        if _VITAMER.search(text, max(0, found.start() - len("vitamin ")), found.end()):
            yield found[0][0].casefold()  # vitamin D3 is vitamin D


@lru_cache(_CACHED)
def _key(word: str) -> str:
    plain = normalize_spelling(word.casefold().replace("’", "'").split("'")[0]).replace("ae", "e")
    plain = _figures().get(plain, plain)
    if plain.startswith("non-"):
        return "non" + _key(plain[4:])
    if len(plain) > _KEY:
        return plain[:_KEY]
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain


# What an illness does once it is there, right before its name or right behind: who gets it at all is another question.
_COURSE_WORD = (
    r"(?:recurren(?:ce|t)|relaps(?:e|ing)|recrudescence|re-?occurrence|return|progression|progress|worsening|advance|"
    r"advancement|deterioration|aggravation|exacerbation|flare(?:-up)?|chronification)s?"
)
_COURSE = (
    re.compile(rf"\b({_COURSE_WORD})(?:\s+(?:of|in)(?:\s+(?:the|their|his|her|a|an))?)?\s*$", re.IGNORECASE),
    re.compile(rf"\s*[-\s]({_COURSE_WORD})\b", re.IGNORECASE),
)


def course_word(phrase: str, tail: str) -> str:
    """Return the word for what an illness that has begun does: "prevents relapses of *B*", "*B* progression"; or ""."""
    found = _COURSE[0].search(phrase) or _COURSE[1].match(tail)
    return found[1] if found else ""


# Words that narrow nothing by themselves name an illness together: "after a heart attack".
_OF_AN_ORGAN = re.compile(
    r"\b(?:heart|brain|liver|kidney|lung|bowel|gut|skin|bone|stomach|muscle|artery)\s"
    r"(?:attack|disease|failure|condition|pain|loss|decline|injury|damage|transplant)s?\b",
    re.IGNORECASE,
)


def keys_of_organs_ills(text: str) -> frozenset[str]:
    """Return the keys of illnesses that a text names by an organ."""
    return frozenset(key for ill in _OF_AN_ORGAN.finditer(text) for key in word_keys(ill[0]))


def is_of_itself(condition: Qualifier, own: Sequence[str], front: str) -> bool:
    """Whether a condition limits no claim: somebody takes or has what it is about ("if you are on *warfarin*"), or is
    told what to do in that case, for which the claim is the reason.
    """
    if leads_to_advice(front):
        return True
    named = frozenset(k for name in own for k in word_keys(name))
    keys = frozenset(word_keys(condition.words))
    return bool(keys & named or front.rstrip().endswith(condition.words)) and keys <= named | neutral_keys() | _TAKER


_TAKER = frozenset(
    {"if", "when", "whenev", "you", "your", "somebo", "someon", "anyone", "are", "take", "taking", "use", "using"}
)
