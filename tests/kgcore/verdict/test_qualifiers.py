"""What qualifies a claim decides with the edges' own words: their notes, sentences and papers' titles."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kgcore.english.qualifiers import Region, qualifiers_in
from kgcore.turn.checking import Checker
from kgcore.values.model import (
    Candidate,
    Claim,
    Edge,
    Entity,
    Match,
    Mention,
    Paper,
    Predicate,
    Qualifier,
    QualifierKind,
    Qualifiers,
    Reason,
    Statement,
    Triple,
)
from kgcore.verdict.qualifiers import Unmet, narrowed, qualifiers_of, unmet_by, whom, why_not
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.fakes.graph import FakeGraph

K = QualifierKind
DRUG, ILLNESS, OTHER = Entity("D:1", "drug", "Drug"), Entity("I:1", "illness", "Disease"), Entity("D:2", "salt", "Drug")
PREDICATES = (
    Predicate("TREATS", "treats"),
    Predicate("INTERACTS_WITH", "interacts with", symmetric=True),
    Predicate("POSITIVE", "is positively correlated with", symmetric=True, opposite=("NEGATIVE",)),
    Predicate("NEGATIVE", "is negatively correlated with", symmetric=True, opposite=("POSITIVE",)),
)


def edge(note: str = "", *, sentence: str = "", negated: bool = False, predicate: str = "TREATS") -> Edge:
    sentences = (sentence,) if sentence else ()
    return Edge(f"{note}{negated}", "D:1", predicate, "I:1", negated, ("PMID:1",), sentences=sentences, note=note)


def said(tail: str = "", front: str = "", phrase: str = "treats", negated: bool = False) -> Triple:
    triple = Triple(Mention("drug"), phrase, Mention("illness"), negated=negated)
    return replace(triple, qualifiers=qualifiers_in(Region(front=front, phrase=phrase, tail=tail)))


def check(triple: Triple, *edges: Edge, title: str = "") -> Claim:
    graph = FakeGraph((DRUG, ILLNESS, OTHER), edges, PREDICATES, papers=(Paper("PMID:1", title),))
    return asyncio.run(Checker(graph, Vocabulary.of(PREDICATES)).check([triple]))[0]


@pytest.mark.parametrize(
    "tail",
    [" in cats", " in women", " in people with lupus", " over five months", " with vitamin K", " after surgery"],
)
def test_an_edge_without_words_of_its_own_gives_the_plain_verdict(tail: str) -> None:
    assert check(said(tail), edge()).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("kinds", "note", "verdicts"),
    [
        ((K.STUDY, K.TONE, K.ASPECT, K.PURPOSE), "RCT", "????"),
        ((K.DEGREE, K.NUMBER, K.COMPARATOR, K.AUTHORITY), "RCT", "?✗?✓"),
        ((K.REST, K.CONDITION), "RCT", "?✗✗?"),
        ((K.PLACE, K.DESIGN), "in vitro", "????"),
        ((K.PLACE, K.DESIGN), "RCT", "✓✗✗✓"),
    ],
)
def test_what_a_kind_of_qualifier_leaves_of_evidence_for_and_against_a_claim_and_its_denial(
    kinds: tuple[QualifierKind, ...], note: str, verdicts: str
) -> None:
    """Of the claim with an edge for it and one against it, then of its denial with the same two."""
    signs = {Verdict.SUPPORTED: "✓", Verdict.CONTRADICTED: "✗", Verdict.RELEVANT: "?"}
    for kind in kinds:
        triple = replace(said(), qualifiers=Qualifiers((Qualifier(kind, "quite so"),)))
        claims = [
            check(replace(triple, negated=denied), edge(note, negated=against))
            for denied in (False, True)
            for against in (False, True)
        ]
        assert "".join(signs[claim.verdict] for claim in claims) == verdicts


def signs_of(triple: Triple, note: str, title: str = "") -> str:
    """Return the signs of a claim's verdicts with an edge for it and with one against it."""
    signs = {Verdict.SUPPORTED: "✓", Verdict.CONTRADICTED: "✗", Verdict.RELEVANT: "?"}
    return "".join(signs[check(triple, edge(note, negated=n), title=title).verdict] for n in (False, True))


NOTES = ("", "RCT", "women", "men", "mice", "older women", "tablets", "nasal spray, high dose", "after a stroke")


@pytest.mark.parametrize(
    ("tail", "verdicts"),
    [
        (" in women", "✓✗ ?✗ ✓✗ ?? ?? ✓✗ ?✗ ?✗ ?✗"),
        (" in people", "✓✗ ✓✗ ✓✗ ✓✗ ?? ✓✗ ✓✗ ✓✗ ✓✗"),
        (" in children", "✓✗ ?✗ ?? ?? ?? ?? ?✗ ?✗ ?✗"),
        (" in mice", "✓✗ ?✗ ?? ?? ✓✗ ?? ?✗ ?✗ ?✗"),
        (" in older women", "✓✗ ?✗ ?? ?? ?? ✓✗ ?✗ ?✗ ?✗"),
        (" in trees", "?✗ ?✗ ?? ?? ?? ?? ?✗ ?✗ ?✗"),
        (" as a nasal spray", "✓✗ ?✗ ?✗ ?✗ ?✗ ?✗ ?✗ ✓✗ ?✗"),
        (" at high doses", "✓✗ ?✗ ?✗ ?✗ ?✗ ?✗ ?✗ ✓✗ ?✗"),
        (" after a stroke", "?✗ ?✗ ?✗ ?✗ ?✗ ?✗ ?✗ ?✗ ✓✗"),
    ],
)
def test_what_each_note_leaves_of_a_claim_that_is_limited(tail: str, verdicts: str) -> None:
    assert " ".join(signs_of(said(tail), note) for note in NOTES) == verdicts


@pytest.mark.parametrize(
    ("tail", "verdicts"),
    [(" in women", "✓✗ ?? ??"), (" in people", "✓✗ ✓✗ ??"), (" in mice", "?? ?? ✓✗"), (" at high doses", "✓✗ ✓✗ ✓✗")],
)
def test_what_the_title_of_a_paper_leaves_of_it_where_the_edge_says_nothing_itself(tail: str, verdicts: str) -> None:
    assert " ".join(signs_of(said(tail), "", title) for title in ("women", "men", "mice")) == verdicts


@pytest.mark.parametrize(
    ("note", "place", "design"),
    [
        ("", "✓✗", "✓✗"),
        ("RCT", "✓✗", "✓✗"),
        ("review", "✓✗", "✓✗"),
        ("cohort, RCT", "✓✗", "✓✗"),
        ("cohort", "✓✗", "??"),
        ("mice", "✓✗", "??"),
        ("cells, mice", "✓✗", "??"),
        ("cells", "??", "??"),
        ("human cells", "??", "??"),
        ("in vitro", "??", "??"),
    ],
)
def test_what_a_dish_shows_of_a_place_and_a_study_that_tried_nothing_of_trials(
    note: str, place: str, design: str
) -> None:
    for kind, verdicts in ((K.PLACE, place), (K.DESIGN, design)):
        assert signs_of(replace(said(), qualifiers=Qualifiers((Qualifier(kind, "quite so"),))), note) == verdicts


@pytest.mark.parametrize(
    "tail",
    [
        " tenfold",
        " if only you believe",
        " better than aspirin does",
        " hugely",
        " within five minutes",
        " after one dose",
    ],
)
def test_what_no_edge_says_is_never_supported(tail: str) -> None:
    claim = check(said(tail), edge())
    assert (claim.verdict, claim.reason) == (Verdict.RELEVANT, Reason.QUALIFIED)


def test_an_edge_without_words_whose_paper_names_others_does_not_speak_for_these() -> None:
    assert check(said(" in women"), edge(), title="A trial of the drug in men").verdict is Verdict.RELEVANT


def test_a_title_may_say_what_the_note_leaves_out() -> None:
    assert check(said(" in women"), edge("RCT"), title="The drug in women with illness").verdict is Verdict.SUPPORTED


def test_no_title_makes_evidence_in_mice_evidence_on_people() -> None:
    claim = check(said(" in people"), edge("mouse model"), title="Towards a treatment for patients")
    assert claim.verdict is Verdict.RELEVANT
    assert claim.why.endswith("This is said of people; it was seen in mice.")


def test_a_sentence_of_the_source_counts_like_a_note() -> None:
    assert check(said(" in rats"), edge(sentence="The drug cured rats.")).verdict is Verdict.SUPPORTED
    assert check(said(" in dogs"), edge(sentence="The drug cured rats.")).verdict is Verdict.RELEVANT


@pytest.mark.parametrize(
    ("note", "sentence", "tail", "verdict"),
    [
        ("rodents", "The drug cured rats.", " in rats", Verdict.SUPPORTED),
        ("rodents", "The drug cured older females.", " in women", Verdict.RELEVANT),
        ("mouse model", "The drug may help patients, and women.", " in women", Verdict.RELEVANT),
        ("mouse model, and women", "The drug helps older women.", " in older women", Verdict.SUPPORTED),
        ("", "The drug helps women.", " in women", Verdict.SUPPORTED),
    ],
)
def test_of_animals_a_sentence_says_which_and_never_makes_people_of_them(
    note: str, sentence: str, tail: str, verdict: Verdict
) -> None:
    assert check(said(tail), edge(note, sentence=sentence)).verdict is verdict


@pytest.mark.parametrize("whom", ["mice", "rodents", "animals"])
def test_a_broader_claim_is_supported_by_narrower_evidence_which_is_shown(whom: str) -> None:
    claim = check(said(f" in {whom}"), edge("transgenic mice"))
    assert (claim.verdict, claim.narrowed) == (Verdict.SUPPORTED, "in mice")


def test_evidence_on_animals_and_people_is_not_shown_as_on_animals() -> None:
    assert check(said(), edge("mice and patients")).narrowed == ""
    assert check(said(), edge("mice, rats")).narrowed == "in mice and rats"


def test_one_edge_that_speaks_of_it_is_enough_and_the_others_stand_beside() -> None:
    claim = check(said(" in women"), edge("RCT in men"), edge("RCT in women"))
    assert [e.note for e in claim.edges_for] == ["RCT in women"]
    assert [e.note for e in claim.edges_near] == ["RCT in men"]


def test_evidence_against_stands_unless_it_is_of_another_kind() -> None:
    assert check(said(" in women"), edge("meta-analysis", negated=True)).verdict is Verdict.CONTRADICTED
    assert check(said(" in women"), edge("RCT in men", negated=True)).verdict is Verdict.RELEVANT


@pytest.mark.parametrize("tail", [" tenfold", " better than aspirin does"])
def test_what_speaks_against_the_plain_claim_speaks_against_more_of_it_but_not_against_its_denial(tail: str) -> None:
    assert check(said(tail), edge(negated=True)).verdict is Verdict.CONTRADICTED
    assert check(said(tail, negated=True), edge()).verdict is Verdict.RELEVANT


def test_what_a_thing_does_alone_says_nothing_against_what_it_does_with_another() -> None:
    assert check(said(" plus selenium"), edge("with selenium", negated=True)).verdict is Verdict.CONTRADICTED
    assert check(said(" plus selenium"), edge(negated=True)).verdict is Verdict.RELEVANT


def test_a_denied_degree_says_less_and_is_supported_by_a_denial_alone() -> None:
    claim = said(" ", phrase="does not dramatically treat")
    assert check(claim, edge("RCT", negated=True)).verdict is Verdict.SUPPORTED
    assert check(claim, edge("RCT")).verdict is Verdict.RELEVANT


@pytest.mark.parametrize(
    "phrase", ["is being studied for", "has been proposed as a treatment for", "is a candidate for"]
)
@pytest.mark.parametrize("negated", [False, True])
def test_what_is_under_study_is_neither_supported_nor_contradicted(phrase: str, negated: bool) -> None:
    claim = check(said(phrase=phrase), edge("RCT", negated=negated))
    assert claim.verdict is Verdict.RELEVANT
    assert claim.reason in (Reason.UNDER_STUDY, Reason.OTHER_PREDICATE)


@pytest.mark.parametrize("phrase", ["increases the effect of", "reduces the effect of"])
def test_a_directed_effect_is_not_supported_by_an_interaction(phrase: str) -> None:
    assert check(said(phrase=phrase), edge("review", predicate="INTERACTS_WITH")).verdict is Verdict.RELEVANT
    assert check(said(phrase="interacts with"), edge(predicate="INTERACTS_WITH")).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("phrase", "tail"),
    [("interacts less with", ""), ("interacts with", ", inversely"), ("interacts with", " negatively")],
)
def test_which_way_an_interaction_goes_is_not_supported_by_one_that_goes_no_way(phrase: str, tail: str) -> None:
    assert check(said(tail, phrase=phrase), edge(predicate="INTERACTS_WITH")).verdict is Verdict.RELEVANT


def test_which_way_it_goes_is_borne_out_by_what_denies_it_altogether() -> None:
    verdicts = {
        (denied, against): check(
            said(" negatively", phrase="interacts with", negated=denied),
            edge(predicate="INTERACTS_WITH", negated=against),
        ).verdict
        for denied in (False, True)
        for against in (False, True)
    }
    assert verdicts == {
        (False, False): Verdict.RELEVANT,
        (False, True): Verdict.CONTRADICTED,
        (True, False): Verdict.RELEVANT,
        (True, True): Verdict.SUPPORTED,
    }


@pytest.mark.parametrize(
    ("label", "phrase", "verdict"),
    [
        ("markedly treats", "markedly treats", Verdict.SUPPORTED),
        ("treats markedly", "treats markedly", Verdict.SUPPORTED),
        ("treats markedly", "markedly treats", Verdict.RELEVANT),
        ("markedly treats", "treats markedly", Verdict.RELEVANT),
        ("treats", "markedly treats", Verdict.RELEVANT),
        ("markedly treats", "does not markedly treat", Verdict.RELEVANT),
        ("is positively correlated with", "is positively correlated with", Verdict.SUPPORTED),
        ("is positively correlated with", "is negatively correlated with", Verdict.RELEVANT),
    ],
)
def test_what_a_predicate_says_itself_limits_only_claims_in_other_words(
    label: str, phrase: str, verdict: Verdict
) -> None:
    predicates = (Predicate("IT", label, symmetric="correlated" in label),)
    triple = Triple(Mention("drug"), phrase, Mention("illness"), qualifiers=qualifiers_in(Region(phrase=phrase)))
    graph = FakeGraph((DRUG, ILLNESS), [edge(predicate="IT")], predicates)
    assert asyncio.run(Checker(graph, Vocabulary.of(predicates)).check([triple]))[0].verdict is verdict


def test_a_correlation_with_a_sign_is_one_where_the_graph_has_the_sign() -> None:
    claim = said(phrase="is negatively correlated with")
    assert check(claim, edge(predicate="NEGATIVE")).verdict is Verdict.SUPPORTED
    assert check(claim, edge(predicate="POSITIVE")).verdict is Verdict.CONTRADICTED


def test_what_was_written_from_the_graph_is_not_read_for_qualifiers() -> None:
    stated = Statement("D:1", "TREATS", "I:1")
    triple = replace(said(" in cats"), stated=stated, predicate="TREATS")
    assert check(triple, edge("RCT")).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (" in office workers", K.POPULATION),
        (" in a mouse model", K.SPECIES),
        (" in cultured neurons", K.SPECIES),
        (" at high doses", K.DOSE),
        (" in 40 % of cases", K.NUMBER),
        (" within ten days", K.TIME),
        (" as a nasal spray", K.FORM),
        (" after a stroke", K.CONDITION),
        (" unless it is cooked", K.CONDITION),
        (" combined with yoga", K.COMBINATION),
        (" compared with aspirin", K.COMPARATOR),
        (" enormously", K.DEGREE),
        (" as a laxative", K.PURPOSE),
        (". In your dreams.", K.TONE),
        (", yeah right.", K.TONE),
        (" (in mice)", K.SPECIES),
        (" in the over-eighties", K.POPULATION),
        (" because it warms the heart", K.PURPOSE),
        (", doctors hope.", K.STUDY),
    ],
)
def test_words_behind_a_claim_are_qualifiers_of_their_kind(words: str, kind: QualifierKind) -> None:
    assert kind in {q.kind for q in qualifiers_in(Region(phrase="treats", tail=words)).said}


@pytest.mark.parametrize(
    "words",
    [
        " in studies of many kinds",
        " in most cases",
        " in the brain",
        ", which is a mineral",
        " compared with placebo",
        " better than placebo",
        " with few side effects",
        ", and it lowers the blood pressure of women",
        " because women take it",
        " as a result",
    ],
)
def test_words_that_narrow_nothing_are_no_qualifiers(words: str) -> None:
    assert not qualifiers_in(Region(phrase="treats", tail=words))


def test_a_claim_that_a_qualifier_keeps_open_names_it_and_a_settled_one_does_not() -> None:
    assert "women" in check(said(" in women"), edge("in men")).qualifier
    assert not check(said(" in men"), edge("in men")).qualifier
    assert not check(said(), edge("in men")).qualifier


@pytest.mark.parametrize(
    ("note", "verdict"),
    [("in laboratory cats", Verdict.SUPPORTED), ("in dogs", Verdict.RELEVANT), ("", Verdict.SUPPORTED)],
)
def test_what_a_mention_says_behind_its_name_is_a_qualifier(note: str, verdict: Verdict) -> None:
    mention = "illness in laboratory cats"
    links = {mention: (Candidate(ILLNESS, 0.95, Match.VARIANT),)}
    graph = FakeGraph((DRUG, ILLNESS, OTHER), [edge(note)], PREDICATES, links=links)
    triple = Triple(Mention("drug"), "treats", Mention(mention))
    assert asyncio.run(Checker(graph, Vocabulary.of(PREDICATES)).check([triple]))[0].verdict is verdict


@pytest.mark.parametrize(
    ("note", "verdict"),
    [("given as milk of magnesia", Verdict.SUPPORTED), ("given as an infusion", Verdict.RELEVANT)],
)
def test_a_synonym_that_is_one_preparation_asks_for_evidence_on_it(note: str, verdict: Verdict) -> None:
    salt = replace(DRUG, synonyms=("milk of magnesia",))
    graph = FakeGraph((salt, ILLNESS), [edge(note)], PREDICATES)
    triple = Triple(Mention("milk of magnesia"), "treats", Mention("illness"))
    assert asyncio.run(Checker(graph, Vocabulary.of(PREDICATES)).check([triple]))[0].verdict is verdict


def test_a_question_is_met_only_by_an_edge_that_says_so_in_words_of_its_own() -> None:
    asked, rules = qualifiers_in(Region(tail=" in children")), Vocabulary.of(PREDICATES)
    assert unmet_by(asked, edge(), rules) == asked.said
    assert unmet_by(asked, edge("trial in adults"), rules) == asked.said
    assert unmet_by(asked, edge("trial in children"), rules) == ()
    course = qualifiers_in(Region(phrase="prevents relapses of "))
    assert unmet_by(course, edge("a trial", predicate="PREVENTS"), rules) == course.said
    assert unmet_by(course, edge("a trial"), rules) == ()


@pytest.mark.parametrize(
    ("phrase", "verdict"), [("dramatically treats", Verdict.RELEVANT), ("halves", Verdict.SUPPORTED)]
)
def test_what_a_relation_says_itself_is_a_qualifier_but_its_factor_is_its_meaning(
    phrase: str, verdict: Verdict
) -> None:
    assert check(Triple(Mention("drug"), phrase, Mention("illness")), edge()).verdict is verdict


@pytest.mark.parametrize(
    ("tail", "why"),
    [
        (", doctors hope.", "This says that it is hoped or said, which is not a finding."),
        (" in women", "This is said of women; the evidence is on men."),
        (" in pregnant dogs", "This is said of pregnant dogs; the evidence is on men."),
        (" In your dreams.", "I could not tell whether this is meant as it stands (“in your dreams”)."),
        (" at high doses", "Nothing there says “at high doses”."),
    ],
)
def test_why_a_qualified_claim_stays_open_is_said_of_its_kind(tail: str, why: str) -> None:
    assert check(said(tail), edge("RCT in men")).why.endswith(why)


@pytest.mark.parametrize(
    ("kind", "words", "note", "why"),
    [
        (K.STUDY, "was thought", "", "This says that it was so, or was thought so, which is not a finding."),
        (K.STUDY, "is being studied", "", "This says that it is under study, which is not a finding."),
        (K.STUDY, "is marketed", "", "This says that it is hoped or said, which is not a finding."),
        (K.REST, "The moon", "", "What the sentence says besides was not checked (“the moon”)."),
        (K.ASPECT, "the mood", "", "This is said of the mood of the patients, not of their illness."),
        (K.SIGN, "negatively", "", "It does not say which way: nothing there says “negatively”."),
        (K.DESIGN, "In trials", "cohort", "Nothing there says “in trials”: it rests on a cohort."),
        (K.DESIGN, "in trials", "", "Nothing there says “in trials”."),
        (K.PLACE, "in the gut", "in vitro", "Nothing there says “in the gut”: it rests on a laboratory study."),
        (K.POPULATION, "In women", "men", "This is said of women; the evidence is on men."),
        (K.POPULATION, "in women", "older women", "This is said of women, of whom the evidence does not speak."),
        (K.SPECIES, "among APOE4 mice", "rats", "This is said of APOE4 mice; it was seen in rats."),
        (K.FORM, "APOE4", "", "Nothing there says “APOE4”."),
        (K.TIME, "At night", "", "Nothing there says “at night”."),
    ],
)
def test_what_keeps_a_claim_open_is_told_in_a_sentence(kind: QualifierKind, words: str, note: str, why: str) -> None:
    assert why_not(Unmet(Qualifier(kind, words), (edge(note),))) == why


@pytest.mark.parametrize(
    ("note", "found"),
    [
        ("transgenic mice and rats", ("mice", "rats")),
        ("rodents, rats", ("rats",)),
        ("mice and patients", ()),
        ("pregnant women", ("women",)),
        ("older adults", ("older adults",)),
        ("adults", ("adults",)),
        ("in vitro, cells", ("cells",)),
        ("patients", ()),
        ("RCT", ()),
    ],
)
def test_whom_a_note_names_is_told_in_its_narrowest_words(note: str, found: tuple[str, ...]) -> None:
    assert whom(note) == found


def test_whom_evidence_is_on_is_told_only_where_it_says_so_in_other_words_than_the_claim() -> None:
    assert check(said(" in young women"), edge("RCT")).why.endswith("of whom the evidence does not speak.")
    assert check(said(" in mice with cancer"), edge("rats")).why.endswith("; it was seen in rats.")


@pytest.mark.parametrize(
    ("notes", "shown"),
    [
        (("with zinc, in mice",), "with zinc in mice"),
        (("with zinc in mice",), "with zinc in mice"),
        (("added to zinc in women; pilot",), "added to zinc in women"),
        (("with zinc in high doses, in mice",), "with zinc in high doses in mice"),
        (("with zinc in high doses",), "with zinc in high doses"),
        (("with zinc", "with iron"), ""),
        (("with zinc", "with zinc"), "with zinc"),
        (("mice", "a trial"), ""),
        (("mice", "rats", "mice"), "in mice and rats"),
        (("adult women",), "in women"),
        (("adults",), "in adults"),
        (("healthy men",), "in men"),
        (("postmenopausal women",), "in women"),
    ],
)
def test_whom_all_the_evidence_is_on_is_shown_in_the_narrowest_words(notes: tuple[str, ...], shown: str) -> None:
    told = [replace(edge(note), id=str(n)) for n, note in enumerate(notes)]
    assert narrowed(told) == shown


def test_the_course_of_an_illness_counts_only_where_somebody_falls_ill() -> None:
    predicates = (Predicate("PREVENTS", "prevents"), Predicate("TREATS", "treats"))
    course = qualifiers_in(Region(phrase="prevents relapses of "))
    for phrase, predicate, verdict in (
        ("prevents", "PREVENTS", Verdict.RELEVANT),
        ("treats", "TREATS", Verdict.SUPPORTED),
    ):
        graph = FakeGraph((DRUG, ILLNESS), [edge(predicate=predicate)], predicates)
        triple = Triple(Mention("drug"), phrase, Mention("illness"), qualifiers=course)
        assert asyncio.run(Checker(graph, Vocabulary.of(predicates)).check([triple]))[0].verdict is verdict


def test_papers_that_disagree_on_less_than_is_claimed_contradict_nothing() -> None:
    claim = check(said(" in women"), edge("RCT in men"), edge("meta-analysis", negated=True))
    assert (claim.verdict, claim.edges_for, claim.edges_against) == (Verdict.RELEVANT, (), ())
    both = check(said(" in women"), edge("RCT in men"), edge("RCT in women", negated=True))
    assert both.verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    "note",
    ["female mice", "pregnant mice", "adult male Wistar rats", "young and healthy rats", "aged dogs",
     "human cell lines", "patient-derived fibroblasts", "RCT in dogs", "a clinical trial in healthy beagles"],
)  # fmt: skip
@pytest.mark.parametrize("whom", ["people", "women", "pregnant women", "young people", "adults", "patients"])
def test_what_is_said_of_animals_and_cells_makes_them_no_people(note: str, whom: str) -> None:
    assert check(said(f" in {whom}"), edge(note)).verdict is Verdict.RELEVANT


@pytest.mark.parametrize(
    "note", ["women and mice", "mice, then people", "patients; rats", "RCT; mouse models", "RCT, also in rats"]
)
def test_who_stands_beside_animals_is_still_there(note: str) -> None:
    assert check(said(" in people"), edge(note)).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(("tail", "note"), [("female mice", "female mice"), ("mice", "young mice")])
def test_what_is_claimed_of_animals_is_borne_out_by_these(tail: str, note: str) -> None:
    claim = check(said(f" in {tail}"), edge(note))
    assert (claim.verdict, claim.narrowed) == (Verdict.SUPPORTED, "in mice")


@pytest.mark.parametrize(
    ("tail", "note", "verdict"),
    [
        (" slightly", "slightly", Verdict.SUPPORTED),
        (" slightly", "RCT", Verdict.RELEVANT),
        (" by 20%", "RCT; by 20 %", Verdict.SUPPORTED),
        (" by 20%", "RCT; by 50 %", Verdict.RELEVANT),
    ],
)
def test_a_degree_or_number_is_borne_out_by_the_same_in_the_note(tail: str, note: str, verdict: Verdict) -> None:
    assert check(said(tail), edge(note)).verdict is verdict


def test_of_two_qualifiers_the_one_shown_is_the_one_that_the_reason_names() -> None:
    claim = check(said(" slightly in women"), edge("in men"))
    assert claim.qualifier == "slightly"
    assert "“slightly”" in claim.why


def test_a_name_that_only_a_second_candidate_has_takes_nothing_from_what_a_mention_says() -> None:
    mention = Mention("illness in cats")
    first = Candidate(ILLNESS, 1.0, Match.EXACT)
    second = replace(first, entity=replace(ILLNESS, id="I:2", name="illness in cats"))
    found = qualifiers_of(said(), [(mention, (first, second))])
    assert [q.kind for q in found.said] == [K.SPECIES]


def test_evidence_that_is_not_narrow_is_not_shown_as_narrow() -> None:
    assert narrowed((edge("RCT"),)) == ""
    assert narrowed((edge("with zinc"), edge("RCT"))) == ""


@pytest.mark.parametrize("phrase", ["is compared with", "has been compared with", "was tested in mice for"])
def test_what_the_predicate_itself_says_limits_no_claim(phrase: str) -> None:
    predicates = (Predicate("COMPARED", "is compared with"), Predicate("TESTED", "is tested in mice for"))
    graph = FakeGraph((DRUG, ILLNESS), tuple(edge("RCT", predicate=p.name) for p in predicates), predicates)
    checker = Checker(graph, Vocabulary.of(predicates))
    assert asyncio.run(checker.check([said(phrase=phrase)]))[0].verdict is Verdict.SUPPORTED
