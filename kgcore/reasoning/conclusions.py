"""A conclusion in three parts, by template: a summary, a chain of steps with their evidence, and a mind map. Pure.

Every step cites edges that are in the graph; what nothing explains is said, and so is what the graph does not know.
"""

from __future__ import annotations

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
    return " ".join((*said, *_more(found, shown[0], vocabulary), NOT_ADVICE) if shown else said)


def _lead(found: Found, shown: Sequence[Explanation]) -> list[str]:
    said = []
    if found.missing:
        names = _joined([f"“{m}”" for m in found.missing])
        said.append(f"The graph has no entry for {names}; that does not mean that it is wrong.")
    if not shown:
        return [*said, NOTHING if not found.clues else "Nothing in the graph explains what is described."]
    first = shown[0]
    said.append(f"{name_at_start(first.entity)}: {_coverage(first, found.clues)}")
    if len(shown) > 1:
        others = (c for c in shown[1:] if c.explained or not found.clues)
        told = [f"{name_in_sentence(c.entity)} ({share_words(c, found.clues)})" for c in others]
        said += [f"Less likely by this evidence: {_joined(told)}."] if told else []
    if found.unread:
        names = _joined([f"“{u}”" for u in found.unread])
        said.append(f"Not found in this graph, and so not counted: {names}.")
    return said


def share_words(candidate: Explanation, clues: Sequence[Clue]) -> str:
    """Return "3 of 4": how much of what is told a candidate explains."""
    return f"{len(candidate.explained)} of {len(clues)}" if clues else "by its name"


def _coverage(candidate: Explanation, clues: Sequence[Clue]) -> str:
    own = [_as_read(c, candidate) for n, c in enumerate(clues) if n in candidate.explained]
    named = "it is named in the question" if candidate.named else ""
    if not own:
        return f"{named or 'comes nearest to what is told, by its name'}."
    fits = f"explains {len(own)} of {count_noun(len(clues), 'thing')} described ({'; '.join(own)})"
    left = [clues[n].words for n in candidate.unexplained]
    rest = f"; not explained: {_joined(left)}" if left else ""
    denied = "; the graph denies some of it" if candidate.edges_against else ""
    return f"{f'{named}, and it ' if named else ''}{fits}{rest}{denied}."


def _as_read(clue: Clue, candidate: Explanation) -> str:
    """Return a clue as written, and as what it was read where that differs."""
    ends = {id for e in (*candidate.edges_for, *candidate.edges_against) for id in (e.subject, e.object)}
    meant = next((entity for entity, _ in clue.meant if entity.id in ends), clue.meant[0][0])
    alike = clue.words.casefold() in (n.casefold() for n in (meant.name, *meant.synonyms))
    return clue.words if alike else f"{clue.words}, read as {name_in_sentence(meant)}"


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
        if candidate.explained:
            share = share_words(candidate, found.clues)
            words = f"So {name_in_sentence(candidate.entity)} would explain {share} of what is described."
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
