"""The outside world as the core sees it. Methods are asynchronous, take batches and raise only `kgcore.errors`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kgcore.curation.layer import Act, Layer
from kgcore.errors import InputError
from kgcore.library.model import Added, Article, Hit, LibraryInfo, LibraryQuery, RawTable, SavedSearch, Status
from kgcore.library.tables_match import IndexedTable, TableResults
from kgcore.library.tables_profile import ProfileTerm
from kgcore.library.tables_query import TableQuery
from kgcore.linking.linking import Ranking
from kgcore.reasoning.guesses import Guesses
from kgcore.values.actions import ActionRecord
from kgcore.values.audit import Activity, AuditEntry, AuditRecord
from kgcore.values.message import Arrival, Incoming, Note
from kgcore.values.model import (
    Candidate,
    Edge,
    Entity,
    GraphInfo,
    Mention,
    Neighbourhood,
    Paper,
    Path,
    Relative,
    Statement,
)
from kgcore.values.reply import Figure
from kgcore.values.tasks import AnswerRequest, Request, Task
from kgcore.values.thread import Crashes, Failure, ThreadInfo, Turn

Pair = tuple[str, str]

# Set by who only looks whether a graph is there: one that has questions wait for their turn asks that at once.
UNQUEUED: ContextVar[bool] = ContextVar("UNQUEUED", default=False)


class KnowledgeGraph(Protocol):
    """Answers for a whole turn in a handful of round trips; a missing key in an answer means "nothing found"."""

    @property
    def info(self) -> GraphInfo:
        """Sizes, predicates, types and provenance, known since the graph was opened."""
        ...

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Per mention, in order, the entities that it may mean, best first; none when nothing is near enough."""
        ...

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Per mention, whether it is linked, and what comes nearest even where it is not."""
        ...

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins with what somebody has typed so far, the best-joined first."""
        ...

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[tuple[int, int, tuple[Candidate, ...]], ...]]:
        """Per text, the stretches (start, end, candidates) that name entities, longest first, never overlapping."""
        ...

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids."""
        ...

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair (a, b), all edges from a to b and from b to a."""
        ...

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Per entity, those one is-a step narrower or broader."""
        ...

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Per pair, the most specific two-hop paths, best first, whatever the direction of their edges."""
        ...

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the `top` best-documented neighbours."""
        ...

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids."""
        ...

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return what the source says of an entity beside what `Entity` holds, by name of column; () where nothing."""
        ...

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return papers whose title or journal has the words of `query`; all of them if possible, else some."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...


class Oracle(Protocol):
    """Guesses what a graph does not say, by a model that was trained on it. Nothing of it is evidence."""

    async def predicates(self) -> frozenset[str]:
        """Return the predicates that it has a model of."""
        ...

    async def guesses(self, phrase: str, target: str, top: int) -> Guesses | None:
        """Return the likeliest new subjects of a relation to an entity (its id); None where no model knows. Raises
        GraphError.
        """
        ...


class Library(Protocol):
    """Papers beside the graph: kept whole, searched by words and meaning. Ids are any of an article's. Raises
    LibraryError.
    """

    async def info(self) -> LibraryInfo:
        """Return what it holds, as counts."""
        ...

    async def search(self, query: LibraryQuery, top: int = 20) -> Sequence[Hit]:
        """Return the articles that fit, without their bodies, best first; () where nothing does."""
        ...

    async def articles(self, ids: Collection[str], *, whole: bool = True) -> Mapping[str, Article]:
        """Return the articles with these ids; where they need not be whole, without bodies, captions and tables."""
        ...

    async def beginning_with(self, begins: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """Return the commonest words that begin so, by their stems; without those that no word begins with."""
        ...

    async def corrections(self, words: Collection[str]) -> Mapping[str, str]:
        """Return for words that no paper has the likeliest that some have, as papers write it."""
        ...

    async def ids(self) -> Sequence[str]:
        """Return the ids that its articles go by, in the order in which they came."""
        ...

    async def tables(self, ids: Collection[str]) -> Mapping[str, tuple[RawTable, ...]]:
        """Return the tables of the articles with these ids, in their order, as the source has them."""
        ...

    async def with_tables(self) -> Mapping[str, str]:
        """Return the articles that have tables, by an id of theirs, each with a mark that changes when they do."""
        ...

    async def retracted(self) -> frozenset[str]:
        """Return all ids of all papers that were retracted."""
        ...

    async def statuses(self, ids: Collection[str]) -> Mapping[str, Status]:
        """Return what has happened to the articles with these ids; those that it does not have are missing."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...


class Tables(Protocol):
    """The tables of a library's papers, read as trees of headers. Raises LibraryError."""

    async def search(self, query: TableQuery, top: int = 20) -> TableResults:
        """Return the tables that answer a query, best first, with the cells that do."""
        ...

    async def get(self, key: str) -> IndexedTable | None:
        """Return the table of that name ("PMC77#T2"), whole; None where there is none."""
        ...

    async def profile(self, tables: Sequence[IndexedTable], most: int) -> tuple[ProfileTerm, ...]:
        """Return the header terms that tell most about some tables, the weightiest first."""
        ...

    async def count(self) -> int:
        """Return how many tables there are."""
        ...

    async def close(self) -> None:
        """Let go of the file."""
        ...


class PaperSource(Protocol):
    """Papers of the world outside, such as PubMed. Raises LibraryError where it cannot be reached."""

    async def find(self, sides: Sequence[Sequence[str]], top: int) -> Sequence[Article]:
        """Return papers that name one of each side's names, best first, without their bodies."""
        ...

    async def by_ids(self, ids: Sequence[str]) -> Mapping[str, Article]:
        """Return those of these papers (PMID:…, PMC:…, DOI:…) that it has, by all of their ids."""
        ...


class LibraryWriter(Protocol):
    """Puts papers into a library and takes them out; only commands do. Raises LibraryError."""

    @property
    def embedder(self) -> str:
        """The name of what makes its vectors, or "" for a library without."""
        ...

    def has_file(self, name: str, mark: str) -> bool:
        """Whether a file was added as it is now."""
        ...

    def put(
        self, articles: Sequence[Article], vectors: NDArray[np.float32] | None, files: Iterable[tuple[str, str]] = ()
    ) -> Added:
        """Add articles, with the files (name, mark) that are read to their end by now: all of it or nothing."""
        ...

    def remove(self, ids: Sequence[str]) -> int:
        """Take articles out by any of their ids; return how many there were."""
        ...

    def searches(self) -> Sequence[SavedSearch]:
        """Return the searches that are kept, by name."""
        ...

    def save_search(self, search: SavedSearch) -> None:
        """Keep a search, in the place of one of its name."""
        ...

    def forget_search(self, name: str) -> bool:
        """Keep a search no longer; False where there is none of that name."""
        ...

    def optimise(self) -> None:
        """Put the index in order after much was added."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class Embedder(Protocol):
    """Turns names into vectors; `name` is stored with them, so that a changed model is noticed."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text, shape (len(texts), dimensions)."""
        ...


class LanguageModel(Protocol):
    """Writes text for a typed request."""

    @property
    def name(self) -> str:
        """The model's name, as shown to people."""
        ...

    @property
    def tasks(self) -> frozenset[Task]:
        """What this backend can do; asking for more raises ModelIncapable."""
        ...

    def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield the text as it is written; closing the iterator stops the work."""
        ...


class GraphWriter(LanguageModel, Protocol):
    """A language model that writes answers from the graph's own edges, and knows what each of its relations states."""

    def stated(self, request: AnswerRequest) -> Mapping[tuple[str, str, str], Statement]:
        """Return what the answer to a request states, by the ids of relation, subject and object in its text."""
        ...


class ModelClient(LanguageModel, Protocol):
    """A language model that holds connections."""

    async def close(self) -> None:
        """Let go of them."""
        ...


class Acts(Protocol):
    """What a team did to a graph, in order; the log only grows. Synchronous: read in passing. Raises StoreError."""

    def layer(self) -> Layer:
        """Return what all acts together amount to now."""
        ...

    def acts(self) -> Sequence[Act]:
        """Return all acts on this graph."""
        ...

    def add(self, make: Callable[[Layer], Act]) -> Act:
        """Add the act that `make` returns for the layer as it is, and return it with its number. Raises InputError."""
        ...

    def add_all(self, acts: Iterable[Act]) -> Sequence[Act | InputError]:
        """Add many acts at once, or none where the file fails; in the place of one that may not be added stands why."""
        ...


class Inbox(Protocol):
    """Events that came in and are not finished. Raises StoreError."""

    async def keep(self, event: Incoming, entry: AuditEntry | None = None, *, tried: bool = False) -> bool:
        """Commit an event to the inbox, and to the audit trail what is to be told of it; False when its id was seen
        before. `tried`: it is tried at once, and that try is counted.
        """
        ...

    async def pending(self) -> Sequence[Incoming]:
        """Return the events not yet finished, oldest first."""
        ...

    async def attempt(self, event: str) -> int:
        """Count one more try at an event and return how many there were."""
        ...

    async def begin_work(self, event: str) -> None:
        """Note that an event is worked on from now on, so that a crash is known for what it happened under."""
        ...

    async def end_work(self, *events: str) -> None:
        """Note that they are worked on no longer: done, stopped, or only waiting for something."""
        ...

    async def count_crashes(self) -> Mapping[str, Crashes]:
        """Count a crash for what was worked on to the last; return those of all events that are not finished.

        To be called once, before any work begins: whoever noted that work is dead.
        """
        ...

    async def check(self, room: int = 0) -> None:
        """Raise StoreError unless what is kept now could be read later: with a small write, or with one of about `room`
        bytes, and a look at the file.
        """
        ...

    async def finish(self, event: str, incident: str = "") -> None:
        """Take an event off the inbox; `incident` marks it as given up. Only its id stays: it comes once."""
        ...

    async def failures(self, limit: int = 20) -> Sequence[Failure]:
        """Return the events that were given up, the last one first."""
        ...


class Threads(Protocol):
    """What is kept of conversations: turns, pictures, receipts, recorded actions, what buttons point to. Raises
    StoreError.
    """

    async def turn(self, id: str) -> Turn | None:
        """Return a turn, or None."""
        ...

    async def turn_of(self, event: str) -> Turn | None:
        """Return the turn that an event began, so that a retry goes on with it."""
        ...

    async def turns(self, thread: str) -> Sequence[Turn]:
        """Return the turns of a thread in order."""
        ...

    async def asked_by(self, person: str, limit: int = 2000) -> Sequence[Turn]:
        """Return the turns of what a person asked in all threads, in order; of very many the latest."""
        ...

    async def save(self, turn: Turn, event: str = "") -> None:
        """Keep a turn as it is now; with `event`, as the turn that this event began."""
        ...

    async def withdraw(self, turn: Turn, event: str) -> None:
        """Keep a turn, which that event began, without the words of its question; they go from the thread's title,
        from the turn's pictures and from notes, too.
        """
        ...

    async def threads(self, prefix: str, limit: int = 100, skip: int = 0, find: str = "") -> Sequence[ThreadInfo]:
        """Return the threads whose key begins with `prefix`, the one last used first, without the first `skip` of them;
        with `find` those with these words in their title, upper or lower case.
        """
        ...

    async def unused_since(self, before: str, after: str = "", limit: int = 100) -> Sequence[ThreadInfo]:
        """Return threads that were last used before a time (ISO 8601, UTC), by key, those behind the key `after`."""
        ...

    async def keep_action(self, action_record: ActionRecord) -> bool:
        """Keep what somebody did; False when the event was seen before."""
        ...

    async def action_records(self, thread: str) -> Sequence[ActionRecord]:
        """Return what was done in a thread, in order, what was undone included."""
        ...

    async def actions_of(self, person: str, limit: int = 500) -> Sequence[ActionRecord]:
        """Return what a person did in all threads, in order; of very many the latest."""
        ...

    async def ratings(self) -> Sequence[tuple[ActionRecord, str]]:
        """Return everything that was rated, in order, each with when it came in (ISO 8601; "" where unknown)."""
        ...

    async def note(self, id: str) -> Note | None:
        """Return what a button points to beside turns, or None."""
        ...

    async def keep_note(self, note: Note) -> None:
        """Keep what a button points to; once, whoever keeps it again."""
        ...

    async def forget_thread(self, thread: str) -> None:
        """Delete all that is kept of a thread, so that it cannot be read in the file either."""
        ...

    async def forget_person(self, person: str) -> None:
        """Delete a person's list, ratings, notes, settings and tokens; take their id out of turns and actions."""
        ...

    async def rename_thread(self, thread: str, title: str) -> bool:
        """Call a thread something else than its first question; False where there is no such thread."""
        ...

    async def choose_model(self, thread: str, model: str) -> None:
        """Remember the language model that a thread wants."""
        ...

    async def chosen_model(self, thread: str) -> str:
        """Return the model that a thread chose, or ""."""
        ...

    async def figure(self, key: str) -> Figure | None:
        """Return the picture kept under a key, or None."""
        ...

    async def save_figure(self, key: str, figure: Figure) -> None:
        """Keep a picture under a key."""
        ...

    async def receipt(self, turn: str) -> str | None:
        """Return the adapter's receipt for a turn's message, or None."""
        ...

    async def save_receipt(self, turn: str, receipt: str) -> None:
        """Keep the receipt: later deliveries of the turn edit that message."""
        ...


class State(Protocol):
    """A small map for each platform, and for settings. Raises StoreError."""

    async def get_state(self, namespace: str, key: str) -> str | None:
        """Return a value of a platform's own map."""
        ...

    async def set_state(self, namespace: str, key: str, value: str | None) -> None:
        """Set a value of a platform's own map; None forgets the key."""
        ...

    async def add_to_state(self, namespace: str, key: str, amount: int) -> int:
        """Add to the whole number under a key (0 where there is none), and return it: none is lost, whoever adds."""
        ...

    async def state_keys(self, namespace: str, prefix: str) -> Sequence[str]:
        """Return the keys of a platform's own map that begin with `prefix`."""
        ...


class Audit(Protocol):
    """The audit trail: it only grows. Raises StoreError."""

    async def record(self, entry: AuditEntry) -> None:
        """Commit what somebody did to the end of the trail."""
        ...

    async def records(self, after: int = 0, limit: int = 1000) -> Sequence[AuditRecord]:
        """Return so many records behind the one with that number, in order."""
        ...

    async def activity(self, since: str, limit: int = 10_000) -> Sequence[Activity]:
        """Return who asked where since a time (ISO 8601, UTC), the busiest first."""
        ...


class Store(Inbox, Threads, State, Audit, Protocol):
    """All that is kept, in one place."""

    async def close(self) -> None:
        """Finish what is under way and close the file."""
        ...


class Replicas(Protocol):
    """How several processes on one store agree who does what. `name` is our own. Raises StoreError."""

    name: str

    async def join(self, wake: Callable[[], None]) -> None:
        """Be one of them, anew where we were before; from now on `wake` is called when something has come in."""
        ...

    async def lost(self) -> None:
        """Return when nothing is held any more of what was claimed: we were cut off, and others may go on with it."""
        ...

    async def claim(self, *names: str, most: int | None = None) -> frozenset[str]:
        """Return those of the names that we hold from now on, and nobody else, until we release them or die; the first
        that are free, so many at most.
        """
        ...

    async def release(self, name: str) -> None:
        """Hold a name no longer."""
        ...

    async def alive(self, names: Collection[str]) -> frozenset[str]:
        """Return those of the replicas that live."""
        ...

    async def advance(self, name: str, by: float, least: float = 0.0) -> float:
        """Move a moment that all of them share on by so many seconds, from `least` seconds ahead where it lies before
        that; return how many seconds it lies ahead of now, by the store's clock.
        """
        ...

    async def waiting(self, after: int = 0) -> Sequence[Arrival]:
        """Return the events not yet finished, of those that came behind that number, in order."""
        ...

    async def waiting_event(self, id: str) -> Incoming | None:
        """Return an event that is not finished, or None."""
        ...

    async def leave(self) -> None:
        """Let go of everything at once, so that others need not wait."""
        ...


@runtime_checkable
class Shared(Protocol):
    """A store that several processes may work on at once."""

    replicas: Replicas
