"""Predicate names of published schemas: the words that are made of each are English, and are read back as it.

Biolink, RO, BFO, SemMedDB, DRKG (GNBR, DrugBank, STRING, IntAct, DGIdb, Hetionet, bioarx), PrimeKG, CTD, SNOMED CT, and
and NDF-RT (UMLS), Open Targets; written from memory of their pages, half of them before the rules were looked at.
"""

from __future__ import annotations

import re

import pytest

from kgcore.values.model import Entity, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import question_about, statement_sentence

DRUG, ILL = Entity("a", "Zornal", "Thing"), Entity("b", "brimosis", "Thing")
PUBLISHED = """
biolink:affects_response_to biolink:amount_or_activity_decreased_by biolink:applied_to_treat
biolink:associated_with_resistance_to biolink:beneficial_in_models_for biolink:capable_of
biolink:chemically_similar_to biolink:coexpressed_with biolink:condition_associated_with_gene
biolink:contraindicated_in biolink:correlated_with biolink:derives_from biolink:diagnoses biolink:disrupted_by
biolink:enables biolink:expressed_in biolink:gene_product_of biolink:has_adverse_event biolink:has_biomarker
biolink:has_contraindication biolink:has_input biolink:has_part biolink:homologous_to
biolink:in_clinical_trials_for biolink:is_ameliorated_by biolink:lacks_part biolink:likely_associated_with
biolink:manifestation_of biolink:mentioned_by biolink:negatively_correlated_with biolink:occurs_in
biolink:overlaps biolink:phenotype_of biolink:preceded_by biolink:produced_by biolink:regulates
biolink:risk_affected_by biolink:same_as biolink:treated_by biolink:xenologous_to RO:0002200 RO:0002331 RO:0002606
RO:0003303 BFO:0000050 http://purl.obolibrary.org/obo/RO_0002211 COEXISTS_WITH PROCESS_OF NOM_OF ADMINISTERED_TO
PREDISPOSES GNBR::E+::Compound:Gene GNBR::J::Gene:Disease DRUGBANK::carrier::Compound:Gene
DRUGBANK::enzyme::Compound:Gene STRING::CATALYSIS::Gene:Gene INTACT::ASSOCIATION::Compound:Gene
DGIDB::ANTAGONIST::Gene:Compound DGIDB::AGONIST::Gene:Compound Hetionet::GpMF::Gene:MolecularFunction
Hetionet::DpS::Disease:Symptom bioarx::DrugHumGen:Compound:Gene indication off-label_use phenotype_absent
expression_present side_effect parent-child synergistic_interaction ppi increases^expression affects^cotreatment
has_finding_site causative_agent associated_morphology due_to after interprets has_active_ingredient may_treat
may_be_prevented_by has_mechanism_of_action has_physiologic_effect contraindicated_with_disease inverse_isa
targets_gene genetic_association clinical_precedence linked_to_disease biolink:ameliorates_condition
biolink:assesses biolink:binds biolink:caused_by biolink:causes biolink:chemically_interacts_with
biolink:close_match biolink:composed_primarily_of biolink:consumed_by biolink:contributor
biolink:decreased_amount_in biolink:develops_from biolink:entity_negatively_correlated_with biolink:exact_match
biolink:exacerbates_condition biolink:expresses biolink:food_component_of biolink:gene_associated_with_condition
biolink:genetically_interacts_with biolink:has_active_component biolink:has_catalyst
biolink:has_frameshift_variant biolink:has_gene_product biolink:has_metabolite biolink:has_participant
biolink:has_side_effect biolink:has_target biolink:is_sequence_variant_of biolink:located_in biolink:metabolite_of
biolink:model_of biolink:opposite_of biolink:participates_in biolink:physically_interacts_with
biolink:predisposes_to_condition biolink:prevents biolink:related_condition biolink:resistance_associated_with
biolink:subclass_of biolink:superclass_of biolink:taxon_of biolink:transcribed_from biolink:treats
biolink:variant_part_of RO:0002212 RO:0002213 RO:0002327 RO:0002450 RO:0004009 BFO:0000066 METHOD_OF CONVERTS_TO
MEASURES USES compared_with different_from GNBR::A-::Compound:Gene GNBR::Te::Compound:Disease GNBR::Rg::Gene:Gene
STRING::EXPRESSION::Gene:Gene STRING::PTMOD::Gene:Gene INTACT::COLOCALIZATION::Gene:Gene
INTACT::PHOSPHORYLATION_REACTION::Gene:Gene DGIDB::MODULATOR::Gene:Compound Hetionet::CcSE::Compound:SideEffect
Hetionet::PCiC::PharmacologicClass:Compound bioarx::Covid2_acc_host_gene::Disease:Gene contraindication
phenotype_present expression_absent linked_to transporter target associated_with decreases^activity
affects^binding has_pathological_process occurs_in has_causative_agent clinical_course method procedure_site
part_of is_modification_of has_manifestation may_diagnose induces has_ingredient tradename_of drug_warning_of
expressed_in_tissue mouse_phenotype_match known_drug_for
""".split()  # noqa: SIM905
# A verb twice, an article before the wrong sound or an adjective, a code, an auxiliary before another.
_SLIP = re.compile(
    r"\b(\w+) \1\b|\ba [aeio]|[_^]|::|\ban? (?:different|due|likely|after|before)\b|\bdoes \w+ (?:do|does|is)\b", re.I
)
_ADVERSE = {"phenotype_absent"}  # an import turns it into a denial of "phenotype present"


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_words_of_a_published_predicate_are_english_and_read_back(name: str) -> None:
    vocabulary = Vocabulary.of([Predicate(name)])
    predicate = vocabulary.get(name)
    said = statement_sentence(DRUG, predicate, ILL)
    assert not _SLIP.search(said), said
    assert name in _ADVERSE or not _SLIP.search(question_about(DRUG, predicate, ILL))
    assert vocabulary.reads_back(name), said
    words = vocabulary.words(name)
    assert not vocabulary.read(words).inverted
    assert not vocabulary.read(vocabulary.words(name, negated=True)).inverted


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("biolink:amount_or_activity_decreased_by", "has an amount or activity decreased by"),
        ("biolink:likely_associated_with", "is likely associated with"),
        ("contraindicated_with_disease", "is contraindicated with the disease"),
        ("condition_associated_with_gene", "is a condition associated with the gene"),
        ("decreases^expression", "decreases the expression of"),
        ("due_to", "is due to"),
        ("after", "occurs after"),
        ("STRING::CATALYSIS::Gene:Gene", "catalyzes"),
        ("GNBR::Te::Compound:Disease", "has the relation Te to"),
    ],
)
def test_what_joins_within_a_name_is_told_in_words(name: str, words: str) -> None:
    assert Vocabulary.of([Predicate(name)]).words(name) == words
