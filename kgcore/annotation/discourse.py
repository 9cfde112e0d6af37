"""What one sentence of a plain text leaves to those before it: pronouns, and verbs left out. Pure.

A pronoun is read only where one name alone can be meant: the subject of the sentence before, or of the clause before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.english.clauses import NameSpan, RelationSpan
from kgcore.english.context import ClaimFrame, read_frame_before
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
_LEFT_OUT = re.compile(
    r"\s+((?:do|does|did)(?:n['’]?t| not)|(?:(?:do|does|did)(?: too| as well| also)?))\s*[.!,;]?\s*$", re.IGNORECASE
)
_SO_DOES = re.compile(
    r"(?:[,;:.–—-]|\band\b|\bbut\b|\s)*\s(?:so (?:do|does|did|is|are)|(?:the )?same (?:goes|is true|holds) (?:for|of)|"
    r"as (?:do|does|is|are))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_BORDER = re.compile(r"\s*[,;–—-]?\s*(?:(?:and|but|while|whereas|yet)\s+)?(?:the\s+)?", re.IGNORECASE)
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
    return first if _is_introduced(text[sentence.start : first.start]) and _alone(text, first, ahead) else None


def _is_introduced(before: str) -> bool:
    """Whether the words before a name make it what a sentence is about."""
    return read_frame_before(before) is not None or bool(_TAKES.search(before) or _ABOUT.fullmatch(before))


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


def said_too(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[int, NameSpan] | None:
    """Return where the clause before a shortened one ends, and the name of which that says the same, or denies it.

    "Zinc works for colds, echinacea doesn't", "saffron works, and so does ginger", "…; same goes for coffee".
    """
    if len(names) < 3:
        return None
    last, before = names[-1], names[-2].end
    words = text[before : last.start]
    joined = _SO_DOES.search(words)
    if joined and not text[last.end : sentence.end].strip(" .!,;"):
        return before + joined.start(), last
    short = _BORDER.fullmatch(words) is not None and _LEFT_OUT.match(text, last.end, sentence.end) is not None
    return (before, last) if short else None


def same_said(text: str, said: Sequence[RelationSpan], name: NameSpan, sentence: Stretch) -> list[RelationSpan]:
    """Return what is said of one more name by the verb and the object of the clause before it."""
    if len(said) != 1:
        return []
    if _LEFT_OUT.match(text, name.end, sentence.end):
        alone = Stretch(name.start, sentence.end)
        return left_out(text, alone, (name,), Topic(None, tuple(said)))
    return [replace(said[0], subjects=(name,), start=name.start, end=name.end)]
