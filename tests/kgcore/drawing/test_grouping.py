"""Large pictures are made readable, and nothing that matters is hidden."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from kgcore.drawing.grouping import collapsible_leaves, counted_nodes, fold_history_first, folded_nodes, group_leaves
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.words import edge_sentence, edge_table
from kgcore.verdicts import Verdict
from tests.kgcore.drawing.samples import EVERYTHING, star

TYPES = ("Drug", "Disease", "", "Gene|Protein", "DietarySupplement")


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    count = draw(st.integers(1, 40))
    numbers = [n if draw(st.integers(0, 9)) else -n for n in range(1, count + 1)]
    nodes = tuple(
        PictureNode(n, f"name {n}", draw(st.sampled_from(TYPES)), draw(st.booleans()), draw(st.integers(0, 9)) == 0)
        for n in numbers
    )
    hubs = st.sampled_from(numbers[:3])
    edges = st.builds(
        PictureEdge, st.tuples(st.integers(1, 99)), hubs, st.sampled_from(numbers),
        st.sampled_from(["treats", "does not treat"]),
        st.sampled_from([*Verdict, None]), st.integers(0, 9), st.integers(0, 9), st.booleans(), st.booleans(),
    )  # fmt: skip
    inverted = draw(st.lists(st.tuples(edges, st.booleans()), max_size=60))
    return Picture(nodes, tuple(replace(e, source=e.target, target=e.source) if t else e for e, t in inverted))


SOME = st.sets(st.integers(-3, 3), max_size=2)
KEYS = st.sets(
    st.sampled_from([f"{n}|{kind}" for n in range(-3, 4) for kind in ("", "Drug", "Disease", "?", "*")]), max_size=4
)
LEAST = st.sampled_from([0, 5, 15])


@given(pictures(), SOME, KEYS, LEAST)
def test_no_claim_and_no_entity_is_lost(picture: Picture, collapsed: set[int], opened: set[str], least: int) -> None:
    shown = group_leaves(picture, collapsed, opened, least_nodes=least)
    assert {c for e in shown.edges for c in e.claims} == {c for e in picture.edges for c in e.claims}
    there = [n.number for n in shown.nodes if not n.members] + [
        m.number for g in counted_nodes(shown) for m in g.members
    ]
    assert sorted(there) == sorted(n.number for n in picture.nodes)
    assert sum(sum(count for _, count in e.tally) or 1 for e in shown.edges) == len(picture.edges)


@given(pictures(), SOME, KEYS)
def test_todays_is_drawn_in_full_before_anything_of_earlier_answers(
    picture: Picture, collapsed: set[int], opened: set[str]
) -> None:
    shown = fold_history_first(picture, collapsed, opened)
    hidden = {m.number for g in counted_nodes(shown) if not g.group.endswith("|") for m in g.members}
    today = {n.number for n in picture.nodes if n.fresh}
    there = {n.number for n in shown.nodes} | {m.number for g in counted_nodes(shown) for m in g.members}
    assert today <= there
    assert not today & hidden or all(n.fresh or n.focus for n in shown.nodes if n.number > 0 and not n.members)
    assert shown.more == len({n.number for n in picture.nodes} - there)


def test_what_is_furthest_from_todays_goes_first_and_takes_what_hangs_on_it_alone() -> None:
    today = [PictureNode(n, f"today {n}", "Drug") for n in range(2, 16)]
    earlier = [PictureNode(n, f"earlier {n}", "Drug", fresh=False) for n in range(20, 30)]
    pairs = [(n.number, 1) for n in today] + [(20, 1)] + [(n, n - 1) for n in range(21, 30)]
    nodes = (PictureNode(1, "hub", "Disease", focus=True), *today, *earlier)
    shown = fold_history_first(Picture(nodes, tuple(PictureEdge((1,), a, b, "treats") for a, b in pairs)))
    assert [n for n in nodes if n.fresh] == [n for n in shown.nodes if n.fresh]
    kept = [n.number for n in shown.nodes if not n.fresh]
    assert kept == list(range(20, 20 + len(kept)))
    assert shown.more == len(earlier) - len(kept)


def around(anchor: int, count: int) -> Picture:
    """Return a picture of drugs, numbered from 1, around the one of them that is in focus."""
    nodes = tuple(PictureNode(n, f"name {n}", "Drug", focus=n == anchor) for n in range(1, count + 1))
    return Picture(
        nodes, tuple(PictureEdge((n.number,), n.number, anchor, "treats") for n in nodes if n.number != anchor)
    )


@example(around(2, 14), {0, 1}, set(), 0)
@given(pictures(), SOME, KEYS, LEAST)
def test_the_question_is_never_hidden(picture: Picture, collapsed: set[int], opened: set[str], least: int) -> None:
    shown = group_leaves(picture, collapsed, opened, least_nodes=least)
    assert {n for n in picture.nodes if n.focus} <= set(shown.nodes)
    assert {n.number for n in picture.nodes} & collapsed <= {
        n.number for n in shown.nodes if not n.members
    } | folded_nodes(picture, collapsed, opened)


@given(pictures(), SOME, KEYS, LEAST)
def test_arranging_twice_changes_nothing(picture: Picture, collapsed: set[int], opened: set[str], least: int) -> None:
    once = group_leaves(picture, collapsed, opened, least_nodes=least)
    assert group_leaves(once, collapsed, opened, least_nodes=least) == once


@given(pictures(), SOME, KEYS, LEAST)
def test_what_is_opened_stays_open(picture: Picture, collapsed: set[int], opened: set[str], least: int) -> None:
    for group in counted_nodes(group_leaves(picture, collapsed, opened, least_nodes=least)):
        assert group.group not in opened
        assert group.group.rpartition("|")[0] + "|" not in opened
        assert len(group.members) >= 3 or group.group.endswith("|")
        assert group.number < 1
        assert not group.ghost


@given(pictures(), SOME)
def test_what_is_folded_is_what_a_person_collapsed(picture: Picture, collapsed: set[int]) -> None:
    shown = group_leaves(picture, collapsed)
    gone = {m.number for g in counted_nodes(shown) if g.group.endswith("|") for m in g.members}
    assert gone == folded_nodes(picture, collapsed)
    for number in collapsed:
        assert set(collapsible_leaves(picture, number)) <= folded_nodes(picture, collapsed) | folded_nodes(
            picture, {number}
        )


def test_up_to_fifteen_nodes_a_picture_stays_as_it_is() -> None:
    assert group_leaves(star(14)) == star(14)


def test_beyond_fifteen_nodes_the_least_telling_leaves_are_counted_by_type() -> None:
    shown = group_leaves(star(40))
    assert len(shown.nodes) <= 15
    names = [n.name for n in counted_nodes(shown)]
    assert "11 more supplements" in names
    alone = [e.verdict for e in shown.edges if not e.tally]
    assert set(alone) <= {Verdict.MIXED, Verdict.CONTRADICTED}


def test_an_opened_group_shows_its_leaves() -> None:
    shown = group_leaves(star(40), opened={"1|DietarySupplement"})
    assert len([n for n in shown.nodes if n.type == "DietarySupplement" and not n.members]) == 14
    assert group_leaves(star(40), opened={"1|"}) == star(40)


def test_collapsing_folds_any_number_of_leaves_whatever_their_types() -> None:
    shown = group_leaves(EVERYTHING, {1, 2})
    assert [(g.name, g.group, [m.number for m in g.members]) for g in counted_nodes(shown)] == [
        ("3 folded away", "2|", [4, 5, 7]),
        ("2 folded away", "1|", [6, 0]),
    ]
    assert collapsible_leaves(EVERYTHING, 2) == (4, 5, 7)
    assert collapsible_leaves(EVERYTHING, 3) == ()


def test_leaves_of_two_nodes_that_have_only_each_other_do_not_swallow_one_another() -> None:
    pair = Picture(
        (PictureNode(1, "a", "Drug"), PictureNode(2, "b", "Drug")), (PictureEdge((1,), 1, 2, "treats", Verdict.UNSURE),)
    )
    shown = group_leaves(pair, {1, 2})
    assert [n.number for n in shown.nodes if not n.members] == [1]


def test_browsing_groups_every_type_from_three_members_on() -> None:
    shown = group_leaves(star(10), least_nodes=0)
    assert [g.name for g in counted_nodes(shown)] == ["4 supplements"]


def test_the_edge_of_a_group_tells_how_its_relations_came_out() -> None:
    (edge,) = [e for e in group_leaves(star(10), least_nodes=0).edges if e.tally]
    assert edge.verdict is None
    assert edge.various
    assert dict(edge.tally) == {Verdict.SUPPORTED: 1, Verdict.CONTRADICTED: 2, Verdict.MIXED: 1}
    assert edge.claims == (1, 2, 7, 8)
    assert (edge.source < 1, edge.target, edge.directed, edge.label) == (True, 1, True, "treats")


def test_a_group_whose_relations_came_out_alike_keeps_the_verdict() -> None:
    alike = star(10)
    edges = tuple(replace(e, verdict=Verdict.SUPPORTED) for e in alike.edges)
    (edge,) = [e for e in group_leaves(Picture(alike.nodes, edges), least_nodes=0).edges if e.tally]
    assert edge.verdict is Verdict.SUPPORTED
    assert not edge.various


def test_relations_that_point_both_ways_have_a_line_each_way() -> None:
    one, *rest = star(10).edges
    inverted = Picture(star(10).nodes, (replace(one, source=one.target, target=one.source), *rest))
    back, on = [e for e in group_leaves(inverted, least_nodes=0).edges if e.tally]
    assert (back.source, back.share, on.target, on.share) == (1, 1, 1, 3)
    assert back.label == on.label == "treats"


OPPOSITE = ("treats", "does not treat", "raises the risk of", "inhibits", "is linked to")


@given(st.lists(st.sampled_from(OPPOSITE), min_size=3, max_size=12))
def test_opposite_signs_never_share_the_line_of_a_counted_node(said: list[str]) -> None:
    nodes = (
        PictureNode(99, "dementia", "Disease", focus=True),
        *(PictureNode(n, f"d{n}", "Drug") for n in range(1, 13)),
    )
    edges = tuple(PictureEdge((n,), n, 99, words) for n, words in enumerate(said, 1))
    drawn = group_leaves(Picture(nodes, edges), least_nodes=0).edges
    assert {e.sign for e in drawn} == {e.sign for e in edges}
    assert sorted(e.share or len(said) for e in drawn) == sorted(said.count(words) for words in set(said))


def test_what_is_said_of_some_of_a_counted_node_says_of_how_many() -> None:
    nodes = (PictureNode(9, "dementia", "Disease", focus=True), *(PictureNode(n, f"d{n}", "Drug") for n in range(1, 6)))
    words = ["treats", "treats", "does not treat", "treats", "does not treat"]
    picture = Picture(nodes, tuple(PictureEdge((n,), n, 9, said) for n, said in enumerate(words, 1)))
    shown = group_leaves(picture, least_nodes=0)
    assert [edge_sentence(shown, e) for e in shown.edges] == [
        "3 of 5 drugs treat dementia.",
        "2 of 5 drugs do not treat dementia.",
    ]
    assert [row[1] for row in edge_table(shown).rows] == ["treats (3 of them)", "does not treat (2 of them)"]


def test_a_large_tree_counts_leaves_of_several_types_together() -> None:
    types = ("Drug", "Disease", "Symptom", "Food", "Chemical")
    hubs = [PictureNode(n, f"hub {n}", "Gene") for n in range(1, 6)]
    twigs = [PictureNode(10 * h + t, f"leaf {h}{t}", kind) for h in range(1, 6) for t, kind in enumerate(types)]
    edges = [PictureEdge((), n, n + 1, "affects") for n in range(1, 5)]
    edges += [PictureEdge((n.number,), n.number // 10, n.number, "affects", Verdict.UNSURE) for n in twigs]
    shown = group_leaves(Picture((*hubs, *twigs), tuple(edges)))
    assert len(shown.nodes) <= 15
    assert {g.group.rpartition("|")[2] for g in counted_nodes(shown)} == {"*"}
