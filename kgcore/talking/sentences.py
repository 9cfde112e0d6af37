"""What people say, and what the graph says of it, in neutral words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgcore.language.english import clean, listed
from kgcore.model import Candidate, Claim, Entity, Mention, Verdict
from kgcore.talking.comparing import beginnings, content
from kgcore.talking.people import in_words
from kgcore.talking.positions import Position, Talk
from kgcore.vocabulary import Vocabulary
from kgcore.wording import article, mid, papers_count, start, verb
from kgcore.wording import relation as finite

_LONGEST = 80  # characters of a mention that the graph does not know
_MOST_NAMES = 5
_HEDGES = frozenset({"perh", "poss", "prob"})
_GRAPH = {
    Verdict.SUPPORTED: "supports",
    Verdict.CONTRADICTED: "contradicts",
    Verdict.MIXED: "has papers for and against",
    Verdict.RELEVANT: "only has related evidence on",
    Verdict.UNSURE: "cannot settle",
}


def clause(claim: Claim, vocabulary: Vocabulary) -> str:
    """Return what a claim says as it stands after "that": in the graph's words where its own are these, else quoted."""
    if not is_plain(claim, vocabulary):
        words = clean(f"{claim.triple.subject.text} {claim.triple.relation} {claim.triple.object.text}")
        reading = vocabulary.read(claim.triple.relation)
        perhaps = "perhaps " if claim.hedged and not reading.hedged else ""
        unsaid = "it is not so that " if claim.negated and not reading.negated else ""
        return f"{perhaps}{unsaid}“{_cut(words, 2 * _LONGEST)}”"
    subject, object = sides(claim)
    predicate = vocabulary.get(claim.predicate or "")
    return f"{mid(subject)} {relation(claim, vocabulary)} {article(predicate, object)}{mid(object)}"


def relation(claim: Claim, vocabulary: Vocabulary) -> str:
    """Return only what a claim says between its ends: "does not prevent", "may treat"."""
    if not is_plain(claim, vocabulary):
        denied = claim.negated and not vocabulary.read(claim.triple.relation).negated
        return f"{'not ' if denied else ''}“{_cut(clean(claim.triple.relation), _LONGEST)}”"
    subject, object = sides(claim)
    predicate = vocabulary.get(claim.predicate or "")
    if claim.hedged:
        return f"may {'not ' if claim.negated else ''}{verb(predicate, object).infinitive()}"
    return finite(predicate, subject, object, negated=claim.negated)


def is_plain(claim: Claim, vocabulary: Vocabulary) -> bool:
    """Whether somebody used the graph's own words for what they say, so that it can be told without quoting."""
    if claim.predicate is None or claim.says_more or claim.turned:
        return False
    return content(claim) - _HEDGES == beginnings(vocabulary.get(claim.predicate).words)


def sides(claim: Claim) -> tuple[Entity, Entity]:
    """Return a claim's ends; what the graph does not know goes by its words."""
    return _side(claim.subject_mention, claim.subject), _side(claim.object_mention, claim.object)


def pair(claim: Claim) -> str:
    """Return the two things that a claim is about: "Vitamin E – Alzheimer's disease"."""
    return " – ".join(start(side) for side in sides(claim))


def clash(talk: Talk, vocabulary: Vocabulary) -> str:
    """Return who says what where positions contradict each other, and what the graph says of each."""
    told = [talk.positions[i] for i in sorted({i for both in talk.clashes for i in both})]
    speakers = list(dict.fromkeys(p.speakers for p in told))
    if len(speakers) == 1:
        also = listed(f"that {_said(p, vocabulary)}" for p in told)
        return f"{people(speakers[0])} {_verb(told[0], 'say')} both {also}. {verdicts(told)}"
    return f"{'; '.join(_says(p, vocabulary) for p in told)}. {verdicts(told)}"


def agreement(position: Position, vocabulary: Vocabulary) -> str:
    """Return what several people say alike, and what the graph says of it."""
    return f"{people(position.speakers)} agree that {_said(position, vocabulary)}. {_typical(position, vocabulary).why}"


def disputed(position: Position, vocabulary: Vocabulary) -> str:
    """Return what somebody says that papers stand against."""
    return f"{_says(position, vocabulary)}. {_typical(position, vocabulary).why}"


def _says(position: Position, vocabulary: Vocabulary) -> str:
    return f"{people(position.speakers)} {_verb(position, 'say')} that {_said(position, vocabulary)}"


def _said(position: Position, vocabulary: Vocabulary) -> str:
    return f"{clause(_typical(position, vocabulary), vocabulary)} ({claims(position.numbers)})"


def position_words(position: Position, vocabulary: Vocabulary) -> str:
    """Return who says what between the two things: "Ann and Ben: does not prevent"."""
    return f"{people(position.speakers)}: {relation(_typical(position, vocabulary), vocabulary)}"


def _typical(position: Position, vocabulary: Vocabulary) -> Claim:
    """Return the claim that tells a position best: in plain words, else the first."""
    found = [s.claim for s in position.statements]
    return next((c for c in found if is_plain(c, vocabulary)), found[0])


def verdicts(positions: Sequence[Position]) -> str:
    """Return "The graph contradicts claim 1 (1 paper) and supports claim 2 (3 papers)."."""
    by_verdict: dict[Verdict, list[int]] = {}
    papers: dict[Verdict, set[str]] = {}
    for statement_ in (s for p in positions for s in p.statements):
        verdict = statement_.claim.verdict
        by_verdict.setdefault(verdict, []).append(statement_.number)
        papers.setdefault(verdict, set()).update((*statement_.claim.papers_for, *statement_.claim.papers_against))
    parts = (
        f"{_GRAPH[v]} {claims(numbers)}{f' ({papers_count(len(papers[v]))})' if papers[v] else ''}"
        for v, numbers in by_verdict.items()
    )
    return f"The graph {listed(parts)}."


def claims(numbers: Iterable[int]) -> str:
    """Return "claim 3" or "claims 1, 4 and 7"."""
    found = [str(n) for n in numbers]
    return f"claim{'s' if len(found) > 1 else ''} {listed(found)}"


def people(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Ben", or, of many, the first and how many more."""
    if len(names) <= _MOST_NAMES:
        return listed(in_words(name) for name in names)
    return listed([*(in_words(n) for n in names[: _MOST_NAMES - 1]), f"{len(names) - _MOST_NAMES + 1} others"])


def _verb(position: Position, base: str) -> str:
    return base if len(position.speakers) > 1 else f"{base}s"


def _side(mention: Mention, candidate: Candidate | None) -> Entity:
    if candidate is not None:
        return candidate.entity
    words = _cut(clean(mention.text), _LONGEST) or "?"
    return Entity(words, words, mention.type or "")


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
