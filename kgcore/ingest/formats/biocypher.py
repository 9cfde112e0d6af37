"""What BioCypher writes: tables for Neo4j's bulk import with their headers in files of their own.

Format: https://biocypher.org/output/neo4j.html
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kgcore.ingest.formats import Format, RecognisedSource
from kgcore.ingest.formats.neo4j import Neo4jSource, arrange_headers, table_sign
from kgcore.ingest.text import FileHead


class BioCypherSource(Neo4jSource):
    """See `RowSource`."""

    def node_properties(self, rest: dict[str, str], id: str) -> dict[str, str]:
        """Return the properties of an entity, without those that repeat its id."""
        return {key: value for key, value in rest.items() if value != id}

    def array_mark(self, top: FileHead) -> str:
        """Return what stands between the items of a list."""
        return self.options.get("array-delimiter") or "|"


def _fits(source: Path, found: RecognisedSource, half: Sequence[FileHead]) -> bool:
    """Tell it from other tables for Neo4j by its names: "Drug-header.csv" beside "Drug-part000.csv"."""
    return any("part" in table.stem.lower() for table, _ in found.headers)


FORMAT = Format(
    name="biocypher",
    title="BioCypher output",
    rank=35,
    needs="files named …-header.csv with :ID or :START_ID columns, beside …-part000.csv",
    both_needed=True,
    sign=table_sign,
    arrange=arrange_headers,
    fits=_fits,
    read=BioCypherSource,
    shape=(
        r"as `neo4j`, with `…-header.csv` and `…-part000.csv`, `;` between cells, `\|` in arrays;"
        " `neo4j-admin-import-call.sh` is read for its delimiters and quote"
    ),
    keeps="the label that the file is named after is the type",
)
