"""What of a sentence nothing accounts for keeps a claim from ✓; what leaves the claim as it is does not."""

from __future__ import annotations

import pytest

from kgcore.english.accounted import is_usual
from kgcore.english.called import called, is_sort_of_drug, makes_another, miscalled
from kgcore.english.passing import told_in_passing
from kgcore.english.residue import (
    behind_last_border,
    done_about,
    first_dated,
    form_that_is_not,
    left_ahead,
    left_behind,
)


def behind(words: str) -> str:
    return next((r.words for r in left_behind(words, 0, frozenset())), "")


@pytest.mark.parametrize(
    "words",
    [
        ", so antidepressants can be thrown away.",
        " and makes people immortal.",
        ", which means nobody needs a psychiatrist.",
        ", leaving the liver free to regrow lost limbs.",
        " while abolishing cancer.",
        " as gold enhances a crown.",
        " wherever a comet passes.",
        ", a fact that scientists deny.",
        " but not on weekends.",
        ", said no pharmacist ever.",
        " and replaces every antenatal scan.",
        ", its trick being the removal of shadows.",
        ", since the heart is made of fear.",
        ", per my horoscope.",
        ", only to bring it on later.",
    ],
)
def test_what_else_is_asserted_is_left_over(words: str) -> None:
    assert behind(words)


@pytest.mark.parametrize(
    "words",
    [
        "; therefore there is no point in exercising.",
        "; no monitoring is therefore needed.",
        ", so it is a fish.",
        ", hence it must be good for the heart.",
        ", which means that it must be good for the heart as well.",
        ", proving that the brain is a muscle.",
        ", thus extending human life.",
        ", strengthening them considerably.",
        ", so drink as much of it as you like.",
    ],
)
def test_a_conclusion_from_a_claim_is_no_part_of_it(words: str) -> None:
    assert behind(words)


@pytest.mark.parametrize(
    "words",
    [
        "; blood tests are therefore needed.",
        ", so regular monitoring is needed.",
        ", so wait an hour.",
        ", so it is best taken between meals.",
        ", which means that the dose has to be adjusted.",
        ", so the two should not be combined.",
    ],
)
def test_a_conclusion_of_care_is(words: str) -> None:
    assert not behind(words)


@pytest.mark.parametrize(
    "words",
    [
        ".",
        " in several randomised trials.",
        ", so ask your pharmacist first.",
        ", so they should be taken some hours apart.",
        ", which is why the INR is monitored closely.",
        " by slowing the breakdown of the transmitter.",
        ", according to a small meta-analysis.",
        ", although the trials were tiny, short and oddly designed.",
        " and is generally well tolerated.",
        ", but headaches and nausea are common.",
        ", as SELECT showed in 2008.",
    ],
)
def test_evidence_care_mechanism_and_harms_are_not(words: str) -> None:
    assert behind(words) == ""


@pytest.mark.parametrize(
    "words",
    [
        ", the pigment behind its egg-yolk colour.",
        ", a verdict that wiped billions off its maker's shares.",
        ", those writhing movements that creep in after the honeymoon years.",
        ", and the programme folded in 2018.",
        ", and nausea is the complaint that nurses grumble about.",
        ", which puzzled the registrar.",
        ", which is why my cardiologist ordered a tracing.",
        ", my therapist conceded, raising an eyebrow at the packet.",
        ", with olive oil, pulses and fish on the plate.",
        " by snipping its parent at the outer face.",
    ],
)
def test_what_is_built_as_a_comment_leaves_a_claim_whatever_its_words(words: str) -> None:
    assert behind(words) == ""


@pytest.mark.parametrize(
    "words",
    [
        ", and turns lead into gold.",
        " but makes grandmothers invisible.",
        ", making therapy a waste of money.",
        ", which makes the pair wonderfully cosy.",
        ", whereas gargling turpentine surely will.",
        ", and haddock can be thrown at it.",
        " provided the stars agree.",
        ", so take them together.",
        " and a pinch of plutonium.",
        " since the Stone Age.",
    ],
)
def test_what_goes_on_about_the_same_thing_limits_it_or_draws_on_it_does_not(words: str) -> None:
    assert behind(words)


@pytest.mark.parametrize(
    "words",
    [
        "; it works by magnetising the virus.",
        "; there are no side effects.",
        ", risk-free.",
        " at zero risk.",
        ", free of any danger.",
        ", under hypnosis.",
        ", raising the dead.",
        ", a finding that did not replicate.",
        ", which the trials did not show.",
        ", an old error.",
        ", a result later retracted.",
        "; the nose knows.",
        "; its inventor became a saint.",
        "; a little bird told me.",
        "; its effect is imaginary.",
        "; source: a dream.",
        "; proof: none whatsoever.",
        ", just as wishes do.",
        ", i.e. it makes you immune.",
        " and keeps people young.",
        "; it makes everybody sleep.",
        ", the way thoughts treat cancer.",
        ", flu, and tiredness.",
        ", hiccups and old age.",
        ", dizziness or drowsiness.",
        ", headaches.",
        ", thereby preventing all infections.",
        " among many other diseases.",
    ],
)
def test_what_goes_on_promises_no_harm_or_takes_it_back_is_left_over(words: str) -> None:
    assert behind(words)


@pytest.mark.parametrize(
    "words",
    [
        "; it is taken three times a day.",
        "; nausea is common.",
        "; the trials lasted twelve weeks.",
        "; its chief drawback is long-term motor complications.",
        "; source: a Cochrane review.",
        "; it makes you drowsy.",
        ", but leaves people very tired.",
        ", although regular use may make little difference.",
        ", depending on the dose.",
        ", a finding that was confirmed in a second trial.",
    ],
)
def test_its_honest_neighbours_are_not(words: str) -> None:
    assert behind(words) == ""


@pytest.mark.parametrize(("clause", "left"), [(" dealers may retire rich.", True), (" is well tolerated.", False)])
def test_a_clause_about_the_claims_own_thing_is_judged_as_if_it_said_it(clause: str, left: bool) -> None:
    words = f"; saffron{clause}"
    assert bool(list(left_behind(words, 0, frozenset(), again=[(2, 9)]))) is left


@pytest.mark.parametrize(
    ("behind", "name", "wrong"),
    [
        (", a vaccine, ", "Levodopa", True),
        (", which is a vaccine, ", "Levodopa", True),
        (" – an antibiotic drug – ", "Metformin", True),
        (", a bacterial disease of the liver.", "the common cold", True),
        (", a contagious disease", "gout", True),
        (", a vaccine, ", "MMR vaccine", False),
        (" (a statin) ", "Simvastatin", False),
        (", an antibiotic, ", "Amoxicillin", False),
        (", a viral infection.", "the common cold", False),
        (", a drug from the sixties, ", "Levodopa", False),
    ],
)
def test_some_sorts_are_told_by_their_names(behind: str, name: str, wrong: bool) -> None:
    assert bool(miscalled(behind, name)) is wrong


def test_a_name_counts_by_its_place_and_not_by_its_letters() -> None:
    words = ", but its haddock drove it off the quay"
    assert list(left_behind(words, 0, frozenset(), ((10, 17),))) == []
    assert list(left_behind(", and haddock turns lead into gold", 0, frozenset(), ((6, 13),)))


@pytest.mark.parametrize(
    "words",
    [
        "; therapists are hence out of work.",
        "; pharmacists are weeping into their tills.",
        "; psychiatrists should look for another job.",
        ", psychiatrists are in tears.",
        " – my horse agrees.",
        "; blood tests are therefore superfluous.",
        "; no monitoring is therefore needed.",
        "; eat it like sweets.",
        "; the rest of medicine is hot air.",
        ", which is why the homes are empty.",
        ", according to my parrot.",
        ", vampires and the national debt.",
    ],
)
def test_what_people_feel_or_do_about_a_claim_and_what_is_needed_no_more_is_left_over(words: str) -> None:
    assert behind(words)


@pytest.mark.parametrize(
    "words",
    [
        "; regular monitoring is therefore needed.",
        "; the combination should therefore be avoided.",
        "; further research is therefore needed.",
        "; people with ulcers should avoid it.",
        "; patients should report unusual bruising.",
        "; most patients need lifelong treatment.",
        "; it is a spice made from crocus flowers.",
        "; the plant grows in Iran and Spain.",
        " – regular checks are essential.",
        ", according to a Cochrane review.",
    ],
)
def test_care_that_is_due_and_what_a_thing_is_are_not(words: str) -> None:
    assert not behind(words)


def test_a_consequence_draws_on_all_that_stands_before_it() -> None:
    words = (", so tear up the recipes", " and repels mosquitoes")
    assert [r.of_all for w in words for r in left_behind(w, 0, frozenset())] == [True, False]


def test_words_of_a_qualifier_are_told_by_it() -> None:
    assert behind(" on a farm")
    assert list(left_behind(" on a farm", 0, frozenset({"farm"}))) == []


@pytest.mark.parametrize(
    "front",
    [
        "My neighbour's parrot says that ",
        "The gods let ",
        "A magnet draws ",
        "Until the coup, ",
        "Not one trial shows how ",
    ],
)
def test_a_front_that_is_not_understood_is_left_over(front: str) -> None:
    assert left_ahead(front)


@pytest.mark.parametrize(
    "front",
    [
        "",
        "In clinical practice, ",
        "A group of cardiologists who pooled eleven trials has shown that ",
        "Despite high hopes, ",
        "It would be tempting to think otherwise, but ",
        "Long-term use of ",
        "Not only does ",
    ],
)
def test_a_front_that_leads_up_to_a_claim_is_not(front: str) -> None:
    assert left_ahead(front) == ""


def test_what_a_thing_is_called_in_passing_is_a_sort_of_thing() -> None:
    assert called(", a radioactive gas, ") == "radioactive gas"
    assert called(" (a pop song) ") == "pop song"
    assert not called(", a spice from crocus flowers, ")
    assert not called(", the most common form, ")


def test_an_antibody_is_not_swallowed() -> None:
    assert form_that_is_not("Lecanemab", " pills ") == "pills"
    assert form_that_is_not("lecanemab", "oral ") == "oral"
    assert not form_that_is_not("Metformin", " pills ")
    assert not form_that_is_not("Lecanemab", " infusions ")


def test_a_first_date_is_a_claim_of_its_own() -> None:
    assert first_dated("was first used for", " in 1961.") == "in 1961"
    assert not first_dated("is used for", " in a trial of 2012.")


@pytest.mark.parametrize(
    ("between", "another"),
    [
        (" deficiency ", "deficiency"),
        (" batteries ", "batteries"),
        (" used to ", "used to"),
        (" tablets ", ""),
        (" extract ", ""),
        (" often ", ""),
        (" quickly ", ""),
        (" in mice ", ""),
        (" ", ""),
    ],
)
def test_a_word_behind_a_name_may_make_another_thing_of_it(between: str, another: str) -> None:
    assert makes_another(between) == another


@pytest.mark.parametrize(
    ("relation", "behind_it", "done"),
    [
        ("treats", " treatment", "treatment"),
        ("prevents ", " from being x", "from being x"),
        ("eases", " medicines help", "medicines"),
        ("prevents", " attacks", ""),
        ("is used for", " treatment", ""),
    ],
)
def test_what_is_done_about_an_ill_is_not_the_ill(relation: str, behind_it: str, done: str) -> None:
    assert done_about(relation, behind_it) == done


@pytest.mark.parametrize(
    ("words", "usual"),
    [
        ("at home", True),
        ("in people", True),
        ("only in adults", True),
        ("together with food", True),
        ("in trees", False),
        ("in trees on moonlit nights", False),
        ("every day in people who smoke", False),
    ],
)
def test_limits_that_claims_have_usually_and_others(words: str, usual: bool) -> None:
    assert is_usual(words) is usual


@pytest.mark.parametrize(
    ("between", "told"),
    [
        (", which reverses ageing,", "which reverses ageing"),
        (", which kills people,", "which kills people"),
        (", which prolongs life,", "which prolongs life"),
        (", which is a mineral,", ""),
        (", which was once sold as a cure,", ""),
        (", which comes from the sea,", ""),
        (", which comes from the broad bean,", ""),
        (", which was derived from the French lilac,", ""),
        (", which was introduced in the fifties,", ""),
        (", which was discovered by Alexander Fleming,", ""),
        (", which comes from the moon,", "which comes from the moon"),
        (", which was brewed from moonlight,", "which was brewed from moonlight"),
        (", which is found in dragons,", "which is found in dragons"),
        (", which won the war,", "which won the war"),
        (" (which killed thousands of people)", "which killed thousands of people"),
        (" is said to", ""),
    ],
)
def test_what_is_told_of_a_subject_in_passing_is_accounted_for_or_named(between: str, told: str) -> None:
    assert told_in_passing(between) == told
    assert told_in_passing(between, [(8, 12)]) == ""


@pytest.mark.parametrize(
    ("behind_it", "name", "wrong"),
    [
        (", a vaccine", "zinc", "vaccine"),
        (", a vitamin!", "zinc", "vitamin"),
        (", an antibody", "zinc", "antibody"),
        (", an antibody", "adalimumab", ""),
        (", a vaccine", "", ""),
        (" is x", "zinc", ""),
    ],
)
def test_what_only_things_with_other_names_are_called(behind_it: str, name: str, wrong: str) -> None:
    assert miscalled(behind_it, name) == wrong


@pytest.mark.parametrize(
    ("between", "what"),
    [
        (", a drug,", ""),
        (", a mineral,", ""),
        (", a harmless drug,", "harmless drug"),
        (", a drug for cats,", "drug for cats"),
        (", a fish,", "fish"),
        (" is", ""),
    ],
)
def test_what_a_subject_is_called_is_a_known_sort_or_named(between: str, what: str) -> None:
    assert called(between, "zinc") == what


def test_borders_sorts_forms_and_dates() -> None:
    borders = {"x, although in children": 3, "a; b, and c": 4, "x, but y, while z": 10, "nothing": 0}
    assert {words: behind_last_border(words) for words in borders} == borders
    assert [is_sort_of_drug(words) for words in ("medicine", "harmless medicine", "drug cancer", "")] == [
        True,
        False,
        False,
        False,
    ]
    assert form_that_is_not("adalimumab", " as tablets") == "tablets"
    assert form_that_is_not("zinc", " as tablets") == ""
    assert first_dated("was first used in", " 1961.") == "1961"
    assert first_dated("was used in", " 1961.") == ""


@pytest.mark.parametrize(
    ("front", "left"),
    [
        ("Nobody thinks ", "Nobody thinks"),
        ("The moon is green, so ", "The moon is green, so"),
        ("It is not true that ", ""),
        ("In 2018, ", ""),
        ("According to doctors, ", ""),
        ("Not only that, ", ""),
        ("", ""),
    ],
)
def test_what_stands_before_a_claim_and_nothing_accounts_for(front: str, left: str) -> None:
    assert left_ahead(front) == left


def test_a_list_of_names_goes_on_with_what_is_none() -> None:
    assert list(left_behind(", aaaa and infections.", 0, frozenset(), ((2, 6),)))
    assert list(left_behind(", hiccups and aaaa.", 0, frozenset(), ((14, 18),)))
    assert not list(left_behind(", aaaa and bbbb.", 0, frozenset(), ((2, 6), (11, 15))))
