"""Turns and links as plain records for programs (`--json`)."""

from __future__ import annotations

from typing import Any

from bot.claims_file import claim_record
from kgcore.message import Action, Verb
from kgcore.reply import Figure, Notice, Reply
from kgcore.thread import Turn


def turn_record(turn: Turn, reply: Reply, thread: str, image: str | None) -> dict[str, Any]:
    """Return what `evigraph ask --json` prints; see the README's table."""
    figure = next((b for b in reply.blocks if isinstance(b, Figure)), None)
    return {
        "question": turn.question,
        "thread": thread,
        "turn": turn.id,
        "mode": turn.mode.value,
        "answer": "\n\n".join(p.text for p in turn.paragraphs),
        "paragraphs": [p.text for p in turn.paragraphs],
        "claims": [claim_record(c) for c in turn.claims],
        "recommendations": [
            {"text": r.text, "reason": r.reason, "action": str(Action(Verb.ASK, turn.id, n))}
            for n, r in enumerate(turn.recommendations)
        ],
        "progress": {"explored": turn.explored, "total": turn.total},
        "image": image,
        "alt": figure.alt if figure else "",
        "notices": [b.text for b in reply.blocks if isinstance(b, Notice)],
    }
