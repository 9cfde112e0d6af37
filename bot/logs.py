"""Logging: short readable lines, or JSON, on stderr. Keys and message texts are never logged.

Tracebacks come without the values of variables: those may be people's words, or tokens. Of what libraries say, which
may be a whole payload that a platform sent, only the beginning is kept.
"""

from __future__ import annotations

import logging
import select
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, TextIO, cast

import structlog
from structlog.typing import EventDict, Processor

LONGEST = 400  # characters of a library's line
_PIECE = 1_000  # characters, at most 4,000 bytes: a pipe that has any room takes them without a wait
_WAITED = 20  # milliseconds
MISSING = "(Lines before this one are missing: they could not be written.)"


class LogFormat(StrEnum):
    """How a line of the log looks."""

    TEXT = "text"
    JSON = "json"


class Unfailing:
    """A stream that neither raises nor waits: a full disk, a reader that has gone or one that reads no more costs
    lines of the log and nobody an answer.

    What is missing is said with the first line that can be written again.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._missing = False
        self._room: select.poll | None = None
        with suppress(OSError):  # no file of the system: it never waits
            descriptor, self._room = stream.fileno(), select.poll()
            self._room.register(descriptor, select.POLLOUT)

    def __getattr__(self, name: str) -> Any:
        """All else is as the stream has it: whether somebody looks on, how it is encoded."""
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write where that is possible at once; return how many characters were taken."""
        for start in range(0, len(text), _PIECE):
            self._write(text[start : start + _PIECE])
        return len(text)

    def flush(self) -> None:
        """Say what is missing, where that can be written."""
        if self._missing and self._has_room():
            self._missing = False
            self._write(f"{MISSING}\n")

    def _write(self, piece: str) -> None:
        try:
            if self._has_room():
                self._stream.write(piece)
                self._stream.flush()
            else:
                self._missing = True
        except (OSError, ValueError):  # ValueError: closed
            self._missing = True

    def _has_room(self) -> bool:
        """A reader that is only slow is waited for, but not again and again."""
        return self._room is None or bool(self._room.poll(0 if self._missing else _WAITED))


def unfailing_stderr() -> TextIO:
    """Return stderr as a stream that neither raises nor waits."""
    return cast(TextIO, Unfailing(sys.stderr))


def configure_logs(level: str, form: LogFormat = LogFormat.TEXT) -> None:
    """Send everything at `level` and above to stderr."""
    number = logging.getLevelNamesMapping()[level.upper()]
    stream = unfailing_stderr()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(form))
    handler.addFilter(_shortened)
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=form is LogFormat.JSON)
    structlog.configure(
        processors=[*_common(form), _renderer(form)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )


def _shortened(record: logging.LogRecord) -> bool:
    """Cut a record to its beginning, and have it said how much there was; it is always logged."""
    record.msg, record.args = _cut(record.getMessage()), ()
    if record.exc_info and record.exc_info[1] is not None and not record.exc_text:
        lines = logging.Formatter().formatException(record.exc_info).split("\n")
        record.exc_text = "\n".join(map(_cut, lines))
    return True


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} … ({len(line):,} characters)"


def _common(form: LogFormat) -> Sequence[Processor]:
    if form is LogFormat.TEXT:
        return (
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
        )
    plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    return (
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(plain),
        _with_short_reasons,
    )


def _with_short_reasons(_logger: object, _method: str, event: EventDict) -> EventDict:
    for raised in event.get("exception", ()):
        raised["exc_value"] = _cut(raised["exc_value"])
    return event


def _renderer(form: LogFormat) -> Processor:
    if form is LogFormat.TEXT:
        return structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    return structlog.processors.JSONRenderer(ensure_ascii=False)


def _formatter(form: LogFormat) -> logging.Formatter:
    """Return how lines of other libraries look."""
    if form is LogFormat.TEXT:
        return logging.Formatter("%(levelname)s %(message)s")
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_logger_name, *_common(form)],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _renderer(form)],
    )
