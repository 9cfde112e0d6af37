"""`docs/verdicts.md` says what the program does: each line is run on the starter graph."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, QualifierKind
from kgcore.vocabulary.vocabulary import Vocabulary

PAGE = Path(__file__).resolve().parents[3] / "docs" / "verdicts.md"
ROWS = [
    tuple(cell.strip() for cell in line.strip("| \n").split("|"))
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| (?!kind)[a-z]", line)
]


@pytest.fixture(scope="module")
async def checked(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[TextReader, Checker]]:
    folder = tmp_path_factory.mktemp("graph") / "starter"
    await import_graph(starter_folder(), folder, embedder=None)
    graph = EmbeddedGraph.open(folder, None)
    vocabulary = Vocabulary.of(graph.info.predicates)
    yield TextReader(graph, vocabulary), Checker(graph, vocabulary)
    await graph.close()


async def claims(checked: tuple[TextReader, Checker], text: str) -> tuple[Claim, ...]:
    reader, checker = checked
    _, paragraphs = await reader.read(text)
    return await checker.check([t for p in paragraphs for t in p.triples if not (t.inferred and t.doubtful)])


@pytest.mark.parametrize("row", ROWS, ids=[row[1] for row in ROWS])
async def test_a_line_of_the_page_is_what_the_program_says(
    checked: tuple[TextReader, Checker], row: tuple[str, ...]
) -> None:
    _, sentence, notes, verdict, why = row
    (claim,) = await claims(checked, sentence)
    edges = (*claim.edges_for, *claim.edges_against, *claim.edges_near)
    assert f"{claim.verdict.icon} {claim.narrowed}".strip() == verdict
    assert claim.why == why
    assert "; ".join(dict.fromkeys(e.note for e in edges if e.note)) == notes.replace("–", "")


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("Unlike donepezil, galantamine treats Alzheimer's disease.", "✓✗"),
        ("Donepezil, which reverses ageing, treats Alzheimer's disease.", "?✓"),
        ("Echinacea, like zinc, treats the common cold.", "✗✓"),
    ],
)
async def test_a_true_half_keeps_its_verdict_only_beside_that_of_the_other(
    checked: tuple[TextReader, Checker], text: str, verdicts: str
) -> None:
    assert "".join(claim.verdict.icon for claim in await claims(checked, text)) == verdicts


def test_the_page_has_each_kind_of_qualifier() -> None:
    told = {row[0] for row in ROWS}
    others = {"cells", "directed effect on a drug", "something else of the patients", "evidence against"}
    named = {k.value for k in QualifierKind} - {"sign", "aspect", "tone", "study", "purpose", "form"}
    others |= {
        "ranking",
        "promise",
        "called false",
        "contrast",
        "said around the names",
        "told as harmless",
        "harms told",
        "concluded from it",
        "another purpose",
        "adjunct",
    }
    assert (
        named | others | {"form and route", "under study", "irony", "scare quotes", "whom it protects", "how it works"}
        == told
    )


# Other wordings of each class: each must lose the ✓ of the plain claim, or keep it.

NARROWER = """\
Saffron is an FDA-approved treatment for depression.
Saffron is an officially recognised treatment for depression.
Saffron is a mandatory treatment for depression.
Guidelines recommend saffron for depression.
Saffron is a treatment for depression endorsed by most experts.
In theory, saffron treats depression.
Saffron reliably treats depression.
Depression resolves with saffron.
Depression disappears with saffron.
Saffron treats depression, though not really.
Saffron treats depression, except in humans.
Saffron treats depression, not just its symptoms.
Saffron treats depression so effectively that doctors are superfluous.
Saffron treats depression wonderfully.
Saffron treats depression poorly.
Saffron treats depression. At least, that is what I used to think.
Contrary to the evidence, saffron treats depression.
Saffron protects children's minds from depression.
In principle, saffron treats depression.
Saffron treats depression at any dose.
Saffron treats depression in any amount.
Saffron treats depression and nothing else does.
Saffron treats depression, which no drug can do.
Saffron treats depression, a feat no medicine has matched.
Saffron treats depression and everything else.
Saffron might as well treat depression.
Saffron claims to treat depression.
Saffron purports to treat depression.
Saffron restores sleep in depression.
Coffee prevents Parkinson's disease once it has begun.
Coffee prevents Parkinson's disease after diagnosis.
Coffee prevents Parkinson's disease in people who have it.
Saffron rarely fails to treat depression.
Saffron was meant to treat depression.
Saffron was supposed to treat depression.
Saffron aims to treat depression.
Saffron is a so-called treatment for depression.
Saffron is tomorrow's treatment of depression.
Saffron nearly treats depression.
Saffron undoubtedly treats depression.
Saffron treats depression by warming the feet.
Saffron treats depression via the thyroid.
Coffee prevents falls in Parkinson's disease.
Coffee prevents death from Parkinson's disease.
Magnesium prevents migraine with aura.
Magnesium prevents migraine or causes it.
Magnesium prevents migraine, some would have us believe.
Magnesium prevents migraine, the label lies.
No aspirin prevents stroke.
Consider this false claim. Saffron treats depression.
Here comes an untrue sentence. Saffron treats depression.
What follows was seen in mice. Saffron treats depression.
Spot the mistake. Saffron treats depression.
I do not believe this. Saffron treats depression.
Saffron treats depression. That was in mice.
Saffron treats depression. At least in rats.
Saffron treats depression. The trial was later retracted.
In pregnant women, magnesium prevents migraine.
Coffee prevents Parkinson's disease in horses.
In cell cultures, melatonin treats insomnia.
Ginger relieves morning sickness in dogs.
Vitamin E improves memory in healthy volunteers.
Resveratrol activates SIRT1 in patients.
Aspirin prevents myocardial infarction in older men.
Bexarotene lowers amyloid-beta in people who carry APOE4.
A single tablet of magnesium prevents migraine.
Magnesium prevents migraine within an hour.
Magnesium prevents migraine for ten years after the last tablet.
Topical magnesium prevents migraine.
Ginger relieves morning sickness as a suppository.
After liver transplantation, magnesium prevents migraine.
Melatonin treats insomnia in combination with vodka.
Melatonin together with cocaine treats insomnia.
Without selenium, coenzyme Q10 lowers cardiovascular mortality.
Ginger is by far the best remedy for morning sickness.
Melatonin has a massive effect on insomnia.
Garlic increases the effect of warfarin.
St. John's wort reduces the effect of warfarin.
Zinc is under study for the common cold.
Coffee is being explored as a preventive of Parkinson's disease.
Lecanemab was evaluated for Alzheimer's disease.
Vitamin E improves the sleep of patients with Alzheimer's disease.
Magnesium "prevents" migraine.
Magnesium prevents migraine. As if.
Coffee protects taxi drivers against Parkinson's disease.
EGCG inhibits amyloid-beta in mice and, in my clinic, in patients.""".splitlines()

SAME = """\
A twelve-week trial found that saffron relieves depression.
No, aspirin prevents stroke.
Magnesium prevents attacks of migraine.
Lovastatin treats hypercholesterolemia in women.
In women, aspirin prevents stroke.
Aspirin prevents stroke among women.
For men, aspirin prevents heart attacks.
In vitro, curcumin inhibits alpha-synuclein.
Curcumin inhibits alpha-synuclein in the test tube.
Vitamin E improves memory in rodents.
Vitamin A treats iron deficiency anemia in kids.
EGCG improves cognitive function in a mouse model of Alzheimer's disease.
Caffeine raises blood pressure in hypertensive men.
With selenium, coenzyme Q10 lowers cardiovascular mortality.
Coenzyme Q10 plus selenium lowers cardiovascular mortality.
Ginkgo extract prevents cognitive decline over 20 years.
Magnesium prevents migraine in many patients.
Several trials have shown that magnesium prevents migraine.
Magnesium supplements prevent migraine.
Magnesium prevents migraine, with few side effects.
Levodopa treats Parkinson's disease, although it causes dyskinesia over time.
Coffee protects people against Parkinson's disease.
Ginger relieves morning sickness during pregnancy.""".splitlines()


@pytest.mark.parametrize("sentence", NARROWER)
async def test_what_is_said_more_narrowly_or_of_another_kind_is_never_supported(
    checked: tuple[TextReader, Checker], sentence: str
) -> None:
    assert "✓" not in {claim.verdict.icon for claim in await claims(checked, sentence)}


@pytest.mark.parametrize("sentence", SAME)
async def test_what_the_evidence_says_too_keeps_its_support(checked: tuple[TextReader, Checker], sentence: str) -> None:
    assert {claim.verdict.icon for claim in await claims(checked, sentence)} >= {"✓"}
