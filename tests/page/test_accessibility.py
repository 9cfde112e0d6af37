"""axe finds nothing to object to in ten states of the page, in light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.page.conftest import Open, Site, answered, ask

OPTIONS = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}


def objections(page: Page) -> list[str]:
    """Return what axe objects to, with the first place of each."""
    said = Axe().run(page, options=OPTIONS).response
    assert said["testEngine"]["name"] == "axe-core"
    found = said["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]} {v['nodes'][0].get('failureSummary', '')[:200]}" for v in found]


def first_screen(page: Page, site: Site) -> None:
    expect(page.get_by_label("Your question")).to_be_visible()


def answer(page: Page, site: Site) -> None:
    ask(page, site.scenario.question)
    answered(page)


def open_claim(page: Page, site: Site) -> None:
    answer(page, site)
    page.locator(".claim summary").first.click()
    expect(page.locator(".claim .why").first).to_be_visible()


def node_panel(page: Page, site: Site) -> None:
    answer(page, site)
    page.locator(".turn .canvas .entity[data-entity]").first.click()
    expect(page.locator("dialog.panel")).to_be_visible()


def enlarged(page: Page, site: Site) -> None:
    answer(page, site)
    page.get_by_role("button", name="Enlarge").first.click()
    expect(page.locator("dialog[open]")).to_be_visible()


def table(page: Page, site: Site) -> None:
    ask(page, "Turmeric or ibuprofen for knee osteoarthritis?")
    answered(page)


def danger(page: Page, site: Site) -> None:
    ask(page, "40 paracetamol tablets")
    expect(page.get_by_text("poisoning").first).to_be_visible()


def commands(page: Page, site: Site) -> None:
    page.get_by_label("Your question").press_sequentially("/")
    expect(page.get_by_role("option").first).to_be_visible()


def settings(page: Page, site: Site) -> None:
    ask(page, "/settings")
    expect(page.locator("dialog.panel")).to_be_visible()


def summary(page: Page, site: Site) -> None:
    answer(page, site)
    page.get_by_role("button", name="Summary").first.click()
    expect(page.get_by_text("2 claims about 2 things").first).to_be_visible()


STATES: list[Callable[[Page, Site], None]] = [
    first_screen, answer, open_claim, node_panel, enlarged, table, danger, commands, settings, summary,
]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES, ids=lambda s: s.__name__)
def test_axe_objects_to_nothing(site: Site, opened: Open, state: Callable[[Page, Site], None], scheme: str) -> None:
    page = opened(site.url, color_scheme=scheme, reduced_motion="reduce")  # what fades in has less contrast meanwhile
    state(page, site)
    assert objections(page) == []
