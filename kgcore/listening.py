"""When the bot answers what was not said to it, and who may read along. Pure."""

from __future__ import annotations

import re
from enum import StrEnum

_ASKING = re.compile(
    r"(?:and |but |so |ok,? |also |then )?(?:what|which|who|why|how|when|where|is|are|does|do|did|can|could|would|"
    r"should|has|have|tell me|explain|compare|show|list|give|sum up|summari[sz]e)\b",
    re.IGNORECASE,
)


class Listen(StrEnum):
    """Which messages are answered in a thread that the bot was called into."""

    ADDRESSED = "addressed"  # those that are said to it
    ALWAYS = "always"  # all that ask something
    OFFER = "offer"  # to those it offers an answer first


def asks(text: str) -> bool:
    """Whether a message that was not said to us reads like a question at all: thanks and small talk are left alone."""
    words = text.strip()
    return "?" in words or _ASKING.match(words) is not None
