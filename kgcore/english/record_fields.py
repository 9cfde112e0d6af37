"""The parts of a record that was pasted: keys with their values, tables with a head, HL7, names of files. Pure.

A record says by itself what its parts are, so a part counts by its key and its shape and not by the words around it.
A key that drugs and settings have too ("name", "id") counts only in a record that has another part of a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kgcore.english.birthdates import date_form
from kgcore.english.identifier_words import (
    OLDEST,
    YOUNGEST,
    Identifier,
    Kind,
    pattern_of,
    public_stretches,
    within,
    written_pattern,
)
from kgcore.english.person_names import may_be_name
from kgcore.english.words import rows_of


@dataclass(frozen=True, slots=True)
class Field:
    """A key with the place of its value."""

    key: str
    start: int
    value: str


def fields_in(text: str) -> Iterator[Identifier]:
    """Yield the parts of the records in a text that are a person's."""
    yield from _segment(text)
    for record in (_said_fields(text), *_tables(text)):
        yield from _of_person(record)
    yield from _files(text)
    yield from _parts(text)


# ── keys and values ─────────────────────────────────────────────────────────────────────────────────────────────────

_KEYED = (
    re.compile(r"<(?P<key>[A-Za-z][\w.:-]{0,30})(?:\s[^<>\n]{0,60})?>(?P<value>[^<>\n]{1,80})</"),
    re.compile(r"[\"'](?P<key>[\w .-]{1,30})[\"']\s?:\s?\[?\s?(?:\"(?P<value>[^\"\n]{1,80})\"|(?P<number>\d{3,20})\b)"),
    re.compile(r"(?<!\w)(?P<key>[A-Za-z][\w-]{0,24})=\"?(?P<value>[^;&|,\"\n]{1,60}?)(?=\s?[;&|,\"\n]|\s\w{1,20}=|\s[-–]\s|$)"),
    re.compile(
        r"(?:^|(?<=[\n;|>•])|(?<=\s/))[ \t]{0,4}(?P<key>[^\W\d][\w .'’/#-]{0,28}?)\s?:[ \t]{1,4}"
        r"(?P<value>[^\n;|>•]{1,80}?)(?=[ \t]{2}|[ \t]?[\n;|>•]|\s/\s|$)"
    ),
    # In one line, or with the value in brackets: "Nom : NGUEMA Prénom : Prosper", "Pt ID (882-117) / Name (Kalani)".
    re.compile(
        r"(?:^|(?<=\s))(?P<key>[^\W\d_][^\W\d_()/.-]{1,14}(?:\s[Nn]ame)?)\s?[:：]\s?(?P<value>[^:：\n,;|]{1,50}?)"
        r"(?=\s[^\W\d_][^\W\d_.-]{0,14}(?:\s[Nn]ame)?\s?[:：])"
    ),
    re.compile(
        r"(?:^|(?<=[\n;|/,]))[ \t]?(?P<key>[^\W\d][\w .#-]{0,20}?)[ ]?\((?P<value>[^()\n]{1,60})\)(?=\s?[/,;|\n]|$)"
    ),
    re.compile(
        r"(?:^|(?<=[\n;|,.\s]))(?P<key>(?i:sur|full |patient )?[Nn]ame):"
        r"(?P<value>[A-ZÀ-Þ][\w'’-]{1,30},[A-ZÀ-Þ][\w'’-]{1,30})"
    ),
    re.compile(r"(?:^|(?<=\n))(?P<key>[^\W\d][\w .'’/#-]{0,28}?)\t{1,3}(?P<value>[^\t\n]{1,80})(?=\n|$)"),
)  # fmt: skip
_OWNER = re.compile(
    r"(?:patients?'?s?|patienten|paciente|paziente|pasien|pts?|pat|client|member|insured|subject|pid)(?=\s|$)\s?"
)
_THING = re.compile(r"subject|member|client")  # of a claim, a list, a program
_GENERIC = frozenset(["id", "no", "nr", "number", "#", "num"])
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _said_fields(text: str) -> list[Field]:
    found = list[Field]()
    for form in _KEYED:
        for one in form.finditer(text):
            group = "value" if one["value"] else "number"
            if group == "value" or one.groupdict().get("number"):
                found.append(Field(one["key"], one.start(group), one[group]))
    return found


_SEPARATORS = tuple(map(re.compile, (r"\|", r"\t", ";", ",", r"[ ]{2,}")))
_RULE = re.compile(r"[\s|:+-]*")  # "|---|---|"
HEAD = 3  # cells that a table's head has at least


def _tables(text: str) -> Iterator[list[Field]]:
    """Yield the rows below a line that names parts of a person, each as a record."""
    head: list[str] = []
    at = 0
    for line in text.split("\n"):
        separator = next((form for form in _SEPARATORS if len(form.findall(line.strip())) >= HEAD - 1), None)
        cells = _cells(line, at, separator) if separator else []
        head = head if cells else []
        if head and len(cells) == len(head):
            yield [Field(key, start, cell) for key, (start, cell) in zip(head, cells, strict=True) if cell]
        elif cells and not (head and _RULE.fullmatch(line)):
            keys = [cell for _, cell in cells]
            kinds = {_kind_of(key)[0] for key in keys} - {None}
            head = keys if len(kinds) > 1 or sum(_is_sure_name(key) for key in keys) > 1 else []
        at += len(line) + 1


def _cells(line: str, at: int, separator: re.Pattern[str]) -> list[tuple[int, str]]:
    cells = list[tuple[int, str]]()
    ends = [*(found.span() for found in separator.finditer(line)), (len(line), len(line))]
    began = 0
    for end, after in ends:
        cell = line[began:end]
        cells.append((at + began + len(cell) - len(cell.lstrip()), cell.strip()))
        began = after
    while cells and not cells[-1][1]:
        cells.pop()
    return cells


# ── what a key means, and whether a value is one ────────────────────────────────────────────────────────────────────


@cache
def _keys() -> tuple[tuple[Kind, re.Pattern[str], bool], ...]:
    """Return the kinds with the keys of their fields, and whether things have such keys too."""
    keys = [(Kind.BIRTHDATE, "birth"), (Kind.ADDRESS, "dwelling")]
    found = [(kind, pattern_of("(?:{0})", role), False) for kind, role in keys]
    for kind, role, words, *_ in rows_of("identifiers.tsv"):
        if role in ("label", "field"):
            found.append(
                (Kind(kind), re.compile(f"(?i:{written_pattern(words)})"), role == "field" and kind == Kind.MRN)
            )
    return tuple(found)


def _plain_key(key: str) -> str:
    words = re.sub(r"[_.\s-]+", " ", _CAMEL.sub(" ", key)).strip().lower()
    return words.replace("(", "").replace(")", "")


@cache
def _kind_of(key: str) -> tuple[Kind | None, bool]:
    """Return what a key says its value is, and whether things that are no persons have such a key too."""
    said = _plain_key(key)
    bare = _OWNER.sub("", said, count=1)
    if bare != said and (not bare or bare in _GENERIC):
        return (Kind.MRN, False) if bare else (Kind.NAME, _THING.fullmatch(said) is not None)
    if said in _GENERIC:
        return Kind.MRN, True
    for kind, pattern, common in _keys():
        if pattern.fullmatch(said) or (bare and pattern.fullmatch(bare)):
            return kind, common or (bare == said and kind is Kind.NAME and not _is_sure_name(key))
    return None, True


def _is_sure_name(key: str) -> bool:
    """Whether only persons have such a name: a family name, not a name."""
    return pattern_of("{0}", "family").fullmatch(_plain_key(key)) is not None


_BLANK = re.compile(r"(?i:[x_*#.\-\s]+|n/?a|none|unknown|\[?redacted\]?|withheld|not (?:given|known)|tbc|male|female)")
_WORD = re.compile(r"[^\W\d_][^\W\d_'’.-]*(?:['’.-][^\W\d_]+)*\.?")
_DIGITS = {Kind.PHONE: 6, Kind.BIRTHDATE: 4, Kind.ACCOUNT: 0}
FEWEST = 3  # digits of a number
LONGEST_NAME = 5  # words


def _fits(kind: Kind, value: str) -> bool:
    """Whether a value has the shape of its kind."""
    if _BLANK.fullmatch(value):
        return False
    digits = sum(c.isdigit() for c in value)
    if kind is Kind.NAME:
        words = [w for w in re.split(r"[\s,^+_.\"“”()]+", value) if w]
        shaped = all(_WORD.fullmatch(word) and may_be_name(word.capitalize()) for word in words)
        return shaped and 0 < len(words) <= LONGEST_NAME
    if kind is Kind.ADDRESS:
        return digits > 0 and sum(c.isalpha() for c in value) > FEWEST
    if kind is Kind.EMAIL:
        return "@" in value
    return digits >= _DIGITS.get(kind, FEWEST) and len(value.split()) <= LONGEST_NAME + 2


def _of_person(record: Iterable[Field]) -> Iterator[Identifier]:
    told = [(field, *_kind_of(field.key)) for field in record]
    good = [(field, kind, common) for field, kind, common in told if kind and _fits(kind, field.value)]
    person = any(not common for _, _, common in good)
    for field, kind, common in good:
        if person or not common:
            yield Identifier(field.start, field.start + len(field.value), kind, field.start)


# ── parts of a line that nothing names ───────────────────────────────────────────────────────────────────────────────

_BETWEEN = re.compile(
    r"[ \t]*(?:[|;•·\t\n]|/(?=\s)|(?<=\s)/)[ \t]*|,[ \t]|[ \t][-–—][ \t]|—|[ \t]?[()\[\]][ \t,]*|:[ \t]"
)
_BESIDES = re.compile(
    r"(?i:[MFW]|male|female|sex [MF]|\d{1,3}\s?(?:y/?o?|yrs?|years?(?: old)?|[MF]|ans|J\.?)?\s?[MF]?|"
    r"patient|pt|label|id)"
)
_PART_CODE = re.compile(r"(?=(?:\W?\w?){0,4}\d)[A-ZÀ-Þ]{0,5}[-/. ]?(?=\d)[\dA-Z]{1,12}(?:[-/. ][\dA-Z]{1,8}){0,4}")
_PART_NAME = re.compile(
    r"(?:(?:[A-ZÀ-ÞĀ-ŽА-ЯЁІЇЄΑ-Ω][\w'’-]{0,24}\.?|d[aeio]|do?s|del?|della|van|von|der|den|ter|bin|binti|al|el|la|y|ní)\s?,?\s?){1,5}"
)
CODE_DIGITS, LONGEST_PART = 5, 60


def _parts(text: str) -> Iterator[Identifier]:
    """Yield what stands side by side as on a label: "Abiola, T. / 1956-04-03 / K4471"."""
    public = public_stretches(text)
    run = list[tuple[int, str, Kind | None]]()
    for start, part in _segments(text):
        kind, known = _part_kind(part)
        if known and not within(start, public):
            run.append((start, part, kind))
            continue
        if begins := _begins_with(part):
            run.append((start, *begins))
        yield from _of_label(run)
        run = []
    yield from _of_label(run)


def _begins_with(part: str) -> tuple[str, Kind] | None:
    """Return the date or the number with which a label ends and a sentence goes on."""
    if date := date_form().match(part):
        return date[0], Kind.BIRTHDATE
    number = part.split(" ", maxsplit=1)[0]
    return (number, Kind.MRN) if _part_kind(number)[0] is Kind.MRN else None


def _segments(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for found in (*_BETWEEN.finditer(text), None):
        end = found.start() if found else len(text)
        part = text[at:end]
        if part.strip():
            yield at + len(part) - len(part.lstrip()), part.strip()
        at = found.end() if found else end


def _part_kind(part: str) -> tuple[Kind | None, bool]:
    """Return what a part of a line is, and whether it may stand on a label at all."""
    if len(part) > LONGEST_PART:
        return None, False
    if date_form().fullmatch(part):
        return Kind.BIRTHDATE, True
    if _PART_CODE.fullmatch(part) and sum(c.isdigit() for c in part) >= CODE_DIGITS:
        return Kind.MRN, True
    if _BESIDES.fullmatch(part):
        return None, True
    words = [w for w in re.split(r"[\s,.]+", part) if len(w) > 1]
    shaped = _PART_NAME.fullmatch(part) and any(w[0].isupper() for w in words)
    return Kind.NAME, bool(shaped and all(may_be_name(w.capitalize()) or not w[0].isupper() for w in words))


def _of_label(run: Sequence[tuple[int, str, Kind | None]]) -> Iterator[Identifier]:
    """Yield a run's parts if they are a person's: a name with a number and a date, or with a date of long ago."""
    kinds = [kind for _, _, kind in run]
    if Kind.NAME not in kinds or Kind.BIRTHDATE not in kinds:
        return
    years = [int(y) for _, part, kind in run if kind is Kind.BIRTHDATE for y in re.findall(r"\d{4}", part)]
    words = max(len(re.split(r"[\s,]+", part)) for _, part, kind in run if kind is Kind.NAME)
    if Kind.MRN in kinds or (words > 1 and all(OLDEST <= year <= YOUNGEST for year in years)):
        yield from (Identifier(at, at + len(part), kind, at) for at, part, kind in run if kind)


# ── HL7 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_HL7 = {
    "PID": (
        (3, Kind.MRN),
        (5, Kind.NAME),
        (7, Kind.BIRTHDATE),
        (9, Kind.NAME),
        (11, Kind.ADDRESS),
        (13, Kind.PHONE),
        (14, Kind.PHONE),
        (18, Kind.ACCOUNT),
        (19, Kind.NATIONAL_ID),
    ),
    "NK1": ((2, Kind.NAME), (4, Kind.ADDRESS), (5, Kind.PHONE)),
    "IN1": ((16, Kind.NAME), (18, Kind.BIRTHDATE), (19, Kind.ADDRESS), (36, Kind.INSURANCE)),
}


def _segment(text: str) -> Iterator[Identifier]:
    """Yield the parts of a person's segments of an HL7 message (v2.5, 3.4.2), as far as they are filled."""
    for found in re.finditer(r"\b(PID|NK1|IN1)(?:\|[^|\n]{0,120}){4,40}", text):
        places, at = [], found.start()
        for part in found[0].split("|"):
            places.append((at, part))
            at += len(part) + 1
        for n, kind in _HL7[found[1]]:
            if n < len(places) and (value := places[n][1]):
                whole = value if kind in (Kind.ADDRESS, Kind.NAME) else value.split("^")[0]
                yield Identifier(places[n][0], places[n][0] + len(whole), kind, places[n][0])


# ── names of files ──────────────────────────────────────────────────────────────────────────────────────────────────

_FILE = re.compile(
    r"(?<![\w-])[\w-]{6,80}\.(?i:pdf|docx?|odt|rtf|txt|jpe?g|png|heic|tiff?|dcm|xlsx?|csv|zip|xml|json)\b"
)
_TOKEN = re.compile(
    r"[A-ZÀ-Þ][a-zß-ÿ]{2,20}(?:-[A-ZÀ-Þ][a-zß-ÿ]{2,20})?(?:(?:Mc|Mac)?[A-ZÀ-Þ][a-zß-ÿ]{1,20}){0,2}|[a-zß-ÿ]{3,20}|\d+(?:-\d\d-\d\d)?|[A-Z]{2,4}\d{5,12}"
)
_BORN = re.compile(
    r"(?:19\d\d|20[01]\d)-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])|"
    r"(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19\d\d|20[01]\d)"
)
_CHART = re.compile(r"(?i:(?:mrn|pid|uhid|pat|patid|hn|nhs)[-_]?\d{4,12})")

_BARE_CHART = re.compile(r"(?!(?:19|20)\d{6})\d{6,10}")


def _files(text: str) -> Iterator[Identifier]:
    """Yield name, date of birth and number of a file that is called by them: "scan_PetraVondrackova_12031976.pdf"."""
    for file in _FILE.finditer(text):
        stem = file[0].rpartition(".")[0]
        parts = [(file.start() + m.start(), m[0]) for m in re.finditer(r"[^_]+", stem)]
        born = [(at, p) for at, p in parts if _BORN.fullmatch(p) and OLDEST <= _year(p) <= YOUNGEST]
        named = [(at, p) for at, p in parts if _TOKEN.fullmatch(p) and p[0].isalpha() and _may_be_filed(p)]
        whole = sum(p[0].isupper() for _, p in named) > 1  # a given and a family name
        charts = [(at, p) for at, p in parts if _CHART.fullmatch(p) or (whole and _BARE_CHART.fullmatch(p))]
        if not (born or charts) or not named:
            continue
        for kind, found in ((Kind.BIRTHDATE, born), (Kind.MRN, charts)):
            yield from (Identifier(at, at + len(part), kind, at) for at, part in found)
        yield from (Identifier(at, at + len(part), Kind.NAME, at) for at, part in _beside(named, born + charts, parts))


def _beside(
    named: Sequence[tuple[int, str]], marks: Sequence[tuple[int, str]], parts: Sequence[tuple[int, str]]
) -> Iterator[tuple[int, str]]:
    """Yield the names that stand together before a number, or in capitals anywhere."""
    order = [at for at, _ in parts]
    before = {order.index(at) for at, _ in marks}
    for at, part in named:
        place = order.index(at)
        if part[0].isupper() or {place + 1, place + 2} & before:
            yield at, part


def _may_be_filed(part: str) -> bool:
    return all(may_be_name(word.capitalize()) for word in _CAMEL.sub(" ", part).replace("-", " ").split())


def _year(digits: str) -> int:
    plain = digits.replace("-", "")
    first, last = int(plain[:4]), int(plain[-4:])
    return first if OLDEST <= first <= YOUNGEST + 20 else last
