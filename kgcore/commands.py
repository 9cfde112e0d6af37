"""The registry of commands: one row each. Help, manifests, menus, command trees, dispatch and docs come from it. Data.

To add a command, write its row here, and its handler in `kgcore.turn.commands` (or, for a row of `CommandKind.OWN`,
in the program that shows it). A test compares every surface with the rows that name it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from kgcore.values.message import Verb

LONGEST_WORDS: Final = 100  # characters of a description: the least that any platform's manifest allows
LONGEST_NAME: Final = 32


class CommandSurface(Enum):
    """A way in which people come by commands. A platform offers those that it has; the value is for the docs."""

    PAGE = "page"  # with a slash in the page's box; what `help` lists
    HEADER = "page's header"  # a button above the page
    WORD = "bare word"  # the word alone, said to the bot
    PREFIX = "word with text"  # the word with something behind it, said to the bot
    SLASH = "slash command"  # a slash command of its own
    GROUP = "/evigraph …"  # below the one slash command that holds the rest
    LISTED = "list of commands"  # the short list that opens where people write to the bot
    MENU = "message's menu"  # in the menu of somebody's message
    QUOTE = "message's menu, with a form"  # the same, where a form asks for a question about the message
    SEARCH = "search"  # a search that puts what is found into one's own message
    TERMINAL = "terminal"  # `evigraph chat`


class CommandKind(Enum):
    """What a command does, as far as those who carry it have to know."""

    TURN = "begins a turn, which everybody sees"
    PANEL = "shows something at once, to the person alone, and changes nothing"
    TASK = "changes something or takes its time: it goes through the inbox"
    ANSWER = "does to the last answer what a button of it does"
    OWN = "is done by the surface itself"


class CommandScope(Enum):
    """What a command has to do with the thread that it is given in."""

    NONE = "it needs no thread"
    OPEN = "it is about the thread where there is one"
    THREAD = "without a thread there is nothing to show"


class Permission(Enum):
    """Who may."""

    ANYBODY = "anybody"
    ADMIN = "anybody for themselves; for others an admin"
    MEMBER = "who has taken part in the thread, or an admin"


class ArgumentKind(Enum):
    """What stands behind a command's name."""

    QUESTION = "a question"
    NAME = "the name of an entity, which can be completed while it is typed"
    WORDS = "any words"
    MESSAGES = "messages, which the surface gathers"


class Numbering(Enum):
    """How people name a part of the last answer, for rows of `CommandKind.ANSWER`."""

    NOT = "not at all: it is about the whole"
    FROM_ONE = "counted from 1, where the index counts from 0"
    AS_SHOWN = "by the number in the picture"
    PERHAPS = "counted from 1; without a number it is the whole"


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands behind the name; `name` is shown as its label."""

    name: str
    help: str
    takes: ArgumentKind
    most: int = 0  # characters; 0: as many as a question may have


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry in a message's menu. `short` has at most 24 characters, `title` 32; `id` stands in installed apps."""

    id: str
    title: str
    short: str
    words: str


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One command. `words` say in one line, in lower case, what it does; `example` is what could stand behind its name.

    `reads`: it is about messages that people wrote. `private`: the answer is for the person alone, though it goes
    through the inbox. `renewed`: what it shows changes as people go on, so an open panel of it is asked for again.
    `alone` are the words where nobody else is and no message to point at, where they differ: on the page and at the
    terminal; `prompt` are usage and words at the terminal, where those differ; `verb` is what it does to an answer.
    """

    name: str
    words: str
    kind: CommandKind
    surfaces: frozenset[CommandSurface]
    argument: Argument | None = None
    example: str = ""
    aliases: tuple[str, ...] = ()
    scope: CommandScope = CommandScope.NONE
    who: Permission = Permission.ANYBODY
    reads: bool = False
    private: bool = False
    renewed: bool = False
    menu: MenuEntry | None = None
    search: str = ""
    alone: str = ""
    prompt: tuple[str, str] = ("", "")
    verb: Verb | None = None
    numbering: Numbering = Numbering.NOT

    def __post_init__(self) -> None:
        if not 0 < len(self.words) <= LONGEST_WORDS or not 0 < len(self.name) <= LONGEST_NAME:
            raise ValueError(f"{self.name}: name or words are too long or missing")
        if bool(self.surfaces & {CommandSurface.MENU, CommandSurface.QUOTE}) != (self.menu is not None):
            raise ValueError(f"{self.name}: an entry of a menu, and the menu as a surface, go together")
        if (CommandSurface.SEARCH in self.surfaces) != bool(self.search):
            raise ValueError(f"{self.name}: words for a search, and the search as a surface, go together")
        if self.kind is CommandKind.ANSWER and self.verb is None:
            raise ValueError(f"{self.name}: the verb is missing")

    @property
    def usage(self) -> str:
        """The name, with "…" where something stands behind it."""
        typed = self.argument is not None and self.argument.takes is not ArgumentKind.MESSAGES
        return f"{self.name} …" if typed else self.name

    @property
    def title(self) -> str:
        """The name as a label."""
        return self.name.capitalize()

    @property
    def sentence(self) -> str:
        """The words as a sentence: with a capital letter."""
        return self.words[:1].upper() + self.words[1:]

    @property
    def own_words(self) -> str:
        """The words where nobody else is."""
        return self.alone or self.words

    @property
    def own_sentence(self) -> str:
        """The same as a sentence."""
        return self.own_words[:1].upper() + self.own_words[1:]

    @property
    def at_prompt(self) -> tuple[str, str]:
        """Usage and words in the terminal."""
        usage, words = self.prompt
        example = f"/{self.name} {self.example}".rstrip() if self.argument else f"/{self.name}"
        return usage or example, words or self.own_words


@dataclass(frozen=True, slots=True)
class Typing:
    """How people give commands on a platform: a sentence on it, and how a command is written or found there ("": not
    at all, so help leaves it out).
    """

    words: str = ""
    usage: Callable[[CommandRow], str] = lambda row: row.usage


def _on_answer(name: str, words: str, verb: Verb, numbering: Numbering = Numbering.NOT, usage: str = "") -> CommandRow:
    """Return a row that does to the last answer what a button of it does: the terminal has no buttons."""
    terminal = frozenset({CommandSurface.TERMINAL})
    return CommandRow(name, words, CommandKind.ANSWER, terminal, prompt=(usage, ""), verb=verb, numbering=numbering)


_SHOWN: Final = frozenset({CommandSurface.PAGE, CommandSurface.WORD, CommandSurface.GROUP, CommandSurface.TERMINAL})
_TYPED: Final = frozenset({CommandSurface.PAGE, CommandSurface.PREFIX, CommandSurface.TERMINAL})
_TERMINAL: Final = frozenset({CommandSurface.TERMINAL})
_NAME: Final = "A supplement, a drug, a disease …"

COMMANDS: Final = (
    CommandRow(
        "ask",
        "ask a question; every claim of the answer is checked",
        CommandKind.TURN,
        frozenset({CommandSurface.PAGE, CommandSurface.SLASH, CommandSurface.LISTED, CommandSurface.QUOTE}),
        Argument("question", "Your question, in words", ArgumentKind.QUESTION),
        "Does zinc shorten colds?",
        menu=MenuEntry("ask_about", "Ask about this", "Ask about this", "Ask a question about this message"),
    ),
    CommandRow(
        "reason",
        "put several facts together: what would explain them, step by step, with a mind map",
        CommandKind.TURN,
        _TYPED | {CommandSurface.GROUP},
        Argument("question", "What you know, and what you want to know", ArgumentKind.QUESTION),
        "fever, rash and joint pain: what could it be?",
    ),
    CommandRow(
        "browse",
        "look at something and what lies around it, without a question",
        CommandKind.TURN,
        _TYPED | {CommandSurface.GROUP},
        Argument("entity", f"What to begin with. {_NAME}", ArgumentKind.NAME, 200),
        "zinc",
    ),
    CommandRow(
        "map",
        "map this conversation: who says what, and what the papers say",
        CommandKind.TURN,
        frozenset(
            {
                CommandSurface.PAGE,
                CommandSurface.WORD,
                CommandSurface.LISTED,
                CommandSurface.MENU,
                CommandSurface.TERMINAL,
            }
        ),
        Argument("messages", "What people said to each other", ArgumentKind.MESSAGES),
        reads=True,
        menu=MenuEntry("map_thread", "Map this thread", "Map this thread", "Who says what, and what the papers say"),
        alone="map a conversation that you paste: who says what, and what the papers say",
        prompt=("/map FILE", "what people said in a conversation, with verdicts"),
    ),
    CommandRow(
        "check",
        "the claims of one message, each with its verdict",
        CommandKind.TURN,
        _TYPED | {CommandSurface.LISTED, CommandSurface.MENU},
        Argument("text", "What somebody claims", ArgumentKind.WORDS),
        "Zinc cures colds.",
        reads=True,
        menu=MenuEntry(
            "check_claims",
            "Check the claims in this message",
            "Check the claims",
            "One verdict per claim, with papers",
        ),
        alone="check the claims of a text that you paste, each with its verdict",
    ),
    CommandRow(
        "literature",
        "papers in the graph, and which claims they bear on; only you see them until you share them",
        CommandKind.PANEL,
        _TYPED | {CommandSurface.SLASH, CommandSurface.LISTED, CommandSurface.SEARCH},
        Argument("about", f"{_NAME}; two of them with “and”", ArgumentKind.NAME, 200),
        "vitamin E Alzheimer's",
        search="Find papers of the graph and insert them",
        alone="papers in the graph, and which claims they bear on",
    ),
    CommandRow(
        "tables",
        "tables of the library's papers, by rows, columns and values; only you see them until you share them",
        CommandKind.TASK,
        _TYPED | {CommandSurface.SLASH},
        Argument("about", "Words, or row: … column: … value: >8", ArgumentKind.WORDS, 300),
        'row: "systolic blood pressure" value: >150',
        private=True,
        alone="tables of the library's papers, by rows, columns and values",
    ),
    CommandRow(
        "steps",
        "see where the thread has been, go back, compare branches",
        CommandKind.PANEL,
        _SHOWN | {CommandSurface.HEADER},
        scope=CommandScope.THREAD,
        renewed=True,
    ),
    CommandRow(
        "summary",
        "all claims and papers of the thread, to download",
        CommandKind.TASK,
        _SHOWN | {CommandSurface.HEADER, CommandSurface.LISTED},
        scope=CommandScope.THREAD,
        renewed=True,
        prompt=("/summary", "everything so far; /summary FOLDER writes it there with picture and papers"),
    ),
    CommandRow(
        "progress",
        "how much of what lies around the thread's questions is explored",
        CommandKind.PANEL,
        _SHOWN | {CommandSurface.LISTED},
        scope=CommandScope.THREAD,
        renewed=True,
    ),
    CommandRow(
        "quiz",
        "test yourself on what this thread has shown; only you see the questions",
        CommandKind.TASK,
        _SHOWN,
        scope=CommandScope.THREAD,
        aliases=("quiz me",),
        alone="test yourself on what this thread has shown",
        private=True,
    ),
    CommandRow(
        "bookmarks",
        "your own list of claims and papers",
        CommandKind.PANEL,
        _SHOWN | {CommandSurface.HEADER},
        renewed=True,
    ),
    CommandRow(
        "undo", "take back the last change", CommandKind.TASK, _SHOWN, scope=CommandScope.THREAD, verb=Verb.UNDO
    ),
    CommandRow(
        "rename",
        "call this thread by another name",
        CommandKind.TASK,
        frozenset({CommandSurface.PAGE, CommandSurface.TERMINAL}),
        Argument("name", "What the thread is to be called", ArgumentKind.WORDS, 100),
        "Zinc and colds",
        scope=CommandScope.THREAD,
        private=True,
    ),
    CommandRow(
        "settings",
        "how long answers are, who writes them, and when one is given",
        CommandKind.PANEL,
        _SHOWN | {CommandSurface.HEADER, CommandSurface.LISTED},
        scope=CommandScope.OPEN,
        who=Permission.ADMIN,
        renewed=True,
    ),
    CommandRow(
        "graph",
        "choose which graph answers here come from",
        CommandKind.TASK,
        frozenset({CommandSurface.PAGE, CommandSurface.GROUP, CommandSurface.TERMINAL}),
        Argument("graph", "A graph's name; settings list them", ArgumentKind.WORDS, 200),
        private=True,
        who=Permission.ADMIN,
        prompt=("/graph NAME", "choose which graph is read here; /graph lists them"),
    ),
    CommandRow(
        "forget",
        "have this thread, or what is kept about you, forgotten; it asks first",
        CommandKind.TASK,
        _SHOWN | {CommandSurface.LISTED},
        scope=CommandScope.OPEN,
        who=Permission.MEMBER,
        private=True,
    ),
    CommandRow(
        "export",
        "what is kept about you, as a file to take away: your questions, answers and pictures",
        CommandKind.TASK,
        _SHOWN,
        private=True,
        prompt=("/export FOLDER", "what is kept about you, written into a folder"),
    ),
    CommandRow(
        "review",
        "facts that wait for a reviewer, from papers and from people",
        CommandKind.PANEL,
        _SHOWN,
        who=Permission.ADMIN,
        renewed=True,
    ),
    CommandRow(
        "add",
        "propose a fact for the graph; it counts once a reviewer has accepted it",
        CommandKind.TASK,
        frozenset({CommandSurface.PAGE, CommandSurface.GROUP, CommandSurface.TERMINAL}),
        Argument(
            "fact", "A sentence, and its paper: Magnesium prevents migraine, PMID 26752497", ArgumentKind.WORDS, 600
        ),
        "Magnesium prevents migraine, PMID 26752497",
        private=True,
    ),
    CommandRow(
        "watch",
        "follow an entity or save a search: new papers, retractions and changed verdicts are told here",
        CommandKind.TASK,
        frozenset({CommandSurface.PAGE, CommandSurface.GROUP, CommandSurface.TERMINAL}),
        Argument(
            "what",
            "An entity, or words of a search; nothing: the list; “now” looks; “stop 1” ends",
            ArgumentKind.WORDS,
            200,
        ),
        "vitamin E dementia",
        prompt=("/watch WORDS", "tell here what is new on it; /watch lists, /watch now looks, /watch stop 1 ends"),
    ),
    CommandRow("help", "this list", CommandKind.PANEL, _SHOWN | {CommandSurface.LISTED}, aliases=("h", "?")),
    CommandRow("new", "begin a new exploration (in a chat)", CommandKind.OWN, frozenset({CommandSurface.LISTED})),
    # ── the terminal's own: there are no buttons there ──────────────────────────────────────────────────────────────
    CommandRow("more", "all that the last reply offers", CommandKind.OWN, _TERMINAL),
    CommandRow("again", "the last answer once more", CommandKind.OWN, _TERMINAL),
    CommandRow("step", "go back to the thread's second question", CommandKind.OWN, _TERMINAL, prompt=("/step 2", "")),
    _on_answer("why", "the evidence of claim 2", Verb.WHY, Numbering.FROM_ONE, "/why 2"),
    _on_answer(
        "bookmark", "keep claim 2 on your list, or take it off", Verb.BOOKMARK, Numbering.FROM_ONE, "/bookmark 2"
    ),
    _on_answer("wrong", "claim 2 was not what the answer says", Verb.TRIM_CLAIM, Numbering.FROM_ONE, "/wrong 2"),
    _on_answer("tell", "tell more about the answer's first paragraph", Verb.MORE, Numbering.FROM_ONE, "/tell 1"),
    _on_answer("good", "the answer was good; /good 2: claim 2 was; you can say why", Verb.UP, Numbering.PERHAPS),
    _on_answer(
        "bad",
        "the answer, or with a number that claim, was not good; you can say why",
        Verb.DOWN,
        Numbering.PERHAPS,
        "/bad 2",
    ),
    _on_answer(
        "node",
        "what to do with entity 4: its card, examples, questions, its part of the picture",
        Verb.NODE,
        Numbering.AS_SHOWN,
        "/node 4",
    ),
    _on_answer("picture", "what to do with picture and text: all relations, merge, connect, outline …", Verb.PICTURE),
    CommandRow(
        "quit", "leave (so does Ctrl-D); Ctrl-C stops an answer that is being written", CommandKind.OWN, _TERMINAL
    ),
)


def commands_on(*surfaces: CommandSurface) -> tuple[CommandRow, ...]:
    """Return the rows that name any of the surfaces, in order."""
    return tuple(row for row in COMMANDS if not row.surfaces.isdisjoint(surfaces))


def command_named(name: str, *surfaces: CommandSurface) -> CommandRow | None:
    """Return the row with that name or alias (of these surfaces, where any are given), or None."""
    rows = commands_on(*surfaces) if surfaces else COMMANDS
    return next((row for row in rows if name == row.name or name in row.aliases), None)


def names_on(surface: CommandSurface) -> frozenset[str]:
    """Return the names of the rows that name the surface."""
    return frozenset(row.name for row in commands_on(surface))
