"""From claims, or from what lies around an entity, to a picture: which nodes and edges there are. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.signs import sign_of
from kgcore.english.study_designs import STRONGEST_FIRST
from kgcore.evidence.designs import NOTHING_KNOWN, strongest_design
from kgcore.evidence.findings import known_entities
from kgcore.values.model import Claim, Entity, Mention, Neighbour, Paper, Path, Predicate, Reason, team_words
from kgcore.values.model import Edge as GraphEdge
from kgcore.values.remembering import claim_bytes, papers_bytes, remembered
from kgcore.values.text import shorten
from kgcore.verdicts import Verdict
from kgcore.vocabulary.wording import relation_words, shown_name

# ── edges on their way into a picture ───────────────────────────────────────────────────────────────────────────────


class PictureWords(Protocol):
    """What a picture needs of a vocabulary."""

    def get(self, name: str) -> Predicate:
        """Return the predicate of that name."""
        ...

    def symmetric(self, name: str) -> bool:
        """Return whether the predicate reads both ways."""
        ...


_CLAIMS_REMEMBERED = 12 << 20  # bytes, of earlier answers: some long threads
_LONGEST_NOTE = 40  # characters of a qualifier on a line


@dataclass(frozen=True, slots=True)
class EdgeDraft:
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
    speakers: tuple[str, ...] = ()
    own: bool = False
    strongest: str = ""
    unlisted: tuple[int, int] = (0, 0)  # further papers for and against

    @property
    def statement(self) -> tuple[str, str, tuple[str, ...], bool]:
        """The same for two edges that say the same, whatever the verdicts."""
        ends = (self.source, self.target) if self.directed else tuple(sorted((self.source, self.target)))
        return ends[0], ends[1], self.labels, self.hop

    @property
    def words(self) -> tuple[str, str, tuple[str, ...]]:
        """The same for two edges that say the same, one of them as a step of a path."""
        return self.statement[:3]

    @property
    def line(self) -> tuple[object, ...]:
        """The same for two edges that are drawn as one line: never effects that go different ways; where people speak,
        only those that say the same.
        """
        ends = (self.source, self.target) if self.directed else tuple(sorted((self.source, self.target)))
        said = self.labels if self.speakers else ()
        sign = sign_of(", ".join(self.labels))
        return *ends, self.verdict, self.hop, self.directed, self.fresh, sign, said


def papers_of(edges: Iterable[GraphEdge]) -> tuple[str, ...]:
    """Return the ids of the papers behind some edges, each once."""
    return tuple(dict.fromkeys(p for e in edges for p in e.publications))


def unlisted_of(edges: Iterable[GraphEdge]) -> int:
    """Return how many papers at least stand behind some edges beside those that they list."""
    return max((e.unlisted for e in edges), default=0)


def merge_parallel_edges(fresh: Sequence[EdgeDraft], earlier: Sequence[EdgeDraft]) -> list[EdgeDraft]:
    """Merge what is drawn as one line; what the newest answer states again is not drawn a second time as earlier.

    A step of a path that some claim of the thread states by itself is drawn as that claim.
    """
    stated = {d.words: d for d in (*earlier, *fresh) if not d.hop}
    fresh = [
        replace(stated[d.words], claims=d.claims, fresh=True, speakers=d.speakers) if d.hop and d.words in stated else d
        for d in fresh
    ]
    said = {d.statement for d in fresh}
    lines: dict[tuple[object, ...], EdgeDraft] = {}
    for draft in (*fresh, *(d for d in earlier if d.statement not in said)):
        known = lines.get(draft.line)
        lines[draft.line] = merge_drafts(known, draft) if known else draft
    return list(lines.values())


def merge_drafts(one: EdgeDraft, other: EdgeDraft) -> EdgeDraft:
    """Return one draft for two that are drawn as one line."""
    return replace(
        one,
        labels=tuple(dict.fromkeys(one.labels + other.labels)),
        claims=tuple(dict.fromkeys(one.claims + other.claims)),
        papers_for=tuple(dict.fromkeys(one.papers_for + other.papers_for)),
        papers_against=tuple(dict.fromkeys(one.papers_against + other.papers_against)),
        notes=tuple(dict.fromkeys(one.notes + other.notes)),
        speakers=tuple(dict.fromkeys(one.speakers + other.speakers)),
        own=one.own and other.own,
        strongest=next((d for d in STRONGEST_FIRST if d in (one.strongest, other.strongest)), ""),
        unlisted=(max(one.unlisted[0], other.unlisted[0]), max(one.unlisted[1], other.unlisted[1])),
    )


def edge_of(draft: EdgeDraft, placed: Mapping[str, int]) -> PictureEdge:
    """Return the edge between the nodes at which its ends were placed."""
    return PictureEdge(
        draft.claims,
        placed[draft.source],
        placed[draft.target],
        ", ".join(draft.labels),
        draft.verdict,
        len(draft.papers_for) + draft.unlisted[0],
        len(draft.papers_against) + draft.unlisted[1],
        draft.fresh,
        draft.hop,
        draft.directed,
        "; ".join(draft.notes),
        draft.speakers,
        own=draft.own,
        strongest=draft.strongest,
    )


# ── the picture of an answer ────────────────────────────────────────────────────────────────────────────────────────


def picture_of(
    claims: Sequence[Claim],
    earlier: Sequence[Claim] = (),
    focus: Collection[str] = (),
    numbers: Mapping[str, int] | None = None,
    *,
    words: PictureWords,
    progress: tuple[int, int] | None = None,
    claim_numbers: Sequence[int] | None = None,
    speakers: Mapping[int, str] | None = None,
    papers: Mapping[str, Paper] = NOTHING_KNOWN,
) -> Picture:
    """Return the picture of an answer's claims and of the thread's earlier ones.

    `numbers` are the thread's numbers by entity id, or by the key of a mention that the graph does not know and that
    becomes a ghost. Entities without one get the next free numbers, such mentions none. `claim_numbers` are the claims'
    own, in their order (without them: from 1); `speakers` says, by claim number, who said it; `papers` know their
    designs.
    """
    stated = claim_numbers if claim_numbers is not None else range(1, len(claims) + 1)
    fresh = [
        replace(draft, claims=(number,), speakers=_speaker(number, speakers or {}))
        for number, claim in zip(stated, claims, strict=True)
        for draft in _drafts(claim, words, papers, fresh=True)
    ]
    before = [draft for claim in earlier for draft in _drafts_before(_Known(claim, words, _cited(claim, papers)))]
    drafts = merge_parallel_edges(fresh, before)
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


def _node(key: str, end: Entity | Mention, number: int, fresh: bool, focus: bool) -> PictureNode:
    if isinstance(end, Entity):
        return PictureNode(number, shown_name(end), end.type, fresh, focus)
    return PictureNode(number, end.text or "?", "", fresh, unknown=True)


# ── edges ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _drafts(claim: Claim, words: PictureWords, papers: Mapping[str, Paper], *, fresh: bool) -> list[EdgeDraft]:
    if claim.path:
        return _path(claim.path, claim, words, fresh)
    if _carriers(claim):
        return _neighbour(claim, words, fresh)
    return [replace(draft, strongest=strongest_design(claim, papers)) for draft in _direct(claim, words, fresh)]


def _cited(claim: Claim, papers: Mapping[str, Paper]) -> tuple[Paper, ...]:
    """Return those papers behind a claim that its picture may tell the design of."""
    cited = (id for edges in (claim.edges_for, claim.edges_against) for e in edges for id in e.publications)
    return tuple([papers[id] for id in cited if id in papers])


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A claim of an earlier answer, and what is known of its papers. Equal to another of the very same claim."""

    claim: Claim
    words: PictureWords
    papers: tuple[Paper, ...]

    def __hash__(self) -> int:
        return id(self.claim)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Known) or self.claim is not other.claim or self.words is not other.words:
            return False
        return self.papers == other.papers


def _bytes_of(known: _Known, drafts: tuple[EdgeDraft, ...]) -> int:
    return claim_bytes(known.claim) + papers_bytes(known.papers) + papers_bytes(drafts)


@remembered(_CLAIMS_REMEMBERED, _bytes_of)
def _drafts_before(known: _Known) -> tuple[EdgeDraft, ...]:
    """Return the edges of an earlier answer's claim, which every later picture of its thread has."""
    return tuple(_drafts(known.claim, known.words, {paper.id: paper for paper in known.papers}, fresh=False))


def _speaker(number: int, speakers: Mapping[int, str]) -> tuple[str, ...]:
    return (speakers[number],) if speakers.get(number) else ()


def _direct(claim: Claim, words: PictureWords, fresh: bool) -> list[EdgeDraft]:
    source = _key(claim.subject.entity if claim.subject else claim.subject_mention)
    target = _key(claim.object.entity if claim.object else claim.object_mention)
    if source == target:
        return []
    label, directed = claim.triple.relation, True
    if claim.predicate and not claim.overstates and claim.reason is not Reason.UNDER_STUDY:
        edge = GraphEdge("", source, claim.predicate, target, claim.negated)
        reported = [e.note for e in claim.edges_for] if claim.verdict is Verdict.SUPPORTED else []
        label, directed = _said(edge, claim, words, reported), not words.symmetric(claim.predicate)
    elif claim.inverted:  # the phrase reads in the text's direction
        source, target = target, source
    notes = _notes(claim, words, label) if claim.verdict is Verdict.RELEVANT else ()
    if team := team_words((*claim.edges_for, *claim.edges_against)):
        notes = (*notes, team)
    behind = claim.edges_for if claim.papers_for or claim.verdict is not Verdict.RELEVANT else claim.edges_near
    own = claim.triple.stated is not None and claim.verdict in {Verdict.SUPPORTED, Verdict.MIXED}
    if own:  # the sentence counts what says just this, not what implies it
        behind = tuple(e for e in behind if e.predicate == claim.predicate) or behind
    return [
        EdgeDraft(source, target, (label,), claim.verdict, fresh, (), papers_of(behind), claim.papers_against, notes,
               directed=directed, own=own, unlisted=(unlisted_of(behind), unlisted_of(claim.edges_against)))
    ]  # fmt: skip


def _notes(claim: Claim, words: PictureWords, label: str) -> tuple[str, ...]:
    """Return what keeps a direct edge from being more than relevant; never what its own label says already."""
    if claim.reason is Reason.OTHER_DIRECTION:
        return ("graph: the other way round",)
    if claim.reason is Reason.MATCHED_BY_MEANING:
        return ("matched by meaning",)
    if claim.reason is Reason.UNDER_STUDY:
        return ("under study",)
    if claim.reason is Reason.QUALIFIED:
        return (f"graph: not “{shorten(claim.qualifier, _LONGEST_NOTE)}”",)
    said = [_said(e, claim, words) for e in claim.edges_near]
    told = [f"graph: {s}" for s in dict.fromkeys(said) if s != label]
    return tuple(told[:2]) if told or not said else ("the wording leaves it open",)


def _path(path: Path, claim: Claim, words: PictureWords, fresh: bool) -> list[EdgeDraft]:
    return [_hop(e, claim, words, fresh) for hop in path.edges for e in hop]


def _neighbour(claim: Claim, words: PictureWords, fresh: bool) -> list[EdgeDraft]:
    """Draw the evidence at the entity that carries it, and tie that to the one that the claim names."""
    named = [c.entity.id for c in (claim.subject, claim.object) if c]
    carrier = claim.carrier.id if claim.carrier else ""
    drafts = [_hop(e, claim, words, fresh) for e in claim.edges_near
              if {e.subject, e.object} <= {*named, carrier} and e.subject != e.object]  # fmt: skip
    seen = {end for d in drafts for end in (d.source, d.target)}
    for lonely in (n for n in named if n not in seen and n != carrier):
        relation = "is narrower or broader than"
        drafts.append(EdgeDraft(lonely, carrier, (relation,), None, fresh, hop=True, directed=False))
    return drafts


def _hop(edge: GraphEdge, claim: Claim, words: PictureWords, fresh: bool) -> EdgeDraft:
    labels, directed = (_said(edge, claim, words),), not words.symmetric(edge.predicate)
    ends = (edge.subject, edge.object)
    return EdgeDraft(
        *ends, labels, Verdict.RELEVANT, fresh, (), papers_of((edge,)), hop=True, directed=directed,
        unlisted=(edge.unlisted, 0),
    )  # fmt: skip


def _said(edge: GraphEdge, claim: Claim, words: PictureWords, notes: Sequence[str] = ()) -> str:
    """Return an edge's relation as a sentence about its two ends would have it: "belongs to", "do not treat"."""
    known = known_entities(claim)
    subject, object = (known.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
    return relation_words(words.get(edge.predicate), subject, object, negated=edge.negated, notes=notes or [edge.note])


# ── the picture of what lies around an entity ───────────────────────────────────────────────────────────────────────


def around_picture(
    centre: Entity,
    neighbours: Sequence[Neighbour],
    numbers: Mapping[str, int],
    *,
    words: PictureWords,
    others: Sequence[Path] = (),
) -> Picture:
    """Return an entity with its neighbours, and with the ways to others; all edges are context, without verdict.

    `numbers` are the thread's numbers by entity id; entities without one get the next free numbers. Papers of a
    relation's negation count against it. The centre and the ends of the ways are the focus.
    """
    known = {centre.id: centre}
    known |= {n.entity.id: n.entity for n in neighbours if n.entity.id != centre.id}
    known |= {e.id: e for path in others for e in path.nodes if e.id not in known}
    focus = {centre.id, *(path.nodes[n].id for path in others for n in (0, 2))}
    free = max((0, *numbers.values())) + 1
    new = [id for id in known if id not in numbers]
    placed = dict(numbers) | {id: number for number, id in enumerate(new, free)}
    hops = (*(n.edges for n in neighbours), *(edges for path in others for edges in path.edges))
    edges = {(e.id, e.subject, e.predicate, e.object, e.negated): e for some in hops for e in some}
    drafts = _context((e for e in edges.values() if {e.subject, e.object} <= set(known)), known, words)
    nodes = (PictureNode(placed[e.id], shown_name(e), e.type, focus=e.id in focus) for e in known.values())
    return Picture(tuple(nodes), tuple(edge_of(d, placed) for d in merge_parallel_edges(drafts, ())))


def _context(edges: Iterable[GraphEdge], known: Mapping[str, Entity], words: PictureWords) -> list[EdgeDraft]:
    """Return a draft for every relation; one that is stated and denied is drawn as stated, with papers against it."""
    said: dict[tuple[str, str, str], list[GraphEdge]] = {}
    for edge in edges:
        if edge.subject != edge.object:
            ends = (
                sorted((edge.subject, edge.object)) if words.symmetric(edge.predicate) else (edge.subject, edge.object)
            )
            said.setdefault((ends[0], edge.predicate, ends[1]), []).append(edge)
    return [_context_draft(some, known, words) for some in said.values()]


def _context_draft(edges: Sequence[GraphEdge], known: Mapping[str, Entity], words: PictureWords) -> EdgeDraft:
    stated = [e for e in edges if not e.negated] or edges
    denied = [e for e in edges if e.negated] if stated is not edges else []
    first = stated[0]
    ends = known[first.subject], known[first.object]
    notes = [e.note for e in stated]
    label = relation_words(words.get(first.predicate), *ends, negated=first.negated, notes=notes)
    directed = not words.symmetric(first.predicate)
    return EdgeDraft(first.subject, first.object, (label,), None, True, (), papers_of(stated), papers_of(denied),
                 directed=directed, unlisted=(unlisted_of(stated), unlisted_of(denied)))  # fmt: skip
