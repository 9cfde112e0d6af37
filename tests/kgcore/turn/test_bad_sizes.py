"""Sizes that no graph and no model should have: each is answered, or left out with a word on it, and quickly.

What a hub, an edge or an answer weighs is drawn small here (a tenth of what docs/performance.md tells
of), and so is what it may take; the imports that are killed and the full disk are in tests/kgcore/ingest.
"""

from __future__ import annotations

import time
from pathlib import Path

from kgcore.ingest.importing import import_graph
from kgcore.ingest.report import USUAL_CAPS
from kgcore.ingest.text import LONGEST_LINE
from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.answering import CUT_SHORT
from kgcore.values.tasks import Task
from tests.kgcore.house import Bot, bot, folder, words
from tests.kgcore.ingest.samples import folder as written
from tests.kgcore.ingest.samples import imported

__all__ = ["bot", "folder"]

NODES, EDGES = "id\tname\tcategory\tsynonym\n", "id\tsubject\tpredicate\tobject\tpublications\n"
MOST = 20.0  # seconds of the processor: what holds up others takes minutes


async def asked(files: dict[str, str], room: Path, *questions: str) -> list[str]:
    """Import a graph, ask, and return the answers; fails where one takes too long."""
    await import_graph(written(files, room / "source"), room / "graph", embedder=None)
    bot, answers = Bot(room / "graph", room), []
    try:
        for question in questions:
            began = time.process_time()
            answers.append(words((await bot.ask(question))[-1]))
            assert time.process_time() - began < MOST, question
    finally:
        await bot.graph.close()
        await bot.store.close()
    return answers


async def test_a_node_with_every_edge_of_the_graph_is_told_of(tmp_path: Path) -> None:
    many = 20_000
    nodes = "".join(f"D:{n}\tdisease {n}\tDisease\t\n" for n in range(many))
    edges = "".join(f"e{n}\tA:1\ttreats\tD:{n}\tPMID:{n + 1}\n" for n in range(many))
    files = {"nodes.tsv": f"{NODES}A:1\taspirin\tDrug\t\n{nodes}", "edges.tsv": EDGES + edges}
    about, does, connected = await asked(
        files, tmp_path, "What is known about aspirin?", "Does aspirin treat disease 77?", "What treats disease 78?"
    )
    assert "20,000" in about or "aspirin treats" in about
    assert "One paper says yes: aspirin treats disease 77" in does
    assert "aspirin" in connected


async def test_an_edge_with_a_multitude_of_papers_lists_some_and_counts_the_others(tmp_path: Path) -> None:
    papers = "|".join(f"PMID:{n}" for n in range(1, 10_001))
    nodes = f"{NODES}A:1\taspirin\tDrug\t\nD:1\theadache\tDisease\t\n"
    files = {"nodes.tsv": nodes, "edges.tsv": f"{EDGES}e1\tA:1\ttreats\tD:1\t{papers}\n"}
    (answer,) = await asked(files, tmp_path, "Does aspirin treat headache?")
    assert "10,000 papers" in answer
    assert "1,000 of them are listed" in answer


def test_a_row_with_a_million_synonyms_is_left_out_with_its_relations_and_the_report_says_both(tmp_path: Path) -> None:
    synonyms = "|".join(f"name {n}" for n in range(1_000_000))
    assert len(synonyms) > LONGEST_LINE
    nodes = f"{NODES}A:1\taspirin\tDrug\t{synonyms}\nA:2\tzinc\tDrug\t\nD:1\theadache\tDisease\t\n"
    edges = f"{EDGES}e1\tA:1\ttreats\tD:1\tPMID:1\ne2\tA:2\ttreats\tD:1\tPMID:2\n"
    report, rows = imported({"nodes.tsv": nodes, "edges.tsv": edges}, tmp_path)
    assert [row.publications for row in rows] == [("PMID:2",)]
    told = str(report)
    assert "too long" in told
    assert "A:1" in told


async def test_of_a_hundred_thousand_synonyms_of_one_thing_the_first_are_kept_and_the_report_counts_the_others(
    tmp_path: Path,
) -> None:
    synonyms = "|".join(f"zq{n}" for n in range(100_000))  # a line that is just short enough to be read
    files = {
        "nodes.tsv": f"{NODES}A:1\tzinc\tDrug\t{synonyms}\nB:1\tcolds\tDisease\t\n",
        "edges.tsv": f"{EDGES}e1\tA:1\ttreats\tB:1\tPMID:1\n",
    }
    (about,) = await asked(files, tmp_path, "What is known about zq7?")
    assert "zinc treats colds" in about.lower()
    report = (tmp_path / "graph" / "import-report.txt").read_text("utf-8")
    most = USUAL_CAPS.synonyms
    assert f"beyond the first {most:,} of one thing, left out (EVIGRAPH_MOST_SYNONYMS): {100_000 - most:,}" in report


async def test_an_answer_with_five_thousand_claims_is_read_as_far_as_one_is_and_says_so(bot: Bot) -> None:
    said = "[Zinc|DietarySupplement]($N1) [treats]($R1:TREATS, $H, $N1, $N2) the [common cold|Disease]($N2). "
    bot.start(ScriptedModel({Task.ANSWER: (said * 5_000,)}, chunk=4_000))
    began = time.process_time()
    turn = await bot.turn(await bot.ask("Does zinc help with the common cold?"))
    assert time.process_time() - began < MOST
    assert CUT_SHORT in turn.notices
    assert 0 < len(turn.claims) < 5_000
