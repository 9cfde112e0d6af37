"""What `evigraph library save`, `saved` and `update` do: searches that are kept, and what is new for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bot.config import Settings
from bot.graphs import plain_table, print_json
from bot.library import BATCH, meaning_text
from bot.terminal import output_console
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.ingest.articles.fetching import fetched, searched
from kgcore.ingest.articles.pubmed_query import pubmed_term, retracted_of
from kgcore.ingest.pubmed import Eutilities
from kgcore.library.ids import paper_url
from kgcore.library.model import Article, SavedSearch, Status
from kgcore.library.query import parse_query
from kgcore.ports import Embedder, Library, LibraryWriter

MOST_NEW = 500  # papers of one search in one update
_FIRST = timedelta(days=365)  # back to which a search looks at first
_OVERLAP = timedelta(days=3)  # PubMed dates papers by days, and somewhere it is still yesterday
LONGEST_NAME = 60


@dataclass(slots=True)
class UpdateReport:
    """What an update brought: new papers by search (its name), how many PubMed has beyond, and new retractions."""

    new: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    more: dict[str, int] = field(default_factory=dict)
    retracted: list[dict[str, str]] = field(default_factory=list)


async def save_command(settings: Settings, name: str, query: str, folder: Path | None, *, remove: bool) -> int:
    """Keep a search under a name, or forget it."""
    from bot.wiring_library import library_folder, open_library_at, open_writer

    if not name.strip() or len(name) > LONGEST_NAME:
        raise InputError(f"A name has 1 to {LONGEST_NAME} characters.")
    if not remove and not parse_query(query).terms:
        raise InputError("There are no words to look for.", hint='Write evigraph library save NAME "QUERY".')
    where = library_folder(settings, folder)
    await open_library_at(settings, where).close()  # a library that is not there is not begun
    writer = open_writer(settings, where, "")
    try:
        if remove and not writer.forget_search(name):
            raise InputError(f'No search is called "{name}".', hint="evigraph library saved lists them.")
        if not remove:
            writer.save_search(SavedSearch(name, query))
    finally:
        writer.close()
    said = "is forgotten" if remove else "is saved; evigraph library update looks for what is new"
    output_console().print(f'The search "{name}" {said}.', markup=False)
    return 0


async def saved_command(settings: Settings, folder: Path | None, as_json: bool) -> int:
    """Print the searches that are kept."""
    from bot.wiring_library import library_folder, open_library_at, open_writer

    where = library_folder(settings, folder)
    await open_library_at(settings, where).close()
    writer = open_writer(settings, where, "")
    try:
        found = writer.searches()
    finally:
        writer.close()
    if as_json:
        print_json({"searches": [{**asdict(s), "updated": _iso(s.updated)} for s in found]})
        return 0
    rows = ((s.name, s.query, _iso(s.updated) or "never") for s in found)
    output_console().print(plain_table("Saved searches", ("name", "query", "updated"), rows))
    return 0


async def update_command(settings: Settings, names: Sequence[str], folder: Path | None, as_json: bool) -> int:
    """Get new papers for saved searches from PubMed, and what was retracted of all that is here."""
    from bot.wiring import open_embedder
    from bot.wiring_library import library_folder, open_eutilities, open_library_at, open_writer

    where = library_folder(settings, folder)
    library, embedder = open_library_at(settings, where), open_embedder(settings)
    writer = open_writer(settings, where, "")
    try:
        wanted = _wanted(writer.searches(), names)
        updating = _Updating(library, writer, open_eutilities(settings), embedder)
        for search in wanted:
            await updating.search(search)
        await updating.retractions()
    finally:
        writer.close()
        await library.close()
    _print(updating.report, wanted, as_json)
    return 0


def _wanted(saved: Sequence[SavedSearch], names: Sequence[str]) -> list[SavedSearch]:
    known = {s.name: s for s in saved}
    if unknown := [name for name in names if name not in known]:
        raise InputError(f'No search is called "{unknown[0]}".', hint="evigraph library saved lists them.")
    return [known[name] for name in names] if names else list(saved)


class _Updating:
    """Asks PubMed and puts what it answers into the library."""

    def __init__(self, library: Library, writer: LibraryWriter, pubmed: Eutilities, embedder: Embedder | None) -> None:
        self._library, self._writer, self._pubmed = library, writer, pubmed
        self._embedder = embedder if embedder is not None and writer.embedder == embedder.name else None
        self.report = UpdateReport()

    async def search(self, search: SavedSearch) -> None:
        """Add what is new for one search since it was last updated."""
        today = datetime.now(UTC).date()
        since = (search.updated - _OVERLAP) if search.updated else today - _FIRST
        ids = searched(self._pubmed, pubmed_term(parse_query(search.query), since), MOST_NEW + 1)
        known = await self._library.articles(ids, whole=False)
        fresh = [id for id in ids[:MOST_NEW] if id not in known]
        found = list(fetched(self._pubmed, fresh)) if fresh else []
        await self._put(found)
        self._writer.save_search(SavedSearch(search.name, search.query, today))
        self.report.new[search.name] = list(map(_record, found))
        if len(ids) > MOST_NEW:
            self.report.more[search.name] = MOST_NEW

    async def retractions(self) -> None:
        """Mark what was retracted of the papers that are here and have a number of PubMed's."""
        gone = await self._library.retracted()
        heads = await self._library.articles(await self._library.ids(), whole=False)
        numbers = [id for a in heads.values() for id in a.ids if id.startswith("PMID:") and id not in gone]
        ids = list(retracted_of(self._pubmed, numbers))
        found = [a for a in fetched(self._pubmed, ids) if a.status is Status.RETRACTED] if ids else []
        await self._put(found)
        self.report.retracted = list(map(_record, found))

    async def _put(self, articles: Sequence[Article]) -> None:
        for start in range(0, len(articles), BATCH):
            some = articles[start : start + BATCH]
            vectors = await self._embedder.embed([meaning_text(a) for a in some]) if self._embedder else None
            self._writer.put(some, vectors)


def _record(article: Article) -> dict[str, str]:
    url = paper_url(article.ids)
    return {"id": article.id, "title": article.title, "design": article.design.value, "url": url}


def _print(report: UpdateReport, searches: Sequence[SavedSearch], as_json: bool) -> None:
    if as_json:
        print_json(asdict(report))
        return
    out = output_console()
    if not searches:
        out.print('No search is saved yet: evigraph library save NAME "QUERY".')
    for search in searches:
        found = report.new[search.name]
        out.print(f"{search.name}: {number_noun(len(found), 'new paper')}", style="bold", markup=False)
        if search.name in report.more:
            out.print(f"PubMed has more; the first {MOST_NEW:,} were looked at. Narrow the search, or update often.")
        _print_papers(found)
    out.print(f"{number_noun(len(report.retracted), 'new retraction')}", style="bold")
    _print_papers(report.retracted)


def _print_papers(found: Sequence[Mapping[str, str]]) -> None:
    for paper in found[:20]:
        output_console().print(f"  {paper['title'] or paper['id']} ({paper['url'] or paper['id']})", markup=False)
    if len(found) > 20:
        output_console().print(f"  and {len(found) - 20:,} more")


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
