"""What the transformer that reads assertions is fitted to: passages with two marked names, a relation, and a label.

Sentences that people wrote for it (`truth/assertions_dev.tsv`: label, relation, sentence with {S:…} and {O:…}), the dev
halves of the sets of `bench_truth`, and the words, frames and traps of `bench_wordings` that are not held. From those
that assert or deny come others by construction: ends swapped, the opposite relation.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import kgcore.graph
from kgcore.annotation.entailment import LABELS, Question
from kgcore.english.sentences import Stretch
from tests.bench import bench_truth, bench_wordings

SEED = 5
WORDS = {
    "TREATS": "treats",
    "PREVENTS": "prevents",
    "CAUSES": "causes",
    "PREDISPOSES": "raises the risk of",
    "AFFECTS": "affects",
    "INHIBITS": "lowers",
    "DISRUPTS": "impairs",
    "STIMULATES": "raises",
    "AUGMENTS": "improves",
    "INTERACTS_WITH": "interacts with",
    "ASSOCIATED_WITH": "is linked to",
    "COEXISTS_WITH": "occurs together with",
    "PRODUCES": "produces",
    "CONTAINS": "contains",
    "PART_OF": "is part of",
    "ISA": "is a kind of",
}
SYMMETRIC = frozenset({"INTERACTS_WITH", "ASSOCIATED_WITH", "COEXISTS_WITH"})
# What a passage that asserts the one surely does not assert.
AGAINST = {
    "TREATS": ("CAUSES", "PREDISPOSES", "CONTAINS", "ISA", "INTERACTS_WITH"),
    "PREVENTS": ("CAUSES", "PREDISPOSES", "ISA"),
    "CAUSES": ("TREATS", "PREVENTS", "ISA"),
    "PREDISPOSES": ("PREVENTS", "TREATS"),
    "INHIBITS": ("STIMULATES", "CONTAINS", "ISA"),
    "DISRUPTS": ("AUGMENTS",),
    "STIMULATES": ("INHIBITS", "CONTAINS"),
    "AUGMENTS": ("DISRUPTS",),
    "INTERACTS_WITH": ("TREATS", "CONTAINS", "CAUSES"),
    "ASSOCIATED_WITH": ("TREATS", "PREVENTS", "CAUSES"),
    "COEXISTS_WITH": ("TREATS", "CAUSES"),
    "PRODUCES": ("INHIBITS",),
    "CONTAINS": ("TREATS", "CAUSES", "INHIBITS"),
    "PART_OF": ("TREATS",),
    "ISA": ("TREATS", "CAUSES", "CONTAINS"),
}
ELSE = ("other", "none")
NOT_ASSERTED = LABELS[1:]
FRAMES, FRAMED, TRAPPED, DERIVED, LOWERED = 1_500, 0.3, 0.5, 0.6, 6
# Kinds of `bench_truth` whose rows deceive: what must get no ✓ though the graph says it is not asserted there.
DECEIVING = frozenset(
    {
        *("adversarial", "further", "promises", "deceive", "oversold", "trap", "boast", "sceptic"),
        *("hype", "snare", "feint", "veil", "qualified", "second", "worded"),
    }
)
_LIMITED = re.compile(
    r"\b(mice|mouse|rats?|cells?|women|men|children|older|elderly|patients with|people with|doses?|mg|pregnan\w*|"
    r"weeks|months)\b",
    re.IGNORECASE,
)
_ANNOTATED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_MARKUP = re.compile(r"[*_`#]+")
_MARKED = re.compile(r"\{([SO]):([^}]*)\}")
_MOST_SENTENCES = 3
_VERBS = {"treat": "TREATS", "relieve": "TREATS", "prevent": "PREVENTS"}  # of the wordings' traps


@dataclass(frozen=True, slots=True)
class Example:
    """A question, the labels that it may have, and what it counts."""

    question: Question
    labels: tuple[str, ...]
    worth: float


def examples() -> list[Example]:
    """Return all that is fitted to, the same every time; a sixth of it once more without capitals."""
    chance = random.Random(SEED)  # noqa: S311  (the same examples every time)
    some = [*_of_truth(chance), *_of_wordings(chance), *_of_writers(chance)]
    lowered = [
        Example(_in_lower_case(e.question), e.labels, e.worth / 2) for e in chance.sample(some, len(some) // LOWERED)
    ]
    return [*some, *lowered]


def written(path: Path) -> Iterator[tuple[str, str, Question]]:
    """Yield label, predicate and question of each line of a file of sentences."""
    for line in path.read_text(encoding="utf-8").splitlines():
        label, predicate, sentence = line.split("\t")
        places: dict[str, Stretch] = {}
        passage, last = "", 0
        for mark in _MARKED.finditer(sentence):
            passage += sentence[last : mark.start()]
            places[mark[1]] = Stretch(len(passage), len(passage) + len(mark[2]))
            passage, last = passage + mark[2], mark.end()
        yield (
            label,
            predicate,
            Question(passage + sentence[last:], (places["S"],), (places["O"],), WORDS[predicate]),
        )


def _of_writers(chance: random.Random) -> Iterator[Example]:
    for label, predicate, question in written(bench_truth.FOLDER / "assertions_dev.tsv"):
        yield Example(question, (label,), 1.0)
        if label in LABELS[:2] and chance.random() < DERIVED:
            yield from _derived(question, predicate, label, 0.5, chance)
        elif label in ("narrow", "open", "veiled", "none") and predicate not in SYMMETRIC and chance.random() < 0.5:
            yield Example(_swapped(question), NOT_ASSERTED[1:], 0.5)


def _of_truth(chance: random.Random) -> Iterator[Example]:
    stated = _stated()
    for kind in bench_truth.KINDS:
        for row in bench_truth.rows_of(kind, "dev"):
            text = _MARKUP.sub("", _ANNOTATED.sub(lambda m: m[1].split("|")[0], row.text))
            for gold in row.claims:
                question = _asked(text, gold.subject, gold.object, gold.predicate or "")
                if question is None:
                    continue
                label = "no" if gold.negated else "yes"
                if set(gold.verdicts) in ({"supported"}, {"mixed", "supported"}, {"contradicted"}, {"mixed"}):
                    limited = kind == "qualified" or _LIMITED.search(question.passage)
                    yield Example(question, (label, "narrow") if limited else (label,), 1.0)
                    yield from _derived(question, gold.predicate or "", label, 0.5, chance)
                elif kind in DECEIVING and not gold.negated and "supported" in gold.never and _key(gold) in stated:
                    yield Example(question, NOT_ASSERTED, 1.0)


def _of_wordings(chance: random.Random) -> Iterator[Example]:
    predicates = {(subject, object_): name for name, subject, object_, _ in bench_wordings.table("pairs")}
    seen = [c for c in bench_wordings.cases() if c.half == "seen word, seen construction"]
    chance.shuffle(seen)
    for case in seen[:FRAMES]:
        (gold,) = case.row.claims
        predicate = predicates.get((gold.subject, gold.object), "")
        question = _asked(case.row.text, gold.subject, gold.object, predicate)
        if question is None or {"contradicted", "relevant"} <= set(gold.verdicts):
            continue
        if gold.overclaims or set(gold.verdicts) == {"relevant", "mixed"}:
            yield Example(question, ("narrow", "veiled", "other"), FRAMED)
            continue
        label = "no" if gold.negated else "yes"
        yield Example(question, (label,), FRAMED)
        if chance.random() < 0.4:
            yield from _derived(question, predicate, label, FRAMED / 2, chance)
    for case in (*bench_wordings.around(), *bench_wordings.traps()):
        (gold,) = case.row.claims
        question = _asked(case.row.text, gold.subject, gold.object, _VERBS[gold.relation])
        if question is not None and "held" not in case.half:
            asserted = gold.verdicts == ("supported",)
            yield Example(question, ("yes",) if asserted else NOT_ASSERTED, FRAMED if asserted else TRAPPED)


def _derived(question: Question, predicate: str, label: str, worth: float, chance: random.Random) -> Iterator[Example]:
    """Yield what follows of other questions from one that is asserted or denied."""
    if predicate in SYMMETRIC:
        yield Example(_swapped(question), (label,), worth)
    elif predicate != "AFFECTS":
        yield Example(_swapped(question), ELSE, worth)
    if label == "yes" and predicate in AGAINST:
        other = WORDS[chance.choice(AGAINST[predicate])]
        yield Example(Question(question.passage, question.subject, question.object, other), ELSE, worth)


def _swapped(question: Question) -> Question:
    return Question(question.passage, question.object, question.subject, question.relation)


def _in_lower_case(question: Question) -> Question:
    return Question(question.passage.lower(), question.subject, question.object, question.relation)


def _asked(text: str, subject: str, object_: str, predicate: str) -> Question | None:
    """Return the shortest passage of a text that names both, with what is asked of it."""
    if predicate not in WORDS:
        return None
    parts = [s for line in text.splitlines() for s in _SENTENCE.split(line) if s.strip()]
    for many in range(1, _MOST_SENTENCES + 1):
        for first in range(len(parts) - many + 1):
            passage = " ".join(parts[first : first + many])
            one, other = _places(subject, passage), _places(object_, passage)
            other = tuple(o for o in other if not any(o.start < s.end and s.start < o.end for s in one))
            if one and other:
                return Question(passage, one, other, WORDS[predicate])
    return None


def _places(name: str, passage: str) -> tuple[Stretch, ...]:
    found = re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", passage, re.IGNORECASE)
    return tuple(Stretch(*m.span()) for m in found)


def _stated() -> set[tuple[str, str, str]]:
    """Return what the starter graph states, by every name of its ends, in lower case."""
    names: dict[str, list[str]] = {}
    for row in _starter("nodes"):
        names[row["id"]] = [n.casefold() for n in (row["name"], *row["synonym"].split("|")) if n]
    edges = [e for e in _starter("edges") if e.get("negated", "") in ("", "false")]
    return {(one, e["predicate"], other) for e in edges for one in names[e["subject"]] for other in names[e["object"]]}


def _key(gold: bench_truth.Gold) -> tuple[str, str, str]:
    return gold.subject.casefold(), gold.predicate or "", gold.object.casefold()


def _starter(table: str) -> list[dict[str, str]]:
    with (Path(kgcore.graph.__path__[0]) / "starter" / f"{table}.tsv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
