"""The page fits narrow screens, in light and dark, and can be used with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Open, Site, answered, ask

WIDTHS = (320, 390, 768, 896, 1280)


def overflow(page: Page, width: int) -> bool:
    page.set_viewport_size({"width": width, "height": 700})
    over: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return over > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_off_at_any_width(site: Site, opened: Open, scheme: str) -> None:
    page = opened(site.url, color_scheme=scheme)
    assert [width for width in WIDTHS if overflow(page, width)] == []
    ask(page, site.scenario.question)
    answered(page)
    page.locator(".claim summary").first.click()
    assert [width for width in WIDTHS if overflow(page, width)] == []


@pytest.mark.parametrize("width", [390, 1440])
def test_no_words_in_a_picture_are_under_nine_pixels(site: Site, opened: Open, width: int) -> None:
    page = opened(site.url, viewport={"width": width, "height": 900})
    for turn, question in enumerate(("What treats Alzheimer's disease?", "Why might ginkgo not prevent dementia?"), 1):
        ask(page, question)
        answered(page, turn)
    expect(page.locator(".turn .canvas svg")).to_have_count(2)
    least = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.turn .canvas svg text')].filter(t => t.textContent.trim())"
        ".map(t => parseFloat(getComputedStyle(t).fontSize) * Math.abs(t.getScreenCTM().a)))"
    )
    assert least >= 9


def test_a_picture_is_dark_where_the_page_is(site: Site, opened: Open) -> None:
    page = opened(site.url, color_scheme="dark")
    ask(page, site.scenario.question)
    answered(page)
    canvas = page.locator(".turn .canvas").first
    ground = canvas.evaluate("e => getComputedStyle(e).backgroundColor")
    assert sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(","))) < 120
    assert "invert" in canvas.locator("svg").evaluate("e => getComputedStyle(e).filter")


def test_dark_is_dark(site: Site, opened: Open) -> None:
    page = opened(site.url, color_scheme="dark")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(","))) < 120


def test_the_list_of_threads_opens_on_narrow_screens_and_escape_closes_it(site: Site, opened: Open) -> None:
    page = opened(site.url, viewport={"width": 390, "height": 800})
    menu = page.get_by_role("button", name="Threads")
    expect(page.locator(".sidebar")).to_be_hidden()
    menu.click()
    expect(page.locator(".sidebar")).to_be_visible()
    expect(menu).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".sidebar")).to_be_hidden()
    expect(menu).to_be_focused()


def test_the_keyboard_is_enough(site: Site, opened: Open) -> None:
    page = opened(site.url)
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.type("First line")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("second line")
    expect(page.get_by_label("Your question")).to_have_value("First line\nsecond line")
    page.get_by_label("Your question").fill(site.scenario.question)
    page.keyboard.press("Enter")
    answered(page)
    expect(page.get_by_label("Your question")).to_be_focused()
    summary = page.locator(".claim summary").first
    summary.focus()
    outline = summary.evaluate("e => getComputedStyle(e).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Enter")
    expect(page.locator(".claim .why").first).to_be_visible()


def test_every_control_has_a_name(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, a, textarea, [role=img], dialog, nav')].filter(e => "
        "!(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).map(e => e.outerHTML)"
    )
    assert nameless == []


def test_nothing_is_loaded_from_elsewhere(site: Site, opened: Open) -> None:
    page = opened(site.url)
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.reload()
    ask(page, site.scenario.question)
    answered(page)
    assert seen
    assert all(url.startswith(site.url) for url in seen)
