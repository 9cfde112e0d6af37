"""`evigraph link`: what names mean, without a conversation."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bot.commands import is_address
from bot.config import Settings
from bot.terminal import folding_table, output_console
from kgcore.linking.linking import Ranking
from kgcore.values.model import Mention


async def link_mentions(settings: Settings, mentions: Sequence[str], kg: Path | None, top: int, as_json: bool) -> int:
    """Print the candidates of each mention, best first."""
    from bot.wiring import open_parts

    async with open_parts(settings, kg=kg, console=Console(stderr=True)) as parts:
        ranked = await parts.graph.rank([Mention(m) for m in mentions], top)
    for mention, ranking in zip(mentions, ranked, strict=True):
        if is_address(mention) and not ranking.linked:
            hint = "Give the name that it stands for. Papers are taken in by `evigraph library add`, once downloaded."
            said = f"{mention} is an address, which is not opened. {hint}"
            Console(stderr=True, soft_wrap=True).print(said, markup=False)
    if as_json:
        json.dump([_record(mention, r) for mention, r in zip(mentions, ranked, strict=True)], sys.stdout, indent=1)
        print()
        return 0
    table = folding_table("mention", "linked", "entity", "type", "match", "score", "id", whole=("id",))
    for mention, ranking in zip(mentions, ranked, strict=True):
        first = (mention, "yes" if ranking.linked else "no")
        if not ranking.candidates:
            table.add_row(*first)
        for c in ranking.candidates:
            table.add_row(*first, c.entity.name, c.entity.type, c.match.value, f"{c.score:.2f}", c.entity.id)
            first = ("", "")
    output_console().print(table)
    return 0


def _record(mention: str, ranking: Ranking) -> dict[str, object]:
    candidates = [
        {
            "id": c.entity.id,
            "name": c.entity.name,
            "type": c.entity.type,
            "score": round(c.score, 4),
            "match": c.match.value,
        }
        for c in ranking.candidates
    ]
    return {"mention": mention, "linked": ranking.linked, "candidates": candidates}
