"""`evigraph kg build` from the command line: tables and what papers propose become one graph, and a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from kgcore.graph import starter_folder
from tests.kgcore.graph.tables import padded
from tests.kgcore.ingest.samples import folder
from tests.kgcore.ingest.test_merging import OURS, THEIRS

ARTICLE = """\
1|t|Garlic and the common cold.
1|a|Garlic treats the common cold. The odour x was strong.
1\t0\t6\tGarlic\tChemical\tS:4
1\t15\t26\tcommon cold\tDisease\tD003139
1\t28\t34\tGarlic\tChemical\tS:4
1\t46\t57\tcommon cold\tDisease\tD003139
"""


@pytest.fixture
def evigraph(tmp_path: Path) -> Any:
    def run(*args: object) -> Result:
        given = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none"}
        return CliRunner(env=given).invoke(main, [*map(str, args)], prog_name="evigraph")

    return run


def proposals(evigraph: Any, room: Path) -> Path:
    (room / "one.pubtator").write_text(ARTICLE, encoding="utf-8")
    a = folder(OURS, room / "ours")
    out = room / "proposals.jsonl"
    done = evigraph(
        "curate", "read", room / "one.pubtator", "--entities", "given", "--least", "0", "--out", out, "--kg", a
    )
    assert done.exit_code == 0, done.output
    return out


def test_several_sources_become_one_graph_with_every_decision(evigraph: Any, tmp_path: Path) -> None:
    a, b = folder(OURS, tmp_path / "ours"), folder(THEIRS, tmp_path / "theirs")
    built = evigraph("kg", "build", a, b, "--to", tmp_path / "new", "--json")
    record = json.loads(built.stdout)
    assert record["counts"]["merged"] >= 3
    assert {d["ruling"] for d in record["decisions"]} >= {"merged", "new", "apart", "doubtful, left apart"}
    table = (tmp_path / "new" / "merge-decisions.tsv").read_text(encoding="utf-8")
    assert len(table.splitlines()) == len(record["decisions"]) + 1


def test_a_build_gives_as_many_names_a_vector_as_the_setting_says(tmp_path: Path) -> None:
    a, b = folder(OURS, tmp_path / "ours"), folder(THEIRS, tmp_path / "theirs")
    given = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_MOST_VECTORS": "2"}
    line = ["kg", "build", str(a), str(b), "--to", str(tmp_path / "new"), "--json"]
    record = json.loads(CliRunner(env=given).invoke(main, line, prog_name="evigraph").stdout)
    assert record["remarks"]["names beyond 2, found by their words and not by their meaning"] > 0
    assert len(np.load(next((tmp_path / "new").glob("data-*/embeddings.npy")))) == 2


def test_what_an_import_takes_at_most_is_as_the_settings_say(tmp_path: Path) -> None:
    base = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none"}
    line = ["kg", "import", str(starter_folder()), "--to", str(tmp_path / "new"), "--json"]
    with_fewer = CliRunner(env=base | {"EVIGRAPH_MOST_SYNONYMS": "1"}).invoke(main, line, prog_name="evigraph")
    left = "synonyms beyond the first 1 of one thing, left out (EVIGRAPH_MOST_SYNONYMS)"
    assert json.loads(with_fewer.stdout)["remarks"][left] > 0
    refused = CliRunner(env=base | {"EVIGRAPH_MOST_PREDICATES": "1"}).invoke(main, line, prog_name="evigraph")
    assert refused.exit_code != 0
    assert "raise EVIGRAPH_MOST_PREDICATES" in " ".join(refused.stderr.split())


def test_what_papers_propose_waits_under_the_new_ids_and_decides_nothing(evigraph: Any, tmp_path: Path) -> None:
    rows = proposals(evigraph, tmp_path)
    built = evigraph("kg", "build", tmp_path / "ours", rows, "--to", tmp_path / "new")
    assert "1 proposal of papers in " in " ".join(built.stdout.split())
    (row,) = [json.loads(line) for line in (tmp_path / "new" / "proposals.jsonl").read_text("utf-8").splitlines()]
    assert (row["subject"]["id"], row["object"]["id"]) == ("S:4", "S:3")
    stats = json.loads(evigraph("kg", "stats", "--kg", tmp_path / "new", "--json").stdout)
    assert (stats["relations"], stats["entities"]) == (2, 4)
    taken = evigraph("curate", "take", tmp_path / "new" / "proposals.jsonl", "--kg", tmp_path / "new")
    assert "1 proposal taken" in taken.stdout


def test_a_merge_leaves_out_what_a_team_withdrew(evigraph: Any, tmp_path: Path) -> None:
    ours = folder(OURS, tmp_path / "ours")
    assert evigraph("curate", "withdraw", "E1", "--kg", ours, "--by", "Dana").exit_code == 0
    assert evigraph("curate", "export", "--to", tmp_path / "layer", "--kg", ours).exit_code == 0
    merged = evigraph("kg", "merge", ours, tmp_path / "layer", "--to", tmp_path / "new")
    assert "relations that a team's layer withdrew, left out: 1" in merged.stdout
    stats = json.loads(evigraph("kg", "stats", "--kg", tmp_path / "new", "--json").stdout)
    assert stats["relations"] == 1


def test_an_exported_layer_merges_into_a_new_base_and_the_report_tells_what_became_one(
    evigraph: Any, tmp_path: Path
) -> None:
    base, newer = starter_folder(), tmp_path / "newer"
    newer.mkdir()
    for file in base.glob("*.tsv"):  # the next release: an id has changed, its identifiers have not
        text = file.read_text(encoding="utf-8").replace("SUPP:zinc", "NEW:zinc")
        (newer / file.name).write_text(text, encoding="utf-8")
    evigraph("curate", "add", "Zinc treats insomnia.", "--paper", "PMID:77", "--by", "Ann", "--kg", base)
    evigraph("curate", "accept", "1", "--by", "Dana", "--kg", base)
    evigraph("curate", "name", "zinc", "spelter", "--by", "Dana", "--kg", base)
    evigraph("curate", "enter", "Placebol", "--type", "Drug", "--by", "Dana", "--kg", base)
    evigraph(
        "curate", "add", "Zinc treats migraine.", "--by", "Ann", "--kg", base
    )  # waits, and is no part of the layer
    exported = evigraph("curate", "export", "--to", tmp_path / "layer", "--kg", base)
    assert "1 fact, 1 name and 1 entity in" in " ".join(exported.stdout.split())
    merged = evigraph("kg", "merge", newer, tmp_path / "layer", "--to", tmp_path / "new", "--json")
    decisions = {d["second"]["id"]: d for d in json.loads(merged.stdout)["decisions"]}
    assert (decisions["SUPP:zinc"]["ruling"], decisions["SUPP:zinc"]["first"]["id"]) == ("merged", "NEW:zinc")
    (claims := tmp_path / "claims.jsonl").write_text(
        "".join(
            json.dumps({"id": n, "subject": "spelter", "relation": "treats", "object": what}) + "\n"
            for n, what in enumerate(("insomnia", "migraine"))
        ),
        encoding="utf-8",
    )
    told = [json.loads(line) for line in evigraph("verify", claims, "--kg", tmp_path / "new").stdout.splitlines()]
    assert [(t["verdict"] == "supported", t["subject"]["id"]) for t in told] == [
        (True, "NEW:zinc"),
        (False, "NEW:zinc"),
    ]
    assert "added by this team" in told[0]["why"]
    linked = evigraph("ask", "What is Placebol?", "--kg", tmp_path / "new").stdout
    assert "Placebol" in linked


def test_a_withdrawal_of_another_edge_with_the_same_id_leaves_it(evigraph: Any, tmp_path: Path) -> None:
    ours = folder(OURS, tmp_path / "ours")
    other = {**THEIRS, "edges.tsv": padded("id\tsubject\tpredicate\tobject\nE1\tT:1\tWORSENS\tS:3\n")}
    theirs = folder(other, tmp_path / "theirs")
    evigraph("curate", "withdraw", "E1", "--kg", ours, "--by", "Dana")
    evigraph("curate", "export", "--to", tmp_path / "layer", "--kg", ours)
    merged = evigraph("kg", "merge", theirs, tmp_path / "layer", "--to", tmp_path / "new")
    assert "withdrew" not in merged.stdout


def test_a_list_of_withdrawn_edges_that_cannot_be_read_is_named(evigraph: Any, tmp_path: Path) -> None:
    ours, theirs = folder(OURS, tmp_path / "ours"), folder({**THEIRS, "withdrawn.json": "[1]"}, tmp_path / "theirs")
    merged = evigraph("kg", "merge", ours, theirs, "--to", tmp_path / "new")
    assert merged.exit_code == 1
    assert "withdrawn.json: entry 1: names no edge." in " ".join(merged.stderr.split())
