"""What can be forgotten, and what was. Pure."""

from __future__ import annotations

from kgcore.message import Action, Verb
from kgcore.reply import Choice, Choices, Look, Notice, Reply, Tone

THREAD, PERSON, NOTHING = 0, 1, 2  # the index of Verb.FORGET
ASKED = (
    "What is to be forgotten? It cannot be brought back. Messages that stand here already stay until you delete them."
)
FORGOTTEN = "This thread is forgotten: its questions, answers, pictures and everything done in it."
PERSON_FORGOTTEN = (
    "What was kept of you is forgotten: your list, ratings and settings, and what you seemed to like. "
    "Your questions stay in their threads, without your name."
)
GONE = "There is nothing left of this thread: it has been forgotten."
KEPT = "Nothing was forgotten."
NOT_YOURS = "Only somebody who has taken part in this thread, or an admin, can have it forgotten."


def forget_panel(turn: str, thread: bool) -> Reply:
    """Return the question what is to be forgotten; `turn` is one of the thread's, `thread` whether there is one."""

    def button(label: str, index: int, hint: str = "", look: Look = Look.NORMAL) -> Choice:
        return Choice(label, str(Action(Verb.FORGET, turn, index)), hint, look=look)

    buttons = [button("Forget this thread", THREAD, "for everybody in it")] if thread else []
    buttons.append(button("Forget what is kept of me", PERSON, "in all threads"))
    buttons.append(button("Keep everything", NOTHING, look=Look.SUBTLE))
    return Reply("", "", (Notice(ASKED, Tone.WARNING), Choices(tuple(buttons))), private=True)
