"""Logging: short readable lines, or JSON, on stderr. Keys and message texts are never logged.

Tracebacks come without the values of variables: those may be people's words, or tokens. Of what libraries say, which
may be a whole payload that a platform sent, only the beginning is kept.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import TextIO, cast

import structlog
from structlog.typing import EventDict, Processor

LONGEST = 400  # characters of a library's line
MISSING = "(Lines before this one are missing: they could not be written.)"


class LogFormat(StrEnum):
    """How a line of the log looks."""

    TEXT = "text"
    JSON = "json"


class Unfailing:
    """A stream that never raises: a full disk, or a reader that has gone, costs lines of the log and nobody an answer.

    What is missing is said with the first line that can be written again.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._missing = False

    def write(self, text: str) -> int:
        """Write where that is possible; return how many characters were taken."""
        try:
            self._stream.write(text)
        except (OSError, ValueError):  # ValueError: closed
            self._missing = True
        return len(text)

    def flush(self) -> None:
        """Hand on what was written, where that is possible."""
        try:
            self._stream.flush()
            if self._missing:
                print(MISSING, file=self._stream, flush=True)
                self._missing = False
        except (OSError, ValueError):
            self._missing = True


def configure_logs(level: str, form: LogFormat = LogFormat.TEXT) -> None:
    """Send everything at `level` and above to stderr."""
    number = logging.getLevelNamesMapping()[level.upper()]
    stream = cast(TextIO, Unfailing(sys.stderr))
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
