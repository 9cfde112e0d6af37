"""What begins a turn besides a question of one's own: a control, browsing, mapping a conversation."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.conversation.transcript import parse_messages
from kgcore.english.agreement import count_noun
from kgcore.errors import GraphError, InputError
from kgcore.exploration.history import History
from kgcore.ports import KnowledgeGraph
from kgcore.presentation.effects import node_of, nodes_in
from kgcore.presentation.parts import NodeLine, quoted_part
from kgcore.presentation.replies import STALE
from kgcore.question.comparing import asks_which_is_better
from kgcore.question.controls import question_of, shorten_question_quote
from kgcore.question.followup import is_about_an_ill
from kgcore.question.ordinary import without_addresses
from kgcore.question.relation import is_ill, is_taken
from kgcore.turn.browsing import LONGEST_NAME, find_by_name, find_nearest
from kgcore.turn.reader import TextReader
from kgcore.turn.senses import with_fitting_senses
from kgcore.values.intent import Compare, Intent, Why
from kgcore.values.message import Action, Click, Command, Said, Verb
from kgcore.values.model import Entity
from kgcore.values.text import clean_line
from kgcore.values.thread import FollowUpKind, Turn, WantedFollowUp
from kgcore.verdicts import Verdict
from kgcore.vocabulary.types import type_words

MOST_MEANT = 6  # things that a name may mean, offered for choice
MOST_QUOTED = 5  # entities of a quoted message that a question about it can go on from
LONGEST_QUOTE = 2000  # characters of an answer that a question can be about
NODES = {
    Verb.EXPLAIN: FollowUpKind.EXPLAIN,
    Verb.EXAMPLES: FollowUpKind.EXAMPLES,
    Verb.ABOUT: FollowUpKind.ABOUT,
    Verb.BROWSE: FollowUpKind.BROWSE,
}
TURNS = (
    *NODES,
    Verb.CONNECT,
    Verb.QUOTE,
    Verb.MORE,
    Verb.ADD,
    Verb.DIGEST,
    Verb.WAY,
    Verb.CHAIN,
    Verb.GUESS,
    Verb.INSTEAD,
)
TOO_FEW = "Choose at least two things that are in the graph."
NO_MESSAGES = "There is nothing to map: give the messages, one a line, as “Name: text”."
NO_MESSAGE = "There is nothing to check: give the message whose claims are to be checked."
UNOPENED = (
    "I cannot open web addresses. Paste the text of the page, and I check what it claims, or ask about what it says. "
    "A paper can be looked up by its title or PMID with “literature”."
)
NO_WORDS = "Please write what you want to know."
NO_NAME = "Name what to begin at, such as: browse vitamin E, or: browse vitamin E to stroke."


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What a control asks for: the question as it is shown, what is wanted, and whether somebody typed it."""

    question: str
    wanted: WantedFollowUp
    quote: str = ""
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A name that means nothing, or several things: why, and what may be browsed instead as (words, hint, ids)."""

    why: str
    instead: tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing can be begun; `why` is meant for the person."""

    why: str


Wish = FollowUp | Ambiguous | Refusal  # what comes of a control or command that asks for a turn


async def wanted_by(click: Click, action: Action, history: History, turn: Turn, graph: KnowledgeGraph) -> Wish:
    """Return the follow-up that a click asks for, or why there is none. Raises GraphError."""
    match action.verb:
        case Verb.CONNECT:
            lines = [n for n in nodes_in(history, click.field("nodes")) if not n.key.startswith("?")][:5]
            return await _begun(FollowUpKind.CONNECT, lines, graph) if len(lines) > 1 else Refusal(TOO_FEW)
        case Verb.QUOTE:
            return await _quoted(click, turn, graph)
        case Verb.MORE:
            return await _more(turn, action.index, graph)
        case Verb.ADD | Verb.DIGEST:
            want = FollowUpKind.ADD if action.verb is Verb.ADD else FollowUpKind.DIGEST
            steps = (turn,) if want is FollowUpKind.ADD else (*history.before(turn.id), turn)
            ids = _named(steps)
            return await _asked(want, ids, graph) if ids else Refusal(TOO_FEW)
        case Verb.WAY:
            return await _way(click, turn, graph)
        case Verb.CHAIN:
            ids = tuple(e.id for e in turn.focus)
            return FollowUp(turn.question, WantedFollowUp(FollowUpKind.REASON, ids)) if ids else Refusal(TOO_FEW)
        case Verb.INSTEAD:
            if action.index >= len(turn.kinds):
                return Refusal(STALE)
            meant = turn.kinds[action.index]
            return FollowUp(meant.question, WantedFollowUp(FollowUpKind.ABOUT, (meant.kind.id,)), typed=True)
        case Verb.GUESS:
            if action.index >= len(turn.claims) or (known := turn.claims[action.index]).object is None:
                return Refusal(STALE)
            object = known.object.entity
            ids = (object.id, known.predicate or "")
            return FollowUp(question_of(asked := WantedFollowUp(FollowUpKind.GUESS, ids), [object]), asked)
        case _:
            return await _of_node(click, action, history, graph)


async def _of_node(click: Click, action: Action, history: History, graph: KnowledgeGraph) -> FollowUp | Refusal:
    line = node_of(history, action.index)
    if line is None:
        return Refusal(STALE)
    if line.key.startswith("?"):
        return Refusal(f"The graph does not know “{line.name}”.")
    if action.verb is not Verb.ABOUT:
        return await _begun(NODES[action.verb], [line], graph)
    words = _text(click)
    return FollowUp(words, WantedFollowUp(FollowUpKind.ABOUT, (line.key,)), typed=True) if words else Refusal(NO_WORDS)


async def _quoted(click: Click, turn: Turn, graph: KnowledgeGraph) -> FollowUp | Refusal:
    """Ask about a part of the answer. Words that do not stand there are the person's own, never the answer's."""
    words, said = _text(click), " ".join(click.field("quote"))[:LONGEST_QUOTE]
    if not words:
        return Refusal(NO_WORDS)
    quote = quoted_part(turn, said)
    if not quote:
        own, wanted = await quote_of(said, graph)
        return FollowUp(words, wanted or WantedFollowUp(FollowUpKind.ABOUT), own, typed=True)
    inside = [c for _, c in turn.counted if c.subject and c.subject_mention.text.lower() in quote.lower()]
    ids = dict.fromkeys(c.subject.entity.id for c in inside if c.subject)
    return FollowUp(words, WantedFollowUp(FollowUpKind.ABOUT, tuple(ids)[:1]), quote, typed=True)


async def _more(turn: Turn, index: int, graph: KnowledgeGraph) -> FollowUp | Refusal:
    if index >= len(turn.paragraphs):
        return Refusal(STALE)
    inside = tuple(c for _, c in turn.counted if c.triple.paragraph == index)
    sides = (side for c in inside for side in (c.subject, c.object))
    ids = dict.fromkeys(side.entity.id for side in sides if side) or dict.fromkeys(e.id for e in turn.focus)
    return await _asked(FollowUpKind.MORE, tuple(ids), graph, turn.paragraphs[index].text)


async def _way(click: Click, turn: Turn, graph: KnowledgeGraph) -> Wish:
    name = " ".join(" ".join(click.field("name")).split())[:LONGEST_NAME]
    if not turn.focus:
        return Refusal(STALE)
    return await _around([(turn.focus[0],)], name, graph) if name else Refusal(NO_WORDS)


async def _begun(want: FollowUpKind, lines: Sequence[NodeLine], graph: KnowledgeGraph) -> FollowUp:
    return await _asked(want, tuple(n.key for n in lines), graph)


async def _asked(want: FollowUpKind, ids: tuple[str, ...], graph: KnowledgeGraph, quote: str = "") -> FollowUp:
    known = await graph.entities(ids)
    entities = [known[id] for id in ids if id in known]
    return FollowUp(question_of(WantedFollowUp(want, ids), entities, quote), WantedFollowUp(want, ids), quote)


def _named(steps: Sequence[Turn]) -> tuple[str, ...]:
    """Return what the steps are about: their questions' entities, then those that most claims name."""
    sides = (side for t in steps for _, c in t.counted for side in (c.subject, c.object) if side)
    often = Counter(side.entity.id for side in sides)
    return tuple(dict.fromkeys((*(e.id for t in steps for e in t.focus), *(id for id, _ in often.most_common()))))[:5]


def _text(click: Click) -> str:
    return " ".join(" ".join(click.field("text")).split())


async def quote_of(said: str, graph: KnowledgeGraph) -> tuple[str, WantedFollowUp | None]:
    """Return a quoted message as a turn keeps it, and what a question about it is about; nothing where there is none.

    Where the graph cannot be reached, the quote stands without its entities.
    """
    quote = clean_line(said)[:LONGEST_QUOTE].strip()
    if not quote:
        return "", None
    try:
        (spots,) = await graph.spot([quote])
    except GraphError:
        spots = ()
    ids = dict.fromkeys(meant[0].entity.id for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant)
    return quote, WantedFollowUp(FollowUpKind.ABOUT, tuple(ids)[:MOST_QUOTED])


# ── by a command ────────────────────────────────────────────────────────────────────────────────────────────


def new_turn(thread: str, person: str, begun: FollowUp, parent: str) -> Turn:
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


async def to_browse(command: Command, graph: KnowledgeGraph) -> Wish:
    """Return the browsing that a command asks for ("vitamin E", "vitamin E to stroke"), or why there is none.

    Raises GraphError.
    """
    name = " ".join(command.text.split())[: 2 * LONGEST_NAME]
    if not name:
        return Refusal(NO_NAME)
    begun = await _around([()], name, graph)
    start, way, end = name.partition(" to ")
    while isinstance(begun, Ambiguous) and way:
        left = await find_by_name(graph, start)
        if left:
            begun = await _around([(e,) for e in left], end, graph)
            break
        start, way, end = (f"{start} to {end.partition(' to ')[0]}", *end.partition(" to ")[1:])
    return replace(begun, typed=True) if isinstance(begun, FollowUp) else begun


async def _around(starts: Sequence[tuple[Entity, ...]], name: str, graph: KnowledgeGraph) -> FollowUp | Ambiguous:
    """Browse around what a name means or, with a start, on the way from there to it."""
    meant = await find_by_name(graph, name)
    near = () if meant else await find_nearest(graph, name)
    some = [(*start, e) for start in starts for e in meant or near if e not in start][:MOST_MEANT]
    if meant and len(some) == 1:
        return await _asked(FollowUpKind.BROWSE, tuple(e.id for e in some[0]), graph)
    why = f"“{name}” may mean several things." if meant and some else f"The graph has nothing else called “{name}”."
    if not meant:
        why = f"The graph has nothing called “{name}”." + (" Close matches:" if some else "")
    words = (
        (" – ".join(e.name for e in way), type_words(way[-1].type, plural_form=False), tuple(e.id for e in way))
        for way in some
    )
    return Ambiguous(why, tuple(words))


async def chosen_way(ids: tuple[str, ...], graph: KnowledgeGraph) -> FollowUp:
    """Return the browsing that somebody chose among several. Raises GraphError."""
    return replace(await _asked(FollowUpKind.BROWSE, ids, graph), typed=True)


def messages_of(command: Command) -> tuple[Said, ...]:
    """Return the messages to be mapped, or the one to be checked. Raises InputError."""
    if command.name == "check":
        said = command.said or (Said("", command.text),)
        if not any(any(c.isalnum() for c in one.text) for one in said):
            raise InputError(NO_MESSAGE)
        if not any(without_addresses(one.text) for one in said):
            raise InputError(UNOPENED)
        return said
    said = command.said or parse_messages(command.text)
    if not said:
        raise InputError(NO_MESSAGES)
    return said


def read_title(command: Command) -> str:
    """Return what stands over people's own words that are read and checked. Raises InputError.

    Somebody else's words are not quoted: the title would stay where their message is deleted. Names are left out, too.
    """
    said = messages_of(command)
    if command.name == "check":
        return "Check of a message" if command.said else f"Check: “{shorten_question_quote(said[0].text)}”"
    people = len({one.speaker for one in said if one.speaker})
    by = " by 1 person" if people == 1 else f" by {people} people" if people else ""
    return f"Conversation: {count_noun(len(said), 'message')}{by}"


# ── by words that point at answers before ───────────────────────────────────────────────────────────────────────────

_A_PAIR = 2


def better_of_last(question: str, turns: Sequence[Turn]) -> Compare | None:
    """Return the comparison that "which is better?" asks for: of two things that the last answer, or that and the one
    before it, was about.
    """
    if not turns or not asks_which_is_better(question):
        return None
    last, earlier = turns[-1], turns[-2] if len(turns) > 1 else None
    things = [e for e in last.focus if not is_ill(e)]
    if len(things) == 1 and earlier is not None:
        things = [*(e for e in earlier.focus if not is_ill(e) and e.id != things[0].id), *things]
    ill = next((e for e in (*last.focus, *(earlier.focus if earlier else ())) if is_ill(e)), None)
    alike = len({e.type for e in things}) == 1 or all(map(is_taken, things))
    return Compare(things[0], things[1], ill) if len(things) == _A_PAIR and alike else None


def ill_meant(question: str, earlier: Sequence[Turn]) -> Entity | None:
    """Return the ill that "can it be treated?" means where the question before named none: that of the answer."""
    focus = [e for t in earlier for e in t.focus]
    if not is_about_an_ill(question) or any(is_ill(e) or not is_taken(e) for e in focus):
        return None
    last = next((t for t in reversed(earlier) if t.claims), None)  # the last answer that found something
    sides = (s.entity for c in last.claims for s in (c.object, c.subject) if s is not None) if last else ()
    return next(filter(is_ill, sides), None)


_SAME = 3  # questions back in which the same two things were asked about


async def sense_of_last(turns: Sequence[Turn], reader: TextReader, graph: KnowledgeGraph) -> Intent | None:
    """Return what the last question asked, with the senses of its names that it was answered with ("muscle pain", of
    statins); None where these are the ones that its words alone tell. Raises GraphError.
    """
    about = {e.id for e in turns[-1].focus} if turns else set()
    at, last = next(((n, t) for n, t in reversed([*enumerate(turns)][-_SAME:]) if t.read_as), (0, None))
    same = last is not None and {e.id for e in last.focus} == about and len(about) == _A_PAIR
    if last is None or not same or not last.typed or last.quote:
        return None
    told = await reader.understand(last.question, [t.question for t in turns[:at]])
    fitting = await with_fitting_senses(graph, told, last.question, reader.vocabulary)
    answered = {e.id for e in fitting.focus} == about
    return fitting.intent if answered and fitting.intent != told.intent else None


def why_of_last(turns: Sequence[Turn]) -> Why | None:
    """Return the question why what the last answer found first is so: "why?" after an answer on one thing."""
    last = next((t for t in reversed(turns) if t.claims), None)
    found = (c for c in last.claims if c.verdict is Verdict.SUPPORTED) if last is not None else ()
    pair = next(((c.subject.entity, c.object.entity) for c in found if c.subject and c.object), None)
    return Why(*pair) if pair is not None else None
