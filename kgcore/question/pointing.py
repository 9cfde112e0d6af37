"""What a message points at in the answer before it: "the second one", "not drugs please", "what instead?". Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from kgcore.english.agreement import count_noun, join_words
from kgcore.english.body import body_words
from kgcore.question.relation import RelationWords, asked_by_slant, is_ill, is_sign, is_taken
from kgcore.question.skeleton import Skeleton
from kgcore.values.intent import About, Intent, Slant, Which, Why, YesNo, named_entities
from kgcore.values.model import Claim, Entity, Mention
from kgcore.vocabulary.types import types_meant
from kgcore.vocabulary.wording import name_in_sentence

_SO = r"(?:(?:and|so|but|also|or|ok|okay|then|well|yes|no|oh|please|sorry)[, ]+)*"

# ── which of them ───────────────────────────────────────────────────────────────────────────────────────────────────

_GOES_ON = (
    r"(?=\s+(?:works?|acts?|helps?|do(?:es)?|is|are|causes?|treats?|interacts?|binds?|with|for|against|in|and|or|if"
    r"|instead|too|at|when|while|better|safe|safer|dangerous|work|then)\b)"
)
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SHORT = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))
_LAST = "last"
_PLACE = rf"({'|'.join((*_PLACES, *_SHORT, _LAST))})"
_NTH = re.compile(
    rf"\b(?:the )?{_PLACE}"
    r"(?:\s+(?:one|of (?:them|these|those)|drug|supplement|herb|medicine|"
    r"substance|food|name|thing|mentioned|named|listed))+\b"
    rf"|\bthe {_PLACE}(?:\s*[?.!]*$|{_GOES_ON})",
    re.IGNORECASE,
)
_THAT_ONE = re.compile(r"\b(?:the|that) ([a-z][a-z-]{2,}) (?:one|thing|bit|part)\b", re.IGNORECASE)
POINTED_AT = 3  # answers back that "the second one" may point at
_SHOWN = 4  # names that are shown where there are no more


def mentioned_by_place(question: str, claims: Sequence[Claim], asked: Collection[str]) -> tuple[Mention, ...]:
    """Return what "the second one" of a question means, the second thing that the answer before named, and "the hearing
    one", the one of them that is called so.

    `asked`: ids of what that answer was asked about, which are not counted.
    """
    named = _named(claims, asked)
    names = list(dict.fromkeys(entity.name for entity in named))
    found = [Mention(names[at]) for at in _places(question) if names and at < len(names)]
    for called in _THAT_ONE.finditer(question):
        alike = [name for name in names if called[1].lower() in re.findall(r"[a-z-]+", name.lower())]
        if len(alike) == 1:
            found.append(Mention(alike[0]))
    return tuple(found)


def place_too_far(question: str, claims: Sequence[Claim], asked: Collection[str]) -> str:
    """Return what to say where a question means "the third one" of an answer that named two; "" where it does not."""
    names = list(dict.fromkeys(map(name_in_sentence, _named(claims, asked))))
    far = [at for at in _places(question) if at >= 0]
    if not names or not far or min(far) < len(names):
        return ""
    which = f": {join_words(names)}" if len(names) <= _SHOWN else ""
    return f"The answer above names {count_noun(len(names), 'thing')}{which}. There is no {_PLACES[far[0]]} one."


def _named(claims: Sequence[Claim], asked: Collection[str]) -> list[Entity]:
    sides = (side.entity for one in claims for side in (one.subject, one.object) if side is not None)
    return [entity for entity in sides if entity.id not in asked]


def _places(question: str) -> Iterator[int]:
    """Yield the places that are meant, from 0; -1 is the last."""
    for nth in _NTH.finditer(question):
        word = (nth[1] or nth[2]).lower()
        yield -1 if word == _LAST else next(names.index(word) for names in (_PLACES, _SHORT) if word in names)


_WHY_IT = re.compile(
    rf"{_SO}(?:why|how come|how)(?: (?:is|are|was|does|do|did|would|can|about))?(?: the)? \{{0\}}"
    r"(?: (?:there|on (?:it|the list)|listed|named|included|one of (?:them|these|those)|do (?:it|that)))?"
)


def why_that_one(form: Skeleton, before: Intent) -> Why | None:
    """Read "why the second one?" after a list: why that one is among them."""
    if not isinstance(before, Which) or len(form.slots) != 1 or not _WHY_IT.fullmatch(form.text):
        return None
    new = form.entity(0)
    return Why(new, before.entity) if new.id != before.entity.id and before.outward is not True else None


# ── all of them ─────────────────────────────────────────────────────────────────────────────────────────────────────

_LISTED = re.compile(  # what is asked of all that the last answer listed, and of one more name
    rf"{_SO}(?:(?P<aux>do|does|did|can|could|will|would|might|may|should|is|are) )?"
    r"(?:(?:any|some|one|all|either|each|both|none|which|what)(?: ones?)?"
    r" of (?:those|these|them|that(?= (?!one\b))|the (?:ones|things))"
    r"(?: (?P<noun>[a-z]+s)(?= (?!of\b)))?|(?<=[a-z] )(?:they|those|these)|(?:which|what) ones)"
    r" (?:(?:also|too|really|all|even|then) )*(?P<rest>.*[a-z].*)",
    re.IGNORECASE,
)
_TAKEN_WITH = re.compile(  # "can I combine any of those with an antidepressant?"
    rf"{_SO}(?:can|could|may|should|is it (?:safe|ok|okay|all right)(?: for \w+)? to)(?: (?:i|we|you|he|she|they|one))?"
    r"(?: (?:safely|also))? (?:take|use|have|combine|mix|add)(?: (?:any|one|some|all|each|either|both)(?: ones?)? of)?"
    r" (?:those|these|them)(?: \w+s)?(?: (?:together|along|alongside))? (?:with|to) (?:my )?(?P<other>.*[a-z].*)",
    re.IGNORECASE,
)


_WORKS = re.compile(  # "is any of that also for malaria?", "do they work against gout?"
    r"^(?:(?:any )?(?:good|useful|effective|of use|helpful|suitable)|works?|help|helps|used)?"
    r" ?(?:for|against|with)(?: treating| people with)? (?!you\b|me\b)"
)


_WHO = r"(?:i|we|you|he|she|they|one|people|my \w+)"
_MAY_TAKE = re.compile(  # "which of those can I take with warfarin?", "… are safe with warfarin?"
    rf"(?:(?:can|could|may|should|must|do|would) {_WHO}(?: (?:not|safely|also|never))*"
    r" (?:take|use|have|combine|mix|eat|drink|avoid|stop|start)(?: together)?"
    r"|(?:(?:is|are) )?(?:not )?(?:safe|ok|okay|fine|all right|compatible|dangerous|risky|unsafe)"
    r"(?: to take| to use| together)?)"
    rf" (?:with|alongside|on|while (?:on|taking)|if {_WHO}(?:'m| am| is| are)? (?:on|taking|takes?)|next to)"
    r" (?P<other>(?!an? empty|its own)[a-z].*)",
    re.IGNORECASE,
)


def asked_of_listed(question: str) -> tuple[str, str]:
    """Return "what interact with warfarin" and "drugs" for "do any of those drugs interact with warfarin?".

    It is to be asked of all of that kind ("" for any) that was listed before: the caller knows what that is. ("", "")
    where nothing is asked of such.
    """
    said = " ".join(question.split()).rstrip(" ?!.")
    if taken := _TAKEN_WITH.fullmatch(said):
        return f"what interacts with {taken['other']}", ""
    found = _LISTED.fullmatch(said)
    if found is None:
        return "", ""
    be = "is " if (found["aux"] or "").lower() in {"is", "are"} else ""
    if taken := _MAY_TAKE.fullmatch(found["rest"]):
        return f"what interacts with {taken['other']}", found["noun"] or ""
    rest = _WORKS.sub("helps with ", re.sub(r",? (?:too|as well|either|also|instead)$", "", found["rest"]))
    be = "" if rest.startswith("helps") else be
    return f"what {be}{rest}", found["noun"] or ""


# ── and which not ───────────────────────────────────────────────────────────────────────────────────────────────────

_KEPT_OUT = re.compile(
    rf"{_SO}(?:(?:just|only|but) )?(?:i (?:do not|did not|would rather not)"
    r" (?:want|mean|need|like|take|have)(?: to take)?"
    r"|not|no|non|without|other than|except(?: for)?|apart from|besides|leave out|skip|nothing with)"
    r"(?: (?:the|any|all|more|taking|using))* (?P<kind>[a-z][a-z -]{2,30}?)(?: (?:please|though|thanks|then|ones))*"
)


def kept_out(text: str, before: Intent, types: Sequence[str]) -> Which | None:
    """Read "not drugs please" after a list: the same, of any other kind."""
    found = _KEPT_OUT.fullmatch(text)
    if found is None or not isinstance(before, Which):
        return None
    kinds = types_meant(found["kind"], types)
    left = tuple(t for t in before.types or types if t not in kinds)
    return replace(before, types=left, without=()) if kinds and left else None


_OTHER_PART = re.compile(
    rf"{_SO}(?:(?:what|how) about )?(?:(?:the|its|their|any|which|what) )*(?P<part>[a-z][a-z -]{{1,30}}?)"
    r"(?: (?:problems?|troubles?|issues?|symptoms?|signs?|features?|complaints?|involvement))?(?: too| as well)?"
)


def other_part(text: str, before: Intent) -> Which | About | None:
    """Read "and heart problems?" after "which eye problems does {0} have": the same of another part of the body; after
    a question of something that is taken, as one of what that does to the part.
    """
    found = _OTHER_PART.fullmatch(text)
    part = body_words(found["part"]) if found else ""
    taken = next(filter(is_taken, named_entities(before)), None)
    if found is not None and taken is not None and part == found["part"]:
        return About(taken, missing=part, beside=True)
    if found is None or part != found["part"]:
        return None
    if isinstance(before, YesNo) and is_ill(before.subject) and is_sign(before.object):
        return Which(before.subject, before.asked, (), True, missing=part)
    told = isinstance(before, Which) and before.outward and is_ill(before.entity) and before.asked.predicates
    return replace(before, missing=part) if told and isinstance(before, Which) else None


def put_otherwise(text: str, before: Intent, types: Sequence[str]) -> Which | About | None:
    """Read what changes one thing of the question before: "not drugs please", "and heart problems?"."""
    return kept_out(text, before, types) or other_part(text, before)


_INSTEAD = re.compile(r"\b(?:instead|alternatives?|substitutes?|replacements?)\b")
_OTHERS = re.compile(r"\b(?:else|other|others|another|different|safer|milder)\b")


def others_than(intent: Intent, form: Skeleton, before: Intent | None) -> Intent:
    """Return "what instead for low mood?" without what the thread asked about before: that it is not to be taken is why
    something else is sought.
    """
    if not isinstance(intent, Which) or intent.without or not is_ill(intent.entity) or before is None:
        return intent
    same = intent.entity.id in {e.id for e in named_entities(before)}
    if not (_INSTEAD.search(form.text) or (same and _OTHERS.search(form.text))):
        return intent
    told = (*before.among, before.entity) if isinstance(before, Which) else named_entities(before)
    beside = before.beside if isinstance(before, Which | YesNo) else ()
    taken = {e.id: e for e in (*told, *beside) if is_taken(e) and e.id != intent.entity.id}
    return replace(intent, without=tuple(taken.values())) if taken else intent


_BUT_THESE = re.compile(
    rf"{_SO}(?:(?:what|which|any(?:thing)?|are there|is there)(?: (?:else|is there|are there|any|others?))* )?"
    r"(?:other than|besides|apart from|aside from|except(?: for)?|excluding|beyond|but not|not counting) \{\d\}"
    r"(?:(?:,|,? (?:and|or|nor)) \{\d\}){0,5}(?: (?:please|then|though|too))?"
)


def but_these(form: Skeleton, before: Intent) -> Which | None:
    """Read "other than {0} and {1}?" after a question that asked for several: those are not to be named again."""
    if not isinstance(before, Which) or not _BUT_THESE.fullmatch(form.text):
        return None
    left_out = tuple(slot[0] for slot in form.slots if slot[0].id != before.entity.id)
    return replace(before, without=(*before.without, *left_out)) if left_out else None


# ── whether another one helps, too ──────────────────────────────────────────────────────────────────────────────────

_HELPS = re.compile(  # against what the question before was about
    r"(?:(?:and|so|but|then|yet|or) )*(?:(?:i|we) (?:think|thought|believe|guess|hear|heard|read|know)(?: that)? )?"
    r"(?:(?:does|do|will|would|can|could|might|did) (?:the )?\{0\} (?:really |also |even )?"
    r"(?:help|work|do (?:anything|something|any good)|make (?:a|any) difference)"
    r"|(?:(?:neither|nor) )?(?:does|do|did) (?:the )?\{0\}|(?:the )?\{0\} (?:does|do|did)(?: not)?"
    r"|(?:is|are) \{0\} (?:really |also )?(?:any good|effective|helpful|useful|of (?:any )?use|worth (?:it|trying))"
    r"|(?:the )?\{0\} (?:(?:(?:does|do|did|will|would) (?:not )?(?:really |also |even )?)?"
    r"(?:helps?|helped|works?|worked|do (?:it|that|anything))"
    r"|(?:is|are) (?:not|no) (?:really |also |any )?(?:good|effective|helpful|useful|use)))"
    r"(?: (?:too|as well|at all|either|instead|then|though|however|(?:for|with|against|in) (?:it|that|this)))*"
    r"(?:,? (?:as )?(?:i|we|they|people|some|my \w+) (?:have )?(?:read|heard|says?|said|thinks?|believe|was told))?"
)


def helps_too(form: Skeleton, before: Intent, words: RelationWords) -> tuple[Skeleton, YesNo] | None:
    """Return whether one more thing helps against what was spoken of: "does zinc work, too?", "nor does memantine"."""
    ill = next((e for e in named_entities(before) if is_ill(e)), None)
    if not (ill and len(form.slots) == 1 and _HELPS.fullmatch(form.text)) or is_ill(form.entity(0)):
        return None
    asked = asked_by_slant(Slant.GOOD, words, ill, "help")
    if re.search(r"\{0\} [a-z]+ (?:not|no)\b|\b(?:neither|nor) ", form.text):  # is it the same there?
        asked = replace(asked, slant=None, negated=True)
    return form, YesNo(form.entity(0), ill, asked)
