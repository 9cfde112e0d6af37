"""Plain clauses of a sentence: a noun phrase, a phrase that relates, and a noun phrase. Pure.

Told are places in the sentence and a relation phrase in words that a vocabulary reads. Beside "early surgery reduces
blood loss" the set ways of abstracts are read: "neither A nor B affects C", "a correlation between A and B", "patients
with A are at higher risk of B", "A was higher in patients with B", and what a sentence adds ("…, but not with C").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgcore.curation.noun_phrases import Place, listed_after, object_at, subject_at
from kgcore.curation.proposals import ProposedEffect

_ADVERB = (
    r"(?:(?!(?:on|sole|mere|entire|exclusive|necessari|simp|pure|complete|ful|ear|fami|reported)ly\b)\w+ly"
    r"|also|still|thus|therefore|however|often|further|generally|not)"
)
_ADVERBS = rf"(?:{_ADVERB} (?:and )?)*"
_SEEMS = r"(?:(?:(?:does|do|did) not )?(?:seem|appear)|(?:seem|appear)(?:s|ed))(?: not)? to"
_BE = rf"(?:is|are|was|were|(?:may|might) be|{_SEEMS} be)"
_BEING = rf"{_BE} {_ADVERBS}(?:found to be |shown to be )?"
_DEEDS = (
    "reduce increase improve cause prevent inhibit attenuate suppress affect influence predict worsen impair induce "
    "enhance promote block decrease lower alter exacerbate aggravate stimulate alleviate ameliorate relieve impact "
    "prolong shorten accelerate activate potentiate augment diminish raise elevate"
)
_BASE = "|".join(_DEEDS.split())
_NAMES_TOO = "increase influence predict block decrease lower alter impact"  # a name, or said of few things
_PLURAL = "|".join(sorted({*_DEEDS.split()} - {*_NAMES_TOO.split()}))  # what many things do
_FORMS = "|".join(f"{deed}(?:s|d|ed)|{deed[:-1]}ed" for deed in _DEEDS.split())
_LEVEL = r"(?:increased|higher|greater|elevated|reduced|lower|decreased)"
_ASPECTS = "risk|odds|likelihood|incidence|prevalence|occurrence|development|severity"
_TELLS = r"(?:risk factor|predictor|cause|indicator|marker|prognostic factor|determinant)s?"
_TREATMENT = r"(?:treatment|therapy|technique|method|option|modality|approach)"
_HAVE = rf"(?:has|had|have|{_BE} (?:not )?found to have|{_SEEMS} have)"
_HOW_MUCH = (
    r"(?:\w+ly|but|significant|expected|demonstrable|small|slight|modest|moderate|marked|large|great|greater|substantial"
    r"|rapid|robust|considerable|dramatic|clear|further|sustained|transient|progressive|percentage|point|[\d.]+[\w%-]*)"
)
_DOING = "reduc|increas|improv|prevent|decreas|lower|reliev|alleviat|enhanc|attenuat|worsen|aggravat"
_BROUGHT = (
    rf" (?:an? |the |any )?(?:{_HOW_MUCH},? (?:but |and |yet )?){{0,4}}"
    r"(?:increase|rise|decrease|reduction|decline|improvement)s? (?:in|of)\b"
)
_RELATION = re.compile(
    rf"(?<![-\w])(?:{_BEING}{_ADVERBS}(?:(?:un)?(?:associated|correlated|linked|related) (?:with|to)"
    r"|predictive (?:of|for))"
    rf"|{_BEING}(?:a|an|one of the|the)? ?(?:(?!with|not|no|among|less|more)\w+ ){{0,2}}?{_TELLS} (?:for|of)"
    rf"|{_BE} {_ADVERBS}(?:effective|beneficial|successful) (?:in|for|against|at)(?: the)?"
    r"(?: (?:treat|prevent|controll|manag|reduc|improv|increas|decreas|lower|reliev|alleviat|enhanc|suppress|promot)ing"
    r"| (?:treatment|prevention|management) of)?"
    rf"|{_BE} {_ADVERBS}(?:an? )?(?:(?:safe|effective|efficient|efficacious)(?: and |, )?){{1,2}} {_TREATMENT} for"
    r"(?: treating| the treatment of)?"
    rf"|{_HAVE} (?:no |an? )?(?:\w+ ){{0,2}}?(?:effects?|impact|influence) on"
    rf"|(?:{_HAVE}|show(?:s|ed)) (?:no |an? )?(?:\w+ ){{0,3}}?(?:correlation|association|relationship) (?:with|to)"
    rf"|{_BE} {_ADVERBS}(?:{_FORMS}) by"
    rf"|(?:(?:does|do|did) not|{_SEEMS}) {_ADVERBS}(?:{_BASE}|correlate with|lead to|result in"
    rf"|(?:produce|yield|bring about)(?={_BROUGHT}))"
    rf"|{_ADVERBS}(?:correlate[sd]?(?: {_ADVERB})? with|leads? to|led to|results? in|resulted in|protects? against"
    rf"|contribute[sd]? to (?:{_DOING})ing)"
    rf"|(?:can )?{_ADVERBS}(?:produce[sd]?|yield(?:s|ed)?|brings? about|brought about)(?={_BROUGHT})"
    rf"|(?:can )?{_ADVERBS}(?:{_FORMS})"
    rf"|(?<=[a-rtvw-z]s ){_ADVERBS}(?:{_PLURAL})(?= (?!of\b|by\b))"
    rf"|(?:can|may|might|could) {_ADVERBS}(?:{_BASE}|lead to|result in))\b"
    rf"(?: (?:an? |the |any )?{_ADVERBS}(?:{_LEVEL} )?(?:{_ASPECTS}) (?:of|for)\b"
    rf"|(?P<change> (?:an? |the |any )?(?:{_HOW_MUCH},? (?:but |and |yet )?){{0,4}}"
    r"(?P<way>increase|rise|decrease|reduction|decline|improvement)s? (?:in|of)\b))?",
    re.IGNORECASE,
)
_BRINGS = re.compile(
    r"\b(?:(?:leads?|led) to|result(?:s|ed)? in|cause[sd]?|induce[sd]?|produce[sd]?|yield(?:s|ed)?"
    r"|br(?:ings?|ought) about)\Z",
    re.IGNORECASE,
)
_CONTRIBUTES = re.compile(r"contribute[sd]? to (?=\w+ing\b)", re.IGNORECASE)
_UNRELATED = re.compile(r"\bun(?=associated|correlated|linked|related)", re.IGNORECASE)
THAN_ANOTHER = re.compile(
    r"[^;.]{0,80}? (?:than|compared (?:to|with)|versus|vs\.?)"
    r" (?!(?:the )?(?:placebo|sham|controls?|usual|standard|no|at|before|baseline|those without)\b)",
    re.IGNORECASE,
)
_OVER_ANOTHER = re.compile(  # one mode of ventilation over another
    r" over (?!time\b|the\b|an?\b|both\b|\d|\w+ (?:weeks|months|years|days|hours)\b"
    r"|(?:several|many|all|placebo|sham|control))",
    re.IGNORECASE,
)
_GOES_ON_AS_SUBJECT = re.compile(
    r"(?: \([^()]{1,30}\))? (?:was|were|is|are|has been|have been|had been) ", re.IGNORECASE
)
_ADJECTIVE_BEFORE = re.compile(  # "targeted gender-sensitive, ..." goes on with the name
    r"(?:\w+-(?:sensitive|specific|based|free|dependent|related|enriched|fortified|controlled|assisted|guided|adjusted"
    r"|tailored|driven|centred|centered|focused|oriented|led|delivered)"
    r"|(?:\A|[.;:] |\bthat )(?!(?:In|At|On|As|To|If|For|With|After|Over)\b)(?:An? |The )?(?:[\w-]+ )?"
    r"[\w-]+(?:ive|ous|al|ic|able|ible)), ?\Z",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r" by\Z", re.IGNORECASE)
_FINITE = re.compile(
    r"(?:\w+ly )?(?:(?!increases|decreases)\w+[^s\W]s|does|do|did|is|are|was|were|has|have|had|can)\b", re.IGNORECASE
)
_DEED_OF = {"increase": "increase", "rise": "increase", "improvement": "improve"}  # all others reduce
_BASES = re.compile(rf"(?<![-\w])(?:{_BASE})\b", re.IGNORECASE)
_NEITHER = re.compile(r"Neither (?P<one>[^,;:]{3,80}?) nor (?P<other>[^,;:]{3,80})\Z", re.IGNORECASE)
_JOINING = re.compile(
    r"\b(?:(?P<none>no)|significant|strong|positive|inverse|negative|clear|independent|close|direct|linear)"
    r" (?:\w+ ){0,2}?(?:association|correlation|relationship|relation|link)s?(?: \w+){0,3}? (?P<how>between|of) ",
    re.IGNORECASE,
)
_INVERSE = re.compile(r"\b(?:inverse|negative)\b", re.IGNORECASE)
_GOES_AGAINST = re.compile(r"\b(?:invers|negativ)ely\b", re.IGNORECASE)
_EFFECT_OF = re.compile(
    r"\b(?P<none>no|not any|no measurable|no detectable)"
    r" (?:(?:significant|clear|additional|beneficial|overall|substantial|relevant|independent|direct|major|consistent)"
    r" ){0,2}(?:effects?|impact|influence) of ",
    re.IGNORECASE,
)
_FOUND = re.compile(
    r"\b(?:found|observed|detected|discovered|seen|there (?:is|was)|show\w*|reveal\w*|demonstrat\w*)\b", re.I
)
_GROUP = (
    r"(?:patients|subjects|women|men|children|adults|individuals|people|persons|infants|adolescents|students|those)"
)
_AT_RISK = re.compile(
    rf"\b{_GROUP} with (?P<who>[^,;:]{{3,80}}?) (?P<be>{_BE}|has|have|had)"
    rf" (?P<not>not )?(?:at )?(?:an? |any )?(?:\w+ly )?(?P<level>{_LEVEL})"
    r" (?:risk|odds|likelihood|incidence|prevalence) (?:for|of)(?: (?:suffering from|developing|having))? ",
    re.IGNORECASE,
)
_LEVELLED = re.compile(
    rf" {_BE} (?P<not>not )?(?:\w+ly )?(?:found to be )?(?:\w+ly )?"
    rf"(?P<level>{_LEVEL}|(?:more|less) (?:common|frequent|prevalent)) (?:in|among) (?:the )?{_GROUP} with ",
    re.IGNORECASE,
)
_AGAINST_OTHERS = re.compile(
    r" (?:than|compared|versus|vs)\b"
    r"(?! (?:(?:with|to|in|among) )*(?:the )?(?:healthy|normal|controls?\b|those without))",
    re.I,
)
_BUT = re.compile(
    r",? but (?:(?:is|are|was|were) )?(?P<not>not )?(?:(?:significantly|independently) )?"
    r"(?:(?:associated|correlated|related|linked) )?(?:with|to) ",
    re.IGNORECASE,
)
_RELATES = re.compile(r"\b(?:associat|correlat|relat|link|predict)", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"(?:[^,:;]{0,80}\b(?:suggest|indicat|show|demonstrat|confirm|conclud|found|reveal|provide evidence)\w*"
    r" (?:\w+ )?that |in (?:our|this|the present) (?:study|series|cohort|population),? |(?:in|among|for) [^,]{0,80}, "
    r"|(?:however|thus|therefore|moreover|furthermore|overall|additionally"
    r"|consequently|in conclusion|in contrast|in addition|conclusions?|interpretation)[,:] ?"
    r"|(?:even )?(?:al)?though |\u2022 )",
    re.IGNORECASE,
)
_LEADING = 40  # characters before a clause that can say what it is
# "That" behind one of these begins a clause; behind another word it goes on with a noun.
_SAYS = (
    "show suggest indicat find found conclu demonstrat reveal confirm eviden observ report stat support not notic"
    " establish impl verif prov proof document argu recogni see seen saw clear apparent sign highlight illustrat"
    " underlin emphasi likel unlikel fact detect identif discover determin learn true known"
    " corroborat strengthen appear mean"
)
_BEHIND_ITS_NOUN = re.compile(
    rf"\b(?!(?:{'|'.join(_SAYS.split())})(?:e|s|es|ed|en|n|d|t|y|ies|ied|ing|ings|ion|ions|ation|ations|ce|nt|ced|sion"
    r"|sions|de|des|ded|ment|ments|ive|ly|se|ze|ses|zes|sed|zed)?\b)[\w-]+(?<!ly) that \Z",
    re.IGNORECASE,
)
_FIRST_OF_TWO = re.compile(
    r"(?:\A|[.;:] )(?:An? |The )?(?:low|high|short|long|early|late|\w+-\w+)(?:[ -][\w-]+)?, ?\Z", re.IGNORECASE
)
_ASIDE = re.compile(r", (?:however|therefore|thus|in turn|also|on the other hand),")
_TOGETHER = re.compile(r"\b(?:combin|together)", re.IGNORECASE)  # two did it, neither alone
_FOUND_TO = re.compile(r"(?:found|shown) to (?:be )?(?:have )?")
_SHORT_FORM = re.compile(r"[A-Z]{1,5}\b")
_LESSENED = re.compile(r"lower|reduced|decreased|less", re.IGNORECASE)
_MARKS = (",", ";", ":", " that ", " and ", "hough ", "owever ", "hereas ", "hile ")
_ASSOCIATED = "is associated with"


@dataclass(frozen=True, slots=True)
class Clause:
    """A relation phrase with the names that it relates, by their places in the sentence.

    `effect` is what the clause tells of it beside the phrase; None where the phrase alone tells.
    """

    subject: Place
    phrase: str
    object: Place
    negated: bool = False
    effect: ProposedEffect | None = None


def clauses_in(text: str) -> Iterator[Clause]:
    """Yield the clauses of a sentence: one for each phrase that relates and has a noun phrase on each side."""
    text, begin = _ASIDE.sub(lambda m: " " * len(m[0]), text), 0
    while opening := _OPENING.match(text, begin):
        begin = opening.end()
    yield from _related(text, begin)
    yield from _denied_of_both(text, begin)
    yield from _joined(text, begin)
    yield from _no_effect(text, begin)
    yield from _at_risk(text, begin)
    yield from _levelled(text, begin)


def _related(text: str, begin: int) -> Iterator[Clause]:
    last: Clause | None = None
    for said in _RELATION.finditer(text, begin):
        phrase, effect = _told(said)
        start = _start(text, begin, said.start())
        if _BEHIND_ITS_NOUN.search(text, max(begin, start - _LEADING), start) or _FIRST_OF_TWO.search(
            text, begin, start
        ):
            continue  # "incentives that reward providers increased", "low carbohydrate, high fat diets reduced"
        joined = text.endswith(" and ", 0, start)
        going_on = joined and not text[start : said.start()].strip()
        subject = _of_both(last, said[0]) if going_on else subject_at(text, start, said.start())
        object = object_at(text, said.end())
        if not phrase or subject is None or object is None or _TOGETHER.search(text, begin, said.start()):
            continue
        if _GOES_ON_AS_SUBJECT.match(text, object[1]) and not relates_only(phrase):
            continue  # "histamine induced relaxation was reduced" says nothing of what histamine does
        if _OVER_ANOTHER.match(text, object[1]) or _ADJECTIVE_BEFORE.search(text, begin, start):
            continue
        if joined and not going_on and not relates_only(phrase):
            continue  # two did it, perhaps together
        if _BRINGS.search(phrase) and THAN_ANOTHER.match(text, object[1]):
            continue  # "induces less pain than B" does not relieve it
        clause = last = Clause(subject, phrase, object, effect=effect)
        yield clause
        for further in listed_after(text, object):
            yield replace(clause, object=further)
        if relates_only(phrase):
            yield from _added(text, clause)


def _of_both(last: Clause | None, words: str) -> Place | None:
    """Return the subject of a verb that "and" joins to the last one: "A reduces B and improves C"."""
    if last is None or _PASSIVE.search(last.phrase):
        return None
    parallel = not any(cue.search(last.phrase) for cue in (_RELATES, _BRINGS, _NOT))
    return last.subject if _FINITE.match(words) or parallel else None


def _start(text: str, begin: int, end: int) -> int:
    """Return where the part of a sentence begins that ends at a place."""
    return max([begin, *(at + len(m) for m in _MARKS if (at := text.rfind(m, begin, end)) >= 0)])


def _told(said: re.Match[str]) -> tuple[str, ProposedEffect | None]:
    """Return a phrase as a vocabulary reads it, and what it tells beside: "led to a 43% reduction in" is to reduce.

    The phrase is empty where something acts on a change: "attenuated the increase in" is neither more nor less.
    """
    words = _FOUND_TO.sub("", " ".join(said[0].split()))
    if _UNRELATED.search(words):
        words = _UNRELATED.sub("not ", words)
    if contributes := _CONTRIBUTES.search(words):
        words = f"was effective in {words[contributes.end() :]}"
    if said["change"] is None:
        return words, None
    first, way = words.removesuffix(" ".join(said["change"].split())).rstrip(), said["way"].lower()
    if _BRINGS.search(first):
        return brought(first, _DEED_OF.get(way, "reduce")), None
    lessened = way not in _DEED_OF
    if _GOES_AGAINST.search(first):
        return "", None  # "correlates negatively with an increase in": nobody says plainly which way it goes
    return (first, _effect(lessened)) if relates_only(first) else ("", None)


def brought(phrase: str, deed: str) -> str:
    """Return a phrase with a deed in place of what brings something about: "did not lead to" less did not reduce."""
    return _BRINGS.sub(deed, phrase)


def relates_only(phrase: str) -> bool:
    """Whether a phrase says that two go together, and nothing of what brings what about."""
    return _RELATES.search(phrase) is not None


def _effect(lessened: object) -> ProposedEffect:
    return ProposedEffect.DECREASED if lessened else ProposedEffect.INCREASED


def _added(text: str, clause: Clause) -> Iterator[Clause]:
    """Yield what a sentence says further of its subject: "… but not with C", "… but is associated with C"."""
    if (but := _BUT.match(text, clause.object[1])) and (object := object_at(text, but.end())):
        yield Clause(clause.subject, _ASSOCIATED, object, negated=bool(but["not"]))


def _denied_of_both(text: str, begin: int) -> Iterator[Clause]:
    """Yield the two clauses of "neither A nor B affects C"."""
    for said in (*_RELATION.finditer(text, begin), *_BASES.finditer(text, begin)):
        neither = _NEITHER.match(text[begin : said.start()].rstrip())
        object = object_at(text, said.end()) if neither else None
        if neither is None or object is None:
            continue
        shared = " " in neither["one"] and " " not in neither["other"]  # "neither sleep quality nor duration"
        for name in ("one",) if shared else ("one", "other"):
            if subject := subject_at(text, begin + neither.start(name), begin + neither.end(name)):
                yield Clause(subject, " ".join(said[0].split()), object, negated=True)
        return


def _joined(text: str, begin: int) -> Iterator[Clause]:
    """Yield what "a correlation between A and B" or "an association of A with B" was found to say."""
    joining = _JOINING.search(text, begin)
    if joining is None or _FOUND.search(text, begin) is None:
        return
    joint = " and " if joining["how"].lower() == "between" else " with "
    middle = text.find(joint, joining.end())
    subject = subject_at(text, joining.end(), middle) if middle > 0 else None
    object = object_at(text, middle + len(joint)) if middle > 0 else None
    more = object is not None and text.startswith((" and ", ", and "), object[1])
    if subject and object and not more and not _share_head(text[slice(*subject)], text[slice(*object)]):
        effect = ProposedEffect.DECREASED if _INVERSE.search(joining[0]) else None
        yield Clause(subject, _ASSOCIATED, object, negated=bool(joining["none"]), effect=effect)


def _no_effect(text: str, begin: int) -> Iterator[Clause]:
    """Yield what "no significant effect of A on B" was found to deny."""
    said = _EFFECT_OF.search(text, begin)
    if said is None or _FOUND.search(text, begin) is None:
        return
    middle = text.find(" on ", said.end())
    subject = subject_at(text, said.end(), middle) if middle > 0 else None
    object = object_at(text, middle + 4) if middle > 0 else None
    if subject and object:
        for place in (object, *listed_after(text, object)):
            yield Clause(subject, "affects", place, negated=True)


def _share_head(one: str, other: str) -> bool:
    """Whether two names have their last words in common, as "LE and RE scores"."""
    return " " not in one and " " in other and bool(_SHORT_FORM.match(one)) and bool(_SHORT_FORM.match(other))


def _at_risk(text: str, begin: int) -> Iterator[Clause]:
    """Yield what is said of whom: "patients with A are at higher risk of B"."""
    if risk := _AT_RISK.search(text, begin):
        subject, object = subject_at(text, *risk.span("who")), object_at(text, risk.end())
        if subject and object:
            lessened = _LESSENED.match(risk["level"])
            phrase = f"is associated with a {'lower' if lessened else 'higher'} risk of"
            negated = bool(risk["not"]) or _NOT.search(risk["be"]) is not None
            yield Clause(subject, phrase, object, negated, _effect(lessened))


def _levelled(text: str, begin: int) -> Iterator[Clause]:
    """Yield what a group had more or less of: "A was higher in patients with B"."""
    for level in _LEVELLED.finditer(text, begin):
        start = _start(text, begin, level.start())
        subject, object = subject_at(text, start, level.start()), object_at(text, level.end())
        if subject and object and not _AGAINST_OTHERS.match(text, object[1]):
            negated = bool(level["not"]) or _NOT.search(level[0]) is not None
            yield Clause(subject, _ASSOCIATED, object, negated, _effect(_LESSENED.match(level["level"])))
