"""docs/formats.md names every key that programs are given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.records import panel_record, turn_record
from kgcore.values.message import Action, Verb
from kgcore.values.thread import Mode
from tests.kgcore.house import HERE, Bot, bot, folder

__all__ = ["bot", "folder"]

DOCS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def keys(record: Any) -> Iterator[str]:
    if isinstance(record, dict):
        for key, value in record.items():
            yield key
            yield from keys(value)
    elif isinstance(record, list | tuple):
        for value in record:
            yield from keys(value)


async def test_every_key_of_a_turn_and_of_its_panels_is_described(bot: Bot) -> None:
    answer = (await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?"))[-1]
    turn = await bot.turn([answer])
    turns, action_records = await bot.store.turns(HERE.key), await bot.store.action_records(HERE.key)
    found = set(keys(turn_record(turn, answer, turns, action_records, ("a.png",))))
    for verb in (Verb.PICTURE, Verb.NODE, Verb.STEPS, Verb.SUMMARY, Verb.PROGRESS, Verb.SETTINGS, Verb.WHY):
        (panel,) = await bot.click(str(Action(verb, answer.turn, 1)))
        found |= set(keys(panel_record(panel, "t1", ())))
    assert {key for key in found if f"`{key}`" not in DOCS} == set()


async def test_every_mode_is_described() -> None:
    assert {mode.value for mode in Mode if f"`{mode.value}`" not in DOCS} == set()
