"""Lines of head<TAB>relation<TAB>tail without a header: every head and tail is an entity."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.cells import LONGEST_ID
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format, RecognisedSource
from kgcore.ingest.formats.kgx import by_name
from kgcore.ingest.report import Findings, ImportStage, RowTrouble
from kgcore.ingest.source import CheckedSource, RawStatement
from kgcore.ingest.text import FileHead, text_lines
from kgcore.vocabulary.naming import kinds_of_ends

HEADERS = frozenset({("head", "relation", "tail"), ("subject", "predicate", "object"), ("h", "r", "t")})
_TYPE_MARK = "::"  # Hetionet and DRKG write Type::identifier
_NUMBER = re.compile(r"\s*[-+]?[\d.,]+(e[-+]?\d+)?\s*", re.I)  # a table of measurements relates nothing
_LOOKED_AT = 50  # lines


class TriplesSource(CheckedSource):
    """See `RowSource`."""

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield every head and tail once, in order of appearance."""
        kinds = self._kinds()
        for file, number, head, _, tail in self._triples(self.findings, ImportStage.NODES):
            for id in (head, tail):
                if not self.has_entity(id):
                    type, name = _type_and_name(id)
                    type = type or kinds.get(id, "")
                    yield self.node((file, number), id, name, type, synonyms=(id,) if name != id else ())

    def _kinds(self) -> Mapping[str, str]:
        """Return what sort of thing each end is that has no type of its own, where its relations mostly name it so.

        What is named as a tail counts before what its relations make of a head.
        """
        heads: dict[str, Counter[str]] = defaultdict(Counter)
        tails: dict[str, Counter[str]] = defaultdict(Counter)
        for _, _, head, relation, tail in self._triples(Findings(), ImportStage.NODES):
            for id, kind, named in zip((head, tail), kinds_of_ends(relation), (heads, tails), strict=True):
                if kind:
                    named[id]["".join(word.capitalize() for word in kind.split())] += 1
        if any(found.keys() >= {"Drug", "Treatment"} for found in heads.values()):  # these treatments are drugs
            for found in heads.values():
                found["Drug"] += found.pop("Treatment", 0)
        return {id: found.most_common(1)[0][0] for id, found in {**heads, **tails}.items()}

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the edges, named after their lines; what was wrong has been listed when the nodes were read."""
        stems = [file.stem for file in self.found.edges]
        marks = {
            file: "T" if len(stems) == 1 else f"{stem}:" if stems.count(stem) == 1 else f"{stem}-{n}:"
            for n, (file, stem) in enumerate(zip(self.found.edges, stems, strict=True), 1)
        }
        for file, number, head, relation, tail in self._triples(Findings(), ImportStage.EDGES):
            yield self.edge((file, number), RawStatement(head, relation, tail, id=f"{marks[file]}{number}"))

    def _triples(self, findings: Findings, stage: ImportStage) -> Iterator[tuple[SourceFile, int, str, str, str]]:
        for file in self.found.edges:
            for number, line in text_lines(file, findings, self.advance(stage)):
                cells = [cell.strip() for cell in line.removeprefix("\ufeff").split("\t")]
                if not line.strip() or (number == 1 and tuple(c.casefold() for c in cells) in HEADERS):
                    continue
                trouble = _trouble(cells)
                if trouble is None:
                    yield file, number, cells[0], cells[1], cells[2]
                else:
                    findings.add(f"{file.name}:{number}", trouble, f"{len(cells)} columns")


def _trouble(cells: list[str]) -> RowTrouble | None:
    if len(cells) != 3:
        return RowTrouble.COLUMN_COUNT
    head, relation, tail = cells
    if not head or not tail:
        return RowTrouble.EMPTY_NAME
    if not relation:
        return RowTrouble.EMPTY_PREDICATE
    return RowTrouble.TOO_LONG if max(map(len, cells)) > LONGEST_ID else None


def _type_and_name(id: str) -> tuple[str, str]:
    """Return a type and a readable name: "vitamin_c" → "vitamin c"; "Disease::asthma" is asthma, a Disease."""
    type, mark, rest = id.partition(_TYPE_MARK)
    typed = bool(mark and type.isidentifier() and rest)
    local = rest if typed and any(c.isalpha() for c in rest) else id
    return type if typed else "", local if " " in local else local.replace("_", " ").strip() or id


def _sign(head: FileHead) -> FileSign | None:
    cells = head.first.split("\t")
    if len(cells) != 3 or not all(cell.strip() for cell in cells):
        return None
    between = [row[1] for line in head.text.splitlines()[1:_LOOKED_AT] if len(row := line.split("\t")) == 3]
    if between and all(map(_NUMBER.fullmatch, between)):
        return None
    return FileSign(FileRole.BOTH, "has three columns" if _is_header(head) else "has three columns and no header")


def _is_header(head: FileHead) -> bool:
    return tuple(cell.casefold() for cell in head.cells) in HEADERS


def _fits(source: Path, found: RecognisedSource, half: Sequence[FileHead]) -> bool:
    """Half of another format with three columns is no file of triples, unless its header is one that triples have and
    no nodes.tsv lies beside it, however empty.
    """
    if not half:
        return by_name(source) is None
    if source.is_dir() and any(path.name.removesuffix(".gz") == "nodes.tsv" for path in source.iterdir()):
        return False
    return all(map(_is_header, half))


FORMAT = Format(
    name="triples",
    title="triples without a header",
    rank=130,
    needs="lines of head<TAB>relation<TAB>tail",
    sign=_sign,
    fits=_fits,
    read=TriplesSource,
    shape="`head<TAB>relation<TAB>tail` without a header, as MindMap and PyKEEN use it",
    keeps="`Type::name` gives the type, else a relation that names it: `need_medication`",
)
