from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.conversation.statements import blank_out_quotes
from kgcore.conversation.transcript import MOST_CHARACTERS
from kgcore.errors import GraphUnavailable
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import MOST_CLAIMS, NO_CLAIM, MappedStatements, TextReader, map_statements
from kgcore.values.message import Said
from kgcore.verdicts import Verdict
from tests.fakes.graph import FakeGraph
from tests.kgcore.starter import vocabulary

PLAIN = "Vitamin E prevents Alzheimer's disease."


async def read(graph: EmbeddedGraph, *said: tuple[str, str]) -> MappedStatements:
    return await map_statements(
        TextReader(graph, vocabulary()), Checker(graph, vocabulary()), [Said(name, text) for name, text in said]
    )


async def test_a_message_stays_as_it_was_written_and_its_claim_stands_in_it(starter_graph: EmbeddedGraph) -> None:
    text = "Hi all,\n\n@Ben   **Vitamin E** prevents *Alzheimer's disease*.\n\n> old words\nAny thoughts?"
    found = await read(starter_graph, ("Ann", "Hello"), ("Ann", text))
    assert found.paragraphs[1].text == text
    (claim,) = found.claims
    assert claim.triple.paragraph == 1
    assert text[claim.triple.start : claim.triple.end] == "prevents"
    assert [text[m.start : m.end] for m in found.paragraphs[1].marks][-1] == "Alzheimer's disease"
    assert claim.verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    "text",
    [
        "Does vitamin E prevent Alzheimer's disease?",
        "Vitamin E prevents Alzheimer's disease?",
        "> Vitamin E prevents Alzheimer's disease.",
        "&gt; Vitamin E prevents Alzheimer's disease.",
        "Cat says vitamin E prevents Alzheimer's disease.",
        "~~Vitamin E prevents Alzheimer's disease.~~",
        "Vitamin E prevents Alzheimer's disease. That's wrong.",
        "Vitamin E prevents Alzheimer's disease - just kidding",
        "Vitamin E prevents Alzheimer's disease, said no one",
        "Vitamin E prevents Alzheimer's disease, lol",
        "Vitamin E prevents Alzheimer's disease. That's what I used to think.",
        "Ben: vitamin E prevents Alzheimer's disease.",
        "Sure, vitamin E prevents Alzheimer's disease.",
        "Not sure vitamin E prevents Alzheimer's disease.",
    ],
)
async def test_what_somebody_asks_quotes_or_takes_back_is_no_claim_of_theirs(
    starter_graph: EmbeddedGraph, text: str
) -> None:
    found = await read(starter_graph, ("Ann", text))
    assert found.claims == ()
    assert found.paragraphs[0].text == text
    assert found.notices == (NO_CLAIM.format("this message"),)


@pytest.mark.parametrize("text", ["I agree.", "Agreed!", "+1", "yes, it does", "I agree with Ann", "Exactly, Ann."])
async def test_whoever_only_agrees_says_what_was_said_before(starter_graph: EmbeddedGraph, text: str) -> None:
    found = await read(starter_graph, ("Ann", PLAIN), ("Ben", text))
    assert [c.verdict for c in found.claims] == [Verdict.CONTRADICTED] * 2
    assert found.claims[1].triple.paragraph == 1
    assert found.paragraphs[1].text == text


@pytest.mark.parametrize("text", ["No, it doesn't.", "I disagree", "I don't agree.", "That's not true!"])
async def test_whoever_only_denies_says_the_opposite(starter_graph: EmbeddedGraph, text: str) -> None:
    found = await read(starter_graph, ("Ann", PLAIN), ("Ben", text))
    assert [c.verdict for c in found.claims] == [Verdict.CONTRADICTED, Verdict.SUPPORTED]


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (PLAIN + " Should we write it?", "I agree"),  # with which of the two?
        ("Vitamin E does not prevent Alzheimer's disease.", "No, it doesn't."),  # which may mean either
        ("Vitamin E does not prevent Alzheimer's disease.", "I disagree."),
        ("Vitamin E may prevent Alzheimer's disease.", "No, it doesn't."),
        (PLAIN, "I agree with Cat"),
        (PLAIN, "I agree that we should meet"),
        (PLAIN, "> something\nI agree"),
        (PLAIN, "No."),
    ],
)
async def test_where_it_is_not_plain_what_is_agreed_to_nothing_is_claimed(
    starter_graph: EmbeddedGraph, before: str, text: str
) -> None:
    found = await read(starter_graph, ("Ann", before), ("Ben", text))
    assert {c.triple.paragraph for c in found.claims} == {0}


async def test_nobody_agrees_with_themselves(starter_graph: EmbeddedGraph) -> None:
    assert len((await read(starter_graph, ("Ann", PLAIN), ("ANN", "Exactly."))).claims) == 1


async def test_a_long_conversation_takes_few_round_trips_and_says_what_was_left_out() -> None:
    graph = FakeGraph()
    said = [Said(f"P{n}", "words " * 100) for n in range(400)]
    found = await map_statements(TextReader(graph, vocabulary()), Checker(graph, vocabulary()), said)
    assert graph.calls.total() <= 5
    assert len(found.paragraphs) == len(found.speakers) == MOST_CHARACTERS // 599
    read = len(found.paragraphs)
    assert found.notices[0] == f"This is a long conversation: the first {read} of 400 messages were read."


async def test_the_first_hundred_claims_are_checked_and_the_others_told(starter_graph: EmbeddedGraph) -> None:
    found = await read(starter_graph, *[("Ann", PLAIN)] * (MOST_CLAIMS + 20))
    assert len(found.claims) == sum(len(p.triples) for p in found.paragraphs) == MOST_CLAIMS
    assert found.notices == ("There are 120 claims in these messages; the first 100 are checked here.",)


async def test_empty_messages_are_left_out(starter_graph: EmbeddedGraph) -> None:
    found = await read(starter_graph, ("Ann", "  "), ("", PLAIN))
    assert found.speakers == ("Somebody",)
    assert len(found.paragraphs) == len(found.claims) == 1


async def test_a_graph_that_is_away_says_so() -> None:
    graph = FakeGraph()
    graph.down = True
    with pytest.raises(GraphUnavailable):
        await map_statements(TextReader(graph, vocabulary()), Checker(graph, vocabulary()), [Said("Ann", PLAIN)])


letters = st.sampled_from("ab @>*_~`\n.,:–-!?(yesno)\u202e")


@given(st.text(letters, max_size=200), st.lists(st.text(max_size=5), max_size=3))
def test_covering_leaves_every_other_character_in_its_place(text: str, names: list[str]) -> None:
    seen = blank_out_quotes(text, names)
    assert len(seen) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, seen, strict=True))


@pytest.mark.parametrize(
    ("before", "text", "subject", "negated", "hedged"),
    [
        ("Does vitamin E prevent Alzheimer's disease?", "I read that it does not.", "vitamin E", True, True),
        ("Does vitamin E prevent Alzheimer's disease?", "No, it doesn't.", "vitamin E", True, False),
        ("Does vitamin E prevent Alzheimer's disease?", "Yes, it does!", "vitamin E", False, False),
        (PLAIN, "Ginkgo doesn't help either", "ginkgo", True, False),
        (PLAIN, "Ginkgo works too.", "ginkgo", False, False),
        (PLAIN, "Nope.", "vitamin E", True, False),
        (PLAIN, "According to my GP it does.", "vitamin E", False, True),
        (PLAIN, "Two trials say it does not.", "vitamin E", True, True),
        ("Hello", "I don't think vitamin E prevents Alzheimer's disease.", "vitamin E", True, False),
    ],
)
async def test_people_answer_and_go_on_from_each_other(
    starter_graph: EmbeddedGraph, before: str, text: str, subject: str, negated: bool, hedged: bool
) -> None:
    found = await read(starter_graph, ("Ann", before), ("Ben", text))
    (claim,) = [c for c in found.claims if c.triple.paragraph == 1]
    assert claim.triple.subject.text.casefold() == subject.casefold()
    assert claim.triple.object.text == "Alzheimer's disease"
    assert (claim.negated, claim.hedged) == (negated, hedged)


async def test_what_was_denied_is_still_what_it_means(starter_graph: EmbeddedGraph) -> None:
    found = await read(starter_graph, ("Ann", PLAIN), ("Ben", "Nope."), ("Ann", "My doctor says it does."))
    assert [(c.negated, c.hedged) for c in found.claims] == [(False, False), (True, False), (False, True)]


@pytest.mark.parametrize(
    "text", ["According to my GP it is fine.", "It does not matter.", "That helps.", "Nothing helps.", "She does."]
)
async def test_what_is_no_plain_answer_states_nothing(starter_graph: EmbeddedGraph, text: str) -> None:
    found = await read(starter_graph, ("Ann", PLAIN), ("Ben", text))
    assert {c.triple.paragraph for c in found.claims} == {0}


async def test_messages_without_a_claim_are_named(starter_graph: EmbeddedGraph) -> None:
    found = await read(starter_graph, ("Ann", PLAIN), ("Ben", "The same old story again."))
    assert found.notices == ("No claim was read in Ben: “The same old story again.”.",)
