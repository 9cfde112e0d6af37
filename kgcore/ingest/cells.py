"""What stands in the cells of tables: one way of writing names, ids, lists, papers and years."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from kgcore.library.pages import numbered, page_range
from kgcore.values.citation import Citation, is_author
from kgcore.values.text import BROKEN, C0, C1, DIRECTIONS, SEPARATORS, any_of

# Names in our own exports: the column for what no column can be named after (JSON), and id spaces of Neo4j's tables
MORE = "evigraph_more"
PAPER_SPACE = "EvigraphPaper"
PREDICATE_SPACE = "EvigraphPredicate"
LONGEST_NAME = 1000
LONGEST_ID = 500
LONGEST_TEXT = 100_000
NO_TYPE = "Thing"
_BREAKS = re.compile(r"\s*[\t\n\r\x0b\x0c]\s*")
_CONTROL = any_of(C0, C1, SEPARATORS, DIRECTIONS, BROKEN)
_VAGUE = frozenset({"NamedThing", "Entity", "BiologicalEntity", "ThingWithTaxon", "PhysicalEssence", "OntologyClass"})
_TOGETHER = 100  # texts
_DIGITS = re.compile(r"\d{1,9}")
_ID = re.compile(r"(PMID):([0-9]{1,10})|(PMC):((?:PMC)?[0-9]{1,10})|(DOI):(10\.[0-9]{4,9}/[^\s<>\"]{1,250})", re.I)
_URL = re.compile(r"https?://[^\s<>\"]{1,2000}", re.I)
_YEAR = re.compile(r"(1[4-9][0-9]{2}|20[0-9]{2})(?:-[0-9]{2}(?:-[0-9]{2})?|\.0)?")


def column_key(name: str) -> str:
    """Return a column's name without case, blanks, underscores and hyphens."""
    return "".join(c for c in name.casefold() if c.isalnum())


def one_line(text: str) -> str:
    """Return text as one line, without control characters."""
    if text.isascii() and text.isprintable():
        return text.strip()
    return _CONTROL.sub("", _BREAKS.sub(" ", text)).strip()


def one_lines(texts: Sequence[str]) -> list[str]:
    """Return many texts as `one_line` does; where a hundred are plain, in a fraction of the time."""
    found: list[str] = []
    for start in range(0, len(texts), _TOGETHER):
        some = texts[start : start + _TOGETHER]
        together = "".join(some)
        found += map(str.strip if together.isascii() and together.isprintable() else one_line, some)
    return found


def list_item(text: str) -> str:
    """Return text that can stand in a list: "|" parts the items of one."""
    return one_line(text).replace("|", "¦")


def list_items(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each item once, in order, without empty ones."""
    return tuple(dict.fromkeys(filter(None, map(list_item, texts)))) if texts else ()


def split_cell(cell: str, mark: str = "|") -> tuple[str, ...]:
    """Return the items of a cell."""
    return list_items(cell.split(mark)) if cell else ()


def properties_json(extra: Mapping[str, str] | None) -> str:
    """Return named texts as the JSON that the tables hold; "" for none."""
    found = {one_line(k): one_line(v) for k, v in extra.items()} if extra else {}
    kept = {k: v for k, v in found.items() if k and v}
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def cited_id(written: str) -> str:
    """Return a paper's id; bare digits are PubMed's; "" for what is none."""
    text = written.strip()
    if _DIGITS.fullmatch(text.removesuffix(".0")) and text.isascii():
        number = int(text.removesuffix(".0"))
        return f"PMID:{number}" if number else ""
    return paper_id(text)


def best_category(names: Iterable[str]) -> str:
    """Return the most telling category, without its prefix: "biolink:NamedThing|biolink:Disease" → "Disease"."""
    plain = [name.rpartition(":")[2].strip() for name in names]
    return next((n for n in plain if n and n not in _VAGUE), next(filter(None, plain), NO_TYPE))


def read_properties(cell: str) -> dict[str, str]:
    """Return the properties that stand in one cell as JSON; what is no JSON object is a property itself."""
    try:
        value = json.loads(cell) if cell else {}
    except (ValueError, RecursionError):
        return {MORE: cell}
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {MORE: cell}


def paper_id(text: str) -> str:
    """Return the id in the one way in which it is written here (pmid:011 is PMID:11, PMC:77 is PMC:PMC77), or ""."""
    found = _ID.fullmatch(text)
    if found is None:
        return ""
    if found[1]:
        return f"PMID:{int(found[2])}"
    if found[3]:
        return f"PMC:PMC{int(found[4].upper().removeprefix('PMC'))}"
    return f"DOI:{found[6]}"


def read_citation(cells: Sequence[str]) -> tuple[Citation, tuple[tuple[str, str], ...]]:
    """Return what the cells of `Citation`'s columns say, and those cells that cannot be read, by their columns."""
    authors, volume, issue, pages = cells
    names = tuple(filter(None, map(list_item, authors.split("|"))))  # two of one name are two
    good = len(authors) <= LONGEST_TEXT and all(len(name) <= LONGEST_NAME and is_author(name) for name in names)
    place = numbered(one_line(volume)), numbered(one_line(issue)), page_range(one_line(pages))
    read = Citation(names if good else (), *place)
    told = zip(Citation._fields, cells, read, strict=True)
    return read, tuple((column, cell) for column, cell, value in told if cell.strip() and not value)


def is_url(text: str) -> bool:
    """Tell whether the text is an http(s) address without blanks, quotes or angle brackets."""
    return _URL.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def publication_year(text: str) -> int | None:
    """Return the year of "2019", "2019-05-01" or "2019.0", 0 for "", None for what is no year."""
    if not text:
        return 0
    found = _YEAR.fullmatch(text)
    return int(found[1]) if found else None
