"""An organisation (Enterprise Grid) that installs the bot as a whole: one installation, many workspaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kgcore.values.message import Click, Command, Incoming, Message
from kgcore.values.reply import Reply
from tests.adapters.slack.office import Office, office
from tests.adapters.slack.test_installs import install, installs
from tests.adapters.slack.test_pressing import answer, panel
from tests.adapters.slack.test_talking import growing
from tests.servers.slack_people import payload, words
from tests.servers.slack_sides import Side
from tests.servers.slack_state import BOT_TOKEN, TEAM

ORG, LABS, SALES, ELSEWHERE = "E0ACME", "T0LABS", "T0SALES", "T0ELSEWHERE"
WHERE = {"C1": LABS, "C2": SALES, "C3": ELSEWHERE}


def by_channel(event: Incoming) -> Sequence[Reply]:
    """An answer whose turn is the channel's own."""
    return [replace(reply, turn=reply.turn and reply.turn + event.place.channel) for reply in answer(event)]


async def opened(services: Office) -> None:
    """Install it in the organisation, whose admins have added it to two of the workspaces."""
    services.world.orgs[ORG] = frozenset({LABS, SALES})
    for channel, team in WHERE.items():
        services.world.channel(channel).teams = frozenset({team})
    assert await install(services, ORG) == 200


@pytest.mark.parametrize("teamless", [False, True])
async def test_one_installation_serves_every_workspace(tmp_path: Path, way: str, teamless: bool) -> None:
    async with office(way, tmp_path, oauth=True, long=True) as services:
        await opened(services)
        services.core.answer, services.core.panel = by_channel, panel
        for channel, team in (("C1", LABS), ("C2", SALES)):
            services.people.side = Side(team, ORG, teamless=teamless)
            thread = await services.people.mention(channel, "Does zinc help?")
            await services.settled()
            (post,) = services.posts(channel)
            assert (post["thread_ts"], post["user"]) == (thread, "UE0ACMEBOT")
            await services.people.press(channel, "Which colds?", message=post)
            steps = await services.opened(services.people.press(channel, "Steps", message=post))
            await services.people.press_in(steps, "Go to step 1")
            form = await services.opened(services.people.press(channel, "The way …", message=post))
            await services.people.submit(form, to="Vitamin E")
            id = await services.people.command(channel, "/literature", "zinc")
            check = await services.people.shortcut("check_claims", channel, thread)
            await services.settled()
            assert "literature: zinc" in services.world.responses[id][0]["text"]
            assert services.world.responses[check] == []  # it is answered in the thread
        places = {(e.place.workspace, e.place.channel) for e in services.core.heard}
        kinds = [type(e) for e in services.core.heard]
        assert places == {(ORG, "C1"), (ORG, "C2")}
        assert (kinds.count(Message), kinds.count(Click), kinds.count(Command)) == (2, 6, 4)
        assert services.world.complaints == []
    kept = (tmp_path / "slack.db").read_bytes()
    assert b"install:E0ACME" in kept
    assert not [token for token in services.world.tokens if token.encode() in kept]


@pytest.mark.parametrize("teamless", [False, True])
async def test_partners_reach_the_organisation_whose_message_they_press(
    tmp_path: Path, way: str, teamless: bool
) -> None:
    async with office(way, tmp_path, oauth=True, long=True) as services:
        await opened(services)
        assert await install(services, "T9PARTNER") == 200
        services.core.answer, services.core.panel, services.world.channel("C1").shared = by_channel, panel, True
        services.people.side = Side(LABS, ORG, {"U9PETE": "T9PARTNER"}, teamless)
        await services.people.mention("C1", "Does zinc help?", user="U9PETE")
        await services.settled()
        (post,) = services.posts("C1")
        await services.people.press("C1", "Which colds?", message=post, user="U9PETE")
        steps = await services.opened(services.people.press("C1", "Steps", message=post, user="U9PETE"))
        await services.people.press_in(steps, "Go to step 1", user="U9PETE")
        form = await services.opened(services.people.press("C1", "The way …", message=post, user="U9PETE"))
        await services.people.submit(form, user="U9PETE", to="Vitamin E")
        await services.settled()
        assert [type(e) for e in services.core.heard] == [Message, Click, Click, Click]
        assert len({e.place for e in services.core.heard}) == 1
        assert services.core.heard[0].place.workspace == ORG


async def test_who_has_installed_it_is_led_to_where_workspaces_are_added(tmp_path: Path) -> None:
    async with office("http", tmp_path, oauth=True) as services:
        await opened(services)
        found = await installs(services).of_team(ORG)
        assert found is not None
        assert (found.is_enterprise_install, found.team_id) == (True, None)
        assert found.enterprise_url == "https://acme.slack.com/"


async def test_one_token_of_an_organisation_serves_every_workspace(services: Office) -> None:
    """An app that is installed from its settings page has its token there, and needs no OAuth."""
    services.world.tokens[BOT_TOKEN], services.world.orgs[ORG] = ORG, frozenset({LABS, SALES})
    for channel, team in (("C1", LABS), ("C2", SALES)):
        services.people.side = Side(team, ORG)
        await services.people.mention(channel, "Does zinc help?")
        await services.people.command(channel, "/literature", "zinc")
        await services.settled()
        assert len(services.posts(channel)) > 0
    assert {e.place.workspace for e in services.core.heard} == {ORG}


async def test_an_answer_in_a_channel_is_edited_for_slack_streams_to_people_of_one_workspace(services: Office) -> None:
    """An organisation's id is no workspace to name as `recipient_team_id` (reference/methods/chat.startStream)."""
    services.world.tokens[BOT_TOKEN], services.world.orgs[ORG] = ORG, frozenset({LABS})
    services.people.side = Side(LABS, ORG)
    services.core.answer, services.core.step = growing, 0.12
    await services.people.mention("C1", "Does it?")
    await services.settled()
    (post,) = services.posts("C1")
    assert words(post["blocks"]).strip() == "Vitamin E slows Alzheimer's disease."
    assert "chat.startStream" not in [method for method, _ in services.world.calls]


async def test_a_thread_in_a_channel_of_two_workspaces_is_one_thread(tmp_path: Path, way: str) -> None:
    async with office(way, tmp_path, oauth=True) as services:
        await opened(services)
        services.world.channel("C4").teams = frozenset({LABS, SALES})
        services.people.side = Side(LABS, ORG)
        thread = await services.people.mention("C4", "Does zinc help?")
        services.people.side = Side(SALES, ORG)
        await services.people.mention("C4", "And vitamin C?", thread=thread)
        await services.settled()
        assert len({e.place for e in services.core.heard}) == 1
        assert len(services.posts("C4", thread)) == 2


async def test_it_works_after_a_restart(tmp_path: Path, way: str) -> None:
    async with office("http", tmp_path, oauth=True) as services:
        await opened(services)
        services.core.answer, services.people.side = answer, Side(LABS, ORG)
        await services.people.mention("C1", "Does zinc help?")
        await services.settled()
        (post,) = services.posts("C1")
        async with office(way, tmp_path, slack=services.slack, oauth=True, store=services.store) as again:
            again.people.side = Side(LABS, ORG)
            await again.people.press("C1", "Which colds?", message=post)
            await again.settled()
            assert len(again.world.channel("C1").ephemerals) + len(again.posts("C1")) > 1


async def test_a_workspace_that_was_not_added_hears_why(tmp_path: Path, way: str) -> None:
    async with office(way, tmp_path, oauth=True) as services:
        await opened(services)
        services.people.side = Side(ELSEWHERE, ORG)
        await services.people.mention("C3", "Does zinc help?")
        await services.settled()
        assert services.posts("C3") == []
        assert "has not been granted access" in words(services.posts("DU061F7AUR")[0]["blocks"])


@pytest.mark.parametrize("event", ["app_uninstalled", "tokens_revoked"])
async def test_uninstalling_forgets_the_organisation_and_nobody_else(tmp_path: Path, way: str, event: str) -> None:
    async with office(way, tmp_path, oauth=True) as services:
        await opened(services)
        assert await install(services, TEAM) == 200
        services.people.side = Side(LABS, ORG)
        await services.people.event(services.people.side.event(payload(event), ""))
        await services.settled()
        assert await installs(services).of_team(ORG) is None
        assert await installs(services).of_bot("UE0ACMEBOT") is None
        assert await installs(services).of_team(TEAM) is not None
        await services.people.mention("C1", "Does zinc help?")
        id = await services.people.command("C1", "/ask", "Does zinc help?")
        await services.settled()
        assert services.core.heard == []
        assert "not installed in your workspace" in services.world.responses[id][0]["text"]


async def test_a_workspace_of_another_company_is_not_served_by_an_organisation(tmp_path: Path, way: str) -> None:
    async with office(way, tmp_path, oauth=True) as services:
        await opened(services)
        services.people.side = Side("T0STRANGE")
        await services.people.mention("C1", "Does zinc help?")
        await services.settled()
        assert services.core.heard == []


async def test_admins_of_the_organisation_are_admins_and_those_of_others_are_not(tmp_path: Path, way: str) -> None:
    async with office(way, tmp_path, oauth=True) as services:
        await opened(services)
        services.people.side = Side(LABS, ORG)
        ours, theirs = {"enterprise_id": ORG, "is_admin": True}, {"enterprise_id": "E9", "is_owner": True}
        services.world.users = {
            "U1": {"team_id": LABS, "enterprise_user": ours},
            "U2": {"team_id": LABS, "enterprise_user": {"enterprise_id": ORG}, "is_admin": True},
            "U3": {"team_id": LABS, "enterprise_user": {"enterprise_id": ORG}},
            "U4": {"team_id": "T9", "enterprise_user": theirs, "is_admin": True},
            "U5": {"team_id": LABS, "enterprise_user": ours, "is_stranger": True},
        }
        for user in services.world.users:
            await services.people.command("C1", "/evigraph", "settings", user=user)
        await services.settled()
        assert {e.person.id for e in services.core.heard if e.person.admin} == {"U1", "U2"}
