"""The plain phrase that says what a roundabout one does: "is among the symptoms of" is "is a symptom of". Pure.

Each rule keeps what the phrase states and adds nothing: one of several things of a kind is of that kind, and a gene
that is linked to something is linked to it. What ranks, counts out or excludes ("the best", "the few", "the only") is
not left out: such a phrase has no plainer one.
"""

from __future__ import annotations

import re

from kgcore.english.inflection import indefinite_article, singular
from kgcore.english.words import word_list

_LONGEST = 120  # characters
_BE = r"(?:(?:can|may|might|could) be|is|are|was|were|be|has been|have been)"
_OF_SEVERAL = re.compile(
    rf"(?:(?P<be>{_BE})(?P<not> not)?(?: (?:also|often|usually|commonly|generally|still))?|"
    r"counts?|ranks?|figures?|appears?|features?|numbers?|belongs?(?= to))"
    r"(?: (?:counted|listed|ranked|numbered|included|classed|named|found))?(?: as)?"
    r" (?:among(?:st)?|one of|some of|two of|(?:in|on|to) the (?:list|group|class|set|range) of|to)"
    r"(?: (?:the|its|their|these|those|many|several|various|other|all|known))* (?P<what>.+)"
)
_FREQUENT = re.compile(r"\b(?:most (?:common|frequent|typical|usual|characteristic)|commonest) ")
_RANKED = frozenset(
    {
        "most", "least", "best", "worst", "better", "worse", "fewer", "few", "only", "first", "last", "no", "not",
        "non", "never", "any", "rarest", "safest", "strongest", "weakest", "former", "failed", "alleged", "supposed",
        "so-called", "reasons", "why", "exceptions",
    }
)  # fmt: skip
_OF_A_KIND = re.compile(
    rf"(?P<be>{_BE})(?P<not> not)? (?:an? |the |one )?(?:(?:known|common|major|important|further|other) )?"
    r"(?P<kind>[a-z]+) (?:(?P<that>that|which|who) )?(?P<does>.+)"
)
_PARTICIPLE = re.compile(r"(?:[a-z-]+ly )?(?:[a-z-]+ed|known|found|seen|shown|given|made|taken|bound|done|run) ")
_EXPRESSED = re.compile(
    rf"(?:(?:gene|mrna|protein|transcript) )?(?:expression|expression levels?|mrna levels?|mrna|transcription)"
    rf" (?P<be>{_BE})(?: found to be| seen to be| shown to be)? (?:(?P<more>increased|elevated|raised|higher|enhanced|"
    r"boosted|up|induced|greater|stronger)|(?P<less>reduced|decreased|lowered|lower|diminished|suppressed|down|weaker"
    r"|less)) (?P<where>in|by|with|under)(?: the| an?)?"
)
_SOMETIMES = re.compile(r"(?:is|are|was|were) (?:sometimes|occasionally|at times|in some cases) (?P<rest>.+)")


def plainer(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a plainer phrase that follows from this one; () where there is none."""
    text = " ".join(words)
    if len(text) > _LONGEST:
        return ()
    found = _one_of(text) or text
    found = _kind_left_out(found) or _expressed(found) or _at_times(found) or found
    return tuple(found.split()) if found != text else ()


def _one_of(text: str) -> str:
    """Return "is a symptom of" for "is among the most common symptoms of"."""
    said = _OF_SEVERAL.fullmatch(text)
    what = _FREQUENT.sub("", said["what"]).split() if said else []
    at = next((n for n, word in enumerate(what[:-1]) if singular(word) != word), None)
    if said is None or at is None or _RANKED & set(what[: at + 1]):
        return ""
    noun = " ".join((*what[:at], singular(what[at])))
    return f"{said['be'] or 'is'}{said['not'] or ''} {indefinite_article(noun)} {noun} {' '.join(what[at + 1 :])}"


def _kind_left_out(text: str) -> str:
    """Return "is linked to" for "is a gene linked to", and "treats" for "is a drug that treats"."""
    said = _OF_A_KIND.fullmatch(text)
    if said is None or singular(said["kind"]) not in word_list("class of things"):
        return ""
    if said["that"]:
        return "" if said["not"] else said["does"]
    return f"{said['be']}{said['not'] or ''} {said['does']}" if _PARTICIPLE.match(said["does"]) else ""


def _expressed(text: str) -> str:
    """Return "is upregulated in" for "expression is increased in"."""
    said = _EXPRESSED.fullmatch(text)
    if said is None:
        return ""
    return f"{said['be']} {'upregulated' if said['more'] else 'downregulated'} {said['where']}"


def _at_times(text: str) -> str:
    """Return "may be due to" for "is sometimes due to"."""
    said = _SOMETIMES.fullmatch(text)
    return f"may be {said['rest']}" if said else ""
