"""Papers that were looked up, and thumbs, in a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from bot.chat_lines import index_of
from bot.picks import numbered_choices
from bot.terminal import ReplyStyle, print_reply
from bot.terminal_claims import render_papers
from kgcore.commands import Numbering
from kgcore.values.model import Paper
from kgcore.values.reply import Choice, Choices, Papers, PaperView, Reply
from tests.fakes.terminal import Paper as Sheet

VIEW = PaperView(
    Paper("PMID:1", "A [red]trial\x1b[31m", "BMJ", 2008, "https://x.org/1"),
    (("+", "Vitamin E treats it"), ("−", "Vitamin E prevents it"), ("", "and 2 more")),
)
THUMBS = Choices((Choice("👍", "kg1:up:t:0"), Choice("👎", "kg1:down:t:0")), title="Was this useful?")


def printed(reply: Reply) -> str:
    sheet = Sheet(100)
    print_reply(reply, sheet.console, ReplyStyle())
    return sheet.text


def test_papers_are_printed_with_number_source_and_what_they_bear_on() -> None:
    text = printed(Reply("", "", (Papers((VIEW,), 6, 12),), private=True))
    assert text.splitlines()[:2] == ["Paper 6 of 12", " 6  A [red]trial [31m BMJ · 2008 · PMID:1"]
    assert "    − Vitamin E prevents it" in text
    assert "\x1b" not in text


def test_words_that_were_sought_are_bold_in_what_is_quoted() -> None:
    view = PaperView(
        Paper("PMID:1"), (("", "“Colds were shorter.” (Results)"),), marked=frozenset({"colds", "results"})
    )
    shown = render_papers(Papers((view,)))
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO(), width=80)
    with console.capture() as kept:
        console.print(shown)
    assert "“\x1b[1mColds\x1b[0m were shorter.” (Results)" in kept.get()


def test_thumbs_take_no_numbers_in_a_terminal() -> None:
    reply = Reply("t", "q", (THUMBS, Choices((Choice("More", "kg1:more:t:0"),))))
    assert [p.action for p in numbered_choices(reply) if isinstance(p, Choice)] == ["kg1:more:t:0"]
    assert "👍" not in printed(reply)


@pytest.mark.parametrize(("rest", "index"), [("", 0), ("3", 3), ("x", None), ("0", None)])
def test_rating_means_the_answer_or_the_claim_with_that_number(rest: str, index: int | None) -> None:
    assert index_of(Numbering.PERHAPS, rest) == index
