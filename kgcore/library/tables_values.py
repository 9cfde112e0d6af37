"""What a table's cell says in numbers: "23.9 ± 4.6", "58 (85.3)", "1.17 (0.9–1.4)", "< 0.001", "15/31 (48 %)".

The same brackets mean different things; labels, caption and footnotes say which. Where they do not, nothing is guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Flag, auto
from functools import lru_cache

from kgcore.library.tables import CellValue, Comparison, Path

LONGEST = 200  # letters of a cell that is read as numbers; beyond, it is prose

_DIGITS = re.compile(r"[-−–+]?\s?(?:\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+(?!\d)(?:[.·]\d+)?|\d+(?:[.·,]\d+)?|[.·]\d+)")
_N = _DIGITS.pattern
_MARK = r"[*†‡§¶#∗⁎a-zA-Z,\s]{0,6}"
_COMPARISON = r"(?:<=|>=|[<>≤≥=~≈⩽⩾＜＞])"
_SIGNS = {
    "<": Comparison.LESS, "＜": Comparison.LESS, "≤": Comparison.AT_MOST, "<=": Comparison.AT_MOST,
    "⩽": Comparison.AT_MOST, ">": Comparison.MORE, "＞": Comparison.MORE, "≥": Comparison.AT_LEAST,
    ">=": Comparison.AT_LEAST, "⩾": Comparison.AT_LEAST, "~": Comparison.ABOUT, "≈": Comparison.ABOUT,
}  # fmt: skip
_LEADING = re.compile(rf"\s*(?P<p>[pP]\s*)?(?P<sign>{_COMPARISON})?\s*[$£€]?\s*(?P<number>{_N})")
_SPREAD = re.compile(rf"\s*{_MARK}(?:±|\+/?[-−–]|∓)\s*(?P<sd>{_N})")
_OF = re.compile(rf"\s*(?:/|of|out of)\s*(?P<of>{_N})")
_PERCENT = re.compile(r"\s*%")
_BRACKET = re.compile(r"\s*[(\[{](?P<inside>[^()\[\]{}]{1,80})[)\]}]?")
_PAIR = re.compile(
    rf"\s*(?:\D{{0,12}}?:?\s*)?(?P<low>{_N})\s*%?\s*(?:[-–—−;,:/]|to|\.\.|…|and)\s*(?P<high>{_N})\s*%?\s*",
    re.IGNORECASE,
)
_FRACTION = re.compile(rf"\s*(?P<n>{_N})\s*/\s*(?P<of>{_N})\s*")
_UNIT = re.compile(r"\s*(?P<unit>%|[a-zA-Zµμ°Ω][a-zA-Zµμ°Ω0-9/·.²³−-]{0,14})\s*$")
_IN_LABEL = re.compile(r"[(\[](?P<inside>[^()\[\]]{1,30})[)\]]|,\s*(?P<after>[^,;()]{1,24})$")
_UNITS = re.compile(
    r"(?:%|[a-zµμ°×][\wµμ°×.·²³/^*\s−⁻¹-]*(?:/|per )[\wµμ°.·²³/^*\s−⁻¹-]+|"
    r"[a-zµμ°]{1,3}g|kg|g|mg|µg|μg|ng|pg|l|ml|dl|µl|μl|"
    r"mm ?hg|cm ?h2o|mmol|µmol|μmol|nmol|mol|iu|u|kcal|kj|cal|cm|mm|m|km|µm|μm|nm|kpa|pa|hz|db|ms|s|sec|secs|seconds?|"
    r"min|mins|minutes?|h|hr|hrs|hours?|d|days?|wk|wks|weeks?|mo|months?|y|yr|yrs|years?|bpm|beats/min|points?|score|"
    r"°c|℃|°|degrees?|w|watts?|n·m|nm|kgf|[mc]m[23²³]|mg%|mm|log10.*|cells.*|×.*|x ?10.*)",
    re.IGNORECASE,
)  # fmt: skip


class _Says(Flag):
    """What labels and notes say of the numbers below them."""

    NOTHING = 0
    SD = auto()
    SE = auto()
    CI = auto()
    RANGE = auto()
    IQR = auto()
    COUNT = auto()
    P = auto()


_WORDS = (
    (_Says.CI, re.compile(r"\bC\.?I\.?s?\b|confidence (?:interval|limit)|credible interval", re.IGNORECASE)),
    (_Says.SD, re.compile(r"\bS\.?\s?D\.?s?\b|standard deviation|\bs\.d\.", re.IGNORECASE)),
    (_Says.SE, re.compile(r"\bS\.?\s?E\.?\s?(?:M\.?)?\b|standard error", re.IGNORECASE)),
    (_Says.IQR, re.compile(r"\bIQR\b|inter-?\s?quartile|quartiles|25th", re.IGNORECASE)),
    (_Says.RANGE, re.compile(r"\brange\b|min(?:imum)?\.?\s?(?:[-–,:;/]|to|and)\s?max", re.IGNORECASE)),
    (
        _Says.COUNT,
        re.compile(
            r"\b[nN]o?\.?\s*(?:of \w+\s*)?,?\s*[(\[/]\s*%|%\s*\(\s*n\b|\bN?umber\b.{0,20}\(?%|\(%\)|,\s*%|patients \(%"
        ),
    ),
)  # fmt: skip
_P_LABEL = re.compile(r"^(?:adjusted |unadjusted |overall |two-sided )?p\s*(?:[-–‐‑ ]?\s*values?)?\b", re.IGNORECASE)
_P_ANYWHERE = re.compile(r"\bp\s*[-–‐‑ ]?\s*values?\b|\bsignificance\b|^sig\.?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hints:
    """What a table's caption and footnotes say of all its numbers."""

    says: _Says = _Says.NOTHING


@lru_cache(maxsize=20_000)
def _said(text: str) -> _Says:
    found = _Says.NOTHING
    for says, words in _WORDS:
        if words.search(text):
            found |= says
    return found


def hints_of(notes: str) -> Hints:
    """Return what caption and footnotes say; spreads and counts only, as the rest is said of single columns."""
    return Hints(_said(notes[:2_000]) & (_Says.SD | _Says.SE | _Says.COUNT | _Says.CI | _Says.RANGE | _Says.IQR))


def number_of(text: str) -> float | None:
    """Return the number that a text is, written in whatever way tables write it; None where it is none."""
    given = (
        text.strip().replace("−", "-").replace("–", "-").replace("·", ".").replace("\u202f", "").replace("\u00a0", "")
    )
    given = given.replace(" ", "")
    if re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", given) and not given.lstrip("+-").startswith("0"):
        given = given.replace(",", "")
    given = given.replace(",", ".")
    try:
        return float(given) if len(given) < 40 and given.strip("+-.") else None
    except ValueError:
        return None


@lru_cache(maxsize=50_000)
def is_number(text: str) -> bool:
    """Return whether a cell's text is about numbers: it begins with one, or stands for a missing one."""
    begun = text.strip()
    if not begun:
        return False
    if begun in "-–—−" or begun.casefold() in (
        "na",
        "n/a",
        "ns",
        "n.s.",
        "nd",
        "nr",
        "---",
        "…",
        "...",
        "--",
        "ref",
        "—",
    ):
        return True
    match = _LEADING.match(begun)
    if match is None:
        return bool(re.match(r"[(\[]\s*[-−–+]?[\d.]", begun))
    rest = begun[match.end() :]
    return sum(c.isalpha() for c in rest) <= 12 or bool(_SPREAD.match(rest))


def read_value(text: str, row: Path = (), column: Path = (), hints: Hints = Hints()) -> CellValue:
    """Return what a cell says in numbers, given the labels of its row and column; prose says none."""
    if not text or len(text) > LONGEST:
        return CellValue()
    says, is_p = _labels_say(row, column, hints)
    match = _LEADING.match(text)
    if match is None:
        return _only_bracket(text, says)
    number = number_of(match["number"])
    comparison = _SIGNS.get(match["sign"] or "", Comparison.EQUAL)
    if match["p"] or is_p:
        return (
            CellValue(number, comparison, p=number)
            if number is not None and number <= 1
            else CellValue(number, comparison)
        )
    value = CellValue(number, comparison, unit=_unit(text[match.end() :], row, column))
    return _rest(value, text, match, says)


def _rest(value: CellValue, text: str, match: re.Match[str], says: _Says) -> CellValue:
    """Return the value with what stands behind its first number."""
    at = match.end()
    pair = _PAIR.fullmatch(text.strip().rstrip("*†‡§¶#"))
    if pair and match["sign"] is None and (" " in text.strip() or number_of(text) is None):  # 1,234 is one number
        low, high = number_of(pair["low"]), number_of(pair["high"].lstrip("–"))
        if low is not None and high is not None and (low <= high) and "/" not in text:
            ends = (low, high)
            both = replace(value, number=None)
            return replace(both, ci=ends) if says & _Says.CI and not says & _Says.RANGE else replace(both, range=ends)
    if spread := _SPREAD.match(text, at):
        value = replace(
            value, sd=number_of(spread["sd"]), spread="SE" if says & _Says.SE and not says & _Says.SD else "SD"
        )
        at = spread.end()
    elif (of := _OF.match(text, at)) and (whole := number_of(of["of"])) is not None and whole >= (value.number or 0):
        value = replace(value, of=whole, n=value.number)
        at = of.end()
    percent = _PERCENT.match(text, at)
    if percent:
        value = replace(value, percent=value.number if value.n is None else value.percent, unit="%")
        at = percent.end()
    bracket = _BRACKET.search(text, at)
    return value if bracket is None else _with_bracket(value, bracket["inside"], says)


def _with_bracket(value: CellValue, inside: str, says: _Says) -> CellValue:
    """Return the value with what its bracket says; the bracket's own words go before the labels'."""
    says = _said(inside) & ~_Says.COUNT or says
    if (pair := _PAIR.fullmatch(inside)) and not _FRACTION.fullmatch(inside):
        low, high = number_of(pair["low"]), number_of(pair["high"])
        if low is None or high is None:
            return value
        if says & (_Says.RANGE | _Says.IQR) and not says & _Says.CI:
            return replace(value, range=(low, high))
        return replace(value, ci=(low, high)) if says & _Says.CI else replace(value, range=(low, high))
    if value.percent is not None and (parts := _FRACTION.fullmatch(inside)):
        return replace(value, n=number_of(parts["n"]), of=number_of(parts["of"]))
    match = re.fullmatch(rf"\D{{0,12}}?(?P<n>{_N})\s*(?P<percent>%?)\s*\D{{0,6}}", inside)
    number = number_of(match["n"]) if match else None
    if number is None or match is None:
        return value
    if match["percent"]:
        return replace(value, n=value.number if value.percent is None else value.n, percent=number)
    if value.percent is not None:
        return replace(value, n=number)
    whole = value.number is not None and value.number == int(value.number) and value.number >= 0
    if says & _Says.COUNT and whole and 0 <= number <= 100 and not (says & (_Says.SD | _Says.SE) and number > 100):
        return replace(value, n=value.number, percent=number)
    if says & (_Says.SD | _Says.SE) and value.sd is None:
        return replace(value, sd=number, spread="SD" if says & _Says.SD else "SE")
    if value.of and whole and 0 <= number <= 100:
        return replace(value, percent=number)
    return value


def _only_bracket(text: str, says: _Says) -> CellValue:
    bracket = _BRACKET.fullmatch(text.strip().rstrip("*†‡§¶#"))
    return _with_bracket(CellValue(), bracket["inside"], says) if bracket else CellValue()


def _labels_say(row: Path, column: Path, hints: Hints) -> tuple[_Says, bool]:
    """Return what the nearest labels say that say anything, and whether the cell is a p-value."""
    is_p = any(_is_p(label) for label in (*column[-2:], *row[-1:]))
    for label in (row[-1] if row else "", column[-1] if column else "", *row[:-1][::-1], *column[:-1][::-1]):
        if label and (says := _said(label)):
            return says, is_p
    return hints.says, is_p


@lru_cache(maxsize=20_000)
def _is_p(label: str) -> bool:
    return bool(_P_LABEL.match(label.strip()) and len(label) < 40) or bool(_P_ANYWHERE.search(label))


def _unit(rest: str, row: Path, column: Path) -> str:
    own = _UNIT.match(rest)
    if own and own["unit"] and _UNITS.fullmatch(own["unit"]):
        return own["unit"]
    for label in (*row[::-1], *column[::-1]):
        if unit := unit_in(label):
            return unit
    return ""


@lru_cache(maxsize=20_000)
def unit_in(label: str) -> str:
    """Return the unit that a label names: "Albumin (g/l)", "Age, years"; "" where it names none."""
    for match in _IN_LABEL.finditer(label):
        inside = (match["inside"] or match["after"] or "").strip()
        if _UNITS.fullmatch(inside) and inside != "%":
            return inside
    return ""
