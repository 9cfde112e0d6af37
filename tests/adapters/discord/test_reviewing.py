"""Facts proposed and decided about in Discord: buttons that work for reviewers only, and two of them at one card."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
import simcord

from kgcore.curation.layer import ReviewState
from tests.adapters.discord.rig import Rig, ids, shown
from tests.kgcore.house import Bot

FACT = "Creatine treats insomnia, PMID 26752497"


@pytest_asyncio.fixture
async def lab(bot: Bot) -> AsyncIterator[Rig]:
    rig = Rig(bot.store)
    rig.attach(bot.assistant, bot.assistant.ask)
    env = simcord.Env(rig.adapter.client, settle_timeout=30)
    await env.start()
    rig.arrange(env)
    yield rig
    await env.shutdown()
    env.raise_errors()


def reviewing(lab: Rig, bot: Bot, *members: Any) -> None:
    """Have these people decide about proposals from now on."""
    bot.reviewers = frozenset(str(member.id) for member in members)
    bot.start()
    lab.attach(bot.assistant, bot.assistant.ask)


def last(result: Any) -> Any:
    """Return the last message that an interaction led to."""
    return result.followups[-1].message if result.followups else result.response.message


async def card(lab: Rig, member: Any) -> Any:
    result = await member.slash(lab.channel, "evigraph review")
    await lab.settle()
    assert result.ephemeral
    return result


async def accept(lab: Rig, member: Any, waiting: Any) -> str:
    id = next(i for i in ids(last(waiting)) if i.startswith("kg1:accept:"))
    result = await member.click(waiting.followups[-1] if waiting.followups else waiting.response, custom_id=id)
    await lab.settle()
    return str(shown(last(result)))


async def test_only_reviewers_decide_and_the_second_reads_what_the_first_did(lab: Rig, bot: Bot) -> None:
    cat = lab.guild.add_member(lab.env.create_user("cat"))
    reviewing(lab, bot, lab.ben)
    proposed = await cat.slash(lab.channel, "evigraph add", fact=FACT)
    await lab.settle()
    assert "Only reviewers can decide about it." in shown(last(proposed))
    assert not [i for i in ids(last(proposed)) if i.startswith("kg1:accept:")]
    reviewing(lab, bot, lab.ann, lab.ben)
    first, second = await card(lab, lab.ben), await card(lab, lab.ann)
    reviewing(lab, bot, lab.ben)
    assert "Only reviewers can decide about that." in await accept(lab, lab.ann, second)  # a button of earlier
    (waiting,) = bot.acts.layer().proposals.values()
    assert waiting.state is ReviewState.OPEN
    assert "counts from now on" in await accept(lab, lab.ben, first)
    reviewing(lab, bot, lab.ann, lab.ben)
    assert "ccepted by ben" in await accept(lab, lab.ann, second)
    assert len(bot.acts.layer().edges) == 1


async def test_a_proposal_is_mended_in_a_form_and_another_reviewer_is_asked_before_everybody(
    lab: Rig, bot: Bot
) -> None:
    await lab.ann.slash(lab.channel, "evigraph add", fact=FACT)
    await lab.settle()
    reviewing(lab, bot, lab.ann, lab.ben)
    waiting = await card(lab, lab.ben)
    named = {i.split(":")[1]: i for i in ids(last(waiting)) if i.startswith("kg1:")}
    panel = await lab.ben.click(
        waiting.followups[-1] if waiting.followups else waiting.response, custom_id=named["edit"]
    )
    await lab.settle()
    (opens,) = ids(last(panel))
    assert panel.response is not None
    form = await lab.ben.click(panel.response, custom_id=opens)
    assert form.modal
    controls = [c["component"] for c in form.modal["components"]]
    chosen = [bool(c.get("options")) for c in controls]
    assert chosen == [False, True, False, True]  # how the two are related, and whether they are, is in lists
    values = {c["custom_id"]: v for c, v in zip(controls, ("Creatine", ["TREATS"], "Migraine", ["no"]), strict=True)}
    await lab.ben.submit_modal(form, values)
    await lab.settle()
    again = await card(lab, lab.ben)
    assert "Creatine does not treat migraine" in shown(last(again))
    named = {i.split(":")[1]: i for i in ids(last(again)) if i.startswith("kg1:")}
    await lab.ben.click(again.followups[-1] if again.followups else again.response, custom_id=named["second"])
    await lab.settle()
    assert "asks for another reviewer" in " ".join(shown(m) for m in lab.channel.history())
