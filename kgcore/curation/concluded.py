"""What an article says in a plain clause of things that its graph may lack: "early surgery reduces blood loss". Pure.

The models of `scoring` relate what was recognised. A paper's own finding is often about a procedure or an outcome
that no list of names has; its clause tells where the two names begin and end. Read are a noun phrase, a relation phrase
that the graph's vocabulary knows, and a noun phrase, in a sentence that reports a finding; all else is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgcore.curation.articles import AnnotatedArticle, NamedSpan
from kgcore.curation.findings import reports_finding
from kgcore.curation.layer import THING
from kgcore.curation.names import is_general, is_name
from kgcore.curation.new_names import new_id
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.curation.proposals import Proposal, ProposedEffect, qualifiers_of
from kgcore.english.abbreviations import abbreviations
from kgcore.english.initialisms import defined
from kgcore.english.reading import PhraseReading
from kgcore.english.sentences import Stretch
from kgcore.vocabulary.vocabulary import Vocabulary

PROCEDURE = "Procedure"  # the type of what is done to somebody; whatever else a graph has no type for is a THING
HEDGED = "hedged"  # the qualifier of what a sentence only says may be
HEDGED_LESS = 0.1  # of the score
SCORE, SCORE_OF_RESULT = 0.7, 0.5  # of what title or conclusion say, and of what stands before
_LONGEST = 600  # characters of a sentence
_MOST_WORDS = 8  # of a name
_CONCLUDING = 0.3  # the last part of the sentences, which conclude
_BACKGROUND = 0.25  # the first part, which tells what others found

_ADVERB = (
    r"(?:(?!only\b|early\b|family\b|reportedly\b)\w+ly|also|still|thus|therefore|however|often|further|generally|not)"
)
_ADVERBS = rf"(?:{_ADVERB} )*"
_BE = r"(?:is|are|was|were|has been|have been|(?:may|might) be)"
_BEING = rf"{_BE} {_ADVERBS}(?:found to be |shown to be )?"
_DEEDS = (
    "reduce increase improve cause prevent inhibit attenuate suppress affect influence predict worsen impair induce "
    "enhance promote block decrease lower alter exacerbate aggravate stimulate alleviate ameliorate relieve"
)
_BASE = "|".join(_DEEDS.split())
_FORMS = "|".join(f"{deed}(?:s|d|ed)|{deed[:-1]}ed" for deed in _DEEDS.split())
_LEVEL = r"(?:increased|higher|greater|elevated|reduced|lower|decreased)"
_ASPECTS = "risk|odds|likelihood|incidence|prevalence|occurrence|development|severity"
_ASPECT = re.compile(rf" (?:an? |the )?(?:{_ASPECTS}) (?:of|for)\Z")
_PREDICTS = re.compile(r"\bpredict", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no)\b", re.IGNORECASE)
_RELATION = re.compile(
    rf"(?<![-\w])(?:{_BEING}{_ADVERBS}(?:(?:associated|correlated|linked|related) (?:with|to)|predictive of)"
    rf"|{_BEING}(?:a|an|one of the|the)? ?(?:(?!with|not|no|among)\w+ ){{0,2}}?"
    r"(?:risk factors?|predictors?|causes?) (?:for|of)"
    rf"|{_BE} {_ADVERBS}(?:effective|beneficial) (?:in|for|against)(?: the)?"
    rf"(?: treating| preventing| reducing| (?:treatment|prevention|management) of)?"
    rf"|(?:has|had|have) (?:no |an? )?(?:\w+ ){{0,2}}?(?:effects?|impact|influence) on"
    rf"|{_BE} {_ADVERBS}(?:{_FORMS}) by"
    rf"|(?:does|do|did) not {_ADVERBS}(?:{_BASE}|correlate with|lead to|result in)"
    rf"|{_ADVERBS}(?:correlate[sd]?(?: {_ADVERB})? with|leads? to|led to|results? in|resulted in|protects? against)"
    rf"|(?:can )?{_ADVERBS}(?:{_FORMS})"
    rf"|(?:can|may|might) {_ADVERBS}(?:{_BASE}|lead to|result in))\b"
    rf"(?: (?:an? |the )?{_ADVERBS}(?:{_LEVEL} )?(?:{_ASPECTS}) (?:of|for)\b)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:(?P<none>no)|significant|strong|positive|clear|independent|close|direct) (?:\w+ ){0,2}?"
    r"(?:association|correlation|relationship|relation|link)s?(?: \w+){0,3}? between ",
    re.IGNORECASE,
)
_FOUND = re.compile(r"\b(?:found|observed|detected|seen|there (?:is|was)|show\w*|reveal\w*|demonstrat\w*)\b", re.I)
_OPENING = re.compile(
    r"(?:[^,:;]{0,80}\b(?:suggest|indicat|show|demonstrat|confirm|conclud|found|reveal|provide evidence)\w*"
    r" (?:\w+ )?that |(?:in|among|for) [^,]{0,80}, |(?:however|thus|therefore|moreover|furthermore|overall|additionally"
    r"|consequently|in conclusion|in contrast|in addition|conclusions?|interpretation)[,:] ?|although |\u2022 )",
    re.IGNORECASE,
)
_POPULATION = re.compile(
    r" (?:in|among|for|of|at|during|after|before|following|within|by|versus|vs|than|compared|when|where|as|if|but|which"
    r"|that|who|because|while|whereas|although|or|and|with|without|from|to|on|both|using|via|through|over|under|between|per|due"
    r"|independent(?:ly)?|regardless|even|only|except|despite|until|since|is|are|was|were)(?![-\w])",
    re.IGNORECASE,
)
_NO_PART = re.compile(  # words that no name has: verbs, pronouns, what points back
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|may|might|could|would|should|will|can|that|which|who|whose|it|its"
    r"|they|their|we|our|us|this|these|those|such|both|either|neither|nor|no|not|none|other|another|latter|former|same|each"
    r"|all|any|some|many|most|several|there|showed|shown|found|using|used|received|underwent|reported|when|while|if"
    r"|whether|than|because|only|but|patients|subjects|participants|groups?|studies|study|(?:non)?significant\w*|differen\w*"
    r"|associations?|correlations?|one|two|three|four|first|second|or|compared|respectively)\b|[\d%=<>±;:,()\[\]\"]",
    re.IGNORECASE,
)
_JOINT = r"(?:in|of|with|for|to|by|from|on|at|and|or|as|after|during|between|among|the|an?)"
_EDGE = re.compile(rf"(?:\A|.*\W){_JOINT}\Z|{_JOINT}\s", re.IGNORECASE | re.DOTALL)
_PEOPLE = r"(?:patients|women|men|children|adults|subjects|rats|mice|humans)"
_BEGINNING = re.compile(
    r"\s*(?:(?:and|both|the|an?) |(?:use|administration|presence) of (?:the |an? )?)*"
    r"(?:(?:increased|higher|longer|elevated|greater) )?",
    re.IGNORECASE,
)
_ENDING = re.compile(rf"(?: alone| \([^()]{{1,40}}\)| (?:in|among) (?:\w+ ){{0,3}}{_PEOPLE})*\s*\Z", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:both )?(?:the |an? )?(?:(?:variety|range) of )?(?:(?:severe|mild|moderate|profound|marked|subsequent) )?", re.I
)
_ASIDE = re.compile(r", (?:however|therefore|thus|in turn|also|on the other hand),")
_TOGETHER = re.compile(r"\b(?:combin|together)", re.IGNORECASE)  # two did it, neither alone
_TAKEN_BACK = re.compile(
    r"\b(?:but|however|although),? (?:this|these|it|the) [^,;]{0,60}\bnot\b|\bno longer\b"
    r"|\blost (?:its )?significance\b|\bdisappeared\b|\bconcerns? that\b",
    re.IGNORECASE,
)
_HALF = re.compile(r"(?:\A|[.,;:]\s|\bthat )\W*\w+ and \Z")
_ANOTHER = re.compile(r" (?:an?|the|increased|decreased|reduced|higher|lower|longer|shorter) ", re.IGNORECASE)
_NO_NOUN = re.compile(r"\w+(?:al|ic|ive|ar|ous|ory|ary|ed|less)\Z", re.IGNORECASE)
_FOUND_TO = re.compile(r"(?:found|shown) to be ")
_WAY = r"(?:both )?(?:an? )?(?:(?:significantly|markedly) )?"
_PLACE = r"(?!limb|leg|extremit|back|respiratory|urinary|abdom|airway|education|gastro|GI\b|lip\b|eyelid)"
_MORE = re.compile(rf"{_WAY}(?:increased|higher|greater|elevated|longer) {_PLACE}", re.IGNORECASE)
_LESS = re.compile(rf"{_WAY}(?:reduced|lower|decreased|fewer|shorter) {_PLACE}", re.IGNORECASE)
_LOWERS = re.compile(
    r"reduc|decreas|lower|attenuat|suppress|inhibit|prevent|block|allevia|amelior|reliev|protect|negativ|invers",
    re.IGNORECASE,
)
_RAISES = re.compile(r"increas|higher|greater|elevat|enhanc|promot|induc|stimulat|caus|aggravat|worsen|exacerb", re.I)
_VAGUE = frozenset(  # heads that name nothing by themselves, nor with an adjective
    "outcome outcomes result results finding findings method methods technique techniques procedure procedures "  # noqa: SIM905
    "effect effects change changes increase decrease reduction improvement improvements factor factors variable gains "
    "variables parameter parameters value values number rate rates level levels time intervention interventions drug "
    "approach strategy model test tests data analysis age sex use need risk type measure measures condition conditions "
    "rise rises elevation decline experience program programme patients women men children adults people infants "
    "individuals readers performance accuracy score scores group design development response process system presence "
    "absence difference differences higher lower reproducibility".split()
)
_SLIGHT = frozenset(
    {"modest", "adequate", "better", "worse", "good", "poor", "great", "small", "similar", "more", "less"}
)
_CARRIER = re.compile(
    r" (?:administration|therapy|treatment|supplementation|supplements?|use|intake|levels?|consumption)\Z",
    re.IGNORECASE,
)
_CARRIED = (EntityKind.CHEMICAL, EntityKind.GENE)
_DONE = re.compile(
    r"(?:\w+(?:ectomy|ectomies|plasty|scopy|otomy|ostomy|pexy)|\w*surgery|\w*therapy|treatment|training|exercise"
    r"|vaccination|immuni[sz]ation|screening|transplantation|replacement|repair|resection|intervention|programme?"
    r"|education|rehabilitation|counsell?ing|transfusion|ventilation|dialysis|drainage|biopsy|analgesia|ana?esthesia"
    r"|massage|stimulation|ablation|catheterization|care|position|diet)\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A relation phrase with the words before and behind it, by their places in the sentence."""

    subject: tuple[int, int]
    phrase: str
    object: tuple[int, int]
    negated: bool = False


def concluded_in(article: AnnotatedArticle, vocabulary: Vocabulary) -> list[Proposal]:
    """Return what plain clauses of an article's findings say, once for each fact, the surest first."""
    last = len(article.sentences)
    reader = _Reader(article, vocabulary)
    found: dict[tuple[str, str, str], Proposal] = {}
    for number, sentence in enumerate(article.sentences):
        words = article.text[sentence.start : sentence.end]
        if not _is_read(words):
            continue
        if 0 < number < last * _BACKGROUND:
            continue
        concludes = number == 0 or number >= last * (1 - _CONCLUDING)
        for clause in _clauses(words):
            made = reader.proposal(clause, sentence, SCORE if concludes else SCORE_OF_RESULT)
            if made is not None:
                found.setdefault((made.subject.id, made.predicate, made.object.id), made)
    return sorted(found.values(), key=lambda p: -p.score)


def _is_read(sentence: str) -> bool:
    asks = len(sentence) > _LONGEST or sentence.rstrip().endswith("?")
    return not asks and reports_finding(sentence) and _TAKEN_BACK.search(sentence) is None


def _clauses(text: str) -> Iterator[_Clause]:
    """Yield the clauses of a sentence: one for each relation phrase that has a noun phrase on each side."""
    text, begin = _ASIDE.sub(lambda m: " " * len(m[0]), text), 0
    while opening := _OPENING.match(text, begin):
        begin = opening.end()
    for said in _RELATION.finditer(text, begin):
        marks = (",", ";", ":", " that ", " and ", "lthough ", "hereas ", "hile ")
        first = max(begin, *(at + len(m) for m in marks if (at := text.rfind(m, begin, said.start())) >= 0), begin)
        subject, object = _subject(text, first, said.start()), _object(text, said.end())
        if subject and object and not _TOGETHER.search(text, begin, said.start()):
            yield _Clause(subject, _FOUND_TO.sub("", " ".join(said[0].split())), object)
    between = _BETWEEN.search(text, begin)
    if between and _FOUND.search(text, begin):
        middle = text.find(" and ", between.end())
        subject = _subject(text, between.end(), middle) if middle > 0 else None
        object = _object(text, middle + len(" and")) if middle > 0 else None
        if subject and object:
            yield _Clause(subject, "is associated with", object, negated=bool(between["none"]))


def _subject(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the noun phrase between two places, without what only leads to it or says of whom it is."""
    if _HALF.search(text, 0, start):
        return None  # "head and neck pain": what stands before "and" may be half of the name
    if beginning := _BEGINNING.match(text, start, end):
        start = beginning.end()
    words = text[start:end]
    if ending := _ENDING.search(words):
        end = start + ending.start()
    return _trimmed(text, start, end)


def _object(text: str, start: int) -> tuple[int, int] | None:
    """Return the noun phrase that begins at a place: up to what says of whom, when and how; "of" belongs to it."""
    stop = min((at for mark in ",;:()." if (at := text.find(mark, start)) >= 0), default=len(text))
    first = start + len(text[start:stop]) - len(text[start:stop].lstrip())
    for found in _POPULATION.finditer(text, first, stop):
        word = found[0].strip().lower()
        if word == "of":
            continue
        stop = found.start()
        parts = _ARTICLE.sub("", text[first:stop], count=1).split()
        told = len(parts) - any(way.match(text, first, stop) is not None for way in (_MORE, _LESS))
        joined = word in ("and", "or") and not _ANOTHER.match(text, found.end())
        if joined and (told < 2 or _NO_NOUN.match(parts[-1])):
            return None  # "desmopressin and bypass-induced bleeding": the head comes later
        if word in ("with", "to", "on", "from", "between") and len(parts) < 2:
            return None  # "contact with specialists"
        break
    return _trimmed(text, first, stop)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where a name lies between two places, without its article; None where the words are no plain name."""
    words = text[start:end]
    start, end = start + len(words) - len(words.lstrip()), end - (len(words) - len(words.rstrip()))
    if article := _ARTICLE.match(text, start, end):
        start = article.end()
    name = text[start:end]
    parts = name.split()
    if not parts or len(parts) > _MOST_WORDS or _NO_PART.search(name) or _EDGE.match(name) or not is_name(name):
        return None
    *others, head = (part.lower() for part in parts)
    if (head in _VAGUE and _SLIGHT.issuperset(others)) or is_general(name) or head.endswith("ly"):
        return None
    return start, end


def _effect_of(phrase: str) -> ProposedEffect:
    if _LOWERS.search(phrase):
        return ProposedEffect.DECREASED
    return ProposedEffect.INCREASED if _RAISES.search(phrase) else ProposedEffect.UNKNOWN


class _Reader:
    """Makes proposals of an article's clauses."""

    def __init__(self, article: AnnotatedArticle, vocabulary: Vocabulary) -> None:
        self._article, self._vocabulary = article, vocabulary
        self._long: Mapping[str, str] = {**abbreviations(article.text), **defined(article.text)}
        self._names: Sequence[NamedSpan] = [n for n in article.names if n.id]
        self._meant = {n.text.casefold(): n for n in self._names}
        self._starts = [n.start for n in self._names]

    def proposal(self, clause: _Clause, sentence: Stretch, score: float) -> Proposal | None:
        """Return what a clause says; None where its phrase or one of its names is not understood."""
        said = self._read(clause.phrase)
        if not said.predicates:
            return None
        place, effect = clause.object, _effect_of(clause.phrase)
        text = self._article.text[sentence.start : sentence.end]
        for words, way in ((_MORE, ProposedEffect.INCREASED), (_LESS, ProposedEffect.DECREASED)):
            if found := words.match(text, *place):
                trimmed = _trimmed(text, found.end(), place[1])
                if trimmed is None:
                    return None
                place, effect = trimmed, way
        subject, object = (self._named(a + sentence.start, b + sentence.start) for a, b in (clause.subject, place))
        if subject is None or object is None or subject.id == object.id:
            return None
        ends = (object, subject) if said.inverted else (subject, object)
        negated = said.negated != clause.negated
        return Proposal(
            self._article.id,
            text,
            *ends,
            self._predicate(said.predicates, ends[1]),
            negated,
            ProposedEffect.UNKNOWN if negated else effect,
            (*((HEDGED,) if said.hedged else ()), *qualifiers_of(text, ends)),
            score - HEDGED_LESS if said.hedged else score,
            title=self._article.title,
        )

    def _read(self, phrase: str) -> PhraseReading:
        """Return what a phrase means; what predicts goes along, and whether it causes is another matter."""
        if _PREDICTS.search(phrase):
            phrase = "is not associated with" if _NOT.search(phrase) else "is associated with"
        said = self._vocabulary.read(phrase)
        return said if said.predicates else self._vocabulary.read(_ASPECT.sub("", phrase))

    def _predicate(self, able: Sequence[str], object: NamedSpan) -> str:
        """Return what a phrase means of such an object: what "improves" a disease treats it, and nothing else."""
        treats = self._vocabulary.read("treats").predicates[:1]
        ill = kind_of_type(object.type) is EntityKind.DISEASE
        return next((name for name in able if (name in treats) == ill), able[0])

    def _named(self, start: int, end: int) -> NamedSpan | None:
        """Return what is named at a place: a recognised name that is all of it, else a new one of a type that fits."""
        text = self._article.text[start:end]
        within = self._names[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
        bare = end - len(carrier[0]) if (carrier := _CARRIER.search(text)) else end
        for name in within:
            whole = (name.start, name.end) == (start, end)
            if whole or ((name.start, name.end) == (start, bare) and kind_of_type(name.type) in _CARRIED):
                return name
        plain = self._long.get(text, text)
        if _EDGE.match(plain):
            return None  # a short form whose long one is not read whole
        if meant := self._meant.get(plain.casefold()):
            return NamedSpan(start, end, text, meant.type, meant.id)
        if len(plain) < 4 or (plain.isupper() and " " not in plain):
            return None  # a short form that the article does not explain
        ill = (n.type for n in within if n.end == end and kind_of_type(n.type) is EntityKind.DISEASE)
        type = THING if " of " in plain else next(ill, PROCEDURE if _DONE.search(plain) else THING)
        return NamedSpan(start, end, text, type, new_id(plain))
