"""`evigraph feedback`: ratings as a table or as records."""

from __future__ import annotations

from typing import Any

from rich.table import Column, Table
from rich.text import Text as Words

from bot.config import Settings
from bot.conversation import print_json
from bot.terminal import output_console
from bot.terminal_words import QUIET, one_line
from kgcore.ports import Threads
from kgcore.presentation.replies import last_ratings
from kgcore.values.actions import Rated
from kgcore.values.thread import Turn


async def feedback_once(settings: Settings, as_json: bool) -> int:
    """Print everybody's last word on every answer and claim."""
    from bot.wiring import open_store

    store = open_store(settings)
    try:
        records = await feedback_records(store)
    finally:
        await store.close()
    if as_json:
        print_json(records)
    else:
        _show(records)
    return 0


async def feedback_records(store: Threads) -> list[dict[str, Any]]:
    """Return the ratings in the order in which they came. Raises StoreError."""
    rated = await store.ratings()
    when = {action_record.event: at for action_record, at in rated}
    records = []
    for action_record in last_ratings(action_record for action_record, _ in rated):
        if isinstance(action_record.control, Rated):
            turn = await store.turn(action_record.control.turn)
            records.append(
                {
                    "at": when[action_record.event] or None,
                    **_record(action_record.control, turn),
                    **_where(action_record.thread),
                }
            )
            records[-1]["person"] = action_record.person.rpartition("\x1f")[2]
    return records


def _record(rated: Rated, turn: Turn | None) -> dict[str, Any]:
    return {
        "good": rated.good,
        "claim": rated.claim or None,
        "reason": rated.reason,
        "question": turn.question if turn else "",
        "said": _said(rated.claim, turn),
        "turn": rated.turn,
    }


def _said(claim: int, turn: Turn | None) -> str:
    """Return the claim in the words of the text; "" for the whole answer."""
    if turn is None or not 1 <= claim <= len(turn.claims):
        return ""
    found = turn.claims[claim - 1]
    said = (found.triple.subject.text, found.triple.relation, found.triple.object.text)
    return f"{found.verdict.icon} {' '.join(said)}"


def _where(thread: str) -> dict[str, str]:
    parts = (*thread.split("\x1f"), "", "", "", "")
    return dict(zip(("platform", "workspace", "channel", "thread"), parts, strict=False))


def _show(records: list[dict[str, Any]]) -> None:
    console = output_console()
    if not records:
        console.print("Nobody has rated anything yet.", style=QUIET)
        return
    rows = ("When", "Where", "", "What", "Reason")
    table = Table(*(Column(name, overflow="fold") for name in rows), box=None, padding=(0, 2, 0, 0))
    for record in records:
        what = one_line(record["question"]) or "(forgotten)"
        what += f" → claim {record['claim']}: {one_line(record['said'])}" if record["claim"] else ""
        where = "/".join(one_line(record[key]) for key in ("platform", "channel", "thread") if record[key])
        cells = ((record["at"] or "")[:16].replace("T", " "), where, "👍" if record["good"] else "👎", what)
        table.add_row(*(Words(cell) for cell in (*cells, one_line(record["reason"]))))
    console.print(table)
