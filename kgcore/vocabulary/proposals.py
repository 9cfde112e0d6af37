"""Words for predicates as a language model proposes them: read tolerantly, and kept only as far as they hold. Pure.

A proposal is nothing until a person confirms it. What is read back as something else is left out before they see it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.english.cues import CueScope, find_cue
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

MOST_PHRASES = 6
_LONGEST = 60  # characters of a phrase
_MOST_WORDS = 9
_PHRASE = re.compile(r"[A-Za-z][A-Za-z0-9 '’()/-]*")
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_LONGEST_ANSWER = 20_000


@dataclass(frozen=True, slots=True)
class Proposal:
    """A predicate as it could be described, and what was left out of the proposal, in words."""

    predicate: Predicate
    left: tuple[str, ...] = ()


def proposal_in(answer: str, name: str, own: Sequence[Predicate]) -> Proposal | None:
    """Return what a model's answer proposes for a predicate of a graph; None where it proposes no usable words."""
    found = _OBJECT.search(answer[:_LONGEST_ANSWER])
    try:
        read = json.loads(found[0]) if found else None
    except (ValueError, RecursionError):
        return None
    return checked(_predicate(read, name), own) if isinstance(read, dict) else None


def _predicate(read: dict[str, object], name: str) -> Predicate:
    label, inverse = (" ".join(v.split()) if isinstance(v := read.get(k), str) else "" for k in ("label", "inverse"))
    opposite, implies, phrases = (_texts(read.get(k)) for k in ("opposite", "implies", "phrases"))
    return Predicate(name, label, read.get("symmetric") is True, inverse, opposite, implies, phrases[:MOST_PHRASES])


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(" ".join(v.split()) for v in value[:50] if isinstance(v, str) and v.strip()))


def checked(proposed: Predicate, own: Sequence[Predicate]) -> Proposal | None:
    """Return what holds of a description: words that are read as the predicate and as no other, relations of the graph.

    None where the label itself does not hold.
    """
    rules = Vocabulary.of(own)
    if not _is_phrase(proposed.label) or _says_otherwise(proposed.label, rules.words(proposed.name)):
        return None
    plain = replace(proposed, phrases=(), opposite=(), implies=(), inverse="", symmetric=False)
    alone = Vocabulary.of([plain if p.name == plain.name else p for p in own])
    taken = set(rules.read(proposed.label).predicates) - {proposed.name}
    if not alone.reads_back(proposed.name) or (taken and proposed.name not in rules.read(proposed.label).predicates):
        return None
    left: list[str] = []
    phrases = tuple(p for p in proposed.phrases if p != proposed.label and _holds(p, proposed.name, own, rules, left))
    known = {p.name for p in own} - {proposed.name}
    inverse = proposed.inverse if proposed.inverse in known and not proposed.symmetric else ""
    opposite, implies = (tuple(n for n in names if n in known) for names in (proposed.opposite, proposed.implies))
    both = set(opposite) & set(implies)
    strangers = [n for n in (proposed.inverse, *proposed.opposite, *proposed.implies) if n and n not in known]
    left += [f"{n[:_LONGEST]}: no other relation of this graph" for n in dict.fromkeys(strangers)]
    left += [f"{n}: both opposite and implied" for n in both]
    kept = replace(
        proposed,
        phrases=phrases,
        inverse=inverse,
        opposite=tuple(n for n in opposite if n not in both),
        implies=tuple(n for n in implies if n not in both),
    )
    return Proposal(kept, tuple(left))


def _is_phrase(text: str) -> bool:
    return len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS and _PHRASE.fullmatch(text) is not None


def _says_otherwise(words: str, literal: str) -> bool:
    """Whether words deny or hedge what the predicate's own words do not."""
    return any(find_cue(words, s) and not find_cue(literal, s) for s in (CueScope.SENTENCE, CueScope.UNREAD))


def _holds(phrase: str, name: str, own: Sequence[Predicate], rules: Vocabulary, left: list[str]) -> bool:
    """Tell whether a phrase can stand for a predicate; say in `left` why not."""
    if not _is_phrase(phrase) or _says_otherwise(phrase, rules.words(name)):
        left.append(f"“{phrase[:_LONGEST]}”: {'says something else' if _is_phrase(phrase) else 'no phrase'}")
        return False
    before = rules.read(phrase)
    others = [p for p in before.predicates if p != name]
    if others and name not in before.predicates:
        left.append(f"“{phrase}”: already means {others[0]}")
        return False
    worded = Vocabulary.of([replace(p, phrases=(*p.phrases, phrase)) if p.name == name else p for p in own])
    heard = worded.read(phrase)
    plainly = name in heard.predicates and not (heard.negated or heard.inverted or heard.hedged or heard.overstates)
    if not plainly:
        left.append(f"“{phrase}”: is not understood as {name}")
    return plainly
