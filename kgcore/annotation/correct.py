"""Decides whether a model's correction of a paragraph may stand in its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from kgcore.annotation.drafts import Draft
from kgcore.annotation.resolve import connected, mentions, problems
from kgcore.model import Mention

_ENTITY = re.compile(r"([$＄]\s?)[Nn][\s_-]?(\d{1,4})(?!\w)")
_WORD = re.compile(r"[^\W_]{4,}")
_LEEWAY = 60  # characters by which a correction of a short paragraph may differ
_SHARE = 0.5  # of the words and names that must still be there


def accepted(old: Draft, new: Draft, drafts: Sequence[Draft], index: int, known: Mapping[str, Mention]) -> bool:
    """Whether the correction still says the same and has fewer problems than the original."""
    if not new.named or not new.stated or not _same_meaning(old, new):
        return False
    return _faults(new, drafts, index, known) < _faults(old, drafts, index, known)


def _faults(draft: Draft, drafts: Sequence[Draft], index: int, known: Mapping[str, Mention]) -> int:
    together = (*drafts[:index], draft, *drafts[index + 1 :])
    names = mentions(together, known)
    return len(problems(draft, names, connected(together, names)))


def _same_meaning(old: Draft, new: Draft) -> bool:
    length, now = len(old.text), len(new.text)
    if not length * _SHARE - _LEEWAY <= now <= length / _SHARE + _LEEWAY:
        return False
    words = set(_WORD.findall(old.text.casefold()))
    kept = words & set(_WORD.findall(new.text.casefold()))
    names = {n.text.casefold() for n in old.named if n.sure}
    still = [n for n in names if n in new.text.casefold()]
    return len(kept) >= len(words) * _SHARE and len(still) >= len(names) * _SHARE


def renumbered(raw: str, old: Draft, before: Sequence[Draft], foreign: Collection[str], free: int) -> str:
    """Give new numbers to the entities that a correction introduces where a later paragraph uses the same ones.

    Ids of the paragraph itself, or of those before it, keep their meaning. `free` is the first number never used.
    """
    own = {m[2].lstrip("0") for m in _ENTITY.finditer(old.raw)}
    own |= {n.ref[1:] for d in before for n in d.named}
    clashing = dict.fromkeys(m[2] for m in _ENTITY.finditer(raw) if m[2] not in own and f"N{int(m[2])}" in foreign)
    numbers = {n: str(free + i) for i, n in enumerate(clashing)}
    return _ENTITY.sub(lambda m: f"{m[1]}N{numbers.get(m[2], m[2])}", raw)
