"""Finds a denial wherever a graph may have put it: a lost "not" would turn what was refuted into support."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

import numpy as np

from kgcore.errors import InputError
from kgcore.graph.denials import denied_by_property, strip_denial
from kgcore.graph.embedded.rows import EdgeColumns
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


def note_predicates(predicates: Iterable[Predicate], names: set[str], most: int) -> Iterator[Predicate]:
    """Yield the predicates; their names go into `names`. Raises InputError for more than `most`."""
    for predicate in predicates:
        names.add(predicate.name)
        _check_few(names, predicate.name, most)
        yield predicate


def _check_few(names: Collection[str], last: str, most: int) -> None:
    if len(names) > most:
        raise InputError(
            f"This source has more than {most:,} predicates, the last of them “{shorten(last, 60)}”.",
            hint="Is another column read as the predicate (an id, a sentence)? Name each kind of relation by one word, "
            "and put what tells single relations apart into another column; or raise EVIGRAPH_MOST_PREDICATES.",
        )


def settle_polarity(
    edges: Iterable[EdgeColumns], described: Collection[str], findings: Findings
) -> Iterator[EdgeColumns]:
    """Yield the edges, denied where the predicate's name or another property denies them.

    NEG_TREATS is TREATS denied, unless the graph describes such a predicate itself. Where it cannot be told whether a
    property denies, the edge is left out. Raises InputError where there are more than the import takes.
    """
    names: dict[str, tuple[str, bool]] = {}
    for block in edges:
        for name in dict.fromkeys(block.predicate):
            if name not in names:
                names[name] = strip_denial(name, described)
                _check_few(names, name, findings.caps.predicates)
        told = [names[name] for name in block.predicate]
        denied = [bool(extra) and _denied(extra) for extra in block.extra]
        for i, unclear in enumerate(denied):
            if unclear is None:
                findings.add(block.id[i], RowTrouble.BAD_NEGATED, block.extra[i][:80])
        negated = block.negated | np.array([by_name for _, by_name in told]) | np.array(denied, bool)
        settled = replace(block, predicate=[name for name, _ in told], negated=negated)
        yield settled.where(np.array([one is not None for one in denied])) if None in denied else settled


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
