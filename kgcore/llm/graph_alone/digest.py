"""What the steps of a thread come to: the few nodes that matter most, what is agreed, disputed and still open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kgcore.evidence.findings import Finding, Standing
from kgcore.intent import Digest
from kgcore.llm.graph_alone.asides import nothing_direct
from kgcore.llm.graph_alone.facts import belongs, report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import without_mirrors
from kgcore.llm.graph_alone.scene import Scene
from kgcore.model import Claim, Reason, Salience, Verdict
from kgcore.tasks import Detail

Paragraphs = list[list[str]]
NODES = 5  # entities that a summary names at most, besides those of open questions
_FINDINGS = {Detail.BRIEF: 2, Detail.NORMAL: 5, Detail.FULL: 9}
_OPEN = {Detail.BRIEF: 1, Detail.NORMAL: 2, Detail.FULL: 4}
_UNTOLD = frozenset({Reason.NEIGHBOUR_FOR, Reason.NEIGHBOUR_AGAINST, Reason.NEIGHBOUR_MIXED, Reason.PATH})


def digest(scene: Scene, ink: Ink, _: Digest) -> Paragraphs:
    """Return a summary of the claims so far; all of it is stated anew, so that it is checked like any answer."""
    chosen = _chosen(scene)
    agreed = [f for f in chosen if f.standing is Standing.SAID]
    others = [f for f in chosen if f.standing is not Standing.SAID]
    told = [sentence(report(ink, f)) for f in agreed]
    doubts = [sentence(report(ink, f)) for f in others]
    open_ = _open(scene, ink)
    if not told and not doubts and not open_:
        return [["So far the graph has had nothing to say that could be summed up."]]
    if scene.detail is Detail.BRIEF:
        return [[*told, *doubts, *open_][:3]]
    return [told, doubts, open_]


def _chosen(scene: Scene) -> list[Finding]:
    """Return the findings that carry most, as long as they stay among a few nodes."""
    weight = _weights(scene.claims)
    cited = {e.id for c in scene.claims for e in (*c.edges_for, *c.edges_against)}
    named = Counter(end for f in scene.findings for end in (f.subject.id, f.object.id))
    some = [f for f in scene.findings if not scene.claims or cited & {e.id for e in f.edges}]

    def rank(f: Finding) -> tuple[bool, bool, int, int, int]:
        worth = sum(weight[e.id] for e in f.edges)
        return scene.dim(f), belongs(f), -worth, -f.weight, -(named[f.subject.id] + named[f.object.id])

    nodes: set[str] = set()
    chosen: list[Finding] = []
    for finding in without_mirrors(sorted(some, key=rank)):
        ends = {finding.subject.id, finding.object.id}
        if len(nodes | ends) <= NODES and len(chosen) < _FINDINGS[scene.detail]:
            nodes |= ends
            chosen.append(finding)
    return chosen


def _weights(claims: Iterable[Claim]) -> Counter[str]:
    """Count, per edge, the claims that it bears on; important ones twice, and disputes more, as they must be known."""
    weight: Counter[str] = Counter()
    for claim in claims:
        worth = 2 if claim.triple.salience is Salience.HIGH else 1
        worth += 1 if claim.verdict in {Verdict.MIXED, Verdict.CONTRADICTED} else 0
        weight.update(dict.fromkeys((e.id for e in (*claim.edges_for, *claim.edges_against)), worth))
    return weight


def _open(scene: Scene, ink: Ink) -> list[str]:
    """Return what was claimed or asked and the graph has no word on itself."""
    pairs: dict[tuple[str, str], Claim] = {}
    for claim in scene.claims:
        unsettled = claim.verdict is Verdict.UNSURE or claim.reason in _UNTOLD
        if claim.subject and claim.object and claim.predicate and unsettled:
            pairs.setdefault((claim.subject.entity.id, claim.object.entity.id), claim)
    return [s for c in list(pairs.values())[: _OPEN[scene.detail]] for s in _stated(scene, ink, c)]


def _stated(scene: Scene, ink: Ink, claim: Claim) -> Sequence[str]:
    if claim.subject is None or claim.object is None or claim.predicate is None:
        return ()
    own = nothing_direct(scene, ink, claim.subject.entity, claim.predicate, claim.object.entity)
    return (own,)
