"""The nodes of a thread as one can choose among them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgcore.drawing.text import shorten_label
from kgcore.english.sentences import Stretch, split_sentences
from kgcore.exploration.exploration import claim_end_keys
from kgcore.values.model import Claim, Entity
from kgcore.values.reply import Option
from kgcore.values.text import clean_line
from kgcore.values.thread import Turn
from kgcore.vocabulary.wording import shown_name

LONGEST_KEY = 100  # characters; a longer mention is half a sentence: it is shown cut, and no form could carry it


@dataclass(frozen=True, slots=True)
class NodeLine:
    """A node: its number in the thread (0: none), its key, name and type.

    `key` is the entity's id, or "?" and the words of a mention that the graph does not know.
    """

    number: int
    key: str
    name: str
    type: str = ""

    @property
    def known(self) -> bool:
        """Whether the graph knows it."""
        return not self.key.startswith("?")

    @property
    def value(self) -> str:
        """What stands for it in a form: its number, or its key where it has none."""
        return str(self.number) if self.number else self.key

    @property
    def option(self) -> Option:
        """The node as something that a field can be set to."""
        return Option(self.value, self.name if self.known else f"“{self.name}” (not in the graph)", self.number)


def node_lines(turns: Sequence[Turn], numbers: Mapping[str, int]) -> tuple[NodeLine, ...]:
    """Return the nodes of the turns by number, then the mentions that the graph does not know and that have none.

    They are those of the questions, of the claims that count, of their paths, and of what was browsed.
    """
    found: dict[str, NodeLine] = {}
    for turn in turns:
        for entity in _entities(turn):
            if number := numbers.get(entity.id, 0):
                found.setdefault(entity.id, NodeLine(number, entity.id, clean_line(shown_name(entity)), entity.type))
        for _, claim in turn.counted:
            for key, words in _unknown(claim):
                number = numbers.get(key, 0)
                if number or len(key) <= LONGEST_KEY:
                    found.setdefault(key, NodeLine(number, key, words))
    return tuple(sorted(found.values(), key=lambda node: (node.number == 0, node.number)))


def node_of(nodes: Sequence[NodeLine], value: str) -> NodeLine | None:
    """Return the node that a form's value means; None where it means none of these."""
    return next((n for n in nodes if n.value == value), None)


def _entities(turn: Turn) -> Iterator[Entity]:
    yield from turn.focus
    for _, claim in turn.counted:
        yield from (side.entity for side in (claim.subject, claim.object) if side)
        yield from claim.path.nodes if claim.path else ()
        yield from (claim.carrier,) if claim.carrier else ()
    yield from (n.entity for n in turn.around)
    yield from (entity for way in turn.ways for entity in way.nodes)


def _unknown(claim: Claim) -> Iterator[tuple[str, str]]:
    for key, mention in zip(claim_end_keys(claim), (claim.subject_mention, claim.object_mention), strict=True):
        if key.startswith("?") and len(key) > 1:
            yield key, shorten_label(mention.text, LONGEST_KEY)


# --- The parts of an answer that one can point at: its paragraphs and their sentences.

FEW_WORDS = 70  # characters by which a reader knows a part again
LONGEST_QUOTE = 1500  # characters


def opening_words(text: str, longest: int = FEW_WORDS) -> str:
    """Return the first words of a text, on one line."""
    return shorten_label(text, longest)


def paragraph_options(turn: Turn) -> tuple[Option, ...]:
    """Return the paragraphs by index ("0"), as their first words."""
    return tuple(
        Option(str(n), f"{n + 1}. {opening_words(p.text)}") for n, p in enumerate(turn.paragraphs) if p.text.strip()
    )


def part_options(turn: Turn) -> tuple[Option, ...]:
    """Return the paragraphs ("0"), each followed by its sentences ("0.2") where it has several."""
    options: list[Option] = []
    for n, paragraph in enumerate(turn.paragraphs):
        said = _sentences(paragraph.text)
        if said:
            options.append(Option(str(n), f"Paragraph {n + 1}: {opening_words(paragraph.text)}"))
        if len(said) > 1:
            options += (Option(f"{n}.{k}", f"Sentence {n + 1}.{k + 1}: {opening_words(s)}") for k, s in enumerate(said))
    return tuple(options)


def quoted_part(turn: Turn, value: str) -> str:
    """Return the part of the answer that a form's value means; "" where it means none.

    A value is that of an option (see `part_options`), or words that stand in the answer: what a reader has highlighted.
    """
    paragraph, _, sentence = value.partition(".")
    if _index(paragraph) and (not sentence or _index(sentence)):
        return _part(turn, int(paragraph), int(sentence) if sentence else None)[:LONGEST_QUOTE]
    words = clean_line(value)[:LONGEST_QUOTE].strip()
    return words if words and any(words in clean_line(p.text) for p in turn.paragraphs) else ""


def _index(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 4


def _part(turn: Turn, paragraph: int, sentence: int | None) -> str:
    if paragraph >= len(turn.paragraphs):
        return ""
    text = turn.paragraphs[paragraph].text
    if sentence is None:
        return clean_line(text)
    said = _sentences(text)
    return said[sentence] if sentence < len(said) else ""


def _sentences(text: str) -> tuple[str, ...]:
    """Return the sentences; a semicolon, at which claims are read apart, ends none for a reader."""
    said: list[str] = []
    for stretch in split_sentences(text, Stretch(0, len(text)), ()):
        words = clean_line(text[stretch.start : stretch.end])
        if said and said[-1].endswith(";"):
            said[-1] = f"{said[-1]} {words}".strip()
        elif words:
            said.append(words)
    return tuple(said)
