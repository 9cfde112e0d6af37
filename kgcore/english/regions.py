"""The words of a sentence that are about one claim and no other, where its qualifiers stand. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.english.accounted import CONCLUSION, is_accounted
from kgcore.english.added import HELPS, does_the_same, goes_on_about_it, one_more
from kgcore.english.called import makes_another, taken_by_another
from kgcore.english.chunks import DENIES, NAME
from kgcore.english.context import without_closing
from kgcore.english.frames import added_to, framed, is_one_of, said_in_passing
from kgcore.english.hearsay import attributed, withdrawn
from kgcore.english.means import means_in
from kgcore.english.passing import told_in_passing
from kgcore.english.qualifier_terms import limits, word_keys
from kgcore.english.qualifiers import PARTICLE, Region, qualifiers_in
from kgcore.english.residue import (
    IS_WHY,
    NO_SUPPORT,
    Residue,
    behind_last_border,
    done_about,
    first_dated,
    form_that_is_not,
    happened_so_often,
    left_ahead,
    left_behind,
    made_of_somebody,
)
from kgcore.english.sentences import sentence_ends
from kgcore.english.shared_limits import with_shared_limits
from kgcore.values.model import UNQUALIFIED, Mark, Mention, Paragraph, Qualifier, QualifierKind, Qualifiers, Triple

_NEXT = 60  # characters of the next sentence: "In your dreams."
_BORDER = re.compile(r"[;:]|,?\s+(?:and|but|while|whereas|although|though|yet|so|because|since|which)\b|,", re.I)
# What a construction says with its names: "if you take *A*", "less often", "…, as it does not work", "… was found".
_OF_CONSTRUCTIONS = re.compile(
    r"\b(?:if|when|once|whenever)\s+(?:you|people|patients|they|we|someone|somebody|your patients?)(?:['’](?:re|"
    r"ve))?\s+(?:also\s+)?"
    r"(?:have|has|suffers? from|get|got|take|takes|use|uses|are on|is on|start|drink|eat|add|are taking|"
    r"is taking|live with)\s*(?:an?\s+|the\s+|your\s+)?$"
    r"|\s*(?:more|less)\s+(?:often|frequently|commonly|rarely)\b"
    r"|,?\s+(?:as|since|because)\s+(?:it|they)\s+(?:do|does|did)(?:\s+not|n['’]t)\s+(?:work|help|prevent it)\b"
    r"|\s+(?:is|was|were|has been|could be)\s+(?:well |widely )?(?:found|seen|shown|observed|detected|"
    r"established|accepted|recogni[sz]ed)\b"
    r"|,\s+once (?:hoped|thought|believed|said|expected|claimed) to\b",
    re.IGNORECASE,
)
# The hope that a claim denies: "hopes that *A* would prevent *B* were dashed", "was hoped to prevent *B*, but did not".
_HOPED = re.compile(
    r"\b(?:(?:hopes?|expectations?|promise) that|(?:was|were|has been|have been)\s+(?:\w+\s+)?(?:hoped|expected|"
    r"anticipated|predicted|promised|meant|supposed) to|would)\b|,?\s+(?:but|yet|although|though)\s.*",
    re.IGNORECASE,
)
# How long a thing has been sold is no time over which it is taken: "*A*, marketed for decades as …, prevents".
_LONG_KNOWN = re.compile(
    r"^(?P<known>\s*,\s*(?:(?:long|widely|often|first)\s+)?(?:marketed|sold|prescribed|available|known|licensed|approved))\s+"
    r"(?:for|over|throughout)\s+(?:(?:many|several|some|two|three|four|five|the past|\d+)\s+)*"
    r"(?:decades|centuries|years|generations|millennia)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\bnot\b")
_AND = r",?\s+(?:and|or|as well as)\s+(?:(?:of|for|against|from|in|to|with|by|on)\s+)?(?:the\s+)?"
_JOINED = re.compile(r"\s*,?\s*(?:and|or|plus|&)\s+\w", re.IGNORECASE)  # "(with *A*) or prayer"
_MODIFIER = re.compile(r"[a-z][a-z-]*[a-z](?<!ing)(?: [a-z][a-z-]*[a-z](?<!ing)(?<! as))?")
_NOT_ONLY = re.compile(r"not (?:only|just|merely)$")
_GIVEN = re.compile(r"(?:at|by|on|under|within|over) (?:[\w-]+ ){1,4}?[\w-]*\w(?=\s+[a-z]+(?:s|ed)?\b)", re.IGNORECASE)
# What a sentence without a verb adds to the one before it: "Within seconds.", "But only in rats.", not what may head
# the next one: "In animals."
_FRAGMENT = re.compile(
    r"\s*(?P<lead>\(|(?:and |but )(?:even |only |just )?|(?:even |only |just )"
    r"|(?:that is|i\.e\.|meaning|namely|at least|at any rate|well|or rather|mostly|mainly),? (?:only |just )?)?"
    r"(?P<said>(?:in|within|with|without|at|on|by|for|after|during|among)\s+(?:[\w-]+\s+){0,4}[\w-]+)\s*[.!]\)?"
    r"(?(lead)(?=\s|$)|(?=\s*$))",
    re.IGNORECASE,
)
_QUOTES = "\"'“”‘’"


def with_qualifiers(paragraph: Paragraph, *, plain: bool = False) -> Paragraph:
    """Return a paragraph whose triples know what qualifies them in their sentence.

    `plain`: the text is not annotated, so that words between a relation and its object are known to modify the object.
    """
    if not paragraph.triples:
        return paragraph
    ends = list(sentence_ends(paragraph.text, breaks=True))
    marks: dict[int, list[Mark]] = defaultdict(list)
    triples: dict[int, list[Triple]] = defaultdict(list)
    for mark in paragraph.marks:
        marks[bisect_right(ends, mark.start)].append(mark)
    for triple in paragraph.triples:
        triples[bisect_right(ends, triple.start)].append(triple)
    found: list[Triple] = []
    for n, some in triples.items():
        start, end = ends[n - 1] if n else 0, ends[n] if n < len(ends) else len(paragraph.text)
        own = {mention.ref for t in some for mention in (t.subject, t.object)}
        others = any(m.ref not in own for m in marks[n + 1])  # a relation, or a name that no claim here is about
        last = n + 1 >= len(ends)
        concludes = not (last or triples.get(n + 1)) and _concludes(paragraph.text[end : ends[n + 1]])
        goes_on = concludes or (paragraph.text[start:end].rstrip().endswith(";") and not (last or others))
        sentence = _Sentence(
            paragraph.text,
            start,
            end,
            tuple(marks[n]),
            tuple(sorted({(t.start, t.end) for t in some})),
            ends[n + 1] if goes_on else end,
            tuple(marks[n + 1]) if goes_on else (),
        )
        told = [_with(t.qualifiers, qualifiers_in(_region(sentence, t, plain))) for t in some]
        places = [(t.start - start, t.end - start) for t in some]
        told = with_shared_limits(paragraph.text[start:end], places, told)
        rests = _rests(sentence, some, told, plain)
        found += (replace(t, qualifiers=_with(rest, said)) for t, said, rest in zip(some, told, rests, strict=True))
    read = {id(old): new for old, new in zip((t for some in triples.values() for t in some), found, strict=True)}
    return replace(paragraph, triples=tuple(read[id(t)] for t in paragraph.triples))


# "So ask your pharmacist first": whom to ask, which concludes nothing.
_TO_ASK = re.compile(
    r"[\s,]*(?:(?:please|always|do|if in doubt|you should)\s+)*"
    r"(?:ask|speak|talk|tell|consult|inform|check|discuss|contact|call|see)\b",
    re.IGNORECASE,
)


# "So I quit coffee.": what somebody did of it, which concludes nothing either.
_DONE = re.compile(
    r"[\s,]*(?:I|we)(?:['’](?:ve|m|re|ll))?\s+(?:(?:have|had|just|finally|now|am|are|will|then)\s+)*"
    r"(?:quit|stop|stopped|stopping|start|started|switch|switched|cut|gave|take|took|avoid|avoided|skip|skipped|drink|"
    r"drank|eat|ate|keep|kept|try|tried|trying|asked|bought|use|used|went|stick|stuck)\b[^,;:.!?]{0,50}[.!]*\s*$",
    re.IGNORECASE,
)


def _concludes(sentence: str) -> bool:
    """Whether a sentence only concludes from the one before, or tells how: "It follows that …", "It does so …"."""
    if goes_on_about_it(sentence):
        return True
    found = CONCLUSION.match(sentence) or IS_WHY.match(sentence)
    return found is not None and not (_TO_ASK.match(sentence, found.end()) or _DONE.match(sentence, found.end()))


def _with(own: Qualifiers, read: Qualifiers) -> Qualifiers:
    return Qualifiers((*read.said, *own.said)) if own else read


@dataclass(frozen=True, slots=True)
class _Sentence:
    """Where a sentence stands in a text, with its marks and the places of its relations.

    `beyond` is where a clause ends that goes on behind its semicolon and claims nothing; else `end`. `again` are the
    names of this sentence's claims in that clause.
    """

    text: str
    start: int
    end: int
    marks: tuple[Mark, ...]
    relations: tuple[tuple[int, int], ...]
    beyond: int
    again: tuple[Mark, ...] = ()


def _region(sentence: _Sentence, triple: Triple, plain: bool) -> Region:
    """Return the words around a triple in its sentence, without those of clauses that make other claims."""
    text, start, end, inside, relations = (
        sentence.text, sentence.start, sentence.end, sentence.marks, sentence.relations,
    )  # fmt: skip
    before = max((e for _, e in relations if e <= triple.start), default=start)
    behind = min((s for s, _ in relations if s >= triple.end), default=end)
    left, right = _nearest(inside, triple, before, behind, text)
    first = min(left.start if left else triple.start, triple.start)
    front = _behind_border(text[before:first]) if before > start else text[start:first]
    if any(m.ref[:1] == "N" and start <= m.start and m.end <= first for m in inside):
        *told, front = re.split(
            r"[;:]\s|\s[-–—]\s", front
        )  # what stands before a colon and names something tells of that
        last_named = max(m.end for m in inside if m.ref[:1] == "N" and m.end <= first)
        front = f"{text[last_named:first]} {front}" if told and limits(text[last_named:first]) else front
    last = max(right.end if right else triple.end, triple.end)
    if left is None and right is not None:
        last = _end_of_both(inside, triple, right, behind, text)
    tail = _before_border(text[last:behind]) if behind < end else text[last:end]
    if (
        behind == end
        and (fragment := _FRAGMENT.match(text, end))
        and (limits(fragment["said"]) or fragment["said"].casefold().startswith("without"))
    ):
        tail = tail.rstrip(" .!") + " " + fragment["said"]
    constructed = triple.relation not in text[triple.start : triple.end]  # a plain phrase stands for it
    between = _between(sentence, triple, left, after_another=before > start)
    if constructed:
        tail, front = _OF_CONSTRUCTIONS.sub("", tail, count=1), _OF_CONSTRUCTIONS.sub("", front)
    if constructed and _NOT.search(triple.relation):
        tail, front, between = (_HOPED.sub("", words) for words in (tail, front, between))
    tail = without_closing(tail)[0]
    tail = _before_name(tail, [text[m.start : m.end] for m in inside if m.start > last])
    ends = right.start if right and right.start >= triple.end else triple.end
    ends = min((m.start for m in inside if m.ref[:1] == "N" and triple.end <= m.start < ends), default=ends)
    own = {m for m in (left, right) if m}
    return Region(
        front,
        between,
        _OF_CONSTRUCTIONS.sub("", text[triple.start : ends]) if constructed else text[triple.start : ends],
        tail,
        tuple(text[m.start : m.end] for m in inside if m.ref[:1] == "N" and m not in own),
        text[end : end + _NEXT],
        _in_quotes(text, triple),
        (triple.subject.text, triple.object.text),
        _around(inside, triple, before, behind, text) if constructed else (),
        _modifier(text[triple.end : ends]) if plain and not constructed else "",
    )


def _between(sentence: _Sentence, triple: Triple, left: Mark | None, *, after_another: bool) -> str:
    """Return the words between a triple's nearest name and its relation; `after_another` claim of the sentence, an
    object's are that claim's up to where its clause ends: "lowers *B* in men but [does not] in women".
    """
    if left is None or left.end > triple.start:
        return ""
    between = sentence.text[left.end : _own_start(sentence.text, triple)]
    if after_another and not _names(left, triple.subject, sentence.text) and _BORDER.search(between):
        between = _behind_border(between)
    return _LONG_KNOWN.sub(r"\g<known>", between)


# ── what nothing accounts for ───────────────────────────────────────────────────────────────────────────────────────


def _rests(sentence: _Sentence, triples: Sequence[Triple], told: Sequence[Qualifiers], plain: bool) -> list[Qualifiers]:
    """Return, for each triple of a sentence, what of the words beside it nothing accounts for.

    Before an annotated claim all of them count; a plain one is not read where they are not understood, unless a
    relative clause tells it of the first name.
    """
    text = sentence.text
    known = frozenset(k for some in told for q in some.said for k in word_keys(q.words))
    ends = [_claim_end(sentence, t, plain) for t in triples]
    start = min(ends)
    own = {mention.ref for t in triples for mention in (t.subject, t.object)}
    again = [(m.start - start, m.end - start) for m in sentence.again if m.ref in own]
    others = [(m.start - start, m.end - start) for m in sentence.again if m.ref not in own]
    hidden = [*_hidden_behind(sentence, triples, start), *others]
    found = list(left_behind(text[start : sentence.beyond], start, known, hidden, again))
    front = text[sentence.start : min((m.start for m in sentence.marks), default=sentence.start)]
    ahead = left_ahead(front)
    unsupported = NO_SUPPORT.fullmatch(front) is not None  # "Evidence does not support (*A*, as it does not …)"
    speaks_of, said, taken_back = _spoken(sentence, triples, ends)
    made = []
    for triple, end in zip(triples, ends, strict=True):
        if triple.refuted:  # what stands there calls it false
            made.append(UNQUALIFIED)
            continue
        words = next((r.words for r in found if r.start >= end and _is_of(r, triple, triples)), "")
        words = (
            words
            or (ahead if _counts_ahead(sentence, triple, plain) and not (unsupported and denies(triple)) else "")
            or _odd(sentence, triple, front, end)
        )
        words = words or ("" if plain else makes_another(_passing(sentence, triple)) or _behind_topic(sentence, triple))
        words = (
            words
            or _besides(sentence, triples if plain else (), triple, end)
            or (said if triple.subject.ref == speaks_of else "")
        )
        rest = (Qualifier(QualifierKind.REST, words),) if words else ()
        off = (Qualifier(QualifierKind.TONE, taken_back),) if taken_back and triple.subject.ref == speaks_of else ()
        made.append(Qualifiers((*rest, *off, *_frame(sentence, triple, end, known))))
    return made


# "The doctor put him on (*A*, which …)": what somebody was given.
_GIVEN_BY = re.compile(
    r"\W*(?:(?:so|and|but|then)\s+)?(?:(?:the|my|his|her|our|their|a)\s+)?(?:doctors?|gp|physician|consultant|nurse|"
    r"pharmacist|[a-z]+ologist|psychiatrist|they|we|i)\s+(?:(?:has|have|had|then|just|also|now)\s+)*(?:put|prescribed|gave|"
    r"started|switched|recommended|suggested|take|took|use)\s+(?:(?:me|him|her|them|us|you)\s+)?(?:(?:on|to|with)\s+)?",
    re.IGNORECASE,
)
_TOLD_BY_THE_WAY = re.compile(r"\s*,\s+(?:which|who)\b", re.IGNORECASE)


def _counts_ahead(sentence: _Sentence, triple: Triple, plain: bool) -> bool:
    """Whether the words before the first name of a sentence have to be understood for this claim of it."""
    left = _nearest(sentence.marks, triple, sentence.start, sentence.end, sentence.text)[0] if plain else None
    told = left is not None and _TOLD_BY_THE_WAY.match(sentence.text, left.end) is not None
    front = sentence.text[sentence.start : left.start] if told and left else ""
    return _is_first(sentence, triple) and ((told and not _GIVEN_BY.fullmatch(front)) or not plain)


def _spoken(sentence: _Sentence, triples: Sequence[Triple], ends: Sequence[int]) -> tuple[str, str, str]:
    """Return whose word the last claim of a sentence is said to be, and by what it is taken back; with its subject."""
    end, last = max(zip(ends, triples, strict=True), key=lambda one: one[0])
    behind = sentence.text[end : sentence.end]
    following = "" if behind.strip(" .;!?)") else sentence.text[sentence.end : sentence.end + _NEXT * 2]
    return last.subject.ref, attributed(behind, following), withdrawn(behind, following)


def _besides(sentence: _Sentence, triples: Sequence[Triple], triple: Triple, end: int) -> str:
    """Return what a claim is said of as well right behind it, or what else does the same, in words that name nothing.

    `triples` are those of a plain sentence: names of which none is read are as good as none.
    """
    _, right = _nearest(sentence.marks, triple, sentence.start, sentence.end, sentence.text)
    if right is None or right.end != end:
        return ""
    claimed = {mention.ref for t in triples for mention in (t.subject, t.object)}
    taken_with = _TAKEN_WITH.match(sentence.text, end, sentence.end) is not None  # a qualifier, if it is named
    known = replace(sentence, marks=tuple(m for m in sentence.marks if taken_with or not triples or m.ref in claimed))
    helps = HELPS.search(triple.relation) is not None
    more = one_more(_without_names(known, end, sentence.end), harms=not helps)
    return more or does_the_same(_without_names(sentence, end, sentence.end), helps=helps)


_TAKEN_WITH = re.compile(r"\s*,?\s*(?:plus|along with|together with)\b", re.IGNORECASE)


def _frame(sentence: _Sentence, triple: Triple, end: int, known: Collection[str]) -> Iterator[Qualifier]:
    """Yield what a claim's frame says besides: before its subject, and in passing of its two names."""
    text = sentence.text
    left, right = _nearest(sentence.marks, triple, sentence.start, sentence.end, text)
    own = frozenset(word_keys(f"{triple.subject.text} {triple.object.text}"))
    if left and not any(s < left.start for s, _ in sentence.relations):
        front = _without_names(sentence, sentence.start, left.start)
        yield from framed(front, known, own, text[sentence.start : left.start])
    if left:
        hidden = _without_names(sentence, left.end, triple.start)
        between, name = _unclaimed(sentence, left.end, triple.start), text[left.start : left.end]
        yield from said_in_passing(between, name, own, hidden)
        front = _without_names(sentence, sentence.start, left.start)
        yield from is_one_of(front, f"{hidden}{text[triple.start : triple.end]}")
    yield from _means(sentence, triple, left, end)
    if right and right.end == end:
        yield from is_one_of(_without_names(sentence, triple.start, right.start), "")
        yield from added_to(_unclaimed(sentence, end, sentence.end), text[right.start : right.end], own)


def _means(sentence: _Sentence, triple: Triple, left: Mark | None, end: int) -> Iterator[Qualifier]:
    """Yield how a claim is said to come about by what its sentence names besides, and its own names do not hold."""
    behind = left.end if left and left.end < triple.start else triple.start
    first = min(left.start if left else triple.start, triple.start)
    places = ((sentence.start, first), (behind, triple.start), (end, sentence.beyond))
    masked = [_without_names(sentence, *at) for at in places]
    own = f"{triple.subject.text} {triple.object.text}".casefold()
    for place, last in means_in(*masked):
        start = places[place][0]
        named = [
            sentence.text[m.start : m.end]
            for m in sentence.marks
            if m.ref[:1] == "N" and start <= m.start and m.end <= start + last
        ]
        strange = not is_accounted(masked[place][:last].replace(NAME, " "), ())
        if strange or any(name.casefold() not in own for name in named):
            words = " ".join(sentence.text[start : start + last].split()).strip(" ,–—-()")
            yield Qualifier(QualifierKind.MEANS, words)


def _unclaimed(sentence: _Sentence, start: int, end: int) -> str:
    """Return the words of a stretch with signs for the names and relations of claims that are made in it, which are
    judged on their own.
    """
    relations = [(s, e) for s, e in sentence.relations if s >= start and e <= end]
    words = _without_names(sentence, start, end) if relations else sentence.text[start:end]
    for s, e in relations:
        words = f"{words[: s - start]}{NAME * (e - s)}{words[e - start :]}"
    return words


def _without_names(sentence: _Sentence, start: int, end: int) -> str:
    """Return the words of a stretch with a sign for each letter of its names."""
    words = sentence.text[start:end]
    for mark in sentence.marks:
        if mark.ref[:1] == "N" and start <= mark.start and mark.end <= end:
            words = f"{words[: mark.start - start]}{NAME * (mark.end - mark.start)}{words[mark.end - start :]}"
    return words


def _odd(sentence: _Sentence, triple: Triple, front: str, end: int) -> str:
    """Return what a claim's own words say that cannot be: what its subject is called, its form, its first date."""
    between = _passing(sentence, triple)
    named = f"{triple.subject.text} {triple.object.text}"
    beside = f"{front[-_NEXT:]} {triple.subject.text} {between if len(between) < _NEXT else ''}"
    tail = sentence.text[end : min(sentence.end, end + _NEXT)]
    left, right = _nearest(sentence.marks, triple, sentence.start, sentence.end, sentence.text)
    odd = taken_by_another(between[: _NEXT * 2]) or _told_in_passing(sentence, triple, left)
    odd = odd or made_of_somebody(front[-_NEXT * 2 :]) or made_of_somebody(between[: _NEXT * 2])
    odd = odd or (done_about(sentence.text[triple.start : triple.end], tail) if right and right.end == end else "")
    odd = odd or form_that_is_not(named, beside) or first_dated(triple.relation, tail)
    return odd or happened_so_often(tail) or taken_by_another(tail)


def _told_in_passing(sentence: _Sentence, triple: Triple, left: Mark | None) -> str:
    """Return the relative clause between a claim's subject and its relation that nothing accounts for."""
    if left is None or left.end > triple.start:
        return ""
    claims = [(s - left.end, e - left.end) for s, e in sentence.relations if e <= triple.start and s >= left.end]
    return told_in_passing(sentence.text[left.end : triple.start], claims)


# "For (*B*), trials have shown that *A* …", not "*C*, the main thing that *A* …".
_FRONTED = re.compile(
    r"\W*(?:(?:and|but|so|yet),?\s+)?(?:for|in|against|with|among|as (?:for|to)|regarding|concerning|when it comes to|"
    r"to [a-z]+)\b[^,;:.]*",
    re.IGNORECASE,
)


def denies(triple: Triple) -> bool:
    """Whether a triple's own words deny what they speak of."""
    return triple.negated or DENIES.search(triple.relation) is not None


def _behind_topic(sentence: _Sentence, triple: Triple) -> str:
    """Return the words between an object that stands first and its claim that nothing accounts for."""
    left, _ = _nearest(sentence.marks, triple, sentence.start, sentence.end, sentence.text)
    ahead = [m for m in sentence.marks if left and m.end <= left.start]
    topic = max(ahead, key=lambda m: m.end, default=None)
    if left is None or topic is None or not _names(topic, triple.object, sentence.text):
        return ""
    if any(s < left.start and e > topic.end for s, e in sentence.relations):
        return ""
    if not _FRONTED.fullmatch(sentence.text, sentence.start, topic.start):
        return ""
    words = sentence.text[topic.end : left.start]
    return left_ahead(f"{words.strip(' ,')} ") if words.startswith(",") else ""


def _is_of(residue: Residue, triple: Triple, triples: Sequence[Triple]) -> bool:
    """Whether words stand behind this claim or its subject's next one, or draw on all that stands before them."""
    if residue.of_all:
        return True
    last = max((t for t in triples if t.start < residue.start), key=lambda t: t.start, default=triple)
    return last.start == triple.start or last.subject.ref == triple.subject.ref


def _claim_end(sentence: _Sentence, triple: Triple, plain: bool) -> int:
    """Return where a claim ends: behind its relation, and behind that one of its names that follows it."""
    behind = min((s for s, _ in sentence.relations if s >= triple.end), default=sentence.end)
    _, right = _nearest(sentence.marks, triple, sentence.start, behind, sentence.text)
    last = _end_of_both(sentence.marks, triple, right, behind, sentence.text) if right else triple.end
    end = max(last, triple.end)
    if plain and triple.relation not in sentence.text[triple.start : triple.end]:
        border = _BORDER.search(sentence.text, end, sentence.end)  # a construction accounts for its own words
        joined = _JOINED.match(sentence.text, end, sentence.end)
        return end if joined else border.start() if border else sentence.end
    particle = PARTICLE.match(sentence.text, end, sentence.end)
    return particle.end() if particle else end


def _hidden_behind(sentence: _Sentence, triples: Sequence[Triple], start: int) -> list[tuple[int, int]]:
    """Return the places of the names and claims behind `start`, counted from there, and of what leads into a claim."""
    text, at, hidden = sentence.text, start, []
    taken = sorted({(m.start, m.end) for m in sentence.marks} | {(t.start, t.end) for t in triples})
    for first, end in ((first, end) for first, end in taken if end > start):
        if first > at and any(t.start >= first for t in triples):
            hidden.append((at + behind_last_border(text[at:first]) - start, first - start))
        hidden.append((max(first, start) - start, end - start))
        at = max(at, end)
    return hidden


def _is_first(sentence: _Sentence, triple: Triple) -> bool:
    """Whether a claim is a sentence's first, and the first thing that is named there is one of its ends."""
    named = min(sentence.marks, key=lambda m: m.start, default=None)
    if named is None or triple.start != min((start for start, _ in sentence.relations), default=triple.start):
        return False
    own = named.start == triple.start or any(
        _names(named, mention, sentence.text) for mention in (triple.subject, triple.object)
    )
    return own and re.search(r"[:;]\s", sentence.text[named.start : triple.start]) is None


def _passing(sentence: _Sentence, triple: Triple) -> str:
    """Return the words between a claim's subject and what of it comes next."""
    left, _ = _nearest(sentence.marks, triple, sentence.start, sentence.end, sentence.text)
    return sentence.text[left.end : triple.start] if left else ""


def _own_start(text: str, triple: Triple) -> int:
    """Return where a relation begins, behind words on how its subject was given: "*A* at high doses | treats"."""
    given = _GIVEN.match(text, triple.start, triple.end)
    return given.end() if given else triple.start


def _modifier(words: str) -> str:
    """Return the words between a relation and its object, where they modify the object; not "drugs, including"."""
    words = _NOT_ONLY.sub("", words.strip())
    return words if _MODIFIER.fullmatch(words) else ""


def _around(marks: Sequence[Mark], triple: Triple, before: int, behind: int, text: str) -> tuple[str, ...]:
    """Return the words before and between the two names of a construction: "Women taking *A* had fewer *B*"."""
    near = []
    for mention in (triple.subject, triple.object):
        own = [m for m in marks if before <= m.start and m.end <= behind and _names(m, mention, text)]
        near += sorted(own, key=lambda m: min(abs(m.start - triple.end), abs(triple.start - m.end)))[:1]
    near.sort(key=lambda m: m.start)
    if len(near) != 2:
        return ()
    front = _BORDER.split(text[before : near[0].start])[-1]
    parts = [_OF_CONSTRUCTIONS.sub(" ", part) for part in (front, text[near[0].end : near[1].start])]
    parts = [_HOPED.sub(" ", part) for part in parts] if _NOT.search(triple.relation) else parts
    return tuple(part for part in parts if part.strip())


def _nearest(
    marks: Sequence[Mark], triple: Triple, before: int, behind: int, text: str
) -> tuple[Mark | None, Mark | None]:
    """Return the mark before and the mark behind a relation that name its two ends."""
    ends = (triple.subject, triple.object)
    named = [m for m in marks if any(_names(m, mention, text) for mention in ends)]
    left = max((m for m in named if before <= m.end <= triple.start), key=lambda m: m.end, default=None)
    right = min((m for m in named if triple.end <= m.start <= behind), key=lambda m: m.start, default=None)
    return left, right


def _end_of_both(marks: Sequence[Mark], triple: Triple, right: Mark, behind: int, text: str) -> int:
    """Return where the names end that both stand behind their relation: "treatment of *B* with *A*"."""
    ends = (triple.subject, triple.object)
    left = [mention for mention in ends if not _names(right, mention, text)]
    others = [m for m in marks if right.end <= m.start and m.end <= behind and any(_names(m, x, text) for x in left)]
    other = min(others, key=lambda m: m.start, default=None)
    return other.end if other and not _BORDER.search(text[right.end : other.start]) else right.end


def _names(mark: Mark, mention: Mention, text: str) -> bool:
    return mark.ref == mention.ref or text[mark.start : mark.end].casefold() == mention.text.casefold()


def _behind_border(words: str) -> str:
    found = list(_BORDER.finditer(words))
    return words[found[-1].end() :] if found else ""


def _before_border(words: str) -> str:
    found = _BORDER.search(words)
    return words[: found.start()] if found else words


def _before_name(tail: str, names: Iterable[str]) -> str:
    """Cut words where another name goes on with a claim of its own: "in women and *X* in men"."""
    found = [m.start() for name in names if (m := re.search(rf"{_AND}{re.escape(name)}", tail))]
    return tail[: min(found)] if found else tail


def _in_quotes(text: str, triple: Triple) -> bool:
    opened = text[triple.start - 1 : triple.start] if triple.start else ""
    words = text[triple.start : triple.end]
    closed = text[triple.end : triple.end + 1]
    return bool(opened and opened in _QUOTES and (closed and closed in _QUOTES)) or (
        words[:1] in ("“", '"') and len(words) > 1 and any(q in words[1:] for q in '”"')
    )
