"""What a paper is called and where it is found. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from kgcore.library.pages import first_and_last
from kgcore.values.citation import name_parts
from kgcore.values.model import Paper
from kgcore.values.text import clean_line

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


def paper_identifiers(paper: Paper) -> Identifiers:
    """Return the ids that a paper's id and address tell."""
    scheme, _, rest = clean_line(paper.id).partition(":")
    kind, rest = scheme.strip().upper(), rest.strip()
    pmid = rest if kind in {"PMID", "PUBMED"} and re.fullmatch(r"[0-9]{1,9}", rest) else ""
    number = re.fullmatch(r"(?:PMC)?([0-9]{1,9})", rest, re.IGNORECASE) if kind in {"PMC", "PMCID"} else None
    doi = rest if kind == "DOI" and _DOI.fullmatch(rest) else ""
    if not doi and (at := re.match(r"https?://(?:dx\.)?doi\.org/(.+)", clean_line(paper.url), re.IGNORECASE)):
        doi = at[1] if _DOI.fullmatch(at[1]) else ""
    return Identifiers(pmid, f"PMC{number[1]}" if number else "", doi)


def safe_url(url: str) -> str:
    """Return the address if it is http(s), with everything quoted that an address cannot hold; "" if it is not."""
    tidy = url.strip()
    return quote(tidy, safe=_KEPT, errors="replace") if _URL.match(tidy) else ""


def paper_title(paper: Paper) -> str:
    """Return the title on one line, or the id and that there is none."""
    return clean_line(paper.title) or f"{clean_line(paper.id) or 'paper'} ({UNTITLED})"


def citation(paper: Paper) -> str:
    """Return "Title. Journal, 2008" as far as it is known."""
    where = ", ".join(part for part in (clean_line(paper.journal), str(paper.year or "")) if part)
    named = paper_title(paper).rstrip(".")
    ended = named if named.endswith(("?", "!", "…")) else f"{named}."
    return f"{ended} {where}" if where else named


# --- Papers as BibTeX.

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: f"\\{c}" for c in "&%$#_"},
}
_VERBATIM = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})


def bibtex(papers: Iterable[Paper]) -> str:
    """Return one article entry per paper (each id once), with keys that are unique whatever their case."""
    distinct = {p.id: p for p in papers}
    keys: set[str] = set()
    return "\n".join(_entry(p, _key(p, keys)) for p in distinct.values())


def escape_latex(text: str) -> str:
    """Return text that LaTeX sets as it stands, on one line."""
    return "".join(_LATEX.get(c, c) for c in clean_line(text))


def _key(paper: Paper, taken: set[str]) -> str:
    ids = paper_identifiers(paper)
    named = f"pmid{ids.pmid}" if ids.pmid else ids.pmcid or clean_line(paper.id)
    return citation_key(named, taken)


def citation_key(named: str, taken: set[str]) -> str:
    """Return a key that is not taken, whatever its case, and take it."""
    plain = re.sub(r"[^a-z0-9]+", "-", named.lower()).strip("-")[:60] or "paper"
    key = next(k for k in (plain, *(f"{plain}-{n}" for n in range(2, len(taken) + 3))) if k not in taken)
    taken.add(key)
    return key


def _entry(paper: Paper, key: str) -> str:
    ids = paper_identifiers(paper)
    note = "" if ids.pmid or ids.pmcid or ids.doi else paper.id
    note = "Retracted." if paper.retracted else note
    verbatim = {"doi": ids.doi, "pmid": ids.pmid, "pmcid": ids.pmcid, "url": paper.url}
    plain = {
        "journal": paper.journal,
        "year": str(paper.year or ""),
        "volume": paper.volume,
        "number": paper.issue,
        "pages": "--".join(filter(None, first_and_last(paper.pages))),
    }
    return bibtex_entry(key, paper_title(paper), {"author": paper.authors}, plain, verbatim, note)


def bibtex_entry(
    key: str,
    title: str,
    people: Mapping[str, Sequence[str]],
    plain: Mapping[str, str],
    verbatim: Mapping[str, str],
    note: str = "",
) -> str:
    """Return an article's entry: `people` are names by role, `plain` fields text, `verbatim` ones ids and addresses; no
    empty ones.
    """
    fields = {
        "title": f"{{{escape_latex(title)}}}",  # a second pair of braces keeps capitals: Alzheimer's, DHA
        **{role: " and ".join(map(_name, names)) for role, names in people.items()},
        **{name: escape_latex(value) for name, value in plain.items()},
        **{name: (safe_url(v) if name == "url" else v).translate(_VERBATIM) for name, v in verbatim.items()},
        "note": escape_latex(note),
    }
    lines = "".join(f",\n  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@article{{{key}{lines}\n}}\n"


def _name(name: str) -> str:
    """Return a name as BibTeX reads it: a suffix stands behind the surname; a group's is one word in braces, and so is
    what it would take for several.
    """
    family, *given = map(escape_latex, name_parts(name))
    if given and not re.search(r"\band\b", name, re.IGNORECASE):
        return ", ".join((family, *reversed(given)))
    escaped = escape_latex(name)
    return f"{{{escaped}}}" if " " in escaped else escaped


# --- Papers as RIS, the tagged lines that reference managers read.


def ris(papers: Iterable[Paper]) -> str:
    """Return one journal article per paper (each id once), lines ended by CR LF as the format has it."""
    distinct = {p.id: p for p in papers}
    return "".join("".join(f"{tag}  - {value}\r\n" for tag, value in _record(p)) + "\r\n" for p in distinct.values())


def _record(paper: Paper) -> Iterator[tuple[str, str]]:
    ids = paper_identifiers(paper)
    first, last = first_and_last(clean_line(paper.pages))
    rows = (
        ("ID", clean_line(paper.id)),
        ("TI", paper_title(paper)),
        *(("AU", clean_line(author)) for author in paper.authors),
        ("JO", clean_line(paper.journal)),
        ("PY", str(paper.year or "")),
        ("VL", clean_line(paper.volume)),
        ("IS", clean_line(paper.issue)),
        ("SP", first),
        ("EP", last),
        ("N1", "Retracted." if paper.retracted else ""),
        ("DO", ids.doi),
        ("AN", ids.pmid or ids.pmcid),
        ("DB", "PubMed" if ids.pmid else "PubMed Central" if ids.pmcid else ""),
        ("UR", safe_url(paper.url)),
    )
    yield "TY", "JOUR"
    yield from ((tag, value) for tag, value in rows if value)
    yield "ER", ""
