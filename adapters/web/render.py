"""Reply → HTML. Pure: the same reply gives the same fragments, which pages compare to change only what is new."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from adapters.web import limits, text
from adapters.web.svg import safe_svg
from kgcore.message import Action, Verb
from kgcore.model import Verdict
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    EntityRef,
    Figure,
    Inline,
    Link,
    Notice,
    Plain,
    Progress,
    RelationRef,
    Reply,
    Strong,
    Table,
    Text,
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A reply as HTML. `order` are the keys of all its blocks; `blocks` are (key, HTML) of those that it carries."""

    turn: str
    question: str
    final: bool
    order: tuple[str, ...]
    blocks: tuple[tuple[str, Markup], ...]

    def without(self, known: Mapping[str, str]) -> Snapshot:
        """Return the snapshot without the blocks whose HTML is known."""
        return replace(self, blocks=tuple((k, v) for k, v in self.blocks if known.get(k) != v))

    @property
    def json(self) -> str:
        """The snapshot as the page's script reads it."""
        fields = {"turn": self.turn, "question": self.question, "final": self.final, "order": self.order}
        return json.dumps({**fields, "blocks": dict(self.blocks)})


@dataclass(frozen=True, slots=True)
class ThreadLine:
    """One line of the list of threads; `used` is ISO 8601 or ""."""

    id: str
    title: str
    used: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """All that a whole page shows; `error` is told beside the question box."""

    thread: str
    event: str
    status: str
    examples: tuple[str, ...]
    threads: tuple[ThreadLine, ...] = ()
    turns: tuple[Snapshot, ...] = ()
    error: str = ""

    @property
    def waiting(self) -> bool:
        """Whether an answer is still being written."""
        return any(not t.final for t in self.turns)


@dataclass(frozen=True, slots=True)
class _Where:
    """What the blocks of one reply need to know of each other."""

    thread: str
    turn: str
    verdicts: Mapping[int, Verdict]


def render_reply(reply: Reply, thread: str) -> Snapshot:
    """Return the reply's fragments; `thread` is the thread's id in the page's addresses."""
    verdicts = {c.number: c.verdict for b in reply.blocks if isinstance(b, Claims) for c in b.claims}
    where = _Where(thread, reply.turn, verdicts)
    seen: Counter[str] = Counter()
    blocks: list[tuple[str, Markup]] = []
    for block in reply.blocks:
        kind, markup = _block(block, where)
        if markup:
            blocks.append((f"{kind}-{seen[kind]}", markup.strip()))
            seen[kind] += 1
    order = tuple(key for key, _ in blocks)
    return Snapshot(reply.turn, text.clean(reply.question), reply.final, order, tuple(blocks))


def render_page(page: Page) -> str:
    """Return the whole page."""
    return _environment().get_template("page.html").render(page=page, limits=limits, verdicts=tuple(Verdict))


def render_threads(lines: tuple[ThreadLine, ...], current: str) -> str:
    """Return the list of threads alone."""
    return _macro("threads.html", "threads", lines, current)


def _block(block: Block, where: _Where) -> tuple[str, Markup]:
    """Return the block's kind and its HTML, "" where the page has its own place for it."""
    match block:
        case Text():
            kind = "correction" if block.correction else "text"
            return kind, _macro("blocks.html", kind, _inlines(block.inlines, where), block.first)
        case Claims():
            rows = [(c, _inlines(c.statement, where, marks=False)) for c in block.claims]
            return "claims", _macro("blocks.html", "claims", rows, where.turn, limits.PAPERS_SHOWN) if rows else Markup(
                ""
            )
        case Figure():
            address = f"/t/{where.thread}/{where.turn}.png"
            return "figure", _macro("blocks.html", "figure", block, Markup(safe_svg(block.svg)), address)  # noqa: S704
        case Table():
            return "table", _macro("blocks.html", "table", block)
        case Choices():
            return "choices", _choices(block)
        case Notice():
            return "notice", _macro("blocks.html", "notice", block)
        case Progress():
            return "progress", _macro("blocks.html", "progress", block)
    assert_never(block)


def _claims(block: Claims, where: _Where) -> Markup:
    rows = [(c, _inlines(c.statement, where, marks=False)) for c in block.claims]
    return _macro("blocks.html", "claims", rows, where.turn, limits.PAPERS_SHOWN) if rows else Markup("")


def _choices(block: Choices) -> Markup:
    """Stopping is left out: the page has one stop button, beside the question box."""
    buttons, menu = ([c for c in part if not _stops(c)] for part in (block.buttons, block.menu))
    return _macro("blocks.html", "choices", block.title, buttons, menu) if buttons or menu else Markup("")


def _stops(choice: Choice) -> bool:
    action = Action.parse(choice.action)
    return action is not None and action.verb is Verb.STOP


def _inlines(inlines: tuple[Inline, ...], where: _Where, *, marks: bool = True) -> Markup:
    return Markup("").join(_inline(i, where, marks) for i in inlines)


def _inline(inline: Inline, where: _Where, marks: bool) -> Markup:
    """`marks`: relations lead to their claims and carry the verdicts' icons."""
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
    return Markup('<span class="entity"{} data-colour="{}" title="{}"><span class="name">{}</span>{}</span>').format(
        data, text.colour(entity.colour), text.spaced(entity.type), words, number
    )


def _relation(relation: RelationRef, words: Markup, where: _Where) -> Markup:
    known = [n for n in relation.claims if n in where.verdicts]
    if not known:
        return words
    icons = Markup("").join(_macro("blocks.html", "icon", v) for v in dict.fromkeys(where.verdicts[n] for n in known))
    start, space, last = words.rpartition(" ")
    tail = Markup('{}{}<span class="tail">{}{}</span>').format(start, space, last, icons)  # no line break before icons
    return Markup('<a class="relation" href="#c-{}-{}" data-claims="{}">{}</a>').format(
        where.turn, known[0], " ".join(map(str, known)), tail
    )


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("adapters.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=text.finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # else every macro looks at its file's time again
    )


def _macro(template: str, name: str, *values: object) -> Markup:
    found = getattr(_environment().get_template(template).module, name)
    result: Markup = found(*values)
    return result
