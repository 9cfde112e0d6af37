"""Identifiers that no rule announces, told by fitted weights: what stands around a name or a number. Pure.

`identifiers.npz` holds the weights of a log-linear reader of words, and hashed lists of names and common words; it is
made by `python -m tests.bench.fit_identifiers` from messages that are put together of forms and names of 70 countries.
Where the rules have found something of a person, the reader needs to be less sure than where they found nothing.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kgcore.english.birthdates import CITED, date_form
from kgcore.english.identifier_words import UNIT, Identifier, Kind, public_stretches, within, words_of

FILE = Path(__file__).with_name("identifiers.npz")
KINDS = (None, Kind.NAME, Kind.BIRTHDATE, Kind.MRN, Kind.PHONE, Kind.EMAIL, Kind.ADDRESS)
BITS = 17  # of a feature's hash
BESIDE = 0.0  # by how much a kind must weigh more than none where something of a person was found
ALONE = np.array((0.0, 6.0, 5.0, 5.0, 5.0, 5.0, 5.0), np.float32)  # and where nothing was, each of KINDS
SHORTEST = 3  # signs of a number, and of a name that stands alone
WEAKER = 2.0  # by how much less, for words beside one that is sure
_FAR = ((5, 4), (-4, -3, -2, -1, 1, 2, 3))  # words whose mere presence counts, before and behind; whose place counts
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]|_|\n")
_CUE, _WHOSE = (frozenset(words_of(role).split("|")) for role in ("cue", "whose"))
_CHOICES = re.compile(r"(?<!\w)A[.)]\s.{1,300}?(?<!\w)B[.)]\s", re.DOTALL)  # what one may answer
_JOINS = frozenset("-/.() +")


class Token(NamedTuple):
    """A word or sign, where it stands, in small letters and as a shape ("Aa", "0-0")."""

    start: int
    end: int
    word: str
    low: str
    shape: str


class _Model(NamedTuple):
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    hashes: NDArray[np.uint32]
    flags: NDArray[np.uint8]


@cache
def _model() -> _Model:
    with np.load(FILE) as file:
        weights = file["weights"].astype(np.float32) * file["scale"]
        return _Model(weights, file["bias"], file["hashes"], file["flags"])


def tokens_of(text: str) -> list[Token]:
    """Return the words, signs and line ends of a text."""
    found = []
    for one in _TOKEN.finditer(text):
        low = one[0].lower().replace("’", "'")
        found.append(Token(one.start(), one.end(), one[0], low, shape_of(one[0])))
    return found


def shape_of(word: str) -> str:
    """Return what a word is written like: "Aa" for "Anna", "A0" for "RX12"."""
    kinds = "".join("0" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in word)
    return re.sub(r"(.)\1+", r"\1", kinds)[:12]


def hash_of(word: str) -> int:
    """Return the number by which a word is looked up."""
    return zlib.crc32(word.encode())


def known_words(tokens: Sequence[Token], hashes: NDArray[np.uint32], flags: NDArray[np.uint8]) -> list[int]:
    """Return for each word how common it is, and whether it is a given or family name; 0 where no list has it."""
    asked = np.array([hash_of(one.low.removesuffix("'s")) for one in tokens], dtype=np.uint32)
    place = np.minimum(np.searchsorted(hashes, asked), len(hashes) - 1)
    return [int(flag) for flag in np.where(hashes[place] == asked, flags[place], 0)]


def features_of(text: str, tokens: Sequence[Token], known: Sequence[int]) -> list[list[int]]:
    """Return for each word the hashed features that the weights know."""
    lows = [one.low for one in tokens]
    words = [_figure(one) for one in tokens]
    shapes = [one.shape for one in tokens]
    runs, befores = _number_runs(tokens)
    chunks = _chunks(text, tokens)
    case = "l" if not any(c.isupper() for c in text) else "u" if text.isupper() else "m"
    cue, kin = not _CUE.isdisjoint(lows), not _WHOSE.isdisjoint(lows)
    pad = 4
    w = ["^"] * pad + words + ["$"] * pad
    s = ["^"] * pad + shapes + ["$"] * pad
    f = [0] * pad + list(known) + [0] * pad
    rows = []
    for n, one in enumerate(tokens):
        low, shape, flag, i = one.low, one.shape, known[n], n + pad
        spaced = "^" if not n else "_" if one.start > tokens[n - 1].end else "-"
        names = [
            f"w{w[i]}", f"s{shape}{len(low)}", f"f{flag}", f"fs{flag}{shape}{case}", f"a{low[:3]}", f"z{low[-3:]}",
            f"y{low[-2:]}", f"b{low[:4]}", f"x{low[-4:]}", f"c{chunks[n]}", f"r{runs[n]}", f"{spaced}{shape}",
            f"wb{w[i - 1]}|{flag}|{shape}", f"wa{flag}|{shape}|{w[i + 1]}", f"bi{w[i - 2]}|{w[i - 1]}",
            f"bs{w[i - 2]}|{w[i - 1]}|{shape}", f"ba{w[i + 1]}|{w[i + 2]}", f"cx{w[i - 1]}|{w[i + 1]}|{flag}",
            f"ff{f[i - 1]}|{flag}|{f[i + 1]}|{shape}", f"ss{s[i - 1]}|{shape}|{s[i + 1]}",
            f"st{s[i - 2]}|{s[i - 1]}|{shape}|{s[i + 1]}", f"rc{runs[n]}|{chunks[n]}|{w[i - 1]}",
            f"p{min(n, 3)}|{shape}|{flag}", f"q{cue}{kin}|{shape}|{flag}",
        ]  # fmt: skip
        names += [f"{k}{w[i + k]}" for k in _FAR[1]]
        names += [f"F{k}{f[i + k]}{s[i + k]}" for k in (-2, -1, 1, 2)]
        as_ = "n" if runs[n] else shape
        names += [f"L{word}|{as_}" for word in lows[max(0, n - _FAR[0][0]) : n] if word.isalpha()]
        names += [f"R{word}|{as_}" for word in lows[n + 1 : n + 1 + _FAR[0][1]] if word.isalpha()]
        if runs[n]:
            names += [f"n{befores[n][1]}", f"nr{befores[n][1]}|{runs[n]}", f"nn{befores[n][0]}|{befores[n][1]}"]
        rows.append([zlib.crc32(name.encode()) & ((1 << BITS) - 1) for name in set(names)])
    return rows


def _figure(one: Token) -> str:
    """Return a word as features name it: a number by how long it is."""
    if one.low.isdigit():
        return "0" * min(len(one.low), 9)
    return one.shape if one.low[0].isdigit() else one.low


def _number_runs(tokens: Sequence[Token]) -> tuple[list[int], list[tuple[str, str]]]:
    """Return for each word how many digits the number has that it is part of, and the two words before that number."""
    runs, befores = [0] * len(tokens), [("", "")] * len(tokens)
    digits = [sum(c.isdigit() for c in one.low) for one in tokens]
    start = 0
    while start < len(tokens):
        if not digits[start]:
            start += 1
            continue
        end = start
        for n in range(start + 1, len(tokens)):
            if digits[n] and n - end <= 2 and tokens[n].start - tokens[end].end <= 2:
                end = n
            elif tokens[n].low not in _JOINS or n - end > 1:
                break
        first = start
        while first and (
            tokens[first - 1].low in _JOINS or tokens[first - 1].low in {":", "#", "=", "[", "is", "no", "nr"}
        ):
            first -= 1
        before = (tokens[first - 2].low if first > 1 else "^", tokens[first - 1].low if first else "^")
        for n in range(start, end + 1):
            runs[n], befores[n] = sum(digits[start : end + 1]), before
        start = end + 1
    return runs, befores


def _chunks(text: str, tokens: Sequence[Token]) -> list[str]:
    """Return for each word the shape of what stands between two spaces around it."""
    shapes, place = [""] * len(tokens), 0
    for chunk in re.finditer(r"\S+", text):
        shape = shape_of(chunk[0].strip('.,;:!?()[]"'))
        while place < len(tokens) and tokens[place].start < chunk.end():
            if tokens[place].start >= chunk.start():
                shapes[place] = shape
            place += 1
    return shapes


def weighed(text: str) -> tuple[list[Token], NDArray[np.float32]]:
    """Return the words of a text, and how much more than nothing each kind weighs there."""
    tokens = tokens_of(text)
    model = _model()
    rows = features_of(text, tokens, known_words(tokens, model.hashes, model.flags))
    scores = np.array([model.weights[row].sum(axis=0) for row in rows], dtype=np.float32) + model.bias
    return tokens, scores - scores[:, :1]


def unannounced_in(text: str, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield what the weights hold for an identifier beside those that were found already."""
    if not any(c.isalnum() for c in text):
        return
    tokens, weights = weighed(text)
    kinds = weights[:, 1:].argmax(axis=1) + 1
    sure = weights[np.arange(len(tokens)), kinds]
    public = public_stretches(text)
    choices = _CHOICES.search(text)
    until = choices.start() if choices else len(text)
    words = np.array([one.word[0].isalnum() and one.start < until and not within(one.start, public) for one in tokens])
    initials = np.array([one.word.isalpha() and len(one.word) < SHORTEST for one in tokens])  # "HD", "U.S."
    if not found and not ((sure > ALONE[kinds]) & words & ~initials).any():
        return
    n = 0
    while n < len(tokens):
        end = n + 1
        if sure[n] > BESIDE - WEAKER:
            while end < len(tokens) and sure[end] > BESIDE - WEAKER and kinds[end] == kinds[n]:
                end += 1
            run = [k for k in range(n, end) if words[k]]
            if run and max(sure[run]) > BESIDE:
                start, stop, kind = tokens[run[0]].start, tokens[run[-1]].end, KINDS[kinds[n]]
                if not _is_nobodys(text, start, stop, kind):
                    yield from _new(start, stop, kind, found)
        n = end


def _is_nobodys(text: str, start: int, end: int, kind: Kind | None) -> bool:
    """Whether a stretch is a dose, a letter ("hepatitis C"), part of a date or a paper's date, whatever it weighs."""
    if kind is Kind.BIRTHDATE:
        return not date_form().search(text[start:end]) or CITED.match(text, end) is not None
    if kind is Kind.NAME:
        return sum(c.isalpha() for c in text[start:end]) == 1
    return kind is Kind.MRN and (end - start < SHORTEST or UNIT.match(text, end) is not None)


def _new(start: int, end: int, kind: Kind | None, found: Sequence[Identifier]) -> Iterator[Identifier]:
    """Yield of a stretch what no identifier covers yet."""
    for one in [*(k for k in found if k.meets(start, end)), None]:
        until = min(one.start, end) if one else end
        if kind and until > start:
            yield Identifier(start, until, kind, start)
        start = max(start, one.end) if one else end
