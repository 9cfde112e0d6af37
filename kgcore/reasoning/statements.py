"""A statement of which a text asks whether it is true: "True or false? …", "is it true that …". Pure and linear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgcore.values.model import Triple

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


# ── words that ask, and words around them ───────────────────────────────────────────────────────────────────────────

_TRUE = r"(?:true|correct|right|accurate|valid|fact|truth|agree|t)"
_UNTRUE = r"false|untrue|incorrect|wrong|inaccurate|invalid|myth|fiction|fake|lie|disagree"
_FALSE = rf"(?:{_UNTRUE}|f)"
_OR = r"[\])}>.?]?(?:,? +(?:or|vs\.?) +(?:(?:is it|it is) )?(?:an? )?| ?[/|,;?] ?| [*•·○–—-] |-)[\[({<]?"
_THIRD = (
    r"(?:undecid\w*|unknown|unclear|unsure|uncertain|undetermined|not sure|neither|both|mixed|maybe|don't know"
    r"|can(?:'t|not)(?: be)? \w+|\?)"
)
_LETTER = r"(?: ?\([a-z]\))?"  # "right (R) or wrong (W)"
_PAIR = re.compile(
    rf"(?<![\w-])(?:(?:{_TRUE}{_LETTER}{_OR}{_FALSE}{_LETTER}|{_FALSE}{_OR}{_TRUE}"
    rf"|{_TRUE}(?: or |/)not(?: true)?|yes(?: or |/)no)"
    rf"(?:{_OR}(?:or )?{_THIRD})?(?![\w-])"
    r"|(?-i:T F\b|TRUE FALSE\b|TF(?= ?[:\])]))|[\[(]true[\])] ?[\[(]false[\])]|[\[(]t[\])] ?[\[(]f[\])]"
    r"|\(a\) ?true[,;]? (?:or )?\(b\) ?false"
    r"|(?:t|true) if (?:it is )?true,?(?: and| or)? (?:f|false) if (?:it is )?false)"
    r"(?: (?:question|statement|quiz|for me))?",
    re.I,
)
# Words of which instructions to the reader consist; a part that has no others says nothing of the matter.
_ASKING = (
    r"(?:please|pls|plz|can|could|would|will|do|you|tell|me|us|say|state|decide|whether|if|the|this|that|following"
    r"|next|mythbusters?|statement|claim|sentence|assertion|proposition|is|are|it|its|be|as|to|of|a|an|i|we|want"
    r"|need|know|like"
    r"|answer|reply|respond|your|why|and|explain|justify|briefly|write|circle|mark|tick|check|put|choose|select|pick"
    r"|underline|label|classify|indicate|give|determine|evaluate|assess|judge|verify|confirm|refute|deny|debunk"
    r"|prove|disprove|fact[ -]?check|question|quiz|exam|test|item|problem|q|no|number|so|or|with|only|one|word|just"
    r"|brackets?|box|boxes|margin|below|above|correctness|for"
    r"|really|actually|best|option|reason|reasons|reasoning|in|how|said|value|accuracy|truth|myth|fact|true|correct"
    r"|right"
    r"|accurate|valid|false|untrue|incorrect|wrong|agree|disagree|t|f|\d{1,3})"
)
# A hyphen that joins belongs to a name: "5-fluorouracil", "one-carbon metabolism".
_LEADING = re.compile(rf"^[\W_]*(?:{_ASKING}\b[ ,']*){{1,14}}(?:[.?!:;)\]}}]|(?<!\d)[–—_]|[–—_-](?=\s))[\W_]*", re.I)
_TRAILING = re.compile(
    rf"(?!-\S)[\s.?!:;,(\[{{<_–—\"-]*[.?!:;,(\[{{<_–—\"-][\s_]*(?:{_ASKING}\b[ ,']*){{1,14}}[\W_]*$", re.I
)
_INTRODUCED = re.compile(rf"^(?:{_ASKING} ){{0,12}}(?:that|whether|if) (?!(?:is|it is) )", re.I)
_QUOTED = re.compile(r'^([^"]{0,80})"([^"]*\w \S+ \w[^"]*)"([^"]{0,80})$')
_ASKED_WORD = re.compile(
    rf"\b(?:{_TRUE}|{_FALSE}|so|verify|mythbusters?|(?:fact[ -]?)?check|claim|statement|judge|confirm|correctness"
    r"|accuracy)\b",
    re.I,
)
_AT_HEAD = re.compile(rf"^(?:{_ASKING}\b[ ,']*){{1,14}}[:?] *(?=\S+ +\S+ +\S)", re.I)
# "Decide whether this is correct. Zinc …": an instruction, and what it is of.
_INSTRUCTED = re.compile(
    rf"^(?:please )?(?:decide|determine|judge|assess|evaluate|verify|confirm|indicate|(?:fact[ -]?)?check|classify|say"
    rf"|state|is|are)\b (?:{_ASKING}\b[ ,']*){{1,14}}[.:?!–-] *\"?(?=\S+ +\S+ +\S)",
    re.I,
)
# "… keeps dementia at bay. Is she right?"
_IS_SHE_RIGHT = re.compile(
    r"[.!?\"–—;-] *(?:so |and |but )?(?:(?:is|was|are|were) (?:he|she|they|this|that|(?:the|my|your|his|her|this"
    r"|that) \w+(?: \w+)?)"
    r"|do(?:es)? (?:he|she|they) have it) (?:really |actually )?(right|correct|wrong|mistaken|true|false)\W*$",
    re.I,
)
_AT_END = re.compile(rf"[.!?\"–—,:;)-] *((?:{_ASKING}\b ?){{1,8}})\?+$", re.I)
_IS_IT = re.compile(
    r"^(?=.*\?|(?:please|can|could|tell|i )\b)[^.?!:;]{0,60}?\b(?:is it|it is|it's|is this|would it be)"
    r" (?:really |actually |indeed |still |in fact )?(true|correct|right|accurate|the case|a fact|false|untrue"
    r"|incorrect|wrong|a myth|not true) (?:that|to say(?: that)?|,? ?:)\s*",
    re.I,
)
_TRUE_THAT = re.compile(r"^(true|false|correct|right|wrong)(?: that|\s*\?)\s+(?=\S)", re.I)
_AGREE_THAT = re.compile(
    r"^(?:would|do|does|can|could|should|must) (?:you|we|one|everybody|everyone|the \w+) (agree|disagree)"
    r"(?: with (?:me|us|this|the (?:statement|claim|view)))?(?: that|:) (?=\S+ \S+ \S)",
    re.I,
)
_ON_LINES = re.compile(r"\btrue[^\S\n]*\n\s*false\b", re.I)
_ONLY_FALSE = re.compile(rf"\b(?:{_UNTRUE}|not true)\b", re.I)
_HAS_TRUE = re.compile(rf"(?<!not )\b{_TRUE}\b", re.I)


# "Flashcard: "…"", "Claim of the day: Zinc …": a title before a statement that is set apart
_TITLED = re.compile(r"^(?!true|false|fact|myth)(?:[\w'#-]+ ){0,3}[\w'#-]+: (?=\"[^\"]* [^\"]* [^\"]*\")", re.I)


def read_statement(text: str) -> StatementQuestion | Unanswerable | None:
    """Return the statement that a text asks about, on one line; None where it does not ask whether one is true."""
    line = " ".join(_ON_LINES.sub("true / false", text).split()).strip("*> ")
    line = _TITLED.sub(lambda title: title[0] if _PAIR.search(title[0]) else "", line)
    if found := _PAIR.search(line):
        return _stated(_weightier(line[: found.start()], line[found.end() :]))
    if found := _AGREE_THAT.match(line):
        return _stated(line[found.end() :], found[1].lower() == "disagree")
    for pattern in (_IS_IT, _TRUE_THAT):
        if found := pattern.search(line):
            return _stated(line[found.end() :], _denies(found[1]))
    if (found := _QUOTED.match(line)) and _asks(found[1] + found[3], line):
        return _stated(found[2], _denies(found[1] + found[3]))
    if (found := _AT_HEAD.match(line)) and _ASKED_WORD.search(found[0]):
        return _stated(line[found.end() :], _denies(found[0]))
    if (found := _INSTRUCTED.match(line)) and _ASKED_WORD.search(found[0]):
        return _stated(line[found.end() :], _denies(found[0]))
    if found := _IS_SHE_RIGHT.search(line):
        return _stated(line[: found.start()], found[1].lower() in ("wrong", "mistaken", "false"))
    if (found := _AT_END.search(line)) and _ASKED_WORD.search(found[1]):
        return _stated(line[: found.start()], _denies(found[1]))
    return None


def _asks(around: str, line: str) -> bool:
    return line.endswith("?") and re.fullmatch(rf"(?:{_ASKING}\b|[\s,?:])+", around, re.I) is not None


def _denies(asking: str) -> bool:
    """Whether it is asked if something is false, and not whether it is true."""
    return _ONLY_FALSE.search(asking) is not None and _HAS_TRUE.search(asking) is None


def _weightier(before: str, behind: str) -> str:
    """Return the side of "true or false" that is the statement: what stands behind a colon, else what says more."""
    ahead, after = _bare(before), _bare(behind)
    said = len(after.split())
    if said > 2 and (re.match(r"[\s)\]}]*:", behind) or said >= len(ahead.split())):
        return after
    return ahead if len(ahead.split()) > 1 else after or ahead


def _bare(side: str) -> str:
    """Drop what surrounds a statement: "Q3.", "The statement … is:", "Explain your answer."."""
    said = side.strip()
    if re.fullmatch(rf"(?:[\W_]|{_ASKING}\b)*", said, re.I):
        return ""
    if (found := _QUOTED.match(said)) and not (_bare(found[1]) or _bare(found[3])):
        return found[2]
    for _ in range(4):
        shorter = _TRAILING.sub("", _LEADING.sub("", f"{said} ").strip())
        if shorter == said or len(shorter.split()) < 2:
            break
        said = shorter
    return said.strip(" ,:;.?/–—-_•·○*{}<>")


_DENYING = frozenset(
    {"not true", "untrue", "false", "not the case", "incorrect", "wrong", "a myth", "not correct", "not right"}
)
_IT_IS_UNTRUE = re.compile(
    r"it(?: is|'s) (not true|true|untrue|false|not the case|the case|incorrect|wrong|a myth|not correct"
    r"|not right) that ",
    re.I,
)


# "The most common cause of", "the only treatment for": no edge says what comes first among others. What is merely one
# of several is not ranked, nor is a name's own part ("the most common form of dementia").
_RANKED = re.compile(
    r"(?<!one of )(?<!some of )(?<!among )\b(?:the|its|their|your|our|[\w-]+'s)"
    r" (?:single |by far the |far and away the )?"
    r"(?:(?:most|least)(?: [\w-]+ly)? [\w-]+|commonest|rarest|leading|main|chief|primary|principal|foremost|biggest"
    r"|greatest|strongest|weakest|best|worst|top|safest|fastest|cheapest|oldest|newest|only|sole|number[- ]one"
    r"|no\.? ?1)(?:,? (?!(?:form|type|kind|subtype|of|for|in|to|that|which|is|are)s?\b)[\w-]+){0,2}? "
    r"(?:causes?|reasons?|triggers?|culprits?|drivers?|determinants?|predictors?|contributors?|sources?|origins?"
    r"|factors?|complications?|(?:side|adverse|unwanted) effects?|reactions?|symptoms?|signs?|manifestations?"
    r"|treatments?|therap(?:y|ies)|remed(?:y|ies)|drugs?|medicines?|medications?|agents?|ways?|options?|choices?"
    r"|inhibitors?|activators?|blockers?|supplements?|vitamins?|herbs?|biomarkers?|markers?|targets?|genes?)\b",
    re.I,
)


def ranks(statement: str) -> bool:
    """Tell whether a statement says that something comes first among others, or is the only one."""
    return _RANKED.search(statement) is not None


# "Garlic (a potent inhibitor of X) …", "while A treats X, B treats Y", "A differs from B in that it …": what is said
# beside the one thing that was read.
_ASIDE = re.compile(r"(?<=\w )\((?:an?|the|also) [^()]+\)|\b(?:while|whereas)\b|\bdiffers? from\b", re.I)


def said_aside(statement: str, claims: int) -> str:
    """Return what a statement says beside the one claim that was read of it; "" for nothing, or for several claims."""
    found = _ASIDE.search(statement) if claims == 1 else None
    return found[0] if found else ""


# "Warfarin harms the liver and causes bleeding", ", which harms the liver, causes …": another deed.
_DEED_AHEAD = re.compile(
    r"\W*(?:(?:which|that|who) |(?:can|may|might|could|will|would|both|not only|also|often|either) )*"
    r"(?P<deed>(?!(?:and|or|nor|as|in|at|on|of|with|when|if|for|from|by|an?|the|is|are|was|were|has|have|had|be|been"
    r"|taken|used|given|such|like|including|which|that|who|known|sold|alone|itself|extract)\b)"
    r"[a-z]+ (?:[\w'’-]+ ){0,5}[\w'’-]+?)"
    r"(?:,? (?:and|but|yet)|,)(?: (?:it|also|then|even|still|thereby|thus|can|may|might|could|will|would|to))*\W*"
)
_DEED_BEHIND = re.compile(
    r"\W*(?:and|but|yet) (?:(?:it|they|also|then|even|still) )*(?P<deed>(?:(?:is|are|has|have|can|may|might|could"
    r"|will|would|does|do) |(?!(?:this|is|its|thus|as)\b)[a-z]+s (?:the |an? |my |your |our |people|someone)).+?)\W*"
)
_UP_TO = 300  # characters beside a claim that are looked at


def said_beside(statement: str, claims: Sequence[Triple]) -> str:
    """Return what a statement says that its one subject does, beside what was read of it; "" for nothing."""
    said, names = statement.lower(), {t.object.text.lower() for t in claims}
    for triple in claims:
        at = said.find(triple.subject.text.lower())
        ahead = said[at + len(triple.subject.text) : triple.start][:_UP_TO] if 0 <= at < triple.start else ""
        end = said.rfind(triple.object.text.lower()) + len(triple.object.text)
        for found in (_DEED_AHEAD.fullmatch(ahead), _DEED_BEHIND.fullmatch(said[end:][:_UP_TO])):
            if found and not any(name in found["deed"] for name in names):
                return found["deed"]
    return ""


# What holds in general may yet be otherwise "in marathon runners", or "when you take antibiotics".
_BEHIND = re.compile(
    r"[\s,]*(?:when|whenever|if|while|whilst|unless|until|as long as|provided|once|during|after|before|in|among|for"
    r"|with|under|without|at|on|alongside|together) (?!(?:(?:(?:older|elderly|healthy|adult|young) )?(?:humans?|people"
    r"|men|women|persons|volunteers|subjects|patients|adults)|general|trials?|studies|practice|fact|any(?:one|body)?"
    r"|every(?:one|body)|all|reality|the (?:literature|long run))\b\W*$)[^.;]*\w",
    re.I,
)


def said_behind(statement: str, names: Iterable[str]) -> str:
    """Return what a statement says behind the things that it relates, of when or of whom; "" for nothing."""
    places = [statement.lower().rfind(name.lower()) + len(name) for name in names if name.lower() in statement.lower()]
    found = _BEHIND.match(statement, max(places)) if places else None
    return found[0].strip(" ,") if found else ""


def _without_brackets(said: str) -> str:
    """Drop brackets around the whole and what is left of them, never those of a name at an end: "CTSB (gene)"."""
    opening, closing = said.count("(") + said.count("["), said.count(")") + said.count("]")
    if said[:1] in "([" and said[-1:] in ")]" and opening == closing == 1:
        return said[1:-1]
    if opening > closing and said[-1:] in "([":
        return said[:-1].rstrip()
    return said[1:].lstrip() if closing > opening and said[:1] in ")]" else said


_HEARD = re.compile(
    r"^(?:(?:so|but|hey|hi|ok)[, ]+)*(?:(?:rumou?r|word|legend) (?:has it|is)|(?:i|we|you|someone|somebody|people|folks"
    r"|friends|they|everyone|everybody|some|my \w+|our \w+|an? \w+ of mine|the \w+)"
    r"(?:'ve| have| has|'m| am| was| were| keeps?| kept| just| always| often| once| recently){0,3} (?:been |being )?"
    r"(?:hear(?:s|d|ing)?|reads?|reading|saw|seen|told|tells?|says?|said|saying|claim(?:s|ed)?|thinks?|swears?|believes?"
    r"|insists?|reckons?|learn(?:ed|t))(?: (?:me|us|you))?)"
    r"(?: (?:somewhere|online|today|once|again|(?:on|in|from|at|by) (?:the |an? |my |some )?[\w']+))?(?:,? that)? ",
    re.I,
)


# What reports a statement, and neither doubts nor denies it: "It has been shown in trials that …".
_REPORTED = re.compile(
    r"^(?!(?:[^,:;?!]* )?(?:no|not|never|none|nobody|few|fewer|hardly|without|false\w*|wrong\w*|doubt\w*|den(?:y|ies"
    r"|ied)"
    r"|disprove[nd]?|refut\w*|against|rumou?r\w*|alleged\w*|untrue|myth|fear\w*|hop\w*|unclear|whether"
    r"|if)\b[^,:;?!]* that )"
    r"[^,:;?!]{0,60}?\b(?:shown|known|said|claim(?:s|ed)?|reported|reports?|established|demonstrated?s?|proven"
    r"|believed?"
    r"|agree[ds]?|accepted|documented|found|finds?|shows?|says?|thinks?|suggests?|suggested|maintains?|insists?"
    r"|tells? (?:us|me|you)"
    r"|wr(?:ites|ote)|argues?|concluded?s?|states?|teach(?:es)?|taught|fact)\b(?: [^,:;?!]{0,30})? ?\bthat "
    r"(?!(?:it|they|he|she|this|these|there|no|not)\b)(?=\S+ \S)",
    re.I,
)
# What announces a statement: "Pub quiz round 3: …".
_ANNOUNCED = re.compile(
    r"^(?=(?:[^:]* )?(?:quiz|question|round|trivia|statement|claim|myth|fact|card|flashcard|item|exam|test|task"
    r"|warm-?up|teaser"
    r"|heads or tails|buzzer|challenge|poll|assertion|number|no)\b)(?:[\w'#-]+[ ,.]*){1,6}: (?=\S+ \S+ \S)",
    re.I,
)


_EMPTY_BOX = re.compile(r"^(?:\[ ?\]|\( ?\)|_{2,})[\s:.]*")


def _stated(words: str, denied: bool = False) -> StatementQuestion | Unanswerable:
    said = _without_brackets(_EMPTY_BOX.sub("", words.strip(" \"':-–—"))).strip(" \"'")
    said = _LEADING.sub("", said) if re.match(r"\w+(?: \d+)?:", said) else said
    said = re.sub(r",? (?:isn't it|is it not|right|doesn't it|or not|correct)\s*\?*$", "", said, flags=re.I)
    said = _REPORTED.sub("", _HEARD.sub("", _ANNOUNCED.sub("", said.rstrip(" ?.!,;\"'").strip())))
    while found := _IT_IS_UNTRUE.match(said):
        said, denied = said[found.end() :], denied is (found[1].lower() not in _DENYING)
    said = _INTRODUCED.sub("", said.strip(" :._"))
    return StatementQuestion(said, denied) if re.search(r"\w{2}", said) else Unanswerable(NO_STATEMENT)
