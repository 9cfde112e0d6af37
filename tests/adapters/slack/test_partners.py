"""People of other organisations (Slack Connect): what they press and type, and what they may."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.message import Click, Command, Message
from kgcore.turn.listening import OUTSIDERS
from tests.adapters.slack.office import Office, office
from tests.adapters.slack.test_installs import install, installs
from tests.adapters.slack.test_pressing import REASON, TURN, asked, panel
from tests.kgcore.house import Bot
from tests.servers.slack_people import ANN, labels, payload, words
from tests.servers.slack_sides import Side
from tests.servers.slack_state import TEAM, Json

PETE, THEIRS = "U9PETE", "T9PARTNER"


@pytest_asyncio.fixture(params=["token", "oauth", "both"])
async def shared(request: pytest.FixtureRequest, way: str, tmp_path: Path) -> AsyncIterator[Office]:
    """A channel shared with a partner; the bot has one token, or is installed by OAuth, or by the partner, too."""
    async with office(way, tmp_path, oauth=request.param != "token") as desk:
        if request.param != "token":
            assert await install(desk, TEAM) == 200
        if request.param == "both":
            assert await install(desk, THEIRS) == 200
        desk.world.channel("C9").shared = True
        desk.people.side = Side(partners={PETE: THEIRS})
        yield desk


async def test_what_a_partner_says_and_presses_reaches_the_installation_that_posted(shared: Office) -> None:
    post = await asked(shared, "C9")
    await shared.people.mention("C9", "And colds?", thread=str(post["thread_ts"]), user=PETE)
    await shared.people.press("C9", "Which colds?", message=post, user=PETE)
    await shared.people.press("C9", "Steps", message=post, user=PETE)
    (view,) = shared.world.views.values()
    await shared.people.press_in(view, "Go to step 1", user=PETE)
    await shared.people.press("C9", "👎 Wrong", message=post, user=PETE)
    await shared.settled()
    ephemeral = shared.world.channel("C9").ephemerals[-1]
    assert ephemeral["user"] == PETE
    await shared.people.press("C9", "Why …", message=ephemeral, user=PETE)
    await shared.people.submit(list(shared.world.views.values())[-1], user=PETE, text="Off topic")
    await shared.people.shortcut("check_claims", "C9", str(post["thread_ts"]), user=PETE)
    await shared.settled()
    heard = shared.core.heard
    assert {(e.place.workspace, e.place.channel, e.place.thread) for e in heard} == {
        (TEAM, "C9", str(post["thread_ts"]))
    }
    assert [type(e) for e in heard] == [Message, Message, Click, Click, Click, Click, Command]
    assert all(e.outsiders for e in heard)
    assert not any(e.person.admin for e in heard)
    assert [e.person.id for e in heard[1:]] == [PETE] * 6
    assert heard[-2].action == REASON.action
    assert {m["user"] for m in shared.posts("C9")} == {"U0BOT"}
    assert shared.world.complaints == []


async def test_what_only_a_partner_sees_is_paged_in_its_place(shared: Office) -> None:
    shared.core.panel = panel
    list_of_theirs = {"blocks": [{"type": "actions", "elements": [button("kg1:page:abc:1")]}]}
    id = await shared.people.press("C9", "Go", message=list_of_theirs, user=PETE)
    (said,) = shared.world.responses[id]
    assert (said["response_type"], said["replace_original"]) == ("ephemeral", True)
    assert [m["user"] for m in shared.world.channel("C9").ephemerals] == [PETE]
    assert shared.world.channel("C9").messages == []


async def test_the_installation_that_is_mentioned_answers_whoever_slack_names_first(tmp_path: Path, way: str) -> None:
    """Of several installations that see an event `authorizations` names any one (docs.slack.dev/apis/events-api)."""
    async with office(way, tmp_path, oauth=True) as desk:
        for team in (TEAM, THEIRS):
            assert await install(desk, team) == 200
        for name in ("app_mention", "message_channels"):
            body = Side(THEIRS).event(payload(name), PETE)
            body["event"] |= {"text": f"Hi {Side(TEAM).mention}, does zinc help?", "ts": "1.1", "channel": "C9"}
            body["event"].pop("thread_ts", None)
            desk.world.channel("C9").messages.append({**body["event"], "user": PETE})
            await desk.people.event({**body, "is_ext_shared_channel": True})
        await desk.settled()
        (event,) = desk.core.heard
        assert (event.place.workspace, event.text) == (TEAM, "Hi , does zinc help?")


async def test_a_partner_is_no_admin_here_whatever_they_are_at_home(shared: Office) -> None:
    shared.world.users = {
        PETE: {"name": "pete", "team_id": THEIRS, "is_admin": True, "is_owner": True},
        ANN: {"name": "ann", "is_admin": True},
        "U9STRANGER": {"name": "x", "is_stranger": True, "is_admin": True},
    }
    post = await asked(shared, "C9")
    for user in (PETE, ANN, "U9STRANGER"):
        await shared.people.say("C9", f"{shared.people.side.mention} settings", user=user)
    form = {**post, "blocks": [{"type": "actions", "elements": [button(f"kg1:set:{TURN}:1")]}]}
    for user in (PETE, ANN):
        await shared.people.press("C9", "Go", message=form, user=user)
    await shared.settled()
    judged = [(e.person.id, e.person.admin) for e in shared.core.heard[1:]]
    assert set(judged) == {(PETE, False), (ANN, True), ("U9STRANGER", False)}
    assert len(judged) == 5


def button(action: str) -> dict[str, object]:
    return {"type": "button", "action_id": action, "value": action, "text": {"type": "plain_text", "text": "Go"}}


async def test_a_stranger_without_an_installation_gets_a_private_word(tmp_path: Path, way: str) -> None:
    async with office(way, tmp_path, oauth=True) as desk:
        assert await install(desk, TEAM) == 200
        post = await asked(desk, "C9")
        await desk.people.press("C9", "Steps", message=post)
        (view,) = desk.world.views.values()
        await desk.people.press("C9", "The way …", message=post)
        form = list(desk.world.views.values())[-1]
        await desk.people.event(payload("app_uninstalled"))
        assert await installs(desk).of_team(TEAM) is None
        before, heard = desk.world.channel("C9").messages, len(desk.core.heard)
        desk.people.side = Side(partners={PETE: THEIRS})
        pressed = await desk.people.press("C9", "Which colds?", message=post, user=PETE)
        typed = await desk.people.command("C9", "/ask", "Does zinc help?", user=PETE)
        used = await desk.people.shortcut("map_thread", "C9", str(post["thread_ts"]), user=PETE)
        await desk.people.press_in(view, "Go to step 1", user=PETE)
        assert await desk.people.suggest(form, "names:to", "vita") == []
        body = desk.people.side.modal(payload("view_submission") | {"view": {**form, "state": {"values": {}}}}, PETE)
        sent = await desk.people.interact(body)
        await desk.people.mention("C9", "Does zinc help?", user=PETE)
        await desk.settled()
        for id in (pressed, typed, used):
            (word,) = desk.world.responses[id]
            assert (word["response_type"], word["replace_original"]) == ("ephemeral", False)
            assert "not installed in your workspace" in word["text"]
        assert sent["response_action"] == "update"
        assert "not installed" in words(sent["view"]["blocks"])
        assert len(desk.core.heard) == heard
        assert desk.world.channel("C9").messages[: len(before)] == before
        assert desk.world.complaints == []


@pytest.mark.asyncio(loop_scope="session")
async def test_in_a_channel_that_becomes_shared_clicks_are_refused_until_an_admin_allows_it(
    way: str, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "core").mkdir()
    bot = Bot(folder, tmp_path / "core")
    async with office(way, tmp_path, bot.assistant, store=bot.store) as desk:
        people, thread = desk.people, await desk.people.mention("C1", "Which supplement may slow Alzheimer's disease?")
        await desk.settled()
        posts = desk.posts("C1", thread)
        post = {**posts[-1], "blocks": [b for m in posts for b in m["blocks"]]}
        desk.world.channel("C1").shared = True
        people.side = Side(partners={PETE: THEIRS})
        desk.world.users = {ANN: {"name": "ann", "is_admin": True}, PETE: {"team_id": THEIRS, "is_admin": True}}
        before = len(desk.posts("C1"))
        await pressed_ask(desk, post)
        assert len(desk.posts("C1")) == before
        told = desk.world.channel("C1").ephemerals[-1]
        assert (told["user"], told["thread_ts"]) == (PETE, thread)
        assert OUTSIDERS in words(told["blocks"])
        id = await people.command("C1", "/evigraph", "settings")
        await desk.settled()
        panel = desk.world.responses[id][0]
        await people.press("C1", "For everybody in this channel", message=panel)
        view = list(desk.world.views.values())[-1]
        await people.submit(view, outsiders="yes")
        await desk.settled()
        await pressed_ask(desk, post)
        assert len(desk.posts("C1")) > before
    await bot.graph.close()
    await bot.store.close()


async def pressed_ask(desk: Office, post: Json) -> None:
    """Let the partner press the first question that is offered."""
    label = next(one for one in labels(post["blocks"]) if "?" in one)
    await desk.people.press("C1", label, message=post, user=PETE)
    await desk.settled()
