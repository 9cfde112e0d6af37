"""Settings for all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# Seconds are measured in tests/bench; a busy machine is no fault. The same examples in every run of CI, so that a
# commit is judged by itself; new ones on people's machines.
settings.register_profile("people", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("people"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "people")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once what was left out for want of a Neo4j server."""
    if not os.environ.get("NEO4J_URI"):
        terminalreporter.write_line("NEO4J_URI is not set: the Neo4j half of the tests was skipped (docs/neo4j.md).")
