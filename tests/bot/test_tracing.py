"""A trace is one event: its stages, the graph's round trips and the requests to a model; nobody's words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.metered_graph import MeteredGraph
from bot.metrics import TurnMeter
from bot.tracing import start_traces, stop_traces, trace_past, traced
from bot.worker import Worker
from kgcore.assistant import Assistant
from tests.bot.test_worker import message
from tests.fakes.adapter import RecordingAdapter
from tests.kgcore.house import Bot, bot, folder
from tests.kgcore.talking import VITAMIN_E

__all__ = ["bot", "folder"]


def test_without_traces_nothing_is_done() -> None:
    with traced("event"):
        trace_past("stage", 1.0)


def test_of_an_error_its_kind_is_told_and_not_its_words() -> None:
    exporting = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    exporter = exporting.InMemorySpanExporter()
    started = start_traces("", exporter)
    with pytest.raises(ValueError, match="Ann"), traced("event"):
        raise ValueError("Ann has Alzheimer's disease")
    (span,) = exporter.get_finished_spans()
    stop_traces(started)
    assert (span.status.is_ok, span.status.description) == (False, "ValueError")
    assert "Ann" not in span.to_json()


async def test_what_an_event_did_hangs_together_and_has_no_words(bot: Bot, tmp_path: Path) -> None:
    exporting = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    exporter = exporting.InMemorySpanExporter()
    started = start_traces("", exporter)
    bot.meter = TurnMeter()
    bot.graph = MeteredGraph(bot.graph)  # type: ignore[assignment]
    assistant: Assistant = bot.start()
    worker = Worker(bot.store, assistant, {"web": RecordingAdapter()})
    await worker.put(message("e1", text=VITAMIN_E))
    await worker.drain()
    spans: Any = exporter.get_finished_spans()
    stop_traces(started)
    (event,) = [s for s in spans if s.name == "event"]
    names = {s.name for s in spans}
    assert {"stage ground", "stage draft", "graph edges"} <= names
    assert all(s.context.trace_id == event.context.trace_id for s in spans)
    assert not any("Alzheimer" in s.to_json() for s in spans)
