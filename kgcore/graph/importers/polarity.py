"""Finds a denial wherever a graph may have put it: a lost "not" would turn what was refuted into support."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator

from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.rows import EdgeRow
from kgcore.model import Predicate

TRUTH = {
    **dict.fromkeys(("true", "1", "yes", "y", "t", "1.0", "not", "negated"), True),
    **dict.fromkeys(("false", "0", "no", "n", "f", "0.0", ""), False),
}
_NOTHING = frozenset({"none", "null", "nan", "affirmed", "affirmative", "positive", "[]", "{}"})
# "neg_correlation" is a correlation, and nothing is denied
_DENIED = re.compile(
    r"(?P<prefix>(?:[\w.\-]+:)?(?:(?:is|are|was|has)[_\- ])?)"
    r"(?:neg[_\- ](?!correl|regul|assoc|feedb|contr|modul)|not[_\- ])(?P<rest>\w.*)",
    re.I,
)
_TELLING = ("negat", 'neg"', 'not"', "denied", "polarity", "qualifier", "attribute")
_FLAGS = frozenset({"negated", "isnegated", "negation", "isnegation", "isneg", "not", "isnot", "denied", "isdenied"})
_DOUBTFUL = frozenset({"negative", "isnegative", "neg", "polarity"})  # a denial, or an effect downwards
_WORDY = frozenset({"qualifier", "qualifiers", "attributes", "statementqualifier"})
_SAID = re.compile(r"negated\W.{0,60}?\b(true|false)\b", re.I)


def noted(predicates: Iterable[Predicate], names: set[str]) -> Iterator[Predicate]:
    """Yield the predicates; their names go into `names`."""
    for predicate in predicates:
        names.add(predicate.name)
        yield predicate


def settled(edges: Iterable[EdgeRow], described: Collection[str], findings: Findings) -> Iterator[EdgeRow]:
    """Yield the edges, denied where the predicate's name or another property denies them.

    NEG_TREATS is TREATS denied, unless the graph describes such a predicate itself. Where it cannot be told whether a
    property denies, the edge is left out.
    """
    names: dict[str, tuple[str, bool]] = {}
    for edge in edges:
        told = names.get(edge.predicate)
        if told is None:
            told = names[edge.predicate] = plain(edge.predicate, described)
        denied = _denied(edge.extra) if edge.extra else False
        if denied is None:
            findings.add(edge.id, Trouble.BAD_NEGATED, edge.extra[:80])
            continue
        negated = edge.negated or told[1] or denied
        same = negated == edge.negated and told[0] == edge.predicate
        yield edge if same else edge._replace(predicate=told[0], negated=negated)


def plain(predicate: str, described: Collection[str] = ()) -> tuple[str, bool]:
    """Return a predicate without the denial in its name, and whether there was one: NOT_TREATS → TREATS, True."""
    found = None if predicate in described else _DENIED.fullmatch(predicate)
    return (f"{found['prefix']}{found['rest']}", True) if found else (predicate, False)


def _denied(extra: str) -> bool | None:
    """Say whether one of an edge's other properties denies it; None where that cannot be told."""
    low = extra.lower()
    if not any(word in low for word in _TELLING):
        return False
    try:
        properties = json.loads(extra)
    except (ValueError, RecursionError):
        return False
    found = [denial(str(k), str(v)) for k, v in properties.items()] if isinstance(properties, dict) else []
    return True if True in found else None if None in found else False


def denial(key: str, value: str) -> bool | None:
    """Say whether a property of a statement denies it; None where that cannot be told."""
    name = "".join(c for c in key.rpartition(":")[2].casefold() if c.isalnum())
    told = value.strip().casefold()
    if name in _FLAGS:
        return False if told in _NOTHING else TRUTH.get(told)
    if name in _DOUBTFUL:
        return None if told in ("true", "yes", "negative", "neg", "negated") else False
    if name not in _WORDY:
        return False
    said = _SAID.search(told)
    if said:
        return said[1] == "true"
    return not {"not", "negated"}.isdisjoint(re.split(r"[\W_]+", told)) and "{" not in told
