from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.linking.linking import (
    NEAR_ENOUGH,
    Hit,
    SimilarEntity,
    _is_linked,
    _namesakes,
    _near,
    _same_type,
    are_twins,
    is_settled,
    linked_candidates,
    may_guess,
    may_mean,
    means_the_same,
    rank_candidates,
    shortest_initials,
)
from kgcore.linking.lookup_keys import (
    EntityKind,
    KeyOrigin,
    LookupKey,
    headless_key,
    initials_of,
    keys_of_mention,
    kind_of,
    name_keys,
)
from kgcore.values.model import Candidate, Entity, Match, Mention
from kgcore.verdict.case import tied_candidates

FOLATE = Entity("1", "Folic acid", "DietarySupplement", ("folate",))
CROHN = Entity("2", "Crohn disease", "Disease")
HEART = Entity("3", "Coronary heart disease", "Disease", ("CHD",))
BIRTH = Entity("4", "Congenital heart defects", "Disease")
ENZYME = Entity("5", "Acetylcholinesterase", "Gene", ("AChE",))
GENE = Entity("6", "Erythropoietin", "Gene")
DRUG = Entity("7", "Erythropoietin", "Drug")


def hit(entity: Entity, via: KeyOrigin = KeyOrigin.NAME, text: str | None = None, **more: float) -> Hit:
    name = text or entity.name
    return Hit(entity, name, name == entity.name, LookupKey("fx", via), slip=more.get("slip", 0.0))


def test_the_name_as_written_is_best_then_the_synonym_then_the_variant() -> None:
    scores = [
        rank_candidates(Mention(text), [found]).candidates[0].score
        for text, found in [
            ("Folic acid", hit(FOLATE)),
            ("folic acid", hit(FOLATE)),
            ("folate", hit(FOLATE, text="folate")),
            ("folic acid tablets", hit(FOLATE, KeyOrigin.CORE)),
            ("folick acid", hit(FOLATE, slip=0.8)),
        ]
    ]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1.0


def test_how_it_was_found_is_said() -> None:
    found = [hit(FOLATE), hit(FOLATE, text="folate"), hit(FOLATE, KeyOrigin.CORE), hit(FOLATE, slip=0.5)]
    matches = [rank_candidates(Mention("x y"), [one]).candidates[0].match for one in found]
    assert matches == [Match.EXACT, Match.SYNONYM, Match.VARIANT, Match.SPELLING]


def test_nothing_found_is_nothing_linked() -> None:
    ranked = rank_candidates(Mention("placebo"), [])
    assert not ranked.linked
    assert linked_candidates(ranked) == ()


def test_what_is_only_near_in_meaning_is_shown_but_not_linked() -> None:
    ranked = rank_candidates(Mention("wheat germ"), [], [SimilarEntity(FOLATE, "Folic acid", 0.79)])
    assert [c.match for c in ranked.candidates] == [Match.SEMANTIC]
    assert not ranked.linked
    assert linked_candidates(ranked) == ()


def test_the_same_words_and_a_near_meaning_are_linked_as_semantic() -> None:
    entity = Entity("9", "Abnormal rib cage morphology", "Phenotype")
    ranked = rank_candidates(Mention("abnormality of the rib cage"), [], [SimilarEntity(entity, entity.name, 0.9)])
    assert ranked.linked
    assert ranked.candidates[0].match is Match.SEMANTIC


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("lower jaw", "receding lower jaw"),
        ("heart rate", "slow heart rate"),
        ("vitamin B12 deficiency", "vitamin D deficiency"),
        ("memory", "memory loss"),
        ("estrogen receptor", "estrogen"),
    ],
)
def test_a_word_more_or_less_is_another_meaning(said: str, stored: str) -> None:
    assert not means_the_same(said, stored)


def test_the_wanted_type_breaks_a_tie() -> None:
    hits = [hit(GENE), hit(DRUG)]
    assert rank_candidates(Mention("Erythropoietin", "Drug"), hits).candidates[0].entity is DRUG
    assert rank_candidates(Mention("Erythropoietin", "gene"), hits).candidates[0].entity is GENE
    without = rank_candidates(Mention("Erythropoietin"), hits).candidates
    assert without[0].score == without[1].score


def test_an_initialism_of_two_names_means_both() -> None:
    hits = [hit(HEART, text="CHD"), hit(HEART, KeyOrigin.INITIALS), hit(BIRTH, KeyOrigin.INITIALS)]
    found = linked_candidates(rank_candidates(Mention("CHD"), hits))
    assert [c.entity for c in found] == [HEART, BIRTH]
    assert found[0].score == found[1].score


def test_an_initialism_of_many_names_means_none() -> None:
    many = [hit(Entity(str(i), f"Great name {i}", "Disease"), KeyOrigin.INITIALS) for i in range(9)]
    assert not rank_candidates(Mention("GNI"), many).linked


def test_an_everyday_word_is_no_initialism() -> None:
    assert not rank_candidates(Mention("ache"), [hit(ENZYME, text="AChE")]).linked
    assert rank_candidates(Mention("AChE"), [hit(ENZYME, text="AChE")]).linked


@pytest.mark.parametrize(("text", "may"), [("zinq", True), ("abcd ef", True), ("abc", False), ("ab cd", False)])
def test_what_has_only_short_words_is_never_guessed_at(text: str, may: bool) -> None:
    assert may_guess(text) is may


@pytest.mark.parametrize(
    ("mention", "others"),
    [
        ("hyperlipidemic", {"hyperlipidemia"}),
        ("emic", set()),
        ("hypotonic saline", set()),
        ("d3", {"vitamind3"}),
        ("vitamin D3", set()),
        ("B12 deficiency", {"vitaminb12deficiency"}),
        ("low ferritin", {"ferritindeficiency"}),
        ("deficiency of zinc", {"zinclow"}),
        ("low d3", {"vitamind3deficiency"}),
        ("high ferritin", set()),
    ],
)
def test_a_mention_is_looked_up_in_other_words_that_mean_the_same(mention: str, others: set[str]) -> None:
    found = {key.key[1:] for key in keys_of_mention(mention) if key.via is KeyOrigin.REWRITTEN and key.key[0] == "f"}
    assert others <= found
    assert bool(found) == bool(others)


def test_twins_have_one_name_and_types_that_may_hold_one_thing() -> None:
    assert are_twins(FOLATE, Entity("8", "folic-acid", "DietarySupplement"))
    assert are_twins(FOLATE, Entity("8", "Folic acid", "Drug"))
    assert not are_twins(FOLATE, CROHN)
    assert not are_twins(Entity("1", "CHRNA7 (protein)", "Protein"), Entity("2", "Chrna7 (mouse protein)", "Protein"))
    assert are_twins(Entity("1", "Chrna7 (rat protein)", "Protein"), Entity("2", "CHRNA7 (rat protein)", "Protein"))
    assert not are_twins(GENE, DRUG)


@pytest.mark.parametrize(
    ("mention", "keys"),
    [
        (
            "alpha-linolenic acid",
            (
                LookupKey("falphalinolenicacid", KeyOrigin.NAME),
                LookupKey("falinolenicacid", KeyOrigin.NAME),
                LookupKey("bacid alpha linolen", KeyOrigin.ORDER),
                LookupKey("cacid alpha linolen", KeyOrigin.CORE, None, 1),
                LookupKey("halphalinolenicacid", KeyOrigin.HEADLESS),
                LookupKey("pacid alpha linolen", KeyOrigin.PARTS),
            ),
        ),
        (
            "vitamin E 400 mg",
            (
                LookupKey("fvitamine400mg", KeyOrigin.NAME),
                LookupKey("b400 e mg vitamin", KeyOrigin.ORDER),
                LookupKey("c400 e mg vitamin", KeyOrigin.CORE, None, 1),
                LookupKey("hvitamine400mg", KeyOrigin.HEADLESS),
                LookupKey("fvitamine", KeyOrigin.CORE, EntityKind.SUBSTANCE, 1),
                LookupKey("be vitamin", KeyOrigin.CORE, EntityKind.SUBSTANCE, 1),
                LookupKey("ce vitamin", KeyOrigin.CORE, EntityKind.SUBSTANCE, 2),
                LookupKey("fvitamine", KeyOrigin.CORE, EntityKind.CONDITION, 1),
                LookupKey("be vitamin", KeyOrigin.CORE, EntityKind.CONDITION, 1),
                LookupKey("ce vitamin", KeyOrigin.CORE, EntityKind.CONDITION, 2),
                LookupKey("p400 e mg vitamin", KeyOrigin.PARTS),
            ),
        ),
    ],
)
def test_a_mention_is_looked_up_as_written_then_in_other_orders_then_with_less(
    mention: str, keys: tuple[LookupKey, ...]
) -> None:
    assert keys_of_mention(mention) == keys


@pytest.mark.parametrize(("mention", "alike"), [("folic acid", True), ("folic acid (food)", False)])
def test_one_thing_that_a_graph_has_twice_is_as_good_either_way_unless_brackets_tell_them_apart(
    mention: str, alike: bool
) -> None:
    again = Entity("8", "folic-acid", "DietarySupplement")
    found = rank_candidates(Mention(mention), [hit(FOLATE), hit(again, KeyOrigin.CORE)]).candidates
    assert {c.entity for c in found} == {FOLATE, again}
    assert (found[0].score == found[1].score) is alike


@pytest.mark.parametrize(
    ("mention", "kept"),
    [("zinc tablets", "zinc"), ("zinc sulfate", "zinc"), ("sodium tablets", ""), ("tablets extract", "")],
)
def test_what_is_left_of_a_mention_is_never_only_what_may_be_left_out(mention: str, kept: str) -> None:
    found = {k.key[1:] for k in keys_of_mention(mention) if k.kind is EntityKind.SUBSTANCE and k.key[0] == "f"}
    assert found == ({kept} if kept else set())


def test_a_known_name_of_something_else_is_never_guessed_at() -> None:
    assert not may_guess("sertraline")
    assert not may_guess("SIRT3")
    assert may_guess("sertrallin")


@pytest.mark.parametrize(
    ("mention", "key", "kind"),
    [
        ("zinc lozenges", "fzinc", EntityKind.SUBSTANCE),
        ("400 mg of ibuprofen", "fibuprofen", EntityKind.SUBSTANCE),
        ("donepezil hydrochloride", "fdonepezil", EntityKind.SUBSTANCE),
        ("severe anxiety", "fanxiety", EntityKind.CONDITION),
        ("migraine attacks", "fmigraine", EntityKind.CONDITION),
        ("leptin levels", "fleptin", EntityKind.OTHER),
    ],
)
def test_form_dose_salt_and_degree_may_be_left_out(mention: str, key: str, kind: EntityKind) -> None:
    assert any(p.key == key and p.kind in (kind, None) and p.via is KeyOrigin.CORE for p in keys_of_mention(mention))


@pytest.mark.parametrize(
    ("mention", "key"),
    [
        ("vitamin B12 deficiency", "fvitaminb12"),
        ("warfarin overdose", "fwarfarin"),
        ("estrogen receptor", "festrogen"),
        ("cholesterol tablets", "fcholesterol"),
        ("type 1 diabetes", "fdiabetes"),
    ],
)
def test_what_changes_the_meaning_may_not_be_left_out(mention: str, key: str) -> None:
    assert key not in {p.key for p in keys_of_mention(mention) if p.kind is not EntityKind.OTHER}


def test_a_medicine_named_by_its_purpose_is_not_its_purpose() -> None:
    pressure = Entity("8", "Blood pressure", "BiologicalProcess")
    found = [p for p in keys_of_mention("blood pressure pills") if p.key == "fbloodpressure"]
    assert not [p for p in found if p.kind in (None, kind_of(pressure.type))]


def test_eponyms_do_without_disease_and_other_names_do_not() -> None:
    assert headless_key(CROHN.name) == ("hcrohn", ("crohn",))
    assert headless_key("Heart disease") is None
    assert headless_key("Metabolic syndrome") is None


def test_initials_need_three_words() -> None:
    assert initials_of("Amyotrophic lateral sclerosis") == "als"
    assert initials_of("Folic acid") == ""


@given(st.text(max_size=400))
def test_no_mention_breaks_the_linker(text: str) -> None:
    assert len(keys_of_mention(text)) <= 40
    may_guess(text)
    assert rank_candidates(Mention(text), [hit(FOLATE)], [SimilarEntity(CROHN, "Crohn disease", 0.5)]).candidates


@given(st.text(min_size=1, max_size=80), st.sampled_from(["Drug", "Disease", "Gene", "", "biolink:Food"]))
def test_a_name_is_found_under_its_own_keys(name: str, type: str) -> None:
    keys = set(name_keys(name, type, primary=True))
    assert not keys or keys & {p.key for p in keys_of_mention(name)}


@given(st.text(max_size=20), st.floats(-1, 1), st.one_of(st.none(), st.text(max_size=10)))
def test_scores_lie_between_nought_and_one(text: str, cosine: float, type: str | None) -> None:
    ranked = rank_candidates(
        Mention(text, type), [hit(FOLATE, KeyOrigin.INITIALS)], [SimilarEntity(CROHN, "Crohn disease", cosine)]
    )
    assert all(0 <= c.score <= 1 for c in ranked.candidates)


def test_what_stands_in_brackets_only_tells_namesakes_apart_and_the_better_joined_is_meant() -> None:
    poor, rich = Entity("1", "MAPT", "Substance"), Entity("2", "MAPT (protein)", "Protein")
    hits = [
        Hit(poor, "MAPT", True, LookupKey("f", KeyOrigin.NAME), links=2),
        Hit(rich, "MAPT", False, LookupKey("f", KeyOrigin.NAME), links=605),
    ]
    assert rank_candidates(Mention("MAPT"), hits).candidates[0].entity == rich


@pytest.mark.parametrize(
    ("said", "tied"),
    [("Nicotine", True), ("nicotine", True), ("Tnf", False), ("Spatial memory", True), ("spatial Memory", True)],
)
def test_the_capitals_of_sentences_and_titles_decide_between_no_namesakes(said: str, tied: bool) -> None:
    small, large = ("tnf", "Tnf") if len(said) < 4 else (said.lower(), said.title())
    hits = [
        Hit(Entity("1", small, "Pathway"), small, True, LookupKey("f", KeyOrigin.NAME)),
        Hit(Entity("2", large, "Chemical"), large, True, LookupKey("f", KeyOrigin.NAME)),
    ]
    found = rank_candidates(Mention(said), hits).candidates
    assert (len(tied_candidates(found)) == 2) == tied


@pytest.mark.parametrize(
    ("types", "alike"),
    [
        (("Chemical", "Substance"), True),
        (("Drug", "DietarySupplement"), True),
        (("Disease", "Phenotype"), True),
        (("Disease", "BiologicalProcess"), False),
        (("Disease", "SignalingPathway"), False),
        (("Chemical", "MedicalAction"), False),
        (("Drug", "MedicalDevice"), False),
        (("Gene", "Protein"), False),
        (("Chemical", "ProteinFamily"), False),
        (("Drug", "Disease"), False),
    ],
)
def test_one_name_under_two_types_is_one_thing_where_both_may_hold_it(types: tuple[str, str], alike: bool) -> None:
    one, other = (
        Entity(str(n), name, t) for n, (name, t) in enumerate(zip(("iron", "Iron (x y)"), types, strict=True))
    )
    assert are_twins(one, other) == alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Hereditary folate malabsorption", "Folate malabsorption, hereditary", True),
        ("Gout, type 2", "type 2 gout", False),
        ("Deafness, with goiter", "with goiter deafness", False),
        ("Myopathy, distal, early", "early distal myopathy", False),
        ("Folate malabsorption", "Folate malabsorption, hereditary", False),
    ],
)
def test_a_name_turned_at_its_comma_is_the_same_name(one: str, other: str, alike: bool) -> None:
    assert are_twins(Entity("1", one, "Disease"), Entity("2", other, "Disease")) == alike


@pytest.mark.parametrize(
    ("found", "settled"),
    [
        ([], False),
        ([hit(HEART, KeyOrigin.INITIALS)], False),  # coincidence: spelling and meaning are asked, too
        ([hit(HEART)], True),
        ([hit(BIRTH, KeyOrigin.INITIALS), hit(HEART)], True),
        ([hit(HEART, KeyOrigin.CORE)], True),
    ],
)
def test_initials_alone_settle_no_mention(found: list[Hit], settled: bool) -> None:
    assert is_settled(found) is settled


def test_in_a_large_graph_three_letters_are_nobodys_initials() -> None:
    assert [shortest_initials(n) for n in (1, 4000, 4001, 24_000)] == [3, 3, 4, 4]


@pytest.mark.parametrize(
    ("text", "guessed"), [("gut health", True), ("blorbing", False), ("the blorbing", False), ("it is", False)]
)
def test_one_word_alone_is_linked_by_its_letters_and_never_by_meaning(text: str, guessed: bool) -> None:
    assert may_mean(text) is guessed


def test_words_of_which_one_begins_as_the_other_are_near_where_both_are_long_and_little_is_more() -> None:
    assert _near("liver", "livers")
    assert not _near("cold", "colds")
    assert not _near("abcde", "abcdefghi")


def test_only_an_initialism_of_many_things_means_none() -> None:
    def many(match: Match) -> list[Candidate]:
        return [Candidate(Entity(f"E:{n}", f"name {n}", "Gene"), NEAR_ENOUGH, match) for n in range(9)]

    assert _is_linked(many(Match.SPELLING))
    assert not _is_linked(many(Match.INITIALISM))
    assert _is_linked(many(Match.INITIALISM)[:4])


def test_initials_are_as_good_as_a_stored_initialism_only_of_what_it_abbreviates() -> None:
    heart, other = Entity("E:1", "coronary heart disease", "Disease"), Entity("E:2", "childhood disease", "Disease")
    stored = Hit(other, "CHD", False, LookupKey("fchd", KeyOrigin.NAME))
    assert not _namesakes("CHD", [stored, Hit(heart, heart.name, True, LookupKey("ichd", KeyOrigin.INITIALS))])


CAPITALS = ("A", "AB", "ABc", "Abc", "aBcD", "ABCDEF", "ABCDEFG")


def graded(text: str, found: Hit) -> tuple[float, Match] | None:
    """Return what a mention's only candidate gets; None where it is none."""
    candidates = rank_candidates(Mention(text), [found]).candidates
    return (candidates[0].score, candidates[0].match) if candidates else None


@pytest.mark.parametrize(
    ("via", "score", "match"),
    [
        (KeyOrigin.NAME, 0.978, Match.EXACT),
        (KeyOrigin.ORDER, 0.95, Match.SYNONYM),
        (KeyOrigin.GENERAL, 0.95, Match.SYNONYM),
        (KeyOrigin.REWRITTEN, 0.92, Match.SYNONYM),
        (KeyOrigin.CORE, 0.9, Match.VARIANT),
        (KeyOrigin.HEADLESS, 0.86, Match.VARIANT),
        (KeyOrigin.PARTS, 0.85, Match.SYNONYM),
        (KeyOrigin.INITIALS, 0.84, Match.INITIALISM),
    ],
)
def test_how_a_name_was_found_is_what_it_counts(via: KeyOrigin, score: float, match: Match) -> None:
    assert graded("x y", hit(FOLATE, via)) == (score, match)


def test_general_names_of_what_was_said_in_capitals_are_found_by_an_initialism() -> None:
    matches = {text: (graded(text, hit(FOLATE, KeyOrigin.GENERAL)) or (0, None))[1] for text in CAPITALS}
    assert {text for text, match in matches.items() if match is Match.INITIALISM} == {"AB", "ABc", "ABCDEF"}


@pytest.mark.parametrize(
    ("said", "name", "synonym"),
    [
        ("Folic acid", 1.0, 0.969),
        ("folic acid", 0.998, 0.969),
        ("Folic Acid", 0.998, 0.969),
        ("FOLIC ACID", 0.994, 0.969),
        ("folic-acid", 0.978, 0.969),
        ("folate", 0.978, 0.98),
        ("Folate", 0.978, 0.979),
        ("fOLATE", 0.978, 0.977),
    ],
)
def test_other_letters_cost_more_than_other_capitals_and_those_of_titles_least(
    said: str, name: float, synonym: float
) -> None:
    assert graded(said, hit(FOLATE)) == (name, Match.EXACT)
    assert graded(said, hit(FOLATE, text="folate")) == (synonym, Match.SYNONYM)


@pytest.mark.parametrize(
    ("key", "dropped", "score"),
    [
        ("cacid folic", 0, 0.91),
        ("cacid folic", 1, 0.9),
        ("cfolic", 0, 0.9),
        ("cacid folic x", 2, 0.89),
        ("cfolic", 4, 0.86),
        ("cfolic", 9, 0.85),
    ],
)
def test_each_word_that_a_variant_lacks_or_has_besides_costs_the_same_up_to_six(
    key: str, dropped: int, score: float
) -> None:
    found = Hit(FOLATE, FOLATE.name, True, LookupKey(key, KeyOrigin.CORE, None, dropped))
    assert graded("x", found) == (score, Match.VARIANT)


@pytest.mark.parametrize(
    ("via", "slip", "score"),
    [
        (KeyOrigin.NAME, 0.8, 0.8675),
        (KeyOrigin.NAME, 2.0, 0.8495),
        (KeyOrigin.ORDER, 0.4, 0.8665),
        (KeyOrigin.CORE, 0.8, 0.848),
    ],
)
def test_a_slip_costs_what_it_takes_and_a_quarter_of_how_the_name_was_found(
    via: KeyOrigin, slip: float, score: float
) -> None:
    assert graded("folick acid", hit(FOLATE, via, slip=slip)) == (score, Match.SPELLING)


@pytest.mark.parametrize(
    ("cosine", "same_words", "others"),
    [
        (-0.5, 0.0, 0.0),
        (0.5, 0.475, 0.475),
        (0.79, 0.7505, 0.7505),
        (0.82, 0.81, 0.779),
        (0.9, 0.818, 0.79),
        (1.0, 0.828, 0.79),
    ],
)
def test_what_is_near_in_meaning_counts_by_its_cosine_and_is_linked_only_where_it_says_the_same(
    cosine: float, same_words: float, others: float
) -> None:
    ribs = Entity("9", "Abnormal rib cage morphology", "Phenotype")
    for text, entity, score in (("abnormality of the rib cage", ribs, same_words), ("wheat germ", FOLATE, others)):
        ranked = rank_candidates(Mention(text), [], [SimilarEntity(entity, entity.name, cosine)])
        assert [(c.score, c.match) for c in ranked.candidates] == [(score, Match.SEMANTIC)]
        assert ranked.linked == (score >= NEAR_ENOUGH)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("cerebral palsy", False),
        ("skin", False),
        ("CP", True),
        ("ceruloplasmin protein", True),
        ("copper oxidase", True),
        ("interleukin 6", True),
        ("p53", True),
    ],
)
@pytest.mark.parametrize("via", [KeyOrigin.ORDER, KeyOrigin.INITIALS])
def test_a_genes_symbol_is_meant_only_by_what_names_a_gene(said: str, named: bool, via: KeyOrigin) -> None:
    for gene in (Entity("5", "CP", "Gene", ("Ceruloplasmin",)), Entity("6", "TP53", "Gene")):
        assert (graded(said, hit(gene, via)) is not None) is named
    assert graded(said, hit(Entity("7", "CP", "Drug"), via))
    assert graded(said, hit(Entity("8", "Ceruloplasmin", "Gene"), via))


@pytest.mark.parametrize(
    ("said", "stored", "linked"),
    [
        ("pain", "PAINXY", False),
        ("pain", "PAINXYZ", True),
        ("pain", "Pain", True),
        ("Pain", "PAIN", True),
        ("zinq", "ZINQ", True),
        ("the", "THE", False),
        ("heart", "HEart", False),
    ],
)
def test_a_plain_word_is_no_initialism_that_looks_like_it(said: str, stored: str, linked: bool) -> None:
    assert (graded(said, hit(ENZYME, text=stored)) is not None) is linked


def test_an_animals_protein_stands_back_unless_the_animal_is_named_or_nothing_else_is_near() -> None:
    mouse, ours = Entity("1", "Tau (mouse protein)", "Protein"), Entity("2", "Tau (protein)", "Protein")

    def scores(said: str, *found: Hit) -> dict[str, float]:
        return {c.entity.id: c.score for c in rank_candidates(Mention(said), found).candidates}

    names = [Hit(e, "Tau", False, LookupKey("ftau", KeyOrigin.NAME)) for e in (mouse, ours)]
    assert scores("Tau", *names) == {"1": 0.99, "2": 1.0}
    assert scores("mouse tau", *names) == {"1": 0.978, "2": 0.978}
    assert scores("rat tau", *names) == {"1": 0.968, "2": 0.978}
    assert scores("Tau", names[0]) == {"1": 1.0}
    far = Hit(ours, "Tau x", False, LookupKey("ctau", KeyOrigin.CORE, None, 9))
    assert scores("Tau", names[0], far) == {"1": 0.84, "2": 0.85}


def test_a_wanted_type_sets_back_what_is_as_good_and_nothing_else() -> None:
    def scores(type: str, via: KeyOrigin) -> dict[str, float]:
        ranked = rank_candidates(Mention("Erythropoietin", type), [hit(GENE), hit(DRUG, via)])
        return {c.entity.type: c.score for c in ranked.candidates}

    assert scores("Drug", KeyOrigin.NAME) == scores("biolink:drugs", KeyOrigin.NAME) == {"Gene": 0.99, "Drug": 1.0}
    assert scores("Drug", KeyOrigin.ORDER) == {"Gene": 1.0, "Drug": 0.95}
    assert scores("Protein", KeyOrigin.NAME) == {"Gene": 1.0, "Drug": 1.0}


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("liver", "liverish", True),
        ("abcde", "abcdefgh", True),
        ("abcde", "abcdefghi", False),
        ("abcd", "abcde", False),
        ("abcde", "abcdx", False),
        ("abc", "abc", True),
    ],
)
def test_how_far_words_may_differ_that_are_near(one: str, other: str, near: bool) -> None:
    assert _near(one, other) is _near(other, one) is near


@pytest.mark.parametrize(("count", "linked"), [(3, True), (4, True), (5, False)])
def test_an_initialism_may_mean_four_things_at_most(count: int, linked: bool) -> None:
    many = [hit(Entity(str(n), f"Great name {n}", "Disease"), KeyOrigin.INITIALS) for n in range(count)]
    assert rank_candidates(Mention("GNI"), many).linked is linked


def test_of_many_candidates_five_are_shown_those_with_most_links_first() -> None:
    hits = [
        Hit(Entity(str(n), f"Name {n}", "Disease"), "X", False, LookupKey("fx", KeyOrigin.ORDER), links=n)
        for n in range(7)
    ]
    assert [c.entity.id for c in rank_candidates(Mention("x y"), hits).candidates] == ["6", "5", "4", "3", "2"]
    assert len(rank_candidates(Mention("x y"), hits, top=2).candidates) == 2


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("biolink:ChemicalEntity", "Chemical", True),
        ("mRNA", "RNA", True),
        ("Diseases", "disease", True),
        ("GeneProduct", "Geneproduct", False),
        ("Drug", "Disease", False),
    ],
)
def test_types_are_alike_where_their_words_are(a: str, b: str, alike: bool) -> None:
    assert _same_type(a, b) is alike


def test_two_words_mean_the_same_in_another_order_and_one_alone_does_not() -> None:
    assert means_the_same("jaw pain", "pain of the jaw")
    assert not means_the_same("pain", "pain level")
