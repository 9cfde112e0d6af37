"""Signing in at a trusted proxy: who is named there has their own threads; nobody else is let in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from adapters.port import PlatformConfig
from adapters.shared.forwarding import TrustedProxies, parse_networks
from adapters.web import PLATFORM
from adapters.web.app import WebAdapter
from adapters.web.people import ProxyLogin, Roles
from bot.config import variable_names
from kgcore.conversation.transcript import parse_messages
from kgcore.errors import ConfigError
from tests.adapters.web.core import FORM, JSON, Core, Kept, served

USER, GROUPS = "X-Forwarded-User", "X-Forwarded-Groups"
GUIDE = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Doors:
    """The same page, as a trusted proxy reaches it and as a stranger does."""

    proxy: TestClient
    stranger: TestClient
    core: Core


@pytest.fixture
def doors(core: Core) -> Iterator[Doors]:
    roles = Roles(frozenset({"dana@example.org", "group:boss"}), frozenset({"group:curators"}))
    login = ProxyLogin(USER, roles, GROUPS)
    page = WebAdapter(read=parse_messages, host="127.0.0.1", proxied=True, login=login)
    with served(page, core) as client:
        app = TrustedProxies(client.app, parse_networks("10.0.0.1"))
        yield Doors(TestClient(app, client=("10.0.0.1", 1)), TestClient(app, client=("10.0.0.2", 1)), core)


def ask(client: TestClient, *users: str) -> int:
    headers = [*JSON.items(), *((USER, user) for user in users)]
    return client.post("/ask", data=FORM, headers=headers).status_code


def test_who_is_signed_in_asks_by_name_and_admins_are_known(doors: Doors) -> None:
    assert [ask(doors.proxy, name) for name in ("ann@example.org", "dana@example.org")] == [202, 202]
    ann, dana = doors.core.events
    assert (ann.person.id, ann.person.admin) == ("ann@example.org", False)
    assert (dana.person.id, dana.person.admin) == ("dana@example.org", True)
    assert ann.place.channel != dana.place.channel


def test_groups_that_the_proxy_names_decide_what_somebody_may(doors: Doors) -> None:
    for name, groups in (("ann", "staff, boss"), ("eli", "curators"), ("mia", "")):
        doors.proxy.post("/ask", data=FORM, headers={**JSON, USER: name, GROUPS: groups})
        doors.stranger.post("/ask", data=FORM, headers={**JSON, USER: name, GROUPS: groups})
    assert [(e.person.admin, e.person.reviewer) for e in doors.core.events] == [
        (True, False),
        (False, True),
        (False, False),
    ]


@pytest.mark.parametrize("users", [(), ("",), ("local",), ("a", "b"), ("a" * 256,), ("a\x01b",)])
def test_who_is_not_named_or_named_oddly_is_nobody(doors: Doors, users: tuple[str, ...]) -> None:
    assert ask(doors.proxy, *users) == 401
    assert doors.core.events == []


def test_what_a_stranger_says_of_themselves_is_not_believed(doors: Doors) -> None:
    assert ask(doors.stranger, "dana@example.org") == 401
    for path in ("/", "/threads", "/t/thread01", "/events/thread01"):
        assert doors.stranger.get(path, headers={USER: "dana@example.org"}).status_code == 401
    assert doors.core.events == []


def passed_on(proxy: str, browser: dict[str, str], person: str) -> dict[str, str]:
    """Return what a proxy that is set up as the guide has it makes of a browser's headers."""
    words = {  # what the proxies' own variables hold
        "$remote_user": person,
        "{http.auth.user.id}": person,
        '""': "",
        "$http_host": browser["Host"],
        "$scheme": "https",
        "$proxy_add_x_forwarded_for": "192.0.2.1",
    }
    lines = {"nginx": r"proxy_set_header (\S+) (\S+);", "caddy": r"header_up (-?[\w-]+)(?: (\S+))?"}[proxy]
    made = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": browser["Host"]}
    passed = browser | (made if proxy == "caddy" else {})  # Caddy sets these by itself
    for name, value in re.findall(lines, GUIDE):
        passed[name.lstrip("-")] = words[value] if value else ""
    return {name: value for name, value in passed.items() if value}


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_the_guides_lines_sign_in_whom_the_proxy_knows_and_nobody_who_only_says_so(core: Core, proxy: str) -> None:
    (block,) = (one for one in re.findall(r"```\n(.*?)```", GUIDE, re.DOTALL) if "PAGE_USER_HEADER" in one)
    given = dict(line.split("=", 1) for line in block.splitlines())
    assert set(given) <= set(variable_names())
    proxies = given["EVIGRAPH_PROXIES"]
    settings = PlatformConfig(given, public_url=given["PUBLIC_URL"], read_messages=parse_messages, proxied=True)
    browser = {**JSON, "Host": "kg.example.org", "Origin": given["PUBLIC_URL"], USER: "dana@example.org", GROUPS: "it"}
    page = PLATFORM.open(settings, Kept(), str)
    assert isinstance(page, WebAdapter)
    with served(page, core, given["PUBLIC_URL"]) as client:
        app = TestClient(TrustedProxies(client.app, parse_networks(proxies)), client=(proxies, 1))
        for nth, person in enumerate(("dana@example.org", "eli@example.org", "mia@example.org")):
            form = {**FORM, "event": f"event000{nth}"}
            assert app.post("/ask", data=form, headers=passed_on(proxy, browser, person)).status_code == 202
        assert app.post("/ask", data=FORM, headers=passed_on(proxy, browser, "")).status_code == 401
    seen = [(e.person.id, e.person.admin, e.person.reviewer) for e in core.events]
    assert seen == [
        ("dana@example.org", True, True),
        ("eli@example.org", False, True),
        ("mia@example.org", False, False),
    ]


def test_without_a_proxy_a_login_is_refused_at_the_start() -> None:
    given = PlatformConfig({"PAGE_USER_HEADER": USER})
    assert PLATFORM.configured(given)
    with pytest.raises(ConfigError, match="EVIGRAPH_PROXIES"):
        PLATFORM.open(given, None, str)  # type: ignore[arg-type]
