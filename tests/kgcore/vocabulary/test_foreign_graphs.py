"""Graphs of others in their published shapes: every predicate × the constructions in which people state it.

`foreign.tsv` has the predicates: Wikidata's property labels, GNBR's themes as DRKG writes them, those of the Monarch
KG (Biolink), relationship labels of the UMLS (SNOMED CT, MED-RT, NCI), and those of a hospital and a laboratory that
nobody tidied. Each stands between two things of its own, so that nothing else joins them.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Entity, Predicate
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import (
    name_in_sentence,
    object_in_sentence,
    relation_words,
    statement_sentence,
)

ROOM = Path(__file__).parent
GRAPHS = ("wikidata", "gnbr", "monarch", "umls", "hospital")
# Names that are nobody's: zornal is a drug, brimosis an illness, ...; each relation has its own pair.
STEMS = {"Drug": "zor", "Gene": "QX", "Disease": "brim", "Symptom": "fel", "Anatomy": "torv", "Process": "mur",
         "Test": "plet", "Organism": "vask", "Food": "tund"}  # fmt: skip
ENDS = {"Drug": "nal", "Gene": "", "Disease": "osis", "Symptom": "ache", "Anatomy": "ium", "Process": "ylation",
        "Test": "ometry", "Organism": "ella", "Food": "berry"}  # fmt: skip
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu")
DENIALS = {"no_effect_on"}  # names that deny: the import makes a denied relation of them
UNREAD = {
    "This matters because QX58 has the relation regulates (molecular biology) to QX59."
}  # its bracket is an aside


@dataclass(frozen=True)
class Stated:
    """A relation of a graph with its ends, and a stranger of its object's type."""

    predicate: str
    subject: tuple[str, str]
    object: tuple[str, str]
    stranger: str


def named(type: str, number: int) -> str:
    if type == "Gene":
        return f"QX{number + 10}"
    return f"{STEMS[type]}{SYLLABLES[number // 10 % 10]}{SYLLABLES[number % 10]}{ENDS[type]}"


@cache
def stated(graph: str) -> tuple[Stated, ...]:
    text = (ROOM / "foreign.tsv").read_text(encoding="utf-8")
    rows = [r for r in csv.DictReader(io.StringIO(text), delimiter="\t") if r["graph"] == graph]
    return tuple(
        Stated(
            row["predicate"],
            (row["subject"], named(row["subject"], 2 * n)),
            (row["object"], named(row["object"], 2 * n + 1)),
            named(row["object"], 2 * ((n + 1) % len(rows)) + 1)
            if rows[(n + 1) % len(rows)]["object"] == row["object"]
            else "",
        )
        for n, row in enumerate(rows)
    )


def published(graph: str, room: Path) -> Path:
    """Write the graph in the shape in which its makers publish such graphs."""
    room.mkdir()
    rows = stated(graph)
    if graph == "gnbr":
        kinds = {"Drug": "Compound"}
        lines = []
        for one in rows:
            (a, subject), (b, object) = one.subject, one.object
            a, b = kinds.get(a, a), kinds.get(b, b)
            lines.append(f"{a}::{subject}\tGNBR::{one.predicate}::{a}:{b}\t{b}::{object}\n")
        (room / "drkg.tsv").write_text("".join(lines), encoding="utf-8")
    elif graph == "monarch":
        ends = dict.fromkeys(end for one in rows for end in (one.subject, one.object))
        nodes = "".join(f"X:{name}\tbiolink:{type}\t{name}\n" for type, name in ends)
        edges = "".join(f"u{n}\tX:{s.subject[1]}\t{s.predicate}\tX:{s.object[1]}\n" for n, s in enumerate(rows))
        (room / "monarch-kg_nodes.tsv").write_text(f"id\tcategory\tname\n{nodes}", encoding="utf-8")
        (room / "monarch-kg_edges.tsv").write_text(f"id\tsubject\tpredicate\tobject\n{edges}", encoding="utf-8")
    else:
        mark = ";" if graph == "hospital" else ","
        lines = [mark.join((s.subject[1], s.predicate, s.object[1], s.subject[0], s.object[0])) for s in rows]
        head = mark.join(("source", "relation", "target", "source type", "target type"))
        (room / "relations.csv").write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    return room


class Asked:
    """An imported graph, with what reads and checks a text."""

    def __init__(self, folder: Path) -> None:
        self.graph = EmbeddedGraph.open(folder)
        self.words = Vocabulary.of(self.graph.info.predicates)
        self._reader, self._checker = TextReader(self.graph, self.words), Checker(self.graph, self.words)

    async def claims(self, text: str) -> tuple[Claim, ...]:
        _, paragraphs = await self._reader.read(text)
        return await self._checker.check([t for p in paragraphs for t in p.triples])

    async def verdicts(self, text: str, one: Entity, other: Entity) -> set[Verdict]:
        ends = {one.id, other.id}
        found = await self.claims(text)
        return {
            c.verdict for c in found if c.subject and c.object and {c.subject.entity.id, c.object.entity.id} == ends
        }


@pytest.fixture(scope="module", params=GRAPHS)
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Asked]]:
    room = tmp_path_factory.mktemp(request.param)
    asyncio.run(import_graph(published(request.param, room / "source"), room / "graph", embedder=None))
    one = Asked(room / "graph")
    yield request.param, one
    asyncio.run(one.graph.close())


def constructions(subject: Entity, predicate: Predicate, object: Entity) -> dict[str, str]:
    low = statement_sentence(subject, predicate, object, opening=False)
    plain = statement_sentence(subject, predicate, object)
    named, words = name_in_sentence(subject), relation_words(predicate, subject, object)
    what = object_in_sentence(predicate, object)
    return {
        "plain": f"{plain}.",
        "known": f"It is known that {low}.",
        "studies": f"Studies show that {low}.",
        "because": f"This matters because {low}.",
        "relative": f"{named[:1].upper()}{named[1:]}, which is well studied, {words} {what}.",
        "cleft": f"It is {named} that {words} {what}.",
        "item": f"- {plain}",
        "and": f"{plain}, and this is established.",
    }


async def _pair(asked: Asked, one: Stated) -> tuple[Entity, Entity, Entity | None]:
    names = [one.subject[1], one.object[1], *([one.stranger] if one.stranger else [])]
    spotted = (await asked.graph.spot(names)) if names else ()
    found = [spots[0][2][0].entity for spots in spotted]
    return found[0], found[1], found[2] if len(found) > 2 else None


def test_what_a_graph_says_is_confirmed_in_every_construction(asked: tuple[str, Asked]) -> None:
    graph, reader = asked

    async def unconfirmed() -> list[str]:
        found = []
        for one in stated(graph):
            subject, object, _ = await _pair(reader, one)
            predicate = reader.words.get(_name(graph, one))
            for text in constructions(subject, predicate, object).values() if one.predicate not in DENIALS else ():
                verdicts = await reader.verdicts(text, subject, object)
                found += [] if Verdict.SUPPORTED in verdicts else [text]
        return found

    assert set(asyncio.run(unconfirmed())) <= UNREAD


def test_a_denial_of_what_a_graph_says_is_refuted(asked: tuple[str, Asked]) -> None:
    graph, reader = asked

    async def kept() -> list[str]:
        found = []
        for one in stated(graph):
            subject, object, _ = await _pair(reader, one)
            predicate = reader.words.get(_name(graph, one))
            text = statement_sentence(subject, predicate, object, negated=True)
            said = Verdict.SUPPORTED if one.predicate in DENIALS else Verdict.CONTRADICTED
            found += [] if said in await reader.verdicts(f"{text}.", subject, object) else [text]
        return found

    assert asyncio.run(kept()) == []


def test_turned_round_or_of_a_stranger_nothing_is_confirmed(asked: tuple[str, Asked]) -> None:
    graph, reader = asked

    async def wrong() -> list[str]:
        found = []
        for one in stated(graph):
            subject, object, stranger = await _pair(reader, one)
            predicate = reader.words.get(_name(graph, one))
            for text in _three(object, predicate, subject) if not predicate.symmetric else ():
                found += [text] if Verdict.SUPPORTED in await reader.verdicts(text, subject, object) else []
            if stranger is None:
                continue
            for text in _three(subject, predicate, stranger):
                sided = await reader.verdicts(text, subject, stranger) & {Verdict.SUPPORTED, Verdict.CONTRADICTED}
                found += [text] if sided else []
        return found

    assert asyncio.run(wrong()) == []


def _three(subject: Entity, predicate: Predicate, object: Entity) -> list[str]:
    said = constructions(subject, predicate, object)
    return [said[c] for c in ("plain", "relative", "cleft")]


def _name(graph: str, one: Stated) -> str:
    if graph == "gnbr":
        kinds = ["Compound" if t == "Drug" else t for t, _ in (one.subject, one.object)]
        return f"GNBR::{one.predicate}::{kinds[0]}:{kinds[1]}"
    return {"no_effect_on": "affects"}.get(one.predicate, one.predicate)
