"""Tells from the files themselves which format a source has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from kgcore.errors import InputError
from kgcore.graph import is_imported
from kgcore.ingest.files import SourceFile, provenance_rank, source_files
from kgcore.ingest.formats import FileRole, Format, RecognisedSource, Signed, all_formats
from kgcore.ingest.text import FileHead, file_head

_LONGEST_TEXT = 1 << 20


def recognise_source(
    source: Path, wanted: Format | None = None, step: Callable[[], None] = lambda: None
) -> RecognisedSource:
    """Return what a folder, file, gzip or zip is; `wanted` asks for one format only. `step` is called before each file
    that is looked into, and may raise what ends it.

    Raises InputError where it is none (of these), saying what was found and what would be understood.
    """
    if source.is_dir() and is_imported(source):
        raise InputError(f"{source} is an imported graph.", hint="Give it as --kg.")
    files = source_files(source)
    texts = [file for file in files if provenance_rank(file.name)]
    known, heads = {*texts}, list[FileHead]()
    for file in files:
        step()
        if file not in known:
            heads.append(file_head(file))
    found = _choose(source, [head for head in heads if head.first], wanted)
    read = {*found.nodes, *found.edges, *found.papers, *found.predicates, *found.names, *(h for _, h in found.headers)}
    left = tuple(file for file in files if file not in read and file not in known)
    return replace(found, name=_graph_name(source), left=left, provenance=_provenance(texts))


def _choose(source: Path, heads: Sequence[FileHead], wanted: Format | None) -> RecognisedSource:
    """Return the first format that all is there of; else one that names of files tell."""
    half: tuple[Format, Signed] | None = None
    for format in [wanted] if wanted else sorted(all_formats(), key=lambda f: f.rank):
        signed = [(head, sign) for head in heads if (sign := format.sign(head))]
        if not signed:
            continue
        found = _by_role(format, signed, heads)
        if not (wanted or format.fits(source, found, [head for head, _ in half[1]] if half else ())):
            continue
        if (found.nodes and found.edges) or (not format.both_needed and (found.nodes or found.edges)):
            return found
        half = half or (format, signed)
    candidates = (half[0],) if half else (wanted,) if wanted else all_formats()
    named = next(filter(None, (format.by_name(source) for format in candidates)), None)
    if named is not None:
        return named
    raise _unknown(source, heads, half, wanted)


def _by_role(format: Format, signed: Signed, heads: Sequence[FileHead]) -> RecognisedSource:
    signed, headers = format.arrange(signed, heads)
    roles = {role: tuple(head.file for head, sign in signed if sign.role is role) for role in FileRole}
    both = roles[FileRole.BOTH]
    first = {sign.role: f"{head.file.plain_name} {sign.why}" for head, sign in reversed(signed)}
    why = "; ".join(first[role] for role in (FileRole.NODES, FileRole.EDGES, FileRole.BOTH) if role in first)
    return RecognisedSource(
        format,
        why,
        nodes=roles[FileRole.NODES] + both,
        edges=roles[FileRole.EDGES] + both,
        papers=roles[FileRole.PAPERS],
        predicates=roles[FileRole.PREDICATES],
        names=roles[FileRole.NAMES],
        headers=headers,
    )


def _unknown(
    source: Path, heads: Sequence[FileHead], half: tuple[Format, Signed] | None, wanted: Format | None
) -> InputError:
    """Return the error that says what was found, and what would be understood."""
    if half is not None:
        format, signed = half
        here, sign = signed[0]
        return InputError(
            f"{source} looks like {format.title} ({here.file.name} {sign.why}), but not all of it is there.",
            hint=f"It needs {format.needs}. Give the folder or zip with all files.",
        )
    if wanted is not None:
        return InputError(f"{source} is not {wanted.title}.", hint=f"That needs {wanted.needs}.")
    if not heads:
        return InputError(f"{source} holds nothing to read.", hint="Give a folder with nodes.tsv and edges.tsv.")
    begins = "".join(c for c in heads[0].first[:60] if c.isprintable() or c == "\t").replace("\t", "<TAB>")
    known = ", ".join(format.title for format in all_formats())
    return InputError(
        f"{source} has no format that is known here: {heads[0].file.name} begins with “{begins}”.",
        hint=f"Known are {known}. --format NAME says which it is; docs/graphs.md shows their columns.",
    )


def _graph_name(source: Path) -> str:
    path = source.resolve()
    name = path.name if source.is_dir() else path.name.partition(".")[0] or path.name
    return "".join(c for c in name if c.isprintable()) or "graph"


def _provenance(texts: Sequence[SourceFile]) -> str:
    ranked = sorted(texts, key=lambda file: (provenance_rank(file.name), str(file.path), file.member))
    if not ranked:
        return ""
    text = ranked[0].head(_LONGEST_TEXT).decode("utf-8", "replace")
    return "".join(c for c in text if c.isprintable() or c in "\n\t").strip()
