"""Questions that compare: what with what, and with regard to what. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kgcore.question.relation import is_ill, is_taken
from kgcore.question.skeleton import Skeleton
from kgcore.values.intent import AskedRelation, Compare, Open, Slant, YesNo
from kgcore.values.model import Entity

_SLOT: Final = r"\{(\d)\}"
_TWO: Final = 2
_COMPARING: Final = re.compile(
    r"\b(?:compar\w+|contrast|versus|vs|differ(?:s|ences?|ent)?|better|worse|safer|stronger|superior|inferior|preferable|beats?|"
    r"outperform\w*|surpass\w*|"
    r"(?:more|less) \w+ than|as (?!(?:well|long|soon|far) as\b)\w+ (?:\w+ )?(?:(?:for|in|against|on) )?(?:\{\d\} )?as|"
    r"(?:works?|help\w*|do(?:es)?|acts?) (?:just |about |nearly |almost )?as well|"
    r"on (?:a )?par with|match(?:es|ed)?|rivals?|equals?|equivalent|(?:stacks?|measures?) up|hold a candle|swap\w*|"
    r"instead of|replac\w+|alternatives? to|"
    r"(?:best|better|strongest|most|more) (?:evidence|studied|research|support\w*|prove[nd]|tested)|"
    r"how (?:well )?(?:they|each|these) (?:are|is))\b|^(?:please )?(?:rank|rate|order|sort)\b"
    r"|^(?:which|what) (?:one )?of \{0\}(?:,| and\b| or\b)"
)
_REGARD: Final = re.compile(
    r"(?:\b(?:for|in|against|on|treating|preventing|to (?:treat|prevent)|when it comes to|regarding|concerning)"
    r"|(?<![}] )(?<!compare )(?<!compares )(?<!compared )(?<!par )\bwith)"
    r"(?: (?!and |or |than )\w+){0,2} ?\{(\d)\}"
)
_MORE: Final = (
    r"(?:better|worse|safer|stronger|gentler|faster|superior|inferior|preferable|(?:more|less) \w+"
    r"|as (?:well|good|effective|safe|strong|much|quick\w*|fast|powerful|reliabl[ye]|useful|helpful|gentle))"
)
_NAME: Final = (
    r"(?!(?:the )?(?:others?|rest of|usual|before|ever|expected|not|it|that|this|them)\b)([a-z][\w' -]{1,40}?)"
)
_NOTHING: Final = re.compile(r"(?:doing )?nothing|no (?:treatment|pills?|drugs?|supplements?)|none")
# "{0} works better than rest for {1}", "{0} beat placebo in {1}": what it is measured against is no name of the graph.
_THAN_STRANGER: Final = re.compile(
    rf"(?:{_MORE}(?: [\w{{}}-]+){{0,3}}? (?:than|to|as)|\bon (?:a )?par with|"
    rf"\b(?:beats?|outperforms?|surpass(?:es)?|match(?:es)?|rivals?|equals?)) {_NAME}"
    r"(?=$|[,.:;?]| (?:for|in|against|on|at|when|if|to|with|among|after|during|does|do|is|are|can|will)\b)"
)
_STRANGER_THAN: Final = re.compile(rf"^(?:is|are|does|do|can|will|would) {_NAME} (?:\w+ )?{_MORE}\b")


def is_comparison(question: str) -> bool:
    """Tell whether a question compares what it joins, so that "a and b" are two things in it."""
    return _COMPARING.search(question.lower()) is not None


_WHICH_IS_BETTER: Final = re.compile(
    r"(?:(?:and|so|but|ok|okay|then|well)[, ]+)*(?:which|what)(?: (?:one|of (?:the two|the 2|them|these|those|both)))*"
    r" (?:is|are|works?|helps?|does|acts?|would be|should i (?:take|choose|prefer))"
    r"(?: (?:the|more|really|actually|it|supposed to be))*"
    r" ?(?:better|best|effective|stronger|strongest|safer|safest|preferable|superior)?"
    r"(?: then| now| in the end| overall)?"
)
_WORTH: Final = re.compile(
    r"\b(?:better|best|effective|stronger|strongest|safer|safest|preferable|superior|prefer|choose)\b"
)


def asks_which_is_better(question: str) -> bool:
    """Tell whether a message asks no more than which of some things is better."""
    said = " ".join(re.findall(r"[\w'-]+", question.lower()))
    return _WHICH_IS_BETTER.fullmatch(said) is not None and _WORTH.search(said) is not None


def understand_comparison(form: Skeleton) -> Compare | YesNo | Open | None:
    """Return what is compared; of one thing with what the graph does not know, what is asked of the one; else None."""
    joined = re.search(rf"{_SLOT},? (?:and|or|with|to|than|vs|versus|from|over|against)\b\.? {_SLOT}", form.text)
    alike = joined is not None and _are_alike(form.entity(joined[1]), form.entity(joined[2]))
    listing = joined and alike and (" or {" in joined[0] or len(form.slots) > 2) and not _starts_which(form)
    comparing = is_comparison(form.text)
    if not (comparing or listing):
        return None
    slots = [form.entity(n) for n in range(len(form.slots))]
    regard = _regard(form.text)
    topic = form.entity(regard[1]) if regard else None
    if (stranger := _THAN_STRANGER.search(form.text)) is not None:
        return _with_stranger(form, slots, topic, stranger)
    compared = [e for e in slots if e is not topic]
    if topic is None and len(slots) == _TWO and is_taken(slots[0]) and is_ill(slots[1]):
        return YesNo(slots[0], slots[1], AskedRelation(slant=Slant.ANY))  # "rank statins by whether they cause {1}"
    if topic is not None and len(compared) == 1:
        return YesNo(compared[0], topic, AskedRelation(slant=Slant.ANY), against=_unknown(form.text))
    if topic is None and joined and len(slots) > 2:
        pair = [form.entity(joined[1]), form.entity(joined[2])]
        others = [e for e in slots if e not in (*pair, *_row(form))]
        topic = next((e for e in others if e.type != pair[0].type), others[0] if others and not comparing else None)
        compared = [e for e in slots if e is not topic]
    if topic is not None and not is_ill(compared[0]):  # "… with duloxetine for cognition in depression"
        compared = [*compared[:2], *(e for e in compared[2:] if not is_ill(e))]
    return Compare(compared[0], compared[1], topic, comparing, tuple(compared[2:]))


_OF_EVIDENCE: Final = re.compile(r"\b(?:evidence|support|studies|research|proof|data|than|or|and) $")


def _regard(text: str) -> re.Match[str] | None:
    """Return with regard to what is compared: "the evidence for {0} and {1} in {2}" is compared in {2}."""
    found = list(_REGARD.finditer(text))
    return next((m for m in found if not _OF_EVIDENCE.search(text[: m.start()])), None) or next(iter(found), None)


def _with_stranger(
    form: Skeleton, slots: Sequence[Entity], topic: Entity | None, found: re.Match[str]
) -> YesNo | Open | None:
    """Return what is asked where something is to be better than what nothing in the graph goes by.

    The one compared is what is taken or stands first, no disorder; all else is what it is compared on.
    """
    stranger = "" if _NOTHING.fullmatch(found[1]) else found[1].strip()  # "better than nothing" asks whether it helps
    ahead = _STRANGER_THAN.match(form.text)
    if ahead is not None and not any(map(is_taken, slots)):  # "is walking better than rest for {0} and {1}"
        return Open(tuple(slots), tuple(filter(None, (ahead[1].strip(), stranger))))
    one = next((e for e in slots if is_taken(e)), next((e for e in slots if not is_ill(e) and e is not topic), None))
    rest = [e for e in slots if e is not one]
    if one is None or not rest:
        return None
    on = topic if topic in rest else rest[0]
    left = tuple(e for e in rest if e is not on)
    return YesNo(one, on or rest[0], AskedRelation(slant=Slant.ANY), left, against=stranger)


def _are_alike(one: Entity, other: Entity) -> bool:
    return one.type == other.type or (is_taken(one) and is_taken(other))


def _row(form: Skeleton) -> list[Entity]:
    """Return what stands in a row of names, of which none is what the others are compared with regard to."""
    row = re.search(rf"{_SLOT}(?:, {_SLOT})+,? (?:and|or|vs|versus)\b\.? {_SLOT}", form.text)
    return [form.entity(n) for n in re.findall(_SLOT, row[0])] if row else []


def _unknown(text: str) -> str:
    """Return the name to compare with that the graph has no entry for, where it can be told."""
    name = r"([\w' -]{3,60}?)"
    behind = rf"{_SLOT},? (?:\w+ )?(?:or|and|vs|versus|than|with|to) {name}(?: (?:for|in|against|on) .*)?$"
    found = (
        re.search(behind, text)
        or re.search(rf"[,:] {name} (?:or|and|vs|versus) {_SLOT}$", text)
        or (re.search(rf"\bthan {_SLOT}", text) and _STRANGER_THAN.match(text))
    )
    return next((g for g in found.groups() if g and not g.isdigit()), "").strip() if found else ""


def _starts_which(form: Skeleton) -> bool:
    return bool(re.match(r"(?:which|what|list|show me|name|find|any) ", form.text))
