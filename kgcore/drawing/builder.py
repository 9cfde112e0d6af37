"""From claims to a picture (pure): which nodes and edges are drawn, and what stands on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kgcore.drawing.picture import Edge, Node, Picture
from kgcore.evidence.facts import known_entities
from kgcore.model import Claim, Entity, Mention, Predicate, Reason, Verdict
from kgcore.model import Edge as GraphEdge
from kgcore.wording import relation


class Words(Protocol):
    """What a picture needs of a vocabulary."""

    def get(self, name: str) -> Predicate:
        """Return the predicate of that name."""
        ...

    def symmetric(self, name: str) -> bool:
        """Return whether the predicate reads both ways."""
        ...


@dataclass(frozen=True, slots=True)
class _Draft:
    """An edge before parallel ones are merged; ends are keys (entity id, or "?" and the mention's words)."""

    source: str
    target: str
    labels: tuple[str, ...]
    verdict: Verdict | None
    fresh: bool
    claims: tuple[int, ...] = ()
    papers_for: tuple[str, ...] = ()
    papers_against: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    hop: bool = False
    directed: bool = True

    @property
    def statement(self) -> tuple[str, str, tuple[str, ...], bool]:
        """The same for two edges that say the same, whatever the verdicts."""
        ends = (self.source, self.target) if self.directed else tuple(sorted((self.source, self.target)))
        return ends[0], ends[1], self.labels, self.hop

    @property
    def line(self) -> tuple[str, str, Verdict | None, bool, bool, bool]:
        """The same for two edges that are drawn as one line."""
        ends = (self.source, self.target) if self.directed else tuple(sorted((self.source, self.target)))
        return ends[0], ends[1], self.verdict, self.hop, self.directed, self.fresh


def picture_of(
    claims: Sequence[Claim],
    earlier: Sequence[Claim] = (),
    focus: Collection[str] = (),
    numbers: Mapping[str, int] | None = None,
    *,
    words: Words,
    progress: tuple[int, int] | None = None,
) -> Picture:
    """Return the picture of an answer's claims, numbered from 1 in their order, and of the thread's earlier ones.

    `numbers` are the thread's numbers by entity id; entities without one get the next free numbers. Mentions that
    are not in the graph become ghosts.
    """
    drafts = _distinct(_drafts(claims, words, fresh=True), _drafts(earlier, words, fresh=False))
    new, old = _ends(claims), _ends(earlier)
    ends = new | old
    placed = _numbered(list(ends), numbers or {})
    nodes = (_node(key, ends[key], number, key in new, key in focus) for key, number in placed.items())
    return Picture(tuple(nodes), tuple(_edge(d, placed) for d in drafts), progress)


# ── nodes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _ends(claims: Iterable[Claim]) -> dict[str, Entity | Mention]:
    found: dict[str, Entity | Mention] = {}
    for claim in claims:
        for candidate, mention in ((claim.subject, claim.subject_mention), (claim.object, claim.object_mention)):
            end = candidate.entity if candidate else mention
            found.setdefault(_key(end), end)
        for entity in (*(claim.path.nodes[1:2] if _through(claim) and claim.path else ()), *_carriers(claim)):
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
        if key.startswith("?"):
            placed[key], ghost = ghost, ghost - 1
        elif key in numbers:
            placed[key] = numbers[key]
        else:
            placed[key], following = following, following + 1
    return placed


def _node(key: str, end: Entity | Mention, number: int, fresh: bool, focus: bool) -> Node:
    if isinstance(end, Entity):
        return Node(number, end.name, end.type, fresh, focus)
    return Node(number, end.text or "?", "", fresh)


# ── edges ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _drafts(claims: Sequence[Claim], words: Words, *, fresh: bool) -> list[_Draft]:
    drafts = []
    for number, claim in enumerate(claims, 1):
        stated = (number,) if fresh else ()
        if _through(claim):
            drafts += _path(claim, words, stated, fresh)
        elif _carriers(claim):
            drafts += _neighbour(claim, words, stated, fresh)
        else:
            drafts += _direct(claim, words, stated, fresh)
    return drafts


def _through(claim: Claim) -> bool:
    return claim.reason is Reason.PATH and claim.path is not None


def _direct(claim: Claim, words: Words, stated: tuple[int, ...], fresh: bool) -> list[_Draft]:
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
    papers = claim.papers_for or (_papers(claim.edges_near) if claim.verdict is Verdict.RELEVANT else ())
    return [
        _Draft(source, target, (label,), claim.verdict, fresh, stated, papers, claim.papers_against, notes,
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


def _path(claim: Claim, words: Words, stated: tuple[int, ...], fresh: bool) -> list[_Draft]:
    hops = claim.path.edges if claim.path else ()
    return [_hop(e, claim, words, stated, fresh) for hop in hops for e in hop]


def _neighbour(claim: Claim, words: Words, stated: tuple[int, ...], fresh: bool) -> list[_Draft]:
    """Draw the evidence at the entity that carries it, and tie that to the one that the claim names."""
    named = [c.entity.id for c in (claim.subject, claim.object) if c]
    carrier = claim.carrier.id if claim.carrier else ""
    drafts = [_hop(e, claim, words, stated, fresh) for e in claim.edges_near
              if {e.subject, e.object} <= {*named, carrier} and e.subject != e.object]  # fmt: skip
    seen = {end for d in drafts for end in (d.source, d.target)}
    for lonely in (n for n in named if n not in seen and n != carrier):
        kin = "is narrower or broader than"
        drafts.append(_Draft(lonely, carrier, (kin,), None, fresh, stated, hop=True, directed=False))
    return drafts


def _hop(edge: GraphEdge, claim: Claim, words: Words, stated: tuple[int, ...], fresh: bool) -> _Draft:
    labels, directed = (_said(edge, claim, words),), not words.symmetric(edge.predicate)
    ends = (edge.subject, edge.object)
    return _Draft(*ends, labels, Verdict.RELEVANT, fresh, stated, _papers((edge,)), hop=True, directed=directed)


def _said(edge: GraphEdge, claim: Claim, words: Words) -> str:
    """Return an edge's relation as a sentence about its two ends would have it: "belongs to", "do not treat"."""
    known = known_entities(claim)
    subject, object = (known.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
    return relation(words.get(edge.predicate), subject, object, negated=edge.negated)


def _papers(edges: Iterable[GraphEdge]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(p for e in edges for p in e.publications))


def _distinct(fresh: Sequence[_Draft], earlier: Sequence[_Draft]) -> list[_Draft]:
    """Merge what is drawn as one line; what the newest answer states again is not drawn a second time as earlier."""
    said = {d.statement for d in fresh}
    lines: dict[tuple[object, ...], _Draft] = {}
    for draft in (*fresh, *(d for d in earlier if d.statement not in said)):
        known = lines.get(draft.line)
        lines[draft.line] = _union(known, draft) if known else draft
    return list(lines.values())


def _union(one: _Draft, other: _Draft) -> _Draft:
    return replace(
        one,
        labels=tuple(dict.fromkeys(one.labels + other.labels)),
        claims=tuple(dict.fromkeys(one.claims + other.claims)),
        papers_for=tuple(dict.fromkeys(one.papers_for + other.papers_for)),
        papers_against=tuple(dict.fromkeys(one.papers_against + other.papers_against)),
        notes=tuple(dict.fromkeys(one.notes + other.notes)),
    )


def _edge(draft: _Draft, placed: Mapping[str, int]) -> Edge:
    return Edge(
        draft.claims,
        placed[draft.source],
        placed[draft.target],
        ", ".join(draft.labels),
        draft.verdict,
        len(draft.papers_for),
        len(draft.papers_against),
        draft.fresh,
        draft.hop,
        draft.directed,
        "; ".join(draft.notes),
    )
