"""A curator's note is shown as a note: nothing puts it into quotation marks, as if the paper had said it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kgcore.vocabulary.wording import name_in_sentence
from tests.kgcore import starter
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]

GOLDEN = Path(__file__).parents[2] / "golden"
NOTES = sorted({e.note for e in starter.edges() if len(e.note) > 3}, key=len, reverse=True)
QUOTED = re.compile(rf"(?:“|&ldquo;|\\\"|>\")\s*(?:{'|'.join(map(re.escape, NOTES))})\s*(?:”|&rdquo;|\\\"|\"<)", re.I)
PARTS = 4
WORDINGS = ("How are {} and {} related?", "Why might {} affect {}?", "Does {} help with {}?", "Is {} bad for {}?")


@pytest.mark.parametrize("part", range(PARTS))
async def test_no_sentence_of_an_answer_puts_a_note_into_quotation_marks(bot: Bot, part: int) -> None:
    """Every second edge of the starter graph that has a note is asked about, in one of four wordings in turn."""
    known = starter.entities()
    noted = 0
    for place, edge in enumerate([e for e in starter.edges() if e.note][part :: 2 * PARTS]):
        ends = (name_in_sentence(known[edge.subject]), name_in_sentence(known[edge.object]))
        shown = repr((await bot.ask(WORDINGS[place % len(WORDINGS)].format(*ends)))[-1].blocks)
        noted += edge.note in shown
        assert not QUOTED.search(shown), ends
    assert noted > 10  # they are told, as notes


@pytest.mark.parametrize("path", sorted(GOLDEN.rglob("*.*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_surface_puts_a_note_into_quotation_marks(path: Path) -> None:
    assert not QUOTED.search(path.read_text(encoding="utf-8"))
