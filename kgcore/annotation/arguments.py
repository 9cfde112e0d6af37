"""What one paragraph of an annotated answer holds before its ids are resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kgcore.values.model import Mark, Salience


@dataclass(frozen=True, slots=True)
class SlotGroup:
    """What stands between two semicolons of an annotation; `slots` are the comma-separated entity numbers."""

    relation: int | None = None
    predicate: str | None = None
    salience: Salience | None = None
    slots: tuple[tuple[int, ...], ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arguments:
    """The ids of one annotation, as written."""

    groups: tuple[SlotGroup, ...]

    @property
    def entities(self) -> tuple[int, ...]:
        """All entity numbers, in order."""
        return tuple(n for g in self.groups for s in g.slots for n in s)

    @property
    def is_relation(self) -> bool:
        """Whether they can only belong to a relation: an $R, a salience, or two entities."""
        named = any(g.relation is not None or g.salience is not None for g in self.groups)
        return named or len(self.entities) > 1

    @property
    def relation(self) -> int | None:
        """The first relation number, if one is given."""
        return next((g.relation for g in self.groups if g.relation is not None), None)


@dataclass(frozen=True, slots=True)
class AnnotationSpan:
    """A stretch that an annotation names: its arguments, its type or predicate part, and whether its ends are sure."""

    start: int
    end: int
    arguments: Arguments
    extra: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class AnnotatedMention:
    """One mention of an entity; `sure` is False where a bracket was missing and the extent is a guess."""

    ref: str
    text: str
    type: str | None
    start: int
    end: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class RelationEnds:
    """Subject and object of a relation, by ids."""

    subject: str
    object: str
    predicate: str | None
    salience: Salience
    ref: str


@dataclass(frozen=True, slots=True)
class AnnotatedRelation:
    """One relation phrase with the pairs that it connects (none: an incomplete annotation).

    `denied`: the sentence around it denies it ("no evidence that …"); `open`: it leaves it open ("whether …");
    `doubtful`: it may change what is said in a way that is not understood; `refuted`: it calls the whole false.
    """

    ref: str
    phrase: str
    start: int
    end: int
    links: tuple[RelationEnds, ...]
    denied: bool = False
    open: bool = False
    doubtful: bool = False
    refuted: bool = False


@dataclass(frozen=True, slots=True)
class ParagraphDraft:
    """One paragraph: as written, as a reader sees it, and what it annotates."""

    raw: str
    text: str
    marks: tuple[Mark, ...] = ()
    named: tuple[AnnotatedMention, ...] = ()
    stated: tuple[AnnotatedRelation, ...] = ()


# --- Reads the ids of an annotation, `($R1:PREVENTS, $H, $N1, $N2; $L, $N1, $N3)`, in all the ways models
# write them.

LONGEST = 600  # characters of one argument list; more is text
_OPENERS, _CLOSERS = r"(（\[【{<", r")）\]】}>"
_ID = r"[$＄]\s?[NnRr][\s_-]?\d{1,4}(?![\w])"
_FLAG = r"[$＄]\s?[HhLlNnRr](?!\w)"
_RELATION_ID = r"[$＄]\s?[Rr][\s_-]?\d{1,4}(?![\w])"
_ARGUMENT = rf"(?:{_RELATION_ID}(?:\s?:\s?[A-Za-z][\w-]*|\s[A-Z][A-Z_]{{2,}}\b)|{_ID}|{_FLAG})"
_JOINT = r"\s{0,3}(?:[,;&+/|:]|->|→|=>|\band\b|\bto\b)?\s{0,3}"
_RUN = re.compile(rf"{_ARGUMENT}(?:{_JOINT}{_ARGUMENT})*")
_OPEN = re.compile(rf"[{_OPENERS}]{{1,2}}\s{{0,3}}(?={_ARGUMENT})")
_CLOSED = re.compile(
    rf"(?P<open>[{_OPENERS}]{{1,2}})\s{{0,3}}"
    rf"(?P<inside>(?:[-=]>|<-|[^{_OPENERS}{_CLOSERS}]){{1,{LONGEST}}})[{_CLOSERS}]"
)
_HAS_ID = re.compile(rf"{_ID}|{_FLAG}")
_PROSE = re.compile(rf"{_ID}\s+(?!and\b|or\b|to\b|[nr]\d|[hl]\b)[a-z]{{2,}}")
_BARE_ID = r"[NR][\s_-]?\d{1,4}(?::\s?[A-Z][A-Z_]+)?|[HL]|[A-Z][A-Z_]{3,}"
_BARE = re.compile(rf"\s*(?=.*\b[NR]\d)(?:{_BARE_ID})(?:\s*[,;]\s*(?:{_BARE_ID})){{0,40}}\s*")
_PIECE = re.compile(
    r"(?:[$＄]\s?|\b)(?P<kind>[NnRr])[\s_-]?(?P<number>\d{1,4})(?!\w)"
    r"|[$＄]\s?(?P<flag>[HhLl])(?!\w)|\b(?P<bare>[HL])(?=\s*[,;]|\s*$)"
    r"|[$＄]\s?[NnRr](?!\w)"
    r"|(?P<group>;)|(?P<colon>:)|(?P<slot>,|->|→|=>|\bto\b)|(?P<join>[&+/]|\band\b)"
    r"|(?P<word>[^\W\d_][^,;:|$＄→>&+=]*)"
)
_CAPITALS = re.compile(r"[A-Z][A-Z0-9]*(?:[_ -][A-Z0-9]+)*")


@dataclass(slots=True)
class _Reader:
    """Gathers the pieces of one group."""

    relation: int | None = None
    predicate: str | None = None
    salience: Salience | None = None
    slots: list[list[int]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    joined: bool = False

    def entity(self, number: int) -> None:
        if self.joined and self.slots:
            self.slots[-1].append(number)
        else:
            self.slots.append([number])
        self.joined = False

    def word(self, word: str, after_colon: bool) -> None:
        if self.relation is not None and after_colon and not self.slots and self.predicate is None:
            self.predicate = word
        else:
            self.words.append(word)

    def done(self) -> SlotGroup:
        slots = tuple(tuple(s) for s in self.slots)
        return SlotGroup(self.relation, self.predicate, self.salience, slots, tuple(self.words))

    @property
    def full(self) -> bool:
        return len(self.slots) > 1


def parse_arguments(inside: str) -> Arguments:
    """Return the arguments in `inside`, the text between the brackets; commas may stand for semicolons."""
    groups: list[SlotGroup] = []
    reader, colon = _Reader(), False
    for piece in _PIECE.finditer(inside):
        if piece["group"] or _begins_anew(reader, piece):
            groups.append(reader.done())
            reader = _Reader()
        _take(reader, piece, colon)
        colon = piece["colon"] is not None
    return Arguments((*groups, reader.done()))


def _begins_anew(reader: _Reader, piece: re.Match[str]) -> bool:
    """A salience or a relation id after a whole pair starts the next pair, whatever separates them."""
    is_head = bool(piece["flag"] or piece["bare"] or (piece["kind"] or "").upper() == "R")
    return is_head and reader.full


def _take(reader: _Reader, piece: re.Match[str], colon: bool) -> None:
    if piece["kind"]:
        number = int(piece["number"])
        if piece["kind"] in "Nn":
            reader.entity(number)
        else:
            reader.relation = number
    elif flag := piece["flag"] or piece["bare"]:
        reader.salience = Salience.HIGH if flag in "Hh" else Salience.LOW
    elif piece["join"]:
        reader.joined = True
    elif piece["word"] and piece["word"].strip():
        reader.word(piece["word"].strip(), colon)


def read_bracketed_ids(raw: str, at: int, *, labelled: bool) -> tuple[Arguments, int] | None:
    """Read the bracketed ids that begin at `raw[at]`; return them and the position behind, or None.

    `labelled`: a bracketed label stands right before, so that ids without `$` count too. A missing closing bracket is
    forgiven: the list then ends with its last id.
    """
    closed = _CLOSED.match(raw, at)
    if closed is not None:
        inside = closed["inside"]
        if _HAS_ID.search(inside) and not _PROSE.search(inside):
            return parse_arguments(inside), _behind(raw, closed)
        if labelled and _BARE.fullmatch(inside):
            return parse_arguments(inside), _behind(raw, closed)
    opened = _OPEN.match(raw, at)
    return read_bare_ids(raw, opened.end()) if opened is not None else None


def _behind(raw: str, closed: re.Match[str]) -> int:
    doubled = len(closed["open"]) == 2 and raw[closed.end() : closed.end() + 1] in tuple(")）]】}>")
    return closed.end() + doubled


def read_bare_ids(raw: str, at: int) -> tuple[Arguments, int] | None:
    """Read ids that stand at `raw[at]` without brackets around them."""
    found = _RUN.match(raw, at)
    return (parse_arguments(found[0]), found.end()) if found is not None else None


def only_ids(arguments: Arguments) -> bool:
    """Whether nothing but ids, saliences and names in capitals was given (no words that may be a label)."""
    return all(_CAPITALS.fullmatch(w) for w in argument_words(arguments))


def argument_words(arguments: Arguments) -> Iterator[str]:
    """All words among the arguments: type names, predicate names, labels."""
    return (w for g in arguments.groups for w in g.words)


def is_predicate_name(word: str) -> bool:
    """Whether the word is written like a predicate's name: PREVENTS, INTERACTS_WITH."""
    return len(word) > 2 and _CAPITALS.fullmatch(word) is not None
