"""What words mean the same in names: lay words and Latin ones, word parts, and the words that a name may carry or lack.

Reads the packaged `lexicon.tsv` (kind, meaning, words) once. Pure otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import Stemmer

from kgcore.linking.names import fold_word, join_letters, tokens
from kgcore.linking.spelling import misspelling_cost

Words = tuple[str, ...]
_LINKING_VOWELS = ("", "o", "i", "a")
# Endings that say what ails the organ: stemmed, "hepatitis" would be "hepatic".
_WHOLE = (
    "itis",
    "osis",
    "iasis",
    "oma",
    "emia",
    "uria",
    "pathy",
    "ectomy",
    "tomy",
    "megaly",
    "algia",
    "plegia",
    "penia",
)
_SHORTEST_PARTED = 6  # letters; shorter words are no compounds


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The table: `meaning` by word, word parts by letters, classes of words by name, wrapping phrases."""

    meaning: dict[str, str]
    prefixes: dict[str, str]
    roots: dict[str, str]
    suffixes: dict[str, str]
    classes: dict[str, frozenset[str]]
    wraps: dict[str, tuple[Words, ...]]  # by their first word, longest first
    everyday: frozenset[str]

    def is_a(self, concept: str, *names: str) -> bool:
        """Say whether a concept belongs to one of these classes of words ("form", "salt", "polar" …)."""
        return any(concept in self.classes[name] for name in names)


@cache
def lexicon() -> Lexicon:
    """Return the packaged table."""
    text = files("kgcore.linking").joinpath("lexicon.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    of = {kind: [(meaning, words.split()) for k, meaning, words in rows if k == kind] for kind in _KINDS}
    meaning = {fold_word(word): name for name, words in of["word"] for word in (name, *words)}
    classes = {name: frozenset(_concept(fold_word(word), meaning) for word in words) for name, words in of["class"]}
    parts = [{part: name for name, words in of[kind] for part in words} for kind in ("prefix", "root", "suffix")]
    wraps: dict[str, tuple[Words, ...]] = {}
    for wrap in sorted((_plain(name) for name, _ in of["wrap"]), key=len, reverse=True):
        wraps[wrap[0]] = (*wraps.get(wrap[0], ()), wrap)
    everyday = frozenset(word for _, words in of["everyday"] for word in words)
    return Lexicon(meaning, parts[0], parts[1], parts[2], classes, wraps, everyday)


_KINDS = ("word", "prefix", "root", "suffix", "class", "wrap", "everyday")


def concepts(words: Words) -> Words:
    """Return the words as concepts, in order, without joining words ("of", "with"): "renal calculi" → kidney stone."""
    table = lexicon()
    found = tuple([concept(word) for word in words])
    if not table.classes["stop"].isdisjoint(found):
        found = tuple([c for c in found if c not in table.classes["stop"]]) or found
    if "diet" in found and "low" in found:
        return tuple("avoidance" if c == "low" else c for c in found)
    return found


def bag_key(found: Words) -> str:
    """Return concepts as a key that does not depend on their order; each counts once."""
    return " ".join(sorted(set(found)))


@lru_cache(maxsize=200_000)
def concept(word: str) -> str:
    """Return what one word (as `names.tokens` gives it) means: a lay word where the table has one, else its stem."""
    return _concept(word, lexicon().meaning)


@lru_cache(maxsize=200_000)
def compound_parts(word: str) -> Words:
    """Return the concepts that a compound is made of ("splenomegaly" → large spleen); () where it is none."""
    if len(word) < _SHORTEST_PARTED or not word.isalpha() or word in lexicon().meaning:
        return ()
    table = lexicon()
    if not word.endswith(_suffixes()):
        return ()
    for suffix, meaning in table.suffixes.items():
        if not word.endswith(suffix):
            continue
        head = _prefixed(word.removesuffix(suffix))
        if head and (meaning or len(head) > 1):
            return tuple(sorted({*head, *meaning.split()}))
    return ()


@cache
def _suffixes() -> tuple[str, ...]:
    return tuple(lexicon().suffixes)


def is_everyday(word: str) -> bool:
    """Say whether a lower-case word is so common that it names nothing by itself, whatever initialism it looks like."""
    return word in lexicon().everyday


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return the Porter2 stem of an English word; other words come back unchanged."""
    if not (word.isascii() and word.isalpha()) or word.endswith(_WHOLE):
        return word
    return str(_stemmer().stemWord(word))


def strip_wrapping(words: Words) -> Words:
    """Return the words without a wrapping phrase at their head ("use of", "symptoms of")."""
    for wrap in lexicon().wraps.get(words[0], ()) if words else ():
        if len(words) > len(wrap) and words[: len(wrap)] == wrap:
            return strip_wrapping(words[len(wrap) :])
    return words


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def _plain(phrase: str) -> Words:
    return tokens(f"x {phrase}")[1:]


def _concept(word: str, meaning: dict[str, str]) -> str:
    return meaning.get(word) or stem(word)


def _prefixed(text: str) -> Words:
    """Segment the part before the suffix: an optional prefix, then roots joined by linking vowels."""
    plain = _roots(text)
    if plain:
        return plain
    for prefix, meaning in lexicon().prefixes.items():
        if text.startswith(prefix) and (rest := _roots(text.removeprefix(prefix))):
            return (meaning, *rest)
    return ()


def _roots(text: str) -> Words:
    for length in range(len(text), 1, -1):
        meaning = lexicon().roots.get(text[:length])
        if meaning is None:
            continue
        rest = text[length:]
        if rest in _LINKING_VOWELS:
            return tuple(meaning.split())
        for vowel in _LINKING_VOWELS:
            if rest.startswith(vowel) and (more := _roots(rest[len(vowel) :])):
                return (*meaning.split(), *more)
    return ()


# --- General medical names that mean the same: lay words, Latin names, brands, initialisms.


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Groups of names (as words), and the groups in which a key stands: run together, or as a bag of concepts."""

    groups: tuple[tuple[Words, ...], ...]
    by_flat: dict[str, tuple[int, ...]]
    by_bag: dict[str, tuple[int, ...]]
    words: frozenset[str]
    written: dict[Words, str]  # each name as people write it

    def others(self, words: Words) -> tuple[Words, ...]:
        """Return the other names of what these words name; () where they stand in no group or alone."""
        run, key = join_letters(words), bag_key(concepts(words))
        groups = self.by_flat.get(run) or self.by_bag.get(key, ())
        named = (name for g in groups for name in self.groups[g] if join_letters(name) != run)
        return tuple(dict.fromkeys((*named, *styled(words))))

    def knows(self, words: Words) -> bool:
        """Say whether these words are the name of something, whether or not it has other names."""
        return join_letters(words) in self.by_flat or bag_key(concepts(words)) in self.by_bag


_STYLED = frozenset({"diet", "eating", "cuisine"})


def styled(words: Words) -> tuple[Words, ...]:
    """Return the same name with or without "style": a Mediterranean-style diet is a Mediterranean diet."""
    if len(words) < 2 or words[-1] not in _STYLED:
        return ()
    *front, last = words
    return ((*front[:-1], last),) if front[-1] == "style" and len(front) > 1 else ((*front, "style", last),)


@cache
def thesaurus() -> Thesaurus:
    """Return the packaged thesaurus."""
    text = files("kgcore.linking").joinpath("thesaurus.tsv").read_text(encoding="utf-8")
    written = {tokens(name): name for line in text.splitlines() for name in reversed(line.split("|")) if name}
    groups = tuple(tuple(tokens(name) for name in line.split("|")) for line in text.splitlines() if line)
    by_flat: dict[str, dict[int, None]] = {}
    by_bag: dict[str, dict[int, None]] = {}
    for number, group in enumerate(groups):
        for words in group:
            by_flat.setdefault(join_letters(words), {})[number] = None
            by_bag.setdefault(bag_key(concepts(words)), {})[number] = None
    known = frozenset(word for group in groups for words in group for word in words)
    return Thesaurus(groups, _frozen(by_flat), _frozen(by_bag), known, written)


_SLIP_FROM = 6  # letters of a name of one word that a slip is looked for in


@lru_cache(4_096)
def slips_of_names(word: str) -> tuple[tuple[str, float], ...]:
    """Return the one-word name of the thesaurus that a word is likeliest a slip for, with the cost: "paracetemol" where
    a graph knows acetaminophen alone; nothing for words that are none of names.
    """
    if is_everyday(word) or {word, word.removesuffix("s")} & thesaurus().words:
        return ()
    near = (w for w in _single_names().get(word[:1], ()) if abs(len(w) - len(word)) <= 1)
    found = sorted((cost, w) for w in near if (cost := misspelling_cost(word, w)) is not None)
    return tuple((w, cost) for cost, w in found[:1])


@cache
def _single_names() -> dict[str, tuple[str, ...]]:
    """Return the thesaurus' names of one long word by their first letters."""
    found: dict[str, list[str]] = {}
    for words in thesaurus().written:
        if len(words) == 1 and len(words[0]) >= _SLIP_FROM and words[0].isalpha():
            found.setdefault(words[0][0], []).append(words[0])
    return {letter: tuple(some) for letter, some in found.items()}


def _frozen(numbers: dict[str, dict[int, None]]) -> dict[str, tuple[int, ...]]:
    return {key: tuple(values) for key, values in numbers.items()}
