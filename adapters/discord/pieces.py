"""What a message is made of, as values: each piece knows what it costs, so that messages can be filled to the brim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final

from adapters.discord import limits
from adapters.discord.inlines import shorten_line
from kgcore.values.reply import Choice, Look
from kgcore.verdicts import Badge


class ButtonColour(Enum):
    """How loud a button is."""

    BLUE = auto()
    GREY = auto()
    RED = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press; `id` is its custom id."""

    label: str
    id: str
    colour: ButtonColour = ButtonColour.GREY

    def __post_init__(self) -> None:
        if not 0 < len(self.label) <= limits.BUTTON_LABEL or not 0 < len(self.id) <= limits.CUSTOM_ID:
            raise ValueError("a button's label or id has a length that Discord refuses")


@dataclass(frozen=True, slots=True)
class MenuOption:
    """An entry of a menu; `value` is an action id."""

    label: str
    value: str
    hint: str = ""
    on: bool = False

    def __post_init__(self) -> None:
        lengths = (len(self.label), limits.OPTION_LABEL), (len(self.value), limits.OPTION_VALUE)
        if not all(0 < n <= most for n, most in lengths) or len(self.hint) > limits.OPTION_HINT:
            raise ValueError("a menu's entry has a length that Discord refuses")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A paragraph in Discord's Markdown; `card`: it stands in the framed part of the message; `follows`: it is the rest
    of the list before it.
    """

    text: str
    card: bool = False
    follows: bool = False


@dataclass(frozen=True, slots=True)
class TextWithButton:
    """A paragraph with a button at its right."""

    text: str
    button: Button
    card: bool = False


@dataclass(frozen=True, slots=True)
class Buttons:
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]
    card: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.buttons) <= limits.ROW_BUTTONS:
            raise ValueError("a row has one to five buttons")


@dataclass(frozen=True, slots=True)
class Menu:
    """A drop-down list of things to do."""

    placeholder: str
    options: tuple[MenuOption, ...]
    card: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.options) <= limits.OPTIONS or len(self.placeholder) > limits.PLACEHOLDER:
            raise ValueError("a menu has one to 25 entries and a short placeholder")


@dataclass(frozen=True, slots=True)
class UploadedPicture:
    """An uploaded picture with its description."""

    name: str
    content: bytes
    alt: str
    card: bool = False

    def __post_init__(self) -> None:
        if len(self.alt) > limits.ALT_CHARACTERS or len(self.content) > limits.FILE_BYTES:
            raise ValueError("a picture or its description is too large for Discord")


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """An uploaded file to download."""

    name: str
    content: bytes
    card: bool = False

    def __post_init__(self) -> None:
        if len(self.content) > limits.FILE_BYTES:
            raise ValueError("a file is too large for Discord")


Piece = TextPiece | TextWithButton | Buttons | Menu | UploadedPicture | UploadedFile
Page = tuple[Piece, ...]  # one message


@dataclass(frozen=True, slots=True)
class Cost:
    """What pieces take of a message's room."""

    components: int = 0
    characters: int = 0
    files: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.components + other.components, self.characters + other.characters, self.files + other.files)

    @property
    def fits(self) -> bool:
        """Whether one message can hold that much."""
        return (
            self.components <= limits.COMPONENTS
            and self.characters <= limits.TEXT_CHARACTERS
            and self.files <= limits.FILES
        )


def piece_cost(piece: Piece) -> Cost:
    """Return the room that a piece takes by itself; two characters more join paragraphs."""
    match piece:
        case TextPiece(text):
            return Cost(1, len(text) + 2)
        case TextWithButton(text):
            return Cost(3, len(text))
        case Buttons(buttons):
            return Cost(1 + len(buttons))
        case Menu():
            return Cost(2)
        case UploadedPicture() | UploadedFile():
            return Cost(1, 0, 1)


# --- What the blocks of one reply need to know of each other, and small pieces that many of them are made of.

MENU: Final = "kgm:"  # custom ids of menus: their entries' values are action ids
AGAIN: Final = "kgb:"  # kgb:<n>:<action>: the action stands on another button of the same message already
FORM: Final = "kgf:"  # kgf:<n>:<origin>: opens the n-th form of the reply that the origin leads to
REST: Final = "kgr:"  # kgr:<part>:<turn>: opens what a turn's message leaves to its row of controls
SAVED: Final = "="  # an origin: a form kept in the adapter's own map, under the name behind this sign
COMMAND: Final = "/"  # an origin: the reply to this command


@dataclass(slots=True)
class ReplyFrame:
    """`origin` leads to this reply again, so that its forms can be opened later. `files`: they may be attached.

    `brief`: what stands behind a claim is opened by the row of controls, not by a button of its own.
    """

    turn: str
    final: bool
    verdicts: Mapping[int, Badge]
    origin: str = ""
    files: bool = True
    brief: bool = False
    forms: int = 0
    pictures: int = 0
    used: Counter[str] = field(default_factory=Counter)

    @property
    def panel(self) -> bool:
        """Whether it is a reply of no turn: something that was asked for, to be shown in full."""
        return not self.turn

    def button(self, label: str, action: str, colour: ButtonColour = ButtonColour.GREY) -> Button:
        """Return a button; every custom id may stand in a message only once."""
        n = self.used[action]
        self.used[action] += 1
        return Button(shorten_line(label, limits.BUTTON_LABEL) or "…", f"{AGAIN}{n}:{action}" if n else action, colour)

    def chosen(self, choice: Choice) -> Button:
        """Return the button of a choice."""
        loud = choice.on or choice.look is Look.PRIMARY
        return self.button(choice.label, choice.action, ButtonColour.BLUE if loud else ButtonColour.GREY)


def button_rows(buttons: Sequence[Button], *, card: bool = False) -> list[Piece]:
    """Return buttons side by side, five a row."""
    step = limits.ROW_BUTTONS
    return [Buttons(tuple(buttons[n : n + step]), card) for n in range(0, len(buttons), step)]


def option_menus(placeholder: str, options: Sequence[MenuOption], *, card: bool = False) -> list[Piece]:
    """Return as many menus as the entries need; entries with the same value are one."""
    unique = tuple({option.value: option for option in reversed(options)}.values())[::-1]
    step = limits.OPTIONS
    if sum(o.on for o in unique) > 1:  # a list from which one is chosen may show one choice only; more are refused
        unique = tuple(replace(o, on=False) for o in unique)
    parts = [unique[n : n + step] for n in range(0, len(unique), step)]
    ends = [f" ({n} of {len(parts)})" if len(parts) > 1 else "" for n in range(1, len(parts) + 1)]
    return [
        Menu(shorten_line(placeholder, limits.PLACEHOLDER - len(end)) + end, part, card)
        for part, end in zip(parts, ends, strict=True)
    ]


def menu_option(label: str, action: str, hint: str = "", *, on: bool = False) -> MenuOption:
    """Return a menu's entry; what does not fit ends in "…"."""
    return MenuOption(
        shorten_line(label, limits.OPTION_LABEL) or "…", action, shorten_line(hint, limits.OPTION_HINT), on
    )
