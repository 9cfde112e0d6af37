"""Names of private persons in a message: what announces them, and what stands beside another identifier. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from kgcore.english.identifier_words import (
    LEFT,
    NAME_WORD,
    PARTICLES,
    RIGHT,
    TURNED_NAME,
    UPPER,
    WHOLE_NAME,
    Identifier,
    Kind,
    forms_of,
    pattern_of,
    words_of,
)

NEAR = 80  # signs around a cue in which a name is looked for
_NAME_WORD = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.(?=[\s\w])|[^\W\d_](?:[^\W\d_]|['’\-](?=[^\W\d_]))*)")
_OF = re.compile(rf"(?:(?:{'|'.join(sorted(PARTICLES))})\s){{1,3}}", re.IGNORECASE)  # "Mevr. van der Spoel"
_GAP = re.compile(r"[ \t]{1,2}|\^|_")
_INITIAL_END = re.compile(r"(?<=\s[A-ZÀ-Þ])\.$")  # "Lindqvist E."
_AGE = re.compile(r"(?:\(?\d{1,3}\s?(?:y/?o|yrs?|years?|[MFmfwW]|J\.?|ans|años|m|f)?\)?[\s,]{0,2}){1,2}$")


_NO_WHOLE_NAME = frozenset({"St", "Saint"})  # "– St. John's wort" is no signature


@cache
def _common() -> frozenset[str]:
    return frozenset(words_of("word").replace(r"\s+", " ").split("|"))


def names_in(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield persons' names: those that words announce; beside another identifier, whatever looks like one."""
    beside = any(one.kind is not Kind.NAME for one in found)
    if beside:
        yield from _whole_names(text, found)
        yield from _next_to(text, found)
    yield from (one for one in announced_names(text, found) if text[one.start : one.end] not in _NO_WHOLE_NAME)
    yield from _plain_names(text)
    yield from _in_a_role(text)
    if not beside:
        return
    yield from _spoken_names(text)
    for surname in (*_SURNAME_FIRST.finditer(text), *_SURNAME_COMMA.finditer(text)):
        if not {word.lower() for word in surname[1].replace(",", "").split()} & _common():
            yield _named(*surname.span(1))
    for one in found:
        if one.kind is not Kind.NAME:
            yield from _before(text, one.begun)
    yield from _lone_names(text, found)


def _whole_names(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield whatever looks like a whole name, beside another identifier."""
    words = list(_NAME_WORD.finditer(text))
    at = 0
    while at < len(words):
        if turned := _turned(text, words[at].start(), found):
            yield _named(words[at].start(), turned)
        end, count = _name_end(text, words, at)
        lettered = count == 2 and _A_LETTER.search(text, end - 2, end + 1)
        if count > 1 and not lettered and is_name_in(text, words[at].start(), end):
            yield _named(words[at].start(), end)
        at += max(1, count)


_TURNED_NEAR = 12  # code points between a name that is turned round and the identifier beside it
_BEFORE_TURNED = re.compile(
    r"(?i:\b(?:re|pt|patient|for|of|from|is|was|with|on|like|called|named|about|subject|dear|mr|mrs|ms|reads|says)\b[.:]?\s|"
    r"[\n|>:] ?)$"
)


def _turned(text: str, place: int, found: Sequence[Identifier]) -> int:
    """Return where a name ends that begins with the family name and a comma: beside an identifier, or announced."""
    whole = _TURNED_NAME.match(text, place)
    if not whole or not is_whole_name(whole[0]) or _LIST.match(text, whole.end()):
        return 0
    near = any(
        one.kind is not Kind.NAME
        and (0 <= one.begun - whole.end() <= _TURNED_NEAR or 0 <= place - one.end <= _TURNED_NEAR)
        for one in found
    )
    return whole.end() if near or _BEFORE_TURNED.search(text[max(0, place - 12) : place]) else 0


_TURNED_NAME = re.compile(rf"(?<![\w'’-]){TURNED_NAME}(?![\w'’-])")
_LIST = re.compile(rf",\s(?:and\s)?{NAME_WORD}[,.]")


def is_whole_name(name: str) -> bool:
    """Whether what has a whole name's form is one by its words."""
    words = [word for word in re.split(r"[\s,.]+", name) if len(word) > 1]
    if not words or words[0].lower() in _NEVER_FIRST or _STATE.search(name):
        return False
    plain = [word.capitalize() if word.isupper() else word for word in words]
    return may_be_name(plain[0]) and all(
        word.lower() in PARTICLES or may_be_name(word) or word in _WORDS_TOO for word in plain[1:]
    )


_STATE = re.compile(r", [A-Z]{2,3}$")  # "Santa Clara, CA 95050"
_SHOUTED = re.compile(rf"[{UPPER}]{{4,}}")
_VOWEL = re.compile(r"[AEIOUYÀ-ÞĀ-ŽАЕЁИОУЫЭЮЯІЇЄΑΕΗΙΟΥΩΆ-Ώ]")
LONG = 4  # letters of a word in capitals that is no initialism


def is_name_in(text: str, start: int, end: int) -> bool:
    """Whether what has a whole name's form is one; in capitals only where the text around it is not."""
    words = [word for word in re.split(r"[\s,.]+", text[start:end]) if len(word) > 1]
    if not is_whole_name(text[start:end]) or not words[0].isupper():
        return is_whole_name(text[start:end])
    told = [word for word in words if word.lower() not in PARTICLES]
    around = text[:start] + text[end:]
    return (
        all(word.isupper() and _VOWEL.search(word) and word.lower() not in _INITIALISMS for word in told)
        and any(len(word) >= LONG for word in told)
        and sum(map(len, _SHOUTED.findall(around))) < sum(c.islower() for c in around)
    )


_INITIALISMS = frozenset(
    [
        "covid",
        "aids",
        "als",
        "adhd",
        "copd",
        "icu",
        "gerd",
        "nafld",
        "ecmo",
        "dash",
        "mind",
        "hiv",
        "usa",
        "eu",
        "ema",
        "fda",
    ]
)

# What only names look like: "van der Plaats", "de la Cruz", "A. Petrossian", "El-Sayed", "ABIOLA, Tunde".
_BORNE = (
    r"(?:[Vv]an(?:\s(?:de[rn]?|'t))?|[Vv]on(?:\s(?:der|und\szu))?|[Dd]e\sla|[Dd]ella?|[Dd]i|[Dd]a|[Dd]os|"
    r"[Tt]e[rn]|[Bb]int?i?|[AaEe]l|[Nn]í)"
)


def _next_to(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield what only names look like, beside an identifier; right behind one, turned and joined names too."""
    for name in re.finditer(
        rf"(?<![\w'’-])(?:{_CAPITAL}\s){{0,2}}{_BORNE}\s{_CAPITAL}(?:\s{_CAPITAL})?|"
        rf"(?<![\w.])(?:[A-ZÀ-Þ]\.\s?){{1,3}}\s?{_CAPITAL}(?![\w'’-])|"
        rf"(?<![\w'’-]){_CAPITAL}\s(?:&|and|und|et)\s{_CAPITAL}\s{_CAPITAL}(?![\w'’-])",
        text,
    ):
        words = [w for w in re.split(r"[\s.]+", name[0]) if len(w) > 1]
        if all(may_be_name(word) or word.lower() in PARTICLES or not word[0].isupper() for word in words):
            yield _named(*name.span())
    turned = re.compile(
        rf"[\s,;:|/)\]–-]{{1,4}}((?:[A-ZÀ-Þ][A-ZÀ-Þ'’-]{{2,30}},?\s{_CAPITAL}|{_CAPITAL},\s{_CAPITAL}"
        rf"|{_CAPITAL}(?=['’-])['’-]{_CAPITAL})(?:\s[A-ZÀ-Þ]\b\.?)?)(?=[\s,;:.)|/]|$)"
    )
    for one in found:
        if one.kind is not Kind.NAME and (behind := turned.match(text, one.end)):
            words = re.split(r"[\s,.]+", behind[1])
            if all(may_be_name(word.capitalize()) or len(word) < AGAIN - 1 for word in words):
                yield _named(*behind.span(1))


_OF_A_SORT = re.compile(r"['’]s\s[A-ZÀ-Þ]")  # "Aunt Ruby's German Green" is a tomato
# "Factor V", "Hep B" are nobody; "Tess T." and "Lindqvist E." are.
_A_LETTER = re.compile(r"\s[A-Z](?![.\w])")


def names_somebody(text: str, found: Sequence[Identifier]) -> bool:
    """Whether a text names a person, so that a date or a number in it may be that person's."""
    return any(True for names in (announced_names(text, found), _plain_names(text)) for _ in names)


def announced_names(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield the names that a title, a relative, a form's field or the writer's own words announce."""
    beside = bool(found)
    loose = r"(?:[\s,:=\"'“(>-]|(?i:is|name|called|named|number|no|on|mr|mrs|ms|frau|herr|pt)\b){1,6}"
    my, behind, calling = (words_of(role) for role in ("possessive", "possessive behind", "calling"))
    cues: list[tuple[str, str, bool]] = [
        (rf"{LEFT}{{0}}\.?\s", "title", True),
        (rf"{LEFT}(?i:{my})\s(?:[\w'’]+\s){{0,2}}{{0}}(?:\s(?i:{calling}))?[\s,:\"'“(]{{1,3}}", "relative", True),
        (rf"{LEFT}{{0}}\s(?i:{behind})(?:\s(?i:{calling}))?[\s,:\"'“(]{{1,3}}", "relative", True),
        (rf"{LEFT}{{0}}(?:\s?[=:]\s?|\s)", "kin", True),
        (rf"{LEFT}{{0}}[\s:,]{{1,3}}[\"'“]?", "naming", True),
        (rf"{LEFT}{{0}}[\s:,]{{1,3}}[\"'“]?", "self", beside),
        (rf"{LEFT}{{0}}(?:\s(?i:name|is))?(?:\s?[:=\"']{{1,3}}|>)[\s\"'\[]{{0,4}}", "patient", beside),
    ]
    if beside:
        cues += [(rf"{LEFT}{{0}}{RIGHT}{loose}", role, True) for role in ("patient", "relative")]
    for pattern, role, wanted in cues:
        if wanted or role == "self":
            for cue in pattern_of(pattern, role).finditer(text):
                if role == "self" and not beside and _tells_of_a_thing(text, cue):
                    continue
                if role in ("title", "kin") and _no_title(text, cue):
                    continue
                whole = _OF.match(text, cue.end()) if role == "title" else None
                for name in _after(text, whole.end() if whole else cue.end(), ended=role == "self" and not beside):
                    if not (role == "kin" and _OF_A_SORT.match(text, name.end)):
                        yield replace(name, start=cue.end())
    yield from (name for name in _in_a_role(text) if not beside)
    for _, script in forms_of("script"):
        for one in script.finditer(text):
            yield _named(one.start(1), one.end(1))


# "The herb is called …", "I think it's …": what is named there is a thing.
_THING = re.compile(
    r"\b(?:it|this|that|these|which|what|thing|stuff|condition|disease|disorder|syndrome|illness|infection|virus|rash|lump"
    r"|drug|medicine|medication|herb|root|mushroom|supplement|product|plant|tea|pill|powder|vitamin|gene|study|trial|book"
    r"|paper|app|diet|brand)(?:'s|’s|\s(?:is|was|were|are|she|he|they|i)){0,2}\s*$",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:think|thinks|thought|says?|said|told(?:\s\w{2,4})?|believes?|hope|guess|suspects?|if|whether|because|since|sure)"
    r"(?:\sthat)?\s*$",
    re.IGNORECASE,
)
_NAMING, _POINTING = ("called", "named"), ("it's", "its", "it is", "this is", "it’s")


# Made-up people, a magazine, and "will we miss …", which is a verb.
_MADE_UP = re.compile(
    r"(?:Bean|Holle|Beeton|Kipling|Motivator|Men|"
    r"Spock|Magazine|Doubtfire|Clean|Potato Head|Robot|Muscle|Universe|World|America|Meyer's|Dash|"
    r"Butterworth|Dalloway|Havisham|Bovary|Curie|Marple|Poppins|Tussaud|Twinkle|Coffee|Pepper|Ben's|Jemima|Sam|Remus|Bens|Claus|Christmas|Nature|Earth|T|Pibb|[A-Z](?!\w|\.)|Olympia|Peanut)\b|[A-Z]\.(?!\s?[A-Z])"
)
_INITIAL = re.compile(r"[A-ZÀ-Þ][\w'’-]+,?\s$")  # "Blanchard M. Lancet Neurol" has no Monsieur
_MISSING = re.compile(r"\b(?:we|will|would|i|you|they|to|not|can|could|may|might|don't|never|often)\s*$", re.IGNORECASE)


def _no_title(text: str, cue: re.Match[str]) -> bool:
    """Whether what looks like a title is none, or stands before nobody's name."""
    if cue[0].strip().lower() == "m." and _INITIAL.search(text[max(0, cue.start() - NEAR) : cue.start()]):
        return True
    missed = cue[0].strip().lower() == "miss" and _MISSING.search(text[max(0, cue.start() - 12) : cue.start()])
    return bool(missed or _MADE_UP.match(text, cue.end()))


def _tells_of_a_thing(text: str, cue: re.Match[str]) -> bool:
    """Whether what a cue announces is no person, by what stands before it."""
    head, said = text[max(0, cue.start() - NEAR) : cue.start()], " ".join(cue[0].lower().split()).strip(" :,\"'“")
    return bool((said in _NAMING and _THING.search(head)) or (said in _POINTING and _SUPPOSED.search(head)))


# "HOLLOWAY, Temperance", "SATO, HANAKO", to the end of a line or field.
_CAPITALS_COMMA = re.compile(
    r"[A-ZÀ-Þ][A-ZÀ-Þ'-]{1,29},\s[A-ZÀ-Þ][\w'-]{1,29}(?:\s[A-ZÀ-Þ]\.)?(?=\s*\n|\s{2}|[(;,.|]|$)"
)


def _after(text: str, place: int, *, ended: bool) -> Iterator[Identifier]:
    """Yield the name that begins at a place; `ended`: only where a comma or a stop follows."""
    if title := pattern_of(r"(?:{0}|(?i:dr|prof))\.?\s+", "title").match(text, place):
        place = title.end()
    if surname := _CAPITALS_COMMA.match(text, place):
        yield _named(*surname.span())
        return
    words = list(_NAME_WORD.finditer(text, place, min(len(text), place + NEAR)))
    if not words or words[0].start() != place:
        return
    end, count = _name_end(text, words, 0)
    if words[0][0] in _MONTH_NAMES:
        further, more = (
            _name_end(text, words, 1) if _GAP.fullmatch(text[words[0].end() : place + len(words[0][0]) + 1]) else (0, 0)
        )
        joined = (
            text[max(0, place - 2) : place].rstrip(" ")[-1:].isalpha()
        )  # "my son Will", not "for my son: Will he …"
        end, count = (further, more + 1) if more else (words[0].end(), 1 if ended or joined else 0)
    if count and (not ended or (text[end : end + 1] in ",.!?;" and len(text) > end + 1 and words[0].end() > place + 1)):
        yield _named(place, end)


def _before(text: str, place: int) -> Iterator[Identifier]:
    """Yield the name that stands right before a place, an age between them or not."""
    head = text[max(0, place - NEAR) : place]
    head = head.rstrip(" ,;:(|/\t\"'–-[=\n")
    head = _AGE.sub("", head).rstrip(" ,;:(|\t")
    head = _INITIAL_END.sub("", head)
    words = list(_NAME_WORD.finditer(head))
    if not words or words[-1].end() != len(head):
        return
    for at in range(max(0, len(words) - 5), len(words)):
        end, count = _name_end(head, words, at)
        if count and end == len(head):
            offset = max(0, place - NEAR)
            yield _named(offset + words[at].start(), offset + end)
            return


def _name_end(text: str, words: Sequence[re.Match[str]], at: int) -> tuple[int, int]:
    """Return where the name that begins with a word ends, and how many words it has (0: it is none)."""
    last = count = 0
    for n in range(at, min(at + 6, len(words))):
        word = words[n][0]
        if n > at and words[n - 1][0].endswith(("'s", "’s")):  # "Mrs Tan's NHS number"
            break
        if n > at and not _GAP.fullmatch(text[words[n - 1].end() : words[n].start()]):
            break
        if may_be_name(word) or (n > at and (word.capitalize() in _WORDS_TOO or (len(word) == 1 and word.isupper()))):
            last, count = n, n - at + 1
        elif n == at or word.lower() not in PARTICLES:
            break
    if not count:
        return 0, 0
    end = words[last].end()
    return (end - 2 if text[end - 2 : end] in ("'s", "’s") else end), count


def may_be_name(word: str) -> bool:
    """Whether a word has a name's form ("Lindqvist", "al-Rashidi", "d'Amico") and is no other word's."""
    capital = _JOINED.sub("", word)
    if _OF_MEDICINE.search(word):
        return False
    return capital[:1].isupper() and word.lower().removesuffix("'s") not in _common()


_OF_MEDICINE = re.compile(
    r"(?:itis|osis|a?emia|opathy|ectomy|plasty|cillin|azole|statin|sartan|tinib|oxacin|mycin|azepam|olol|thiazide|prazole|"
    r"gliptin|gliflozin|parin|xaban|triptan|pathy|algia|uria|rrh(?:o)?ea|ology|graphy|[^\W\d_]{3}[ts]ion|ergic|genic|ological"
    r"|itive|ative|cular|ular|lipoic|enoic|toxicity|ility|arrhythmia|cardial|pulmonary|inflammatory|nephropathy)$",
    re.IGNORECASE,
)
AGAIN = 4  # letters of a name that is looked for again


def named_again(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield the other places where a person's name stands that was found once: "Mr Abernathy … Abernathy's wife"."""
    told = {
        word[0].removesuffix("'s").removesuffix("’s")
        for one in found
        if one.kind is Kind.NAME
        for word in _NAME_WORD.finditer(text[one.start : one.end])
    }
    names = {word for word in told if len(word) >= AGAIN and may_be_name(word)}
    for word in _NAME_WORD.finditer(text) if names else ():
        plain = word[0].removesuffix("'s").removesuffix("’s")
        if plain in names:
            yield _named(word.start(), word.start() + len(plain))


_JOINED = re.compile(r"^(?:a[ldrnstz]|ash|el|d|l|m|n|ó|o|bin|abu)[-'’](?=[A-ZÀ-Þ])")


_WORDS_TOO = frozenset(["Can", "Will", "May", "Grace", "Rose", "Hope", "Joy", "Mark", "Bill", "An", "Do", "Son", "Man"])
_MONTH_NAMES = frozenset({"Will", "May", "April", "June", "August"})  # after a cue they are names


def _spoken_names(text: str) -> Iterator[Identifier]:
    """Yield names as dictation writes them: in small letters between a relative and what they do, or before one."""
    for found in pattern_of(
        r"\b(?i:my|his|her)\s(?:{0})\s([^\W\d_A-Z]{3,20}(?:\s[^\W\d_A-Z]{3,20})?)"
        r"(?=\s(?:she|he|who|born|was\sborn|dob|aged)\b)|\b([^\W\d_A-Z]{3,20})(?=\s(?:his|her)\s(?:{0})\b)"
        r"|(?<![\w.])([A-ZÀ-Þ][^\W\d_]{2,20})(?=,\s(?i:my|our)\s(?:{0})\b)",
        "relative",
    ).finditer(text):
        group = found.lastindex or 0
        if not set(found[group].lower().split()) & _common():
            yield _named(*found.span(group))


# Dictated or typed without capitals: "mrs lindqvist holm is", "im jon snowdon dob 12 07 88"; "NAME: SATO, HANAKO".
_LOWER_WORD = r"[^\W\d_A-ZÀ-Þ](?:[^\W\d_A-ZÀ-Þ]|['’-](?=\w)){2,20}"
_LOWER = rf"{_LOWER_WORD}(?:\s{_LOWER_WORD}){{0,2}}"
# One name alone, beside an identifier and what only persons do, have or are called.
_DOES = (
    r"rang|phoned|called|asked|asks|wants|says|said|texted|emailed|e-mailed|lives|(?:was|is)\sborn|can\sbe\sreached|needs|thinks|worries|"
    r"again|here|aged|age\s\d|is\s\d|is\smy|bhai|ji|didi|aunty|uncle|amca|teyze|abla|bey|hanım|refused|refuses|takes|drinks|eats|feels|weighs|sleeps|and\sher|and\shis|x\b"
)
_IS_CALLED = r"known\sas|aka|a\.k\.a\.|prefers|goes\sby|nicknamed|twins|brothers|sisters|siblings"
_TOWARDS = (
    r"call|ring|text|phone|contact|reach|tell|met|meet|see|saw|did|dear|about|behalf\sof|spoke\sto|speak\sto|spoke\swith|ask|asked|"
    r"name\s(?:is|was)|named|called|sounded\slike|got|for\smy\sfriend|text\sfrom|message\sfrom|call\sfrom|ok\sfor|safe\sfor"
)
_NO_EPONYM = pattern_of(r"(?!\s?(?:{0})\b)", "of eponyms").pattern
_LONE = (
    rf"(?<![\w'’-])({NAME_WORD})(?=,?\s(?:{_DOES})\b)",
    rf"(?<![\w'’-])({NAME_WORD})(?=['’]s\s[a-z]){_NO_EPONYM}",
    rf"(?:\b(?i:{_TOWARDS}|{_IS_CALLED})|(?:^|\n)(?i:re|from|to|subject|attn|@\w+):?)"
    rf"\s(?:back\s|with\s|her\s|him\s)?({NAME_WORD})(?!\w|['’-]\w|\s[{UPPER}])",
    rf"[\"“(\[]({NAME_WORD})[\"”)\]](?=\s(?:{NAME_WORD}|\+?\(?\d))",
    rf"(?<![\w'’-])({NAME_WORD})(?=\s(?:and|&)\s(?:{NAME_WORD})(?:\s{NAME_WORD}|,\s(?:dob|born|mrn)\b))",
)
# In small letters between what announces a person and an identifier, or at a line's beginning right before one.
_ANNOUNCES = re.compile(
    r"(?:^|\n|[.?!]\s|\b(?:pt|pat|patient|re|call|ring|text|for|with|seen|consult|name|is|its|it's|dad|mum|mom|wife|husband|son|"
    r"daughter|mrs?|ms|miss|thanks|cheers|regards|im|i'm|i\sam|bed\s\d{1,2}|room\s\d{1,2})[:,.]?\s)$"
)


def _small_name(text: str, place: int) -> tuple[int, int] | None:
    """Return where a name of two words or three in small letters stands that ends right before a place."""
    head = text[max(0, place - NEAR) : place]
    run = re.search(rf"((?:{_LOWER_WORD}\s){{0,3}}{_LOWER_WORD})(?:\s(?:again|here))?[\s,.;:(/|?–-]{{1,3}}$", head)
    if not run:
        return None
    words = list(re.finditer(r"\S+", run[1]))
    known = [n for n, word in enumerate(words) if word[0] in _common() or _OF_MEDICINE.search(word[0])]
    first = max(known, default=-1) + 1
    if not 2 <= len(words) - first <= 3 or not _ANNOUNCES.search(head[: run.start(1) + words[first].start()]):
        return None
    start = place - len(head) + run.start(1)
    return start + words[first].start(), start + words[-1].end()


def _lone_names(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    for form in _LONE:
        for one in re.finditer(form, text):
            if is_whole_name(one[1]) and not one[1].isupper():
                yield _named(*one.span(1))
    for known in found:
        if known.kind is not Kind.NAME:
            behind = re.compile(rf"(?:,|\sis|\s-|\]|:)\s({NAME_WORD})(?=,|\s-\s|\.?\s*$|\.?\n)").match(text, known.end)
            if behind and is_whole_name(behind[1]) and not behind[1].isupper():
                yield _named(*behind.span(1))
            if small := _small_name(text, known.begun):
                yield _named(*small)


_ITS_NUMBER = (
    r"(?=,?\s(?:and\s)?(?:(?:my|her|his|the)\s)?(?:dob|d\.o\.b|born|birthday|birth ?date|"
    r"date of birth|mrn|hosp|hospital (?:no|number|id)|nhs|ssn|phone|number|tel|address|email|e-mail|record|chart|"
    r"insurance|passport)\b)"
)
_OF_SOMEBODY = (
    r"(?:scans?|pics?|photos?|reports?|labs?|letter|mri|ct|x-?ray|echo|ecg|ekg|eeg|emg|dexa|psg|spirometry|holter|referral|discharge|results?|bloods?|biopsy|"
    r"histology|pathology|chart|wound|rash|consent|befunde?|arztbrief|laborwerte|informe|analitica|ordonnance|bilan|"
    r"referto|esami|wyniki)"
)
_FILED = r"([A-ZÀ-Þ][^\W\d_]{2,30}[_-][A-ZÀ-Þ][a-zß-ÿ]{2,30})"
_PLAINLY = (
    re.compile(rf"\bmrs?\.?\s({_LOWER}?)(?=\s(?:is|in|was|has|who|she|he|takes|took|bed|room|dob|born|wants|needs)\b)"),
    re.compile(
        rf"\b(?:im|i'm|i am|my name is|my name'?s|name is|this is|pt|pat|p[aitent]{{5,6}})\s({_LOWER}?){_ITS_NUMBER}"
    ),
    re.compile(
        rf"\bname(?:'s|\sis)\s({_LOWER_WORD}\s{_LOWER_WORD})(?=,?\s(?:spelled|spelt|and\s(?:i|my|she|he)|born|aged|i'm|im)\b)"
    ),
    re.compile(
        r"(?<![\w])([A-ZÀ-Þ][a-zß-ÿ]{2,20}[A-ZÀ-Þ][a-zß-ÿ]{2,20})[_-]"
        r"(?i:befunde?|arztbrief|discharge|referral|consent|chart|biopsy|mri|ct|echo|e[ce]g|ekg|wound|rash)[\w-]{0,20}\.[a-z]{3,4}\b"
    ),
    re.compile(
        r"(?i:^|\n)(?i:hi|hiya|hello|hey|good (?:morning|evening|afternoon))"
        r"(?:\s(?:all|team|everyone|there|again))?[\s,!.]{1,3}"
        r"([A-ZÀ-Þ][\w'’-]{1,20}(?:\s(?:(?:de|van|von|der|da|del|di|la|le|el|al|bin)\s){0,2}[A-ZÀ-Þ][\w'’-]{1,20}){0,2})"
        r"(?=\s(?:here|again)\b)"
    ),
    re.compile(
        r"(?<!\w)(?:IMG|Img|SCAN|Scan|PHOTO|Photo|FOTO|Foto)[_-]([A-ZÀ-Þ][^\W\d_]{2,30}[_-][A-ZÀ-Þ][a-zß-ÿ]{2,30})(?=[_.-])"
    ),
    # of a file that is somebody's: "scan_Delgado_Ana_MRI.pdf", "Thibault_Remy_labs.pdf"
    re.compile(
        rf"(?<![\w/])(?i:{_OF_SOMEBODY})[_-]{_FILED}(?=[_.-])|"
        rf"(?<![\w/]){_FILED}[_-](?i:{_OF_SOMEBODY})[\w-]{{0,20}}\.[a-z]{{3,4}}\b"
    ),
    re.compile(r"\b(?i:it'?s|it is|its only)\s([A-ZÀ-Þ][a-zß-ÿ'’-]{1,20})(?=\s(?:again|here)\b)"),
    re.compile(r"\b(?:again|here|me)\s\(([A-ZÀ-Þ][\w'’-]{1,20}\s[A-ZÀ-Þ][\w'’-]{1,20})\)"),
    re.compile(r"\bNAME\s?[:=]\s{0,3}([A-ZÀ-Þ'-]{2,30}[,^]\s?[A-ZÀ-Þ'-]{2,30}(?:\s[A-ZÀ-Þ]\.?)?)(?![\w.])"),
    # of a chat that was exported: "[12/03, 08:41] Nomvula Dlamini: …"
    re.compile(
        r"(?:^|\n)\[?\d[\d/.,: -]{6,24}(?:[AaPp][Mm])?(?:\]| -)\s"
        r"([A-ZÀ-Þ][\w'’-]{1,20}(?:\s[A-ZÀ-Þ][\w'’-]{1,20}){0,2})(?=:)"
    ),
    re.compile(r"\b(?i:i'?m|i am)\s([A-ZÀ-Þ][a-zß-ÿ'’-]{1,20})(?=\s(?:btw|lol|here|again)\b|\s?[:;]-?\))"),
    re.compile(r"\b(?i:initials|init\.)[\s:]{1,2}((?:[A-ZÀ-Þ]\.?[ ]?){2,4})(?!\w)"),
    re.compile(r"(?<![\w.])((?:[A-Z]\.\s?){2,3})(?=,?\s\(?(?:born|DOB|dob|geb\.|née?|\*)\s?\d?)"),
)
_ITS_RECORD = (
    r"(?:file|chart|record|mrn|dob|date of birth|hospital (?:number|no)|hosp no|notes|inr|bloods|labs|wristband)"
)
# "QUINTERO, MARISOL  03/17/1988", "BELLWEATHER Ingrid 7719034": of forms, labels and wristbands.
_SURNAME_FIRST = re.compile(
    r"(?<![\w.])([A-ZÀ-Þ][A-ZÀ-Þ'-]{2,29}(?:,\s[A-ZÀ-Þ][\w'-]{2,29}(?:\s[A-ZÀ-Þ]\.?)?|\s[A-ZÀ-Þ][a-zß-ÿ]{2,29}))(?=[\s,;|(]{1,3}(?:[\d#*]|(?i:dob|born|geb|mrn|acc|lab|nhs|id)\b))"
)
# "Delacroix, Noemie (1988-11-23)": where a line or sentence begins.
_SURNAME_COMMA = re.compile(
    r"(?:^|(?<=[\n:])|(?<=[.:]\s))([A-ZÀ-Þ][\w'’-]{2,29},\s[A-ZÀ-Þ][\w'’-]{2,29}(?:\s[A-ZÀ-Þ]\.?)?)"
    r"(?=\s?[\s,;(\[]\s?(?:(?i:dob|born|geb|b)[.:]?\s{0,2})?\*?\d{1,4}[./-]\d)"
)


# A name of two words or more, beside what a person is or does here; what public persons do too ("takes") is left out.
_CAPITAL, _WHOLE = NAME_WORD, WHOLE_NAME
_ASKER = (
    r"(?:user|caller|customer|resident|visitor|volunteer|donor|tenant|inmate|detainee|enquirer|requester|applicant)"
)
_SAYS = r"(?:wrote|writes|called|rang|phoned|asked|asks|e-?mailed|texted|messaged|wants|left)"
_TAKEN = r"(?:specimen|sample|bloods?|swab|urine|biops(?:y|ies)|tubes?|appointment|booking)"
_HEARD = r"(?:voicemail|message|call|text|sms|phone call|e-?mail|note)"
_PLACE = r"(?:bed|room|rm|cubicle|bay|chair|cot|incubator|side ?room|lit|zimmer|bett|cama|säng|łóżko)"
# "Black Cohosh", "Holy Basil", "Acute Pancreatitis": no person's name begins with these.
_NEVER_FIRST = frozenset(words_of("never first").split("|"))
_SEEN = (
    r"(?:saw|seen|seeing|reviewed|examined|admitted|clerked|met|treating|referred|discharged|consented|counselled|triaged|"
    r"visited|discussed|caring for|looking after)"
)
_ACTS_FOR = r"(?:poa|power of attorney|behalf|advocate|advocating|guardian|proxy|appointee|carer|caregiver|executor)"
_FOR_WHOM = r"(?:referral|handover|transfer|admission|discharge|triage|callback|home visit)"
_YEARS = r"\d{1,3}\s?-?(?:y/?o|yrs?[ -]old|years?[ -]old|y[ -]o)"
_REPORTS = (
    r"(?:reports?|denies|states|c/o|complains|presents|presented|tolerat\w+|endorses|admits|says|declined|refuses?|takes|took|drinks|"
    r"fasts|eats|started|stopped)"
)
_ENDING = (
    r"(?:(?:kind|best|warm|many)?\s?(?:regards|wishes|thanks)|(?:yours )?(?:sincerely|faithfully|truly)|cheers|love|"
    r"(?:\w+ ){0,3}gr(?:ü|ue)(?:ß|ss)en?|mfg|lg|cordialement|salutations|saludos|atentamente|abra[çz]os?|"
    r"atenciosamente|saluti|groet(?:en|jes)?|hälsningar|hilsen|pozdrawiam|с уважением)"
)
_ROLES = (
    r"\b((?!(?i:some|any|every)|(?:the|that|this|one|man|woman|lady|guy|boy|girl|person|people|those|she|he|and)\b)"
    r"[^\W\d_]{3,20})(?=\s(?:who\sis|who's)\smy\s(?:{0})\b)",
    rf"(?<!\w)({_WHOLE}),\s(?i:(?:my|our)\s(?:\w+\s)?(?:{{0}})|the\s(?:\w+\s)?"
    rf"(?:lady|man|woman|guy|bloke|chap|boy|girl|person|gentleman|{{0}})"
    rf"\s(?:i|we|next|upstairs|downstairs|across|opposite)\b)",
    rf"(?i:\bthe\s(?:lady|man|woman|boy|girl|gentleman|patient)\b)[^.,;\n]{{0,30}},\s({_WHOLE})(?=,)",
    rf"(?:^|(?<=[.!?\n]\s)|(?<=\n))({_CAPITAL})(?=,\s(?i:my|our)\s(?:{{0}})[,)])",
    rf"(?<!\w)({_CAPITAL}(?:\s{_CAPITAL})?)(?=['’]s\s(?i:{_ITS_RECORD})\b)",
    rf"(?i:\b{_ASKER})\s({_WHOLE})(?=\s{_SAYS}\b)",
    rf"(?i:\b(?:pt|pat|patient|client|resident)\b)\.?\s({_CAPITAL}(?:\s{_CAPITAL}){{0,2}})(?=\s(?:{_REPORTS}|{_SAYS})\b)",
    rf"(?i:\b{_TAKEN}\s(?:for|of)|\b{_HEARD}\sfrom)\s({_WHOLE})(?![\w']|\set\sal)",
    rf"(?<!\w)({_CAPITAL}(?:\s{_CAPITAL}){{0,2}})(?=\s(?:in|of|from|on)\s(?:the\s)?(?i:{_PLACE}|ward)\s?\d)",
    rf"(?<!\w)({_CAPITAL}(?:\s{_CAPITAL}){{0,2}})(?=\s?\((?i:my|our)\s(?:\w+\s)?(?:{{0}})[,)])",
    rf"(?<!\w)({_WHOLE})(?=,?\s\(?(?i:aged|age)\s\d{{1,3}}\b)",
    rf"(?i:\b{_PLACE})\s?\d{{1,3}}[a-z]?[\s:,–-]{{1,3}}[\"“]?({_CAPITAL},\s[A-ZÀ-Þ]\.|{_WHOLE})(?!\w)",
    rf"(?i:\b{_PLACE})\s?\d{{1,3}}[a-z]?[\s:,–-]{{1,3}}[\"“]({_CAPITAL})[\"”]",
    rf"(?:\b{_SEEN}|(?:^|(?<=[.!?\n]\s)|(?<=\n))(?i:{_SEEN}))\s(?:with\s)?(?:little\s|old\s|poor\s|young\s)?({_WHOLE})(?!\w|'s|’s|\s[A-Z]|,?\set\sal|\s?[\[(]?\d{{4}})",
    rf"(?i:\b{_ACTS_FOR}\s(?:for|of)\s|\b{_FOR_WHOM}(?:\sfor|\sof)?[:\s]\s?)({_WHOLE})(?!\w|,?\set\sal)",
    rf"(?i:\b{_YEARS})\s({_WHOLE})(?=\s?[,(]|\s[a-z])",
    rf"(?<!\w)({_WHOLE})(?=,?\s\(?(?:(?i:{_YEARS})|\d{{2}}\s?[FM]\b))",
    rf"(?i:\b(?:my|our)\s[\w:.]{{2,12}}(?:\s\w{{2,12}})?),\s({_WHOLE})(?=,\s(?:has|had|is|was|takes|who|asked|wants|came)\b)",
    rf"(?i:\b(?:{{0}})\s?=\s?)({_CAPITAL}(?:\s{_CAPITAL}){{0,2}})(?=[,.;\n]|$)",
    rf"(?i:\b(?:{{0}})\s?\()\s?({_WHOLE})(?=\s?[),])",
    rf"(?i:^|\n)(?i:hi|hello|hey|hiya)[,!]?\s(?!Evigraph)({_CAPITAL})(?=\s(?:from|writing)\s)",
    rf"(?i:\b{_ENDING})(?:[,.!]?[ \t]*\n\s*|,\s)({_WHOLE})(?=\s*(?:[\n,]|$))",
)


def _in_a_role(text: str) -> Iterator[Identifier]:
    """Yield names that stand beside what a person is to the writer, or has on a ward: "bed 4 Cullen, R."."""
    for form in _ROLES:
        for found in pattern_of(form, "relative").finditer(text):
            words = re.split(r"[\s,]+", found[1].removesuffix("."))
            if words[0].lower() in _NEVER_FIRST:
                continue
            if all(may_be_name(word.capitalize()) or len(word) < len("II.") for word in words):
                yield _named(*found.span(1))


def _plain_names(text: str) -> Iterator[Identifier]:
    """Yield names that stand in a fixed form."""
    for pattern in _PLAINLY:
        for found in pattern.finditer(text):
            group = found.lastindex or 0
            words = {word.lower() for word in re.split(r"[\s_-]", found[group])} - PARTICLES
            if not words & _common():
                yield _named(found.start(group), found.start(group) + len(found[group].rstrip()))


def _named(start: int, end: int) -> Identifier:
    return Identifier(start, end, Kind.NAME, start)
