"""The audit trail of a running bot: what is told of each event, and how the trail is read."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import assert_never

import click
import structlog

from bot.config import Settings
from kgcore.curation.layer import Act
from kgcore.errors import InputError, StoreError
from kgcore.ports import Audit, Store
from kgcore.turn.reviewing import trail_lines
from kgcore.turn.services import person_key
from kgcore.values.audit import FIRST, AuditEntry, AuditRecord, Deed, faults_in
from kgcore.values.message import Change, Click, Command, CommandQuery, Incoming, Message, PanelQuery, Query
from kgcore.values.reply import Reply

log = structlog.get_logger()
PAGE = 1000  # records that are read at once
STARTED = "started with "


def entry_of(event: Incoming, texts: bool = False) -> AuditEntry:
    """Return what the audit trail has of an event; with `texts` what was written, too."""
    match event:
        case Message():
            deed, what, text = (
                Deed.ASKED,
                "a message" if event.addressed else "a message not said to the bot",
                event.text,
            )
        case Command():
            deed = Deed.ASKED if event.name == "ask" else Deed.COMMANDED
            what, text = f"the command {event.name[:40]}", event.text
        case Click():
            fields = {name: values for name, values in event.fields if any(values)}
            deed, what, text = (
                Deed.CLICKED,
                event.action[:100],
                json.dumps(fields, ensure_ascii=False) if fields else "",
            )
        case Change():
            done = "deleted" if event.deleted else "edited"
            deed, what, text = Deed.CHANGED, f"{done} message {event.message}", event.text
        case _:
            assert_never(event)
    return AuditEntry(deed, event.place.key, person_key(event), what, text if texts else "")


def recorded_asking(
    trail: Audit, ask: Callable[[Query], Awaitable[Reply]], texts: bool = False
) -> Callable[[Query], Awaitable[Reply]]:
    """Return how queries are answered, with what somebody pressed or commanded noted in the trail first."""

    async def recorded(query: Query) -> Reply:
        if isinstance(query, PanelQuery | CommandQuery):
            event = query.click if isinstance(query, PanelQuery) else query.command
            entry = entry_of(event, texts)
            await trail.record(AuditEntry(Deed.LOOKED, entry.place, entry.person, entry.what, entry.text))
        return await ask(query)

    return recorded


async def record_start(trail: Audit, settings: Settings) -> None:
    """Note what the process was configured with, by name: no value of a setting stands in the trail."""
    what = STARTED + (", ".join(settings.named) or "no settings of its own")
    try:
        await trail.record(AuditEntry(Deed.CONFIGURED, "", "", what))
    except StoreError as error:  # a full disk keeps nobody from being told so
        log.error("the start could not be noted in the audit trail", reason=str(error))


async def record_deed(settings: Settings, deed: Deed, who: str, *done: str) -> None:
    """Note what somebody did at the command line, a record for each. Raises StoreError and ConfigError."""
    async with _open(settings) as store:
        for what in done:
            await store.record(AuditEntry(deed, "", f"command line\x1f{who}", what))


async def record_acts(settings: Settings, by: str, done: Iterable[Act | InputError], graph: str) -> None:
    """Note what somebody did to the layer of a graph at the command line. Raises StoreError and ConfigError."""
    if lines := trail_lines(done, graph):
        await record_deed(settings, Deed.REVIEWED, by, *lines)


@asynccontextmanager
async def _open(settings: Settings) -> AsyncIterator[Store]:
    from bot.wiring import open_store

    store = open_store(settings)
    try:
        yield store
    finally:
        await store.close()


async def all_records(trail: Audit) -> AsyncIterator[AuditRecord]:
    """Yield the whole trail, in order. Raises StoreError."""
    after = 0
    while page := await trail.records(after, PAGE):
        for record in page:
            yield record
        after = page[-1].number


def record_line(record: AuditRecord) -> str:
    """Return a record as a line of JSON, with all that is needed to check the chain."""
    entry = record.entry
    row = {
        "number": record.number,
        "at": record.at,
        "deed": entry.deed.value,
        "place": entry.place,
        "person": entry.person,
        "what": entry.what,
        "text": entry.text,
        "erased": record.erased,
        "person_salt": record.person_salt,
        "person_seal": record.person_seal,
        "text_salt": record.text_salt,
        "text_seal": record.text_seal,
        "digest": record.digest,
    }
    return json.dumps(row, ensure_ascii=False)


def read_lines(path: Path) -> Iterator[AuditRecord]:
    """Yield the records of an exported trail. Raises InputError."""
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _record(path, number, line)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}.", hint="Give a file that evigraph audit wrote.") from None


def _record(path: Path, number: int, line: str) -> AuditRecord:
    try:
        row = json.loads(line)
        entry = AuditEntry(Deed(row["deed"]), *(str(row[key]) for key in ("place", "person", "what", "text")))
        seals = (str(row[key]) for key in ("person_seal", "text_seal", "digest", "person_salt", "text_salt"))
        return AuditRecord(int(row["number"]), str(row["at"]), entry, *seals)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"{path}:{number}: no record of an audit trail.", hint="Export it anew.") from None


def check_trail(records: list[AuditRecord], head: str) -> list[str]:
    """Return in words what is wrong with a trail; `head` is a digest that must stand in it ("": any)."""
    faults = list(faults_in(records))
    if head and head != FIRST and head not in {record.digest for record in records}:
        faults.append("the record with the digest that you named is missing: the end of the trail was cut off")
    return faults


async def audit_command(
    settings: Settings, out: Path | None, since: date | None, check: Path | None, head: str, quiet: bool
) -> int:
    """Write the trail as lines of JSON, or check the chain only; 1 where it does not hold."""
    if check is not None:
        records = list(read_lines(check))
    else:
        async with _open(settings) as store:
            records = [record async for record in all_records(store)]
    faults = check_trail(records, head)
    if check is None and not quiet:
        day = since.isoformat() if since else ""
        _write(out, [record_line(record) for record in records if record.at >= day])
    for fault in faults:
        click.echo(f"evigraph: the audit trail does not hold: {fault}.", err=True)
    last = records[-1].digest if records else FIRST
    if not faults:
        click.echo(f"{len(records):,} records; the chain holds. Its last digest: {last}", err=True)
    return 1 if faults else 0


def _write(out: Path | None, lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise StoreError(f"{out} exists.", hint="Name a new file: an export is never written over another.") from None
    except OSError as error:
        raise StoreError(f"{out} cannot be written: {error.strerror}.", hint="Check the folder and its room.") from None
