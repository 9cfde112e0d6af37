"""Many workspaces by OAuth: install, encrypted tokens, rotation, uninstall, revocation."""

from __future__ import annotations

import logging
import re
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from adapters.shared.sealing import Vault
from adapters.slack.credentials import Credentials
from adapters.slack.installs import PURPOSE, STATES, Installs, OAuthStates
from bot.state import StoreState
from kgcore.errors import ConfigError
from tests.adapters.slack.office import KEY, Office, office
from tests.servers.slack_people import payload
from tests.servers.slack_state import Fault


def installs(services: Office) -> Installs:
    """What the bot keeps of installations."""
    return Installs(StoreState(services.store, "slack"), Vault(KEY, PURPOSE), logging.getLogger("test"))


async def install(services: Office, team: str = "T0001", state: str = "") -> int:
    """Install the app as a person does in the browser; returns the status of the last page."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
        async with browser.get(f"{services.people.base}/slack/install") as page:
            (link,) = re.findall(r'href="([^"]*oauth/v2/authorize[^"]*)"', await page.text())
            cookie = page.headers["Set-Cookie"].split(";")[0]
        query = parse_qs(urlsplit(link.replace("&amp;", "&")).query)
        assert "chat:write" in query["scope"][0]
        back = {"code": f"good-{team}", "state": state or query["state"][0]}
        at = f"{services.people.base}/slack/oauth_redirect"
        async with browser.get(at, params=back, headers={"Cookie": cookie}) as page:
            return page.status


async def test_a_workspace_installs_and_is_answered(tmp_path: Path, way: str) -> None:
    async with office(way, tmp_path, oauth=True) as services:
        assert await install(services) == 200
        await services.people.mention("C1", "Does zinc help?")
        await services.settled()
        assert len(services.posts("C1")) == 1
    kept = (tmp_path / "slack.db").read_bytes()
    assert b"install:T0001" in kept
    assert not [token for token in services.world.tokens if token.encode() in kept]


async def test_a_forged_state_installs_nothing(tmp_path: Path) -> None:
    async with office("http", tmp_path, oauth=True) as services:
        assert await install(services, state="forged") == 400
        assert await installs(services).of_team("T0001") is None


async def test_who_opens_the_install_page_without_end_does_not_fill_the_store(tmp_path: Path) -> None:
    async with office("http", tmp_path, oauth=True) as services:
        states = OAuthStates(StoreState(services.store, "slack"))
        for _ in range(STATES + 20):
            latest = await states.async_issue()
        assert len(await StoreState(services.store, "slack").keys("oauth:")) <= STATES
        assert await states.async_consume(latest)


@pytest.mark.parametrize("event", ["app_uninstalled", "tokens_revoked"])
async def test_uninstalling_and_revoking_forget_the_tokens(tmp_path: Path, event: str) -> None:
    async with office("http", tmp_path, oauth=True) as services:
        assert await install(services) == 200
        await services.people.event(payload(event))
        await services.settled()
        assert await installs(services).of_team("T0001") is None


async def test_a_revoked_token_is_forgotten_when_slack_says_so(tmp_path: Path) -> None:
    async with office("http", tmp_path, oauth=True) as services:
        assert await install(services) == 200
        services.world.faults = [Fault("chat.postMessage", "token_revoked")]
        await services.people.mention("C1", "Does zinc help?")
        await services.settled()
        assert await installs(services).of_team("T0001") is None


async def test_a_token_is_renewed_before_it_ends(tmp_path: Path) -> None:
    async with office("http", tmp_path, oauth=True) as services:
        assert await install(services) == 200
        kept = installs(services)
        found = await kept.of_team("T0001")
        assert found is not None
        old, found.bot_token_expires_at = found.bot_token, int(time.time()) + 60
        await kept.async_save(found)
        await services.people.mention("C1", "Does zinc help?")
        await services.settled()
        renewed = await kept.of_team("T0001")
        assert renewed is not None
        assert renewed.bot_token not in (None, old)
        assert len(services.posts("C1")) == 1


def test_keys_can_be_changed_without_losing_installations() -> None:
    sealed = Vault(KEY, PURPOSE).seal("xoxb-1")
    assert Vault(f"{'new' * 20},{KEY}", PURPOSE).open(sealed) == "xoxb-1"
    assert Vault("new" * 20, PURPOSE).open(sealed) is None
    assert "xoxb" not in sealed


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"bot_token": "xoxb-1"}, "SLACK_SIGNING_SECRET"),
        ({"app_token": "xapp-1"}, "SLACK_BOT_TOKEN"),
        ({"client_id": "1", "signing_secret": "s"}, "SLACK_CLIENT_SECRET"),
        ({"client_id": "1", "client_secret": "c", "signing_secret": "s"}, "EVIGRAPH_SECRET_KEY"),
        ({"client_id": "1", "client_secret": "c", "signing_secret": "s", "secret_key": "short"}, "too short"),
        ({"bot_token": "xoxb-1", "client_id": "1", "client_secret": "c", "signing_secret": "s"}, "both set"),
        ({"bot_token": "xapp-1", "app_token": "xapp-1"}, "bot token"),
    ],
)
def test_what_does_not_go_together_is_named(given: dict[str, str], missing: str) -> None:
    with pytest.raises(ConfigError, match=missing) as caught:
        Credentials(**given)
    assert not [v for k, v in given.items() if k.endswith("token") and v in str(caught.value)]
    assert "xoxb-1" not in repr(Credentials(bot_token="xoxb-1", signing_secret="secret"))
