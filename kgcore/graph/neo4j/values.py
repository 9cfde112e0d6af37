"""Lists as the statements return them → values of the model. A graph with a schema of its own may hold anything."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from kgcore.graph.denials import denied_by_property, strip_denial
from kgcore.values.citation import Citation
from kgcore.values.model import MOST_LISTED, Edge, Entity, GraphInfo, Paper, Predicate

Row = Sequence[Any]
_LONGEST_ID = 4_000  # characters; no index of Neo4j holds more
_BETWEEN_TEXTS = re.compile(r"[|;]")
_BETWEEN_IDS = re.compile(r"[|;,\s]+")
_PUBMED = re.compile(r"(?:pmid|pubmed)?[:\s_]*(\d{1,9})", re.IGNORECASE)


class RowReader(NamedTuple):
    """How rows become values."""

    entity: Callable[[Row], Entity]
    edge: Callable[[Row], Edge | None]
    paper: Callable[[Row], Paper]

    def edges(self, rows: Iterable[Row], first: str) -> tuple[Edge, ...]:
        """Read the edges between two entities: those that begin at `first` before the others, each in order.

        Those of which it cannot be told whether they are denied are left out.
        """
        found = map(self.edge, sorted(rows, key=lambda row: (str(row[2]) != first, row[0])))
        return tuple(edge for edge in found if edge is not None)


def entity_from_row(row: Row) -> Entity:
    """Read an entity (n, id, name, type, synonyms, xrefs, description, degree)."""
    return Entity(row[1], row[2], row[3], tuple(row[4] or ()), tuple(row[5] or ()), row[6] or "")


def edge_from_row(sources: Sequence[str], row: Row) -> Edge:
    """Read an edge (n, id, subject, predicate, object, negated, publications, sources, sentences, note, papers); of
    very many papers, the first are in the row. What is empty and an id that follows from the number are left out, PMIDs
    stand as numbers, sources as places in `sources`.
    """
    papers = tuple(f"PMID:{p}" if isinstance(p, int) else p for p in row[6] or ())
    named = tuple(sources[s] if isinstance(s, int) else s for s in row[7] or ())
    told = tuple(row[8] or ()), row[9] or "", max(0, row[10] - len(papers))
    return Edge(row[1] or f"E{row[0]}", row[2], row[3], row[4], bool(row[5]), papers, named, *told)


def paper_from_row(row: Row) -> Paper:
    """Read a paper (id, title, journal, year, url, authors, volume, issue, pages)."""
    citation = Citation(tuple(row[5] or ()), *(text or "" for text in row[6:]))
    return Paper(row[0], row[1] or "", row[2] or "", row[3] or None, row[4] or "", **citation._asdict())


def _any_entity(row: Row) -> Entity:
    id = str(row[1])
    lists = (texts_of_properties(row[4], _BETWEEN_TEXTS), texts_of_properties(row[5], _BETWEEN_TEXTS))
    return Entity(id, _text(row[2]) or id, _text(row[3]), *lists, _text(row[6]))


def row_reader(described: frozenset[str]) -> RowReader:
    """Return what reads a graph with a schema of its own, of whose predicates these are described."""
    return RowReader(_any_entity, partial(_any_edge, described), _any_paper)


@lru_cache(maxsize=4096)
def predicate_from_name(written: str, described: frozenset[str]) -> tuple[str, bool]:
    """Return a relation's predicate, and whether its name denies it: NOT_TREATS is TREATS denied."""
    return strip_denial(written, described)


def _any_edge(described: frozenset[str], row: Row) -> Edge | None:
    negated, (said, denied) = denied_by_properties(row[5], row[10]), predicate_from_name(str(row[3]), described)
    if negated is None:
        return None
    publications = tuple(dict.fromkeys(publication_id(p) for p in texts_of_properties(row[6], _BETWEEN_IDS)))
    ends = str(row[2]), said, str(row[4])
    return Edge(
        str(row[1]),
        *ends,
        negated or denied,
        publications[:MOST_LISTED],
        texts_of_properties(row[7], _BETWEEN_TEXTS),
        _list(row[8])[:MOST_LISTED],
        _text(row[9]),
        max(0, len(publications) - MOST_LISTED),
    )


def _any_paper(row: Row) -> Paper:
    year = _text(row[3])[:4]
    dated = int(year) if year.isascii() and year.isdigit() else None
    people = row[5] if isinstance(row[5], list) else _BETWEEN_TEXTS.split(_text(row[5]))
    cited = Citation(tuple(filter(None, map(_text, people))), *map(_text, row[6:]))
    return Paper(publication_id(str(row[0])), _text(row[1]), _text(row[2]), dated, _text(row[4]), **cited._asdict())


def pushed_reader(about: str) -> RowReader:
    """Return what reads the graph that says this of itself (`graph_info`)."""
    return RowReader(entity_from_row, partial(edge_from_row, tuple(json.loads(about)["sources"])), paper_from_row)


ANY = row_reader(frozenset())


def publication_id(id: str) -> str:
    """Return a paper's id as Evigraph writes it: a bare number is a PubMed id."""
    found = _PUBMED.fullmatch(id.strip())
    return f"PMID:{int(found[1])}" if found else id


def texts_of_properties(values: Any, separator: re.Pattern[str]) -> tuple[str, ...]:
    """Return the texts in some properties, each a list, one text with separators, a number, or nothing."""
    found: dict[str, None] = {}
    for value in values or ():
        if isinstance(value, str):
            found |= dict.fromkeys(separator.split(value))
        elif isinstance(value, list | tuple):
            found |= dict.fromkeys(_text(one) for one in value)
        elif value is not None:
            found[_text(value)] = None
    return tuple(text.strip() for text in found if text.strip())


def _text(value: Any) -> str:
    """Return a property that should be a text: of a list the first; 7.0 (pandas) is 7."""
    if isinstance(value, list | tuple):
        return next((text for one in value if (text := _text(one))), "")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value).strip()


def graph_info(name: str, about: str) -> tuple[GraphInfo, str]:
    """Return what a pushed graph says of itself, and the name of the embedder of its names."""
    told = json.loads(about)
    predicates = tuple(_predicate(p) for p in told["predicates"])
    counts = told["counts"]
    found = GraphInfo(
        name=name,
        entities=counts["entities"],
        relations=counts["edges"],
        papers=counts["papers"],
        predicates=predicates,
        types=tuple((t, n) for t, n in told["types"]),
        provenance=told["provenance"],
        signatures=tuple((s, p, o) for s, p, o in told["signatures"]),
    )
    return found, str(told["embedder"])


def _predicate(told: dict[str, Any]) -> Predicate:
    lists = {k: tuple(v) for k, v in told.items() if isinstance(v, list)}
    return Predicate(**(told | lists))


def sendable_ids(ids: Iterable[str]) -> list[str]:
    """Return the ids that a graph can have, each once: a lone surrogate is no UTF-8, and a novel is no id."""
    return [id for id in dict.fromkeys(ids) if is_sendable(id)]


def sendable_pairs(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs of two that a graph can have, each once."""
    return [(a, b) for a, b in dict.fromkeys(pairs) if a != b and is_sendable(a) and is_sendable(b)]


def is_sendable(text: str) -> bool:
    """Tell whether a text can travel and can be the key of something."""
    if not text or len(text) > _LONGEST_ID:
        return False
    return text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text)


def _list(value: Any) -> tuple[str, ...]:
    """Return sentences: a text is one of them, whatever commas it has."""
    return tuple(str(v or "") for v in value) if isinstance(value, list | tuple) else (str(value),) if value else ()


def denied_by_properties(told: Any, others: Any) -> bool | None:
    """Say whether the property that is mapped, or another one, denies a relation; None where that cannot be told."""
    own = denied_by_property("negated", told) if isinstance(told, str) else bool(told)
    found = [own, *(denied_by_property(str(key), _flat(value)) for key, value in others or ())]
    return True if True in found else None if None in found else False


def _flat(value: Any) -> str:
    return "|".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
