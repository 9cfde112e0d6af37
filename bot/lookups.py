"""`evigraph verify` and `evigraph link`: verdicts and links without a conversation."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from rich.console import Console
from rich.table import Table

from bot.claims_file import verify_lines
from bot.config import Settings


async def verify_file(settings: Settings, file: IO[bytes], kg: Path | None, out: IO[str]) -> int:
    """Write a verdict line per input line; 1 when a line was bad."""
    from bot.wiring import open_parts

    status = 0
    async with open_parts(settings, kg=kg, console=Console(stderr=True)) as parts:
        async for record in verify_lines(file, parts.checker, parts.reader.read):
            status = 1 if "error" in record else status
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return status


async def link_mentions(settings: Settings, mentions: Sequence[str], kg: Path | None, top: int, as_json: bool) -> int:
    """Print the candidates of each mention, best first."""
    from bot.wiring import open_parts

    async with open_parts(settings, kg=kg, console=Console(stderr=True)) as parts:
        ranked = await parts.graph.rank(mentions, top)
    records = [
        {
            "mention": mention,
            "linked": linked,
            "candidates": [
                {
                    "id": c.entity.id,
                    "name": c.entity.name,
                    "type": c.entity.type,
                    "score": round(c.score, 4),
                    "match": c.match.value,
                }
                for c in candidates
            ],
        }
        for mention, (linked, candidates) in zip(mentions, ranked, strict=True)
    ]
    if as_json:
        json.dump(records, sys.stdout, ensure_ascii=False, indent=1)
        print()
        return 0
    table = Table("mention", "linked", "entity", "type", "match", "score", "id")
    for record in records:
        for number, c in enumerate(record["candidates"] or [{}]):
            first = (record["mention"], "yes" if record["linked"] else "no") if number == 0 else ("", "")
            cells = (c.get(k, "") for k in ("name", "type", "match", "score", "id"))
            table.add_row(*(str(x) for x in (*first, *cells)))
    Console(highlight=False, markup=False).print(table)
    return 0
