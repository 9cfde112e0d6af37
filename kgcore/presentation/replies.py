"""Small replies that need no turn of their own. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from kgcore.commands import CommandSurface, Typing, commands_on
from kgcore.english.agreement import count_noun
from kgcore.exploration.exploration import effective_actions
from kgcore.presentation.claims import badge_of, statement_inlines
from kgcore.presentation.export import citation, safe_url
from kgcore.presentation.parts import opening_words
from kgcore.question.narrowing import designs_in_words
from kgcore.values.actions import ActionRecord, Bookmarked, Rated
from kgcore.values.courtesy import Courtesy
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    Field,
    FieldKind,
    Form,
    Inline,
    Link,
    Look,
    Notice,
    Plain,
    Reply,
    Strong,
    Table,
    Text,
    Tone,
)
from kgcore.values.text import clean_line
from kgcore.values.thread import Turn
from kgcore.verdicts import ROWS
from kgcore.vocabulary.vocabulary import Vocabulary

STALE = "This button belongs to an answer that is no longer here. Ask the question again, and you get fresh ones."


def notice_reply(text: str, tone: Tone = Tone.INFO) -> Reply:
    """Return a reply that only says one thing, to the person alone who asked for it."""
    return Reply("", "", (Notice(text, tone),), private=True)


def refusal_reply(text: str) -> Reply:
    """Return a reply that says why nothing was done."""
    return notice_reply(text, Tone.WARNING)


def try_again(note: str) -> Choices:
    """Return the button that has answered what failed, as the note of that id keeps it."""
    return Choices((Choice("Try again", str(Action(Verb.RETRY, note))),))


_COURTESIES = {
    Courtesy.GREETING: (
        "Hello. Ask me a question about health, such as “Does zinc shorten colds?”, and I check every claim of my "
        "answer. “help” lists what else I can do."
    ),
    Courtesy.THANKS: "You are welcome.",
    Courtesy.GOODBYE: "Goodbye. The thread stays here, and you can go on with it at any time.",
    Courtesy.NODDING: "Go on with “Why?”, “Show me the papers.” or “How strong is that evidence?”, or ask anew.",
    Courtesy.STOP: "Nothing is being written here.",
    Courtesy.BARE: (
        "Write something after it: “ask Does zinc shorten colds?”, “check Zinc cures colds.”, “browse zinc”. "
        "“check” in reply to a message checks that message."
    ),
}


def courtesy_reply(courtesy: Courtesy) -> Reply:
    """Return what is said to what asks nothing, where it was said."""
    return Reply("", "", (Notice(_COURTESIES[courtesy]),))


def failure_reply(words: str, note: str, turn: Turn | None) -> Reply:
    """Return that something failed, in the place of the turn's own message if it has one."""
    blocks = (Notice(words, Tone.WARNING), try_again(note))
    return Reply(turn.id, turn.question, blocks) if turn is not None else Reply("", "", blocks)


def ambiguous_name_reply(note: str, why: str, instead: Iterable[tuple[str, str, object]]) -> Reply:
    """Return why a name cannot be browsed from, and a button for each thing that can."""
    buttons = tuple(
        Choice(words, str(Action(Verb.BROWSE, note, n)), hint) for n, (words, hint, _) in enumerate(instead)
    )
    choices = (Choices(buttons[:3], buttons[3:], "Browse"),) if buttons else ()
    return Reply("", "", (Notice(why, Tone.WARNING), *choices), private=True)


def choices_reply(rows: Iterable[tuple[str, str, str]]) -> Reply:
    """Return rows of (label, action, hint) as one Choices block."""
    return Reply("", "", (Choices(tuple(Choice(label or "…", action, hint) for label, action, hint in rows)),))


def first_wordings(turn: Turn) -> Reply:
    """Return what was written before it was corrected, and what the graph says instead."""
    blocks: list[Block] = []
    for correction in turn.corrections:
        blocks.append(Text((Strong("First written: "), Plain(correction.first))))
        blocks.append(Text((Strong("The graph says: "), Plain(" ".join(correction.facts))), correction=True))
    return (
        Reply("", turn.question, tuple(blocks), private=True)
        if blocks
        else notice_reply("Nothing was corrected in that answer.")
    )


def claim_evidence_reply(whole: Reply, number: int) -> Reply:
    """Return the one claim of a reply that has this number, with what stands behind it."""
    claims = [c for b in whole.blocks if isinstance(b, Claims) for c in b.claims if c.number == number]
    return Reply("", whole.question, (Claims(tuple(claims)),), private=True) if claims else refusal_reply(STALE)


def told_of_narrowing(designs: tuple[str, ...], changed: int, total: int) -> str:
    """Return which papers count from now on, and what that changed."""
    which = f"Only {designs_in_words(designs)} count in this thread now" if designs else "All papers count again"
    verdicts = f"{count_noun(changed, 'verdict')} of {total} changed" if changed else "no verdict changed"
    back = "; say “all papers” to go back." if designs else "."
    return f"{which}: {verdicts}{back}"


# --- A person's own list of claims and papers.

MOST_SHOWN = 20  # a longer list does not fit into one message anywhere
EMPTY = "Your list is empty. Bookmark a claim or a paper to see it here."


def bookmarks_from_actions(action_records: Sequence[ActionRecord]) -> tuple[Bookmarked, ...]:
    """Return what is on the list that these recorded actions (of one person) make up, the newest first."""
    on: dict[tuple[str, object], Bookmarked] = {}
    for control in (d.control for d in effective_actions(action_records)):
        if isinstance(control, Bookmarked):
            key: tuple[str, object] = ("", control.paper) if control.paper else (control.turn, control.claim)
            on.pop(key, None)
            if not control.off:
                on[key] = control
    return tuple(reversed(on.values()))


def bookmarks_panel(
    items: Sequence[Bookmarked],
    turns: Mapping[str, Turn],
    vocabulary: Vocabulary,
    found: Mapping[str, tuple[Paper, str]] = MappingProxyType({}),
) -> Reply:
    """Return the list, each entry with "take off"; `turns` by id. What is no longer there is passed over.

    `found` are papers that were looked up, by id, each with the action that takes it off.
    """
    entries = (
        _looked_up(*found[item.paper])
        if not item.turn and item.paper in found
        else _entry(item, turns[item.turn], vocabulary)
        if item.turn in turns
        else None
        for item in items
    )
    shown = [entry for entry in entries if entry]
    if not shown:
        return Reply("", "", (Notice(EMPTY),), private=True)
    blocks: list[Block] = [block for entry in shown[:MOST_SHOWN] for block in entry]
    if len(shown) > MOST_SHOWN:
        older = len(shown) - MOST_SHOWN
        blocks.append(Notice(f"{older} older {'entry is' if older == 1 else 'entries are'} not shown."))
    return Reply("", "", tuple(blocks), private=True)


def _looked_up(paper: Paper, action: str) -> tuple[Block, Block]:
    off = Choices((Choice("Take off the list", action, look=Look.SUBTLE),))
    return Text((*_paper(paper), Plain(" Looked up."))), off


def _entry(item: Bookmarked, turn: Turn, vocabulary: Vocabulary) -> tuple[Block, Block] | None:
    asked = Plain(f" Asked: {opening_words(turn.question, 200)}")
    if item.paper:
        index = next((n for n, p in enumerate(turn.papers) if p.id == item.paper), -1)
        if index < 0:
            return None
        return Text((*_paper(turn.papers[index]), asked)), _off(Action(Verb.BOOKMARK_PAPER, turn.id, index))
    if not 0 <= item.claim < len(turn.claims):
        return None
    claim = turn.claims[item.claim]
    words = clean_line("".join(part.text for part in statement_inlines(claim, {}, vocabulary)))
    badge = badge_of(claim)
    inlines = (Strong(f"{badge.icon} {badge.label}: "), Plain(f"{words}."), asked)
    return Text(inlines), _off(Action(Verb.BOOKMARK, turn.id, item.claim))


def _paper(paper: Paper) -> tuple[Inline, ...]:
    words = citation(paper)
    return (Link(words, url) if (url := safe_url(paper.url)) else Plain(words), Plain("."))


def _off(action: Action) -> Choices:
    return Choices((Choice("Take off the list", str(action), look=Look.SUBTLE),))


# --- What can be forgotten, and what was.

THREAD, PERSON, NOTHING = 0, 1, 2  # the index of Verb.FORGET
ASKED = "What should be forgotten? This cannot be undone."
MESSAGES_STAY = "Messages that stand here already stay until you delete them."
FORGOTTEN = "This thread is forgotten: its questions, answers, pictures and everything done in it."
PERSON_FORGOTTEN = (
    "What was kept about you is forgotten: your list, ratings and settings, and what you seemed to like. "
    "Your questions stay in their threads, without your name."
)
GONE = "There is nothing left of this thread: it has been forgotten."
KEPT = "Nothing was forgotten."
NOT_YOURS = "Only somebody who has taken part in this thread, or an admin, can have it forgotten."


def forget_panel(turn: str, thread: bool, shared: bool) -> Reply:
    """Return the question what is to be forgotten; `turn` is one of the thread's, `thread` whether there is one,
    `shared` whether others are here, too.
    """

    def button(label: str, index: int, hint: str = "", look: Look = Look.NORMAL) -> Choice:
        return Choice(label, str(Action(Verb.FORGET, turn, index)), hint, look=look)

    whose = "for everybody in it" if shared else "with its answers and pictures"
    buttons = [button("Forget this thread", THREAD, whose)] if thread else []
    buttons.append(button("Forget what is kept of me", PERSON, "in all threads"))
    buttons.append(button("Keep everything", NOTHING, look=Look.SUBTLE))
    asked = f"{ASKED} {MESSAGES_STAY}" if shared else ASKED
    return Reply("", "", (Notice(asked, Tone.WARNING), Choices(tuple(buttons))), private=True)


# --- What one can do here, in short.


def help_panel(typing: Typing | None = None, *, shared: bool = True) -> Reply:
    """Return the commands, as people give them on their platform, and what the signs mean.

    `shared`: others are here, too.
    """
    typing = typing or Typing()
    rows = ((typing.usage(row), row.words if shared else row.own_words) for row in commands_on(CommandSurface.PAGE))
    signs = " · ".join(f"{row.icon} {row.short}" for row in ROWS.values())
    return Reply(
        "",
        "",
        (
            Text(
                (
                    Strong("Ask a question about health. "),
                    Plain("Each claim of the answer gets a sign: "),
                    Plain(f"{signs}."),
                )
            ),
            Text((Plain("Below an answer you find what to ask next; you can dismiss what does not interest you."),)),
            *((Text((Plain(typing.words),)),) if typing.words else ()),
            Table(("Command", "What it does"), tuple(row for row in rows if row[0])),
            Notice("Answers are general information, not medical advice."),
        ),
        private=True,
    )


# --- What people thought of an answer or a claim.

LONGEST_REASON = 1000  # characters


def last_ratings(action_records: Iterable[ActionRecord]) -> tuple[ActionRecord, ...]:
    """Return everybody's last word on every answer and claim, in the order in which they came."""
    last: dict[tuple[str, str, int], ActionRecord] = {}
    for action_record in action_records:
        if isinstance(action_record.control, Rated):
            key = (action_record.person, action_record.control.turn, action_record.control.claim)
            last.pop(key, None)
            last[key] = action_record
    return tuple(last.values())


def thanks_reply(rated: Rated) -> Reply:
    """Return thanks, and a form for the reason."""
    what = f"claim {rated.claim}" if rated.claim else "this answer"
    title = f"What was good about {what}?" if rated.good else f"What was wrong with {what}?"
    reason = Field("reason", "In your words", FieldKind.TEXT, value=(rated.reason,), least=0, most=LONGEST_REASON)
    form = Form(title, (reason,), "Send", str(Action(Verb.REASON, rated.turn, rated.claim)))
    return Reply("", "", (Notice("Thanks. Those who look after this bot can read it.", Tone.INFO), form), private=True)
