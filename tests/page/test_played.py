"""Ten first questions, three people in danger and a thread of thirty turns, on the page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Open, Site, ask
from tests.page.test_walks import numbered
from tests.played import FIRST, THIRTY, UNSAFE

PATIENCE = 60_000


def test_ten_first_questions_are_answered_on_the_page(site: Site, opened: Open) -> None:
    for line in FIRST:
        page = opened(site.url)
        ask(page, line.text)
        expect(page.locator('.turn[data-final="true"]')).to_have_count(1, timeout=PATIENCE)
        turn = page.locator(".turn").first
        expect(turn).to_contain_text(numbered(line.says))
        expect(turn).not_to_contain_text(numbered(line.never))
        page.close()


def test_who_is_in_danger_is_answered_without_a_picture_or_suggestions_on_the_page(site: Site, opened: Open) -> None:
    for line in UNSAFE:
        page = opened(site.url)
        ask(page, line.text)
        expect(page.locator("main")).to_contain_text(line.says, timeout=PATIENCE)
        assert line.holds(page.locator("main").inner_text())
        assert page.locator(".canvas svg, .turn .choice").count() == 0


def test_thirty_turns_are_answered_one_by_one_on_the_page(site: Site, opened: Open) -> None:
    page = opened(site.url)
    for line in THIRTY:
        before = page.locator(".turn, .aside").count()
        ask(page, line.text)
        expect(page.locator('.turn[data-final="false"]')).to_have_count(0, timeout=PATIENCE)
        expect(page.locator("main")).to_contain_text(numbered(line.says), timeout=PATIENCE, ignore_case=True)
        assert page.locator(".turn, .aside").count() >= before
