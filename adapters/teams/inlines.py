"""Inlines → runs: entities bold, relations with the sign of their verdict.

No run has a verdict's colour: in Microsoft's own host configuration for Teams "good" on white has 2:1 and "warning"
1.4:1 (AdaptiveCards, samples/HostConfig/microsoft-teams-light.json). The container behind a claim has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from adapters.teams.elements import Json, text_run
from adapters.teams.escape import superscript
from kgcore.values.reply import Cite, EntityRef, Inline, Link, Plain, RelationRef, Strong
from kgcore.verdicts import Badge


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
        return [text_run(inline.text, italic=not inline.claims)]
    marks = ",".join(f"{v.mark}{superscript(n)}" for n, v in known)
    return [text_run(inline.text), text_run(f" {marks}")]
