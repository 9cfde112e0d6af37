"""A small Discord on loopback: REST and gateway as the bot sees them; it can misbehave and forgets nothing.

    python -m tests.servers.discord      prints the settings with which Evigraph finds it, and answers every mention

What is sent to it is checked as Discord checks it (files named by `attachment://`, the limits of a layout, nonces).
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web

BOT, APPLICATION, GUILD, CHANNEL, EVERYONE = "101", "101", "201", "301", "201"
DIRECT = "901"  # Ann's direct messages with the bot
CUT = -1  # as a fault's status: the connection breaks, and no answer comes at all
ANN = ("401", "ann")  # who writes, where nobody else is named
PERMISSIONS = str((1 << 50) - 1)
Body = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """What the bot sent: `files` are (field, file name, bytes)."""

    method: str
    path: str
    json: Any = None
    files: tuple[tuple[str, str, bytes], ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Fault:
    """How to misbehave: answer `times` matching requests so, without doing anything; `CUT` answers nothing."""

    method: str
    path: str
    status: int
    body: Body = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    after: bool = False  # do it, then answer so: as if the answer had been lost


class Refused(Exception):  # noqa: N818
    """Discord's refusal of a request."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class Discord:
    """One server (guild) with one channel."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.messages: dict[str, Body] = {}  # by id, in the order in which they came
        self.threads: dict[str, Body] = {}
        self.followups: list[Body] = []
        self.identified = self.resumed = 0
        self.address = ""
        self._nonces: dict[tuple[str, str], Body] = {}
        self.slow = 0.0  # seconds until an acknowledgement of an interaction has arrived
        self._acknowledged: set[str] = set()  # tokens; before, follow-ups are refused
        self._events: deque[Body] = deque(maxlen=5_000)
        self._sockets: set[web.WebSocketResponse] = set()
        self._ids = int((time.time() - 1_420_070_400) * 1000) << 22
        self._runner: web.AppRunner | None = None

    # ── life ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self, port: int = 0) -> None:
        """Listen; `api` and `gateway` tell where."""
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.address = f"127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Close everything."""
        await self.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        """DISCORD_API_URL."""
        return f"http://{self.address}/api/v10"

    @property
    def gateway(self) -> str:
        """DISCORD_GATEWAY_URL."""
        return f"ws://{self.address}/gateway"

    # ── what people do ──────────────────────────────────────────────────────────────────────────────────────────────

    async def say(
        self, text: str, channel: str = CHANNEL, *, mention: bool = True, id: str = "", who: tuple[str, str] = ANN
    ) -> str:
        """Let somebody write; returns the message's id. The same id again is a redelivery."""
        message = self._message(channel, {"content": f"<@{BOT}> {text}" if mention else text}, person(*who))
        message |= {"id": id or message["id"], "mentions": [person(BOT, "evigraph", bot=True)] if mention else []}
        self.messages[message["id"]] = message
        where = {} if channel == DIRECT else {"guild_id": GUILD, "member": MEMBER}
        await self.dispatch("MESSAGE_CREATE", message | where)
        return str(message["id"])

    async def press(self, message: str, custom_id: str, *, id: str = "") -> str:
        """Let somebody press a button; returns the interaction's id."""
        pressed, number = self.messages[message], id or self.snowflake()
        data = {"component_type": 2, "custom_id": custom_id}
        await self.dispatch("INTERACTION_CREATE", self._interaction(number, 3, data, pressed["channel_id"], pressed))
        return number

    async def press_outside(self, message: Body, custom_id: str, value: str = "") -> str:
        """Let somebody press, or choose, in a message by their own app, on a server where the bot is no member."""
        number = self.snowflake()
        data: Body = {"component_type": 3 if value else 2, "custom_id": custom_id}
        data |= {"values": [value]} if value else {}
        sent = self._interaction(number, 3, data, "778", message)
        sent |= {"guild_id": "777", "channel_id": "778", "authorizing_integration_owners": {"1": "401"}}
        sent["channel"] = sent["channel"] | {"id": "778"}
        await self.dispatch("INTERACTION_CREATE", sent)
        return number

    async def command(self, name: str, *, outside: bool = False, private: bool = False, **options: str) -> str:
        """Let somebody give a slash command; `outside`: as their own app, on a server where the bot is no member;
        `private`: as their own app, in their direct messages with somebody else.
        """
        number = self.snowflake()
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        sent = self._interaction(number, 2, {"id": "501", "name": name, "type": 1, "options": given}, CHANNEL, None)
        if outside:
            sent |= {"guild_id": "777", "channel_id": "778", "authorizing_integration_owners": {"1": "401"}}
            sent["channel"] = sent["channel"] | {"id": "778"}
        if private:
            sent |= {"channel_id": "779", "authorizing_integration_owners": {"1": "401"}, "context": 2}
            sent["channel"] = {"id": "779", "type": 1, "recipients": [person("402", "ben")], "permissions": PERMISSIONS}
            sent["user"] = sent.pop("member")["user"]
            del sent["guild_id"]
        await self.dispatch("INTERACTION_CREATE", sent)
        return number

    async def dispatch(self, name: str, data: Body) -> None:
        """Send an event, and keep it for those who resume."""
        event = {"op": 0, "t": name, "s": len(self._events) + 10, "d": data}
        self._events.append(event)
        for socket in list(self._sockets):
            try:
                await socket.send_json(event)
            except ConnectionError:  # the process at the other end was killed
                self._sockets.discard(socket)

    @property
    def last(self) -> tuple[str, Body]:
        """A copy of the last event that the gateway sent, and its name."""
        event = json.loads(json.dumps(self._events[-1]))
        return event["t"], event["d"]

    async def drop(self) -> None:
        """Break every gateway connection off, as a lost network does."""
        sockets, self._sockets = self._sockets, set()
        for socket in sockets:
            await socket.close(code=4000, message=b"dropped")

    def snowflake(self) -> str:
        """Return a new id."""
        self._ids += 1 << 22
        return str(self._ids)

    @property
    def connected(self) -> bool:
        """Whether somebody listens to the gateway."""
        return bool(self._sockets)

    def posted(self, channel: str = "") -> list[Body]:
        """Return the bot's messages."""
        mine = [m for m in self.messages.values() if m["author"]["id"] == BOT]
        return [m for m in mine if channel in ("", m["channel_id"])]

    # ── gateway ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for received in socket:
            if received.type is aiohttp.WSMsgType.TEXT:
                await self._received(socket, json.loads(received.data))
        self._sockets.discard(socket)
        return socket

    async def _received(self, socket: web.WebSocketResponse, sent: Body) -> None:
        match sent["op"]:
            case 1:
                await socket.send_json({"op": 11})
            case 2:
                self.identified += 1
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": self._ready()})
                await socket.send_json({"op": 0, "t": "GUILD_CREATE", "s": 2, "d": self._guild()})
                self._sockets.add(socket)
            case 6:
                self.resumed += 1
                for event in [e for e in self._events if e["s"] > sent["d"]["seq"]]:
                    await socket.send_json(event)
                await socket.send_json({"op": 0, "t": "RESUMED", "s": len(self._events) + 9, "d": {}})
                self._sockets.add(socket)

    def _ready(self) -> Body:
        return {
            "v": 10,
            "user": person(BOT, "evigraph", bot=True),
            "guilds": [{"id": GUILD, "unavailable": True}],
            "session_id": "session",
            "resume_gateway_url": self.gateway,
            "application": {"id": APPLICATION, "flags": 0},
        }

    def _guild(self) -> Body:
        role = {"id": EVERYONE, "name": "@everyone", "permissions": PERMISSIONS, "position": 0, "color": 0}
        role |= {"hoist": False, "managed": False, "mentionable": False, "flags": 0}
        channel = {"id": CHANNEL, "type": 0, "name": "research", "position": 0, "permission_overwrites": []}
        me = MEMBER | {"user": person(BOT, "evigraph", bot=True)}
        return {
            "id": GUILD,
            "name": "Lab",
            "owner_id": "999",
            "roles": [role],
            "channels": [channel],
            "threads": list(self.threads.values()),
            "members": [me],
            "emojis": [],
            "features": [],
            "member_count": 2,
            "unavailable": False,
        }

    def _interaction(self, id: str, kind: int, data: Body, channel: str, message: Body | None) -> Body:
        where = self.threads.get(channel) or {"id": channel, "type": 0, "name": "research", "position": 0}
        found = {
            "id": id,
            "application_id": APPLICATION,
            "type": kind,
            "token": f"token-{id}",
            "version": 1,
            "guild_id": GUILD,
            "channel_id": channel,
            "channel": where | {"permissions": PERMISSIONS},
            "member": MEMBER | {"user": person("401", "ann"), "permissions": "0"},
            "data": data,
            "locale": "en-GB",
            "entitlements": [],
            "attachment_size_limit": 10 * 2**20,
            "authorizing_integration_owners": {"0": GUILD},
            "context": 0,
        }
        return found | ({"message": message} if message else {})

    # ── REST ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _rest(self, request: web.Request) -> web.Response:
        path, method = "/" + request.match_info["path"], request.method
        asked = Request(method, path, *await _read(request), dict(request.query))
        self.requests.append(asked)
        fault = next((f for f in self.faults if f.times and f.method == method and re.fullmatch(f.path, path)), None)
        if fault is not None:
            fault.times -= 1
            if not fault.after:
                return _misbehaved(fault, request)
        if request.headers.get("Authorization") != "Bot token" and not path.startswith(("/interactions", "/webhooks")):
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        try:
            status, body = await self._answer(asked, request)
        except Refused as error:
            return _json({"code": error.code, "message": error.message}, error.status)
        if fault is not None:
            return _misbehaved(fault, request)
        return web.Response(status=204) if status == 204 else _json(body, status)

    async def _answer(self, asked: Request, request: web.Request) -> tuple[int, Any]:
        for method, pattern, work in self._routes():
            found = re.fullmatch(pattern, asked.path)
            if method == asked.method and found:
                made = work(asked, *found.groups())
                return made if isinstance(made, tuple) else (200, await made)
        raise Refused(404, 0, f"404: Not Found ({asked.method} {asked.path})")

    def _routes(self) -> tuple[tuple[str, str, Callable[..., Any]], ...]:
        me = person(BOT, "evigraph", bot=True)
        direct = {"id": DIRECT, "type": 1, "recipients": [person("401", "ann")], "last_message_id": None}
        application = {
            "id": APPLICATION,
            "name": "Evigraph",
            "flags": 0,
            "description": "",
            "verify_key": "",
            "bot": me,
        }
        application |= {"icon": None, "bot_public": True, "bot_require_code_grant": False, "owner": person("9", "op")}
        application |= {"team": None, "summary": ""}
        return (
            ("GET", "/users/@me", lambda asked: (200, me)),
            ("GET", "/users/([0-9]+)", lambda asked, id: (200, person(id, "ann"))),
            ("POST", "/users/@me/channels", lambda asked: (200, direct)),
            ("GET", "/(?:oauth2/)?applications/@me", lambda asked: (200, application)),
            ("PUT", "/applications/[0-9]+/commands", lambda asked: (200, _commands(asked.json))),
            ("POST", "/channels/([0-9]+)/messages", self._post),
            ("GET", "/channels/([0-9]+)/messages", self._history),
            ("PATCH", "/channels/([0-9]+)/messages/([0-9]+)", self._edit),
            ("DELETE", "/channels/([0-9]+)/messages/([0-9]+)", self._delete),
            ("POST", "/channels/([0-9]+)/messages/([0-9]+)/threads", self._thread),
            ("POST", "/channels/([0-9]+)/typing", lambda asked, channel: (204, None)),
            ("GET", "/channels/([0-9]+)", self._channel),
            ("GET", "/channels/([0-9]+)/messages/([0-9]+)", self._one),
            ("PATCH", "/channels/([0-9]+)", self._reopen),
            ("POST", "/interactions/([0-9]+)/([^/]+)/callback", self._callback),
            ("POST", "/webhooks/([0-9]+)/([^/]+)", self._followup),
            ("PATCH", "/webhooks/([0-9]+)/([^/]+)/messages/([^/]+)", self._followup),
        )

    def _post(self, asked: Request, channel: str) -> tuple[int, Body]:
        nonce = str(asked.json.get("nonce") or "")
        if nonce and asked.json.get("enforce_nonce") and (channel, nonce) in self._nonces:
            return 200, self._nonces[channel, nonce]
        if channel not in (CHANNEL, DIRECT) and channel not in self.threads:
            raise Refused(404, 10003, "Unknown Channel")
        message = self._checked(asked, self._message(channel, asked.json, person(BOT, "evigraph", bot=True)))
        self.messages[message["id"]] = message
        self._nonces[channel, nonce] = message
        return 200, message

    async def _edit(self, asked: Request, channel: str, id: str) -> Body:
        if id not in self.messages:
            raise Refused(404, 10008, "Unknown Message")
        if self.threads.get(channel, {}).get("thread_metadata", {}).get("archived"):
            raise Refused(400, 50083, "Thread is archived")
        changed = self._checked(asked, self.messages[id] | _kept(asked.json))
        self.messages[id] = changed | {"id": id, "channel_id": channel}
        return self.messages[id]

    def _channel(self, asked: Request, channel: str) -> tuple[int, Body]:
        if channel not in self.threads:
            raise Refused(404, 10003, "Unknown Channel")
        return 200, self.threads[channel]

    def _one(self, asked: Request, channel: str, id: str) -> tuple[int, Body]:
        if id not in self.messages:
            raise Refused(404, 10008, "Unknown Message")
        return 200, self.messages[id]

    def _delete(self, asked: Request, channel: str, id: str) -> tuple[int, None]:
        self.messages.pop(id, None)
        return 204, None

    def _history(self, asked: Request, channel: str) -> tuple[int, list[Body]]:
        after, limit = int(asked.query.get("after", 0)), int(asked.query.get("limit", 50))
        found = [m for m in self.messages.values() if m["channel_id"] == channel and int(m["id"]) > after]
        page = found[:limit] if after else found[-limit:]
        return 200, [{k: v for k, v in m.items() if k != "nonce"} for m in reversed(page)]

    async def _thread(self, asked: Request, channel: str, id: str) -> Body:
        if id in self.threads:
            raise Refused(400, 160004, "A thread has already been created for this message")
        if not 0 < len(asked.json["name"]) <= 100:
            raise Refused(400, 50035, "Invalid Form Body: name")
        meta = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": NOW, "locked": False}
        thread = {
            "id": id,
            "guild_id": GUILD,
            "parent_id": channel,
            "owner_id": BOT,
            "type": 11,
            "name": asked.json["name"],
        }
        thread |= {"message_count": 0, "member_count": 1, "rate_limit_per_user": 0, "thread_metadata": meta}
        self.threads[id] = thread
        await self.dispatch("THREAD_CREATE", thread)
        return thread

    def _reopen(self, asked: Request, channel: str) -> tuple[int, Body]:
        thread = self.threads[channel]
        thread["thread_metadata"] = thread["thread_metadata"] | {"archived": asked.json["archived"]}
        return 200, thread

    async def _callback(self, asked: Request, id: str, token: str) -> Body:
        await asyncio.sleep(self.slow)
        if token in self._acknowledged:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        self._acknowledged.add(token)
        answer: Body = {"interaction": {"id": id, "type": 3, "response_message_ephemeral": False}}
        if asked.json["type"] == 4:
            message = self._message(CHANNEL, asked.json["data"], person(BOT, "evigraph", bot=True))
            message |= {"interaction_metadata": {"id": id, "type": 2, "user": person("401", "ann")}}
            message["interaction_metadata"] |= {"authorizing_integration_owners": {"0": GUILD}}
            self.messages[message["id"]] = message
            answer |= {"resource": {"type": 4, "message": message}}
            answer["interaction"]["response_message_id"] = message["id"]
        return answer

    def _followup(self, asked: Request, application: str, token: str, *message_id: str) -> tuple[int, Body]:
        if token not in self._acknowledged:
            raise Refused(404, 10015, "Unknown Webhook")
        message = self._checked(asked, self._message(CHANNEL, asked.json, person(BOT, "evigraph", bot=True)))
        self.followups.append(message)
        return 200, message

    def _message(self, channel: str, sent: Body, author: Body) -> Body:
        return {
            "id": self.snowflake(),
            "channel_id": channel,
            "author": author,
            "timestamp": NOW,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": 0,
            "components": [],
            "content": "",
        } | _kept(sent)

    def _checked(self, asked: Request, message: Body) -> Body:
        """Check a layout as Discord does, and give its files their addresses."""
        check(message["components"])
        names = {name: f"https://cdn.example/{self.snowflake()}/{name}" for _, name, _ in asked.files}
        if len(asked.files) > 10:
            raise Refused(400, 50035, "Invalid Form Body: too many files")
        message["attachments"] = [
            {
                "id": self.snowflake(),
                "filename": name,
                "size": len(content),
                "url": names[name],
                "proxy_url": names[name],
            }
            for _, name, content in asked.files
        ]
        text = json.dumps(message["components"])
        for name in re.findall(r"attachment://([^\"]+)", text):
            if name not in names:
                raise Refused(400, 50035, f"Invalid Form Body: no file {name}")
            text = text.replace(f"attachment://{name}", names[name])
        return message | {"components": json.loads(text)}


NOW = "2026-11-21T10:00:00.000000+00:00"
MEMBER: Body = {"roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0}


def person(id: str, name: str, *, bot: bool = False) -> Body:
    """Return a user."""
    return {"id": id, "username": name, "discriminator": "0", "global_name": name, "avatar": None, "bot": bot}


def walk(components: list[Body]) -> list[Body]:
    """Return every component, nested ones included."""
    found = []
    for component in components:
        found += [
            component,
            *walk(component.get("components") or []),
            *walk([a] if (a := component.get("accessory")) else []),
        ]
    return found


def check(components: list[Body]) -> None:
    """Refuse what Discord refuses; https://discord.com/developers/docs/components/reference."""
    parts = walk(components)
    ids = [p["custom_id"] for p in parts if "custom_id" in p]
    options = [o for p in parts for o in p.get("options") or ()]
    for wrong, what in (
        (len(parts) > 40, "components"),
        (sum(len(p["content"]) for p in parts if p["type"] == 10) > 4000, "text"),
        (any(len(i) > 100 for i in ids) or len(set(ids)) < len(ids), "custom_id"),
        (any(len(p.get("label") or "") > 80 for p in parts), "label"),
        (any(len(p["components"]) > 5 for p in parts if p["type"] == 1), "row"),
        (any(not 1 <= len(p["options"]) <= 25 for p in parts if p["type"] == 3), "options"),
        (any(len(o["label"]) > 100 or len(o["value"]) > 100 for o in options), "option"),
        (any(sum(bool(o.get("default")) for o in p.get("options") or ()) > 1 for p in parts), "default"),
        (any(len(i.get("description") or "") > 1024 for p in parts for i in p.get("items") or ()), "description"),
    ):
        if wrong:
            raise Refused(400, 50035, f"Invalid Form Body: {what}")


def _json(body: Any, status: int, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return JSON with the one content type that Discord uses; discord.py looks for exactly that."""
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers, content_type="application/json")


def _misbehaved(fault: Fault, request: web.Request) -> web.Response:
    if fault.status == CUT and request.transport is not None:
        request.transport.abort()
    return _json(fault.body, max(fault.status, 200), fault.headers)


def _kept(sent: Body) -> Body:
    return {k: v for k, v in sent.items() if k in ("content", "components", "flags", "nonce") and v is not None}


def _commands(sent: list[Body]) -> list[Body]:
    more = {"application_id": APPLICATION, "version": "1", "default_member_permissions": None}
    return [{"description": ""} | c | more | {"id": str(501 + n)} for n, c in enumerate(sent)]


async def _read(request: web.Request) -> tuple[Any, tuple[tuple[str, str, bytes], ...]]:
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else None), ()
    body, files = None, []
    async for part in await request.multipart():
        assert isinstance(part, aiohttp.BodyPartReader)
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            files.append((part.name or "", part.filename or "", content))
    return body, tuple(files)


async def main() -> None:
    """Serve until interrupted, and let Ann ask something every few seconds."""
    server = Discord()
    await server.start(8790)
    print("DISCORD_TOKEN=token", f"DISCORD_API_URL={server.api}", f"DISCORD_GATEWAY_URL={server.gateway}")
    while True:
        await asyncio.sleep(5)
        await server.say("Is zinc good for a cold?")


if __name__ == "__main__":
    asyncio.run(main())
