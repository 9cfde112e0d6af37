from __future__ import annotations

from dataclasses import replace

from kgcore.exploration.exploration import numbers_of
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.presentation.browsing import browse_blocks, group_of, types_around
from kgcore.turn.browsing import fetch_neighbourhood
from kgcore.values.actions import View
from kgcore.values.message import Action, Verb
from kgcore.values.model import Entity
from kgcore.values.reply import Block, Choices, EntityRef, Form, Text
from kgcore.values.thread import Mode, Turn
from tests.kgcore.starter import named, vocabulary


async def browsing(graph: EmbeddedGraph, *wanted: str) -> Turn:
    seen = await fetch_neighbourhood(graph, [named()[name].id for name in wanted])
    return Turn(
        "t1", "thread", wanted[0], Mode.BROWSED, focus=seen.focus, around=seen.around, around_counts=seen.counts,
        ways=seen.ways, direct=seen.direct,
    )  # fmt: skip


def blocks(turn: Turn, *opened: int) -> list[Block]:
    view = View(opened=tuple(group_of(turn, n) for n in opened))
    return browse_blocks(turn, view, numbers_of([turn]), vocabulary())


def words(found: list[Block]) -> list[str]:
    return [b.plain for b in found if isinstance(b, Text)]


async def test_an_entity_is_introduced_with_what_lies_around_it(starter_graph: EmbeddedGraph) -> None:
    (text,) = words(blocks(await browsing(starter_graph, "Vitamin E")))
    assert text == (
        "Vitamin E (a supplement). Fat-soluble vitamin with antioxidant activity. 15 entities are linked to it: "
        "6 biological processes, 4 disorders, 3 genes or proteins and 2 chemicals."
    )


async def test_a_type_is_unfolded_into_lines_and_folded_again(starter_graph: EmbeddedGraph) -> None:
    turn = await browsing(starter_graph, "Vitamin E")
    index = [type for type, _ in types_around(turn)].index("Disease")
    told = words(blocks(turn, index))
    assert told[1:3] == [
        "Disorders (4)",
        "Does not prevent: Alzheimer's disease (1 paper), prostate cancer (1 paper), preeclampsia (1 paper), "
        "dementia (1 paper)",
    ]
    types = next(b for b in blocks(turn, index) if isinstance(b, Choices))
    assert [(c.label, c.on) for c in types.buttons][index] == ("4 disorders", True)
    assert types.buttons[index].action == f"kg1:unfold:t1:{index}"
    assert words(blocks(turn)) == told[:1]


async def test_what_leads_here_is_told_from_here(starter_graph: EmbeddedGraph) -> None:
    turn = await browsing(starter_graph, "Alzheimer's disease")
    told = words(blocks(turn, *range(len(types_around(turn)))))
    assert any(line.startswith("Is treated by: cholinesterase inhibitors (2 papers), ") for line in told)
    assert any(line.startswith("Is not treated by: ") for line in told)
    assert "What raises the risk of Alzheimer's disease: type 2 diabetes (2 papers), obesity (1 paper)" in told


async def test_every_entity_has_its_number_in_words_and_menu(starter_graph: EmbeddedGraph) -> None:
    turn = await browsing(starter_graph, "Vitamin E")
    numbers = numbers_of([turn])
    refs = [i for b in blocks(turn, 0, 1, 2, 3) if isinstance(b, Text) for i in b.inlines if isinstance(i, EntityRef)]
    assert {r.number for r in refs} == set(numbers.values())
    onward = next(b for b in blocks(turn) if isinstance(b, Choices) and b.menu)
    assert len(onward.menu) == 15
    assert {Action.parse(c.action) for c in onward.menu} == {
        Action(Verb.BROWSE, "t1", numbers[n.entity.id]) for n in turn.around
    }


async def test_the_way_between_two_is_told_with_its_papers(starter_graph: EmbeddedGraph) -> None:
    told = words(blocks(await browsing(starter_graph, "Rivastigmine", "Parkinson's disease dementia")))
    assert told[1:] == [
        "The graph has no statement about rivastigmine and Parkinson's disease dementia themselves; there is a way of "
        "two steps.",
        "By way of cholinesterase inhibitors: Rivastigmine belongs to the cholinesterase inhibitors (1 paper); "
        "Cholinesterase inhibitors treat Parkinson's disease dementia (2 papers).",
    ]


async def test_statements_for_and_against_stand_side_by_side(starter_graph: EmbeddedGraph) -> None:
    told = words(blocks(await browsing(starter_graph, "Vitamin E", "Alzheimer's disease")))
    assert told[1].startswith("Directly: ")
    assert "Vitamin E treats Alzheimer's disease (1 paper)" in told[1]
    assert "Vitamin E does not prevent Alzheimer's disease (1 paper)" in told[1]


async def test_where_nothing_specific_joins_two_it_is_said(starter_graph: EmbeddedGraph) -> None:
    told = words(blocks(await browsing(starter_graph, "Antioxidants", "Neurons")))
    assert told[1].startswith("Nothing specific links antioxidants and neurons")


async def test_one_can_ask_and_search_from_there(starter_graph: EmbeddedGraph) -> None:
    way, ask = (b for b in blocks(await browsing(starter_graph, "Statins")) if isinstance(b, Form))
    assert (way.title, way.action, way.fields[0].names) == ("Find the way from statins to …", "kg1:way:t1:0", True)
    assert (ask.title, ask.action) == ("Ask about statins", "kg1:about:t1:1")


async def test_counts_that_are_not_all_known_are_told_as_they_are(starter_graph: EmbeddedGraph) -> None:
    turn = await browsing(starter_graph, "Vitamin E")
    hub = replace(turn, around_counts=(("Gene", 2000), ("Food", 3), ("", 900)))
    (text, *_) = words(blocks(hub))
    assert "2,903 entities are linked to it: 2,000 genes, 3 foods and 900 more." in text
    assert "The 15 best documented are listed here." in text
    assert not any(isinstance(b, Choices) and b.title == "What lies around it" for b in blocks(hub, 0, 1, 2))


def test_names_of_a_graph_are_text_and_nothing_else() -> None:
    odd = Entity("X|1", "<b>x</b>\u202e\n", "", description="a\u202e\nb " * 200)
    turn = Turn("t1", "thread", "x", Mode.BROWSED, focus=(odd,))
    (text, *forms) = browse_blocks(turn, View(), {}, vocabulary())
    assert isinstance(text, Text)
    assert "\u202e" not in text.plain
    assert "\n" not in text.plain
    assert text.plain.endswith("Nothing in the graph is linked to it.")
    assert len(forms) == 1


def test_a_group_that_there_is_not_has_no_name() -> None:
    assert group_of(Turn("t", "t", "q"), 3) == ""
