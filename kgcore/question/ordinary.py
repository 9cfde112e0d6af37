"""Ordinary things that people say after an answer, or before any, which need no look into the graph. Pure."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final


class Ordinary(Enum):
    """What a whole message of one of these kinds asks of the answer before it, or of the bot."""

    PAPERS = "the papers of the last answer"
    DESIGN = "which designs stand behind it"
    STRENGTH = "how strong its evidence is"
    WHOM = "in whom it was found"
    AGAINST = "which papers speak against it"
    SIZE = "how large, old or long the studies are, or the effect"
    DOSE = "how much, how often, in which form or for how long to take it"
    RANK = "which of several is worst, or safest"
    ADVICE = "what somebody should do now"
    ABILITY = "what the bot can do"
    SCOPE = "what the graph is about"
    BACK = "back to the step before"
    SHORTER = "the same, shorter"


_LEAD: Final = r"(?:(?:and|ok(?:ay)?|so|but|please|can you|could you|then)[ ,]+)*"
_IT: Final = (
    r"(?:it|that|this|these|those|they|that one|the (?:evidence|study|paper|research|trial)|the papers"
    r"|all of (?:it|that|them))"
)
_DESIGN: Final = (
    r"(?:randomi[sz]ed(?: controlled)?(?: trials?)?|rcts?|trials?|controlled|meta-?analys[ei]s|cohorts?|observational"
    r"|animal stud(?:y|ies)|human stud(?:y|ies)|in (?:humans|people|mice|animals|cells)|(?:a )?review)"
)
_GROUP: Final = (
    r"(?:(?:(?:pregnant|older|younger|elderly|healthy|young) )?(?:women|men|people|adults|patients)|children|kids"
    r"|infants|babies|teens|teenagers|adolescents|the elderly|seniors|humans|mice|rats|animals)"
)
_SAID: Final = (
    (
        Ordinary.PAPERS,
        r"(?:show|give|list|see|which|what|where)(?: (?:me|us|are|is|were|i))*(?: see)?(?: (?:the|all|all the"
        r"|your|its))?"
        r" (?:papers?|stud(?:y|ies)|sources?|references?|citations?|literature|publications?)"
        r"(?: (?:behind|for|on|of|to) (?:it|that|this))?|(?:papers|sources|references|citations|studies)"
        r"|who (?:says|said|reports|found|wrote) (?:so|that|this|it)|according to (?:whom|who|what)"
        r"|(?:what|which|where)(?: (?:papers?|stud(?:y|ies)|ones?))? (?:should|do|can|could|shall) (?:i|we)"
        r" (?:read|start|begin)(?: reading)?(?: first| next| then)?|(?:any )?(?:further|more) reading"
        r"|(?:anything|something) to read"
        r"|any(?:thing)?(?: (?:papers|studies|evidence|research|of (?:them|those|these)))?"
        r" (?:from|in|of|within|since) (?:the )?(?:last|past) (?:\w+ )?years?"
        r"|(?:what|which) (?:is|are) (?:your|the) (?:sources?|papers?)|prove it|on what (?:basis|evidence)"
        r"|where (?:is|does|did|do) (?:this|that|it|you)(?: (?:come|get) (?:from|this from|that from|it from)"
        r"| from)?",
    ),
    (
        Ordinary.DESIGN,
        rf"(?:is|are|was|were) {_IT}(?: (?:from|based on|an?|all|done|only))* {_DESIGN}"
        r"|what (?:kind|type|sort)s? of (?:study|studies|evidence|papers?|trials?|research)(?: (?:is|are|was"
        r"|were) (?:it|that|this|they|those))?"
        r"|(?:are|were) (?:there|these) (?:any )?(?:rcts|randomi[sz]ed(?: controlled)? trials|trials)"
        r"|any (?:rcts|trials|randomi[sz]ed trials)",
    ),
    (
        Ordinary.STRENGTH,
        rf"how (?:strong|good|solid|reliable|certain|sure|robust|convincing|well supported) (?:is|are) {_IT}"
        r"|how (?:strong|good|solid) is (?:the|that|this) evidence|how (?:sure|certain"
        r"|confident) are you(?: (?:about|of) (?:it|that|this))?"
        r"|are you (?:sure|certain)(?: (?:about|of) (?:it|that|this))?|(?:is|are) (?:it|that|this"
        r"|they) (?:reliable|proven|certain|for sure|good evidence|strong evidence)"
        r"|(?:which|what)(?: (?:one|of (?:them|these|those)))? (?:has|is|got|have|are)"
        r" (?:the )?(?:best|strongest|most|better)"
        r"(?: (?:evidence|proof|data|support|supported|studied|researched|proven|papers|studies|trials|evidence base))"
        r"|how (?:strong|good|solid|reliable|robust|convincing) (?:is|are) (?:the|that|this|its|your|all that)"
        r" (?:proof|data|science|research|papers|studies|support)"
        r"|how many (?:papers|studies|trials)(?: (?:say (?:so|that)|are there|is that))?|can i trust (?:it|that"
        r"|this|you)|really|seriously|no way|is (?:it|that|this) (?:really )?(?:true|so)|i do(?:n't| not) believe"
        r" (?:it|that|you)|who says|says who",
    ),
    (
        Ordinary.WHOM,
        rf"(?:in|for|with) (?:whom|who|which (?:people|patients|population)|what (?:people|patients"
        rf"|population)s?)(?: was {_IT}(?: (?:tested|studied|shown|found))?)?"
        r"|who (?:was|were|did) (?:it|that|this|they)? ?(?:studied|tested|study|test|in)"
        r"|(?:what about|how about|and|also|does (?:it|that|this) (?:hold|apply|work)|is (?:it|that"
        r"|this)(?: also)? (?:true|so|the same))(?: (?:in|for|to|with))? "
        rf"(?:{_GROUP}|people like me|me)|in {_GROUP}"
        r"|(?:(?:are|were|is) there )?any (?:trials?|stud(?:y|ies)|evidence|rcts?|research|data|papers?|work)"
        rf"(?: (?:done|on (?:it|this|that)))? (?:in|with|on|among|of) {_GROUP}"
        rf"|(?:was|were|has|have) {_IT}(?: (?:ever|been))* (?:tested|studied|tried|shown|looked at)"
        rf" (?:in|on|with|among) {_GROUP}"
        rf"|(?:and )?what do (?:trials|studies|papers) (?:in|with|of|on) {_GROUP} (?:say|show|find)",
    ),
    (
        Ordinary.AGAINST,
        r"(?:are there|is there|any|show|show me|give me|what about)(?: (?:any|the|some|all))?"
        r" (?:evidence|papers|stud(?:y|ies)|trials|findings|research)"
        r"(?: (?:that (?:speaks?|is|are)|which (?:speaks?|is|are)))?"
        rf" (?:against|to the contrary|that disagrees?)(?: {_IT})?"
        r"|(?:what|which|who)(?: (?:papers|studies|evidence))? (?:speaks?|is|are|says?|found)"
        rf" (?:against|otherwise|differently)(?: {_IT})?"
        rf"|(?:does|do) (?:anything|any paper|any study|anyone|anybody) (?:speak against {_IT}|disagree)"
        r"|who disagrees|what (?:is|are) the counter-?(?:evidence|arguments?)|(?:the )?evidence against(?: it| that)?",
    ),
    (
        Ordinary.SIZE,
        r"how (?:big|large|strong|much|great) (?:is|was|are|were) (?:the|that|this|its)"
        r" (?:effect|benefit|difference|risk|increase|reduction|improvement|change|study|trial|sample)"
        r"|how much (?:better|worse|higher|lower|more|less)(?: (?:is|was) (?:it|that))?"
        r"|how many (?:people|patients|participants|subjects|women|men|children)(?: (?:were|was|are|took part|did they"
        rf" (?:test|study)))?(?: (?:in|part in) {_IT}(?: (?:stud(?:y|ies)|trials?))?)?"
        r"|how (?:old|new|recent|long)(?: (?:is|are|was|were|did))(?: (?:it|that|this|these|those|the))?"
        r"(?: (?:stud(?:y|ies)|papers?|trials?|evidence|research))?(?: (?:last|run|go on))?"
        r"|(?:the |what is the |which is the |any )?(?:newest|latest|most recent|newer|recent)"
        r" (?:stud(?:y|ies)|papers?|research|trials?|evidence)|(?:when was|what year was|from when is)"
        rf" {_IT}(?: (?:study|paper|trial))?(?: (?:done|published|written|from))?",
    ),
    (
        Ordinary.ADVICE,
        r"(?:so )?what (?:should|shall|do|must) (?:i|we) do(?: (?:about|with) (?:it|that|this))?(?: now| then)?"
        r"|what can (?:i|we) do (?:about|with) (?:it|that|this)"
        r"|should i (?:worry|be worried|stop|stop (?:it|taking it)|see (?:a|my) doctor)"
        r"(?: (?:now|then|about (?:it|that)))?"
        r"|is that (?:bad|dangerous) for me"
        r"|(?:so )?(?:what|which(?: one)?) would you (?:do|take|choose|pick|recommend|suggest|use|try)"
        r"(?: (?:then|now|yourself))?",
    ),
    (
        Ordinary.ABILITY,
        r"what (?:can|do) you do(?: for me)?|what are you(?: good for)?|who are you|how do(?:es)? (?:you|this"
        r"|evigraph) work|what is this|what can i (?:ask|do)(?: (?:you|here))?"
        r"|help(?: me)?(?: please)?|(?:show )?(?:the )?(?:commands|menu|instructions)|i need help|what now"
        r"|how (?:do|can|should) i use (?:you|this|it)",
    ),
    (
        Ordinary.SCOPE,
        r"what do you (?:know|cover)(?: about)?|what (?:is|are) (?:you|this graph|the graph|it) about"
        r"|what(?: topics| things)? (?:do you|does (?:the|this) graph) (?:know|cover|hold|contain)(?: about)?"
        r"|(?:what|which) (?:knowledge )?(?:graph|database|data) (?:is this|are you (?:using|on)|do you (?:use|have))"
        r"|what is in (?:the|this|your) (?:graph|database)|which topics(?: do you know)?",
    ),
    (
        Ordinary.BACK,
        r"(?:(?:can|could) (?:we|you|i) )?(?:go |take (?:me|us) |step |let(?:'s| us) go )?back(?: (?:one|a) step"
        r"| to (?:the|that|your|my) (?:(?:very )?first|last|previous|earlier|one before|second)"
        r"(?: (?:one|question|answer|step))?)?|previous(?: question| answer)?",
    ),
    (
        Ordinary.SHORTER,
        r"(?:say|explain|tell me|put) (?:it|that|this)(?: (?:again|to me))?"
        r" (?:in (?:plain|simple|easy|other|normal|everyday) (?:words|terms|english|language)"
        r"|simply|more simply|like i(?:'m| am) (?:five|5)|so that i understand)"
        r"|in (?:simple|easy|other|normal) (?:words|terms)|summari[sz]e(?: please)?"
        r"|i (?:do(?:n't| not)|did(?:n't| not)|can(?:no|')?t) (?:understand|get|follow)(?: (?:it|that|this|you))?"
        r"|(?:what do you mean|what does (?:it|that|this) mean|in plain (?:words|english)|huh)"
        r"|(?:so )?(?:yes or no|what is the answer)"
        r"|(?:make it |say it |a bit |much )?(?:shorter|briefer|more briefly)(?: please)?|too long|(?:in short"
        r"|in brief|briefly|tl ?;? ?dr)"
        r"|(?:give me )?(?:the |a )?(?:short(?:er)? (?:version|answer)|gist|bottom line)|in (?:one|a) sentence"
        r"|(?:sum|summari[sz]e) (?:it|that|this|everything|all (?:of )?(?:it|that|this)|the (?:thread|answer|discussion"
        r"|conversation|above))(?: up)?(?: (?:for|to) (?:me|us|my \w+|an? \w+))?",
    ),
)
_PATTERNS: Final = tuple((kind, re.compile(rf"{_LEAD}(?:{words})[\s.!?…]*", re.IGNORECASE)) for kind, words in _SAID)
_LONGEST: Final = 90  # characters of such a message
_ADDRESS: Final = re.compile(r"<?\b(?:https?://|www\.)[^\s<>]+>?", re.IGNORECASE)
# What is said with an address to have it read, and names nothing that could be looked up by itself.
_READ_IT: Final = re.compile(
    r"(?:(?:please|can|could|would|you|have|a|look|at|in|into|is|are|was|this|that|it|these|the|what|whats|does|do|say|says"
    r"|about|of|on|for|me|us|read|check|open|see|summari[sz]e|sum|up|explain|verify|review|true|right|correct|fake|reliable"
    r"|page|link|site|website|article|post|paper|study|video|claims?|claimed|here|there|think|opinion|and|to|tell|so|hi"
    r"|hello|hey|thanks)\b[\s\W]*)*",
    re.IGNORECASE,
)


def ordinary_of(text: str) -> Ordinary | None:
    """Return what an ordinary message asks, None where it says more than that."""
    words = " ".join(text.replace("’", "'").replace("what's", "what is").split())
    if not words or len(words) > _LONGEST:
        return None
    return next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(words)), None)


def without_addresses(text: str) -> str:
    """Return a text without the web addresses in it; "" where nothing is left that could be looked up."""
    left = " ".join(_ADDRESS.sub(" ", text).split())
    if left == " ".join(text.split()):
        return text
    words = left.replace("’", "'").replace("'", "")
    return "" if _READ_IT.fullmatch(re.sub(r"^\W+", "", words)) else left
