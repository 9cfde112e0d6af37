"""Where a name begins and ends beside a relation phrase, in the words of an abstract: "hospital stay", not "a". Pure.

What is no plain name (a clause, a pronoun, a group of people, half of two names that share a head) is refused: a name
that is cut wrongly makes a wrong fact of a right sentence.
"""

from __future__ import annotations

import re

from kgcore.curation.names import is_general, is_name

Place = tuple[int, int]

_MOST_WORDS = 8  # of a name
_LEAST_LISTED = 2  # words of a further name of a list: of one alone it is not plain what stood before it
_POPULATION = re.compile(
    r" (?:in|among|for|of|at|during|after|before|following|within|by|versus|vs|than|compared|when|where|as|if|but|which"
    r"|that|who|because|while|whereas|although|or|and|with|without|from|to|on|both|using|via|through|over|under|between|per|due"
    r"|independent(?:ly)?|regardless|including|distinct|different|just|even|only|except|despite|until|since|is|are|was|were|secondary|relative|along)(?![-\w])",
    re.IGNORECASE,
)
_NO_PART = re.compile(  # words that no name has: verbs, pronouns, what points back
    r"(?<!-)\b(?:is|are|was|were|be|been|being|has|have|had|having|do|does|did|may|might|could|would|should|will|can|that"
    r"|which|who|whose|it|its|them|him|her|us|itself|themselves|they|their|we|our|us|this|these|those|such|both|either|neither|nor|no|not|none|other|another"
    r"|latter|former|same|each|all|any|some|many|most|several|there|showed|shown|found|using|used|received|underwent|reported"
    r"|when|while|since|if|whether|than|because|only|but|patients|subjects|participants|groups?|studies|study"
    r"|(?:non-?)?significant\w*|differen\w*|associations?|correlations?|one|two|three|four|first|second|or|compared"
    r"|respectively|enough|overtime|however|thereby|hence|whereby|predicting|leading|resulting|trend|versus|vs|comparing|perceive|(?:suggest|indicate|demonstrate|reveal)s?|mediated|possibly|perhaps|similar|comparable|equal|equivalent|identical|indicating|suggesting|showing|(?:un)?(?:able|likely)|(?:seem|appear|tend)(?:s|ed)?)\b"
    r"|(?<![A-Za-z\d])(?<![A-Za-z]-)(?<!\btype )\d"  # but "interleukin-6", "HbA1c", "type 2 diabetes"
    r"|[%=<>±;:,()\[\]\"]",
    re.IGNORECASE,
)
_LEVEL_WITHIN = re.compile(
    r" (?:higher|lower|greater|elevated|increased|decreased|more|less|fewer|longer|shorter) ", re.IGNORECASE
)
_JOINT = r"(?:in|of|with|for|to|by|from|on|at|and|or|as|after|during|between|among|the|an?|up|out|down)"
_EDGE = re.compile(
    rf"(?:\A|.*\W){_JOINT}\Z|(?:{_JOINT}|(?:well-)?maintained|preserved(?! ejection)"
    r"|without|within|before|via|through|over|under|per|due|at|following|afterwards?|thereafter|also|improving|reducing"
    r"|increasing|preventing|treating|(?:effects?|impact|influence|changes?) of)\s",
    re.IGNORECASE | re.DOTALL,
)
_PEOPLE = r"(?:patients|women|men|children|adults|subjects|rats|mice|humans)"
_BEGINNING = re.compile(
    r"\s*(?:(?:and|both|the|an?|even) |(?:use|administration|presence) of (?:the |an? )?)*"
    r"(?:(?:increased|increasing|higher|longer|elevated|greater) )?",
    re.IGNORECASE,
)
_ENDING = re.compile(
    rf"(?: alone| often| also| \([^()]{{1,40}}\)| in an? (?:\w+ ){{0,3}}(?:trial|study)"
    rf"| (?:in|among) (?:\w+ ){{0,3}}{_PEOPLE})*\s*\Z",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"(?:both )?(?:an? (?:variety|range|number) of |the |an? )?"
    r"(?:(?:severe|mild|moderate|profound|marked|subsequent|increasing) )?",
    re.I,
)
_HALF = re.compile(r"(?:\A|[.,;:]\s(?:and )?|\bthat )\W*\w+ and \Z")
_COORDINATED = re.compile(r"[\w-]+ [\w-]+ and \Z")
_WITHIN = re.compile(r"\b(?:of|in|into|between|from|with|to|for|by|on) [^,;]*(?<![\d.]\)) and \Z", re.IGNORECASE)
_ANOTHER = re.compile(r" (?:an?|the|increased|decreased|reduced|higher|lower|longer|shorter) ", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"(?!\w*(?:(?:surviv|remov|withdraw|retriev|interv|referr|hospit|met|anim)al|clinic|music|arsenic|traffic|sugar)\Z)\w+(?:al|ic|ive|ar|ous|ory|ary|ed|less|motor)\Z",
    re.IGNORECASE,
)
_NO_HEAD = re.compile(
    r"(?:spent|seen|given|taken|made|done|known|shown)\Z|\w+(?:[^e]ed|ous|less|able|ible|ly)\Z", re.IGNORECASE
)
_GOES_ON = re.compile(r"\([^()]{1,40}\) (?P<word>[a-z][\w-]+)")  # "cardiovascular (CV) events"
_CHANGE = re.compile(r"(?:increase|decrease|reduction|improvement|rise|change|difference)s?\Z", re.IGNORECASE)
_UNFINISHED = re.compile(  # alone, is of what comes behind its "in"
    r"(?:alteration|variation|delay|gain|loss|decline|deficit|activation|activity|equity|diversity|engagement"
    r"|participation|interest)s?\Z",
    re.IGNORECASE,
)
_DONE_TO_SOME = re.compile(  # alone, says nothing without those to whom it is done
    r"(?:management|treatment|care|handling|surveillance|selection|identification|evaluation|assessment|recruitment"
    r"|referral|admission|diagnosis|follow-?up|monitoring|investigation)s?\Z",
    re.IGNORECASE,
)
_FOR_SOMETHING = re.compile(  # alone, says nothing without what comes behind its "for"
    r"(?:vulnerability|propensity|need|preference|demand|potential|capacity|desire|indication|eligibility)\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(r", (?:[\w-]+, )*(?:[\w-]+ )?(?:and|or) [\w-]+ (?!in\b|at\b|with\b|of\b|after\b)[\w-]+")
_GENUS = re.compile(r"(?<!\w)[A-Z]\Z")
_FURTHER = re.compile(r", and |, | and ")
_DONE_TO = re.compile(  # may be what the subject did
    r"(?:(?:instead|also|even|rather|actually|\w+ly) )*(?:reduce|increase|decrease|improve|enhance|attenuate|prevent"
    r"|lower|inhibit|promote|alleviate|relieve|worsen|exacerbate|aggravate|induce|cause|suppress|produce|stimulate|elevate"
    r"|impair|raise|extend|prolong|shorten|reverse|restore|delay|accelerate)(?:s|d|ed)? ",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s?(?:[.;(]|\Z)| (?:in|among|for|at|during|after|before|following)\b", re.IGNORECASE)
_TO_THE_SIDE = frozenset({"with", "to", "on", "from", "between"})
_PARTS_OF_BODY = frozenset("heart kidney liver lung breast bone skin brain bowel neck head hip knee chest eye".split())  # noqa: SIM905
_VAGUE = frozenset(  # heads that name nothing by themselves, nor with an adjective
    "outcome outcomes result results finding findings method methods technique techniques procedure "  # noqa: SIM905
    "procedures effect effects change changes increase increases decrease decreases reduction "
    "reductions improvement improvements factor factors variable gains variables parameter parameters "
    "value values number rate rates level levels time intervention interventions drug approach "
    "strategy model test tests data analysis age sex use need risk type measure measures condition "
    "conditions rise rises elevation decline experience program programme "
    "performance accuracy score scores group "
    "design development response process system presence absence difference differences higher lower "
    "alteration alterations variation effectiveness impact delay hour hours minutes day days week weeks month months "
    "reproducibility duration being sensitivity specificity protocol protocols scenario scenarios arm arms "
    "pattern patterns supplementation".split()
)
_GROUPS = frozenset(
    "patient patients women men children adults people infants individuals readers humans employees workers students "  # noqa: SIM905
    "nurses caregivers families clinicians physicians parents mothers residents smokers survivors users veterans "
    "players athletes volunteers girls boys adolescents preschoolers".split()
)
_PEOPLE_WHO = re.compile(
    rf"(?:[\w-]+ ){{0,4}}(?:{'|'.join(sorted(_GROUPS))}) (?:in|with|at|from|on|receiving|taking|using|under)\b",
    re.IGNORECASE,
)
_OF_SOME = frozenset({"with", "who", "without", "after", "in"})
_OF_PEOPLE = re.compile(
    rf" (?:of|in|among) (?:the |all )?(?:[\w-]+ ){{0,2}}(?:{'|'.join(sorted(_GROUPS))})\Z", re.IGNORECASE
)
_LETTERED = re.compile(  # what a paper alone calls so
    r"(?i:\b(?:scenario|group|arm|protocol|condition|cohort|treatment|regimen|sequence|period|programme?|diet|formula))"
    r" (?:[A-Z]|[IVX]{1,3})\Z"
)
_SLIGHT = frozenset(
    "modest adequate better worse good poor poorer great greater small smaller similar more less best "  # noqa: SIM905
    "worst possible potential substantial detectable marked favourable favorable favourably "
    "unfavourable unfavorable adverse inferior superior primary secondary clinical overall final main "
    "new novel future concurrent long-term short-term certain important mean early late high low total general "
    "interrelated multiple related different several broad maximum faster slower fresh "
    "left right upper acute male female various measured expected investigated studied respective perfect".split()
)


def subject_at(text: str, start: int, end: int) -> Place | None:
    """Return the noun phrase between two places, without what only leads to it or says of whom it is."""
    after = _COORDINATED.search(text, 0, start)
    if after and " " not in text[start:end].strip():
        return None  # "breastfeeding duration and exclusivity"
    within = _WITHIN.search(text, _after_mark(text, start), start) and " of " not in text[start:end]
    if within or _HALF.search(text, 0, start):
        return None  # what stands before "and" may be half of the name, or the name what a word before it speaks of
    if beginning := _BEGINNING.match(text, start, end):
        start = beginning.end()
    if ending := _ENDING.search(text[start:end]):
        end = start + ending.start()
    return trimmed(text, start, end)


def _after_mark(text: str, end: int) -> int:
    return max(text.rfind(mark, 0, end) for mark in (",", ";", ":", " that ")) + 1


def object_at(text: str, start: int) -> Place | None:
    """Return the noun phrase that begins at a place: up to what says of whom, when and how; "of" belongs to it."""
    stop = min((at for mark in ",;:()." if (at := text.find(mark, start)) >= 0), default=len(text))
    if text[stop : stop + 2] == ". " and _GENUS.search(text, start, stop):
        return None  # "transmission of P. falciparum"
    if (goes_on := _GOES_ON.match(text, stop)) and not _POPULATION.match(f" {goes_on['word']}"):
        return None
    first = start + len(text[start:stop]) - len(text[start:stop].lstrip())
    if _shares_head(text, first, stop):
        return None
    for found in _POPULATION.finditer(text, first, stop):
        word = found[0].strip().lower()
        if word == "of":
            continue
        stop = found.start()
        parts = _ARTICLE.sub("", text[first:stop], count=1).split()
        told = len(parts) - (level_at(text, first, stop) is not None)
        if word in ("and", "or") and not _ANOTHER.match(text, found.end()) and _is_half(parts, told):
            return None  # "desmopressin and bypass-induced bleeding": the head comes later
        last = parts[-1] if parts else ""
        if word == "in" and (_CHANGE.match(last) or (told < 2 and _UNFINISHED.match(last))):
            return None  # "the expected increases in": what changes comes behind
        if word == "for" and _FOR_SOMETHING.match(last):
            return None
        if word in _TO_THE_SIDE and (told < 2 or word == "to"):
            return None  # "contact with specialists", "damage to the liver"
        if word in _OF_SOME and (of := _OF_PEOPLE.search(text[first:stop])):
            stop = first + of.start()  # "the mood of people with aphasia"
            if _DONE_TO_SOME.match(_ARTICLE.sub("", text[first:stop], count=1)):
                return None  # "the management of patients with diverticulitis" is not management
        break
    return trimmed(text, first, stop)


def _shares_head(text: str, first: int, stop: int) -> bool:
    """Whether what stands before a comma ends later: "fetal, or neonatal complications", "area, or late restenosis"."""
    if text[stop : stop + 1] != ",":
        return False
    words = text[first:stop].rpartition(" of ")[2].split()  # "numbers of calbindin, calretinin and GAD neurons"
    return bool(words) and (
        _NO_NOUN.match(words[-1]) is not None or (len(words) < 2 and bool(_LISTED.match(text, stop)))
    )


def _is_half(parts: list[str], told: int) -> bool:
    last = parts[-1].lower()
    return told < 2 or _NO_NOUN.match(last) is not None or last in _PARTS_OF_BODY or last in _SLIGHT


def listed_after(text: str, first: Place) -> list[Place]:
    """Return the further names of a list that a name begins: "rib fractures, skull fractures and pelvic injuries".

    None where it is not plain where the list ends, or that each is a name of its own.
    """
    found: list[Place] = []
    at, plain = first[1], " of " not in text[first[0] : first[1]]
    while plain and (joint := _FURTHER.match(text, at)):
        place = object_at(text, joint.end())
        if place is None or _DONE_TO.match(text, joint.end()) or len(text[slice(*place)].split()) < _LEAST_LISTED:
            return []
        found, at = [*found, place], place[1]
        if "and" in joint[0]:
            return found if _CLOSED.match(text, at) else []
    return []


def trimmed(text: str, start: int, end: int) -> Place | None:
    """Return where a name lies between two places, without its article; None where the words are no plain name."""
    words = text[start:end]
    start, end = start + len(words) - len(words.lstrip()), end - (len(words) - len(words.rstrip()))
    if article := _ARTICLE.match(text, start, end):
        start = article.end()
    name = text[start:end]
    parts = [part.lower() for part in name.split()]
    if (
        not parts
        or len(parts) > _MOST_WORDS
        or _NO_PART.search(name)
        or _EDGE.match(name)
        or name.endswith("-")  # "hypo- or hyperoxia"
        or not is_name(name)
        or _LEVEL_WITHIN.search(name)
    ):
        return None
    *others, head = parts
    vague = head in _VAGUE and all(part in _SLIGHT or part in _VAGUE for part in others)
    people = head in _GROUPS and "of" not in others
    people = people or _PEOPLE_WHO.match(name) is not None
    no_noun = head in _SLIGHT or people or _NO_HEAD.match(head) or (not others and _NO_NOUN.match(head))
    return None if vague or no_noun or is_general(name) or _LETTERED.search(name) else (start, end)


_WAY = r"(?:both )?(?:an? )?(?:(?:significantly|markedly) )?"
_PLACE = r"(?!limb|leg|extremit|back|respiratory|urinary|abdom|airway|education|gastro|GI\b|lip\b|eyelid)"
_COUNTED = r"(?=(?:\w+ )?(?:rates?|levels|incidence|prevalence|risk|morbidity|mortality|frequency|numbers?)\b)"
MORE = re.compile(
    rf"{_WAY}(?:(?:increased|higher|greater|elevated|longer|more) {_PLACE}|high {_COUNTED})", re.IGNORECASE
)
LESS = re.compile(rf"{_WAY}(?:(?:reduced|lower|decreased|fewer|shorter|less) {_PLACE}|low {_COUNTED})", re.IGNORECASE)
_SHARE = re.compile(
    r"(?:rates?|incidence|prevalence|risk|frequency|likelihood|odds|occurrence) of (?=\w)", re.IGNORECASE
)


_CHANGED = re.compile(
    r"(?:an? )?(?:significantly |markedly )?(?:improved|better|enhanced|worse|worsened|poorer) ", re.IGNORECASE
)


def changed_at(text: str, start: int, end: int) -> int:
    """Return where a name begins behind words for how it has changed: "improved survival" is no name."""
    found = _CHANGED.match(text, start, end)
    return found.end() if found else start


def level_at(text: str, start: int, end: int) -> tuple[int, bool] | None:
    """Return where a name begins behind words for how much of it there is, and whether these say that it is more."""
    for words, more in ((MORE, True), (LESS, False)):
        if found := words.match(text, start, end):
            share = _SHARE.match(text, found.end(), end)
            return (share or found).end(), more
    return None
