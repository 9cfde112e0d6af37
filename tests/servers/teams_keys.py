"""Microsoft's key and login servers, small: OpenID configuration, keys, and tokens for bots.

    python -m tests.servers.teams_keys      (prints its addresses)

Source: Bot Framework REST, "Authenticate requests from the Bot Connector service to your bot"; Microsoft identity
platform, "OAuth 2.0 client credentials flow".
"""

from __future__ import annotations

import asyncio
import functools
import time
from typing import Any
from urllib.parse import parse_qsl

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

ISSUER = "https://api.botframework.com"
CLIENT, SECRET, TENANT = "11111111-2222-3333-4444-555555555555", "not-a-secret", "99999999-8888-7777-6666-555555555555"


@functools.cache
def _pair() -> tuple[rsa.RSAPrivateKey, rsa.RSAPrivateKey]:
    """Make the keys once: it takes a while."""
    good, bad = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2))
    return good, bad


class Keys:
    """One good key that is published, and a bad one that is not."""

    def __init__(self) -> None:
        self.good, self.bad = _pair()
        self.asked: list[str] = []  # every path that was asked for
        self.slow = 0.0
        self.endorsements: list[str] | None = ["msteams"]
        self.logins: list[dict[str, str]] = []

    def token(self, service: str = "", *, forged: bool = False, kid: str = "key-1", **claims: Any) -> str:
        """Return a token as the platform sends it; what is given as None is left out."""
        now = int(time.time())
        whole = {"iss": ISSUER, "aud": CLIENT, "serviceurl": service, "nbf": now - 5, "iat": now - 5, "exp": now + 3600}
        payload = {k: v for k, v in (whole | claims).items() if v is not None}
        return jwt.encode(payload, self.bad if forged else self.good, "RS256", headers={"kid": kid})

    def app(self) -> Starlette:
        """Return the server."""
        return Starlette(
            routes=[
                Route("/v1/.well-known/openidconfiguration", self._metadata),
                Route("/v1/.well-known/keys", self._keys),
                Route("/{tenant}/oauth2/v2.0/token", self._login, methods=["POST"]),
                Route("/{anything:path}", self._elsewhere, methods=["GET", "POST"]),
            ]
        )

    async def _metadata(self, request: Request) -> Response:
        base = str(request.base_url)
        return JSONResponse({"issuer": ISSUER, "jwks_uri": f"{base}v1/.well-known/keys"})

    async def _keys(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        await asyncio.sleep(self.slow)
        return JSONResponse({"keys": [self._public(self.good)]})

    def _public(self, key: rsa.RSAPrivateKey) -> dict[str, Any]:
        made = jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
        named = {} if self.endorsements is None else {"endorsements": self.endorsements}
        return {**made, "kid": "key-1", "use": "sig", **named}

    async def _elsewhere(self, request: Request) -> Response:
        """What an attacker serves: keys, whatever is asked for."""
        self.asked.append(str(request.url.path))
        if "discovery" not in request.url.path:
            return Response(status_code=404)
        return JSONResponse({"keys": [self._public(self.bad)]})

    async def _login(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        self.logins.append({**form, "tenant": request.path_params["tenant"]})
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT, SECRET):
            return JSONResponse({"error": "invalid_client"}, 401)
        token = self.token(aud=form["scope"].removesuffix("/.default"), iss="login", serviceurl=None)
        return JSONResponse({"token_type": "Bearer", "expires_in": 3599, "access_token": token})


if __name__ == "__main__":
    from threading import Event

    from tests.servers.teams import serving

    with serving(Keys().app()) as address:
        print(f"TEAMS_LOGIN_URL={address}\nTEAMS_KEYS_URL={address}/v1/.well-known/openidconfiguration", flush=True)
        Event().wait()
