"""Articles in BibTeX, as reference managers and publishers write it. https://www.bibtex.com/g/bibtex-format/"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from kgcore.ingest.articles.references import Reference, article_of
from kgcore.library.ids import doi, pmcid, pmid
from kgcore.library.model import Article
from kgcore.values.citation import name_parts

_ENTRY = re.compile(r"@\s*([A-Za-z]{1,30})\s*[{(]")
_FIELD = re.compile(r"\s*,?\s*([A-Za-z][A-Za-z0-9_:-]{0,40})\s*=\s*")
_KEY = re.compile(r"\s*([^\s,{}=]*)\s*(?=,|\}|\))")
_BARE = re.compile(r"[^\s,{}\"#]+")
_JOIN = re.compile(r"\s*#\s*")
_UNREAD = frozenset(("comment", "preamble"))
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
            "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a"}  # fmt: skip
_ACCENT = re.compile(r"\\(['`^\"~=.]|[uvHckr](?=[\s{]))\s*\{?\\?([A-Za-z])\}?")
_SIGNS = {"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å",
          "AA": "Å", "i": "ı", "textendash": "–", "textemdash": "—", "textquoteright": "’"}  # fmt: skip
_SIGN = re.compile(rf"\\({'|'.join(sorted(_SIGNS, key=len, reverse=True))})(?![A-Za-z])\s?")
_COMMAND = re.compile(r"\\[A-Za-z]{1,30}\s?")
_IN_NAMES = re.compile(r"\\.|[{}]| and(?= )", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([&%$#_{}~^ ])")


def is_bibtex(head: str) -> bool:
    """Whether a file begins as BibTeX does."""
    return re.search(r"^\s*@\s*[A-Za-z]{1,30}\s*[{(]", head, re.MULTILINE) is not None


def bibtex_entries(text: str) -> Iterator[tuple[int, Article | None]]:
    """Yield for every entry its line and its article; None where the entry is broken or says too little."""
    strings: dict[str, str] = {}
    at, line, counted = 0, 1, 0
    while found := _ENTRY.search(text, at):
        line, counted = line + text.count("\n", counted, found.start()), found.start()
        kind = found[1].lower()
        fields, at = _fields(text, found.end(), strings, keyed=kind != "string")
        if kind == "string":
            strings.update(fields)
        elif kind not in _UNREAD:
            yield line, article_of(_reference(fields))


def _fields(text: str, at: int, strings: dict[str, str], *, keyed: bool) -> tuple[dict[str, str], int]:
    """Return the fields from here to where the entry ends, or breaks off; and that place."""
    if keyed and (key := _KEY.match(text, at)):
        at = key.end()
    found: dict[str, str] = {}
    while field := _FIELD.match(text, at):
        value, at = _value(text, field.end(), strings)
        if value is None:
            break
        found.setdefault(field[1].lower(), value)
    return found, at


def _value(text: str, at: int, strings: dict[str, str]) -> tuple[str | None, int]:
    parts: list[str] = []
    while True:
        if text[at : at + 1] in ("{", '"'):
            end = _closing(text, at)
            if end < 0:
                return None, at + 1
            parts.append(text[at + 1 : end])
            at = end + 1
        elif bare := _BARE.match(text, at):
            parts.append(strings.get(bare[0].lower(), bare[0]))
            at = bare.end()
        else:
            return None, at
        if (join := _JOIN.match(text, at)) is None:
            return "".join(parts), at
        at = join.end()


_SIGNIFICANT = re.compile(r'\\.|[{}"]|^\s*@', re.DOTALL | re.MULTILINE)


def _closing(text: str, at: int) -> int:
    """Return where the value that opens here closes; -1 where the next entry begins before that."""
    quoted, depth = text[at] == '"', 0
    for sign in _SIGNIFICANT.finditer(text, at + 1):
        one = sign[0]
        if one.startswith("\\"):
            continue
        if one == "{":
            depth += 1
        elif one == "}":
            if depth == 0:
                return -1 if quoted else sign.start()
            depth -= 1
        elif one == '"':
            if quoted and depth == 0:
                return sign.start()
        else:
            return -1
    return -1


def _reference(fields: dict[str, str]) -> Reference:
    plain = {name: plain_text(value) for name, value in fields.items()}
    archive = plain.get("archiveprefix", plain.get("eprinttype", "")).lower()
    ids = (
        pmcid(plain.get("pmcid", plain.get("pmc", ""))),
        pmid(plain.get("pmid", plain.get("eprint", "") if archive == "pubmed" else "")),
        doi(fields.get("doi", "").replace("\\", "")),
        doi(fields.get("url", "").replace("\\", "")),
    )
    return Reference(
        plain.get("title", ""),
        plain.get("abstract", ""),
        _people(fields.get("author", "")),
        plain.get("journal") or plain.get("journaltitle") or plain.get("booktitle", ""),
        plain.get("year") or plain.get("date", ""),
        tuple(word.strip() for word in re.split(r"[;,]", plain.get("keywords", "")) if word.strip()),
        types=tuple(filter(None, (plain.get("type", ""),))),
        ids=ids,
        url=fields.get("url", "").replace("\\", ""),
        volume=plain.get("volume", ""),
        issue=plain.get("number") or plain.get("issue", ""),
        pages=plain.get("pages") or plain.get("eid", ""),
        editors=_people(fields.get("editor", "")),
    )


def _people(names: str) -> tuple[str, ...]:
    """Return the names that stand between "and", unless it is in braces: then it belongs to a group's name."""
    names = " ".join(names.split())
    depth, start, found = 0, 0, list[str]()
    for sign in _IN_NAMES.finditer(names):
        depth += {"{": 1, "}": -1}.get(sign[0], 0)
        if depth <= 0 and sign[0].lower() == " and":
            found.append(names[start : sign.start()])
            start = sign.end()
    return tuple(_name(name) for name in map(plain_text, (*found, names[start:])) if name)


def _name(name: str) -> str:
    """Return "King, Martin, Jr" for "King, Jr, Martin"."""
    parts = name.split(",")
    return ", ".join(person) if len(person := name_parts(",".join((parts[0], *reversed(parts[1:]))))) == 3 else name


def plain_text(value: str) -> str:
    """Return a value as it is read: accents as letters, without braces and commands."""
    value = _ACCENT.sub(lambda m: unicodedata.normalize("NFC", m[2] + _ACCENTS[m[1]]), value)
    value = _SIGN.sub(lambda m: _SIGNS[m[1]], value)
    value = _ESCAPED.sub(r"\1", _COMMAND.sub(" ", value).replace("{", "").replace("}", ""))
    return " ".join(value.replace("---", "—").replace("--", "–").replace("~", " ").split())
