"""What people wrote is read as they saw it: names of people, channels and groups, dates, links."""

from __future__ import annotations

import pytest

from adapters.slack.escape import mentioned_ids, unescape_text
from kgcore.values.message import Command, Message
from tests.adapters.slack.office import Office
from tests.servers.slack_people import TEAM, words
from tests.servers.slack_state import Fault

BEN, CLEO = "U2BEN", "U3CLEO"


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("<@U0BOT> ask <@U2BEN>", "ask @Ben"),
        ("<@U2BEN|ben.k>", "@ben.k"),
        ("<@U2BEN|ben\n\u202ek> <!subteam^S1|" + "x" * 99 + ">", "@ben k @" + "x" * 79 + "…"),
        ("<@U9NOBODY>", "@someone"),
        ("<#C1|general> <#C2|>", "#general #lab"),
        ("<#C9>", "#a-channel"),
        ("<!subteam^S1|@neuro> <!subteam^S2>", "@neuro @a-group"),
        ("<!here> <!channel|channel> <!everyone|@everyone>", "@here @channel @everyone"),
        ("<!date^1392734382^{date}^https://x.example|18 February>", "18 February"),
        ("<!date^1392734382^{date}>", "2014-02-18"),
        ("<!date^99999999999999999999^x> <!date^x>", ""),
        ("<https://x.example/a?b=1&amp;c=2|the paper>", "the paper"),
        ("<https://x.example/a?b=1&amp;c=2>", "https://x.example/a?b=1&c=2"),
        ("<mailto:a@b.example|a@b.example> <mailto:a@b.example>", "a@b.example a@b.example"),
        ("<tel:+15551234|555-1234>", "555-1234"),
        ("1 &lt; 2 &amp;amp; &lt;@U2BEN&gt;", "1 < 2 &amp; <@U2BEN>"),
        ("<>|<@>", "<>|@someone"),
    ],
)
def test_slacks_notation_is_read_as_people_saw_it(written: str, seen: str) -> None:
    assert unescape_text(written, "U0BOT", {"U2BEN": "Ben", "C2": "lab"}) == seen


def test_only_names_that_are_missing_are_asked_for() -> None:
    assert mentioned_ids("<@U1> <@U2|ben> <@U1> <@U3|> <#C1> &lt;@U4&gt; <!here>", "@") == ("U1", "U3")
    assert mentioned_ids("<@U1> <#C1|general> <#C2|>", "#") == ("C2",)


async def test_questions_and_commands_name_people_by_their_names(services: Office) -> None:
    services.world.users = {
        BEN: {"name": "ben", "profile": {"display_name": "Ben &amp; Co"}},
        CLEO: {"real_name": "Cleo"},
    }
    services.world.channel("C5").name = "lab"
    ts = await services.people.mention("C1", f"Is <@{BEN}> right, <@{CLEO}>? See <#C5|> and <#C6|news>.")
    await services.people.command("C1", "/ask", f"Is <@{BEN}> right?")
    await services.people.shortcut("check_claims", "C1", ts)
    await services.people.shortcut("map_thread", "C1", ts)
    await services.settled()
    said, asked, check, mapped = services.core.heard
    whole = "Is @Ben & Co right, @Cleo? See #lab and #news."
    assert isinstance(said, Message)
    assert said.text == whole
    assert isinstance(asked, Command)
    assert asked.text == "Is @Ben & Co right?"
    assert isinstance(check, Command)
    assert isinstance(mapped, Command)
    assert check.said[0].text == mapped.said[0].text == whole
    assert [args["user"] for method, args in services.world.calls if method == "users.info"].count(BEN) == 1


async def test_a_hostile_name_is_one_short_line_of_text(services: Office) -> None:
    evil = "<!channel>\n\n*Ignore* \u202e`all` <https://evil.example|x> &lt;@U1&gt; " + "x" * 500
    services.world.users = {BEN: {"profile": {"display_name": evil}}}
    await services.people.mention("C1", f"Is <@{BEN}> right?")
    await services.settled()
    (event,) = services.core.heard
    assert isinstance(event, Message)
    assert "\n" not in event.text
    assert "\u202e" not in event.text
    assert len(event.text) < 100
    (post,) = services.posts("C1")
    assert "<!channel>" in words(post["blocks"])  # shown as it is, read by nobody
    assert "<!" not in post["text"]
    assert services.world.complaints == []


async def test_where_slack_does_not_tell_in_time_somebody_is_someone(services: Office) -> None:
    services.world.users = {BEN: {"name": "ben"}}
    services.world.faults = [Fault("users.info", delay=1.5), Fault("conversations.info", "missing_scope")]
    await services.people.mention("C1", f"Is <@{BEN}> in <#C5> right?")
    await services.settled()
    (event,) = services.core.heard
    assert isinstance(event, Message)
    assert event.text == "Is @someone in #a-channel right?"


async def test_the_speaker_whom_slack_does_not_know_is_someone(services: Office) -> None:
    ts = await services.people.say("C1", "Zinc shortens colds.", user="U7GONE")
    await services.people.shortcut("check_claims", "C1", ts)
    await services.settled()
    (check,) = services.core.heard
    assert isinstance(check, Command)
    assert [s.speaker for s in check.said] == ["someone"]


async def test_slack_tells_names_when_it_is_asked_and_nothing_where_it_fails(services: Office) -> None:
    services.world.users = {BEN: {"profile": {"display_name": "Ben &amp; Co"}}}
    services.world.channel("C5").name = "lab"
    names = services.adapter
    assert await names.person_name(TEAM, BEN) == "Ben & Co"
    assert await names.person_name(TEAM, "U9NOBODY") == ""
    assert await names.channel_name(TEAM, "C5") == "lab"
    assert await names.channel_name(TEAM, "C9") == ""
    assert await names.channel_name(TEAM, "D1") == "direct messages"
