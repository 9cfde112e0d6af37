"""Test questions are decided by the graph, or said to be undecided."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.reasoning.choices import read_exam
from kgcore.turn.checking import Checker
from kgcore.turn.exams import ExamAnswerer
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict
from tests.kgcore.ingest.samples import folder as write_folder
from tests.kgcore.starter import vocabulary_of

UNDECIDED = "undecided"


async def answered(graph: EmbeddedGraph, text: str) -> Turn:
    vocabulary = vocabulary_of(graph.info.predicates)
    asked = read_exam(text)
    assert asked is not None
    return await ExamAnswerer(graph, vocabulary, Checker(graph, vocabulary)).turn(Turn("t", "thread", text), asked)


async def decided(graph: EmbeddedGraph, text: str) -> str:
    turn = await answered(graph, text)
    return turn.decision.answer if turn.decision else ""


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("True or false? Donepezil inhibits acetylcholinesterase.", "true"),
        ("True or false: acetylcholinesterase is inhibited by donepezil", "true"),
        ("T/F: Donepezil does not inhibit acetylcholinesterase.", "false"),
        ("Is it false that donepezil inhibits acetylcholinesterase?", "false"),
        ("True or false? Vitamin C prevents the common cold.", "false"),
        ("True or false? Zinc treats dementia.", UNDECIDED),
        ("True or false? Foobarol treats dementia.", UNDECIDED),
        ("True or false? The weather was fine.", UNDECIDED),
        ("True or false: warfarin is the most common cause of bleeding.", UNDECIDED),
        ("True or false: bleeding is the main side effect of warfarin.", UNDECIDED),
        ("True or false: only warfarin causes bleeding.", UNDECIDED),
        ("True or false: warfarin is a common cause of bleeding.", "true"),
        ("True or false: warfarin is one of the main causes of bleeding.", "true"),
        ("True or false: the most common cause of dementia is ginkgo biloba.", UNDECIDED),
        ("T/F: St. John's wort makes depression better.", "true"),
        ("T/F: Levothyroxine makes hypothyroidism worse.", "false"),
        ("T/F: Levothyroxine does not make hypothyroidism better.", "false"),
        ("True or false: among its constituents, turmeric has curcumin.", "true"),
    ],
)
async def test_a_statement_is_true_or_false_where_the_graph_says_so(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Unlike vitamin E, donepezil treats Alzheimer's disease, is that true?",
            [
                "False ✗ (1 paper). Part of what is said holds, and part of it does not.",
                "It says: donepezil treats Alzheimer's disease: supported (1 paper).",
                "It says: vitamin E does not treat Alzheimer's disease: contradicted (1 paper).",
            ],
        ),
        (
            "True or false: vitamin C treats and prevents the common cold.",
            [
                "False ✗ (2 papers). Part of what is said holds, and part of it does not.",
                "It says: Vitamin C treats the common cold: supported (2 papers).",
                "It says: Vitamin C prevents the common cold: contradicted (2 papers).",
            ],
        ),
        (
            "True or false? Saffron relieves depression.",
            ["True ✓ (1 paper).", "The statement: “Saffron relieves depression”: supported (1 paper)."],
        ),
    ],
)
async def test_of_several_claims_each_stands_in_its_own_words(
    starter_graph: EmbeddedGraph, text: str, lines: list[str]
) -> None:
    turn = await answered(starter_graph, text)
    assert [paragraph.text for paragraph in turn.paragraphs] == lines


OPTIONS = "A) zinc B) magnesium C) vitamin K"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"Which of these treats migraine? {OPTIONS}", "B"),
        (f"Migraine is treated by which of the following? {OPTIONS}", "B"),
        (f"For migraine, which of these is effective? {OPTIONS}", "B"),
        (f"_____ treats migraine. {OPTIONS}", "B"),
        ("Which drug treats migraine?\nA: zinc  B: magnesium  C: vitamin-K  D: iron", "B"),
        ("A feared complication of levodopa therapy is:\nA. dyskinesia\nB. jet lag\nC. malaria", "A"),
        ("An unproven treatment for migraine is:\nA. zinc\nB. magnesium\nC. iron", UNDECIDED),
        ("Donepezil is best classified as a/an\nA. antioxidant\nB. cholinesterase inhibitor\nC. B vitamin", "B"),
        (f"She asks for something for migraine. Which remedy has evidence in this setting? {OPTIONS}", "B"),
        ("Which of the following does magnesium treat? a) dementia b) migraine c) the common cold", "B"),
        ("Magnesium is used for: 1) dementia 2) migraine 3) none of these", "2"),
        ("Which treats migraine? A) zinc B) vitamin K C) none of the above", "C"),
        ("Which treats migraine? A) zinc B) vitamin K", UNDECIDED),
        ("Which treats migraine? A) foobarol B) barfool C) none of these", UNDECIDED),
        ("Which inhibits acetylcholinesterase? A) donepezil B) rivastigmine C) both A and B", "C"),
        ("Which inhibit acetylcholinesterase? A) donepezil B) rivastigmine C) all of the above", "C"),
        ("Which does not inhibit acetylcholinesterase? A) donepezil B) rivastigmine C) warfarin", "C"),
        ("Which statement is true? A) Zinc treats migraine. B) Magnesium treats migraine.", "B"),
        ("Does vitamin C prevent the common cold? A) Yes B) No", "B"),
        ("How does donepezil affect acetylcholinesterase? A) It stimulates it B) It inhibits it", "B"),
    ],
)
async def test_an_option_is_chosen_where_the_graph_supports_it(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


async def test_the_answer_leads_and_each_option_has_its_verdict(starter_graph: EmbeddedGraph) -> None:
    turn: Turn = await answered(starter_graph, f"Which of these treats migraine? {OPTIONS}")
    assert turn.paragraphs[0].text.startswith("B) magnesium ✓ (")
    assert [p.text[:2] for p in turn.paragraphs[1:]] == ["A)", "B)", "C)"]
    assert [c.verdict for c in turn.claims] == [Verdict.UNSURE, Verdict.SUPPORTED, Verdict.UNSURE]
    assert turn.decision is not None
    assert turn.decision.edges == tuple(e.id for e in turn.claims[1].edges_for)


@pytest.mark.parametrize(
    ("stem", "options", "answer"),
    [
        ("Low levels of which vitamin predispose to multiple sclerosis?", "vitamin D|vitamin K|vitamin A", "A"),
        ("Low levels of which vitamin prevent multiple sclerosis?", "vitamin D|vitamin K|vitamin A", UNDECIDED),
        ("Which vitamin, when lacking, prevents multiple sclerosis?", "vitamin D|vitamin K|vitamin A", UNDECIDED),
        ("Proton pump inhibitors raise the risk of being deficient in", "vitamin B12|vitamin D", "A"),
        ("Levothyroxine is absorbed less well with", "iron|magnesium|zinc", "A"),
        ("Levothyroxine is absorbed better with", "iron|magnesium|zinc", UNDECIDED),
        ("Absorption of iron is helped by", "vitamin C|vitamin K|tea", "A"),
        ("Patients with osteoarthritis are often given", "glucosamine|iron|folic acid", "A"),
        ("For hypercholesterolemia, cardiologists often suggest", "simvastatin|melatonin", "A"),
        ("Trials found no benefit for Huntington's disease from", "creatine|melatonin|zinc", "A"),
        ("What would you expect in a person on long-term levodopa?", "dyskinesia|migraine|diarrhea", "A"),
        ("He uses irinotecan. Which of the following should he not take?", "St John's wort|zinc|taurine", "A"),
        ("A patient on ciclosporin should be warned about which herb?", "St John's wort|zinc|taurine", "A"),
        ("A transplant recipient is on tacrolimus. Which herb must be avoided?", "St John's wort|zinc|taurine", "A"),
    ],
)
async def test_what_is_lacked_given_or_watched_for_is_read_by_what_it_amounts_to(
    starter_graph: EmbeddedGraph, stem: str, options: str, answer: str
) -> None:
    listed = "\n".join(f"{label}) {option}" for label, option in zip("ABC", options.split("|"), strict=False))
    assert await decided(starter_graph, f"{stem}\n{listed}") == answer


async def test_where_the_words_are_not_understood_it_says_what_the_graph_has_of_each_option(
    starter_graph: EmbeddedGraph,
) -> None:
    turn = await answered(starter_graph, "Blorp the quux of migraine? A) magnesium B) garlic C) zinc")
    first, *others = [p.text for p in turn.paragraphs]
    assert first.startswith("This cannot be decided here.")
    assert others[0] == "A) magnesium prevents migraine: supported (2 papers)."
    assert others[1] == "A) magnesium treats migraine: supported (1 paper)."
    assert others[2:] == [f"{o}: the graph has nothing that joins them." for o in ("B) garlic", "C) zinc")]
    assert turn.decision is not None
    assert turn.decision.answer == UNDECIDED


async def test_of_what_the_graph_says_and_denies_it_asks_whether_it_is_so(starter_graph: EmbeddedGraph) -> None:
    turn = await answered(starter_graph, "Blorp the quux of pneumonia? A) magnesium B) zinc C) garlic")
    (claim,) = turn.claims
    assert (claim.negated, claim.verdict) == (False, Verdict.MIXED)


async def test_what_is_undecided_is_said_first(starter_graph: EmbeddedGraph) -> None:
    turn = await answered(starter_graph, "True or false? Zinc treats dementia.")
    assert turn.paragraphs[0].text.startswith("This cannot be decided here.")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A woman of 70 need not worry about cost. Which of these does NOT treat migraine? A) zinc B) magnesium", "A"),
        ("Name one drug that causes dyskinesia. Options: A. levodopa, B. tacrine, C. lovastatin", "A"),
        ("Which drug would you choose in migraine: magnesium, garlic or tea?", "A"),
        ("Donepezil: which enzyme does it inhibit? A) acetylcholinesterase B) BACE1", "A"),
        ("Which enzyme is inhibited by the drug donepezil? A) acetylcholinesterase B) none of the others", "A"),
        ("Three of these inhibit acetylcholinesterase; which does not? A) donepezil B) galantamine C) memantine", "C"),
        ("All but one of these treat Alzheimer's disease. Which? A) donepezil B) tacrine C) zinc", "C"),
        ("All of these inhibit acetylcholinesterase but which one doesn't? A) donepezil B) galantamine C) zinc", "C"),
        ("Donepezil is an old drug. It inhibits which of these? A) acetylcholinesterase B) BACE1", "A"),
        ("A man takes donepezil. Which enzyme does this drug inhibit? A) acetylcholinesterase B) BACE1", "A"),
    ],
)
async def test_questions_are_read_as_examiners_put_them(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Which of these treats both migraine and insomnia? A) magnesium B) melatonin",
            UNDECIDED,
        ),  # each but one of them
        ("Donepezil and galantamine inhibit which enzyme? A) BACE1 B) acetylcholinesterase", "B"),
        ("Which disease do donepezil, rivastigmine and memantine treat? A) migraine B) Alzheimer's disease", UNDECIDED),
        ("Both donepezil and rivastigmine inhibit which of these? A) gamma-secretase B) acetylcholinesterase", "B"),
    ],
)
async def test_an_option_has_to_fit_each_of_the_things_that_are_named(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    "statement",
    [
        "Lack of donepezil inhibits acetylcholinesterase",
        "Stopping donepezil inhibits acetylcholinesterase",
        "Too little magnesium treats migraine",
        "Avoiding magnesium prevents migraine",
        "Fear of magnesium prevents migraine",
        "An advert for magnesium treats migraine",
        "Antibodies against donepezil inhibit acetylcholinesterase",
        "BACE1 makes amyloid-beta more soluble",
        "BACE1 makes amyloid-beta easier to clear",
        "Garlic makes LDL cholesterol rise or fall",
    ],
)
async def test_words_around_a_relation_that_change_what_is_said_leave_it_undecided(
    starter_graph: EmbeddedGraph, statement: str
) -> None:
    assert await decided(starter_graph, f"True or false? {statement}.") == UNDECIDED


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("True or false? St John's wort makes the transporter P-glycoprotein more active.", "true"),
        ("True or false? St John's wort makes CYP3A4 inactive.", "false"),
        ("True or false? Iron lowers how much levothyroxine is absorbed.", "true"),
        ("Hyperforin, a compound of a herb, turns on which receptor? A) NMDA receptor B) pregnane X receptor", "B"),
        ("Parkinson's disease -> drug of choice? A) levodopa B) zinc C) iron", "A"),
        ("What do these drugs inhibit: donepezil and rivastigmine? A) BACE1 B) acetylcholinesterase", "B"),
        ("She now has hypothyroidism. Which of her drugs is the likely cause? A) lithium B) tea", "A"),
        ("A man with type 2 diabetes has migraine. Which should be prescribed? A) metformin B) magnesium", "B"),
        ("Warfarin should not be taken with which of these, because they interact with it? A) zinc B) garlic", "B"),
        ("A doctor stops a drug that causes dyskinesia. Which is it? A) levodopa B) zinc", "A"),
        ("Which receptor do memantine and zinc share? A) NMDA receptor B) pregnane X receptor", UNDECIDED),
        ("Which of these helps with nausea and vomiting in pregnancy? A) ginger B) zinc", "A"),
        ("Among the following, the drug of choice in hypothyroidism is: A) levothyroxine B) zinc", "A"),
        ("Magnesium treats migraine. (a) True (b) False", "true"),
        ("True or false? Huperzine A is an acetylcholinesterase inhibitor.", "true"),
        ("True or false? Acetylcholinesterase is a donepezil inhibitor.", UNDECIDED),
        ("True or false? Warfarin causes bleeding in the head (intracerebral hemorrhage).", "true"),
        ('Pub quiz: "Zinc does not treat the common cold." Is this statement true?', "false"),
        ("A man has migraine. Which is the best drug to avoid? A) magnesium B) zinc", UNDECIDED),
        ("A man has migraine and insomnia. Which drug should be given? A) melatonin B) magnesium", UNDECIDED),
        ("He does not have migraine. Which drug should be given? A) magnesium B) melatonin", UNDECIDED),
        ("Which supplement for migraine that also treats insomnia is there? A) magnesium B) melatonin", UNDECIDED),
    ],
)
async def test_what_no_gap_is_read_in_is_read_as_prose(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A patient takes warfarin. Which of these should raise concern? A) saffron B) cranberry C) taurine", "B"),
        ("Which agent(s) stimulate(s) AMPK? A. Metformin B. Haloperidol C. Psyllium", "A"),
        ("A drop in CRP (C-reactive protein) was noted with: A) probiotics B) haloperidol C) tea", "A"),
        ("Which compound revs up SIRT1? A) resveratrol B) caffeine C) zinc", "A"),
        ("Hypothyroidism can be managed with: A) levothyroxine B) zinc", "A"),
        ("Which of these should you not expect to be found in cocoa? A) caffeine B) hypericin C) theobromine", "B"),
        ("Who gets levodopa? Patients with: A) Parkinson's disease B) migraine", "A"),
        ("Bleeding may be a side effect of: A) aspirin B) warfarin C) both of the above D) neither", "C"),
        ("Which revs up the receptor of SIRT1? A) resveratrol B) caffeine", UNDECIDED),
        ("True or false: levodopa has a place in the care of people with Parkinson's disease.", "true"),
        ("True or false: levodopa has no place in Parkinson's disease.", "false"),
        ("True or false: a fall in total cholesterol has been observed under garlic.", "true"),
        ("True or false: total cholesterol goes down under melatonin.", UNDECIDED),
    ],
)
async def test_what_no_grammar_reads_is_read_by_its_words(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "What is the gold standard for hypothyroidism? A) levothyroxine B) zinc C) tea",
        "The cheapest treatment for insomnia is: A) melatonin B) haloperidol C) zinc",
        "Which drug lowers amyloid-beta by blocking its production in the liver? A) ibuprofen B) duloxetine",
        "Which of these prevents neural tube defects in every pregnancy? A) folic acid B) zinc C) garlic",
        "Which drug must be avoided in hypothyroidism? A) levothyroxine B) zinc",
        "What makes up the most of cocoa? A) caffeine B) glucosamine",
        "How many patients get dyskinesia under levodopa? A) levodopa B) zinc",
        "True or false: warfarin causes bleeding more often than cranberry does.",
        "True or false: curcumin lowers NF-kappa B via the JAK pathway.",
        "True or false: melatonin is given for sleep disorders of shift workers.",
        "True or false: ginger gives rise to memory problems.",
        "True or false: an absence of levodopa is seen in Parkinson's disease.",
        "True or false: levodopa is handed to people with Parkinson's disease at midnight.",
    ],
)
async def test_more_than_the_graph_says_stays_undecided_however_it_is_put(
    starter_graph: EmbeddedGraph, text: str
) -> None:
    assert await decided(starter_graph, text) == UNDECIDED


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Travellers swear by this hormone against jet lag: A) melatonin B) testosterone C) estrogen", "A"),
        ("Grandpa is on warfarin. Which ought to make his doctor nervous? A) saffron B) cranberry C) ginger", "B"),
        ("Which supplement would a reader of the trials pick for osteoarthritis? A) zinc B) turmeric C) garlic", "B"),
        ("A sore knee from osteoarthritis: what should the shop hand over? A) zinc B) garlic C) glucosamine", "C"),
        (
            "Spot what can leave a patient with bradycardia. A) metformin B) cholinesterase inhibitors C) zinc",
            "B",
        ),
        ("A man swallows levothyroxine at breakfast. What spoils its absorption? A) coffee B) cocoa C) garlic", "A"),
        ("The agent most consistently linked to bradycardia is: A) zinc B) cholinesterase inhibitors C) tea", "B"),
        ("What do rivastigmine and tacrine have in common? They are: A) statins B) cholinesterase inhibitors", "B"),
        ("Lithium, taken for years, may do this: A) Prevent dementia B) Cause hypothyroidism C) Treat migraine", "B"),
        ("These all inhibit acetylcholinesterase, save for one. Which? A) donepezil B) zinc C) galantamine", "B"),
        ("Which of these drugs works by blocking acetylcholinesterase? A) donepezil B) zinc C) warfarin", "A"),
        ("It has been shown in trials that solanezumab treats Alzheimer's disease. (T / F)", "false"),
        ("Pub quiz round 3: curcumin is found in turmeric. True or false?", "true"),
        ("A friend claims that ginkgo biloba prevents dementia. Is she right?", "false"),
        ("A friend claims that ginkgo biloba prevents dementia. Is she mistaken?", "true"),
        ("T/F: Donepezil works by blocking acetylcholinesterase.", "true"),
        ("True or false? You can rely on selenium to keep prostate cancer away.", "false"),
    ],
)
async def test_a_story_around_a_relation_changes_nothing(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Pregnant travellers swear by this hormone against jet lag: A) melatonin B) testosterone C) estrogen",
        "Which of these treats gallstones in people with migraine? A) magnesium B) zinc C) garlic",
        "Which was tested before all others by doctors for osteoarthritis? A) zinc B) turmeric C) garlic",
        "Which costs a reader least for osteoarthritis? A) zinc B) turmeric C) garlic",
        "Which would a shop hand over for hives, not osteoarthritis? A) zinc B) turmeric C) garlic",
        "Which would a neurologist choose for the stiffness of Parkinson's disease? A) levodopa B) zinc C) garlic",
        "What would a reader pick for osteoarthritis? A) curcumin B) turmeric C) zinc",
        "Which of these is absorbed better in the presence of migraine? A) magnesium B) zinc C) selenium",
        "An unproven pick of readers for migraine is: A) zinc B) magnesium C) iron",
        "True or false? Levodopa was first used for Parkinson's disease in 1961.",
        "T/F: a third of patients with depression benefit from saffron.",
        "T/F: half of people with osteoarthritis are helped by turmeric.",
        "T/F: melatonin treats insomnia, taken on an empty stomach.",
        "Which drug for Alzheimer's disease should be taken at noon? A) donepezil B) zinc C) garlic",
        "A pregnant woman has insomnia. What should she take? A) melatonin B) zinc C) garlic",
        "No trial has shown that ginkgo biloba treats insomnia. True or false?",
    ],
)
async def test_a_story_that_may_change_what_is_right_leaves_it_undecided(
    starter_graph: EmbeddedGraph, text: str
) -> None:
    assert await decided(starter_graph, text) == UNDECIDED


@pytest.fixture
async def signed(tmp_path: Path) -> AsyncIterator[EmbeddedGraph]:
    """A graph that knows of nothing but more and less."""
    nodes = """id	name	category
C:1	okadaic acid	Chemical
C:2	facinicline	Chemical
B:1	cognition	BiologicalProcess
B:2	Memory, Episodic	BiologicalProcess
D:1	colitis	Disease
"""
    edges = """id	subject	predicate	object	negated
e1	C:1	decreases	B:1	false
e2	C:2	increases	B:2	false
e3	C:1	increases	D:1	false
"""
    predicates = """predicate	label	symmetric	inverse	opposite	implies	phrases
increases	increases	false		decreases		raises|promotes|enhances|leads to
decreases	decreases	false		increases		lowers|inhibits|reduces|impairs
"""
    tables = {"nodes.tsv": nodes, "edges.tsv": edges, "predicates.tsv": predicates}
    source = write_folder(tables, tmp_path / "mine")
    await import_graph(source, tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph", None)
    yield graph
    await graph.close()


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("Okadaic acid worsens cognition", "true"),
        ("Okadaic acid makes cognition worse", "true"),
        ("Okadaic acid worsens colitis", "true"),
        ("Facinicline worsens episodic memory", "false"),
        ("Facinicline improves episodic memory", "true"),
        ("Okadaic acid leads to poorer cognition", UNDECIDED),
        ("Facinicline leads to poorer episodic memory", UNDECIDED),
        ("Facinicline leads to weaker episodic memory", UNDECIDED),
    ],
)
async def test_for_the_worse_is_less_of_what_is_good(signed: EmbeddedGraph, statement: str, answer: str) -> None:
    assert await decided(signed, f"True or false? {statement}.") == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        # any of the relations that the words may mean, where the graph sets one option apart
        ("Someone suffering from osteoarthritis should try: A) curcumin B) vitamin B6 C) St. John's wort", "A"),
        ("Which supplement makes antibiotic-associated diarrhea less likely? A) iron B) probiotics C) zinc", "B"),
        ("If you want to keep jet lag away, which remedy would you pick? A) melatonin B) zinc C) garlic", "A"),
        ("What harm can lovastatin do? A) kidney stones B) statin-associated muscle symptoms C) delirium", "B"),
        ("In which of these would you find hyperforin? A) creatine B) St. John's wort C) turmeric", "B"),
        ("Which would you NOT recommend to a patient on warfarin? A) iron B) St. John's wort C) lutein", "B"),
        ("Ciclosporin and ____ should not be taken together. A) taurine B) zinc C) St. John's wort", "C"),
        ("Which is contraindicated in patients who take indinavir? A) zinc B) St. John's wort C) psyllium", "B"),
        ("Caution is advised when irinotecan is given with A) zinc B) glucosamine C) St. John's wort", "C"),
        ("Which remedy raises the risk of cognitive impairment? A) zinc B) flaxseed C) ginkgo extract", UNDECIDED),
        ("A woman takes levothyroxine every day. Which disease is she most likely to have? A) migraine "
         "B) hypothyroidism C) jet lag", "B"),
        # what none of the options is joined with
        ("Better calcium absorption was seen with which remedy? A) cranberry B) melatonin C) none of these", "C"),
        ("Someone with migraine should try: A) zinc B) vitamin K C) garlic D) none of these", "D"),
        ("Which of these blocks apoptosis? A) caffeine B) vitamin E C) cinnamon D) none of these", "B"),
        # processes, pairs, lists and what one thing does
        ("Tea interferes with the absorption of: A) zinc B) iron C) magnesium", "B"),
        ("Metformin is associated with a deficiency of which vitamin? A) vitamin D B) vitamin B12 C) vitamin K", "B"),
        ("Which pair is correctly matched? A) garlic - alliin B) cocoa - hypericin C) turmeric - theobromine", "A"),
        ("What does saffron do? A) treats jet lag B) treats depression C) treats stroke", "B"),
        ("Caffeine does all of the following except: A) cause anxiety B) treat osteoarthritis", "B"),
        ("Which raise the risk of dementia?\nI. hearing loss\nII. hypertension\nIII. oatmeal\n"
         "A. I only\nB. I and II only\nC. II and III only\nD. I, II and III", "B"),
        ("Which inhibit acetylcholinesterase? 1. donepezil 2. memantine 3. zinc\nA) 1 and 3\nB) 2 and 3", UNDECIDED),
        ("Rivastigmine acts by inhibiting\n- BACE1\n- CYP3A4\n- acetylcholinesterase", "C"),
        ("St John's wort lowers drug levels by inducing: A) BACE1 B) CYP3A4 C) AMPK", "B"),
    ],
)  # fmt: skip
async def test_a_stem_that_no_grammar_reads_is_weighed_by_the_graph(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    "stem",
    [
        "Which supplement for osteoarthritis can be crushed?",
        "Which supplement for osteoarthritis comes from a tree?",
        "Which supplement for osteoarthritis has the fewest side effects?",
        "Which supplement for osteoarthritis tastes bitter?",
        "Which supplement used in osteoarthritis is excreted by the kidneys?",
        "Which supplement is a prodrug used in osteoarthritis?",
        "Which supplement was the first to be approved for osteoarthritis?",
        "Which supplement treats the complications of osteoarthritis?",
        "Which supplement interacts with the drugs for osteoarthritis?",
        "Which supplement shares its mechanism with the usual drugs for osteoarthritis?",
        "Which supplement has replaced the vaccine against osteoarthritis?",
        "Which supplement helps in osteoarthritis in every patient?",
        "Which supplement should be avoided in osteoarthritis?",
        "Which supplement helps osteoarthritis most?",
        "Who discovered that which supplement helps in osteoarthritis?",
    ],
)
async def test_what_a_stem_asks_beyond_its_relation_leaves_it_undecided(
    starter_graph: EmbeddedGraph, stem: str
) -> None:
    assert await decided(starter_graph, f"{stem} A) zinc B) turmeric C) garlic") == UNDECIDED


async def test_an_answer_that_combines_items_leads_with_their_verdict(starter_graph: EmbeddedGraph) -> None:
    turn = await answered(
        starter_graph,
        "Which raise the risk of dementia?\nI. hearing loss\nII. hypertension\nIII. oatmeal\nA. I only\nB. I and II",
    )
    assert turn.paragraphs[0].text.startswith("B) I and II ✓ (")
    assert [p.text.split(")")[0] for p in turn.paragraphs[1:]] == ["I", "II", "III"]


_HOW_ASKED = (
    "How does {} work?",
    "By which mechanism does {} act?",
    "What is the mechanism of action of {}?",
    "{} exerts its effect mainly by",
    "The mechanism of action of {} involves",
    "The pharmacological effect of {} is due to",
    "In Alzheimer's disease, {} works through which of the following?",
    "Which statement best describes the mechanism of {}?",
)
_DEEDS = ("inhibition of {}", "inhibiting {}", "by inhibiting {}", "it inhibits {}", "{} inhibition", "blockade of {}")


@pytest.mark.parametrize("stem", _HOW_ASKED)
@pytest.mark.parametrize("deed", _DEEDS)
async def test_how_something_works_is_decided_by_what_it_does(
    starter_graph: EmbeddedGraph, stem: str, deed: str
) -> None:
    options = (deed.format(n) for n in ("gamma-secretase", "acetylcholinesterase", "AMPK"))
    text = stem.format("donepezil") + "".join(f"\n{c}. {o}" for c, o in zip("ABC", options, strict=True))
    turn = await answered(starter_graph, text)
    assert turn.decision is not None
    assert turn.decision.answer == "B"
    assert deed.format("acetylcholinesterase") in turn.paragraphs[0].text  # as it was written


@pytest.mark.parametrize(
    "stem",
    [
        "Which harmful effect of donepezil is known?",
        "Donepezil is toxic due to",
        "Which effect of donepezil lasts longest?",
        "Donepezil and levodopa both act by",
        "The mechanism by which donepezil was first found is",
    ],
)
async def test_a_deed_is_no_answer_to_more_than_how_something_works(starter_graph: EmbeddedGraph, stem: str) -> None:
    options = "A. inhibition of gamma-secretase\nB. inhibition of acetylcholinesterase\nC. activation of AMPK"
    assert await decided(starter_graph, f"{stem}\n{options}") == UNDECIDED


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The molecular target of rivastigmine is\nA. AMPK\nB. butyrylcholinesterase\nC. CYP3A4", "B"),
        ("Butyrylcholinesterase is the target of which drug?\nA. lithium\nB. rivastigmine\nC. aspirin", "B"),
        ("Which anti-amyloid antibody treats Alzheimer's disease?\nA. solanezumab\nB. lecanemab\nC. crenezumab", "B"),
        ("Which anti-amyloid antibody treats Alzheimer's disease?\nA. zinc\nB. lecanemab\nC. saffron", UNDECIDED),
        ("Match: levothyroxine ->\nA. migraine\nB. hypothyroidism\nC. jet lag", "B"),
        ("Levothyroxine is matched with\nA. migraine\nB. hypothyroidism\nC. jet lag", "B"),
        ("Which of these should he avoid because it interacts with warfarin?\nA. zinc\nB. garlic\nC. calcium", "B"),
        ("Remind a woman on warfarin to avoid which of these?\nA. zinc\nB. garlic\nC. calcium", "B"),
        ("Warfarin has a relevant interaction with\nA. zinc\nB. garlic\nC. calcium", "B"),
        ("A woman with hypothyroidism should be given\nA. zinc\nB. levothyroxine\nC. aspirin", "B"),
        ("A man has hypothyroidism. The best treatment is:\nA. zinc\nB. levothyroxine\nC. aspirin", "B"),
        ("The clinical use of levothyroxine is in\nA. migraine\nB. hypothyroidism\nC. jet lag", "B"),
        ("T/F: Levothyroxine is of proven benefit in the treatment of hypothyroidism.", "true"),
        ("T/F: Echinacea has proven benefit in the treatment of the common cold.", "false"),
    ],
)
async def test_roundabout_stems_are_read_by_what_they_amount_to(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.fixture
async def inherited(tmp_path: Path) -> AsyncIterator[EmbeddedGraph]:
    """A graph of diseases with signs and inheritance, as HPO has them."""
    nodes = """id	name	category
D:1	Cystic fibrosis	Disease
D:2	Huntington disease	Disease
P:1	Autosomal recessive inheritance	Inheritance
P:2	Autosomal dominant inheritance	Inheritance
P:3	Chorea	PhenotypicFeature
"""
    edges = """id	subject	predicate	object	negated
e1	D:1	HAS_INHERITANCE	P:1	false
e2	D:2	HAS_INHERITANCE	P:2	false
e3	D:2	HAS_PHENOTYPE	P:3	false
"""
    predicates = """predicate	label	symmetric	inverse	opposite	implies	phrases
HAS_INHERITANCE	is inherited by	false				is inherited by|has inheritance
HAS_PHENOTYPE	presents with	false				presents with|has symptom
"""
    tables = {"nodes.tsv": nodes, "edges.tsv": edges, "predicates.tsv": predicates}
    source = write_folder(tables, tmp_path / "mine")
    await import_graph(source, tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph", None)
    yield graph
    await graph.close()


@pytest.mark.parametrize(
    "text",
    [
        "How is cystic fibrosis inherited?\nA. Autosomal dominant inheritance\nB. Autosomal recessive inheritance",
        "The mode of inheritance of cystic fibrosis is\nA. Autosomal dominant inheritance\nB. Autosomal recessive"
        " inheritance",
        "Chorea is typically found in patients with\nA. cystic fibrosis\nB. Huntington disease",
        "Chorea is seen in which of the following?\nA. cystic fibrosis\nB. Huntington disease",
        "A 35-year-old man has chorea. Which of the following is the most probable diagnosis?\nA. cystic fibrosis"
        "\nB. Huntington disease",
        "Chorea is most suggestive of\nA. cystic fibrosis\nB. Huntington disease",
        "A man of 40 has chorea. The picture fits best with\nA. cystic fibrosis\nB. Huntington disease",
        '"I have got chorea." What does this patient most probably have?\nA. cystic fibrosis\nB. Huntington disease',
    ],
)
async def test_signs_and_inheritance_are_read_where_the_graph_has_them(inherited: EmbeddedGraph, text: str) -> None:
    assert await decided(inherited, text) == "B"


_TRUE = ("Warfarin causes bleeding", "Aspirin prevents stroke")
_FALSE = ("Echinacea treats the common cold", "Vitamin E prevents preeclampsia")
_TWO_ITEMS = (
    "Consider the following statements:\n1. {}.\n2. {}.\nWhich of the statements given above is/are correct?"
    "\nA. 1 only\nB. 2 only\nC. Both 1 and 2\nD. Neither 1 nor 2",
    "Consider these two statements: (i) {}. (ii) {}. Which is correct?\nA) (i) only\nB) (ii) only\nC) both\nD) neither",
    "Statement I: {}. Statement II: {}.\nA. Only I is true\nB. Only II is true\nC. Both are true\nD. Both are false",
    "I. {}\nII. {}\nWhich of the above is true?\nA. I only\nB. II only\nC. I and II\nD. None",
)


@pytest.mark.parametrize("asked", _TWO_ITEMS)
@pytest.mark.parametrize(
    ("items", "answer"), [((_TRUE[0], _FALSE[0]), "A"), ((_FALSE[0], _TRUE[1]), "B"), (_TRUE, "C"), (_FALSE, "D")]
)
async def test_of_two_statements_the_option_says_which_hold(
    starter_graph: EmbeddedGraph, asked: str, items: tuple[str, str], answer: str
) -> None:
    assert await decided(starter_graph, asked.format(*items)) == answer


_PAIRS = (("lithium", "hypothyroidism"), ("metformin", "migraine"), ("duloxetine", "depression"), ("zinc", "jet lag"))


@pytest.mark.parametrize("joined", ["{} - {}", "{} – {}", "{}: {}", "{} / {}", "{} for {}", "{} and {}"])
@pytest.mark.parametrize(
    ("stem", "answer"),
    [
        ("Choose the correct pairing (drug - indication):", "C"),
        ("Which drug-adverse effect pair is correct?", "A"),
        ("Which pair is correctly matched?", UNDECIDED),  # lithium causes the one, duloxetine treats the other
    ],
)
async def test_a_pair_belongs_together_as_the_stem_says(
    starter_graph: EmbeddedGraph, stem: str, answer: str, joined: str
) -> None:
    options = (f"{c}. {joined.format(*pair)}" for c, pair in zip("ABCD", _PAIRS, strict=True))
    assert await decided(starter_graph, "\n".join((stem, *options))) == answer


@pytest.mark.parametrize(
    "stem",
    [
        "Which pair is NOT correctly matched?",
        "Which of the following is incorrectly paired?",
        "Which drug-indication pair is incorrect?",
        "All of the following drug-indication pairs are correct EXCEPT",
        "Which drug and indication are mismatched?",
    ],
)
async def test_a_pair_that_does_not_belong_together_is_found(starter_graph: EmbeddedGraph, stem: str) -> None:
    pairs = (("lithium", "bipolar disorder"), ("echinacea", "the common cold"), ("duloxetine", "depression"))
    options = (f"{c}. {a} - {b}" for c, (a, b) in zip("ABC", pairs, strict=True))
    assert await decided(starter_graph, "\n".join((stem, *options))) == "B"


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        ("A 58-year-old retired teacher takes warfarin. She plays bridge twice a week.", "B"),
        ("A man with gout has been put on warfarin. He has two cats.", "B"),
        ("A man takes warfarin and lithium.", "B"),
        ("A man has never taken anything but fears warfarin.", UNDECIDED),
    ],
)
async def test_what_to_avoid_is_what_interacts_with_the_one_thing_that_is_taken(
    starter_graph: EmbeddedGraph, told: str, answer: str
) -> None:
    asked = "Which of the following should be avoided?\nA. zinc\nB. garlic\nC. creatine"
    assert await decided(starter_graph, f"{told} {asked}") == answer


@pytest.mark.parametrize(
    "stem",
    ["Which of the following has no role in the treatment of depression?", "Which one is ineffective in depression?"],
)
async def test_what_has_no_part_in_something_is_asked_for(starter_graph: EmbeddedGraph, stem: str) -> None:
    assert await decided(starter_graph, f"{stem}\nA. saffron\nB. echinacea\nC. vortioxetine") == "B"


_IRON = ("Which of the following treats iron deficiency anemia?", ("zinc", "iron", "saffron", "ginger"))


@pytest.mark.parametrize(
    "shape",
    [
        "{}",
        "the {}",
        "It is {}",
        "Use of {}",
        "{} supplementation",
        "{} tablets",
        "{} alone",
        "{} (e.g., in the diet)",
        "{} – because it has been studied",
        "{}, a well-known agent",
        "{}, which is often used",
        "Take {}",
    ],
)
async def test_an_option_is_its_name_whatever_is_said_around_it(starter_graph: EmbeddedGraph, shape: str) -> None:
    stem, names = _IRON
    options = (f"{label}. {shape.format(name)}" for label, name in zip("ABCD", names, strict=True))
    assert await decided(starter_graph, "\n".join((stem, *options))) == "B"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Curcumin is to turmeric as alliin is to\nA) ginger\nB) garlic\nC) cinnamon", "B"),
        ("Galantamine : acetylcholinesterase :: memantine : ?\nA) AMPK\nB) NMDA receptor\nC) BACE1", "B"),
        ("Curcumin is to turmeric as lutein is to\nA) ginger\nB) garlic\nC) cinnamon", UNDECIDED),
        ("Saffron is to migraine as alliin is to\nA) ginger\nB) garlic\nC) cinnamon", UNDECIDED),
    ],
)
async def test_an_analogy_is_what_joins_its_first_two(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    "stem",
    ["Memantine is a(n)", "Memantine is best classified as", "How does memantine work?", "Memantine acts as"],
)
async def test_what_something_acts_as_is_what_it_does(starter_graph: EmbeddedGraph, stem: str) -> None:
    options = "A. cholinesterase inhibitor\nB. NMDA receptor antagonist\nC. AMPK activator"
    assert await decided(starter_graph, f"{stem}\n{options}") == "B"


@pytest.mark.parametrize(
    ("stem", "options", "answer"),
    [
        ("If you want to cause bleeding, which of these would you take?", "zinc|aspirin|saffron", "B"),
        ("A man wants to bring down his blood lead. Which might help?", "zinc|calcium|saffron", "B"),
        ("The ability to inhibit acetylcholinesterase is a property of", "naproxen|donepezil|lithium", "B"),
        ("Only one of these inhibits acetylcholinesterase. Which one?", "naproxen|donepezil|lithium", "B"),
        ("Identify the condition that increases the risk of dementia.", "jet lag|hearing loss|malaria", "B"),
        ("Intracerebral hemorrhage is a feared complication of therapy with", "zinc|warfarin|saffron", "B"),
        ("Milk-alkali syndrome results from excess intake of", "zinc|calcium carbonate|saffron", "B"),
        ("Mr. Alvarez, 66, takes warfarin. Which of the following is a problem?", "zinc|garlic|creatine", "B"),
        ("Before starting simvastatin, the patient should be told that it can cause",
         "fever|statin-associated muscle symptoms|bradycardia", "B"),
        ("Donepezil's mechanism of action is inhibition of", "BACE1|acetylcholinesterase|AMPK", "B"),
        ("Why might a doctor prescribe levothyroxine?", "migraine|hypothyroidism|malaria", "B"),
        ("Alzheimer's disease is most often managed with", "zinc|donepezil|naproxen", "B"),
        ("The first-line drug for bipolar disorder is", "donepezil|lithium|naproxen", "B"),
        # what ranks by something else still leaves it open
        ("Which remedy is sold most often for pain?", "zinc|turmeric|saffron", UNDECIDED),
        ("Which supplement for osteoarthritis has the fewest side effects?", "zinc|turmeric|saffron", UNDECIDED),
        ("A man wants to avoid what might help hypothyroidism. Which should he avoid?", "zinc|iron|saffron", UNDECIDED),
    ],
)  # fmt: skip
async def test_words_of_examiners_around_a_relation(
    starter_graph: EmbeddedGraph, stem: str, options: str, answer: str
) -> None:
    listed = "\n".join(f"{label}. {name}" for label, name in zip("ABC", options.split("|"), strict=True))
    assert await decided(starter_graph, f"{stem}\n{listed}") == answer


@pytest.mark.parametrize("layout", ["- [ ] {}", "- {}", "{}", "☐ {}", "( ) {}"])
async def test_options_without_labels_are_listed(starter_graph: EmbeddedGraph, layout: str) -> None:
    listed = "\n".join(layout.format(name) for name in ("zinc", "iron", "saffron", "ginger"))
    assert await decided(starter_graph, f"The mineral that treats iron deficiency anemia is\n{listed}") == "B"


async def test_whether_one_agrees_is_asked_of_a_quoted_statement(starter_graph: EmbeddedGraph) -> None:
    assert await decided(starter_graph, 'Agree or disagree: "Aspirin can cause bleeding."') == "true"


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("A patient newly diagnosed with hypothyroidism should be started on levothyroxine.", "true"),
        ("A patient newly diagnosed with migraine should be started on levothyroxine.", UNDECIDED),
        ("An agent that reduces homocysteine is vitamin B6.", "true"),
        ("The drug of choice for bipolar disorder is lithium.", UNDECIDED),
        ("Susceptibility to pain is increased by turmeric.", UNDECIDED),
    ],
)
async def test_a_statement_that_ends_with_its_answer_is_read_as_a_stem(
    starter_graph: EmbeddedGraph, statement: str, answer: str
) -> None:
    assert await decided(starter_graph, f"True or false? {statement}") == answer


@pytest.mark.parametrize(
    ("stem", "options"),
    [
        ("The offending agent in a case of depression is most likely", "duloxetine|nilvadipine|rivastigmine"),
        ("Susceptibility to pain is increased by", "vitamin K|turmeric|ashwagandha"),
        ("The likelihood of developing Alzheimer's disease rises with", "creatine|ginkgo biloba extract|garlic"),
    ],
)
async def test_what_relieves_something_does_not_bring_it_on(
    starter_graph: EmbeddedGraph, stem: str, options: str
) -> None:
    listed = "\n".join(f"{label}. {name}" for label, name in zip("ABC", options.split("|"), strict=True))
    assert await decided(starter_graph, f"{stem}\n{listed}") == UNDECIDED


_AR = (
    "A. Both A and R are true and R is the correct explanation of A\nB. Both A and R are true, R does not explain A\n"
    "C. A is true but R is false\nD. A is false but R is true\nE. Both A and R are false"
)


@pytest.mark.parametrize(
    ("assertion", "reason", "answer"),
    [
        ("Ginkgo biloba prevents dementia.", "Ginkgo biloba interacts with warfarin.", "D"),
        ("Donepezil treats Alzheimer's disease.", "Verubecestat treats Alzheimer's disease.", "C"),
        ("Ginkgo biloba prevents dementia.", "Verubecestat treats Alzheimer's disease.", "E"),
        ("St. John's wort interacts with oral contraceptives.", "St. John's wort stimulates CYP3A4.", UNDECIDED),
        ("Donepezil treats Alzheimer's disease.", "Saffron treats malaria.", UNDECIDED),  # not found is not untrue
    ],
)
async def test_an_assertion_and_its_reason_are_told_true_or_false(
    starter_graph: EmbeddedGraph, assertion: str, reason: str, answer: str
) -> None:
    assert await decided(starter_graph, f"Assertion (A): {assertion}\nReason (R): {reason}\n{_AR}") == answer


@pytest.mark.parametrize(
    ("codes", "answer"),
    [
        ("A. P-1, Q-2, R-3\nB. P-2, Q-3, R-1\nC. P-3, Q-1, R-2", "B"),
        ("A. P-1, Q-2, R-3\nB. P-2, Q-1, R-3\nC. P-3, Q-1, R-2", UNDECIDED),  # no code is right
    ],
)
async def test_columns_are_matched_by_what_joins_their_items(
    starter_graph: EmbeddedGraph, codes: str, answer: str
) -> None:
    table = "Column I: P. Garlic Q. Turmeric R. St John's wort\nColumn II: 1. Hypericin 2. Alliin 3. Curcumin"
    assert await decided(starter_graph, f"Match the plant with its constituent.\n{table}\n{codes}") == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Which pair is NOT correctly matched?\nA. Memantine – NMDA receptor inhibition\nB. Zinc – AMPK activation\n"
         "C. Semagacestat – gamma-secretase inhibition", "B"),
        ("Which pair fits?\nA. Zinc – contains curcumin\nB. Garlic – contains alliin\nC. Iron – is a statin", "B"),
        ("Which two cause hypothyroidism?\nA. lithium and zinc\nB. lithium and amiodarone\nC. iron and zinc", "B"),
        ("Which two cause bleeding?\nA. warfarin and zinc\nB. aspirin and iron\nC. lithium and zinc", UNDECIDED),
        ("Cocoa contains all the following but\nA. theobromine\nB. caffeine\nC. hyperforin", "C"),
        ("which one stops you getting jet lag?? a zinc b melatonin c cinnamon d psyllium", "B"),
        ("A deficiency of which vitamin is linked to metformin?\nA. vitamin D\nB. vitamin B12\nC. vitamin A", "B"),
        ("A woman was put on metformin last year. A deficiency of which vitamin is associated with her medicine?\n"
         "A. vitamin D\nB. vitamin B12\nC. vitamin A", "B"),
        ("A woman on oral contraceptives wants something for her depression. Which one may make her pill unreliable?\n"
         "A. saffron\nB. St. John's wort\nC. ginger", "B"),
        ("A woman with depression is on no medicine. Which one may make her pill unreliable?\n"
         "A. saffron\nB. St. John's wort\nC. ginger", UNDECIDED),
        ("A man on warfarin for his heart asks his pharmacist which of these products he had better stay away from.\n"
         "A. ginger\nB. ginkgo biloba\nC. saffron", "B"),
        ("Metformin's target is A) AMPK B) BACE1 C) CYP3A4", "A"),
        ("Yes or no? Vitamin C helps the body absorb iron.", "true"),
        ("St John's wort has no interaction with tacrolimus. True or false?", "false"),
        ("Garlic has no interaction with ciclosporin. True or false?", "true"),
        ("Consider the following:\n1. Coffee\n2. Cocoa\n3. Garlic\nWhich of them contain caffeine?\n"
         "(a) 1 only\n(b) 1 and 2 only\n(c) 2 and 3 only", "B"),
        ("Which one is LEAST suitable for depression?\nA. saffron\nB. zinc\nC. vortioxetine", "B"),
        ("All of these nutraceuticals inhibit amyloid-beta except\nA. curcumin\nB. resveratrol\nC. aspirin", "C"),
        ("Symptoms caused by haloperidol include all of the following except:\nA. extrapyramidal symptoms\nB. migraine",
         "B"),
        ("Which of these helps in Alzheimer's disease?\nA. memantine\nB. zinc\nC. solanezumab", "A"),  # papers disagree
        ("Which of these helps in Alzheimer's disease?\nA. memantine\nB. zinc\nC. none of these", UNDECIDED),
        ("Which does not improve sleep?\nA. melatonin\nB. zinc", "B"),  # papers disagree on the other
        ("Choose the exception. Constituents of cocoa:\nA. theobromine\nB. hyperforin\nC. caffeine", "B"),
        ("I. Coffee\nII. Cocoa\nIII. Garlic\nCaffeine is contained in\n(A) I alone\n(B) I & II\n(C) II & III", "B"),
        ("Patients taking lithium should be warned about the possibility of\nA. fever\nB. hypothyroidism", "B"),
        ("Acetaminophen toxicity is characterized by\nA. anxiety\nB. liver injury\nC. anemia", "B"),
        ("Tacrolimus should not be taken together with\nA. turmeric\nB. St. John's wort\nC. zinc", "B"),
        ("A patient using cranberry should inform the doctor if prescribed\nA. tacrine\nB. warfarin\nC. lithium", "B"),
        ("The likelihood of developing dementia rises with\nA. vitamin D deficiency\nB. zinc", "A"),
        ("Which substance do people consume when they take garlic?\nA. caffeine\nB. alliin", "B"),
        ("A patient's medication list includes citalopram. Which diagnosis does the patient most likely have?\n"
         "A. pain\nB. agitation\nC. fever", "B"),
        ("Which would not be expected to lower LDL cholesterol?\nA. plant sterols\nB. zinc\nC. oat beta-glucan", "B"),
    ],
)  # fmt: skip
async def test_forms_of_quiz_books(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("last", "answer"),
    [("C. both of them", UNDECIDED), ("C. zinc", "A")],  # the inhibitors predispose to it, and may be meant as well
)
async def test_one_link_is_not_chosen_where_two_may_be_meant(
    starter_graph: EmbeddedGraph, last: str, answer: str
) -> None:
    stem = "Vitamin B12 deficiency is linked to\nA. metformin\nB. proton pump inhibitors"
    assert await decided(starter_graph, f"{stem}\n{last}") == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Drugs for Alzheimer's disease are: A) donepezil and galantamine B) zinc and tea", "A"),
        ("Which pair should NOT be combined? A) cranberry – warfarin B) zinc – lithium", "A"),
        ("Calcium carbonate can lead to ____ syndrome. A) milk-alkali B) serotonin C) metabolic", "A"),
        ("Ginkgo biloba is ineffective in the prevention of A) dementia B) malaria C) jet lag", "A"),
        ("Donepezil inhibits acetylcholinesterase. Which other drug does so? A) zinc B) galantamine C) tea", "B"),
        ("He takes lithium. Which problem should he watch for? A) jet lag B) hypothyroidism C) malaria", "B"),
        ("He takes lithium. Which problem may come when he stops it? A) malaria B) hypothyroidism", UNDECIDED),
        ("Unlike zinc, memantine inhibits the A) NMDA receptor B) gamma-secretase C) BACE1", "A"),
        ("Levodopa : Parkinson's disease = lithium : ? A) bipolar disorder B) migraine C) malaria", "A"),
        ("What is the function of gamma-secretase?\nA. It produces amyloid-beta.\nB. It treats malaria.", "A"),
        (
            "What does BACE1 do in pregnant women?\nA. It produces amyloid-beta.\nB. It treats gout.",
            UNDECIDED,
        ),
        ("Which is/are omega-3 fatty acids?\nI. EPA\nII. Alliin\nA. I only\nB. II only\nC. I and II", "A"),
        ("Consider: (1) EPA (2) alliin (3) DHA. Fish oil contains\nA. 1 and 2\nB. 1 and 3\nC. 2 and 3", "B"),
        ("Which pair may be combined? A) cranberry – warfarin B) zinc – lithium", UNDECIDED),
        ("Would you agree that gamma-secretase produces amyloid-beta?", "true"),
        ("Right (R) or wrong (W): magnesium prevents migraine.", "true"),
        ("Creatine makes your muscles stronger – fact or fiction?", "true"),
        ("True or false: vitamin K potentiates warfarin.", UNDECIDED),
        ("True or false: too little magnesium treats migraine.", UNDECIDED),
        ("True or false: garlic (a potent NMDA receptor inhibitor) interacts with warfarin.", UNDECIDED),
        ("T/F: while garlic treats gout, donepezil treats Alzheimer's disease.", UNDECIDED),
    ],
)
async def test_forms_of_teachers_and_pharmacists(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Is it true that warfarin harms the liver and causes bleeding?", UNDECIDED),
        ("True or false: warfarin damages bones and raises the risk of bleeding.", UNDECIDED),
        ("True or false: warfarin improves the mood but causes bleeding.", UNDECIDED),
        ("Is it true that warfarin causes bleeding and is good for the skin?", UNDECIDED),
        ("True or false: warfarin, which weakens the bones, causes bleeding.", UNDECIDED),
        ("Is it right that warfarin can both hurt the heart and bring on bleeding?", UNDECIDED),
        ("True or false: garlic lowers total cholesterol and helps the eyes.", UNDECIDED),
        ("True or false: warfarin causes bleeding and intracerebral hemorrhage.", "true"),
        ("True or false: St. John's wort stimulates CYP3A4 and interacts with ciclosporin.", "true"),
        ("True or false: garlic inhibits and lowers total cholesterol.", "true"),
        ("True or false: St. John's wort and ginkgo interact with warfarin.", "true"),
    ],
)
async def test_what_else_a_statement_says_of_its_subject_has_to_hold_too(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer
