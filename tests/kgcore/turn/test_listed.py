"""What is asked of all that an answer listed, what else does the same, and kinds that no edge ties to their kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.ingest.importing import import_graph
from kgcore.values.reply import Notice, Reply
from tests.kgcore.house import Bot, bot, folder
from tests.kgcore.ingest.samples import folder as written

__all__ = ["bot", "folder"]

DRUGS = [f"D:{n}\tdrug{chr(97 + n) * 3}in\tCompound\t" for n in range(20)]
GRAPH = {
    "nodes.tsv": "\n".join(
        [
            "id	name	category	synonym",
            *DRUGS,
            "I:1	epilepsy	Disease	",
            "I:2	migraine	Disease	",
            "I:3	Dravet syndrome	Disease	",
            "I:4	rheumatoid arthritis	Disease	",
            "P:1	Seizure	Phenotype	seizures",
            "P:2	Febrile seizure	Phenotype	",
            "P:3	Focal seizure	Phenotype	",
            "P:4	Abnormal heart morphology	Phenotype	heart defects",
            "P:5	Arrhythmia of the heart	Phenotype	",
            "P:6	Fever	Phenotype	",
            "T:1	Ophthalmic examination (Eye exam)	Test	",
            "I:5	Panic disorder	Disease	",
            "I:6	Zorbian syndrome, type 1	Disease	",
            "I:7	Zorbian syndrome, type 2	Disease	",
        ]
    )
    + "\n",
    "edges.tsv": "\n".join(
        [
            "id	subject	predicate	object	negated	publications	knowledge_source",
            *(f"e{n}	D:{n}	TREATS	I:1	false		x" for n in range(20)),
            "m19	D:19	TREATS	I:2	false		x",
            "m20	D:0	TREATS	I:5	false		x",
            "f1	I:3	HAS_PHENOTYPE	P:2	false		x",
            "f2	I:3	HAS_PHENOTYPE	P:3	false		x",
            "f3	I:3	HAS_PHENOTYPE	P:5	false		x",
            "f4	I:4	HAS_PHENOTYPE	P:1	false		x",
            "f5	I:4	HAS_PHENOTYPE	P:4	false		x",
            "f6	I:4	HAS_PHENOTYPE	P:6	false		x",
            "z1	I:6	HAS_PHENOTYPE	P:2	false		x",
            "z2	I:7	HAS_PHENOTYPE	P:6	false		x",
            "t1	I:5	NEEDS_TEST	T:1	false		x",
        ]
    )
    + "\n",
}


@pytest.fixture
async def mine(tmp_path: Path) -> Bot:
    await import_graph(written(GRAPH, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    return Bot(tmp_path / "graph", tmp_path)


async def test_those_are_also_those_that_a_list_only_counted(mine: Bot) -> None:
    listed = (await mine.ask("What drugs treat epilepsy?"))[-1].plain
    assert "14 more" in listed
    assert "drugtttin" not in listed
    assert "drugtttin treats migraine" in (await mine.ask("which of those also treat migraine?"))[-1].plain.lower()


@pytest.mark.parametrize("then", ["do any of them cause cough?", "which of those also help with gout?"])
async def test_of_those_a_name_that_is_not_there_is_said_and_nothing_beside(mine: Bot, then: str) -> None:
    await mine.ask("What drugs treat epilepsy?")
    plain = (await mine.ask(then))[-1].plain
    assert "I cannot say that of those named above" in plain
    assert "I found nothing in this graph on" in plain
    again = (await mine.ask("which of those also treat migraine?"))[-1].plain  # the list is still what "those" are
    assert "drugtttin treats migraine" in again.lower()


@pytest.mark.parametrize(
    ("asked", "then", "said"),
    [
        ("What raises the risk of dementia?", "which of these can I change?", "I could not read what you ask of those"),
        ("What supplements help depression?", "which of those also treat arthritis?", "nothing in this graph on “arth"),
        ("What supplements help depression?", "do any of them cause bleeding?", "does not show it to be safe"),
        ("What supplements help depression?", "which of those are most common?", "How common that is, the graph does"),
        ("Does ginger help nausea?", "anything else that does the same?", "nausea"),
    ],
)
async def test_what_is_not_understood_of_those_is_no_answer_on_something_else(
    bot: Bot, asked: str, then: str, said: str
) -> None:
    await bot.ask(asked)
    plain = (await bot.ask(then))[-1].plain
    assert said in plain
    assert "In general" not in plain


async def test_tests_that_somebody_needs_are_no_tests_of_what_was_said(mine: Bot) -> None:
    await mine.ask("What treats panic disorder?")
    assert "Eye exam" in (await mine.ask("do I need any tests?"))[-1].plain


async def test_what_holds_of_kinds_by_their_names_is_not_denied(mine: Bot) -> None:
    plain = (await mine.ask("Does Dravet syndrome cause seizures?"))[-1].plain
    assert "for kinds of seizure: " in plain
    assert "febrile seizure" in plain.lower()
    assert "no paper" not in plain
    other = (await mine.ask("Does Dravet syndrome cause fever?"))[-1].plain  # "febrile seizure" is no kind of fever
    assert "for kinds of" not in other


async def test_what_bears_on_a_part_of_the_body_does_not_open_with_a_denial(mine: Bot) -> None:
    plain = (await mine.ask("Does Dravet syndrome involve heart defects?"))[-1].plain
    assert plain.startswith("The graph does not name just abnormal heart morphology for Dravet syndrome, but it has")
    assert "rrhythmia of the heart" in plain


@pytest.mark.parametrize("other", ["arterial stiffness", "brain atrophy", "psychological stress"])
async def test_an_ill_of_the_same_part_of_the_body_or_with_half_a_name_bears_on_nothing(bot: Bot, other: str) -> None:
    """Parkinson's disease dementia, which is of the brain, tells nothing of atrophy, nor oxidative stress of stress."""
    plain = (await bot.ask(f"Is {other} linked to Alzheimer's disease?"))[-1].plain
    assert "bear on it" not in plain


async def test_what_holds_of_kinds_of_a_name_that_is_not_there_is_said_of_them(mine: Bot) -> None:
    plain = (await mine.ask("Does Zorbian syndrome cause fever?"))[-1].plain
    assert plain.startswith("The graph has no entry for just “Zorbian syndrome”, but for two kinds of it. Of these, X")
    assert "Zorbian syndrome, type 2 has the phenotype fever" in plain
    part = (await mine.ask("Is fever a symptom of Zorbian syndrome?"))[-1].plain
    assert "Zorbian syndrome, type 2 has the phenotype fever" in part
    none = (await mine.ask("Does Zorbian syndrome cause focal seizures?"))[-1].plain
    assert "it has no statement of that kind about focal seizure and any of these" in none


async def test_a_sign_with_the_name_of_a_disease_is_meant_where_diseases_have_it(tmp_path: Path) -> None:
    nodes = "id	name	category	synonym\nD:1	Retinitis pigmentosa	Disease	\n"
    nodes += "P:1	Rod-cone dystrophy	Phenotype	Retinitis pigmentosa\n"
    nodes += "D:2	Usher syndrome	Disease	\nP:2	Hearing loss	Phenotype	\nP:3	Night blindness	Phenotype	\n"
    edges = "id	subject	predicate	object	negated	publications	knowledge_source\n"
    edges += "".join(f"e{n}	{a}	HAS_PHENOTYPE	{b}	false		x\n" for n, (a, b) in enumerate(SIGNS))
    both = {"nodes.tsv": nodes, "edges.tsv": edges}
    await import_graph(written(both, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    bot = Bot(tmp_path / "graph", tmp_path)
    for question in (
        "Which diseases cause retinitis pigmentosa?",
        "Which diseases cause hearing loss and retinitis pigmentosa?",
    ):
        plain = (await bot.ask(question))[-1].plain
        assert "Usher syndrome has the phenotype" in plain
        assert "rod-cone dystrophy" in plain.lower()
        assert "names no" not in plain


SIGNS = (("D:1", "P:3"), ("D:2", "P:1"), ("D:2", "P:2"))


@pytest.mark.parametrize(
    ("asked", "then"),
    [
        ("Which supplements help with depression?", "are any of them risky with antidepressants?"),
        ("Which supplements help with depression?", "can I combine any of those with an antidepressant?"),
    ],
)
async def test_a_class_of_classes_is_looked_up_for_these(bot: Bot, asked: str, then: str) -> None:
    await bot.ask(asked)
    assert "St. John's wort interacts with selective serotonin reuptake inhibitors" in (await bot.ask(then))[-1].plain


async def test_a_member_of_a_class_is_none_of_the_classes_beside_it(bot: Bot) -> None:
    plain = (await bot.ask("Is mirtazapine safe with garlic?"))[-1].plain
    assert "serotonin reuptake" not in plain  # it is an antidepressant, and no SSRI


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Does ginger cause warts or flatulence?", ("“warts”", "“flatulence”")),
        ("Is zinc bad for the spleen or the tongue?", ("“spleen”", "“tongue”")),
    ],
)
async def test_each_of_several_names_that_are_not_there_is_said(
    bot: Bot, question: str, names: tuple[str, ...]
) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert all(name in plain for name in names)


async def test_a_warning_is_said_once(bot: Bot) -> None:
    assert (await bot.ask("Is green tea bad for the liver?"))[-1].plain.count(
        "green tea extract causes liver injury"
    ) == 1


@pytest.mark.parametrize("question", ["Which diseases need an eye exam?", "What helps with panic attacks?"])
async def test_names_are_found_by_what_people_call_them(mine: Bot, question: str) -> None:
    assert "anic disorder" in (await mine.ask(question))[-1].plain


@pytest.mark.parametrize(
    ("asked", "then", "said"),
    [
        ("What helps with migraine?", "what do they treat?", "coenzyme Q10 does not treat"),  # each of those
        ("What does levodopa treat?", "what else is used for it?", "None besides those named above"),
        ("What does levodopa treat?", "what else is given for that?", "None besides those named above"),
        ("What does melatonin treat?", "and what are the causes?", "insomnia"),
    ],
)
async def test_what_an_answer_named_is_meant_where_the_question_named_what_is_taken(
    bot: Bot, asked: str, then: str, said: str
) -> None:
    await bot.ask(asked)
    assert said in (await bot.ask(then))[-1].plain


async def test_a_list_is_still_what_is_asked_about_after_an_aside_on_what_somebody_takes(bot: Bot) -> None:
    await bot.ask("Which supplements help with depression?")
    await bot.ask("are any of them risky with antidepressants?")
    assert "ashwagandha (1 paper) and saffron (1) treat anxiety" in (await bot.ask("and for anxiety?"))[-1].plain


@pytest.mark.parametrize("verb", ["interfere with", "clash with", "interact with"])
async def test_what_a_thing_interferes_with_is_what_it_interacts_with(bot: Bot, verb: str) -> None:
    plain = (await bot.ask(f"Does St John's wort {verb} any medicines?"))[-1].plain
    assert "interacts with selective serotonin reuptake inhibitors" in plain
    assert "warfarin" in plain


async def test_what_has_a_name_before_a_hyphen_bears_on_that_name(tmp_path: Path) -> None:
    nodes = "id	name	category	synonym\nC:1	estrogen	Chemical	\n"
    nodes += "P:1	amyloid	Protein	\nP:2	amyloid-beta	Protein	\nG:1	GENE1	Gene	\n"
    edges = "id	subject	predicate	object	negated	publications	knowledge_source\n"
    edges += (
        "e1	C:1	DECREASES	P:2	false	PMID:1	x\ne2	G:1	INCREASES	P:1	false	PMID:2	x\n"
    )
    both = {"nodes.tsv": nodes, "edges.tsv": edges}
    await import_graph(written(both, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    plain = (await Bot(tmp_path / "graph", tmp_path).ask("Does estrogen decrease amyloid?"))[-1].plain
    assert plain.startswith("The graph does not name just amyloid for estrogen, but it has this")
    assert "estrogen decreases amyloid-beta" in plain


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("which of those can I take with warfarin?", "St. John's wort interacts with warfarin"),
        ("which of them are safe with warfarin?", "St. John's wort interacts with warfarin"),
        ("which of those should I avoid if I'm on the pill?", "St. John's wort interacts with oral contraceptives"),
        ("which ones are safe?", "St. John's wort interacts with selective serotonin reuptake inhibitors"),
        ("which ones also treat anxiety?", "saffron treats anxiety. It has no such statement on St. John's wort"),
        ("are those good for anxiety too?", "saffron treats anxiety"),
        ("is any of that for anxiety?", "saffron treats anxiety"),
    ],
)
async def test_those_are_put_together_with_what_somebody_takes(bot: Bot, then: str, said: str) -> None:
    await bot.ask("Which supplements help with depression?")
    assert said in (await bot.ask(then))[-1].plain


async def test_warnings_on_others_are_none_of_those(bot: Bot) -> None:
    await bot.ask("Which supplements help with depression?")
    await bot.ask("which of those can I take with warfarin?")
    plain = (await bot.ask("which of those should I avoid on the pill?"))[-1].plain
    assert "St. John's wort interacts with oral contraceptives" in plain
    assert "cranberry" not in plain


async def test_the_verb_behind_a_name_that_is_not_there_is_no_name(tmp_path: Path) -> None:
    nodes = "id	name	category	synonym\nA:1	Affect	Disease	\nM:1	memory	Process	\n"
    nodes += "C:1	nicotine	Chemical	\n"
    edges = "id	subject	predicate	object	negated	publications	knowledge_source\n"
    edges += "e1	C:1	AFFECTS	M:1	false	PMID:1	x\n"
    edges += "e2	C:1	AFFECTS	A:1	false	PMID:2	x\n"
    await import_graph(
        written({"nodes.tsv": nodes, "edges.tsv": edges}, tmp_path / "mine"), tmp_path / "graph", embedder=None
    )
    bot = Bot(tmp_path / "graph", tmp_path)
    plain = (await bot.ask("Does cognitive load affect memory?"))[-1].plain
    assert "“cognitive load”" in plain
    assert "links memory and affect" not in plain
    assert "nicotine affects affect" in (await bot.ask("Does nicotine affect affect?"))[-1].plain.lower()


@pytest.mark.parametrize(
    ("then", "said", "nothing"),
    [
        ("Which of them affect genes?", "St. John's wort stimulates CYP3A4", "names no genes or proteins that saffron"),
        (
            "Which of those affect proteins?",
            "St. John's wort stimulates CYP3A4",
            "names no genes or proteins that saffron",
        ),
        ("Do any of these interact with drugs?", "St. John's wort interacts with", "names no drugs that saffron"),
    ],
)
async def test_what_is_asked_of_a_list_and_of_a_kind_is_asked_of_each(
    bot: Bot, then: str, said: str, nothing: str
) -> None:
    await bot.ask("Which supplements treat depression?")
    plain = (await bot.ask(then))[-1].plain
    assert said in plain
    assert nothing in plain


async def test_what_is_noted_of_a_meeting_is_not_denied_of_what_meets(bot: Bot) -> None:
    await bot.ask("What interacts with warfarin?")
    plain = (await bot.ask("Which of them cause bleeding?"))[-1].plain
    assert "(case series, bleeding)" in plain
    assert "warfarin interacts with levofloxacin" in plain


def told_and_noted(reply: Reply) -> tuple[str, str]:
    """Return what a reply says and what stands beneath it."""
    return reply.plain, "\n".join(b.text for b in reply.blocks if isinstance(b, Notice))


@pytest.mark.parametrize(
    "question",
    [
        "Which supplements treat depression but do not treat anxiety?",
        "Which supplements treat depression but not anxiety?",
        "Which supplements help with depression and don't help with anxiety?",
    ],
)
async def test_what_does_the_same_to_the_other_is_left_out_and_named(bot: Bot, question: str) -> None:
    plain, notes = told_and_noted((await bot.ask(question))[-1])
    assert "St. John's wort" in plain
    assert "saffron (" not in plain
    assert "left out: saffron" in notes


async def test_where_nothing_is_left_what_there_is_is_not_denied(mine: Bot) -> None:
    plain, notes = told_and_noted((await mine.ask("Which drugs treat migraine but do not treat epilepsy?"))[-1])
    assert "drugtttin treats migraine" in plain.lower()
    assert "is told to treat epilepsy, too" in notes


async def test_another_ill_that_is_not_known_is_said_not_to_be_understood(bot: Bot) -> None:
    plain, notes = told_and_noted((await bot.ask("Which drugs treat depression but do not treat zorbitis?"))[-1])
    assert "duloxetine" in plain
    assert "Not understood: “zorbitis”" in notes
