"""Identifiers of patients and private persons in a message: where they stand, and of which kind. Pure.

Numbers are told by what announces them ("MRN", "geb.", "NHS no") more than by their form; names by what stands before
them and, in a message that holds another identifier, by their capitals. `identifiers.tsv` holds the words. What names
no person stays: trials, papers, products, doses, public helplines, role mailboxes, authors in citations.

What no rule finds is left to fitted weights (fitted_identifiers.py). Why both, and no Microsoft Presidio:
docs/decisions/0009.

Patterns have bounded repetitions and see a piece of the text at a time: the time is linear in the text's length.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from kgcore.english.birthdates import born_in, date_form, dated_in
from kgcore.english.fitted_identifiers import unannounced_in
from kgcore.english.identifier_words import (
    LEFT,
    NAME_WORD,
    RIGHT,
    UNIT,
    WHOLE_NAME,
    Identifier,
    Kind,
    forms_of,
    is_date,
    pattern_of,
    public_stretches,
    within,
    words_of,
    written_pattern,
)
from kgcore.english.person_names import is_name_in, may_be_name, named_again, names_in, names_somebody
from kgcore.english.record_fields import fields_in
from kgcore.english.words import rows_of

__all__ = ["Identifier", "Kind", "find_identifiers"]

PIECE = 2_000  # code points that are read together, so that the time grows with the text and no faster
PARTS = 2  # commas in an address that has a house's name in the place of its number
LETTERS = 3  # that an address has more of
MIXED, CODE = 3, 7  # digits, and letters with digits, that a code has at least


def find_identifiers(text: str) -> tuple[Identifier, ...]:
    """Return the identifiers of a text in order, none over another. A long text is read piece by piece."""
    found: list[Identifier] = []
    start = 0
    while start < len(text):
        end = _piece_end(text, start)
        for one in _identifiers_in(text[start:end]):
            found.append(replace(one, start=one.start + start, end=one.end + start, begun=one.begun + start))
        start = end
    return tuple(found)


def _piece_end(text: str, start: int) -> int:
    """Return where a piece ends: at a line's end, else between words, else anywhere."""
    end = start + PIECE
    if end >= len(text):
        return len(text)
    half = start + PIECE // 2
    cuts = (max(text.rfind(mark, half, end) for mark in ("\n", ". ", "? ", "! ")), text.rfind(" ", half, end))
    return next((cut for cut in cuts if cut > 0), end - 1) + 1


def _identifiers_in(text: str) -> tuple[Identifier, ...]:
    text = _plain_digits(text)
    things = [found.span() for found in _things().finditer(text)]
    return tuple(one for one in _named_in(text) if one.kind is not Kind.NAME or not within(one.start, things))


@cache
def _things() -> re.Pattern[str]:
    """Return what "Aloe Vera", "St. John's wort" and "Panax Ginseng" are: nobody, beside whatever they stand."""
    return pattern_of(r"(?<!\w)(?:{0}|(?:{1})\s[^\W\d_]{3,})(?!\w)", "thing", "genus")


def _named_in(text: str) -> tuple[Identifier, ...]:
    found = _apart([*fields_in(text), *_labelled(text), *_formed(text), *born_in(text)])
    found = _apart([*found, *_rows(text), *_addresses(text, found)])
    found = _apart([*found, *dated_in(text, found)])
    found = _apart([*found, *_numbered(text, found)])
    found = _apart([*found, *_turned_names(text, found)])
    found = _apart([*found, *names_in(text, found)])
    found = _apart([*found, *unannounced_in(text, found)])
    return _apart([*found, *named_again(text, found)])


_MISTYPED = re.compile(r"(?<=\d)[OolI](?=[\d./-]|$)|(?<=\d[./-])[OolI](?=\d)")  # "05.O8.1977"


def _plain_digits(text: str) -> str:
    """Return the text, as long as it was, with all scripts' digits as 0 to 9 and digits for letters typed for them."""
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(c)) if not c.isascii() and c.isdecimal() else c for c in text)
    return _MISTYPED.sub(lambda found: "0" if found[0] in "Oo" else "1", text)


def _apart(found: Iterable[Identifier]) -> tuple[Identifier, ...]:
    """Keep of those that overlap the one that came first in the list."""
    kept: list[Identifier] = []
    for one in found:
        cut = replace(one, end=min([one.end, *(_cut(one, k) for k in kept)]))
        if cut.end > cut.start and not any(k.meets(cut.start, cut.end) for k in kept):
            kept.append(cut)
    return tuple(sorted(kept, key=lambda one: one.start))


def _cut(one: Identifier, known: Identifier) -> int:
    """Return where an address or a name ends that runs into a number, or into what announces it."""
    if one.kind is Kind.ADDRESS and one.start < known.start:
        return known.start
    if one.kind is Kind.NAME and known.kind is not Kind.NAME and one.start < known.start < one.end:
        return known.begun
    return one.end


# ── numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _labels() -> tuple[tuple[Kind, re.Pattern[str], int], ...]:
    """Return kind, pattern and fewest digits of every number that a label announces."""
    found = []
    for kind, role, words, *least in rows_of("identifiers.tsv"):
        if role not in ("label", "plate"):
            continue
        value = _PLATE if role == "plate" else _PHONE_VALUE if kind == Kind.PHONE else _VALUE
        form = f"{LEFT}(?i:{written_pattern(words)}){RIGHT}{_FILLER}({value}|{_SAID})"
        found.append((Kind(kind), re.compile(form), int(least[0])))
    return tuple(found)


_FILLER = (
    r"(?:[\s:=#№()\"',.;/→<\[\-?：は是은는]|"
    r"(?i:for (?:him|her|them|me)|please|which|"
    r"no\.?|id|nr\.?|num(?:ber)?|nummer|n\.?\s?[°ºoª]|№|is|was|says|reads|shows|has|"
    r"ist|lautet|wäre|would|be|es|est|code|"
    r"ending(?: in| with)?|ends(?: in| with)?|starts with|"
    r"card|of|é|mera|mere|on|me|at|to|from|the|a)(?=[\s:=.#?])){0,8}"
)
_DIGITS = r"[A-Z0-9]{0,12}\d[A-Z0-9]{0,12}"
_VALUE = (
    rf"(?:(?:[A-ZА-ЯІЇЄ]{{1,6}}[-/#_]){{0,2}}[A-ZА-ЯІЇЄ]{{1,6}}[-/.#_ ]?|[a-z]{{1,3}}-?)?{_DIGITS}"
    rf"(?:(?:[./•]|[ \t]?-\s?|\n-?|[ \t]){_DIGITS}|[-/][A-Z]{{1,4}}(?=[-/]\d)){{0,8}}"
    r"(?:[-/ ]?[A-Z]{1,2}\b(?![+²]))?"
)
_SPOKEN = r"(?:oh|o|zero|one|two|three|four|five|six|seven|eight|nine|double|triple|hundred|thousand)"
_SPOKEN_DIGIT = re.compile(rf"(?i:\b{_SPOKEN}\b)")
_EXTENDED = rf"(?:,?\s(?:area code|extension|ext)(?:\s{_SPOKEN}\b){{1,5}})?"
_SAID = rf"(?i:(?:[a-z]\s){{0,3}}{_SPOKEN}(?:[\s,-]{{1,2}}{_SPOKEN}){{3,24}}\b{_EXTENDED})"
_SPOKEN_NUMBER = re.compile(rf"(?i:\b{_SPOKEN}(?:[\s,-]{{1,2}}{_SPOKEN}){{6,24}}\b{_EXTENDED})")
_PLATE = r"(?:[A-ZÀ-Þ]{1,3}[- ]?)?[A-ZÀ-Þ\d]{1,4}(?:[-• ][A-ZÀ-Þ\d]{1,4}){0,2}(?![\w])"
_PHONE_VALUE = r"\+?\(?\d(?:[\s().\-/]{0,2}\d){6,15}(?:\s?(?:ext|x)\.?\s?\d{1,5})?"


def _labelled(text: str) -> Iterator[Identifier]:
    """Yield the numbers that a label announces."""
    public = public_stretches(text)
    for found in re.finditer(_CALLED, text):
        if sum(c.isdigit() for c in found[1]) >= FEW and not is_date(found[1]) and not within(found.start(), public):
            yield Identifier(found.start(1), found.end(1), Kind.MRN, found.start(1))
    for kind, pattern, least in _labels():
        for found in pattern.finditer(text):
            start, end = found.span(1)
            digits = _size(found[1])
            if (
                digits >= least
                and (kind is Kind.NATIONAL_ID or not within(start, public))  # "passport EP5550123" is no patent
                and not is_date(found[1])
                and not _VALUES.search(found[1])
                and not _OF_A_FILE.match(text, end)
                and not (kind is Kind.PHONE and _FREE.match(found[1]))
            ):
                glued = text[start - 1].isascii() and text[start - 1].isalpha()  # "PID0055123"
                yield Identifier(found.start() if glued else start, end, kind, found.start())


# "4471902 (MRN)", "4471902 is my hospital number".
_CALLED = (
    rf"(?<![\w./-])({_VALUE})(?:\s?[(=]\s?|\sis\s(?:(?i:my|her|his|the|their)\s))"
    r"(?i:mrn|(?:patient|hospital|hosp|chart|record|medical record|clinic|insurance|nhs|health card|passport|"
    r"phone|file)(?:\s(?:number|no|id|#))?)\b"
)


def _size(value: str) -> int:
    """Return how many digits a number has; of a code of letters and digits without a space, how many of both."""
    digits = sum(c.isdigit() for c in value) or len(_SPOKEN_DIGIT.findall(value))
    signs = sum(c.isalnum() for c in value)
    return signs if digits >= MIXED and signs >= CODE and not re.search(r"\s|[a-z]", value) else digits


_FREE = re.compile(
    r"(?:\+?1[ -]?)?\(?8(?:00|33|44|55|66|77|88)\)?[ -]|0800|0808|0300|116[ -]?\d{3}$|1[38]00[ -]"
)  # helplines
_OF_A_FILE = re.compile(r"\.[a-z]{3,4}\b")  # "IMG_2031.jpg"
_VALUES = re.compile(r"(?<!\d)\d{1,3}\.\d{1,2}\s\d")  # of a laboratory, one after the other


_EMAIL = re.compile(
    r"(?<![A-Za-z0-9.+_-])((?:[A-Za-z0-9+_-]{1,30}[._-]\n)?[A-Za-zÀ-ɏ0-9.+_-]{1,64})@(?:\n)?"
    r"([A-Za-z0-9-]{1,63}(?:\.\n?[A-Za-z0-9-]{1,63}){1,4})(?![A-Za-z0-9-])"
    r"|(?<![\w.])([\w.+-]{1,40}(?:\s?[(\[]dot[)\]]\s?[\w.+-]{1,40}){0,2})(?:\s?[(\[](?:at|ät)[)\]]\s?|\sat\s)([a-z0-9-]{2,40}(?:\s?(?:\.|[(\[]dot[)\]]|\sdot\s)\s?[a-z]{2,12}){1,3})(?!\w)"
)
_CORRESPONDING = re.compile(r"(?i:\bcorrespond(?:ing|ence)\b)")  # the author of a paper
_URL = re.compile(r"https?://([^\s/<>\"]{1,253})(/[^\s<>\"]*)?")
_PICTURE = re.compile(r"\.(?:jpe?g|png|heic|heif|gif|webp|bmp|tiff?)(?:[?#]|$)", re.IGNORECASE)
_PERSONAL = re.compile(
    r"photo|pic|selfie|face|rash|portrait|avatar|profile|share|album|camera|dcim|whatsapp|wound|foto|upload|patient|img_|"
    r"ulcer|lesion|clinic|derm|eczema",
    re.IGNORECASE,
)
# My rash, at an address that ends as a picture's does; a photo of her foot, at any address.
_OWN_PICTURE = re.compile(
    r"(?i:\b(?:my|her|his|our|their|patient'?s?|selfie)\b(?:\s(?!plant|herb|tea|plot|chart)[\w'’-]+){0,5}[\s:,(=-]*$)"
)
_PICTURE_OF = re.compile(
    r"(?i:\b(?:photo|picture|pic|selfie|foto|image|album)s?\s(?:of|from)\s"
    r"(?:my|her|his|our|their|the (?:patient|baby|child))\b(?:\s[\w'’-]+){0,5}[\s:,(=-]*$)"
)
_HANDLE = re.compile(
    r"(?i:\b(?:insta(?:gram)?|twitter|telegram|tiktok|snap(?:chat)?|skype|wechat|facebook|fb|reddit|mastodon)\b"
    r"(?: (?:handle|id|name|user(?:name)?|account))?(?: is)?[\s:=(]{1,3}|\b(?:log-?in|user ?name|user ?id|handle|"
    r"(?:\w{0,12}chart|portal|app|forum|game|gaming|line|zoom|apple|google|steam|xbox) (?:id|name|user|nick)|"
    r"find me (?:under|as)|(?<=\w )user|account(?: name)?|nick(?:name)?|benutzername|usuario|identifiant)\b"
    r"(?: (?:for|at|to|on|with)(?:(?: \w{2,20}){2,3}(?= is | ?[:=])| \w{2,20}))?(?: is)?"
    r"[\s:=(\"']{1,3})(@?[\w.]{3,40}\w)|(?<!\w)(u/[\w-]{3,40})"
)


def _formed(text: str) -> Iterator[Identifier]:
    """Yield what its own form tells."""
    public = public_stretches(text)
    for found in _EMAIL.finditer(text):
        told = found[1] or ("dot" in found[0] or "at)" in found[0] or "at]" in found[0])
        author = _CORRESPONDING.search(text, max(0, found.start() - 100), found.start())
        told = told and found[1] != "git"  # "git@host:project"
        if told and not author and not pattern_of(r"{0}(?:[-_.]\w+)*\d*", "mailbox").fullmatch(found[1] or found[3]):
            yield _plain(found, Kind.EMAIL)
    for found in _URL.finditer(text):
        address = found[0].rstrip(".,;:!?)'")
        published = pattern_of(r"(?:^|\.|-)(?:{0})(?:\.|-|$)", "host").search(found[1])
        head = text[max(0, found.start() - 50) : found.start()]
        owned = _OWN_PICTURE.search(head) if _PICTURE.search(address) else _PICTURE_OF.search(head)
        if not published and (owned or (_PICTURE.search(address) and _PERSONAL.search(address))):
            yield Identifier(found.start(), found.start() + len(address), Kind.PHOTO_URL, found.start())
    for kind, form in forms_of("form"):
        yield from (_plain(one, kind) for one in form.finditer(text) if not within(one.start(), public))
    for found in _HANDLE.finditer(text):
        handle = 1 if found[1] else 2
        if found[handle].startswith(("@", "u/")) or any(c in "._" or c.isdigit() for c in found[handle]):
            yield Identifier(found.start(handle), found.end(handle), Kind.ACCOUNT, found.start())
    yield from _phones(text, public)


def _phones(text: str, public: Sequence[tuple[int, int]]) -> Iterator[Identifier]:
    for _, form in forms_of("spaced"):
        for found in form.finditer(text):
            digits = sum(c.isdigit() for c in found[0])
            if _FREE.match(found[0]):
                continue
            measured = _VALUES.search(found[0]) or UNIT.match(text, found.end())
            if 8 <= digits <= 15 and not within(found.start(), public) and not is_date(found[0]) and not measured:
                yield _plain(found, Kind.PHONE)
    yield from (_plain(found, Kind.PHONE) for found in _SPOKEN_NUMBER.finditer(text))


_ANNOUNCED = re.compile(
    rf"(?i:\b(?:\w{{0,20}}(?:number|nummer|num|n[úu]m(?:ero)?|num[ée]ro|n[°º]|#|code|номер|番号|号码?|번호|numer|numara)"
    rf"|(?:\w{{1,20}}-)?(?<![\"'])(?:nr|no|id)))"
    rf"[.:\s#\"'=-]{{1,4}}(?:(?i:is|ist|es|est|was)\s)?({_VALUE})"
)
_LONG = re.compile(rf"(?<![\w.,/@:-])(?:[A-Z]{{1,5}}-?)?{_DIGITS}(?:[-/ ]{_DIGITS}){{0,5}}(?![\w@%])")
_LETTERED = re.compile(r"(?<![\w.,/@:-])[A-Z]{1,4}-?\d{2,}(?:[-/](?:\d{1,6}|[A-Z]{1,3}))*(?![\w@%-])")
_BRACKETED = re.compile(rf"(?<=[A-ZÀ-Þa-zß-ÿ])\s[(\[]#?({_VALUE})[)\]]")  # "Mrs Okoro (KBTH-0771-24)"
_RIGHT_BESIDE = 8  # code points from a name to what stands beside it
_BARE = re.compile(r"(?i:code|id|no|nr)\b")  # of a discount, of a drug
_OWNED = re.compile(r"(?i:\b(?:my|his|her|their|mein|mi|mon|meu|mio)\s)$")
FEW = 4  # digits of a number with letters before it, beside a person
DIGITS = 6  # of a number that no label of the table announces


def _numbered(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield long numbers that are called numbers; beside another identifier or a person's name, all long ones."""
    person = bool(found) or names_somebody(text, found)
    public = public_stretches(text)
    for known in found:  # "12/12/1965 K550192" is a date and a number, not one long number
        text = text[: known.start] + "|" * (known.end - known.start) + text[known.end :]
    forms = ((_ANNOUNCED, 1, DIGITS), (_LONG, 0, DIGITS), (_LETTERED, 0, FEW), (_BRACKETED, 1, FEW + 1))
    for pattern, group, least in forms if person else forms[:1]:
        for one in pattern.finditer(text):
            value, start = one[group], one.start(group)
            bare = (
                group and not person and _BARE.match(text, one.start()) and not _OWNED.search(text[: one.start()][-8:])
            )
            other = bare or within(start, public) or date_form().fullmatch(value) or _FREE.match(value)
            if sum(c.isdigit() for c in value) >= least and not other and not UNIT.match(text, one.end(group)):
                yield Identifier(start, one.end(group), Kind.MRN, one.start())


def _plain(found: re.Match[str], kind: Kind) -> Identifier:
    return Identifier(found.start(), found.end(), kind, found.start())


# ── rows and labels ─────────────────────────────────────────────────────────────────────────────────────────────────

_RECORD = re.compile(
    r"(?P<name>[^\W\d_][\w'’-]{1,30}(?:[ ,^]{1,2}[^\W\d_][\w'’-]{1,30}){1,3})"
    r"\s?[;|\t,]\s?(?P<born>\d{4}-\d\d-\d\d|\d\d[./]\d\d[./]\d{4}|(?:19|20)\d{6})"
    r"[;|\t,]\s?(?:[MFmf][;|\t,]\s?)?(?P<number>[A-Z]{0,3}\d{5,12}|\+?\(?\d{2,5}\)?(?:[ -]\d{2,5}){1,4})?"
)


_LABEL = re.compile(
    r"(?P<name>[A-ZÀ-Þ][\w'’.-]{0,30}(?:[ ,^]{1,2}[A-ZÀ-Þ][\w'’-]{1,30}){1,3})"
    r"[ ;|,\t]{1,3}(?P<number>[A-Z]{0,3}-?\d{5,12})"
    r"[ ;|,\t]{1,3}(?P<born>\d{2,4}[/.-]\d\d[/.-]\d{2,4}|\d\d[A-Z]{3}\d{4})(?!\w)"
)


# "Featherstone, Peregrine (H5550 12)", "WAW/55501/23, Zofia Ostrowska": what stands alone in brackets behind two words
# may be a product's number.
_NAME_PART = NAME_WORD
_PAIR = rf"(?P<name>{WHOLE_NAME})"
_FAMILY_GIVEN = re.compile(rf"(?<![a-zà-ÿ,] )(?<![\w-]){_NAME_PART},\s{_NAME_PART}(?:\s[A-Z]\b\.?)?(?![\w-])")
_CODE = (
    r"(?P<number>(?!(?:19|20)\d\d(?!\d)|[A-Z]{2}\s\d{5}(?!\d))(?:(?:[A-Z]{1,4}[-/ ]?)?\d(?:[-/. ]?\d){4,14}"
    r"|(?=(?:[A-Z/.-]{0,6}\d){4})[A-Z]{1,5}[-/]?\d[\dA-Z]{0,9}(?:[-/.][\dA-Z]{1,8}){0,4}))"
    r"(?![\w%]|\s(?:participants|people|women|men|patients|subjects|users|adults|children|persons|cases|CFU|IU|mg|g|kcal)\b)"
)
_ADJOINING = (
    re.compile(rf"(?<!\w)(?P<name>{_NAME_PART},\s{_NAME_PART})\s?[(\[]{_CODE}[)\]]"),
    re.compile(
        rf"(?<![\w'’-]){_PAIR}(?:[,;]\s|\s[-–—/|]\s|\s#?)(?![A-Z]{{2}}\s\d{{5}}(?!\d))(?:[^\W\d_]{{1,12}}[.:]?\s)?{_CODE}"
    ),
    re.compile(
        rf"(?<![\w.,/-]){_CODE}(?:,\s|:\s|\s[-–—|/]\s|\s(?=[A-ZÀ-Þ][\w'’-]+\s[A-ZÀ-Þ][\w'’-]+\s?[,;(]))&PAIR".replace(
            "&PAIR", _PAIR
        )
    ),
    # "Patient Lowenthal (#55-0193)"; "24-5501-93 TALBOT GIDEON 12Y M", of a label
    re.compile(
        rf"\b(?i:patient|pt|pat|client)\.?\s(?P<name>{_NAME_PART})\s?[(\[]#?(?:[A-Za-z]{{1,5}}[.:]?\s)?{_CODE}[)\]]"
    ),
    re.compile(rf"(?<![\w.,/-]){_CODE}\s{{1,3}}{_PAIR}(?=\s{{1,3}}\(?\d{{1,3}}\s?[YyMFmf])"),
    re.compile(
        rf"(?<![\w'’-]){_PAIR}\s?[(\[](?i:hosp|hospital|mrn|chart|file|id|no|nr|ref|#)[.:\s#]{{0,3}}{_CODE}[)\]]"
    ),
)


# "9:00 Andersson (550123), 9:20 Bauer (550124)": of one alone, the number may be a product's.
_LISTED = re.compile(rf"(?<![\w-])(?P<name>{_NAME_PART})\s[(\[](?P<number>\d{{5,9}})[)\]]")


def _rows(text: str) -> Iterator[Identifier]:
    """Yield the parts of a table's row or of a label: name, date of birth, number."""
    for found in (*_RECORD.finditer(text), *_LABEL.finditer(text)):
        for part, kind in (("name", Kind.NAME), ("born", Kind.BIRTHDATE), ("number", Kind.MRN)):
            if found[part]:
                yield Identifier(found.start(part), found.end(part), kind, found.start(part))
    listed = [one for one in _LISTED.finditer(text) if may_be_name(one["name"])]
    for found in listed if len(listed) > 1 else ():
        yield Identifier(*found.span("number"), Kind.MRN, found.start("number"))
        yield Identifier(*found.span("name"), Kind.NAME, found.start("name"))
    public = public_stretches(text)
    for found in (one for form in _ADJOINING for one in form.finditer(text)):
        named = is_name_in(text, *found.span("name"))
        dated = is_date(found["number"]) or (found["number"].isalpha() and date_form().fullmatch(found["number"]))
        if named and not within(found.start("number"), public) and not dated:
            yield Identifier(*found.span("number"), Kind.MRN, found.start("number"))
            if (
                "," in found["name"] or found["name"].isupper() or " " not in found["name"]
            ):  # others are found as all names beside an identifier are
                yield Identifier(*found.span("name"), Kind.NAME, found.start("name"))


def _turned_names(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield names whose family name stands first, right before another identifier: "OKONKWO, Chidi | F | 11.3.1975"."""
    begun = {one.begun for one in found if one.kind is not Kind.EMAIL}
    for name in _FAMILY_GIVEN.finditer(text):
        if any(name.end() < at <= name.end() + _RIGHT_BESIDE for at in begun):
            told = re.split(r",?\s", name[0])
            if all(may_be_name(part.capitalize()) for part in told if len(part) > 2):
                yield _plain(name, Kind.NAME)


# ── addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────

_CAP = r"[A-Z0-9À-ÖØ-ÞĀ-ŽΆ-ΩЀ-Я][\w'’.\-]{0,24}"
_SMALL = (
    r"(?:of|the|de|del|della|di|da|do|dos|la|le|les|du|des|y|i|e|den|der|van|upon|on|an|am|im|og|sur|en|"
    r"д\.|кв\.|корп\.|bl\.|sc\.|ap\.|nr\.|tv\.?|th\.?|m\.|lok\.|u\.)"
)
_PART = rf"(?:{_CAP}|{_SMALL})(?:\s(?:{_CAP}|{_SMALL})){{0,4}}"
_NAMED_PLACE = rf"{_CAP}(?:\s{_CAP}){{0,3}}"
_TAIL = rf"(?:,\s?{_PART}){{0,4}}"
_POSTCODE_UK = r"[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}"
_LAST_OF_A_POSTCODE_UK = r"\s\d[A-Z][A-Z]"  # of one width, to be looked back at
_NEXT_CLAUSE = (
    r"(?:I|my|our|your|the|this|that|i|we|he|she|they|it|does|do|did|is|are|can|could|should|would|will|so|what|which)"
)
_DOOR = (
    r"(?:,?\s(?:#\d{1,5}|(?:Apt|Unit|Flat|Suite|Ste|Rm|lgh|bât|Bât|Whg)(?:\.\s?|\s|(?=\d))\w{1,6}))?"  # behind a street
)
_HOUSE = r"\d{1,4}(?:[-/ ]?(?:[IVX]{1,4}|\d{1,4}|[a-zA-Z]))?\b"


@cache
def _places() -> tuple[re.Pattern[str], ...]:
    """Return the forms of an address, which is their first group."""
    unit = r"(?:(?:Unit|Apt|Apartment|Flat|Suite|House|Room)\.?\s\w{1,6},?\s)?"
    state = r"(?:,?\s[A-Z]{2,3}\s\d{4,6}(?:-\d{4})?)?"
    return (
        pattern_of(
            rf"(?<![\w.])({unit}\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})?,?\s(?:{_CAP}\s){{1,4}}{{0}}\b\.?{_DOOR}{_TAIL}{state})",
            "street",
        ),
        re.compile(
            rf"(?<![\w.])(\d{{1,4}}[A-Za-z]?(?!,?\s\d),?\s(?:[\w'’-]{{1,20}}\s?){{1,5}},"
            rf"(?:[\w'’ -]{{2,30}},){{0,3}}\s?{_POSTCODE_UK})\b"
        ),
        pattern_of(
            rf"(?<!\w)((?:{_CAP}[ ]){{0,2}}[A-ZÄÖÜÅØÆ][\w-]{{1,24}}{{0}}\s?{_HOUSE}"
            rf"(?:,?\s(?:[A-Z]{{1,2}}-)?(?:\d{{4,6}}|\d{{3}}\s\d{{2}})(?:\s[A-Z]{{2}})?\s{_PART}|{_TAIL}))",
            "suffix",
        ),
        re.compile(
            rf"(?<!\w)((?:{_CAP}[ ]){{1,4}}{_HOUSE},?\s(?:[A-Z]{{1,2}}-)?(?:\d{{4,6}}|\d{{3}}\s\d{{2}})\s"
            rf"(?:[A-Z]{{2}}\s)?{_CAP}(?:\s{_CAP}){{0,2}})"
        ),
        pattern_of(
            rf"(?<![\w])(\d{{1,4}}(?:\s?(?:bis|ter|quater))?,?\s(?:{{0}})\s(?:[\w'’-]{{1,20}}\s?){{1,6}}"
            rf"(?:,?\s\d{{4,5}}\s{_PART})?{_TAIL})",
            "opening",
        ),
        pattern_of(
            rf"(?<![\w])(?<!\b[Ii]\s)((?:{{0}})\s(?:[\w'’.-]{{1,20}}[\s,]{{1,2}}){{1,6}}"
            rf"(?:n[º°o.]{{0,2}}\s?|nr\.?\s?|[Nn]o[.:]?\s?|№\s?)?\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})?\b"
            rf"(?:,?\s(?:\d[ºªo]\s?[A-Za-z]?\b|(?:\d{{4,6}}(?:-\d{{3}})?|\d\d-\d{{3}})\s{_PART}|{_PART})){{0,4}})",
            "opening",
        ),
        re.compile(rf"(?<!\w)((?:P\.?\s?O\.?\s?Box|Postfach|Apartado|Casilla)\s\d{{1,6}}{_TAIL})"),
        re.compile(
            rf"(?<!\w)([A-Z]{{0,2}}-?\d{{1,4}}(?:,\s{_CAP}(?:\s{_CAP}){{0,3}}){{1,5}}[ ,-]{{1,3}}\d{{6}})(?!\d)"
        ),
        re.compile(
            rf"(?<!\w)((?:{_CAP}(?:\s{_CAP}){{0,3}},\s){{2,4}}{_POSTCODE_UK})\b"
        ),  # "The Old Forge, Mill Lane, …"
        pattern_of(
            rf"(?<!\w)(?:at|of|from|in|address:)\s((?:The\s)?{_NAMED_PLACE},\s(?:{_CAP}\s){{1,3}}{{0}}\b\.?(?:,\s{_NAMED_PLACE}){{1,3}})",
            "street",
        ),
        *(form for _, form in forms_of("place")),
    )


_OWN = re.compile(
    r"\b(?:viv[oe] en|j'habite|habite|mor[oa] n[ao]|abit[oa] in|wohn(?:e|t|haft)|bor på|mieszkam?|ik woon|woont|"
    r"I live|I'm at|I am at|(?:she|he|they)(?:'s|’s| is| are) at|lives? (?:at|in|on|with)|resid(?:es|ing|ent)|"
    r"(?:my|her|his|their|home|pt'?s?|patient'?s?|mum'?s|mom'?s|dad'?s) (?:\w+ )?(?:addr(?:ess)?|home|house|street|"
    r"flat|place|apartment|door|postcode)|addr\d?(?=[\s:=])|moved (?:in)?to|staying (?:at|in|with)|household|"
    r"next of kin|nok|hausbesuch|home visits?|visiting nurse|district nurse|house calls?|discharged (?:home )?to|"
    r"(?:send|post|mail|ship|deliver|courier)\w* (?:\w+ ){0,3}(?:to (?:me|her|him|them|my|the pt|the patient)|"
    r"results|kits?|tablets|meds|pills|medication)|patient|pts?|paciente|patientin|paziente|pacient)\b",
    re.IGNORECASE,
)


_WITH_POSTCODE = re.compile(rf"\d.*?(?:\b{_POSTCODE_UK}|\b[A-Z]{{2}}\s\d{{5}}(?:-\d{{4}})?|\b[A-Z]{{2,3}}\s\d{{4}}|"
                            r"\b[A-Z]\d[A-Z]\s?\d[A-Z]\d|\b[A-Z]\d\d\s[A-Z\d]{4})$")  # fmt: skip
_OFFICE = re.compile(
    r"\b(?i:universit\w+|institut\w*|department|dept|ltd\b|inc\b|gmbh|office|journal|society|association|hospital|"
    r"college|company|headquarters|centre|center|corresponding|publisher|foundation|clinic|library|ministry|agency)"
)


_ACRONYM = re.compile(r"(?<!\w)(?!(?:PT|MRN|NHS|DOB|NOK)\b)[A-Z]{2,6}(?:['’]s)? $")  # "EMA address"
_ABBREVIATED = "".join(rf"(?<!\b{word})" for word in words_of("abbreviated").split("|"))
_SENTENCE_END = re.compile(r"(?<=\d)\.\s")


def _whole_address(text: str, start: int, place: str) -> bool:
    """Whether it is a house with its postcode, and no organisation is named with it."""
    around = text[max(0, start - 80) : start + len(place) + 20]
    return (
        bool(_WITH_POSTCODE.search(place))
        and not _OFFICE.search(around)
        and not re.search(r"[A-Z]{3,}, $", text[max(0, start - 8) : start])
    )


_SAID_BEHIND = re.compile(
    r"(?<![^\n.:;?!])\s?((?=[^.\n;?!]{0,90}\d)[A-ZÀ-Þ\d][^\n;?!]{6,90}?),? (?:(?:is|was) (?:my|her|his|our|their)"
    r"(?: (?:home|new|old|postal))? address|ist meine Adresse|est mon adresse|es mi dirección|è dove abito|is where)\b"
)
_NAME_AT = re.compile(rf"(?<![\w'’-])({WHOLE_NAME})(?:,\s|\s(?:at|of)\s|,?[ \t]*\n\s*)$")


_DWELLS = re.compile(
    r"\b(?i:liv(?:e|es|ed|ing)|moved|moving|stay(?:s|ing)|lodg(?:es|ing)|resides|"
    r"(?:our|my|her|his|their) (?:place|home|house|flat)|grüßen|regards|sincerely|wishes)\b[^.?!]{0,40}$"
)


def _lives_there(text: str, start: int) -> bool:
    """Whether a person's name or their living there stands right before a place."""
    if _DWELLS.search(text, max(0, start - 50), start):
        return not _OFFICE.search(text, max(0, start - 50), start + 80)
    named = _NAME_AT.search(text, max(0, start - 80), start)
    return bool(named and not _OFFICE.search(named[0]) and is_name_in(text, *named.span(1)))


def _addresses(text: str, others: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield what is said to be an address; beside another identifier or a person, streets and houses with their town.

    A street that stands alone is an organisation's.
    """
    public = public_stretches(text)
    said = pattern_of(
        rf"{LEFT}{{0}}(?![A-Za-zÀ-ɏ])[\s:：=,\"']{{1,4}}(?!(?:of|for)\b)(?:(?i:at|in|is|er|est)\s)?([^\n?!;\"]{{4,120}})",
        "dwelling",
    )
    for found in said.finditer(text):
        words = re.split(
            rf"{_ABBREVIATED}\.\s(?!\d)|\s(?:and|und|et|y|e|but|because|who|where|tel|phone|och)\b|\s[-–]\s|\.$|\)|"
            rf"(?<={_LAST_OF_A_POSTCODE_UK}),?\s|,\s(?={_NEXT_CLAUSE}\b)",
            found[1],
        )[0]
        organisation = _ACRONYM.search(text, max(0, found.start() - 12), found.start())
        if any(c.isdigit() for c in words) and sum(c.isalpha() for c in words) > LETTERS and not organisation:
            yield Identifier(found.start(1), found.start(1) + len(words.rstrip(" ,")), Kind.ADDRESS, found.start())
    for found in _SAID_BEHIND.finditer(text):
        yield Identifier(found.start(1), found.end(1), Kind.ADDRESS, found.start(1))
    person = bool(others) or names_somebody(text, others) or _OWN.search(text) or "住所" in text or "住址" in text
    for form in _places():
        for found in form.finditer(text):
            start, place = found.start(1), _SENTENCE_END.split(found[1])[0]
            if _WITH_POSTCODE.search(line := place.partition("\n")[0]):  # what stands on the next line is said of it
                place = line
            if not person and not _whole_address(text, start, place) and not _lives_there(text, start):
                continue
            housed = any(c.isdigit() for c in place) or place.count(",") >= PARTS
            if not within(start, public) and housed and not _OFFICE.search(place):
                yield Identifier(start, start + len(place), Kind.ADDRESS, start)
