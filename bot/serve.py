"""Start everything that is configured, and end it cleanly on Ctrl-C or SIGTERM."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlsplit

import structlog
import uvicorn
from rich.console import Console

from adapters import platforms
from adapters.port import Adapter, Ask, EventSink, Reach, reach_of
from adapters.shared.forwarding import TrustedProxies, parse_networks
from bot.auditing import record_start, recorded_asking
from bot.config import Settings
from bot.connections import PatientProtocol
from bot.ending import cancel_tasks, end_at_the_latest
from bot.health import dead_tasks
from bot.holding import hold_folder
from bot.logs import LogFormat, configure_logs, unfailing_stderr
from bot.metrics import watch_inbox
from bot.replicas import Sharing
from bot.retention import keep_deleting
from bot.server import FairReads, OneLength, build_app
from bot.shares import Bounds, Shares
from bot.standby import Standby
from bot.tracing import start_traces, stop_traces
from bot.watching import Watching
from bot.worker import Worker
from kgcore.errors import ConfigError
from kgcore.ports import Shared, Store
from kgcore.values.retention import parse_retention

log = structlog.get_logger()
SHORT = 0.5  # seconds that requests have when we end; only streams to open pages need longer
TO_SPARE = 45.0  # seconds beyond an answer's own deadline after which it is given up, whatever it waits for
ENDING = 5.0  # seconds that what listens and works has to end
LATEST = 9.0  # seconds after which the process has ended, whatever hangs: supervisors kill after ten
# Seconds after which the event loop, where it computes, lets a waiting thread go on (Python's own: 0.005). A look at
# the store asks for that dozens of times, so that beside a busy loop it would take a quarter of a second and more.
SWITCHING = 0.001
LOOPBACK = ("127.0.0.1", "::1", "localhost")


async def run_server(settings: Settings) -> int:
    """Run until interrupted; returns the exit status.

    Where Neo4j cannot be reached it is waited for. Raises ConfigError when the port is taken or another process holds
    the data folder, and GraphError where there is no graph to wait for.
    """
    configure_logs(settings.log, LogFormat(settings.log_format))
    sys.setswitchinterval(SWITCHING)
    with hold_folder(settings.data), _traces(settings):
        _repair(settings)
        return await _serve(settings)


@contextmanager
def _traces(settings: Settings) -> Iterator[None]:
    """Send traces meanwhile, where they are wanted. Raises ConfigError."""
    if not settings.traces:
        yield
        return
    started = start_traces(settings.traces)
    try:
        yield
    finally:
        stop_traces(started)


def _repair(settings: Settings) -> None:
    """Repair what can be repaired of the store, and log what was done. Raises StoreError and ConfigError."""
    from bot.wiring import repair_store

    done = repair_store(settings)
    if done:
        log.error("the store was damaged", repaired=done)


async def _serve(settings: Settings) -> int:
    from bot.wiring import open_adapters, open_graph, open_parts

    console = Console(file=unfailing_stderr(), highlight=False, quiet=settings.log_format == LogFormat.JSON)
    listener = _listen(settings)
    async with open_parts(settings, console=console, standby=True) as parts:
        standby = Standby(parts, partial(open_graph, settings, None, console))
        texts = settings.audit_texts
        shares = Shares(limits := _bounds(settings))
        adapters = open_adapters(settings, standby.status, parts.store, shares)
        before, cleared = standby.before, standby.cleared
        sharing = _sharing(parts.store, adapters, limits)
        given = parts.store, standby, adapters, limits, None, before
        worker = Worker(*given, audit_texts=texts, cleared=cleared, sharing=sharing, shares=shares)
        ask = recorded_asking(parts.store, standby.ask, texts)
        await asyncio.gather(parts.prepare(), record_start(parts.store, settings))
        watch_inbox(lambda: worker.ages)
        alive: dict[str, asyncio.Task[None]] = {}
        app = build_app(
            parts.store,
            adapters.values(),
            lambda: standby.away,
            host=settings.host,
            public=urlsplit(settings.public_url).hostname or "",
            ill=lambda: dead_tasks(alive),
            no_room=lambda: worker.no_room,
        )
        server = _Server(OneLength(TrustedProxies(FairReads(app), parse_networks(settings.proxies))))
        _say(console, f"Evigraph runs on {parts.status}.")
        for words, style in _welcome(settings, tuple(adapters)):
            _say(console, words, style)
        arriving = asyncio.create_task(_arrived(standby, server))
        server.receiving = [asyncio.create_task(_receive(a, worker, ask, sharing)) for a in adapters.values()]
        working = asyncio.create_task(worker.run())
        alive |= {"the worker": working, **dict(zip(adapters, server.receiving, strict=True))}
        once = _kept_up(settings, parts.store, worker, adapters, sharing)
        beside = parts.warm(), _watched(settings, standby), *once
        tasks = [arriving, *map(asyncio.create_task, beside), *server.receiving]
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, server.told)
            await server.serve(sockets=[listener])
        finally:
            working.cancel()  # once: it has its own patience with what it ends
            await asyncio.gather(cancel_tasks(tasks, ENDING), asyncio.wait((working,), timeout=ENDING))
            await standby.close()
        if not arriving.cancelled():
            arriving.result()  # raises what ended us: there is a database now, and no graph in it
    _say(console, "Ended; nothing is lost.")
    return 0


def _say(console: Console, words: str, style: str = "") -> None:
    """Say something to who looks on; where the log is for programs, it has it as a line of its own."""
    if console.quiet:
        log.info(words)
    else:
        console.print(words, style=style, markup=False)


def _kept_up(
    settings: Settings, store: Store, worker: Worker, adapters: Mapping[str, Adapter], sharing: Sharing | None
) -> Iterator[Coroutine[object, object, None]]:
    """Yield what goes on beside the answering, in one of several processes."""
    yield _once(sharing, "watches", Watching(store, worker, adapters, settings.watch).run)
    yield _once(sharing, "retention", partial(keep_deleting, store, parse_retention(settings.retention)))


def _sharing(store: Store, adapters: Mapping[str, Adapter], bounds: Bounds) -> Sharing | None:
    """Return how we agree with other processes, where others may work on the same store."""
    if not isinstance(store, Shared):
        return None
    return Sharing(store, store.replicas, adapters, bounds.models + bounds.computing)


async def _once(sharing: Sharing | None, name: str, work: Callable[[], Coroutine[object, object, None]]) -> None:
    """Do what only one of several processes does at a time."""
    await (work() if sharing is None else sharing.alone(name, work))


async def _receive(adapter: Adapter, inbox: EventSink, ask: Ask, sharing: Sharing | None) -> None:
    """Receive; where a platform sends to one process only, as soon as and as long as it is us."""
    alone = reach_of(adapter) in (Reach.LISTENER, Reach.CONNECTED)
    await _once(sharing if alone else None, adapter.name, partial(adapter.receive, inbox, ask))


def _bounds(settings: Settings) -> Bounds:
    seconds = settings.turn_seconds
    return Bounds(waiting=settings.waiting, patience=seconds, longest=seconds + TO_SPARE)


async def _watched(settings: Settings, standby: Standby) -> None:
    """Look after a graph on a server, which may go away while we run."""
    if settings.kg_backend == "neo4j":
        await standby.watch()


async def _arrived(standby: Standby, server: _Server) -> None:
    """Wait for the graph; end the server where there will be none. Raises GraphError and ConfigError."""
    arrived = False
    try:
        await standby.arrive()
        arrived = True
    finally:
        if not arrived:
            server.leave()


class _Server(uvicorn.Server):
    """Leaves signals to us: uvicorn would raise them again in the end, and nothing could be closed in peace.

    In the end what is being answered is finished, and the adapters of `receiving` close what pages keep open.
    """

    receiving: Sequence[asyncio.Task[None]] = ()

    def __init__(self, app: OneLength) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=PatientProtocol,
                log_config=None,
                access_log=False,
                lifespan="off",
                proxy_headers=False,  # uvicorn believes whatever comes from loopback; TrustedProxies does not
                timeout_graceful_shutdown=3,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def told(self) -> None:
        """Do what a signal asks for: end, and be it by force."""
        if not self.should_exit:
            end_at_the_latest(LATEST)
        self.leave()

    def leave(self) -> None:
        """End; at the second call without waiting for open connections."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let short requests end, then long ones."""
        for task in self.receiving:
            asyncio.get_running_loop().call_later(SHORT, task.cancel)
        await super().shutdown(sockets)


def _welcome(settings: Settings, opened: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield (words, style) that say where to find the bot."""
    address = f"http://{_shown(settings.host)}:{settings.port}/"
    chats = [p.label for p in platforms() if p.name in opened and not p.fallback]
    if chats:
        yield f"It answers in {' and '.join(chats)}; webhooks and /healthz are on {address}. Ctrl-C here ends it.", ""
    if any(p.name in opened for p in platforms() if p.fallback):
        page = settings.platforms.get("web", {})
        login = page.get("PAGE_USER_HEADER") or page.get("PAGE_OIDC_ISSUER")
        public = settings.public_url if login or settings.proxies else ""
        yield f"Open {public or address} and press Ctrl-C here to end.", ""
        if settings.host not in LOOPBACK and not login:
            no_login = "Everybody who can reach this address can ask: it has no login."
            yield f"{no_login} Browsers see their own threads only.", "yellow"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


_NO_ADDRESS = "Give an address of this computer with --host or EVIGRAPH_HOST: 127.0.0.1, or 0.0.0.0 for all it has."
_LISTENING = {
    errno.EADDRINUSE: "Another program uses the port: give a free one with --port or EVIGRAPH_PORT.",
    errno.EACCES: "Ports below 1024 are for the system: give another with --port or EVIGRAPH_PORT.",
}


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"Cannot listen on {settings.host}:{settings.port}: {error.strerror}.",
            hint=_LISTENING.get(error.errno or 0, _NO_ADDRESS),
        ) from None
    return listener
