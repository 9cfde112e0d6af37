"""A TCP proxy in front of Bolt that can cut all connections, refuse new ones, or swallow what goes through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

_CHUNK = 1 << 16


class Proxy:
    """Passes bytes on to a server until told otherwise."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0
        self.cut_after: int | None = None  # bytes from the client; then everything is cut
        self.deaf = False

    async def listen(self) -> None:
        """Accept connections, at the same port as before where there was one."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Break all connections and take no more."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in list(self._open):
            writer.transport.abort()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        mine = asyncio.current_task()
        assert mine is not None
        self._tasks.add(mine)
        try:
            there, onward = await asyncio.open_connection(*self._target)
        except (OSError, asyncio.CancelledError):  # it is cut before it was open
            writer.transport.abort()
            return
        finally:
            self._tasks.discard(mine)
        self._open |= {writer, onward}
        for source, sink, counted in ((reader, onward, True), (there, writer, False)):
            task = asyncio.create_task(self._pass(source, sink, counted=counted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, counted: bool) -> None:
        with suppress(OSError):
            while data := await source.read(_CHUNK):
                if counted and self.cut_after is not None:
                    self.cut_after -= len(data)
                    if self.cut_after < 0:
                        asyncio.get_running_loop().call_soon(asyncio.ensure_future, self.cut())
                        return
                if not self.deaf:
                    sink.write(data)
                    await sink.drain()
        self._open.discard(sink)
        sink.close()


@asynccontextmanager
async def proxied(host: str, port: int) -> AsyncIterator[Proxy]:
    """Run a proxy in front of a server."""
    proxy = Proxy(host, port)
    await proxy.listen()
    try:
        yield proxy
    finally:
        await proxy.cut()
