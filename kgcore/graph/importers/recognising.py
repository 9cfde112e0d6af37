"""Tells from the files themselves which format a source has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kgcore.errors import InputError
from kgcore.graph.files import find, is_imported, provenance_name
from kgcore.graph.formats import Format
from kgcore.graph.importers.heads import Head, head
from kgcore.graph.importers.parts import Part, parts_of
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.signs import NEEDS, SIGNS, Role, Sign
from kgcore.graph.importers.triples import HEADERS

_LONGEST_TEXT = 1 << 20
_BOTH_NEEDED = (Format.KGX, Format.HETIONET, Format.IDISK, Format.ADINT, Format.NEO4J, Format.BIOCYPHER)
_DATA = re.compile(r"[-_.]?(part)?[-_.]?\d*$", re.I)
Signed = list[tuple[Head, Sign]]


def recognise(source: Path, wanted: Format | None = None) -> Recognised:
    """Return what a folder, file, gzip or zip is; `wanted` asks for one format only.

    Raises InputError where it is none (of these), saying what was found and what would be understood.
    """
    if source.is_dir() and is_imported(source):
        raise InputError(f"{source} is an imported graph.", mend="Give it as --kg.")
    parts = parts_of(source)
    texts = [p for p in parts if provenance_name(p.name)]
    heads = [head(p) for p in parts if p not in texts]
    heads = [h for h in heads if h.first]
    found = _chosen(source, heads, wanted)
    read = {*found.nodes, *found.edges, *found.papers, *found.predicates, *found.names}
    read |= {h for _, h in found.headers}
    return Recognised(
        found.format, found.why, _name(source), found.nodes, found.edges, found.papers, found.predicates,
        found.names, found.headers, tuple(p for p in parts if p not in read and p not in texts), _provenance(texts),
    )  # fmt: skip


def _chosen(source: Path, heads: Sequence[Head], wanted: Format | None) -> Recognised:
    partial: tuple[Format, Signed] | None = None
    for format in [wanted] if wanted else SIGNS:
        signed = [(h, sign) for h in heads if (sign := SIGNS[format](h))]
        if not signed or (format is Format.BIOCYPHER and wanted is None):
            continue
        if format is Format.TRIPLES and wanted is None and not _may_be_triples(source, partial):
            break
        found = _sorted(format, signed, heads)
        if _whole(found):
            return found
        partial = partial or (format, signed)
    may_be = wanted in (None, Format.KGX) and (partial is None or partial[0] is Format.KGX)
    by_name = _kgx_by_name(source) if may_be else None
    if by_name is not None:
        return by_name
    raise _unknown(source, heads, partial, wanted)


def _may_be_triples(source: Path, partial: tuple[Format, Signed] | None) -> bool:
    """Half of another format with three columns is no file of triples, unless its header is one that triples have and
    no nodes.tsv lies beside it, however empty.
    """
    if partial is None:
        return _kgx_by_name(source) is None
    if source.is_dir() and any(path.name.removesuffix(".gz") == "nodes.tsv" for path in source.iterdir()):
        return False
    return all(tuple(cell.casefold() for cell in h.cells) in HEADERS for h, _ in partial[1])


def _sorted(format: Format, signed: Signed, heads: Sequence[Head]) -> Recognised:
    headers: tuple[tuple[Part, Part], ...] = ()
    if format in (Format.NEO4J, Format.BIOCYPHER):
        signed, headers = _with_headers(signed, heads)
        if headers and any("part" in data.stem.lower() for data, _ in headers):
            format = Format.BIOCYPHER
    if format is Format.KGX_JSONL and len(signed) == 1:
        signed = [(h, Sign(Role.BOTH, sign.why)) for h, sign in signed]
    if format is Format.TRIPLES:
        signed = [(h, _below_header(h, sign)) for h, sign in signed]
    roles = {role: tuple(h.part for h, s in signed if s.role is role) for role in Role}
    both = roles[Role.BOTH]
    first = {sign.role: f"{h.part.plain_name} {sign.why}" for h, sign in reversed(signed)}
    why = "; ".join(first[role] for role in (Role.NODES, Role.EDGES, Role.BOTH) if role in first)
    nodes, edges = roles[Role.NODES] + both, roles[Role.EDGES] + both
    others = roles[Role.PAPERS], roles[Role.PREDICATES], roles[Role.NAMES]
    return Recognised(format, why, "", nodes, edges, *others, headers)


def _below_header(found: Head, sign: Sign) -> Sign:
    named = tuple(cell.casefold() for cell in found.cells) in HEADERS
    return Sign(sign.role, sign.why if named else f"{sign.why} and no header")


def _whole(found: Recognised) -> bool:
    if found.format in _BOTH_NEEDED:
        return bool(found.nodes and found.edges)
    return bool(found.nodes or found.edges)


def _with_headers(signed: Signed, heads: Sequence[Head]) -> tuple[Signed, tuple[tuple[Part, Part], ...]]:
    """Find the tables of headers that stand in files of their own: "Drug-header.csv" and "Drug-part000.csv"."""
    alone = {_key(h.part): (h, sign) for h, sign in signed if h.alone and "header" in h.part.stem.lower()}
    if not alone:
        return signed, ()
    own = [(h, sign) for h, sign in signed if _key(h.part) not in alone or not h.alone]
    taken = {h.part for h, _ in signed}
    pairs: list[tuple[Part, Part]] = []
    for h in heads:
        found = alone.get(_DATA.sub("", h.part.stem.lower())) or alone.get(h.part.stem.lower())
        if h.part not in taken and found:
            pairs.append((h.part, found[0].part))
            own.append((h, Sign(found[1].role, f"has its header in {found[0].part.name}")))
    return own, tuple(pairs)


def _key(part: Part) -> str:
    return re.sub(r"[-_.]?headers?$|^headers?[-_.]?", "", part.stem.lower())


def _kgx_by_name(source: Path) -> Recognised | None:
    """Take a folder with files named nodes and edges for KGX, whatever is in them: the reader says what is wrong."""
    if not source.is_dir():
        return None
    names = {p.name.removesuffix(".gz") for p in source.iterdir()}
    if not names & {"nodes.tsv", "edges.tsv"} and not any(n.endswith(("_nodes.tsv", "_edges.tsv")) for n in names):
        return None
    files = find(source)
    why = f"{files.nodes.name} and {files.edges.name} are named so"
    return Recognised(
        Format.KGX, why, "", _one(files.nodes), _one(files.edges), _one(files.papers), _one(files.predicates)
    )


def _one(path: Path | None) -> tuple[Part, ...]:
    return (Part(path),) if path else ()


def _unknown(
    source: Path, heads: Sequence[Head], partial: tuple[Format, Signed] | None, wanted: Format | None
) -> InputError:
    if partial is not None:
        format, signed = partial
        here, sign = signed[0]
        return InputError(
            f"{source} looks like {format.words} ({here.part.name} {sign.why}), but not all of it is there.",
            mend=f"It needs {NEEDS[format]}. Give the folder or zip with all files.",
        )
    if wanted is not None:
        return InputError(f"{source} is not {wanted.words}.", mend=f"That needs {NEEDS[wanted]}.")
    if not heads:
        return InputError(f"{source} holds nothing to read.", mend="Give a folder with nodes.tsv and edges.tsv.")
    begins = "".join(c for c in heads[0].first[:60] if c.isprintable() or c == "\t").replace("\t", "<TAB>")
    known = ", ".join(f.words for f in Format)
    return InputError(
        f"{source} has no format that is known here: {heads[0].part.name} begins with “{begins}”.",
        mend=f"Known are {known}. --format NAME says which it is; docs/graphs.md shows their columns.",
    )


def _name(source: Path) -> str:
    path = source.resolve()
    name = path.name if source.is_dir() else path.name.partition(".")[0] or path.name
    return "".join(c for c in name if c.isprintable()) or "graph"


def _provenance(texts: Sequence[Part]) -> str:
    ranked = sorted(texts, key=lambda p: (provenance_name(p.name), str(p.path), p.member))
    if not ranked:
        return ""
    text = ranked[0].head(_LONGEST_TEXT).decode("utf-8", "replace")
    return "".join(c for c in text if c.isprintable() or c in "\n\t").strip()
