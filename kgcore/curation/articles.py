"""Articles as they are read for facts: a title, an abstract, and where the names stand. Pure.

PubTator's format (Wei et al. 2013, doi:10.1093/nar/gkt441) counts in characters of title, one space, abstract; so does
everything here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kgcore.english.sentences import Stretch, sentence_ends
from kgcore.errors import InputError
from kgcore.values.text import whole_number

MOST_NAMES = 400  # of an article that are looked at; an abstract has twenty
_LINE = re.compile(r"(?P<id>[^|\t\s]+)\|(?P<part>[ta])\|(?P<text>.*)")
_IDS = re.compile(r"[,|;]")
_NO_ID = frozenset({"", "-", "-1"})
_ENTITY_FIELDS = 5  # id, start, end, text, type; the sixth is the entity's id


class Part(StrEnum):
    """What a part of an abstract tells, by its heading."""

    BEFORE = "before"  # what was known or wanted, and what was done
    RESULTS = "results"
    CONCLUSIONS = "conclusions"


_HEADINGS = (  # the first that a heading has: "methods and results" tell results
    (Part.RESULTS, re.compile(r"\b(?:results?|findings?|outcomes? and|cases?)\b", re.IGNORECASE)),
    (Part.CONCLUSIONS, re.compile(r"\b(?:conclusions?|interpretation|discussion|implications?)\b", re.IGNORECASE)),
    (
        Part.BEFORE,
        re.compile(
            r"\b(?:background|introduction|objectives?|aims?|purposes?|rationale|context|hypothes[ie]s|importance|methods?"
            r"|methodology|design|setting|participants|patients|subjects|interventions?|measurements?|measures)\b",
            re.IGNORECASE,
        ),
    ),
)
_HEADING = re.compile(r"([A-Z][A-Za-z]+(?:(?: |/| & |, )[A-Za-z]+){0,5}):\s")


def part_headed(heading: str) -> Part | None:
    """Return what the part of an abstract under a heading tells, None where the heading does not say."""
    return next((part for part, words in _HEADINGS if words.search(heading)), None)


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A name in an article's text, from `start` to `end` (exclusive), and the entity that it names ("": unknown)."""

    start: int
    end: int
    text: str
    type: str
    id: str


@dataclass(frozen=True, slots=True)
class AnnotatedArticle:
    """What is read of a paper. `names` are given with it (PubTator) or found in it, by their places.

    `design` is that of its study, as far as it tells one. `parts` are where the parts of its text begin that have a
    heading of their own, and what each tells; headings that stand in the text ("RESULTS: …") are found.
    """

    id: str
    title: str
    abstract: str = ""
    names: tuple[NamedSpan, ...] = ()
    design: str = ""
    parts: tuple[tuple[int, Part | None], ...] = ()
    text: str = field(init=False, default="")  # title and abstract, with one space between
    sentences: tuple[Stretch, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        if not self.id or not (self.title.strip() or self.abstract.strip()):
            raise ValueError("an article needs an id and words")
        object.__setattr__(self, "text", f"{self.title} {self.abstract}".rstrip())
        object.__setattr__(self, "sentences", tuple(_sentences(self.title, self.text)))
        if not self.parts:
            object.__setattr__(self, "parts", tuple(self._headed()))

    def _headed(self) -> Iterator[tuple[int, Part | None]]:
        for sentence in self.sentences:
            found = _HEADING.match(self.text, sentence.start)
            part = part_headed(found[1]) if found is not None else None
            if found is not None and (part is not None or found[1].isupper()):
                yield sentence.start, part

    def part_at(self, place: int) -> Part | None:
        """Return in which part of the abstract a place lies, None where no heading tells."""
        return next((part for start, part in reversed(self.parts) if start <= place), None)


def _sentences(title: str, text: str) -> Iterator[Stretch]:
    start = 0
    for end in sorted({len(title), *sentence_ends(text), len(text)}):
        left = start + len(text[start:end]) - len(text[start:end].lstrip())
        if left < end:
            yield Stretch(left, end)
        start = max(start, end)


def read_pubtator(lines: Iterable[str]) -> Iterator[AnnotatedArticle | InputError]:
    """Yield the articles of a PubTator file, and in the place of one that cannot be read what is wrong with it.

    An empty line ends an article, and so does the title of another where a file has no such lines.
    """
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*lines, ""], 1):
        if block and (not line.strip() or _begins_another(line, block[0][1])):
            try:
                yield _article(block)
            except InputError as error:
                yield error
            block = []
        if line.strip():
            block.append((number, line.rstrip("\r\n")))


def _begins_another(line: str, first: str) -> bool:
    head, before = _LINE.fullmatch(line.rstrip("\r\n")), _LINE.fullmatch(first)
    return head is not None and before is not None and head["part"] == "t" and head["id"] != before["id"]


def _article(block: list[tuple[int, str]]) -> AnnotatedArticle:
    texts: dict[str, str] = {}
    names: list[NamedSpan] = []
    id = ""
    for number, line in block:
        head = _LINE.fullmatch(line)
        if head:
            id, texts[head["part"]] = id or head["id"], head["text"]
        elif (span := _named(number, line)) is not None:
            names.extend(span)
    if not texts.get("t", "").strip() and not texts.get("a", "").strip():
        raise InputError(
            f"Line {block[0][0]}: this block has no line ID|t|TITLE.",
            hint="PubTator files have ID|t|… and ID|a|…, then one name a line, separated by tabs.",
        )
    return with_names(AnnotatedArticle(id, texts.get("t", ""), texts.get("a", "")), names)


def _named(number: int, line: str) -> list[NamedSpan] | None:
    """Return the names of a line, one for each id of it; None for a line that states a relation."""
    cells = line.split("\t")
    start, end = map(whole_number, (*cells, "", "")[1:3])
    if len(cells) < _ENTITY_FIELDS or start is None or end is None:
        if len(cells) > 1:
            return None
        raise InputError(f"Line {number}: neither a text nor a name.", hint="Cells are separated by tabs.")
    ids = _IDS.split(cells[5]) if len(cells) > _ENTITY_FIELDS else [""]
    known = [one.strip() for one in ids if one.strip() not in _NO_ID] or [""]
    return [NamedSpan(start, end, cells[3], cells[4], id) for id in known]


def with_names(article: AnnotatedArticle, names: Iterable[NamedSpan]) -> AnnotatedArticle:
    """Return the article with those of the names that lie within its text, in reading order and bounded."""
    length = len(article.text)
    kept = sorted({n for n in names if 0 <= n.start < n.end <= length}, key=lambda n: (n.start, n.end, n.id))
    return replace(article, names=tuple(kept[:MOST_NAMES]))
