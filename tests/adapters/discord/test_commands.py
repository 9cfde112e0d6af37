"""Slash commands and the menu of a message."""

from __future__ import annotations

import re

import discord
import pytest

from adapters.discord.check import PERMISSIONS
from adapters.discord.client import ASIDE, needed_intents
from kgcore.values.message import Command, CommandQuery, Message, NamesQuery
from tests.adapters.discord.rig import Rig, Script, shown
from tests.adapters.discord.scripted import QUESTION
from tests.page.scenario import ROOT

LISTENING = pytest.mark.parametrize("rig", [{"content": True}], indirect=True)


def syncs(rig: Rig) -> int:
    return sum(e.method == "PUT" and e.path.endswith("/commands") for e in rig.env.http_requests)


def test_administrators_read_of_every_permission_and_intent_that_is_asked_for() -> None:
    told = (ROOT / "docs" / "discord.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z][A-Za-z ]+) \|", told.partition("| permission |")[2].partition("##")[0], re.M)
    names = (row.lower().replace(" ", "_").replace("view_channels", "view_channel") for row in rows)
    asked = discord.Permissions(**dict.fromkeys(names, True))
    assert asked.value == PERMISSIONS
    intents = {name for name, wanted in needed_intents(content=False) if wanted}
    assert intents == {"guilds", "guild_messages", "dm_messages"}
    assert "(intents *Guilds*, *Guild Messages* and *Direct Messages*)" in told


async def test_commands_are_synchronised_once_and_not_at_every_start(rig: Rig) -> None:
    assert syncs(rig) == 1
    await rig.restart()
    assert syncs(rig) == 1


async def test_commands_can_be_installed_to_a_server_and_to_a_person(rig: Rig) -> None:
    (sent,) = [e.json for e in rig.env.http_requests if e.method == "PUT"]
    assert sent
    assert all(c["integration_types"] == [0, 1] and c["contexts"] == [0, 1, 2] for c in sent)
    names = {c["name"] for c in sent}
    assert names == {"ask", "literature", "tables", "evigraph", *("Map this thread", "Ask about this"), CHECK}


CHECK = "Check the claims in this message"


async def test_ask_shows_the_question_and_answers_in_a_thread_on_it(rig: Rig, script: Script) -> None:
    result = await rig.ann.slash(rig.channel, "ask", question="Is *zinc* good?")
    await rig.settle()
    assert not result.ephemeral
    assert "**ann** asks: Is \\*zinc\\* good?" in shown(result.response.message)  # type: ignore[union-attr]
    assert rig.thread.id == result.response.id  # type: ignore[union-attr]
    assert "Zinc shortens colds." in shown(rig.thread.history()[-1])
    assert script.event.text == "Is *zinc* good?"


async def test_a_question_of_any_length_and_of_any_signs_is_shown_whole(rig: Rig, script: Script) -> None:
    for question in ("Is zinc good? " * 285, "*_" * 1_990):
        result = await rig.ann.slash(rig.channel, "ask", question=question.strip()[:3_985])
        await rig.settle()
        assert script.event.text == question.strip()[:3_985]
        assert script.event.place.thread == str(result.response.id)  # type: ignore[union-attr]
        asked = "".join(shown(m) for m in rig.channel.history()).replace("\\", "")
        assert sum(asked.count(c) for c in "*_z") >= sum(question[:3_985].count(c) for c in "*_z")


async def test_the_commands_of_the_help_can_be_pressed(rig: Rig, script: Script) -> None:
    ids = await rig.adapter.services.keep.command_ids()
    result = await rig.ann.slash(rig.channel, "evigraph help")
    await rig.settle()
    told = "\n".join(shown(m) for m in (result.response.message, *(f.message for f in result.followups)))  # type: ignore[union-attr]
    assert f"</ask:{ids['ask']}>" in told
    assert f"</evigraph settings:{ids['evigraph']}>" in told


async def test_a_word_that_is_a_command_is_that_command_and_leaves_a_trace(rig: Rig, script: Script) -> None:
    for said in ("help", "/Settings"):
        await rig.mention(said)
        assert isinstance(script.event, Command)
        assert script.event.name == said.strip("/").lower()
        assert ASIDE in [m.content for m in rig.channel.history()[-2:]]
    await rig.mention("help me with my colds")
    assert isinstance(script.event, Message)


async def test_literature_is_private_completes_names_and_can_be_shared(rig: Rig, script: Script) -> None:
    offered = await rig.ann.autocomplete(rig.channel, "literature", "about", "zi")
    assert [(o["name"], o["value"]) for o in offered] == [("Zinc · Supplement", "Zinc"), ("Zinc oxide", "Zinc oxide")]
    assert isinstance(script.queries[-1], NamesQuery)
    result = await rig.ann.slash(rig.channel, "literature", about="zinc")
    assert result.ephemeral
    assert "literature: zinc" in shown(result.response.message)  # type: ignore[union-attr]
    assert script.events == []
    await rig.ann.click(result.response, label="Share")  # type: ignore[arg-type]
    await rig.settle()
    last = rig.channel.last_message
    assert last is not None
    assert "Ann shares 2 papers." in shown(last)


@pytest.mark.parametrize("name", ["settings", "progress", "steps", "bookmarks", "help"])
async def test_what_only_shows_something_is_answered_at_once_in_private(rig: Rig, script: Script, name: str) -> None:
    result = await rig.ann.slash(rig.channel, f"evigraph {name}")
    assert result.ephemeral
    assert f"{name}: " in shown(result.response.message)  # type: ignore[union-attr]
    query = script.queries[-1]
    assert isinstance(query, CommandQuery)
    assert query.command.name == name


async def test_the_form_of_a_command_opens_from_its_button(rig: Rig, script: Script) -> None:
    result = await rig.ann.slash(rig.channel, "evigraph settings")
    await rig.restart()
    opened = await rig.ann.click(result.response, label="Ask about zinc")  # type: ignore[arg-type]
    assert opened.modal
    await rig.ann.submit_modal(opened, {"text": "Why?"})
    await rig.settle()
    assert script.event.field("text") == ("Why?",)


async def test_a_summary_comes_with_its_files_into_the_thread(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    result = await rig.ann.slash(rig.thread, "evigraph summary")
    await rig.settle()
    assert result.ephemeral
    last = rig.thread.history()[-1]
    assert "All of it." in shown(last)
    assert [a.filename for a in last.attachments] == ["papers.bib"]


async def test_forgetting_asks_first_and_in_private(rig: Rig) -> None:
    result = await rig.ann.slash(rig.channel, "evigraph forget")
    await rig.settle()
    assert result.ephemeral
    assert "What should be forgotten?" in shown(result.response.message)  # type: ignore[union-attr]


async def test_in_direct_messages_commands_work_as_well(rig: Rig, script: Script) -> None:
    asked = await rig.ann.user.slash("evigraph forget")
    await rig.settle()
    assert "What should be forgotten?" in shown(asked.response.message)
    await rig.ann.user.slash("ask", question=QUESTION)
    await rig.settle()
    last = rig.ann.user.dm_channel.last_message
    assert last is not None
    assert "Zinc shortens colds." in shown(last)
    assert script.event.place.workspace == "@me"


async def test_browse_and_undo_are_events(rig: Rig, script: Script) -> None:
    await rig.ann.slash(rig.channel, "evigraph browse", entity="zinc")
    await rig.settle()
    await rig.ann.slash(rig.channel, "evigraph undo")
    await rig.settle()
    assert [(e.name, e.text) for e in script.events if isinstance(e, Command)] == [("browse", "zinc"), ("undo", "")]


async def test_who_manages_the_server_is_known_to_the_core(rig: Rig, script: Script) -> None:
    role = rig.guild.create_role("Staff", permissions=discord.Permissions(manage_guild=True))
    eve = rig.guild.add_member(rig.env.create_user("eve"), roles=[role])
    await rig.mention(QUESTION, by=eve)
    assert script.event.person.admin
    await eve.slash(rig.thread, "evigraph undo")
    await rig.settle()
    assert script.event.person.admin


# ── the menu of a message ───────────────────────────────────────────────────────────────────────────────────────────


async def test_the_claims_of_anybodys_message_can_be_checked(rig: Rig, script: Script) -> None:
    said = await rig.ben.send(rig.channel, "Zinc cures colds.")
    result = await rig.ann.context_menu(rig.channel, CHECK, said)
    await rig.settle()
    assert result.ephemeral
    event = script.event
    assert (event.name, [(s.speaker, s.text) for s in event.said]) == ("check", [("ben", "Zinc cures colds.")])
    assert event.place.thread == str(said.id)
    assert rig.thread.id == said.id


@LISTENING
async def test_a_thread_can_be_mapped(rig: Rig, script: Script) -> None:
    first = await rig.mention(QUESTION)
    await rig.ben.send(rig.thread, "Zinc cures colds.")
    last = await rig.ann.send(rig.thread, "It does not.")
    await rig.settle()
    result = await rig.ann.context_menu(rig.thread, "Map this thread", last)
    await rig.settle()
    assert "I am mapping" in shown(result.response.message)  # type: ignore[union-attr]
    event = next(e for e in script.events if isinstance(e, Command))
    said = [(s.speaker, s.text) for s in event.said]
    assert said[-2:] == [("ben", "Zinc cures colds."), ("ann", "It does not.")]
    assert event.place.thread == str(first.id)


async def test_what_cannot_be_read_is_counted_and_nothing_readable_is_told_in_words(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    empty = await rig.ben.send(rig.thread, "", attachments=[("cat.png", b"cat")])  # as Discord shows what it hides
    result = await rig.ann.context_menu(rig.thread, "Map this thread", empty)
    assert "DISCORD_MESSAGE_CONTENT" in shown(result.response.message)  # type: ignore[union-attr]
    said = await rig.ben.send(rig.thread, "Zinc cures colds.")
    result = await rig.ann.context_menu(rig.thread, "Map this thread", said)
    told = shown(result.response.message)  # type: ignore[union-attr]
    assert "I am mapping 1 message" in told
    assert "1 message could not be read" in told


async def test_a_message_without_a_thread_cannot_be_mapped(rig: Rig, script: Script) -> None:
    said = await rig.ben.send(rig.channel, "Zinc cures colds.")
    result = await rig.ann.context_menu(rig.channel, "Map this thread", said)
    assert "is in no thread" in shown(result.response.message)  # type: ignore[union-attr]
    assert script.events == []


async def test_one_can_ask_about_a_message_and_a_restart_in_between_is_no_harm(rig: Rig, script: Script) -> None:
    said = await rig.ben.send(rig.channel, "Zinc cures colds.")
    opened = await rig.ann.context_menu(rig.channel, "Ask about this", said)
    assert opened.modal
    await rig.restart()
    await rig.ann.submit_modal(opened, {"text": "Is this true?"})
    await rig.settle()
    event = script.event
    assert isinstance(event, Message)
    assert (event.text, event.quote) == ("Is this true?", "Zinc cures colds.")
    assert event.place.thread == str(said.id)
    assert rig.thread.id == said.id
