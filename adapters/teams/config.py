"""What the adapter is told about the bot's registration and its addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from kgcore.errors import ConfigError

_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|::1")


@dataclass(frozen=True, slots=True)
class TeamsConfig:
    """`secret` or `identity` (a managed identity's client id, or "system") proves who we are; `host` is listened on.

    `login` and `keys` take the place of the cloud's own addresses for getting tokens and for the platform's keys.
    `hosts` are served (and get our token) besides those of the cloud.
    `open`: requests are not checked; for the local playground. `public` is our own address as others reach it.
    `long`: everything stands in messages, nothing behind *Evidence* and *More*.
    """

    client: str = ""
    secret: str = ""
    tenant: str = ""
    identity: str = ""
    cloud: str = "Public"
    login: str = ""
    keys: str = ""
    open: bool = False
    public: str = ""
    host: str = "127.0.0.1"
    admins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    long: bool = False

    def __post_init__(self) -> None:
        if self.open and not is_loopback(self.host):
            raise ConfigError(
                f"TEAMS_SKIP_AUTH lets everybody in who reaches {self.host}, so Evigraph does not start with it.",
                hint="Set EVIGRAPH_HOST=127.0.0.1 for the local playground, or take TEAMS_SKIP_AUTH out.",
            )
        if self.open and self.public and not is_local(self.public):
            raise ConfigError(
                f"TEAMS_SKIP_AUTH and PUBLIC_URL ({self.public}) together would let everybody in.",
                hint="Take one of them out; the local playground needs no PUBLIC_URL.",
            )
        if not self.open and not self.client:
            raise ConfigError("TEAMS_CLIENT_ID is missing.", hint="docs/teams.md tells where it comes from.")
        if self.client and not (self.secret or self.identity):
            raise ConfigError(
                "TEAMS_CLIENT_ID is set, but nothing that proves it.",
                hint="Set TEAMS_CLIENT_SECRET, or TEAMS_MANAGED_IDENTITY (its client id, or system).",
            )
        if self.client and self.secret and self.identity:
            raise ConfigError(
                "TEAMS_CLIENT_SECRET and TEAMS_MANAGED_IDENTITY are both set.", hint="Leave one of them out."
            )
        if self.client and self.secret and not self.tenant and not self.open:
            raise ConfigError(
                "TEAMS_TENANT_ID is missing.", hint="It is the directory (tenant) id of the bot's registration."
            )
        for name, url in (("TEAMS_LOGIN_URL", self.login), ("TEAMS_KEYS_URL", self.keys), ("PUBLIC_URL", self.public)):
            _check(name, url)
        for host in self.hosts:
            if not _HOST.fullmatch(host):
                raise ConfigError(f"TEAMS_SERVICE_HOSTS holds names of hosts, separated by commas (not {host[:80]!r}).")

    @property
    def has_local_login(self) -> bool:
        """Whether the bot's tokens are got on this machine: none of Microsoft's then (a managed identity's are)."""
        return bool(self.secret and self.login) and is_local(self.login)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the host."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_local(url: str) -> bool:
    """Whether an address leads to this machine."""
    return is_loopback(urlsplit(url).hostname or "")


def _check(name: str, url: str) -> None:
    if url and not (url.startswith("https://") or (url.startswith("http://") and is_local(url))):
        raise ConfigError(f"{name} must begin with https:// (it is {url[:80]!r}).")
