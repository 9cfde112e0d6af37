"""Names for a graph's entities from where names are kept: MeSH, UMLS (MRCONSO.RRF), OBO, or a file of two columns.

Only names are taken that tell an entity from all others: a name that several entities would get, or that is another
entity's already, is left out and counted, for a team's names win over the graph's own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from kgcore.errors import InputError
from kgcore.graph.embedded.rows import open_rows
from kgcore.ingest.files import Advance, SourceFile, ignore_progress, source_files
from kgcore.ingest.report import Findings
from kgcore.ingest.text import file_head, text_lines
from kgcore.linking.names import join_letters, tokens
from kgcore.linking.team_names import NameRow, is_name

Named = tuple[tuple[str, ...], str]  # identifiers of one thing, and a name of it

# https://www.ncbi.nlm.nih.gov/books/NBK9685/table/ch03.T.concept_names_and_sources_file_mr/ (columns of MRCONSO)
_CUI, _LANGUAGE, _SOURCE, _CODE, _STRING, _SUPPRESSED, _COLUMNS = 0, 1, 11, 13, 14, 16, 18
_SOURCES = {"MSH": "MESH", "OMIM": "OMIM", "RXNORM": "RXNORM", "SNOMEDCT_US": "SNOMEDCT", "NCI": "NCIT", "HPO": ""}
_OBO_SYNONYM = re.compile(r'"((?:[^"\\]|\\.)*)"\s+EXACT\b')
_PREFIXES = {"UMLS_CUI": "UMLS", "CUI": "UMLS", "MSH": "MESH", "MESHID": "MESH", "HP": "HP", "MONDOID": "MONDO"}


@dataclass(frozen=True, slots=True)
class ImportedNames:
    """The rows that can be added, and how many names were left out, by the reason."""

    rows: tuple[NameRow, ...]
    left: Mapping[str, int]


def names_from(source: Path, graph: Path, advance: Advance = ignore_progress) -> ImportedNames:
    """Return the names that a file has for the entities of an imported graph. Raises InputError and GraphError."""
    known = _KnownNames(graph)
    left, found = Counter[str](), dict[str, tuple[str, dict[str, None]]]()
    (file, *more) = source_files(source)
    if more:
        raise InputError(f"{source} holds several files.", hint="Give one of them.")
    for ids, name in _read(file, advance):
        meant = known.meant(ids)
        if not meant:
            left["of things that this graph does not have"] += 1
        elif not is_name(name) or not name.strip():
            left["that are no names"] += 1
        else:
            _, ends = found.setdefault(join_letters(tokens(name)), (name.strip(), {}))
            ends |= dict.fromkeys(meant)
    rows = []
    for key, (name, ends) in found.items():
        owners = known.owners(key)
        if owners & set(ends):
            left["that the graph has already"] += 1
        elif owners:
            left["that are another entity's name in this graph"] += 1
        elif len(ends) > 1:
            left["that several entities would get"] += 1
        else:
            rows.append(NameRow(name, next(iter(ends)), file.name))
    return ImportedNames(tuple(rows), dict(left))


class _KnownNames:
    """The identifiers and names of a graph."""

    def __init__(self, graph: Path) -> None:
        self._by_id: dict[str, dict[str, None]] = {}
        self._by_name: dict[str, set[str]] = {}
        with open_rows(graph) as rows:
            for node in rows.nodes():
                for id in (node.id, *node.xrefs):
                    self._by_id.setdefault(_identifier(id), {})[node.id] = None
                for name in (node.name, *node.synonyms):
                    self._by_name.setdefault(join_letters(tokens(name)), set()).add(node.id)

    def meant(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the entities that bear one of these identifiers, or this one name."""
        found: dict[str, None] = {}
        for id in ids:
            found |= self._by_id.get(_identifier(id)) or {}
            named = self._by_name.get(join_letters(tokens(id)), set()) if not found else set()
            found |= dict.fromkeys(named) if len(named) == 1 else {}
        return tuple(found)

    def owners(self, key: str) -> set[str]:
        """Return the entities that have this name."""
        return self._by_name.get(key, set())


def _identifier(id: str) -> str:
    prefix, mark, local = id.strip().partition(":")
    if not mark:
        return prefix.casefold()
    return f"{_PREFIXES.get(prefix.upper(), prefix).casefold()}:{local.strip().casefold()}"


def _read(file: SourceFile, advance: Advance) -> Iterator[Named]:
    """Yield what a file says, in whatever form it has; raises InputError where it has none of the known ones."""
    head = file_head(file)
    text = head.text.lstrip()
    if text.startswith("<"):
        return _mesh_xml(file, advance)
    if "*NEWRECORD" in head.text[:1000]:
        return _mesh_ascii(file, advance)
    if head.first.startswith("format-version:") or "\n[Term]" in head.text:
        return _obo(file, advance)
    if re.match(r"C\d{7}\|[A-Z]{3}\|", head.first):
        return _mrconso(file, advance)
    if len(head.first.split("\t")) in (2, 3):
        return _two_columns(file, advance)
    raise InputError(
        "has no form that is known here.",
        where=file.name,
        hint="Give MRCONSO.RRF, MeSH's desc….xml or d….bin, an .obo file, or lines of name<TAB>id.",
    )


def _mrconso(file: SourceFile, advance: Advance) -> Iterator[Named]:
    for _, line in text_lines(file, Findings(), advance):
        cells = line.split("|")
        if len(cells) < _COLUMNS or cells[_LANGUAGE] != "ENG" or cells[_SUPPRESSED] not in ("N", ""):
            continue
        prefix = _SOURCES.get(cells[_SOURCE])
        code = () if prefix is None else (f"{prefix}:{cells[_CODE]}" if prefix else cells[_CODE],)
        yield (f"UMLS:{cells[_CUI]}", cells[_CUI], *code), cells[_STRING]


def _obo(file: SourceFile, advance: Advance) -> Iterator[Named]:
    """Yield names and exact synonyms; related, broader and narrower ones are names of something else."""
    ids: list[str] = []
    names: list[str] = []
    for _, line in text_lines(file, Findings(), advance):
        key, _, value = line.partition(": ")
        if line.startswith("["):
            yield from ((tuple(ids), name) for name in names)
            ids, names = [], []
        elif key in ("id", "alt_id", "xref"):
            ids.append(value.split(" ", 1)[0].strip())
        elif key == "name":
            names.append(value.strip())
        elif key == "synonym" and (found := _OBO_SYNONYM.match(value)):
            names.append(re.sub(r"\\(.)", r"\1", found[1]))
    yield from ((tuple(ids), name) for name in names)


def _mesh_ascii(file: SourceFile, advance: Advance) -> Iterator[Named]:
    """Yield headings and entry terms of MeSH's own text format (d2025.bin, c2025.bin)."""
    names: list[str] = []
    for _, line in text_lines(file, Findings(), advance):
        key, _, value = (part.strip() for part in line.partition("="))
        if line.startswith("*NEWRECORD"):
            names = []
        elif key in ("MH", "NM", "ENTRY", "PRINT ENTRY", "SY"):
            names.append(value.split("|", 1)[0])
        elif key == "UI":
            yield from (((f"MESH:{value}", value), name) for name in names)


def _mesh_xml(file: SourceFile, advance: Advance) -> Iterator[Named]:
    """Yield the terms of MeSH's XML (desc2025.xml, supp2025.xml): those of a record's preferred concept only."""
    with file.stream(advance) as stream:
        for record, kind in _records(stream, file.name):
            ui = record.findtext(f"{kind}UI") or ""
            for concept in record.iterfind("ConceptList/Concept"):
                if concept.get("PreferredConceptYN") == "Y":
                    yield from (((f"MESH:{ui}", ui), t.text or "") for t in concept.iterfind("TermList/Term/String"))


def _records(stream: IO[bytes], name: str) -> Iterator[tuple[Any, str]]:
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
    from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

    try:
        for _, element in iterparse(stream, ("end",), forbid_entities=True, forbid_external=True):
            kind = {"DescriptorRecord": "Descriptor", "SupplementalRecord": "SupplementalRecord"}.get(element.tag)
            if kind:
                yield element, kind
                element.clear()
    except (DefusedXmlException, ParseError, ValueError, LookupError) as exc:
        raise InputError("is no whole MeSH XML.", where=name, hint="Download it again, or give d….bin.") from exc


def _two_columns(file: SourceFile, advance: Advance) -> Iterator[Named]:
    """Yield lines of name<TAB>id, where a name that is one entity's alone stands for its id."""
    for number, line in text_lines(file, Findings(), advance):
        cells = [cell.strip() for cell in line.removeprefix("\ufeff").split("\t")]
        if number == 1 and cells[0].casefold() == "name" and len(cells) > 1:
            continue
        if len(cells) >= 2 and all(cells[:2]):
            yield (cells[1],), cells[0]
