"""What mentions and texts of a graph were found to name before; for both backends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from kgcore.linking.linking import Ranking, Spot
from kgcore.values.model import Mention
from kgcore.values.remembering import Kept, entities_bytes

_Asked = tuple[str, str | None, int, bool]  # words, type, how many, for show
_WEIGHS = 500  # bytes of a ranking, or of a text's spots, beside its words and entities


class LinkingMemory:
    """Rankings and spots of a graph that stays the same: a question is read several times in a turn, and each question
    about a thing asks for its classes and forms again. Who was asked for longest ago is forgotten.
    """

    def __init__(self, most: int) -> None:
        """Keep at most about so many bytes of rankings, and as many of spots."""
        self._rankings = Kept[_Asked, Ranking](most)
        self._spots = Kept[str, tuple[Spot, ...]](most)

    async def ranked(
        self,
        mentions: Sequence[Mention],
        top: int,
        anew: Callable[[Sequence[Mention]], Awaitable[Sequence[Ranking]]],
        *,
        for_show: bool,
    ) -> tuple[Ranking, ...]:
        """Return the rankings of mentions; those that are not known are ranked `anew`, all at once."""
        keys: list[_Asked] = [(m.text, m.type, top, for_show) for m in mentions]
        known = {key: self._rankings.take(key) for key in dict.fromkeys(keys)}
        new = {key: m for key, m in zip(keys, mentions, strict=True) if known[key] is None}
        ranked = dict(zip(new, await anew(list(new.values())), strict=True)) if new else {}
        found = {}
        for key, one in known.items():
            found[key] = one[0] if one is not None else ranked[key]
            weighs = _WEIGHS + len(key[0]) + entities_bytes([c.entity for c in found[key].candidates])
            self._rankings.put(key, found[key], weighs)
        return tuple(replace(found[key], mention=mention) for key, mention in zip(keys, mentions, strict=True))

    async def spotted(
        self, texts: Sequence[str], anew: Callable[[Sequence[str]], Awaitable[Sequence[tuple[Spot, ...]]]]
    ) -> tuple[tuple[Spot, ...], ...]:
        """Return the spots of texts; those of texts that are not known are found `anew`, all at once."""
        known = {text: self._spots.take(text) for text in dict.fromkeys(texts)}
        new = [text for text, spots in known.items() if spots is None]
        spotted = dict(zip(new, await anew(new), strict=True)) if new else {}
        found = {}
        for text, one in known.items():
            found[text] = one[0] if one is not None else spotted[text]
            entities = [c.entity for _, _, candidates in found[text] for c in candidates]
            self._spots.put(text, found[text], _WEIGHS + len(text) + entities_bytes(entities))
        return tuple(found[text] for text in texts)
