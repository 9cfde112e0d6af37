"""A small OpenID provider that signs in whom it is told to, and makes whatever trouble it is told to make.

`python -m tests.servers.openid [--port N]` signs in Ann, an admin, and prints the settings for the page.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey

CLIENT, SECRET = "evigraph", "not really a secret"
ANN = {"sub": "ann-1", "name": "Ann Lee", "email": "ann@example.org", "email_verified": True, "groups": ["admins"]}


class Trouble(StrEnum):
    """What it does wrong."""

    NONE = ""
    DOWN = "every request fails"
    WRONG_NONCE = "the token answers another sign-in"
    EXPIRED = "the token is too old"
    OTHER_ISSUER = "the token is of another provider"
    OTHER_CLIENT = "the token is for another program"
    FOREIGN_KEY = "the token is signed by somebody else"
    UNSIGNED = "the token is not signed"
    NO_TOKEN = "there is no id token"
    GARBLED = "the answer is no JSON"
    SAYS_NO = "nobody is signed in"
    STRANGER = "the user info is of somebody else"


def _key(name: str) -> ECKey:
    return ECKey.generate_key("P-256", {"kid": name, "use": "sig", "alg": "ES256"})


@dataclass
class FakeProvider:
    """`person` are the claims of who is signed in; `beside` of them stand in the user info alone."""

    person: Mapping[str, Any] = field(default_factory=lambda: dict(ANN))
    beside: frozenset[str] = frozenset()
    trouble: Trouble = Trouble.NONE
    more: Mapping[str, Any] = field(default_factory=dict)  # claims of the id token, in place of its own
    signs_out: bool = False  # it offers RP-Initiated Logout
    url: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)  # of the discovery document, in place of its own
    asked: list[str] = field(default_factory=list)  # paths
    _codes: dict[str, Mapping[str, str]] = field(default_factory=dict)
    _key: ECKey = field(default_factory=lambda: _key("first"))

    def rotate(self, name: str = "second") -> None:
        """Sign with another key from now on; the old one is not published any more."""
        self._key = _key(name)

    def discovery(self) -> Mapping[str, Any]:
        """Return the discovery document."""
        ends = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
        return {
            "issuer": self.url,
            **{f"{name}_endpoint": f"{self.url}/{path}" for name, path in ends.items()},
            "jwks_uri": f"{self.url}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256", "none"],
            "code_challenge_methods_supported": ["S256"],
            **({"end_session_endpoint": f"{self.url}/logout"} if self.signs_out else {}),
            **self.about,
        }

    def signed_out(self, query: Mapping[str, str]) -> str:
        """Return where somebody is sent back to who signed out here."""
        return f"{query['post_logout_redirect_uri']}?{urlencode({'state': query['state']})}"

    def authorized(self, query: Mapping[str, str]) -> str:
        """Return where somebody is sent back to."""
        if self.trouble is Trouble.SAYS_NO:
            told = {"error": "access_denied", "state": query["state"]}
        else:
            code = secrets.token_urlsafe(8)
            self._codes[code] = query
            told = {"code": code, "state": query["state"]}
        return f"{query['redirect_uri']}?{urlencode(told)}"

    def exchanged(self, form: Mapping[str, str], authorization: str) -> tuple[int, Mapping[str, Any]]:
        """Return the tokens for a code, which counts once."""
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        begun = self._codes.pop(form.get("code", ""), None)
        if authorization != f"Basic {basic}":
            return 401, {"error": "invalid_client"}
        if begun is None or begun["redirect_uri"] != form.get("redirect_uri") or not _proven(begun, form):
            return 400, {"error": "invalid_grant"}
        tokens = {"access_token": secrets.token_urlsafe(8), "token_type": "Bearer", "expires_in": 300}
        return 200, tokens if self.trouble is Trouble.NO_TOKEN else tokens | {"id_token": self._token(begun["nonce"])}

    def _token(self, nonce: str) -> str:
        trouble, now = self.trouble, int(time.time())
        claims = {
            **{name: value for name, value in self.person.items() if name not in self.beside},
            "iss": "https://elsewhere.example" if trouble is Trouble.OTHER_ISSUER else self.url,
            "aud": "another" if trouble is Trouble.OTHER_CLIENT else CLIENT,
            "iat": now - 3600 if trouble is Trouble.EXPIRED else now,
            "exp": now - 1800 if trouble is Trouble.EXPIRED else now + 300,
            "nonce": "another" if trouble is Trouble.WRONG_NONCE else nonce,
            **self.more,
        }
        if trouble is Trouble.UNSIGNED:
            parts = ({"alg": "none"}, claims)
            return (
                ".".join([base64.urlsafe_b64encode(json.dumps(p).encode()).decode().rstrip("=") for p in parts]) + "."
            )
        key = _key(str(self._key.kid)) if trouble is Trouble.FOREIGN_KEY else self._key
        return jwt.encode({"alg": "ES256", "kid": key.kid}, claims, key)

    def told(self) -> Mapping[str, Any]:
        """Return the user info."""
        return {**self.person, "sub": "eve-1"} if self.trouble is Trouble.STRANGER else self.person

    def keys(self) -> Mapping[str, Any]:
        """Return the public keys."""
        return {"keys": [self._key.as_dict(private=False)]}


def _proven(begun: Mapping[str, str], form: Mapping[str, str]) -> bool:
    """Whether who exchanges a code is who began (RFC 7636)."""
    digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
    return _base64(digest) == begun.get("code_challenge")


def _base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@contextmanager
def provider(port: int = 0) -> Iterator[FakeProvider]:
    """Serve one meanwhile."""
    fake = FakeProvider()
    server = ThreadingHTTPServer(("127.0.0.1", port), _handler(fake))
    fake.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(fake: FakeProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, query = urlsplit(self.path).path, urlsplit(self.path).query
            if not self._sound(path):
                return
            match path:
                case "/.well-known/openid-configuration":
                    self._answer(200, fake.discovery())
                case "/authorize":
                    self.send_response(302)
                    self.send_header("Location", fake.authorized(_single(query)))
                    self.end_headers()
                case "/logout":
                    self.send_response(302)
                    self.send_header("Location", fake.signed_out(_single(query)))
                    self.end_headers()
                case "/jwks":
                    self._answer(200, fake.keys())
                case "/userinfo":
                    self._answer(200, fake.told())
                case _:
                    self._answer(404, {})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if self._sound(self.path):
                self._answer(*fake.exchanged(_single(body), self.headers.get("Authorization", "")))

        def _sound(self, path: str) -> bool:
            fake.asked.append(path)
            if fake.trouble is Trouble.DOWN:
                self._answer(503, {})
            return fake.trouble is not Trouble.DOWN

        def _answer(self, status: int, body: Mapping[str, Any]) -> None:
            text = "<html>" if fake.trouble is Trouble.GARBLED else json.dumps(body)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


def _single(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text).items()}


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    with provider(parser.parse_args().port) as fake:
        fake.signs_out = True
        settings = {"ISSUER": fake.url, "CLIENT_ID": CLIENT, "CLIENT_SECRET": f'"{SECRET}"'}
        print(*(f"PAGE_OIDC_{name}={value}" for name, value in settings.items()), sep="\n", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    _main()
