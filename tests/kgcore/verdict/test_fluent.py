"""What models write, sentence by sentence: each claim in it with its verdict, and nothing read as another."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from tests.kgcore.starter import vocabulary_of

# A text, and behind it the claims in reading order: verdict, subject > object.
TEXTS = """\
Donepezil treats Alzheimer's disease, and levodopa treats Parkinson's disease in mice.
✓ donepezil > alzheimer's disease; ⓘ levodopa > parkinson's disease
Coffee contains caffeine. It is also tied to a lower risk of Parkinson's disease. But it does not prevent dementia.
✓ coffee > caffeine; ✓ coffee > parkinson's disease; ✓ coffee > dementia
Magnesium is popular. It is a mineral that prevents migraine.
✓ magnesium > migraine
Magnesium is popular. It is known that aspirin prevents stroke.
✓ aspirin > stroke
Coffee is popular. It contains caffeine, which raises blood pressure.
✓ coffee > caffeine; ✓ caffeine > blood pressure
Coffee contains caffeine, which can cause anxiety and raise blood pressure.
✓ coffee > caffeine; ✓ caffeine > anxiety; ✓ caffeine > blood pressure
Turmeric contains curcumin, its main active compound, which reduces inflammation.
✓ turmeric > curcumin; ✓ curcumin > inflammation
People claim turmeric contains curcumin, which reduces inflammation.
✓ turmeric > curcumin
In contrast to echinacea, zinc treats the common cold.
✓ zinc > common cold; ✓ echinacea > common cold
As well as St. John's wort, saffron treats depression.
✓ saffron > depression; ✓ st. john's wort > depression
Saffron relieves depression, and ginger, which everyone cooks with, relieves morning sickness.
✓ saffron > depression; ⓘ ginger > morning sickness
St. John's wort can interact with many medications, such as warfarin, oral contraceptives, and SSRIs.
✓ st. john's wort > warfarin; ✓ st. john's wort > oral contraceptives; ✓ st. john's wort > ssris
Ginkgo biloba can interact with warfarin, increasing bleeding risk.
✓ ginkgo biloba > warfarin; ? ginkgo biloba > bleeding
Donepezil and galantamine are cholinesterase inhibitors used to treat Alzheimer's disease.
✓ donepezil > cholinesterase inhibitors; ✓ donepezil > alzheimer's disease; ✓ galantamine > alzheimer's disease; \
✓ galantamine > cholinesterase inhibitors
Folic acid is a B vitamin that helps prevent neural tube defects.
ⓘ folic acid > b vitamin; ✓ folic acid > neural tube defects
Vitamin C does not prevent preeclampsia, but calcium does.
✓ vitamin c > preeclampsia; ✓ calcium > preeclampsia
Neither vitamin C nor vitamin E prevents preeclampsia, but calcium does.
✓ vitamin c > preeclampsia; ✓ vitamin e > preeclampsia; ✓ calcium > preeclampsia
Lithium, while effective in bipolar disorder, can cause hypothyroidism.
✓ lithium > bipolar disorder; ✓ lithium > hypothyroidism
Fish oil is rich in omega-3 fatty acids, particularly EPA and DHA.
✓ fish oil > omega-3 fatty acids; ✓ fish oil > epa; ✓ fish oil > dha
Large trials have found no benefit of vitamin E for preventing prostate cancer.
✓ vitamin e > prostate cancer
The use of vitamin E to prevent dementia is not supported by evidence.
✓ vitamin e > dementia
Contrary to its reputation, cinnamon has no effect on glycemic control.
✓ cinnamon > glycemic control
Great question! Several herbs can interact with warfarin: /  / 1. **Garlic** – may raise the risk. / 2. **Cranberry**
✓ garlic > warfarin; ✓ cranberry > warfarin
Here are some drugs that treat Alzheimer's disease: / - **Donepezil**: a cholinesterase inhibitor. / - Galantamine
✓ donepezil > alzheimer's disease; ✓ galantamine > alzheimer's disease
Lithium can cause several side effects: / - Hypothyroidism / - Tremor
✓ lithium > hypothyroidism
Several supplements prevent migraine: / - Magnesium: not at all / - Coenzyme Q10: in mice

Several supplements are claimed to prevent migraine: / - Magnesium

Here's what the evidence says about preventing migraine: /  / - **Magnesium**: helps prevent migraine in trials.
✓ magnesium > migraine
St. John's wort interacts with warfarin. /  / - It induces CYP3A4. / - It also interacts with ciclosporin.
✓ st. john's wort > warfarin; ✓ st. john's wort > cyp3a4; ✓ st. john's wort > ciclosporin
Saffron relieves depression. My aunt takes lithium. /  / It eases anxiety.
✓ saffron > depression; ? lithium > anxiety
| Drug | Use | Side effects | / |-|-|-| / | Lithium | bipolar disorder | hypothyroidism | / | Saffron | depression | - |
✓ lithium > bipolar disorder; ✓ lithium > hypothyroidism; ✓ saffron > depression
In osteoarthritis and pain, glucosamine is effective.
✓ glucosamine > osteoarthritis; ✓ glucosamine > pain
To prevent migraine, magnesium is often used.
✓ magnesium > migraine
Curcumin stimulates NFE2L2, which regulates antioxidant genes.
✓ curcumin > nfe2l2
Saffron relieves depression, although lithium has refuted this.

Both garlic and ginkgo biloba interact with warfarin, so tell your doctor if you take either.
✓ garlic > warfarin; ✓ ginkgo biloba > warfarin
Garlic interacts with warfarin if you take it.

St. John's wort contains several active compounds, including hyperforin and hypericin.
✓ st. john's wort > hyperforin; ✓ st. john's wort > hypericin
Aspirin, also known as acetylsalicylic acid, helps prevent stroke.
✓ aspirin > stroke
Magnesium is a popular supplement that may help reduce the frequency of migraines.
✓ magnesium > migraines
Donepezil belongs to a class of drugs called cholinesterase inhibitors.
✓ donepezil > cholinesterase inhibitors
Aducanumab can cause amyloid-related imaging abnormalities (ARIA), a type of brain swelling.
✓ aducanumab > amyloid-related imaging abnormalities
Hypertension raises the risk of dementia, and coffee appears to reduce it.
✓ hypertension > dementia; ✗ coffee > dementia
Garlic lowers blood pressure, but caffeine shows that it does not.
ⓘ garlic > blood pressure
Levothyroxine treats hypothyroidism, while amiodarone and lithium cause it.
✓ levothyroxine > hypothyroidism; ✓ lithium > hypothyroidism
Folic acid supplements around conception lower the risk of neural tube defects.
✓ folic acid supplements > neural tube defects
Folic acid supplements after birth lower the risk of neural tube defects.
ⓘ folic acid supplements > neural tube defects
Magnesium and coenzyme Q10 both have evidence behind them for migraine prevention.
✓ magnesium > migraine; ✓ coenzyme q10 > migraine
No benefit in Huntington's disease was observed with creatine.
✓ creatine > huntington's disease
No benefit in Alzheimer's disease was observed with galantamine.
✗ galantamine > alzheimer's disease
Bapineuzumab was tested in Alzheimer's disease but had no effect.
✓ bapineuzumab > alzheimer's disease
Levothyroxine has one established use: hypothyroidism.
✓ levothyroxine > hypothyroidism
Acetylcholinesterase inhibition is how rivastigmine works.
✓ rivastigmine > acetylcholinesterase
A well-known interaction is the one between cranberry and warfarin.
✓ cranberry > warfarin
| Drug | Possible use | / |---|---| / | Saffron | depression |

| Drug | Use | Evidence | / |---|---|---| / | Saffron | depression | none |

""".splitlines()


@pytest.mark.parametrize(("text", "said"), list(zip(TEXTS[::2], TEXTS[1::2], strict=True)), ids=TEXTS[::2])
async def test_each_claim_of_fluent_prose_is_read_and_judged(
    starter_graph: EmbeddedGraph, text: str, said: str
) -> None:
    vocabulary = vocabulary_of(starter_graph.info.predicates)
    _, paragraphs = await TextReader(starter_graph, vocabulary).read(text.replace(" / ", "\n"))
    read = [t for p in paragraphs for t in p.triples if not (t.inferred and t.doubtful)]
    claims = await Checker(starter_graph, vocabulary).check(read)
    found = {
        f"{c.verdict.icon} {c.triple.subject.text.lower()} > {c.triple.object.text.lower().removeprefix('the ')}"
        for c in claims
    }
    assert found == set(filter(None, said.split("; ")))
