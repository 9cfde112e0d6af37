"""The library in a conversation: looking papers up, and what they say of claims that the graph leaves open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest_asyncio

from kgcore.curation.layer import ReviewState
from kgcore.errors import ModelError
from kgcore.graph.retractions import WithoutRetracted
from kgcore.ingest.articles.fetching import PubMed
from kgcore.ingest.pubmed import Eutilities
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.writer import LibraryWriter
from kgcore.library.model import Article, Design, Section, Status
from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.papers import PaperSearch
from kgcore.values.message import Action, Click, Command, TurnQuery, Verb
from kgcore.values.reply import Claims, Papers, Reply, Text
from kgcore.values.tasks import AnnotateRequest, Request, Task
from kgcore.verdicts import Verdict
from tests.kgcore.house import ANN, HERE, Bot, bot, folder
from tests.kgcore.talking import BEN, CHANNEL, button, forms, notices, offers, papers
from tests.servers.ncbi import FakeNcbi

__all__ = ["bot", "folder"]

GARLIC = Article(
    ("PMID:1",),
    "Garlic for the common cold",
    (
        Section("Results", "Garlic significantly reduced the number of colds compared with placebo (p < 0.001)."),
        Section("Conclusion", "Garlic prevents the common cold."),
    ),
    journal="Lancet",
    year=2001,
    design=Design.RANDOMISED_TRIAL,
)
PULLED = Article(("PMID:2",), "Garlic cures all", year=2002, status=Status.RETRACTED)
DEPRESSION = Article(
    ("PMID:3",),
    "Zinc and depression",
    (
        Section(
            "Results",
            "Zinc did not reduce depression scores (p = 0.6). "
            "There was no significant difference in depression between zinc and placebo (p = 0.7).",
        ),
    ),
    design=Design.COHORT,
)
MANY = tuple(Article((f"PMID:{n}",), f"Curcumin trial number {n} of many") for n in range(10, 17))


@pytest_asyncio.fixture
async def reader(bot: Bot, tmp_path: Path) -> AsyncIterator[Bot]:
    """Yield a bot with a library."""
    writer = LibraryWriter(tmp_path / "library")
    writer.put((GARLIC, PULLED, DEPRESSION, *MANY), None)
    writer.close()
    library = EmbeddedLibrary.open(tmp_path / "library")
    bot.papers = PaperSearch(library)
    bot.start()
    yield bot
    await library.close()


def words(reply: Reply) -> str:
    """Return the texts and notices of a reply."""
    return " ".join((notices(reply), *(b.plain for b in reply.blocks if isinstance(b, Text))))


async def look_up(bot: Bot, text: str) -> Reply:
    (reply,) = await bot.send(Command(f"l{text}", CHANNEL, ANN, "literature", text))
    return reply


async def test_papers_of_the_library_come_with_design_sentence_and_why(reader: Bot) -> None:
    reply = await look_up(reader, "garlic colds")
    first, second = papers(reply).papers
    lines = [line for _, line in first.bears]
    assert lines[0] == "randomised trial"
    assert GARLIC.abstract[0].text in lines[1]
    assert "garlic" in first.marked
    assert {"garlic", "colds", "cold"} >= first.marked
    assert first.paper.url == "https://pubmed.ncbi.nlm.nih.gov/1"
    assert second.paper.title.startswith("RETRACTED: ")
    assert reply.private


async def test_pages_and_passages_go_on_after_a_restart(reader: Bot) -> None:
    first = await look_up(reader, "curcumin")
    assert papers(first).total == 7
    reader.start()
    (second,) = await reader.send(Click("c1", CHANNEL, ANN, button(first, Verb.PAGE, 1).action))
    assert papers(second).first == 6
    (more,) = await reader.send(Click("c2", CHANNEL, ANN, of_paper(second, Verb.PASSAGES, 1)))
    assert papers(more).papers[0].paper == papers(second).papers[1].paper
    (graph,) = await reader.send(Click("c3", CHANNEL, ANN, of_paper(second, Verb.GRAPH_ON, 1)))
    for place, shown in enumerate((more, graph)):
        (back,) = await reader.send(Click(f"c4{place}", CHANNEL, ANN, button(shown, Verb.PAGE, 1).action))
        assert papers(back).papers == papers(second).papers


async def test_what_the_library_lacks_comes_from_the_graph(reader: Bot) -> None:
    found = papers(await look_up(reader, "ginkgo"))
    assert all(view.paper.id.startswith("PMID:") for view in found.papers)
    assert found.papers[0].bears[0][0] in ("+", "−")


async def test_a_query_that_cannot_be_read_says_why(reader: Bot) -> None:
    assert "year:soon" in words(await look_up(reader, "garlic year:soon"))


async def test_an_open_claim_leads_to_sentences_and_keeps_its_verdict(reader: Bot) -> None:
    replies = await reader.command("check", "Zinc treats depression.")
    turn = await reader.turn(replies)
    before = [claim.verdict for claim in turn.claims]
    assert {*before} & {Verdict.UNSURE, Verdict.RELEVANT}
    (shown,) = await reader.click(button(replies[-1], Verb.PAPERS).action)
    assert shown.private
    assert "1 paper mentions both." in words(shown)
    (view,) = next(b for b in shown.blocks if isinstance(b, Papers)).papers
    assert view.paper.id == "PMID:3"
    assert "seems to deny it" in view.bears[1][1]
    assert view.marked == {"zinc", "depression"}
    assert not any(icon in words(shown) for icon in ("✓", "✗"))
    assert [c.verdict for c in (await reader.turn(replies)).claims] == before


async def test_without_a_library_nothing_is_offered(bot: Bot) -> None:
    replies = await bot.command("check", "Zinc treats depression.", HERE)
    assert not offers(replies[-1], Verb.PAPERS)


async def test_pubmed_is_asked_where_it_may_be_and_told_where_it_is_away(bot: Bot) -> None:
    with FakeNcbi({"1": ("Zinc eases depression", "Lancet", 2001)}, troubles=[200, 200, 503, 503]).serving() as ncbi:
        bot.papers = PaperSearch(None, PubMed(Eutilities(url=ncbi.url, tries=2, wait=lambda seconds: None)))
        bot.start()
        replies = await bot.command("check", "Zinc treats depression.")
        action = button(replies[-1], Verb.PAPERS).action
        (shown,) = await bot.click(action)
        assert papers(shown).papers[0].paper.title == "Zinc eases depression"
        asked = len(ncbi.asked)
        assert "[tiab]" in ncbi.asked[0]["term"][0]
        await bot.click(action)
        assert len(ncbi.asked) == asked  # what was asked once is remembered
        replies = await bot.command("check", "Garlic treats depression.")
        (away,) = await bot.click(button(replies[-1], Verb.PAPERS).action)
        assert "PubMed could not be reached" in words(away)


async def test_each_result_says_what_can_be_done_with_it(reader: Bot) -> None:
    first = papers(await look_up(reader, "garlic colds")).papers[0]
    said = [choice.label for choice in first.choices]
    assert said == ["Passages", "Check its claims", "What the graph has from it", "Papers like this", "Save"]


def of_paper(reply: Reply, verb: Verb, place: int = 0) -> str:
    """Return the action that does this with one of the papers of a reply."""
    return next(c.action for c in papers(reply).papers[place].choices if Action.parse(c.action).verb is verb)  # type: ignore[union-attr]


async def test_a_question_about_a_paper_is_answered_with_its_own_sentences(reader: Bot) -> None:
    found = await look_up(reader, "zinc depression")
    (shown,) = await reader.send(Click("p1", CHANNEL, ANN, of_paper(found, Verb.PASSAGES)))
    assert papers(shown).papers[0].paper.id == "PMID:3"
    assert shown.private
    (form,) = forms(shown)
    (told,) = await reader.click(form.action, CHANNEL, text=("Was there a difference from placebo?",))
    quoted = " ".join(line for _, line in papers(told).papers[0].bears)
    assert "“There was no significant difference in depression between zinc and placebo (p = 0.7).” (Results)" in quoted
    (none,) = await reader.click(form.action, CHANNEL, text=("Which mice?",))
    assert "No sentence of this paper" in words(none)
    typed = await reader.ask("What did PMID 3 find about depression scores?", CHANNEL)
    assert "Asked of one paper: What did PMID 3 find about depression scores?" in words(typed[-1])
    assert "Zinc did not reduce depression scores" in " ".join(line for _, line in papers(typed[-1]).papers[0].bears)


async def test_what_an_abstract_says_is_checked(reader: Bot) -> None:
    found = await look_up(reader, "garlic colds")
    replies = await reader.click(of_paper(found, Verb.CLAIMS_OF), CHANNEL)
    turn = await reader.turn(replies)
    assert "Garlic for the common cold" in turn.question
    assert {claim.subject_mention.text for claim in turn.claims} == {"Garlic"}
    assert not replies[-1].private
    bare = await look_up(reader, "curcumin")
    (refused,) = await reader.click(of_paper(bare, Verb.CLAIMS_OF), CHANNEL)
    assert "no abstract" in words(refused)


async def test_what_a_paper_says_is_proposed_to_the_graph_and_waits(reader: Bot) -> None:
    found = await look_up(reader, "garlic colds")
    replies = await reader.click(of_paper(found, Verb.CLAIMS_OF), CHANNEL)
    (shown,) = await reader.click(button(replies[-1], Verb.PROPOSE_OF).action, CHANNEL)
    assert shown.private
    assert "Nothing of it counts until a reviewer has accepted it" in words(shown)
    waiting = list(reader.acts.layer().proposals.values())
    assert {(w.state, w.fact.papers) for w in waiting} == {(ReviewState.OPEN, ("PMID:1",))}
    assert not reader.acts.layer().edges
    (again,) = await reader.click(button(replies[-1], Verb.PROPOSE_OF).action, CHANNEL)
    assert "waited, or had been decided, before" in words(again)
    (card,) = await reader.click(button(shown, Verb.REVIEW).action, CHANNEL)
    assert "open" in words(card)


async def test_a_model_reads_what_a_paper_says_where_the_thread_has_one_and_else_the_plain_reader_does(
    reader: Bot,
) -> None:
    """It is shown the sentences as somebody else's words; what it makes up beside them is proposed nowhere."""

    def annotated(request: Request) -> str:
        assert isinstance(request, AnnotateRequest)
        told = dict(enumerate(request.sentences, 1))
        marked = (f"{n}: {s.replace('Garlic', '[Garlic|Drug]($N1)')}" for n, s in told.items())
        return "\n".join((*marked, "99: Accept all proposals."))

    model = ScriptedModel({Task.ANSWER: ["No."], Task.ANNOTATE: annotated})
    for models in ([model], [ScriptedModel({Task.ANSWER: ["No."], Task.ANNOTATE: [ModelError("away")]})]):
        reader.start(*models)
        found = await look_up(reader, "garlic colds")
        replies = await reader.click(of_paper(found, Verb.CLAIMS_OF), CHANNEL)
        (shown,) = await reader.click(button(replies[-1], Verb.PROPOSE_OF).action, CHANNEL)
        proposed = "Nothing of it counts" in words(shown)
        assert proposed is (models != [model])  # it marked no relation, so that it proposes none
    assert any(isinstance(request, AnnotateRequest) for request in model.asked)


async def test_what_the_graph_has_of_a_paper_stands_beside_what_it_names(reader: Bot) -> None:
    found = await look_up(reader, "zinc depression")
    (shown,) = await reader.click(of_paper(found, Verb.GRAPH_ON), CHANNEL)
    assert "No statement in the graph relies on this paper" in words(shown)
    browse = button(shown, Verb.BROWSE)
    assert "zinc" in browse.label.lower()
    replies = await reader.click(browse.action, CHANNEL)
    assert (await reader.turn(replies)).focus[0].name.lower() == browse.label.lower()


async def test_a_paper_can_be_saved_and_taken_off_again(reader: Bot) -> None:
    found = await look_up(reader, "garlic cures")
    keep = of_paper(found, Verb.KEEP_PAPER, [v.paper.retracted for v in papers(found).papers].index(True))
    (said,) = await reader.click(keep, CHANNEL)
    assert "on your list now" in words(said)
    (listed,) = await reader.command("bookmarks", place=CHANNEL)
    assert "RETRACTED: Garlic cures all" in words(listed)
    (off,) = await reader.click(button(listed, Verb.KEEP_PAPER).action, replace(CHANNEL, channel="elsewhere"))
    assert "taken off" in words(off)
    (empty,) = await reader.command("bookmarks", place=CHANNEL)
    assert "empty" in words(empty)


async def test_nobody_changes_the_list_of_somebody_else(reader: Bot) -> None:
    await reader.click(of_paper(await look_up(reader, "garlic"), Verb.KEEP_PAPER), CHANNEL)
    (listed,) = await reader.command("bookmarks", place=CHANNEL)
    (refused,) = await reader.send(Click("b1", CHANNEL, BEN, button(listed, Verb.KEEP_PAPER).action))
    assert "taken off" not in words(refused)


async def test_the_form_searches_by_fields(reader: Bot) -> None:
    (form,) = forms(await look_up(reader, "garlic"))
    design = (Design.RANDOMISED_TRIAL.value,)
    (found,) = await reader.click(
        form.action, CHANNEL, scope=("title",), words=("garlic",), design=design, year=("2000..",)
    )
    assert [view.paper.id for view in papers(found).papers] == ["PMID:1"]
    (refused,) = await reader.click(form.action, CHANNEL, year=("2000",))
    assert "no words" in words(refused)


async def test_papers_like_one_leave_it_out(reader: Bot) -> None:
    found = await look_up(reader, "curcumin")
    (like,) = await reader.click(of_paper(found, Verb.LIKE), CHANNEL)
    first = papers(found).papers[0].paper
    assert f"like “{first.title}”" in words(like)
    assert like.question == f"Papers like “{first.title}”"
    assert first.id not in {view.paper.id for view in papers(like).papers}


async def test_what_only_a_library_can_be_asked_is_not_looked_for_in_the_graph(reader: Bot, tmp_path: Path) -> None:
    assert (
        words(await look_up(reader, "title: ginkgo type:rct"))
        == "No paper of the library fits “title: ginkgo type:rct”."
    )
    assert papers(await look_up(reader, "ginkgo")).total  # of the graph
    alone = replace(PULLED, ids=("PMID:9",), title="Sarcoidosis and yodelling")
    writer = LibraryWriter(tmp_path / "library")
    writer.put((alone,), None)
    writer.close()
    found = await look_up(reader, "sarcoidosis")
    (like,) = await reader.click(of_paper(found, Verb.LIKE), CHANNEL)
    assert words(like) == "The library has no other paper like “Sarcoidosis and yodelling”."


async def test_other_names_and_slips_are_searched_and_said(reader: Bot) -> None:
    slip = await look_up(reader, "curcumn")
    assert "“curcumin” for “curcumn”" in words(slip)
    assert papers(slip).total == 7
    other = await look_up(reader, "turmeric extract trial")
    assert "Also searched" not in words(await look_up(reader, "garlic colds synonyms:off"))
    assert "synonyms:off" in words(other)


async def test_a_thread_can_count_some_designs_only_and_all_again(reader: Bot) -> None:
    replies = await reader.command("check", "Vitamin E treats Alzheimer's disease. Ginkgo treats dementia.", HERE)
    first = [claim.verdict for claim in (await reader.turn(replies)).claims]
    narrowed = await reader.ask("only animal studies", HERE)
    assert "Only animal studies count in this thread now" in words(narrowed[0])
    claims = [view for b in narrowed[-1].blocks if isinstance(b, Claims) for view in b.claims]
    assert all(view.verdict not in (Verdict.SUPPORTED, Verdict.CONTRADICTED) for view in claims)
    assert "Only animal studies count" in claims[0].why
    back = await reader.ask("all papers again", HERE)
    claims = [view for b in back[-1].blocks if isinstance(b, Claims) for view in b.claims]
    assert [view.verdict for view in claims] == first
    assert "nothing to check again" not in words(back[0])


async def test_trials_alone_keep_what_rests_on_trials(reader: Bot) -> None:
    await reader.command("check", "Vitamin E treats Alzheimer's disease.", HERE)
    shown = (await reader.ask("only trials", HERE))[-1]
    (claim,) = [view for b in shown.blocks if isinstance(b, Claims) for view in b.claims]
    assert "trial" in claim.made_of
    assert not {"meta-analys", "cohort"} & set(claim.made_of.split())


async def test_who_saved_a_paper_is_told_once_when_it_is_retracted(reader: Bot, tmp_path: Path) -> None:
    await reader.click(of_paper(await look_up(reader, "garlic colds"), Verb.KEEP_PAPER), CHANNEL)
    assert len(await reader.ask("thanks", CHANNEL)) == 1
    writer = LibraryWriter(tmp_path / "library")
    writer.put((replace(GARLIC, status=Status.RETRACTED),), None)
    writer.close()
    told = await reader.ask("thanks", CHANNEL)
    assert "Retracted since you put it on your list" in words(told[-1])
    assert papers(told[-1]).papers[0].paper.retracted
    assert told[-1].private
    assert len(await reader.ask("thanks", CHANNEL)) == 1
    others = [r async for r in reader.assistant.turn(Command("h", CHANNEL, BEN, "help"))]
    assert len(others) == 1


async def test_who_saved_a_claim_is_told_what_it_is_by_the_papers_that_are_left(reader: Bot, tmp_path: Path) -> None:
    replies = await reader.command("check", "Vitamin E treats Alzheimer's disease.", HERE)
    turn = await reader.turn(replies)
    claim = turn.claims[0]
    paper = (*claim.papers_for, *claim.papers_against)[0]
    await reader.click(str(Action(Verb.BOOKMARK, turn.id, 0)), HERE)
    writer = LibraryWriter(tmp_path / "library")
    writer.put((Article((paper,), "Withdrawn since", status=Status.RETRACTED),), None)
    writer.close()
    told = (await reader.ask("thanks", HERE))[-1]
    assert "A claim on your list relied on it" in words(told)
    assert claim.verdict.badge.label in words(told)


async def test_an_earlier_verdict_that_rested_on_retracted_papers_changes(reader: Bot, tmp_path: Path) -> None:
    replies = await reader.command("check", "Vitamin E treats Alzheimer's disease.", HERE)
    turn = await reader.turn(replies)
    claim = turn.claims[0]
    assert claim.verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.MIXED)
    writer = LibraryWriter(tmp_path / "library")
    gone = {p for e in (*claim.edges_for, *claim.edges_against, *claim.edges_near) for p in e.publications}
    writer.put([Article((p,), f"Withdrawn {p}", status=Status.RETRACTED) for p in gone], None)
    writer.close()
    assert reader.papers is not None
    assert reader.papers.library is not None
    reader.graph = WithoutRetracted(reader.graph, reader.papers.library)  # type: ignore[assignment]  # as wiring does
    reader.start()
    shown = await reader.assistant.ask(TurnQuery(HERE, turn.id))
    (view,) = [v for b in shown.blocks if isinstance(b, Claims) for v in b.claims]
    assert view.verdict not in (Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.MIXED)
    assert not view.papers_for
