"""`evigraph chat`: a conversation at the prompt."""

from __future__ import annotations

import logging
import secrets
import shlex
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as Words

from bot.chat_forms import ask_fields
from bot.chat_input import Lines, Stdin
from bot.chat_lines import (
    ChoiceAction,
    Line,
    NumberedChoice,
    SlashCommand,
    TypedQuestion,
    help_rows,
    index_of,
    parse_chat_line,
)
from bot.chat_live import show_live
from bot.config import Settings
from bot.conversation import (
    Call,
    TerminalAssistant,
    open_call,
    terminal_click,
    terminal_command,
    terminal_message,
    terminal_place,
)
from bot.messages_file import read_messages
from bot.picks import Pick, numbered_choices
from bot.pictures import Album, write_files, written_path
from bot.terminal import ReplyStyle, output_console, print_reply
from bot.terminal_words import QUIET, one_line
from bot.threads import nameless_papers
from kgcore.commands import CommandRow, CommandSurface, command_named
from kgcore.errors import EvigraphError, InputError
from kgcore.values.message import Action, FilesQuery, Incoming, NamesQuery, Said, ThreadQuery, TurnQuery, Verb
from kgcore.values.reply import Choice, Choices, Figure, File, Form, Reply

PROMPT = "> "
NO_ANSWER = "There is no answer yet; ask a question first."
EMPTY = Reply("", "", ())


async def chat_once(settings: Settings, images: Path | None, call: Call) -> int:
    """Talk until the input ends."""
    album = Album(images) if images is not None else None
    async with open_call(settings, call) as calls:
        console = output_console()
        console.print(Words(calls.parts.status, style=QUIET))
        await Chat(calls.parts.assistant, calls.thread, console, Stdin(), album).run()
    return 0


class Chat:
    """One conversation: what was said last, and what the numbers under it mean."""

    def __init__(
        self, assistant: TerminalAssistant, thread: str, console: Console, lines: Lines, album: Album | None = None
    ) -> None:
        self._assistant = assistant
        self._thread = thread
        self._console = console
        self._lines = lines
        self._album = album
        self._left = False
        # What the terminal does itself; other commands are the assistant's, or do what a button of the answer does.
        self._own: Mapping[str, Callable[[str], Awaitable[None]]] = {
            "summary": self._summary,
            "export": self._export,
            "map": self._map,
            "more": self._more,
            "again": self._again,
            "step": self._step,
            "help": self._help,
            "quit": self._quit,
        }
        self._answer = EMPTY  # the last reply that was an answer
        self._last = EMPTY  # the last reply of all: what the numbers choose from

    async def run(self) -> None:
        """Read lines and answer them until there are no more. An error ends the line, not the chat."""
        await self._greet()
        while not self._left and (line := self._lines.read(PROMPT)) is not None:
            meant = parse_chat_line(line)
            try:
                await self._do(meant)
            except EvigraphError as error:
                self._say(str(error), "yellow")
            except Exception:
                incident = secrets.token_hex(4)
                logging.getLogger("evigraph").exception("incident %s", incident)
                self._say(f"Something went wrong that should not have (incident {incident}).", "yellow")
        if self._answer.turn:
            self._say(f"To go on with this conversation: evigraph chat --thread {shlex.quote(self._thread)}")

    async def _greet(self) -> None:
        self._say("Ask a question, or type the number of what an answer offers. /help tells the rest; Ctrl-D leaves.")
        listed = _choices(await self._assistant.ask(ThreadQuery(terminal_place(self._thread))))
        if listed:
            many = f"{len(listed)} questions so far, the last one" if len(listed) > 1 else "one question so far"
            self._say(f"Going on with {one_line(self._thread)}: {many}: {one_line(listed[-1].label)}")
            self._answer = self._last = await self._assistant.ask(
                TurnQuery(terminal_place(self._thread), listed[-1].action)
            )
            print_reply(self._last, self._console, ReplyStyle(), self._last.blocks)

    async def _do(self, line: Line | None) -> None:
        match line:
            case TypedQuestion(text):
                await self._hear(terminal_message(self._thread, text), text)
            case NumberedChoice(number, how):
                await self._pick(number, how)
            case SlashCommand(name, rest):
                await self._slash(name, rest)
            case None:
                pass
            case _:
                assert_never(line)

    # ── choices ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _pick(self, number: int, how: ChoiceAction) -> None:
        offered = numbered_choices(self._last)
        if not 1 <= number <= len(offered):
            numbers = f"the numbers go from 1 to {len(offered)}" if len(offered) > 1 else "only 1 is there"
            self._say(f"There is no {number} to choose; {numbers}." if offered else "There is nothing to choose here.")
            return
        pick = offered[number - 1]
        match how:
            case ChoiceAction.TAKE:
                await self._take(pick)
            case ChoiceAction.ASIDE if isinstance(pick, Choice) and pick.aside:
                await self._take(pick.aside[0])
            case ChoiceAction.LIST if isinstance(pick, Choice) and pick.aside:
                panel = Choices((replace(pick, aside=()), *pick.aside), title="What to do with it")
                self._print(Reply("", "", (panel,), private=True))
            case _:
                self._say(f"There is nothing else to do with {number}.")

    async def _take(self, pick: Pick) -> None:
        if isinstance(pick, Form):
            await self._send(pick)
        else:
            await self._hear(terminal_click(self._thread, pick.action))

    async def _send(self, form: Form) -> None:
        fields = await ask_fields(form, self._lines, self._console, self._names)
        if fields is None:
            self._say("Left as it was.")
        else:
            await self._hear(terminal_click(self._thread, form.action, fields))

    async def _names(self, text: str) -> tuple[Choice, ...]:
        return _choices(await self._assistant.ask(NamesQuery(terminal_place(self._thread), text)))

    # ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def own(self) -> frozenset[str]:
        """The names of the commands that the terminal does itself."""
        return frozenset(self._own)

    async def _slash(self, name: str, rest: str) -> None:
        row = command_named(name, CommandSurface.TERMINAL)
        if row is None:
            self._say(f"There is no /{one_line(name)}; /help lists what there is.", "yellow")
        elif row.name in self._own:
            await self._own[row.name](rest)
        elif row.verb is not None:
            await self._click(row, row.verb, rest)
        else:
            await self._hear(terminal_command(self._thread, row.name, rest))

    async def _more(self, rest: str) -> None:
        """List what the last reply offers, with all its menus; of an answer only that."""
        offering = tuple(b for b in self._last.blocks if isinstance(b, Choices | Form))
        if offering:
            print_reply(
                self._last, self._console, ReplyStyle(whole=True), [b for b in self._last.blocks if b not in offering]
            )
        else:
            self._say("There is nothing to choose here.")

    async def _again(self, rest: str) -> None:
        if not self._answer.turn:
            self._say(NO_ANSWER)
            return
        self._answer = replace(self._answer, blocks=())  # nothing of it counts as printed
        self._print(await self._assistant.ask(TurnQuery(terminal_place(self._thread), self._answer.turn)))

    async def _help(self, rest: str) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for usage, meaning in help_rows():
            grid.add_row(Words(usage, style="bold"), Words(meaning))
        self._console.print(grid)

    async def _quit(self, rest: str) -> None:
        self._left = True

    async def _click(self, row: CommandRow, verb: Verb, rest: str) -> None:
        index = index_of(row.numbering, rest)
        if not self._answer.turn:
            self._say(NO_ANSWER)
        elif index is None:
            self._say(f"Say which one, for example /{row.name} 1.")
        else:
            await self._hear(terminal_click(self._thread, str(Action(verb, self._answer.turn, index))))

    async def _step(self, rest: str) -> None:
        turns = _choices(await self._assistant.ask(ThreadQuery(terminal_place(self._thread))))
        number = int(rest) if rest.isdecimal() else 0
        if 1 <= number <= len(turns):
            await self._hear(terminal_click(self._thread, str(Action(Verb.STEP, turns[number - 1].action))))
        else:
            self._say(f"Say which one, 1 to {len(turns)}; /steps lists them." if turns else "There are no steps yet.")

    async def _map(self, rest: str) -> None:
        if not rest:
            self._say("Say which file, for example /map conversation.txt")
            return
        await self._hear(terminal_command(self._thread, "map", said=_messages(rest)))

    async def _summary(self, folder: str) -> None:
        shown = await self._hear(terminal_command(self._thread, "summary"))
        if not folder:
            if any(isinstance(b, File) for b in shown.blocks):
                self._say("/summary FOLDER writes them.")
        else:
            found = await self._assistant.ask(FilesQuery(terminal_place(self._thread)))
            files = [b for b in found.blocks if isinstance(b, File)]
            for path in write_files(files, written_path(folder)):
                self._say(f"Written: {path}")
            if nameless := nameless_papers(shown):
                self._say(nameless)

    async def _export(self, folder: str) -> None:
        reply = await show_live(self._assistant, terminal_command(self._thread, "export"), self._console)
        if reply is None:
            return
        self._print(reply)
        files = [b for b in reply.blocks if isinstance(b, File)]
        if files and not folder:
            self._say("/export FOLDER writes it.")
        for path in write_files(files, written_path(folder)) if folder else ():
            self._say(f"Written: {path}")

    # ── answers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _hear(self, event: Incoming, typed: str = "") -> Reply:
        reply = await show_live(self._assistant, event, self._console)
        if reply is None:
            return EMPTY
        if reply.turn and reply.turn != self._answer.turn and one_line(reply.question) != one_line(typed):
            self._console.print(Words(f"▸ {one_line(reply.question)}", style="bold"))
        self._print(reply)
        offered = numbered_choices(reply)
        if reply.private and len(offered) == 1 and isinstance(offered[0], Form):
            await self._send(offered[0])
        return reply

    def _print(self, reply: Reply) -> None:
        """Print a reply; of an answer that stands there already, only what has changed."""
        known = self._answer.blocks if reply.turn and reply.turn == self._answer.turn else ()
        print_reply(reply, self._console, ReplyStyle(), known)
        if known and all(b in known for b in reply.blocks if not isinstance(b, Choices | Figure)):
            self._say("Done; the answer reads as before.")
        for path in self._album.keep(reply) if self._album else ():
            self._say(f"Picture: {path}")
        if reply.turn and not reply.private:
            self._answer = reply
        if reply.turn or numbered_choices(reply):  # a word aside leaves the numbers as they are
            self._last = reply

    def _say(self, text: str, style: str = QUIET) -> None:
        self._console.print(Words(text, style=style), soft_wrap=True)  # paths and commands are copied whole


def _choices(reply: Reply) -> tuple[Choice, ...]:
    return tuple(c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons)


def _messages(path: str) -> tuple[Said, ...]:
    try:
        with written_path(path).open("rb") as file:
            return read_messages(file)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}.", where=path) from error
