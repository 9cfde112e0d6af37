"""Decides which entities of several graphs are one, and says why. The graphs are taken in order; nothing is undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kgcore.graph.merging.keys import Marks, marks, told_apart
from kgcore.graph.rows import NodeRow


class Ruling(StrEnum):
    """What was decided about two entities that may be one."""

    MERGED = "merged"
    APART = "apart"
    DOUBTFUL = "doubtful, left apart"


@dataclass(frozen=True, slots=True)
class Known:
    """An entity as one graph has it."""

    graph: str
    id: str
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: `second`, of a later graph, is or is not `first`."""

    ruling: Ruling
    reason: str
    first: Known
    second: Known

    def cells(self) -> tuple[str, ...]:
        """Return the decision as a row of a table."""
        pairs = [(e.graph, e.id, e.name, e.type) for e in (self.first, self.second)]
        return (self.ruling.value, self.reason, *pairs[0], *pairs[1])


@dataclass(slots=True)
class _Cluster:
    known: Known
    marks: Marks
    graphs: set[int]


class Decider:
    """Numbers the entities of the merged graph; `add` is called for one graph after the other, in order."""

    def __init__(self) -> None:
        self._clusters: list[_Cluster] = []
        self._by_id: dict[str, list[int]] = {}
        self._by_name: dict[str, list[int]] = {}
        self._by_synonym: dict[str, list[int]] = {}
        self.decisions: list[Decision] = []

    def add(self, graph: int, name: str, nodes: Iterable[NodeRow]) -> Iterator[int]:
        """Yield, for each entity of a graph, its number in the merged one. What is new is found by later graphs only:
        two entities of one graph stay two.
        """
        pending: list[tuple[int, Marks]] = []
        for node in nodes:
            found, known = marks(node), Known(name, node.id, node.name, node.type)
            number = self._match(graph, known, found) if graph else None
            if number is None:
                number = len(self._clusters)
                self._clusters.append(_Cluster(known, found, {graph}))
            else:
                self._join(number, graph, found)
            pending.append((number, found))
            yield number
        for number, found in pending:
            self._index(number, found)

    def _match(self, graph: int, known: Known, found: Marks) -> int | None:
        """Return the number of the one that this entity is, or None; says why, also why not."""
        same = list(dict.fromkeys(n for i in sorted(found.ids) for n in self._by_id.get(i, ())))
        if same:
            decided = self._by_identifier(graph, known, found, same)
            if decided is not None:
                return decided
        named = [n for n in self._by_name.get(found.name, ()) if n not in same] if found.name else []
        return self._by_words(graph, known, found, named, told=bool(same))

    def _by_identifier(self, graph: int, known: Known, found: Marks, same: Sequence[int]) -> int | None:
        ranked = sorted(same, key=lambda n: (self._clusters[n].marks.type != found.type, self._distance(n, found), n))
        best = [n for n in ranked if self._rank(n, found) == self._rank(ranked[0], found)]
        shared = ", ".join(sorted(found.ids & self._clusters[best[0]].marks.ids)[:3])
        first = self._clusters[best[0]]
        apart = told_apart(first.marks, found, vocabularies=("umls",))
        if apart:
            self._say(Ruling.APART, f"{apart}, though both have {shared}", best[0], known)
        elif len(best) > 1:
            self._say(Ruling.DOUBTFUL, f"{len(best)} entities have {shared}", best[0], known)
        elif graph in first.graphs:
            self._say(Ruling.DOUBTFUL, f"another entity of this graph has {shared}, too", best[0], known)
        else:
            self._say(Ruling.MERGED, f"same identifier {shared}", best[0], known)
            return best[0]
        return None

    def _by_words(self, graph: int, known: Known, found: Marks, named: Sequence[int], *, told: bool) -> int | None:
        alike = [n for n in named if self._clusters[n].marks.type == found.type]
        free = [n for n in alike if not told_apart(self._clusters[n].marks, found)]
        for n in alike:
            if n not in free:
                self._say(Ruling.APART, told_apart(self._clusters[n].marks, found), n, known)
        if len(free) == 1 and graph not in self._clusters[free[0]].graphs and not told:
            self._say(Ruling.MERGED, "same name and type", free[0], known)
            return free[0]
        if free:
            many = f"{len(free)} entities have this name and type" if len(free) > 1 else "same name and type"
            taken = "another entity of this graph has become one with it"
            self._say(Ruling.DOUBTFUL, many if len(free) > 1 or told else taken, free[0], known)
        elif not alike:
            for n in named[:1]:
                self._say(Ruling.DOUBTFUL, "same name, another type", n, known)
            if not named:
                self._by_other_names(known, found)
        return None

    def _by_other_names(self, known: Known, found: Marks) -> None:
        """List what has this name as a synonym, or the other way round: people may want to look at it."""
        near = [*self._by_synonym.get(found.name, ()), *(n for s in found.synonyms for n in self._by_name.get(s, ()))]
        for n in dict.fromkeys(near):
            other = self._clusters[n].marks
            if other.type == found.type and not told_apart(other, found):
                self._say(Ruling.DOUBTFUL, "the name of one is a synonym of the other", n, known)
                return

    def _rank(self, n: int, found: Marks) -> tuple[bool, int]:
        return self._clusters[n].marks.type != found.type, self._distance(n, found)

    def _distance(self, n: int, found: Marks) -> int:
        other = self._clusters[n].marks
        return 0 if other.name == found.name else 1

    def _join(self, number: int, graph: int, found: Marks) -> None:
        cluster = self._clusters[number]
        cluster.graphs.add(graph)
        old = cluster.marks
        cluster.marks = Marks(
            old.name, old.type, old.ids | found.ids, old.synonyms | found.synonyms, old.company or found.company
        )

    def _index(self, number: int, found: Marks) -> None:
        keyed = ((self._by_id, found.ids), (self._by_name, {found.name}), (self._by_synonym, found.synonyms))
        for index, keys in keyed:
            for key in keys:
                if key and number not in (held := index.setdefault(key, [])):
                    held.append(number)

    def _say(self, ruling: Ruling, reason: str, first: int, second: Known) -> None:
        self.decisions.append(Decision(ruling, reason, self._clusters[first].known, second))
