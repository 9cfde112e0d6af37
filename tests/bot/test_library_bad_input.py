"""Sources that cannot be read whole, and a library that is taken away: a line with the reason, and the rest goes in."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
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
