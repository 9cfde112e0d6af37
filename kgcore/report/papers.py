"""What a paper is called and where it is found. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from kgcore.language.english import clean
from kgcore.model import Paper

UNTITLED = "title not given"
_URL = re.compile(r"https?://[^\s/?#]+", re.IGNORECASE)
_KEPT = "%/:?#[]@!$&'()*+,;=-._~"  # what a URL is made of (RFC 3986), "%" because it may be quoted already
_DOI = re.compile(r"10\.\d{4,9}/\S+")


@dataclass(frozen=True, slots=True)
class Identifiers:
    """The ids that reference managers know; "" where there is none."""

    pmid: str = ""
    pmcid: str = ""
    doi: str = ""


def identifiers(paper: Paper) -> Identifiers:
    """Return the ids that a paper's id and address tell."""
    scheme, _, rest = clean(paper.id).partition(":")
    kind, rest = scheme.strip().upper(), rest.strip()
    pmid = rest if kind in {"PMID", "PUBMED"} and re.fullmatch(r"[0-9]{1,9}", rest) else ""
    number = re.fullmatch(r"(?:PMC)?([0-9]{1,9})", rest, re.IGNORECASE) if kind in {"PMC", "PMCID"} else None
    doi = rest if kind == "DOI" and _DOI.fullmatch(rest) else ""
    if not doi and (at := re.match(r"https?://(?:dx\.)?doi\.org/(.+)", clean(paper.url), re.IGNORECASE)):
        doi = at[1] if _DOI.fullmatch(at[1]) else ""
    return Identifiers(pmid, f"PMC{number[1]}" if number else "", doi)


def safe_url(url: str) -> str:
    """Return the address if it is http(s), with everything quoted that an address cannot hold; "" if it is not."""
    tidy = url.strip()
    return quote(tidy, safe=_KEPT, errors="replace") if _URL.match(tidy) else ""


def title(paper: Paper) -> str:
    """Return the title on one line, or the id and that there is none."""
    return clean(paper.title) or f"{clean(paper.id) or 'paper'} ({UNTITLED})"


def citation(paper: Paper) -> str:
    """Return "Title. Journal, 2008" as far as it is known."""
    where = ", ".join(part for part in (clean(paper.journal), str(paper.year or "")) if part)
    named = title(paper).rstrip(".")
    ended = named if named.endswith(("?", "!", "…")) else f"{named}."
    return f"{ended} {where}" if where else named
