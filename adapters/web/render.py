"""Reply → HTML. Pure: the same reply gives the same fragments, which pages compare to change only what is new."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from markupsafe import Markup

from adapters.web import limits, text
from adapters.web.blocks import block_html
from adapters.web.inlines import Where
from adapters.web.markup import environment, macro
from kgcore.model import Verdict
from kgcore.reply import Block, Choices, Claims, Notice, Reply


class Kind(StrEnum):
    """Where a snapshot belongs."""

    TURN = "turn"
    PANEL = "panel"  # for the person alone who asked: beside the thread
    WORD = "word"  # the same, but only a sentence, perhaps with a button
    NOTICE = "notice"  # an aside in the thread


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A reply as HTML. `order` are the keys of all its blocks; `blocks` are (key, HTML) of those that it carries.

    `version` tells one state of a turn from another.
    """

    turn: str
    question: str
    final: bool
    order: tuple[str, ...]
    blocks: tuple[tuple[str, Markup], ...]
    kind: Kind = Kind.TURN
    version: str = ""

    def without(self, known: Mapping[str, str]) -> Snapshot:
        """Return the snapshot without the blocks whose HTML is known."""
        return replace(self, blocks=tuple((k, v) for k, v in self.blocks if known.get(k) != v))

    @property
    def json(self) -> str:
        """The snapshot as the page's script reads it."""
        fields = {"turn": self.turn, "question": self.question, "final": self.final, "order": self.order}
        return json.dumps({**fields, "version": self.version, "blocks": dict(self.blocks)})


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


def render_reply(reply: Reply, thread: str) -> Snapshot:
    """Return the reply's fragments; `thread` is the thread's id in the page's addresses."""
    verdicts = {c.number: c.verdict for b in reply.blocks if isinstance(b, Claims) for c in b.claims}
    folded = any(isinstance(b, Choices) for b in reply.blocks)
    where = Where(thread, reply.turn, verdicts, folded)
    nth: Counter[type[Block]] = Counter()
    seen: Counter[str] = Counter()
    blocks: list[tuple[str, Markup]] = []
    for block in reply.blocks:
        kind, markup = block_html(block, where, nth[type(block)])
        nth[type(block)] += 1
        if markup:
            blocks.append((f"{kind}-{seen[kind]}", markup.strip()))
            seen[kind] += 1
    question, order = text.clean(reply.question), tuple(key for key, _ in blocks)
    version = _digest(question, str(reply.final), *(part for pair in blocks for part in pair))
    return Snapshot(reply.turn, question, reply.final, order, tuple(blocks), _kind(reply), version)


def render_page(page: Page) -> str:
    """Return the whole page."""
    return environment().get_template("page.html").render(page=page, limits=limits, verdicts=tuple(Verdict))


def render_threads(lines: tuple[ThreadLine, ...], current: str) -> str:
    """Return the list of threads alone."""
    return macro("threads.html", "threads", lines, current)


def _kind(reply: Reply) -> Kind:
    if reply.turn:
        return Kind.TURN
    if not reply.private:
        return Kind.NOTICE
    notices = sum(isinstance(b, Notice) for b in reply.blocks)
    buttons = [len(b.buttons) + len(b.menu) for b in reply.blocks if isinstance(b, Choices)]
    small = notices > 0 and notices + len(buttons) == len(reply.blocks) and sum(buttons) <= 1
    return Kind.WORD if small else Kind.PANEL


def _digest(*parts: str) -> str:
    whole = hashlib.blake2b(digest_size=8)
    for part in parts:
        whole.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return whole.hexdigest()
