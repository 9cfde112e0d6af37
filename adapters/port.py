"""What a platform and its adapter are, and what they are given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from kgcore.commands import Typing
from kgcore.values.message import Address, Incoming, Query, Said
from kgcore.values.reply import Reply

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

Receipt = str  # the adapter's own words for what it posted; opaque to everybody else
Ask = Callable[[Query], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request came from, for fair shares only; it is never kept. `known`: the person is told from others."""

    address: str = ""
    known: bool = True


NOWHERE = Origin()


class EventSink(Protocol):
    """Where events go; a put that has returned survives a crash."""

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        """Keep the event; False when its id was seen before (a redelivery), or where the person was told why it is not
        kept. Raises TooMuchWaiting to an adapter that `Refuses`, and StoreError.
        """
        ...


class AdapterState(Protocol):
    """A small durable map of the platform's own (installations, conversation references)."""

    async def get(self, key: str) -> str | None:
        """Return the value, or None."""
        ...

    async def set(self, key: str, value: str) -> None:
        """Keep the value."""
        ...

    async def delete(self, key: str) -> None:
        """Forget the key; fine if there is none."""
        ...

    async def advance(self, key: str, by: float, least: float = 0.0) -> float | None:
        """Move a moment that all processes share on (`kgcore.ports.Replicas.advance`); None where there is but one."""
        ...

    async def keys(self, prefix: str = "") -> Sequence[str]:
        """Return the keys that begin with `prefix`."""
        ...


class Adapter(Protocol):
    """Three verbs. `pace` is the least number of seconds between two deliveries of one reply."""

    name: str
    pace: float

    async def receive(self, inbox: EventSink, ask: Ask) -> None:
        """Run until cancelled; put every event into the inbox and acknowledge at once."""
        ...

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Post the reply, or edit what the receipt names; raises DeliveryError.

        Where `to.attempt` is above 1 and there is no receipt, a post that an earlier process made is looked for first,
        if the platform offers a way; its key there is `reply.turn or to.event`. A reply that is `private` goes to
        `to.person` alone.
        """
        ...

    def routes(self) -> Sequence[BaseRoute]:
        """What this adapter adds to the one ASGI server."""
        ...


@runtime_checkable
class Holds(Protocol):
    """An adapter that posts nothing for the first `hold` seconds, so that an answer that is quick is all that stands
    there.
    """

    hold: float


@runtime_checkable
class Refuses(Protocol):
    """An adapter that says by itself, and on the spot, that somebody has too much waiting."""

    refuses: bool


@runtime_checkable
class Recalls(Protocol):
    """An adapter that can look whether a message still stands there."""

    async def gone(self, event: Incoming) -> bool:
        """Whether what was said was deleted while nobody listened; False where that is not known, or not told."""
        ...


class Reach(Enum):
    """From which of several processes on one store an adapter works."""

    ANY = "any"  # each takes requests, and delivers what any has taken
    LISTENER = "listener"  # one receives at a time; all deliver
    CONNECTED = "connected"  # one receives at a time, and it alone delivers
    RECEIVER = "receiver"  # each takes requests, and is where their answers are seen


@runtime_checkable
class Reaches(Protocol):
    """An adapter that does not work from anywhere (`Reach.ANY`)."""

    reach: Reach


def reach_of(adapter: Adapter) -> Reach:
    """Return from where an adapter works."""
    return adapter.reach if isinstance(adapter, Reaches) else Reach.ANY


@runtime_checkable
class Connects(Protocol):
    """An adapter that holds a connection of its own to the platform."""

    async def away(self) -> str:
        """Return why the platform cannot be reached just now, in words; "" where it can."""
        ...


@runtime_checkable
class Names(Protocol):
    """An adapter that can tell what people and channels are called on its platform; "" where it does not know."""

    async def person_name(self, workspace: str, id: str) -> str:
        """Return what others see as a person's name; never raises."""
        ...

    async def channel_name(self, workspace: str, id: str) -> str:
        """Return a channel's name; never raises."""
        ...


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """A token for the API: its name among its owner's, what it may do (empty: everything), and when it was made."""

    name: str
    scopes: tuple[str, ...] = ()
    made: str = ""


class TeamDesk(Protocol):
    """What the page shows of the whole bot to admins, and of their own tokens to whoever is signed in."""

    scopes: Sequence[str]  # that a token can be given; empty where there is no API

    async def overview(self) -> Reply:
        """Return people and channels, cost, queue, failures, and what is configured. Raises StoreError."""
        ...

    async def tokens(self, owner: str) -> Sequence[TokenInfo]:
        """Return somebody's tokens. Raises StoreError."""
        ...

    async def make_token(self, owner: str, name: str, scopes: Sequence[str]) -> str:
        """Return a new token, which is shown this once. Raises InputError, and StoreError."""
        ...

    async def revoke_token(self, owner: str, name: str) -> None:
        """Forget somebody's token. Raises InputError where there is none, and StoreError."""
        ...


# ── a platform, as its package declares it ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Setting:
    """A variable of the environment. `pattern` is what a value has to match; a `flag` is on or off."""

    name: str
    words: str
    default: str = ""
    pattern: str = ""
    flag: bool = False


ReadMessages = Callable[[str], tuple[Said, ...]]  # a pasted conversation; raises InputError, in words for the person


def _read_nothing(text: str) -> tuple[Said, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class PlatformConfig:
    """What is configured: the platform's own settings by name, and what the whole bot is told of itself.

    `host` is listened on, `public_url` is our own address as others reach it, `secret_key` encrypts what is kept;
    `read_messages` is the core's reader of pasted conversations; `proxied`: a proxy that is trusted stands before us.
    `desk` shows the whole bot; it is None where nothing runs. `examples` are questions to begin with.
    """

    values: Mapping[str, str | bool] = field(repr=False)
    host: str = "127.0.0.1"
    public_url: str = ""
    secret_key: str = field(default="", repr=False)
    read_messages: ReadMessages = _read_nothing
    proxied: bool = False
    desk: TeamDesk | None = None
    examples: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """Return a setting, "" where it is not set."""
        return str(self.values.get(name) or "").strip()

    def flag(self, name: str) -> bool:
        """Whether a flag is on."""
        return self.values.get(name) is True


@dataclass(frozen=True, slots=True)
class ManifestOption:
    """An option of the command that makes a manifest; its value comes under the name without dashes."""

    name: str
    words: str
    metavar: str = ""
    flag: bool = False


@dataclass(frozen=True, slots=True)
class InstallManifest:
    """What a platform wants to have the bot installed, made by `evigraph NAME manifest`.

    `make` is given what returns the configuration (raising ConfigError) and the options by name; it raises
    EvigraphError. `file` is the name of the file that is written, "" where it is printed; `next_step` is said then.
    """

    words: str
    make: Callable[[Callable[[], PlatformConfig], Mapping[str, str | bool]], bytes]
    options: tuple[ManifestOption, ...] = ()
    file: str = ""
    next_step: str = ""


@dataclass(frozen=True, slots=True)
class Platform:
    """Each adapter's package exports one as `PLATFORM`; configuration, wiring, checks and the command line loop over
    them. Importing the package must be quick: a platform's library is imported in `open`, `examine` and `make` only.

    `open` is given what is configured, the platform's own map, and what tells what the bot runs on. `examine` asks the
    platform whether all is set up and says what works; it raises EvigraphError with what would mend it. The `fallback`
    is opened where no platform is configured. `docs` is the page that tells how to set it up, `typing` how people give
    commands there, `vector` that pictures are shown as SVG.
    """

    name: str
    label: str
    open: Callable[[PlatformConfig, AdapterState, Callable[[], str]], Adapter]
    settings: tuple[Setting, ...] = ()
    configured: Callable[[PlatformConfig], bool] = lambda given: False
    examine: Callable[[PlatformConfig], Awaitable[str]] | None = None
    manifest: InstallManifest | None = None
    docs: str = ""
    fallback: bool = False
    typing: Typing = field(default_factory=Typing)
    vector: bool = False
