# ruff: noqa: W291
"""What suggestions lead to when they are pressed, and how it reads: each thing is said once, and right."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.ingest.importing import import_graph
from kgcore.values.reply import Choice, Choices, Reply
from tests.bench.every_button import walk
from tests.kgcore.house import Bot, bot, folder, words
from tests.kgcore.ingest.samples import folder as written

__all__ = ["bot", "folder"]

OPPOSITES = {
    "nodes.tsv": """\
id	name	category
P:1	PICALM	Protein
P:2	SORL1	Protein
C:1	amyloid-beta	Chemical
C:2	amyloid-beta 42	Chemical
D:1	myopia, axial, 6	Disease
D:2	ataxia, slow, 3	Disease
D:3	deafness, late, 2	Disease
D:4	Pitt-Hopkins syndrome	Disease
S:1	hypotonia	Phenotype
S:2	hearing loss	Phenotype
""",
    "edges.tsv": """\
id	subject	predicate	object	negated	publications	knowledge_source
e1	P:1	INCREASES	C:1	false	PMID:1	x
e2	P:1	DECREASES	C:1	false	PMID:2	x
e3	P:1	ASSOCIATED_WITH	C:1	false	PMID:3	x
e4	P:2	DECREASES	C:1	false	PMID:4	x
e5	P:2	INCREASES	C:2	false	PMID:5	x
e6	P:2	DECREASES	C:2	false	PMID:6	x
e7	C:2	ISA	C:1	false		x
f1	D:1	HAS_PHENOTYPE	S:1	false	PMID:7	x
f2	D:2	HAS_PHENOTYPE	S:1	false	PMID:7	x
f3	D:3	HAS_PHENOTYPE	S:1	false	PMID:7	x
f4	D:4	HAS_PHENOTYPE	S:1	false	PMID:7	x
f5	D:1	HAS_PHENOTYPE	S:2	false	PMID:8	x
f6	D:2	HAS_PHENOTYPE	S:2	false	PMID:8	x
f7	D:3	HAS_PHENOTYPE	S:2	false	PMID:8	x
f8	D:4	HAS_PHENOTYPE	S:2	true	PMID:9	x
f9	D:4	HAS_PHENOTYPE	S:1	true	PMID:10	x
""",
    "predicates.tsv": """\
predicate	label	symmetric	inverse	opposite	implies	phrases
INCREASES	increases	false		DECREASES		
DECREASES	decreases	false		INCREASES		
""",
}


@pytest.fixture
async def opposed(tmp_path: Path) -> Bot:
    await import_graph(written(OPPOSITES, tmp_path / "mine"), tmp_path / "g", embedder=None)
    return Bot(tmp_path / "g", tmp_path)


async def test_opposite_reports_of_a_narrower_thing_are_told_once(opposed: Bot) -> None:
    said = (await opposed.ask("Does SORL1 decrease amyloid-beta?"))[-1].plain
    assert "increases amyloid-beta 42, but" in said or "decreases amyloid-beta 42, but" in said
    assert said.count("amyloid-beta 42") == 2


async def test_what_stands_beside_a_dispute_is_no_but(opposed: Bot) -> None:
    said = (await opposed.ask("Does PICALM increase amyloid-beta?"))[-1].plain
    assert "The graph has evidence on both sides" in said
    assert "PICALM is associated with" in said or "associated with PICALM" in said
    assert "But one paper" not in said


async def test_what_is_denied_of_one_does_not_have_both(opposed: Bot) -> None:
    said = (await opposed.ask("Which disorders have both hypotonia and hearing loss?"))[-1].plain
    first = said.partition("\n")[0]
    assert "Pitt-Hopkins" not in first
    assert first.endswith("the graph has ataxia, slow, 3; deafness, late, 2; and myopia, axial, 6.")


async def test_papers_that_disagree_on_a_sign_found_no_effect_of_it(opposed: Bot) -> None:
    said = (await opposed.ask("Does Pitt-Hopkins syndrome have the phenotype hypotonia?"))[-1].plain
    assert "one says so, one found otherwise" in said
    assert "effect" not in said


def suggestion(reply: Reply, words: str) -> Choice:
    blocks = [b for b in reply.blocks if isinstance(b, Choices)]
    return next(c for b in blocks for c in (*b.buttons, *b.menu) if c.label.startswith(words))


async def test_the_button_of_an_older_answer_is_answered_though_another_answer_settled_it(bot: Bot) -> None:
    first = (await bot.ask("What does St John's wort interact with?"))[-1]
    await bot.click(suggestion(first, "Which genes or proteins does St. John's wort stimulate").action)
    older = suggestion(first, "Does St. John's wort stimulate P-glycoprotein")
    assert "stimulates P-glycoprotein" in (await bot.click(older.action))[-1].plain
    assert not (await bot.click(older.action))[-1].turn  # the very same button is not asked twice


async def test_every_button_of_an_answer_is_answered_as_meant(folder: Path) -> None:
    found = await walk("starter", folder, folder, ["What is turmeric good for?", "What does metformin treat?"])
    assert found.pressed["suggestion"] > 40
    assert not found.wrong
    assert not found.faults


@pytest.mark.parametrize(
    ("question", "none"),
    [
        ("Which symptoms go with gout?", "The graph names no symptoms of gout"),
        ("Which symptoms are associated with gout?", "The graph names no symptoms of gout"),
    ],
)
async def test_where_a_graph_has_no_symptoms_no_gene_is_told_as_one(tmp_path: Path, question: str, none: str) -> None:
    genes = {
        "nodes.tsv": "id\tname\tcategory\nD:1\tgout\tDisease\nG:1\tSLC2A9\tGene\n",
        "edges.tsv": "id\tsubject\tpredicate\tobject\ne1\tD:1\tassociates\tG:1\n",
    }
    await import_graph(written(genes, tmp_path / "mine"), tmp_path / "g", embedder=None)
    assert (await Bot(tmp_path / "g", tmp_path).ask(question))[-1].plain.startswith(none)


async def test_symptoms_that_go_with_a_disease_are_those_that_it_has(tmp_path: Path) -> None:
    source = tmp_path / "triples.txt"
    source.write_text("Lead_poisoning\thas_symptom\tFatigue\nPanic\thas_symptom\tFatigue\n", encoding="utf-8")
    await import_graph(source, tmp_path / "g", embedder=None)
    said = (await Bot(tmp_path / "g", tmp_path).ask("Which symptoms go with lead poisoning?"))[-1].plain
    assert "lead poisoning has the symptom fatigue" in said
    assert "no symptom" not in said


@pytest.mark.parametrize(
    ("question", "name", "told"),
    [
        ("What has acne?", "Acne or pimples", "has the symptom acne or pimples"),
        ("Which diseases have a persistent cough?", "Cough", "flu has the symptom cough"),
    ],
)
async def test_what_is_near_is_offered_to_be_asked_and_is_never_taken_for_it(
    tmp_path: Path, question: str, name: str, told: str
) -> None:
    source = tmp_path / "triples.txt"
    rows = "PCOS\thas_symptom\tAcne_or_pimples\nFlu\thas_symptom\tCough\nFlu\thas_symptom\tFever\n"
    source.write_text(rows, encoding="utf-8")
    await import_graph(source, tmp_path / "g", embedder=None)
    bot = Bot(tmp_path / "g", tmp_path)
    reply = (await bot.ask(question))[-1]
    assert not (await bot.turn([reply])).claims
    pressed = (await bot.click(suggestion(reply, name).action))[-1].plain
    assert told.casefold() in pressed.casefold()


LOOSE = {
    "nodes.tsv": """\
id	name	category
C:1	warfarin	Compound
C:2	aspirin	Compound
G:1	VKORC1	Gene
D:1	bleeding	Disease
""",
    "edges.tsv": """\
id	subject	predicate	object	publications
e1	C:1	binds	G:1	PMID:1
e2	C:1	raises_the_risk_of	D:1	PMID:2
e3	C:2	treats	D:1	PMID:3
""",
}


@pytest.mark.parametrize(
    ("question", "told", "never"),
    [
        (
            "What should I not eat while I am on warfarin?",
            "The graph records no interactions",
            "says yes",
        ),
        ("Which disorders adore warfarin?", "I do not know the relation “adore”", "says yes"),
        ("Which disorders need warfarin?", "names no disorders that warfarin treats", "know the relation"),
        ("What does aspirin give you?", "", "risk ofs"),
    ],
)
async def test_what_a_graph_cannot_tell_is_not_answered_with_something_else(
    tmp_path: Path, question: str, told: str, never: str
) -> None:
    await import_graph(written(LOOSE, tmp_path / "mine"), tmp_path / "g", embedder=None)
    plain = (await Bot(tmp_path / "g", tmp_path).ask(question))[-1].plain
    assert told in plain
    assert never not in plain.partition("\n")[0]


async def test_a_word_for_a_type_is_no_name_of_which_it_is_a_part(tmp_path: Path) -> None:
    therapy = {
        "nodes.tsv": "id\tname\tcategory\nD:1\tgout\tDisease\nT:1\tgene therapy\tMedicalAction\nD:2\tlupus\tDisease\n",
        "edges.tsv": "id\tsubject\tpredicate\tobject\ne1\tT:1\ttreats\tD:1\n",
    }
    await import_graph(written(therapy, tmp_path / "mine"), tmp_path / "g", embedder=None)
    bot = Bot(tmp_path / "g", tmp_path)
    for question in ("Which gene causes gout?", "Which genes cause lupus?"):
        assert "gene therapy" not in (await bot.ask(question))[-1].plain.partition("\n")[0]
    assert "gene therapy treats gout" in (await bot.ask("Does gene therapy treat gout?"))[-1].plain.casefold()


FUNCTIONS = {
    "nodes.tsv": """\
id	name	category
C:1	donepezil	Chemical
P:1	cognition	BiologicalProcess
D:1	nausea	Disease
D:2	asthma	Disease
G:1	APP	Protein
G:2	MAPT	Protein
""",
    "edges.tsv": """\
id	subject	predicate	object	publications
e1	C:1	increases	P:1	PMID:1
e2	G:1	increases	D:1	PMID:2
e3	G:2	increases	D:1	PMID:2
e4	D:2	associated_with	D:1	PMID:2
""",
    "predicates.tsv": """\
predicate	label	symmetric	inverse	opposite	implies	phrases
increases	increases	false				causes
associated_with	is associated with	true				
""",
}


async def test_what_a_thing_does_for_the_better_is_no_answer_to_whether_it_is_safe(tmp_path: Path) -> None:
    await import_graph(written(FUNCTIONS, tmp_path / "mine"), tmp_path / "g", embedder=None)
    bot = Bot(tmp_path / "g", tmp_path)
    for question in ("Is donepezil safe?", "What are the side effects of donepezil?"):
        said = (await bot.ask(question))[-1].plain
        assert said.startswith(
            "The graph names no harms or interactions of donepezil; that does not show it to be safe"
        )
    for question in ("Compare APP and MAPT", "Compare asthma and nausea"):  # neither is for anything
        assert "better" not in (await bot.ask(question))[-1].plain


async def test_words_around_a_name_are_put_right_and_that_is_said(tmp_path: Path) -> None:
    await import_graph(written(FUNCTIONS, tmp_path / "mine"), tmp_path / "g", embedder=None)
    bot = Bot(tmp_path / "g", tmp_path)
    reply = (await bot.ask("Wich diseses are conected with asthma?"))[-1]
    assert "which (you wrote “Wich”)" in words(reply)
    assert "asthma is associated with nausea" in reply.plain.casefold()
