"""Inlines → HTML: plain words, entities marked as in the picture, relations that lead to their claims, links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from markupsafe import Markup

from adapters.web import text
from adapters.web.markup import macro
from kgcore.model import Verdict
from kgcore.reply import EntityRef, Inline, Link, Plain, RelationRef, Strong


@dataclass(frozen=True, slots=True)
class Where:
    """What the blocks of one reply need to know of each other: thread and turn in addresses, and its verdicts.

    `folded`: its forms are folded away under their titles.
    """

    thread: str
    turn: str
    verdicts: Mapping[int, Verdict]
    folded: bool = False


def inlines(parts: tuple[Inline, ...], where: Where, *, marks: bool = True) -> Markup:
    """Return the inlines as HTML. `marks`: relations lead to their claims and carry the verdicts' icons."""
    return Markup("").join(_inline(i, where, marks) for i in parts)


def _inline(inline: Inline, where: Where, marks: bool) -> Markup:
    words = text.html(inline.text)
    match inline:
        case Plain():
            return words
        case Strong():
            return Markup("<strong>{}</strong>").format(words)
        case EntityRef():
            return _entity(inline, words)
        case RelationRef():
            return _relation(inline, words, where) if marks else words
        case Link():
            return Markup('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>').format(
                text.clean(inline.url), words
            )
    assert_never(inline)


def _entity(entity: EntityRef, words: Markup) -> Markup:
    number = Markup('<sup class="number">{}</sup>').format(entity.number) if entity.number else Markup("")
    data = Markup(' data-entity="{}" tabindex="0"').format(entity.number) if entity.number else Markup("")
    look = " faded" if entity.faded else ""
    title = Markup("{} (folded away)").format(text.spaced(entity.type)) if entity.faded else text.spaced(entity.type)
    return Markup('<span class="entity{}"{} data-colour="{}" title="{}"><span class="name">{}</span>{}</span>').format(
        look, data, text.colour(entity.colour), title, words, number
    )


def _relation(relation: RelationRef, words: Markup, where: Where) -> Markup:
    known = [n for n in relation.claims if n in where.verdicts]
    if not known:
        return words
    icons = Markup("").join(macro("blocks.html", "icon", v) for v in dict.fromkeys(where.verdicts[n] for n in known))
    start, space, last = words.rpartition(" ")
    tail = Markup('{}{}<span class="tail">{}{}</span>').format(start, space, last, icons)  # no line break before icons
    return Markup('<a class="relation" href="#c-{}-{}" data-claims="{}">{}</a>').format(
        where.turn, known[0], " ".join(map(str, known)), tail
    )
