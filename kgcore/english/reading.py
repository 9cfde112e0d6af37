"""What a relation phrase was read as, and its words without what only carries them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PhraseReading:
    """A phrase in a graph's own predicates.

    `predicates` are what the phrase can mean, best first; empty when the reader abstains. `negated`: the phrase denies
    them. `inverted`: the text's subject is the graph's object (a passive). `hedged`: it only says "may".
    `overstates`: it stands for an unstored predicate that implies the plain one ("cures" and TREATS). `values`: it
    says that something is for the better ("improves"); a rise of its object only is so where more of that is better.
    `worsens`: it says that something is for the worse; of what is good that is a fall.
    """

    predicates: tuple[str, ...] = ()
    negated: bool = False
    inverted: bool = False
    hedged: bool = False
    overstates: bool = False
    values: bool = False
    worsens: bool = False
    near: bool = False  # the predicates come near the phrase and say less; `overstates`, then, is so, too
    mutual: bool = False  # the phrase says no more than that the two go together: an edge either way bears it out
    elsewhere: bool = False  # the phrase states a relation that other graphs have and this one has no predicate for


ABSTAINED = PhraseReading()


class PhraseReader(Protocol):
    """What readers of sentences need of a vocabulary."""

    def read(self, phrase: str) -> PhraseReading:
        """Read a relation phrase; `predicates` is empty where it abstains."""
        ...

    def symmetric(self, name: str) -> bool:
        """Whether an edge of that predicate reads the same both ways."""
        ...


_EQUALS = re.compile(r"^=\s*(?:the |an? )?")
CARRIES = re.compile(r"^(?:[:–—-]\s+|(?:that|which)\s+)", re.IGNORECASE)
_REMAINS = re.compile(r"^(?:remains?|remained|becomes?|became|stays?|stayed) (?=(?:an?|the|one)\b)", re.IGNORECASE)
_WITH = re.compile(r"\bw/|\bw(?=$)")
# "is a popular remedy that eases": what sort of thing the subject is, and what it does.
_IS_ONE_THAT = re.compile(
    r"^(?:is|are|was|were|remains?)\s+(?:an?\s+|one\s+|two\s+|both\s+)?(?:(?:very|widely|freely|quite)\s+)?"
    r"(?:(?:popular|common|well-known|natural|herbal|old|older|new|newer|cheap|inexpensive|safe|simple|ancient|used|"
    r"available|familiar|effective|useful|traditional|prescription|oral)\s+){0,2}"
    r"(?:remed(?:y|ies)|treatments?|medicines?|supplements?|drugs?|herbs?|spices?|plants?|compounds?|agents?|minerals?|"
    r"vitamins?|substances?|nutrients?|foods?|drinks?|hormones?|enzymes?|options?)\s+(?:that|which)\s+(?=[a-z])",
    re.IGNORECASE,
)
_ARE = re.compile(r"(?:are|were)(?: (?:both|all))?", re.IGNORECASE)
ARROW = re.compile(r"^\s*(?:→|⇒|➔|➜|➡|-{1,2}>|={1,2}>)\s*$")
_ALL = re.compile(
    r"^((?:(?:can|could|may|might|will|would|should|do|did|have)(?:\s+not)?\s+)?)(?:all|both|each)\s+", re.IGNORECASE
)


def plain_phrase(words: str, *, several: bool = False) -> str:
    """Return the words of a relation without what only carries them: "all treat", ": treats", "helps w/"."""
    phrase = _EQUALS.sub("is ", ARROW.sub("leads to", " ".join(words.split())), count=1)
    phrase = _IS_ONE_THAT.sub("", phrase, count=1)
    phrase = _REMAINS.sub("is ", _WITH.sub("with", CARRIES.sub("", phrase, count=1)))
    phrase = _ALL.sub(r"\1", phrase, count=1) if several else phrase
    return "is a" if several and _ARE.fullmatch(phrase) else phrase
