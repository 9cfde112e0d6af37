"""Triples on the disk, so that what is said of one thing can be gathered however far apart it stands."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from kgcore.errors import InputError
from kgcore.graph.denials import tells
from kgcore.graph.importers.lines import lines
from kgcore.graph.importers.parts import Part, Tick
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.known import temporary
from kgcore.graph.rdf_terms import AXIOM, DENIED, RDF, REIFIED, local

_TABLE = "CREATE TABLE triples(s TEXT, p INTEGER, o TEXT, literal INTEGER)"
_BATCH = 20_000
REIFIES = f"{RDF}reifies"  # https://www.w3.org/TR/rdf12-concepts/
_WHERE = re.compile(r"^Parser error (?:at|between) .*?(?:columns? \d+(?: and (?:line \d+ column )?\d+)?): ")
_SUBJECT = re.compile(r"\s*(?:<([^<>\"{}|^`\\\s]+)>|(_:[^\s<>\"]+))\s")
_STATEMENTS = (*REIFIED, *AXIOM, *DENIED, REIFIES)
LONGEST = 200_000  # characters of a literal or IRI


class Value(NamedTuple):
    """What stands behind a predicate: an IRI or a text."""

    predicate: str
    text: str
    literal: bool


class Stage:
    """All triples of a source; `prefixes` maps namespaces to what the files call them."""

    def __init__(self) -> None:
        self.db: sqlite3.Connection = temporary(_TABLE)
        self.prefixes: dict[str, str] = {}
        self._predicates: dict[str, int] = {}
        self._bad: dict[str, tuple[str, str]] = {}  # subject of a bad line of N-Triples, "" if unread → where, why

    def load(self, number: int, part: Part, findings: Findings, tick: Tick) -> None:
        """Read one file. A bad line of N-Triples goes to the findings; raises InputError where Turtle breaks its
        grammar (what would follow is a guess: a text that is not closed may swallow a denial).
        """
        lined = part.plain_name.lower().endswith((".nt", ".ntriples"))
        waiting: list[tuple[str, int, str, int]] = []
        for quad in self._lined(number, part, findings, tick) if lined else self._turtle(part, tick):
            waiting += self._rows(number, quad, findings)
            if len(waiting) >= _BATCH:
                self._keep(waiting)
        self._keep(waiting)

    def _lined(self, number: int, part: Part, findings: Findings, tick: Tick) -> Iterator[Any]:
        """Yield the triples of a file that has one a line, https://www.w3.org/TR/n-triples/."""
        import pyoxigraph as ox

        for at, line in lines(part, findings, tick):
            try:
                yield from ox.parse(line.removeprefix("\ufeff"), ox.RdfFormat.N_TRIPLES)
            except SyntaxError as exc:
                where = f"{part.name}:{at}"
                findings.add(where, Trouble.BAD_RECORD, _said(exc))
                found = _SUBJECT.match(line)
                told = (found[1] or f"_:{number}:{found[2][2:]}") if found else ""
                about = any(key in line for key in _STATEMENTS) or line.lstrip().startswith("<<")
                self._bad[where if about else told] = (where, _said(exc))

    def refuse_doubtful(self) -> None:
        """Raise InputError where a bad line may have denied a statement: without it the statement would be support."""
        codes = self.codes(_STATEMENTS)
        any_at_all = self.db.execute(f"SELECT 1 FROM triples WHERE p IN ({codes}) LIMIT 1").fetchone()
        for subject, (where, said) in self._bad.items():
            sql = f"SELECT 1 FROM triples WHERE p IN ({codes}) AND s=? LIMIT 1"
            if subject == where or (self.db.execute(sql, (subject,)).fetchone() if subject else any_at_all):
                raise InputError(
                    f"is no valid RDF ({said}).",
                    where=where,
                    mend="Mend the line; nothing was imported: it may say that a statement does not hold.",
                )

    def _turtle(self, part: Part, tick: Tick) -> Iterator[Any]:
        import pyoxigraph as ox

        try:
            parser = ox.parse(part.stream(tick), ox.RdfFormat.TURTLE, base_iri="urn:file:")
            yield from parser
            self.prefixes |= {iri: name for name, iri in parser.prefixes.items()}
        except SyntaxError as exc:
            where = f"{part.name}:{exc.lineno}" if exc.lineno else part.name
            raise InputError(
                f"is no valid RDF ({_said(exc)}).",
                where=where,
                mend="Mend the line; nothing was imported. Turtle is read whole or not at all;"
                " of N-Triples (.nt) only the bad lines are left out.",
            ) from exc
        except (OSError, ValueError) as exc:
            raise InputError("cannot be read as RDF.", where=part.name) from exc

    def index(self) -> None:
        """Get ready to be asked; nothing more may be loaded."""
        self.db.execute("CREATE INDEX triples_s ON triples(s)")
        self.db.execute("CREATE INDEX triples_po ON triples(p, o)")

    def codes(self, iris: Collection[str]) -> str:
        """Return the numbers of these predicates, as far as they occur, for an SQL list."""
        return ",".join(str(self._predicates[i]) for i in iris if i in self._predicates) or "-1"

    def predicate(self, code: int) -> str:
        """Return the predicate of a number."""
        return self.used[code]

    @property
    def used(self) -> Sequence[str]:
        """All predicates, by their numbers."""
        return tuple(self._predicates)

    def subjects(self, predicate: str, object: str) -> Iterator[str]:
        """Yield what has a value, in order of appearance."""
        sql = f"SELECT s FROM triples WHERE p IN ({self.codes([predicate])}) AND o=? ORDER BY rowid"
        return (s for (s,) in self.db.execute(sql, (object,)))

    def holds(self, s: str, p: str, o: str) -> bool:
        """Tell whether a triple stands there by itself, not only quoted."""
        sql = f"SELECT 1 FROM triples WHERE s=? AND p IN ({self.codes([p])}) AND o=?"
        return self.db.execute(sql, (s, o)).fetchone() is not None

    def about(self, subject: str) -> list[Value]:
        """Return all that is said of a thing, in order."""
        names = self.used
        rows = self.db.execute("SELECT p, o, literal FROM triples WHERE s=? ORDER BY rowid", (subject,))
        return [Value(names[p], o, bool(literal)) for p, o, literal in rows]

    def _keep(self, rows: list[tuple[str, int, str, int]]) -> None:
        self.db.executemany("INSERT INTO triples VALUES(?,?,?,?)", rows)
        rows.clear()

    def _rows(self, number: int, quad: object, findings: Findings) -> Sequence[tuple[str, int, str, int]]:
        """Return a triple as rows of the table; one that is quoted, as RDF 1.2 does, as the parts of a statement."""
        import pyoxigraph as ox

        subject, predicate, value = quad.subject, quad.predicate, quad.object  # type: ignore[attr-defined]
        if isinstance(value, ox.Triple) and predicate.value == REIFIES and not isinstance(value.object, ox.Triple):
            ends = zip(REIFIED, (value.subject, value.predicate, value.object), strict=True)
            rows = [self._row(number, subject, ox.NamedNode(part), end) for part, end in ends]
            return [*rows, self._row(number, subject, predicate, ox.Literal(""))]
        if isinstance(value, ox.Triple):
            findings.remarks["statements about quoted triples, left out"] += 1
            return ()
        foreign = isinstance(value, ox.Literal) and value.language and not value.language.lower().startswith("en")
        if foreign and not tells(local(predicate.value)):
            findings.remarks["texts in other languages than English, left out"] += 1
            return ()
        row = self._row(number, subject, predicate, value)
        if max(len(row[0]), len(row[2])) > LONGEST:
            findings.remarks["texts of more than 200,000 characters, left out"] += 1
            return ()
        return (row,)

    def _row(self, number: int, subject: Any, predicate: Any, value: Any) -> tuple[str, int, str, int]:
        import pyoxigraph as ox

        s, o = (f"_:{number}:{v.value}" if isinstance(v, ox.BlankNode) else v.value for v in (subject, value))
        code = self._predicates.setdefault(predicate.value, len(self._predicates))
        return s, code, o, int(isinstance(value, ox.Literal))


def _said(exc: SyntaxError) -> str:
    """Return the parser's words, without where it was: of a line that is parsed alone it knows no number."""
    words = _WHERE.sub("", str(exc.msg))
    return "".join(c for c in words if c.isprintable())[:200]
