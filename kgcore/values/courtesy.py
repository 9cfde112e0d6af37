"""What people say that asks nothing: a greeting, thanks, "stop", a command's name with nothing behind it."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final


class Courtesy(Enum):
    """A whole message of one of these kinds is no question."""

    GREETING = "greeting"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    NODDING = "ok"
    STOP = "stop"
    BARE = "a command's name alone"


_NAMED: Final = r"(?:[\s,]+(?:there|all|everyone|everybody|team|evigraph|bot|again))*"
_END: Final = r"[\s.!,…:)👋🙏👍]*"
_WORDS: Final = (
    (Courtesy.GREETING, rf"(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)){_NAMED}"),
    (
        Courtesy.THANKS,
        r"(?:(?:ok(?:ay)?|great|perfect|nice|cool|super|wonderful|got it)[\s,.!]+)?"
        rf"(?:thanks|thank you|thank u|thx|ty|cheers|much appreciated)(?: (?:so|very) much| a lot| again)?{_NAMED}",
    ),
    (
        Courtesy.GOODBYE,
        r"(?:(?:(?:ok(?:ay)?|great|right|well|alright|many)[\s,.!]+)?"
        r"(?:thanks|thank you|thx|cheers)(?: (?:so|very) much| a lot)?[\s,.!]+(?:and )?)?"
        rf"(?:good ?bye|bye(?:[- ]bye)?|see you(?: later| soon)?|cheerio|good ?night|that is all|that's all){_NAMED}",
    ),
    (
        Courtesy.NODDING,
        r"(?:ok(?:ay)?|i see|alright|all right|got it|understood|fine|great|good|nice|cool|perfect|interesting"
        r"|good to know|makes sense|right|yes|yeah|yep|no|nope)",
    ),
    (Courtesy.STOP, r"(?:please )?(?:stop|cancel|abort|halt)(?: (?:it|that|this|now|please|writing))*"),
    (Courtesy.BARE, r"/?(?:ask|check|browse)"),
)
_PATTERNS: Final = tuple((kind, re.compile(words + _END, re.IGNORECASE)) for kind, words in _WORDS)
_LONGEST: Final = 80  # characters of a courtesy


def courtesy_of(text: str) -> Courtesy | None:
    """Return what kind of courtesy a message is, None where it says more than that."""
    words = " ".join(text.split())
    if not words or len(words) > _LONGEST:
        return None
    return next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(words)), None)
