"""Batches: JSON lines in, one JSON line out for each, in the order of the input, whatever the lines hold.

A batch form is a row of `bot/batch_forms.py`: how a line is read, and what answers some of them at once. Everything
else is here, once for all forms. Nothing but a few lines at a time is held in memory.
"""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractAsyncContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import get_context
from typing import IO, TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bot.batch_files import RowWriter
from bot.config import Settings
from kgcore.errors import EvigraphError, InputError

if TYPE_CHECKING:
    from bot.wiring import Parts

LONGEST = 1_000_000  # bytes of one line
REMEMBERED = 100_000  # ids that are looked through for a second use, so that memory stays flat
AHEAD = 4  # chunks that wait for each process, so that none is idle
SHIPMENT = 32  # lines that go to another process together, at least

Id = str | int
Fields = Mapping[str, Any]
Record = Mapping[str, Any]


class NumberedLine(Protocol):
    """A row that was read."""

    @property
    def id(self) -> Id:
        """The input's own name for it."""
        ...


R = TypeVar("R", bound=NumberedLine)


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be used, and why."""

    id: Id | None
    number: int
    error: str


Answer = Callable[[Sequence[R]], Awaitable[Sequence[Record]]]


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What was asked for on the command line, besides files."""

    kg: str = ""
    model: str = "none"  # "none", "env" (what is configured), or the name of a configured model
    images: str = ""  # a folder for pictures; "": none are drawn
    top: int = 5
    library: str = ""  # a folder; "": the configured one
    parts: Parts | None = None  # what is open already, in this process; None: everything is opened for the batch


def no_thread(row: NumberedLine) -> str:
    """Return "": a row that goes on from no other."""
    return ""


@dataclass(frozen=True, slots=True)
class BatchForm(Generic[R]):
    """One batch form: `read` makes a row of a line's id and fields (raises InputError), `open` gives what answers rows.

    `row_in` and `row_out` are the types behind the schemas. `size` rows are answered together. Rows of one `thread`
    (a key; "": none) are answered in their order by one process.
    """

    name: str
    words: str
    row_in: Any
    row_out: Any
    read: Callable[[Id, Fields], R]
    open: Callable[[Settings, BatchOptions], AbstractAsyncContextManager[Answer[R]]]
    size: int = 1
    thread: Callable[[R], str] = no_thread


@dataclass(frozen=True, slots=True)
class Row(Generic[R]):
    """A line of the input (from 1) and what it asks for."""

    number: int
    asked: R | BadLine


@dataclass(frozen=True, slots=True)
class Chunk(Generic[R]):
    """Rows that are answered together; `replayed`: only for what follows, as their records are written already."""

    rows: tuple[Row[R], ...]
    thread: str = ""
    replayed: bool = False


# ── lines → rows ────────────────────────────────────────────────────────────────────────────────────────────────────


def bounded_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; of one that is longer than LONGEST, only as much as shows that it is."""
    while line := file.readline(LONGEST + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST)
        yield line


def read_rows(lines: Iterable[bytes], read: Callable[[Id, Fields], R]) -> Iterator[Row[R]]:
    """Yield a row for every line that is not blank."""
    for number, raw in enumerate(lines, 1):
        if raw.strip():
            yield Row(number, read_row(raw, number, read))


def read_row(raw: bytes, number: int, read: Callable[[Id, Fields], R]) -> R | BadLine:
    """Return what a line asks for; a line that cannot be used says why."""
    id: Id | None = None
    try:
        fields = _object(raw)
        id = _id(fields)
        return read(id, fields)
    except InputError as error:
        return BadLine(id, number, str(error))


def chunks_of(rows: Iterable[Row[R]], size: int, thread: Callable[[R], str] = no_thread) -> Iterator[Chunk[R]]:
    """Yield the rows in chunks of at most `size`, those of a thread alone."""
    some: list[Row[R]] = []
    for row in rows:
        key = "" if isinstance(row.asked, BadLine) else thread(row.asked)
        if some and key:
            yield Chunk(tuple(some))
            some = []
        if key:
            yield Chunk((row,), key)
        else:
            some.append(row)
        if len(some) >= size:
            yield Chunk(tuple(some))
            some = []
    if some:
        yield Chunk(tuple(some))


def text_of(fields: Fields, name: str) -> str:
    """Return a field that must hold words. Raises InputError."""
    if name not in fields:
        raise InputError(f'"{name}" is missing')
    value = fields[name]
    if not isinstance(value, str):
        raise InputError(f'"{name}" must be a string')
    if not value.strip():
        raise InputError(f'"{name}" is empty')
    return _sound(value, name)


def optional_text(fields: Fields, name: str) -> str:
    """Return a field that may be missing, null or empty. Raises InputError."""
    value = fields.get(name)
    if value is None or value == "":
        return ""
    return text_of(fields, name)


def texts_of(fields: Fields, name: str) -> list[str]:
    """Return the texts of a field that holds one or several; numbers count as text. Raises InputError."""
    value = fields[name]
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str | int) and not isinstance(one, bool) for one in values):
        raise InputError(f'"{name}" must be a string or a list of strings')
    return [text_of({name: str(one)}, name) for one in values]


def flag_of(fields: Fields, name: str) -> bool:
    """Return a field that is true or false; false where it is missing. Raises InputError."""
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise InputError(f'"{name}" must be true or false')
    return value


def _object(raw: bytes) -> dict[str, Any]:
    if len(raw) > LONGEST:
        raise InputError(f"longer than {LONGEST:,} bytes")
    try:
        value = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise InputError("not valid UTF-8 (is it Latin-1? Save the file as UTF-8)") from error
    except RecursionError as error:
        raise InputError("nested too deeply") from error
    except ValueError as error:
        raise InputError(f"not valid JSON ({error})") from error
    if not isinstance(value, dict):
        raise InputError("not a JSON object")
    return value


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise InputError("a field is given twice")
    return fields


def _no_number(name: str) -> None:
    raise InputError(f"{name} is not a JSON number")


def _id(fields: Fields) -> Id:
    if "id" not in fields:
        raise InputError('"id" is missing')
    id = fields["id"]
    if isinstance(id, str):
        return _sound(id, "id")
    if isinstance(id, int) and not isinstance(id, bool):
        return id
    raise InputError('"id" must be a string or a whole number')


def _sound(value: str, name: str) -> str:
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError(f'"{name}" holds half a character (a lone surrogate)')
    return value


# ── rows → records ──────────────────────────────────────────────────────────────────────────────────────────────────


async def answer_chunk(rows: Sequence[Row[R]], answer: Answer[R]) -> list[dict[str, Any]]:
    """Return one record for each row, in order; `ms` is what it took, its share where several were answered at once.

    Where some cannot be answered, each is tried alone, and says itself what is wrong.
    """
    good = [row.asked for row in rows if not isinstance(row.asked, BadLine)]
    began = time.perf_counter()
    try:
        found = list(await answer(good)) if good else []
    except EvigraphError as error:
        if len(rows) > 1:
            return [record for row in rows for record in await answer_chunk((row,), answer)]
        return [{"id": rows[0].asked.id, "line": rows[0].number, "error": str(error), "ms": _since(began, 1)}]
    ms, records = _since(began, len(good)), iter(found)
    return [
        {"id": row.asked.id, "line": row.number, "error": row.asked.error, "ms": 0.0}
        if isinstance(row.asked, BadLine)
        else {"id": row.asked.id, **next(records), "ms": ms}
        for row in rows
    ]


def _since(began: float, rows: int) -> float:
    return round((time.perf_counter() - began) * 1000 / max(1, rows), 3)


@contextmanager
def _answering(form: BatchForm[R], settings: Settings, options: BatchOptions) -> Iterator[_Here[R]]:
    """Open what answers, in this process. Raises EvigraphError."""
    with asyncio.Runner() as runner, ExitStack() as stack:
        opened = form.open(settings, options)
        answer = runner.run(_entered(opened))
        stack.callback(lambda: runner.run(_left(opened)))
        yield _Here(runner, answer)


async def _entered(opened: AbstractAsyncContextManager[Answer[R]]) -> Answer[R]:
    return await opened.__aenter__()


async def _left(opened: AbstractAsyncContextManager[Answer[R]]) -> None:
    await opened.__aexit__(None, None, None)


@dataclass(frozen=True, slots=True)
class _Here(Generic[R]):
    """Answers in this process; between two chunks nothing runs, so that Ctrl-C is heard while input is waited for."""

    runner: asyncio.Runner
    answer: Answer[R]

    def records(self, chunk: Chunk[R]) -> list[dict[str, Any]]:
        return self.runner.run(answer_chunk(chunk.rows, self.answer))


# ── several processes ───────────────────────────────────────────────────────────────────────────────────────────────

_here: list[_Here[Any]] = []  # of a process that answers for another one: what it has opened
_open = ExitStack()


def _begin_process(form: BatchForm[Any], settings: Settings, options: BatchOptions) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that was begun by hand hears it, and ends this one
    _here.append(_open.enter_context(_answering(form, settings, options)))


def _records_here(chunk: Chunk[Any]) -> list[dict[str, Any]]:
    return _here[0].records(chunk)


class _Processes(Generic[R]):
    """Answers in several processes, each with the same graph mapped into memory; a thread stays with one of them."""

    def __init__(self, jobs: int, form: BatchForm[R], settings: Settings, options: BatchOptions) -> None:
        begin, context = partial(_begin_process, form, settings, options), get_context("spawn")
        self._pools: list[ProcessPoolExecutor] = [ProcessPoolExecutor(1, context, begin) for _ in range(jobs)]
        self._next = 0

    def answered(self, chunks: Iterable[Chunk[R]]) -> Iterator[tuple[Chunk[R], list[dict[str, Any]]]]:
        """Yield every chunk with its records, in order. Raises EvigraphError where a process has died."""
        waiting: deque[tuple[Chunk[R], Future[list[dict[str, Any]]]]] = deque()
        try:
            for chunk in chunks:
                waiting.append((chunk, self._pool(chunk).submit(_records_here, chunk)))
                while len(waiting) > AHEAD * len(self._pools):
                    first, records = waiting.popleft()
                    yield first, records.result()
            for one, records in waiting:
                yield one, records.result()
        except BrokenProcessPool as error:
            raise EvigraphError(
                "A process of the batch has died.", hint="Go on with --resume and fewer --jobs."
            ) from error

    def _pool(self, chunk: Chunk[R]) -> ProcessPoolExecutor:
        if chunk.thread:  # hash() differs between runs, which nobody sees
            return self._pools[hash(chunk.thread) % len(self._pools)]
        self._next = (self._next + 1) % len(self._pools)
        return self._pools[self._next]

    def close(self) -> None:
        """End the processes, without what has not been begun."""
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools:
            pool.shutdown()


# ── a whole run ─────────────────────────────────────────────────────────────────────────────────────────────────────


def run_batch(
    form: BatchForm[R], settings: Settings, options: BatchOptions, source: IO[bytes], out: RowWriter, jobs: int = 1
) -> int:
    """Answer a whole file; return 1 when a row had an error, else 0. Raises EvigraphError where it cannot go on."""
    with ExitStack() as stack:
        here = stack.enter_context(
            _answering(form, settings, options)
        )  # with more processes, too: a graph is imported once
        stack.callback(out.close)
        twice = _Twice()
        fresh = _continued(twice.watched(read_rows(bounded_lines(source), form.read)), out, form)
        size = form.size if jobs == 1 else max(form.size, SHIPMENT)
        chunks = _chunked(fresh, size, form)
        if jobs > 1:
            processes = _Processes(jobs, form, settings, options)
            stack.callback(processes.close)
            answered = processes.answered(chunks)
        else:
            answered = ((chunk, here.records(chunk)) for chunk in chunks)
        tell = stack.enter_context(_progress())
        bad = out.errors
        for chunk, records in answered:
            if not chunk.replayed:
                out.write(records)
                bad += sum("error" in record for record in records)
                tell(len(records), bad)
    twice.tell()
    return 1 if bad else 0


def _continued(rows: Iterator[Row[R]], out: RowWriter, form: BatchForm[R]) -> Iterator[tuple[Row[R], str]]:
    """Yield the rows that are not written yet; of those that are, the ones in a thread, with that thread."""
    for id in out.written():
        row = next(rows, None)
        if row is None or row.asked.id != id:
            raise InputError(f"{out.name} was not written from this input: it has {id!r} elsewhere.")
        if not isinstance(row.asked, BadLine) and (thread := form.thread(row.asked)):
            yield row, thread
    out.begin()
    for row in rows:
        yield row, ""


def _chunked(rows: Iterable[tuple[Row[R], str]], size: int, form: BatchForm[R]) -> Iterator[Chunk[R]]:
    left = iter(rows)
    for row, replayed in left:
        if not replayed:
            yield from chunks_of(chain((row,), (one for one, _ in left)), size, form.thread)
            return
        yield Chunk((row,), replayed, replayed=True)


class _Twice:
    """Notices ids that are given more than once: their rows are answered like all others, and people are told."""

    def __init__(self) -> None:
        self._seen: set[Id] = set()
        self._count = 0
        self._first: Id = ""

    def watched(self, rows: Iterable[Row[R]]) -> Iterator[Row[R]]:
        """Yield the rows, having looked at their ids."""
        for row in rows:
            if row.asked.id is not None:
                self._note(row.asked.id)
            yield row

    def _note(self, id: Id) -> None:
        if id in self._seen:
            self._first = self._first if self._count else id
            self._count += 1
        elif len(self._seen) < REMEMBERED:
            self._seen.add(id)

    def tell(self) -> None:
        """Say on standard error what was noticed."""
        if self._count:
            console = Console(stderr=True, markup=False, highlight=False)
            console.print(f"{self._count:,} rows have an id that stood before, the first of them {self._first!r}.")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Show on standard error how many rows are done, where that is a terminal."""
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed:,.0f} rows, {task.fields[bad]:,} with errors"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task("", total=None, bad=0)
        yield lambda rows, bad: bars.update(task, advance=rows, bad=bad)
