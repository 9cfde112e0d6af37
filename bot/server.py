"""The one ASGI app: health, metrics, and whatever routes the adapters bring (the page, webhooks)."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adapters.port import Adapter, Connects
from adapters.shared.forwarding import LOOPBACK_NAMES, host_name, is_loopback, was_forwarded
from bot.health import store_trouble
from kgcore.errors import StoreError
from kgcore.ports import Inbox

READS = 8  # requests of one address that only look at something and are worked on at once
READS_WAITING = 1_024  # that may wait for it: as many as pages may be open
READ_SECONDS = 2.0  # after which one counts no more: it waits for something else, or is a stream of which nothing came


def build_app(
    store: Inbox,
    adapters: Iterable[Adapter],
    away: Callable[[], str] = str,
    *,
    ill: Callable[[], str] = str,
    no_room: Callable[[], str] = str,
    host: str = "127.0.0.1",
    public: str = "",
) -> Starlette:
    """Return the app; adapters' routes come after our own two. `away`: why the graph cannot be asked yet, or "".
    `ill`: which of our own tasks have ended though they ought not, or ""; `no_room`: why answers cannot be kept.

    `host` is listened on, `public` is our name for others: who asks for metrics, or for what is wrong, must call us by
    a name of ours.
    """
    adapters = tuple(adapters)

    def told(request: Request, said: Mapping[str, object], status: int) -> Response:
        """Return what is said; what is wrong may name files of this machine, and is for those who ask it itself."""
        return JSONResponse({"status": said["status"]} if _strange(request, host, public) else said, status)

    async def health(request: Request) -> Response:
        return told(request, *await _condition(store, away, ill, no_room))

    async def ready(request: Request) -> Response:
        """Whether questions can be answered now: well, with the graph there and the platforms connected."""
        said, status = await _condition(store, away, ill, no_room)
        return told(request, *(await _readiness(away(), adapters) if status == 200 else (said, status)))

    async def metrics(request: Request) -> Response:
        if words := _strange(request, host, public):
            return PlainTextResponse(words, 421)
        return Response(generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    routes = [Route("/healthz", health), Route("/readyz", ready), Route("/metrics", metrics)]
    ours = [*routes, *(route for adapter in adapters for route in adapter.routes())]
    app = Starlette(routes=ours, exception_handlers={ClientDisconnect: _gone})
    app.router.redirect_slashes = False  # such an address would be made of whatever Host somebody sends
    return app


async def _gone(request: Request, error: Exception) -> Response:
    return PlainTextResponse("The rest of this request never came.", 400)


async def _condition(
    store: Inbox, away: Callable[[], str], ill: Callable[[], str], no_room: Callable[[], str]
) -> tuple[dict[str, object], int]:
    """Return what is told of our health, and the status that goes with it."""
    if trouble := await store_trouble(store) or no_room():
        return {"status": "failing", "store": trouble}, 503
    if dead := ill():
        return {"status": "failing", "tasks": dead}, 503
    try:
        waiting = len(await store.pending())
    except StoreError as error:
        return {"status": "failing", "store": error.message}, 503
    if graph := away():  # no 503: starting us anew would not bring the graph back, and lose the platforms
        return {"status": "degraded", "waiting": waiting, "graph": graph}, 200
    return {"status": "ok", "waiting": waiting}, 200


def _strange(request: Request, host: str, public: str) -> str:
    """Return why who asks gets no metrics, and of our health no details; "" for whoever asks this machine itself."""
    if was_forwarded(request.headers, request.scope.get("http_version", "1.1")):
        return "Metrics are for whoever asks this machine itself, without a proxy."
    if not _is_ours(host_name(request.headers.get("host", "")), host, public):
        return "Metrics are not served under that name: ask for them by address."
    return ""


async def _readiness(graph: str, adapters: Iterable[Adapter]) -> tuple[dict[str, object], int]:
    """Return what is there and what is away; `graph` says why the graph is, "" where it is there."""
    platforms = {a.name: await a.away() or "ok" for a in adapters if isinstance(a, Connects)}
    parts = {"graph": graph or "ok", "store": "ok", "platforms": platforms}
    waiting = bool(graph) or any(said != "ok" for said in platforms.values())
    return {"status": "waiting" if waiting else "ok", **parts}, 503 if waiting else 200


def _is_ours(name: str, host: str, public: str) -> bool:
    """Whether a name is one under which we are called on purpose.

    A page elsewhere can have its own name lead to us (DNS rebinding); it needs one with a dot, which is no address.
    """
    if is_loopback(host):
        return name in LOOPBACK_NAMES or name == host
    return bool(name) and (name in {host, public} or "." not in name or _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class OneLength:
    """Refuses requests that say their length in two ways, and ends the connection (RFC 9112, section 6.1).

    A proxy that believes the other one takes what follows for somebody else's request.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 400."""
        named = {name for name, _ in scope["headers"]} if scope["type"] == "http" else set()
        if {b"content-length", b"transfer-encoding"} <= named:
            refused = PlainTextResponse("This request has two lengths.", 400, {"Connection": "close"})
            await refused(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class FairReads:
    """Has requests that only look at something answered a few at once for each address, one after the other: of a burst
    from one address everybody else notices those few. Beyond what may wait they are answered with 429.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._open: Counter[str] = Counter()
        self._turns: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(READS))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on when it is its turn, which it has until its answer's first words."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        if self._open[address] >= READS + READS_WAITING:
            words = "Too many requests from your address at once. Please wait a moment."
            await PlainTextResponse(words, 429, {"Retry-After": "1"})(scope, receive, send)
            return
        self._open[address] += 1
        turns = self._turns[address]
        held = False

        def release() -> None:
            nonlocal held
            if held:
                held = False
                turns.release()
                self._leave(address)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.body":  # before it is sent: who reads slowly keeps nobody waiting
                release()
            await send(message)

        try:
            await turns.acquire()
        except BaseException:
            self._leave(address)
            raise
        held = True
        late = asyncio.get_running_loop().call_later(READ_SECONDS, release)
        try:
            await self._app(scope, receive, answer)
        finally:
            late.cancel()
            release()

    def _leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address], self._turns[address]
