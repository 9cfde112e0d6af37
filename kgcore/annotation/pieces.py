"""The clauses of a sentence, each with what it leans on: "*A* eases *B* as well as *C*, and *D* relieves *E*". Pure.

Where a list of names and the subject of the next clause stand side by side, no grammar of the whole sentence tells
them apart; each clause is then read as a sentence. A border is one only right before a name or a pronoun that has a
verb behind it, and only in a sentence that asserts: whatever its first clause opens with may reach over the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.english.accounted import TAKES_BACK
from kgcore.english.chunks import disowns, lacks_grounds, speaks_of_others, turns_on_it
from kgcore.english.context import ClaimFrame, read_frame_before
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan

_MOST = 5  # clauses of a sentence
_BORDER = re.compile(
    r"(?:,?\s+(?P<join>and|but|yet|whereas|while|whilst|although|though|because|since)\s+(?:also\s+|then\s+)?|;\s+|"
    r"(?P<comma>,\s+))(?:the\s+|both\s+)?(?P<pronoun>(?:it|they)\s+)?",
    re.IGNORECASE,
)
# A sentence that begins with a clause set beside the main one, so that a mere comma leads over to that.
_BESIDE = re.compile(r"\W*(?:while|whilst|whereas|although|though|because|since)\s+(?!\w+ing\b)", re.IGNORECASE)
_VERB = re.compile(
    r"\s+(?:(?:\w+ly|also|both|all|each|often|still|too|has been|may|might|can|could|will|does not|do not|did not)\s+)*"
    r"(?!(?:in|on|at|for|with|by|of|to|from|and|or|but|as|than|against|the|an?)\b)[a-z]{3,}",
    re.IGNORECASE,
)
_LISTS = re.compile(r",\s+(?:the\s+)?", re.IGNORECASE)
_TURNS = (CueEffect.REFUTES, CueEffect.DOUBTS, CueEffect.SUPPOSES, CueEffect.ATTRIBUTES)
# "… shows that it does not", "…, so it does": what goes back to the clause before.
_OF_BOTH = re.compile(
    r"\bthat\b|\b(?:it|they|this|these)\s+(?:does|do|did|is|are|was|were|has|have)(?:\s+not|n['’]t)\b\W*$|\bonly\b|"
    r"\bneither\b|\bif\b|\bunless\b",
    re.IGNORECASE,
)


def clauses_apart(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> list[Stretch]:
    """Return where the clauses of a sentence stand, in their order; [] where it has but one, or may not assert them."""
    first = names[0]
    if read_frame_before(text[sentence.start : first.start]) != ClaimFrame():
        return []
    borders = list(_borders(text, sentence, names))
    if not 0 < len(borders) < _MOST:
        return []
    starts = [sentence.start, *(end for _, end in borders)]
    ends = [*(start for start, _ in borders), sentence.end]
    pieces = [Stretch(a, b) for a, b in zip(starts, ends, strict=True)]
    return [] if any(_may_reach_over(text[p.start : p.end]) for p in pieces) else pieces


def _borders(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> Iterator[tuple[int, int]]:
    """Yield where words that part two clauses begin, and where the second clause does."""
    beside = _BESIDE.match(text, sentence.start, sentence.end)
    for n, name in enumerate(names):
        last = names[n - 1].end if n else sentence.start
        found = _BORDER.fullmatch(text, last, name.start) if n else None
        if found is None or found["pronoun"]:
            continue
        leads_over = found["comma"] is None or (beside is not None and n > 1)
        if (
            (found["join"] or "").casefold() == "and"
            and n > 1
            and _LISTS.fullmatch(text, names[n - 2].end, names[n - 1].start)
        ):
            continue  # "*A* prevents *B*, *C* and *D* are common": a list may end here
        follows = names[n + 1].start if n + 1 < len(names) else sentence.end
        if leads_over and _VERB.match(text, name.end, follows):
            yield found.start(), name.start


def _may_reach_over(words: str) -> bool:
    """Whether a clause may take back, disown or suppose the ones beside it."""
    taken = TAKES_BACK.fullmatch(words) or disowns(words) or lacks_grounds(words) or turns_on_it(words)
    return bool(taken or speaks_of_others(words) or _OF_BOTH.search(words)) or (
        find_cue(words, CueScope.SENTENCE, *_TURNS) is not None
    )
