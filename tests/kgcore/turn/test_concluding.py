"""Several facts put together in the thread: by itself, by command and by button; each step a claim, with a mind map."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from kgcore.ingest.importing import import_graph
from kgcore.llm.scripted import ScriptedModel
from kgcore.ports import Pair
from kgcore.presentation.pictures import mind_map_of
from kgcore.reasoning.complaints import asks_what_it_is
from kgcore.reasoning.guesses import ICON, Guess, Guesses
from kgcore.turn.mining import mine_paths
from kgcore.values.message import Verb
from kgcore.values.model import Edge, Entity, Predicate
from kgcore.values.tasks import AnswerRequest, Task
from kgcore.values.thread import LeafSource
from kgcore.verdicts import Verdict
from tests.fakes.graph import FakeGraph
from tests.kgcore.house import Bot, bot, folder, words
from tests.kgcore.ingest.samples import folder as write_folder
from tests.kgcore.talking import act, button, offers

__all__ = ["bot", "folder"]

NAMES = ("panic disorder", "influenza", "trembling", "dizziness", "night sweats", "hoarse voice", "lorazepam")
KINDS = ("Disease", "Disease", "Symptom", "Symptom", "Symptom", "Symptom", "Drug")
NODES = "id\tname\tcategory\n" + "".join(
    f"N:{n}\t{name}\t{kind}\n" for n, (name, kind) in enumerate(zip(NAMES, KINDS, strict=True))
)
HEAD = "id\tsubject\tpredicate\tobject\tnegated\tpublications\tknowledge_source\n"
ROWS = (
    ("N:0", "has_symptom", "N:2", "false"),
    ("N:0", "has_symptom", "N:3", "false"),
    ("N:0", "has_symptom", "N:4", "false"),
    ("N:1", "has_symptom", "N:3", "false"),
    ("N:1", "has_symptom", "N:2", "true"),
    ("N:0", "need_medication", "N:6", "false"),
    ("N:1", "has_symptom", "N:4", "false"),
)
EDGES = HEAD + "".join(
    f"e{n}\t{s}\t{p}\t{o}\t{negated}\tPMID:{n + 1}\tx\n" for n, (s, p, o, negated) in enumerate(ROWS)
)
COMPLAINT = "Doctor, I have trembling, dizziness, night sweats and a hoarse voice. What could it be?"


@pytest.fixture
async def ward(tmp_path: Path) -> AsyncIterator[Bot]:
    source = write_folder({"nodes.tsv": NODES, "edges.tsv": EDGES}, tmp_path / "mine")
    await import_graph(source, tmp_path / "graph", embedder=None)
    bot = Bot(tmp_path / "graph", tmp_path)
    yield bot
    await bot.graph.close()
    await bot.store.close()


async def test_what_somebody_complains_of_is_put_together_by_itself(ward: Bot) -> None:
    replies = await ward.ask(COMPLAINT)
    turn = await ward.turn(replies)
    assert "Panic disorder: explains 3 of 4 things described" in turn.paragraphs[0].text
    assert "not explained: hoarse voice" in turn.paragraphs[0].text
    assert "not a diagnosis" in words(replies[-1])


async def test_each_step_is_a_claim_that_was_judged_and_cites_its_papers(ward: Bot) -> None:
    turn = await ward.turn(await ward.ask(COMPLAINT))
    told = [c for c in turn.claims if not c.negated]
    assert {c.verdict for c in told} == {Verdict.SUPPORTED}
    assert {e.id for c in turn.claims for e in (*c.edges_for, *c.edges_against)} <= {f"e{n}" for n in range(len(ROWS))}
    assert turn.paragraphs[1].text.startswith("1. Panic disorder has the symptom trembling")
    assert all(c.papers_for for c in told)


async def test_a_denied_feature_is_told_as_denied(ward: Bot) -> None:
    turn = await ward.turn(await ward.ask(COMPLAINT))
    assert any("Influenza does not have the symptom trembling" in p.text for p in turn.paragraphs)


async def test_the_leaves_of_the_mind_map_say_where_they_come_from(ward: Bot) -> None:
    turn = await ward.turn(await ward.ask(COMPLAINT))
    first = turn.mind_map[0]
    assert [leaf.source for leaf in first.leaves] == [*[LeafSource.PATH] * 3, LeafSource.NEIGHBOUR, LeafSource.NOTHING]
    steps = {leaf.step for leaf in first.leaves if leaf.step}
    assert all(any(p.text.startswith(f"{n}. ") for p in turn.paragraphs) for n in steps)


@pytest.mark.parametrize(
    "text",
    [
        "I have had headaches and a fever for days. What is wrong with me?",
        "Doctor, I think I have Turner syndrome.",
        "A child with fever, rash and red eyes.",
        "Which disease could explain fever, joint pain and rash?",
        "My son has been feeling dizzy. Which tests do we need to take?",
    ],
)
def test_complaints_ask_what_it_is(text: str) -> None:
    assert asks_what_it_is(text)


@pytest.mark.parametrize(
    "text",
    [
        "I have migraine and insomnia. What could help with both?",
        "Does magnesium treat migraine?",
        "I am taking warfarin. Can I take ginkgo?",
        "What is vitamin D?",
        "Why might vitamin E slow dementia?",
        "Which drugs treat migraine?",
    ],
)
def test_questions_for_help_do_not(text: str) -> None:
    assert not asks_what_it_is(text)


# ── what joins things ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_command_tells_how_things_are_joined(bot: Bot) -> None:
    turn = await bot.turn(await bot.command("reason", "How are ginkgo, warfarin and bleeding joined?"))
    assert "Ginkgo biloba – warfarin – bleeding" in turn.paragraphs[0].text
    assert [c.verdict for c in turn.claims] == [Verdict.SUPPORTED, Verdict.SUPPORTED]


async def test_a_step_never_shows_one_side_only(bot: Bot) -> None:
    replies = await bot.command("reason", "Why might vitamin E help in Alzheimer's disease?")
    said = words(replies[-1])
    assert "Vitamin E treats Alzheimer's disease" in said
    assert "Vitamin E does not prevent Alzheimer's disease" in said


async def test_names_that_the_graph_lacks_are_said(bot: Bot) -> None:
    replies = await bot.command("reason", "How are ginkgo, warfarin and foobarol joined?")
    assert "foobarol" in words(replies[-1])


async def test_an_answer_offers_its_reasoning_which_shows_the_chain(bot: Bot) -> None:
    asked = await bot.ask("Can vitamin E help in Alzheimer's disease?")
    shown = await bot.turn(await bot.click(button(asked[-1], Verb.CHAIN).action))
    assert shown.question == "Can vitamin E help in Alzheimer's disease?"
    assert shown.mind_map
    assert shown.claims


# ── by itself, where a question asks why or how, or names three things ──────────────────────────────────────────────


async def test_why_brings_the_steps_below_the_answer_each_judged_and_in_the_mind_map(bot: Bot) -> None:
    replies = await bot.ask("Why might vitamin E help in Alzheimer's disease?")
    turn, said = await bot.turn(replies), [p.text for p in (await bot.turn(replies)).paragraphs]
    chain = said.index("This is how they are joined, step by step: vitamin E – Alzheimer's disease.")
    assert "vitamin E treats Alzheimer's disease" in " ".join(said[:chain])
    assert said[chain + 1] == "1. Vitamin E reduces oxidative stress."
    assert not any("One link runs through" in text for text in said)
    assert all(c.verdict is not Verdict.UNSURE for c in turn.claims)
    direct, steps = turn.mind_map[0], turn.mind_map[1]
    assert [leaf.words for leaf in direct.leaves][:2] == [
        "vitamin E treats Alzheimer's disease",
        "vitamin E does not prevent Alzheimer's disease",
    ]
    numbers = [n for leaf in steps.leaves for n in leaf.claims]
    assert {turn.claims[n - 1].triple.paragraph for n in numbers} <= set(range(chain + 1, len(said)))


async def test_the_map_draws_what_joins_two_things_themselves_and_where_papers_disagree(bot: Bot) -> None:
    turn = await bot.turn(await bot.ask("How are homocysteine and brain atrophy related?"))
    assert [leaf.words for leaf in turn.mind_map[0].leaves] == ["homocysteine is associated with brain atrophy"]
    turn = await bot.turn(await bot.ask("Why might vitamin E help in Alzheimer's disease?"))
    leaves = {leaf.words for branch in mind_map_of(turn).branches for leaf in branch.leaves}
    assert "vitamin E inhibits amyloid-beta (papers disagree)" in leaves


async def test_how_two_things_interact_brings_the_steps_too(bot: Bot) -> None:
    said = words((await bot.ask("How does warfarin interact with vitamin K?"))[-1])
    assert "Vitamin K reduces anticoagulation" in said
    assert "2. " in said


async def test_three_things_bring_all_that_joins_them_once(bot: Bot) -> None:
    turn = await bot.turn(await bot.ask("How are oxidative stress, vitamin E and Alzheimer's disease related?"))
    assert turn.mind_map
    pairs = [(c.triple.subject.text.lower(), c.triple.relation, c.triple.object.text.lower()) for c in turn.claims]
    assert len(set(pairs)) == len(pairs)
    assert ("oxidative stress", "is associated with", "alzheimer's disease") in pairs


@pytest.mark.parametrize(
    "question",
    [
        "Does magnesium treat migraine?",
        "How does melatonin work?",
        "Can vitamin E slow the progression of Alzheimer's disease?",
        "How much zinc for a cold?",
        "How does magnesium help with migraine?",  # nothing leads from one to the other but their own edge
        "I take warfarin, ginkgo and garlic. Is that safe?",  # has its table of pairs
        "What helps with migraine, and is it safe?",
        "Which of ginkgo, vitamin E and omega-3 is best for dementia?",
    ],
)
async def test_plain_questions_stay_as_short_as_they_are(bot: Bot, question: str) -> None:
    turn = await bot.turn(await bot.ask(question))
    assert not turn.mind_map
    assert not any(p.text.startswith("1. ") for p in turn.paragraphs)


async def test_a_model_is_given_the_steps_and_they_stand_below_what_it_writes(bot: Bot) -> None:
    said = "[Vitamin E|DietarySupplement]($N1) [treats](TREATS, $R1, $H, $N1, $N2) [Alzheimer's disease|Disease]($N2)."
    model = ScriptedModel({Task.ANSWER: [said]}, chunk=400)
    bot.start(model)
    turn = await bot.turn(await bot.ask("Why might vitamin E help in Alzheimer's disease?"))
    asked = next(r for r in model.asked if isinstance(r, AnswerRequest))
    assert asked.chained
    assert turn.paragraphs[0].text.startswith("Vitamin E treats Alzheimer's disease")
    assert "1. Vitamin E reduces oxidative stress." in [p.text for p in turn.paragraphs]
    assert turn.mind_map


async def test_the_reasoning_offers_no_reasoning_again(bot: Bot) -> None:
    replies = await bot.command("reason", "How are ginkgo, warfarin and bleeding joined?")
    assert not offers(replies[-1], Verb.CHAIN)


async def test_fifty_things_are_too_many_and_that_is_said(bot: Bot) -> None:
    every = [e.name for letter in "abcdefghijklm" for e in await bot.graph.complete(letter, 5)][:50]
    replies = await bot.command("reason", f"How are {', '.join(every)} joined?")
    assert "things were put together" in words(replies[-1])


def line(*ends: str, negated: bool = False, kind: type[FakeGraph] = FakeGraph) -> FakeGraph:
    entities = [Entity(id, id.upper(), "Thing") for id in ends]
    edges = [Edge(f"{a}{b}", a, "AFFECTS", b, negated=negated) for a, b in pairwise(ends)]
    return kind([*entities, Entity("alone", "Alone", "Thing")], edges, [Predicate("AFFECTS", "affects")])


async def rows(graph: FakeGraph, *ids: str, hops: int = 3) -> list[tuple[str, ...]]:
    known = await graph.entities(ids)
    found = await mine_paths(graph, [known[id] for id in ids], hops)
    return [tuple(e.id for e in row) for row in found.segments]


async def test_things_are_joined_within_so_many_steps_else_a_new_row_begins() -> None:
    graph = line("a", "b", "c", "d", "e")
    assert await rows(graph, "a", "d") == [("a", "d")]
    assert await rows(graph, "a", "d", hops=2) == [("a",), ("d",)]
    assert await rows(graph, "a", "e") == [("a",), ("e",)]
    assert await rows(graph, "a", "c", "alone") == [("a", "c"), ("alone",)]


async def test_what_is_denied_joins_nothing_beyond_its_own_ends() -> None:
    assert await rows(line("a", "b", "c", negated=True), "a", "b") == [("a", "b")]
    assert await rows(line("a", "b", "c", negated=True), "a", "c") == [("a",), ("c",)]


async def test_a_step_of_a_longer_way_is_told_with_what_denies_it(bot: Bot) -> None:
    turn = await bot.turn(await bot.ask("Why might vitamin E help in Alzheimer's disease?"))
    said = [p.text for p in turn.paragraphs]
    at = next(n for n, text in enumerate(said) if text.endswith("Vitamin E inhibits amyloid-beta."))
    assert said[at + 1].endswith("Vitamin E does not inhibit amyloid-beta.")


class Slow(FakeGraph):
    """Does not come back from its second look at edges."""

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        found = await super().edges_between(pairs)
        if self.calls["edges_between"] > 1:
            await asyncio.sleep(3600)
        return found


async def test_longer_ways_are_given_up_when_their_time_is_over_and_the_short_ones_stay() -> None:
    graph = line("a", "b", "c", "d", "e", kind=Slow)
    known = await graph.entities(["a", "b", "e"])
    found = await mine_paths(graph, list(known.values()), 3, seconds=0.05)
    assert [tuple(e.id for e in row) for row in found.segments] == [("a", "b"), ("e",)]


async def test_many_things_take_as_many_questions_to_the_graph_as_two() -> None:
    calls = []
    for ids in (("a", "d"), ("a", "b", "c", "d", "e")):
        graph = line("a", "b", "c", "d", "e")
        await mine_paths(graph, list((await graph.entities(ids)).values()), 3)
        calls.append(graph.calls)
    assert all(calls[1][kind] <= max(2, calls[0][kind]) for kind in calls[1])


async def test_a_graph_without_paths_is_no_trouble() -> None:
    assert await rows(FakeGraph([Entity("a", "A", "T"), Entity("b", "B", "T")], []), "a", "b") == [("a",), ("b",)]


# ── guesses ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Guessing:
    """Always guesses the same, of one predicate."""

    def __init__(self, predicate: str) -> None:
        self._predicate = predicate

    async def predicates(self) -> frozenset[str]:
        return frozenset({self._predicate})

    async def guesses(self, phrase: str, target: str, top: int) -> Guesses | None:
        guess = Guess("Mint tea", 0.31, "Mint tea –calms→ stomach")
        return Guesses("treats", (guess,), "Measured here.") if phrase == self._predicate else None


async def test_guesses_are_offered_and_look_like_guesses(bot: Bot) -> None:
    bot.oracle = Guessing("TREATS")
    bot.start()
    asked = await bot.ask("What treats migraine?")
    choice = button(asked[-1], Verb.GUESS)
    assert choice.label == f"{ICON} What might also treat migraine?"
    turn = await bot.turn(await bot.click(choice.action))
    assert f"{ICON} Mint tea, 31 % likely" in "\n".join(p.text for p in turn.paragraphs)
    assert not turn.claims
    assert {node.source for node in turn.mind_map} == {LeafSource.GUESS}


async def test_without_a_model_nothing_is_guessed(bot: Bot) -> None:
    asked = await bot.ask("What treats migraine?")
    assert not offers(asked[-1], Verb.GUESS)
    turn = await bot.turn(asked)
    assert (await bot.click(act(Verb.GUESS, turn.id)))[-1].final


# ── beside a language model ─────────────────────────────────────────────────────────────────────────────────────────

OWN_IDEA = (
    "[Panic disorder|Disease]($N1) [has the symptom](has_symptom, $R1, $H, $N1, $N2) [trembling|Symptom]($N2). "
    "[Panic disorder|Disease]($N1) [causes]($R2, $H, $N1, $N3) [hoarse voice|Symptom]($N3)."
)


async def test_a_model_writes_from_the_evidence_and_its_own_ideas_are_a_branch_of_their_own(ward: Bot) -> None:
    model = ScriptedModel({Task.ANSWER: [OWN_IDEA]}, chunk=400)
    ward.start(model)
    turn = await ward.turn(await ward.ask(COMPLAINT))
    asked = next(r for r in model.asked if isinstance(r, AnswerRequest))
    assert {"e0", "e1", "e2"} <= {e.id for e in asked.evidence.edges}
    assert turn.paragraphs[0].text.startswith("Panic disorder has the symptom trembling")
    assert any(p.text.startswith("1. Panic disorder has the symptom") for p in turn.paragraphs)
    own = turn.mind_map[-1]
    assert own.source is LeafSource.MODEL
    assert [leaf.words for leaf in own.leaves] == ["Panic disorder causes hoarse voice"]
    told = dict(enumerate(turn.claims, 1))
    for leaf in turn.mind_map[0].leaves:
        assert all(told[n].triple.paragraph < len(turn.paragraphs) for n in leaf.claims)
        assert all(told[n].triple in turn.paragraphs[told[n].triple.paragraph].triples for n in leaf.claims)
    assert told[own.leaves[0].claims[0]].verdict is not Verdict.SUPPORTED


async def test_edge_numbers_that_a_model_invents_are_not_shown_and_a_part_that_it_skips_is_there(ward: Bot) -> None:
    claim = "[Panic disorder|Disease]($N1) [causes]($R1, $H, $N1, $N2) [anger|Symptom]($N2)"
    said = f"It may be panic disorder [77]. {claim} [78]."
    ward.start(ScriptedModel({Task.ANSWER: [said]}, chunk=400))
    replies = await ward.ask(COMPLAINT)
    turn = await ward.turn(replies)
    assert "[77]" not in words(replies[-1])
    assert "[78]" not in words(replies[-1])
    assert any(p.text.startswith("1. Panic disorder has the symptom") for p in turn.paragraphs)  # the chain it skipped
    assert {e.id for c in turn.claims for e in c.edges_for} <= {f"e{n}" for n in range(len(ROWS))}
