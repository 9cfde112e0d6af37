"""What a patient's story tells and what is asked of it: who takes what, what was found, what is denied. Pure, linear.

A story is read sentence by sentence and clause by clause. Each thing that it names is taken, had, denied, or left in
doubt: it was long ago, it is another person's, it was only offered. What is asked is read as a whole or not at all: a
word that no pattern accounts for ("instead", "if she never …") may turn the question round. What is told may be of any
kind, but for what would matter to what is asked and was not understood: something taken that nobody knows, a pregnancy,
a failing kidney, a finding that stands after all that was understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kgcore.question.relation import is_ill
from kgcore.reasoning.lay_signs import told_signs
from kgcore.reasoning.loose_stems import NAME, UNREAD, cues_with_unread
from kgcore.reasoning.stems import Spots
from kgcore.values.model import Match

LONGEST: Final = 800  # characters of a story


class Part(StrEnum):
    """What a thing is in a story."""

    TAKEN = "taken"
    HAD = "had"
    DENIED = "denied"
    FEARED = "feared"  # not had yet
    DOUBTFUL = "doubtful"  # long ago, another person's, offered
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Fact:
    """A thing of a story: its names, the likeliest first, the sentence that tells of it, and what it is there.

    `id` is the graph's for it, "" for a sign in words of its own.
    """

    names: tuple[str, ...]
    sentence: int
    part: Part
    start: int
    end: int
    id: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """What a story tells, in order, and whether it tells what might matter and was not understood.

    `changed`: its last sentence tells that something that is taken works otherwise than before; `taken_up`: that it is
    taken up otherwise. `unknown`: something is taken or told of that nobody knows. `places` are its sentences.
    """

    told: str
    facts: tuple[Fact, ...]
    places: tuple[tuple[int, int], ...] = ()
    changed: bool = False
    taken_up: bool = False
    unknown: bool = False

    def of(self, *parts: Part) -> tuple[Fact, ...]:
        """Return its things that are of these parts."""
        return tuple(f for f in self.facts if f.part in parts)

    @property
    def in_doubt(self) -> tuple[Fact, ...]:
        """The things that are in doubt wherever they are told."""
        settled = {f.id for f in self.of(Part.TAKEN, Part.HAD)}
        return tuple(f for f in self.of(Part.FEARED, Part.DOUBTFUL, Part.UNCLEAR) if f.id not in settled or not f.id)


# ── what is told ────────────────────────────────────────────────────────────────────────────────────────────────────

_SENTENCE_END = re.compile(r"(?<=[\w)%'\"”][.!?;])\s+(?=\W?[A-Z0-9])|;\s+")
_SUBJECT = (
    r"(?:he|she|they|it|his|her|their|the|who|now|today|has|have|is|are|was|were|had|takes?|complains?|develops?"
    r"|reports?|presents?|suffers?|wants?|asks?|denies)"
)
_CLAUSE = re.compile(
    rf"\b(?:but|however|although|though|while|whereas)\b|(?:[,:] )?\band (?={_SUBJECT}\b)|, (?={_SUBJECT}\b)", re.I
)
_NOTHING = re.compile(
    r"\b(?:no|not|never|without|nor|neither|none|cannot|den(?:y|ies|ied)|free of|absence of|lacks?"
    r"|negative for|instead of"
    r"|ruled out|exclud\w+)\b|n't\b",
    re.I,
)
_GONE = re.compile(
    r"^[^.;]{0,40}?\b(?:(?:was|were|is|are|has been|have been|had) (?:\w+ly )?(?:ruled out|excluded"
    r"|absent|negative|cured"
    r"|discontinued|stopped|withdrawn|suspended|refused|declined|normal|unremarkable|denied|not|never)|ruled out"
    r"|resolved)\b",
    re.I,
)
_FEARED = re.compile(
    r"\b(?:afraid|fear(?:s|ed|ing)?|worr\w+|risks?|chances?|odds|prevent\w*|avoid\w*|danger|prone|protect\w*"
    r"|keeps? away"
    r"|ward\w*)\b",
    re.I,
)
_LONG_AGO = re.compile(
    r"\b(?:stop(?:s|ped|ping)?|discontinued?|quit|gave up|given up|came off|weaned off|off|used to|formerly|previously"
    r"|once|in the past|in (?:his|her|their) (?:youth|childhood|teens|twenties)|as a (?:child|boy|girl|student)|until"
    r"|recovered|cured|offer\w*|refus\w*|declin\w*|consider\w*|thinks?|thinking|thought|believes?|plans?"
    r"|planning|hop\w+"
    r"|phobi\w*|might|would|should|could|if|unless|read|heard|seen|advised|recommend\w*|allerg\w*|intoleran\w*"
    r"|sensitiv\w*|instead|forg[eo]t\w*|skip\w*|miss\w*|lost|mistook|mistaken|sells?|sold|makes?|stud(?:y|ies|ied)"
    r"|works? (?:on|with)|looks? after|article|others|those|calls|so-called|supposed\w*|alleged\w*|people"
    r"|patients|clients|pupils"
    r"|(?:when|while) (?:he|she|they) (?:was|were))\b",
    re.I,
)
_STILL = re.compile(r"\b(?:(?:does|do|did|will|would|can|could) ?(?:not|n't)|cannot|can't|won't|never) stops?\b", re.I)
_WAS_THEN = re.compile(r"\b(?:until|(?:when|while) (?:he|she|they) (?:was|were))\b", re.I)
# What is said of tablets behind their name: "but brought them back".
_LEFT = re.compile(
    r"^[^.;]{0,80}\b(?:but|however|yet)\b[^.;]{0,60}\b(?:never|not|back|away|unopened|it|them|pills?|tablets?"
    r"|packet|bottle"
    r"|drawer|bin|toilet|sink)\b",
    re.I,
)
_AGO = re.compile(r"\bago\b", re.I)
_BEGUN = re.compile(
    r"\b(?:put|started?|starts|began|begun|begins|prescribed|diagnosed|was given|found to have)\b", re.I
)
_RELATIVE = (
    r"(?:wife|husband|spouse|partner|mother|father|parents?|brother|sister|son|daughter|siblings?|twin"
    r"|uncle|aunt|cousin"
    r"|grand\w+|friend|neighbou?r|colleague|family|relatives?|room-?mate|flatmate|boyfriend|girlfriend"
    r"|boss|caregiver|carer"
    r"|child|baby)"
)
# A small letter begins what was said of a patient's relative: "a woman's mother takes lithium".
_OTHERS = re.compile(
    rf"\b(?:his|her|their|whose|[\w-]+'s) (?:[\w-]+ )?{_RELATIVE}\b|^(?=(?-i:[a-z])){_RELATIVE}\b", re.I
)
_HE_OR_SHE = re.compile(r"\b(?:he|she|him|his|hers?)\b", re.I)  # who may be either of two people
_OWNED = re.compile(r"(?:his|her|their)\b", re.I)
_ANIMALS = re.compile(
    r"\b(?:dogs?|cats?|horses?|mouse|mice|rats?|pets?|animals?|cows?|puppy|kitten|rabbits?|pigs?|sheep|birds?|poodle"
    r"|hamsters?)\b",
    re.I,
)
_TELLS = re.compile(
    r"^ (?:also |now |then )?(?:reports?|reported|says?|said|notices?|noticed|brings?|brought"
    r"|asks?|asked|wonders?|describes?|tells?|told"
    r"|finds?|found|calls?|called|wants?|states?|observed)\b",
    re.I,
)
_TAKING = (
    r"\b(?:tak(?:es?|en|ing)|took|on|us(?:es|ed|ing)|receiv(?:es|ed|ing)|swallow(?:s|ed|ing)?|drinks?|drinking|drank"
    r"|eats?|eating|ate|injects?|(?:was|is|been|were) (?:put|started|maintained|stabili[sz]ed|kept) on"
    r"|starts?|started|begins?|began|begun|starting|prescribed|given|gave|buys?|bought|adds?|added"
    r"|treated with|relies on|therapy with|treatment with)"
)
_IS_TAKEN = re.compile(
    rf"{_TAKING}(?: (?:an?|the|his|her|their|daily|regular|long-term|lifelong|low-dose|high-dose"
    r"|oral|some|only|stable"
    r"|dose|doses|course|tablets|capsules|drops|extracts?|of|new|up|with|taking|plenty|lots|much"
    r"|cups?|several|two|three"
    r"|large|small|amounts|every|morning|evening|day|drug|medicine|medication|supplement|herb|antibiotic|remedy))* $",
    re.I,
)
_HAVING = (
    r"\b(?:has|have|having|had|with|who has|suffers?|suffered|suffering|develop(?:s|ed|ing)?|present(?:s|ed|ing)?"
    r"|complain(?:s|ed|ing)?|reports?|reported|notic(?:es|ed)|show(?:s|ed)|diagnos(?:ed|is)|found|finds?|reveals?"
    r"|confirms?|suspects?|feels?|felt|gets?|got|experienc(?:es|ed)|admitted|history|treated for"
    r"|due to|because of|from"
    r"|for)"
)
_IS_HAD = re.compile(
    rf"{_HAVING}(?: (?!(?:tak\w+|on|us\w+|and)\b)[\w'-]+){{0,4}} $|{_HAVING} $|\b(?:is|are|was|were)(?: \w+)? $", re.I
)
_ROW = re.compile(r"\s*(?:,|,? and|,? or|,? as well as|,? plus| &)\s+(?:(?:also|an?|the|of) )*", re.I)

# What may be taken without a name: what is asked for, or no matter.
_VAGUE = re.compile(
    r"^(?: (?:an?|the|his|her|their|new|other|another|second|third|several|some|any|no|few|many"
    r"|prescription|prescribed"
    r"|over-the-counter|herbal|natural|daily|own|usual|more|from|of|all|these|those|it|them|one"
    r"|health|food|dietary|small"
    r"|further|additional|course|dose|doses|that|for|up|non-prescription|plant|green))*"
    r" (?:drugs?|medicines?|medications?|tablets?|pills?|capsules?|remed(?:y|ies)|products?|supplements?"
    r"|herbs?|antibiotics?"
    r"|preparations?|treatment|therapy|it|them|vitamins?|minerals?|something|anything|nothing"
    r"|breakfast|meals?|tea|bottle"
    r"|antibiotic|agent|powder|drops|plants?|extracts?|infusions?)\b",
    re.I,
)
_TAKES_WHAT = re.compile(
    r"\b(?:takes?|taking|took|swallows?|swallowed|is on|was on|been on|(?:put|started|maintained|stabili[sz]ed) on"
    r"|treated with|receives?|received|prescribed|injects?|combines?|adds?|added)\b(?! (?:place|part|care|up|off|his"
    r" temperature|her temperature|to|in|for|by|at|on|ill|after|before|last|yesterday|today|years?|months?))",
    re.I,
)
_WORKING = re.compile(
    r"\b(?:INRs?|prothrombin time|(?:blood |serum |plasma |drug |trough )?(?:levels?|concentrations?)"
    r"|clotting|effects?"
    r"|works?|working|absor\w+|taken up|uptake)\b",
    re.I,
)
_OTHER_THAN_BEFORE = re.compile(
    r"\b(?:falls?|fell|fallen|falling|drops?|dropped|sinks?|sank|sunk|rises?|rose|risen|rising"
    r"|climb\w*|jump\w*|shot up"
    r"|doubl\w+|halv\w+|lower\w*|higher|low|high|too|less|more|hardly|poorly|barely|scarcely|badly"
    r"|no longer|stopped"
    r"|weaker|stronger|raised|elevated|reduced|increased|decreased|declin\w+|subtherapeutic|supratherapeuti"
    r"c|los(?:es|t)"
    r"|unstable|(?:not|n't) (?:be(?:ing)? )?(?:absor\w+|work\w*|taken up|enough)|fails?|failed|out of range"
    r"|plummet\w*|soar\w*)\b",
    re.I,
)
_AS_BEFORE = re.compile(
    r"\b(?:unchanged|stable|normal|within|steady|as before|constant|the same|well|good|fine|stays?|remains?|held|holds?"
    r"|(?:not|never|no)\b(?! longer| (?:be(?:ing)? )?(?:absor|work|taken up|enough)))\b"
    r"|n't\b(?! (?:absor|work|taken up|enough))",
    re.I,
)
_TAKEN_UP = re.compile(r"\b(?:absor\w+|taken up|uptake)\b", re.I)
# What may make another thing right than the graph's: whatever else is said.
_MATTERS = re.compile(
    r"\b(?:pregnan\w*|breast-?feed\w*|lactat\w*|allerg\w*|intoleran\w*|hypersensitiv\w*|renal"
    r"|kidney (?:failure|disease"
    r"|function)|hepatic|liver (?:failure|disease|function)|cirrhosis|overdos\w*|poison\w*|dialysis"
    r"|unless|except|placebo"
    r"|newborn|neonate|premature|already tried|failed|did not (?:help|respond|work)|no (?:benefit"
    r"|relief|response|effect)"
    r"|cannot (?:take|tolerate|swallow)|contraindicat\w*|refuses|inject\w*|interaction)\b",
    re.I,
)
# Endings of words that are names of drugs and of diseases more often than anything else.
_LIKE_A_NAME = re.compile(
    r"\b\w+(?:itis|osis|oses|a?emia|omas?|opathy|opathies|plegia|uria|algia|rrh(?:o?ea|age)|cancer"
    r"|tumou?rs?|ase|mab|nib"
    r"|statin|prazole|olol|sartan|pril|cillin|mycin|azole|idine|amine|oprine|pam|triptan|asis"
    r"|syndrome|failure|ulcers?)\b",
    re.I,
)
_NO_NAME = re.compile(
    r"^(?:disease|increase|decrease|please|case|base|release|phase|purchase|cause|basis|crisis|diagnosis|prognosis)$",
    re.I,
)


def read_story(told: str, spots: Spots, *, whatever: bool = False) -> Story | None:
    """Return what a story tells; None where it is too long, or says what may make another thing right, which it may
    where `whatever` it says is wanted.
    """
    if len(told) > LONGEST or (not whatever and _tells_what_matters(told)):
        return None
    sentences = _sentences(told)
    facts = _facts(told, spots, sentences)
    end = sentences[-1] if sentences else (0, 0)
    last = told[end[0] : end[1]]
    covered = [(f.start, f.end) for f in facts]
    return Story(
        told,
        facts,
        tuple(sentences),
        changed=_is_changed(last),
        taken_up=_is_changed(last) and _TAKEN_UP.search(last) is not None,
        unknown=_takes_unknown(told, covered) or _has_like_a_name(told, covered),
    )


def _is_changed(said: str) -> bool:
    """Whether a sentence says that something that is taken works, or is found in the blood, other than before."""
    changed = _WORKING.search(said) and _OTHER_THAN_BEFORE.search(said)
    return changed is not None and _AS_BEFORE.search(said) is None


def _sentences(told: str) -> list[tuple[int, int]]:
    starts = [0, *(m.end() for m in _SENTENCE_END.finditer(told))]
    return [(a, b) for a, b in zip(starts, [*starts[1:], len(told)], strict=True) if told[a:b].strip()]


def _tells_what_matters(told: str) -> bool:
    return any(not _is_denied_before(_clause_before(told, m.start())) for m in _MATTERS.finditer(told))


def _clause_before(told: str, at: int) -> str:
    sentence = re.split(r"[.!?;]\s", told[:at])[-1]
    return _CLAUSE.split(sentence)[-1]


def _is_denied_before(before: str) -> bool:
    return _NOTHING.search(before) is not None


def _facts(told: str, spots: Spots, sentences: Sequence[tuple[int, int]]) -> tuple[Fact, ...]:
    named = {(a, b): meant[0] for a, b, meant in spots if meant}
    signs = {
        (s.start, s.end): s.names for s in told_signs(told) if not any(a < s.end and s.start < b for a, b in named)
    }
    facts: list[Fact] = []
    for start, end in sorted([*named, *signs]):
        at = next((n for n, (a, b) in enumerate(sentences) if a <= start < b), 0)
        part = _part(told, start, end, sentences[at] if sentences else (0, len(told)), facts)
        meant = named.get((start, end))
        if part is Part.TAKEN and meant and is_ill(meant.entity):
            part = Part.DOUBTFUL  # a book on migraine
        if part is Part.UNCLEAR and (meant is None or is_ill(meant.entity)):
            part = Part.HAD  # what is told of a patient's state without a denial is had
        if meant and meant.match is Match.SEMANTIC and part in (Part.TAKEN, Part.HAD):
            part = Part.UNCLEAR
        names = (told[start:end],) if meant else signs[start, end]
        facts.append(Fact(names, at, part, start, end, meant.entity.id if meant else ""))
    return tuple(facts)


def _part(told: str, start: int, end: int, sentence: tuple[int, int], before: Sequence[Fact]) -> Part:
    ahead = told[sentence[0] : start]
    clause = _CLAUSE.split(ahead)[-1]
    behind = _CLAUSE.split(told[end : sentence[1]])[0]
    if _is_anothers(ahead, first=not sentence[0] and _HE_OR_SHE.search(told[sentence[1] :]) is None):
        return Part.DOUBTFUL
    if _is_denied_before(_STILL.sub("", clause)) or _GONE.search(behind):
        return Part.DENIED
    if _FEARED.search(clause):
        return Part.FEARED
    if (
        _LONG_AGO.search(_STILL.sub("", clause))
        or _WAS_THEN.search(behind)
        or (_AGO.search(behind) and not _BEGUN.search(clause))
    ):
        return Part.DOUBTFUL
    if before and before[-1].end <= start and _ROW.fullmatch(told[before[-1].end : start]):
        return before[-1].part  # of a row
    if _IS_TAKEN.search(clause):
        return Part.DOUBTFUL if _LEFT.match(told[end : sentence[1]]) else Part.TAKEN
    return Part.HAD if _IS_HAD.search(clause) else Part.UNCLEAR


def _is_anothers(ahead: str, *, first: bool) -> bool:
    """Whether a sentence is of somebody else than the patient, whom its `first` one may tell of as "his mother"."""
    found = [m for m in _OTHERS.finditer(ahead) if not (first and _OWNED.match(m[0]) and not m.start())]
    others = any(not _TELLS.match(ahead[m.end() :]) for m in found)
    return others or _ANIMALS.search(ahead) is not None


def _takes_unknown(told: str, covered: Sequence[tuple[int, int]]) -> bool:
    """Whether something is taken that neither has a name of the graph nor goes without one."""
    for found in _TAKES_WHAT.finditer(told):
        rest = told[found.end() : found.end() + 80]
        named = any(found.end() <= a and _runs_on(told[found.end() : a]) for a, _ in covered)
        if not named and re.match(r" [\w-]", rest) and not _VAGUE.match(rest):
            return True
    return False


def _runs_on(between: str) -> bool:
    return len(between.split()) <= _NEAR and not re.search(r"[.;!?]|\band\b", between)


_NEAR: Final = 6  # words between a verb and what is taken


def _has_like_a_name(told: str, covered: Sequence[tuple[int, int]]) -> bool:
    return any(
        not _NO_NAME.match(m[0]) and not any(a < m.end() and m.start() < b for a, b in covered)
        for m in _LIKE_A_NAME.finditer(told)
    )


# What is told around what somebody has, and changes nothing: where and when it is asked, that all else is well.
_SCENERY = re.compile(
    r"(?:\d[\d/.,:-]*|years?|months?|weeks?|days?|hours?|old|aged?|since|yesterday|today|tonight"
    r"|tomorrow|last|next|ago|now|this"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|afternoon|night"
    r"|spring|summer|autumn|winter"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|visits?|outpatient|inpatient|clinic|room|teens|twenties|thirties|forties|fifties|childhood|youth"
    r"|looking|products?"
    r"|attacks?|episodes?|lot|worse|keeps|coming|back|killing|pills?|hates?|dislikes?|loves?|tablets?"
    r"|supplements?|work|school"
    r"|hospital|office|practice|pharmacy|surgery|ward|emergency|department|appointment"
    r"|consultation|advice"
    r"|sees?|seen|comes?|came|goes|went|calls?|returns?|sits|asks?|wants?|wishes|would like|likes?"
    r"|prefers?|looks? for"
    r"|something|anything|natural|herbal|kitchen|over-the-counter|without|prescription|help|relief|treated|treatment"
    r"|examination|exam|physical|unremarkable|otherwise|healthy|fit|well-nourished|alert|oriented"
    r"|afebrile|vital|signs?"
    r"|BP|pulse|temperature|blood|pressure|mmhg|bpm|weighs?|kg|cm|tall|married|single|retired"
    r"|lives|smokes?|drinks?|alone"
    r"|mr|mrs|ms|dr|first|second|third|time|times|recently|lately|suddenly|long|newly|just|already|again|often|family"
    r"|doctor|physician|specialist|neurologist|cardiologist|psychiatrist|ophthalmologist|dermatologist"
    r"|rheumatologist|gp|nurse|pharmacist|consultant)",
    re.I,
)
_DIAGNOSING = re.compile(
    r"\b(?:diagnos\w+|finds?|found|confirm\w*|reveal\w*|shows?|showed|turns? out|proves?|consistent with|identif\w+"
    r"|suspects?|suspected|detect\w*|concludes?|because of|due to|owing to)\b",
    re.I,
)
_IS_DIAGNOSED = re.compile(
    r" (?:is|was|has been|is then|is now) (?:(?:then|now|newly|finally|just|clinically) )?"
    r"(?:diagnosed|confirmed|found|detected|established|identified|made out)(?= ?[.;,]| by\b| after\b| on\b|$)",
    re.I,
)
_HAS = (
    r"(?: who| that)?(?: (?:now|also|recently|suddenly|long|just|often|still|frequently|regularly))?"
    r" (?:with|has|have|had|has had|having|has been having|(?:suffer|struggl|liv|cop)(?:s|es|ed|ing) (?:from|with)"
    r"|(?:is|was|has been) (?:(?:newly|recently|just|long|often) )?(?:diagnosed (?:with|as having)|found to have"
    r"|(?:troubled|bothered|plagued|afflicted|affected|tormented) by|(?:seen|treated|admitted"
    r"|hospitali[sz]ed) (?:for|with))"
    r"|develop(?:s|ed)|gets?|keeps? (?:getting|having)|complain(?:s|ed|ing) of|present(?:s|ed|ing) with"
    r"|reports?|reported"
    r"|experiences?)"
    r"(?: (?:an?|the|his|her|their|some|severe|mild|moderate|frequent|recurrent|chronic|acute|bad|painful"
    r"|known|new|terrible|awful|nasty|horrible))*"
)
_NO_PERSON = r"(?!(?:of|for|after|with|to|in|on|at|by|from|and|or|about|people|patients|who|that|without)\b)"
_ONE = (
    rf"(?:(?:an?|the|this|your|our|my|one|mr|mrs|ms|miss|dr)\b\.?(?: {_NO_PERSON}[\w'-]+,?){{1,4}}"
    r"(?: of (?:yours|mine|ours|his|hers|theirs|two|three|four))?(?:, \d+,?)?|(?-i:[A-Z][a-z]+))"
)
_CARES = (
    r"(?:(?:is |are )?(?:car(?:es|e|ing) for|treat(?:s|ing)?|see(?:s|ing)?|examin(?:es|e|ing)|assess(?:es|ing)?"
    r"|admit(?:s|ting)?|look(?:s|ing)? after|meets?|advis(?:es|ing)|counsel(?:s|ling)?))"
)
_SOMEBODY = re.compile(rf"\s*(?:(?:{_ONE}|you|we|i) (?:{_CARES}|have) )?(?:{_ONE}|he|she|they){_HAS}\s*", re.I)
_WHOSE = re.compile(r"\s*(?:my|his|her|their|your|our|(?:(?:my|his|her|the|an?|your) )?[\w-]+'s) $", re.I)
_IT_HAS = re.compile(rf"\b(?:he|she|they){_HAS} $", re.I)
_FROM_BIRTH = re.compile(
    r"\b(?:born|birth|congenital|inherited|always|childhood|before|since|lifelong|chronic)\b", re.I
)


def is_new(story: Story, names: Sequence[str]) -> bool:
    """Whether something that was found came up in the story, with nothing told after it that is not understood."""
    found = [f for f in story.of(Part.HAD) if set(f.names) & set(names)]
    return bool(found) and not _FROM_BIRTH.search(_clause_around(story, found[-1])) and _ends_with(story, found[-1])


def is_at_issue(story: Story, names: Sequence[str], *, to_prevent: bool = False) -> bool:
    """Whether what somebody has is what a question that names nothing has to be about: the rest of the story is
    understood, or led to it as its diagnosis. Of what is `to_prevent` it may be what somebody fears.
    """
    parts = (Part.HAD, Part.FEARED) if to_prevent else (Part.HAD,)
    found = [f for f in story.of(*parts) if set(f.names) & set(names)]
    if not found or not _ends_with(story, found[-1]):
        return False
    if found[-1].part is Part.FEARED:
        return True
    ahead = _ahead(story, found[-1])
    behind = story.told[found[-1].end : story.places[found[-1].sentence][1]]
    if _DIAGNOSING.search(_CLAUSE.split(ahead)[-1]) or _IS_DIAGNOSED.match(behind):
        return True
    if _NAMED_LAST.search(story.told[: found[-1].start]) and not behind.strip(" .;"):
        return True
    start = story.places[found[-1].sentence][0]
    if any(f.start < start and f.part in _UNSETTLED for f in story.facts):
        return False
    marked = _marked(story, start, found[-1].start)
    return (
        _is_scenery(marked)
        or _WHOSE.fullmatch(marked) is not None
        or _SOMEBODY.fullmatch(marked) is not None
        or _IT_HAS.search(marked) is not None
    )


# "Crystals settle it: gout." and "Tender points, dx fibromyalgia." end with what somebody has.
_NAMED_LAST = re.compile(
    r"(?:\w:|\bdx:?) (?:an? |the )?$"
    r"|^(?:(?!no\b|not\b|without\b|never\b|family\b|mother|father|sister|brother|wife|husband)[\w'-]+ ){0,4}"
    r"(?!no\b|family\b)[\w'-]+, (?:an? |the )?$",
    re.I,
)
_UNSETTLED = frozenset({Part.HAD, Part.FEARED, Part.DOUBTFUL, Part.UNCLEAR})


def _ends_with(story: Story, fact: Fact) -> bool:
    later = [f for f in story.facts if f.start > fact.start and f.id != fact.id]
    rest = _marked(story, fact.end, len(story.told))
    return not any(f.part in _UNSETTLED for f in later) and _is_scenery(rest)


def _ahead(story: Story, fact: Fact) -> str:
    return story.told[story.places[fact.sentence][0] : fact.start]


def _clause_around(story: Story, fact: Fact) -> str:
    behind = story.told[fact.end : story.places[fact.sentence][1]]
    return _CLAUSE.split(_ahead(story, fact))[-1] + _CLAUSE.split(behind)[0]


def _marked(story: Story, start: int, end: int) -> str:
    """Return a stretch of a story with a mark in the place of each thing that it names."""
    pieces, at = [], start
    for fact in story.facts:
        if at <= fact.start and fact.end <= end:
            pieces += [story.told[at : fact.start], NAME]
            at = fact.end
    return "".join((*pieces, story.told[at:end]))


def _is_scenery(said: str) -> bool:
    """Whether a stretch of a story has no word that is not understood, apart from what it denies."""
    for clause in _PIECE.split(said):
        if _OTHER_WISH.search(clause):
            return False
        words = [clause[c.start : c.end] for c in cues_with_unread(clause, None) if c.kind == UNREAD]
        if not (_NOTHING.search(clause) or all(_SCENERY.fullmatch(w) for w in words) or _WISH.fullmatch(clause)):
            return False
    return True


# What somebody would like to be given, or not, and no complaint of theirs: "he refuses surgery".
_WISH = re.compile(
    r"\W*(?:(?:he|she|they|(?:(?:the|his|her|their|an?) )?(?:patient|client|man|woman|person|boy|girl)) )?"
    r"(?:also |now |therefore |both )*"
    r"(?:(?:wants?|wanted|would (?:like|prefer|rather)|prefers?|refuses?|refused|declines?|declined|dislikes?"
    r"|does not want|doesn't want|did not want|asks? for|asked for|hopes? for|seeks|is interested in"
    r"|is (?:seeking|looking for|reluctant|unwilling))(?: (?:not )?(?:to )?"
    r"(?:(?:take|use|try|add|start|have|undergo|swallow)(?:ing)?))?)"
    r"(?: (?:an?|any|the|his|her|their|more|some|other|another))?(?: [\w-]+){0,2}?"
    r" (?:drugs?|medicines?|medications?|supplements?|remed(?:y|ies)|pills?|tablets?|treatments?|therap(?:y|ies)"
    r"|products?|vitamins?|minerals?|herbs?|alternatives?|options?|something|anything|surgery|operations?|injections?"
    r"|advice|chemicals?|prescriptions?)(?: (?:natural|herbal|mild|gentle|else))?"
    r"(?: to (?:his|her|their|the) (?:[\w-]+ )?(?:treatment|therapy|regimen|medicines?|medications?|tablets?"
    r"|drugs?))?\W*",
    re.I,
)
_OTHER_WISH = re.compile(
    r"\b(?:wants?|wishes|would like|hopes?) to (?:have|get|become|be|lose|gain|grow|stop|quit)\b", re.I
)
_PIECE = re.compile(rf"(?<=[\w)%{NAME}])[.;!?]\s+|{_CLAUSE.pattern}", re.I)
