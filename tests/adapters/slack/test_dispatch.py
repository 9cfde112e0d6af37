"""Signed requests in the shapes of tests/payloads/slack, without a socket: signatures, what each payload becomes."""

from __future__ import annotations

import asyncio
import copy
import json
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
import pytest_asyncio
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from starlette.applications import Starlette

from adapters.port import NOWHERE, Origin
from adapters.slack.app import SlackAdapter
from adapters.slack.credentials import Credentials
from adapters.slack.events import possible_homes
from bot.state import StoreState
from kgcore.errors import StoreError
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Change, Click, Command, Incoming, Message, Query
from kgcore.values.reply import Choice, Choices, Reply
from tests.servers.slack import SlackServer
from tests.servers.slack_people import payload, signed
from tests.servers.slack_state import BOT_TOKEN, SECRET, Json

PAYLOADS = Path(__file__).parents[2] / "payloads" / "slack"


class Desk:
    """An adapter whose inbox is a list; `full`: the store cannot keep anything."""

    def __init__(self, adapter: SlackAdapter) -> None:
        self.adapter = adapter
        self.kept: list[Incoming] = []
        self.full = False

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        """Keep an event."""
        if self.full:
            raise StoreError("The disk is full.")
        self.kept.append(event)
        return True

    async def ask(self, query: Query) -> Reply:
        """Offer two names."""
        return Reply("", "", (Choices((Choice("Vitamin C", "1"), Choice("Vitamin E", "2"))),))

    async def send(
        self, body: Json, *, form: bool = False, at: float | None = None, secret: str = SECRET
    ) -> BoltResponse:
        """Dispatch a signed request."""
        raw = urlencode({"payload": json.dumps(body)}) if form and "command" not in body else json.dumps(body)
        raw = urlencode(body) if "command" in body else raw
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        headers: dict[str, str | Sequence[str]] = {"Content-Type": kind, **signed(raw, at=at, secret=secret)}
        return await self.adapter.app().async_dispatch(AsyncBoltRequest(body=raw, headers=headers))


@pytest_asyncio.fixture
async def door(tmp_path: Path) -> AsyncIterator[Desk]:
    async with SlackServer() as slack:
        slack.world.channel("C123ABC456")
        store = SqliteStore(tmp_path / "s.db")
        credentials = Credentials(bot_token=BOT_TOKEN, signing_secret=SECRET, api_url=slack.api)
        adapter = SlackAdapter(credentials, StoreState(store, "slack"))
        services = Desk(adapter)
        receiving = asyncio.create_task(adapter.receive(services, services.ask))
        await asyncio.sleep(0)
        yield services
        receiving.cancel()
        await asyncio.gather(receiving, return_exceptions=True)
        await store.close()


async def test_the_address_is_verified(door: Desk) -> None:
    answer = await door.send(payload("url_verification"))
    assert (answer.status, json.loads(answer.body)["challenge"]) == (200, payload("url_verification")["challenge"])


async def test_wrong_and_old_signatures_are_refused(door: Desk) -> None:
    assert (await door.send(payload("app_mention"), secret="0" * 32)).status == 401
    assert (await door.send(payload("app_mention"), at=time.time() - 301)).status == 401
    assert (await door.send(payload("app_mention"), at=time.time() - 290)).status == 200
    assert len(door.kept) == 1


async def test_an_event_that_cannot_be_kept_is_not_acknowledged(door: Desk) -> None:
    door.full = True
    assert (await door.send(payload("app_mention"))).status == 500
    assert (await door.send(payload("block_actions"), form=True)).status == 500
    door.full = False
    assert (await door.send(payload("app_mention"))).status == 200


async def test_each_payload_becomes_its_event(door: Desk) -> None:
    for name in ("app_mention", "message_channels", "message_im", "message_changed", "bot_message"):
        assert (await door.send(payload(name))).status == 200
    for name in ("slash_command", "block_actions", "block_actions_view", "view_submission", "message_action"):
        assert (await door.send(payload(name), form=True)).status == 200, name
    door.kept[:] = [e for e in door.kept if not isinstance(e, Change)]
    kinds = [type(e).__name__ for e in door.kept]
    assert kinds == ["Message", "Message", "Message", "Command", "Click", "Click", "Click", "Command"]
    said, in_thread, direct, command, click, in_view, sent, check = door.kept
    assert isinstance(said, Message)
    assert said.text == "Can vitamin E slow Alzheimer's disease?"
    assert isinstance(in_thread, Message)
    assert not in_thread.addressed
    assert isinstance(direct, Message)
    assert direct.addressed
    assert isinstance(command, Command)
    assert (command.name, command.text, command.person.name) == ("ask", "Does zinc shorten colds?", "ann")
    assert isinstance(click, Click)
    assert (click.action, click.place) == ("kg1:ask:0123456789abcdef:0", in_thread.place)
    assert isinstance(in_view, Click)
    assert in_view.place == in_thread.place
    assert isinstance(sent, Click)
    assert (sent.field("detail"), sent.field("text"), sent.field("nodes")) == (("brief",), ("because",), ("1", "2"))
    assert isinstance(check, Command)
    assert (check.name, check.said[0].text) == ("check", "Vitamin C prevents the common cold.")


async def test_names_are_suggested(door: Desk) -> None:
    answer = await door.send(payload("block_suggestion"), form=True)
    assert [o["value"] for o in json.loads(answer.body)["options"]] == ["vita", "Vitamin C", "Vitamin E"]


async def test_a_redelivery_is_the_same_event_whatever_slack_calls_it(door: Desk) -> None:
    body = payload("app_mention")
    await door.send(body)
    await door.send({**body, "event_id": "Ev0OTHER"})
    assert len(door.kept) == 1


@pytest.mark.parametrize(
    ("name", "likeliest"),
    [
        ("app_mention", "T0001"),
        ("block_actions", "T0001"),
        ("slash_command", "T0001"),
        ("org_message", "E0ACME"),
        ("org_block_actions", "E0ACME"),
        ("org_slash_command", "E0ACME"),
        ("org_app_uninstalled", "E0ACME"),
        ("connect_message", "T0001"),
        ("connect_app_mention", "T0001"),
        ("connect_block_actions", "T0001"),
        ("connect_view_submission", "T0001"),
    ],
)
def test_each_payload_tells_which_installation_it_is_for(name: str, likeliest: str) -> None:
    assert possible_homes(payload(name))[0] == likeliest
    if name.startswith("connect") and "view" in name:
        bare = payload(name)
        bare["view"]["private_metadata"] = ""
        assert possible_homes(bare)[0] == likeliest


async def test_odd_requests_are_refused_in_so_many_words_and_are_no_fault_of_ours(door: Desk) -> None:
    transport = httpx.ASGITransport(Starlette(routes=list(door.adapter.routes())))
    async with httpx.AsyncClient(transport=transport, base_url="http://bot.example") as client:
        raw = json.dumps(payload("app_mention"))
        good = {"Content-Type": "application/json", **signed(raw)}
        stamp, signature = "X-Slack-Request-Timestamp", "X-Slack-Signature"
        odd_ones = [
            (signature, "v0=ä"),
            (signature, "v0="),
            *((stamp, s) for s in ("soon", "", "-1", "9" * 5_000, "١")),
        ]
        for name, odd in odd_ones:
            headers = {k.encode(): v.encode() for k, v in {**good, name: odd}.items()}
            assert (await client.post("/slack/events", content=raw, headers=headers)).status_code == 401, odd
        bodies: tuple[Json, ...] = (
            payload("app_mention") | {"event": None},
            payload("app_mention") | {"event": []},
            payload("block_actions") | {"actions": []},
            payload("block_actions") | {"actions": 1},
            payload("block_actions") | {"actions": [{"type": "button"}]},
            payload("block_actions") | {"actions": [None]},
            payload("block_actions") | {"message": "x"},
            payload("view_submission") | {"view": None},
            payload("message_action") | {"message": None},
        )
        for body in bodies:
            assert await _status(client, body) == 400, body
        assert (await client.post("/slack/events", content=raw, headers=good)).status_code == 200
    assert len(door.kept) == 1


ODD: tuple[object, ...] = (None, {}, [None])


@pytest.mark.parametrize(
    "name",
    [
        *("app_mention", "message_im", "message_changed", "message_deleted", "assistant_thread_started"),
        *("block_actions_overflow", "block_actions_view", "block_suggestion", "connect_view_submission"),
        *("message_action", "slash_command"),
    ],
)
async def test_whatever_is_missing_or_of_another_kind_in_a_request_is_no_fault_of_ours(door: Desk, name: str) -> None:
    transport = httpx.ASGITransport(Starlette(routes=list(door.adapter.routes())))
    bodies = list(deformed(payload(name)))
    async with httpx.AsyncClient(transport=transport, base_url="http://bot.example") as client:
        for start in range(0, len(bodies), TOGETHER):
            some = bodies[start : start + TOGETHER]
            answers = await asyncio.gather(*(_status(client, body) for body in some))
            assert [(body, code) for body, code in zip(some, answers, strict=True) if code >= 500] == []


TOGETHER = 40  # requests at once: some are looked at for half a second before they are refused


def deformed(whole: Json) -> Iterator[Json]:
    """Yield a payload again and again, each time with one of its keys missing or of another kind."""
    for part, key in list(parts(whole)):
        value = part[key]
        for odd in ODD:
            part[key] = odd
            yield copy.deepcopy(whole)
        del part[key]
        yield copy.deepcopy(whole)
        part[key] = value


def parts(given: object) -> Iterator[tuple[Json, str]]:
    """Yield every mapping of a payload with each of its keys."""
    if isinstance(given, dict):
        yield from ((given, key) for key in given)
    for one in given.values() if isinstance(given, dict) else given if isinstance(given, list) else ():
        yield from parts(one)


async def _status(client: httpx.AsyncClient, body: Json) -> int:
    """What a signed body is answered with, in the form in which Slack sends its kind."""
    form = "event" not in body and "challenge" not in body
    text = json.dumps(body)
    if form:
        text = urlencode(body) if "command" in body else urlencode({"payload": text})
    kind = "application/x-www-form-urlencoded" if form else "application/json"
    answer = await client.post("/slack/events", content=text, headers={"Content-Type": kind, **signed(text)})
    return answer.status_code


def test_the_readme_says_of_every_payload_where_its_shape_comes_from() -> None:
    told = (PAYLOADS / "README.md").read_text(encoding="utf-8")
    for path in PAYLOADS.glob("*.json"):
        family = {path.name, *(f"{path.stem[: n + 1]}*.json" for n, c in enumerate(path.stem) if c == "_")}
        family |= {f"{path.stem.rsplit('_', n)[0]}*.json" for n in (0, 1, 2)}
        assert any(f"`{name}`" in told for name in family), path.name
