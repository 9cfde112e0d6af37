"""Facts proposed and decided about in Slack: buttons that work for reviewers only, and two of them at one card."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.adapters.slack.office import Office, office
from tests.kgcore.house import Bot
from tests.servers.slack_people import ANN, labels, words
from tests.servers.slack_state import Json

pytestmark = pytest.mark.asyncio(loop_scope="session")
BOSS, OTHER = "UBOSS0001", "UBOSS0002"
FACT = "add Creatine treats insomnia, PMID 26752497"


@pytest_asyncio.fixture(loop_scope="session")
async def real(way: str, folder: Path, tmp_path: Path) -> AsyncIterator[Office]:
    """A workspace with the real bot, and two admins."""
    (tmp_path / "core").mkdir()
    bot = Bot(folder, tmp_path / "core")
    async with office(way, tmp_path, bot.assistant, store=bot.store) as opened:
        for id, name in ((BOSS, "dana"), (OTHER, "eli")):
            opened.world.users[id] = {"name": name, "real_name": name.title(), "is_admin": True}
        yield opened
    await bot.graph.close()
    await bot.store.close()


def card(services: Office, user: str) -> Json:
    """The last message that this person alone got."""
    return [m for m in services.world.channel("C1").ephemerals if m["user"] == user][-1]


async def shown(services: Office, command: str, user: str) -> Json:
    await services.people.command("C1", "/evigraph", command, user)
    await services.settled()
    return card(services, user)


async def test_a_member_proposes_and_only_an_admin_decides(real: Office) -> None:
    proposed = await shown(real, FACT, ANN)
    assert "Creatine treats insomnia" in words(proposed["blocks"])
    assert "would be: Supported" in words(proposed["blocks"])
    assert "Accept" not in labels(proposed["blocks"])
    waiting = await shown(real, "review", BOSS)
    assert {"Accept", "Edit", "Ask another reviewer"} <= set(labels(waiting["blocks"]))
    await real.people.press("C1", "Accept", message=waiting, user=ANN)  # a button that was never theirs
    await real.settled()
    assert "Only reviewers" in words(card(real, ANN)["blocks"])
    await real.people.press("C1", "Accept", message=waiting, user=BOSS)
    await real.settled()
    assert "counts from now on" in words(card(real, BOSS)["blocks"])
    assert real.world.complaints == []


async def test_the_second_of_two_reviewers_at_one_card_reads_what_the_first_did(real: Office) -> None:
    await shown(real, FACT, ANN)
    first, second = await shown(real, "review", BOSS), await shown(real, "review", OTHER)
    await real.people.press("C1", "Accept", message=first, user=BOSS)
    await real.settled()
    await real.people.press("C1", "Accept", message=second, user=OTHER)
    await real.settled()
    assert "ccepted by Dana" in words(card(real, OTHER)["blocks"])


async def test_cards_are_gone_through_and_one_is_rejected_with_a_reason(real: Office) -> None:
    for fact in (FACT, "add Creatine treats migraine"):
        await shown(real, fact, ANN)
    first = await shown(real, "review", BOSS)
    assert "1 of 2 open" in words(first["blocks"])
    await real.people.press("C1", "Not now", message=first, user=BOSS)  # the next one opens in a window
    await real.settled()
    assert "2 of 2 open" in words(opened(real)["blocks"])
    await real.people.submit(opened(real), BOSS, reason="misread")
    await real.settled()
    assert "Rejected" in words(real.world.channel("C1").ephemerals[-1]["blocks"]) + words(opened(real)["blocks"])


async def test_a_proposal_is_mended_in_a_form_with_pickers_and_another_reviewer_is_asked(real: Office) -> None:
    await shown(real, FACT, ANN)
    waiting = await shown(real, "review", BOSS)
    await real.people.press("C1", "Edit", message=waiting, user=BOSS)
    await real.settled()
    form = opened(real)
    asks = {b["element"]["action_id"]: b["element"] for b in form["blocks"] if b["type"] == "input"}
    kinds = {name.removeprefix("names:"): element["type"] for name, element in asks.items()}
    assert kinds == {"subject": "external_select", "relation": "static_select", "object": "external_select"}
    picker = next(name for name in asks if name.endswith("object"))
    names = await real.people.suggest(form, picker, "migr")
    assert any("igraine" in str(option["text"]["text"]) for option in names)
    values = {"subject": "Creatine", "relation": "no:TREATS", "object": "Migraine"}
    await real.people.submit(form, BOSS, **values)
    await real.settled()
    assert "Creatine does not treat migraine" in words(real.world.channel("C1").ephemerals[-1]["blocks"]) + words(
        opened(real)["blocks"]
    )
    again = await shown(real, "review", BOSS)
    assert "Creatine does not treat migraine" in words(again["blocks"])
    await real.people.press("C1", "Ask another reviewer", message=again, user=BOSS)
    await real.settled()
    said = " ".join(words(m["blocks"]) for m in real.world.channel("C1").messages if m.get("blocks"))
    assert "Dana asks for another reviewer" in said
    assert real.world.complaints == []


def opened(services: Office) -> Json:
    """The window that was opened or filled last."""
    return list(services.world.views.values())[-1]
