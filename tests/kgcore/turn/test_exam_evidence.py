"""Test questions whose relation no rule reads: what the graph's evidence decides of them, and what it leaves open."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from tests.kgcore.turn.test_exams import UNDECIDED, decided


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("In people with Huntington's disease creatine turned out to be worthless.", "true"),
        ("Amiodarone never leaves anybody with hypothyroidism.", "false"),
        ("In terms of sharper cognition, liraglutide did nothing for patients.", "true"),
        # what is done is done to something else, or turned round twice
        ("Levothyroxine treats the complications of hypothyroidism.", UNDECIDED),
        ("Donepezil gives the carers of people with Alzheimer's disease a rest.", UNDECIDED),
        ("Nobody never felt that turmeric did osteoarthritis any harm.", UNDECIDED),
    ],
)
async def test_a_statement_is_read_by_a_transformer_where_rules_read_nothing(
    starter_graph: EmbeddedGraph, said: str, answer: str
) -> None:
    assert await decided(starter_graph, f"True or false? {said}") == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Psychotic disorder is tackled with\nA) zinc\nB) ginger\nC) cranberry\nD) none of the above", "D"),
        ("A chef with jet lag is likely to be swallowing\nA) zinc\nB) iron\nC) cranberry\nD) none of these", "D"),
        # one of them is joined with it, whatever is asked; one is not known; a number is asked for
        ("Psychotic disorder is tackled with\nA) zinc\nB) cannabis\nC) levodopa\nD) none of the above", UNDECIDED),
        ("Jet lag is tackled with\nA) zinc\nB) blorbium\nC) cranberry\nD) none of the above", UNDECIDED),
        ("Jet lag at 40 years is tackled with\nA) zinc\nB) iron\nC) cranberry\nD) none of the above", UNDECIDED),
    ],
)
async def test_none_of_these_is_right_where_nothing_joins_any(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


_DRUGS = "\nA) levothyroxine\nB) warfarin\nC) cisplatin\nD) lithium"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Her hair is dry, she is always cold, TSH is high: hypothyroidism. Which drug goes on the script?", "A"),
        ("Tired, cold, puffy, dx hypothyroidism. Which med from the list?", "A"),
        # of another, denied, or with a word that may be of anything
        ("Her sister's trouble: hypothyroidism. She has gout. Which drug goes on the script?", UNDECIDED),
        ("Tired and cold, but no hypothyroidism. Which med from the list?", UNDECIDED),
        ("Tired, cold, puffy, dx hypothyroidism. Which drug goes into the fridge?", UNDECIDED),
        ("A nurse asks about hypothyroidism and pregnancy. Which drug goes on the script?", UNDECIDED),
    ],
)
async def test_a_story_that_ends_with_a_diagnosis_is_asked_of(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text + _DRUGS) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Board prep, cardiology round. Which drug treats hypothyroidism?" + _DRUGS, "A"),
        ("Dark chocolate quiz! Inside cocoa you'll find\nA) epicatechin\nB) warfarin\nC) zinc", "A"),
        ("The antidiabetic tablet metformin turns on the energy sensor ____.\n1) AMPK\n2) SIRT1\n3) CYP3A4", "1"),
        (
            "Hyperforin switches on ____, which is why surgeons are nervous about it.\n"
            "a) the NMDA receptor\nb) pregnane X receptor\nc) AMPK",
            "B",
        ),
        (
            "Which pair consists solely of cholinesterase inhibitors?\n"
            "a) donepezil and rivastigmine\nb) memantine and galantamine\nc) haloperidol and donepezil",
            "A",
        ),
        (
            "Each of these may cause bleeding, with one exception. Pick the exception.\n"
            "a) warfarin\nb) aspirin\nc) levothyroxine",
            "C",
        ),
    ],
)
async def test_headings_reasons_and_kinds_of_things_change_nothing(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Which of these does not raise the risk of dementia?\na) going deaf\nb) high blood pressure\n"
            "c) taking valaciclovir or another antiherpes antiviral",
            "C",
        ),
        ("Hypothyroidism is caused by\na) warfarin\nb) cocoa\nc) a tablet of lithium each day", "C"),
        # stopping it, or the lack of it, is something else
        ("Hypothyroidism is caused by\na) warfarin\nb) cocoa\nc) stopping lithium", UNDECIDED),
        ("Hypothyroidism is caused by\na) warfarin\nb) cocoa\nc) a shortage of lithium", UNDECIDED),
    ],
)
async def test_an_option_that_says_nothing_but_one_thing_is_that_thing(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer
