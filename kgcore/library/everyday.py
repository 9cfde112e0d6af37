"""Names in papers' words for what a query says in everyday ones: of each thing that it names. Pure.

They come from `everyday.tsv` (what people say, what papers write), the packaged thesaurus, and, for single words, the
lexicon's ("kidney": renal). They only find papers; no verdict and no link to an entity rests on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kgcore.library.words import plain_words
from kgcore.linking.lexicon import concept, is_everyday, lexicon, thesaurus
from kgcore.linking.names import tokens

_LONGEST_RUN = 5  # words of a query that name one thing
_LEAST_LETTERS = 3  # of another name that is sought as well


@dataclass(frozen=True, slots=True)
class Named:
    """Words of a query that name one thing, and its other names, the likeliest first."""

    words: tuple[str, ...]  # by their stems
    names: tuple[str, ...]


def everyday_names(words: Sequence[str]) -> tuple[Named, ...]:
    """Return what a query's words name that has other names, in order; longer runs of words go before their parts."""
    asked, taken, found = {*plain_words(" ".join(words))}, set[int](), dict[int, Named]()
    for length in range(_LONGEST_RUN, 0, -1):
        for begin in range(len(words) - length + 1):
            here = range(begin, begin + length)
            if taken.isdisjoint(here) and (named := _named(" ".join(words[begin : begin + length]), asked)):
                found[begin] = named
                taken.update(here)
    return tuple(found[begin] for begin in sorted(found))


def _named(run: str, asked: set[str]) -> Named | None:
    own = tuple(plain_words(run))
    names: dict[str, str] = {}
    for name in (*_written().get(own, ()), *_other_names(tokens(run), several=len(own) > 1)):
        stems = plain_words(name)
        if len(name) >= _LEAST_LETTERS and not {*stems} <= asked:
            names.setdefault(" ".join(stems), name)
    return Named(own, tuple(names.values())) if own and names else None


def _other_names(run: tuple[str, ...], *, several: bool) -> Iterator[str]:
    """Yield the names that the thesaurus has of what words name, and the lexicon's of one word."""
    known = thesaurus()
    if several:
        yield from (known.written[other] for other in known.others(run) if other in known.written)
    elif len(run) == 1 and not is_everyday(run[0]):
        groups = known.by_flat.get(run[0], ())  # as it is written: "pain" is no "AChE" because it is an ache
        yield from (known.written[name] for g in groups for name in known.groups[g] if name != run)
        yield from _same_meaning().get(concept(run[0]), ())


@cache
def _written() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Return what papers write by the stems of what people say."""
    text = files("kgcore.library").joinpath("everyday.tsv").read_text(encoding="utf-8")
    found: dict[tuple[str, ...], dict[str, None]] = {}
    for line in text.splitlines()[1:]:
        said, names = line.split("\t")
        for one in said.split("|"):
            found.setdefault(tuple(plain_words(one)), {}).update(dict.fromkeys(names.split("|")))
    return {said: tuple(names) for said, names in found.items()}


@cache
def _same_meaning() -> Mapping[str, tuple[str, ...]]:
    """Return the words of one meaning by its name."""
    found: dict[str, list[str]] = {}
    for word, meaning in lexicon().meaning.items():
        found.setdefault(meaning, []).append(word)
    return {meaning: tuple(words) for meaning, words in found.items()}
