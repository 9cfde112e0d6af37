"""Ask, watch it arrive, click a suggestion, open evidence, reload and find the thread still there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Open, Site, answered, ask, seen, sent


def test_a_question_is_answered_with_verdicts_and_a_picture(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    expect(page.locator(".turn .question")).to_have_text(site.scenario.question)
    expect(page.locator(".claim .chip").first).to_be_visible()
    expect(page.locator(".turn .text .entity", has_text=site.scenario.entity).first).to_be_visible()
    expect(page.locator(".turn .canvas svg .entity").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    expect(page.locator(".sidebar [aria-current]")).to_contain_text(site.scenario.question)
    expect(page.locator("#said")).to_contain_text("The answer is complete.")


def test_an_example_can_be_asked_with_one_click(site: Site, opened: Open) -> None:
    page = opened(site.url)
    page.locator(".examples button").first.click()
    answered(page)
    expect(page.locator(".empty")).to_have_count(0)


def test_a_suggestion_is_asked_with_one_click(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    choice = page.locator(".choices .choice").first
    question = choice.get_attribute("data-question")
    choice.click()
    answered(page, 2)
    expect(page.locator(".turn .question").nth(1)).to_have_text(question or "")


def test_evidence_opens_with_links_to_the_papers(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    claim = page.locator(".claim", has=page.locator(".papers")).first
    claim.locator("summary").first.click()
    expect(claim.locator(".why")).to_be_visible()
    link = claim.locator(".papers a").first
    expect(link).to_have_attribute("href", re.compile(r"^https://"))
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", "noopener noreferrer")


def test_what_a_source_says_stands_under_the_statement_that_rests_on_it(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    claim = page.locator(".claim", has=page.locator(".quotes")).first
    claim.locator("summary").first.click()
    expect(claim.locator(".statements > ul > li .quotes li").first).to_be_visible()
    expect(claim.locator(".quotes li").first).to_contain_text(
        re.compile("“|^Note: ")
    )  # a paper's words, or a curator's


def test_a_relation_in_the_text_opens_its_claim(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    relation = page.locator(".turn .text a.relation").first
    number = (relation.get_attribute("data-claims") or "").split()[0]
    relation.click()
    expect(page.locator(f'.claim[data-claim="{number}"] .why')).to_be_visible()
    expect(page.locator(f'.claim[data-claim="{number}"] summary').first).to_be_focused()


def test_after_a_reload_the_thread_is_still_there(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    before = page.locator(".turn .blocks").inner_text()
    page.reload()
    answered(page)
    assert page.locator(".turn .blocks").inner_text() == before
    expect(page.locator(".sidebar [aria-current]")).to_have_count(1)


def test_an_earlier_thread_can_be_opened_from_the_list(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    page.get_by_role("link", name="New question").click()
    expect(page.locator(".empty")).to_be_visible()
    page.locator(".sidebar a").first.click()
    answered(page)


def test_two_open_pages_show_the_same_thread(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    other = opened(page.url)
    ask(other, "Compare vitamin E and ginkgo biloba")
    answered(other, 2)
    answered(page, 2)
    expect(page.locator(".turn .question").nth(1)).to_have_text("Compare vitamin E and ginkgo biloba")


@pytest.mark.parametrize(
    ("text", "words"), [("a" * 20_000, "20,000 characters"), ("is \x00 good?", "null characters"), ("   ", "write a")]
)
def test_hostile_questions_get_a_clear_message_and_stay_in_the_box(
    site: Site, opened: Open, text: str, words: str
) -> None:
    page = opened(site.url)
    page.evaluate("text => { document.getElementById('question').value = text }", text)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_label("Your question")).to_have_value(text)
    expect(page.locator(".turn")).to_have_count(0)


def test_markup_in_a_question_is_shown_as_text(site: Site, opened: Open) -> None:
    page = opened(site.url)
    hostile = "Does <img src=x onerror=alert(1)> <b>zinc</b> help @everyone? {{7*7}}"
    ask(page, hostile)
    expect(page.locator(".turn .question")).to_have_text(hostile)
    expect(page.locator(".sidebar [aria-current]")).to_contain_text(hostile)
    expect(page.locator(".turn img, .turn b, .sidebar img")).to_have_count(0)


def test_it_can_be_asked_and_read_without_scripts(site: Site, opened: Open) -> None:
    page = opened(site.url, java_script_enabled=False)
    page.get_by_label("Your question").fill(site.scenario.question)
    sent(page, page.get_by_role("button", name="Ask", exact=True))
    seen(page, page.locator('.turn[data-final="true"]'))
    claim = page.locator(".claim").first
    claim.locator("summary").first.click()
    expect(claim.locator(".why")).to_be_visible()
