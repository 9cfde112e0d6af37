"""Writes the format as it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate

from kgcore.model import Mark, Mention, Paragraph, Salience, Triple

_FLAGS = {Salience.HIGH: "$H", Salience.LOW: "$L"}
_UNSAFE = str.maketrans({"|": "/", "$": "", "\\": "/", "\n": " ", "`": "'", "*": "∗", "~": "-", "【": "(", "】": ")"})
_CITATION_LIKE = re.compile(r"\[(\s*[\d,;–-]+\s*)\]")

Pair = tuple[str | None, Salience, int, int]


def entity(label: str, type: str | None, number: int) -> str:
    """Return `[fish oil|DietarySupplement]($N1)`; what the format cannot hold in a label is replaced."""
    kind = f"|{_safe(type)}" if type else ""
    return f"[{_safe(label)}{kind}]($N{number})"


def relation(phrase: str, pairs: Iterable[Pair], number: int) -> str:
    """Return `[lowers]($R1:PREVENTS, $H, $N1, $N2; $L, $N1, $N3)` for (predicate, salience, subject, object) pairs.

    A predicate that differs from the one before is named again with the number.
    """
    groups: list[str] = []
    last: str | None = None
    for predicate, salience, subject, object_ in pairs:
        head = f"$R{number}" + (f":{predicate}" if predicate else "")
        shown = f"{head}, " if not groups or predicate != last else ""
        groups.append(f"{shown}{_FLAGS[salience]}, $N{subject}, $N{object_}")
        last = predicate
    return f"[{_safe(phrase)}]({'; '.join(groups)})"


def _safe(label: str) -> str:
    clean = " ".join(label.translate(_UNSAFE).split())
    if not _balanced(clean):
        clean = clean.replace("[", "(").replace("]", ")")
    return _CITATION_LIKE.sub(r"(\1)", clean)


def _balanced(label: str) -> bool:
    """Whether every square bracket that opens is closed again, in this order."""
    depths = list(accumulate({"[": 1, "]": -1}.get(c, 0) for c in label))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


def annotated(paragraph: Paragraph, start: int = 0, end: int | None = None) -> str:
    """Write a paragraph, or the stretch start…end of it, with its annotations, as a model is asked to."""
    end = len(paragraph.text) if end is None else end
    mentions = {m.ref: m for t in paragraph.triples for m in (t.subject, t.object)}
    parts: list[str] = []
    at = start
    for mark in paragraph.marks:
        if start <= mark.start and mark.end <= end:
            parts += (paragraph.text[at : mark.start], _marked(paragraph, mark, mentions))
            at = mark.end
    return "".join((*parts, paragraph.text[at:end]))


def _marked(paragraph: Paragraph, mark: Mark, mentions: dict[str, Mention]) -> str:
    words, number = paragraph.text[mark.start : mark.end], int(mark.ref[1:])
    if mark.ref.startswith("N"):
        known = mentions.get(mark.ref)
        return entity(words, known.type if known else None, number)
    pairs = [_pair(t) for t in paragraph.triples if (t.start, t.end) == (mark.start, mark.end)]
    return relation(words, pairs, number) if pairs else words


def _pair(triple: Triple) -> Pair:
    return triple.predicate, triple.salience, int(triple.subject.ref[1:]), int(triple.object.ref[1:])
