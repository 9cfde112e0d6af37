from __future__ import annotations

import random
import time

import pytest

from kgcore.english import fitted_identifiers as reader
from kgcore.english.identifier_words import Identifier, Kind
from kgcore.english.identifiers import find_identifiers
from tests.bench.fit_identifiers import Forms, fit, marked, read, word_list


def _found(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_identifiers(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("mohammed, 1-1-1985, +971 50 555 0142, vit d 9 ng/ml", ["mohammed"]),
        ("Mahmoud came w/ wife, 0100 555 0142, hep C cured, silymarin needed?", ["Mahmoud"]),
        ("can someone DM Shaz at shazia.k.1990@webmail.example.org, she had the probiotics question", ["Shaz"]),
        ("R.T. MRN 55-21-09 on isoniazid, B6 dose?", ["R.T"]),
        ("hi team, aisha bello here, my number is 0803 555 0142, i have fibroids", ["aisha bello"]),
        ("asking on behalf of Ayodele, a 40 year old welder with gout", ["Ayodele"]),
        ("s/o Gurpreet Singh Dhillon, 4 kg, jaundice, sunlight therapy evidence", ["Gurpreet Singh Dhillon"]),
    ],
)
def test_names_that_no_rule_announces_are_told_by_what_stands_around_them(text: str, names: list[str]) -> None:
    found = _found(text)
    assert all(any(name in one for one in found) for name in names), found


@pytest.mark.parametrize(
    "text",
    [
        "Graves vs Hashimoto: does selenium help both?",
        "Zhang L, Wang Y, Chen X. Phytomedicine 2020;78:153314",
        "Patel & Singh 2022 showed no benefit",
        "Melissa and Valeriana for restlessness",
        "Does what Peter Attia says about rapamycin hold up?",
        "NDC 00093-7146-56, is that the 10 mg",
        "Charlotte, Austin and Madison were sites. Was the effect seen in Austin?",
        "may I take it in june, and will this help",
        "DIANA trial? IRIS pioglitazone?",
        "Rosuvastatin Calcium vs Atorvastatin Calcium",
        "my mum takes ramipril and grandma likes grapefruit",
        "CYP3A4, CYP2C9*3 and garlic",
        "5000 1000 2000 4000 IU, which dose",
        "Which gene is the major genetic risk factor for Alzheimer's? A. BACE1 B. SNCA C. APOE D. SIRT1",
        "HD (hard drive failure) is prevented by creatine.",
        "Has the use of complementary medicine by U.S. adults changed from 2002 to 2007?",
        "Martha Clare Morris asks for more data",
        "Estruch, Ramón, Lancet, 3 May 1998, p. 12",
        "25(OH)D 18 ng/mL -> 50,000 IU/wk x8",
        "<@118823449921> thanks",
        "!!! ???",
        "",
    ],
)
def test_what_only_looks_like_a_person_is_left(text: str) -> None:
    assert _found(text) == []


def test_of_what_a_rule_found_only_the_rest_is_added() -> None:
    text = "Asked: Ebele Nwachukwu-Prior rang, tel 0803 555 0199"
    known = [Identifier(text.index("0803"), len(text), Kind.PHONE, text.index("tel"))]
    added = list(reader.unannounced_in(text, known))
    assert added
    assert all(one.end <= known[0].start for one in added)


@pytest.mark.parametrize("text", ["Told Mahmoud to stop silymarin", "saw Okafor, B12 low", "Ring Oyelaran about zinc"])
def test_it_needs_more_where_nothing_of_a_person_was_found(text: str) -> None:
    assert not list(reader.unannounced_in(text, []))
    whole = f"{text} tel 0803 555 0199"
    known = Identifier(whole.index("0803"), len(whole), Kind.PHONE, whole.index("tel"))
    assert list(reader.unannounced_in(whole, [known]))


def test_a_message_takes_little_time_and_a_long_one_no_more_a_letter() -> None:
    message = "Mahmoud came w/ wife, 0100 555 0142, hep C cured, silymarin needed? "
    list(reader.unannounced_in(message, []))  # the weights are read once
    began = time.process_time()
    for _ in range(20):
        list(reader.unannounced_in(message, []))
    assert (time.process_time() - began) / 20 < 0.02
    assert reader.FILE.stat().st_size <= 2_000_000


NAMES = {
    "given": [["Anna", "Boris", "Chidi", "Dolores", "Emre", "Fatou", "Ines"]],
    "family": [["Achebe", "Brandt", "Castro", "Demir", "Eze", "Fontaine", "Ito"]],
    "words": ["which", "helps", "pain"],
}


def test_every_form_of_a_message_can_be_filled_and_has_somebody_where_it_says_so() -> None:
    forms = Forms(NAMES, ["Zinc helps."], seed=1)
    for rule in ("alone", "beside", "only", "harmless"):
        assert len(forms.rules[rule]) > 20
        for form in forms.rules[rule]:
            text, spans = marked(forms.expanded(form))
            assert not set("{}¦|") & set(text.replace(" | ", "")), form
            assert bool(spans) is (rule != "harmless"), form


def test_a_fit_tells_the_words_of_persons_from_others() -> None:
    forms = Forms(NAMES, ["Zinc helps."], seed=1)
    rows = [forms.message() for _ in range(400)]
    examples = list(read(rows, word_list(NAMES, ["zinc helps"] * 3), random.Random(1)))  # noqa: S311
    weights, bias = fit(examples, rounds=3)
    right = [int((weights[features].sum(axis=0) + bias).argmax()) == kind for features, kind in examples if kind]
    assert sum(right) > 0.9 * len(right)
