"""A real headless Chromium, and the programs that it looks at."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

from tests.page.scenario import DEMO, REAL, SLOW, Scenario, served

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCENARIOS = [REAL]
expect.set_options(timeout=30_000)

Open = Callable[..., Page]


@dataclass(frozen=True)
class Site:
    """A served page and what can be asked there."""

    url: str
    scenario: Scenario


def free_port() -> int:
    """Return a port for a process to come: below those that the system gives to anybody who asks, meanwhile too."""
    while True:
        port = secrets.choice(range(20_000, 32_768))
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip(f"No Chromium at {CHROMIUM}: the page is not tested (Debian: apt-get install chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package", params=SCENARIOS, ids=lambda s: s.name)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Site]:
    scenario: Scenario = request.param
    with served(scenario, tmp_path_factory.mktemp(scenario.name), free_port()) as url:
        yield Site(url, scenario)


@pytest.fixture(scope="package")
def slow(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Site]:
    """An answer that takes its time, to be watched, stopped and scrolled through."""
    with served(SLOW, tmp_path_factory.mktemp("slow"), free_port()) as url:
        yield Site(url, SLOW)


@pytest.fixture(scope="package")
def demo(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Site]:
    """A scripted assistant that knows every control, to be explored."""
    with served(DEMO, tmp_path_factory.mktemp("demo"), free_port()) as url:
        yield Site(url, DEMO)


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens pages; afterwards none of them may have reported a script error or a breach of the policy."""
    problems: list[str] = []
    contexts = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "Failed to load resource" not in message.text:
            problems.append(message.text)

    def open_page(url: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def ask(page: Page, question: str) -> None:
    """Type a question and send it with Enter."""
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")


def answered(page: Page, turns: int = 1) -> None:
    """Wait until that many turns stand there complete."""
    expect(page.locator('.turn[data-final="true"]')).to_have_count(turns)


def sent(page: Page, button: Locator) -> None:
    """Press a button where no script runs: what it sends leads to another page, which is waited for."""
    with page.expect_navigation():
        button.click()


def seen(page: Page, wanted: Locator) -> None:
    """Look at the page again until this stands there: without scripts nothing comes by itself."""
    deadline = monotonic() + 15
    while not wanted.count() and monotonic() < deadline:
        page.wait_for_timeout(200)
        page.goto(page.url)
    expect(wanted).to_have_count(1)
