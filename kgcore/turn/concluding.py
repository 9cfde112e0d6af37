"""Turns in which several facts are put together: asked for by command or button, or seen from what is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.english.agreement import join_words
from kgcore.errors import GraphError
from kgcore.evidence.neighbours import Beside, neighbour_evidence, spoken_of
from kgcore.evidence.pairs import is_about_oneself
from kgcore.question.misspelt import misspelt_words, put_right
from kgcore.question.parts import parts_of_row, question_parts
from kgcore.question.plain_names import asked_plainly
from kgcore.question.reading import read_otherwise
from kgcore.question.relation import is_ill, is_sign, is_swallowed, is_taken
from kgcore.question.skeleton import question_skeleton
from kgcore.question.usual_forms import WHAT_IS_DONE, usual_forms
from kgcore.reasoning.complaints import ILL, asks_what_it_is, still_unread
from kgcore.reasoning.conclusions import NOT_ADVICE, Found
from kgcore.reasoning.telling import MOST_LISTED, Join, Joined, Told, tell, tell_joins, tell_shared
from kgcore.turn.mining import MOST_THINGS, PathEvidence, Way, mine_paths
from kgcore.turn.reader import TextReader
from kgcore.turn.reasoning import Reasoner, Reasoning, symptom_predicates
from kgcore.turn.recorded import recorded_ways
from kgcore.turn.services import Services
from kgcore.turn.sharing import asks_for_shared, sets_conditions, shared_by
from kgcore.values.intent import Connect, Open, Which, Why, YesNo, named_entities
from kgcore.values.model import Claim, Edge, Entity, Evidence, Neighbour, Paragraph, Triple
from kgcore.values.thread import LeafSource, MindNode, Mode, Turn
from kgcore.vocabulary.types import is_acted_on
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence, relation_words

OWN, DIRECT = "Said by the model alone", "What the graph says"  # branches of the mind map
MANY = 3  # things that a question names, from which on what joins them is told
LONGEST = 600  # characters of a question that is read for it
_SPOKEN, _AROUND, _BEYOND = 2, 24, 4  # neighbours that a question speaks of; what is looked at and told of each
_SURE_HOPS = 2  # longer ways are told where somebody asks for them
_ASKS_WHY = re.compile(r"^\W*(?:(?:and|so|but|please|explain) )*(?:why|how|explain|by what)\b|\bmechanisms?\b", re.I)
_BETWEEN_NAMES = re.compile(r"[,;/&+]|\b(?:and|or|with|to|for|in|on|plus|if)\b", re.I)


async def reasoned_turn(services: Services, turn: Turn, about: tuple[str, ...] = ()) -> Turn:
    """Return the turn with the conclusion; `about` are the ids that it is to be about. Raises GraphError."""
    turn, things, missing = await _things(services, turn, about)
    tells = bool(symptom_predicates(services.vocabulary)) and asks_what_it_is(turn.question)
    if len(things) > 1 and not tells:
        return await _joined(services, turn, things, missing)
    found = await Reasoner(services.graph, services.vocabulary).reason(turn.question, about)
    return await _told(services, turn, found)


async def _things(services: Services, turn: Turn, about: tuple[str, ...]) -> tuple[Turn, list[Entity], tuple[str, ...]]:
    """Return the turn with how its question was read, what it names, in order, and the names that the graph lacks."""
    if about:
        known = await services.graph.entities(about)
        return turn, [known[id] for id in about if id in known], ()
    understood = await TextReader(services.graph, services.vocabulary).understand(turn.question)
    (spots,) = await services.graph.spot([turn.question])
    spotted = [meant[0].entity for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant]
    found = {e.id: e for e in (*understood.focus, *spotted)}
    unknown = getattr(understood.intent, "unknown", ())
    read = replace(turn, read_as=read_otherwise(understood), unread=() if unknown else understood.unread)
    return read, list(found.values()), unknown


async def _joined(services: Services, turn: Turn, things: Sequence[Entity], missing: Sequence[str]) -> Turn:
    """Write down what joins things."""
    mined = await mine_paths(services.graph, things, services.hops)
    more = f"Only the first {MOST_THINGS} things were put together." if len(things) > MOST_THINGS else ""
    return await _mined(services, turn, mined, missing, [more] if more else [])


async def _mined(
    services: Services, turn: Turn, mined: PathEvidence, missing: Sequence[str], notes: Sequence[str] = ()
) -> Turn:
    """Write down path evidence."""
    joins = {pair: tuple(Join(w.nodes, w.hops) for w in ways) for pair, ways in mined.ways.items()}
    beside = {id: neighbour_evidence(near, MOST_LISTED) for id, near in mined.near.items()}
    beyond = await _second_hop(services, turn.question, mined)
    told = tell_joins(Joined(mined.segments, joins, beside, missing, beyond), services.vocabulary)
    return await _judged(services, replace(turn, focus=mined.entities), told, notes)


async def _second_hop(
    services: Services, question: str, mined: PathEvidence
) -> dict[str, list[tuple[Entity, list[Beside]]]]:
    """Return what is known of neighbours that the question speaks of without naming them, each once, by thing."""
    spoken: dict[str, tuple[str, Neighbour]] = {}
    things = {e.id: e for e in mined.entities}
    told = {node.id for ways in mined.ways.values() for way in ways for node in way.nodes}
    for thing in mined.entities:
        near = mined.near.get(thing.id)
        for neighbour in spoken_of(question, near, mined.entities, _SPOKEN) if near else ():
            if neighbour.entity.id not in told:
                spoken.setdefault(neighbour.entity.id, (thing.id, neighbour))
    if not spoken:
        return {}
    some = dict(list(spoken.items())[:_SPOKEN])
    around = await services.graph.neighbourhoods(list(some), _AROUND)
    found: dict[str, list[tuple[Entity, list[Beside]]]] = {}
    for id, (of, neighbour) in some.items():
        joined = max(neighbour.edges, key=lambda e: e.cited)
        more = neighbour_evidence(around[id], _BEYOND) if id in around else []
        edges = [(joined, things[of]), *((e, other) for e, other in more if other.id not in things)]
        found.setdefault(of, []).append((neighbour.entity, edges))
    return found


@dataclass(frozen=True, slots=True)
class Chain:
    """A turn that tells a chain of steps; `beneath`: it stands below the answer to the question, which it is not."""

    turn: Turn
    beneath: bool = False


async def chain_of(services: Services, turn: Turn) -> Chain | None:
    """Return the chain behind a question that asks why or how, or names three things or more; None for others, and
    where nothing joins what it names.
    """
    said = turn.question
    if len(said) > LONGEST or is_about_oneself(said) or len(question_parts(said)) > 1:
        return None
    if not _ASKS_WHY.search(said) and len(_BETWEEN_NAMES.findall(said)) < MANY - 1:
        return None
    try:
        understood = await TextReader(services.graph, services.vocabulary).understand(said)
        if parts_of_row(asked_plainly(said), understood.written.values()):  # the same is asked of each
            return None
        intent = understood.intent
        if isinstance(intent, Which) and _asks_how_it_acts(said, intent):
            ways = await recorded_ways(services.graph, intent.entity)
            return Chain(await _mined(services, turn, _as_recorded(PathEvidence(), ways), ()), True) if ways else None
        things = [*named_entities(intent), *(intent.left if isinstance(intent, YesNo) else ())]
        why = isinstance(intent, Why) and len(things) > 1
        if not why and sum(map(is_taken, things)) > 1:  # whether they go together comes before what joins them
            return None
        if not why and not (isinstance(intent, YesNo | Open | Connect) and len(things) >= MANY):
            return None
        mined = await mine_paths(services.graph, things, min(services.hops, _SURE_HOPS))
        if why:  # the answer tells what joins the two themselves
            mined = replace(mined, ways={p: _explaining(ws) for p, ws in mined.ways.items()})
            mined = _as_recorded(mined, await recorded_ways(services.graph, things[0], things[1]))
        if sum(bool(ways) for ways in mined.ways.values()) < (1 if why else MANY - 1):
            return None
        read = replace(turn, read_as=read_otherwise(understood), unread=understood.unread)
        missing = getattr(intent, "unknown", ())
        return Chain(await _mined(services, read, mined, missing), why or isinstance(intent, YesNo))
    except GraphError:
        return None  # the usual way says that the graph is gone


def _asks_how_it_acts(question: str, intent: Which) -> bool:
    """Tell whether a question asks how one thing works: "what is the mechanism of action of omeprazole?"."""
    acts = bool(intent.types) and all(map(is_acted_on, intent.types))
    return acts and intent.outward is True and not intent.asked.predicates and _ASKS_WHY.search(question) is not None


def _explaining(ways: Sequence[Way]) -> tuple[Way, ...]:
    """Return the ways through other things; where some lead on from the first to the last, no others: what bears on
    both explains neither.
    """
    through = [way for way in ways if len(way.hops) > 1]
    onward = [
        w for w in through if all(any(e.subject == a.id for e in hop) for a, hop in zip(w.nodes, w.hops, strict=False))
    ]
    return tuple(onward or through)


def _as_recorded(mined: PathEvidence, ways: Sequence[Way]) -> PathEvidence:
    """Return the path evidence with the ways that a source tells as a whole in the place of those found by chance."""
    if not ways:
        return mined
    rows = {(way.nodes[0].id, way.nodes[-1].id): (way.nodes[0], way.nodes[-1]) for way in ways}
    joins = {pair: tuple(w for w in ways if (w.nodes[0].id, w.nodes[-1].id) == pair) for pair in rows}
    ends = {e.id: e for row in rows.values() for e in row}
    return PathEvidence(tuple(ends.values()), tuple(rows.values()), joins, mined.near)


async def shared_turn(services: Services, turn: Turn, before: Sequence[Entity] = ()) -> Turn | None:
    """Return the turn with what bears on all things that a question names, or on those that the one `before` was about
    ("which drugs treat both?"); None where it does not ask that.
    """
    asked = asked_plainly(turn.question)
    if not (asks_for_shared(asked) or sets_conditions(asked)):
        return None
    try:
        read, things, missing = await _things(services, turn, ())
        things = things or list(before)
        if lone := _unshared((*read.unread, *missing), things, asked):
            return replace(read, mode=Mode.GRAPH, paragraphs=(Paragraph(lone),), focus=tuple(things), unread=())
        shared = await shared_by(services.graph, services.vocabulary, asked, things)
        if shared is None:
            return None
        focus = tuple(shared.things)
        told = tell_shared(shared, services.vocabulary)
        return await _judged(services, replace(read, focus=focus, unread=()), told, [])
    except GraphError:
        return None  # the usual way says that the graph is gone


_SHARE = re.compile(r"(?:shar(?:e|es|ed|ing)|(?:in )?common|both|alike|similar(?:ities)?|overlap\w*)", re.IGNORECASE)


def _unshared(unread: Sequence[str], things: Sequence[Entity], question: str) -> str:
    """Return that the graph lacks one of the things that a question asks to have something in common; "" elsewhere."""
    names = [name for name in unread if not _SHARE.fullmatch(name)]
    row = [rf"{re.escape(name)}(?:'s)? and |(?: and|,) {re.escape(name)}" for name in names]
    lacking = [name for name, place in zip(names, row, strict=True) if re.search(place, question, re.IGNORECASE)]
    if len(things) != 1 or not lacking or not asks_for_shared(question):
        return ""
    named = join_words([f"“{name}”" for name in lacking], "or")
    has = f"The graph has no entry for {named}"
    return f"{has}, so it cannot tell what that and {name_in_sentence(things[0])} have in common."


async def diagnosed_turn(services: Services, turn: Turn) -> Turn | None:
    """Return the turn with what would explain what somebody complains of; None where nothing of the kind is told, or
    the graph knows no symptoms.
    """
    asked = put_right(turn.question, misspelt_words(turn.question))  # "what desease is it"
    if not symptom_predicates(services.vocabulary) or not asks_what_it_is(asked):
        return None
    try:
        if await _asks_what_to_do(services, asked):
            return None
        found = await Reasoner(services.graph, services.vocabulary).reason(asked)
        first = next(iter(found.candidates), None)
        if first is None or not (first.explained or first.named or _is_illness(first.entity)):
            return None
        return await _told(services, turn, found)
    except GraphError:
        return None  # the usual way says that the graph is gone


_ASKED_OF = r"(?:^|[.;,:!?] ?)(?:so |and )?(?:is|are|can|could|should|may|would|will|does|do)\b[^.?!]*"


_ASKS_FOR_A_LIST = re.compile(
    r"(?:which|what) (?:\w+ )?(?:diseases|disorders|conditions|illnesses|syndromes)"
    r" (?:(?:can|may|might|do|usually|often) )*(?:show|have|feature|include|involve|present with|come with|go with)"
    r" \{0\}(?: (?:in|as|with) [a-z -]+)?"
)


async def _asks_what_to_do(services: Services, question: str) -> bool:
    """Tell whether a question asks what is done about the one illness that it names, whether something may be taken
    with it, or which illnesses have the one sign that it names: there is nothing to find out.
    """
    (spots,) = await services.graph.spot([question])
    named = [meant[0].entity for _, _, meant in spots if meant]
    if named and all(map(is_taken, named)):  # "warfarin + cranberry": whether they go together
        return True
    form = question_skeleton(question, spots)
    taken = [n for n, slot in enumerate(form.slots) if is_taken(slot[0]) or is_swallowed(slot[0].type)]
    if any(re.search(rf"{_ASKED_OF}\{{{n}\}}", form.text) for n in taken):
        return True
    if _ASKS_FOR_A_LIST.fullmatch(form.text) and len(form.slots) == 1:
        return True
    ill = len(form.slots) == 1 and is_ill(form.entity(0)) and not is_sign(form.entity(0))
    return ill and any(one.text in WHAT_IS_DONE for one in usual_forms(form))


def _is_illness(entity: Entity) -> bool:
    """Whether an entity is an illness by its type, or by its name where the graph's types do not tell."""
    return is_ill(entity) or ILL.search(entity.name) is not None


async def _told(services: Services, turn: Turn, found: Reasoning) -> Turn:
    """Write down what was put together, and have its claims judged."""
    graph = services.graph
    ends = {id for e in (*found.edges, *found.beside) for id in (e.subject, e.object)}
    entities = dict(await graph.entities(ends)) if ends else {}
    put = Found(found.clues, found.candidates, found.missing, found.beside, entities, found.unread)
    told = tell(put, services.vocabulary)
    sure = [c.meant[0][0] for c in found.clues if c.meant and c.meant[0][1] >= 1.0]
    first = [c.entity for c in found.candidates[:1]]
    focus = tuple({e.id: e for e in (*first, *sure)}.values())
    unread = still_unread(turn.unread, [c.words for c in found.clues])
    notes = [*([found.notice] if found.notice else []), *([NOT_ADVICE] if first else [])]
    return await _judged(services, replace(turn, focus=focus, unread=unread), told, notes)


async def _judged(services: Services, turn: Turn, told: Told, notes: Sequence[str]) -> Turn:
    """Return the turn with what is told, its claims judged."""
    claims = await services.checker.check(list(told.triples)) if told.triples else ()
    papers = {p for c in claims for e in (*c.edges_for, *c.edges_against) for p in e.publications}
    return replace(
        turn,
        mode=Mode.GRAPH,
        paragraphs=told.paragraphs,
        claims=tuple(claims),
        mind_map=told.mind_map,
        papers=tuple((await services.graph.papers(papers)).values()) if papers else (),
        notices=(*turn.notices, *notes),
    )


# ── beside a language model ─────────────────────────────────────────────────────────────────────────────────────────


def evidence_of(turn: Turn) -> Evidence:
    """Return what a conclusion rests on, for a model to write from."""
    sides = [side.entity for c in turn.claims for side in (c.subject, c.object) if side]
    edges = {e.id: e for c in turn.claims for e in (*c.edges_for, *c.edges_against)}
    return Evidence(tuple({e.id: e for e in sides}.values()), tuple(edges.values()), turn.papers)


def with_chain(written: Turn, chain: Turn, vocabulary: Vocabulary, *, beneath: bool = False) -> Turn:
    """Return an answer with the graph's chain below it, and one mind map: what the answer has from the graph and the
    chain lacks is its first branch, what only a model says its last. An answer of the graph's that the chain does not
    stand `beneath` makes room for it.
    """
    if written.mode in (Mode.LOST, Mode.BUSY) or (
        written.mode is not Mode.MODEL and not beneath
    ):  # no model could be reached: the chain says all that the graph can
        names = ("paragraphs", "claims", "mind_map", "focus", "papers")
        kept = {name: getattr(chain, name) for name in names}
        return replace(written, **kept, notices=_notes(written, chain))
    below, before = len(written.paragraphs), len(written.claims)
    paragraphs = tuple(replace(p, triples=tuple(_lower(t, below) for t in p.triples)) for p in chain.paragraphs)
    claims = tuple(replace(c, triple=_lower(c.triple, below)) for c in chain.claims)
    alone = written.mode is Mode.MODEL
    own = [(n, c) for n, c in enumerate(written.claims, 1) if alone and not (c.edges_for or c.edges_against)]
    leaves = tuple(MindNode(_words(c.triple), LeafSource.MODEL, (n,)) for n, c in own)
    branch = (MindNode(OWN, LeafSource.MODEL, leaves=leaves),) if leaves else ()
    return replace(
        written,
        paragraphs=(*written.paragraphs, *paragraphs),
        claims=(*written.claims, *claims),
        mind_map=(*_direct(written, chain, vocabulary), *(_shifted(node, before) for node in chain.mind_map), *branch),
        focus=chain.focus or written.focus,
        papers=tuple({p.id: p for p in (*written.papers, *chain.papers)}.values()),
        notices=_notes(written, chain),
    )


def _direct(written: Turn, chain: Turn, vocabulary: Vocabulary) -> list[MindNode]:
    """Return the branch of what an answer has from the graph and the chain does not tell again: what joins the things
    themselves first.
    """
    told = {e.id for c in chain.claims for e in _settling(c)}
    things = {e.id for e in chain.focus or written.focus}
    leaves: dict[str, MindNode] = {}
    for n, claim in enumerate(written.claims, 1):
        if claim.subject and claim.object and any(e.id not in told for e in _settling(claim)):
            ends = (claim.subject.entity, claim.object.entity)
            source = LeafSource.PATH if things >= {e.id for e in ends} else LeafSource.NEIGHBOUR
            words = _statement(claim, ends, vocabulary) if claim.triple.stated else _words(claim.triple)
            same = leaves.get(words, MindNode(words, source))
            leaves[words] = replace(same, claims=(*same.claims, n))
    first = sorted(leaves.values(), key=lambda leaf: leaf.source is not LeafSource.PATH)
    return [MindNode(DIRECT, leaves=tuple(first))] if first else []


def _settling(claim: Claim) -> tuple[Edge, ...]:
    return (*claim.edges_for, *claim.edges_against)


def _statement(claim: Claim, ends: tuple[Entity, Entity], vocabulary: Vocabulary) -> str:
    """Return a claim as the lines of other pictures say it, whatever list its sentence put it into."""
    subject, object = ends
    notes = [e.note for e in claim.edges_for]
    relation = relation_words(
        vocabulary.get(claim.predicate or ""), subject, object, negated=claim.negated, notes=notes
    )
    return f"{name_in_sentence(subject)} {relation} {name_in_sentence(object)}"


def _notes(written: Turn, chain: Turn) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*written.notices, *chain.notices)))


def _lower(triple: Triple, by: int) -> Triple:
    return replace(triple, paragraph=triple.paragraph + by)


def _shifted(node: MindNode, by: int) -> MindNode:
    leaves = tuple(_shifted(leaf, by) for leaf in node.leaves)
    return replace(node, claims=tuple(n + by for n in node.claims), leaves=leaves)


def _words(triple: Triple) -> str:
    return f"{triple.subject.text} {triple.relation} {triple.object.text}"
