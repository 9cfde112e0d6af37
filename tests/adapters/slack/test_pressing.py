"""Buttons, menus, modals, commands and shortcuts, as people use them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from kgcore.values.message import Click, Command, Incoming, Message, NamesQuery, PanelQuery, Query
from kgcore.values.reply import (
    Choice,
    Choices,
    Claims,
    ClaimView,
    Field,
    FieldKind,
    File,
    Form,
    Notice,
    Plain,
    Reply,
    Text,
)
from kgcore.verdicts import Verdict
from tests.adapters.slack.office import LONG, Office
from tests.servers.slack_people import labels, words
from tests.servers.slack_state import Fault

TURN = "0123456789abcdef"
REASON = Form("Why", (Field("text", "Your reason", FieldKind.TEXT, most=500),), "Send", f"kg1:reason:{TURN}:0")
WAY = Form("The way", (Field("to", "To", FieldKind.TEXT, names=True),), "Show", f"kg1:way:{TURN}:0")
ASIDE = (Choice("Dismiss", f"kg1:dismiss:{TURN}:0"),)


def answer(event: Incoming) -> Sequence[Reply]:
    """An answer with a claim and suggestions; clicks get a private word, or a form."""
    match event:
        case Click():
            blocks = (Notice("Thank you."), REASON) if ":down:" in event.action else (Notice("Done."),)
            return [Reply("", "", blocks, private=True)]
        case Command(name="literature" | "help"):
            page = Choices((Choice("Next page", "kg1:page:abc:1"), Choice("Share to channel", "kg1:share:abc:0")))
            return [Reply("", "", (Notice(f"{event.name}: {event.text}"), page), private=True)]
        case Command(name="summary"):
            return [Reply("", "", (Notice("A summary"), File("evigraph.md", "text/markdown", b"# S")), private=True)]
        case _:
            claim = ClaimView(1, Verdict.SUPPORTED, (Plain("Zinc helps"),), "The graph says so.")
            claim = replace(claim, up=f"kg1:up:{TURN}:1", down=f"kg1:down:{TURN}:1")
            ask = Choice("Which colds?", f"kg1:ask:{TURN}:0", "3 papers", aside=ASIDE)
            tools = Choice("Steps", f"kg1:steps:{TURN}:0")
            return [
                Reply(TURN, event.text, (Text((Plain("Zinc helps."),)), Claims((claim,)), Choices((ask, tools)), WAY))
            ]


def panel(query: Query) -> Reply:
    if isinstance(query, NamesQuery):
        return Reply("", "", (Choices((Choice("Vitamin E", "SUPP:1", "Supplement"),)),))
    assert isinstance(query, PanelQuery)
    go = Choice("Go to step 1", f"kg1:step:{TURN}:0")
    return Reply("", "", (Notice(f"Panel of {query.click.action}"), Choices((go,))), private=True)


async def asked(services: Office, channel: str = "C1") -> dict[str, object]:
    services.core.answer, services.core.panel = answer, panel
    await services.people.mention(channel, "Does zinc help?")
    await services.settled()
    (post,) = services.posts(channel)
    return post


@LONG
async def test_a_button_is_a_click_in_its_thread(services: Office) -> None:
    post = await asked(services)
    await services.people.press("C1", "Which colds?", message=post)
    await services.people.press("C1", "Dismiss", message=post)
    await services.settled()
    clicks = [e for e in services.core.heard if isinstance(e, Click)]
    assert [c.action for c in clicks] == [f"kg1:ask:{TURN}:0", f"kg1:dismiss:{TURN}:0"]
    assert {c.place.thread for c in clicks} == {post["thread_ts"]}
    ephemerals = services.world.channel("C1").ephemerals
    assert [e["user"] for e in ephemerals] == ["U061F7AUR"] * 2
    assert {e["thread_ts"] for e in ephemerals} == {post["thread_ts"]}


@LONG
async def test_a_look_opens_a_modal_and_goes_on_inside_of_it(services: Office) -> None:
    post = await asked(services)
    evidence = await services.opened(services.people.press("C1", "Evidence", message=post))
    steps = await services.opened(services.people.press("C1", "Steps", message=post))
    assert [c for c in services.core.heard if isinstance(c, Click)] == []
    assert evidence["title"]["text"] == "Evidence"
    assert f"Panel of kg1:why:{TURN}:0" in words(evidence["blocks"])
    await services.people.press_in(steps, "Go to step 1")
    await services.settled()
    click = services.core.heard[-1]
    assert isinstance(click, Click)
    assert (click.place.channel, click.place.thread) == ("C1", post["thread_ts"])
    assert "Done." in words(services.world.views[steps["id"]]["blocks"])


@LONG
async def test_where_no_modal_opens_the_panel_comes_as_a_message(services: Office) -> None:
    post = await asked(services)
    services.world.faults = [Fault("views.open", "expired_trigger_id")]
    await services.people.press("C1", "Evidence", message=post)
    await services.settled()
    assert isinstance(services.core.heard[-1], Click)
    assert "Done." in words(services.world.channel("C1").ephemerals[-1]["blocks"])


@LONG
async def test_a_thumb_down_asks_for_the_reason_in_a_modal(services: Office) -> None:
    post = await asked(services)
    await services.people.press("C1", "👎 Wrong", message=post)
    await services.settled()
    ephemeral = services.world.channel("C1").ephemerals[-1]
    assert labels(ephemeral["blocks"]) == ["Why …"]
    view = await services.opened(services.people.press("C1", "Why …", message=ephemeral))
    await services.people.submit(view, text="It is off topic")
    await services.settled()
    click = services.core.heard[-1]
    assert isinstance(click, Click)
    assert (click.action, click.field("text")) == (REASON.action, ("It is off topic",))
    assert click.place.thread == post["thread_ts"]


async def test_names_are_completed_while_somebody_types(services: Office) -> None:
    post = await asked(services)
    view = await services.opened(services.people.press("C1", "The way …", message=post))
    options = await services.people.suggest(view, "names:to", "vita")
    assert [o["value"] for o in options] == ["vita", "Vitamin E"]
    await services.people.submit(view, to="Vitamin E")
    await services.settled()
    click = services.core.heard[-1]
    assert isinstance(click, Click)
    assert click.field("to") == ("Vitamin E",)


async def test_an_ephemeral_message_is_paged_in_place_and_can_be_shared(services: Office) -> None:
    services.core.answer, services.core.panel = answer, panel
    id = await services.people.command("C1", "/literature", "zinc colds")
    await services.settled()
    (first,) = services.world.responses[id]
    assert "literature: zinc colds" in first["text"]
    assert services.posts("C1") == []
    page = await services.people.press("C1", "Next page", message={"blocks": first["blocks"]})
    (second,) = services.world.responses[page]
    assert second["replace_original"] is True
    assert "Panel of kg1:page:abc:1" in second["text"]
    await services.people.press("C1", "Share to channel", message={"blocks": first["blocks"]})
    await services.settled()
    shared = services.core.heard[-1]
    assert isinstance(shared, Click)
    assert shared.place == services.core.heard[0].place


async def test_ask_begins_a_thread_that_says_who_asked(services: Office) -> None:
    await services.people.command("C1", "/ask", "Does zinc help?")
    await services.settled()
    root, post = services.posts("C1")
    assert "asks: Does zinc help?" in words(root["blocks"])
    assert "thread_ts" not in root
    assert post["thread_ts"] == root["ts"]
    await services.people.mention("C1", "And now?", thread=root["ts"])
    await services.settled()
    assert services.core.heard[1].place == services.core.heard[0].place


async def test_commands_on_a_thread_mean_the_channels_latest(services: Office) -> None:
    post = await asked(services)
    services.core.panel = lambda query: Reply("", "", (Choices((Choice("q", str(post["thread_ts"])),)),))
    id = await services.people.command("C1", "/evigraph", "progress")
    empty = await services.people.command("C1", "/evigraph")
    await services.settled()
    command, help = services.core.heard[1:]
    assert isinstance(command, Command)
    assert isinstance(help, Command)
    assert (command.name, command.place.thread) == ("progress", post["thread_ts"])
    assert help.name == "help"
    assert services.world.responses[empty] != []
    assert id != empty


async def test_settings_come_from_somebody_whom_slack_calls_an_admin(services: Office) -> None:
    services.world.users = {"U061F7AUR": {"name": "ann", "is_admin": True}}
    await services.people.command("C1", "/evigraph", "settings")
    await services.settled()
    assert services.core.heard[0].person.admin


async def test_what_has_files_is_sent_directly(services: Office) -> None:
    services.core.answer = answer
    id = await services.people.command("C1", "/evigraph", "summary")
    await services.settled()
    (post, file) = services.posts("DU061F7AUR")[0], next(iter(services.world.files.values()))
    assert "A summary" in words(post["blocks"])
    assert (file["name"], file["channel"]) == ("evigraph.md", "DU061F7AUR")
    assert "direct message" in services.world.responses[id][0]["text"]


async def test_shortcuts_check_a_message_and_map_a_thread(services: Office) -> None:
    services.world.users = {"U1": {"name": "x", "profile": {"display_name": "Ben"}}, "U2": {"name": "cleo"}}
    ts = await services.people.say("C1", "Vitamin C prevents colds &amp; flu.", user="U1")
    await services.people.say("C1", "It does not.", user="U2", thread=ts)
    await services.people.shortcut("check_claims", "C1", ts)
    await services.people.shortcut("map_thread", "C1", ts)
    await services.settled()
    check, mapped = [e for e in services.core.heard if isinstance(e, Command)]
    assert [(s.speaker, s.text) for s in check.said] == [("Ben", "Vitamin C prevents colds & flu.")]
    assert [(s.speaker, s.text) for s in mapped.said] == [
        ("Ben", "Vitamin C prevents colds & flu."), ("cleo", "It does not.")
    ]  # fmt: skip
    assert mapped.place.thread == ts


async def test_a_thread_that_cannot_be_read_gets_a_reason(services: Office) -> None:
    ts = await services.people.say("C8", "Vitamin C prevents colds.")
    services.world.channel("C8").member = False
    id = await services.people.shortcut("map_thread", "C8", ts)
    assert "Invite me" in services.world.responses[id][0]["text"]


async def test_ask_about_this_asks_in_a_modal_and_quotes_the_message(services: Office) -> None:
    ts = await services.people.say("C1", "Vitamin C prevents colds.")
    view = await services.opened(services.people.shortcut("ask_about", "C1", ts))
    assert "Vitamin C prevents colds." in words(view["blocks"])
    await services.people.submit(view, text="Is that so?")
    await services.settled()
    event = services.core.heard[-1]
    assert isinstance(event, Message)
    assert (event.text, event.quote, event.place.thread) == ("Is that so?", "Vitamin C prevents colds.", ts)


async def test_everything_that_was_posted_was_within_the_rules(services: Office) -> None:
    post = await asked(services)
    await services.people.press("C1", "Evidence", message=post)
    assert services.world.complaints == []
    assert json.dumps(services.world.calls).count("xoxb") == 0


async def test_a_shortcut_does_not_take_our_name_for_a_part_of_what_was_said(services: Office) -> None:
    ts = await services.people.mention("C1", "Zinc shortens colds.")
    for name in ("check_claims", "map_thread"):
        await services.people.shortcut(name, "C1", ts)
    await services.settled()
    said = [one.text for event in services.core.heard if isinstance(event, Command) for one in event.said]
    assert said == ["Zinc shortens colds."] * 2


async def test_a_bookmark_in_a_private_list_leaves_the_list_where_it_is(services: Office) -> None:
    def listed(event: Incoming) -> Sequence[Reply]:
        keep = Choices((Choice("Bookmark", f"kg1:bookmark:{TURN}:0"),))
        return [Reply("", "", (Notice("Done.") if isinstance(event, Click) else keep,), private=True)]

    services.core.answer = listed
    id = await services.people.command("C1", "/literature", "zinc")
    await services.settled()
    (shown,) = services.world.responses[id]
    id = await services.people.press("C1", "Bookmark", message=shown)
    await services.settled()
    (word,) = services.world.responses[id]
    assert word["replace_original"] is False
    assert "Done." in words(word["blocks"])


async def test_a_command_that_needs_a_message_says_where_to_find_it(services: Office) -> None:
    for name in ("map", "check"):
        id = await services.people.command("C1", "/evigraph", name)
        (told,) = services.world.responses[id]
        assert "“⋮” menu" in told["text"]
    await services.people.command("C1", "/evigraph", "check Zinc prevents colds.")
    await services.settled()
    assert [e.name for e in services.core.heard if isinstance(e, Command)] == ["check"]


async def test_what_is_too_long_for_a_modals_title_stands_above_its_fields(services: Office) -> None:
    asking = "What was wrong with claim 1 of this answer?"
    services.core.answer = lambda event: [Reply("", "", (replace(REASON, title=asking),), private=True)]
    await services.people.command("C1", "/evigraph", "help")
    await services.settled()
    ephemeral = services.world.channel("C1").ephemerals[-1]
    view = await services.opened(services.people.press("C1", labels(ephemeral["blocks"])[0], message=ephemeral))
    assert view["title"]["text"] == "Evigraph"
    assert words(view["blocks"][0]) == asking


async def test_a_command_between_two_other_people_is_told_where_to_ask(services: Office) -> None:
    services.world.channel("D0OTHERS").member = False
    id = await services.people.command("D0OTHERS", "/ask", "Does zinc help?")
    await services.settled()
    assert "Write to me directly" in services.world.responses[id][0]["text"]
