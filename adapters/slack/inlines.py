"""Inlines → runs of rich text: entities bold with their number, relations with the verdicts of their claims."""

from __future__ import annotations

from typing import Final, assert_never

from adapters.slack.parts import Json, Scene, link, words
from kgcore.reply import EntityRef, Inline, Link, Plain, RelationRef, Strong

_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def runs(parts: tuple[Inline, ...], scene: Scene, *, marks: bool = True) -> list[Json]:
    """Return the runs. `marks`: relations carry the signs and the numbers of their claims."""
    return [run for part in parts for run in _run(part, scene, marks)]


def said(parts: tuple[Inline, ...]) -> str:
    """Return the words alone, with the numbers of entities."""
    return "".join(p.text + (raised(p.number) if isinstance(p, EntityRef) else "") for p in parts)


def raised(number: int) -> str:
    """Return the number as it stands beside an entity: raised, nothing for 0."""
    return str(number).translate(_RAISED) if number else ""


def _run(inline: Inline, scene: Scene, marks: bool) -> list[Json]:
    match inline:
        case Plain():
            return [words(inline.text)]
        case Strong():
            return [words(inline.text, bold=True)]
        case EntityRef():
            return [words(inline.text + raised(inline.number), bold=not inline.faded, italic=inline.faded)]
        case RelationRef():
            return [words(inline.text), *([_mark(inline, scene)] if marks and _known(inline, scene) else [])]
        case Link():
            return [link(inline.text, inline.url)]
    assert_never(inline)


def _known(relation: RelationRef, scene: Scene) -> list[int]:
    return [n for n in relation.claims if n in scene.verdicts]


def _mark(relation: RelationRef, scene: Scene) -> Json:
    signs = ", ".join(f"{scene.verdicts[n].icon} {n}" for n in _known(relation, scene))
    return words(f" [{signs}]", italic=True)
