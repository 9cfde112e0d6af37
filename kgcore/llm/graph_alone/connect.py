"""How several entities are connected: for each pair what joins them, and plainly where nothing does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kgcore.evidence.findings import Finding
from kgcore.intent import Asked, Connect
from kgcore.language.english import capital, listed
from kgcore.llm.graph_alone.facts import belongs, report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import without_mirrors
from kgcore.llm.graph_alone.relate import ThroughKin, through_kin
from kgcore.llm.graph_alone.scene import Scene
from kgcore.llm.graph_alone.ways import CAUTION, hops_of, way
from kgcore.model import Entity, Path
from kgcore.tasks import Detail
from kgcore.wording import mid

Paragraphs = list[list[str]]
_PAIRS = 4  # pairs without a connection that are named
_EACH = {Detail.BRIEF: 1, Detail.NORMAL: 2, Detail.FULL: 4}  # findings told between two


def connect(scene: Scene, ink: Ink, intent: Connect) -> Paragraphs:
    """Return the direct relations, then the ways through a third entity; what was told before is told again."""
    direct: list[str] = []
    roundabout: list[str] = []
    none: list[tuple[Entity, Entity]] = []
    for a, b in combinations(intent.entities, 2):
        if found := _joining(scene, a, b):
            direct += [sentence(report(ink, f)) for f in found]
        elif ways := [said for p in scene.paths if (said := _between(scene, ink, p, a, b))]:
            roundabout += ways[:1]
        elif kin := _of_kin(scene, ink, a, b):
            roundabout += kin
        else:
            none.append((a, b))
    if roundabout:
        roundabout.append(CAUTION)
    return (
        [direct, roundabout, _nothing(none, intent.entities)]
        if direct
        else [_nothing(none, intent.entities), roundabout]
    )


def _joining(scene: Scene, a: Entity, b: Entity) -> list[Finding]:
    found = sorted(without_mirrors(scene.between(a, b)), key=belongs)
    return found[: _EACH[scene.detail]]


def _between(scene: Scene, ink: Ink, path: Path, a: Entity, b: Entity) -> str:
    if {path.nodes[0].id, path.nodes[2].id} != {a.id, b.id}:
        return ""
    hops = hops_of(scene, path)
    lead = f"{capital(mid(a))} and {mid(b)} are joined through {mid(path.nodes[1])}"
    return f"{lead}: {way(ink, hops)}." if hops else ""


def _of_kin(scene: Scene, ink: Ink, a: Entity, b: Entity) -> list[str]:
    kin: ThroughKin = through_kin(scene, ink, a, b, Asked())
    lead = f"{capital(mid(a))} and {mid(b)} themselves are joined by nothing in the graph."
    return [lead, *kin.told[:1]] if kin.told else []


def _nothing(pairs: Sequence[tuple[Entity, Entity]], of: Sequence[Entity]) -> list[str]:
    named = [f"{mid(a)} with {mid(b)}" for a, b in pairs]
    if not named:
        return []
    left = len(named) - _PAIRS
    what = listed([*named[:_PAIRS], f"{left} more pairs"] if left > 1 else named, "or")
    if len(of) > 2 and len(named) == len(of) * (len(of) - 1) // 2:
        what = f"any two of {listed(map(mid, of))}"
    return [f"The graph names nothing that would join {what}: neither directly nor through one specific third thing."]
