"""Articles in PDF: title, text by section, and an id where the first pages print one. Tables are not read.

A PDF holds glyphs at places; what is read of it is as good as the order in which it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import IO, Any

from kgcore.errors import InputError
from kgcore.library.design import study_design
from kgcore.library.ids import doi, title_id
from kgcore.library.model import ABSTRACT, Article, Section

MAGIC = b"%PDF-"
MOST_PAGES = 1_000
MOST_CHARACTERS = 5_000_000
_LEAST_TEXT = 200  # characters of a whole file: less is a scan
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>,;]{1,200}", re.IGNORECASE)
_ID_PAGES = 2
_HEADINGS = re.compile(
    r"(?:\d{1,2}\.?\s+)?(abstract|summary|introduction|background|objectives?|methods?|materials? and methods"
    r"|patients and methods|participants|statistical analysis|results?|findings|discussion|conclusions?|limitations"
    r"|funding|acknowledge?ments?|references|literature cited|bibliography)\s*[:.]?",
    re.IGNORECASE,
)
_ENDS = ("references", "literature cited", "bibliography")
_SPLIT = re.compile(r"(\w)[-\u00ad]\n(?=[a-z])")
_SPACED = re.compile(r"(?:[A-Z] ){4,}[A-Z]")  # "A B S T R A C T"
_SHORTEST_TITLE, _LONGEST_TITLE = 15, 300  # characters
_NO_TITLE = re.compile(
    r"^(?:microsoft word|untitled|doi:|https?:|\S+\.(?:docx?|pdf|tex|indd|dvi))|^\S+$", re.IGNORECASE
)


def article_of(stream: IO[bytes], name: str) -> Article:
    """Return the article of a PDF. Raises InputError where it has no text, or cannot be read."""
    from pypdf.errors import PyPdfError

    try:
        given, texts = _read(stream, name)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError) as exc:
        raise InputError(f"is no whole PDF ({type(exc).__name__}).", where=name) from exc
    except (NotImplementedError, RecursionError, ImportError) as exc:
        raise InputError("is written in a way that cannot be read here.", where=name) from exc
    title = _title(given, texts[0] if texts else "")
    if sum(map(len, texts)) < _LEAST_TEXT:
        least = f"has hardly any text ({sum(map(len, texts))} characters): it is a scan, or no paper."
        raise InputError(least, where=name, hint="Run it through text recognition (OCR) first.")
    found = _DOI.search("\n".join(texts[:_ID_PAGES]))
    own = doi(found[0].rstrip(".)")) if found else ""
    sections = tuple(_sections("\n".join(texts)))
    abstract = tuple(replace(s, title=ABSTRACT) for s in sections if s.title.lower() in ("abstract", "summary"))
    body = tuple(s for s in sections if s.title.lower() not in ("abstract", "summary"))
    article = Article((own or title_id(title or name, None),), title or name, abstract, body)
    return replace(article, design=study_design(article))


def _read(stream: IO[bytes], name: str) -> tuple[str, list[str]]:
    """Return the title that the file gives itself, and the text of every page."""
    from pypdf import PdfReader

    reader = PdfReader(stream)
    if reader.is_encrypted and not reader.decrypt(""):
        raise InputError("is closed by a password.", where=name, hint="Save it without one.")
    tree: Any = reader.root_object["/Pages"]
    said = tree.get("/Count", 0)  # counting thousands takes long
    pages = said if said > MOST_PAGES else len(reader.pages)
    if pages > MOST_PAGES:
        raise InputError(f"has {pages:,} pages: that is no article.", where=name)
    return _metadata(reader), list(_page_texts(reader.pages))


def _page_texts(pages: Iterable[Any]) -> Iterator[str]:
    left = MOST_CHARACTERS
    for page in pages:
        text = (page.extract_text() or "").replace("\x00", " ").encode("utf-8", "replace").decode()[:left]
        left -= len(text)
        yield text
        if left <= 0:
            return


def _metadata(reader: Any) -> str:
    title = reader.metadata.title if reader.metadata else None
    return " ".join(title.split()) if isinstance(title, str) else ""


def _title(given: str, first_page: str) -> str:
    """Return the file's own title where it is one, else the first lines that read like one."""
    if _SHORTEST_TITLE <= len(given) <= _LONGEST_TITLE and not _NO_TITLE.search(given):
        return given
    lines = [" ".join(line.split()) for line in first_page.split("\n")[:40]]
    for n, line in enumerate(lines):
        if len(line) >= _SHORTEST_TITLE and line.count(" ") > 2 and not _DOI.search(line) and "©" not in line:
            rest = lines[n + 1] if n + 1 < len(lines) else ""
            goes_on = (rest[:1].islower() and not _DOI.search(rest)) or line.endswith(
                (":", "-", "–", " of", " in", " and", " the", " for")
            )
            return (f"{line} {rest}" if goes_on else line)[:_LONGEST_TITLE]
    return ""


def _sections(text: str) -> Iterator[Section]:
    """Yield the text under its headings; references are left out."""
    text = _SPACED.sub(lambda m: m[0].replace(" ", ""), _SPLIT.sub(r"\1", text))
    title, lines = "", list[str]()
    for line in text.split("\n"):
        heading = _HEADINGS.fullmatch(line.strip())
        if heading is None:
            lines.append(line)
            continue
        yield from _section(title, lines)
        title, lines = heading[1].capitalize(), []
        if title.lower() in _ENDS:
            return
    yield from _section(title, lines)


def _section(title: str, lines: Sequence[str]) -> Iterator[Section]:
    text = " ".join(" ".join(lines).split())
    if text:
        yield Section(title, text)
