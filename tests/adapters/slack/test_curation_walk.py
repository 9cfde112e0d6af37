"""A newcomer's way: fifty abstracts become proposals, a page and Slack decide, an answer changes, and changes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.async_api import Locator, Page, async_playwright, expect

from bot.cli import main
from tests.adapters.slack.process import free_port, process, until
from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.scenario import REAL, ROOT, served
from tests.servers.slack import SlackServer
from tests.servers.slack_people import People, words
from tests.servers.slack_state import Json

ABSTRACTS = ROOT.parent / "shared" / "data" / "papers" / "pubmedqa_dev.jsonl"
BOSS = "UBOSS0001"
FACT = "arotid stenosis raises the risk of stroke"
QUESTION = f"/check C{FACT}."
pytestmark = [
    pytest.mark.skipif(not ABSTRACTS.exists(), reason=f"{ABSTRACTS} is missing: nothing to read"),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"No Chromium at {CHROMIUM}"),
]


@pytest.fixture
def way() -> str:
    """One way to reach Slack is enough here."""
    return "http"


async def curate(folder: Path, *arguments: str) -> str:
    """Return what `evigraph curate …` prints."""
    runner = CliRunner(env={"EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none"})
    done = await asyncio.to_thread(runner.invoke, main, ("curate", *arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


async def fifty_read(folder: Path) -> list[Json]:
    """Read fifty abstracts into proposals that wait, and return these."""
    source, rows = folder / "fifty.jsonl", folder / "proposals.jsonl"
    with ABSTRACTS.open(encoding="utf-8") as lines:
        source.write_text("".join(islice(lines, 50)), encoding="utf-8")
    await curate(folder, "read", str(source), "--out", str(rows))
    await curate(folder, "take", str(rows), "--by", "Nora")
    found: list[Json] = json.loads(await curate(folder, "list", "--json"))
    return found


@asynccontextmanager
async def browsing(url: str) -> AsyncIterator[Page]:
    """The bot's page in a browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = await browser.new_page()
        page.set_default_timeout(60_000)
        await page.goto(url)
        yield page
        await browser.close()


async def asked(page: Page, text: str, turns: int) -> Locator:
    """Return the last turn once it stands there complete."""
    await page.get_by_label("Your question").fill(text)
    await page.keyboard.press("Enter")
    await expect(page.locator('.turn[data-final="true"]')).to_have_count(turns, timeout=60_000)
    return page.locator(".turn").last


async def decided_on_the_page(page: Page) -> None:
    """Go through what is open by keys: the fact on stroke is accepted, the one before it is rejected."""
    await page.get_by_label("Your question").fill("/review")
    await page.keyboard.press("Enter")
    panel = page.locator("dialog.panel")
    await expect(panel).to_contain_text("Proposal", timeout=60_000)
    for _ in range(50):
        before = await panel.inner_text()
        if FACT in before:
            break
        await page.keyboard.press("j")
        await expect(panel).not_to_have_text(before)
        await page.wait_for_timeout(300)
    await expect(panel).to_contain_text(FACT)
    await page.keyboard.press("a")
    await expect(panel).to_contain_text("counts from now on")
    await page.keyboard.press("r")
    await expect(panel).to_contain_text("Rejected")
    await page.keyboard.press("Escape")


async def decided_in_slack(folder: Path, slack: SlackServer, people: People) -> None:
    """An admin leaves the first card for later, accepts the second and rejects the third."""

    async def shown(part: str) -> Json:
        async def there() -> bool:
            some = slack.world.channel("C1").ephemerals
            return bool(some) and part in words(some[-1]["blocks"])

        await until(there, f"{part!r} was not shown")
        return slack.world.channel("C1").ephemerals[-1]

    async def opened(part: str) -> Json:
        async def there() -> bool:
            return any(part in words(view["blocks"]) for view in slack.world.views.values())

        await until(there, f"{part!r} stands in no window")
        return list(slack.world.views.values())[-1]

    slack.world.users[BOSS] = {"name": "dana", "real_name": "Dana", "is_admin": True}
    await people.command("C1", "/evigraph", "review", BOSS)  # further cards open in a window
    await people.press("C1", "Not now", message=await shown("1 of"), user=BOSS)
    await people.press_in(await opened("2 of"), "Accept", BOSS)
    await people.submit(await opened("counts from now on"), BOSS, reason="misread")

    async def rejected() -> bool:
        return "rejected" in await curate(folder, "log")

    await until(rejected, "nothing was rejected")


async def test_fifty_abstracts_change_an_answer_on_the_page_and_it_changes_back(tmp_path: Path, way: str) -> None:
    assert len(await fifty_read(tmp_path)) >= 5
    port = free_port()
    async with SlackServer() as slack, process(tmp_path, port, slack, way):
        people = People(slack, f"http://127.0.0.1:{port}/slack/events")
        await decided_in_slack(tmp_path, slack, people)
        await people.close()
    with served(REAL, tmp_path, free_port()) as url:
        async with browsing(url) as page:
            await expect((await asked(page, QUESTION, 1)).locator(".chip")).to_have_count(0)
            await decided_on_the_page(page)
            answer = await asked(page, QUESTION, 2)
            await expect(answer.locator(".chip").first).to_contain_text("Supported")
            await expect(answer).to_contain_text("added by this team")
            done = json.loads(await curate(tmp_path, "log", "--json"))
            decided = [a for a in done if a["kind"] != "proposed"]
            assert [a["kind"] for a in decided] == ["accepted", "rejected", "accepted", "rejected"]
            assert FACT in decided[2]["about"]
            await curate(tmp_path, "export", "--to", str(tmp_path / "layer"))
            assert len((tmp_path / "layer" / "edges.tsv").read_text(encoding="utf-8").splitlines()) == 3
            await curate(tmp_path, "undo", str(decided[2]["number"]), "--by", "Nora")
            again = await asked(page, QUESTION, 3)
            await expect(again.locator(".chip")).to_have_count(0)
            await expect(again).not_to_contain_text("added by this team")  # nor does the picture of the thread
