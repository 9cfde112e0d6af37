"""Whatever people do in a thread, in whatever order."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from kgcore.exploration.exploration import goal_nodes
from kgcore.recommendation.recommend import (
    recommend_questions,
    recommendations_as_buttons,
    shortlist_questions,
    still_open,
)
from kgcore.values.actions import ActionRecord, Barred, Control, Dismissed, RecommendationKind
from kgcore.values.thread import Exploration, Recommendation, Step
from kgcore.verdicts import Verdict
from tests.kgcore.recommendation.thread import FIRST, GINKGO, RULES, answered, around, claim, dismissed, near

TYPES = {"Disease": ("TREATS", "CAUSES", "PREVENTS"), "Gene": ("INHIBITS", "STIMULATES"), "Drug": ("INTERACTS_WITH",)}
WORLD = [
    near(f"{type[0]}{n}", type, (predicates[n % len(predicates)], n % 4), degree=n)
    for type, predicates in TYPES.items()
    for n in range(5)
]
GRAPH = {
    "S:1": around(*WORLD),
    **{
        m.entity.id: around(
            *(
                near(o.entity.id, o.entity.type, ("ASSOCIATED_WITH", 2), centre=m.entity.id)
                for o in WORLD[n + 1 : n + 4]
            ),
            centre=m.entity.id,
        )
        for n, m in enumerate(WORLD)
    },
}


class Walk:
    """A thread that is walked at random; it checks what is offered against all that happened before."""

    def __init__(self) -> None:
        self.steps: list[Step] = [FIRST]
        self.controls: list[Control] = []
        self.threes: list[frozenset[str]] = []
        self.over: set[str] = set()
        self.shown: tuple[Recommendation, ...] = ()
        self.show()

    @property
    def exploration(self) -> Exploration:
        made = tuple(ActionRecord(f"e{n}", "t", "p", control) for n, control in enumerate(self.controls))
        return Exploration(tuple(self.steps), (GINKGO, *(m.entity for m in WORLD)), made)

    def show(self) -> None:
        fresh = recommend_questions(shortlist_questions(self.exploration, GRAPH, RULES))
        self.shown = recommendations_as_buttons(still_open(fresh, self.exploration), self.exploration)
        keys = [r.key for r in fresh]
        assert len(set(keys)) == len(keys)
        assert still_open(fresh, self.exploration) == fresh
        assert not self.over & set(keys)
        gone = {id for d in self.exploration.dismissed for id in d.nodes}
        barred = {b.type for b in self.exploration.barred if b.type}
        within = goal_nodes(self.exploration, GRAPH)
        for offer in fresh:
            assert not gone & set(offer.nodes)
            assert offer.type not in barred
            assert offer.predicate not in {b.predicate for b in self.exploration.barred if b.predicate}
            assert set(offer.nodes) <= within
        if len(self.shown) == 3:
            three = frozenset(r.key for r in self.shown)
            assert three not in self.threes
            self.threes.append(three)
        self.keep()

    def keep(self) -> None:
        """Remember the buttons where the thread does: under the last step, or with the recorded action that changed
        them.
        """
        keys = tuple(r.key for r in self.shown)
        if self.controls and self.steps[-1].offered and isinstance(self.controls[-1], Dismissed | Barred):
            self.controls[-1] = replace(self.controls[-1], offered=keys)
        else:
            self.steps[-1] = replace(self.steps[-1], offered=keys)

    def click(self, n: int) -> None:
        if not self.shown:
            return
        chosen = self.shown[n % len(self.shown)]
        self.over.add(chosen.key)
        made = tuple(
            claim(chosen.subject, id, list(Verdict)[(n + k) % 5], chosen.predicate or "TREATS", disagree=1)
            for k, id in enumerate(
                (*chosen.nodes, *((chosen.target,) if chosen.kind is RecommendationKind.WHY else ()))
            )
        )
        why = (chosen.subject, chosen.target) if chosen.kind is RecommendationKind.WHY else ()
        step = answered(f"t{len(self.steps) + 1}", *made, focus=(chosen.subject,), typed=False)
        self.steps.append(replace(step, asked=chosen.key, explains=why))
        self.show()

    def dismiss(self, n: int) -> None:
        if self.shown:
            chosen = self.shown[n % len(self.shown)]
            self.over.add(chosen.key)
            self.controls.append(dismissed(chosen, self.steps[-1].turn))
            self.show()

    def bar(self, n: int) -> None:
        if self.shown:
            chosen = self.shown[n % len(self.shown)]
            by_type = Barred(self.steps[-1].turn, type=chosen.type)
            self.controls.append(by_type if n % 2 else Barred(self.steps[-1].turn, predicate=chosen.predicate))
            self.show()

    def ask(self, n: int) -> None:
        """Type a question of one's own, about two entities."""
        pair = ("S:1", WORLD[n % len(WORLD)].entity.id)
        self.steps.append(Step(f"t{len(self.steps) + 1}", "How are these related?", pair, pair))
        self.show()
        assert all({r.subject, r.target} != set(pair) for r in self.shown if r.kind is RecommendationKind.NODE)


ACTS = st.lists(
    st.tuples(st.sampled_from(["click", "click", "dismiss", "bar", "ask"]), st.integers(0, 30)), max_size=12
)


@settings(deadline=None)
@given(ACTS)
def test_whatever_people_do_nothing_asked_dismissed_or_barred_comes_back_and_no_three_come_twice(
    acts: list[tuple[str, int]],
) -> None:
    walk = Walk()
    for act, n in acts:
        match act:
            case "click":
                walk.click(n)
            case "dismiss":
                walk.dismiss(n)
            case "bar":
                walk.bar(n)
            case _:
                walk.ask(n)
