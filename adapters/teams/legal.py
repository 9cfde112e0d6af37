"""The two pages that the app package names: what is read, kept and posted, and on which terms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_PRIVACY: Final = (
    "Evigraph reads the messages that mention it, what is written in a personal chat with it, which buttons are "
    "pressed, and messages that somebody asks it to check or to map. Where an administrator granted it more (the "
    "package made with --listen), it is sent all messages of the teams and chats that it was added to; of those that "
    "are not said to it, it holds the latest in memory only.",
    "It keeps questions, answers, what was pressed, ratings and bookmarks, with the ids and names of those who "
    "wrote them, and where its conversations are. Attached files are not read.",
    "A question goes to the language model that whoever runs Evigraph configured, and to nobody where none is "
    "configured. Names of entities are looked up in the knowledge graph.",
    "“forget” deletes a thread, or all that is kept of a person. A deleted message takes the maps and checks of it "
    "along; a question whose message is deleted is deleted here, too.",
)
_TERMS: Final = (
    "Answers are general information about health research, not medical advice. A verdict says what the knowledge "
    "graph holds on a claim, not whether the claim is true.",
    "Whoever runs this Evigraph is responsible for it, for the model and the graph that it uses, and for what is kept.",
)


def legal_routes() -> list[BaseRoute]:
    """Return where the two pages stand."""
    return [
        Route("/privacy", _page("Evigraph: privacy", _PRIVACY), methods=["GET"]),
        Route("/terms", _page("Evigraph: terms of use", _TERMS), methods=["GET"]),
    ]


def _page(title: str, paragraphs: tuple[str, ...]) -> Callable[[Request], Awaitable[Response]]:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>body{{font:1rem/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}}"
        f"</style><h1>{title}</h1>{body}</html>"
    )

    async def serve(request: Request) -> Response:
        return HTMLResponse(page, headers=_HEADERS)

    return serve
