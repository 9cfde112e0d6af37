"""What every platform's package declares; configuration, wiring, checks and the command line loop over it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adapters import platforms
from adapters.port import Platform
from bot.config import load_settings, variable_names
from bot.examine import PARTS
from bot.wiring import open_adapters
from kgcore.errors import ConfigError
from kgcore.store.sqlite import SqliteStore
from tests.page.scenario import ROOT

NOWHERE = Path("/nonexistent/.env")
LIBRARIES = ("slack_sdk", "slack_bolt", "discord", "microsoft_teams", "starlette")
ENOUGH = {
    "discord": {"DISCORD_TOKEN": "t"},
    "slack": {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"},
    "teams": {
        "TEAMS_CLIENT_ID": "11111111-1111-1111-1111-111111111111",
        "TEAMS_CLIENT_SECRET": "s",
        "TEAMS_TENANT_ID": "t",
    },
}
CHATS = [p for p in platforms() if not p.fallback]


def test_every_adapters_package_declares_a_platform_of_its_name() -> None:
    packages = sorted(p.parent.name for p in (ROOT / "adapters").glob("*/__init__.py"))
    assert [p.name for p in platforms()] == [
        name
        for name in packages
        if (ROOT / "adapters" / name / "app.py").exists() and name != "api"  # which programs use: nobody chats there
    ]
    assert len([p for p in platforms() if p.fallback]) == 1


@pytest.mark.parametrize("platform", CHATS, ids=lambda p: p.name)
def test_a_platform_can_be_configured_checked_and_read_about(platform: Platform) -> None:
    assert {s.name for s in platform.settings} <= set(variable_names())
    assert platform.name in PARTS
    assert (ROOT / platform.docs).is_file()


@pytest.mark.parametrize("platform", CHATS, ids=lambda p: p.name)
async def test_what_is_configured_is_opened_and_nothing_else(platform: Platform, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    opened = open_adapters(load_settings(ENOUGH[platform.name], NOWHERE), str, store)
    await store.close()
    assert list(opened) == [platform.name]
    assert opened[platform.name].name == platform.name


async def test_without_any_platform_the_page_is_opened(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    assert list(open_adapters(load_settings({}, NOWHERE), str, store)) == ["web"]
    await store.close()


def test_a_setting_of_a_platform_that_is_wrong_is_named_and_secrets_are_not_shown() -> None:
    with pytest.raises(ConfigError, match=r"TEAMS_CLOUD.*Mars"):
        load_settings({"TEAMS_CLOUD": "Mars"}, NOWHERE)
    with pytest.raises(ConfigError, match="DISCORD_MESSAGE_CONTENT"):
        load_settings({"DISCORD_MESSAGE_CONTENT": "perhaps"}, NOWHERE)
    settings = load_settings({"SLACK_BOT_TOKEN": "xoxb-secret", "DISCORD_TOKEN": "t-secret"}, NOWHERE)
    shown = f"{settings!r} {[settings.given_to(p) for p in platforms()]!r}"
    assert "secret" not in shown.replace("secret_key", "")


def test_mistakes_of_all_parts_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        load_settings({"TEAMS_CLOUD": "Mars", "EVIGRAPH_PORT": "eighty"}, NOWHERE)
    assert "TEAMS_CLOUD" in str(caught.value)
    assert "EVIGRAPH_PORT" in str(caught.value)


def test_reading_the_declarations_imports_no_platforms_library() -> None:
    """They look at the environment when they are imported, or take their time."""
    code = f"import sys, bot.config; print([name for name in {LIBRARIES!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("given", "status"), [(["--http", "http://x"], 2), (["--http", "https://x.example"], 0)])
def test_the_command_line_has_a_manifest_for_platforms_that_want_one(given: list[str], status: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "slack", "manifest", *given], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == status
    assert ("https://x.example/slack/events" in done.stdout) == (status == 0)
