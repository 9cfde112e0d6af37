"""What a trained model guesses, as people ask for it and read it: no claim, no verdict, no evidence. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgcore.values.model import Paragraph
from kgcore.values.thread import LeafSource, MindNode

ICON = "◇"  # of a guess, wherever it stands: no verdict has it
SHOWN = 5
LONGEST = 300  # letters of a question that is looked at
_VERB = 3  # words of a relation at most ("be used for")
_ASKED = re.compile(
    r"(?:and |so |but )?(?:what|which (?:other )?[a-z]+) (?:else )?(?:might|could|may) (?:also |else )?(?P<rest>\S.*)",
    re.IGNORECASE,
)
_MORE = re.compile(r"\b(?:else|also|other)\b", re.IGNORECASE)
NOTE = "These are guesses from the graph's own paths. They are not evidence, and nothing has been checked."


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants guessed: ways to part relation and object, the shorter relation first."""

    ways: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """A subject that may stand in the relation: its name, a probability, and the path that says most for it."""

    name: str
    probability: float
    path: str


@dataclass(frozen=True, slots=True)
class Guesses:
    """The likeliest subjects that the graph does not have yet; `measured` says how good the model is, and where."""

    relation: str
    guesses: tuple[Guess, ...]
    measured: str


def read_wish(text: str) -> Wish | None:
    """Return what "What else might treat migraine?" wants guessed; None for any other question."""
    plain = " ".join(text[: LONGEST + 1].split())
    if len(plain) > LONGEST or plain.count("?") > 1:
        return None
    match = _ASKED.fullmatch(plain.rstrip("?. "))
    if match is None or not _MORE.search(plain[: match.start("rest")]):
        return None
    words = match["rest"].split()
    ways = tuple((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, min(_VERB, len(words) - 1) + 1))
    return Wish(ways) if ways else None


def guess_paragraphs(target: str, found: Guesses) -> tuple[Paragraph, ...]:
    """Return what people read: each guess with its icon, then what that is worth."""
    if not found.guesses:
        return (Paragraph(f"No link that the graph lacks seems likely for {target}."),)
    lead = f"{ICON} Not in the graph, but perhaps worth a look. Each of these perhaps {found.relation} {target}."
    return (Paragraph(lead), *map(_line, found.guesses[:SHOWN]), Paragraph(NOTE), Paragraph(found.measured))


def guess_map(found: Guesses) -> tuple[MindNode, ...]:
    """Return the guesses as a mind map; no leaf has a claim, so that none has a verdict."""
    return tuple(
        MindNode(
            f"{ICON} {guess.name}, {_percent(guess.probability)}",
            LeafSource.GUESS,
            leaves=(MindNode(guess.path, LeafSource.GUESS),) if guess.path else (),
        )
        for guess in found.guesses[:SHOWN]
    )


def _line(guess: Guess) -> Paragraph:
    because = f": {guess.path}" if guess.path else ""
    return Paragraph(f"{ICON} {guess.name}, {_percent(guess.probability)} likely{because}")


def _percent(probability: float) -> str:
    percent = 100 * probability
    return f"{percent:.0f} %" if percent >= 1 else "less than 1 %"
