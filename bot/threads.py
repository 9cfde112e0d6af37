"""`evigraph browse`, `summary`, `threads` and their like: what one does with a thread besides asking."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text as Words

from bot.config import Settings
from bot.conversation import Call, open_call, print_json, terminal_click, terminal_command, terminal_place
from bot.pictures import write_files
from bot.terminal import folding_table, output_console
from bot.terminal_words import QUIET, one_line
from kgcore.english.agreement import number_noun
from kgcore.graph import starter_folder
from kgcore.values.message import Action, FilesQuery, ThreadsQuery, Verb
from kgcore.values.reply import Choices, File, Form, Papers, Reply

NAME = "name"  # the field of the form that asks where to


async def browse_once(settings: Settings, name: str, to: str, call: Call) -> int:
    """Print what lies around an entity or, with `to`, the way from it to another."""
    async with open_call(settings, call) as calls:
        reply = await calls.reply(terminal_command(calls.thread, "browse", name))
        if to and reply is not None and reply.turn:
            action, field = _way(reply)
            reply = await calls.reply(terminal_click(calls.thread, action, ((field, (to,)),)))
        status = await calls.end(reply)
        return status if reply is not None and reply.turn else 1  # else nothing of that name was found


def _way(reply: Reply) -> tuple[str, str]:
    """Return the action that shows the way to another entity, and the field that takes its name."""
    for form in (b for b in reply.blocks if isinstance(b, Form)):
        action = Action.parse(form.action)
        if action is not None and action.verb is Verb.WAY and form.fields:
            return form.action, form.fields[0].name
    return str(Action(Verb.WAY, reply.turn)), NAME


async def summary_once(settings: Settings, to: Path | None, call: Call) -> int:
    """Print everything that a thread found; with `to`, write it into that folder as well."""
    async with open_call(settings, call) as calls:
        reply = await calls.reply(terminal_command(calls.thread, "summary"))
        files: tuple[str, ...] = ()
        if to is not None:
            found = await calls.parts.assistant.ask(FilesQuery(terminal_place(calls.thread)))
            files = write_files([b for b in found.blocks if isinstance(b, File)], to)
        status = await calls.end(reply, **({"written": list(files)} if to is not None else {}))
        if not call.as_json and status == 0:
            hint = f"evigraph summary --thread {shlex.quote(calls.thread)} --to FOLDER writes these files."
            nameless = nameless_papers(reply, await _folder(settings, call.kg)) if files and reply else ""
            lines = ("Written:", *files, nameless) if files else (hint,)
            output_console().print("\n".join(filter(None, lines)), style=QUIET, soft_wrap=True)
        return status


def nameless_papers(reply: Reply, graph: str = "GRAPH") -> str:
    """Return how many papers of a summary lack authors that PubMed may know, and what asks it; "" for none."""
    papers = [view.paper for block in reply.blocks if isinstance(block, Papers) for view in block.papers]
    lacking = sum(paper.id.startswith("PMID:") and not paper.authors for paper in papers)
    asked = f"evigraph kg papers {graph} --online asks PubMed for them"
    return f"{number_noun(lacking, 'paper')} without authors: {asked}." if lacking else ""


async def _folder(settings: Settings, kg: Path | None) -> str:
    """Return the folder of the graph as a shell takes it; the word for one where there are several, or a server."""
    from bot.wiring import graph_folder
    from bot.wiring_graphs import named_graphs

    one = len(named_graphs(kg or settings.kg or starter_folder())) == 1 and settings.kg_backend != "neo4j"
    return shlex.quote(str(await graph_folder(settings, kg, Console(stderr=True)))) if one else "GRAPH"


async def threads_once(settings: Settings, as_json: bool) -> int:
    """List the terminal's threads, the one last used first."""
    async with open_call(settings, Call("", as_json=as_json), draws=False) as calls:
        reply = await calls.parts.assistant.ask(ThreadsQuery(terminal_place("")))
    rows = [c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
    records: list[dict[str, Any]] = [{"thread": c.action, "question": c.label, "used": c.hint} for c in rows]
    if as_json:
        print_json(records)
        return 0
    console = output_console()
    if not rows:
        console.print('No threads yet. Begin one: evigraph ask "Does zinc help against colds?"')
        return 0
    table = folding_table("Thread", "First question", "Last used", whole=("Thread",))
    for choice in rows:
        used = one_line(choice.hint)[:16].replace("T", " ")
        table.add_row(Words(one_line(choice.action)), Words(one_line(choice.label)), Words(used))
    console.print(table)
    newest = shlex.quote(one_line(rows[0].action))
    console.print(f"Go on with one: evigraph chat --thread {newest}", style=QUIET)
    return 0
