"""What `evigraph kg describe` does: a model proposes words for a graph's predicates, and a person confirms them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import click
from rich.console import Console

from bot.config import Settings
from bot.graphs import plain_table, progress_bar
from bot.terminal import output_console
from bot.wiring_graphs import described_predicates, predicate_edges
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.graph import is_imported
from kgcore.ports import LanguageModel, ModelClient
from kgcore.turn.services import complete_text
from kgcore.values.model import Predicate
from kgcore.values.tasks import DescribeRequest
from kgcore.vocabulary.described import FILE, PredicateEdges, described_text
from kgcore.vocabulary.described import read_described as read_table
from kgcore.vocabulary.proposals import Proposal, checked, proposal_in
from kgcore.vocabulary.wording import statement_sentence

EXAMPLES = 20  # edges that a model is shown
_SHOWN = 3
_WHEN = "A bot that runs sees it after a restart."


class Ruling(StrEnum):
    """What a person says to a proposal."""

    YES = "y"
    EDIT = "e"
    NO = "n"
    QUIT = "q"


@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling, and for EDIT the words instead."""

    ruling: Ruling
    label: str = ""


Ask = Callable[[Predicate], Answer]


async def describe_command(
    settings: Settings, names: Sequence[str], kg: Path | None, out: Path | None, take: Path | None, force: bool
) -> int:
    """Propose and confirm, write proposals to a file, or take what was confirmed in one. Raises EvigraphError."""
    folder = _folder(settings, kg)
    if take is not None:
        return _take(folder, take)
    if out is None and not sys.stdin.isatty():
        hint = f"Write the proposals to a file, confirm them there, and take it: --out {FILE}, then --take {FILE}"
        raise InputError("What a model proposes has to be confirmed by a person, and there is no terminal.", hint=hint)
    _check_free(out, force)
    wanted = _wanted(folder, names)
    if not wanted:
        output_console().print("Every predicate was worded by a person already. Name one to word it anew.")
        return 0
    model = _model(settings)
    console = Console(stderr=True)
    try:
        if out is not None:
            return await _to_file(model, folder, wanted, out, console)
        return await confirm_each(model, folder, wanted, ask_in_terminal, console)
    finally:
        await model.close()


def _check_free(out: Path | None, force: bool) -> None:
    if out is not None and out.exists() and not force:
        raise InputError(f"{out} is there already.", hint="Give another name, or --force.")


def _folder(settings: Settings, kg: Path | None) -> Path:
    source = kg or (settings.kg if settings.kg_backend != "neo4j" else None)
    if source is None or not is_imported(source):
        raise InputError(
            "Words are given to an imported graph.",
            hint="Import it first (evigraph kg import SOURCE), then --kg FOLDER",
        )
    return source


def _model(settings: Settings) -> ModelClient:
    from bot.wiring import open_models

    models = open_models(settings)
    if not models:
        hint = f"Set OPENAI_API_KEY or OPENAI_BASE_URL, or write {FILE} by hand: docs/graphs.md says how."
        raise InputError("No language model is configured that could propose words.", hint=hint)
    return next(iter(models.values()))


def _wanted(folder: Path, names: Sequence[str]) -> list[PredicateEdges]:
    """Return the predicates that are named, else those that nobody has confirmed yet; most edges first."""
    found = predicate_edges(folder, EXAMPLES)
    known = {p.predicate.name for p in found}
    if strange := [name for name in names if name not in known]:
        raise InputError(f"No edge of this graph is called {strange[0]!r}.", hint="evigraph kg stats lists them.")
    done = set(_table(folder))
    return [p for p in found if (p.predicate.name in names if names else p.predicate.name not in done)]


async def _propose(model: LanguageModel, edges: PredicateEdges, own: Sequence[Predicate]) -> Proposal | None:
    name = edges.predicate.name
    shown = tuple((s.name, s.type, o.name, o.type) for s, o in edges.examples)
    others = tuple(p.name for p in own if p.name != name)
    found = proposal_in(await complete_text(model, DescribeRequest(name, shown, others)), name, own)
    if found is None or not found.predicate.symmetric or _same_kinds(edges):
        return found
    left = (*found.left, "symmetric: its subjects and objects are of different types")
    return replace(found, predicate=replace(found.predicate, symmetric=False), left=left)


def _same_kinds(edges: PredicateEdges) -> bool:
    return bool({s.type for s, _ in edges.examples} & {o.type for _, o in edges.examples})


# ── a file ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def _to_file(
    model: LanguageModel, folder: Path, wanted: Sequence[PredicateEdges], out: Path, console: Console
) -> int:
    own = described_predicates(folder)
    proposals: list[Predicate] = []
    with progress_bar(console, "proposing words") as advance:
        for n, edges in enumerate(wanted):
            advance(n, len(wanted))
            found = await _propose(model, edges, own)
            proposals.append(found.predicate if found else Predicate(edges.predicate.name))
    _write(out, described_text((), proposals))
    said = output_console()
    said.print(f"{number_noun(len(proposals), 'proposal')} written to {out}. None counts yet.")
    said.print(f"Mend them, write “yes” under “confirmed” where they hold, and: evigraph kg describe --take {out}")
    return 0


def _take(folder: Path, file: Path) -> int:
    try:
        given = read_table(file.read_text(encoding="utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("cannot be read.", where=str(file), hint="Save it as UTF-8 text.") from error
    own = described_predicates(folder)
    known = {p.name for p in own}
    left = [(name, "this graph has no such predicate") for name in given if name not in known]
    for predicate in given.values():
        if predicate.name in known and checked(predicate, own) is None:
            left.append((predicate.name, f"“{predicate.label}” is not read back as it"))
    refused = {name for name, _ in left}
    taken = {name: p for name, p in given.items() if name not in refused}
    if taken:
        _write(folder / FILE, described_text((_table(folder) | taken).values()))
    out = output_console()
    out.print(f"{number_noun(len(taken), 'predicate')} worded in {folder / FILE}. {_WHEN}")
    if left:
        out.print(plain_table("Left out", ("predicate", "why"), left))
    return 1 if left or not taken else 0


def _table(folder: Path) -> dict[str, Predicate]:
    file = folder / FILE
    return read_table(file.read_text(encoding="utf-8"), str(file)) if file.is_file() else {}


def _write(file: Path, text: str) -> None:
    """Replace the file at once, or not at all."""
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(file)
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error.strerror or error}).") from error


# ── the terminal ────────────────────────────────────────────────────────────────────────────────────────────────────


async def confirm_each(
    model: LanguageModel, folder: Path, wanted: Iterable[PredicateEdges], ask: Ask, console: Console
) -> int:
    """Propose words one predicate at a time and have each confirmed; what was confirmed is kept at once."""
    out, confirmed = output_console(), 0
    for edges in wanted:
        own = described_predicates(folder)
        with console.status(f"proposing words for {edges.predicate.name} …"):
            found = await _propose(model, edges, own)
        if found is None:
            out.print(f"\n{edges.predicate.name}: the model proposed no words that are read back as it.")
        proposal = found or Proposal(Predicate(edges.predicate.name))
        if found is not None:
            _show(out, edges, found)
        ruled = await asyncio.to_thread(ask, proposal.predicate)
        if ruled.ruling is Ruling.QUIT:
            break
        kept = _kept(proposal, ruled, own, out)
        if kept is not None:
            _write(folder / FILE, described_text((_table(folder) | {kept.name: kept}).values()))
            confirmed += 1
    out.print(f"\n{number_noun(confirmed, 'predicate')} confirmed in {folder / FILE}. {_WHEN}")
    return 0


def _kept(proposal: Proposal, ruled: Answer, own: Sequence[Predicate], out: Console) -> Predicate | None:
    if ruled.ruling is Ruling.NO or (ruled.ruling is Ruling.YES and not proposal.predicate.label):
        return None
    if ruled.ruling is Ruling.YES:
        return proposal.predicate
    mended = checked(replace(proposal.predicate, label=" ".join(ruled.label.split())), own)
    if mended is None:
        out.print(f"“{ruled.label}” is not read back as {proposal.predicate.name}; nothing was changed.")
    return mended.predicate if mended else None


def _show(out: Console, edges: PredicateEdges, proposal: Proposal) -> None:
    p = proposal.predicate
    out.print(f"\n{p.name} ({number_noun(edges.edges, 'edge')})")
    for subject, object in edges.examples[:: max(1, len(edges.examples) // _SHOWN)][:_SHOWN]:
        out.print(f"  {statement_sentence(subject, p, object)}.")
    said = (
        ("also", ", ".join(p.phrases)),
        ("symmetric", "yes" if p.symmetric else ""),
        ("inverse", p.inverse),
        ("opposite", ", ".join(p.opposite)),
        ("implies", ", ".join(p.implies)),
        ("left out", "; ".join(proposal.left)),
    )
    for name, words in said:
        if words:
            out.print(f"  {name}: {words}", markup=False)


def ask_in_terminal(proposal: Predicate) -> Answer:
    """Ask the person who sits there."""
    choices = Ruling if proposal.label else (Ruling.EDIT, Ruling.NO, Ruling.QUIT)
    words = "Confirm (y), edit the words (e), leave it (n), quit (q)"
    ruling = Ruling(click.prompt(words, type=click.Choice([c.value for c in choices])))
    label = click.prompt("Words between subject and object") if ruling is Ruling.EDIT else ""
    return Answer(ruling, label)
