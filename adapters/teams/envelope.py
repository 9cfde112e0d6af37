"""Cards → activities: the card alone (no text beside it), with the label, citations and thumbs of an AI's message."""

from __future__ import annotations

from typing import Any

from adapters.teams.elements import Json
from adapters.teams.escape import clip_line, safe_url, strip_unseen
from adapters.teams.limits import CITATION_ABSTRACT, CITATION_NAME, CITATIONS, SUMMARY_CHARACTERS
from adapters.teams.scene import papers_of
from kgcore.values.model import Paper
from kgcore.values.reply import Claims, Reply

CARD = "application/vnd.microsoft.card.adaptive"


def card_attachment(card: Json) -> Json:
    """Return a card as an attachment."""
    return {"contentType": CARD, "content": card}


def card_activity(card: Json, reply: Reply, *, first: bool) -> Json:
    """Return the message that shows a card. What belongs to the whole reply goes with its first message."""
    made: dict[str, Any] = {"type": "message", "attachments": [card_attachment(card)]}
    summary = clip_line(reply.question or reply.plain, SUMMARY_CHARACTERS)
    if summary:
        made["summary"] = f"Evigraph: {summary}"
    if reply.turn:
        made["entities"] = [_label(reply if first else None)]
        if first and reply.final:
            made["channelData"] = {"feedbackLoop": {"type": "default"}}
    return made


def _label(reply: Reply | None) -> Json:
    """Source: bots/how-to/bot-messages-ai-generated-content, "AI label" and "Citations"."""
    made: Json = {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        "@id": "",
        "additionalType": ["AIGeneratedContent"],
    }
    papers = papers_of(reply)[:CITATIONS] if reply else ()
    if reply and papers:
        made["citation"] = [_citation(n, p, reply) for n, p in enumerate(papers, 1)]
    return made


def _citation(number: int, paper: Paper, reply: Reply) -> Json:
    where = ", ".join(str(part) for part in (paper.journal, paper.year) if part)
    appearance: Json = {
        "@type": "DigitalDocument",
        "name": clip_line(paper.title or paper.shown_id, CITATION_NAME),
        "abstract": clip_line(
            " – ".join(filter(None, (_about(paper, reply), where))) or paper.shown_id, CITATION_ABSTRACT
        ),
    }
    if safe_url(paper.url):
        appearance["url"] = paper.url
    return {"@type": "Claim", "position": number, "appearance": appearance}


def _about(paper: Paper, reply: Reply) -> str:
    """Return which claims the paper stands for and against."""
    claims = [c for block in reply.blocks if isinstance(block, Claims) for c in block.claims]
    sides = (
        ("For claim", [c.number for c in claims if any(p.id == paper.id for p in c.papers_for)]),
        ("Against claim", [c.number for c in claims if any(p.id == paper.id for p in c.papers_against)]),
    )
    return "; ".join(f"{word} {', '.join(map(str, numbers))}" for word, numbers in sides if numbers)


def text_of(reply: Reply) -> str:
    """Return what is streamed: the answer's own words so far, without any markup."""
    return strip_unseen(reply.plain).strip()
