"""How a sentence of a paper seems to stand to a claim: it says so, denies it, or neither. Pure.

This is a reading aid for people who look at the sentence. It never decides a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from kgcore.library.effect import Effect, Reading, changes_in, read_effect, telling_words
from kgcore.vocabulary.phrasebook import packaged_phrasebook
from kgcore.vocabulary.phrases import phrase_meaning


class SaysOf(Enum):
    """How a sentence seems to stand to a claim."""

    SAYS_SO = "says so"
    DENIES = "denies"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class StanceQuery:
    """A claim as its sides are called (any of the names will do), and its relation in words."""

    subject: tuple[str, ...]
    relation: str
    object: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class StanceReading:
    """What a sentence seems to say of a claim; None where that is not sure enough. `score` is a probability."""

    stance: SaysOf | None
    score: float


class _Wanted(Enum):
    """What a claim's relation says becomes of its object."""

    LESS = "less of it"
    MORE = "more of it"
    BENEFIT = "it gets better"
    CHANGE = "any change"


_CONCEPTS = {
    "TREATS": _Wanted.BENEFIT,
    "RELIEVES": _Wanted.BENEFIT,
    "PREVENTS": _Wanted.BENEFIT,
    "INHIBITS": _Wanted.LESS,
    "DISRUPTS": _Wanted.LESS,
    "CAUSES": _Wanted.MORE,
    "PREDISPOSES": _Wanted.MORE,
    "WORSENS": _Wanted.MORE,
    "STIMULATES": _Wanted.MORE,
    "AUGMENTS": _Wanted.MORE,
    "PRODUCES": _Wanted.MORE,
    "AFFECTS": _Wanted.CHANGE,
    "ASSOCIATED_WITH": _Wanted.CHANGE,
}
_BETTER = re.compile(
    r"\b(?:improv|better|superior|benefi|effective(?:ly|ness)?\b|efficac|protect|reliev|alleviat|ameliorat|treat(?:s|ed)\b"
    r"|respon(?:d|se)|remission|recover|success)",
    re.IGNORECASE,
)
_WORSE = re.compile(r"\b(?:wors|deteriorat|aggravat|exacerbat|harm|higher risk|increased (?:the )?risk)", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no|nor|neither|without|never|fail\w*|ineffective|lack\w*)\b", re.IGNORECASE)
# What is only asked, planned or found by others says nothing yet.
_OPEN = re.compile(
    r"\b(?:whether|hypothesi[sz]|aim(?:s|ed)?\b|objective|purpose|to (?:investigate|evaluate|determine|assess|test"
    r"|examine|explore|compare)|remains? (?:unclear|unknown|controversial|uncertain)"
    r"|(?:is|are) (?:unclear|unknown|not known)"
    r"|further (?:stud|research|trials?)|will be)|\?\s*$",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\b(?:anti|non)[-‐‑]\w+", re.IGNORECASE)  # what is against something, or is not it
_OPENNESS = 0.5  # how sure one can be of a sentence that only asks


def sentence_stance(claim: StanceQuery, sentence: str) -> StanceReading:
    """Return how a sentence seems to stand to a claim.

    NEITHER: it does not speak of both sides, or only asks. None: it speaks of both, and what it says is not plain.
    """
    subject, object = _named(claim.subject, sentence), _named(claim.object, sentence)
    if subject is None or object is None:
        return StanceReading(SaysOf.NEITHER, 1.0)
    wanted, denied = _wanted(claim.relation)
    read = read_effect(subject, "", object, sentence)
    if _OPEN.search(sentence):
        return StanceReading(SaysOf.NEITHER, _OPENNESS)
    says = _bears_out(wanted, _effect(read, sentence), sentence) if wanted is not None else None
    if says is None:
        return StanceReading(None, read.score)
    if claim.negated is not denied:
        says = not says
    return StanceReading(SaysOf.SAYS_SO if says else SaysOf.DENIES, read.score)


def _effect(read: Reading, sentence: str) -> Effect | None:
    """Return what a sentence says became of its object; where it has words for one kind of change only, that."""
    kinds = changes_in(sentence)
    return read.decided or (next(iter(kinds)) if len(kinds) == 1 else None)


def names_both(claim: StanceQuery, sentence: str) -> bool:
    """Whether a sentence names both sides of a claim."""
    return _named(claim.subject, sentence) is not None and _named(claim.object, sentence) is not None


def names_in(names: Sequence[str], sentence: str) -> list[str]:
    """Return the names all words of which a sentence has; "anti-malarial" and "non-malarial" do not name malaria."""
    words = set(telling_words(_OTHER.sub(" ", sentence)))
    return [name for name in names if (own := set(telling_words(name))) and own <= words]


def _named(names: Sequence[str], sentence: str) -> str | None:
    return next(iter(names_in(names, sentence)), None)


def _wanted(relation: str) -> tuple[_Wanted | None, bool]:
    """Return what a relation says becomes of its object, and whether it denies that."""
    meant = phrase_meaning(relation, packaged_phrasebook())
    found = (_CONCEPTS[c] for c in meant.concepts if c in _CONCEPTS)
    wanted = next(found, None)
    return (_Wanted.BENEFIT if meant.values and wanted is _Wanted.MORE else wanted), meant.negated


def _bears_out(wanted: _Wanted, effect: Effect | None, sentence: str) -> bool | None:
    if effect is Effect.NO_DIFFERENCE:
        return False
    match wanted:
        case _Wanted.BENEFIT:
            better, worse = bool(_BETTER.search(sentence)), bool(_WORSE.search(sentence))
            if better is worse and effect is not Effect.DECREASED:
                return None  # more of something: whether that is good, nobody says
            return None if _NOT.search(sentence) and effect is None else better or not worse
        case _ if effect is None or _BETTER.search(sentence):
            return None  # what got better may be more or less
        case _Wanted.CHANGE:
            return True
        case _Wanted.LESS:
            return effect is Effect.DECREASED
        case _Wanted.MORE:
            return effect is Effect.INCREASED
