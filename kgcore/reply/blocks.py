"""Blocks that are read or looked at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgcore.model import Paper, Verdict
from kgcore.reply.inlines import Inline


class Tone(StrEnum):
    """How a notice is meant."""

    QUIET = "quiet"
    INFO = "info"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph. `correction`: it stands under the paragraph that it corrects.

    `first` is the sentence as first written, where a correction has replaced it ("" where it still stands).
    `level` 1: a line of an outline, under the paragraph before it. `speaker`: who said it (untrusted), where people's
    own messages are mapped.
    """

    inlines: tuple[Inline, ...]
    correction: bool = False
    first: str = ""
    level: int = 0
    speaker: str = ""

    @property
    def plain(self) -> str:
        """The readable words."""
        return "".join(i.text for i in self.inlines)


@dataclass(frozen=True, slots=True)
class Quote:
    """What a source says of a relation, in its own words (untrusted, on one line).

    `paper` is the one that the sentence stands in. Without one it is a note of `source` ("": of the one that the
    statement above it names). `alone`: the relation has no paper, so that this is all that stands behind it.
    """

    text: str
    source: str = ""
    paper: Paper | None = None
    alone: bool = False

    @property
    def words(self) -> str:
        """What it says and who says it; the paper, which may be a link, comes after that."""
        said = f"“{self.text}”" if self.text else ""
        if self.paper is not None:
            return said
        return (
            " – ".join(part for part in (f"Source: {self.source}", said) if part)
            if self.source
            else f"The source says: {said}"
        )


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement of the graph in words, with what it rests on ("3 papers", "iDISK 2.0, no paper given").

    `quotes` are what its sources say; `more` of them are not shown.
    """

    words: str
    quotes: tuple[Quote, ...] = ()
    more: int = 0

    @property
    def alone(self) -> tuple[Quote, ...]:
        """The quotes that stand where papers would stand."""
        return tuple(q for q in self.quotes if q.alone)

    @property
    def rest(self) -> str:
        """How much is not shown, in words."""
        return f"… and {self.more} more" if self.more else ""


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One claim as people see it. `number` counts from 1 in the reply and ties it to text and picture.

    `statement` is the claim in the graph's words; `papers_near` stand neither for nor against it (ⓘ); `evidence` are
    the graph's statements behind it.
    """

    number: int
    verdict: Verdict
    statement: tuple[Inline, ...]
    why: str
    papers_for: tuple[Paper, ...] = ()
    papers_against: tuple[Paper, ...] = ()
    papers_near: tuple[Paper, ...] = ()
    evidence: tuple[Fact, ...] = ()
    entities: tuple[int, ...] = ()
    hedged: bool = False
    speaker: str = ""
    bookmark: str = ""  # action id: onto one's list, or off it
    trim: str = ""  # action id: it was extracted wrongly
    up: str = ""  # action id: it was good
    down: str = ""  # action id: it was not


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of the answer, in reading order."""

    claims: tuple[ClaimView, ...]


@dataclass(frozen=True, slots=True)
class PaperView:
    """A paper as people see it. `bears` are the graph's statements that it bears on, in words, each as (sign, words):
    "+" reports it, "−" reports that it is not so. `bookmark` is the action id of one's list ("" where there is none).
    """

    paper: Paper
    bears: tuple[tuple[str, str], ...] = ()
    bookmark: str = ""


@dataclass(frozen=True, slots=True)
class Papers:
    """Papers that were looked up: those numbered from `first` (from 1) of `total`."""

    papers: tuple[PaperView, ...]
    first: int = 1
    total: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: PNG bytes, the same as SVG (elements carry data for hovering), sizes in pixels, alt text ≤ 1000."""

    png: bytes
    svg: str
    alt: str
    width: int
    height: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of plain cells; also what stands where a picture could not be drawn."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence of ours about the answer, not part of it."""

    text: str
    tone: Tone = Tone.QUIET


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of the goal has been explored, or (total 0) only a word on what is being done.

    `about` says what there is to explore; `why` is the action id that explains the figures ("" where there is none).
    """

    explored: int = 0
    total: int = 0
    doing: str = ""
    about: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """Something to download."""

    name: str
    media: str
    content: bytes
