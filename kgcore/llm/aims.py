"""What a model is told beyond the question: the aim of a follow-up, a quote, what was folded away. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from kgcore.intent import About, Compare, Connect, Digest, Examples, Intent, More, Open, Which, Why, YesNo
from kgcore.llm.instructions import CONNECT, DIGEST, EXAMPLES, EXPLAIN, FOLDED, LENGTHS, MORE, ONE_MORE, QUOTED
from kgcore.model import Claim, Entity, Predicate
from kgcore.tasks import AnswerRequest
from kgcore.wording import statement

MOST_CLAIMS = 30


def aim(request: AnswerRequest) -> str:
    """Return what is to be told, where the question's words alone do not say it; "" for a plain question."""
    return " ".join(
        part
        for part in (
            _told(request.intent),
            QUOTED if request.quote else "",
            FOLDED if request.folded else "",
        )
        if part
    )


def length(request: AnswerRequest) -> str:
    """Return how long the answer may be; a further paragraph is one paragraph."""
    return ONE_MORE if isinstance(request.intent, More) and request.intent.one else LENGTHS[request.detail]


def claims_so_far(request: AnswerRequest, predicates: Mapping[str, Predicate]) -> tuple[str, ...]:
    """Return the claims to be summed up, with their verdicts, a line each."""
    if not isinstance(request.intent, Digest):
        return ()
    return tuple(dict.fromkeys(_claim(c, predicates) for c in request.claims[-MOST_CLAIMS:]))


def _told(intent: Intent | None) -> str:
    match intent:
        case About(full=True):
            return EXPLAIN
        case Examples():
            return EXAMPLES
        case Connect():
            return CONNECT
        case More():
            return MORE
        case Digest():
            return DIGEST
        case None | YesNo() | Which() | Compare() | Why() | About() | Open():
            return ""
        case _:
            assert_never(intent)


def _claim(claim: Claim, predicates: Mapping[str, Predicate]) -> str:
    left, right = (
        candidate.entity if candidate else Entity("?", mention.text or "?", "")
        for mention, candidate in ((claim.subject_mention, claim.subject), (claim.object_mention, claim.object))
    )
    predicate = predicates.get(claim.predicate or "") or Predicate(claim.predicate or "?", claim.triple.relation)
    said = statement(left, predicate, right, negated=claim.negated)
    return f"{said}: {claim.verdict.value}. {claim.why}"
