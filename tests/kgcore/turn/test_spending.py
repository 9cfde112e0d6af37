"""Budgets: people are told when one is nearly used up, then the graph alone answers and says so."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.spending import Spending
from kgcore.values.budget import Price, parse_budget
from kgcore.values.message import Message
from kgcore.values.reply import Reply
from kgcore.values.tasks import Request, Task
from kgcore.values.thread import Mode
from tests.kgcore.house import Bot, bot, folder
from tests.kgcore.talking import BEN, CHANNEL, VITAMIN_E, notices

__all__ = ["bot", "folder"]

ANSWER = "Vitamin E may help." + " It is a vitamin." * 20


class Clock:
    """A time that only moves when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 31, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def limited(bot: Bot, text: str, clock: Clock, characters: int = 4000) -> None:
    """Give the bot a model whose requests are so long, and a budget."""

    def length(request: Request) -> int:
        return characters

    prices = {"m": Price(1_000_000, 1_000_000)}  # a dollar for a million tokens
    bot.spending = Spending(bot.store, parse_budget(text), prices, length, now=clock)
    bot.start(ScriptedModel({Task.ANSWER: [ANSWER]}, name="m"))


async def asked(bot: Bot) -> Reply:
    return (await bot.ask(VITAMIN_E, CHANNEL))[-1]


async def mode(bot: Bot) -> Mode:
    return (await bot.store.turns(CHANNEL.key))[-1].mode


async def test_one_is_told_once_at_80_per_cent_and_then_the_graph_alone_answers(bot: Bot) -> None:
    clock = Clock()
    limited(bot, "person=2500/day", clock)
    assert "budget" not in notices(await asked(bot))  # about 1,100 tokens each
    await asked(bot)
    told = notices(await asked(bot))
    assert "% of your daily budget" in told
    last = notices(await asked(bot))
    assert "your daily budget for it is used up until tomorrow" in last
    assert await mode(bot) is Mode.GRAPH
    clock.now += timedelta(days=1)
    assert "used up" not in notices(await asked(bot))


async def test_what_one_person_has_used_up_is_not_anothers(bot: Bot) -> None:
    limited(bot, "person=100/day", Clock())
    await asked(bot)
    assert "used up" in notices(await asked(bot))
    *_, reply = [r async for r in bot.assistant.turn(Message("b1", CHANNEL, BEN, VITAMIN_E))]
    assert "used up" not in notices(reply)


async def test_money_is_counted_by_the_price_table_for_the_whole_channel(bot: Bot) -> None:
    limited(bot, "channel=0.001USD/month", Clock())  # a thousand tokens
    await asked(bot)
    *_, reply = [r async for r in bot.assistant.turn(Message("b1", CHANNEL, BEN, VITAMIN_E))]
    assert "this channel's monthly budget for it is used up until 1 February" in notices(reply)


async def test_nothing_is_lost_when_many_count_at_once(bot: Bot) -> None:
    await asyncio.gather(*(bot.store.add_to_state("n", "k", 3) for _ in range(40)))
    assert await bot.store.add_to_state("n", "k", 0) == 120
