"""Articles from PubMed, asked for by their ids or by words, through NCBI's E-utilities.

https://www.ncbi.nlm.nih.gov/books/NBK25499/
"""

from __future__ import annotations

import asyncio
import io
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from kgcore.errors import GraphError, InputError, LibraryError
from kgcore.ingest.articles import medline
from kgcore.ingest.articles.xml import elements_in
from kgcore.ingest.pubmed import BATCH, Eutilities
from kgcore.library.ids import any_id
from kgcore.library.model import Article

_FIELDS = {"DOI": "[doi]", "PMC": "[pmcid]"}  # how PubMed's search names them
_AT_ONCE = 20  # ids of other kinds in one search
_LONGEST_LIST = 10_000_000  # bytes
_NAMES = 6  # of one side
_NO_NAME = re.compile(r'["\[\]()\s]+')  # what means something else to PubMed
_KEPT = 500  # answers that are remembered
_PATIENCE = 15.0  # seconds that a person waits
_LOOKED_AT = 20  # lines that tell whether a file is a list of ids


def ids_in(path: Path) -> tuple[str, ...]:
    """Return the ids of a file that has one on every line; () where it is no such list. Raises InputError."""
    if not path.is_file() or path.stat().st_size > _LONGEST_LIST:
        return ()
    lines = path.read_bytes().decode("utf-8-sig", "replace").splitlines()
    lines = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not lines or not all(any_id(line) for line in lines[:_LOOKED_AT]):
        return ()
    if bad := next((line for line in lines if not any_id(line)), ""):
        raise InputError(f'has "{bad[:60]}", which is no PMID, PMC id or DOI.', where=path.name)
    return tuple(dict.fromkeys(map(any_id, lines)))


def fetched(eutilities: Eutilities, ids: Sequence[str]) -> Iterator[Article]:
    """Yield the articles that PubMed has of these ids, some hundred at a time. Raises GraphError."""
    numbers = [id for id in ids if id.startswith("PMID:")]
    others = [id for id in ids if id.partition(":")[0] in _FIELDS]
    for start in range(0, len(others), _AT_ONCE):
        numbers += searched(eutilities, " OR ".join(map(_term, others[start : start + _AT_ONCE])), BATCH)
    numbers = list(dict.fromkeys(numbers))
    for start in range(0, len(numbers), BATCH):
        batch = ",".join(id.removeprefix("PMID:") for id in numbers[start : start + BATCH])
        yield from eutilities.ask("efetch", {"db": "pubmed", "retmode": "xml", "id": batch}, _articles)


def _term(id: str) -> str:
    kind, _, rest = id.partition(":")
    return f'"{rest}"{_FIELDS[kind]}'


def searched(eutilities: Eutilities, words: str, top: int) -> tuple[str, ...]:
    """Return the PubMed ids for words, in PubMed's own language and order of relevance. Raises GraphError."""
    fields = {"db": "pubmed", "retmode": "xml", "term": words, "retmax": str(top), "sort": "relevance"}
    return eutilities.ask("esearch", fields, _numbers)


class PubMed:
    """PubMed as a source of papers, asked politely and remembered; one request at a time."""

    def __init__(self, eutilities: Eutilities) -> None:
        self._eutilities = eutilities
        self._asking = asyncio.Lock()
        self._known: OrderedDict[str, tuple[Article, ...]] = OrderedDict()
        self._by_id: OrderedDict[str, Article | None] = OrderedDict()

    async def find(self, sides: Sequence[Sequence[str]], top: int) -> Sequence[Article]:
        """Return papers that name one of each side's names in title or abstract, in PubMed's order of relevance.

        Raises LibraryError.
        """
        words = " AND ".join(f"({' OR '.join(map(_in_text, names[:_NAMES]))})" for names in sides if names)
        async with self._asking:
            if words not in self._known:
                try:
                    async with asyncio.timeout(_PATIENCE):
                        self._known[words] = await asyncio.to_thread(self._ask, words, top)
                except (GraphError, TimeoutError) as exc:
                    raise LibraryError("PubMed could not be reached just now.") from exc
            self._known.move_to_end(words)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
            return self._known[words]

    async def by_ids(self, ids: Sequence[str]) -> Mapping[str, Article]:
        """Return the papers that PubMed has of these ids, by all of their ids. Raises LibraryError."""
        async with self._asking:
            left = [id for id in dict.fromkeys(ids) if id not in self._by_id]
            if left:
                try:
                    async with asyncio.timeout(_PATIENCE):
                        found = await asyncio.to_thread(lambda: list(fetched(self._eutilities, left)))
                except (GraphError, TimeoutError) as exc:
                    raise LibraryError("PubMed could not be reached just now.") from exc
                self._by_id |= dict.fromkeys(left)
                self._by_id |= {id: article for article in found for id in article.ids}
            known = {id: article for id in ids if (article := self._by_id[id]) is not None}
            while len(self._by_id) > _KEPT:
                self._by_id.popitem(last=False)
            return known

    def _ask(self, words: str, top: int) -> tuple[Article, ...]:
        ids = searched(self._eutilities, words, top)
        found = {article.ids[0]: article for article in fetched(self._eutilities, ids)} if ids else {}
        by_number = {id: article for article in found.values() for id in article.ids}
        return tuple(by_number[id] for id in ids if id in by_number)


def _in_text(name: str) -> str:
    return f'"{_NO_NAME.sub(" ", name).strip()}"[tiab]'


def _articles(body: bytes) -> list[Article]:
    found = map(medline.article_of, elements_in(io.BytesIO(body), "NCBI's answer", medline.TAGS))
    return [article for article in found if article is not None]


def _numbers(body: bytes) -> tuple[str, ...]:
    try:
        root = fromstring(body)
    except (ParseError, DefusedXmlException, ValueError) as exc:
        raise InputError("is no whole XML.", where="NCBI's answer") from exc
    return tuple(f"PMID:{one.text}" for one in root.iterfind("IdList/Id") if one.text and one.text.isdigit())
