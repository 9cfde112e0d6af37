"""What the words before a claim and inside it do to it, where not all of them are understood. Pure.

`frames` reads the beginnings that it knows, and a text that nobody marked is read no further. In a text whose claims
somebody marked, every sentence counts: here words that may deny, suppose, compare or overstate are noticed even in
sentences that nobody foresaw, and the claim is then doubtful: it takes no side. What stands behind: `aftermath`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgcore.language.aftermath import compared, overstatement
from kgcore.language.frames import before

_ASIDE = re.compile(r"\([^()]*\)")
_CLAUSE = re.compile(r"[,;:]\s|\s[–—-]\s")
_CUES = re.compile(
    r"\b(?:no|not|cannot|never|nobody|nothing|none|nowhere|no-one|neither|nor|few|hardly|scarcely|barely|rarely|seldom|"
    r"little|doubt\w*|unlikely|unclear|unproven|uncertain|unknown|unsupported|unfounded|untrue|disprov\w*|disput\w*|"
    r"refut\w*|reject\w*|contradict\w*|den(?:y|ies|ied)|debunk\w*|overturn\w*|retract\w*|withdr[ae]w\w*|myth|hoax|"
    r"nonsense|misconception|fake|lies?|lying|false\w*|wrong\w*|mistak\w*|erroneous\w*|pretend\w*|rumou?rs?|"
    r"whether|if|unless|suppos(?:e|ing)|assum(?:e|ing)|imagine|provided|wish\w*|hypothes\w*|question\w*|remains? to|"
    r"used to|once|beliefs?|far from|hard to|premature|overstat\w*|exaggerat\w*|too|only|anything|everything|except|"
    r"lack\w*|fail\w*|instead|rather)\b|n['’]t\b",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\s*(?:do|does|did|is|are|was|were|can|could|would|should|will|had)\b", re.IGNORECASE)
# Right before a subject: it is not there, or works the other way.
_UNDONE = re.compile(
    r"(?:\b(?:absen\w*|without|stopp?\w*|avoid\w*|discontinu\w*|cessation|ceas\w*|quit\w*|inhibit\w*|block\w*|"
    r"antagoni\w*|antidotes?|antibod\w*|remov\w*|revers\w*|withdrawal|allerg\w*|intoleran\w*|resistan\w*|deficien\w*|"
    r"depriv\w*|shortage|low|lower|less|reduc\w*|decreas\w*|insufficient|inadequate|poor|fear|refus\w*|skipp\w*|"
    r"lack\w*|losing|loss|replac\w*|switch\w*|excess\w*|instead|versus|than)"
    r"(?:\s+(?:of|to|from|in|for|against|by|with|use|intake|levels?))*|\banti-?)"
    r"\s*(?:(?:the|a|an|any|all|its|their|your|daily|regular|taking|using|use of|intake of)\s+)*$",
    re.IGNORECASE,
)
# "… that" before a subject: what says that the claim is made at all.
_STATED = re.compile(
    r"\b(?:show\w*|find\w*|found|demonstrat\w*|confirm\w*|report\w*|conclud\w*|know\w*|establish\w*|prove[nds]?|proof|"
    r"observ\w*|document\w*|reveal\w*|agree\w*|not(?:e|es|ed)|suggest\w*|indicat\w*|propos\w*|think\w*|thought|fact|"
    r"believe[sd]?|claim(?:s|ed)?|suspect\w*|argu\w*|sa(?:y|ys|id)|evidence|clear|true|likely|possible|plausible|"
    r"certain|signs?|hints?|data|means?|is|idea|so|consensus|support\w*|imply|implies|remember|given|seems?|"
    r"appears?)\W+that\s*$",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(r"\bthat\s*$", re.IGNORECASE)
# "… of" before a subject: what leaves the claim about the subject itself ("doses of", not "the price of").
_ABOUT = re.compile(
    r"\b(\w+)\s+(?:of|from)(?:\s+(?:the|a|an|its|their|daily|regular|oral|dietary|pure))*\s*$", re.IGNORECASE
)
_ITSELF = re.compile(
    r"(?:us(?:e|ing)|dos(?:e|es|ing)|intakes?|supplement\w*|consumption|administration|tablets?|capsules?|pills?|"
    r"amounts?|levels?|concentrations?|forms?|types?|kinds?|effects?|courses?|injections?|infusions?|trials?|study|"
    r"studies|cups?|glass|glasses|grams?|mg|servings?|extracts?|presence|action|addition|sources?|some|most|many|one|"
    r"each|any|either|both|out|plenty|lots?|weeks?|months?|years?|days?|reviews?|(?:meta-)?analys[ei]s|evidence|role|"
    r"members?|class|symptoms?|treatment|prevention|ingestion|exposure|because|development|progression|onset|burden|"
    r"numbers?|components?|ingredients?|parts?|cases?|activation|expression|accumulation|overproduction|aggregation|"
    r"increase|rise|mixture|combination|apart)",
    re.IGNORECASE,
)
_VERBAL = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|may|might|could|will|would|should|must|that|who|"
    r"which)\b",
    re.IGNORECASE,
)
_COMPARING = re.compile(r"\bcompar\w*|\bversus\b|\bdisguis\w*|\bmasquerad\w*", re.IGNORECASE)
_CARRIED_ON = re.compile(
    r"\s*((?:(?:do|does|did|is|are|was|were|has|have|had|can|could|may|might|will|would|should|not|never|been|be|also|"
    r"\w+n['’]t|fail\w*|alleg\w*|said|thought|believed|known|shown|found|unable|unlikely|likely|appears?|seems?|"
    r"help\w*)\s?)+),\s.*,\s*",
    re.IGNORECASE,
)
_STANDING_ALONE = ("is", "are", "was", "were")  # "is, in trials," may go on with anything
_OTHER_SUBJECT = re.compile(r"\s*\w[^,]*,\s+(?:which|who)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Around:
    """What the words before a claim add to it; `doubtful`: they may change what is said."""

    denied: bool = False
    hedged: bool = False
    doubtful: bool = False


def ahead(words: str) -> Around:
    """Read the words of a sentence that stand before the claim's subject."""
    words = _ASIDE.sub(" ", words)
    clause = _CLAUSE.split(words)[-1]
    for part in (words, clause):
        frame = before(part)
        if frame is not None and not _UNDONE.search(part):
            return Around(denied=frame.negated, hedged=frame.hedged)
    cues = (_CUES.search(clause), _UNDONE.search(clause), _ASKED.match(clause))
    return Around(doubtful=any(cues) or _about_another(clause) or _not_stated(clause))


def _about_another(clause: str) -> bool:
    about = _ABOUT.search(clause)
    return about is not None and _ITSELF.fullmatch(about[1]) is None


def _not_stated(clause: str) -> bool:
    return _SUBORDINATE.search(clause) is not None and _STATED.search(clause) is None


def between(words: str) -> bool:
    """Whether words between a subject and its relation, or that and its object, may change what the relation says."""
    words = _ASIDE.sub(" ", words)
    found = (_CUES.search(words), _COMPARING.search(words), overstatement(words))
    return any(found) or compared(words)


def verbal(words: str) -> bool:
    """Whether words between a subject and its relation hold a verb or begin a clause of their own."""
    return _VERBAL.search(words) is not None


def carried_on(left: str, front: str) -> str:
    """Return what the words behind an aside go on with: "does not" in "does not, as far as we know, (prevent)"."""
    found = _CARRIED_ON.fullmatch(left)
    carried = found[1].strip() if found else ""
    return carried if front or not carried.endswith(_STANDING_ALONE) else ""


def other_subject(words: str) -> bool:
    """Whether the words before a relation give it another subject: "weakens warfarin, which (prevents)"."""
    return _OTHER_SUBJECT.match(words) is not None
