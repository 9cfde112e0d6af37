"""Several questions in one message: what each of them asks, in the writer's words. Pure.

"Does zinc shorten colds, and is it safe?" is two questions, the second of which goes on from the first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from kgcore.english.sentences import sentence_ends
from kgcore.english.words import AUXILIARY
from kgcore.question.plain_names import asked_plainly
from kgcore.values.intent import Intent, Slant, Which

_TWO = 2
MOST_PARTS = 3  # questions of one message that are answered
MOST_OF_ROW = 6  # things that the same is asked of
_SHORTEST = 8  # characters of a question that others may follow
_LONGEST = 600  # characters of a message that is taken apart
_AUX = rf"{AUXILIARY}(?:n['’]t)?"
_WH = r"(?:what|which|how|why|who|when|where)(?:['’]s)?"
_PRONOUN = r"(?:it|its|they|this|that|these|those|there|he|she|i|we|you|one|any|either|both|the|my|taking)"
_ASKS = re.compile(rf"(?:(?:{_AUX}|{_WH})\b|(?:tell me|explain|list|name|show me|give me)\b)", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:(?:and|but|also|plus|then|so|oh|ok|okay|hi|hello|hey|please|secondly|second|first|firstly|finally|lastly"
    r"|if so|if yes|another question|one more thing|as well)\b[ ,:]*)+",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"(?:and|but|also|plus)[ ,]+[^?]{2,60}\?*$", re.IGNORECASE)
_VERBS = (
    r"(?:help|treat|prevent|cause|reduce|lower|raise|increase|decrease|improve|relieve|affect|interact|shorten|cure|"
    r"inhibit|worsen|trigger|damage|protect|slow|ease|work|boost|stop|harm|hurt|contain|lengthen|block|strengthen|"
    r"weaken|fight|delay|support|influence|induce|lead|contribute|kill|calm|thin|stimulate|heal|mimic|alleviate)"
)
# Where a sentence goes on with a question of its own: "…, and is it safe", "… and what are its side effects".
_JOINT = re.compile(
    rf"(?:,? (?:and|but|plus)(?: also| then| if so| if yes)?,? |; ?(?:and |but )?"
    rf"|, (?=(?:how )?{_AUX} (?:it|they|i)\b))(?=(?:{_AUX} {_PRONOUN}\b"
    rf"|do(?:es)? (?!not\b)\S+ (?:\S+ ){{0,3}}?{_VERBS}\b"
    rf"|(?:can|could|will|would|should|may|might) (?!{_VERBS}\b|not\b|be\b|have\b)\S+ (?:\S+ ){{0,3}}?{_VERBS}\b"
    rf"|(?:how|why|what|who|when)(?:['’]s)? (?:{_AUX}|else|much|many|other|kind|helps?|treats?|causes?|prevents?"
    rf"|interacts?|drugs?|medicines?|supplements?|foods?|side|risks?)\b"
    rf"|(?:which|what) \w+s? (?:{_AUX}|helps?|treats?|causes?|prevents?|interacts?|should|can)\b|why[?. ]*$|how[?. ]*$"
    rf"|(?:is|are) (?!{_PRONOUN}\b)\S+ (?:\S+ ){{0,4}}?one(?: of (?:them|these|those))?[?. ]*$"
    r"|(?:its|their|the) (?:side[- ]effects?|risks?|interactions?|harms?|benefits?)\b))",
    re.IGNORECASE,
)
_NO_PART = re.compile(
    r"(?:why not|which (?:one )?(?:is|are|of|has|works)|what(?:'s| is) the difference|vice versa)\b", re.I
)
_TWO_VERBS = re.compile(
    r"(?P<lead>(?:do|does|did|can|could|will|would|should|may|might)(?:n['’]t)? "
    rf"(?:(?!{_VERBS}\b)\S+ ){{1,8}}?)"
    rf"(?P<one>{_VERBS} [^?]+?),? (?:and|or|but)(?: also)? (?P<two>{_VERBS} [^?]+)",
    re.IGNORECASE,
)
_DONE_TO_IT = (
    r"(?:diagnosed|treated|inherited|prevented|tested|managed|transmitted|spread|cured|caused|detected|confirmed"
    r"|recognised|recognized|passed on)"
)
_TWO_PASSIVES = re.compile(
    r"(?P<lead>(?:how|where|when|why|by what) (?:(?:is|are|was|were) (?:\S+ ){1,6}?"
    r"|(?:can|could|should) (?:\S+ ){1,6}?be ))"
    rf"(?P<one>{_DONE_TO_IT}),? and (?P<two>{_DONE_TO_IT})",
    re.IGNORECASE,
)
_TWO_OBJECTS = re.compile(
    rf"(?P<lead>(?:do|does|did|can|could|will|would|should|may|might)(?:n['’]t)? (?:\S+ ){{1,6}}?{_VERBS} )"
    r"(?P<first>(?:my|your|his|her|our) [^?,]+?) and (?P<last>(?:my|your|his|her|our) [^?,]+)",
    re.IGNORECASE,
)
_GOOD = r"(?:effective|efficacious|good|helpful|useful|beneficial)"
_SAFE = r"(?:safe|dangerous|harmful|toxic|risky|unsafe)"
_SAFE_AND_GOOD = re.compile(
    rf"(?P<lead>(?:is|are) [^?]{{2,80}}? )(?:(?P<one>{_SAFE}|{_GOOD}) (?:and|or|but) (?P<two>{_SAFE}|{_GOOD})"
    rf"(?P<rest> [^?]+)?|(?P<first>{_GOOD} [^?]{{2,80}}?),? (?:and|but)(?: also)? (?P<last>{_SAFE}))",
    re.IGNORECASE,
)
_GIVEN = r"(?:if|when|whenever|while|once|although|though)"
_STILL = re.compile(
    rf"(?:(?P<before>{_GIVEN} [^,?]+), (?:so )?)?(?P<aux>do|does|will|would|can|could|is|are) (?P<one>[^,?]{{2,60}}?)"
    rf" (?:be )?still (?P<does>\S+ [^,?]{{3,80}}?)(?:,? (?P<behind>{_GIVEN} [^?]+))?",
    re.IGNORECASE,
)
# "If garlic lowers cholesterol, does it prevent heart attacks?": what is asked first, then what was supposed.
_SUPPOSED = re.compile(
    rf"(?:so )?(?:if|since|given that|because) (?P<one>(?!{_PRONOUN}\b)[^,?]{{2,40}}?) (?P<does>{_VERBS})s?"
    r" (?P<what>[^,?]{2,60}), (?:then )?(?P<aux>do|does|will|would|can|could|might|should) (?:it|they)(?: also)?"
    rf" (?P<rest>{_VERBS} [^?]{{2,60}})",
    re.IGNORECASE,
)
_TAKES = re.compile(
    rf"{_GIVEN} (?:\S+ ){{0,3}}?(?:tak(?:es?|ing)|(?:put |stay )?on|us(?:es?|ing)|start(?:s|ed|ing)?"
    r"|(?:is|am|are) given|prescribed|add(?:s|ed|ing)?)"
    r"(?: (?:also|an?|my|the|some|taking|daily))* (?P<taken>[^?]{2,60}?)"
    r"(?: (?:too|as well|already|every day|daily|at the same time|alongside(?: it)?))*",
    re.IGNORECASE,
)
_IT = r"(?:it|them|this|that|these|those|one|both|any)"
_NOUN = (
    r"(?:benefits?|uses|(?:dis)?advantages|pros|cons|upsides?|downsides?|drawbacks?|risks?|side[- ]effects?"
    r"|adverse effects?|harms?|dangers?|interactions?|"
    r"causes?|symptoms?|treatments?|complications?|risk factors?)"
)
_TWO_NOUNS = re.compile(
    rf"(?P<lead>(?:(?:what(?: is|['’]s| are)?|list|tell me|show me|give me) )?(?:the )?)(?P<one>{_NOUN}),? (?:and|or)"
    rf"(?: the)? (?P<two>{_NOUN})(?P<rest> (?:of|for|from|with|in) [^?]+)",
    re.IGNORECASE,
)
_IS_ONE = re.compile(r"(?:and |but )?(?:is|are) (?P<one>.+?) one(?: of (?:them|these|those))?", re.IGNORECASE)
_WHICH_DO = re.compile(rf"(?:which|what) (?:[\w-]+ ){{1,4}}?(?:can |could )?(?P<does>{_VERBS}s? .+)", re.IGNORECASE)
_OF_ANSWERS = re.compile(
    rf"{_AUX} (?:it|they|these|those|any of (?:them|these|those)|any|one of them)\b", re.IGNORECASE
)
_BEFORE = r"(?:an?|the|my|against|for|with|in|on)"
_NO_THING = (
    r"(?:not?|none|never|nothing|just|only|make|makes|worse|better|more|less|am|has|have|both|some|other|any|so)"
)
_AIDS = re.compile(r"\b(?:treat|prevent|help|relie|eas|cure|good|against|reduc|improv)", re.IGNORECASE)


def question_parts(question: str) -> tuple[str, ...]:
    """Return the questions of a message, in order, each as it can be read behind those before it; one where it asks
    one thing. What is said before a question belongs to it.
    """
    if len(question) > _LONGEST:
        return (question,)
    found: list[str] = []
    said = ""
    for sentence in _sentences(asked_plainly(question)):  # "upsides and downsides" are two
        if not (_asks(sentence) or (found and sentence.endswith("?") and _GOES_ON.match(sentence))):
            said = f"{said} {sentence}".strip()
            continue
        for n, part in enumerate(_within(sentence)):
            found.append(f"{said} {part}".strip() if not n else part)
        said = ""
    if said and found:
        found[-1] = f"{found[-1]} {said}"
    return tuple(found) if len(found) > 1 else (question,)


# What is asked of each of several things by itself: "what interacts with indinavir or warfarin?"
_MEETING = (
    r"(?:what|which)(?: [\w-]+){0,3}? (?:interacts?|clash(?:es)?|interferes?|reacts?"
    r"|(?:must|should|may|can) (?:i|we|you|one|not)(?: not)? (?:avoid|take|use|mix|combine|eat|drink|stay away from))"
    r"(?: (?:badly|if|when|while|i|we|am|are|taking|on|take)){0,6}? (?:with|on|for|taking|take)"
)


def parts_of_row(question: str, named: Iterable[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """Return "Does garlic help cholesterol, or colds?" as a question about each of the things that stand at the end, if
    all are among the names found in it, and what it asks them of is, too; nothing for all others.

    Behind "and" they are no rival answers, but asked of all the same: "Is zinc good for colds and pneumonia?". Those
    that somebody takes (names that are `taken`) stay together there, since each may clash with each, unless it is asked
    what one of them interacts with.
    """
    names = sorted({n for n in named if n}, key=len, reverse=True)
    if len(names) < _TWO or len(question) > _LONGEST:
        return ()
    name = rf"(?:{_BEFORE} )?(?:{'|'.join(map(re.escape, names))})"
    strange = rf"(?:{_BEFORE} )?(?!{_AUX}\b|{_PRONOUN}\b|{_NO_THING}\b)[a-z][\w'-]*(?: (?!{_PRONOUN}\b)[a-z][\w'-]*)?"
    row = re.fullmatch(
        rf"(?P<lead>(?:(?:and|so|but) )?(?:(?:(?:why|how) )?{_AUX} .*?|{_MEETING}) )(?:either |both )?"
        rf"(?P<row>{name}(?:, {name})*,? (?:or|and) {name}|(?:{name}, )+{strange},? (?:or|and) {name}"
        rf"|(?:{name}, )+{name},? (?:or|and) {strange})"
        r"[?. ]*",
        question.strip(),
        re.IGNORECASE,
    )
    if (
        row is None
        or not (any(n in row["lead"] for n in names) or re.match(_MEETING, row["lead"], re.IGNORECASE))
        or re.search(r"\bor\b", row["lead"], re.IGNORECASE)
    ):
        return ()
    if " or " not in row["row"].lower() and _stays_whole(row["lead"], row["row"], taken):
        return ()
    between = r",? (?:or|and) |, "
    things = re.findall(rf"(?:^|{between})({name}|{strange})(?=$|{between})", row["row"], re.IGNORECASE)
    return tuple(f"{row['lead']}{thing}?" for thing in things) if len(things) <= MOST_OF_ROW else ()


_COMPARED = re.compile(
    r"\b(?:between|compar\w*|differ\w*|better|worse|safer|stronger|more|less|than|versus|vs|both|together|combin\w*"
    r"|mix\w*|common|either|and)\b",
    re.IGNORECASE,
)


def _stays_whole(lead: str, row: str, taken: Collection[str]) -> bool:
    """Tell whether what is joined by "and" is to be looked at together."""
    clash = any(t in row for t in taken) and re.search(r"\binteract", lead, re.IGNORECASE) is None
    return clash or _COMPARED.search(lead) is not None


def asks_of_answers(part: str, before: Intent) -> bool:
    """Tell whether "it" of a part is what answers the part before: "What helps migraine, and is it safe?"."""
    if not isinstance(before, Which) or not _OF_ANSWERS.match(_LEAD.sub("", part, count=1)):
        return False
    slant, phrase = before.asked.slant, before.asked.phrase
    return before.outward is not True and (slant is Slant.GOOD or bool(_AIDS.search(phrase)))


def _sentences(text: str) -> Sequence[str]:
    ends = [*sentence_ends(text), len(text)]
    return [s for a, b in zip([0, *ends], ends, strict=False) if (s := text[a:b].strip())]


def _asks(sentence: str) -> bool:
    plain = _LEAD.sub("", sentence, count=1)
    plain_words = plain.rstrip("?.! ")
    return bool(_ASKS.match(plain) or _SUPPOSED.fullmatch(plain_words)) or _still(plain_words) is not None


def _within(sentence: str) -> list[str]:
    """Return the questions of a sentence."""
    mark = "?" if sentence.endswith("?") else ""
    whole = sentence.rstrip("?.! ")
    if still := _still(_LEAD.sub("", whole, count=1)):
        return [f"{part}{mark}" for part in still]
    if supposed := _SUPPOSED.fullmatch(_LEAD.sub("", whole, count=1)):
        one, does = supposed["one"], "do" if supposed["aux"].lower() == "do" else "does"
        return [
            f"{supposed['aux']} {one} {supposed['rest']}{mark}",
            f"{does} {one} {supposed['does']} {supposed['what']}{mark}",
        ]
    for pattern in (_SAFE_AND_GOOD, _TWO_NOUNS, _TWO_VERBS, _TWO_PASSIVES, _TWO_OBJECTS):
        two = pattern.fullmatch(_LEAD.sub("", whole, count=1))
        if two is not None:
            return [f"{part}{mark}" for part in _put_apart(two)]
    found, start = [], 0
    for joint in _JOINT.finditer(whole):
        if _asks(whole[start:]) and not _NO_PART.match(whole, joint.end()) and joint.start() - start > _SHORTEST:
            found.append(whole[start : joint.start()].strip())
            start = joint.end()
    return [f"{part}{mark}" for part in (*found, _of_the_first(found, whole[start:].strip())) if part]


def _still(sentence: str) -> tuple[str, str] | None:
    """Return "Does ginkgo still help dementia if I take warfarin" as two questions: whether the two go together, which
    comes first, and whether the one helps.
    """
    found = _STILL.fullmatch(sentence)
    if found is None or bool(found["before"]) == bool(found["behind"]):
        return None
    takes = _TAKES.fullmatch(found["before"] or found["behind"])
    if takes is None:
        return None
    return (
        f"Can I take {found['one']} with {takes['taken']}",
        f"{found['aux'].capitalize()} {found['one']} {found['does']}",
    )


def _of_the_first(found: Sequence[str], part: str) -> str:
    """Return a part that asks whether something is one of those asked for, as a question of its own."""
    one, first = _IS_ONE.fullmatch(part), _WHICH_DO.fullmatch(found[-1]) if found else None
    return f"does {one['one']} {first['does']}" if one and first else part


def _put_apart(two: re.Match[str]) -> tuple[str, str]:
    parts = two.groupdict()
    lead, rest = parts["lead"], parts.get("rest") or ""
    if parts.get("first"):
        return f"{lead}{parts['first']}", f"{lead}{parts['last']}"
    one, two_ = parts["one"], parts["two"]
    if re.match(_SAFE, one, re.IGNORECASE) and rest:
        return f"{lead}{one}", f"{lead}{two_}{rest}"
    return f"{lead}{one}{rest}", f"{lead}{two_}{rest}"
