"""The file in which an exported layer says which edges of its base graph count no longer. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kgcore.curation.layer import Act, ActKind, Fact, Layer, ReviewState
from kgcore.errors import InputError

WITHDRAWN = "withdrawn.json"
_HINT = 'It is a list of ids of edges, or of {"id": …, "predicate": …, "negated": …}.'


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An edge that counts no longer, and what it says where that is known (predicate ""): ids may stand for another
    edge in another graph.
    """

    id: str
    predicate: str = ""
    negated: bool = False

    def fits(self, predicate: str, *, negated: bool) -> bool:
        """Whether an edge of that id, with this predicate, is the one that was withdrawn."""
        return not self.predicate or (self.predicate, self.negated) == (predicate, negated)


def withdrawn_text(layer: Layer, facts: Mapping[str, Fact]) -> str:
    """Return the file's text; `facts` are what withdrawn edges say, by id, where it is known."""
    rows = [
        {"id": id, "subject": f.subject, "predicate": f.predicate, "object": f.object, "negated": f.negated}
        if (f := facts.get(id))
        else {"id": id}
        for id in sorted(layer.withdrawn)
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


def withdrawn_facts(layer: Layer, acts: Iterable[Act]) -> dict[str, Fact]:
    """Return what withdrawn edges say, by id, where the acts tell of that edge alone."""
    found = {act.target: act.fact for act in acts if act.kind is ActKind.WITHDREW and act.fact is not None}
    for reviewed in layer.proposals.values():
        if reviewed.state is ReviewState.ACCEPTED and len(reviewed.proposed.withdraws) == 1:
            found[reviewed.proposed.withdraws[0]] = reviewed.fact
    return found


def read_withdrawn(text: str, where: str = WITHDRAWN) -> tuple[Withdrawn, ...]:
    """Return what the file says; `where` is what to call it. Raises InputError."""
    try:
        rows = json.loads(text)
    except ValueError as exc:
        raise InputError("is no JSON.", where=where, hint=_HINT) from exc
    if not isinstance(rows, list):
        raise InputError("holds no list.", where=where, hint=_HINT)
    return tuple(_withdrawn(f"{where}: entry {number}", row) for number, row in enumerate(rows, 1))


def _withdrawn(where: str, row: object) -> Withdrawn:
    match row:
        case str() if row:
            return Withdrawn(row)
        case {"id": str(id), **rest} if id:
            predicate, negated = rest.get("predicate", ""), rest.get("negated", False)
            if isinstance(predicate, str) and isinstance(negated, bool):
                return Withdrawn(id, predicate, negated)
    raise InputError("names no edge.", where=where, hint=_HINT)
