"""How the types of nodes look, and what else has a colour in pictures but no verdict (those are in `kgcore.verdicts`).

Every type also has a shape, so that nothing depends on colour alone. Contrasts follow WCAG 2.2: 3:1 for lines and 4.5:1
for text; the tests measure them.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from kgcore.verdicts import Verdict

WHITE = "#ffffff"
INK = "#1d2733"  # text on white
QUIET = "#5c6670"  # text of earlier elements, 5.9:1 on white
CONTEXT = Verdict.UNSURE.row.light.line  # the lightest grey with 4.5:1 on white
UNKNOWN_COLOUR = CONTEXT  # of a mention that the graph does not know
THIN = 1.1  # points: edges that are earlier


class Shape(StrEnum):
    """The outline of a node, as Graphviz names it (`rounded` is a box with round corners)."""

    ROUNDED = "rounded"
    BOX = "box"
    ELLIPSE = "ellipse"
    HEXAGON = "hexagon"
    OCTAGON = "octagon"
    PARALLELOGRAM = "parallelogram"
    CDS = "cds"
    NOTE = "note"
    TAB = "tab"
    FOLDER = "folder"
    CYLINDER = "cylinder"
    COMPONENT = "component"
    HOUSE = "house"
    BOX3D = "box3d"


@dataclass(frozen=True, slots=True)
class TypeLook:
    """Colours are "#rrggbb"; `text` has at least 4.5:1 on `colour`, and `colour` on white."""

    colour: str
    shape: Shape
    text: str = WHITE


# Keywords are beginnings of words of a type's name; the first row with a hit wins.
_KINDS: tuple[tuple[TypeLook, tuple[str, ...]], ...] = (
    (TypeLook("#2b7a3f", Shape.ROUNDED), ("supplement", "vitamin", "nutrient", "nutraceutical", "herb")),
    (TypeLook("#2d5fa6", Shape.ELLIPSE), ("drug", "medicine", "medication", "pharmac")),
    (
        TypeLook("#6b4a9e", Shape.BOX3D),
        ("gene", "protein", "enzyme", "transcript", "rna", "mrna", "dna", "receptor", "variant"),
    ),
    (
        TypeLook("#a63446", Shape.OCTAGON),
        ("disease", "disorder", "syndrome", "patholog", "neoplas", "cancer", "condition"),
    ),
    (TypeLook("#4f5b66", Shape.COMPONENT), ("process", "pathway", "function", "activity", "mechanism", "physiolog")),
    (TypeLook("#9a4f12", Shape.NOTE), ("symptom", "finding")),
    (TypeLook("#8a5a00", Shape.TAB), ("phenotyp", "trait", "abnormal")),
    (
        TypeLook("#14747f", Shape.HEXAGON),
        ("chemical", "compound", "molecul", "substance", "metabolit", "abundance", "complex"),
    ),
    (TypeLook("#66700f", Shape.CYLINDER), ("food", "diet", "beverage", "nutrition")),
    (
        TypeLook("#2a4858", Shape.BOX),
        ("procedure", "treatment", "therap", "intervention", "medicalaction", "action", "device"),
    ),
    (TypeLook("#4c6b2f", Shape.HOUSE), ("organism", "species", "taxon", "bacteri", "virus", "plant", "microb")),
    (TypeLook("#8c4a6b", Shape.FOLDER), ("anatom", "tissue", "organ", "cell", "cellular", "brain", "body")),
)
_SPARE_COLOURS = ("#375a7f", "#7a4f9a", "#96492f", "#3d6b5c", "#7d5a2e", "#8f3f6f", "#50617a", "#5f6321")
_SPARE_SHAPES = (Shape.PARALLELOGRAM, Shape.CDS)

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@lru_cache(1024)
def look_of_type(type: str) -> TypeLook:
    """Return the look of a type: a fixed one for well-known kinds, else one that depends on the name alone."""
    words = [w.lower() for w in _WORD.findall(type)]
    for look, beginnings in _KINDS:
        if any(w.startswith(beginnings) for w in words):
            return look
    digest = zlib.crc32(type.strip().lower().encode("utf-8", "replace"))
    colour = _SPARE_COLOURS[digest % len(_SPARE_COLOURS)]
    return TypeLook(colour, _SPARE_SHAPES[digest // len(_SPARE_COLOURS) % len(_SPARE_SHAPES)])


def type_colour(type: str) -> str:
    """Return the colour of a type, "#rrggbb", with at least 4.5:1 on white: fit for text and for a node's ground."""
    return look_of_type(type).colour


def mixed_with_white(colour: str, share: float) -> str:
    """Return the colour with that share (0 to 1) of white in it."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(p + (255 - p) * share):02x}" for p in parts)


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(256)  # few colours, asked for at every edge
def lighten_to_contrast(colour: str, ratio: float) -> str:
    """Return the colour with as much white as leaves this contrast on white (the colour itself when it has less)."""
    shares = (s / 50 for s in range(50, -1, -1))
    return next((c for c in (mixed_with_white(colour, s) for s in shares) if contrast(c, WHITE) >= ratio), colour)
