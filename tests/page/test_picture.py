"""Text and picture light each other up; the picture opens papers and can be enlarged."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import Open, Site, answered, ask

LIT = re.compile(r"\blit\b")


@pytest.fixture(scope="module")
def thread(site: Site, browser: Browser) -> str:
    """The address of an answered question."""
    page = browser.new_page()
    page.goto(site.url)
    ask(page, site.scenario.question)
    answered(page)
    address = page.url
    page.close()
    return address


@pytest.fixture
def page(thread: str, opened: Open) -> Page:
    return opened(thread)


def test_pointing_at_an_entity_in_the_text_lights_it_up_in_the_picture(page: Page) -> None:
    entity = page.locator(".turn .text .entity[data-entity]").first
    node = page.locator(f'.canvas .entity[data-entity="{entity.get_attribute("data-entity")}"]')
    entity.hover()
    expect(node).to_have_class(LIT)
    page.locator(".turn .question").hover()
    expect(node).not_to_have_class(LIT)


def test_the_keyboard_points_too(page: Page) -> None:
    entity = page.locator(".turn .text .entity[data-entity]").first
    entity.focus()
    expect(page.locator(f'.canvas .entity[data-entity="{entity.get_attribute("data-entity")}"]')).to_have_class(LIT)


def test_pointing_at_an_entity_in_the_picture_lights_it_up_in_the_text(page: Page) -> None:
    node = page.locator(".turn .canvas .entity[data-entity]").first
    node.hover()
    number = node.get_attribute("data-entity")
    expect(page.locator(f'.turn .text .entity[data-entity="{number}"]').first).to_have_class(LIT)


def test_pointing_at_a_claim_lights_up_its_relation_and_both_ends(page: Page) -> None:
    claim = page.locator(".claim").first
    claim.locator("summary .chip").hover()
    number = claim.get_attribute("data-claim")
    expect(page.locator(f'.canvas .relation[data-claims~="{number}"]').first).to_have_class(LIT)
    for end in (claim.get_attribute("data-entities") or "").split():
        expect(page.locator(f'.canvas .entity[data-entity="{end}"]')).to_have_class(LIT)


def test_an_edge_label_opens_its_papers(page: Page) -> None:
    relation = page.locator('.turn .canvas .relation:not([data-claims=""])', has=page.locator("text")).first
    number = (relation.get_attribute("data-claims") or "").split()[0]
    relation.locator("text").first.click()
    expect(page.locator(f'.claim[data-claim="{number}"] .why')).to_be_visible()


def test_the_picture_can_be_enlarged_and_escape_brings_the_focus_back(page: Page) -> None:
    button = page.get_by_role("button", name="Enlarge")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.large svg").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.large svg").first).to_be_hidden()
    expect(button).to_be_focused()


def test_a_click_beside_the_drawing_enlarges_it_and_its_edges_still_open_papers(page: Page) -> None:
    page.locator(".turn .canvas").click(position={"x": 4, "y": 4})
    relation = page.locator('dialog.large .relation:not([data-claims=""])', has=page.locator("text")).first
    number = (relation.get_attribute("data-claims") or "").split()[0]
    relation.locator("text").first.click()
    expect(page.locator("dialog.large")).to_be_hidden()
    expect(page.locator(f'.claim[data-claim="{number}"] .why')).to_be_visible()


def test_the_picture_is_told_in_words(page: Page) -> None:
    expect(page.locator(".turn .canvas")).to_have_attribute("aria-label", re.compile(r"\w+ \w+ \w+"))
    node = page.locator(".turn .canvas .entity[data-entity]").first
    expect(node).to_have_attribute("role", "button")
    expect(node).to_have_attribute("aria-label", re.compile(r"\w+"))


def test_entities_wear_the_pictures_colours(page: Page) -> None:
    entity = page.locator(".turn .text .entity[data-entity]").first
    line = entity.locator(".name").evaluate("e => getComputedStyle(e).textDecorationColor")
    wanted = entity.get_attribute("data-colour") or ""
    assert line == f"rgb({int(wanted[1:3], 16)}, {int(wanted[3:5], 16)}, {int(wanted[5:7], 16)})"
