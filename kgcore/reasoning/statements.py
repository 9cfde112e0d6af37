"""A statement of which a text asks whether it is true: "True or false? …", "is it true that …". Pure and linear."""

from __future__ import annotations

import re
from dataclasses import dataclass

NO_STATEMENT = "There is no statement here that could be true or false. Please send it with the question."


@dataclass(frozen=True, slots=True)
class StatementQuestion:
    """Is it true? `denied`: the question was put the other way round ("is it false that …")."""

    statement: str
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """A test question that cannot be answered as it stands; `why` is meant for the person."""

    why: str


_TF = (
    r"(?:true[\s,]*(?:or|/|\||vs\.?)[\s,]*(?:it is )?(?:false|untrue|not(?: true)?)(?![\w-])"
    r"|\[?t\b\]? ?(?:/|or) ?\[?f\b\]?"
    r"|right or wrong|correct or (?:not|incorrect|wrong)|fact or (?:myth|fiction|fake)|fact/myth"
    r"|(?:myth|fiction) or fact"
    r"|(?:agree|accurate|yes) or (?:disagree|inaccurate|no)(?=\W)"
    r"|false or true|true/not true"
    r"|(?:true|yes)(?:,| ?/) ?(?:false|no)(?:,| ?/)?(?: ?(?:or|/))? ?(?:undecid\w*|unknown|unclear|cannot (?:say"
    r"|tell|be \w+)"
    r"|can't (?:say|tell)|unsure|not sure|neither|don't know|maybe|undetermined))"
)
_VERIFY = (
    r"(?:please )?(?:confirm|reply(?: with)?|respond(?: with)?|choose|pick|classify|label|decide|say"
    r"|tell me|judge|state|indicate|mark|answer|determine|evaluate|assess|check|verify)"
)
_BEFORE = re.compile(
    rf"^\W*(?:(?:can|could|would|will|do) you )?(?:{_VERIFY} )?(?:(?:whether|if) )?(?:it(?: is|'s) |is it )?(?:(?:is"
    rf"|are) )?(?:(?:the|this|that)(?: following| next)?(?: (?:statement|claim"
    rf"|sentence|assertion)s?)? )?(?:is |are |as |with |to be )*{_TF}(?: ?(?:question|statement|quiz"
    rf"|for me))?[\s)\]}}.?!:,;–—-]*(?:(?:that|is it true that)\s+)?",
    re.I,
)
_BEHIND = re.compile(
    rf"[\s(\[{{.,;:–—-]*(?:(?:{_VERIFY}|is (?:this|that|it)|would you say|that's|this is)[\s:,]*)?"
    rf"(?:(?:whether|if) (?:this|that|it) is )?(?:(?:this|that) is )?{_TF}"
    r"(?:,? or (?:mixed|both|neither|un\w+|not sure|can't \w+))?[\s)\]}.?!:]*$",
    re.I,
)
# "Quick one: true or false: …": whatever is said before it, where a statement follows.
_LED_IN = re.compile(rf"^[^.?!:]{{1,40}}[,:.!(] *{_TF}[\s)\]}}.?!:,;–—-]+(?=\S+\s+\S+\s+\S)", re.I)
_IS_IT = re.compile(
    r"^(?=.*\?|(?:please|can|could|tell|i )\b)[^.?!:;]{0,60}?\b(?:is it|it is|it's|is this)"
    r" (?:really |actually |indeed |still |in fact )?(true|correct|right|accurate|the case|a fact|false|untrue"
    r"|incorrect|wrong"
    r"|a myth|not true) (?:that|to say(?: that)?|,? ?:)\s*",
    re.I,
)
_IS_THIS = re.compile(
    r"^(?:is|would) (?:the following|this|that)(?: (?:statement|claim|sentence|assertion))?(?: be)? "
    r"(true|correct|right|accurate|false|untrue|incorrect|wrong)\s*[?:]\s*",
    re.I,
)
_THEN_IS = re.compile(
    r"(?<=[.!?\"'–—,:;)-])\s*(?:is (?:this|that|it)(?: (?:statement|claim|sentence))?(?: (?:really|actually))? "
    r"|so,? |)"
    r"(true|correct|right|accurate|false|untrue|incorrect|wrong)\s*\?+\s*$",
    re.I,
)
_CHECK = re.compile(
    r"^(?:please )?(?:verify|fact[- ]?check|evaluate|assess|judge)(?: (?:this|that|the following))?"
    r"(?: (?:statement|claim|sentence|assertion))?\s*:\s*",
    re.I,
)
_ONE_WORD = re.compile(r"^(true|false|correct|right|wrong)\s*\?\s+(?=\S)", re.I)
_STATED = re.compile(r"^(?:statement|claim|assertion)\s*(?:\d+\s*)?:\s*", re.I)
_FALSE_WORDS = frozenset({"false", "untrue", "incorrect", "wrong", "a myth", "not true"})


def read_statement(text: str) -> StatementQuestion | Unanswerable | None:
    """Return the statement that a text asks about, on one line; None where it does not ask whether one is true."""
    line = " ".join(text.split())
    for pattern in (_BEFORE, _LED_IN, _BEHIND, _CHECK):
        if found := pattern.search(line):
            return _stated(_IS_THIS.sub("", line[: found.start()] + line[found.end() :]))
    for pattern in (_IS_IT, _IS_THIS, _ONE_WORD, _THEN_IS):
        if found := pattern.search(line):
            return _stated(line[: found.start()] + line[found.end() :], found[1].lower() in _FALSE_WORDS)
    return None


_DENYING = frozenset(
    {"not true", "untrue", "false", "not the case", "incorrect", "wrong", "a myth", "not correct", "not right"}
)
_IT_IS_UNTRUE = re.compile(
    r"it(?: is|'s) (not true|true|untrue|false|not the case|the case|incorrect|wrong|a myth|not correct"
    r"|not right) that ",
    re.I,
)


def _without_brackets(said: str) -> str:
    """Drop brackets around the whole and what is left of them, never those of a name at an end: "CTSB (gene)"."""
    opening, closing = said.count("(") + said.count("["), said.count(")") + said.count("]")
    if said[:1] in "([" and said[-1:] in ")]" and opening == closing == 1:
        return said[1:-1]
    if opening > closing and said[-1:] in "([":
        return said[:-1].rstrip()
    return said[1:].lstrip() if closing > opening and said[:1] in ")]" else said


_HEARD = re.compile(
    r"^(?:(?:so|but|hey|hi|ok)[, ]+)*(?:i|we|someone|somebody|people|they|my \w+)(?:'ve| have)?(?: just)?"
    r" (?:heard|read|saw|was told|were told|told me|says?|said|claims?|thinks?)"
    r"(?: (?:somewhere|online|today))?(?: that)? ",
    re.I,
)


def _stated(words: str, denied: bool = False) -> StatementQuestion | Unanswerable:
    said = _STATED.sub("", _without_brackets(words.strip(" \"':-–—"))).strip(" \"'")
    said = re.sub(r",? (?:isn't it|is it not|right|doesn't it|or not|correct)\s*\?*$", "", said, flags=re.I)
    said = _HEARD.sub("", said.rstrip(" ?.!,;\"'").strip())
    while found := _IT_IS_UNTRUE.match(said):
        said, denied = said[found.end() :], denied is (found[1].lower() not in _DENYING)
    return StatementQuestion(said, denied) if re.search(r"\w{2}", said) else Unanswerable(NO_STATEMENT)
