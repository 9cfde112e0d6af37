"""Facts proposed and decided about on the page, with the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Open, Site, answered, ask


def test_a_fact_is_proposed_accepted_and_taken_back_and_the_verdict_follows(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, "/check Creatine treats insomnia.")
    answered(page, 1)
    expect(page.locator(".turn").last.locator(".chip").first).not_to_contain_text("Supported")
    ask(page, "/add Creatine treats insomnia, PMID 26752497")
    panel = page.locator("dialog.panel")
    expect(panel).to_contain_text("Creatine treats insomnia")
    expect(panel).to_contain_text("would be: Supported")
    panel.get_by_role("heading").first.press("a")
    expect(panel).to_contain_text("counts from now on")
    page.keyboard.press("Escape")
    ask(page, "/check Creatine treats insomnia.")
    answered(page, 2)
    expect(page.locator(".turn").last.locator(".chip").first).to_contain_text("Supported")
    expect(page.locator(".turn").last).to_contain_text("added by this team")


def test_proposals_are_gone_through_and_rejected_by_keys(site: Site, opened: Open) -> None:
    page = opened(site.url)
    panel = page.locator("dialog.panel")
    for fact in ("Taurine treats insomnia", "Taurine treats migraine"):
        ask(page, f"/add {fact}")
        expect(panel).to_contain_text(fact)
    ask(page, "/review")
    expect(panel).to_contain_text("1 of 2 open")
    shown = panel.get_by_role("button", name="Accept", exact=True).evaluate(
        "b => getComputedStyle(b, '::after').content"
    )
    assert shown.startswith('"a"')  # its key stands on the button, and is no part of its name
    heading = panel.get_by_role("heading").first
    heading.press("j")
    expect(panel).to_contain_text("2 of 2 open")
    heading.press("k")
    expect(panel).to_contain_text("1 of 2 open")
    heading.press("r")
    expect(panel).to_contain_text("Rejected")
    expect(panel).to_contain_text("1 of 1 open")
    heading.press("e")
    expect(panel.get_by_label("Second")).to_have_value("Migraine")
    panel.get_by_label("Second").fill("insom")
    expect(panel.locator("datalist option[value=Insomnia]")).to_have_count(1)


def test_a_key_that_is_held_decides_about_one_proposal_alone(site: Site, opened: Open) -> None:
    page = opened(site.url)
    panel = page.locator("dialog.panel")
    for fact in ("Saffron treats insomnia", "Saffron treats migraine", "Saffron treats diarrhea"):
        ask(page, f"/add {fact}")
        expect(panel).to_contain_text(fact)
    ask(page, "/review")
    expect(panel).to_contain_text("1 of ")
    panel.get_by_role("heading").first.focus()
    page.keyboard.down("r")
    expect(panel).to_contain_text("Rejected")
    left = panel.get_by_text("Proposal ").first.inner_text()
    for _ in range(5):
        page.keyboard.down("r")  # as a held key repeats
        page.wait_for_timeout(100)
    page.keyboard.up("r")
    assert panel.get_by_text("Proposal ").first.inner_text() == left
    page.keyboard.press("j")
    expect(panel).not_to_contain_text(left)


def test_the_second_of_two_windows_at_one_card_reads_what_the_first_did(site: Site, opened: Open) -> None:
    first, second = opened(site.url), opened(site.url)
    ask(first, "/add Melatonin treats migraine")
    expect(first.locator("dialog.panel")).to_contain_text("Melatonin treats migraine")
    ask(second, "/review")
    late = second.locator("dialog.panel")
    expect(late).to_contain_text("Proposal ")  # before a key is pressed
    for _ in range(10):
        if "Melatonin treats migraine" in late.inner_text():
            break
        shown = late.get_by_text("Proposal ").first.inner_text()
        second.keyboard.press("j")
        expect(late).not_to_contain_text(shown)  # a key that comes while one is being answered does nothing
    expect(late).to_contain_text("Melatonin treats migraine")
    first.locator("dialog.panel").get_by_role("heading").first.press("a")
    expect(first.locator("dialog.panel")).to_contain_text("counts from now on")
    late.get_by_role("heading").first.press("r")
    expect(late).to_contain_text("ccepted by")  # word of it may come before the answer, or renew the card behind it
    expect(late.get_by_role("button", name="Take that back")).to_be_visible()
