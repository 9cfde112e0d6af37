"""A question with its entities taken out: "can {0} slow {1}", so that its form can be read. Pure and hardened.

Whatever comes in (null bytes, bidi controls, markup, a novel), a skeleton is one short line of lower-case words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgcore.english.agreement import ascii_fold
from kgcore.english.inflection import base_of_third
from kgcore.english.sentences import sentence_ends
from kgcore.values.model import Candidate, Entity
from kgcore.vocabulary.types import types_meant

Spot = tuple[int, int, tuple[Candidate, ...]]

_READ = 2_000  # characters of a question that are looked at
_LONG = 300  # beyond this only the sentence that asks is read
_SLOTS = 8
_CONTRACTIONS = (
    (r"\bcan't\b|\bcannot\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\b(is|are|was|were|do|does|did|could|would|should|has|have)n'?t\b", r"\1 not"),
    (r"\b(what|how|who|where|that|there|it)'s\b|\b(what|how)s\b", r"\1\2 is"),
    (r"\bi'm\b", "i am"),
    (r"\bnot (?:taking|eating|drinking|using)\b", "avoiding"),
)
_RELATING = re.compile(
    r"^(?:(?:is|are|was|were|and|or|of|in|with|for|to|by|than|vs|versus|associated|linked|related|connected|compared)\s+)+"
    r"|(?:\s+(?:is|are|was|were|and|or|of|in|with|for|to|by|than|vs|versus|type|associated|linked|related))+$",
    re.I,
)
# "make {1} worse" is one verb, and no comparison; so is "make {1} go up".
_MADE = re.compile(
    r"\b(?:make|render|keep|leave|bring|push|drive|cause|send|let|get)(s?)"
    r" (?:the (?:enzyme|receptor|protein|gene|channel) )?(\{\d\}) "
    r"(?:any |even |to |go |much |stay |far |a lot |a bit )*"
    r"(worse|better|up|down|higher|lower|rise|fall|drop|climb|increase|decrease|decline|sink|shrink|go up|go down"
    r"|stronger|weaker|more active|less active|overactive|hyperactive|inactive|work harder|work less"
    r"|more likely|likelier|more common|less likely|less common|rarer"
    r"|grow|bigger|larger|smaller|milder|calm|quiet|(?:more|less) (?:frequent|severe|intense|strong))\b"
    r"(?! than| ?/|,? (?:or|and|then|before) (?:then |even |to |it )?(?:fall|drop|ris|climb|go|increas|decreas"
    r"|declin|sink|shrink|worse|better|less|more|up|down|higher|lower|weaker|stronger|inactive))"
)
_MADE_VERBS = {
    "worse": "worsen", "better": "improve", "up": "increase", "higher": "increase", "rise": "increase",
    "down": "decrease", "lower": "decrease", "fall": "decrease", "drop": "decrease", "climb": "increase",
    "increase": "increase", "decrease": "decrease", "decline": "decrease", "sink": "decrease", "shrink": "decrease",
    "go up": "increase", "go down": "decrease", "stronger": "increase", "weaker": "decrease",
    "more active": "stimulate", "overactive": "stimulate", "hyperactive": "stimulate", "work harder": "stimulate",
    "less active": "inhibit", "inactive": "inhibit", "work less": "inhibit",
    "more likely": "promote", "likelier": "promote", "more common": "promote",
    "less likely": "prevent", "less common": "prevent", "rarer": "prevent",
    "grow": "increase", "bigger": "increase", "larger": "increase", "smaller": "decrease", "milder": "decrease",
    "calm": "decrease", "quiet": "decrease",
}  # fmt: skip


def _made(found: re.Match[str]) -> str:
    """Return one verb for “make {0} more active”."""
    how = found[3]
    verb = _MADE_VERBS.get(how, "decrease" if how.startswith("less") else "increase")
    return f"{verb}{found[1]} {found[2]}"


_THINGS = re.compile(
    r"^(which|what) (?:sorts? of |kinds? of )?(?:things?|stuff)(?= (?!(?:is|are|do|does|did|should|can)\b))"
)
# "What kinds of drugs are there for *B*?" asks for drugs; "what kind of drug is *A*?" for its kind.
_KINDS_OF = re.compile(
    r"^(which|what) (?:kinds?|sorts?|types?) of (?=[a-z])"
    r"(?![^{}]*(?:\b(?:is|are) \{\d\}\W*$|\{\d\} (?:belong|fall|part of|in)\b))"
)
# What is said around a name in everyday words, and how it is usually put.
_EVERYDAY = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\b(?:switch|turn)(?:es|s)? (?:on (\{\d\})|(\{\d\}) on)(?= |$|[?.!,])", r"activate \1\2"),
        (r"\b(?:switch|turn|shut)(?:es|s)? (?:off (\{\d\})|(\{\d\}) off)(?= |$|[?.!,])", r"inhibit \1\2"),
        (r"\b(?:keep|hold|stave|ward|fend)(?:s|ing)? (?:off (\{\d\})|(\{\d\}) (?:away|at bay|off|in check))"
         r"(?= |$|[?.!,])", r"prevent \1\2"),
        (r"\b(?:stop|keep|prevent|hinder|block)(?:s|ping)? (\{\d\}) (?:from )?(?:working|acting|doing its (?:job|work)"
         r"|being (?:absorbed|effective|taken up)|having (?:its|an?|any) effect)(?: (?:properly|well|fully|at all))?"
         r"(?= |$|[?.!,])", r"interfere with \1"),
        (r"\b(?:make|render)s? (\{\d\}) (?:be )?(?:work(?:ing)? )?(?:less (?:well|effective(?:ly)?|efficient(?:ly)?"
         r"|potent|useful)|worse(?= than))(?= |$|[?.!,])", r"interfere with \1"),
        (r"\b(?:(?:is|are|be|go|goes) )?(?:bad|dangerous|risky|harmful|unsafe|unwise|a bad (?:idea|mix))(?: to take)?"
         r"(?: together)? with (?=\{)", r"clash with "),
        (r"^(?:is|are) (\{\d\}) (?:an?(?:other)? )?(?:something|anything|drugs?|medicines?|medications?|pills?|remedy|"
         r"remedies|treatments?|options?|choice) (?:for|against) (?=\{\d\}|[a-z])", r"does \1 help with "),
        (r"^(?:do|does|did) (\{\d\}) have (?:anything|something|much|a lot) to do with (?=\{)", r"is \1 linked to "),
        (r"\b(?:is|are) (\{\d\}|it|they) (?:supposed|meant|said|thought|believed|reputed) to (?=[a-z])", r"does \1 "),
        (r"\b((?:rais|increas|elevat|boost|lower|reduc|decreas|cut|chang|affect|alter|influenc|control)\w*"
         r"(?: down| up)? \{\d\}) (?:(?:blood|plasma|serum|brain|tissue) )?(?:levels?|concentrations?)\b", r"\1"),
        (r"\b(?:rare|other|certain|specific|particular|known|human|different) "
         r"(?=(?:diseases?|disorders?|conditions?|syndromes?|illness(?:es)?)\b)", ""),
        (r"(?<=[\w}] )(?:with)?in (?:the|my|your|our|a|one's) (?:(?:human|whole|entire) )?body(?: of (?:a )?(?:humans?"
         r"|people|person|patients?))?(?=[?.!, ]*$)", ""),
        (r"\b((?:rais|increas|lower|reduc|decreas|elevat|cut)\w*) (?:one's |my |your |the )?(\{\d\})(?:'s)? risks?\b",
         r"\1 the risk of \2"),
        (r"^(does|do|can|could|may|might) (\{0\}) (interact with|react with|help with|help|cause|treat|prevent|affect)"
         r" (?:anything|something)(?: else| at all)?(?=[?.! ]*$)", r"what \1 \2 \3"),
        (r"^(is|are|does|do|did|can|could|will|would|may|might) (?:eating|drinking|taking|using)"
         r" (?:(?:more|enough|lots of|plenty of|some|any|daily|regularly) )?(?=[a-z{])", r"\1 "),
    )
)  # fmt: skip
_RISK = re.compile(r"\b((?:rais|increas|lower|reduc|decreas|elevat|cut)\w*) (?:one's |my |your )?risks?\b(?= of| for)")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = rf"\d{{1,2}}|{'|'.join(_NUMBERS)}"  # how many are to be named
LEADING = r"(?:the|any|at least|only|just|some|up to|top|best|first|main|most important|common|different)"
# "How many genes …" asks which there are; what is taken, and how often, no list can tell.
_HOW_MANY = re.compile(
    r"^how many (?!of (?:them|these|those)\b|(?:are|is) (?:there|they|that)\W*$)"
    r"(?!(?:times|days|weeks|months|years|hours?|hrs|minutes|mins|people|persons|patients|papers|studies"
    r"|trials|articles|publications|references|women|men|children|mg|milligrams|grams|pills|tablets|capsules|cups"
    r"|units|drops|doses|calories|ml|glasses|servings)\b)"
    r"(?!.*\b(?:take|eat|drink|swallow|a day|per day|daily)\b)(?:of the |different |other |kinds of )*(?=[a-z])"
)
_SO_MANY = re.compile(
    r"^((?:give|tell|show|name|list|find|suggest|recommend)(?: me| us)?|what are|which|what|any)"
    rf" (?:{LEADING} )*(?:{NUMBERS})(?: of the)? (?:{LEADING} )*(?=[a-z])"
)
_SOME_THINGS = re.compile(
    r"^(?:(?:give|tell|show|name|list)(?: me| us)? (?:some )?things (?:that|which) "
    r"|which things (?=(?:does|do|did) \{))"
)
_IT_DOES = re.compile(r"^what (\{\d\}) ([a-z]{3,}s)$")
_WAYS = re.compile(
    r"^(?:(?:what|which) are |are there |tell me |give me |list |any |some |the )*(?:[a-z]+ )?"
    r"(?:ways?|tips|tricks|things|methods|remedies) (?:to|for|of) (?=[a-z]+ \{)"
)
_COURTESY = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|so|well|please|thanks|thank you|thx|ta|cheers|now|sorry)"
    r"(?: (?:there|all|team|bot|everyone))?[,.!:]? )+"
    r"|(?<=\w),? (?:though|btw|by the way)(?=[ ?.!]*$)"
    r"|\b(?:please|exactly|actually|really|currently|perhaps|naturally|basically|honestly|literally|generally"
    r"|in general|for real|for good|proven to|been (?:shown|proven|proved|found|known) to(?= \w))\b"
    r"|\bnatural(?:ly)? (?=remed)"
    r"|^(?:(?:can|could|would|will) (?:you|someone|anyone|anybody) )?(?:please )?tell (?:me|us) (?:if|whether) "
    r"|^(?:(?:can|could|would|will) (?:you|someone|anyone) )?(?:please )?tell (?:me|us) (?=which|what|how|why)"
    r"|^(?:do (?:you|we) know|does anyone know|i wonder|i was wondering|i am wondering|is it true"
    r"|i (?:want|would like) to (?:know|ask)) (?:if|whether|that) "
)


# "And what treats *B*?" asks as much as "what treats *B*?"; "and what about *B*?" leans on what was asked before.
_FURTHER = re.compile(
    r"^(?:(?:and|also|plus|but|then|next|secondly|thirdly|finally|lastly)[,:]? )+"
    r"(?=(?:what|which|who|where)(?! (?:about|of|if|else|then|now)\b)\b.*\{\d\})"
)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The form of a question, its entities numbered in order; `slots[n]` is what "{n}" stands for, best first."""

    text: str
    slots: tuple[tuple[Entity, ...], ...]

    def entity(self, n: int | str) -> Entity:
        """Return what "{n}" most likely stands for."""
        return self.slots[int(n)][0]

    def plus(self, entity: Entity) -> tuple[str, tuple[tuple[Entity, ...], ...]]:
        """Return a new slot for the entity, and the slots with it."""
        return f"{{{len(self.slots)}}}", (*self.slots, (entity,))


def asks_how_many(question: str) -> bool:
    """Tell whether a question asks how many of something there are, which can be counted."""
    return _HOW_MANY.match(_COURTESY.sub("", " ".join(question.lower().split()))) is not None


_THEIR_NUMBER = re.compile(
    r"(?:(?:and|so|but|ok|okay)[, ]+)*how many\b[ ?.!]*(?:(?:of (?:them|these|those)|are there|are they|is that"
    r"|in (?:all|total)|altogether|exist|are known|does it (?:name|know|have)|more)[ ?.!]*)*"
)


def asks_their_number(question: str) -> bool:
    """Tell whether a message asks no more than how many there are of what was listed."""
    return _THEIR_NUMBER.fullmatch(" ".join(question.lower().split())) is not None


_SOME_OF_THEM = re.compile(
    rf"(?:please )?(?:(?:give|tell|show|name|list)(?: me| us)? )?(?:just |only |any )?(?:{NUMBERS}|some|a few|a couple)"
    r"(?: more| other)? of (?:them|those|these)[ ?.!]*"
)


def asks_for_some_of_them(question: str) -> bool:
    """Tell whether a message asks for so many of what was listed: "give me two of them"."""
    return _SOME_OF_THEM.fullmatch(" ".join(question.lower().split())) is not None


def spelt_number(word: str) -> int:
    """Return what a spelt number of `NUMBERS` means."""
    return _NUMBERS.index(word) + 2


def question_skeleton(question: str, spots: Sequence[Spot]) -> Skeleton:
    """Return the question's form; spots that overlap, are empty or lie beyond what is read are left out."""
    known = [s for s in sorted(spots, key=lambda s: s[0]) if s[2] and 0 <= s[0] < s[1] <= min(len(question), _READ)]
    parts: list[str] = []
    slots: list[tuple[Entity, ...]] = []
    at = 0
    for first, last, candidates in known:
        start, end = _trimmed(question, first, last, candidates[0].entity)
        if start < at or len(slots) == _SLOTS:
            continue
        number = next((n for n, s in enumerate(slots) if s[0].id == candidates[0].entity.id), len(slots))
        if number == len(slots):
            slots.append(tuple(c.entity for c in candidates))
        parts += [_bare(question[at:start]), f" {{{number}}} "]
        at = end
    parts.append(_bare(question[at:_READ]))
    text = _asked_of_topic(_asked_if_so(_without_sorts(_asking("".join(parts)), slots)))
    return renumber_slots(Skeleton(_tidy(_asked_of_it(text) if len(slots) == 1 else text), tuple(slots)))


# Not "receptor" or "food": "the *insulin* receptor" is another thing, "a *vitamin D* food" has it.
_SORT = re.compile(
    r"(\{(\d)\}) +(gene|protein|drug|medicine|medication|compound|chemical|molecule|supplement|herb|disease|disorder"
    r"|illness|condition|syndrome|symptom|phenotype|pathway)\b"
)


def _without_sorts(text: str, slots: Sequence[tuple[Entity, ...]]) -> str:
    """Return the text without the sort that a name is called behind it, where it is of that: "the *BRCA1* gene"."""
    return _SORT.sub(lambda said: said[1] if types_meant(said[3], [slots[int(said[2])][0].type]) else said[0], text)


def renumber_slots(form: Skeleton) -> Skeleton:
    """Return the form with its slots numbered in the order in which they stand."""
    order = list(dict.fromkeys(int(n) for n in re.findall(r"\{(\d)\}", form.text)))
    text = re.sub(r"\{(\d)\}", lambda n: f"{{{order.index(int(n[1]))}}}", form.text)
    return Skeleton(text, tuple(form.slots[n] for n in order))


def _trimmed(question: str, start: int, end: int, entity: Entity) -> tuple[int, int]:
    """Return the spot without words of the relation at its ends: they belong to the question's form."""
    text = question[start:end]
    if text.casefold() in {n.casefold() for n in (entity.name, *entity.synonyms)}:
        return start, end
    inner = _RELATING.sub("", text)
    at = text.find(inner)
    return (start + at, start + at + len(inner)) if inner.strip() else (start, end)


def _bare(text: str) -> str:
    return "".join(c if c.isprintable() and c not in '{}<>[]()*_`"“”«»' else " " for c in ascii_fold(text))


def _asking(text: str) -> str:
    if len(text) <= _LONG:
        return text
    sentences = [s for s in _sentences(text) if "{" in s]
    asking = [s for s in sentences if s.rstrip().endswith("?")]
    return (asking[-1:] or sentences[:1] or [""])[0][:_LONG]


_TAKEN_BEFORE = re.compile(
    r"\W*(?:i|we|he|she|they|my \w+|(?:an? |the |this )?(?:patient|pt|client|person|man|woman))"
    r"(?:'m| am| is| are| have| has|'ve)? [^.,?{]{0,40}\{0\} ?[,:–—-]"
    r"|\W*(?:my\s+)?\{0\}\s*,?\s*(?=what\b)",
    re.IGNORECASE,
)


def _asked_of_it(text: str) -> str:
    """Return what the last sentence asks of the one thing that was named before it: "I take {0}. Is it safe?"."""
    if told := _TAKEN_BEFORE.match(text):  # a comma stands for the end of the sentence, as people write
        text = f"{told[0].rstrip(' ,:–—-')}. {text[told.end() :].strip(' ?')}?"
    *before, last = [s for s in _sentences(text) if s.strip()] or [""]
    if not before or "{" in last or not last.rstrip().endswith("?"):
        return text
    asked = last.lower()
    if _IT.search(asked):
        return _IT.sub("{0}", asked, count=1)
    if _TO_AVOID.search(asked):
        return f"{asked.rstrip(' ?')} with {{0}}?"
    return f"{asked.rstrip(' ?')} for {{0}}?" if _TO_TAKE.fullmatch(asked.strip(" ?")) else text


# "Is that normal?" behind what somebody tells of themselves: whether the one comes of the other.
_IS_THAT_SO = re.compile(
    r"(?:is|was|could|can|might|may|would|do you think) (?:that|this|it|there)(?: really| actually| be| is)* ?(?:an? )?"
    r"(?:thing|it|why|normal|common|usual|expected|to be expected|known|related|connected|linked|to blame|to do with it"
    r"|(?:the |a )?(?:(?:known|common|usual|possible) )?(?:cause|culprit|reason|side effect|link|connection))"
    r"(?: to it| with it| for it)?\?",
)
_ONE = r"(?:i|we|you|she|he|they|my \w+|our \w+)(?:['’](?:ve|m|s|re))?"
_IS_HAD = (
    r"(?:have|has|had|am|is|are|been|get|gets|got|getting|feel|feels|felt|keep|keeps|always|often|now|also|all|noticed?"
    r"|developed?)"
)
_IS_TAKEN = (
    r"(?:have|has|had|am|is|are|was|been|start|starts|started|starting|began|begun|begin|to|take|takes|taking|took|taken"
    r"|use|used|using|put|me|her|him|them|on|go|went|going|with|my|the|an?|some|eat|eating|drink|drinking)"
)
_ILL_SINCE = re.compile(
    rf"(?:{_ONE} (?:{_IS_HAD} )*(?:(?:an?|the|some|more) )?)?(?P<ill>(?:(?!\b(?:since|after|when)\b)[^,.])+?),? "
    r"(?:(?:ever )?since|after|when(?:ever)?|while|from|because of|due to|on|with) "
    rf"(?:{_ONE} )?(?:{_IS_TAKEN} )*(?P<by>\{{\d\}})",
    re.IGNORECASE,
)


# An illness that somebody has, and then whether something may be taken: "Patient has migraine. Can she have aspirin?"
_OF_PATIENT = re.compile(
    r"(?:(?:i|we|he|she) (?:have|has|had|am diagnosed with|suffers? from)"
    r"|(?:(?:an?|the|my|our|this) )?(?:[\w-]+ ){0,3}?[\w-]+ (?:has|have|with|suffers from|diagnosed with|who has|in)) "
    r"(?:an? )?(?P<ill>\{\d\}) ?[.,;:!-]+ ?(?:so |and )?"
    r"(?:(?:is|are|would|will) (?P<one>\{\d\}) (?:be )?(?:still )?(?:ok(?:ay)?|safe|fine|alright|all right|allowed"
    r"|contra-?indicated|a problem|a bad idea|a good idea|dangerous|risky)"
    r"|(?:can|could|may|should|might) (?:i|we|he|she|they|you|one|my \w+|the patient) (?:\w+ )?"
    r"(?:have|take|use|try|get|be (?:given|prescribed|put on)|start|give|prescribe)(?: (?:him|her|them))?"
    r" (?P<two>\{\d\}))"
    r"(?: (?:for|to|in|with) (?:him|her|me|them|us|this patient))?[?. ]*",
    re.IGNORECASE,
)


def _asked_if_so(text: str) -> str:
    """Return what is asked behind what somebody tells as a question of the two: "My gums bleed since I take {0}. Is
    that normal?", "Patient has {0}. Is {1} ok?".
    """
    text = " ".join(text.split())
    if patient := _OF_PATIENT.fullmatch(text):
        return f"is {patient['one'] or patient['two']} safe in {patient['ill']}?"
    *before, last = [s for s in _sentences(text) if s.strip()] or [""]
    if not before or not _IS_THAT_SO.fullmatch(last.strip().lower()):
        return text
    told = "".join(before).strip(" .")
    ill = _ILL_SINCE.fullmatch(told)
    return f"is {ill['ill']} caused by {ill['by']}?" if ill else f"{told}. is that normal?"


# What a question is about, named ahead of it: "Saffron: is it safe?", "The second one – does it interact with {1}?".
_TOPIC = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay|then|about|regarding|concerning|as for|on|re:?) )*(?:(?:the|my|this|that) )?\{0\} ?"
    r"(?:[:,–—-]+|\.\.+|…) ?(?P<asked>(?:and |so )?(?:is|are|was|does|do|did|can|could|should|will|would|may|might|has|"
    r"have|what|how|why|when|which|who)n?'?t? .+)",
    re.IGNORECASE | re.DOTALL,
)


def _asked_of_topic(text: str) -> str:
    """Return what is asked of the thing that is named ahead of a question as a question that names it."""
    found = _TOPIC.fullmatch(text.strip())
    asked = found["asked"].lower() if found else ""
    it = (_IT.search(asked) or _THEY.search(asked)) if "{0}" not in asked else None
    return f"{asked[: it.start()]}{{0}}{asked[it.end() :]}" if it else text


_THEY = re.compile(r"\b(?:they|those)\b")
_IT = re.compile(
    r"\b(?:it|them|this|these|that|the (?:drug|medicine|medication|supplement|herb|pills?|tablets?))\b"
    r"(?! (?:is|was|known|normal|true|possible|ok|okay|i|you|we|could|might|should)\b)"
)
_TO_AVOID = re.compile(
    r"\b(?:avoid(?:ed|ing)?|keep away|stay away|interact\w*|watch out|not (?:take|eat|drink|mix|combine))\b"
)


_TO_TAKE = re.compile(r"(?:so |and )?what (?:do|should|can|could|shall) (?:i|we) (?:take|do|use|try)|what helps")


def _sentences(text: str) -> list[str]:
    ends = [0, *sentence_ends(text), len(text)]
    return [text[start:end] for start, end in pairwise(ends)]


def _tidy(text: str) -> str:
    for pattern, plain in _CONTRACTIONS:
        text = re.sub(pattern, plain, text)
    text = _FURTHER.sub("", _COURTESY.sub("", " ".join(text.split())))
    text = re.sub(
        r"\b(?:an?|the|my|your|her|his|our|some|any|taking|using|eating|drinking) (?=\{)", "", " ".join(text.split())
    )
    for said, plain in _EVERYDAY:
        text = said.sub(plain, text)
    text = _SOME_THINGS.sub("what ", _SO_MANY.sub(r"\1 ", _HOW_MANY.sub("which ", text)))
    text = _IT_DOES.sub(lambda said: f"what does {said[1]} {base_of_third(said[2])}", text)
    text = _WAYS.sub("how to ", text)
    text = _RISK.sub(r"\1 the risk", text)
    text = _THINGS.sub("what", _MADE.sub(_made, _KINDS_OF.sub(r"\1 ", text)))
    text = re.sub(r"(\{\d\})\s?(?:'s|')\s(?=\w)", r"\1's ", text)
    return re.sub(r"\s+([,.;:!?])", r"\1", text).strip(" ?!.,;:-–—…").strip()


_THERE = re.compile(
    r"(?:which|what) (?P<noun>[a-z][\w'-]+(?: [a-z][\w'-]+){0,3}) "
    r"(?:(?:are|is) (?:there|known|available|described)|exists?|do (?:we|you) (?:know|have))"
    r" (?P<behind>(?:for|of|in|to|against) \{)"
)


_DEED = re.compile(r"[a-z]{3,}s? (?:the|my|your|our|their|his|her) \w+", re.IGNORECASE)


def with_deeds(form: Skeleton, question: str, spots: Sequence[Spot]) -> Skeleton:
    """Return the form in which a name that was written as a deed is done: "what {0}" of "what thins the blood" asks for
    what increases blood thinning. Of a question with two names it is as it is.
    """
    done = {meant[0].entity.id for start, end, meant in spots if meant and _DEED.fullmatch(question[start:end])}
    if len(form.slots) != 1 or form.entity(0).id not in done:
        return form
    return replace(form, text=form.text.replace("{0}", "increase {0}", 1))


def without_there(form: Skeleton) -> Skeleton | None:
    """Return the form of "what are the markers for {0}" for one of "which markers are there for {0}", None of others.

    What is there "for" something need not be good for it.
    """
    found = _THERE.match(form.text)
    if found is None:
        return None
    return replace(form, text=f"what are the {found['noun']} {found['behind']}{form.text[found.end() :]}")
