"""Articles out of whatever holds them: files, folders, archives; which reader takes a file is seen from how it begins.

Nothing is unpacked on the disk. What cannot be read is a line in the report, and the rest goes in.
"""

from __future__ import annotations

import io
import json
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import IO
from xml.etree.ElementTree import Element

from kgcore.errors import InputError
from kgcore.ingest.articles import bibtex, jats, medline, pdf, references
from kgcore.ingest.articles.rows import article_of_row
from kgcore.ingest.articles.xml import elements_in
from kgcore.ingest.files import files_below, ignore_progress, source_files
from kgcore.library.model import Article
from kgcore.values.text import whole

HEAD = 4096
MOST_MEMBERS = 5_000_000
_MOST_BYTES = 4 << 30  # of one file inside an archive, unpacked
_LONGEST_LINE = 64 << 20
_LONGEST_FIELD = 4 << 20
_MOST_WHOLE = 256 << 20  # of a file that is read at once
_TARS = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2")
_READERS = 2  # what the readers read: files that were added when they read less are read again
_KNOWN = "Papers are read from XML (JATS, PubMed, EndNote), RIS, BibTeX, .nbib, JSON and PDF."
_IGNORED = (".md", ".tsv", ".csv", ".png", ".jpg", ".gif", ".html", ".css", ".js", ".py", ".sha256", ".md5")


@dataclass(frozen=True, slots=True)
class ArticleFile:
    """A file with articles: its name in reports, what tells whether it has changed, and its content."""

    name: str
    mark: str
    stream: IO[bytes]


@dataclass(frozen=True, slots=True)
class Unread:
    """What could not be read, and why."""

    name: str
    reason: str


def article_files(source: Path) -> Iterator[ArticleFile | Unread]:
    """Yield the files of a source, one open at a time; each must be read before the next is asked for.

    Raises InputError where there is nothing there.
    """
    if source.is_dir():
        for path in (path for path in files_below(source) if path.suffix.lower() not in _IGNORED):
            yield from _guarded(path, path.relative_to(source).as_posix())
    elif source.is_file():
        yield from _guarded(source, source.name)
    elif source.exists():  # a pipe, which nobody may ever write to
        raise InputError(f"{source} is no file.", hint="Give a file, a folder or an archive.")
    else:
        raise InputError(f"There is no {source}.", hint="Give a file, a folder or an archive.")


def _guarded(path: Path, name: str) -> Iterator[ArticleFile | Unread]:
    try:
        yield from _files(path, name)
    except InputError as exc:
        yield Unread(name, str(exc))
    except (OSError, EOFError, tarfile.TarError, LZMAError, zlib.error) as exc:
        yield Unread(name, f"{name}: is damaged or cut short ({type(exc).__name__}).")


def _files(path: Path, name: str) -> Iterator[ArticleFile | Unread]:
    if path.name.lower().endswith(_TARS):
        yield from _tar(path, name)
        return
    stat = path.stat()
    for file in source_files(path):
        if file.member and PurePosixPath(file.member).suffix.lower() in _IGNORED:
            continue
        inner = f"{name}/{file.member}" if file.member else name
        with file.stream(ignore_progress) as stream:
            yield ArticleFile(inner, f"{_READERS}:{stat.st_size}.{stat.st_mtime_ns}", stream)


def _opened_tar(path: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(path, "r|*")
    except TypeError as exc:  # as the standard library has it where gzip's own header is cut short
        raise EOFError from exc


def _tar(path: Path, name: str) -> Iterator[ArticleFile | Unread]:
    with _opened_tar(path) as archive:
        for number, member in enumerate(archive):
            if number > MOST_MEMBERS:
                raise InputError(f"holds more than {MOST_MEMBERS:,} files.", where=name)
            inner = PurePosixPath(member.name)
            if not member.isreg() or inner.name.startswith(".") or inner.suffix.lower() in _IGNORED:
                continue  # links and devices are not followed
            shown = f"{name}/{member.name}"
            if member.size > _MOST_BYTES:
                yield Unread(shown, f"{shown}: is larger than {_MOST_BYTES >> 30} GB.")
                continue
            content = archive.extractfile(member)
            if content is not None:
                with content:
                    yield ArticleFile(shown, f"{_READERS}:{member.size}.{member.mtime}", content)


class _Rest:
    """A file whose head was read already, from its beginning."""

    def __init__(self, head: bytes, stream: IO[bytes]) -> None:
        self._head, self._stream = head, stream

    def read(self, size: int) -> bytes:
        if self._head:
            taken, self._head = self._head[:size], self._head[size:]
            return taken
        return self._stream.read(size)

    def lines(self) -> Iterator[bytes]:
        """Yield the lines, of very long ones in pieces."""
        first = self._head
        self._head = b""
        *whole, rest = first.split(b"\n")
        yield from whole
        yield rest + self._stream.readline(_LONGEST_LINE)
        while line := self._stream.readline(_LONGEST_LINE):
            yield line


def articles_in(file: ArticleFile) -> Iterator[Article | Unread]:
    """Yield the articles of a file, in its order, and what in it could not be read; never raises for its content."""
    try:
        head = file.stream.read(HEAD)
        yield from _read(_Rest(head, file.stream), head, file.name)
    except InputError as exc:
        yield Unread(file.name, str(exc))
    except (OSError, EOFError, tarfile.TarError, LZMAError, zlib.error) as exc:
        yield Unread(file.name, f"{file.name}: is damaged or cut short ({type(exc).__name__}).")


def _read(stream: _Rest, head: bytes, name: str) -> Iterator[Article | Unread]:
    begins = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not begins:
        yield Unread(name, f"{name}: is empty.")
    elif begins.startswith(b"<"):
        yield from _xml(stream, name)
    elif begins.startswith(b"{"):
        yield from _rows(stream, name)
    elif begins.startswith(pdf.MAGIC):
        yield pdf.article_of(io.BytesIO(_whole(stream, name)), name)
    elif begins.startswith(b"["):
        yield from _csl(_whole(stream, name), name)
    else:
        yield from _references(stream, _decoded(head), name)


def _xml(stream: _Rest, name: str) -> Iterator[Article | Unread]:
    found = False
    for number, element in enumerate(elements_in(stream, name, (jats.TAG, references.RECORD, *medline.TAGS)), 1):
        found = True
        article = _article_of(element)
        yield article if article is not None else Unread(name, f"{name}: article {number} has neither id nor title.")
    if not found:
        yield Unread(name, f"{name}: is XML, but neither JATS nor PubMed's nor EndNote's.")


def _article_of(element: Element) -> Article | None:
    match element.tag:
        case jats.TAG:
            return jats.article_of(element)
        case references.RECORD:
            return references.article_of_endnote(element)
        case _:
            return medline.article_of(element)


def _references(stream: _Rest, head: str, name: str) -> Iterator[Article | Unread]:
    """Yield the articles of a reference manager's text file."""
    if bibtex.is_bibtex(head) or name.lower().endswith(".bib"):  # comments may stand before the first entry
        for line, article in bibtex.bibtex_entries(_decoded(_whole(stream, name))):
            yield article or Unread(name, f"{name}:{line}: is broken, or has neither id nor title.")
        return
    for begins, records in ((references.is_ris, references.ris_records), (references.is_nbib, references.nbib_records)):
        if begins(head):
            for number, article in enumerate(records(_fields(stream, name)), 1):
                yield article or Unread(name, f"{name}: record {number} has neither id nor title.")
            return
    yield Unread(name, f"{name}: is in no format that is known here. {_KNOWN}")


def _fields(stream: _Rest, name: str) -> Iterator[str]:
    """Yield the lines of a text file. Raises InputError where one is longer than any field of a paper is."""
    for number, line in enumerate(stream.lines(), 1):
        if len(line) > _LONGEST_FIELD:
            raise InputError(f"has a line of more than {_LONGEST_FIELD >> 20} MB.", where=f"{name}:{number}")
        yield _decoded(line)


def _csl(content: bytes, name: str) -> Iterator[Article | Unread]:
    try:
        items = whole(json.loads(_decoded(content)))
    except (ValueError, RecursionError) as exc:
        raise InputError(f"is no JSON ({str(exc)[:80]}).", where=name) from exc
    for number, item in enumerate(items, 1):
        article = references.article_of_csl(item) if isinstance(item, dict) else None
        yield article or Unread(name, f"{name}: item {number} has neither id nor title.")


def _whole(stream: _Rest, name: str) -> bytes:
    content = stream.read(_MOST_WHOLE + 1)
    while len(content) <= _MOST_WHOLE and (more := stream.read(_MOST_WHOLE)):
        content += more
    if len(content) > _MOST_WHOLE:
        raise InputError(f"is larger than {_MOST_WHOLE >> 20} MB.", where=name)
    return content


def _decoded(content: bytes) -> str:
    """Return text that is UTF-8 or, as older programs write it, Windows' Latin-1."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _rows(stream: _Rest, name: str) -> Iterator[Article | Unread]:
    for number, line in enumerate(stream.lines(), 1):
        where = f"{name}:{number}"
        try:
            article = article_of_row(line.decode("utf-8-sig"), where)
        except UnicodeDecodeError:
            yield Unread(name, f"{where}: is not UTF-8.")
        except InputError as exc:
            yield Unread(name, str(exc))
        else:
            if article is not None:
                yield article
