"""A real Neo4j for tests: whichever NEO4J_URI names. `neo4j.sh start FOLDER PORT` starts one without root."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kgcore.graph.neo4j import Access, Bolt
from kgcore.graph.neo4j.bolt import BoltWaits

needs_neo4j = pytest.mark.neo4j  # skipped where NEO4J_URI is not set (tests/conftest.py)
_OURS = "MATCH (n) WITH count(n) AS all OPTIONAL MATCH (t:EvigraphTests) RETURN all, count(t) AS ours"
_WIPE = "MATCH (n) WHERE NOT n:EvigraphTests CALL { WITH n DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"


def access() -> Access:
    """Return what the environment says of the server for tests."""
    names = ("NEO4J_URI", "NEO4J_USER", "NEO4J_PASSWORD", "NEO4J_DATABASE")
    return Access(*(os.environ.get(name, "") for name in names))


def patient_bolt() -> Bolt:
    """Connect with patience: where answers are compared, a server that is slow beside other tests is not away."""
    return Bolt(access(), waits=BoltWaits(turn=60.0, late=60.0, word=30.0))


@asynccontextmanager
async def opened() -> AsyncIterator[Bolt]:
    """Connect; fails where the database holds anything that tests did not put there, for they replace graphs."""
    bolt = patient_bolt()
    try:
        (row,) = await bolt.read(_OURS)
        if row["all"] and not row["ours"]:
            pytest.fail("NEO4J_URI names a database with data in it; the tests want one of their own.")
        if not row["ours"]:
            async with bolt.writing() as writer:
                await writer.once("MERGE (:EvigraphTests)")
        yield bolt
    finally:
        await bolt.close()


async def wipe(bolt: Bolt) -> None:
    """Take everything out of the database but the mark of the tests."""
    async with bolt.writing() as writer:
        await writer.schema(_WIPE)
