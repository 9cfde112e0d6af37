"""What belongs to a class of medicines that a graph has no entry for ("immunosuppressants": ciclosporin, tacrolimus).

Whoever asks what goes with the class asks it of its members: they stand in its place, and the answer says so.
"""

from __future__ import annotations

import re

from kgcore.linking.drug_classes import classes_within, groups_called_in, names_within
from kgcore.ports import KnowledgeGraph
from kgcore.question.parts import MOST_PARTS
from kgcore.values.model import Match
from kgcore.vocabulary.wording import name_in_sentence

_BY_NAME = (Match.EXACT, Match.SYNONYM)
_MOST_CLASSES, _MOST_NAMES = 2, 60  # of one question that are looked up
_BEFORE = 60  # characters before a class that tell whether it is a kind that is asked for
_LONGEST = 600  # characters of a question that is looked at
_TOGETHER = re.compile(
    r"\b(?:take|taking|takes|use|using|add|have|given?|start|eat|drink|mix\w*|combin\w+|together)\b"
    r"|\b(?:interact|clash)\w*\b|\b(?:ok(?:ay)?|safe|fine|all right|dangerous|risky|goe?s?|apart|away|avoid\w*)"
    r" (?:\w+ )?(?:with|from|on|during)\b"
    r"|^\W*(?:i am|i'm|im|he is|she is|my \w+ is) on\b",
    re.IGNORECASE,
)
_THING = re.compile(
    r" (?!(?:and|or|with|at|in|on|for|to|if|is|are|when|while|together|as|from|too|now|safe|ok|interact|clash)\b)[a-z]",
    re.IGNORECASE,
)
_ENDS = re.compile(r"\s*(?:[.!?]|$)")
_TWO = re.compile(
    r"\W*(?!(?:does|do|did|is|are|can|could|will|would|should|may|what|which|how|why|who|when|has|have)\b)"
    r"(?:[\w.'’-]+ ){1,4}(?:and|with|plus) (?:[\w.'’-]+ ){0,3}[\w.'’-]+\W*",
    re.IGNORECASE,
)
_KIND = re.compile(r"\b(?:which|what|any|other|all|list|name|these|those|of the)(?: \w+)?\s+$", re.IGNORECASE)


async def with_members(question: str, graph: KnowledgeGraph) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a question of what goes together with the members of a class in its place, where the graph has some of
    them and not the class, and each class as written and as read; any other question where it has just one member.

    Raises GraphError.
    """
    if len(question) > _LONGEST:
        return question, ()
    most = MOST_PARTS if _TOGETHER.search(question) or _TWO.fullmatch(question) else 1
    called = [c for c in groups_called_in(question) if not _is_beside(question, c[0], c[1])][-_MOST_CLASSES:]
    if not called:
        return question, ()
    (spots,) = await graph.spot([question])
    read: list[tuple[str, str]] = []
    for start, end, names in reversed(called):
        over = (s for s in spots if s[0] < end and start < s[1] and s[2])
        if not all(start <= a and b <= end and b - a < end - start for a, b, _ in over) or await _named(graph, names):
            continue
        if " " not in question[start:end] and await _named(graph, classes_within(names)):
            continue  # these are read in its place
        members = await _named(graph, names_within(names)[:_MOST_NAMES])
        last = _ENDS.match(question, end) is not None and not read  # what is asked of each stands at the end
        if len(members) == 1 or (members and most > 1 and last):
            members = members[:most]
            put = " or ".join(filter(None, (", ".join(members[:-1]), members[-1])))
            read.append((question[start:end], put))
            question = f"{question[:start]}{put}{question[end:]}"
    return question, tuple(reversed(read))


def _is_beside(question: str, start: int, end: int) -> bool:
    """Tell whether the name of a class asks for a kind ("which antibiotics …") or names another thing ("antibiotic
    diarrhea").
    """
    attributive = not question[start:end].casefold().endswith(("s", "chemo", "chemotherapy"))
    return _KIND.search(question[max(0, start - _BEFORE) : start]) is not None or (
        attributive and _THING.match(question, end) is not None
    )


async def _named(graph: KnowledgeGraph, names: list[str]) -> list[str]:
    """Return the names of the entities that go by these names, each once."""
    found = await graph.spot(names) if names else ()
    whole = {
        meant[0].entity.id: name_in_sentence(meant[0].entity)
        for name, spots in zip(names, found, strict=True)
        for a, b, meant in spots
        if (a, b) == (0, len(name)) and meant and meant[0].match in _BY_NAME
    }
    return list(whole.values())
