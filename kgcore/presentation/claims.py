"""One claim as people see it: its statement in the graph's words, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from kgcore.drawing.palette import UNKNOWN_COLOUR, type_colour
from kgcore.english.study_designs import STRONGEST_FIRST, UNKNOWN, design_noun
from kgcore.evidence.designs import Strength, cautions_of, designs_of_papers, made_of, strength_of
from kgcore.evidence.findings import edges_shown
from kgcore.evidence.quotes import claim_facts
from kgcore.exploration.exploration import claim_end_keys, node_key
from kgcore.values.model import Candidate, Claim, Entity, Mention, Paper, Reason
from kgcore.values.reply import ClaimView, EntityRef, Inline, Plain
from kgcore.verdicts import Badge, Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import article_before_object, name_at_start, name_in_sentence, relation_words

_PLACES = {design: place for place, design in enumerate(STRONGEST_FIRST)}
NOT_UNTRUE = "Not found is not untrue: the graph holds what its sources report, not all that is known."
NOT_KNOWN = "not in the graph"  # stands for the type of a mention that the graph does not know


def claim_view(
    number: int, claim: Claim, numbers: Mapping[str, int], papers: Mapping[str, Paper], vocabulary: Vocabulary
) -> ClaimView:
    """Return the view of a claim, its papers by the strength of their designs, the strongest first.

    Papers that the graph does not describe are shown by their id.
    """
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
    """Return what a claim's evidence is made of: "1 randomised trial", "strong: 2 meta-analyses" at own sentences."""
    words = made_of(claim, papers)
    strength = strength_of(claim, papers) if words and claim.triple.stated is not None else Strength.UNKNOWN
    return words if strength is Strength.UNKNOWN else f"{strength.value}: {words}"


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
