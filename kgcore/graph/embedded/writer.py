"""Writes the data folder of an embedded graph: rows in, tables and arrays out."""

from __future__ import annotations

import json
import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.arrays import Ints, build_adjacency
from kgcore.graph.embedded.known import NOBODY, KeyTable, Stamps
from kgcore.graph.embedded.layout import DATABASE, create_database, write_citations
from kgcore.graph.embedded.ranked import rank_papers_of
from kgcore.graph.embedded.rows import EdgeColumns, GraphPaperRow, NodeRow, PaperColumns
from kgcore.graph.embedded.spill import Duplicate, Duplicates, join_duplicates
from kgcore.graph.embedded.tables import (
    plain_url,
    without_schemes,
)
from kgcore.graph.taxonomy import TaxonomicRank, taxonomic_rank
from kgcore.values.model import MOST_LISTED, Predicate

Vectors = Callable[[Sequence[str]], NDArray[np.float32]]
_LONGEST_PROVENANCE = 100_000
_MOST_SIGNATURES = 20_000
_AT_ONCE = 64  # rows that one statement writes
_JOINED = 10_000  # rows that say the same as others, joined with them at once


class EmbeddedGraphWriter:
    """Fills an empty folder; call predicates, nodes, papers, edges, about, names (optional), finish, in this order.

    Raises sqlite3.Error and OSError as they come: the caller throws the folder away.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._db = create_database(folder / DATABASE)
        self._codes: dict[str, int] = {}
        self._described: set[str] = set()
        self._types: dict[str, int] = {}
        self._type_of = array("I")
        self._duplicates = Duplicates()
        self._said = KeyTable()  # (subject, object, predicate, negated) → the edge that says so
        self._columns = {"subject": array("i"), "object": array("i"), "predicate": array("H")}
        self._columns |= {"negated": array("B"), "papers": array("i"), "year": array("h")}
        self.left_out: dict[str, int] = {}  # what did not fit: words for the report, and how many

    @property
    def merged(self) -> int:
        """How many edge rows said the same as an earlier one (subject, predicate, object, polarity)."""
        return len(self._duplicates)

    def predicates(self, rows: Iterable[Predicate]) -> None:
        """Take the predicates that the source describes; those that only occur are added by `finish`."""
        for row in rows:
            code = self._codes.setdefault(row.name, len(self._codes))
            self._described.add(row.name)
            self._db.table("predicates").insert(_predicate(code, row, described=True))

    def nodes(self, rows: Iterable[NodeRow]) -> None:
        """Write the entities, numbered in order."""
        self._many("entities", 8, self._node_values(rows))

    def papers(self, rows: Iterable[GraphPaperRow | PaperColumns]) -> None:
        """Write papers; may be called again for more."""
        self._many("papers", 6, chain.from_iterable(self._paper_values(rows, self._db.table("papers").count)))

    def edges(self, blocks: Iterable[EdgeColumns]) -> None:
        """Write the edges, numbered in order. Rows that say the same become one edge with the papers of all."""
        self._many("edges", 7, chain.from_iterable(map(self._edge_values, blocks)))
        self._db.execute("BEGIN")
        for some in _batches(self._duplicates.by_edge()):
            self._merge(some)
        self._db.execute("COMMIT")

    @property
    def bare(self) -> tuple[str, ...]:
        """The predicates that occur and were not described."""
        return tuple(name for name in self._codes if name not in self._described)

    def example(self, predicate: str) -> tuple[str, str] | None:
        """Return the names of subject and object of the predicate's first plain edge; None where it has none."""
        code, negated = self._codes[predicate], self._columns["negated"]
        found = (n for n, c in enumerate(self._columns["predicate"]) if c == code and not negated[n])
        n = next(found, None)
        if n is None:
            return None
        ends = [self._columns[side][n] for side in ("subject", "object")]
        subject, object = (self._db.execute("SELECT name FROM entities WHERE n=?", [e]).fetchone()[0] for e in ends)
        return subject, object

    def count(self, table: str) -> int:
        """Return the number of rows in "entities", "edges" or "papers"."""
        return int(self._db.table(table).count)

    def about(self, name: str, provenance: str) -> None:
        """Keep what the graph is called and where it comes from."""
        values = {"name": name, "provenance": provenance[:_LONGEST_PROVENANCE]}
        beyond = len(provenance[_LONGEST_PROVENANCE:])
        self.left_out[f"characters beyond {_LONGEST_PROVENANCE:,} of what the source says of itself, cut"] = beyond
        self._db.table("about").insert_all({"key": k, "value": v} for k, v in values.items())

    def index(self) -> None:
        """Build the indexes and the full-text of the papers."""
        self._db.execute("CREATE UNIQUE INDEX entities_id ON entities(id)")
        self._db.execute("CREATE UNIQUE INDEX papers_id ON papers(id)")
        self._db.execute(
            "CREATE VIRTUAL TABLE papers_text USING fts5(title, journal, content='papers', content_rowid='n',"
            " detail='column', tokenize='unicode61 remove_diacritics 2')"
        )
        self._db.execute("INSERT INTO papers_text(papers_text, rank) VALUES('hashsize', 67108864)")
        self._db.execute("INSERT INTO papers_text(rowid, title, journal) SELECT n, title, journal FROM papers")

    def rank_papers(self) -> None:
        """Put the best papers first where not all of a statement's will be listed; the papers have to be indexed."""
        rank_papers_of(self.db, np.flatnonzero(np.asarray(self._columns["papers"]) > MOST_LISTED).tolist())

    def finish(self) -> None:
        """Write what is left, close the database and put everything on the disk."""
        self._bare_predicates()
        self._arrays()
        self._db.close()
        for path in self._folder.iterdir():
            sync_to_disk(path)
        sync_to_disk(self._folder)

    def close(self) -> None:
        """Let go of the database of a folder that will be thrown away."""
        self._db.close()

    @property
    def db(self) -> Any:
        """The plain connection, for names.py."""
        return self._db.conn

    def _many(self, table: str, width: int, values: Iterable[tuple[Any, ...]]) -> None:
        # sqlite-utils' insert_all builds dicts and statements per hundred rows: five times slower for a million.
        # Many rows a statement: to begin one costs as much as to write a row.
        row, rest = f"({','.join('?' * width)})", list[tuple[Any, ...]]()
        self._db.execute("BEGIN")
        self._db.conn.executemany(f"INSERT INTO {table} VALUES {','.join([row] * _AT_ONCE)}", _joined(values, rest))
        self._db.conn.executemany(f"INSERT INTO {table} VALUES {row}", rest)
        self._db.execute("COMMIT")

    def _node_values(self, rows: Iterable[NodeRow]) -> Iterator[tuple[Any, ...]]:
        with (self._folder / "ids.tmp").open("wb") as ids:
            offsets = array("q", [0])
            for n, row in enumerate(rows):
                offsets.append(offsets[-1] + ids.write(row.id.encode() + b"\n"))
                self._type_of.append(self._types.setdefault(row.type, len(self._types)))
                yield n, row.id, row.name, row.type, _json(row.synonyms), _json(row.xrefs), row.description, row.extra
        self._save("id_offsets", np.frombuffer(offsets, np.int64))
        heap = self._folder / "ids.tmp"
        self._save("id_bytes", np.fromfile(heap, np.uint8))
        heap.unlink()

    def _paper_values(
        self, rows: Iterable[GraphPaperRow | PaperColumns], number: int
    ) -> Iterator[Iterable[tuple[Any, ...]]]:
        """Yield what the table holds of papers that are numbered from `number`, and keep their citations."""
        for row in rows:
            if isinstance(row, PaperColumns):
                write_citations(self.db, [(number + place, citation) for place, citation in row.citations])
                years = (year or None for year in row.years)
                numbers = range(number, number + len(row.ids))
                yield zip(numbers, row.ids, row.titles, row.journals, years, repeat(None))
                number += len(row.ids)
            else:
                write_citations(self.db, [(number, row.citation)] if any(row.citation) else ())
                yield ((number, row.id, row.title, row.journal, row.year or None, plain_url(row.id, row.url)),)
                number += 1

    def _edge_values(self, block: EdgeColumns) -> Iterable[tuple[Any, ...]]:
        """Keep what the arrays hold of those edges that are new, and return what the table does."""
        start, codes = len(self._columns["year"]), self._codes
        for name in dict.fromkeys(block.predicate):
            codes.setdefault(name, len(codes))
        code = np.fromiter(map(codes.__getitem__, block.predicate), np.int64, len(block.predicate))
        numbers, new = self._places(block, code, start)
        if not new.all():
            twins = block.where(~new)
            twins = replace(twins, publications=without_schemes(twins.publications))
            self._duplicates.add(numbers[~new].tolist(), twins)
            block, code = block.where(new), code[new]
        arrays = (block.subject, block.object, code, block.negated, block.papers, block.year)
        for column, values in zip(self._columns.values(), arrays, strict=True):
            column.frombytes(values.astype(column.typecode).tobytes())
        texts = block.sources, block.sentences, block.note, block.extra
        cited = without_schemes(block.publications)
        return zip(range(start, start + len(code)), block.id, cited, *texts, strict=True)

    def _places(self, block: EdgeColumns, code: Ints, start: int) -> tuple[Ints, NDArray[np.bool_]]:
        """Return per statement the number of the edge that says it, and whether it is the first to say so.

        New edges are numbered from `start`.
        """
        pair, how = (block.subject << 32 | block.object) + 1, code << 1 | block.negated
        order = np.lexsort((how, pair))
        other = np.ones(len(order), bool)
        other[1:] = (np.diff(pair[order]) != 0) | (np.diff(how[order]) != 0)
        first = order[other]
        keys = Stamps(pair[first], how[first].astype(np.uint32))
        found = self._said.find(keys)
        unknown = np.flatnonzero(found == NOBODY)
        unknown = unknown[np.argsort(first[unknown])]
        found[unknown] = np.arange(start, start + len(unknown))
        self._said.add(keys.where(unknown), found[unknown])
        numbers, new = np.empty(len(order), np.int64), np.zeros(len(order), bool)
        numbers[order] = found[np.cumsum(other) - 1]
        new[first[unknown]] = True
        return numbers, new

    def _merge(self, some: Mapping[int, Sequence[Duplicate]]) -> None:
        """Join edges with the rows that say the same, all of them in two statements."""
        rows = self._db.execute(
            "SELECT n, publications, sources, sentences, note, extra FROM edges"
            " WHERE n IN (SELECT value FROM json_each(?))",
            [json.dumps(list(some))],
        )
        found = {number: Duplicate(*texts) for number, *texts in rows}
        joined = []
        for number, others in some.items():
            row = join_duplicates(found[number], others)
            joined.append((*row[:5], number))
            self._columns["papers"][number] = row.publications.count("|") + 1 if row.publications else 0
            self._columns["year"][number] = max(self._columns["year"][number], *(t.year for t in others))
        self._db.conn.executemany(
            "UPDATE edges SET publications=?, sources=?, sentences=?, note=?, extra=? WHERE n=?", joined
        )

    def _bare_predicates(self) -> None:
        bare = (_predicate(self._codes[name], Predicate(name), described=False) for name in self.bare)
        self._db.table("predicates").insert_all(bare)

    def _arrays(self) -> None:
        columns = {k: np.frombuffer(v, v.typecode) if v else np.empty(0, v.typecode) for k, v in self._columns.items()}
        types = {"type": np.array(self._type_of, np.uint16 if len(self._types) <= 1 << 16 else np.uint32)}
        taxonomic = np.array([taxonomic_rank(name) is not TaxonomicRank.NONE for name in self._codes] or [False])
        relatives = taxonomic[columns["predicate"]] & (columns["negated"] == 0)
        built = build_adjacency(columns["subject"], columns["object"], relatives, len(self._type_of))
        for name, value in (columns | types | built).items():
            self._save(name, value)
        self._overview(columns)

    def _overview(self, columns: dict[str, NDArray[Any]]) -> None:
        """Keep what is asked whenever the graph is opened: sizes, types with counts, signatures that occur."""
        of = np.array(self._type_of, np.int64)
        types, predicates = list(self._types), list(self._codes)
        sizes = Counter(dict(zip(types, np.bincount(of, minlength=len(types)).tolist(), strict=True)))
        keys = (of[columns["subject"]] * len(predicates) + columns["predicate"]) * len(types) + of[columns["object"]]
        found = [divmod(k, len(types)) for k in np.unique(keys).tolist()]
        ends = [(*divmod(rest, len(predicates)), object) for rest, object in found]
        signatures = [(types[subject], predicates[p], types[object]) for subject, p, object in ends]
        beyond = len(signatures[_MOST_SIGNATURES:])
        self.left_out[f"combinations of types and predicate beyond {_MOST_SIGNATURES:,}, not counted up"] = beyond
        values = {
            "counts": {table: self.count(table) for table in ("entities", "edges", "papers")},
            "types": sorted(sizes.items(), key=lambda item: (-item[1], item[0])),
            "signatures": signatures[:_MOST_SIGNATURES],
        }
        self._db.table("about").insert_all(
            {"key": k, "value": json.dumps(v, ensure_ascii=False)} for k, v in values.items()
        )

    def _save(self, name: str, value: NDArray[Any]) -> None:
        np.save(self._folder / f"{name}.npy", value, allow_pickle=False)


def _joined(rows: Iterable[tuple[Any, ...]], rest: list[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the values of so many rows in one; the last rows, which are fewer, are left in `rest`."""
    those = iter(rows)
    while len(some := tuple(islice(those, _AT_ONCE))) == _AT_ONCE:
        yield tuple(chain.from_iterable(some))
    rest.extend(some)


def _batches(groups: Iterable[tuple[int, Sequence[Duplicate]]]) -> Iterator[dict[int, Sequence[Duplicate]]]:
    """Yield groups of rows, some thousand rows at once."""
    found: dict[int, Sequence[Duplicate]] = {}
    size = 0
    for number, rows in groups:
        found[number] = rows
        size += len(rows)
        if size >= _JOINED:
            yield found
            found, size = {}, 0
    if found:
        yield found


def sync_to_disk(path: Path) -> None:
    """Put a file or folder on the disk for good (where the system lets readers ask for that)."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _predicate(code: int, row: Predicate, *, described: bool) -> dict[str, Any]:
    lists = {"opposite": _json(row.opposite), "implies": _json(row.implies), "phrases": _json(row.phrases)}
    plain = {"code": code, "name": row.name, "described": int(described), "label": row.label}
    return plain | {"symmetric": int(row.symmetric), "inverse": row.inverse} | lists


def _json(values: Sequence[str]) -> str:
    return json.dumps(values, ensure_ascii=False) if values else "[]"
