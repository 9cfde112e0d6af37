"""Logging: short readable lines, or JSON, on stderr. Keys and message texts are never logged.

Tracebacks come without the values of variables: those may be people's words, or tokens.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from enum import StrEnum

import structlog
from structlog.typing import Processor


class LogFormat(StrEnum):
    """How a line of the log looks."""

    TEXT = "text"
    JSON = "json"


def configure_logs(level: str, form: LogFormat = LogFormat.TEXT) -> None:
    """Send everything at `level` and above to stderr."""
    number = logging.getLevelNamesMapping()[level.upper()]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(form))
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=form is LogFormat.JSON)
    structlog.configure(
        processors=[*_common(form), _renderer(form)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


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
    )


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
