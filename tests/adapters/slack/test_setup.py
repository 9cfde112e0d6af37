"""What setting up needs: the manifest, and what `evigraph check` finds."""

from __future__ import annotations

import re

import pytest

from adapters.slack.credentials import Credentials
from adapters.slack.health import examine_app
from adapters.slack.manifest import EVENTS, SCOPES, build_manifest
from kgcore.errors import ConfigError
from tests.page.scenario import ROOT
from tests.servers.slack import SlackServer
from tests.servers.slack_state import APP_TOKEN, BOT_TOKEN


def test_administrators_read_of_every_scope_and_event_and_of_no_others() -> None:
    told = (ROOT / "docs" / "slack.md").read_text(encoding="utf-8")
    rows = "".join(re.findall(r"^\| `.*$", told.partition("## What it is allowed to do")[2].partition("##")[0], re.M))
    assert set(re.findall(r"`([a-z_.:]+)`", rows)) == set(SCOPES)
    heard = told.partition("**Hears** (")[2].partition(")")[0]
    assert set(re.findall(r"`([a-z_.]+)`", heard)) == set(EVENTS)


def test_the_manifest_asks_for_the_documented_scopes_and_each_says_why() -> None:
    made = build_manifest()
    assert made["oauth_config"]["scopes"]["bot"] == list(SCOPES)
    assert all(SCOPES.values())
    assert made["settings"]["socket_mode_enabled"] is True
    assert "request_url" not in made["settings"]["event_subscriptions"]
    assert set(made["settings"]["event_subscriptions"]["bot_events"]) == set(EVENTS)
    assert "assistant_view" not in made["features"]  # Slack refuses it for new apps
    assert "message.im" in EVENTS
    assert "app_home_opened" in EVENTS
    assert all(len(c["name"]) <= 24 for c in made["features"]["shortcuts"])
    assert len(made["display_information"]["description"]) <= 140
    assert all(len(c["description"]) <= 100 for c in made["features"]["slash_commands"])


def test_over_http_everything_goes_to_one_address() -> None:
    made = build_manifest("https://bot.example.org/")
    at = "https://bot.example.org/slack/events"
    assert made["settings"]["event_subscriptions"]["request_url"] == at
    assert made["settings"]["interactivity"]["request_url"] == at
    assert {c["url"] for c in made["features"]["slash_commands"]} == {at}
    assert made["oauth_config"]["redirect_urls"] == ["https://bot.example.org/slack/oauth_redirect"]
    assert made["settings"]["socket_mode_enabled"] is False
    assert made["settings"]["org_deploy_enabled"] is True


async def test_check_says_what_is_there() -> None:
    async with SlackServer() as slack:
        slack.world.scopes = ",".join(SCOPES)
        found = await examine_app(Credentials(bot_token=BOT_TOKEN, app_token=APP_TOKEN, api_url=slack.api))
    assert "evigraph in Acme" in found
    assert "Socket Mode" in found


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"bot_token": "xoxb-wrong", "app_token": APP_TOKEN}, "token_revoked"),
        ({"bot_token": BOT_TOKEN, "app_token": "xapp-wrong"}, "invalid_auth"),
        ({"bot_token": BOT_TOKEN, "app_token": APP_TOKEN}, "lacks the scopes"),
    ],
)
async def test_check_says_what_is_wrong(given: dict[str, str], said: str) -> None:
    async with SlackServer() as slack:
        slack.world.scopes = "chat:write,commands" if "scopes" in said else ",".join(SCOPES)
        with pytest.raises(ConfigError, match=said) as caught:
            await examine_app(Credentials(api_url=slack.api, **given))
    assert "xoxb-" not in str(caught.value)
    assert caught.value.hint


async def test_check_says_that_slack_cannot_be_reached() -> None:
    with pytest.raises(ConfigError, match="cannot be reached"):
        await examine_app(Credentials(bot_token=BOT_TOKEN, app_token=APP_TOKEN, api_url="http://127.0.0.1:9/api/"))


async def test_check_asks_whether_slack_can_be_reached_before_anybody_has_installed_the_app() -> None:
    many = {"client_id": "1.2", "client_secret": "c", "signing_secret": "s", "secret_key": "k" * 40}
    async with SlackServer() as slack:
        assert "OAuth" in await examine_app(Credentials(api_url=slack.api, **many))
    with pytest.raises(ConfigError, match="cannot be reached"):
        await examine_app(Credentials(api_url="http://127.0.0.1:9/api/", **many))


async def test_check_does_not_praise_scopes_that_slack_does_not_tell() -> None:
    async with SlackServer() as slack:
        assert "scopes unknown" in await examine_app(
            Credentials(bot_token=BOT_TOKEN, app_token=APP_TOKEN, api_url=slack.api)
        )


def test_a_persons_token_is_not_taken_for_the_bots() -> None:
    with pytest.raises(ConfigError, match="does not look like a bot token"):
        Credentials(bot_token="xoxp-1", app_token=APP_TOKEN)


async def test_check_is_content_without_the_scope_that_asks_for_a_paid_plan() -> None:
    async with SlackServer() as slack:
        slack.world.scopes = ",".join(s for s in SCOPES if s != "assistant:write")
        found = await examine_app(Credentials(bot_token=BOT_TOKEN, app_token=APP_TOKEN, api_url=slack.api))
    assert "all scopes but assistant:write" in found
