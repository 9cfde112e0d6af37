from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.question.controls import QUOTED, context_of, intent_of, question_of, shorten_question_quote
from kgcore.question.reading import understand_question
from kgcore.values.intent import About, Connect, Digest, Examples, Intent, More, Which
from kgcore.values.model import Entity
from kgcore.values.thread import FollowUpKind, WantedFollowUp
from tests.kgcore import starter
from tests.kgcore.question.test_question import TYPES, spots

E, AD, STRESS = (starter.named()[n] for n in ("Vitamin E", "Alzheimer's disease", "Oxidative stress"))
OXIDANTS = starter.named()["Antioxidants"]


@pytest.mark.parametrize(
    ("want", "entities", "quote", "question", "intent"),
    [
        (FollowUpKind.EXPLAIN, [E], "", "What is vitamin E?", About(E, full=True)),
        (FollowUpKind.EXPLAIN, [OXIDANTS], "", "What are antioxidants?", About(OXIDANTS, full=True)),
        (FollowUpKind.EXAMPLES, [OXIDANTS], "", "What are examples of antioxidants?", Examples(OXIDANTS)),
        (
            FollowUpKind.CONNECT,
            [E, STRESS, AD],
            "",
            "How are vitamin E, oxidative stress and Alzheimer's disease connected?",
            Connect((E, STRESS, AD)),
        ),
        (FollowUpKind.MORE, [E], "It slows\n it.", "Tell me more: “It slows it.”", More((E,), "It slows\n it.")),
        (
            FollowUpKind.ADD,
            [E, AD],
            "",
            "What else is known about vitamin E and Alzheimer's disease?",
            More((E, AD), one=True),
        ),
        (
            FollowUpKind.DIGEST,
            [E, AD],
            "",
            "Sum up what we have found about vitamin E and Alzheimer's disease.",
            Digest((E, AD)),
        ),
    ],
)
def test_a_control_asks_in_plain_words(
    want: FollowUpKind, entities: list[Entity], quote: str, question: str, intent: Intent | None
) -> None:
    wanted = WantedFollowUp(want, tuple(e.id for e in entities))
    assert question_of(wanted, entities, quote) == question
    assert intent_of(wanted, entities, quote) == intent


def test_a_question_of_ones_own_goes_on_from_what_was_chosen() -> None:
    wanted = WantedFollowUp(FollowUpKind.ABOUT, (E.id,))
    assert intent_of(wanted, [E]) is None
    before = context_of(wanted, [E])
    asked = understand_question("Is it safe?", spots("Is it safe?"), starter.vocabulary(), TYPES, before).intent
    assert isinstance(asked, Which)
    assert asked.entity == E
    assert "PREDISPOSES" in asked.asked.predicates


_entities = st.lists(st.sampled_from(sorted(starter.entities().values(), key=lambda e: e.id)), max_size=9)


@given(st.sampled_from(FollowUpKind), _entities, st.text(max_size=300))
def test_every_control_has_words_whatever_it_is_about(want: FollowUpKind, entities: list[Entity], quote: str) -> None:
    wanted = WantedFollowUp(want, tuple(e.id for e in entities))
    question = question_of(wanted, entities, quote)
    assert bool(question) is (want is not FollowUpKind.ABOUT)
    assert "\n" not in question
    assert "\x00" not in question
    intent_of(wanted, entities, quote)
    assert len(shorten_question_quote(quote)) <= QUOTED + 2
