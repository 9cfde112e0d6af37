"""The pages that are open just now. Offering a snapshot never waits; a slow page gets the newest one per turn."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from itertools import count

from adapters.web.limits import STREAM_TURNS, STREAMS, STREAMS_NEARBY, STREAMS_OF_ONE
from adapters.web.render import Snapshot, SnapshotKind
from kgcore.values.message import Place


class PageStream:
    """One open page's view of one thread; `page` is its name, "" where it gave none.

    `visitor` and `address` are whose it is, "" where nothing tells: for bounds only.
    """

    def __init__(self, page: str = "", visitor: str = "", address: str = "") -> None:
        self.page = page
        self.visitor = visitor
        self.address = address
        self._waiting: dict[str, Snapshot] = {}
        self._sent: dict[str, dict[str, str]] = {}
        self._wake = asyncio.Event()
        self._closed = False
        self._notices = count()

    def offer(self, snapshot: Snapshot) -> None:
        """Keep the snapshot for sending; an earlier one of the same turn is forgotten."""
        key = snapshot.turn or f"!{next(self._notices)}"
        self._waiting.pop(key, None)
        self._waiting[key] = snapshot
        while len(self._waiting) > STREAM_TURNS:
            del self._waiting[next(iter(self._waiting))]
        self._wake.set()

    def close(self) -> None:
        """End the iteration."""
        self._closed = True
        self._wake.set()

    async def changes(self) -> AsyncIterator[Snapshot]:
        """Yield snapshots that carry only the blocks which this page has not got yet, until closed."""
        while not self._closed:
            while self._waiting:
                yield self._unsent(self._waiting.pop(next(iter(self._waiting))))
            self._wake.clear()
            if not self._closed:
                await self._wake.wait()

    def _unsent(self, snapshot: Snapshot) -> Snapshot:
        known = self._sent.pop(snapshot.turn, {})
        if snapshot.turn and not snapshot.final:
            self._sent[snapshot.turn] = dict(snapshot.blocks)
        return snapshot.without(known)


class PageStreams:
    """All open pages, by thread."""

    def __init__(self) -> None:
        self._open: dict[PageStream, str] = {}
        self._spoke: dict[str, str] = {}

    def open(self, place: Place, page: str = "", visitor: str = "", address: str = "") -> PageStream:
        """Return a new stream for the thread; beyond a limit the oldest one is closed, of the same visitor where it is
        theirs, then of the same address, then of the address that has most: nobody ends another's.
        """
        stream = PageStream(page, visitor, address)
        self._open[stream] = place.key
        theirs = [s for s in self._open if s.visitor == visitor] if visitor else []
        nearby = [s for s in self._open if s.address == address] if address else []
        if len(theirs) > STREAMS_OF_ONE:
            self.close(theirs[0])
        elif len(nearby) > STREAMS_NEARBY:
            self.close(nearby[0])
        elif len(self._open) > STREAMS:
            most = Counter(s.address for s in self._open).most_common(1)[0][0]
            self.close(next(s for s in self._open if s.address == most))
        return stream

    def close(self, stream: PageStream) -> None:
        """Forget the stream."""
        self._open.pop(stream, None)
        stream.close()

    def close_of(self, visitor: str) -> None:
        """End a visitor's streams: who may still be here opens them again."""
        for stream in [s for s in self._open if s.visitor == visitor]:
            self.close(stream)

    def close_all(self) -> None:
        """End every stream, so that the server can stop."""
        for stream in tuple(self._open):
            self.close(stream)

    def watched(self, place: Place) -> bool:
        """Whether any page shows the thread."""
        return place.key in self._open.values()

    def spoke(self, place: Place, page: str) -> None:
        """Note which page of the thread something came from last: what is meant for it alone goes there."""
        self._spoke.pop(place.key, None)
        self._spoke[place.key] = page
        while len(self._spoke) > STREAMS:
            del self._spoke[next(iter(self._spoke))]

    def offer(self, place: Place, snapshot: Snapshot) -> None:
        """Hand the snapshot to every page that shows the thread; panels and words only to the one that spoke last.

        A thread belongs to one visitor, so all of its pages are the same person's.
        """
        pages = [stream for stream, key in self._open.items() if key == place.key]
        if snapshot.kind in {SnapshotKind.PANEL, SnapshotKind.WORD}:
            spoke = self._spoke.get(place.key, "")
            pages = [stream for stream in pages if stream.page == spoke] or pages
        for stream in pages:
            stream.offer(snapshot)
