"""How options are pasted: labels of any style, bullets, boxes, lines, a list in the question. Pure and linear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_CIRCLES = ((0x2460, 49, 9), (0x24B6, 65, 12), (0x24D0, 97, 12), (0x1F150, 65, 12), (0x1F170, 65, 12))  # ① Ⓐ ⓐ 🅐 🅰
_BULLETS = "•·○●▪◦‣➤►▶→✔"
_RUN_TOGETHER = re.compile(rf" (?=[{_BULLETS}] \S)")  # bullets whose lines a platform joined
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3 ?")
_ENCIRCLED = {first + n: f"{chr(label + n)}) " for first, label, many in _CIRCLES for n in range(many)}
_FIRST_DASH = re.compile(r"(?<=[?:]) (?=[-*] \S)")
_NEXT_DASH = re.compile(r" (?=[-*] \S)")
_BOX = re.compile(r"\s*(?:(?<!\S)[-*] )?(?:\[[ xX]?\]|\( ?\)|[☐□☑❑])\s*(?=\w)")  # boxes to be ticked
_SPACE = re.compile(r"[^\S\n]+")


@dataclass(frozen=True, slots=True)
class Layout:
    """A stem and its options as (label, words); `again`: labels begin anew, so that there is a second question.

    `behind` is what stands on lines behind the last option. `own`: the labels are ours, as the text has none.
    """

    stem: str
    options: tuple[tuple[str, str], ...]
    again: bool = False
    behind: str = ""
    own: bool = False


def plain_layout(text: str) -> str:
    """Return a text with one kind of quote, space, box and bullet; bullets that a platform joined are lines again."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    lines = _KEYCAP.sub(r"\1) ", lines).translate(_ENCIRCLED)
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


LABEL = r"(?:[A-La-l]|1[0-2]|[1-9]|iii|ii|iv|vi|i|v|III|II|IV|VI|I|V)"
_MARKS = tuple(
    re.compile(p)
    for p in (
        # any label that begins a line, with or without a mark: "- [ ] A.", "Option A:", "| A |", "A.", "A"
        rf"(?:(?<=^)|(?<=\n))(?:[-*{_BULLETS}] ?)?(?:(?i:option|choice|answer) )?[(\[{{<|]? ?({LABEL})"
        r"(?: ?[\])}>|:=./–—-]+ ?(?=[^\W\d_]|\d|[\"'(\n]|$)|(?= \w))",
        rf"(?<![\w(])[(\[{{<|] ?({LABEL}) ?[)\]}}>|][.:]?(?= |\n|\w)",  # (A) [A]
        rf"(?<![\w(-])({LABEL})(?:[)](?= |\n|\w)|/(?= ))",  # A) A/
        rf"(?:(?<=^)|(?<=[\n?:.,;!] )|(?<=[\n?:;,])|(?<= ))({LABEL})\.(?=[ \n])",  # A.
        rf"(?:(?<=^)|(?<=[\n?:.,;] )|(?<=\n))(?:option |choice |answer )?({LABEL}) ?[:=–—-](?=[ \n])",  # A: A -
        r"(?<=[ \n])([A-L])(?:→|->) ?(?=\w)",  # A→saffron B→lutein
        r"(?<=[ \n])([A-L1-9])[:=](?= \S)",  # A: saffron B: lutein
        # a=zinc 1- zinc A.zinc
        r"(?<=[ \n])([A-La-l1-9])=(?=\S)|(?<=[ \n])([A-La-l1-9])-(?= \S)|(?<=[ \n])([A-L])\.(?=\w)",
        rf"(?:(?<=[\n ][-*•] )|(?<=\n[-*•]))({LABEL}) ?[:=](?= )",  # - A:
        r"(?<=[ \n])([A-L1-9]) [–—-](?= \S)",  # 1 - zinc 2 - melatonin
        rf"(?<!\w)(?i:option|choice|answer) ({LABEL})[:.)]?(?= )",
    )
)
_BEFORE_BARE = re.compile(r"(?:[?:]|\bis it)\s*$", re.I)
_BARE = re.compile(r"(?<=[ \n])([A-La-l])(?= \S)")  # "… osteoporosis? A calcium B caffeine C alliin"
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
_BULLET = re.compile(rf"^[-*–~={_BULLETS}] *(\S.*)$")


@dataclass(frozen=True, slots=True)
class _Marked:
    rank: int
    style: str
    label: str
    start: int
    end: int


def read_layout(text: str) -> Layout | None:
    """Return the stem and the options of a text (`plain_layout`); None where it lists none to choose from."""
    chain = _longest_chain(text)
    if len(chain) < 2:
        stem, options = _unlabelled(text)
        return Layout(stem, tuple(options), own=True) if options and not _OWN_LIST.match(stem) else None
    ahead = text[: chain[0].start].strip()
    if not ahead and text[chain[0].end : chain[1].start].rstrip().endswith("?"):
        return None  # a list of questions
    options, rest = _parts(text, chain)
    stem = ahead if re.search(r"\w", ahead) else rest
    if begun := _BEGUN.search(ahead):
        stem, options = _with_its_end(ahead, begun, options, rest)
    return None if _OWN_LIST.match(stem) else Layout(stem, tuple(options), _begins_again(text, chain), rest)


# A stem that only begins before its options and ends behind them: "which of A) x B) y C) z treats insomnia?".
_BEGUN = re.compile(
    r"(?:^|(?<=[\n.?!:;,])|(?<=[.?!:;,] ))(?:(?:so|and|please|tell me|say) )?(?P<which>(?:which|what|who)(?: one)?"
    r"(?: of(?: (?:these|those|the following))?)?|is it(?: the)?|from|out of|among|between|of|does|do|is|are|can|could"
    r"|will|would|may|might)[\s:,]*$",
    re.I,
)
_OFFERED_SO = re.compile(r"(?:from|out of|among|between|of)$", re.I)
_DOES = (
    r"(?:(?:that|which|who|what|is|are|was|were|can|could|may|might|will|would|should|has|have|does|do|(?:help|treat"
    r"|prevent|cause|inhibit|block|lower|raise|reduce|increase|decrease|improve|interact|contain|relieve|protect|affect"
    r"|stimulate|activate|produce|lead|belong|bind|interfere|worsen|trigger|act|boost|enhance|ease|induce|work|come"
    r"|suppress|clash|impair|promote|provoke|predispose|ward|count|go)(?:e?s)?)\b.*)"
)
_ENDED = re.compile(rf"(?P<name>\S(?:[^?]*?[^\s,:])?)[,:]? (?P<end>{_DOES})", re.I)
_ENDS = re.compile(_DOES, re.I)
_ASKS_FOR = re.compile(r"(?:which|what|who)\b", re.I)
_WHICH_THEN = re.compile(r"^(?:that|which|who|what)(?: one)?(?: of (?:them|these|those))? ", re.I)


def _with_its_end(
    ahead: str, begun: re.Match[str], options: list[tuple[str, str]], rest: str
) -> tuple[str, list[tuple[str, str]]]:
    """Return a stem with the end that stands behind its last option, and the options without it."""
    label, last = options[-1]
    ended = _ENDED.fullmatch(last)
    end = ended["end"] if ended else rest
    if any(_ENDED.fullmatch(words) for _, words in options[:-1]):
        return ahead, options  # statements of their own
    if not (_ASKS_FOR if _OFFERED_SO.fullmatch(begun["which"]) else _ENDS).match(end):
        return ahead, options
    told = ahead[: begun.start()].strip(" ,;:.\n")
    stem = f"Which of these {_WHICH_THEN.sub('', end).rstrip(' ?.')}?"
    left = [*options[:-1], (label, _trimmed(ended["name"]))] if ended else options
    return f"{told}. {stem}" if told else stem, left


def is_no_list(text: str, options: Iterable[str]) -> bool:
    """Tell whether what was read as options is more than names, in words that no test would put so: "A or B for C:
    which are on record?".
    """
    listed = "\n" in text.strip() or len(_longest_chain(plain_layout(text))) > 1
    return not listed and any(re.search(r" (?:for|in|against|with) ", option) for option in options)


_OWN_LIST = re.compile(  # what somebody takes or has, put as a list; no test
    r"(?![^?]*\b(?:which|except|all (?:of )?(?:the following|these)|of (?:first )?choice|intruder|odd one"
    r"|(?:cross|strike|sort|leave|pick|throw) out the one|does(?: not|n't) (?:belong|fit)"
    r"|(?:not |least |un)likely)\b)"
    r"(?!.*(?:recommend|suggest|prescribe|(?:he|she|they) (?:has|have) (?:probably )?developed)\w*\W*$)"
    r"(?:(?:here (?:is|are)|i(?![.)])|my|(?:the )?(?:patient|pt|symptoms?|medications?"
    r"|medicines?|findings?|lab\w*|history))\b(?! (?:for|of|used|in|against)\b[^?]*:)"
    r"(?![^?]*\bwhat\b)|what (?:could|can|might) (?:it|this|that) be\b)",
    re.I,
)


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
    found = [m for one in _BARE.finditer(text) for m in _readings(one)]
    chains = (_chained([m for m in found if m.style == style]) for style in ("A", "a"))
    asked = (c for c in chains if len(c) > 2 and _BEFORE_BARE.search(text, 0, c[0].start))
    return next(asked, [])


def _readings(found: re.Match[str]) -> list[_Marked]:
    """Return what a label can be: "i" is a letter and a Roman one."""
    label, made = next(group for group in found.groups() if group), []
    if label.isdigit():
        made.append(_Marked(int(label) - 1, "1", label, found.start(), found.end()))
    if len(label) == 1 and label.isalpha():
        rank = ord(label.lower()) - ord("a")
        made.append(_Marked(rank, "A" if label.isupper() else "a", label.upper(), found.start(), found.end()))
    if label.lower() in _ROMAN:
        style = "I" if label.isupper() else "i"
        made.append(_Marked(_ROMAN.index(label.lower()), style, label.lower(), found.start(), found.end()))
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


_NEXT_SENTENCE = re.compile(r"(?<=\w{3})[.] (?=[A-Z]\w* \S+ \S)")
_NAME_ALONE = re.compile(r"(?:[^\s.?!]+ ?){1,5}[,;]?")


def _parts(text: str, chain: Sequence[_Marked]) -> tuple[list[tuple[str, str]], str]:
    """Return the options as (label, words), and what stands behind the last one."""
    ends = [*(m.start for m in chain[1:]), len(text)]
    said = [text[m.end : end] for m, end in zip(chain, ends, strict=True)]
    last, rest = said[-1], ""
    if "\n" in last.strip():
        last, _, rest = last.strip().partition("\n")
    elif found := re.search(r"(?:[.;–—-]|\s{2,}) ?((?:which|what|who|select|choose|pick)\b[^?]*\?)\s*$", last, re.I):
        last, rest = last[: found.start()], found[1]
    elif (more := _NEXT_SENTENCE.search(last)) and all(_NAME_ALONE.fullmatch(s.strip()) for s in said[:-1]):
        last, rest = last[: more.start()], last[more.end() :]
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
    return said.strip(" .;,\"'?|")


_GAPPED = re.compile(r"\b(?:which|what)\b|_{2,}|\.\.\.", re.I)
# What is not ended where a list follows, so that its end is to be chosen: "is caused by", "would be", "EXCEPT".
_UNENDED = re.compile(
    r"\b(?:is|are|was|were|be|by|of|for|to|with|in|on|from|against|than|the|an?|as|at|about|may|can|does|not|except"
    r"|contains?|causes?|treats?|prevents?|inhibits?|lowers?|raises?|increases?|decreases?|reduces?|improves?|includes?"
    r"|affects?|relieves?|produces?|suppresses|stimulates?|blocks?|activates?|binds?|like|likely|need|have|has|develop"
    r"|(?:by|through|via) [a-z]+ing|interacts?|avoid|get|cause|show|present|try|take|receive|suggest|recommend)$",
    re.I,
)
# What somebody has or feels, put as a list, is no test: it may be a call for help.
_OF_SOMEBODY = re.compile(
    r"\b(?:i|he|she|they|we|it|someone|somebody|dad|mum|mom|mother|father|husband|wife|son|daughter|baby|child|kid|friend"
    r"|patients?|man|woman|people|my|his|her|our)\b(?!.*\b(?:try|take|receive|avoid|for|of|recommend|suggest)$)",
    re.I,
)
_ASKS_WHICH = re.compile(
    r"\b(?:which|what)\b[^?:\n]{0,200}\b(?:of (?:these|those|the following|them)|following)\b", re.I
)
_LISTED = re.compile(
    r"\b((?:which|what)\b[^:\n]{0,300}?)(?:[?:]| [–—-] )\s*"
    r"(?:is it |(?:options|choices|answers|choose from|pick from|of)\b:? *)?([^?\n]+)\??$",
    re.I,
)
_WHICH_ONE = re.compile(r"which ones?\b", re.I)
_OFFERED = re.compile(r"[;/]|\bor\b", re.I)
# What asks to be weighed or worked out is no test, and what begins like these is no option.
_WEIGHED = re.compile(
    r"\b(?:could|side effects|best|better|safer|worse|strong\w*|most|more|compare\w*|differ\w*|evidence)\b", re.I
)
_SHORT = re.compile(
    r"(?!(?:i|my|we|thanks?|please|because|not sure|and|any|does|do|is|are|can|has|will|how|why)\b)"
    r"(?:[^\s.?!]+ ?){1,6}",
    re.I,
)


def _unlabelled(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return stem and options where these stand in bullets, on lines or in a list behind "which of these"."""
    lines = [line for line in text.split("\n") if line]
    asks = lines and (
        _GAPPED.search(lines[0])
        or _LEADS.match(lines[0])
        or lines[0].endswith((":", "…"))
        or (len(lines) > 3 and _UNENDED.search(lines[0]) and not _OF_SOMEBODY.search(lines[0]))
    )
    if not asks:
        return "", []
    bullets = [_BULLET.match(line) for line in lines[1:]]
    if len(bullets) > 1 and all(bullets):
        return lines[0], _lettered([b[1] for b in bullets if b])
    if len(lines) > 2 and _ASKS_WHICH.search(lines[0]) and all(len(line) < 200 for line in lines[1:]):
        return lines[0], _lettered(lines[1:])
    asks_so = len(lines) > 3 and (lines[0].endswith(("?", ":")) or _UNENDED.search(lines[0]))
    if asks_so and all(_SHORT.fullmatch(line) for line in lines[1:]):
        return lines[0], _lettered(lines[1:])
    if (row := _OF_A_ROW.match(text)) and not _WEIGHED.search(row[2]):
        said = _in_list(row[1])
        if len(said) > 1 and all(map(_SHORT.fullmatch, said)):
            return row[2], _lettered(said)
    which = _GAPPED.search(text)
    found = _LISTED.match(text, which.start()) if which and len(lines) <= 2 else None
    of_these = _ASKS_WHICH.search(text) is not None
    offered = found and (_OFFERED.search(found[2]) or _WHICH_ONE.match(found[1])) and not _WEIGHED.search(found[1])
    if found and (of_these or offered):
        said = _in_list(found[2])
        if len(said) > 1 and all(of_these or _SHORT.fullmatch(one) for one in said):
            return text[: found.end(1)], _lettered(said)
    return "", []


# A row of names with a question behind it: "of A, B and C, which one …" and "A, B or C: which …".
_OF_A_ROW = re.compile(
    r"^(?:(?:of|among|out of|from|between|options)(?: these)?:? (?=[^?]*(?:,| or | and ))"
    r"|(?=[^?]{3,200} or [^?:]{2,60}:))([^?:]{3,200}?)(?:,|:| [–—-]) ((?:which|what)(?: one)? [^?]+\?)$",
    re.I,
)


def _in_list(words: str) -> list[str]:
    return re.split(r"\s*[;/|]\s*|\s*,\s*(?:or |and )?|\s+(?:or|and)\s+", words.strip(" ."))


def _lettered(said: Sequence[str]) -> list[tuple[str, str]]:
    return [(chr(ord("A") + n), _trimmed(words)) for n, words in enumerate(said)]


_LEADS = re.compile(
    r"^(?:(?!which|what|who)(?:[\w-]+ ){0,2}(?:question|q|mcq|quiz|exam|test|item|problem)s?(?: time)?"
    r"(?:[\s,]*(?:no\.? ?|#|q)?\d+)?\s*[:.)!–—-]\s*"
    r"|[{\[(]q(?:uestion)?[}\])]\s*|\d{1,3}[.)]\s+|multiple[- ]choice(?: question)?s?\s*[:.]?\s*"
    r"|(?:please )?(?:choose|select|pick|mark|tick|check|circle|underline|give)"
    r" (?:the )?(?:one\b ?)?(?:(?:best|correct|right|single) )*"
    r"(?:(?:answer|option)s?)?(?: all)?(?: (?:that|which) appl(?:y|ies))?\s*[:.]\s*"
    r"|(?:(?:the|single|one|best|correct|right|most|appropriate) ?)+(?:answer|option|choice)s?\s*[:.]\s*"
    r"|(?:hi|hello|hey)(?: \w+)?[,!.]\s*)+",
    re.I,
)
# A heading that says for which test it is: "Nursing exam, psychiatry block.", "NCLEX style:", "Pub quiz!".
_OF_TEST = re.compile(
    r"^(?=[^.!?:;]{0,60}\b(?:quiz|exams?|boards?|prep|revision|homework|flashcards?|nclex|usmle|plab|mcat|style"
    r"|practice (?:test|paper)|past paper|finals|round|techs|trivia|curriculum|mock)\b)"
    r"(?![^.!?:;]*\b(?:which|what|who|how|is|are|was|were|has|have|had|can|may|should|would|will|takes?|does|do)\b)"
    r"[^.!?:;]{3,80}[.!:]\s+(?=\S.{12})",
    re.I,
)


def without_leads(text: str) -> str:
    """Return a question without "Q1:", "multiple choice:" and their like before it."""
    return _LEADS.sub("", _OF_TEST.sub("", _LEADS.sub("", text)))
