"""Dates of birth in a message: those that are said to be one, and those that stand beside a person. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from kgcore.english.identifier_words import (
    LEFT,
    OLDEST,
    RIGHT,
    WHOLE_NAME,
    YOUNGEST,
    Identifier,
    Kind,
    pattern_of,
    public_stretches,
    within,
    words_of,
)
from kgcore.english.person_names import announced_names, is_whole_name, names_somebody

_ORDINAL = (
    r"(?:[a-z]+(?:th|first|second|third|fifth)|first|second|third|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|\w+teen|twenty[\s-]\w+|thirty[\s-]\w+)"
)
_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_YEAR_WORDS = (
    rf"(?:nineteen|twenty|two thousand)(?:[\s-](?:and|oh|hundred|\w+teen|ten|eleven|twelve|{_TENS}|one|two|three|four|"
    r"five|six|seven|eight|nine)){1,3}"
)
_ROMAN = r"(?-i:I{1,3}|IV|VI{0,3}|IX|XI{0,2})"
_NUMERAL = "一二三四五六七八九十〇零○"


@cache
def date_form() -> re.Pattern[str]:
    """Return what a whole date looks like, in figures and words of many languages."""
    month = rf"(?:{words_of('month')})[^\W\d_]{{0,9}}"
    day = rf"(?:{words_of('day')})"  # in words, of other tongues
    return re.compile(
        r"(?<![A-Za-z0-9./-])(?:\d{1,4}(?P<sep>[./·-])\s?\d{1,2}(?P=sep)\s?['’]?\d{2,4}"
        r"|\d{4}(?P<by>[./·-])\d{1,2}(?P=by)\d{1,2}"
        r"|\d{1,2}\s(?P<wide>[./·-])\s\d{1,2}\s(?P=wide)\s(?:19|20)\d\d"
        r"|['’]\d{2}(?P<short>[./-])\d{1,2}(?P=short)\d{1,2}"
        rf"|\d{{1,2}}(?:[./-]\s?|\s){_ROMAN}(?:[./-]\s?|\s)(?:19|20)\d\d"
        rf"|\d{{1,2}}[./-]{_ROMAN}[./-]\d\d"
        rf"|\d{{1,2}}(?:st|nd|rd|th|er|[ºª])?[.\s/-]{{0,2}}(?:of\s|de\s|ב)?{month}(?:[.,\s-]{{1,2}}|/)(?:de\s|del\s|['’])?\d{{2,4}}"
        rf"|\d{{4}}[.\s,]{{1,2}}{month}[.\s]\s?(?:the\s)?\d{{1,2}}(?:st|nd|rd|th|\.)?"
        r"|\d{1,2}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\d{2,4}"
        rf"|{month}[.\s-]{{1,2}}(?:the\s)?\d{{1,2}}(?:st|nd|rd|th)?,?[\s-]['’]?\d{{2,4}}"
        r"|\d{1,2}/\d{1,2}\s(?:19|20)\d\d"
        rf"|{day}(?:\sde|\sdi)?\s{month}\s(?:de\s|del\s)?\d{{4}}"
        r"|\d{2,4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일号]?"
        rf"|[{_NUMERAL}]{{4}}年[{_NUMERAL}]{{1,3}}月[{_NUMERAL}]{{1,3}}[日号]?"
        r"|(?-i:[MTSHR])\d{1,2}[./]\d{1,2}[./]\d{1,2}"
        r"|(?:昭和|平成|大正|令和|民國|民国)\s?\d{1,3}年\s?\d{1,2}月\s?\d{1,2}日"
        r"|(?:ngày\s)?\d{1,2}\stháng\s\d{1,2}(?:\snăm|,)?\s\d{4}"
        rf"|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{month},?\s{_YEAR_WORDS}"
        rf"|{month}\s(?:the\s)?{_ORDINAL},?\s(?:{_YEAR_WORDS}|\d{{4}})"
        rf"|(?:the\s)?{_ORDINAL}\s(?:of\s)?{month},?\s(?:{_YEAR_WORDS}|\d{{4}})"
        rf"|{_ORDINAL}[\s/-]{_ORDINAL}[\s/-]{_TENS}(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine))?)"
        r"(?![A-Za-z0-9/])",
        re.IGNORECASE,
    )


_COMPACT = r"(?:\d{8}|\d{6}|\d{1,2}\s\d{1,2}\s\d{2,4}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})"
_NOT_BORN = re.compile(
    r"(?i:collected|taken|drawn|admi\w+|discharged|seen|visit|since|dated?|published|updated|expir\w+|started|until|on|"
    r"retrieved|accessed|meeting|entlassen|aufnahme|op|surgery|from|seit|vom|le|du|issued|reported)[\s:]{1,3}$"
)
_ONLY_ON = re.compile(
    r"(?i:\b(?:on|from|vom|le)\s{1,3})$"
)  # "born at home on"; after a comma it may be of something else


_COHORT = re.compile(
    r"(?i:cohorts?|people|persons|those|participants|babies|infants|women|men|patients|children|adults|everyone|anyone|"
    r"twins|individuals|subjects)(?:\s(?:who|that))?(?:\s(?:were|are|was))?\s$"
)


_PERSIAN, _SOLAR_YEARS = re.compile(r"[\u0600-\u06ff]"), range(1284, 1420)
_SAID_BORN = re.compile(r"\b(?i:born|b-?day|birthday|dob|date of birth)\b[^.!?\n;]{1,40}$")  # "born in the night of"
_LOOK_BACK = 60  # code points before a date in which its birth is announced


def born_in(text: str) -> Iterator[Identifier]:
    """Yield the dates that are said to be of a birth."""
    filler = (
        r"(?:[\s:：は은는=(\"',|\->→/;?#]|\.{1,40}|(?i:on|am|the|is|le|il|el|em|in|den|dne|tarihi\w{0,2}|at|says|listed|given|as|per|was|"
        r"recorded|according to the \w{3,12}|on the \w{3,12}|as on the \w{3,12}|[^\W\d_]{1,4}(?=[\s:]))\b|ב-|ב){0,8}"
    )
    before = pattern_of(rf"{LEFT}{{0}}(?![a-zà-ɏ]){filler}$", "birth")
    behind = pattern_of(r"^[\s),=(]{0,3}{0}", "behind")
    for found in date_form().finditer(text):
        head = max(0, found.start() - _LOOK_BACK), found.start()
        years = [int(y) for y in re.findall(r"\d{4}", found[0])]
        solar = _PERSIAN.search(text) and years and max(years) in _SOLAR_YEARS
        if years and max(years) < OLDEST and not solar:  # of somebody long dead
            continue
        announced = before.search(text, *head)
        if not announced and min(years, default=OLDEST) <= YOUNGEST:
            said = _SAID_BORN.search(text, *head)
            event = _NOT_BORN.search(text[slice(*head)])
            announced = said if said and (not event or ("," not in said[0] and _ONLY_ON.match(event[0]))) else None
        if announced and _COHORT.search(text, max(0, announced.start() - _LOOK_BACK), announced.start()):
            continue
        if announced or behind.search(text[found.end() : found.end() + 32]):
            begun = announced.start() if announced else found.start()
            yield Identifier(found.start(), found.end(), Kind.BIRTHDATE, begun)
    for found in pattern_of(rf"{LEFT}{{0}}{RIGHT}{filler}({_COMPACT})(?![\w/])", "birth").finditer(text):
        yield Identifier(found.start(1), found.end(1), Kind.BIRTHDATE, found.start())


_NAMED = re.compile(
    rf"(?<![\w'’-])({WHOLE_NAME})"
    r"(?:,\s|\s?\(|\s?—\s?|\s|;\s?|\s-\s|\s/\s|\s?\|\s?)(?:[MFmf](?:,\s|\s?[/|]\s?|\s|;))?(?:\*\s?)?$"
)
_NAMED_BEHIND = re.compile(
    rf"[\s,;:/|]{{1,3}}({WHOLE_NAME})(?=\s(?:wants|asks|asked|takes|took|needs|is\son|has|rang|called|phoned|came)\b|[,;|/]|\s?\n|$)"
)
CITED = re.compile(
    r"[)\],;.:\s]{0,3}(?:(?:in|of)\s(?:the\s)?)?(?:pp?\.|vol\b|issue\b|JAMA|BMJ|NEJM|PNAS|Lancet|Nature|Science|Journal|Ann\b|"
    r"Am\sJ|Br\sJ|N\sEngl|J\s[A-Z])"
)


def _is_of_a_person(text: str, start: int, end: int) -> bool:
    """Whether a whole name stands right before a stretch, or behind it where a line begins with it."""
    before = _NAMED.search(text, max(0, start - 70), start)
    if CITED.match(text, end):
        return False
    behind = None if text[:start].rpartition("\n")[2].strip() else _NAMED_BEHIND.match(text, end)
    return any(is_whole_name(found[1]) for found in (before, behind) if found)


_ON_A_LABEL = re.compile(
    r"(?i:\b(?:pt|pat|patient|label|sticker|wristband|name|re|aged|age)\b)[.:]?\s(?:\d{1,3}\b|[A-ZÀ-Þ][\w'’-]+)[\s\w,.(]{0,24}$",
    re.MULTILINE,
)
# Of a label or a wristband, whose bearer may be a child: "FITZGERALD, Oona (".
_SURNAME_GIVEN = re.compile(r"(?<!\w)[A-ZÀ-Þ][A-ZÀ-Þ'’-]{2,30},\s[A-ZÀ-Þ][\w'’-]{1,30}\s?[\s,;|(/]\s?$")


def dated_in(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield dates of long ago that stand beside another identifier or a person's name."""
    person = bool(found) or names_somebody(text, found)
    public = public_stretches(text)
    told = {one.end for one in announced_names(text, found)}
    for date in date_form().finditer(text):
        if (
            not person
            and not _ON_A_LABEL.search(text[: date.start()][-60:])
            and not _is_of_a_person(text, *date.span())
        ):
            continue
        years = [int(y) for y in re.findall(r"\d{4}", date[0])]
        beside = _SURNAME_GIVEN.search(text, max(0, date.start() - 70), date.start())
        bracketed = text[date.start() - 1 : date.start()] == "(" and len(text[: date.start()].rstrip(" (")) in told
        old = beside or bracketed or any(OLDEST <= y <= YOUNGEST for y in years) or not years
        if old and not within(date.start(), public) and not _NOT_BORN.search(text[: date.start()][-16:]):
            yield Identifier(date.start(), date.end(), Kind.BIRTHDATE, date.start())
