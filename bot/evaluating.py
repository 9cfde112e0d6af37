"""`evigraph evaluate`: a question file answered and scored, or made from a graph."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from rich.console import Console

from bot.batch import Fields, Id, bounded_lines, read_rows, text_of
from bot.batch_forms import with_model
from bot.config import Settings
from bot.conversation import print_json
from bot.terminal import folding_table, output_console
from kgcore.errors import InputError
from kgcore.reasoning.scoring import Score, scores
from kgcore.turn.evaluating import Arm, AskedQuestion, Evaluator
from kgcore.turn.exam_making import make_questions
from kgcore.values.decision import UNDECIDED

_WORDS = frozenset({"true", "false", UNDECIDED})  # every other answer is an option's label
COLUMNS = '"id", "text", and "answer" (true, false, an option\'s label or undecided) or "gold" (ids of entities)'


@dataclass(frozen=True, slots=True)
class EvaluateOptions:
    """Over which graph, with which model, and where results go; `count` and `seed` are of a set that is made."""

    kg: Path | None = None
    model: str = "none"
    count: int = 100
    seed: int = 1
    chart: Path | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    id: Id
    question: AskedQuestion


def _read(id: Id, fields: Fields) -> _Line:
    text, gold = text_of(fields, "text"), fields.get("gold")
    hidden = _ids(fields.get("hidden", []))
    if hidden is None:
        raise InputError('"hidden" must be the id of a paper or the name of a source, or a list of them')
    if "answer" not in fields and gold is None:
        known = ", ".join(sorted(map(str, fields)))
        raise InputError(f"there must be {COLUMNS}; there are {known}")
    if "answer" in fields:
        answer = text_of(fields, "answer").strip()
        expected = answer.lower() if answer.lower() in _WORDS else answer.upper()
        kind = fields.get("kind")
        group = kind if isinstance(kind, str) and kind else _group(expected)
        return _Line(id, AskedQuestion(str(id), group, text, expected, hidden=hidden))
    ids = _ids(gold)
    if not ids:
        raise InputError('"gold" must be the id of an entity, or a list of ids')
    return _Line(id, AskedQuestion(str(id), "open", text, ids[0], ids, hidden))


def _ids(given: object) -> tuple[str, ...] | None:
    """Return the ids of a field that holds one or a list of them; None where it holds anything else."""
    ids = given if isinstance(given, list) else [given]
    named = tuple(one for one in ids if isinstance(one, str) and one)
    return named if len(named) == len(ids) else None


def _group(expected: str) -> str:
    if expected == UNDECIDED:
        return "undecidable"
    return "true_false" if expected in ("true", "false") else "choice"


def read_questions(file: IO[bytes]) -> list[AskedQuestion]:
    """Return the questions of a file. Raises InputError naming the line that cannot be used."""
    found = []
    for row in read_rows(bounded_lines(file), _read):
        if not isinstance(row.asked, _Line):
            raise InputError(f"{getattr(file, 'name', 'input')}, line {row.number}: {row.asked.error}.")
        found.append(row.asked.question)
    if not found:
        raise InputError(f"There are no questions in {getattr(file, 'name', 'the input')}.")
    return found


async def evaluate_once(settings: Settings, file: IO[bytes] | None, options: EvaluateOptions) -> int:
    """Answer and score the questions of a file; without one, of a set made from the graph. Raises EvigraphError."""
    from bot.wiring import open_parts

    kind = options.chart.suffix.lower().lstrip(".") if options.chart else "png"
    if kind not in ("png", "svg"):
        raise InputError("The chart's file must end in .png or .svg.")
    questions = read_questions(file) if file is not None else []
    console = Console(stderr=True)
    async with open_parts(with_model(settings, options.model), kg=options.kg, console=console) as parts:
        if not questions:
            made = await make_questions(parts.graph, parts.vocabulary, options.count, options.seed)
            questions = [AskedQuestion(m.id, m.kind.value, m.text, m.answer, hidden=m.hidden) for m in made]
        model = next(iter(parts.services.models.values()), None)
        evaluator = Evaluator(parts.graph, parts.vocabulary, parts.checker, model)
        found: list[Score] = []
        for arm in evaluator.arms:
            with console.status(f"{arm.value}: {len(questions)} questions …"):
                found += scores(arm.value, [one async for one in evaluator.answers(arm, questions)])
    if options.chart:
        from kgcore.drawing.accuracy_chart import accuracy_chart

        await asyncio.to_thread(_write, options.chart, accuracy_chart(found, kind))
    _print(found, options)
    return 0


def _print(found: Sequence[Score], options: EvaluateOptions) -> None:
    if options.as_json:
        print_json(
            {
                "arms": sorted({s.arm for s in found}, key=[a.value for a in Arm].index),
                "scores": [asdict(s) for s in found],
            }
        )
        return
    heads = ("answered by", "questions", "n", "right", "95 % interval", "10 × 100", "undecided", "wrong", "s", "tokens")
    table = folding_table(*heads)
    for s in found:
        interval = f"{s.low:.3f}–{s.high:.3f}"
        figures = (
            f"{s.right:.3f}",
            interval,
            f"{s.sampled:.3f} ± {s.spread:.3f}",
            f"{s.undecided:.3f}",
            f"{s.wrong:.3f}",
        )
        table.add_row(s.arm, s.group, str(s.questions), *figures, f"{s.seconds:.3f}", f"{s.tokens:.0f}")
    console = output_console()
    console.print(table)
    if options.chart:
        console.print(f"Chart: {options.chart}")


async def make_once(settings: Settings, out: Path, options: EvaluateOptions, *, force: bool) -> int:
    """Write a set of questions that is made from a graph. Raises EvigraphError."""
    from bot.wiring import open_parts

    if not force and await asyncio.to_thread(out.exists):
        raise InputError(f"{out} is there already.", hint="Choose another --out, or replace it with --force.")
    async with open_parts(with_model(settings, "none"), kg=options.kg, console=Console(stderr=True)) as parts:
        made = await make_questions(parts.graph, parts.vocabulary, options.count, options.seed)
    lines = [json.dumps(_made(m), ensure_ascii=False) for m in made]
    await asyncio.to_thread(_write, out, "\n".join(lines) + "\n")
    Console(stderr=True).print(f"{len(made)} questions are in {out}.", markup=False)
    return 0


def _write(to: Path, content: str | bytes) -> None:
    """Write a file whole or not at all. Raises InputError."""
    half = to.with_name(f"{to.name}.part")
    try:
        half.write_bytes(content.encode() if isinstance(content, str) else content)
        half.replace(to)
    except OSError as error:
        raise InputError(f"{to} cannot be written: {error.strerror}.") from error


def _made(made: Any) -> dict[str, object]:
    return {
        "id": made.id,
        "kind": made.kind.value,
        "text": made.text,
        "answer": made.answer,
        "edges": list(made.edges),
        "hidden": list(made.hidden),
    }
