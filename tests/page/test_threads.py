"""The list of threads: finding, naming, sharing and deleting one; and what is there again after a reload."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import Open, Site, answered, ask, free_port
from tests.page.scenario import DEMO, served


def test_a_thread_is_renamed_shared_and_deleted(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Its name").fill("My list")
    page.keyboard.press("Enter")
    expect(page).to_have_title("My list · Evigraph")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("The link")).to_be_visible()
    link = page.get_by_label("The link").input_value()
    other = opened(link)
    expect(other).to_have_title("My list · Evigraph")
    expect(other.locator(".turn .claim").first).to_be_visible()
    expect(other.locator("textarea, [name=action]")).to_have_count(0)
    page.get_by_role("button", name="Take the link back").click()
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()
    other.reload()
    expect(other.locator("main")).to_contain_text("taken back")
    page.get_by_role("button", name="Close the panel").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Forget this thread").click()
    expect(page.locator(".turn")).to_have_count(0)
    expect(page).to_have_title("Evigraph")
    expect(page.locator(".sidebar")).not_to_contain_text("My list")


def test_threads_are_found_by_their_words(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, "Tell me about zinc")
    answered(page)
    find = page.get_by_label("Find a thread")
    find.fill("ZINC")
    expect(page.locator(".sidebar li:visible").first).to_contain_text("Tell me about zinc")
    find.fill("nothing like it")
    expect(page.locator(".sidebar li:visible")).to_have_count(0)
    expect(page.locator(".sidebar .not-found")).to_be_visible()


def test_a_summary_is_there_again_after_a_reload(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    page.get_by_role("button", name="Summary").first.click()
    expect(page.locator(".aside .file").first).to_be_visible()
    page.reload()
    expect(page.locator(".aside .file").first).to_be_visible()
    expect(page.locator(".aside .papers a").first).to_be_visible()


def test_of_a_long_thread_an_old_answer_comes_when_its_question_is_clicked(
    tmp_path: Path, browser: Browser, opened: Open
) -> None:
    asked = [(("web", "", "local", "longthread"), f"Question {n}?", "2026-11-21T10:00:00+00:00") for n in range(1, 31)]
    (tmp_path / "turns.json").write_text(json.dumps(asked), encoding="utf-8")
    with served(DEMO, tmp_path, free_port()) as url:
        page = opened(f"{url}/t/longthread")
        expect(page.locator(".turn")).to_have_count(20)
        page.get_by_text("10 earlier questions").click()
        page.get_by_role("link", name="Question 3?").click()
        article = page.locator(".turn", has=page.get_by_text("Question 3?", exact=True))
        expect(article.locator(".claim").first).to_be_visible()
        expect(page.locator(".thread > .turn")).to_have_count(20)
        expect(page.locator("[data-folded].turn-of")).to_have_count(9)
        ask(page, "Question 31?")
        answered(page, 22)
        expect(page.locator(".thread > .turn").last.locator(".question")).to_have_text("Question 31?")


def test_threads_beyond_a_hundred_are_fetched_and_found(tmp_path: Path, browser: Browser, opened: Open) -> None:
    asked = [
        (
            ("web", "", "local", f"thread{n:03}"),
            f"Question {n} of many",
            f"2026-11-21T10:{n // 60:02}:{n % 60:02}+00:00",
        )
        for n in range(130)
    ]
    (tmp_path / "turns.json").write_text(json.dumps(asked), encoding="utf-8")
    with served(DEMO, tmp_path, free_port()) as url:
        page = opened(url)
        lines = page.locator(".sidebar li:visible")
        expect(lines).to_have_count(100)
        page.get_by_label("Find a thread").fill("question 7 of")
        expect(lines).to_have_count(1)
        expect(lines).to_contain_text("Question 7 of many")
        page.get_by_label("Find a thread").fill("")
        expect(lines).to_have_count(100)
        page.get_by_role("button", name="Older threads").click()
        expect(lines).to_have_count(130)
        expect(page.get_by_role("button", name="Older threads")).to_have_count(0)


@pytest.mark.parametrize(
    ("button", "parts"),
    [
        ("Copy text", ("[1]", "pubmed.ncbi.nlm.nih.gov")),
        ("Copy Markdown", ("## Can vitamin E", "### References", "1. ", "<https://pubmed.ncbi.nlm.nih.gov")),
    ],
)
def test_an_answer_is_copied_with_its_references(site: Site, opened: Open, button: str, parts: tuple[str, ...]) -> None:
    page = opened(site.url, permissions=["clipboard-read", "clipboard-write"])
    ask(page, site.scenario.question)
    answered(page)
    page.get_by_role("button", name=button).click()
    expect(page.locator("#said")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert [part for part in (*parts, "Vitamin E", "Alzheimer") if part not in copied] == []


def test_the_picture_of_an_answer_is_copied(site: Site, opened: Open) -> None:
    page = opened(site.url, permissions=["clipboard-read", "clipboard-write"])
    ask(page, site.scenario.question)
    answered(page)
    page.get_by_role("button", name="Copy picture").click()
    expect(page.locator("#said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.read().then(found => found[0].types)") == ["image/png"]


def test_a_thread_that_is_forgotten_by_a_typed_command_leaves_an_empty_screen(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    expect(page).to_have_title(f"{site.scenario.question} · Evigraph")
    ask(page, "/forget")
    page.get_by_role("button", name="Forget this thread").click()
    expect(page.locator(".turn")).to_have_count(0)
    expect(page).to_have_title("Evigraph")


def test_a_slash_opens_the_commands_and_none_speaks_of_channels(site: Site, opened: Open) -> None:
    page = opened(site.url)
    for beside in ("Ask", "Check a text"):
        expect(page.locator(".begin").get_by_role("heading", name=beside, exact=True)).to_be_visible()
    for way in ("Check a text", "Literature", "Map a conversation", "This graph"):
        expect(page.get_by_role("group", name="Ways in").get_by_role("button", name=way)).to_be_visible()
    page.get_by_label("Your question").press_sequentially("/")
    options = page.get_by_role("option").all_inner_texts()
    assert len(options) > 8
    page.get_by_label("Your question").fill("")
    ask(page, "/settings")
    expect(page.locator("dialog.panel")).to_be_visible()
    shown = " ".join([*options, page.locator("body").inner_text()]).casefold()
    assert [word for word in ("channel", "workspace", "direct message", "mention me") if word in shown] == []


def test_a_claim_is_one_tab_stop_and_leads_on_to_the_next(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    claims = page.locator(".turn .claim summary")
    claims.first.focus()
    for n in range(1, claims.count()):
        page.keyboard.press("Tab")
        expect(claims.nth(n)).to_be_focused()


def test_on_a_phone_what_is_fixed_takes_a_tenth_of_the_screen_at_most(site: Site, opened: Open) -> None:
    page = opened(site.url, viewport={"width": 390, "height": 844})
    ask(page, site.scenario.question)
    answered(page)
    page.locator(".turn .claim").last.scroll_into_view_if_needed()
    covered = page.locator("body *").evaluate_all(
        "all => all.filter(e => ['fixed', 'sticky'].includes(getComputedStyle(e).position) && e.checkVisibility())"
        ".map(e => [e.className, e.getBoundingClientRect().height / innerHeight])"
    )
    assert [(name, share) for name, share in covered if share > 0.1] == []


def test_a_summary_names_its_thread_and_offers_its_downloads_first(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    page.get_by_role("button", name="Summary").first.click()
    files, papers = page.locator(".aside .file"), page.locator(".aside .papers a")
    expect(files.first).to_be_visible()
    above = files.first.bounding_box()
    below = papers.first.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
    names = [
        str(link.get_attribute("download") or link.get_attribute("href"))
        for link in page.locator(".aside a.file, .aside .file a").all()
    ]
    assert names
    assert all("vitamin" in name.casefold() for name in names), names
    assert page.locator(".turn .Z3988, .aside .Z3988").count() > 0


AMONG_OTHERS = re.compile(
    r"\b(?:channel|workspace|everybody|only you|until you share|this conversation)\b", re.IGNORECASE
)


def test_a_page_for_one_person_has_no_words_for_channels(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    assert not AMONG_OTHERS.search(page.locator("#palette").text_content() or "")
    told = page.locator("dialog.panel .panel-blocks")
    for command, words in (
        ("/help", "What it does"),
        ("/settings", "How long answers are"),
        ("/forget", "What should be forgotten?"),
        ("/export", "This is what is kept about you"),
    ):
        page.get_by_label("Your question").fill(command)
        page.get_by_label("Your question").press("Enter")
        expect(told).to_contain_text(words)
        assert not AMONG_OTHERS.search(told.inner_text()), command
        page.locator(".close-panel").click()
