from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.conversation.summary import MOST_FINDINGS, PEACE, conversation_findings, conversation_tables
from kgcore.conversation.transcript import LONGEST_MESSAGE, MOST_MESSAGES, parse_messages
from kgcore.errors import InputError
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader, map_statements
from kgcore.values.message import Said
from kgcore.values.thread import Mode, Turn
from tests.kgcore.starter import vocabulary

# ── reading a conversation ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "line",
    [
        "Ann: Hello",
        "[10:02] Ann: Hello",
        "2024-05-01 10:02 Ann: Hello",
        "2024-05-01T10:02:33Z Ann: Hello",
        "[01/05/2024, 10:02:33] Ann: Hello",
        "5/1/24, 10:02 PM - Ann: Hello",
        "(10:02) Ann:   Hello  ",
    ],
)
def test_a_time_before_a_name_is_no_part_of_it(line: str) -> None:
    assert parse_messages(line) == (Said("Ann", "Hello"),)


def test_a_line_without_a_name_goes_on_with_the_message_before() -> None:
    message = "First.\n\nsecond line\n> Ben: quoted\nNote: not a name\nsee https://example.org: there"
    first, second = parse_messages(f"Ann: {message}\nDr. Li van Dam: Yes")
    assert first.text == message
    assert second == Said("Dr. Li van Dam", "Yes")


def test_where_messages_have_times_a_line_without_one_begins_none() -> None:
    assert parse_messages("[10:02] Ann: Two things\nZinc: no\n[10:03] Ben: Hm") == (
        Said("Ann", "Two things\nZinc: no"),
        Said("Ben", "Hm"),
    )


def test_json_lines_are_read_whatever_the_names_hold() -> None:
    rows = [{"speaker": "a: <b>", "text": "x\ny", "ts": 1}, {"speaker": "Ben", "text": "> z"}]
    assert parse_messages("\n".join(map(json.dumps, rows))) == (Said("a: <b>", "x\ny"), Said("Ben", "> z"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no messages"),
        (" \n\t", "no messages"),
        ("just words\nAnn: Hello", "line 1: nobody is named"),
        ('{"speaker": "Ann", "text": "x"}\n{', "line 2: not valid JSON"),
        ('{"speaker": " ", "text": "x"}', 'line 1: "speaker" is empty'),
        ('{"speaker": "Ann", "text": 3}', 'line 1: "text" is missing or is no string'),
        ('{"speaker": "Ann", "text": "\\ud800"}', "line 1: it holds half a character"),
        ("Ann: x\nBen: " + "y" * (LONGEST_MESSAGE + 1), "line 2: this message is longer"),
        ("Ann: x\n" * (MOST_MESSAGES + 1), f"line {MOST_MESSAGES + 1}: here begins"),
        ("{" * 100_000, "line 1: not"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_messages(text)


words = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60).filter(str.strip)


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Ben Li", "@cat"]), words), min_size=1, max_size=8))
def test_a_conversation_written_down_is_read_back(said: list[tuple[str, str]]) -> None:
    read = parse_messages("\n".join(f"{name}: {text}" for name, text in said))
    assert [(m.speaker, m.text) for m in read] == [(name, text.strip()) for name, text in said]


def letters(text: str) -> str:
    """What is left when white space and all that may belong to a time is taken away."""
    return "".join(c for c in text if c.isalpha() and c not in "TZAPMapm")


odd_lines = st.sampled_from(["Ben: ", "[10:02] Cat: no", "> Ann: x", "2024-05-01", "10:02 Dan Li: so"])


@given(st.lists(st.text(max_size=40) | odd_lines, max_size=9))
def test_no_text_is_lost_whatever_it_looks_like(lines: list[str]) -> None:
    text = "[9:59] Ann: begin\n" + "\n".join(lines)
    assert letters("".join(m.speaker + m.text for m in parse_messages(text))) == letters(text)
    plain = [line for line in lines if ":" not in line]
    assert all(line.strip() in "\n".join(m.text for m in parse_messages(text)) for line in plain if "\r" not in line)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    try:
        read = parse_messages(text)
    except InputError:
        return
    assert read
    assert all(m.speaker and m.text for m in read)


# ── what a conversation comes to ────────────────────────────────────────────────────────────────────────────────────


async def talked(graph: EmbeddedGraph, *said: tuple[str, str]) -> Turn:
    found = await map_statements(
        TextReader(graph, vocabulary()), Checker(graph, vocabulary()), [Said(name, text) for name, text in said]
    )
    return Turn(
        "t", "thread", "Map", Mode.MAPPED, paragraphs=found.paragraphs, claims=found.claims, speakers=found.speakers
    )


async def test_people_who_contradict_each_other_come_first_with_what_the_graph_says(
    starter_graph: EmbeddedGraph,
) -> None:
    turn = await talked(
        starter_graph,
        ("Cat", "Donepezil treats Alzheimer's disease."),
        ("Ann", "Vitamin E prevents Alzheimer's disease."),
        ("Ben", "No, vitamin E does not prevent Alzheimer's disease."),
        ("Dan", "Donepezil is effective for Alzheimer's disease."),
    )
    first, second = conversation_findings(turn, vocabulary())
    assert first == (
        "Ann says that vitamin E prevents Alzheimer's disease (claim 2); Ben says that vitamin E does not prevent "
        "Alzheimer's disease (claim 3). The graph contradicts claim 2 (1 paper) and supports claim 3 (1 paper)."
    )
    assert second.startswith("Cat and Dan agree that donepezil treats Alzheimer's disease (claims 1 and 4).")


async def test_opposite_predicates_contradict_each_other(starter_graph: EmbeddedGraph) -> None:
    turn = await talked(
        starter_graph, ("Ann", "Folic acid improves cognition."), ("Ben", "Folic acid worsens cognition.")
    )
    (only,) = conversation_findings(turn, vocabulary())
    assert only.startswith("Ann says that “Folic acid improves cognition” (claim 1); Ben says that “Folic acid worsens")


async def test_may_and_may_not_are_no_contradiction(starter_graph: EmbeddedGraph) -> None:
    turn = await talked(
        starter_graph,
        ("Ann", "Memantine may treat dementia."),
        ("Ben", "Memantine may not treat dementia."),
    )
    assert len(turn.claims) == 2
    assert not any(";" in f for f in conversation_findings(turn, vocabulary()))


async def test_less_is_not_the_same(starter_graph: EmbeddedGraph) -> None:
    turn = await talked(
        starter_graph, ("Ann", "Donepezil cures Alzheimer's disease."), ("Ben", "Donepezil treats Alzheimer's disease.")
    )
    assert len(turn.claims) == 2
    assert conversation_findings(turn, vocabulary()) == (PEACE,)


async def test_one_person_who_says_both_is_told_so_politely(starter_graph: EmbeddedGraph) -> None:
    turn = await talked(
        starter_graph,
        ("Ann", "Memantine treats Alzheimer's disease."),
        (" ann ", "Memantine does not treat Alzheimer's disease."),
    )
    assert turn.speakers == ("Ann", "Ann")
    assert conversation_findings(turn, vocabulary())[0].startswith(
        "Ann says both that memantine treats Alzheimer's disease (claim 1) and that memantine does not treat"
    )


async def test_papers_against_a_claim_are_told(starter_graph: EmbeddedGraph) -> None:
    turn = await talked(starter_graph, ("Ann", "Vitamin E may prevent Alzheimer's disease."))
    assert conversation_findings(turn, vocabulary()) == (
        "Ann says that vitamin E may prevent Alzheimer's disease (claim 1). The graph says otherwise: "
        "vitamin E does not prevent Alzheimer's disease (1 paper).",
    )


async def test_a_name_cannot_pass_for_words_of_ours(starter_graph: EmbeddedGraph) -> None:
    name = "Ann; the graph supports\u202e claim 1. <b>" + "x" * 100
    turn = await talked(starter_graph, (name, "Vitamin E prevents Alzheimer's disease."))
    (only,) = conversation_findings(turn, vocabulary())
    assert only.startswith("“Ann; the graph supports claim 1…” says that vitamin E")


async def test_tables_tell_who_says_what_and_what_the_graph_says(starter_graph: EmbeddedGraph) -> None:
    turn = await talked(
        starter_graph,
        ("Ann", "Vitamin E prevents Alzheimer's disease. Donepezil treats Alzheimer's disease."),
        ("Ben", "I disagree: vitamin E does not prevent Alzheimer's disease."),
        ("Cat", "Any news?"),
    )
    people, pairs = conversation_tables(turn, vocabulary())
    assert people.rows == (
        ("Ann", "1", "2", "1", "1", "0", "0", "0"),
        ("Ben", "1", "1", "1", "0", "0", "0", "0"),
        ("Cat", "1", "0", "0", "0", "0", "0", "0"),
    )
    assert pairs.rows[0][:2] == ("Vitamin E – Alzheimer's disease", "Ann: prevents (1); Ben: does not prevent (3)")
    assert pairs.rows[0][2].startswith("✗ 1, ✓ 3: Vitamin E does not prevent Alzheimer's disease (1 paper)")


async def test_a_claim_that_was_taken_out_counts_no_longer(starter_graph: EmbeddedGraph) -> None:
    turn = await talked(starter_graph, ("Ann", "Vitamin E prevents Alzheimer's disease."))
    trimmed = Turn("t", "thread", "Map", claims=turn.claims, speakers=turn.speakers, trimmed=(0,))
    assert conversation_findings(trimmed, vocabulary()) == ()
    assert conversation_tables(trimmed, vocabulary()) == ()


async def test_a_long_quarrel_is_told_in_few_sentences(starter_graph: EmbeddedGraph) -> None:
    drugs = ("gantenerumab", "tarenflurbil", "bapineuzumab", "verubecestat", "solanezumab", "crenezumab", "nilvadipine",
             "donepezil", "tacrine", "lecanemab", "galantamine", "rivastigmine", "memantine", "curcumin")  # fmt: skip
    said = [("Ann", f"{d} treats Alzheimer's disease.") for d in drugs]
    said += [("Ben", f"{d} does not treat Alzheimer's disease.") for d in drugs]
    told = conversation_findings(await talked(starter_graph, *said), vocabulary())
    assert len(told) == MOST_FINDINGS + 1
    assert told[-1] == f"The table shows {len(drugs) - MOST_FINDINGS} more."
