"""What `evigraph curate add, take, list, accept, …` do: people decide about facts, and the team's layer grows."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TypeGuard

from rich.console import Console

from bot.auditing import record_acts
from bot.config import Settings
from bot.graphs import plain_table, print_json
from bot.record_types_papers import ProposalRow, ProposedName, read_proposal_row
from bot.terminal import folding_table, output_console
from kgcore.curation.layer import (
    PAPER_IDS,
    TEAM_EDGE,
    Act,
    ActKind,
    Fact,
    Layer,
    ProposalKind,
    Reviewed,
    ReviewState,
    change_order,
)
from kgcore.curation.learning import note_of
from kgcore.curation.names import is_name
from kgcore.curation.withdrawals import WITHDRAWN, withdrawn_facts, withdrawn_text
from kgcore.english.agreement import join_words, number_noun
from kgcore.errors import InputError
from kgcore.graph.card import CardedGraph
from kgcore.ingest.exporting import export_graph
from kgcore.ingest.formats import ExportTarget
from kgcore.ingest.importing import import_graph
from kgcore.ports import Acts
from kgcore.presentation.reviewing import said_words
from kgcore.turn.reviewing import AT_ONCE, accepted_at_once, fact_words, new_act, paper_id, papers_in, read_fact
from kgcore.values.citation import Citation
from kgcore.values.model import Entity, Mention, Paper, Predicate
from kgcore.values.text import clean_line
from kgcore.vocabulary.vocabulary import Vocabulary

_MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class _Desk:
    """The graph with its layer, and the log behind that."""

    settings: Settings
    graph: CardedGraph
    log: Acts
    vocabulary: Vocabulary

    async def add(self, make: Callable[[Layer], Act]) -> Act:
        """Add an act to the log, and to the audit trail. Raises InputError and StoreError."""
        act = self.log.add(make)
        await record_acts(self.settings, act.by, [act], self.graph.info.name)
        return act


@asynccontextmanager
async def _desk(settings: Settings, kg: Path | None) -> AsyncIterator[_Desk]:
    from bot.wiring_graphs import curation_log, open_graph

    graph = await open_graph(settings, kg, Console(stderr=True))
    try:
        yield _Desk(settings, graph, curation_log(settings, graph.info.name), Vocabulary.of(graph.info.predicates))
    finally:
        await graph.close()


async def add_command(
    settings: Settings, kg: Path | None, text: str, papers: Sequence[str], sentence: str, by: str, why: str
) -> int:
    """Propose what a sentence says; shows how it was read and what the graph says of it now."""
    text, named = papers_in(text)
    papers = list(dict.fromkeys((*named, *map(paper_id, papers))))
    async with _desk(settings, kg) as desk:
        fact, claim = await read_fact(desk.graph, desk.vocabulary, text, papers, sentence)
        act = await desk.add(lambda _: new_act(ActKind.PROPOSED, by, fact=fact, why=why or said_words(text)))
        out = output_console()
        out.print(f"Proposal {act.number}: {await _words(desk, act)}", markup=False)
        out.print(f"The graph says now: {claim.verdict.label}. {claim.why}", markup=False)
        out.print(f"It counts once somebody accepts it: evigraph curate accept {act.number}", markup=False)
    return 0


async def take_command(settings: Settings, kg: Path | None, file: IO[bytes], by: str, *, automatic: bool) -> int:
    """Take rows of `curate read` in as open proposals; 1 when some could not be read.

    `automatic`: those that only add a paper to what the graph says, and are sure, are accepted at once, and say so.
    """
    bad = 0
    made: list[Act] = []
    async with _desk(settings, kg) as desk:
        if automatic and not desk.log.layer().automatic:
            raise InputError("No admin has switched that on.", hint="Whoever may does: evigraph curate automatic on")
        for number, line in enumerate(file, 1):
            if not line.strip() or b'"error"' in line[:200]:
                continue
            try:
                row = read_proposal_row(line)
            except InputError as error:
                bad += 1
                output_console().print(f"Line {number}: {error}", markup=False)
                continue
            fact = fact_of_row(row)
            at_once = automatic and row["automatic"]
            made += accepted_at_once(fact, by, AT_ONCE) if at_once else [new_act(ActKind.PROPOSED, by, fact=fact)]
        done = desk.log.add_all(made)
        await record_acts(settings, by, done, desk.graph.info.name)
    kinds = [act.kind for act in done if not isinstance(act, InputError)]
    taken, accepted = kinds.count(ActKind.PROPOSED), kinds.count(ActKind.ACCEPTED)
    left = sum(act.kind is ActKind.PROPOSED for act in made) - taken
    output_console().print(
        f"{number_noun(taken, 'proposal')} taken, {left} known already"
        + (f", {accepted} accepted automatically" if accepted else "")
        + (f", {number_noun(bad, 'line')} left out" if bad else "")
    )
    return 1 if bad else 0


async def automatic_command(settings: Settings, kg: Path | None, state: str, by: str) -> int:
    """Switch on or off that confident proposals which only add a paper go in by themselves; the log says who did."""
    async with _desk(settings, kg) as desk:
        act = await desk.add(lambda _: new_act(ActKind.SWITCHED, by, target="automatic", name=state))
        output_console().print(f"{act.number}: confident proposals that only add a paper: automatic {state}")
    return 0


def fact_of_row(row: ProposalRow) -> Fact:
    """Return a row of `curate read` as a fact."""
    paper = row.get("cites") or row["paper"]
    return Fact(
        _meant(row["subject"]),
        row["predicate"],
        _meant(row["object"]),
        row["negated"],
        (paper,) if paper.startswith(PAPER_IDS) else (),
        row["sentence"],
        note_of(row["qualifiers"], row.get("effect"), row.get("design")),
        row["score"],
        (row["subject"]["text"], row["object"]["text"]),
        ProposalKind(row["kind"]),
        row.get("title", ""),
        (_new_type(row["subject"]), _new_type(row["object"])),
    )


def _meant(name: ProposedName) -> str:
    return name.get("entity") or name["id"]


def _new_type(name: ProposedName) -> str:
    return (name.get("enters") or name["type"]) if name.get("new") else ""


async def list_command(settings: Settings, kg: Path | None, *, everything: bool, as_json: bool) -> int:
    """Show proposals, those that would change most first."""
    async with _desk(settings, kg) as desk:
        found = [r for r in desk.log.layer().proposals.values() if everything or r.state is ReviewState.OPEN]
        found.sort(key=change_order)
        if as_json:
            print_json([await _record(desk, r) for r in found])
            return 0
        table = folding_table("no.", "says", "paper", "score", "state", title="Proposals")
        for reviewed in found[:_MOST_SHOWN]:
            noted = f" ({note})" if (note := reviewed.fact.note) else ""
            said = f"{await _words(desk, reviewed.proposed)}{noted}\n“{reviewed.fact.sentence}”".removesuffix("\n“”")
            papers = ", ".join(reviewed.fact.papers) or "no paper"
            table.add_row(str(reviewed.proposed.number), said, papers, f"{reviewed.fact.score:.2f}", _state(reviewed))
        out = output_console()
        out.print(table if found else "No proposals are open.")
        if len(found) > _MOST_SHOWN:
            out.print(f"{len(found) - _MOST_SHOWN} more; --json has them all.")
    return 0


def _state(reviewed: Reviewed) -> str:
    decided = reviewed.decided
    return f"{reviewed.state.value} by {decided.by}" if decided else reviewed.state.value


async def _record(desk: _Desk, reviewed: Reviewed) -> dict[str, object]:
    decided = reviewed.decided
    return {
        "number": reviewed.proposed.number,
        "state": reviewed.state.value,
        "says": await _words(desk, reviewed.proposed),
        **asdict(reviewed.fact),
        "proposed_by": reviewed.proposed.by,
        "proposed_at": reviewed.proposed.at,
        "decided_by": decided.by if decided else None,
        "decided_at": decided.at if decided else None,
        "why": decided.why if decided else reviewed.proposed.why,
    }


async def _words(desk: _Desk, act: Act) -> str:
    return await fact_words(desk.graph, desk.vocabulary, act)


async def decide_command(
    settings: Settings, kg: Path | None, kind: ActKind, targets: Sequence[str], by: str, why: str
) -> int:
    """Add one act a target; the first that cannot be done ends it, and says what was done before."""
    async with _desk(settings, kg) as desk:
        edges = await _withdrawable(settings, kg, targets) if kind is ActKind.WITHDREW else {}
        for target in targets:

            def make(layer: Layer, target: str = target) -> Act:
                return new_act(kind, by, target=target.lstrip("#"), why=why, fact=edges.get(target))

            act = await desk.add(make)
            output_console().print(f"{act.number}: {act.by} {act.kind.value} {act.target}", markup=False)
    return 0


async def _withdrawable(settings: Settings, kg: Path | None, ids: Sequence[str]) -> dict[str, Fact]:
    """Return what edges of the base graph say, by id. Raises InputError where there is no such edge.

    A graph in Neo4j is not looked through: there an id is taken at its word.
    """
    from bot.wiring_graphs import edges_with_ids, graph_folder

    if any(id.startswith(TEAM_EDGE) for id in ids):
        raise InputError("That is an edge of the team's own.", hint="Take its acceptance back: evigraph curate undo N")
    if settings.kg_backend == "neo4j" and kg is None:
        return {}
    found = {e.id: e for e in edges_with_ids(await graph_folder(settings, kg, Console(stderr=True)), ids)}
    for id in ids:
        if id not in found:
            raise InputError(
                f"The graph has no edge {id}.", hint="`evigraph kg show NAME --json` has the ids of edges."
            )
    return {e.id: Fact(e.subject, e.predicate, e.object, e.negated) for e in found.values()}


async def name_command(settings: Settings, kg: Path | None, entity: str, name: str, by: str) -> int:
    """Give an entity, by name or id, another name."""
    async with _desk(settings, kg) as desk:
        known = await desk.graph.entities([entity])
        (ranking,) = await desk.graph.rank([Mention(entity)])
        if not known and not ranking.linked:
            near = ", ".join(c.entity.name for c in ranking.candidates)
            raise InputError(f"The graph has nothing called {entity!r}.", hint=f"Nearest: {near}." if near else "")
        found = known.get(entity) or ranking.candidates[0].entity
        other = _new_name(name)
        act = await desk.add(lambda _: new_act(ActKind.NAMED, by, target=found.id, name=other))
        output_console().print(f"{act.number}: {found.name} is also called {other}", markup=False)
    return 0


def _new_name(name: str) -> str:
    cleaned = clean_line(name)
    if not is_name(cleaned) or len(cleaned) > 200:
        raise InputError("That is no name.", hint="A name has two to 200 characters, with a letter among them.")
    return cleaned


async def enter_command(settings: Settings, kg: Path | None, name: str, kind: str, by: str) -> int:
    """Enter an entity of one of the graph's types."""
    async with _desk(settings, kg) as desk:
        types = [t for t, _ in desk.graph.info.types]
        if kind not in types:
            raise InputError(f"The graph has no type {kind!r}.", hint=f"It has {', '.join(types[:20])}.")
        (ranking,) = await desk.graph.rank([Mention(_new_name(name), kind)])
        if ranking.linked:
            there = ranking.candidates[0].entity
            raise InputError(f"{there.name} ({there.id}) is there already.", hint="Give it a name instead: curate name")
        act = await desk.add(lambda _: new_act(ActKind.ENTERED, by, name=_new_name(name), type=kind))
        output_console().print(f"{act.number}: {act.name} is in the team's layer as TEAM:{act.number}", markup=False)
    return 0


async def log_command(settings: Settings, kg: Path | None, as_json: bool) -> int:
    """Show all acts."""
    async with _desk(settings, kg) as desk:
        acts = {a.number: a for a in desk.log.acts()}
        if as_json:
            print_json([{**asdict(a), "about": await _about(desk, a, acts)} for a in acts.values()])
            return 0
        rows = [(str(a.number), a.at, a.by, a.kind.value, await _about(desk, a, acts), a.why) for a in acts.values()]
        output_console().print(plain_table("What was done", ("no.", "when", "who", "did", "what", "why"), rows))
    return 0


async def _about(desk: _Desk, act: Act, acts: Mapping[int, Act]) -> str:
    """Return what an act is about, in words: what an act by number was about, too."""
    if act.fact is not None:
        said = await _words(desk, act)
        said = f"{act.target}: {said}" if act.target else said
        return f"{said} ({', '.join(act.fact.papers)})" if act.fact.papers else said
    match act.kind:
        case ActKind.ACCEPTED | ActKind.REJECTED | ActKind.UNDID:
            before = acts.get(int(act.target)) if act.target.isdecimal() else None
            said = await _about(desk, before, acts) if before is not None and before.number < act.number else ""
            return " ".join(
                part for part in (f"{act.target}:", before.kind.value if _is_deed(before) else "", said) if part
            )
        case ActKind.NAMED:
            known = await desk.graph.entities([act.target])
            return f"{known[act.target].name if act.target in known else act.target} also {act.name}"
        case ActKind.MOVED:
            return f"{act.target} → {act.name}"
        case _:
            return " ".join(part for part in (act.target, act.name) if part)


def _is_deed(act: Act | None) -> TypeGuard[Act]:
    """Whether an act is more than a proposal, so that taking it back is said of what was done."""
    return act is not None and act.kind is not ActKind.PROPOSED


async def export_command(settings: Settings, kg: Path | None, to: Path, target: ExportTarget) -> int:
    """Write the layer's own nodes, edges and papers as an interchange folder, or as tables for Neo4j's import."""
    async with _desk(settings, kg) as desk:
        layer, acts = desk.log.layer(), desk.log.acts()
        gone = withdrawn_facts(layer, acts)
        ends = {end for e in layer.edges.values() for end in (e.subject, e.object)}
        ends |= {end for f in gone.values() for end in (f.subject, f.object)}
        entities = await desk.graph.entities(ends | {*layer.names, *layer.entities})
        papers = await desk.graph.papers({p for e in layer.edges.values() for p in e.publications})
        used = {e.predicate for e in layer.edges.values()}
        predicates = [p for p in desk.graph.info.predicates if p.name in used]
        withdrawn = withdrawn_text(layer, gone)
    parts = layer, list(entities.values()), list(papers.values()), predicates
    if target is ExportTarget.KGX:
        _write_folder(to, *parts, withdrawn)
    else:
        with tempfile.TemporaryDirectory() as made:
            _write_folder(Path(made) / "layer", *parts, withdrawn)
            await import_graph(Path(made) / "layer", Path(made) / "graph", embedder=None)
            export_graph(Path(made) / "graph", to, target)
            _write_withdrawn(to, withdrawn)
    names = sum(map(len, layer.names.values()))
    told = {"name": names, "entity": len(layer.entities), "withdrawn relation": len(layer.withdrawn)}
    some = [number_noun(len(layer.edges), "fact"), *(number_noun(n, noun) for noun, n in told.items() if n)]
    output_console().print(f"{join_words(some, 'and')} in {to}", markup=False)
    return 0


def _write_folder(
    to: Path,
    layer: Layer,
    entities: Iterable[Entity],
    papers: Iterable[Paper],
    predicates: Iterable[Predicate],
    withdrawn: str,
) -> None:
    try:
        to.mkdir(parents=True)
    except FileExistsError as error:
        raise InputError(f"{to} exists.", hint="Give a new folder.") from error
    except OSError as error:
        raise InputError(f"{to} cannot be made: {error.strerror}.") from error
    _write(
        to / "nodes.tsv",
        ("id", "name", "category", "synonym", "xref", "description"),
        ((e.id, e.name, e.type, "|".join(e.synonyms), "|".join(e.xrefs), e.description) for e in entities),
    )
    _write(
        to / "edges.tsv",
        ("id", "subject", "predicate", "object", "negated", "publications", "knowledge_source", "sentences", "note"),
        (
            (e.id, e.subject, e.predicate, e.object, str(e.negated).lower(), "|".join(e.publications),
             "|".join(e.sources), "|".join(e.sentences), e.note)
            for e in layer.edges.values()
        ),
    )  # fmt: skip
    _write(
        to / "papers.tsv",
        ("id", "title", "journal", "year", "url", *Citation._fields),
        ((p.id, p.title, p.journal, str(p.year or ""), p.url, *p.citation.cells()) for p in papers),
    )
    _write(
        to / "predicates.tsv",
        ("predicate", "label", "symmetric", "inverse", "opposite", "implies", "phrases"),
        (
            (p.name, p.label, str(p.symmetric).lower(), p.inverse, *map("|".join, (p.opposite, p.implies, p.phrases)))
            for p in predicates
        ),
    )
    _write_withdrawn(to, withdrawn)


def _write_withdrawn(to: Path, withdrawn: str) -> None:
    (to / WITHDRAWN).write_text(withdrawn, encoding="utf-8")


def _write(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    lines = ("\t".join(" ".join(cell.split()) for cell in row) for row in (head, *rows))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
