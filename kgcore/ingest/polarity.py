"""Finds a denial wherever a graph may have put it: a lost "not" would turn what was refuted into support."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator

from kgcore.errors import InputError
from kgcore.graph.denials import denied_by_property, strip_denial
from kgcore.graph.embedded.rows import EdgeRow
from kgcore.ingest.report import Findings, RowTrouble
from kgcore.values.model import Predicate
from kgcore.values.text import shorten

# What stands in the names of the properties that `denied_by_property` looks at: to parse only what may have one.
_TELLING = re.compile(
    r"negat|not\"|neg|denied|polarity|qualifi|attribute|modifier|refuted|dispro|isfalse|is_false|contradict|disputed|"
    r"rejected|retracted|withdrawn|absent|excluded|true|truth|affirmed|support|holds|evidence|direction|status|"
    r"classific|stance|assertion|modality|factuality|certainty|conclusion|result|finding|validity|outcome|verdict|"
    r"rating|effectiveness|is.false"
)

MOST_PREDICATES = 5_000  # each is worded, and its words read back, whenever a graph is opened: a millisecond a piece


def note_predicates(predicates: Iterable[Predicate], names: set[str]) -> Iterator[Predicate]:
    """Yield the predicates; their names go into `names`. Raises InputError for more than MOST_PREDICATES."""
    for predicate in predicates:
        names.add(predicate.name)
        _check_few(names, predicate.name)
        yield predicate


def _check_few(names: Collection[str], last: str) -> None:
    if len(names) > MOST_PREDICATES:
        raise InputError(
            f"This source has more than {MOST_PREDICATES:,} predicates, the last of them “{shorten(last, 60)}”.",
            hint="Is another column read as the predicate (an id, a sentence)? Name each kind of relation by one word, "
            "and put what tells single relations apart into another column.",
        )


def settle_polarity(edges: Iterable[EdgeRow], described: Collection[str], findings: Findings) -> Iterator[EdgeRow]:
    """Yield the edges, denied where the predicate's name or another property denies them.

    NEG_TREATS is TREATS denied, unless the graph describes such a predicate itself. Where it cannot be told whether a
    property denies, the edge is left out. Raises InputError where the edges have more than MOST_PREDICATES.
    """
    names: dict[str, tuple[str, bool]] = {}
    for edge in edges:
        told = names.get(edge.predicate)
        if told is None:
            told = names[edge.predicate] = strip_denial(edge.predicate, described)
            _check_few(names, edge.predicate)
        denied = _denied(edge.extra) if edge.extra else False
        if denied is None:
            findings.add(edge.id, RowTrouble.BAD_NEGATED, edge.extra[:80])
            continue
        negated = edge.negated or told[1] or denied
        same = negated == edge.negated and told[0] == edge.predicate
        yield edge if same else edge._replace(predicate=told[0], negated=negated)


def _denied(extra: str) -> bool | None:
    """Say whether one of an edge's other properties denies it; None where that cannot be told."""
    low = extra.lower()
    if not _TELLING.search(low):
        return False
    try:
        properties = json.loads(extra)
    except (ValueError, RecursionError):
        return False
    found = [denied_by_property(str(k), str(v)) for k, v in properties.items()] if isinstance(properties, dict) else []
    return True if True in found else None if None in found else False
