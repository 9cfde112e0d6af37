"""Questions as tests put them: a statement that is true or false, or a stem with options, however they were pasted.

Pure, and linear in the length of the text. `read_exam` returns None for every other question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kgcore.reasoning.statements import StatementQuestion, Unanswerable, read_statement
from kgcore.reasoning.stems import as_interaction

LONGEST = 6_000  # characters of a question that are read as a test
MOST_OPTIONS = 12
_RUN_TOGETHER = re.compile(r" (?=[•·○▪] \S)")  # bullets whose lines a platform joined
_FIRST_DASH = re.compile(r"(?<=[?:]) (?=[-*] \S)")
_NEXT_DASH = re.compile(r" (?=[-*] \S)")
_BOX = re.compile(r"\s*(?:\[[ xX]?\]|[☐□☑❑])\s*(?=\w)")  # boxes to be ticked
_SPACE = re.compile(r"[^\S\n]+")


class Role(StrEnum):
    """What an option says of the others."""

    NAMED = "named"  # something of its own: a name or a statement
    ALL = "all"
    NONE = "none"
    SOME = "some"  # "both A and B"
    OPEN = "open"  # "cannot be told"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Option:
    """An option by its label ("A"); `of` are the labels that one like "both A and B" speaks of."""

    label: str
    text: str
    role: Role = Role.NAMED
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """Which option? `stem` without its negation; `negative`: the one that does not fit is asked for.

    `several`: more than one option may be right.
    """

    stem: str
    options: tuple[Option, ...]
    negative: bool = False
    several: bool = False

    @property
    def named(self) -> tuple[Option, ...]:
        """The options that say something of their own."""
        return tuple(o for o in self.options if o.role is Role.NAMED)


ExamQuestion = StatementQuestion | ChoiceQuestion | Unanswerable

EMPTY_OPTION = "Option {} is empty. Please send the question with words for every option."
ALIKE = "Options {} and {} are the same. Please send the question with options that differ."
TWO_QUESTIONS = "These are two questions in one. Please send one question at a time, each with its own options."
TOO_MANY = f"That is more than {MOST_OPTIONS} options. Please send fewer at a time."
NO_STEM = "There are options here, but no question. Please send the question with them."


def read_exam(text: str) -> ExamQuestion | None:
    """Return what a text asks as tests ask it; None where it is no such question."""
    if len(text) > LONGEST:
        return None
    plain = _plain(text)
    return _choice(plain) or read_statement(without_leads(plain))


def _plain(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = "".join(c if c.isprintable() or c == "\n" else " " for c in lines)
    shown = shown.translate(str.maketrans("’‘“”", "''\"\"")).replace("**", "").replace("__ ", "___ ")
    lines = "\n".join(_SPACE.sub(" ", line).strip() for line in shown.split("\n")).strip()
    if len(_BOX.findall(lines)) > 1:
        return _BOX.sub("\n- ", lines)
    if "\n" in lines:
        return lines
    first = _FIRST_DASH.search(lines)
    if first is not None:
        lines = lines[: first.start()] + _NEXT_DASH.sub("\n", lines[first.start() :])
    return _RUN_TOGETHER.sub("\n", lines)


# ── options ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_LABEL = r"(?:[A-La-l]|1[0-2]|[1-9]|iii|ii|iv|vi|i|v)"
_MARKS = tuple(
    re.compile(p)
    for p in (
        rf"(?<![\w(])[(\[]({_LABEL})[)\]][.:]?(?= |\n|\w)",  # (A) [A]
        rf"(?<![\w(-])({_LABEL})(?:[)](?= |\n|\w)|/(?= ))",  # A) A/
        rf"(?:(?<=^)|(?<=[\n?:.,;!] )|(?<=[\n?:;,])|(?<= ))({_LABEL})\.(?=[ \n])",  # A.
        rf"(?:(?<=^)|(?<=[\n?:.,;] )|(?<=\n))(?:option |choice |answer )?({_LABEL}) ?[:=–—-](?=[ \n])",  # A: A -
        r"(?<= )([A-L1-9])[:=](?= \S)",  # A: saffron B: lutein
        rf"(?:(?<=[\n ][-*•] )|(?<=\n[-*•]))({_LABEL}) ?[:=](?= )",  # - A:
        r"(?<= )([1-9]) [–—-](?= \S)",  # 1 - zinc 2 - melatonin
        rf"(?<!\w)(?i:option|choice|answer) ({_LABEL})[:.)]?(?= )",
    )
)
_BARE = re.compile(r"(?<= )([A-L])(?= \S)")  # "… osteoporosis? A calcium B caffeine C alliin"
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
_BULLET = re.compile(r"^[-*•–·○▪] *(\S.*)$")


@dataclass(frozen=True, slots=True)
class _Marked:
    rank: int
    style: str
    label: str
    start: int
    end: int


def _choice(text: str) -> ChoiceQuestion | Unanswerable | None:
    chain = _longest_chain(text)
    if len(chain) >= 2:
        parts = _parts(text, chain)
        options, rest = parts
        stem = text[: chain[0].start].strip()
        if not stem.strip(" :-.\n") or not re.search(r"\w", stem):
            stem = rest
        if _begins_again(text, chain):
            return Unanswerable(TWO_QUESTIONS)
    else:
        stem, options = _unlabelled(text)
    if not options:
        return None
    return _checked(stem, options)


def _longest_chain(text: str) -> list[_Marked]:
    """Return the longest run of labels in their order, of one style: read from its end, so that it is linear."""
    best: list[_Marked] = []
    for pattern in _MARKS:
        found = [m for one in pattern.finditer(text) for m in _readings(one)]
        chain = _chained(found)
        if len(chain) > len(best) and (len(chain) > 2 or _is_listed(text, chain)):
            best = chain
    return best or _bare_chain(text)


def _bare_chain(text: str) -> list[_Marked]:
    """Return labels that are letters alone: three or more, behind a question mark or a colon."""
    chain = _chained([m for one in _BARE.finditer(text) for m in _readings(one) if m.style == "A"])
    return chain if len(chain) > 2 and text[: chain[0].start].rstrip(" ").endswith(("?", ":")) else []


def _readings(found: re.Match[str]) -> list[_Marked]:
    """Return what a label can be: "i" is a letter and a Roman one."""
    label, made = found[1], []
    if label.isdigit():
        made.append(_Marked(int(label) - 1, "1", label, found.start(), found.end()))
    if len(label) == 1 and label.isalpha():
        rank = ord(label.lower()) - ord("a")
        made.append(_Marked(rank, "A" if label.isupper() else "a", label.upper(), found.start(), found.end()))
    if label.lower() in _ROMAN:
        made.append(_Marked(_ROMAN.index(label.lower()), "i", label.lower(), found.start(), found.end()))
    return made


def _chained(found: Sequence[_Marked]) -> list[_Marked]:
    following: dict[tuple[str, int], tuple[int, _Marked]] = {}  # by style and rank: the nearest behind, and its run
    after: dict[_Marked, _Marked] = {}
    best: tuple[int, _Marked] | None = None
    for mark in reversed(found):
        length, behind = following.get((mark.style, mark.rank + 1), (0, None))
        if behind is not None:
            after[mark] = behind
        following[mark.style, mark.rank] = (length + 1, mark)
        if mark.rank == 0 and (best is None or length + 1 > best[0]):
            best = (length + 1, mark)
    chain: list[_Marked] = []
    link: _Marked | None = best[1] if best else None
    while link is not None:
        chain.append(link)
        link = after.get(link)
    return chain


def _is_listed(text: str, chain: Sequence[_Marked]) -> bool:
    """Whether two labels mark options: both begin a line, or a question or a colon stands before the first."""
    if len(chain) < 2:
        return False
    before = text[: chain[0].start].rstrip(" ")
    lines = all(m.start == 0 or text[m.start - 1] == "\n" for m in chain)
    return lines or before.endswith(("?", ":", "\n", ".")) or bool(re.search(r"\bwhich\b", before, re.I))


def _begins_again(text: str, chain: Sequence[_Marked]) -> bool:
    """Whether labels begin anew before or behind the options, so that there is a second question."""
    again = [
        m
        for pattern in _MARKS
        for one in pattern.finditer(text)
        for m in _readings(one)
        if m.rank == 0 and m.style == chain[0].style and not chain[0].start <= m.start < chain[0].end
    ]
    questions = re.findall(r"\?(?=\s|$)", text)
    return (bool(again) and len(questions) > 1) or len(again) > 2


def _parts(text: str, chain: Sequence[_Marked]) -> tuple[list[tuple[str, str]], str]:
    """Return the options as (label, words), and what stands behind the last one."""
    ends = [*(m.start for m in chain[1:]), len(text)]
    said = [text[m.end : end] for m, end in zip(chain, ends, strict=True)]
    last, rest = said[-1], ""
    if "\n" in last.strip():
        last, _, rest = last.strip().partition("\n")
    elif found := re.search(r"(?:[.;–—-]|\s{2,}) ?((?:which|what|who|select|choose|pick)\b[^?]*\?)\s*$", last, re.I):
        last, rest = last[: found.start()], found[1]
    said[-1] = last
    return [(m.label.upper(), _trimmed(words)) for m, words in zip(chain, said, strict=True)], rest.strip()


_TRAILING = re.compile(
    r"\s*\(?(?:answer|your answer|correct answer|please (?:answer|explain|choose|select)|explain"
    r"|why)\b[^.]*[:?.]?\)?\s*$",
    re.I,
)


def _trimmed(words: str) -> str:
    said = " ".join(words.split())
    said = _TRAILING.sub("", said) if re.search(r"[.;]\s|\n", words) or said.lower().endswith("answer:") else said
    said = re.sub(r"(?:,|;)?\s+(?:and|or|[-*•])$", "", said.rstrip(" ;,"))
    return said.strip(" .;,\"'?")


_ASKS_WHICH = re.compile(r"\b(?:which|what)\b[^?:\n]*\b(?:of (?:these|those|the following|them)|following)\b", re.I)
_LISTED = re.compile(
    r"^(.*?(?:which|what)\b[^:\n]*)(?:\?|:|\? *(?:options|choices|answers):)\s*([^?\n]+)\??$", re.I | re.S
)


def _unlabelled(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return stem and options where these stand in bullets, on lines or in a list behind "which of these"."""
    lines = [line for line in text.split("\n") if line]
    asks = lines and (re.search(r"\b(?:which|what)\b|_{2,}|\.\.\.", lines[0], re.I) or _LEADS.match(lines[0]))
    if not asks:
        return "", []
    bullets = [_BULLET.match(line) for line in lines[1:]]
    if len(bullets) > 1 and all(bullets):
        return lines[0], _lettered([b[1] for b in bullets if b])
    if len(lines) > 2 and _ASKS_WHICH.search(lines[0]) and all(len(line) < 200 for line in lines[1:]):
        return lines[0], _lettered(lines[1:])
    if (row := _OF_A_ROW.match(text)) and len(said := _in_list(row[1])) > 1:
        return row[2], _lettered(said)
    found = _LISTED.match(text) if _ASKS_WHICH.search(text) and len(lines) <= 2 else None
    if found:
        said = _in_list(found[2])
        if len(said) > 1 and all(said):
            return found[1], _lettered(said)
    return "", []


# "Of A, B and C, which one inhibits …?"; which has the best evidence is weighed elsewhere.
_OF_A_ROW = re.compile(
    r"^(?:of|among|out of|from) ([^?:]{3,200}?),"
    r" (which(?: one)? (?![^?]*\b(?:best|better|strong|most|more)\w*\b)[^?]+\?)$",
    re.I,
)


def _in_list(words: str) -> list[str]:
    return re.split(r"\s*[;/|]\s*|\s*,\s*(?:or |and )?|\s+(?:or|and)\s+", words.strip(" ."))


def _lettered(said: Sequence[str]) -> list[tuple[str, str]]:
    return [(chr(ord("A") + n), _trimmed(words)) for n, words in enumerate(said[: MOST_OPTIONS + 1])]


def _checked(stem: str, said: Sequence[tuple[str, str]]) -> ChoiceQuestion | Unanswerable:
    if len(said) > MOST_OPTIONS:
        return Unanswerable(TOO_MANY)
    if empty := next((label for label, words in said if not re.search(r"\w", words)), None):
        return Unanswerable(EMPTY_OPTION.format(empty))
    seen: dict[str, str] = {}
    for label, words in said:
        key = re.sub(r"\W+", " ", words.casefold()).strip()
        if key in seen:
            return Unanswerable(ALIKE.format(seen[key], label))
        seen[key] = label
    if not re.search(r"\w{2}", stem):
        return Unanswerable(NO_STEM)
    labels = [label for label, _ in said]
    options = tuple(_option(label, words, labels) for label, words in said)
    plain, negative = positive_stem(as_interaction(_bare_stem(stem)))
    several = bool(_SEVERAL.search(stem)) and not any(o.role in (Role.ALL, Role.SOME) for o in options)
    return ChoiceQuestion(plain, options, negative, several)


# ── what options say of each other ──────────────────────────────────────────────────────────────────────────────────

_OTHERS = r"(?:the )?(?:above|below|these|them|those|following|options?|answers?|choices?|listed)"
_ALL = re.compile(
    rf"(?:all|both|every one|each)(?: (?:three|four|five|two))?(?: of)?(?: {_OTHERS})*"
    rf"(?: (?:are|is) (?:correct|right|true))?|(?:everything|all) (?:above|listed)",
    re.I,
)
_NONE = re.compile(
    rf"none(?: of)?(?: {_OTHERS})*(?: (?:are|is) (?:correct|right|true))?|neither(?: of (?:these|them|the above))?"
    rf"|no(?:t any| one)? of (?:the above|these|them)|nothing(?: (?:above|listed)| of the (?:above|kind))?"
    rf"|no correct (?:answer|option)|not (?:listed|any of (?:these|the above|them))|no (?:option|answer) (?:is"
    rf"|listed).*",
    re.I,
)
_OPEN = re.compile(
    r"(?:it )?(?:can ?not|can't|could not) be (?:determined|decided|told|answered|known|said).*"
    r"|(?:there is )?(?:not enough|insufficient|no) (?:information|evidence|data|info).*"
    r"|i (?:do not|don't) know|(?:it is )?(?:unknown|unclear|uncertain|undetermined|not known|undecidable)|not sure"
    r"|maybe|unsure|(?:it is )?not (?:clear|certain)",
    re.I,
)
_YES = re.compile(r"(?:yes|true|correct|right|it (?:is|does))(?:,.*)?", re.I)
_NO = re.compile(r"(?:no|false|incorrect|wrong|not true|it (?:is|does) not)(?:,.*)?", re.I)
_LABELS = re.compile(
    rf"(both |neither |only |options? |answers? )*({_LABEL}(?:(?:, ?| and | & |, and | or | nor |, or ){_LABEL})+)"
    r"(?: only| (?:are|is) (?:correct|right|true))?",
    re.I,
)


_LETTERED = re.compile(rf"[(\[]({_LABEL})[)\]]")  # "both (A) and (B)"


def _option(label: str, words: str, labels: Sequence[str]) -> Option:
    if _ALL.fullmatch(words):
        return Option(label, words, Role.ALL)
    if _NONE.fullmatch(words):
        return Option(label, words, Role.NONE)
    if _OPEN.fullmatch(words):
        return Option(label, words, Role.OPEN)
    if _YES.fullmatch(words):
        return Option(label, words, Role.YES)
    if _NO.fullmatch(words):
        return Option(label, words, Role.NO)
    if found := _LABELS.fullmatch(_LETTERED.sub(r"\1", words)):
        of = tuple(o.upper() for o in re.findall(rf"(?<!\w){_LABEL}(?!\w)", found[2]))
        if all(o in labels and o != label for o in of):
            return Option(label, words, Role.NONE if words.lower().startswith("neither") else Role.SOME, of)
    return Option(label, words)


_SEVERAL = re.compile(r"\b(?:select|choose|mark|pick|tick|check) all\b|\ball that apply\b|\bone or more\b", re.I)
_LEADS = re.compile(
    r"^(?:(?:exam |test |quiz )?(?:question|q|mcq|quiz)\s*\d*\s*[:.)–—-]\s*"
    r"|\d{1,3}[.)]\s+|multiple[- ]choice(?: question)?s?\s*[:.]?\s*"
    r"|(?:please )?(?:choose|select|pick|mark|tick) (?:the )?(?:one\b ?)?(?:(?:best|correct|right|single) )?"
    r"(?:(?:answer|option)s?)?(?: all)?(?: (?:that|which) appl(?:y|ies))?\s*[:.]\s*"
    r"|(?:hi|hello|hey)(?: \w+)?[,!.]\s*|(?:quick )?(?:quiz|exam|test)(?: question| time)?\s*[:!.]\s*)+",
    re.I,
)
_TAILS = re.compile(
    r"(?:[\s(]*(?:(?:select|choose|pick|mark|tick|check)\b[^.?]*|options?|choices|(?:possible )?answers?"
    r"|all that apply|one answer)[\s.:)]*)+$",
    re.I,
)


def without_leads(text: str) -> str:
    """Return a question without "Q1:", "multiple choice:" and their like before it."""
    return _LEADS.sub("", text)


def _bare_stem(stem: str) -> str:
    said = _LEADS.sub("", " ".join(stem.split())).replace("a(n)", "a")
    shorter = _TAILS.sub("", said).strip()
    return (shorter if re.search(r"\w{2}", shorter) else said).strip(" :-–—\"'")


_EXCEPT = re.compile(
    r",?\s*\b(?:except(?: for)?|but(?: not| one|(?= which\W*$))|other than|apart from)\b[\s.;,]*"
    r"(?:which(?: one| is it)?|one|for)?[\s:?.,_]*$",
    re.I,
)
_NOT = re.compile(
    r"(?<!\bbut )\b(?:is|are|was|were|does|do|did|can|may|has|have|should|would)(?:n't| not)\b(?! only)|\bcannot\b"
    r"|(?<!\bbut )(?<!\bbut is )\bnot\b(?! only)",
    re.I,
)
_NOT_ONE = re.compile(r"\bwhich (?:one )?of (?:the following|these|those)(?: \w+)? (?:fails? to|never|lacks?)\b", re.I)
_LEAST = re.compile(
    r"\s*\b(?:(?:is |are )?(?:the )?least (?:likely|probabl[ey]|often|commonly)|(?:is |are )?unlikely)(?: to)?\b", re.I
)
_UNTRUE = re.compile(r"\b(?:false|incorrect|untrue|wrong|inaccurate)\b", re.I)
_ABOUT_STATEMENTS = re.compile(
    r"\b(?:statements?|claims?|sentences?|assertions?|following|these|ones?)\b.*\b(?:true|correct|false|incorrect|"
    r"untrue|wrong|accurate|inaccurate|right|supported|holds?)\b|\b(?:true|correct|false|incorrect|untrue|wrong|"
    r"accurate|inaccurate) (?:statement|claim|sentence|one)s?\b"
    r"|\b(?:which|what) (?:is|are) (?:the )?(?:true|correct|right|accurate|false|incorrect|untrue|wrong)\W*$",
    re.I,
)


def asks_for_statements(stem: str) -> bool:
    """Whether the options of a stem are statements of their own: "which of these is true?"."""
    return _ABOUT_STATEMENTS.search(stem) is not None and len(stem.split()) <= 18


def positive_stem(stem: str) -> tuple[str, bool]:
    """Return the stem as it asks for what fits, and whether it asked for what does not."""
    if _EXCEPT.search(stem):
        return _EXCEPT.sub("", stem).strip(" ,:"), True
    if asks_for_statements(stem) and _UNTRUE.search(stem):
        return _UNTRUE.sub("true", stem), not _NOT.search(stem)
    if found := _LEAST.search(stem):
        return f"{stem[: found.start()]}{stem[found.end() :]}", True
    if found := _NOT.search(stem):
        word = found[0].lower()
        kept = {"cannot": "can", "not": "", "can't": "can"}.get(word)
        kept = found[0][:-3].strip() if kept is None else kept
        return " ".join(f"{stem[: found.start()]}{kept}{stem[found.end() :]}".split()), True
    if found := _NOT_ONE.search(stem):
        words = re.sub(r" (?:fails? to|never|lacks?)$", "", found[0], flags=re.I)
        return f"{words}{stem[found.end() :]}", True
    return stem, False
