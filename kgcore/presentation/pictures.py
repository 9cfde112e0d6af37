"""Which pictures an answer gets, and how the thread's entities are numbered in them. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgcore.drawing.builder import PictureWords, around_picture, picture_of
from kgcore.drawing.grouping import folded_nodes, group_leaves
from kgcore.drawing.mindmap import MapNode, MindMap
from kgcore.drawing.picture import Picture
from kgcore.drawing.words import Drawable
from kgcore.presentation.claims import badge_of
from kgcore.values.actions import PictureScope, View
from kgcore.values.model import Claim, Paper, Salience
from kgcore.values.thread import MindNode, Mode, Turn

STEPS_ANCHORED = 16  # steps of a thread whose pictures keep the nodes of the ones before where they were

Progress = tuple[int, int]
# The paragraph that a picture stands under (None: the whole answer), and the picture.
Placed = tuple[int | None, Picture | MindMap]


def pictures_of(
    turn: Turn,
    before: Sequence[Turn],
    numbers: Mapping[str, int],
    words: PictureWords,
    view: View,
    progress: Progress | None = None,
) -> tuple[Placed, ...]:
    """Return the pictures of a turn as it is looked at; `before` are the steps that led to it."""
    if turn.mode is Mode.BROWSED:
        browsed = around_picture(turn.focus[0], turn.around, numbers, words=words, others=turn.ways)
        return ((None, group_leaves(browsed, opened=_keys(view, numbers), least_nodes=0)),) if turn.focus else ()
    if turn.mind_map:
        return ((None, mind_map_of(turn)),)
    claims = _seen(turn.counted, view)

    def drawn(some: Sequence[tuple[int, Claim]], earlier: Sequence[Claim], share: Progress | None) -> Picture:
        return replace(_drawn(turn, before, some, earlier, numbers, words, view), progress=share)

    if view.scope is PictureScope.PARAGRAPH:
        shown = view.paragraphs or range(len(turn.paragraphs))
        apart = ((n, [(k, c) for k, c in claims if c.triple.paragraph == n]) for n in shown)
        return tuple((n, drawn(some, (), None)) for n, some in apart if some)
    if view.paragraphs:
        claims = [(n, c) for n, c in claims if c.triple.paragraph in view.paragraphs]
    alone = view.scope is PictureScope.ANSWER or bool(view.paragraphs)
    earlier = () if alone else [c for t in before for _, c in _seen(t.counted, view)]
    if not claims and not (earlier and turn.done):
        return ()
    picture = drawn(claims, earlier, progress)
    return ((None, picture if alone else replace(picture, before=_picture_before(before, numbers, words))),)


def _drawn(
    turn: Turn,
    before: Sequence[Turn],
    claims: Sequence[tuple[int, Claim]],
    earlier: Sequence[Claim],
    numbers: Mapping[str, int],
    words: PictureWords,
    view: View,
) -> Picture:
    """Return the picture of some numbered claims of a turn beside earlier ones."""
    whole = picture_of(
        [c for _, c in claims],
        earlier,
        [e.id for e in turn.focus],
        numbers,
        words=words,
        claim_numbers=[n for n, _ in claims],
        speakers={n: turn.speakers[c.triple.paragraph] for n, c in claims} if turn.speakers else None,
        papers=_papers_of((*before, turn)),
    )
    return group_leaves(whole, _collapsed(view, numbers), _keys(view, numbers))


def _picture_before(before: Sequence[Turn], numbers: Mapping[str, int], words: PictureWords) -> Picture | None:
    """Return the picture that people saw last, as it was drawn, so that it need not be laid out again; of a long
    thread, each of some steps begins anew.
    """
    first = max(0, len(before) - 1) // STEPS_ANCHORED * STEPS_ANCHORED
    last: Picture | None = None
    for at in range(first, len(before)):
        claims = _seen(before[at].counted, View())
        if claims:
            earlier = [c for t in before[:at] for _, c in _seen(t.counted, View())]
            shown = _drawn(before[at], before[:at], claims, earlier, numbers, words, View())
            last = replace(shown, before=last)
    return last


def mind_map_of(turn: Turn) -> MindMap:
    """Return the mind map of a turn, its leaves with what became of their claims."""
    return MindMap(turn.question, tuple(_map_node(node, turn) for node in turn.mind_map))


def _map_node(node: MindNode, turn: Turn) -> MapNode:
    claims = [c for n, c in turn.counted if n in node.claims]
    checked = [c.verdict for c in claims if not badge_of(c).own]
    verdict = max(checked, key=lambda v: v.row.rank, default=None)
    leaves = tuple(_map_node(leaf, turn) for leaf in node.leaves)
    return MapNode(node.words, node.source, node.step, verdict, leaves)


def thread_picture(
    turns: Sequence[Turn], numbers: Mapping[str, int], words: PictureWords, progress: Progress | None = None
) -> Picture:
    """Return the picture of everything that a thread claims, in full strength."""
    claims = [c for t in turns for _, c in t.counted]
    focus = [e.id for t in turns for e in t.focus]
    papers = _papers_of(turns)
    return group_leaves(picture_of(claims, (), focus, numbers, words=words, progress=progress, papers=papers))


def _papers_of(turns: Sequence[Turn]) -> Mapping[str, Paper]:
    return {paper.id: paper for turn in turns for paper in turn.papers}


def nodes_to_fade(
    turn: Turn, before: Sequence[Turn], numbers: Mapping[str, int], words: PictureWords, view: View
) -> frozenset[str]:
    """Return the ids of the entities that are folded away, so that the text greys them, too."""
    if not view.collapsed:
        return frozenset()
    claims = [c for t in (*before, turn) for _, c in t.counted]
    whole = picture_of(claims, (), [e.id for e in turn.focus], numbers, words=words)
    gone = folded_nodes(whole, _collapsed(view, numbers))
    return frozenset(id for id, number in numbers.items() if number in gone)


def figure_key(turn: str, picture: Drawable) -> str:
    """Return what a drawn picture is kept under: the same for the same picture of a turn, in every process."""
    return f"{turn}/{hashlib.sha256(repr(picture).encode()).hexdigest()[:24]}"


def _seen(claims: Sequence[tuple[int, Claim]], view: View) -> list[tuple[int, Claim]]:
    """Return what is drawn: the relations that matter, or all of them where everything is wanted or none does."""
    matter = [(n, c) for n, c in claims if c.triple.salience is Salience.HIGH]
    return list(claims) if view.everything or not matter else matter


def _collapsed(view: View, numbers: Mapping[str, int]) -> frozenset[int]:
    return frozenset(numbers[id] for id in view.collapsed if id in numbers)


def _keys(view: View, numbers: Mapping[str, int]) -> frozenset[str]:
    """Return the pictures' own names ("3|Disease") of the groups that are opened ("MONDO:1|Disease")."""
    parts = (key.rpartition("|") for key in view.opened)
    return frozenset(f"{numbers[id]}|{type}" for id, _, type in parts if id in numbers)
