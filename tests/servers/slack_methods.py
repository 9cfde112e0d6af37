"""Slack's Web API methods that the bot calls (https://docs.slack.dev/reference/methods), over the world in memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from tests.servers.slack_checks import chunk_refusals, home_refusals, refusals, view_refusals
from tests.servers.slack_state import APP, BOT_ID, Channel, Json, World, bot


class Refused(Exception):  # noqa: N818  it is an answer
    """The method answers `ok: false` with this error."""


class Methods:
    """One method per API method, its dots written as underscores; arguments as they were sent, decoded."""

    def __init__(self, world: World, base: str) -> None:
        self._world = world
        self._base = base

    def find(self, method: str) -> Callable[[Json, str], Json] | None:
        """Return the function of an API method."""
        return getattr(self, method.replace(".", "_"), None)

    # ── auth ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def auth_test(self, args: Json, team: str) -> Json:
        whole = {"is_enterprise_install": True, "enterprise_id": team} if team.startswith("E") else {}
        return {"url": "https://acme.slack.com/", "team": "Acme", "user": "evigraph", "team_id": team,
                "user_id": bot(team), "bot_id": BOT_ID, "is_enterprise_install": False, **whole}  # fmt: skip

    def api_test(self, args: Json, team: str) -> Json:
        return {}

    def oauth_v2_access(self, args: Json, team: str) -> Json:
        if args.get("grant_type") == "refresh_token":
            team = self._world.refresh.get(str(args.get("refresh_token")), "")
            if not team:
                raise Refused("invalid_refresh_token")
        elif str(args.get("code", "")).startswith("good-"):
            team = str(args["code"]).removeprefix("good-")
        else:
            raise Refused("invalid_code")
        token, again = f"xoxe.xoxb-1-{secrets.token_hex(8)}", f"xoxe-1-{secrets.token_hex(8)}"
        self._world.tokens[token] = team
        self._world.refresh[again] = team
        of = {"id": team, "name": "Acme"}
        whole = {"team": None, "enterprise": of, "is_enterprise_install": True} if team.startswith("E") else {}
        return {"access_token": token, "token_type": "bot", "scope": "chat:write", "bot_user_id": bot(team),
                "app_id": APP, "expires_in": 43_200, "refresh_token": again, "team": of, "enterprise": None,
                "authed_user": {"id": "U0ADM"}, "is_enterprise_install": False, **whole}  # fmt: skip

    # ── chat ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def chat_postMessage(self, args: Json, team: str) -> Json:  # noqa: N802
        channel = self._writable(args)
        self._laid_out(args)
        if self._world.limit_posts and not self._world.paced(channel.id):
            raise Refused("ratelimited")
        message = {**self._world.by(team), **self._content(args)}
        if args.get("thread_ts"):
            if not channel.thread(args["thread_ts"]):
                raise Refused("thread_not_found")
            message["thread_ts"] = args["thread_ts"]
        channel.messages.append(message)
        return {"channel": channel.id, "ts": message["ts"], "message": message}

    def chat_update(self, args: Json, team: str) -> Json:
        channel = self._writable(args)
        self._laid_out(args)
        found = [m for m in channel.messages if m["ts"] == args["ts"]]
        if not found:
            raise Refused("message_not_found")
        if found[0].get("streaming_state") == "in_progress":
            raise Refused("streaming_state_conflict")
        found[0].update({**self._content(args), "edits": found[0].get("edits", 0) + 1})
        return {"channel": channel.id, "ts": args["ts"], "text": args.get("text")}

    def chat_delete(self, args: Json, team: str) -> Json:
        channel = self._writable(args)
        found = [m for m in channel.messages if m["ts"] == args["ts"]]
        if not found:
            raise Refused("message_not_found")
        if found[0].get("streaming_state") == "in_progress":
            raise Refused("cant_delete_message")
        channel.messages = [m for m in channel.messages if m["ts"] != args["ts"]]
        return {"channel": channel.id, "ts": args["ts"]}

    # ── streams: https://docs.slack.dev/reference/methods/chat.startStream, chat.appendStream, chat.stopStream ──────

    def chat_startStream(self, args: Json, team: str) -> Json:  # noqa: N802
        if not self._world.streams:
            raise Refused("unknown_method")
        channel = self._writable(args)
        if not channel.thread(str(args.get("thread_ts"))):
            raise Refused("thread_not_found")
        for needed in () if channel.id.startswith("D") else ("recipient_user_id", "recipient_team_id"):
            if not args.get(needed):
                raise Refused(f"missing_{needed}")
        if self._world.limit_posts and not self._world.paced(channel.id):
            raise Refused("ratelimited")
        message = {**self._world.by(team), "text": "", "blocks": [],
                   "channel": channel.id, "thread_ts": args["thread_ts"], "streaming_state": "in_progress"}  # fmt: skip
        self._streamed(message, args)
        channel.messages.append(message)
        return {"channel": channel.id, "ts": message["ts"]}

    def chat_appendStream(self, args: Json, team: str) -> Json:  # noqa: N802
        message = self._stream(args)
        self._streamed(message, args)
        return {"channel": args["channel"], "ts": args["ts"]}

    def chat_stopStream(self, args: Json, team: str) -> Json:  # noqa: N802
        message = self._stream(args)
        self._streamed(message, args)
        message["streaming_state"] = "completed"
        if args.get("metadata"):
            message["metadata"] = args["metadata"]
        return {"channel": args["channel"], "ts": args["ts"], "message": message}

    def _stream(self, args: Json) -> Json:
        for message in self._writable(args).messages:
            if message["ts"] == args.get("ts"):
                if message.get("streaming_state") != "in_progress":
                    raise Refused("message_not_in_streaming_state")
                return message
        raise Refused("message_not_found")

    def _streamed(self, message: Json, args: Json) -> None:
        """Append chunks; a task that is there already is changed (messages show it as a task card)."""
        chunks = args.get("chunks") or []
        if args.get("markdown_text"):
            raise Refused("streaming_mode_mismatch" if message["blocks"] else "cannot_provide_both")
        wrong = chunk_refusals(chunks)
        if wrong:
            self._world.complaints += wrong
            raise Refused("invalid_chunks")
        for chunk in chunks:
            if chunk["type"] == "markdown_text":
                message["text"] += chunk["text"]
            elif chunk["type"] == "blocks":
                message["blocks"] += chunk["blocks"]
            else:
                card = {"type": "task_card", "task_id": chunk["id"], "title": chunk["title"], "status": chunk["status"]}
                at = [n for n, b in enumerate(message["blocks"]) if b.get("task_id") == chunk["id"]]
                nth = at[0] if at else len(message["blocks"])
                message["blocks"][nth : nth + 1] = [card]

    def chat_postEphemeral(self, args: Json, team: str) -> Json:  # noqa: N802
        channel = self._writable(args)
        self._laid_out(args)
        if not args.get("user"):
            raise Refused("user_not_in_channel")
        channel.ephemerals.append({"user": args["user"], "thread_ts": args.get("thread_ts"), **self._content(args)})
        return {"message_ts": self._world.ts()}

    def _writable(self, args: Json) -> Channel:
        channel = self._world.channels.get(str(args.get("channel")))
        if channel is None:
            raise Refused("channel_not_found")
        if channel.archived:
            raise Refused("is_archived")
        if not channel.member:
            raise Refused("not_in_channel")
        return channel

    def _laid_out(self, args: Json) -> None:
        blocks = args.get("blocks") or []
        wrong = refusals(blocks)
        for block in blocks:
            if block.get("type") == "image" and "slack_file" in block:
                file = self._world.files.get(block["slack_file"].get("id", ""))
                if file is None or file["looks"] < self._world.file_delay:
                    wrong.append("the file cannot be shown yet")
        if not args.get("text"):
            wrong.append("no text for notifications")
        if len(str(args.get("text", ""))) > 4_000:
            raise Refused("msg_too_long")
        if wrong:
            self._world.complaints += wrong
            raise Refused("invalid_blocks")

    @staticmethod
    def _content(args: Json) -> Json:
        return {k: args[k] for k in ("text", "blocks", "metadata", "channel") if k in args}

    # ── conversations and people ────────────────────────────────────────────────────────────────────────────────────

    def conversations_replies(self, args: Json, team: str) -> Json:
        channel = self._writable({"channel": args["channel"]})
        messages = channel.thread(args["ts"])
        if not messages:
            raise Refused("thread_not_found")
        early, late = str(args.get("oldest") or "0"), str(args.get("latest") or "9" * 17)  # the first is always shown
        messages = [m for m in messages if early <= m["ts"] <= late or m["ts"] == args["ts"]]
        at, size = int(args.get("cursor") or 0), int(args.get("limit") or 100)
        page = [self._shown(m, args) for m in messages[at : at + size]]
        more = str(at + size) if at + size < len(messages) else ""
        return {"messages": page, "has_more": bool(more), "response_metadata": {"next_cursor": more}}

    def conversations_history(self, args: Json, team: str) -> Json:
        channel = self._writable({"channel": args["channel"]})
        top = [m for m in channel.messages if not m.get("thread_ts") or m["thread_ts"] == m["ts"]]
        return {"messages": [self._shown(m, args) for m in reversed(top)], "has_more": False}

    @staticmethod
    def _shown(message: Json, args: Json) -> Json:
        wanted = str(args.get("include_all_metadata", "")).lower() in {"true", "1"}
        return message if wanted else {k: v for k, v in message.items() if k != "metadata"}

    def conversations_info(self, args: Json, team: str) -> Json:
        channel = self._world.channels.get(str(args.get("channel")))
        if channel is None:
            raise Refused("channel_not_found")
        shown = {"id": channel.id, "name": channel.name or channel.id.lower(), "is_member": channel.member}
        return {"channel": {**shown, "is_ext_shared": channel.shared}}

    def conversations_open(self, args: Json, team: str) -> Json:
        users = args["users"] if isinstance(args["users"], str) else ",".join(args["users"])
        return {"channel": {"id": self._world.channel("D" + users).id}}

    def users_info(self, args: Json, team: str) -> Json:
        user = self._world.users.get(str(args.get("user")))
        if user is None:
            raise Refused("user_not_found")
        return {"user": {"id": args["user"], "team_id": team, **user}}

    # ── files: https://docs.slack.dev/messaging/working-with-files#upload ───────────────────────────────────────────

    def files_getUploadURLExternal(self, args: Json, team: str) -> Json:  # noqa: N802
        if not args.get("filename") or int(args.get("length") or 0) <= 0:
            raise Refused("invalid_arguments")
        id = self._world.new("F")
        self._world.files[id] = {"id": id, "name": args["filename"], "alt_txt": args.get("alt_txt"), "looks": 0,
                                 "length": int(args["length"]), "content": b"", "done": False}  # fmt: skip
        return {"upload_url": f"{self._base}/upload/{id}", "file_id": id}

    def files_completeUploadExternal(self, args: Json, team: str) -> Json:  # noqa: N802
        for one in args["files"]:
            file = self._world.files[one["id"]]
            if len(file["content"]) != file["length"]:
                raise Refused("file_not_found")
            file.update(done=True, title=one.get("title"), channel=args.get("channel_id"), thread=args.get("thread_ts"))
        if args.get("channel_id"):  # without one nobody but who uploaded them sees the files, and no message is made
            channel = self._writable({"channel": args.get("channel_id")})
            shared = [{"id": one["id"], "name": self._world.files[one["id"]]["name"]} for one in args["files"]]
            channel.messages.append(
                {**self._world.by(team), "text": "", "blocks": [], "thread_ts": args.get("thread_ts"), "files": shared}
            )
        return {"files": [{"id": one["id"], "title": one.get("title")} for one in args["files"]]}

    def files_info(self, args: Json, team: str) -> Json:
        file = self._world.files.get(str(args.get("file")))
        if file is None or not file["done"]:
            raise Refused("file_not_found")
        file["looks"] += 1
        ready = file["looks"] > self._world.file_delay
        return {"file": {"id": file["id"], "name": file["name"], "mimetype": "image/png" if ready else ""}}

    # ── modals and the assistant's view ─────────────────────────────────────────────────────────────────────────────

    def views_open(self, args: Json, team: str) -> Json:
        until = self._world.triggers.pop(str(args.get("trigger_id")), None)
        if until is None:
            raise Refused("invalid_trigger_id")
        if until < asyncio.get_running_loop().time():
            raise Refused("expired_trigger_id")
        return self._view(self._world.new("V"), args["view"])

    views_push = views_open

    def views_update(self, args: Json, team: str) -> Json:
        if args.get("view_id") not in self._world.views:
            raise Refused("not_found")
        return self._view(str(args["view_id"]), args["view"])

    def views_publish(self, args: Json, team: str) -> Json:
        wrong = home_refusals(args["view"])
        if wrong or "user_id" not in args:
            self._world.complaints += wrong
            raise Refused("invalid_arguments")
        id = self._world.new("V")
        self._world.views[id] = {**args["view"], "id": id, "user": args["user_id"]}
        return {"view": self._world.views[id]}

    def _view(self, id: str, view: Json) -> Json:
        wrong = view_refusals(view)
        if wrong:
            self._world.complaints += wrong
            raise Refused("invalid_arguments")
        self._world.views[id] = {**view, "id": id, "hash": self._world.new("h")}
        return {"view": self._world.views[id]}

    def assistant_threads_setSuggestedPrompts(self, args: Json, team: str) -> Json:  # noqa: N802
        if not 1 <= len(args["prompts"]) <= 4:
            raise Refused("invalid_arguments")
        self._world.prompts.append(args)  # with a thread_ts the agent's view shows nothing, and says nothing either
        return {}

    def assistant_threads_setStatus(self, args: Json, team: str) -> Json:  # noqa: N802
        self._world.statuses.append(args)
        return {}

    def assistant_threads_setTitle(self, args: Json, team: str) -> Json:  # noqa: N802
        self._world.titles.append(args)
        return {}


def decoded(args: Mapping[str, Any]) -> Json:
    """Read arguments that came as a query or a form: values that are JSON in text become values."""
    return {key: _value(value) for key, value in args.items()}


def _value(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("[", "{"):
        with contextlib.suppress(ValueError):
            return json.loads(value)
    return value
