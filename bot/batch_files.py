"""Where a batch's records go: standard output, or a file that is begun, replaced, or gone on with."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from kgcore.errors import InputError


class RowWriter:
    """Writes records as JSON lines. Nothing is touched before `begin`; whole lines stand in the file at any time.

    A file that exists is replaced with `force` and gone on with, with `resume`; else it is refused (InputError).
    """

    def __init__(self, path: Path | None, *, force: bool = False, resume: bool = False) -> None:
        self.name = str(path) if path else "standard output"
        self.errors = 0  # among the records that were written by an earlier run
        self._path = path
        self._resume = resume
        self._file: IO[bytes] | None = None
        if path and path.exists() and not (force or resume):
            raise InputError(f"{path} exists.", hint="Replace it with --force, or go on with it with --resume.")
        if resume and path is None:
            raise InputError("--resume needs --out: the file that is gone on with.")

    def written(self) -> Iterator[Any]:
        """Yield the ids of the records that an earlier run has written, in order; a cut last line is taken away."""
        if not self._resume or self._path is None or not self._path.exists():
            return
        with self._path.open("rb") as file:
            whole = 0
            for line in file:
                if not line.endswith(b"\n"):
                    break
                try:
                    record = json.loads(line)
                    id = record["id"]
                except (ValueError, TypeError, KeyError) as error:
                    raise InputError(f"{self._path} was not written by a batch; it is left as it is.") from error
                whole += len(line)
                self.errors += "error" in record
                yield id
        os.truncate(self._path, whole)

    def begin(self) -> None:
        """Open the file. Raises InputError where it cannot be written."""
        if self._path is None:
            self._file = sys.stdout.buffer
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab" if self._resume else "wb")
        except OSError as error:
            raise InputError(f"{self._path} cannot be written: {error.strerror}.") from error

    def write(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Write some records, so that whoever reads along has them. Raises BrokenPipeError and InputError."""
        if self._file is None:
            raise RuntimeError("begin() comes first")
        lines = (json.dumps(record, ensure_ascii=False) for record in records)
        try:
            self._file.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
            self._file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise InputError(
                f"{self.name} cannot be written: {error.strerror}.", hint="Go on with --resume."
            ) from error

    def close(self) -> None:
        """Close the file; standard output stays open."""
        if self._path is not None and self._file is not None:
            self._file.close()
