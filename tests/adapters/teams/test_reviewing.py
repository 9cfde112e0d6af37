"""Facts proposed and decided about in Teams: buttons that work for reviewers only, and two of them at one card."""

from __future__ import annotations

from typing import Any

from kgcore.curation.layer import ReviewState
from tests.adapters.teams.people import PERSONAL, payload, pressed
from tests.adapters.teams.test_walk import Walk, walking
from tests.kgcore.house import Bot, bot, folder
from tests.servers.teams_schema import buttons, words

__all__ = ["bot", "folder"]
FACT = "add: Creatine treats insomnia, PMID 26752497"
ANN = str(payload("message_personal")["from"]["id"])
BEN = {"id": "29:ben", "name": "Ben", "aadObjectId": "00000000-0000-0000-0000-00000000be01"}


def reviewing(bot: Bot, *ids: str) -> Bot:
    """Have these people decide about proposals from now on."""
    bot.reviewers = frozenset(ids)
    bot.start()
    return bot


async def accept(walk: Walk, button: dict[str, Any], **sender: Any) -> str:
    """Press Accept, as Ann or somebody else; return what is said then."""
    body = pressed(button)
    answered = await walk._invoke(body | ({"from": body["from"] | sender} if sender else {}))
    said = answered.get("value", "")
    told = said if isinstance(said, str) else words(said)
    cards = (m["attachments"][0]["content"] for m in walk.connector.in_(PERSONAL) if m.get("attachments"))
    return " ".join((told, *map(words, cards)))


async def test_only_reviewers_decide_and_the_second_reads_what_the_first_did(bot: Bot) -> None:
    async with walking(reviewing(bot, BEN["id"])) as walk:
        await walk.say(FACT, "personal")
        assert "Only reviewers can decide about it." in words(walk.card(PERSONAL))
        assert "Accept" not in buttons(walk.card(PERSONAL))
    async with walking(reviewing(bot, ANN, BEN["id"])) as walk:
        await walk.say("review", "personal")
        waiting = buttons(walk.card(PERSONAL))["Accept"]
    async with walking(reviewing(bot, BEN["id"])) as walk:
        await walk.say("review", "personal")
        assert "Only reviewers can decide about that." in await accept(walk, waiting)  # a button of earlier
        assert [r.state for r in bot.acts.layer().proposals.values()] == [ReviewState.OPEN]
    async with walking(reviewing(bot, ANN, BEN["id"])) as walk:
        await walk.say("review", "personal")
        assert "counts from now on" in await accept(walk, waiting, **BEN)
        assert "ccepted by Ben" in await accept(walk, waiting)
    assert len(bot.acts.layer().edges) == 1
