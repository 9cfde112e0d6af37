"""Blocks → HTML. Pure; every text is escaped by the templates."""

from __future__ import annotations

import base64
from typing import assert_never
from urllib.parse import quote

from markupsafe import Markup

from adapters.web import limits
from adapters.web.inlines import Where, inlines
from adapters.web.markup import macro
from adapters.web.svg import safe_svg
from kgcore.message import Action, Verb
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    Field,
    FieldKind,
    Figure,
    File,
    Form,
    Look,
    Notice,
    Papers,
    Progress,
    Steps,
    StepView,
    Table,
    Text,
)

NOTHING = Markup("")


def block_html(block: Block, where: Where, nth: int) -> tuple[str, Markup]:
    """Return the block's kind and its HTML, "" where the page has its own place for it.

    `nth` counts the blocks of the same kind in the reply, from 0.
    """
    match block:
        case Text():
            return _text(block, where)
        case Claims():
            return "claims", _claims(block, where)
        case Papers():
            return "papers", macro("papers.html", "papers", block) if block.papers else NOTHING
        case Figure():
            return "figure", _figure(block, where, nth)
        case Table():
            return "table", macro("blocks.html", "table", block)
        case Choices():
            return "choices", _choices(block)
        case Notice():
            return "notice", macro("blocks.html", "notice", block)
        case Progress():
            return "progress", macro("explore.html", "progress", block)
        case Steps():
            return "steps", macro("explore.html", "steps", [(s, _turn(s)) for s in block.steps])
        case Form():
            return "form", _form(block, where, nth)
        case File():
            return "file", macro("explore.html", "file", block, f"/t/{where.thread}/files/{quote(block.name, safe='')}")
    assert_never(block)


def _text(block: Text, where: Where) -> tuple[str, Markup]:
    kind = "correction" if block.correction else "text"
    words = inlines(block.inlines, where)
    return kind, macro("blocks.html", kind, words, block)


def _claims(block: Claims, where: Where) -> Markup:
    rows = [(c, inlines(c.statement, where, marks=False)) for c in block.claims]
    return macro("blocks.html", "claims", rows, where.turn, limits.PAPERS_SHOWN) if rows else NOTHING


def _figure(block: Figure, where: Where, nth: int) -> Markup:
    """A panel's picture has no address of its own, so it brings its bytes with it."""
    if where.turn:
        address = f"/t/{where.thread}/{where.turn}.png" + (f"?n={nth}" if nth else "")
    else:
        address = f"data:image/png;base64,{base64.b64encode(block.png).decode()}"
    name = f"evigraph-{nth + 1}.png" if nth else "evigraph.png"
    return macro("blocks.html", "figure", block, Markup(safe_svg(block.svg)), address, name)  # noqa: S704


def _choices(block: Choices) -> Markup:
    """Stopping is left out: the page has one stop button, beside the question box."""
    buttons, menu = ([c for c in part if not _is(c, Verb.STOP)] for part in (block.buttons, block.menu))
    if not (buttons or menu):
        return NOTHING
    if any(c.on for c in buttons):
        return macro("choices.html", "segments", block.title, buttons, menu)
    name = "tools" if all(map(_small, [*buttons, *menu])) else "choices"
    return macro("choices.html", name, block.title, [_asides(c) for c in buttons], [_asides(c) for c in menu])


def _small(choice: Choice) -> bool:
    return choice.look is Look.SUBTLE and not (choice.hint or choice.aside)


def _asides(choice: Choice) -> tuple[Choice, list[Choice], list[Choice]]:
    """Return the choice, what of its aside is a cross, and what stands in its small menu."""
    crosses = [a for a in choice.aside if _is(a, Verb.DISMISS)]
    return choice, crosses, [a for a in choice.aside if a not in crosses]


def _is(choice: Choice, verb: Verb) -> bool:
    action = Action.parse(choice.action)
    return action is not None and action.verb is verb


def _turn(step: StepView) -> str:
    action = Action.parse(step.action)
    return action.turn if action else ""


def _form(form: Form, where: Where, nth: int) -> Markup:
    action = Action.parse(form.action)
    id = f"f-{where.turn or 'panel'}-{nth}"
    fields = [(f, _kind(f), _most(f)) for f in form.fields]
    return macro("forms.html", "form", form, fields, id, where, action.turn if action else "")


def _kind(field: Field) -> str:
    """Return how a field is shown: line, lines, radios, list or boxes."""
    match field.kind:
        case FieldKind.TEXT:
            return "line" if field.names or _most(field) <= limits.TEXT_LINE else "lines"
        case FieldKind.ONE:
            return "radios" if len(field.options) <= limits.RADIOS else "list"
        case FieldKind.MANY:
            return "boxes"
    assert_never(field.kind)


def _most(field: Field) -> int:
    """A field of text that names no bound has the page's own."""
    if field.kind is not FieldKind.TEXT:
        return field.most
    return min(field.most, limits.VALUE_CHARACTERS) if field.most > 1 else limits.TEXT_LINE
