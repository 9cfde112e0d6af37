"""`evigraph kg predict`: trained on a graph, kept with it, asked one by one and as a batch; bad rows say why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.schemas import schema_of

NODES = "id\tname\tcategory\tsynonym\txref\tdescription\n"
EDGES = "id\tsubject\tpredicate\tobject\tnegated\tpublications\tknowledge_source\n"


def _graph(folder: Path) -> Path:
    """Four families: what binds a family's genes treats the illnesses that are tied to them; one pair is left open."""
    nodes = [f"D{n}\tdrug number {n}\tDrug\t\t\t" for n in range(24)]
    nodes += [f"G{n}\tgene number {n}\tGene\t\t\t" for n in range(12)] + [
        f"I{n}\tillness {n}\tDisease\t\t\t" for n in range(8)
    ]
    edges = [(f"D{d}", "BINDS", f"G{g}") for d in range(24) for g in range(12) if d // 6 == g // 3 and (d + g) % 4]
    edges += [(f"I{i}", "AFFECTS", f"G{g}") for i in range(8) for g in range(12) if i // 2 == g // 3]
    edges += [(f"D{d}", "TREATS", f"I{i}") for d in range(24) for i in range(8) if d // 6 == i // 2 and (d + i) % 5]
    folder.mkdir()
    (folder / "nodes.tsv").write_text(NODES + "\n".join(nodes) + "\n")
    rows = [f"e{n}\t{s}\t{p}\t{o}\tfalse\t\tmade" for n, (s, p, o) in enumerate(edges)]
    (folder / "edges.tsv").write_text(EDGES + "\n".join(rows) + "\n")
    (folder / "papers.tsv").write_text("id\ttitle\tjournal\tyear\turl\n")
    return folder


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Any:
    at = tmp_path_factory.mktemp("predicting")

    def run(*args: object, input: str = "") -> Result:
        env = {"EVIGRAPH_DATA": str(at / "data"), "EVIGRAPH_EMBEDDER": "none"}
        return CliRunner(env=env).invoke(main, ["kg", *map(str, args)], prog_name="evigraph", input=input)

    def ask(*args: object) -> Result:
        env = {"EVIGRAPH_DATA": str(at / "data"), "EVIGRAPH_EMBEDDER": "none"}
        return CliRunner(env=env).invoke(main, ["ask", *map(str, args)], prog_name="evigraph")

    assert run("import", _graph(at / "source"), "--to", at / "graph").exit_code == 0
    run.folder = at / "graph"  # type: ignore[attr-defined]
    run.ask = ask  # type: ignore[attr-defined]
    return run


@pytest.fixture(scope="module")
def trained(kg: Any) -> Any:
    result = kg("predict", "--train", "--kg", kg.folder, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["measured"]["auroc"] > 0.8
    return kg


def test_without_a_model_it_says_how_to_train_one(kg: Any) -> None:
    if not (kg.folder / "hypotheses.json").exists():
        refused = kg("predict", "illness 0", "--kg", kg.folder)
        assert refused.exit_code == 1
        assert "it has no hypotheses.json" in refused.stderr
        assert "evigraph kg predict --train" in refused.stderr
        assert str(kg.folder) not in refused.stderr


def test_what_else_might_treat_it_is_ranked_and_explained(trained: Any) -> None:
    found = json.loads(trained("predict", "illness 0", "--kg", trained.folder, "--json").stdout)
    first = found["predictions"][0]
    assert first["id"] in ("D0", "D5")  # of its family, and no edge yet
    assert first["paths"][0]["nodes"][0] == first["id"]
    assert not first["known"]
    assert "no evidence" in found["note"]


def test_the_printed_list_has_its_own_mark_and_no_verdict(trained: Any) -> None:
    shown = trained("predict", "illness 0", "--kg", trained.folder).stdout
    assert "◇" in shown
    assert not {"✓", "✗", "⚖", "ⓘ"} & set(shown)
    assert "Measured on this graph" in shown


def test_a_batch_answers_in_order_and_says_what_it_cannot_use(trained: Any) -> None:
    rows = [
        {"id": 1, "subject": "D1", "predicate": "TREATS", "object": "I0"},
        {"id": 2, "subject": "nothing at all", "object": "I0"},
        {"id": 3, "subject": "G1", "predicate": "treats", "object": "I0"},
        {"id": 4, "subject": "D0", "predicate": "paints", "object": "I0"},
        {"id": 5, "subject": "D0", "object": "illness 0"},
        {"id": 6, "subject": "D0"},
        *({"id": 7 + n, "subject": f"D{n}", "predicate": "TREATS", "object": f"illness {n}"} for n in range(4)),
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    result = trained("predict", "--batch", "-", "--kg", trained.folder, input=lines)
    out = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [row["id"] for row in out] == list(range(1, 11))
    for row, record in zip(rows, out, strict=True):
        jsonschema.validate(record, schema_of("predict"))
        if "error" not in record:
            jsonschema.validate(row, schema_of("predict", rows_in=True))
    assert (out[0]["known"], out[4]["known"]) == (True, False)
    assert 0 <= out[4]["probability"] <= 1
    errors = [row["error"] for row in out if "error" in row]
    assert len(errors) == 4
    assert "is of type Gene; the model is of Drug" in errors[1]
    assert 'no predicate "paints"' in errors[2]


def test_a_predicate_with_too_few_edges_is_refused(trained: Any) -> None:
    refused = trained("predict", "--train", "--predicate", "CAUSES", "--kg", trained.folder)
    assert refused.exit_code == 1
    assert 'no predicate "CAUSES"' in refused.stderr


def test_an_answer_guesses_where_a_model_was_trained_and_only_then(trained: Any) -> None:
    shown = trained.ask("What else might treat illness 0?", "--kg", trained.folder, "--json")
    turn = json.loads(shown.stdout)
    assert "◇ drug number" in shown.stdout
    assert turn["claims"] == []
    other = trained.ask("What treats illness 0?", "--kg", trained.folder, "--json")
    assert "◇" not in other.stdout
