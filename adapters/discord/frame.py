"""What the blocks of one reply need to know of each other, and small pieces that many of them are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from adapters.discord import limits
from adapters.discord.escape import shortened
from adapters.discord.pieces import Button, Buttons, Colour, Menu, Option, Piece
from kgcore.model import Verdict
from kgcore.reply import Choice, Look

MENU: Final = "kgm:"  # custom ids of menus: their entries' values are action ids
AGAIN: Final = "kgb:"  # kgb:<n>:<action>: the action stands on another button of the same message already
FORM: Final = "kgf:"  # kgf:<n>:<origin>: opens the n-th form of the reply that the origin leads to
SAVED: Final = "="  # an origin: a form kept in the adapter's own map, under the name behind this sign
COMMAND: Final = "/"  # an origin: the reply to this command


@dataclass(slots=True)
class Frame:
    """`origin` leads to this reply again, so that its forms can be opened later. `files`: they may be attached."""

    turn: str
    final: bool
    verdicts: Mapping[int, Verdict]
    origin: str = ""
    files: bool = True
    forms: int = 0
    pictures: int = 0
    used: Counter[str] = field(default_factory=Counter)

    @property
    def panel(self) -> bool:
        """Whether it is a reply of no turn: something that was asked for, to be shown in full."""
        return not self.turn

    def button(self, label: str, action: str, colour: Colour = Colour.GREY) -> Button:
        """Return a button; every custom id may stand in a message only once."""
        n = self.used[action]
        self.used[action] += 1
        return Button(shortened(label, limits.BUTTON_LABEL) or "…", f"{AGAIN}{n}:{action}" if n else action, colour)

    def chosen(self, choice: Choice) -> Button:
        """Return the button of a choice."""
        loud = choice.on or choice.look is Look.PRIMARY
        return self.button(choice.label, choice.action, Colour.BLUE if loud else Colour.GREY)


def rows(buttons: Sequence[Button], *, card: bool = False) -> list[Piece]:
    """Return buttons side by side, five a row."""
    step = limits.ROW_BUTTONS
    return [Buttons(tuple(buttons[n : n + step]), card) for n in range(0, len(buttons), step)]


def menus(placeholder: str, options: Sequence[Option], *, card: bool = False) -> list[Piece]:
    """Return as many menus as the entries need; entries with the same value are one."""
    unique = tuple({option.value: option for option in reversed(options)}.values())[::-1]
    step = limits.OPTIONS
    if sum(o.on for o in unique) > 1:  # a list from which one is chosen may show one choice only; more are refused
        unique = tuple(replace(o, on=False) for o in unique)
    parts = [unique[n : n + step] for n in range(0, len(unique), step)]
    ends = [f" ({n} of {len(parts)})" if len(parts) > 1 else "" for n in range(1, len(parts) + 1)]
    return [
        Menu(shortened(placeholder, limits.PLACEHOLDER - len(end)) + end, part, card)
        for part, end in zip(parts, ends, strict=True)
    ]


def option(label: str, action: str, hint: str = "", *, on: bool = False) -> Option:
    """Return a menu's entry; what does not fit ends in "…"."""
    return Option(shortened(label, limits.OPTION_LABEL) or "…", action, shortened(hint, limits.OPTION_HINT), on)
