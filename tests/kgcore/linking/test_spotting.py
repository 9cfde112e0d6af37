"""Which runs of words of a text are looked up, and what they are taken for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.linking.linking import Hit
from kgcore.linking.lookup_keys import KeyOrigin, LookupKey
from kgcore.linking.spotting import (
    Window,
    _asks_with_verb,
    _is_eponym,
    _is_short_name,
    _says_role,
    is_name,
    window_probes,
    word_windows,
)
from kgcore.values.model import Entity

NAMES = (
    "Zinc",
    "Increased mean platelet volume in blood",
    "Abnormality of the peripheral nervous system with onset in adult life",
    "Abnormality of the peripheral nervous system with onset in early childhood",
    "Spastic ataxia, autosomal recessive, with optic atrophy and hearing loss, type 5",
    "Elevated circulating concentration of an enzyme that is found in the liver",
)


@pytest.fixture
async def graph(tmp_path: Path) -> EmbeddedGraph:
    """A graph with names of up to fourteen words."""
    source = tmp_path / "source"
    source.mkdir()
    rows = [f"P:{n}\t{name}\tSymptom" for n, name in enumerate(NAMES)]
    (source / "nodes.tsv").write_text("\n".join(["id\tname\tcategory", *rows]) + "\n", encoding="utf-8")
    edges = [f"P:0\ttreats\tP:{n}" for n in range(1, len(NAMES))]
    (source / "edges.tsv").write_text("\n".join(["subject\tpredicate\tobject", *edges]) + "\n", encoding="utf-8")
    await import_graph(source, tmp_path / "kg", embedder=None)
    return EmbeddedGraph.open(tmp_path / "kg")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("frame", ["Does zinc treat {}?", "{} is rare.", "Zinc, so they say, prevents {}; why?", "{}"])
async def test_a_name_is_spotted_however_long_it_is(graph: EmbeddedGraph, name: str, frame: str) -> None:
    text = frame.format(name[:1].lower() + name[1:])
    ((*spots,),) = await graph.spot([text])
    assert name in [candidates[0].entity.name for _, _, candidates in spots]
    assert name.lower() in [text[start:end].lower() for start, end, _ in spots]


@pytest.mark.parametrize(
    "text",
    [
        "abnormality of the peripheral nervous system with onset in old age",
        "abnormality of the peripheral nervous system with onset",
        "elevated circulating concentration of an enzyme that is found",
    ],
)
async def test_the_beginning_of_a_long_name_is_not_that_name(graph: EmbeddedGraph, text: str) -> None:
    assert await graph.spot([text]) == ((),)


@pytest.mark.parametrize(
    ("text", "written", "stored", "meant"),
    [
        ("an ssri helps", "ssri", "SSRI", True),
        ("an EPS helps", "EPS", "EPS", True),
        ("an eps helps", "eps", "EPS", False),
        ("two SSRIs help", "SSRIs", "SSRI", True),
        ("DMARDX helps", "DMARDX", "Dmardx", True),
        ("the cat ran", "cat", "CAT", False),
        ("iron helps", "iron", "Iron", True),
        ("iron deficiency hurts", "iron", "Iron", False),
        ("go to Ko now", "Ko", "KO", False),
        ("has KO now", "KO", "KO", True),
        ("人参 helps", "人参", "人参", True),
        ("a cold, my cold and how", "my cold", "my cold", True),
        ("a tablet helps", "tablet", "Tablet", False),
        ("is it AD now", "AD", "Alzheimer Disease", True),
        ("an ad helps", "ad", "Alzheimer Disease", False),
        ("is IT bad", "IT", "Iron tablet", False),
        ("is hrt good", "hrt", "HRT", True),  # three consonants are no word
        ("in two hrs", "hrs", "HRS", False),
        ("by ace now", "ace", "ACE", False),
        ("cognitive load rises", "load", "LOAD", False),
        ("is LOAD late", "LOAD", "LOAD", True),
        ("the impact of it", "impact", "IMPACT", False),
        ("is copd bad", "copd", "COPD", True),
    ],
)
def test_a_short_word_is_a_name_where_it_is_written_like_one(text: str, written: str, stored: str, meant: bool) -> None:
    window = next(w for w in word_windows(text) if w.raw == written)
    hit = Hit(Entity("1", stored, "Drug"), stored, True, LookupKey("f", KeyOrigin.NAME))
    assert is_name(window, hit) is meant


def test_an_initialism_is_known_by_its_letters_and_not_by_what_they_spell() -> None:
    window = next(w for w in word_windows("for the pain of migraine") if w.raw == "the pain")
    by_meaning = LookupKey("bpain", KeyOrigin.GENERAL)
    assert not is_name(window, Hit(Entity("1", "ACHE", "Gene"), "ACHE", True, by_meaning))
    assert is_name(window, Hit(Entity("2", "Ache", "Symptom"), "Aching", True, by_meaning))


async def test_the_verb_of_a_question_is_no_part_of_a_name(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    nodes = "id\tname\tcategory\n1\tGSK3B\tProtein\n2\tphosphorylated GSK3B\tProtein\n3\tGSK3B activity\tActivity\n"
    (source / "nodes.tsv").write_text(nodes, encoding="utf-8")
    (source / "edges.tsv").write_text("subject\tpredicate\tobject\n1\tincreases\t2\n", encoding="utf-8")
    await import_graph(source, tmp_path / "kg", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "kg")
    texts = ["does GSK3B phosphorylate itself", "is GSK3B phosphorylated", "what activates GSK3B", "activity of GSK3B"]
    found = [[c[0].entity.id for _, _, c in spots] for spots in await graph.spot(texts)]
    await graph.close()
    assert found == [["1"], ["2"], ["1"], ["3"]]


def test_a_window_knows_the_word_behind_it_in_its_own_clause() -> None:
    seen = {w.raw: w for w in word_windows("Iron: they say; helps")}
    assert (seen["Iron"].before, seen["Iron"].after) == ("", "")
    assert (seen["they"].before, seen["they"].after) == ("", "say")


async def test_the_word_behind_a_long_name_may_change_what_it_means(graph: EmbeddedGraph) -> None:
    name = "abnormality of the peripheral nervous system with onset in adult life"
    assert [len(found) for found in await graph.spot([f"{name} toxicity", f"{name} is"])] == [0, 1]
    assert [len(found) for found in await graph.spot([f"{name}, toxicity"])] == [1]


def test_a_full_stop_parts_runs_of_words_unless_it_shortens_one() -> None:
    assert "zinc. Colds" not in {w.raw for w in word_windows("Take zinc. Colds go.")}
    assert "St. John's wort" in {w.raw for w in word_windows("Take St. John's wort.")}


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Some have 22q11.2 deletion syndrome.", "22q11.2 deletion syndrome", True),
        ("It is 1,4-dioxane.", "1,4-dioxane", True),
        ("Did (R)-flurbiprofen help?", "(R)-flurbiprofen", True),
        ("Did it (R) help?", "(R) help", False),
        ("It took aspirin.Next day", "aspirin.Next day", False),
        ("Take B6,aspirin", "B6,aspirin", False),
        ("In 2019. 5 people", "2019. 5 people", False),
    ],
)
def test_a_point_between_digits_ends_no_name(text: str, name: str, found: bool) -> None:
    assert any(w.raw == name for w in word_windows(text)) is found


async def test_an_illness_with_another_is_not_the_name_of_that_other(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    names = ("Alzheimer's disease", "Parkinson's disease dementia")
    rows = [f"D:{n}\t{name}\tDisease" for n, name in enumerate(names)]
    (source / "nodes.tsv").write_text("\n".join(["id\tname\tcategory", *rows]) + "\n", encoding="utf-8")
    (source / "edges.tsv").write_text("subject\tpredicate\tobject\nD:0\tlike\tD:1\n", encoding="utf-8")
    await import_graph(source, tmp_path / "kg", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "kg")
    said = ("gum disease with Alzheimer's", "disease of Alzheimer", "Parkinson's disease with dementia")
    found = await graph.spot(said)
    await graph.close()
    assert [[said[n][a:b] for a, b, _ in spots] for n, spots in enumerate(found)] == [
        ["Alzheimer's"],
        ["disease of Alzheimer"],
        ["Parkinson's disease with dementia"],
    ]


def test_a_spelled_greek_letter_is_also_looked_up_as_the_latin_one() -> None:
    words = ("nf", "kappa", "b")
    keys = {probe.key for probe in window_probes(Window(0, 10, 3, "NF kappa B", words, "", ""))}
    assert {"fnfkappab", "fnfkb"} <= keys


def test_a_verb_with_which_a_question_asks_is_no_part_of_a_name() -> None:
    assert _asks_with_verb(Window(5, 20, 2, "activates AMPK", ("activates", "ampk"), "what", ""))
    assert not _asks_with_verb(Window(5, 20, 2, "zinc oxide", ("zinc", "oxide"), "what", ""))
    assert _asks_with_verb(Window(5, 23, 2, "AMPK phosphorylate", ("ampk", "phosphorylate"), "does", ""))
    assert not _asks_with_verb(Window(5, 15, 2, "zinc oxide", ("zinc", "oxide"), "does", ""))
    assert not _asks_with_verb(Window(5, 17, 2, "zinc citrate", ("zinc", "citrate"), "takes", ""))


@pytest.mark.parametrize(
    ("text", "type", "told"),
    [
        ("Rolipram is a PDE4 inhibitor.", "Gene", True),
        ("Rolipram is a PDE4 inhibitor that helps.", "Gene", True),
        ("Rolipram is a PDE4 inhibitor.", "Disease", False),
        ("Rolipram is a PDE4 inhibitor trial.", "Gene", False),
        ("Rolipram is a PDE4 toxicity.", "Gene", False),
        ("A PDE4 inhibitor helps.", "Gene", False),
    ],
)
def test_what_is_told_to_be_an_inhibitor_of_something_names_that(text: str, type: str, told: bool) -> None:
    window = next(w for w in word_windows(text) if w.raw == "PDE4")
    hit = Hit(Entity("1", "PDE4", type), "PDE4", True, LookupKey("f", KeyOrigin.NAME))
    assert _says_role(text, window, hit) is told


@pytest.mark.parametrize(
    ("written", "stored", "meant"),
    [("Bt", "Bt", True), ("At", "At", False), ("bt", "Bt", False), ("BT", "Bt", False), ("Bt", "BT", False)],
)
def test_two_letters_are_a_name_as_it_is_capitalised(written: str, stored: str, meant: bool) -> None:
    assert _is_short_name(written, stored) is meant


def test_only_one_capitalised_word_stands_for_the_illness_of_its_name() -> None:
    assert _is_eponym(Window(12, 18, 1, "Dravet", ("dravet",), "in", ""))
    assert not _is_eponym(Window(12, 24, 2, "Lewy Bodies", ("lewy", "bodies"), "in", ""))
    assert not _is_eponym(Window(12, 18, 1, "dravet", ("dravet",), "in", ""))
    assert not _is_eponym(Window(12, 18, 1, "DRavet", ("dravet",), "in", ""))


@pytest.mark.parametrize(
    ("text", "written", "keys"),
    [
        ("a cold and how", "cold", "name:fcold"),
        ("the cold war", "cold", ""),
        ("colds hurt", "colds", "name:fcold"),
        ("and the cold", "the cold", ""),
        ("colds in a", "colds in a", ""),
        ("take vitamin A", "vitamin A", "name:fvitamina order:ba_vitamin"),
        ("is dizzy", "dizzy", "name:fdizzy order:bdizzy"),
        ("oil of fish helps", "oil of fish", "name:foiloffish order:bfish_oil"),
        ("fish and oil", "fish and oil", "name:ffishandoil"),
        ("B vitamins lower lipids", "B vitamins lower lipids", "name:fbvitaminlowerlipid"),
        ("out of work", "out of work", "name:foutofwork"),
        ("a coffee cup here", "coffee cup", "name:fcoffeecup"),
        ("of zinc oxide zinc", "zinc oxide zinc", "name:fzincoxidezinc"),
        ("seizures in Dravet", "Dravet", "name:fdravet headless:hdravet"),
        ("Dravet treats", "Dravet", "name:fdravet headless:hdravet"),
        ("Dr Dravet says", "Dravet", "name:fdravet"),
        ("Dravet bodies", "Dravet", "name:fdravet"),
        (
            "an ssri",
            "ssri",
            "name:fssri general:fselectiveserotoninreuptakeinhibitortherapy"
            " general:bblocker_reuptak_select_serotonin_therapi"
            " general:cblocker_reuptak_select_serotonin_therapi general:fselectiveserotoninreuptakeinhibitor"
            " general:bblocker_reuptak_select_serotonin general:cblocker_reuptak_select_serotonin",
        ),
        ("bp is", "bp", "name:fbp"),
        ("BP is", "BP", "name:fbp general:fbloodpressure general:bblood_pressur general:cblood_pressur"),
        ("A. sativum helps", "A. sativum", "general:gasativum"),
        ("gout, permanent, late", "gout, permanent, late", "name:fgoutpermanentlate"),
        ("what activates AMPK", "activates AMPK", "name:factivateampk"),
        (
            "a paleo diet",
            "paleo diet",
            "name:fpaleodiet order:bdiet_paleo"
            " general:fpaleostylediet general:bdiet_paleo_style general:cdiet_paleo_style",
        ),
        (
            "one two three four five six seven eight",
            "one two three four five six seven",
            "name:fonetwothreefourfivesixseven order:bfive_four_one_seven_six_three_two"
            " name:lonetwothreefourfivesixseven",
        ),
    ],
)
def test_what_a_run_of_words_is_looked_up_under(text: str, written: str, keys: str) -> None:
    window = next(w for w in word_windows(text) if w.raw == written)
    found = [f"{key.via.name.lower()}:{key.key.replace(' ', '_')}" for key in window_probes(window)]
    assert " ".join(found) == keys


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("MONDO:0005277 is", "MONDO|MONDO:0005277|MONDO:0005277 is|0005277|0005277 is|is"),
        ("a:b", "a|b"),
        ("zinc, iron; lead", "zinc|iron|lead|zinc, iron"),
        ("one. two (three) 1,4", "one|two|three|1|1,4|4"),
        ("A,b c, d", "A|b|b c|c|d|A,b c, d|b c, d|c, d"),
        ("St. J. is", "St|St. J|St. J. is|J|J. is|is"),
    ],
)
def test_runs_of_words_cross_no_mark_but_those_within_names_and_lists(text: str, runs: str) -> None:
    assert "|".join(window.raw for window in word_windows(text)) == runs


@pytest.mark.parametrize(
    ("text", "written", "stored", "type", "meant"),
    [
        ("migraine, headache hurt", "migraine, headache", "migraine headache", "Disease", False),
        ("migraine, headache hurt", "migraine, headache", "Migraine, headache", "Disease", True),
        ("heart disease", "heart", "Heart", "Anatomy", False),
        ("heart disease", "heart", "Heart", "Gene", True),
        ("heart beats", "heart", "Heart", "Anatomy", True),
        ("disease Parkinson disease", "disease Parkinson", "Parkinson disease", "Disease", False),
        ("disease Parkinson is", "disease Parkinson", "Parkinson disease", "Disease", True),
        ("the pill works", "the pill", "the pill", "Drug", True),
        ("the pill works", "pill", "Pill", "Drug", False),
        ("zinc toxicity", "zinc", "Zinc", "Drug", False),
        ("zinc toxic", "zinc", "Zinc", "Drug", True),
        ("zinc allergies", "zinc", "Zinc", "Drug", False),
        ("a b is", "b", "B", "Drug", False),
        ("take K2 now", "K2", "K2", "Drug", True),
        ("take k2 now", "k2", "K2", "Drug", False),
        ("severe pain", "severe", "Severe", "Disease", False),
        ("mTOR acts", "mTOR", "MTOR", "Gene", True),
        ("mTor acts", "mTor", "MTOR", "Gene", False),
        ("ABCDE acts", "ABCDE", "AbCDE", "Gene", True),
        ("ABCD acts", "ABCD", "AbCD", "Gene", False),
    ],
)
def test_what_stands_around_words_and_how_they_are_written_decides_whether_a_name_is_meant(
    text: str, written: str, stored: str, type: str, meant: bool
) -> None:
    window = next(w for w in word_windows(text) if w.raw == written)
    hit = Hit(Entity("1", stored, type), stored, True, LookupKey("fx", KeyOrigin.NAME))
    assert is_name(window, hit, text) is meant


@pytest.mark.parametrize(("type", "felt"), [("Symptom", True), ("Drug", False), ("Gene", False), ("Anatomy", False)])
def test_only_what_may_be_felt_is_told_by_another_word_of_its_kind(type: str, felt: bool) -> None:
    window = next(w for w in word_windows("is dizzy now") if w.raw == "dizzy")
    hit = Hit(Entity("1", "Dizziness", type), "Dizziness", True, LookupKey("bdizzi", KeyOrigin.ORDER))
    assert is_name(window, hit) is felt


async def test_within_the_known_name_of_a_thing_that_the_graph_lacks_no_shorter_name_is_spotted(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "nodes.tsv").write_text("id\tname\tcategory\nD:1\tZinc\tDrug\nP:1\tVision\tProcess\n", encoding="utf-8")
    (source / "edges.tsv").write_text("subject\tpredicate\tobject\nD:1\taffects\tP:1\n", encoding="utf-8")
    await import_graph(source, tmp_path / "kg", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "kg")
    for text, named in (("Does zinc affect vision?", {"D:1", "P:1"}), ("Does zinc treat double vision?", {"D:1"})):
        (spots,) = await graph.spot([text])
        assert {candidates[0].entity.id for _, _, candidates in spots} == named
