"""What the process counts, for Prometheus. No question, name or thread is ever a label.

What can be counted only where it happens is counted through `TurnMeter` (turns and their stages, told by the core) and
`MeteredModel` (calls of language models).
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Sequence
from enum import StrEnum

from prometheus_client import Counter, Gauge, Histogram

from bot.tracing import trace_past
from kgcore.errors import ModelCut, ModelError
from kgcore.ports import LanguageModel
from kgcore.turn.services import TurnStage
from kgcore.turn.spending import CHARACTERS
from kgcore.values.budget import MICRO
from kgcore.values.message import Incoming
from kgcore.values.tasks import Request, Task
from kgcore.values.thread import Turn

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
MOST_CLAIMS = (0, 1, 2, 5, 10, 20, 50, 100)

EVENTS = Counter("evigraph_events_total", "Events taken into the inbox", ["platform", "kind"])
REFUSED = Counter("evigraph_refused_total", "Events not taken because their person has too much waiting", ["platform"])
INCIDENTS = Counter("evigraph_incidents_total", "Events that ended with an incident", ["platform"])
EVENT_SECONDS = Histogram(
    "evigraph_event_seconds", "Seconds from an event's arrival to its delivered answer", ["platform"], buckets=SECONDS
)
DELIVERIES = Counter("evigraph_deliveries_total", "States of replies handed to a platform", ["platform", "outcome"])
WAITING = Gauge("evigraph_inbox_events", "Events that have come in and are not finished")
OLDEST = Gauge("evigraph_inbox_oldest_seconds", "Seconds since the oldest unfinished event came in")
TURNS = Counter("evigraph_turns_total", "Turns that were answered", ["mode"])
CLAIMS = Histogram("evigraph_turn_claims", "Claims of an answered turn", buckets=MOST_CLAIMS)
VERDICTS = Counter("evigraph_verdicts_total", "Claims of answered turns", ["verdict"])
STAGE_SECONDS = Histogram("evigraph_stage_seconds", "Seconds that a stage of a turn took", ["stage"], buckets=SECONDS)
GRAPH_TRIPS = Counter("evigraph_graph_round_trips_total", "Questions to the knowledge graph", ["call", "outcome"])
GRAPH_SECONDS = Histogram(
    "evigraph_graph_seconds",
    "Seconds that the knowledge graph took for one",
    ["call"],
    buckets=(0.001, 0.005, *SECONDS),
)
MODEL_CALLS = Counter("evigraph_model_calls_total", "Requests to a language model", ["task", "outcome"])
MODEL_CHARACTERS = Counter("evigraph_model_characters_total", "Characters that language models wrote", ["task"])
MODEL_TOKENS = Counter("evigraph_model_tokens_total", "Tokens of language models, about", ["model", "direction"])
MODEL_DOLLARS = Counter("evigraph_model_dollars_total", "What language models cost, by the price table", ["model"])
MODEL_SECONDS = Histogram("evigraph_model_seconds", "Seconds that a language model wrote", ["task"], buckets=SECONDS)


class Outcome(StrEnum):
    """How handing over one state of a reply, or asking a model, ended."""

    POSTED = "posted"
    EDITED = "edited"
    REFUSED = "refused"
    PUT_OFF = "put off"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


def count_event(event: Incoming) -> None:
    """Count an event that was taken into the inbox."""
    EVENTS.labels(event.place.platform, type(event).__name__.lower()).inc()


def count_refusal(event: Incoming) -> None:
    """Count an event that was not taken: its person, channel or address has too much waiting."""
    REFUSED.labels(event.place.platform).inc()


def count_delivery(platform: str, outcome: Outcome) -> None:
    """Count one state of a reply that a platform took, refused or put off."""
    DELIVERIES.labels(platform, outcome.value).inc()


def count_round_trip(call: str, outcome: Outcome, seconds: float) -> None:
    """Count a question to the knowledge graph."""
    GRAPH_TRIPS.labels(call, outcome.value).inc()
    GRAPH_SECONDS.labels(call).observe(seconds)


def tokens_written() -> int:
    """Return about how many tokens language models have written since the process began."""
    samples = (sample for metric in MODEL_CHARACTERS.collect() for sample in metric.samples)
    return int(sum(s.value for s in samples if s.name.endswith("_total"))) // CHARACTERS


def watch_inbox(ages: Callable[[], Sequence[float]]) -> None:
    """Have the inbox looked at whenever metrics are read; `ages` are the seconds since unfinished events came in."""
    WAITING.set_function(lambda: len(ages()))
    OLDEST.set_function(lambda: max(ages(), default=0.0))


class SpendingCounter:
    """Counts what models used, as far as it can be told from the length of texts."""

    def spent(self, model: str, read: int, written: int, micros: int | None) -> None:
        """Count a request's tokens, and its price where the table has one."""
        MODEL_TOKENS.labels(model, "read").inc(read)
        MODEL_TOKENS.labels(model, "written").inc(written)
        if micros is not None:
            MODEL_DOLLARS.labels(model).inc(micros / MICRO)


class TurnMeter:
    """Counts what the core tells of its turns."""

    def stage(self, stage: TurnStage, seconds: float) -> None:
        """Count a stage that has ended."""
        STAGE_SECONDS.labels(stage.value).observe(seconds)
        trace_past(f"stage {stage.value}", seconds)

    def turn(self, turn: Turn) -> None:
        """Count a turn that was answered, and its claims."""
        TURNS.labels(turn.mode.value).inc()
        CLAIMS.observe(len(turn.claims))
        for claim in turn.claims:
            VERDICTS.labels(claim.verdict.value).inc()


class MeteredModel:
    """A language model whose calls are counted."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    @property
    def tasks(self) -> frozenset[Task]:
        """What the model can do."""
        return self._model.tasks

    async def stream(self, request: Request) -> AsyncGenerator[str]:
        """Yield what the model writes. Raises ModelError."""
        began, outcome = time.monotonic(), Outcome.STOPPED
        chunks = self._model.stream(request)
        try:
            async for chunk in chunks:
                MODEL_CHARACTERS.labels(request.task.value).inc(len(chunk))
                yield chunk
            outcome = Outcome.DONE
        except ModelCut:
            outcome = Outcome.DONE
            raise
        except ModelError:
            outcome = Outcome.FAILED
            raise
        finally:
            task = request.task.value
            MODEL_CALLS.labels(task, outcome.value).inc()
            seconds = time.monotonic() - began
            MODEL_SECONDS.labels(task).observe(seconds)
            trace_past(f"model {task}", seconds, model=self.name, outcome=outcome.value)
            close = getattr(chunks, "aclose", None)
            if close is not None:
                await close()
