"""Answers to questions that ask for studies of a kind ("are there randomised trials of …"): how many papers behind what
is told are recorded as such.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from kgcore.english.agreement import capitalise, count_noun, spell_number
from kgcore.english.inflection import indefinite_article, plural_of
from kgcore.english.study_designs import STRONGEST_FIRST, UNKNOWN, design_noun
from kgcore.evidence.designs import designs_of_papers
from kgcore.values.model import Edge, Paper

_LONGEST = 300  # characters of a question that is looked at
# Which designs a question asks for, the narrower first: a randomised trial is a trial, too.
_ASKED = (
    (re.compile(r"\bmeta-?analys[ei]s\b"), "meta-analysis", ("meta-analysis",)),
    (re.compile(r"\bsystematic reviews?\b"), "systematic review", ("systematic review", "meta-analysis")),
    (re.compile(r"\brandomi[sz]ed\b|\brcts?\b|\b(?:placebo-)?controlled (?:trials?|stud(?:y|ies))\b"),
     "randomised trial", ("randomised trial",)),
    (re.compile(r"^(?:and |so )?(?:(?:is|are|was|were) there|any|how many|show(?: me)?|list|which|what)\b"
                r".{0,20}\btrials?\b(?! (?:failed|show|say|find|found))"),
     "trial", ("randomised trial", "trial")),
    (re.compile(r"\bcohort stud(?:y|ies)\b"), "cohort", ("cohort",)),
)  # fmt: skip


def told_of_designs(question: str, edges: Sequence[Edge], papers: Mapping[str, Paper]) -> str:
    """Return how many of the papers behind what is told are of the kind that a question asks for; "" where it asks for
    none.
    """
    said = " ".join(question[:_LONGEST].lower().split())
    asked = next(((name, designs) for pattern, name, designs in _ASKED if pattern.search(said)), None)
    if asked is None or not edges:
        return ""
    name, designs = asked
    noun = design_noun(name)
    one, many = f"{indefinite_article(noun)} {noun}", plural_of(noun)
    found = designs_of_papers(edges, papers)
    if not found:
        return f"Whether there are {many} of this, the graph cannot tell: it names no papers for it."
    alone, count = len(found) == 1, sum(design in designs for design in found.values())
    recorded = f"are recorded as {many}" if count > 1 else f"is recorded as {one}"
    whole = "the one paper" if alone else f"the {spell_number(len(found))} papers"
    if not count and set(found.values()) == {UNKNOWN}:
        return f"Whether {whole} behind this {f'is {one}' if alone else f'are {many}'}, the graph does not record."
    if alone and not count:
        (other,) = map(design_noun, found.values())
        return f"The one paper behind this is recorded as {indefinite_article(other)} {other}, not as {one}."
    if count == len(found):
        return f"{'The one paper' if alone else f'All {spell_number(count)} papers'} behind this {recorded}."
    return f"{capitalise(spell_number(count) if count else 'none')} of {whole} behind this {recorded}{_others(found)}."


def _others(designs: Mapping[str, str]) -> str:
    """Return what papers are recorded as, the strongest first, in brackets."""
    counted = Counter(designs.values())
    named = [count_noun(counted[d], design_noun(d)) for d in STRONGEST_FIRST if d in counted]
    return f" ({', '.join([*named, *([f'{counted[UNKNOWN]} not recorded'] if counted[UNKNOWN] else [])])})"
