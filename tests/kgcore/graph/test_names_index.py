from __future__ import annotations

import itertools
import json
import shutil
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kgcore.embedding import unit_vectors
from kgcore.graph.embedded.names import NameIndex
from kgcore.graph.embedded.names_index import build_name_index, fold_beginning, gather_beginnings
from kgcore.graph.embedded.names_text import NameWords, write_words
from kgcore.values.model import Match, Mention

ENTITIES = [
    ("Vitamin B12", "DietarySupplement", ["cobalamin"]),
    ("Zinc", "DietarySupplement", []),
    ("Fish oil", "DietarySupplement", []),
    ("Memantine", "Drug", ["Namenda"]),
    ("Hypertension", "Disease", ["high blood pressure", "HTN"]),
    ("Gout", "Disease", []),
    ("Blount disease", "Disease", []),
    ("Splenomegaly", "Phenotype", []),
    ("Amyotrophic lateral sclerosis", "Disease", []),
    ("Multiple sclerosis", "Disease", ["MS"]),
    ("MET proto-oncogene", "Gene", ["MET"]),
    ("Homocysteine", "Chemical", []),
    ("Calcium channel blockers", "Drug", []),
]


class LetterEmbedder:
    """Counts letters: enough to tell near from far."""

    def __init__(self, name: str = "letters") -> None:
        self.name = name
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return vectors(texts)


def vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    return unit_vectors([[text.count(chr(97 + i)) + 0.01 for i in range(26)] for text in texts])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    db = sqlite3.connect(folder / "graph.sqlite")
    db.execute(
        "CREATE TABLE entities(n INTEGER PRIMARY KEY, id TEXT, name TEXT, type TEXT, synonyms TEXT, xrefs TEXT,"
        " description TEXT)"
    )
    rows = [(n, f"E:{n}", name, type, json.dumps(syn), "[]", "") for n, (name, type, syn) in enumerate(ENTITIES)]
    db.executemany("INSERT INTO entities VALUES(?,?,?,?,?,?,?)", rows)
    np.save(folder / "degree.npy", np.arange(len(ENTITIES), dtype=np.int32))
    build_name_index(db, folder, vectors, "letters", 100)
    db.commit()
    db.close()
    return folder


@pytest.fixture
def names(folder: Path) -> NameIndex:
    return opened(folder, LetterEmbedder())


def opened(folder: Path, embedder: LetterEmbedder | None) -> NameIndex:
    return NameIndex(sqlite3.connect(folder / "graph.sqlite", check_same_thread=False), folder, embedder)


@pytest.mark.parametrize(
    ("mention", "name", "match"),
    [
        ("Zinc", "Zinc", Match.EXACT),
        ("ZINC", "Zinc", Match.EXACT),
        ("Cobalamin", "Vitamin B12", Match.SYNONYM),
        ("B12", "Vitamin B12", Match.SYNONYM),
        ("elevated blood pressure", "Hypertension", Match.SYNONYM),
        ("zinc tablets", "Zinc", Match.VARIANT),
        ("memantine hydrochloride", "Memantine", Match.VARIANT),
        ("Blount's", "Blount disease", Match.VARIANT),
        ("enlargement of the spleen", "Splenomegaly", Match.SYNONYM),
        ("ALS", "Amyotrophic lateral sclerosis", Match.INITIALISM),
        ("Memantien", "Memantine", Match.SPELLING),
        ("fishoil", "Fish oil", Match.EXACT),
        ("oil of fish", "Fish oil", Match.SYNONYM),
    ],
)
async def test_mentions_find_their_entity(names: NameIndex, mention: str, name: str, match: Match) -> None:
    [found] = await names.candidates([Mention(mention)])
    assert (found[0].entity.name, found[0].match) == (name, match)


@pytest.mark.parametrize(
    "mention",
    [
        "krill oil",
        "vitamin B6",
        "hypotension",
        "homocystinuria",
        "amantadine",
        "sodium channel blockers",
        "placebo",
        "the study",
        "zinc deficiency",
        "fish",
        "",
        "   ",
        "\x00",
        "😀😀",
        "x" * 20_000,
        "الصداع",
    ],
)
async def test_mentions_of_something_else_are_not_linked(names: NameIndex, mention: str) -> None:
    [found] = await names.candidates([Mention(mention)])
    [ranked] = await names.rank([Mention(mention)])
    assert found == ()
    assert not ranked.linked


async def test_candidates_are_shown_where_nothing_is_linked(names: NameIndex) -> None:
    [ranked] = await names.rank([Mention("homocystinuria")])
    assert ranked.candidates
    assert not ranked.linked


async def test_answers_come_in_the_order_of_the_mentions(names: NameIndex) -> None:
    mentions = [Mention("gout"), Mention("nonsense here"), Mention("zinc"), Mention("gout")]
    found = await names.candidates(mentions)
    assert [c[0].entity.name if c else None for c in found] == ["Gout", None, "Zinc", "Gout"]


async def test_what_is_asked_again_is_not_looked_up_again_and_each_mention_gets_its_own(folder: Path) -> None:
    embedder = LetterEmbedder()
    names = opened(folder, embedder)
    mentions = [Mention("homocystinuria", ref="N1"), Mention("zinc"), Mention("homocystinuria", "Disease")]
    first = await names.rank(mentions)
    asked = list(embedder.asked)
    again = await names.rank([replace(m, ref="N7") for m in mentions])
    assert asked == embedder.asked
    assert [r.mention.ref for r in again] == ["N7"] * 3
    assert [(r.candidates, r.linked) for r in again] == [(r.candidates, r.linked) for r in first]
    assert await names.rank(mentions, 1) != first


async def test_another_embedder_is_noticed_and_names_still_link(folder: Path) -> None:
    names = opened(folder, LetterEmbedder("other"))
    assert "letters" in names.note
    assert "other" in names.note
    [found] = await names.candidates([Mention("gout")])
    assert found[0].entity.name == "Gout"


async def test_without_an_embedder_names_still_link(folder: Path) -> None:
    [found] = await opened(folder, None).candidates([Mention("gout")])
    assert found


def test_a_missing_array_is_an_error(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="names_keys"):
        NameIndex(sqlite3.connect(folder / "graph.sqlite"), tmp_path, None)


def spotted(names: NameIndex, text: str) -> list[tuple[str, str]]:
    [spots] = names.spot([text])
    return [(text[a:b], found[0].entity.name) for a, b, found in spots]


def test_names_are_spotted_in_running_text(names: NameIndex) -> None:
    text = "Does fish oil, taken with zinc, lower high blood pressure in MS?"
    assert spotted(names, text) == [
        ("high blood pressure", "Hypertension"),
        ("fish oil", "Fish oil"),
        ("zinc", "Zinc"),
        ("MS", "Multiple sclerosis"),
    ]


@pytest.mark.parametrize(
    "text", ["I met Sam, ms.", "vitamin B12 deficiency", "the zinc receptor", "type 1 diabetes", ""]
)
def test_everyday_words_and_other_things_are_not_spotted(names: NameIndex, text: str) -> None:
    assert spotted(names, text) == []


def test_long_misspelt_names_are_spotted(names: NameIndex) -> None:
    assert spotted(names, "I take memantien every day") == [("memantien", "Memantine")]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=120))
def test_no_text_breaks_the_spotter(names: NameIndex, text: str) -> None:
    [spots] = names.spot([text])
    ends = sorted((a, b) for a, b, _ in spots)
    assert all(0 <= a < b <= len(text) for a, b in ends)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(ends))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=300))
async def test_no_mention_breaks_the_index(names: NameIndex, text: str) -> None:
    [ranked] = await names.rank([Mention(text)])
    assert ranked.linked == bool((await names.candidates([Mention(text)]))[0])


def test_a_name_is_completed_from_its_front_before_others_and_by_how_joined_it_is(names: NameIndex) -> None:
    assert [e.name for e in names.complete("m", 8)] == ["MET proto-oncogene", "Multiple sclerosis", "Memantine"]
    assert [e.name for e in names.complete("met", 8)] == ["MET proto-oncogene"]
    assert [e.name for e in names.complete("scler", 8)] == ["Multiple sclerosis", "Amyotrophic lateral sclerosis"]
    assert [e.name for e in names.complete("HIGH-blood", 8)] == ["Hypertension"]


def test_an_older_import_gathers_the_beginnings_of_names_when_first_asked(folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        if not file.name.startswith("names_begin"):
            shutil.copy(file, tmp_path / file.name)
    older = opened(tmp_path, None)
    assert not older.completes
    assert older.complete("zin", 8) == ()
    older.prepare()
    assert [e.name for e in older.complete("zin", 8)] == ["Zinc"]


@given(st.text(max_size=60))
def test_whatever_a_name_is_it_is_found_by_any_beginning_of_it(name: str) -> None:
    index = gather_beginnings([(0, 0, "another", ""), (1, 0, name, "")])
    degree = np.zeros(2, np.int32)
    for length in range(1, len(name) + 1):
        typed = name[:length]
        if fold_beginning(typed) and name.casefold().startswith(typed.casefold()):
            assert 1 in index.find(typed, 8, degree)


def test_the_words_of_a_large_graph_are_found_from_slips_wherever_they_stand(tmp_path: Path) -> None:
    """More words than are taken apart at once; those at the ends of each part, too."""
    letters = "abcdefghij"
    words = sorted("".join(some) + "x" * (n % 3) for n, some in enumerate(itertools.product(letters, repeat=5)))
    write_words(tmp_path, [*words, "ab", "nöt", "two words", "x" * 40])
    known = NameWords.opened(tmp_path)
    assert all(word in known for word in (words[0], words[49_999], words[50_000], words[-1]))
    assert not any(word in known for word in ("ab", "nöt", "x" * 40))
    owners, at = (np.load(tmp_path / f"names_{name}.npy") for name in ("grams", "grams_at"))
    numbered = list(enumerate(words))
    for gram in ("^ab", "bcd", "jxx", "j^^", "xx^", "^ja"):
        first, second, third = ("abcdefghijklmnopqrstuvwxyz^".index(letter) for letter in gram)
        code = (first * 28 + second) * 28 + third
        assert owners[at[code] : at[code + 1]].tolist() == [n for n, word in numbered if gram in f"^{word}^"]


def test_a_graph_without_words_has_none(tmp_path: Path) -> None:
    write_words(tmp_path, [])
    assert NameWords.opened(tmp_path).corrections("memantine") == []
