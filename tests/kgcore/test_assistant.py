"""A question's whole way, on the real starter graph, with the graph alone and with a scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from kgcore.assistant import LONGEST
from kgcore.drawing.picture import RenderedPicture
from kgcore.drawing.renderer import Renderer
from kgcore.drawing.words import Drawable
from kgcore.errors import DrawingError, GraphBusy, GraphUnavailable, ModelBusy, ModelInterrupted
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.llm.scripted import ScriptedModel
from kgcore.presentation.claims import NOT_UNTRUE
from kgcore.presentation.compose import OUTSIDE
from kgcore.presentation.replies import STALE
from kgcore.values.message import Action, Message, Place, ThreadQuery, ThreadsQuery, TurnQuery, Verb
from kgcore.values.reply import Choices, Claims, Figure, Table, Text
from kgcore.values.tasks import RepairRequest, RewriteRequest, Task
from kgcore.values.thread import Mode
from kgcore.verdicts import Verdict
from tests.kgcore.house import ANN, HERE, Bot, bot, folder, verdicts, words

__all__ = ["bot", "folder"]

E_HELPS = (
    "[Vitamin E|DietarySupplement]($N1) [prevents]($R1:PREVENTS, $H, $N1, $N2) [Alzheimer's disease|Disease]($N2)."
)
E_DOES_NOT = (
    "[Vitamin E|DietarySupplement]($N1) [does not prevent]($R1:PREVENTS, $H, $N1, $N2) "
    "[Alzheimer's disease|Disease]($N2)."
)
E_CURES = "[Vitamin E|DietarySupplement]($N1) [cures]($R1:TREATS, $H, $N1, $N2) [Alzheimer's disease|Disease]($N2)."


class NoPicture(Renderer):
    """Cannot draw."""

    async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
        raise DrawingError("It crashed.")


class AwayGraph(EmbeddedGraph):
    """A graph whose database has gone away."""

    async def spot(self, texts: object) -> object:  # type: ignore[override]
        raise GraphUnavailable("The database is away.")

    async def candidates(self, mentions: object, top: int = 5) -> object:  # type: ignore[override]
        raise GraphUnavailable("The database is away.")

    async def neighbourhoods(self, ids: object, top: int = 60) -> object:  # type: ignore[override]
        raise GraphUnavailable("The database is away.")


class BusyGraph(EmbeddedGraph):
    """A graph of which too much is asked; it counts how often it is asked all the same."""

    asked = 0

    async def spot(self, texts: object) -> object:  # type: ignore[override]
        self.asked += 1
        raise GraphBusy("It is asked too much at once.")

    async def neighbourhoods(self, ids: object, top: int = 60) -> object:  # type: ignore[override]
        self.asked += 1
        raise GraphBusy("It is asked too much at once.")


def writes(*answers: str, **others: Iterable[str]) -> ScriptedModel:
    return ScriptedModel({Task.ANSWER: answers} | {Task(name): lines for name, lines in others.items()})


# ── the graph alone ─────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_question_gets_an_answer_with_a_verdict_per_claim_a_picture_and_three_next_questions(bot: Bot) -> None:
    replies = await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?")
    last = replies[-1]
    assert last.final
    assert not any(r.final for r in replies[:-1])
    assert set(verdicts(last)) == {Verdict.SUPPORTED}
    assert any(isinstance(b, Figure) for b in last.blocks)
    (choices,) = [b for b in last.blocks if isinstance(b, Choices) and b.title == "Ask next"]
    assert len(choices.buttons) == 3
    assert (await bot.turn(replies)).mode is Mode.GRAPH


async def test_a_follow_up_leans_on_the_thread(bot: Bot) -> None:
    await bot.ask("Which supplements can help with Alzheimer's disease?")
    turn = await bot.turn(await bot.ask("and what about Parkinson's?"))
    assert [e.name for e in turn.focus] == ["Parkinson's disease"]
    assert "supplement" in turn.paragraphs[0].text


async def test_a_follow_up_does_not_repeat_what_the_thread_has_said(bot: Bot) -> None:
    first = await bot.turn(await bot.ask("tell me about donepezil"))
    second = await bot.turn(await bot.ask("tell me more"))
    said = {p.text for p in first.paragraphs}
    assert not said & {p.text for p in second.paragraphs}


async def test_a_comparison_comes_with_a_table(bot: Bot) -> None:
    replies = await bot.ask("compare donepezil and rivastigmine")
    (table,) = [b for b in replies[-1].blocks if isinstance(b, Table)]
    assert table.columns[1:] == ("Donepezil", "Rivastigmine")


async def test_a_question_outside_the_graph_is_not_checked_and_says_so(bot: Bot) -> None:
    replies = await bot.ask("Who won the football game yesterday?")
    assert (await bot.turn(replies)).mode is Mode.UNCHECKED
    assert OUTSIDE in words(replies[-1])


@pytest.mark.parametrize("text", ["", "   ", "🧠🧠", "\x00", "?!", "x" * (LONGEST + 1), "word " * 4000])
async def test_what_is_no_question_gets_a_clear_message_and_no_turn(bot: Bot, text: str) -> None:
    replies = await bot.ask(text)
    assert words(replies[-1]).strip()
    assert not await bot.store.turns(HERE.key)


@pytest.mark.parametrize(
    "text",
    ["هل يفيد الزنجبيل؟", "<b>zinc</b> & [x](y) MATCH (n) DETACH DELETE n", "digraph {a->b}", "zinc\x00 \u202e?"],
)
async def test_hostile_questions_are_answered_like_any_other(bot: Bot, text: str) -> None:
    assert (await bot.ask(text))[-1].final


async def test_a_picture_that_cannot_be_drawn_leaves_its_table(bot: Bot) -> None:
    bot.renderer = NoPicture()
    bot.start()
    replies = await bot.ask("Does ginkgo prevent dementia?")
    assert any(isinstance(b, Table) for b in replies[-1].blocks)
    again = await bot.assistant.ask(TurnQuery(HERE, replies[-1].turn))
    assert any(isinstance(b, Table) for b in again.blocks)


async def test_where_pictures_are_shown_as_svg_a_png_is_drawn_when_it_is_asked_for(bot: Bot) -> None:
    there = [b for b in (await bot.ask("What helps against insomnia?"))[-1].blocks if isinstance(b, Figure)]
    assert [(b.png, b.svg) for b in there] == [(b"", "<svg/>")]
    turn = (await bot.store.turns(HERE.key))[-1].id
    for wanted in (TurnQuery(HERE, turn, png=True), TurnQuery(HERE, turn)):  # then it is kept
        blocks = (await bot.assistant.ask(wanted)).blocks
        assert [b.png for b in blocks if isinstance(b, Figure)] == [b"png"]


async def test_where_pictures_are_files_they_are_drawn_as_such_at_once(bot: Bot) -> None:
    slack = Place("slack", "T", "C", "1.2")
    blocks = (await bot.ask("What helps against insomnia?", slack))[-1].blocks
    assert [b.png for b in blocks if isinstance(b, Figure)] == [b"png"]


async def test_a_graph_that_is_away_leaves_nothing_checked_and_says_so(folder: Path, bot: Bot) -> None:
    bot.graph = AwayGraph.open(folder)
    bot.start(writes(E_DOES_NOT))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    assert verdicts(replies[-1]) == [Verdict.UNSURE]
    assert "could not be reached" in words(replies[-1])


async def test_a_graph_that_is_asked_too_much_is_said_to_be_busy_and_asked_no_more(bot: Bot, folder: Path) -> None:
    busy = BusyGraph.open(folder)
    bot.graph = busy
    bot.start()
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    told = words(replies[-1])
    assert "The graph is asked too much at once just now" in told
    assert "so nothing was checked" in told
    assert "could not be reached" not in told
    assert (await bot.turn(replies)).mode is Mode.BUSY
    assert busy.asked == 1, "a turn that lost the graph asks it no more"


# ── with a model ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_text_arrives_before_it_is_finished_and_without_half_annotations(bot: Bot) -> None:
    bot.start(writes(E_DOES_NOT))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    seen = [r.plain for r in replies]
    assert any("Vitamin E does" in s and not s.endswith(".") for s in seen)
    assert not any(c in s for s in seen for c in "[]$|")
    assert verdicts(replies[-1]) == [Verdict.SUPPORTED]
    assert (await bot.turn(replies)).mode is Mode.MODEL


async def test_what_the_graph_alone_answers_is_checked_and_drawn_at_once(bot: Bot) -> None:
    replies = await bot.ask("What is known about creatine?")
    texts = [[b for b in reply.blocks if isinstance(b, Text)] for reply in replies]
    claims = [[c for b in reply.blocks if isinstance(b, Claims) for c in b.claims] for reply in replies]
    shown = [(len(some) > 0, len(checked)) for some, checked in zip(texts, claims, strict=True)]
    assert shown == [(False, 0), (True, 0), *[(True, len(claims[-1]))] * 2]


async def test_an_answer_that_is_written_quickly_is_not_shown_at_every_word(bot: Bot) -> None:
    bot.pace = 60
    bot.start(writes(E_DOES_NOT))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    assert len(replies) < 6
    assert verdicts(replies[-1]) == [Verdict.SUPPORTED]


async def test_a_contradicted_sentence_has_the_graphs_own_words_right_under_it(bot: Bot) -> None:
    bot.start(writes(E_HELPS + " " + E_HELPS.replace("N", "N1").replace("R1", "R2") + "\n\nAnother paragraph."))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    texts = [b for b in replies[-1].blocks if isinstance(b, Text)]
    assert texts[1].correction
    assert "Vitamin E does not prevent Alzheimer's disease" in texts[1].plain
    assert Verdict.SUPPORTED not in verdicts(replies[-1])


async def test_a_contradicted_sentence_is_rewritten_once_and_verified_again(bot: Bot) -> None:
    model = writes(E_HELPS, rewrite=[E_DOES_NOT.replace("N1", "N901").replace("N2", "N902")])
    bot.start(model)
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    turn = await bot.turn(replies)
    assert turn.paragraphs[0].text == "Vitamin E does not prevent Alzheimer's disease."
    assert verdicts(replies[-1]) == [Verdict.SUPPORTED]
    first = await bot.click(str(Action(Verb.FIRST, turn.id)))
    assert "Vitamin E prevents Alzheimer's disease." in words(first[-1])
    assert len([r for r in model.asked if isinstance(r, RewriteRequest)]) == 1


async def test_a_new_wording_that_is_no_better_is_not_taken(bot: Bot) -> None:
    bot.start(writes(E_HELPS, rewrite=[E_CURES]))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    turn = await bot.turn(replies)
    assert turn.paragraphs[0].text == "Vitamin E prevents Alzheimer's disease."
    assert turn.corrections[0].facts


async def test_an_overclaim_never_gets_a_tick_and_does_not_stand_alone(bot: Bot) -> None:
    bot.start(writes(E_CURES))
    replies = await bot.ask("Does vitamin E cure Alzheimer's disease?")
    assert verdicts(replies[-1]) == [Verdict.RELEVANT]
    assert any(isinstance(b, Text) and b.correction for b in replies[-1].blocks)


async def test_broken_paragraphs_are_sent_back_once_each(bot: Bot) -> None:
    broken = "[Vitamin E|DietarySupplement]($N1) [does not prevent]($R1:PREVENTS, $H, $N1, $N7)."
    model = writes(f"{broken}\n\n[Zinc|DietarySupplement]($N3) is a metal.", repair=[E_DOES_NOT])
    bot.start(model)
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    repairs = [r for r in model.asked if isinstance(r, RepairRequest)]
    assert 1 <= len(repairs) <= 2
    assert all(r.problems for r in repairs)
    assert Verdict.SUPPORTED in verdicts(replies[-1])


async def test_what_a_model_had_written_when_it_broke_off_stands_and_the_graph_goes_on(bot: Bot) -> None:
    first = "Vitamin E does not prevent Alzheimer's disease."
    model = writes(f"{first}\n\nVitamin E prevents Alzheimer's disease {'and more ' * 50}")
    model.breaks_after, model.failure = len(first) + 60, ModelInterrupted("The model broke off.")
    bot.start(model)
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    turn = await bot.turn(replies)
    assert turn.mode is Mode.MODEL
    assert "The model broke off. What it wrote stays" in words(replies[-1])
    assert [p.text for p in turn.paragraphs[:1]] == [first]
    assert turn.paragraphs[1].text.startswith("Vitamin E prevents Alzheimer's disease")
    assert turn.paragraphs[1].text.endswith("…")
    assert len(turn.paragraphs) > 2  # the graph's own words
    assert {c.triple.paragraph for c in turn.claims} >= {0, 2}
    assert 1 not in {c.triple.paragraph for c in turn.claims}  # what is missing may have changed what it says
    seen = [t.plain for r in replies for t in r.blocks if isinstance(t, Text)]
    assert all(any(t.removesuffix("…").strip() in p.text for p in turn.paragraphs) for t in seen)


async def test_a_model_that_fails_before_it_has_written_anything_is_replaced_by_the_graph_alone(bot: Bot) -> None:
    bot.start(ScriptedModel({Task.ANSWER: [ModelInterrupted("The model broke off.")]}))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    assert (await bot.turn(replies)).mode is Mode.GRAPH
    assert "This answer comes from the graph alone." in words(replies[-1])
    assert verdicts(replies[-1])


async def test_a_model_that_is_busy_does_not_keep_anybody_waiting_for_an_answer(bot: Bot) -> None:
    bot.start(ScriptedModel({Task.ANSWER: [ModelBusy("Too many requests.")], Task.EXTRACT: [ModelBusy("Busy.")]}))
    replies = await bot.ask("Does ginkgo prevent dementia?")
    assert (await bot.turn(replies)).mode is Mode.GRAPH


async def test_an_answer_without_annotations_is_read_like_a_colleagues_message(bot: Bot) -> None:
    bot.start(writes("Vitamin E does not prevent Alzheimer's disease."))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    assert verdicts(replies[-1]) == [Verdict.SUPPORTED]


async def test_what_was_not_found_is_not_called_untrue(bot: Bot) -> None:
    text = "[Zinc|DietarySupplement]($N1) [improves]($R1, $H, $N1, $N2) [chess ratings|Skill]($N2)."
    bot.start(writes(text))
    replies = await bot.ask("Does zinc improve chess ratings?")
    assert verdicts(replies[-1]) == [Verdict.UNSURE]
    assert NOT_UNTRUE in words(replies[-1])


async def test_a_stopped_turn_keeps_and_verifies_what_has_arrived(bot: Bot) -> None:
    model = writes(E_DOES_NOT + "\n\n" + E_HELPS * 50)
    model.pause = 0.002
    bot.start(model)
    replies = []
    async for reply in bot.assistant.turn(Message("e1", HERE, ANN, "Does vitamin E prevent Alzheimer's disease?")):
        replies.append(reply)
        if verdicts(reply):
            bot.assistant.stop(reply.turn, HERE)
    turn = await bot.turn(replies)
    assert turn.stopped
    assert turn.done
    assert Verdict.SUPPORTED in verdicts(replies[-1])
    assert len(turn.paragraphs) <= 2
    assert model.closed >= 1


async def test_nobody_can_stop_the_turn_of_another_thread(bot: Bot) -> None:
    model = writes(E_DOES_NOT)
    model.pause = 0.001
    bot.start(model)
    replies = []
    async for reply in bot.assistant.turn(Message("e1", HERE, ANN, "Does vitamin E prevent Alzheimer's disease?")):
        bot.assistant.stop(reply.turn, Place("web", "", "local", "other"))
        replies.append(reply)
    assert not (await bot.turn(replies)).stopped


# ── clicks, retries, queries ────────────────────────────────────────────────────────────────────────────────────────


async def test_a_click_asks_its_question_and_is_not_offered_again(bot: Bot) -> None:
    first = await bot.turn(await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?"))
    second = await bot.turn(await bot.click(str(Action(Verb.ASK, first.id, 0))))
    assert second.question == first.recommendations[0].text
    assert not second.typed
    assert first.recommendations[0].key not in {r.key for r in second.recommendations}
    assert second.explored >= first.explored
    assert second.total == first.total


@pytest.mark.parametrize("action", ["kg1:ask:nowhere:0", "nonsense", "kg1:ask:{turn}:999", "kg1:gone:{turn}:0"])
async def test_a_stale_button_gets_a_friendly_notice(bot: Bot, action: str) -> None:
    turn = await bot.turn(await bot.ask("tell me about zinc"))
    replies = await bot.click(action.format(turn=turn.id))
    assert STALE in words(replies[-1])


async def test_a_button_of_another_thread_shows_nothing_of_it(bot: Bot) -> None:
    turn = await bot.turn(await bot.ask("tell me about zinc"))
    elsewhere = Place("web", "", "local", "other")
    assert STALE in words((await bot.click(str(Action(Verb.WHY, turn.id, 0)), elsewhere))[-1])
    assert STALE in words(await bot.assistant.ask(TurnQuery(elsewhere, turn.id)))


async def test_the_evidence_of_a_claim_can_be_asked_for(bot: Bot) -> None:
    turn = await bot.turn(await bot.ask("Does ginkgo prevent dementia?"))
    replies = await bot.click(str(Action(Verb.WHY, turn.id, 0)))
    (claims,) = [b for b in replies[-1].blocks if isinstance(b, Claims)]
    assert claims.claims[0].papers_for


async def test_an_event_that_was_answered_before_is_shown_again_and_not_answered_twice(bot: Bot) -> None:
    first = await bot.ask("tell me about zinc", id="same")
    again = await bot.ask("tell me about zinc", id="same")
    assert again == [first[-1]]
    assert len(await bot.store.turns(HERE.key)) == 1


async def test_an_event_that_was_begun_before_goes_on_as_the_same_turn(bot: Bot) -> None:
    events = bot.assistant.turn(Message("same", HERE, ANN, "tell me about zinc"))
    begun = await anext(events)
    await events.aclose()  # type: ignore[attr-defined]
    again = await bot.ask("tell me about zinc", id="same")
    assert again[-1].turn == begun.turn


async def test_a_thread_can_be_shown_again_as_it_was(bot: Bot) -> None:
    replies = await bot.ask("compare donepezil and rivastigmine")
    threads = await bot.assistant.ask(ThreadsQuery(HERE))
    turns = await bot.assistant.ask(ThreadQuery(HERE))
    assert [c.action for b in threads.blocks if isinstance(b, Choices) for c in b.buttons] == ["t1"]
    assert [c.action for b in turns.blocks if isinstance(b, Choices) for c in b.buttons] == [replies[-1].turn]
    assert await bot.assistant.ask(TurnQuery(HERE, replies[-1].turn)) == replies[-1]


async def test_a_model_that_writes_without_end_is_ended_at_the_turns_budget(bot: Bot) -> None:
    bot.start(writes(E_DOES_NOT + " And so on." * 20_000))
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    turn = await bot.turn(replies)
    assert len(turn.paragraphs[0].text) < 20_000
    assert Verdict.SUPPORTED in verdicts(replies[-1])


async def test_a_thread_keeps_the_model_that_it_chose(bot: Bot) -> None:
    small, big = writes(E_DOES_NOT), writes(E_DOES_NOT)
    small.name, big.name = "small", "big"
    bot.start(small, big)
    await bot.store.choose_model(HERE.key, "big")
    await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    assert (len(small.asked), len(big.asked)) == (0, 1)


async def test_another_model_can_be_chosen_with_a_button(bot: Bot) -> None:
    small, big = writes(E_DOES_NOT), writes(E_DOES_NOT)
    small.name, big.name = "small", "big"
    bot.start(small, big)
    replies = await bot.ask("Does vitamin E prevent Alzheimer's disease?")
    (other,) = [c for b in replies[-1].blocks if isinstance(b, Choices) for c in b.menu if "model" in c.action]
    assert other.label == "big"
    assert "big answers" in words((await bot.click(other.action))[-1])
    await bot.ask("Does ginkgo prevent dementia?")
    assert len(big.asked) == 1


async def test_many_threads_at_once_do_not_mix(bot: Bot) -> None:
    names = ["zinc", "ginkgo biloba", "donepezil", "turmeric", "melatonin", "caffeine"]
    places = [Place("web", "", "local", f"many{n}") for n in range(len(names))]
    all_replies = await asyncio.gather(*(bot.ask(f"tell me about {n}", p) for n, p in zip(names, places, strict=True)))
    for name, replies in zip(names, all_replies, strict=True):
        turn = await bot.turn(replies)
        assert turn.focus[0].name.lower() == name
