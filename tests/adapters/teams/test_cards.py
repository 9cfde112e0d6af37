"""Cards hold what the reply says, whatever is in it, in colours, icons and words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.teams.card import render, size_in_bytes
from adapters.teams.envelope import card_activity
from adapters.teams.limits import MESSAGE_BYTES
from adapters.teams.scene import CardContext, CardSurface
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Choice,
    Choices,
    Claims,
    ClaimView,
    EntityRef,
    Fact,
    Field,
    FieldKind,
    Form,
    Link,
    Notice,
    Option,
    Papers,
    PaperView,
    Plain,
    Progress,
    Quote,
    RelationRef,
    Reply,
    Strong,
    Table,
    Text,
)
from kgcore.verdicts import Verdict
from tests.servers.teams_schema import buttons, faults, walk, words

HOSTILE = (
    "**bold** [link](https://evil.example) <at>everyone</at> {{DATE(2020-01-01T00:00:00Z)}} ![x](http://e) \u202e\x00"
)


def paper(n: int, title: str = "A trial") -> Paper:
    return Paper(f"PMID:{n}", f"{title} {n}", "JAMA", 2000 + n % 25, f"https://pubmed.ncbi.nlm.nih.gov/{n}/")


def claim(n: int, verdict: Verdict, papers: int = 2, text: str = "zinc treats colds") -> ClaimView:
    found = tuple(paper(100 * n + p) for p in range(papers))
    quotes = Quote(text, text), Quote(text, paper=Paper("PMID:1", url="https://x.org/ ) evil")), Quote(text, alone=True)
    return ClaimView(
        n, verdict, (Plain(text),), "The graph says so.", found, evidence=(Fact(f"{text} (2 papers)", quotes),)
    )


def cards(*blocks: Any, question: str = "", context: CardContext | None = None) -> list[dict[str, Any]]:
    made = render(Reply("t1", question, blocks), context or CardContext())
    for one in made:
        assert faults(one) == []
    return made


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_has_a_colour_an_icon_and_a_word_and_its_evidence_unfolds(verdict: Verdict) -> None:
    (made,) = cards(Claims((claim(1, verdict),)))
    (label,) = [r for r in walk(made) if r.get("text") == f"{verdict.icon} {verdict.label}"]
    assert label["weight"] == "Bolder"
    (hidden,) = [e for e in walk(made) if e.get("isVisible") is False]
    assert "zinc treats colds (2 papers)" in words(hidden)
    toggles = [e for e in walk(made) if e.get("type") == "Action.ToggleVisibility"]
    assert [t["targetElements"] for t in toggles] == [[hidden["id"]]]


def test_five_verdicts_have_five_looks() -> None:
    (made,) = cards(Claims(tuple(claim(n, v) for n, v in enumerate(Verdict, 1))))
    assert len({e["style"] for e in walk(made) if e.get("type") == "Container" and "style" in e}) == 5


def test_relations_carry_their_claims_verdict_and_entities_stand_without_their_pictures_numbers() -> None:
    text = Text((EntityRef("Zinc", 3, "Drug", "#123456"), RelationRef(" treats", (1,)), Plain(" colds.")))
    (made,) = cards(text, Claims((claim(1, Verdict.CONTRADICTED),)))
    assert words(made).startswith("Zinc treats ✗¹ colds.")


def test_an_answer_is_labelled_with_citations_and_thumbs_and_a_word_aside_is_not() -> None:
    reply = Reply("t1", "Q", (Claims(tuple(claim(n, Verdict.SUPPORTED, 9) for n in range(1, 4))),))
    message = card_activity(render(reply, CardContext())[0], reply, first=True)
    (label,) = message["entities"]
    assert label["additionalType"] == ["AIGeneratedContent"]
    assert len(label["citation"]) == 10
    assert [c["position"] for c in label["citation"]] == list(range(1, 11))
    assert "[1] A trial 100" in words(render(reply, CardContext())[0])
    assert label["citation"][0]["appearance"]["name"] == "A trial 100"
    aside = Reply("", "", (Notice("Gone."),))
    assert "entities" not in card_activity(render(aside, CardContext())[0], aside, first=True)


def test_words_that_were_sought_are_bold_in_what_is_quoted() -> None:
    view = PaperView(Paper("P"), (("", "“Colds were shorter.” (Results)"),), marked=frozenset({"colds", "results"}))
    (made,) = cards(Papers((view,), 1, 1))
    assert [e["text"] for e in walk(made) if e.get("weight") == "Bolder"] == ["Colds"]


def test_hostile_text_stays_text_everywhere() -> None:
    field = Field("f", HOSTILE, FieldKind.ONE, (Option("v", HOSTILE),))
    (made,) = cards(
        Text((Plain(HOSTILE), EntityRef(HOSTILE, 1, "x", "#000000")), speaker=HOSTILE),
        Claims((claim(1, Verdict.MIXED, text=HOSTILE),)),
        Papers((PaperView(Paper("P", HOSTILE, HOSTILE, 2000, "https://x.org/ ) evil"), (("+", HOSTILE),)),), 1, 1),
        Table((HOSTILE,), ((HOSTILE,),), HOSTILE),
        Choices((Choice(HOSTILE, "kg1:ask:t1:0", HOSTILE),), (Choice(HOSTILE, "kg1:ask:t1:1"),), HOSTILE),
        Form(HOSTILE, (field,), HOSTILE, "kg1:set:t1:0"),
        Notice(HOSTILE),
        question=HOSTILE,
    )
    whole = json.dumps(made, ensure_ascii=False)
    assert "<at>" not in whole
    assert "{{DATE" not in whole
    assert "\u202e" not in whole
    assert not [e for e in walk(made) if e.get("type") == "TextBlock"]
    assert not [e for e in walk(made) if "evil" in str(e.get("url", ""))]
    inputs = [str(e.get("label") or e["title"]) for e in walk(made) if "label" in e or set(e) == {"title", "value"}]
    assert len(inputs) == 4  # the field, its option, the menu's title and entry: some clients render these as Markdown
    assert not [words for words in inputs if "](" in words]


def test_only_papers_are_links() -> None:
    (made,) = cards(Text((Link("A trial", "https://pubmed.ncbi.nlm.nih.gov/1/"), Plain("https://evil.example"))))
    assert [e["url"] for e in walk(made) if e.get("type") == "Action.OpenUrl"] == ["https://pubmed.ncbi.nlm.nih.gov/1/"]


def test_a_correction_and_what_was_written_first_stand_in_the_card() -> None:
    reworded = Text((Strong("Reworded to fit the graph: "), Plain("It does not.")), correction=True, first="It does.")
    (made,) = cards(reworded, Text((Strong("The graph says otherwise: "), Plain("It harms.")), correction=True))
    assert [words(e) for e in walk(made) if e.get("style") == "attention"] == [
        "Reworded to fit the graph: It does not.\nFirst written: “It does.”",
        "The graph says otherwise: It harms.",
    ]


def test_progress_is_told_in_figures_and_what_is_being_done_in_words() -> None:
    (made,) = cards(Progress(5, 20, about="around zinc", why="kg1:progress:t1:0"), Progress(doing="Drawing"))
    assert "5 of 20 explored around zinc" in words(made)
    assert "Drawing" in words(made)
    assert "What does this mean?" in buttons(made)


def test_a_very_long_reply_is_split_within_the_limit_and_what_is_left_out_is_said() -> None:
    claims = Claims(tuple(claim(n, Verdict.SUPPORTED, 6) for n in range(1, 41)))
    made = cards(*(Text((Plain("zinc " * 300),)) for _ in range(40)), claims)
    assert 1 < len(made) <= 8
    assert all(size_in_bytes(one) <= MESSAGE_BYTES for one in made)
    assert "40 ✓ Supported" in "".join(map(words, made))
    huge = cards(*(Text((Plain("zinc " * 20_000),)) for _ in range(20)))
    assert len(huge) == 8
    assert "left out" in words(huge[-1])


texts = st.text(max_size=300) | st.just(HOSTILE)
choice = st.builds(Choice, texts, st.just("kg1:ask:t1:0"), texts, st.integers(0, 60))
blocks = st.one_of(
    st.builds(Text, st.lists(st.builds(Plain, texts), max_size=4).map(tuple), speaker=texts),
    st.builds(Notice, texts),
    st.builds(Choices, st.lists(choice, max_size=8).map(tuple), st.lists(choice, max_size=3).map(tuple), texts),
    st.builds(Table, st.tuples(texts, texts), st.lists(st.tuples(texts, texts), max_size=3).map(tuple)),
    st.lists(texts, min_size=1, max_size=3).map(
        lambda found: Claims(tuple(claim(n, Verdict.RELEVANT, text=t) for n, t in enumerate(found, 1)))
    ),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(blocks, max_size=4), texts, st.sampled_from(CardSurface))
def test_whatever_is_said_it_is_a_card_of_the_schema(found: list[Any], question: str, surface: CardSurface) -> None:
    cards(*found, question=question, context=CardContext(surface))
