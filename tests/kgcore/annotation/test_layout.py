"""What the layout of a text says without a sentence: headings, lists, labels, tables."""

from __future__ import annotations

import pytest

from kgcore.annotation.layout import without_markup
from tests.kgcore.annotation.test_plaintext import Said, read, said
from tests.kgcore.starter import vocabulary


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "**Vitamin E**: reduces inflammation, but does not prevent dementia.",
            [("vitamin e", "INHIBITS", "inflammation"), ("vitamin e", "!PREVENTS", "dementia")],
        ),
        ("- **Garlic** – causes nausea\n- *Aspirin*: prevents stroke", [
            ("garlic", "CAUSES", "nausea"), ("aspirin", "PREVENTS", "stroke"),
        ]),
        ("## Aspirin\n\nSide effects:\n- nausea\n\nUses:\n- migraine", [
            ("aspirin", "CAUSES", "nausea"), ("aspirin", "TREATS", "migraine"),
        ]),
        ("**Side effects of aspirin:** nausea and insomnia", [
            ("aspirin", "CAUSES", "nausea"), ("aspirin", "CAUSES", "insomnia"),
        ]),
        ("Aspirin interacts with:\n1. warfarin\n2. ibuprofen", [
            ("aspirin", "INTERACTS_WITH", "warfarin"), ("aspirin", "INTERACTS_WITH", "ibuprofen"),
        ]),
        ("### Causes of insomnia\n\n- depression\n- nausea", [
            ("depression", "CAUSES", "insomnia"), ("nausea", "CAUSES", "insomnia"),
        ]),
        ("The following do **not** prevent dementia:\n- garlic\n- vitamin E", [
            ("garlic", "!PREVENTS", "dementia"), ("vitamin e", "!PREVENTS", "dementia"),
        ]),
        ("Aspirin\n- prevents stroke\n- treats migraine", [
            ("aspirin", "PREVENTS", "stroke"), ("aspirin", "TREATS", "migraine"),
        ]),
        ("## Which drugs interact with aspirin?\n- warfarin\n- ibuprofen", [
            ("warfarin", "INTERACTS_WITH", "aspirin"), ("ibuprofen", "INTERACTS_WITH", "aspirin"),
        ]),
        ("What does aspirin treat?\n* migraine", [("aspirin", "TREATS", "migraine")]),
        ("What are the side effects of aspirin?\n- nausea", [("aspirin", "CAUSES", "nausea")]),
        ("Q: What causes insomnia?\nA: Depression and nausea.", [
            ("depression", "CAUSES", "insomnia"), ("nausea", "CAUSES", "insomnia"),
        ]),
        ("Uses of **ginger**:\n\n1. **Nausea** – relieves it", [("ginger", "TREATS", "nausea")]),
        ("# Ginger\n\nIt relieves nausea.", [("ginger", "TREATS", "nausea")]),
        ("- Melatonin → ↑ memory", [("melatonin", "AUGMENTS", "memory")]),
        ("| Name | Target | Action |\n|---|---|---|\n| Aspirin | amyloid | inhibits |", [
            ("aspirin", "INHIBITS", "amyloid"),
        ]),
        ("| Name | Effect on dementia |\n|---|---|\n| Garlic | does not prevent |", [
            ("garlic", "!PREVENTS", "dementia"),
        ]),
    ],
)  # fmt: skip
def test_what_is_laid_out_is_read_as_the_sentence_that_it_stands_for(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "Myths:\n\n- Aspirin: prevents stroke",
        "Which of these prevents stroke?\n- aspirin\n- garlic",
        "Which vitamin prevents dementia?\n- vitamin E",
        "What do people claim that prevents stroke?\n- aspirin",
        "Alleged uses of aspirin:\n- migraine",  # a heading of which one word is not known says nothing
        "## Aspirin\n\nUses in mice:\n- migraine",
        "## Aspirin\n\nWhat do people believe?\n- prevents stroke",
        "## Aspirin and garlic\n\nSide effects:\n- nausea",  # of which of them?
        "## Aspirin\n\nUses:\n- migraine (disproved)",
        "## Aspirin\n\nMany things were tried.\n\n- migraine",
        "| Name | Target | Action |\n|---|---|---|\n| Aspirin | amyloid | no |",
        "| Myth | Target | Action |\n|---|---|---|\n| Aspirin | amyloid | inhibits |",
    ],
)
def test_a_layout_that_is_not_understood_whole_says_nothing(text: str) -> None:
    assert said(text) == []


def test_a_qualifier_of_an_item_stays_with_it() -> None:
    (paragraph,) = read("**Aspirin**: prevents stroke in mice", vocabulary())
    assert paragraph.triples[0].qualifiers


def test_what_is_read_stands_in_its_own_paragraph() -> None:
    text = "## Aspirin\n\nInteracts with:\n\n- warfarin\n- ibuprofen"
    last = read(text, vocabulary())[-1]
    assert [last.text[t.start : t.end] for t in last.triples] == ["warfarin", "ibuprofen"]


def test_markup_goes_and_every_character_keeps_its_place() -> None:
    text = "> **Aspirin** _and_ `garlic` 💊 snake_case\n✅ 2 * 3"
    plain = without_markup(text)
    assert len(plain) == len(text)
    assert plain.split() == ["Aspirin", "and", "garlic", "snake_case", "•", "2", "*", "3"]
