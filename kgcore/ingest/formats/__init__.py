"""What a graph format is, and all that there are: each file of this folder exports one, as FORMAT."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kgcore.errors import InputError
from kgcore.ingest.files import SourceFile
from kgcore.ingest.report import Findings, Progress
from kgcore.ingest.text import FileHead

if TYPE_CHECKING:  # the command line names formats before it opens any graph
    from kgcore.graph.embedded.rows import EdgeColumns, EdgeRow, GraphPaperRow, NodeRow, PaperColumns
    from kgcore.values.model import Predicate


class ExportTarget(StrEnum):
    """What a graph can be written as."""

    KGX = "kgx"
    NEO4J = "neo4j"
    TURTLE = "turtle"


class FileRole(Enum):
    """What a file of a graph holds."""

    NODES = "entities"
    EDGES = "relations"
    BOTH = "entities and relations"
    PAPERS = "papers"
    PREDICATES = "predicates"
    NAMES = "names"


class FileSign(NamedTuple):
    """What a file holds, and how that shows."""

    role: FileRole
    why: str


Signed = Sequence[tuple[FileHead, FileSign]]
Headers = tuple[tuple[SourceFile, SourceFile], ...]


@dataclass(frozen=True, slots=True)
class RecognisedSource:
    """The files of a source by what they hold; `why` says what gave the format away, `left` which files are not read.
    `headers` are (table, the file with its header) where the two are apart, `names` give names to ids of the others.

    `name` is what the graph will be called, `provenance` what the source says of itself.
    """

    format: Format
    why: str
    name: str = ""
    nodes: tuple[SourceFile, ...] = ()
    edges: tuple[SourceFile, ...] = ()
    papers: tuple[SourceFile, ...] = ()
    predicates: tuple[SourceFile, ...] = ()
    names: tuple[SourceFile, ...] = ()
    headers: Headers = ()
    left: tuple[SourceFile, ...] = ()
    provenance: str = ""


class RowSource(Protocol):
    """The rows of one source, to be read in this order, each once; what is wrong with the others goes to the findings.

    None stands for a row that was left out.
    """

    @property
    def name(self) -> str:
        """What the graph will be called."""
        ...

    @property
    def provenance(self) -> str:
        """What the source says of itself, as plain text."""
        ...

    def predicates(self) -> Iterator[Predicate]:
        """Yield the predicates that the source describes."""
        ...

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the entities."""
        ...

    def papers(self) -> Iterator[GraphPaperRow | PaperColumns]:
        """Yield the papers, one by one or many together."""
        ...

    def edges(self) -> Iterator[EdgeRow | EdgeColumns | None]:
        """Yield the edges, one by one or many together; only after nodes and papers."""
        ...

    def cited(self) -> Iterator[GraphPaperRow]:
        """Yield the papers that only edges name; only after the edges."""
        ...


def _as_they_are(signed: Signed, heads: Sequence[FileHead]) -> tuple[Signed, Headers]:
    return signed, ()


def _always(source: Path, found: RecognisedSource, half: Sequence[FileHead]) -> bool:
    return True


def _by_no_name(source: Path) -> RecognisedSource | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format that can be imported.

    `name` is what `--format` takes (and the file's name here), `title` what people call it, `needs` what a source must
    hold. `shape` and `keeps` are its cells in docs/graphs.md.

    Formats are tried by `rank`, exact ones first. `sign` says what a file is by the way it begins, `arrange` may change
    that once all files are known, `fits` is asked about formats that nobody named (with the files that half of an
    earlier format was found in), `by_name` about a source whose content tells nothing. `read` streams the rows.
    """

    name: str
    title: str
    rank: int
    needs: str
    shape: str
    keeps: str
    sign: Callable[[FileHead], FileSign | None]
    read: Callable[[RecognisedSource, Findings, Progress], RowSource]
    both_needed: bool = False  # entities and relations stand in files of their own
    arrange: Callable[[Signed, Sequence[FileHead]], tuple[Signed, Headers]] = _as_they_are
    fits: Callable[[Path, RecognisedSource, Sequence[FileHead]], bool] = _always
    by_name: Callable[[Path], RecognisedSource | None] = _by_no_name


def format_names() -> tuple[str, ...]:
    """Return the names of all formats; none of them is loaded for that."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__)))


@cache
def format_named(name: str) -> Format:
    """Return a format; raises InputError where there is none of this name."""
    if name not in format_names():
        raise InputError(f"There is no format {name!r}.", hint=f"Known are {', '.join(format_names())}.")
    found = import_module(f"{__name__}.{name.replace('-', '_')}").FORMAT
    assert isinstance(found, Format)  # noqa: S101  (a test says so of every file here)
    return found


def all_formats() -> tuple[Format, ...]:
    """Return all formats, by their names."""
    return tuple(map(format_named, format_names()))


def column_sign(head: FileHead, role: FileRole, *names: str) -> FileSign | None:
    """Return the sign of a file whose header has these columns, or None."""
    if not head.has(*names):
        return None
    written = {cell.casefold(): cell for cell in head.cells}
    return FileSign(role, f"has the columns {', '.join(written[name] for name in names)}")
