"""What a sentence adds right behind its claim as if it were part of it: how it is done, and more of what is done. Pure.

"…, and it does so without being absorbed" tells how, "… and all its complications" names more that it is said of. All
their words may be ones that leave a claim as it is elsewhere, so that they are told by how they are built.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from kgcore.english.accounted import ACCOUNTED, BINDS, WORD, evidence, is_accounted, may_turn
from kgcore.english.chunks import DENIES, NAME
from kgcore.english.qualifier_terms import qualifier_cue, stated, word_keys
from kgcore.english.words import word_lists

_DOES_SO = re.compile(
    r"(?:[.!?,;:(–—]\s*|\s-\s+|\s)(?:(?:and|but|or|which|while|though|although|yet)\s+){0,2}(?:(?:it|they|that|this)\s+)?"
    r"(?:(?:can|may|will|could|might|would|even|also|always|only|usually|often|\w+ly)\s+){0,3}"
    r"(?:do|does|did|doing|done)\s+(?:so|this|that|it)\b(?P<how>[^,;:()–—.!?]*)",
    re.IGNORECASE,
)
_WORKS = re.compile(
    r"(?:^|[.!?;])\s*(?:(?:and|but|so|or)\s+)?(?:it|they|this|that|the effect)\s+"
    r"(?:(?:also|even|always|never|only|just|\w+ly)\s+){0,3}"
    r"(?:works?|worked|holds?(?: true)?|appl(?:y|ies)|happens?|fails?|acts?|takes effect|is (?:also )?true|goes)\b"
    r"(?P<how>[^,;:()–—.!?]*(?:,\s+(?:too|as well|alike))?)",
    re.IGNORECASE,
)
_BY_DOING = re.compile(
    r"\s*(?:(?:mainly|partly|mostly|chiefly|primarily|probably|largely)\s+)?(?:by|through|via|on|as)\b", re.I
)
_OF_MORE = re.compile(r"\b(?:too|as well|also|even|alike|equally|just as|likewise|every|all|any)\b", re.IGNORECASE)
_MAKES_IT = re.compile(
    r"(?:^|[.!?;,])\s*(?:this|that|which)\s+(?:\w+ly\s+|also\s+|in turn\s+)?makes?\s+(?:it|them|both)\s+"
    r"(?P<what>[^,;:()–—.!?]*)",
    re.IGNORECASE,
)
_ELSE = f"{ACCOUNTED}what else it does"
_MANY = (
    r"(?:(?:all|many|most|some|any|every|each|several|countless|numerous|various|the|its|their|such|other|related|"
    r"associated|similar|further|more|worse|dozens|hundreds|a|hundred|of|late|long-term|serious|known|its own)\s+)"
)
_ILLS = (
    r"(?:complications?|sequelae|consequences?|causes?|after-?effects|comorbidit(?:y|ies)|co-morbidit(?:y|ies)|"
    r"diseases?|illness(?:es)?|ailments?|disorders?|conditions?|syndromes?|infections?|cancers?|maladies|afflictions|"
    r"problems?|pains?|ills?|forms?|types?|kinds?|precursors?)"
)
_MORE = re.compile(
    rf"\s*+,?\s*+[(–—-]?\s*+(?:and|or|plus|including|as well as|along with|together with|not to mention|besides|among|"
    rf"to name (?:but|only|just)?\s*(?:one|a few)(?: of)?)\s+(?P<what>{_MANY}+{_ILLS})\b"
    r"(?!\s+(?:of which|is|are|was|were|can|may|has|have)\b)",
    re.IGNORECASE,
)


# "…, and that without a prescription", "…, fever included": what is said of the claim as well.
_AND_THAT = re.compile(
    r"\s*+,?\s*+[–—-]?\s*+(?:and|or|but)\s+(?:that|this|all (?:this|that)|it does so)\s+(?:even\s+)?"
    r"(?:without|with|within|at|for|in|by|on|after|before|under|over|through)\b[^,;:.!?]*",
    re.IGNORECASE,
)
_INCLUDED = re.compile(
    r"\s*,\s+(?P<what>[^,;:.!?()]{2,60}?)\s+(?:included|inclusive|to boot|not excepted)\b", re.IGNORECASE
)
_JOINS = re.compile(r"\b(?:and|or|both|the|all)\b", re.IGNORECASE)
# "by eating *B*", where no claim says so.
_DOES_TO_NAME = re.compile(r"\b[a-z]+ing\s+(?:[a-z]+\s+){0,2}_")
# "It makes people immortal.", "They heal every wound.": what a sentence of its own promises of the claim's thing.
_PROMISES_MORE = re.compile(
    r"\s*(?:(?:and|but|so)\s+)?(?:it|they|this|that)\s+(?:(?:also|even|thereby|then|truly|\w+ly)\s+){0,2}"
    r"(?:cures?|heals?|resurrects?|rejuvenates?|abolish(?:es)?|banish(?:es)?|eradicates?|grants?|guarantees?|defeats?|"
    r"conquers?|reverses?|restores?|raises? the dead|ends?|(?:makes?|turns?|renders?|keeps?|lets?)\s+(?:\w+\s+)?"
    r"(?:people|you|us|users|men|women|patients|children|every(?:one|body)|any(?:one|body)))\b",
    re.IGNORECASE,
)


def done_so(words: str, told: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield where words behind a claim tell how that is done in words that nothing accounts for."""
    for found in (*_DOES_SO.finditer(words), *_WORKS.finditer(words)):
        how = found["how"]
        if may_turn(found[0]) or not is_accounted(how, told) or _extends(how) or _DOES_TO_NAME.search(how):
            yield found.span()


def goes_on_about_it(sentence: str) -> bool:
    """Whether a sentence only tells how that is done which the one before it says, or promises more of the same thing:
    "It does so within hours.", "It makes people immortal.".
    """
    if _PROMISES_MORE.match(sentence):
        return True
    found = _DOES_SO.match(sentence) or _WORKS.match(sentence)
    return found is not None and not _BY_DOING.match(found["how"])


def made_of_it(words: str, told: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield where words behind a claim say what that makes of its thing in words that leave it as it is: "This makes
    it a popular option for people who sleep badly".
    """
    for found in _MAKES_IT.finditer(words):
        what = found["what"]
        if is_accounted(what, told) and not (BINDS.search(what) or DENIES.search(what)):
            yield found.span()


def _extends(how: str) -> bool:
    """Whether words say of how many, how soon or of whom else it holds, which no evidence for the claim has said."""
    cued = any(qualifier_cue(kind).search(how) for kind in ("time", "number", "degree", "brief"))
    return cued or bool(_OF_MORE.search(how) and stated(how))


def names_complaints(words: str) -> bool:
    """Whether words name what people complain of, which elsewhere is what a thing also does: ", flu, and tiredness"."""
    keys = {k for m in WORD.finditer(words) for k in word_keys(m[0])}
    return not _of_complaints().isdisjoint(keys)


@cache
def _of_complaints() -> frozenset[str]:
    lists = word_lists()
    others = (word for name, words in lists.items() if name.startswith(ACCOUNTED) for word in words if name != _ELSE)
    return frozenset(k for w in lists[_ELSE] for k in word_keys(w)) - {k for w in others for k in word_keys(w)}


def more_of_it(behind: str) -> str:
    """Return what words right behind a claim's last name say it of as well, where they name no name; "" for none."""
    if (included := _INCLUDED.match(behind)) and WORD.search(_JOINS.sub(" ", included["what"]).replace("_", " ")):
        return included[0].strip(" ,")
    if (stressed := _AND_THAT.match(behind)) and not evidence().search(stressed[0]):
        return stressed[0].strip(" ,–—-")
    found = _MORE.match(behind)
    return found[0].strip(" ,(–—-") if found else ""


# What makes it a clause or an adjunct of its own: "and is cheap", "and in men", "and slowly".
_VERBAL = (
    r"(?:is|are|was|were|be|been|being|has|have|had|do|does|did|can|could|may|might|will|would|should|must|cannot|"
    r"in|on|at|by|for|from|with|without|of|to|over|under|across|after|before|during|through|per|within|among|as|if|"
    r"when|while|although|though|because|since|so|but|yet|not|that|which|"
    r"who|it|they|those|given|taken|this|there|then|thus|hence|therefore|more|less|only|"
    r"especially|particularly|\w+ly|\w+ing(?=\s+\w)|\w+ed)\b"
)
# One more object that no name stands for: "(prevents *B*) and death itself", "and, with it, ageing", "as well as luck".
_AND = r"(?:and|or|plus|&|as well as|along with|together with|not to (?:mention|speak of)|besides|let alone)"
_ONE_MORE = re.compile(
    rf"\s*+(?:,?\s*+{_AND}|[,;(–—-]\s*+(?:also|even|likewise|equally|maybe|perhaps|possibly))\s*+,?\s*+"
    r"(?:with (?:it|them)\s*+,?\s*+|(?:even|also|indeed|perhaps|possibly|thereby|thus|too)\s+)*"
    r"(?:(?:of|for|against|from)\s+(?:being\s+)?)?"
    rf"(?P<what>(?:(?!{_VERBAL})[^\W\d_{NAME}][\w'’-]*+\s*+){{1,4}})(?:included\b|too\b|as well\b|alike\b)?"
    r"(?=[.,;:!?)–—]|$)",
    re.IGNORECASE,
)
_THE_SAME_DOES = re.compile(
    r"\s*+[,;(–—-]?\s*+(?:and|but|though|although|yet|just|exactly|much)?\s*+,?\s*+(?:then\s+)?(?:again,?\s+)?"
    r"(?:(?:so|as|neither|nor|just as)\s+(?:does|do|did|would|will|can|could|may|might|is|has)\s+"
    r"(?!(?:it|they|we|you|I|not)\b)|as\s+(?=[^,;:.!?]{2,30}\s(?:does|do|did|would|will)\s*(?:$|[,;:.!?])))"
    r"(?P<what>[^,;:.!?()–—]{2,60})",
    re.IGNORECASE,
)
# "…, which it also causes": the same two things in another relation, of which nothing is known.
_WHICH_IT_DOES = re.compile(
    r"\s*+[,(–—-]?\s*+(?:and\s+)?(?:which|whom|something|a thing)\s+(?:that\s+)?(?:it|they)\s+"
    r"(?P<also>(?:(?!(?:is|are|was|were|has|had)\b)[a-z]+\s+){0,3})(?!contains?\b)(?P<does>[a-z]+)"
    r"(?=\s*+(?:$|[.,;:!?)–—]))",
    re.IGNORECASE,
)
HELPS = re.compile(
    r"\b(?:treat|prevent|protect|cure|eas|reliev|help|ward|stop|good for|against|used (?:for|in)|works? (?:for|in)|"
    r"improv|sooth|fight|guard|remed|therap|effective|indicated|prescribed)\w*",
    re.IGNORECASE,
)
# "at the cost of the eyes": what is lost by it is a harm, or it is not accounted for.
_AT_COST = re.compile(
    r"\s*+,?\s*+(?:even\s+)?at the (?:cost|price|expense) of\s+(?P<what>[^,;:.!?()–—]{2,60})", re.IGNORECASE
)

# "while Mercury is in retrograde": without a comma, a condition.
_WHILE = re.compile(
    r"\s+while\s+(?:[\w'’-]+\s+){1,4}?(?:is|are|was|were|remains?|stays?)\s+(?:in|on|at|under|out|up|not|\w+ing)\b[^,;:.!?]*",
    re.IGNORECASE,
)


@cache
def _harms() -> frozenset[str]:
    return frozenset(word_lists()[f"{ACCOUNTED}what else it does"]) | frozenset(word_lists()[f"{ACCOUNTED}grammar"])


def _only_harms(words: str) -> bool:
    return all(m[0].casefold() in _harms() for m in WORD.finditer(words))


def one_more(behind: str, *, harms: bool) -> str:
    """Return what words behind a claim's last name say it of as well, though nothing is known of that; "" for none.

    `harms`: the claim is of no help, so that other harms may be told beside it.
    """
    found = _ONE_MORE.match(behind)
    if found is None or not WORD.search(found["what"]) or (harms and is_accounted(found["what"], ())):
        return ""
    return found[0].strip(" ,")


def does_the_same(behind: str, *, helps: bool = False) -> str:
    """Return what words right behind a claim say does the same, or the thing itself does besides, what it costs, or
    during what it does so, where no name stands for that; "" for none.

    `helps`: so the claim says.
    """
    if (found := _THE_SAME_DOES.match(behind)) and NAME not in found["what"]:
        return found[0].strip(" ,;(–—-")
    found = _WHICH_IT_DOES.match(behind)
    if found and (found["also"] or helps != bool(HELPS.match(found["does"]))):
        return found[0].strip(" ,(–—-")
    if (found := _AT_COST.match(behind)) and NAME not in found["what"] and not _only_harms(found["what"]):
        return found[0].strip(" ,")
    found = _WHILE.match(behind.replace(NAME, "x"))
    return re.sub(f"{NAME}+", "…", behind[: found.end()]).strip() if found else ""
