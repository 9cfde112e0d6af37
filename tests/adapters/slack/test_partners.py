"""People of other organisations (Slack Connect): what they press and type, and what they may."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.turn.listening import OUTSIDERS
from kgcore.values.message import Click, Command, Message
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
    async with office(way, tmp_path, oauth=request.param != "token", long=True) as services:
        if request.param != "token":
            assert await install(services, TEAM) == 200
        if request.param == "both":
            assert await install(services, THEIRS) == 200
        services.world.channel("C9").shared = True
        services.people.side = Side(partners={PETE: THEIRS})
        yield services


async def test_what_a_partner_says_and_presses_reaches_the_installation_that_posted(shared: Office) -> None:
    post = await asked(shared, "C9")
    await shared.people.mention("C9", "And colds?", thread=str(post["thread_ts"]), user=PETE)
    await shared.people.press("C9", "Which colds?", message=post, user=PETE)
    view = await shared.opened(shared.people.press("C9", "Steps", message=post, user=PETE))
    await shared.people.press_in(view, "Go to step 1", user=PETE)
    await shared.people.press("C9", "👎 Wrong", message=post, user=PETE)
    await shared.settled()
    seen = shared.world.channel("C9").ephemerals  # in whatever order the answers to his presses came
    ephemeral = next(one for one in seen if "Why …" in str(one))
    assert {one["user"] for one in seen} == {PETE}
    form = await shared.opened(shared.people.press("C9", "Why …", message=ephemeral, user=PETE))
    await shared.people.submit(form, user=PETE, text="Off topic")
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
    async with office(way, tmp_path, oauth=True) as services:
        for team in (TEAM, THEIRS):
            assert await install(services, team) == 200
        for name in ("app_mention", "message_channels"):
            body = Side(THEIRS).event(payload(name), PETE)
            body["event"] |= {"text": f"Hi {Side(TEAM).mention}, does zinc help?", "ts": "1.1", "channel": "C9"}
            body["event"].pop("thread_ts", None)
            services.world.channel("C9").messages.append({**body["event"], "user": PETE})
            await services.people.event({**body, "is_ext_shared_channel": True})
        await services.settled()
        (event,) = services.core.heard
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
    async with office(way, tmp_path, oauth=True, long=True) as services:
        assert await install(services, TEAM) == 200
        post = await asked(services, "C9")
        view = await services.opened(services.people.press("C9", "Steps", message=post))
        form = await services.opened(services.people.press("C9", "The way …", message=post))
        await services.people.event(payload("app_uninstalled"))
        assert await installs(services).of_team(TEAM) is None
        before, heard = services.world.channel("C9").messages, len(services.core.heard)
        services.people.side = Side(partners={PETE: THEIRS})
        pressed = await services.people.press("C9", "Which colds?", message=post, user=PETE)
        typed = await services.people.command("C9", "/ask", "Does zinc help?", user=PETE)
        used = await services.people.shortcut("map_thread", "C9", str(post["thread_ts"]), user=PETE)
        await services.people.press_in(view, "Go to step 1", user=PETE)
        assert await services.people.suggest(form, "names:to", "vita") == []
        body = services.people.side.modal(
            payload("view_submission") | {"view": {**form, "state": {"values": {}}}}, PETE
        )
        sent = await services.people.interact(body)
        await services.people.mention("C9", "Does zinc help?", user=PETE)
        await services.settled()
        for id in (pressed, typed, used):
            (word,) = services.world.responses[id]
            assert (word["response_type"], word["replace_original"]) == ("ephemeral", False)
            assert "not installed in your workspace" in word["text"]
        assert sent["response_action"] == "update"
        assert "not installed" in words(sent["view"]["blocks"])
        assert len(services.core.heard) == heard
        assert services.world.channel("C9").messages[: len(before)] == before
        assert services.world.complaints == []


@pytest.mark.asyncio(loop_scope="session")
async def test_in_a_channel_that_becomes_shared_clicks_are_refused_until_an_admin_allows_it(
    way: str, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "core").mkdir()
    bot = Bot(folder, tmp_path / "core")
    async with office(way, tmp_path, bot.assistant, store=bot.store) as services:
        people, thread = (
            services.people,
            await services.people.mention("C1", "Which supplement may slow Alzheimer's disease?"),
        )
        await services.settled()
        posts = services.posts("C1", thread)
        post = {**posts[-1], "blocks": [b for m in posts for b in m["blocks"]]}
        services.world.channel("C1").shared = True
        people.side = Side(partners={PETE: THEIRS})
        services.world.users = {ANN: {"name": "ann", "is_admin": True}, PETE: {"team_id": THEIRS, "is_admin": True}}
        before = len(services.posts("C1"))
        await pressed_ask(services, post)
        assert len(services.posts("C1")) == before
        told = services.world.channel("C1").ephemerals[-1]
        assert (told["user"], told["thread_ts"]) == (PETE, thread)
        assert OUTSIDERS in words(told["blocks"])
        id = await people.command("C1", "/evigraph", "settings")
        await services.settled()
        panel = services.world.responses[id][0]
        view = await services.opened(people.press("C1", "For everybody in this channel", message=panel))
        await people.submit(view, outsiders="yes")
        await services.settled()
        await pressed_ask(services, post)
        assert len(services.posts("C1")) > before
    await bot.graph.close()
    await bot.store.close()


async def pressed_ask(services: Office, post: Json) -> None:
    """Let the partner press the first question that is offered."""
    label = next(one for one in labels(post["blocks"]) if "?" in one)
    await services.people.press("C1", label, message=post, user=PETE)
    await services.settled()
