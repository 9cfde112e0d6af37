"""What people do with answers besides asking: dismiss, look in another way, go back, open nodes, ask about parts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import Open, Site, answered, ask, seen, sent

PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}


@pytest.fixture
def page(demo: Site, opened: Open) -> Page:
    page = opened(demo.url)
    ask(page, demo.scenario.question)
    answered(page)
    return page


def panel(page: Page) -> Locator:
    return page.locator("dialog.panel")


def node(page: Page, number: int) -> Locator:
    return page.locator(f'.turn .canvas .entity[data-entity="{number}"]').first


def tool(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.locator(".turn").last.locator(".choices.row").get_by_role("button", name=name, exact=True)


# ── suggestions and progress ────────────────────────────────────────────────────────────────────────────────────────


def test_a_suggestion_is_dismissed_and_that_is_undone(page: Page) -> None:
    choices = page.locator(".choices .choice")
    first = choices.first.get_attribute("data-question") or ""
    page.get_by_role("button", name=f"Dismiss: {first}").click()
    expect(choices.first).not_to_have_attribute("data-question", first)
    expect(page.locator(".progress")).to_contain_text("2 of 46 explored")
    expect(page.locator(".words")).to_contain_text("not be suggested again")
    page.locator(".words").get_by_role("button", name="Undo").click()
    expect(choices.first).to_have_attribute("data-question", first)
    expect(page.locator(".words")).to_contain_text("Taken back")


def test_dismissing_with_the_keyboard_keeps_the_focus_on_the_next_suggestion(page: Page) -> None:
    cross = page.locator(".asides > button").first
    before = cross.get_attribute("value")
    cross.focus()
    page.keyboard.press("Enter")
    expect(cross).not_to_have_attribute("value", before or "")
    expect(cross).to_be_focused()


def test_a_kind_of_suggestion_is_dismissed_from_its_small_menu(page: Page) -> None:
    menu = page.locator("details.few").first
    menu.locator("summary").click()
    expect(menu.get_by_role("button", name="No more about disorders")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    menu.get_by_role("button", name="No more about disorders").click()
    expect(page.locator(".progress")).to_contain_text("2 of 46 explored")


def test_progress_can_be_asked_why(page: Page) -> None:
    page.get_by_role("button", name=re.compile("2 of 47 explored")).click()
    expect(panel(page)).to_contain_text("named by a claim of this thread")


def test_a_claim_can_be_bookmarked_and_taken_off_again(page: Page) -> None:
    page.locator(".claim summary").first.click()
    star = page.get_by_role("button", name="Bookmark claim 1")
    star.click()
    expect(page.locator(".words")).to_contain_text("Put onto your list")
    star.click()
    expect(page.locator(".words")).to_contain_text("Taken off your list")


# ── panels ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_node_opens_its_panel_and_escape_brings_the_focus_back(page: Page) -> None:
    node(page, 1).focus()
    page.keyboard.press("Enter")
    expect(panel(page)).to_be_visible()
    expect(panel(page)).to_contain_text("alpha-tocopherol")
    expect(page.locator("#panel-title")).to_be_focused()
    page.keyboard.press("Tab")
    expect(panel(page).get_by_role("button", name="Close the panel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(node(page, 1)).to_be_focused()


def test_a_click_on_another_node_replaces_the_panel(page: Page) -> None:
    node(page, 1).click()
    expect(page.locator("#panel-title")).to_have_text("Vitamin E (1)")
    node(page, 2).click()
    expect(page.locator("#panel-title")).to_have_text("Alzheimer's disease (2)")
    expect(panel(page).get_by_role("button", name="Explain it")).to_have_count(1)
    page.get_by_role("button", name="Close the panel").click()
    expect(panel(page)).to_be_hidden()


def test_arrows_go_from_node_to_node(page: Page) -> None:
    page.locator(".canvas [tabindex='0']").first.focus()
    first = page.evaluate("document.activeElement.dataset.entity")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.entity") != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.entity") == first


def test_a_group_is_unfolded_where_it_stands(page: Page) -> None:
    page.locator(".canvas .group").click()
    expect(page.locator(".canvas .group")).to_have_count(0)
    expect(node(page, 1)).to_be_visible()


def test_looking_in_another_way_changes_the_answer_in_place_and_the_panel_with_it(page: Page) -> None:
    tool(page, "Picture and text").click()
    outline = panel(page).get_by_role("button", name="As an outline")
    expect(outline).to_have_attribute("aria-pressed", "false")
    outline.click()
    expect(page.locator(".turn .text.outline").first).to_be_visible()
    expect(outline).to_have_attribute("aria-pressed", "true")
    panel(page).get_by_role("button", name="One per paragraph").click()
    expect(page.locator(".turn .picture")).to_have_count(2)
    expect(page.locator(".turn")).to_have_count(1)
    addresses = [a.get_attribute("href") for a in page.locator(".turn .picture a[download]").all()]
    assert len(set(addresses)) == 2
    assert all(page.request.get(page.url.split("/t/")[0] + (a or "")).ok for a in addresses)


def test_a_question_asked_in_a_panel_puts_it_away(page: Page) -> None:
    node(page, 1).click()
    panel(page).locator(".fold summary").click()
    panel(page).get_by_label("Your question").fill("Is it safe?")
    panel(page).get_by_role("button", name="Ask", exact=True).click()
    answered(page, 2)
    expect(page.locator(".turn .question").nth(1)).to_have_text("Is it safe?")
    expect(panel(page)).to_be_hidden()


def test_a_form_says_how_many_are_to_be_chosen_and_is_sent_once(page: Page) -> None:
    tool(page, "Picture and text").click()
    panel(page).locator(".fold summary").click()
    boxes = panel(page).get_by_role("checkbox")
    boxes.first.check()
    panel(page).get_by_role("button", name="Ask", exact=True).click()
    assert boxes.first.evaluate("e => e.validationMessage") == "Please choose at least 2."
    boxes.nth(3).check()
    panel(page).get_by_role("button", name="Ask", exact=True).click()
    answered(page, 2)
    expect(page.locator(".turn .question").nth(1)).to_have_text("How are Vitamin E and prostate cancer connected?")


def test_settings_are_kept_and_names_are_completed(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    panel(page).get_by_label("Begin at").press_sequentially("prost")
    expect(panel(page).locator("datalist option")).to_have_attribute("value", "prostate cancer")
    panel(page).get_by_label("Brief").check()
    panel(page).get_by_role("button", name="Keep").click()
    expect(page.locator(".words")).to_contain_text("Kept: brief")


def test_only_the_page_that_asked_gets_the_panel(page: Page, opened: Open) -> None:
    other = opened(page.url)
    answered(other)
    node(page, 1).click()
    expect(panel(page)).to_be_visible()
    page.get_by_role("button", name="Close the panel").click()
    page.locator(".asides > button").first.click()
    expect(other.locator(".progress")).to_contain_text("2 of 46 explored")
    expect(panel(other)).to_be_hidden()
    expect(other.locator(".words")).to_be_hidden()


def test_on_a_phone_a_panel_lies_over_the_page_and_everything_fits(demo: Site, opened: Open) -> None:
    page = opened(demo.url, **PHONE)
    ask(page, demo.scenario.question)
    answered(page)
    tool(page, "Picture and text").click()
    expect(panel(page)).to_be_visible()
    assert page.evaluate("document.querySelector('dialog.panel').matches(':modal')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    panel(page).get_by_role("button", name="As an outline").click()
    expect(panel(page)).to_be_hidden()
    expect(page.locator(".turn .text.outline").first).to_be_attached()


# ── picture and text ────────────────────────────────────────────────────────────────────────────────────────────────


def test_selected_nodes_can_be_asked_about(page: Page) -> None:
    page.get_by_role("button", name="Select").click()
    node(page, 1).click()
    node(page, 3).click()
    expect(page.locator(".selected")).to_contain_text("Vitamin E, memory")
    page.get_by_role("button", name="How are they connected?").click()
    answered(page, 2)
    expect(page.locator(".turn .question").nth(1)).to_have_text("How are Vitamin E and memory connected?")
    expect(page.locator(".selected").first).to_be_hidden()


def test_two_nodes_can_mean_the_same(page: Page) -> None:
    node(page, 2).click(modifiers=["Shift"])
    node(page, 3).click(modifiers=["Shift"])
    page.get_by_role("button", name="They mean the same").click()
    expect(page.locator(".words")).to_contain_text("memory is taken for Alzheimer's disease")


def test_a_highlighted_part_of_the_answer_can_be_asked_about(page: Page) -> None:
    page.locator(".turn .text").first.evaluate("e => getSelection().selectAllChildren(e)")
    page.get_by_role("button", name="Ask about this").click()
    quoted = panel(page).locator("blockquote").inner_text()
    assert quoted.startswith("Vitamin E slowed functional decline in mild to moderate Alzheimer's disease in one")
    panel(page).get_by_label("Your question about it").fill("Which trial?")
    panel(page).get_by_role("button", name="Ask", exact=True).click()
    answered(page, 2)
    expect(page.locator(".turn .question").nth(1)).to_contain_text("Which trial? (about “Vitamin E slowed")
    expect(panel(page)).to_be_hidden()


# ── steps, summary, other ways in ───────────────────────────────────────────────────────────────────────────────────


def test_one_can_go_back_to_an_earlier_step(page: Page) -> None:
    ask(page, "Compare vitamin E and ginkgo")
    answered(page, 2)
    row = page.locator(".turn").nth(1).locator(".steps")
    expect(row.locator("[aria-current=step]")).to_contain_text("Compare")
    row.get_by_role("button").first.click()
    expect(page.locator(".turn .question").first).to_be_focused()
    expect(row.locator("[aria-current=step]")).to_contain_text("Can vitamin E slow")
    expect(page.locator(".turn").nth(1)).to_have_class(re.compile("later"))
    expect(page.get_by_label("Your question")).to_have_attribute("placeholder", re.compile("goes on from step 1"))
    expect(page.locator(".words")).to_contain_text("goes on from here")
    expect(panel(page)).to_be_hidden()


def test_in_the_panel_of_steps_the_mark_moves_along(page: Page) -> None:
    ask(page, "Compare vitamin E and ginkgo")
    answered(page, 2)
    tool(page, "Steps").click()
    panel(page).locator(".steps").get_by_role("button").first.click()
    expect(panel(page).locator("[aria-current=step]")).to_contain_text("Can vitamin E slow")
    expect(page.locator("#panel-title")).to_have_text("Steps")


def test_the_summary_is_downloaded(page: Page, tmp_path: Path) -> None:
    page.get_by_role("group", name="This thread").get_by_role("button", name="Summary").click()
    with page.expect_download() as waiting:
        panel(page).get_by_role("link", name="summary.md").click()
    waiting.value.save_as(tmp_path / "summary.md")
    assert (tmp_path / "summary.md").read_text() == "# Vitamin E\n"
    with page.expect_download() as waiting:
        panel(page).get_by_role("link", name="Download PNG").click()
    assert waiting.value.suggested_filename == "evigraph.png"


def test_the_graph_can_be_browsed_without_a_question(demo: Site, opened: Open) -> None:
    page = opened(demo.url)
    page.get_by_label("Browse the graph").fill("vitamin E")
    page.get_by_role("button", name="Browse", exact=True).click()
    answered(page)
    expect(page.locator(".turn .question")).to_have_text("Browse vitamin E")
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))


def test_a_conversation_is_mapped_with_its_speakers(demo: Site, opened: Open) -> None:
    page = opened(demo.url)
    page.locator("summary", has_text="Map a conversation").click()
    page.get_by_label("Messages, one a line").fill("hello")
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("line 1: nobody is named here")
    page.get_by_label("Messages, one a line").fill(
        '{"speaker": "Ann", "text": "Vitamin E helps."}\n{"speaker": "<b>Ben</b>", "text": "It does not."}'
    )
    page.get_by_role("button", name="Map", exact=True).click()
    answered(page)
    expect(page.locator(".said .who")).to_have_text(["Ann", "<b>Ben</b>"])
    expect(page.locator(".claim .who").first).to_have_text("Ann:")


def test_commands_can_be_typed(page: Page) -> None:
    ask(page, "/settings")
    expect(page.locator("#panel-title")).to_have_text("Settings")
    expect(page.locator(".turn")).to_have_count(1)
    ask(page, "/nonsense")
    expect(page.locator(".words")).to_contain_text("There is no command nonsense")


def test_a_command_that_is_typed_whole_is_sent_by_the_first_enter(page: Page) -> None:
    page.get_by_label("Your question").press_sequentially("/add")
    page.keyboard.press("Enter")
    expect(page.locator(".words")).to_be_visible()
    expect(page.get_by_label("Your question")).to_have_value("")


def test_a_page_that_was_away_fetches_what_has_changed_meanwhile(page: Page, opened: Open) -> None:
    other = opened(page.url)
    answered(other)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    other.locator(".asides > button").first.click()
    expect(other.locator(".progress")).to_contain_text("2 of 46 explored")
    expect(page.locator(".progress")).to_contain_text("2 of 47 explored")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator(".progress")).to_contain_text("2 of 46 explored")


def test_the_real_assistant_can_be_explored(site: Site, opened: Open) -> None:
    page = opened(site.url)
    ask(page, site.scenario.question)
    answered(page)
    first = page.locator(".choices .choice").first.get_attribute("data-question") or ""
    page.get_by_role("button", name=f"Dismiss: {first}").click()
    expect(page.locator(".choices .choice").first).not_to_have_attribute("data-question", first)
    node(page, 1).click()
    expect(panel(page)).to_contain_text("Vitamin E")
    tool(page, "Picture and text").click()
    expect(page.locator("#panel-title")).to_have_text("Picture and text")
    outline = panel(page).get_by_role("button", name="As an outline")
    outline.click()
    expect(outline).to_have_attribute("aria-pressed", "true")
    tool(page, re.compile("^Undo")).click()
    expect(page.locator(".turn .text.outline")).to_have_count(0)


def test_without_scripts_forms_and_buttons_still_work(demo: Site, opened: Open) -> None:
    page = opened(demo.url, java_script_enabled=False)
    page.get_by_label("Browse the graph").fill("vitamin E")
    sent(page, page.get_by_role("button", name="Browse", exact=True))
    seen(page, page.locator('.turn[data-final="true"]'))
    sent(page, page.locator(".asides > button").first)
    seen(page, page.locator(".progress", has_text="2 of 46 explored"))


def test_the_row_of_steps_shows_where_one_is_in_a_long_thread(demo: Site, opened: Open) -> None:
    page = opened(demo.url, viewport={"width": 1440, "height": 900})
    for turn in range(1, 15):
        ask(page, f"Compare vitamin E and ginkgo ({turn})")
        answered(page, turn)
    row = page.locator(".turn").last.locator(".steps ol")
    room = row.evaluate(
        "e => { const f = e.getBoundingClientRect(), d = e.querySelector('.here').getBoundingClientRect();"
        "return [e.scrollWidth > e.clientWidth, d.left >= f.left - 1, d.right <= f.right + 1] }"
    )
    assert room == [True, True, True]
