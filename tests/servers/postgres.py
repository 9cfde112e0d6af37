"""A real PostgreSQL server for tests and benches, from the system's own package; it is started without being root.

`python -m tests.servers.postgres` runs one until it is told to end, and prints its address.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

USER = "evigraph"
NOBODY = 65534
PATIENCE = 30.0
FAST = "fsync=off\nsynchronous_commit=off\nfull_page_writes=off\n"
SETTINGS = "listen_addresses='127.0.0.1'\nunix_socket_directories=''\nshared_buffers=32MB\nmax_connections=60\n"


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL's programs, or None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parent.parent.name))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there else None


WHY_NOT = "" if programs() else "PostgreSQL is not installed (apt install postgresql): its tests are left out"


class PostgresServer:
    """A server on a free port; `url` is its address. It can be stopped, killed and started again."""

    def __init__(self, *, fast: bool = True) -> None:
        bin = programs()
        assert bin, WHY_NOT
        self._bin = bin
        self._folder = Path(tempfile.mkdtemp(prefix="evigraph-postgres-"))  # others may not look into pytest's folders
        self._data, self._log = self._folder / "data", self._folder / "log"
        self._running: subprocess.Popen[bytes] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"
        self._data.mkdir(mode=0o700)
        if os.getuid() == 0:  # the server refuses to be root
            for place in (self._folder, self._data):
                os.chown(place, NOBODY, NOBODY)
        options = ["-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
        with self._log.open("ab") as log:
            made = self._started(self._bin / "initdb", "-D", self._data, *options, log=log).wait()
        assert not made, self._log.read_text()
        with (self._data / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS + (FAST if fast else "") + f"port={self.port}\n")

    def _started(self, *command: str | Path, log: IO[bytes]) -> subprocess.Popen[bytes]:
        if os.getuid():
            return subprocess.Popen(command, stdout=log, stderr=log)
        return subprocess.Popen(command, stdout=log, stderr=log, cwd="/", user=NOBODY, group=NOBODY, extra_groups=[])

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as log:
            self._running = self._started(self._bin / "postgres", "-D", self._data, log=log)
        until = time.monotonic() + PATIENCE
        while subprocess.run([self._bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode:
            assert self._running.poll() is None, self._log.read_text()
            assert time.monotonic() < until, self._log.read_text()
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it; SIGINT is quick and clean, SIGQUIT as if the power had failed."""
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(PATIENCE)
            self._running = None

    def remove(self) -> None:
        """End it and delete what it kept."""
        self.stop()
        shutil.rmtree(self._folder)

    def database(self) -> str:
        """Return the address of a new, empty database."""
        import psycopg

        name = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self.url, autocommit=True) as session:
            session.execute(f"CREATE DATABASE {name}".encode())
        return self.url.replace("/postgres", f"/{name}")


@contextmanager
def postgres(*, fast: bool = True) -> Iterator[PostgresServer]:
    server = PostgresServer(fast=fast)
    try:
        server.start()
        yield server
    finally:
        server.remove()


if __name__ == "__main__":
    with postgres(fast=False) as running:
        print(running.url, flush=True)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        signal.pause()
