"""How well the headers of tables are read: HMD (columns) and VMD (rows) of tables that were labelled by hand.

    python -m tests.bench.bench_tables ../shared/data/papers/trials.tar.xz [-v]

F is that of the header cells, each once, and that of whole paths of labels, one a column and one a row, over all tables
of a part: a section that is missed costs the paths of all of its rows.
"""

from __future__ import annotations

import re
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from kgcore.library.tables_grid import text_of
from kgcore.library.tables_reading import tables_of

LABELS = Path(__file__).with_name("tables_by_hand.tsv")
_NUMBER = re.compile(rb'pub-id-type="pmc(?:id)?">(?:PMC)?(\d+)')
_FRONT = 20_000  # bytes of an article in which its number stands
Paths = Counter[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a person read: how many rows head columns, how many columns head rows, and how rows stand below each
    other.
    """

    article: str
    table: str
    head: int
    stub: int
    rows: str
    part: str


def labelled() -> list[Labelled]:
    """Return the tables that were labelled by hand."""
    lines = [line.split("\t") for line in LABELS.read_text(encoding="utf-8").splitlines() if line[0] != "#"][1:]
    return [Labelled(a, t, int(head), int(stub), rows, part) for a, t, head, stub, rows, part in lines]


def articles(archive: Path, wanted: set[str]) -> Iterator[tuple[str, Element]]:
    """Yield the articles of an archive that are wanted, with their numbers."""
    with tarfile.open(archive) as files:
        for member in files:
            data = file.read() if (file := files.extractfile(member)) else b""
            found = _NUMBER.search(data, 0, _FRONT)
            if found and (name := f"PMC{found[1].decode()}") in wanted:
                yield name, fromstring(data)


def expected(wrap: Element, label: Labelled) -> tuple[Paths, Paths]:
    """Return the paths of columns and rows that a person reads."""
    grid = _grid(list(wrap.iter("tr")))
    width = max(map(len, grid))
    head = [row + [""] * (width - len(row)) for row in grid[: label.head]]
    columns = Counter(path for x in range(width) if (path := _path([row[x] for row in head])))
    stub = slice(width + label.stub, width + label.stub + 1) if label.stub < 0 else slice(0, label.stub)
    rows: Paths = Counter()
    above: list[tuple[str, ...]] = []
    last: list[str] = []
    for row, kind in zip(grid[label.head :], label.rows, strict=True):
        if kind in "-H":
            continue
        own = list(_path(row[stub]))
        if kind == "c":
            last = [now or was for now, was in zip(row[stub], last, strict=False)]
            own = list(_path(last))
            above_here = above[:-1] if above else []
            rows[(*(above_here[-1] if above_here else ()), *own)] += bool(own)
            continue
        last = row[stub]
        own = own or list(_path(row))[: kind.isalpha()]  # a heading set in the middle
        depth = int(kind) if kind.isdigit() else ord(kind) - ord("A")
        del above[depth:]
        before = above[-1] if above else ()
        path = (*before, *(text for text in own if text not in before))
        above.append(path)
        if kind.isdigit() and path:
            rows[path] += 1
    return columns, rows


def _grid(rows: Sequence[Element]) -> list[list[str]]:
    """Return the texts of a table's rows with spans filled."""
    grid: list[dict[int, str]] = [{} for _ in rows]
    for y, row in enumerate(rows):
        x = 0
        for cell in (e for e in row if e.tag in ("td", "th")):
            while x in grid[y]:
                x += 1
            text = plain(text_of(cell))
            wide, high = (max(1, int(cell.get(span) or 1)) for span in ("colspan", "rowspan"))
            for dy in range(min(high, len(rows) - y)):
                for dx in range(wide):
                    grid[y + dy].setdefault(x + dx, text)
            x += wide
    return [[line.get(x, "") for x in range(max(line, default=-1) + 1)] for line in grid]


def _path(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of a path, none twice in a row and none blank."""
    found: list[str] = []
    for text in texts:
        if text and (not found or found[-1] != text):
            found.append(text)
    return tuple(found)


def header_cells(paths: Paths) -> Paths:
    """Return the header cells of paths, each once wherever it stands."""
    return Counter(step[-1:] for step in {path[:n] for path in paths for n in range(1, len(path) + 1)})


def plain(text: str) -> str:
    """Return a label by its letters and digits alone: marks of footnotes and dashes are no fault."""
    return "".join(c for c in text.lower() if c.isalnum())


def main(archive: Path) -> None:
    """Print F of columns and rows, of the part that the reader was mended by and of the part that was kept."""
    by_table = {(label.article, label.table): label for label in labelled()}
    counts: dict[tuple[str, str], Counter[str]] = {}
    for name, article in articles(archive, {a for a, _ in by_table}):
        read = {table.id: table for table in tables_of(article)}
        for wrap in article.iter("table-wrap"):
            label = by_table.get((name, wrap.get("id") or ""))
            if label is None:
                continue
            table = read[label.table]
            got = [
                Counter(p for path in paths if (p := _path([*map(plain, path)])))
                for paths in (table.columns, table.rows)
            ]
            for axis, want, have in zip(("HMD", "VMD"), expected(wrap, label), got, strict=True):
                for kind, one, other in (("", want, have), ("-cells", header_cells(want), header_cells(have))):
                    count = counts.setdefault((label.part, axis + kind), Counter())
                    count.update({"right": (one & other).total(), "want": one.total(), "have": other.total()})
                if "-v" in sys.argv and want != have and label.part.startswith("dev"):
                    print(f"{name}#{label.table} {axis}\n  missed {[*(want - have)]}\n  made up {[*(have - want)]}")
    for (part, axis), n in sorted(counts.items()):
        print(f"{part:6} {axis:9}  F {2 * n['right'] / (n['want'] + n['have']):.3f}  ({n['right']} of {n['want']})")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
