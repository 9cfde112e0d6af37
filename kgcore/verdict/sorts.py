"""Whether a thing is of the sort that a sentence counts it to: "of the vitamins, *A* …", "*A*, a plant, …". Pure.

What the graph itself says of it decides: its names, its type, its description ("Spice studied for mood"), and the class
of medicines that its name belongs to; a spice is also a herb (`words.tsv`, the lists "is also …"). Where none of these
says so, it is not known to be of that sort.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from kgcore.english.accounted import accounted_keys
from kgcore.english.called import sorts_looked_at, sorts_told_by
from kgcore.english.frames import head_of, noun_phrase
from kgcore.english.qualifier_terms import word_keys
from kgcore.english.words import word_lists
from kgcore.linking.drug_classes import class_names
from kgcore.linking.lookup_keys import EntityKind, kind_of
from kgcore.values.model import Entity

_IS_ALSO = "is also "
_AND = re.compile(r",?\s+(?:and|or)\s+(?:other\s+)?|,\s+", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;,()]")
_IN_TYPE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LEAD = re.compile(
    r"^(?:(?:and|but|so|yet|also)\s+)?(?:(?:out )?of|among|amongst|within|as|like|unlike|being|"
    r"(?:in|within) the (?:class|group|family|category|realm|world) of)\s+",
    re.IGNORECASE,
)


def is_of_sort(entity: Entity, words: str) -> bool:
    """Whether what the graph says of an entity makes it one of what these words call: "Ayurvedic herbs"."""
    plain = noun_phrase(_LEAD.sub("", words))
    several = _AND.split(plain)
    if len(several) > 1:  # "among common foods and medicines": it is one of either
        return any(is_of_sort(entity, part) for part in several)
    head, rest = head_of(plain)
    sorts = _sorts_of(entity)
    one = [s for s in sorts if s.rpartition(" ")[2] == head]
    if not one and head not in own_words(entity) & _by_what_it_does():
        return False
    known = (accounted_keys() - sorts_looked_at()) | own_words(entity) | {k for s in one for k in s.split()}
    return known.issuperset(rest)


@lru_cache(maxsize=4096)
def own_words(entity: Entity) -> frozenset[str]:
    """Return the keys of all words that a graph has for an entity."""
    told = (entity.name, *entity.synonyms, entity.description, " ".join(_IN_TYPE.findall(entity.type)))
    return frozenset(k for text in (*told, *class_names(told[:-2])) for k in word_keys(text))


@lru_cache(maxsize=4096)
def _sorts_of(entity: Entity) -> frozenset[str]:
    """Return the keys of the sorts that an entity is of, each with the words right before it."""
    names = (entity.name, *entity.synonyms)
    clauses = (noun_phrase(part) for part in _CLAUSE.split(entity.description))
    told = [*clauses, *names, *class_names(names), " ".join(_IN_TYPE.findall(entity.type))]
    substance = kind_of(entity.type) is EntityKind.SUBSTANCE
    ills = word_lists()["sort of ill"]
    told += (sort for sort in sorts_told_by(entity.name) if not (substance and sort in ills))
    if substance:
        told += word_lists()["any that is taken"]
    told += word_lists()["any that is spoken of"]
    return frozenset(_with_broader(_phrases(told)))


def _phrases(told: Iterable[str]) -> Iterable[str]:
    """Yield each sort, and the one before a head that says little: "thyroid hormone | replacement"."""
    empty = {k for word in word_lists()["head that says little"] for k in word_keys(word)}
    for text in told:
        keys = list(word_keys(text))
        while keys:
            yield " ".join(keys)
            if keys.pop() not in empty:
                break


def _with_broader(sorts: Iterable[str]) -> Iterable[str]:
    left, seen = list(sorts), set[str]()
    while left:
        one = left.pop()
        if one in seen:
            continue
        seen.add(one)
        yield one
        words = one.split()
        ends = (" ".join(words[n:]) for n in range(len(words)))
        left += (broader for end in ends for broader in _broader().get(end, ()))


@cache
def _by_what_it_does() -> frozenset[str]:
    return frozenset(k for word in word_lists()["sort by what it does"] for k in word_keys(word))


@cache
def _broader() -> Mapping[str, tuple[str, ...]]:
    """Return the sorts that those of each sort are also of, by keys."""
    found: dict[str, tuple[str, ...]] = {}
    for name, words in word_lists().items():
        if name.startswith(_IS_ALSO):
            broader = " ".join(word_keys(name.removeprefix(_IS_ALSO)))
            for word in words:
                key = " ".join(word_keys(word))
                found[key] = (*found.get(key, ()), broader)
    return found
