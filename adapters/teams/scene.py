"""Where a reply is shown, and what it needs besides itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from adapters.teams.elements import Json
from adapters.teams.escape import clip_line
from adapters.teams.limits import LABEL_CHARACTERS
from kgcore.values.message import LOOKS, Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import Reply


class CardSurface(Enum):
    """What shows a card."""

    MESSAGE = auto()
    DIALOG = auto()


# What is answered to the person alone, so that its button opens a dialog.
PRIVATE = LOOKS | {Verb.UP, Verb.DOWN, Verb.FORGET}


REST = "rest:"  # begins the ids of the two buttons that open the rest of a reply
LOOK_AGAIN = "again"  # the verb by which a client looks again, and what names the turn then
CHOOSE = "choose"  # the verb of a button that sends what is chosen from the list beside it


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture as it can be shown: an address (https or data), or none where `note` says why."""

    url: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardContext:
    """`pictures` and `files` stand in the order of the reply's blocks (a file: its address or "").

    `home` travels with every button of a card that is shown outside its conversation. `cited` numbers the papers.
    `compact`: what a dialog can show is left to it, so that all claims fit into one message.
    `brief`: a line a claim; what is left out opens from two buttons.
    """

    surface: CardSurface = CardSurface.MESSAGE
    pictures: tuple[ShownPicture, ...] = ()
    files: tuple[str, ...] = ()
    home: tuple[tuple[str, str], ...] = ()
    cited: dict[str, int] = field(default_factory=dict)
    forms: int = 0
    compact: bool = False
    brief: bool = False

    def press(
        self, title: str, action: str, *, hint: str = "", form: bool = False, opens: bool = False, **extra: str
    ) -> Json:
        """Return the button for an action id. A form's button sends the inputs with it, any other none.

        What is answered to the person alone opens a dialog; `opens` says so where the action id does not.
        """
        data = {"a": action, **dict(self.home), **extra}
        parsed = Action.parse(action)
        opens = opens or (not form and (action.startswith(REST) or (parsed is not None and parsed.verb in PRIVATE)))
        opens = opens and self.surface is CardSurface.MESSAGE
        made: Json = {"title": clip_line(title, LABEL_CHARACTERS)}
        if opens or self.surface is CardSurface.DIALOG:
            made |= {"type": "Action.Submit", "data": data | ({"msteams": {"type": "task/fetch"}} if opens else {})}
        else:  # without a verb Teams sends nothing at all
            made |= {"type": "Action.Execute", "verb": parsed.verb.value if parsed else CHOOSE, "data": data}
        if not form:
            made["associatedInputs"] = "none"
        if hint:
            made["tooltip"] = clip_line(hint, LABEL_CHARACTERS)
        return made


def look_again(turn: str, asker: str, home: tuple[tuple[str, str], ...]) -> Json:
    """Return what has the client of who asked send the message's id when it shows the card: the platform offers no
    other way to find a message whose id was lost.

    Source: universal-actions-for-adaptive-cards/up-to-date-views, "refresh".
    """
    data = {LOOK_AGAIN: turn, **dict(home)}
    return {
        "action": {"type": "Action.Execute", "title": "Refresh", "verb": LOOK_AGAIN, "data": data},
        "userIds": [asker],
    }


def papers_of(reply: Reply) -> tuple[Paper, ...]:
    """Return the papers behind a reply's claims, each once, in reading order."""
    return reply.cited
