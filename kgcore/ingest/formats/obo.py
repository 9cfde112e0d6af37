"""Ontologies in OBO format: terms with what they are kinds of and how else they are related.

Format: https://owlcollab.github.io/oboformat/doc/GO.format.obo-1_4.html
A term says of what sort it is by its namespace, where the file has several, or by the uppermost of the terms that it is
a kind of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format, RecognisedSource
from kgcore.ingest.report import Findings, ImportStage, Progress
from kgcore.ingest.source import At, CheckedSource, RawStatement
from kgcore.ingest.text import FileHead, text_lines

_TERMS = frozenset({"Term", "Instance"})
_KIND_OF = "is_a"
_PARENTS = {_KIND_OF: _KIND_OF, "instance_of": _KIND_OF}
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_REMARK = re.compile(r"\s+!.*$")
_MODIFIERS = re.compile(r"\s*(?<!\\)\{([^{}]*)\}\s*$")
_PAPER = re.compile(r"\bPMID:\d{1,9}\b", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")
_CODED = re.compile(r"(?:RO|BFO)[_:]\d{7}")
_DEEPEST = 100  # steps upwards that are taken: where terms are kinds of each other, there is no uppermost


class _Tag(NamedTuple):
    """One line of a stanza."""

    number: int
    key: str
    value: str


class _Stanza(NamedTuple):
    """One stanza: what it is of, where it begins, its lines."""

    of: str
    at: At
    tags: tuple[_Tag, ...]

    def first(self, key: str) -> str:
        return next((tag.value for tag in self.tags if tag.key == key), "")

    @property
    def id(self) -> str:
        return _plain(self.first("id"))

    @property
    def counts(self) -> bool:
        """Whether it describes a term that is still in use."""
        return self.of in _TERMS and not self.first("is_obsolete").startswith("true")


class OboSource(CheckedSource):
    """See `RowSource`."""

    def __init__(self, found: RecognisedSource, findings: Findings, progress: Progress) -> None:
        super().__init__(found, findings, progress)
        self._above: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._namespaces: dict[str, str] = {}
        self._relations: dict[str, str] = {}
        self._by_namespace = self._one_uppermost = False

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the terms; those that are obsolete are counted."""
        self._look_over()
        for stanza in self._stanzas(ImportStage.NODES):
            if not stanza.counts:
                if stanza.of in _TERMS:
                    self.remark("obsolete terms, left out")
                continue
            said = [tag for tag in stanza.tags if tag.key == "synonym"]
            yield self.node(
                stanza.at,
                stanza.id,
                _plain(stanza.first("name")),
                self._sort(stanza.id),
                synonyms=[_quoted(tag.value) for tag in said],
                xrefs=[_plain(tag.value).partition(" ")[0] for tag in stanza.tags if tag.key == "xref"],
                description=_quoted(stanza.first("def")),
                nameless=True,
            )

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield what terms are kinds of, and their other relations, with the papers that their sources name."""
        for stanza in self._stanzas(ImportStage.EDGES):
            for tag in stanza.tags if stanza.counts else ():
                relation, target = _related(tag)
                if relation:
                    papers = _PAPER.findall(tag.value) if _MODIFIERS.search(_REMARK.sub("", tag.value)) else []
                    said = RawStatement(stanza.id, self._relations.get(relation, relation), target, False, papers)
                    yield self.edge((stanza.at[0], tag.number), said)

    def _look_over(self) -> None:
        """Note names, namespaces, what each term is a kind of, and what relations are called."""
        for stanza in self._stanzas(ImportStage.PREDICATES):
            name = _plain(stanza.first("name"))
            if stanza.of == "Typedef" and name and not _CODED.fullmatch(stanza.id):
                self._relations[stanza.id] = name
            if stanza.counts:
                self._names[stanza.id] = name
                self._namespaces[stanza.id] = _plain(stanza.first("namespace"))
                above = next((_related(t)[1] for t in stanza.tags if t.key in _PARENTS), "")
                if above:
                    self._above[stanza.id] = above
        self._by_namespace = len(set(self._namespaces.values()) - {""}) > 1
        self._one_uppermost = sum(one not in self._above for one in self._names) == 1

    def _sort(self, id: str) -> str:
        """Return of what sort a term is; where all are kinds of one, the ones below that tell sorts apart."""
        if self._by_namespace:
            return self._namespaces[id].replace("_", " ")
        way = [id]
        while (above := self._above.get(way[-1], "")) in self._names and len(way) < _DEEPEST:
            way.append(above)
        return self._names[way[-2] if self._one_uppermost and len(way) > 1 else way[-1]]

    def _stanzas(self, stage: ImportStage) -> Iterator[_Stanza]:
        quiet = Findings() if stage is not ImportStage.NODES else self.findings  # faults are listed once
        for file in self.found.edges:
            yield from _stanzas_of(file, quiet, self, stage)


def _stanzas_of(file: SourceFile, findings: Findings, source: OboSource, stage: ImportStage) -> Iterator[_Stanza]:
    of, at, tags = "", (file, 0), list[_Tag]()
    for number, line in text_lines(file, findings, source.advance(stage)):
        said = line.strip()
        if said.startswith("[") and said.endswith("]"):
            yield _Stanza(of, at, tuple(tags))
            of, at, tags = said[1:-1], (file, number), []
        elif of and said and not said.startswith("!"):
            key, _, value = said.partition(":")
            tags.append(_Tag(number, key, value.strip()))
    yield _Stanza(of, at, tuple(tags))


def _plain(value: str) -> str:
    """Return a value without remark, modifiers and escapes."""
    return _ESCAPED.sub(r"\1", _MODIFIERS.sub("", _REMARK.sub("", value))).strip()


def _quoted(value: str) -> str:
    found = _QUOTED.search(value)
    return _ESCAPED.sub(r"\1", found[1]) if found else ""


def _related(tag: _Tag) -> tuple[str, str]:
    """Return the relation and the other term of a line; ("", "") for a line that relates nothing."""
    said = _plain(tag.value)
    if tag.key in _PARENTS:
        return _PARENTS[tag.key], said.partition(" ")[0]
    relation, _, target = said.partition(" ") if tag.key == "relationship" else ("", "", "")
    return relation, target.partition(" ")[0]


def _sign(head: FileHead) -> FileSign | None:
    begins = head.first.startswith(("format-version:", "ontology:", "[Term]"))
    if begins and head.file.plain_name.endswith(".obo"):
        return FileSign(FileRole.BOTH, "is an ontology in OBO format")
    return None


FORMAT = Format(
    name="obo",
    title="OBO",
    rank=1000,
    needs="a file .obo that begins with format-version and has [Term] stanzas",
    sign=_sign,
    read=OboSource,
    shape="an ontology, `.obo`, by itself",
    keeps=(
        "names, synonyms, definitions, cross-references; `is_a`, `instance_of` and every `relationship`, under the name"
        " of its `[Typedef]`, with the PMIDs in `{source=…}`. The type is the namespace where there are several, else"
        " the uppermost term. Obsolete terms are left out and counted"
    ),
)
