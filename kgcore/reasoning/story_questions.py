"""What is asked of a patient's story, read as a whole or not at all. Pure, linear.

A word that no pattern accounts for ("instead", "if she never …") may turn a question round, and leaves it unread.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

LONGEST: Final = 400  # characters of a story in one sentence


class Ask(StrEnum):
    """What is asked of a story."""

    CULPRIT = "culprit"  # what brought about what was found
    HARM = "harm"  # what something that is taken brings about
    HELP = "help"  # what helps against what somebody has
    CLASH = "clash"  # what does not go with something that is taken
    TEST = "test"  # what shows whether somebody has it


_ONE = r"(?:which|what)(?: one)?(?: of (?:these|the following|those|them|(?:his|her|their)))?"
_PRODUCT = (
    r"(?:drugs?|meds?|medicines?|medications?|tablets?|pills?|products?|supplements?|herbs?|remed(?:y"
    r"|ies)|preparations?|foods?"
    r"|drinks?|beverages?|vitamins?|minerals?|antibiotics?|agents?|items?|substances?|compounds?"
    r"|plants?|capsules?|ones?"
    r"|options?|treatments?|therap(?:y|ies))"
)
_ADJ = (
    r"(?: (?:new|other|herbal|natural|additional|second|breakfast|over-the-counter|dietary|recent"
    r"|prescribed|single))*"
)
_WHICH_PRODUCT = rf"(?:(?:the )?(?:use|intake|addition) of )?{_ONE}{_ADJ}(?: {_PRODUCT})?"
_HARM = (
    r"(?:conditions?|complications?|problems?|(?:side|adverse|unwanted|ill) (?:effects?|reactions?"
    r"|events?)|deficienc(?:y|ies)"
    r"|findings?|disorders?|injur(?:y|ies)|symptoms?|diseases?|illness(?:es)?|toxicit(?:y|ies)|damage|disturbances?"
    r"|abnormalit(?:y|ies)|(?:organ|heart|liver|thyroid) (?:problem|damage|injury))"
)
_PROBABLY = r"(?: (?:most |very |quite )?(?:likely|probably|possibly|best|presumably|then|now|also))*"
_IT = (
    r"(?:(?: for| of| behind)? (?:it|this|that|these|them|what happened"
    r"|(?:the|this|that|these|his|her|their|all|both|such|this (?:patient|man|woman)'s)"
    r"(?: (?:new|sudden|recent|abnormal|present|these|the|falling|rising|low|high|fallen|raised))*"
    r" (?:change|changes|findings?|symptoms?|signs?|complaints?|problems?|fall|rise|drop|increase"
    r"|decrease|result|results|effects?"
    r"|event|condition|picture|reaction|adverse (?:effect|reaction)|side effect|trouble|complication"
    r"|interaction|state"
    r"|presentation|episode|loss of effect|failure|values?|INR|levels?)(?: in (?:the|his|her) (?:INR|levels?))?))"
)
_OWN = r"(?:his|her|their|the|this|that) (?:(?:daily|regular|long-term|current|new|own) )*"
_DRUG = (
    rf"{_OWN}(?:drugs?|medicines?|medications?|tablets?|pills?|capsules?|treatments?|therapy|supplements?"
    r"|remedy|extract|product|herb)"
)
_HIM = r"(?: (?:him|her|them|it|this|(?:the|this) (?:patient|woman|man|child|boy|girl|person)))?"
_MAY = r"(?:is|are|was|were|may|might|could|can|would|will|should|must|has|have|had|did|does|do)"
_DOER = (
    r"(?:he|she|they|you|one|we|(?:his|her|the|their|a) (?:doctor|physician|clinician|GP|pharmacist"
    r"|nurse|specialist))"
)
_EXPLAIN = (
    r"(?:explain(?:s|ed)?|account(?:s|ed)? for|caus(?:e|es|ed|ing)|bring about|brought about|bring"
    r" on|brought on|trigger(?:s|ed)?|provoke[sd]?|produced?|led to|lead to)"
)
_BLAMED = (
    r"(?:responsible|to blame|at fault|(?:the |a )?(?:(?:most )?(?:likely|likeliest|probable"
    r"|plausible) )?(?:culprit|cause"
    r"|reason|explanation|offender|offending (?:drug|agent)))"
)
_FORMS: Final = (
    (
        Ask.CULPRIT,
        rf"{_WHICH_PRODUCT}{_PROBABLY} {_MAY}(?: be| been)?{_PROBABLY}(?: be| been)? {_BLAMED}{_IT}?",
        rf"{_WHICH_PRODUCT}{_PROBABLY}(?: {_MAY}(?: have)?)?{_PROBABLY} {_EXPLAIN}{_IT}",
        rf"{_WHICH_PRODUCT} (?:did|has|had|was|is|will|must) (?:he|she|they){_PROBABLY}(?: have)?"
        rf"(?: been)?{_PROBABLY} (?:buy|bought|start|started|added?|receiv(?:ed?|ing)|swallow(?:ed)?"
        r"|tak(?:en?|ing)|eat(?:en|ing)?|drink(?:ing)?|drunk)",
        rf"{_WHICH_PRODUCT} (?:was|is|could|might|must|can) (?:it|this|that){_PROBABLY}(?: be| have been)?{_PROBABLY}",
        rf"{_WHICH_PRODUCT} (?:should|would|do|must|will) (?:you|one|we) (?:suspect|blame)(?: first)?",
    ),
    (
        Ask.HARM,
        rf"(?:which|what)(?: (?:new|organ|thyroid|heart|serious|known))* {_HARM}(?: of these)?"
        rf" (?:has|have|is|was|did|could|may|might|can|does|would)(?: have)? {_DRUG}{_PROBABLY}"
        rf"(?: have)?(?: been)?{_PROBABLY} (?:caus(?:e|ed|ing)|brought (?:about|on)|bring (?:about"
        r"|on)|trigger(?:ed)?|provoked?|produced?|led to|lead to|given rise to)",
        rf"(?:which|what)(?: (?:new|organ|thyroid|heart|serious|known))* {_HARM}(?: of these)?{_PROBABLY}"
        r" (?:goes along with|is (?:known to be )?(?:associated with|linked to|linked with|related"
        r" to|due to|caused by|explained by|a (?:known )?(?:complication|side effect|adverse effect)"
        rf" of)|is{_PROBABLY} (?:due to|caused by|explained by|the result of)|(?:could|may|might"
        rf"|would|can) be{_PROBABLY} (?:caused by|due to|explained by|the result of)|results from"
        rf"|comes from|stems from) {_DRUG}",
        rf"(?:which|what)(?: [\w-]+)? {_HARM} of {_DRUG}{_PROBABLY} (?:is this|is it|has developed"
        r"|has (?:he|she) developed|explains (?:it|this))",
    ),
    (
        Ask.CLASH,
        rf"{_WHICH_PRODUCT}{_PROBABLY} (?:(?:has |have |may have |could have )?interact(?:s|ed)?|(?:could|may"
        rf"|might|can|would)"
        rf" interact|clash(?:es|ed)?) with {_DRUG}",
        rf"an? (?:drug |herb-drug )?interaction (?:of {_DRUG} )?with {_WHICH_PRODUCT}{_PROBABLY}"
        rf"(?: (?:could|may|might|would))?{_PROBABLY} {_EXPLAIN}{_IT}",
    ),
    (
        Ask.HELP,
        rf"{_WHICH_PRODUCT} (?:from|on|off|in) (?:the|this|that|your) (?:list|options|menu|shelf|formulary)",
        rf"{_WHICH_PRODUCT} (?:is|would be|seems)(?: the)?(?: most)? (?:appropriate|suitable)"
        rf"(?: (?:treatment|drug|choice|therapy|remedy|supplement))?(?: for{_HIM})?",
        rf"{_WHICH_PRODUCT} (?:should|could|may|might|can) be (?:started|tried|chosen|used)",
        rf"{_WHICH_PRODUCT} (?:(?:has|have) (?:the )?(?:(?:best|most|some|strongest) )?(?:support|evidence|backing)"
        rf"|is (?:best )?(?:supported|backed))(?: (?:of|from|by) (?:(?:good|clinical|randomi[sz]ed|published) )*"
        rf"(?:trials?|studies|research|evidence))?(?: (?:for|in) (?:it|this|that|{_DRUG}|(?:his|her|this) condition))?",
        rf"{_WHICH_PRODUCT} (?:has been shown to help|is{_PROBABLY} to help"
        rf"|has evidence for (?:it|this|(?:his|her) condition)){_HIM}",
        rf"{_WHICH_PRODUCT} (?:would|could|can|may|might|should|will){_PROBABLY} (?:help|relieve"
        r"|be of help|be helpful to|benefit|be (?:given|prescribed|offered|recommended)(?: to)?"
        rf"|be (?:a )?(?:suitable|appropriate)(?: for)?){_HIM}",
        rf"{_WHICH_PRODUCT} (?:was|is|has|were|will|should|could|would|may|might|can) {_DOER}{_PROBABLY}"
        rf"(?: been| be)?{_PROBABLY} (?:given|prescribed|put on|started on|offered|be given|be"
        rf" prescribed|be offered|try|take|receive|prescribe|give|offer|recommend|suggest|started){_HIM}"
        r"(?: for (?:it|this))?",
        rf"{_WHICH_PRODUCT} (?:would|could|can|may|might|should|will){_PROBABLY} (?:prevent|help"
        r" prevent|ward off|reduce|lower|relieve|treat|ease|help against|help with|improve) (?:it"
        r"|this|them|the (?:number|frequency) of (?:the |her |his )?(?:attacks|episodes)|(?:the"
        r"|her|his|further|more|new) (?:attacks|episodes|condition|symptoms|complaints?|illness"
        r"|disease|disorder))(?: this time)?",
        rf"{_WHICH_PRODUCT} (?:is|was|are) (?:used|indicated|given|prescribed|appropriate|suitable)"
        r"(?: (?:here|for (?:it|this|her|him)))?",
    ),
    (
        Ask.TEST,
        rf"{_ONE}(?: (?:diagnostic|medical|laboratory|imaging))*(?: (?:tests?|examinations?|investigations?"
        rf"|studies|study|procedures?))? (?:should|would|will|could|may|might|must|is|can)(?: {_DOER})?{_PROBABLY}"
        r"(?: be)? (?:order(?:ed)?|done|perform(?:ed)?|arranged?|carried out|request(?:ed)?|need"
        r"(?:ed)?|expected|do)(?: (?:to|in order to) (?:confirm|check|establish|verify|investigate)"
        r" (?:it|this|the diagnosis|that|the suspicion|his suspicion|her suspicion))?",
        rf"{_ONE}(?: (?:diagnostic|medical|laboratory|imaging))*(?: (?:tests?|examinations?|investigations?"
        rf"|procedures?)) (?:would|could|can|will|may|might){_PROBABLY} (?:confirm|establish|support"
        r"|show) (?:it|this|the diagnosis|that|the suspicion)",
    ),
)
_COMPILED = tuple((ask, re.compile(rf"(?:{'|'.join(forms)})\W*", re.I)) for ask, *forms in _FORMS)
_LONGEST_ASKED: Final = 200


def what_is_asked(asked: str) -> Ask | None:
    """Return what a question asks of a story that was told before; None where it has a word beyond that."""
    said = " ".join(asked.split())
    if len(said) > _LONGEST_ASKED:
        return None
    return next((ask for ask, form in _COMPILED if form.fullmatch(said)), None)


# ── a story and what is asked of it in one sentence ─────────────────────────────────────────────────────────────────

_WHO = (
    r"(?P<who>(?:an?|the|this|your|our) (?=[^?]*\b(?:who|whose|with|suffering|diagnosed|having|on"
    r"|taking|treated)\b)[^?;]{3,160}?)"
)
_GIVEN = (
    r"(?:recommended|prescribed|given|offered|suggested|tried|started|indicated|appropriate|suitable"
    r"|useful|helpful|effective|used)"
)
_MIGHT = rf"(?:may|might|could|can|should|would|will|must|is|ought to)(?: be)?{_PROBABLY}"
_ONE_SENTENCE: Final = (
    (
        re.compile(rf"{_WHICH_PRODUCT} {_MIGHT} (?:be )?{_GIVEN} (?:to|for|in) {_WHO}\W*", re.I),
        "Which should be given?",
    ),
    (re.compile(rf"{_WHICH_PRODUCT} {_MIGHT} (?:help|benefit|relieve) {_WHO}\W*", re.I), "Which should be given?"),
    (
        re.compile(
            rf"{_WHO} {_MIGHT} (?:be )?(?:benefit from|try|take|given|receive|prescribed|offered"
            r"|recommended|started on"
            rf"|treated with|helped by|advised to take|respond to)(?: (?:{_WHICH_PRODUCT}|this {_PRODUCT}))?\W*",
            re.I,
        ),
        "Which should be given?",
    ),
    (
        re.compile(rf"(?:in|for|to) {_WHO}, {_WHICH_PRODUCT} {_MIGHT} (?:be )?(?:{_GIVEN}|help)\W*", re.I),
        "Which should be given?",
    ),
    (
        re.compile(
            rf"{_WHO} (?:is|may|might|could|can)(?: most| very)?(?: likely| prone| at risk)? (?:to"
            r" |of )?(?:develop(?:ing)?|get"
            rf"|experience|suffer(?:ing)?(?: from)?)(?: (?:which|what)(?: {_HARM})?(?: of (?:these"
            r"|the following))?)?\W*",
            re.I,
        ),
        "Which problem has his treatment caused?",
    ),
)


_HE = r"(?:he|she|they|(?:the|this|that|your|our) (?:\w+ )?(?:patient|client|man|woman|boy|girl|person|child|resident))"
# How a sentence of its own ends that is to be completed with what a story leads to.
_UNENDED: Final = (
    (
        re.compile(
            rf"{_HE} (?:should|must|ought to|needs to|has to|had better) (?:be (?:told|advised|warned|cautioned"
            r"|instructed|counsel+ed|reminded) (?:to avoid|not to (?:take|use|start|buy)|to stay away from"
            r"|against(?: taking)?)|avoid|not take|stay away from|refrain from)(?: taking| using)?\W*",
            re.I,
        ),
        "Which interacts with her medicine?",
    ),
    (
        re.compile(
            rf"{_DRUG}{_PROBABLY} (?:has|have|may have|must have|might have|could have){_PROBABLY}"
            r" (?:caused|led to|brought on|brought about|produced|triggered)(?: (?:her|his|their|him|the))?\W*",
            re.I,
        ),
        "Which problem has his treatment caused?",
    ),
)
_LAST_SENTENCE = re.compile(r"(?<=[\w)%'\"”])[.!?;] +(?=[^.!?;]*[.!?;]?$)")


def told_and_asked(stem: str) -> tuple[str, str]:
    """Return the story of a question in one sentence ("a cook who has gout may try"), and what it asks of it."""
    said = " ".join(stem.split())
    if len(said) > LONGEST:
        return "", ""
    found = next(((m["who"], asked) for form, asked in _ONE_SENTENCE if (m := form.fullmatch(said))), None)
    if found:
        return f"{found[0].strip(' ,')}.", found[1]
    if last := _LAST_SENTENCE.search(said):
        asks = (asked for form, asked in _UNENDED if form.fullmatch(said[last.end() :]))
        return next(((f"{said[: last.start()]}.", asked) for asked in asks), ("", ""))
    return "", ""


_FIRST = re.compile(
    r"\W*(?:an?|the|this) (?:(?:\d[\w-]*|years?|old|young|older|elderly|middle-aged|pregnant|healthy|thin|tall|obese"
    r"|married|retired|black|white|african|asian) ){0,4}(?:(?P<he>man|boy|gentleman)|woman|girl|lady)\b(?!')",
    re.I,
)
_OF_HIM = re.compile(r"\b(?:he|his|him)\b", re.I)
_OF_HER = re.compile(r"\b(?:she|hers?)\b", re.I)


def asks_of_another(stem: str) -> bool:
    """Whether a stem asks of somebody else than whom its story begins with: "A man … his wife …. She should"."""
    first, last = _FIRST.match(stem), _LAST_SENTENCE.search(stem[:LONGEST])
    if first is None or last is None:
        return False
    own, other = (_OF_HIM, _OF_HER) if first["he"] else (_OF_HER, _OF_HIM)
    return other.search(stem, last.end()) is not None and own.search(stem, last.end()) is None
