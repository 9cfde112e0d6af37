"""`evigraph tables`: the index follows the library, and reads nothing twice."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from bot.cli import main

ARTICLE = """<article><front><article-meta><article-id pub-id-type="pmc">PMC77</article-id>
<article-id pub-id-type="doi">10.1000/abc</article-id><article-id pub-id-type="pmid">123</article-id>
<title-group><article-title>Zinc for colds</article-title></title-group><abstract><p>We gave zinc.</p></abstract>
</article-meta></front><body><sec><title>Results</title><p>See the table.</p>
<table-wrap id="T1"><label>Table 1</label><caption><p>Days ill.</p></caption><table><thead><tr><th>Outcome</th>
<th>Zinc</th><th>Placebo</th></tr></thead><tbody><tr><td>Days</td><td>4.1</td><td>6.2</td></tr></tbody></table>
</table-wrap></sec></body></article>"""


def run(folder: Path, *args: object) -> str:
    env = {"EVIGRAPH_DATA": str(folder / "data"), "EVIGRAPH_EMBEDDER": "none"}
    result = CliRunner(env=env).invoke(main, list(map(str, args)), prog_name="evigraph")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_what_was_read_is_not_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.nxml").write_text(ARTICLE, encoding="utf-8")
    library = tmp_path / "library"
    run(tmp_path, "library", "add", tmp_path / "a.nxml", "--library", library)
    (library / "tables.db").unlink()  # what was added has its tables read at once
    read = [json.loads(run(tmp_path, "tables", "index", "--library", library, "--json"))["read"] for _ in range(2)]
    assert read == [1, 0]  # whichever of its three ids it is known by


def test_a_table_is_found_shown_and_drawn(tmp_path: Path) -> None:
    (tmp_path / "a.nxml").write_text(ARTICLE, encoding="utf-8")
    library = tmp_path / "library"
    run(tmp_path, "library", "add", tmp_path / "a.nxml", "--library", library)
    picture = tmp_path / "found.png"
    asked = ("--row", "Days", "--value", ">6", "--image", picture, "--json")
    found = json.loads(run(tmp_path, "tables", "search", "--library", library, *asked))
    assert [(t["id"], t["cells"]) for t in found["tables"]] == [("PMC77#T1", [[0, 2]])]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "6.2" in run(tmp_path, "tables", "show", "PMC77#T1", "--library", library)
