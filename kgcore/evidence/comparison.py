"""Two or more entities side by side, as rows of plain cells. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgcore.evidence.findings import Finding, Standing, findings, papers
from kgcore.language.english import is_plural
from kgcore.model import Entity, Evidence
from kgcore.vocabulary import Vocabulary
from kgcore.wording import papers_count, start, verb

ROWS = 14


def comparison(evidence: Evidence, compared: Sequence[Entity], vocabulary: Vocabulary) -> tuple[tuple[str, ...], ...]:
    """Return the comparison as rows of plain cells, header first: a neighbour, and what each of them does to it.

    Neighbours of most of them come first, then the best-documented. Two rows or more, or none at all.
    """
    known: Mapping[str, Entity] = {e.id: e for e in evidence.entities}
    cells: dict[str, dict[str, list[Finding]]] = {}
    for f in findings(evidence.edges, known, vocabulary):
        for own in compared:
            if own.id in (f.subject.id, f.object.id):
                other = f.object if f.subject.id == own.id else f.subject
                cells.setdefault(other.id, {}).setdefault(own.id, []).append(f)
    among = {e.id for e in compared}
    rows = [(known[i], c) for i, c in cells.items() if i not in among]
    rows.sort(key=lambda r: (-len(r[1]), -sum(f.weight for fs in r[1].values() for f in fs), r[0].name))
    body = tuple((start(e), *(_cell(c.get(own.id, ()), own) for own in compared)) for e, c in rows[:ROWS])
    return (("", *map(start, compared)), *body) if body else ()


def _cell(found: list[Finding] | tuple[Finding, ...], own: Entity) -> str:
    return "; ".join(_cell_of(f, own) for f in found) or "–"


def _cell_of(finding: Finding, own: Entity) -> str:
    said = verb(finding.predicate, finding.object)
    words = said.finite(plural=is_plural(finding.subject.name), negated=finding.standing is Standing.DENIED)
    if finding.subject.id != own.id:
        words = f"← {words}"
    if finding.standing is Standing.DISPUTED:
        against = papers((*finding.denied, *finding.versus))
        return f"mixed: {words} ({papers(finding.plain)} for, {against} against)"
    return f"{words} ({papers_count(finding.weight)})"
