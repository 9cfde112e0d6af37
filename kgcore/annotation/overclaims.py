"""Sentences that promise more than any relation of a graph says, however they put it. Pure.

"Bipolar disorder is a thing of the past with lithium", "nobody who drinks coffee gets Parkinson's disease": the words
stand around the names, not between them, so that no relation phrase holds them. Only a sentence with two names of which
one is a condition is read so, and only where nothing in it denies or asks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from kgcore.english.context import ClaimFrame, asserts_nothing, may_deny_or_hedge, read_frame_before
from kgcore.english.cues import regex_of_any
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan
from kgcore.english.words import rows_of, word_list

# What such words amount to.
CURED, PREVENTED, BEST = "completely cures", "completely prevents", "is the most effective treatment for"
CURES = "cures"  # where it is said in so many words
_CURES = re.compile(r"(?:(?:is|are) )?(?:the |a )?(?:real )?cures?(?: for| of)?|heals?|(?:cur|heal)ed", re.IGNORECASE)
BEST_GUARD = "is the most effective protection against"
PROVEN, PROVEN_GUARD = "is proven beyond doubt to treat", "is proven beyond doubt to prevent"
HARMED = "always causes"
BETTER, BETTER_GUARD = "treats better than others", "prevents better than others"
STRONGEST = "has by far the strongest effect on"
PROVEN_OF_ANYTHING, ALWAYS = "is proven beyond doubt to affect", "always affects"
_OF_GUARDS = {BEST: BEST_GUARD, PROVEN: PROVEN_GUARD, BETTER: BETTER_GUARD}
_GUARDS = re.compile(r"\b(?:prevent|protect|guard|ward|shield|risk|avoid|keep)", re.IGNORECASE)
ILL, OTHER = "§", "¤"  # what stands for the condition and for the other name while a sentence is searched
_CONDITION = ("disease", "disorder", "symptom", "phenotypicfeature", "condition", "illness", "injury")
# "The most widely used treatment", "the best evidence": how often it is used or how well it is known ranks no effect.
_HOW_OFTEN = re.compile(
    r"\b(?:the |one of the )?(?:single )?most (?:(?:widely|commonly|often|frequently|extensively|thoroughly) )?"
    r"(?:used|prescribed|given|taken|studied|tested|researched|investigated|sold|common|frequent|usual|popular|"
    r"familiar|prevalent|widespread)\b|"
    r"\bthe (?:best|strongest|clearest|firmest) (?:evidence|support|case|data|proof)\b|"
    r"\bbest(?:-| )(?:documented|studied|supported|researched|established|evidenced|known|understood)\b",
    re.IGNORECASE,
)
# "The most important risk factor", "its most feared complication": what ranks a harm promises nothing.
_OF_HARM = re.compile(
    r"\b(?:most|best|strongest|greatest|biggest|leading|single|main|chief|worst|number one)"
    r"(?:\s+(?!(?:of|for|to|against|in|on|way|that|which|and|or|effective)\b)[\w-]+){0,4}?\s+"
    r"(?:risk factors?|causes?|determinants?|triggers?|predictors?|complications?|(?:side|adverse) effects?|hazards?|"
    r"dangers?|drivers?|culprits?|contributors?)\b"
    r"(?! (?:of|for|to|in) (?:\w+ )?"
    r"(?:remission|recover|improv|cure|heal|surviv|respon|success|relief|benefit|health))",
    re.IGNORECASE,
)
# "Only *warfarin* causes *bleeding*", "the one thing that causes it": what does harm is not promised to help.
_DOES_HARM = re.compile(
    r"(?:¤[^§]{0,40}|(?:thing|drug|supplement|substance|food|one) (?:that|which) (?:can |may )?)"
    r"\b(?:caus(?:es?|ed|ing)|triggers?|induces?|provokes?|worsens?|aggravates?|exacerbates?|precipitates?|increases?|"
    r"raises?|leads? to|brings? (?:on|about)|results? in|gives? rise to|makes? (?=§[^.]* worse))\b[^§]{0,80}§"
    r"(?! ?(?:to )?(?:remission|recover|improv|cure|heal|surviv|respon|success|relief|benefit|better))",
    re.IGNORECASE,
)
_TAKING = re.compile(
    r"\b(?:once|if|when|as soon as|the moment)\s+(?:you|they|we|patients|people|someone)\s+(?:\w+\s+){0,3}(?=¤)|"
    r"\b(?:take|use|drink|eat|try|add)\s+(?:\w+\s+){0,2}(?=¤)",
    re.IGNORECASE,
)

# "superior to any *statin*": what a promise is compared with is not what it is made of.
_OUTDONE = re.compile(
    r"\b(?:any|every|all|each|other|than|superior to|preferable to|as \w+ as|outperforms?|beats?|surpasses|outdoes|"
    r"over|compared (?:with|to))\s+(?:the\s+)?(?:other\s+)?$",
    re.IGNORECASE,
)

# "No drug lowers *B* more than *A*", "the best of all for *B* is *A*": the last is ranked.
_LAST_DOES = re.compile(
    r"\b(?:no|nothing|none|never|the best|best|first|the (?:most \w+|\w+est))\b.*"
    r"\b(?:like|than|is|are|as)\s+(?:the\s+|an?\s+)?$",
    re.IGNORECASE,
)
# What promises of anything, not of an illness alone, that it always happens.
_OF_ANYTHING = re.compile(
    r"without (?:fail|exception)|guarantee\w*|every\b.*|each and every .*|never fails|(?:a |one )?hundred.*|100.*|"
    r"(?:everyone|everybody|anyone) (?:takes|taking|on|using|with)|overnight|instantly|forever|permanently|"
    r"irreversibly|once and for all|for (?:good|all time|ever)|foolproof|sure-?fire|unfailing\w*|infallibl\w*|"
    r"miracle\w*|magic|works every .*|whatever the .*|doctors hate|secret .*|truth they .*|forget .*|"
    r"(?:works?|worked|does|do|did) wonders",
    re.IGNORECASE,
)
_ONLY_FIRST = re.compile(
    r"\W*(?:only\s*¤|the (?:one and )?only (?:way|thing|one|means|drug|food|herb|substance|supplement)\b)",
    re.IGNORECASE,
)
_OBJECT_FIRST = re.compile(r"\s*(?:for|in|against|on)\s", re.IGNORECASE)
_BORDER = re.compile(r"[;:–—(]|,|\b(?:and|or|but|while|whereas|than|unlike|like|with|plus)\b", re.IGNORECASE)


def is_condition(type: str) -> bool:
    """Whether entities of a type are what one wants to be rid of."""
    plain = "".join(c for c in type.casefold() if c.isalpha())
    return any(word in plain for word in _CONDITION)


@cache
def _promises() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = (
        (HARMED, "harms"),
        (PROVEN, "proven"),
        (BEST, "best"),
        (PREVENTED, "prevents"),
        (CURED, "cures"),
        (BETTER, "better"),
    )
    words = {does: [row[0] for row in rows_of("promises.tsv") if row[1] == does] for _, does in kinds}
    return tuple(
        (phrase, re.compile(rf"(?<!\w)(?:{regex_of_any(words[does])})(?![\w-])", re.IGNORECASE))
        for phrase, does in kinds
    )


def load_promises() -> None:
    """Read and compile the tables now, so that no question waits for them."""
    _promises()
    _than_control()


@cache
def _than_control() -> re.Pattern[str]:
    """Return what compares with no treatment, which ranks nothing: "better than placebo"."""
    better = r"than|to|outperform(?:s|ed)?|beats?|bested|surpass(?:es|ed)|outd(?:oes|id)"
    return re.compile(
        rf"\b(?:{better})\s+(?:an?\s+|the\s+)?(?:{regex_of_any(word_list('control'))}|usual care|standard care)\b",
        re.IGNORECASE,
    )


_JOINED_ON = re.compile(r"(?:^|\s*,?\s+)as well as\s+(?:the\s+)?$", re.IGNORECASE)


def _is_outdone(text: str, sentence: Stretch, names: Sequence[NameSpan], name: NameSpan) -> bool:
    """Whether a name only stands for what is surpassed: "better than *A*"; "*B*, as well as *A*, …" names it, too."""
    before = text[sentence.start : name.start]
    joined = _JOINED_ON.search(before)
    if joined and not before[: joined.start()].strip():
        return False  # "As well as *A*, *C* …"
    if joined and any(n.end == sentence.start + joined.start() for n in names):
        return False
    return _OUTDONE.search(before) is not None


def promised(
    text: str, sentence: Stretch, names: Sequence[NameSpan], conditions: Collection[str], *, silent: bool = False
) -> list[RelationSpan]:
    """Return the overclaim of a sentence about one condition (`conditions`: refs) and one other thing, if it is one.

    Where nothing else was read of it (`silent`), it may name other things behind the one that it begins with.
    """
    ill = [n for n in names if n.mention.ref in conditions]
    others = [n for n in names if n.mention.ref not in conditions]
    others = [n for n in others if not _is_outdone(text, sentence, names, n)] or others
    if silent and ill and len({n.mention.ref for n in others}) > 1:
        others = list(_begins_with(text, sentence, names, others))
    words = text[sentence.start : sentence.end]
    if not ill and len({n.mention.ref for n in names}) == 2:  # whatever is outdone may be the one: "nothing beats *A*"
        return _ranked(words, sentence, names, silent=silent)
    if not others and len(ill) == 2 and ill[0].mention.ref != ill[1].mention.ref:
        return _doomed(words, sentence, ill)
    if len({n.mention.ref for n in ill}) != 1 or len({n.mention.ref for n in others}) != 1:
        return []
    blank = _OF_HARM.sub(" ", _with_signs(words, sentence, names, conditions))
    blank = _HOW_OFTEN.sub(" ", _than_control().sub(" ", blank))
    if asserts_nothing(_TAKING.sub(" ", blank)):
        return []
    harms = _DOES_HARM.search(blank) is not None
    for phrase, pattern in _promises():
        if harms and phrase != HARMED:
            return _ranked(words, sentence, names, silent=silent)
        found = pattern.search(blank)
        if found is None:
            continue
        if may_deny_or_hedge(_TAKING.sub(" ", _without_promises(blank))):
            return []
        place = (sentence.start + found.start(), sentence.start + found.end())
        stated = _OF_GUARDS.get(phrase, phrase) if _GUARDS.search(blank) else phrase
        stated = CURES if stated == CURED and _CURES.fullmatch(found[0]) else stated
        return [RelationSpan((others[0],), (ill[0],), stated, *place, ClaimFrame())]
    return []


def _ranked(words: str, sentence: Stretch, names: Sequence[NameSpan], *, silent: bool = True) -> list[RelationSpan]:
    """Return that one thing does most of all to another, where a sentence about the two ranks what it does.

    Where something else was read (not `silent`), only what promises of anything that it always happens counts.
    """
    first, last = names[0], names[-1]
    blank = _than_control().sub(" ", _with_signs(words, sentence, names, ()))
    ranked, found = next(
        (
            (phrase, m)
            for phrase, pattern in _promises()
            for m in pattern.finditer(blank)
            if phrase == PROVEN or (silent and phrase in (BEST, BETTER)) or _OF_ANYTHING.fullmatch(m[0])
        ),
        ("", None),
    )
    if found is None or asserts_nothing(blank):
        return []
    if "only" in found[0].casefold() and not _ONLY_FIRST.match(blank):
        return []
    if may_deny_or_hedge(_without_promises(blank)):
        return []
    if _LAST_DOES.search(words[: last.start - sentence.start]) or _OBJECT_FIRST.match(words):
        first, last = last, first
    place = (sentence.start + found.start(), sentence.start + found.end())
    stated = STRONGEST if ranked in (BEST, BETTER) else PROVEN_OF_ANYTHING if ranked == PROVEN else ALWAYS
    return [RelationSpan((first,), (last,), stated, *place, ClaimFrame())]


def _begins_with(
    text: str, sentence: Stretch, names: Sequence[NameSpan], others: Sequence[NameSpan]
) -> Sequence[NameSpan]:
    """Return the name with which a sentence of one clause begins, instead of all: "*A* makes *C* needless in *B*"."""
    first = names[0]
    plain = read_frame_before(text[sentence.start : first.start]) == ClaimFrame()
    one = not _BORDER.search(text, first.end, others[-1].end)
    return others[:1] if plain and one and first is others[0] else others


def _doomed(words: str, sentence: Stretch, names: Sequence[NameSpan]) -> list[RelationSpan]:
    """Return that one illness always brings another, where a sentence about the two says so."""
    first, last = names
    blank = _with_signs(words, sentence, names, (last.mention.ref,))
    found = next((m for phrase, pattern in _promises() if phrase == HARMED and (m := pattern.search(blank))), None)
    if found is None or asserts_nothing(blank) or may_deny_or_hedge(_without_promises(blank)):
        return []
    place = (sentence.start + found.start(), sentence.start + found.end())
    return [RelationSpan((first,), (last,), HARMED, *place, ClaimFrame())]


def _without_promises(words: str) -> str:
    """Return the words without all that promises: "leaves no trace" denies nothing."""
    for _, pattern in _promises():
        words = pattern.sub(" ", words)
    return words


def _with_signs(words: str, sentence: Stretch, names: Sequence[NameSpan], conditions: Collection[str]) -> str:
    """Return the words with one sign for each name, in their places: a name may hold a word that promises elsewhere."""
    for name in names:
        start, end = name.start - sentence.start, name.end - sentence.start
        sign = ILL if name.mention.ref in conditions else OTHER
        words = words[:start] + sign.rjust(end - start) + words[end:]
    return words
