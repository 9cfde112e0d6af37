"""What a message is made of, as values: each piece knows what it costs, so that messages can be filled to the brim."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from adapters.discord import limits


class Colour(Enum):
    """How loud a button is."""

    BLUE = auto()
    GREY = auto()
    RED = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press; `id` is its custom id."""

    label: str
    id: str
    colour: Colour = Colour.GREY

    def __post_init__(self) -> None:
        if not 0 < len(self.label) <= limits.BUTTON_LABEL or not 0 < len(self.id) <= limits.CUSTOM_ID:
            raise ValueError("a button's label or id has a length that Discord refuses")


@dataclass(frozen=True, slots=True)
class Option:
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
class Words:
    """A paragraph in Discord's Markdown; `card`: it stands in the framed part of the message."""

    text: str
    card: bool = False


@dataclass(frozen=True, slots=True)
class Row:
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
    options: tuple[Option, ...]
    card: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.options) <= limits.OPTIONS or len(self.placeholder) > limits.PLACEHOLDER:
            raise ValueError("a menu has one to 25 entries and a short placeholder")


@dataclass(frozen=True, slots=True)
class Picture:
    """An uploaded picture with its description."""

    name: str
    content: bytes
    alt: str
    card: bool = False

    def __post_init__(self) -> None:
        if len(self.alt) > limits.ALT_CHARACTERS or len(self.content) > limits.FILE_BYTES:
            raise ValueError("a picture or its description is too large for Discord")


@dataclass(frozen=True, slots=True)
class Attached:
    """An uploaded file to download."""

    name: str
    content: bytes
    card: bool = False

    def __post_init__(self) -> None:
        if len(self.content) > limits.FILE_BYTES:
            raise ValueError("a file is too large for Discord")


Piece = Words | Row | Buttons | Menu | Picture | Attached
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


def cost(piece: Piece) -> Cost:
    """Return the room that a piece takes by itself; two characters more join paragraphs."""
    match piece:
        case Words(text):
            return Cost(1, len(text) + 2)
        case Row(text):
            return Cost(3, len(text))
        case Buttons(buttons):
            return Cost(1 + len(buttons))
        case Menu():
            return Cost(2)
        case Picture() | Attached():
            return Cost(1, 0, 1)
