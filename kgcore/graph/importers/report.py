"""What an import found: sizes, remarks, and every bad row counted and (up to a limit) listed with file and line."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from kgcore.errors import InputError
from kgcore.language.english import number

MOST_LISTED = 1000
MERGE = "merge"  # what the report calls a graph that was joined from others
_LONGEST_DETAIL = 120
_MOST_FILES = 20


class Trouble(StrEnum):
    """What can be wrong with a row."""

    BROKEN_UTF8 = "not UTF-8"
    OPEN_QUOTE = "a quote that is never closed"
    CONTROL_CHARACTER = "a control character"
    TOO_LONG = "a cell or line that is too long"
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
    BAD_RECORD = "not a record of this format"

    @property
    def drops(self) -> bool:
        """Whether the row is left out; otherwise only the cell is."""
        return self not in _CELLS


_CELLS = frozenset({Trouble.BAD_PAPER_ID, Trouble.BAD_URL, Trouble.BAD_YEAR})


@dataclass(frozen=True, slots=True)
class Problem:
    """One bad row: `where` is "file:line"."""

    where: str
    trouble: Trouble
    detail: str = ""

    def __str__(self) -> str:
        what = f"{self.where}: {self.trouble.value}"
        return f"{what} ({self.detail})" if self.detail else what


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
    counts: tuple[tuple[Trouble, int], ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[tuple[str, int], ...] = ()

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
            "problems": listed,
        }

    def json(self) -> str:
        """Return the report as JSON text."""
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False) + "\n"

    def text(self) -> str:
        """Return the report for reading."""
        sizes = number(self.entities, "entity"), number(self.relations, "relation"), number(self.papers, "paper")
        lines = [f"{self.name}: {', '.join(sizes)}"]
        if self.format:
            lines.insert(0, f"{'Joined from' if self.format == MERGE else f'Recognised as {self.format}:'} {self.why}.")
        lines += [f"  {words}: {n:,}" for words, n in self.remarks if n]
        if self.left:
            shown = ", ".join(self.left[:_MOST_FILES])
            more = f" and {len(self.left) - _MOST_FILES:,} more" if len(self.left) > _MOST_FILES else ""
            lines.append(f"  files that were not read, being no part of that: {shown}{more}")
        lines += ["", f"{self.bad:,} problem{'s' * (self.bad > 1)}" if self.bad else "No bad rows."]
        for trouble, n in self.counts:
            left_out = "row left out" if trouble.drops else "cell left out"
            lines.append(f"{n:8,}  {trouble.value} ({left_out})")
        if self.problems:
            lines += ["", *map(str, self.problems)]
        if self.bad > len(self.problems):
            lines.append(f"… and {self.bad - len(self.problems):,} more")
        return "\n".join(lines) + "\n"


@dataclass(slots=True)
class Findings:
    """Collects problems and remarks while an import runs; `strict` makes the first problem an InputError."""

    strict: bool = False
    counts: Counter[Trouble] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    remarks: Counter[str] = field(default_factory=Counter)

    def add(self, where: str, trouble: Trouble, detail: str = "") -> None:
        """Count a bad row or cell; raises InputError when strict."""
        problem = Problem(where, trouble, _printable(detail))
        if self.strict:
            said = f"{trouble.value} ({problem.detail})" if problem.detail else trouble.value
            raise InputError(f"{said}.", where=where, mend="Mend the row, or import without --strict.")
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
    clean = "".join(c if c.isprintable() else "�" for c in text[:_LONGEST_DETAIL])
    return clean + "…" if len(text) > _LONGEST_DETAIL else clean
