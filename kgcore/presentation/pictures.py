"""Which pictures an answer gets, and how the thread's entities are numbered in them. Pure."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.drawing.builder import PictureWords, around_picture, picture_of
from kgcore.drawing.grouping import fold_history_first, folded_nodes, group_leaves
from kgcore.drawing.mindmap import MapNode, MindMap
from kgcore.drawing.picture import Picture
from kgcore.drawing.words import Drawable
from kgcore.presentation.claims import badge_of
from kgcore.values.actions import PictureScope, View
from kgcore.values.model import Claim, Paper, Salience
from kgcore.values.remembering import Same, remembered, turn_bytes
from kgcore.values.thread import MindNode, Mode, Turn
from kgcore.verdicts import Badge

STEPS_ANCHORED = 32  # steps of a thread whose pictures keep the nodes of the ones before where they were
STEPS_BESIDE = 16  # last steps of the way whose claims stand beside an answer's own; the thread's picture has them all
_STEPS_REMEMBERED = 48 << 20  # bytes: pictures of steps, those of some threads that go on side by side
_NODE, _EDGE = 250, 450  # bytes

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
    earlier = () if alone else _beside(before, view)
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
        papers=_papers_of((*before[-STEPS_BESIDE:], turn)),
    )
    return fold_history_first(whole, _collapsed(view, numbers), _keys(view, numbers))


def _beside(before: Sequence[Turn], view: View) -> list[Claim]:
    """Return the claims of earlier answers that stand beside those of one that goes on from them."""
    return [c for turn in before[-STEPS_BESIDE:] for _, c in _seen(turn.counted, view)]


def _picture_before(before: Sequence[Turn], numbers: Mapping[str, int], words: PictureWords) -> Picture | None:
    """Return the picture that people saw last, as it was drawn, so that it need not be laid out again; of a long
    thread, each of some steps begins anew.
    """
    first = max(0, len(before) - 1) // STEPS_ANCHORED * STEPS_ANCHORED
    last: Picture | None = None
    for at in range(first, len(before)):
        last = _picture_then(_Step(tuple(before[: at + 1]), numbers, words, last))
    return last


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A step (of `turns` the last) with the way to it, and the picture before its own.

    Equal to another of the very same parts: that is quick to tell, and saved turns stay the same values. Numbers are
    only ever added.
    """

    turns: tuple[Turn, ...]
    numbers: Mapping[str, int]
    words: PictureWords
    last: Picture | None

    def __hash__(self) -> int:
        return hash((len(self.turns), self.turns[-1].id))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Step) or self.words is not other.words or self.last is not other.last:
            return False
        few, many = sorted((self.numbers, other.numbers), key=len)
        same = len(self.turns) == len(other.turns) and all(map(operator.is_, self.turns, other.turns))
        return same and few.items() <= many.items()


def _bytes_of(picture: Picture | None) -> int:
    """Return about how many bytes a picture takes without those before it."""
    return _NODE * sum(n.weight for n in picture.nodes) + _EDGE * len(picture.edges) if picture is not None else 0


def _bytes_of_step(step: _Step, picture: Picture | None) -> int:
    """Return what a step takes: with its own turn, and with all before it where it is the first of its row.

    At most half of what fits, for without it those that follow would be worked out again and again.
    """
    own = step.turns if step.last is None else step.turns[-1:]
    return min(sum(map(turn_bytes, own)) + _bytes_of(picture), _STEPS_REMEMBERED // 2)


@remembered(_STEPS_REMEMBERED, _bytes_of_step)
def _picture_then(step: _Step) -> Picture | None:
    """Return the picture that people saw when a step was the newest; that before it where it shows nothing."""
    *before, turn = step.turns
    claims = _seen(turn.counted, View())
    if not claims or turn.mind_map:
        return step.last
    shown = _drawn(turn, before, claims, _beside(before, View()), step.numbers, step.words, View())
    return replace(shown, before=step.last)


def mind_map_of(turn: Turn) -> MindMap:
    """Return the mind map of a turn, its leaves with what became of their claims."""
    return MindMap(turn.question, tuple(_map_node(node, turn) for node in turn.mind_map))


def _map_node(node: MindNode, turn: Turn) -> MapNode:
    claims = [c for n, c in turn.counted if n in node.claims]
    checked = [c.verdict for c in claims if not badge_of(c).own]
    verdict = max(checked, key=lambda v: v.row.rank, default=None)
    leaves = tuple(_map_node(leaf, turn) for leaf in node.leaves)
    disputed = " (papers disagree)" if any(badge_of(c) is Badge.DISPUTED for c in claims) else ""
    return MapNode(f"{node.words}{disputed}", node.source, node.step, verdict, leaves)


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
    return f"{turn}/{_digest(picture)}"


def _digest(picture: Drawable) -> str:
    """Return a digest of what a picture shows, and of those before it, which are many of a long thread."""
    before = picture.before if isinstance(picture, Picture) else None
    if not isinstance(picture, Picture) or before is None:
        return hashlib.sha256(repr(picture).encode()).hexdigest()[:24]
    told = f"{replace(picture, before=None)!r}{_digest_before(Same(before))}"
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def _bytes_of_drawn(drawn: Same[Picture], digest: str) -> int:
    return _bytes_of(drawn.value)


@remembered(_STEPS_REMEMBERED // 4, _bytes_of_drawn)
def _digest_before(drawn: Same[Picture]) -> str:
    return _digest(drawn.value)


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
