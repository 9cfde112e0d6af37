"""The registry of verdicts: a row for each, from which every surface takes its icon, words, colours and line.

Another verdict is a value of the enum, its row here, and what the judge (`kgcore/verdict/judge.py`) gives it for.

The colours of lines are Okabe and Ito's (https://jfly.uni-koeln.de/color/), which colour-blind readers can tell apart;
every verdict also has an icon and a line style, so that nothing depends on colour alone. Contrasts follow WCAG 2.2: 3:1
for lines and 4.5:1 for text; the tests measure them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Verdict(StrEnum):
    """What the graph says of a claim (KNOWNET's three labels, and two that readers need to trust the first).

    In this order they are listed: the most settled first.
    """

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    MIXED = "mixed"
    RELEVANT = "relevant"
    UNSURE = "unsure"

    @property
    def row(self) -> VerdictStyle:
        """All that surfaces need to show it."""
        return ROWS[self]

    @property
    def icon(self) -> str:
        """One character for running text."""
        return ROWS[self].icon

    @property
    def label(self) -> str:
        """The verdict in words, capitalised; also what screen readers and charts call it."""
        return self.badge.label

    @property
    def badge(self) -> Badge:
        """What its chip says where nothing more is known of the claim."""
        return Badge(self.value)


class VerdictTone(StrEnum):
    """What a verdict means to a reader, for surfaces that have colours of their own and no others."""

    GOOD = "good"
    BAD = "bad"
    DIVIDED = "divided"
    NEAR = "near"
    OPEN = "open"


class Badge(StrEnum):
    """What stands on a claim's chip: a verdict in words, ⓘ split by what is near, and how own sentences stand.

    A sentence that was written from the graph cannot be checked against it: its chip says how strongly and how
    unanimously its papers say so instead.
    """

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    MIXED = "mixed"
    OVERSTATED = "overstated"
    AGAINST_NEAR = "against_near"
    RELEVANT = "relevant"
    UNSURE = "unsure"
    REPORTED = "reported"
    NO_EFFECT = "no_effect"
    DISPUTED = "disputed"

    @property
    def row(self) -> BadgeStyle:
        """All that surfaces need to show it."""
        return BADGES[self]

    @property
    def icon(self) -> str:
        """One character for running text."""
        return BADGES[self].icon

    @property
    def label(self) -> str:
        """What it says, capitalised."""
        return BADGES[self].label

    @property
    def counted(self) -> str:
        """What follows a number of claims in a sentence: "3 supported", "1 on which papers disagree"."""
        return _COUNTED.get(self) or self.label[:1].lower() + self.label[1:]

    @property
    def own(self) -> bool:
        """Whether it stands at a sentence that was written from the graph."""
        return self in {Badge.REPORTED, Badge.NO_EFFECT, Badge.DISPUTED}

    @property
    def mark(self) -> str:
        """The icon behind words that were checked; own sentences have none."""
        return "" if self.own else self.icon


class Basis(StrEnum):
    """On which side of the claim the evidence behind a verdict stands."""

    FOR = "for"
    AGAINST = "against"
    BOTH = "both"
    NEAR = "near"  # beside the claim, on neither side
    NONE = "none"

    @property
    def settles(self) -> bool:
        """Whether it answers what the claim says."""
        return self in {Basis.FOR, Basis.AGAINST, Basis.BOTH}


@dataclass(frozen=True, slots=True)
class Light:
    """Colours on white, "#rrggbb": `line` has at least 3:1; `text`, its darker sister, 4.5:1, also on `ground`."""

    line: str
    text: str
    ground: str


@dataclass(frozen=True, slots=True)
class Dark:
    """Colours of a dark page, "#rrggbb": `text` has at least 4.5:1 on the page and on `ground`."""

    text: str
    ground: str


@dataclass(frozen=True, slots=True)
class VerdictStyle:
    """How one verdict looks and reads.

    `drawn` is the icon where the font lacks it (pictures and pages), `sign` the same as SVG in a box of 16 by 16.
    `verb` stands between "the graph" and a claim, `short` in a list of all verdicts, `meaning` alone. `terminal` is one
    of the sixteen basic colours, which follow a terminal's own theme: legible on light and on dark.
    `rank` is how much it matters where not everything can be shown; `open_question` (0 to 1) how much there is to ask
    after it.
    """

    icon: str
    verb: str
    short: str
    meaning: str
    tone: VerdictTone
    basis: Basis
    light: Light
    dark: Dark
    terminal: str
    rank: int
    open_question: float
    sign: str
    drawn: str


ROWS: Final[Mapping[Verdict, VerdictStyle]] = MappingProxyType(
    {
        Verdict.SUPPORTED: VerdictStyle(
            icon="✓",
            drawn="✓",
            verb="supports",
            short="the graph's papers say so",
            meaning="The graph has evidence for the claim, and none against it.",
            tone=VerdictTone.GOOD,
            basis=Basis.FOR,
            light=Light("#009e73", "#00694d", "#e2f3ec"),
            dark=Dark("#6fd6b0", "#12362b"),
            terminal="green",
            rank=4,
            open_question=0.5,
            sign=(
                '<circle cx="8" cy="8" r="7.5" fill="currentColor"/><path d="M4.4 8.4l2.4 2.5 4.8-5.4" '
                'fill="none" class="cut" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>'
            ),
        ),
        Verdict.CONTRADICTED: VerdictStyle(
            icon="✗",
            drawn="✗",
            verb="contradicts",
            short="they say the opposite",
            meaning="The graph has evidence against the claim, and none for it.",
            tone=VerdictTone.BAD,
            basis=Basis.AGAINST,
            light=Light("#d55e00", "#a84600", "#fbe9df"),
            dark=Dark("#ffb088", "#42220f"),
            terminal="red",
            rank=5,
            open_question=0.8,
            sign=(
                '<path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z" fill="currentColor"/><path d="M5.4 5.4l5.2 '
                '5.2M10.6 5.4l-5.2 5.2" fill="none" class="cut" stroke-width="1.9" stroke-linecap="round"/>'
            ),
        ),
        Verdict.MIXED: VerdictStyle(
            icon="⚖",
            drawn="⚖",
            verb="has papers for and against",
            short="they disagree",
            meaning="There is evidence on both sides.",
            tone=VerdictTone.DIVIDED,
            basis=Basis.BOTH,
            light=Light("#cc79a7", "#9c4675", "#f7e8f1"),
            dark=Dark("#efacd5", "#3d2036"),
            terminal="magenta",
            rank=5,
            open_question=0.9,
            sign=(
                '<path d="M8 1.5v12M4.5 14h7M2.5 4h11" fill="none" stroke="currentColor" stroke-width="1.5" '
                'stroke-linecap="round"/><path d="M.6 9.3L3 4.2l2.4 5.1a2.6 2.6 0 0 1-4.8 0zM10.6 9.3L13 4.2l2.4 '
                '5.1a2.6 2.6 0 0 1-4.8 0z" fill="currentColor"/>'
            ),
        ),
        Verdict.RELEVANT: VerdictStyle(
            icon="ⓘ",
            drawn="ℹ",
            verb="only has related evidence on",
            short="they say something near it",
            meaning="Something close is known, such as another relation, direction or form; it settles nothing.",
            tone=VerdictTone.NEAR,
            basis=Basis.NEAR,
            light=Light("#0072b2", "#005f94", "#e2eef7"),
            dark=Dark("#8fc9f4", "#102f48"),
            terminal="blue",
            rank=2,
            open_question=0.7,
            sign=(
                '<circle cx="8" cy="8" r="6.8" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 '
                '7.3v4" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/><circle cx="8" cy="4.6" '
                'r="1.1" fill="currentColor"/>'
            ),
        ),
        Verdict.UNSURE: VerdictStyle(
            icon="?",
            drawn="?",
            verb="cannot settle",
            short="the graph has nothing on it, which does not make it untrue",
            meaning="Nothing was found. Not found is not untrue.",
            tone=VerdictTone.OPEN,
            basis=Basis.NONE,
            light=Light("#767676", "#5c5c5c", "#eff0f2"),
            dark=Dark("#b9c0cb", "#2a3038"),
            terminal="bright_black",
            rank=1,
            open_question=0.0,
            sign=(
                '<circle cx="8" cy="8" r="6.8" fill="none" stroke="currentColor" stroke-width="1.4" '
                'stroke-dasharray="2.4 1.87"/><path d="M6.1 6.3a1.95 1.95 0 1 1 2.9 1.7c-.7.4-1 .8-1 1.5" '
                'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/><circle cx="8" '
                'cy="11.6" r=".95" fill="currentColor"/>'
            ),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class BadgeStyle:
    """How one badge looks and reads; `sign` is its icon as SVG in a box of 16 by 16, `meaning` stands alone."""

    icon: str
    label: str
    meaning: str
    tone: VerdictTone
    light: Light
    dark: Dark
    terminal: str
    sign: str


def _of(verdict: Verdict, label: str, meaning: str = "", icon: str = "") -> BadgeStyle:
    row = ROWS[verdict]
    said = meaning or row.meaning
    return BadgeStyle(icon or row.icon, label, said, row.tone, row.light, row.dark, row.terminal, row.sign)


def _own(icon: str, label: str, meaning: str, sign: str) -> BadgeStyle:
    """Own sentences have one neutral colour: no green that says "true"."""
    light, dark = Light("#3b5b76", "#33506a", "#e6edf3"), Dark("#a9c4dc", "#1c2b39")
    return BadgeStyle(icon, label, meaning, VerdictTone.OPEN, light, dark, "cyan", sign)


BADGES: Final[Mapping[Badge, BadgeStyle]] = MappingProxyType(
    {
        Badge.SUPPORTED: _of(Verdict.SUPPORTED, "Supported"),
        Badge.CONTRADICTED: _of(Verdict.CONTRADICTED, "Contradicted"),
        Badge.MIXED: _of(Verdict.MIXED, "Mixed"),
        Badge.OVERSTATED: _of(
            Verdict.RELEVANT, "Overstated", "The claim goes further than the evidence: “cures”, “always”."
        ),
        Badge.AGAINST_NEAR: _of(
            Verdict.RELEVANT, "Related, against", "What is known of something close speaks against the claim."
        ),
        Badge.RELEVANT: _of(Verdict.RELEVANT, "Related"),
        Badge.UNSURE: _of(Verdict.UNSURE, "No evidence found here"),
        Badge.REPORTED: _own(
            "●",
            "Reported",
            "The graph's papers report this. How strong they are stands beside it.",
            '<circle cx="8" cy="8" r="5" fill="currentColor"/>',
        ),
        Badge.NO_EFFECT: _own(
            "○",
            "No effect found",
            "The graph's papers looked for this and did not find it.",
            '<circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" stroke-width="2"/>',
        ),
        Badge.DISPUTED: _own(
            "◐",
            "Papers disagree",
            "Some of the graph's papers report this, others do not.",
            '<circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" stroke-width="2"/>'
            '<path d="M8 3a5 5 0 0 0 0 10z" fill="currentColor"/>',
        ),
    }
)

_COUNTED: Final[Mapping[Badge, str]] = MappingProxyType(  # where the label alone does not follow a number
    {
        Badge.NO_EFFECT: "with no effect found",
        Badge.DISPUTED: "on which papers disagree",
        Badge.UNSURE: "without evidence here",
    }
)
LEGEND: Final = tuple(b for b in Badge if not b.own and b is not Badge.AGAINST_NEAR)  # what the verdicts mean, in rows
