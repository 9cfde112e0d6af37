"""Fetches a file over HTTP: goes on where it broke off, and believes nothing that it has not checked.

What has come so far lies in NAME.part, and beside it in NAME.part.json which version of the file that is (RFC 9110:
ETag, Last-Modified; Range and If-Range). The file gets its name when it is whole: no half file ever bears it.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from kgcore.errors import GraphError
from kgcore.ingest.files import Advance

TRIES = 5  # in a row without a byte
_TIMEOUT = 30
_LONGEST_WAIT = 60.0
_CHUNK = 1 << 18
_MOST_TIMES = 4  # a file whose size is only about known may have grown to that much of it
_GONE = (401, 403, 404, 410, 451)
_BUSY = (408, 425, 429)
_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+|\*)")


class FileGone(GraphError):  # noqa: N818  (the tree reads better without a suffix on every leaf)
    """The address has nothing for us any more: trying again is useless."""


class _Again(Exception):  # noqa: N818
    """Ends one request; the next may go better. `wait` is what the server asks for, in seconds."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to fetch: `size` in bytes, exact where there is a `sha256`, else about right."""

    address: str
    size: int
    sha256: str = ""


def fetch_file(wanted: Wanted, to: Path, advance: Advance, *, wait: Callable[[float], None] = time.sleep) -> str:
    """Fetch a file to `to`, and return the SHA-256 of what lies there now; `advance` is told bytes done and in all.

    A file that is there and is the one wanted is left as it is. Raises FileGone, and GraphError where the server cannot
    be reached, or what it sends is not what was written down; what came until then stays for the next time.
    """
    if to.is_file() and (found := _checked(to, wanted)):
        return found
    to.parent.mkdir(parents=True, exist_ok=True)
    part = _Part(to)
    for _ in range(2):  # a file that is not what was written down may have been put together of two: once more, anew
        _fetch_part(wanted, part, advance, wait)
        if found := _checked(part.path, wanted):
            part.path.replace(to)
            part.forget()
            return found
        part.forget()
    raise GraphError(
        f"{wanted.address} sends a file that is not the one that was written down: its checksum is another.",
        hint="It is not used.",
    )


def _fetch_part(wanted: Wanted, part: _Part, advance: Advance, wait: Callable[[float], None]) -> None:
    """Ask until all has come; raises FileGone and GraphError."""
    failures = 0
    while True:
        before = part.size
        try:
            return _request(wanted, part, advance)
        except _Again as exc:
            failures = 0 if part.size > before else failures + 1
            if failures >= TRIES:
                kept = "What came is kept: the next try goes on there." if part.size else "Try again later."
                raise GraphError(f"{wanted.address} could not be fetched: {exc}.", hint=kept) from None
            wait(min(max(exc.wait, 2.0**failures - 1), _LONGEST_WAIT))
        except OSError as exc:
            raise GraphError(f"{part.path} could not be written ({exc.strerror or exc}).") from exc


def _checked(path: Path, wanted: Wanted) -> str:
    """Return a file's SHA-256 where it is what is wanted, else ""."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    return "" if wanted.sha256 and found != wanted.sha256 else found


class _Part:
    """What has come of a file so far, and of which version of it."""

    def __init__(self, whole: Path) -> None:
        self.path = whole.with_name(f"{whole.name}.part")
        self._about = whole.with_name(f"{whole.name}.part.json")

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.is_file() else 0

    def version(self, address: str) -> str:
        """Return the version that has begun to come from there; "" where it is unknown: then nothing of it is used."""
        try:
            about = json.loads(self._about.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return ""
        told = about if isinstance(about, dict) and about.get("address") == address else {}
        return str(told.get("version") or "")

    def begin(self, address: str, version: str) -> None:
        self.path.write_bytes(b"")
        self._about.write_text(json.dumps({"address": address, "version": version}), encoding="utf-8")

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)
        self._about.unlink(missing_ok=True)


def _request(wanted: Wanted, part: _Part, advance: Advance) -> None:
    """Ask once, for what is missing, and write what comes; returns when the file is whole, else raises _Again."""
    version, done = part.version(wanted.address), part.size
    if wanted.sha256 and done == wanted.size:
        return
    headers = {"User-Agent": "evigraph", "Accept-Encoding": "identity"}
    if done and (version or wanted.sha256):  # with a checksum, what does not fit together is found out
        headers |= {"Range": f"bytes={done}-"} | ({"If-Range": version} if version else {})
    with _answer(wanted.address, headers, part) as answer:
        try:
            at, total = _place(answer.status, answer.headers, done)
        except _Again:
            part.forget()
            raise
        if at == 0:
            part.begin(wanted.address, _version(answer.headers))
        _refuse_size(wanted, total)
        _write(answer, wanted, part, at, total, advance)


def _answer(address: str, headers: Mapping[str, str], part: _Part) -> Any:
    try:
        request = urllib.request.Request(address, headers=dict(headers))  # noqa: S310  (our own table, or a setting)
        return urllib.request.build_opener(_SafeRedirects).open(request, timeout=_TIMEOUT)
    except urllib.error.HTTPError as exc:
        with exc:
            code, after = exc.code, exc.headers.get("Retry-After") or ""
        if code in _GONE:
            raise FileGone(f"{address} answers {code}: the file is no longer there, or not for everybody.") from None
        if code == 416:  # there is nothing after what came: it is whole, or another file by now
            part.forget()
            raise _Again("the server has no such part of it") from None
        if code not in _BUSY and code < 500:
            raise GraphError(f"{address} answers {code}.") from None
        raise _Again(f"the server answers {code}", float(after) if after.isdigit() else 0.0) from None
    except (OSError, HTTPException) as exc:
        reason = getattr(exc, "reason", exc)
        raise _Again(f"{urlsplit(address).netloc} cannot be reached ({reason})") from None


def _place(status: int, headers: HTTPMessage, done: int) -> tuple[int, int]:
    """Return where the answer begins in the file, and how long the file is (0: unknown)."""
    if status == 206:
        found = _RANGE.fullmatch((headers.get("Content-Range") or "").strip())
        if found is None or int(found[1]) != done:
            raise _Again("the server sends another part than was asked for")
        return done, int(found[3]) if found[3] != "*" else 0
    length = headers.get("Content-Length") or ""
    return 0, int(length) if length.isdigit() else 0


def _version(headers: HTTPMessage) -> str:
    """Return a strong ETag or the date of the last change, by which the same file is known again."""
    etag = headers.get("ETag") or ""
    return etag if etag and not etag.startswith("W/") else headers.get("Last-Modified") or ""


def _refuse_size(wanted: Wanted, total: int) -> None:
    exact = bool(wanted.sha256)
    if total and (total != wanted.size if exact else total > _MOST_TIMES * wanted.size):
        raise GraphError(
            f"{wanted.address} offers {total:,} bytes, where {wanted.size:,} were expected: it is another file."
        )


def _write(answer: IO[bytes], wanted: Wanted, part: _Part, at: int, total: int, advance: Advance) -> None:
    done = at
    with part.path.open("r+b" if at else "wb") as file:
        file.seek(at)
        while True:
            try:
                chunk = answer.read(_CHUNK)
            except (HTTPException, TimeoutError, ConnectionError) as exc:
                raise _Again(f"the connection broke off ({type(exc).__name__})") from None
            if not chunk:
                break
            done += len(chunk)
            if total and done > total:
                raise _Again("the server sends more than it said")
            _refuse_size(wanted, 0 if total else max(done, wanted.size))
            file.write(chunk)
            advance(done, total)
    if total and done < total:
        raise _Again(f"the connection broke off after {done:,} of {total:,} bytes")
    if not (total or wanted.sha256) and done * _MOST_TIMES < wanted.size:
        raise _Again(f"only {done:,} bytes came, and the server does not say how many there are")


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects (the addresses are our own data), but never from https to what anybody can read or change."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        safe = urlsplit(newurl).scheme == "https" or urlsplit(req.full_url).scheme == "http"
        if not safe or urlsplit(newurl).scheme not in ("http", "https"):
            raise FileGone(f"{req.full_url} sends us on to {newurl[:200]}, which is not safe.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)
