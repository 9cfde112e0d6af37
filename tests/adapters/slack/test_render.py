"""Replies as Block Kit: golden files of typical replies, and what holds for any reply."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack.blocks import figure_digest
from adapters.slack.controls import dump_form, form_key, load_form
from adapters.slack.escape import fallback_text, unescape_text
from adapters.slack.parts import BlockSurface
from adapters.slack.render import AskedBy, render, render_view, scene_of
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    Fact,
    Field,
    FieldKind,
    Figure,
    Form,
    Notice,
    Option,
    Papers,
    PaperView,
    Plain,
    Quote,
    Reply,
    Steps,
    StepView,
    Table,
    Text,
)
from kgcore.verdicts import Verdict
from tests.adapters.meaning import left_out
from tests.adapters.slack import golden
from tests.servers.slack_checks import characters, refusals, view_refusals
from tests.servers.slack_people import labels, words


@pytest.mark.asyncio(loop_scope="session")
async def test_typical_replies_look_as_they_should(typical: Mapping[str, Reply]) -> None:
    for name in golden.KEPT:
        kept = golden.path(name).read_text(encoding="utf-8")
        assert golden.written(typical[name]) == kept, f"{name}: make goldens renews it"
    assert set(golden.FOLDER.iterdir()) == {golden.path(name) for name in golden.KEPT}


@pytest.mark.asyncio(loop_scope="session")
async def test_nothing_of_a_typical_reply_is_left_out(typical: Mapping[str, Reply]) -> None:
    for name, reply in typical.items():
        assert left_out(reply, golden.whole(reply), json.dumps(golden.whole(reply), ensure_ascii=False)) == [], name


@pytest.mark.asyncio(loop_scope="session")
async def test_typical_replies_are_within_slacks_limits(typical: Mapping[str, Reply]) -> None:
    for name, reply in typical.items():
        for post in render(reply, {}).posts:
            assert refusals(list(post.blocks)) == [], name
            assert post.text.strip(), name
        made = render_view(reply, "A title that is far too long for Slack", "{}")
        assert made is None or view_refusals(made[0]) == [], name


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=40)
LONG = st.builds(lambda text, times: (text or "x") * times, TEXTS, st.sampled_from([1, 1, 1, 50]))
PAPERS = st.builds(Paper, st.just("PMID:1"), TEXTS, TEXTS, st.none(), st.just("https://pubmed.example/1"))
QUOTES = st.builds(Quote, LONG, TEXTS, st.none() | PAPERS, st.booleans())
FACTS = st.builds(Fact, TEXTS, st.lists(QUOTES, max_size=6).map(tuple), st.integers(0, 9))
VIEWS = st.builds(
    ClaimView,
    st.integers(1, 99),
    st.sampled_from(Verdict),
    st.tuples(st.builds(Plain, TEXTS)),
    LONG,
    st.lists(PAPERS, max_size=12).map(tuple),
    evidence=st.lists(FACTS, max_size=5).map(tuple),
    bookmark=st.just("kg1:bookmark:t:1"),
    up=st.just("kg1:up:t:1"),
    down=st.just("kg1:down:t:1"),
    trim=st.just("kg1:trim-claim:t:1"),
)
CHOICE = st.builds(
    Choice,
    LONG,
    st.integers(0, 9).map(lambda n: f"kg1:ask:t:{n}"),
    TEXTS,
    aside=st.lists(st.builds(Choice, TEXTS, st.just("kg1:dismiss:t:1")), max_size=7).map(tuple),
)
BLOCKS = st.one_of(
    st.builds(Text, st.tuples(st.builds(Plain, LONG)), st.booleans(), TEXTS),
    st.builds(Claims, st.lists(VIEWS, max_size=12).map(tuple)),
    st.builds(Papers, st.lists(st.builds(PaperView, PAPERS), max_size=12).map(tuple)),
    st.builds(Table, st.just(("a", "b")), st.lists(st.tuples(TEXTS, LONG), max_size=110).map(tuple), TEXTS),
    st.builds(Choices, st.lists(CHOICE, max_size=30).map(tuple), st.lists(CHOICE, max_size=110).map(tuple), TEXTS),
    st.builds(Notice, LONG),
    st.builds(Steps, st.lists(st.builds(StepView, st.integers(1, 9), LONG, st.just("kg1:step:t:0"))).map(tuple)),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(BLOCKS, max_size=3))
def test_whatever_is_said_slack_takes_it_and_no_notice_is_cut(blocks: list[Block]) -> None:
    reply = Reply("t", "Question?", tuple(blocks))
    posts = render(reply, {}, AskedBy("U1", "Question?")).posts
    assert all(refusals(list(p.blocks)) == [] for p in posts)
    assert all(0 < len(p.text) <= 4_000 for p in posts)
    whole = "".join(words(list(p.blocks)) for p in posts).replace(" ", "")
    for block in (b for b in blocks if isinstance(b, Claims)):
        assert all(f"{c.number}{c.chip.label}".replace(" ", "") in whole or c.why == "" for c in block.claims) or whole


def claim(number: int, papers: int) -> ClaimView:
    found = tuple(
        Paper(f"PMID:{n}", f"Paper {n} of claim {number}", "Journal", 2001, "https://x.example/") for n in range(papers)
    )
    return ClaimView(number, Verdict.SUPPORTED, (Plain(f"Statement {number}"),), "w" * 500, found)


def test_long_answers_are_split_between_claims_and_a_claim_keeps_its_evidence() -> None:
    posts = render(Reply("t", "q", (Claims(tuple(claim(n, 3) for n in range(1, 61))),)), {}).posts
    assert len(posts) > 2
    for number in range(1, 61):
        said = re.compile(rf"{number} Supported: Statement {number}\D")
        (holder,) = [p for p in posts if said.search(words(list(p.blocks)))]
        assert all(f"Paper {n} of claim {number}" in words(list(holder.blocks)) for n in range(3))
    assert all(characters(list(p.blocks)) <= 13_000 and len(p.blocks) <= 50 for p in posts)


def test_papers_that_are_left_out_are_counted_and_lie_behind_evidence() -> None:
    (post,) = render(Reply("t", "q", (Claims((claim(1, 12),)),)), {}).posts
    assert "4 more papers" in words(list(post.blocks))


def test_a_picture_that_failed_leaves_its_edges_and_says_so() -> None:
    figure = Figure(b"png", "<svg/>", "Vitamin E treats Alzheimer's disease.", 1, 1)
    reply = Reply("t", "q", (figure, Claims((claim(1, 1),))))
    shown = words(list(render(reply, {figure_digest(figure): ""}).posts[0].blocks))
    assert "could not be uploaded" in shown
    assert "Statement 1" in shown
    assert "From, relation, to" in shown


def test_a_form_comes_back_as_it_was_kept() -> None:
    form = Form("T", (Field("a", "A", FieldKind.ONE, (Option("1", "One", 2),), ("1",)),), "Send", "kg1:set:t:0")
    assert load_form(dump_form(form)) == form
    assert len(form_key(form)) < 60


def test_a_panel_of_one_form_is_a_modal_that_can_be_sent_and_of_two_has_buttons() -> None:
    form = Form("One", (Field("a", "A", FieldKind.TEXT, most=500),), "Send", "kg1:set:t:0")
    single = render_view(Reply("", "", (Notice("n"), form), private=True), "Settings", "m")
    assert single is not None
    assert single[0]["submit"]["text"] == "Send"
    assert single[0]["callback_id"] == "kg1:set:t:0"
    double = render_view(Reply("", "", (form, Form("Two", form.fields, "S", "kg1:set:t:1")), private=True), "S", "m")
    assert double is not None
    assert labels(double[0]["blocks"]) == ["One …", "Two …"]
    assert "submit" not in double[0]


def test_what_does_not_fit_into_a_modal_is_no_modal() -> None:
    assert render_view(Reply("", "", tuple(Notice("n") for _ in range(101)), private=True), "S", "m") is None
    assert scene_of(Reply("", "", ()), {}, BlockSurface.MODAL).claims == ()


def test_the_fallback_pings_nobody_and_links_nothing() -> None:
    text = fallback_text("<!here> @channel http://evil.example & example.com " + "<" * 5_000)
    assert len(text) <= 4_000
    assert "<" not in text
    assert "http://" not in text
    assert "@channel" not in text


def test_slacks_own_markup_becomes_what_people_saw() -> None:
    text = "<@U0BOT> does <https://x.example|this> &lt; <@U2|ben> in <#C1|general> <!here> help &amp; heal?"
    assert unescape_text(text, "U0BOT") == "does this < @ben in #general @here help & heal?"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://x.example/a b", "https://x.example/<!here>", "", "ftp://x"]
)
def test_an_address_that_slack_would_refuse_is_shown_without_a_link(url: str) -> None:
    paper = PaperView(Paper("PMID:1", "A title", url=url))
    blocks = list(render(Reply("", "", (Papers((paper,), 1, 1),)), {}).posts[0].blocks)
    assert "A title" in words(blocks)
    assert '"link"' not in json.dumps(blocks)
    assert refusals(blocks) == []


def test_words_that_were_sought_are_bold_in_what_is_quoted() -> None:
    view = PaperView(
        Paper("PMID:1"), (("", "“Colds were shorter.” (Results)"),), marked=frozenset({"colds", "results"})
    )
    blocks = list(render(Reply("", "", (Papers((view,), 1, 1),)), {}).posts[0].blocks)
    assert '{"type": "text", "text": "Colds", "style": {"bold": true}}' in json.dumps(blocks)
    assert '"text": " were shorter.\\u201d (Results)"}' in json.dumps(blocks)
    assert refusals(blocks) == []


def test_an_empty_paragraph_makes_no_block() -> None:
    blocks = list(render(Reply("t", "q", (Text(()), Text((Plain("Zinc helps."),)))), {}).posts[0].blocks)
    assert len(blocks) == 1
    assert refusals(blocks) == []
