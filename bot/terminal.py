"""A reply in a terminal: the answer, coloured verdicts with their evidence, and what to do next.

What can be chosen has a number to type in a chat, or the action id of `evigraph act`.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, assert_never, cast

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text as Words

from bot.picks import is_unlisted, numbered_blocks
from bot.terminal_claims import ClaimLines, render_papers, render_steps, render_way
from bot.terminal_words import (
    QUIET,
    Sheet,
    clean_lines,
    inline_words,
    label_beside,
    node_number,
    one_line,
    styled_words,
)
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
    Notice,
    Option,
    Papers,
    Progress,
    Reply,
    Steps,
    Table,
    Text,
    Tone,
)

TONES = {Tone.QUIET: QUIET, Tone.INFO: "", Tone.WARNING: "yellow"}
PADDING = re.compile(r"[ \t]+(?=\n)")
WIDE = 160  # columns of output that no terminal shows
_LEAST_COLUMN = 10  # columns of a terminal that a column of a table needs
BAR = 20  # columns of the bar of progress


@dataclass(frozen=True, slots=True)
class ReplyStyle:
    """How a reply is shown: that of a command about a thread, or (thread "") for a chat, where all is chosen by number.

    `whole`: with the menus and the steps that an answer only counts. `with_ids`: with the action ids that `evigraph act
    --thread THREAD` takes.
    """

    thread: str = ""
    whole: bool = False
    with_ids: bool = True

    @property
    def ids(self) -> bool:
        """Whether action ids are shown."""
        return bool(self.thread) and self.with_ids


def output_console() -> Console:
    """Return where results go: as wide as the terminal, and wide enough for whole ids where it is none."""
    if sys.stdout.isatty():
        return Console(highlight=False, markup=False)
    columns = shutil.get_terminal_size((WIDE, 50)).columns  # COLUMNS, where it is set
    return PipedConsole(highlight=False, markup=False, width=columns, file=cast(IO[str], Unpadded(sys.stdout)))


class PipedConsole(Console):
    """A console whose output another program reads: of a table the cells, with tabs between them, and no frame."""

    def print(self, *objects: Any, **how: Any) -> None:
        """Print as a console does, tables as lines of cells."""
        for found in objects:
            if isinstance(found, RichTable):
                self.file.writelines(f"{line}\n" for line in tabbed_lines(found))  # rich would make spaces of tabs
            else:
                super().print(found, **how)
        if not objects:
            super().print(**how)


def tabbed_lines(table: RichTable) -> Iterator[str]:
    """Yield the title, the heads and the rows of a table, the cells of a row with tabs between them."""
    if table.title:
        yield _one_cell(table.title)
    heads = [_one_cell(column.header) for column in table.columns]
    if any(heads):
        yield "\t".join(heads)
    for row in zip(*(column.cells for column in table.columns), strict=True):
        yield "\t".join(map(_one_cell, row))


def _one_cell(cell: object) -> str:
    return " ".join(one_line(str(cell)).split())


class FoldingTable(RichTable):
    """A table whose rows stand one below the other, each cell beside its head, where columns would be too narrow."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield it as wide as there is room."""
        if options.max_width >= _LEAST_COLUMN * len(self.columns):
            yield from super().__rich_console__(console, options)
            return
        width = max((len(_one_cell(column.header)) for column in self.columns), default=0) + 2
        for row in zip(*(column.cells for column in self.columns), strict=True):
            for column, cell in zip(self.columns, row, strict=True):
                head = styled_words(f"{_one_cell(column.header):<{width}}", QUIET)
                yield label_beside(head, Words(_one_cell(cell)), width)
            yield Words()


def folding_table(*heads: str, whole: Sequence[str] = (), title: str | None = None) -> FoldingTable:
    """Return an empty table that cuts no word off in a narrow terminal; columns of `whole` are never broken."""
    columns = (Column(head, overflow="fold", no_wrap=head in whole) for head in heads)
    style = {"title": title, "title_justify": "left", "title_style": "bold"} if title else {}
    return FoldingTable(*columns, box=SIMPLE_HEAD, pad_edge=False, **cast(Any, style))


class Unpadded:
    """A stream that leaves out the spaces at the ends of lines: they are for the eye, and no program wants them."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text without the spaces before its line ends."""
        self._stream.write(PADDING.sub("", text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def print_reply(reply: Reply, console: Console, manner: ReplyStyle, known: Sequence[Block] = ()) -> None:
    """Print a reply. Untrusted text is printed as text: no markup and no control characters reach the terminal.

    `known` are blocks that have been printed and need not be again; what can be chosen always is.
    """
    for block, shown in render_blocks(reply, manner):
        if isinstance(block, Choices | Form) or block not in known:
            console.print(shown)


def render_growing(reply: Reply) -> RenderableType:
    """Return what there is of a reply that is still being written."""
    return Group(
        *(shown for block, shown in render_blocks(reply, ReplyStyle()) if isinstance(block, Text | Claims | Progress))
    )


def render_blocks(reply: Reply, manner: ReplyStyle) -> Iterator[tuple[Block, RenderableType]]:
    """Yield every block that a terminal shows with what it looks like."""
    whole = manner.whole or reply.private or not reply.turn
    shown = [(b, _block(b, at, manner, whole=whole)) for b, at in numbered_blocks(reply)]
    printed = [(block, found) for block, found in shown if found is not None]
    for n, (block, found) in enumerate(printed, 1):
        after = printed[n][0] if n < len(printed) else None
        yield block, Padding(found, (0, 0, 0 if _together(block, after, manner) else 1, 0))


def _together(block: Block, after: Block | None, manner: ReplyStyle) -> bool:
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


def _block(block: Block, at: int, manner: ReplyStyle, *, whole: bool) -> RenderableType | None:
    match block:
        case Text():
            return _text(block)
        case Claims():
            return Group(*(ClaimLines(c, whole) for c in block.claims)) if block.claims else None
        case Papers():
            return render_papers(block, at)
        case Figure():
            return None  # --image keeps it; its words would only repeat the claims
        case Table():
            return Sheet(block)
        case Choices():
            return render_choices(block, at, manner, whole=whole)
        case Notice():
            return Words(clean_lines(block.text), style=TONES[block.tone])
        case Progress():
            return _progress(block, manner)
        case Steps():
            return _steps(block, manner, whole=whole)
        case Form():
            return render_form(block, at, manner.thread if manner.ids else "")
        case File():
            return Words(file_line(block))
        case _:
            assert_never(block)


def _text(block: Text) -> Padding:
    words = styled_words(f"{one_line(block.speaker)}: " if block.speaker else "", "bold")
    words.append("– " if block.level else "", style=QUIET)
    words.append_text(inline_words(block.inlines))
    if block.first:
        words.append(f" First written: {clean_lines(block.first)}", style=QUIET)
    return Padding(words, (0, 0, 0, 4 if block.correction else 2 * min(block.level, 10)))


def _steps(block: Steps, manner: ReplyStyle, *, whole: bool) -> RenderableType | None:
    if not block.steps:
        return None
    listing = f"evigraph steps --thread {shlex.quote(one_line(manner.thread))}" if manner.thread else "/steps"
    return render_steps(block, ids=manner.ids) if whole else render_way(block, f"{listing} lists the questions")


def _progress(block: Progress, manner: ReplyStyle) -> Words:
    if block.total < 1:
        return styled_words(clean_lines(block.doing), QUIET)
    full = round(BAR * min(max(block.explored, 0), block.total) / block.total)
    full = max(full, 1) if block.explored > 0 else full
    words = styled_words("━" * full, "green").append("─" * (BAR - full), style=QUIET)
    about = f" {one_line(block.about)}" if block.about else ""
    words.append(f" {block.explored} of {block.total} explored{about}", style=QUIET)
    return words.append(f"  {block.why}" if manner.ids and block.why else "", style=QUIET)


def file_line(file: File) -> str:
    """Return what a file is called, how big it is and what it holds."""
    size = len(file.content)
    shown = f"{size:,} bytes" if size < 10_000 else f"{size / 1000:,.0f} kB"
    media = one_line(file.media).partition(";")[0]
    return f"{one_line(file.name)} ({media}, {shown})"


# ── what can be chosen ──────────────────────────────────────────────────────────────────────────────────────────────

INDENT = 4  # columns of a number to type
NARROW = 80  # columns that every terminal has
SHORT = 30  # characters of a choice that stands on one line with others


def render_choices(block: Choices, at: int, manner: ReplyStyle, *, whole: bool) -> RenderableType | None:
    """Return buttons and menu numbered from `at`, or None where there is nothing to choose.

    `whole`: list the menu, too.
    """
    thread = manner.thread
    buttons = [c for c in block.buttons if not is_unlisted(c)]
    menu = [c for c in block.menu if not is_unlisted(c)]
    if not buttons and not menu:
        return None
    lines: list[RenderableType] = [styled_words(one_line(block.title), "bold")] if block.title else []
    if not thread and not whole and all(len(c.label) <= SHORT and not c.hint and not c.aside for c in buttons):
        lines += [_row(buttons, at)] if buttons else []
    else:
        lines += [_choice(n, c, manner.ids) for n, c in enumerate(buttons, at)]
    if whole:
        lines += [_choice(n, c, manner.ids) for n, c in enumerate(menu, at + len(buttons))]
    elif menu:
        lines.append(_folded(at + len(buttons), len(menu), manner))
    if not thread and any(c.aside for c in buttons):
        first = next(n for n, c in enumerate(buttons, at) if c.aside)
        label = one_line(buttons[first - at].aside[0].label)
        lines.append(styled_words(f"    {first}x: {label.lower()}    {first}?: what else can be done with it", QUIET))
    return Group(*lines)


def _row(buttons: Sequence[Choice], at: int) -> Words:
    """Return short choices on one line."""
    words = Words()
    for number, choice in enumerate(buttons, at):
        words.append("     " if number > at else "")
        words.append(f"{number:2d}", style="bold").append("  ").append_text(_label(choice))
    return words


def _folded(first: int, count: int, manner: ReplyStyle) -> Words:
    if manner.thread and not manner.ids:
        return styled_words(f"    and {count} more", QUIET)
    if manner.thread:
        return styled_words(
            f"    and {count} more (evigraph chat --thread {shlex.quote(one_line(manner.thread))} offers them)", QUIET
        )
    numbers = f"{first}" if count == 1 else f"{first} to {first + count - 1}"
    return styled_words(f"    {numbers}: more, which /more lists", QUIET)


def _choice(number: int, choice: Choice, ids: bool) -> RenderableType:
    words = _label(choice)
    words.append(f"  {one_line(choice.hint)}" if choice.hint else "", style=QUIET)
    figure = styled_words(f"{number:2d}", "bold")
    if not ids:
        return label_beside(figure, words, INDENT)
    aside = f"   {one_line(choice.aside[0].label)}: {choice.aside[0].action}" if choice.aside else ""
    if not aside and INDENT + len(words) + 2 + len(choice.action) < NARROW:
        return label_beside(figure, words.append(f"  {choice.action}", style=QUIET), INDENT)
    below = Padding(styled_words(f"{choice.action}{aside}", QUIET), (0, 0, 0, INDENT))
    return Group(label_beside(figure, words, INDENT), below)


def _label(choice: Choice) -> Words:
    words = styled_words("• " if choice.on else "", "bold green")
    words.append(one_line(choice.label), style="bold" if choice.on else "")
    return words.append(node_number(choice.number), style="bold")


def render_form(block: Form, at: int, thread: str) -> RenderableType:
    """Return a form: its title and its fields, and how to send it."""
    if not thread:
        return label_beside(
            styled_words(f"{at:2d}", "bold"), Words(one_line(block.title).removesuffix(" …") + " …"), INDENT
        )
    lines: list[RenderableType] = [styled_words(one_line(block.title), "bold")]
    for field in block.fields:
        lines.append(Padding(Words(f"{field.name}: {one_line(field.label)} ({bounds_in_words(field)})"), (0, 0, 0, 2)))
        lines += [Padding(_value(o, o.value in field.value), (0, 0, 0, INDENT)) for o in field.options]
    lines.append(Padding(styled_words(f"{one_line(block.submit)}:", QUIET), (0, 0, 0, 2)))
    lines.append(Padding(styled_words(act_line(block, thread), QUIET), (0, 0, 0, INDENT)))
    return Group(*lines)


def bounds_in_words(field: Field) -> str:
    """Return in words what a field takes."""
    match field.kind:
        case FieldKind.TEXT:
            return "a name" if field.names else "text" if field.least else "text, or nothing"
        case FieldKind.ONE:
            return "one of these" if field.least else "one of these, or none"
        case FieldKind.MANY:
            most = min(field.most, len(field.options))
            if field.least == most:
                return f"{most} of these"
            return f"{field.least} to {most} of these"


def act_line(form: Form, thread: str) -> str:
    """Return the command that sends the form; where nothing is set yet, with the first that could be."""
    fields = [f"--field {shlex.quote(f'{f.name}={v}')}" for f in form.fields for v in example_values(f)]
    return " ".join(["evigraph act", form.action, "--thread", shlex.quote(one_line(thread)), *fields])


def example_values(field: Field) -> Sequence[str]:
    """Return values that the field would take."""
    if field.value or not field.least:
        return tuple(map(one_line, field.value))
    if field.kind is FieldKind.TEXT:
        return ("…",)
    return tuple(one_line(o.value) for o in field.options[: field.least])


def _value(option: Option, on: bool) -> Words:
    words = styled_words("• " if on else "  ", "bold green")
    words.append(one_line(option.value))
    label = one_line(option.label)
    shown = f"  {label}{node_number(option.number)}" if label != option.value or option.number else ""
    return words.append(shown, style=QUIET)
