"""What a name is called in passing, or made by the word beside it: "*A*, a vaccine, …", "*A* deficiency". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kgcore.english.accounted import ACCOUNTED, BINDS, accounted_keys, grammar_keys
from kgcore.english.qualifier_terms import all_terms, kind_of, stated, word_keys
from kgcore.english.words import word_lists
from kgcore.values.model import QualifierKind

_HEADS = "accounted for as apposed"  # what something is called in passing: "*A*, a spice from crocus flowers,"
# Said of the thing in passing, and no more than what it is called: its head tells whether it is one of the known sorts.
_APPOSED = re.compile(
    r"\s*(?:[,(–—]|-(?=\s))\s*(?:which (?:is|are|was|were)\s+)?(?:an?|the|my|our|his|her|their|your)\s+"
    r"(?P<what>[^,;:()–—]{2,60}?)\s*(?:[,;:)–—]|\s-\s)",
    re.IGNORECASE,
)
_CALLED_ONLY = "called only "  # lists of what is in the names of things that alone are called so
_NEXT_WORD = re.compile(r"\s+([a-z][a-z’'-]+)(?:\s+[a-z-]+)?\s*")
_ANOTHER = re.compile(
    r"(?:deficien|resist|poison|withdraw|mutation|receptor|transporter|antagoni|inhibit|antidot|blocker|shortage|allerg|"
    r"overdos|substitut|intoleran)\w*",
    re.IGNORECASE,
)
# What used to be so, and what a relative clause promises.
_OTHER_ONE = re.compile(r"\bcures?\b|^\s+used to\s*$", re.IGNORECASE)


@cache
def sort_keys() -> frozenset[str]:
    """Return the keys of the sorts of things that a name is called in passing."""
    lists = word_lists()
    return frozenset(k for name in ("sort", "generic noun", _HEADS) for word in lists[name] for k in word_keys(word))


def called(between: str, name: str = "") -> str:
    """Return what the words behind a subject call it in passing, where that is no known sort of thing or not its."""
    found = _APPOSED.match(between)
    what = found["what"] if found else ""
    _, _, whom = what.partition(" for ")
    said_of = {kind_of(term) for term in stated(whom)} & {QualifierKind.SPECIES, QualifierKind.POPULATION}
    if BINDS.search(what) or said_of or sort_keys().isdisjoint(word_keys(what)):
        return what
    return miscalled(between, name)


def is_sort_of_drug(words: str) -> bool:
    """Whether words right before a name only say what drug it is: "cancer medicine", not "harmless medicine"."""
    known = _accounted_as_used() | grammar_keys()
    *others, last = words.casefold().split() or [""]
    sorts = {*word_lists()["sort"], "option", "remedies", "choice"}
    return (
        (last in sorts or last.removesuffix("s") in sorts)
        and not BINDS.search(words)
        and known.issuperset(word_keys(" ".join(others)))
    )


@cache
def sorts_looked_at() -> frozenset[str]:
    """Return the keys of the sorts to which a thing is only counted by what the graph says of it."""
    return frozenset(k for word in word_lists()["sort that is looked at"] for k in word_keys(word.rpartition(" ")[2]))


_NO_MORE = re.compile(
    r"\s+(?:that|which|who|of|from|for|in|on|at|to|with|studied|tested|used|known|available|tried|examined|approved|sold)\b.*",
    re.IGNORECASE | re.DOTALL,
)


def head_of(words: str) -> str:
    """Return the head noun of a noun phrase: "drug" of "a drug used in asthma"."""
    return _NO_MORE.sub("", words.strip(" ,")).rpartition(" ")[2]


def names_sort(words: str) -> bool:
    """Whether words name some of a sort of what people take: "the Ayurvedic herbs", not "herb growers"."""
    head = head_of(words)
    return not sorts_looked_at().isdisjoint(word_keys(head))


@cache
def _accounted_as_used() -> frozenset[str]:
    return frozenset(key for word in word_lists()[f"{ACCOUNTED}what is used"] for key in word_keys(word))


def makes_another(between: str) -> str:
    """Return the words between an annotated name and its relation that make it another thing; "" where none do.

    "*A* batteries …", "*A* deficiency …"; or what it used to do: "*A* used to …".
    """
    found = _NEXT_WORD.fullmatch(between)
    word = found[1] if found else ""
    known = (accounted_keys() | sort_keys()).intersection(word_keys(word))
    strange = word and not (word.endswith("ly") or known or all_terms().match(word))
    if strange or _ANOTHER.fullmatch(word):
        return word
    other = _OTHER_ONE.search(between)
    return other[0].strip() if other else ""


def miscalled(behind: str, name: str) -> str:
    """Return what the words behind a name call it in passing though only things with other names are: "a vaccine"."""
    found = _APPOSED.match(f"{behind.rstrip(' .!')},")
    words = found["what"].casefold() if found and name else ""
    said = re.findall(r"[a-z]+", words)
    sorts = {*said, *(word.removesuffix("s") for word in said)} & names_alone_called().keys()
    return words if any(not names_alone_called()[sort].search(name) for sort in sorts) else ""


@cache
def names_alone_called() -> dict[str, re.Pattern[str]]:
    """Return, for sorts that only things with certain names are of, what finds such a name."""
    found: dict[str, re.Pattern[str]] = {}
    for name, parts in word_lists().items():
        if name.startswith(_CALLED_ONLY):  # a list may hold one above it: "<called only viral>"
            some = (found[p[1 + len(_CALLED_ONLY) : -1]].pattern if p[0] == "<" else re.escape(p) for p in parts)
            found[name.removeprefix(_CALLED_ONLY)] = re.compile("|".join(some), re.IGNORECASE)
    return found


# What may stand behind the part by which a name tells its sort: "selen|ium", "iod|ine", "thiamin|e", "retin|ol".
_ENDING = r"(?:ium|ine?|ese|enum|ol|ic|ates?|ides?|orus|er|ad|s|e)?"


@cache
def _told_by() -> dict[str, re.Pattern[str]]:
    """Return, for those sorts, what in a name tells that it is of one, and not only that it may be.

    The part ends a word of it, or begins one and all but ends it: "spironolactone" is no iron, "sulfate" no sulfa drug.
    """
    return {
        sort: re.compile(rf"(?:{some.pattern})(?![^\W\d_])|(?<![^\W_])(?:{some.pattern}){_ENDING}(?![^\W\d_])", re.I)
        for sort, some in names_alone_called().items()
    }


def sorts_told_by(name: str) -> Iterator[str]:
    """Yield the sorts of things of which a name alone tells that what bears it is one: "amoxicillin", "zinc"."""
    return (sort for sort, part in _told_by().items() if part.search(name))


# "*A*, drunk by one's neighbours, …": it is not whom the claim is about who takes it.
_BY_ANOTHER = re.compile(
    r"\b(?:taken|used|eaten|drunk|swallowed|consumed|given|worn|smoked|sipped|ingested|bought|kept|owned|prescribed)"
    r"(?:\s+\w+ly)?\s+(?:by|to)\s+(?:one['’]?s?|somebody|someone|anybody|anyone|nobody|everybody|everyone|you|your|my|me|"
    r"his|him|her|our|us|their|them|another|others?|some|any|no|a|an|the)\b[^,;:.]*",
    re.IGNORECASE,
)


def taken_by_another(words: str) -> str:
    """Return the words that tell of somebody who takes what a claim is about: "drunk by one's neighbours"; or ""."""
    found = _BY_ANOTHER.search(words)
    return found[0].strip() if found else ""
