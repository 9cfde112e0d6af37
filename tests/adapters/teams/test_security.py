"""Who gets in: requests with the platform's token, and nobody else; and what the adapter refuses to start with."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from adapters.teams.app import TeamsAdapter
from adapters.teams.config import TeamsConfig
from adapters.teams.health import examine
from kgcore.errors import ConfigError
from tests.adapters.teams.people import Kept, World, config, payload, said, world
from tests.page.conftest import free_port
from tests.page.scenario import ROOT
from tests.servers.teams import serving
from tests.servers.teams_keys import CLIENT, SECRET, TENANT, Keys

WRONG: dict[str, dict[str, Any]] = {
    "another key": {"forged": True},
    "another audience": {"aud": "another-bot"},
    "another issuer": {"iss": "https://evil.example"},
    "no issuer": {"iss": None},
    "over": {"exp": int(time.time()) - 3600},
    "no service address": {"serviceurl": None},
    "another service address": {"serviceurl": "https://evil.example/teams"},
    "Entra's issuer, not the platform's app": {
        "iss": f"https://sts.windows.net/{TENANT}/",
        "tid": TENANT,
        "appid": "somebody",
    },
}


async def test_a_valid_token_lets_a_message_in() -> None:
    async with world() as w:
        assert (await w.send(said("Is zinc good?"))).status_code == 200
        assert len(w.core.events) == 1


async def test_every_other_token_is_refused_and_nothing_is_kept() -> None:
    async with world() as w:
        for why, claims in WRONG.items():
            token = w.keys.token(w.service, **claims)
            assert (await w.send(said("Is zinc good?"), token)).status_code == 401, why
        for token in ("", "nonsense", "a.b.c"):
            assert (await w.send(said("Is zinc good?"), token)).status_code == 401, token
        assert w.core.events == []
        assert not [k for k in w.state.map if k.startswith("c:")]


async def test_an_activity_without_a_service_address_is_refused() -> None:
    async with world() as w:
        headers = {"Authorization": f"Bearer {w.keys.token('')}"}
        body = payload("message_personal") | {"serviceUrl": ""}
        assert (await w.client.post("/api/messages", json=body, headers=headers)).status_code == 400


@pytest.mark.parametrize("body", ["[]", "{", "null", '"x"'])
async def test_what_is_no_activity_is_refused(body: str) -> None:
    async with world() as w:
        headers = {"Content-Type": "application/json"}
        assert (await w.client.post("/api/messages", content=body, headers=headers)).status_code == 400


async def test_a_page_elsewhere_cannot_post_without_asking_the_browser() -> None:
    async with world(client="", secret="", tenant="", open=True) as w:
        body = payload("message_personal") | {"serviceUrl": w.service}
        plain = {"Content-Type": "text/plain"}
        assert (await w.client.post("/api/messages", json=body, headers=plain)).status_code == 415


async def test_a_huge_body_is_refused() -> None:
    async with world() as w:
        assert (await w.send(said("x" * 600_000))).status_code == 413


async def test_what_is_sent_to_the_platform_carries_our_token() -> None:
    async with world() as w:
        await _answered(w)
        assert w.connector.calls[-1].token.count(".") == 2
        assert {login["client_id"] for login in w.keys.logins} == {CLIENT}
        assert len(w.keys.logins) == 1


async def _answered(w: World) -> None:
    from kgcore.reply import Notice, Reply
    from tests.adapters.teams.people import IN_PERSON

    await w.send(said("Is zinc good?"))
    await w.deliver(Reply("", "", (Notice("Yes."),)), IN_PERSON)


async def test_in_the_playground_no_token_is_needed_and_only_this_machine_is_answered() -> None:
    async with world(client="", secret="", tenant="", open=True) as w:
        assert (await w.send(said("Is zinc good?"), token="")).status_code == 200
        far = said("Is zinc good?") | {"serviceUrl": "https://evil.example/"}
        assert (await w.client.post("/api/messages", json=far)).status_code == 403
        for header in ({"X-Forwarded-For": "8.8.8.8"}, {"Forwarded": "for=8.8.8.8"}, {"Host": "evil.example"}):
            assert (await w.send(said("Is zinc good?"), "", **header)).status_code == 403
        await _answered(w)
        assert w.connector.calls[-1].token == ""
        assert w.keys.logins == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "bot.example.org"])
def test_it_does_not_start_unchecked_where_others_can_reach_it(host: str) -> None:
    with pytest.raises(ConfigError, match="TEAMS_SKIP_AUTH"):
        TeamsConfig(open=True, host=host)


def test_it_does_not_start_unchecked_with_a_public_address() -> None:
    with pytest.raises(ConfigError, match="PUBLIC_URL"):
        TeamsConfig(open=True, public="https://bot.example.org")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, "TEAMS_CLIENT_ID"),
        ({"client": CLIENT}, "TEAMS_CLIENT_SECRET"),
        ({"client": CLIENT, "secret": "s"}, "TEAMS_TENANT_ID"),
        ({"client": CLIENT, "secret": "s", "tenant": TENANT, "identity": "system"}, "both"),
        ({"client": CLIENT, "secret": "s", "tenant": TENANT, "public": "http://bot.example.org"}, "PUBLIC_URL"),
        ({"client": CLIENT, "secret": "s", "tenant": TENANT, "keys": "ftp://x"}, "TEAMS_KEYS_URL"),
    ],
)
def test_what_is_missing_or_wrong_is_named(given: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigError, match=named) as error:
        TeamsConfig(**given)
    assert "'s'" not in str(error.value)


@pytest.mark.parametrize("identity", ["system", CLIENT, "another-id"])
def test_a_managed_identity_takes_the_place_of_a_secret(identity: str) -> None:
    TeamsAdapter(TeamsConfig(client=CLIENT, tenant=TENANT, identity=identity), Kept())


@pytest.mark.parametrize("cloud", ["Public", "USGov", "USGovDoD", "China"])
def test_every_cloud_has_its_addresses(cloud: str) -> None:
    TeamsAdapter(TeamsConfig(client=CLIENT, secret="s", tenant=TENANT, cloud=cloud), Kept())


async def test_the_examination_tells_what_works_and_what_does_not() -> None:
    with serving(Keys().app()) as login:
        assert "gives a token" in await examine(config(login))
        assert "1 keys" in await examine(config(login))
        with pytest.raises(ConfigError, match="gives no token") as error:
            await examine(config(login, secret="another"))
        assert "another" not in str(error.value)
        assert SECRET not in str(error.value)
        with pytest.raises(ConfigError, match="gives no keys"):
            await examine(config(login, keys=f"{login}/nowhere/openidconfiguration"))


async def test_the_examination_says_loudly_when_nothing_is_checked() -> None:
    assert "NOT CHECKED" in await examine(TeamsConfig(open=True))


@pytest.mark.parametrize("command", [["run"], ["check", "--only", "teams"]])
def test_the_program_refuses_to_run_unchecked_where_others_reach_it(command: list[str], tmp_path: Path) -> None:
    settings = {"TEAMS_SKIP_AUTH": "true", "EVIGRAPH_HOST": "0.0.0.0", "EVIGRAPH_EMBEDDER": "none"}
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "EVIGRAPH_PORT": str(free_port()), **settings}
    done = subprocess.run(
        [sys.executable, "-m", "bot", *command], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode in {1, 2}
    assert "TEAMS_SKIP_AUTH" in done.stdout + done.stderr


def test_the_sdks_own_variables_cannot_open_the_door_or_change_who_we_are(tmp_path: Path) -> None:
    """It reads them by itself, also from .env; what we say outright wins, or we do not start."""
    for given, status in (
        ({"DANGEROUSLY_ALLOW_UNAUTHENTICATED_REQUESTS": "true", "CLOUD": "China"}, "401"),
        ({"CLIENT_SECRET": "x", "TEAMS_MANAGED_IDENTITY": "system", "TEAMS_CLIENT_SECRET": ""}, "ConfigError"),
    ):
        base = {"TEAMS_CLIENT_ID": CLIENT, "TEAMS_CLIENT_SECRET": "s", "TEAMS_TENANT_ID": TENANT}
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **base, **given}
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", PROBE], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.stdout.strip().endswith(status), done.stderr


PROBE = """
import asyncio
from bot.config import load
from bot.wiring_platforms import _teams_config
from kgcore.errors import ConfigError

async def main():
    from adapters.teams.gate import Gate
    gate = Gate(_teams_config(load()))
    async def handler(body):
        return {}
    await gate.open(handler)
    print((await gate.admit({"type": "message", "serviceUrl": "https://x"}, {}))[0])

try:
    asyncio.run(main())
except ConfigError as error:
    print("ConfigError")
"""
