"""The commands of a conversation: ask, act, chat, and what one does with a thread besides. Commands only."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from bot import config
from bot.cli_batch import batch_option
from bot.commands import (
    PATH,
    ROWS,
    ids_option,
    image_option,
    json_option,
    kg_option,
    run_command,
    same_thread_option,
    thread_option,
)


@click.command()
@batch_option("ask", "question", images=True)
@click.argument("question", required=False, default="")
@kg_option
@thread_option
@image_option
@click.option("--detail", type=click.Choice(["brief", "normal", "full"]), default="normal", show_default=True)
@click.option(
    "--model",
    default="",
    help="One of the models in OPENAI_MODEL; the thread keeps it. Of a batch: none, env, or one of them.",
)
@json_option
@ids_option
@run_command
async def ask(
    question: str, kg: Path | None, thread: str, image: Path | None, detail: str, model: str, as_json: bool, ids: bool
) -> int:
    """One turn of a conversation: the answer, a verdict per claim, the evidence, and what to ask next.

    Example: evigraph ask "Can vitamin E slow Alzheimer's disease?" --thread e1 --image graph.png
    """
    from bot.conversation import Call, ask_once

    return await ask_once(config.load_settings(), question, Call(thread, kg, image, as_json, detail, model, ids))


@click.command()
@click.argument("action")
@same_thread_option
@click.option("--field", "fields", multiple=True, metavar="NAME=VALUE", help="A form's field; again for more values.")
@kg_option
@image_option
@json_option
@ids_option
@run_command
async def act(
    action: str, thread: str, fields: tuple[str, ...], kg: Path | None, image: Path | None, as_json: bool, ids: bool
) -> int:
    """What a button or a form does, with the action ids that replies print.

    Example: evigraph act --thread e1 kg1:ask:5c1f0a9e2b7d4c36:0
    """
    from bot.conversation import Call, act_once, fields_of
    from kgcore.values.message import Action

    if Action.parse(action) is None:
        raise click.BadParameter("copy one that a reply printed, such as kg1:ask:…:0", param_hint="ACTION")
    if any(not field.partition("=")[0] or "=" not in field for field in fields):
        raise click.BadParameter('write NAME=VALUE, such as "question=Is it safe?"', param_hint="--field")
    return await act_once(config.load_settings(), action, fields_of(fields), Call(thread, kg, image, as_json, ids=ids))


@click.command()
@thread_option
@kg_option
@click.option("--images", type=PATH, help="Write every new picture into this folder.")
@run_command
async def chat(thread: str, kg: Path | None, images: Path | None) -> int:
    """A conversation: type questions, and numbers for what the last answer offers; /help lists the rest.

    Example: evigraph chat --thread e1 --images pictures
    """
    from bot.chat import chat_once
    from bot.conversation import Call

    return await chat_once(config.load_settings(), images, Call(thread, kg))


@click.command()
@click.argument("name")
@click.option("--to", default="", help="Show the way from it to this other entity.")
@thread_option
@kg_option
@image_option
@json_option
@ids_option
@run_command
async def browse(name: str, to: str, thread: str, kg: Path | None, image: Path | None, as_json: bool, ids: bool) -> int:
    """What the graph has around an entity, by type with counts, without a question.

    Example: evigraph browse "vitamin E" --to "Alzheimer's disease" --image way.png
    """
    from bot.conversation import Call
    from bot.threads import browse_once

    return await browse_once(config.load_settings(), name, to, Call(thread, kg, image, as_json, ids=ids))


@click.command("map")
@batch_option("map", "file")
@click.argument("file", type=ROWS, required=False)
@thread_option
@kg_option
@image_option
@json_option
@ids_option
@run_command
async def map_messages(
    file: IO[bytes], thread: str, kg: Path | None, image: Path | None, as_json: bool, ids: bool
) -> int:
    """Map what people said: each claim with its speaker and its verdict, in one picture ("-" reads stdin).

    FILE has a message a line, "Name: text", or JSON lines with "speaker" and "text".

    Example: evigraph map conversation.txt --image map.png
    """
    from bot.conversation import Call, command_once
    from bot.messages_file import read_messages

    return await command_once(
        config.load_settings(), "map", Call(thread, kg, image, as_json, ids=ids), said=read_messages(file)
    )


@click.command()
@same_thread_option
@click.option("--to", type=PATH, help="Write it into this folder: Markdown, PNG, SVG, BibTeX and RIS.")
@kg_option
@image_option
@json_option
@ids_option
@run_command
async def summary(thread: str, to: Path | None, kg: Path | None, image: Path | None, as_json: bool, ids: bool) -> int:
    """Everything that a thread has found so far: its claims by verdict, the whole picture, the papers.

    Example: evigraph summary --thread e1 --to summary
    """
    from bot.conversation import Call
    from bot.threads import summary_once

    return await summary_once(config.load_settings(), to, Call(thread, kg, image, as_json, ids=ids))


@click.command()
@same_thread_option
@kg_option
@image_option
@json_option
@ids_option
@run_command
async def steps(thread: str, kg: Path | None, image: Path | None, as_json: bool, ids: bool) -> int:
    """Where a thread has been: its questions as steps and branches, and how to go back to one.

    Example: evigraph steps --thread e1
    """
    from bot.conversation import Call, command_once

    return await command_once(config.load_settings(), "steps", Call(thread, kg, image, as_json, ids=ids))


@click.command()
@kg_option
@json_option
@ids_option
@run_command
async def bookmarks(kg: Path | None, as_json: bool, ids: bool) -> int:
    """The claims and papers that you keep, from all threads.

    Example: evigraph bookmarks --json
    """
    from bot.conversation import Call, command_once

    return await command_once(config.load_settings(), "bookmarks", Call("", kg, None, as_json, ids=ids))


@click.command()
@json_option
@run_command
async def threads(as_json: bool) -> int:
    """Your conversations, the one last used first.

    Example: evigraph threads
    """
    from bot.threads import threads_once

    return await threads_once(config.load_settings(), as_json)


COMMANDS = (ask, act, chat, browse, map_messages, summary, steps, bookmarks, threads)
