"""KGX JSON Lines: one entity or relation a line, with Biolink's names.

Format: https://github.com/biolink/kgx/blob/master/specification/kgx-format.md
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kgcore.graph.denials import TRUTH
from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.biolink import with_qualifiers
from kgcore.ingest.cells import best_category
from kgcore.ingest.formats import FileRole, FileSign, Format, Headers, Signed
from kgcore.ingest.report import Findings, ImportStage, RowTrouble
from kgcore.ingest.source import CheckedSource, RawStatement
from kgcore.ingest.text import FileHead, json_lines

_NODE = frozenset({"id", "name", "category", "categories", "synonym", "synonyms", "xref", "xrefs", "description"})
_SOURCES = ("primary_knowledge_source", "knowledge_source", "aggregator_knowledge_source", "provided_by")
_SENTENCES = ("sentences", "supporting_text")
_EDGE = frozenset(
    {"id", "subject", "predicate", "object", "negated", "publications", "publication", "note", *_SOURCES, *_SENTENCES}
)


class KgxJsonSource(CheckedSource):
    """See `RowSource`."""

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the lines that have an id and a category."""
        for file in self.found.nodes:
            both = file in self.found.edges
            for number, value in json_lines(file, self.findings, self.advance(ImportStage.NODES)):
                if both and "subject" in value:
                    continue
                yield self.node(
                    (file, number),
                    _text(value.get("id")),
                    _text(value.get("name")),
                    best_category(_texts(value, "category", "categories")),
                    synonyms=_texts(value, "synonym", "synonyms"),
                    xrefs=_texts(value, "xref", "xrefs", "same_as", "equivalent_identifiers"),
                    description=_text(value.get("description")),
                    extra={str(k): _text(v) for k, v in value.items() if k not in _NODE},
                    nameless=True,
                )

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the lines that have a subject."""
        for file in self.found.edges:
            both = file in self.found.nodes
            for number, value in json_lines(
                file, Findings() if both else self.findings, self.advance(ImportStage.EDGES)
            ):
                if both and "subject" not in value:
                    continue
                negated = value.get("negated")
                truth = negated if isinstance(negated, bool) else TRUTH.get(_text(negated).casefold())
                if truth is None:
                    self.report((file, number), RowTrouble.BAD_NEGATED, _text(negated))
                else:
                    yield self.edge((file, number), _statement(value, truth))


def _statement(value: Mapping[str, Any], negated: bool) -> RawStatement:
    extra = {str(k): _text(v) for k, v in value.items() if k not in _EDGE}
    predicate, note = with_qualifiers(_text(value.get("predicate")), extra)
    return RawStatement(
        _text(value.get("subject")),
        predicate,
        _text(value.get("object")),
        negated,
        _texts(value, "publications", "publication"),
        _texts(value, *_SOURCES),
        _texts(value, *_SENTENCES),
        note="; ".join(filter(None, (_text(value.get("note")), note))),
        extra=extra,
        id=_text(value.get("id")),
    )


def _texts(value: Mapping[str, Any], *keys: str) -> list[str]:
    """Return the first of these members that is there, as a list."""
    found: Any = next((value[key] for key in keys if value.get(key)), [])
    if isinstance(found, str):
        return found.split("|")
    return [_text(v) for v in found] if isinstance(found, list) else [_text(found)]


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return "|".join(value)
    return json.dumps(value, ensure_ascii=False)


def _sign(head: FileHead) -> FileSign | None:
    value = head.json_object()
    if "links" in value or "edges" in value:
        return None
    if {"subject", "predicate", "object"} <= value.keys():
        return FileSign(FileRole.EDGES, "has JSON objects with subject, predicate and object")
    if {"id", "category"} <= value.keys() or {"id", "categories"} <= value.keys():
        return FileSign(FileRole.NODES, "has JSON objects with id and category")
    return None


def _arrange(signed: Signed, heads: Sequence[FileHead]) -> tuple[Signed, Headers]:
    """Take a file that stands alone for entities and relations."""
    return [(head, FileSign(FileRole.BOTH, sign.why)) for head, sign in signed] if len(signed) == 1 else signed, ()


FORMAT = Format(
    name="kgx-jsonl",
    title="KGX JSON Lines",
    rank=20,
    needs="JSON objects, one a line: with id and category, and with subject, predicate and object",
    sign=_sign,
    arrange=_arrange,
    read=KgxJsonSource,
    shape=(
        "KGX JSON Lines: one object a line with `id` and `category`, or `subject`, `predicate`, `object`; in one file"
        " or two"
    ),
    keeps="the same as of `kgx`",
)
