"""The tables of a library's articles, from the XML or HTML that their sources had, ready for the index."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import chain
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from kgcore.english.abbreviations import abbreviations
from kgcore.library.model import Article, Markup, RawTable
from kgcore.library.tables import Table
from kgcore.library.tables_reading import read_table, tables_of
from kgcore.library.tables_store import PaperTables

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_TABULAR = frozenset(["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption"])
_CLOSES = {
    "tr": {"td", "th", "tr"},
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tbody": {"td", "th", "tr", "thead", "tbody"},
}
_DEEPEST = 200  # elements in elements; what is deeper is read as if it were not


def paper_tables(article: Article, id: str, mark: str) -> PaperTables:
    """Return an article's tables, read; one that cannot be read is left out.

    `id` is the one of its ids by which the index is brought up to date; `mark` changes when its tables do.
    """
    tables = [table for raw in article.tables if (table := read_raw_table(raw)) is not None]
    sections = chain(article.abstract, article.body)
    text = "\n".join(chain((s.text for s in sections), (c.text for c in article.captions)))
    paper = article.pmc or article.id
    return PaperTables(paper, id, mark, _named_once(tables), tuple(abbreviations(text).items()))


def _named_once(tables: list[Table]) -> tuple[Table, ...]:
    seen: dict[str, Table] = {}
    for table in tables:
        seen.setdefault(table.id, table)
    return tuple(seen.values())


def read_raw_table(raw: RawTable) -> Table | None:
    """Return the table of its source; None where it has no cells, or cannot be read."""
    if raw.markup is Markup.HTML:
        found = next(iter(tables_of(html_tree(raw.source))), None)
    else:
        try:
            found = read_table(fromstring(raw.source), raw.id)
        except (ParseError, DefusedXmlException, ValueError):
            return None
    if found is None:
        return None
    label, caption = found.label or raw.label, found.caption or raw.caption
    return Table(
        raw.id, label, caption, found.columns, found.rows, found.cells, found.stub, found.footnotes, found.notes
    )


def html_tree(html: str) -> Element:
    """Return a page as a tree, however carelessly it was written."""
    reader = _HtmlReader()
    reader.feed(html)
    return reader.finished()


class _HtmlReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._tree = TreeBuilder()
        self._open: list[str] = []
        self._tree.start("html", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self._open and self._open[-1] in _CLOSES.get(tag, ()):
            self._end()
        if tag in ("tr", "td", "th"):  # what was not closed inside a cell ends with it
            while self._open and self._open[-1] not in _TABULAR:
                self._end()
            while self._open and self._open[-1] in _CLOSES[tag]:
                self._end()
        if len(self._open) >= _DEEPEST:
            return
        self._tree.start(tag, {name: value or "" for name, value in attrs})
        if tag in _VOID:
            self._tree.end(tag)
        else:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open[-_DEEPEST:]:
            while self._open and self._open[-1] != tag:
                self._end()
            self._end()

    def handle_data(self, data: str) -> None:
        self._tree.data(data)

    def _end(self) -> None:
        self._tree.end(self._open.pop())

    def finished(self) -> Element:
        """Return the tree of all that was read."""
        while self._open:
            self._end()
        self._tree.end("html")
        return self._tree.close()
