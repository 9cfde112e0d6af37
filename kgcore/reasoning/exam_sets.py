"""Test questions made from a graph's own edges, whose answers are known by construction. Pure.

The same seed makes the same set. Statements are true by an edge, false by its denial, and undecidable where nothing
joins two things of the right types. Of the choices one in five has no right option but "none of the above"; what
misleads has the type of what is right, and no edge to what the question names. Where two papers (or, without papers,
two knowledge sources) say what is right, one of them is to be hidden: the answer must come from what is left.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kgcore.english.agreement import capitalise
from kgcore.values.decision import UNDECIDED, DecisionKind
from kgcore.values.model import Edge, Entity
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence, relation_words, statement_sentence

OPTIONS = 4
TRUE_FALSE: Final = ("True", "False", "The graph cannot tell")
_NONE_SHARE = 0.2
_NONE = "None of the above"
_TRUE_FALSE = (
    "True or false? {}.", "{}. True or false?", "T/F: {}.", "Is it true that {}?", "{} (true/false)",
    "Is the following statement true or false: {}.", "Fact or myth? {}.",
)  # fmt: skip
_CHOICE = (
    "{q}?\nA) {0}\nB) {1}\nC) {2}\nD) {3}", "{q}? (A) {0} (B) {1} (C) {2} (D) {3}",
    "{q}?\na. {0}\nb. {1}\nc. {2}\nd. {3}",
    "{q}: A. {0} B. {1} C. {2} D. {3}",
)  # fmt: skip
_STEMS = ("Which of the following {}", "Which of these {}", "Which one of the following {}")


@dataclass(frozen=True, slots=True)
class MadeQuestion:
    """A question with its answer, and the ids of the edges that it was made from.

    `stem` and `options` are its parts where they are shown apart: a sentence, and what can be chosen. `hidden` is what
    the graph is to be asked without: a paper's id, or a knowledge source.
    """

    id: str
    kind: DecisionKind
    text: str
    answer: str
    edges: tuple[str, ...] = ()
    stem: str = ""
    options: tuple[str, ...] = TRUE_FALSE
    hidden: tuple[str, ...] = ()

    @property
    def right(self) -> int:
        """The place of the right one among the options."""
        if self.kind is DecisionKind.TRUE_FALSE:
            return ("true", "false", UNDECIDED).index(self.answer)
        return ord(self.answer) - ord("A")


@dataclass(frozen=True, slots=True)
class Material:
    """What sets are made from: edges, their entities, and which pairs (in any order) have an edge at all."""

    edges: Sequence[Edge]
    entities: Mapping[str, Entity]
    joined: frozenset[frozenset[str]]


def make_set(
    material: Material, vocabulary: Vocabulary, count: int, seed: int = 1, *, either: bool = False
) -> list[MadeQuestion]:
    """Return as many questions as were asked for, or as the material gives; kinds and answers take turns.

    `either`: an edge that gives no question of the kind whose turn it is may give one of the other kind.
    """
    chance = random.Random(seed)  # noqa: S311  # no secret depends on it
    disputed = _disputed(material.edges, vocabulary)
    usable = [e for e in material.edges if _pair(e) not in disputed and _is_plain(e, material, vocabulary)]
    chance.shuffle(usable)
    made: list[MadeQuestion] = []
    for edge in usable:
        if len(made) >= count:
            break
        kinds = (_choice, _statement) if len(made) % 2 else (_statement, _choice)
        for make in kinds if either else kinds[:1]:
            if question := make(edge, material, vocabulary, chance, len(made)):
                made.append(question)
                break
    return made


def _pair(edge: Edge) -> frozenset[str]:
    return frozenset((edge.subject, edge.object))


def _disputed(edges: Sequence[Edge], vocabulary: Vocabulary) -> set[frozenset[str]]:
    """Return the pairs of which the graph says both that something is so and that it is not."""
    by_pair: dict[frozenset[str], list[Edge]] = defaultdict(list)
    for edge in edges:
        by_pair[_pair(edge)].append(edge)
    return {pair for pair, some in by_pair.items() if len(some) > 1 and _disagree(some, vocabulary)}


def _disagree(edges: Sequence[Edge], vocabulary: Vocabulary) -> bool:
    said = {e.predicate for e in edges if not e.negated}
    implied = said.union(*(vocabulary.implied(p) for p in said))
    against = set().union(*(vocabulary.opposites(p) for p in implied)) if implied else set()
    return len({e.negated for e in edges}) > 1 or bool(implied & against)


def _is_plain(edge: Edge, material: Material, vocabulary: Vocabulary) -> bool:
    """Whether an edge can be said and read again: its predicate is one that its own words mean."""
    if edge.subject == edge.object or not {edge.subject, edge.object} <= material.entities.keys():
        return False
    words = relation_words(vocabulary.get(edge.predicate), material.entities[edge.subject])
    return edge.predicate in vocabulary.read(words).predicates


def _statement(
    edge: Edge, material: Material, vocabulary: Vocabulary, chance: random.Random, number: int
) -> MadeQuestion | None:
    subject, object = material.entities[edge.subject], material.entities[edge.object]
    predicate, wanted = vocabulary.get(edge.predicate), (number // 2) % 3
    if wanted == 2:
        other = next(_strangers(object, (subject, object), material, chance), None)
        if other is None:
            return None
        said, answer = statement_sentence(subject, predicate, other, opening=False), UNDECIDED
    else:
        denied = (wanted == 1) is not edge.negated
        said = statement_sentence(subject, predicate, object, negated=denied, opening=False)
        answer = "false" if wanted == 1 else "true"
    form = chance.choice(_TRUE_FALSE)
    text = form.format(said if "that {}" in form else capitalise(said))
    stem = f"{capitalise(said)}."
    made = MadeQuestion(f"m{number:04d}", DecisionKind.TRUE_FALSE, text, answer, stem=stem)
    return made if answer == UNDECIDED else replace(made, edges=(edge.id,), hidden=_one_of_several(edge))


def _one_of_several(edge: Edge) -> tuple[str, ...]:
    """Return one of the papers, or of the knowledge sources, that say the same; none where only one does."""
    several = edge.publications or edge.sources
    if len(several) < 2:
        return ()
    return (random.Random(edge.id).choice(several),)  # noqa: S311  # no secret depends on it


def _choice(
    edge: Edge, material: Material, vocabulary: Vocabulary, chance: random.Random, number: int
) -> MadeQuestion | None:
    if edge.negated:
        return None
    subject, object = material.entities[edge.subject], material.entities[edge.object]
    wrong = list(_strangers(subject, (subject, object), material, chance, fixed=object))[: OPTIONS - 1]
    if len(wrong) < OPTIONS - 1:
        return None
    if chance.random() < _NONE_SHARE:
        options, right = [*(w.name for w in wrong), _NONE], OPTIONS - 1
    else:
        shown = [subject, *wrong]
        chance.shuffle(shown)
        options, right = [e.name for e in shown], shown.index(subject)
    words = f"{relation_words(vocabulary.get(edge.predicate), _ONE)} {name_in_sentence(object)}"
    stem = chance.choice(_STEMS).format(words)
    text = chance.choice(_CHOICE).format(*options, q=stem)
    answer = chr(ord("A") + right)
    made = MadeQuestion(f"m{number:04d}", DecisionKind.CHOICE, text, answer, (), f"{stem}?", tuple(options))
    return made if options[right] == _NONE else replace(made, edges=(edge.id,), hidden=_one_of_several(edge))


_ONE = Entity("?", "it", "Thing")  # what a stem's verb agrees with


def _strangers(
    like: Entity,
    apart_from: Sequence[Entity],
    material: Material,
    chance: random.Random,
    fixed: Entity | None = None,
) -> Iterator[Entity]:
    """Yield things of a type that have no edge to what stays fixed, nor to what they stand beside: no kin of it."""
    stays = fixed or apart_from[0]
    names = {e.name.casefold() for e in apart_from}
    pool = [e for e in material.entities.values() if e.type == like.type and e.name.casefold() not in names]
    chance.shuffle(pool)
    known = {e.id for e in apart_from} | {stays.id}
    yield from (e for e in pool if all(frozenset((e.id, id)) not in material.joined for id in known))
