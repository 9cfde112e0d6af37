"""What a channel, or a person in a conversation of their own, keeps an eye on, and what it was told already. Pure.

New is a paper that came into the library after those that were there when it was last looked; what was told of a paper,
a retraction or a verdict is not told again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum

from kgcore.errors import InputError
from kgcore.library.model import Article, LibraryQuery, Term
from kgcore.library.query import parse_query
from kgcore.library.words import plain_words
from kgcore.values.model import Entity

MOST_WATCHES = 50  # of one channel
LONGEST_WATCH = 200  # characters
_MOST_NAMES = 12  # of an entity that are looked for
_SHORTEST_NAME = 3  # letters: shorter ones are names of too much
_MOST_TOLD = 2_000  # verdicts and retractions that are remembered as told


class WatchKind(StrEnum):
    """What somebody keeps an eye on."""

    SEARCH = "search"  # words, as they are typed into the search for papers
    ENTITY = "entity"  # something of the graph, under all of its names


@dataclass(frozen=True, slots=True)
class Watch:
    """One thing that is watched: `text` is the search, or the entity's name; `entity` its id, `names` all its names."""

    kind: WatchKind
    text: str
    entity: str = ""
    names: tuple[str, ...] = ()

    @classmethod
    def search(cls, text: str) -> Watch:
        """Return a saved search. Raises InputError where it cannot be read, or looks for nothing."""
        if not parse_query(text).terms:
            raise InputError("There is nothing to look for in that.", hint='Write words: "vitamin E" dementia.')
        return cls(WatchKind.SEARCH, text)

    @classmethod
    def following(cls, entity: Entity) -> Watch:
        """Return a watch on an entity."""
        names = (name for name in (entity.name, *entity.synonyms[:_MOST_NAMES]) if len(name) >= _SHORTEST_NAME)
        return cls(WatchKind.ENTITY, entity.name, entity.id, tuple(dict.fromkeys(names)) or (entity.name,))

    @property
    def query(self) -> LibraryQuery:
        """What papers are looked for. Raises InputError."""
        if self.kind is WatchKind.SEARCH:
            return parse_query(self.text)
        name, *others = self.names
        return LibraryQuery(name, (Term(name, exact=True, also=tuple(others)),))

    def fits(self, article: Article) -> bool:
        """Whether a paper that was found is about it: it has all the words that are looked for, or one of the names.

        A search finds whatever has any of its words; nobody wants to be told of that.
        """
        said = frozenset(plain_words(" ".join((article.title, *(s.text for s in article.abstract), *article.mesh))))
        if self.kind is WatchKind.ENTITY:
            return any(said.issuperset(plain_words(name)) for name in self.names if plain_words(name))
        return all(said.issuperset(plain_words(t.text)) for t in self.query.terms if t.scope.value == "all")


@dataclass(frozen=True, slots=True)
class Marks:
    """How far it was told: `papers` there were in the library, `last` the id of the newest of them; which retractions
    (ids), and which verdicts ("turn:claim" and the verdict that was told).
    """

    papers: int = 0
    last: str = ""
    retracted: tuple[str, ...] = ()
    verdicts: tuple[tuple[str, str], ...] = ()

    def newer(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Return those of a library's ids, in the order in which they came, that came since."""
        if self.last and self.last in ids:
            return tuple(ids[len(ids) - ids[::-1].index(self.last) :])
        return tuple(ids[self.papers :])  # the last one was taken out since

    def after(self, ids: Sequence[str]) -> Marks:
        """Return the marks once all of those papers were told of."""
        return replace(self, papers=len(ids), last=ids[-1] if ids else "")

    def told(self, retracted: Sequence[str], verdicts: Sequence[tuple[str, str]]) -> Marks:
        """Return the marks once these were told, too."""
        known = {**dict(self.verdicts), **dict(verdicts)}
        return replace(
            self,
            retracted=tuple(dict.fromkeys((*self.retracted, *retracted)))[-_MOST_TOLD:],
            verdicts=tuple(known.items())[-_MOST_TOLD:],
        )


@dataclass(frozen=True, slots=True)
class WatchList:
    """What is watched in a channel; `place` are the parts of the place where it is told.

    `event` is the last one that told something, and `before` are the marks before it: tried again, it tells the same.
    """

    place: tuple[str, str, str, str]
    watches: tuple[Watch, ...] = ()
    marks: Marks = field(default_factory=Marks)
    before: Marks = field(default_factory=Marks)
    event: str = ""

    def marks_for(self, event: str) -> Marks:
        """Return how far it was told before an event."""
        return self.before if event == self.event else self.marks

    def with_watch(self, watch: Watch) -> WatchList:
        """Return the list with one more. Raises InputError where it is there already, or there are too many."""
        if any((w.kind, w.text, w.entity) == (watch.kind, watch.text, watch.entity) for w in self.watches):
            raise InputError("That is watched here already.")
        if len(self.watches) >= MOST_WATCHES:
            raise InputError(f"{MOST_WATCHES} things are watched here; stop one of them first.")
        return replace(self, watches=(*self.watches, watch))

    def without(self, number: int) -> WatchList:
        """Return the list without the one of that number, from 1. Raises InputError where there is none."""
        if not 0 < number <= len(self.watches):
            raise InputError(f"There is no number {number} in the list.", hint="The command alone shows it.")
        return replace(self, watches=(*self.watches[: number - 1], *self.watches[number:]))


def watch_list_text(watched: WatchList) -> str:
    """Return a list as it is kept."""
    return json.dumps(asdict(watched), ensure_ascii=False)


def read_watch_list(text: str) -> WatchList | None:
    """Return what `watch_list_text` wrote; None for anything else."""
    try:
        told = json.loads(text)
        watches = tuple(Watch(WatchKind(w["kind"]), w["text"], w["entity"], tuple(w["names"])) for w in told["watches"])
        platform, workspace, channel, thread = told["place"]
        marks, before = (_marks(told[name]) for name in ("marks", "before"))
        return WatchList((platform, workspace, channel, thread), watches, marks, before, told["event"])
    except (ValueError, KeyError, TypeError):
        return None


def _marks(told: dict[str, object]) -> Marks:
    papers, last, retracted, verdicts = (told[name] for name in ("papers", "last", "retracted", "verdicts"))
    if not (isinstance(papers, int) and isinstance(retracted, list) and isinstance(verdicts, list)):
        raise TypeError("no marks")
    return Marks(papers, str(last), tuple(map(str, retracted)), tuple((str(a), str(b)) for a, b in verdicts))
