"""Two verbs of the same two things: "treats and prevents", "neither treats nor prevents". Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgcore.english.context import find_overstatement
from kgcore.english.inflection import third_person
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan
from kgcore.english.words import word_list
from kgcore.vocabulary.vocabulary import Vocabulary

_LONGEST = 200  # characters between the two things

# Two verbs of the same two things: "treats and prevents", "neither treats nor prevents", "treats but does not prevent".
_TWO_VERBS = re.compile(
    r"(?:\s*,)?\s(?P<how>and|or|and/or|nor|&|but|yet|as well as|rather than)\s+"
    r"(?:(?:also|even|perhaps|possibly|indeed|then|thus|it|they)\s+)*"
    r"(?!(?:with|without|for|against|before|after|by|in|on|of|to|from|under|over)\b)",  # "is avoidable with or without"
    re.IGNORECASE,
)
_BOTH = re.compile(r"\b(?:both|either)\s", re.IGNORECASE)
_MOST_OF_A_VERB = 4  # words: "raises the risk of"


def of_two_verbs(
    text: str, inside: Sequence[NameSpan], vocabulary: Vocabulary, read: Callable[[str], list[RelationSpan]]
) -> list[RelationSpan]:
    """Return what each of two verbs between the same two things says, where both are read; none elsewhere.

    The sentence is read twice, with the other verb blanked, so that every place stays.
    """
    for one, other in itertools.pairwise(inside):
        between = text[one.end : other.start]
        joined = _TWO_VERBS.search(between)
        if joined is None or len(between) > _LONGEST or _TWO_VERBS.search(between, joined.end()):
            continue
        for parts in _verbs_apart(between, joined, vocabulary):
            said = list[RelationSpan]()
            for kept, start, end in parts:
                again = read(f"{text[: one.end]}{kept}{text[other.start :]}")
                place = one.end + start, one.end + end
                told = [r for r in again if r.end > place[0] and r.start < place[1]]
                at = Stretch(one.end, other.start)
                said += [replace(r, start=max(r.start, place[0]), end=min(r.end, place[1]), between=at) for r in told]
                if len(told) != 1 or find_overstatement(told[0].phrase):
                    break
            else:
                return said
    return []


def _verbs_apart(
    between: str, joined: re.Match[str], vocabulary: Vocabulary
) -> Iterator[tuple[tuple[str, int, int], ...]]:
    """Yield the words between two names with each of two verbs alone, and where that one stands."""
    ahead, how = between[: joined.start()], joined["how"].casefold()
    helping, words = word_list("before a label"), list(re.finditer(r"[\w'’-]+", ahead))
    behind = between[joined.end() :]
    own = re.match(r"[\w'’-]+", behind)
    alone = bool(own and own[0].casefold().replace("’", "'") in helping)  # "but does not prevent"
    if how == "rather than" or not words or own is None:
        return
    for count in range(1, min(_MOST_OF_A_VERB, len(words)) + 1):
        verb = words[-count].start()
        before = [w[0].casefold() for w in words[:-count]]
        denied = {"neither", "not", "never", "no"} & set(before) or any(w.endswith(("n't", "n’t")) for w in before)
        if not helping.issuperset(w.replace("’", "'") for w in before) or (how == "nor" and not denied):
            continue
        if _has_own_object([w[0] for w in words[-count:]], vocabulary):
            continue
        third = own[0].endswith("s") and not own[0].endswith(("ss", "ous"))
        if third and any(w in ("is", "are", "was", "were") for w in before):
            continue  # "is old but eases"
        apart = alone or (how in ("but", "yet") and denied)
        shared = "" if apart else _BOTH.sub(lambda b: " " * len(b[0]), ahead[:verb])
        for tail in _tails(behind):
            first = (
                f"{_BOTH.sub(lambda b: ' ' * len(b[0]), ahead)}{' ' * (len(between) - len(ahead) - len(tail))}{tail}"
            )
            second = f"{shared}{' ' * (joined.end() - len(shared))}{behind}"
            reads = [vocabulary.read(" ".join(w.split())) for w in (first, second)]
            if not all(r.predicates and not (r.near or r.overstates) for r in reads):
                continue
            if (reads[0].predicates, reads[0].negated) == (reads[1].predicates, reads[1].negated):
                yield ((first, verb, len(between.rstrip())),)  # "causes or triggers" is said once
            else:
                yield (first, verb, len(ahead)), (second, joined.end(), len(between.rstrip()))


_ENDS_OPEN = frozenset({"by", "of", "with", "to", "for", "against", "from", "in", "on", "off", "up", "down", "out"})


def _has_own_object(said: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Tell whether a verb has its own object, which no thing behind shares: "causes heart injury and brings on"."""
    first, *rest = (word.lower() for word in said)
    if not rest or rest[-1] in _ENDS_OPEN or vocabulary.read(third_person(rest[0])).predicates:  # "helps prevent"
        return False
    alone, whole = vocabulary.read(first), vocabulary.read(" ".join((first, *rest)))
    return bool(alone.predicates) and (alone.predicates, alone.negated) != (whole.predicates, whole.negated)


def _tails(behind: str) -> tuple[str, ...]:
    """Return what two verbs may share: "is treated and prevented *by*"."""
    last = re.search(r"\s(?:by|of|with|to|for|against|from|in|on)\s*$", behind)
    return (last[0], "") if last else ("",)
