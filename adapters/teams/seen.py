"""The latest messages of threads that we have seen, in memory only: what "Map this thread" has to go by."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import replace

from adapters.teams.events import message_id
from adapters.teams.limits import SAID, SAID_CHARACTERS, SEEN_THREADS, SPEAKER_CHARACTERS
from kgcore.values.message import Person, Place, Said


class SeenMessages:
    """Remembers who said what; the platform lets a bot read no more than what it is sent."""

    def __init__(self) -> None:
        self._threads: OrderedDict[str, deque[tuple[str, Said]]] = OrderedDict()

    def add(self, place: Place, person: Person, text: str, id: str = "") -> None:
        """Remember a message; `id` is what the platform calls it."""
        if not text:
            return
        said = self._threads.setdefault(place.key, deque(maxlen=SAID))
        known = message_id(place.channel, id) if id else ""
        said.append((id, Said(person.name[:SPEAKER_CHARACTERS] or "Somebody", text[:SAID_CHARACTERS], known)))
        self._threads.move_to_end(place.key)
        if len(self._threads) > SEEN_THREADS:
            self._threads.popitem(last=False)

    def change(self, channel: str, id: str, text: str) -> None:
        """Read an edited message as edited; one without words (or deleted) is forgotten."""
        for key, said in self._threads.items():
            if key.split("\x1f")[2] == channel and any(i == id for i, _ in said):
                kept = [(i, replace(s, text=text[:SAID_CHARACTERS]) if i == id else s) for i, s in said]
                self._threads[key] = deque([e for e in kept if e[0] != id or text], maxlen=SAID)

    def forget(self, place: Place) -> None:
        """Forget the messages of a thread."""
        self._threads.pop(place.key, None)

    def of(self, place: Place, also: Said | None = None) -> tuple[Said, ...]:
        """Return the messages of a thread, oldest first, with the one that somebody pointed at."""
        found = tuple(said for _, said in self._threads.get(place.key, ()))
        if also is None or any(s.text == also.text for s in found):
            return found
        return (also, *found)[-SAID:]
