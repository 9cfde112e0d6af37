"""Any table with a header that has a column for the relation: what most people keep a graph of their own in.

Which column is which stands in table_columns.tsv. The two ends of a relation may have names of their own ("drug",
"relation", "disease"): then they are the columns beside the relation's, and those names are types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kgcore.graph.denials import TRUTH
from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.cells import cited_id, column_key, one_line, paper_id
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format, Headers, RecognisedSource, Signed
from kgcore.ingest.formats.kgx import by_name
from kgcore.ingest.report import ImportStage
from kgcore.ingest.source import RawStatement, TableRow, TabularSource
from kgcore.ingest.text import FileHead, file_head, split_row

_ABOUT_EDGES = ("subject type", "object type", "negated", "papers", "sentence", "origin")
_ABOUT_NODES = ("type", "synonyms", "description")
_LIST = re.compile(r"[|;\s\[\]]+|,\s*")
_NAMES = re.compile(r"\s*[|;]\s*")
_BARE_ID = re.compile(r"[\w.-]*\w:{1,2}\S+|[A-Z]{0,3}\d+|")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)")
_LOOKED_AT = 20  # lines


class _Ends(NamedTuple):
    """The columns that name the two ends and the relation; a type is "" where the column's name says none."""

    subject: str
    relation: str
    object: str
    subject_type: str = ""
    object_type: str = ""


class TableSource(TabularSource):
    """See `RowSource`. Without a table of entities, an entity is its name, however that is capitalised."""

    _ids: dict[str, str]  # of the entities, by their names

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the rows of the tables of entities; else both ends of every relation, each once."""
        self._ids = {}
        for file in self.found.nodes:
            if file in self.found.edges:
                yield from self._ends_as_nodes(file)
                continue
            id, name = _identity(file_head(file))
            for row in self.rows(file, ImportStage.NODES, ((id,), (name,), *map(_names, _ABOUT_NODES)), required=2):
                key, called, type, also, about = row.cells
                self._ids.setdefault(called.strip().casefold(), one_line(key))
                names = _NAMES.split(also) if also else ()
                yield self.node(row.at, key, called, type, synonyms=names, description=about, extra=row.others)

    def _ends_as_nodes(self, file: SourceFile) -> Iterator[NodeRow | None]:
        for ends, row in self._relations(file, ImportStage.NODES):
            subject, _, object_, subject_type, object_type, *_ = row.cells
            for name, type in (
                (subject, subject_type or ends.subject_type),
                (object_, object_type or ends.object_type),
            ):
                id = one_line(name)
                if id and self._ids.setdefault(id.casefold(), id) == id and not self.has_entity(id):
                    yield self.node(row.at, id, id, type)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the relations; an end may stand under an entity's id or its name."""
        for file in self.found.edges:
            for _, row in self._relations(file, ImportStage.EDGES, quiet=file in self.found.nodes):
                subject, relation, object_, _, _, negated, papers, sentence, origin = row.cells
                said = RawStatement(
                    self._id(subject),
                    relation,
                    self._id(object_),
                    TRUTH.get(negated.strip().casefold()),
                    tuple(filter(None, _LIST.split(papers))),
                    (origin,),
                    (sentence,) if sentence else (),
                    extra=row.others,
                    polarity=negated,
                )
                yield self.edge(row.at, said)

    def cited_id(self, written: str) -> str:
        """Return the id of a paper; a DOI needs no prefix, and may be an address."""
        doi = _DOI.fullmatch(written.strip())
        return paper_id(f"DOI:{doi[1]}") if doi else cited_id(written)

    def _id(self, end: str) -> str:
        return end if self.has_entity(end) else self._ids.get(one_line(end).casefold(), end)

    def _relations(
        self, file: SourceFile, stage: ImportStage, *, quiet: bool = False
    ) -> Iterator[tuple[_Ends, TableRow]]:
        ends = _ends(file_head(file))
        assert ends is not None  # noqa: S101  (such files only are taken for tables of relations)
        of_subject, of_object, *about = map(_names, _ABOUT_EDGES)
        kinds = [tuple(f"{end} {kind}" for kind in _KINDS) for end in (ends.subject, ends.object)]
        ends_of = ((ends.subject,), (ends.relation,), (ends.object,))
        wanted = (*ends_of, (*of_subject, *kinds[0]), (*of_object, *kinds[1]), *about)
        for row in self.rows(file, stage, wanted, required=3, quiet=quiet):
            yield ends, row


@cache
def _columns() -> dict[str, tuple[str, ...]]:
    lines = Path(__file__).with_name("table_columns.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return {role: tuple(names.split("|")) for role, _, names in (line.partition("\t") for line in lines)}


def _names(role: str) -> tuple[str, ...]:
    return _columns()[role]


def _called(head: FileHead, role: str, but: Sequence[str] = ()) -> str:
    """Return the column of this role, the better name first; "" where there is none."""
    keys = {column_key(cell): cell for cell in reversed(head.cells) if cell not in but}
    return next((keys[key] for key in map(column_key, _names(role)) if key in keys), "")


def _ends(head: FileHead) -> _Ends | None:
    """Return where a table says what is related to what; None where it says no such thing."""
    relation = _called(head, "relation") or ("type" if "type" in head.names else "")
    if not relation:
        return _ends_by_content(head)
    subject = _called(head, "subject", (relation,))
    object_ = _called(head, "object", (relation, subject))
    if subject and object_:
        return _Ends(subject, relation, object_)
    at = head.cells.index(relation) if relation in head.cells else 0
    before, after = head.cells[at - 1 : at], head.cells[at + 1 : at + 2]
    if not (before and after and before[0] and after[0]) or relation == "type":
        return None
    return _Ends(before[0], relation, after[0], before[0], after[0])


def _ends_by_content(head: FileHead) -> _Ends | None:
    """Return the one column whose cells read like relations ("is_contraindicated_in", "treats"), whatever it is called,
    and the columns beside it that tell no kinds; None where there is no such column, or several.
    """
    lines = head.text.splitlines()[1 : _READ_FOR_RELATIONS + 1]
    rows = [row for line in lines if len(row := split_row(line, head.delimiter)) == len(head.cells)]
    if len(rows) < _LEAST_ROWS or len(set(head.cells)) < len(head.cells) or _called(head, "id"):
        return None
    plain = [n for n, cell in enumerate(head.cells) if not _KIND.search(cell)]
    found = [n for n in plain[1:-1] if _reads_like_relations([row[n].strip() for row in rows])]
    if len(found) != 1:
        return None
    at = plain.index(found[0])
    return _Ends(*(head.cells[n] for n in plain[at - 1 : at + 2]))


_READ_FOR_RELATIONS, _LEAST_ROWS = 200, 4  # rows
_KIND = re.compile(r"(?:^|[\W_]|(?<=[a-z]))(?:kind|type|category|class|sort)$", re.IGNORECASE)
_KINDS = ("kind", "type", "category", "class", "sort")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TIES = frozenset({"is", "has", "of", "by", "in", "with", "for", "to", "from", "against", "on"})


def _reads_like_relations(cells: Sequence[str]) -> bool:
    """Tell whether cells are few different verbs, some of them with a preposition, "is" or "has"."""
    some = {cell for cell in cells if cell}
    words = [[w.casefold() for w in _WORDS.findall(cell)] for cell in some]
    if not some or len(some) * 2 > len(cells) or not all(words) or any(len(cell) > 60 for cell in some):
        return False
    verbs = [w for w in words if w[0].endswith("s") or w[-1] in _TIES]
    return len(verbs) * 4 >= len(words) * 3 and any(_TIES & {w[0], w[-1]} for w in words)


def _identity(head: FileHead) -> tuple[str, str]:
    """Return the columns of an entity's id and name; one may stand for both."""
    id, name = _called(head, "id"), _called(head, "name")
    return id or name, name or id


def _sign(head: FileHead) -> FileSign | None:
    if len(head.cells) < 2 or "" in head.cells[:2]:
        return None
    if ends := _ends(head):
        return FileSign(FileRole.BOTH, f"has the columns {ends.subject}, {ends.relation}, {ends.object}")
    id, name = _identity(head)
    return FileSign(FileRole.NODES, f"has the columns {id}, {name}") if id != name or _called(head, "type") else None


def _arrange(signed: Signed, heads: Sequence[FileHead]) -> tuple[Signed, Headers]:
    """Beside a table of entities, a table of relations holds relations alone."""
    if not any(sign.role is FileRole.NODES for _, sign in signed):
        return signed, ()
    return [(head, FileSign(FileRole.EDGES, s.why) if s.role is FileRole.BOTH else s) for head, s in signed], ()


def _fits(source: Path, found: RecognisedSource, half: Sequence[FileHead]) -> bool:
    """The other half of another format that is missing would give names to ids: then it is that format's to say so."""
    if not found.edges:
        return False
    if half and found.edges == found.nodes:
        return not all(map(_tells_ids, half))
    return by_name(source) is None


def _tells_ids(head: FileHead) -> bool:
    ends = _ends(head)
    rows = [split_row(line, head.delimiter) for line in head.text.splitlines()[1:_LOOKED_AT]]
    at = head.cells.index(ends.subject) if ends and ends.subject in head.cells else 0
    return all(_BARE_ID.fullmatch(row[at]) for row in rows if len(row) > at)


FORMAT = Format(
    name="table",
    title="a table with a header",
    rank=140,
    needs="a column for the relation (relation, predicate, … or any whose cells are verbs) and one for each end",
    both_needed=True,
    sign=_sign,
    arrange=_arrange,
    fits=_fits,
    read=TableSource,
    shape=(
        "any table with a header, `,` `;` `|` or tab between the cells: a column for the relation (`relation`,"
        " `predicate`, `link`, `Beziehung`, `relación` …) between its two ends (`source` and `target`, `from` and `to`,"
        " … or columns of any name, which is then the type: `drug,relation,disease`); if you like, a second table with"
        " `id`, `name`, `type`, `synonyms`, `description`"
    ),
    keeps=(
        "papers (`pmid`, `doi`, `reference` …), `sentence`, `negated`, `database`; other columns as properties. Without"
        " a second table an entity is its name, however that is capitalised"
    ),
)
