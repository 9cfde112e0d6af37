"""Words for predicates, derived from their names, and read back."""

from __future__ import annotations

import pytest

from kgcore.values.model import Entity, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import question_about, question_which, statement_sentence

PANIC, DRUG = Entity("p", "Panic disorder", "Thing"), Entity("d", "alprazolam", "Thing")
NAMES = {
    "has_symptom": "has the symptom",
    "symptom_of": "is a symptom of",
    "need_medication": "needs the medication",
    "can_check_disease": "can check for the disease",
    "possible_cure_disease": "may cure the disease",
    "possible_disease": "points to the possible disease",
    "Drug_Interaction": "has a drug interaction with",
    "Cotreatment": "is given together with",
    "Bind": "binds",
    "molecularly_interacts_with": "molecularly interacts with",
    "caused_by": "is caused by",
    "P31": "has the relation P31 to",
    "42": "has the relation 42 to",
    "led to": "leads to",
    "resulted_in": "results in",
    "gave rise to": "gives rise to",
    "caused": "causes",
    "reduced risk of": "is linked to reduced risk of",
    "was_treated_with": "is treated with",
    "treatsOrPrevents": "treats or prevents",
    "co-occurs": "co-occurs with",
    "biolink:acts_upstream_of": "acts upstream of",
    "genetic_association": "is genetically associated with",
    "isTreatedBy": "is treated by",
    "is_risk_factor_for": "is a risk factor for",
    "isIngredientOf": "is an ingredient of",
    "isResponsibleFor": "is responsible for",
    "is_independent_of": "is independent of",
    "hasTreatment": "has the treatment",
    "requires_treatment": "requires the treatment",
    "suspectedToHelp": "is suspected to help",
    "is_known_to_cause": "is known to cause",
    "SIO_000628": "has the relation SIO_000628 to",
    "RO:0019999": "has the relation RO:0019999 to",
    "associatedWith(neg)": "has the relation associatedWith(neg) to",
    "INHIBITS(weak)": "has the relation INHIBITS(weak) to",
    "rel_17": "has the relation rel_17 to",
    "active ingredient in": "is an active ingredient in",
    "adjacent_to": "is adjacent to",
    "clinically_similar": "is clinically similar to",
    "co_expressed": "is co-expressed with",
    "downRegulatedBy": "is down-regulated by",
    "is_first_line_for": "is first-line for",
    "spread-by": "is spread by",
    "often_seen_in": "is often seen in",
    "mutation_found_in": "has a mutation found in",
    "gene_product_malfunction_associated_with_disease": "has a gene product malfunction associated with the disease",
    "associated_finding_of": "is an associated finding of",
    "is_finding_of_disease": "is a finding of the disease",
    "medical condition treated": "treats the medical condition",
    "monitoring_required": "has the required monitoring",
    "symptoms and signs": "has the symptom or sign",
    "possible medical findings": "points to the possible medical finding",
    "disease_has_primary_anatomic_site": "has the primary anatomic site",
    "disease_may_have_finding": "may have the finding",
    "gene_plays_role_in_process": "plays a role in the process",
    "withdrawal_causes": "has the relation withdrawal_causes to",
    "loss_of_function_causes": "has the relation loss_of_function_causes to",
    "dietary_advice_avoid": "has the relation dietary_advice_avoid to",
    "GNBR::Te::Gene:Disease": "may be of use in treating",
    "GNBR::E-::Compound:Gene": "decreases the expression of",
}
KNOWN = {
    "CbG": "binds",
    "CpD": "palliates",
    "DlA": "localizes to",
    "Gr>G": "regulates",
    "RO:0002434": "interacts with",
    "http://purl.obolibrary.org/obo/RO_0002434": "interacts with",
    "Hetionet::CtD::Compound:Disease": "treats",
    "Positive_Correlation": "is positively correlated with",
}


@pytest.mark.parametrize(("name", "words"), NAMES.items())
def test_a_name_becomes_words_that_stand_between_two_names(name: str, words: str) -> None:
    assert Vocabulary.of([Predicate(name)]).words(name) == words


@pytest.mark.parametrize(("name", "words"), KNOWN.items())
def test_a_name_with_a_legend_has_the_words_of_its_legend(name: str, words: str) -> None:
    assert Vocabulary.of([Predicate(name)]).words(name) == words


@pytest.mark.parametrize("name", [*NAMES, *KNOWN])
def test_words_and_their_denial_are_read_back(name: str) -> None:
    vocabulary = Vocabulary.of([Predicate(name)])
    assert vocabulary.reads_back(name)
    denied = vocabulary.read(vocabulary.words(name, negated=True))
    assert (denied.predicates, denied.negated) == ((name,), True)


@pytest.mark.parametrize(
    "said", ["has symptom", "has the symptom", "has a symptom", "have the symptoms", "has_symptom"]
)
def test_a_predicate_is_read_however_its_words_are_put(said: str) -> None:
    reading = Vocabulary.of([Predicate("has_symptom"), Predicate("need_medication")]).read(said)
    assert (reading.predicates, reading.inverted, reading.negated) == (("has_symptom",), False, False)


@pytest.mark.parametrize("said", ["is a symptom of", "is the symptom of"])
def test_the_inverse_of_a_noun_is_read_turned_round(said: str) -> None:
    reading = Vocabulary.of([Predicate("has_symptom")]).read(said)
    assert (reading.predicates, reading.inverted) == (("has_symptom",), True)


def test_words_that_were_derived_stand_for_nothing_wider() -> None:
    vocabulary = Vocabulary.of([Predicate("possible_cure_disease"), Predicate("need_medication")])
    for said, inverted in (("treats", True), ("is treated by", False)):
        wider = vocabulary.read(said)  # near enough to be looked up, and more than the graph says: never ✓
        assert (wider.predicates, wider.inverted, wider.overstates) == (("need_medication",), inverted, True)
    assert vocabulary.read("does not treat").predicates == ()
    assert Vocabulary.of([Predicate("hasDrug")]).read("treats").predicates == ()


@pytest.mark.parametrize(
    ("said", "inverted"),
    [("requires", False), ("is a drug for", True), ("is the medicine for", True), ("is required in", True)],
)
def test_what_is_needed_is_required_and_a_medication_is_a_drug(said: str, inverted: bool) -> None:
    reading = Vocabulary.of([Predicate("need_medication")]).read(said)
    assert (reading.predicates, reading.inverted, reading.overstates) == (("need_medication",), inverted, False)


def test_what_is_only_suspected_is_no_word_of_the_plain_relation() -> None:
    vocabulary = Vocabulary.of([Predicate("suspectedToTreat"), Predicate("likely_to_cause")])
    assert not vocabulary.read("treats").predicates
    assert not vocabulary.read("causes").predicates


def test_what_a_bracket_colours_is_not_read_as_the_plain_relation() -> None:
    vocabulary = Vocabulary.of([Predicate("associatedWith(neg)"), Predicate("treats(in mice)")])
    assert not vocabulary.read("is associated with").predicates
    assert not vocabulary.read("treats").predicates


def test_words_without_a_rule_stand_apart() -> None:
    assert Predicate("mayBeTreatedBy").words == "may be treated by"


@pytest.mark.parametrize("name", ["¬treats", "!treats", "disputed:treats", "=x"])
def test_a_name_with_a_sign_of_doubt_is_no_word_of_the_plain_relation(name: str) -> None:
    assert name not in Vocabulary.of([Predicate(name)]).read("treats").predicates


def test_the_graphs_own_label_wins_over_what_a_name_would_give() -> None:
    vocabulary = Vocabulary.of([Predicate("need_medication", label="is managed with")])
    assert vocabulary.words("need_medication") == "is managed with"


def test_both_of_two_verbs_follow_their_subject() -> None:
    both = Vocabulary.of([Predicate("treatsOrPrevents")]).get("treatsOrPrevents")
    assert question_about(DRUG, both, PANIC) == "Can alprazolam treat or prevent panic disorder?"
    assert statement_sentence(DRUG, both, PANIC, negated=True) == "Alprazolam does not treat or prevent panic disorder"


def test_statements_and_questions_in_derived_words_are_english() -> None:
    need = Vocabulary.of([Predicate("need_medication")]).get("need_medication")
    check = Vocabulary.of([Predicate("can_check_disease")]).get("can_check_disease")
    assert statement_sentence(PANIC, need, DRUG) == "Panic disorder needs the medication alprazolam"
    assert question_about(PANIC, need, DRUG) == "Does panic disorder need the medication alprazolam?"
    assert question_which(PANIC, need, "Thing", outward=True) == "Which medications does panic disorder need?"
    assert question_which(DRUG, check, "Thing", outward=True) == "Which diseases can alprazolam check for?"


def test_what_something_needs_is_given_for_it_and_said_to_help_nowhere() -> None:
    words = Vocabulary.of([Predicate("need_medication"), Predicate("need_medical_test")])
    for phrase, name in (("is prescribed for", "need_medication"), ("is ordered for", "need_medical_test")):
        assert words.read(phrase).predicates == (name,)
        assert words.read(phrase).inverted
    helping = [words.read(phrase) for phrase in ("treats", "helps with", "cures", "prevents")]
    assert all(reading.overstates for reading in helping if reading.predicates)  # looked up, never supported
    assert not helping[-1].predicates


def test_binding_is_binding_where_the_graph_knows_it() -> None:
    both = Vocabulary.of([Predicate("CbG"), Predicate("GiG")])
    assert both.read("binds to").predicates == both.read("attaches to").predicates == ("CbG",)
    assert both.read("interacts with").predicates == ("GiG",)
    assert Vocabulary.of([Predicate("INTERACTS_WITH")]).read("binds to").predicates == ("INTERACTS_WITH",)


def test_a_letter_is_a_theme_of_gnbr_in_gnbr_alone() -> None:
    assert Vocabulary.of([Predicate("B")]).words("B") == "has the relation B to"
    assert Vocabulary.of([Predicate("mine::B::x")]).words("mine::B::x") == "has the relation B to"


def test_two_names_that_say_the_same_both_ways_are_inverse_and_each_is_read_as_itself() -> None:
    vocabulary = Vocabulary.of([Predicate("induced_by"), Predicate("induces")])
    assert vocabulary.inverse("induces") == "induced_by"
    assert vocabulary.inverse("induced_by") == "induces"
    assert (vocabulary.read("induces").predicates[0], vocabulary.read("induces").inverted) == ("induces", False)
    assert vocabulary.reads_back("induces")
    assert vocabulary.reads_back("induced_by")


def test_a_noun_before_a_name_that_ends_with_it_is_left_out() -> None:
    forbidden = Vocabulary.of([Predicate("contraindicated_with_disease")]).get("contraindicated_with_disease")
    ill = Entity("p", "Parkinson disease", "Disease")
    assert statement_sentence(DRUG, forbidden, ill) == "Alprazolam is contraindicated with Parkinson disease"
    assert statement_sentence(DRUG, forbidden, PANIC).endswith("with the disease panic disorder")
    asked = question_which(DRUG, forbidden, "Disease", outward=True)
    assert asked == "Which diseases is alprazolam contraindicated with?"


@pytest.mark.parametrize(
    ("name", "type", "asked"),
    [
        ("biolink:gene_associated_with_condition", "Disease", "Which disorders are associated with alprazolam?"),
        ("route of administration", "Thing", "Which routes of administration does alprazolam have?"),
        (
            "drug or therapy used for treatment",
            "Drug",
            "Which drugs or therapies used for treatment does alprazolam have?",
        ),
    ],
)
def test_a_noun_of_several_words_has_its_plural_where_english_has_it(name: str, type: str, asked: str) -> None:
    assert question_which(DRUG, Vocabulary.of([Predicate(name)]).get(name), type, outward=True) == asked


def test_several_are_predictors_and_no_predictor() -> None:
    predicts = Vocabulary.of([Predicate("negative prognostic predictor for")]).get("negative prognostic predictor for")
    asked = question_which(PANIC, predicts, "Gene", outward=False)
    assert asked == "Which genes are negative prognostic predictors for panic disorder?"


def test_what_is_built_is_disrupted_and_not_reduced() -> None:
    disrupts = Vocabulary.of([Predicate("disrupts")]).get("disrupts")
    for kind in ("Cell", "biolink:AnatomicalEntity", ""):
        assert statement_sentence(DRUG, disrupts, Entity("c", "cilium", kind)) == "Alprazolam disrupts cilium"
    assert statement_sentence(DRUG, disrupts, Entity("c", "stress", "Process")) == "Alprazolam reduces stress"
