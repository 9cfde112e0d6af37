"""A person's own list of claims and papers. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgcore.claimview import statement
from kgcore.controls import Bookmarked, Deed
from kgcore.explore import effective
from kgcore.language.english import clean
from kgcore.message import Action, Verb
from kgcore.model import Paper
from kgcore.panels.parts import opening
from kgcore.reply import Block, Choice, Choices, Inline, Link, Look, Notice, Plain, Reply, Strong, Text
from kgcore.report.papers import citation, safe_url
from kgcore.thread import Turn
from kgcore.vocabulary import Vocabulary

MOST_SHOWN = 20  # a longer list does not fit into one message anywhere
EMPTY = "Your list is empty. Put a claim or a paper onto it with “Bookmark”, beside the claim."


def bookmarks(deeds: Sequence[Deed]) -> tuple[Bookmarked, ...]:
    """Return what is on the list that these deeds (of one person) make up, the newest first."""
    on: dict[tuple[str, object], Bookmarked] = {}
    for control in (d.control for d in effective(deeds)):
        if isinstance(control, Bookmarked):
            key: tuple[str, object] = ("", control.paper) if control.paper else (control.turn, control.claim)
            on.pop(key, None)
            if not control.off:
                on[key] = control
    return tuple(reversed(on.values()))


def bookmarks_panel(items: Sequence[Bookmarked], turns: Mapping[str, Turn], vocabulary: Vocabulary) -> Reply:
    """Return the list, each entry with "take off"; `turns` by id. What is no longer there is passed over."""
    shown = [entry for item in items if item.turn in turns and (entry := _entry(item, turns[item.turn], vocabulary))]
    if not shown:
        return Reply("", "", (Notice(EMPTY),), private=True)
    blocks: list[Block] = [block for entry in shown[:MOST_SHOWN] for block in entry]
    if len(shown) > MOST_SHOWN:
        older = len(shown) - MOST_SHOWN
        blocks.append(Notice(f"{older} older {'entry is' if older == 1 else 'entries are'} not shown."))
    return Reply("", "", tuple(blocks), private=True)


def _entry(item: Bookmarked, turn: Turn, vocabulary: Vocabulary) -> tuple[Block, Block] | None:
    asked = Plain(f" Asked: {opening(turn.question, 200)}")
    if item.paper:
        index = next((n for n, p in enumerate(turn.papers) if p.id == item.paper), -1)
        if index < 0:
            return None
        return Text((*_paper(turn.papers[index]), asked)), _off(Action(Verb.BOOKMARK_PAPER, turn.id, index))
    if not 0 <= item.claim < len(turn.claims):
        return None
    claim = turn.claims[item.claim]
    words = clean("".join(part.text for part in statement(claim, {}, vocabulary)))
    inlines = (Strong(f"{claim.verdict.icon} {claim.verdict.label}: "), Plain(f"{words}."), asked)
    return Text(inlines), _off(Action(Verb.BOOKMARK, turn.id, item.claim))


def _paper(paper: Paper) -> tuple[Inline, ...]:
    words = citation(paper)
    return (Link(words, url) if (url := safe_url(paper.url)) else Plain(words), Plain("."))


def _off(action: Action) -> Choices:
    return Choices((Choice("Take off the list", str(action), look=Look.SUBTLE),))
