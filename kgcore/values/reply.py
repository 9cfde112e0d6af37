"""What we say back: a closed union of blocks. No Markdown crosses this border; every adapter escapes once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from kgcore.values.danger import Danger
from kgcore.values.model import Paper
from kgcore.values.text import is_slug
from kgcore.verdicts import Badge, Verdict

# --- Runs of words inside a paragraph.


@dataclass(frozen=True, slots=True)
class Plain:
    """Ordinary words."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity, marked alike in text and picture: number (0: not in the picture) and colour ("#rrggbb").

    `faded`: somebody folded it away.
    """

    text: str
    number: int
    type: str
    colour: str
    faded: bool = False


class Sign(StrEnum):
    """Which way an effect goes."""

    BENEFIT = "benefit"
    HARM = "harm"
    INHIBITION = "inhibition"
    NO_EFFECT = "no effect"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class RelationRef:
    """The words of a relation; `claims` are the numbers of the claims that they state (none: they only stand out).

    `sign`: which way its effect goes, by these words.
    """

    text: str
    claims: tuple[int, ...]
    sign: Sign = Sign.PLAIN


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a paper; `url` is http(s) and comes from the graph, never from a model or a person."""

    text: str
    url: str

    def __post_init__(self) -> None:
        if not self.url.startswith(("https://", "http://")):
            raise ValueError("a link leads to http(s)")


@dataclass(frozen=True, slots=True)
class Cite:
    """A paper behind the words before it; `number` is its place in the reply (`Reply.cited`), `design` "" if unknown.

    `next`: another one stands right before it.
    """

    number: int
    paper: Paper
    design: str = ""
    next: bool = False

    @property
    def mark(self) -> str:
        """How it stands in brackets: "[1]"."""
        return f"[{self.number}]"

    @property
    def text(self) -> str:
        """The mark as it stands behind words."""
        return self.mark if self.next else f" {self.mark}"

    @property
    def words(self) -> str:
        """What the paper is: title, journal and year, design."""
        where = ", ".join(str(part) for part in (self.paper.journal, self.paper.year) if part)
        return ". ".join(part for part in (self.paper.title.rstrip(".") or self.paper.id, where, self.design) if part)

    @property
    def url(self) -> str:
        """Where it can be read, "" where that is no http(s) address."""
        return self.paper.url if self.paper.url.startswith(("https://", "http://")) else ""


Inline = Plain | Strong | EntityRef | RelationRef | Link | Cite


# --- Blocks that are read or looked at.


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
        """The readable words, without citations."""
        return "".join(i.text for i in self.inlines if not isinstance(i, Cite))


@dataclass(frozen=True, slots=True)
class Quote:
    """What a source says of a relation, in its own words (untrusted, on one line).

    `paper` is the one that the sentence stands in; without one, `source` says it ("": the one that the statement above
    it names). `alone`: the relation has no paper, so that this is all that stands behind it. `note`: no sentence of a
    source's, but what whoever made the graph noted.
    """

    text: str
    source: str = ""
    paper: Paper | None = None
    alone: bool = False
    note: bool = False

    @property
    def words(self) -> str:
        """What it says and who says it; the paper, which may be a link, comes after that."""
        if self.note and self.text:
            told = bool(self.source) and not all(map(is_slug, self.source.split(", ")))
            return f"Note ({self.source}): {self.text}" if told else f"Note: {self.text}"
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
    the graph's statements behind it. `badge` is what its chip says, where that is more than the verdict's own word;
    `made_of` what its evidence is made of ("1 trial, 2 cohorts against"), `cautions` what speaks against relying on it.
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
    badge: Badge | None = None
    made_of: str = ""
    cautions: tuple[str, ...] = ()

    @property
    def chip(self) -> Badge:
        """What stands on its chip."""
        return self.badge or self.verdict.badge

    @property
    def rests_on(self) -> str:
        """What its evidence is made of and what speaks against relying on it: "1 trial; small trial"."""
        return "; ".join(part for part in (self.made_of, *self.cautions) if part)


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of the answer, in reading order."""

    claims: tuple[ClaimView, ...]


def cited_papers(claims: Iterable[ClaimView]) -> tuple[Paper, ...]:
    """Return the papers behind some claims, each once, in reading order."""
    every = (p for c in claims for p in (*c.papers_for, *c.papers_against, *c.papers_near))
    return tuple({p.id: p for p in every}.values())


@dataclass(frozen=True, slots=True)
class PaperView:
    """A paper as people see it. `bears` are the graph's statements that it bears on, in words, each as (sign, words):
    "+" reports it, "−" reports that it is not so. `bookmark` is the action id of one's list ("" where there is none);
    `choices` are what else can be done with it. `marked` are the words, in small letters, that stand out in what is
    quoted of it (`marked_parts`).
    """

    paper: Paper
    bears: tuple[tuple[str, str], ...] = ()
    bookmark: str = ""
    choices: tuple[Choice, ...] = ()
    marked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Papers:
    """Papers that were looked up: those numbered from `first` (from 1) of `total`."""

    papers: tuple[PaperView, ...]
    first: int = 1
    total: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: PNG bytes, the same as SVG (elements carry data for hovering), sizes in pixels, alt text ≤ 1000.

    The PNG is b"" where it is shown as SVG alone, until somebody asks for it.
    """

    png: bytes
    svg: str
    alt: str
    width: int
    height: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of plain cells; also what stands where a picture could not be drawn.

    `marked` are the cells (row, column) that stand out; `picture` shows the same, where a picture is read better.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    marked: tuple[tuple[int, int], ...] = ()
    picture: Figure | None = None


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


# --- Blocks that people act on: buttons and menus, steps, forms.


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
    by verdict, `chips` the same by what readers see: an own sentence is reported, never supported.
    """

    number: int
    question: str
    action: str
    parent: int = 0
    here: bool = False
    later: bool = False
    counts: tuple[tuple[Verdict, int], ...] = ()
    chips: tuple[tuple[Badge, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """Where the thread has been: a row of dots with the questions. `folded`: so many others are not shown here."""

    steps: tuple[StepView, ...]
    folded: int = 0


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
    `names`: what is typed is completed to names of entities (`NamesQuery`); `options` are those to offer first.
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

    @property
    def name(self) -> str:
        """What to call it where it is not shown itself, such as on the button that opens it."""
        return self.title or self.submit


Block = Text | Claims | Papers | Figure | Table | Choices | Notice | Progress | Steps | Form | File


@dataclass(frozen=True, slots=True)
class Reply:
    """Everything that is said in answer to one event, as it stands now; `final` when nothing more will come.

    Without a `turn` it is a word aside: of no message that could be edited later. `private`: a panel or a word for the
    person alone who asked for it. `danger`: it answers somebody who may be in danger. `lingers`: it can be read, and
    what is still to come is waited for, from a model that is silent. `state` is another one whenever
    the answer stands otherwise, "" where that is not known.
    """

    turn: str
    question: str
    blocks: tuple[Block, ...]
    final: bool = True
    private: bool = False
    danger: Danger | None = None
    lingers: bool = False
    state: str = ""

    @property
    def cited(self) -> tuple[Paper, ...]:
        """The papers behind its claims, each once, in reading order: the first is cited as [1]."""
        claims = (c for block in self.blocks if isinstance(block, Claims) for c in block.claims)
        return cited_papers(claims)

    @property
    def pictured(self) -> Reply:
        """The reply as chat shows it: a picture in the place of each table that has one."""
        if not any(isinstance(b, Table) and b.picture for b in self.blocks):
            return self
        shown = (b.picture if isinstance(b, Table) and b.picture else b for b in self.blocks)
        return replace(self, blocks=tuple(shown))

    @property
    def plain(self) -> str:
        """The answer's own words, for notifications and screen readers."""
        return "\n\n".join(b.plain for b in self.blocks if isinstance(b, Text))
