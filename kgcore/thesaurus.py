"""General medical names that mean the same: lay words, Latin names, brands, initialisms. Pure.

Reads the packaged `thesaurus.tsv` once: one group of names a line, joined by "|". A name that stands alone is there so
that it is known to be a name of its own and never taken for a misspelling of another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kgcore.lexicon import bag, concepts
from kgcore.names import flat, tokens

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Groups of names (as words), and the groups in which a key stands: run together, or as a bag of concepts."""

    groups: tuple[tuple[Words, ...], ...]
    by_flat: dict[str, tuple[int, ...]]
    by_bag: dict[str, tuple[int, ...]]
    words: frozenset[str]

    def others(self, words: Words) -> tuple[Words, ...]:
        """Return the other names of what these words name; () where they stand in no group or alone."""
        run, key = flat(words), bag(concepts(words))
        groups = self.by_flat.get(run) or self.by_bag.get(key, ())
        return tuple(dict.fromkeys(name for g in groups for name in self.groups[g] if flat(name) != run))

    def knows(self, words: Words) -> bool:
        """Say whether these words are the name of something, whether or not it has other names."""
        return flat(words) in self.by_flat or bag(concepts(words)) in self.by_bag


@cache
def thesaurus() -> Thesaurus:
    """Return the packaged thesaurus."""
    text = files("kgcore").joinpath("thesaurus.tsv").read_text(encoding="utf-8")
    groups = tuple(tuple(tokens(name) for name in line.split("|")) for line in text.splitlines() if line)
    by_flat: dict[str, dict[int, None]] = {}
    by_bag: dict[str, dict[int, None]] = {}
    for number, group in enumerate(groups):
        for words in group:
            by_flat.setdefault(flat(words), {})[number] = None
            by_bag.setdefault(bag(concepts(words)), {})[number] = None
    known = frozenset(word for group in groups for words in group for word in words)
    return Thesaurus(groups, _frozen(by_flat), _frozen(by_bag), known)


def _frozen(numbers: dict[str, dict[int, None]]) -> dict[str, tuple[int, ...]]:
    return {key: tuple(values) for key, values in numbers.items()}
