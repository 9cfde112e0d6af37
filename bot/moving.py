"""What `evigraph curate move` does: the team's layer goes on over a new base graph, with a report."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from rich.console import Console

from bot.auditing import record_acts
from bot.config import Settings
from bot.graphs import plain_table
from bot.terminal import output_console
from kgcore.curation.layer import Act, ActKind, Layer
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.turn.moving import Moved, moved_edges, moved_entities
from kgcore.turn.reviewing import new_act
from kgcore.values.model import Edge

_TEAM = "TEAM:"


async def move_command(settings: Settings, kg: Path | None, old: Path | None, pairs: Sequence[str], by: str) -> int:
    """Carry the layer of the graph in `old` over to the one in use, or say where single ids are now; 1 where something
    was not found. Raises InputError and GraphError.
    """
    if (old is None) == (not pairs):
        raise InputError("Give either the old graph or ids.", hint="--from FOLDER, or --id OLD=NEW")
    if old is None:
        return await _move_ids(settings, kg, pairs, by)
    from bot.wiring_graphs import curation_log, edges_with_ids, graph_folder, open_graph

    console = Console(stderr=True)
    before = await graph_folder(settings, old, console)
    first, second = await open_graph(settings, before, console), await open_graph(settings, kg, console)
    try:
        names = first.info.name, second.info.name
        source, log = (curation_log(settings, name) for name in names)
        if names[0] != names[1]:
            log.take_over(source)
        layer = log.layer()
        edges = edges_with_ids(before, layer.withdrawn)
        used = _entities_of(layer) | {end for edge in edges for end in (edge.subject, edge.object)}
        moved, lost = await moved_entities((await first.entities(used)).values(), second)
        ids = {m.old: m.new for m in moved}
        moved_too, gone = await moved_edges(edges, ids, second)
        await record_acts(settings, by, log.add_all(_acts((*moved, *moved_too), by)), names[1])
    finally:
        await first.close()
        await second.close()
    out = output_console()
    out.print(
        f"The layer of {names[0]} is over {names[1]}: {number_noun(len(layer.edges), 'fact')}, "
        f"{number_noun(len(layer.names), 'entity')} with names of the team, "
        f"{number_noun(len(layer.withdrawn), 'edge')} withdrawn.",
        markup=False,
    )
    _tell((*moved, *moved_too))
    _tell_lost([(e.id, e.name, _facts_with(layer, e.id)) for e in lost])
    for edge in gone:
        out.print(f"Not in the new graph, so nothing is withdrawn there: {edge.id} ({edge_words(edge)})", markup=False)
    return 1 if lost or gone else 0


async def _move_ids(settings: Settings, kg: Path | None, pairs: Sequence[str], by: str) -> int:
    from bot.wiring_graphs import curation_log, open_graph

    moves = [_pair(text) for text in pairs]
    graph = await open_graph(settings, kg, Console(stderr=True))
    try:
        known = await graph.entities([m.new for m in moves])
        for move in moves:
            if move.new not in known:
                raise InputError(f"The graph has no {move.new}.", hint="`evigraph kg show NAME` tells an entity's id.")
        done = curation_log(settings, graph.info.name).add_all(_acts(moves, by))
        await record_acts(settings, by, done, graph.info.name)
    finally:
        await graph.close()
    _tell(moves)
    return 0


def _pair(text: str) -> Moved:
    old, equals, new = text.partition("=")
    if not (old.strip() and equals and new.strip()):
        raise InputError(f"{text!r} names no two ids.", hint="Write OLD=NEW.")
    return Moved(old.strip(), new.strip(), "somebody said so")


def _acts(moves: Collection[Moved], by: str) -> list[Act]:
    return [new_act(ActKind.MOVED, by, target=m.old, name=m.new, why=m.why) for m in moves]


def _entities_of(layer: Layer) -> set[str]:
    facts = [r.fact for r in layer.proposals.values()]
    ids = {end for fact in facts for end in (fact.subject, fact.object)} | {*layer.names}
    return {id for id in ids if not id.startswith(_TEAM)}


def _facts_with(layer: Layer, id: str) -> int:
    return len(layer.beside.get(id, ()))


def edge_words(edge: Edge) -> str:
    """Return an edge by the ids of its ends."""
    return " ".join(part for part in (edge.subject, "not" if edge.negated else "", edge.predicate, edge.object) if part)


def _tell(moves: Sequence[Moved]) -> None:
    if moves:
        rows = [(m.old, m.new, m.why) for m in moves]
        output_console().print(plain_table("What has another id now", ("was", "is", "why"), rows))


def _tell_lost(lost: Sequence[tuple[str, str, int]]) -> None:
    if lost:
        rows = [(id, name, str(facts)) for id, name, facts in lost]
        out = output_console()
        out.print(plain_table("Not in the new graph", ("id", "name", "facts that wait for it"), rows))
        out.print("Say what they are now: evigraph curate move --id OLD=NEW", markup=False)
