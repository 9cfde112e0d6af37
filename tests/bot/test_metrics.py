"""What /metrics tells of Evigraph: events, deliveries, turns, their stages and verdicts, and calls of models."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
import pytest_asyncio
from prometheus_client import REGISTRY
from starlette.testclient import TestClient

from adapters.port import Receipt
from bot.delivery import DeliveryRetryPolicy
from bot.metered_graph import MeteredGraph
from bot.metrics import MeteredModel, SpendingCounter, TurnMeter, watch_inbox
from bot.server import build_app
from bot.worker import Worker
from kgcore.errors import DeliveryRefused, GraphUnavailable, ModelError, ModelInterrupted
from kgcore.graph.away import UnavailableGraph
from kgcore.llm.scripted import ScriptedModel
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.services import TurnStage
from kgcore.values.message import Address
from kgcore.values.model import Mention
from kgcore.values.reply import Reply
from kgcore.values.tasks import ExtractRequest, Task
from kgcore.verdicts import Verdict
from tests.bot.test_worker import Echo, message
from tests.fakes.adapter import RecordingAdapter
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]

ASKED = ExtractRequest("Does zinc help against colds?", ("Drug",))
HERE = "http://127.0.0.1:8700"


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "w.db")
    yield store
    await store.close()


class Refusing(RecordingAdapter):
    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        raise DeliveryRefused("No such channel.")


async def test_events_and_deliveries_are_counted_by_platform(store: SqliteStore) -> None:
    names = ("evigraph_events_total", "evigraph_incidents_total", "evigraph_event_seconds_count")
    before = [counted(names[0], platform="web", kind="message"), *(counted(n, platform="web") for n in names[1:])]
    posted = counted("evigraph_deliveries_total", platform="web", outcome="posted")
    worker = Worker(store, Echo(), {"web": RecordingAdapter()})
    await worker.put(message("e1"))
    await worker.put(message("e1"))
    await worker.put(message("e2", text="boom"))
    await worker.drain()
    after = [counted(names[0], platform="web", kind="message"), *(counted(n, platform="web") for n in names[1:])]
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 1, 2]
    assert counted("evigraph_deliveries_total", platform="web", outcome="posted") - posted == 2


async def test_what_a_platform_refuses_is_counted_apart(store: SqliteStore) -> None:
    before = counted("evigraph_deliveries_total", platform="web", outcome="refused")
    worker = Worker(store, Echo(), {"web": Refusing()}, retry_policy=DeliveryRetryPolicy(first=0.0))
    await worker.put(message("e1"))
    await worker.drain()
    assert counted("evigraph_deliveries_total", platform="web", outcome="refused") > before


async def test_the_inbox_is_looked_at_when_metrics_are_read(store: SqliteStore) -> None:
    echo = Echo()
    worker = Worker(store, echo, {"web": RecordingAdapter()})
    watch_inbox(lambda: worker.ages)
    await worker.put(message("e1", text="slow"))
    await worker.put(message("e2"))
    assert counted("evigraph_inbox_events") == 2
    assert counted("evigraph_inbox_oldest_seconds") > 0
    echo.stopped.set()
    await worker.drain()
    assert (counted("evigraph_inbox_events"), counted("evigraph_inbox_oldest_seconds")) == (0, 0)


async def test_an_answered_turn_its_verdicts_and_its_stages_are_counted_once(bot: Bot) -> None:
    bot.meter = TurnMeter()
    bot.start()
    turns = counted("evigraph_turns_total", mode="graph")
    verdicts = {v: counted("evigraph_verdicts_total", verdict=v.value) for v in Verdict}
    stages = {s: counted("evigraph_stage_seconds_count", stage=s.value) for s in TurnStage}
    asked = await bot.turn(await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?", id="e0"))
    await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?", id="e0")  # shown again, not answered
    assert counted("evigraph_turns_total", mode="graph") - turns == 1
    now = {v: counted("evigraph_verdicts_total", verdict=v.value) - before for v, before in verdicts.items()}
    assert asked.claims
    assert now == {v: sum(c.verdict is v for c in asked.claims) for v in Verdict}
    for stage, before in stages.items():
        assert counted("evigraph_stage_seconds_count", stage=stage.value) - before == 1, stage


@pytest.mark.parametrize(
    ("line", "outcome"), [("zinc|Drug", "done"), (ModelInterrupted("The stream broke off."), "failed")]
)
async def test_calls_of_a_model_are_counted_by_how_they_end(line: str | ModelError, outcome: str) -> None:
    before = counted("evigraph_model_calls_total", task="extract", outcome=outcome)
    model = MeteredModel(ScriptedModel({Task.EXTRACT: [line]}))
    try:
        assert [chunk async for chunk in model.stream(ASKED)]
    except ModelInterrupted:
        assert outcome == "failed"
    assert counted("evigraph_model_calls_total", task="extract", outcome=outcome) - before == 1


async def test_a_call_that_is_stopped_stops_the_model_too() -> None:
    before = counted("evigraph_model_calls_total", task="extract", outcome="stopped")
    within = ScriptedModel({Task.EXTRACT: ["zinc|Drug"]}, chunk=1)
    async with aclosing(MeteredModel(within).stream(ASKED)) as chunks:
        async for _ in chunks:
            break
    assert within.closed == 1
    assert counted("evigraph_model_calls_total", task="extract", outcome="stopped") - before == 1


def test_metrics_are_served(tmp_path: Path) -> None:
    page = TestClient(build_app(SqliteStore(tmp_path / "s.db"), []), HERE).get("/metrics").text
    for name in ("events", "deliveries", "turns", "verdicts", "model_calls", "incidents"):
        assert f"evigraph_{name}_total" in page
    for name in ("inbox_events", "inbox_oldest_seconds", "event_seconds", "stage_seconds", "model_seconds"):
        assert f"evigraph_{name}" in page


@pytest.mark.parametrize(
    ("listened", "called", "status"),
    [
        ("127.0.0.1", "127.0.0.1:8700", 200),
        ("127.0.0.1", "localhost", 200),
        ("127.0.0.1", "evil.example:8700", 421),
        ("127.0.0.1", "10.0.0.5", 421),
        ("0.0.0.0", "10.0.0.5:8700", 200),
        ("0.0.0.0", "evigraph:8700", 200),
        ("0.0.0.0", "kg.example", 200),
        ("0.0.0.0", "evil.example", 421),
        ("0.0.0.0", "", 421),
    ],
)
def test_metrics_are_served_under_a_name_of_ours_only(tmp_path: Path, listened: str, called: str, status: int) -> None:
    app = build_app(SqliteStore(tmp_path / "s.db"), [], host=listened, public="kg.example")
    assert TestClient(app, HERE).get("/metrics", headers={"Host": called}).status_code == status


def test_metrics_are_not_passed_on_by_a_proxy(tmp_path: Path) -> None:
    client = TestClient(build_app(SqliteStore(tmp_path / "s.db"), []), HERE)
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 421


def test_tokens_and_dollars_of_models_are_counted() -> None:
    before = [counted("evigraph_model_tokens_total", model="m", direction=d) for d in ("read", "written")]
    SpendingCounter().spent("m", 100, 20, 2_500_000)
    SpendingCounter().spent("m", 1, 1, None)
    after = [counted("evigraph_model_tokens_total", model="m", direction=d) for d in ("read", "written")]
    assert [b - a for a, b in zip(before, after, strict=True)] == [101, 21]
    assert counted("evigraph_model_dollars_total", model="m") == 2.5


async def test_round_trips_of_the_graph_are_counted_and_those_that_fail_apart(bot: Bot) -> None:
    names = ("evigraph_graph_round_trips_total", "evigraph_graph_seconds_count")
    before = counted(names[0], call="rank", outcome="done"), counted(names[1], call="rank")
    graph = MeteredGraph(bot.graph)
    assert graph.info is bot.graph.info
    assert await graph.rank([Mention("zinc")]) == await bot.graph.rank([Mention("zinc")])
    after = counted(names[0], call="rank", outcome="done"), counted(names[1], call="rank")
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 1]
    failed = counted(names[0], call="rank", outcome="failed")
    with pytest.raises(GraphUnavailable):
        await MeteredGraph(UnavailableGraph(GraphUnavailable("It is away."))).rank([Mention("zinc")])
    assert counted(names[0], call="rank", outcome="failed") == failed + 1


def test_the_dashboard_shows_metrics_that_there_are() -> None:
    board = json.loads((Path(__file__).resolve().parents[2] / "docs/grafana/evigraph.json").read_text())
    shown = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"evigraph_[a-z_]+", target["expr"])
    }
    known = {sample for metric in REGISTRY.collect() for sample in (metric.name, f"{metric.name}_total")}
    known |= {f"{metric.name}_bucket" for metric in REGISTRY.collect() if metric.type == "histogram"}
    assert shown <= known
    ours = {m.name for m in REGISTRY.collect() if m.name.startswith("evigraph_")}
    assert ours <= {re.sub(r"_(total|bucket)$", "", name) for name in shown}  # none is left out
