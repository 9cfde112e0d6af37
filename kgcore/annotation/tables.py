"""Tables in a plain text: a row says of its first cell what its other cells say, or what their headings say. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgcore.annotation.headings import calls_false
from kgcore.annotation.wording import Wording, relations_of_cell, short_forms, worded
from kgcore.english.context import ClaimFrame
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.reading import PhraseReader
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan, names_within
from kgcore.verdicts import Verdict

_ROW = re.compile(r"^[ \t]*\|(?P<cells>[^\n]*)\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:-]+")
_POINTS_BACK = re.compile(r"\s+(?:it|them|this)\s*$", re.IGNORECASE)
_DETERMINER = re.compile(r"\s*(?:the|an?|any|some)?\s*$", re.IGNORECASE)
_LISTING = re.compile(r"\s*(?:,|;|/|&|,?\s*\band\b|<br>)\s*(?:the\s+)?", re.IGNORECASE)
_YES = re.compile(rf"[\s*_]*(?:yes|yep|true|y|{Verdict.SUPPORTED.icon}|✔|✅)[\s.*_]*", re.IGNORECASE)
_WHETHER = re.compile(
    r"[\s*_]*(?:is (?:it|this|that) )?(?:true|correct|right|so|verdict|fact|true or false|true/false|supported|"
    r"answer|holds)\s*\??[\s*_]*",
    re.IGNORECASE,
)
_MOST_ROLE = 3  # words behind a name that tell a role
_CROSS = Verdict.CONTRADICTED.icon
_WEAK = re.compile(
    rf"\s*(?:none|no|weak|poor|low|no evidence|disproved|refuted|negative|{_CROSS}|❌|-|–|—|n/a)\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int
    words: str
    names: tuple[NameSpan, ...]


def said_in_tables(text: str, within: Stretch, names: Sequence[NameSpan], phrases: PhraseReader) -> list[RelationSpan]:
    """Return what the rows of the tables of a paragraph say; nothing of a row that doubts itself."""
    rows = [_cells(text, found, names) for found in _ROW.finditer(text, within.start, within.end)]
    if len(rows) < 3 or not _RULE.fullmatch("|".join(cell.words for cell in rows[1])):
        return []
    return [said for row in rows[2:] for said in _row(rows[0], row, phrases)]


def wordings_of_tables(text: str, within: Stretch, names: Sequence[NameSpan]) -> Iterator[tuple[Wording, ...]]:
    """Yield what the rows may say in words where a cell holds the relation: "*A* | *B* | no effect"."""
    rows = [_cells(text, found, names) for found in _ROW.finditer(text, within.start, within.end)]
    if len(rows) < 3 or not _RULE.fullmatch("|".join(cell.words for cell in rows[1])) or _withdrawn(rows[0]):
        return
    for row in rows[2:]:
        if _is_held_true(rows[0], row):  # "| Claim | True? |", "| *A* prevents *B* | Yes |"
            yield (worded(text, names, Stretch(row[0].start, row[0].end), (_trimmed(row[0]),)),)
            continue
        plain = [(title, cell) for title, cell in zip(rows[0][1:], row[1:], strict=False) if not cell.names]
        named = [cell.names for cell in row[1:] if cell.names]
        if len(row[0].names) != 1 or len(named) > 1 or (named and len(plain) > 1):
            continue
        place = Stretch(row[0].start, row[-1].end)
        for cell in row[1:]:  # "| *A* | *B* inhibitor |"
            behind = cell.words[cell.names[0].end - cell.start :].strip(" .*_") if len(cell.names) == 1 else ""
            if behind.replace(" ", "").isalpha() and len(behind.split()) <= _MOST_ROLE:
                own = _trimmed(cell)
                yield tuple(worded(text, names, place, (row[0].names[0], verb, own)) for verb in ("is a", "is an"))
        for title, cell in plain:
            if len(title.names) == 1 and _YES.fullmatch(cell.words):  # "| | Benefit in *B* |", "| *A* | yes |"
                own = Stretch(title.start + len(title.words) - len(title.words.lstrip()), title.names[0].end)
                yield tuple(
                    worded(text, names, place, (row[0].names[0], *verb, own)) for verb in ((), ("has",), ("is",))
                )
            objects = named[0] if named else title.names
            place = Stretch(cell.start, cell.end)
            if len(objects) == 1:
                pieces = ((row[0].names[0], says, objects[0]) for says in relations_of_cell(cell.words))
                yield tuple(worded(text, names, place, one) for one in pieces)


def _is_held_true(heading: Sequence[_Cell], row: Sequence[_Cell]) -> bool:
    """Whether a row of two cells states something and says that it is so, under a heading that asks for it."""
    asked = len(heading) == len(row) == 2 and not heading[1].names and _WHETHER.fullmatch(heading[1].words)
    return bool(asked) and len(row[0].names) > 1 and _YES.fullmatch(row[1].words) is not None


def _trimmed(cell: _Cell) -> Stretch:
    return Stretch(cell.start + len(cell.words) - len(cell.words.lstrip()), cell.start + len(cell.words.rstrip()))


def _cells(text: str, row: re.Match[str], names: Sequence[NameSpan]) -> list[_Cell]:
    cells, start = [], row.start("cells")
    names = names_within(names, *row.span())
    for words in row["cells"].split("|"):
        inside = tuple(n for n in names if start <= n.start and n.end <= start + len(words))
        cells.append(_Cell(start, start + len(words), words, inside))
        start += len(words) + 1
    return cells


def _row(heading: Sequence[_Cell], row: Sequence[_Cell], phrases: PhraseReader) -> Iterator[RelationSpan]:
    subject = row[0]
    if len(subject.names) != 1 or subject.words.strip(" *_") != subject.words[_within(subject)].strip():
        return
    columns = list(zip(heading[1:], row[1:], strict=False))
    weak = any(_WEAK.fullmatch(cell.words) and not _says(title, phrases) for title, cell in columns)
    told = [cell for _, cell in columns if not _WEAK.fullmatch(cell.words)]
    if weak or any(_doubts(c) or _takes_back(c) for c in told) or _withdrawn(heading):
        return
    for title, cell in columns:
        if cell.names:
            start, end = cell.start, cell.names[0].start
            words = _DETERMINER.sub("", cell.words[: end - start]).strip()
            ways = (words, f"has {words}", f"is {words}") if words else (_says(title, phrases),)
            objects, phrase = _listed(cell), next((w for w in ways if phrases.read(w).predicates), "")
        elif title.names and (pointing := _POINTS_BACK.search(cell.words)):
            start, end = cell.start, cell.start + pointing.start()
            objects, phrase = title.names[:1], cell.words[: pointing.start()].strip()
        else:
            continue
        if phrases.read(phrase).predicates and objects[0].mention.ref != subject.names[0].mention.ref:
            yield RelationSpan(subject.names, objects, phrase, start, max(end, start + 1), ClaimFrame())


def _says(title: _Cell, phrases: PhraseReader) -> str:
    """Return the relation that a column's heading says, or is short for: "Prevents", "Uses"; "" for none."""
    words = " ".join(title.words.strip(" *_").split())
    if phrases.read(words).predicates:
        return words
    short = (says for says, whose, pattern in short_forms() if whose == "topic" and pattern.fullmatch(words))
    return next((says for says in short if phrases.read(says).predicates), "")


def _listed(cell: _Cell) -> tuple[NameSpan, ...]:
    """Return the names of a cell that is a list of them, or the first."""
    apart = (cell.words[a.end - cell.start : b.start - cell.start] for a, b in pairwise(cell.names))
    behind = cell.words[cell.names[-1].end - cell.start :].strip(" .*_")
    return cell.names if not behind and all(_LISTING.fullmatch(words) for words in apart) else cell.names[:1]


def _doubts(cell: _Cell) -> bool:
    """Whether a cell that says nothing by itself may take back what the others say."""
    return not cell.names and not _POINTS_BACK.search(cell.words) and find_cue(cell.words, CueScope.TEXT) is not None


def _takes_back(cell: _Cell) -> bool:
    """Whether a cell doubts behind its name what it says of it: "prevents migraine (disproved)"."""
    return bool(cell.names) and find_cue(cell.words[cell.names[-1].end - cell.start :], CueScope.TEXT) is not None


def _withdrawn(heading: Sequence[_Cell]) -> bool:
    return any(
        calls_false(cell.words) or find_cue(cell.words, CueScope.TEXT, CueEffect.REFUTES) is not None
        for cell in heading
    )


def _within(cell: _Cell) -> slice:
    return slice(cell.names[0].start - cell.start, cell.names[0].end - cell.start)
