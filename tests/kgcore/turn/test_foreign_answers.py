# ruff: noqa: W291
"""Answers on graphs of others, in the shapes of DrugMechDB, EMCKG and HPO: right for the question asked."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from kgcore.ingest.importing import import_graph
from kgcore.presentation.ordinary import about_the_last
from kgcore.question.ordinary import Ordinary
from kgcore.question.shared_heads import with_shared_heads
from kgcore.values.message import Verb
from kgcore.values.model import Candidate, Entity, Match
from kgcore.values.reply import Choices, Reply
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.house import HERE, Bot
from tests.kgcore.ingest.samples import folder

_PATHS = (
    "imatinib>decreases activity of>BCR-ABL1:Protein>positively regulates>cell proliferation:BiologicalProcess"
    ">positively correlated with>chronic myeloid leukemia",
    "aspirin>decreases activity of>cyclooxygenase-1:Protein>increases abundance of>thromboxane A2:ChemicalSubstance"
    ">positively regulates>platelet aggregation:BiologicalProcess>contributes to>myocardial infarction",
    "ticlopidine>decreases activity of>P2Y12 receptor:Protein>positively regulates>platelet aggregation"
    ":BiologicalProcess>contributes to>stroke",
    "simvastatin>decreases activity of>HMG-CoA reductase:Protein>contributes to>hypercholesterolemia",
    "atorvastatin>decreases activity of>HMG-CoA reductase:Protein>contributes to>hypercholesterolemia",
)


def _drugmechdb() -> str:
    ids: dict[str, str] = {}
    paths = []
    for n, told in enumerate(_PATHS):
        steps = told.split(">")
        named = [name.partition(":") for name in steps[::2]]
        kinds = ["Drug", *(kind for _, _, kind in named[1:-1]), "Disease"]
        names = [name for name, _, _ in named]
        for name in names:
            ids.setdefault(name, f"X:{len(ids)}")
        nodes = [{"id": ids[name], "name": name, "label": kind} for name, kind in zip(names, kinds, strict=True)]
        links = [
            {"source": ids[a], "target": ids[b], "key": key}
            for a, b, key in zip(names, names[1:], steps[1::2], strict=False)
        ]
        about = {"drug": names[0], "drug_mesh": ids[names[0]], "disease": names[-1], "disease_mesh": ids[names[-1]]}
        paths.append({"directed": True, "graph": {"_id": f"p{n}", **about}, "nodes": nodes, "links": links})
    return json.dumps(paths)


def _mirrored(relation: str, back: str, pairs: str) -> str:
    rows = (pair.split(" > ") for pair in pairs.split("; "))
    return "".join(f"{a}\t{relation}\t{b}\n{b}\t{back}\t{a}\n" for a, b in rows)


GRAPHS = {
    "paths": {"indication_paths.json": _drugmechdb()},
    "triples": {
        "triples.txt": _mirrored(
            "has_symptom",
            "possible_disease",
            "Acute_sinusitis > Coryza; Chronic_sinusitis > Coryza; Acute_sinusitis > Fever; Chronic_sinusitis > Cough; "
            "Panic_disorder > Dizziness; Stroke > Slurring_words; Gout > Knee_redness; Gout > Knee_swelling",
        )
        + _mirrored(
            "need_medication",
            "possible_cure_disease",
            "Acute_sinusitis > Cefdinir; Chronic_sinusitis > Cefdinir; Acute_sinusitis > Amoxicillin; "
            "Chronic_sinusitis > Amoxicillin; Stroke > Alteplase; Asthma > Aspirin",
        )
        + _mirrored("need_medical_test", "can_check_disease", "Stroke > Electrocardiogram; Asthma > Spirometry")
    },
}

GRAPHS["rare"] = {
    "nodes.tsv": """\
id	name	category	synonym
D:1	Rett syndrome	Disease	
D:2	Fabry disease	Disease	
D:3	Dravet syndrome	Disease	
D:4	cobalamin deficiency	Disease	
I:1	X-linked inheritance	Inheritance	X-linked
I:2	autosomal dominant inheritance	Inheritance	autosomal dominant
S:1	seizure	Phenotype	seizures
S:2	cataract	Phenotype	
S:3	hypertrophic cardiomyopathy	Phenotype	
T:1	vitamin B12 supplementation	MedicalAction	
D:5	Usher syndrome	Disease	
S:4	hearing impairment	Phenotype	
S:5	congenital cataract	Phenotype	
S:6	spasticity	Phenotype	
T:2	hearing therapy	MedicalAction	
""",
    "edges.tsv": """\
id	subject	predicate	object	negated	publications	knowledge_source
e1	D:1	HAS_INHERITANCE	I:1	false	PMID:1	x
e2	D:2	HAS_INHERITANCE	I:1	false	PMID:2	x
e3	D:3	HAS_INHERITANCE	I:2	false	PMID:3	x
e4	D:1	HAS_PHENOTYPE	S:1	false	PMID:4	x
e5	D:3	HAS_PHENOTYPE	S:1	false	PMID:5	x
e6	D:2	HAS_PHENOTYPE	S:2	false	PMID:6	x
e7	D:2	HAS_PHENOTYPE	S:3	false	PMID:7	x
e8	T:1	TREATS	D:4	false	PMID:8	x
e9	D:5	HAS_PHENOTYPE	S:4	false	PMID:9	x
e10	T:2	TREATS	S:4	false	PMID:10	x
e11	D:3	HAS_PHENOTYPE	S:5	false	PMID:11	x
e12	D:1	HAS_PHENOTYPE	S:6	false	PMID:12	x
""",
}

GRAPHS["cells"] = {
    "nodes.tsv": """\
id	name	category	synonym
P:1	TREM2	Protein	
B:1	phagocytosis	BiologicalProcess	
B:2	Affect	BiologicalProcess	
D:1	Tauopathies	Disease	tauopathy
D:2	Pick disease	Disease	
D:3	Alzheimer disease	Disease	
D:4	multiple sclerosis	Disease	
C:1	fingolimod	Compound	
C:2	baclofen	Compound	
C:3	tizanidine	Compound	
""",
    "edges.tsv": """\
id	subject	predicate	object	negated	publications	knowledge_source
e1	P:1	increases	B:1	false	PMID:1	x
e2	D:2	isA	D:1	false	PMID:2	x
e3	D:3	isA	D:1	false	PMID:3	x
e4	C:2	PALLIATES	D:4	false		x
e5	C:3	PALLIATES	D:4	false		x
e6	C:1	TREATS	D:4	false		x
""",
}

# graph, what is asked in one thread, what the last answer must say, what it must not
ASKED = (
    ("paths", ["How does imatinib work in chronic myeloid leukemia?"],
     "BCR-ABL1 positively regulates cell proliferation", "open"),
    ("paths", ["Why might aspirin help with myocardial infarction?"],
     "joined through cyclooxygenase-1, then thromboxane A2, then platelet aggregation", "P2Y12"),
    ("paths", ["What is the mechanism of action of ticlopidine?"],
     "Platelet aggregation contributes to stroke", "myocardial"),
    ("paths", ["How does aspirin work in stroke?"], "no statement that links", "step by step"),
    ("paths", ["What does imatinib act on?"], "DrugMechDB states, without naming papers, that imatinib", "the path of"),
    ("paths", ["Does simvastatin work like atorvastatin?"], "HMG-CoA reductase", "safe"),
    ("paths", ["Do simvastatin and atorvastatin work the same way?"], "HMG-CoA reductase", "safe"),
    ("paths", ["Are there randomised trials of imatinib for chronic myeloid leukemia?"],
     "Whether there are randomised trials of this, the graph cannot tell: it names no papers for it.", ""),
    ("paths", ["What treats stroke?", "is that a randomised trial?"], "names no paper", "no paper given"),
    ("triples", ["What's the difference between chronic and acute sinusitis?"],
     "Both chronic sinusitis and acute sinusitis need the medications amoxicillin and cefdinir.|cough|fever"
     "|amoxicillin and cefdinir may cure the diseases chronic sinusitis and acute sinusitis",
     "no entry|cure the disease both"),
    ("triples", ["Is aspirin used for stroke?"],
     "nothing on stroke needing the medication aspirin", "medical test aspirin"),
    ("triples", ["Which disease has panic attacks?"],
     "Panic disorder is a disorder itself", "names no disorders linked"),
    ("triples", ["What treats stroke? And what treats asthma?"], "asthma needs the medication aspirin", "as put"),
    ("triples", ["What is the best drug for stroke?"], "Which is best, the graph does not say.|alteplase", ""),
    ("triples", ["Does stroke cause coryza?"], "stroke has the symptom slurring words", "needs the medication"),
    ("triples", ["What kinds of sinusitis are there?"],
     "two kinds of sinusitis: acute sinusitis; chronic sinusitis", ""),
    ("triples", ["What are the symptoms of sinusitis?"],
     "no entry for just “sinusitis”, but for kinds of it, such as|acute sinusitis|ask about one of these",
     "cannot answer"),
    ("triples", ["What do asthma and Zorbian have in common?"], "no entry for “Zorbian”, so it cannot tell", "aspirin"),
    ("triples", ["My knee is red and swollen. What desease could it be?"], "gout|2 of 2 things described", "links"),
    ("triples", ["What kinds of drugs are there for stroke?"], "alteplase", "kinds|electrocardiogram"),
    ("triples", ["what helps with athsma?"], "the closest name in it is asthma", ""),
    ("triples", ["Which tests need zorb?", "what about women?"], "found nothing, so there is nothing more", "support"),
    ("triples", ["How is asthma diagnosed and treated?"], "medical test spirometry|medication aspirin", ""),
    ("triples", ["symptoms chronic sinusitis children"],
     "chronic sinusitis has the symptoms cough and coryza", "nothing"),
    ("triples", ["What should I take if I have chronic sinusitis?"],
     "needs the medications amoxicillin and cefdinir", "medical test"),
    ("paths", ["Is there a cure for stroke?"], "Of a cure, the graph says nothing.|ticlopidine treats stroke", ""),
    ("triples", ["Is there a cure for stroke?"], "alteplase", "Of a cure"),  # there "may cure" is told
    ("paths", ["Why do you give aspirin in myocardial infarction?"], "platelet aggregation contributes to", ""),
    ("paths", ["What does aspirin act on?", "which drugs target these proteins?"],
     "aspirin decreases the activity of cyclooxygenase-1", "do not know"),
    ("rare", ["Which diseases are X-linked?"],
     "Rett syndrome|Fabry disease|have the mode of inheritance X-linked", ""),
    ("rare", ["Which diseases are X-linked and have seizure?"], "Rett syndrome|for both", "Fabry disease has"),
    ("rare", ["Which diseases have seizure and are X-linked?"],
     "Rett syndrome|for both", "Dravet syndrome has the mode"),
    ("rare", ["Which eye problems occur in Fabry disease?", "and heart problems?"], "cardiomyopathy", "cataract"),
    ("rare", ["Is vitamin B12 good for cobalamin deficiency?"], "vitamin B12 supplementation treats", "no entry"),
    ("rare", ["Is Dravet syndrome X-linked?"], "autosomal dominant inheritance", "yes"),
    ("triples", ["Which medicine helps with stroke?"], "alteplase", "Which is best"),
    ("rare", ["Does Usher syndrome affect hearing?"],
     "Usher syndrome has the phenotype hearing impairment", "hearing therapy|nothing on"),
    ("rare", ["Does Fabry disease involve the heart?"], "hypertrophic cardiomyopathy", "nothing on|cataract"),
    ("rare", ["What are the signs of Rett syndrome?", "And about spasticity?"],
     "Rett syndrome has the phenotype spasticity", "Dravet"),
    ("rare", ["What are the signs of Fabry disease?", "and the heart?"], "cardiomyopathy", "cataract"),
    ("rare", ["cataract in newborns"], "Dravet syndrome has the phenotype congenital cataract", "nothing on"),
    ("rare", ["Which disorders show seizure?"], "Rett syndrome|Dravet syndrome", "One sign alone"),
    ("cells", ["Which processes does TREM2 affect?"], "TREM2 increases phagocytosis", "do not know"),
    ("cells", ["Kinds of tauopathies"], "Pick disease|Alzheimer disease", "nothing on"),
    ("cells", ["What types of tauopathy are there?"], "Pick disease|Alzheimer disease", "nothing on"),
    ("cells", ["multiple sclerosis drugs that change the disease"],
     "states, without naming papers, that fingolimod treats multiple sclerosis. It also states that", "names no"),
    ("cells", ["What disease-modifying drugs are there for multiple sclerosis?"],
     "that fingolimod treats multiple sclerosis. It also states that", "names no"),
    ("cells", ["Which drugs treat multiple sclerosis?"],
     "that fingolimod treats multiple sclerosis. It also states that", "names no"),
)  # fmt: skip


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = {}
    for name, files in GRAPHS.items():
        room = tmp_path_factory.mktemp(name)
        asyncio.run(import_graph(folder(files, room / "mine"), room / "graph", embedder=None))
        made[name] = room / "graph"
    return made


async def told(graph: Path, room: Path, questions: list[str]) -> Reply:
    bot, here = Bot(graph, room), replace(HERE, thread="own")
    return [(await bot.ask(question, here))[-1] for question in questions][-1]


@pytest.mark.parametrize(("graph", "questions", "says", "never"), ASKED, ids=[row[1][-1] for row in ASKED])
async def test_an_answer_is_right_for_the_question(
    graph: str, questions: list[str], says: str, never: str, graphs: dict[str, Path], tmp_path: Path
) -> None:
    said = (await told(graphs[graph], tmp_path, questions)).plain.casefold()
    assert [one for one in says.casefold().split("|") if one not in said] == []
    assert [one for one in never.casefold().split("|") if one and one in said] == []


async def test_a_clicked_why_tells_the_recorded_path_like_a_typed_one(graphs: dict[str, Path], tmp_path: Path) -> None:
    bot = Bot(graphs["paths"], tmp_path)
    first = (await bot.ask("What treats chronic myeloid leukemia?"))[-1]
    every = [c for b in first.blocks if isinstance(b, Choices) for c in b.buttons]
    why = next(c for c in every if c.label.startswith("Why might imatinib help"))
    assert str(Verb.ASK) in why.action
    assert (
        "Cell proliferation is positively correlated with chronic myeloid leukemia"
        in (await bot.click(why.action))[-1].plain
    )


def test_what_may_be_asked_first_is_of_the_graph_that_is_open() -> None:
    said = about_the_last(
        Ordinary.WHOM, None, Vocabulary.of(()), examples=["Which genes does X bind?", "Tell me about Y"]
    )
    assert said.plain.endswith("for example: “Which genes does X bind?”, “Tell me about Y.”")
    assert "St. John" not in said.plain


@pytest.mark.parametrize(
    ("question", "names", "whole"),
    [
        ("Compare chronic and acute sinusitis", ["acute sinusitis"], "chronic sinusitis"),
        ("type 1 or type 2 diabetes", ["type 2 diabetes"], "type 1 diabetes"),
        ("Is colon or lung cancer worse?", ["lung cancer"], "colon cancer"),
        ("Does zinc or vitamin C help?", ["zinc", "vitamin C"], ""),  # what is a name already shares nothing
        ("What is the difference between lung cancer and asthma?", ["lung cancer", "asthma"], ""),
        ("Is it for acute sinusitis?", ["acute sinusitis"], ""),
    ],
)
def test_names_may_share_their_last_word(question: str, names: list[str], whole: str) -> None:
    meant = (Candidate(Entity("x", "x", "Disease"), 1.0, Match.EXACT),)
    spots = [(question.index(name), question.index(name) + len(name), meant) for name in names]
    found = dict(with_shared_heads(question, spots))
    assert (whole in found) if whole else not found
    assert whole in found.get(whole, "")
