"""What a team's decisions teach: what was rejected is not proposed again, and the like of it ranks lower. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from kgcore.curation.layer import WRONG_NAME, Fact, Layer, ReviewState
from kgcore.curation.proposals import HEDGED, WITH_CAUTION, Proposal
from kgcore.english.qualifier_terms import is_of_animals, shown

_AT_FIRST = 0.8  # decisions of each kind that are taken for granted: one rejection alone is no rule


@dataclass(frozen=True, slots=True)
class Lessons:
    """How often the like of a fact was accepted and rejected; `misnamed` are (name, id) that do not belong together."""

    accepted: Counter[Hashable] = field(default_factory=Counter)
    rejected: Counter[Hashable] = field(default_factory=Counter)
    misnamed: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def of(cls, layer: Layer) -> Lessons:
        """Return what the decisions in a layer teach."""
        lessons, wrong, right = cls(), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for reviewed in layer.proposals.values():
            if reviewed.state is ReviewState.OPEN or reviewed.proposed.withdraws:
                continue
            good = reviewed.state is ReviewState.ACCEPTED
            (lessons.accepted if good else lessons.rejected).update(_kinds(reviewed.fact))
            named = [pair for pair in _named(reviewed.fact) if pair[0]]
            if good:
                right.update(named)
            elif reviewed.decided is not None and reviewed.decided.why == WRONG_NAME:
                wrong.update(named)
        return replace(lessons, misnamed=frozenset(wrong.keys() - right.keys()))

    def weighed(self, proposals: Iterable[Proposal], least: float) -> Iterator[Proposal]:
        """Yield what is worth proposing still, with the score that the decisions leave it."""
        for proposal in proposals:
            score = round(proposal.score * self._trust(proposal), 4)
            if score >= least:
                yield replace(proposal, score=score)

    def _trust(self, proposal: Proposal) -> float:
        """Return 0 to 1: how far the decisions about the like of it let it stand."""
        fact = fact_of(proposal)
        if not self.misnamed.isdisjoint(_named(fact)):
            return 0.0
        same, *alike = _kinds(fact)
        if self.rejected[same] > self.accepted[same]:
            return 0.0
        trust = 1.0
        for kind in alike:
            yes, no = self.accepted[kind] + _AT_FIRST, self.rejected[kind]
            trust = min(trust, yes / (yes + no))
        return trust


NO_LESSONS = Lessons()


def fact_of(proposal: Proposal) -> Fact:
    """Return what is proposed, as the layer would keep it."""
    return Fact(
        proposal.ends[0],
        proposal.predicate,
        proposal.ends[1],
        proposal.negated,
        (),
        proposal.sentence,
        note_of(proposal.qualifiers, proposal.effect, proposal.design),
        proposal.score,
        names=(proposal.subject.text, proposal.object.text),
        kind=proposal.kind,
        title=proposal.title,
        types=proposal.types,
    )


def note_of(qualifiers: Iterable[str], effect: str | None, design: str | None = "") -> str:
    """Return what is kept of a sentence beside its fact: in what study it was found, of whom and how it speaks, and
    whether it is more or less.
    """
    said = [WITH_CAUTION if q == HEDGED else shown(q) for q in qualifiers]
    beasts = [words for words in said if is_of_animals(words)]
    if design and beasts:  # "a cohort" alone is of people
        design = f"{design} in {beasts[0]}"
    told = (
        design,
        *(words for words in said if words not in beasts[: bool(design)]),
        f"direction: {effect}" if effect else "",
    )
    return ", ".join(filter(None, told))


def _kinds(fact: Fact) -> tuple[Hashable, ...]:
    """Return what a fact shares with the like of it."""
    return (
        (fact.subject, fact.predicate, fact.object, fact.negated),
        ("subject", fact.subject, fact.predicate),
        ("object", fact.object, fact.predicate),
        ("between", between_names(fact), fact.predicate),
    )


def between_names(fact: Fact) -> str:
    """Return the words that join the two names in the sentence, folded; the whole sentence where it lacks one."""
    first, second = (fact.sentence.find(name) if name else -1 for name in fact.names)
    if min(first, second) < 0:
        return fact.sentence
    left, right = sorted(((first, fact.names[0]), (second, fact.names[1])))
    return " ".join(fact.sentence[left[0] + len(left[1]) : right[0]].casefold().split())


def _named(fact: Fact) -> tuple[tuple[str, str], ...]:
    return tuple((name.casefold(), id) for name, id in zip(fact.names, (fact.subject, fact.object), strict=True))
