"""Relations shortened without turning what they say: a "not" is never what is cut (pure)."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgcore.drawing.text import ELLIPSIS, clean, short, wrapped

_DENIAL = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot|fails? to|lacks?|against)\b|n['’]t\b", re.I)
_LINES = 4  # that the relations of one line may take before some of them are counted instead


def denies(relation: str) -> bool:
    """Tell whether the words deny something."""
    return _DENIAL.search(relation) is not None


def relation_lines(label: str, width: int, icon: str = "") -> tuple[str, ...]:
    """Return relations ("treats, does not prevent") in a few lines, the icon in front.

    Where they take too many, some are counted ("and 2 more"), those that deny something last.
    """
    whole = wrapped(icon + label, width, _LINES)
    if not _cut(whole, label):
        return whole
    return wrapped(icon + _fitting(label, lambda text: not _cut(wrapped(icon + text, width, _LINES), text), 3 * width),
                   width, 2 * _LINES)  # fmt: skip


def short_relation(label: str, longest: int) -> str:
    """Return relations on one line of about so many characters, shortened in the same way."""
    tidy = clean(label)
    return tidy if len(tidy) <= longest else _fitting(tidy, lambda text: len(text) <= longest, longest)


def _fitting(label: str, fits: Callable[[str], bool], longest: int) -> str:
    said = clean(label).split(", ")
    first = sorted(said, key=lambda relation: not denies(relation))
    for count in range(len(said) - 1, 0, -1):
        kept = [relation for relation in said if relation in first[:count]]
        text = f"{', '.join(kept)} and {len(said) - count} more"
        if fits(text):
            return text
    return _one(clean(label), longest)


def _one(relation: str, longest: int) -> str:
    """Cut a long wording; where a denial would go with the rest, the words around it stay."""
    head = short(relation, longest)
    denial = _DENIAL.search(relation, max(0, len(head) - 1))
    if denial is None:
        return head
    tail = short(relation[denial.start() :], longest // 2)
    return f"{short(relation, longest // 2)} {tail}" if not denies(head) else f"{head} {tail}"


def _cut(lines: tuple[str, ...], text: str) -> bool:
    return lines[-1].endswith(ELLIPSIS) and not text.rstrip().endswith(ELLIPSIS)
