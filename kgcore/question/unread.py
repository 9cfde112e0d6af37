"""Which words of a question no reading takes account of, and what of them is worth naming. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby

from kgcore.english.body import body_words, part_spoken_of
from kgcore.english.inflection import base_of_third, singular
from kgcore.english.words import AUXILIARY, word_list
from kgcore.question.relation import RelationWords, is_about_harm, is_ill, is_taken
from kgcore.question.skeleton import Skeleton
from kgcore.values.intent import (
    About,
    AskedRelation,
    Compare,
    Connect,
    Digest,
    Examples,
    Intent,
    More,
    Open,
    Which,
    Why,
    YesNo,
    named_entities,
)
from kgcore.vocabulary.types import is_type_word, type_words

_SLOT = r"\{(\d)\}"
# Words, and names such as "5-HTP" whole; what a hyphen ties to a name that was read ("low-") is none.
_NAMES = r"(?:\d+(?:,\d+)*-)?\b[^\W\d_](?:[\w'-]*[\w'])?(?![\w'-])"
# What may surround the one name in a question that only wants to know about it.
_TELLING = re.compile(
    r"what|whats|who|which|how|are|was|the|this|that|these|those|its|about|tell|show|give|say|explain|describe"
    r"|define|summarise|summarize|list|all|any|some|more|most|much|everything|something|anything|info"
    r"|information|facts|details|detail|data|evidence|overview|summary|research|studies|study|science|papers"
    r"|literature|know|known|does|did|can|could|would|will|should|have|has|you|your|for|from|with|and|but|please"
    r"|learn|read|understand|hear|want|like|need|definition|meaning|mean|means|called|named|graph|database|there"
    r"|here|said|says|interested|find|look|into|pros|cons|advantages?|upsides?|merits?|helpful|harmful|benefits|risks|strong|solid|quality"
)


_HEADS = word_list("head of an ill")


def asked_about(phrase: str) -> str:
    """Return what a phrase names that no reading takes account of: "the role of gut bacteria in", gut bacteria."""
    left: list[str] = []
    for part in _JOINING.split(phrase):
        kept = False
        for word in re.findall(_NAMES, part):
            kept = (not _SAID.fullmatch(word) and word not in _VAGUE) or (kept and word in _HEADS)  # "gum disease"
            left += [word] if kept else []
    return " ".join(left)


_VAGUE = word_list("vague word of a question")


def says_more(text: str) -> bool:
    """Tell whether a question of one entity has words that "tell me about it" does not account for."""
    words = re.sub(rf"{_SLOT}(?:'s)?", " ", text).replace("-", " ")
    return any(not _TELLING.fullmatch(w) and not is_type_word(w) for w in re.findall(r"[^\W\d_][\w']{2,}", words))


_BEFORE_A_VERB = re.compile(
    r"\b(?:which|what|who) (?:[\w-]+ )?$|\b(?:to|can|could|does|do|did|will|would|may|might|that|not) $", re.IGNORECASE
)


def is_verb_of(words: str, before: str) -> bool:
    """Tell whether words are what a question asks about, by what stands before: "carry" in "which animals carry"."""
    return words.islower() and _BEFORE_A_VERB.search(before) is not None


# Words of a question that change nothing in how it is read.
_SAID = re.compile(
    r"\w\w?|i['’](?:ve|ll)|stay|away|steer|clear|beware|where|and|are|but|can|did|does?|for|had|has|have|her|him|his|how|its|may|not|now|one|our|out|own|per|she|the|too"
    r"|itself|themselves|each|other|play|part|two|was|way|who|why|yes|you|get|got|put|let|see|say|any|all|old|few|new|due|ago|bad|eat|use|due|via|with|from|into|than|then|when|while|both|also|ever|even|still|really|just|there|their|they|them|your"
    r"|people|person|someone|somebody|anyone|anybody|nurses?|anything|something|everybody|together|alongside|combin\w*|mix\w*|same|time|day"
    r"|daily|days|safe\w*|unsafe|danger\w*|risk\w*|harm\w*|good|bad|better|worse|best|worst|help\w*|work\w*|acts?|acting|use\w*"
    r"|using|take\w*|taking|took|taken|effect\w*|affect\w*|side|adverse|interact\w*|treat\w*|prevent\w*|caus\w*|reduc\w*"
    r"|lower\w*|rais\w*|increas\w*|decreas\w*|improv\w*|slow\w*|stop\w*|cure\w*|heal\w*|protect\w*|benef\w*|lead\w*"
    r"|link\w*|relat\w*|associat\w*|connect\w*|compar\w*|differ\w*|versus|between|against|during|about|avoid\w*|apart"
    r"|kept|keep|supplement\w*|drug\w*|medic\w*|pills?|tablets?|vitamins?|herb\w*|food\w*|diet\w*|eat\w*|drink\w*|disease\w*"
    r"|disorder\w*|condition\w*|symptom\w*|patients?|evidence|stud\w*|trials?|research|papers?|proven|really|true|possib\w*"
    r"|recommend\w*|therap\w+|option\w*|done|exist\w*|should|would|could|might|must|shall|will|does|what|which|whether|having|been|being|were|make\w*|much"
    r"|many|more|most|less|likely|very|good|okay|fine|allowed|progress\w*|develop\w*|onset|damag\w*|hurt\w*|tell|know\w*"
    r"|contraindicat\w*|contra-indicat\w*|forbidden|prohibit\w*|off|limits|hang\w*|mention\w*|said|says|told|heard|wonder\w*"
    r"|doctor|pharmacist|gp|mother|father|mum|mom|dad|gran\w*|wife|husband|partner|sister|brother|aunt|uncle|friend|kid"
    r"|downsides?|drawbacks?|pros|cons|look\w*|test(?:s|ed)?|rcts?|thing|bother|shown|factors?|happen\w*|enough"
    r"|matter\w*|wrong|made|mean\w*|overdos\w*|please|thanks?|other|another|else|same|such|only|like|want|need"
    r"|names?|failed|right|far|important\w*|crucial|gap|proper|correct|usual|interval|minutes?|hours?|long|soon|quick\w*|often|common"
    r"|kicks?|worth|act(?:s|ing)?|target\w*|tr(?:y|ies|ied|ying)|runs?|running|rare|body"
    r"|serious|severe|grave|tied|issues?|problems?|concerns?|worr(?:y|ies|ied)|trouble|reasons?|idea|already|add(?:s|ed|ing)?|think\w*|wants?|wanted"
    r"|like\w*|customers?|clients?|top|along|asks?|asked|asking|years|months|weeks|flags?|watch|clash\w*|meets?|bought|buy\w*|doctors|pharmacists?|sons?|daughters?|boys?|girls?|bab(?:y|ies)|cousin|nephew|niece|colleague|neighbou?r|besides?|without|except|give\w*|gave|prescrib\w*|started|currently|suggest\w*|getting|gets|big|large|small|major|famous|recent|latest|landmark|find|finds|found"
    r"|speaks?|well|proofs?|proves?|proved|randomi[sz]ed|rcts?|meta-?analys[ei]s|systematic|briefly|shortly|simply|simple|plain|english|words?|terms|hypothesis|theory|interfer\w*|conflict\w*|actually|anyways?|either|neither|nor|anything|whom|claims?|swears?|friends?|hold|build|builds"
)
_JOINING = re.compile(r"\{\d\}(?:'s)?|[,.;:?!()]|\b(?:and|or|but|for|in|of|with|the|an?|to|on|by|my|your)\b")
_ASIDE = re.compile(
    r"\b(?:dos(?:e|es|age|ing)|amounts?|long[- ]term|mechanisms?|pregnan\w*|wom[ae]n|m[ae]n|child\w*|elderly)\b"
)
# Whose illness it is: "my child has", "a teenager with". It is no name that a graph could lack.
_WHOSE = re.compile(
    r"\b(?:my|our|his|her|their|your|an?)(?: [\w-]+[- ]old)? (?:child|children|kids?|toddler|infant|newborn|teen\w*"
    r"|baby|boy|girl|man|woman)(?= (?:with|who|has|have|having|had|got)\b)"
)
_TIMES = frozenset({"before", "after"})  # by themselves they name nothing
_LISTS = re.compile(r"\b(?:and|or|plus)$")
_LEFT = 4  # groups of unread words that are named


def says_something(word: str) -> bool:
    """Tell whether a word of a question may be part of a name: it is none of those that only ask."""
    return not (_SAID.fullmatch(word.lower()) or _TELLING.fullmatch(word.lower()))


def is_list(phrase: str, question: str) -> bool:
    """Tell whether the words between two names tell no relation: these stand side by side, as in a search."""
    listed = not phrase and _LISTING.search(question) is not None
    return listed or _LISTS.search(phrase) is not None or phrase in _SIDE_BY_SIDE


_LISTING = re.compile(r"[,&+]|\band\b", re.IGNORECASE)
_SIDE_BY_SIDE = frozenset({"in", "among", "during"})


def unread(form: Skeleton, intent: Intent, words: RelationWords, types: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a question, as they stand together, that no part of the reading takes account of."""
    if isinstance(intent, Connect | Digest | Examples | More) or (isinstance(intent, About) and intent.missing):
        return ()
    kinds = intent.types if isinstance(intent, Which) else ()
    told = {*" ".join((*_heard(intent), *map(type_words, kinds), *kinds)).casefold().split()}
    told |= _own_words(form.text, words)
    told |= _COMPARED if isinstance(intent, Compare) else set()
    told |= {word for found in _OF_ACTION.finditer(form.text) for word in found[0].split()}
    parts: list[str] = []
    nothing = isinstance(intent, Open) and not intent.entities
    text = _WHOSE.sub(" ", form.text) if nothing else form.text
    for part in _JOINING.split(text):
        if _ASIDE.search(part) or not words.read(" ".join(part.split())).predicates:
            said = re.findall(_NAMES, part)
            parts += _runs_left(said, told)
    return tuple(part for part in dict.fromkeys(parts) if part not in _TIMES)[:_LEFT]


_COMPARED = {  # what asks for a comparison, and names nothing
    *("match", "matches", "rival", "rivals", "par", "equal", "equals", "equivalent", "well", "swap", "swapping"),
    *("stack", "stacks", "measure", "measures", "hold", "candle", "harder", "kinder", "gentler", "tougher", "easier"),
}
_OF_ACTION = re.compile(r"\b(?:mechanisms?|modes?|ways?) of (?:action|acting|working)")  # : how it works
_CONTENT = 4  # letters


def _own_words(text: str, words: RelationWords) -> set[str]:
    """Return the words of a question that are all of what the graph calls one of its relations: "have a dosage reduced
    in"; they are understood, wherever its verb stands.
    """
    there = set(re.findall(_NAMES, text))
    bases = there | {base_of_third(w) for w in there} | {singular(w) for w in there}
    found: set[str] = set()
    for name in words.names:
        said = [w for w in re.findall(_NAMES, words.get(name).words.casefold()) if w not in _AUXILIARIES]
        said = said or re.findall(_NAMES, name.casefold())
        if any(len(w) >= _CONTENT for w in said) and all(w in bases or base_of_third(w) in bases for w in said):
            found |= {*said, *map(base_of_third, said)}
    return found


_AUXILIARIES = frozenset({"is", "has", "the", "a", "an", "relation"})


def _runs_left(said: Sequence[str], told: Collection[str]) -> list[str]:
    """Return the runs of words that are left, each with the noun that belongs to it: "metabolic syndrome"."""
    marked: list[tuple[str, bool]] = []
    for word in said:
        follows = bool(marked) and marked[-1][1] and word in _HEADS
        marked.append((word, follows or _is_left(word, told)))
    return [" ".join(word for word, _ in run) for left, run in groupby(marked, lambda m: m[1]) if left]


# No graph says which of several is so most; where a comparison does, it is read as one.
_MOST = re.compile(r"safest|mildest|gentlest|strongest|weakest|quickest|fastest|cheapest|deadliest|riskiest|commonest")


def _is_left(word: str, told: Collection[str]) -> bool:
    word = word.removesuffix("'s")
    if _MOST.fullmatch(word):
        return True
    if _SAID.fullmatch(word) or _TELLING.fullmatch(word) or word in _VAGUE or is_type_word(word):
        return False
    return _ASIDE.fullmatch(word) is not None or not {word, singular(word)} & set(told)


_INSTEAD = "instead alternative substitute replacement"
_KINDS = "kind sort type class form family group category belong fall"


def _heard(intent: Intent) -> tuple[str, ...]:
    """Return the words that were read as a relation, or named as unknown already."""
    asked = intent.asked.phrase if isinstance(intent, YesNo | Which | Why) else ""
    if isinstance(intent, YesNo) and not intent.asked.predicates and _LISTS.search(asked):
        asked = ""  # "vitamin D, boron and bone density": a further name, no relation
    unknown = intent.unknown if isinstance(intent, YesNo | About | Open) else ()
    unknown += (intent.missing,) if isinstance(intent, Which) else ()
    against = intent.against if isinstance(intent, YesNo) else ""
    vague = isinstance(intent, Which) and (
        intent.asked.slant is not None
        or is_about_harm(asked)
        or not (intent.asked.predicates or intent.asked.slant or intent.types)
    )
    kind = _KINDS if asked == "is a" else ""  # "what class of drug is {0}"
    others = _INSTEAD if isinstance(intent, Which) and intent.without else ""
    return ("" if vague else asked, kind, others, *unknown, against)


_TOUCHES = re.compile(
    rf"{AUXILIARY} {_SLOT} (?:ever |also )?(?:affect|involve|hurt|damage|harm|touch|hit|impair)"
    r" (?:(?:the|my|your|one's|his|her|their) )?(?P<part>[a-z ]+)"
)


def of_body_part(
    intent: Intent, rest: tuple[str, ...], form: str, words: RelationWords
) -> tuple[Intent, tuple[str, ...]]:
    """Return a question for the signs of an illness with the part of the body that it names ("which skin signs does
    {0} have", "does {0} affect hearing"), and what is left unread.
    """
    signs, touches = words.read("has the symptom").predicates, _TOUCHES.fullmatch(form)
    if isinstance(intent, About) and is_ill(intent.entity) and signs and touches:
        part = body_words(touches["part"])
        if part and part == touches["part"]:
            return Which(intent.entity, AskedRelation("has symptom", signs), (), True, missing=part), ()
    if not (isinstance(intent, Which) and intent.outward and is_ill(intent.entity)) or intent.missing:
        return intent, rest
    part = body_words(form)
    return replace(intent, missing=part), tuple(words for words in rest if words != part)


def of_part_of_each(intent: Intent, rest: tuple[str, ...], question: str) -> tuple[Intent, tuple[str, ...]]:
    """Return a question of several things that are taken without the part of the body that it asks of each, which its
    answer takes account of ("better for the liver"), and what is left unread.
    """
    if not isinstance(intent, Compare | YesNo | Open) or (isinstance(intent, Compare) and intent.topic):
        return intent, rest
    part = part_spoken_of(question)
    if not part or sum(map(is_taken, named_entities(intent))) < _SEVERAL:
        return intent, rest
    if not isinstance(intent, Compare):
        intent = replace(intent, unknown=tuple(name for name in intent.unknown if name.casefold() != part))
    return intent, tuple(words for words in rest if words != part)


_SEVERAL = 2
