"""The ids of articles in the one way in which they are written here."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from kgcore.linking.names import tokens

_PMID = re.compile(
    r"(?:PMID:?\s*|pubmed:|https?://(?:www\.)?(?:pubmed\.)?ncbi\.nlm\.nih\.gov/(?:pubmed/)?)?([0-9]{1,9})/?", re.I
)
_PMC = re.compile(r"(?:PMC:\s*|https?://\S{1,60}/)?PMC:?\s*([0-9]{1,10})(?:\.[0-9]+)?/?", re.I)
_DOI = re.compile(r"(?:doi:?\s*|https?://(?:dx\.)?doi\.org/)?(10\.[0-9]{4,9}/\S{1,250})", re.I)
_PLACES = (
    ("PMC:", "https://pmc.ncbi.nlm.nih.gov/articles/"),
    ("PMID:", "https://pubmed.ncbi.nlm.nih.gov/"),
    ("DOI:", "https://doi.org/"),
)
_LONGEST_DOI = 400  # characters, with what stands before it
_FINGERPRINT = 16  # hexadecimal digits
_ENDS = ".,;\"'"
_OPENED_BY = {")": "(", "]": "[", "}": "{", ">": "<"}


def pmid(text: str) -> str:
    """Return PMID:11 for "11" or "PMID: 011", or ""."""
    found = _PMID.fullmatch(text.strip())
    return f"PMID:{int(found[1])}" if found and int(found[1]) else ""


def pmcid(text: str) -> str:
    """Return PMC:PMC77 for "77", "PMC77" or "PMC:77", or ""."""
    text = text.strip()
    found = _PMC.fullmatch(text if re.match(r"[a-z]", text, re.I) else f"PMC{text}")
    return f"PMC:PMC{int(found[1])}" if found and int(found[1]) else ""


def doi(text: str) -> str:
    """Return DOI:10.1000/x in lower case for any way of writing one, or ""."""
    found = _DOI.fullmatch(_without_ends(text.strip()[:_LONGEST_DOI]))
    return f"DOI:{found[1].lower()}" if found else ""


def _without_ends(text: str) -> str:
    """Return a text without the stops, quotation marks and brackets behind it that are none of its own."""
    end = len(text)
    while end and (
        (last := text[end - 1]) in _ENDS or text.count(last, 0, end) > text.count(_OPENED_BY.get(last, last), 0, end)
    ):
        end -= 1
    return text[:end]


def any_id(text: str) -> str:
    """Return an id of any kind in our way of writing, or ""; digits alone are a PMID."""
    text = text.strip()
    return doi(text) or (pmcid(text) if "pmc" in text.lower() else "") or pmid(text)


_NAMED = re.compile(
    r"\bPMID:?\s{0,2}[0-9]{1,9}\b|\bPMC:?\s{0,2}[0-9]{1,10}\b|\b(?:doi:\s{0,2})?10\.[0-9]{4,9}/[^\s?]{1,250}", re.I
)


def ids_in_text(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return where a text names papers by ids that say what they are (start, end), and those ids in our writing."""
    found = ((m.start(), m.end(), any_id(m[0])) for m in _NAMED.finditer(text))
    return tuple(one for one in found if one[2])


def paper_url(ids: Sequence[str]) -> str:
    """Return where a paper is read: PubMed Central, else PubMed, else its publisher; "" where none is known."""
    for prefix, place in _PLACES:
        if found := next((id for id in ids if id.startswith(prefix)), ""):
            return place + quote(found.removeprefix(prefix), safe="/()-._")
    return ""


def sendable_ids(ids: Iterable[str]) -> list[str]:
    """Return the ids that a backend can be asked for, each once: what is no Unicode text names nothing."""
    return [id for id in dict.fromkeys(ids) if id.isascii() or id == id.encode("utf-8", "ignore").decode()]


def title_id(title: str, year: int | None) -> str:
    """Return the id that an article without any goes by: the same for the same words and year."""
    words = " ".join(tokens(title))
    digest = hashlib.sha256(f"{words}|{year or ''}".encode()).hexdigest()
    return f"TITLE:{digest[:_FINGERPRINT]}"
