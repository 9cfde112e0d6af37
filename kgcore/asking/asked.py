"""The relation that a question asks about, in the graph's predicates: what the vocabulary reads, or a slant. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from kgcore.intent import Asked, Slant
from kgcore.language.reading import Reading
from kgcore.model import Entity, Predicate


class Words(Protocol):
    """What is needed of `kgcore.vocabulary.Vocabulary` here."""

    def read(self, phrase: str) -> Reading:
        """Read a relation phrase."""
        ...

    def get(self, name: str) -> Predicate:
        """Return the predicate of that name."""
        ...


_TOGETHER = re.compile(
    r"\b(?:together|combin\w+|mix\w*|at the same time|alongside|interact\w*|safe(?:ly)?(?: to take)? with|on top of)\b"
)
_TAKEN_WITH = re.compile(r"\b(?:take|taken|use|used|have|drink|avoid|safe)\b.*\bwith$")
_BAD = re.compile(
    r"\b(?:bad|harm\w*|danger\w*|risky|risks?|unsafe|safe|toxic|hurt\w*|damag\w*|side effects?|adverse|unhealthy)\b"
)
_GOOD = re.compile(
    r"\b(?:good|helps?|helpful|helping|benefi\w+|useful|works?|effective|take|try|use|used|worth\w*|recommended|fight\w*|"
    r"eases?|healthy|advisable|supports?|against|for|remed\w+)\b"
)
# What would bear on a loose question, asked of the vocabulary, so that it works in any graph's predicates.
_BEARS = {Slant.GOOD: ("treats", "prevents"), Slant.BAD: ("causes", "raises the risk of"), Slant.ANY: ()}
_ILL = re.compile(r"disease|disorder|symptom|phenotyp|condition|syndrome|finding", re.I)
_ILL_NAME = re.compile(
    r"(?:inflammation|stress|damage|death|atrophy|loss|deprivation|injury|resistance|stiffness|mortality|peroxidation|"
    r"apoptosis|aging|albuminuria|fat|pain|cholesterol|homocysteine|triglycerides)$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Heard:
    """A phrase understood; `turned`: the text's subject is the graph's object."""

    asked: Asked
    turned: bool = False


def hear(phrase: str, words: Words, to: Entity | None = None) -> Heard:
    """Understand the words between two entities (or beside one); `to` is what the relation leads to, where known."""
    said = _plain(phrase)
    if _TAKEN_WITH.search(said) or (_TOGETHER.search(said) and not words.read(said).predicates):
        return Heard(Asked(said, words.read("interacts with").predicates, _caution(said)))
    loose = _slant(said)
    reading = words.read(said)
    if not reading.predicates:
        reading = words.read(f"is {said}") if loose is None else reading
    if reading.predicates and not (loose and _is_loose(said)):
        return Heard(Asked(said, reading.predicates, None, reading.says_more, reading.negated), reading.turned)
    return Heard(slanted(loose or Slant.ANY, words, to, said), _of_first(said))


def slanted(slant: Slant, words: Words, to: Entity | None, phrase: str = "") -> Asked:
    """Return what bears on a loose question about `to`: good for memory is what increases it, for pain what treats."""
    asked: tuple[str, ...] = _BEARS[slant]
    if to is not None and slant is not Slant.ANY and not _ILL.search(to.type):
        for_worse = (slant is Slant.GOOD) == bool(_ILL_NAME.search(to.name))
        asked = (*asked, *(("reduces", "impairs") if for_worse else ("increases", "improves")))
    found = [p for a in asked for p in words.read(a).predicates]
    return Asked(phrase, tuple(dict.fromkeys(found)), slant)


def meaning(verb: str, words: Words) -> Asked:
    """Return a plain verb's predicates: "contains" → CONTAINS."""
    return Asked(verb, words.read(verb).predicates)


def is_ill(entity: Entity) -> bool:
    """Tell whether an entity is something one would rather not have, by its type or name."""
    return bool(_ILL.search(entity.type) or _ILL_NAME.search(entity.name))


def _plain(phrase: str) -> str:
    said = re.sub(r"[^\w\s'/-]", " ", phrase.lower())
    said = re.sub(r"^\s*(?:also|even|ever|then|still|either)\b|\b(?:any|also|ever|even)\b", " ", " ".join(said.split()))
    said = re.sub(r"^(?:does|do|did|to|that|which|who) (?!not )", "", " ".join(said.split()))
    return re.sub(r"^be ", "is ", " ".join(said.split()))


def _caution(said: str) -> Slant | None:
    """Return no slant for "do they interact", which a yes can answer; "can I take both" it must not."""
    return None if re.search(r"\binteract", said) else Slant.BAD


def _slant(said: str) -> Slant | None:
    if _BAD.search(said):
        return Slant.BAD
    return Slant.GOOD if _GOOD.search(said) else None


def _is_loose(said: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?:is |are |be )?(?:not )?(?:so |very )?"
            r"(?:(?:good|bad|healthy|useful|worth \w+|safe|harmful|dangerous|unsafe) )?"
            r"(?:for|helps?|helps? (?:with|against|for)|works? (?:for|against)|against|in|take|to)?",
            said,
        )
    )


def _of_first(said: str) -> bool:
    return bool(
        re.search(r"\b(?:side effects?|adverse effects?|complications?|results?|consequences?) (?:of|from)$", said)
    )
