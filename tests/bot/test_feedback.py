"""What an operator reads of ratings, and papers on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def evigraph(data: Path) -> Any:
    def run(*args: str) -> Result:
        runner = CliRunner(env={"EVIGRAPH_DATA": str(data), "EVIGRAPH_EMBEDDER": "none"})
        return runner.invoke(main, args, prog_name="evigraph")

    return run


def test_ratings_are_listed_with_what_was_rated_and_why(evigraph: Any) -> None:
    assert "Nobody has rated" in evigraph("feedback").stdout
    turn = json.loads(evigraph("ask", "Can vitamin E slow Alzheimer's disease?", "--thread", "a", "--json").stdout)
    for action in (f"kg1:up:{turn['turn']}:0", f"kg1:down:{turn['turn']}:1"):
        assert "Thanks" in evigraph("act", action, "--thread", "a").stdout
    evigraph("act", f"kg1:reason:{turn['turn']}:1", "--thread", "a", "--field", "reason=[red]One trial only.")
    first, second = json.loads(evigraph("feedback", "--json").stdout)
    assert (first["good"], first["claim"], first["question"]) == (True, None, turn["question"])
    assert (second["good"], second["claim"], second["reason"]) == (False, 1, "[red]One trial only.")
    assert second["said"]
    assert second["thread"] == "a"
    table = evigraph("feedback").stdout
    assert "👎" in table
    assert "[red]One trial only." in table


def test_papers_are_looked_up_with_the_claims_that_they_bear_on(evigraph: Any) -> None:
    text = evigraph("literature", "ginkgo dementia", "--ids").stdout
    assert "Ginkgo Biloba for Prevention of Dementia".lower() in text.lower()
    assert "− Ginkgo biloba prevents dementia" in text
    assert "kg1:page:" in text
    record = json.loads(evigraph("literature", "ginkgo dementia", "--json").stdout)
    assert {"id", "title", "journal", "year", "url", "bears"} <= record["papers"][0].keys()
    assert evigraph("literature", "xyzzy").exit_code == 0
