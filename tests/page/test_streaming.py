"""Text arrives as it is written and disturbs nobody who reads; it can be stopped, and survives a lost connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Open, Site, answered, ask, free_port
from tests.page.scenario import SLOW, served

TOP = "document.querySelector('.turn .picture').getBoundingClientRect().top"  # what is being looked at


def test_text_arrives_as_it_is_written(slow: Site, opened: Open) -> None:
    page = opened(slow.url)
    ask(page, slow.scenario.question)
    expect(page.locator(".turn .doing")).to_contain_text("Looking into the graph")
    text = page.locator(".turn .text").first
    expect(text).to_contain_text("Vitamin E")
    assert "memory" not in text.inner_text()
    expect(text).to_contain_text("memory")
    expect(page.locator('.turn[data-final="false"] .canvas svg')).to_be_visible()
    assert page.locator(".canvas .entity[data-entity]").count() == 3
    answered(page)
    assert page.locator(".canvas .entity[data-entity]").count() == 5


def test_reading_is_not_disturbed_by_what_arrives(slow: Site, opened: Open) -> None:
    page = opened(slow.url, viewport={"width": 1000, "height": 420})
    ask(page, slow.scenario.question)
    claim = page.locator('.claim[data-claim="2"]')
    claim.locator("summary").first.click()
    claim.evaluate("e => { e.marked = true; scrollTo({ top: 300, behavior: 'instant' }) }")
    page.wait_for_timeout(500)
    before = page.evaluate(TOP)
    answered(page)
    assert claim.evaluate("e => e.open && e.marked")
    assert page.evaluate(TOP) == pytest.approx(before, abs=2)


def test_an_answer_can_be_stopped_and_what_has_arrived_is_kept(slow: Site, opened: Open) -> None:
    page = opened(slow.url)
    ask(page, slow.scenario.question)
    expect(page.locator(".turn .text").first).to_contain_text("Vitamin E")
    page.get_by_role("button", name="Stop").click()
    answered(page)
    expect(page.locator(".turn .notice")).to_contain_text("Stopped.")
    expect(page.locator(".turn .text").first).to_contain_text("Vitamin E")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_a_page_opened_in_the_middle_catches_up(slow: Site, opened: Open) -> None:
    page = opened(slow.url)
    ask(page, slow.scenario.question)
    expect(page.locator(".turn .text").first).to_contain_text("Vitamin E")
    page.reload()
    expect(page.locator(".turn .text").first).to_contain_text("Vitamin E")
    answered(page)
    assert page.locator(".turn").count() == 1


def test_sending_twice_asks_once(slow: Site, opened: Open) -> None:
    page = opened(slow.url)
    page.get_by_label("Your question").fill("Something outside the graph")
    page.evaluate(
        "() => { const f = document.getElementById('ask'); const t = f.elements.text.value;"
        "f.requestSubmit(); f.elements.text.value = t; f.requestSubmit() }"
    )
    answered(page)
    page.wait_for_timeout(500)
    page.reload()
    answered(page)


def test_a_stale_button_gets_a_notice(slow: Site, opened: Open) -> None:
    page = opened(slow.url)
    ask(page, "Compare the two")
    answered(page)
    page.locator(".choice").first.evaluate("e => { e.value = 'kg1:ask:gone:0' }")
    page.locator(".choice").first.click()
    expect(page.locator(".words")).to_contain_text("gone")
    expect(page.locator(".turn")).to_have_count(1)


def test_a_lost_connection_is_shown_and_comes_back_by_itself(browser: object, opened: Open, tmp_path: Path) -> None:
    port = free_port()
    with served(SLOW, tmp_path, port) as url:
        page = opened(url)
        ask(page, "Compare the two")
        answered(page)
        expect(page.locator(".lost")).to_be_hidden()
    expect(page.locator(".lost")).to_be_visible()
    ask(page, "Is anybody there?")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.get_by_label("Your question")).to_have_value("Is anybody there?")
    with served(SLOW, tmp_path, port):
        expect(page.locator(".lost")).to_be_hidden()
        page.keyboard.press("Enter")
        answered(page, 2)
        page.reload()
        answered(page, 2)


def test_what_is_answered_aside_while_the_connection_is_away_comes_when_it_is_back(
    browser: object, opened: Open, tmp_path: Path
) -> None:
    port = free_port()
    with served(SLOW, tmp_path, port) as url:
        page = opened(url)
        expect(page.locator(".lost")).to_be_hidden()
        ask(page, "Compare the two")
        answered(page)
    expect(page.locator(".lost")).to_be_visible()
    page.route("**/events/**", lambda route: route.abort())
    with served(SLOW, tmp_path, port):
        with page.expect_response("**/ask") as told:
            ask(page, "/help")
        assert told.value.status == 202
        page.wait_for_timeout(1000)
        words = page.locator(".words")
        expect(words).to_be_hidden()
        page.unroute("**/events/**")
        expect(words).to_contain_text("There is no command help here")  # as the slow server has none
