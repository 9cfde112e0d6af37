"""What headings take back: in their list, in the paragraph behind them, and nothing more."""

from __future__ import annotations

import pytest

from kgcore.annotation.headings import denied_stretches
from kgcore.english.sentences import Stretch, split_sentences

LIST = "- Zinc treats colds\n- Coffee helps"


def denied(text: str, before: str = "") -> list[str]:
    sentences = list(split_sentences(text, Stretch(0, len(text)), ()))
    return [text[s.start : s.end].strip(" \n-*") for s in denied_stretches(text, sentences, before)]


@pytest.mark.parametrize(
    "heading",
    ["Myths:", "Debunked claims", "**Myths**", "## Misconceptions", "The following have been disproved:", "Not true:"],
)
def test_the_items_under_a_heading_that_calls_them_false_are_denied(heading: str) -> None:
    assert denied(f"{heading}\n{LIST}") == ["Zinc treats colds", "Coffee helps"]
    assert denied(LIST, heading) == ["Zinc treats colds", "Coffee helps"]


@pytest.mark.parametrize("heading", ["What helps:", "Findings", "**Benefits**", "## What is known", "Two facts:"])
def test_other_headings_deny_nothing(heading: str) -> None:
    assert denied(f"{heading}\n{LIST}") == []
    assert denied(LIST, heading) == []


def test_a_paragraph_behind_such_a_heading_is_denied_as_a_whole() -> None:
    assert denied("Zinc treats colds. Coffee helps.", "Not true:") == ["Zinc treats colds.", "Coffee helps."]


def test_what_follows_a_list_is_not_denied() -> None:
    assert "Ginger relieves nausea." not in denied(f"Myths:\n{LIST}\n\nGinger relieves nausea.")


def test_a_heading_in_the_line_reaches_over_semicolons() -> None:
    assert denied("To be marked wrong: zinc treats colds; coffee helps. Ginger too.") == ["coffee helps."]


@pytest.mark.parametrize(
    "end",
    [
        "Neither is true.",
        "Both are false.",
        "Both statements are wrong.",
        "Both were later retracted.",
        "None of this is true.",
        "None of these claims holds.",
        "All of this is fiction.",
        "But all these are myths.",
        "Neither works.",
    ],
)
def test_what_calls_several_claims_false_denies_those_before_it(end: str) -> None:
    assert denied(f"Zinc treats colds. Coffee helps. {end}")[:2] == ["Zinc treats colds.", "Coffee helps."]


@pytest.mark.parametrize(
    "tail", [", both untrue.", ", neither of which is true.", " – both wrong.", ", and both are false.", ": all lies."]
)
def test_so_it_does_at_the_end_of_their_own_sentence(tail: str) -> None:
    assert denied(f"Zinc treats colds and coffee helps{tail}") == [f"Zinc treats colds and coffee helps{tail}"]


@pytest.mark.parametrize(
    "end",
    [
        "Both are well studied.",
        "Neither is expensive.",
        "Both fight false beliefs.",
        "None of this is new.",
        "All trials were small.",
        "Neither works at once.",
    ],
)
def test_what_is_only_said_of_several_denies_nothing(end: str) -> None:
    assert denied(f"Zinc treats colds. Coffee helps. {end}") == []


def test_both_are_the_last_two() -> None:
    assert "Ginger relieves nausea." not in denied(
        "Ginger relieves nausea. Zinc treats colds. Coffee helps. Both are false."
    )


def test_a_fairy_tale_is_one_to_its_end() -> None:
    tale = "Once upon a time there was a king. Zinc cured his cold. He lived happily."
    assert denied(tale) == ["Zinc cured his cold.", "He lived happily."]
    assert denied("Once upon a time, zinc was new. Zinc treats colds.") == []
