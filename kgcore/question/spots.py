"""Which of the names spotted in a question it asks about, and which only say of what kind or part it asks. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kgcore.english.inflection import singular
from kgcore.english.words import word_list
from kgcore.question.relation import RelationWords
from kgcore.question.skeleton import Spot
from kgcore.question.unread import says_something
from kgcore.vocabulary.types import is_type_word, type_words, types_meant

# What stands before a word for a type where that is asked for: "which proteins", "are there any genes".
_ASKED_TYPE = re.compile(
    r"(?:\b(?:which|what|list|name|find|show me|give me|are there|is there|do you know|how many)\b(?: of)?"
    r"(?: (?:all|the|any|other|some|more|human|different))*|^) *$",
    re.IGNORECASE,
)


_BEFORE = 200  # characters before a name that are looked at: all of them for each name would be quadratic


def without_types(question: str, spots: Sequence[Spot], types: Sequence[str]) -> Sequence[Spot]:
    """Leave out what asks for a type, though something is called so ("which proteins …"), if another name is left; and
    a word for a type wherever it was read as a name of which it is only a part ("gene" as gene therapy).
    """
    spots = [spot for spot in spots if not _is_part_of_name(question, spot)]
    kept = []
    for spot in spots:
        word = " ".join(question[spot[0] : spot[1]].casefold().split())
        asked = _asks_type(question, spot)
        named = asked and (types_meant(word, types) or is_type_word(word)) and singular(word) != word
        if not (named or (asked and _begins_type(question[spot[0] :], types))):
            kept.append(spot)
    return kept or spots


def _is_part_of_name(question: str, spot: Spot) -> bool:
    word = singular(question[spot[0] : spot[1]].casefold())
    names = {singular(n.casefold()) for c in spot[2] for n in (c.entity.name, *c.entity.synonyms)}
    return is_type_word(word) and word not in names


def _asks_type(question: str, spot: Spot) -> bool:
    """Tell whether what stands before a name asks which things of its kind there are."""
    return _ASKED_TYPE.search(question, max(0, spot[0] - _BEFORE), spot[0]) is not None


def _begins_type(text: str, types: Sequence[str]) -> bool:
    """Tell whether a text begins with the plural of a type of several words: "protein forms does …"."""
    said = text[:80].casefold().split()[:4]
    many = (" ".join(said[:n]) for n in range(2, len(said) + 1))
    return any(words == type_words(t) for words in many for t in types)


_TAG = re.compile(r" ?\((?P<type>[A-Za-z][a-z]+(?: [a-z]+){0,3})\)")


def with_tags(question: str, spots: Sequence[Spot], types: Sequence[str]) -> Sequence[Spot]:
    """Read the type in brackets behind a name as what it tells apart ("TH (protein)"), not as a name of its own."""
    kept: list[Spot] = []
    for start, end, meant in sorted(spots, key=lambda spot: spot[:2]):
        if kept and start < kept[-1][1]:
            continue
        tag = _TAG.match(question, end)
        kinds = types_meant(tag["type"].casefold(), types) if tag else ()
        if tag and (kinds or is_type_word(tag["type"].casefold())):
            own = [t for t in kinds if type_words(t, False).casefold() == tag["type"].casefold()] or kinds
            kept.append((start, tag.end(), tuple(sorted(meant, key=lambda c: c.entity.type not in own))))
        else:
            kept.append((start, end, meant))
    return kept


_BODY = re.compile(r"anatom|organ|tissue|body", re.IGNORECASE)
_BEHIND = re.compile(r"[ -]([a-z][a-z-]{2,})\b")


def without_parts(question: str, spots: Sequence[Spot], words: RelationWords) -> Sequence[Spot]:
    """Leave out a part of the body that only says of which the noun behind it is: "blood sugar", "heart rate"."""
    kept = [spot for spot in spots if not _is_part(question, spot, words)]
    return kept or spots


def _is_part(question: str, spot: Spot, words: RelationWords) -> bool:
    behind = _BEHIND.match(question, spot[1])
    if behind is None or not spot[2] or not _BODY.search(spot[2][0].entity.type):
        return False
    noun = behind[1]
    verb = words.read(noun).predicates or words.read(f"is {noun}").predicates
    return says_something(noun) and not is_type_word(noun) and not verb


def without_verbs(question: str, spots: Sequence[Spot], words: RelationWords) -> Sequence[Spot]:
    """Leave out what relates the names on both its sides, though something is called so: "does A affect B"."""
    ordered = sorted(spots, key=lambda spot: spot[:2])
    verbs = [spot for spot in ordered if _is_type_and_verb(question, spot, words)]
    for (_, before, _), verb, (after, _, _) in zip(ordered, ordered[1:], ordered[2:], strict=False):
        word = question[verb[0] : verb[1]]
        around = question[before : verb[0]], question[verb[1] : after]
        if word.islower() and all(not gap.strip(" ()\"'”’") for gap in around) and words.read(word).predicates:
            verbs.append(verb)
    for verb, (after, _, _) in list(pairwise(ordered))[:1]:  # of a name that is not in the graph
        word, gap = question[verb[0] : verb[1]], question[verb[1] : after]
        asks = _ASKS_OF_STRANGER.fullmatch(question[: verb[0]]) and re.fullmatch(r" (?:(?:the|my|your|our) )?", gap)
        if asks and word.islower() and " " not in word and words.read(word).predicates:
            verbs.append(verb)
    if ordered and _is_done_at_the_end(question, ordered, words):
        verbs.append(ordered[-1])
    return [spot for spot in spots if spot not in verbs]


_PAIR = 2
# "which processes does TREM2 |affect|?"
_ASKS_WHAT_IT_DOES = re.compile(
    r"\W*(?:(?:and|so) )?(?:which|what)\b[^?]{0,80}\b(?:do|does|did|can|could|will|would|may|might)(?: the)? ",
    re.IGNORECASE,
)
_DONE = re.compile(r"affect|influence|target|impact|change|alter|regulate|modulate|control|touch|hit")


def _is_done_at_the_end(question: str, ordered: Sequence[Spot], words: RelationWords) -> bool:
    """Tell whether the last name of a question only says what the one before it does: Affect, a name of its own."""
    if len(ordered) != _PAIR:
        return False
    (first, before, _), (start, end, _) = ordered
    word = question[start:end]
    asks = _ASKS_WHAT_IT_DOES.fullmatch(question[:first]) and question[before:start] == " "
    ends = not question[end:].strip(" ?.!") and word.islower()
    return bool(asks and ends and (_DONE.fullmatch(word) or words.read(f"{word}s").predicates))


def without_own_verbs(question: str, spots: Sequence[Spot], words: RelationWords) -> Sequence[Spot]:
    """Return names without the verbs that stand before them: "increase bleeding", which bleeding goes by, too."""
    return [_without_own_verb(question, spot, words) for spot in spots]


def _without_own_verb(question: str, spot: Spot, words: RelationWords) -> Spot:
    verb, _, rest = question[spot[0] : spot[1]].partition(" ")
    names = {n.casefold() for c in spot[2][:1] for n in (c.entity.name, *c.entity.synonyms)}
    said = f"{verb} {rest}".casefold()
    if not rest or said in names or rest.casefold() not in names or not words.read(f"{verb.lower()}s").predicates:
        return spot
    return (spot[0] + len(verb) + 1, spot[1], spot[2])


# "does cognitive load |affect| memory"
_ASKS_OF_STRANGER = re.compile(r"(?:do|does|did|can|could|will|would|may|might) (?:[a-z][\w-]* ){1,4}", re.IGNORECASE)


def _is_type_and_verb(question: str, spot: Spot, words: RelationWords) -> bool:
    """Tell whether a name is only what a question asks for and does with it: "which proteins bind", Protein Binding."""
    if not _asks_type(question, spot):
        return False
    kind, _, verb = question[spot[0] : spot[1]].lower().partition(" ")
    relates = verb in word_list("verb of a predicate") or bool(words.read(verb).predicates)
    return is_type_word(kind) and singular(kind) != kind and " " not in verb and relates
