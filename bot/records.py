"""Turns, panels and links as plain records for programs (`--json`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bot.claims_file import claim_record
from kgcore.controls import Deed
from kgcore.explore import edited, view_of
from kgcore.message import Action, Verb
from kgcore.reply import (
    Choice,
    Choices,
    Claims,
    ClaimView,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    PaperView,
    Progress,
    Quote,
    Reply,
    Steps,
    StepView,
    Table,
    Text,
)
from kgcore.thread import Turn


def turn_record(
    turn: Turn, reply: Reply, turns: Sequence[Turn], deeds: Sequence[Deed], images: Sequence[str]
) -> dict[str, Any]:
    """Return what `evigraph ask --json` prints; `turns` and `deeds` are those of its thread. See docs/formats.md."""
    turn = next((t for t in edited(turns, deeds) if t.id == turn.id), turn)
    figures = [b for b in reply.blocks if isinstance(b, Figure)]
    whole = Progress(turn.explored, turn.total)
    progress = next((b for b in reply.blocks if isinstance(b, Progress) and b.total), whole)
    return {
        "question": turn.question,
        "thread": turn.thread.rpartition("\x1f")[2],
        "turn": turn.id,
        "parent": turn.parent or None,
        "mode": turn.mode.value,
        "answer": "\n\n".join(p.text for p in turn.paragraphs),
        "paragraphs": [p.text for p in turn.paragraphs],
        "speakers": list(turn.speakers),
        "claims": _claims(turn, reply),
        "recommendations": _recommendations(turn, reply),
        "progress": {"explored": progress.explored, "total": progress.total, "about": progress.about},
        "steps": _steps(turns),
        "view": asdict(view_of(deeds, turn.id)),
        "image": images[0] if images else None,
        "images": list(images),
        "alt": figures[0].alt if figures else "",
        "notices": _notices(reply),
    }


def panel_record(reply: Reply, thread: str, images: Sequence[str]) -> dict[str, Any]:
    """Return what a reply says that is no turn: a panel, or a word aside."""
    blocks = reply.blocks
    return {
        "thread": thread,
        "notices": _notices(reply),
        "texts": [b.plain for b in blocks if isinstance(b, Text)],
        "claims": [_said(c) for b in blocks if isinstance(b, Claims) for c in b.claims],
        "papers": [_paper(p) for b in blocks if isinstance(b, Papers) for p in b.papers],
        "choices": [_choice(c) for b in blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)],
        "forms": [_form(b) for b in blocks if isinstance(b, Form)],
        "tables": [{"title": b.title, "columns": b.columns, "rows": b.rows} for b in blocks if isinstance(b, Table)],
        "steps": [_step(s) for b in blocks if isinstance(b, Steps) for s in b.steps],
        "files": [{"name": b.name, "media": b.media, "bytes": len(b.content)} for b in blocks if isinstance(b, File)],
        "images": list(images),
    }


def _claims(turn: Turn, reply: Reply) -> list[dict[str, Any]]:
    views = {c.number: c for b in reply.blocks if isinstance(b, Claims) for c in b.claims}
    records = []
    for number, claim in turn.counted:
        view = views.get(number)
        paragraph = claim.triple.paragraph
        speaker = turn.speakers[paragraph] if paragraph < len(turn.speakers) else ""
        actions = {"bookmark": view.bookmark or None, "trim": view.trim or None} if view else {}
        evidence = {"evidence": _evidence(view) if view else []}
        records.append({"number": number, **claim_record(claim), **evidence, "speaker": speaker or None, **actions})
    return records


def _recommendations(turn: Turn, reply: Reply) -> list[dict[str, Any]]:
    shown = {c.action: c for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)}
    asks = [(r, str(Action(Verb.ASK, turn.id, n)), n) for n, r in enumerate(turn.recommendations)]
    return [
        {
            "text": r.text,
            "reason": r.reason,
            "kind": r.kind.value,
            "subject": r.subject,
            "target": r.target,
            "action": action,
            "dismiss": str(Action(Verb.DISMISS, turn.id, n)),
            "aside": [{"label": a.label, "action": a.action} for a in shown[action].aside],
        }
        for r, action, n in asks
        if action in shown
    ]


def _steps(turns: Sequence[Turn]) -> list[dict[str, Any]]:
    numbers = {turn.id: n for n, turn in enumerate(turns, 1)}
    return [
        {"step": n, "turn": t.id, "question": t.question, "parent": numbers.get(t.parent)}
        for n, t in enumerate(turns, 1)
    ]


def _said(claim: ClaimView) -> dict[str, Any]:
    statement = "".join(i.text for i in claim.statement)
    papers = {"papers_for": claim.papers_for, "papers_against": claim.papers_against, "papers_near": claim.papers_near}
    record = {"number": claim.number, "verdict": claim.verdict.value, "statement": statement, "why": claim.why}
    sides = {side: [p.id for p in found] for side, found in papers.items()}
    return {**record, **sides, "evidence": _evidence(claim)}


def _evidence(claim: ClaimView) -> list[dict[str, Any]]:
    return [{"statement": f.words, "quotes": [_quote(q) for q in f.quotes], "more": f.more} for f in claim.evidence]


def _quote(quote: Quote) -> dict[str, Any]:
    return {"text": quote.text, "source": quote.source or None, "paper": quote.paper.id if quote.paper else None}


def _paper(view: PaperView) -> dict[str, Any]:
    bears = [{"sign": sign, "statement": words} for sign, words in view.bears]
    return {**asdict(view.paper), "bears": bears}


def _notices(reply: Reply) -> list[str]:
    return [b.text for b in reply.blocks if isinstance(b, Notice)]


def _choice(choice: Choice) -> dict[str, Any]:
    record = {"label": choice.label, "action": choice.action, "hint": choice.hint, "number": choice.number or None}
    return {**record, "on": choice.on, "aside": [{"label": a.label, "action": a.action} for a in choice.aside]}


def _form(form: Form) -> dict[str, Any]:
    fields = [
        {
            "name": f.name,
            "label": f.label,
            "kind": f.kind.value,
            "least": f.least,
            "most": f.most,
            "value": list(f.value),
            "options": [{"value": o.value, "label": o.label, "number": o.number or None} for o in f.options],
        }
        for f in form.fields
    ]
    return {"title": form.title, "action": form.action, "fields": fields}


def _step(step: StepView) -> dict[str, Any]:
    counts = {verdict.value: count for verdict, count in step.counts}
    where = {"parent": step.parent or None, "here": step.here, "later": step.later}
    return {"step": step.number, "question": step.question, "action": step.action, **where, "claims": counts}
