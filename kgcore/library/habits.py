"""Queries as people write them for PubMed, Scopus, Web of Science and Google Scholar → as this library has them. Pure.

Smith J[au] AND aspirin[ti] NOT rats            author:"Smith" title:"aspirin" -rats
(metformin OR insulin) AND falls                +metformin|insulin +falls
TITLE-ABS-KEY(zinc) AND PUBYEAR > 2015          +zinc year:2016..9999
“low dose” –mice 2019..2023                     "low dose" -mice year:2019..2023
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIGNS = str.maketrans({**dict.fromkeys("“”„«»″‟＂", '"'), "：": ":", "（": "(", "）": ")"})
_SINGLE = re.compile(r"(?<![\w‘’'])[‘‚]([^‘’\"]{2,200})’(?!\w)")
_MINUS = re.compile(r"(?<!\S)[–—−‐‑](?=[\w\"(])")
_YEARS = re.compile(r"(?<!\S)(\d{4})\.\.(\d{4})?(?!\S)|(?<!\S)\.\.(\d{4})(?!\S)")

# PubMed's tags (https://pubmed.ncbi.nlm.nih.gov/help/#using-search-field-tags) and our fields; "" for any text.
_TAGS = {
    "ti": "title", "title": "title", "ab": "abstract", "abstract": "abstract",
    "au": "author", "1au": "author", "fau": "author", "lastau": "author", "author": "author",
    "author - first": "author", "author - last": "author",
    "ta": "journal", "jour": "journal", "journal": "journal", "so": "journal",
    "mh": "mesh", "mesh": "mesh", "mesh terms": "mesh", "majr": "mesh", "mesh major topic": "mesh", "ot": "mesh",
    "pt": "type", "ptyp": "type", "publication type": "type", "filter": "type", "sb": "type",
    "dp": "year", "pdat": "year", "date - publication": "year", "edat": "year", "crdt": "year",
    "tiab": "", "title/abstract": "", "tw": "", "text word": "", "all": "", "all fields": "", "nm": "", "rn": "",
}  # fmt: skip
_TAGGED = re.compile(
    r"(?<![^\s(])(?!(?:AND|OR|NOT)\s)(?P<words>\"[^\"]{1,300}\"|[^\s\"()\[\]]{1,100}(?:\s(?!(?:AND|OR|NOT)\s)[^\s\"()\[\]]{1,100}){0,8})"
    r"\s{0,2}\[(?P<tag>[A-Za-z1/ -]{2,30})(?::[^\]\s]{1,20})?\]"
)
_SPAN = re.compile(
    r"\"?(\d{4})(?:/\d\d?){0,2}\"?\s?(?:\[[\w -]{2,20}\])?\s?:"
    r"\s?\"?(\d{4})(?:/\d\d?){0,2}\"?\s?\[(?:dp|pdat|edat|date[\w -]{1,20})\]",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:[\s,]{1,3}(?:[A-Z]\.?-?){1,3})+$")

# Scopus' functions and Web of Science's tags
_CALLED = re.compile(
    r"\b(?P<name>TITLE-ABS-KEY(?:-AUTH)?|TITLE-ABS|TITLE|ABS|KEY|AUTHKEY|INDEXTERMS|AUTH(?:OR-NAME|LASTNAME|FIRST)?|"
    r"SRCTITLE|EXACTSRCTITLE|DOCTYPE|ALL|T[IS]|A[BU]|SO|PY)\s{0,2}=?\s{0,2}\((?P<words>[^()]{1,300})\)"
)
_CALLS = {
    "TITLE": "title", "TI": "title", "ABS": "abstract", "AB": "abstract", "KEY": "mesh", "AUTHKEY": "mesh",
    "INDEXTERMS": "mesh", "AUTH": "author", "AUTHOR-NAME": "author", "AUTHLASTNAME": "author", "AUTHFIRST": "author",
    "AU": "author", "SRCTITLE": "journal", "EXACTSRCTITLE": "journal", "SO": "journal", "DOCTYPE": "type", "PY": "year",
}  # fmt: skip
_PUBYEAR = re.compile(r"\bPUBYEAR\s{0,2}(=|IS|AFT|BEF|>=?|<=?)\s{0,2}(\d{4})")

_OPERATOR = re.compile(r"(?<!\S)(?:AND NOT|BUT NOT|AND|OR|NOT)(?!\S)")
_DIVIDING = ("AND", "NOT", "BUT")
_WORD = re.compile(r"[^\s\"()]*\"[^\"]*\"?|[()]|[^\s\"()]+")


def in_our_words(text: str) -> str:
    """Return a query with the ways of other search engines turned into this library's."""
    text = text.translate(_SIGNS)
    text = _MINUS.sub("-", _SINGLE.sub(r'"\1"', text))
    text = _YEARS.sub(lambda m: f"year:{m[1] or ''}..{m[2] or m[3] or ''}", text)
    if "[" in text:
        text = _SPAN.sub(lambda m: f"year:{m[1]}..{m[2]}", text)
        text = _TAGGED.sub(_untagged, text)
    text = _PUBYEAR.sub(_published, _CALLED.sub(_uncalled, text))
    return _without_operators(text) if _OPERATOR.search(text) else text


def _untagged(match: re.Match[str]) -> str:
    tag = match["tag"].strip().lower()
    if tag not in _TAGS:
        return match[0]
    return _field(_TAGS[tag], match["words"].strip('" '), quoted=match["words"].startswith('"'))


def _uncalled(match: re.Match[str]) -> str:
    words = match["words"]
    field = _CALLS.get(match["name"], "")
    if _OPERATOR.search(words) and not field:
        return f"({words})"
    return _field(field, words.strip('" '), quoted=words.strip().startswith('"'))


def _field(name: str, words: str, *, quoted: bool) -> str:
    """Return words in one of our fields."""
    if name == "year":
        return f"year:{words.replace(' ', '').replace('-', '..').split('/')[0]}"
    if name == "author":
        words = _INITIALS.sub("", words)
    if name == "mesh":
        words = words.split("/")[0]
    if name:
        return f'{name}:"{words}"' if " " in words or quoted else f"{name}:{words}"
    return f'"{words}"' if quoted else " ".join(f"+{word}" for word in words.split())


def _published(match: re.Match[str]) -> str:
    year = int(match[2])
    first, last = {
        ">": (year + 1, 9999), "AFT": (year + 1, 9999), ">=": (year, 9999), "<": (0, year - 1), "BEF": (0, year - 1),
        "<=": (0, year),
    }.get(match[1], (year, year))  # fmt: skip
    return f"year:{first:04}..{last}"


def _without_operators(text: str) -> str:
    """Return a text with AND, OR and NOT as signs: what all must have, any of several, and what is left out.

    Where OR stands outside of brackets that AND is used in, there is no saying it in signs: any of the words will do.
    """
    words = [m[0] for m in _WORD.finditer(text)]
    parts: list[list[str]] = [[]]  # what AND and NOT divide
    left_out, depth, loose = [False], 0, False
    for word in words:
        depth += {"(": 1, ")": -1}.get(word, 0)
        if word in _DIVIDING and parts[-1]:
            parts.append([])
            left_out.append(word == "NOT")
        elif word in _DIVIDING:  # AND NOT
            left_out[-1] = left_out[-1] or word == "NOT"
        elif word not in "()":
            loose = loose or (word == "OR" and depth <= 0)
            parts[-1].append(word)
    wanted = [part for part, out in zip(parts, left_out, strict=True) if part and not out]
    signed = _any if loose or ("AND" not in words and len(wanted) < 2) else _all
    pieces = (_none(part) if out else signed(part) for part, out in zip(parts, left_out, strict=True))
    return " ".join(word for piece in pieces for word in piece)


def _none(part: Sequence[str]) -> list[str]:
    words = [word.lstrip("+-") for word in part if word != "OR"]
    return [f'-"{word}"' if word[:1].isdigit() else f"-{word}" for word in words]


def _any(part: Sequence[str]) -> list[str]:
    return [word for word in part if word != "OR"]


def _all(part: Sequence[str]) -> list[str]:
    """Return one operand of AND: each of its words, or any of what OR divides."""
    if "OR" not in part:
        return [one if one[0] in "+-" else f"+{one}" for one in part]
    choices: list[list[str]] = [[]]
    for word in part:
        if word == "OR":
            choices.append([])
        else:
            choices[-1].append(word.lstrip("+"))
    if any(":" in word for choice in choices for word in choice):
        return _any(part)
    said = (" ".join(choice).replace('"', "") for choice in choices if choice)
    return ["+" + "|".join(f'"{one}"' if " " in one else one for one in said)]
