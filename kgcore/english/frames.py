"""What the frame round a claim says besides: "of the vitamins, *A* …", "*A*, a plant from Mars, …", "like *C*". Pure.

A frame may count a thing to a set, call it something, liken it to another, or put it in another's place. What it counts
it to and calls it is left to whoever knows the thing (`QualifierKind.SORT`); every other word of content must be
accounted for, or be one that the graph itself has for the thing: those that are not are the keys of a `REST`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from kgcore.english.accounted import (
    BINDS,
    NO_HARM,
    STUDY_NAME,
    TAKES_BACK,
    WORD,
    accounted_keys,
    evidence,
    grammar_keys,
)
from kgcore.english.adjuncts import is_study
from kgcore.english.called import miscalled, names_sort, sort_keys, sorts_looked_at
from kgcore.english.chunks import DENIES, NAME, disowns
from kgcore.english.context import read_frame_before
from kgcore.english.cues import regex_of_any
from kgcore.english.qualifier_terms import all_terms, kind_of, stated, word_keys
from kgcore.english.words import word_lists
from kgcore.values.model import Qualifier, QualifierKind
from kgcore.values.text import shorten

_SHOWN = 60  # characters of what was not understood
# Where what a noun phrase calls ends, and what it says besides begins: "spice | made from", "drug | that".
_BESIDES = re.compile(
    r"\s+(?:that|which|who|whose|where|when|of|from|for|in|on|at|to|with|without|within|by|as|against|under|among|like|"
    r"than|since|until|over|once|long|now|still|never|not|so|because|though|"
    r"(?!red\b|seed\b|weed\b|need\b|dried\b|processed\b|refined\b|fermented\b)[a-z]{2,}ed|"
    r"made|found|grown|known|sold|given|taken|drunk|eaten|born|extinct|able|rich|available|native|related|"
    r"(?:\w+ly\s+)?[a-z]{3,}ing)\b",
    re.IGNORECASE,
)
_DETERMINER = re.compile(
    r"^(?:(?:an?|the|its|their|my|our|his|her|your|one of (?:the|its|our)|another|any|all|other|most|many|several|some|"
    r"both|each|every)\s+)+",
    re.IGNORECASE,
)
# Said of the thing in passing: between commas, dashes or brackets right behind its name.
_SET_OFF = re.compile(r"\s*(?:,|[(]|[–—]|-(?=\s))\s*(?P<what>[^,;:()–—]{2,120}?)\s*(?:[,;:)–—]|\s-\s)", re.IGNORECASE)
_CALLS = re.compile(
    r"(?:which\s+(?:is|are|was|were)\s+)?(?:an?|the|one of (?:the|its)|my|our|his|her|their|your)\s+", re.I
)
# That it does something to somebody or something, or is good for it: no word of that is accounted for by the way.
_DOES = re.compile(
    r"\b(?:(?:treatment|remed(?:y|ies)|therap(?:y|ies)|medicine|medication|drug|antidote|answer|weapon|solution|"
    r"defen[cs]e|protection|shield|prevention|help|cure|hope)s?\s+(?:for|against|to)|(?:treatment|prevention|cure|end)s?\s+of|"
    r"(?:proven|proved|known|shown|found|said|able|tested|approved|licen[sc]ed|demonstrated|guaranteed|documented|"
    r"thought|believed|reported|certified|used)\s+(?:\w+\s+){0,3}?(?:to|for|against|as)|"
    r"that\s+(?!(?:is|are|was|were|has|have|had|comes?|grows?|people|many|most|some)\b)[a-z]+s?)\b",
    re.IGNORECASE,
)

_NAMED_SO = re.compile(r"(?:which\s+(?:is|are|was|were)\s+)?(?:an?|the|one of the)\s", re.IGNORECASE)
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|will|would|should|must)\b", re.I
)
# A participle, or what is somebody's: "known to shrink tumours", "whose leaves kill viruses".
_TELLS = re.compile(
    r"(?:(?:\w+ly|long|now|first|also|often|best|well|still|itself|once|since|already|recently)\s+)*"
    r"(?!(?:need|indeed|compared|combined|paired|coupled|added|mixed|blended|given|taken|administered|injected)\b)"
    r"(?:[a-z]{2,}ed|known|found|made|grown|sold|shown|proven|said|born|whose|able|capable)\b",
    re.IGNORECASE,
)
_FRONTS = re.compile(r"[^,;:.!?()]{2,160},\s+")  # what a sentence begins with, up to each comma
_OPENS = r"(?:(?:and|but|so|yet|also|however|still|then)\s+)?"
_REPLACES = re.compile(
    rf"{_OPENS}(?:in (?:the )?(?:place|stead|lieu) of|instead of|rather than|replacing|substituting|"
    r"as an? (?:\w+ )?(?:substitute|replacement|stand-in|alternative) (?:for|to))\b",
    re.IGNORECASE,
)
_LIKENED = re.compile(
    rf"{_OPENS}(?:(?:just |much |exactly |quite )?like|unlike|(?:just )?as with|similar(?:ly)? to|in common with|"
    r"(?:in|by) contrast (?:to|with)|as opposed to|in contradistinction to|as well as|other than|"
    r"apart from|aside from|besides|along with|together with|next to|beyond|alongside|in addition to|on top of)"
    r"(?=\s|$)",
    re.IGNORECASE,
)
# The same where it is no matter of what else a thing does: "*A*, unlike drugs, …", "…, as do all spices".
_ALIKE = re.compile(
    r"(?:(?:just |much |exactly |quite )?like|unlike|(?:just )?as with|(?:in|by) contrast (?:to|with)|as opposed to|"
    r"as (?:do|does|did)|so (?:do|does|did))(?=\s|$)",
    re.IGNORECASE,
)
# "*A* is a hormone that …", "*A* belongs to the antibiotics and …"
_IS_ONE = re.compile(
    r"\s+(?:is|are|was|were|remains?|(?:belongs?|counts?)(?= (?:to|among)\b))\s+(?:also |itself )?"
    r"(?P<what>(?:an?|the|one of the|(?:to|among) the)\s+[^,;:.!?]{2,60}?)\s+"
    r"(?:that|which|and|but|used|known|given|taken)\b",
    re.IGNORECASE,
)
_BEFORE_NAME = re.compile(
    r"\b(?P<what>(?:the|an?|this|that)\s+(?:[a-z-]+\s+){0,2}(?!(?:of|for|in|to|with|by|on|from|at|against|as|than|an?|the)\b)[a-z-]+)\s+$",
    re.IGNORECASE,
)
_AHEAD = 120  # characters before a name that are looked at
# "Hormones such as *A*", "several antibiotics, including *C* and *A*"; "*A* and other antibiotics".
_KIND_OF = re.compile(
    rf"(?:^|[,;:.]\s+|\b(?:and|but|that)\s+)(?P<what>[^,;:.!?{NAME}]{{2,60}}?),?\s+"
    rf"(?:such as|including|like|e\.g\.|especially|notably|for example)\s+(?:[{NAME},\s]|\b(?:and|or|the)\b)*$",
    re.IGNORECASE,
)
_AND_OTHERS = re.compile(
    r",?\s+(?:and|or|as well as|along with|like)\s+(?:(?:many|some|most|several|all|various)\s+)?other\s+"
    r"(?P<what>(?:[a-z-]+\s){0,2}?[a-z-]+s)\b",
    re.IGNORECASE,
)
_ONE = re.compile(rf"{_OPENS}(?:an?|one(?: of the)?)\s", re.IGNORECASE)  # "A hormone, *A* …"
_COUNTS = re.compile(
    rf"{_OPENS}(?:(?:out )?of|among|amongst|within|as (?:an?|one of)|being (?:an?|one of)|"
    r"(?:(?:best|better|long|widely|also|now|once|first|originally|commonly|mainly|mostly)\s+)?(?:known|used|described|"
    r"class(?:ed|ified)|seen|regarded|sold|grown|valued|prized|prescribed|taken|introduced) as (?:an?|one of)|"
    r"(?:in|within) the (?:class|group|family|category|realm|world) of)\s",
    re.IGNORECASE,
)
# "Unlike all other drugs, …": more than that it does so.
_UNLIKE_ALL = re.compile(
    rf"{_OPENS}(?:unlike|(?:in|by) contrast (?:to|with)|as opposed to)\s+(?:all|any|every|each|everything|most)\b", re.I
)
_OF_NAMES = re.compile(r"\b(?:the|all|any|most|other|both|and|or|every|each|its)\b", re.IGNORECASE)
_VAGUELY = re.compile(r"(?:many|most|some|several|a few|numerous)\b(?! other\b)", re.IGNORECASE)
_MEMBER = re.compile(
    r"(?:(?:all|any|every|many|most|some|several|each|the|its|both|almost all|nearly all)\s+)*"
    r"(?:other|any|every|all)\s+(?:the\s+)?",
    re.IGNORECASE,
)
# "Besides its use in tea", "beyond flavouring rice": what else is known of it, not what does the same.
_ITS = re.compile(r"(?:its|their|the|being|\w{3,}ing)\b", re.IGNORECASE)
_PREPOSITION = re.compile(
    rf"{_OPENS}(?:in|on|at|with|under|through|via|by|inside|outside|within|against|near|behind|above|below|off)\b",
    re.IGNORECASE,
)


def noun_phrase(words: str) -> str:
    """Return what words call a thing, without determiners and what they say besides: "spice" of "a spice from Iran"."""
    plain = _DETERMINER.sub("", words.strip(" ,."))
    besides = _BESIDES.search(plain)
    return plain[: besides.start()] if besides else plain


def head_of(noun: str) -> tuple[str, frozenset[str]]:
    """Return the key of a noun phrase's last word, and those of the words before it."""
    keys = list(word_keys(noun))
    return (keys[-1], frozenset(keys[:-1])) if keys else ("", frozenset())


def said_in_passing(between: str, name: str, own: Collection[str] = (), hidden: str = "") -> tuple[Qualifier, ...]:
    """Return what the words set off right behind a name say of it that is to be borne out, or that nothing bears out.

    `own` are the keys of the claim's names; `hidden` are the same words with signs for all names.
    """
    found = _SET_OFF.match(between)
    if found is None:
        return ()
    what = found["what"]
    masked = (hidden or between)[slice(*found.span("what"))]
    if _REPLACES.match(what):
        return (_rest(what),)
    if (counts := _COUNTS.match(what)) and names_sort(what[counts.end() :]):
        return (Qualifier(QualifierKind.SORT, what),)
    if _CALLS.match(what):
        return called_so(what, name, own)
    if likened := _ALIKE.match(what):
        return () if NAME in masked else tuple(_likened(what, what, likened.end(), own))
    if not _TELLS.match(what) or _is_unfounded(what):
        return ()  # the reader of asides has seen to these
    strange = strange_keys(what, own, does=_DOES.search(what) is not None)
    return (_rest(what, strange),) if strange else ()


def is_one_of(front: str, behind: str) -> tuple[Qualifier, ...]:
    """Return the sorts that a subject is said to be of right before its name, and by what is said of it first."""
    ahead = front[-_AHEAD:]
    found = (_BEFORE_NAME.search(ahead), _KIND_OF.search(ahead), _IS_ONE.match(behind), _AND_OTHERS.match(behind))
    told = (m["what"] for m in found if m and NAME not in m["what"] and names_sort(m["what"]))
    return tuple(Qualifier(QualifierKind.SORT, _TO.sub("", words)) for words in told)


_TO = re.compile(r"^(?:to|among) ", re.IGNORECASE)


def added_to(tail: str, name: str, own: Collection[str] = ()) -> tuple[Qualifier, ...]:
    """Return the same of what stands behind a claim's last name, where it calls that something: ", a viral disease"."""
    found = _SET_OFF.match(f"{tail.rstrip(' .!')},")
    what = found["what"] if found else ""
    if (other := _ALIKE.match(what)) or _REPLACES.match(what):
        claimed = other is not None and (NAME in what or _VAGUELY.match(what, other.end() + 1))
        return () if claimed else (_rest(what),)
    calls = _NAMED_SO.match(what)
    noun = noun_phrase(what[calls.end() :]) if calls else ""
    if not noun or _CLAUSE.search(noun) or _reporters().search(noun):
        return ()  # a clause of its own, or where it is known from
    return called_so(what, name, own)


def called_so(what: str, name: str, own: Collection[str] = ()) -> tuple[Qualifier, ...]:
    """Return the same of what a name is called in passing: "a spice made from flowers"."""
    calls = _CALLS.match(what)
    if calls is None:
        return ()
    called = what[calls.end() :]
    if _is_unfounded(what) or _for_others(what) or miscalled(f", {what},", name):
        return (_rest(called),)
    noun = noun_phrase(called)
    besides = called.removeprefix(noun)
    head = next(word_keys(noun.rpartition(" ")[2]), "")
    known = head in sort_keys() and head not in sorts_looked_at()
    found = (
        [Qualifier(QualifierKind.SORT, f"{calls[0]}{noun}".strip())] if noun and NAME not in noun and not known else []
    )
    if strange := strange_keys(besides, own, does=_DOES.search(what) is not None):
        found.append(_rest(called, strange))
    return tuple(found)


def framed(front: str, told: Collection[str], own: Collection[str], said: str) -> tuple[Qualifier, ...]:
    """Return what the words before a claim's subject count it to, liken it to, or put it in the place of.

    Names are signs in `front`, and `said` is the same with them; `told` are the keys of the claim's qualifiers, `own`
    those of its names.
    """
    found = list[Qualifier]()
    for part in _FRONTS.finditer(front):
        words, plain = part[0].strip(" ,"), said[part.start() : part.end()].strip(" ,")
        if _REPLACES.match(words):
            found.append(_rest(plain))
        elif (counts := _COUNTS.match(plain)) and names_sort(plain[counts.end() :]):
            found.append(Qualifier(QualifierKind.SORT, plain))
            besides = _BESIDES.search(words, counts.end())  # "as a mineral (from Mars)"
            if besides and (strange := strange_keys(words[besides.start() :], (*told, *own))):
                found.append(_rest(plain, strange))
        elif NAME not in words and read_frame_before(part[0]) is not None and not names_sort(plain):
            continue  # "along with this", "on the plus side": an opening that adds nothing
        elif likened := _LIKENED.match(words):
            found += _likened(plain, words, likened.end(), own)
        elif (one := _ONE.match(words)) and names_sort(words[one.end() :]):
            found += called_so(f"a {words[one.end() :]}", "", own)
        elif (lead := _PREPOSITION.match(words)) and is_study(words[lead.end() :]):
            continue
        elif lead and (strange := strange_keys(words, (*told, *own))):
            found.append(_rest(plain, strange))
    return tuple(found)


def _likened(plain: str, words: str, at: int, own: Collection[str]) -> Iterator[Qualifier]:
    what = words[at:].strip()
    if _VAGUELY.match(what):
        return
    if _UNLIKE_ALL.match(words):
        yield _rest(plain)
        return
    if member := _MEMBER.match(what):
        noun = noun_phrase(plain[len(plain) - len(what) + member.end() :])
        yield Qualifier(QualifierKind.SORT, noun)
        if head_of(noun)[0] in _anything():
            return  # "unlike other drugs"
    if NAME in what and not WORD.search(_OF_NAMES.sub("", what)):
        return  # of those that are named the same is claimed on its own
    its = _ITS.match(what)
    strange = strange_keys(what, own) if its else frozenset[str]()
    if strange or not its:
        yield _rest(plain, strange)


def _for_others(what: str) -> bool:
    """Whether words say for whom a thing is: "a medicine for cats"."""
    _, _, whom = what.partition(" for ")
    return bool({kind_of(term) for term in stated(whom)} & {QualifierKind.SPECIES, QualifierKind.POPULATION})


def _is_unfounded(what: str) -> bool:
    """Whether words bind, deny, disown or promise what no word of the thing itself can bear out."""
    plain = evidence().sub(" ", what)
    return bool(
        BINDS.search(plain)
        or DENIES.search(plain)
        or NO_HARM.search(plain)
        or disowns(plain)
        or TAKES_BACK.fullmatch(f"which {plain}")
    )


def strange_keys(words: str, told: Collection[str] = (), *, does: bool = False) -> frozenset[str]:
    """Return the keys of words that neither leave a claim as it is nor are of no content; `told` are known besides,
    `does`: nothing accounts for what a thing does.
    """
    plain = all_terms().sub(" ", STUDY_NAME.sub(" ", words))
    known = grammar_keys() | _of_evidence() if does else accounted_keys() | _places()
    keys = (k for m in WORD.finditer(plain) for k in word_keys(m[0]))
    return frozenset(k for k in keys if len(k) > 1 and k not in known and k not in told)


@cache
def _places() -> frozenset[str]:
    return frozenset(k for word in word_lists()["where from"] for k in word_keys(word))


@cache
def _anything() -> frozenset[str]:
    lists = word_lists()
    spoken = (*lists["any that is taken"], *lists["any that is spoken of"])
    return frozenset(k for word in spoken for k in word_keys(word))


@cache
def _reporters() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{regex_of_any(word_lists()['reporter'])}|findings?|analys[ei]s|results?|effects?)\b", re.IGNORECASE
    )


@cache
def _of_evidence() -> frozenset[str]:
    return frozenset(k for word in word_lists()["doing of what is taken"] for k in word_keys(word))


def _rest(words: str, keys: frozenset[str] = frozenset()) -> Qualifier:
    shown = re.sub(f"{NAME}+", "…", " ".join(words.split()))
    return Qualifier(QualifierKind.REST, shorten(shown, _SHOWN), keys=keys)
