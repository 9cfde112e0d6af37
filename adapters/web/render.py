"""Blocks → HTML. Pure; every text is escaped by the templates."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import assert_never
from urllib.parse import quote

from markupsafe import Markup

from adapters.port import TokenInfo
from adapters.web import limits
from adapters.web.inlines import PageContext, call_macro, clean_text, inlines_html, template_environment
from adapters.web.svg import safe_svg
from kgcore.commands import COMMANDS, CommandSurface, commands_on
from kgcore.values.message import Action, Verb
from kgcore.values.reply import (
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
    Reply,
    Steps,
    StepView,
    Table,
    Text,
)
from kgcore.verdicts import BADGES, LEGEND

NOTHING = Markup("")


def block_html(block: Block, where: PageContext, nth: int) -> tuple[str, Markup]:
    """Return the block's kind and its HTML, "" where the page has its own place for it.

    `nth` counts the blocks of the same kind in the reply, from 0.
    """
    match block:
        case Text():
            return _text(block, where)
        case Claims():
            return "claims", _claims(block, where)
        case Papers():
            return "papers", call_macro("papers.html", "papers", block) if block.papers else NOTHING
        case Figure():
            return "figure", _figure(block, where, nth)
        case Table():
            return "table", call_macro("blocks.html", "table", block)
        case Choices():
            return "choices", _choices(block)
        case Notice():
            return "notice", call_macro("blocks.html", "notice", block)
        case Progress():
            return "progress", call_macro("explore.html", "progress", block)
        case Steps():
            return "steps", call_macro(
                "explore.html", "steps", [(s, _turn(s)) for s in block.steps], block.folded, where.turn
            )
        case Form():
            return "form", _form(block, where, nth)
        case File():
            address = f"{where.base}/files/{quote(block.name, safe='')}"
            return "file", call_macro("explore.html", "file", block, address, _FORMATS.get(Path(block.name).suffix, ""))
    assert_never(block)


_FORMATS = {
    ".md": "Markdown",
    ".png": "Picture (PNG)",
    ".svg": "Picture (SVG)",
    ".bib": "BibTeX",
    ".ris": "RIS",
    ".json": "JSON",
    ".csv": "Table (CSV)",
}


def _text(block: Text, where: PageContext) -> tuple[str, Markup]:
    kind = "correction" if block.correction else "text"
    words = inlines_html(block.inlines, where)
    return kind, call_macro("blocks.html", kind, words, block)


def _claims(block: Claims, where: PageContext) -> Markup:
    rows = [(c, inlines_html(c.statement, where, marks=False)) for c in block.claims]
    return call_macro("blocks.html", "claims", rows, where.turn, limits.PAPERS_SHOWN) if rows else NOTHING


def _figure(block: Figure, where: PageContext, nth: int) -> Markup:
    """A panel's picture has no address of its own, so it brings its bytes with it."""
    if where.turn:
        address = f"{where.base}/{where.turn}.png" + (f"?n={nth}" if nth else "")
    else:
        address = f"data:image/png;base64,{base64.b64encode(block.png).decode()}"
    name = f"evigraph-{nth + 1}.png" if nth else "evigraph.png"
    return call_macro("blocks.html", "figure", block, Markup(safe_svg(block.svg)), address, name)  # noqa: S704


def _choices(block: Choices) -> Markup:
    """Stopping is left out: the page has one stop button, beside the question box."""
    buttons, menu = ([c for c in part if not _is(c, Verb.STOP)] for part in (block.buttons, block.menu))
    if not (buttons or menu):
        return NOTHING
    if any(c.on for c in buttons):
        return call_macro("choices.html", "segments", block.title, buttons, menu)
    name = "tools" if all(map(_small, [*buttons, *menu])) else "choices"
    return call_macro("choices.html", name, block.title, [_asides(c) for c in buttons], [_asides(c) for c in menu])


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


def _form(form: Form, where: PageContext, nth: int) -> Markup:
    action = Action.parse(form.action)
    id = f"f-{where.turn or 'panel'}-{nth}"
    fields = [(f, _kind(f), _most(f)) for f in form.fields]
    return call_macro("forms.html", "form", form, fields, id, where, action.turn if action else "")


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


# --- Reply → HTML.


class SnapshotKind(StrEnum):
    """Where a snapshot belongs."""

    TURN = "turn"
    PANEL = "panel"  # for the person alone who asked: beside the thread
    WORD = "word"  # the same, but only a sentence, perhaps with a button
    NOTICE = "notice"  # an aside in the thread


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A reply as HTML. `order` are the keys of all its blocks; `blocks` are (key, HTML) of those that it carries.

    `version` tells one state of a turn from another. `folded`: only the question stands there. `number` tells one aside
    from another, 0 with turns.
    """

    turn: str
    question: str
    final: bool
    order: tuple[str, ...]
    blocks: tuple[tuple[str, Markup], ...]
    kind: SnapshotKind = SnapshotKind.TURN
    version: str = ""
    folded: bool = False
    number: int = 0

    def without(self, known: Mapping[str, str]) -> Snapshot:
        """Return the snapshot without the blocks whose HTML is known."""
        return replace(self, blocks=tuple((k, v) for k, v in self.blocks if known.get(k) != v))

    def without_steps(self) -> Snapshot:
        """Return the same state without the row of steps: a long thread's page has it once."""
        blocks = tuple((key, html) for key, html in self.blocks if not key.startswith("steps-"))
        return replace(self, order=tuple(key for key, _ in blocks), blocks=blocks)

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
    """All that a whole page shows; `error` is told beside the question box, `shares`: threads can be shared by link.

    `who` is the name of who is signed in; `overview`: they may see the whole bot.
    """

    thread: str
    event: str
    status: str
    examples: tuple[str, ...]
    threads: tuple[ThreadLine, ...] = ()
    turns: tuple[Snapshot, ...] = ()
    error: str = ""
    shares: bool = False
    who: str = ""
    overview: bool = False

    @property
    def title(self) -> str:
        """The thread's name; without one its first question, "" where nothing was asked."""
        named = next((line.title for line in self.threads if line.id == self.thread), "")
        return named or (self.turns[0].question if self.turns else "")

    @property
    def older(self) -> int:
        """How many threads to skip for older ones; 0 where there are none."""
        return _older(self.threads)

    @property
    def runs(self) -> list[tuple[bool, list[Snapshot]]]:
        """The turns in order, those that are folded apart from those that are not."""
        return turn_runs(self.turns)

    @property
    def waiting(self) -> bool:
        """Whether an answer is still being written."""
        return any(not t.final for t in self.turns)


@dataclass(frozen=True, slots=True)
class Account:
    """All that the page about oneself shows. `way_in`: there is a way to sign out; `made` is a token just made, shown
    this once; `desk`: there is an overview to look at.
    """

    name: str
    roles: tuple[str, ...]
    tokens: tuple[TokenInfo, ...]
    scopes: tuple[str, ...]
    signs_out: bool = False
    overview: bool = False
    made: str = ""
    error: str = ""


def render_reply(reply: Reply, thread: str, base: str = "") -> Snapshot:
    """Return the reply's fragments; `thread` is the thread's id, `base` where its addresses begin if not at its own."""
    verdicts = {c.number: c.chip for b in reply.blocks if isinstance(b, Claims) for c in b.claims}
    folded = any(isinstance(b, Choices) for b in reply.blocks)
    where = PageContext(thread, reply.turn, verdicts, folded, base or f"/t/{thread}")
    nth: Counter[type[Block]] = Counter()
    seen: Counter[str] = Counter()
    blocks: list[tuple[str, Markup]] = []
    for block in reply.blocks:
        kind, markup = block_html(block, where, nth[type(block)])
        nth[type(block)] += 1
        if markup:
            blocks.append((f"{kind}-{seen[kind]}", markup.strip()))
            seen[kind] += 1
    question, order = clean_text(reply.question), tuple(key for key, _ in blocks)
    version = reply.state or _digest(question, str(reply.final), *(part for pair in blocks for part in pair))
    return Snapshot(reply.turn, question, reply.final, order, tuple(blocks), _render_kind(reply), version)


def fold_turn(id: str, question: str) -> Snapshot:
    """Return a turn of which only the question is shown."""
    return Snapshot(id, clean_text(question), True, (), (), folded=True)


def turn_runs(turns: Iterable[Snapshot]) -> list[tuple[bool, list[Snapshot]]]:
    """Return turns in order, each run of folded and of other ones together."""
    return [(folded, list(some)) for folded, some in groupby(turns, lambda t: t.folded)]


def render_page(page: Page) -> str:
    """Return the whole page."""
    template = template_environment().get_template("page.html")
    renewed = " ".join(row.name for row in COMMANDS if row.renewed)
    header, commands = commands_on(CommandSurface.HEADER), commands_on(CommandSurface.PAGE)
    return template.render(
        page=page, limits=limits, badges=BADGES, legend=LEGEND, header=header, commands=commands, renewed=renewed
    )


def render_colours() -> str:
    """Return the verdicts' style sheet: their colours as custom properties, light and dark, and a class for each."""
    return template_environment().get_template("verdicts.css").render(badges=BADGES)


def render_threads(lines: tuple[ThreadLine, ...], current: str, shares: bool = False, skipped: int = 0) -> str:
    """Return the list of threads alone, of which so many were skipped."""
    return call_macro("threads.html", "threads", lines, current, shares, _older(lines, skipped))


def _older(lines: tuple[ThreadLine, ...], skipped: int = 0) -> int:
    """Return how many threads to skip for older ones; 0 where there are none."""
    return skipped + len(lines) if len(lines) == limits.LISTED_THREADS else 0


def render_shared(title: str, turns: tuple[Snapshot, ...], words: str = "") -> str:
    """Return a thread as those read it who have its link; without turns the words."""
    return (
        template_environment()
        .get_template("shared.html")
        .render(title=title, runs=turn_runs(turns), words=words, badges=BADGES)
    )


def render_sign_in(words: str, way: str, label: str = "Sign in") -> str:
    """Return what somebody sees who is not signed in: words, and a way to go on ("": none here)."""
    return template_environment().get_template("signin.html").render(badges=BADGES, words=words, way=way, label=label)


def render_overview(reply: Reply) -> str:
    """Return the page that shows admins the whole bot."""
    blocks = [markup for _, markup in render_reply(reply, "").blocks]
    return template_environment().get_template("overview.html").render(badges=BADGES, blocks=blocks)


def render_account(account: Account) -> str:
    """Return what somebody sees of themselves."""
    return template_environment().get_template("account.html").render(badges=BADGES, account=account, limits=limits)


def _render_kind(reply: Reply) -> SnapshotKind:
    if reply.turn:
        return SnapshotKind.TURN
    if not reply.private:
        return SnapshotKind.NOTICE
    notices = sum(isinstance(b, Notice) for b in reply.blocks)
    buttons = [len(b.buttons) + len(b.menu) for b in reply.blocks if isinstance(b, Choices)]
    small = notices > 0 and notices + len(buttons) == len(reply.blocks) and sum(buttons) <= 1
    return SnapshotKind.WORD if small else SnapshotKind.PANEL


def _digest(*parts: str) -> str:
    whole = hashlib.blake2b(digest_size=8)
    for part in parts:
        whole.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return whole.hexdigest()
