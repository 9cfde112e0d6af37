"""Names that share their last word: "chronic and acute sinusitis", "type 1 or type 2 diabetes". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.question.skeleton import Spot

MOST = 6  # names that are looked up
_BEFORE = re.compile(
    r"(?P<own>(?:[\w'-]+ )??[\w'-]+)(?P<joint>,? (?:and|or|versus|vs\.?|from|than|with|to) (?:an? |the )?)$",
    re.IGNORECASE,
)
_REACH = 80  # characters before a name that are looked at
_NO_ADJECTIVE = frozenset(
    "and or what which is are does do the a an of in with for between compare differ different difference".split()  # noqa: SIM905
)


_JOINS = re.compile(r"\w (?:and|or|versus|vs\.?|from|than|with|to) ", re.IGNORECASE)


def joins_names(question: str) -> bool:
    """Tell whether a question may put two names side by side."""
    return _JOINS.search(question) is not None


def with_shared_heads(question: str, spots: Sequence[Spot]) -> Iterator[tuple[str, str]]:
    """Yield (a whole name, the question with it) for what stands before "and" and a name of several words, of which it
    may share the last ones: "chronic sinusitis", for "chronic and acute sinusitis". Likeliest first.
    """
    told = 0
    for start, end, meant in spots:
        name = question[start:end].split()
        reach = max(0, start - _REACH)
        before = _BEFORE.search(question[reach:start])
        if not meant or len(name) == 1 or before is None:
            continue
        free = all(e <= reach + before.start("own") or reach + before.end("own") <= s for s, e, m in spots if m)
        words = before["own"].split()
        for own in (words, words[-1:]) if free else ():
            if own[0].casefold() in _NO_ADJECTIVE:
                continue
            last = reach + before.end("own")
            at = last - len(" ".join(own))
            for head in range(1, len(name)):
                whole = " ".join((*own, *name[head:]))
                if told < MOST:
                    told += 1
                    yield whole, f"{question[:at]}{whole}{question[last:]}"
