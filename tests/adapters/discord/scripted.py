"""What a scripted assistant says: short replies with everything that Discord has to show."""

from __future__ import annotations

from collections.abc import Iterable

from kgcore.values.message import (
    Action,
    Click,
    Command,
    CommandQuery,
    Incoming,
    Message,
    NamesQuery,
    PanelQuery,
    Query,
    Verb,
)
from kgcore.values.reply import (
    Choice,
    Choices,
    Field,
    FieldKind,
    Figure,
    File,
    Form,
    Notice,
    Option,
    Plain,
    Progress,
    Reply,
    Text,
)

QUESTION = "Is zinc good for a cold?"
STOP = Choices((Choice("Stop", "kg1:stop:turn01:0"),))
REASON = Form(
    "What was good?",
    (Field("reason", "In your words", FieldKind.TEXT, least=0, most=1000),),
    "Send",
    "kg1:reason:turn01:0",
)
NODES = tuple(Option(str(n), f"Thing {n}", n) for n in range(1, 31))
MERGE = Form(
    "Merge two nodes",
    (Field("gone", "Take this", FieldKind.ONE, NODES), Field("kept", "for this", FieldKind.ONE, NODES)),
    "Merge",
    "kg1:merge:turn01:0",
)
ASK = Form("Ask about zinc", (Field("text", "Your question", FieldKind.TEXT, most=1000),), "Ask", "kg1:about:turn01:1")
PNG = b"\x89PNG picture"


def words(text: str) -> Text:
    return Text((Plain(text),))


def whole(turn: str = "turn01", question: str = QUESTION) -> Reply:
    """A finished answer with a picture and buttons."""
    picture = Figure(PNG, "<svg/>", "Zinc treats the common cold: supported.", 10, 10)
    buttons = (
        Choice(
            "What else helps?", f"kg1:ask:{turn}:0", "3 papers", aside=(Choice("Dismiss", f"kg1:dismiss:{turn}:0"),)
        ),
        Choice("Good", f"kg1:up:{turn}:0"),
        Choice("Node", f"kg1:node:{turn}:1"),
        Choice("Summary", f"kg1:summary:{turn}:0"),
    )
    return Reply(turn, question, (words("Zinc shortens colds."), picture, Choices(buttons)))


def answered(event: Incoming) -> Iterable[Reply]:
    """Answer any event: messages and questions with an answer, clicks and commands with what they are for."""
    match event:
        case Message():
            yield Reply("turn01", event.text, (Progress(doing="Looking …"), STOP), final=False)
            yield whole(question=event.text)
        case Click():
            yield from _clicked(event)
        case Command(name="summary"):
            yield Reply("", "", (words("All of it."), File("papers.bib", "text/plain", b"@article{}")))
        case Command(name="forget"):
            yield Reply("", "", (Notice("What should be forgotten?"),), private=True)
        case Command():
            yield whole(question=event.name)


def _clicked(event: Click) -> Iterable[Reply]:
    action = Action.parse(event.action)
    match action.verb if action else None:
        case Verb.UP:
            yield Reply("", "", (Notice("Thanks."), REASON), private=True)
        case Verb.ASK:
            yield whole("turn02", "What else helps?")
        case Verb.SHARE:
            yield Reply("", "", (words("Ann shares 2 papers."),))
        case Verb.DISMISS:
            yield Reply("turn01", QUESTION, (words("Zinc shortens colds."),))
        case _:
            yield Reply("", "", (Notice(f"Done: {event.fields}"),), private=True)


def panel(query: Query) -> Reply:
    """Answer a query."""
    match query:
        case PanelQuery():
            more = Choices((Choice("Next", "kg1:page:note01:1"), Choice("Share", "kg1:share:note01:0")))
            return Reply(
                "", "", (Notice(f"The panel of {query.click.action.split(':')[1]}."), ASK, MERGE, more), private=True
            )
        case CommandQuery(command):
            more = Choices((Choice("Next", "kg1:page:note01:1"), Choice("Share", "kg1:share:note01:0")))
            return Reply("", "", (Notice(f"{command.name}: {command.text}"), ASK, more), private=True)
        case NamesQuery():
            return Reply("", "", (Choices((Choice("Zinc", "S:1", "Supplement"), Choice("Zinc oxide", "S:2"))),))
        case _:
            return Reply("", "", (Notice("?"),))
