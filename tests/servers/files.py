"""A small server of files: with ranges and versions, and with whatever trouble it is told to make.

`python -m tests.servers.files FOLDER` serves a folder on a free port and prints EVIGRAPH_GRAPHS_MIRROR.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Trouble(Enum):
    """What an answer does wrong; each costs one request."""

    DROPS = "half of what is asked for comes, and the connection breaks off"
    BUSY = "503, with Retry-After: 1"
    GONE = "404"
    NO_RANGES = "the whole file comes, whatever part was asked for"
    WRONG_RANGE = "another part comes than was asked for"
    OTHER = "as many bytes, but other ones"
    SENT_ON = "a redirect to another address of this server"
    UNSAFE = "a redirect to a place that is no web address"
    UNMEASURED = "no length is said"


@dataclass(slots=True)
class FakeFiles:
    """The files by their paths, what goes wrong first with any of them, and the ranges that were asked for."""

    files: dict[str, bytes]
    troubles: list[Trouble] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)  # (path, Range or "")
    url: str = ""

    @contextmanager
    def serving(self) -> Iterator[FakeFiles]:
        """Serve on a free port until the block ends."""
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self.close_connection = True
                fake._answer(self)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        self.url = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _answer(self, to: BaseHTTPRequestHandler) -> None:
        asked = to.headers.get("Range") or ""
        path = to.path.removeprefix("/moved")
        self.asked.append((path, asked))
        trouble = self.troubles.pop(0) if self.troubles else None
        whole = self.files.get(path.strip("/"))
        if trouble is Trouble.GONE or whole is None:
            _send(to, 404, b"")
        elif trouble is Trouble.BUSY:
            _send(to, 503, b"", {"Retry-After": "1"})
        elif trouble in (Trouble.SENT_ON, Trouble.UNSAFE):
            place = f"{self.url}/moved{path}" if trouble is Trouble.SENT_ON else "ftp://127.0.0.1/x"
            _send(to, 302, b"", {"Location": place})
        else:
            self._send_file(to, whole, asked, trouble)

    def _send_file(self, to: BaseHTTPRequestHandler, whole: bytes, asked: str, trouble: Trouble | None) -> None:
        etag = f'"{sha256(whole).hexdigest()[:16]}"'
        found = re.fullmatch(r"bytes=(\d+)-", asked)
        same = to.headers.get("If-Range") in (None, etag)
        start = int(found[1]) if found and same and trouble is not Trouble.NO_RANGES else 0
        if found and start >= len(whole):
            _send(to, 416, b"")
            return
        body = bytes(len(whole) - start) if trouble is Trouble.OTHER else whole[start:]
        told = {"ETag": etag, "Content-Length": str(len(body))}
        if start:
            first = start - 1 if trouble is Trouble.WRONG_RANGE else start
            told["Content-Range"] = f"bytes {first}-{len(whole) - 1}/{len(whole)}"
        if trouble is Trouble.UNMEASURED:
            del told["Content-Length"]
        if trouble is Trouble.DROPS:
            body = body[: len(body) // 2]
        _send(to, 206 if start else 200, body, told)


def _send(to: BaseHTTPRequestHandler, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
    to.send_response(status)
    for name, value in {"Connection": "close", **(headers or {"Content-Length": str(len(body))})}.items():
        to.send_header(name, value)
    to.end_headers()
    to.wfile.write(body)


def folder_files(folder: Path) -> dict[str, bytes]:
    """Return what lies below a folder, by its paths."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


if __name__ == "__main__":
    with FakeFiles(folder_files(Path(sys.argv[1]))).serving() as running:
        print(f"EVIGRAPH_GRAPHS_MIRROR={running.url}", flush=True)
        threading.Event().wait()
