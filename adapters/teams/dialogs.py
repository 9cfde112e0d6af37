"""Answers to invokes, in the platform's shapes: a dialog, a word, search results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from adapters.teams.card import render
from adapters.teams.elements import Json
from adapters.teams.envelope import CARD, card_attachment
from adapters.teams.escape import clip_line
from adapters.teams.forms import name_choice
from adapters.teams.limits import DIALOG, DIALOG_TITLE, MESSAGE_BYTES, RESULTS
from adapters.teams.scene import CardContext, CardSurface, ShownPicture, papers_of
from kgcore.values.message import Action, Verb
from kgcore.values.reply import Choices, Notice, Papers, Reply

WORD = "application/vnd.microsoft.activity.message"
SEARCH = "application/vnd.microsoft.search.searchResponse"
UNDO = "“undo” takes it back."
AGAIN = "again"
HOME = ("w", "c", "t", "s", "h")


def word_answer(text: str) -> Json:
    """Return the answer to a button (Action.Execute): a word that only who pressed it sees."""
    return {"statusCode": 200, "type": WORD, "value": clip_line(text, 400)}


def card_answer(card: Json) -> Json:
    """Return the answer to a button that shows who pressed it the card as it is now."""
    return {"statusCode": 200, "type": CARD, "value": card}


def names_answer(names: Iterable[str]) -> Json:
    """Return what a list shows to somebody who types into it."""
    return {"statusCode": 200, "type": SEARCH, "value": {"results": [name_choice(name) for name in names]}}


def text_dialog(text: str) -> Json:
    """Return a dialog of nothing but words."""
    return {"task": {"type": "message", "value": clip_line(text, 400)}}


def failed_answer(name: str, words: str) -> Json:
    """Return words in the shape in which an invoke of that name is answered."""
    if name == "composeExtension/query":
        return found_nothing(words)
    if name == "application/search":
        return names_answer(())
    return word_answer(words) if name == "adaptiveCard/action" else text_dialog(words)


def reply_dialog(
    reply: Reply,
    sent: Mapping[str, Any],
    pictures: tuple[ShownPicture, ...] = (),
    files: tuple[str, ...] = (),
    whole: Reply | None = None,
    again: str = "",
) -> Json:
    """Return a dialog with the reply; buttons in it belong where the one belongs that opened it.

    Papers have the numbers that they have in the `whole` reply, where it is a part of one. `again` is the id of what
    opened it, where it is to be opened anew once a button of it has changed the message.
    """
    home = tuple((k, str(sent[k])) for k in HOME if isinstance(sent.get(k), str))
    home += ((AGAIN, again),) if again else ()
    cited = {p.id: n for n, p in enumerate(papers_of(whole), 1)} if whole else {}
    context = CardContext(CardSurface.DIALOG, pictures, files, home, cited)
    cards = render(reply, context, 10 * MESSAGE_BYTES)
    card = cards[0] | {"body": [item for made in cards for item in made["body"]]}
    height, width = DIALOG
    value = {"title": _title(reply), "height": height, "width": width, "card": card_attachment(card)}
    return {"task": {"type": "continue", "value": value}}


def words_of(reply: Reply) -> str | None:
    """Return a reply that is nothing but words, perhaps with a button to undo; None for any other."""
    texts = [b.text for b in reply.blocks if isinstance(b, Notice)]
    actions = [Action.parse(c.action) for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
    rest = [b for b in reply.blocks if not isinstance(b, Notice | Choices)]
    undo = all(a is not None and a.verb is Verb.UNDO for a in actions)
    if rest or not texts or not undo:
        return None
    return " ".join([*texts, UNDO] if actions else texts)


def search_results(reply: Reply, skip: int) -> Json:
    """Return what a search found: a line each, and the card that choosing it inserts."""
    found = [(n, v) for b in reply.blocks if isinstance(b, Papers) for n, v in enumerate(b.papers, b.first)]
    if not found:
        return found_nothing(words_of(reply) or ("That is all." if skip else "No paper was found."))
    made = []
    for number, view in found[:RESULTS]:
        one = Reply("", "", (Papers((view,), number, 0),))
        where = " · ".join(str(p) for p in (view.paper.journal, view.paper.year, view.paper.shown_id) if p)
        line = {
            "title": _untagged(clip_line(view.paper.title or view.paper.shown_id, 120)),
            "text": _untagged(clip_line(where, 120)),
        }
        thumbnail = {"contentType": "application/vnd.microsoft.card.thumbnail", "content": line}
        made.append(card_attachment(render(_plain(one), CardContext())[0]) | {"preview": thumbnail})
    return {"composeExtension": {"type": "result", "attachmentLayout": "list", "attachments": made}}


def _untagged(text: str) -> str:
    """Return the words with other brackets: some clients read tags in such a line, all show entities as they are."""
    return text.replace("<", "‹").replace(">", "›")


def found_nothing(text: str) -> Json:
    """Return a search's answer in words."""
    return {"composeExtension": {"type": "message", "text": clip_line(text, 400)}}


def _plain(reply: Reply) -> Reply:
    """Take the buttons out: what is inserted is the person's own message, and its buttons would lead nowhere."""
    blocks = []
    for block in reply.blocks:
        assert isinstance(block, Papers)  # noqa: S101
        blocks.append(
            Papers(tuple(replace(v, bookmark="", choices=()) for v in block.papers), block.first, block.total)
        )
    return Reply("", "", tuple(blocks))


def _title(reply: Reply) -> str:
    return clip_line(reply.question or "Evigraph", DIALOG_TITLE)
