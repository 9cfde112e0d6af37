"""The direction of effect that a relation's words state, and how its line looks. Pure.

The verdict is another thing, a badge on the line: "does not treat" may be supported. Every sign has a
colour, an arrowhead and a stroke of its own, for those who cannot tell colours apart; none is a verdict's colour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from kgcore.drawing.text import is_denial
from kgcore.values.reply import Sign


class Line(StrEnum):
    """How an edge of a picture is stroked."""

    SOLID = "solid"
    BOLD = "bold"
    DASHED = "dashed"
    THIN = "thin"


class Head(StrEnum):
    """What stands at the end of an edge, as Graphviz names it."""

    ARROW = "normal"
    DIAMOND = "diamond"
    TEE = "tee"
    BARRED = "normaltee"
    OPEN = "vee"


@dataclass(frozen=True, slots=True)
class SignStyle:
    """How lines of a sign look: colour "#rrggbb" with 3:1 on white, stroke, arrowhead, width in points, and the words
    of its legend.
    """

    words: str
    colour: str
    line: Line
    head: Head
    width: float


SIGNS: Final[Mapping[Sign, SignStyle]] = MappingProxyType(
    {
        Sign.BENEFIT: SignStyle("helps", "#00836b", Line.SOLID, Head.ARROW, 2.2),
        Sign.HARM: SignStyle("harms", "#c2410c", Line.BOLD, Head.DIAMOND, 2.2),
        Sign.INHIBITION: SignStyle("inhibits or lowers", "#5b4ba8", Line.SOLID, Head.TEE, 2.2),
        Sign.NO_EFFECT: SignStyle("no effect reported", "#6a6a6a", Line.DASHED, Head.BARRED, 2.2),
        Sign.PLAIN: SignStyle("other relation", "#46525e", Line.THIN, Head.OPEN, 1.4),
    }
)

_HELPS = re.compile(
    r"\b(?:treat|prevent|protect|reliev|ameliorat|improv|cure|alleviat|palliat|slow|revers|remed|effective|help|eas(?:e|es)\b)|"
    r"\b(?:reduc|lower|decreas)\w* the risk|\b(?:lower|reduced|decreased) risk|linked to improvement"
)
_HURTS = re.compile(
    r"\b(?:caus|predispos|worsen|exacerbat|aggravat|contraindicat|induc|trigger|toxic|adverse|harm|damag)|"
    r"\b(?:rais|increas)\w* the risk|\b(?:higher|increased|raised) risk"
)
_LOWERS = re.compile(
    r"\b(?:decreas|inhibit|reduc|lower|disrupt|suppress|downregulat|down-regulat|block|antagoni|impair)"
)


@lru_cache(1024)
def sign_of(label: str) -> Sign:
    """Return the sign of relations in words ("treats, prevents"); those that differ have a plain line."""
    found = {_sign(relation) for relation in label.split(", ") if relation}
    return found.pop() if len(found) == 1 else Sign.PLAIN


def _sign(relation: str) -> Sign:
    words = relation.lower()
    if is_denial(words):
        return Sign.NO_EFFECT
    if _HURTS.search(words):
        return Sign.HARM
    if _HELPS.search(words):
        return Sign.BENEFIT
    return Sign.INHIBITION if _LOWERS.search(words) else Sign.PLAIN
