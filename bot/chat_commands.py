"""The slash commands of `evigraph chat`, and the help that tells of them. Data."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text as Words

from kgcore.message import Verb

# The assistant's own.
COMMANDS = frozenset({"steps", "browse", "bookmarks", "settings", "progress", "literature", "check", "forget"})
CLICKS = {  # what is done to the last answer
    "why": Verb.WHY,
    "bookmark": Verb.BOOKMARK,
    "wrong": Verb.TRIM_CLAIM,
    "good": Verb.UP,
    "bad": Verb.DOWN,
    "tell": Verb.MORE,
    "node": Verb.NODE,
    "picture": Verb.PICTURE,
    "undo": Verb.UNDO,
}
NODES = frozenset({Verb.NODE})  # counted as in the picture
RATED = frozenset({Verb.UP, Verb.DOWN})  # the answer, or the claim with that number
COUNTED = frozenset({Verb.WHY, Verb.BOOKMARK, Verb.TRIM_CLAIM, Verb.MORE})  # people count from 1, indices from 0
_ROWS = (
    ("3", "do what the last reply lists as 3"),
    ("3x", "dismiss suggestion 3"),
    ("3?", "what else can be done with 3"),
    ("/more", "all that the last reply offers"),
    ("/again", "the last answer once more"),
    ("/why 2", "the evidence of claim 2"),
    ("/bookmark 2", "keep claim 2 on your list, or take it off"),
    ("/wrong 2", "claim 2 was not what the answer says"),
    ("/tell 1", "tell more about the answer's first paragraph"),
    ("/good, /bad 2", "rate the answer, or claim 2; you can say why"),
    ("/node 4", "what to do with entity 4: its card, examples, questions, its part of the picture"),
    ("/picture", "what to do with picture and text: all relations, merge, connect, outline …"),
    ("/undo", "take back what was done last"),
    ("/steps", "where this conversation has been; /step 2 goes back to its second question"),
    ("/progress", "how much is explored, and of what"),
    ("/summary", "everything so far; /summary FOLDER writes it there with picture and papers"),
    ("/browse zinc", "what the graph has around an entity"),
    ("/check TEXT", "the claims of somebody's message, with verdicts"),
    ("/literature zinc", "papers in the graph, and which claims they bear on"),
    ("/map FILE", "what people said in a conversation, with verdicts"),
    ("/bookmarks", "your list"),
    ("/forget", "have this conversation, or what is kept of you, forgotten; it asks first"),
    ("/settings", "length, form of the text, model"),
    ("/quit", "leave (so does Ctrl-D); Ctrl-C stops an answer that is being written"),
)


def index_of(verb: Verb, rest: str) -> int | None:
    """Return the index of what was named after a command, 0 where the verb needs none, or None where it is missing."""
    if verb not in NODES | COUNTED | RATED or (verb in RATED and not rest):
        return 0
    number = int(rest) if rest.isdecimal() and len(rest) < 6 else 0
    if number < 1:
        return None
    return number - 1 if verb in COUNTED else number


def help_table() -> Grid:
    """Return the help."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for what, meaning in (("any words", "a question"), *_ROWS):
        grid.add_row(Words(what, style="bold"), Words(meaning))
    return grid
