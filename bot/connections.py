"""Connections on which a request begins and never ends, or goes on as nonsense: they are closed in time, do not pile up
per address, and cost no trace.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import cast

from h11 import LocalProtocolError
from uvicorn.protocols.http.h11_impl import H11Protocol

READING = 20.0  # seconds in which a whole request, head and body, has to be here
UNWANTED = 4 << 20  # bytes behind a whole answer that are still taken, so that whoever sends too much may read it
HALF_REQUESTS = 32  # connections of one address that may be at reading one; then the oldest of them is closed
# Seconds in which more may: of a burst, which through a proxy comes from one address, each connection is there before
# its request has been read.
BURST = 1.0
BURST_REQUESTS = 512  # as many may then


class PatientProtocol(H11Protocol):
    """uvicorn's own protocol for HTTP/1.1, which waits for a request for ever, made to wait for READING seconds."""

    _late: asyncio.TimerHandle | None = None
    _crowded: asyncio.TimerHandle | None = None
    _unwanted = 0  # bytes of the request that came behind its answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came, and wait for the rest where it is not all of a request."""
        answered = self.cycle is not None and self.cycle.response_complete
        super().data_received(data)
        self._unwanted = self._unwanted + len(data) if answered and self._is_reading() else 0
        if self._unwanted > UNWANTED:  # a body without an end costs us nothing more
            self.transport.close()
        if self.transport.is_closing() or not self._is_reading():
            self._stop_waiting()
        elif self._late is None:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """Say that what came is no request, or no body of the one that is being answered, which ends, too."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except LocalProtocolError:  # an answer has begun, or may have no words (HEAD)
            self.transport.close()

    def _should_upgrade(self) -> bool:
        """Whether another protocol is wanted that we speak: there is none, and the request is answered as it is."""
        return False

    def _is_reading(self) -> bool:
        state = str(self.conn.their_state)  # of h11, "state machines"
        return state == "SEND_BODY" or (state == "IDLE" and bool(self.conn.trailing_data[0]))

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._late = loop.call_later(READING, self._close)
        self._crowded = loop.call_later(BURST, self._thin_out)
        others = self._of_address()
        others[self] = None
        while len(others) > BURST_REQUESTS:
            next(iter(others))._close()

    def _thin_out(self) -> None:
        """Close the oldest of too many, as far as they are as old as this one."""
        others = self._of_address()
        while len(others) > HALF_REQUESTS and self in others:
            next(iter(others))._close()

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if self._crowded is not None:
            self._crowded.cancel()
            self._crowded = None
        others = self._of_address()
        others.pop(self, None)
        if not others:
            _half_requests(self.server_state).pop(self._address, None)

    def _close(self) -> None:
        self._stop_waiting()
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:
            self.transport.abort()  # the app learns that the rest will not come

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _of_address(self) -> dict[PatientProtocol, None]:
        return _half_requests(self.server_state)[self._address]


HalfRequests = defaultdict[str, dict[PatientProtocol, None]]


def _half_requests(server_state: object) -> HalfRequests:
    """Return the connections of one server that are at reading a request, by address, the oldest first."""
    kept = getattr(server_state, "half_requests", None)
    if kept is None:
        kept = HalfRequests(dict)
        server_state.half_requests = kept  # type: ignore[attr-defined]
    return cast("HalfRequests", kept)
