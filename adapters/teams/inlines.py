"""Inlines → runs: entities bold with their number in the picture, relations in the colour of their verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from adapters.teams.elements import Json, text_run
from adapters.teams.escape import superscript
from kgcore.values.reply import Cite, EntityRef, Inline, Link, Plain, RelationRef, Strong
from kgcore.verdicts import Badge, VerdictTone

COLOUR: Final[Mapping[VerdictTone, str]] = {  # of text; a card has no others: green, red, orange, blue, grey
    VerdictTone.GOOD: "Good",
    VerdictTone.BAD: "Attention",
    VerdictTone.DIVIDED: "Warning",
    VerdictTone.NEAR: "Accent",
    VerdictTone.OPEN: "Default",
}


def inline_runs(inlines: Iterable[Inline], verdicts: Mapping[int, Badge]) -> list[Json]:
    """Return the runs of a paragraph; `verdicts` are those of the reply's claims by number."""
    return [made for inline in inlines for made in _runs(inline, verdicts)]


def _runs(inline: Inline, verdicts: Mapping[int, Badge]) -> list[Json]:
    match inline:
        case Plain():
            return [text_run(inline.text)]
        case Strong():
            return [text_run(inline.text, bold=True)]
        case EntityRef():
            return [text_run(inline.text, bold=not inline.faded, subtle=inline.faded)]
        case RelationRef():
            return _relation(inline, verdicts)
        case Cite():
            return [text_run(inline.text, url=inline.url) if inline.url else text_run(inline.text, subtle=True)]
        case Link():
            return [text_run(inline.text, url=inline.url)]
    assert_never(inline)


def _relation(inline: RelationRef, verdicts: Mapping[int, Badge]) -> list[Json]:
    known = [(n, verdicts[n]) for n in inline.claims if n in verdicts and verdicts[n].mark]
    if not known:
        return [text_run(inline.text)]
    colour = COLOUR[known[0][1].row.tone]
    marks = ",".join(f"{v.mark}{superscript(n)}" for n, v in known)
    return [text_run(inline.text, colour=colour), text_run(f" {marks}", colour=colour)]
