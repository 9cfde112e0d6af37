"""Facts proposed and decided about in Discord: buttons that work for reviewers only, and two of them at one card."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
import simcord

from adapters.discord.modals import submitted_fields
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


async def edited(lab: Rig, waiting: Any) -> Any:
    """Return the form that opens behind a card's *Edit*."""
    id = next(i for i in ids(last(waiting)) if i.startswith("kg1:edit:"))
    panel = await lab.ben.click(waiting.followups[-1] if waiting.followups else waiting.response, custom_id=id)
    await lab.settle()
    (opens,) = ids(last(panel))
    assert panel.response is not None
    return await lab.ben.click(panel.response, custom_id=opens)


async def test_a_proposal_is_mended_with_lists_of_entities_and_relations_and_another_reviewer_is_asked(
    lab: Rig, bot: Bot
) -> None:
    await lab.ann.slash(lab.channel, "evigraph add", fact=FACT)
    await lab.settle()
    reviewing(lab, bot, lab.ann, lab.ben)
    form = await edited(lab, await card(lab, lab.ben))
    assert len(form.modal["components"]) == 5  # the most that Discord takes
    named = {c["component"]["custom_id"]: c["component"] for c in form.modal["components"]}
    first, relation, second = (named[name]["options"] for name in ("subject", "relation", "object"))
    assert [o["label"] for o in first if o.get("default")] == ["Creatine (supplement)"]
    assert [o["label"] for o in relation if o.get("default")] == ["treats"]
    assert "does not treat" in [o["label"] for o in relation]
    other = next(o for o in second if not o.get("default"))  # the nearest of the graph, by its id
    values = {"subject": ["Creatine"], "relation": ["no:TREATS"], "object": [other["value"]]}
    await lab.ben.submit_modal(form, {**values, "subject~typed": "", "object~typed": ""})
    await lab.settle()
    (amended,) = (r for r in bot.acts.layer().proposals.values() if r.state is ReviewState.OPEN)
    assert (amended.fact.object, amended.fact.negated) == (other["value"], True)
    form = await edited(lab, await card(lab, lab.ben))
    chosen = {"subject": ["Creatine"], "relation": ["yes:PREVENTS"], "object": [form_default(form, "object")]}
    await lab.ben.submit_modal(form, {**chosen, "object~typed": "Migraine"})  # what is typed counts
    await lab.settle()
    again = await card(lab, lab.ben)
    assert "Creatine prevents migraine" in shown(last(again))
    named = {i.split(":")[1]: i for i in ids(last(again)) if i.startswith("kg1:")}
    await lab.ben.click(again.followups[-1] if again.followups else again.response, custom_id=named["second"])
    await lab.settle()
    assert "asks for another reviewer" in " ".join(shown(m) for m in lab.channel.history())


def form_default(form: Any, name: str) -> str:
    """Return what a list of the form is set to at first."""
    control = next(c["component"] for c in form.modal["components"] if c["component"]["custom_id"] == name)
    return next(str(o["value"]) for o in control["options"] if o.get("default"))


def test_what_is_sent_from_a_modal_is_read_as_discord_documents_it() -> None:
    """Lists have values, lines a value, both inside labels (type 18); a line left empty is sent as ""."""

    def label(id: int, **control: Any) -> dict[str, Any]:
        return {"type": 18, "id": id, "component": {"id": id + 1, **control}}

    sent = {
        "custom_id": "kgs:kg1:amend:review:1",
        "components": [
            label(1, type=3, custom_id="subject", values=["SUP:creatine"]),
            label(3, type=4, custom_id="subject~typed", value=""),
            label(5, type=3, custom_id="relation", values=["no:TREATS"]),
            label(7, type=4, custom_id="object~typed", value=" Migraine "),
            label(9, type=3, custom_id="object", values=["DIS:insomnia"]),
        ],
    }
    assert dict(submitted_fields(sent)) == {
        "subject": ("SUP:creatine",),
        "relation": ("no:TREATS",),
        "object": ("Migraine",),
    }
