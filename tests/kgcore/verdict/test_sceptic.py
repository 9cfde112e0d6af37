"""False claims and overclaims on the starter graph, as claims, as plain text and as a model annotates them.

The letters of a case are the verdicts that may come: S supported, C contradicted, M mixed, R relevant, U unsure, and -
for a text in which no claim is found. A ✓ that is not deserved is the worst fault.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import pytest
import pytest_asyncio

from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Mention, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

pytestmark = pytest.mark.asyncio(loop_scope="module")

LETTERS = {
    Verdict.SUPPORTED: "S",
    Verdict.CONTRADICTED: "C",
    Verdict.MIXED: "M",
    Verdict.RELEVANT: "R",
    Verdict.UNSURE: "U",
}
TREATS = ("Rivastigmine", "Alzheimer's disease", "TREATS")  # the graph says so, and nothing against it
PREVENTS = ("Aspirin", "stroke", "PREVENTS")
CAUSES = ("Acetaminophen", "liver injury", "CAUSES")
INHIBITS = ("Rivastigmine", "acetylcholinesterase", "INHIBITS")
AUGMENTS = ("Vitamin C", "iron absorption", "AUGMENTS")
PREDISPOSES = ("Hearing loss", "dementia", "PREDISPOSES")
INTERACTS = ("Garlic", "warfarin", "INTERACTS_WITH")
CONTAINS = ("Turmeric", "curcumin", "CONTAINS")
UNTREATED = ("Gantenerumab", "Alzheimer's disease", "TREATS")  # the graph denies it
UNPREVENTED = ("Ginkgo biloba", "dementia", "PREVENTS")

RAISES = ("Caffeine", "blood pressure", "AUGMENTS")  # and more of it is not better
WORSE = ("Western diet", "neuroinflammation", "AUGMENTS")
BETTER = ("Vitamin C", "iron absorption", "AUGMENTS")

PHRASES = {  # what is said of two entities: alone, and with the predicate that a model chose for it
    (TREATS, "S"): "treats|is used to treat|eases the symptoms of|not only treats",
    (RAISES, "R"): "improves|is good for|helps|is beneficial for|benefits|does not improve|is an aid to better",
    (WORSE, "R"): "improves|is good for|helps|is beneficial for|improves the level of",
    (BETTER, "S"): "improves|is good for",
    (TREATS, "CR"): """fails to treat|did not significantly improve|is no better than placebo for|lacks efficacy in
        hardly helps|is far from treating|does nothing for|is without benefit in|ain't helping|was found not to treat
        neither treats nor improves|confers no advantage in|shows a lack of effect on|is a failed treatment for
        is not an effective treatment for|works no better than placebo for|worsens|may worsen|does nothing much for""",
    (TREATS, "R"): """cures|completely relieves|is 100 % effective against|is the only treatment for|always helps
        is a miracle cure for|is a wonder drug for|permanently treats|is guaranteed to help|gets rid of|eradicates
        wipes out|heals|clears up|is curative in|treats everyone with|helps all patients with|works miracles in
        frees people from|is a disease-modifying therapy for|flawlessly treats|stops the progression of
        safely treats|is a safe treatment for|is safe and effective for|treats without side effects
        does not cure|is not a cure for|does not always treat|does not help everyone with|is not the only treatment for
        was compared with|was compared with drugs for|versus|is named after|tastes like|gladdens|mimics|diagnoses
        is noninferior to|was tested in|was once used for|is given to diagnose|treats the fear of|treats everything but
        treats patients without|treats diseases other than|delays the diagnosis of|treats the side effects of drugs for
        is no longer used for|would have treated|has a 100% success rate in""",
    (UNTREATED, "C"): "treats|cures|is a miracle cure for|always helps|not only treats",
    (UNTREATED, "S"): "does not treat|does not cure|is no better than placebo for|is far from treating",
    (PREVENTS, "CR"): "is powerless to prevent|leaves unchanged the risk of|raises the risk of|does little to prevent",
    (PREVENTS, "R"): """completely prevents|eliminates the risk of|makes people immune to|keeps you free of
        gives lifelong protection against|prevents recovery from|is used after|is contraindicated in|rather than
        prevents few cases of|is prevented by|lowers the risk of drugs that prevent|is an absolute shield against""",
    (UNPREVENTED, "C"): "prevents|always prevents|lowers the risk of",
    (CAUSES, "R"): """always causes|inevitably leads to|unavoidably causes|is the only cause of|is caused by
        does not necessarily cause|causes no more|is prescribed despite""",
    (INHIBITS, "R"): "completely inhibits|is inhibited by|was normalised to|is an antagonist of inhibitors of",
    (INHIBITS, "CR"): "does not inhibit|has no inhibitory effect on|activates",
    (AUGMENTS, "CR"): "fails to augment|reduces|does not affect",
    (PREDISPOSES, "R"): "causes|leads to|is a symptom of|is the only risk factor for",
    (PREDISPOSES, "R "): "is inversely associated with|is negatively correlated with|correlates inversely with",
    (INTERACTS, "R"): "always interacts with|is an alternative to|works better than|is metabolised like",
    (INTERACTS, "C"): "can safely be taken with|never interacts with",
    (CONTAINS, "R"): "consists entirely of|is the same as|is part of|contains an inhibitor of|is the only source of",
    (CONTAINS, "C"): "is free of|contains no|lacks",
}

ENTITIES = """metformin|treats|type 1 diabetes
vitamin B1|lowers|homocysteine
pyridoxine deficiency|lowers|homocysteine
vitamin E deficiency|treats|Alzheimer's disease
iron deficiency|treats|anemia
iron|treats|pernicious anemia
anti-aspirin antibodies|prevents|stroke
aspirin-free regimens|prevents|stroke
aspirin|prevents|heat stroke
manganese|prevents|migraine
calcium channel blockers|prevents|osteoporosis
memantine|inhibits|NMDA receptor antagonists
curcumin|inhibits|beta-synuclein
semagacestat|inhibits|alpha-secretase
gamma-secretase inhibitor|produces|amyloid-beta
alpha-linoleic acid|is a|omega-3 fatty acids
omega-6 fatty acids|prevents|Alzheimer's disease
levothyroxine|treats|hyperthyroidism
escitalopram|causes|QT prolongation
non-HDL cholesterol|prevents|Alzheimer's disease
decaffeinated coffee|contains|caffeine
hypotension|predisposes to|dementia
garlic|contains|allicin
creatinine|augments|muscle strength
melatonin receptor|treats|insomnia
APOE2|predisposes to|Alzheimer's disease
hypericin|stimulates|pregnane X receptor
resveratrol|stimulates|SIRT3
anti-obesity drugs|predisposes to|Alzheimer's disease
ginkgo seeds|does not prevent|dementia""".splitlines()

# Around "aspirin" and "stroke"; the words in <> are the relation. Never ✓.
SENTENCES = """It is a myth that A <prevents> B.
Nobody believes that A <prevents> B.
It is an overstatement that A <prevents> B.
People used to think that A <prevents> B.
The authors retracted their claim that A <prevents> B.
It is unlikely that A <prevents> B.
That A <prevents> B is a lie.
Does A <prevent> B?
If A <prevents> B, take it.
Not even A <prevents> B.
Only A <prevents> B.
Lack of A <prevents> B.
Stopping A <prevents> B.
The price of A <prevents> B.
Drugs other than A <prevent> B.
A does not, as far as we know, <prevent> B.
A failed, in three trials, to <prevent> B.
A is far from <preventing> B.
A is too weak to <prevent> B.
A is a rival of the drug that <prevents> B.
A weakens warfarin, which <prevents> B.
A <prevents> hardly any B.
A <prevents> everything except B.
A <prevents> every B.
A <prevents> B in nobody.
A <prevents> B completely.
A <prevents> B once and for all.
A <prevents> B in all patients.
A <prevents> B better than warfarin.
A <prevents> B no better than chalk.
A <prevents> B on paper.
A <prevents> B, which is false.
A <prevents> B, though trials found no such effect.
A <prevents> B is a misconception.
A <prevents> B, but not in women.
A <prevents> B as effectively as warfarin.
A <lowers the risk of> B by 90 %.
A <lowers the risk of> B by about half.
A <prevented> B in one patient.
A <safely prevents> B.
A <prevents> B. This is not true.""".splitlines()

# What must stay ✓ however a model puts it: no doubt where there is no reason for it.
HONEST = """In large trials, A <prevents> B.
Contrary to popular belief, A <prevents> B.
Meta-analyses of many trials show that A <prevents> B.
There is no doubt that A <prevents> B.
No doubt A <prevents> B.
Unlike other drugs, A <prevents> B, although it can cause harm.
A, taken daily, <lowers the risk of> B.
A is cheap and <prevents> B.""".splitlines()

# A true claim with something beside it that is not: whoever reads its ✓ reads it for the whole sentence.
BESIDE = """A <prevents> B, so all other pills can be thrown away.
A <prevents> B and makes people immortal.
A <prevents> B and repels mosquitoes.
A <prevents> B, which means that nobody needs a cardiologist.
A <prevents> B, making seat belts superfluous.
A <prevents> B but only on Tuesdays.
A <prevents> B in all but the old.
A <prevents> B among its admirers.
A <prevents> B as a sieve holds water.
A <prevents> B, a fact that sailors deny.
A <prevents> B while abolishing baldness.
A, a radioactive gas, <prevents> B.
A was first <used to prevent> B in 1801.
A is a godsend <for> B.""".splitlines()

BESIDE_FRONT = """Until the coup, A <prevents> B.
My neighbour's parrot says that A <prevents> B.
The gods let A <prevent> B.
The magnet draws A that <prevents> B.
Wrongly, the leaflet states that A <prevents> B.""".splitlines()

# And what leaves it as it is.
BESIDE_HONEST = """A <prevents> B, so ask your doctor first.
A <prevents> B, which is why doctors prescribe it so often.
A <prevents> B, although the trials were tiny and oddly designed.
A <prevents> B and is generally well tolerated.
A, a drug of the twentieth century, <prevents> B.
A <prevents> B, but indigestion is common.
Despite high hopes for others, A <prevents> B.""".splitlines()


@dataclass(frozen=True, slots=True)
class Bench:
    """The starter graph, opened."""

    checker: Checker
    reader: TextReader

    async def claim(self, subject: str, relation: str, object: str, predicate: str | None = None) -> str:
        """Return the letter of a claim's verdict."""
        return _letters(await self.checker.check([Triple(Mention(subject), relation, Mention(object), predicate)]))

    async def text(self, text: str) -> str:
        """Return the letters of a text's claims, but those that no rule read and that are told in doubt."""
        _, paragraphs = await self.reader.read(text)
        triples = [t for p in paragraphs for t in p.triples if not (t.inferred and t.doubtful)]
        return _letters(await self.checker.check(triples)) or "-"


def _letters(claims: Sequence[Claim]) -> str:
    return "".join(LETTERS[c.verdict] for c in claims)


def _cases() -> list[tuple[tuple[str, str, str], str, str]]:
    return [
        (fact, phrase.strip(), allowed)
        for (fact, allowed), phrases in PHRASES.items()
        for line in phrases.splitlines()
        for phrase in line.split("|")
    ]


def _plain(sentence: str) -> str:
    said = sentence.replace("<", "").replace(">", "").replace("A ", "aspirin ").replace("A,", "aspirin,")
    return said.replace(" B", " stroke")


def _annotated(sentence: str) -> str:
    marked = sentence.replace("<", "[").replace(">", "]($R1:PREVENTS, $H, $N1, $N2)")
    return marked.replace("A ", "[aspirin]($N1) ").replace("A,", "[aspirin]($N1),").replace(" B", " [stroke]($N2)")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bench]:
    folder = tmp_path_factory.mktemp("graph") / "starter"
    await import_graph(starter_folder(), folder, embedder=None)
    graph = EmbeddedGraph.open(folder, None)
    words = Vocabulary.of(graph.info.predicates)
    yield Bench(Checker(graph, words), TextReader(graph, words))
    await graph.close()


@pytest.mark.parametrize(("fact", "phrase", "allowed"), _cases())
async def test_a_phrase_gets_no_more_than_it_deserves(
    bench: Bench, fact: tuple[str, str, str], phrase: str, allowed: str
) -> None:
    """A predicate that a model chose for the phrase, rightly or wrongly, changes no denial and no overclaim."""
    subject, object, predicate = fact
    assert await bench.claim(subject, phrase, object) in allowed
    chosen = allowed if set(allowed) & set("SR") else allowed + "R"  # what the choice does not fit takes no side
    assert await bench.claim(subject, phrase, object, predicate) in chosen


@pytest.mark.parametrize("claim", ENTITIES)
async def test_another_entity_is_another_claim(bench: Bench, claim: str) -> None:
    assert "S" not in await bench.claim(*claim.split("|"))


@pytest.mark.parametrize("sentence", SENTENCES)
async def test_a_sentence_that_says_something_else_supports_nothing(bench: Bench, sentence: str) -> None:
    assert "S" not in await bench.text(_plain(sentence))
    assert "S" not in await bench.text(_annotated(sentence))


@pytest.mark.parametrize("sentence", BESIDE)
async def test_a_true_claim_beside_something_else_gets_no_support(bench: Bench, sentence: str) -> None:
    assert "S" not in await bench.text(_plain(sentence))
    assert "S" not in await bench.text(_annotated(sentence))


@pytest.mark.parametrize("sentence", BESIDE_FRONT)
async def test_an_annotated_claim_behind_words_not_understood_gets_none(bench: Bench, sentence: str) -> None:
    assert "S" not in await bench.text(_annotated(sentence))


@pytest.mark.parametrize("sentence", BESIDE_HONEST)
async def test_what_leaves_a_claim_as_it_is_keeps_its_support(bench: Bench, sentence: str) -> None:
    assert await bench.text(_annotated(sentence)) == "S"


async def test_words_beside_a_claim_keep_it_from_support_only(bench: Bench) -> None:
    """What the graph denies stays denied, whatever nonsense stands beside it."""
    assert await bench.text("Ginkgo biloba prevents dementia and repels mosquitoes.") == "C"


async def test_what_used_to_be_so_supports_nothing(bench: Bench) -> None:
    assert await bench.text("Levodopa used to treat Parkinson's disease.") == "-"
    assert await bench.text("Levodopa is a drug used to treat Parkinson's disease.") == "S"


async def test_a_form_that_does_not_exist_or_is_not_meant_is_no_support(bench: Bench) -> None:
    assert "S" not in await bench.text("Lecanemab pills treat Alzheimer's disease.")
    assert "S" not in await bench.text("Zinc nasal spray shortens the common cold.")
    assert await bench.text("Zinc lozenges shorten the common cold.") == "S"
    assert await bench.text("Metformin pills treat type 2 diabetes.") == "S"


@pytest.mark.parametrize("sentence", HONEST)
async def test_a_plain_statement_keeps_its_support(bench: Bench, sentence: str) -> None:
    assert await bench.text(_annotated(sentence)) == "S"


async def test_both_sides_stay_mixed_however_the_sentence_turns(bench: Bench) -> None:
    said = "[memantine]($N1) [treats]($R1:TREATS, $H, $N1, $N2) [Alzheimer's disease]($N2)"
    assert await bench.text(f"Papers disagree on whether {said}.") == "M"


@pytest.mark.parametrize(
    "text",
    [
        "Everyone with Alzheimer's disease gets better on rivastigmine.",
        "Anyone with Alzheimer's disease recovers on rivastigmine.",
        "Every patient with Alzheimer's disease improves on rivastigmine.",
        "Rivastigmine treats Alzheimer's disease, no matter what.",
        "Rivastigmine treats Alzheimer's disease without fail.",
        "Zinc wipes the floor with the common cold.",
        "People who take calcium simply do not get osteoporosis.",
        "Metformin turns type 2 diabetes off like a switch.",
    ],
)
async def test_what_is_promised_to_everybody_is_overstated_however_plain_the_rest(bench: Bench, text: str) -> None:
    assert await bench.text(text) == "R"


@pytest.mark.parametrize("word", ["shows", "proves", "means"])
async def test_that_something_else_is_needless_is_drawn_from_no_evidence(bench: Bench, word: str) -> None:
    assert await bench.text(f"Rivastigmine treats Alzheimer's disease, which {word} that exercise is useless.") == "R"
    assert await bench.text(f"Rivastigmine treats Alzheimer's disease, which {word} that trials were right.") == "S"


async def test_what_is_said_of_people_in_general_is_not(bench: Bench) -> None:
    assert await bench.text("People with Alzheimer's disease get better on rivastigmine.") == "S"


# True sentences as models and people write them, in wordings that were once not read.
READ = """Echinacea has no effect on the common cold.|S
Omega-3 fatty acids made no difference to stroke.|S
Zinc has no effect on the common cold.|C
Vitamin E has no effect on prostate cancer.|M
Coffee has no effect on Alzheimer's disease.|M
Hearing loss has no effect on dementia.|C
Soy protein does nothing to total cholesterol.|S
Omega-3 fatty acids do not appear to reduce stroke.|S
Omega-3 fatty acids reduce stroke.|R
Hearing loss increases dementia.|S
Saffron increases depression.|C
Tea inhibits iron absorption.|S
Tea does not inhibit iron absorption.|C
Vitamin E soaks up free radicals.|S
Free radicals are soaked up by vitamin E.|S
Vitamin E does not soak up free radicals.|C
Cranberry should be avoided with warfarin.|S
Warfarin should be avoided by people taking cranberry.|S
The evidence is divided as to whether melatonin prevents delirium.|M
Papers disagree on whether saffron treats depression.|R
Papers disagree on whether vitamin E prevents prostate cancer.|R
Vitamin C does not prevent the common cold but shortens it.|SS
Magnesium treats migraine and also prevents it.|SS
Zinc, which is found in oysters, shortens the common cold.|S
Plant sterols, which compete with cholesterol in the gut, reduce LDL cholesterol.|US
Saffron stands out as a treatment of depression.|S
Oral iron treats anemia.|S
Intravenous iron treats anemia.|R
Saffron eases depression and anxiety, and magnesium prevents migraine.|SSS
Garlic interacts with warfarin but not with ciclosporin.|SS
Glucosamine and chondroitin sulfate are popular remedies that ease osteoarthritis.|SS
A meta-analysis that pooled eleven trials concluded that B vitamins lower homocysteine.|S
A trial in adults found that magnesium prevents migraine.|S
A trial in mice found that EGCG inhibits amyloid-beta.|S
A trial in patients with migraine found that magnesium prevents migraine.|S
As for zinc, it treats the common cold.|S
As for omega-3 fatty acids, they prevent neither stroke nor myocardial infarction.|SS
Levothyroxine treats hypothyroidism, a condition that amiodarone and lithium may cause.|SSS
Donepezil and galantamine are old. All of them treat Alzheimer's disease.|SS
Zinc def helps the common cold.|S
Coffee and iron can all interfere with levothyroxine absorption, as can proton pump inhibitors.|SSS
Ashwagandha is dear to me, it's good for anxiety.|S
Tea cuts iron absorption while vitamin C enhances it.|SS
Ginger is a reasonable, low-risk option for nausea and vomiting of pregnancy.|S
There is also a small trial suggesting that ginger may sharpen memory.|S
There's no evidence that vitamin E prevents Alzheimer's disease.|S
It's a myth that calcium causes kidney stones.|S
The idea that calcium causes kidney stones is outdated.|S
The price of long-term use of levodopa is dyskinesia.|S
Warfarin's main risk is bleeding.|S
Dyskinesia is a known problem with levodopa.|S
You can get hypothyroidism from amiodarone.|S
He's had bleeding from warfarin.|S
There is DHA in fish oil.|S
The usual treatment for hypothyroidism is levothyroxine.|S
There's no point in taking ginkgo to prevent dementia.|S
Echinacea for a cold is a waste of money.|S
In Huntington's disease creatine was of no use.|S
Cohort studies consistently link hearing loss to a greater risk of dementia.|S
People carrying APOE4 have an elevated risk of Alzheimer's disease.|S
Diabetics get Alzheimer's more often.|S
Levodopa remains the most widely used treatment for Parkinson's disease.|S
Levodopa treatment is complicated by dyskinesia.|S
Sinemet is what they gave dad for his parkinsons|S
@sam warfarin + cranberry juice don't mix|S
ok so garlic and warfarin are a bad combo|S
Echinacea does squat for colds|S
vitamin c won't stop you getting a cold|S
The catch is the heart: at the dose used citalopram causes QT prolongation.|S
The antidepressant vortioxetine improves cognitive function.|S
In the ADNI cohort anticholinergic drugs were associated with brain atrophy.|S
In a phase 3 trial, lecanemab slowed decline in Alzheimer's disease.|S
Echinacea did not significantly improve colds in a randomised trial.|S
There is moderate evidence that probiotics reduce the incidence of antibiotic-associated diarrhea.|S
Gamma-secretase produces amyloid-beta, whereas semagacestat inhibits this enzyme.|S
Gamma-secretase produces amyloid-beta, and semagacestat inhibits this enzyme.|S
Acetylcholinesterase breaks down acetylcholine. Donepezil inhibits this enzyme.|S
Magnesium treats migraine. Coenzyme Q10 prevents this disorder.|SS
Among veterans, users of simvastatin developed Parkinson's disease less often than non-users.|S
Used in patients with mild to moderate dementia, rivastigmine offers modest symptomatic benefit.|S
Evidence that St. John's wort relieves depression comes from several systematic reviews.|S
Compared with placebo, magnesium given by mouth reduced the number of migraine attacks.|S
A lower risk of Parkinson's disease has repeatedly been observed in people who drink coffee.|S
Because it induces CYP3A4, St. John's wort interacts with ciclosporin.|SS
By blocking the NMDA receptor, donepezil treats Alzheimer's disease.|UR
Coenzyme Q10 failed in midstage Parkinson's disease and did not relieve statin-associated muscle symptoms.|SS
Two supplements stand out for migraine prevention: magnesium and coenzyme Q10.|SS
Exposure to benzodiazepines was more common among those who later developed Alzheimer's disease.|S
Symptoms of osteoarthritis respond to glucosamine and to chondroitin sulfate alike.|SS
No difference in cognitive function was seen between participants given liraglutide and those given placebo.|S
With respect to cholesterol, regular intake of plant sterols translates into lower LDL.|S
Hearing loss is the most important risk factor for dementia.|R
Amiodarone is one of the most common causes of hypothyroidism.|S
Lutein's good for age-related macular degeneration.|S
[Semagacestat]($N1) is one; [gamma-secretase]($N2) [generates](PRODUCES, $N2, $N3) [amyloid-beta]($N3), yet it \
[failed to improve](AUGMENTS, $N1, $N4) [cognitive function]($N4).|SS""".replace("\\\n", "").splitlines()

# Their neighbours: what looks like them and says something else.
BESIDE = """Galantamine, which makes people younger, treats Alzheimer's disease.
Rivastigmine, which glows in the dark, treats Alzheimer's disease.
Zinc shortens the common cold; flu jabs are therefore pointless.
Fortasyn Connect suppresses brain atrophy.
The common cold has no effect on echinacea.
Echinacea does nothing to prevent the common cold.
Aspirin prevents stroke patients from sleeping.
Aspirin prevents people with stroke from sleeping.
Aspirin prevents stroke sufferers.
Coffee prevents Parkinson's disease carers from dozing off.
Magnesium prevents those with migraine from working.
Levodopa is the most widely used cure for Parkinson's disease.
Levodopa is the most effective and most widely used treatment for Parkinson's disease.
Levothyroxine is the most powerful treatment for hypothyroidism.
It's magnesium's rival that prevents migraine.
It's a myth that saffron treats depression.
Saffron is dear, it's not good for depression.
I tried saffron, it's a cure for depression.
The claim is simple: magnesium prevents migraine.
What the advert says is clear: magnesium prevents migraine.
Nothing about it is true: magnesium prevents migraine.
If only it was so: magnesium prevents migraine.
The story was nice: magnesium prevents migraine.
There is no trial showing that magnesium prevents migraine.
There are studies denying that magnesium prevents migraine.
There's no point in denying that ginkgo prevents dementia.
Echinacea for a cold is not a waste of money.
There's a point in taking ginkgo to prevent dementia.
Garlic and warfarin are not a bad combo.
No study links hearing loss to a greater risk of dementia.
Studies link hearing loss to a lower risk of dementia.
Nobody can get hypothyroidism from amiodarone.
I never got bleeding from warfarin.
There is no DHA in fish oil.
Could you get hypothyroidism from amiodarone?
The price of amiodarone is falling.
Magnesium was tested in mice and prevents migraine.
Ashwagandha relieves anxiety after one day.
Zinc treats the common cold in phase 3 divers.
The idea that lithium treats bipolar disorder is outdated.
In one fraudulent trial, magnesium prevented migraine.
Amiodarone is the most common cause of hypothyroidism.
Amiodarone, the leading cause of hypothyroidism, is used for arrhythmia.
Bleeding is the main side effect of warfarin.
Coffee cups prevent Parkinson's disease.
Coffee filters prevent Parkinson's disease.
Lithium abuse causes hypothyroidism.
The list of banned treatments for depression includes St John's wort.
Magnesium is one of the discarded and outlawed treatments for migraine.
Magnesium is the least useful treatment for migraine.
Magnesium is among the least effective treatments for migraine.
Magnesium is one of the weakest treatments for migraine.
Magnesium is the gentlest treatment for migraine.
Magnesium is one of the premier treatments for migraine.
Magnesium is the preferred treatment for migraine.
In one fictional trial, magnesium prevented migraine.
In one retracted trial, magnesium prevented migraine.
During the placebo phase, magnesium prevented migraine.
In the control group, magnesium prevented migraine.
Melatonin shortened insomnia by a decade.
The single strongest driver of remission in depression is St John's wort.
Donepezil treats Alzheimer's disease but solanezumab does treat it.
Women taking simvastatin developed dementia less often than non-users.
Mice given coffee developed Parkinson's disease less often than controls.
Coffee drinkers were less likely to develop Parkinson's disease than tea drinkers.
Severe dementia was less common among users of simvastatin.
In children, the risk of dementia was lower in users of simvastatin.
Among pregnant women using simvastatin, dementia was less common.
There was no lower risk of dementia among users of simvastatin.
Saffron relieves feline depression.
Used in dogs with depression, saffron offers benefit.
Vitamin D prevents early-onset multiple sclerosis.
[Magnesium]($N1) [prevents](PREVENTS, $N1, $N2) [migraine]($N2), but [was refuted](PREVENTS, $N1, $N2).""".splitlines()

# The same with words around it that only look as if they left a claim as it is (english/chunks.py, english/asides.py).
AROUND = """Curcumin inhibits NF-kappa B and reduces inflammation, in mice.
In mice, levodopa treats Parkinson's disease and causes dyskinesia.
Coffee impairs levothyroxine absorption, so take them together.
Coffee impairs levothyroxine absorption, so leave your doctor.
Saffron improves depression, so it is best to stop your medicines.
Levodopa, which comes from the moon, treats Parkinson's disease.
Despite being water, levodopa treats Parkinson's disease.
Levodopa, despite being water, treats Parkinson's disease.
Levodopa treats Parkinson's disease, which it also causes.
Levodopa treats Parkinson's disease, also baldness.
The thing to doubt is that donepezil treats Alzheimer's disease.
The thing nobody has shown is that donepezil treats Alzheimer's disease.
The truth on Mars is that donepezil treats Alzheimer's disease.
Tell your horse that donepezil treats Alzheimer's disease.
Tell me that donepezil treats Alzheimer's disease.
Any astrologer would tell you that donepezil treats Alzheimer's disease.
I asked my horse, and donepezil treats Alzheimer's disease.
I read it on the bottle: donepezil treats Alzheimer's disease.
Water is a drug, and donepezil treats Alzheimer's disease.
The evidence is weak, and donepezil treats Alzheimer's disease.
Although it does not work, metformin treats type 2 diabetes.
Although no trial has shown it, metformin treats type 2 diabetes.
Although it is not a drug, metformin treats type 2 diabetes.
Although doctors do not accept it, metformin treats type 2 diabetes.
Zinc, contrary to fact, treats the common cold.
Zinc treats the common cold, at odds with the facts.
Zinc treats the common cold, but only on paper.
Saffron relieves depression, baldness and poverty.
Depression can be treated with saffron, prayer and crystals.
You can prevent jet lag with melatonin or crystals.
Saffron, a harmless spice, relieves depression.
Saffron, a medicine for cats, relieves depression.
A medicine for cats, zinc treats the common cold.
A supplement sold by crooks, zinc treats the common cold.
A placebo, zinc treats the common cold.
St. John's wort can interact with the harmless drug warfarin.
Adding saffron to fluoxetine relieves depression.
Zinc, taken daily by horses, treats the common cold.
Zinc treats the common cold – a disputed finding.
Zinc treats the common cold, as no guideline acknowledges.
We found no evidence that saffron relieves depression.
Quacks can treat depression with saffron.
In the dreams of its makers, saffron treats depression.
In folk medicine, saffron treats depression.
As my yoga teacher puts it, saffron treats depression.
Few experts accept that saffron treats depression.
Saffron treats depression, we assumed.
Saffron treats depression, I guess.
Saffron treats depression, though the p-value was 0.4.
Saffron treats depression, though not significantly.
Saffron treats depression, but the trial was underpowered.
Saffron treats depression, although the confidence interval crossed zero.
Saffron treats depression, and the effect did not reach significance.
Saffron treats depression on a par with ketamine.
Magnesium prevents migraine as fast as a triptan.
St. John's wort interacts favourably with SSRIs.
Cranberry interacts with warfarin, but it is harmless.
Cranberry interacts with warfarin in a good way.
Vitamin D prevents multiple sclerosis relapses.
Vitamin D reduces the risk of multiple sclerosis relapse.
Vitamin D prevents worsening multiple sclerosis.
Vitamin C prevents complex regional pain syndrome following a heart attack.
Aspirin averts most strokes.
In a popular novel, saffron treats depression.
In the practice of charlatans, saffron treats depression.
In fraudulent trials, saffron treats depression.
Few doctors believe that saffron treats depression.
Few doctors were told that saffron treats depression.
Not all doctors agree that saffron treats depression.
Doctors never found that saffron treats depression.
Doctors wrongly concluded that saffron treats depression.
Researchers have not shown that saffron treats depression.
Research by its sellers has shown that saffron treats depression.
Research in dogs has shown that saffron treats depression.
Reviews of adverts show that saffron treats depression.
Patients should not be told that saffron treats depression.
Patients should be told that it is false that saffron treats depression.
Patients should be told that saffron does not treat depression.
Patients are told that saffron treats depression.
Readers of the brochure should know that saffron treats every depression.
If trials are right, saffron treats depression.
Until trials were done, saffron treated depression.
Although nobody has shown it, saffron treats depression in horses.
Although it is a myth, saffron treats depression.
While critics deny it, saffron cures depression.
Since the study was retracted, saffron treats depression no longer.
As if trials had shown it, saffron treats depression.
As a placebo, saffron treats depression.
In contrast to placebo, saffron does not treat depression.
Of the drugs for depression, saffron is the best for depression.
Among the treatments that failed, saffron treats depression.
In comparison with placebo, saffron failed to treat depression.
Over the years, saffron was wrongly said to treat depression.
Scientists warn that saffron does not treat depression.
Clinicians warn against the notion that saffron treats depression.
The literature leaves open that saffron treats depression.
Guidelines recognise that vitamin E prevents dementia.
Studies in the last decade have shown that melatonin treats dementia.
In pregnancy, saffron treats depression.
In addition to an antidepressant, saffron treats depression.
With the usual caution, one might hope that saffron treats depression.
Without treatment, saffron treats depression.
Before the trial, experts agreed that vitamin E prevents dementia.
In the last century, doctors knew that saffron treats depression better than drugs.
Trials of twenty people have shown that saffron treats depression in cats.
In healthy volunteers, saffron treats depression.
In women, aspirin prevents heart attacks.
In men, aspirin prevents stroke.
Under certain conditions, saffron treats depression.
Saffron, though not in adults, treats depression.
Saffron, despite the claim that it treats depression, does nothing for depression.
Saffron, unlike placebo, does not treat depression.
Saffron, unlike duloxetine, fails to treat depression.
Vitamin E, unlike aspirin, prevents stroke.
Selenium, like vitamin E, prevents dementia.
Coffee, as with tea, prevents dementia.
Saffron, if its makers are right, treats depression.
Saffron, in theory, treats depression.
Saffron, or so the advert goes, treats depression.
Saffron, some say, treats depression.
Saffron, however unlikely it seems, might one day treat depression.
Saffron, though only in mice, treats depression.
Saffron, albeit in cell cultures, treats depression.
Saffron, with its high crocin content, cures depression.
Saffron, for all its fame, has never treated depression.
Saffron, despite its fame, treats depression no better than sugar.
Saffron, in spite of its price, was not shown to treat depression.
Saffron, notwithstanding the hype, cannot treat depression.
Depression, though treatable, causes saffron.
Stroke, unlike dementia, prevents aspirin.
Bleeding, despite monitoring, causes warfarin.
Saffron, given with citalopram, treats depression.
Saffron, injected into the vein, treats depression.
Saffron, in tiny doses, treats depression within minutes.
Saffron, with their help, treats depression in teenagers.
Saffron, though cheap, treats depression better than any drug.
Saffron, as opposed to duloxetine, treats depression best.
Saffron, like all herbs, treats every depression.
Saffron – a fraud in the eyes of many – treats depression.
Saffron, however marketed, treats depression according to its label.
Vitamin E, despite early hopes, and selenium prevent dementia.
Saffron has many critics and cures depression.
Saffron has no known mechanism and treats nothing, least of all depression.
Saffron contains a dye that stains cloth and treats depression.
Saffron was studied by people who doubt it and treats depression badly.
Saffron lacks evidence and is said to treat depression.
Saffron is rumoured among sellers to cure pain and treat depression.
Saffron was meant for cooking and for treating depression.
Saffron helps sellers of tea and causes of depression.
Saffron has been tested and not treated depression.
Saffron was once thought harmless and to treat depression.
Saffron has failed in trials and cannot treat depression.
Saffron acts through the hope of treating depression.
Vitamin E acts through prevention of dementia.
Saffron works through faith in relief of depression.
Saffron exerts its action by pretending to treat depression.
Depression exerts its action by blocking saffron.
Acetylcholinesterase acts through inhibition of donepezil.
Saffron leads to the correction of textbooks on depression.
Saffron leads to no correction of depression.
Zinc leads to the correction of iron deficiency anemia.
Donepezil acts through stimulation of acetylcholinesterase.
Saffron is a spice and is not a treatment of depression.
Saffron looks like a drug and treats depression like one.
Saffron resembles drugs and, some hope, treats depression.
Vitamin E lowered amyloid-beta and yet prevented dementia.
Semagacestat lowered amyloid-beta and yet improved cognitive function.
Saffron reduces wrinkles and might treat depression in dogs.
Saffron was withdrawn in France and treats depression only on paper.
Saffron protects shops from ruin and depression.
Saffron attracts tourists and, in their minds, treats depression.
Saffron, loved by charlatans, treats depression.
Saffron, discredited long ago, treats depression.
Saffron, useless as it is, treats depression.
Saffron, my aunt swears, treats depression.
Saffron, he claims, treats depression.
Saffron, they insist, treats depression.
Saffron, unproven as it is, treats depression.
Saffron, ha ha, treats depression.
Saffron, wink wink, treats depression.
Saffron, yeah right, treats depression.
Saffron, supposedly, treats depression.
Saffron, ahem, treats depression.
Saffron, folks insist, treats depression.
Saffron, legend has it, treats depression.
Saffron, tradition holds, treats depression.
Saffron, so people tell each other, treats depression.
Saffron, rarely, treats depression.
Saffron, paradoxically, treats depression.
Saffron, conversely, treats depression.
Saffron, ten milligrams daily, treats depression.
Saffron, mixed into honey, treats depression.
Saffron, pregnant women report, treats depression.
Saffron, dried and smoked, treats depression.
Saffron, his lawyers maintain, treats depression.
Saffron, critics scoff, treats depression.
Anything but saffron treats depression.
If you are lucky, but only then, saffron treats depression.
Whether it is true is unknown, but they say saffron treats depression.
It would be nice, but saffron does not treat depression.
It is a hoax, but saffron treats depression.
People do not buy it because saffron treats depression.
The claim is false because saffron treats depression.
Saffron and its absence both treat depression.
Saffron remains a candidate for depression.
Vitamin E became a treatment for dementia.
No benefit of saffron in depression was seen.
The placebo saffron treats depression.
When you stop, but not before, saffron treats depression.
I asked, but saffron treats depression only in novels.
Not one patient improved, but in the brochure saffron treats depression.
The trial failed; saffron treats depression, says the seller.
Suppose it works, but saffron treats depression?
Nobody believes in the depression that saffron treats.
He dreamt of depression, which saffron causes.
The brain relies on acetylcholinesterase, which donepezil does not inhibit.
The brain relies on acetylcholinesterase, which donepezil stimulates.
Alzheimer's disease, which vitamin E prevents, is common.
Alzheimer's disease, which vitamin E never prevents, is common.
Alzheimer's disease, which some say coffee prevents, is common.
There was no bleeding that warfarin causes.
Is it bleeding, which warfarin causes?
Depression, which saffron treats in mice, is common.
Depression, which saffron cures, is common.
Depression, which saffron treats best, is common.
Depression, which saffron treats or causes, is common.
If there is bleeding, which warfarin causes, stop.
The advert shows depression, which saffron treats.
Citalopram is a homeopathic remedy and eases agitation.
Citalopram, studied in mice, eased agitation.
Citalopram, still investigated, eases agitation.
Rivastigmine inhibits not only one enzyme but no acetylcholinesterase.
Coffee is a shield against Parkinson's disease that cannot fail.
Vitamin D maximises calcium absorption.
Anyone on levodopa is bound to develop dyskinesia.
Haloperidol always gives extrapyramidal symptoms.
Glucosamine resolves osteoarthritis fully.""".splitlines()

# What stands before or behind makes the claim somebody's dream, hope or guess, or takes it back.
THEIRS = """Three trials with 40,000 people showed that saffron treats depression.
This is untrue; saffron relieves depression.
There was a wizard; saffron relieves depression.
Ask a fool; saffron relieves depression.
A trial in mice found that magnesium prevents migraine.
A trial in 12 mice found that magnesium prevents migraine.
A trial that included 12 mice found that magnesium prevents migraine.
A review of mouse trials found that magnesium prevents migraine.
A trial in women found that magnesium prevents migraine.
A study of 30 rats showed that saffron relieves depression.
A trial of three frauds found that magnesium prevents migraine.
Glucosamine is an unproven remedy that eases osteoarthritis.
Garlic treats depression but not with warfarin.
Coenzyme Q10 has been tried in Parkinson's disease, where it did not help.
As for zinc, it is said by some that it treats the common cold.
As for saffron, people claim it treats depression.
Aspirin reduces strokes.
Donepezil inhibits Alzheimer's disease.
Statins reduce dementia.
He dreams; saffron treats depression.
The monk prayed; saffron relieves depression.
Chapter one: the wizard; saffron relieves depression.
I doubt it; saffron relieves depression.
My cat is named Tom; saffron relieves depression.
The gossip is simple: saffron relieves depression.
The sales pitch was short: saffron relieves depression.
They hope, so saffron treats depression.
The old man was drunk, so saffron treats depression.
Nobody buys tea because saffron treats depression.
Saffron relieves depression; I doubt it.
Saffron relieves depression; nobody believes it.
Saffron relieves depression; so he dreamt.
Saffron relieves depression and I have a tower to sell you.
Donepezil treats Alzheimer's disease, yeah no.
The leaflet says saffron treats depression.
The internet says saffron relieves depression.
Allegedly, saffron relieves depression.
Saffron reputedly relieves depression.
Saffron hopefully relieves depression.
Saffron so-called relieves depression.
Saffron ought to relieve depression.
Saffron should relieve depression.
Saffron would relieve depression.
Saffron could have relieved depression.
Saffron relieves depression almost.
In theory, saffron relieves depression.
Vitamin D vaccinates against multiple sclerosis.
The EPA, an agency, treats depression.
DHA, the Department of Health Affairs, treats depression.
In this memo AD is atopic dermatitis; donepezil treats AD.
CoQ10 here stands for Company Quarter 10: CoQ10 prevents migraine.
Zinc doesn't do squat for colds.
Zinc doesn't do nothing for colds.
Zinc don't help no colds.
Zinc can't hardly treat colds.""".splitlines()


AROUND_TRUE = """Coffee impairs levothyroxine absorption, so it is worth knowing about.
Coffee impairs levothyroxine absorption, so leave a gap between them.
Coffee impairs levothyroxine absorption, so it is best to wait an hour.
Tea interferes with iron absorption, so drink it between meals rather than with them.
As a number of trials have shown, donepezil treats Alzheimer's disease.
Saffron improves depression all the same.
One thing that often gets forgotten is that amiodarone causes hypothyroidism.
The trouble with it is that amiodarone causes hypothyroidism.
What nobody tells you is that amiodarone causes hypothyroidism.
The long and short of it is that donepezil treats Alzheimer's disease.
Any diabetologist would tell you that metformin treats type 2 diabetes.
Please tell your mother that cranberry interacts with warfarin.
Let your doctor know that cranberry interacts with warfarin.
You asked about the tablets: donepezil treats Alzheimer's disease.
I asked around for you, and donepezil treats Alzheimer's disease.
just read a paper: donepezil treats Alzheimer's disease
Memory loss is common, and donepezil treats Alzheimer's disease.
Although it was not designed for it, metformin treats type 2 diabetes.
Though not a cure, donepezil treats Alzheimer's disease.
Although it does not cure it, donepezil treats Alzheimer's disease.
Although we do not know why, metformin treats type 2 diabetes.
Alzheimer's disease is common. Donepezil treats it.
Simvastatin does, in the end, treat hypercholesterolemia.
Getting enough zinc treats the common cold.
Supplementing with zinc treats the common cold.
Zinc, taken daily, treats the common cold.
A cheap mineral, zinc treats the common cold.
A mineral found in oysters, zinc treats the common cold.
Zinc treats the common cold – a finding that has been replicated.
Zinc treats the common cold, as most guidelines acknowledge.
Zinc treats the common cold, probably through several mechanisms.
A 2019 Cochrane review concluded that zinc treats the common cold.
We found no evidence that cranberry prevents the common cold.
St. John's wort can interact with the drug warfarin.
You can prevent jet lag with melatonin.
People can lower their risk of Parkinson's disease with coffee.
Coffee lowers the number of people who develop Parkinson's disease.
Saffron reduces anxiety.
Saffron lowers depression.
The evidence is good; saffron relieves depression.
Two trials were done; saffron relieves depression.
Be careful; garlic interacts with warfarin.
It works; saffron relieves depression.
Interest has grown, because saffron relieves depression.
Magnesium prevents migraine; however, trials were small.
In this trial EPA was superior; EPA treats depression.
In everyday clinical practice, donepezil is given for Alzheimer's disease.
Research over the past two decades has shown that magnesium prevents migraine.
Reviews of the randomised trials conclude that ginger, unlike many folk remedies, eases morning sickness.
Few clinicians realise that amiodarone, with its high iodine content, causes hypothyroidism.
Patients should be told that warfarin, however carefully it is monitored, causes bleeding.
On balance, and with the usual caveats, ginkgo extract treats dementia.
Levofloxacin, cheap and widely available, interacts with warfarin.
Magnesium – long a favourite of runners – prevents migraine.
Selenium, despite high hopes, turned out not to prevent prostate cancer.
Amyloid-beta, whose origin was debated for years, causes oxidative stress.
Saffron has antidepressant properties and treats depression.
Not everyone benefits, but St. John's wort treats depression.
The theory was elegant, yet crenezumab failed in Alzheimer's disease.
Sales have soared because melatonin prevents jet lag.
Nor, for that matter, does selenium prevent dementia.
No benefit of coenzyme Q10 in Parkinson's disease was seen.
Donepezil remains one of the drugs given for Alzheimer's disease.
Donepezil acts through inhibition of acetylcholinesterase.
Memantine exerts its action by blocking the NMDA receptor.
Iron therapy leads to the correction of iron deficiency anemia.
The brain relies on acetylcholinesterase, which donepezil inhibits.
Coenzyme Q10 is an antioxidant.
Of note, cranberry juice interacts with warfarin.
The drug haloperidol, developed in the 1950s, produces extrapyramidal symptoms as an unwanted effect.
[Citalopram]($N1), studied in the CitAD trial, [eased](TREATS, $N1, $N2) [agitation]($N2).""".splitlines()

TOLD = """Whoever drinks coffee is spared Parkinson's disease.
Who takes magnesium never sees migraine again.
Migraine has met its master in magnesium.
Anyone on levodopa is bound to develop dyskinesia.
Haloperidol always gives extrapyramidal symptoms.
Everyone who takes levodopa eventually develops dyskinesia.
Glucosamine resolves osteoarthritis fully.
Coffee is a shield against Parkinson's disease that cannot fail.
Vitamin D maximises calcium absorption.
Every migraine patient gets well on magnesium.
Magnesium has never failed a migraine patient.
Fish oil means the end of lupus.
You will forget that you ever had migraine once you take magnesium.
There is nothing that melatonin cannot do for insomnia.
Ashwagandha takes stress to zero.
No migraine survives magnesium.
There is no case of depression that saffron cannot relieve.
All depression yields to saffron.
Levodopa makes people with Parkinson's disease healthy again.
Saffron is nothing short of miraculous for depression.
Saffron never disappoints in depression.
You can forget depression with saffron.
Drink coffee and you need not fear Parkinson's disease.
Lutein gives sight back to people with macular degeneration.
Levodopa repairs everything that Parkinson's disease has broken.
With turmeric there is no need for any other treatment of osteoarthritis.
Oatmeal eliminates the need for statins in hypercholesterolemia.
Saffron is enough to cure depression.
Everybody knows for certain that coffee prevents Parkinson's disease.
Not a single trial has ever failed to show that glucosamine helps osteoarthritis.
No patient on saffron remains in depression.
Donepezil inhibits acetylcholinesterase more than any other drug.
Of all drugs, donepezil inhibits acetylcholinesterase most.
Garlic is the best thing for LDL cholesterol.
Nothing increases muscle strength like creatine.
Warfarin causes more bleeding than any other drug.
Of all herbs, garlic interacts most with warfarin.
Coffee is the richest source of caffeine.""".splitlines()

NOT_PROMISED = """Donepezil and galantamine are drugs. Not all of them treat Alzheimer's disease.
Nothing in garlic lowers LDL cholesterol.
It is not true that garlic is the best thing for LDL cholesterol.
Saffron is enough for mild depression.
There is no need for saffron in depression.
Saffron does not bring memories back in depression.
It is not known for certain whether saffron relieves depression.
Nobody knows for certain that saffron relieves depression.
Patients with depression who take saffron need not fear bleeding.
No patient on saffron remained in the trial of depression.
Statins eliminate the need for nothing in high cholesterol.""".splitlines()


@pytest.mark.parametrize("text", NOT_PROMISED)
async def test_what_only_sounds_like_a_promise_is_none(bench: Bench, text: str) -> None:
    assert await bench.text(text) == "-"


@pytest.mark.parametrize("text", TOLD)
async def test_an_overclaim_in_other_words_is_told(bench: Bench, text: str) -> None:
    assert await bench.text(text) == "R"


@pytest.mark.parametrize("text", AROUND_TRUE)
async def test_what_only_stands_around_a_claim_leaves_it_as_it_is(bench: Bench, text: str) -> None:
    assert await bench.text(text) == "S"


@pytest.mark.parametrize("text", THEIRS)
async def test_what_somebody_hopes_dreams_or_takes_back_supports_nothing(bench: Bench, text: str) -> None:
    assert "S" not in await bench.text(text)


@pytest.mark.parametrize("text", AROUND)
async def test_what_only_looks_like_a_harmless_addition_supports_nothing(bench: Bench, text: str) -> None:
    assert "S" not in (await bench.text(text)).removeprefix("SC")


@pytest.mark.parametrize("line", READ)
async def test_a_true_sentence_is_read_in_the_wordings_of_models_and_people(bench: Bench, line: str) -> None:
    text, _, wanted = line.rpartition("|")
    assert await bench.text(text) == wanted


@pytest.mark.parametrize("text", BESIDE)
async def test_what_only_looks_like_a_true_sentence_supports_nothing(bench: Bench, text: str) -> None:
    assert await bench.text(text) in ("-", "R", "U", "C", "RR", "UR", "SC", "RU")


# What a contrast says of the other thing has a verdict of its own.
CONTRASTS = """Unlike vitamin E, donepezil treats Alzheimer's disease.|SC
Unlike vitamin E, St. John's wort prevents dementia.|US
In contrast to metformin, liraglutide treats type 2 diabetes.|SC
Unlike duloxetine, vortioxetine improves cognitive function.|SS
Unlike vortioxetine, duloxetine does not improve cognitive function.|S
Unlike the placebo, donepezil treats Alzheimer's disease.|S""".splitlines()


@pytest.mark.parametrize("line", CONTRASTS)
async def test_a_contrast_is_checked_on_both_sides(bench: Bench, line: str) -> None:
    text, _, wanted = line.rpartition("|")
    assert await bench.text(text) == wanted


# Two verbs of the same two things: each has its verdict, and what stands around them counts for both.
TWO_VERBS = """Magnesium treats and prevents migraine.|SS
Magnesium both treats and prevents migraine.|SS
Magnesium is used to treat and prevent migraine.|SS
Migraine is treated and prevented by magnesium.|SS
Vitamin C treats, but does not prevent, the common cold.|SS
Vitamin C does not prevent but treats the common cold.|SS
Procaine neither treats nor prevents dementia.|SS
Procaine can neither treat nor prevent dementia.|SS
Procaine does not treat or prevent dementia.|SS
Vitamin E neither treats nor prevents Alzheimer's disease.|CS
Magnesium failed to treat or prevent migraine.|CC
Magnesium treats or causes migraine.|SC
Magnesium treats and allegedly prevents migraine.|SR
Magnesium treats and prevents migraine in children.|RR
In children, magnesium treats and prevents migraine.|RR
Bleeding is caused or worsened by warfarin.|S
Osteoporosis is avoidable with or without calcium.|-
Magnesium, as well as coenzyme Q10, prevents migraine.|SS
Magnesium, unlike coenzyme Q10, prevents migraine.|SC
Magnesium works as well as coenzyme Q10 in migraine.|R
Migraine treatments include magnesium.|S
Does magnesium treat and prevent migraine?|-
If magnesium treats and prevents migraine, buy it.|-""".splitlines()


@pytest.mark.parametrize("line", TWO_VERBS)
async def test_two_verbs_of_the_same_two_things_have_a_verdict_each(bench: Bench, line: str) -> None:
    text, _, wanted = line.rpartition("|")
    assert await bench.text(text) == wanted


@pytest.mark.parametrize("verbs", ["treats and cures", "prevents and reverses", "relieves and always prevents"])
async def test_of_two_verbs_one_that_says_too_much_gets_no_support(bench: Bench, verbs: str) -> None:
    assert await bench.text(f"Magnesium {verbs} migraine.") in ("-", "R", "SR", "RS")


# Some of a kind are named, and are what is spoken of; of none or few of a kind nothing is said of them.
EXAMPLES = """Several supplements, including magnesium and coenzyme Q10, prevent migraine.|SS
Some supplements, like magnesium, prevent migraine.|S
Many drugs, for example warfarin, cause bleeding.|S
Two drugs, warfarin and aspirin, cause bleeding.|SS
Two supplements (magnesium and coenzyme Q10) prevent migraine.|SS
Known risk factors, such as hearing loss and hypertension, raise the risk of dementia.|SS
Cholinesterase inhibitors (donepezil, rivastigmine and galantamine) treat Alzheimer's disease.|SSSS
Several supplements, including magnesium and zinc, prevent migraine.|SU
Supplements, including magnesium, fail to prevent migraine.|C
Several supplements, including magnesium, always prevent migraine.|R
Several supplements, including magnesium, cure migraine.|R
No supplements, including magnesium, prevent migraine.|-
Few supplements, including magnesium, prevent migraine.|-
Not all supplements, including magnesium, prevent migraine.|-
Homeopathic remedies, including magnesium, prevent migraine.|-
Two vaccines, magnesium and coenzyme Q10, prevent migraine.|-""".splitlines()


@pytest.mark.parametrize("line", EXAMPLES)
async def test_of_a_kind_those_that_are_named_are_spoken_of(bench: Bench, line: str) -> None:
    text, _, wanted = line.rpartition("|")
    assert await bench.text(text) == wanted


# What says the same of more things says it with all that stands around the first.
SAME = """Donepezil treats Alzheimer's disease. So does galantamine.|SS
Donepezil treats Alzheimer's disease. The same is true of galantamine.|SS
Selenium does not prevent dementia. Nor does ginkgo.|SS
Donepezil treats Alzheimer's disease. Nor does galantamine.|S
Donepezil treats Alzheimer's disease, and so does galantamine.|SS
Donepezil treats Alzheimer's disease in children. So does galantamine.|RR
Donepezil treats Alzheimer's disease in children. Galantamine does, too.|RR
In children, donepezil treats Alzheimer's disease, and so does galantamine.|RR
Donepezil treats Alzheimer's disease within hours. The same goes for galantamine.|RR
Does donepezil treat Alzheimer's disease? So does galantamine.|-""".splitlines()


@pytest.mark.parametrize("line", SAME)
async def test_the_same_is_said_of_more_with_what_stands_around_it(bench: Bench, line: str) -> None:
    text, _, wanted = line.rpartition("|")
    assert await bench.text(text) == wanted


# A heading or a fragment says of whom, how much or when: it counts for all that it is said of.
LIMITED = """In rats:\\n- Magnesium prevents migraine\\n- Coenzyme Q10 prevents migraine|RR
## Children\\n- Magnesium prevents migraine|R
At doses above 2 g:\\n- Magnesium prevents migraine|R
Supplements:\\n- Magnesium prevents migraine|S
In rats:\\n- Magnesium prevents migraine\\n\\nWarfarin causes bleeding.|RS
Magnesium prevents migraine. (In rats.)|R
Magnesium prevents migraine. That is, in rats.|R
Magnesium prevents migraine treatment.|R
Magnesium treats migraine therapy.|R
Magnesium prevents migraine from being diagnosed.|R
Magnesium is used for migraine treatment.|S
Magnesium prevents migraine. But only in rats.|-""".splitlines()


@pytest.mark.parametrize("line", LIMITED)
async def test_a_heading_of_whom_counts_for_what_stands_under_it(bench: Bench, line: str) -> None:
    text, _, wanted = line.rpartition("|")
    assert await bench.text(text.replace("\\n", "\n")) == wanted


# What leads up to a claim, or takes it up again, and leaves it as it is.
LED_UP_TO = (
    "Over time, magnesium prevents migraine.",
    "As you might expect, magnesium prevents migraine.",
    "The current thinking is that magnesium prevents migraine.",
    "Given that magnesium prevents migraine, caution is sensible.",
    "An agent such as magnesium prevents migraine.",
    "Something as simple as magnesium prevents migraine.",
    "Magnesium and other minerals prevent migraine.",
    "Magnesium, along with others, prevents migraine.",
    "As far as migraine goes, magnesium prevents it.",
    "When it comes to migraine, we know that magnesium prevents it.",
    "With regard to magnesium, studies show that it prevents migraine.",
    "People who take warfarin should know that cranberry interacts with it.",
    "Migraine is common. Magnesium prevents it.",
    "Migraine matters to many people, and magnesium prevents it.",
    "Preventing migraine, magnesium has a place in medicine.",
    "It is migraine that magnesium prevents.",
    "Migraine is what magnesium prevents.",
    "Magnesium's main effect is to prevent migraine.",
    "Magnesium has one effect: preventing migraine.",
    "One way to prevent migraine is magnesium.",
    "The evidence for magnesium preventing migraine is solid.",
    "The claim that magnesium prevents migraine is well supported.",
    "Did you know that magnesium prevents migraine?",
    "## Magnesium\n\nPrevents migraine.",
    "| Claim | True? |\n|---|---|\n| Magnesium prevents migraine | Yes |",
    "Magnesium prevents migraine, if I remember correctly.",
    "Lithium-induced hypothyroidism is a well-recognised problem.",
    # Denials of what the graph denies, too.
    "In no way does ginkgo prevent dementia.",
    "Never has ginkgo been shown to prevent dementia.",
    "There's no good evidence ginkgo prevents dementia.",
    "The evidence does not support the idea that ginkgo prevents dementia.",
    "Trials refuted the claim that ginkgo prevents dementia.",
    "What ginkgo does not do is prevent dementia.",
    "Hopes that ginkgo would prevent dementia were dashed.",
    "Ginkgo was hoped to prevent dementia, but it did not.",
    "Ginkgo is said to prevent dementia, but it doesn't.",
    "Many believe ginkgo prevents dementia, but it does not.",
    "Far from preventing dementia, ginkgo does nothing for it.",
    "That ginkgo prevents dementia is a myth.",
    "Ginkgo prevents dementia? That's a myth.",
)
# Their twins: taken back, hedged away, attributed, of others, of nobody.
TWINS = (
    "Magnesium is said to prevent migraine, but it doesn't.",
    "Magnesium is claimed to prevent migraine; trials say otherwise.",
    "Magnesium prevents migraine. It does not.",
    "Magnesium prevents migraine, but studies show the opposite.",
    "Magnesium prevents migraine, at least on paper.",
    "Magnesium prevents migraine, at least in my case.",
    "Ginkgo may or may not prevent dementia.",
    "[Ginkgo]($N1) [may or may not prevent](PREVENTS, $N1, $N2) [dementia]($N2).",
    "Rumour has it that magnesium prevents migraine.",
    "One point on which nobody agrees is that magnesium prevents migraine.",
    "As for magnesium, adverts say that it prevents migraine.",
    "Magnesium and other placebos prevent migraine.",
    "It is migraine that prevents magnesium.",
    "Migraine is common. So is gout. Magnesium prevents it.",
    "Migraine and gout are common. Magnesium prevents it.",
    "By not preventing migraine, magnesium has a place in medicine.",
    "Instead of preventing migraine, magnesium does nothing.",
    "Hopes that magnesium would prevent migraine were dashed.",
    "The claim that magnesium prevents migraine is well known.",
    "The idea that magnesium prevents migraine is supported by nothing.",
    "One way to prevent migraine is to avoid magnesium.",
    "Did you know that magnesium prevents migraine? It's a lie.",
    "Magnesium has one effect in cats: it prevents migraine.",
    "Myth: Magnesium prevents migraine.",
    "Myth: Ginkgo prevents dementia.",
    "## Myths\n\n## Magnesium\n\nPrevents migraine.",
    "## Magnesium in cats\n\nPrevents migraine.",
    "# Magnesium versus zinc\n\nPrevents migraine.",
    "| Claim | True? |\n|---|---|\n| Magnesium prevents migraine | No |",
    "| Claim | True? |\n|---|---|\n| [Magnesium]($N1) [prevents](PREVENTS, $N1, $N2) [migraine]($N2) | No |",
    "| Claim | Popular? |\n|---|---|\n| Magnesium prevents migraine | Yes |",
)
# Promises about what is no illness.
PROMISED_OF_ANYTHING = (
    "All studies prove that coffee impairs levothyroxine absorption.",
    "Without exception, coffee impairs levothyroxine absorption.",
    "Nothing lowers LDL cholesterol better than oat beta-glucan.",
    "Only green tea contains EGCG.",
    "Saffron eases depression, so you no longer need any medicine.",
)


@pytest.mark.parametrize("text", LED_UP_TO)
async def test_a_claim_is_read_however_it_is_led_up_to(bench: Bench, text: str) -> None:
    assert "S" in await bench.text(text)


@pytest.mark.parametrize("text", TWINS)
async def test_what_only_looks_like_such_a_claim_has_no_tick(bench: Bench, text: str) -> None:
    assert "S" not in await bench.text(text)


@pytest.mark.parametrize("text", PROMISED_OF_ANYTHING)
async def test_promises_about_anything_are_told_and_not_supported(bench: Bench, text: str) -> None:
    verdicts = await bench.text(text)
    assert verdicts != "-"
    assert "S" not in verdicts


async def test_good_reason_promises_nothing_for_good(bench: Bench) -> None:
    assert await bench.text("Saffron is popular, and for good reason: it eases depression.") == "S"


# How letters, leaflets and discussions lead up to what they say, and what is cut in two by its annotation.
AS_MODELS_WRITE = (
    "Your consultant is right that [levodopa]($N1) [causes](CAUSES, $N1, $N2) [dyskinesia]($N2).",
    "The downside of long-term treatment is that levodopa causes dyskinesia.",
    "Do keep in mind that levodopa causes dyskinesia.",
    "The same review concluded that levodopa causes dyskinesia.",
    "I have explained to Mrs Smith that levodopa causes dyskinesia.",
    "In line with this, levodopa causes dyskinesia.",
    "The NHS page says levodopa treats Parkinson's disease.",
    "Re kidney stones: calcium does not cause them.",
    "[Kidney stones]($N2) are feared. [Calcium]($N1) [does not cause](CAUSES, $N1, $N2) [them]($N2).",
    "[Psyllium]($N1) [leaves](INHIBITS, $N1, $N2) [total cholesterol]($N2) unchanged.",
    "[Caffeine]($N1) [makes](CAUSES, $N1, $N2) [anxiety]($N2) worse.",
    "[Curcumin]($N1) [keeps](INHIBITS, $N1, $N2) [amyloid-beta]($N2) from clumping.",
    "[Vitamin E]($N1) [showed no benefit for](AUGMENTS, $N1, $N2) [cognitive function]($N2).",
    "Calcium helps to protect against osteoporosis.",
    "Calcium together with vitamin D increases bone mineral density.",
    "For prevention of migraine, magnesium or coenzyme Q10 can be considered.",
    "Hearing loss can lead to dementia.",
    "If you are on the pill, take care: [St. John's wort]($N1) [interacts with](INTERACTS_WITH, $N1, $N2) "
    "[oral contraceptives]($N2).",
    "Aspirin, which you can buy over the counter, causes bleeding.",
    "HDL cholesterol protects older people against Alzheimer's disease.",
)
# What says something else, though it looks much like these.
NOT_QUITE = (
    "Saffron relieved depression once.",
    "Magnesium prevented migraine exactly twice.",
    "Caffeine enhances blood pressure.",
    "Garlic impairs blood pressure.",
    "Levodopa is the test for Parkinson's disease.",
    "Vitamin D, said the fortune teller, protects against multiple sclerosis.",
    "Coffee, drunk by one's neighbours, prevents Parkinson's disease.",
    "[Coffee]($N1), drunk by one's neighbours, [prevents](PREVENTS, $N1, $N2) [Parkinson's disease]($N2).",
    "For [Parkinson's disease]($N2), so the salesman says, [levodopa]($N1) [helps with](TREATS, $N1, $N2) [it]($N2).",
    "Hearing loss leads to dementia.",
    "Your astrologer is right that levodopa causes dyskinesia.",
    "Metformin treats type 2 diabetes; eat as much sugar as you like.",
)


@pytest.mark.parametrize("text", AS_MODELS_WRITE)
async def test_what_models_write_in_their_own_manner_is_read(bench: Bench, text: str) -> None:
    assert "S" in await bench.text(text)


@pytest.mark.parametrize("text", NOT_QUITE)
async def test_what_says_something_else_has_no_tick(bench: Bench, text: str) -> None:
    assert "S" not in await bench.text(text)


async def test_a_denial_without_its_verb_has_its_own_population(bench: Bench) -> None:
    text = (
        "[Garlic]($N1) [lowered](INHIBITS, $N1, $N2) [LDL cholesterol]($N2) in people with hyperlipidemia but "
        "[did not](INHIBITS, $N1, $N2) in transplant recipients."
    )
    assert "C" not in await bench.text(text)
