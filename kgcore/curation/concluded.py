"""What an article says in a plain clause of things that its graph may lack: "early surgery reduces blood loss". Pure.

The models of `scoring` relate what was recognised. A paper's own finding is often about a procedure or an outcome
that no list of names has; its clause tells where the two names begin and end. Read are a noun phrase, a relation phrase
that the graph's vocabulary knows, and a noun phrase, in a sentence that reports a finding; all else is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from kgcore.curation.articles import AnnotatedArticle, NamedSpan, Part
from kgcore.curation.clauses import Clause, brought, clauses_in, relates_only
from kgcore.curation.findings import reports_finding
from kgcore.curation.layer import THING
from kgcore.curation.new_names import new_id
from kgcore.curation.noun_phrases import changed_at, level_at, trimmed
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.curation.proposals import HEDGED, Proposal, ProposedEffect, qualifiers_of
from kgcore.english.abbreviations import abbreviations
from kgcore.english.initialisms import defined
from kgcore.english.reading import PhraseReading
from kgcore.english.sentences import Stretch
from kgcore.vocabulary.vocabulary import Vocabulary

PROCEDURE = "Procedure"  # the type of what is done to somebody; whatever else a graph has no type for is a THING
HEDGED_LESS = 0.1  # of the score
SCORE, SCORE_OF_RESULT = 0.7, 0.5  # of what title or conclusion say, and of what stands before
_LONGEST = 600  # characters of a sentence
_CONCLUDING = 0.3  # the last part of the sentences, which conclude
_BACKGROUND = 0.25  # the first part, which tells what others found
_ASPECT = re.compile(
    r" (?:an? |the )?(?:risk|odds|likelihood|incidence|prevalence|occurrence|development|severity) (?:of|for)\Z"
)
_PREDICTS = re.compile(r"\bpredict", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no)\b", re.IGNORECASE)
_TAKEN_BACK = re.compile(
    r"\b(?:but|however|although),? (?:this|these|it|the) [^,;]{0,60}\bnot\b|\bno longer\b"
    r"|\b(?:but not|only) (?:when|after|if|once)\b|\bonly (?:in|among|for|during) (?!\d)"
    r"|\blost (?:its )?significance\b|\bdisappeared\b|\bconcerns? [^,;]{0,40}that\b",
    re.IGNORECASE,
)
_LOWERS = re.compile(
    r"reduc|decreas|lower|attenuat|suppress|inhibit|prevent|block|allevia|amelior|reliev|protect|negativ|invers",
    re.IGNORECASE,
)
_RAISES = re.compile(r"increas|higher|greater|elevat|enhanc|promot|induc|stimulat|caus|aggravat|worsen|exacerb", re.I)
_CARRIER = re.compile(
    r" (?:administration|therapy|treatment|supplementation|supplements?|use|intake|levels?|consumption)\Z",
    re.IGNORECASE,
)
_CARRIED = (EntityKind.CHEMICAL, EntityKind.GENE)
_ILL = re.compile(  # what nobody wants more of, whatever its type: to improve it is to treat it
    r"\b(?:symptom|pain|depressi|anxiet|fatigue|disabilit|distress|dysfunction|impairment|deficit|injur|complication|nausea"
    r"|disease|syndrome|disorder|cancer|vomiting|inflammat|relaps|stiffness|mortalit|morbidit|toxicit|psychopatholog|severity|ache)\w*",
    re.IGNORECASE,
)
_ILL_NO_MORE = re.compile(  # a head that makes something wanted of it: "symptomatic relief", "pain knowledge"
    r"\b(?:relief|control|recovery|remission|management|prevention|resolution|knowledge|awareness|literacy|tolerance"
    r"|thresholds?|reduction|improvement|coping|acceptance)(?:\Z| of )",
    re.IGNORECASE,
)
_UNWANTED = re.compile(  # what is improved by less of it, as a rule
    r"\b(?:blood pressure|cholesterol|triglycerides?|glucose|HbA1c|glycated|hyper\w+|body weight|body mass|BMI|waist"
    r"|insulin resistance|creatinine|viral load|C-reactive|blood loss|heart rate|burden|costs?|length of stay|stay"
    r"|risk factors?|risks?|(?:nodule|tumou?r|lesion|wound|ulcer|plaque) (?:size|area|volume)|waiting|stress"
    r"|recurrences?|readmissions?)\b",
    re.IGNORECASE,
)
_AMELIORATES = re.compile(r"\bameliorat(e[sd]?)\b", re.IGNORECASE)
_CARRIES = re.compile(  # how much there is of what comes behind it, or what it feels like
    r"(?:[\w-]+ )?(?:feelings?|sense|sensations?|levels?|ratings?|perceptions?|severity|degree"
    r"|signs?|scores?|symptoms) of ",
    re.IGNORECASE,
)
_SHIELDS = re.compile(r"\bprotective \w+ on\b", re.IGNORECASE)
_IMPROVES = re.compile(r"\bimprov|\b(?:positive|beneficial|favou?rable) (?:effect|impact|influence)", re.IGNORECASE)
CHANCE = re.compile(  # the first p behind: what may well be chance
    r"(?:(?!\bp ?[<≤=>]).){0,150}\bp ?[=>] ?0?[.·](?:0[6-9]|05[1-9]|[1-9])", re.IGNORECASE | re.DOTALL
)
_PARTLY = re.compile(  # denied in part only: "does not reliably predict", "often does not", "not independently related"
    r"\b(?:not|n't|no) (?:\w+ )?(?:adequate|accurate|reliabl|complete|full|sufficient|entire|always|necessari"
    r"|consistent"
    r"|only|sole|mere|independent|direct|exclusive|uniform|universal|well|total|whol|strong|close|great|strict|linear"
    r"|equal|simp|alone|routine|usual|specific)\w*"
    r"|\b(?:often|sometimes|usually|generally|typically|frequently|occasionally|mostly|rarely|seldom|largely)\b",
    re.IGNORECASE,
)
_NOT_SHOWN = re.compile(
    r"\b(?:(?P<none>no) (?:\w+ ){0,2}?(?:evidence|indications?|signs?|proof)"
    r"|(?:little|limited|weak|insufficient|inconclusive|lack of|absence of|not enough|not any|any) (?:\w+ )?evidence"
    r"|fail\w* to (?:show|demonstrate|find|confirm|prove)|(?:un|less )likely"
    r"|(?:not|cannot|could not|neither)(?: be)? (?:\w+ )?(?:clear|certain|proven|established|support|confirm|indicate"
    r"|prove|conclude|suggest|imply|mean|exclude|rule out)\w*)(?: [^.;:]{0,60}?)? that\b",
    re.IGNORECASE,
)
_ELSE = re.compile(r"[;:]|\b(?:but|although|though|whereas|while|however|yet)\b", re.IGNORECASE)
_DONE = re.compile(
    r"(?:\w+(?:ectomy|ectomies|plasty|scopy|otomy|ostomy|pexy)|\w*surgery|\w*therapy|treatment|training|exercise"
    r"|vaccination|immuni[sz]ation|screening|transplantation|replacement|repair|resection|intervention|programme?"
    r"|education|rehabilitation|counsell?ing|transfusion|ventilation|dialysis|drainage|biopsy|analgesia|ana?esthesia"
    r"|massage|stimulation|ablation|catheterization|care|position|diet)\Z",
    re.IGNORECASE,
)


def concluded_in(article: AnnotatedArticle, vocabulary: Vocabulary) -> list[Proposal]:
    """Return what plain clauses of an article's findings say, once for each fact, the surest first."""
    untitled = not article.title.strip()  # places are counted from the title, though there is none
    last = len(article.sentences) + untitled
    reader = _Reader(article, vocabulary)
    found: dict[tuple[str, str, str], Proposal] = {}
    for number, sentence in enumerate(article.sentences, untitled):
        words = article.text[sentence.start : sentence.end]
        if not _is_read(words):
            continue
        part = article.part_at(sentence.start) if number else Part.CONCLUSIONS  # a title says what was found
        if part is None:
            part = Part.BEFORE if number < last * _BACKGROUND else Part.RESULTS
            part = Part.CONCLUSIONS if number >= last * (1 - _CONCLUDING) else part
        if part is Part.BEFORE:
            continue
        for clause in clauses_in(words):
            made = reader.proposal(clause, sentence, SCORE if part is Part.CONCLUSIONS else SCORE_OF_RESULT)
            if made is None:
                continue
            fact = made.subject.id, made.predicate, made.object.id
            if fact not in found or made.score > found[fact].score:  # what is concluded outranks what was seen
                found[fact] = made
    return sorted(found.values(), key=lambda p: -p.score)


def _is_read(sentence: str) -> bool:
    asks = len(sentence) > _LONGEST or sentence.rstrip().endswith("?")
    return not asks and reports_finding(sentence) and _TAKEN_BACK.search(sentence) is None


def _effect_of(phrase: str) -> ProposedEffect:
    if _LOWERS.search(phrase):
        return ProposedEffect.DECREASED
    return ProposedEffect.INCREASED if _RAISES.search(phrase) else ProposedEffect.UNKNOWN


def _levelled(phrase: str, *, more: bool) -> tuple[str, ProposedEffect] | None:
    """Return a phrase whose object is more or less of something: what "led to lower pain" reduced pain.

    None where it is not plain which way it goes: "prevented lower bone density".
    """
    deed, effect = ("increase", ProposedEffect.INCREASED) if more else ("reduce", ProposedEffect.DECREASED)
    plain = (relates_only(phrase) or more) and not _LOWERS.search(phrase)
    changed = brought(phrase, deed)
    return (changed, effect) if changed != phrase or plain else None


class _Reader:
    """Makes proposals of an article's clauses."""

    def __init__(self, article: AnnotatedArticle, vocabulary: Vocabulary) -> None:
        self._article, self._vocabulary = article, vocabulary
        self._long: Mapping[str, str] = {**abbreviations(article.text), **defined(article.text)}
        self._names: Sequence[NamedSpan] = [n for n in article.names if n.id]
        self._meant = {n.text.casefold(): n for n in self._names}
        self._starts = [n.start for n in self._names]

    def proposal(self, clause: Clause, sentence: Stretch, score: float) -> Proposal | None:
        """Return what a clause says; None where its phrase or one of its names is not understood."""
        text = self._article.text[sentence.start : sentence.end]
        place, phrase = clause.object, _AMELIORATES.sub(r"improv\1", clause.phrase)
        effect = clause.effect or _effect_of(phrase)
        if level := level_at(text, *place):
            levelled = _levelled(phrase, more=level[1])
            named = trimmed(text, level[0], place[1])
            if named is None or levelled is None:
                return None
            (phrase, effect), place = levelled, named
        elif (begin := changed_at(text, *place)) > place[0]:
            plain = trimmed(text, begin, place[1]) if relates_only(phrase) else None
            if plain is None:
                return None
            place = plain
        said = self._read(phrase)
        negated = said.negated != clause.negated
        if doubt := _NOT_SHOWN.search(text, 0, start := min(clause.subject[0], clause.object[0])):
            since = text[doubt.end() : start]
            if not _ELSE.search(since):
                if negated or doubt["none"] is None or "," in since or " and " in since:
                    return None
                negated = True  # "there was no evidence that"
        if not said.predicates or (not negated and CHANCE.match(text, clause.object[1])):
            return None
        if negated and _PARTLY.search(text, *sorted((clause.subject[1], clause.object[0]))):
            return None
        subject, object = (self._named(a + sentence.start, b + sentence.start) for a, b in (clause.subject, place))
        if subject is None or object is None or subject.id == object.id:
            return None
        ends = (object, subject) if said.inverted else (subject, object)
        predicate = self._predicate(said.predicates, ends[1], phrase)
        if _SHIELDS.search(phrase) and predicate not in said.predicates:
            effect = ProposedEffect.UNKNOWN  # what is protected is not lowered
        return Proposal(
            self._article.id,
            text,
            *ends,
            predicate,
            negated,
            ProposedEffect.UNKNOWN if negated else effect,
            (*((HEDGED,) if said.hedged else ()), *qualifiers_of(text, ends, self._long)),
            score - HEDGED_LESS if said.hedged else score,
            title=self._article.title,
        )

    def _read(self, phrase: str) -> PhraseReading:
        """Return what a phrase means; what predicts goes along, and whether it causes is another matter."""
        if _PREDICTS.search(phrase):
            phrase = "is not associated with" if _NOT.search(phrase) else "is associated with"
        said = self._vocabulary.read(phrase)
        return said if said.predicates else self._vocabulary.read(_ASPECT.sub("", phrase))

    def _predicate(self, able: Sequence[str], object: NamedSpan, phrase: str) -> str:
        """Return what a phrase means of such an object: what "improves" a disease treats it, and nothing else.

        To improve blood pressure is not to raise it, and to have a protective effect on the heart is not to prevent it.
        """
        treats, improves = self._vocabulary.read("treats").predicates[:1], _IMPROVES.search(phrase) is not None
        words = self._long.get(object.text, object.text)
        words = words if _ILL_NO_MORE.search(words) is None else ""
        words = _CARRIES.sub("", words, count=1) if _CARRIES.match(words) else words
        head = " ".join(words.partition(" of ")[0].split()[-2:])
        ill = kind_of_type(object.type) is EntityKind.DISEASE or _ILL.search(head) is not None
        if not ill and (_UNWANTED.search(words) if improves else _SHIELDS.search(phrase)):
            return next(iter(self._vocabulary.read("affects").predicates), able[0])
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
        if trimmed(plain, 0, len(plain)) is None:
            return None  # a short form whose long one is not read whole
        if meant := self._meant.get(plain.casefold()):
            return NamedSpan(start, end, text, meant.type, meant.id)
        if len(plain) < 4 or (plain.isupper() and " " not in plain):
            return None  # a short form that the article does not explain
        ill = (n.type for n in within if n.end == end and kind_of_type(n.type) is EntityKind.DISEASE)
        type = THING if " of " in plain else next(ill, PROCEDURE if _DONE.search(plain) else THING)
        return NamedSpan(start, end, text, type, new_id(plain))
