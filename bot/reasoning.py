"""`evigraph reason`: one question, printed."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from bot.batch_forms import with_model
from bot.batch_reasoning import reasoning_record
from bot.config import Settings
from bot.conversation import print_json
from bot.terminal import output_console
from kgcore.turn.reasoning import Reasoner


async def reason_once(settings: Settings, question: str, kg: Path | None, model: str, *, as_json: bool) -> int:
    """Print what is made of a question; return 1 where nothing in the graph bears on it. Raises EvigraphError."""
    from bot.wiring import open_parts

    async with open_parts(with_model(settings, model), kg=kg, console=Console(stderr=True)) as parts:
        found = await Reasoner(parts.graph, parts.vocabulary).reason(question)
    if as_json:
        print_json(reasoning_record(found))
    else:
        output_console().print(found.conclusion.plain(), markup=False, highlight=False)
    return 0 if found.candidates or found.missing else 1
