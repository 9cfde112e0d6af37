"""Questions as people type them who know neither the graph nor its words, on the starter graph, without a model."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kgcore.graph import starter_folder
from kgcore.presentation.compose import reading_line
from kgcore.question.plain_names import asked_plainly
from tests.bench.asked import Asked, Wanted


@pytest.fixture(scope="module")
async def starter(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Asked]:
    asked = await Asked.open(starter_folder(), tmp_path_factory.mktemp("plain") / "graph")
    yield asked
    await asked.close()


PLAIN = (
    # What the graph lacks is said first, and what it has on the rest is no answer to it.
    Wanted("Does coffee give you cancer?", ("nothing on “cancer”", "in general")),
    Wanted("does coffee cause cancer", ("nothing on “cancer”",)),
    Wanted("Is creatine safe for kidneys?", ("nothing on “kidneys”", "does not show it to be safe")),
    Wanted("is ashwagandha safe while breastfeeding", ("nothing on “breastfeeding”",)),
    Wanted("Can pregnant women take ginger?", ("nothing on “pregnant women”",)),
    Wanted("Is melatonin ok for toddlers?", ("nothing on “toddlers”",)),
    Wanted("why does my doctor say no grapefruit with statins?", ("statins",), ("comes nearest",)),
    # Other words for what is understood.
    Wanted("What happens if I take too much iron?", ("raises the risk of malaria",), ("benefits",)),
    Wanted("what lowers blood pressure naturally", ("garlic",), ("nothing that answers",)),
    Wanted("natural ways to lower blood pressure", ("garlic",), ("nothing that answers",)),
    Wanted("Tips for lowering cholesterol?", ("garlic",), ("nothing that answers",)),
    Wanted("Has lecanemab been shown to work?", ("treats alzheimer's disease",), ("nothing on",)),
    Wanted("What's the evidence for coenzyme q10 in migraine?", ("prevents migraine",), ("no benefits",)),
    Wanted("benefits of turmeric in osteoarthritis", ("treats osteoarthritis",), ("no benefits",)),
    Wanted("side effects of vitamin E in Alzheimer's disease", ("risk of prostate cancer",)),
    Wanted("what does vitamin d do for bones", ("nothing on “bones”",)),
    Wanted("is it dangerous to take ginkgo before surgery", ("nothing on “before surgery”", "interacts with warfarin")),
    Wanted("is it safe for children to take melatonin", ("nothing on “children”", "does not show it to be safe")),
    Wanted("What's in green tea?", ("contains epigallocatechin gallate",), ("not sure",)),
    Wanted("Is simvastatin a statin?", ("no paper on simvastatin",), ("to be safe",)),
    Wanted("can garlic replace statins", ("statins",), ("to be safe",)),
    Wanted("Is vitamin D implicated in multiple sclerosis?", ("connects the two",), ("exactly that",)),
    Wanted("has homocysteine anything to do with alzheimers", ("associated with",), ("exactly that",)),
    Wanted("What lowers LDL without a statin?", ("plant sterols", "garlic"), ("containing", "not understood")),
    Wanted("what treats depression without St John's wort", ("saffron",), ("st. john",)),
    Wanted("which drugs prevent dementia without statins", ("antiherpetic drugs",), ("simvastatin",)),
    Wanted("Magnesium for migraine - is that right?", ("magnesium prevents migraine",), ("decided",)),
    Wanted("does metformin leave you short of B12?", ("associated with vitamin b12 deficiency",), ("affects",)),
    # Upsides beside downsides, what else does the same, what a study found, short forms in lower case.
    Wanted(
        "the ups and downs of green tea extract", ("treats diabetic nephropathy", "causes liver injury"), ("not sure",)
    ),
    Wanted("Is red yeast rice good or bad for you?", ("treats hypercholesterolemia",)),
    Wanted("any herbal substitute for statins?", ("red yeast rice",), ("cognitive impairment",)),
    Wanted("what did the AREDS2 trial show", ("lutein and zeaxanthin do not enhance cognitive function",)),
    Wanted("hrt and cognition?", ("menopausal hormone therapy does not enhance",), ("closest name",)),
    Wanted("does cocoa make people smarter", ("cocoa enhances cognitive function",)),
    Wanted("list the antidepressants in here", ("vortioxetine", "duloxetine"), ("in here",)),
    Wanted("turmeric for osteoarthritis versus pain", ("treats osteoarthritis", "treats pain"), ("is better",)),
    Wanted("does warfarin clash with anything herbal?", ("st. john's wort", "cranberry"), ("as put",)),
    Wanted("migraine remedies please", ("magnesium",), ("is in the graph",)),
    Wanted("who paid for that", ("who paid for the studies",), ("nothing in it on",)),
    # Who asks for more than papers say hears what they do say.
    Wanted("which drugs cure alzheimers", ("goes as far as “cure”", "cholinesterase inhibitors")),
    Wanted("does anything reverse Alzheimer's?", ("goes as far as “reverse”", "lecanemab")),
    # What is taken already is what the question is about.
    Wanted("I take warfarin, which supplements should I stay away from?", ("cranberry", "garlic"), ("as put",)),
    Wanted("I'm on levothyroxine, what should I avoid?", ("calcium carbonate",), ("as put",)),
    Wanted("does St John's wort mess with the pill", ("interacts with oral contraceptives",)),
    Wanted(
        "my grandpa has alzheimers and takes donepezil, can he also take ginkgo?",
        ("links ginkgo biloba and donepezil", "does not show it to be safe"),
    ),
    # Ailments told with a verb, initialisms in lower case, a medicine of which the graph has only a sibling.
    Wanted("my knee hurts, what do I take", ("treat pain", "you wrote “knee hurts”")),
    Wanted("my back hurts what can i take", ("treat pain",)),
    Wanted("why does simvastatin make muscles ache", ("causes statin-associated muscle symptoms",), ("no paper",)),
    Wanted("does vitamin D help ms", ("lower risk of multiple sclerosis",), ("nothing on",)),
    Wanted("signal latency in ms", ("nothing in it",), ("sclerosis",)),
    Wanted("what is the difference between warfarin and apixaban", ("no entry for “apixaban”",), ("you wrote",)),
    Wanted("Should I separate calcium from my thyroid tablet?", ("levothyroxine absorption",)),
    Wanted("BACE1 inhibitors", ("nothing that inhibits bace1",)),
    Wanted("which AMPK activators are there?", ("metformin stimulates ampk",), ("nothing on",)),
    Wanted("cholinesterase inhibitors", ("are in the graph as drugs",)),
    # What is not known to harm is not shown to be safe.
    Wanted("can I take ibuprofen while on lisinopril", ("nothing on “lisinopril”", "does not show it to be safe")),
    Wanted("grapefruit and atorvastatin", ("nothing on “grapefruit”", "does not show it to be safe")),
    Wanted("what are the side effects of metformin", ("no harms", "associated with vitamin b12 deficiency")),
    Wanted("does turmeric help with arthritis", ("nothing on “arthritis”",), ("to be safe",)),
    # Two things taken together: what they share is no answer where they clash.
    Wanted("what happens if i mix ssri and st john's wort", ("interacts with selective serotonin",), ("ciclosporin",)),
    Wanted("what happens when I take warfarin together with ginkgo", ("biloba interacts with warfarin",), ("names",)),
    Wanted("why does iron stop my thyroxine working", ("has a warning", "absorption"), ("no paper",)),
    Wanted("what not to eat with warfarin", ("cranberry", "vitamin k"), ("not sure",)),
    Wanted(
        "how far apart should I take calcium, iron and thyroxine",
        ("calcium carbonate reduces levothyroxine absorption", "iron reduces levothyroxine", "how long to leave"),
        ("in common",),
    ),
    Wanted("can i take garlic pills before surgery if i take warfarin", ("has a warning", "warfarin"), ("exactly",)),
    Wanted("is ginger safe in pregnancy for morning sickness", ("does not show it to be safe",)),
    Wanted(
        "does probiotic work for antibiotic diarrhea in children", ("antibiotic-associated diarrhea",), ("against",)
    ),
    # What is asked to be measured, the graph does not tell, and says so.
    Wanted("how long does it take for magnesium to work in migraine", ("how long it takes, the graph does not say",)),
    Wanted("how long before melatonin kicks in", ("how long it takes, the graph",), ("“kicks”",)),
    Wanted(
        "does zinc shorten a cold and how much do i need", ("treats the common cold", "how much to take, the graph")
    ),
    # What failed is what is asked for.
    Wanted("name three drugs that failed in alzheimers disease", ("bapineuzumab", "do not treat"), ("rivastigmine",)),
    Wanted("which drugs don't work in alzheimers", ("verubecestat", "do not treat"), ("rivastigmine",)),
    Wanted("which supplements failed to prevent dementia", ("selenium", "do not prevent"), ("vitamin d",)),
    Wanted("is donepezil better than memantine", ("treats alzheimer's disease",), ("nothing that",)),
    Wanted("does lithium damage the thyroid", ("hypothyroidism",), ("nothing on",)),
    Wanted("is green tea extract bad for the liver", ("causes liver injury",), ("nothing on",)),
    # Classes and everyday names.
    Wanted("ppi and dementia?", ("proton pump inhibitors",), ("nothing on",)),
    Wanted("does drinking wine protect against dementia", ("alcohol",), ("nothing on",)),
    Wanted("Depression - anything that works?", ("duloxetine",), ("nothing",)),
    Wanted("migraine: is there something to do about it?", ("magnesium",), ("nothing",)),
    Wanted("sleep disorders melatonin", ("primary sleep disorders",), ("deprivation",)),
    Wanted("My husband is on sertraline. Could he have saffron too?", ("does not show it to be safe",)),
)


@pytest.mark.parametrize("wanted", PLAIN, ids=lambda w: w.question)
async def test_a_question_in_plain_words_is_answered_as_put(starter: Asked, wanted: Wanted) -> None:
    assert await starter.ask(wanted), (await starter.answer(wanted.question)).paragraphs


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("What protects neurons from dying?", "What prevents neuron death?"),
        ("Which drugs keep nerve cells alive?", "Which drugs prevent nerve cell death?"),
        ("Does it save neurons from degeneration?", "Does it prevent neuron degeneration?"),
        ("What prevents neuron death?", "What prevents neuron death?"),
        ("Does coffee protect the liver?", "Does coffee protect the liver?"),
        ("How to keep people alive?", "How to keep people alive?"),
        ("What actually slows dementia down?", "What actually slows dementia?"),
        ("What happens if I mix zinc with iron?", "Can I take zinc with iron?"),
        ("What happens when you combine kava and warfarin", "Can I take kava with warfarin"),
        ("What does the gut have to do with gout?", "How are the gut and gout connected?"),
        ("Has zinc ever been tried against colds?", "Has zinc been found to help with colds?"),
        ("Have any drugs been tested for gout?", "which drugs help with gout?"),
        ("My dad's on warfarin - which foods interfere?", "which foods interact with warfarin?"),
        ("I take digoxin. Which herbs might clash with it?", "Which herbs interact with digoxin?"),
        ("Which treatments for gout have failed?", "Which treatments do not treat gout?"),
        ("Does stress cause insomnia or is it the other way round?", "Does stress cause insomnia?"),
    ],
)
def test_a_turn_of_phrase_is_asked_plainly(asked: str, plain: str) -> None:
    assert asked_plainly(asked) == plain


@pytest.mark.parametrize("question", ["Which supplements interfere with warfarin?", "What herbs clash with warfarin?"])
async def test_what_interferes_with_a_drug_interacts_with_it(starter: Asked, question: str) -> None:
    told = (await starter.told(question))[1]
    assert "names no" not in told
    assert "interact with warfarin" in told


async def test_a_name_that_is_lacked_is_told_whole_and_a_circumstance_without_its_ends(starter: Asked) -> None:
    told = (await starter.told("Is caffeine withdrawal linked to migraine?"))[1]
    assert "no entry for “caffeine withdrawal”" in told
    told = (await starter.told("Does melatonin do anything for older people with insomnia?"))[1]
    assert "says “for older people”" in told


async def test_none_but_those_that_were_excepted_are_named(starter: Asked) -> None:
    both = (await starter.told("Which drugs cause hypothyroidism besides lithium and amiodarone?"))[1]
    assert "names no other drugs that cause hypothyroidism" in both
    one = (await starter.told("Which drugs cause hypothyroidism apart from lithium?"))[1]
    assert "amiodarone causes hypothyroidism" in one
    assert "nothing else that treats insomnia" in (await starter.told("What treats insomnia besides melatonin?"))[1]
    assert "nothing else that enhances sleep" in (await starter.told("What improves sleep besides melatonin?"))[1]


async def test_what_the_answer_has_nothing_on_is_not_told_twice(starter: Asked) -> None:
    turn, told = await starter.told("Is vitamin E dangerous in high doses?")
    assert "nothing on “high doses”" in told
    assert turn is not None
    assert "Not understood" not in reading_line(turn)
    assert "nothing on “gum disease”" in (await starter.told("What's the link between gum disease and Alzheimer's?"))[1]


ASKED_YES_OR_NO = [
    f"{thing} {joined}{ending}"
    for thing, joined in (
        ("ginkgo", "for a patient who takes warfarin"),
        ("Ginkgo", "for my mother, who is on warfarin"),
        ("ginkgo biloba", "together with warfarin"),
        ("Ginkgo", "while on warfarin"),
        ("Ginkgo", "when somebody takes warfarin"),
        ("ginkgo", "after a course of warfarin"),
    )
    for ending in (": yes or no?", ", yes or no?", " - is that right?", ". Right or wrong?")
]


@pytest.mark.parametrize("question", ASKED_YES_OR_NO)
async def test_names_put_together_state_nothing_and_their_interaction_is_told(starter: Asked, question: str) -> None:
    assert await starter.ask(Wanted(question, ("ginkgo biloba interacts with warfarin",), ("decided",)))


WITHOUT = "no paper here says “without vitamin d”"


@pytest.mark.parametrize(
    ("question", "must", "must_not"),
    [
        *(
            (
                f"Does calcium {lacking} vitamin D{tail}",
                (WITHOUT, "calcium increases bone mineral density"),
                ("containing", "says yes", "left out"),
            )
            for lacking in ("without", "without any", "minus", "alone without", "but no", "with no added")
            for tail in (" increase bone mineral density?", " raise bone density?")
        ),
        (
            "Does calcium increase bone mineral density without vitamin D?",
            (WITHOUT, "calcium increases bone mineral density"),
            ("containing", "says yes", "left out"),
        ),
        ("magnesium without zinc for migraine", ("magnesium prevents migraine",), ("containing", "left out")),
        ("calcium without vitamin D", ("calcium prevents osteoporosis",), ("containing",)),
        ("Is vitamin E without selenium safe?", ("raises the risk of prostate cancer",), ("containing",)),
        ("Is green tea without caffeine?", ("green tea containing caffeine",), ("left out",)),
        ("What treats migraine without magnesium?", ("coenzyme q10",), ("containing", "left out")),
        ("What helps with depression apart from St John's wort?", ("depression",), ("treats st. john",)),
        ("What prevents migraine aside from magnesium?", ("coenzyme q10",), ("nothing",)),
    ],
)
async def test_what_something_is_taken_without_is_not_what_it_contains(
    starter: Asked, question: str, must: tuple[str, ...], must_not: tuple[str, ...]
) -> None:
    assert await starter.ask(Wanted(question, must, must_not)), (await starter.told(question))[1]


@pytest.mark.parametrize("who", ["My child has", "Our six-year-old kid has", "Her toddler got"])
async def test_who_is_ill_is_no_name_that_a_graph_could_lack(starter: Asked, who: str) -> None:
    told = (await starter.told(f"{who} celiac disease, what should she avoid eating?"))[1]
    assert "nothing in it on “celiac disease”" in told


async def test_that_it_is_asked_of_a_child_is_told_where_there_is_an_answer(starter: Asked) -> None:
    assert "“a child”" in (await starter.told("Does zinc help a child with a cold?"))[1]


@pytest.mark.parametrize(
    ("question", "says", "never"),
    [
        ("what does acetaminophen do to your liver", "causes liver injury", "In general"),
        ("turmeric in arthritis", "nothing on “arthritis” as such. Closest to it:", "In general"),
        ("Is metformin good or bad for amyloid?", "The graph connects the two", "says no"),
        ("vitamin D, boron and bone mineral density", "no entry for “boron”", "Not understood"),
        ("semaglutide & cardiovascular death in obesity", "no entry for “semaglutide”", "Not understood"),
        ("Would a low-salt substitute do anything for hypertension?", "salt substitute", "“low-”"),
        ("Can garlic lower my blood pressure and my cholesterol?", "garlic lowers total cholesterol", "left out"),
        ("What would you give someone with jet lag?", "melatonin prevents jet lag", "not sure what you are asking"),
        ("Aspirin or warfarin for stroke: which is in the graph?", "aspirin prevents stroke", "cannot be decided"),
        ("Which drug can be crushed: donepezil or memantine?", "cannot be decided", "treats"),
        ("Which supplements help against the common cold, and is zinc one of them?", "zinc treats", "nothing on “one”"),
        ("Is it a myth that cranberry and warfarin don't mix?", "False, it is true", "not false"),
    ],
)
async def test_what_was_read_amiss_is_answered_as_put(starter: Asked, question: str, says: str, never: str) -> None:
    """A part named within a name, names in a list, two objects, "one of them", either way, options with a "for"."""
    told = (await starter.told(question))[1]
    assert says in told
    assert never not in told


THREADS = (
    (("what is st johns wort good for", "why is that risky?"), "interacts with selective serotonin"),
    (("what is st johns wort good for", "with which medicines?"), "interacts with selective serotonin"),
    (("which drugs cause bleeding?", "why is that dangerous?", "what interacts with the first one?"), "cranberry"),
    (("which drugs treat depression?", "is vortioxetine one of those?"), "vortioxetine treats depression"),
)


@pytest.mark.parametrize(("said", "wanted"), THREADS)
async def test_what_leans_on_an_answer_is_about_it(starter: Asked, said: tuple[str, ...], wanted: str) -> None:
    turns = [await starter.answer(one, thread=" ".join(said)) for one in said]
    assert wanted in " ".join(p.text for p in turns[-1].paragraphs).lower()
