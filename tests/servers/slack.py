"""A small Slack on loopback: the Web API, uploads, response_urls and Socket Mode, over a world in memory.

`python -m tests.servers.slack` is a workspace to try the bot in, at the terminal (tests/servers/slack_desk.py).
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from aiohttp import WSMsgType, web

from tests.servers.slack_checks import refusals
from tests.servers.slack_methods import Methods, Refused, decoded
from tests.servers.slack_state import APP_TOKEN, NEED_TEAM, TEAM, Fault, Json, World

OPEN_METHODS = {"api.test", "oauth.v2.access"}  # need no token


class SlackServer:
    """`async with SlackServer() as slack`: `slack.api` is the base for SLACK_API_URL, `slack.world` what it knows."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self.world = World()
        self.api = ""
        self.base = ""
        self.sockets: list[web.WebSocketResponse] = []
        self.opened = 0  # sockets so far
        self.deaf = False  # sockets no longer answer pings, nor say anything
        self.waiting: dict[str, asyncio.Future[Json]] = {}
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> SlackServer:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", "/api/{method}", self._call)
        app.router.add_post("/upload/{file}", self._upload)
        app.router.add_post("/respond/{id}", self._respond)
        app.router.add_get("/socket", self._socket)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.base, self.api = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port}/api/"
        self._methods = Methods(self.world, self.base)
        return self

    async def __aexit__(self, *error: object) -> None:
        for socket in self.sockets:
            await socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # ── Web API ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        args = await _arguments(request)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ") or str(args.pop("token", ""))
        self.world.calls.append((method, args))
        fault = self.world.fault(method)
        if fault is not None and not fault.after:
            await asyncio.sleep(fault.delay)
        if fault is not None and not fault.after and (fault.error or fault.status != 200):
            return _misbehaved(fault)
        answer = self._answer(method, args, token)
        if fault is not None and fault.after:
            await asyncio.sleep(fault.delay)
            return _misbehaved(fault)
        status = 429 if answer.get("error") == "ratelimited" else 200
        self.world.limited += status == 429
        scopes = {"x-oauth-scopes": self.world.scopes} if self.world.scopes else {}
        headers = scopes | ({"Retry-After": "1"} if status == 429 else {})
        return web.json_response(answer, status=status, headers=headers)

    def _answer(self, method: str, args: Json, token: str) -> Json:
        if method == "apps.connections.open":
            if token != APP_TOKEN:
                return {"ok": False, "error": "invalid_auth"}
            return {"ok": True, "url": self.base.replace("http", "ws") + "/socket?ticket=secret-ticket"}
        team = self.world.tokens.get(token, "")
        if not team and method not in OPEN_METHODS:
            return {"ok": False, "error": "token_revoked" if token else "not_authed"}
        work = self._methods.find(method)
        if work is None:
            return {"ok": False, "error": "unknown_method"}
        if team.startswith("E") and method in NEED_TEAM and not args.get("team_id"):
            return {"ok": False, "error": "missing_argument"}
        if not self.world.sees(team, str(args.get("channel") or args.get("channel_id"))):
            return {"ok": False, "error": "team_access_not_granted" if team.startswith("E") else "channel_not_found"}
        try:
            return {"ok": True, **work(args, team)}
        except Refused as refused:
            return {"ok": False, "error": str(refused)}

    async def _upload(self, request: web.Request) -> web.Response:
        fault = self.world.fault("upload")
        if fault is not None:
            await asyncio.sleep(fault.delay)
            if fault.status != 200:
                return web.Response(status=fault.status, text="no")
        self.world.files[request.match_info["file"]]["content"] = await request.read()
        return web.Response(text="OK - 1", content_type="text/plain")

    async def _respond(self, request: web.Request) -> web.Response:
        """What is said at a response_url, seen by whom Slack would show it to.

        https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
        """
        id, said = request.match_info["id"], await request.json()
        link, used = self.world.links[id], self.world.responses[id]
        if link.expired or len(used) >= 5:
            return web.Response(status=404, text="expired_url" if link.expired else "used_url")
        used.append(said)
        channel = self.world.channel(link.channel)
        if said.get("replace_original") and link.message is not None:
            link.message.update(text=said["text"], blocks=said.get("blocks", []))  # everybody sees it
        elif said.get("response_type") == "in_channel":
            channel.messages.append({**self.world.by(TEAM), "text": said["text"], "blocks": said.get("blocks", [])})
        else:
            channel.ephemerals.append({"user": link.user, "text": said["text"], "blocks": said.get("blocks", [])})
        self.world.complaints += refusals(said.get("blocks", []))
        return web.Response(text="ok")

    # ── Socket Mode: https://docs.slack.dev/apis/events-api/using-socket-mode ───────────────────────────────────────

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        self.sockets.append(socket)
        self.opened += 1
        await socket.send_json({"type": "hello", "num_connections": len(self.sockets), "connection_info": {}})
        async for message in socket:
            if message.type is WSMsgType.PING and not self.deaf:
                await socket.pong(message.data)
            elif message.type is WSMsgType.TEXT:
                answer = json.loads(message.data)
                future = self.waiting.pop(answer.get("envelope_id", ""), None)
                if future is not None and not future.done():
                    future.set_result(answer.get("payload") or {})
        self.sockets = [s for s in self.sockets if s is not socket]
        return socket

    async def over_socket(self, kind: str, payload: Json, retry: int = 0) -> Json:
        """Send an envelope and return what comes with its acknowledgement; raises TimeoutError without one."""
        id = self.world.new("env-")
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.waiting[id] = future
        envelope: dict[str, Any] = {"envelope_id": id, "type": kind, "accepts_response_payload": True}
        if kind == "events_api":
            envelope |= {"retry_attempt": retry, "retry_reason": "timeout" if retry else ""}
        socket = self.sockets[-1]
        await socket.send_json({**envelope, "payload": payload})
        return await asyncio.wait_for(future, 30.0)


async def _arguments(request: web.Request) -> Json:
    found: Json = dict(request.query)
    if request.content_type == "application/json":
        found |= await request.json()
    elif request.can_read_body:
        found |= dict((await request.post()).items())
    return decoded(found)


def _misbehaved(fault: Fault) -> web.Response:
    headers = {"Retry-After": str(fault.retry_after)} if fault.retry_after is not None else {}
    if fault.error:
        return web.json_response({"ok": False, "error": fault.error}, status=fault.status, headers=headers)
    return web.Response(status=fault.status, text="upstream failure", headers=headers)


if __name__ == "__main__":
    from tests.servers.slack_desk import main

    main()
