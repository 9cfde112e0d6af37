"""Start everything that is configured, and end it cleanly on Ctrl-C or SIGTERM."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import structlog
import uvicorn
from rich.console import Console

from bot.config import Settings
from bot.logs import configure
from bot.server import build_app
from bot.worker import Worker
from kgcore.errors import ConfigError

log = structlog.get_logger()
LOOPBACK = ("127.0.0.1", "::1", "localhost")


async def serve(settings: Settings) -> int:
    """Run until interrupted; returns the exit status. Raises ConfigError when the port is taken."""
    from bot.wiring import open_adapters, open_parts

    configure(settings.log)
    console = Console(stderr=True, highlight=False)
    listener = _listen(settings)
    async with open_parts(settings, console=console) as parts:
        adapters = open_adapters(settings, parts.status, parts.store)
        worker = Worker(parts.store, parts.assistant, adapters)
        app = build_app(parts.store, adapters.values())
        console.print(f"Evigraph runs on {parts.status}.", markup=False)
        for words, style in _welcome(settings, tuple(adapters)):
            console.print(words, style=style, markup=False)
        server = _Server(
            uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=3)
        )
        tasks = [asyncio.create_task(worker.run()), asyncio.create_task(parts.warm())]
        tasks += [asyncio.create_task(a.receive(worker, parts.assistant.ask)) for a in adapters.values()]
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, server.leave)
            await server.serve(sockets=[listener])
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    console.print("Ended; nothing is lost.")
    return 0


class _Server(uvicorn.Server):
    """Leaves signals to us: uvicorn would raise them again in the end, and nothing could be closed in peace."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def leave(self) -> None:
        """End; at the second call without waiting for open connections."""
        self.force_exit = self.should_exit
        self.should_exit = True


def _welcome(settings: Settings, platforms: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield (words, style) that say where to find the bot."""
    address = f"http://{_shown(settings.host)}:{settings.port}/"
    chats = [name.capitalize() for name in platforms if name != "web"]
    if chats:
        yield f"It answers in {' and '.join(chats)}; webhooks and /healthz are on {address}. Ctrl-C here ends it.", ""
    if "web" in platforms:
        yield f"Open {address} and press Ctrl-C here to end.", ""
        if settings.host not in LOOPBACK:
            no_login = "Everybody who can reach this address can ask: it has no login."
            yield f"{no_login} Browsers see their own threads only.", "yellow"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        raise ConfigError(
            f"Cannot listen on {settings.host}:{settings.port}: {error.strerror}.",
            mend="Another program may use the port; set EVIGRAPH_PORT to a free one.",
        ) from None
    return listener
