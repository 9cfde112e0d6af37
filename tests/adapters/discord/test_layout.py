"""Replies of any size fit Discord's limits, parted at paragraphs and claims, and nothing is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord import limits
from adapters.discord.layout import files_to_upload, lay_out_reply
from adapters.discord.modals import form_modal
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    EntityRef,
    Fact,
    Field,
    FieldKind,
    Figure,
    File,
    Form,
    Notice,
    Option,
    Papers,
    PaperView,
    Plain,
    Progress,
    Quote,
    RelationRef,
    Reply,
    Steps,
    StepView,
    Table,
    Text,
    Tone,
)
from kgcore.verdicts import Verdict
from tests.adapters.discord.rig import components, walk

WORD = st.text(st.sampled_from("abc *_@<>[]`#-:/\\|~"), min_size=1, max_size=30)
LONG = st.integers(1, 900).map(lambda n: "Zinc helps colds. " * n)
TEXT = st.one_of(WORD, LONG)
ACTION = st.integers(0, 60).map(lambda n: f"kg1:ask:turn01:{n}")
ASIDE = st.lists(st.builds(Choice, WORD, ACTION), max_size=2).map(tuple)
CHOICE = st.builds(
    Choice,
    TEXT,
    ACTION,
    st.one_of(st.just(""), TEXT),
    aside=ASIDE,
)
QUOTE = st.builds(Quote, TEXT, WORD, st.none() | st.just(Paper("PMID:1", url="https://a.example")), st.booleans())
CLAIM = st.builds(
    ClaimView,
    st.integers(1, 99),
    st.sampled_from(Verdict),
    TEXT.map(lambda t: (Plain(t),)),
    TEXT,
    st.integers(0, 60).map(lambda n: tuple(Paper(f"PMID:{k}", "A title", url="https://a.example") for k in range(n))),
    evidence=st.lists(st.builds(Fact, TEXT, st.lists(QUOTE, max_size=6).map(tuple), st.integers(0, 9))).map(tuple),
    bookmark=st.just("kg1:bookmark:turn01:0"),
    up=st.just("kg1:up:turn01:1"),
)
BLOCK = st.one_of(
    TEXT.map(lambda t: Text((Plain(t),))),
    st.lists(CLAIM, max_size=40).map(lambda c: Claims(tuple(c))),
    st.lists(st.builds(PaperView, TEXT.map(lambda t: Paper("PMID:1", t))), max_size=30).map(lambda p: Papers(tuple(p))),
    st.builds(Choices, st.lists(CHOICE, max_size=12).map(tuple), st.lists(CHOICE, max_size=60).map(tuple), WORD),
    st.builds(Table, st.just(("A", "B", "C")), st.lists(st.tuples(WORD, TEXT, WORD), max_size=20).map(tuple), WORD),
    st.integers(1, 40).map(lambda n: Steps(tuple(StepView(k, "Why?", f"kg1:step:t{k}:0") for k in range(1, n + 1)))),
    st.builds(Notice, TEXT, st.sampled_from(Tone)),
    st.builds(Progress, st.integers(0, 9), st.just(9), st.just(""), WORD, st.just("kg1:progress:turn01:0")),
    st.builds(Figure, st.binary(max_size=9), st.just(""), TEXT.map(lambda t: t[:3000]), st.just(1), st.just(1)),
    st.builds(File, st.just("a b/ü.md"), st.just("text/plain"), st.binary(max_size=9)),
    st.just(Form("A form", (), "Send", "kg1:about:turn01:0")),
)


def payloads(reply: Reply) -> list[list[dict[str, Any]]]:
    return [components(page) for page in lay_out_reply(reply, "kg1:node:turn01:1")]


@given(st.lists(BLOCK, max_size=6), st.booleans(), st.sampled_from(["turn01", ""]))
def test_whatever_is_said_fits(blocks: list[Block], final: bool, turn: str) -> None:
    reply = Reply(turn, "Why?", tuple(blocks), final)
    for page in lay_out_reply(reply, "kg1:node:turn01:1"):
        parts = list(walk(components(page)))
        found = [p for p in parts if "type" in p]
        assert 0 < len(found) <= limits.COMPONENTS
        assert sum(len(p["content"]) for p in found if p["type"] == 10) <= limits.TEXT_CHARACTERS
        assert all(p["content"].strip() for p in found if p["type"] == 10)
        ids = [p["custom_id"] for p in parts if "custom_id" in p]
        assert len(set(ids)) == len(ids)
        assert all(len(i) <= limits.CUSTOM_ID for i in ids)
        assert all(len(p["components"]) <= limits.ROW_BUTTONS for p in found if p["type"] == 1)
        assert all(len(p.get("label", "")) <= limits.BUTTON_LABEL for p in found if p["type"] == 2)
        for menu in (p for p in found if p["type"] == 3):
            values = [o["value"] for o in menu["options"]]
            assert 0 < len(values) == len(set(values)) <= limits.OPTIONS
        assert len(files_to_upload(page)) <= limits.FILES
        for picture in (p for p in found if p["type"] == 12):
            assert len(picture["items"][0].get("description") or "") <= limits.ALT_CHARACTERS


def said(reply: Reply) -> str:
    return "\n".join(p["content"] for page in payloads(reply) for p in walk(page) if p.get("type") == 10)


def test_a_long_answer_is_parted_between_sentences_and_nothing_is_lost() -> None:
    sentences = [f"Sentence number {n} says something about zinc." for n in range(400)]
    found = said(Reply("turn01", "Why?", (Text((Plain(" ".join(sentences)),)),)))
    assert [s for s in sentences if s not in found] == []


def test_many_claims_are_parted_between_claims() -> None:
    claims = tuple(
        ClaimView(n, Verdict.SUPPORTED, (Plain(f"Substance {n} treats illness {n} in people of every age"),), "Why")
        for n in range(1, 101)
    )
    pages = payloads(Reply("turn01", "Why?", (Claims(claims),)))
    assert len(pages) > 1
    lines = [r for page in pages for p in walk(page) if p.get("type") == 10 for r in p["content"].split("\n")]
    assert [r for r in lines if r.startswith(tuple("123456789"))] == [
        f"{n}. ✓ **Supported** · Substance {n} treats illness {n} in people of every age" for n in range(1, 101)
    ]
    reachable = {o["value"] for page in pages for p in walk(page) for o in p.get("options") or ()}
    assert reachable == {f"kg1:why:turn01:{n}" for n in range(100)}


def test_a_description_that_is_too_long_goes_on_as_words() -> None:
    alt = "Zinc treats colds: supported. " * 60
    (page,) = lay_out_reply(Reply("turn01", "Why?", (Figure(b"png", "", alt, 1, 1),)))
    parts = list(walk(components(page)))
    description = next(p for p in parts if p.get("type") == 12)["items"][0]["description"]
    assert len(description) <= 1024
    assert description.endswith("supported.")
    rest = next(p["content"] for p in parts if "further" in p.get("content", ""))
    assert (description + rest).count("Zinc treats colds") == 60


def test_eleven_files_are_two_messages_and_a_huge_one_is_told() -> None:
    files = tuple(File(f"f{n}.md", "text/markdown", b"x") for n in range(11))
    huge = File("big.bin", "application/octet-stream", b"x" * (limits.FILE_BYTES + 1))
    pages = lay_out_reply(Reply("", "", (*files, huge)))
    assert [len(files_to_upload(page)) for page in pages] == [10, 1]
    assert "big.bin is left out: it has 10.0 MiB" in said(Reply("", "", (huge,)))


def test_one_look_at_an_answer_tells_the_verdicts() -> None:
    statement = (EntityRef("Zinc", 2, "S", "#000000"), Plain(" treats "), EntityRef("colds", 1, "D", "#000000"))
    papers = tuple(Paper(f"PMID:{n}") for n in range(3))
    blocks = (
        Text((EntityRef("Zinc", 2, "S", "#000000"), Plain(" "), RelationRef("treats", (1,)), Plain(" colds."))),
        Claims((ClaimView(1, Verdict.MIXED, statement, "Why", papers, papers[:1]),)),
    )
    found = said(Reply("turn01", "Does zinc help?", blocks))
    assert "### Does zinc help?" in found
    assert "**Zinc** *treats* ⚖ colds." in found
    assert "1. ⚖ **Mixed** · Zinc treats colds" in found


def test_a_verdict_without_papers_names_its_source() -> None:
    evidence = (Fact("Zinc treats colds (iDISK 2.0, no paper given)"),)
    claim = ClaimView(1, Verdict.SUPPORTED, (Plain("Zinc treats colds"),), "", evidence=evidence)
    assert "Zinc treats colds · iDISK 2.0, no paper given" in said(Reply("turn01", "", (Claims((claim,)),)))


def test_a_menu_shows_one_choice_at_most_as_chosen() -> None:
    both = Choices((), tuple(Choice(f"Way {n}", f"kg1:scope:t1:{n}", on=True) for n in range(2)), "Picture")
    (page,) = lay_out_reply(Reply("", "", (both,)))
    options = [o for part in walk(components(page)) for o in part.get("options") or ()]
    assert len(options) == 2
    assert not any(o["default"] for o in options)  # Discord refuses more than can be chosen


def test_the_same_action_twice_is_two_buttons() -> None:
    twice = Choices((Choice("One", "kg1:summary:turn01:0"), Choice("Two", "kg1:summary:turn01:0")))
    (page,) = payloads(Reply("turn01", "", (twice,)))
    ids = [p["custom_id"] for p in walk(page) if "custom_id" in p]
    assert ids == ["kg1:summary:turn01:0", "kgb:1:kg1:summary:turn01:0"]


@pytest.mark.parametrize("kind", [FieldKind.ONE, FieldKind.MANY])
def test_a_form_of_any_size_fits_into_a_modal(kind: FieldKind) -> None:
    options = tuple(Option(str(n), "A very long name of a thing " * 9, n) for n in range(200))
    field = Field("nodes", "Which of all these things do you want to have connected?", kind, options, least=2, most=5)
    form = Form("A title that is longer than a modal's may be, by far", (field,), "Go", "kg1:merge:t:0")
    made: Any = form_modal(form).to_dict()
    assert len(made["title"]) <= limits.MODAL_TITLE
    assert len(made["components"]) <= limits.MODAL_PARTS
    for label in made["components"]:
        assert len(label["label"]) <= limits.LABEL
        assert len(label["description"]) <= limits.LABEL_HINT
        assert "first 125 of 200" in label["description"] or "Which of all" in label["description"]
        assert len(label["component"]["options"]) <= limits.OPTIONS
        assert all(len(o["label"]) <= limits.OPTION_LABEL for o in label["component"]["options"])


def test_a_narrow_table_is_drawn_and_a_wide_one_told() -> None:
    narrow = said(Reply("", "", (Table(("No.", "Verdict", "N"), (("1", "✓", "`3`"),)),)))
    assert re.search(r"```\nNo\.  Verdict  N\n─+\n1    ✓        ˋ3ˋ\n```", narrow)
    wide = said(Reply("", "", (Table(("No.", "Claim", "N"), (("1", "Zinc *treats* colds " * 5, ""),), "Claims"),)))
    assert "**Claims – No.**\n- **1** · Claim: Zinc \\*treats\\* colds" in wide
