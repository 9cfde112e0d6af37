"""What one sentence of a plain text leaves to those before it: pronouns, and verbs left out. Pure.

A pronoun is read only where one name alone can be meant: the subject of the sentence before, or of the clause before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgcore.english.asides import HEADS_TOPIC
from kgcore.english.chunks import adds_nothing, disowns, speaks_of_others
from kgcore.english.constructions import NAME
from kgcore.english.context import read_frame_before
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.inflection import base_of_third
from kgcore.english.passed_over import unqualified
from kgcore.english.qualifier_terms import limits
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan, listed
from kgcore.english.words import word_list

_PRONOUN = re.compile(
    r"\b(?:it|they|(?:the|this) [a-z]+ itself|its (?:(?:long-term|regular|daily|prolonged|chronic|heavy) )?"
    r"(?:use|intake|consumption|ingestion|administration)(?! (?:of|as|in|for)\b))\b"
    # "It's good for *B*", not "it's *A* that".
    r"(?!['’](?:s|re)\b(?! (?:(?:also|really|pretty|very|quite|so|actually|even|not) )?(?:good|great|useful|helpful|"
    r"effective|useless|ineffective|used|approved|prescribed|linked|associated|known to|bad|no good|a risk|"
    r"(?:naturally |especially |well )?(?:packed|rich|full|loaded|indicated|licensed|recommended|tied|worth|"
    r"beneficial)|"
    r"an? (?:[a-z-]+ )?(?:treatment|remedy|option|choice|drug|medicine|cause|trigger|risk factor|source|form|"
    r"kind|type|sort|"
    r"blocker|inhibitor|antagonist|part|component|constituent)) ))",
    re.IGNORECASE,
)
# "This drug", "the latter", "both", "neither of them": what stands for one or both of the things named before.
_KINDS = word_list("sort") | word_list("generic noun") | word_list("pointed at")
_KIND = "|".join(sorted(map(re.escape, _KINDS), key=len, reverse=True))
_DESCRIBED = re.compile(
    rf"\b(?:(?:this|the|that|both|these|the two|these two) (?P<kind>{_KIND})s?(?: itself)?"
    r"|the (?P<place>former|latter)|the (?P<count>first|second|other)(?: one)?"
    r"|(?P<both>both|(?:these|the) two)(?: of (?:them|these))?|(?P<neither>neither)(?: of (?:them|these|the two))?"
    r"|(?P<each>each of (?:them|these)|all (?:of (?:them|these)|three|four|five)))"
    r"(?=\s+[a-z])(?!\s+(?:of|and|one|in|to|from|for|with|by)\b)",
    re.IGNORECASE,
)
_COUNTS = {"three": 3, "four": 4, "five": 5}  # "all three"
_OBJECT = re.compile(
    rf"\b(?:it|them|(?:the|this) (?P<kind>{_KIND})|(?P<its>(?:its|their) (?:progress(?:ion)?|course|severity|duration|"
    r"(?:(?:main|core|typical|motor|physical|mental|worst|acute|chronic) )?(?:symptoms?|signs|manifestations|episodes|"
    r"attacks|pain))))"
    r"(?=\s*(?:$|[.,;!]|(?:in|but|and|too|either|at all|however|alone|slightly|somewhat|a little|a bit|once)\b))",
    re.IGNORECASE,
)
# A second verb of the same subject, "it" behind: "does not prevent *B* but shortens (it)", "treats *B* but cannot …".
_SAME_SUBJECT = re.compile(
    r"\s*,?\s+(?:but|and|yet|though)\s+(?:(?:also|only|even|then|instead|rather|indeed|can|may|might|could|will|does|did|"
    r"has|have|cannot|(?:do|does|did|can|could|may|might|will) not|(?:do|does|did|ca)n['’]t|fail(?:s|ed)? to|"
    r"seems? to|appears? to|helps?(?: to)?|[a-z]+ly)\s+)*(?!(?:it|they|that|which|who|if|when|not|of|in|on|to|"
    r"for|with|by|from|is|are|was|were)\b)[a-z]+\s+",
    re.IGNORECASE,
)
_IS_KIND = re.compile(rf"(?:{_KIND})s?", re.IGNORECASE)
_ILLNESS = frozenset({"disease", "disorder", "condition", "illness", "syndrome", "infection", "symptom"})
# "It is known that", "it is wise to", not "it is linked to *B*" or "it is a mineral that".
_ITS_OWN = re.compile(
    r"(?:\s+(?:is|was|has been|had been|seems|appears|looks|may be|might be|could be|isn['’]t|wasn['’]t)|['’]s)\b"
    r"(?!\s+(?:(?:also|not|now|often|still|widely|commonly|a|an|one of the)\s+){1,3}(?:[a-z-]+\s+){0,2}"
    rf"(?:{_KIND})s?\s+that\b)"
    r"(?:[^,;.]{0,160}?\b(?:that|whether)\b|(?:(?!\b(?:linked|tied|related|associated|used|known|thought|believed|said|"
    r"reported|shown|found|seen|proven|proved|supposed|able|likely|unlikely|due|prone|attributed|similar|added|"
    r"converted|bound|given|approved|licensed|demonstrated|held|considered|assumed|observed)\s+to\b)[^,;.]){0,160}?\bto\b)",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(?:takes?|taking|took|on|uses?|using|tried|trying|started|swallows?|drinks?|recommends?|recommended|"
    r"prescribes?|suggests?|suggested|swears by|gives?(?: me)?|gave me|eats?|got|prescribed|"
    r"(?:heard|hears?) (?:of|about)|knows?(?: of| about)?|known of|reads?(?: up)? (?:about|on)|c[ao]mes? across|"
    r"looks? (?:at|into)|looked (?:at|into)|asks?(?: \w+)? about|asked(?: \w+)? about|mentions?|mentioned|"
    r"th(?:inks?|inking|ought) (?:about|of)|consider(?:s|ed|ing)?|likes?|loves?|stud(?:y|ies|ied)|sells?|sold|buys?|"
    r"bought|discuss(?:ed)?|talk(?:s|ed)? about)\s+"
    r"(?:(?:my|some|the|a|an)\s+)?$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\W*(?:(?:not|i['’]m not|un)\s?sure about|what about|how about|as for|speaking of|talking of|regarding|about|"
    r"concerning|(?:be )?careful with|watch out (?:with|for)|on)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_TURNS = re.compile(r"[,;:–—]|\s-\s|\b(?:but|while|whereas|than|unlike|like|although|though|because)\b", re.IGNORECASE)
_INTERJECTION = re.compile(
    r"\W*(?:no|yes|yeah|yep|nope|sure|really|ok|okay|well|wow|right|sorry|thanks|lol|i know|of course|good news)\W*",
    re.IGNORECASE,
)
# The verb alone, for all that was said before: "doesn't", "has not", "does too", "failed to do so", "didn't either".
_LEFT_OUT = re.compile(
    r",?\s+(?:(?P<denied>(?:do|does|did|has|have|had|is|are|was|were|can|could)(?:n['’]?t| not)"
    r"(?: yet)?(?: done so| do so)?|"
    r"cannot(?: do so)?|(?:has |have |had )?fail(?:s|ed)? to(?: do so)?|never (?:does|did|has))(?P<either>,? either)?|"
    r"(?:(?:do|does|did|has|have|had|is|are|was|were|can)(?: so)?,?(?: too| as well| also| likewise)?)|"
    r"too|also|as well|likewise)\s*[.!,;]?\s*$",
    re.IGNORECASE,
)
_SO_DOES = re.compile(
    r"(?:[,;:.–—-]|\band\b|\bbut\b|\s)*\s(?:so (?:do|does|did|is|are|was|were|has|have|had|can)|"
    r"(?:the )?same (?:goes|is true|holds) (?:for|of)|"
    r"as (?:do|does|did|is|are|was|were|has|have|had|can|could|may|might))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_NOR_DOES = re.compile(
    r"(?:[,;:.–—-]|\band\b|\s)*\s(?:nor|neither) (?:do|does|did|is|are|was|were|has|have|had|can|could)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"n['’]t\b|\b(?:do|does|did|has|have|is|are|was|were)nt\b|\b(?:not|no|never|cannot|fail\w*)\b", re.IGNORECASE
)
_AUXILIARY = re.compile(r"has|have|had|is|are|was|were", re.IGNORECASE)
_MODAL = re.compile(r"can|could|may|might", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:,?\s*and|,|or|&|/|nor)\s*")
_BORDER = re.compile(r"\s*[,;–—-]?\s*(?:(?:and|but|while|whereas|yet)\s+)?(?:the\s+)?", re.IGNORECASE)
# A contrast: with "and", "it" may as well be what the clause before begins with ("*A* makes *B*, and *C* blocks it").
_PARALLEL = re.compile(r"\s*(?:,|;|\s-|–|—)?\s*(?:while|whereas|but|yet|though|although)\s+(?:the\s+)?", re.IGNORECASE)
_BROKEN_OFF = re.compile(
    r"(?:^|[;:–—,]|\s-\s|\b(?:but|and|that|because|since|while|whereas|so|although|though)\b|,\s+(?:as|for))\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a pronoun of the next sentence may stand for, and what was said last of all."""

    names: tuple[NameSpan, ...] = ()  # more than one only for "they"
    said: tuple[RelationSpan, ...] = ()
    objects: tuple[NameSpan, ...] = ()  # what "it" behind a verb may stand for
    pair: tuple[NameSpan, ...] = ()  # the two things named last: "the former", "both", "neither"
    ill: tuple[NameSpan, ...] = ()  # the one illness that the sentence before speaks of, beside nothing else


NO_TOPIC = Topic()


def with_pronouns(text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic) -> list[NameSpan]:
    """Return the names of a sentence with those for which its pronouns surely stand."""
    found = list(names)
    for pronoun in _PRONOUN.finditer(text, sentence.start, sentence.end):
        meant = _meant(text, sentence, names, pronoun.start(), topic)
        meant = meant if len(meant) == 1 or pronoun[0].casefold() == "they" else ()
        if _is_apart(pronoun, found) and not _ITS_OWN.match(text, pronoun.end(), sentence.end):
            found += (NameSpan(*pronoun.span(), one.mention, stands_for=True) for one in meant)
    for described in _DESCRIBED.finditer(text, sentence.start, sentence.end):
        ahead = [n for n in found if n.end <= described.start()]
        if (
            ahead
            or not _is_apart(described, found)
            or read_frame_before(text[sentence.start : described.start()]) is None
        ):
            continue
        place = (described.end(), described.end() + 1) if described["neither"] else described.span()
        found += (NameSpan(*place, one.mention, stands_for=True) for one in _described(described, topic))
    found += _behind_verbs(text, sentence, sorted(found, key=lambda n: n.start), topic)
    return sorted(found, key=lambda n: n.start)


def _is_apart(found: re.Match[str], names: Sequence[NameSpan]) -> bool:
    return all(found.end() <= n.start or n.end <= found.start() for n in names)


def _described(words: re.Match[str], topic: Topic) -> tuple[NameSpan, ...]:
    """Return which of the things named before are described so; () where that is unsure."""
    if words["each"]:
        counted = _COUNTS.get(words["each"].rpartition(" ")[2].casefold(), len(topic.names))
        return topic.names if len(topic.names) == counted > 1 else ()
    several = words["both"] or words["neither"] or words[0].casefold().startswith(("both", "these", "the two"))
    if several:
        one = topic.names if len(topic.names) == 1 and words["kind"] and not topic.pair else ()
        return one if one and _PLURAL.search(one[0].mention.text) else topic.pair  # "These vitamins": the B vitamins
    if place := words["place"] or words["count"]:
        last = place.casefold() in ("latter", "second", "other")
        return topic.pair[-1:] if last else topic.pair[:1]
    ill = (words["kind"] or "").casefold() in _ILLNESS
    fitting = {n.mention.ref: n for n in (*topic.names, *topic.objects) if n.ill == ill}
    return tuple(fitting.values()) if len(fitting) == 1 else ()


def _behind_verbs(text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic) -> list[NameSpan]:
    """Return the name that a pronoun behind a verb stands for: "*A* treats *B*. It does not prevent *it*."."""
    found = []
    for pronoun in _OBJECT.finditer(text, sentence.start, sentence.end):
        ahead = [n for n in names if n.end <= pronoun.start()]
        if not ahead or not _is_apart(pronoun, names) or _BROKEN_OFF.search(text[ahead[-1].end : pronoun.start()]):
            continue
        own = [n for n in ahead if not n.stands_for]
        parallel = len(own) == 2 if ahead[-1].stands_for else len(own) == 3 and _is_parallel(text, own)
        one_list = len(own) < 2 or len(listed(text, own)) == 1  # "*A* and *C* are both linked to it"
        meant: Sequence[NameSpan] = topic.objects if one_list else own[1:2] if parallel else ()
        if not (meant or pronoun["kind"]):
            meant = _spoken_of(text, sentence, own, topic)
        if kind := (pronoun["kind"] or "").casefold():  # "this enzyme" may be the subject of before as well
            around = (*topic.names, *topic.objects) if len(own) < 2 else own[:2] if parallel else ()
            meant = [n for n in around if n.ill == (kind in _ILLNESS)]
        meant = [n for n in meant if n.ill or not pronoun["its"]]  # "slows its progression": an illness has one
        if not meant and len(own) == 2 and _SAME_SUBJECT.fullmatch(text, own[1].end, pronoun.start()):
            found.append(replace(own[1], start=pronoun.start(), end=pronoun.end(), stands_for=True))
        if len({n.mention.ref for n in meant}) == 1 and meant[0].mention.ref != ahead[-1].mention.ref:
            found.append(NameSpan(*pronoun.span(), meant[0].mention, stands_for=True, ill=meant[0].ill))
    return found


def _spoken_of(text: str, sentence: Stretch, own: Sequence[NameSpan], topic: Topic) -> Sequence[NameSpan]:
    """Return what alone was spoken of before a subject that does something to it: "*B* is common, and *A* prevents it".

    It stands in the clause before, in the sentence before, or in words that lead up to the subject ("far from …").
    """
    if own and not any(n.ill for n in own) and len(listed(text, own)) == 1:
        return topic.ill
    subjects = own[1:]
    if not subjects or not own[0].ill or any(n.ill for n in subjects) or len(listed(text, subjects)) > 1:
        return ()
    between = text[own[0].end : own[1].start]
    if between.strip() == ":" and HEADS_TOPIC.fullmatch(text, sentence.start, own[0].start):
        return own[:1]
    if _LEADS_UP.fullmatch(text, sentence.start, own[0].start) and between.strip() in (",", ", the"):
        return own[:1]
    clause = _AND_THEN.search(between)
    whole = Stretch(sentence.start, own[0].end + clause.start()) if clause else None
    return _illness_of(text, whole, own[:1]) if whole else ()


def _illness_of(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
    """Return the one illness that a sentence names, where it speaks of nothing else that "it" may mean."""
    if len(names) != 1 or not names[0].ill:
        return ()
    words = f"{text[sentence.start : names[0].start]}{NAME}{text[names[0].end : sentence.end]}"
    return tuple(names) if names_nothing_else(words) and not disowns(words) else ()


# What leads up to a subject with what it does to something, or does not: "far from preventing *B*, *A* …".
_LEADS_UP = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|however),?\s+)?(?:far from|instead of|rather than|by|besides|in addition to)"
    r"\s+(?:\w+\s+){1,4}(?:the\s+)?",
    re.IGNORECASE,
)
_AND_THEN = re.compile(r"(?:,\s+(?:and|but|so)|;|,?\s+(?:but|yet))\s+(?:the\s+)?$", re.IGNORECASE)


def _is_parallel(text: str, names: Sequence[NameSpan]) -> bool:
    """Whether the third of three names begins a clause of its own: "*A* lowers *B* while *C* raises (it)"."""
    return _PARALLEL.fullmatch(text, names[1].end, names[2].start) is not None


_RISK_OF = re.compile(
    r"\b(?P<risk>risk|odds|likelihood|chances?|probability|incidence)\s+of(?:\s+the)?$", re.IGNORECASE
)
_CHANGES_IT = re.compile(
    r"\b(?:lower|reduc|decreas|cut|diminish|rais|increas|heighten|halv|doubl)(?:e?s|ed?|ing)?$", re.IGNORECASE
)


def of_the_risk(said: Sequence[RelationSpan], topic: Topic) -> list[RelationSpan]:
    """Return what was said, with "the risk of" where "it" is one: "*A* raises the risk of *B*, but *C* lowers it"."""
    found: list[RelationSpan] = []
    before = topic.said[-1] if topic.said else None
    for one in said:
        risk = _RISK_OF.search(before.phrase) if before else None
        meant = before is not None and {n.mention.ref for n in one.objects} == {n.mention.ref for n in before.objects}
        if risk and meant and all(n.stands_for for n in one.objects) and _CHANGES_IT.search(one.phrase):
            before = replace(one, phrase=f"{one.phrase} the {risk['risk']} of")
        else:
            before = one
        found.append(before)
    return found


def _meant(text: str, sentence: Stretch, names: Sequence[NameSpan], at: int, topic: Topic) -> tuple[NameSpan, ...]:
    """Return what a pronoun at that place means, a name or the subjects of one clause; () where that is unsure."""
    ahead = [n for n in names if n.end <= at]
    start = ahead[-1].end if ahead else sentence.start
    if not ahead:
        words = text[start:at]
        leads = read_frame_before(words) is not None or read_frame_before(unqualified(words)) is not None
        return topic.names if leads else ()
    if not _BROKEN_OFF.search(text[start:at]) and not _reports(text[start:at]):
        return ()
    if _is_introduced(text[sentence.start : ahead[0].start]):
        return _together(text, ahead)
    return _alone(text, sentence.start, at, ahead) if not speaks_of_others(text[start:at]) else ()


def _is_introduced(before: str) -> bool:
    """Whether the words before a name make it what a sentence is about."""
    return read_frame_before(before) is not None or bool(_TAKES.search(before) or _ABOUT.fullmatch(before))


# "(*A* is) a popular remedy", "another option is (*A*)": what a thing is said to be is nothing else.
_PREDICATE = re.compile(
    rf"(?:(?<={NAME})\s+(?:is|was|are|were|remains|has been|isn['’]t|wasn['’]t)|\bas|\b(?:called|considered))"
    r"(?:\s+(?:not|also|still|just|only|really|now|probably|simply|generally|certainly))*\s+(?:an?|the|"
    r"one of the)\s[^,;:.!?–—]*",
    re.IGNORECASE,
)
_IS_IT = re.compile(
    rf"(?:an?|the|one|another)\s[^,;:.!?–—{NAME}]*\s(?:is|are|was|would be|called|like)\s+{NAME}", re.IGNORECASE
)
_JOINED_TO = re.compile(
    rf"{NAME},?\s+(?:and|or|plus|with|&|/|\+|than|versus|vs)\s+(?!(?:it|they|i|we|he|she|you|my|our|the|this|"
    rf"was|were|is|are|has|have|can|"
    r"may|will|then|now|so|not|never|also|started|felt|feel|want|wonder\w*|asked|told|trials?|stud(?:y|ies)|both)\b)"
    r"|\b(?:and|or|plus|than|instead of|rather than|unlike|versus|vs|without|replac\w+|(?:rival|opposite|"
    r"alternative|competitor|successor|"
    r"cousin|relative|derivative|version|imitation|copy|seller|vendor|maker)s?\s+(?:of|to)|forget|compared (?:to|with)|"
    rf"(?:things?|something|pills?|drugs?|stuff) like|"
    rf"from)\s+(?:the\s+)?{NAME}(?<!benefits from {NAME})(?<!benefit from {NAME})",
    re.IGNORECASE,
)
# "*A* was mixed with a new herb": "it" may be either.
_TAKEN_KIND = "|".join(kind for kind in _KIND.split("|") if kind not in _ILLNESS)
_RIVAL = re.compile(
    rf"\b(?:and|with|or|plus)\s+(?:an?|another|some)\s+(?:[\w-]+\s+){{0,2}}"
    rf"(?:{_TAKEN_KIND}|pill|elixir|tonic|potion|powder|brew)\b",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\b(?:something|anything|another|someone|others?|alternatives?|instead|rather|else)\b", re.IGNORECASE
)
_DETERMINED = re.compile(
    r"\b(?:an?|the|this|that|another|my|your|his|her|our|their|its|some|any|each|every|one)\s+"
    rf"(?P<words>[\w{NAME}'’-]+(?:\s+(?!(?:of|in|on|at|to|for|from|with|by|is|are|was|were|has|have|had|that|"
    rf"which|who|and|or|but|as|"
    r"because|since|so|it|they|not|can|may|will|does|did|do|than|about|when|if|while)\b)[\w¤'’-]+){0,4})",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"(?<![su])s$|(?:men|children|people|mice|data)$")


# "but gin is dear", "Gin does not.": another thing that the graph does not know.
_OTHER_SUBJECT = re.compile(
    r"(?:\b(?:but|while|whereas|and|although|though|because)|[,;:])\s+(?:the\s+)?"
    r"(?!(?:it|they|i|we|he|she|you|this|that|there|what|which|who|not|also|everyone|people|patients|doctors)\b)"
    r"(?P<other>[a-z]+)\s+(?:is|was|has|does|can|may|will|did|costs|works)\b",
    re.IGNORECASE,
)
_OF_PEOPLE = re.compile(r"\W*(?:i|we|he|she|you|my|our|his|her|no|yes|yep|nope|so|a)\b", re.IGNORECASE)


def _beside_it(words: str) -> bool:
    """Whether a sentence without names leaves "it" what it was: of people, or what the thing is ("A mineral.")."""
    return _OF_PEOPLE.match(words) is not None and names_nothing_else(words)


def names_nothing_else(words: str) -> bool:
    """Whether words, with a sign for the one thing that they name, name nothing else that "it" may mean."""
    if _JOINED_TO.search(words) or _ELSE.search(words):
        return False
    known = word_list("no rival of a name")
    if any(found["other"].casefold() not in known for found in _OTHER_SUBJECT.finditer(words)):
        return False
    plain = _PREDICATE.sub(" ", _IS_IT.sub(" ", words))
    for found in _DETERMINED.finditer(plain):
        said = found["words"].split()
        if any(NAME in word for word in said):
            at = next(n for n, word in enumerate(said) if NAME in word)
            if any(_IS_KIND.fullmatch(word) for word in said[:at]):  # "this drug treats *B*"
                return False
            said = said[at + 1 :]
        if said and not any(word.casefold() in known for word in said) and not _PLURAL.search(said[-1]):
            return False
    return True


def _alone(text: str, start: int, end: int, names: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
    """Return the one thing that is named in a stretch of text which names nothing else; () if there are others.

    What ails people may be named beside what is taken for it, if that comes first or has the verb.
    """
    inside = [n for n in names if start <= n.start and n.end <= end]
    taken = [n for n in inside if n.taken] if len({n.mention.ref for n in inside}) > 1 else inside
    if len({n.mention.ref for n in taken}) != 1 or not all(n in taken or n.ill or n.felt for n in inside):
        return ()
    first = taken[0] is inside[0] or any(_HAS_VERB.match(text, n.end, end) for n in taken)
    words = text[start:end]
    for name in reversed(inside):
        left, right = name.start - start, name.end - start
        words = f"{words[:left]}{NAME if name in taken else 'illness'}{words[right:]}"
    told = find_cue(words, CueScope.SENTENCE, CueEffect.SUPPOSES, CueEffect.REFUTES, CueEffect.DOUBTS)
    return (taken[0],) if first and not told and not disowns(words) and names_nothing_else(words) else ()


_HAS_VERB = re.compile(
    r"\s+(?:is|was|are|were|has|have|may|can|should|could|will|does|did|works?|worked|helps?|helped)\b"
)


def _reports(words: str) -> bool:
    """Whether the last clause of these words only says who says what follows: ", but the big trial said"."""
    last = re.split(r"[,;:–—]\s*(?:(?:and|but|while|whereas)\b)?", words)[-1]
    return bool(last.strip()) and read_frame_before(last) is not None


def _together(text: str, names: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
    """Return the first name with those that are subjects beside it: "magnesium and iron"; () where that is unsure."""
    end = next((n for n, (a, b) in enumerate(pairwise(names), 1) if not _JOINED.fullmatch(text, a.end, b.start)), None)
    joined = tuple(names[: end or len(names)])
    apart = {text[a.end : b.start].strip() for a, b in pairwise(joined)}
    return joined if not apart or apart in ({"and"}, {",", "and"}, {",", ", and"}) else ()


def topic_of(
    text: str, sentence: Stretch, names: Sequence[NameSpan], said: Sequence[RelationSpan], last: Topic
) -> Topic:
    """Return what the next sentence may lean on."""
    refs = {n.mention.ref: n for one in said for n in one.objects}
    objects = tuple(refs.values()) if len(refs) == 1 else ()
    ill = _illness_of(text, sentence, names)
    found = _topic(text, sentence, names, said, last)
    return replace(found, objects=objects, pair=_pair(text, names) or last.pair, ill=ill)


def _pair(text: str, names: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
    """Return the two things that a sentence names beside each other, or the only two that it names."""
    groups = listed(text, names)
    two = groups[0] if groups and len(groups[0]) == 2 else tuple(names) if len(names) == 2 else ()
    return two if len({n.mention.ref for n in two}) == 2 else ()


def _topic(text: str, sentence: Stretch, names: Sequence[NameSpan], said: Sequence[RelationSpan], last: Topic) -> Topic:
    words = text[sentence.start : sentence.end]
    pronouns = said[0].subjects if said and said[0].subjects[0].stands_for else ()
    if pronouns and (not names or pronouns[0].start < names[0].start):  # "it improves *B*": the next "it" is the same
        return Topic(pronouns, tuple(said))
    if not names:
        return replace(last, said=()) if _INTERJECTION.fullmatch(words) or _beside_it(words) else NO_TOPIC
    first, final = names[0], names[-1]
    if not said and _IS_SUBJECT.match(words) and not _ITS_OWN.match(words, len(words) - len(words.lstrip()) + 2):
        return replace(last, said=())  # nothing was read of "it does not …", and yet it is what is spoken of
    if _TAKES.search(text[sentence.start : final.start]) and not text[final.end : sentence.end].strip(" .!"):
        return Topic((final,), tuple(said))
    subjects = _together(text, names) if read_frame_before(text[sentence.start : first.start]) is not None else ()
    if _RIVAL.search(text, first.end, sentence.end):
        return Topic((), tuple(said))
    turns = _TURNS.search(text[first.end : sentence.end].rstrip(" ;")) is not None and not said
    if turns or words.rstrip().endswith("?") or not subjects:
        subjects = _alone(text, sentence.start, sentence.end, names)
    return Topic(subjects, tuple(said))


_IS_SUBJECT = re.compile(r"\s*it\s+[a-z]", re.IGNORECASE)


def left_out(text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic) -> list[RelationSpan]:
    """Read "Echinacea doesn't." and "So does ginger." by the verb and the object of the sentence before."""
    if not names or len(listed(text, names)) != 1 or len(topic.said) != 1:
        return []
    opening, rest = f" {text[sentence.start : names[0].start]}", text[names[-1].end : sentence.end]
    nor = _NOR_DOES.fullmatch(opening) is not None
    if (nor or _SO_DOES.fullmatch(opening)) and not rest.strip(" .!,;"):
        one, place = topic.said[0], (names[0].start, names[-1].end)
        fits = one.predicate is None and not one.frame.refuted and (not nor or _DENIED.search(one.phrase))
        around = one.unread or _around(text, one, sentence.start)
        return [replace(one, subjects=tuple(names), start=place[0], end=place[1], unread=around)] if fits else []
    if read_frame_before(opening[1:]) is None:
        return []
    found = _LEFT_OUT.match(text, names[-1].end, sentence.end)
    model = topic.said[0]
    if found is None or model.frame.negated or model.frame.refuted or model.predicate is not None:
        return []
    phrase = _said_of_another(model.phrase, denied=found["denied"] is not None, either=found["either"] is not None)
    place = (found.start() + len(found[0]) - len(found[0].lstrip(" ,")), found.end())
    if not phrase:
        return []
    around = model.unread or _around(text, model, names[0].start)
    return [replace(model, subjects=tuple(names), phrase=phrase, start=place[0], end=place[1], unread=around)]


_FAR = 400  # characters before and behind a claim that are looked at
_LEADS_ON = re.compile(r"[,;–—-]?\s*(?:and|but|while|whereas|yet|though|although)?\s*(?:the\s*)?$", re.IGNORECASE)


def _around(text: str, said: RelationSpan, following: int) -> str:
    """Return what stands around a claim in its sentence, before another that says the same of more: it may be meant of
    both ("*A* treats *B* in children. So does *C*.").
    """
    places = [(n.start, n.end) for n in (*said.subjects, *said.objects)] + [(said.start, said.end)]
    first, last = min(start for start, _ in places), max(end for _, end in places)
    ahead = re.split(r"[.!?:;]\s|\n", text[max(0, first - _FAR) : first])[-1].strip(" *_-•,")
    behind = _NOR_DOES.sub("", _SO_DOES.sub("", text[last : min(following, last + _FAR)]))
    behind = _LEADS_ON.sub("", re.split(r"[.!?;]\s|\n", behind)[0]).strip(" .,;!*_\n")
    return next((words for words in (ahead, behind) if limits(words) or not adds_nothing(words)), "")


def _said_of_another(phrase: str, *, denied: bool, either: bool) -> str:
    """Return the phrase that a verb alone stands for; "" where it cannot be told what is denied."""
    if _DENIED.search(phrase):
        return phrase if denied else ""
    if not denied or either:
        return "" if either else phrase
    verb, _, rest = phrase.partition(" ")
    if _MODAL.fullmatch(verb):
        return f"does not {rest}"
    return f"{verb} not {rest}" if _AUXILIARY.fullmatch(verb) else f"does not {base_of_third(verb)} {rest}".strip()


def said_too(
    text: str, sentence: Stretch, names: Sequence[NameSpan]
) -> tuple[int, tuple[NameSpan, ...], tuple[NameSpan, ...]] | None:
    """Return where the clause before a shortened one ends, its names, and those of which that says the same, or denies.

    "Zinc works for colds, echinacea doesn't", "saffron works, and so does ginger", "…; same goes for coffee".
    """
    groups = listed(text, names)
    if len(groups) == 2 and len(groups[1]) > 1:  # "*A* prevents *B* and *C* does, too": the last begins the clause
        groups = [groups[0], groups[1][:-1], groups[1][-1:]]
    if len(groups) < 3:
        return None
    ahead, last = tuple(n for g in groups[:-1] for n in g), groups[-1]
    before = ahead[-1].end
    words = text[before : last[0].start]
    joined = _SO_DOES.search(words) or _NOR_DOES.search(words)
    rest = text[last[-1].end : sentence.end]
    if joined and (not rest.strip(" .!,;") or _WHY.match(rest)):
        return before + joined.start(), ahead, last
    short = _BORDER.fullmatch(words) is not None and _LEFT_OUT.match(text, last[-1].end, sentence.end) is not None
    return (before, ahead, last) if short else None


_WHY = re.compile(r"\s*,\s+(?:which is why|so|because|since|as)\b", re.IGNORECASE)


def same_said(
    text: str, said: Sequence[RelationSpan], names: tuple[NameSpan, ...], sentence: Stretch
) -> list[RelationSpan]:
    """Return what is said of more names by the verb and the object of the clause before it."""
    if len(said) != 1:
        return []
    first, last = names[0], names[-1]
    if turned := _not_denied(text, said[0], names, sentence):
        return [turned]
    if _LEFT_OUT.match(text, last.end, sentence.end):
        return left_out(text, Stretch(first.start, sentence.end), names, Topic((), tuple(said)))
    nor = _NOR_DOES.search(text, said[0].end, first.start) is not None
    if nor and not _DENIED.search(said[0].phrase):
        return []
    around = said[0].unread or _around(text, said[0], first.start)
    return [replace(said[0], subjects=names, start=first.start, end=last.end, unread=around)]


_AGAINST = re.compile(r"(?:^|[,;\s])(?:but|while|whereas|yet|though|although)\s+(?:the\s+)?$", re.IGNORECASE)
_NEITHER = re.compile(r"^neither$", re.IGNORECASE)
_NOT_DONE = re.compile(r"\b(?:do|does|did)(?: not|n['’]t)\s+(?P<verb>[a-z]+)", re.IGNORECASE)
_DOES = re.compile(r"\s+(?:do|does|did|can|may)(?: so)?\s*[.!]?\s*", re.IGNORECASE)


def _not_denied(text: str, said: RelationSpan, names: tuple[NameSpan, ...], sentence: Stretch) -> RelationSpan | None:
    """Return what is said of a name against a denial: "*A* does not prevent *B*, but *C* does"; None for none."""
    first, last = names[0], names[-1]
    against = _AGAINST.search(text[max(said.end, first.start - _FAR) : first.start])
    if against is None or said.frame.refuted or not _DOES.fullmatch(text, last.end, sentence.end):
        return None
    phrase = _NOT_DONE.sub(r"does \g<verb>", said.phrase, count=1)
    if not (said.frame.negated or phrase != said.phrase) or _DENIED.search(phrase):
        return None
    frame = replace(said.frame, negated=False)
    around = said.unread or _NEITHER.sub("", _around(text, said, first.start))
    return replace(said, subjects=names, phrase=phrase, frame=frame, start=first.start, end=last.end, unread=around)


_RESPECTIVELY = re.compile(r"\b(?:respectively|in that order)\b", re.IGNORECASE)


def in_their_order(text: str, sentence: Stretch, said: list[RelationSpan]) -> list[RelationSpan]:
    """Return what a sentence says; where it says "respectively", of the first subject and the first object, and so on.

    Nothing where they are unequal.
    """
    if _RESPECTIVELY.search(text, sentence.start, sentence.end) is None:
        return said
    equal = (one for one in said if len(one.subjects) == len(one.objects))
    pairs = ((one, *pair) for one in equal for pair in zip(one.subjects, one.objects, strict=True))
    return [replace(one, subjects=(subject,), objects=(object,)) for one, subject, object in pairs]
