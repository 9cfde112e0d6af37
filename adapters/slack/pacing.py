"""How fast Slack may be called: buckets of tokens per channel or workspace, and what a 429 asks for."""

from __future__ import annotations

import asyncio
import time
from enum import StrEnum
from typing import Final

from adapters.slack import limits

_KEPT: Final = 2_000  # buckets; those that are full again say nothing


class Kind(StrEnum):
    """What is paced."""

    POST = "post"  # per channel
    UPDATE = "update"  # per workspace
    UPLOAD = "upload"  # per workspace
    STREAM = "stream"  # per workspace: streams that begin
    APPEND = "append"  # per workspace: words that go on
    STREAM_END = "stream end"  # per workspace
    STATUS = "status"  # per workspace


_RATES: Final = {  # tokens a second, and how many may be saved up
    Kind.POST: (1 / limits.POST_SECONDS, limits.POST_BURST),
    Kind.UPDATE: (limits.UPDATES_A_MINUTE / 60, limits.UPDATES_BURST),
    Kind.UPLOAD: (limits.UPLOADS_A_MINUTE / 60, limits.UPLOADS_BURST),
    Kind.STREAM: (limits.STREAMS_A_MINUTE / 60, limits.STREAMS_BURST),
    Kind.APPEND: (limits.APPENDS_A_MINUTE / 60, limits.APPENDS_BURST),
    Kind.STREAM_END: (limits.STREAMS_A_MINUTE / 60, limits.STREAMS_BURST),
    Kind.STATUS: (limits.STATUSES_A_MINUTE / 60, limits.STATUSES_BURST),
}


class _Bucket:
    """Tokens come back over time; taking one that is not there yet is a debt that has to be waited for."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self.tokens = most
        self.at = time.monotonic()

    def filled(self) -> float:
        now = time.monotonic()
        if now > self.at:
            self.tokens = min(self.most, self.tokens + (now - self.at) * self.rate)
            self.at = now
        return self.tokens

    def wait(self) -> float:
        """Return the seconds until the token that was just taken is there."""
        return max(0.0, -self.tokens / self.rate) + max(0.0, self.at - time.monotonic())


class Pacing:
    """`await turn(…)` before a call; `obey(…)` when Slack asks for a pause."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[Kind, str], _Bucket] = {}

    def free(self, kind: Kind, key: str, *, left: float = 0.0) -> bool:
        """Whether a call need not wait, and this share of what can be saved up stays for others."""
        bucket = self._bucket(kind, key)
        return bucket.filled() >= max(1.0, left * bucket.most) and bucket.at <= time.monotonic()

    async def turn(self, kind: Kind, key: str) -> None:
        """Wait for one's turn, first come, first served."""
        bucket = self._bucket(kind, key)
        bucket.filled()
        bucket.tokens -= 1
        wait = bucket.wait()
        if wait:
            await asyncio.sleep(wait)

    def reserve(self, kind: Kind, key: str) -> None:
        """Take a token for a call that will come later, and need not wait for its turn then."""
        bucket = self._bucket(kind, key)
        bucket.filled()
        bucket.tokens -= 1

    def obey(self, kind: Kind, key: str, seconds: float) -> None:
        """Let nothing through for so long."""
        bucket = self._bucket(kind, key)
        bucket.tokens = min(bucket.filled(), 0.0)
        bucket.at = max(bucket.at, time.monotonic() + seconds)

    def _bucket(self, kind: Kind, key: str) -> _Bucket:
        if len(self._buckets) > _KEPT:
            self._buckets = {k: b for k, b in self._buckets.items() if b.filled() < b.most}
        return self._buckets.setdefault((kind, key), _Bucket(*_RATES[kind]))
