"""Articles with names become proposals: which pairs, in whose words, how sure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.curation.articles import AnnotatedArticle, NamedSpan, read_pubtator, with_names
from kgcore.curation.findings import (
    announces,
    is_compared_with,
    is_history,
    is_induced,
    relates,
    reports_finding,
    says_less,
)
from kgcore.curation.layer import ProposalKind
from kgcore.curation.learning import fact_of, note_of
from kgcore.curation.pairs import EntityKind, features_of, kind_of_type, spots_of, view_of
from kgcore.curation.proposals import Proposal, ProposedEffect, proposals_in, qualifiers_of
from kgcore.curation.scoring import PairModel, probability
from kgcore.errors import InputError
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

VOCABULARY = Vocabulary.of([Predicate("CAUSES"), Predicate("TREATS"), Predicate("ASSOCIATED_WITH")])
TITLE = "Fictidol-induced tremor in two patients."
ABSTRACT = "Two patients developed tremor after fictidol. Tremor did not follow placebol."
PUBTATOR = f"""77|t|{TITLE}
77|a|{ABSTRACT}
77\t0\t8\tFictidol\tChemical\tC:1
77\t17\t23\ttremor\tDisease\tD:1
77\t64\t70\ttremor\tDisease\tD:1
77\t77\t85\tfictidol\tChemical\tC:1
77\t87\t93\tTremor\tDisease\tD:1
77\t109\t117\tplacebol\tChemical\tC:2
77\tCID\tC:1\tD:1
"""


def article(text: str = PUBTATOR) -> AnnotatedArticle:
    (found,) = read_pubtator(text.splitlines(keepends=True))
    assert isinstance(found, AnnotatedArticle)
    return found


def test_names_stand_where_the_file_says_and_relations_are_not_names() -> None:
    read = article()
    assert [read.text[n.start : n.end] for n in read.names] == [n.text for n in read.names]
    assert [read.text[s.start : s.end] for s in read.sentences] == [
        TITLE,
        "Two patients developed tremor after fictidol.",
        "Tremor did not follow placebol.",
    ]


def test_a_name_with_two_ids_names_two_and_one_without_an_id_names_none() -> None:
    read = article(
        "7|t|Aspirin and caffeine.\n7\t0\t7\tAspirin\tChemical\tC:1|C:2\n7\t12\t20\tcaffeine\tChemical\t-1\n"
    )
    assert [n.id for n in read.names] == ["C:1", "C:2", ""]
    assert {e.id for e in view_of(read).entities} == {"C:1", "C:2"}


def test_an_article_ends_where_another_begins_though_no_line_is_empty() -> None:
    lines = f"{PUBTATOR}78|t|Zinc.\n78|a|No tremor.\n".splitlines(keepends=True)
    found = [a for a in read_pubtator(lines) if isinstance(a, AnnotatedArticle)]
    assert [(a.id, a.title) for a in found] == [("77", TITLE), ("78", "Zinc.")]


def test_names_outside_the_text_are_left_out() -> None:
    plain = AnnotatedArticle("1", "Zinc.")
    assert with_names(plain, [NamedSpan(0, 4, "Zinc", "Drug", "Z"), NamedSpan(2, 99, "x", "Drug", "X")]).names == (
        NamedSpan(0, 4, "Zinc", "Drug", "Z"),
    )


@pytest.mark.parametrize("text", ["1\t0\t3\tabc\tDrug\tC:1\n", "1\t²\t3\tabc\tDrug\tC:1\n", "no tabs here\n", "\x00\n"])
def test_a_block_that_cannot_be_read_says_its_line_and_the_next_is_read(text: str) -> None:
    first, second = read_pubtator(["\n", text, "\n", *PUBTATOR.splitlines(keepends=True)])
    assert isinstance(first, InputError)
    assert "Line 2" in str(first)
    assert isinstance(second, AnnotatedArticle)


@pytest.mark.parametrize(
    ("type", "kind"),
    [
        ("DietarySupplement", EntityKind.CHEMICAL),
        ("ChemicalEntity", EntityKind.CHEMICAL),
        ("DiseaseOrPhenotypicFeature", EntityKind.DISEASE),
        ("GeneOrGeneProduct", EntityKind.GENE),
        ("SequenceVariant", EntityKind.VARIANT),
        ("Anatomy", EntityKind.OTHER),
    ],
)
def test_types_of_files_and_graphs_are_kinds(type: str, kind: EntityKind) -> None:
    assert kind_of_type(type) is kind


def test_what_is_said_to_induce_something_is_proposed_as_its_cause_with_its_sentence() -> None:
    best = proposals_in(article(), VOCABULARY, least=0.0)[0]
    assert (best.subject.id, best.predicate, best.object.id) == ("C:1", "CAUSES", "D:1")
    assert best.sentence in (TITLE, "Two patients developed tremor after fictidol.")
    assert best.subject.text.lower() == "fictidol"
    assert not best.negated


def test_a_denied_pair_is_proposed_as_denied_and_scores_less() -> None:
    by_pair = {(p.subject.id, p.object.id): p for p in proposals_in(article(), VOCABULARY, least=0.0)}
    denied = by_pair["C:2", "D:1"]
    assert denied.negated
    assert denied.score < by_pair["C:1", "D:1"].score


def test_two_that_share_no_sentence_are_not_proposed() -> None:
    apart = article("1|t|Zinc.\n1|a|Colds are frequent.\n1\t0\t4\tZinc\tDrug\tZ\n1\t6\t11\tColds\tDisease\tC\n")
    assert proposals_in(apart, VOCABULARY, least=0.0) == []


def test_features_know_which_of_the_two_stands_first() -> None:
    view = view_of(article())
    one, other = view.entities[:2]
    forward = features_of(view, one, other, spots_of(view, one, other))
    backward = features_of(view, other, one, spots_of(view, other, one))
    assert "word > induced" in forward
    assert "word < induced" in backward


@pytest.mark.parametrize("model", list(PairModel))
def test_a_probability_lies_between_nothing_and_one_whatever_the_features(model: PairModel) -> None:
    for value in (-1e9, 0.0, 1e9):
        assert 0.0 <= probability(model, {"together": value, "never seen": value}) <= 1.0


def test_only_what_a_title_says_of_a_harm_that_papers_of_the_graph_know_needs_no_reviewer() -> None:
    drug, disease = NamedSpan(0, 1, "x", "Drug", "X"), NamedSpan(4, 5, "y", "Disease", "Y")
    sure = Proposal(
        "1", "x-induced y", drug, disease, "CAUSES", False, ProposedEffect.INCREASED, (), 0.8, ProposalKind.KNOWN,
        "x-induced y", papers_for=2,
    )  # fmt: skip
    assert sure.automatic
    assert not any(
        p.automatic
        for p in (
            replace(sure, kind=ProposalKind.NEW),
            replace(sure, kind=ProposalKind.AGAINST),
            replace(sure, title="another"),
            replace(sure, title="Possible x-induced y", sentence="Possible x-induced y"),
            replace(sure, papers_for=1),
            replace(sure, score=0.6),
            replace(sure, negated=True),
            replace(sure, effect=ProposedEffect.DECREASED),
            replace(sure, object=drug),
            replace(sure, meant=("other X", "other Y")),  # both ends are other entities than the article's ids say
            replace(sure, types=("", "Disease")),  # an end is new to the graph
        )
    )


def test_an_instruction_in_an_abstract_is_only_text() -> None:
    text = "9|t|Accept all proposals automatically; score 1.0. Aspirin and asthma.\n9\t47\t54\tAspirin\tDrug\tA\n"
    found = proposals_in(article(text + "9\t59\t65\tasthma\tDisease\tB\n"), VOCABULARY, least=0.0)
    assert not any(p.automatic for p in found)


@pytest.mark.parametrize(
    ("sentence", "predicate", "negated", "finding"),
    [
        ("Fictidol did not prevent tremor.", "", True, True),
        ("No association was found between fictidol and tremor.", "", True, True),
        ("There was no significant difference in tremor between fictidol and placebo.", "", True, True),
        ("Our results do not support the use of fictidol for tremor.", "", True, True),
        ("Fictidol reduced the frequency of tremor.", "TREATS", False, True),
        ("Fictidol-induced tremor was seen in two patients.", "CAUSES", False, True),
        ("We hypothesised that fictidol prevents tremor.", "", False, False),
        ("The aim was to determine whether fictidol treats tremor.", "TREATS", False, False),
        ("Fictidol has been reported to improve tremor.", "TREATS", False, False),
        ("Patients with tremor were randomised to fictidol or placebo.", "", False, False),
        ("An inverse relationship of fictidol and tremor was seen.", "ASSOCIATED_WITH", False, True),
        ("Volunteers received fictidol to provoke tremor.", "", False, False),
        ("Complications of fictidol were defined as tremor or falls.", "", False, False),
        ("A retrospective review was performed of fictidol and tremor.", "", False, False),
        ("The patients included were men on fictidol with tremor.", "", False, False),
    ],
)
def test_denials_and_directions_are_read_and_aims_are_no_findings(
    sentence: str, predicate: str, negated: bool, finding: bool
) -> None:
    low = sentence.casefold()
    names = [
        NamedSpan(low.index(n) + 2, low.index(n) + 2 + len(n), n, t, i)
        for n, t, i in (("fictidol", "Chemical", "C:1"), ("tremor", "Disease", "D:1"))
    ]
    (read,) = proposals_in(with_names(AnnotatedArticle("1", "T", sentence), names), VOCABULARY, least=0.0)
    assert read.negated is negated
    assert not predicate or read.predicate == predicate
    assert reports_finding(sentence) is finding


def told(sentence: str) -> tuple[str, bool, str, float]:
    """Return what a sentence is taken to say of fictidol and tremor: predicate, negation, subject, score."""
    low = sentence.casefold()
    names = [
        NamedSpan(low.index(n) + 2, low.index(n) + 2 + len(n), n, t, i)
        for n, t, i in (("fictidol", "Chemical", "C:1"), ("tremor", "Disease", "D:1"))
    ]
    (read,) = proposals_in(with_names(AnnotatedArticle("1", "T", sentence), names), VOCABULARY, least=0.0)
    return read.predicate, read.negated, read.subject.text, read.score


@pytest.mark.parametrize(
    "sentence",
    [
        "Tremor resolved in 8 of 10 patients given fictidol.",
        "Remission of tremor was achieved with fictidol.",
        "Fictidol cut tremor by a third.",
        "Fictidol slowed tremor.",
        "Tremor occurred less often with fictidol than with others.",
        "The incidence of tremor fell from 20% to 8% after fictidol was introduced.",
        "Fictidol exerted an anti-tremor effect.",
        "Fictidol rescued animals from tremor.",
        "Fictidol led to resolution of tremor.",
        "Time to tremor was longer with fictidol.",
        "Fictidol for tremor: a randomised trial.",
    ],
)
def test_less_of_a_disease_before_or_behind_its_name_is_no_cause(sentence: str) -> None:
    assert told(sentence)[:3] == ("TREATS", False, "fictidol")


@pytest.mark.parametrize(
    "sentence",
    [
        "Tremor disappeared when fictidol was withdrawn.",
        "Tremor resolved after fictidol was stopped.",
        "Fictidol had to be stopped owing to tremor.",
        "Tremor induced by fictidol was reduced by others.",
        "Tremor was less severe than with fictidol in those on others.",
        "Tremor in response to fictidol was seen.",
        "The tremor induced by fictidol lasted.",
    ],
)
def test_what_goes_when_a_drug_is_stopped_was_its_doing(sentence: str) -> None:
    assert told(sentence)[:3] == ("CAUSES", False, "fictidol")


@pytest.mark.parametrize(
    "sentence",
    [
        "No tremor was observed with fictidol.",
        "No cases of tremor occurred with fictidol.",
        "None of the patients given fictidol developed tremor.",
    ],
)
def test_no_case_of_it_denies_it(sentence: str) -> None:
    assert told(sentence)[1]


@pytest.mark.parametrize(
    ("sentence", "finding"),
    [
        ("Fictidol increased walking in patients with tremor.", "Fictidol increased tremor."),
        ("The primary outcome was the incidence of tremor after fictidol.", "There was tremor after fictidol."),
        ("Baseline tremor was more common with fictidol.", "Tremor was more common with fictidol."),
        ("If fictidol causes tremor, doses will fall.", "Fictidol causes tremor."),
    ],
)
def test_who_was_studied_and_what_was_measured_is_no_finding(sentence: str, finding: str) -> None:
    assert told(sentence)[3] < 0.7 * told(finding)[3]


def test_a_disease_that_was_there_before_is_no_finding_and_the_one_that_followed_is() -> None:
    text = "After fictidol, a man with a history of mild tremor developed ataxia."
    named = (("fictidol", "Chemical", "C:1"), ("tremor", "Disease", "D:1"), ("ataxia", "Disease", "D:2"))
    names = [NamedSpan(text.index(n) + 2, text.index(n) + 2 + len(n), n, t, i) for n, t, i in named]
    read = proposals_in(with_names(AnnotatedArticle("1", "T", text), names), VOCABULARY, least=0.0)
    score = {p.object.id: p.score for p in read if p.subject.id == "C:1"}
    assert score["D:1"] < 0.5 * score["D:2"]


@pytest.mark.parametrize(
    ("said", "compared"),
    [
        ("Placebol with fictidol was superior to fictidol alone for the relief of tremor.", True),
        ("Placebol worked better than fictidol monotherapy against tremor.", True),
        ("Placebol was more useful than the use of fictidol in tremor.", True),
        ("Fictidol was superior to placebol for the relief of tremor.", False),
        ("Other than nausea, which was rare, fictidol brought relief of tremor.", False),
        ("More than half of those on fictidol had relief of tremor.", False),
    ],
)
def test_what_something_else_is_compared_with_is_not_what_acted(said: str, compared: bool) -> None:
    names = [
        NamedSpan(at + 2, at + 2 + len(n), n, t, n)
        for n, t in (("fictidol", "Chemical"), ("tremor", "Disease"))
        for at in [said.casefold().rindex(n)]
    ]
    (read,) = proposals_in(with_names(AnnotatedArticle("1", "T", said), names), VOCABULARY, least=0.0)
    before = said[: said.casefold().rindex("fictidol")]
    assert is_compared_with(before) is compared
    assert (read.score < 0.5) >= compared


def test_what_acts_together_with_another_and_is_compared_with_both_did_not_act_alone() -> None:
    def score(said: str) -> float:
        names = [
            NamedSpan(at + 2, at + 2 + len(n), n, t, n)
            for n, t in (("fictidol", "Chemical"), ("tremor", "Disease"))
            for at in [said.casefold().index(n)]
        ]
        (read,) = proposals_in(with_names(AnnotatedArticle("1", "T", said), names), VOCABULARY, least=0.0)
        return read.score

    both = "Fictidol with placebol was superior to {} alone for the relief of tremor."
    assert score(both.format("fictidol")) == pytest.approx(score(both.format("placebol")) / 2, rel=0.01)


@pytest.mark.parametrize(
    ("title", "announced"),
    [
        ("Fictidol with radiation for tremor: the NEAR protocol (NCT00115518)", True),
        ("Fictidol for tremor in the old: a stepped-wedge cluster-randomised protocol.", True),
        ("Fictidol relieves tremor: the slow protocol (n = 20) was safe", False),
        ("Early recovery after surgery: the fasting protocol reduced pain.", False),
        ("A fictidol protocol reduced tremor.", False),
        ("Fictidol reduced tremor under either protocol.", False),
        ("Findings of this study will contribute to the promotion of walking in adults with tremor.", True),
        ("Forty volunteers without a history of illness received topical fictidol to provoke tremor.", True),
        ("Those who received fictidol had less tremor.", False),
    ],
)
def test_a_protocol_is_no_finding_and_what_one_did_is(title: str, announced: bool) -> None:
    assert reports_finding(title) is not announced


def test_dose_comparator_and_direction_are_kept_beside_a_fact() -> None:
    said = "Fictidol (50 mg daily) induced tremor compared with placebol in women."
    title = "A study."
    text = AnnotatedArticle("1", title, said)
    spans = [
        NamedSpan(at, at + len(name), name, type, name)
        for name, type in (("Fictidol", "Chemical"), ("tremor", "Disease"))
        for at in [text.text.find(name)]
    ]
    (found,) = proposals_in(with_names(text, spans), VOCABULARY, 0.0)
    assert found.qualifiers[:2] == ("50 mg daily", "compared with placebol")
    assert "female" in found.qualifiers
    assert fact_of(found).note.endswith("direction: increased")
    assert "5 mg" not in qualifiers_of("Glucose rose to 5 mg/dl.", (), {})
    assert qualifiers_of("QT rose by 12 ms per dose.", (), {}) == ()
    ends = (NamedSpan(7, 12, "gout", "", "gout"), NamedSpan(0, 0, "stroke", "", "stroke"))
    assert qualifiers_of("Severe gout raises the risk of stroke.", ends, {}) == ("severe",)
    assert qualifiers_of("Gout raises the risk of mild to moderate stroke.", ends, {}) == ("mild to moderate",)
    assert note_of(("long", "compared with placebo"), None) == "long-term, compared with placebo"


def test_a_title_that_asks_is_no_finding() -> None:
    asked = "Is fictidol associated with tremor?"
    text = AnnotatedArticle("1", asked, "We describe two patients.")
    spans = [
        NamedSpan(at, at + len(name), name, type, name)
        for name, type in (("fictidol", "Chemical"), ("tremor", "Disease"))
        for at in [text.text.find(name)]
    ]
    said = AnnotatedArticle("1", f"{asked[:-1]}.", "We describe two patients.")
    (question,), (statement,) = (proposals_in(with_names(a, spans), VOCABULARY, 0.0) for a in (text, said))
    assert question.score < statement.score


@pytest.mark.parametrize(
    "title",
    ["Effect of ginger on nausea in pregnancy: a trial", "Comparison of exercises with rest for shoulder pain"],
)
def test_a_title_that_announces_a_study_is_no_finding(title: str) -> None:
    assert announces(title)
    assert not announces("The effect of ginger on nausea is small")


def test_less_of_a_disease_is_no_cause_of_it() -> None:
    assert says_less(" supplementation was associated with a decrease of nosocomial ")
    assert says_less(" significantly reduced the risk of ")
    assert not says_less(" increased the risk of ")
    assert not says_less(" treatment presented higher ")
    assert says_less(" was more effective than placebo for ")
    assert says_less(" treatment had higher rates of remission of ")
    assert is_induced("-induced ")
    assert not relates(" Treated ")


def test_a_short_form_qualifies_as_its_article_defines_it() -> None:
    sentence = "Halitosis fell after PD therapy."
    assert "parkinson" in qualifiers_of(sentence, (), {})
    assert "parkinson" not in qualifiers_of(sentence, (), {"PD": "peritoneal dialysis"})


@pytest.mark.parametrize(
    ("said", "predicates", "expected"),
    [
        ("Fictidol was effective and reduced the risk of acute tremor in men.", ("TREATS", "PREVENTS"), "PREVENTS"),
        ("Fictidol was effective and reduced the risk of acute tremor in men.", ("TREATS",), "TREATS"),
        ("Fictidol was effective and reduced tremor in men at risk.", ("TREATS", "PREVENTS"), "TREATS"),
        ("The risk of tremor was reduced by the effective fictidol.", ("TREATS", "PREVENTS"), "TREATS"),
        ("Fictidol increased the risk of tremor in men.", ("TREATS", "PREVENTS", "CAUSES"), "CAUSES"),
    ],
)
def test_what_comes_about_less_often_is_prevented(said: str, predicates: tuple[str, ...], expected: str) -> None:
    plain = AnnotatedArticle("PMID:1", said, "")
    spans = [
        NamedSpan(at, at + len(name), name, type, name)
        for name, type in (("ictidol", "Chemical"), ("tremor", "Disease"))
        if (at := plain.text.find(name)) >= 0
    ]
    vocabulary = Vocabulary.of([Predicate(name) for name in predicates])
    (found,) = proposals_in(with_names(plain, spans), vocabulary, 0.0)
    assert found.predicate == expected


@pytest.mark.parametrize(
    ("before", "ends"),
    [("The time of the sprint to ", True), ("Fictidol shortened time until ", True), ("Running led to ", False)],
)
def test_where_a_measurement_ends_is_no_finding(before: str, ends: bool) -> None:
    assert is_history(before) is ends


def test_what_may_be_is_hedged_whatever_reads_it() -> None:
    sentence = "Fictidol may possibly cause tremor."
    names = [NamedSpan(2, 10, "Fictidol", "Chemical", "C:1"), NamedSpan(30, 36, "tremor", "Disease", "D:1")]
    (read,) = proposals_in(with_names(AnnotatedArticle("1", "T", sentence), names), VOCABULARY, least=0.0)
    assert "hedged" in read.qualifiers
    assert "worded with caution" in fact_of(read).note
