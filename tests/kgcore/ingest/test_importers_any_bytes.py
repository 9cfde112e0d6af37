"""Property: whatever the tables hold, an import gives a whole graph with a report, or one of our errors and nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from kgcore.errors import EvigraphError
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.ingest.report import ImportReport
from tests.kgcore.graph.tables import TABLES

CELLS = st.sampled_from(
    ["", " ", "D:1", "X:1", "X:2", "TREATS", "ISA", "true", "FALSE", "2020", "PMID:1", "DOI:10.1/x", "a|b|", "|", '"']
) | st.text(max_size=8)
ROWS = (
    st.lists(st.lists(CELLS, max_size=11).map("\t".join), max_size=6)
    .map("\n".join)
    .map(lambda text: text.encode("utf-8", "surrogatepass"))
)
TAILS = ROWS | st.binary(max_size=60)


def fill(source: Path, tables: dict[str, bytes]) -> Path:
    source.mkdir()
    for name, content in tables.items():
        (source / f"{name}.tsv").write_bytes(content)
    return source


def attempt(source: Path, to: Path) -> ImportReport | None:
    """Import and open: the report and the graph agree; or an error of ours, and nothing is left."""

    async def run() -> ImportReport:
        report = await import_graph(source, to, embedder=None)
        graph = EmbeddedGraph.open(to)
        info = graph.info
        await graph.close()
        assert (info.entities, info.relations, info.papers) == (report.entities, report.relations, report.papers)
        return report

    try:
        return asyncio.run(run())
    except EvigraphError:
        assert not to.exists()
        return None


@given(nodes=TAILS, edges=TAILS, papers=TAILS, predicates=TAILS)
def test_whatever_follows_good_rows(nodes: bytes, edges: bytes, papers: bytes, predicates: bytes) -> None:
    tails = {"nodes": nodes, "edges": edges, "papers": papers, "predicates": predicates}
    tables = {name: TABLES[name].encode() + tail for name, tail in tails.items()}
    with TemporaryDirectory() as room:
        report = attempt(fill(Path(room, "tables"), tables), Path(room, "graph"))
        assert report is not None
        assert report.entities >= 8


@settings(max_examples=30, deadline=None)
@given(table=st.sampled_from(list(TABLES)), content=st.binary(max_size=200))
def test_one_table_is_anything_at_all(table: str, content: bytes) -> None:
    tables = {name: content if name == table else text.encode() for name, text in TABLES.items()}
    with TemporaryDirectory() as room:
        attempt(fill(Path(room, "tables"), tables), Path(room, "graph"))


@given(content=TAILS)
def test_a_file_of_triples_is_anything_at_all(content: bytes) -> None:
    with TemporaryDirectory() as room:
        attempt(fill(Path(room, "facts"), {"facts": content}) / "facts.tsv", Path(room, "graph"))
