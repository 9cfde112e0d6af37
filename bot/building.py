"""`evigraph kg build`: brings several sources onto one set of entities, one source after the other, and says how.

Graphs and tables give entities and relations. Rows of `curate read` give entities and what papers propose: that waits
beside the new graph, under its ids, for `curate take` and a reviewer, and decides nothing before.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from bot.config import Settings
from bot.ending import tidy_end
from bot.graphs import print_json, print_merged, stage_bars
from bot.record_types_papers import ProposalRow, ProposedName, read_proposal_row
from bot.terminal import output_console
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.ingest.entity_matching import Ruling
from kgcore.ingest.importing import PROPOSALS, import_graph
from kgcore.ingest.merging import MergeResult, merge_graphs
from kgcore.ingest.standardising import StandardisingMatcher

_MESH = re.compile(r"[CD]\d{6,9}")  # as PubTator's files write it
_RULINGS = (Ruling.DOUBTFUL, Ruling.APART, Ruling.DROPPED, Ruling.MERGED, Ruling.NEW)


@dataclass(frozen=True, slots=True)
class _Proposed:
    """The rows of a file of proposals, and how many lines could not be read."""

    rows: tuple[ProposalRow, ...]
    bad: int


async def build_command(settings: Settings, sources: Sequence[Path], to: Path, as_json: bool) -> int:
    """Build a graph from several sources; 1 when something was doubtful, contradictory or could not be read."""
    from bot.wiring import graph_folder, open_embedder

    console = Console(stderr=True)
    proposed = {n: _read(source) for n, source in enumerate(sources) if _is_proposals(source)}
    with ExitStack() as stack:
        folders = []
        for n, source in enumerate(sources):
            if n in proposed:
                room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                folders.append(await _as_graph(proposed[n].rows, room, source.stem))
            else:
                folders.append(await graph_folder(settings, source, console))
        with tidy_end(), stage_bars(console) as show:
            built = await merge_graphs(
                folders,
                to,
                embedder=open_embedder(settings),
                progress=show,
                called=[str(source) for source in sources],
                matcher=StandardisingMatcher,
                proposed=tuple(proposed),
                caps=settings.caps,
            )
    rows = list(_standardised(proposed, built.became))
    if proposed:
        _write(to / PROPOSALS, rows)
    bad = sum(p.bad for p in proposed.values())
    _show(built, to, rows, as_json, bad, waiting=bool(proposed))
    return 1 if bad or built.conflicts or any(d.ruling is Ruling.DOUBTFUL for d in built.decisions) else 0


def _show(built: MergeResult, to: Path, rows: Sequence[ProposalRow], as_json: bool, bad: int, *, waiting: bool) -> None:
    if as_json:
        told = {
            "decisions": [asdict(d) for d in built.decisions],
            "counts": dict(Counter(d.ruling.value for d in built.decisions)),
            "conflicts": [asdict(c) for c in built.conflicts],
            "proposals": len(rows),
            "lines_left_out": bad,
        }
        print_json({"folder": str(to), **built.report.as_dict(), **told})
        return
    print_merged(built, to, _RULINGS)
    out = output_console()
    if bad:
        out.print(f"{number_noun(bad, 'line')} of proposals could not be read and were left out.")
    if waiting:
        out.print(
            f"{number_noun(len(rows), 'proposal')} of papers in {to / PROPOSALS}: they count for nothing until a "
            f"reviewer has accepted them. Next: evigraph curate take {to / PROPOSALS} --kg {to}",
            soft_wrap=True,
        )


def _is_proposals(source: Path) -> bool:
    """Whether a file's first line is a row of `curate read`."""
    if not source.is_file() or source.suffix not in (".jsonl", ".json", ".ndjson"):
        return False
    with source.open("rb") as file:
        first = next((line for line in file if line.strip()), b"")
    try:
        keys = json.loads(first)
    except ValueError:
        return False
    return isinstance(keys, dict) and {"paper", "subject", "predicate", "object"} <= keys.keys()


def _read(source: Path) -> _Proposed:
    rows: list[ProposalRow] = []
    bad = 0
    with source.open("rb") as file:
        for line in filter(bytes.strip, file):
            try:
                rows.append(read_proposal_row(line))
            except InputError:
                bad += b'"error"' not in line[:200]
    if not rows:
        raise InputError("has no proposal that can be read.", where=str(source), hint="Write it with: curate read")
    return _Proposed(tuple(rows), bad)


async def _as_graph(rows: Sequence[ProposalRow], room: Path, name: str) -> Path:
    """Return a graph of the entities alone that proposals are about, each under the name that papers use most."""
    names: dict[str, Counter[str]] = {}
    types: dict[str, str] = {}
    for row in rows:
        for end in (row["subject"], row["object"]):
            if end["id"]:
                names.setdefault(end["id"], Counter())[_cell(end["text"])] += 1
                types.setdefault(end["id"], end["type"])
    tables = room / name
    tables.mkdir()
    lines = (
        "\t".join((id, some.most_common(1)[0][0], _cell(types[id]), f"MESH:{id}" if _MESH.fullmatch(id) else ""))
        for id, some in names.items()
    )
    (tables / "nodes.tsv").write_text("\n".join(("id\tname\tcategory\txref", *lines, "")), encoding="utf-8")
    (tables / "edges.tsv").write_text("id\tsubject\tpredicate\tobject\n", encoding="utf-8")
    await import_graph(tables, room / "graph", embedder=None)
    return room / "graph"


def _cell(text: str) -> str:
    return " ".join(text.split())


def _standardised(proposed: Mapping[int, _Proposed], became: Mapping[int, Mapping[str, str]]) -> Iterator[ProposalRow]:
    """Yield the rows under the new graph's ids, each fact of a paper once."""
    seen: set[tuple[str, str, str, bool, str]] = set()
    for n, some in proposed.items():
        for row in some.rows:
            ends = [became[n].get(row[end]["id"]) for end in ("subject", "object")]
            if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
                continue
            key = (ends[0], row["predicate"], ends[1], row["negated"], row["paper"])
            if key not in seen:
                seen.add(key)
                yield {**row, "subject": _named(row["subject"], ends[0]), "object": _named(row["object"], ends[1])}


def _named(name: ProposedName, id: str) -> ProposedName:
    """Return a name under the new graph's id; what another graph had or lacked of it holds no longer."""
    return {"text": name["text"], "id": id, "type": name["type"], "start": name["start"], "end": name["end"]}


def _write(path: Path, rows: Iterable[ProposalRow]) -> None:
    made = path.with_suffix(".new")
    made.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    made.replace(path)
