"""A library beside the graph on the page: a paper and the way back to its list, a wide table, an open claim."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import Open, answered, ask, free_port
from tests.page.scenario import REAL, ROOT, served

PMC77 = "https://pmc.ncbi.nlm.nih.gov/articles/PMC77"
LIKE = """<article><front><article-meta><article-id pub-id-type="pmcid">PMC78</article-id><title-group><article-title>
Garlic as a repellent of mosquitoes: a randomised controlled trial</article-title></title-group>
</article-meta></front></article>"""
ARMS = [f"Arm {n} of the trial" for n in range(9)]
ARTICLE = f"""<article><front><article-meta><article-id pub-id-type="pmcid">PMC77</article-id>
<title-group><article-title>Garlic for malaria: a randomised controlled trial</article-title></title-group>
<abstract><p>Garlic did not reduce the incidence of malaria compared with placebo.</p></abstract></article-meta></front>
<body><sec><title>Results</title><p>Fever was as common with garlic.</p><table-wrap id="T1"><label>Table 1</label>
<caption><p>Cases by group.</p></caption><table><thead><tr><th>Outcome</th>{"".join(f"<th>{a}</th>" for a in ARMS)}</tr>
</thead><tbody><tr><td>Cases, n</td>{"".join(f"<td>{n}</td>" for n in range(10, 18))}<td>99</td></tr></tbody></table>
</table-wrap></sec></body></article>"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The bot with a library of one trial, and of one paper like it."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "PMC77.nxml").write_text(ARTICLE, encoding="utf-8")
    (folder / "PMC78.nxml").write_text(LIKE, encoding="utf-8")
    run = [sys.executable, "-m", "bot", "library", "add", "PMC77.nxml", "PMC78.nxml", "--library", "papers"]
    own = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none"}
    added = subprocess.run(run, cwd=folder, env=own, capture_output=True, text=True, check=True)
    assert "2 papers added" in added.stdout + added.stderr
    settings = {**REAL.settings, "EVIGRAPH_LIBRARY": str(folder / "papers"), "EVIGRAPH_EMBEDDER": "none"}
    with served(replace(REAL, settings=settings), folder, free_port()) as url:
        yield url


def test_a_paper_leads_to_its_sentences_and_back(library: str, opened: Open) -> None:
    page = opened(library)
    panel = page.locator("dialog.panel")
    ask(page, "/literature garlic malaria")
    expect(panel.locator("mark").first).to_have_text("Garlic")
    panel.get_by_role("button", name="Passages").first.click()
    expect(panel).to_contain_text("Fever was as common with")
    panel.get_by_role("button", name="Back to the papers").click()
    expect(panel).to_contain_text("in the library for “garlic malaria”")


def looked_up(page: Page) -> Locator:
    """Look the trial up anew: the list that an earlier look-up left is closed before anything is pressed in it."""
    panel = page.locator("dialog.panel")
    if panel.is_visible():
        panel.get_by_role("button", name="Close").first.click()
        expect(panel).to_be_hidden()
    ask(page, "/literature garlic malaria")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("in the library for “garlic malaria”")
    return panel


def test_what_can_be_done_with_a_paper_is_done_on_the_page(library: str, opened: Open) -> None:
    page = opened(library)
    panel = looked_up(page)
    expect(panel.get_by_role("link", name="Garlic for malaria")).to_have_attribute("href", PMC77)
    panel.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.locator("body")).to_contain_text("on your list")
    looked_up(page).get_by_role("button", name="Papers like this").first.click()
    expect(panel.locator("#panel-title")).to_contain_text("Papers like “Garlic for malaria")
    expect(panel).to_contain_text("Garlic as a repellent")
    expect(looked_up(page).get_by_role("button", name="Share")).to_have_count(0)  # nobody else is here
    page.keyboard.press("Escape")
    ask(page, "What did PMC77 find about fever?")
    expect(page.locator("main")).to_contain_text("“Fever was as common with garlic.”")


def test_tables_lead_to_their_file_and_their_profile_on_the_page(library: str, opened: Open) -> None:
    page = opened(library)
    panel = page.locator("dialog.panel")
    ask(page, "/tables row: cases")
    expect(panel.locator("mark").first).to_be_visible()
    panel.get_by_role("button", name="Profile").click()
    expect(panel).to_contain_text("What 1 table measures")
    expect(panel.locator("img, svg").first).to_be_visible()
    panel.get_by_text("Only the tables that have …").click()
    panel.get_by_role("button", name="Cases, n").click()
    expect(panel).to_contain_text('has: "Cases, n"')


def test_a_claim_that_the_graph_leaves_open_leads_to_what_a_paper_says(library: str, opened: Open) -> None:
    page = opened(library)
    ask(page, "/check Garlic prevents malaria.")
    answered(page)
    page.get_by_role("button", name="Look in the papers").click()
    panel = page.locator("dialog.panel")
    expect(panel).to_contain_text("1 paper mentions both.")
    expect(panel).to_contain_text("seems to deny it")
    expect(page.locator(".turn").last.locator(".chip").first).to_contain_text("No evidence found here")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_cell_that_was_looked_for_stands_in_view_in_a_wide_panel(library: str, opened: Open, width: int) -> None:
    page = opened(library, viewport={"width": width, "height": 900})
    ask(page, "/tables row: cases value: 99")
    cell = page.locator("dialog.panel .table mark")
    expect(cell).to_have_text("99")
    inner, outer = cell.bounding_box(), page.locator("dialog.panel .table").bounding_box()
    panel = page.locator("dialog.panel").bounding_box()
    assert inner
    assert outer
    assert panel
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
    assert panel["width"] >= min(width, 640) - 1
