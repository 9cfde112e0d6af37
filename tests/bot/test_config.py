"""Settings from the environment and .env: every name is documented, every mistake is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.config import load_settings, variable_names
from kgcore.errors import ConfigError

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = Path("/nonexistent/.env")


def test_without_anything_the_defaults_hold() -> None:
    settings = load_settings({}, NOWHERE)
    assert (settings.host, settings.port, settings.model_configured) == ("127.0.0.1", 8700, False)


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("EVIGRAPH_PORT=9000\nOPENAI_MODEL=small, big\n")
    settings = load_settings({"EVIGRAPH_PORT": "9001"}, tmp_path / ".env")
    assert (settings.port, settings.openai_models) == (9001, ("small", "big"))


def test_an_empty_value_means_the_default() -> None:
    assert load_settings({"EVIGRAPH_KG": "", "OPENAI_API_KEY": " "}, NOWHERE).kg is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"EVIGRAPH_PROT": "1"}, "Unknown setting EVIGRAPH_PROT"),
        ({"EVIGRAPH_PORT": "eighty"}, "EVIGRAPH_PORT.*integer.*eighty"),
        ({"EVIGRAPH_PORT": "99999"}, "EVIGRAPH_PORT.*65535"),
        ({"EVIGRAPH_EMBEDDER": "magic"}, "EVIGRAPH_EMBEDDER.*wordllama"),
        ({"OPENAI_BASE_URL": "ftp://x"}, "OPENAI_BASE_URL"),
        ({"EVIGRAPH_HOST": "http://localhost"}, "EVIGRAPH_HOST.*without http"),
        ({"OPENAI_MODEL": ", ,"}, "OPENAI_MODEL"),
        ({"EVIGRAPH_PROXIES": "127.0.0.1, nginx"}, "EVIGRAPH_PROXIES.*nginx"),
    ],
)
def test_a_mistake_is_named_with_its_variable(given: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError) as error:
        load_settings(given, NOWHERE)
    assert re.search(said, str(error.value), re.DOTALL)


def test_a_key_is_never_repeated_in_an_error_or_a_repr() -> None:
    settings = load_settings({"OPENAI_API_KEY": "sk-secret"}, NOWHERE)
    assert "sk-secret" not in repr(settings)


def test_a_line_without_an_equals_sign_is_named_with_its_number(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("# fine\nEVIGRAPH_PORT 9000\n")
    with pytest.raises(ConfigError, match=r"\.env:2"):
        load_settings({}, tmp_path / ".env")


def test_a_file_that_is_not_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"EVIGRAPH_PORT=\xff\xfe")
    with pytest.raises(ConfigError, match="UTF-8"):
        load_settings({}, tmp_path / ".env")


def test_the_example_file_lists_every_setting_with_its_default_and_words() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    listed = {
        line.partition("=")[0]: (line.partition("=")[2], lines[n - 1]) for n, line in enumerate(lines) if "=" in line
    }
    assert listed == {name: (default, f"# {words}") for name, (default, words) in variable_names().items()}


def test_the_readme_lists_every_setting_with_its_default() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, (default, words) in variable_names().items():
        shown = f"`{default}`" if default else ""
        assert f"| `{name}` | {shown} | {words} |" in text


SECRETS = ("OPENAI_API_KEY", "SLACK_BOT_TOKEN", "DISCORD_TOKEN")


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("value", ["☃", "sk-\udcff", "sk\x01", "sk-a\nb"])
def test_a_key_that_no_request_could_carry_is_refused_unseen(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=f"{name}: it holds a character that no key has") as told:
        load_settings({name: value}, Path("none"))
    assert value not in str(told.value)


@pytest.mark.parametrize(
    "name", sorted(n for n in variable_names() if n.endswith(("_URL", "_URI", "_ISSUER", "_MIRROR")))
)
@pytest.mark.parametrize(
    "rest", ["☃/v1", "[x/v1", "x:99999/v1", "x:0", "x:☃", "", ":80", "x/\x01", "x/a\nb", "[::1", "x/\udcff"]
)
def test_an_address_that_nobody_could_call_is_named_with_its_setting(name: str, rest: str) -> None:
    scheme = {"NEO4J_URI": "neo4j", "DISCORD_GATEWAY_URL": "wss"}.get(name, "https")
    with pytest.raises(ConfigError, match=name):
        load_settings({name: f"{scheme}://{rest}"}, Path("none"))
    assert load_settings({name: f"{scheme}://[::1]:8000/a"}, Path("none"))
