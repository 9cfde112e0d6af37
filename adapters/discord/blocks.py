"""Tables → pieces: Discord has none, so narrow ones are drawn in plain type and wide ones told line by line."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, assert_never

from adapters.discord import limits
from adapters.discord.inlines import (
    clean_line,
    code_text,
    escape_line,
    escape_markdown,
    inlines_markdown,
    masked_link,
    superscript,
)
from adapters.discord.pieces import (
    FORM,
    Button,
    ButtonColour,
    Buttons,
    MenuOption,
    Piece,
    ReplyFrame,
    TextPiece,
    TextWithButton,
    UploadedFile,
    UploadedPicture,
    button_rows,
    menu_option,
    option_menus,
)
from adapters.shared.condensing import where_published
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    Fact,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    PaperView,
    Progress,
    Steps,
    StepView,
    Table,
    Text,
    Tone,
)
from kgcore.values.text import marked_parts

# --- Choices, steps and the progress → pieces: buttons with their reasons, menus for the rest.

_CELLS: Final = 12  # of the bar that shows the progress
_DOTS: Final = 20  # steps in a row of dots; more are told by number


def choices_pieces(block: Choices, frame: ReplyFrame) -> Iterator[Piece]:
    """Return the choices: those with a reason as rows, the others side by side, the rest in a menu."""
    title = f"**{escape_markdown(block.title)}**" if block.title else ""
    if title and block.buttons:
        yield TextPiece(title)
    for told, run in groupby(block.buttons, key=_needs_words):
        if told:
            yield from (_choices_told(choice, frame) for choice in run)
        else:
            yield from button_rows([_button(choice, frame) for choice in run])
    yield from option_menus(_placeholder(block), [_entry(c) for c in block.menu])
    yield from option_menus("Less of this …", _asides(block))


def _needs_words(choice: Choice) -> bool:
    return bool(choice.hint or choice.aside) or len(choice.label) > limits.BUTTON_LABEL


def _placeholder(block: Choices) -> str:
    if not block.buttons:
        return f"{block.title.rstrip('… ') or 'Choose'} …"
    verbs = {action.verb for c in block.menu if (action := Action.parse(c.action))}
    if verbs == {Verb.ASK}:
        return "More questions …"
    return "Something in the picture …" if verbs == {Verb.NODE} else "More …"


def _choices_told(choice: Choice, frame: ReplyFrame) -> Piece:
    """A question stands in full beside its button; what else has a reason is named by the button itself."""
    words, action = f"{escape_markdown(choice.label)}{superscript(choice.number)}", Action.parse(choice.action)
    asks = action is not None and action.verb is Verb.ASK
    if asks or len(choice.label) > limits.BUTTON_LABEL:
        hint = f"\n-# {escape_markdown(choice.hint)}" if choice.hint else ""
        label = "Ask" if asks else "Choose"
        return TextWithButton(
            f"{escape_line(words)}{hint}",
            frame.button(label, choice.action, ButtonColour.BLUE if asks else ButtonColour.GREY),
        )
    return TextWithButton(f"-# {escape_markdown(choice.hint or choice.label)}", frame.chosen(choice))


def _button(choice: Choice, frame: ReplyFrame) -> Button:
    action = Action.parse(choice.action)
    if action is not None and action.verb is Verb.STOP:
        return frame.button(choice.label, choice.action, ButtonColour.RED)
    return frame.chosen(choice)


def _entry(choice: Choice) -> MenuOption:
    number = f"{choice.number}. " if choice.number > 0 and not choice.hint else ""
    return menu_option(f"{number}{choice.label}", choice.action, choice.hint, on=choice.on)


def _aside(aside: Choice, of: Choice) -> MenuOption:
    """Return a lesser thing to do with a choice; the choice is named where the words do not tell it."""
    action = Action.parse(aside.action)
    own = action is not None and action.verb is Verb.NOT_TYPE
    return menu_option(aside.label, aside.action, "" if own else of.label)


def _asides(block: Choices) -> list[MenuOption]:
    """Return what can be done besides, the same words only once ("No more about drugs" does the same for each)."""
    found = [_aside(aside, choice) for choice in block.buttons for aside in choice.aside]
    return list({(o.label, o.hint): o for o in reversed(found)}.values())[::-1]


# ── where one is ────────────────────────────────────────────────────────────────────────────────────────────────────


def progress_pieces(block: Progress, frame: ReplyFrame) -> list[Piece]:
    """Return a bar with its figures, or a word on what is being done."""
    if not block.total:
        return [TextPiece(f"-# ⏳ {escape_markdown(block.doing)}")] if block.doing else []
    full = min(_CELLS, max(block.explored > 0, round(_CELLS * block.explored / block.total)))
    words = f"-# {'▰' * full}{'▱' * (_CELLS - full)} {block.explored} of {block.total} explored"
    words += f" {escape_markdown(block.about)}" if block.about else ""
    return [TextWithButton(words, frame.button("What counts?", block.why))] if block.why else [TextPiece(words)]


def steps_pieces(block: Steps, frame: ReplyFrame) -> list[Piece]:
    """Return a row of dots with a menu of the questions; in a panel every step has a line."""
    if not block.steps:
        return []
    go = [menu_option(f"{s.number}. {s.question}", s.action, _counts(s)) for s in block.steps if not s.here]
    shown = "\n".join(_line(s) for s in block.steps) if frame.panel else f"-# Steps {_dots(block.steps)}"
    return [TextPiece(shown), *option_menus("Go to a step …", go)]


def _dots(shown: tuple[StepView, ...]) -> str:
    first = "1 … " if len(shown) > _DOTS else ""
    return first + " – ".join(
        f"**◉ {s.number}**" if s.here else f"{'○' if s.later else '●'} {s.number}" for s in shown[-_DOTS:]
    )


def _line(step: StepView) -> str:
    mark = "**◉" if step.here else "○" if step.later else "●"
    end = "** (you are here)" if step.here else ""
    branch = f" · goes on from {step.parent}" if step.parent and step.parent != step.number - 1 else ""
    counts = f" · {_counts(step)}" if step.chips else ""
    return f"{mark} {step.number}.{end} {escape_markdown(step.question)}{counts}{branch}"


def _counts(step: StepView) -> str:
    return " ".join(f"{badge.icon} {n}" for badge, n in step.chips)


# --- Claims and papers → pieces: a short row per claim in an answer, and everything behind a claim in a
# panel.

MOST_BUTTONS: Final = 5  # claims with a button each, in one row; more share a menu
TITLE: Final = "**Claims, checked one by one**"


def claims_pieces(block: Claims, frame: ReplyFrame) -> list[Piece]:
    """Return a card of claims, or, in a panel, each with what stands behind it."""
    if not block.claims:
        return []
    if frame.panel:
        return [piece for claim in block.claims for piece in _whole(claim, frame)]
    if not frame.final:
        return [TextPiece(f"{c.number}. {_short(c)}", card=True) for c in block.claims]
    if frame.brief:
        return [TextPiece(TITLE, card=True), *(TextPiece(_with_paper(c), card=True) for c in block.claims)]
    shown = [TextPiece(f"{c.number}. {_short(c)}", card=True) for c in block.claims]
    if len(block.claims) <= MOST_BUTTONS:
        buttons = [frame.button(f"Evidence {c.number}", _why(c, frame)) for c in block.claims]
        return [TextPiece(TITLE, card=True), *shown, *button_rows(buttons, card=True)]
    why = [menu_option(f"{c.number}. {_plain(c)}", _why(c, frame), c.chip.label) for c in block.claims]
    return [TextPiece(TITLE, card=True), *shown, *option_menus("Show the evidence of a claim …", why, card=True)]


def _plain(claim: ClaimView) -> str:
    return "".join(part.text for part in claim.statement)


def _why(claim: ClaimView, frame: ReplyFrame) -> str:
    return str(Action(Verb.WHY, frame.turn, claim.number - 1))


def _short(claim: ClaimView) -> str:
    """Say "✓ **Supported** · vitamin E² treats Alzheimer's disease¹ · 1 paper"."""
    speaker = f"{escape_markdown(claim.speaker)}: " if claim.speaker else ""
    parts = [
        f"{claim.chip.icon} **{claim.chip.label}**",
        f"{speaker}{inlines_markdown(claim.statement, bold=False)}",
    ]
    if claim.hedged:
        parts.append("said with caution")
    return " · ".join((*parts, *_claims_counts(claim)))


def _with_paper(claim: ClaimView) -> str:
    """Say the same, and one paper."""
    first, *others = (*claim.papers_for, *claim.papers_against, *claim.papers_near, None)
    paper = f" – {masked_link(where_published(first), first.url)}" if first else ""
    return f"{claim.number}. {_short(claim)}{paper}" + (f" +{len(others) - 1}" if len(others) > 1 else "")


def _claims_counts(claim: ClaimView) -> Iterator[str]:
    """Say what the verdict rests on: papers, or, where an edge has none, its source."""
    if claim.rests_on:
        yield escape_markdown(claim.rests_on)
    elif claim.evidence and claim.evidence[0].words.endswith(")"):
        yield escape_markdown(claim.evidence[0].words.rpartition("(")[2][:-1])


# ── all that stands behind a claim ──────────────────────────────────────────────────────────────────────────────────


def _whole(claim: ClaimView, frame: ReplyFrame) -> Iterator[Piece]:
    yield TextPiece(f"### {claim.chip.icon} {claim.chip.label}\n{inlines_markdown(claim.statement)}")
    yield TextPiece(escape_line(escape_markdown(claim.why)))
    if claim.evidence:
        yield from split_under_title(
            "**What the graph says**", [text for fact in claim.evidence for text in _stated(fact)]
        )
    for title, papers in (
        ("Papers for it", claim.papers_for),
        ("Papers against it", claim.papers_against),
        ("Related papers (they do not settle it)", claim.papers_near),
    ):
        if papers:
            yield from split_under_title(f"**{title}**", [f"- {cite_paper(p)}" for p in papers])
    doing = (
        ("☆ Bookmark, on or off", claim.bookmark),
        ("👍 Good", claim.up),
        ("👎 Not good", claim.down),
        ("This was read wrongly", claim.trim),
    )
    yield from button_rows([frame.button(label, action) for label, action in doing if action])


def _stated(fact: Fact) -> Iterator[str]:
    yield f"- {escape_markdown(fact.words)}"
    for quote in fact.quotes:
        paper = f" – {masked_link(quote.paper.shown_id, quote.paper.url)}" if quote.paper else ""
        yield f"  - {escape_markdown(quote.words)}{paper}"
    if fact.rest:
        yield f"  - {fact.rest}"


def cite_paper(paper: Paper) -> str:
    """Return a paper in one line: its title as a link, its journal, its year."""
    title = masked_link(paper.title or paper.shown_id, paper.url)
    title = f"~~{title}~~" if paper.retracted else title
    return " · ".join([title, *(escape_markdown(part) for part in (paper.journal, str(paper.year or "")) if part)])


def split_under_title(title: str, lines: Sequence[str]) -> Iterator[Piece]:
    """Return lines under a title, in pieces small enough that none is cut in the middle of a line."""
    gathered, follows = title, False
    for words in lines:
        if len(gathered) + len(words) > 1_500:
            yield TextPiece(gathered, follows=follows)
            gathered, follows = words, True
        else:
            gathered = f"{gathered}\n{words}" if gathered else words
    if gathered:
        yield TextPiece(gathered, follows=follows)


# ── papers that were looked up ──────────────────────────────────────────────────────────────────────────────────────


def papers_pieces(block: Papers, frame: ReplyFrame) -> list[Piece]:
    """Return the papers with their numbers and what they bear on."""
    last = block.first + len(block.papers) - 1
    which = f"Papers {block.first} to {last}" if last > block.first else f"Paper {last}"
    title = f"**{which} of {max(block.total, last)}**" if block.papers else "**No papers**"
    return [TextPiece(title), *(p for n, view in enumerate(block.papers, block.first) for p in _paper(n, view, frame))]


def _paper(number: int, view: PaperView, frame: ReplyFrame) -> Iterator[Piece]:
    words = "\n".join((f"**{number}.** {cite_paper(view.paper)}", *_bears(view.bears, view.marked)))
    yield TextWithButton(words, frame.button("☆ Bookmark", view.bookmark)) if view.bookmark else TextPiece(words)
    if view.choices:  # a menu: buttons for every paper would not fit into one message
        options = [MenuOption(c.label[: limits.OPTION_LABEL], c.action) for c in view.choices]
        yield from option_menus(f"What to do with paper {number} …", options)


def _bears(bears: Iterable[tuple[str, str]], marked: Collection[str] = ()) -> Iterator[str]:
    for sign, words in bears:
        parts = ((escape_markdown(part), bold) for part, bold in marked_parts(words, marked))
        yield f"-# {escape_markdown(sign)} {''.join(f'**{part}**' if bold else part for part, bold in parts)}"


WIDTH: Final = 56  # characters of plain type that a phone's or a narrow window's line holds
_BLOCK: Final = 1_200  # characters of one code block


def table_pieces(block: Table) -> list[Piece]:
    """Return the table in the shape that can be read best."""
    title = f"**{escape_markdown(block.title)}**" if block.title else ""
    if not block.rows:
        return [TextPiece(title)] if title else []
    if len(block.columns) == 2:
        return list(
            split_under_title(title, [f"**{escape_markdown(a)}:** {escape_markdown(b)}" for a, b in block.rows])
        )
    widths = [max(len(code_text(row[n])) for row in (block.columns, *block.rows)) for n in range(len(block.columns))]
    if sum(widths) + 2 * (len(widths) - 1) <= WIDTH:
        return list(_drawn(title, block, widths))
    head = " – ".join(escape_markdown(part) for part in (block.title, block.columns[0]) if part.strip())
    return list(split_under_title(f"**{head}**" if head else "", [_told(block.columns, row) for row in block.rows]))


def _drawn(title: str, block: Table, widths: list[int]) -> Iterator[Piece]:
    def drawn(row: tuple[str, ...]) -> str:
        return "  ".join(code_text(cell).ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

    head = drawn(block.columns)
    lines = [head, "─" * min(WIDTH, sum(widths) + 2 * (len(widths) - 1))]
    for row in block.rows:
        if sum(map(len, lines)) > _BLOCK:
            yield TextPiece(_fenced(title, lines))
            lines, title = [], ""
        lines.append(drawn(row))
    yield TextPiece(_fenced(title, lines))


def _fenced(title: str, lines: list[str]) -> str:
    return "\n".join(filter(None, (title, "```", *lines, "```")))


def _told(columns: tuple[str, ...], row: tuple[str, ...]) -> str:
    """Say "- **first cell** · column: cell · column: cell"; of empty cells nothing is said."""
    first, *rest = row
    head = [f"**{escape_markdown(first)}**"] if first.strip() else []
    cells = (f"{name}: {cell.strip()}" for name, cell in zip(columns[1:], rest, strict=True) if cell.strip())
    return "- " + (" · ".join([*head, *map(escape_markdown, cells)]) or "–")


# --- Blocks → pieces.

NO_PICTURE = "The picture is left out: I may not attach files here (permission: Attach Files). It shows: "
NO_FILE = "{} is left out: I may not attach files here (permission: Attach Files)."
TOO_LARGE = "{} is left out: it has {} MiB, and Discord takes {} MiB at most."


def block_pieces(block: Block, frame: ReplyFrame) -> Iterable[Piece]:
    """Return what a block becomes."""
    match block:
        case Text():
            return [TextPiece(_text(block, frame))]
        case Claims():
            return claims_pieces(block, frame)
        case Papers():
            return papers_pieces(block, frame)
        case Figure():
            return _figure(block, frame)
        case Table():
            return table_pieces(block)
        case Choices():
            return choices_pieces(block, frame)
        case Notice():
            return [TextPiece(_notice(block))]
        case Progress():
            return progress_pieces(block, frame)
        case Steps():
            return steps_pieces(block, frame)
        case Form():
            return [Buttons((frame.button(block.name, _opens(frame), ButtonColour.GREY),))]
        case File():
            return [_file(block, frame)]
    assert_never(block)


def _text(block: Text, frame: ReplyFrame) -> str:
    words = inlines_markdown(block.inlines, frame.verdicts)
    if block.speaker:
        words = f"**{escape_markdown(block.speaker)}:** {words}"
    if block.correction:
        first = f"\n-# First written: “{escape_markdown(block.first)}”" if block.first else ""
        return f"> {words}{first}"
    return f"- {words}" if block.level else words


def _notice(block: Notice) -> str:
    words = escape_markdown(block.text)
    match block.tone:
        case Tone.QUIET:
            return f"-# {words}"
        case Tone.INFO:
            return escape_line(words)
        case Tone.WARNING:
            return f"⚠️ {words}"
    assert_never(block.tone)


def _opens(frame: ReplyFrame) -> str:
    frame.forms += 1
    return f"{FORM}{frame.forms - 1}:{frame.origin}"


def _figure(block: Figure, frame: ReplyFrame) -> list[Piece]:
    title = [TextPiece(f"**{escape_markdown(block.title)}**")] if block.title else []
    alt = clean_line(block.alt)
    if not frame.files:
        return [*title, TextPiece(f"-# {NO_PICTURE}{escape_markdown(alt)}")]
    if len(block.png) > limits.FILE_BYTES:
        return [*title, TextPiece(f"-# {_too_large('The picture', block.png)} It shows: {escape_markdown(alt)}")]
    frame.pictures += 1
    name = f"graph-{frame.pictures}-{hashlib.blake2b(block.png, digest_size=4).hexdigest()}.png"
    return [*title, *_described(name, block.png, alt)]


def _described(name: str, png: bytes, alt: str) -> list[Piece]:
    """A description that is too long goes on as words: nothing is cut silently."""
    if len(alt) <= limits.ALT_CHARACTERS:
        return [UploadedPicture(name, png, alt)]
    cut = alt.rfind(". ", 0, limits.ALT_CHARACTERS - 1) + 1 or alt.rfind(" ", 0, limits.ALT_CHARACTERS)
    cut = cut if cut > 0 else limits.ALT_CHARACTERS
    return [
        UploadedPicture(name, png, alt[:cut].strip()),
        TextPiece(f"-# The picture, further: {escape_markdown(alt[cut:].strip())}"),
    ]


def _file(block: File, frame: ReplyFrame) -> Piece:
    if not frame.files:
        return TextPiece(f"-# {NO_FILE.format(escape_markdown(block.name))}")
    if len(block.content) > limits.FILE_BYTES:
        return TextPiece(f"-# {_too_large(escape_markdown(block.name), block.content)}")
    return UploadedFile(_named(block.name), block.content)


def _named(name: str) -> str:
    """Return a file name as Discord keeps it, so that `attachment://` finds it: ASCII letters, digits, "._-"."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in name).lstrip(".")
    return kept[-80:] or "file"


def _too_large(name: str, content: bytes) -> str:
    return TOO_LARGE.format(name, f"{len(content) / 2**20:.1f}", limits.FILE_BYTES // 2**20)
