"""Graphs that nobody made for asking: numbers for predicates, ids or sentences for names, other scripts, far too many.

Each is imported, or refused with a word on why; five questions are answered in words, whatever stands in the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.ingest.importing import import_graph
from kgcore.ingest.report import USUAL_CAPS
from tests.kgcore.house import Bot, words
from tests.kgcore.ingest.samples import folder

_FINDING = "Patients who took the drug for twelve weeks did not improve more than those who received placebo."
_QUESTION = "Does the disease progress more slowly in those who exercise?"
_MANY_STOPS = "A. B. C? D! " * 40


@dataclass(frozen=True)
class Strange:
    """A graph (names; edges by their numbers), five questions, and words that stand in the answers."""

    names: Sequence[str]
    edges: Sequence[tuple[int, str, int]]
    questions: Sequence[str]
    told: Sequence[str]


GRAPHS = {
    "numbers for predicates": Strange(
        ("aspirin", "headache", "fever"),
        ((0, "1", 1), (0, "2", 2), (0, "-3", 2), (0, "1.5e3", 2), (1, "0", 2)),
        (
            "What does aspirin treat?",
            "Does aspirin 1 headache?",
            "Tell me about fever",
            "Which diseases does aspirin 2?",
            "How are aspirin and fever connected?",
        ),
        ("aspirin has the relation 1 to headache", "aspirin has the relation 2 to fever"),
    ),
    "ids for names": Strange(
        ("Q42", "Q1001", "MONDO:0004975", "12345", "X:9"),
        ((0, "P31", 1), (0, "P279", 2), (2, "P2176", 3), (4, "P1", 3)),
        (
            "What is Q42?",
            "Does Q42 P31 Q1001?",
            "How are Q42 and 12345 connected?",
            "What treats MONDO:0004975?",
            "Tell me about 12345",
        ),
        ("Q42 has the relation P31 to Q1001", "MONDO:0004975 has the relation P2176 to 12345"),
    ),
    "Chinese": Strange(
        ("阿司匹林", "头痛", "发烧"),
        ((0, "治疗", 1), (0, "预防", 2), (1, "相关", 2)),
        (
            "阿司匹林治疗头痛吗?",
            "Does 阿司匹林 treat 头痛?",
            "What treats 发烧?",
            "Tell me about 阿司匹林",
            "阿司匹林和发烧有什么关系?",
        ),
        ("阿司匹林 has the relation 治疗 to 头痛", "阿司匹林 has the relation 预防 to 发烧"),
    ),
    "Arabic": Strange(
        ("أسبرين", "صداع", "حمى"),
        ((0, "يعالج", 1), (0, "يمنع", 2)),
        (
            "هل يعالج أسبرين صداع؟",
            "Does أسبرين treat صداع?",
            "What treats صداع?",
            "Tell me about أسبرين",
            "How are أسبرين and حمى connected?",
        ),
        ("أسبرين has the relation يعالج to صداع", "أسبرين has the relation يمنع to حمى"),
    ),
    "Cyrillic": Strange(
        ("аспирин", "головная боль", "лихорадка"),
        ((0, "лечит", 1), (0, "предотвращает", 2)),
        (
            "Аспирин лечит головную боль?",
            "Does аспирин treat головная боль?",
            "What treats головная боль?",
            "Tell me about аспирин",
            "How are аспирин and лихорадка connected?",
        ),
        ("аспирин has the relation лечит to головная боль", "аспирин has the relation предотвращает to лихорадка"),
    ),
    "sentences for names": Strange(
        (_FINDING, _QUESTION, "exercise", _MANY_STOPS),
        (
            (2, "supports", 0),
            (2, "this edge says that the thing on the left improves the thing on the right", 1),
            (3, "is_about", 2),
            (2, "Does the drug help. It does!", 3),
        ),
        (
            "What does exercise support?",
            _QUESTION,
            "Tell me about exercise",
            _FINDING,
            f"How are exercise and {_FINDING} connected?",
        ),
        ("exercise supports patients who took the drug",),
    ),
    "a thousand predicates": Strange(
        ("aspirin", "headache", *(f"thing {n}" for n in range(50))),
        ((0, "treats", 1), *((n % 52, f"treats_with_number_{n}", (n * 7 + 1) % 52) for n in range(1000))),
        (
            "What treats headache?",
            "Does aspirin treat headache?",
            "Tell me about aspirin",
            "How are aspirin and thing 7 connected?",
            "What does thing 3 treat?",
        ),
        ("aspirin treats headache",),
    ),
}


def _files(names: Sequence[str], edges: Sequence[tuple[int, str, int]]) -> dict[str, str]:
    nodes = ["id\tname\tcategory", *(f"X:{n}\t{name}\tThing" for n, name in enumerate(names))]
    rows = ["id\tsubject\tpredicate\tobject\tpublications"]
    rows += [f"e{n}\tX:{a}\t{predicate}\tX:{b}\tPMID:{n + 1}" for n, (a, predicate, b) in enumerate(edges)]
    return {"nodes.tsv": "\n".join(nodes) + "\n", "edges.tsv": "\n".join(rows) + "\n"}


@pytest.mark.parametrize("kind", GRAPHS)
async def test_a_strange_graph_is_imported_and_every_question_is_answered_in_words(kind: str, tmp_path: Path) -> None:
    strange = GRAPHS[kind]
    await import_graph(folder(_files(strange.names, strange.edges), tmp_path / "mine"), tmp_path / "g", embedder=None)
    bot = Bot(tmp_path / "g", tmp_path)
    try:
        answers = [words((await bot.ask(question))[-1]) for question in strange.questions]
    finally:
        await bot.graph.close()
        await bot.store.close()
    assert all(answer.strip() for answer in answers)
    assert not any("links exercise and exercise" in answer for answer in answers)  # one name is no pair
    for told in strange.told:
        assert any(told.casefold() in answer.casefold() for answer in answers), answers


async def test_far_too_many_predicates_are_refused_with_what_to_do(tmp_path: Path) -> None:
    edges = [(0, f"relation {n}", 1) for n in range(USUAL_CAPS.predicates + 1)]
    with pytest.raises(InputError, match=r"more than 5,000 predicates.*“relation 5000”.*another column"):
        await import_graph(folder(_files(("a", "b"), edges), tmp_path / "mine"), tmp_path / "g", embedder=None)
    assert not (tmp_path / "g").exists()


async def test_a_relation_that_nothing_describes_is_no_yes_to_whether_it_helps(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "nodes.tsv").write_text("id\tname\tcategory\nA:1\taspirin\tDrug\nD:1\theadache\tDisease\n")
    (source / "edges.tsv").write_text("subject\tpredicate\tobject\nA:1\t1\tD:1\n")
    await import_graph(source, tmp_path / "graph", embedder=None)
    plain = (await Bot(tmp_path / "graph", tmp_path).ask("Does aspirin treat headache?"))[-1].plain
    assert "aspirin has the relation 1 to headache" in plain
    assert "speaks for it" not in plain


async def test_an_id_with_a_colon_is_one_name(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "nodes.tsv").write_text("id\tname\tcategory\nC:1\tCHEBI:15365\tDrug\nD:1\theadache\tDisease\n")
    (source / "edges.tsv").write_text("subject\tpredicate\tobject\nC:1\ttreats\tD:1\n")
    await import_graph(source, tmp_path / "graph", embedder=None)
    assert "treats headache" in (await Bot(tmp_path / "graph", tmp_path).ask("What does CHEBI:15365 treat?"))[-1].plain
