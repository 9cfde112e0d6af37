"""The log of a team's acts: numbers, several processes, what was refused, what the file became."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgcore.curation.layer import LAST, Act, ActKind, Fact, Layer
from kgcore.errors import InputError, StoreError
from kgcore.store.curation import CurationLog

SLEEP = Fact("D:1", "TREATS", "X:4", papers=("PMID:77",), sentence="Donepezil treated kuru.")


def act(kind: ActKind, **told: object) -> Act:
    return Act(0, "2026-11-22T10:00:00+00:00", "Ann", kind, **told)  # type: ignore[arg-type]


def named(name: str) -> Act:
    return act(ActKind.NAMED, target="A:1", name=name)


def names(log: CurationLog) -> tuple[str, ...]:
    return log.layer().names.get("A:1", ())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "folder" / "curation.db"


@pytest.fixture
def log(file: Path) -> CurationLog:
    return CurationLog(file, "tables")


def test_a_log_that_nobody_wrote_to_is_empty_and_makes_no_file(log: CurationLog, file: Path) -> None:
    assert log.layer() == Layer()
    assert log.acts() == ()
    assert not file.parent.exists()


def test_a_log_is_its_owners_alone(log: CurationLog, file: Path) -> None:
    log.add(lambda _: named("one"))
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    file.chmod(0o644)
    log.add_all([named("two")])
    assert file.stat().st_mode & 0o777 == 0o600


def test_numbers_go_on_over_all_graphs_of_a_file(log: CurationLog, file: Path) -> None:
    other = CurationLog(file, "another")
    taken = [one.add(lambda _: named("x")).number for one in (log, other, log)]
    taken += [one.number for one in other.add_all([named("y"), named("z")]) if isinstance(one, Act)]
    assert taken == [1, 2, 3, 4, 5]
    assert [a.number for a in log.acts()] == [1, 3]
    assert [a.number for a in CurationLog(file, "another").acts()] == [2, 4, 5]
    assert CurationLog(file, "tables").acts() == log.acts()


def test_what_is_read_is_what_was_written(log: CurationLog, file: Path) -> None:
    done = [
        act(ActKind.PROPOSED, fact=SLEEP, withdraws=("E1", "E2"), why="since", person="p"),
        act(ActKind.ENTERED, name="Placebol", type="Drug"),
    ]
    log.add_all(done)
    assert CurationLog(file, "tables").acts() == tuple(replace(a, number=n) for n, a in enumerate(done, 1))


def test_who_adds_is_given_the_layer_as_it_is(log: CurationLog, file: Path) -> None:
    CurationLog(file, "tables").add(lambda _: named("one"))
    seen: list[Layer] = []

    def make(layer: Layer) -> Act:
        seen.append(layer)
        return named("two")

    log.add(make)
    assert seen[0].names["A:1"] == ("one",)
    assert names(log) == ("one", "two")


def test_what_is_refused_leaves_nothing_and_the_next_is_taken(log: CurationLog, file: Path) -> None:
    log.add(lambda _: named("one"))
    with pytest.raises(InputError):
        log.add(lambda _: act(ActKind.ACCEPTED, target="99"))
    with pytest.raises(ZeroDivisionError):
        log.add_all(named(f"{1 / n}") for n in (1, 0))
    assert names(log) == names(CurationLog(file, "tables")) == ("one",)
    assert log.add(lambda _: named("two")).number == 2
    assert names(log) == ("one", "two")


def test_of_many_each_is_told_what_became_of_it(log: CurationLog) -> None:
    fact = act(ActKind.PROPOSED, fact=SLEEP)
    accept = act(ActKind.ACCEPTED, target=LAST)
    done = log.add_all([accept, fact, accept, fact, accept, named("x"), act(ActKind.ACCEPTED, target="1")])
    assert [one.number if isinstance(one, Act) else 0 for one in done] == [0, 1, 2, 0, 0, 3, 0]
    assert isinstance(done[2], Act)
    assert done[2].target == "1"
    assert "was not taken in" in str(done[0])
    assert len(log.acts()) == 3


def test_a_file_that_was_taken_away_or_put_back_is_read_anew(log: CurationLog, file: Path) -> None:
    log.add(lambda _: named("one"))
    shutil.copy(file, file.with_name("older"))
    log.add_all([named(f"a much longer name {n}" * 20) for n in range(30)])
    assert len(names(log)) == 31
    shutil.copy(file.with_name("older"), file)
    assert names(log) == ("one",)
    file.unlink()
    assert names(log) == ()
    assert log.add(lambda _: named("new")).number == 1
    assert names(log) == ("new",)
    shutil.copy(file.with_name("older"), file)
    assert names(CurationLog(file, "tables")) == ("one",)


def test_a_file_that_comes_and_goes_is_seen_each_time(log: CurationLog, file: Path) -> None:
    for name in ("one", "two"):
        assert names(log) == names(log) == ()
        act = named(name)
        log.add_all([act])
        file.unlink()
        assert names(log) == ()
        CurationLog(file, "tables").add_all([act])
        assert names(log) == (name,)
        file.unlink()


class Opened(type(Path())):  # type: ignore[misc]
    """A path that counts how often its file is opened."""

    times = 0

    def open(self, *args: Any, **kwargs: Any) -> Any:
        type(self).times += 1
        return super().open(*args, **kwargs)


def test_where_nothing_was_done_no_file_is_looked_for_again(file: Path) -> None:
    """Each of the twenty readings of a turn asks for the layer."""
    log = CurationLog(Opened(file), "tables")
    assert names(log) == names(log) == names(log) == ()
    assert Opened.times == 1


def test_what_another_adds_within_one_tick_of_the_file_systems_clock_is_seen(log: CurationLog, file: Path) -> None:
    log.add(lambda _: named("one"))
    assert names(log) == ("one",)
    before = file.stat()
    CurationLog(file, "tables").add(lambda _: named("two"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    assert names(log) == names(CurationLog(file, "tables")) != ("one",)


def test_a_file_in_which_nothing_was_done_yet_is_an_empty_log(log: CurationLog, file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(b"")
    assert log.acts() == ()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE something (a)")
    assert log.acts() == ()
    log.add(lambda _: named("one"))
    assert names(log) == ("one",)


@pytest.mark.parametrize("body", ["no JSON", "{}", '{"at": "", "by": "", "kind": "danced"}', ""])
def test_an_act_that_cannot_be_read_is_told_by_its_number(log: CurationLog, file: Path, body: str) -> None:
    log.add_all([named("one"), named("two")])
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("UPDATE acts SET body = ? WHERE number = 2", (body,))
    with pytest.raises(StoreError, match="Act 2 of the curation log cannot be read") as caught:
        CurationLog(file, "tables").layer()
    assert "backup" in caught.value.hint


def test_a_file_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        CurationLog(tmp_path / "folder", "tables").layer()


def test_a_log_that_another_graph_takes_over_says_the_same_under_new_numbers(log: CurationLog, file: Path) -> None:
    older = CurationLog(file.with_name("older.db"), "older")
    older.add(lambda _: act(ActKind.ENTERED, name="Placebol", type="Drug"))
    older.add(lambda _: act(ActKind.PROPOSED, fact=replace(SLEEP, subject="TEAM:1")))
    older.add(lambda _: act(ActKind.ACCEPTED, target="2"))
    older.add(lambda _: act(ActKind.NAMED, target="TEAM:1", name="sugar"))
    older.add(lambda _: act(ActKind.NAMED, target="2", name="a name of what is called 2"))
    older.add(lambda _: act(ActKind.PROPOSED, fact=replace(SLEEP, object="TEAM:1"), withdraws=("team:2", "E1")))
    older.add(lambda _: act(ActKind.REJECTED, target="6"))
    older.add(lambda _: act(ActKind.UNDID, target="7"))
    older.add(lambda _: act(ActKind.WITHDREW, target="team:99"))
    CurationLog(file, "another").add_all([named("x")] * 3)
    assert log.take_over(older) == 9
    assert [a.number for a in log.acts()] == list(range(4, 13))
    assert [a.target for a in log.acts()] == ["", "", "5", "TEAM:4", "2", "", "9", "10", "team:99"]
    facts = [a.fact for a in log.acts() if a.fact]
    assert [(f.subject, f.object) for f in facts] == [("TEAM:4", "X:4"), ("D:1", "TEAM:4")]
    assert log.acts()[5].withdraws == ("team:5", "E1")
    assert log.layer() == CurationLog(file, "tables").layer()
    assert set(log.layer().edges) == {"team:5"}
    with pytest.raises(InputError, match="has a layer already") as caught:
        log.take_over(older)
    assert "Only a graph without one" in caught.value.hint
    assert len(log.acts()) == 9
