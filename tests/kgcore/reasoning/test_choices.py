"""Questions are read as tests put them, however they are pasted."""

from __future__ import annotations

import pytest

from kgcore.reasoning.choices import ChoiceQuestion, Role, read_exam
from kgcore.reasoning.plain_words import DIAGNOSED
from kgcore.reasoning.statements import StatementQuestion, Unanswerable


@pytest.mark.parametrize(
    "text",
    [
        "True or false? Magnesium treats migraine.",
        "Magnesium treats migraine. True or false?",
        "T/F: Magnesium treats migraine",
        "Magnesium treats migraine (True/False)",
        "Is it true that magnesium treats migraine?",
        "Is the following statement true or false: Magnesium treats migraine.",
        "Please tell me whether it is true or false that magnesium treats migraine.",
        "I heard that magnesium treats migraine. Is that true?",
        "Fact or myth? Magnesium treats migraine.",
        "Is it a fact or a myth that magnesium treats migraine?",
    ],
)
def test_a_statement_is_found_in_what_asks_whether_it_is_true(text: str) -> None:
    asked = read_exam(text)
    assert isinstance(asked, StatementQuestion)
    assert not asked.denied
    assert asked.statement.lower().endswith("magnesium treats migraine")


def test_a_statement_that_is_put_the_other_way_round_is_denied() -> None:
    assert read_exam("Is it false that zinc treats colds?") == StatementQuestion("zinc treats colds", denied=True)
    asked = read_exam("True or false: it is not true that zinc treats colds")
    assert asked == StatementQuestion("zinc treats colds", denied=True)


def test_a_bracket_at_the_end_of_a_name_stays() -> None:
    assert read_exam("True or false: TDP-43 induces CTSB (gene)") == StatementQuestion("TDP-43 induces CTSB (gene)")


def test_a_number_at_the_end_of_a_name_stays() -> None:
    assert read_exam("True or false? YIPF3 binds KRTAP9-4.") == StatementQuestion("YIPF3 binds KRTAP9-4")


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Which treats migraine? A) magnesium B) zinc C) iron", "ABC"),
        ("Which treats migraine?\na. magnesium\nb. zinc\nc. iron", "ABC"),
        ("Which treats migraine? (1) magnesium (2) zinc (3) iron", "123"),
        ("Which treats migraine:\nA: magnesium\nB: zinc\nC: iron\nAnswer:", "ABC"),
        ("Which treats migraine?\n- magnesium\n- zinc\n- iron", "ABC"),
        ("Which of these treats migraine: magnesium, zinc or iron?", "ABC"),
        ("Which treats migraine? - magnesium - zinc - iron", "ABC"),
        ("MCQ - which treats migraine?  A: magnesium  B: zinc  C: iron", "ABC"),
        ("Tick the correct option: migraine is treated by [ ] magnesium [ ] zinc [x] iron", "ABC"),
        ("Which treats migraine? a/ magnesium b/ zinc c/ iron", "ABC"),
        ("Of magnesium, zinc and iron, which one treats migraine?", "ABC"),
    ],
)
def test_options_are_found_however_they_are_pasted(text: str, labels: str) -> None:
    asked = read_exam(text)
    assert isinstance(asked, ChoiceQuestion)
    assert [o.label for o in asked.options] == list(labels)
    assert [o.text for o in asked.options] == ["magnesium", "zinc", "iron"]
    assert not asked.negative


def test_options_that_speak_of_the_others_are_known() -> None:
    asked = read_exam(
        "Which helps? A) zinc B) iron C) both A and B D) all of the above E) none of these F) cannot be told"
    )
    assert isinstance(asked, ChoiceQuestion)
    roles = [Role.NAMED, Role.NAMED, Role.SOME, Role.ALL, Role.NONE, Role.OPEN]
    assert [o.role for o in asked.options] == roles
    assert asked.options[2].of == ("A", "B")


@pytest.mark.parametrize(
    "text",
    [
        "Which of these does NOT treat migraine? A) zinc B) iron",
        "Which of these isn't used for migraine? A) zinc B) iron",
        "All of the following treat migraine EXCEPT: A) zinc B) iron",
        "Which of these statements is false? A) zinc treats migraine B) iron treats migraine",
    ],
)
def test_a_stem_that_asks_for_what_does_not_fit_is_negative(text: str) -> None:
    asked = read_exam(text)
    assert isinstance(asked, ChoiceQuestion)
    assert asked.negative


@pytest.mark.parametrize(
    "text",
    [
        "Which treats migraine? A) B) zinc C) iron",
        "Which treats migraine? A) zinc B) Zinc",
        "Which treats migraine? A) zinc B) iron. Which causes it? A) gold B) lead",
        "A) zinc B) iron C) gold",
        "True or false?",
    ],
)
def test_what_cannot_be_answered_as_it_stands_is_told_why(text: str) -> None:
    assert isinstance(read_exam(text), Unanswerable)


@pytest.mark.parametrize(
    "text",
    [
        "Does magnesium treat migraine?",
        "What is vitamin A. and B. really?",
        "Which supplements treat migraine?",
        "",
        "?",
    ],
)
def test_other_questions_are_left_alone(text: str) -> None:
    assert read_exam(text) is None


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Which nutrient prevents osteoporosis? A calcium B caffeine C alliin", ["calcium", "caffeine", "alliin"]),
        ("What treats insomnia? 1 - zinc 2 - melatonin 3 - iron", ["zinc", "melatonin", "iron"]),
        ("Pick one: Which causes it? - A: zinc - B: iron - C: gold", ["zinc", "iron", "gold"]),
        ("Which of these treats migraine? ○ zinc ○ iron ○ gold", ["zinc", "iron", "gold"]),
        ("Choose one. Fish oil contains: i) alliin ii) retinol iii) hypericin", ["alliin", "retinol", "hypericin"]),
    ],
)
def test_options_are_found_however_a_platform_ran_them_together(text: str, options: list[str]) -> None:
    asked = read_exam(text)
    assert isinstance(asked, ChoiceQuestion)
    assert [o.text for o in asked.options] == options


def test_labels_in_brackets_are_spoken_of_too() -> None:
    asked = read_exam("What is in cocoa? (A) caffeine; (B) theobromine; (C) both (A) and (B); (D) none")
    assert isinstance(asked, ChoiceQuestion)
    assert asked.options[2].of == ("A", "B")


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Verdict please, true or false: zinc treats colds.", "zinc treats colds"),
        ("Assess this claim (true/false): zinc treats colds.", "zinc treats colds"),
        ("[T] or [F]: zinc treats colds.", "zinc treats colds"),
        ("Zinc treats colds. Is that true or false, or mixed?", "Zinc treats colds"),
        ("Garlic thins the blood, true or false: why?", "Garlic thins the blood"),
    ],
)
def test_a_statement_is_found_behind_what_is_said_before_it(text: str, statement: str | None) -> None:
    asked = read_exam(text)
    assert getattr(asked, "statement", None) == statement


def test_many_labels_are_read_in_one_pass() -> None:
    assert isinstance(read_exam("Which? " + "A) x B) y " * 280), Unanswerable)


@pytest.mark.parametrize(
    "stem",
    [
        "Which of these is least likely to treat migraine?",
        "Which of these is unlikely to treat migraine?",
        "Migraine is treated by all but which?",
        "All of these treat migraine but one. Which?",
        "Can you tell me which is incorrect?",
    ],
)
def test_what_does_not_fit_is_asked_for_in_many_ways(stem: str) -> None:
    asked = read_exam(f"{stem} A) magnesium B) zinc C) riboflavin")
    assert isinstance(asked, ChoiceQuestion)
    assert asked.negative


@pytest.mark.parametrize(
    "stem",
    ["Which herb should a patient on warfarin avoid?", "Which herb should not be taken with warfarin?"],
)
def test_what_to_keep_from_something_is_what_interacts_with_it(stem: str) -> None:
    asked = read_exam(f"{stem} A) garlic B) mint C) sage")
    assert isinstance(asked, ChoiceQuestion)
    assert asked.stem == "Which herb interacts with warfarin?"
    assert not asked.negative


def test_a_not_beside_the_question_denies_nothing() -> None:
    asked = read_exam("Which treats depression but is not a metal? A) saffron B) iron C) zinc")
    assert isinstance(asked, ChoiceQuestion)
    assert not asked.negative


@pytest.mark.parametrize(
    "options",
    [
        "?\n- [ ] A. {}\n- [ ] B. {}\n- [ ] C. {}",
        "?\nOption A: {}\nOption B: {}\nOption C: {}",
        "?\n| A | {} |\n| B | {} |\n| C | {} |",
        "?\n① {}\n② {}\n③ {}",
        "?\n1️⃣ {}\n2️⃣ {}\n3️⃣ {}",
        "?\nI) {}\nII) {}\nIII) {}",
        "?\nA\t{}\nB\t{}\nC\t{}",
        "?\n➤ {}\n➤ {}\n➤ {}",
        "?\n{}\n{}\n{}",
        "? 1- {} 2- {} 3- {}",
        "? A.{} B.{} C.{}",
        "? <a> {} <b> {} <c> {}",
        ": {}, {} or {}?",
    ],
)
def test_options_are_found_however_they_were_pasted(options: str) -> None:
    asked = read_exam("Which drug treats gout" + options.format("allopurinol", "vitamin B6", "zinc oxide"))
    assert isinstance(asked, ChoiceQuestion)
    assert [option.text for option in asked.options] == ["allopurinol", "vitamin B6", "zinc oxide"]


@pytest.mark.parametrize(
    "words", ["none of the given options", "None of the drugs listed", "nothing from this list", "other"]
)
def test_none_of_them_is_said_in_many_ways(words: str) -> None:
    asked = read_exam(f"Which drug treats gout? A) allopurinol B) zinc C) {words}")
    assert isinstance(asked, ChoiceQuestion)
    assert asked.options[-1].role is Role.NONE


@pytest.mark.parametrize(
    "text",
    [
        "I take:\n1. warfarin\n2. aspirin\nWhat should I avoid?",
        "Patient has:\n- fever\n- cough\n- rash",
        "What could this be?\nfever\ncough\nrash",
        "Chest pain, palpitations and hoarse voice: what could it be?",
        "1. What treats gout?\n2. What treats migraine?",
        "Which is better for migraine: magnesium or coenzyme Q10?",
    ],
)
def test_lists_that_offer_no_answers_are_no_test(text: str) -> None:
    assert read_exam(text) is None


@pytest.mark.parametrize(
    "asked",
    [
        "The most likely diagnosis is?",
        "Diagnosis?",
        "What does he have?",
        "What is the child suffering from?",
        "What's wrong with her?",
    ],
)
def test_what_is_told_of_a_patient_is_kept_from_what_asks_for_a_diagnosis(asked: str) -> None:
    read = read_exam(f"A child has fever and a rash. {asked} A) measles B) gout C) malaria")
    assert isinstance(read, ChoiceQuestion)
    assert read.told == "A child has fever and a rash."


@pytest.mark.parametrize(
    "text",
    [
        "Donepezil has one side effect. What does donepezil have? A) nausea B) gout",
        "Gout is treated at home. What is the diagnosis of choice for gout? A) uric acid B) rest",
    ],
)
def test_other_questions_ask_for_no_diagnosis(text: str) -> None:
    read = read_exam(text)
    assert isinstance(read, ChoiceQuestion)
    assert DIAGNOSED.search(read.stem) is None


@pytest.mark.parametrize(
    "stem",
    [
        "Two of the following treat migraine. Which of the following is true?",
        "Which two of these treat migraine?",
        "Most of these treat migraine. Which works best?",
        "All of these treat migraine, but which is the oldest?",
        "Which of these treats all but one kind of migraine?",
    ],
)
def test_one_of_many_is_not_always_the_one_that_does_not_fit(stem: str) -> None:
    read = read_exam(f"{stem} A) zinc B) magnesium C) iron")
    assert isinstance(read, ChoiceQuestion)
    assert not read.negative


@pytest.mark.parametrize(
    "text",
    [
        "He has\n- chest pain\n- sweating\n- a numb arm",
        "My father suffers from\n- chest pain\n- sweating\n- a numb arm",
        "The patient's symptoms are\n- fever\n- cough\n- rash",
        "Symptoms:\na. fever\nb. cough\nc. rash",
        "I am allergic to\n- penicillin\n- nuts\n- latex",
    ],
)
def test_what_somebody_has_put_as_a_list_is_no_test(text: str) -> None:
    assert read_exam(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Rivastigmine acts by inhibiting\n- BACE1\n- CYP3A4\n- AMPK",
        "Patients who take simvastatin should be warned of\n- stroke\n- muscle pain\n- gout",
        "Vitamin E is a member of the\n- hormones\n- antioxidants\n- None",
    ],
)
def test_an_unended_line_before_bullets_is_a_stem(text: str) -> None:
    asked = read_exam(text)
    assert isinstance(asked, ChoiceQuestion)
    assert len(asked.options) == 3


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("Which of these help migraine: magnesium, zinc or iron?", True),
        ("Which of the following drugs interact with warfarin? A) zinc B) garlic C) ginkgo", True),
        ("Which of them are linked to dementia? A) zinc B) garlic C) ginkgo", True),
        ("Which of these helps migraine: magnesium, zinc or iron?", True),  # a list without labels
        ("Which one of these helps migraine: magnesium, zinc or iron?", False),
        ("Which of the following drugs interacts with warfarin? A) zinc B) garlic C) ginkgo", False),
        ("Which of these is linked to dementia? A) zinc B) garlic C) ginkgo", False),
        ("Which of these best helps migraine: magnesium, zinc or iron?", False),
        ("Which of these can cause bleeding? A) zinc B) garlic C) ginkgo", False),
    ],
)
def test_a_verb_in_the_plural_asks_for_all_that_fit(text: str, several: bool) -> None:
    asked = read_exam(text)
    assert isinstance(asked, ChoiceQuestion)
    assert asked.several is several
