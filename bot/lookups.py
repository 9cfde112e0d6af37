"""`evigraph verify` and `evigraph link`: verdicts and links without a conversation."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from rich.console import Console
from rich.table import Column, Table

from bot.claims_file import bounded, verify_lines
from bot.config import Settings
from bot.terminal import output
from kgcore.link import Ranking
from kgcore.model import Mention


async def verify_file(settings: Settings, file: IO[bytes], kg: Path | None, out: IO[str]) -> int:
    """Write a verdict line per input line; 1 when a line was bad."""
    from bot.wiring import open_parts

    status = 0
    async with open_parts(settings, kg=kg, console=Console(stderr=True)) as parts:
        async for record in verify_lines(bounded(file), parts.checker, parts.reader.read):
            status = 1 if "error" in record else status
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return status


async def link_mentions(settings: Settings, mentions: Sequence[str], kg: Path | None, top: int, as_json: bool) -> int:
    """Print the candidates of each mention, best first."""
    from bot.wiring import open_parts

    async with open_parts(settings, kg=kg, console=Console(stderr=True)) as parts:
        ranked = await parts.graph.rank([Mention(m) for m in mentions], top)
    if as_json:
        json.dump([_record(mention, r) for mention, r in zip(mentions, ranked, strict=True)], sys.stdout, indent=1)
        print()
        return 0
    table = Table("mention", "linked", "entity", "type", "match", "score", Column("id", no_wrap=True))
    for mention, ranking in zip(mentions, ranked, strict=True):
        first = (mention, "yes" if ranking.linked else "no")
        if not ranking.candidates:
            table.add_row(*first)
        for c in ranking.candidates:
            table.add_row(*first, c.entity.name, c.entity.type, c.match.value, f"{c.score:.2f}", c.entity.id)
            first = ("", "")
    output().print(table)
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
