"""Turns, panels and links as plain records for programs (`--json`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

from bot.claims_file import claim_record
from bot.record_types import (
    DecisionRecord,
    EvidenceRecord,
    QuoteRecord,
    RecommendationRecord,
    StepRecord,
    TurnClaim,
    TurnRecord,
    UnderstoodRecord,
)
from kgcore.evidence.designs import designs_of
from kgcore.exploration.exploration import apply_actions, view_of
from kgcore.values.actions import ActionRecord
from kgcore.values.decision import Decision
from kgcore.values.message import Action, Verb
from kgcore.values.model import Candidate, Claim, Entity
from kgcore.values.reply import (
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
from kgcore.values.thread import Turn

Spots = Sequence[tuple[int, int, tuple[Candidate, ...]]]


def turn_record(
    turn: Turn,
    reply: Reply,
    turns: Sequence[Turn],
    action_records: Sequence[ActionRecord],
    images: Sequence[str],
    understood: Sequence[UnderstoodRecord] = (),
    tokens: int = 0,
) -> TurnRecord:
    """Return what `evigraph ask --json` prints; `turns` and `action_records` are those of its thread. See
    docs/formats.md.
    """
    turn = next((t for t in apply_actions(turns, action_records) if t.id == turn.id), turn)
    figures = [b for b in reply.blocks if isinstance(b, Figure)]
    whole = Progress(turn.explored, turn.total)
    progress = next((b for b in reply.blocks if isinstance(b, Progress) and b.total), whole)
    return {
        "question": turn.question,
        "danger": None,
        "thread": turn.thread.rpartition("\x1f")[2],
        "turn": turn.id,
        "parent": turn.parent or None,
        "mode": turn.mode.value,
        "understood": list(understood),
        "not_understood": list(turn.unread),
        "decision": _decision(turn.decision) if turn.decision else None,
        "answer": "\n\n".join(p.text for p in turn.paragraphs),
        "paragraphs": [p.text for p in turn.paragraphs],
        "speakers": list(turn.speakers),
        "claims": _claims(turn, reply),
        "evidence": [
            {"claim": number, "designs": designs_of(claim, turn.papers_by_id)} for number, claim in turn.counted
        ],
        "recommendations": _recommendations(turn, reply),
        "progress": {"explored": progress.explored, "total": progress.total, "about": progress.about},
        "steps": _steps(turns),
        "view": asdict(view_of(action_records, turn.id)),
        "image": images[0] if images else None,
        "images": list(images),
        "alt": figures[0].alt if figures else "",
        "notices": _notices(reply),
        "tokens": tokens,
    }


def _decision(decision: Decision) -> DecisionRecord:
    return {"kind": decision.kind.value, "answer": decision.answer, "edges": list(decision.edges)}


def understood_records(
    question: str, spots: Spots, focus: Sequence[Entity], *, clicked: bool
) -> list[UnderstoodRecord]:
    """Return how a question was read: the names that were spotted in it, then what it is about besides.

    `clicked`: a button asked it and named what it is about.
    """
    about = {entity.id for entity in focus}
    found = [
        _spotted(question, start, end, meant[0], about)
        for start, end, meant in sorted(spots, key=lambda s: s[:2])
        if meant
    ]
    shown = {record["id"] for record in found}
    match = "click" if clicked else "thread"
    return found + [_implied(entity, match) for entity in focus if entity.id not in shown]


def _spotted(question: str, start: int, end: int, meant: Candidate, about: Collection[str]) -> UnderstoodRecord:
    entity = meant.entity
    return {
        "text": question[start:end],
        "start": start,
        "end": end,
        "id": entity.id,
        "name": entity.name,
        "type": entity.type,
        "match": meant.match.value,
        "score": round(meant.score, 4),
        "focus": entity.id in about,
    }


def _implied(entity: Entity, match: str) -> UnderstoodRecord:
    return {
        "text": None,
        "start": None,
        "end": None,
        "id": entity.id,
        "name": entity.name,
        "type": entity.type,
        "match": match,
        "score": None,
        "focus": True,
    }


def panel_record(reply: Reply, thread: str, images: Sequence[str]) -> dict[str, Any]:
    """Return what a reply says that is no turn: a panel, or a word aside."""
    blocks = reply.blocks
    return {
        "thread": thread,
        "danger": reply.danger.value if reply.danger else None,
        "answer": reply.plain,
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


def _claims(turn: Turn, reply: Reply) -> list[TurnClaim]:
    views = {c.number: c for b in reply.blocks if isinstance(b, Claims) for c in b.claims}
    return [_claim(turn, number, claim, views.get(number)) for number, claim in turn.counted]


def _claim(turn: Turn, number: int, claim: Claim, view: ClaimView | None) -> TurnClaim:
    paragraph = claim.triple.paragraph
    speaker = turn.speakers[paragraph] if paragraph < len(turn.speakers) else ""
    return {
        "number": number,
        **claim_record(claim),
        "designs": designs_of(claim, turn.papers_by_id),
        "evidence": _evidence(view) if view else [],
        "speaker": speaker or None,
        "bookmark": view.bookmark or None if view else None,
        "trim": view.trim or None if view else None,
    }


def _recommendations(turn: Turn, reply: Reply) -> list[RecommendationRecord]:
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


def _steps(turns: Sequence[Turn]) -> list[StepRecord]:
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


def _evidence(claim: ClaimView) -> list[EvidenceRecord]:
    return [{"statement": f.words, "quotes": [_quote(q) for q in f.quotes], "more": f.more} for f in claim.evidence]


def _quote(quote: Quote) -> QuoteRecord:
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
    badges = {badge.value: count for badge, count in step.chips}
    where = {"parent": step.parent or None, "here": step.here, "later": step.later}
    said = {"step": step.number, "question": step.question, "action": step.action}
    return {**said, **where, "claims": counts, "badges": badges}
