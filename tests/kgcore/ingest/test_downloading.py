"""A file that is fetched is whole and the right one, or it is not there; what came is used again."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from kgcore.errors import GraphError
from kgcore.ingest.downloading import TRIES, FileGone, Wanted, fetch_file
from tests.servers.files import FakeFiles, Trouble

CONTENT = bytes(range(256)) * 4000
SUM = sha256(CONTENT).hexdigest()


def fetch(server: FakeFiles, room: Path, *, sum: str = SUM, size: int = len(CONTENT)) -> str:
    return fetch_file(
        Wanted(f"{server.url}/g/kg.csv", size, sum), room / "kg.csv", lambda done, total: None, wait=lambda s: None
    )


@pytest.fixture
def server() -> FakeFiles:
    return FakeFiles({"g/kg.csv": CONTENT})


def test_a_file_comes_whole_and_nothing_else_stays(server: FakeFiles, tmp_path: Path) -> None:
    with server.serving():
        assert fetch(server, tmp_path) == SUM
    assert (tmp_path / "kg.csv").read_bytes() == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["kg.csv"]


def test_what_broke_off_goes_on_where_it_ended(server: FakeFiles, tmp_path: Path) -> None:
    server.troubles = [Trouble.DROPS, Trouble.DROPS, Trouble.BUSY]
    with server.serving():
        fetch(server, tmp_path)
    assert (tmp_path / "kg.csv").read_bytes() == CONTENT
    half = len(CONTENT) // 2
    assert [asked for _, asked in server.asked] == ["", f"bytes={half}-", *[f"bytes={half + half // 2}-"] * 2]


def test_a_later_call_goes_on_too(server: FakeFiles, tmp_path: Path) -> None:
    server.troubles = [Trouble.DROPS, *[Trouble.BUSY] * TRIES]
    with server.serving():
        with pytest.raises(GraphError, match=r"answers 503.*goes on there"):
            fetch(server, tmp_path)
        assert not (tmp_path / "kg.csv").exists()
        fetch(server, tmp_path)
    assert server.asked[-1][1] == f"bytes={len(CONTENT) // 2}-"
    assert (tmp_path / "kg.csv").read_bytes() == CONTENT


@pytest.mark.parametrize("trouble", [Trouble.NO_RANGES, Trouble.WRONG_RANGE])
def test_a_server_that_knows_no_ranges_sends_it_all_again(server: FakeFiles, tmp_path: Path, trouble: Trouble) -> None:
    server.troubles = [Trouble.DROPS, trouble]
    with server.serving():
        fetch(server, tmp_path)
    assert (tmp_path / "kg.csv").read_bytes() == CONTENT


def test_a_file_that_has_changed_meanwhile_is_begun_anew(server: FakeFiles, tmp_path: Path) -> None:
    server.troubles = [Trouble.DROPS, *[Trouble.BUSY] * TRIES]
    with server.serving():
        with pytest.raises(GraphError):
            fetch(server, tmp_path, sum="")
        server.files["g/kg.csv"] = newer = CONTENT[::-1]
        fetch(server, tmp_path, sum="")
    assert (tmp_path / "kg.csv").read_bytes() == newer


def test_other_bytes_are_fetched_once_more_and_then_refused(server: FakeFiles, tmp_path: Path) -> None:
    server.troubles = [Trouble.OTHER]
    with server.serving():
        assert fetch(server, tmp_path) == SUM
        (tmp_path / "kg.csv").unlink()
        server.troubles = [Trouble.OTHER, Trouble.OTHER]
        with pytest.raises(GraphError, match=r"checksum is another\. It is not used"):
            fetch(server, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("trouble", [Trouble.SENT_ON, Trouble.UNMEASURED])
def test_a_redirect_or_a_length_that_is_not_said_does_no_harm(
    server: FakeFiles, tmp_path: Path, trouble: Trouble
) -> None:
    server.troubles = [trouble]
    with server.serving():
        assert fetch(server, tmp_path) == SUM


def test_where_it_is_gone_trying_again_is_useless(server: FakeFiles, tmp_path: Path) -> None:
    for trouble in (Trouble.GONE, Trouble.UNSAFE):
        server.troubles, server.asked = [trouble], []
        with server.serving(), pytest.raises(FileGone):
            fetch(server, tmp_path)
        assert len(server.asked) == 1
    assert not (tmp_path / "kg.csv").exists()


def test_another_size_than_was_written_down_is_refused_before_it_comes(server: FakeFiles, tmp_path: Path) -> None:
    with server.serving():
        with pytest.raises(GraphError, match="it is another file"):
            fetch(server, tmp_path, size=7)
        with pytest.raises(GraphError, match="it is another file"):
            fetch(server, tmp_path, size=len(CONTENT) // 5, sum="")  # about right is up to four times
        assert fetch(server, tmp_path, size=len(CONTENT) // 3, sum="") == SUM


def test_what_is_there_is_not_fetched_again_unless_it_is_another(server: FakeFiles, tmp_path: Path) -> None:
    (tmp_path / "kg.csv").write_bytes(CONTENT)
    with server.serving():
        fetch(server, tmp_path)
        assert server.asked == []
        (tmp_path / "kg.csv").write_bytes(CONTENT[:-1])
        fetch(server, tmp_path)
    assert (tmp_path / "kg.csv").read_bytes() == CONTENT


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with FakeFiles({}).serving() as server:
        url = server.url
    with pytest.raises(GraphError, match=r"127\.0\.0\.1:\d+ cannot be reached"):
        fetch_file(Wanted(f"{url}/x", 1), tmp_path / "x", lambda done, total: None, wait=lambda s: None)
