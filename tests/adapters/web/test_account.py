"""What people see of themselves, and admins of the whole bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from starlette.testclient import TestClient

from adapters.port import TokenInfo
from adapters.shared.forwarding import TrustedProxies, parse_networks
from adapters.web.app import WebAdapter
from adapters.web.people import ProxyLogin, Roles
from kgcore.conversation.transcript import parse_messages
from kgcore.errors import InputError
from kgcore.values.reply import Reply, Table
from tests.adapters.web.core import PAGE, Core, served

USER = "X-Forwarded-User"


@dataclass
class FakeDesk:
    """A bot with one busy channel, and whose tokens are whose."""

    scopes: Sequence[str] = ("verify", "link")
    made: dict[tuple[str, str], TokenInfo] = field(default_factory=dict)

    async def overview(self) -> Reply:
        return Reply("", "", (Table(("Channel", "Asked"), (("slack <b>T1</b>", "7"),), "Channels"),))

    async def tokens(self, owner: str) -> Sequence[TokenInfo]:
        return [token for (whose, _), token in self.made.items() if whose == owner]

    async def make_token(self, owner: str, name: str, scopes: Sequence[str]) -> str:
        if (owner, name) in self.made:
            raise InputError(f"{name} has a token.")
        self.made[owner, name] = TokenInfo(name, tuple(scopes), "2026-01-31T12:00:00")
        return "evg_secret"

    async def revoke_token(self, owner: str, name: str) -> None:
        if self.made.pop((owner, name), None) is None:
            raise InputError(f"{name} has no token.")


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def page(core: Core, desk: FakeDesk) -> Iterator[TestClient]:
    login = ProxyLogin(USER, Roles(frozenset({"dana"})))
    with served(WebAdapter(read=parse_messages, proxied=True, login=login, desk=desk), core) as client:
        yield TestClient(TrustedProxies(client.app, parse_networks("10.0.0.1")), client=("10.0.0.1", 1))


def as_user(name: str) -> dict[str, str]:
    return {**PAGE, USER: name}


def change(page: TestClient, who: str, what: str, **fields: str) -> str:
    form = {"thread": "account", "name": what, **fields}
    return page.post("/account", data=form, headers=as_user(who)).text


def test_the_overview_is_for_admins_and_what_it_shows_is_text(page: TestClient) -> None:
    shown = page.get("/overview", headers=as_user("dana"))
    assert "slack &lt;b&gt;T1&lt;/b&gt;" in shown.text
    assert page.get("/overview", headers=as_user("ann")).status_code == 403
    assert page.get("/overview", headers=PAGE).status_code == 401


def test_links_to_it_are_shown_to_admins_only(page: TestClient) -> None:
    assert ["/overview" in page.get("/", headers=as_user(who)).text for who in ("dana", "ann")] == [True, False]
    assert "Roles here: reviewer" not in page.get("/account", headers=as_user("ann")).text
    assert "Role here: member" in page.get("/account", headers=as_user("ann")).text


def test_a_token_is_shown_once_and_is_its_owners_alone(page: TestClient, desk: FakeDesk) -> None:
    assert "evg_secret" in change(page, "ann", "make", text="notebook", **{"f-scopes": "link"})
    assert desk.made["ann", "notebook"].scopes == ("link",)
    shown = page.get("/account", headers=as_user("ann")).text
    assert "notebook" in shown
    assert "evg_secret" not in shown
    assert "notebook" not in page.get("/account", headers=as_user("dana")).text
    assert "has no token" in change(page, "dana", "revoke", text="notebook")
    change(page, "ann", "revoke", text="notebook")
    assert desk.made == {}


def test_what_cannot_be_made_is_said(page: TestClient) -> None:
    change(page, "ann", "make", text="notebook")
    assert "has a token" in change(page, "ann", "make", text="notebook")


def test_who_is_known_by_a_cookie_only_has_no_account(core: Core, desk: FakeDesk) -> None:
    with served(WebAdapter(read=parse_messages, host="0.0.0.0", desk=desk), core) as client:
        assert client.get("/account").status_code == 404
        assert client.post("/account", data={"thread": "account", "name": "make", "text": "x"}).status_code == 404
        assert client.get("/overview").status_code == 403
