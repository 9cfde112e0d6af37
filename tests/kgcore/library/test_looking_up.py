"""The literature command, on the real starter graph."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.values.message import Click, Command, CommandQuery, LiteratureQuery, Message, PanelQuery, Verb
from kgcore.values.reply import Papers, Reply, Text
from tests.kgcore.house import ANN, HERE, Bot, bot, folder
from tests.kgcore.talking import BEN, CHANNEL, act, button, notices, offers, papers

__all__ = ["bot", "folder"]

BOTH = "vitamin E Alzheimer's disease"


async def look_up(bot: Bot, text: str) -> Reply:
    (reply,) = await bot.send(Command(f"l{text}", CHANNEL, ANN, "literature", text))
    return reply


async def test_papers_on_both_names_come_first_then_the_later_ones(bot: Bot) -> None:
    found = papers(await look_up(bot, BOTH))
    assert len(found.papers) == 5
    assert found.total > 5

    def on_both(n: int) -> bool:
        return any("itamin E" in w and "Alzheimer" in w for _, w in found.papers[n].bears)

    assert [on_both(n) for n in range(3)] == [True, True, False]
    alone = papers(await look_up(bot, "ginkgo"))
    years = [p.paper.year or 0 for p in alone.papers]
    titled = ["inkgo" in p.paper.title for p in alone.papers]
    assert years == sorted(years, reverse=True) or titled == sorted(titled, reverse=True)


async def test_each_paper_shows_the_claims_that_it_bears_on_with_their_side(bot: Bot) -> None:
    found = papers(await look_up(bot, BOTH))
    assert all(p.bears for p in found.papers)
    assert {sign for p in found.papers for sign, _ in p.bears} <= {"+", "−", ""}
    against = [words for p in found.papers for sign, words in p.bears if sign == "−"]
    assert against
    assert not any("does not" in words for words in against)


async def test_a_look_up_is_private_and_says_what_it_looked_for(bot: Bot) -> None:
    reply = await look_up(bot, BOTH)
    assert reply.private
    assert isinstance(reply.blocks[0], Text)
    assert "vitamin E and Alzheimer's disease" in reply.blocks[0].plain
    assert not await bot.store.turns(CHANNEL.key)


async def test_pages_go_on_and_back_after_a_restart(bot: Bot) -> None:
    first = await look_up(bot, BOTH)
    bot.start()
    assert not offers(first, Verb.PAGE) or button(first, Verb.PAGE).label == "Next"
    (second,) = await bot.send(Click("c1", CHANNEL, ANN, button(first, Verb.PAGE, 1).action))
    assert papers(second).first == 6
    assert second.private
    assert {p.paper.id for p in papers(first).papers}.isdisjoint(p.paper.id for p in papers(second).papers)
    assert await bot.assistant.ask(PanelQuery(Click("q", CHANNEL, ANN, button(second, Verb.PAGE, 0).action))) == first


async def test_every_paper_stands_on_exactly_one_page(bot: Bot) -> None:
    reply, seen = await look_up(bot, BOTH), list[str]()
    total = papers(reply).total
    while True:
        seen += [p.paper.id for p in papers(reply).papers]
        at = (papers(reply).first - 1) // 5
        if len(seen) >= total:
            break
        (reply,) = await bot.send(Click(f"p{at}", CHANNEL, ANN, button(reply, Verb.PAGE, at + 1).action))
    assert len(seen) == len(set(seen)) == total
    assert not any(offers(reply, Verb.PAGE) and button(reply, Verb.PAGE).label == "Next" for _ in [0])


async def test_sharing_shows_the_same_page_to_everybody_with_who_shares_it(bot: Bot) -> None:
    first = await look_up(bot, BOTH)
    (second,) = await bot.send(Click("c1", CHANNEL, ANN, button(first, Verb.PAGE, 1).action))
    (shared,) = await bot.send(Click("c2", CHANNEL, ANN, button(second, Verb.SHARE).action))
    assert not shared.private
    assert papers(shared) == papers(second)
    assert isinstance(shared.blocks[0], Text)
    assert shared.blocks[0].plain == "Ann shares papers on vitamin E and Alzheimer's disease."
    (more,) = await bot.send(Click("c3", CHANNEL, BEN, button(shared, Verb.PAGE).action))
    assert (more.private, papers(more).first) == (True, 11)


async def test_where_nobody_else_is_nothing_is_offered_to_be_shared(bot: Bot) -> None:
    (reply,) = await bot.send(Command("l", replace(CHANNEL, workspace=""), ANN, "literature", BOTH))
    assert papers(reply).papers
    assert not offers(reply, Verb.SHARE)
    assert offers(await look_up(bot, BOTH), Verb.SHARE)


async def test_what_the_graph_does_not_know_is_told_with_the_nearest_names(bot: Bot) -> None:
    word = notices(await look_up(bot, "hypertens"))
    assert "Nothing in the graph is called “hypertens”" in word
    assert "“Hypertension”" in word
    assert "no papers" in notices(await look_up(bot, "xyzzy"))


@pytest.mark.parametrize("text", ["", "   ", "?!", "\x00"])
async def test_without_words_it_says_how_to_ask(bot: Bot, text: str) -> None:
    assert "Please name what" in notices(await look_up(bot, text))


async def test_a_page_that_does_not_exist_and_a_look_up_that_is_gone_get_a_friendly_word(bot: Bot) -> None:
    lookup = button(await look_up(bot, BOTH), Verb.SHARE).action.split(":")[2]
    for action in (act(Verb.PAGE, lookup, 9999), act(Verb.SHARE, "gone"), act(Verb.ANSWER, lookup)):
        (word,) = await bot.send(Click(action, CHANNEL, ANN, action))
        assert "no longer here" in notices(word)


async def test_papers_can_be_asked_for_on_the_spot(bot: Bot) -> None:
    whole = await bot.assistant.ask(LiteratureQuery(HERE, BOTH, 1))
    assert [type(b) for b in whole.blocks] == [Papers]
    assert papers(whole).first == 6
    assert "no papers" in notices(await bot.assistant.ask(LiteratureQuery(HERE, "xyzzy")))
    shown = await bot.assistant.ask(CommandQuery(Command("q", CHANNEL, ANN, "literature", BOTH)))
    assert papers(shown) == papers(await look_up(bot, BOTH))
    (more,) = await bot.send(Click("c", CHANNEL, ANN, button(shown, Verb.PAGE).action))
    assert papers(more) == papers(whole)


async def test_looking_up_changes_no_thread(bot: Bot) -> None:
    await bot.send(Message("m", CHANNEL, ANN, "Can vitamin E slow Alzheimer's disease?"))
    before = await bot.store.turns(CHANNEL.key), await bot.store.action_records(CHANNEL.key)
    await look_up(bot, BOTH)
    assert (await bot.store.turns(CHANNEL.key), await bot.store.action_records(CHANNEL.key)) == before


@pytest.mark.parametrize(
    "address",
    [
        "https://doi.org/10.1002/14651858.CD000980.pub4",
        "http://dx.doi.org/10.1002/14651858.CD000980.pub4",
        "doi:10.1002/14651858.CD000980.pub4",
        "DOI:10.1002/14651858.CD000980.pub4",
    ],
)
async def test_a_papers_address_finds_the_paper_and_what_the_graph_says_by_it(bot: Bot, address: str) -> None:
    found = papers(await bot.assistant.ask(LiteratureQuery(CHANNEL, address)))
    (one,) = found.papers
    assert one.paper.title == "Vitamin C for preventing and treating the common cold"
    assert any("itamin C" in words for _, words in one.bears)
    assert papers(await look_up(bot, address)).total == 1


async def test_an_address_that_the_graph_does_not_have_finds_nothing(bot: Bot) -> None:
    for address in ("https://doi.org/10.1000/none", "https://pubmed.ncbi.nlm.nih.gov/999999999/"):
        reply = await bot.assistant.ask(LiteratureQuery(CHANNEL, address))
        assert not any(isinstance(b, Papers) for b in reply.blocks)
