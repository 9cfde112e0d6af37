"""Lines of claims in, records out: the same order, whatever the lines hold."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.claims_file import LONGEST, BadLine, bounded_lines, parse_line, verify_lines
from kgcore.errors import ModelBusy
from kgcore.turn.checking import Checker
from kgcore.values.model import Edge, Entity, Mention, Paragraph, Triple
from tests.fakes.graph import FakeGraph
from tests.fakes.phrases import PREDICATES, Phrasebook

DRUG, ILLNESS, GENE = Entity("D:1", "drug", "Drug"), Entity("I:1", "illness", "Disease"), Entity("G:1", "gene", "Gene")
EDGES = (
    Edge("e1", "D:1", "TREATS", "I:1", publications=("PMID:1", "PMID:2")),
    Edge("e2", "D:1", "INHIBITS", "G:1", publications=("PMID:3",)),
)


async def read_text(text: str) -> tuple[str, tuple[Paragraph, ...]]:
    """Understand "[a] verb [b]"; anything else claims nothing."""
    words = text.replace("[", "").replace("]", "")
    if "busy" in text:
        raise ModelBusy("The model is busy.")
    if "[" not in text:
        return words, (Paragraph(words),)
    subject, verb, object = words.split()
    return words, (Paragraph(words, (), (Triple(Mention(subject), verb, Mention(object)),)),)


async def answers(lines: Iterable[bytes | dict[str, Any]]) -> list[dict[str, Any]]:
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    checker = Checker(FakeGraph((DRUG, ILLNESS, GENE), EDGES, PREDICATES), Phrasebook.small())
    return [record async for record in verify_lines(raw, checker, read_text)]


def claim(id: object = "c1", **changed: object) -> dict[str, Any]:
    return {"id": id, "subject": "drug", "relation": "treats", "object": "illness", **changed}


async def test_a_record_has_every_documented_field() -> None:
    record = (await answers([claim()]))[0]
    assert record.pop("ms") >= 0
    assert record == {
        "id": "c1",
        "verdict": "supported",
        "reason": "edge_for",
        "why": "The graph says drug treats illness (2 papers).",
        "predicate": "TREATS",
        "negated": False,
        "hedged": False,
        "says_more": False,
        "subject": {"mention": "drug", "id": "D:1", "name": "drug", "score": 1.0, "match": "exact"},
        "object": {"mention": "illness", "id": "I:1", "name": "illness", "score": 1.0, "match": "exact"},
        "papers_for": ["PMID:1", "PMID:2"],
        "papers_against": [],
        "path": None,
    }


async def test_a_passive_stands_in_the_graphs_direction_with_its_own_wording() -> None:
    record = (await answers([claim(subject="ILLNESS", relation="is treated by", object="Drug")]))[0]
    assert (record["verdict"], record["subject"]["mention"], record["object"]["mention"]) == (
        "supported",
        "Drug",
        "ILLNESS",
    )


async def test_what_is_not_linked_is_null() -> None:
    record = (await answers([claim(subject="fairy dust")]))[0]
    assert record["subject"] == {"mention": "fairy dust", "id": None, "name": None, "score": None, "match": None}


async def test_a_phrase_that_fits_nothing_has_no_predicate() -> None:
    assert (await answers([claim(relation="gladdens")]))[0]["predicate"] is None


async def test_a_path_names_both_ends() -> None:
    record = (await answers([claim(subject="illness", object="gene")]))[0]
    assert (record["verdict"], record["path"]) == ("relevant", ["I:1", "D:1", "G:1"])


async def test_a_text_line_gives_its_claims_in_reading_order() -> None:
    record = (await answers([{"id": 7, "text": "[drug] treats [illness]"}]))[0]
    assert (record["id"], record["text"]) == (7, "drug treats illness")
    assert [c["verdict"] for c in record["claims"]] == ["supported"]
    assert "id" not in record["claims"][0]


async def test_a_text_that_cannot_be_read_just_now_is_one_error_among_answers() -> None:
    records = await answers([claim("a"), {"id": "b", "text": "busy"}, claim("c")])
    assert [r["id"] for r in records] == ["a", "b", "c"]
    assert (records[1]["line"], records[1]["error"]) == (2, "The model is busy.")


@pytest.mark.parametrize(
    ("line", "id", "words"),
    [
        (b"not json", None, "JSON"),
        (b"[]", None, "object"),
        (b'"c1"', None, "object"),
        (b'{"id": "x", "id": "y"}', None, "twice"),
        (b'{"id": "\xff"}', None, "UTF-8"),
        (b'{"id": NaN}', None, "NaN"),
        (b'{"id": "x", "subject": -Infinity}', None, "Infinity"),
        (b'{"subject": "drug", "relation": "treats", "object": "illness"}', None, '"id" is missing'),
        (b'{"id": true, "text": "x"}', None, '"id" must be'),
        (b'{"id": 1.5, "text": "x"}', None, '"id" must be'),
        (b'{"id": "x"}', "x", '"subject" is missing'),
        (b'{"id": "x", "text": 5}', "x", '"text" must be a string'),
        (b'{"id": "x", "text": "  "}', "x", '"text" is empty'),
        (b'{"id": "x", "subject": ["drug"], "relation": "treats", "object": "i"}', "x", '"subject" must be'),
        (b'{"id": "x", "subject": "drug", "relation": "", "object": "i"}', "x", '"relation" is empty'),
        (b'{"id": "x", "subject": "d", "relation": "r", "object": "o", "negated": "no"}', "x", '"negated" must be'),
        (b'{"id": "x", "subject": "\\ud800", "relation": "r", "object": "o"}', "x", "half a character"),
        (b"[" * 100_000, None, "nested"),
        (b'{"id": "' + b"x" * LONGEST + b'"}', None, "longer than"),
        (b'{"id": ' + b"9" * 5000 + b"}", None, "JSON"),
    ],
    ids=range(20),
)
async def test_a_bad_line_is_told_and_the_good_ones_answered(line: bytes, id: str | None, words: str) -> None:
    before, bad, after = await answers([claim("a"), line, claim("b")])
    assert (before["id"], after["id"]) == ("a", "b")
    assert (bad["id"], bad["line"]) == (id, 2)
    assert words in bad["error"]


async def test_unknown_fields_blank_lines_and_a_byte_order_mark_are_no_fault() -> None:
    lines: list[bytes | dict[str, Any]] = [
        b"\xef\xbb\xbf" + json.dumps(claim("a", gold="supported")).encode(),
        b"  \n",
        claim("b"),
    ]
    assert [r["id"] for r in await answers(lines)] == ["a", "b"]


async def test_a_long_file_is_answered_in_order() -> None:
    lines: list[bytes | dict[str, Any]] = [claim(n) if n % 7 else b"{" for n in range(300)]
    records = await answers(lines)
    assert [r["id"] for r in records] == [n if n % 7 else None for n in range(300)]


async def test_answers_come_before_the_file_has_been_read_to_its_end() -> None:
    read: list[int] = []

    def lines() -> Iterable[bytes]:
        for n in range(1000):
            read.append(n)
            yield json.dumps(claim(n)).encode()

    checker = Checker(FakeGraph((DRUG, ILLNESS), EDGES, PREDICATES), Phrasebook.small())
    async for _ in verify_lines(lines(), checker, read_text):
        break
    assert len(read) < 100


def test_a_huge_line_is_never_held_in_memory_as_a_whole() -> None:
    file = io.BytesIO(b"x" * (3 * LONGEST) + b"\n" + b'{"id": 1}\n' + b'{"id": 2}')
    lines = list(bounded_lines(file))
    assert [len(line) for line in lines] == [LONGEST + 1, 10, 9]


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_line_raises(raw: bytes) -> None:
    parse_line(raw, 1)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=5), st.lists, max_leaves=5))
def test_no_value_in_any_field_raises(value: object) -> None:
    for field in ("id", "subject", "relation", "object", "negated", "hedged", "text"):
        line = parse_line(json.dumps({**claim(), field: value}).encode(), 3)
        assert not isinstance(line, BadLine) or (line.number == 3 and line.error)
