"""What a click does to a thread: (History, click) → Control, or the words of a refusal. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

from kgcore.exploration.exploration import last_undoable
from kgcore.exploration.history import History
from kgcore.presentation.parts import NodeLine, node_lines
from kgcore.presentation.replies import STALE
from kgcore.question.narrowing import designs_in_words
from kgcore.values.actions import (
    Barred,
    Bookmarked,
    Chosen,
    Condensing,
    Control,
    Dismissed,
    Measured,
    Merged,
    Narrowed,
    PictureScope,
    Rated,
    RecommendationKind,
    Trimmed,
    Undone,
    View,
    Viewed,
    Went,
)
from kgcore.values.message import Action, Click, Verb
from kgcore.values.thread import Recommendation, Turn
from kgcore.vocabulary.types import type_words

NO_UNDO = "There is nothing to undo."
ONE_KNOWN = "Two different nodes are needed, and at least one of them must be in the graph."
VIEWS = (Verb.SALIENCE, Verb.SCOPE, Verb.TELLING, Verb.PARAGRAPHS, Verb.COLLAPSE, Verb.OPEN, Verb.UNFOLD)
EDITS = (Verb.TRIM, Verb.TRIM_CLAIM, Verb.MERGE)
SUGGESTIONS = (Verb.DISMISS, Verb.NOT_TYPE, Verb.NOT_PREDICATE)
Refusal = str


def control_of(click: Click, action: Action, history: History, turn: Turn) -> Control | Refusal:
    """Return what a click on a control changes; `turn` is the one that its action id names."""
    if action.verb in VIEWS:
        return _viewed(click, action, history, turn)
    if action.verb in SUGGESTIONS:
        if action.index >= len(turn.recommendations):
            return STALE
        return _refused(action.verb, turn, turn.recommendations[action.index])
    if action.verb in EDITS:
        return _edit(click, action, history, turn)
    if action.verb is Verb.STEP:
        return Went(turn.id, history.raw[-1].id)
    if action.verb is Verb.UNDO:
        last = last_undoable(history.action_records)
        return Undone(last.event) if last else NO_UNDO
    return STALE


def node_of(history: History, number: int) -> NodeLine | None:
    """Return the thread's node with that number."""
    return next((line for line in node_lines(history.turns, history.numbers) if number and line.number == number), None)


def nodes_in(history: History, values: Sequence[str]) -> list[NodeLine]:
    """Return the nodes that a form names, each once; what stands for no node is left out."""
    known = {line.value: line for line in node_lines(history.turns, history.numbers)}
    return [known[v] for v in dict.fromkeys(values) if v in known]


def words_of(control: Control) -> str:
    """Return what a recorded action was, for the button that takes it back."""
    match control:
        case Dismissed():
            return "dismissing a question"
        case Barred():
            return "leaving out a kind of question"
        case Went():
            return "going back"
        case Viewed():
            return "the change of view"
        case Trimmed():
            return "taking something out"
        case Merged():
            return f"{control.names[1]} = {control.names[0]}"
        case Measured():
            return f"what is measured of {control.name}"
        case Narrowed(designs=designs):
            return f"counting {designs_in_words(designs)} only" if designs else "counting all papers"
        case Chosen() | Bookmarked() | Rated() | Undone():
            return ""
        case _:
            assert_never(control)


def describe_undone(control: Control, history: History) -> str:
    """Return what was undone, as a sentence."""
    match control:
        case Dismissed(turn, key):
            offers = next((t.recommendations for t in history.turns if t.id == turn), ())
            text = next((r.text for r in offers if r.key == key), "")
            return f"Taken back: “{text}” may be suggested again." if text else _TAKEN_BACK.format(words_of(control))
        case Barred(type=type) if type:
            return f"Taken back: questions about {type_words(type)} may be suggested again."
        case Trimmed(node=node) if node:
            line = next((n for n in node_lines(history.turns, history.numbers) if n.key == node), None)
            return f"Taken back: {line.name if line else 'the node'} is in the picture again."
        case Trimmed(claim=claim):
            return f"Taken back: claim {claim + 1} counts again."
        case Merged(names=names):
            return f"Taken back: {names[1]} is no longer taken for {names[0]}."
        case Went():
            return f"Taken back: the next question goes on from step {history.step(history.here)} again."
        case _:
            return _TAKEN_BACK.format(words_of(control))


_TAKEN_BACK = "Taken back: {}."


def _refused(verb: Verb, turn: Turn, r: Recommendation) -> Control | Refusal:
    if verb is Verb.DISMISS:
        return Dismissed(turn.id, r.key, r.kind, r.subject, r.target, r.type, r.predicate, _taken_out(r))
    if verb is Verb.NOT_TYPE:
        return Barred(turn.id, type=r.type) if r.type else STALE
    return Barred(turn.id, predicate=r.predicate) if r.predicate else STALE


def _taken_out(r: Recommendation) -> tuple[str, ...]:
    """Return what goes out of the goal with a dismissed question; a "why" explores nothing."""
    return () if r.kind is RecommendationKind.WHY else r.nodes


# ── views ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _viewed(click: Click, action: Action, history: History, turn: Turn) -> Control | Refusal:
    view, index = history.view(turn.id), action.index
    changes: dict[Verb, Callable[[], View | None]] = {
        Verb.SALIENCE: lambda: replace(view, everything=index == 1) if index < 2 else None,
        Verb.SCOPE: lambda: (
            replace(view, scope=tuple(PictureScope)[index], paragraphs=()) if index < len(PictureScope) else None
        ),
        Verb.TELLING: lambda: replace(view, telling=tuple(Condensing)[index]) if index < len(Condensing) else None,
        Verb.PARAGRAPHS: lambda: _only(view, click.field("paragraphs"), turn),
        Verb.COLLAPSE: lambda: _folded(view, node_of(history, index)),
        Verb.OPEN: lambda: _opened(view, node_of(history, index)),
        Verb.UNFOLD: lambda: _unfolded(view, turn, index),
    }
    changed = changes[action.verb]()
    return Viewed(turn.id, changed) if changed is not None else STALE


def _only(view: View, values: Sequence[str], turn: Turn) -> View | None:
    chosen = [int(v) for v in values if v.isascii() and v.isdigit() and int(v) < len(turn.paragraphs)]
    return replace(view, paragraphs=tuple(dict.fromkeys(chosen)))


def _folded(view: View, node: NodeLine | None) -> View | None:
    if node is None or node.key.startswith("?"):
        return None
    opened = tuple(k for k in view.opened if k.rpartition("|")[0] != node.key)
    return replace(view, collapsed=tuple(dict.fromkeys((*view.collapsed, node.key))), opened=opened)


def _opened(view: View, node: NodeLine | None) -> View | None:
    if node is None:
        return None
    collapsed = tuple(k for k in view.collapsed if k != node.key)
    if len(collapsed) < len(view.collapsed):
        return replace(view, collapsed=collapsed)
    return replace(view, opened=tuple(dict.fromkeys((*view.opened, f"{node.key}|"))))


def _unfolded(view: View, turn: Turn, index: int) -> View | None:
    if index >= len(turn.around_counts) or not turn.focus:
        return None
    key = f"{turn.focus[0].id}|{turn.around_counts[index][0]}"
    opened = tuple(k for k in view.opened if k != key)
    return replace(view, opened=opened if len(opened) < len(view.opened) else (*view.opened, key))


# ── edits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _edit(click: Click, action: Action, history: History, turn: Turn) -> Control | Refusal:
    if action.verb is Verb.TRIM_CLAIM:
        counted = {n - 1 for n, _ in turn.counted}
        return Trimmed(turn=turn.id, claim=action.index) if action.index in counted else STALE
    if action.verb is Verb.TRIM:
        node = node_of(history, action.index)
        return Trimmed(node=node.key) if node else STALE
    nodes = nodes_in(history, (*click.field("kept"), *click.field("gone")))[:2]
    if len(nodes) < 2 or all(n.key.startswith("?") for n in nodes):
        return ONE_KNOWN
    kept, gone = sorted(nodes, key=lambda n: n.key.startswith("?"))
    return Merged(kept.key, gone.key, (kept.name, gone.name))
