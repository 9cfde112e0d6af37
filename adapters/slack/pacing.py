"""How fast Slack may be called: buckets of tokens per channel or workspace, and what a 429 asks for.

Where several processes work on one store, they share the buckets: each is kept there as the moment when it is full.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Mapping
from enum import StrEnum
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.port import AdapterState
from adapters.slack import limits
from adapters.slack.errors import ErrorRemedy, name_of, retry_after, what_to_do
from kgcore.errors import DeliveryError, StoreError

_KEPT: Final = 2_000  # buckets; those that are full again say nothing
_SHARED: Final = 1.0  # seconds that the others' takings may take to find out; then our own are all we know


class PacedKind(StrEnum):
    """What is paced."""

    POST = "post"  # per channel
    UPDATE = "update"  # per workspace
    STREAM = "stream"  # per workspace: streams that begin
    APPEND = "append"  # per workspace: words that go on
    STREAM_END = "stream end"  # per workspace
    STATUS = "status"  # per workspace


_RATES: Final = {  # tokens a second, and how many may be saved up
    PacedKind.POST: (1 / limits.POST_SECONDS, limits.POST_BURST),
    PacedKind.UPDATE: (limits.UPDATES_A_MINUTE / 60, limits.UPDATES_BURST),
    PacedKind.STREAM: (limits.STREAMS_A_MINUTE / 60, limits.STREAMS_BURST),
    PacedKind.APPEND: (limits.APPENDS_A_MINUTE / 60, limits.APPENDS_BURST),
    PacedKind.STREAM_END: (limits.STREAMS_A_MINUTE / 60, limits.STREAMS_BURST),
    PacedKind.STATUS: (limits.STATUSES_A_MINUTE / 60, limits.STATUSES_BURST),
}


def loop_time() -> float:
    """Return the seconds on the running loop's clock, the same by which pauses are slept."""
    return asyncio.get_running_loop().time()


class _Bucket:
    """Tokens come back over time; taking one that is not there yet is a debt that has to be waited for."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self.tokens = most
        self.at = loop_time()

    def filled(self) -> float:
        at = loop_time()
        self.tokens = min(self.most, self.tokens + (at - self.at) * self.rate)
        self.at = at
        return self.tokens

    def lower(self, tokens: float) -> None:
        """Have no more than so many; fewer than none are a debt."""
        self.tokens = min(self.filled(), tokens)

    def take(self) -> float:
        """Take a token, and return the seconds until it is there."""
        self.lower(self.filled() - 1)
        return max(0.0, -self.tokens / self.rate)


class CallPacing:
    """`await turn(…)` before a call; `obey(…)` when Slack asks for a pause. A kind that is the name of a method goes by
    that method's tier. `state` is where other processes' calls are found out.
    """

    def __init__(self, state: AdapterState | None = None) -> None:
        self._state = state
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def free(self, kind: PacedKind | str, key: str, *, left: float = 0.0) -> bool:
        """Whether a call need not wait, and this share of what can be saved up stays for others."""
        bucket = self._bucket(kind, key)
        return bucket.filled() >= max(1.0, left * bucket.most)

    async def turn(self, kind: PacedKind | str, key: str) -> None:
        """Wait for one's turn, first come, first served."""
        wait = await self.reserve(kind, key)
        if wait:
            await asyncio.sleep(wait)

    async def reserve(self, kind: PacedKind | str, key: str) -> float:
        """Take a token for a call that may come later, and need not wait for its turn then; return the seconds until
        it is there.
        """
        bucket = self._bucket(kind, key)
        wait = bucket.take()
        shared = await self._shared(kind, key, bucket, 1 / bucket.rate)
        return wait if shared is None else shared

    async def obey(self, kind: PacedKind | str, key: str, seconds: float) -> None:
        """Let nothing through for so long."""
        bucket = self._bucket(kind, key)
        bucket.lower(-seconds * bucket.rate)
        await self._shared(kind, key, bucket, 0.0, bucket.most / bucket.rate + seconds)

    async def _shared(
        self, kind: PacedKind | str, key: str, bucket: _Bucket, by: float, least: float = 0.0
    ) -> float | None:
        """Move on the moment when the bucket is full, for all processes, and learn what they have taken; return the
        seconds until it holds none less than nothing, or None where there is nobody else, or no way to find out.
        """
        if self._state is None:
            return None
        try:
            async with asyncio.timeout(_SHARED):
                ahead = await self._state.advance(f"pace:{kind}:{key}", by, least)
        except (StoreError, TimeoutError):
            return None
        if ahead is None:
            return None
        bucket.lower(bucket.most - ahead * bucket.rate)
        return max(0.0, ahead - bucket.most / bucket.rate)

    def _bucket(self, kind: PacedKind | str, key: str) -> _Bucket:
        if len(self._buckets) > _KEPT:
            self._buckets = {k: b for k, b in self._buckets.items() if b.filled() < b.most}
        rate = _RATES[kind] if isinstance(kind, PacedKind) else (limits.TIERS[kind] / 60, limits.TIER_BURST)
        return self._buckets.setdefault((str(kind), key), _Bucket(*rate))


# --- One call that is paced: what its failure means for the calls that come after it, and for what was to be
# posted.


async def call_paced(call: Awaitable[Any], pacing: CallPacing, kind: PacedKind | str, key: str) -> Mapping[str, Any]:
    """Await a call; a pause that Slack asks for holds for everything of that kind.

    Raises SlackApiError where Slack says no, and DeliveryError where nobody knows whether the call did its work.
    """
    try:
        return await call  # type: ignore[no-any-return]
    except SlackApiError as error:
        if what_to_do(error) is ErrorRemedy.LATER:
            wait = retry_after(error)
            if wait is not None:
                await pacing.obey(kind, key, wait)
            elif name_of(error).startswith("http_5"):  # it may have been done all the same
                raise DeliveryError(f"Slack: {name_of(error)}") from error
        raise
    except (TimeoutError, aiohttp.ClientError) as error:
        raise DeliveryError(f"Slack could not be reached: {type(error).__name__}") from error


class PacedClient(AsyncWebClient):
    """A client whose methods go by their tiers: each waits for its turn, and after a 429 as long as Slack asks.

    What is posted, edited and streamed has kinds of its own, because what waits there can be put off.
    """

    def __init__(self, pacing: CallPacing, **settings: Any) -> None:
        super().__init__(**settings)
        self._pacing = pacing

    def is_free(self, api_method: str) -> bool:
        """Whether a call of a method need not wait for its turn."""
        return self._pacing.free(api_method, self._key)

    @property
    def _key(self) -> str:
        return hashlib.blake2b((self.token or "").encode(), digest_size=8).hexdigest()

    async def api_call(self, api_method: str, **given: Any) -> AsyncSlackResponse:
        """Call a method. Raises SlackApiError."""
        if api_method not in limits.TIERS:
            return await super().api_call(api_method, **given)
        key = self._key
        await self._pacing.turn(api_method, key)
        try:
            return await super().api_call(api_method, **given)
        except SlackApiError as error:
            wait = retry_after(error)
            if wait is not None:
                await self._pacing.obey(api_method, key, wait)
            raise
