"""The pages that are open just now. Offering a snapshot never waits; a slow page gets the newest one per turn."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from itertools import count

from adapters.web.limits import ASIDES, ASIDES_LONGEST, STREAM_TURNS, STREAMS, STREAMS_NEARBY, STREAMS_OF_ONE
from adapters.web.render import Snapshot, SnapshotKind
from kgcore.values.message import Place


@dataclass(frozen=True, slots=True)
class Aside:
    """What belongs to no turn, so that nobody can fetch it later: kept for pages whose connection is just away.

    `page` is the one that it is for, "" where that is not known any more; None: every page of the thread.
    """

    thread: str
    page: str | None
    snapshot: Snapshot

    def missed_by(self, thread: str, page: str, after: int) -> bool:
        """Whether a page that comes with `after`, 0 where it is here for the first time, has yet to get it."""
        return self.thread == thread and self.snapshot.number > after and (self.page == page or self._open(after))

    def _open(self, after: int) -> bool:
        return not self.page and (self.page == "" or after > 0)  # a page loaded since then shows what is for all


class PageStream:
    """One open page's view of one thread; `page` is its name, "" where it gave none.

    `visitor` and `address` are whose it is, "" where nothing tells: for bounds only.
    It begins behind the aside `since`.
    """

    def __init__(self, page: str = "", visitor: str = "", address: str = "", since: int = 0) -> None:
        self.page = page
        self.visitor = visitor
        self.address = address
        self.since = since
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
        self._asides: deque[Aside] = deque(maxlen=ASIDES)
        self._number = _milliseconds()

    def open(self, place: Place, page: str = "", visitor: str = "", address: str = "", after: int = 0) -> PageStream:
        """Return a new stream for the thread, with the asides behind number `after` that its page has missed.

        Beyond a limit the oldest one is closed, of the same visitor where it is theirs, then of the same address, then
        of the address that has most: nobody ends another's.
        """
        self._forget_old()
        missed = [a for a in self._asides if a.missed_by(place.key, page, after)]
        stream = PageStream(page, visitor, address, missed[0].snapshot.number - 1 if missed else self._number)
        self._open[stream] = place.key
        for aside in missed:
            stream.offer(aside.snapshot)
            self._asides[self._asides.index(aside)] = replace(aside, page=None if aside.page is None else page)
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

        A thread belongs to one visitor, so all of its pages are the same person's. Asides are kept for a while, as the
        page may be between two connections; after a start anew nothing tells which page spoke, and the first has it.
        """
        pages = [stream for stream, key in self._open.items() if key == place.key]
        to: str | None = None
        if snapshot.kind in {SnapshotKind.PANEL, SnapshotKind.WORD}:
            to = self._spoke.get(place.key, None if pages else "")
            pages = [stream for stream in pages if stream.page == to] or pages
        if snapshot.kind is not SnapshotKind.TURN:
            snapshot = self._kept(Aside(place.key, to, snapshot))
        for stream in pages:
            stream.offer(snapshot)

    def _kept(self, aside: Aside) -> Snapshot:
        """Return the aside's snapshot with its number, which grows over starts, too."""
        self._forget_old()
        self._number = max(self._number + 1, _milliseconds())
        numbered = replace(aside.snapshot, number=self._number)
        self._asides.append(replace(aside, snapshot=numbered))
        return numbered

    def _forget_old(self) -> None:
        oldest = _milliseconds() - round(ASIDES_LONGEST * 1000)
        while self._asides and self._asides[0].snapshot.number < oldest:
            self._asides.popleft()


def _milliseconds() -> int:
    return round(time.time() * 1000)
