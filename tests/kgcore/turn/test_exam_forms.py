"""Forms in which books and quizzes ask, other than one stem with names for options: what the graph decides of them."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from tests.kgcore.turn.test_exams import UNDECIDED, decided


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Statement I: Zinc prevents diarrhea in nobody.\nStatement II: Levodopa treats Parkinson's disease.\n"
            "A. Both statements are true\nB. Only statement I is true\nC. Only statement II is true",
            UNDECIDED,
        ),
        (
            "Statement 1: Curcumin treats osteoarthritis. Statement 2: Curcumin treats Alzheimer's disease.\n"
            "A. Both are true\nB. Both are false\nC. Statement 1 is true, statement 2 is false\n"
            "D. Statement 1 is false, statement 2 is true",
            "C",
        ),
        (  # what is merely not in the graph is not told false
            "Statement 1: Curcumin treats gout. Statement 2: Curcumin treats osteoarthritis.\n"
            "A. Both are true\nB. Both are false\nC. Only statement 1 is true\nD. Only statement 2 is true",
            UNDECIDED,
        ),
    ],
)
async def test_of_two_statements_each_is_told_true_or_false(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


_CODES = "A. P-1, Q-2\nB. P-2, Q-1"


async def test_columns_are_matched_where_an_item_belongs_to_several(starter_graph: EmbeddedGraph) -> None:
    table = "Column 1: P. Lithium Q. Levothyroxine\nColumn 2: 1. hypothyroidism 2. bipolar disorder\n"
    assert await decided(starter_graph, f"Match.\n{table}{_CODES}") == "B"  # lithium causes hypothyroidism, too
    both = "Column 1: P. Lithium Q. Amiodarone\nColumn 2: 1. hypothyroidism 2. bleeding\n"
    assert await decided(starter_graph, f"Match.\n{both}{_CODES}") == UNDECIDED


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Bleeding is caused by\nA. zinc\nB. warfarin and aspirin\nC. ginger", "B"),
        ("Bleeding is caused by\nA. zinc\nB. warfarin and ginger\nC. magnesium", UNDECIDED),
        ("Bleeding is caused by\nA. warfarin\nB. aspirin\nC. aspirin and warfarin", "C"),
        ("Bleeding is caused by\nA. warfarin\nB. zinc\nC. zinc and warfarin", "A"),
    ],
)
async def test_an_option_of_several_names_is_right_where_each_is(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Coffee contains ____, garlic contains ____.\nA. alliin; caffeine\nB. caffeine; alliin",
            "B",
        ),
        ("____ treats migraine, while ____ treats insomnia.\nA. melatonin / magnesium\nB. magnesium / melatonin", "B"),
        ("Lithium treats ____ and causes ____.\nA. gout; bleeding\nB. bipolar disorder; bleeding", UNDECIDED),
        ("Donepezil ____ acetylcholinesterase and ____ memory.\nA. blocks; spares\nB. inhibits; cures", UNDECIDED),
    ],
)
async def test_of_several_blanks_each_has_to_be_filled_rightly(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


_INHIBITORS = "A. Tacrine\nB. Galantamine\nC. Haloperidol\nD. Donepezil"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"Which is the odd one out?\n{_INHIBITORS}", "C"),
        (f"Here are four cholinesterase inhibitors. Which does not belong on the list?\n{_INHIBITORS}", "C"),
        (f"Three of these are cholinesterase inhibitors. Which is the outsider?\n{_INHIBITORS}", "C"),
        ("Which does not belong?\nA. Zinc\nB. Turmeric\nC. Haloperidol\nD. Amiodarone", UNDECIDED),
        ("Which does not belong?\nA. Donepezil\nB. Tacrine\nC. Zinc", UNDECIDED),  # two alike are no group
        ("Which is the intruder?\nA. Foobarol\nB. Tacrine\nC. Galantamine\nD. Donepezil", UNDECIDED),
    ],
)
async def test_what_does_not_belong_is_what_lacks_what_all_others_share(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("stem", "options", "answer"),
    [
        ("Which remedy would you try first for migraine?", "magnesium|zinc|garlic", "A"),
        ("Which remedy was tried first for migraine?", "magnesium|zinc|garlic", UNDECIDED),
        ("A shortage of which vitamin raises the risk of dementia?", "vitamin A|vitamin D|vitamin K", "B"),
        ("Dietary salt is thought to promote the build-up of which protein?", "APOE|BACE1|tau protein", "C"),
        ("Dietary salt is thought to promote the purchase of which protein?", "APOE|BACE1|tau protein", UNDECIDED),
        ("Is vitamin C able to boost the uptake of iron?", "yes|no", "A"),
        ("Supplementation with which of these before conception prevents neural tube defects?", "zinc|folic acid", "B"),
        (
            "Which plant must he not take because of an interaction with indinavir?",
            "saffron|St. John's wort|garlic",
            "B",
        ),
        ("Lithium therapy calls for checks of the thyroid, because it may cause", "bleeding|hypothyroidism|gout", "B"),
        ("Why does memantine work?", "It inhibits gamma-secretase|It blocks the NMDA receptor|It activates AMPK", "B"),
        ("Which is LEAST useful in osteoarthritis?", "glucosamine|diclofenac|levothyroxine", "C"),
        ("Which is least effective in osteoarthritis?", "glucosamine|diclofenac", UNDECIDED),
    ],
)
async def test_words_around_a_relation_that_say_no_more(
    starter_graph: EmbeddedGraph, stem: str, options: str, answer: str
) -> None:
    listed = "\n".join(f"{label}. {name}" for label, name in zip("ABC", options.split("|"), strict=False))
    assert await decided(starter_graph, f"{stem}\n{listed}") == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("What is the effect of garlic on blood pressure?\nA. increase\nB. decrease\nC. no change", "B"),
        (
            "How does coffee affect levothyroxine absorption?\nA. It raises it\nB. It lowers it\nC. no effect",
            "B",
        ),
        ("What happens to blood pressure after caffeine?\nA. It rises\nB. It falls\nC. It stays the same", "A"),
        ("What effect does cinnamon have on glycemic control?\nA. Improves it\nB. Worsens it\nC. No effect", "C"),
        ("Memantine acts on the NMDA receptor as\nA. an activator\nB. an inhibitor\nC. a substrate", "B"),
        ("What is the effect of lithium on hypothyroidism?\nA. treats it\nB. causes it", "B"),
        ("How does zinc affect blood pressure?\nA. It raises it\nB. It lowers it\nC. no effect", UNDECIDED),
        ("What happens to caffeine after blood pressure?\nA. It rises\nB. It falls", UNDECIDED),
        ("What is the effect of one dose of garlic on blood pressure?\nA. increase\nB. decrease", UNDECIDED),
    ],
)
async def test_how_one_thing_changes_another_is_told_by_options(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Which drug treats bipolar disorder?\nA. zinc 10 mg daily\nB. levodopa 100 mg\nC. lithium 300 mg", "C"),
        ("Rivastigmine, unlike donepezil, also inhibits\nA. BACE1\nB. butyrylcholinesterase\nC. AMPK", "B"),
        ("Which drug, other than aspirin, causes bleeding?\nA. aspirin\nB. zinc\nC. iron\nD. none of these", UNDECIDED),
        ("Which agent, other than aspirin, causes bleeding?\nA. warfarin\nB. zinc\nC. iron", "A"),
        ("Lithium and amiodarone share which adverse effect?\nA. bleeding\nB. hypothyroidism\nC. fever", "B"),
        ("Which vitamin deficiency is a well-known complication of proton pump inhibitors?\n"
         "A. vitamin D deficiency\nB. vitamin B12 deficiency\nC. vitamin A deficiency", "B"),
        ("Cisplatin can cause\nA. bradycardia\nB. nephrotoxicity\nC. anxiety", "B"),
        ("Lovastatin may cause\nA. anxiety\nB. muscle symptoms\nC. fever", "B"),
        ("Probiotics can prevent\nA. muscle symptoms\nB. the flu\nC. nephrotoxicity", UNDECIDED),
        ("Which plant compound found in turmeric inhibits alpha-synuclein?\nA. alliin\nB. hypericin\nC. curcumin", "C"),
        ("A plant from which curcumin is obtained:\nA. ginger\nB. saffron\nC. turmeric", "C"),
        ("Which is correct?\nA. Lithium - malaria\nB. Levodopa - Parkinson's disease\nC. Zinc - bipolar disorder", "B"),
        ("Which painkiller damages the liver?\nA. naproxen\nB. ibuprofen\nC. acetaminophen", "C"),
        ("____ deficiency raises the risk of multiple sclerosis.\nA. Vitamin C\nB. Vitamin D\nC. Vitamin A", "B"),
        ("Which statement is NOT true of donepezil?\nA. It inhibits acetylcholinesterase.\nB. It contains caffeine.\n"
         "C. It is a cholinesterase inhibitor.", "B"),
        ("The breakdown of which protein is promoted by sleep deprivation?\nA. zinc\nB. amyloid-beta", UNDECIDED),
        ("Which drug keeps LDL cholesterol down?\nA. caffeine\nB. plant sterols\nC. alliin", "B"),
        ("Which illness is prevented, at least in part, by coffee?\nA. malaria\nB. Parkinson's disease\nC. fever", "B"),
        ("What should you monitor in long-term lithium users?\nA. malaria\nB. hypothyroidism\nC. fever", "B"),
        ("Haloperidol, after prolonged use, may lead to\nA. malaria\nB. extrapyramidal symptoms\nC. fever", "B"),
        ("What substance in coffee makes people anxious?\nA. alliin\nB. caffeine\nC. zinc", "B"),
    ],
)  # fmt: skip
async def test_words_of_books_around_options(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("An increased risk of dementia is seen in people with hearing loss.", "true"),
        ("Donepezil treats dementia by hearing.", UNDECIDED),
        ("Folic acid counts among the B vitamins.", "true"),
        ("With tea, less iron is absorbed.", "true"),
        ("With tea, more iron is absorbed.", "false"),
        ("Green tea extract is hepatotoxic.", "true"),
        ("Green tea extract is not hepatotoxic.", "false"),
        ("Melatonin is able to reduce oxidative stress.", "true"),
        # what is denied in general is not denied of everybody, and at all times
        ("Probiotics can keep you from getting diarrhea when you take antibiotics.", UNDECIDED),
        ("Vitamin C prevents the common cold in marathon runners.", UNDECIDED),
        ("Vitamin C prevents the common cold in adults.", "false"),
        ("Vitamin C prevents the common cold.", "false"),
    ],
)
async def test_statements_in_other_words(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, f"True or false? {text}") == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        # a stem that goes on behind its last option
        ("Which of A) vitamin K B) melatonin C) zinc treats insomnia?", "B"),
        ("Does A) aspirin B) zinc or C) haloperidol cause extrapyramidal symptoms?", "C"),
        ("is it A garlic B vitamin D or C creatine that increases bone density", "B"),
        ("Among A) warfarin B) zinc C) ginger, which causes bleeding?", "A"),
        ("Which of A) donepezil B) galantamine C) aspirin does not inhibit acetylcholinesterase?", "C"),
        ("Pick one: the antibiotic that clashes with warfarin. a- zinc b- levofloxacin c- lecanemab", "B"),
        ("Which of A) garlic B) melatonin C) zinc is cheapest for insomnia?", UNDECIDED),
        ("Is it A) melatonin B) zinc or C) iron that can be crushed in insomnia?", UNDECIDED),
        ("Lithium causes which of\nA) malaria\nB) hypothyroidism\nC) fever", "B"),
        # pairs
        ("Which is the correct match?\nA) Levothyroxine : hypothyroidism\nB) Iron : insomnia\nC) Zinc : gout", "A"),
        ("Which drug interaction is well documented?\nA) zinc and ginger\nB) cranberry and warfarin", "B"),
        ("Which drug interaction is beneficial?\nA) zinc and ginger\nB) cranberry and warfarin", UNDECIDED),
        # what is asked within what is told
        ("She wants to know what she can take to avoid jet lag. You advise:\nA) zinc\nB) melatonin\nC) iron", "B"),
        ("A client on warfarin asks the nurse which foods could affect her INR. The nurse's best response would "
         "include:\nA. Taurine\nB. Vitamin K\nC. Creatine", "B"),
        ("A woman asks what she could take instead of melatonin for insomnia. You advise:\nA) zinc\nB) melatonin\n"
         "C) iron", UNDECIDED),
        ("A woman asks which supplement her aunt took for insomnia. You answer:\nA) zinc\nB) melatonin", UNDECIDED),
        # what is denied ahead of the question is not denied in it
        ("Acetaminophen should not be taken in excess, for it may cause\nA. malaria\nB. liver injury\nC. fever", "B"),
        ("Warfarin must not be taken with aspirin because it cannot cause\nA. malaria\nB. bleeding", UNDECIDED),
        ("One of these does not inhibit acetylcholinesterase. Which one?\nA. donepezil\nB. aspirin", "B"),
        # what is feared, or avoided
        ("Before prescribing citalopram, a physician orders an ECG because of the danger of\nA. gout\n"
         "B. QT prolongation\nC. malaria", "B"),
        ("If a patient on ciclosporin wants a herbal remedy, which one must he not use?\nA. ginger\n"
         "B. St. John's wort\nC. zinc", "B"),
        ("Metformin acts on which of the following?\nA. BACE1\nB. SIRT1\nC. AMPK", "C"),
        ("With which of these can tacrolimus not be combined?\nA. zinc\nB. saffron\nC. St. John's wort", "C"),
        ("With which of these can azathioprine not be combined?\nA. zinc\nB. St. John's wort", UNDECIDED),
        ("The compound in green tea that lowers amyloid-beta is\nA. curcumin\nB. epigallocatechin gallate", "B"),
        ("The compound in garlic that lowers amyloid-beta is\nA. alliin\nB. epigallocatechin gallate", UNDECIDED),
        ("St. John's wort lowers drug levels by stimulating which transporter?\nA. BACE1\nB. P-glycoprotein", "B"),
        ("Which supplement lowers the LDL cholesterol concentration?\nA. iron\nB. plant sterols\nC. zinc", "B"),
        # words that say no more
        ("Metformin activates which kinase?\nA. BACE1\nB. CYP3A4\nC. AMPK", "C"),
        ("Metformin activates which kinase inhibitor?\nA. BACE1\nB. CYP3A4\nC. AMPK", UNDECIDED),
        ("All the following are cholinesterase inhibitors, except:\na) tacrine\nb) citalopram\nc) donepezil", "B"),
        ("A client receiving warfarin is most at risk for which complication?\n1. Anemia\n2. Bleeding\n3. Fever", "2"),
        ("Supplementation with this vitamin was found to raise prostate cancer risk:\nA. Vitamin K\nB. Vitamin E", "B"),
        ("Which should be separated from levothyroxine by four hours?\nA. zinc\nB. calcium carbonate\nC. saffron", "B"),
        ("Which should be separated from aspirin by four hours?\nA. zinc\nB. warfarin\nC. saffron", UNDECIDED),
        ("Which combination treats Alzheimer's disease?\nA. zinc plus iron\nB. memantine plus donepezil", "B"),
        ("{Q} Citalopram causes\n=dyskinesia\n~QT prolongation\n~liver injury", "B"),
        ("Which deficiency is a risk factor for multiple sclerosis?\nA. Vitamin B12 deficiency\nB. Vitamin D deficiency"
         "\nC. Iron deficiency anemia", "B"),
        ("Women planning a pregnancy take ____ to protect the baby from neural tube defects.\nA. iron\nB. folic acid\n"
         "C. zinc", "B"),
        ("Which mineral reduces how often migraine attacks occur?\nA. iron\nB. zinc\nC. magnesium", "C"),
        ("Which supplement reduces the number of heart attacks?\nA. ginger\nB. fish oil\nC. saffron", UNDECIDED),
        ("Which of these should be stopped before starting imatinib?\nA. ginger\nB. St. John's wort\nC. zinc", "B"),
        ("Which of these should be stopped before surgery?\nA. ginger\nB. St. John's wort", UNDECIDED),
        ("Which drug can make the thyroid underactive?\nA. lithium\nB. aspirin\nC. levodopa", "A"),
    ],
)  # fmt: skip
async def test_words_of_quizzes_and_students_around_options(
    starter_graph: EmbeddedGraph, text: str, answer: str
) -> None:
    assert await decided(starter_graph, text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A person taking amiodarone may end up with hypothyroidism.", "true"),
        ("Vitamin E raises prostate cancer risk.", "true"),
        ("Simvastatin increases dementia risk.", "false"),
        ("Red yeast rice helps people whose cholesterol is high.", "true"),
        ("If you have migraine, magnesium could do you good.", "true"),
        ("Levothyroxine is what patients with hypothyroidism get.", "true"),
        ("Flaxseed calms inflammation.", "false"),
        ("A patient who takes indinavir had better leave St. John's wort alone.", "true"),
        ("A patient who takes aspirin had better leave St. John's wort alone.", UNDECIDED),
        ("Coffee should not be drunk together with levothyroxine since it reduces its absorption.", "true"),
        ("Garlic should not be taken with levothyroxine since it reduces its absorption.", UNDECIDED),
        ("Simvastatin has been linked to the prevention of dementia.", "true"),
        ("Vitamin E is linked to the prevention of dementia.", "false"),
        ("Garlic can be combined with ciclosporin without any interaction.", "true"),
        ("Cranberry can be taken with warfarin without any interaction.", "false"),
        ("Zinc can be taken with warfarin without any interaction.", UNDECIDED),
        ("Someone on levodopa may develop hypothyroidism.", UNDECIDED),
        ("Patients taking lithium may develop hypothyroidism only if they smoke.", UNDECIDED),
        ("Patients who use proton pump inhibitors are more likely to run low on vitamin B12.", "true"),
        ("You should expect bradycardia as a possible side effect of cholinesterase inhibitors.", "true"),
        ("The rate of common colds is not reduced by taking vitamin C.", "true"),
        ("The risk of dementia is not reduced by taking simvastatin.", "false"),
        ("Semagacestat acts on gamma-secretase by blocking it.", "true"),
        ("Semagacestat acts on gamma-secretase by activating it.", "false"),
        ("Drinking coffee with levothyroxine leads to poorer absorption of the drug.", "true"),
        ("Having garlic with iron leads to reduced absorption.", UNDECIDED),
    ],
)
async def test_statements_of_those_who_take_something(starter_graph: EmbeddedGraph, text: str, answer: str) -> None:
    assert await decided(starter_graph, f"T/F: {text}") == answer
