"""Text over ids: what a sentence names is what it claims, whatever numbers a model put behind the names.

One id with labels of two different entities is two entities, also where a model starts its numbers again in each
paragraph. An entity that is told apart from the first one of its id gets a number of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kgcore.annotation.arguments import AnnotatedMention, ParagraphDraft
from kgcore.english.inflection import singular
from kgcore.english.sentences import sentence_ends
from kgcore.english.words import word_list
from kgcore.values.model import Mention

FRESH = 5_000  # the first number of entities told apart: models count from 1, and write four digits at most
_POINTING = re.compile(
    r"(?:this|that|these|those|it|they|them|its|their|such|both|he|she|which|the (?:same|former|latter))\b", re.I
)
_INITIALS = re.compile(r"[A-Z][A-Za-z0-9-]{0,6}")
_WORD = re.compile(r"[^\W_]+")


def is_pointing(label: str) -> bool:
    """Whether a label only points back: "it", "this herb", "the extract"."""
    words = label.casefold().split()
    lone = len(words) == 2 and words[0] == "the" and is_generic(words[1])
    return lone or _POINTING.match(label) is not None


def is_generic(noun: str) -> bool:
    """Whether a noun names a kind of thing and no thing: "extract", "diseases"."""
    return noun.casefold().rstrip("s") in {generic.rstrip("s") for generic in word_list("generic noun")}


def is_short_for(short: str, long: str) -> bool:
    """Whether a label needs the longer one to be understood: its initials ("DHA"), or its kind ("extract")."""
    if len(short) >= len(long):
        return False
    words = short.split()
    if len(words) == 1 and is_generic(words[0]):
        return _folded(long)[-1:] == _folded(short)
    letters = iter(long.casefold())
    initials = _INITIALS.fullmatch(short) is not None and sum(c.isupper() for c in short) > 1
    return initials and long[:1].casefold() == short[:1].casefold() and all(c in letters for c in short.casefold())


def _are_one(one: str, other: str) -> bool:
    """Whether two labels surely may name one entity: the same words, initials, or a kind or form more or less."""
    short, long = sorted((_folded(one), _folded(other)), key=len)
    if not short or is_short_for(one, other) or is_short_for(other, one):
        return True
    if long[len(long) - len(short) :] == short:
        return True
    return long[: len(short)] == short and all(is_generic(w) or len(w) < 3 for w in long[len(short) :])


def _folded(label: str) -> tuple[str, ...]:
    words = _WORD.findall(label.casefold().replace("'s", "").replace("’s", ""))
    return tuple(singular(w) for w in words if w not in word_list("determiner"))


@dataclass(slots=True)
class _Entity:
    """What an id stands for in a stretch of the answer; `labels` are those that name it, in order."""

    ref: str
    labels: list[str] = field(default_factory=list)
    type: str | None = None

    def takes(self, named: AnnotatedMention) -> bool:
        """Whether a mention may be one of this entity; where its extent is a guess, one word in common is enough."""
        if named.sure:
            return not self.labels or any(_are_one(label, named.text) for label in self.labels)
        words = set(_folded(named.text))
        return not self.labels or any(words & set(_folded(label)) for label in self.labels)


@lru_cache(maxsize=256)  # an answer's paragraphs are asked for again whenever one more has ended
def _ends_of(text: str) -> tuple[int, ...]:
    return tuple(sentence_ends(text))


@dataclass(frozen=True, slots=True)
class _Use:
    """Where an id is named, and for which entity."""

    start: int
    end: int
    entity: _Entity
    label: str  # "" where it only points back


def _start(use: _Use) -> int:
    return use.start


class Identities:
    """Which entity every id of an answer stands for, place by place."""

    def __init__(self, drafts: Sequence[ParagraphDraft], known: Mapping[str, Mention]) -> None:
        self._fresh = FRESH
        self._entities = {ref: [_Entity(ref, [m.text], m.type)] for ref, m in known.items()}
        self._ends = tuple(_ends_of(draft.text) for draft in drafts)
        self._uses = tuple(self._read(draft) for draft in drafts)
        self._places: dict[str, list[int]] = {}  # the paragraphs in which an id is named
        for index, uses in enumerate(self._uses):
            for ref in uses:
                self._places.setdefault(ref, []).append(index)

    def _read(self, draft: ParagraphDraft) -> dict[str, list[_Use]]:
        uses: dict[str, list[_Use]] = {}
        for named in sorted(draft.named, key=lambda n: n.start):
            entity = self._entity(named)
            entity.type = entity.type or named.type
            names = not is_pointing(named.text) and (named.sure or not entity.labels)
            if names and named.text not in entity.labels:
                entity.labels.append(named.text)
            use = _Use(named.start, named.end, entity, named.text if names else "")
            uses.setdefault(named.ref, []).append(use)
        return uses

    def _entity(self, named: AnnotatedMention) -> _Entity:
        """Return what a mention names; the entity that its id stood for last comes first, and is now the last."""
        some = self._entities.setdefault(named.ref, [])
        last = some[-1:] if is_pointing(named.text) else [e for e in reversed(some) if e.takes(named)][:1]
        if not last:
            last = [_Entity(f"N{self._fresh}" if some else named.ref)]
            self._fresh += bool(some)
        else:
            some.remove(last[0])
        some += last
        return last[0]

    def marked(self, index: int) -> Mapping[tuple[int, int], str]:
        """Return the ref of every mention of a paragraph, by its place."""
        return {(u.start, u.end): u.entity.ref for some in self._uses[index].values() for u in some}

    def mention(self, index: int, ref: str, start: int, end: int) -> Mention | None:
        """Return what an id names for the relation at start…end of a paragraph; None for nothing.

        That is the label in its sentence, else the entity that the id stood for last, else the next one.
        """
        use = self._use(index, ref, start, end)
        entity = use.entity if use else next(iter(self._entities.get(ref, ())), None)
        if entity is None:
            return None
        longest = max(entity.labels, key=len, default="")
        label = (use.label if use else "") or longest
        longer = [one for one in entity.labels if is_short_for(label, one)]
        return Mention(max(longer, key=len, default=label), entity.type, entity.ref)

    def stands_in_sentence(self, index: int, ref: str, start: int) -> bool:
        """Whether an id is named in the sentence in which a place lies."""
        return bool(self._beside(index, ref, start))

    def _beside(self, index: int, ref: str, start: int) -> Sequence[_Use]:
        """Return where an id is named in the sentence in which a place lies."""
        ends, here = self._ends[index], self._uses[index].get(ref, [])
        sentence = bisect_right(ends, start)
        first = bisect_left(here, ends[sentence - 1], key=_start) if sentence else 0
        return here[first : bisect_left(here, ends[sentence], key=_start) if sentence < len(ends) else None]

    def _use(self, index: int, ref: str, start: int, end: int) -> _Use | None:
        here = self._uses[index].get(ref, [])
        if beside := self._beside(index, ref, start):
            return min(beside, key=lambda u: (not u.label, max(u.start - end, start - u.end)))
        if before := [u for u in here if u.end <= start]:
            return before[-1]
        places = self._places.get(ref, [])
        earlier = bisect_left(places, index)
        if earlier:
            return self._uses[places[earlier - 1]][ref][-1]
        return self._uses[places[0]][ref][0] if places else None
