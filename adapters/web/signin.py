"""Signing in at any provider of OpenID Connect: by its discovery document, with state, nonce and PKCE.

What the provider says is checked once, by Authlib; then a sealed cookie says who somebody is, for a working day.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import httpx2
import structlog
from authlib.integrations.base_client import OAuthError
from authlib.integrations.base_client.errors import MismatchingStateError
from authlib.integrations.starlette_client import StarletteIntegration, StarletteOAuth2App
from joserfc.errors import JoseError
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from adapters.shared.sealing import Vault
from adapters.web import limits
from adapters.web.people import NOBODY, Handler, Roles, Visitor, signed_in
from adapters.web.render import render_sign_in
from adapters.web.sessions import EndedSessions
from kgcore.errors import ConfigError

log = structlog.get_logger()
BACK: Final = "/signin/back"  # one address for both ways: many providers let people back to those of signing in alone
WAY_OUT: Final = "/signout"
OUT_STATE: Final = "signed-out"
_SIGNING: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_ADDRESS: Final = re.compile(r"https?://[!-~]+")
_LEEWAY: Final = 120  # seconds by which the provider's clock may differ from ours
AWAY: Final = (
    "{} signs people in here, and it cannot be reached just now. Please try again in a few minutes. "
    "Who is signed in already can go on."
)
ODD: Final = (
    "What {} answered cannot be trusted, so you were not signed in. Please try again; if it stays so, tell your admin."
)
LATE: Final = "This sign-in was begun too long ago, or in another browser. Please begin again."
REFUSED: Final = "{} did not sign you in. Please try again, or ask your admin for an account there."
NO_WAY_IN: Final = "You are signed in as {}, but are not among those who may use this page. Please ask your admin."
OUT: Final = "You are signed out here. On a shared computer, sign out at {} as well."
SIGNING_OUT: Final = "You are signed out here. Next, {} signs you out as well."
OUT_THERE: Final = "You are signed out, here and at {}."
FRESH: Final = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Provider:
    """An OpenID provider and what it knows us by. `groups` is the claim that names somebody's groups."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    scopes: str
    groups: str

    @property
    def name(self) -> str:
        """Its host, as people know it."""
        return urlsplit(self.issuer).hostname or self.issuer


class SignInTrouble(Exception):  # noqa: N818  a trouble to tell, not a fault
    """Somebody was not signed in; the words are for them."""

    def __init__(self, words: str, status: int) -> None:
        super().__init__(words)
        self.status = status


_UNREADABLE: Final = (JoseError, ValueError, KeyError, TypeError, RuntimeError)
_TROUBLES: Final = (SignInTrouble, OAuthError, httpx2.HTTPError, httpx2.InvalidURL, *_UNREADABLE)


class OpenIdLogin:
    """Signs people in at a provider. `public` is our own address, `keys` seal cookies (those of all replicas)."""

    way_in = "/signin"

    def __init__(self, provider: Provider, public: str, keys: str, roles: Roles, ended: EndedSessions) -> None:
        self._provider, self._roles, self._ended = provider, roles, ended
        self._back = public.rstrip("/") + BACK
        self._secure = urlsplit(public).scheme == "https"
        self._people, self._begun = Vault(keys, "page session"), Vault(keys, "page sign-in")
        self._hints = Vault(keys, "page sign-out")
        # "__Host-" binds a cookie to our own name and to https (draft-ietf-httpbis-rfc6265bis, section 4.1.3.2).
        self._cookie = f"{'__Host-' if self._secure else ''}{limits.SESSION_COOKIE}"
        self._app = _client(self._provider)

    def routes(self, left: Callable[[str], None]) -> Sequence[tuple[str, Handler, str]]:
        """Return where people sign in and out: address, handler, method. They are open to everybody."""
        return (
            (self.way_in, self._begin, "GET"),
            (BACK, self._return, "GET"),
            (WAY_OUT, partial(self._sign_out, left), "POST"),
        )

    # ── who is signed in ────────────────────────────────────────────────────────────────────────────────────────────

    async def visitor(self, request: Request) -> Visitor:
        """Return who is signed in, with the roles that they have by now; nobody without a cookie of ours that is good.

        Raises StoreError.
        """
        session = self._session_of(request)
        if not session or await self._ended.has(session):
            return NOBODY
        told = json.loads(session)
        return signed_in(told["id"], told["name"], self._roles.of(told["names"], told["groups"]))

    # ── signing in and out ──────────────────────────────────────────────────────────────────────────────────────────

    async def _begin(self, request: Request, visitor: Visitor) -> Response:
        """Send somebody to the provider; `to` is where they wanted to go here. Each tab has a cookie of its own."""
        state = secrets.token_urlsafe(24)
        request.scope["session"] = {"to": _own_path(request.query_params.get("to", ""))}
        try:
            await self._discover()
            response: Response = await self._app.authorize_redirect(request, self._back, state=state)
        except _TROUBLES as error:
            return self._told(_trouble(error, self._provider.name))
        sealed = self._begun.seal(json.dumps(request.session))
        self._set(response, _begun_cookie(state), sealed, limits.SIGN_IN_SECONDS, path=BACK)
        return response

    async def _return(self, request: Request, visitor: Visitor) -> Response:
        """Take somebody in who comes back from the provider, or say good-bye to who was signed out there."""
        if request.query_params.get("state") == OUT_STATE and not (await self.visitor(request)).channel:
            return HTMLResponse(render_sign_in(OUT_THERE.format(self._provider.name), self.way_in), headers=FRESH)
        begun = _begun_cookie(request.query_params.get("state", ""))
        sealed = request.cookies.get(begun, "")
        request.scope["session"] = json.loads(_opened(self._begun, sealed, limits.SIGN_IN_SECONDS) or "{}")
        to = request.session.get("to") or "/"
        try:
            await self._discover()
            token = await self._app.authorize_access_token(request, leeway=_LEEWAY)
            told = self._session(await self._claims(token))
        except _TROUBLES as error:
            self._app.server_metadata.pop("jwks", None)  # keys that were changed under an old name are read anew
            return self._told(_trouble(error, self._provider.name))
        response = RedirectResponse(to, 303, headers=FRESH)
        self._set(response, self._cookie, self._people.seal(json.dumps(told)), limits.SESSION_SECONDS)
        hint = self._hints.seal(str(token["id_token"]))
        if len(hint) <= limits.HINT_CHARACTERS:
            self._set(response, limits.HINT_COOKIE, hint, limits.SESSION_SECONDS, path=WAY_OUT)
        self._drop(response, begun, BACK)
        return response

    async def _sign_out(self, left: Callable[[str], None], request: Request, visitor: Visitor) -> Response:
        """Sign somebody out: here, whoever else has the cookie, and at the provider where it offers that.

        The browser goes there by itself: it lets no form lead to another site (Content-Security-Policy, form-action).
        """
        gone, session = await self.visitor(request), self._session_of(request)
        if session:
            await self._ended.add(session)
        if gone.channel:
            left(gone.channel)
        hint = _opened(self._hints, request.cookies.get(limits.HINT_COOKIE, ""), limits.SESSION_SECONDS)
        away = await self._way_out(hint) if gone.channel else ""
        words = SIGNING_OUT if away else OUT
        page = render_sign_in(words.format(self._provider.name), away or self.way_in, "Go on" if away else "Sign in")
        response = HTMLResponse(page, headers=FRESH | ({"Refresh": f"0; url={away}"} if away else {}))
        response.delete_cookie(self._cookie, secure=self._secure, httponly=True, samesite="lax")
        self._drop(response, limits.HINT_COOKIE, WAY_OUT)
        return response

    async def _way_out(self, hint: str) -> str:
        """Return where somebody is signed out at the provider (OpenID Connect RP-Initiated Logout 1.0); "": nowhere."""
        try:
            await self._discover()
        except _TROUBLES as error:
            log.warning("the provider cannot be asked to sign somebody out", reason=f"{type(error).__name__}: {error}")
            return ""
        there = self._app.server_metadata.get("end_session_endpoint")
        if not isinstance(there, str) or not _ADDRESS.fullmatch(there):
            return ""
        told = {"client_id": self._provider.client_id, "post_logout_redirect_uri": self._back, "state": OUT_STATE}
        return f"{there}{'&' if '?' in there else '?'}{urlencode(told | ({'id_token_hint': hint} if hint else {}))}"

    async def _discover(self) -> None:
        """Know the provider's addresses and keys, as of a few minutes ago at most."""
        known = self._app.server_metadata.get("_loaded_at", 0.0)
        if time.time() - known > limits.METADATA_SECONDS:
            self._app = _client(self._provider)
        found = await _discovered(self._app, self._provider)
        offered = found.get("id_token_signing_alg_values_supported") or ["RS256"]
        found["id_token_signing_alg_values_supported"] = [alg for alg in offered if alg in _SIGNING]

    async def _claims(self, token: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the provider says of somebody: in the id token, and where it lacks something beside it."""
        claims = token.get("userinfo")
        if not claims:
            raise ValueError("there is no id token")
        audience = claims["aud"]  # OpenID Connect Core, 3.1.3.7, step 3: Authlib is content with "azp"
        if self._provider.client_id not in (audience if isinstance(audience, list) else [audience]):
            raise ValueError("the id token is for others")
        whole = "email" in claims and _claim(claims, self._provider.groups) is not None
        if whole or "userinfo_endpoint" not in self._app.server_metadata:
            return dict(claims)
        more = await self._app.userinfo(token=token)
        if more.get("sub") != claims["sub"]:  # OpenID Connect Core, section 5.3.2
            raise ValueError("the user info is of somebody else")
        return {**more, **claims}

    def _session(self, claims: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the cookie says; raises SignInTrouble for who has no way in."""
        id, groups = str(claims["sub"]), _groups_in(_claim(claims, self._provider.groups))
        verified = claims.get("email_verified") in (True, "true")  # as a string by some, such as Cognito
        email = str(claims.get("email") or "") if verified else ""
        name = str(claims.get("name") or claims.get("preferred_username") or email or id)[: limits.NAME_CHARACTERS]
        names = [known for known in (id, email) if known]
        if self._provider.groups in (claims.get("_claim_names") or {}):  # Entra ID, of who is in too many
            log.warning("the provider does not send the groups of somebody who is in many", person=id)
        if not signed_in(id, name, self._roles.of(names, groups)).channel:
            raise SignInTrouble(NO_WAY_IN.format(name), 403)
        this = secrets.token_urlsafe(12)  # two sessions of somebody are two, also where they began in the same second
        return {"id": id, "name": name, "names": names, "groups": self._roles.groups_among(groups), "session": this}

    def _told(self, trouble: SignInTrouble) -> Response:
        response = HTMLResponse(render_sign_in(str(trouble), self.way_in), trouble.status, headers=FRESH)
        if trouble.status == 503:
            response.headers["Retry-After"] = "60"
        return response

    def _set(self, response: Response, name: str, value: str, seconds: int, path: str = "/") -> None:
        response.set_cookie(name, value, seconds, path=path, httponly=True, samesite="lax", secure=self._secure)

    def _drop(self, response: Response, name: str, path: str) -> None:
        response.delete_cookie(name, path=path, secure=self._secure, httponly=True, samesite="lax")

    def _session_of(self, request: Request) -> str:
        """Return what a cookie of ours tells, ended or not; "" without one."""
        return _opened(self._people, request.cookies.get(self._cookie, ""), limits.SESSION_SECONDS)


async def examine_provider(provider: Provider) -> str:
    """Return what works at a provider, in words. Raises ConfigError with what would mend it."""
    try:
        found = await _discovered(_client(provider), provider)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        hint = "Check the network and PAGE_OIDC_ISSUER. Who is signed in stays so meanwhile."
        raise ConfigError(f"{provider.issuer} cannot be asked: {type(error).__name__}.", hint=hint) from error
    except _UNREADABLE as error:
        hint = "PAGE_OIDC_ISSUER is what stands there as `issuer` in /.well-known/openid-configuration."
        raise ConfigError(f"{provider.issuer} does not answer as an OpenID provider: {error}", hint=hint) from error
    sent = found.get("claims_supported")
    lacks = isinstance(sent, list) and provider.groups.partition(".")[0] not in sent
    note = f"; it does not say that it sends “{provider.groups}” (PAGE_OIDC_GROUPS)" if lacks else ""
    return f"people sign in at {provider.issuer}{note}"


def _client(provider: Provider) -> StarletteOAuth2App:
    return StarletteOAuth2App(
        StarletteIntegration("page"),
        client_id=provider.client_id,
        client_secret=provider.client_secret or None,
        server_metadata_url=provider.issuer.rstrip("/") + "/.well-known/openid-configuration",
        client_kwargs={
            "scope": provider.scopes,
            "code_challenge_method": "S256",
            "timeout": limits.PROVIDER_SECONDS,
        },
    )


async def _discovered(app: StarletteOAuth2App, provider: Provider) -> dict[str, Any]:
    """Return the provider's discovery document; raises ValueError for another issuer's."""
    found: dict[str, Any] = await app.load_server_metadata()
    if found.get("issuer") != provider.issuer:
        raise ValueError(f"the discovery document is of another issuer: {str(found.get('issuer'))[:200]}")
    return found


def _opened(vault: Vault, sealed: str, seconds: int) -> str:
    """Return what was sealed, "" where it is not ours or too old."""
    return (vault.open(sealed, seconds) or "") if sealed.isascii() else ""


def _trouble(error: Exception, provider: str) -> SignInTrouble:
    """Return what to tell somebody of what went wrong; the reason is logged."""
    if isinstance(error, SignInTrouble):
        return error
    if isinstance(error, MismatchingStateError):
        return SignInTrouble(LATE, 400)
    log.error("somebody could not be signed in", provider=provider, reason=f"{type(error).__name__}: {error}"[:500])
    if isinstance(error, OAuthError):
        return SignInTrouble(REFUSED.format(provider), 403)
    if isinstance(error, httpx2.HTTPError):
        return SignInTrouble(AWAY.format(provider), 503)
    return SignInTrouble(ODD.format(provider), 502)


def _begun_cookie(state: str) -> str:
    """Return the name of the cookie of a sign-in that was begun."""
    return f"{limits.SIGN_IN_COOKIE}_{state[:8]}"


def _claim(claims: Mapping[str, Any], name: str) -> object:
    """Return a claim by its name, or by its way through others ("realm_access.roles"); None where there is none."""
    found: object = claims
    for step in (name,) if name in claims else name.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _groups_in(claim: object) -> list[str]:
    """Return the groups that a claim names: one, a list, or the keys of a map, as Zitadel has them."""
    match claim:
        case str():
            return [claim]
        case Mapping():
            return [group for group, there in claim.items() if there]
        case list():
            return [group for group in claim if isinstance(group, str)]
        case _:
            return []


def _own_path(to: str) -> str:
    """Return a path of ours; the first page for anything that leads elsewhere."""
    ours = to.startswith("/") and not to.startswith(("//", "/\\", "/sign"))
    return to if ours and to.isascii() and to.isprintable() and len(to) <= limits.PATH_CHARACTERS else "/"
