"""The log as JSON: one object a line, with the incident that people saw, and nobody's words."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest
from rich.console import Console

from bot.logs import MISSING, Unfailing, unfailing_stderr

CODE = """
import logging, structlog
from bot.logs import LogFormat, configure_logs
configure_logs("info", LogFormat.{})
try:
    secret = "my own words"
    raise RuntimeError("a reason")
except RuntimeError:
    structlog.get_logger().error("an event failed", incident="ab12cd34", exc_info=True)
logging.getLogger("another.library").warning("it is slow: %s", 3)
try:
    raise ValueError("x" * 200_000)
except ValueError:
    logging.getLogger("another.library").exception("odd payload: %s", dict(content="y" * 200_000))
structlog.get_logger().debug("not shown")
"""


class Disk(StringIO):
    """A file on a disk that may be full."""

    full = False

    def write(self, text: str, /) -> int:
        if self.full:
            raise OSError(28, "No space left on device")
        return super().write(text)


def lines(form: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", CODE.format(form)], capture_output=True, text=True, check=True)
    return done.stderr.splitlines()


def test_each_line_is_an_object_with_time_level_and_incident() -> None:
    ours, theirs, _ = map(json.loads, lines("JSON"))
    assert (ours["event"], ours["level"], ours["incident"]) == ("an event failed", "error", "ab12cd34")
    assert ours["timestamp"].endswith("Z")
    assert ours["exception"][0]["exc_type"] == "RuntimeError"
    assert (theirs["event"], theirs["level"]) == ("it is slow: 3", "warning")
    assert theirs["logger"] == "another.library"
    assert "my own words" not in json.dumps(ours)


def test_as_text_it_is_read_by_people() -> None:
    shown = "\n".join(lines("TEXT"))
    assert "an event failed" in shown
    assert "ab12cd34" in shown
    assert "WARNING it is slow: 3" in shown
    assert '"secret"' not in shown
    assert "not shown" not in shown


def test_of_a_librarys_long_line_and_its_reason_only_the_beginning_is_kept() -> None:
    for form in ("TEXT", "JSON"):
        shown = lines(form)
        assert any("odd payload: {'content': 'yyy" in line and "(200,028 characters)" in line for line in shown)
        assert max(map(len, shown)) < 4_000


def test_a_log_that_cannot_be_written_costs_nobody_an_answer() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-c", f"{CODE.format('TEXT')}\nprint('went on')"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, text=True, check=False)
    assert done.stdout == "went on\n"


def test_what_the_log_lacks_is_said_once_it_can_be_written_again() -> None:
    disk = Disk()
    stream = Unfailing(disk)
    for disk.full, line in ((False, "one\n"), (True, "two\n"), (True, "three\n"), (False, "four\n"), (False, "five\n")):
        stream.write(line)
        stream.flush()
    assert disk.getvalue().splitlines() == ["one", "four", MISSING, "five"]


def test_a_reader_that_reads_no_more_is_not_waited_for() -> None:
    """Far more is logged than a pipe holds; once it is read again, what is missing is said."""
    code = f"{CODE.format('TEXT')}\nfor number in range(3_000): structlog.get_logger().info('x' * 90, number=number)"
    code += "\nprint('went on', flush=True)\ninput()\nstructlog.get_logger().info('read again')"
    command = [sys.executable, "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "went on\n"
        assert process.stdin
        read = Thread(target=lambda: shown.extend(process.stderr or ()))
        shown: list[str] = []
        read.start()
        while not shown:
            read.join(0.01)
        process.stdin.write("\n")
        process.stdin.close()
        read.join()
    assert f"{MISSING}\n" in shown
    assert "read again" in "".join(shown[-2:])
    assert not any("number=2999" in line for line in shown)


def test_what_people_who_look_on_are_told_costs_nothing_either(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    monkeypatch.setattr(sys, "stderr", disk)
    console = Console(file=unfailing_stderr())
    for disk.full, words in ((False, "Open the page."), (True, "Ended."), (False, "Begun anew.")):
        console.print(words)
    assert not console.is_terminal
    assert disk.getvalue().splitlines() == ["Open the page.", "Begun anew.", MISSING]
