"""Under which keys a name is kept: what brackets, initials, eponyms and abbreviated species add, and when not."""

from __future__ import annotations

import pytest

from kgcore.linking.lookup_keys import (
    EntityKind,
    _name_core,
    bracketed,
    headless_key,
    initials_of,
    is_initialism_of,
    keys_of_mention,
    name_keys,
    species_probe,
    untagged,
)


@pytest.mark.parametrize(
    ("short", "long", "wanted"),
    [
        ("BMI", "body mass index", True),
        ("T2DM", "type 2 diabetes mellitus", True),
        ("GERD", "gastro-oesophageal reflux disease", True),
        ("PD", "Parkinson disease", True),
        ("bmi", "body mass index", False),
        ("B", "body", False),
        ("ABCDEFGHIJK", "a b c d e f g h i j k", False),
        ("ABCDEFGHIJ", "a b c d e f g h i j", True),
        ("MI", "body mass index", False),
        ("XBMI", "body mass index", False),
        ("NO", "anion oxide", False),
    ],
)
def test_a_short_form_begins_where_its_name_does_and_keeps_its_order(short: str, long: str, wanted: bool) -> None:
    assert is_initialism_of(short, long) is wanted


@pytest.mark.parametrize(
    ("name", "kind", "core"),
    [
        ("zinc tablet", EntityKind.SUBSTANCE, "zinc"),
        ("zinc tablet therapi", EntityKind.SUBSTANCE, "zinc"),
        ("zinc therapi tablet", EntityKind.SUBSTANCE, "zinc"),
        ("therapi tablet", EntityKind.SUBSTANCE, "therapi"),
        ("gene therapi", EntityKind.SUBSTANCE, "gene therapi"),
        ("zinc tablet", EntityKind.CONDITION, "zinc tablet"),
        ("zinc oxide", EntityKind.SUBSTANCE, "zinc oxide"),
        ("serum growth hormon level", EntityKind.CONDITION, "growth hormon"),
        ("low blood lead level", EntityKind.CONDITION, "low blood lead level"),
        ("blood level", EntityKind.CONDITION, "blood level"),
    ],
)
def test_the_core_of_a_substance_is_without_form_and_treatment(name: str, kind: EntityKind, core: str) -> None:
    assert _name_core(tuple(name.split()), kind) == tuple(core.split())


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("alprazolam (Xanax)", "Drug"),
        ("extrapyramidal symptoms (EPS)", "Symptom"),
        ("complete blood count (Cbc)", "Test"),
        ("Kidney function tests (Kidney function test)", "Test"),
        ("X-ray computed tomography (Scan ct)", "Test"),
        ("St John's wort (Hypericum)", "Supplement"),
        ("Ophthalmic examination and evaluation (Eye exam)", "Test"),
        ("Hemoglobin A1c measurement (Hemoglobin a1c test)", "Test"),
        ("Diagnostic ultrasound of heart (echocardiogram)", "Test"),
        ("Bismuth Subsalicylate (Pepto-Bismol)", "Drug"),
    ],
)
def test_brackets_may_hold_another_name(name: str, type: str) -> None:
    front, inside = name.removesuffix(")").split(" (")
    assert bracketed(name, type) == (front, inside)


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("MAPT (Protein)", "Gene"),
        ("tau (Ser396)", "Gene"),
        ("complete blood count (Cbd)", "Test"),
        ("lead (Mouse)", "Gene"),
        ("paracetamol (Drug)", "Drug"),
        ("iron (Fe2)", "Drug"),
        ("liver enzyme (Liver function panel 2)", "Test"),
        ("Sodium chloride (Table salt)", "Food"),
        ("blood (level)", "Measure"),
        ("hearing (physiologic)", "Process"),
        ("sodium chloride (Salt exam)", "Test"),
        ("zinc", "Drug"),
    ],
)
def test_most_brackets_hold_no_other_name(name: str, type: str) -> None:
    assert bracketed(name, type) == ()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Marfan syndrome", "hmarfan"),
        ("Marfan's syndrome", "hmarfan"),
        ("Creutzfeldt Jakob disease", "hcreutzfeldtjakob"),
        ("heart disease", ""),
        ("marfan syndrome", ""),
        ("disease", ""),
        ("Disease of Marfan", ""),
        ("Li disease", ""),
        ("Hand Foot Mouth Marfan disease", ""),
        ("Marfan disease of the colon", ""),
    ],
)
def test_a_person_s_name_alone_may_stand_for_the_disease(name: str, key: str) -> None:
    found = headless_key(name)
    assert (found[0] if found else "") == key


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("body mass index", "bmi"),
        ("type 2 diabetes", "t2d"),
        ("acute lymphoblastic leukemia (disorder)", "all"),
        ("a b c d e f g", "abcdefg"),
        ("a b c d e f g h", ""),
        ("disease of the liver", ""),
        ("zinc", ""),
    ],
)
def test_initials_are_of_three_to_seven_words(name: str, letters: str) -> None:
    assert initials_of(name) == letters


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("tau (protein)", "tau"),
        ("depression (MONDO:0002050)", "depression"),
        ("obesity (DOID)", "obesity"),
        ("motif (APP)", "motif (APP)"),
        ("tau (Ser396)", "tau (Ser396)"),
        ("tau protein", "tau protein"),
    ],
)
def test_what_an_importer_added_is_taken_off(name: str, wanted: str) -> None:
    assert untagged(name) == wanted


@pytest.mark.parametrize("text", ["A. sativum", "A.sativum", "A. sativum extract", "A. sativum leaf"])
def test_a_species_may_be_abbreviated(text: str) -> None:
    probe = species_probe(text)
    assert probe is not None
    assert probe.key in name_keys("Allium sativum", "Herb", primary=True)


@pytest.mark.parametrize("text", ["a. sativum", "Allium sativum", "A. sativum tablets", "B. cardia"])
def test_other_names_are_no_abbreviated_species(text: str) -> None:
    probe = species_probe(text)
    assert probe is None or probe.key not in name_keys("Allium sativum", "Herb", primary=True)


@pytest.mark.parametrize(
    ("name", "type", "key"),
    [
        ("headache (disorder)", "Disease", "cheadach"),
        ("zinc supplement", "Drug", "czinc"),
        ("statin therapy", "Drug", "cstatin"),
        ("hepatosplenomegaly", "Sign", "plarge liver spleen"),
        ("body mass index", "Measure", "ibmi"),
    ],
)
def test_a_name_is_kept_with_less_and_in_other_forms_too(name: str, type: str, key: str) -> None:
    assert key in tuple(name_keys(name, type, primary=True))


def test_a_name_is_kept_under_nothing_that_would_be_another_thing() -> None:
    assert not [key for key in name_keys("gene therapy", "Treatment", primary=True) if key.startswith("c")]
    assert not [key for key in name_keys("body mass index", "Measure", primary=False) if key.startswith("i")]
    assert not [key for key in name_keys("zinc", "Drug", primary=True) if key[0] in "cpgi"]


def test_the_adjective_of_an_illness_is_looked_up_as_the_illness_unless_little_stands_before_it() -> None:
    assert "fgliosis" in {probe.key for probe in keys_of_mention("gliotic")}
    assert "fanemia" not in {probe.key for probe in keys_of_mention("anemic") if probe.via.name == "REWRITTEN"}


def test_a_mention_that_defines_its_short_form_is_looked_up_without_it() -> None:
    assert "fbodymassindex" in {probe.key for probe in keys_of_mention("body mass index (BMI)")}
    assert "fbodymassindex" not in {probe.key for probe in keys_of_mention("body mass index (kg)")}


def test_a_short_form_is_looked_up_as_initials_and_a_word_is_not() -> None:
    assert "iqxr" in {probe.key for probe in keys_of_mention("QXR")}
    assert "iqxr" in {probe.key for probe in keys_of_mention("QxR")}
    assert "iqxr" not in {probe.key for probe in keys_of_mention("Qxr")}
    assert not [probe for probe in keys_of_mention("zinc") if probe.key.startswith("i")]


@pytest.mark.parametrize(
    ("mention", "name"),
    [
        ("HDACi", "histone deacetylase inhibitor"),
        ("HDAC inhibitors", "Histone Deacetylase Inhibitors"),
        ("AChEIs", "EC 3.1.1.7 (acetylcholinesterase) inhibitor"),
        ("ChEIs", "Cholinesterase Inhibitors"),
        ("mTORi", "mTOR inhibitor"),
        ("TNFi", "tumor necrosis factor inhibitor"),
        ("nAChRs", "Receptors, Nicotinic"),
        ("NMDARs", "Receptors, N-Methyl-D-Aspartate"),
        ("EGFR", "epidermal growth factor receptor"),
        ("LPS", "lipopolysaccharide"),
        ("RRMS", "Multiple Sclerosis, Relapsing-Remitting"),
        ("NASH", "Nonalcoholic steatohepatitis"),
        ("V-ATPases", "Vacuolar Proton-Translocating ATPases"),
    ],
)
def test_a_short_form_of_the_laboratory_finds_the_name_in_full(mention: str, name: str) -> None:
    assert {p.key for p in keys_of_mention(mention)} & {*name_keys(name, "Chemical", primary=True)}


@pytest.mark.parametrize(
    ("mention", "name"),
    [
        ("MRI", "MR inhibitor"),
        ("BMI", "body mass inhibitor"),
        ("MDI", "MD inhibitor"),
        ("age", "advanced glycation end-product"),
        ("ache", "acetylcholinesterase"),
        ("taxi", "tax inhibitor"),
        ("HDAC", "histone deacetylase inhibitor"),
        ("car", "calcium receptor"),
        ("Bari", "bar inhibitor"),
    ],
)
def test_other_words_are_no_short_forms_of_it(mention: str, name: str) -> None:
    assert not {p.key for p in keys_of_mention(mention)} & {*name_keys(name, "Chemical", primary=True)}


def told(key: str) -> str:
    return key.replace(" ", "_")


@pytest.mark.parametrize(
    ("name", "type", "keys"),
    [
        ("NF-κB", "Gene", "fnfkappab bb_kappa_nf fnfkb inkb"),
        ("Allium sativum", "Herb", "falliumsativum ballium_sativum gasativum"),
        ("headache (disorder)", "Disease", "fheadachedisorder bdisord_headach cheadach"),
        ("zinc sulfate tablets", "Drug", "fzincsulfatetablet bsulfat_tablet_zinc csulfat_zinc izst"),
        ("serum ferritin level", "Measure", "fserumferritinlevel bferritin_level_serum isfl"),
        ("circulating leptin", "Measure", "fcirculatingleptin bcircul_leptin"),
        ("blood pressure", "Measure", "fbloodpressure bblood_pressur"),
        ("epilepsy syndrome", "Disease", "fepilepsysyndrome bepilepsy_syndrom hepilepsy"),
        (
            "Abnormality of the nerves with onset in adult life",
            "Phenotype",
            "fabnormalityofthenervewithonsetinadultlife babnormal_adult_life_nerv_onset "
            "labnormalityofthenervewithonsetin ianoal",
        ),
        (
            "EC 3.1.1.7 (acetylcholinesterase) inhibitor",
            "Chemical",
            "fec3p1p1p7acetylcholinesteraseinhibitor b3p1p1p7_acetylcholinesteras_blocker_ec "
            "facetylcholinesteraseinhibitor bacetylcholinesteras_blocker ie3ai",
        ),
        ("alprazolam (Xanax)", "Drug", "falprazolamxanax balprazolam_xanax falprazolam balprazolam fxanax bxanax"),
        ("therapy of gout", "Drug", "ftherapyofgout bgout_therapi cgout"),
        (
            "viral gastroenteritis",
            "Disease",
            "fviralgastrenteritis bgastrenteritis_viral pinflammation_intestine_stomach_viral",
        ),
        ("speech therapy", "Treatment", "fspeechtherapy bspeech_therapi"),
    ],
)
def test_all_the_keys_of_a_name(name: str, type: str, keys: str) -> None:
    assert " ".join(map(told, name_keys(name, type, primary=True))) == keys


@pytest.mark.parametrize(
    ("mention", "keys"),
    [
        (
            "a lot of zinc",
            "name:falotofzinc order:ba_lot_zinc core:ca_lot_zinc-1 core:fzinc core:bzinc core:czinc-1 "
            "headless:hzinc parts:pzinc",
        ),
        (
            "b12 deficiency",
            "name:fb12deficiency order:bb12_deficiency core:cb12_deficiency-1 "
            "rewritten:fvitaminb12deficiency rewritten:bb12_deficiency_vitamin "
            "rewritten:cb12_deficiency_vitamin-1 headless:hb12deficiency parts:pb12_deficiency",
        ),
        (
            "low d3",
            "name:flowd3 order:bd3_low core:cd3_low-1 rewritten:flowvitamind3 "
            "rewritten:bd3_low_vitamin rewritten:cd3_low_vitamin-1 rewritten:fd3deficiency "
            "rewritten:bd3_deficiency rewritten:cd3_deficiency-1 rewritten:fvitamind3deficiency "
            "rewritten:bd3_deficiency_vitamin rewritten:cd3_deficiency_vitamin-1 headless:hlowd3 "
            "parts:pd3_low",
        ),
        (
            "deficiency of zinc",
            "name:fdeficiencyofzinc order:bdeficiency_zinc core:cdeficiency_zinc-1 "
            "general:fzincdeficiency rewritten:fzinclow rewritten:blow_zinc rewritten:clow_zinc-1 "
            "headless:hdeficiencyofzinc parts:pdeficiency_zinc",
        ),
        ("zinc", "name:fzinc order:bzinc core:czinc-1 headless:hzinc parts:pzinc"),
        (
            "donepezil hydrochloride tablets",
            "name:fdonepezilhydrochloridetablet order:bdonepezil_hydrochlorid_tablet "
            "core:cdonepezil_hydrochlorid_tablet-1 headless:hdonepezilhydrochloridetablet "
            "core:fdonepezil/substance-2 core:bdonepezil/substance-2 core:cdonepezil/substance-3 "
            "core:faricept/substance-2 core:baricept/substance-2 core:caricept/substance-3 "
            "parts:pdonepezil_hydrochlorid_tablet",
        ),
        (
            "400 mg of ibuprofen",
            "name:f400mgofibuprofen order:b400_ibuprofen_mg core:c400_ibuprofen_mg-1 "
            "headless:h400mgofibuprofen core:fibuprofen/substance-1 core:bibuprofen/substance-1 "
            "core:cibuprofen/substance-2 core:fibuprofen/condition-1 core:bibuprofen/condition-1 "
            "core:cibuprofen/condition-2 parts:p400_ibuprofen_mg",
        ),
        (
            "cholesterol tablets",
            "name:fcholesteroltablet order:bcholesterol_tablet core:ccholesterol_tablet-1 "
            "headless:hcholesteroltablet parts:pcholesterol_tablet",
        ),
        ("QXR", "name:fqxr order:bqxr core:cqxr-1 headless:hqxr parts:pqxr initials:iqxr"),
        (
            "A. sativum",
            "name:fasativum order:ba_sativum core:ca_sativum-1 core:fsativum core:bsativum "
            "core:csativum-1 headless:hsativum parts:psativum general:gasativum",
        ),
        (
            "systolic BP",
            "name:fsystolicbp order:bbp_systol core:cbp_systol-1 rewritten:fsystolicbloodpressure "
            "rewritten:bblood_pressur_systol rewritten:cblood_pressur_systol-1 headless:hsystolicbp "
            "parts:pbp_systol",
        ),
        (
            "serum zinc levels",
            "name:fserumzinclevel order:blevel_serum_zinc core:clevel_serum_zinc-1 "
            "headless:hserumzinclevel core:fzinc/substance-2 core:bzinc/substance-2 "
            "core:czinc/substance-3 core:fzinc/condition-2 core:bzinc/condition-2 "
            "core:czinc/condition-3 core:fzinc/other-2 core:bzinc/other-2 core:czinc/other-3 "
            "parts:plevel_serum_zinc",
        ),
        ("the", "name:fthe order:bthe core:cthe-1 headless:hthe parts:pthe"),
    ],
)
def test_all_that_a_mention_is_looked_up_under_the_best_first(mention: str, keys: str) -> None:
    """Each with where it came from, the kind that it is limited to, and how many words it leaves out."""
    found = keys_of_mention(mention)
    words = [f"{k.via.name.lower()}:{told(k.key)}{f'/{k.kind}' if k.kind else ''}" for k in found]
    ends = [f"-{k.dropped}" if k.dropped else "" for k in found]
    assert " ".join(map("".join, zip(words, ends, strict=True))) == keys
