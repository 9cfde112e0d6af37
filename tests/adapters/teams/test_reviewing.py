"""Facts proposed and decided about in Teams: buttons that work for reviewers only, and two of them at one card."""

from __future__ import annotations

from typing import Any

from microsoft_teams.api.models.search import SearchResponse

from kgcore.curation.layer import ReviewState
from tests.adapters.teams.people import PERSONAL, payload, pressed
from tests.adapters.teams.test_walk import Walk, inputs, walking
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


async def test_a_proposal_is_mended_in_a_dialog_with_lists_to_choose_from(bot: Bot) -> None:
    async with walking(reviewing(bot, ANN, BEN["id"])) as walk:
        await walk.say(FACT, "personal")
        await walk.say("review", "personal")
        form = await walk.opened("Edit", "personal")
        kinds = {i["id"].rpartition("-")[2]: i["type"] for i in inputs(form)}
        assert set(kinds.values()) == {"Input.ChoiceSet"}
        subject = next(i for i in inputs(form) if i["id"].endswith("-subject"))
        assert (subject["value"], subject["style"], subject["choices.data"]["dataset"]) == (
            "Creatine",
            "filtered",
            "names",
        )
        assert [c["title"] for c in subject["choices"]][:2] == ["Creatine", "Melatonin (supplement)"]
        typed = payload("search_names")
        found = SearchResponse.model_validate(await walk._invoke(typed)).value.results
        assert [found[0].value, *(c.value for c in found if c.title == "Migraine")] == ["migr", "Migraine"]
        assert len(found) <= 15
        told = {"subject": "Creatine", "relation": "no:TREATS", "object": "Migraine"}
        await walk.submit(
            buttons(form)["Propose it so"],
            "personal",
            **{i["id"]: told[i["id"].rpartition("-")[2]] for i in inputs(form)},
        )
        waiting = [r for r in bot.acts.layer().proposals.values() if r.state is ReviewState.OPEN]
        assert [(r.fact.object, r.fact.negated) for r in waiting] == [("DIS:migraine", True)]
        await walk.say("review", "personal")
        await walk.press(buttons(walk.card(PERSONAL))["Ask another reviewer"], "personal")
        assert "asks for another reviewer" in " ".join(
            words(m["attachments"][0]["content"]) for m in walk.connector.in_(PERSONAL) if m.get("attachments")
        )


async def test_people_from_outside_are_told_no_names_and_what_is_no_name_is_kept_as_typed(bot: Bot) -> None:
    async with walking(bot) as walk:
        typed = payload("search_names")
        value = typed["value"]

        async def results(**changed: object) -> list[str]:
            answer = await walk._invoke(typed | changed)
            return [c["value"] for c in answer["value"]["results"]]

        assert await results(value=value | {"queryText": "zzqq, a new one"}) == ["zzqq, a new one"]
        assert await results(value=value | {"queryText": " "}) == []
        assert await results(value=value | {"dataset": "others"}) == ["migr"]
        assert await results(**{"from": typed["from"] | {"tenantId": "0f0f0f0f-0000-0000-0000-000000000001"}}) == [
            "migr"
        ]
