"""What one sentence of a plain text leaves to those before it: pronouns, verbs left out, headings that deny. Pure.

A pronoun is read only where one name alone can be meant: the subject of the sentence before, or of the clause before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.english.clauses import NameSpan, RelationSpan
from kgcore.english.context import ClaimFrame, read_frame_before
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.inflection import base_of_third
from kgcore.english.sentences import Stretch

_PRONOUN = re.compile(r"\b(?:it|they)\b(?!['’]s\b)", re.IGNORECASE)
_ITS_OWN = re.compile(
    r"\s+(?:is|was|has been|had been|seems|appears|looks|may be|might be|could be|isn['’]t|wasn['’]t)\b[^,;.]*"
    r"\b(?:that|whether|to)\b",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(?:takes?|taking|took|on|uses?|using|tried|trying|started|swallows?|drinks?|eats?|got|prescribed)\s+"
    r"(?:(?:my|some|the|a|an)\s+)?$",
    re.IGNORECASE,
)
_TURNS = re.compile(r"[,;:–—]|\s-\s|\b(?:but|while|whereas|than|unlike|like|although|though|because)\b", re.IGNORECASE)
_INTERJECTION = re.compile(
    r"\W*(?:no|yes|yeah|yep|nope|sure|really|ok|okay|well|wow|right|sorry|thanks|lol|i know|of course|good news)\W*",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"\s+((?:do|does|did)(?:n['’]?t| not)|(?:(?:do|does|did)(?: too| as well| also)?))\s*[.!,;]?\s*$", re.IGNORECASE
)
_ITEM = re.compile(r"\s*(?:[-*•–‣◦]|\d{1,2}[.)])\s")
_INLINE = re.compile(r"^\s*(?:[-*•–‣◦]|\(?\d{1,2}[.)])\s")
_NUMBER = re.compile(r"\s*\d{1,2}[.)]\s*")
_ORDINAL = re.compile(r"\s*(?:first|second|third|fourth|fifth|one|two|three|final|last)(?:ly)?\s*[:,]", re.IGNORECASE)
_ANNOUNCED = re.compile(
    r"\b(?:two|three|four|five|several|some|following|these|many|a few)\b[^.]*\b(?:wrong|false|myths?|untrue|nonsense|"
    r"lies|not true|mistaken|incorrect|misconceptions?)\b",
    re.IGNORECASE,
)
_BROKEN_OFF = re.compile(
    r"(?:^|[;:–—,]|\s-\s|\b(?:but|and|that|because|while|whereas|so|although|though)\b)\W*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a pronoun of the next sentence may stand for, and what was said last of all."""

    name: NameSpan | None = None
    said: tuple[RelationSpan, ...] = ()


NO_TOPIC = Topic()


def with_pronouns(text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic) -> list[NameSpan]:
    """Return the names of a sentence with those for which its pronouns surely stand."""
    found = list(names)
    for pronoun in _PRONOUN.finditer(text, sentence.start, sentence.end):
        meant = _meant(text, sentence, names, pronoun.start(), topic)
        apart = all(pronoun.end() <= n.start or n.end <= pronoun.start() for n in names)
        if meant is not None and apart and not _ITS_OWN.match(text, pronoun.end(), sentence.end):
            found.append(NameSpan(pronoun.start(), pronoun.end(), meant.mention, stands_for=True))
    return sorted(found, key=lambda n: n.start)


def _meant(text: str, sentence: Stretch, names: Sequence[NameSpan], at: int, topic: Topic) -> NameSpan | None:
    """Return the one name that a pronoun at that place can mean; None where there is none, or more than one."""
    ahead = [n for n in names if n.end <= at]
    start = ahead[-1].end if ahead else sentence.start
    if not ahead:
        return topic.name if read_frame_before(text[start:at]) is not None else None
    if not _BROKEN_OFF.search(text[start:at]) and not _reports(text[start:at]):
        return None
    first = ahead[0]
    return (
        first
        if read_frame_before(text[sentence.start : first.start]) is not None and _alone(text, first, ahead)
        else None
    )


def _reports(words: str) -> bool:
    """Whether the last clause of these words only says who says what follows: ", but the big trial said"."""
    last = re.split(r"[,;:–—]\s*(?:(?:and|but|while|whereas)\b)?", words)[-1]
    return bool(last.strip()) and read_frame_before(last) is not None


def _alone(text: str, first: NameSpan, names: Sequence[NameSpan]) -> bool:
    """Whether a name is not one of several subjects ("magnesium and iron")."""
    following = next((n for n in names if n.start >= first.end), None)
    return following is None or re.fullmatch(r"\s*(?:,|and|or|&|/|nor)\s*", text[first.end : following.start]) is None


def topic_of(
    text: str, sentence: Stretch, names: Sequence[NameSpan], said: Sequence[RelationSpan], last: Topic
) -> Topic:
    """Return what the next sentence may lean on."""
    words = text[sentence.start : sentence.end]
    if not names:
        return replace(last, said=()) if _INTERJECTION.fullmatch(words) else NO_TOPIC
    first, final = names[0], names[-1]
    if _TAKES.search(text[sentence.start : final.start]) and not text[final.end : sentence.end].strip(" .!"):
        return Topic(final, tuple(said))
    understood = read_frame_before(text[sentence.start : first.start]) is not None and _alone(text, first, names)
    turns = _TURNS.search(text[first.end : sentence.end]) is not None and not said
    subject = first if understood and not turns and not words.rstrip().endswith("?") else None
    return Topic(subject, tuple(said))


def left_out(text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic) -> list[RelationSpan]:
    """Read "Echinacea doesn't." by the verb and the object of the sentence before."""
    if len(names) != 1 or len(topic.said) != 1 or read_frame_before(text[sentence.start : names[0].start]) is None:
        return []
    found = _LEFT_OUT.match(text, names[0].end, sentence.end)
    model = topic.said[0]
    if found is None or model.frame != ClaimFrame() or model.predicate is not None:
        return []
    verb, _, rest = model.phrase.partition(" ")
    denied = re.search(r"n['’]?t|not", found[1], re.IGNORECASE) is not None
    phrase = f"{'does not ' if denied else ''}{base_of_third(verb)} {rest}".strip()
    return [replace(model, subjects=tuple(names), phrase=phrase, start=found.start(1), end=found.end(1))]


def _denies_its_own_list(words: str) -> bool:
    """Whether a sentence is a list in a line whose heading takes it back: "Things that do not work: - …, - …"."""
    heading, _, items = words.partition(":")
    return _INLINE.search(items) is not None and find_cue(heading, CueScope.SENTENCE) is not None


def denied_stretches(text: str, sentences: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the items of lists whose heading takes them back ("Myths:", "Things that do not work:")."""
    heading = numbered = False
    for sentence in sentences:
        words = text[sentence.start : sentence.end]
        item = numbered or _ITEM.match(words) is not None or _ORDINAL.match(words) is not None
        numbered = _NUMBER.fullmatch(words) is not None
        if (heading and (item or numbered)) or _denies_its_own_list(words):
            yield sentence
        elif words.rstrip().endswith(":") or _ANNOUNCED.search(words):
            heading = (
                find_cue(words, CueScope.SENTENCE) is not None
                or find_cue(words, CueScope.TEXT, CueEffect.REFUTES) is not None
            )
        elif heading and words.strip():
            heading = False
