"""Whether a sentence of an article reports what was found, and which way: aims and hearsay are no findings.

The lists were made from phrases that abstracts use by rule (structured abstracts name aims, methods, results apart).
Pure; reads a sentence in time linear in its length.
"""

from __future__ import annotations

import re

_FLAGS = re.IGNORECASE
_BEFORE = 60  # letters before a name that can say what it is
_SEARCHED = r"(?:determin|investigat|evaluat|assess|examin|explor|stud|test|compar|clarif|elucidat|establish|verif)\w*"
_NO_FINDING = re.compile(
    r"(?<!contrary to our )\bhypothes\w+|\bwhether\b|\b(?:evaluate|assess|determine|see|test) if\b|\beligible\b"
    r"|\bborderline\b(?! personality)|\b(?:plausible|conceivable|assumption) that\b"
    r"|\b(?:reviews?|studies|trials|research|literature) ha(?:s|ve) (?:\w+ly )?"
    r"(?:conclud|show|found|suggest|demonstrat)"
    r"|(?<!these )(?<!our )\b(?:studies|reviews|meta-analys[ie]s) (?:report|suggest)"
    r"|\b(?:perceived?|felt|believed?|not (?:find|show|observe|demonstrate)) that\b"
    r"|\b(?:is|are) (?:\w+ly )?(?:recommended|stratified|randomi[sz]ed|assigned|allocated)\b"
    r"|\b(?:results?|findings?) (?:of|from) (?:the|this|our) (?:study|trial|project) (?:will|might|may|could)\b"
    r"|\b(?:received|(?:was|were) (?:given|administered)|underwent) [^.;]{1,80} to (?:provoke|induce|elicit|evoke)\b"
    r"|\b(?:study|trial|review) protocol\b|\bprotocol (?:for|of) (?:an?|the)\b"
    r"|: (?:an? |the )?(?:[\w/-]+ ){0,5}protocol(?: \((?:NCT|ISRCTN|ACTRN|DRKS|ChiCTR|EudraCT|UMIN)[^)]*\))?[\s.]*\Z"
    r"|\b(?:aims?|aimed|aiming|objectives?|purpose|goal)\b"
    r"|\b(?:was|were|is|in order|carried out|designed|sought|undertaken|conducted|performed|intended|planned"
    r"|attempt\w*) to"
    rf"\s+(?:further\s+|prospectively\s+)?{_SEARCHED}"
    rf"|\bwe (?:\w+ly )?(?:investigated|evaluated|assessed|examined|explored|studied|tested|compared?)\b"
    r"|\b(?:this|the|our|present|current) (?:[\w-]+ ){0,4}?"
    r"(?:study|trial|analysis|survey|investigation|experiment|project)"
    r" (?:\w+ly )?(?:investigat|evaluat|assess|examin|explor|stud|test|compar)(?:ed|es|ied|ies|s)\b"
    r"|\b(?:available|existing|published|prior|previous|earlier|recent) (?:[\w-]+ )?"
    r"(?:evidence|data|literature|research|reports?|findings?) (?:\w+ly )?(?:suggest|indicat|show|support)"
    r"|\b(?:is|are|was|were) (?:being |often |\w+ly )?(?:(?:treated|managed) with|prescribed (?:with|for|more|less))\b"
    r"|\b(?:primary|secondary|main) (?:outcome|end ?point)s?(?: measures?)? (?:was|were|is|included) (?:the |an? )?"
    r"(?:\w+ ){0,2}?(?:incidence|rate|change|time|proportion|number|occurrence|composite|percentage|development"
    r"|score)\b|\bat baseline,"
    r"|\A(?:\w+: )?baseline\b[^.;]* (?:more|less|similar|higher|lower|comparable)\b"
    r"|\bat (?:enrol\w+|inclusion|study entry)\b"
    r"|\b(?:data|evidence|trials|studies)\b[^.;]{0,60} (?:lacking|scarce|sparse|missing)\b"
    r"|\b(?:was|were) (?:used|divided|noted)\b"
    r"|\bwe (?:\w+ly )?(?:measured|calculated|recorded|collected)\b|\bwere (?:measured|calculated|recorded|collected)\b"
    r"|\b(?:has|have|had) (?:\w+ly |also |long )?been"
    r" (?:reported|suggested|proposed|claimed|described|postulated|implicated|(?:shown|demonstrated|proven|known) to\b)"
    r"|\b(?:growing|increasing|accumulating) (?:body of )?(?:\w+ )?evidence\b"
    r"|\b(?:is|are) (?:\w+ly )?(?:considered|regarded)\b"
    r"|\bpreviously (?:reported|described|suggested)|\bprevious (?:study|studies|reports|work)\b"
    r"|\b(?:is|are|was|were|remains?|remained) (?:still |largely |as yet )?"
    r"(?:unclear|unknown|uncertain|controversial|debated|disputed|poorly understood|not known|not clear)"
    r"|\b(?:thought|believed|assumed|supposed|expected|presumed) to\b"
    r"|\b(?:were|was) (?:randomly |randomised |randomized )?(?:randomi[sz]ed|assigned|allocated)\b"
    r"|\b(?:volunteers|participants|patients|subjects|animals) (?:received|were given)"
    r" [^.;]{1,80} to (?:provoke|induce|elicit)\b"
    r"|\bfurther (?:studies|research|trials)\b|\b(?:is|are) being (?:studied|investigated|tested|explored)\b"
    r"|\b(?:was|were|is|are) defined as\b|\bdefined as any\b|\bdiagnostic (?:threshold|criteri|cut-?off)\w*"
    r"|\b(?:stud(?:y|ies)|reviews?|analys[ie]s|surveys?|trials?) (?:was|were) (?:performed|conducted|done)\b"
    r"|\b(?:patients|subjects|participants|women|men|cases) (?:involved|included|enrolled|recruited) (?:were|had)\b",
    _FLAGS,
)
_SHOW = r"(?:show|find|found|suggest|indicat|demonstrat|report|conclud|prov|confirm|reveal|establish)\w*"
_NOT_ITS_OWN = re.compile(  # who holds it is somebody else, it was held before, or it would be so only if
    r"\b(?:if|once|unless|until) (?:[\w-]+ ){0,6}?(?:confirmed|replicated|reproduced|verified|validated|true|causal"
    r"|proven?|corroborated|substantiated|borne out)\b|\bshould (?:\w+ ){1,3}prove\b"
    r"|\bwould (?:\w+ )?(?:suggest|indicate|imply|support|mean|predict|argue|be expected)\b"
    r"|\bif\b[^.;]* \bwill\b|\b(?:assuming|provided|supposing) that\b|\bin (?:theory|principle)\b|\btheoretically\b"
    r"|\bspeculat\w+"
    r"|\baccording to (?:the |current |most |some )?(?:manufacturer|guideline|author|expert|literature|opinion"
    r"|textbook)\w*|\bin (?:our|my|the authors'?) (?:opinion|view|judge?ment)\b|\banecdotal\w*|\bet al\b"
    r"|\b(?:(?:some|several|many|most|other) authors|manufacturers?|guidelines?|critics|experts|physicians|clinicians"
    r"|doctors|nurses|students|respondents|advertisements?|media|newspapers?|websites?|textbooks?)"
    r" (?:\w+ ){0,2}?\w+(?:e|s|d|n|t|gue|k) that\b"
    r"|\bit (?:is|was|has been) (?:\w+ )?(?:well|widely|generally|commonly|broadly|now|already|long)[ -]"
    r"(?:known|established|recogni[sz]ed|accepted|acknowledged|documented|held|agreed)\b"
    rf"|\bhad (?:\w+ly )?{_SHOW} that\b|\b(?:earlier|previous|prior|past|other) (?:[\w-]+ ){{1,4}}?{_SHOW} that\b"
    rf"|\bno (?:[\w-]+ ){{0,3}}?(?:trial|study|review|research)\w* (?:has|have|had)? ?(?:\w+ )?{_SHOW} that\b"
    rf"|\b(?:yet to be|premature to|before|designed to|powered to|in order to|caution in) {_SHOW} that\b"
    rf"|\b(?:trend|one (?:\w+ )?(?:trial|study)|one of the (?:\w+ )?(?:trials|studies)) {_SHOW} that\b"
    r"|(?<!the )(?<!support )\b(?:notions?|ideas?|views?|beliefs?|possibility|claims?|premise|reports) that\b"
    r"|\A(?:\w+: )?to (?:\w+ly )?(?:demonstrate|show|prove|confirm|report|describe|document|identify|understand)\b"
    r"(?!.*, we\b)"
    r"|(?:\A|[,;:] )the (?:notion|idea|view|belief|possibility|claim|premise|report)s? that\b",
    _FLAGS,
)
_INVERSE = re.compile(r"\b(?:inverse|negative)(?:ly)? (?:\w+ )?(?:relat|associat|correlat)\w*", _FLAGS)
_COMPARED_WITH = re.compile(
    r"\b(?:than|compared (?:with|to)|in comparison (?:with|to)|relative to|versus|vs\.?"
    r"|(?:superior|inferior|comparable|equivalent|similar|equal) to)"
    r" (?:(?:(?:that|those) )?(?:of|with|in|after|on) |(?:the|an?) )?"
    r"(?:(?:use|administration|monotherapy) (?:of|with) )?\Z",
    _FLAGS,
)
_BROUGHT_ABOUT = re.compile(
    r"\b(?:induc|caus|provok|produc|elicit|evok|mediat)\w*|[- ]associated\b|\b(?:due|secondary|owing) to\b", _FLAGS
)
_VERSUS = re.compile(
    r"\b(?:than|versus|vs|compared|superior|inferior|comparable|equivalent|similar|differ\w*)\b", _FLAGS
)
_HISTORY = re.compile(
    r"\bhistory of(?: \w+){0,2} ?$"
    r"|\b(?:time|sprint|ride|run|cycling|running|exercise|walking) (?:to|until) ?$",
    _FLAGS,
)
_LESS = re.compile(
    r"\b(?:reduc|decreas|lower|lessen|alleviat|ameliorat|attenuat|improv|reliev|prevent|protect|suppress|diminish|inhibit"
    r"|revers|shorten|abolish|mitigat|cure|benefi|slow|halv|halt|limit|rescu|counteract|cut)\w*|\brelief\b|\beffective\b|\btreat(?:s|ed|ing|ment|ments)?\b|\btherap\w+",
    _FLAGS,
)
_LESSENS = re.compile(
    r"\b(?:associated with|(?:led|leads?|leading) to|result(?:s|ed|ing)? in) (?:[\w-]+ ){0,3}?"
    r"(?:reduc|decreas|lower|less|declin|fewer)\w*"
    r"|\b(?:reduc|lower|decreas)\w* (?:[\w-]+ ){0,3}?(?:risk|incidence|rates?|odds|likelihood|prevalence) of\b",
    _FLAGS,
)
_RISK_OF = re.compile(r"\b(?:risk|incidence|odds|likelihood|occurrence) (?:of|for) (?:[\w-]+ ){0,2}\Z", _FLAGS)
_OF_THE_ILL = re.compile(  # who was studied has it; it came about by nothing here
    r"\b(?:in|among|of|for) (?:[\w-]+ ){0,3}?(?:patients|subjects|participants|women|men|children|adults|people"
    r"|adolescents|infants|individuals|those) (?:with|who have) (?:[\w-]+ ){0,2}\Z",
    _FLAGS,
)
_NONE_OF = re.compile(r"\bno (?:\w+ )?(?:(?:cases?|episodes?|instances?|signs?) of (?:the )?)?\Z|\bnone of\b", _FLAGS)
_LESS_OF = re.compile(  # before a disease: there is less of it
    r"\b(?:resolution|remission|relief|disappearance|improvement|reduction|prevention|recovery|response|control|alleviation"
    r"|attenuation|suppression|regression|decrease|decline|fall|reversal|amelioration|clearance) (?:of|in|from)"
    r" (?:the |an? )?(?:[\w-]+ ){0,2}\Z|\b(?:less|fewer|milder) (?:[\w-]+ ){0,2}\Z|\banti-\Z",
    _FLAGS,
)
_LESSENED = re.compile(  # behind a disease
    r"(?: (?:scores?|symptoms?|severity|rates?|events?|episodes?|incidence))?"
    r"(?: (?:\w+ly|was|were|had|has|have|been|occurred|developed|seen|reported)){0,3}"
    r" (?:resolved?|remitted|improved|subsided|disappeared|abated|declined|decreased|fell|regressed|cleared|ceased"
    r"|responded|less|lower|fewer|rarer|milder|reduced)\b",
    _FLAGS,
)
_TIME_TO = re.compile(r"\btime (?:to|until) (?:the )?(?:\w+ )?\Z", _FLAGS)
_LATER = re.compile(r"(?: \w+){0,3} (?:longer|prolonged|increased|delayed)\b", _FLAGS)
_STOPPED = re.compile(r"\b(?:withdr[ae]w\w*|stop(?:s|p\w*)?|discontinu\w*|cessation|ceased|off)\b", _FLAGS)
_AGAIN = re.compile(r"\b(?:recurr|relaps|return|rebound|reappear|withdrawal (?:symptom|syndrome))\w*", _FLAGS)
_MEANT_FOR = re.compile(r"\s(?:therapy |treatment |prophylaxis )?for\s(?:the (?:treatment|prevention) of )?\Z", _FLAGS)
_INDUCED = re.compile(r"\s?[-\u2010\u2011\u2013 ](?:induced|evoked|provoked|elicited)\s\Z", _FLAGS)
_MORE = re.compile(
    r"\b(?:induc|caus|increas|worsen|aggravat|exacerbat|provok|trigger|precipitat|elicit|produc|develop|elevat|rais"
    r"|promot)\w*|\b(?:led|leads?|leading) to\b|\b(?:higher|worse|more severe) (?:[\w-]+ )?\Z"
    r"|\b(?:due to|following|after|secondary to|side effects?|adverse|toxic\w*)\b"
    r"|\brisk of\b|\bassociated with\b",
    _FLAGS,
)


_RELATES = re.compile(
    r"\b(?:associat|correlat|relat(?:ed|ion)|link|risk|predict|affect|influenc|impact|modulat|activat|interact)\w*|\beffects?\b",
    _FLAGS,
)


_OF_WHOM = re.compile(
    r"\b(?:in|among) (?:[\w-]+ ){0,3}(?:patients|subjects|women|men|children|adults|people|those|individuals)\b"
    r"|\bwho\b",
    _FLAGS,
)


_ANNOUNCED = re.compile(
    r"(?:(?:the|an?) )?(?:[\w-]+ ){0,4}?(?:effects?|efficacy|effectiveness|safety|impact|influence|role|comparison"
    r"|evaluation|assessment|feasibility|trial|study|protocol|rationale|design)(?: and [\w-]+)?"
    r" (?:of|for|between|on|in)\b"
    r"(?!.*\b(?:is|are|was|were|has|have|does|did|improves?|improved|reduces?|reduced|increases?|increased)\b)",
    _FLAGS,
)
_WHEN = re.compile(r"\b(?:after|following|during)\b", _FLAGS)
_NO_VERB = re.compile(r"\W*treat(?:ed|ment)\W*(?:against)?\W*\Z", _FLAGS)


def announces(title: str) -> bool:
    """Whether a title says what was looked at, and not what was found: "effect of ginger on nausea: a trial"."""
    return _ANNOUNCED.match(title) is not None


def relates(words: str) -> bool:
    """Whether words between two names say that one has to do with the other, in whatever way.

    What is said of others "in patients with" the second name, or of those "who" have the first, relates other things;
    nor does one have to do with the other where a patient with the second is treated with the first.
    """
    if _NO_VERB.match(words):
        return False
    words = _WHEN.sub("", words)
    return any(cue.search(words) for cue in (_RELATES, _LESS, _MORE)) and _OF_WHOM.search(words) is None


def reports_finding(sentence: str) -> bool:
    """Whether a sentence reports what its article found, as far as its words tell."""
    return _NO_FINDING.search(sentence) is None and _NOT_ITS_OWN.search(sentence) is None


def is_history(before: str) -> bool:
    """Whether what stands behind these words was there before a study began, or only ends a
    measurement: "patients with a history of stroke", "the time of the sprint to exhaustion".
    """
    return _HISTORY.search(before[-_BEFORE:]) is not None


def is_of_the_ill(before: str) -> bool:
    """Whether these words before a disease only say who was studied: "in patients with"."""
    return _OF_THE_ILL.search(before, max(0, len(before) - _BEFORE)) is not None


def is_lessened(before: str, behind: str) -> bool:
    """Whether the words before and behind a disease say that there is less of it, or that it comes later."""
    if is_time_to(before):
        return _LATER.match(behind) is not None
    return _LESS_OF.search(before, max(0, len(before) - _BEFORE)) is not None or _LESSENED.match(behind) is not None


def is_time_to(before: str) -> bool:
    """Whether what stands behind these words is the end of a time that was measured: "time to first"."""
    return _TIME_TO.search(before, max(0, len(before) - _BEFORE)) is not None


def is_stopped(sentence: str) -> bool:
    """Whether a sentence tells what followed when something was given no longer: less of a disease tells on it."""
    return _STOPPED.search(sentence) is not None and _AGAIN.search(sentence) is None


def is_compared_with(before: str) -> bool:
    """Whether these words before a name say that something else is compared with it: "was superior to"."""
    return _COMPARED_WITH.search(before, max(0, len(before) - _BEFORE)) is not None


def says_brought_about(between: str) -> bool:
    """Whether words between two names say that the one brought the other about, whatever became of it afterwards."""
    return _BROUGHT_ABOUT.search(between) is not None


def says_compared(between: str) -> bool:
    """Whether words between two treatments hold the one against the other: neither does anything to the other then."""
    return _VERSUS.search(between) is not None


def is_induced(between: str) -> bool:
    """Whether words between two names are those of "cisplatin-induced nausea"."""
    return _INDUCED.match(between) is not None


def says_less(words: str) -> bool:
    """Whether words between a thing and a disease say only that there is less of it, or that it is treated."""
    if _LESSENS.search(words) is not None or _MEANT_FOR.match(words) is not None:
        return True
    return _LESS.search(words) is not None and _MORE.search(words) is None


def says_averted(words: str) -> bool:
    """Whether words between a thing and a disease behind it say that it comes about less often: it is prevented."""
    return _RISK_OF.search(words) is not None and says_less(words)


def says_more(words: str) -> bool:
    """Whether words between a thing and a disease say that the one brings the other about, or goes before it."""
    return _MORE.search(words) is not None


def says_inverse(sentence: str) -> bool:
    """Whether a sentence says that there is less of one where there is more of the other, and no more than that."""
    return _INVERSE.search(sentence) is not None


_DENIAL = re.compile(r"\b(?:not|no|nor|never|without|neither|lack of|absence of)\b", _FLAGS)
_NOTHING = (
    re.compile(  # stands before both names, or behind them: "no association was found between aspirin and stroke"
        r"\b(?:no|nor|without|neither|lack of|absence of|not? (?:find|show|observe|detect|see) (?:any|an?))\s+"
        r"(?:\w+\s+){0,3}?(?:association|correlation|relationship|relation|link|difference|effect|evidence|benefit|"
        r"interaction|influence|impact|improvement|reduction|increase|change)s?\b"
        r"|\b(?:do|does|did) not (?:support|recommend|justify)\b|\bineffective\b|\bnot effective\b|\bno better than\b",
        _FLAGS,
    )
)


def denies(sentence: str, between: str, before: str = "") -> bool:
    """Whether a sentence denies a relation; `between` stands between the two names, `before` before the first."""
    if _NONE_OF.search(before) is not None:
        return True
    return _DENIAL.search(between) is not None or _NOTHING.search(sentence) is not None
