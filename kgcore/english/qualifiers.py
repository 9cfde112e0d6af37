"""The qualifiers of a claim: of whom, in what dose, when and how it is said. Read from the words around it. Pure.

The words stand in `qualifiers.tsv`; what they are compared with, the evidence's own words, is read by the same table
(`qualifier_terms.said_in`). Words that are in no list count as well where a preposition makes them a qualifier ("in
office workers", "after a divorce"): what evidence does not say, too, is said more narrowly than it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.english.adjuncts import is_study, without_finder
from kgcore.english.called import is_sort_of_drug, names_sort
from kgcore.english.chunks import reports_finding
from kgcore.english.context import PREVENTED_IN, names_sign
from kgcore.english.cues import regex_of_any
from kgcore.english.means import purposes_in
from kgcore.english.qualifier_terms import (
    NONHUMAN,
    all_terms,
    course_word,
    implied,
    is_of_itself,
    keys_of_organs_ills,
    kind_of,
    limits,
    neutral_keys,
    qualifier_cue,
    stated,
    terms_named,
    word_keys,
    words_of_patients,
)
from kgcore.english.studied import studied_on, tried_in
from kgcore.english.words import word_lists
from kgcore.values.model import Qualifier, QualifierKind, Qualifiers

_LONGEST = 600  # characters of the words on one side of a claim that are read
_COMPARATIVE = "than"  # cues that say which way a correlation goes, in a sentence: "is lower in"
_NEXT = 60  # characters of the next sentence: "In your dreams."


@dataclass(frozen=True, slots=True)
class Region:
    """The words around a claim: before its subject, from there to its relation, the relation's, behind its object.

    `phrase` reaches up to the object; `others` are names of other entities in these words; `next` is what follows the
    sentence; `quoted`: the relation's words alone stand in quotation marks; `own`: the names of the claim itself, which
    qualify nothing ("in patients with migraine"); `around`: the words before and between those names, where the
    relation stands round them ("women taking *A* had fewer *B*"); `modifier`: the words right before the object, where
    they make one thing with it ("low-grade *inflammation*").
    """

    front: str = ""
    between: str = ""
    phrase: str = ""
    tail: str = ""
    others: tuple[str, ...] = ()
    next: str = ""
    quoted: bool = False
    own: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    modifier: str = ""


_PRETTY = " ,;:.-–—()"
_BRACKETED = re.compile(
    r"\(((?:but |and )?(?:(?:only|mainly|mostly|at least) )?(?:in|among|within|after|during)\s[^()]*|"
    r"(?:p|n|OR|RR|HR|NNT|CI|95)\b[^()]*\d[^()]*)\)|\bphase (?:[1-4]|i{1,3}|iv)[ab]?\b",
    re.I,
)  # "a phase 3 trial" is a trial
_ASIDE = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|,\s*(?:which|whose?|unlike)\b[^,]*,|\bas (?:its|their) name (?:implies|suggests|says),",
    re.I,
)
# "*A*, studied in the X trial, (eased)": where a finding comes from is not what is under study.
_FOUND_IN = re.compile(
    r",\s*(?:studied|tested|evaluated|examined|investigated|assessed)\s+in\s+(?:[\w-]+\s+){0,5}(?:trials?|stud(?:y|ies)|"
    r"cohorts?|reviews?)\s*,",
    re.IGNORECASE,
)
# "*A* contains a natural statin and (is)": another thing that a subject does, said of nobody in particular.
_DOES_ELSE = re.compile(
    r"\s*(?!(?:is|was)\b)(?:has|have|[a-z]+s)(?:\s+(?!(?:in|among|for|at|with|when|while|during|after|before|only|"
    r"by|from|on|under|over|if|not|to|than|that|which|who|once|until|studied|tested|tried)\b)[\w-]+){1,6},?\s+(?:and|but)"
    r"(?:\s+(?:also|thus|therefore|so|then|indeed))?\s*",
    re.IGNORECASE,
)
# "The over-eighties", "those over 65", but "over twelve weeks".
_OVER = (
    r"over(?!-|\s+(?:age )?(?:\d\d|(?:fif|six|seven|eigh|nine)ty)s?\b"
    r"(?!\s+(?:minute|hour|day|night|week|month|year)s\b))"
)
_STOP = (
    r"(?=\s*(?:[,;:!?–—]|\.(?!\d)|\b(?:after|before|during|following|when|while|whereas|if|but|because|by|than|"
    rf"compared|as|{_OVER}|within|although|though|since|so|which|it|they|until|despite|via|through)\b)|$)"
)
_WHOM = re.compile(
    r"(?<![\w-])(in(?!\s+(?:combination|conjunction|addition|contrast|comparison|common|no way)\b)|among|amongst|of|"
    rf"for|at)\s+(\S.{{0,120}}?){_STOP}",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"(?<![\w-])(after|before|during|following|when(?! it comes to\b| (?:it|they) (?:was|were|is|are) compared\b)|"
    rf"(?<!,\s)while(?=\s+(?:[\w'’-]+\s+){{1,3}}(?:is|are|was|were)\s+(?:in|on|at|under|out|not|\w+ing)\b)|"
    rf"while(?=\s+(?:\w+ing|on|pregnant|at|in|under|asleep|awake)\b)|upon)\s+(\S.{{0,120}}?){_STOP}",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    rf"(?<![\w-])((?:combined|together|along|in combination|in conjunction|in tandem|mixed|taken|given|used|"
    rf"paired|coupled|co-?administered|administered) with|plus|added to|on top of|"
    rf"(?:alongside|in addition to)(?! (?:its|their)\b)|with(?! (?:respect|regards?|reference|caution|care)\b)|"
    rf"without(?: any)?|but only (?:(?:in tandem|in combination|together|along) )?with)\s+(\S.{{0,80}}?){_STOP}",
    re.IGNORECASE,
)
# What other prepositions add right behind an object: "on Mondays", "within one workout", "under hypnosis".
_ADDED = re.compile(
    r"[\s:…–—]*(?:on|within|for|at(?! the (?:cost|price|expense) of)|under|outside|inside|across|"
    r"throughout|beyond|until|till|since|despite|from|"
    r"by(?!\s+(?:(?!morning|evening)\w+ing|means|virtue|way|its|their|an?|the|mechanisms?)\b))"
    rf"\s+(\S.{{0,80}}?){_STOP}",
    re.IGNORECASE,
)
_AS = re.compile(rf"(?<![\w-])as\s+an?\s+(\S.{{0,60}}?){_STOP}", re.IGNORECASE)
_PATIENTS = (r"(?:people|patients?|those|persons|individuals|sufferers|subjects|women|men|children|adults|mice|rats|"
             r"animals|anyone|somebody|someone)")  # fmt: skip
_ASPECT = re.compile(rf"(?:\b(\w+)|['’]s\s+(\w+))\s+(?:of|in|among)\s+(?:the |most |many |all |some )?{_PATIENTS}\b"
                     r"(?:\s+(?:with|who have|suffering from|living with|having|affected by))?(?:\s+the)?\s*$",
                     re.IGNORECASE)  # fmt: skip
_OF = re.compile(r"\b(\w+)\s+of(?:\s+(?:the|many|most|all|some))?\s*$", re.IGNORECASE)
# "Restores sleep in *B*": something else of the patients changes, not their illness.
_CHANGED_IN = re.compile(
    r"\b(?:improv|restor|increas|reduc|lower|rais|boost|normali[sz]|enhanc|preserv|reliev|eas|decreas|correct|"
    r"strengthen|stabili[sz]|revers)\w*\s+(?:back\s+)?(?:the |their |his |her )?"
    r"(?:[\w-]+\s+)?([\w-]+)\s+in\s*$",
    re.IGNORECASE,
)
# Too late to prevent it: "prevents *B* after diagnosis", "in people who have it".
_PREVENTS = re.compile(r"\b(?:prevent|protect|ward|stave|avert|guard|shield)\w*\b", re.IGNORECASE)
_TOO_LATE = re.compile(
    r"\s*(?:in|among|for) [\w ]{3,40}? (?:who|that) (?:already |now )?(?:have|has|had|got|suffer from) "
    r"(?:it|the \w+)\b|"
    r"\s*(?:after|following|from) (?:the |a |its |their )?(?:diagnos[ie]s|onset|first symptoms?)\b",
    re.IGNORECASE,
)
# "…; no other remedy does", ", which no drug can do": said in a clause of its own, and still of the claim.
_ALONE = re.compile(
    r"\b(?:nothing else|no other [\w ]{2,30}?|which (?:no|nothing)(?: [\w-]+){0,2}?) "
    r"(?:does|do|can|could|has|have|will|works?|helps?|compares?|comes close|matches)\b",
    re.IGNORECASE,
)
_THEY = re.compile(rf"\s*{_PATIENTS}\b", re.IGNORECASE)
_PROTECTED = re.compile(
    r"\b(?:(?:protect|shield|spare|save|guard|keep|stop|hold|treat|help)\w*\s+(?!to\b)([a-z][\w\s'’-]*?)\s+"
    r"(?:against|from|with)|(?:reliev\w*|cur(?:e[ds]?|ing)|rid(?:s|ding)?)\s+(?!to\b)([a-z][\w\s'’-]*?)\s+(?:from|of))\b",
    re.I,
)
_IF = re.compile(r"[,;:.!?].*", re.DOTALL)
_QUANTITY = re.compile(rf"(?:{regex_of_any(word_lists()['quantity'])})\b", re.IGNORECASE)
_DETERMINERS = frozenset(k for word in word_lists()["determiner"] for k in word_keys(word)) | {"all", "most", "bodily"}
_SHORT = 60  # characters of a condition that are told
_GONE = re.compile(rf"\s*[,–—-]\s*(?:{regex_of_any(word_lists()['gone'])})\W*", re.IGNORECASE)
_HOPED = re.compile(
    r"\s*,\s*or\s+(?:did|used to|will|would|might|could|not)\b.*|"
    r"\s*,\s*(?:[\w-]+\s+){1,4}(?:(?:thought|believed|imagined|held|said)(?=\W*$)|used to (?:think|believe|say)|"
    r"hopes?|expects?|predicts?|promises?|assumed?|assumes|guess(?:ed)?|suppose[sd]?|suspect(?:s|ed)?|speculate[sd]?)\W*",
    re.I,
)
_AT_AN_END = re.compile(r"\W*(?:$|[,;:)])")
_SCARE = re.compile(r"[“\"][\w ]{2,40}[”\"]")
_NOT = re.compile(r"\bnot\s+$", re.IGNORECASE)
# What is done to the effect or the level of a drug goes some way, whatever the verb, unless it is one of these.
_MOVES = re.compile(
    r"^(?!.*\b(?:interact|affect|influenc|alter|chang|modif|modulat|impact|interfer|disturb|matter|relevan|"
    r"vari|depend|associat|correlat|link|relat)).*\b(?:effects?|levels?|action|activity|potency|concentrations?|efficacy|"
    r"effectiveness|strength|clearance|metabolism)\s+of\b.*$",
    re.IGNORECASE,
)
_CONTROL = re.compile(
    rf"\s*(?:an? |the |with |to )*(?:nothing|chance|control"
    rf"|{regex_of_any(word_lists()['control'])})\b",
    re.IGNORECASE,
)
_COMMON = re.compile(
    r"(?<=one of )the most (?:common|frequent|usual)\b|the only (?:trial|study|review|meta-analysis|rct)\b|"
    r"the (?:single )?most (?:(?:widely|commonly|frequently|often|extensively|thoroughly) [a-z]+|common"
    r"|frequent|usual|studied|prescribed|used|investigated|researched|established|(?:consistent|convincing|robust|solid|"
    r"extensive|reliable|compelling) (?:evidence|support|data|case|backing))\b"
    r"(?! (?:[a-z]+ )?(?:causes?|factors?|triggers?|drivers?|sources?|culprits?|complications?"
    r"|(?:side|adverse) effects?|adverse reactions?|harms?|symptoms?)\b)",
    re.IGNORECASE,
)
_FOR_WHAT = re.compile(r"\b(?:for|of|against|in|to)\s+(.+)", re.IGNORECASE)
_RESULT = re.compile(
    r"(?:(?:unwanted|adverse|undesirable|undesired) (?:effect|reaction)|complication|"
    r"result|whole|consequence|rule|matter|bonus|reminder|side note|preventi\w*|prophyla\w*|treatment|remedy|"
    r"supplement|drug|medicine|medication|therapy|food|herb|spice|anti[a-z-]+)\b",
    re.IGNORECASE,
)
_FIGURES_ONLY = re.compile(
    r"(?:the\s+)?(?:19|20)\d\ds?|(?:the|these|those)\s+(?:two|three|four|five|six)(?:\s+\w+)?|"
    r"(?:one|a single|another|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+|many|several|some) "
    r"(?:(?:small|large|larger|big|short|long|recent|new|early|earlier|older|further|other|separate|independent|"
    r"published|clinical|controlled|randomi[sz]ed|placebo-controlled|double-blind|prospective|crossover|"
    r"multicent(?:re|er)|pilot) )?"
    r"(?:trials?|stud(?:y|ies)|reviews?|meta-analys[ei]s|cohorts?|experiments?|surveys?)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_ABOVE_ALL = re.compile(
    r",?\s*\b(?:most of all|above all|in particular|especially|particularly|notably|mainly)\b", re.I
)
_OTHER_CLAUSE = re.compile(
    r"(?:;|:(?!\s+(?:in|among|with|within|by|at|on|for|after|during|only)\b))\s|"
    r",?\s+(?:but(?!\s+(?:only|not)\b)|while|whereas|although|though|yet|so(?! \w+ that\b)|because|"
    r"since(?!\s+(?:\d|(?:pre)?histor|antiquity|time\b|(?:the|ancient|biblical)\s+(?:dawn|beginning|days|stone|bronze|"
    r"ice|middle|times)\b))|which|"
    r"and\s+(?:that|it|they|he|she|we|i|you|this|these|along with|"
    r"(?:both|each|neither|all|most|many|some) of (?:them|these|those|which)))\b|,\s+as(?=\s+(?:it|they|the|its)\s)|"
    r",\s+(?:it|they|he|she|we|i|you|this|that|its|their|these|those|such|including|not to mention|"
    r"is|are|was|were|has|have|had|does|do|did|can|may|might|"
    r"(?:an?|the|one)\s+(?:[\w-]+\s+){0,2}(?:type|form|kind|sort|class|group|family|member|component|constituent|part|marker|"
    r"sign|symptom|complication|result|measure)\s+of)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"(?:compared|relative|versus|vs)\b", re.IGNORECASE)
_SUBJECTS = re.compile(r"\b(?:each|all|both|neither|either) of (?:them|these)\s*$", re.IGNORECASE)  # a subject itself
_BEFORE_CLAIM = re.compile(r"^(?:\W|\b(?:and|but|so|however|also|yet|thus|moreover|then|only|even|indeed)\b)*", re.I)

# Where what stands between a subject and its relation begins anew: "was tested in trials, but it (did not)".
_NEW_CLAUSE = re.compile(
    r"[;:.]\s|,?\s+(?:and|but|yet|so|while|whereas|although|though|because|since)\s+(?=(?:it|they|this|these)\s)",
    re.IGNORECASE,
)
_WHICH_WAY = re.compile(r"[\s,]*(?:inversely|negatively|positively)\b", re.I)  # "correlates with *X* inversely"
_ONLY_LISTS = re.compile(r"\W*(?:(?:in|for|against|and|or|both)\b\W*)*", re.IGNORECASE)
_INTERACTS = re.compile(r"\binteract", re.IGNORECASE)
_CONDITIONAL = re.compile(r"\b(?:if|unless|when|whenever|provided|only|as long as)\b", re.IGNORECASE)

# What of a verb stands behind its object: "brings *X* down", "makes *X* more likely".
PARTICLE = re.compile(
    r"\s+(down|up|off|out|away|back|along|short|low|high|at bay|in check|under control|(?:much |far |even |a lot )?"
    r"(?:(?:more|less) (?:likely|common|frequent|severe|probable|intense|painful|troublesome|disabling|bearable|"
    r"tolerable|manageable|active)|(?:easier|less hard) to (?:bear|live with|manage|tolerate|cope with)|bearable|"
    r"tolerable|worse|better|easier|milder|shorter|rarer|weaker|stronger|higher|lower|fall|drop|sink|rise|climb|"
    r"go (?:up|down))|"
    r"(?:on|going)(?=\s*(?:$|[.,;:!?)])))(?=\s|[.,;:!?)]|$)(?! than\b)",
    re.IGNORECASE,
)


def qualifiers_in(region: Region) -> Qualifiers:
    """Return the qualifiers that the words around a claim state, each once."""
    front, between, tail = (
        _ASIDE.sub(" , ", _BRACKETED.sub(r"\1 ", part[-_LONGEST:]))
        for part in (region.front, region.between, region.tail)
    )
    front = _SUBJECTS.sub("", front)
    if any(name and name in front for name in region.own) and _ONLY_LISTS.fullmatch(
        _without(_without(front, region.others), region.own)
    ):
        front = ""  # "In *B* and *C*, *A* helps": no more than what it helps with
    between = _DOES_ELSE.sub(" ", _FOUND_IN.sub(" , ", _last_clause(between)), count=1)
    tail = without_finder(PARTICLE.sub(" ", tail, count=1) if PARTICLE.match(tail) else tail)
    tail = _ABOVE_ALL.sub(" ", _OTHER_CLAUSE.split(tail[:_LONGEST], maxsplit=1)[0])
    found = [*_tone(region), *_study(front, between, region.phrase, region.tail), *_aspect(region.phrase, tail)]
    if course := course_word(region.phrase, tail):
        found.append(Qualifier(QualifierKind.COURSE, course, keys=frozenset(word_keys(course))))
    found += (*_round_names(region.around), *_of_object(region.modifier))
    everywhere = (front, between, region.phrase, tail, *region.around)
    for kind in (QualifierKind.DEGREE, QualifierKind.NUMBER, QualifierKind.COMPARATOR, QualifierKind.AUTHORITY):
        found += _cued(kind, everywhere)
    found += (
        q for q in _cued(QualifierKind.CONDITION, (front, between, tail)) if not is_of_itself(q, region.own, front)
    )
    if taken_back := qualifier_cue("insignificant").search(region.tail[:_LONGEST]):
        found.append(Qualifier(QualifierKind.DEGREE, taken_back[0], keys=frozenset(word_keys(taken_back[0]))))
    found += [Qualifier(QualifierKind.COMPARATOR, m[0]) for m in [_ALONE.search(region.tail[:_LONGEST])] if m]
    if (late := _TOO_LATE.match(region.tail)) and _PREVENTS.search(region.phrase):
        found.append(Qualifier(QualifierKind.CONDITION, late[0].strip(_PRETTY)))
    for kind in (QualifierKind.DOSE, QualifierKind.TIME):
        found += [_with_keys(q) for q in _cued(kind, everywhere)]
    told = {word for q in found for word in q.words.casefold().split()}
    told |= {word for name in region.own for word in name.casefold().split()}
    found += _open(front, between, tail, region.others, told)
    found += _beside(front, between, _without(tail, region.others), told)
    found += _whom_in_phrase(region.phrase)
    if region.own:
        found += (*stage_before(region.phrase), *studied_on(front), *tried_in(front), *tried_in(tail))
    ways = (*qualifier_cue(_COMPARATIVE).finditer(region.phrase), _WHICH_WAY.match(tail))
    told_of_both = (region.phrase, region.tail[:_LONGEST], region.next if _INTERACTS.search(region.phrase) else "")
    ways += tuple(qualifier_cue("harmless").search(part) for part in told_of_both)
    found += [Qualifier(QualifierKind.SIGN, m[0].strip(_PRETTY)) for m in ways if m]
    purposes = purposes_in(region.front, region.phrase, region.tail, region.others)
    found += [Qualifier(QualifierKind.PURPOSE, words.strip(_PRETTY)) for words in purposes]
    return Qualifiers(tuple(dict.fromkeys(found)))


def beside_name(text: str, names: Iterable[str]) -> tuple[Qualifier, ...]:
    """Return what a mention says beside the longest of these names that it holds: "migraine in cats"."""
    low = text.casefold()
    held = [n.casefold() for n in names if n.casefold() in low]
    if not held or low in held:
        return ()
    name = max(held, key=len)
    at = low.index(name)
    front = text[:at]
    return (*qualifiers_in(Region(front=front, tail=text[at + len(name) :])).said, *stage_before(front))


def directed(phrase: str) -> str:
    """Return the word of a phrase that says which way an effect or a correlation goes; "" for none."""
    found = qualifier_cue(QualifierKind.SIGN).search(phrase) or _MOVES.search(phrase)
    return found[0] if found else ""


def _tone(region: Region) -> Iterator[Qualifier]:
    scare = _SCARE.search(region.phrase)
    if region.quoted or scare:
        yield Qualifier(QualifierKind.TONE, (scare[0] if scare else region.phrase).strip(_PRETTY + '“”"‘’'))
    for part in (region.front, region.between, region.tail, region.next):
        found = qualifier_cue(QualifierKind.TONE).search(part) or (part is region.tail and _GONE.fullmatch(part))
        found = found or (part is region.next and qualifier_cue("afterthought").match(part.lstrip(" .!")))
        if found:
            yield Qualifier(QualifierKind.TONE, found[0])


def _study(front: str, between: str, phrase: str, tail: str) -> Iterator[Qualifier]:
    found = qualifier_cue(QualifierKind.STUDY).search(f"{_last_clause(between)} {phrase}")
    found = found or qualifier_cue("hope").search(front.rpartition(",")[2]) or _HOPED.fullmatch(tail)
    found = found or qualifier_cue("alleged").search(front)
    said = qualifier_cue("alleged").search(tail)
    if found is None and said:  # "…, allegedly."
        found = said if not tail[: said.start()].strip(" ,(–—-") and _AT_AN_END.match(tail, said.end()) else None
    if found:
        yield Qualifier(QualifierKind.STUDY, found[0].strip(_PRETTY))


def _last_clause(words: str) -> str:
    last = _NEW_CLAUSE.split(words)[-1]
    before = words[: len(words) - len(last)]
    whom = _WHOM.search(before) if before.rstrip().endswith(":") and limits(before) else None
    if whom and whom[1].casefold() != "for":  # "has one effect in cats: it"
        return before[whom.start() :]
    return words if _CONDITIONAL.search(before) else last


def _without(words: str, names: Iterable[str]) -> str:
    """Return words without the names of other things, whose own words qualify nothing: "*A*, *oral contraceptives*"."""
    for name in names:
        words = words.replace(name, " ")
    return words


def _aspect(phrase: str, tail: str) -> Iterator[Qualifier]:
    found = _ASPECT.search(phrase) or PREVENTED_IN.search(phrase)
    found = found or (_OF.search(phrase) if _THEY.match(tail) else None) or _CHANGED_IN.search(phrase)
    noun = next(filter(None, found.groups()), "") if found else ""
    if noun and noun.casefold() not in words_of_patients() and len(phrase.split()) > 2:
        yield Qualifier(QualifierKind.ASPECT, f"the {noun}")


def _cued(kind: QualifierKind, parts: Iterable[str]) -> Iterator[Qualifier]:
    for part in parts:
        for found in qualifier_cue(kind).finditer(part):
            if kind is QualifierKind.CONDITION:
                yield Qualifier(kind, _IF.sub("", part[found.start() :])[:_SHORT].strip(_PRETTY))
            elif kind is not QualifierKind.COMPARATOR:
                passed_over = frozenset() if _QUANTITY.match(found[0]) else neutral_keys()
                yield Qualifier(kind, found[0].strip(_PRETTY), keys=frozenset(word_keys(found[0])) - passed_over)
            elif not (_CONTROL.match(part, found.end()) or _COMMON.match(part, found.start()) or _joins_on(found)):
                yield _compared(found, part)


def _joins_on(found: re.Match[str]) -> bool:
    """Whether "as well as" only joins: it stands right before the next relation, or between commas with a name."""
    return found[0].casefold() == "as well as" and bool(re.fullmatch(r"\s*(?:[^,]+,\s*)?", found.string[found.end() :]))


def _compared(found: re.Match[str], part: str) -> Qualifier:
    """Return a comparison; only the mere "compared with donepezil" may be what evidence says in the same words."""
    if not _COMPARED.match(found[0]):
        return Qualifier(QualifierKind.COMPARATOR, found[0].strip(_PRETTY))
    rest = re.match(rf"\s*(\S.{{0,60}}?)(?:\s+(?:in|for|among|over)\b|{_STOP})", part[found.end() :])
    other = rest[1] if rest else ""
    return Qualifier(QualifierKind.COMPARATOR, f"{found[0]} {other}".strip(_PRETTY), keys=frozenset(word_keys(other)))


def _with_keys(qualifier: Qualifier) -> Qualifier:
    keys = frozenset(word_keys(qualifier.words)) - (neutral_keys() - _UNITS) - _IDLE
    return replace(qualifier, keys=keys)


_UNITS = frozenset({"second", "minute", "hour", "day", "week", "month", "year", "decade", "night"})
_IDLE = frozenset(
    {"within", "over", "after", "insid", "under", "about", "around", "only", "just", "per", "dai", "once"}
)


def _open(front: str, between: str, tail: str, others: Sequence[str], told: set[str]) -> Iterator[Qualifier]:
    """Yield what prepositions make qualifiers; before a relation, only those with which the words begin."""
    for part in (_BEFORE_CLAIM.sub("", front), between):
        yield from _with_prepositions(part, told, _beginning)

    added = _ADDED.match(tail)
    if added and added[1].strip() and not _CONTROL.match(added[1]):
        yield from _made(QualifierKind.CONDITION, added[0], added[1], told)

    def behind(pattern: re.Pattern[str], words: str) -> Iterator[re.Match[str]]:
        return (m for m in pattern.finditer(words) if pattern is not _TOGETHER or _adds(m, others))

    yield from _with_prepositions(tail, told, behind)


def _with_prepositions(words: str, told: set[str], matches: _Matches) -> Iterator[Qualifier]:
    for pattern, kind in _PHRASES:
        for found in tuple(matches(pattern, words)):
            excluded = _NOT.search(found.string[: found.start()])
            one = None if excluded else _phrase_qualifier(kind, found, told)
            if one is not None:
                yield one
                words = words.replace(found[0], " , ", 1)
    for found in (m for m in _AS.finditer(words) if not reports_finding(m[1])):  # "as a number of trials have shown"
        plain = _RESULT.match(found[1]) or is_sort_of_drug(found[1]) or _is_sort_in_front(found)
        whatfor = _FOR_WHAT.search(found[1]) if plain else None
        if not plain or whatfor:  # "as a treatment for gout" names another purpose than the claim's
            yield from _made(QualifierKind.PURPOSE, found[0], whatfor[1] if whatfor else found[1], told)


def _is_sort_in_front(found: re.Match[str]) -> bool:
    """Whether "as a mood stabiliser, " stands before its thing, so that the graph is asked whether it is one."""
    begins = not found.string[: found.start()].strip(" ,") and found.string[found.end() :].lstrip().startswith(",")
    return begins and names_sort(found[1])


_Matches = Callable[[re.Pattern[str], str], Iterable[re.Match[str]]]
_PHRASES = (
    (_WHOM, QualifierKind.POPULATION),
    (_WHEN, QualifierKind.CONDITION),
    (_TOGETHER, QualifierKind.COMBINATION),
)


# "*A* tablets (after birth)": what is said of how it is given is said of it.
_FORM_NOUN = re.compile(
    r"^(?:supplements?|supplementation|tablets|capsules|therapy|treatment|use|intake)\s+", re.IGNORECASE
)


def _beginning(pattern: re.Pattern[str], part: str) -> Iterator[re.Match[str]]:
    part = _FORM_NOUN.sub("", re.sub(r"^\s*,\s*(?=but only\b)|^\s+", "", part))
    found = pattern.match(part)
    if found:
        yield found
    only = re.match(r"only\s+", part, re.IGNORECASE)
    again = pattern.match(part, only.end()) if only else None
    if again:
        yield again


def _adds(found: re.Match[str], others: Sequence[str]) -> bool:
    """Whether "with" behind an object joins another substance, or a sign that narrows an illness ("with aura").

    "With few side effects" only tells how.
    """
    joins = found[1].casefold() != "with" or any(found[2].startswith(name) for name in others)
    return joins or (not found.string[: found.start()].strip() and names_sign(found[2]))


def _phrase_qualifier(kind: QualifierKind, found: re.Match[str], told: set[str]) -> Qualifier | None:
    what = found[2].strip(_PRETTY)
    of_a_sort = found[1].casefold() in ("of", "among", "amongst") and (is_sort_of_drug(what) or names_sort(what))
    if kind is QualifierKind.POPULATION and (of_a_sort or _FIGURES_ONLY.fullmatch(found[2].strip())):
        return None  # "among the herbal options": see frames.py
    if found[1].casefold() in ("among", "amongst") and _ITS_OWN.match(what):
        return None  # "among its many constituents"
    if found[1].casefold() == "of" and _OF_NOTE.match(what):
        return None  # "of particular interest is", "low levels of it have been"
    listed_only = found[1].casefold() in ("for", "at")
    if listed_only and not stated(found[2]):
        return None
    return next(_made(kind, found[0], found[2], told, bare=found[1].casefold().startswith("without")), None)


_OF_NOTE = re.compile(
    r"(?:it|them)\s+(?:has|have|had|is|are|was|were|can|may)\b|(?:[a-z]+\s+)?(?:interest|note|importance|relevance|concern)\s+(?:is|was|are)\b",
    re.IGNORECASE,
)
_ITS_OWN = re.compile(
    r"(?:its|their)\s+(?:(?:many|other|various|main|chief|several)\s+)?"
    r"(?:constituents|components|compounds|ingredients|contents|effects|actions|uses|benefits|harms|risks|interactions|"
    r"targets|properties|substances|nutrients|causes|symptoms|signs|complications|(?:side|adverse) effects)$",
    re.IGNORECASE,
)


def _made(kind: QualifierKind, words: str, inner: str, told: set[str], bare: bool = False) -> Iterator[Qualifier]:
    terms, left = stated(inner), all_terms().sub(" ", inner)
    plain = " ".join(w for w in left.split() if w.strip(_PRETTY).casefold() not in told)
    terms = frozenset() if told.issuperset(inner.casefold().split()) else terms  # the claim's own illness
    keys = frozenset(k for k in word_keys(plain) if not _YEAR.fullmatch(k)) - neutral_keys()
    keys = frozenset() if is_study(inner.strip(_PRETTY)) else keys | keys_of_organs_ills(plain)
    if bare:
        keys |= {"without"}
    if terms or keys:
        yield Qualifier(_kind(kind, terms), words.strip(_PRETTY), terms, keys)


def _kind(kind: QualifierKind, terms: frozenset[str]) -> QualifierKind:
    """Return what the terms make of a qualifier that a preposition has found: "at tiny doses" is a dose."""
    kinds = {kind_of(t) for t in terms}
    if len(kinds) == 1 and kinds <= {QualifierKind.DOSE, QualifierKind.FORM, QualifierKind.TIME}:
        return kinds.pop()
    beasts = kind is QualifierKind.POPULATION and any(NONHUMAN in implied(t) for t in terms)
    return QualifierKind.SPECIES if beasts else kind


def _beside(front: str, between: str, tail: str, told: set[str]) -> Iterator[Qualifier]:
    """Yield forms, doses and times of the table wherever they stand: "intravenous", "skin cream"."""
    close = " ".join(front.split()[-4:])
    for part in (close, between, tail):
        for found in all_terms().finditer(part):
            for term in terms_named(found[0]):
                if kind_of(term) not in (QualifierKind.SPECIES, QualifierKind.POPULATION):
                    yield Qualifier(kind_of(term), found[0], frozenset({term}))


# How far an illness has gone, right before its name: "treats severe *depression*".
_STAGES = (
    r"(?:very |moderately )?(?:severe|mild|moderate|early|late|advanced|chronic|acute|recurrent|refractory"
    r"|untreated|"
    r"early-stage|late-stage|end-stage|established|persistent|treatment-resistant|drug-resistant|life-threatening)"
)
_STAGE = re.compile(rf"\b({_STAGES}(?:(?:\s*,|\s+to|\s+or|\s+and|-to-)?[\s-]+{_STAGES}){{0,2}})\s*$", re.IGNORECASE)
_THEIR_OWN = re.compile(r"\b([\w-]+)['’]s?\s*$")


def stage_before(phrase: str) -> Iterator[Qualifier]:
    """Yield what the words right before an object narrow it to: "severe", "women's"."""
    if stage := _STAGE.search(phrase):
        keys = frozenset(word_keys(stage[1])) - {"to", "or", "and"}
        yield Qualifier(QualifierKind.CONDITION, stage[1], keys=keys)
    if (owner := _THEIR_OWN.search(phrase)) and (terms := stated(owner[1])):
        yield Qualifier(QualifierKind.POPULATION, owner[1], terms)


def _round_names(pieces: Iterable[str]) -> Iterator[Qualifier]:
    """Yield whom the words of a construction name, and how far gone: "women taking *A* had fewer *B*"."""
    for words in pieces:
        yield from stage_before(words)
        whom = frozenset(t for t in stated(words) if kind_of(t) in (QualifierKind.POPULATION, QualifierKind.SPECIES))
        if whom:
            named = " ".join(m[0].lower() for m in all_terms().finditer(words))
            yield Qualifier(_kind(QualifierKind.POPULATION, whom), f"in {named}", whom)


# Right before a name these turn what is said of it: what leads to poorer memory does not raise memory.
_SO_CALLED = re.compile(r"[a-z]+s (?:called|named|known as|termed)", re.IGNORECASE)
_TURNING = re.compile(
    r"\b(?:poor(?:er)?|weak(?:er|ened)?|wors(?:e|ened|ening)|bad|slow(?:er|ed)?|feebl(?:e|er)|faulty|defective|abnormal"
    r"|disturbed|disrupted|deteriorat(?:ed|ing)|compromised|failing|insufficient|inadequate|dull(?:er|ed)?)$",
    re.IGNORECASE,
)


def _of_object(modifier: str) -> Iterator[Qualifier]:
    """Yield what the words right before an object narrow it to, or turn it into: "low-grade", "poorer"."""
    if _SO_CALLED.fullmatch(modifier.strip()):
        return  # "belongs to a class of drugs called *B*"
    if _TURNING.search(modifier.strip()):
        yield Qualifier(QualifierKind.TONE, modifier.strip())
    terms, keys = stated(modifier), frozenset(word_keys(modifier)) - _DETERMINERS
    if terms or (keys and not is_sort_of_drug(modifier)):
        yield Qualifier(_kind(QualifierKind.CONDITION, terms), modifier, terms, keys)


def _whom_in_phrase(phrase: str) -> Iterator[Qualifier]:
    """Yield whom the relation's own words name: "is effective in women with"."""
    for found in _PROTECTED.finditer(phrase):
        whom = found[1] or found[2]
        yield from _made(QualifierKind.POPULATION, whom, whom, set())
    for found in re.finditer(r"\b(?:in|among|for)\s+([\w\s-]{3,60})$", phrase, re.IGNORECASE):
        terms = stated(found[1])
        if terms:
            kind = QualifierKind.SPECIES if any(NONHUMAN in implied(t) for t in terms) else QualifierKind.POPULATION
            yield Qualifier(kind, found[0].strip(), terms)
