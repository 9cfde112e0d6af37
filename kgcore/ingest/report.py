"""What an import tells while it runs and when it has ended: how far it is, sizes, remarks and every bad row.

Bad rows are all counted, and up to a limit listed with file and line.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.ingest.cells import LONGEST_ID, LONGEST_TEXT
from kgcore.values.text import shorten

MOST_LISTED = 1000
MERGE = "merge"  # what the report calls a graph that was joined from others
_LONGEST_DETAIL = 120
_MOST_FILES = 20


class ImportStage(StrEnum):
    """The steps of an import, in order."""

    PREDICATES = "reading predicates"
    NODES = "reading entities"
    PAPERS = "reading papers"
    EDGES = "reading relations"
    INDEX = "indexing papers"
    NAMES = "indexing names"
    FINISH = "writing to disk"


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """`done` of `total` bytes (or names, while they are indexed); a total of 0 means that nobody knows."""

    stage: ImportStage
    done: int = 0
    total: int = 0


Progress = Callable[[ImportProgress], None]


class RowTrouble(StrEnum):
    """What can be wrong with a row."""

    BROKEN_UTF8 = "not UTF-8"
    OPEN_QUOTE = "a quote that is never closed"
    CONTROL_CHARACTER = "a control character"
    TOO_LONG = "a cell or line that is too long"
    CUT = f"a note or property of more than {LONGEST_TEXT:,} characters, or a type of more than {LONGEST_ID:,}"
    COLUMN_COUNT = "wrong number of columns"
    EMPTY_ID = "no id"
    EMPTY_NAME = "no name"
    EMPTY_PREDICATE = "no predicate"
    DUPLICATE_ID = "an id that was used before"
    DANGLING_ID = "an id that no entity has"
    BAD_NEGATED = "negated is neither true nor false"
    BAD_PAPER_ID = "a paper id that is neither PMID:…, PMC:… nor DOI:…"
    BAD_URL = "a web address that is not http(s)"
    BAD_YEAR = "a year that is no year"
    BAD_AUTHORS = "authors that are not “Surname, Given names” joined by |"
    BAD_PLACE = "a volume, an issue or pages too long to be any"
    BAD_RECORD = "not a record of this format"

    @property
    def cost(self) -> str:
        """What is left out because of it."""
        return "the rest of it left out" if self is RowTrouble.CUT else _CELL if self in _CELLS else "row left out"


_CELL = "cell left out"
_CELLS = frozenset(
    {
        *(RowTrouble.BAD_PAPER_ID, RowTrouble.BAD_URL, RowTrouble.BAD_YEAR),
        *(RowTrouble.BAD_AUTHORS, RowTrouble.BAD_PLACE),
    }
)


@dataclass(frozen=True, slots=True)
class RowProblem:
    """One bad row: `where` is "file:line"."""

    where: str
    trouble: RowTrouble
    detail: str = ""

    def __str__(self) -> str:
        what = f"{self.where}: {self.trouble.value}"
        return f"{what} ({self.detail})" if self.detail else what


@dataclass(frozen=True, slots=True)
class Wording:
    """The words found for a predicate that the source does not describe, with an edge as example.

    `read`: the words, and their denial, are understood as what they say. To word it otherwise, give the source a
    predicates.tsv.
    """

    predicate: str
    words: str
    example: str
    read: bool

    def __str__(self) -> str:
        """Return it for reading: 'need_medication: "Panic disorder needs the medication alprazolam"'."""
        return f"{self.predicate}: “{self.example or self.words}”{'' if self.read else ' (is not understood so)'}"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What went in, what did not and why; `counts` are complete, `problems` are the first thousand.

    `format` was recognised because of `why`; `left` are files that were not read. `remarks` count what is no
    fault: rows merged because they said the same, self-loops left out, cited papers without a title, predicates that
    nothing describes.
    """

    name: str
    entities: int
    relations: int
    papers: int
    format: str = ""
    why: str = ""
    left: tuple[str, ...] = ()
    counts: tuple[tuple[RowTrouble, int], ...] = ()
    problems: tuple[RowProblem, ...] = ()
    remarks: tuple[tuple[str, int], ...] = ()
    wordings: tuple[Wording, ...] = ()

    @property
    def bad(self) -> int:
        """How many problems there were."""
        return sum(n for _, n in self.counts)

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        listed = [
            {"where": p.where, "reason": p.trouble.name.lower(), "words": p.trouble.value, "detail": p.detail}
            for p in self.problems
        ]
        return {
            "name": self.name,
            "format": self.format,
            "recognised_by": self.why,
            "files_not_read": list(self.left),
            "entities": self.entities,
            "relations": self.relations,
            "papers": self.papers,
            "bad_rows": self.bad,
            "reasons": {trouble.name.lower(): n for trouble, n in self.counts},
            "remarks": dict(self.remarks),
            "wordings": [
                {"predicate": w.predicate, "words": w.words, "example": w.example, "read_back": w.read}
                for w in self.wordings
            ],
            "problems": listed,
        }

    def json(self) -> str:
        """Return the report as JSON text."""
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False) + "\n"

    def text(self) -> str:
        """Return the report for reading."""
        sizes = (
            number_noun(self.entities, "entity"),
            number_noun(self.relations, "relation"),
            number_noun(self.papers, "paper"),
        )
        lines = [f"{self.name}: {', '.join(sizes)}"]
        if self.format:
            lines.insert(0, f"{'Joined from' if self.format == MERGE else f'Recognised as {self.format}:'} {self.why}.")
        lines += [f"  {words}: {n:,}" for words, n in self.remarks if n]
        if self.wordings:
            lines.append("  words for predicates that the source does not describe (a predicates.tsv words them anew):")
            lines += [f"    {w}" for w in self.wordings[:_MOST_FILES]]
            left = len(self.wordings) - _MOST_FILES
            lines += [f"    … and {left:,} more"] if left > 0 else []
        if self.left:
            shown = ", ".join(self.left[:_MOST_FILES])
            more = f" and {len(self.left) - _MOST_FILES:,} more" if len(self.left) > _MOST_FILES else ""
            lines.append(f"  files that were not read, being no part of that: {shown}{more}")
        lines += ["", f"{self.bad:,} problem{'s' * (self.bad > 1)}" if self.bad else "No bad rows."]
        for trouble, n in self.counts:
            lines.append(f"{n:8,}  {trouble.value} ({trouble.cost})")
        if self.problems:
            lines += ["", *map(str, self.problems)]
        if self.bad > len(self.problems):
            lines.append(f"… and {self.bad - len(self.problems):,} more")
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Caps:
    """What an import takes at most; what is beyond the first two is left out and counted.

    Names that are matched by their meaning, own names before synonyms (at ADInt's size a vector of 256 for each synonym
    too would be 200 MB). Synonyms of one thing (what has a hundred thousand is a mistake, and each question would look
    at all). Predicates (each is worded, and its words read back, whenever a graph is opened: a millisecond a piece).
    """

    vectors: int = 180_000
    synonyms: int = 1_000
    predicates: int = 5_000


USUAL_CAPS = Caps()


@dataclass(slots=True)
class Findings:
    """Collects problems and remarks while an import runs; `strict` makes the first problem an InputError."""

    strict: bool = False
    caps: Caps = USUAL_CAPS
    counts: Counter[RowTrouble] = field(default_factory=Counter)
    problems: list[RowProblem] = field(default_factory=list)
    remarks: Counter[str] = field(default_factory=Counter)

    def add(self, where: str, trouble: RowTrouble, detail: str = "") -> None:
        """Count a bad row or cell; raises InputError when strict."""
        problem = RowProblem(where, trouble, _printable(detail))
        if self.strict:
            said = f"{trouble.value} ({problem.detail})" if problem.detail else trouble.value
            raise InputError(f"{said}.", where=where, hint="Mend the row, or import without --strict.")
        self.counts[trouble] += 1
        if len(self.problems) < MOST_LISTED:
            self.problems.append(problem)

    def report(
        self, name: str, entities: int, relations: int, papers: int, format: str, why: str, left: tuple[str, ...]
    ) -> ImportReport:
        """Return what was found, most frequent first."""
        counts = tuple(sorted(self.counts.items(), key=lambda item: (-item[1], item[0].name)))
        remarks = tuple(sorted(self.remarks.items()))
        what = format, why, left
        return ImportReport(name, entities, relations, papers, *what, counts, tuple(self.problems), remarks)


def _printable(text: str) -> str:
    return shorten("".join(c if c.isprintable() else "�" for c in text[: _LONGEST_DETAIL + 1]), _LONGEST_DETAIL)
