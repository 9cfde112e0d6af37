"""The app package: what Teams asks of it, for the bot that is configured."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from adapters.teams.manifest import UNFURLED, app_package, build_manifest
from kgcore.errors import ConfigError
from tests.page.scenario import ROOT
from tests.servers.teams_keys import CLIENT


def test_administrators_read_of_every_right_and_address_that_the_package_asks_for() -> None:
    told = (ROOT / "docs" / "teams.md").read_text(encoding="utf-8")
    asked = build_manifest(CLIENT, listen=True)["authorization"]["permissions"]["resourceSpecific"]
    assert all(f"`{right['name']}`" in told for right in asked)
    assert all(f"`{domain}`" in told for domain in UNFURLED)
    assert "authorization" not in build_manifest(CLIENT)


def test_the_package_holds_manifest_and_icons_of_the_right_size() -> None:
    with zipfile.ZipFile(io.BytesIO(app_package(CLIENT, public="https://bot.example.org"))) as file:
        assert sorted(file.namelist()) == ["color.png", "manifest.json", "outline.png"]
        made = json.loads(file.read("manifest.json"))
        colour, outline = (Image.open(io.BytesIO(file.read(n))) for n in ("color.png", "outline.png"))
    assert (colour.size, outline.size, outline.mode) == ((192, 192), (32, 32), "RGBA")
    assert {pixel[:3] for _, pixel in outline.getcolors(4096) or [] if isinstance(pixel, tuple)} == {(255, 255, 255)}
    assert made["id"] == made["bots"][0]["botId"] == CLIENT
    assert made["validDomains"] == ["bot.example.org"]


def test_the_same_settings_give_the_same_package() -> None:
    assert app_package(CLIENT) == app_package(CLIENT)


def test_texts_keep_to_the_lengths_of_the_manifests_schema() -> None:
    made = build_manifest(CLIENT)
    assert len(made["name"]["short"]) <= 30
    assert len(made["name"]["full"]) <= 100
    assert len(made["description"]["short"]) <= 80
    assert len(made["description"]["full"]) <= 4000
    commands = made["bots"][0]["commandLists"][0]["commands"]
    assert len(commands) <= 10
    for command in (*commands, *made["composeExtensions"][0]["commands"]):
        assert len(command["title"]) <= 32, command["title"]
        assert len(command["description"]) <= 128


def test_every_feature_of_the_issue_is_declared() -> None:
    made = build_manifest(CLIENT)
    bot, extension = made["bots"][0], made["composeExtensions"][0]
    assert set(bot["scopes"]) == {"personal", "team", "groupChat"}
    listed = {c["title"] for c in bot["commandLists"][0]["commands"]}
    assert {"ask", "literature", "settings", "progress", "summary", "forget", "help"} <= listed
    assert [(c["id"], c["type"]) for c in extension["commands"]] == [
        ("literature", "query"),
        ("check", "action"),
        ("map", "action"),
    ]
    (links,) = extension["messageHandlers"]
    assert {"pubmed.ncbi.nlm.nih.gov", "doi.org"} <= {*links["value"]["domains"]}
    assert "authorization" not in made
    assert "authorization" in build_manifest(CLIENT, listen=True)


def test_without_a_registration_there_is_no_package() -> None:
    with pytest.raises(ConfigError, match="TEAMS_CLIENT_ID"):
        app_package("")


def test_the_command_writes_the_package(tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "TEAMS_CLIENT_ID": CLIENT}
    command = [sys.executable, "-m", "bot", "teams", "manifest", "--to", "made/app.zip"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert zipfile.is_zipfile(tmp_path / "made" / "app.zip")
    assert "upload" in done.stderr
