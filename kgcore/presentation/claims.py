"""One claim as people see it: its statement in the graph's words, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kgcore.drawing.palette import UNKNOWN_COLOUR, type_colour
from kgcore.english.study_designs import STRONGEST_FIRST, UNKNOWN, design_noun
from kgcore.evidence.designs import Strength, cautions_of, designs_of_papers, made_of, strength_of
from kgcore.evidence.findings import edges_shown
from kgcore.evidence.quotes import claim_facts
from kgcore.exploration.exploration import claim_end_keys, node_key
from kgcore.values.model import MOST_LISTED, Candidate, Claim, Entity, Mention, Paper, Reason, team_words
from kgcore.values.remembering import claim_bytes, papers_bytes, remembered
from kgcore.values.reply import ClaimView, EntityRef, Inline, Plain
from kgcore.verdicts import Badge, Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import article_before_object, name_at_start, name_in_sentence, relation_words

_PLACES = {design: place for place, design in enumerate(STRONGEST_FIRST)}
NOT_UNTRUE = "Not found is not untrue: the graph holds what its sources report, not all that is known."
NOT_KNOWN = "not in the graph"  # stands for the type of a mention that the graph does not know


_VIEWS_REMEMBERED = 8 << 20  # bytes: claims of some answers that are being written


def claim_view(
    number: int, claim: Claim, numbers: Mapping[str, int], papers: Mapping[str, Paper], vocabulary: Vocabulary
) -> ClaimView:
    """Return the view of a claim, its papers by the strength of their designs, the strongest first.

    Papers that the graph does not describe are shown by their id. A claim's view is worked out once for several states
    of its answer.
    """
    mentions = claim.triple.subject, claim.triple.object
    keys = dict.fromkeys((*claim_end_keys(claim), *(node_key(mention, None) for mention in mentions)))
    edges = (*claim.edges_for, *claim.edges_against, *edges_shown(claim))
    ids = dict.fromkeys((*claim.papers_for, *claim.papers_against, *(id for e in edges for id in e.publications)))
    named = tuple([(key, numbers[key]) for key in keys if key in numbers])
    cited = tuple([(id, papers[id]) for id in ids if id in papers])
    return _view(_Seen(number, claim, named, cited, vocabulary))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """All that the view of a claim is made of. Equal to another of the very same claim."""

    number: int
    claim: Claim
    named: tuple[tuple[str, int], ...]
    papers: tuple[tuple[str, Paper], ...]
    vocabulary: Vocabulary

    def __hash__(self) -> int:
        return id(self.claim)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Seen) or self.claim is not other.claim or self.vocabulary is not other.vocabulary:
            return False
        return (self.number, self.named, self.papers) == (other.number, other.named, other.papers)


def _bytes_of(seen: _Seen, view: ClaimView) -> int:
    return 2 * (claim_bytes(seen.claim) + papers_bytes(seen.papers))


@remembered(_VIEWS_REMEMBERED, _bytes_of)
def _view(seen: _Seen) -> ClaimView:
    number, claim, vocabulary = seen.number, seen.claim, seen.vocabulary
    numbers, papers = dict(seen.named), dict(seen.papers)
    designs = designs_of_papers((*claim.edges_for, *claim.edges_against, *edges_shown(claim)), papers)

    def described(ids: Iterable[str]) -> tuple[Paper, ...]:
        strongest = sorted(ids, key=lambda id: _PLACES.get(designs.get(id, ""), len(_PLACES)))
        return tuple(_with_design(papers.get(id, Paper(id)), designs.get(id, UNKNOWN)) for id in strongest)

    settled = claim.edges_for or claim.edges_against
    near = dict.fromkeys(p for e in edges_shown(claim) for p in e.publications if not settled)
    return ClaimView(
        number,
        claim.verdict,
        narrowed(statement_inlines(claim, numbers, vocabulary), claim),
        claim.why,
        described(claim.papers_for),
        described(claim.papers_against),
        described(near),
        claim_facts(claim, papers, vocabulary),
        tuple(n for key in claim_end_keys(claim) if (n := numbers.get(key, 0))),
        claim.hedged,
        badge=badge_of(claim),
        made_of=evidence_words(claim, papers),
        cautions=cautions_of(claim, papers),
    )


def _with_design(paper: Paper, design: str) -> Paper:
    return paper if paper.design or design == UNKNOWN else replace(paper, design=design_noun(design))


def badge_of(claim: Claim) -> Badge:
    """Return what a claim's chip says: how its papers stand where it was written from the graph, else its verdict."""
    if claim.triple.stated is not None and claim.verdict is Verdict.SUPPORTED:
        return Badge.NO_EFFECT if claim.negated else Badge.REPORTED
    if claim.triple.stated is not None and claim.verdict is Verdict.MIXED:
        return Badge.DISPUTED
    if claim.verdict is not Verdict.RELEVANT:
        return claim.verdict.badge
    if claim.reason is Reason.OVERSTATES:
        return Badge.OVERSTATED
    return Badge.AGAINST_NEAR if claim.reason is Reason.NEIGHBOUR_AGAINST else Badge.RELEVANT


def evidence_words(claim: Claim, papers: Mapping[str, Paper]) -> str:
    """Return what a claim's evidence is made of: "1 randomised trial, added by this team", and at own sentences how
    strong it is: "strong: 2 meta-analyses".
    """
    behind = (*claim.edges_for, *claim.edges_against) or edges_shown(claim)
    words = ", ".join(filter(None, (made_of(claim, papers), team_words(behind))))
    strength = strength_of(claim, papers) if words and claim.triple.stated is not None else Strength.UNKNOWN
    return words if strength is Strength.UNKNOWN else f"{strength.value}: {words}"


def unlisted_words(claims: Iterable[Claim]) -> str:
    """Return how many papers are listed where a claim's statement rests on very many; "" where all are."""
    most = max((e.cited for claim in claims for e in edges_shown(claim) if e.unlisted), default=0)
    if not most:
        return ""
    return (
        f"A statement here rests on {most:,} papers: {MOST_LISTED:,} of them are listed and weighed, the strongest "
        "designs first where titles tell them; the others are only counted."
    )


def is_open(claim: Claim) -> bool:
    """Whether the graph leaves a claim open, so that papers may say more."""
    return claim.verdict in (Verdict.UNSURE, Verdict.RELEVANT)


def statement_inlines(claim: Claim, numbers: Mapping[str, int], vocabulary: Vocabulary) -> tuple[Inline, ...]:
    """Return subject, relation and object; the text's own phrase where the graph has no word for what it says."""
    if claim.predicate is None or claim.overstates:
        return _as_worded(claim, numbers)
    left, right = (
        candidate.entity if candidate else Entity(mention.text, mention.text, "")
        for mention, candidate in ((claim.subject_mention, claim.subject), (claim.object_mention, claim.object))
    )
    predicate = vocabulary.get(claim.predicate)
    notes = [e.note for e in claim.edges_for] if claim.verdict is Verdict.SUPPORTED else []
    words = relation_words(predicate, left, right, negated=claim.negated, notes=notes)
    return (
        _end(claim.subject_mention, claim.subject, numbers, opening=True),
        Plain(f" {words} {article_before_object(predicate, right)}"),
        _end(claim.object_mention, claim.object, numbers),
    )


def narrowed(words: tuple[Inline, ...], claim: Claim) -> tuple[Inline, ...]:
    """Return a claim's words with what its evidence is narrower in: "… (in mice)"."""
    return (*words, Plain(f" ({claim.narrowed})")) if claim.narrowed else words


def _as_worded(claim: Claim, numbers: Mapping[str, int]) -> tuple[Inline, ...]:
    left, right = (claim.object, claim.subject) if claim.inverted else (claim.subject, claim.object)
    denied = "not: " if claim.triple.negated else ""
    return (
        _end(claim.triple.subject, left, numbers, opening=True),
        Plain(f" {denied}{claim.triple.relation} "),
        _end(claim.triple.object, right, numbers),
    )


def _end(mention: Mention, candidate: Candidate | None, numbers: Mapping[str, int], opening: bool = False) -> Inline:
    if candidate is None:
        number = numbers.get(node_key(mention, None), 0)
        words = f"“{mention.text}”"
        return EntityRef(words, number, NOT_KNOWN, UNKNOWN_COLOUR) if number else Plain(words)
    entity = candidate.entity
    name = name_at_start(entity) if opening else name_in_sentence(entity)
    return EntityRef(name, numbers.get(entity.id, 0), entity.type, type_colour(entity.type))
