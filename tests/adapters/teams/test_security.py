"""Who gets in: requests with the platform's token, and nobody else; and what the adapter refuses to start with."""

from __future__ import annotations

import asyncio
import base64
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from adapters.teams.activity import parse_activity
from adapters.teams.app import TeamsAdapter
from adapters.teams.config import TeamsConfig
from adapters.teams.gate import Gate, Json
from adapters.teams.health import examine_bot
from adapters.teams.limits import KEYS_SECONDS, KEYS_UNKNOWN, KEYS_WAIT, SERVICE_HOSTS
from adapters.teams.references import Reference, References
from adapters.teams.tokens import PlatformKeys, RequestRefused
from kgcore.errors import ConfigError, DeliveryRefused
from kgcore.values.reply import Notice, Reply
from tests.adapters.slack.test_trouble import changed, values_in
from tests.adapters.teams.people import IN_PERSON, PERSONAL, Kept, World, config, payload, said, world
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
    "no end": {"exp": None},
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
        headers = {"Authorization": f"Bearer {w.keys.token(w.service)}"}
        body = payload("message_personal") | {"serviceUrl": ""}
        assert (await w.client.post("/api/messages", json=body, headers=headers)).status_code == 400


@pytest.mark.parametrize("body", ["[]", "{", "null", '"x"'])
async def test_what_is_no_activity_is_refused(body: str) -> None:
    async with world() as w:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {w.keys.token(w.service)}"}
        assert (await w.client.post("/api/messages", content=body, headers=headers)).status_code == 400


DEEP = '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"


@pytest.mark.parametrize("name", ["message_group", "message_channel", "card_action_channel", "task_fetch_group"])
async def test_half_characters_in_any_part_of_an_activity_are_no_trouble(
    caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """JSON can carry them; they can be in no address that we call, and in nothing that we keep."""
    async with world() as w:
        for path in [path for path, value in values_in(payload(name)) if isinstance(value, str)]:
            body = changed(payload(name) | {"serviceUrl": w.service}, path, "C1\ud800")
            sent = json.dumps(body).encode()
            headers = {"Authorization": f"Bearer {w.keys.token(w.service)}", "Content-Type": "application/json"}
            answer = await w.client.post("/api/messages", content=sent, headers=headers)
            assert answer.status_code < 500, path
        assert all((key + value).encode() for key, value in w.state.map.items())
    assert "Traceback" not in caplog.text


async def test_deeply_nested_text_is_refused_with_and_without_a_token() -> None:
    async with world() as w:
        nested = '{"a":' + "[" * 200 + "]" * 200 + "}"
        for body, token, status in (
            (DEEP, "", 401),
            (DEEP, w.keys.token(w.service), 400),
            (nested, w.keys.token(w.service), 400),
            ("{}", _nested_token(), 401),
        ):
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
            assert (await w.client.post("/api/messages", content=body, headers=headers)).status_code == status


def _nested_token() -> str:
    header = base64.urlsafe_b64encode(b'{"alg":"RS256","kid":"key-1"}').decode().rstrip("=")
    claims = base64.urlsafe_b64encode(b"[" * 9_000).decode().rstrip("=")
    return f"{header}.{claims}.c2ln"


def _entra(w: World, tid: str, issuer: str, forged: bool = True) -> str:
    """What an attacker signs: it names the tenant (so the place of the keys) that it likes."""
    agents = "5a807f24-c9de-44ee-a3a7-329e88a00ffc"
    return w.keys.token("", forged=forged, iss=issuer, tid=tid, azp=agents, appid=agents, serviceurl=None)


async def test_a_token_that_names_the_place_of_its_own_keys_is_refused_unread_and_nothing_is_sent_to_anybody() -> None:
    async with world() as w:
        login = w.login
        for tid in (
            f"{TENANT}/discovery/v2.0/keys?appid=",
            "evil/discovery/v2.0/keys?appid=x",
            TENANT,
            "common",
            "../..",
        ):
            for issuer in (f"{login}/{tid}/v2.0", f"https://sts.windows.net/{tid}/", login):
                for forged in (True, False):
                    response = await w.send(said("Is zinc good?"), _entra(w, tid, issuer, forged))
                    assert response.status_code == 401
        assert w.keys.asked == []
        assert w.keys.logins == []
        assert w.connector.calls == []
        assert w.core.events == []
        assert w.state.map == {}


@pytest.mark.parametrize(
    "service",
    [
        "https://evil.example/teams/",
        "https://smba.trafficmanager.net.evil.example/teams/",
        "https://smba.trafficmanager.net@evil.example/",
        "https://evil.example\\@smba.trafficmanager.net/",
        "https://evil.example#.smba.trafficmanager.net/",
        "https://evil.example?x=smba.trafficmanager.net",
        "http://smba.trafficmanager.net/teams/",
        "https://10.0.0.1/teams",
        "ftp://127.0.0.1/",
    ],
)
async def test_even_a_valid_token_gets_no_answer_sent_to_a_host_that_is_not_teams(service: str) -> None:
    async with world() as w:
        headers = {"Authorization": f"Bearer {w.keys.token(service)}"}
        body = said("Is zinc good?") | {"serviceUrl": service}
        assert (await w.client.post("/api/messages", json=body, headers=headers)).status_code == 403
        assert w.core.events == []
        assert w.state.map == {}


async def test_a_conversation_that_was_kept_with_a_foreign_address_gets_no_token() -> None:
    async with world(hosts=()) as w:  # as an older release may have let it in
        reference = Reference("https://evil.example/teams", "personal", TENANT, "28:bot", PERSONAL)
        await References(w.state).put(reference)
        with pytest.raises(DeliveryRefused, match="none of Teams'"):
            await w.deliver(Reply("", "", (Notice("Yes."),)), IN_PERSON)
        assert w.connector.calls == []
        assert w.keys.logins == []


async def test_teams_own_hosts_are_served_in_each_cloud() -> None:
    for cloud, hosts in SERVICE_HOSTS.items():
        gate = Gate(TeamsConfig(client=CLIENT, secret="s", tenant=TENANT, cloud=cloud))
        assert all(gate.trusts(f"https://{host}/amer/{TENANT}/") for host in hosts)
        others = {h for c, all_ in SERVICE_HOSTS.items() if c != cloud for h in all_}
        assert not any(gate.trusts(f"https://{host}/") for host in others)


@pytest.mark.parametrize(
    "path", ["/../", "/..", "/amer/../../x", "/amer/./x", "//x", "/amer//x", "/a%2e%2e/", "/a\\..", "/a\n"]
)
async def test_a_service_address_leads_nowhere_but_down(path: str) -> None:
    gate = Gate(TeamsConfig(client=CLIENT, secret="s", tenant=TENANT))
    assert gate.trusts("https://smba.trafficmanager.net/amer.x/..y/")
    assert not gate.trusts(f"https://smba.trafficmanager.net{path}")
    assert not gate.trusts("https://smba.trafficmanager.net:\u0664\u0664\u0663/")


@pytest.mark.parametrize("id", ["..", "../../v1/x", "1/2", "1?x", "1#x", "%2e%2e", "1 2", "x" * 600, 7, None])
def test_the_name_of_a_message_that_is_answered_can_stand_in_an_address_or_is_not_taken(id: object) -> None:
    body = payload("card_action_channel")
    assert (found := parse_activity(body | {"replyToId": id})) is not None
    assert found.reply_to == ""
    assert (found := parse_activity(body | {"replyToId": "1700000000001"})) is not None
    assert found.reply_to == "1700000000001"


async def test_tokens_that_are_got_on_this_machine_may_go_to_this_machine_and_others_may_not() -> None:
    for login in ("http://127.0.0.1:3979", "http://localhost:3979", "https://[::1]:3979"):
        gate = Gate(TeamsConfig(client=CLIENT, secret="s", tenant=TENANT, login=login))
        assert all(
            gate.trusts(f"{url}/teams") for url in ("http://127.0.0.1:5000", "http://[::1]:1", "https://localhost")
        )
        assert not gate.trusts("http://10.0.0.1/teams")
        assert not gate.trusts("https://127.0.0.1.evil.example/")
    for own in (
        TeamsConfig(client=CLIENT, secret="s", tenant=TENANT),
        TeamsConfig(client=CLIENT, secret="s", tenant=TENANT, login="https://login.example.org"),
        TeamsConfig(client=CLIENT, identity="system", login="http://127.0.0.1:3979"),  # Azure's token all the same
    ):
        assert not any(Gate(own).trusts(f"{url}/teams") for url in ("http://127.0.0.1:5000", "https://localhost"))


async def test_a_rig_on_this_machine_with_signed_tokens_needs_no_list_of_hosts() -> None:
    async with world(hosts=()) as w:
        assert (await w.send(said("Is zinc good?"))).status_code == 200
        await w.deliver(Reply("", "", (Notice("Yes."),)), IN_PERSON)
        assert w.connector.said(PERSONAL) == ["Yes."]


def test_a_service_host_is_a_name_and_nothing_else() -> None:
    with pytest.raises(ConfigError, match="TEAMS_SERVICE_HOSTS"):
        TeamsConfig(client=CLIENT, secret="s", tenant=TENANT, hosts=("https://x/",))


async def test_an_activity_of_another_channel_is_refused() -> None:
    async with world() as w:
        assert (await w.send(said("Is zinc good?") | {"channelId": "directline"})).status_code == 401
    async with world() as w:
        w.keys.endorsements = ["directline"]  # keys of another channel
        assert (await w.send(said("Is zinc good?"))).status_code == 401
        assert w.core.events == []


async def test_keys_that_name_no_channel_still_serve_teams_alone() -> None:
    async with world() as w:
        w.keys.endorsements = None
        assert (await w.send(said("Is zinc good?"))).status_code == 200
        assert (await w.send(said("Is zinc good?") | {"channelId": "webchat"})).status_code == 403


async def test_keys_are_fetched_once_for_all_who_wait_and_others_go_on_meanwhile() -> None:
    async with world() as w:
        w.keys.slow = 0.5
        waiting = [asyncio.create_task(w.send(said("Is zinc good?"))) for _ in range(15)]
        await asyncio.sleep(0.1)
        assert (await w.send(said("Is zinc good?"), "nonsense")).status_code == 401  # while the keys are on their way
        assert not any(task.done() for task in waiting)
        assert [(await task).status_code for task in waiting] == [200] * 15
        assert len(w.keys.asked) == 1


async def test_bogus_key_ids_cost_no_further_fetches_and_what_is_remembered_of_them_is_bounded() -> None:
    async with world() as w:
        assert (await w.send(said("Is zinc good?"))).status_code == 200
        for n in range(30):
            assert (await w.send(said("x"), w.keys.token(w.service, kid=f"bogus-{n}"))).status_code == 401
        assert len(w.keys.asked) == 1
    clock = [0.0]
    with serving(w.keys.app()) as login:
        keys = PlatformKeys(f"{login}/v1/.well-known/keys", lambda: clock[0])
        for n in range(KEYS_UNKNOWN + 5):
            with pytest.raises(RequestRefused):
                await keys.get(f"bogus-{n}")
        assert len(keys._unknown) == KEYS_UNKNOWN
        before = len(w.keys.asked)
        clock[0] += KEYS_WAIT + 1
        with pytest.raises(RequestRefused):
            await keys.get(f"bogus-{KEYS_UNKNOWN}")
        assert len(w.keys.asked) == before
        with pytest.raises(RequestRefused):
            await keys.get("rotated")  # an id that nobody has named yet is looked for
        assert len(w.keys.asked) == before + 1
        assert (await keys.get("key-1")).channels == {"msteams"}


async def test_without_keys_nobody_is_let_in_and_the_platform_is_asked_to_come_again() -> None:
    async with world(keys="http://127.0.0.1:9/openidconfiguration") as w:
        assert (await w.send(said("Is zinc good?"))).status_code == 503
        assert w.core.events == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>moved</html>",
        b"[" * 50_000,
        b"[]",
        b'{"keys": {}}',
        b'{"keys": [1, {"kid": "key-1", "kty": "RSA", "n": "!"}]}',
    ],
)
async def test_a_key_server_that_answers_nonsense_takes_no_key_away_and_nobody_is_let_in_by_it(body: bytes) -> None:
    clock, good = [0.0], Keys()
    answers = [b""]

    async def answered(request: Request) -> Response:
        made = {"keys": [good._public(good.good)]}
        return Response(answers[0]) if answers[0] else JSONResponse(made)

    with serving(Starlette(routes=[Route("/keys", answered)])) as server:
        keys = PlatformKeys(f"{server}/keys", lambda: clock[0])
        assert (await keys.get("key-1")).channels == {"msteams"}
        clock[0], answers[0] = clock[0] + KEYS_SECONDS + 1, body or b" "
        assert (await keys.get("key-1")).channels == {"msteams"}
        clock[0] += KEYS_WAIT + 1
        with pytest.raises(RequestRefused) as refused:
            await keys.get("key-2")
        assert refused.value.status == 503  # it may be a new key of the platform's: it comes again


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


@pytest.mark.parametrize("header", ["Via", "X-Real-IP", "CF-Connecting-IP", "Fastly-Client-IP", "X-Original-Host"])
async def test_in_the_playground_nothing_is_taken_that_a_proxy_passed_on(header: str) -> None:
    async with world(client="", secret="", tenant="", open=True) as w:
        assert (await w.send(said("Is zinc good?"), "", **{header: "8.8.8.8"})).status_code == 403
        assert w.core.events == []


async def test_in_the_playground_the_old_http_of_a_proxy_that_tells_nothing_is_refused() -> None:
    async def handle(body: Json) -> None: ...

    gate = Gate(TeamsConfig(open=True))
    gate.open(handle)
    assert await gate.prove({"host": "127.0.0.1:8700"}) is None
    with pytest.raises(RequestRefused):
        await gate.prove({"host": "127.0.0.1:8700"}, "1.0")
    await gate.close()


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
        assert "gives a token" in await examine_bot(config(login))
        assert "1 keys" in await examine_bot(config(login))
        with pytest.raises(ConfigError, match="gives no token") as error:
            await examine_bot(config(login, secret="another"))
        assert "another" not in str(error.value)
        assert SECRET not in str(error.value)
        with pytest.raises(ConfigError, match="gives no keys"):
            await examine_bot(config(login, keys=f"{login}/nowhere/openidconfiguration"))


async def test_the_examination_says_loudly_when_nothing_is_checked() -> None:
    assert "NOT CHECKED" in await examine_bot(TeamsConfig(open=True))


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
from bot.config import load_settings
from adapters.teams import PLATFORM, config_of
from kgcore.errors import ConfigError

async def main():
    from adapters.teams.gate import Gate
    from adapters.teams.tokens import RequestRefused
    gate = Gate(config_of(load_settings().given_to(PLATFORM)))
    async def handler(body):
        return {}
    gate.open(handler)
    try:
        await gate.admit({"type": "message", "serviceUrl": "https://x"}, await gate.prove({}))
    except RequestRefused as refused:
        print(refused.status)

try:
    asyncio.run(main())
except ConfigError as error:
    print("ConfigError")
"""
