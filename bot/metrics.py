"""What the process counts, for Prometheus. No question, name or thread is ever a label."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

EVENTS = Counter("evigraph_events_total", "Events taken into the inbox", ["platform", "kind"])
FAILURES = Counter("evigraph_incidents_total", "Events that ended with an incident", ["platform"])
TURNS = Histogram(
    "evigraph_event_seconds",
    "Seconds from taking up an event to its delivered answer",
    ["platform"],
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120),
)
