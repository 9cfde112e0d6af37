"""Signing in at an OpenID provider: who comes back from it is known; whatever is wrong with it is told in words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from starlette.testclient import TestClient

from adapters.port import PlatformConfig
from adapters.web import PLATFORM
from adapters.web.app import WebAdapter
from adapters.web.people import Roles
from adapters.web.sessions import EndedSessions
from adapters.web.signin import OpenIdLogin, Provider, examine_provider
from kgcore.conversation.transcript import parse_messages
from kgcore.errors import ConfigError, StoreAway
from tests.adapters.web.core import FORM, JSON, PAGE, Core, Kept, served
from tests.servers.openid import CLIENT, SECRET, FakeProvider, Trouble, provider

OURS, KEY = "http://127.0.0.1:8700", "a long random text of one's own 123"
ROLES = Roles(frozenset({"group:admins"}), frozenset({"eli@example.org"}), frozenset({"group:staff"}))
SETTINGS = {"PAGE_OIDC_ISSUER": "https://login.example.org", "PAGE_OIDC_CLIENT_ID": "x"}


@dataclass(frozen=True)
class Team:
    """The page, its provider, and what people asked."""

    page: TestClient
    provider: FakeProvider
    core: Core

    def sign_in(self, to: str = "/") -> httpx2.Response:
        """Go to the provider and come back, as a browser does."""
        away = self.page.get("/signin", params={"to": to})
        return self.page.get(self._sent_back(away)) if away.status_code == 302 else away

    def _sent_back(self, away: httpx2.Response) -> str:
        return httpx2.get(away.headers["location"]).headers["location"]

    def ask(self) -> int:
        """Ask something; 202 where somebody is signed in."""
        return self.page.post("/ask", data=FORM, headers=JSON).status_code


def adapter(
    fake: FakeProvider, roles: Roles = ROLES, keys: str = KEY, groups: str = "groups", state: Kept | None = None
) -> WebAdapter:
    known = Provider(fake.url, CLIENT, SECRET, "openid profile email", groups)
    login = OpenIdLogin(known, OURS, keys, roles, EndedSessions(state or Kept()))
    return WebAdapter(read=parse_messages, host="0.0.0.0", login=login)


@pytest.fixture
def team(core: Core) -> Iterator[Team]:
    with provider() as fake, served(adapter(fake), core) as page:
        yield Team(page, fake, core)


def test_who_is_not_signed_in_is_shown_the_way_in(team: Team) -> None:
    shown = team.page.get("/t/thread01", headers=PAGE)
    assert shown.status_code == 401
    assert "/signin?to=%2Ft%2Fthread01" in shown.text
    assert team.ask() == 401
    assert team.core.events == []


def test_who_comes_back_from_the_provider_is_known_with_their_roles_and_where_they_wanted_to_go(team: Team) -> None:
    back = team.sign_in("/t/thread01")
    assert (back.status_code, back.headers["location"]) == (303, "/t/thread01")
    cookie = next(c for c in back.headers.get_list("set-cookie") if c.startswith("evigraph_session="))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert team.ask() == 202
    (event,) = team.core.events
    assert (event.person.id, event.person.admin, event.person.reviewer) == ("ann-1", True, False)
    assert event.place.channel == "ann-1"
    assert "Ann Lee" in team.page.get("/", headers=PAGE).text


@pytest.mark.parametrize(
    ("person", "admin", "reviewer"),
    [
        ({"email": "eli@example.org", "email_verified": True}, False, True),
        ({"groups": ["staff", "other"]}, False, False),
        ({"groups": "admins"}, True, False),
        ({"groups": {"admins": {"17": "example.org"}, "staff": {}}}, True, False),
        ({"groups": 5, "email": "eli@example.org", "email_verified": "true"}, False, True),
    ],
)
def test_roles_come_from_groups_and_from_lists(team: Team, person: dict[str, Any], admin: bool, reviewer: bool) -> None:
    team.provider.person = {"sub": "p", **person}
    team.sign_in()
    assert team.ask() == 202
    (event,) = team.core.events
    assert (event.person.admin, event.person.reviewer) == (admin, reviewer)


@pytest.mark.parametrize(
    "person",
    [
        {"email": "eli@example.org", "email_verified": False},
        {"email": "eli@example.org"},
        {"groups": ["strangers"]},
        {"groups": [{"name": "admins"}]},
        {"groups": {"admins": False}},
        {"groups": None, "_claim_names": {"groups": "src1"}},
        {"email": "eli@example.org", "email_verified": "false"},
        {"sub": "group:admins"},
        {"preferred_username": "eli@example.org"},
    ],
)
def test_who_is_no_member_is_told_so_and_stays_outside(team: Team, person: dict[str, Any]) -> None:
    team.provider.person = {"sub": "p", **person}
    refused = team.sign_in()
    assert refused.status_code == 403
    assert "ask your admin" in refused.text
    assert team.ask() == 401


def test_what_stands_in_the_user_info_alone_counts_too(team: Team) -> None:
    team.provider.beside = frozenset({"groups", "email", "email_verified"})
    team.sign_in()
    assert team.ask() == 202
    assert team.core.events[0].person.admin


@pytest.mark.parametrize(
    ("trouble", "status", "words"),
    [
        (Trouble.DOWN, 503, "cannot be reached just now"),
        (Trouble.WRONG_NONCE, 502, "cannot be trusted"),
        (Trouble.EXPIRED, 502, "cannot be trusted"),
        (Trouble.OTHER_ISSUER, 502, "cannot be trusted"),
        (Trouble.OTHER_CLIENT, 502, "cannot be trusted"),
        (Trouble.FOREIGN_KEY, 502, "cannot be trusted"),
        (Trouble.UNSIGNED, 502, "cannot be trusted"),
        (Trouble.NO_TOKEN, 502, "cannot be trusted"),
        (Trouble.GARBLED, 502, "cannot be trusted"),
        (Trouble.SAYS_NO, 403, "did not sign you in"),
    ],
)
def test_a_provider_that_fails_is_told_in_words_and_signs_nobody_in(
    team: Team, trouble: Trouble, status: int, words: str
) -> None:
    team.provider.trouble = trouble
    told = team.sign_in()
    assert told.status_code == status
    assert words in told.text
    assert team.ask() == 401
    team.provider.trouble = Trouble.NONE  # and once it is well again
    assert team.sign_in().status_code == 303
    assert team.ask() == 202


@pytest.mark.parametrize(
    ("trouble", "issuer", "words"),
    [
        (Trouble.DOWN, "", "cannot be asked"),
        (Trouble.NONE, "/", "another issuer"),
        (Trouble.NONE, "/nothing", "cannot be asked"),
    ],
)
async def test_a_check_asks_the_provider(team: Team, trouble: Trouble, issuer: str, words: str) -> None:
    team.provider.trouble = trouble
    known = Provider(team.provider.url + issuer, CLIENT, SECRET, "openid profile email", "groups")
    with pytest.raises(ConfigError, match=words):
        await examine_provider(known)
    team.provider.trouble = Trouble.NONE
    assert "people sign in at http://127.0.0.1" in await examine_provider(replace(known, issuer=team.provider.url))


@pytest.mark.parametrize(
    ("claims", "status"),
    [
        ({"aud": [CLIENT]}, 303),
        ({"aud": [CLIENT, "another"], "azp": CLIENT}, 303),
        ({"aud": [CLIENT, "another"], "azp": "another"}, 502),
        ({"aud": [CLIENT, "another"]}, 502),
        ({"aud": ["another"], "azp": CLIENT}, 502),
        ({"nonce": None}, 502),
        ({"exp": None}, 502),
        ({"sub": 17}, 502),
    ],
)
def test_a_token_is_for_us_and_answers_what_we_asked(team: Team, claims: dict[str, Any], status: int) -> None:
    team.provider.more = claims
    assert team.sign_in().status_code == status


@pytest.mark.parametrize(("begins", "ends", "status"), [(90, 390, 303), (-390, -90, 303), (3600, 7200, 502)])
def test_clocks_may_differ_a_little(team: Team, begins: int, ends: int, status: int) -> None:
    now = int(time.time())
    team.provider.more = {"iat": now + begins, "nbf": now + begins, "exp": now + ends}
    assert team.sign_in().status_code == status


def test_groups_may_lie_within_another_claim(core: Core) -> None:
    for claims, way in (
        ({"realm_access": {"roles": ["admins"]}}, "realm_access.roles"),
        ({"https://kg.example.org/groups": ["admins"]}, "https://kg.example.org/groups"),
    ):
        with provider() as fake, served(adapter(fake, groups=way), core) as page:
            fake.person = {"sub": "p", **claims}
            assert Team(page, fake, core).ask() == 401
            Team(page, fake, core).sign_in()
            assert Team(page, fake, core).ask() == 202
            assert core.events[-1].person.admin


def test_user_info_of_somebody_else_signs_nobody_in(team: Team) -> None:
    team.provider.beside, team.provider.trouble = frozenset({"groups"}), Trouble.STRANGER
    assert team.sign_in().status_code == 502
    assert team.ask() == 401


def test_who_is_signed_in_goes_on_while_the_provider_is_down(team: Team) -> None:
    team.sign_in()
    team.provider.trouble = Trouble.DOWN
    assert team.ask() == 202


@pytest.mark.parametrize("name", ["second", "first"])
def test_keys_that_were_changed_are_read_anew(team: Team, name: str) -> None:
    team.sign_in()
    team.page.cookies.clear()
    team.provider.rotate(name)
    if name == "first":  # another key under an old name: the first try notices
        assert team.sign_in().status_code == 502
    assert team.sign_in().status_code == 303


def test_a_way_back_that_was_begun_elsewhere_leads_nowhere(team: Team) -> None:
    away = team.page.get("/signin")
    back = team._sent_back(away)
    team.page.cookies.clear()
    told = team.page.get(back)
    assert told.status_code == 400
    assert "in another browser" in told.text
    assert team.ask() == 401


def test_each_tab_comes_back_to_where_it_wanted_to_go_and_once(team: Team) -> None:
    begun = {to: team.page.get("/signin", params={"to": to}) for to in ("/t/thread01", "/t/thread02")}
    ways = {to: team._sent_back(away) for to, away in begun.items()}
    for to, way in ways.items():
        assert team.page.get(way).headers["location"] == to
    for way in ways.values():
        assert team.page.get(way).status_code == 400


def test_two_replicas_share_a_sign_in_from_its_beginning_to_its_end(core: Core) -> None:
    with provider() as fake, served(adapter(fake), core) as one, served(adapter(fake), core) as other:
        team = Team(one, fake, core)
        way = team._sent_back(one.get("/signin", params={"to": "/t/thread01"}))
        other.cookies.update(one.cookies)
        assert other.get(way).headers["location"] == "/t/thread01"
        one.cookies.update(other.cookies)
        assert (team.ask(), Team(other, fake, core).ask()) == (202, 202)


def test_a_session_that_somebody_put_there_before_is_not_kept_on(team: Team) -> None:
    team.provider.person = {"sub": "eve", "groups": ["staff"]}
    team.sign_in()
    theirs = team.page.cookies["evigraph_session"]
    team.provider.person = {"sub": "ann-1", "groups": ["staff"]}
    team.sign_in()
    assert team.page.cookies["evigraph_session"] != theirs
    team.ask()
    assert team.core.events[-1].person.id == "ann-1"


def test_a_cookie_that_is_not_ours_is_nobody(team: Team) -> None:
    for value in ("x", "gAAAAA", "é"):
        team.page.cookies.clear()
        sent = {b"Accept": b"application/json", b"Cookie": f"evigraph_session={value}".encode("latin-1")}
        assert team.page.post("/ask", data=FORM, headers=sent).status_code == 401


def test_a_new_key_seals_and_the_old_one_still_opens(core: Core) -> None:
    with provider() as fake:
        with served(adapter(fake), core) as page:
            Team(page, fake, core).sign_in()
            cookies = dict(page.cookies)
        with served(adapter(fake, keys=f"{'new' * 20},{KEY}"), core) as page:
            page.cookies.update(cookies)
            assert Team(page, fake, core).ask() == 202
        with served(adapter(fake, keys="new" * 20), core) as page:
            page.cookies.update(cookies)
            assert Team(page, fake, core).ask() == 401


def test_whose_role_was_taken_back_in_the_settings_has_it_no_more(core: Core) -> None:
    with provider() as fake:
        with served(adapter(fake), core) as page:
            Team(page, fake, core).sign_in()
            cookies = dict(page.cookies)
        with served(adapter(fake, Roles(members=frozenset({"group:staff"}))), core) as page:
            page.cookies.update(cookies)
            assert Team(page, fake, core).ask() == 401


def test_who_signs_out_is_nobody(team: Team) -> None:
    team.sign_in()
    out = team.page.post("/signout", headers=PAGE)
    assert (out.status_code, team.ask()) == (200, 401)
    assert "Sign in" in out.text


def test_a_cookie_that_was_stolen_does_not_outlive_the_sign_out_at_any_replica(core: Core) -> None:
    state = Kept()
    with (
        provider() as fake,
        served(adapter(fake, state=state), core) as page,
        served(adapter(fake, state=state), core) as other,
    ):
        team, thief = Team(page, fake, core), Team(other, fake, core)
        team.sign_in()
        other.cookies.update(page.cookies)
        assert (team.ask(), thief.ask()) == (202, 202)
        page.post("/signout", headers=PAGE)
        assert (team.ask(), thief.ask()) == (401, 401)
        team.sign_in()
        assert (team.ask(), thief.ask()) == (202, 401)


def test_signing_out_on_one_machine_leaves_the_session_on_another(core: Core) -> None:
    state = Kept()
    with (
        provider() as fake,
        served(adapter(fake, state=state), core) as desk,
        served(adapter(fake, state=state), core) as phone,
    ):
        Team(desk, fake, core).sign_in()
        Team(phone, fake, core).sign_in()
        desk.post("/signout", headers=PAGE)
        assert (Team(desk, fake, core).ask(), Team(phone, fake, core).ask()) == (401, 202)


def test_who_cannot_be_signed_out_just_now_is_told_so_and_stays_signed_in(core: Core) -> None:
    class Away(Kept):
        async def set(self, key: str, value: str) -> None:
            raise StoreAway("It cannot be reached.")

    with provider() as fake, served(adapter(fake, state=Away()), core) as page:
        team = Team(page, fake, core)
        team.sign_in()
        out = page.post("/signout", headers=PAGE)
        assert (out.status_code, team.ask()) == (503, 202)


def test_who_signs_out_is_signed_out_at_the_provider_too_where_it_offers_that(team: Team) -> None:
    team.provider.signs_out = True
    team.sign_in()
    out = team.page.post("/signout", headers=PAGE)
    there = out.headers["refresh"].removeprefix("0; url=")
    asked = parse_qs(urlsplit(there).query)
    assert there.startswith(f"{team.provider.url}/logout?")
    assert (asked["client_id"], asked["post_logout_redirect_uri"]) == ([CLIENT], [f"{OURS}/signin/back"])
    assert asked["id_token_hint"][0].count(".") == 2
    back = team.page.get(httpx2.get(there).headers["location"])
    assert (back.status_code, "You are signed out, here and at 127.0.0.1." in back.text) == (200, True)
    assert team.ask() == 401


@pytest.mark.parametrize("there", ["javascript:alert(1)", "https://login.example.org/a b", "/logout", 5, None])
def test_an_address_of_the_provider_that_is_none_is_not_gone_to(team: Team, there: object) -> None:
    team.provider.about = {"end_session_endpoint": there}
    team.sign_in()
    out = team.page.post("/signout", headers=PAGE)
    assert (out.status_code, "refresh" in out.headers, team.ask()) == (200, False, 401)


def test_who_is_signed_out_while_the_provider_is_down_is_signed_out_here(team: Team) -> None:
    team.provider.signs_out = True
    team.sign_in()
    team.provider.trouble = Trouble.DOWN
    assert team.page.post("/signout", headers=PAGE).status_code == 200
    assert team.ask() == 401


@pytest.mark.parametrize(
    "to",
    [
        "https://evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "//evil.example",
        "/\\evil.example",
        "/signin",
        "x" * 600,
        "/é",
    ],
)
def test_nobody_is_led_to_another_site(team: Team, to: str) -> None:
    assert team.sign_in(to).headers["location"] == "/"


@pytest.mark.parametrize(
    ("settings", "public", "key", "named"),
    [
        (SETTINGS | {"PAGE_OIDC_CLIENT_ID": ""}, "https://kg.example.org", KEY, "PAGE_OIDC_CLIENT_ID"),
        (SETTINGS, "", KEY, "PUBLIC_URL"),
        (SETTINGS, "http://kg.example.org", KEY, "PUBLIC_URL"),
        (SETTINGS, "https://kg.example.org", "", "EVIGRAPH_SECRET_KEY"),
        (SETTINGS, "https://kg.example.org", "short", "EVIGRAPH_SECRET_KEY"),
        (SETTINGS | {"PAGE_OIDC_ISSUER": "http://x.org"}, "https://kg.example.org", KEY, "PAGE_OIDC_ISSUER"),
        (SETTINGS | {"PAGE_USER_HEADER": "X-User"}, "https://kg.example.org", KEY, "PAGE_USER_HEADER"),
        ({"PAGE_REVIEWERS": "eli"}, "", "", "PAGE_REVIEWERS"),
    ],
)
def test_what_is_missing_for_it_is_said_by_name(settings: dict[str, str], public: str, key: str, named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        PLATFORM.open(PlatformConfig(settings, public_url=public, secret_key=key), None, str)  # type: ignore[arg-type]
