"""Turns that people begin otherwise than by a question of their own: by a control, by browsing, by mapping a talk."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.acting import node_of, nodes_in
from kgcore.asking.wanted import question_of
from kgcore.errors import GraphError, InputError
from kgcore.history import History
from kgcore.language.english import clean
from kgcore.language.kinds import type_words
from kgcore.message import Action, Click, Command, Said, Verb
from kgcore.model import Entity
from kgcore.panels.nodes import NodeLine
from kgcore.panels.parts import quoted
from kgcore.ports import KnowledgeGraph
from kgcore.replies import STALE
from kgcore.talk import parse_messages
from kgcore.thread import Mode, Turn, Want, Wanted
from kgcore.turn.browsing import LONGEST_NAME, browsed, found, nearest
from kgcore.turn.engine import Engine
from kgcore.turn.mapping import mapped
from kgcore.turn.reader import Reader

MOST_MEANT = 6  # things that a name may mean, offered for choice
MOST_FOCUS = 2  # entities around which the goal lies where people's own messages began a thread
MOST_QUOTED = 5  # entities of a quoted message that a question about it can go on from
LONGEST_QUOTE = 2000  # characters of an answer that a question can be about
NODES = {
    Verb.EXPLAIN: Want.EXPLAIN,
    Verb.EXAMPLES: Want.EXAMPLES,
    Verb.ABOUT: Want.ABOUT,
    Verb.BROWSE: Want.BROWSE,
}
TURNS = (*NODES, Verb.CONNECT, Verb.QUOTE, Verb.MORE, Verb.ADD, Verb.DIGEST, Verb.WAY)
TOO_FEW = "Choose at least two things that are in the graph."
NO_MESSAGES = "There is nothing to map: give the messages, one a line, as “Name: text”."
NO_MESSAGE = "There is nothing to check: give the message whose claims are to be checked."
NO_WORDS = "Please write what you want to know."


@dataclass(frozen=True, slots=True)
class Begun:
    """What a control asks for: the question as it is shown, what is wanted, and whether somebody typed it."""

    question: str
    wanted: Wanted
    quote: str = ""
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """A name that means nothing, or several things: why, and what may be browsed instead as (words, hint, ids)."""

    why: str
    instead: tuple[tuple[str, str, tuple[str, ...]], ...]


async def wanted_by(
    click: Click, action: Action, history: History, turn: Turn, graph: KnowledgeGraph
) -> Begun | Unclear | str:
    """Return the follow-up that a click asks for, or why there is none. Raises GraphError."""
    match action.verb:
        case Verb.CONNECT:
            lines = [n for n in nodes_in(history, click.field("nodes")) if not n.key.startswith("?")][:5]
            return await _begun(Want.CONNECT, lines, graph) if len(lines) > 1 else TOO_FEW
        case Verb.QUOTE:
            return await _quoted(click, turn, graph)
        case Verb.MORE:
            return await _more(turn, action.index, graph)
        case Verb.ADD | Verb.DIGEST:
            want = Want.ADD if action.verb is Verb.ADD else Want.DIGEST
            steps = (turn,) if want is Want.ADD else (*history.before(turn.id), turn)
            ids = _named(steps)
            return await _asked(want, ids, graph) if ids else TOO_FEW
        case Verb.WAY:
            return await _way(click, turn, graph)
        case _:
            return await _of_node(click, action, history, graph)


async def _of_node(click: Click, action: Action, history: History, graph: KnowledgeGraph) -> Begun | str:
    line = node_of(history, action.index)
    if line is None:
        return STALE
    if line.key.startswith("?"):
        return f"The graph does not know “{line.name}”."
    if action.verb is not Verb.ABOUT:
        return await _begun(NODES[action.verb], [line], graph)
    words = _text(click)
    return Begun(words, Wanted(Want.ABOUT, (line.key,)), typed=True) if words else NO_WORDS


async def _quoted(click: Click, turn: Turn, graph: KnowledgeGraph) -> Begun | str:
    """Ask about a part of the answer. Words that do not stand there are the person's own, never the answer's."""
    words, said = _text(click), " ".join(click.field("quote"))[:LONGEST_QUOTE]
    if not words:
        return NO_WORDS
    quote = quoted(turn, said)
    if not quote:
        own, wanted = await quote_of(said, graph)
        return Begun(words, wanted or Wanted(Want.ABOUT), own, typed=True)
    inside = [c for _, c in turn.counted if c.subject and c.subject_mention.text.lower() in quote.lower()]
    ids = dict.fromkeys(c.subject.entity.id for c in inside if c.subject)
    return Begun(words, Wanted(Want.ABOUT, tuple(ids)[:1]), quote, typed=True)


async def _more(turn: Turn, index: int, graph: KnowledgeGraph) -> Begun | str:
    if index >= len(turn.paragraphs):
        return STALE
    inside = tuple(c for _, c in turn.counted if c.triple.paragraph == index)
    sides = (side for c in inside for side in (c.subject, c.object))
    ids = dict.fromkeys(side.entity.id for side in sides if side) or dict.fromkeys(e.id for e in turn.focus)
    return await _asked(Want.MORE, tuple(ids), graph, turn.paragraphs[index].text)


async def _way(click: Click, turn: Turn, graph: KnowledgeGraph) -> Begun | Unclear | str:
    name = " ".join(" ".join(click.field("name")).split())[:LONGEST_NAME]
    if not turn.focus:
        return STALE
    return await _around([(turn.focus[0],)], name, graph) if name else NO_WORDS


async def _begun(want: Want, lines: Sequence[NodeLine], graph: KnowledgeGraph) -> Begun:
    return await _asked(want, tuple(n.key for n in lines), graph)


async def _asked(want: Want, ids: tuple[str, ...], graph: KnowledgeGraph, quote: str = "") -> Begun:
    known = await graph.entities(ids)
    entities = [known[id] for id in ids if id in known]
    return Begun(question_of(Wanted(want, ids), entities, quote), Wanted(want, ids), quote)


def _named(steps: Sequence[Turn]) -> tuple[str, ...]:
    """Return what the steps are about: their questions' entities, then those that most claims name."""
    sides = (side for t in steps for _, c in t.counted for side in (c.subject, c.object) if side)
    often = Counter(side.entity.id for side in sides)
    return tuple(dict.fromkeys((*(e.id for t in steps for e in t.focus), *(id for id, _ in often.most_common()))))[:5]


def _text(click: Click) -> str:
    return " ".join(" ".join(click.field("text")).split())


async def quote_of(said: str, graph: KnowledgeGraph) -> tuple[str, Wanted | None]:
    """Return a quoted message as a turn keeps it, and what a question about it is about; nothing where there is none.

    Where the graph cannot be reached, the quote stands without its entities.
    """
    quote = clean(said)[:LONGEST_QUOTE].strip()
    if not quote:
        return "", None
    try:
        (spots,) = await graph.spot([quote])
    except GraphError:
        spots = ()
    ids = dict.fromkeys(meant[0].entity.id for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant)
    return quote, Wanted(Want.ABOUT, tuple(ids)[:MOST_QUOTED])


# ── browsing and mapping ────────────────────────────────────────────────────────────────────────────────────────────


def new_turn(thread: str, person: str, begun: Begun, parent: str) -> Turn:
    """Return the turn that a control begins."""
    return Turn(
        secrets.token_hex(8),
        thread,
        begun.question,
        typed=begun.typed,
        parent=parent,
        person=person,
        quote=begun.quote,
        wanted=begun.wanted,
    )


async def to_browse(command: Command, graph: KnowledgeGraph) -> Begun | Unclear | str:
    """Return the browsing that a command asks for ("vitamin E", "vitamin E to stroke"), or why there is none.

    Raises GraphError.
    """
    name = " ".join(command.text.split())[: 2 * LONGEST_NAME]
    if not name:
        return "Name what to begin at, such as: browse vitamin E, or: browse vitamin E to stroke."
    begun = await _around([()], name, graph)
    start, way, end = name.partition(" to ")
    while isinstance(begun, Unclear) and way:
        left = await found(graph, start)
        if left:
            begun = await _around([(e,) for e in left], end, graph)
            break
        start, way, end = (f"{start} to {end.partition(' to ')[0]}", *end.partition(" to ")[1:])
    return replace(begun, typed=True) if isinstance(begun, Begun) else begun


async def _around(starts: Sequence[tuple[Entity, ...]], name: str, graph: KnowledgeGraph) -> Begun | Unclear:
    """Browse around what a name means or, with a start, on the way from there to it."""
    meant = await found(graph, name)
    near = () if meant else await nearest(graph, name)
    some = [(*start, e) for start in starts for e in meant or near if e not in start][:MOST_MEANT]
    if meant and len(some) == 1:
        return await _asked(Want.BROWSE, tuple(e.id for e in some[0]), graph)
    why = f"“{name}” may mean several things." if meant and some else f"The graph has nothing else called “{name}”."
    if not meant:
        why = f"The graph has nothing called “{name}”." + (" These come near:" if some else "")
    words = (
        (" – ".join(e.name for e in way), type_words(way[-1].type, plural_form=False), tuple(e.id for e in way))
        for way in some
    )
    return Unclear(why, tuple(words))


async def chosen_way(ids: tuple[str, ...], graph: KnowledgeGraph) -> Begun:
    """Return the browsing that somebody chose among several. Raises GraphError."""
    return replace(await _asked(Want.BROWSE, ids, graph), typed=True)


async def browsing(engine: Engine, turn: Turn) -> Turn:
    """Return the browsing turn with what was found. Raises GraphError."""
    seen = await browsed(engine.graph, turn.wanted.ids if turn.wanted else ())
    return replace(
        turn,
        mode=Mode.BROWSED,
        focus=seen.focus,
        around=seen.around,
        around_counts=seen.counts,
        ways=seen.ways,
        direct=seen.direct,
    )


def messages_of(command: Command) -> tuple[Said, ...]:
    """Return the messages to be mapped, or the one to be checked. Raises InputError."""
    if command.name == "check":
        said = command.said or (Said("", command.text),)
        if not any(any(c.isalnum() for c in one.text) for one in said):
            raise InputError(NO_MESSAGE)
        return said
    said = command.said or parse_messages(command.text)
    if not said:
        raise InputError(NO_MESSAGES)
    return said


async def mapping(engine: Engine, turn: Turn, said: Sequence[Said]) -> Turn:
    """Return the turn with what people said and its verdicts. Raises GraphError."""
    seen = await mapped(Reader(engine.graph, engine.vocabulary), engine.checker, said)
    sides = [side.entity for c in seen.claims for side in (c.subject, c.object) if side]
    often = Counter(e.id for e in sides)
    entities: dict[str, Entity] = {e.id: e for e in sides}
    focus = tuple(entities[id] for id, _ in often.most_common(MOST_FOCUS))
    return replace(
        turn,
        mode=Mode.MAPPED,
        paragraphs=seen.paragraphs,
        claims=seen.claims,
        speakers=seen.speakers if any(one.speaker.strip() for one in said) else (),
        focus=focus,
        notices=seen.notices,
    )
