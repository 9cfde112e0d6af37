"""The page's numbers and names, as data, each with its source."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

PACE: Final = 0.1  # seconds between two snapshots of one turn; below it people see continuous change (Nielsen, 1993)

QUESTION_CHARACTERS: Final = 4_000  # as kgcore.assistant; said here too, so that the page can say it at once
BODY_BYTES: Final = 512 * 1024  # ours: lets 20,000 percent-encoded characters in, so that they get a clear message
LONG_BYTES: Final = 16 * 1024  # ours: a longer form is taken apart beside what else goes on
MAP_BYTES: Final = 4 * 1024 * 1024  # ours: 400,000 characters of a conversation in any script, percent-encoded
FIELDS: Final = 256  # ours: forms offer at most some dozens of options
VALUE_CHARACTERS: Final = 4_000  # ours: of one field; as long as a question
COMMAND_CHARACTERS: Final = 4_000  # ours: after a command's name
LISTED_THREADS: Final = 100  # as many as a query brings at once (kgcore/ports.py)
MOST_SKIPPED: Final = 1_000_000  # ours: of threads
NAME_CHARACTERS: Final = 100  # ours: of a name that is to be completed
SAID: Final = 500  # messages that are read of a conversation, as kgcore.conversation; said here for the page to say it
SAID_CHARACTERS: Final = 4_000  # of each of them, likewise
TEXT_LINE: Final = 200  # ours: a field for more characters than this has several lines
RADIOS: Final = 6  # ours: more options than this are a drop-down list
PAGE_TURNS: Final = 20  # ours: answers that a page brings with it; of the others the questions, each a click away
COMPRESSED_FROM: Final = 1_000  # bytes; less gains nothing (as nginx and Django have it)
COMPRESSION: Final = 5  # of 9: nearly as small as 9, in a third of the time
PAPERS_SHOWN: Final = 8  # ours: what one look takes in; the rest is one click away

STREAM_TURNS: Final = 32  # ours: turns that may wait for one slow page; the oldest goes first and is fetched again
STREAMS: Final = 1_024  # ours: open pages per process; the oldest is closed and reconnects by itself
STREAMS_OF_ONE: Final = 32  # ours: of one visitor
STREAMS_NEARBY: Final = 128  # ours: of all visitors from one address, such as an office
STREAM_PING: Final = 15  # seconds; HTML standard, section 9.2.7: "a comment line … every 15 seconds or so"
STREAM_RETRY: Final = 1_500  # milliseconds until a page reconnects (HTML standard, 9.2.5, "retry")
STREAM_LONGEST: Final = 300  # ours: seconds until a page has to come again, and be who it was
STREAM_SEND: Final = 30.0  # seconds that a page may take for one event before its stream is closed

ASIDES: Final = 256  # ours: panels, words and notices that are kept for pages that are between two connections
ASIDES_LONGEST: Final = 120.0  # seconds; ours: whoever is not back by then has asked anew

COOKIE: Final = "evigraph_visitor"
COOKIE_SECONDS: Final = 400 * 24 * 3600  # draft-ietf-httpbis-rfc6265bis, section 5.5: no more than 400 days

SESSION_COOKIE: Final = "evigraph_session"
SESSION_SECONDS: Final = 12 * 3600  # ours: a working day; groups are asked for again at the next
SIGN_IN_COOKIE: Final = "evigraph_signin"
SIGN_IN_SECONDS: Final = 600  # ours: as long as somebody may take at the provider
HINT_COOKIE: Final = "evigraph_hint"
HINT_CHARACTERS: Final = 3_800  # browsers keep cookies of 4,096 bytes with their names (RFC 6265, section 6.1)
PROVIDER_SECONDS: Final = 10.0  # ours: for one request to it
METADATA_SECONDS: Final = 600  # ours: that its addresses and keys are believed before they are read again
PATH_CHARACTERS: Final = 500  # ours: of where somebody wanted to go
TOKEN_NAME_CHARACTERS: Final = 60  # ours

# What every response carries. Referrer-Policy is not "no-referrer": browsers would then send "Origin: null" with the
# page's own forms (Fetch standard, "append a request Origin header"), and the check of posts could not tell them apart.
HEADERS: Final = MappingProxyType(
    {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }
)

EXAMPLES: Final = (
    "Can vitamin E slow the progression of Alzheimer's disease?",
    "Which supplements prevent the common cold?",
    "Tell me about ginkgo biloba",
)
