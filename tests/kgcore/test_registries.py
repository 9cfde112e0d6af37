"""Backends by name: models, models of meaning, stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import load_settings
from bot.wiring import open_embedder, open_models, open_store
from kgcore.embedding.providers import EMBEDDERS, EmbedderAccess, embedder_names, is_embedder
from kgcore.embedding.providers import open_embedder as open_named
from kgcore.errors import ConfigError, StoreError
from kgcore.llm.openai import OpenAIModel
from kgcore.llm.providers import DEFAULT, PROVIDERS, split_name
from kgcore.ports import Store
from kgcore.store.opening import STORES
from kgcore.store.opening import open_store as open_store_at
from kgcore.values.tasks import ExtractRequest

NOWHERE = Path("/nonexistent/.env")
KEY = {"OPENAI_API_KEY": "k"}


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("gpt-4o-mini", "openai", "gpt-4o-mini"),
        ("openai:gpt-4o", "openai", "gpt-4o"),
        ("llama3.2:3b", "openai", "llama3.2:3b"),
        ("hf.co/x/y:Q4", "openai", "hf.co/x/y:Q4"),
        ("openai:", "openai", "openai:"),
        ("scripted:yes", "scripted", "yes"),
    ],
)
def test_only_a_providers_prefix_is_taken_off_a_models_name(name: str, provider: str, model: str) -> None:
    assert split_name(name) == (PROVIDERS[provider], model)


async def test_models_are_opened_in_order_under_the_names_that_were_configured() -> None:
    models = open_models(load_settings(KEY | {"OPENAI_MODEL": "openai:big, small"}, NOWHERE))
    assert list(models) == ["openai:big", "small"]
    assert [m.name for m in models.values()] == ["big", "small"]
    assert all(isinstance(m, OpenAIModel) for m in models.values())
    for model in models.values():
        await model.close()


def test_without_key_and_server_there_is_no_model_and_the_graph_answers_alone() -> None:
    settings = load_settings({}, NOWHERE)
    assert not settings.model_configured
    assert open_models(settings) == {}
    assert load_settings({"OPENAI_BASE_URL": "http://127.0.0.1:11434/v1"}, NOWHERE).model_configured


async def test_a_scripted_model_needs_no_key() -> None:
    settings = load_settings({"OPENAI_MODEL": "scripted:Zinc shortens colds."}, NOWHERE)
    assert settings.model_configured
    (model,) = open_models(settings).values()
    said = "".join([text async for text in model.stream(ExtractRequest("Does zinc help?", ("Drug",)))])
    assert said == "Zinc shortens colds."


def test_the_default_provider_is_one_of_them() -> None:
    assert DEFAULT in PROVIDERS


# ── meaning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("wordllama", True),
        ("none", True),
        ("openai", True),
        ("openai:text-embedding-3-large", True),
        ("fastembed:BAAI/bge-small-en-v1.5", True),
        ("openai:", False),
        ("none:x", False),
        ("magic", False),
        ("", False),
    ],
)
def test_an_embedder_is_known_by_its_kind_and_only_some_have_a_model(name: str, known: bool) -> None:
    assert is_embedder(name) == known


def test_embedders_are_opened_by_name_and_none_is_none() -> None:
    assert open_embedder(load_settings({"EVIGRAPH_EMBEDDER": "none"}, NOWHERE)) is None
    assert open_embedder(load_settings({"EVIGRAPH_EMBEDDER": "openai:m"} | KEY, NOWHERE)) is not None
    with pytest.raises(ConfigError, match="wordllama, openai"):
        open_named("magic", EmbedderAccess())
    assert all(name in embedder_names() for name in EMBEDDERS)


# ── stores ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
async def test_a_store_is_opened_by_a_path_or_an_address(form: str, tmp_path: Path) -> None:
    store: Store = open_store_at(form.format(tmp_path / "in" / "s.db"))
    assert await store.pending() == []
    await store.close()
    assert (tmp_path / "in" / "s.db").is_file()


def test_an_unknown_scheme_is_named_with_those_that_there_are() -> None:
    with pytest.raises(ConfigError, match="mysql://") as caught:
        open_store_at("mysql://host/db")
    assert all(scheme in str(caught.value) for scheme in STORES)
    with pytest.raises(ConfigError, match="needs a file"):
        open_store_at("sqlite://")


def test_a_file_that_cannot_be_made_is_a_stores_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        open_store_at(str(tmp_path / "file" / "s.db"))


async def test_the_store_is_in_the_data_folder_unless_it_is_configured(tmp_path: Path) -> None:
    await open_store(load_settings({"EVIGRAPH_DATA": str(tmp_path)}, NOWHERE)).close()
    assert (tmp_path / "evigraph.db").is_file()
    await open_store(load_settings({"EVIGRAPH_STORE": f"sqlite:///{tmp_path}/other.db"}, NOWHERE)).close()
    assert (tmp_path / "other.db").is_file()
