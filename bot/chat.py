"""`evigraph chat`: a conversation at the prompt."""

from __future__ import annotations

import logging
import secrets
import shlex
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from rich.console import Console
from rich.text import Text as Words

from bot.chat_commands import CLICKS, COMMANDS, help_table, index_of
from bot.chat_forms import fill
from bot.chat_input import Lines, Stdin
from bot.chat_lines import How, Line, Numbered, Question, Slash, parse
from bot.chat_live import written
from bot.config import Settings
from bot.conversation import Call, Talks, calling, click, command, message, place
from bot.messages_file import read_messages
from bot.picks import Pick, picks
from bot.pictures import Album, write_files, written_path
from bot.terminal import Manner, output, show
from bot.terminal_words import QUIET, one_line
from kgcore.errors import EvigraphError, InputError
from kgcore.message import Action, FilesQuery, Incoming, NamesQuery, Said, ThreadQuery, TurnQuery, Verb
from kgcore.reply import Choice, Choices, Figure, File, Form, Reply

PROMPT = "> "
EMPTY = Reply("", "", ())


async def chat_once(settings: Settings, images: Path | None, call: Call) -> int:
    """Talk until the input ends."""
    album = Album(images) if images is not None else None
    async with calling(settings, call) as calls:
        console = output()
        console.print(Words(calls.parts.status, style=QUIET))
        await Chat(calls.parts.assistant, calls.thread, console, Stdin(), album).run()
    return 0


class Chat:
    """One conversation: what was said last, and what the numbers under it mean."""

    def __init__(
        self, assistant: Talks, thread: str, console: Console, lines: Lines, album: Album | None = None
    ) -> None:
        self._assistant = assistant
        self._thread = thread
        self._console = console
        self._lines = lines
        self._album = album
        self._answer = EMPTY  # the last reply that was an answer
        self._last = EMPTY  # the last reply of all: what the numbers choose from

    async def run(self) -> None:
        """Read lines and answer them until there are no more. An error ends the line, not the chat."""
        await self._greet()
        while (line := self._lines.read(PROMPT)) is not None:
            meant = parse(line)
            if meant == Slash("quit", ""):
                break
            try:
                await self._do(meant)
            except EvigraphError as error:
                self._say(str(error), "yellow")
            except Exception:
                incident = secrets.token_hex(4)
                logging.getLogger("evigraph").exception("incident %s", incident)
                self._say(f"Something went wrong that should not (incident {incident}).", "yellow")
        if self._answer.turn:
            self._say(f"To go on with this conversation: evigraph chat --thread {shlex.quote(self._thread)}")

    async def _greet(self) -> None:
        self._say("Ask a question, or type the number of what an answer offers. /help tells the rest; Ctrl-D leaves.")
        listed = _choices(await self._assistant.ask(ThreadQuery(place(self._thread))))
        if listed:
            many = f"{len(listed)} questions so far, the last one" if len(listed) > 1 else "one question so far"
            self._say(f"Going on with {one_line(self._thread)}: {many}: {one_line(listed[-1].label)}")
            self._answer = self._last = await self._assistant.ask(TurnQuery(place(self._thread), listed[-1].action))
            show(self._last, self._console, Manner(), self._last.blocks)

    async def _do(self, line: Line | None) -> None:
        match line:
            case Question(text):
                await self._hear(message(self._thread, text), text)
            case Numbered(number, how):
                await self._pick(number, how)
            case Slash(name, rest):
                await self._slash(name, rest)
            case None:
                pass
            case _:
                assert_never(line)

    # ── choices ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _pick(self, number: int, how: How) -> None:
        offered = picks(self._last)
        if not 1 <= number <= len(offered):
            numbers = f"the numbers go from 1 to {len(offered)}" if len(offered) > 1 else "only 1 is there"
            self._say(f"There is no {number} to choose; {numbers}." if offered else "There is nothing to choose here.")
            return
        pick = offered[number - 1]
        match how:
            case How.TAKE:
                await self._take(pick)
            case How.ASIDE if isinstance(pick, Choice) and pick.aside:
                await self._take(pick.aside[0])
            case How.LIST if isinstance(pick, Choice) and pick.aside:
                panel = Choices((replace(pick, aside=()), *pick.aside), title="What to do with it")
                self._print(Reply("", "", (panel,), private=True))
            case _:
                self._say(f"There is nothing else to do with {number}.")

    async def _take(self, pick: Pick) -> None:
        if isinstance(pick, Form):
            await self._send(pick)
        else:
            await self._hear(click(self._thread, pick.action))

    async def _send(self, form: Form) -> None:
        fields = await fill(form, self._lines, self._console, self._names)
        if fields is None:
            self._say("Left as it was.")
        else:
            await self._hear(click(self._thread, form.action, fields))

    async def _names(self, text: str) -> tuple[Choice, ...]:
        return _choices(await self._assistant.ask(NamesQuery(place(self._thread), text)))

    # ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _slash(self, name: str, rest: str) -> None:
        if name in CLICKS:
            await self._click(name, rest)
        elif name == "summary":
            await self._hear(command(self._thread, name))
            await self._save(rest)
        elif name in COMMANDS:
            await self._hear(command(self._thread, name, rest))
        elif name == "map":
            await self._map(rest)
        elif name == "more":
            self._more()
        elif name == "step":
            await self._step(rest)
        elif name == "again" and self._answer.turn:
            self._answer = replace(self._answer, blocks=())  # nothing of it counts as printed
            self._print(await self._assistant.ask(TurnQuery(place(self._thread), self._answer.turn)))
        elif name in ("help", "h", "?"):
            self._console.print(help_table())
        elif name == "again":
            self._say("There is no answer yet; ask a question first.")
        else:
            self._say(f"There is no /{one_line(name)}; /help lists what there is.", "yellow")

    def _more(self) -> None:
        """List what the last reply offers, with all its menus; of an answer only that."""
        offering = tuple(b for b in self._last.blocks if isinstance(b, Choices | Form))
        if offering:
            show(self._last, self._console, Manner(whole=True), [b for b in self._last.blocks if b not in offering])
        else:
            self._say("There is nothing to choose here.")

    async def _click(self, name: str, rest: str) -> None:
        verb = CLICKS[name]
        index = index_of(verb, rest)
        if not self._answer.turn:
            self._say("There is no answer yet; ask a question first.")
        elif index is None:
            self._say(f"Say which one, for example /{name} 1.")
        else:
            await self._hear(click(self._thread, str(Action(verb, self._answer.turn, index))))

    async def _step(self, rest: str) -> None:
        turns = _choices(await self._assistant.ask(ThreadQuery(place(self._thread))))
        number = int(rest) if rest.isdecimal() else 0
        if 1 <= number <= len(turns):
            await self._hear(click(self._thread, str(Action(Verb.STEP, turns[number - 1].action))))
        else:
            self._say(f"Say which one, 1 to {len(turns)}; /steps lists them." if turns else "There are no steps yet.")

    async def _map(self, rest: str) -> None:
        if not rest:
            self._say("Say which file, for example /map conversation.txt")
            return
        await self._hear(command(self._thread, "map", said=_messages(rest)))

    async def _save(self, folder: str) -> None:
        if not folder:
            if any(isinstance(b, File) for b in self._last.blocks):
                self._say("/summary FOLDER writes them.")
        else:
            found = await self._assistant.ask(FilesQuery(place(self._thread)))
            files = [b for b in found.blocks if isinstance(b, File)]
            for path in write_files(files, written_path(folder)):
                self._say(f"Written: {path}")

    # ── answers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _hear(self, event: Incoming, typed: str = "") -> None:
        reply = await written(self._assistant, event, self._console)
        if reply is None:
            return
        if reply.turn and reply.turn != self._answer.turn and one_line(reply.question) != one_line(typed):
            self._console.print(Words(f"▸ {one_line(reply.question)}", style="bold"))
        self._print(reply)
        offered = picks(reply)
        if reply.private and len(offered) == 1 and isinstance(offered[0], Form):
            await self._send(offered[0])

    def _print(self, reply: Reply) -> None:
        """Print a reply; of an answer that stands there already, only what has changed."""
        known = self._answer.blocks if reply.turn and reply.turn == self._answer.turn else ()
        show(reply, self._console, Manner(), known)
        if known and all(b in known for b in reply.blocks if not isinstance(b, Choices | Figure)):
            self._say("Done; the answer reads as before.")
        for path in self._album.keep(reply) if self._album else ():
            self._say(f"Picture: {path}")
        if reply.turn and not reply.private:
            self._answer = reply
        if reply.turn or picks(reply):  # a word aside leaves the numbers as they are
            self._last = reply

    def _say(self, text: str, style: str = QUIET) -> None:
        self._console.print(Words(text, style=style))


def _choices(reply: Reply) -> tuple[Choice, ...]:
    return tuple(c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons)


def _messages(path: str) -> tuple[Said, ...]:
    try:
        with written_path(path).open("rb") as file:
            return read_messages(file)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}.", where=path) from error
