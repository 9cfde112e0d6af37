"""Names of a graph that keeps no index of ours: its full-text index (or an exact look-up) finds, our rules decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from kgcore.graph.neo4j.linking import Asked, Corrections, Owner
from kgcore.graph.neo4j.names import Read
from kgcore.graph.neo4j.spelling import corrected
from kgcore.graph.neo4j.values import ANY, Row, is_sendable
from kgcore.keys import name_keys
from kgcore.link import Kindred
from kgcore.names import tidy, tokens
from kgcore.spelling import SHORTEST, misspells
from kgcore.thesaurus import thesaurus

MOST_FOUND = 40  # nodes per mention that are looked at
_MOST_WORDS = 10  # of a mention that are searched for
_MOST_TEXTS = 600  # searched for at once; what a long text has beyond is not
_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"'s\b|'")


class MappedFound:
    """The entities that a batch of mentions may mean, under the keys of all their names."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._owners: dict[str, list[Owner]] = {}
        self._words: set[str] = set()
        for row in rows:
            entity, links = ANY.entity(row), int(row[7] or 0)
            for which, text in enumerate((entity.name, *entity.synonyms)):
                self._words.update(tokens(text))
                for key in dict.fromkeys(name_keys(text, entity.type, which == 0)):
                    self._owners.setdefault(key, []).append(Owner(entity, text, which == 0, links))

    def owners(self, key: str) -> Sequence[Owner]:
        """Return whose name has this key."""
        return self._owners.get(key, ())

    def corrections(self, words: tuple[str, ...]) -> Corrections:
        """Return the words put right with those of the names that were found."""
        return corrected(words, self._words.__contains__, self._meant)

    @cached_property
    def _long(self) -> list[str]:
        return [w for w in self._words if len(w) >= SHORTEST - 1]

    def _meant(self, word: str) -> list[tuple[str, float]]:
        costs = ((meant, misspells(word, meant)) for meant in self._long)
        return sorted(((m, c) for m, c in costs if c is not None), key=lambda found: (found[1], found[0]))[:2]


class MappedFinder:
    """Searches a mapped graph by name."""

    def __init__(self, read: Read, by_words: str, by_name: str) -> None:
        """Take the statements: by words in a full-text index ("" where there is none), and by exact names."""
        self._read, self._by_words, self._by_name = read, by_words, by_name

    async def find(self, asked: Asked, guessed: Sequence[tuple[str, ...]]) -> MappedFound:
        """Look the texts up, and what else they may be called."""
        texts = list(dict.fromkeys(tidy(text) for text, some in asked if some))
        texts = [text for text in texts if text and is_sendable(text)][:_MOST_TEXTS]
        if not texts:
            return MappedFound(())
        if self._by_words:
            queries = list(dict.fromkeys(q for text in texts if (q := lucene(text))))
            (row,) = await self._read(self._by_words, queries=queries, most=MOST_FOUND)
        else:
            names = list(dict.fromkeys(name for text in texts for name in spellings(text)))
            (row,) = await self._read(self._by_name, names=names, most=MOST_FOUND * len(texts))
        return MappedFound({str(e[1]): e for e in row["found"]}.values())

    async def kindred(self, texts: Sequence[str]) -> Mapping[str, tuple[Kindred, ...]]:
        """A graph without our vectors knows no meanings."""
        return {}


def lucene(text: str) -> str:
    """Return a query for a mention: its words, long ones also misspelt, or another general name of it.

    It is made of letters and digits in lower case only, so that nothing in it is an operator of Lucene's.
    """
    ways = [_words(text), *map(list, thesaurus().others(tokens(text)))]
    parts = [" AND ".join(_word(w) for w in dict.fromkeys(words)) for words in ways if words]
    return " OR ".join(f"({part})" for part in dict.fromkeys(parts))


def spellings(text: str) -> list[str]:
    """Return the ways in which a name is likely to be written, and other general names."""
    ways = [text, *(" ".join(words) for words in thesaurus().others(tokens(text)))]
    return [w for way in ways for w in (way, way.lower(), way.capitalize(), way.title(), way.upper())]


def _words(text: str) -> list[str]:
    return _WORD.findall(_POSSESSIVE.sub("", tidy(text).casefold()))[:_MOST_WORDS]


def _word(word: str) -> str:
    """Search for a word; for a long one also with other endings ("alzheimer's") and with a slip of the pen."""
    return f"({word.removesuffix('s')}* OR {word}~1)" if len(word) >= SHORTEST else word


def prefix(text: str) -> str:
    """Return a query for names with words that begin like what was typed, or ""."""
    words = _words(text)
    return " AND ".join([*words[:-1], f"{words[-1]}*"]) if words else ""
