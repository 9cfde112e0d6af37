"""Traces for OpenTelemetry, an extra: `pip install 'evigraph[otel]'` and EVIGRAPH_TRACES. Without it nothing is done.

A trace is one event: its stages, the graph's round trips and the requests to a model. No text, name or thread is in it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kgcore.errors import ConfigError

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Tracer

SERVICE = "evigraph"
_NANO = 1_000_000_000
_tracers: list[Tracer] = []  # the one that was switched on; empty: none


def require_traces() -> None:
    """Raise ConfigError where the extra is not installed."""
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise ConfigError("EVIGRAPH_TRACES needs OpenTelemetry.", hint="pip install 'evigraph[otel]'")


def start_traces(address: str, exporter: SpanExporter | None = None) -> Any:
    """Send traces to a collector's address for OTLP over HTTP from now on; return what `stop_traces` takes.

    `exporter` takes the place of that. Raises ConfigError where the extra is not installed.
    """
    require_traces()
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": SERVICE}), shutdown_on_exit=False)
    if exporter is not None:
        provider.add_span_processor(SimpleSpanProcessor(exporter))
    else:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(address)))
    _tracers[:] = [provider.get_tracer(SERVICE)]
    return provider


def stop_traces(started: Any) -> None:
    """Send what is left, and nothing from then on."""
    _tracers.clear()
    started.shutdown()


@contextmanager
def traced(name: str, **told: str) -> Iterator[None]:
    """Make a span of what is done within; of an error it tells the kind alone, as its words may be somebody's."""
    if not _tracers:
        yield
        return
    from opentelemetry.trace import StatusCode

    span_of = _tracers[0].start_as_current_span
    with span_of(name, attributes=told, record_exception=False, set_status_on_exception=False) as span:
        try:
            yield
        except Exception as error:
            span.set_status(StatusCode.ERROR, type(error).__name__)
            raise


def trace_past(name: str, seconds: float, **told: str) -> None:
    """Make a span of what has just ended, after so many seconds."""
    if _tracers:
        end = time.time_ns()
        span = _tracers[0].start_span(name, start_time=end - int(seconds * _NANO), attributes=told)
        span.end(end)
