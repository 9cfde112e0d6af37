"""The Store on PostgreSQL, for one process or several on one database."""

from __future__ import annotations

import asyncio
import logging
import secrets
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from kgcore.errors import StoreError
from kgcore.store.audit import record_of, record_row
from kgcore.store.decoding import decoded_turn
from kgcore.store.figures import OF_A_THREAD, OF_A_TURN, TURNS, figure_of
from kgcore.store.grouping import GroupCommit, Row
from kgcore.store.postgres.database import NUL, Database, clean, execute
from kgcore.store.postgres.forgetting import VACUUMED, forget_person, forget_thread, withdraw_question
from kgcore.store.postgres.replicas import ALIVE, CHANNEL, PostgresReplicas
from kgcore.store.postgres.rows import read_values, values_of
from kgcore.store.postgres.schema import ARRIVING, AUDITING, NOW, RELAXED, Session
from kgcore.store.schema import KINDS, TURN
from kgcore.store.sql import SqlStore
from kgcore.values.audit import AuditEntry, AuditRecord, next_record
from kgcore.values.message import Incoming
from kgcore.values.remembering import Kept, turns_bytes
from kgcore.values.reply import Figure
from kgcore.values.thread import Crashes, ThreadInfo, Turn

T = TypeVar("T")
log = logging.getLogger("evigraph.store")
THREADS = 24 << 20  # bytes of threads whose turns are kept together, those asked for last
_MANY = 50  # claims of a turn from which on it is written out beside the event loop
_AT_ONCE = 50  # answers beyond those whose pictures are kept that are looked through at once
# The turns of a thread, where their number or one of them has changed; in any case the two by which that is known.
_TURNS = """
WITH stamp AS (SELECT count(*) AS number, coalesce(sum(changed), 0) AS sum FROM turns WHERE thread = %s)
SELECT number, sum, seq, body FROM stamp LEFT JOIN turns ON thread = %s AND (number, sum) <> (%s, %s) ORDER BY seq"""
_COLUMNS = "number, at, deed, place, what, person_seal, text_seal, digest, person, person_salt, text, text_salt"
# Whoever noted work and is not alive has died under it; alone where it was the only event.
_COUNT = f"""
WITH dead AS (
    SELECT replica, count(*) AS events FROM work WHERE working GROUP BY replica
    HAVING replica NOT IN (SELECT name FROM unnest(%s::text[]) AS name WHERE {ALIVE}))
UPDATE work SET working = false, alone = alone + CASE WHEN events = 1 THEN 1 ELSE 0 END,
    together = together + CASE WHEN events = 1 THEN 0 ELSE 1 END
FROM dead WHERE dead.replica = work.replica AND working"""
_LAST_RECORD = (
    f"SELECT {NOW}, coalesce(max(number), 0), coalesce((SELECT digest FROM audit ORDER BY number DESC LIMIT 1), '')"
    " FROM audit"
)
_FOUND = "SELECT event, together, alone FROM work JOIN inbox ON inbox.id = work.event WHERE finished IS NULL"
_ARRIVED = """
WITH kept AS (
    INSERT INTO inbox (id, kind, body, attempts, replica)
    SELECT id, kind, body, tries, %s
    FROM unnest(%s::text[], %s::text[], %s::text[], %s::integer[])
    WITH ORDINALITY AS came (id, kind, body, tries, place) ORDER BY place
    ON CONFLICT (id) DO NOTHING RETURNING id)
SELECT id, pg_notify(%s, '') FROM kept"""
_SUPERSEDED = """
DELETE FROM figures WHERE seq IN (
    SELECT seq FROM figures WHERE key >= %s || '/' AND key < %s || '0' ORDER BY seq DESC OFFSET %s)"""
_LEFT_BEHIND = """
DELETE FROM figures USING turns AS t WHERE figures.key >= t.id || '/' AND figures.key < t.id || '0'
    AND t.id <> %(of)s AND t.thread = (SELECT thread FROM turns WHERE id = %(of)s) AND t.seq < (
        SELECT seq FROM turns WHERE thread = (SELECT thread FROM turns WHERE id = %(of)s)
        ORDER BY seq DESC LIMIT 1 OFFSET %(most)s)"""
_OLD = """
DELETE FROM figures USING turns AS t WHERE figures.key >= t.id || '/' AND figures.key < t.id || '0'
    AND t.id <> %s AND t.seq BETWEEN (SELECT max(seq) FROM turns) - %s - %s AND (SELECT max(seq) FROM turns) - %s"""


class PostgresStore(SqlStore):
    """See `kgcore.ports.Store`. Constructed means open; raises StoreError where the database cannot be used."""

    now = NOW
    ordered = 'COLLATE "C"'

    def __init__(self, url: str) -> None:
        self._db = Database(url)
        self.name = secrets.token_hex(8)  # of this process among the replicas
        self.replicas = PostgresReplicas(self._db, self.name)
        self._group_commit = GroupCommit(self._keep)
        self._threads = Kept[str, tuple[tuple[int, int], tuple[Turn, ...]]](THREADS)

    async def _one(self, sql: str, *values: str | int) -> tuple[object, ...] | None:
        return await self._db.one(_marked(sql), *values)

    async def _all(self, sql: str, *values: str | int) -> list[tuple[str, ...]]:
        return await self._db.all(_marked(sql), *values)

    async def _write(self, sql: str, *values: str | int) -> int:
        return await self._db.write(_marked(sql), *values)

    async def _read(self, table: str, sql: str, value: Callable[..., T], *values: str | int) -> list[T]:
        return await self._db.run(lambda session: read_values(session, table, _marked(sql), value, *values))

    # ── inbox ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def keep(self, event: Incoming, entry: AuditEntry | None = None, *, tried: bool = False) -> bool:
        kind = type(event).__name__
        return await self._group_commit.keep((event.id, kind, KINDS[kind].dump_json(event).decode(), tried, entry))

    async def _keep(self, rows: Sequence[Row]) -> Sequence[bool]:
        """Keep all of them in as few statements as one: who waits for them waits for each way there and back."""

        def work(session: Session) -> list[bool]:
            # One replica at a time: a number that can be seen has no smaller one behind it that cannot be seen yet.
            execute(session, "SELECT pg_advisory_xact_lock(%s)", ARRIVING)
            columns = zip(*(row[:3] for row in rows), strict=True)
            ids, kinds, bodies = ([str(clean(value)) for value in column] for column in columns)
            came = ids, kinds, bodies, [int(row[3]) for row in rows]
            kept = {str(id) for id, _ in execute(session, _ARRIVED, self.name, *came, CHANNEL).fetchall()}
            new = [id in kept and id not in ids[:place] for place, id in enumerate(ids)]
            add_records(session, [row[4] for row, one in zip(rows, new, strict=True) if one])
            return new

        return await self._db.commit(work, first=True)

    async def begin_work(self, event: str) -> None:
        sql = (
            f"INSERT INTO work (event, working, replica) SELECT %s, true, %s WHERE {RELAXED}"
            " ON CONFLICT (event) DO UPDATE SET working = true, replica = excluded.replica"
        )
        await self._db.write(sql, event, self.name)

    async def end_work(self, *events: str) -> None:
        if events:
            await self._db.write(
                f"UPDATE work SET working = false WHERE {RELAXED} AND event = ANY(%s) AND replica = %s",
                list(events),
                self.name,
            )

    async def count_crashes(self) -> Mapping[str, Crashes]:
        def work(session: Session) -> dict[str, Crashes]:
            names = execute(session, "SELECT DISTINCT replica FROM work WHERE working").fetchall()
            execute(session, _COUNT, [str(name) for (name,) in names])
            found = execute(session, _FOUND).fetchall()
            return {str(event): Crashes(int(str(together)), int(str(alone))) for event, together, alone in found}

        return await self._db.commit(work)

    async def finish(self, event: str, incident: str = "") -> None:
        # One statement, and so one transaction and one round trip. A receipt of this name is of a word aside, which
        # nobody edits any more.
        sql = (
            f"WITH done AS (UPDATE inbox SET finished = {NOW}, incident = %s, body = '' WHERE id = %s{{0}}),"
            " ended AS (DELETE FROM work WHERE event = %s) DELETE FROM receipts WHERE turn = %s"
        )
        # Where an answer is kept it would be brought once more, into its place; a word aside would be said twice.
        answered = f"AND CASE WHEN EXISTS (SELECT FROM turns WHERE turns.event = inbox.id) THEN {RELAXED} ELSE true END"
        await self._db.write(sql.format("" if incident else f" {answered}"), incident, event, event, event)

    # ── threads and turns ───────────────────────────────────────────────────────────────────────────────────────────

    async def turns(self, thread: str) -> Sequence[Turn]:
        """Read a thread's turns, once for all who ask until one of them changes."""
        kept = self._threads.look(thread)
        known, weighs = kept or (None, 0)
        count, changed = known[0] if known is not None else (-1, -1)

        def work(session: Session) -> tuple[tuple[int, int], tuple[Turn, ...]]:
            rows = execute(session, _TURNS, thread, thread, count, changed).fetchall()
            stamp = int(str(rows[0][0])), int(str(rows[0][1]))
            if known is not None and known[0] == stamp:
                return known
            bodies = [(seq, body) for _, _, seq, body in rows if seq is not None]
            return stamp, tuple(values_of(session, "turns", bodies, decoded_turn))

        found = await self._db.run(work)
        if known is None or found[1] is not known[1]:
            weighs = turns_bytes(found[1], known[1] if known is not None else (), weighs)
        self._threads.put(thread, found, weighs)  # the last one now
        return found[1]

    async def asked_by(self, person: str, limit: int = 2000) -> Sequence[Turn]:
        sql = "SELECT seq, body FROM turns WHERE person = %s ORDER BY seq DESC LIMIT %s"
        return (await self._read("turns", sql, decoded_turn, person, limit))[::-1]

    async def save(self, turn: Turn, event: str = "") -> None:
        many = len(turn.claims) > _MANY
        body = (await asyncio.to_thread(TURN.dump_json, turn) if many else TURN.dump_json(turn)).decode()
        relaxed = "" if turn.done else f" WHERE {RELAXED}"
        sql = (
            "WITH saved AS (INSERT INTO turns (id, thread, event, person, body) VALUES (%s, %s, %s, %s, %s)"
            " ON CONFLICT (id) DO UPDATE SET body = excluded.body, person = excluded.person,"
            " changed = nextval('changes'))"
            f" INSERT INTO threads (key, title, updated) SELECT %s, %s, {NOW}{relaxed}"
            " ON CONFLICT (key) DO UPDATE SET updated = excluded.updated"
        )
        await self._db.write(sql, turn.id, turn.thread, event or None, turn.person, body, turn.thread, turn.question)

    async def withdraw(self, turn: Turn, event: str) -> None:
        await self._forget(lambda session: withdraw_question(session, turn, event))

    async def threads(self, prefix: str, limit: int = 100, skip: int = 0, find: str = "") -> Sequence[ThreadInfo]:
        rows = await self._db.all(
            "SELECT key, title, (SELECT count(*) FROM turns WHERE thread = key), updated FROM threads"
            " WHERE starts_with(key, %s) AND title <> '' AND strpos(lower(title), lower(%s::text)) > 0"
            " ORDER BY updated DESC, (SELECT max(seq) FROM turns WHERE thread = key) DESC NULLS LAST"
            " LIMIT %s OFFSET %s",
            prefix,
            find,
            limit,
            skip,
        )
        return [ThreadInfo(key, title, int(turns), updated) for key, title, turns, updated in rows]

    async def forget_thread(self, thread: str) -> None:
        await self._forget(lambda session: forget_thread(session, thread))

    async def forget_person(self, person: str) -> None:
        await self._forget(lambda session: forget_person(session, person))

    async def _forget(self, work: Callable[[Session], None]) -> None:
        self._threads.clear()
        decoded_turn.clear()
        await self._db.commit(work)
        try:
            await self._db.run(lambda session: session.execute(f"VACUUM {', '.join(VACUUMED)}".encode()))
        except StoreError as error:  # it is forgotten all the same; the server's own vacuum takes it away later
            log.warning("deleted rows are taken away later: %s", error.message)

    # ── pictures, receipts, state ───────────────────────────────────────────────────────────────────────────────────

    async def figure(self, key: str) -> Figure | None:
        sql = "SELECT png, svg, alt, width, height, title FROM figures WHERE key = %s"

        def work(session: Session) -> Figure | None:
            return figure_of(key, session.execute(sql.encode(), [clean(key)]).fetchone())

        return await self._db.run(work)

    async def save_figure(self, key: str, figure: Figure) -> None:
        packed, of = zlib.compress(figure.svg.encode(), 6), key.rpartition("/")[0]
        saved = (
            "INSERT INTO figures (key, png, svg, alt, width, height, title) VALUES (%s, %s, %s, %s, %s, %s, %s)"
            " ON CONFLICT (key) DO UPDATE SET png = excluded.png, svg = excluded.svg, alt = excluded.alt,"
            " width = excluded.width, height = excluded.height, title = excluded.title, seq = excluded.seq"
        )

        def work(session: Session) -> None:
            execute(session, f"SELECT {RELAXED}")  # drawn again where it is lost
            execute(session, saved, key, figure.png, packed, figure.alt, figure.width, figure.height, figure.title)
            execute(session, _SUPERSEDED, of, of, OF_A_TURN)
            session.execute(_LEFT_BEHIND.encode(), {"of": clean(of), "most": OF_A_THREAD - 1})
            execute(session, _OLD, of, TURNS, _AT_ONCE, TURNS)

        await self._db.commit(work)

    async def state_keys(self, namespace: str, prefix: str) -> Sequence[str]:
        sql = "SELECT key FROM state WHERE namespace = %s AND starts_with(key, %s) ORDER BY key"
        return [key for (key,) in await self._db.all(sql, namespace, prefix)]

    # ── the audit trail ─────────────────────────────────────────────────────────────────────────────────────────────

    async def record(self, entry: AuditEntry) -> None:
        await self._db.commit(lambda session: add_records(session, [entry]))

    async def records(self, after: int = 0, limit: int = 1000) -> Sequence[AuditRecord]:
        sql = f"SELECT {_COLUMNS} FROM audit WHERE number > %s ORDER BY number LIMIT %s"
        return [record_of(row) for row in await self._db.all(sql, after, limit)]

    async def close(self) -> None:
        await self.replicas.leave()
        await self._db.close()


def _marked(sql: str) -> str:
    """Return a statement with the marks of this database in the place of `?`."""
    return sql.replace("?", "%s")


def add_records(session: Session, entries: Sequence[AuditEntry | None]) -> None:
    """Add the records of entries to the end of the trail, one process after the other; inside a transaction."""
    kept = [entry for entry in entries if entry is not None]
    if not kept:
        return
    execute(session, "SELECT pg_advisory_xact_lock(%s)", AUDITING)
    at, last, before = execute(session, _LAST_RECORD).fetchone() or ("", 0, "")
    records: list[AuditRecord] = []
    for number, entry in enumerate(kept, int(str(last)) + 1):
        place, person, what, text = (
            v.replace("\x00", NUL) for v in (entry.place, entry.person, entry.what, entry.text)
        )
        sound = replace(entry, place=place, person=person, what=what, text=text)
        records.append(next_record(sound, number, str(at), records[-1].digest if records else str(before)))
    marks = ", ".join(["%s"] * 12)
    with session.cursor() as cursor:  # all of them on one way there and back
        cursor.executemany(f"INSERT INTO audit ({_COLUMNS}) VALUES ({marks})".encode(), map(record_row, records))
