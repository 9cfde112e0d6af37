"""Ways from one entity to another through a third: two findings, and never more than a hint."""

from __future__ import annotations

from kgcore.evidence.findings import Finding, Standing, papers
from kgcore.llm.graph_alone.facts import belongs
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.scene import Relative, Scene
from kgcore.model import Path
from kgcore.wording import mid, papers_count

CAUTION = "Such a chain shows how the two may be connected; it is no proof of cause and effect."


def ways(scene: Scene, ink: Ink, top: int, *, kin_told: bool = False, again: bool = False) -> list[str]:
    """Return the two-hop paths as sentences, `again` even those that were heard.

    `kin_told`: those through a broader or narrower entity were told.
    """
    told = []
    for path in scene.paths:
        if kin_told and any(path.nodes[1].id == r.entity.id for n in (0, 2) for r in scene.relatives(path.nodes[n])):
            continue
        hops = hops_of(scene, path)
        if hops and (again or not all(scene.heard(h) for h in hops)):
            told.append(f"One way leads through {mid(path.nodes[1])}: {way(ink, hops)}.")
    return told[:top]


def hops_of(scene: Scene, path: Path) -> tuple[Finding, Finding] | None:
    """Return the findings along a path, None where papers deny one of its steps."""
    first, second = (
        next((f for f in scene.between(*ends) if f.standing is not Standing.DENIED), None)
        for ends in (path.nodes[:2], path.nodes[1:])
    )
    return (first, second) if first and second else None


def way(ink: Ink, hops: tuple[Finding, Finding]) -> str:
    """Return both steps in words, with how many papers stand behind each."""
    return f"{_counted(ink, hops[0])}, and {_counted(ink, hops[1])}"


def by_kin(scene: Scene, ink: Ink, relative: Relative, finding: Finding) -> str:
    """Return the way through a broader or narrower entity of which a finding speaks; "" where papers do not agree."""
    tie = next((f for f in scene.between(relative.of, relative.entity) if belongs(f) and f.plain), None)
    if tie is None or finding.standing is not Standing.SAID:
        return ""
    return f"One way leads through {mid(relative.entity)}: {way(ink, (tie, finding))}."


def _counted(ink: Ink, finding: Finding) -> str:
    against = papers((*finding.denied, *finding.versus))
    count = papers_count(papers(finding.plain)) + (f" for, {against} against" if against else "")
    return f"{ink.clause(finding)} ({count})"
