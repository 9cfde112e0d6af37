"""Reply → messages and views. Pure: the same reply gives the same blocks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from adapters.shared.condensing import is_long
from adapters.slack import limits
from adapters.slack.blocks import block_units
from adapters.slack.condensing import short_reply
from adapters.slack.controls import choice_button, form_blocks
from adapters.slack.escape import fallback_text, plain_text
from adapters.slack.parts import (
    BlockSurface,
    BlockUnit,
    Json,
    RenderedForms,
    ReplyContext,
    context_blocks,
    count_characters,
    inline_text,
    person_run,
    rich_block,
    rich_section,
    text_run,
)
from kgcore.values.reply import Block, Choice, Claims, Figure, File, Form, Reply

MORE = "(goes on in the next message)"


@dataclass(frozen=True, slots=True)
class Post:
    """One message: blocks, and `text` for notifications and screen readers (escaped). `final`: of a last state."""

    blocks: tuple[Json, ...]
    text: str
    final: bool = True

    @property
    def version(self) -> str:
        """What tells one state of the message from another."""
        return json.dumps((self.blocks, self.text), sort_keys=True)


@dataclass(frozen=True, slots=True)
class RenderedReply:
    """A reply as messages, with the forms that its buttons open and the files that go with it."""

    posts: tuple[Post, ...]
    forms: Mapping[str, Form] = field(default_factory=dict)
    files: tuple[File, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedBy:
    """Who asked what, where the thread's own messages do not tell (a click, a command)."""

    person: str
    question: str


def render(
    reply: Reply, pictures: Mapping[str, str], asked: AskedBy | None = None, *, brief: bool = False
) -> RenderedReply:
    """Return the reply as messages, split at the borders of claims and paragraphs; `brief`: as one
    (`short_reply`).
    """
    brief = brief and is_long(reply)
    made, context = RenderedForms(), replace(scene_of(reply, pictures, BlockSurface.MESSAGE), brief=brief)
    reply = short_reply(reply) if brief else reply
    units = [*([_asked(asked)] if asked else []), *_units(reply.blocks, context, made, reply.turn)]
    files = tuple(b for b in reply.blocks if isinstance(b, File))
    posts = (replace(p, final=reply.final) for p in _posts(units))
    return RenderedReply(tuple(posts), made.forms, files)


def scene_of(reply: Reply, pictures: Mapping[str, str], surface: BlockSurface) -> ReplyContext:
    """Return what the reply's blocks need to know of each other."""
    claims = [c for b in reply.blocks if isinstance(b, Claims) for c in b.claims]
    rows = tuple((str(c.number), inline_text(c.statement), f"{c.chip.icon} {c.chip.label}") for c in claims)
    return ReplyContext(surface, pictures, {c.number: c.chip for c in claims}, rows)


def render_view(reply: Reply, title: str, metadata: str) -> tuple[Json, Mapping[str, Form]] | None:
    """Return the reply as a modal with the forms that its buttons open; None where it does not fit into one.

    A single form becomes the modal's own fields; of several each has a button.
    """
    forms = [b for b in reply.blocks if isinstance(b, Form)]
    single = forms[0] if len(forms) == 1 else None
    made = RenderedForms()
    shown = [b for b in reply.blocks if b is not single and not isinstance(b, Figure | File)]
    units = _units(shown, scene_of(reply, {}, BlockSurface.MODAL), made, reply.turn)
    blocks = [block for unit in units for block in unit.blocks]
    if single:
        blocks += form_blocks(single)
    if not 0 < len(blocks) <= limits.VIEW_BLOCKS or len(shown) + bool(single) < len(reply.blocks):
        return None
    return modal_view(title, blocks, metadata, single), made.forms


def render_pages(reply: Reply, title: str, metadata: str, page: int, turner: str) -> tuple[Json, Mapping[str, Form]]:
    """Return one page (from 0) of a reply as a modal, however long the reply is; `turner` and a number turn pages."""
    made = RenderedForms()
    shown = [b for b in reply.blocks if not isinstance(b, Figure | File)]
    units = _units(shown, scene_of(reply, {}, BlockSurface.MODAL), made, reply.turn)
    pages: list[list[Json]] = [[]]
    for unit in units:
        if pages[-1] and len(pages[-1]) + len(unit.blocks) > limits.PAGE_BLOCKS:
            pages.append([])
        pages[-1] += unit.blocks
    page = min(page, len(pages) - 1)
    turns = [("← Back", page - 1)] if page else []
    turns += [("Go on →", page + 1)] if page + 1 < len(pages) else []
    buttons = [choice_button(Choice(label, f"{turner}{number}")) for label, number in turns]
    blocks = [*pages[page], *([{"type": "actions", "elements": buttons}] if buttons else [])]
    return modal_view(
        title, blocks or context_blocks("There is nothing more.", limits.CONTEXT_TEXT), metadata, None
    ), made.forms


def home_view(sections: Sequence[tuple[str, Reply]], metadata: str) -> tuple[Json, Mapping[str, Form]]:
    """Return the app's Home tab with a section a reply, and the forms that its buttons open; what does not fit is
    left out whole.

    https://docs.slack.dev/surfaces/app-home
    """
    made, blocks = RenderedForms(), list[Json]()
    for title, reply in sections:
        shown = [b for b in reply.blocks if not isinstance(b, Figure | File)]
        units = _units(shown, scene_of(reply, {}, BlockSurface.MODAL), made, reply.turn)
        blocks.append({"type": "header", "text": plain_text(title, limits.HEADER)})
        for unit in units:
            if len(blocks) + len(unit.blocks) < limits.VIEW_BLOCKS:
                blocks += unit.blocks
    return {"type": "home", "private_metadata": metadata, "blocks": blocks[: limits.VIEW_BLOCKS]}, made.forms


def modal_view(title: str, blocks: list[Json], metadata: str, form: Form | None) -> Json:
    """Return a modal; with a form it can be sent."""
    made: Json = {
        "type": "modal",
        "callback_id": form.action if form else "panel",
        "title": plain_text(title, limits.VIEW_TITLE),
        "close": plain_text("Close", limits.VIEW_TITLE),
        "private_metadata": metadata,
        "blocks": blocks,
    }
    return {**made, "submit": plain_text(form.submit, limits.VIEW_SUBMIT)} if form else made


def _units(blocks: Iterable[Block], context: ReplyContext, made: RenderedForms, turn: str) -> list[BlockUnit]:
    return [u for block in blocks for u in block_units(block, context, made, turn) if u.blocks]


def _asked(asked: AskedBy) -> BlockUnit:
    words_of = rich_section(person_run(asked.person), text_run(" asked: "), text_run(asked.question, bold=True))
    return BlockUnit((rich_block(words_of),), f"Asked: {asked.question}")


def _posts(units: list[BlockUnit]) -> Iterable[Post]:
    """Pack units into messages, as few as the limits allow; buttons of one block keep their order."""
    packs: list[list[BlockUnit]] = [[]]
    filled = Counter[str]()
    for unit, size in ((u, _size(u)) for whole in units for u in _small(whole)):
        if packs[-1] and not _fits(filled + size):
            packs.append([])
            filled.clear()
        packs[-1].append(unit)
        filled += size
    for nth, pack in enumerate(packs):
        if pack:
            more = [MORE] if nth + 1 < len(packs) else []
            text = fallback_text("\n".join([*(u.text for u in pack if u.text), *more]) or "…")
            yield Post(tuple(b for u in pack for b in u.blocks), text)


_MOST = {"blocks": limits.BLOCKS, "tables": limits.TABLES, "characters": limits.MESSAGE_CHARACTERS}


def _size(unit: BlockUnit) -> Counter[str]:
    """Return what a unit takes of what a message holds."""
    tables = sum(block["type"] == "table" for block in unit.blocks)
    return Counter(blocks=len(unit.blocks), tables=tables, characters=count_characters(unit.blocks))


def _fits(size: Counter[str]) -> bool:
    return all(size[part] <= most for part, most in _MOST.items())


def _small(unit: BlockUnit) -> Iterable[BlockUnit]:
    """Yield the unit, or its blocks by themselves where no message could hold them together."""
    if _fits(_size(unit)):
        yield unit
        return
    for nth, block in enumerate(unit.blocks):
        yield replace(unit, blocks=(block,), text=unit.text if nth == 0 else "")
