"""Triples on the disk, so that what is said of one thing can be gathered however far apart it stands."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from kgcore.errors import InputError
from kgcore.graph.importers.parts import Part, Tick
from kgcore.graph.importers.report import Findings
from kgcore.graph.known import temporary

_TABLE = "CREATE TABLE triples(s TEXT, p INTEGER, o TEXT, literal INTEGER)"
_BATCH = 20_000
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

    def load(self, number: int, part: Part, findings: Findings, tick: Tick) -> None:
        """Read one file; raises InputError where it breaks the grammar (its reader cannot go on after that)."""
        import pyoxigraph as ox

        kind = ox.RdfFormat.N_TRIPLES if part.plain_name.lower().endswith((".nt", ".ntriples")) else ox.RdfFormat.TURTLE
        waiting: list[tuple[str, int, str, int]] = []
        try:
            parser = ox.parse(part.stream(tick), kind, base_iri="urn:file:")
            for quad in parser:
                row = self._row(number, quad, findings)
                if row is not None:
                    waiting.append(row)
                if len(waiting) >= _BATCH:
                    self._keep(waiting)
            self._keep(waiting)
            self.prefixes |= {iri: name for name, iri in parser.prefixes.items()}
        except SyntaxError as exc:
            where = f"{part.name}:{exc.lineno}" if exc.lineno else part.name
            said = "".join(c for c in str(exc.msg) if c.isprintable())[:200]
            raise InputError(
                f"is no valid RDF ({said}).", where=where, mend="Mend the line; nothing was imported."
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

    def about(self, subject: str) -> list[Value]:
        """Return all that is said of a thing, in order."""
        names = self.used
        rows = self.db.execute("SELECT p, o, literal FROM triples WHERE s=? ORDER BY rowid", (subject,))
        return [Value(names[p], o, bool(literal)) for p, o, literal in rows]

    def _keep(self, rows: list[tuple[str, int, str, int]]) -> None:
        self.db.executemany("INSERT INTO triples VALUES(?,?,?,?)", rows)
        rows.clear()

    def _row(self, number: int, quad: object, findings: Findings) -> tuple[str, int, str, int] | None:
        import pyoxigraph as ox

        subject, predicate, value = quad.subject, quad.predicate, quad.object  # type: ignore[attr-defined]
        if isinstance(value, ox.Triple) or isinstance(subject, ox.Triple):
            findings.remarks["statements about quoted triples, left out"] += 1
            return None
        literal = isinstance(value, ox.Literal)
        if literal and value.language and not value.language.lower().startswith("en"):
            findings.remarks["texts in other languages than English, left out"] += 1
            return None
        s = f"_:{number}:{subject.value}" if isinstance(subject, ox.BlankNode) else subject.value
        o = f"_:{number}:{value.value}" if isinstance(value, ox.BlankNode) else value.value
        if max(len(s), len(o)) > LONGEST:
            findings.remarks["texts of more than 200,000 characters, left out"] += 1
            return None
        return s, self._predicates.setdefault(predicate.value, len(self._predicates)), o, int(literal)
