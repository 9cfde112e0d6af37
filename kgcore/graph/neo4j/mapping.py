"""A Neo4j graph with a schema of its own, described in a TOML file. Everything in it is checked before it is used.

[nodes]
labels = ["Drug", "Disease"]     # left out: all nodes that have the name property
id = "id"                        # a property that never changes
name = "name"
synonyms = ["synonyms"]          # properties with a list, or one text separated by | or ;
type = ""                        # a property; left out: the node's label
description = "description"
xrefs = []
fulltext = ""                    # a full-text index; left out: found by itself

[relations]
types = []                       # left out: all relations between these nodes
predicate = ""                   # a property; left out: the relation's type
publications = ["pmids"]         # properties with PubMed ids: a list, or one text with separators
negated = ""  sentences = ""  sources = []  id = ""  note = ""

[papers]                         # optional: nodes with what is known of a paper
label = "Article"
id = "pmid"  title = "title"  journal = "journal"  year = "year"  url = ""
authors = ""                     # a list, or one text separated by | or ;: "Surname, Given names"
volume = ""  issue = ""  pages = ""

[[predicates]]                   # optional: what kgcore/vocabulary.tsv says of its own
name = "TREATS"
label = "treats"
phrases = ["helps with"]
opposite = [] implies = [] inverse = "" symmetric = false
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from kgcore.errors import ConfigError
from kgcore.values.model import Predicate

T = TypeVar("T")
_LONGEST = 200
_LARGEST = 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class NodeMapping:
    """Which nodes are entities, and in which properties they say what."""

    labels: tuple[str, ...] = ()
    id: str = "id"
    name: str = "name"
    synonyms: tuple[str, ...] = ()
    type: str = ""
    description: str = ""
    xrefs: tuple[str, ...] = ()
    fulltext: str = ""


@dataclass(frozen=True, slots=True)
class RelationMapping:
    """Which relations are statements, and in which properties they say what."""

    types: tuple[str, ...] = ()
    predicate: str = ""
    publications: tuple[str, ...] = ()
    negated: str = ""
    sentences: str = ""
    sources: tuple[str, ...] = ()
    id: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PaperMapping:
    """Which nodes are papers; without a label there are none."""

    label: str = ""
    id: str = "pmid"
    title: str = "title"
    journal: str = ""
    year: str = ""
    url: str = ""
    authors: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""


@dataclass(frozen=True, slots=True)
class GraphMapping:
    """The whole description."""

    name: str
    nodes: NodeMapping
    relations: RelationMapping
    papers: PaperMapping
    predicates: tuple[Predicate, ...] = ()


def read_mapping(path: Path) -> GraphMapping:
    """Read a mapping; raises ConfigError that names what is wrong in it."""
    try:
        text = path.read_bytes()[:_LARGEST].decode("utf-8")
        told = tomllib.loads(text)
    except OSError as exc:
        raise ConfigError(f"NEO4J_MAPPING: {path} cannot be read ({exc.strerror}).") from exc
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as exc:
        raise ConfigError(f"NEO4J_MAPPING: {path} is no TOML ({exc}).") from exc
    known = {"name", "nodes", "relations", "papers", "predicates"}
    if unknown := sorted(set(told) - known):
        raise ConfigError(f"NEO4J_MAPPING: {path} has unknown parts: {', '.join(unknown)}.", hint=_known(known))
    return GraphMapping(
        str(told.get("name", path.stem)),
        _part(NodeMapping, "nodes", told.get("nodes", {})),
        _part(RelationMapping, "relations", told.get("relations", {})),
        _part(PaperMapping, "papers", told.get("papers", {})),
        tuple(_predicate(p) for p in _list("predicates", told.get("predicates", []))),
    )


def quote_identifier(name: str) -> str:
    """Return a label, type or property as it stands in a statement; raises ConfigError where that is not safe."""
    if not name or len(name) > _LONGEST or not name.isprintable() or "`" in name or "\\" in name:
        raise ConfigError(f"NEO4J_MAPPING: {name[:80]!r} cannot be a label, type or property.")
    return f"`{name}`"


def _part(kind: type[T], part: str, told: object) -> T:
    """Fill one table of the file."""
    if not isinstance(told, Mapping):
        raise ConfigError(f"NEO4J_MAPPING: {part} must be a table, [{part}].")
    defaults: dict[str, Any] = {f.name: f.default for f in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(told) - set(defaults)):
        raise ConfigError(f"NEO4J_MAPPING: [{part}] has unknown keys: {', '.join(unknown)}.", hint=_known(defaults))
    return kind(**{key: _value(f"[{part}] {key}", value, defaults[key]) for key, value in told.items()})


def _value(where: str, value: object, default: object) -> object:
    if isinstance(default, tuple):
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(v, str) for v in listed):
            raise ConfigError(f"NEO4J_MAPPING: {where} must be a list of names.")
        found = tuple(v for v in listed if v)
    elif isinstance(value, str):
        found = (value,) if value else ()
    else:
        raise ConfigError(f"NEO4J_MAPPING: {where} must be a name in quotes.")
    for name in found:
        quote_identifier(name)
    return found if isinstance(default, tuple) else "".join(found)


def _predicate(told: object) -> Predicate:
    plain = {f.name for f in fields(Predicate)}
    if not isinstance(told, Mapping) or not told.get("name") or set(told) - plain:
        raise ConfigError("NEO4J_MAPPING: each of [[predicates]] needs a name.", hint=_known(plain))
    opposite, implies, phrases = (
        tuple(map(str, _list(key, told.get(key, [])))) for key in ("opposite", "implies", "phrases")
    )
    name, label, inverse = (str(told.get(key, "")) for key in ("name", "label", "inverse"))
    return Predicate(name, label, told.get("symmetric") is True, inverse, opposite, implies, phrases)


def _list(where: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise ConfigError(f"NEO4J_MAPPING: {where} must be tables, [[{where}]].")
    return value


def _known(names: Any) -> str:
    return f"Known are {', '.join(sorted(names))}."
