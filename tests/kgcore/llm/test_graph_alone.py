"""The answerer without a model, on the real starter graph from question to verified claims."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from kgcore.annotation.parser import parse_answer
from kgcore.annotation.resolve import with_statements
from kgcore.errors import ModelIncapable
from kgcore.evidence.findings import comparison_table, edges_shown
from kgcore.evidence.selection import FetchedGraph, plan_fetch, select_evidence
from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.llm.graph_alone.answerer import GraphAlone, write_answer
from kgcore.llm.graph_alone.compare import NOTHING
from kgcore.llm.graph_alone.writer import said_once
from kgcore.ports import KnowledgeGraph
from kgcore.question.controls import intent_of, question_of
from kgcore.question.reading import understand_question
from kgcore.turn.checking import Checker
from kgcore.values.intent import About, AskedRelation, Compare, Intent, YesNo, compared_entities, named_entities
from kgcore.values.model import Claim, Edge, Entity, Evidence, Predicate
from kgcore.values.tasks import AnswerRequest, Detail, ExtractRequest, Loss, Task
from kgcore.values.thread import FollowUpKind, WantedFollowUp
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore import starter
from tests.kgcore.starter import vocabulary_of


@dataclass
class Thread:
    """Asks one question after the other, as a conversation does."""

    graph: KnowledgeGraph
    before: Intent | None = None
    told: list[Edge] = field(default_factory=list)
    claims: tuple[Claim, ...] = ()
    all: list[Claim] = field(default_factory=list)
    evidence: Evidence = field(default_factory=Evidence)

    async def ask(self, question: str, detail: Detail = Detail.NORMAL) -> str:
        graph, words = self.graph, vocabulary_of(self.graph.info.predicates)
        types = tuple(name for name, _ in graph.info.types)
        understood = understand_question(question, (await graph.spot([question]))[0], words, types, self.before)
        self.before = understood.intent
        return await self.answer(question, understood.intent, detail)

    async def want(self, want: FollowUpKind, *names: str, folded: tuple[str, ...] = ()) -> str:
        """Ask what a control asks."""
        entities = [starter.named()[n] for n in names]
        wanted = WantedFollowUp(want, tuple(e.id for e in entities))
        intent = intent_of(wanted, entities)
        assert intent is not None
        return await self.answer(question_of(wanted, entities), intent, folded=folded)

    async def answer(
        self, question: str, intent: Intent, detail: Detail = Detail.NORMAL, folded: tuple[str, ...] = ()
    ) -> str:
        graph, words = self.graph, vocabulary_of(self.graph.info.predicates)
        relatives = await graph.relatives([e.id for e in named_entities(intent)])
        needs = plan_fetch(intent, relatives)
        fetched = FetchedGraph(
            relatives,
            await graph.edges_between(needs.pairs),
            await graph.paths(needs.paths),
            {**await graph.neighbourhoods(needs.neighbourhoods, needs.top), **await graph.neighbourhoods(needs.beside)},
        )
        self.evidence = select_evidence(intent, fetched, words)
        request = AnswerRequest(
            question,
            self.evidence,
            tuple(e.id for e in named_entities(intent)),
            told=tuple(self.told),
            detail=detail,
            intent=intent,
            folded=folded,
            claims=tuple(self.all),
        )
        return await self.tell(request, words)

    async def tell(self, request: AnswerRequest, words: Vocabulary) -> str:
        alone = GraphAlone(words)
        written = "".join([piece async for piece in alone.stream(request)])
        paragraphs = with_statements(parse_answer(written, trusted=True), alone.stated(request))
        self.claims = await Checker(self.graph, words).check([t for p in paragraphs for t in p.triples])
        self.told += [e for c in self.claims for e in edges_shown(c)]
        self.all += self.claims
        return "\n".join(p.text for p in paragraphs)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def graph(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[KnowledgeGraph]:
    folder = tmp_path_factory.mktemp("graph") / "starter"
    await import_graph(starter_folder(), folder, embedder=None)
    opened = EmbeddedGraph.open(folder, None)
    yield opened
    await opened.close()


pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTIONS = {
    "Can vitamin E slow the progression of Alzheimer's disease?": (
        "One paper (TEAM-AD RCT, slower functional decline) says yes",
        "says yes: vitamin E treats",
        "vitamin E treats Alzheimer's disease",
        "vitamin E does not prevent Alzheimer's disease",
    ),
    "Which supplements may slow Alzheimer's disease?": ("huperzine A", "curcumin", "do not treat Alzheimer's disease"),
    "compare donepezil and rivastigmine": (
        "Both donepezil and rivastigmine treat Alzheimer's disease",
        "does not say which",
    ),
    "tell me about ginkgo": ("as a supplement: tree", "does not prevent dementia", "interacts with warfarin"),
    "Does turmeric thin the blood?": ("The graph", "turmeric treats"),
    "Does turmeric open the third eye?": ("nothing on “open the third eye”", "turmeric treats"),
    "What are the side effects of haloperidol?": ("haloperidol causes extrapyramidal symptoms",),
    "does st johns wort interact with warfarin": ("says yes", "interacts with warfarin"),
    "Is coffee bad for blood pressure?": (
        "no statement that links coffee and blood pressure",
        "coffee contains caffeine (1 paper), and caffeine increases blood pressure (1 paper)",
    ),
    "Can I take garlic with warfarin?": ("The graph has a warning", "garlic interacts with warfarin"),
    "Does zinc prevent diarrhea?": ("Papers disagree on whether zinc prevents diarrhea", "one found no such effect"),
    "Is alcohol bad for dementia?": ("The same paper", "raises the risk of dementia", "prevents dementia"),
    "Can vitamin E cure Alzheimer's disease?": ("No paper here goes that far", "vitamin E treats"),
    "How does curcumin affect Alzheimer's disease?": ("does not treat Alzheimer's disease", "affects"),
    "What reduces homocysteine?": ("B vitamins (2 papers) and vitamin B6 (1) lower homocysteine",),
    "Which drugs interact with St. John's wort?": (
        "selective serotonin reuptake inhibitors (1 paper)",
        "imatinib (2)",
        "tacrolimus (1)",
    ),
    "Should I take melatonin for jet lag?": ("The graph speaks for it: one paper", "melatonin prevents jet lag"),
}


@pytest.mark.parametrize(("question", "said"), QUESTIONS.items(), ids=list(QUESTIONS))
async def test_the_answer_says_what_the_graph_knows(
    graph: KnowledgeGraph, question: str, said: tuple[str, ...]
) -> None:
    """Every claim of the answer is one that the graph bears out, or says is disputed: it never claims more."""
    thread = Thread(graph)
    answer = (await thread.ask(question)).lower()
    assert [s for s in said if s.lower() not in answer] == []
    assert thread.claims
    assert {c.verdict for c in thread.claims} <= {Verdict.SUPPORTED, Verdict.MIXED}


async def test_a_claim_is_mixed_only_where_the_answer_says_so(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    assert "disagree" in await thread.ask("Does memantine treat Alzheimer's disease?")
    assert [c.verdict for c in thread.claims] == [Verdict.MIXED]


async def test_yes_is_not_said_to_whether_two_can_be_taken_together(graph: KnowledgeGraph) -> None:
    for question in ("Can I take garlic with warfarin?", "is it safe to take ginkgo with warfarin?"):
        assert "yes" not in await Thread(graph).ask(question)


async def test_a_follow_up_does_not_repeat_what_was_said(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    first = await thread.ask("What is turmeric?")
    assert "turmeric contains curcumin" in first
    again = await thread.ask("does it contain curcumin?")
    assert again.startswith("The graph says yes, as said above: ")
    assert thread.claims
    assert "said above" in await thread.ask("tell me more about it")


async def test_an_answer_says_what_it_leaves_out(graph: KnowledgeGraph) -> None:
    aside = await Thread(graph).ask("Can ginkgo prevent dementia, and what about vitamin E?")
    assert "Ginkgo biloba" in aside
    assert "Vitamin E was left out here: ask about it separately." in aside
    partial = await Thread(graph).ask("Stop my warfarin and take foobarol instead?")
    assert partial.startswith("I found warfarin, but nothing on “foobarol instead”. That does not show it to be safe.")
    lone = await Thread(graph).ask("Which is better for jet lag, melatonin or foobarol?")
    assert "melatonin prevents jet lag" in lone
    assert "no entry for “foobarol”" in lone
    beside = await Thread(graph).ask("Can vitamin E and foobarol treat Alzheimer's disease?")
    assert "The graph has no entry for “foobarol”, so I left it out." in beside
    five = await Thread(graph).ask("Compare donepezil, memantine, tacrine, galantamine and rivastigmine")
    assert "rivastigmine was left out" in five


async def test_a_question_asked_again_is_answered_again(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    first, again = [await thread.ask("Does vitamin E treat Alzheimer's disease?") for _ in range(2)]
    assert "does not prevent" in first
    assert again.startswith("The graph says yes, as said above: one paper")
    assert "does not prevent" in again
    assert {c.verdict for c in thread.claims} == {Verdict.SUPPORTED}


async def test_a_warning_does_not_carry_over_to_a_condition(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    await thread.ask("Is it safe to take ginkgo with warfarin?")
    assert "safe" not in await thread.ask("what about depression")


async def test_a_list_of_none_says_what_papers_deny(graph: KnowledgeGraph) -> None:
    said = await Thread(graph).ask("Which supplements prevent the common cold?", Detail.BRIEF)
    assert said.startswith("The graph names no supplements that prevent the common cold")
    assert "vitamin C" in said


async def test_a_follow_up_takes_its_entity_from_the_thread(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    await thread.ask("Can vitamin E slow the progression of Alzheimer's disease?")
    assert "prostate cancer" in await thread.ask("what about its side effects?")
    assert "vitamin E enhances memory" in await thread.ask("does it also help with memory?")


async def test_a_brief_answer_is_one_paragraph_and_a_full_one_says_more(graph: KnowledgeGraph) -> None:
    question = "What helps against Alzheimer's disease?"
    brief, normal, full = [await Thread(graph).ask(question, d) for d in (Detail.BRIEF, Detail.NORMAL, Detail.FULL)]
    assert "\n" not in brief
    assert len(brief) < len(normal) < len(full)


async def test_a_comparison_is_also_a_table(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    await thread.ask("compare donepezil and rivastigmine")
    asked = thread.before
    assert isinstance(asked, Compare)
    table = comparison_table(thread.evidence, compared_entities(asked), starter.vocabulary())
    assert table[0] == ("", "Donepezil", "Rivastigmine")
    assert ("Alzheimer's disease", "treats (1 paper)", "treats (2 papers)") in table
    assert any(cells[1].startswith("mixed: ") for cells in table)
    assert [all(c != "–" for c in row) for row in table] == sorted(
        (all(c != "–" for c in r) for r in table), reverse=True
    )


async def test_every_neighbourhood_can_be_told_in_full(graph: KnowledgeGraph) -> None:
    """Whatever entity is asked about: annotated text that parses, and no claim beyond the graph."""
    words = starter.vocabulary()
    for entity in list(starter.entities().values())[::9]:
        thread = Thread(graph)
        neighbourhood = await graph.neighbourhoods([entity.id], 400)
        evidence = select_evidence(About(entity), FetchedGraph({}, {}, {}, neighbourhood), words)
        text = await thread.tell(AnswerRequest("?", evidence, intent=About(entity), detail=Detail.FULL), words)
        assert "$" not in text
        assert "[" not in text
        assert {c.verdict for c in thread.claims} <= {Verdict.SUPPORTED, Verdict.MIXED}


async def test_nothing_found_is_said_with_what_comes_near(graph: KnowledgeGraph) -> None:
    near = (starter.named()["Turmeric"], starter.named()["St. John's wort"])
    text = await Thread(graph).tell(AnswerRequest("curcuminoidal turmeric?", nearest=near), starter.vocabulary())
    assert text == f"{NOTHING} that your question names. The closest name in it is turmeric."


async def test_a_graph_that_is_away_does_not_pass_for_one_that_knows_nothing(graph: KnowledgeGraph) -> None:
    text = await Thread(graph).tell(AnswerRequest("Does zinc help?", lost=Loss.AWAY), starter.vocabulary())
    assert text == "The graph could not be reached just now, so I cannot answer this. Please ask again in a moment."


async def test_what_only_looks_near_is_not_named(graph: KnowledgeGraph) -> None:
    near = (starter.named()["Turmeric"], starter.named()["Psychotic disorder"])
    text = await Thread(graph).tell(AnswerRequest("Who won the world cup?", nearest=near), starter.vocabulary())
    assert text == f"{NOTHING} that your question names. Name what you ask about as the graph may call it."


async def test_an_edge_without_a_paper_is_told_as_its_sources() -> None:
    a, b = Entity("a", "Ginger", "DietarySupplement"), Entity("b", "Nausea", "Symptom")
    evidence = Evidence((a, b), (Edge("e", "a", "TREATS", "b", sources=("iDISK 2.0",)),))
    request = AnswerRequest("Does ginger treat nausea?", evidence, intent=YesNo(a, b))
    text = "".join([piece async for piece in GraphAlone(starter.vocabulary()).stream(request)])
    assert "iDISK 2.0 states, without naming papers, that" in text


async def test_an_answer_is_written_once_for_its_words_and_for_what_they_state() -> None:
    a, b = Entity("a", "Ginger", "DietarySupplement"), Entity("b", "Nausea", "Symptom")
    evidence = Evidence((a, b), (Edge("e", "a", "TREATS", "b"),))
    request = AnswerRequest("Does ginger treat nausea?", evidence, intent=YesNo(a, b))
    alone = GraphAlone(starter.vocabulary())
    stated = alone.stated(request)
    assert stated
    assert "".join([piece async for piece in alone.stream(request)])
    assert alone.stated(request) is stated


async def told(request: AnswerRequest, words: Vocabulary) -> str:
    """Return the text of the answer to a request, without its verdicts."""
    written = "".join([piece async for piece in GraphAlone(words).stream(request)])
    return "\n".join(p.text for p in parse_answer(written, trusted=True))


async def test_a_source_that_is_named_for_programs_is_not_said() -> None:
    a, b = Entity("a", "Ginger", "DietarySupplement"), Entity("b", "Nausea", "Symptom")
    evidence = Evidence((a, b), (Edge("e", "a", "TREATS", "b", sources=("infores:vetkb",)),))
    request = AnswerRequest("Does ginger treat nausea?", evidence, intent=YesNo(a, b))
    text = "".join([piece async for piece in GraphAlone(starter.vocabulary()).stream(request)])
    assert text.startswith("The graph says yes, without naming papers: ")
    assert "infores" not in text


async def test_what_a_source_states_besides_stands_together() -> None:
    lead = "The graph states, without naming papers, that"
    sentences = [f"{lead} {clause}." for clause in ("a treats b", "a causes c", "a binds d", "a has e", "f has a")]
    assert said_once(sentences) == [
        "The graph states, without naming papers, that a treats b.",
        "It also states that a causes c; that a binds d; and that a has e.",
        "It also states that f has a.",
    ]
    assert said_once(sentences[:3])[1] == "It also states that a causes c, and that a binds d."
    other = "One paper reports that a treats b."
    assert said_once([sentences[0], sentences[1], other, sentences[2]])[2:] == [other, sentences[2]]


async def test_what_two_share_without_papers_is_one_sentence() -> None:
    a, b, *shared = (Entity(i, i, "Thing") for i in ("ulcer", "colic", "x-ray", "blood count", "biopsy"))
    edges = [Edge(f"{s.id}{o.id}", s.id, "need_medical_test", o.id) for s in (a, b) for o in shared]
    request = AnswerRequest("Compare them", Evidence((a, b, *shared), tuple(edges)), intent=Compare(a, b))
    words = Vocabulary.of([Predicate("need_medical_test")])
    text = await told(request, words)
    assert text.count("Both") == 1
    assert "need the medical tests" in text


async def test_no_number_of_papers_stands_behind_what_has_none() -> None:
    a, b, c = (Entity(i, i, "Thing") for i in ("parvo", "fever", "cough"))
    cited = Edge("e1", "parvo", "has_symptom", "fever", publications=("PMID:1",))
    evidence = Evidence((a, b, c), (cited, Edge("e2", "parvo", "has_symptom", "cough")))
    request = AnswerRequest("What are the symptoms?", evidence, intent=About(a))
    text = await told(request, Vocabulary.of([Predicate("has_symptom")]))
    assert "(0" not in text
    assert "The graph states that parvo has the symptoms fever (1 paper) and cough." in text


async def test_hostile_names_and_notes_stay_text() -> None:
    a, b = Entity("a", "x](\x00$N9) [y", "Drug"), Entity("b", "\u202e<b>|$R1", "Disease", description="[z]($N1:A, $N2)")
    note = "](evil) [link]($N3) $R7:TREATS"
    evidence = Evidence((a, b), (Edge("e", "a", "TREATS", "b", publications=("PMID:1",), note=note),))
    for intent in (YesNo(a, b), About(b), Compare(a, b)):
        request = AnswerRequest("?", evidence, intent=intent)
        written = "".join([piece async for piece in GraphAlone(starter.vocabulary()).stream(request)])
        assert {t.ref for p in parse_answer(written, trusted=True) for t in p.triples} <= {"R1"}
        assert "\x00" not in written
        assert "\u202e" not in written


async def test_it_answers_and_does_nothing_else() -> None:
    alone = GraphAlone(starter.vocabulary())
    assert alone.tasks == {Task.ANSWER}
    with pytest.raises(ModelIncapable):
        await anext(alone.stream(ExtractRequest("?", ())))


async def test_four_are_compared_in_a_table_with_a_column_for_each(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    await thread.ask("Compare vitamin E, ginkgo, memantine and rivastigmine")
    asked = thread.before
    assert isinstance(asked, Compare)
    assert asked.topic is None
    table = comparison_table(thread.evidence, compared_entities(asked), starter.vocabulary())
    assert table[0] == ("", "Vitamin E", "Ginkgo biloba", "Memantine", "Rivastigmine")
    assert {len(row) for row in table} == {5}
    assert table[1][0] == "Alzheimer's disease"


async def test_what_was_found_not_to_hold_of_an_ingredient_is_told_as_what_holds_is(graph: KnowledgeGraph) -> None:
    told = await Thread(graph).ask("Does fish oil prevent myocardial infarction?")
    assert "contains omega-3 fatty acids" in told
    assert "omega-3 fatty acids do not prevent myocardial infarction" in told


async def test_names_in_another_script_make_no_question_foreign() -> None:
    drug, pain = Entity("1", "аспирин", "Thing"), Entity("2", "головная боль", "Thing")
    evidence = Evidence((drug, pain), (Edge("e", "1", "TREATS", "2"),))
    words = Vocabulary.of([Predicate("TREATS")])

    def told(question: str) -> str:
        asked = YesNo(drug, pain, AskedRelation("treat", ("TREATS",)))
        request = AnswerRequest(question, evidence, ("1", "2"), intent=asked)
        return " ".join(s for p in write_answer(request, words) for s in p)

    assert "The graph says yes" in told("Does Аспирин treat головная боль?")
    assert "only questions in English" in told("Лечит ли аспирин головная боль?")
