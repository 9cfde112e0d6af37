"""Finds the names of entities in running text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgcore.link import Hit, decide, ranking
from kgcore.model import Candidate, Mention
from kgcore.names import flat
from kgcore.passages import Window, windows
from kgcore.probes import Probe, Via
from kgcore.spotting import is_name, is_opaque, window_probes

Spot = tuple[int, int, tuple[Candidate, ...]]
Find = Callable[[Sequence[tuple[str, Sequence[Probe]]]], dict[str, list[Hit]]]
Correct = Callable[[tuple[str, ...]], list[tuple[tuple[str, ...], float]]]

_LONGEST_TEXT = 20_000  # characters looked at
_MOST_CORRECTED = 24
_WORST_SLIP = 1.3
_SHORTEST_CORRECTED = 8  # letters


class Spotter:
    """Looks every short run of words up at once; the longest that is a name wins."""

    def __init__(self, find: Find, correct: Correct) -> None:
        self._find = find
        self._correct = correct

    def spots(self, text: str) -> tuple[Spot, ...]:
        """Return the stretches that name entities, longest first, never overlapping."""
        found = windows_of(text)
        hits = self._find([(str(i), window_probes(w)) for i, w in enumerate(found)])
        named = [(w, h) for i, w in enumerate(found) if (h := [x for x in hits[str(i)] if is_name(w, x)])]
        taken = [False] * (len(text) + 1)
        spots = [s for w, h in sorted(named, key=_longest) if (s := _spot(text, w, h, taken))]
        opaque = [w for w in found if is_opaque(w)]
        spots = [s for s in spots if not any(_inside(s, w) for w in opaque)]
        spots += self._misspelt(text, found, taken)
        return tuple(sorted(spots, key=lambda s: (s[0] - s[1], s[0])))

    def _misspelt(self, text: str, found: Sequence[Window], taken: list[bool]) -> list[Spot]:
        spots = []
        for window in maybe_misspelt(found):
            if any(taken[window.start : window.end]):
                continue
            for words, slip in self._correct(window.words):
                if slip > _WORST_SLIP:
                    continue
                probe = Probe("f" + flat(words), Via.NAME)
                hits = [Hit(h.entity, h.text, h.primary, h.probe, slip) for h in self._find([("", [probe])])[""]]
                if hits and (spot := _spot(text, window, hits, taken)):
                    spots.append(spot)
                    break
        return spots


def maybe_misspelt(found: Sequence[Window]) -> list[Window]:
    """Return the single words that are corrected where nothing is found for them."""
    return [w for w in found if w.length == 1 and len(flat(w.words)) >= _SHORTEST_CORRECTED][:_MOST_CORRECTED]


def windows_of(text: str) -> list[Window]:
    """Return the runs of words of a text that are looked at."""
    return list(windows(text[:_LONGEST_TEXT]))


def _longest(named: tuple[Window, list[Hit]]) -> tuple[int, int]:
    window, _ = named
    return window.start - window.end, window.start


def _inside(spot: Spot, window: Window) -> bool:
    return window.start <= spot[0] and spot[1] <= window.end and (spot[1] - spot[0]) < (window.end - window.start)


def _spot(text: str, window: Window, hits: Sequence[Hit], taken: list[bool]) -> Spot | None:
    if any(taken[window.start : window.end]):
        return None
    candidates = decide(ranking(Mention(text[window.start : window.end]), hits))
    if not candidates:
        return None
    taken[window.start : window.end] = [True] * (window.end - window.start)
    return window.start, window.end, candidates
