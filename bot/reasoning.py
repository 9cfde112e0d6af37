"""`evigraph reason`: one question, printed."""

from __future__ import annotations

from rich.console import Console

from bot.batch_forms import with_model
from bot.batch_reasoning import reasoning_record
from bot.config import Settings
from bot.conversation import Call, command_once, print_json
from kgcore.turn.reasoning import Reasoner


async def reason_once(settings: Settings, question: str, call: Call, model: str) -> int:
    """Print what is made of a question, as a thread shows it; as JSON, the candidates with their evidence, and 1 where
    nothing in the graph bears on it. Raises EvigraphError.
    """
    from bot.wiring import open_parts

    settings = with_model(settings, model)
    if not call.as_json:
        return await command_once(settings, "reason", call, question)
    async with open_parts(settings, kg=call.kg, console=Console(stderr=True)) as parts:
        found = await Reasoner(parts.graph, parts.vocabulary).reason(question)
    print_json(reasoning_record(found))
    return 0 if found.candidates or found.missing else 1
