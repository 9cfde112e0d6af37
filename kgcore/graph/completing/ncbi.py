"""Asks NCBI's E-utilities for papers; https://www.ncbi.nlm.nih.gov/books/NBK25497/"""

from __future__ import annotations

import io
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlencode

from kgcore.errors import GraphError, InputError
from kgcore.graph.completing.pubmed_xml import Article, articles

URL = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
BATCH = 200  # ids in one request, NBK25499 on efetch
PACE, PACE_WITH_KEY = 3, 10  # requests a second, NBK25497 "Frequency, Timing and Registration"
TRIES = 5
LONGEST_WAIT = 60.0
_MOST_BYTES = 64 << 20
_TIMEOUT = 30
_TOOL = "evigraph"


class Ncbi:
    """Fetches articles by PubMed id, politely, and remembers them in `cache`. `wait` sleeps."""

    def __init__(
        self, cache: Path, *, url: str = URL, key: str = "", wait: Callable[[float], None] = time.sleep
    ) -> None:
        self._cache = cache
        self._url = url.rstrip("/")
        self._key = key
        self._wait = wait
        self._last = 0.0
        self.requests = 0

    def articles(self, pmids: Sequence[str], tick: Callable[[int, int], None]) -> Iterator[Article]:
        """Yield what is known of these papers ("PMID:1"), what was fetched before first.

        Raises GraphError where NCBI does not answer after all tries; what came until then has been yielded and kept.
        """
        self._cache.parent.mkdir(parents=True, exist_ok=True)
        with _opened(self._cache) as db:
            done, open_ = 0, list[str]()
            for start in range(0, len(pmids), BATCH):
                batch = pmids[start : start + BATCH]
                known = _kept(db, batch)
                done += len(known)
                open_ += [pmid for pmid in batch if pmid not in known]
                yield from (article for article in known.values() if article.title)
            tick(done, len(pmids))
            for start in range(0, len(open_), BATCH):
                batch = open_[start : start + BATCH]
                found = {article.ids[0]: article for article in self._fetch(batch)}
                # What NCBI does not know is remembered, too: it is not asked for again.
                _keep(db, [found.get(pmid) or Article((pmid,), "", "", 0) for pmid in batch])
                done += len(batch)
                tick(done, len(pmids))
                yield from found.values()

    def _fetch(self, pmids: Sequence[str]) -> list[Article]:
        fields = {"db": "pubmed", "retmode": "xml", "tool": _TOOL, "id": ",".join(p.partition(":")[2] for p in pmids)}
        body = urlencode(fields | ({"api_key": self._key} if self._key else {})).encode()
        trouble = ""
        for attempt in range(TRIES):
            self._pace()
            try:
                # The address is the operator's own setting and http(s), see bot/config.py.
                request = urllib.request.Request(f"{self._url}/efetch.fcgi", body)  # noqa: S310
                with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:  # noqa: S310
                    return list(articles(io.BytesIO(answer.read(_MOST_BYTES)), "NCBI's answer"))
            except urllib.error.HTTPError as exc:
                with exc:
                    trouble, after = f"it answered {exc.code}", _seconds(exc.headers.get("Retry-After"))
                if exc.code != 429 and exc.code < 500:
                    raise GraphError(f"NCBI refused the request ({exc.code}).", mend="Check NCBI_API_KEY.") from None
            except (OSError, HTTPException) as exc:
                trouble, after = f"{type(exc).__name__}", 0.0
            except InputError:
                trouble, after = "its answer breaks off", 0.0
            if attempt + 1 < TRIES:
                self._wait(min(max(after, 2.0**attempt), LONGEST_WAIT))
        raise GraphError(f"NCBI cannot be reached just now ({trouble}).", mend="Try again later; what came is kept.")

    def _pace(self) -> None:
        pause = 1 / (PACE_WITH_KEY if self._key else PACE)
        left = self._last + pause - time.monotonic()
        if left > 0:
            self._wait(left)
        self._last = time.monotonic()
        self.requests += 1


def _seconds(text: str | None) -> float:
    return float(text) if text and text.isdigit() else 0.0


class _opened:  # noqa: N801  (used like a function)
    """The cache: one row per paper. One that is damaged is begun anew."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> sqlite3.Connection:
        try:
            self._db = self._open()
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            self._db = self._open()
        return self._db

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, check_same_thread=False)
        db.execute("CREATE TABLE IF NOT EXISTS articles(pmid TEXT PRIMARY KEY, title TEXT, journal TEXT, year INTEGER)")
        return db


def _kept(db: sqlite3.Connection, pmids: Sequence[str]) -> dict[str, Article]:
    marks = ",".join("?" * len(pmids))
    rows = db.execute(f"SELECT pmid, title, journal, year FROM articles WHERE pmid IN ({marks})", tuple(pmids))
    return {pmid: Article((pmid,), title, journal, year) for pmid, title, journal, year in rows}


def _keep(db: sqlite3.Connection, found: Sequence[Article]) -> None:
    with db:
        rows = [(a.ids[0], a.title, a.journal, a.year) for a in found]
        db.executemany("INSERT OR REPLACE INTO articles VALUES(?,?,?,?)", rows)
