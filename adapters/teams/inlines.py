"""Inlines → runs: entities bold with their number in the picture, relations in the colour of their verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from adapters.teams.elements import Json, run
from adapters.teams.escape import circled, raised
from kgcore.model import Verdict
from kgcore.reply import EntityRef, Inline, Link, Plain, RelationRef, Strong

COLOUR: Final[Mapping[Verdict, str]] = {  # as the page: green, red, orange, blue, grey
    Verdict.SUPPORTED: "Good",
    Verdict.CONTRADICTED: "Attention",
    Verdict.MIXED: "Warning",
    Verdict.RELEVANT: "Accent",
    Verdict.UNSURE: "Default",
}


def inline_runs(inlines: Iterable[Inline], verdicts: Mapping[int, Verdict]) -> list[Json]:
    """Return the runs of a paragraph; `verdicts` are those of the reply's claims by number."""
    return [made for inline in inlines for made in _runs(inline, verdicts)]


def _runs(inline: Inline, verdicts: Mapping[int, Verdict]) -> list[Json]:
    match inline:
        case Plain():
            return [run(inline.text)]
        case Strong():
            return [run(inline.text, bold=True)]
        case EntityRef():
            return [run(inline.text + circled(inline.number), bold=not inline.faded, subtle=inline.faded)]
        case RelationRef():
            return _relation(inline, verdicts)
        case Link():
            return [run(inline.text, url=inline.url)]
    assert_never(inline)


def _relation(inline: RelationRef, verdicts: Mapping[int, Verdict]) -> list[Json]:
    known = [(n, verdicts[n]) for n in inline.claims if n in verdicts]
    if not known:
        return [run(inline.text)]
    colour = COLOUR[known[0][1]]
    marks = ",".join(f"{v.icon}{raised(n)}" for n, v in known)
    return [run(inline.text, colour=colour), run(f" {marks}", colour=colour)]
