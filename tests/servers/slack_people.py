"""People in the workspace: what they say and press, in the shapes of tests/payloads/slack, over HTTP or the socket.

An event that is not acknowledged with 200 within three seconds is sent again, as Slack does
(https://docs.slack.dev/apis/events-api#retries).
"""

from __future__ import annotations

import asyncio
import copy
import json
import time
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp
from slack_sdk.signature import SignatureVerifier

from tests.servers.slack import SlackServer
from tests.servers.slack_sides import Side
from tests.servers.slack_state import SECRET, TEAM, Json

PAYLOADS = Path(__file__).parents[1] / "payloads" / "slack"
ANN = "U061F7AUR"


@cache
def _payload(name: str) -> str:
    return (PAYLOADS / f"{name}.json").read_text(encoding="utf-8")


def payload(name: str) -> Json:
    """Return a payload of tests/payloads/slack."""
    found: Json = json.loads(_payload(name))
    return found


def signed(body: str, *, at: float | None = None, secret: str = SECRET) -> dict[str, str]:
    """Return the headers that Slack signs a body with (https://docs.slack.dev/authentication/verifying-requests)."""
    stamp = str(int(at if at is not None else time.time()))
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body) or ""
    return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": signature}


class People:
    """Acts in the workspace; `url` is the bot's /slack/events, or "" to speak over the socket."""

    def __init__(self, slack: SlackServer, url: str = "") -> None:
        self.slack = slack
        self.url = url
        self.base = ""  # where the bot serves
        self.side = Side()
        self.acknowledged: list[float] = []  # seconds that each event took
        self.session = aiohttp.ClientSession()

    async def close(self) -> None:
        """Leave."""
        await self.session.close()

    # ── saying ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def say(
        self, channel: str, text: str, *, thread: str = "", user: str = ANN, mention: bool = False, times: int = 1
    ) -> str:
        """Say something and return its ts; with `mention` both app_mention and message are sent, as Slack does."""
        world, ts = self.slack.world, self.slack.world.ts()
        said = f"{self.side.mention} {text}" if mention else text
        message = {"type": "message", "user": user, "text": said, "ts": ts}
        if thread:
            message["thread_ts"] = thread
        world.channel(channel).messages.append(message)
        kind = "im" if channel.startswith("D") else "channel"
        names = (
            ["app_mention", "message_channels"] if mention else ["message_im" if kind == "im" else "message_channels"]
        )
        for name in names * times:
            body = payload(name)
            body["event"].pop("thread_ts", None)
            body["event"].pop("parent_user_id", None)
            body["event"] |= {**message, "channel": channel, "type": body["event"]["type"], "event_ts": ts}
            if name != "app_mention":
                body["event"]["channel_type"] = kind
            body["is_ext_shared_channel"] = world.channel(channel).shared
            await self.event(self.side.event(body, user))
        return ts

    async def mention(self, channel: str, text: str, *, thread: str = "", user: str = ANN, times: int = 1) -> str:
        """Mention the bot."""
        return await self.say(channel, text, thread=thread, user=user, mention=True, times=times)

    async def event(self, body: Json) -> None:
        """Send an event, and again until it is acknowledged (at most four times)."""
        for retry in range(4):
            if retry:
                await asyncio.sleep(0.2)
            began = time.perf_counter()
            body = {**body, "event_id": body.get("event_id") or self.slack.world.new("Ev")}
            try:
                if self.url:
                    headers = {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": "http_error"} if retry else {}
                    status, _ = await self._post(json.dumps(body), "application/json", headers)
                    good = status == 200
                else:
                    await self.slack.over_socket("events_api", body, retry)
                    good = True
            except (aiohttp.ClientError, TimeoutError, IndexError, ConnectionError):
                good = False
            if good:
                self.acknowledged.append(time.perf_counter() - began)
                return
        raise AssertionError("an event was never acknowledged")

    # ── commands and shortcuts ──────────────────────────────────────────────────────────────────────────────────────

    async def command(self, channel: str, command: str, text: str = "", user: str = ANN) -> str:
        """Send a slash command; returns the id of its response_url."""
        id = self.slack.world.link(channel, user)
        self.slack.world.channel(channel)
        body = self.side.command(payload("slash_command"), user) | {
            "channel_id": channel,
            "command": command,
            "text": text,
            "response_url": f"{self.slack.base}/respond/{id}",
            "trigger_id": self.slack.world.trigger(),
        }
        if self.url:
            status, _ = await self._post(urlencode(body), "application/x-www-form-urlencoded", {})
            assert status == 200, status
        else:
            await self.slack.over_socket("slash_commands", body)
        return id

    async def shortcut(self, name: str, channel: str, ts: str, user: str = ANN) -> str:
        """Use a shortcut on a message; returns the id of its response_url."""
        message = next(m for m in self.slack.world.channel(channel).messages if m["ts"] == ts)
        id = self.slack.world.link(channel, user)
        body = self.side.action(payload("message_action"), user) | {
            "callback_id": name,
            "message": message,
            "message_ts": ts,
            "channel": {"id": channel, "name": "test"},
            "trigger_id": self.slack.world.trigger(),
            "response_url": f"{self.slack.base}/respond/{id}",
        }
        await self.interact(body)
        return id

    # ── pressing ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def press(self, channel: str, label: str, *, message: Json, user: str = ANN) -> str:
        """Press the button, or choose the menu entry, with this label in a message (ephemerals have no ts)."""
        ephemeral = "ts" not in message
        id = self.slack.world.link(channel, user, None if ephemeral else message)
        body = self.side.action(payload("block_actions"), user)
        ts = message.get("ts") or self.slack.world.ts()
        thread = message.get("thread_ts")
        body["container"] = {"type": "message", "message_ts": ts, "channel_id": channel, "is_ephemeral": ephemeral}
        if thread:
            body["container"]["thread_ts"] = thread
        body["channel"] = {"id": channel, "name": "test"}
        if ephemeral:
            body.pop("message")
        else:
            body["message"] = {**copy.deepcopy(message), "type": "message"}
        body["response_url"] = f"{self.slack.base}/respond/{id}"
        body["trigger_id"] = self.slack.world.trigger()
        body["actions"] = [self._action(message["blocks"], label)]
        await self.interact(body)
        return id

    async def press_in(self, view: Json, label: str, user: str = ANN) -> None:
        """Press a button of a modal."""
        body = self.side.modal(payload("block_actions_view") | {"view": copy.deepcopy(view)}, user)
        body["container"] = {"type": "view", "view_id": view["id"]}
        body["trigger_id"] = self.slack.world.trigger()
        body["actions"] = [self._action(view["blocks"], label)]
        await self.interact(body)

    async def submit(self, view: Json, user: str = ANN, **values: Any) -> None:
        """Send a modal with values: a text, or the value or values of options."""
        state: Json = {}
        for block in (b for b in view["blocks"] if b["type"] == "input"):
            element = block["element"]
            name = str(element["action_id"]).removeprefix("names:")
            state[block["block_id"]] = {element["action_id"]: _state(element, values.get(name))}
        filled = {**copy.deepcopy(view), "state": {"values": state}}
        await self.interact(self.side.modal(payload("view_submission") | {"view": filled}, user))

    async def suggest(self, view: Json, action: str, typed: str) -> list[Json]:
        """Type into a menu that asks us for its options."""
        body = payload("block_suggestion") | {"action_id": action, "value": typed, "view": copy.deepcopy(view)}
        answer = await self.interact(self.side.modal(body, ANN))
        options: list[Json] = answer.get("options") or []
        return options

    async def interact(self, body: Json) -> Json:
        """Send an interaction, which has to be acknowledged within three seconds."""
        began = time.perf_counter()
        if self.url:
            form = urlencode({"payload": json.dumps(body)})
            status, text = await self._post(form, "application/x-www-form-urlencoded", {})
            assert status == 200, (status, text)
            answer = json.loads(text) if text.startswith("{") else {}
        else:
            answer = await self.slack.over_socket("interactive", body)
        assert time.perf_counter() - began < 3.0
        return answer

    def _action(self, blocks: list[Json], label: str) -> Json:
        """Return the action of what bears this label."""
        for block in blocks:
            found = [block["accessory"]] if "accessory" in block else []
            for element in block["elements"] if block["type"] == "context_actions" else []:
                for side in ("positive_button", "negative_button"):
                    if label == element[side]["text"]["text"]:  # reference/interaction-payloads/block_actions-payload
                        return {"action_id": element["action_id"], "block_id": block.get("block_id", "b1"),
                                "type": element["type"], "action_ts": self.slack.world.ts(),
                                "value": element[side]["value"]}  # fmt: skip
            for element in [*found, *(block["elements"] if block["type"] == "actions" else [])]:
                action = {"action_id": element["action_id"], "block_id": block.get("block_id", "b1"),
                          "type": element["type"], "action_ts": self.slack.world.ts()}  # fmt: skip
                if element["type"] == "button" and label in element["text"]["text"]:
                    return {**action, "value": element.get("value", ""), "text": element["text"]}
                for option in element.get("options", []):
                    if label in option["text"]["text"]:
                        return {**action, "selected_option": option}
        raise AssertionError(f"nothing here is called {label!r}: {labels(blocks)}")

    async def _post(self, body: str, kind: str, headers: dict[str, str]) -> tuple[int, str]:
        sent = {"Content-Type": kind, **signed(body), **headers}
        timeout = aiohttp.ClientTimeout(total=3.0)
        async with self.session.post(self.url, data=body.encode(), headers=sent, timeout=timeout) as answer:
            return answer.status, await answer.text()


def labels(blocks: list[Json]) -> list[str]:
    """All that can be pressed or chosen, in order."""
    found: list[str] = []
    for block in blocks:
        elements = [block["accessory"]] if "accessory" in block else []
        for element in [*elements, *(block.get("elements", []) if block["type"] == "actions" else [])]:
            if element["type"] == "button":
                found.append(element["text"]["text"])
            found += [o["text"]["text"] for o in element.get("options", [])]
    return found


def words(value: Any) -> str:
    """All words of a piece of Block Kit, as one reads them, with single spaces."""
    return " ".join(_words(value).split())


def _words(value: Any) -> str:
    if isinstance(value, dict):
        own = value["text"] if isinstance(value.get("text"), str) else ""
        return own + "".join(_words(v) for k, v in value.items() if k not in {"metadata"} and not isinstance(v, str))
    return " ".join(_words(v) for v in value) if isinstance(value, list) else ""


def _state(element: Json, value: Any) -> Json:
    kind = element["type"]
    if kind == "plain_text_input":
        return {"type": kind, "value": value if value is not None else element.get("initial_value")}
    if kind == "external_select":
        chosen = {"text": {"type": "plain_text", "text": value}, "value": value} if value else None
        return {"type": kind, "selected_option": chosen}
    wanted = value if isinstance(value, list | tuple) else [value]
    options = [o for o in element["options"] if o["value"] in wanted]
    if kind in {"static_select", "radio_buttons"}:
        return {"type": kind, "selected_option": options[0] if options else element.get("initial_option")}
    return {"type": kind, "selected_options": options or element.get("initial_options", [])}


__all__ = ["ANN", "TEAM", "People", "labels", "payload", "signed", "words"]
