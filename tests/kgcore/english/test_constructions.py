"""What a sentence says whose relation does not stand between its two names."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest

from kgcore.annotation.plaintext import claims_in
from kgcore.english.words import rows_of
from kgcore.values.model import Candidate, Entity, Match, Triple
from tests.kgcore.starter import vocabulary

NAMES = re.compile(r"aspirin|coffee|dementia|migraine|lithium|saffron|iron|memory|tea", re.IGNORECASE)


def triples_of(text: str, ills: Collection[str] = ()) -> list[Triple]:
    spots = [
        (m.start(), m.end(), (Candidate(Entity(name, name, "Disease" if name in ills else "Thing"), 1.0, Match.EXACT),))
        for m in NAMES.finditer(text)
        for name in [m[0].lower()]
    ]
    return [t for p in claims_in(text, spots, vocabulary()) for t in p.triples]


def said(text: str, *ills: str) -> list[tuple[str, str, str]]:
    return [(t.subject.text.lower(), t.relation, t.object.text.lower()) for t in triples_of(text, ills)]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Inhibition of memory by lithium is well documented.", ("lithium", "inhibits", "memory")),
        ("Lithium-induced dementia was described in several reports.", ("lithium", "causes", "dementia")),
        ("The benefit of saffron in migraine has been shown in a randomised trial.",
         ("saffron", "is beneficial for", "migraine")),
        ("Saffron's protection against migraine is established.", ("saffron", "protects against", "migraine")),
        ("A protective effect of coffee on dementia has been reported.", ("coffee", "protects against", "dementia")),
        ("Among the side effects of lithium is dementia.", ("lithium", "causes", "dementia")),
        ("Coffee drinkers get dementia less often.", ("coffee", "lowers the risk of", "dementia")),
        ("Coffee drinkers are less prone to dementia.", ("coffee", "lowers the risk of", "dementia")),
        ("Lithium users face a greater risk of dementia.", ("lithium", "raises the risk of", "dementia")),
        ("The odds of dementia climb with lithium.", ("lithium", "raises the risk of", "dementia")),
        ("Memory suffers when lithium is taken.", ("lithium", "impairs", "memory")),
        ("Nothing was gained from saffron in dementia.", ("saffron", "does not help", "dementia")),
        ("Trials of saffron in dementia came up empty.", ("saffron", "does not help", "dementia")),
        ("Lithium left memory unchanged.", ("lithium", "does not affect", "memory")),
        ("Risk factors for dementia include lithium.", ("lithium", "raises the risk of", "dementia")),
        ("What prevents migraine is saffron.", ("saffron", "prevents", "migraine")),
        ("In migraine, saffron has a beneficial effect.", ("saffron", "helps", "migraine")),
        ("For dementia, saffron proved useless.", ("saffron", "does not help", "dementia")),
        ("In people with migraine, saffron relieved symptoms.", ("saffron", "helps", "migraine")),
        ("In patients with dementia, saffron outperformed placebo.", ("saffron", "helps", "dementia")),
        ("Among adults with dementia, saffron was no better than usual care.",
         ("saffron", "does not help", "dementia")),
        ("Saffron was no better than usual care in people with dementia.",
         ("saffron", "does not help", "dementia")),
        ("Coffee's active compounds include iron.", ("coffee", "contains", "iron")),
        ("The ability of saffron to relieve migraine has been confirmed.", ("saffron", "relieve", "migraine")),
        # Those exposed, what they got, and how often.
        ("Patients given saffron had fewer migraine attacks than those on placebo.",
         ("saffron", "lowers the risk of", "migraine")),
        ("Users of coffee in the third cohort were less likely to be diagnosed with dementia than non-users.",
         ("coffee", "lowers the risk of", "dementia")),
        ("A higher risk of dementia has repeatedly been observed in people who take lithium.",
         ("lithium", "raises the risk of", "dementia")),
        ("Among regular drinkers of coffee, dementia was less common.", ("coffee", "lowers the risk of", "dementia")),
        ("There was a lower incidence of dementia among those who drank coffee.",
         ("coffee", "lowers the risk of", "dementia")),
        ("Lithium use was more common among people who later developed dementia.",
         ("lithium", "raises the risk of", "dementia")),
        ("Patients assigned to saffron were just as likely to develop dementia as those on placebo.",
         ("saffron", "does not lower the risk of", "dementia")),
        ("No difference in memory was seen between participants given saffron and those given placebo.",
         ("saffron", "does not improve", "memory")),
        ("Given to people with migraine, saffron brings some relief.", ("saffron", "treats", "migraine")),
        ("Dementia has occasionally been reported after the use of lithium.",
         ("lithium", "is associated with", "dementia")),
        ("Dementia was frequent in recipients of lithium.", ("lithium", "is associated with", "dementia")),
    ],
)  # fmt: skip
def test_a_construction_says(text: str, claim: tuple[str, str, str]) -> None:
    assert said(text) == [claim]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Aspirin's protection against migraine is established.", ("aspirin's", "protects against", "migraine")),
        ("Aspirin’s side effects include migraine.", ("aspirin’s", "causes", "migraine")),
    ],
)
def test_a_name_that_holds_its_own_apostrophe_is_read_like_any_other(text: str, claim: tuple[str, str, str]) -> None:
    spots = [
        (m.start(), m.end(), (Candidate(Entity(m[0].lower(), m[0].lower(), "Thing"), 1.0, Match.EXACT),))
        for m in re.finditer("aspirin['’]s|migraine", text, re.IGNORECASE)
    ]
    (triple,) = [t for p in claims_in(text, spots, vocabulary()) for t in p.triples]
    assert (triple.subject.text.lower(), triple.relation, triple.object.text.lower()) == claim


def test_each_clause_has_its_own_construction() -> None:
    text = "Coffee drinkers get dementia less often, whereas lithium users face a greater risk of migraine."
    both = [("coffee", "lowers the risk of", "dementia"), ("lithium", "raises the risk of", "migraine")]
    assert said(text) == both
    assert said(f"Nobody says that {text.lower()}") == both[1:]
    assert not said("Nobody believes that coffee drinkers get dementia less often, and lithium users migraine.")


@pytest.mark.parametrize("report", ["It is known that", "Nobody says"])
def test_what_is_reported_is_reported_to_the_end_of_its_sentence(report: str) -> None:
    text = "coffee drinkers get dementia less often, and lithium users face a greater risk of migraine."
    assert len(said(text.capitalize())) == 2
    assert not said(f"{report} {text}")


def test_what_helps_in_an_illness_may_be_a_list_in_the_first_of_two_clauses() -> None:
    both = [("coffee", "helps", "dementia"), ("saffron", "helps", "dementia")]
    assert said("In dementia, coffee and saffron are effective.", "dementia") == both
    assert said("In dementia, coffee and saffron can be helpful; lithium worsens iron.", "dementia")[:2] == both


def test_a_construction_is_read_in_its_own_sentence() -> None:
    text = "Tea is a drink. Risk factors for dementia include lithium."
    assert said(text) == [("lithium", "raises the risk of", "dementia")]
    assert said(f"{text} Memory suffers when lithium is taken.")[1:] == [("lithium", "impairs", "memory")]
    assert not said("Tea is a drink. Is lithium-induced dementia known? The benefit of saffron in migraine is unclear.")


@pytest.mark.parametrize(
    "text",
    [
        "Inhibition of memory by lithium was not seen.",
        "Inhibition of memory by lithium is a myth.",
        "Inhibition of memory by lithium was expected.",
        "Zero inhibition of memory by lithium was seen.",
        "Trials show no saffron treats migraine.",
        "The trial missed the inhibition of memory by lithium.",
        "Little inhibition of memory by lithium was seen.",
        "The alleged inhibition of memory by lithium is well known.",
        "Is lithium-induced dementia well described?",
        "The benefit of saffron in migraine is unclear.",
        "The benefit of saffron in migraine remains to be shown.",
        "The benefit of saffron in migraine has never been shown.",
        "If coffee drinkers get dementia less often, that is news.",
        "The odds of dementia climb with lithium, some would have you believe.",
        "Lithium users face a greater risk of dementia than others, or so they say.",
        "Coffee drinkers get dementia less often. That turned out to be a myth.",
        "People who avoid coffee get dementia less often.",
        "People not taking coffee get dementia less often.",
        "Dementia has been reported after stopping lithium.",
        "Dementia has never been reported after the use of lithium.",
        "Coffee drinkers were hardly less likely to get dementia.",
        "Coffee drinkers were not less likely to get dementia.",
        "A lower risk of dementia was predicted in people who drink coffee.",
        "In people with dementia, saffron was not just better than usual care, it was superb.",
        "In people with migraine, saffron relieved symptoms according to its seller.",
        "In people with dementia, saffron nearly outperformed placebo.",
        "In people with dementia or cancer, saffron outperformed placebo.",
        "In people without dementia, saffron outperformed placebo.",
        "It is doubtful that nothing was gained from saffron in dementia.",
    ],
)
def test_what_is_denied_doubted_or_asked_is_not_said(text: str) -> None:
    assert not [claim for claim in said(text) if claim[1] in {row[0] for row in rows_of("constructions.tsv")}]


@pytest.mark.parametrize(
    "text",
    [
        "No inhibition of memory by lithium was seen.",
        "The trial showed no inhibition of memory by lithium.",
        "In contrast to earlier hopes, two studies found no clear reduction in dementia with saffron.",
        "The cohort found no less dementia among coffee drinkers.",
        "Trials showed no fewer migraine attacks with saffron.",
        "The study found no effect of coffee on memory.",
    ],
)
def test_no_before_a_noun_denies_what_it_says(text: str) -> None:
    assert [t.negated for t in triples_of(text)] == [True]


def test_each_phrase_of_the_table_is_read() -> None:
    phrases = {row[0] for row in rows_of("constructions.tsv")} - {"told", "let", "V", "does not V"}
    assert not [phrase for phrase in phrases if not vocabulary().read(phrase).predicates]


@pytest.mark.parametrize(
    "text",
    [
        "What saffron does is ease migraine.",
        "One thing that eases migraine is saffron.",
        "Among the things that ease migraine is saffron.",
        "There are several herbs that ease migraine, saffron among them.",
        "Not only does saffron ease migraine, it is also cheap.",
        "Saffron's ability to ease migraine is well known.",
        "The effect of saffron is to ease migraine.",
        "Known to ease migraine, saffron is sold everywhere.",
        "Saffron, which eases migraine, is cheap.",
        "The fact that saffron eases migraine is not in doubt.",
        "That saffron eases migraine has been confirmed in trials.",
        "As a number of trials have shown, saffron eases migraine.",
        "Saffron, according to several reviews, eases migraine.",
        "Like it or not, saffron eases migraine.",
        "Whatever else one may say about it, saffron eases migraine.",
        "One thing is clear: saffron eases migraine.",
        "Many people have heard of saffron, and it eases migraine.",
        "There is good evidence to suggest that saffron eases migraine.",
        "Saffron (sold in every shop) eases migraine.",
        "Saffron eases migraine after all.",
    ],
)
def test_words_round_a_claim_leave_its_own_relation(text: str) -> None:
    (triple,) = triples_of(text)
    assert (triple.subject.text.lower(), triple.object.text.lower(), triple.negated) == ("saffron", "migraine", False)
    assert triple.relation in ("ease", "eases")


@pytest.mark.parametrize(
    "text",
    [
        "Saffron, which eases migraine, is a hoax.",
        "Saffron, which eases migraine, is what the adverts say.",
        "Known to ease migraine, saffron is banned.",
        "The fact that saffron eases migraine is in doubt.",
        "That saffron eases migraine is not well known.",
        "Saffron, according to its makers, eases migraine.",
        "Saffron, a placebo, eases migraine.",
        "Saffron is banned because it eases migraine.",
        "The evidence is lacking; saffron eases migraine.",
        "There is no proof at all, but saffron eases migraine.",
        "Here is a fib. Saffron eases migraine.",
        "The ability of saffron to ease migraine is disputed.",
    ],
)
def test_words_that_may_take_it_back_leave_no_claim(text: str) -> None:
    assert not triples_of(text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("A decline in memory was seen with lithium.", ("lithium", "reduces", "memory")),
        ("An improvement in memory was seen with tea.", ("tea", "improves", "memory")),
        ("With lithium, there is less memory.", ("lithium", "reduces", "memory")),
        ("The memory-enhancing effect of tea has been confirmed.", ("tea", "increases", "memory")),
        ("Protection against dementia by coffee has been shown.", ("coffee", "prevents", "dementia")),
        ("People on lithium can develop dementia.", ("lithium", "may cause", "dementia")),
        ("People who drink coffee get dementia just as often.", ("coffee", "does not prevent", "dementia")),
        ("Trials support the use of saffron in migraine.", ("saffron", "helps", "migraine")),
        ("The association between tea and migraine is well documented.", ("tea", "is associated with", "migraine")),
        ("There is a remedy for migraine: saffron.", ("saffron", "is a remedy for", "migraine")),
        ("A review calls saffron a remedy for migraine.", ("saffron", "is a remedy for", "migraine")),
    ],
)
def test_a_noun_says_what_was_seen(text: str, claim: tuple[str, str, str]) -> None:
    assert said(text) == [claim]


def test_what_would_be_wrong_to_say_is_denied() -> None:
    (triple,) = triples_of("It would be wrong to say that saffron eases migraine.")
    assert triple.negated
    assert triple.refuted
