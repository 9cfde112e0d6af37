"""What can be chosen by number in a reply: choices, steps and forms, counted in the order in which they stand. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from kgcore.values.message import Action, Verb
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    Progress,
    Reply,
    Steps,
    Table,
    Text,
)

Pick = Choice | Form


def numbered_blocks(reply: Reply) -> Iterator[tuple[Block, int]]:
    """Yield every block with the number of the first thing to choose in it (0: nothing in it is chosen by number).

    Steps are chosen by number only at the head of a panel, where their own numbers and these are the same.
    """
    at = 1
    for block in reply.blocks:
        count = len(_in(block, steps=reply.private and at == 1))
        yield block, at if count else 0
        at += count


def numbered_choices(reply: Reply) -> tuple[Pick, ...]:
    """Return what the numbers from 1 on choose."""
    return tuple(pick for block, at in numbered_blocks(reply) if at for pick in _in(block, steps=True))


def is_unlisted(choice: Choice) -> bool:
    """Whether a terminal has its own way to this: Ctrl-C stops the writing, /good and /bad rate."""
    action = Action.parse(choice.action)
    return action is not None and action.verb in (Verb.STOP, Verb.UP, Verb.DOWN)


def _in(block: Block, *, steps: bool) -> tuple[Pick, ...]:
    match block:
        case Choices():
            return tuple(c for c in (*block.buttons, *block.menu) if not is_unlisted(c))
        case Form():
            return (block,)
        case Steps():
            return tuple(Choice(s.question, s.action, on=s.here) for s in block.steps) if steps else ()
        case Papers():
            return tuple(c for view in block.papers for c in view.choices)
        case Text() | Claims() | Figure() | Table() | Notice() | Progress() | File():
            return ()
        case _:
            assert_never(block)
