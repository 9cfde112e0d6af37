"""The one ASGI app: health, metrics, and whatever routes the adapters bring (the page, webhooks)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from adapters.port import Adapter
from kgcore.errors import StoreError
from kgcore.ports import Store


def build_app(store: Store, adapters: Iterable[Adapter], away: Callable[[], str] = str) -> Starlette:
    """Return the app; adapters' routes come after our own two. `away`: why the graph cannot be asked yet, or ""."""

    async def health(request: Request) -> Response:
        try:
            waiting = len(await store.pending())
        except StoreError as error:
            return JSONResponse({"status": "failing", "store": error.message}, status_code=503)
        if graph := away():  # no 503: starting us anew would not bring the graph back, and lose the platforms
            return JSONResponse({"status": "degraded", "waiting": waiting, "graph": graph})
        return JSONResponse({"status": "ok", "waiting": waiting})

    async def metrics(request: Request) -> Response:
        return Response(generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    routes = [Route("/healthz", health), Route("/metrics", metrics)]
    return Starlette(routes=[*routes, *(route for adapter in adapters for route in adapter.routes())])
