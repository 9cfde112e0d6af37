from __future__ import annotations

import logging
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.embedding import unit_vectors
from kgcore.embedding.fastembed import FastEmbedEmbedder
from kgcore.embedding.openai import OpenAIEmbedder
from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.errors import ConfigError, ModelInterrupted, ModelRefused
from tests.servers.openai import DIMENSIONS, FakeOpenAI, serving


async def test_wordllama_gives_unit_vectors_in_the_order_of_the_texts() -> None:
    embedder = WordLlamaEmbedder()
    texts = ["fish oil", "a much longer text about the oil of fish", "", "😀", "fish oil"]
    vectors = await embedder.embed(texts)
    assert vectors.shape == (5, 256)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[0], vectors[4])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[3]


async def test_wordllama_takes_no_texts_and_leaves_logging_alone() -> None:
    before = list(logging.getLogger().handlers)
    assert (await WordLlamaEmbedder().embed([])).shape == (0, 256)
    assert logging.getLogger().handlers == before


async def test_an_openai_endpoint_gives_unit_vectors() -> None:
    async with serving(FakeOpenAI()) as url:
        embedder = OpenAIEmbedder(api_key="key", model="demo", base_url=url)
        vectors = await embedder.embed(["zinc", "", "\x00", "zinc"] * 200)
        await embedder.close()
    assert vectors.shape == (800, DIMENSIONS)
    assert np.allclose(vectors[0], vectors[3])
    assert embedder.name == "openai/demo"


async def test_a_wrong_key_is_refused_without_being_shown() -> None:
    async with serving(FakeOpenAI(key="right")) as url:
        embedder = OpenAIEmbedder(api_key="sk-wrong", base_url=url)
        with pytest.raises(ModelRefused) as caught:
            await embedder.embed(["zinc"])
        await embedder.close()
    assert "sk-wrong" not in str(caught.value)


async def test_nobody_at_home_is_said() -> None:
    embedder = OpenAIEmbedder(api_key="key", base_url="http://127.0.0.1:9/v1", retries=0)
    with pytest.raises(ModelInterrupted):
        await embedder.embed(["zinc"])
    await embedder.close()


def test_a_key_or_an_endpoint_is_needed() -> None:
    with pytest.raises(ConfigError):
        OpenAIEmbedder(api_key="")


@pytest.mark.skipif(find_spec("fastembed") is not None, reason="fastembed is installed")
async def test_a_missing_extra_says_how_to_install_it() -> None:
    with pytest.raises(ConfigError, match=r"evigraph\[fastembed\]"):
        await FastEmbedEmbedder().embed(["zinc"])


@given(st.lists(st.lists(st.floats(width=32), min_size=3, max_size=3), min_size=1, max_size=5))
def test_rows_have_length_one_or_nought(rows: list[list[float]]) -> None:
    lengths = np.linalg.norm(unit_vectors(rows), axis=1)
    assert np.all((np.abs(lengths - 1) < 1e-2) | (lengths == 0))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_of_the_endpoint_is_not_followed(status: int) -> None:
    moved = FakeOpenAI(elsewhere="{url}/embeddings", status=status)
    async with serving(FakeOpenAI()) as url, serving(moved) as first:
        moved.elsewhere = moved.elsewhere.format(url=url)
        embedder = OpenAIEmbedder(api_key="key", model="demo", base_url=first, retries=0)
        with pytest.raises(ModelRefused, match="redirects to another address"):
            await embedder.embed(["zinc"])
        await embedder.close()
