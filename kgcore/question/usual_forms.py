"""Questions in the form in which they are usually put: “signs that it could be {0}” asks for its symptoms. Pure.

The forms are data: `kgcore/english/usual.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from kgcore.english.words import rows_of
from kgcore.question.relation import is_ill_type, is_taken
from kgcore.question.skeleton import Skeleton, renumber_slots
from kgcore.values.model import Entity
from kgcore.vocabulary.types import types_meant

_PART = re.compile(r"<([A-Z ]+)>")
WHAT_IS_DONE = frozenset({"what treats {0}", "which tests does {0} need"})  # about an illness
_PAIR = 2
_DENIED = re.compile(r"\b(?:not|never|avoid\w*|without)\b")


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Return the forms, the parts that several share written out: (of what sort, form, how it is usually put)."""
    parts: dict[str, str] = {}
    forms: list[tuple[str, re.Pattern[str], str]] = []
    for of, form, usual in rows_of("usual.tsv"):
        written = _PART.sub(lambda part: parts[part[1]], form)
        if of.startswith("let "):
            parts[of.removeprefix("let ")] = written
        else:
            forms.append((of, re.compile(written), usual))
    return tuple(forms)


def _is_of(sort: str, entity: Entity) -> bool:
    if sort == "test":
        return bool(types_meant("tests", (entity.type,)))
    if sort == "taken":
        return is_taken(entity)
    return sort == "any" or is_ill_type(entity.type) == (sort == "ill")


def usual_forms(form: Skeleton) -> Iterator[Skeleton]:
    """Yield the forms in which a question of one thing is usually put, where it is put otherwise."""
    if len(form.slots) != 1:
        return
    denied = _DENIED.search(form.text) is not None
    for of, pattern, usual in _forms():
        if (
            of.endswith("pair")
            or form.text == usual
            or not _is_of(of, form.entity(0))
            or not pattern.fullmatch(form.text)
        ):
            continue
        if not denied or _DENIED.search(pattern.pattern):  # who should not take it is not who should
            yield from (replace(form, text=one) for one in usual.split("|"))


def usual_of_two(form: Skeleton) -> Skeleton:
    """Return the form in which a question of two things is usually put, or it as it is."""
    if len(form.slots) != _PAIR or _DENIED.search(form.text):
        return form
    tested = [_is_of("test", slot[0]) for slot in form.slots]
    pair = form if tested[0] or not tested[1] else _turned(form)
    sorts = {"pair"} | ({"test pair"} if tested in ([True, False], [False, True]) else set())
    for of, pattern, usual in _forms():
        one = pair if of == "test pair" else form
        if of in sorts and pattern.fullmatch(one.text):
            return renumber_slots(replace(one, text=usual))
    return form


_DOUBTED = re.compile(r"^(is|are|does|do|did|can|could|will|would|has|have) not (?=\{)")


def undoubted(form: Skeleton) -> Skeleton:
    """Return the form of "is {0} bad for the heart" for "isn't {0} bad for the heart", which asks the same."""
    if len(form.slots) != 1:
        return form
    return replace(form, text=_DOUBTED.sub(r"\1 ", form.text))


def _turned(form: Skeleton) -> Skeleton:
    """Return the form with the numbers of its two things exchanged."""
    text = form.text.replace("{0}", "{x}").replace("{1}", "{0}").replace("{x}", "{1}")
    return replace(form, text=text, slots=form.slots[::-1])
