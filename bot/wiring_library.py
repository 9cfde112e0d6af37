"""Settings → the library of papers. Part of wiring: this file names its concrete backends."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import Settings
from bot.wiring_graphs import open_embedder
from kgcore.ingest.articles.fetching import PubMed
from kgcore.ingest.pubmed import TRIES, Eutilities
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.schema import has_library
from kgcore.library.embedded.tables import EmbeddedTables, TableIndex
from kgcore.library.embedded.writer import LibraryWriter as EmbeddedWriter
from kgcore.ports import Embedder, Library, LibraryWriter, PaperSource

if TYPE_CHECKING:
    from kgcore.library.neo4j.connection import Connection

NEO4J = Path("neo4j")  # in the place of a folder: the library in the database that NEO4J_URI names
_TRIES = 2  # a person waits
_OWN = "library"  # in the data folder
_OWN_TABLES = "library-tables"


def library_folder(settings: Settings, folder: Path | None = None) -> Path:
    """Return the library asked for, else the configured one, else that of the data folder."""
    return folder or settings.library or settings.data / _OWN


def is_library(source: Path) -> bool:
    """Whether a source of papers is a library itself."""
    return source == NEO4J or has_library(source)


def open_library(settings: Settings, folder: Path | None = None) -> Library | None:
    """Open the library asked for, configured, or in the data folder; None where there is none. Raises LibraryError."""
    wanted = folder or settings.library
    if wanted is None and not has_library(settings.data / _OWN):
        return None
    return open_library_at(settings, library_folder(settings, folder), open_embedder(settings))


def open_library_at(settings: Settings, where: Path, embedder: Embedder | None = None) -> Library:
    """Open the library in a folder, or (`NEO4J`) in the database. Raises LibraryError."""
    if where == NEO4J:
        from kgcore.library.neo4j.library import Neo4jLibrary

        return Neo4jLibrary(_connection(settings), embedder)
    return EmbeddedLibrary.open(where, embedder)


def open_writer(settings: Settings, where: Path, embedder: str) -> LibraryWriter:
    """Open a library to add to it, or begin one. Raises LibraryError."""
    if where == NEO4J:
        from kgcore.library.neo4j.writer import Neo4jWriter

        return Neo4jWriter(_connection(settings), embedder)
    return EmbeddedWriter(where, embedder)


def _connection(settings: Settings) -> Connection:
    from kgcore.library.neo4j.connection import Connection, Place

    if settings.log != "debug":  # what the driver complains of while it tries again, our errors tell once
        logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    return Connection(Place(settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database))


def tables_folder(settings: Settings, where: Path) -> Path:
    """Return where the index of a library's tables lies: beside it; of one in Neo4j, in the data folder."""
    return settings.data / _OWN_TABLES if where == NEO4J else where


def open_library_tables(settings: Settings) -> EmbeddedTables | None:
    """Return the tables of the library that `open_library` opens; None where there is none."""
    where = library_folder(settings)
    return EmbeddedTables(tables_folder(settings, where)) if where == NEO4J or has_library(where) else None


def open_eutilities(settings: Settings, tries: int = TRIES) -> Eutilities:
    """Return what asks NCBI, as it is configured."""
    key = settings.ncbi_api_key.get_secret_value() if settings.ncbi_api_key else ""
    return Eutilities(url=settings.ncbi_url, key=key, email=settings.pubmed_email, tries=tries)


def open_pubmed(settings: Settings) -> PaperSource | None:
    """Return PubMed where it may be asked; None where it may not."""
    return PubMed(open_eutilities(settings, _TRIES)) if settings.pubmed else None


Tables = TableIndex  # what `open_tables` gives, for annotations elsewhere


def open_tables(folder: Path, *, writable: bool = False) -> TableIndex:
    """Open the index of a library's tables, or begin one where it may be written. Raises InputError."""
    if writable:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return TableIndex.open(folder, writable=writable)
