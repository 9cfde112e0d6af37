"""The plug is pulled in the middle of a burst: every message that was acknowledged is answered.

Teams offers no way to find a post whose receipt was not saved: such a one may stand twice, and is counted.
"""

from __future__ import annotations

from pathlib import Path

from tests.adapters.teams.running import Setting, answers, ask, fastest, process, ready, until, waiting
from tests.page.conftest import free_port
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import Keys

QUESTIONS, CHATS = 20, 8
LATE = 8  # asked right before the plug is pulled
AT_ONCE = 8  # threads that the worker works on


def test_nothing_is_lost_when_the_process_is_killed_and_hardly_anything_comes_twice(tmp_path: Path) -> None:
    connector, keys = Connector(), Keys()
    with serving(connector.app()) as service, serving(keys.app()) as login:
        at = Setting(tmp_path, free_port(), service, login, keys)
        with process(at) as first:
            until(lambda: ready(at), 60, "the first process did not start")
            assert {ask(at, n, CHATS) for n in range(QUESTIONS - LATE)} == {200}
            until(lambda: len(connector.messages) >= CHATS // 2, 60, "nothing was posted")
            assert {ask(at, n, CHATS) for n in range(QUESTIONS - LATE, QUESTIONS)} == {200}
            first.kill()
            first.wait()
        assert len(answers(connector)) < QUESTIONS, "the burst was over before the plug was pulled"
        with process(at):
            until(lambda: ready(at), 60, "the second process did not start")
            assert {ask(at, n, CHATS) for n in range(QUESTIONS)} == {200}  # the platform sends some again
            until(lambda: waiting(at) == 0, 120, "the second process did not finish what the first had left")
    found = answers(connector)
    assert sorted(found) == list(range(QUESTIONS))
    assert sum(found.values()) - QUESTIONS <= AT_ONCE
    assert len(connector.messages) - QUESTIONS <= AT_ONCE
    assert connector.wrong == []
    assert (connector.throttled, fastest(connector, 1.0) <= 7) == (0, True)
