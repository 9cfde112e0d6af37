"""Turns the ids of an answer into names, its relations into triples, and says which annotations are broken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kgcore.annotation.drafts import Draft, Link, Named, Stated
from kgcore.annotation.labels import STOP
from kgcore.model import Mention, Paragraph, Triple

_POINTING = re.compile(
    r"(?:this|that|these|those|it|they|its|their|such|both|he|she|which|the (?:same|former|latter))\b", re.I
)
# Words that stand for something named elsewhere when "the" precedes them alone: "the supplement", "the condition".
_GENERIC_LIST = (
    "supplement drug medicine medication vitamin mineral herb plant extract compound substance chemical agent "
    "disease disorder condition illness syndrome infection symptom diet food oil hormone gene protein enzyme "
    "receptor process treatment therapy nutrient product acid acids antioxidant molecule cell tissue spice tea"
)
_GENERIC = frozenset(_GENERIC_LIST.split())
_PASSIVE = re.compile(r"\b(?:\w+ed|\w+en|cut|put|made|led|held|kept|fed|driven|caught|brought|set) by$", re.I)
_SENTENCE = re.compile(rf"(?:{STOP}|[!?])(?:\s|$)")


class Fault(StrEnum):
    """What can be wrong with an annotation."""

    ORPHAN = "orphan"  # an entity that is in no relation
    DEAD_END = "dead_end"  # a relation that refers to an undefined id
    INCOMPLETE = "incomplete"  # a relation that does not connect two entities


@dataclass(frozen=True, slots=True)
class Problem:
    """A broken annotation; `str(problem)` says it in words that a model can act on."""

    fault: Fault
    ref: str
    words: str

    def __str__(self) -> str:
        return self.words


def mentions(drafts: Iterable[Draft], known: Mapping[str, Mention]) -> dict[str, Mention]:
    """Per id, the name it stands for: its longest mention that is neither a guess nor a pointing word."""
    by_ref: dict[str, list[Named]] = {}
    for draft in drafts:
        for named in draft.named:
            by_ref.setdefault(named.ref, []).append(named)
    return dict(known) | {ref: _mention(ref, all_, known.get(ref)) for ref, all_ in by_ref.items()}


def _mention(ref: str, all_: Sequence[Named], known: Mention | None) -> Mention:
    best = max(all_, key=lambda n: (n.sure, not _pointing(n.text), len(n.text)))
    kind = best.type or next((n.type for n in all_ if n.type), known.type if known else None)
    if known is not None and (_pointing(best.text) or not best.sure or len(known.text) >= len(best.text)):
        return Mention(known.text, kind, ref)
    return Mention(best.text, kind, ref)


def _pointing(label: str) -> bool:
    words = label.casefold().split()
    lone = len(words) == 2 and words[0] == "the" and words[1].rstrip("s") in {g.rstrip("s") for g in _GENERIC}
    return lone or _POINTING.match(label) is not None


def paragraph(draft: Draft, index: int, names: Mapping[str, Mention]) -> Paragraph:
    """Return the paragraph with the triples whose both ends are named; the rest stays text."""
    triples = [
        _triple(draft, s, link, index, names)
        for s in draft.stated
        for link in s.links
        if s.phrase and _whole(link, names)
    ]
    return Paragraph(draft.text, draft.marks, tuple(dict.fromkeys(triples)))


def _whole(link: Link, names: Mapping[str, Mention]) -> bool:
    return link.subject != link.object and link.subject in names and link.object in names


def _triple(draft: Draft, stated: Stated, link: Link, index: int, names: Mapping[str, Mention]) -> Triple:
    subject, object_ = link.subject, link.object
    if _PASSIVE.search(stated.phrase) and _stands(draft, stated, before=object_, after=subject):
        subject, object_ = object_, subject
    return Triple(
        subject=names[subject],
        relation=stated.phrase,
        object=names[object_],
        predicate=link.predicate,
        negated=stated.denied,
        hedged=stated.open,
        doubtful=stated.doubtful,
        salience=link.salience,
        ref=link.ref,
        paragraph=index,
        start=stated.start,
        end=stated.end,
    )


def _stands(draft: Draft, stated: Stated, *, before: str, after: str) -> bool:
    """Whether one entity is named only before the relation and the other only behind it, in the same sentence."""
    left, right = _sides(draft, stated, before), _sides(draft, stated, after)
    return left == {-1} and right == {1}


def _sides(draft: Draft, stated: Stated, ref: str) -> set[int]:
    sides = set()
    for n in draft.named:
        if n.ref == ref:
            gap = draft.text[n.end : stated.start] if n.end <= stated.start else draft.text[stated.end : n.start]
            if not _SENTENCE.search(gap):
                sides.add(-1 if n.end <= stated.start else 1)
    return sides


def connected(drafts: Iterable[Draft], names: Mapping[str, Mention]) -> frozenset[str]:
    """Ids of the entities that some whole relation of the answer connects."""
    links = (link for d in drafts for s in d.stated for link in s.links if _whole(link, names))
    return frozenset(ref for link in links for ref in (link.subject, link.object))


def problems(draft: Draft, names: Mapping[str, Mention], linked: frozenset[str]) -> tuple[Problem, ...]:
    """Return what is broken in a paragraph. A heading may name things without connecting them."""
    found = [p for s in draft.stated for p in _of_relation(s, names)]
    if draft.stated or _SENTENCE.search(draft.text):
        alone = dict.fromkeys(n.ref for n in draft.named if n.ref not in linked)
        found += [Problem(Fault.ORPHAN, r, f'"{names[r].text}" (${r}) is in no relation') for r in alone]
    return tuple(found)


def _of_relation(stated: Stated, names: Mapping[str, Mention]) -> Iterable[Problem]:
    missing = dict.fromkeys(r for link in stated.links for r in (link.subject, link.object) if r not in names)
    for ref in missing:
        words = f'the relation "{stated.phrase}" (${stated.ref}) refers to ${ref}, which names nothing'
        yield Problem(Fault.DEAD_END, stated.ref, words)
    if not missing and not any(_whole(link, names) for link in stated.links):
        words = f'the relation "{stated.phrase}" (${stated.ref}) does not connect two entities'
        yield Problem(Fault.INCOMPLETE, stated.ref, words)
