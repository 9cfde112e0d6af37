"""What is remembered of a posted reply, as one string that the core keeps for us."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

_NOTHING = ()


@dataclass(frozen=True, slots=True)
class PostedCard:
    """A message of ours: its id, and a digest of what it shows, so that nothing is sent twice."""

    id: str
    digest: str = ""


@dataclass(frozen=True, slots=True)
class OpenStream:
    """A stream that is open: its id, the number of its last part, when it began (epoch), and what it has told."""

    id: str
    sequence: int
    began: float
    told: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """`channel` and `conversation` are where the messages stand. `aside`: it was given on the spot.

    `stopped`: the person has stopped the stream; what comes in the end is a message of its own.
    """

    channel: str = ""
    conversation: str = ""
    messages: tuple[PostedCard, ...] = ()
    stream: OpenStream | None = None
    aside: bool = False
    stopped: bool = False

    @classmethod
    def load(cls, text: str | None) -> Receipt:
        """Return the receipt; an empty one where there is none."""
        if not text:
            return cls()
        kept = json.loads(text)
        stream = OpenStream(**kept["stream"]) if kept.get("stream") else None
        messages = tuple(PostedCard(*m) for m in kept.get("messages", _NOTHING))
        where = kept["channel"], kept["conversation"]
        return cls(*where, messages, stream, bool(kept.get("aside")), bool(kept.get("stopped")))

    def dump(self) -> str:
        """Return the receipt as text."""
        kept = {**asdict(self), "messages": [[m.id, m.digest] for m in self.messages]}
        return json.dumps(kept, ensure_ascii=False)

    def with_message(self, nth: int, posted: PostedCard) -> Receipt:
        """Return the receipt with its message number `nth` (or a new one at the end) as it stands now."""
        return replace(self, messages=(*self.messages[:nth], posted, *self.messages[nth + 1 :]))
