"""The KNOWNET walk with the real assistant on the starter graph, through the platform's own payloads and messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from microsoft_teams.api.models.task_module import (
    TaskModuleContinueResponse,
    TaskModuleMessageResponse,
    TaskModuleResponse,
)

from adapters.port import NOWHERE, Origin
from adapters.teams.app import TeamsAdapter
from bot.state import StoreState
from bot.worker import EventHandler, Worker
from kgcore.presentation.compose import MAP_REMOVED
from kgcore.values.message import Action, Command, Incoming, Place, Query, Verb
from kgcore.values.reply import Notice, Reply
from kgcore.verdicts import Badge
from tests.adapters.teams.people import CHANNEL, PERSONAL, ROOT, config, payload, pressed, running, said, submitted
from tests.kgcore.house import Bot, bot, folder
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import Keys
from tests.servers.teams_schema import buttons, faults, words

__all__ = ["bot", "folder"]
THREAD = f"{CHANNEL};messageid={ROOT}"


@dataclass
class Inbox:
    """The worker and the assistant's answers on the spot, as `bot.serve` puts them together."""

    worker: Worker
    bot: Bot

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        return await self.worker.put(event)

    async def ask(self, query: Query) -> Reply:
        return await self.bot.assistant.ask(query)


@dataclass
class Walk:
    """A colleague in a channel and in a personal chat."""

    connector: Connector
    worker: Worker
    send: Any

    async def say(self, text: str, where: str = "channel") -> None:
        assert (await self.send(said(text, where))).status_code == 200
        await self.worker.drain()

    async def press(self, button: dict[str, Any], where: str = "channel", **inputs: str) -> dict[str, Any]:
        body = pressed(button, where, **inputs)
        return await self._invoke(body)

    async def submit(self, button: dict[str, Any], where: str = "channel", **inputs: str) -> dict[str, Any]:
        return await self._invoke(submitted(button, where, **inputs))

    async def _invoke(self, body: dict[str, Any]) -> dict[str, Any]:
        response = await self.send(body)
        assert response.status_code == 200
        await self.worker.drain()
        found: dict[str, Any] = response.json() if response.content else {}
        return found

    def card(self, at: str = THREAD, nth: int = -1) -> dict[str, Any]:
        found: dict[str, Any] = self.connector.in_(at)[nth]["attachments"][0]["content"]
        assert faults(found) == []
        return found

    async def opened(self, label: str, where: str = "channel", nth: int = -1) -> dict[str, Any]:
        """Press a button of a message, and return the dialog that it opens."""
        at = PERSONAL if where == "personal" else THREAD
        return dialog(await self.press(buttons(self.card(at, nth))[label], where))

    def next(self, at: str = THREAD) -> dict[str, Any]:
        """The first of the next questions."""
        return next(b for b in buttons(self.card(at)).values() if ":ask:" in str(b.get("data", {}).get("a")))


@contextlib.asynccontextmanager
async def walking(
    bot: Bot, core: EventHandler | None = None, connector: Connector | None = None
) -> AsyncIterator[Walk]:
    """Run a process; a `connector` that is given has outlived another."""
    connector, keys = connector or Connector(throttling=False), Keys()
    with serving(connector.app()) as service, serving(keys.app()) as login:
        adapter = TeamsAdapter(config(login), StoreState(bot.store, "teams"), patience=5.0)
        adapter.pace = 0.0
        worker = Worker(bot.store, core or bot.assistant, {"teams": adapter})
        async with running(adapter, Inbox(worker, bot)) as client:

            async def send(body: dict[str, Any]) -> Any:
                headers = {"Authorization": f"Bearer {keys.token(service)}"}
                return await client.post("/api/messages", json=body | {"serviceUrl": service}, headers=headers)

            working = asyncio.create_task(worker.run())
            try:
                yield Walk(connector, worker, send)
            finally:
                working.cancel()
                await asyncio.gather(working, return_exceptions=True)
    assert connector.wrong == []


def dialog(answer: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = answer["task"]["value"]["card"]["content"]
    assert faults(found) == []
    return found


async def explored(walk: Walk) -> tuple[int, int]:
    found = re.search(r"(\d+) of (\d+) explored", words(await walk.opened("More")))
    assert found is not None
    return int(found[1]), int(found[2])


async def test_the_walk_of_the_paper_goes_through_a_channels_thread(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Which supplement may slow Alzheimer's disease?")
        first = walk.card()
        assert "● Reported" in words(first)
        begun = await explored(walk)
        question = walk.next()["title"]
        await walk.press(walk.next())
        second = walk.card()
        assert len(walk.connector.in_(THREAD)) == 2
        assert words(second).startswith(re.sub(r"[①-⑳]", "", question))
        assert (await explored(walk))[0] > begun[0]
        await walk.say("Why might vitamin E help in Alzheimer's disease?")
        assert Badge.DISPUTED.icon in words(walk.card())
        await walk.say("How do antioxidants affect neurons?")
        assert "? No evidence found here" in words(walk.card())
        assert len(walk.connector.in_(THREAD)) == 4


async def test_a_dismissed_question_gives_way_to_another_in_the_same_message(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?")
        gone = walk.next()["title"]
        more = await walk.opened("More")
        assert gone in buttons(more)
        more = dialog(await walk.submit(buttons(more)["✕"]))  # the dialog goes on without it
        assert gone not in buttons(more)
        assert len(walk.connector.in_(THREAD)) == 1
        assert gone not in buttons(walk.card())
        await walk.say("undo")
        assert gone in buttons(walk.card(nth=0))


async def test_evidence_panels_open_as_dialogs_and_lead_on(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?")
        evidence = await walk.opened("Evidence")
        assert "Vitamin E for Alzheimer's dementia and mild cognitive impairment" in words(evidence)
        shown = dialog(await walk.submit(buttons(await walk.opened("More"))["Picture and text"]))
        assert await walk.submit(buttons(shown)["As an outline"]) is not None
        assert len(walk.connector.in_(THREAD)) == 1
        await walk.submit(buttons(await walk.opened("More"))["Summary"])
        assert "PUBLIC_URL" in words(walk.card())
        assert len(walk.connector.in_(THREAD)) == 2


async def test_commands_are_answered_in_the_personal_chat_and_never_in_the_channel(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?")
        for command in ("help", "settings", "progress", "summary", "steps", "bookmarks", "literature vitamin E"):
            before = len(walk.connector.in_(PERSONAL)) + len(walk.connector.in_(THREAD))
            await walk.say(command)
            assert len(walk.connector.in_(PERSONAL)) + len(walk.connector.in_(THREAD)) > before, command
        _, *told = walk.connector.said(THREAD)
        assert told.count("The answer is in your personal chat with me.") == 6
        assert len(told) == 7  # the summary is for everybody


async def test_in_a_personal_chat_a_quick_answer_stands_there_at_once_and_settings_are_kept(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?", "personal")
        (message,) = walk.connector.in_(PERSONAL)
        assert not any(e["type"] == "streaminfo" for e in message["entities"])  # it was quick: it stands there whole
        await walk.say("settings", "personal")
        card = walk.card(PERSONAL)
        save = next(b for t, b in buttons(card).items() if t == "Save")
        prefix = save["data"]["form_id"]
        field = next(i for i in inputs(card) if i["id"].startswith(prefix))
        told = await walk.press(save, "personal", **{field["id"]: field["choices"][-1]["value"]})
        assert told["value"]


def inputs(card: dict[str, Any]) -> list[dict[str, Any]]:
    from tests.servers.teams_schema import walk

    return [e for e in walk(card) if str(e.get("type", "")).startswith("Input.")]


async def test_a_message_is_checked_and_a_thread_is_mapped(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.send(payload("bot_added"))
        await walk._invoke(payload("message_action_check"))
        assert "Contradicted" in words(walk.card())
        await walk._invoke(payload("message_action_map"))
        assert "Ben" in words(walk.card())
        gone = payload("message_channel") | {"type": "messageDelete", "id": "1700000000300", "text": ""}
        await walk.send(gone)  # what is made of a message goes with it
        await walk.worker.drain()
        for nth in (0, 1):
            assert words(walk.card(nth=nth)).endswith(MAP_REMOVED)
            assert "Ben" not in words(walk.card(nth=nth))


async def test_literature_is_searched_in_the_message_box(bot: Bot) -> None:
    async with walking(bot) as walk:
        found = (await walk._invoke(payload("search")))["composeExtension"]
        assert found["type"] == "result"
        assert all(faults(a["content"]) == [] for a in found["attachments"])


async def test_an_answers_buttons_work_after_a_restart(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?")
        more, messages = await walk.opened("More"), walk.connector.messages
    bot.start()
    async with walking(bot) as walk:
        walk.connector.messages |= messages
        cross = buttons(more)["✕"]
        kept = await StoreState(bot.store, "teams").get(f"c:{CHANNEL}")
        assert kept is not None
        await walk.submit(cross)
        assert [c.method for c in walk.connector.calls][-1:] == ["PUT"]


async def test_papers_that_were_looked_up_alone_are_shown_to_everybody_on_demand(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?")
        await walk.say("literature vitamin E")
        alone = walk.card(PERSONAL)
        assert len(walk.connector.in_(THREAD)) == 2  # the answer, and a line on where the papers are
        share = next(b for b in buttons(alone).values() if ":share:" in str(b.get("data", {}).get("a")))
        await walk.press(share, "personal")
        assert len(walk.connector.in_(THREAD)) == 3
        assert "vitamin E" in words(walk.card())


async def test_an_opinion_of_a_claim_is_taken_with_its_reason_in_a_dialog(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?")
        form = dialog(await walk.submit(buttons(await walk.opened("Evidence"))["👎"]))
        text = next(i for i in inputs(form) if i["type"] == "Input.Text")
        send = next(b for b in buttons(form).values() if ":reason:" in str(b.get("data", {}).get("a")))
        told = await walk.submit(send, **{text["id"]: "The trial was small."})
        assert told
        assert len(walk.connector.in_(THREAD)) == 1


async def test_where_outsiders_read_along_the_question_is_not_answered_in_public(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.send(payload("message_shared_channel"))
        await walk.worker.drain()
        assert walk.connector.in_(THREAD) == []
        assert len(walk.connector.in_(PERSONAL)) == 1


async def test_everything_kept_of_a_person_can_be_forgotten(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?", "personal")
        await walk.say("forget", "personal")
        assert [b for b in buttons(walk.card(PERSONAL)).values() if ":forget:" in str(b.get("data", {}).get("a"))]


async def every_kind_of_button(walk: Walk) -> None:
    """Dismiss and take it back, open dialogs, give an opinion, ask the next question."""
    gone = walk.next()["title"]
    await walk.submit(buttons(await walk.opened("More"))["✕"])
    assert gone not in buttons(walk.card())
    await walk.say("undo")
    assert gone in buttons(walk.card(nth=0))
    for way, label in (("More", "Picture and text"), ("Evidence", "👎")):
        dialog(await walk.submit(buttons(await walk.opened(way, nth=0))[label]))
    dialog(await walk.press(next(b for t, b in buttons(walk.card(nth=0)).items() if t.startswith("Evidence of claim"))))
    before = len(walk.connector.in_(THREAD))
    await walk.press(next(b for t, b in buttons(walk.card(nth=0)).items() if t == gone))
    assert len(walk.connector.in_(THREAD)) == before + 1


async def looked_up_and_mapped(walk: Walk) -> None:
    """Literature alone and in the message box, a message that is checked, a thread that is mapped, a long answer."""
    await walk.say("literature vitamin E")
    assert "vitamin E" in words(walk.card(PERSONAL))
    assert (await walk._invoke(payload("search")))["composeExtension"]["type"] == "result"
    await walk._invoke(payload("message_action_check"))
    assert "Contradicted" in words(walk.card())
    await walk._invoke(payload("message_action_map"))
    assert "Ben" in words(walk.card())
    await walk.say("Tell me about ginkgo biloba")
    assert len(words(walk.card())) > 500


async def test_the_first_day_of_a_team(bot: Bot) -> None:
    async with walking(bot) as walk:
        await walk.send(payload("bot_added"))
        asked = said("Can vitamin E slow the progression of Alzheimer's disease?", "channel")
        await walk.send(asked)
        await walk.worker.drain()
        assert await explored(walk)
        await every_kind_of_button(walk)
        await looked_up_and_mapped(walk)
        guest = said("Does zinc help?", "channel")
        guest["from"] = {**guest["from"], "id": "29:guest", "userRole": "guest"}
        await walk.send(guest)
        await walk.worker.drain()
        assert len([m for m in walk.connector.in_(THREAD) if "zinc" in str(m["attachments"]).lower()]) == 0
        at = datetime.fromtimestamp(int(asked["id"]) / 1000 + 30, UTC).isoformat()
        edited = "<at>Evigraph</at> Does zinc shorten colds?"
        await walk.send({**asked, "type": "messageUpdate", "text": edited, "timestamp": at})
        await walk.worker.drain()
        first = walk.connector.in_(THREAD)[0]["attachments"][0]["content"]
        await walk.press(buttons(first)["Answer the new wording"])
        assert words(walk.card()).startswith("Does zinc shorten colds?")
        await walk.send({**asked, "type": "messageDelete", "text": ""})
        await walk.worker.drain()
        first = walk.connector.in_(THREAD)[0]["attachments"][0]["content"]
        assert "vitamin E slow" not in words(first)
        await walk.press(buttons(first)["Remove the answer"])
        assert "This answer was removed" in words(walk.card(nth=0))
        before = len(walk.connector.in_(THREAD))
        await walk.send(said("Tell me about ginkgo biloba", "channel"))
        await walk.worker.drain()
        assert len(walk.connector.in_(THREAD)) == before + 1  # a long answer is one message, too
        assert {"Evidence", "More"} <= set(buttons(walk.card()))
    await asked_while_away(bot, walk.connector)


async def asked_while_away(bot: Bot, connector: Connector) -> None:
    """What a process took and never worked on, and what nobody took, the next answers once."""
    taken, missed = said("Does zinc shorten colds?", "channel"), said("Tell me about magnesium", "channel")
    before = len(connector.in_(THREAD))
    async with walking(bot, Asleep(), connector) as walk:
        assert (await walk.send(taken)).status_code == 200
    assert len(connector.in_(THREAD)) == before
    bot.start()
    async with walking(bot, connector=connector) as walk:
        for body in (taken, missed, missed):  # Teams sends again what it got no answer to
            assert (await walk.send(body)).status_code == 200
        await walk.worker.drain()
    new = connector.in_(THREAD)[before:]
    told = [words(m["attachments"][0]["content"]) for m in new]
    assert sorted(next(w for w in ("zinc", "magnesium") if w in t.lower()) for t in told) == ["magnesium", "zinc"]


class Asleep:
    """An assistant that never begins."""

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        await asyncio.Event().wait()
        yield Reply("", "", ())

    async def accepts(self, event: Incoming) -> bool:
        return True

    def stop(self, turn: str, place: Place) -> None:
        """Nothing to stop."""


class Thinking:
    """An assistant whose models think until they may go on; what only shows something is there at once."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.asked: list[str] = []

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        if isinstance(event, Command):
            yield Reply("", "", (Notice("What you can do here."),), private=True)
            return
        self.asked.append(event.id)
        yield Reply(f"t{len(self.asked)}", "q", (Notice("Looking …"),), final=False)
        await self.go_on.wait()
        yield Reply(f"t{len(self.asked)}", "q", (Notice("Answered."),))

    async def accepts(self, event: Incoming) -> bool:
        return True

    def stop(self, turn: str, place: Place) -> None:
        """Nothing to stop."""


async def test_twelve_slow_answers_keep_nobodys_help_waiting(bot: Bot) -> None:
    core = Thinking()
    async with walking(bot, core) as walk:
        for n in range(12):
            body = said("Does zinc help?", "group")
            chat = {**body["conversation"], "id": f"19:slow{n}@thread.v2"}
            who = {**body["from"], "id": f"29:slow{n}"}
            await walk.send({**body, "conversation": chat, "from": who, "id": f"17{n:011}"})
        async with asyncio.timeout(60):
            while len(core.asked) < 12:
                await asyncio.sleep(0.01)
            await walk.send(said("help", "personal"))
            while not walk.connector.in_(PERSONAL):  # it is there while all twelve are being written
                await asyncio.sleep(0.01)
        assert "What you can do here." in words(walk.card(PERSONAL))
        assert not core.go_on.is_set()
        core.go_on.set()
        await walk.worker.drain()


async def test_whatever_is_pressed_in_a_dialog_is_answered_as_microsofts_models_have_it(bot: Bot) -> None:
    """The playground has no dialogs: here each button of each is pressed, and those of the dialogs that they open."""
    async with walking(bot) as walk:
        await walk.say("Can vitamin E slow the progression of Alzheimer's disease?")

        async def answered(button: dict[str, Any]) -> dict[str, Any]:
            answer = await walk.submit(button, **{"text": "What prevents it?", "menu-1": str(Action(Verb.ASK, "x", 0))})
            if answer:
                read = TaskModuleResponse.model_validate(answer).task
                assert isinstance(read, TaskModuleContinueResponse | TaskModuleMessageResponse)
                assert "went wrong" not in json.dumps(answer)
            return dialog(answer) if "card" in json.dumps(answer) else {}

        opened = [(label, name) for label in ("Evidence", "More") for name in buttons(await walk.opened(label, nth=0))]
        assert len(opened) > 10
        deeper: dict[str, dict[str, Any]] = {}
        for label, name in opened:
            button = buttons(await walk.opened(label, nth=0)).get(name)
            if button is not None and "data" in button:
                deeper |= buttons(await answered(button))
        assert {"One per paragraph", "Send"} <= set(deeper)
        for button in deeper.values():
            if "data" in button:
                await answered(button)
        assert words(walk.card(nth=0))
