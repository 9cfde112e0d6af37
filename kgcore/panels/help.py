"""What one can do here, in short. Pure."""

from __future__ import annotations

from kgcore.reply import Notice, Plain, Reply, Strong, Table, Text

COMMANDS = (
    ("ask …", "ask a question; every claim of the answer is checked"),
    ("browse …", "look at something and what lies around it, without a question"),
    ("map", "map this conversation: who says what, and what the papers say"),
    ("check …", "the claims of one message, each with its verdict"),
    ("literature …", "papers in the graph, and which claims they bear on; only you see them until you share them"),
    ("steps", "see where the thread has been, go back, compare branches"),
    ("summary", "all claims and papers of the thread, to download"),
    ("progress", "how much of what lies around the thread's questions is explored"),
    ("bookmarks", "your own list of claims and papers"),
    ("undo", "take back the last change"),
    ("settings", "how long answers are, who writes them, and when one is given"),
    ("forget", "have this thread, or what is kept of you, forgotten; it asks first"),
    ("help", "this list"),
)
VERDICTS = (
    "✓ the graph's papers say so · ✗ they say the opposite · ⚖ they disagree · "
    "ⓘ they say something near it · ? the graph has nothing on it, which does not make it untrue"
)


def help_panel() -> Reply:
    """Return the commands and what the signs mean."""
    return Reply(
        "",
        "",
        (
            Text(
                (
                    Strong("Ask a question about health. "),
                    Plain("Each claim of the answer gets a sign: "),
                    Plain(f"{VERDICTS}."),
                )
            ),
            Text((Plain("Below an answer you find what to ask next; ✕ takes a suggestion away."),)),
            Table(("Command", "What it does"), COMMANDS),
            Notice("Answers are general information, not medical advice."),
        ),
        private=True,
    )
