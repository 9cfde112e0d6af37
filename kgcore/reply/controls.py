"""Blocks that people act on: buttons and menus, steps, forms."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgcore.model import Verdict


class Look(StrEnum):
    """How loud a choice is."""

    PRIMARY = "primary"
    NORMAL = "normal"
    SUBTLE = "subtle"


@dataclass(frozen=True, slots=True)
class Choice:
    """One button or menu entry; `action` is an action id, `hint` the reason shown beside it, `number` its node.

    `aside` are lesser things to do with it, such as dismissing it ("✕"). `on`: it is what is chosen now.
    """

    label: str
    action: str
    hint: str = ""
    number: int = 0
    look: Look = Look.NORMAL
    aside: tuple[Choice, ...] = ()
    on: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """Buttons, and a menu with the rest."""

    buttons: tuple[Choice, ...]
    menu: tuple[Choice, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class StepView:
    """One step: number from 1, the question, the number of the step that it goes on from (0: none), what leads to it.

    `here`: this is where the next question goes on from. `later`: it lies on no way to here. `counts` are its claims
    by verdict.
    """

    number: int
    question: str
    action: str
    parent: int = 0
    here: bool = False
    later: bool = False
    counts: tuple[tuple[Verdict, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """Where the thread has been: a row of dots with the questions."""

    steps: tuple[StepView, ...]


class FieldKind(StrEnum):
    """What a field takes."""

    TEXT = "text"
    ONE = "one"
    MANY = "many"


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a field can be set to; `number` is its node in the picture."""

    value: str
    label: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form; `value` is what it is set to at first (TEXT: one value), `options` are for ONE and MANY.

    `least` and `most` bound how many options are to be chosen, or (TEXT) how many characters are to be written.
    `names`: what is typed is completed to names of entities (`NamesQuery`).
    """

    name: str
    label: str
    kind: FieldKind
    options: tuple[Option, ...] = ()
    value: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    names: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """Fields that are sent together as a `Click` on `action`, with the values in `Click.fields`."""

    title: str
    fields: tuple[Field, ...]
    submit: str
    action: str
