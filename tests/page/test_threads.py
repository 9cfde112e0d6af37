"""The list of threads: finding, naming, sharing and deleting one; and what is there again after a reload."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Open, Site, answered, ask


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
