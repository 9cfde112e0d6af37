"""Requests that are no requests: half of one, thousands of streams, bytes that are no text."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from bot.connections import HALF_REQUESTS, READING, UNWANTED
from tests.attack.running import Asker, Running, running, until

MANY = 150
STREAMS = 400


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("requests")) as bot:
        yield bot


def opened(bot: Running, sent: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", bot.port), timeout=READING + 10)
    connection.sendall(sent)
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection by now."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


HALVES = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: kg.exam",
    "half a body": b"POST /ask HTTP/1.1\r\nHost: kg.example\r\nContent-Length: 1000\r\n\r\nthread=a",
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_of_many_half_requests_few_are_held_and_nobody_else_waits(bot: Running, half: bytes) -> None:
    with ExitStack() as stack:
        connections = [stack.enter_context(opened(bot, half)) for _ in range(MANY)]
        began = time.monotonic()
        assert bot.request("/healthz").status == 200
        assert time.monotonic() - began < READING / 2
        until(lambda: sum(map(is_closed, connections)) >= MANY - HALF_REQUESTS, "too many are held open")


def test_of_a_burst_from_one_address_every_request_is_answered(bot: Running) -> None:
    """A proxy's address is everybody's: all connections may be there before the first request has been read."""
    with ExitStack() as stack:
        connections = [stack.enter_context(opened(bot, b"")) for _ in range(MANY)]
        for connection in connections:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: kg.example\r\nConnection: close\r\n\r\n")
        assert all(connection.recv(12) == b"HTTP/1.1 200" for connection in connections)


def test_what_is_half_or_trickles_is_closed_in_the_end(bot: Running) -> None:
    with ExitStack() as stack:
        halves = {name: stack.enter_context(opened(bot, half)) for name, half in HALVES.items()}
        trickling = stack.enter_context(opened(bot, b"GET / HTTP/1.1\r\n"))
        began = time.monotonic()
        with pytest.raises(OSError):  # noqa: PT011, PT012
            while time.monotonic() - began < READING + 15:
                trickling.sendall(b"X-More: 1\r\n")
                time.sleep(0.5)
        assert time.monotonic() - began < READING + 10
        until(lambda: all(map(is_closed, halves.values())), "some are held open for ever", READING)


def test_streams_of_one_visitor_end_nobody_elses(bot: Running) -> None:
    def stream(person: Asker, thread: str) -> bytes:
        head = f"GET /events/{thread} HTTP/1.1\r\nHost: kg.example\r\nCookie: {person.cookie}\r\n"
        return f"{head}X-Forwarded-For: {person.address}\r\n\r\n".encode()

    attacker, person = Asker(bot, "203.0.113.9"), Asker(bot, "198.51.100.7")
    with ExitStack() as stack:
        theirs = stack.enter_context(opened(bot, stream(person, "theirs")))
        received = theirs.recv(4096)  # which turns there are may come with the head or behind it
        assert received.startswith(b"HTTP/1.1 200")
        for n in range(STREAMS):
            stack.enter_context(opened(bot, stream(attacker, f"t{n}")))
        stranger = Asker(bot, "203.0.113.9")
        for n in range(STREAMS):  # and as many visitors without a cookie
            stranger.cookie = ""
            stack.enter_context(opened(bot, stream(stranger, f"s{n}")))
        assert bot.request("/healthz").status == 200
        person.ask("theirs", "help")
        began = time.monotonic()
        while received.count(b"event: ") < 2:  # after which turns there are, the answer
            assert time.monotonic() - began < 60, "they were not answered"  # there are pings: it is never silent
            chunk = theirs.recv(65536)
            assert chunk, "the stream was ended"
            received += chunk


def test_a_request_with_two_lengths_is_refused_and_nothing_behind_it_is_read(bot: Running) -> None:
    head = b"POST /ask HTTP/1.1\r\nHost: kg.example\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    with opened(bot, head + b"0\r\n\r\n" + b"GET /healthz HTTP/1.1\r\nHost: kg.example\r\n\r\n") as connection:
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert received.startswith(b"HTTP/1.1 400")
    assert received.count(b"HTTP/1.1") == 1
    with opened(bot, b"GET /healthz HTTP/1.1\r\nHost: kg.example\r\n\r\n" * 2) as connection:  # two plain ones may come
        received = b""
        while received.count(b"HTTP/1.1 200") < 2:
            received += (piece := connection.recv(4096))
            assert piece, "only the first was answered"


def test_a_body_without_an_end_is_not_taken_for_long(bot: Running) -> None:
    head = b"POST /ask HTTP/1.1\r\nHost: kg.example\r\nTransfer-Encoding: chunked\r\n\r\n"
    piece, sent = b"10000\r\n" + b"a" * 0x10000 + b"\r\n", 0
    with opened(bot, head) as connection:
        with pytest.raises(OSError):  # noqa: PT011, PT012
            while sent < 64 * UNWANTED:
                connection.sendall(piece)
                sent += len(piece)
        assert sent < 16 * UNWANTED  # what lies between us and them is part of it
    assert bot.request("/healthz").status == 200


HOST = b"Host: kg.example\r\n"
NONSENSE = {
    "a head that is too long, where an answer has no words": b"HEAD / HTTP/1.1\r\n" + HOST + b"X: " + b"y" * 70_000,
    "pieces that are none behind a head": b"POST /ask HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nno",
    "pieces that are none, on an address that is answered at once": (
        b"PUT /healthz HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcdefghij\r\n"
    ),
    "a second request that is none": b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\nno request\r\n\r\n",
    "a head without a name": b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    "no request": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",  # what begins TLS
}


@pytest.mark.parametrize("sent", NONSENSE.values(), ids=NONSENSE)
def test_what_is_no_request_ends_its_connection_and_costs_no_trace(bot: Running, sent: bytes) -> None:
    with opened(bot, sent) as connection, suppress(ConnectionError):
        received = b"".join(iter(lambda: connection.recv(4096), b""))
        assert received.startswith((b"HTTP/1.1 4", b"HTTP/1.1 200")) or not received
    assert bot.request("/healthz").status == 200
    assert "Traceback" not in bot.log()


def test_another_protocol_is_not_begun(bot: Running) -> None:
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    for other in (b"websocket", b"h2c", b"TLS/1.0"):
        head = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: " + other + b"\r\n" + key
        with opened(bot, head + b"\r\n") as connection:
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")


FORM = "thread=odd&event={}&text="
ODD = [
    b"%FF%FE%80",
    b"\xff\xfe\x80",
    b"%ED%A8%83",  # a lone surrogate, as WTF-8
    b"\\ud8a3 zinc",
    b"%F0%9F%92%8A%E2%80%AE",  # an emoji, and "from right to left"
    b"%00",
    b"%2F..%2F..%2Fetc%2Fpasswd",
    b"zinc" * 200_000,
    b"%21" * 1300,
]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_bytes_that_are_no_question_are_refused_in_words_or_answered(bot: Running, text: bytes) -> None:
    person = Asker(bot)
    form = FORM.format(abs(hash(text)) % 10**9).encode() + text
    headers = {"Accept": "application/json", "Origin": "http://kg.example", "Host": "kg.example"}
    found = bot.request("/ask", form, Cookie=person.cookie, X_Forwarded_For=person.address, **headers)
    assert found.status in {202, 400}
    assert found.status == 202 or found.json["error"]
    until(lambda: bot.waiting == 0, "it was not settled")
    assert not bot.rows("SELECT id FROM inbox WHERE incident <> ''")
    assert "Traceback" not in bot.log()


def test_no_answer_leads_to_the_host_that_a_request_names(bot: Running) -> None:
    for path in ("/healthz/", "/ask/", "/t/thread01/", "/static", "//evil.example/"):
        with opened(bot, f"GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode()) as stream:
            assert b"location:" not in stream.recv(65_536).lower(), path
