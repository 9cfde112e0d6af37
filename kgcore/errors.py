"""Everything that Evigraph raises on purpose.

EvigraphError
├── ConfigError            a setting is missing, unknown or wrong
├── InputError             a file or line from outside cannot be used
├── GraphError             the knowledge graph
│   ├── GraphNotFound      no graph at that place
│   ├── GraphDamaged       truncated, of another version, or not a graph
│   ├── GraphRefused       the login was refused; trying again is useless
│   └── GraphUnavailable   it cannot be reached just now
│       └── GraphBusy      it is there, and asked too much
├── ModelError             the language model or the embedder
│   ├── ModelRefused       the key or the request was refused; trying again is useless
│   ├── ModelBusy          429 or 5xx after all retries
│   ├── ModelInterrupted   the stream broke off, or nothing came in time
│   └── ModelIncapable     this backend does not do that task
├── StoreError             threads and inbox
│   ├── StoreFull          the disk has no room
│   ├── StoreBusy          another process holds it
│   └── StoreDamaged       the file is not a store, or of another version
├── LibraryError           the library of papers
│   ├── LibraryNotFound    no library at that place
│   └── LibraryDamaged     the file is not a library, or of another version
├── DrawingError           one picture could not be drawn
│   └── DrawingUnavailable nothing can be drawn on this machine
├── DeliveryError          a platform did not take a reply
│   └── DeliveryRefused    and never will
└── TooMuchWaiting         somebody has asked more than is answered yet
"""

from __future__ import annotations


class EvigraphError(Exception):
    """The base; `str(error)` is meant for whoever runs Evigraph, and `hint` says what would help."""

    public = ""  # what a stranger may be told of it; the message may name files of this machine

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        ends = "" if not self.hint or self.message.rstrip().endswith((".", "!", "?", ":", ";", ",")) else "."
        return f"{self.message}{ends} {self.hint}".strip()


class ConfigError(EvigraphError):
    """A setting is missing, unknown or wrong."""


class InputError(EvigraphError):
    """A file or a line from outside cannot be used; `where` is "file:line" or "field"."""

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message, hint=hint)
        self.where = where


class GraphError(EvigraphError):
    """The knowledge graph cannot do what was asked."""


class GraphNotFound(GraphError):  # noqa: N818  (the tree reads better without a suffix on every leaf)
    """There is no graph at that place."""


class GraphDamaged(GraphError):  # noqa: N818
    """The graph is truncated, of another version, or no graph at all."""


class GraphRefused(GraphError):  # noqa: N818
    """The graph's server refused the login; trying again is useless."""


class GraphUnavailable(GraphError):  # noqa: N818
    """The graph cannot be reached just now."""


class GraphBusy(GraphUnavailable):
    """The graph is there, and so much is asked of it that a question did not get its turn in time."""


class ModelError(EvigraphError):
    """The language model or the embedder failed."""


class ModelRefused(ModelError):  # noqa: N818
    """The key or the request was refused; trying again is useless."""


class ModelBusy(ModelError):  # noqa: N818
    """The model answered 429 or 5xx until the retries were used up."""


class ModelInterrupted(ModelError):  # noqa: N818
    """The stream broke off, or nothing came in time."""


class ModelCut(ModelError):  # noqa: N818
    """All that was written came, but a limit of length ended it before its end."""


class ModelIncapable(ModelError):  # noqa: N818
    """This backend does not do that task."""


class StoreError(EvigraphError):
    """Threads, turns or the inbox cannot be read or written."""

    public = "Evigraph cannot keep anything just now, so this was not taken. Please try again in a moment."


class StoreFull(StoreError):  # noqa: N818
    """The disk has no room; nothing was half written."""

    public = "The disk is full, so nothing new can be kept just now."


class StoreBusy(StoreError):  # noqa: N818
    """Another process holds the store for too long."""

    public = "Another program holds what Evigraph keeps just now, so this was not taken. Please try again in a moment."


class StoreAway(StoreError):  # noqa: N818
    """The database in which everything is kept cannot be reached just now; waiting may heal it."""


class StoreDamaged(StoreError):  # noqa: N818
    """The file is not a store, or was written by another version."""


class LibraryError(EvigraphError):
    """The library of papers cannot be read or written; nothing was half written."""


class LibraryNotFound(LibraryError):  # noqa: N818
    """There is no library at that place."""

    public = "There is no library of papers here."


class LibraryDamaged(LibraryError):  # noqa: N818
    """The file is not a library, or was written by another version."""


class DrawingError(EvigraphError):
    """One picture could not be drawn; the reply goes out with a table instead."""


class DrawingUnavailable(DrawingError):  # noqa: N818
    """Nothing can be drawn on this machine until something is installed."""


class DeliveryError(EvigraphError):
    """A platform did not take a reply; `retry_after` is in seconds where the platform named it."""

    def __init__(self, message: str, *, retry_after: float | None = None, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class DeliveryRefused(DeliveryError):  # noqa: N818
    """The platform will never take this reply (no permission, no such channel)."""


class TooMuchWaiting(EvigraphError):  # noqa: N818
    """A person, a channel or an address has so much waiting that no more is taken; `message` is for the person.

    `retry_after` are the seconds after which it may be tried again.
    """

    def __init__(self, message: str, *, retry_after: float) -> None:
        super().__init__(message)
        self.public = message
        self.retry_after = retry_after
