"""Tests that share one server run one after the other: pytest-xdist has to see the groups of tests/conftest.py."""

from __future__ import annotations

import pytest

from tests.servers.neo4j import needs_neo4j


@needs_neo4j
def test_tests_on_the_one_database_are_kept_together(request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):  # set in the workers of `--dist loadgroup`
        pytest.skip("one process: nothing to keep together")
    assert request.node.nodeid.endswith("@neo4j")
