"""Papers that were looked up, on the page."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl

from adapters.web.inlines import call_macro, context_object
from adapters.web.render import render_reply
from kgcore.values.model import Paper
from kgcore.values.reply import Papers, PaperView, Reply

ON = PaperView(
    Paper("PMID:1", "Vitamin E <b>&", "J <i>", 2008, "https://pubmed.ncbi.nlm.nih.gov/1/"),
    (("+", "Vitamin E treats <script>"), ("−", "Vitamin E prevents dementia"), ("", "and 2 more")),
)
OFF = PaperView(Paper("DOI:10.1/x", url="javascript:alert(1)"))


def html(*views: PaperView, first: int = 1, total: int = 0) -> str:
    (only,) = render_reply(Reply("", "", (Papers(views, first, total),), private=True), "thread01").blocks
    return only[1]


def test_papers_are_numbered_through_all_pages() -> None:
    shown = html(ON, OFF, first=6, total=12)
    assert '<ol start="6">' in shown
    assert "Papers 6 to 7 of 12" in shown


def test_a_paper_shows_what_it_bears_on_and_which_side_it_takes() -> None:
    shown = html(ON)
    assert "Reports that it is not so: </span>Vitamin E prevents dementia" in shown
    assert "</span> and 2 more" in shown


def test_words_from_outside_stay_text_and_only_web_addresses_lead_anywhere() -> None:
    shown = html(ON, OFF)
    assert "<script>" not in shown
    assert "<b>" not in shown
    assert shown.count("<a ") == 1
    assert "javascript" not in shown


def test_words_that_were_sought_stand_out_in_what_is_quoted() -> None:
    lines = (
        ("", "randomised trial"),
        ("", "“Colds <b> were shorter with zinc gluconate.” (Results)"),
        ("", "title: zinc"),
    )
    shown = html(PaperView(Paper("PMID:1"), lines, marked=frozenset({"zinc", "gluconate", "colds", "trial"})))
    assert "“<mark>Colds</mark> &lt;b&gt; were shorter with <mark>zinc gluconate</mark>.” (Results)" in shown
    assert shown.count("<mark>") == 2


def test_without_papers_nothing_is_shown() -> None:
    assert not render_reply(Reply("", "", (Papers(()),)), "thread01").blocks


def test_a_reference_manager_finds_each_paper_in_the_page() -> None:
    paper = Paper("PMID:24381967", 'Vitamin E & <i>"AD"</i>', "JAMA", 2014, "https://pubmed.ncbi.nlm.nih.gov/24381967/")
    paper = replace(paper, authors=("Dysken, Maurice W", "A Group"), volume="311", issue="1", pages="33-44")
    authors = [value for name, value in parse_qsl(context_object(paper)) if name == "rft.au"]
    assert authors == ["Dysken, Maurice W", "A Group"]
    found = dict(parse_qsl(context_object(paper)))
    assert (found["rft.atitle"], found["rft.jtitle"], found["rft.date"]) == ('Vitamin E & <i>"AD"</i>', "JAMA", "2014")
    assert (found["rft.volume"], found["rft.issue"], found["rft.pages"]) == ("311", "1", "33-44")
    assert ("rft_id", "info:pmid/24381967") in parse_qsl(context_object(paper))
    html = call_macro("papers.html", "papers", Papers((PaperView(paper), PaperView(Paper("PMID:1")))))
    assert html.count('class="Z3988"') == 1
    assert "<i>" not in html


def test_a_design_that_stands_beside_the_year_is_not_said_again() -> None:
    paper = Paper("PMID:2", "Zinc for colds", year=2015, design="randomised trial")
    assert (
        html(PaperView(paper, (("", "randomised trial"), ("", "“Colds were shorter.”")))).count("randomised trial") == 1
    )
