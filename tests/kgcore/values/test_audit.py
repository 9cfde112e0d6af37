"""The chain of the audit trail: what is changed, missing or put in is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.values.audit import AuditEntry, AuditRecord, Deed, faults_in, next_record

PLACE = "web\x1f\x1fc\x1ft"


def trail(length: int = 6) -> list[AuditRecord]:
    records: list[AuditRecord] = []
    for number in range(1, length + 1):
        entry = AuditEntry(Deed.CLICKED, PLACE, f"person {number}", f"deed {number}", "words")
        records.append(next_record(entry, number, f"2026-01-0{number}", records[-1].digest if records else ""))
    return records


def test_an_untouched_trail_holds() -> None:
    assert not list(faults_in(trail()))
    assert not list(faults_in([]))


@pytest.mark.parametrize(
    "entry",
    [
        AuditEntry(Deed.CLICKED, PLACE, "person 3", "another", "words"),
        AuditEntry(Deed.CLICKED, "another", "person 3", "deed 3", "words"),
        AuditEntry(Deed.CLICKED, PLACE, "another", "deed 3", "words"),
        AuditEntry(Deed.CLICKED, PLACE, "person 3", "deed 3", "another"),
    ],
)
def test_a_changed_entry_is_seen_where_it_stands(entry: AuditEntry) -> None:
    records = trail()
    records[2] = replace(records[2], entry=entry)
    (fault,) = faults_in(records)
    assert "record 3" in fault


def test_a_changed_time_and_a_changed_deed_are_seen() -> None:
    records = trail()
    assert list(faults_in([replace(records[0], at="2020-01-01"), *records[1:]]))
    other = replace(records[0], entry=replace(records[0].entry, deed=Deed.REVIEWED))
    assert list(faults_in([other, *records[1:]]))


def test_a_record_that_was_taken_out_or_put_in_is_seen() -> None:
    records = trail()
    assert list(faults_in([*records[:2], *records[3:]]))
    assert list(faults_in(records[1:]))
    forged = next_record(records[2].entry, 3, records[2].at, records[1].digest)
    assert list(faults_in([*records[:2], replace(forged, entry=replace(forged.entry, what="x")), *records[3:]]))


def test_who_and_what_was_written_can_be_taken_out_and_the_chain_still_holds() -> None:
    erased = [replace(r, entry=replace(r.entry, person="", text=""), person_salt="", text_salt="") for r in trail()]
    assert not list(faults_in(erased))
    assert all(r.erased for r in erased)
