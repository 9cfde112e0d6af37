from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.asking.wanted import QUOTED, context_of, intent_of, question_of, shortened
from kgcore.intent import About, Connect, Digest, Examples, Intent, More, Which
from kgcore.model import Entity
from kgcore.question import understand
from kgcore.thread import Want, Wanted
from tests.kgcore import starter
from tests.kgcore.test_question import TYPES, spots

E, AD, STRESS = (starter.named()[n] for n in ("Vitamin E", "Alzheimer's disease", "Oxidative stress"))
OXIDANTS = starter.named()["Antioxidants"]


@pytest.mark.parametrize(
    ("want", "entities", "quote", "question", "intent"),
    [
        (Want.EXPLAIN, [E], "", "What is vitamin E?", About(E, full=True)),
        (Want.EXPLAIN, [OXIDANTS], "", "What are antioxidants?", About(OXIDANTS, full=True)),
        (Want.EXAMPLES, [OXIDANTS], "", "What are examples of antioxidants?", Examples(OXIDANTS)),
        (
            Want.CONNECT,
            [E, STRESS, AD],
            "",
            "How are vitamin E, oxidative stress and Alzheimer's disease connected?",
            Connect((E, STRESS, AD)),
        ),
        (Want.MORE, [E], "It slows\n it.", "Tell me more: “It slows it.”", More((E,), "It slows\n it.")),
        (Want.ADD, [E, AD], "", "What else is known about vitamin E and Alzheimer's disease?", More((E, AD), one=True)),
        (
            Want.DIGEST,
            [E, AD],
            "",
            "Sum up what we have found about vitamin E and Alzheimer's disease.",
            Digest((E, AD)),
        ),
    ],
)
def test_a_control_asks_in_plain_words(
    want: Want, entities: list[Entity], quote: str, question: str, intent: Intent | None
) -> None:
    wanted = Wanted(want, tuple(e.id for e in entities))
    assert question_of(wanted, entities, quote) == question
    assert intent_of(wanted, entities, quote) == intent


def test_a_question_of_ones_own_goes_on_from_what_was_chosen() -> None:
    wanted = Wanted(Want.ABOUT, (E.id,))
    assert intent_of(wanted, [E]) is None
    before = context_of(wanted, [E])
    asked = understand("Is it safe?", spots("Is it safe?"), starter.vocabulary(), TYPES, before).intent
    assert isinstance(asked, Which)
    assert asked.entity == E
    assert "PREDISPOSES" in asked.asked.predicates


_entities = st.lists(st.sampled_from(sorted(starter.entities().values(), key=lambda e: e.id)), max_size=9)


@given(st.sampled_from(Want), _entities, st.text(max_size=300))
def test_every_control_has_words_whatever_it_is_about(want: Want, entities: list[Entity], quote: str) -> None:
    wanted = Wanted(want, tuple(e.id for e in entities))
    question = question_of(wanted, entities, quote)
    assert bool(question) is (want is not Want.ABOUT)
    assert "\n" not in question
    assert "\x00" not in question
    intent_of(wanted, entities, quote)
    assert len(shortened(quote)) <= QUOTED + 2
