"""Blocks → units of Block Kit. Pure; no word of anybody is read as markup."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import assert_never

from adapters.slack import limits
from adapters.slack.buttons import button, choices_units
from adapters.slack.claims import claims_units, papers_units
from adapters.slack.escape import plain
from adapters.slack.forms import form_button, form_key
from adapters.slack.inlines import runs, said
from adapters.slack.parts import (
    Json,
    Made,
    Scene,
    Unit,
    bullets,
    context,
    quote,
    rich_blocks,
    section,
    spoken,
    words,
)
from adapters.slack.tables import table_units
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    Claims,
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
    Tone,
)

NO_PICTURE = "The picture could not be uploaded to Slack. This is what it shows:"
DOTS = 10  # of the row that shows how much is explored


def block_units(block: Block, scene: Scene, made: Made, turn: str) -> Iterator[Unit]:
    """Yield the block's units; forms that buttons open are left in `made`."""
    match block:
        case Text():
            yield from _text(block, scene)
        case Claims():
            yield from claims_units(block, scene, turn)
        case Papers():
            yield from papers_units(block)
        case Figure():
            yield from _figure(block, scene)
        case Table():
            yield from table_units(block, scene.surface)
        case Choices():
            yield from choices_units(block)
        case Notice():
            yield from _notice(block)
        case Progress():
            yield from _progress(block)
        case Steps():
            yield from _steps(block)
        case Form():
            made.forms[form_key(block)] = block
            yield Unit(({"type": "actions", "elements": [form_button(block)]},), f"[{block.title}]")
        case File():
            yield Unit(tuple(context(f"📎 {block.name}", limits.CONTEXT_TEXT)), block.name)
        case _:
            assert_never(block)


def digest(figure: Figure) -> str:
    """Return what tells one picture from another."""
    return hashlib.blake2b(figure.png, digest_size=8).hexdigest()


def _text(text: Text, scene: Scene) -> Iterator[Unit]:
    parts = runs(text.inlines, scene)
    if not parts:  # Slack refuses a section without elements, and with it the message
        return
    if text.speaker:
        parts.insert(0, words(f"{text.speaker}: ", bold=True))
    if text.correction:
        first = [words(f"{text.first}\n", strike=True)] if text.first else []
        element = quote(*first, *parts)
    else:
        element = bullets([section(*parts)]) if text.level else section(*parts)
    blocks = rich_blocks([element], limits.RICH_TEXT)
    plain_words = (f"{text.speaker}: " if text.speaker else "") + said(text.inlines)
    for nth, block in enumerate(blocks):
        yield Unit((block,), plain_words if nth == 0 else "")


def _figure(figure: Figure, scene: Scene) -> Iterator[Unit]:
    file = scene.pictures.get(digest(figure))
    if file:
        image: Json = {
            "type": "image",
            "slack_file": {"id": file},
            "alt_text": plain(figure.alt or "A picture of the graph", limits.ALT_TEXT)["text"],
        }
        if figure.title:
            image["title"] = plain(figure.title, limits.IMAGE_TITLE)
        yield Unit((image,), f"Picture: {figure.alt}")
    elif file == "":
        yield Unit(tuple(context(NO_PICTURE, limits.CONTEXT_TEXT)), NO_PICTURE)
        if scene.claims:
            yield from table_units(Table(("No.", "From, relation, to", "Verdict"), scene.claims), scene.surface)
        else:
            yield Unit(tuple(rich_blocks([section(words(figure.alt))], limits.RICH_TEXT)), figure.alt)


def _notice(notice: Notice) -> Iterator[Unit]:
    match notice.tone:
        case Tone.QUIET:
            yield Unit(tuple(context(notice.text, limits.CONTEXT_TEXT)), notice.text)
        case Tone.INFO:
            yield from _loud("ℹ️", notice.text)
        case Tone.WARNING:
            yield from _loud("⚠️", notice.text)
        case _:
            assert_never(notice.tone)


def _loud(icon: str, text: str) -> Iterator[Unit]:
    whole = spoken(icon, text)
    for nth, block in enumerate(rich_blocks(whole["elements"], limits.RICH_TEXT)):
        yield Unit((block,), f"{icon} {text}" if nth == 0 else "")


def _progress(progress: Progress) -> Iterator[Unit]:
    if not progress.total:
        if progress.doing:
            yield Unit(tuple(context(f"⏳ {progress.doing}", limits.CONTEXT_TEXT)), progress.doing)
        return
    full = min(DOTS, max(progress.explored > 0, round(DOTS * progress.explored / progress.total)))
    line = (
        f"{'▰' * full}{'▱' * (DOTS - full)} {progress.explored} of {progress.total} explored {progress.about}".strip()
    )
    if not progress.why:
        yield Unit(tuple(context(line, limits.CONTEXT_TEXT)), line)
        return
    ask = button(Choice("What is this?", progress.why, look=Look.SUBTLE))
    yield Unit(({"type": "section", "text": plain(line, limits.SECTION_TEXT), "accessory": ask},), line)


def _steps(steps: Steps) -> Iterator[Unit]:
    lines = [section(*_step(s)) for s in steps.steps]
    for nth, block in enumerate(rich_blocks([bullets(lines)] if lines else [], limits.RICH_TEXT)):
        text = "\n".join(f"{s.number}. {s.question}" for s in steps.steps) if nth == 0 else ""
        yield Unit((block,), text)
    menu = tuple(Choice(f"{s.number}. {s.question}", s.action) for s in steps.steps if not s.here)
    if menu:
        for unit in choices_units(Choices((), menu, "Go to step …")):
            yield Unit(tuple(b for b in unit.blocks if b["type"] == "actions"), "")


def _step(step: StepView) -> list[Json]:
    counts = "  ".join(f"{verdict.icon} {count}" for verdict, count in step.counts)
    came = f" (after {step.parent})" if step.parent and step.parent != step.number - 1 else ""
    here = " ← you are here" if step.here else ""
    line = [words(f"{step.number}. ", bold=True), words(step.question, bold=step.here, italic=step.later)]
    return [*line, words(f"{came}  {counts}{here}")]
