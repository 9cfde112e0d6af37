"""Ordinary follow-ups, which need no look into the graph, and questions that only look like one."""

from __future__ import annotations

import pytest

from kgcore.question.leaning import leaning_of
from kgcore.question.ordinary import Ordinary, ordinary_of, without_addresses


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Show me the papers.", Ordinary.PAPERS),
        ("Is that a randomised trial?", Ordinary.DESIGN),
        ("How strong is that evidence?", Ordinary.STRENGTH),
        ("In whom?", Ordinary.WHOM),
        ("What about women?", Ordinary.WHOM),
        ("What can you do?", Ordinary.ABILITY),
        ("What do you know about?", Ordinary.SCOPE),
        ("Go back.", Ordinary.BACK),
        ("how good is the proof", Ordinary.STRENGTH),
        ("which one has the best evidence?", Ordinary.STRENGTH),
        ("in women?", Ordinary.WHOM),
        ("say that in plain words", Ordinary.SHORTER),
        ("are there studies against it?", Ordinary.AGAINST),
        ("what speaks against it?", Ordinary.AGAINST),
        ("how many people were in that study", Ordinary.SIZE),
        ("how big is the effect?", Ordinary.SIZE),
        ("newest study?", Ordinary.SIZE),
        ("what should I do about it", Ordinary.ADVICE),
        ("What can I do?", Ordinary.ABILITY),
        ("Shorter.", Ordinary.SHORTER),
    ],
)
def test_ordinary_messages_are_recognised(said: str, kind: Ordinary) -> None:
    assert ordinary_of(said) is kind


@pytest.mark.parametrize(
    "asked",
    [
        "what should I take for anxiety",
        "how much better is donepezil than memantine",
        "are there studies against statins",
        "newest drug for Alzheimer's",
        "what should I do about my migraine",
        "how many people have dementia",
        "in Parkinson's disease?",
        "What about coffee?",
        "Does zinc help women?",
        "Show me papers on zinc",
        "Why?",
        "back pain",
        "",
        "What is zinc?",
    ],
)
def test_questions_with_a_subject_of_their_own_are_left_alone(asked: str) -> None:
    assert ordinary_of(asked) is None


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("https://example.org/a", ""),
        ("Is this true? <https://example.org/ginkgo-dementia>", ""),
        ("can you summarise this article for me www.example.org/x?y=1 please", ""),
        ("Does ginkgo prevent dementia? https://example.org/a", "Does ginkgo prevent dementia?"),
        ("https or http?", "https or http?"),
    ],
)
def test_a_web_address_is_no_name_to_be_looked_up(said: str, left: str) -> None:
    assert without_addresses(said) == left


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("any studies saying the opposite?", Ordinary.AGAINST),
        ("and for my kid", Ordinary.WHOM),
        ("and in people who are not deficient?", Ordinary.WHOM),
        ("give me that in one sentence", Ordinary.SHORTER),
        ("how many people were in the studies?", Ordinary.SIZE),
        ("how much shorter?", Ordinary.SIZE),
        ("how much should I take?", Ordinary.DOSE),
        ("even one cup?", Ordinary.DOSE),
        ("which of these is worst?", Ordinary.RANK),
        ("which is right then?", Ordinary.STRENGTH),
        ("just in mice?", Ordinary.DESIGN),
        ("got a link?", Ordinary.PAPERS),
        ("who should I ask about that", Ordinary.ADVICE),
        ("what can you help me with", Ordinary.ABILITY),
    ],
)
def test_words_that_ask_of_an_answer_and_name_nothing_lean_on_it(said: str, kind: Ordinary) -> None:
    assert leaning_of(said) is kind


@pytest.mark.parametrize(
    "asked",
    [
        "papers on zinc",
        "does it have side effects",
        "can kids take it",
        "is it safe in pregnancy",
        "is it dangerous?",
        "anything against it?",
        "what is the cause?",
        "what else helps",
        "my daughter is ill",
        "are there studies in dogs with arthritis?",
        "and what side effects did people get from it?",
        "which side-effects do patients have?",
    ],
)
def test_what_asks_of_the_thing_itself_does_not_lean_on_the_answer(asked: str) -> None:
    assert leaning_of(asked) is None
