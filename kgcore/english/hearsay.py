"""Whose word a claim is said to be behind it, where nobody vouches for it, and where a speaker takes it back. Pure.

"…, or so my sister thinks", "…, from what a friend read", "…. Or so I was told."; "… – no, wait, that was *C*".
"""

from __future__ import annotations

import re
from functools import cache

from kgcore.english.accounted import evidence
from kgcore.english.cues import regex_of_any
from kgcore.english.words import word_lists

_SAYS = (
    r"(?:says?|said|saying|tells?|told|telling|hears?|heard|hearing|reads?|reading|thinks?|thought|thinking|believe[sd]?|"
    r"believing|claim(?:s|ed|ing)?|swears?|swore|reckons?|reckoned|supposes?|supposed|gathers?|gathered|understands?|"
    r"understood|insists?|insisted|maintains?|maintained|puts? it|sees? it|saw it|"
    r"posts?|posted|tweets?|tweeted|guess(?:es|ed)?|imagines?|imagined|preach(?:es|ed)?|"
    r"led to believe|given to (?:understand|believe)|promise[sd]? (?:me|us)|assure[sd]? (?:me|us)|whispers?|whispered)"
)
_WHO = (
    r"(?:(?!(?:that|which|who|and|but|is|are|was|were|has|have|does|do|although|though|while|because|since|when|where|"
    r"whether|if|until|after|before|its|their)\b)[\w’'-]+\s+){1,5}?"
)
_BORDER = r"\s*(?:[,;(–—]|\s-|\.{2,}|…)\s*"
_BEING = (
    r"(?:(?:was|were|am|is|are|have been|has been|had been|always|once|could|would|can|will|might|have|had|"
    r"vaguely)\s+){0,3}"
)
_LEAD = (
    r"(?:(?:or|at least|if|at any rate|anyway|well)\s+)*"
    r"(?:(?:as|so|like|that(?:['’]s| is| was) (?:what|how))\s+)?"
)
_ATTRIBUTED = re.compile(
    rf"{_BORDER}(?:"
    rf"{_LEAD}{_WHO}{_BEING}{_SAYS}\b[^,;:.!?()–—]{{0,60}}|"
    rf"{_LEAD}(?:{_SAYS}|quoth|dixit)\s+[^,;:.!?()–—]{{2,60}}|"
    r"(?:as|so)\s+[^,;:.!?()–—]{2,40}\s(?:goes|went)|"
    r"(?:to|in order to)\s+(?:hear|judge|go|believe|trust)\s+[^,;:.!?()–—]{2,60}|"
    r"(?:from|by|per|as per|on|going by|judging by|judging from|based on|trusting)\s+"
    r"(?:what|all that|everything|whatever)\b[^,;:.!?()–—]{2,60}|"
    r"(?:going|judging)\s+(?:by|from)\s+[^,;:.!?()–—]{2,60}|"
    r"(?:at any rate |at least )?(?:in|on)\s+(?:the\s+)?(?:[\w’'-]+\s+){0,3}?"
    r"(?:words?|opinion|view|eyes|book|telling|mind|version|account|say-so|authority)\b[^,;:.!?()–—]{0,60}|"
    r"(?:I|we)\s+(?:have|had|got|get|know|take)\s+(?:this|that|it)\s+(?:from|on|second-?hand)\b[^,;:.!?()–—]{0,60}"
    r")\s*(?=$|[,;:.!?()–—])",
    re.IGNORECASE,
)
# What a speaker says of what he says himself is no hearsay: "…, I think." hedges, as it does at the beginning.
_OWN = re.compile(
    r"[\s,;(–—-]*(?:(?:or )?at least |well )?(?:I|we) (?:do |really |personally |still |also |would |'d )?"
    r"(?:think|believe|reckon|suppose|say|understand)(?: so)?[\s).!]*",
    re.IGNORECASE,
)
# The next sentence, which only says whose word the one before was.
_NEXT = re.compile(
    r"\s*(?:(?:I|we)\s+(?:have|had|got|get|know|heard|read|learnt|learned)\s+(?:this|that|it|so)\s+"
    r"(?:from|on|in|at|off|out of|via|somewhere|second-?hand)\b[^.!?;]{0,60}(?:[.!?;]|$)|"
    r"(?:that|this|so),?\s*(?:at least|anyway|at any rate)?,?\s+(?:is|was|goes|runs|ran|went)\s+"
    r"(?:at least\s+)?(?:the|what|how)\s+"
    r"(?:\w+\s+){0,2}?(?:gossip|rumou?r|word|story|tale|claim|theory|talk|legend|hearsay|saying|belief|hype)\b"
    r"[^.!?]{0,40}(?:[.!?]|$)|"
    r"(?:or so|(?:at least,? |at any rate,? )?that(?:['’]s| is| was) (?:at least )?(?:what|how)|at least so)\s+"
    rf"{_WHO}{_BEING}{_SAYS}\b[^.!?]{{0,60}}(?:[.!?]|$))",
    re.IGNORECASE,
)
# "– no, wait, that was *C*", "… or was it *C*?", ", sorry, I mean": what was said is withdrawn.
_WITHDRAWN = re.compile(
    r"(?:\s*[,;(–—.!…]|\s-)+\s*(?:"
    r"(?:(?:no|wait|sorry|oops|whoops|hang on|hold on|actually|ah|er|erm|um|hmm?|scratch that|strike that|my mistake|"
    r"my bad|correction|oh|maybe|perhaps)\b[\s,.!–—-]*){1,4}"
    r"(?:(?:that|it|this|those|I|we|make|not|wrong|the other|other)\b|$)|"
    r"(?:scratch|strike|forget|ignore)\s+(?:that|this|it)\b|"
    r"(?:oh no[\s,]*|to be (?:honest|frank|fair),?\s+|honestly,?\s+|in truth,?\s+)?"
    r"(?:I|we)\s+(?:just\s+)?(?:made|invented|dreamt|dreamed)\s+"
    r"(?:(?:that|this|it|all of (?:it|that))\b(?:\s+up)?|up\s+(?:that|this|it)\b)|"
    r"(?:oh no[\s,]*)?(?:I|we)(?:['’]ve|\s+have|\s+may have|\s+may|\s+might|\s+must have|\s+must)?\s+(?:be\s+)?"
    r"(?:mis(?:read|heard|spoke|remember(?:ed)?|understood|took)|mix(?:ed|ing)|confus(?:ed|ing)|"
    r"got\s+(?:that|it|this)\s+(?:wrong|"
    r"backwards|mixed))\b|"
    r"(?:I|we)\s+meant?\b|make that\b|"
    r"or\s+(?:was|is)\s+(?:it|that)\b|or\s+do\s+(?:I|we)\s+mean\b|(?:my mistake|my bad|correction)\b)",
    re.IGNORECASE,
)


@cache
def _vouches() -> re.Pattern[str]:
    """Return what finds whoever vouches for a finding: evidence, and those whose trade it is."""
    return re.compile(rf"\b(?:{regex_of_any(word_lists()['vouches'])})\b", re.IGNORECASE)


def attributed(behind: str, following: str = "") -> str:
    """Return the words behind a claim that make it the word of somebody who does not vouch for it; "" for none."""
    found = _ATTRIBUTED.match(behind) or (_NEXT.match(following) if following else None)
    if found is None or _OWN.fullmatch(found[0]) or evidence().search(found[0]) or _vouches().search(found[0]):
        return ""
    return found[0].strip(" ,;:.!?()–—-…")


def withdrawn(behind: str, following: str = "") -> str:
    """Return the words behind a claim by which its speaker takes it back, in its sentence or the next; "" for none."""
    found = _WITHDRAWN.match(behind) or (_WITHDRAWN.match(f". {following.lstrip()}") if following else None)
    return found[0].strip(" ,;:.!?()–—-…") if found else ""
