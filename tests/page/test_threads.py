"""The list of threads: finding, naming, sharing and deleting one; and what is there again after a reload."""

from __future__ import annotations

import json
from pathlib import Path

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
