"""How the sentences and messages of the benches' open sets are read, pinned line by line: whoever changes a reader
sees in the difference which sentences it reads otherwise, and no fault in a reader goes by in silence.

What is right the benches measure; this only tells what changes. `make goldens` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from kgcore.english.identifiers import find_identifiers
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Qualifiers
from kgcore.vocabulary.vocabulary import Vocabulary

TESTS = Path(__file__).parent
GOLDEN = TESTS / "kgcore" / "english" / "readings"
CLAIMS = (
    *("adversarial", "answers", "boast", "chat", "chatter", "deceive", "essay", "feint", "further", "hype", "layout"),
    *("letters", "linked", "messages", "oversold", "pages", "promises", "prose", "qualified", "reworded", "sceptic"),
    *("second", "snare", "spoken", "styles", "trap", "veil", "voices", "worded"),
)
MESSAGES = ("chats", "chats_second", "clinics", "families", "mixed", "wards")
MOST = 40  # texts of a set of claims: the first ones
_BETWEEN = "\n----\n"
PART = 8  # texts that are read in one test


def messages(name: str, part: int) -> list[str]:
    """Return each message of a part of a set with what is found in it: "mrn “4471” · name “Ada Pryce”"."""
    lines = []
    for text in _texts("identifiers", name)[part * PART : (part + 1) * PART]:
        found = (f"{i.kind.value} “{text[i.start : i.end]}” from {i.begun}" for i in find_identifiers(text))
        lines.append(f"{_line(text)}\t{_line(' · '.join(found))}")
    return lines


async def claims(name: str, part: int, graph: EmbeddedGraph) -> list[str]:
    """Return each text of a part of a set, and under it each of its claims with its qualifiers, verdict and reason."""
    vocabulary = Vocabulary.of(graph.info.predicates)
    reader, checker = TextReader(graph, vocabulary), Checker(graph, vocabulary)
    lines = []
    for text in _texts("truth", f"{name}_dev")[:MOST][part * PART : (part + 1) * PART]:
        _, paragraphs = await reader.read(text)
        found = await checker.check([t for p in paragraphs for t in p.triples])
        lines += [_line(text), *(f"\t{_line(_said(claim))}" for claim in found)]
    return lines


def _said(claim: Claim) -> str:
    triple = claim.triple
    marks = ("negated", "hedged", "doubtful", "refuted")
    said = [triple.subject.text, triple.relation, triple.object.text, *(m for m in marks if getattr(triple, m))]
    place = f"{triple.paragraph}:{triple.start}-{triple.end}"
    return " | ".join([claim.verdict.value, *said, *_qualified(triple.qualifiers), place, claim.why])


def _qualified(qualifiers: Qualifiers) -> Iterator[str]:
    for one in qualifiers.said:
        yield f"{one.kind.value} “{one.words}” {'+'.join(sorted({*one.terms, *one.keys}))}".rstrip()


def _texts(bench: str, name: str) -> list[str]:
    lines = (TESTS / "bench" / bench / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def _line(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def parts(kind: str) -> list[tuple[str, int]]:
    """Return each set of messages or claims with the numbers of its parts."""
    if kind == "messages":
        sizes = {name: len(_texts("identifiers", name)) for name in MESSAGES}
    else:
        sizes = {name: min(MOST, len(_texts("truth", f"{name}_dev"))) for name in CLAIMS}
    return [(name, part) for name, size in sizes.items() for part in range(-(-size // PART))]


def known(kind: str, name: str, part: int) -> list[str]:
    """Return how a part was read."""
    return (GOLDEN / f"{kind}_{name}.txt").read_text(encoding="utf-8").split(_BETWEEN)[part].splitlines()


async def renew(graph: EmbeddedGraph) -> None:
    """Write all of them anew."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    read = {("messages", name, part): messages(name, part) for name, part in parts("messages")}
    read |= {("claims", name, part): await claims(name, part, graph) for name, part in parts("claims")}
    for kind, name in dict.fromkeys((kind, name) for kind, name, _ in read):
        written = ["\n".join(lines) for (k, n, _), lines in read.items() if (k, n) == (kind, name)]
        (GOLDEN / f"{kind}_{name}.txt").write_text(_BETWEEN.join(written) + "\n", encoding="utf-8")
