"""Text and picture light each other up; the picture opens papers and can be enlarged."""

from __future__ import annotations

import math
import re
from statistics import median

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import Open, Site, answered, ask

LIT = re.compile(r"\blit\b")
MOST_MOVED = 0.05  # of the width of a picture, from one turn to the next
PHONE = {"width": 390, "height": 844}


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


def test_pointing_at_an_edge_shows_what_stands_behind_it(page: Page) -> None:
    relation = page.locator('.turn .canvas .relation[data-claims="1"]', has=page.locator("text")).first
    relation.hover()
    card = page.locator(".glance")
    expect(card.locator(".chip")).to_be_visible()
    expect(card.locator(".papers a").first).to_have_attribute("href", re.compile("^https://"))
    expect(card.locator(".papers .source").first).to_contain_text("trial")
    card.get_by_role("button", name="Open claim 1").click()
    expect(card).to_have_count(0)
    expect(page.locator('.claim[data-claim="1"] .why')).to_be_visible()


def test_arrow_keys_reach_the_edges_and_escape_takes_the_card_away(page: Page) -> None:
    page.locator(".turn .canvas .entity[tabindex='0']").first.focus()
    page.keyboard.press("ArrowLeft")  # from the first node to the last of all stops
    expect(page.locator(".glance .chip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".glance")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".claim[open] .why")).to_be_visible()


def test_a_tap_on_an_edge_shows_its_card(thread: str, opened: Open) -> None:
    page = opened(thread, viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator('.turn .canvas .relation[data-claims="1"]', has=page.locator("text")).first.tap()
    expect(page.locator(".glance .papers a").first).to_be_visible()
    expect(page.locator(".claim[open]")).to_have_count(0)


def test_a_nodes_card_offers_its_next_question(page: Page) -> None:
    choice = page.locator(".turn .choices .choice[data-entity]").first
    question, number = choice.get_attribute("data-question") or "", choice.get_attribute("data-entity")
    page.locator(f'.turn .canvas .entity[data-entity="{number}"]').hover()
    expect(page.locator(".glance .choice", has_text=question)).to_be_visible()


def test_on_a_phone_a_wide_picture_begins_at_what_the_newest_answer_names(site: Site, opened: Open) -> None:
    page = opened(site.url, viewport=PHONE)
    for turn, question in enumerate(WAY[:4], 1):
        ask(page, question)
        answered(page, turn)
    canvas = page.locator(".turn .canvas").last
    expect(canvas).to_have_attribute("data-begun", "true")
    assert canvas.evaluate("e => e.scrollWidth > e.clientWidth && e.querySelectorAll('.entity.fresh').length") == 2
    outside = canvas.evaluate(
        "c => [...c.querySelectorAll('.entity.fresh')].filter(n => {"
        "const b = n.getBoundingClientRect(), f = c.getBoundingClientRect();"
        "return b.right > f.right + 1 || b.left < f.left - 1 }).length"
    )
    assert outside == 0


def test_on_a_phone_a_picture_of_two_nodes_does_not_scroll_sideways(thread: str, opened: Open) -> None:
    page = opened(thread, viewport=PHONE)
    wide, room = page.locator(".turn .canvas").evaluate("e => [e.scrollWidth, e.clientWidth]")
    assert wide <= room
    tops = page.locator(".turn .tools > *:visible").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().bottom)"
    )
    assert max(tops) - min(tops) < 20  # one row


def test_on_a_phone_a_wide_picture_says_that_it_goes_on_until_its_end_is_seen(site: Site, opened: Open) -> None:
    page = opened(site.url, viewport=PHONE)
    ask(page, site.scenario.question)
    answered(page)
    ask(page, "What is known about vitamin D?")
    answered(page, 2)
    canvas = page.locator(".turn .canvas").last
    expect(canvas).to_have_class(re.compile(r"\bmore\b"))
    told = page.locator(".turn figcaption").last.evaluate("e => getComputedStyle(e, '::before').content")
    assert "sideways" in told
    least = canvas.locator("svg").evaluate(
        "s => Math.min(...[...s.querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize)"
        " * s.getBoundingClientRect().width / s.viewBox.baseVal.width))"
    )
    assert least >= 9
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    canvas.evaluate("e => e.scrollTo(e.scrollWidth, 0)")
    expect(canvas).not_to_have_class(re.compile(r"\bmore\b"))


def test_a_picture_is_zoomed_dragged_and_fitted_with_a_double_click(page: Page) -> None:
    svg = page.locator(".turn .canvas svg")
    whole = svg.get_attribute("viewBox")
    page.get_by_role("button", name="Larger").click()
    zoomed = svg.get_attribute("viewBox")
    assert zoomed != whole
    box = svg.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 80, box["y"] + box["height"] - 8, steps=4)
    page.mouse.up()
    assert svg.get_attribute("viewBox") != zoomed
    svg.dblclick(position={"x": 20, "y": box["height"] - 8})
    expect(svg).not_to_have_class(re.compile("zoomed"))
    assert [float(n) for n in (svg.get_attribute("viewBox") or "").split()] == [float(n) for n in (whole or "").split()]


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


WAY = (
    "Can vitamin E slow Alzheimer's disease?",
    "Does ginkgo prevent dementia?",
    "Does ginkgo interact with warfarin?",
    "Does vitamin E prevent dementia?",
    "Does donepezil treat Alzheimer's disease?",
)
PLACES = """svg => {
  const points = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width, seen = {}
  const frame = svg.getBoundingClientRect()
  for (const node of svg.querySelectorAll(".entity[data-entity]")) {
    const box = node.getBoundingClientRect()
    const across = box.x + box.width / 2 - frame.x, down = box.y + box.height / 2 - frame.y
    seen[node.dataset.entity] = [across * points, down * points]
  }
  return {width: svg.viewBox.baseVal.width, seen}
}"""


def test_what_was_in_the_picture_stays_where_it_was_from_turn_to_turn(site: Site, opened: Open) -> None:
    page = opened(site.url)
    before: dict[str, tuple[float, float]] = {}
    for number, question in enumerate(WAY, 1):
        ask(page, question)
        answered(page, number)
        here = page.locator(".turn .canvas svg").last.evaluate(PLACES)
        shifts = [math.dist(before[id], here["seen"][id]) for id in before.keys() & here["seen"].keys()]
        assert not before or median(shifts) <= MOST_MOVED * here["width"]
        before = here["seen"]
