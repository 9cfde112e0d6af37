"""The walk of the README, with the real assistant on the starter graph, through Slack."""

from __future__ import annotations

import asyncio
import io
import json
import tarfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner
from rich.console import Console

from bot.cli import main
from bot.config import load_settings
from bot.wiring import open_parts
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.tables import EmbeddedTables
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.papers import PaperSearch
from tests.adapters.slack.office import Office, office
from tests.kgcore.house import Bot
from tests.kgcore.ingest.samples import folder as written
from tests.kgcore.ingest.test_merging import OURS, THEIRS
from tests.servers.slack_people import ANN, labels, payload, words
from tests.servers.slack_state import Json

JATS = """<article article-type="research-article"><front><article-meta>
<article-id pub-id-type="pmcid">PMC77</article-id><article-id pub-id-type="pmid">77</article-id>
<title-group><article-title>Garlic for the common cold: a randomised controlled trial</article-title></title-group>
<pub-date><year>2001</year></pub-date><abstract><p>Garlic significantly reduced the number of colds compared with
placebo. Garlic prevents the common cold.</p></abstract></article-meta></front>
<body><sec><title>Results</title><p>There were 24 colds with garlic and 65 with placebo.</p>
<table-wrap id="T1"><label>Table 1</label><caption><p>Colds by group.</p></caption><table><thead><tr><th>Outcome</th>
<th>Garlic</th><th>Placebo</th></tr></thead><tbody><tr><td>Colds, n</td><td>24</td><td>65</td></tr>
<tr><td>Days ill</td><td>1.5</td><td>5.0</td></tr></tbody></table></table-wrap></sec></body></article>"""
DIRECT = f"D{ANN}"
pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def real(way: str, folder: Path, tmp_path: Path) -> AsyncIterator[Office]:
    """A workspace with the real bot."""
    (tmp_path / "core").mkdir()
    bot = Bot(folder, tmp_path / "core")
    async with office(way, tmp_path, bot.assistant, store=bot.store, long=True) as opened:
        yield opened
    await bot.graph.close()
    await bot.store.close()


def last(services: Office, thread: str) -> Json:
    """The newest answer of a thread: its messages as one."""
    parts = [m for m in services.posts("C1", thread) if m.get("metadata")]
    key = parts[-1]["metadata"]["event_payload"]["key"]
    mine = [m for m in parts if m["metadata"]["event_payload"]["key"] == key]
    return {**mine[-1], "blocks": [b for m in mine for b in m["blocks"]]}


async def test_a_walk_through_the_graph(real: Office) -> None:
    thread = await real.people.mention("C1", "Which supplement may slow Alzheimer's disease?")
    await real.settled()
    first = last(real, thread)
    assert "vitamin E" in words(first["blocks"])
    assert [b["type"] for b in first["blocks"]].count("image") == 1

    await real.people.mention("C1", "Which other disorders can omega-3 help with?", thread=thread)
    await real.settled()
    assert "disagree" in words(last(real, thread)["blocks"])

    await real.people.mention("C1", "Why might vitamin E help in Alzheimer's disease?", thread=thread)
    await real.settled()
    why = last(real, thread)
    assert "As to how vitamin E may act" in words(why["blocks"])

    view = await real.opened(real.people.press("C1", "Evidence", message=why))
    assert view["title"]["text"] == "Evidence"

    suggestion = next(label for label in labels(why["blocks"]) if "?" in label)
    await real.people.press("C1", suggestion, message=why)
    await real.settled()
    clicked = last(real, thread)
    assert "asked:" in words(clicked["blocks"])
    assert clicked["ts"] != why["ts"]

    await real.people.mention("C1", "How do antioxidants affect neurons?", thread=thread)
    await real.settled()
    unsure = last(real, thread)
    assert "? No evidence found here" in words(unsure["blocks"])

    before = len(real.posts("C1", thread))
    await real.people.press("C1", "Dismiss", message=unsure)
    await real.settled()
    assert len(real.posts("C1", thread)) == before  # the same message was edited
    assert last(real, thread)["blocks"] != unsure["blocks"] or last(real, thread)["edits"] > 0

    view = await real.opened(real.people.press("C1", "Picture and text", message=unsure))
    assert view["title"]["text"] == "Picture and text"
    for command in ("steps", "progress", "settings", "help"):
        id = await real.people.command("C1", "/evigraph", command)
        await real.settled()
        assert real.world.responses[id], command
    assert real.world.complaints == []


async def test_literature_is_private_paged_and_shared(real: Office) -> None:
    id = await real.people.command("C1", "/literature", "vitamin E")
    await real.settled()
    (found,) = real.world.responses[id]
    assert "Papers 1 to" in words(found["blocks"])
    assert real.posts("C1") == []
    share = next(label for label in labels(found["blocks"]) if "hare" in label)
    await real.people.press("C1", share, message={"blocks": found["blocks"]})
    await real.settled()
    (shared,) = real.posts("C1")
    assert "Papers 1 to" in words(shared["blocks"])
    assert real.world.complaints == []


async def test_feedback_settings_checks_and_forgetting(real: Office) -> None:
    """What stands beside the answers, with the real core behind it."""
    thread = await real.people.mention("C1", "Can vitamin E slow the progression of Alzheimer's disease?")
    await real.settled()
    post = last(real, thread)
    for label in ("👎 Wrong", "👍"):
        await real.people.press("C1", label, message=post)
        await real.settled()
        ephemeral = real.world.channel("C1").ephemerals[-1]
        (button,) = [found for found in labels(ephemeral["blocks"]) if found.endswith("…")]
        view = await real.opened(real.people.press("C1", button, message=ephemeral))
        await real.people.submit(view, **{_name(view): "It left out the trial of 2014"})
        await real.settled()
        assert real.world.channel("C1").ephemerals[-1] is not ephemeral

    id = await real.people.command("C1", "/evigraph", "settings")
    await real.settled()
    (settings,) = real.world.responses[id]
    mine = next(found for found in labels(settings["blocks"]) if "you" in found.lower())
    view = await real.opened(real.people.press("C1", mine, message={"blocks": settings["blocks"]}))
    await real.people.submit(view, detail="brief")
    await real.settled()

    said = await real.people.say("C1", "Ginkgo biloba prevents dementia.", user="U1")
    id = await real.people.shortcut("check_claims", "C1", said)
    await real.settled()
    (alone,) = real.world.responses[id]
    assert "Contradicted" in words(alone["blocks"])
    assert alone["response_type"] == "ephemeral"
    assert not real.posts("C1", said)  # nobody else sees it until it is shared
    await real.people.press("C1", "Share to thread", message={"blocks": alone["blocks"], "thread_ts": said})
    await real.settled()
    shared = last(real, said)
    assert "Contradicted" in words(shared["blocks"])
    assert "Share to thread" not in labels(shared["blocks"])

    view = await real.opened(real.people.shortcut("ask_about", "C1", said))
    await real.people.submit(view, text="Does it prevent dementia?")
    await real.settled()
    assert "dementia" in words(last(real, said)["blocks"])

    id = await real.people.command("C1", "/evigraph", "forget")
    await real.settled()
    (forget,) = real.world.responses[id]
    await real.people.press("C1", labels(forget["blocks"])[0], message={"blocks": forget["blocks"]})
    await real.settled()
    assert real.world.complaints == []


def _name(view: Json) -> str:
    """The field of a form that takes words."""
    return next(
        str(b["element"]["action_id"])
        for b in view["blocks"]
        if b["type"] == "input" and b["element"]["type"] == "plain_text_input"
    )


async def test_the_home_tab_shows_examples_bookmarks_and_settings_which_can_be_set(real: Office) -> None:
    body = payload("app_home_opened")
    body["event"] |= {"tab": "home", "user": ANN}
    await real.people.event(real.people.side.event(body, ANN))
    await real.until(lambda: any(v["type"] == "home" for v in real.world.views.values()))
    home = next(v for v in real.world.views.values() if v["type"] == "home")
    said = words(home["blocks"])
    assert "Can vitamin E slow the progression of Alzheimer's disease?" in said
    assert "Your bookmarks" in said
    assert "Settings" in said
    assert not real.world.complaints
    assert labels(home["blocks"]) == ["For you …"]  # those of a channel and a thread are set there
    await real.people.press_in(home, "For you")
    await real.until(lambda: any(v["type"] == "modal" for v in real.world.views.values()))
    assert not real.world.complaints


async def test_a_question_that_is_deleted_on_the_first_day_leaves_nothing_behind(real: Office) -> None:
    ts = await real.people.mention("C1", "Can vitamin E slow the progression of Alzheimer's disease?")
    await real.settled()
    body = payload("message_tombstone")
    event = body["event"] | {"channel": "C1"}
    for key in ("message", "previous_message"):
        event[key] = event[key] | {"ts": ts, "thread_ts": ts}
    event["previous_message"]["user"] = ANN
    await real.people.event(real.people.side.event(body | {"event": event}, ANN))
    await real.settled()
    answer = last(real, ts)
    assert "The question was deleted." in words(answer["blocks"])
    await real.people.press("C1", "Remove the answer", message=answer)
    await real.settled()
    (post,) = real.posts("C1", ts)
    assert words(post["blocks"]) == "This answer was removed, like its question."
    assert real.world.complaints == []


async def librarian(folder: Path, tmp_path: Path) -> Bot:
    """Return a bot whose library a newcomer filled with one command, from an archive of JATS."""
    archive = tmp_path / "trials.tar.gz"
    with tarfile.open(archive, "w:gz") as made:
        text = JATS.encode()
        entry = tarfile.TarInfo("PMC77.nxml")
        entry.size = len(text)
        made.addfile(entry, io.BytesIO(text))
    settings = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none"}
    run = ["library", "add", str(archive), "--library", str(tmp_path / "papers")]
    added = await asyncio.to_thread(lambda: CliRunner(env=settings).invoke(main, run))
    assert "1 paper added" in added.output
    (tmp_path / "core").mkdir()
    bot = Bot(folder, tmp_path / "core")
    bot.papers = PaperSearch(EmbeddedLibrary.open(tmp_path / "papers"))
    bot.tables = EmbeddedTables(tmp_path / "papers")
    return bot


async def test_a_table_of_the_library_is_found_drawn_and_profiled(way: str, folder: Path, tmp_path: Path) -> None:
    bot = await librarian(folder, tmp_path)
    async with office(way, tmp_path, bot.start(), store=bot.store) as real:
        await real.people.command("C1", "/evigraph", "tables colds value: >50")
        await real.settled()
        found = real.posts(DIRECT)[-1]  # with its picture, so that it comes as a direct message
        assert "PMC77#T1" in words(found["blocks"])
        (picture,) = [b for b in found["blocks"] if b["type"] == "image"]
        assert picture["alt_text"].endswith("Placebo: 65.")
        await real.people.press(DIRECT, "Profile", message=found)
        await real.settled()
        profile = real.posts(DIRECT)[-1]
        assert "What 1 table measures" in words(profile["blocks"])
        await real.people.press(DIRECT, "Days ill", message=profile)
        await real.settled()
        assert 'has: "Days ill"' in words(real.posts(DIRECT)[-1]["blocks"])
        assert real.world.complaints == []
    await bot.graph.close()
    await bot.store.close()


async def test_a_paper_of_the_library_leads_on(way: str, folder: Path, tmp_path: Path) -> None:
    """Found in Slack with its passage, its claims and one's list."""
    bot = await librarian(folder, tmp_path)
    async with office(way, tmp_path, bot.start(), store=bot.store) as real:
        id = await real.people.command("C1", "/literature", "garlic colds type:rct")
        await real.settled()
        (found,) = real.world.responses[id]
        shown = listed = {"blocks": found["blocks"]}
        assert "There were 24 colds with garlic" in words(found["blocks"])
        view = await real.opened(real.people.press("C1", "Passages", message=shown))
        assert view["title"]["text"] == "Passages"
        assert "Garlic significantly reduced the number of colds" in words(view["blocks"])
        assert '"text": "Garlic", "style": {"bold": true}' in json.dumps(view["blocks"])
        view = await real.opened(real.people.press_in(view, "Back to the papers"))
        assert "There were 24 colds with garlic" in words(view["blocks"])
        await real.people.press("C1", "Save", message=shown)
        await real.people.press("C1", "Check its claims", message=shown)
        await real.settled()
        posted = " ".join(words(post["blocks"]) for post in real.posts("C1"))
        assert "Garlic prevents the common cold" in posted or "common cold" in posted
        more = await real.opened(real.people.press("C1", "More", message=real.posts("C1")[-1]))
        shown = await real.opened(real.people.press_in(more, "Propose to the graph"))
        assert "Nothing of it counts until a reviewer has accepted it." in words(shown["blocks"])
        id = await real.people.command("C1", "/evigraph", "bookmarks")
        await real.settled()
        assert "Garlic for the common cold" in words(real.world.responses[id][0]["blocks"])
        shown = await real.opened(real.people.press("C1", "Papers like this", message=listed))
        assert "no other paper like “Garlic for the common cold" in words(shown["blocks"])
        await real.people.press("C1", "Share to channel", message=listed)
        await real.settled()
        assert "shares papers on “garlic colds type:rct”" in words(real.posts("C1")[-1]["blocks"])
        thread = await real.people.mention("C1", "How many colds were there in PMC77?")
        await real.settled()
        assert "“There were 24 colds with garlic and 65 with placebo.”" in words(last(real, thread)["blocks"])
        assert real.world.complaints == []
    await bot.graph.close()
    await bot.store.close()


async def test_an_open_claim_leads_to_sentences_of_the_library(way: str, folder: Path, tmp_path: Path) -> None:
    """What the graph has no evidence on, a paper speaks of: its sentence is shown, to who asks alone, as no verdict."""
    bot = await librarian(folder, tmp_path)
    async with office(way, tmp_path, bot.start(), store=bot.store) as real:
        id = await real.people.command("C1", "/evigraph", "check Garlic treats the common cold.")
        await real.settled()
        answer = real.posts("C1")[-1] if real.posts("C1") else real.world.responses[id][-1]
        assert "No evidence found here" in words(answer["blocks"]) or "Related" in words(answer["blocks"])
        more = await real.opened(real.people.press("C1", "More", message=answer))
        shown = await real.opened(real.people.press_in(more, "Look in the papers"))
        assert "1 paper mentions both." in words(shown["blocks"])
        assert "reduced the number of colds compared with placebo.” (Abstract)" in words(shown["blocks"])
        assert "It decides no verdict" in words(shown["blocks"])
        assert real.world.complaints == []
    await bot.graph.close()
    await bot.store.close()


async def test_a_pasted_test_question_gets_its_option_with_evidence(real: Office) -> None:
    pasted = "Which of these treats migraine?\nA) zinc\nB) magnesium\nC) none of the above"
    thread = await real.people.mention("C1", pasted)
    await real.settled()
    said = words(last(real, thread)["blocks"])
    assert "B) magnesium ✓ (" in said


async def test_why_brings_the_reasoning_and_its_mind_map_by_itself(real: Office) -> None:
    thread = await real.people.mention("C1", "Why might vitamin E help in Alzheimer's disease?")
    await real.settled()
    shown = last(real, thread)
    assert "1. Vitamin E reduces oxidative stress" in words(shown["blocks"])
    assert [b["type"] for b in shown["blocks"]].count("image") == 1
    assert "Show the reasoning" not in words(shown["blocks"])


async def test_the_reasoning_is_seen_with_its_mind_map(real: Office) -> None:
    thread = await real.people.mention("C1", "Can vitamin E help in Alzheimer's disease?")
    await real.settled()
    asked = last(real, thread)
    await real.people.press("C1", "Show the reasoning", message=asked)
    await real.settled()
    shown = last(real, thread)
    assert "1. Vitamin E" in words(shown["blocks"])
    assert [b["type"] for b in shown["blocks"]].count("image") == 1


async def test_a_channel_chooses_among_several_graphs_and_evidence_names_the_one_that_says_so(
    way: str, tmp_path: Path
) -> None:
    ours, theirs = (written(files, tmp_path / name) for name, files in (("ours", OURS), ("theirs", THEIRS)))
    env = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_KG": f"{ours},{theirs}"}
    settings = load_settings(env, tmp_path / "no.env")
    async with open_parts(settings, console=Console(quiet=True)) as parts:
        assert isinstance(parts.store, SqliteStore)
        async with office(way, tmp_path, parts.assistant, store=parts.store, long=True) as real:
            real.world.users = {ANN: {"name": "ann", "is_admin": True}}
            thread = await real.people.mention("C1", "Does fish oil treat colds?")
            await real.settled()
            both = last(real, thread)
            assert "(2 papers, in the graphs ours and theirs)" in words(both["blocks"])
            view = await real.opened(real.people.press("C1", "Evidence", message=both))
            assert "hand in the graph ours, the graph theirs" in words(view)

            told = await _says(real, "graph theirs")
            assert "answers here come from the graph theirs" in words(told["blocks"])
            await _asks_anew(real, "The graph has no paper on fish oil")
            await _chooses(real, await _says(real, "graph"), "Which graph answers come from …", "ours")
            await _asks_anew(real, "(1 paper)")
            await _chooses(real, await _says(real, "settings"), "For everybody in this channel …", "-")
            await _asks_anew(real, "in the graphs ours and theirs")
            assert real.world.complaints == []


async def _says(real: Office, command: str) -> Json:
    """Give a command of /evigraph, and return its private reply."""
    id = await real.people.command("C1", "/evigraph", command)
    await real.settled()
    (told,) = real.world.responses[id]
    return told


async def _chooses(real: Office, panel: Json, button: str, graph: str) -> None:
    """Choose a graph in the window behind a button of a private reply."""
    form = await real.opened(real.people.press("C1", button, message={"blocks": panel["blocks"]}))
    await real.people.submit(form, graph=graph)
    await real.settled()


async def _asks_anew(real: Office, told: str) -> None:
    thread = await real.people.mention("C1", "Does fish oil treat colds?")
    await real.settled()
    assert told in words(last(real, thread)["blocks"])
