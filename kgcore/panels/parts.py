"""The parts of an answer that one can point at: its paragraphs and their sentences. Pure."""

from __future__ import annotations

from kgcore.drawing.text import short
from kgcore.language.english import clean
from kgcore.language.sentences import Stretch, sentences
from kgcore.reply import Option
from kgcore.thread import Turn

FEW_WORDS = 70  # characters by which a reader knows a part again
LONGEST_QUOTE = 1500  # characters


def opening(text: str, longest: int = FEW_WORDS) -> str:
    """Return the first words of a text, on one line."""
    return short(text, longest)


def paragraph_options(turn: Turn) -> tuple[Option, ...]:
    """Return the paragraphs by index ("0"), as their first words."""
    return tuple(Option(str(n), f"{n + 1}. {opening(p.text)}") for n, p in enumerate(turn.paragraphs) if p.text.strip())


def part_options(turn: Turn) -> tuple[Option, ...]:
    """Return the paragraphs ("0"), each followed by its sentences ("0.2") where it has several."""
    options: list[Option] = []
    for n, paragraph in enumerate(turn.paragraphs):
        said = _sentences(paragraph.text)
        if said:
            options.append(Option(str(n), f"Paragraph {n + 1}: {opening(paragraph.text)}"))
        if len(said) > 1:
            options += (Option(f"{n}.{k}", f"Sentence {n + 1}.{k + 1}: {opening(s)}") for k, s in enumerate(said))
    return tuple(options)


def quoted(turn: Turn, value: str) -> str:
    """Return the part of the answer that a form's value means; "" where it means none.

    A value is that of an option (see `part_options`), or words that stand in the answer: what a reader has highlighted.
    """
    paragraph, _, sentence = value.partition(".")
    if _index(paragraph) and (not sentence or _index(sentence)):
        return _part(turn, int(paragraph), int(sentence) if sentence else None)[:LONGEST_QUOTE]
    words = clean(value)[:LONGEST_QUOTE].strip()
    return words if words and any(words in clean(p.text) for p in turn.paragraphs) else ""


def _index(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 4


def _part(turn: Turn, paragraph: int, sentence: int | None) -> str:
    if paragraph >= len(turn.paragraphs):
        return ""
    text = turn.paragraphs[paragraph].text
    if sentence is None:
        return clean(text)
    said = _sentences(text)
    return said[sentence] if sentence < len(said) else ""


def _sentences(text: str) -> tuple[str, ...]:
    """Return the sentences; a semicolon, at which claims are read apart, ends none for a reader."""
    said: list[str] = []
    for stretch in sentences(text, Stretch(0, len(text)), ()):
        words = clean(text[stretch.start : stretch.end])
        if said and said[-1].endswith(";"):
            said[-1] = f"{said[-1]} {words}".strip()
        elif words:
            said.append(words)
    return tuple(said)
