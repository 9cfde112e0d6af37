"""What people do with a thread besides asking, on the real starter graph with the graph alone."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import groupby

import pytest

from kgcore.exploration.history import History
from kgcore.presentation.replies import STALE
from kgcore.values.actions import RecommendationKind
from kgcore.values.message import Action, FilesQuery, NamesQuery, Place, TurnQuery, Verb
from kgcore.values.reply import (
    Choice,
    Choices,
    Claims,
    EntityRef,
    Figure,
    File,
    Form,
    Progress,
    Reply,
    Steps,
    Table,
    Text,
)
from kgcore.values.thread import Mode
from kgcore.verdicts import Verdict
from tests.kgcore.house import HERE, Bot, bot, folder, verdicts, words
from tests.played import THIRTY

__all__ = ["bot", "folder"]

VITAMIN_E = "Can vitamin E slow the progression of Alzheimer's disease?"


def suggestions(reply: Reply) -> Choices:
    return next(b for b in reply.blocks if isinstance(b, Choices) and b.title == "Ask next")


def labels(reply: Reply) -> list[str]:
    return [c.label for c in suggestions(reply).buttons]


def everything(reply: Reply) -> list[Choice]:
    some = [c for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
    return [*some, *(a for c in some for a in c.aside)]


def share(reply: Reply) -> tuple[int, int]:
    return next((b.explored, b.total) for b in reply.blocks if isinstance(b, Progress) and b.total)


def act(verb: Verb, turn: str, index: int = 0) -> str:
    return str(Action(verb, turn, index))


async def numbers(bot: Bot) -> dict[str, int]:
    history = History.of(await bot.store.turns(HERE.key), await bot.store.action_records(HERE.key))
    return {e.name: history.numbers[e.id] for e in history.exploration.entities}


# ── suggestions ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_dismissed_question_makes_room_for_another_and_the_goal_shrinks(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    gone = suggestions(first).buttons[0]
    second = (await bot.click(gone.aside[0].action))[-1]
    assert second.turn == first.turn
    assert gone.label not in [c.label for c in everything(second)]
    assert len(labels(second)) == 3
    assert share(second)[1] < share(first)[1]


async def test_what_a_dismissal_says_it_takes_away_is_what_it_takes_away(bot: Bot) -> None:
    """Each suggestion in turn is gone from all that is offered, and the goal shrinks by as many as are told."""
    first = (await bot.ask(VITAMIN_E))[-1]
    turn = await bot.store.turn(first.turn)
    assert turn is not None
    before = share(first)
    for index, one in enumerate(turn.recommendations):
        after = (await bot.click(act(Verb.DISMISS, first.turn, index)))[-1]
        offered = {c.action for c in everything(after)}
        assert act(Verb.ASK, first.turn, index) not in offered
        told = words((await bot.click(act(Verb.PROGRESS, first.turn)))[-1])
        taken = re.search(r"1 suggestion was dismissed; its (\d+) entit(?:y|ies) no longer counts?\.", told)
        said = int(taken[1]) if taken else 0
        assert said == before[1] - share(after)[1], one.text
        assert (said == 0) is (one.kind is RecommendationKind.WHY), one.text  # a "why" explores nothing
        undone = (await bot.click(act(Verb.UNDO, first.turn)))[-1]
        assert share(undone) == before


async def test_undoing_brings_a_dismissed_question_back(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    await bot.click(suggestions(first).buttons[0].aside[0].action)
    third = (await bot.click(act(Verb.UNDO, first.turn)))[-1]
    assert (labels(third), share(third)) == (labels(first), share(first))
    assert "nothing to undo" in words((await bot.click(act(Verb.UNDO, first.turn)))[-1])


async def test_a_kind_that_nobody_wants_is_suggested_no_more(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    turn = await bot.store.turn(first.turn)
    assert turn is not None
    index = next(n for n, r in enumerate(turn.recommendations) if r.type)
    kind = turn.recommendations[index].type
    after = (await bot.click(act(Verb.NOT_TYPE, first.turn, index)))[-1]
    shown = {c.action for c in everything(after)}
    for n, r in enumerate(turn.recommendations):
        assert r.type != kind or act(Verb.ASK, first.turn, n) not in shown


async def test_the_same_event_twice_dismisses_once(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    action = suggestions(first).buttons[0].aside[0].action
    once = (await bot.click(action, id="same"))[-1]
    again = (await bot.click(action, id="same"))[-1]
    assert labels(once) == labels(again)


async def test_what_was_asked_is_not_asked_twice_and_the_button_leads_to_its_answer(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    button = suggestions(first).buttons[0].action
    await bot.click(button)
    again = (await bot.click(button))[-1]
    assert "asked already" in words(again)
    assert [Action.parse(c.action).verb for c in everything(again) if Action.parse(c.action)] == [Verb.STEP]  # type: ignore[union-attr]


# ── steps ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_going_back_makes_a_branch_and_two_branches_can_be_compared(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    await bot.ask("Does rivastigmine help Alzheimer's disease?")
    replies = await bot.click(act(Verb.STEP, first.turn))
    assert "Step 1 of 2" in words(replies[-1])
    third = (await bot.ask("Can fish oil prevent stroke?"))[-1]
    steps = next(b for b in third.blocks if isinstance(b, Steps)).steps
    assert [s.parent for s in steps] == [0, 1, 1]
    assert [s.here for s in steps] == [False, False, True]
    panel = (await bot.click(act(Verb.STEPS, third.turn)))[-1]
    form = next(b for b in panel.blocks if isinstance(b, Form))
    compared = (await bot.click(form.action, left=("2",), right=("3",)))[-1]
    assert any(isinstance(b, Table) for b in compared.blocks)


async def test_an_earlier_step_hides_what_came_later(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    await bot.ask("Does rivastigmine help Alzheimer's disease?")
    again = await bot.assistant.ask(TurnQuery(HERE, first.turn))
    assert "ivastigmine" not in " ".join(b.alt for b in again.blocks if isinstance(b, Figure))


# ── the picture and the text ────────────────────────────────────────────────────────────────────────────────────────


async def test_one_picture_for_every_paragraph(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    after = (await bot.click(act(Verb.SCOPE, first.turn, 0)))[-1]
    figures = [n for n, b in enumerate(after.blocks) if isinstance(b, Figure)]
    texts = [n for n, b in enumerate(after.blocks) if isinstance(b, Text) and not b.correction]
    assert figures
    assert min(figures) < max(texts) or len(texts) == 1


async def test_an_outline_says_the_same_in_lines(bot: Bot) -> None:
    first = (await bot.ask("Does rivastigmine help Alzheimer's disease?"))[-1]
    outline = (await bot.click(act(Verb.TELLING, first.turn, 1)))[-1]
    assert any(isinstance(b, Text) and b.level == 1 for b in outline.blocks)
    summary = (await bot.click(act(Verb.TELLING, first.turn, 2)))[-1]
    assert len(summary.plain) < len(first.plain)
    assert verdicts(summary) == verdicts(first)


async def test_a_view_survives_a_restart(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    outline = (await bot.click(act(Verb.TELLING, first.turn, 1)))[-1]
    bot.start()
    assert (await bot.assistant.ask(TurnQuery(HERE, first.turn))).blocks == outline.blocks


async def test_folded_leaves_are_greyed_in_the_text_and_unfold_again(bot: Bot) -> None:
    first = (await bot.ask("Which supplement may slow Alzheimer's disease?"))[-1]
    number = (await numbers(bot))["Alzheimer's disease"]
    folded = (await bot.click(act(Verb.COLLAPSE, first.turn, number)))[-1]
    faded = [i for b in folded.blocks if isinstance(b, Text) for i in b.inlines if isinstance(i, EntityRef) and i.faded]
    assert faded
    opened = (await bot.click(act(Verb.OPEN, first.turn, number)))[-1]
    assert not [i for b in opened.blocks if isinstance(b, Text) for i in b.inlines if getattr(i, "faded", False)]


async def test_a_claim_that_was_extracted_wrongly_goes_and_comes_back(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    before = next(b for b in first.blocks if isinstance(b, Claims)).claims
    after = next(b for b in (await bot.click(before[0].trim))[-1].blocks if isinstance(b, Claims)).claims
    assert [c.number for c in after] == [c.number for c in before[1:]]
    again = (await bot.click(act(Verb.UNDO, first.turn)))[-1]
    assert verdicts(again) == verdicts(first)


async def test_merged_nodes_share_their_verdicts_and_say_so(bot: Bot) -> None:
    """Nothing joins the two that were named; what is known of the one counts for the other while they are merged."""
    first = (await bot.ask("Does rivastigmine help Alzheimer's disease?"))[-1]
    await bot.ask("Does galantamine help Alzheimer's disease?")
    known = await numbers(bot)
    kept, gone = str(known["Rivastigmine"]), str(known["Galantamine"])
    replies = await bot.click(act(Verb.MERGE, first.turn), kept=(kept,), gone=(gone,))
    whys = [c.why for r in replies for b in r.blocks if isinstance(b, Claims) for c in b.claims]
    assert any("is taken for" in why for why in whys)
    undone = await bot.click(act(Verb.UNDO, first.turn))
    whys = [c.why for r in undone for b in r.blocks if isinstance(b, Claims) for c in b.claims]
    assert not any("is taken for" in why for why in whys)


# ── nodes and follow-ups ────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_nodes_panel_leads_to_its_explanation(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    number = (await numbers(bot))["Vitamin E"]
    panel = (await bot.click(act(Verb.NODE, first.turn, number)))[-1]
    assert panel.private
    assert any(isinstance(b, Table) for b in panel.blocks)
    told = (await bot.click(act(Verb.EXPLAIN, first.turn, number)))[-1]
    assert told.question == "What is vitamin E?"
    assert told.final


@pytest.mark.parametrize("verb", [Verb.EXAMPLES, Verb.EXPLAIN, Verb.BROWSE])
async def test_every_follow_up_on_a_node_gets_an_answer(bot: Bot, verb: Verb) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    told = (await bot.click(act(verb, first.turn, (await numbers(bot))["Vitamin E"])))[-1]
    assert told.turn != first.turn
    assert told.plain


@pytest.mark.parametrize("verb", [Verb.MORE, Verb.ADD, Verb.DIGEST])
async def test_every_follow_up_on_an_answer_gets_an_answer(bot: Bot, verb: Verb) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    told = (await bot.click(act(verb, first.turn)))[-1]
    assert told.turn != first.turn
    assert told.plain


async def test_a_question_of_ones_own_about_a_node_is_understood(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    told = (await bot.click(act(Verb.ABOUT, first.turn, 1), text=("Is it safe?",)))[-1]
    turn = await bot.store.turn(told.turn)
    assert turn is not None
    assert turn.typed
    assert [e.name for e in turn.focus] == ["Vitamin E"]


async def test_selected_nodes_are_connected(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    told = (await bot.click(act(Verb.CONNECT, first.turn), nodes=("1", "2")))[-1]
    assert "connected" in told.question
    assert told.plain


# ── other ways in, lists and downloads ──────────────────────────────────────────────────────────────────────────────


async def test_browsing_begins_without_a_question_and_unfolds_by_type(bot: Bot) -> None:
    first = (await bot.command("browse", "vitamin E"))[-1]
    turn = await bot.store.turn(first.turn)
    assert turn is not None
    assert turn.mode is Mode.BROWSED
    assert turn.around
    unfolded = (await bot.click(act(Verb.UNFOLD, first.turn, 0)))[-1]
    assert len(unfolded.plain) > len(first.plain)
    way = (await bot.click(act(Verb.WAY, first.turn), name=("Alzheimer's disease",)))[-1]
    assert "Alzheimer" in way.plain


async def test_a_conversation_is_mapped_with_its_speakers(bot: Bot) -> None:
    said = "Ann: Vitamin E prevents Alzheimer's disease.\nBen: No, vitamin E does not prevent Alzheimer's disease."
    reply = (await bot.command("map", said))[-1]
    assert [b.speaker for b in reply.blocks if isinstance(b, Text) and b.speaker] == ["Ann", "Ben"]
    assert set(verdicts(reply)) <= {Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.MIXED}
    assert "Ann" in words(reply)
    assert "Ben" in words(reply)


async def test_the_whole_thread_can_be_summed_up_and_downloaded(bot: Bot) -> None:
    await bot.ask(VITAMIN_E)
    await bot.ask("Can fish oil prevent stroke?")
    reply = (await bot.command("summary"))[-1]
    assert any(isinstance(b, Table) for b in reply.blocks)
    files = {b.name: b for b in (await bot.assistant.ask(FilesQuery(HERE))).blocks if isinstance(b, File)}
    assert {name.rpartition(".")[2] for name in files} == {"md", "png", "svg", "bib", "ris"}


async def test_a_bookmark_is_the_persons_own_and_can_be_taken_off(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    claim = next(b for b in first.blocks if isinstance(b, Claims)).claims[0]
    await bot.click(claim.bookmark)
    elsewhere = Place("web", "", "local", "t2")
    listed = (await bot.command("bookmarks", place=elsewhere))[-1]
    assert f"{claim.chip.icon} {claim.chip.label}: " in words(listed)  # what its chip says in the answer
    off = next(c for c in everything(listed) if ":bookmark:" in c.action)
    assert "off your list" in words((await bot.click(off.action, place=elsewhere))[-1])
    assert not [c for c in everything((await bot.command("bookmarks"))[-1]) if ":bookmark:" in c.action]


async def test_settings_hold_from_the_next_answer_on(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    panel = (await bot.command("settings"))[-1]
    form = next(b for b in panel.blocks if isinstance(b, Form))
    await bot.click(form.action, detail=("brief",))
    turn = await bot.turn(await bot.ask("Can fish oil prevent stroke?"))
    assert turn.detail.value == "brief"
    assert first.turn


async def test_the_progress_is_explained(bot: Bot) -> None:
    first = (await bot.ask(VITAMIN_E))[-1]
    why = next(b.why for b in first.blocks if isinstance(b, Progress) and b.why)
    told = (await bot.click(why))[-1]
    assert told.private
    assert "vitamin E" in words(told)


async def test_names_are_completed(bot: Bot) -> None:
    found = await bot.assistant.ask(NamesQuery(HERE, "vitam"))
    assert "Vitamin E" in [c.label for c in everything(found)]


# ── whatever people do ──────────────────────────────────────────────────────────────────────────────────────────────

QUESTIONS = (
    VITAMIN_E,
    "Which supplement may slow Alzheimer's disease?",
    "Does rivastigmine help Alzheimer's disease?",
    "Can fish oil prevent stroke?",
    "Is turmeric good for arthritis?",
    "What is the weather?",
)


def _kind(choice: Choice) -> str:
    """What a button does, whatever it is about."""
    action = Action.parse(choice.action)
    return action.verb.value if action else choice.label


KINDS = 12  # of what can be pressed there, and typing


async def _wander(bot: Bot, place: Place, chance: random.Random, events: int, pressed: Counter[str]) -> None:
    """Do so many things in a thread; buttons of kinds that were pressed seldom so far are pressed rather."""
    asked: set[str] = set()
    dismissed: dict[str, str] = {}
    reply = (await bot.ask(chance.choice(QUESTIONS), place))[-1]
    steps = 1
    for _ in range(events):
        buttons = everything(reply)
        seldom = [1 / (1 + pressed[_kind(c)]) for c in buttons]
        choice = chance.choices(buttons, seldom)[0] if buttons and chance.random() < 0.85 else None
        pressed[_kind(choice) if choice else "typed"] += 1
        if choice is None:
            replies = await bot.ask(chance.choice(QUESTIONS), place)
        else:
            replies = await bot.click(choice.action, place)
        assert replies, f"{choice} is a dead button"
        assert STALE not in words(replies[-1]), f"{choice} is a dead button"
        if choice is not None and ":ask:" in choice.action:
            asked.add(choice.label)
        if choice is not None and choice.label == "Dismiss":
            index, turn = Action.parse(choice.action).index, await bot.store.turn(reply.turn)  # type: ignore[union-attr]
            dismissed[turn.recommendations[index].text] = choice.action  # type: ignore[union-attr]
        if choice is not None and ":undo:" in choice.action:
            dismissed.clear()
        answers = [r for r in replies if r.turn]
        for answer in answers:
            assert answer.final or answer is not answers[-1]
            offered = {c.label for c in everything(answer) if ":ask:" in c.action}
            if answer.final:
                assert not offered & asked, offered & asked
                assert not offered & dismissed.keys(), offered & dismissed.keys()
        turns = await bot.store.turns(place.key)
        assert len(turns) >= steps
        steps = len(turns)
        if answers:
            latest = await bot.assistant.ask(TurnQuery(place, turns[-1].id))
            reply = latest if latest.turn else reply


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_nothing_is_lost_dead_or_said_twice(bot: Bot, seed: int) -> None:
    """Forty wanderings of random events: no crash, no lost step, no dead button, nothing offered again."""
    chance, pressed = random.Random(seed), Counter[str]()  # noqa: S311
    for number in range(40):
        await _wander(bot, Place("web", "", "local", f"walk-{seed}-{number}"), chance, 5, pressed)
    assert len(pressed) >= KINDS


async def test_over_thirty_turns_what_is_suggested_first_changes_and_nothing_asked_comes_back(bot: Bot) -> None:
    firsts: list[str] = []
    asked: set[str] = set()
    for line in THIRTY:
        reply = (await bot.ask(line.text))[-1]
        asked.add(line.text)
        offered = [c.label for b in reply.blocks if isinstance(b, Choices) and b.title == "Ask next" for c in b.buttons]
        assert not asked & set(offered)
        firsts += offered[:1]
    assert len(firsts) > 10
    assert max(len(list(same)) for _, same in groupby(firsts)) < 5
