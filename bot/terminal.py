"""A reply in a terminal: the answer, coloured verdicts with their evidence, and what to do next."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text as Words

from bot.picks import numbered
from bot.terminal_choices import choices, form
from bot.terminal_claims import claim
from bot.terminal_papers import papers
from bot.terminal_steps import steps, way
from bot.terminal_tables import Sheet
from bot.terminal_words import QUIET, clean, inlines, one_line, styled
from kgcore.reply import (
    Block,
    Choices,
    Claims,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    Progress,
    Reply,
    Steps,
    Table,
    Text,
    Tone,
)

TONES = {Tone.QUIET: QUIET, Tone.INFO: "", Tone.WARNING: "yellow"}
WIDE = 160  # columns of output that no terminal shows
BAR = 20  # columns of the bar of progress


@dataclass(frozen=True, slots=True)
class Manner:
    """How a reply is shown: with the action ids that `evigraph act --thread THREAD` takes, or (thread "") for a chat,
    where all is chosen by number. `whole`: with the menus and the steps that an answer only counts.
    """

    thread: str = ""
    whole: bool = False

    @property
    def ids(self) -> bool:
        """Whether action ids are shown."""
        return bool(self.thread)


def output() -> Console:
    """Return where results go: as wide as the terminal, and wide enough for whole ids where it is none."""
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDE)


def show(reply: Reply, console: Console, manner: Manner, known: Sequence[Block] = ()) -> None:
    """Print a reply. Untrusted text is printed as text: no markup and no control characters reach the terminal.

    `known` are blocks that have been printed and need not be again; what can be chosen always is.
    """
    for block, shown in rendered(reply, manner):
        if isinstance(block, Choices | Form) or block not in known:
            console.print(shown)


def growing(reply: Reply) -> RenderableType:
    """Return what there is of a reply that is still being written."""
    return Group(*(shown for block, shown in rendered(reply, Manner()) if isinstance(block, Text | Claims | Progress)))


def rendered(reply: Reply, manner: Manner) -> Iterator[tuple[Block, RenderableType]]:
    """Yield every block that a terminal shows with what it looks like."""
    whole = manner.whole or reply.private or not reply.turn
    shown = [(b, _block(b, at, manner, whole=whole)) for b, at in numbered(reply)]
    printed = [(block, found) for block, found in shown if found is not None]
    for n, (block, found) in enumerate(printed, 1):
        after = printed[n][0] if n < len(printed) else None
        yield block, Padding(found, (0, 0, 0 if _together(block, after, manner) else 1, 0))


def _together(block: Block, after: Block | None, manner: Manner) -> bool:
    """Whether no blank line parts a block from the one after it."""
    match after:
        case Text():
            return isinstance(block, Text) and bool(after.level)
        case File():
            return isinstance(block, File)
        case Choices():
            return isinstance(block, Form) and not manner.ids and not after.title
        case Form():
            return not manner.ids and (isinstance(block, Form) or (isinstance(block, Choices) and not block.title))
        case _:
            return False


def _block(block: Block, at: int, manner: Manner, *, whole: bool) -> RenderableType | None:
    match block:
        case Text():
            return _text(block)
        case Claims():
            return Group(*(claim(c, whole=whole) for c in block.claims)) if block.claims else None
        case Papers():
            return papers(block)
        case Figure():
            return None  # --image keeps it; its words would only repeat the claims
        case Table():
            return Sheet(block)
        case Choices():
            return choices(block, at, manner.thread, whole=whole)
        case Notice():
            return Words(clean(block.text), style=TONES[block.tone])
        case Progress():
            return _progress(block, manner)
        case Steps():
            return _steps(block, manner, whole=whole)
        case Form():
            return form(block, at, manner.thread)
        case File():
            return Words(file_line(block))
        case _:
            assert_never(block)


def _text(block: Text) -> Padding:
    words = styled(f"{one_line(block.speaker)}: " if block.speaker else "", "bold")
    words.append("– " if block.level else "", style=QUIET)
    words.append_text(inlines(block.inlines))
    if block.first:
        words.append(f" First written: {clean(block.first)}", style=QUIET)
    return Padding(words, (0, 0, 0, 4 if block.correction else 2 * min(block.level, 10)))


def _steps(block: Steps, manner: Manner, *, whole: bool) -> RenderableType | None:
    if not block.steps:
        return None
    listing = f"evigraph steps --thread {shlex.quote(one_line(manner.thread))}" if manner.ids else "/steps"
    return steps(block, ids=manner.ids) if whole else way(block, f"{listing} lists the questions")


def _progress(block: Progress, manner: Manner) -> Words:
    if block.total < 1:
        return styled(clean(block.doing), QUIET)
    full = round(BAR * min(max(block.explored, 0), block.total) / block.total)
    full = max(full, 1) if block.explored > 0 else full
    words = styled("━" * full, "green").append("─" * (BAR - full), style=QUIET)
    about = f" {one_line(block.about)}" if block.about else ""
    words.append(f" {block.explored} of {block.total} explored{about}", style=QUIET)
    return words.append(f"  {block.why}" if manner.ids and block.why else "", style=QUIET)


def file_line(file: File) -> str:
    """Return what a file is called, how big it is and what it holds."""
    size = len(file.content)
    shown = f"{size:,} bytes" if size < 10_000 else f"{size / 1000:,.0f} kB"
    media = one_line(file.media).partition(";")[0]
    return f"{one_line(file.name)} ({media}, {shown})"
