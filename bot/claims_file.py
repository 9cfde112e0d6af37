"""`evigraph verify`: claims or texts as rows of a batch, verdicts as records, in the same order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.batch import (
    LONGEST,
    BadLine,
    Chunk,
    Fields,
    Id,
    answer_chunk,
    bounded_lines,
    chunks_of,
    flag_of,
    read_row,
    read_rows,
    text_of,
)
from bot.record_types import ClaimRecord, SideRecord
from kgcore.turn.checking import Checker
from kgcore.turn.safety import danger_of
from kgcore.values.model import Candidate, Claim, Mention, Paragraph, Triple

__all__ = [
    "BATCH",
    "LONGEST",
    "BadLine",
    "ClaimLine",
    "TextLine",
    "bounded_lines",
    "claim_record",
    "parse_line",
    "verify_lines",
]

BATCH = 64  # lines, and claims, that go to the graph together

ReadText = Callable[[str], Awaitable[tuple[str, tuple[Paragraph, ...]]]]


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A line that states one claim."""

    id: Id
    triple: Triple


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line that holds a text, annotated or plain."""

    id: Id
    text: str


Line = ClaimLine | TextLine


class ClaimVerifier:
    """Answers lines with verdicts. `read_text` turns a text into what a reader sees and its paragraphs with triples."""

    def __init__(self, checker: Checker, read_text: ReadText) -> None:
        self._checker = checker
        self._read_text = read_text

    async def answer(self, lines: Sequence[Line]) -> list[dict[str, object]]:
        """Return a record for each line. Raises EvigraphError where a text cannot be read."""
        texts: dict[int, str] = {}
        dangers: dict[int, str] = {}
        triples: list[tuple[Triple, ...]] = []
        for n, line in enumerate(lines):
            match line:
                case ClaimLine(_, triple):
                    triples.append((triple,))
                case TextLine(_, text) if danger := await danger_of(text):
                    texts[n], dangers[n] = text, danger.value  # people in danger come first: nothing is looked up
                    triples.append(())
                case TextLine(_, text):
                    texts[n], paragraphs = await self._read_text(text)
                    triples.append(tuple(t for p in paragraphs for t in p.triples))
        claims = iter(await self._checked([t for some in triples for t in some]))
        found = [[claim_record(next(claims)) for _ in some] for some in triples]
        return [
            {"text": texts[n], "claims": some, "danger": dangers.get(n)} if n in texts else {**some[0]}
            for n, some in enumerate(found)
        ]

    async def _checked(self, triples: Sequence[Triple]) -> list[Claim]:
        parts = [triples[n : n + BATCH] for n in range(0, len(triples), BATCH)]
        return [claim for part in parts for claim in await self._checker.check(part)]


async def verify_lines(
    lines: Iterable[bytes], checker: Checker, read_text: ReadText
) -> AsyncIterator[dict[str, object]]:
    """Yield one record per line that is not blank: a claim's verdict, a text's claims, or what is wrong with it."""
    verifying = ClaimVerifier(checker, read_text)
    chunk: Chunk[Line]
    for chunk in chunks_of(read_rows(lines, read_line), BATCH):
        for record in await answer_chunk(chunk.rows, verifying.answer):
            yield record


def parse_line(raw: bytes, number: int) -> Line | BadLine:
    """Return what a line asks for; a line that cannot be used says why."""
    return read_row(raw, number, read_line)


def read_line(id: Id, fields: Fields) -> Line:
    """Return what a line's fields ask for. Raises InputError."""
    if "text" in fields and not fields.keys() & {"subject", "relation", "object"}:
        return TextLine(id, text_of(fields, "text"))
    subject, relation, object = (text_of(fields, name) for name in ("subject", "relation", "object"))
    negated, hedged = flag_of(fields, "negated"), flag_of(fields, "hedged")
    return ClaimLine(id, Triple(Mention(subject), relation, Mention(object), negated=negated, hedged=hedged))


def claim_record(claim: Claim) -> ClaimRecord:
    """Return a claim as `verify` and `ask --json` print it."""
    return {
        "verdict": claim.verdict.value,
        "reason": claim.reason.value,
        "why": claim.why,
        "predicate": claim.predicate,
        "negated": claim.negated,
        "hedged": claim.hedged,
        "says_more": claim.overstates,
        "subject": _side(claim.subject_mention, claim.subject),
        "object": _side(claim.object_mention, claim.object),
        "papers_for": list(claim.papers_for),
        "papers_against": list(claim.papers_against),
        "path": [entity.id for entity in claim.path.nodes] if claim.path else None,
    }


def _side(mention: Mention, candidate: Candidate | None) -> SideRecord:
    if candidate is None:
        return {"mention": mention.text, "id": None, "name": None, "score": None, "match": None}
    entity, score = candidate.entity, round(candidate.score, 4)
    return {
        "mention": mention.text, "id": entity.id, "name": entity.name, "score": score, "match": candidate.match.value
    }  # fmt: skip
