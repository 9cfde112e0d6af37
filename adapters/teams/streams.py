"""Streaming in personal chats: parts of the text as it grows, then the card in the same message.

Source: bots/streaming-ux, "Stream message through REST API". The SDK's own streamer lives as long as the request that
it answers; ours may go on in another process, so what it needs stands in the receipt.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adapters.teams.elements import Json
from adapters.teams.envelope import text_of
from adapters.teams.escape import clip_line
from adapters.teams.limits import INFORMATIVE_CHARACTERS, STREAM_CHARACTERS, STREAM_PACE, STREAM_SECONDS
from adapters.teams.post import CardPoster, ConversationTarget, TooLarge
from adapters.teams.receipts import OpenStream, Receipt
from kgcore.values.reply import Progress, Reply

LOOKING = "Looking into the graph …"


class CardStreams:
    """Opens, continues and ends streams; what the platform refuses comes up as StreamEnded."""

    def __init__(self, poster: CardPoster, clock: Callable[[], float] = time.time) -> None:
        self._poster = poster
        self._clock = clock
        self._last: dict[str, float] = {}

    def over(self, stream: OpenStream) -> bool:
        """Whether so much time has gone that it has to end now."""
        return self._clock() - stream.began > STREAM_SECONDS

    async def tell(self, to: ConversationTarget, reply: Reply, receipt: Receipt) -> Receipt:
        """Send the next part: what is being done as long as there is no text, then the text as it stands."""
        stream, text = receipt.stream, text_of(reply)[:STREAM_CHARACTERS]
        if stream is None:
            return await self._begin(to, text, reply, receipt)
        # Every part has to begin with the one before it; a text that was changed waits for the card.
        if not text or text == stream.told or not text.startswith(stream.told) or self._soon(stream.id):
            return receipt
        number = stream.sequence + 1
        try:
            await self._poster.create(to, _part(text, "streaming", number, stream.id))
        except TooLarge:  # the card will be split, the stream cannot be
            return receipt
        self._sent(stream.id)
        return replace(receipt, stream=replace(stream, sequence=number, told=text))

    async def finish(self, to: ConversationTarget, stream: OpenStream, message: Json) -> None:
        """End the stream with the card alone."""
        self._last.pop(stream.id, None)
        entity = {"type": "streaminfo", "streamId": stream.id, "streamType": "final"}
        final: dict[str, Any] = message | {"id": stream.id, "entities": [*message.get("entities", []), entity]}
        final["channelData"] = {**message.get("channelData", {}), "streamId": stream.id, "streamType": "final"}
        await self._poster.create(to, final)

    async def _begin(self, to: ConversationTarget, text: str, reply: Reply, receipt: Receipt) -> Receipt:
        doing = next((b.doing for b in reply.blocks if isinstance(b, Progress) and b.doing), LOOKING)
        kind, words = ("streaming", text) if text else ("informative", clip_line(doing, INFORMATIVE_CHARACTERS))
        id = await self._poster.create(to, _part(words, kind, 1))
        self._sent(id)
        return replace(receipt, stream=OpenStream(id, 1, self._clock(), text))

    def _soon(self, id: str) -> bool:
        return self._clock() - self._last.get(id, 0.0) < STREAM_PACE

    def _sent(self, id: str) -> None:
        self._last[id] = self._clock()


def _part(text: str, kind: str, number: int, id: str = "") -> Json:
    info: Json = {"type": "streaminfo", "streamType": kind, "streamSequence": number}
    data: Json = {"streamType": kind, "streamSequence": number}
    if id:
        info["streamId"] = data["streamId"] = id
    return {"type": "typing", "text": text, "textFormat": "plain", "entities": [info], "channelData": data}
