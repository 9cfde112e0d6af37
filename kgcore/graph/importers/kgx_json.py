"""Reads KGX JSON Lines: one entity or relation a line, with Biolink's names.

Format: https://github.com/biolink/kgx/blob/master/specification/kgx-format.md
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kgcore.graph.denials import TRUTH
from kgcore.graph.importers.lines import lines
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Stage
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.shelf import NAMELESS, Said, called_instead, most_telling
from kgcore.graph.importers.shelved import Shelved
from kgcore.graph.rows import EdgeRow, NodeRow

_NODE = frozenset({"id", "name", "category", "categories", "synonym", "synonyms", "xref", "xrefs", "description"})
_EDGE = frozenset({"id", "subject", "predicate", "object", "negated", "publications", "publication"})
_SYNONYMS = ("synonym", "synonyms")
_SOURCES = ("primary_knowledge_source", "knowledge_source", "aggregator_knowledge_source", "provided_by")
_SENTENCES = ("sentences", "supporting_text")


class KgxJsonSource(Shelved):
    """See `Source`."""

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the lines that have an id and a category."""
        for part in self.found.nodes:
            both = part in self.found.edges
            for number, value in self._objects(part, Stage.NODES):
                if both and "subject" in value:
                    continue
                id, name, synonyms = _text(value.get("id")), _text(value.get("name")), _texts(value, *_SYNONYMS)
                extra = {str(k): _text(v) for k, v in value.items() if k not in _NODE}
                found = self.shelf.node(
                    (part, number),
                    id,
                    name.strip() or called_instead(id, synonyms),
                    most_telling(_texts(value, "category", "categories")),
                    synonyms=synonyms,
                    xrefs=_texts(value, "xref", "xrefs", "same_as", "equivalent_identifiers"),
                    description=_text(value.get("description")),
                    extra=extra,
                )
                if found is not None:
                    if not name.strip():
                        self.shelf.remark(NAMELESS)
                    yield found

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the lines that have a subject."""
        for part in self.found.edges:
            both = part in self.found.nodes
            for number, value in self._objects(part, Stage.EDGES, quiet=both):
                if both and "subject" not in value:
                    continue
                negated = value.get("negated")
                truth = negated if isinstance(negated, bool) else TRUTH.get(_text(negated).casefold())
                if truth is None:
                    self.shelf.bad(part, number, Trouble.BAD_NEGATED, _text(negated))
                    continue
                found = self.shelf.edge((part, number), _said(value, truth))
                if found is not None:
                    yield found

    def _objects(self, part: Part, stage: Stage, *, quiet: bool = False) -> Iterator[tuple[int, Mapping[str, Any]]]:
        findings = Findings() if quiet else self.shelf.findings
        for number, line in lines(part, findings, self.shelf.tick(stage)):
            if not line.strip():
                continue
            try:
                value = json.loads(line.removeprefix("\ufeff"))
            except (ValueError, RecursionError):
                value = None
            if isinstance(value, dict):
                yield number, value
            else:
                findings.add(f"{part.name}:{number}", Trouble.BAD_RECORD, "not a JSON object")


def _said(value: Mapping[str, Any], negated: bool) -> Said:
    known = {*_EDGE, *_SOURCES, *_SENTENCES}
    return Said(
        _text(value.get("subject")),
        _text(value.get("predicate")),
        _text(value.get("object")),
        negated,
        _texts(value, "publications", "publication"),
        _texts(value, *_SOURCES),
        _texts(value, *_SENTENCES),
        note=_text(value.get("note")),
        extra={str(k): _text(v) for k, v in value.items() if k not in known and k != "note"},
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
