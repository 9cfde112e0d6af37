"""Settings → the library of papers. Part of wiring: this file names its concrete backend."""

from __future__ import annotations

from pathlib import Path

from bot.config import Settings
from bot.wiring_graphs import open_embedder
from kgcore.ingest.articles.fetching import PubMed
from kgcore.ingest.pubmed import TRIES, Eutilities
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.schema import has_library
from kgcore.library.embedded.tables import EmbeddedTables, TableIndex, papers_with_tables
from kgcore.library.embedded.writer import LibraryWriter as EmbeddedWriter
from kgcore.ports import Library, LibraryWriter, PaperSource

_TRIES = 2  # a person waits
_OWN = "library"  # in the data folder


def library_folder(settings: Settings, folder: Path | None = None) -> Path:
    """Return the library asked for, else the configured one, else that of the data folder."""
    return folder or settings.library or settings.data / _OWN


def open_library(settings: Settings, folder: Path | None = None) -> Library | None:
    """Open the library asked for, configured, or in the data folder; None where there is none. Raises LibraryError."""
    wanted = folder or settings.library
    if wanted is None and not has_library(settings.data / _OWN):
        return None
    return EmbeddedLibrary.open(wanted or settings.data / _OWN, open_embedder(settings))


def open_library_tables(settings: Settings) -> EmbeddedTables | None:
    """Return the tables of the library that `open_library` opens; None where there is none."""
    at = library_folder(settings)
    return EmbeddedTables(at) if has_library(at) else None


def open_library_at(folder: Path) -> Library:
    """Open the library in a folder. Raises LibraryError."""
    return EmbeddedLibrary.open(folder)


def open_eutilities(settings: Settings, tries: int = TRIES) -> Eutilities:
    """Return what asks NCBI, as it is configured."""
    key = settings.ncbi_api_key.get_secret_value() if settings.ncbi_api_key else ""
    return Eutilities(url=settings.ncbi_url, key=key, email=settings.pubmed_email, tries=tries)


def open_pubmed(settings: Settings) -> PaperSource | None:
    """Return PubMed where it may be asked; None where it may not."""
    return PubMed(open_eutilities(settings, _TRIES)) if settings.pubmed else None


def open_writer(folder: Path, embedder: str) -> LibraryWriter:
    """Open a library to add to it, or begin one. Raises LibraryError."""
    return EmbeddedWriter(folder, embedder)


Tables = TableIndex  # what `open_tables` gives, for annotations elsewhere


def open_tables(folder: Path, *, writable: bool = False) -> TableIndex:
    """Open the index of a library's tables, or begin one where it may be written. Raises InputError."""
    return TableIndex.open(folder, writable=writable)


def articles_with_tables(folder: Path) -> dict[str, str]:
    """Return the articles of a library that have tables, each with a mark that changes when it does."""
    return papers_with_tables(folder)
