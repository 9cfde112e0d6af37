"""The walk of the exploration, with the real assistant on the starter graph, as somebody would do it on a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
import simcord

from adapters.discord.places import place_of
from tests.adapters.discord.rig import Rig, ids, shown, walk
from tests.kgcore.house import Bot


@pytest_asyncio.fixture
async def lab(bot: Bot, request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    """A server with the real bot; a parameter says whether it may read what does not name it."""
    rig = Rig(bot.store, long=True, content=getattr(request, "param", False))
    rig.attach(bot.assistant, bot.assistant.ask)
    env = simcord.Env(rig.adapter.client, settle_timeout=30)
    await env.start()
    rig.arrange(env)
    yield rig
    await env.shutdown()
    env.raise_errors()


def of(message: Any, verb: str) -> str:
    """Return the first id or entry of a message that asks for this."""
    return next(i for i in ids(message) if i.startswith(f"kg1:{verb}:"))


async def choose(rig: Rig, message: Any, value: str) -> Any:
    """Choose an entry of whichever menu has it."""
    parts = list(walk([c.to_dict() for c in message.components]))
    menu = next(p for p in parts if any(o["value"] == value for o in p.get("options") or ()))
    result = await rig.ann.select(message, [value], custom_id=menu["custom_id"])
    await rig.settle()
    return result


async def press(rig: Rig, message: Any, id: str) -> Any:
    result = await rig.ann.click(message, custom_id=id)
    await rig.settle()
    return result


async def test_the_walk_of_the_exploration(lab: Rig) -> None:
    await lab.mention("Which supplement may slow Alzheimer's disease?")
    thread = lab.thread
    assert thread.name == "Which supplement may slow Alzheimer's disease?"
    first = thread.history()[-1]
    text = shown(first)
    for expected in ("1. ● **Reported** · Vitamin E", "does not treat", "**Ask next**", "6 of 45 explored", "Ask"):
        assert expected in text
    assert [a.filename.endswith(".png") for a in first.attachments] == [True]

    why = await choose(lab, first, of(first, "why"))
    assert why.ephemeral
    assert "Papers for it" in shown(why.response.message)
    assert "](<https://" in shown(why.response.message)

    for question, expected in (
        ("Which other disorders can omega-3 help with?", "omega-3"),
        ("Why might vitamin E help in Alzheimer's disease?", "◐ **Papers disagree**"),
        ("How do antioxidants affect neurons?", "? **No evidence found here**"),
    ):
        await lab.mention(question, thread)
        told = "\n".join(shown(m) for m in thread.history()[-2:])
        assert question in told
        assert expected in told
    assert "Not found is not untrue" in "\n".join(shown(m) for m in thread.history()[-2:])
    assert "Steps ● 1 – ● 2 – ● 3 – **◉ 4**" in "\n".join(shown(m) for m in thread.history()[-2:])


async def test_what_stands_under_an_answer_can_be_used(lab: Rig) -> None:
    await lab.mention("Which supplement may slow Alzheimer's disease?")
    (answer,) = lab.thread.history()
    await choose(lab, answer, of(answer, "dismiss"))
    (answer,) = lab.thread.history()
    assert "Undo: dismissing a question" in shown(answer)
    await press(lab, answer, of(answer, "undo"))
    (answer,) = lab.thread.history()
    assert "Undo" not in shown(answer)

    node = await choose(lab, answer, of(answer, "node"))
    assert "**Description:**" in shown(node.response.message)
    opened = await lab.ann.click(node.response, label="Ask about Alzheimer's disease")
    await lab.ann.submit_modal(opened, {"text": "What prevents it?"})
    await lab.settle()
    assert "What prevents it?" in shown(lab.thread.history()[1])

    looks = await press(lab, answer, of(answer, "picture"))
    await lab.ann.click(looks.response, label="One per paragraph")
    await lab.settle()
    assert len(lab.thread.history()[0].attachments) == 3

    await press(lab, answer, of(answer, "summary"))
    summary = lab.thread.history()[-1]
    names = {a.filename for m in lab.thread.history()[2:] for a in m.attachments}
    assert {name.rpartition(".")[2] for name in names} >= {"md", "bib", "ris"}
    assert "not medical advice" in "".join(shown(m) for m in lab.thread.history()[2:]) or shown(summary)


async def test_a_suggestion_is_answered_and_a_restart_changes_nothing(lab: Rig) -> None:
    await lab.mention("Which supplement may slow Alzheimer's disease?")
    (answer,) = lab.thread.history()
    await lab.restart()
    await press(lab, answer, of(answer, "ask"))
    after = lab.thread.history()
    assert len(after) > 1
    assert "Which drugs can help with Alzheimer's disease?" in shown(after[1])
    again = await press(lab, answer, of(answer, "ask"))
    assert "asked already" in shown(again.followups[0].message)


async def test_literature_is_looked_up_turned_and_shared(lab: Rig) -> None:
    found: Any = await lab.ann.slash(lab.channel, "literature", about="vitamin E")
    assert found.ephemeral
    assert "Papers 1 to 5 of" in shown(found.response.message)
    inverted = await press(lab, found.response, of(found.response.message, "page"))
    assert "Papers 6 to 10 of" in shown(inverted.response.message)
    await press(lab, found.response, of(inverted.response.message, "share"))
    last = lab.channel.last_message
    assert last is not None
    assert "ann" in shown(last)
    assert "Papers 6 to 10 of" in shown(last)


async def test_somebodys_message_is_checked(lab: Rig) -> None:
    said = await lab.ben.send(lab.channel, "Vitamin E prevents Alzheimer's disease. @everyone")
    await lab.ann.context_menu(lab.channel, "Check the claims in this message", said)
    await lab.settle()
    told = "\n".join(shown(m) for m in lab.thread.history())
    assert "**ben:**" in told
    assert "✗ **Contradicted**" in told or "◐ **Papers disagree**" in told
    assert "@everyone" not in told


async def test_a_question_that_is_deleted_leaves_nothing_behind(lab: Rig) -> None:
    asked = await lab.mention("Can vitamin E slow the progression of Alzheimer's disease?")
    await lab.ann.delete(asked)
    await lab.settle()
    (answer,) = lab.thread.history()
    assert "The question was deleted." in shown(answer)
    assert "slow the progression of Alzheimer's disease?" not in shown(answer)
    await lab.ann.click(answer, label="Remove the answer")
    await lab.settle()
    (answer,) = lab.thread.history()
    assert "This answer was removed" in shown(answer)


async def test_a_thread_that_is_deleted_leaves_nothing_behind(lab: Rig) -> None:
    await lab.mention("Can vitamin E slow the progression of Alzheimer's disease?")
    await lab.mention("And what about zinc?", lab.thread)
    gone = lab.thread
    other = await lab.mention("Does zinc shorten colds?")
    place = place_of(lab.channel, lab.guild.id, gone.id)
    assert len(await lab.store.turns(place.key)) == 2
    before = len(lab.channel.history())
    lab.env.backend.delete_channel(gone.id)
    await lab.settle()
    assert not await lab.store.turns(place.key)
    assert await lab.store.turns(place_of(lab.channel, lab.guild.id, other.id).key)
    assert lab.worker.busy == 0
    assert len(lab.channel.history()) == before  # nobody is told of it in the channel


async def test_the_name_of_a_thread_tells_nothing_of_the_deleted_message_that_it_was_made_of(lab: Rig) -> None:
    asked = await lab.mention("Can vitamin E slow the progression of Alzheimer's disease?")
    other = await lab.mention("Does zinc shorten colds?")
    await lab.ann.delete(asked)
    await lab.settle()
    names = {thread.id: thread.name for thread in lab.channel.threads}
    assert names == {asked.id: "Evigraph", other.id: "Does zinc shorten colds?"}


@pytest.mark.parametrize("began", [True, False], ids=["the message that the thread was made of", "one in the thread"])
@pytest.mark.parametrize("lab", [True], indirect=True)
async def test_a_map_goes_with_a_message_that_stands_in_it(lab: Rig, began: bool) -> None:
    first = await lab.ben.send(lab.channel, "Vitamin E prevents Alzheimer's disease.")
    await lab.ann.context_menu(lab.channel, "Check the claims in this message", first)
    await lab.settle()
    thread = lab.thread
    second = await lab.ann.send(thread, "Ginkgo biloba prevents dementia.")
    await lab.ann.context_menu(lab.channel, "Map this thread", first)
    await lab.settle()
    assert "Ginkgo biloba prevents dementia" in "\n".join(shown(m) for m in thread.history() if m.author.bot)
    await (lab.ben.delete(first) if began else lab.ann.delete(second))
    await lab.settle()
    told = "\n".join(shown(m) for m in thread.history() if m.author.bot)
    assert "was removed with it" in told
    assert "Ginkgo" not in told
