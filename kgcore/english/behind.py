"""What stands right behind the object of a relation, and whether it leaves the object what it is. Pure."""

from __future__ import annotations

import re
from functools import cache

from kgcore.english.words import word_list

HARMLESS = re.compile(
    r"\s*(?:$|[.,;:!?)\"”’]|[-–]\s|—|\((?=(?:only |mainly )?(?:in|among)\s)|"
    r"(?:tho|lol|imo|imho|btw|fyi|afaik|iirc|tbh|fwiw|innit|guys|folks|i guess|i think|"
    r"apparently|anyway|acc|according|a bit|a little|a lot|"
    r"i know|alike|later|combined|over|on|upon|from|until|till|throughout|despite|"
    r"following|itself|as a whole|plus|alongside|without|at least|so|once|every|each|one hundred|"
    r"either(?=\s*(?:$|[.,;!]))|a hundred|down|up|off|out|away|back|worse|easier|milder|shorter|rarer|weaker|stronger|"
    r"in|at|by|for|during|among|amongst|when|after|before|through|via|with|within|under|between|then|already|indeed|anyhow|right|"
    r"across|per|and|or|but|nor|yet(?=\s+[a-z])|as|because|since|while|whereas|although|though|that|which|who|too|also|alone|again|more|less|"
    r"better|faster|quicker|sooner|earlier|compared|versus|even|both|long|today|now|[a-z]+ly|is|are|was|were|has|have|had|can|may)\b)",
    re.IGNORECASE,
)
# "… makes it rise or fall": what goes both ways is not said to go one way.
BOTH_WAYS = re.compile(
    r"\s*(?:,\s*)?(?:/|(?:or|and|then|and then|and/or|before)\s)\s*(?:(?:to|even|also|then|later|it)\s+){0,2}"
    r"(?:fall|drop|rise|increas|decreas|declin|climb|sink|grow|shrink|dwindl|plunge|jump|go(?:es)? (?:up|down)"
    r"|come down|less|more|higher|lower|weaker|stronger)",
    re.IGNORECASE,
)
# How often and how long something is taken or looked after promises nothing: "is checked every six months"; nor does
# "all the same".
CARE_FOR_LONG = re.compile(
    r"\b(?:taken?|takes|taking|check(?:ed|s)?|monitor(?:ed|ing)?|measured?|tested|screened|reviewed|treatment|given)\b"
    r"(?:\s+(?:it|them|their \w+|at least|once|twice))*\s+(?:every (?:\w+ )?(?:days?|weeks?|months?|years?|hours?|"
    r"morning|evening|night|visit)|for life|lifelong)\b|"
    r"\blife-?long (?=treatment|therapy|replacement|monitoring|follow-up)|"
    r"\b(?:all the same|just the same|after all|above all|all in all|all told|all along)\b",
    re.IGNORECASE,
)
# "…, though whether the link is causal remains unclear": what is linked is linked all the same.
WHETHER_CAUSAL = re.compile(
    r",?\s*(?:(?:and|but|(?:al)?though|while|yet)\s+)?"
    r"(?:it (?:is|remains) (?:\w+ )?(?:unclear|unknown|uncertain|open)\s+)?"
    r"(?:whether|if)\s+(?:the|this|that|such an?)\s+(?:link|association|relation(?:ship)?|correlation|connection)\s+"
    r"(?:is|was|reflects?)\s+(?:\w+ )?(?:causal|causation|cause and effect)"
    r"(?:\s+(?:is|remains)(?: still)? (?:unclear|unknown|uncertain|open|debated|disputed|an open question))?",
    re.IGNORECASE,
)
# "; the shops are full of it": a clause about something else.
ABOUT_ELSE = re.compile(
    r";\s*(?=(?:the|its|their|an?|some|many|such)\s+(?!best\b|most\b|only\b|single\b|one\b|number\b)"
    r"(?:[\w'’-]+\s+){1,4}?(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|will|would|should|must|"
    r"cannot)\b)",
    re.IGNORECASE,
)
# "All *C* but (*A*)", "no *C* save (*A*)": the one that is left out of them, or alone among them.
_LEFT_OUT = re.compile(
    r"\s(?:but|except(?:ing)?(?: for)?|save(?: for)?|bar(?:ring)?|other than|with the (?:\w+ )?exception of)"
    r"(?:\s+the)?\s+$",
    re.IGNORECASE,
)
_ALL_OF_THEM = re.compile(r"\b(?:all|every|any|each|none|no|most|every(?:thing|one|body))\b[^,;:]*$", re.IGNORECASE)
_LONGEST_LEFT_OUT, _LONGEST_OF_THEM = 40, 120  # characters


def excepts(before: str) -> bool:
    """Whether the words of a sentence before a name leave that out of all, or name it as the only one."""
    found = _LEFT_OUT.search(before[-_LONGEST_LEFT_OUT:])
    return found is not None and _ALL_OF_THEM.search(before[-_LONGEST_OF_THEM:]) is not None


CARRIER = re.compile(
    r"\b(?:make|makes|made|bring|brings|brought|keep|keeps|kept|put|puts|set|sets|get|gets|got"
    r"|render|renders|rendered|leave|leaves|left|turn|turns|turned)(?: (?:the|an?|your|our|my|this|that|its))?$",
    re.IGNORECASE,
)
# What such a verb makes of its object: "makes *B* more soluble" does not say that it makes *B*.
_MADE_OF_IT = re.compile(
    r"\s+(?:(?:[a-z]+ly|even|much|far|so|too|very|a bit|a lot|a little)\s+)*"
    r"(?:(?:more|less|most|least|so|too|very|as)(?=\s+(?!than\b)[a-z])|better|worse|faster|slower|quicker|sooner|earlier"
    r"|easier|harder|milder|shorter|longer|rarer|weaker|stronger|higher|lower|smaller|larger|bigger|greater"
    r"|work|act|last|fail|stop|build up|wear off"
    r"|[a-z]+ly\s+[a-z]+(?:ble|ous|ive|ic|al|ant|ent|ed))\b",
    re.IGNORECASE,
)


def makes_something_of(phrase: str, rest: str) -> bool:
    """Tell whether a relation says what becomes of its object: "makes" with " more soluble" behind the object."""
    return CARRIER.search(phrase) is not None and _MADE_OF_IT.match(rest) is not None


_PARTICIPLE = re.compile(r"(?<!spe)(?<!ne)(?<!se)ed$")  # not "speed", "need", "seed"


def is_aspect(words: str) -> bool:
    """Whether words behind an object may be an aspect of it ("*B* levels"): no participle, and nothing passed over."""
    return _PARTICIPLE.search(words) is None and words.casefold() not in word_list("no aspect")


@cache
def noun_behind(*, taken: bool, either: bool) -> re.Pattern[str]:
    """Return what may stand behind a subject and name it, too; nobody takes tablets of a gene.

    `taken`: people take it; `either`: nothing tells.
    """
    lists = ["noun of either", *["noun of what is taken"] * (taken or either), *["noun of what is made"] * (not taken)]
    nouns = "|".join(sorted(word for name in lists for word in word_list(name)))
    return re.compile(rf"(?:\s+(?:{nouns})(?=\s))?", re.IGNORECASE)
