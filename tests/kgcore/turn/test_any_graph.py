# ruff: noqa: W291
"""Questions as people put them to any graph: what they ask for is read in the graph's own types and names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kgcore.evidence.selection import FetchedGraph
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.llm.prompts import answer_aim
from kgcore.llm.scripted import ScriptedModel
from kgcore.presentation.card import card_rows
from kgcore.turn.checking import Checker
from kgcore.turn.joining import common_ways
from kgcore.turn.merging import twins_of
from kgcore.turn.reader import TextReader
from kgcore.turn.senses import with_fitting_senses
from kgcore.values.intent import Which, Why, YesNo
from kgcore.values.reply import Choices
from kgcore.values.tasks import AnswerRequest, Task
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.house import HERE, Bot, verdicts
from tests.kgcore.ingest.samples import folder

GRAPH = {
    "nodes.tsv": """\
id	name	category	synonym
P:1	PSEN1	Protein	presenilin-1
P:2	Proteins	Protein	
P:3	PSEN1 pair	Complex	presenilin-1
C:1	amyloid-beta	Peptide	amyloid beta
D:1	Huntington disease (ORPHA:399)	Disease	Huntington's disease
D:2	Huntington disease (OMIM:143100)	Disease	Huntington's disease
D:3	Dravet syndrome	Disease	
S:1	seizure	Phenotype	seizures
V:1	vitamin D	Supplement	
T:1	physical therapy	MedicalAction	
T:2	ketogenic diet	MedicalAction	
""",
    "edges.tsv": """\
id	subject	predicate	object	negated	publications	knowledge_source
e1	P:1	INCREASES	C:1	false	PMID:1	x
e2	D:1	HAS_PHENOTYPE	S:1	false		x
e3	D:1	HAS_PHENOTYPE	C:1	false		x
e4	T:1	TREATS	D:2	false	PMID:2	x
e5	T:2	TREATS	S:1	false	PMID:3	x
e6	P:1	ASSOCIATED_WITH	D:1	false		x
e7	D:3	need_medication	V:1	false		x
e8	D:3	need_medical_test	T:1	false		x
e9	P:1	RESEMBLES	P:3	false		x
""",
}


@pytest.fixture
async def graph(tmp_path: Path) -> AsyncIterator[EmbeddedGraph]:
    await import_graph(folder(GRAPH, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    opened = EmbeddedGraph.open(tmp_path / "graph")
    yield opened
    await opened.close()


async def asked(graph: EmbeddedGraph, question: str) -> object:
    vocabulary = Vocabulary.of(graph.info.predicates)
    understood = await TextReader(graph, vocabulary).understand(question)
    return (await with_fitting_senses(graph, understood, question, vocabulary)).intent


async def test_a_word_that_asks_for_a_type_is_no_entity_of_that_name(graph: EmbeddedGraph) -> None:
    intent = await asked(graph, "Which proteins increase amyloid beta?")
    assert isinstance(intent, Which)
    assert (intent.entity.id, intent.types, intent.asked.predicates[0]) == ("C:1", ("Protein",), "INCREASES")


async def test_it_is_an_entity_where_nothing_asks_for_the_type(graph: EmbeddedGraph) -> None:
    intent = await asked(graph, "Do proteins increase amyloid beta?")
    assert isinstance(intent, YesNo)
    assert intent.subject.id == "P:2"


async def test_a_name_never_takes_a_sense_of_the_other_name(graph: EmbeddedGraph) -> None:
    intent = await asked(graph, "What does vitamin D do to presenilin-1?")
    assert isinstance(intent, YesNo)
    assert {intent.subject.id, intent.object.id} in ({"V:1", "P:1"}, {"V:1", "P:3"})


TWINS = {
    "nodes.tsv": """\
id	name	category	synonym
OMIM:1	Huntington disease (OMIM:1)	Disease	Huntington's disease
ORPHA:1	Huntington disease (ORPHA:1)	Disease	Huntington's disease
OMIM:2	Wilson disease (OMIM:2)	Disease	
ORPHA:2	Wilson disease (ORPHA:2)	Disease	
D:3	Huntington disease	Procedure	
S:1	chorea	Phenotype	
S:2	dysarthria	Phenotype	
T:1	physical therapy	MedicalAction	
T:2	tetrabenazine	MedicalAction	
T:3	riluzole	MedicalAction	
""",
    "edges.tsv": """\
id	subject	predicate	object	negated	publications	knowledge_source
e1	OMIM:1	HAS_PHENOTYPE	S:1	false	PMID:1	x
e2	OMIM:1	HAS_PHENOTYPE	S:2	false	PMID:1	x
e3	ORPHA:1	HAS_PHENOTYPE	S:1	false	PMID:2	x
e4	OMIM:2	HAS_PHENOTYPE	S:1	false	PMID:3	x
e5	ORPHA:2	HAS_PHENOTYPE	S:1	false	PMID:3|PMID:4	x
e6	T:1	TREATS	ORPHA:1	false	PMID:5	x
e7	T:2	TREATS	OMIM:1	false	PMID:6	x
e8	T:2	TREATS	ORPHA:1	false	PMID:7	x
e9	T:3	TREATS	OMIM:1	false	PMID:8	x
e10	T:3	TREATS	ORPHA:1	true	PMID:9	x
e11	T:1	TREATS	D:3	false	PMID:10	x
""",
}


async def test_a_list_has_what_is_stated_of_each_twin_with_the_papers_of_all(tmp_path: Path) -> None:
    await import_graph(folder(TWINS, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    bot = Bot(tmp_path / "graph", tmp_path)
    treated = (await bot.ask("What treats Huntington's disease?"))[-1]
    assert "tetrabenazine (2 papers) and physical therapy (1) treat Huntington disease" in treated.plain
    assert "disagree on whether riluzole treats Huntington disease: one says so, one found no" in treated.plain
    assert verdicts(treated) == [Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.MIXED]
    shown = (await bot.ask("Which diseases have chorea?"))[-1].plain
    assert "Wilson disease (2 papers) and Huntington disease (2) have the phenotype chorea" in shown
    about = (await bot.ask("Tell me about Huntington's disease", replace(HERE, thread="t2")))[-1].plain
    assert "dysarthria" in about
    assert "physical therapy" in about


async def test_what_was_told_of_twins_stands_when_it_is_checked_anew(tmp_path: Path) -> None:
    await import_graph(folder(TWINS, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    bot = Bot(tmp_path / "graph", tmp_path)
    turn = await bot.turn(await bot.ask("What treats Huntington's disease?"))
    again = await Checker(bot.graph, bot.vocabulary).check_again([c.triple for c in turn.claims])
    assert [c.verdict for c in again] == [c.verdict for c in turn.claims]
    assert [c.edges_for for c in again] == [c.edges_for for c in turn.claims]


@pytest.mark.parametrize(
    "question",
    [
        "What helps against seizures in Dravet syndrome?",
        "What treats seizures in children with Dravet syndrome?",
        "Which treatments help with seizures in patients with Dravet syndrome?",
    ],
)
async def test_what_helps_in_a_disease_asks_for_help_against_the_sign(graph: EmbeddedGraph, question: str) -> None:
    intent = await asked(graph, question)
    assert isinstance(intent, Which)
    assert intent.entity.id == "S:1"
    assert intent.within is not None
    assert intent.within.id == "D:3"
    assert "TREATS" in intent.asked.predicates


@pytest.mark.parametrize("words", ["are involved in", "play a role in", "are implicated in", "have a part in"])
async def test_what_is_involved_in_something_may_stand_in_any_relation(graph: EmbeddedGraph, words: str) -> None:
    intent = await asked(graph, f"Which proteins {words} Dravet syndrome?")
    assert isinstance(intent, Which)
    assert (intent.types, intent.asked.predicates, intent.outward) == (("Protein",), (), None)


async def test_a_misspelling_of_two_words_is_put_right(graph: EmbeddedGraph) -> None:
    said = "does viatmin d help with seizures"
    (spots,) = await graph.spot([said])
    assert {said[s:e]: c[0].entity.id for s, e, c in spots} == {"viatmin d": "V:1", "seizures": "S:1"}
    (spots,) = await graph.spot(["does sunlight stop vitamins from working"])
    assert spots == ()


@pytest.mark.parametrize(
    ("question", "predicate"),
    [
        ("What medication do I need for Dravet syndrome?", "need_medication"),
        ("Which tests are needed for Dravet syndrome?", "need_medical_test"),
        ("Which medications does Dravet syndrome need?", "need_medication"),
    ],
)
async def test_a_noun_of_a_relations_own_words_asks_for_that_relation(
    graph: EmbeddedGraph, question: str, predicate: str
) -> None:
    intent = await asked(graph, question)
    assert isinstance(intent, Which)
    assert (intent.entity.id, intent.asked.predicates, intent.outward) == ("D:3", (predicate,), True)


async def test_what_joins_two_is_told_though_it_is_joined_to_much_else(graph: EmbeddedGraph) -> None:
    known = await graph.entities(["P:1", "S:1"])
    intent = Why(known["P:1"], known["S:1"])
    fetched = FetchedGraph(neighbourhoods=await graph.neighbourhoods(["P:1", "S:1"]))
    ways = await common_ways(graph, intent, fetched)
    assert [path.nodes[1].id for path in ways["P:1", "S:1"]] == ["D:1"]


async def test_a_noun_right_before_a_name_says_what_it_is_and_asks_for_nothing(graph: EmbeddedGraph) -> None:
    intent = await asked(graph, "Which diseases need the medication vitamin D?")
    assert isinstance(intent, Which)
    assert (intent.entity.id, intent.asked.predicates, intent.outward) == ("V:1", ("need_medication",), False)


async def test_where_no_gene_answers_its_products_do(tmp_path: Path) -> None:
    tables = {
        "nodes.tsv": "id\tname\tcategory\nG:1\tAPP (gene)\tGene\nP:1\tIL1A (protein)\tProtein\n"
        "B:1\tneuroinflammation\tBiologicalProcess\n",
        "edges.tsv": "subject\tpredicate\tobject\tpublications\nP:1\tincreases\tB:1\tPMID:1\n"
        "G:1\tregulates\tP:1\tPMID:2\n",
    }
    await import_graph(folder(tables, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    told = (await Bot(tmp_path / "graph", tmp_path).ask("Which genes are involved in neuroinflammation?"))[-1].plain
    assert "names no genes linked to neuroinflammation, but it has this on proteins" in told
    assert "IL1A (protein) increases neuroinflammation" in told


@pytest.mark.parametrize("said", ["Ehlers-Danlos", "Ehlers-Danlos syndrome"])
async def test_kinds_are_offered_where_the_graph_has_no_more_general_name(tmp_path: Path, said: str) -> None:
    tables = {
        "nodes.tsv": "id\tname\tcategory\nD:1\tEhlers-Danlos syndrome, vascular type\tDisease\n"
        "D:2\tEhlers-Danlos syndrome, type 2B\tDisease\nS:1\tarthralgia\tPhenotype\n",
        "edges.tsv": "subject\tpredicate\tobject\nD:1\thas_phenotype\tS:1\nD:2\thas_phenotype\tS:1\n",
    }
    await import_graph(folder(tables, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    reply = (await Bot(tmp_path / "graph", tmp_path).ask(f"What are the signs of {said}?"))[-1]
    offered = {c.label for b in reply.blocks if isinstance(b, Choices) for c in b.buttons}
    assert {"Ehlers-Danlos syndrome, vascular type", "Ehlers-Danlos syndrome, type 2B"} <= offered


@pytest.mark.parametrize(("word", "meant"), [("seizre", "seizure"), ("Dravit", "Dravet syndrome"), ("lutein", "")])
async def test_a_short_word_that_may_be_a_slip_is_offered_and_never_taken_for_granted(
    graph: EmbeddedGraph, tmp_path: Path, word: str, meant: str
) -> None:
    bot = Bot(tmp_path / "graph", tmp_path)
    replies = await bot.ask(f"What do you know about vitamin D and {word}?")
    turn = await bot.turn(replies)
    assert [e.name for e in turn.focus] == ["vitamin D"]
    assert f"nothing on “{word.lower()}”" in replies[-1].plain.lower()
    asked = [b for b in replies[-1].blocks if isinstance(b, Choices) and b.title == "Did you mean this?"]
    assert [c.label.lower() for b in asked for c in b.buttons] == ([meant.lower()] if meant else [])
    if meant:
        put = await bot.turn(await bot.click(asked[0].buttons[0].action))
        assert put.question == f"What do you know about vitamin D and {meant}?"


async def test_what_a_graph_has_twice_is_told_on_its_card(graph: EmbeddedGraph) -> None:
    (orpha,) = (await graph.entities(["D:1"])).values()
    twins = (await twins_of(graph, [orpha]))[orpha.id]
    rows = dict(card_rows(orpha, None, Vocabulary.of(graph.info.predicates), (), twins))
    said = "Huntington disease (OMIM:143100) (D:2); what is stated of one counts for the other"
    assert rows["Also in the graph as"] == said
    (alone,) = (await graph.entities(["D:3"])).values()
    assert await twins_of(graph, [alone]) == {"D:3": ()}


async def test_is_there_a_treatment_asks_of_the_illness_before_and_of_its_twin(
    graph: EmbeddedGraph, tmp_path: Path
) -> None:
    bot = Bot(tmp_path / "graph", tmp_path)
    await bot.ask("What are the symptoms of Huntington's disease?")
    assert "physical therapy treats Huntington disease" in (await bot.ask("is there a treatment?"))[-1].plain


async def test_an_eponym_stands_for_its_illness_within_a_sentence(graph: EmbeddedGraph) -> None:
    (spots,) = await graph.spot(["Does vitamin D help with seizures in Dravet?"])
    assert [meant[0].entity.id for _, _, meant in spots] == ["V:1", "S:1", "D:3"]
    (spots,) = await graph.spot(["Dr Dravet wrote on Dravet bodies"])
    assert spots == ()


PLAIN = {
    "nodes.tsv": """\
id	name	category	synonym
D:1	Wilson disease	Disease	Wilson's disease
D:2	Pinworm infection	Disease	
D:3	asthma	Disease	
D:4	gout	Disease	
T:1	zinc therapy	MedicalAction	
C:1	lithium(1+)	Chemical	
G:1	TNF	Gene	
G:2	MTOR (protein)	Protein	MTOR
G:3	Mtor (rat protein)	Protein	Mtor
S:1	itching	Symptom	
X:1	blood test	Test	
X:2	FLII	Gene	
""",
    "edges.tsv": """\
id	subject	predicate	object
e1	T:1	TREATS	D:1
e2	D:2	has_symptom	S:1
e3	C:1	INHIBITS	G:2
e4	G:1	CAUSES	D:3
e5	D:3	need_medical_test	X:1
e6	D:3	need_medication	C:1
e7	G:3	INTERACTS_WITH	G:1
""",
}


@pytest.fixture
async def plain(tmp_path: Path) -> Bot:
    await import_graph(folder(PLAIN, tmp_path / "plain"), tmp_path / "p", embedder=None)
    return Bot(tmp_path / "p", tmp_path)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("zinc in Wilson's disease?", "zinc therapy treats Wilson disease"),
        ("Which symptoms do pinworms have?", "pinworm infection has the symptom itching"),
        ("does lithium inhibit mTOR?", "lithium(1+) inhibits MTOR (protein)"),
        ("can tnf cause asthma", "TNF causes asthma"),
        ("what tests are there for asthma", "asthma needs the medical test blood test"),
        ("I wheeze far too much - is there a test for asthma?", "asthma needs the medical test blood test"),
    ],
)
async def test_what_people_call_a_thing_means_what_the_graph_has_of_it(plain: Bot, question: str, told: str) -> None:
    assert told.casefold() in (await plain.ask(question))[-1].plain.casefold()


@pytest.mark.parametrize("word", ["insulin", "zinc deficiency", "lithium battery"])
async def test_what_is_another_thing_is_not_read_as_what_a_name_begins_with(plain: Bot, word: str) -> None:
    turn = await plain.turn(await plain.ask(f"does {word} help in asthma?"))
    assert [e.name for e in turn.focus] == ["asthma"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What treats gaut?", "nothing in it on “gaut”. The closest name in it is gout."),
        ("Can asma be caused by TNF?", "no entry for “asma”, so it cannot answer this as put. The closest name in it "
         "is asthma."),
        ("What treats flu?", "nothing in it on “flu”. Name "),
    ],
)  # fmt: skip
async def test_the_nearest_names_are_told_of_a_short_slip_and_no_symbols(plain: Bot, question: str, said: str) -> None:
    assert said in (await plain.ask(question))[-1].plain


async def test_a_model_answers_in_the_language_of_the_question_and_its_claims_are_checked(plain: Bot) -> None:
    said = (
        "[Zinc therapy|MedicalAction]($N1) [treats](TREATS, $N1, $N2) [Wilson disease|Disease]($N2). "
        "[Zinc therapy]($N1) [treats](TREATS, $N1, $N3) [gout|Disease]($N3).\n\n"
        "Zinc therapy behandelt Wilson disease und heilt gout."
    )
    model = ScriptedModel({Task.ANSWER: [said]}, chunk=400)
    plain.start(model)
    turn = await plain.turn(await plain.ask("Hilft eine Zinktherapie bei Wilson disease?"))
    (request,) = [r for r in model.asked if isinstance(r, AnswerRequest)]
    assert "say the same once more in German, without annotations" in answer_aim(request)
    assert turn.paragraphs[-1].text == "Zinc therapy behandelt Wilson disease und heilt gout."
    assert [c.verdict for c in turn.claims] == [Verdict.SUPPORTED, Verdict.UNSURE]


def test_an_english_question_is_answered_once() -> None:
    request = AnswerRequest("Does zinc therapy treat Wilson disease?")
    assert answer_aim(request) == ""
