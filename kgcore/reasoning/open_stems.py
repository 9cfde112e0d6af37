"""What a stem asks in spite of words that nothing accounts for: a patient's story, a quiz master's chat. Pure.

`read_loosely` wants every word accounted for. A stem that tells a story never is; yet where its relation stands right
at the one name that it has, the story around them changes nothing for which option is right. What may change it (whom,
how much, when, which comes first, what something costs) leaves it unread, and so does an unknown word between the
relation and the name: that is what the relation may be of. The graph has to single out one option on top of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kgcore.english.reading import PhraseReader
from kgcore.reasoning.deciding import Standing
from kgcore.reasoning.filling import asks_what_to_give
from kgcore.reasoning.loose_stems import (
    CHANGES,
    HOW,
    NAME,
    UNREAD,
    WHOM,
    Cue,
    LooseStem,
    Spots,
    any_meaning,
    cues_with_unread,
    masked_all,
    masked_names,
    stem_of_cues,
)
from kgcore.reasoning.plain_words import particles_joined
from kgcore.reasoning.stems import unpadded

LONGEST: Final = 400  # characters of a stem that is read so
_MOST_UNREAD = 14  # words of a story
_LEFT_OPEN = frozenset({"denial", CHANGES, WHOM, HOW})
_FEWEST = 3  # options, of which one is set apart
_MOST_NAMES = 3  # of a stem that is read widely
_MOST_OF_STORY = 8  # names of a story that may be what is asked about

# Numbers are doses, years and counts, but for an age.
_NUMBER = re.compile(r"\b\d+(?![\d-]*[ -]?(?:years?|yrs?|months?|weeks?|yo)\b)", re.I)
# Endings of words that are names of diseases, drugs and molecules more often than words of a story.
_LIKE_A_NAME = re.compile(
    r"(?:itis|osis|oses|emia|aemia|oma|omas|opathy|opathies|plegia|uria|algia|rrh(?:o?ea|age)|stones?|cancer|tumou?rs?"
    r"|ase|mab|nib|statin|prazole|olol|sartan|cillin|mycin|azole|idine|amine|asis|ectomy|plasty|trophy|phagia|pnea"
    r"|syndrome|disease|disorder|infection|injury|failure|ulcers?|rash|bleed\w*)$",
    re.I,
)
_SENTENCE = re.compile(r"[.;?!]+\s")
_BREAK = re.compile(r"[.;?!]+(?:\s|$)|,\s|:\s| [–—-] ")


# What stands between a verb and its particle: "starts the patient on", "keep prostate cancer away".
_SOMEBODY = (
    r"(?:(?:the|an?|this|that|his|her|your|our|my|their) )?"
    r"(?:patients?|people|persons?|someone|somebody|him|her|them|us|you|clients?|lady|gentleman|woman|man|child|boy"
    r"|girl|lad)"
)
_BETWEEN = re.compile(rf"\b([a-z]+) {_SOMEBODY} (on|off|with|about|against|from)\b", re.I)
_SUSPECTED = re.compile(r"\b(?:suspected|known|established|existing|confirmed|newly diagnosed)(?= \w)", re.I)


def plain_story(stem: str) -> str:
    """Return a stem in which verbs stand beside their particles, and nothing says how sure a diagnosis is."""
    return _SUSPECTED.sub("", _BETWEEN.sub(r"\1 \2", unpadded(particles_joined(stem)))).replace("  ", " ")


_MORE_TOLD = re.compile(
    r"\b(?:no|not|never|without|fail\w*|allerg\w*|stop\w*|instead|refus\w*|pregnan\w*|already)\b|n't\b", re.I
)
_LAST = re.compile(r"[\w)][.!;] +(?=[A-Z][^.!?;]*[.?:]?$)")


def last_sentence(stem: str, options: Collection[str]) -> str:
    """Return the last sentence of a stem in several, where nothing ahead speaks of an option or denies anything; ""."""
    found = _LAST.search(stem) if len(stem) <= LONGEST else None
    ahead = stem[: found.end()].casefold() if found else ""
    if found is None or _MORE_TOLD.search(ahead) or any(o.casefold() in ahead for o in options):
        return ""
    return stem[found.end() :]


def read_openly(said: str, spots: Spots, words: PhraseReader) -> LooseStem | None:
    """Return what a stem may ask of the one name that it has, whatever else it tells; None where that may matter."""
    if len(said) > LONGEST:
        return None
    masked, called = masked_names(said, spots)
    if len(called) != 1 or _NUMBER.search(masked):
        return None
    ways = (_read(masked, called, words, cues_with_unread(masked, known)) for known in (None, words))
    return next((way for way in ways if way is not None), None)


@dataclass(frozen=True, slots=True)
class WideStem:
    """What a stem may ask of each of its names; `every`: an option has to fit all of them."""

    stems: tuple[LooseStem, ...] = ()
    every: bool = True


def read_widely(said: str, spots: Spots, words: PhraseReader) -> WideStem:
    """Return what a stem may ask of its names by any of its words for relations; nothing where that may mislead.

    What is so read decides nothing by itself: the graph has to set one option apart, whichever relation it is.
    """
    masked, called = masked_all(said, spots)
    if len(said) > LONGEST or not 0 < len(called) <= _MOST_NAMES or _NUMBER.search(masked):
        return WideStem()
    cues = cues_with_unread(masked, words)
    start, end = _clause(masked, len(masked.rstrip(" ?.:;_-–")) - 1)
    unread = [c for c in cues if c.kind == UNREAD]
    if any(c.kind in _LEFT_OPEN for c in cues) or any(_is_like_a_name(masked, c) for c in unread):
        return WideStem()
    if _has(unread, start, end) or len(unread) > _MOST_UNREAD:
        return WideStem()
    start = max((m.end() for m in _SENTENCE.finditer(masked, 0, end - 1)), default=0)
    known = [c for c in cues if c.kind != UNREAD]
    asked = [c for c in known if c.start >= start] or known
    telling = [c for c in asked if c.kind != "soft"] or [*asked, *_prepositions(masked)]
    phrases = any_meaning(masked, telling, words)
    inside = masked[start:].count(NAME)
    names = called[len(called) - inside :] if inside else called
    return WideStem(tuple(LooseStem(name, phrases, None) for name in names if phrases), bool(inside))


def read_in_story(told: str, asked: str, spots: Spots, words: PhraseReader) -> WideStem:
    """Return what a sentence asks of the one thing in a story that the graph joins with an option, whichever it is.

    `spots`: of `told` and `asked` as one text. Of the story's words none need be understood, of what asks each has to
    be: "can be crushed" is no relation. What the sentence names itself goes before what the story names.
    """
    whole = f"{told} {asked}"
    if not told or len(asked) > LONGEST or _MORE_TOLD.search(told):
        return WideStem()
    behind = [(a - len(told) - 1, b - len(told) - 1, meant) for a, b, meant in spots if a > len(told)]
    masked, called = masked_all(asked, behind)
    masked = plain_story(masked)
    if _NUMBER.search(masked) or (NAME in masked and not called):
        return WideStem()
    cues = cues_with_unread(masked, words)
    if any(c.kind == UNREAD or c.kind in _LEFT_OPEN for c in cues):
        return WideStem()
    names = called or tuple(dict.fromkeys(whole[a:b] for a, b, meant in spots if meant and b <= len(told)))
    telling = [c for c in cues if c.kind != "soft"] or [*cues, *_prepositions(masked)]
    phrases = any_meaning(masked, telling, words)
    return WideStem(tuple(LooseStem(name, phrases, None) for name in names[:_MOST_OF_STORY] if phrases), every=False)


def _read(masked: str, called: Sequence[str], words: PhraseReader, cues: Sequence[Cue]) -> LooseStem | None:
    unread = [c for c in cues if c.kind == UNREAD]
    if len(unread) > _MOST_UNREAD or any(c.kind in _LEFT_OPEN for c in cues):
        return None
    told = [c for c in cues if c.kind != UNREAD]
    telling = told if any(c.kind != "soft" for c in told) else [*told, *_prepositions(masked)]
    if any(_is_like_a_name(masked, c) for c in unread) or not _is_asked_of_name(masked, telling, unread):
        return None
    return stem_of_cues(masked, called, telling, words)


_FOR = re.compile(rf"\b(?:for|against) (?:(?:the|an?|his|her|their|your|my) )?(?={NAME})", re.I)
_HELPS = frozenset({"treat", "palliate", "prevent", "need"})
_DOES = re.compile(rf"\b(?:can|may|might|could|will|does) (?={NAME})", re.I)  # "which painkiller can damage the liver?"


def _prepositions(masked: str) -> list[Cue]:
    """Return what a bare "for migraine", "against jet lag" or "what should he try?" says: that something helps."""
    said = [*_FOR.finditer(masked), *([given] if (given := asks_what_to_give(masked)) else [])]
    done = [Cue("verb", frozenset({"cause"}), m.start(), m.end()) for m in _DOES.finditer(masked)]
    return done + [Cue("typed", _HELPS, m.start(), m.end()) for m in said]


def _is_like_a_name(masked: str, cue: Cue) -> bool:
    said = masked[cue.start : cue.end]
    begins = not masked[: cue.start].strip() or re.search(r"[.?!:]\W*$", masked[: cue.start])
    return _LIKE_A_NAME.search(said) is not None or (said != said.lower() and not begins)


def _is_asked_of_name(masked: str, telling: Sequence[Cue], unread: Sequence[Cue]) -> bool:
    """Whether what is asked is asked of the name: no unread word stands between them, or at the end beside them."""
    at = masked.index(NAME)
    start, end = _clause(masked, at)
    telling = [c for c in telling if c.kind != "soft"] or telling
    here = [c for c in telling if start <= c.start < end]
    if not here:  # asked of what was told before: "… has gout. What might his doctor prescribe?"
        return bool(telling) and not _has(unread, telling[-1].end, _clause(masked, telling[-1].start)[1])
    nearest = min(here, key=lambda c: min(abs(c.end - at), abs(c.start - at)))
    first, last = min(nearest.start, at), max(nearest.end, at + 1)
    return not _has(unread, first, last) and not _has(unread, last, end)


def _clause(masked: str, at: int) -> tuple[int, int]:
    breaks = [m.span() for m in _BREAK.finditer(masked)]
    start = max((b for a, b in breaks if b <= at), default=0)
    return start, min((a for a, b in breaks if a >= at), default=len(masked))


def _has(unread: Sequence[Cue], start: int, end: int) -> bool:
    return any(start <= c.start < end for c in unread)


def singles_out(standings: Mapping[str, Standing], *, negative: bool, rows: Collection[Collection[str]] = ()) -> bool:
    """Whether the graph sets one option apart from all others, or a row of them that is on offer ("both A and B"), or
    supports them all; half of them it has to know.
    """
    found = list(standings.values())
    held, unknown = found.count(Standing.HOLDS), found.count(Standing.UNKNOWN)
    if len(found) < _FEWEST or Standing.DISPUTED in found or 2 * unknown > len(found):
        return False
    if not negative and frozenset(k for k, s in standings.items() if s is Standing.HOLDS) in rows:
        return True
    return held == len(found) - 1 if negative else held in (1, len(found))


def set_apart(
    found: Sequence[Mapping[str, Standing]],
    *,
    every: bool,
    negative: bool,
    rows: Collection[Collection[str]] = (),
) -> int | None:
    """Return which of a stem's names sets one option apart, and no other name another one; None where none does."""
    apart = [n for n, standings in enumerate(found) if singles_out(standings, negative=negative, rows=rows)]
    held = {frozenset(k for k, s in found[n].items() if s is Standing.HOLDS) for n in apart}
    return apart[0] if len(held) == 1 and (not every or len(apart) == len(found)) else None
