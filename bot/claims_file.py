"""`evigraph verify`: claims as JSON lines in, verdicts as records out, in the same order, whatever the lines hold."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any

from kgcore.checker import Checker
from kgcore.errors import EvigraphError, InputError
from kgcore.model import Candidate, Claim, Mention, Paragraph, Triple

BATCH = 64  # claims that go to the graph together
LONGEST = 1_000_000  # bytes of one line

Id = str | int
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


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be used, and why."""

    id: Id | None
    number: int
    error: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as a reader sees it, and the triples found in it."""

    id: Id
    text: str
    triples: tuple[Triple, ...]


Line = ClaimLine | TextLine | BadLine
Item = ClaimLine | Reading | BadLine


async def verify_lines(lines: Iterable[bytes], checker: Checker, read_text: ReadText) -> AsyncIterator[dict[str, Any]]:
    """Yield one record per line that is not blank: a claim's verdict, a text's claims, or what is wrong with it.

    `read_text` turns annotated or plain text into what a reader sees and its paragraphs with triples.
    """
    batch: list[Item] = []
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        line = parse_line(raw, number)
        batch.append(await _read(line, number, read_text) if isinstance(line, TextLine) else line)
        if sum(len(_triples(item)) for item in batch) >= BATCH or len(batch) >= BATCH:
            for record in await _answer(batch, checker):
                yield record
            batch = []
    for record in await _answer(batch, checker):
        yield record


def bounded(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; of one that is longer than LONGEST, only as much as shows that it is."""
    while line := file.readline(LONGEST + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST)
        yield line


def parse_line(raw: bytes, number: int) -> Line:
    """Return what a line asks for; a line that cannot be used says why."""
    id: Id | None = None
    try:
        fields = _object(raw)
        id = _id(fields)
        return _asked(id, fields)
    except InputError as error:
        return BadLine(id, number, str(error))


def claim_record(claim: Claim) -> dict[str, Any]:
    """Return a claim as `verify` and `ask --json` print it."""
    return {
        "verdict": claim.verdict.value,
        "reason": claim.reason.value,
        "why": claim.why,
        "predicate": claim.predicate,
        "negated": claim.negated,
        "hedged": claim.hedged,
        "says_more": claim.says_more,
        "subject": _side(claim.subject_mention, claim.subject),
        "object": _side(claim.object_mention, claim.object),
        "papers_for": list(claim.papers_for),
        "papers_against": list(claim.papers_against),
        "path": [entity.id for entity in claim.path.nodes] if claim.path else None,
    }


def _side(mention: Mention, candidate: Candidate | None) -> dict[str, Any]:
    linked = {"id": None, "name": None, "score": None, "match": None} if candidate is None else _link(candidate)
    return {"mention": mention.text, **linked}


def _link(candidate: Candidate) -> dict[str, Any]:
    entity = candidate.entity
    score = round(candidate.score, 4)
    return {"id": entity.id, "name": entity.name, "score": score, "match": candidate.match.value}


async def _read(line: TextLine, number: int, read_text: ReadText) -> Reading | BadLine:
    try:
        text, paragraphs = await read_text(line.text)
    except EvigraphError as error:
        return BadLine(line.id, number, str(error))
    return Reading(line.id, text, tuple(t for p in paragraphs for t in p.triples))


async def _answer(batch: Sequence[Item], checker: Checker) -> list[dict[str, Any]]:
    claims = iter(await checker.check([t for item in batch for t in _triples(item)]) if batch else ())
    return [_record(item, claims) for item in batch]


def _triples(item: Item) -> tuple[Triple, ...]:
    match item:
        case ClaimLine(_, triple):
            return (triple,)
        case Reading(_, _, triples):
            return triples
        case BadLine():
            return ()


def _record(item: Item, claims: Iterator[Claim]) -> dict[str, Any]:
    match item:
        case ClaimLine(id, _):
            return {"id": id, **claim_record(next(claims))}
        case Reading(id, text, triples):
            return {"id": id, "text": text, "claims": [claim_record(next(claims)) for _ in triples]}
        case BadLine(unknown, number, error):
            return {"id": unknown, "line": number, "error": error}


# ── one line ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _object(raw: bytes) -> dict[str, Any]:
    if len(raw) > LONGEST:
        raise InputError(f"longer than {LONGEST:,} bytes")
    try:
        value = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise InputError("not valid UTF-8") from error
    except RecursionError as error:
        raise InputError("nested too deeply") from error
    except ValueError as error:
        raise InputError(f"not valid JSON ({error})") from error
    if not isinstance(value, dict):
        raise InputError("not a JSON object")
    return value


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise InputError("a field is given twice")
    return fields


def _no_number(name: str) -> None:
    raise InputError(f"{name} is not a JSON number")


def _asked(id: Id, fields: dict[str, Any]) -> ClaimLine | TextLine:
    if "text" in fields and not fields.keys() & {"subject", "relation", "object"}:
        return TextLine(id, _words(fields, "text"))
    return ClaimLine(id, _triple(fields))


def _id(fields: dict[str, Any]) -> Id:
    if "id" not in fields:
        raise InputError('"id" is missing')
    id = fields["id"]
    if isinstance(id, str):
        return _sound(id, "id")
    if isinstance(id, int) and not isinstance(id, bool):
        return id
    raise InputError('"id" must be a string or a whole number')


def _triple(fields: dict[str, Any]) -> Triple:
    subject, relation, object = (_words(fields, name) for name in ("subject", "relation", "object"))
    negated, hedged = _flag(fields, "negated"), _flag(fields, "hedged")
    return Triple(Mention(subject), relation, Mention(object), negated=negated, hedged=hedged)


def _words(fields: dict[str, Any], name: str) -> str:
    if name not in fields:
        raise InputError(f'"{name}" is missing')
    value = fields[name]
    if not isinstance(value, str):
        raise InputError(f'"{name}" must be a string')
    if not value.strip():
        raise InputError(f'"{name}" is empty')
    return _sound(value, name)


def _sound(value: str, name: str) -> str:
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError(f'"{name}" holds half a character (a lone surrogate)')
    return value


def _flag(fields: dict[str, Any], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise InputError(f'"{name}" must be true or false')
    return value
