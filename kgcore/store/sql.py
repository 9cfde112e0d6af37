"""The half of the Store that both databases say in the same words of SQL; what differs stands in each."""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from kgcore.store.decoding import action_record_of, action_row, decoded_turn, event_of, note_of, note_row
from kgcore.values.actions import ActionRecord
from kgcore.values.audit import Activity
from kgcore.values.message import Incoming, Note
from kgcore.values.thread import Failure, ThreadInfo, Turn

T = TypeVar("T")
_DEEDS = "SELECT seq, event, thread, person, kind, body FROM deeds"
_RATINGS = (
    "SELECT deeds.seq, event, thread, person, deeds.kind, deeds.body, coalesce(received, '') FROM deeds"
    " LEFT JOIN inbox ON inbox.id = deeds.event WHERE deeds.kind = 'Rated' ORDER BY deeds.seq"
)
_ACTIVITY = (
    "SELECT person, place, count(*), max(at) FROM audit WHERE deed = 'asked' AND at >= ? GROUP BY person, place"
    " ORDER BY 3 DESC, 2, 1 LIMIT ?"
)


class SqlStore(ABC):
    """See `kgcore.ports.Store`. In a statement `?` stands for a value, whatever the database's own mark is."""

    now: ClassVar[str]  # the moment, in UTC, as the database writes it into a text
    ordered: ClassVar[str] = ""  # how a text is compared byte by byte, where the database would ask a language

    @abstractmethod
    async def _one(self, sql: str, *values: str | int) -> tuple[object, ...] | None:
        """Return the first row."""

    @abstractmethod
    async def _all(self, sql: str, *values: str | int) -> list[tuple[str, ...]]:
        """Return all rows."""

    @abstractmethod
    async def _write(self, sql: str, *values: str | int) -> int:
        """Run one statement, commit it, and return the number of rows changed."""

    @abstractmethod
    async def _read(self, table: str, sql: str, value: Callable[..., T], *values: str | int) -> list[T]:
        """Return the values of the rows, of which the first column names the row; what cannot be read is set aside."""

    async def check(self, room: int = 0) -> None:
        new = f"{time.time_ns()}{secrets.token_hex(room // 2)}"  # the same again, or what can be packed, needs no room
        await self.set_state("health", "written", new)

    async def pending(self) -> Sequence[Incoming]:
        sql = "SELECT seq, kind, body FROM inbox WHERE finished IS NULL ORDER BY seq"
        return await self._read("inbox", sql, event_of)

    async def attempt(self, event: str) -> int:
        sql = "UPDATE inbox SET attempts = attempts + 1 WHERE id = ? RETURNING attempts"
        return int(await self._text(sql, event) or 0)

    async def failures(self, limit: int = 20) -> Sequence[Failure]:
        sql = "SELECT id, kind, finished, incident FROM inbox WHERE incident <> '' ORDER BY seq DESC LIMIT ?"
        return [Failure(*row) for row in await self._all(sql, limit)]

    async def turn(self, id: str) -> Turn | None:
        found = await self._read("turns", "SELECT seq, body FROM turns WHERE id = ?", decoded_turn, id)
        return found[0] if found else None

    async def turn_of(self, event: str) -> Turn | None:
        found = await self._read("turns", "SELECT seq, body FROM turns WHERE event = ?", decoded_turn, event)
        return found[0] if found else None

    async def unused_since(self, before: str, after: str = "", limit: int = 100) -> Sequence[ThreadInfo]:
        found = f"SELECT key, title, updated FROM threads WHERE updated {self.ordered} < ? AND key > ?"
        rows = await self._all(f"{found} ORDER BY key LIMIT ?", before, after, limit)
        return [ThreadInfo(key, title, 0, updated) for key, title, updated in rows]

    async def rename_thread(self, thread: str, title: str) -> bool:
        return await self._write("UPDATE threads SET title = ? WHERE key = ?", title, thread) == 1

    async def choose_model(self, thread: str, model: str) -> None:
        await self._write(
            f"INSERT INTO threads (key, title, model, updated) VALUES (?, '', ?, {self.now})"
            " ON CONFLICT (key) DO UPDATE SET model = excluded.model",
            thread,
            model,
        )

    async def chosen_model(self, thread: str) -> str:
        return await self._text("SELECT model FROM threads WHERE key = ?", thread) or ""

    async def keep_action(self, action_record: ActionRecord) -> bool:
        sql = "INSERT INTO deeds (event, thread, person, kind, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        return await self._write(sql, *action_row(action_record)) == 1

    async def action_records(self, thread: str) -> Sequence[ActionRecord]:
        return await self._read("deeds", f"{_DEEDS} WHERE thread = ? ORDER BY seq", action_record_of, thread)

    async def actions_of(self, person: str, limit: int = 500) -> Sequence[ActionRecord]:
        sql = f"{_DEEDS} WHERE person = ? ORDER BY seq DESC LIMIT ?"
        return (await self._read("deeds", sql, action_record_of, person, limit))[::-1]

    async def ratings(self) -> Sequence[tuple[ActionRecord, str]]:
        return await self._read("deeds", _RATINGS, lambda *row: (action_record_of(*row[:5]), row[5]))

    async def note(self, id: str) -> Note | None:
        found = await self._read("notes", "SELECT id, kind, body FROM notes WHERE id = ?", note_of, id)
        return found[0] if found else None

    async def keep_note(self, note: Note) -> None:
        sql = "INSERT INTO notes (id, thread, person, kind, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._write(sql, *note_row(note))

    async def receipt(self, turn: str) -> str | None:
        return await self._text("SELECT receipt FROM receipts WHERE turn = ?", turn)

    async def save_receipt(self, turn: str, receipt: str) -> None:
        sql = (
            "INSERT INTO receipts (turn, receipt) VALUES (?, ?)"
            " ON CONFLICT (turn) DO UPDATE SET receipt = excluded.receipt"
        )
        await self._write(sql, turn, receipt)

    async def get_state(self, namespace: str, key: str) -> str | None:
        return await self._text("SELECT value FROM state WHERE namespace = ? AND key = ?", namespace, key)

    async def set_state(self, namespace: str, key: str, value: str | None) -> None:
        if value is None:
            await self._write("DELETE FROM state WHERE namespace = ? AND key = ?", namespace, key)
            return
        sql = (
            "INSERT INTO state (namespace, key, value) VALUES (?, ?, ?)"
            " ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value"
        )
        await self._write(sql, namespace, key, value)

    async def add_to_state(self, namespace: str, key: str, amount: int) -> int:
        if not amount:
            return int(await self.get_state(namespace, key) or 0)
        sql = (
            "INSERT INTO state (namespace, key, value) VALUES (?, ?, ?) ON CONFLICT (namespace, key) DO UPDATE SET"
            " value = CAST(CAST(state.value AS bigint) + CAST(excluded.value AS bigint) AS text) RETURNING value"
        )
        return int(await self._text(sql, namespace, key, str(amount)) or 0)

    async def activity(self, since: str, limit: int = 10_000) -> Sequence[Activity]:
        rows = await self._all(_ACTIVITY, since, limit)
        return [Activity(person, place, int(asked), last) for person, place, asked, last in rows]

    async def _text(self, sql: str, *values: str | int) -> str | None:
        """Return the first column of the first row."""
        row = await self._one(sql, *values)
        return str(row[0]) if row else None
