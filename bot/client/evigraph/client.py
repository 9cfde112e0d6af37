"""A client of Evigraph's API: each method is one address, and returns the record that the command line prints.

with Client("http://127.0.0.1:8700", token) as evigraph:
row = evigraph.verify(subject="Vitamin E", relation="prevents", object="dementia")
print(row["verdict"], row["why"])
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, cast

import httpx

from bot.record_types import (
    AskPanelRow,
    AskRow,
    IdentifierRow,
    LinkRow,
    MapRow,
    MessageIn,
    ReasonRow,
    TextRow,
    VerdictRow,
)
from bot.record_types_graph import (
    EmbeddingsRow,
    EvidenceRow,
    GraphRecord,
    ModelRecord,
    NeighboursRow,
    ProposalRecord,
    ThreadRecord,
)
from bot.record_types_papers import LiteratureRow, TablesFoundRow

__all__ = ["Client", "Problem"]
PATIENCE = 120.0  # seconds that an answer may take


class Problem(Exception):  # noqa: N818  as RFC 9457 names it
    """What the API could not do, a problem document (RFC 9457).

    `status` 401: no token, 403: not within its scopes, 422: a request that cannot be used, 429: too many requests
    (`retry_after` seconds), 503: not just now.
    """

    def __init__(self, status: int, title: str, detail: str = "", retry_after: int = 0) -> None:
        super().__init__(" ".join(part for part in (title, detail) if part))
        self.status, self.title, self.detail, self.retry_after = status, title, detail, retry_after


class Client:
    """Asks one bot. Every method raises Problem, and httpx.HTTPError where the bot cannot be reached."""

    def __init__(self, address: str, token: str, transport: httpx.BaseTransport | None = None) -> None:
        self._http = httpx.Client(
            base_url=address.rstrip("/") + "/api/v1",
            headers={"Authorization": f"Bearer {token}"},
            timeout=PATIENCE,
            transport=transport,
        )

    def __enter__(self) -> Client:
        """Return the client; leaving closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    # ── claims and texts ────────────────────────────────────────────────────────────────────────────────────────────

    def verify(self, subject: str, relation: str, object: str, **more: Any) -> VerdictRow:
        """Return the verdict of one claim; `more` are further fields of a row ("negated")."""
        row = {"subject": subject, "relation": relation, "object": object, **more}
        return cast("VerdictRow", self._asked("verify", row))

    def verify_text(self, text: str) -> TextRow:
        """Return the claims of a text, each with its verdict."""
        return cast("TextRow", self._asked("verify", {"text": text}))

    def ask(self, text: str, thread: str = "") -> AskRow:
        """Return the answer to a question, every claim of it checked."""
        return cast("AskRow", self._asked("ask", {"text": text} | ({"thread": thread} if thread else {})))

    def asking(self, text: str, thread: str = "") -> Iterator[AskRow | AskPanelRow]:
        """Yield the answer to a question as it grows: what stands of it, and at last what `ask` returns."""
        row = {"text": text} | ({"thread": thread} if thread else {})
        with self._http.stream("POST", "/ask", json=row, headers={"Accept": "text/event-stream"}) as answer:
            if not answer.is_success:
                answer.read()
                raise _problem(answer)
            name = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    told = json.loads(line.removeprefix("data: "))
                    if name == "problem":
                        raise Problem(told["status"], told["title"], told.get("detail", ""))
                    yield told

    def map(self, messages: Sequence[MessageIn]) -> MapRow:
        """Return who claims what in a conversation."""
        return cast("MapRow", self._asked("map", {"messages": [*messages]}))

    def identifiers(self, text: str) -> IdentifierRow:
        """Return what in a text would tell who a patient is."""
        return cast("IdentifierRow", self._asked("identifiers", {"text": text}))

    # ── the graph ───────────────────────────────────────────────────────────────────────────────────────────────────

    def link(self, mention: str, type: str = "") -> LinkRow:
        """Return which entities a name may mean."""
        return cast("LinkRow", self._asked("link", {"mention": mention} | ({"type": type} if type else {})))

    def neighbours(self, name: str) -> NeighboursRow:
        """Return what lies around a thing."""
        return cast("NeighboursRow", self._asked("neighbours", {"name": name}))

    def evidence(self, subject: str, object: str) -> EvidenceRow:
        """Return what the graph says of two things together."""
        return cast("EvidenceRow", self._asked("evidence", {"subject": subject, "object": object}))

    def reason(self, **row: Any) -> ReasonRow:
        """Return the ways between things; the fields are those of `evigraph schema reason`."""
        return cast("ReasonRow", self._asked("reason", row))

    def picture(self, text: str, media: Literal["image/png", "image/svg+xml"] = "image/png") -> bytes:
        """Return the picture of a question's answer."""
        return self._sent("POST", "picture", {"text": text}, {"Accept": media}).content

    def embeddings(self, texts: Sequence[str]) -> EmbeddingsRow:
        """Return texts as vectors, by the model that matches names."""
        return cast("EmbeddingsRow", self._asked("embeddings", {"texts": [*texts]}))

    # ── papers and tables ───────────────────────────────────────────────────────────────────────────────────────────

    def literature(self, text: str, **more: Any) -> LiteratureRow:
        """Return papers for words; `more` are further fields of a row."""
        return cast("LiteratureRow", self._asked("literature", {"text": text, **more}))

    def tables(self, **row: Any) -> TablesFoundRow:
        """Return tables of papers; the fields are those of `evigraph schema tables`."""
        return cast("TablesFoundRow", self._asked("tables", row))

    # ── lists ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def graphs(self) -> list[GraphRecord]:
        """Return the graphs that can be asked, the one that is read first."""
        return cast("list[GraphRecord]", self._sent("GET", "graphs").json())

    def models(self) -> list[ModelRecord]:
        """Return the language models that the bot has."""
        return cast("list[ModelRecord]", self._sent("GET", "models").json())

    def proposals(self) -> list[ProposalRecord]:
        """Return the facts that wait for a review."""
        return cast("list[ProposalRecord]", self._sent("GET", "proposals").json())

    def threads(self) -> list[ThreadRecord]:
        """Return the threads, on the page, of whoever made the token there."""
        return cast("list[ThreadRecord]", self._sent("GET", "threads").json())

    def _asked(self, name: str, row: Mapping[str, Any]) -> Any:
        return self._sent("POST", name, row).json()

    def _sent(
        self, method: str, name: str, row: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        answer = self._http.request(method, f"/{name}", json=row, headers=headers)
        if answer.is_success:
            return answer
        raise _problem(answer)


def _problem(answer: httpx.Response) -> Problem:
    try:
        told = answer.json()
    except ValueError:  # no API of ours, such as a proxy's own page
        told = {}
    told = told if isinstance(told, dict) else {}
    after = answer.headers.get("retry-after", "")
    title = str(told.get("title") or answer.reason_phrase)
    return Problem(answer.status_code, title, str(told.get("detail") or ""), int(after) if after.isdigit() else 0)
