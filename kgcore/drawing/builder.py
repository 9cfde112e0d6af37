"""From claims to a picture (pure): which nodes and edges are drawn, and what stands on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from kgcore.drawing.around import around_picture
from kgcore.drawing.lines import Draft, Words, distinct, edge_of, papers_of
from kgcore.drawing.picture import Node, Picture
from kgcore.evidence.facts import known_entities
from kgcore.model import Claim, Entity, Mention, Path, Reason, Verdict
from kgcore.model import Edge as GraphEdge
from kgcore.wording import relation

__all__ = ["Words", "around_picture", "picture_of"]


def picture_of(
    claims: Sequence[Claim],
    earlier: Sequence[Claim] = (),
    focus: Collection[str] = (),
    numbers: Mapping[str, int] | None = None,
    *,
    words: Words,
    progress: tuple[int, int] | None = None,
    claim_numbers: Sequence[int] | None = None,
    speakers: Mapping[int, str] | None = None,
) -> Picture:
    """Return the picture of an answer's claims and of the thread's earlier ones.

    `numbers` are the thread's numbers by entity id, or by the key of a mention that the graph does not know and that
    becomes a ghost. Entities without one get the next free numbers, such mentions none. `claim_numbers` are the claims'
    own, in their order (without them: from 1); `speakers` says, by claim number, who said it.
    """
    stated = claim_numbers if claim_numbers is not None else range(1, len(claims) + 1)
    fresh = [
        replace(draft, claims=(number,), speakers=_speaker(number, speakers or {}))
        for number, claim in zip(stated, claims, strict=True)
        for draft in _drafts(claim, words, fresh=True)
    ]
    drafts = distinct(fresh, [draft for claim in earlier for draft in _drafts(claim, words, fresh=False)])
    new, old = _ends(claims), _ends(earlier)
    ends = new | old
    placed = _numbered(list(ends), numbers or {})
    nodes = (_node(key, ends[key], number, key in new, key in focus) for key, number in placed.items())
    return Picture(tuple(nodes), tuple(edge_of(d, placed) for d in drafts), progress)


# ── nodes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _ends(claims: Iterable[Claim]) -> dict[str, Entity | Mention]:
    found: dict[str, Entity | Mention] = {}
    for claim in claims:
        for candidate, mention in ((claim.subject, claim.subject_mention), (claim.object, claim.object_mention)):
            end = candidate.entity if candidate else mention
            found.setdefault(_key(end), end)
        for entity in (*(claim.path.nodes[1:2] if claim.path else ()), *_carriers(claim)):
            found.setdefault(entity.id, entity)
    return found


def _key(end: Entity | Mention) -> str:
    return end.id if isinstance(end, Entity) else "?" + " ".join(end.text.lower().split())


def _carriers(claim: Claim) -> tuple[Entity, ...]:
    return (claim.carrier,) if claim.carrier and claim.edges_near else ()


def _numbered(keys: Sequence[str], numbers: Mapping[str, int]) -> dict[str, int]:
    following = max((0, *numbers.values())) + 1
    ghost = 0
    placed: dict[str, int] = {}
    for key in keys:
        if key in numbers:
            placed[key] = numbers[key]
        elif key.startswith("?"):
            placed[key], ghost = ghost, ghost - 1
        else:
            placed[key], following = following, following + 1
    return placed


def _node(key: str, end: Entity | Mention, number: int, fresh: bool, focus: bool) -> Node:
    if isinstance(end, Entity):
        return Node(number, end.name, end.type, fresh, focus)
    return Node(number, end.text or "?", "", fresh, unknown=True)


# ── edges ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _drafts(claim: Claim, words: Words, *, fresh: bool) -> list[Draft]:
    if claim.path:
        return _path(claim.path, claim, words, fresh)
    return _neighbour(claim, words, fresh) if _carriers(claim) else _direct(claim, words, fresh)


def _speaker(number: int, speakers: Mapping[int, str]) -> tuple[str, ...]:
    return (speakers[number],) if speakers.get(number) else ()


def _direct(claim: Claim, words: Words, fresh: bool) -> list[Draft]:
    source = _key(claim.subject.entity if claim.subject else claim.subject_mention)
    target = _key(claim.object.entity if claim.object else claim.object_mention)
    if source == target:
        return []
    label, directed = claim.triple.relation, True
    if claim.predicate and not claim.says_more:
        edge = GraphEdge("", source, claim.predicate, target, claim.negated)
        label, directed = _said(edge, claim, words), not words.symmetric(claim.predicate)
    elif claim.turned:  # the phrase reads in the text's direction
        source, target = target, source
    notes = _notes(claim, words) if claim.verdict is Verdict.RELEVANT else ()
    papers = claim.papers_for or (papers_of(claim.edges_near) if claim.verdict is Verdict.RELEVANT else ())
    return [
        Draft(source, target, (label,), claim.verdict, fresh, (), papers, claim.papers_against, notes,
               directed=directed)
    ]  # fmt: skip


def _notes(claim: Claim, words: Words) -> tuple[str, ...]:
    """Return what keeps a direct edge from being more than relevant."""
    if claim.reason is Reason.OTHER_DIRECTION:
        return ("graph: the other way round",)
    if claim.reason is Reason.MATCHED_BY_MEANING:
        return ("matched by meaning",)
    said = (f"graph: {_said(e, claim, words)}" for e in claim.edges_near)
    return tuple(dict.fromkeys(said))[:2]


def _path(path: Path, claim: Claim, words: Words, fresh: bool) -> list[Draft]:
    return [_hop(e, claim, words, fresh) for hop in path.edges for e in hop]


def _neighbour(claim: Claim, words: Words, fresh: bool) -> list[Draft]:
    """Draw the evidence at the entity that carries it, and tie that to the one that the claim names."""
    named = [c.entity.id for c in (claim.subject, claim.object) if c]
    carrier = claim.carrier.id if claim.carrier else ""
    drafts = [_hop(e, claim, words, fresh) for e in claim.edges_near
              if {e.subject, e.object} <= {*named, carrier} and e.subject != e.object]  # fmt: skip
    seen = {end for d in drafts for end in (d.source, d.target)}
    for lonely in (n for n in named if n not in seen and n != carrier):
        kin = "is narrower or broader than"
        drafts.append(Draft(lonely, carrier, (kin,), None, fresh, hop=True, directed=False))
    return drafts


def _hop(edge: GraphEdge, claim: Claim, words: Words, fresh: bool) -> Draft:
    labels, directed = (_said(edge, claim, words),), not words.symmetric(edge.predicate)
    ends = (edge.subject, edge.object)
    return Draft(*ends, labels, Verdict.RELEVANT, fresh, (), papers_of((edge,)), hop=True, directed=directed)


def _said(edge: GraphEdge, claim: Claim, words: Words) -> str:
    """Return an edge's relation as a sentence about its two ends would have it: "belongs to", "do not treat"."""
    known = known_entities(claim)
    subject, object = (known.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
    return relation(words.get(edge.predicate), subject, object, negated=edge.negated)
