"""Plainer sentences within a sentence: what it says of two of its things without all that is hung on them. Pure.

A sentence in which nothing was read of one of its names is read again without its adjuncts ("In the Heart Protection
Study, …", "…, taken around conception, …"), without the frame of "is one of those that", without what leads over from
another thing ("*A* lowers *B* and, over the long term, causes *C*"). Which of these go is told by their shape: what can
turn a claim round is a closed class (denials, hedges, limits, conditions, promises, what somebody else says), and
whatever holds a word of it stays, so that nothing is read. Every place stays as it is, so that the qualifiers of what
is left out are still those of the claim, and words that nothing accounts for keep it from ✓.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.annotation.pieces import clauses_apart
from kgcore.english.accounted import TAKES_BACK, is_accounted, may_turn
from kgcore.english.adjuncts import left_out
from kgcore.english.asides import may_open
from kgcore.english.called import names_sort
from kgcore.english.chunks import DENIES, disowns, lacks_grounds, speaks_of_others, turns_on_it
from kgcore.english.context import asserts_nothing, find_overstatement
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.qualifier_terms import stated
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan, listed

Read = Callable[[str, Stretch, Sequence[NameSpan]], list[RelationSpan]]
ReadClauses = Callable[[Sequence[Stretch]], list[RelationSpan]]

_LONGEST = 600  # characters of a sentence that is read again
_MOST_GROUPS = 6  # lists of names in it: with more it is no sentence
_SHOWN = 60
_TWO = 2

_KEPT = re.compile(r"\S+ ?")  # words, each with one of the blanks behind it
_OPENS = re.compile(r"\W*(?:(?:and|but|yet|so|also|still|then),?\s+)?", re.IGNORECASE)
_KIND_BEGINS = re.compile(
    r"(?P<of>(?:of|among|amongst|out of)\s+)?(?:all\s+)?(?:the\s+|these\s+|those\s+)?", re.IGNORECASE
)
_KIND_ENDS = re.compile(r"\s*(?P<aside>(?:[\w'’-]+\s+){0,3}aside)?,\s+(?:the\s+)?", re.IGNORECASE)
_ASIDE = re.compile(r",\s+(?P<commas>[^,;:()]{2,120}?),(?=\s)|\s[–—-]\s(?P<dashes>[^–—;:()]{2,120}?)\s[–—-](?=\s)")
_LISTS = re.compile(
    r"(?:and|or|nor|but|yet|so|which|that|who|whose|whereas|because|if|unless|not|while|although)\b", re.I
)
# A participle right behind a name, and where its clause goes on: "Folic acid (taken around conception) reduces".
_REDUCED = re.compile(
    r"(?:\s+(?:supplements?|supplementation|tablets|capsules|therapy|treatment|use|intake))?\s+(?P<words>(?:when\s+|if\s+|once\s+)?(?:taken|given|used|eaten|drunk|started|added|consumed|administered|"
    r"prescribed|ingested|swallowed|around|during|before|after)\b(?:\s+[\w'’-]+){1,6}?)\s+(?=[a-z]+(?:s|ed)\b(?<!ss)(?<!us)(?<!\bbed)|"
    r"(?:(?:substantially|markedly|modestly|clearly|greatly|also)\s+)?(?:may|might|can|could|lower|reduce|prevent|raise|"
    r"increase|improve|treat|cause|relieve|ease|enhance)\b)",
    re.IGNORECASE,
)
_NOT_SO_GIVEN = re.compile(r"\bby\b|\bto$", re.IGNORECASE)  # by whom, and "used to (prevent)"
_ONCE = re.compile(r"\b(?:once|twice)\b(?! (?:a|daily|per|every)\b)", re.IGNORECASE)
# "is one of the enzymes that (make)", "was the one (tied to)", "is among those whose benefit in".
_IS_ONE_THAT = re.compile(
    r"\s+(?:is|are|was|were|remains?|became|has become|has emerged as|stands? out as)\s+"
    r"(?P<words>(?:(?:one of|among|also|just|now|still|perhaps)\s+)*(?:the|those|an?|one)\s+(?:[\w'’-]+\s+){0,4}?)"
    r"(?P<that>(?:that|which|who)\s+|(?=(?:tied|linked|associated|known|shown|found|used|able)\s))",
    re.IGNORECASE,
)
# "*A*'s capacity to (cause *B*)", "*A*'s role in (easing *B*)": the deed itself, where it is said to be so.
_NOMINAL = re.compile(
    r"['’]s?\s+(?P<words>(?:\w+\s+)?(?:role|ability|capacity|power|potency|tendency|propensity|effectiveness|usefulness|"
    r"success|habit)\s+(?:in|to|at|for)\s+)(?=[a-z])",
    re.IGNORECASE,
)
_IS_SO = re.compile(
    r"\s+(?:is|are|was|were|has been|have been|remains?)\s+(?:(?:\w+ly|well|now|also|long|often|beyond|not in)\s+){0,3}"
    r"(?:established|well-established|documented|well-documented|shown|demonstrated|confirmed|known|well-known|"
    r"recogni[sz]ed|accepted|proven|replicated|described|borne out|undisputed|undeniable|clear|evident|doubt|"
    r"dispute|question)\b",
    re.IGNORECASE,
)
# What leads over from one thing that is said of a subject to another.
_ON = re.compile(
    r"\s*,?\s+(?P<how>and|but|yet|while|whilst|though|although|thereby|then)\s+"
    r"(?P<more>(?:(?:also|thus|then|even|indeed|it|they|both|likewise|similarly|subsequently|later|in turn)\s+)*)",
    re.IGNORECASE,
)
# "*A* prevents *B*, (lowers) *C* and …": one more verb of a list, each with an object of its own.
_LISTED = re.compile(
    r",\s+(?P<more>(?:(?:also|then|even|and|\w+ly)\s+){0,2})(?!(?:it|they|this|that|these|those|the|an?|its|their|which|who|"
    r"whose|where|when|while|although|though|because|since|as|if|unless|but|yet|so|not|nor|or|in|on|at|for|with|without|by|"
    r"of|to|from|than|like|unlike|including|especially|is|are|was|were)\b)(?=[a-z-]+\s)",
    re.IGNORECASE,
)
_TAKEN_SO = re.compile(
    r"\W*(?:$|(?:and|or|but|not|nor|like|unlike|than|with|without|plus|given|taken|used|added|combined|mixed|paired|coupled|"
    r"together|along|rather|as well|instead|compared|versus|in|on|at|for|after|during|if|when|while|only)\b)",
    re.IGNORECASE,
)
_WHICH = re.compile(r"\s*,?\s+(?:which|that|who)\b", re.IGNORECASE)
_PRICE = re.compile(r",?\s+(?:but\s+|albeit\s+|although\s+|though\s+)?at the (?:price|cost|expense|risk) of\s+", re.I)
# "…, which (lowers *C*)", "…, its main active compound, which": told of the name right before it.
_TOLD_OF = re.compile(
    r"(?:,\s+(?P<called>(?:(?:one of )?(?:its|their|the)|an?)\s+[^,;:.()]{3,60}))?,?\s+which\s+"
    r"(?:in turn\s+)?(?!(?:is|was|may be|might be|means?|makes?|explains?|suggests?)\b(?! (?:linked|associated|used|"
    r"found|known|effective|a treatment|a remedy))|(?:i|we|you|they|it|the|an?)\b)(?=[a-z])",
    re.IGNORECASE,
)
# "*A* is a *B* that (treats *C*)", "*A* and *C* are *B* used to (treat *D*)".
_IS_ONE = re.compile(
    r"\s+(?P<is>is|are|was|were)\s+(?:(?:also|both|all)\s+)?(?:(?:an?|the|one of the)\s+)?", re.IGNORECASE
)
_ONE_THAT = re.compile(
    r",?\s+(?:(?P<that>that|which)\s+|(?=(?:(?:commonly|widely|often|mainly|primarily|usually)\s+)?"
    r"(?:used|approved|prescribed|licensed|given|known|shown|linked|tied)\s))",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(r",\s+(?:which|although|though)\s+(?:the\s+)?", re.IGNORECASE)
# "…, and *C* (reduces it)", "…, whereas *C* (is cheap)": a clause of another thing's own.
_OTHER_CLAUSE = re.compile(r"(?:,\s+(?:and|yet)|,?\s+(?:but|whereas|while))\s+(?:the\s+)?", re.IGNORECASE)
_ITS_VERB = re.compile(
    r"\s+(?:(?:\w+ly|also|often|both|all|in turn)\s+)*"
    r"(?:(?:is|are|was|were|has|have|had|may|might|can|could|does|do|did|will|would)\b|"
    r"(?:appears?|seems?|tends?)\s+to\b|[a-z]+(?:s|ed)\s+(?:it|them|this|that|the|an?|its|their|no|little|well|\w+ly)\b|"
    r"[a-z]+\s+(?:it|them)\b)",
    re.IGNORECASE,
)
# "… shows that it does not", "… makes that untrue": what goes back to the clause before.
_OF_BOTH = re.compile(
    r"\bthat\b|\b(?:it|they|this|these)\s+(?:does|do|did|is|are|was|were|has|have)(?:\s+not|n['’]t)\b|\bso\b|\bonly\b",
    re.IGNORECASE,
)
# Whatever its subject, a clause ahead of a name that a relative clause tells of: "I can recommend (*A*, which …)".
_HAS_VERB = re.compile(
    r"\b(?:it|they|i|we|you|he|she|is|are|was|were|has|have|had|do|does|did|can|may|will|would|should)\b", re.IGNORECASE
)
# What the writer advises is no word of others: "I would suggest (*A*, which …)".
_ADVISES = re.compile(
    r"\b(?:i|we|you)(?:['’]d)?\s+(?:(?:can|could|would|should|do|might|may|will|also|still|therefore|generally|usually)\s+)*"
    r"(?:suggest|recommend|advise|consider|prefer|prescribe|offer|use|try|take|mention|add|start|continue|want)\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r",?\s+without\s+(?:\w+ly\s+)?(?=[a-z]+ing\s)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Kernel:
    """A plainer sentence: the text with blanks, where it stands, its names, and words left out that are in doubt.

    `surely`: what is read of it in doubt does not count.
    """

    text: str
    place: Stretch
    names: tuple[NameSpan, ...]
    unread: str = ""
    negated: bool = False
    surely: bool = False


def with_further(
    text: str,
    sentence: Stretch,
    names: Sequence[NameSpan],
    said: Sequence[RelationSpan],
    read: Read,
    read_clauses: ReadClauses,
) -> list[RelationSpan]:
    """Return what was said, and what the plainer sentences within a sentence say of names of which that tells nothing.

    What was read in doubt makes room for what is read of the same two things without any.
    """
    told = {n.mention.ref for one in said if not one.unread for n in (*one.subjects, *one.objects)}
    if sentence.end - sentence.start > _LONGEST or told.issuperset(n.mention.ref for n in names):
        return list(said)
    if any(one.frame.refuted or find_overstatement(one.phrase) for one in said) or _is_no_sentence(text, sentence):
        return list(said)
    if len(names) < _TWO or len(listed(text, names)) > _MOST_GROUPS:
        return list(said)
    found: list[RelationSpan] = []
    for one in read_clauses(clauses_apart(text, sentence, names)):
        if not _ends(one) <= told and not one.unread:
            found.append(one)
    told |= {ref for one in found for ref in _ends(one)}
    for kernel in _kernels(text, sentence, names):
        if told.issuperset(n.mention.ref for n in kernel.names):
            continue
        for one in _read_short(kernel, read):
            doubt = one.unread or kernel.unread
            denied = kernel.negated and (one.frame.negated or one.frame.refuted)
            doubtful = doubt and (kernel.surely or any(_ends(one) <= _ends(other) for other in said))
            if _ends(one) <= told or denied or doubtful:
                continue
            frame = replace(one.frame, negated=True) if kernel.negated else one.frame
            found.append(replace(one, frame=frame, unread=doubt))
            told |= _ends(one)
    return [*(one for one in said if not (one.unread and any(_ends(f) <= _ends(one) for f in found))), *found]


def _read_short(kernel: _Kernel, read: Read) -> Iterator[RelationSpan]:
    """Yield what a plainer sentence says, read without its blanks, which cost readers time: each place as it is."""
    start, end = kernel.place.start, kernel.place.end
    kept = [m.span() for m in _KEPT.finditer(kernel.text, start, end)]
    short = "".join(kernel.text[a:b] for a, b in kept)
    ends = list(itertools.accumulate((b - a for a, b in kept), initial=start))

    def placed(at: int) -> int:
        n = max(0, bisect_right(ends, at) - 1)
        return at - ends[n] + kept[n][0] if n < len(kept) else end

    def shortened(at: int) -> int:
        n = bisect_right(kept, (at, end)) - 1
        return ends[n] + min(at, kept[n][1]) - kept[n][0]

    names = [replace(n, start=shortened(n.start), end=shortened(n.end - 1) + 1) for n in kernel.names]
    text = f"{kernel.text[:start]}{short}{kernel.text[end:]}"
    for one in read(text, Stretch(start, start + len(short)), names):
        sides = (
            tuple(replace(n, start=placed(n.start), end=placed(n.end - 1) + 1) for n in side)
            for side in (one.subjects, one.objects)
        )
        between = one.between and Stretch(placed(one.between.start), placed(one.between.end))
        subjects, objects = sides
        place = placed(one.start), placed(one.end - 1) + 1
        yield replace(one, subjects=subjects, objects=objects, start=place[0], end=place[1], between=between)


def _ends(said: RelationSpan) -> set[str]:
    return {n.mention.ref for n in (*said.subjects, *said.objects)}


def _is_no_sentence(text: str, sentence: Stretch) -> bool:
    words = text[sentence.start : sentence.end]
    return asserts_nothing(words) or "|" in words or "\n" in words.strip() or words.rstrip(" \"'”’)").endswith("?")


def _kernels(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> Iterator[_Kernel]:
    """Yield a sentence without all that may be left out, then what is said besides of its subject."""
    plain = whole = _Kernel(text, sentence, tuple(names))
    for cut in (_front_left, _asides_left, _reduced_left, _role_left, _deed_left):
        plain = cut(plain) or plain
    if plain is not whole:
        yield plain
    yield from _turned(plain)
    yield from _told_of(plain)
    yield from _one_of_a_kind(plain)
    yield from _first_clause(plain)


def _front_left(kernel: _Kernel) -> _Kernel | None:
    """Return a sentence without the adjunct that it begins with."""
    start, first = kernel.place.start, kernel.names[0].start if kernel.names else kernel.place.end
    opened = _OPENS.match(kernel.text, start, kernel.place.end)
    at = opened.end() if opened else start
    if whole := _of_a_whole(kernel, at):
        return whole
    comma = kernel.text.rfind(", ", at, first)
    doubt = left_out(kernel.text[at:comma], front=True) if comma >= 0 else None
    if doubt is None:
        return None
    return replace(kernel, place=Stretch(comma + 2, kernel.place.end), unread=kernel.unread or doubt)


def _of_a_whole(kernel: _Kernel, at: int) -> _Kernel | None:
    """Return a sentence without the kind of which its subject is one, or what it sets aside: "Of the *B*, *A* …"."""
    if len(kernel.names) <= _TWO:
        return None
    kind, subject = kernel.names[:2]
    behind = _KIND_ENDS.fullmatch(kernel.text, kind.end, subject.start)
    lead = _KIND_BEGINS.fullmatch(kernel.text, at, kind.start)
    if behind is None or lead is None or bool(behind["aside"]) == bool(lead["of"]):
        return None
    return replace(kernel, place=Stretch(behind.end(), kernel.place.end), names=kernel.names[1:])


def _asides_left(kernel: _Kernel) -> _Kernel | None:
    """Return a sentence without what is set off in it by commas or dashes and names nothing."""
    text, doubts, found = kernel.text, [kernel.unread], False
    for aside in _ASIDE.finditer(kernel.text, kernel.place.start, kernel.place.end):
        start, end = aside.span(str(aside.lastgroup))
        if any(n.start < end and start < n.end for n in kernel.names) or _LISTS.match(text[start:end]):
            continue
        words = text[start:end].strip()
        doubt = "" if may_open(words) and not (may_turn(words) or stated(words)) else left_out(words)
        if doubt is None:
            continue
        found = True
        doubts.append(doubt)
        text = _blank(text, *aside.span())
    return replace(kernel, text=text, unread=next((d for d in doubts if d), "")) if found else None


def _reduced_left(kernel: _Kernel) -> _Kernel | None:
    """Return a sentence without the participle that says how its subject is taken."""
    first = kernel.names[0]
    last = kernel.names[1].start if len(kernel.names) > 1 else kernel.place.end
    found = _REDUCED.match(kernel.text, first.end, last)
    if (
        found is None
        or may_turn(found["words"])
        or _ONCE.search(found["words"])
        or _NOT_SO_GIVEN.search(found["words"])
    ):
        return None
    doubt = "" if is_accounted(found["words"], ()) else _shown(found["words"])
    return replace(kernel, text=_blank(kernel.text, *found.span("words")), unread=kernel.unread or doubt)


def _role_left(kernel: _Kernel) -> _Kernel | None:
    """Return a sentence without the frame of "is one of those that"."""
    found = _IS_ONE_THAT.match(kernel.text, kernel.names[0].end, kernel.place.end)
    if found is None or any(n.start < found.end() for n in kernel.names[1:]) or may_turn(found["words"]):
        return None
    of_sort = found["that"] and names_sort(found["words"])  # of which the graph is asked
    doubt = "" if of_sort or is_accounted(found["words"], ()) else _shown(found["words"])
    start = found.start() if found["that"] else found.start("words")
    return replace(kernel, text=_blank(kernel.text, start, found.end()), unread=kernel.unread or doubt)


def _deed_left(kernel: _Kernel) -> _Kernel | None:
    """Return what is said to be so of a deed: "*A*'s capacity to cause *B* is well established"."""
    first, last = kernel.names[0], kernel.names[-1]
    at = first.end - 2 if kernel.text[first.end - 2 : first.end] in ("'s", "’s") else first.end
    found = _NOMINAL.match(kernel.text, at, kernel.place.end)
    behind = _IS_SO.match(kernel.text, last.end, kernel.place.end)
    if found is None or behind is None or may_turn(kernel.text[last.end : kernel.place.end]):
        return None
    text = _blank(_blank(kernel.text, at, found.end()), behind.start(), behind.end())
    return replace(kernel, text=text, names=(replace(first, end=at), *kernel.names[1:]))


def _turned(kernel: _Kernel) -> Iterator[_Kernel]:
    """Yield, for each thing behind the first that is said of a subject, a sentence with that alone."""
    groups = listed(kernel.text, kernel.names)
    if len(groups) < 3:
        return
    for n in range(2, len(groups)):
        start, end = groups[n - 1][-1].end, groups[n][0].start
        first = _told_last(kernel, groups[:n])
        if first is None:
            continue
        subject = groups[first]
        head = Stretch(subject[0].start if first else kernel.place.start, subject[-1].end)
        told = _without_names(kernel, Stretch(head.end, start))
        rest = Stretch(head.start, _end_of(kernel, groups, n))
        for pattern, negated, phrase in (
            (_WITHOUT, True, ""), (_PRICE, False, " causes "), (_ON, False, ""), (_LISTED, False, ""),
        ):  # fmt: skip
            found = pattern.search(kernel.text, start, end)
            # Behind "*B*, which …," a verb goes on with *B*, or with nothing of the list.
            aside = pattern is _LISTED and (_is_set_off(told) or _WHICH.match(kernel.text, start, end) is not None)
            if found is None or may_turn(told) or aside:
                continue
            if phrase and (found.end() != end or not all(one.felt for one in groups[n])):
                continue
            text = _blank(kernel.text, head.end, found.end())
            if phrase:
                text = f"{text[: found.start()]}{phrase.ljust(end - found.start())}{text[end:]}"
            names = (*subject, *groups[n])
            yield replace(kernel, text=text, place=rest, names=names, negated=negated, surely=pattern is _LISTED)
            break


def _is_set_off(words: str) -> bool:
    """Whether words behind a subject are an aside that a comma ends, and may be part of what is claimed of it.

    "*A*, combined with *B*(, prevents *C*)"; what the thing is known for is none: "*A*, known for its *B*, …".
    """
    opens = words.lstrip()[:1]
    if opens and (opens not in ",(–—-" or words.count(opens) > 1):
        return False
    return _TAKEN_SO.match(words) is not None or not is_accounted(words, ())


def _told_last(kernel: _Kernel, groups: Sequence[tuple[NameSpan, ...]]) -> int | None:
    """Return which of the groups a verb behind the last one is told of: the first, or what a relative clause is about.

    "*A* contains *B*, which lowers *C* (and raises *D*)" tells of *B*; None where either may be meant.
    """
    for n in range(len(groups) - 1, 0, -1):
        start, end = groups[n - 1][-1].end, groups[n][0].start
        if _WHICH.match(kernel.text, start, end):
            first = next((m for m in range(n - 1, 0, -1) if _WHICH.match(kernel.text, groups[m - 1][-1].end)), n - 1)
            return n - 1 if first == n - 1 else None
    return 0


def _first_clause(kernel: _Kernel) -> Iterator[_Kernel]:
    """Yield a sentence up to where it tells of other things: "*A* stimulates *B*, which regulates *C* genes"."""
    starts = {n.start for n in kernel.names}
    clauses = _OTHER_CLAUSE.finditer(kernel.text, kernel.place.start, kernel.place.end)
    others = [
        m for m in clauses if m.end() in starts and _goes_on(kernel, m.end()) and not _is_open_list(kernel, m.start())
    ]
    nexts = _NEXT_CLAUSE.finditer(kernel.text, kernel.place.start, kernel.place.end)
    for found in sorted((*nexts, *others), key=lambda m: m.start()):
        names = tuple(n for n in kernel.names if n.end <= found.start())
        behind = [n for n in kernel.names if n.start >= found.end()]
        rest = kernel.text[found.end() : kernel.place.end]
        if len(names) < _TWO or not behind or TAKES_BACK.fullmatch(rest) or _turns_all(rest):
            continue
        yield replace(kernel, place=Stretch(kernel.place.start, found.start()), names=names)
        return


def _is_open_list(kernel: _Kernel, end: int) -> bool:
    """Whether the names before a clause end in a list that goes on with the name behind: "*B*, *C*, and *D* are"."""
    last = next(reversed(listed(kernel.text, [n for n in kernel.names if n.end <= end])), ())
    return len(last) > 1 and _LISTS.search(kernel.text, last[-2].end, last[-1].start) is None


def _goes_on(kernel: _Kernel, at: int) -> bool:
    """Whether the name there has a verb of its own, after a list of names at most."""
    behind = [n for n in kernel.names if n.start >= at]
    subject = listed(kernel.text, behind)[0]
    verb = _ITS_VERB.match(kernel.text, subject[-1].end, kernel.place.end)
    return verb is not None and _OF_BOTH.search(kernel.text, subject[-1].end, kernel.place.end) is None


def _turns_all(words: str) -> bool:
    """Whether words behind a claim may take it back, whatever they name."""
    turns = (CueEffect.REFUTES, CueEffect.DOUBTS, CueEffect.SUPPOSES, CueEffect.ATTRIBUTES)
    taken = disowns(words) or lacks_grounds(words) or turns_on_it(words) or speaks_of_others(words)
    return taken or find_cue(words, CueScope.SENTENCE, *turns) is not None


def _one_of_a_kind(kernel: _Kernel) -> Iterator[_Kernel]:
    """Yield what a sentence says its subject is, and what else it says of it: "*A* is a *B* that treats *C*"."""
    groups = listed(kernel.text, kernel.names)
    if len(groups) < 3 or len(groups[1]) > 1:
        return
    kind, rest = groups[1][0], groups[2]
    is_one = _IS_ONE.fullmatch(kernel.text, groups[0][-1].end, kind.start)
    that = _ONE_THAT.match(kernel.text, kind.end, rest[0].start)
    if is_one is None or that is None or may_turn(kernel.text[kernel.place.start : groups[0][0].start]):
        return
    start = is_one.start() if that["that"] else is_one.end("is")
    text = _blank(kernel.text, start, that.end())
    yield replace(kernel, text=text, names=tuple(n for g in (groups[0], *groups[2:]) for n in g))
    yield replace(kernel, place=Stretch(kernel.place.start, kind.end), names=(*groups[0], kind))


def _told_of(kernel: _Kernel) -> Iterator[_Kernel]:
    """Yield what relative clauses tell of names behind the first: "*A* contains *B*, which lowers *C*".

    It is told whatever the main clause says of the name ("I can recommend *B*, which …"), but not where that is what
    others say, or supposed; and nothing of the words ahead may be left unaccounted for.
    """
    for one, other in itertools.pairwise(kernel.names):
        found = _TOLD_OF.match(kernel.text, one.end, other.start)
        front = _without_names(kernel, Stretch(kernel.place.start, one.start))
        if found is None or (one is kernel.names[0] and not _HAS_VERB.search(front)) or _may_be_theirs(front):
            continue
        called = found["called"] or ""
        doubt = next((_shown(words) for words in (called, front) if words.strip() and not is_accounted(words, ())), "")
        text = _blank(kernel.text, one.end, found.end())
        names = tuple(n for n in kernel.names if n.start >= one.start)
        place = Stretch(one.start, kernel.place.end)
        yield replace(kernel, text=text, place=place, names=names, unread=kernel.unread or doubt)


def _may_be_theirs(words: str) -> bool:
    """Whether the words of a main clause may make what is told by the way what others say, or what is supposed."""
    turns = (CueEffect.REFUTES, CueEffect.DOUBTS, CueEffect.SUPPOSES, CueEffect.ATTRIBUTES, CueEffect.HEDGES)
    plain = _ADVISES.sub(" ", words)
    theirs = speaks_of_others(plain) or disowns(words) or lacks_grounds(words) or DENIES.search(words)
    return bool(theirs) or find_cue(plain, CueScope.SENTENCE, *turns) is not None


def _without_names(kernel: _Kernel, place: Stretch) -> str:
    text = kernel.text
    for name in kernel.names:
        text = _blank(text, name.start, name.end)
    return text[place.start : place.end]


def _end_of(kernel: _Kernel, groups: Sequence[tuple[NameSpan, ...]], n: int) -> int:
    """Return where what is said of a group ends: before what leads over to the next one."""
    if n + 1 == len(groups):
        return kernel.place.end
    start, end = groups[n][-1].end, groups[n + 1][0].start
    over = next((m for p in (_WITHOUT, _PRICE, _ON) if (m := p.search(kernel.text, start, end))), None)
    return over.start() if over else kernel.place.end


def _blank(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"


def _shown(words: str) -> str:
    return " ".join(words.split())[:_SHOWN]
