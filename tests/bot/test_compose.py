"""compose.yaml starts what the program is: its services, settings, ports and folders are those that it reads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from bot.config import variable_names

ROOT = Path(__file__).parents[2]
SERVERS = {"postgres": "/var/lib/postgresql/data", "neo4j": "/data"}  # images of others, and where they keep things


@pytest.fixture
def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return document


def started(compose: dict[str, Any], *profiles: str) -> set[str]:
    """Return the services that `docker compose --profile …` starts."""
    return {
        name
        for name, one in compose["services"].items()
        if not one.get("profiles") or set(profiles) & {*one["profiles"]}
    }


def test_a_profile_starts_what_the_documents_say(compose: dict[str, Any]) -> None:
    assert started(compose) == {"bot"}
    assert started(compose, "neo4j") == {"bot", "neo4j"}
    assert started(compose, "team") == {"bot", "second", "postgres", "neo4j"}


@pytest.mark.parametrize("name", ["bot", "second"])
def test_a_process_gets_settings_that_there_are_and_listens_where_it_is_looked_for(
    compose: dict[str, Any], name: str
) -> None:
    service = compose["services"][name]
    given = service["environment"]
    assert set(given) <= set(variable_names())
    (port,) = service["ports"]
    address, _, inside = port.rpartition(":")
    assert inside == given["EVIGRAPH_PORT"]
    assert address.startswith("127.0.0.1:")
    assert [mount.partition(":")[2] for mount in service["volumes"]] == [given["EVIGRAPH_DATA"]]
    assert f"EXPOSE {inside}" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert given["NEO4J_URI"] == "${NEO4J_URI:-neo4j://neo4j:7687}"  # the service's own name


def test_no_two_processes_share_a_folder_or_a_port(compose: dict[str, Any]) -> None:
    both = [compose["services"][name] for name in ("bot", "second")]
    for what in ("volumes", "ports"):
        assert not {*both[0][what]} & {*both[1][what]}


def test_what_is_kept_lies_in_a_volume(compose: dict[str, Any]) -> None:
    mounts = {name: dict(mount.split(":", 1) for mount in one["volumes"]) for name, one in compose["services"].items()}
    assert {volume for one in mounts.values() for volume in one} == set(compose["volumes"])
    for name, place in SERVERS.items():
        assert place in mounts[name].values()


def test_the_database_that_is_asked_for_is_the_one_that_is_made(compose: dict[str, Any]) -> None:
    made = compose["services"]["postgres"]["environment"]
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    (url,) = re.findall(r"EVIGRAPH_STORE=(postgresql://\S+?)\.?\s", text)
    assert url == f"postgresql://{made['POSTGRES_USER']}:PASSWORD@postgres:5432/{made['POSTGRES_DB']}"
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert re.search(r"^psycopg==", locked, re.MULTILINE), "the image cannot speak with PostgreSQL"
    assert re.search(r"^neo4j==", locked, re.MULTILINE), "the image cannot speak with Neo4j"
