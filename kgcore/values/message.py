"""What people say to us, whatever the platform: messages, clicks and commands, and queries that want an answer now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from kgcore.values.text import without_halves

_BETWEEN = "\x1f"
_ACTION = re.compile(r"kg1:([a-z][a-z-]*):([A-Za-z0-9_-]{1,40}):([0-9]{1,6})")


class _Whole:
    """What people and platforms send: half characters, which JSON can carry and nothing can keep, are replaced."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for name in type(self).__annotations__:
            value = getattr(self, name)
            if isinstance(value, str) and not value.isascii():
                object.__setattr__(self, name, without_halves(value))


@dataclass(frozen=True, slots=True)
class Place(_Whole):
    """Where a conversation happens; the four parts together name a thread. What separates them in keys is in none.

    `thread` is "" where a command or a click came from outside of any: then commands that look at a thread look at the
    one of the channel that was last used, and clicks belong to the thread of their answer.
    """

    platform: str
    workspace: str
    channel: str
    thread: str

    def __post_init__(self) -> None:
        _Whole.__post_init__(self)
        if self.key.count(_BETWEEN) > 3:
            for part in ("platform", "workspace", "channel", "thread"):
                object.__setattr__(self, part, getattr(self, part).replace(_BETWEEN, "\ufffd"))

    @property
    def key(self) -> str:
        """One string for the store."""
        return _BETWEEN.join((self.platform, self.workspace, self.channel, self.thread))

    @property
    def channel_key(self) -> str:
        """One string for the channel, whatever the thread."""
        return _BETWEEN.join((self.platform, self.workspace, self.channel))

    @property
    def shared(self) -> bool:
        """Whether others are here, too: without a workspace all that is said is said to us."""
        return bool(self.workspace)

    @classmethod
    def of_key(cls, key: str) -> Place:
        """Return the place that has a key. Raises ValueError for what is none."""
        return cls(*key.split(_BETWEEN, 3))


@dataclass(frozen=True, slots=True)
class Person(_Whole):
    """Who speaks; `name` is untrusted text. `admin`: the platform says that they may decide for everybody here;
    `reviewer`: about proposed facts.

    `locale` is the language and country that their client speaks ("en-GB"), "" where it does not tell.
    """

    id: str
    name: str = ""
    admin: bool = False
    locale: str = ""
    reviewer: bool = False


@dataclass(frozen=True, slots=True)
class Address:
    """Where a reply goes: the place and the person of the event that it answers, and that event's id.

    `attempt` counts from 1; from 2 on an earlier try may have posted without having kept the receipt.
    """

    place: Place
    person: Person
    event: str
    attempt: int = 1


class Verb(StrEnum):
    """What an action id can ask for; `index` is that of a suggestion, claim, paragraph, node number … of the turn."""

    # questions, and what stands beside them
    ASK = "ask"  # ask the recommendation with that index
    INSTEAD = "instead"  # ask the question with the name of the kind with that index
    DISMISS = "dismiss"  # do not suggest it again
    NOT_TYPE = "not-type"  # suggest no more of the type that it leads to
    NOT_PREDICATE = "not-predicate"  # suggest no more with its predicate
    UNDO = "undo"  # take back what was done last in the thread
    STOP = "stop"  # stop the turn while it is being written
    WHY = "why"  # the evidence of the claim with that index
    FIRST = "first"  # the first wording of a corrected sentence
    BOOKMARK = "bookmark"  # put the claim with that index onto one's list, or take it off
    BOOKMARK_PAPER = "bookmark-paper"  # the same for the paper with that index
    BOOKMARKS = "bookmarks"  # one's list
    PROGRESS = "progress"  # what the figures of the progress mean
    MODEL = "model"  # let the configured model with that index answer in this thread
    UP = "up"  # the answer (0) or the claim with that number was good
    DOWN = "down"  # it was not
    REASON = "reason"  # form: why it was or was not
    RETRY = "retry"  # answer what failed (a note in place of the turn), as if it were asked now
    ANSWER = "answer"  # answer the message that was not addressed to us, or was changed, as was offered
    REMOVE = "remove"  # remove the answer to a question that its person has deleted
    # literature
    PAGE = "page"  # another page of what a literature look-up (in place of the turn) found
    SHARE = "share"  # show that page of it, or a turn that was answered aside, to everybody
    PASSAGES = "passages"  # the sentences of one of the papers that were found, and what else can be done with it
    CLAIMS_OF = "claims-of"  # check what that paper's abstract says
    PROPOSE_OF = "propose-of"  # propose what that paper's abstract says to the graph
    GRAPH_ON = "graph-on"  # what the graph has of that paper
    LIKE = "like"  # papers like it
    KEEP_PAPER = "keep-paper"  # put it onto one's list, or take it off
    ASK_PAPER = "ask-paper"  # form: a question that its own sentences answer
    SEARCH = "search"  # form: a look-up by fields
    PAPERS = "papers"  # what the library's papers say of the claims that the graph leaves open
    # tables of papers; the turn's place is that of a look-up in them
    TABLE = "table"  # the table with that index of those found
    TABLE_NAMES = "table-names"  # look with (1) or without (0) other names of the labels
    TABLE_FILE = "table-file"  # that table as CSV
    PROFILE = "profile"  # what the tables measure
    TERM = "term"  # only the tables that have the term with that index of the profile
    KEEP_PROFILE = "keep-profile"  # form: keep it in the thread, as what is measured of an entity
    FORGET = "forget"  # forget this thread (0), or all that is kept of the person (1)
    QUIZ = "quiz"  # the next question of a quiz
    PICK = "pick"  # what is chosen of the options of its question
    # looking
    PICTURE = "picture"  # the panel of what can be done with picture and text
    SALIENCE = "salience"  # draw what matters most (0) or everything (1)
    SCOPE = "scope"  # a picture per paragraph (0), of the answer (1), of the thread (2)
    TELLING = "telling"  # text as written (0), as an outline (1), a sentence per paragraph (2)
    PARAGRAPHS = "paragraphs"  # form: a picture of just these paragraphs
    COLLAPSE = "collapse"  # fold the leaves of the node away
    OPEN = "open"  # unfold the node's leaves and groups
    # nodes
    NODE = "node"  # the panel of a node, by its number in the picture
    TRIM = "trim"  # the node was extracted wrongly
    TRIM_CLAIM = "trim-claim"  # the claim with that index was
    MERGE = "merge"  # form: two nodes mean the same
    CONNECT = "connect"  # form: how are these nodes connected
    EXPLAIN = "explain"  # the node's card
    EXAMPLES = "examples"  # examples of the node
    ABOUT = "about"  # form: one's own question about the node
    QUOTE = "quote"  # form: one's own question about a part of the answer
    MORE = "more"  # tell more about the paragraph
    ADD = "add"  # add a paragraph
    CHAIN = "chain"  # put together what the answer's question tells, step by step
    GUESS = "guess"  # what a trained model guesses besides what the answer says
    DIGEST = "digest"  # summarise the branch that leads to this step
    BROWSE = "browse"  # the node's neighbourhood
    UNFOLD = "unfold"  # list a browsed entity's neighbours of the type with that index, or fold them away again
    WAY = "way"  # form: the way from a browsed entity to another
    # steps
    STEPS = "steps"  # the panel of the steps and branches
    STEP = "step"  # go to this step
    COMPARE = "compare"  # form: two branches side by side
    SUMMARY = "summary"  # everything so far, with downloads
    SETTINGS = "settings"  # the panel of settings
    SET = "set"  # form: settings
    # the team's own layer over the graph; the index is that of a proposal
    REVIEW = "review"  # its card; 0: the first that is open
    EDIT = "edit"  # the form with which it can be mended
    AMEND = "amend"  # form: propose it so instead
    ACCEPT = "accept"  # it counts from now on
    REJECT = "reject"  # form: it is not so, with a reason
    SECOND = "second"  # ask another reviewer, before everybody
    TAKE_BACK = "take-back"  # take the act with that index back
    PROPOSE = "propose"  # form: a fact in a sentence, with its paper
    DISPUTE = "dispute"  # form: what the graph says of the claim with that index is wrong


# What only shows something and changes nothing: `PanelQuery` answers it on the spot (a modal), an event works as well.
LOOKS = frozenset(
    {
        Verb.WHY,
        Verb.FIRST,
        Verb.PICTURE,
        Verb.NODE,
        Verb.STEPS,
        Verb.COMPARE,
        Verb.PROGRESS,
        Verb.BOOKMARKS,
        Verb.SETTINGS,
        Verb.PAGE,
        Verb.PASSAGES,
        Verb.GRAPH_ON,
        Verb.LIKE,
        Verb.PAPERS,
        Verb.REVIEW,
        Verb.EDIT,
    }
)


_VERBS = frozenset(verb.value for verb in Verb)


@dataclass(frozen=True, slots=True)
class Action:
    """A pointer into saved state, as carried by a button: `kg1:<verb>:<turn>:<index>`, at most 100 characters."""

    verb: Verb
    turn: str
    index: int = 0

    def __str__(self) -> str:
        return f"kg1:{self.verb.value}:{self.turn}:{self.index}"

    @classmethod
    def parse(cls, text: str) -> Action | None:
        """Return the action, or None where the text is no action id of ours or of a verb no longer known."""
        found = _ACTION.fullmatch(text)
        if found is None or found[1] not in _VERBS:
            return None
        return cls(Verb(found[1]), found[2], int(found[3]))


@dataclass(frozen=True, slots=True)
class Message(_Whole):
    """Somebody asks something. `id` is the platform's event id: the inbox takes each once.

    `addressed`: it was said to us; else it was said in a thread where we have answered before, and only settings tell
    whether we answer. `outsiders`: people of other organisations read along, or may (`unsure`: the platform did not
    tell). `quote`: what it is about (untrusted). `left_out`: of which kinds the identifiers were that were taken out of
    its words; None where nobody has looked yet.
    """

    id: str
    place: Place
    person: Person
    text: str
    addressed: bool = True
    outsiders: bool = False
    quote: str = ""
    unsure: bool = False
    left_out: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Click(_Whole):
    """Somebody pressed a button, chose from a menu or sent a form; `action` is the id as it came, to be parsed.

    `fields` are the form's (name, values), untrusted like everything that people send. `outsiders`, `unsure`,
    `left_out`: as of a message.
    """

    id: str
    place: Place
    person: Person
    action: str
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    outsiders: bool = False
    unsure: bool = False
    left_out: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        _Whole.__post_init__(self)
        fields = ((without_halves(name), tuple(map(without_halves, values))) for name, values in self.fields)
        object.__setattr__(self, "fields", tuple(fields))

    def field(self, name: str) -> tuple[str, ...]:
        """Return the values of a field; none where it was not sent."""
        return next((values for key, values in self.fields if key == name), ())


@dataclass(frozen=True, slots=True)
class Said(_Whole):
    """A message of a human thread: who wrote it and what; both are untrusted.

    `id` is what a `Change` of it would name, "" where the platform does not tell.
    """

    speaker: str
    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Command(_Whole):
    """A slash command or text command: name and the rest of the line; `said` are the messages to be mapped or checked.

    `outsiders`, `unsure`, `left_out`: as of a message. `aside`: what it begins is shown to the person alone first.
    """

    id: str
    place: Place
    person: Person
    name: str
    text: str = ""
    said: tuple[Said, ...] = ()
    outsiders: bool = False
    aside: bool = False
    unsure: bool = False
    left_out: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Change(_Whole):
    """Somebody changed or deleted a message of theirs. `message` is the id of the event that it was; `text` is what it
    says now, "" where it is gone. Adapters need not know the message's thread, nor who deleted it.
    """

    id: str
    place: Place
    person: Person
    message: str
    text: str = ""
    outsiders: bool = False

    @property
    def deleted(self) -> bool:
        """Whether the message is gone."""
        return not self.text


Incoming = Message | Click | Command | Change


@dataclass(frozen=True)
class Arrival:
    """An event as it stands in an inbox that several processes share: its number there, and who took it in."""

    number: int
    event: Incoming
    replica: str

    @cached_property
    def channel(self) -> str:
        """The channel's key; asked for again and again while the event waits."""
        return self.event.place.channel_key


# ── queries: answered on the spot, changing nothing ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ThreadsQuery:
    """List the threads of a place's channel, newest first (the place's own thread does not matter): a hundred, without
    the first `skip` of them; with `find` those with these words in their title.

    Answer: one `Choices` block, a button per thread: `label` is its first question, `action` its thread id (the last
    part of its Place), `hint` when it was last used (ISO 8601 with offset). No threads: no buttons.
    """

    place: Place
    find: str = ""
    skip: int = 0


@dataclass(frozen=True, slots=True)
class ThreadQuery:
    """List the turns of a thread, oldest first, those still being written included.

    Answer: one `Choices` block, a button per turn: `label` is the question, `action` the turn id. Unknown: no buttons.
    """

    place: Place


@dataclass(frozen=True, slots=True)
class TurnQuery:
    """The reply of one turn as it stands, with its picture.

    Where that place has no such turn, the answer's `turn` is empty and a `Notice` says so. `png`: the picture is wanted
    as PNG, too, where the platform shows SVG.
    """

    place: Place
    turn: str
    png: bool = False


@dataclass(frozen=True, slots=True)
class FilesQuery:
    """The downloads of a thread's summary: `File` blocks (Markdown, PNG, SVG, BibTeX, RIS) and no others.

    `name` is the one that is wanted, where one is; a file of somebody's own data is found by its name alone.
    """

    place: Place
    name: str = ""


@dataclass(frozen=True, slots=True)
class NamesQuery(_Whole):
    """Names of entities that begin with, or are near, what somebody has typed: one `Choices` block, `label` the name,
    `action` the entity id, `hint` its type (and the other name that it was found by).
    """

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class PanelQuery:
    """What a click on one of `LOOKS` shows: the same private reply that the click would get as an event."""

    click: Click


@dataclass(frozen=True, slots=True)
class CommandQuery:
    """What a command shows that changes nothing: settings, progress, bookmarks, steps, help, literature.

    Of a look-up in the literature only the words are kept, so that the buttons under it work later.
    """

    command: Command


@dataclass(frozen=True, slots=True)
class LiteratureQuery(_Whole):
    """Papers of the graph for words that somebody has typed: one `Papers` block, or a `Notice` where there are none.

    `page` counts from 0.
    """

    place: Place
    text: str
    page: int = 0


Query = ThreadsQuery | ThreadQuery | TurnQuery | FilesQuery | NamesQuery | PanelQuery | CommandQuery | LiteratureQuery


# --- Small things kept for buttons that point to no turn: what somebody looked up, what we offered to answer,
# what failed and can be tried again, what a name may mean.


@dataclass(frozen=True, slots=True)
class Lookup:
    """A look-up in the literature: the words, where (a thread's key) and by whom (a person's key)."""

    id: str
    thread: str
    person: str
    text: str


@dataclass(frozen=True, slots=True)
class TableLookup:
    """A look-up in the tables of papers: what was asked for, where (a thread's key) and by whom (a person's key)."""

    id: str
    thread: str
    person: str
    text: str


@dataclass(frozen=True, slots=True)
class FoundPapers:
    """Papers of the library that were shown to somebody who looked up `text`, on which page of them: their ids, which
    buttons count.
    """

    id: str
    thread: str
    person: str
    text: str
    ids: tuple[str, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """A message that was not said to us and that we offered to answer."""

    id: str
    thread: str
    person: str
    message: Message


@dataclass(frozen=True, slots=True)
class Meant:
    """What a name may mean that somebody wants to browse from: for every choice the entities' ids, one or two."""

    id: str
    thread: str
    person: str
    ids: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question of somebody's quiz on a thread, with what can be chosen, the place of what is right, and why.

    `before` are the questions that came before it in this quiz, `score` how many of them were answered right.
    """

    id: str
    thread: str
    person: str
    text: str
    options: tuple[str, ...]
    right: int
    because: str
    before: tuple[str, ...] = ()
    score: int = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """What somebody asked or pressed and got no answer to, with which it can be tried again."""

    id: str
    thread: str
    person: str
    event: Command | Click | Message


Note = Lookup | FoundPapers | TableLookup | Offer | Meant | QuizQuestion | Failed
