"""Which kinds of a thing there are, by their names: "Ehlers-Danlos syndrome, classic type" is one of Ehlers-Danlos."""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.english.agreement import spell_number
from kgcore.english.inflection import singular
from kgcore.errors import GraphError
from kgcore.question.kinds import is_kind
from kgcore.turn.services import Services
from kgcore.values.model import Paragraph
from kgcore.values.thread import Mode, Turn
from kgcore.vocabulary.wording import name_in_sentence

_KINDS = r"(?:kinds?|types?|forms?|sorts?|subtypes?|variants?|varieties)"
_ASKED = re.compile(
    r"\W*(?:(?:and|so|please) )*(?:(?:(?:what|which|how many)(?: are(?: the)?)?|list|name|show me|tell me|give me) )?"
    rf"(?:(?:all|the|different|various|known|main|other|many|some|any) )*{_KINDS} of (?:the )?"
    r"(?P<name>(?:(?! (?:for|in|that|which|with|against|to|from|of|are|is|do|does|can|have|has|treat|help|exist)\b)"
    r"[^?,;:!]){3,60})"
    r"(?: (?:are|is) (?:there|known|described|listed|recorded)| exist| do (?:you|we) (?:know|have)(?: of)?"
    r"| (?:are|is) in (?:the|this) graph)?\W*",
    re.IGNORECASE,
)
_LOOKED_AT, _SHOWN, _FEWEST = 200, 12, 2


async def kinds_turn(services: Services, turn: Turn) -> Turn | None:
    """Return the turn with the kinds of what a question names, where it asks for these; None for others, and where the
    graph has no two names that say so, or tells by its relations what is a kind of it.
    """
    asked = _ASKED.fullmatch(turn.question)
    if asked is None:
        return None
    try:
        name = " ".join(asked["name"].split())
        known = await services.graph.complete(name, _LOOKED_AT)
        own = [e for e in known if name.casefold() in map(str.casefold, (e.name, *e.synonyms))]
        narrower = await services.graph.relatives([e.id for e in own]) if own else {}
        if any(not one.broader for some in narrower.values() for one in some):
            return None
        found = {e.id: e for e in known if is_kind(e, singular(name)) and e not in own}
    except GraphError:
        return None  # the usual way says that the graph is gone
    if len(found) < _FEWEST:
        return None
    names = sorted(dict.fromkeys(map(name_in_sentence, found.values())), key=_in_order)
    left = len(names) - _SHOWN
    listed = "; ".join(names[:_SHOWN]) + (f"; and {spell_number(left)} more" if left > 0 else "")
    many = f"{'at least ' if len(known) == _LOOKED_AT else ''}{spell_number(len(names))}"
    said = f"By their names, the graph has {many} kinds of {name}: {listed}."
    return replace(turn, mode=Mode.GRAPH, paragraphs=(Paragraph(said),), focus=tuple(own[:1]))


def _in_order(name: str) -> list[tuple[int, str]]:
    """Return what names are sorted by: "type 2" stands before "type 10"."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d{1,9})", name.casefold())]
