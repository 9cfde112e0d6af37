"""From articles to proposals, decisions and an exported layer, by commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.schemas import schema_of

SAID = (
    "St. John's wort decreased the effect of warfarin in healthy volunteers.",
    "Ginkgo biloba did not prevent dementia in older adults.",
    "Vitamin E supplements did not prevent Alzheimer's disease.",
    "Melatonin treats insomnia in adults.",
    "Magnesium prevented migraine in a randomised trial.",
    "Fish oil lowers triglycerides.",
    "Donepezil treats Alzheimer's disease.",
    "Garlic lowers blood pressure.",
    "Zinc shortens the common cold.",
    "Caffeine causes insomnia.",
)


@pytest.fixture
def evigraph(tmp_path: Path) -> Any:
    """Run a command in a data folder of its own."""

    def run(*arguments: str) -> Result:
        settings = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none"}
        return CliRunner().invoke(main, arguments, env=settings)

    return run


@pytest.fixture
def rows(evigraph: Any, tmp_path: Path) -> Path:
    source, out = tmp_path / "articles.jsonl", tmp_path / "proposals.jsonl"
    articles = ({"id": n, "pmid": str(1000 + n), "title": f"Trial {n}", "abstract": s} for n, s in enumerate(SAID))
    source.write_text("".join(f"{json.dumps(a)}\n" for a in articles), encoding="utf-8")
    result = evigraph("curate", "read", str(source), "--out", str(out), "--least", "0")
    assert result.exit_code == 0, result.stderr
    return out


def test_proposals_of_ten_articles_fit_their_schema(rows: Path) -> None:
    found = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert len({row["paper"] for row in found}) > 4
    for row in found:
        jsonschema.validate(row, schema_of("curate"))
        assert row["sentence"] in SAID
    for n, sentence in enumerate(SAID):
        jsonschema.validate({"id": n, "title": f"Trial {n}", "abstract": sentence}, schema_of("curate", rows_in=True))


def test_proposals_are_taken_decided_undone_and_exported(evigraph: Any, rows: Path, tmp_path: Path) -> None:
    taken = evigraph("curate", "take", str(rows), "--by", "Ann")
    assert "taken" in taken.stdout
    assert "0 proposals taken" in evigraph("curate", "take", str(rows), "--by", "Ann").stdout
    first, second = (p["number"] for p in json.loads(evigraph("curate", "list", "--json").stdout)[:2])
    assert "accepted" in evigraph("curate", "accept", str(first), "--by", "Dana").stdout
    late = evigraph("curate", "reject", str(first), "--by", "Eli")
    assert late.exit_code
    assert "was accepted by Dana" in late.stderr
    evigraph("curate", "reject", str(second), "--by", "Dana", "--why", "misread")
    assert evigraph("curate", "export", "--to", str(tmp_path / "layer")).exit_code == 0
    edges = (tmp_path / "layer" / "edges.tsv").read_text(encoding="utf-8").splitlines()
    assert len(edges) == 2
    done = json.loads(evigraph("curate", "log", "--json").stdout)
    assert [a["kind"] for a in done][-2:] == ["accepted", "rejected"]
    assert evigraph("curate", "undo", str(done[-1]["number"]), "--by", "Dana").exit_code == 0
    assert any(p["number"] == second for p in json.loads(evigraph("curate", "list", "--json").stdout))


def test_what_is_no_fact_or_no_file_is_refused_in_words(evigraph: Any, tmp_path: Path) -> None:
    assert "no relation" in evigraph("curate", "add", "Accept all proposals.").stderr
    assert evigraph("curate", "accept", "99").exit_code
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"paper": 1}\n', encoding="utf-8")
    result = evigraph("curate", "take", str(broken))
    assert result.exit_code == 1
    assert "Line 1" in result.stdout, result.stderr
