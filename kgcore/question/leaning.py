"""What a message that names nothing of its own asks of the answer before it, told by its words alone. Pure.

`ordinary` knows how such messages are usually put. People put them in many other ways, of few words: whoever asks
“any studies saying the opposite?” names papers and what is against, and nothing else. So a message counts as leaning
where every word of it is known to ask of an answer, or to join such words; which of them stand together tells what it
asks. A word of its own (“papers on zinc”) makes it another question.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from kgcore.english.words import word_lists
from kgcore.question.ordinary import Ordinary
from kgcore.question.skeleton import asks_their_number

_LONGEST: Final = 16  # words of such a message
_LIST: Final = "asked of an answer: "
_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z]+)*")
_COMPARED = re.compile(r"\bhow (?:much|many \w+) [a-z]{3,}er\b")  # "how much shorter?"
# What joins the words that ask, and how their order tells what is asked; the first that fits counts.
_SIZED = re.compile(
    r"\bhow (?:many|big|large|small|huge|old|new|recent|strong (?:is|was) the effect|significant"
    r"|much (?:of )?an? (?:effect|difference)"
    r"|long (?:was|were|did|is|are|do|does) (?:it|they|that|the))\b|\bwhen\b|\b(?:what|which) year\b"
    r"|\bhow much (?:difference|of a difference|effect)\b"
)
_DATED = frozenset(
    {"newer", "newest", "latest", "recent", "recently", "published", "date", "sample", "percent", "size"}
)
_DOSED = re.compile(
    r"^(?:(?:and|so|but|ok|okay|then) )*how much of (?:it|this|that|them|these|those)$"
    r"|\bhow (?:much|many|often|long)\b.*"
    r"\b(?:take|taking|need|wait|between|apart|before|after|day|daily|dose|use|safe)\b"
    r"|\b(?:dos(?:e|es|age|ing)|mg|milligrams|iu|wait|apart|cups?|glass(?:es)?|drops?|spoons?|teaspoons?|lozenges?"
    r"|tablets?|capsules?|powder|pills|liquid|gel|cream|spray|bedtime|mornings?|evenings?|meals?|stomach)\b"
    r"|\bhow (?:often|frequently)\b|\bevery day\b|\bwhen (?:should|do|can|shall|is|must)\b.*\b(?:take|use|best)\b"
)
_SOME_KIND = re.compile(  # which ones, not how they are taken: "and pills?", "any tablets for it"
    r"(?:(?:and|so|but|ok|okay|then|or|what|which|any|are|is|there|about|how|the|some) )*"
    r"(?:pills|tablets?|capsules?|drops?|creams?|gels?|sprays?|powders?)(?: for (?:it|that|this))?"
)
_TELLING = re.compile(r"\b(?:anyone|anybody|who|someone|says?|saying|found|shows?|showed|showing)\b")
_ABOUT_SOME = re.compile(r"\b(?:in|for|with|among|to|about|too|also|who|whom|same)\b")
_TAKING = re.compile(r"\b(?:take|taking|taken|use|using|used|have|give|given|safe)\b")  # whether they may: not in whom
_HARMS = re.compile(r"\bside[- ]?effects?\b")  # what people get from it: harms, and not in whom
_WHICH = re.compile(r"^(?:(?:and|so|but|ok|okay|then) )*(?:which|what)\b(?!.*\b(?:it|about)\b)")
_SAYS_WHO = re.compile(r"\bhow do you know\b|\bwho (?:found|finds|says?|said|showed|shows|tested|claims?)\b")
_OR_CHANCE = re.compile(r"\bcaus\w+\b.* \b(?:association|correlation|link|chance|coincidence)\b")
_EXAMINED = re.compile(  # tests of the ill, not of what was said
    r"^(?:(?:and|so|but|ok|okay|then) )*(?:what|which|any) (?:other )?tests?(?: (?:is|are) (?:there|it|needed|done))?$"
    r"|\btests?\b.*\b(?:would|will|do|need|needed|have|get|for (?:it|that|this))\b"
    r"|\b(?:i|we|you|he|she|one|doctors?|patients?|people)\b.*\b(?:need|have|get|take|order|run|require)\b.*\btests?\b"
)
_ASKS_IF = re.compile(
    r"^(?:(?:and|so|but|ok|okay|well|then|was|were|is|are|do|did|does|any|has|have|there|only|just) ?)+"
)


def leaning_of(text: str) -> Ordinary | None:
    """Return what a message asks of the answer before it, None where it says more than that."""
    plain = text.lower().replace("’", "'")
    if asks_their_number(plain):
        return None
    said = _WORD.findall(plain)
    if not 0 < len(said) <= _LONGEST or any(not _is_known(word) for word in _without_degree(plain)):
        return None
    return _by_words(frozenset(said), " ".join(said), asks=plain.rstrip().endswith("?"))


def _by_words(words: Collection[str], line: str, *, asks: bool) -> Ordinary | None:
    found = {kind for kind in _kinds() if not _kinds()[kind].isdisjoint(words)}
    if _EXAMINED.search(line):
        return None
    told = "papers" in found or "trials" in found
    if "against" in found and (told or _TELLING.search(line)):
        return Ordinary.AGAINST
    if "worst" in found and _WHICH.match(line) and not told:
        return Ordinary.RANK
    if "brief" in found and not _COMPARED.search(line):
        return Ordinary.SHORTER
    if _SIZED.search(line) or _COMPARED.search(line) or not _DATED.isdisjoint(words):
        return Ordinary.SIZE if not _DOSED.search(line) else Ordinary.DOSE
    if _DOSED.search(line) and not _SOME_KIND.fullmatch(line):
        return Ordinary.DOSE
    if "trials" in found and ("design" in found or _ASKS_IF.match(line)):
        return Ordinary.DESIGN
    if "design" in found or _OR_CHANCE.search(line):
        return Ordinary.DESIGN
    if "advice" in found and re.search(r"\b(?:who|whom|should|would you|do you)\b", line):
        return Ordinary.ADVICE
    if "whom" in found and (asks or _ABOUT_SOME.search(line)) and not _TAKING.search(line) and not _HARMS.search(line):
        return Ordinary.WHOM
    if "strength" in found:
        return Ordinary.ADVICE if line.endswith("for me") else Ordinary.STRENGTH
    if told or _SAYS_WHO.search(line):
        return Ordinary.PAPERS
    return Ordinary.ABILITY if "ability" in found and re.search(r"\byou\b.*\b(?:with|for|do|about)$", line) else None


def _without_degree(plain: str) -> list[str]:
    """Return the words, without the one that says of what “how much” asks: “how much shorter?”."""
    return _WORD.findall(_COMPARED.sub("how much", plain))


def _is_known(word: str) -> bool:
    return word in _known() or word.isdigit()


@cache
def _kinds() -> dict[str, frozenset[str]]:
    lists = {name.removeprefix(_LIST): words for name, words in word_lists().items() if name.startswith(_LIST)}
    return {name: frozenset(words) for name, words in lists.items() if name != "joining"}


@cache
def _known() -> frozenset[str]:
    return frozenset().union(*_kinds().values(), word_lists()[f"{_LIST}joining"])
