"""What a reader of Markdown makes of the report; markdown-it-py is the reader."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kgcore.exploration.exploration import exploration_of
from kgcore.presentation.summary import escape_markdown, safe_name, summary_markdown
from kgcore.values.model import Entity, Paper
from kgcore.values.text import clean_line
from kgcore.values.thread import Exploration
from tests.kgcore.presentation.hostile import titles
from tests.kgcore.presentation.made import AD, FIRST, THREAD, WORDS, E, claim

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def html(text: str) -> str:
    return str(READER.render(text))


def tags(page: str) -> set[str]:
    return set(re.findall(r"<\s*([a-zA-Z0-9]+)", page))


@given(titles | st.text())
@example("1. one")
@example("12345678901. no")
@example("-")
@example("    code")
def test_escaped_text_is_read_as_it_stands(text: str) -> None:
    for around in ("{}", "1. {}", "# {}", "| a |\n| --- |\n| {} |"):
        page = html(around.format(escape_markdown(text)))
        assert tags(page) <= {"p", "ol", "li", "h1", "table", "thead", "tbody", "tr", "th", "td"}
    paragraph = html(f"x {escape_markdown(text)}")
    words = unescape(re.sub(r"</?p>|\n", "", paragraph)).replace("\u2060", "").removeprefix("x").strip()
    assert words == clean_line(text).encode("utf-8", "replace").decode() or "\ufffd" in paragraph


@given(titles, titles, st.text(max_size=40))
def test_no_title_name_or_question_brings_markup_into_the_report(title: str, question: str, url: str) -> None:
    name = clean_line(title) or "x"
    odd = Entity("O:1", name, title)
    paper = Paper("PMID:1", title, title, None, f"https://example.org/{url}")
    turn = replace(FIRST, question=question, papers=(paper,), claims=(*FIRST.claims, claim(odd, "TREATS", AD)))
    page = html(summary_markdown((turn,), exploration_of((turn,)), WORDS, "evigraph.png"))
    assert tags(page) <= {
        "h1", "h2", "h3", "p", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "a", "img", "hr",
    }  # fmt: skip
    assert page.count("<tr>") == 4
    assert page.count("<h1>") == 1
    links = re.findall(r'href="([^"]*)"', page)
    assert all(link.startswith(("https://example.org/", "https://pubmed.ncbi.nlm.nih.gov/")) for link in links)
    assert re.findall(r'src="([^"]*)"', page) == ["evigraph.png"]


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "//evil.example", "ftp://x.org", "http://"])
def test_an_address_that_is_no_web_address_is_no_link(url: str) -> None:
    turn = replace(FIRST, papers=(Paper("PMID:1", "T", url=url),))
    assert "<a" not in html(summary_markdown((turn,), exploration_of((turn,)), WORDS, ""))


def test_the_report_holds_questions_claims_reasons_picture_and_papers() -> None:
    text = summary_markdown(THREAD, exploration_of(THREAD), WORDS, "evigraph.png")
    assert text.startswith("# Does vitamin E help with Alzheimer's disease?\n\n3 steps, 4 claims about 5 things")
    assert "2. And vitamin C?\n" in text
    assert "| 1 | ✓ Supported | Vitamin E treats Alzheimer's disease | 1, 3 | 1 for |" in text
    assert "4. ? Nothing was found." in text
    assert "![The graph of all claims](<evigraph.png>)" in text
    assert "1. [Vitamin E trial. JAMA, 2014](<https://pubmed.ncbi.nlm.nih.gov/1/>). PMID:1 (for 1, 3)" in text
    assert text.endswith("General information, not medical advice.\n")


def test_without_a_picture_none_is_named() -> None:
    assert "![" not in summary_markdown(THREAD, exploration_of(THREAD), WORDS, "")


def test_an_empty_thread_gets_a_sentence() -> None:
    assert "nothing to summarise" in summary_markdown((), Exploration(), WORDS, "")


def test_names_that_a_reader_would_turn_into_links_or_pings_stay_words() -> None:
    linking = MarkdownIt("gfm-like", {"linkify": False})
    assert "<a" not in str(linking.render(escape_markdown("https://evil.example www.evil.example")))
    assert "@everyone" not in escape_markdown("@everyone")
    assert E.name == "Vitamin E"


@given(st.text())
def test_a_files_name_is_plain(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9-][A-Za-z0-9.-]*", safe_name(name))
