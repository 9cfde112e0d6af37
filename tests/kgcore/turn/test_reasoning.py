"""Several facts put together: what explains most of them comes first, with its evidence."""

from __future__ import annotations

from kgcore.reasoning.complaints import named_conditions, unread_complaints
from kgcore.turn.reasoning import Reasoner
from kgcore.values.model import Edge, Entity, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.fakes.graph import FakeGraph

HAS = Predicate("HAS_SYMPTOM", "has the symptom")
NAMES = (
    "panic disorder",
    "flu",
    "angina",
    "chest pain",
    "dizziness",
    "palpitations",
    "fever",
    "hoarse voice",
    "lorazepam",
)
ENTITIES = [Entity(n.replace(" ", "-"), n.capitalize(), "Thing") for n in NAMES]
PAIRS = [
    *(("panic-disorder", s) for s in ("chest-pain", "dizziness", "palpitations")),
    *(("flu", s) for s in ("fever", "dizziness")),
    *(("angina", s) for s in ("chest-pain",)),
]
EDGES = [Edge(f"e{n}", d, "HAS_SYMPTOM", s) for n, (d, s) in enumerate(PAIRS)]
DENIED = Edge("denied", "angina", "HAS_SYMPTOM", "dizziness", negated=True)
SYMPTOMS = ("chest-pain", "dizziness", "palpitations", "hoarse-voice")


def reasoner(*more: Edge) -> Reasoner:
    return Reasoner(FakeGraph(ENTITIES, [*EDGES, *more], [HAS]), Vocabulary.of([HAS]))


async def test_what_explains_most_comes_first() -> None:
    found = await reasoner().reason("What could it be?", SYMPTOMS)
    assert found.candidates[0].entity.name == "Panic disorder"
    best = found.candidates[0]
    assert {e.id for e in best.edges_for} == {"e0", "e1", "e2"}
    assert [found.clues[n].words for n in best.unexplained] == ["Hoarse voice"]


async def test_of_two_things_neither_explains_both() -> None:
    joined = Edge("joined", "flu", "HAS_SYMPTOM", "panic-disorder")
    asked = reasoner(
        joined, Edge("third", "angina", "HAS_SYMPTOM", "flu"), Edge("more", "angina", "HAS_SYMPTOM", "fever")
    )
    both = await asked.reason("What would explain both flu and panic disorder?", ("flu", "panic-disorder"))
    assert [c.entity.name for c in both.candidates] == ["Angina"]
    any = await asked.reason("What could it be?", ("flu", "panic-disorder"))
    assert any.candidates[0].entity.name == "Flu"


async def test_the_conclusion_says_what_is_explained_and_what_is_not() -> None:
    said = (await reasoner().reason("What could it be?", SYMPTOMS)).conclusion.plain()
    assert said.startswith("Panic disorder: explains 3 of 4 things described")
    assert "not explained: Hoarse voice" in said


async def test_a_denied_feature_speaks_against() -> None:
    found = await reasoner(DENIED).reason("What could it be?", SYMPTOMS)
    angina = next(c for c in found.candidates if c.entity.id == "angina")
    assert [e.id for e in angina.edges_against] == ["denied"]


async def test_evidence_that_is_shown_is_in_the_graph() -> None:
    found = await reasoner(DENIED).reason("What could it be?", SYMPTOMS)
    assert {e.id for e in found.edges} <= {e.id for e in (*EDGES, DENIED)}
    assert {e.id for s in found.conclusion.steps for e in s.edges} <= {e.id for e in found.edges}


async def test_a_name_that_the_graph_lacks_is_said_to_be_missing() -> None:
    found = await reasoner().reason("I think I have gout.")
    assert found.missing == ("gout",)
    assert "no entry for “gout”" in found.conclusion.summary


async def test_nothing_is_made_of_nothing() -> None:
    found = await reasoner().reason("Hello!")
    assert found.candidates == ()
    assert found.conclusion.summary.startswith("The graph knows nothing of what")


async def test_very_many_things_are_cut_with_a_word() -> None:
    many = [Entity(f"s{n}", f"symptom {n}", "Thing") for n in range(50)]
    edges = [Edge(f"m{n}", "flu", "HAS_SYMPTOM", f"s{n}") for n in range(50)]
    graph = FakeGraph([*ENTITIES, *many], [*EDGES, *edges], [HAS])
    found = await Reasoner(graph, Vocabulary.of([HAS])).reason("All of this?", [e.id for e in many])
    assert "50 things are told here" in found.conclusion.summary


async def test_a_disease_that_is_told_comes_before_what_shares_a_symptom_with_it() -> None:
    found = await reasoner().reason("I had the flu and am dizzy.", ("flu", "dizziness"))
    assert [c.entity.name for c in found.candidates][:1] == ["Flu"]
    assert (found.candidates[0].explained, found.candidates[0].unexplained) == ((1,), ())


async def test_a_condition_is_heard_with_the_time_since_behind_it() -> None:
    (named,) = (n for n in named_conditions("I was diagnosed with high blood pressure a few months ago.") if n.sure)
    assert named.as_noun == "high blood pressure"


async def test_signs_in_everyday_words_count_and_what_is_denied_does_not() -> None:
    found = await reasoner().reason("I feel woozy, my heart keeps racing, there is a pain in my chest, but no fever.")
    assert {e.id for c in found.clues for e, _ in c.meant} == {"dizziness", "palpitations", "chest-pain"}
    assert found.candidates[0].entity.name == "Panic disorder"
    assert {e.id for e in found.candidates[0].edges_for} == {"e0", "e1", "e2"}


async def test_one_sign_alone_tells_nobody_what_they_have() -> None:
    found = await reasoner().reason("What could it be?", ("dizziness",))
    said = found.conclusion.summary
    assert said.startswith("One sign alone does not tell what it is. The graph names dizziness, among others, with ")
    assert "would explain" not in found.conclusion.plain()


async def test_the_things_described_are_counted_without_the_name_that_somebody_gives_to_them() -> None:
    found = await reasoner().reason("I have chest pain and fever. I think I might have panic disorder.")
    assert "explains 1 of 2 things described (chest pain)" in found.conclusion.summary
    assert "So panic disorder would explain 1 of the 2 things described." in found.conclusion.plain()


async def test_what_would_explain_as_much_is_not_called_less_likely() -> None:
    more = Edge("more", "angina", "HAS_SYMPTOM", "palpitations")
    found = await reasoner(more).reason("What could it be?", ("chest-pain", "palpitations"))
    assert "As much would be explained by" in found.conclusion.summary
    assert "Less likely" not in found.conclusion.summary


async def test_a_longer_way_to_say_a_sign_is_neither_missing_nor_counted_twice() -> None:
    said = (
        "I have dizziness. I also have a history of heart palpitations. Could it be related to my heart palpitations?"
    )
    found = await reasoner().reason(said)
    assert not found.missing
    assert [c.words for c in found.clues] == ["dizziness", "palpitations"]


async def test_somebody_who_fell_down_is_not_said_to_feel_down() -> None:
    depressed = FakeGraph(
        [Entity("d", "depression", "Thing"), Entity("p", "panic disorder", "Thing")],
        [Edge("e", "p", "HAS_SYMPTOM", "d")],
        [HAS],
    )
    one = Reasoner(depressed, Vocabulary.of([HAS]))
    assert not (await one.reason("Doctor, I fell down and my elbow is dislocated.")).clues
    assert [c.words for c in (await one.reason("I am down most days.")).clues] == ["down"]


def test_what_was_not_understood_is_told_as_it_was_written() -> None:
    said = "I have painful periods. I also have a constant urge to urinate, and I want to get help."
    assert unread_complaints(said, {"constant urge urinate", "want"}) == ("constant urge to urinate",)


def test_what_is_causing_these_is_no_name_of_an_illness() -> None:
    assert not named_conditions("What do you think is causing these?")


async def test_what_the_graph_has_as_a_sign_only_is_said_so() -> None:
    abuse = FakeGraph(
        [Entity("a", "drug abuse", "Thing"), Entity("p", "panic disorder", "Thing")],
        [Edge("e", "p", "HAS_SYMPTOM", "a")],
        [HAS],
    )
    found = await Reasoner(abuse, Vocabulary.of([HAS])).reason("Doctor, I think I have a problem with drug abuse.")
    assert found.conclusion.summary.startswith("The graph knows “drug abuse” as a sign, not as an illness.")
