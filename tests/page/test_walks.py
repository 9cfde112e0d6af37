"""The three use cases, walked on the page from the first question to the last, with the real program."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import Open, Site, answered, ask, free_port
from tests.page.scenario import REAL, Scenario, served
from tests.walks import WALKS, WRITTEN, Asked


def numbered(words: str) -> re.Pattern[str]:
    """These words, with the numbers of entities between them."""
    return re.compile(r"(?:\d+|\(\w+\)|\s)+".join(map(re.escape, words.split())))


def holds(page: Page, number: int, asked: Asked) -> None:
    """The newest turn says what it should, every claim with its verdict and its reason."""
    answered(page, number)
    turn = page.locator(".turn").nth(number - 1)
    expect(turn.locator(".question")).to_have_text(asked.question)
    expect(turn.locator(".blocks")).to_contain_text(numbered(asked.said))
    for found in asked.found:
        claim = turn.locator(".claim", has=page.locator("summary", has_text=numbered(found.statement))).first
        expect(claim.locator(".chip").first).to_contain_text(re.compile("|".join(chip.label for chip in found.chips)))
        expect(claim.locator(".why")).to_contain_text(found.why)
    if asked.node:
        expect(turn.locator(f'.canvas svg .entity.fresh[aria-label*="{asked.node}"]')).to_have_count(1)


@pytest.mark.parametrize("name", WALKS)
def test_a_use_case_is_walked_to_its_end_with_the_graph_alone(site: Site, opened: Open, name: str) -> None:
    page = opened(site.url)
    for number, asked in enumerate(WALKS[name], 1):
        ask(page, asked.question)
        holds(page, number, asked)
    steps = page.locator(".turn").last.locator(".steps")
    expect(steps.get_by_role("button")).to_have_count(len(WALKS[name]))


def test_the_first_one_is_walked_with_a_model_and_its_claim_is_checked(
    browser: Browser, opened: Open, tmp_path: Path
) -> None:
    at, ours = free_port(), free_port()
    command = (sys.executable, "-m", "tests.servers.openai", "--port", "{port}")
    model = Scenario("model", command, "", "", look="/v1/models")
    settings = {**REAL.settings, "OPENAI_BASE_URL": f"http://127.0.0.1:{at}/v1", "OPENAI_MODEL": "demo"}
    (tmp_path / "model").mkdir()
    (tmp_path / "bot").mkdir()
    with (
        served(model, tmp_path / "model", at),
        served(replace(REAL, settings=settings), tmp_path / "bot", ours) as url,
    ):
        page = opened(url)
        ask(page, WRITTEN.question)
        holds(page, 1, WRITTEN)
        expect(page.locator(".turn")).to_contain_text("Written by a language model")
