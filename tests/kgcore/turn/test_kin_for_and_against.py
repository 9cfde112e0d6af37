"""What was found not to hold of a class, a part or an ingredient is told wherever what does hold of it would be."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kgcore.graph import starter_folder
from kgcore.ingest.importing import import_graph
from tests.kgcore.house import HERE, Bot, bot, folder
from tests.kgcore.ingest.samples import folder as written

__all__ = ["bot", "folder"]

_TIES = {"ISA", "PART_OF", "CONTAINS"}
_VERBS = {
    "TREATS": "treat",
    "PREVENTS": "prevent",
    "CAUSES": "cause",
    "INHIBITS": "inhibit",
    "DISRUPTS": "disrupt",
    "AUGMENTS": "augment",
    "STIMULATES": "stimulate",
    "AFFECTS": "affect",
    "PREDISPOSES": "raise the risk of",
    "INTERACTS_WITH": "interact with",
}


def _rows(name: str) -> list[dict[str, str]]:
    with (starter_folder() / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def denied_of_kin() -> Iterator[tuple[str, str]]:
    """Yield a question about each pair that no edge joins, though one denies it of a class, a member, a part, a whole
    or an ingredient of one of them; and that edge's id. What merely contains a thing is no kin of it.
    """
    names, edges = {n["id"]: n["name"] for n in _rows("nodes.tsv")}, _rows("edges.tsv")
    joined = {frozenset((e["subject"], e["object"])) for e in edges}
    around: dict[str, list[dict[str, str]]] = defaultdict(list)
    for e in edges:
        if e["negated"] == "true" and e["predicate"] in _VERBS:
            around[e["subject"]].append(e)
            around[e["object"]].append(e)
    for tie in (e for e in edges if e["predicate"] in _TIES and e["negated"] != "true"):
        ways = [(tie["subject"], tie["object"]), (tie["object"], tie["subject"])]
        for own, kin in ways[:1] if tie["predicate"] == "CONTAINS" else ways:
            for e in around[kin]:
                asked = {side: own if e[side] == kin else e[side] for side in ("subject", "object")}
                if asked["subject"] != asked["object"] and frozenset(asked.values()) not in joined:
                    subject, verb, object = names[asked["subject"]], _VERBS[e["predicate"]], names[asked["object"]]
                    yield f"Does {subject} {verb} {object}?", e["id"]


async def test_a_denial_is_told_of_every_class_part_and_ingredient_of_the_starter_graph(bot: Bot) -> None:
    left, rows = [], list(denied_of_kin())
    for n, (question, denial) in enumerate(rows):
        turn = await bot.turn(await bot.ask(question, replace(HERE, thread=f"t{n}")))
        if denial not in {e.id for c in turn.claims for e in (*c.edges_for, *c.edges_against)}:
            left.append((question, denial))
    assert len(rows) > 60
    assert left == []


async def test_a_dispute_about_one_of_many_ingredients_is_told_beside_what_holds_of_the_others(tmp_path: Path) -> None:
    many = [f"S:{n}" for n in range(6)]
    tables = {
        "nodes.tsv": "id\tname\tcategory\nS:oil\tkrill oil\tDietarySupplement\nD:1\tmigraine\tDisease\n"
        + "".join(f"{s}\tsubstance{n}yl\tDietarySupplement\n" for n, s in enumerate(many)),
        "edges.tsv": "subject\tpredicate\tobject\tnegated\tpublications\n"
        + "".join(
            f"S:oil\tCONTAINS\t{s}\tfalse\tPMID:1\n{s}\tTREATS\tD:1\tfalse\tPMID:2|PMID:3|PMID:5|PMID:6\n"
            for s in many[:5]
        )
        + "S:oil\tCONTAINS\tS:5\tfalse\tPMID:1\nS:5\tTREATS\tD:1\tfalse\tPMID:2\n"
        + "S:5\tTREATS\tD:1\ttrue\tPMID:4\n",
    }
    await import_graph(written(tables, tmp_path / "mine"), tmp_path / "graph", embedder=None)
    told = (await Bot(tmp_path / "graph", tmp_path).ask("Does krill oil treat migraine?"))[-1].plain
    assert "What it contains is disputed: one paper reports that krill oil contains substance5yl" in told
    assert "papers disagree on whether substance5yl treats migraine" in told
