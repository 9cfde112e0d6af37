"""KNOWNET's published look-ups (IEEE VIS 2024), one pair at a time, to be measured beside ours on the same data.

Both names are matched case-insensitively over all nodes, then all relations between the two are asked for, then any
common neighbour. Same type in any direction: support; anything else that is found: relevant.
"""

from __future__ import annotations

from kgcore.graph.neo4j import Bolt
from kgcore.verdicts import Verdict

_BETWEEN = """\
MATCH (a:EvigraphEntity)-[r:STATES]-(b:EvigraphEntity)
WHERE toLower(coalesce(a.name, a.id)) = toLower($a) AND toLower(coalesce(b.name, b.id)) = toLower($b)
RETURN r.predicate AS predicate"""
_COMMON = """\
MATCH (a:EvigraphEntity)-[:STATES]-(x)-[:STATES]-(b:EvigraphEntity)
WHERE toLower(coalesce(a.name, a.id)) = toLower($a) AND toLower(coalesce(b.name, b.id)) = toLower($b)
RETURN x.id AS id LIMIT 1"""
SECONDS = 60.0


async def verdict(bolt: Bolt, subject: str, predicate: str, object: str) -> Verdict:
    """Return what the published rule makes of a claim."""
    found = await bolt.read(_BETWEEN, seconds=SECONDS, a=subject, b=object)
    if any(row["predicate"] == predicate for row in found):
        return Verdict.SUPPORTED
    common = found or await bolt.read(_COMMON, seconds=SECONDS, a=subject, b=object)
    return Verdict.RELEVANT if common else Verdict.UNSURE
