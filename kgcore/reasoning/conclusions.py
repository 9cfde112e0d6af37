"""A conclusion in three parts, by template: a summary, a chain of steps with their evidence, and a mind map. Pure.

Every step cites edges that are in the graph; what nothing explains is said, and so is what the graph does not know.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgcore.english.agreement import count_noun
from kgcore.reasoning.ranking import Clue, Explanation
from kgcore.values.model import Edge, Entity
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import for_many, name_at_start, name_in_sentence, predicate_verb, statement_sentence

SHOWN = 5  # candidates that are named
CHAINED = 3  # candidates whose evidence is told step by step
_LISTED = 6  # things of one kind that a line names
NOT_ADVICE = "This is what the graph holds, not a diagnosis: please have it checked by a doctor."
NOTHING = "The graph knows nothing of what the question describes."


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the chain: its number, what it says, and the edges that it rests on."""

    number: int
    text: str
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of the mind map: its words, and the ids of the edges it was taken from (none: it joins its leaves)."""

    words: str
    edges: tuple[str, ...] = ()
    leaves: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The three parts; `missing` are names that the graph lacks."""

    summary: str
    steps: tuple[Step, ...]
    mind_map: tuple[Branch, ...]

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All evidence of the chain, each edge once."""
        return tuple({e.id: e for s in self.steps for e in s.edges}.values())

    def plain(self) -> str:
        """Return the three parts as text."""
        parts = [self.summary]
        if self.steps:
            parts.append("\n".join(("How it follows:", *(_step_line(s) for s in self.steps))))
        if self.mind_map:
            parts.append("\n".join(("Mind map:", *(line for b in self.mind_map for line in outline(b)))))
        return "\n\n".join(parts)


NO_CONCLUSION = Conclusion("", (), ())


def _step_line(step: Step) -> str:
    cited = f" [{', '.join(e.id for e in step.edges)}]" if step.edges else ""
    return f"{step.number}. {step.text}{cited}"


def outline(branch: Branch, depth: int = 0) -> list[str]:
    """Return a branch of the mind map as indented lines."""
    cited = f" [{', '.join(branch.edges)}]" if branch.edges else ""
    lines = [f"{'  ' * depth}- {branch.words}{cited}"]
    return lines + [line for leaf in branch.leaves for line in outline(leaf, depth + 1)]


@dataclass(frozen=True, slots=True)
class Found:
    """What a conclusion is drawn from; `beside` are edges of the first candidate that say more of it, `unread` what the
    graph has nothing on.
    """

    clues: Sequence[Clue]
    candidates: Sequence[Explanation]
    missing: Sequence[str]
    beside: Sequence[Edge]
    entities: Mapping[str, Entity]
    unread: Sequence[str] = ()


def conclude(found: Found, vocabulary: Vocabulary) -> Conclusion:
    """Return what the evidence comes to."""
    shown = list(found.candidates[:SHOWN])
    steps = _steps(found, shown[:CHAINED], vocabulary)
    branches = tuple(_branch(c, found, vocabulary) for c in shown)
    return Conclusion(_summary(found, shown, vocabulary), tuple(steps), branches)


def summary_words(found: Found) -> str:
    """Return the summary without what else is known of the first candidate, and without the note."""
    return " ".join(_lead(found, list(found.candidates[:SHOWN])))


def _summary(found: Found, shown: Sequence[Explanation], vocabulary: Vocabulary) -> str:
    said = _lead(found, shown)
    more = _more(found, shown[0], vocabulary) if shown and not is_one_sign_alone(found) else ()
    return " ".join((*said, *more, NOT_ADVICE) if shown else said)


def _lead(found: Found, shown: Sequence[Explanation]) -> list[str]:
    said = []
    signs = {c.words.casefold() for c in found.clues if c.meant[0][1] >= 1.0}
    if lacking := [f"“{m}”" for m in found.missing if m.casefold() not in signs]:
        said.append(f"The graph has no entry for {_joined(lacking)}; that does not mean that it is wrong.")
    if only := [f"“{m}”" for m in found.missing if m.casefold() in signs]:
        said.append(f"The graph knows {_joined(only)} as a sign, not as an illness.")
    if not shown:
        return [*said, NOTHING if not found.clues else "Nothing in the graph explains what is described."]
    first = shown[0]
    alone = is_one_sign_alone(found)
    said.append(_one_sign(found, shown) if alone else f"{name_at_start(first.entity)}: {_coverage(first, found)}")
    if len(shown) > 1 and not alone:
        said += _others(found, shown)
    if found.unread:
        names = _joined([f"“{u}”" for u in found.unread])
        said.append(f"Not found in this graph, and so not counted: {names}.")
    return said


def is_one_sign_alone(found: Found) -> bool:
    """Whether all that is told is one sign that several candidates have: it tells none of them from the others."""
    shown = found.candidates[:SHOWN]
    return len(found.clues) == 1 and len(shown) > 1 and not any(c.named for c in shown) and bool(shown[0].explained)


def _others(found: Found, shown: Sequence[Explanation]) -> Iterator[str]:
    """Yield what else would explain more of what is told, as much, and less."""
    first = len(shown[0].explained)
    others = [c for c in shown[1:] if c.explained or not found.clues]
    shares = _described(found) > 1 or not found.clues
    told = [name_in_sentence(c.entity) + (f" ({_share(c, found)})" if shares else "") for c in others]
    counted = list(zip(others, told, strict=True)) if found.clues and (first or shown[0].named) else []
    if more := [words for c, words in counted if len(c.explained) > first]:
        yield f"More would be explained by {_joined(more)}."
    if like := [name_in_sentence(c.entity) for c, _ in counted if len(c.explained) == first]:
        yield f"As much would be explained by {_joined(like)}."
    if less := [words for c, words in counted if len(c.explained) < first] if counted else told:
        yield f"Less likely by this evidence: {_joined(less)}."


def _one_sign(found: Found, shown: Sequence[Explanation]) -> str:
    names = _joined([name_in_sentence(c.entity) for c in shown if c.explained])
    sign = _as_read(found.clues[0], shown[0])
    sign = sign if sign[:2].isupper() else f"{sign[:1].lower()}{sign[1:]}"
    return f"One sign alone does not tell what it is. The graph names {sign}, among others, with {names}."


def _described(found: Found) -> int:
    """Return how many things are described, apart from what is named as what somebody has."""
    named = (c for c in found.candidates if c.named)
    told = {n for c in named for n in range(len(found.clues)) if n not in (*c.explained, *c.unexplained)}
    return len(found.clues) - len(told)


def explained_words(candidate: Explanation, found: Found) -> str:
    """Return what the steps come to; "" of a single thing, of which its step says all."""
    if not candidate.explained or _described(found) < 2:
        return ""
    many = f"{len(candidate.explained)} of the {_described(found)} things described"
    return f"So {name_in_sentence(candidate.entity)} would explain {many}."


def _share(candidate: Explanation, found: Found) -> str:
    """Return "3 of 4": how much of what is told a candidate explains."""
    return f"{len(candidate.explained)} of {_described(found)}" if found.clues else "by its name"


def _coverage(candidate: Explanation, found: Found) -> str:
    clues = found.clues
    own = [_as_read(c, candidate) for n, c in enumerate(clues) if n in candidate.explained]
    named = "it is named in the question" if candidate.named else ""
    if not own:
        return f"{named or 'comes nearest to what is told, by its name'}."
    many = _described(found)
    share = f"{len(own)} of {count_noun(many, 'thing')}" if many > 1 else "what is"
    fits = f"explains {share} described ({'; '.join(own)})"
    left = [clues[n].words for n in candidate.unexplained]
    rest = f"; not explained: {_joined(left)}" if left else ""
    denied = "; the graph denies some of it" if candidate.edges_against else ""
    return f"{f'{named}, and it ' if named else ''}{fits}{rest}{denied}."


def _as_read(clue: Clue, candidate: Explanation) -> str:
    """Return a clue as written, and as what it was read where that differs."""
    ends = {id for e in (*candidate.edges_for, *candidate.edges_against) for id in (e.subject, e.object)}
    meant = next((entity for entity, _ in clue.meant if entity.id in ends), clue.meant[0][0])
    alike = clue.words.casefold() in (n.casefold() for n in (meant.name, *meant.synonyms))
    words = _MINE.sub("your", clue.words)
    return words if alike else f"{words}, read as {name_in_sentence(meant)}"


_MINE = re.compile(r"\bmy\b", re.I)  # whoever is answered


def _more(found: Found, first: Explanation, vocabulary: Vocabulary) -> list[str]:
    """Say what else the graph has on the first candidate, kind by kind."""
    kinds: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for edge in found.beside:
        other = edge.object if edge.subject == first.entity.id else edge.subject
        if entity := found.entities.get(other):
            kinds[edge.predicate, edge.subject == first.entity.id].append(name_in_sentence(entity))
    said = []
    for (predicate, outward), names in kinds.items():
        words, more = _verb(vocabulary, predicate, len(names)), len(names) - _LISTED
        listed = _joined([*names[:_LISTED], f"{more} more"] if more > 0 else names)
        subject = name_at_start(first.entity)
        said.append(
            f"{subject} {words} {listed}."
            if outward
            else f"{_capital(listed)} {words} {name_in_sentence(first.entity)}."
        )
    return said


def _verb(vocabulary: Vocabulary, predicate: str, objects: int) -> str:
    said = predicate_verb(vocabulary.get(predicate))
    return (for_many(said) if objects > 1 else said).finite(plural=False)


def _steps(found: Found, shown: Sequence[Explanation], vocabulary: Vocabulary) -> list[Step]:
    steps: list[Step] = []
    for candidate in shown:
        for sentence, edges in _sentences(candidate, found, vocabulary):
            steps.append(Step(len(steps) + 1, f"{sentence}.", edges))
        if words := explained_words(candidate, found):
            steps.append(Step(len(steps) + 1, words, candidate.edges_for))
    return steps


def _branch(candidate: Explanation, found: Found, vocabulary: Vocabulary) -> Branch:
    leaves = [
        Branch(sentence, tuple(e.id for e in edges)) for sentence, edges in _sentences(candidate, found, vocabulary)
    ]
    if candidate.unexplained:
        left = _joined([found.clues[n].words for n in candidate.unexplained])
        leaves.append(Branch(f"not explained: {left}"))
    return Branch(name_at_start(candidate.entity), (), tuple(leaves))


def _sentences(candidate: Explanation, found: Found, vocabulary: Vocabulary) -> Iterator[tuple[str, tuple[Edge, ...]]]:
    """Yield what the edges of a candidate say; those of one pair, both ways round, are one sentence."""
    pairs: dict[tuple[frozenset[str], bool], list[Edge]] = defaultdict(list)
    for edge in (*candidate.edges_for, *candidate.edges_against):
        pairs[frozenset((edge.subject, edge.object)), edge.negated].append(edge)
    for edges in pairs.values():
        first = min(edges, key=lambda e: e.subject != candidate.entity.id)
        if sentence := _said(first, found.entities, vocabulary):
            yield sentence, tuple(edges)


def _said(edge: Edge, entities: Mapping[str, Entity], vocabulary: Vocabulary) -> str:
    subject, object = entities.get(edge.subject), entities.get(edge.object)
    if subject is None or object is None:
        return ""
    return statement_sentence(subject, vocabulary.get(edge.predicate), object, negated=edge.negated)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
