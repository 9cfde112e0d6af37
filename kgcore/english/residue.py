"""Which words beside a claim nothing accounts for: "…, so the pills can be thrown away", "the gods let *A* …". Pure.

A claim is part of a sentence, and its ✓ is read as one for the whole of it. So every word of content beside a claim
must be one of another name or claim, of a qualifier, or of what leaves a claim as it is: where it is known from, how
it comes about, how to take care (`words.tsv`, the lists "accounted for: …"). What else stands there keeps it from ✓.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kgcore.english.chunks import DENIES, disowns, heads_matter, opening_chunk, reports_finding
from kgcore.english.context import read_frame_before
from kgcore.english.cues import regex_of_any
from kgcore.english.qualifier_terms import all_terms, kind_of, neutral_keys, stated, word_keys
from kgcore.english.words import word_lists
from kgcore.values.model import QualifierKind
from kgcore.values.text import shorten

Spans = Sequence[tuple[int, int]]

_SHOWN = 60  # characters of what was not understood
_LISTS = "accounted for: "
_HEADS = "accounted for as apposed"  # what something is called in passing: "*A*, a spice from crocus flowers,"
# Where a sentence's words behind a claim part: punctuation and what joins there, or a word that joins.
_BORDER = re.compile(
    r"(?P<stop>\s*(?:[,;:()!?–—]|\.(?!\d)|\s-\s))\s*(?:and|but|or|yet|so)?\b|"
    r"\b(?:and|but|while|whereas|although|though|yet|so|because|since|which|hence|thus)\b",
    re.I,
)
_FOR_ALL = re.compile(r"\W*(?:and\s+)?(?:so|hence|thus|therefore|thereby|which|this|that)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\ds?\b")
_EXCEPTED = re.compile(r"\b(?:all|everyone|everybody|anyone|anybody) (?:but|except|save)\b", re.IGNORECASE)
_FRONTED = re.compile(
    r"\W*(?:\w+ly\b|despite|whether|once|(?:al)?though|while|whereas|because|by|in|on|for|as|among|with|given|contrary|"
    r"besides|apart|of|at|from|over|across|throughout|since|even|like|unlike|beyond|beside|per|according|judging|"
    r"(?:not )?only)\b.*,",
    re.IGNORECASE | re.DOTALL,
)
_ENOUGH = 3  # words of content that are understood, beside which a single one that is not may stand
# What goes on to assert something of the same thing, or draws on the claim: there every word must be understood.
_ASSERTS = re.compile(
    r"\W*(?:and|or|so|hence|thus|therefore|thereby|consequently|which|while|without|only|it|they|there)\b",
    re.IGNORECASE,
)
# What takes the claim back: "a finding that did not replicate", "which the trials did not show", "an old error".
_TAKES_BACK = re.compile(
    r"\W*(?:(?:but|though|although|and)\s+)?(?:which|that|this|something|as|an?|the)\b.*"
    r"(?:\b(?:not|never|nobody|nothing|none|hardly|cannot|fail\w*)\b|n['’]t\b).*"
    r"\b(?:shown?|showed|confirm\w*|replicat\w*|reproduc\w*|repeat\w*|borne|support\w*|hold|held|stand|stood|true|"
    r"so|right|real)\W*|.*\b(?:errors?|mistakes?|blunders?|delusion|misreading|misprint|artefact|artifact|"
    r"coincidence|pretence)\b.*|.*\b(?:contradict|disprov|refut|retract|withdr[ae]w|overturn|discredit)\w*\W*",
    re.IGNORECASE | re.DOTALL,
)
# "…, at least on paper", "at least in my case": a limit that is none of evidence, nor one of whom, when or how much.
_AT_LEAST = re.compile(
    r"\W*(?:(?:and|but|though|if|or)\s+)?(?:at least|at best|at most)\s+(?:in|on|for|to|with|by|among|under|from|"
    r"as|when|if|at|inside|within)\b",
    re.IGNORECASE,
)
# That something does no harm at all, which no evidence says.
_HARMLESS = re.compile(
    r"\b(?:risk|harm|danger|trouble|worry|side[- ]effects?)-free\b|"
    r"\bfree (?:of|from) (?:\w+ )?(?:harms?|dangers?|risks?|side[- ]effects?)\b|"
    r"\b(?:no|zero|without|not a|hardly any|nil) (?:[\w-]+ ){0,2}"
    r"(?:risks?|harms?|dangers?|drawbacks?|downsides?|side[- ]effects?|adverse effects?)\b",
    re.IGNORECASE,
)
# Behind a claim these go on about it, though a comma sets them off: ", under hypnosis", ", raising the dead".
_GOES_ON_ABOUT = re.compile(
    r"(?:on|under|within|at|until|inside|outside)\b|"
    r"(?!(?:includ|depend|accord|consider|follow|start|beginn|rang|dur|be|hav)ing)[a-z]+ing\b(?!,)",
    re.IGNORECASE,
)
# "…, as a working group wrote in its report, trials have found that": whoever reports a finding, however it is put.
_REPORTS = re.compile(r".*\bthat", re.IGNORECASE | re.DOTALL)
_CALLED = re.compile(r"\b(?=[\w-]*[A-Z][\w-]*[A-Z])[\w-]+")  # a study's name: "in SELECT"
_OWN_WORDS = re.compile(r"\(the model[’']s own words:[^)]*\)")
_OFFERED = re.compile(
    r"\b(?:is|are|was|were) (?:(?:also|often|widely|mostly) )?(?:sold|marketed)(?: everywhere)?\b", re.IGNORECASE
)
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
_BEFORE_CLAIM = re.compile(r".*(?:[:;]\s|,\s+(?:but|yet|and)\s)", re.DOTALL)  # "It would be tempting to think so, but "
_NEXT_WORD = re.compile(r"\s+([a-z][a-z’'-]+)(?:\s+[a-z-]+)?\s*")
_ANOTHER = re.compile(
    r"(?:deficien|resist|poison|withdraw|mutation|receptor|transporter|antagoni|inhibit|antidot|blocker|shortage|allerg|"
    r"overdos|substitut|intoleran)\w*",
    re.IGNORECASE,
)
# What used to be so, and what a relative clause promises.
_OTHER_ONE = re.compile(r"\bcures?\b|^\s+used to\s*$", re.IGNORECASE)
# What a claim's own line calls it: "Myth: ", "False: ", "The label untruthfully states: ", a struck line, a cross.
_DISMISSED = re.compile(
    r"~~|[❌\u2717🚫⛔]|\b(?:myths?|false|untrue|untruth\w*|wrong|fakes?|hoax|debunked|rumou?rs?|lies?|lied|lying|fiction|"
    r"misconceptions?|retracted|refuted|labels?|leaflets?|adverts?|ads?|slogans?|headlines?|swears?|insists?)\b[^:]*:\s",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(r"\b(?:not only|neither|only|no doubt|no question)\b", re.IGNORECASE)
_NAME = "_"  # stands for the letters of a name, so that what is built around it can be seen
_STOPS = (",", ";", ":", "(", "–", "—", ".", "-", "!", "?")
_CLAUSE = re.compile(r"\W*(?:while(?!\s+\w+ing\b)|whereas|(?:al)?though|because)\b", re.IGNORECASE)
# What no comment says: what someone is to do or may do, what always holds, what is limited or promised.
_BINDS = re.compile(
    r"\b(?:you|yours?|yourself|can|could|may|might|must|should|shall|will|would|ought|needs?|ha(?:s|ve) to|"
    r"every(?:one|body|thing|where)?|all(?! over)|always|forever|entirely|completely|totally|perfectly|wonderfully|"
    r"without|solely|merely|exclusively|unless|except|save|provided|instead|safe(?:ly|r)?|harmless(?:ness)?|"
    r"den(?:y|ies|ied)|hides?|hidden|proofs?|blessing|boon|miracles?|enough to)\b",
    re.IGNORECASE,
)
# A consequence, a limit or a condition; "…, letting people …" is a consequence, too.
_DRAWS = re.compile(
    r"(?:(?:and|but|yet|or)\s+)?(?:so(?! (?:says?|said|goes)\b)|hence|thus|therefore|thereby|consequently|wherefore|"
    r"then|if|when(?:ever)?|wherever|until|once|only|as long|as if|even if|"
    r"(?:let|allow|mak|enabl|render|leav|turn|giv|grant|mean|prov|permitt|free|ending|restor|cur|heal|transform|"
    r"abolish|banish|eras|revers|replac|keep)(?:t?ing)?\b(?<=ing))\b",
    re.IGNORECASE,
)
# The same in the middle of a clause: "flu jabs are therefore pointless".
_DRAWS_ON = re.compile(r"\b(?:therefore|thereby|thus|hence|consequently|wherefore)\b", re.IGNORECASE)
_PAST = (
    r"(?:\w{2,}ed|was|were|had|did|drove|fell|rose|came|went|took|gave|found|saw|said|told|wrote|led|kept|held|left|"
    r"lost|won|brought|sent|spent|began|grew|knew|ran|stood|got|met|read|heard|felt|thought|taught)\b"
)
_WHICH = re.compile(r"(?:and\s+)?which\b", re.IGNORECASE)
# "which" with a subject of its own, or of what once happened: "which nurses watch for", "which is why my doctor asked".
_WHICH_LEAVES = re.compile(
    rf"(?:and\s+)?which\s+(?:(?:\w+ly\s+)?{_PAST}|(?:is why\s+)?(?:the|my|our|his|her|a|an)\b[^,]*\s{_PAST}|"
    r"(?:\w+\s)?\w+[a-z]s\s+[a-z]+(?<!s)\b)",
    re.IGNORECASE,
)
_ONCE = re.compile(rf"(?:which|who)\s+(?:\w+ly\s+)?{_PAST}", re.IGNORECASE)
# Where something comes from and what is done with it: "which is found in oysters"; not what it does to anybody.
_DESCRIBES = re.compile(
    r"which\s+(?:comes?\s+from|grows?|(?:is|are|was|were|has been|have been)\s+(?:\w+ly\s+|also\s+|often\s+)?"
    r"(?:found|sold|made|grown|used|taken|derived|extracted|obtained|isolated|given|eaten|drunk|named|called|bought|"
    r"present|available|common|popular))\b",
    re.IGNORECASE,
)
_REVERSES = re.compile(
    r"\b(?:revers|cure|curing|heal|rejuvenat|regenerat|abolish|banish|eras|eliminat|eradicat|resurrect)\w*",
    re.IGNORECASE,
)
_DOES_TO_PEOPLE = re.compile(
    r"\bwhich\s+(?:\w+ly\s+)?(?:makes?|keeps?|turns?|lets?|renders?)\s+(?:\w+\s+)?"
    r"(?:people|you|users|men|women|patients|every(?:one|body)|any(?:one|body)|us)\b",
    re.IGNORECASE,
)
# A list that goes on with what nobody knows: "(treats *B*), baldness and poverty".
_ITEM = (
    r"(?!(?:is|are|was|were|has|have|it|this|that|they|there|which|who|in|on|of|at|for|from|with|by|to|as|if|when|"
    r"while|although|though|because|since|so|but|yet|not|also|and|or)\b|\w+(?:ly|ed)\b)[a-z][\w-]+"
)
_GOES_ON = re.compile(
    rf"\s*(?:,\s+{_ITEM}(?:\s+{_ITEM})?){{1,4}},?"
    rf"(?:\s+(?:and|or)\s+(?:(?:the|all|every)\s+)?{_ITEM}(?:\s+{_ITEM})?)?\s*[.!]?\s*$"
)
_JOINS = re.compile(r"(?:and|but|yet|or|nor)\b\s*", re.IGNORECASE)
# A subject that is not the claim's own: "and the trial was halted", "and nausea is common", "and it was patented".
_OWN_SUBJECT = re.compile(
    rf"(?:(?:the|an?|my|our|his|her|some|several|many|most|these|those|other)\s+\w|(?:i|we|he|she|there)\b|"
    rf"(?:it|they)\s+(?:was|were)\b|(?:its|their)\b[^,]*\s{_PAST}|[A-Z][\w’']+\s|"
    r"(?!_)\w+\s+(?:\w+ly\s+)?(?:is|are|was|were|has|have|had)\b|"
    r"(?!_)\w+s\s+(?:in|of|from|at)\s)"
)
# A verb that goes on about the claim's own thing: "makes people immortal", "is …", "turns lead into gold".
_PREDICATE = re.compile(
    r"(?:(?:also|even|thereby|thus|then|\w+ly)\s+)*(?:(?:is|are|was|were|has|have|had|does|do|did|it|this|that|they)\b|"
    r"(?!its\b)[a-z]+[^\Wsu]s\s+(?!(?:in|on|of|at|for|from|with|by|to|and|or|\w+ed|is|are|was|were|has|have|that|who|which)\b)\w)"
)
_OF_THE_SAME = re.compile(r"(?:is|are|has|have|does|do|it|this|that|they)\b", re.IGNORECASE)
# What nobody may be told of two things that meet, though all its words are those of care.
_TOGETHER = re.compile(
    r"(?<!not )(?<!never )\b(?:be )?(?:take|taken|use|used|mix|mixed) (?:\w+ )?together\b", re.IGNORECASE
)
_MECHANISM = re.compile(
    r"(?:(?:probably|likely|possibly|mostly|mainly|chiefly|largely|partly|perhaps|presumably|apparently) )?"
    r"(?:by(?=\s+\w+ing\b)|via|through|thanks to|owing to|due to|because|according to|per|from|chiefly|mainly|"
    r"mostly|largely|typically|presumably|apparently|perhaps)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
# Said of the thing in passing, and no more than what it is called: its head tells whether it is one of the known sorts.
_APPOSED = re.compile(
    r"\s*(?:[,(–—]|-(?=\s))\s*(?:which (?:is|are|was|were)\s+)?(?:an?|the|my|our|his|her|their|your)\s+"
    r"(?P<what>[^,;:()–—]{2,60}?)\s*(?:[,;:)–—]|\s-\s)",
    re.IGNORECASE,
)
# "…, which reverses ageing, ": what is told of a subject before its own verb.
_IN_PASSING = re.compile(
    r"\s*(?:[,(–—]|-(?=\s))\s*(?P<what>(?:which|who)\s[^,;:()–—]{2,80}?)\s*(?:[,;:)–—]|\s-\s)", re.IGNORECASE
)
_CALLED_ONLY = "called only "  # lists of what is in the names of things that alone are called so


# An antibody is broken down in the stomach: there are no "lecanemab pills".
_ANTIBODY = re.compile(r"mab\b", re.IGNORECASE)
_SWALLOWED = re.compile(
    r"\b(?:oral(?:ly)?|by mouth|swallow\w*|pills?|tablets?|capsules?|caplets?|lozenges?|gumm(?:y|ies)|chewing gums?|"
    r"syrups?|drops|powders?|teas?|drinks?|chewables?|soups?)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:first|originally|initially|discovered|invented|introduced)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Residue:
    """Words of a sentence that nothing accounts for, and where they begin; `of_all`: they draw on all before them."""

    words: str
    start: int
    of_all: bool = False


@cache
def _accounted() -> frozenset[str]:
    lists = word_lists()
    some = (word for name, words in lists.items() if name.startswith(_LISTS) for word in words)
    others = (
        word for name in ("reporter", "of a circumstance", "circumstance", "shown", "agreed") for word in lists[name]
    )
    return neutral_keys() | {key for word in (*some, *others) for key in word_keys(word)}


@cache
def _evidence() -> re.Pattern[str]:
    nouns = "|".join(re.escape(word) for word in word_lists()["reporter"] if not word.startswith("paper"))
    return re.compile(rf"\b(?:{nouns}|(?:short|long)(?:er)? (?:term|run))\b", re.IGNORECASE)


@cache
def _grammar() -> frozenset[str]:
    return frozenset(key for word in word_lists()[f"{_LISTS}grammar"] for key in word_keys(word))


@cache
def _sorts() -> frozenset[str]:
    lists = word_lists()
    return frozenset(k for name in ("sort", "generic noun", _HEADS) for word in lists[name] for k in word_keys(word))


def left_behind(piece: str, start: int, told: Collection[str], hidden: Spans = ()) -> Iterator[Residue]:
    """Yield what of the words behind a claim can make its ✓ a wrong one, in their order.

    `told` are the keys of its qualifiers' words; `hidden` are the places of names and of other claims in `piece`.
    """
    masked = piece
    for first, last in hidden:
        masked = f"{masked[:first]}{_NAME * (last - first)}{masked[last:]}"
    if _GOES_ON.match(masked) and not _is_accounted(masked, told):
        yield Residue(_shown(piece.strip(" ,;:.!")), start)
        return
    excepted = _EXCEPTED.search(masked)
    own = [(m.start(), m.end(), _is_comment(m["clause"], told)) for m in _OWN_CLAUSE.finditer(masked)]
    why = None if _WHICH_LEAVES.match(masked.lstrip(" ,;")) else _IS_WHY.match(masked)
    if why and _is_comment(masked[why.end() :], told) is False:
        own.append((0, len(masked), False))
    at, stopped, aside, first = 0, False, False, True
    for found in (*_BORDER.finditer(masked), None):
        end = found.start() if found else len(masked)
        part = masked[at:end]
        clause = next((c for c in own if c[0] <= at < c[1] and c[2] is not None), None)
        empty = _WORD.search(part) is None
        aside |= stopped or _CLAUSE.match(part) is not None
        comment = aside and not (first and _GOES_ON_ABOUT.match(part.lstrip(" ,;:()–—-")))
        first &= empty
        concludes = found is not None and found[0].casefold() in ("hence", "thus")  # "therapists are *hence* …"
        leaves = empty or _is_accounted(part, told) or (not concludes and _leaves(part, comment))
        leaves = bool(clause[2]) if clause and not empty else leaves
        if (excepted and excepted.start() < end) or not leaves:
            yield Residue(_shown(piece[at:].strip(" ,;:.!–—-()")), start + at, _FOR_ALL.match(part) is not None)
            excepted = None
        aside &= not (part.strip(" ,") and set(part.strip(" ,")) == {_NAME})  # behind another claim all begins anew
        at, stopped = end, found is not None and found["stop"] is not None


# A clause of its own behind a claim: "; regular monitoring is therefore needed", ": dream on", " – doctors hate it".
_OWN_CLAUSE = re.compile(r"(?:\s*[;:](?=\s)|\s[-–—](?=\s)|[–—])\s*(?P<clause>[^;:–—]*?)(?=\s*(?:[;:]\s|\s-\s|[–—]|$))")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|will|would|should|must|cannot)\b", re.IGNORECASE
)
_POINTS = re.compile(
    r"(?:it|they|this|that|these|those|there|here|both|the (?:two|latter|former|same))\b", re.IGNORECASE
)
_OF_SOURCE = re.compile(r"(?:according to|as per|if you ask|say|says|said|claims?|swears?)\b", re.IGNORECASE)
_IT_IS = re.compile(
    r"(?:it|they|the (?:plant|herb|spice|drug|medicine|supplement|mineral|substance|compound|food))\s+", re.I
)
_COMES = re.compile(
    r"(?:comes? from|grows? (?:in|on|wild)|(?:is|are) (?:\w+ly |also |often )*(?:found|sold|made|grown|used|taken|"
    r"derived|extracted|obtained|eaten|present|available) (?:in|from|by|at|with)(?!\s+(?:placebo|sham|a placebo))\b)",
    re.IGNORECASE,
)
_SORT_OF = re.compile(r"(?:is|are)\s+(?P<what>an?\s+[^,]{2,60})", re.IGNORECASE)
# How a clause begins that tells of something else and exclaims nothing: "the trials …", "in older people …".
_DESCRIBES_IT = re.compile(
    r"(?:the|its|their|an?|such|most|both|some|many|in|at|on|for|however|by|with|as)\b", re.IGNORECASE
)
_IS_WHY = re.compile(r"\W*(?:and\s+)?(?:which|that|this)\s+(?:is|was)\s+why\s+", re.IGNORECASE)
_DOES_NOW = re.compile(rf"(?:\w+ly\s+|often\s+|now\s+|all\s+)?{_FINITE.pattern}", re.IGNORECASE)
# What is said to be due: "is therefore needed", "should thus be avoided".
_DUE = re.compile(
    r"\b(?:(?:is|are|remains?)\s+(?:(?:therefore|thus|hence|then|usually|often|generally|always|also|strongly|"
    r"particularly|especially)\s+)*(?:needed|necessary|required|advised|advisable|recommended|warranted|indicated|"
    r"essential|important|prudent|wise|sensible|worthwhile|appropriate|called for|in order)|"
    r"(?:should|must|needs? to|ought to|has to|have to)\s+(?:(?:therefore|thus|hence|then|always|also|never|"
    r"not)\s+)*be)\b",
    re.IGNORECASE,
)
_SO = re.compile(
    r"\b(?:so|therefore|thus|hence|consequently|accordingly|for this reason|that is why)\b,?\s*", re.IGNORECASE
)
_TOGETHER_NOT = re.compile(r"\b(?:not|never)\s+be\s+(?:taken|used|combined|mixed|given)\b", re.IGNORECASE)
# That nothing else is needed or worth anything, which no evidence says.
_NEEDLESS = re.compile(
    r"\b(?:hot air|a waste of|wast(?:e|es|ed|ing)|out of (?:work|business|a job)|useless|pointless|superfluous|"
    r"worthless|obsolete|redundant|unnecessary|needless|unneeded|optional|overrated|a thing of the past|"
    r"had (?:its|their) day|no longer|no more|can wait|for nothing)\b",
    re.IGNORECASE,
)
# What people do about what they take; whatever else they do is theirs and nothing of the claim's.
_CARES = re.compile(
    r"(?:(?:with|on|taking|who|in|over|under|of)\b[^,]*?\s)?(?:(?:now|usually|often|also|generally|therefore|thus|routinely|"
    r"always|commonly|typically|still)\s+)*(?:should|must|needs? to|ought to|ha(?:ve|s) to|"
    r"(?:are|is)\s+(?:(?:\w+ly|often|therefore|thus)\s+)?(?:advised|told|warned|monitored|checked|screened|urged|"
    r"encouraged|counselled|asked|reminded)|"
    r"(?:monitor|watch|check|prescribe|recommend|advise|prefer|report|warn|caution|screen|measure|adjust|agree|note|stress|"
    r"use|take|know|need)s?)\b",
    re.IGNORECASE,
)
_REPORT_IT = re.compile(
    r"\s+(?:report|tell|ask|consult|inform|watch|discuss|monitor|check)(?: (?:for|about|with|any))?(?: [a-z-]+){1,3}",
    re.IGNORECASE,
)


@cache
def _of_people() -> re.Pattern[str]:
    lists = word_lists()
    people = regex_of_any((*lists["people"], *lists["people and houses"]))
    return re.compile(
        rf"(?:(?!(?:of|in|on|by|for|from|to|with|at)\b)[\w’'-]+\s+){{0,3}}?(?:{people}|[a-z-]+(?:ists?|icians?))\s+(?P<does>.*)",
        re.IGNORECASE | re.DOTALL,
    )


@cache
def _no_judge() -> re.Pattern[str]:
    return re.compile(rf"(?:[\w’'-]+\s+){{0,3}}?(?:{regex_of_any(word_lists()['no judge'])})\s+[a-z]", re.IGNORECASE)


@cache
def _of_care() -> re.Pattern[str]:
    care = regex_of_any(word_lists()["care that is taken"])
    return re.compile(rf"(?:[\w’'-]+\s+){{0,3}}?(?:{care})(?:\s+(?:of|for|with|in)\s+[^,]*)?\s*", re.IGNORECASE)


def _is_comment(clause: str, told: Collection[str]) -> bool | None:
    """Whether a clause of its own leaves the claim before it as it is: not so what people feel or do about it, or what
    is needed no more; None where its words have to tell.
    """
    words = clause.strip(" .!")
    if _NAME in words or not _WORD.search(words):
        return None
    if due := _is_due(words, told):
        return due
    verb = _FINITE.search(words)
    if _NEEDLESS.search(words) or _no_judge().match(words):
        return False
    if people := _of_people().match(words):
        cares = _CARES.match(people["does"])
        rest = people["does"][cares.end() :] if cares else ""
        known = _is_accounted(rest, told) or _REPORT_IT.fullmatch(rest) is not None
        return bool(cares) and known and not (_BINDS.search(rest) or DENIES.search(rest))
    if _tells_what(words):
        return True
    if _POINTS.match(words) or (verb and heads_matter(words[: verb.start()])):
        return None
    return None if _DESCRIBES_IT.match(words) or _is_accounted(words, told) else False


def _tells_what(words: str) -> bool:
    """Whether a clause says what a thing is or where it comes from: "it is a spice made from flowers"."""
    found = _IT_IS.match(words)
    if found is None or _BINDS.search(words) or DENIES.search(words) or disowns(words):
        return False
    rest = words[found.end() :]
    sort = _SORT_OF.fullmatch(rest)
    return _COMES.match(rest) is not None or (sort is not None and not called(f", {sort['what']},"))


def _is_due(words: str, told: Collection[str]) -> bool:
    """Whether a clause concludes that care is due: "regular monitoring is therefore needed"."""
    plain = _SO.sub("", words)
    due = _DUE.search(plain)
    if due is None or not _of_care().fullmatch(plain[: due.start()]):
        return False
    rest = f"{plain[: due.start()]} {plain[due.end() :]}"
    denies = DENIES.search(plain) and not _TOGETHER_NOT.search(plain)
    return not (denies or _HARMLESS.search(words)) and _is_accounted(rest, told)


def _leaves(part: str, aside: bool) -> bool:
    """Whether a part of a sentence leaves the claim before it as it is, by how it is built, whatever its words.

    `aside`: it is set off, so that it says nothing of how, where or with whom the claim holds.
    """
    words = part.lstrip(" ,;:()–—-!?.")
    if aside and (people := _of_people().match(words)) and _DOES_NOW.match(people["does"]):
        return _CARES.match(people["does"]) is not None
    if _OF_SOURCE.match(words) and not (_is_accounted(words, ()) or _evidence().search(words) or _CALLED.search(words)):
        return False
    if _BINDS.search(words) or DENIES.search(words) or disowns(words):
        return False
    if _DRAWS.match(words) or _DRAWS_ON.search(words):
        return False
    if _TAKES_BACK.fullmatch(words) or _HARMLESS.search(words):
        return False
    if _WHICH.match(words):
        return _WHICH_LEAVES.match(words) is not None
    if joined := _JOINS.match(words):
        rest, listed = words[joined.end() :], not part.lstrip().startswith(_STOPS)
        return aside and (_OWN_SUBJECT.match(rest) is not None or (listed and not _PREDICATE.match(rest)))
    return (aside and not _OF_THE_SAME.match(words)) or _MECHANISM.match(words) is not None


def left_ahead(front: str) -> str:
    """Return the words before an annotated claim where nothing accounts for them; "" where it does."""
    if _DISMISSED.search(front):
        return _shown(front.strip())
    words = _BEFORE_CLAIM.sub("", _OWN_WORDS.sub("", front)).strip()
    if not words or "|" in words or read_frame_before(words) is not None or opening_chunk(words):
        return ""
    if DENIES.search(_NOT_ONLY.sub("", words)) and not _FRONTED.fullmatch(words):
        return _shown(words)
    reports = _REPORTS.fullmatch(words) and reports_finding(words)
    return "" if reports or _FRONTED.fullmatch(words) or _is_accounted(words, ()) else _shown(words.rstrip(" ,"))


def told_in_passing(between: str, hidden: Spans = ()) -> str:
    """Return a relative clause right behind a subject where nothing accounts for it: "*A*, which reverses ageing, …".

    `hidden` are the places of names and of other claims in `between`.
    """
    found = _IN_PASSING.match(between)
    if found is None or any(first < found.end("what") and last > found.start("what") for first, last in hidden):
        return ""
    what = found["what"]
    told = _ONCE.match(what) or (_DESCRIBES.match(what) and not (_BINDS.search(what) or DENIES.search(what)))
    promises = _DOES_TO_PEOPLE.search(what) or _REVERSES.search(what)
    known = told or (_is_accounted(what, ()) and not promises)
    return "" if known else _shown(what)


def _shown(words: str) -> str:
    return shorten(" ".join(words.split()), _SHOWN)


def called(between: str, name: str = "") -> str:
    """Return what the words behind a subject call it in passing, where that is no known sort of thing or not its."""
    found = _APPOSED.match(between)
    what = found["what"] if found else ""
    _, _, whom = what.partition(" for ")
    said_of = {kind_of(term) for term in stated(whom)} & {QualifierKind.SPECIES, QualifierKind.POPULATION}
    if _BINDS.search(what) or said_of or _sorts().isdisjoint(word_keys(what)):
        return what
    return miscalled(between, name)


def is_sort_of_drug(words: str) -> bool:
    """Whether words right before a name only say what drug it is: "cancer medicine", not "harmless medicine"."""
    known = _accounted_as_used() | _grammar()
    *others, last = words.casefold().split() or [""]
    return last in word_lists()["sort"] and not _BINDS.search(words) and known.issuperset(word_keys(" ".join(others)))


@cache
def _accounted_as_used() -> frozenset[str]:
    return frozenset(key for word in word_lists()[f"{_LISTS}what is used"] for key in word_keys(word))


def makes_another(between: str) -> str:
    """Return the words between an annotated name and its relation that make it another thing; "" where none do.

    "*A* batteries …", "*A* deficiency …"; or what it used to do: "*A* used to …".
    """
    found = _NEXT_WORD.fullmatch(between)
    word = found[1] if found else ""
    known = (_accounted() | _sorts()).intersection(word_keys(word))
    strange = word and not (word.endswith("ly") or known or all_terms().match(word))
    if strange or _ANOTHER.fullmatch(word):
        return word
    other = _OTHER_ONE.search(between)
    return other[0].strip() if other else ""


def miscalled(behind: str, name: str) -> str:
    """Return what the words behind a name call it in passing though only things with other names are: "a vaccine"."""
    found = _APPOSED.match(f"{behind.rstrip(' .!')},")
    words = found["what"].casefold() if found and name else ""
    said = re.findall(r"[a-z]+", words)
    sorts = {*said, *(word.removesuffix("s") for word in said)} & _called_only().keys()
    return words if any(not _called_only()[sort].search(name) for sort in sorts) else ""


@cache
def _called_only() -> dict[str, re.Pattern[str]]:
    found: dict[str, re.Pattern[str]] = {}
    for name, parts in word_lists().items():
        if name.startswith(_CALLED_ONLY):  # a list may hold one above it: "<called only viral>"
            some = (found[p[1 + len(_CALLED_ONLY) : -1]].pattern if p[0] == "<" else re.escape(p) for p in parts)
            found[name.removeprefix(_CALLED_ONLY)] = re.compile("|".join(some), re.IGNORECASE)
    return found


# What is done about an ill is not the ill: "prevents migraine *treatment*"; "is used for migraine treatment" is so.
_DONE_ABOUT = re.compile(
    r"\s+(?:treatments?|therap(?:y|ies)|medications?|medicines?|drugs?|care|diagnos[ie]s|from (?:being|getting) \w+)\b",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\b(?:treat|prevent|cause|cure|reduce|lower|raise|trigger|worsen|eas|relieve|stop|block)\w*$", re.IGNORECASE
)


def done_about(relation: str, behind: str) -> str:
    """Return the words right behind an object that make it what is done about it, where its relation is not."""
    found = _DONE_ABOUT.match(behind) if _DOES.search(relation.strip()) else None
    return found[0].strip() if found else ""


def form_that_is_not(name: str, beside: str) -> str:
    """Return the words that give something in a form in which it does not exist; "" for none."""
    found = _SWALLOWED.search(beside) if _ANTIBODY.search(name) else None
    return found[0] if found else ""


def first_dated(phrase: str, behind: str) -> str:
    """Return when something is said to have been done first, which no evidence tells: "was first used in 1961"."""
    found = _YEAR.search(behind) if _FIRST.search(phrase) else None
    return behind.strip(" .,;") if found else ""


def _is_accounted(words: str, told: Collection[str]) -> bool:
    known, grammar = _accounted(), _grammar()
    if _AT_LEAST.match(words) and not (all_terms().search(words) or _evidence().search(words)):
        return False
    if (_TOGETHER.search(words) and not DENIES.search(words)) or _HARMLESS.search(words):
        return False
    if _TAKES_BACK.fullmatch(words) or disowns(words):
        return False
    words = _OFFERED.sub(" ", words)
    if _CALLED.search(words):
        words = _YEAR.sub(" ", _CALLED.sub(" ", words))
    plain = all_terms().sub(" ", words)
    if plain != words:  # what it is limited to is one of the claim's qualifiers
        plain = _ONLY.sub(" ", plain)
    keys = [k for m in _WORD.finditer(plain) for k in word_keys(m[0])]
    strange = [k for k in keys if not (k in known or k in told or len(k) < 2)]
    content = sum(k in known and k not in grammar for k in keys)
    return not strange or (len(strange) == 1 and content >= _ENOUGH and not _ASSERTS.match(words))


def is_usual(words: str) -> bool:
    """Whether all words of a limit are ones that claims are usually limited by: "at home", not "in trees"."""
    return _is_accounted(words, ())


def behind_last_border(words: str) -> int:
    """Return where the words begin that lead into the next claim: "…, although in children"."""
    found: Sequence[re.Match[str]] = list(_BORDER.finditer(words))
    return found[-1].start() if found else 0
