"""A channel where others are, too, and short ways to find things in replies."""

from __future__ import annotations

from kgcore.values.message import Action, Person, Place, Verb
from kgcore.values.reply import Choice, Choices, Form, Notice, Papers, Reply

CHANNEL = Place("chat", "team", "general", "t1")
BEN = Person("b", "Ben")
BOSS = Person("boss", "Cleo", admin=True)
VITAMIN_E = "Can vitamin E slow the progression of Alzheimer's disease?"


def act(verb: Verb, turn: str, index: int = 0) -> str:
    return str(Action(verb, turn, index))


def button(reply: Reply, verb: Verb, index: int | None = None) -> Choice:
    """Return the one button that does this."""
    found = [c for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
    wanted = [(c, Action.parse(c.action)) for c in found]
    return next(c for c, a in wanted if a and a.verb is verb and index in (None, a.index))


def offers(reply: Reply, verb: Verb) -> bool:
    found = [Action.parse(c.action) for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
    return any(a is not None and a.verb is verb for a in found)


def notices(reply: Reply) -> str:
    return " ".join(b.text for b in reply.blocks if isinstance(b, Notice))


def papers(reply: Reply) -> Papers:
    return next(b for b in reply.blocks if isinstance(b, Papers))


def forms(reply: Reply) -> list[Form]:
    return [b for b in reply.blocks if isinstance(b, Form)]
