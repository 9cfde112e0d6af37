"""Ids, addresses and years of papers as they come from outside."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

_ID = re.compile(r"(PMID):([0-9]{1,10})|(PMC):((?:PMC)?[0-9]{1,10})|(DOI):(10\.[0-9]{4,9}/[^\s<>\"]{1,250})", re.I)
_URL = re.compile(r"https?://[^\s<>\"]{1,2000}", re.I)
_YEAR = re.compile(r"(1[4-9][0-9]{2}|20[0-9]{2})(?:-[0-9]{2}(?:-[0-9]{2})?|\.0)?")


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


def paper_url(id: str) -> str:
    """Return where a paper with a good id can be read."""
    prefix, _, rest = id.partition(":")
    match prefix:
        case "PMID":
            return f"https://pubmed.ncbi.nlm.nih.gov/{rest}/"
        case "PMC":
            return f"https://www.ncbi.nlm.nih.gov/pmc/articles/{rest}/"
        case _:
            return f"https://doi.org/{quote(rest, safe='/():;._-')}"


def is_url(text: str) -> bool:
    """Tell whether the text is an http(s) address without blanks, quotes or angle brackets."""
    return _URL.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def year(text: str) -> int | None:
    """Return the year of "2019", "2019-05-01" or "2019.0", 0 for "", None for what is no year."""
    if not text:
        return 0
    found = _YEAR.fullmatch(text)
    return int(found[1]) if found else None
