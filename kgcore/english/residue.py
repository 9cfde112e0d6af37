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

from kgcore.english.accounted import (
    BINDS,
    NO_HARM,
    STUDY_NAME,
    TAKES_BACK,
    WORD,
    evidence,
    is_accounted,
    unfounded_conclusions,
)
from kgcore.english.added import done_so, made_of_it, more_of_it, names_complaints
from kgcore.english.called import called
from kgcore.english.chunks import DENIES, disowns, heads_matter, opening_chunk, reports_finding
from kgcore.english.context import read_frame_before
from kgcore.english.cues import regex_of_any
from kgcore.english.passing import PAST
from kgcore.english.words import word_lists
from kgcore.values.text import shorten

Spans = Sequence[tuple[int, int]]

_SHOWN = 60  # characters of what was not understood
# Where a sentence's words behind a claim part: punctuation and what joins there, or a word that joins.
_BORDER = re.compile(
    r"(?P<stop>\s*(?:[,;:()!?–—]|\.(?!\d)|\s-\s))\s*(?:and|but|or|yet|so)?\b|"
    r"\b(?:and|but|while|whereas|although|though|yet|so|because|since|which|hence|thus)\b",
    re.I,
)
_FOR_ALL = re.compile(r"\W*(?:and\s+)?(?:so|hence|thus|therefore|thereby|which|this|that)\b", re.IGNORECASE)
_EXCEPTED = re.compile(r"\b(?:all|everyone|everybody|anyone|anybody) (?:but|except|save)\b", re.IGNORECASE)
_FRONTED = re.compile(
    r"\W*(?:\w+ly\b|despite|whether|once|(?:al)?though|while|whereas|because|by|in|on|for|as|among|with|given|contrary|"
    r"besides|apart|of|at|from|over|across|throughout|since|even|like|unlike|beyond|beside|per|according|judging|"
    r"regarding|concerning|(?:not )?only)\b.*,",
    re.IGNORECASE | re.DOTALL,
)
# Behind a claim these go on about it, though a comma sets them off: ", under hypnosis", ", raising the dead".
_GOES_ON_ABOUT = re.compile(
    r"(?:on|under|within|at|until|inside|outside)\b|"
    r"(?!(?:includ|depend|accord|consider|follow|start|beginn|rang|dur|be|hav)ing)[a-z]+ing\b(?!,)",
    re.IGNORECASE,
)
# "…, as a working group wrote in its report, trials have found that": whoever reports a finding, however it is put.
_REPORTS = re.compile(r".*\bthat", re.IGNORECASE | re.DOTALL)
_OWN_WORDS = re.compile(r"\(the model[’']s own words:[^)]*\)")
_BEFORE_CLAIM = re.compile(r".*(?:[:;]\s|,\s+(?:but|yet|and)\s)", re.DOTALL)  # "It would be tempting to think so, but "
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
_WHICH = re.compile(r"(?:and\s+)?which\b", re.IGNORECASE)
# "which" with a subject of its own, or of what once happened: "which nurses watch for", "which is why my doctor asked".
_WHICH_LEAVES = re.compile(
    rf"(?:and\s+)?which\s+(?:(?:\w+ly\s+)?{PAST}|(?:is why\s+)?(?:the|my|our|his|her|a|an)\b[^,]*\s{PAST}|"
    r"(?:\w+\s)?\w+[a-z]s\s+[a-z]+(?<!s)\b)",
    re.IGNORECASE,
)
# A list that goes on with what nobody knows: "(treats *B*), baldness and poverty".
_ITEM = (
    r"(?!(?:is|are|was|were|has|have|it|this|that|they|there|which|who|in|on|of|at|for|from|with|by|to|as|if|when|"
    r"while|although|though|because|since|so|but|yet|not|also|and|or)\b|\w+(?:ly|ed)\b)(?:[a-z][\w-]+|_+)"
)
_GOES_ON = re.compile(
    rf"\s*(?:(?:,|\s[–—-])\s+(?:(?:also|even|likewise|plus)\s+)?{_ITEM}(?:\s+{_ITEM})?){{1,4}},?"
    rf"(?:\s+(?:and|or)\s+(?:(?:the|all|every)\s+)?{_ITEM}(?:\s+{_ITEM})?)?\s*[.!]?\s*$"
)
_JOINS = re.compile(r"(?:and|but|yet|or|nor)\b\s*", re.IGNORECASE)
# A subject that is not the claim's own: "and the trial was halted", "and nausea is common", "and it was patented".
_OWN_SUBJECT = re.compile(
    rf"(?:(?:the|an?|my|our|his|her|some|several|many|most|these|those|other)\s+\w|(?:i|we|he|she|there)\b|"
    rf"(?:it|they)\s+(?:was|were)\b|(?:its|their)\b[^,]*\s{PAST}|[A-Z][\w’']+\s|"
    r"(?!_)\w+\s+(?:\w+ly\s+)?(?:is|are|was|were|has|have|had)\b|"
    r"(?!_)\w+s\s+(?:in|of|from|at)\s)"
)
# A verb that goes on about the claim's own thing: "makes people immortal", "is …", "turns lead into gold".
_PREDICATE = re.compile(
    r"(?:(?:also|even|thereby|thus|then|\w+ly)\s+)*(?:(?:is|are|was|were|has|have|had|does|do|did|it|this|that|they)\b|"
    r"(?!its\b)[a-z]+[^\Wsu]s\s+(?!(?:in|on|of|at|for|from|with|by|to|and|or|\w+ed|is|are|was|were|has|have|that|who|which)\b)\w)"
)
# Set off, it is the verb of the claim's own thing: "*A*, which treats *B*, (makes people immortal)".
_GOES_ON_DOING = re.compile(
    r"(?:(?:also|even|thereby|thus|then)\s+)*(?:makes?|turns?|renders?|keeps?|lets?|raises?|ends?|gives?|grants?|brings?|"
    r"saves?|stops?|solves?|removes?|replaces?|defeats?|beats?|opens?|wins?|kills?|feeds?)\s+(?!(?:in|on|of|at|for|from|with|"
    r"by|to|and|or)\b)\w",
    re.IGNORECASE,
)
_OF_THE_SAME = re.compile(r"(?:is|are|has|have|does|do|it|this|that|they)\b", re.IGNORECASE)
_MECHANISM = re.compile(
    r"(?:(?:probably|likely|possibly|mostly|mainly|chiefly|largely|partly|perhaps|presumably|apparently) )?"
    r"(?:by(?=\s+\w+ing\b)|via|through|thanks to|owing to|due to|because|chiefly|mainly|"
    r"mostly|largely|typically|presumably|apparently|perhaps)\b",
    re.IGNORECASE,
)
# Set off, what gives a reason, or says how or on whose word, has to be understood: ", as I recall".
_REASONS = re.compile(
    r"(?:as|since|because|given|per|if|unless|seeing|from|according to|through|via|by)\b|"
    r"(?:its|their|the)\s+(?:\w+\s+){1,3}being\b",
    re.IGNORECASE,
)


# An antibody is broken down in the stomach: there are no "lecanemab pills".
_ANTIBODY = re.compile(r"mab\b", re.IGNORECASE)
_SWALLOWED = re.compile(
    r"\b(?:oral(?:ly)?|by mouth|swallow\w*|pills?|tablets?|capsules?|caplets?|lozenges?|gumm(?:y|ies)|chewing gums?|"
    r"syrups?|drops|powders?|teas?|drinks?|chewables?|soups?)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\ds?\b")
_FIRST = re.compile(r"\b(?:first|originally|initially|discovered|invented|introduced)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Residue:
    """Words of a sentence that nothing accounts for, and where they begin; `of_all`: they draw on all before them."""

    words: str
    start: int
    of_all: bool = False


def left_behind(
    piece: str, start: int, told: Collection[str], hidden: Spans = (), again: Spans = ()
) -> Iterator[Residue]:
    """Yield what of the words behind a claim can make its ✓ a wrong one, in their order.

    `told` are the keys of its qualifiers' words; `hidden` are the places of names and of other claims in `piece`,
    `again` those of the claim's own names in a clause that goes on about one of them, judged as if it said "it".
    """
    masked = piece
    for first, last in again:
        masked = f"{masked[:first]}{'it'.ljust(last - first)}{masked[last:]}"
    for first, last in hidden:
        masked = f"{masked[:first]}{_NAME * (last - first)}{masked[last:]}"
    items = masked.replace(_NAME, " ") if _GOES_ON.match(masked) else ""
    if items and (not is_accounted(items, told) or names_complaints(items)):
        yield Residue(_shown(piece.strip(" ,;:.!")), start)
        return
    if more := more_of_it(masked):
        yield Residue(_shown(more), start)
        return
    if source := _SOURCE.search(masked):
        if not (evidence().search(source["what"]) or _CITED.search(source["what"])):
            yield Residue(_shown(piece[source.start() :].strip(" ,;:.!–—-()")), start + source.start())
            return
        masked = masked[: source.start()] + " " * (len(masked) - source.start())
    excepted = _EXCEPTED.search(masked)
    concluded = _concluded(masked, told)
    own = [*concluded, *_own_clauses(masked, told)]
    at, stopped, aside, first = 0, False, False, True
    for found in (*_BORDER.finditer(masked), None):
        end = found.start() if found else len(masked)
        part = masked[at:end]
        clause = next((c for c in own if c[0] <= at < c[1] and c[2] is not None), None)
        empty = WORD.search(part) is None
        aside |= stopped or _CLAUSE.match(part) is not None
        comment = aside and not (first and _GOES_ON_ABOUT.match(part.lstrip(" ,;:()–—-")))
        first &= empty
        concludes = found is not None and found[0].casefold() in ("hence", "thus")  # "therapists are *hence* …"
        leaves = empty or is_accounted(part, told) or (not concludes and _leaves(part, comment))
        leaves = bool(clause[2]) if clause and not empty else leaves and not _NEEDLESS.search(part)
        if (excepted and excepted.start() < end) or not leaves:
            yield Residue(
                _shown(piece[at:].strip(" ,;:.!–—-()")),
                start + at,
                _FOR_ALL.match(part) is not None or clause in concluded,
            )
            excepted = None
        aside &= not (part.strip(" ,") and set(part.strip(" ,")) == {_NAME})  # behind another claim all begins anew
        at, stopped = end, found is not None and found["stop"] is not None


def _own_clauses(masked: str, told: Collection[str]) -> list[tuple[int, int, bool | None]]:
    """Return where clauses of their own stand, and whether each leaves the claim as it is; None where words tell."""
    own = [(m.start(), m.end(), _is_comment(m["clause"], told)) for m in _OWN_CLAUSE.finditer(masked)]
    made = [(*at, True) for at in made_of_it(masked, told)]
    found: list[tuple[int, int, bool | None]] = [*((*at, False) for at in done_so(masked, told)), *made, *own]
    why = None if _WHICH_LEAVES.match(masked.lstrip(" ,;")) else IS_WHY.match(masked)
    due = why is not None and _is_due(masked[why.end() :], told)
    if why and (due or _is_comment(masked[why.end() :], told) is False):
        found.append((0, len(masked), due))
    return found


def _concluded(masked: str, told: Collection[str]) -> list[tuple[int, int, bool]]:
    """Return where something is concluded that nothing accounts for, and whether it is that care is due."""
    return [
        (
            first,
            last,
            _SO_DUE.match(masked, first) is not None and _is_due(masked[first:last].strip(" ,;:.()–—-"), told),
        )
        for first, last in unfounded_conclusions(masked, told, _NAME)
    ]


# "; source: a dream", "(reference: Cochrane review)": where it is said to be known from has to be something to read.
_SOURCE = re.compile(
    r"[;,.(–—-]\s*(?:sources?|references?|refs?|evidence|proof|citations?|cited from)\s*:\s*(?P<what>[^;:]+)$",
    re.IGNORECASE,
)
_CITED = re.compile(
    r"\b(?:cochrane|pubmed|pmid|doi|bmj|jama|lancet|nejm|nature|science|cell|nice|who|fda|ema|cdc|nih|uspstf|et al|"
    r"journals?|textbooks?|handbooks?|databases?|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
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
# "…, just as wishes do", ", the way thoughts treat cancer": what a claim is likened to has to be understood.
_LIKENS = re.compile(
    r"(?:(?:just|much|exactly|precisely|rather|quite|every bit|very much)\s+(?:as|like)|"
    r"(?:(?:in|much|exactly|just)\s+){0,2}the\s+(?:(?:same|very)\s+)*way|no (?:more|less) than|"
    r"as (?:surely|much|truly|certainly) as)\b",
    re.IGNORECASE,
)
# How a clause begins that tells of something else and exclaims nothing: "the trials …", "in older people …".
_DESCRIBES_IT = re.compile(
    r"(?:the|its|their|an?|such|most|both|some|many|in|at|on|for|however|by|with|as)\b", re.IGNORECASE
)
# What such a clause is about: "the trials (lasted)", "its price (has doubled)", not "the nose (knows)".
_ABOUT_WHAT = re.compile(
    r"(?:the|its|their|an?|such|most|both|some|many)\s+(?P<what>(?:[\w'’-]+\s+){0,4}?[\w'’-]+)\s+(?=(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|"
    r"will|would|should|must|cannot|[a-z]+[^\Wsu]s|[a-z]+ed)\b)",
    re.IGNORECASE,
)
_ABOUT_MANY = re.compile(r"(?:the|its|their|an?|such|most|both|some|many)\s+(?P<what>[\w'’-]+)", re.IGNORECASE)
IS_WHY = re.compile(r"\W*(?:and\s+)?(?:which|that|this)\s+(?:is|was)\s+why\s+", re.IGNORECASE)
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
# Not "which means that it is needed", "hence it must be good".
_SO_DUE = re.compile(
    r"\W*+(?!(?:and\s+)?(?:which|this|that|it)\b|\w+ing\b|[^;:]*\bbe (?!\w+ed\b|taken|given|kept|told|careful))",
    re.IGNORECASE,
)
_TOGETHER_NOT = re.compile(r"\b(?:not|never)\s+be\s+(?:taken|used|combined|mixed|given)\b", re.IGNORECASE)
# That nothing else is needed or worth anything, which no evidence says.
_NEEDLESS = re.compile(
    r"\b(?:hot air|a waste of|wast(?:e|es|ed|ing)|out of (?:work|business|a job)|useless|pointless|superfluous|"
    r"worthless|obsolete|redundant|unnecessary|needless|unneeded|optional|overrated|a thing of the past|"
    r"had (?:its|their) day|no longer|no more|any ?more|can wait|for nothing)\b",
    re.IGNORECASE,
)
_TOLD_ME = re.compile(
    r"\b(?:t(?:old|ells)|assured?s?|promised?|whisper(?:ed|s)|swears?|swore)\s+(?:me|us|him|her|them)\b", re.IGNORECASE
)
_CONCEDES = re.compile(r"(?:even\s+)?(?:al)?though\b(?!.*\byou\b)", re.IGNORECASE)  # what may be so takes nothing away
_MAY = re.compile(r"\b(?:may|might|could)\b", re.IGNORECASE)
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
    if _NAME in words or not WORD.search(words):
        return None
    if due := _is_due(words, told):
        return due
    verb = _FINITE.search(words)
    if _NEEDLESS.search(words) or _no_judge().match(words) or _TOLD_ME.search(words):
        return False
    if people := _of_people().match(words):
        cares = _CARES.match(people["does"])
        rest = people["does"][cares.end() :] if cares else ""
        known = is_accounted(rest, told) or _REPORT_IT.fullmatch(rest) is not None
        return bool(cares) and known and not (BINDS.search(rest) or DENIES.search(rest))
    if _tells_what(words):
        return True
    if _POINTS.match(words) or (verb and heads_matter(words[: verb.start()])):
        return None
    if is_accounted(words, told):
        return None
    begins = _DESCRIBES_IT.match(words)
    about = _ABOUT_WHAT.match(words) or _ABOUT_MANY.match(words)
    return None if begins and (about is None or is_accounted(about["what"], told)) else False


def _tells_what(words: str) -> bool:
    """Whether a clause says what a thing is or where it comes from: "it is a spice made from flowers"."""
    found = _IT_IS.match(words)
    if found is None or BINDS.search(words) or DENIES.search(words) or disowns(words):
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
    return not (denies or NO_HARM.search(words)) and is_accounted(rest, told)


# "…, I take it every day": what somebody does, and not what others may.
_HABIT = re.compile(
    r"(?:I|we)\s+(?:(?:always|usually|now|also)\s+)?(?:eat|drink|take|use|have)\s+(?:it|them|some|mine|one|[a-z]+)"
    r"(?:\s+(?:every|each|most|all|on|in|at|with|for|before|after|since|once|twice|now|daily)(?:\s+[\w'’-]+){0,4})?\W*",
    re.IGNORECASE,
)
# "…, but it does not mix well with many medicines": a caution.
_WARNS = re.compile(
    r"(?:(?:but|and|yet|so|though)\s+)?(?:it|they|this|these)\s+(?:(?:do(?:es)?\s+not|do(?:es)?n['’]t|cannot|can['’]t|should\s+not|"
    r"shouldn['’]t|must\s+not)\s+(?:always\s+)?(?:be\s+)?(?:mix|mixed|combine|combined|go|sit|agree|get\s+along|"
    r"taken|used)(?:\s+(?:well|together|easily))?|(?:mix(?:es)?|combines?|goes|sits?)\s+(?:badly|poorly))"
    r"(?:\s+with\b)?",
    re.IGNORECASE,
)


def _leaves(part: str, aside: bool) -> bool:
    """Whether a part of a sentence leaves the claim before it as it is, by how it is built, whatever its words.

    `aside`: it is set off, so that it says nothing of how, where or with whom the claim holds.
    """
    words = part.lstrip(" ,;:()–—-!?.")
    if aside and (people := _of_people().match(words)) and _DOES_NOW.match(people["does"]):
        return _CARES.match(people["does"]) is not None
    if _OF_SOURCE.match(words) and not (
        is_accounted(words, ()) or evidence().search(words) or STUDY_NAME.search(words)
    ):
        return False
    if aside and _HABIT.fullmatch(words) and not DENIES.search(words):
        return True
    if warns := _WARNS.match(words):
        return is_accounted(words[warns.end() :], ())
    if BINDS.search(_MAY.sub(" ", words) if _CONCEDES.match(words) else words) or DENIES.search(words):
        return False
    if disowns(words):
        return False
    if _DRAWS.match(words) or _DRAWS_ON.search(words):
        return False
    if TAKES_BACK.fullmatch(words) or NO_HARM.search(words) or _LIKENS.match(words):
        return False
    if _WHICH.match(words):
        return _WHICH_LEAVES.match(words) is not None and not _NEEDLESS.search(words)
    if joined := _JOINS.match(words):
        rest, listed = words[joined.end() :], not part.lstrip().startswith(_STOPS)
        return aside and (_OWN_SUBJECT.match(rest) is not None or (listed and not _PREDICATE.match(rest)))
    if aside and _REASONS.match(words) and not evidence().search(words):
        return False
    return (aside and not (_OF_THE_SAME.match(words) or _GOES_ON_DOING.match(words))) or _MECHANISM.match(
        words
    ) is not None


# "I would also draw your attention to the trial, in which": whoever points at evidence.
_POINTS_TO = re.compile(
    r"\A(?:(?:I|we)\s+(?:(?:would|should|must|will|want\s+to|can|also|just|further|like\s+to)\s+)*|(?:please|do)\s+)"
    r"(?:draw\s+(?:your\s+)?attention\s+to|point\s+(?:you\s+)?to|refer\s+(?:you\s+)?to|mention|highlight|note|cite|see)\s+",
    re.IGNORECASE,
)


# "Current evidence does not support (*A*)", "I would not recommend (*A*)": in line with a denial behind it.
NO_SUPPORT = re.compile(
    r"\W*(?:(?:the|current|available|present|existing|best|this|our|trial|published|and|but|so)\s+)*"
    r"(?:(?:evidence|data|trials?|guidelines?|literature|studies|research|findings)\s+(?:do|does|did)\s+not\s+"
    r"(?:currently\s+)?(?:support|favour|favor|justify|warrant|back|endorse)|(?:i|we)\s+(?:would|do|can|could)\s*(?:not|n['’]t)\s+"
    r"(?:currently\s+|generally\s+)?(?:recommend|advise|suggest|prescribe|use|favour|favor)|"
    r"there\s+is\s+no\s+(?:case|place|role|reason|need)\s+(?:for|to\s+(?:use|take|prescribe|give)))\s+"
    r"(?:(?:the|routine|regular|use|of|taking|using|giving|daily|extra|a|an|any|supplementation|with)\s+)*",
    re.IGNORECASE,
)


def left_ahead(front: str) -> str:
    """Return the words before an annotated claim where nothing accounts for them; "" where it does."""
    if _DISMISSED.search(front):
        return _shown(front.strip())
    words = _POINTS_TO.sub("", _BEFORE_CLAIM.sub("", _OWN_WORDS.sub("", front)).strip())
    if not words or "|" in words or read_frame_before(words) is not None or opening_chunk(words):
        return ""
    if DENIES.search(_NOT_ONLY.sub("", words)) and not _FRONTED.fullmatch(words):
        return _shown(words)
    reports = _REPORTS.fullmatch(words) and reports_finding(words)
    return "" if reports or _FRONTED.fullmatch(words) or is_accounted(words, ()) else _shown(words.rstrip(" ,"))


# "By making one invisible, *A* …", "*A* makes people younger and …": what else it is to make of somebody.
_MAKES_OF = re.compile(
    r"\b(?:mak|turn|render|leav|keep)(?:es|s|e|ing)\s+(?:people|you|one|users|men|women|patients|every(?:one|body)|"
    r"any(?:one|body)|us|them|humans)\s+(?P<what>[^,;:.!?]{2,60}?)(?=\s+(?:and|but)\b|\s*[,;:.!?]|\s*$)",
    re.IGNORECASE,
)


def made_of_somebody(words: str) -> str:
    """Return what words before a relation say that is made of people, where nothing accounts for it; "" for none."""
    found = _MAKES_OF.search(words)
    return "" if found is None or is_accounted(found["what"], ()) else _shown(found[0])


def _shown(words: str) -> str:
    return shorten(" ".join(words.split()), _SHOWN)


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


# "…, once", "exactly twice": what happened so often is no finding; "once a day" is a dose.
_SO_OFTEN = re.compile(
    r"\W*(?:(?:but|and|just|only|exactly|precisely|all of|maybe|perhaps|at least|at most)\s+)*"
    r"(?:once|twice|thrice|one time|(?:two|three|four|five|several|a few|a couple of) times|"
    r"(?:on|for) (?:one|a single|two|several|a few|rare) (?:occasions?|times?))"
    r"(?:\s+(?:before|already|now|only|and never again|or twice|ever|in (?:my|his|her|their) li(?:fe|ves)))*"
    r"\s*(?=$|[.,;:!?)])",
    re.IGNORECASE,
)


def happened_so_often(behind: str) -> str:
    """Return the words behind a claim that make it a single event: "relieved *B* once"; "" for none."""
    found = _SO_OFTEN.match(behind)
    return found[0].strip(" ,") if found else ""


def behind_last_border(words: str) -> int:
    """Return where the words begin that lead into the next claim: "…, although in children"."""
    found: Sequence[re.Match[str]] = list(_BORDER.finditer(words))
    return found[-1].start() if found else 0
