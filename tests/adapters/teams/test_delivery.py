"""Posting and editing: one message that changes, within what the platform takes, also after a restart."""

from __future__ import annotations

import asyncio
import itertools
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from adapters.teams.app import TeamsAdapter
from adapters.teams.pacing import ConversationPacing
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.values.reply import Choice, Choices, Notice, Plain, Progress, Reply, Text
from tests.adapters.teams.people import (
    ANN,
    CHANNEL,
    GROUP,
    IN_CHANNEL,
    IN_GROUP,
    IN_PERSON,
    PERSONAL,
    Kept,
    World,
    config,
    payload,
    running,
    said,
    world,
)
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import Keys
from tests.servers.teams_schema import faults, words

THREAD = f"{CHANNEL};messageid={IN_CHANNEL.thread}"
LOOKING = Reply("t1", "Is zinc good?", (Progress(doing="Looking it up"),), final=False)


def answer(text: str, final: bool = True, turn: str = "t1") -> Reply:
    return Reply(turn, "Is zinc good?", tuple(Text((Plain(t),)) for t in text.split("|")), final)


def posts(w: World) -> list[tuple[str, int]]:
    return [(c.method, c.status) for c in w.connector.calls]


async def met(w: World, *where: str) -> None:
    for one in where:
        await w.send(said("hello", one))


@pytest.mark.parametrize(("where", "place", "at"), [("channel", IN_CHANNEL, THREAD), ("group", IN_GROUP, GROUP)])
async def test_a_placeholder_becomes_the_answer_in_the_right_thread(where: str, place: object, at: str) -> None:
    async with world() as w:
        await met(w, where)
        to = IN_CHANNEL if place == IN_CHANNEL else IN_GROUP
        receipt = await w.deliver(LOOKING, to)
        assert "Looking it up" in w.connector.said(at)[0]
        receipt = await w.deliver(answer("It is.", final=False), to, receipt)
        await w.deliver(answer("It is.|Really."), to, receipt)
        (message,) = w.connector.in_(at)
        assert w.connector.said(at) == ["Is zinc good?\nIt is.\nReally."]
        assert posts(w) == [("POST", 201), ("PUT", 200), ("PUT", 200)]
        assert "text" not in message
        assert w.connector.wrong == []


async def test_what_has_not_changed_is_not_sent_again() -> None:
    async with world() as w:
        await met(w, "channel")
        receipt = await w.deliver(answer("It is."), IN_CHANNEL)
        assert await w.deliver(answer("It is."), IN_CHANNEL, receipt) == receipt
        assert posts(w) == [("POST", 201)]


async def test_after_a_restart_another_process_edits_the_same_message() -> None:
    connector, keys = Connector(), Keys()
    async with world(connector) as w:
        await met(w, "channel")
        receipt = await w.deliver(LOOKING, IN_CHANNEL)
        with serving(keys.app()) as login:
            other = TeamsAdapter(config(login), w.state)
            async with running(other, w.core):
                await other.deliver(answer("It is."), w.address(IN_CHANNEL), receipt)
        assert connector.said(THREAD) == ["Is zinc good?\nIt is."]


async def test_a_post_whose_receipt_was_lost_is_found_again_and_becomes_the_answer() -> None:
    async with world() as w:
        await met(w, "channel")
        await w.deliver(LOOKING, IN_CHANNEL)  # taken by the platform; the process dies before the receipt is saved
        await w.adapter.deliver(answer("It is."), replace(w.address(IN_CHANNEL), attempt=2), None)
        assert w.connector.said(THREAD) == ["Is zinc good?\nIt is."]


async def test_the_one_gap_a_post_whose_answer_never_came_stands_twice() -> None:
    async with world() as w:
        await met(w, "channel")
        await w.deliver(LOOKING, IN_CHANNEL)
        for key in [k for k in w.state.map if k.startswith("m:")]:
            del w.state.map[key]  # the process died before it learned the id
        await w.adapter.deliver(answer("It is."), replace(w.address(IN_CHANNEL), attempt=2), None)
        assert len(w.connector.in_(THREAD)) == 2


def looks_again(message: dict[str, Any], id: str, trigger: str = "automatic") -> dict[str, Any]:
    """Return what the asker's client sends when it shows a message: the card's own refresh, with the message's id."""
    refresh = message["attachments"][0]["content"]["refresh"]
    assert refresh["userIds"] == [ANN.id]
    action = {"type": "Action.Execute", "verb": refresh["action"]["verb"], "data": refresh["action"]["data"]}
    return payload("card_action_channel") | {"replyToId": id, "value": {"action": action, "trigger": trigger}}


async def orphaned(w: World) -> tuple[str, dict[str, Any]]:
    """Let a placeholder stand whose id was lost, and return it."""
    await met(w, "channel")
    await w.deliver(LOOKING, IN_CHANNEL)
    for key in [k for k in w.state.map if k.startswith("m:")]:
        del w.state.map[key]  # the answer to the post never came
    return next(iter(w.connector.messages.items()))


async def test_a_placeholder_whose_id_was_lost_goes_when_its_askers_client_shows_it() -> None:
    async with world() as w:
        id, placeholder = await orphaned(w)
        assert (await w.send(looks_again(placeholder, id))).status_code == 200
        assert id in w.connector.messages  # nothing is known to stand elsewhere yet: its answer may be on the way
        await w.adapter.deliver(answer("It is."), replace(w.address(IN_CHANNEL), attempt=2), None)
        w.core.answer = answer("It is.")
        said_now = (await w.send(looks_again(placeholder, id))).json()
        assert "another message" in said_now["value"]
        assert w.connector.said(THREAD) == ["Is zinc good?\nIt is."]


async def test_a_placeholder_whose_id_was_lost_becomes_the_answer_where_nothing_else_is() -> None:
    async with world() as w:
        id, placeholder = await orphaned(w)
        w.core.answer = answer("It is.")
        shown = (await w.send(looks_again(placeholder, id, "manual"))).json()
        assert shown["type"] == "application/vnd.microsoft.card.adaptive"
        assert faults(shown["value"]) == []
        assert w.connector.said(THREAD) == ["Is zinc good?\nIt is."]


async def test_a_client_that_looks_again_at_what_is_known_is_shown_the_card_as_it_is_now() -> None:
    async with world() as w:
        await met(w, "channel")
        await w.deliver(LOOKING, IN_CHANNEL)
        id, placeholder = next(iter(w.connector.messages.items()))
        w.core.answer = LOOKING
        assert (await w.send(looks_again(placeholder, id))).content == b""
        w.core.answer = answer("It is.")
        shown = (await w.send(looks_again(placeholder, id))).json()
        assert "It is." in words(shown["value"])
        assert list(w.connector.messages) == [id]


@pytest.mark.parametrize("status", [400, 403, 405, 406, 410, 415, 422, 451])
async def test_an_edit_that_is_refused_is_posted_anew_and_what_stood_there_goes(status: int) -> None:
    async with world() as w:
        await met(w, "channel")
        receipt = await w.deliver(LOOKING, IN_CHANNEL)
        w.connector.faults.append((status, {}, {"error": {"code": "BadSyntax", "message": "no"}}))
        receipt = await w.deliver(answer("It", final=False), IN_CHANNEL, receipt)
        assert [m for m, _ in posts(w)] == ["POST", "PUT"]
        w.connector.faults.append((status, {}, {"error": {"code": "BadSyntax", "message": "no"}}))
        await w.deliver(answer("It is."), IN_CHANNEL, receipt)
        assert w.connector.said(THREAD) == ["Is zinc good?\nIt is."]


async def test_a_date_to_come_again_at_is_waited_for() -> None:
    async with world() as w:
        await met(w, "channel")
        later = format_datetime(datetime.now(UTC) + timedelta(minutes=10), usegmt=True)
        w.connector.faults.append((429, {"Retry-After": later}, {}))
        with pytest.raises(DeliveryError) as error:
            await w.deliver(answer("It is."), IN_CHANNEL)
        assert error.value.retry_after is not None
        assert 500 < error.value.retry_after < 800


async def test_every_post_says_what_kind_of_conversation_it_is_for() -> None:
    async with world() as w:
        await met(w, "channel", "group", "personal")
        for place, kind in ((IN_CHANNEL, "channel"), (IN_GROUP, "groupChat"), (IN_PERSON, "personal")):
            await w.deliver(answer("It is.", turn=kind), place)
            assert w.connector.calls[-1].body["conversation"]["conversationType"] == kind


@pytest.mark.parametrize("status", [412, 429, 502, 504])
async def test_a_passing_failure_is_tried_again(status: int) -> None:
    async with world() as w:
        await met(w, "channel")
        w.connector.faults += [(status, {"Retry-After": "0.01"}, {})] * 2
        await w.deliver(answer("It is."), IN_CHANNEL)
        assert [s for _, s in posts(w)] == [status, status, 201]
        assert len(w.connector.in_(THREAD)) == 1


async def test_a_long_wait_that_the_platform_asks_for_is_left_to_the_worker() -> None:
    async with world() as w:
        await met(w, "channel")
        w.connector.faults.append((429, {"Retry-After": "300"}, {}))
        with pytest.raises(DeliveryError) as error:
            await w.deliver(answer("It is."), IN_CHANNEL)
        assert error.value.retry_after is not None
        assert error.value.retry_after >= 300


@pytest.mark.parametrize("status", [400, 402, 403, 404, 410, 415, 422])
async def test_what_is_refused_for_good_is_not_tried_again(status: int) -> None:
    async with world() as w:
        await met(w, "channel")
        w.connector.faults.append((status, {}, {"error": {"code": "BotNotInConversationRoster", "message": "secret"}}))
        with pytest.raises(DeliveryRefused) as error:
            await w.deliver(answer("It is."), IN_CHANNEL)
        assert "secret" not in str(error.value)
        assert len(posts(w)) == 1


async def test_a_conversation_that_is_gone_or_unknown_is_refused() -> None:
    async with world(Connector(known=frozenset())) as w:
        with pytest.raises(DeliveryRefused, match="not known"):
            await w.deliver(answer("It is."), IN_CHANNEL)
        await met(w, "channel")
        with pytest.raises(DeliveryRefused, match="404"):
            await w.deliver(answer("It is."), IN_CHANNEL)


async def test_a_message_that_was_deleted_is_posted_anew() -> None:
    async with world() as w:
        await met(w, "channel")
        receipt = await w.deliver(LOOKING, IN_CHANNEL)
        w.connector.messages.clear()
        await w.deliver(answer("It is."), IN_CHANNEL, receipt)
        assert w.connector.said(THREAD) == ["Is zinc good?\nIt is."]


async def test_a_platform_that_cannot_be_reached_or_gives_no_token_is_tried_later() -> None:
    async with world() as w:
        await w.client.post("/api/messages")
        await met(w, "channel")
        gone = w.state.map[f"c:{CHANNEL}"]
        w.state.map[f"c:{CHANNEL}"] = gone.replace(w.service, "http://127.0.0.1:9")
        with pytest.raises(DeliveryError, match="cannot be reached"):
            await w.deliver(answer("It is."), IN_CHANNEL)
    async with world(secret="another") as w:
        await met(w, "channel")
        with pytest.raises(DeliveryError) as error:
            await w.deliver(answer("It is."), IN_CHANNEL)
        assert "another" not in str(error.value)


async def test_a_long_reply_becomes_several_messages_and_shrinks_again() -> None:
    async with world() as w:
        await met(w, "channel")
        long = "|".join("zinc " * 400 for _ in range(60))
        receipt = await w.deliver(answer(long), IN_CHANNEL)
        parts = w.connector.said(THREAD)
        assert len(parts) > 1
        assert "".join(parts).count("zinc ") == 400 * 60 + 1  # and the question
        await w.deliver(answer("It is."), IN_CHANNEL, receipt)
        assert w.connector.said(THREAD) == ["Is zinc good?\nIt is."]


async def test_what_the_platform_still_finds_too_large_is_split_further_and_nothing_comes_twice() -> None:
    async with world(Connector(most=60_000)) as w:
        await met(w, "channel")
        numbers = "|".join(f"[{n:03}]" + "zinc " * 300 for n in range(30))
        await w.deliver(answer(numbers), IN_CHANNEL)
        whole = "".join(w.connector.said(THREAD))
        assert [whole.count(f"[{n:03}]") for n in range(30)] == [1] * 30
        assert 413 in [s for _, s in posts(w)]


async def test_a_failure_half_way_does_not_post_the_first_part_again() -> None:
    async with world() as w:
        await met(w, "channel")
        long = "|".join("zinc " * 400 for _ in range(60))
        w.connector.faults += [(201, {}, {"id": "900"}), (500, {}, {})]
        with pytest.raises(DeliveryError):
            await w.deliver(answer(long), IN_CHANNEL)
        w.connector.messages["900"] = {"conversation": {"id": THREAD}, "attachments": []}
        await w.deliver(answer(long), IN_CHANNEL)
        assert posts(w)[2][0] == "POST"
        assert sum(1 for m, s in posts(w) if s == 201) == 1 + len([m for m in w.connector.messages if m != "900"])


async def test_states_that_are_not_final_give_way_when_much_is_sent() -> None:
    async with world(Connector(throttling=False)) as w:
        await met(w, "channel")
        receipt = await w.deliver(answer("0", final=False), IN_CHANNEL)
        pacing = w.adapter._deliverer._poster.pacing
        for _ in range(45):
            pacing.begin(CHANNEL)[0] = time.time()
        assert await w.deliver(answer("1", final=False), IN_CHANNEL, receipt) == receipt


async def test_a_burst_stays_within_the_platforms_windows() -> None:
    async with world() as w:
        await met(w, "channel", "group")
        replies = [answer(f"{n}", turn=f"t{n}") for n in range(9)]
        places = (IN_CHANNEL, IN_GROUP)
        await asyncio.gather(
            *(
                w.adapter.deliver(r, replace(w.address(p), event=f"{r.turn}"), None)
                for r, p in itertools.product(replies, places)
            )
        )
        assert w.connector.throttled == 0
        assert [len(w.connector.in_(at)) for at in (THREAD, GROUP)] == [9, 9]


async def test_every_window_is_kept_and_nobody_waits_longer_than_needed() -> None:
    now = 0.0
    pacing = ConversationPacing(windows=((1.0, 7), (30.0, 60)), clock=lambda: now)
    for _ in range(7):
        assert pacing.wait("c") == 0
        pacing.begin("c")[0] = now
    assert pacing.wait("c") == pytest.approx(1.0)
    assert pacing.wait("other") == 0
    for _ in range(53):
        now += 0.2
        pacing.begin("c")[0] = now
    assert pacing.wait("c") == pytest.approx(30.0 - now)


async def test_a_restart_does_not_forget_what_was_sent() -> None:
    state, now = Kept(), 1_000.0
    pacing = ConversationPacing(state, clock=lambda: now)
    for _ in range(60):
        async with pacing.turn("c"):
            now += 0.4
    restarted = ConversationPacing(state, clock=lambda: now + 30.0)
    async with restarted.turn("c"):
        assert restarted.wait("c") <= 0.0
    restarted = ConversationPacing(state, clock=lambda: now)
    await restarted._recall("c")
    assert restarted.wait("c") > 0.0


async def test_who_has_a_conversation_again_knows_what_others_did_in_it_meanwhile() -> None:
    state, now = Kept(), 1_000.0
    ours, theirs = (ConversationPacing(state, clock=lambda: now) for _ in range(2))
    for pacing in (ours, theirs):
        for _ in range(30):
            async with pacing.turn("c"):
                now += 0.4
    await ours._recall("c")
    assert ours.wait("c") > 0.0  # sixty within thirty seconds
    now += 30.0
    assert ours.wait("c") <= 0.0
    async with ours.turn("c"):
        assert len(ours._done["c"]) == 61  # each once


async def test_who_takes_over_from_a_clock_that_is_ahead_waits_no_longer_than_a_window() -> None:
    state, now = Kept(), 1_000.0
    ahead = ConversationPacing(state, clock=lambda: now + 60.0)
    for _ in range(7):
        async with ahead.turn("c"):
            now += 0.1
    ours = ConversationPacing(state, clock=lambda: now)
    await ours._recall("c")
    assert 0.0 < ours.wait("c") <= 1.0
    now += 1.0
    assert ours.wait("c") <= 0.0


# ── for one person ──────────────────────────────────────────────────────────────────────────────────────────────────

SECRET = Reply("", "", (Notice("Only for Ann."), Choices((Choice("Undo", "kg1:undo:t1:0"),))), private=True)


async def test_what_is_private_goes_into_the_persons_own_chat_and_its_buttons_lead_back() -> None:
    async with world() as w:
        await met(w, "personal", "channel")
        await w.deliver(SECRET, IN_CHANNEL)
        assert w.connector.said(THREAD) == []
        assert w.connector.said(PERSONAL) == ["Only for Ann."]
        (button,) = w.connector.in_(PERSONAL)[0]["attachments"][0]["content"]["body"][1]["actions"]
        press = payload("card_action_personal") | {
            "value": {"action": {"type": "Action.Execute", "data": button["data"]}}
        }
        await w.send(press)
        assert w.core.events[-1].place == IN_CHANNEL
        stranger = press | {"from": {**press["from"], "id": "29:eve"}, "id": "7"}
        await w.send(stranger)
        assert w.core.events[-1].place == IN_PERSON


async def test_a_chat_is_opened_with_somebody_who_never_wrote_to_us() -> None:
    async with world() as w:
        await met(w, "channel")
        await w.deliver(SECRET, IN_CHANNEL)
        assert w.connector.said(PERSONAL) == ["Only for Ann."]
        assert w.state.map["p:29:ann"] == PERSONAL


async def test_where_no_chat_can_be_opened_the_thread_learns_only_that_there_is_something() -> None:
    async with world(Connector(opens_chats=False)) as w:
        await met(w, "channel")
        await w.deliver(SECRET, IN_CHANNEL)
        (words,) = w.connector.said(THREAD)
        assert "personal chat" in words
        assert "Only for Ann" not in words


async def test_in_a_personal_chat_what_is_private_is_simply_said() -> None:
    async with world() as w:
        await met(w, "personal")
        await w.deliver(SECRET, IN_PERSON)
        assert w.connector.said(PERSONAL) == ["Only for Ann."]
