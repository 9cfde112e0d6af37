"""Words as every backend's index has them, by Porter's stems, and how much each tells papers apart. Pure."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache

import Stemmer

from kgcore.library.model import Scope, Term
from kgcore.library.words import STOP_WORDS, plain_words
from kgcore.linking.spelling import misspelling_cost

SHORTEST = 4  # letters of a stem from which it is corrected
FEW = 2  # papers that have to have a word that another is taken for
MOST_ENDINGS = 40  # of a word of which the beginning was typed
READ = 20  # papers in which its spelling is looked up
_OFTEN = 0.4  # share of the papers from which a word says little
_ENOUGH = 3  # words that are left then
_LIKE_WORDS = 20  # of a paper, its rarest, by which others are like it
_LONGEST = 200  # characters of a word; longer ones are sequences and addresses
_STEMMED = range(3, 65)  # letters of a word that the index stems
_WORD = re.compile(r"[a-z0-9]+")
_TOKEN = re.compile(r"[^\W_]+")
_LATER = re.compile(r"[aeiouy][^aeiouy][a-z]*?(?:log|bl)i$")

# words that people ask with, and that papers tell nothing by
_ASKING = frozenset((
    "about", "again", "any", "anyone", "best", "better", "bad", "find", "gets", "get", "getting", "give",
    "given", "gives", "giving", "good", "he", "help", "helping", "helps", "into", "just", "keep", "keeps",
    "know", "less", "like", "looking", "make", "makes", "making", "many", "more", "most", "much", "my", "need",
    "needs", "off", "one", "ones", "out", "over", "people", "person", "please", "really", "she", "so",
    "someone", "something", "stuff", "take", "takes", "taking", "tell", "them", "there", "they", "thing",
    "things", "up", "us", "use", "used", "uses", "using", "versus", "very", "vs", "want", "way", "ways",
    "worse", "you", "your",
))  # fmt: skip

Having = Callable[[str], int]  # a stem → how many papers have it


@lru_cache(maxsize=100_000)
def stem_of(word: str) -> str:
    """Return a word of small letters as the index has it: by Porter's algorithm with its two later rules."""
    stem = str(_stemmer().stemWord(word))
    return stem[:-1] if stem.endswith(("logi", "bli")) and _LATER.search(stem) else stem


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("porter")


def index_tokens(text: str) -> list[str]:
    """Return the words of a text as FTS5 cuts and stems them ("porter unicode61 remove_diacritics 2"), in order."""
    text = text.lower()
    if not text.isascii():
        text = _folded(text)
    return [_index_word(word) for word in _TOKEN.findall(text)]


def _index_word(word: str) -> str:
    return stem_of(word) if len(word.encode()) in _STEMMED else word[:_LONGEST]


def _folded(text: str) -> str:
    """Return a text of small letters without marks, and with one form of each ("µ" for the micro sign, too)."""
    apart = unicodedata.normalize("NFD", text)
    plain = (c for c in apart if c.isascii() or not unicodedata.combining(c))
    return "".join(c if c.isascii() or len(f := c.casefold()) != 1 else f for c in plain)


def words_of(text: str) -> list[str]:
    """Return the words of a text that `plain_words` returns the stems of."""
    return [w for w in _WORD.findall(text.lower()) if w not in STOP_WORDS]


def stems_of(terms: Iterable[Term]) -> set[str]:
    """Return the stems of all words by which terms are weighed."""
    return {stem_of(word.lower()) for term in terms for word in (term.text, *words_of(term.text))}


def rarity_of(terms: Sequence[Term], papers: int, having: Having) -> dict[str, float]:
    """Return how rare the words are that somebody typed, by their plain stems (inverse document frequency)."""
    n, found = max(1, papers), dict[str, float]()
    for term in terms:
        if term.added:
            continue
        for word, own in zip(words_of(term.text), plain_words(term.text), strict=False):
            df = having(stem_of(word))
            found[own] = math.log(1 + (n - df + 0.5) / (df + 0.5))
    return found


def without_asking(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return the terms without the words that people ask with ("what helps people who …"), where others are left."""
    kept = tuple(t for t in terms if t.exact or t.scope is not Scope.ALL or t.text.lower() not in _ASKING)
    return kept if sum(not t.added for t in kept) > 1 else tuple(terms)


def telling_of(terms: Sequence[Term], papers: int, having: Having) -> tuple[Term, ...]:
    """Return the terms without words of most papers, where enough others are left: those tell least."""
    often = papers * _OFTEN
    telling = tuple(t for t in terms if t.exact or t.scope is not Scope.ALL or having(stem_of(t.text.lower())) <= often)
    return telling if len(telling) >= _ENOUGH else tuple(terms)


def rarest_of(terms: Sequence[Term], rarity: Mapping[str, float]) -> tuple[Term, ...]:
    """Return those of a paper's terms that tell it most from others."""
    words = sorted(rarity.items(), key=lambda word: -word[1])
    rare = {word for word, _ in words[:_LIKE_WORDS]}
    return tuple(t for t in terms if rare.intersection(plain_words(t.text)))


# ── spelling ────────────────────────────────────────────────────────────────────────────────────────────────────────


def may_be_corrected(stem: str) -> bool:
    """Whether a stem that no paper has is long enough to be a slip."""
    return len(stem) >= SHORTEST and stem.isalpha()


def begins_like(stem: str) -> tuple[str, ...]:
    """Return how words begin that a stem may be a slip of: alike, or with the first letters mixed up."""
    return tuple(dict.fromkeys((stem[:2], stem[1] + stem[0], stem[0] + stem[2])))


def commonest(known: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Return the stems that most papers have, of those known, each with its papers."""
    return tuple(own for own, _ in sorted(known, key=lambda one: (-one[1], one[0]))[:MOST_ENDINGS])


def nearest_word(stem: str, known: Iterable[tuple[str, int]]) -> str:
    """Return the stem (of those known, each with its papers) that comes nearest, then the commonest; "" for none."""
    near = [(cost, -papers, own) for own, papers in known if (cost := misspelling_cost(stem, own)) is not None]
    return min(near)[2] if near else ""


def as_written(stem: str, texts: Iterable[str]) -> str:
    """Return a stem as texts write it, most often where there are several ways."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(w for w in _WORD.findall(text.lower()) if stem_of(w) == stem)
    return counts.most_common(1)[0][0] if counts else stem
