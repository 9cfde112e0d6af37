"""A real `evigraph run` on Teams, against a connector and a key server on loopback."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.adapters.teams.people import payload
from tests.page.scenario import ROOT
from tests.servers.starting import Started, start
from tests.servers.teams import Connector
from tests.servers.teams_keys import CLIENT, SECRET, TENANT, Keys
from tests.servers.teams_schema import words

QUESTION = "Tell me about zinc, please, take {}"
ENDINGS = "Generated from", "Written by a language model"  # of a whole answer


@dataclass(frozen=True)
class Setting:
    """Where everything is."""

    folder: Path
    port: int
    service: str
    login: str
    keys: Keys


@contextmanager
def process(at: Setting, **more: str) -> Iterator[Started]:
    """Run the bot with more settings, and end it hard."""
    settings = {
        "EVIGRAPH_PORT": str(at.port),
        "EVIGRAPH_DATA": str(at.folder),
        "EVIGRAPH_EMBEDDER": "none",
        "EVIGRAPH_WAITING": "100",  # one person asks them all, and none shall be refused on a slow machine
        "TEAMS_CLIENT_ID": CLIENT,
        "TEAMS_CLIENT_SECRET": SECRET,
        "TEAMS_TENANT_ID": TENANT,
        "TEAMS_SERVICE_HOSTS": "127.0.0.1",
        "TEAMS_LOGIN_URL": at.login,
        "TEAMS_KEYS_URL": f"{at.login}/v1/.well-known/openidconfiguration",
    }
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **settings, **more}
    running = start(at.folder, environment, ["adapters.teams.app"])
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def until(condition: Callable[[], object], patience: float, what: str) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError(what)


def waiting(at: Setting) -> int:
    """How many events the bot has not finished."""
    with urllib.request.urlopen(f"http://127.0.0.1:{at.port}/healthz", timeout=60) as answer:
        return int(json.load(answer)["waiting"])


def ready(at: Setting) -> bool:
    """Whether the bot takes activities."""
    try:
        return post(at, {}) == 400
    except urllib.error.URLError:
        return False


def ask(at: Setting, number: int, chats: int) -> int:
    """Ask in one of so many group chats; the same number is the same message."""
    chat = f"19:chat{number % chats}@thread.v2"
    body = payload("message_group")
    conversation = {**body["conversation"], "id": chat}
    text = f"<at>Evigraph</at> {QUESTION.format(number)}"
    return post(at, body | {"id": f"18{number:011}", "conversation": conversation, "text": text})


def post(at: Setting, body: dict[str, object]) -> int:
    """Post an activity as the platform does, and return the status."""
    sent = json.dumps({**body, "serviceUrl": at.service} if body else {}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {at.keys.token(at.service)}"}
    request = urllib.request.Request(f"http://127.0.0.1:{at.port}/api/messages", sent, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def answers(connector: Connector) -> Counter[int]:
    """How many finished answers stand under each question's number."""
    found: Counter[int] = Counter()
    for message in list(connector.messages.values()):
        text = words(message["attachments"][0]["content"])
        number = re.search(r"take (\d+)", text)
        if number and any(ending in text for ending in ENDINGS):
            found[int(number[1])] += 1
    return found


def fastest(connector: Connector, span: float) -> int:
    """The most operations that one conversation took within so many seconds."""
    most = 0
    by_chat: dict[str, list[float]] = {}
    for call in connector.calls:
        by_chat.setdefault(call.conversation, []).append(call.at)
    for times in by_chat.values():
        times.sort()
        first = 0
        for last, at in enumerate(times):
            while at - times[first] >= span:
                first += 1
            most = max(most, last - first + 1)
    return most
