"""Typical replies look as they did (`make goldens` renews the files), and say all that they have to say."""

from __future__ import annotations

import json

import pytest

from adapters.discord.condensing import short_reply
from adapters.discord.layout import lay_out_reply
from kgcore.values.model import Paper
from kgcore.values.reply import File, Notice, Papers, PaperView, Reply, Table
from tests.adapters.discord.golden import FOLDER, KEPT, replies, written
from tests.adapters.discord.rig import components
from tests.adapters.meaning import left_out

REPLIES = replies()


@pytest.mark.parametrize("name", KEPT)
def test_a_typical_reply_looks_as_it_did(name: str) -> None:
    assert written(name, REPLIES[name]) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", REPLIES)
def test_nothing_of_a_typical_reply_is_left_out(name: str) -> None:
    sent = written(name, REPLIES[name])
    assert left_out(REPLIES[name], json.loads(sent), sent) == []


def test_every_golden_file_is_compared() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(KEPT)


def test_a_long_summary_is_one_message_where_its_files_can_be_attached() -> None:
    table = Table(("No.", "Claim"), tuple((str(n), f"Claim {n} " * 9) for n in range(90)), "Claims")
    papers = Papers(tuple(PaperView(Paper(f"PMID:{n}", f"Paper {n}")) for n in range(60)), 1, 60)
    reply = Reply("", "Summary", (Notice("9 steps."), table, papers, File("evigraph.md", "text/markdown", b"all")))
    (page,) = lay_out_reply(short_reply(reply))
    told = str(components(page))
    assert "more rows in the files" in told
    assert "55 more papers in the files" in told


def test_words_that_were_sought_are_bold_in_what_is_quoted() -> None:
    view = PaperView(
        Paper("PMID:1"), (("", "“*Colds* were shorter.” (Results)"),), marked=frozenset({"colds", "results"})
    )
    (page,) = lay_out_reply(Reply("", "", (Papers((view,), 1, 1),)))
    assert r"“\***Colds**\* were shorter.” (Results)" in str(components(page)).replace("\\\\", "\\")
