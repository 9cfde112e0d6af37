"""Sources that cannot be read whole, and a library that is taken away: a line with the reason, and the rest goes in."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfWriter

from bot.cli import main
from kgcore.errors import LibraryError
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.tables import EmbeddedTables
from kgcore.library.query import parse_query
from kgcore.library.tables_query import TableQuery
from tests.kgcore.ingest.articles.test_references import pdf_of

ARTICLE = """<article><front><article-meta><article-id pub-id-type="pmcid">PMC{id}</article-id>
<title-group><article-title>{title}</article-title></title-group><abstract><p>We gave zinc for colds.</p></abstract>
</article-meta></front><body><sec><title>Results</title><p>Colds were shorter.</p><table-wrap id="T1"><table>
<tr><th>Outcome</th><th>Zinc</th></tr><tr><td>Days</td><td>4.1</td></tr></table></table-wrap></sec></body></article>"""
# A limit on the size of files stands for a full disk: the system refuses the write in the same place.
FULL_DISK = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from bot.cli import main
main(sys.argv[2:])
"""


def closed(password: str) -> bytes:
    """Return a PDF that a password closes."""
    writer, out = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.encrypt(password, algorithm="RC4-128")
    writer.write(out)
    return out.getvalue()


def add(folder: Path, sources: Path) -> tuple[int, dict[str, Any]]:
    env = {"EVIGRAPH_DATA": str(folder / "data"), "EVIGRAPH_EMBEDDER": "none"}
    command = ["library", "add", str(sources), "--library", str(folder / "papers"), "--json"]
    result = CliRunner(env=env).invoke(main, command)
    return result.exit_code, json.loads(result.stdout)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "good.nxml").write_text(ARTICLE.format(id=1, title="Zinc for colds"), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("book.pdf", pdf_of("One of many", pages=5_000), "5,000 pages"),
        ("closed.pdf", closed("key"), "password"),
        ("scan.pdf", pdf_of("7"), "OCR"),
        ("cut.nxml", b"<article><front>", "cut.nxml"),
        ("bomb.nxml", b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><article>&c;</article>', "bomb.nxml"),
    ],
    ids=["5,000 pages", "password", "scan", "broken XML", "XML bomb"],
)
def test_one_bad_file_is_told_by_name_and_the_rest_goes_in(
    tmp_path: Path, sources: Path, name: str, content: bytes, reason: str
) -> None:
    (sources / name).write_bytes(content)
    code, report = add(tmp_path, sources)
    (unread,) = report["unread"]
    assert (code, report["new"], unread["file"]) == (1, 1, name)
    assert reason in json.dumps(unread, ensure_ascii=False)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("papers.csv", b"\xef\xbb\xbftitle;abstract\nZinc;Zinc helps\n", "RIS"),
        ("papers.csv", "title,abstract\nCafé,Zinc\n".encode("latin-1"), "RIS"),
        ("picture.png", b"\x89PNG\r\n\x1a\n", "RIS"),
        ("notes.txt", b"Buy milk", "RIS"),
        ("page.html", b"<html><body><p>Buy now</p></body></html>", "neither JATS nor PubMed"),
        ("empty.ris", b"", "empty"),
        ("half.bib", b"@article{a, title={No end", "half.bib:1"),
        ("rows.jsonl", b'{"title": "Zinc for colds", "abstract": "Zinc."}\n{"title": \n', "rows.jsonl:2"),
        ("cut.tar.gz", b"\x1f\x8b\x08nonsense", "cut short"),
        ("cut.gz", b"\x1f\x8b\x08nonsense", "cut.gz"),
        ("cut.tar.xz", b"\xfd7zXZ\x00nonsense", "cut.tar.xz"),
        ("long.ris", b"TY  - JOUR\nTI  - " + b"a" * (5 << 20), "long.ris:2"),
        ("cut.zip", b"PK\x03\x04nonsense", "cut short"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_named_is_told_of_whatever_it_is(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    code, report = add(tmp_path, tmp_path / name)
    (unread,) = report["unread"]
    assert (code, unread["file"]) == (1, name)
    assert reason in unread["reason"]
    assert "\n" not in unread["reason"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path, sources: Path) -> None:
    os.mkfifo(sources / "pipe.xml")
    assert add(tmp_path, sources)[1]["new"] == 1
    result = CliRunner().invoke(main, ["library", "add", str(sources / "pipe.xml"), "--library", str(tmp_path / "p")])
    assert (result.exit_code, "is no file" in result.output) == (1, True)


def test_one_id_twice_is_one_paper(tmp_path: Path, sources: Path) -> None:
    (sources / "again.nxml").write_text(ARTICLE.format(id=1, title="Zinc for colds, again"), encoding="utf-8")
    code, report = add(tmp_path, sources)
    assert (code, report["new"], report["unread"]) == (0, 1, [])


async def test_a_library_that_is_taken_away_while_it_is_searched_is_an_error_in_words(
    tmp_path: Path, sources: Path
) -> None:
    await asyncio.to_thread(add, tmp_path, sources)
    library, tables = EmbeddedLibrary.open(tmp_path / "papers"), EmbeddedTables(tmp_path / "papers")
    assert await library.search(parse_query("zinc"), 5)
    assert (await tables.search(TableQuery(row="Days"))).matches
    shutil.rmtree(tmp_path / "papers")
    with contextlib.suppress(LibraryError):  # what is open may still be read
        await library.search(parse_query("zinc colds"), 5)
    assert not (await tables.search(TableQuery(row="Days"))).matches
    await library.close()
    await tables.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
async def test_a_full_disk_is_told_and_what_was_in_stays_whole(tmp_path: Path, sources: Path) -> None:
    await asyncio.to_thread(add, tmp_path, sources)
    more = tmp_path / "more"
    more.mkdir()
    for n in range(2, 5):
        words = " ".join(f"w{n}x{m * 7919:x}" for m in range(8_000))  # which no packing makes small
        text = ARTICLE.format(id=n, title=f"Paper {n}").replace("Colds were", f"{words} were")
        (more / f"{n}.nxml").write_text(text, encoding="utf-8")
    room = (tmp_path / "papers" / "library.db").stat().st_size
    said = await asyncio.to_thread(_add_without_room, tmp_path, more, room)
    assert "Traceback" not in said
    assert "full" in said or "written" in said
    library = EmbeddedLibrary.open(tmp_path / "papers")
    assert list(await library.ids()) == ["PMC:PMC1"]
    assert [hit.article.id for hit in await library.search(parse_query("zinc"), 5)] == ["PMC:PMC1"]
    await library.close()


def _add_without_room(folder: Path, sources: Path, room: int) -> str:
    """Return what adding says where no file can grow beyond `room` bytes."""
    command = [sys.executable, "-c", FULL_DISK, str(room), "library", "add", str(sources)]
    env = {"EVIGRAPH_DATA": str(folder / "data"), "EVIGRAPH_EMBEDDER": "none"}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [*command, "--library", str(folder / "papers")], capture_output=True, text=True, env=env, cwd=root
    )
    assert done.returncode != 0
    return done.stdout + done.stderr
