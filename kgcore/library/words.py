"""Words of articles as this room compares them, abbreviations that an article defines, and fitted weights."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from importlib.resources import files

from kgcore.english.sentences import sentence_ends
from kgcore.library.model import Article, Passage
from kgcore.linking.lexicon import stem

_WORD = re.compile(r"[a-z0-9]+")
STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "has",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "its",
        "may",
        "of",
        "on",
        "or",
        "our",
        "should",
        "than",
        "that",
        "the",
        "their",
        "there",
        "these",
        "this",
        "to",
        "was",
        "were",
        "what",
        "when",
        "which",
        "who",
        "why",
        "will",
        "with",
        "would",
        "between",
        "during",
        "after",
        "before",
        "among",
        "not",
        "no",
        "we",
    ]
)
_ABBREVIATION = re.compile(r"\(([A-Za-z][A-Za-z0-9-]{1,9})s?\)")
_BEFORE = 120  # characters in front of an abbreviation in which its words stand
_BEGIN = 3  # letters that stemming leaves as they are
_RUN = 3  # more words than letters, at most
TITLE = "Title"


def plain_words(text: str) -> list[str]:
    """Return the words of a text by their stems, without those that any text has."""
    return [stem(word) for word in _WORD.findall(text.lower()) if word not in STOP_WORDS]


def words_said(text: str, wanted: Collection[str]) -> frozenset[str]:
    """Return the words of a text, in small letters and as they stand there, that have one of the wanted stems."""
    known = WordsLike(wanted)
    return frozenset(word for word in _WORD.findall(text.lower()) if known[word])


def words_like(text: str, wanted: Collection[str]) -> list[str]:
    """Return the words of a text as `plain_words` does, with "" in place of those that are none of the wanted stems."""
    return WordsLike(wanted).of(text)


class WordsLike(dict[str, str | None]):
    """What words are of the wanted stems, for many texts: the stem, "", or None for a word that any text has.

    A stem begins as its words do, so that most words need no stemming; each word is looked at once.
    """

    def __init__(self, wanted: Collection[str]) -> None:
        self._wanted = wanted
        self._beginnings = {begin for word in wanted for begin in _begins(word)}

    def __missing__(self, word: str) -> str | None:
        begins = word[:_BEGIN] in self._beginnings or word[:2] in self._beginnings
        own = "" if not begins or (stemmed := stem(word)) not in self._wanted else stemmed
        self[word] = known = None if word in STOP_WORDS else own
        return known

    def of(self, text: str) -> list[str]:
        """Return the words of a text as `words_like` does."""
        return [own for own in map(self.__getitem__, _WORD.findall(text.lower())) if own is not None]


def _begins(word: str) -> tuple[str, ...]:
    """Return how words with this stem begin; stemming makes an i of a y ("dry", "dri") and drops all behind "go"."""
    begin = word[:_BEGIN]
    return (begin, begin[:2] + "yi"[begin[2] == "y"]) if begin[2:] in ("i", "y") else (begin,)


def abbreviations_in(texts: Iterable[str]) -> dict[str, str]:
    """Return abbreviations with the words that they stand for, as "visceral adipose tissue (VAT)" defines them.

    After Schwartz and Hearst 2003 (https://psb.stanford.edu/psb-online/proceedings/psb03/schwartz.pdf).
    """
    found: dict[str, str] = {}
    for text in texts:
        for match in _ABBREVIATION.finditer(text):
            short = match[1]
            if short not in found and sum(c.isupper() for c in short) > 1:
                words = re.findall(r"[\w-]+", text[max(0, match.start() - _BEFORE) : match.start()])
                if long := _spelled(short, words):
                    found[short] = long
    return found


def _spelled(short: str, words: Sequence[str]) -> str:
    letters = [c for c in short.lower() if c.isalpha()]
    for length in range(1, min(len(words), len(letters) + _RUN) + 1):
        run = " ".join(words[-length:]).lower()
        rest = iter(run)
        if run[0] == letters[0] and all(letter in rest for letter in letters):
            return run
    return ""


def sentences_of(article: Article) -> list[Passage]:
    """Return the sentences of an article in its order: title, abstract, body, captions; each verbatim."""
    found = [Passage(article.id, TITLE, article.title)] if article.title else []
    for section in (*article.abstract, *article.body):
        found += [Passage(article.id, section.title, text) for text in sentences_in(section.text)]
    for caption in article.captions:
        where = caption.label or caption.of.value.capitalize()
        found += [Passage(article.id, where, text) for text in sentences_in(caption.text)]
    return found


def sentences_in(text: str) -> Iterable[str]:
    """Yield the sentences of a text; each line ends one."""
    for line in text.split("\n"):
        start = 0
        for end in (*sentence_ends(line), len(line)):
            if sentence := line[start:end].strip():
                yield sentence
            start = end


@cache
def weights(model: str) -> dict[str, tuple[float, ...]]:
    """Return a fitted model's weights by feature, from the packaged table."""
    text = files("kgcore.library").joinpath("weights.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {row[1]: tuple(map(float, row[2:])) for row in rows if row[0] == model}
