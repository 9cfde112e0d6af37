"""The claims of several turns, each once, with all the steps that make it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.claimview import statement
from kgcore.evidence.facts import edges_shown
from kgcore.language.english import clean
from kgcore.model import Candidate, Claim, Match, Mention, Paper, Reason, Verdict
from kgcore.thread import Turn
from kgcore.vocabulary import Vocabulary

Key = tuple[str, ...]
ORDER = tuple(Verdict)  # the most settled first


@dataclass(frozen=True, slots=True)
class Gathered:
    """A claim, in words, with the numbers of the steps that make it (from 1) and who said it."""

    claim: Claim
    words: str
    steps: tuple[int, ...]
    speakers: tuple[str, ...] = ()

    @property
    def papers_for(self) -> tuple[str, ...]:
        """Ids of the papers that stand for it."""
        return self.claim.papers_for

    @property
    def papers_against(self) -> tuple[str, ...]:
        """Ids of the papers that stand against it."""
        return self.claim.papers_against

    @property
    def papers_near(self) -> tuple[str, ...]:
        """Ids of the papers that bear on it without standing for or against it, where no edge does."""
        settled = self.claim.edges_for or self.claim.edges_against
        return () if settled else tuple(dict.fromkeys(p for e in edges_shown(self.claim) for p in e.publications))


def gathered(turns: Sequence[Turn], vocabulary: Vocabulary) -> tuple[Gathered, ...]:
    """Return the claims that count, the most settled first, then the best documented, then in the order of asking."""
    found: dict[Key, Gathered] = {}
    for step, turn in enumerate(turns, 1):
        for _, claim in turn.counted:
            key = claim_key(claim, vocabulary)
            found[key] = _joined(found.get(key), claim, step, _speaker(turn, claim), vocabulary)
    return tuple(sorted(found.values(), key=lambda g: (ORDER.index(g.claim.verdict), -_weight(g), g.steps)))


def claim_key(claim: Claim, vocabulary: Vocabulary) -> Key:
    """Return what is the same for claims that say the same: the pair, the predicate, the polarity.

    What was matched by meaning alone counts with its words: they need not mean what another claim's do.
    """
    ends = (_end(claim.subject_mention, claim.subject), _end(claim.object_mention, claim.object))
    own_words = claim.predicate is None or claim.says_more
    if own_words:
        written = (_end(claim.triple.subject, None), _end(claim.triple.object, None)) if not all(ends) else ends
        return (*written, clean(claim.triple.relation).lower(), str(claim.triple.negated), str(claim.turned))
    predicate = claim.predicate or ""
    if vocabulary.symmetric(predicate):
        ends = (min(ends), max(ends))
    return (*ends, predicate, str(claim.negated), "")


def plain_statement(claim: Claim, vocabulary: Vocabulary) -> str:
    """Return a claim as a sentence without a full stop."""
    words = clean("".join(part.text for part in statement(claim, {}, vocabulary)))
    return f"{words} (worded with caution)" if claim.hedged else words


def papers_of(turns: Sequence[Turn], claims: Sequence[Gathered]) -> tuple[Paper, ...]:
    """Return the papers of the claims in the claims' order; one that nothing is known of has only its id."""
    known = {p.id: p for turn in turns for p in turn.papers}
    ids = dict.fromkeys(id for c in claims for id in (*c.papers_for, *c.papers_against, *c.papers_near))
    return tuple(known.get(id, Paper(id)) for id in ids)


def _end(mention: Mention, candidate: Candidate | None) -> str:
    words = "?" + clean(mention.text).lower()
    if candidate is None:
        return words
    return candidate.entity.id + (words if candidate.match is Match.SEMANTIC else "")


def _speaker(turn: Turn, claim: Claim) -> str:
    at = claim.triple.paragraph
    return clean(turn.speakers[at]) if at < len(turn.speakers) else ""


def _joined(known: Gathered | None, claim: Claim, step: int, speaker: str, vocabulary: Vocabulary) -> Gathered:
    said = (speaker,) if speaker else ()
    if known is None:
        return Gathered(claim, plain_statement(claim, vocabulary), (step,), said)
    if claim.reason is Reason.GRAPH_UNREACHABLE:  # judged once is judged
        claim = known.claim
    steps, speakers = (tuple(dict.fromkeys(both)) for both in ((*known.steps, step), (*known.speakers, *said)))
    return Gathered(claim, plain_statement(claim, vocabulary), steps, speakers)


def _weight(claim: Gathered) -> int:
    return len({*claim.papers_for, *claim.papers_against, *claim.papers_near})
