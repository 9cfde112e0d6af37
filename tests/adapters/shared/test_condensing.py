"""One split of a reply for all platforms: nothing of it is lost between the message and what its controls open."""

from __future__ import annotations

import pytest

from adapters.shared.condensing import CondensedReply, MessageRoom, Rest, condense_reply, read_rest, rest_id
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    File,
    Notice,
    Papers,
    PaperView,
    Plain,
    Progress,
    Reply,
    Table,
    Text,
    Tone,
)
from kgcore.verdicts import Verdict

ROOM = MessageRoom(claims=2, papers=1, rows=2, characters=100)
ASK = Choices((Choice("Why?", str(Action(Verb.ASK, "t", 0)), hint="since"),), title="Ask next")
UNDO = Choices((Choice("Undo", str(Action(Verb.UNDO, "t"))),))
THUMBS = Choices((Choice("👍", str(Action(Verb.UP, "t"))), Choice("👎", str(Action(Verb.DOWN, "t")))))
PICTURE = Choices((Choice("Picture and text", str(Action(Verb.PICTURE, "t"))),))
SMALL = Table(("A",), (("1",), ("2",)))
LARGE = Table(("A",), (("1",), ("2",), ("3",)))


def claims(number: int) -> Claims:
    return Claims(tuple(ClaimView(n, Verdict.SUPPORTED, (Plain(f"claim {n}"),), "") for n in range(1, number + 1)))


def condensed(*blocks: Block, room: MessageRoom = ROOM, final: bool = True) -> CondensedReply:
    return condense_reply(Reply("t", "Is zinc good?", blocks, final=final), room)


def test_the_message_is_read_from_words_to_what_can_be_done() -> None:
    words, loud, more = Text((Plain("It is."),)), Notice("Careful.", Tone.WARNING), Notice("Small print.")
    made = condensed(more, UNDO, THUMBS, SMALL, claims(2), ASK, loud, words, Progress(1, 2))
    assert made.shown == (loud, words, claims(2), SMALL, UNDO)
    assert (made.questions, made.thumbs, made.notes) == (ASK, (THUMBS,), (Notice("Small print."),))
    assert made.rest == {Rest.EVIDENCE: (claims(2),), Rest.MORE: (ASK, Progress(1, 2))}


def test_what_there_is_no_room_for_is_counted_and_stands_behind_evidence() -> None:
    made = condensed(claims(5), LARGE, SMALL)
    shown, further, table, rows = made.shown
    assert (shown, table) == (claims(2), SMALL)
    assert (further, rows) == (
        Notice("3 more claims are behind “Evidence”.", Tone.INFO),
        Notice("… and 1 more row behind “Evidence”.", Tone.INFO),
    )
    assert made.rest[Rest.EVIDENCE] == (claims(5), LARGE, SMALL)


def test_a_row_that_is_too_long_for_the_message_is_left_out() -> None:
    made = condensed(Table(("A",), (("1",), ("x" * 100,))))
    assert made.shown[0] == Table(("A",), (("1",),))


def test_where_there_are_files_the_rest_stands_in_them() -> None:
    papers = Papers(tuple(PaperView(Paper(f"PMID:{n}")) for n in range(3)), 1, 3)
    shown = condensed(LARGE, papers, File("all.md", "text/markdown", b"")).shown
    assert Papers(papers.papers[:1], 1, 3) in shown
    assert [b.text for b in shown if isinstance(b, Notice)] == [
        "… and 1 more row in the files.",
        "… and 2 more papers in the files.",
    ]


def test_what_people_said_to_each_other_is_told_in_figures_and_one_message_whole() -> None:
    said = tuple(Text((Plain(f"word {n}"),), speaker="Ann") for n in range(2))
    made = condensed(*said, claims(2))
    assert made.shown == (Notice("2 claims checked: 2 ✓ Supported.", Tone.INFO),)
    assert made.rest[Rest.EVIDENCE] == (*said, claims(2))
    assert condensed(said[0], claims(2)).shown == (said[0], claims(2))


def test_the_first_wording_of_a_sentence_stands_behind_evidence() -> None:
    corrected = Text((Plain("The graph says otherwise."),), correction=True, first="It cures.")
    made = condensed(corrected)
    assert made.shown == (Text((Plain("The graph says otherwise."),), correction=True),)
    assert made.rest[Rest.EVIDENCE] == (corrected,)


def test_next_questions_open_from_a_control_of_their_own_where_there_is_one() -> None:
    made = condensed(ASK, PICTURE, room=MessageRoom(2, 1, 2, 100, next=True))
    assert made.rest == {Rest.NEXT: (ASK,), Rest.MORE: (PICTURE,)}


def test_what_is_being_written_is_shown_as_it_is() -> None:
    blocks = (Progress(doing="Looking"), claims(5), LARGE, UNDO)
    assert condensed(*blocks, final=False) == CondensedReply(blocks)


@pytest.mark.parametrize("prefix", ["", "rest:", "kgr:"])
def test_the_id_of_a_control_says_what_it_opens_and_no_other_does(prefix: str) -> None:
    assert [read_rest(prefix, rest_id(prefix, rest, "t")) for rest in Rest] == [(rest, "t") for rest in Rest]
    for id in ("", "kg1:ask:t:0", f"{prefix}evidence:", f"{prefix}else:t", "x:evidence:t"):
        assert read_rest(prefix, id) is None
