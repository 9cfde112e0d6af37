"""What a sentence only begins with, read phrase by phrase: fronted adverbials and reports of what is known. Pure.

`cues.tsv` has whole openings; here they are put together from their parts ("Research over the past two decades has
shown that", "In everyday clinical practice, and with the usual caveats, ", "Although trials were small, "). Only what
leaves the claim behind it as it is counts: every head noun must be one of a circumstance or of people, or of those who
report what they found, and no word may deny, hedge, promise or speak of what others say. Whom, when and how such words
speak of is still read as a qualifier of the claim.
"""

from __future__ import annotations

import re
from functools import cache

from kgcore.english.cues import CueEffect, CueScope, find_cue, regex_of_any
from kgcore.english.words import word_lists

# "A meta-analysis that pooled eleven trials (concluded)", "a review of 12 trials": what was looked at.
_OF_WHAT = (
    r"\s+(?:(?:that|which)\s+(?:pooled|included|covered|combined|looked at|examined|analy[sz]ed|summari[sz]ed)|of|from|"
    r"covering|pooling|including)\s+(?:(?:over|about|more than|some|nearly|almost|the)\s+){0,2}(?:\d{1,3}|two|three|"
    r"four|five|six|seven|eight|nine|ten|eleven|twelve|several|many)\s+(?:(?:randomi[sz]ed|controlled|clinical|"
    r"observational|cohort|large|small|published|placebo-controlled)\s+){0,3}(?:trials|studies|reviews|cohorts|"
    r"RCTs|papers)"
)
NAME = "¤"  # stands for each letter of a name in the words that are read
_LONGEST = 200  # characters that are looked at
_STARTS = re.compile(r"\W*(?:(?:and|but|so|yet|also|however|then|thus|still),?\s+)?", re.IGNORECASE)
# A clause beside the main one, which is asserted whatever the first tells; not a condition.
_BESIDE = re.compile(
    r"(?:although|though|even though|whereas|while|because|since|now that)\s+(?!if\b|though\b|per\b|regards?\b|"
    r"for\b|to\b|(?:a|an|the|one|another)\b[^,]{0,40}(?:of|in|for|to)\b|an?\b)[^,;:.!?()]{3,120},\s+"
    r"(?!(?:it|they|this|that|these|those|he|she|we|i|you|both|so|then|but|and|or|which|who|not|neither|the (?:drug|"
    r"latter|former|same|other|two))\b)",
    re.IGNORECASE,
)
_PREPOSITION = r"(?:in|at|on|over|across|throughout|for|of|among|amongst|with|since)"
# Whoever asserts that it is so, whatever they are: few of them know it, all should be told.
_FACT = re.compile(
    r"(?:(?:few|hardly any|not many|not all|many|most|all|too few|surprisingly few)\s+(?P<who>[\w-]+)\s+"
    r"(?:(?:may|will|do|yet|now|already|fully|actually)\s+)*"
    r"(?:reali[sz]e|know|appreciate|recogni[sz]e|remember|are aware)"
    r"|(?P<told>[\w-]+)\s+(?:should|must|need to|ought to|have to)\s+(?:always\s+)?(?:be\s+(?:told|aware|warned|"
    r"reminded|informed|advised)|know|remember|bear in mind|keep in mind))\s+that\s+",
    re.IGNORECASE,
)
# What is no circumstance but somebody's words, or a world of its own.
_SPEAKS_OF = re.compile(
    r"\b(?:claim|belie[fv]|idea|theor|hypothes|say|said|tell|told|think|thought|advert|ads?\b|label|promise|slogan|"
    r"headline|dream|novel|story|stories|tale|imagin|pretend|question|wonder|hope|wish|suppos|rumou?r|legend|lie|lies|"
    r"lying|jok|fiction|opinion|quot|call|sell|sold|market|swear|argue|assum|predict|goal|aim|plan|would|should|"
    r"could|must|want|fraud|fake|fabricat|retract|flaw|refut|debunk|myth|discredit|charlatan|quack|folk|"
    r"tradition|placebo|sham)",
    re.IGNORECASE,
)


@cache
def _phrases() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of fronted phrases up to their comma, and of reports up to their "that"."""
    lists = word_lists()
    some = {
        name: regex_of_any(lists[name])
        for name in ("circumstance", "of a circumstance", "reporter", "shown", "agreed", "people")
    }
    head = rf"(?:{some['circumstance']}|{some['people']})"
    noun = rf"(?:{head}|{NAME}+)"
    of_it = rf"(?:{some['of a circumstance']}|{NAME}+)"  # "in *B* mice"
    chunk = rf"{_PREPOSITION}\s+(?:{of_it}\s+){{0,4}}%s(?:\s+(?:and|or)\s+(?:{of_it}\s+){{0,2}}%s)?(?:\s+alike)?"
    # "In *B*, *A* is …" is said of *B*; in cultured *B* something is only seen.
    first = rf"(?:{chunk % (head, head)}|in\s+(?:cultured|isolated|primary|dissociated)\s+(?:{of_it}\s+)?{NAME}+)"
    chunk %= noun, noun
    chain = rf"{first}(?:(?:,?\s+and)?\s+{chunk}){{0,3}}"
    front = rf"(?:{chain}|as (?:its|their) name (?:implies|suggests|says))"
    verb = rf"(?:{some['shown']}|{some['agreed']})"
    report = (
        rf"(?:(?:{of_it}|(?:19|20)\d\d|"
        rf"cochrane)\s+){{0,4}}(?:{some['reporter']})(?:\s+{chain})?(?:{_OF_WHAT})?\s+(?:(?:has|have|had|now|"
        rf"long|all|also|clearly|"
        rf"consistently|repeatedly)\s+){{0,3}}{verb}\s+(?:again\s+)?that"
    )
    return (
        re.compile(rf"{front},\s+", re.IGNORECASE),
        re.compile(rf"{report}\s+", re.IGNORECASE),
    )


@cache
def _reporting() -> re.Pattern[str]:
    lists = word_lists()
    nouns, verbs = (regex_of_any(lists[name]) for name in ("reporter", "shown"))
    return re.compile(rf"\b(?:{nouns})\b.*\b(?:{verbs})\b", re.IGNORECASE | re.DOTALL)


def reports_finding(words: str) -> bool:
    """Whether words, not all of them known, name a study or those who read them, and what these have found."""
    return _reporting().search(words) is not None and not (_SPEAKS_OF.search(words) or DENIES.search(words))


_DISOWNS = re.compile(
    r"\b(?:myth|legend|fraud|hoax|scam|fakes?\b|nonsense|superstition|fairy.?tale|old wives|quack|charlatan|humbug|"
    r"snake oil|lie\b|lies\b|fiction|joke|fantas(?:y|ies)\b|rubbish|bunk|hogwash|fairy stor|"
    r"imaginary|imagined|illusory|illusion|fictitious|"
    r"make-believe|mirage|banned\b|outlawed|illegal|prohibited|forbidden|taken off the market|off the market|"
    r"(?:reject|contradict|refut|discredit|debunk|overturn|dismiss|condemn)ed (?:by|in)|dispro(?:ved|ven) (?:by|in))",
    re.IGNORECASE,
)
# "The evidence is lacking", "there is no proof at all", "no study has been done".
_LACKING = re.compile(
    r"\b(?:evidence|proof|data|trials?|stud(?:y|ies)|research|support|basis|science)\b[^.;:]{0,40}\b(?:lack\w*|absent|"
    r"missing|nil|none|non-?existent|thin|flimsy|scant|sparse|wanting|short|nowhere|gone|against)\b|"
    r"\b(?:no|not|without|zero|hardly any|scarcely any|little|lack of|lacks?|absence of|shred of|never)\s+"
    r"(?:[\w-]+\s+){0,3}"
    r"(?:evidence|proof|data|trials?|stud(?:y|ies)|research|support|basis|science|shown|proven|proved|tested|"
    r"studied)\b",
    re.IGNORECASE,
)


def lacks_grounds(words: str) -> bool:
    """Whether words beside a claim say that there is nothing to show that it is so."""
    return _LACKING.search(words) is not None


_TURNED_ON = (
    r"(?:refut|disprov|contradict|debunk|overturn|den(?:y|ie)|disput|retract|discredit|reject|challeng|withdr)\w*"
)
_TURNS_ON = re.compile(rf"\b{_TURNED_ON}", re.IGNORECASE)
_AGAINST_THIS = re.compile(
    rf"\b{_TURNED_ON}\s+(?:this|that|it|the (?:claim|idea|finding|result))\b|"
    r"\b(?:this|that|it|which)\s+(?:is|was|has been|had been|were)\s+(?:\w+ly\s+|then\s+|later\s+|since\s+)?"
    rf"{_TURNED_ON}",
    re.IGNORECASE,
)


def turns_on_it(words: str) -> bool:
    """Whether words say of somebody or something that it has refuted what stands before them."""
    return _AGAINST_THIS.search(words) is not None


def disowns(words: str) -> bool:
    """Whether words beside a claim call it, or what it is about, something that nobody should believe."""
    return _DISOWNS.search(words) is not None


def adds_nothing(words: str) -> bool:
    """Whether the rest of a sentence, without names, leaves what it says by the way as it is: "… is cheap"."""
    if (
        DENIES.search(words)
        or disowns(words)
        or may_matter(_OFFERED.sub(" ", words))
        or words.rstrip(" \"'”’)").endswith("?")
    ):
        return False
    return _refuted().search(words) is None and _TURNS_AGAINST.search(words) is None


_OFFERED = re.compile(r"\b(?:sold|sells|marketed|called)\b", re.IGNORECASE)
_TURNS_AGAINST = re.compile(
    r"[;:]|\b(?:does|do|did) so\b|\b(?:but|yet|although|though|whereas|except|if|unless|until|or)\b", re.IGNORECASE
)


_CLAUSE_BORDER = re.compile(
    r",\s+(?P<against>but|yet)\s+|;\s+|,\s+(?:so|and so|and thus|for)\s+|\s+because\s+", re.IGNORECASE
)
DENIES = re.compile(
    r"\b(?:no|not|nobody|nothing|never|none|few|hardly|neither|nor|dreams?|dreamt|only)\b|n['’]t\b", re.IGNORECASE
)
_HAS_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|may|might|will|would|[a-z]{2,}(?:[^su\W]s|ed))\b", re.IGNORECASE
)
OPEN_END = re.compile(r"(?:\bnot|n['’]t|\bonly|\bjust|\bif|\bwhether|\bunless|\bmaybe|\bperhaps)$", re.IGNORECASE)


_FIRST_WORDS = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|however|then|thus|still|please),?\s+)?"
    r"(?:(?:it|this|that|these|those)\b|"
    r"(?:be (?:careful|aware|warned|cautious)|take care|note|remember|beware|watch out|caution|do not|don['’]t)\b)",
    re.IGNORECASE,
)
_THERE = re.compile(r"\W*(?:\w+\s+)?(?:there|here)\b", re.IGNORECASE)
_FINITE_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|may|might|will|would|should|must|cannot)\b", re.IGNORECASE
)


def is_of_matter(clause: str) -> bool:
    """Whether a clause without names speaks of the matter itself ("interest has grown", "the evidence is good").

    What somebody dreams, doubts, sings or was told is no ground for what stands behind it: who it is makes the rest
    theirs, so that the subject has to be a word of knowledge or of care, not of a person.
    """
    if disowns(clause) or lacks_grounds(clause) or _SPEAKS_OF.search(clause) or _refuted().search(clause):
        return False
    if _FIRST_WORDS.match(clause):
        return True
    verb = None if _THERE.match(clause) else _FINITE_VERB.search(clause)
    head, anywhere = _matter()
    return (head.search(clause[: verb.start()]) if verb else anywhere.search(clause)) is not None


def heads_matter(subject: str) -> bool:
    """Whether a subject is a thing of knowledge or of care: "the evidence", "side effects of it"."""
    return _matter()[0].search(subject) is not None


@cache
def _refuted() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{regex_of_any(word_lists()['refuted'])}|absurd\w*|fool\w*|silly|stupid)\b", re.IGNORECASE)


@cache
def _matter() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of such a word at the head of a subject, and anywhere."""
    lists = word_lists()
    nouns = rf"\b(?:{regex_of_any([*lists['reporter'], *lists['circumstance'], *lists['matter']])})"
    behind = r"(?=\s*$|\s*[,(]|\s+(?:of|in|on|for|from|about|that|to|with|between|behind|and|or|here|alone)\b)"
    return re.compile(nouns + behind, re.IGNORECASE), re.compile(rf"{nouns}\b", re.IGNORECASE)


# "Leave a gap, because *A* …", "watch the heart rate, *A* …": what to do, and the reason for it.
_ADVICE = re.compile(
    r"\W*(?:(?:so|but|and|also|please|pls|just|always|then|if possible|where possible|ideally),?\s+)*"
    r"(?:(?:do not|don['’]?t|never|you should|you may want to|you might want to|it is (?:best|wise|sensible) to|"
    r"try to|make sure to|be sure to)"
    r"\s+(?:also\s+)?)?"
    r"(?!ask (?:any\w*|every\w*|everyone|an?)\b(?! (?:doctor|physician|pharmacist|nurse|specialist|gp)\b))"
    r"(?:leave|wait|keep|check|monitor|watch|avoid|stop|ask|talk|speak|mix|worry|mind|space|plan|expect|"
    r"separate|take|give|use|offer|"
    r"measure|test|screen|review|reduce|lower|raise|adjust|start|stay|eat|drink|look|see|go|be careful|"
    r"be cautious|counsel|warn|advise|"
    r"discuss|prescribe|recommend|choose|prefer|consider|continue|hold|skip|limit|combine|store|swallow|report|"
    r"call|tell your doctor|"
    r"beware|caution|care)\b(?!.*\b(?:phrases?|slogans?|wordings?|words?|sentences?|lines?|titles?|headlines?|"
    r"expressions?)\b)[^:;–—]*",
    re.IGNORECASE,
)
_ADVICE_BORDER = re.compile(
    r",?\s+(?:because|since|as|given that|for the reason that)\s+(?![^,]*,\s)|[:;–—]\s+(?:because\s+)?|\s-\s|"
    r",\s+(?!(?:if|when|and|or|but|unless|not)\b)",
    re.IGNORECASE,
)


def _behind_advice(words: str) -> int | None:
    """Return where the reason begins behind what one is told to do; None where that is not all that stands before."""
    found = list(_ADVICE_BORDER.finditer(words))
    if not found or len(words) > _LONGEST or not _ADVICE.fullmatch(words[: found[-1].start()]):
        return None
    return found[-1].end() if only_leads_up(words[: found[-1].start()], may_deny=True) else None


_TO_BE_TOLD = re.compile(
    r"\W*(?:if|when|whenever)\s+(?:you|your|a patient|patients|someone|somebody|anyone)\b"
    r"[^,;:.]{3,80},\s*(?P<what>[^;:]{3,80})[:;–—]\s*",
    re.IGNORECASE,
)


# "…, so tell your doctor if you take it": whom the advice is for, and no condition of what it is drawn from.
_ADVICE_IF = re.compile(
    r"[,;]\s+(?:(?:so|and|but|therefore)\s+)?(?:(?:please|always|just|you should|you must|"
    r"it is (?:best|wise|important) to|make sure to|be sure to)\s+){0,2}(?:tell|ask|talk to|speak to|speak with|"
    r"check with|consult|inform|be (?:careful|cautious)|take care|discuss|see|watch|monitor|call|contact)\b"
    r"[^,;.!?]{0,80}?\s(?:if|when|before) "
    r"(?:you|they|someone|anyone|patients|people)(?: (?:are|have|also|already|both|plan to|want to))?"
    r" (?:tak|us|consider|hav|drink|start|plan|combin)[^,;.!?]{0,60}[.!]?\s*$",
    re.IGNORECASE,
)


def without_advice(words: str) -> str:
    """Return a sentence without the advice that it ends with, which may be for those who take something."""
    return _ADVICE_IF.sub("", words)


def leads_to_advice(words: str) -> bool:
    """Whether a condition before a claim is that of an advice, for which the claim is the reason.

    "If you are on the pill, be careful: *A* interacts with …".
    """
    found = _TO_BE_TOLD.fullmatch(words)
    return found is not None and _ADVICE.fullmatch(found["what"]) is not None


def behind_clause(words: str) -> int | None:
    """Return where the last clause of a sentence's beginning begins, if one without names stands before it.

    "The idea was sound, yet *A*", "interest has grown because *A*": a clause that is set against what follows may say
    what it likes, as long as it does not suppose or ask; another one speaks of the matter itself, and may not deny or
    hedge.
    """
    if advice := _behind_advice(words):
        return advice
    found = list(_CLAUSE_BORDER.finditer(words)) if len(words) <= 2 * _LONGEST else []
    if not found:
        return None
    before = words[: found[-1].start()]
    against = found[-1]["against"] is not None and find_cue(before, CueScope.SENTENCE, CueEffect.SUPPOSES) is None
    if OPEN_END.search(before.rstrip()) or not _HAS_VERB.search(before) or disowns(before) or lacks_grounds(before):
        return None
    grounded = is_of_matter(before) and not (may_matter(before) or DENIES.search(before))
    return found[-1].end() if against or grounded else None


def opening_chunk(words: str) -> int:
    """Return how many characters at the beginning of a sentence only lead up to what it asserts; 0 where unsure."""
    words = words[:_LONGEST]
    start = _STARTS.match(words)
    at = start.end() if start else 0
    end = 0
    for _ in range(3):
        found = _next(words, at)
        if found is None:
            break
        at = end = found
    return end


def _next(words: str, at: int) -> int | None:
    front, report = _phrases()
    fact = _FACT.match(words, at)
    if fact and (fact["who"] or fact["told"]).casefold() in _whoever():
        return fact.end()
    for pattern in (front, report, _BESIDE):
        found = pattern.match(words, at)
        if pattern is _BESIDE and found and not calls_it_untrue(found[0]) and _is_conceded(found[0]):
            return found.end()
        if found is None or may_matter(found[0]):
            continue
        if pattern is not _BESIDE and not DENIES.search(found[0]):  # "few experts accept that"
            return found.end()
    return None


# What is denied ahead of a claim, and is no denial of it: "although nobody knows why, ".
_CONCEDES = re.compile(r"\W*(?:(?:and|but|so|yet),?\s+)?(?:even though|although|though)\b", re.IGNORECASE)
_DENIALS = re.compile(
    r"\b(?:no|not|nobody|never|none|few|hardly|only|may|might|can|could|cannot)\b|n['’]t\b", re.IGNORECASE
)
_OF_EFFECT = re.compile(
    r"\b(?:work|help|treat|prevent|protect|caus|cur|do so|do it|do this|do that|do any|does any|happen|effect|effic|"
    r"benefit|"
    r"eviden|show|prov|true|confirm|support|case\b|anything|nothing|replicat|ground|reason|sense|basis|relev|meaning|"
    r"exist|real|accept|agree|believ|recogni|acknowledg|approv)\w*|"
    r"\bnot (?:an?|the) \w+\s*,",
    re.IGNORECASE,
)


# That something is no cure, which leaves it a treatment.
NO_CURE = re.compile(
    r"\b(?:not|no|never|hardly)\s+(?:(?:an?|any)\s+)?(?:cures?|panacea|miracle|magic bullet|substitute)\b"
    r"(?:\s+(?:it|for it))?",
    re.IGNORECASE,
)


def _is_conceded(clause: str) -> bool:
    """Whether a clause ahead of a claim leaves it as it is: whatever it denies is not that something works."""
    if not may_matter(clause) and not DENIES.search(clause):
        return True
    clause = NO_CURE.sub("so", clause)
    plain = _DENIALS.sub(" ", clause)
    return _CONCEDES.match(clause) is not None and not (may_matter(plain) or _OF_EFFECT.search(clause))


_UNTRUE = re.compile(
    r"\b(?:opposite|contrary|reverse|errors?|mistakes?|blunders?|oversight|made up|withdrawn|recalled|inert|useless|"
    r"ineffective|powerless|worthless|fabricat\w*|falsified|invented|impossible|absurd)\b",
    re.IGNORECASE,
)


def calls_it_untrue(words: str) -> bool:
    """Whether a clause beside the main one says that this, or what it rests on, is not so: "although untrue"."""
    against = _refuted().search(words) or _UNTRUE.search(words) or _TURNS_ON.search(words)
    return against is not None or disowns(words) or lacks_grounds(words)


@cache
def _whoever() -> frozenset[str]:
    lists = word_lists()
    return frozenset(lists["people"]) | frozenset(lists["reporter"]) | {"readers", "users", "consumers"}


def speaks_of_others(words: str) -> bool:
    """Whether words tell what somebody says, hopes or dreams, so that what follows may be theirs alone."""
    return _SPEAKS_OF.search(_reports().sub(" ", words)) is not None


def only_leads_up(words: str, *, may_deny: bool = False) -> bool:
    """Whether nothing before a clause doubts or disowns what it says, or tells what others say; nor denies anything."""
    doubts = (CueEffect.SUPPOSES, CueEffect.REFUTES, CueEffect.DOUBTS, CueEffect.HEDGES, CueEffect.ATTRIBUTES)
    if speaks_of_others(words) or disowns(words) or lacks_grounds(words):
        return False
    return (may_deny or not DENIES.search(words)) and find_cue(words, CueScope.SENTENCE, *doubts) is None


def may_matter(words: str) -> bool:
    """Whether words may deny, hedge or promise what follows, or only tell what somebody says."""
    plain = _reports().sub(" ", words)
    return _SPEAKS_OF.search(plain) is not None or find_cue(plain, CueScope.SENTENCE) is not None


@cache
def _reports() -> re.Pattern[str]:
    lists = word_lists()
    return re.compile(
        rf"\b(?:{regex_of_any([*lists['reporter'], *lists['shown'], *lists['agreed']])})\b", re.IGNORECASE
    )
