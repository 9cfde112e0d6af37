"""What bears on several things at once: "what helps with both A and B?", "what do A and B have in common?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from kgcore.english.inflection import base_of_third
from kgcore.evidence.findings import fits_question
from kgcore.evidence.harms import would_warn
from kgcore.ports import KnowledgeGraph
from kgcore.question.relation import is_swallowed, is_taken
from kgcore.question.spots import without_types
from kgcore.reasoning.telling import Shared
from kgcore.turn.reader import TextReader
from kgcore.turn.senses import answering_sense, fates_of_things
from kgcore.values.intent import AskedRelation, Slant, Which
from kgcore.values.model import Edge, Entity, Mention
from kgcore.verdict.stance import Rules
from kgcore.vocabulary.vocabulary import Vocabulary

LONGEST = 400  # characters of a question that is looked at
MOST, ALONE = 5, 2  # things that are told: of those that bear on all, and of those that bear on one, each
_LOOKED_AT = 60
_BOTH = re.compile(
    r"\b(?:what|which)\b[^.?!]*?"
    r"(?P<both>\b(?:both|all (?:of (?:them|these)|three|four|these))\b[^.?!]*)"
)
_EACH = re.compile(
    r"^\W*(?:(?:and|so|please|now) )*(?:what|which|who|list|name|(?:is|are) there)\b[^.?!]*?"
    r"\b(?:and|plus|as well as)\b"
)
_BESIDE = re.compile(r"(?:\s|,|and|nor|plus|as well as|also|both|in|of|for|to|an?|the|my|your)*", re.I)
_ROW, _TWO = "{0}", 2
_AT_ONCE = re.compile(r"\b(?:mix\w*|together|combin\w+|alongside|what happens|at (?:once|the same time))\b")
_TROUBLE = re.compile(
    r"\b(?:problems?|issues?|troubles?|risks?|risky|dangers?|dangerous|concerns?|harms?|hazards?|worr(?:y|ies)|warnings?"
    r"|cautions?|interactions?|reasons? (?:not|against)|(?:un)?safe\w*)\b"
)
_OTHERWISE = re.compile(r"\b(?:or|between|than|compar\w*|versus|vs|differ\w*)\b|\bwhat (?:is|are|was|were|about)\b")
_COMMON = re.compile(
    r"\bin common\b|\bwhat (?:do|does|is|are) .{0,200}\b(?:share|shared)\b"
    r"|\bwhat (?:is|are) common (?:to|between|among)\b|\b(?:commonalit|similarit)(?:y|ies) (?:between|of)\b"
    r"|\b(?:how|in what ways?) (?:are|is) .{0,200}\b(?:alike|similar)\b"
    r"|\b(?:is|are) there (?:any|some)?(?:thing|one|body|things)?\b.{0,200}\bshare\b"
    r"|\b(?:things?|what) (?:is|are|was|were) shared (?:by|between|among)\b|\bwhat(?:'s| is) shared\b"
    r"|\bcommon ground\b|\b(?:commonalit|similarit)(?:y|ies)\W*$|\bwhat (?:links|connects|joins|unites) both\b"
)
_MARKED = re.compile(
    r"^\W*(?:is|are) there\b.*\bboth\b|\bneither\b.*\bnor\b"
    r"|\b(?:share[ds]?|in common|common (?:to|between|among)|overlap\w*"
    r"|(?:joint|mutual|shared|common)(?= \w+ (?:of|in|for|with|between|among)\b))\b"
)
_ASKING = r"(?:(?:which|what|name|list|show|find|give|tell|me|us|is|are|there|any|all|the|some|an?|other|and|so) )*"
_SLOT = r"\{0\}"
_KIND = (
    r"(?P<kind>(?!(?:do|does|are|is|can|have|has)\b)[a-z][\w'-]*"
    r"(?: (?!(?:do|does|are|is|can|that|which|have|both)\b)[a-z][\w'-]*){0,2}?)"
)
# A question of a row of things, which "{0}" stands for, that asks for what all of them have.
_HELD = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_ASKING}{_KIND} (?:(?:do|does|that|which|can) )?{_SLOT} (?:both |all )?(?:share|have(?: in common)?)",
        rf"{_ASKING}{_KIND} (?:(?:that|which|are|is|were) )*(?:shared|(?:in )?common|overlapping|found|present)"
        rf"(?: in common)?(?: (?:by|to|between|among|in|for|with|of))? {_SLOT}",
        rf"{_ASKING}(?:shared|common|overlapping|joint|mutual) {_KIND} (?:of|in|between|among|for|to|by|with) {_SLOT}",
        rf"(?:do|does) {_SLOT} (?:both |all )?(?:share|have) (?:any |some |common |the same )*{_KIND}(?: in common)?",
        rf"{_ASKING}(?:overlap|intersection) (?:of|in|between) {_KIND} (?:of|between|for) {_SLOT}",
        rf"{_ASKING}(?:overlap|intersection) (?:of|between) {_SLOT} in {_KIND}",
    )
)
_DONE = re.compile(
    rf"{_ASKING}{_KIND} (?:do|does|are|is|can|that|which) {_SLOT} (?:both |all )?(?P<verb>[a-z][a-z -]*)"
)
_OF_ALL = re.compile(
    r"(?:is there|are there|do you know|does|do|can|name|list|show me|find|give me|tell me)(?: an?| any| some| the)? "
    rf"{_KIND} (?P<rest>(?:that |which )?(?!with\b)[a-z][a-z' -]*) {_SLOT}"
)
# "Drugs for {0} that also treat {1}", "which of them treat {0} and cause {1}": each thing is asked of in its own way.
_OF_EACH = re.compile(
    rf"(?P<first>{_ASKING}[a-z][a-z' -]*?(?: (?:for|against|with|in|of|[a-z]+))* \{{0\}}),?"
    r" (?:(?:and|but|that|which|who)(?: (?:that|which|can|could|may|might|is|are|will|also|at the same time|even))*"
    r"|(?:(?:can|could|may|might|will) )?(?:also|additionally|even))"
    r" (?P<second>(?!no\b|not\b|never\b|do\b|does\b|don|isn|without)[a-z][a-z' -]*) \{1\}(?: too| as well| also)?"
    r"(?: are there| exist| are known)?"
)
_DONE_TO_EACH = re.compile(
    rf"(?P<first>{_ASKING}[a-z][a-z' -]* \{{0\}}),? (?:that|which) \{{1\}} (?P<verb>[a-z][a-z -]*)"
)
_TWO_CONDITIONS = re.compile(
    r"^\W*(?!(?:do|does|did|can|could|may|should|will|would|what['’]s|why|how)\b)[a-z][^.?!]*"
    r"\b(?:and|but|that|which|who|also|additionally|even) [a-z]",
    re.IGNORECASE,
)
_ANYTHING = re.compile(r"anything|something|things?|stuff")
_THAT = re.compile(r"^(?:that|which) ")
Edges = Mapping[tuple[str, str], Sequence[Edge]]


def asks_for_shared(text: str) -> bool:
    """Tell whether a question asks what bears on several things at once, or what they have in common."""
    said = text[: LONGEST + 1].lower()
    return len(said) <= LONGEST and (any(p.search(said) for p in (_COMMON, _BOTH, _MARKED)) or _asks_of_each(said))


def sets_conditions(text: str) -> bool:
    """Tell whether a question may ask for what has to do with two things, with each in its own way."""
    return len(text) <= LONGEST and _TWO_CONDITIONS.search(text) is not None


def _asks_of_each(said: str) -> bool:
    return _EACH.search(said) is not None and _OTHERWISE.search(said) is None


async def shared_by(
    graph: KnowledgeGraph, vocabulary: Vocabulary, text: str, things: Sequence[Entity]
) -> Shared | None:
    """Return what bears on all of the things that a question names; None where it does not ask that. Raises
    GraphError.
    """
    said = text[: LONGEST + 1].lower()
    if len(said) > LONGEST or len(things) < 2:
        return None
    together = _AT_ONCE.search(said) or (_TROUBLE.search(said) and not _MARKED.search(said))
    if together and sum(map(is_taken, things)) > 1 and not _COMMON.search(said):
        return None  # whether they go together is asked, and that has an answer of its own
    reader = TextReader(graph, vocabulary)
    if sets_conditions(text) and (both_asked := await _asked_apart(reader, text)):
        return await _shared(graph, vocabulary, tuple(w.entity for w in both_asked), both_asked)
    if not asks_for_shared(text):
        return None
    row, named = await _with_row(reader, text)
    if row and (one := _asked_of_one(row)):
        asked = (await reader.understand(one.format(next(iter(named.values())).name))).intent
        if isinstance(asked, Which) and (asked.asked.predicates or asked.types):
            things = await _answering(graph, vocabulary, asked, named)
            failed = asked.asked.negated or "neither" in said.split()
            return await _shared(graph, vocabulary, things, _of_all(asked, things), failed=failed)
    if _COMMON.search(said):
        return await _shared(graph, vocabulary, tuple(things))
    both = _BOTH.search(said)
    if _AT_ONCE.search(said) or (not both and await _clash(graph, vocabulary, things)):
        return None
    lead = text[both.start() : both.start("both")] if both else _before_row(text, row)
    if not lead:
        return None
    intent = (await reader.understand(f"{lead.strip()} {things[0].name}?")).intent
    if not isinstance(intent, Which) or not (both or intent.asked.predicates or intent.types):
        return None
    things = await _answering(graph, vocabulary, intent, named) if row else tuple(things)
    return await _shared(graph, vocabulary, things, _of_all(intent, things))


def _of_all(asked: Which, things: Sequence[Entity]) -> tuple[Which, ...]:
    return tuple(replace(asked, entity=thing) for thing in things) if asked.asked.predicates or asked.types else ()


async def _asked_apart(reader: TextReader, text: str) -> tuple[Which, ...]:
    """Return the two questions of one that asks for what has to do with two things in two ways; none of others."""
    spots = without_types(text, await reader.spot_plain(text), reader.types)
    named = sorted((spot for spot in spots if spot[2]), key=lambda spot: spot[:2])
    if len(named) != _TWO or named[0][2][0].entity.id == named[1][2][0].entity.id:
        return ()
    (a, b, _), (c, d, _) = named
    put = f"{text[:a]}{{0}}{text[b:c]}{{1}}{text[d:].rstrip(' ?!.')}".lower().strip()
    form, done, name = _OF_EACH.fullmatch(put), _DONE_TO_EACH.fullmatch(put), named[1][2][0].entity.name
    if form is None and done is None:
        return ()
    first = (await reader.understand(f"{text[:b].strip()}?")).intent
    verb = base_of_third(done["verb"]) if done else ""
    what = "which disorders" if form and form["second"] == "are" else "what"  # "… and are X-linked"
    asked = f"{what} {form['second']} {name}?" if form else f"what does {name} {verb}?"
    second = (await reader.understand(asked)).intent
    if form and form["second"] in {"have", "has", "show"} and isinstance(first, Which) and first.types:
        second = Which(named[1][2][0].entity, AskedRelation(), first.types, None)  # "… and have {1}"
    if not (isinstance(first, Which) and isinstance(second, Which)):
        return ()
    told = all(
        (w.asked.predicates or (w.types and not w.asked.slant)) and not w.asked.negated and not w.missing
        for w in (first, second)
    )
    beside = any(w.asked.slant is Slant.BAD and is_taken(w.entity) for w in (first, second))  # "and safe with {1}"
    taken = [t for t in reader.types if is_swallowed(t)]  # a supplement may do what drugs are asked for
    alike = tuple(taken) if first.types and set(first.types) <= set(taken) else first.types
    return (replace(first, types=alike), replace(second, types=alike)) if told and not beside else ()


async def _clash(graph: KnowledgeGraph, vocabulary: Vocabulary, things: Sequence[Entity]) -> bool:
    """Tell whether two things that people take are known to go badly together, one by what it does to the other's fate
    in the body: that is the answer, then.
    """
    taken = [e for e in things if is_taken(e)]
    fates = await fates_of_things(graph, taken)
    pairs = [*combinations(taken, 2), *((e, fate) for e in taken for fate in fates)]
    edges = await graph.edges_between([(a.id, b.id) for a, b in pairs])
    ends = {e.id: e for e in (*taken, *fates)}
    return any(
        not e.negated and would_warn(ends[e.subject], vocabulary.get(e.predicate), ends[e.object])
        for some in edges.values()
        for e in some
    )


def _before_row(text: str, with_row: str) -> str:
    """Return what a question asks of each of a row of things ("which diseases come with A and B?"), "" for no row."""
    before, row, after = with_row.partition(_ROW) if _asks_of_each(text.lower()) else ("", "", "")
    return before if row and not after else ""


async def _with_row(reader: TextReader, text: str) -> tuple[str, dict[str, Entity]]:
    """Return a question with all that it names, where that stands in one row ("A, B and C"), as "{0}", and that, by how
    it is written.
    """
    spots = without_types(text, await reader.spot_plain(text), reader.types)
    ordered = sorted((spot for spot in spots if spot[2]), key=lambda spot: spot[:2])
    gaps = (text[one[1] : other[0]] for one, other in pairwise(ordered))
    named = {text[start:end]: meant[0].entity for start, end, meant in ordered}
    if len({e.id for e in named.values()}) < _TWO or not all(map(_BESIDE.fullmatch, gaps)):
        return "", {}
    return f"{text[: ordered[0][0]]}{_ROW}{text[ordered[-1][1] :].rstrip(' ?!.')}", named


async def _answering(
    graph: KnowledgeGraph, rules: Vocabulary, asked: Which, named: Mapping[str, Entity]
) -> tuple[Entity, ...]:
    """Return what is named, each in the sense of its name of which what is asked has an answer: diseases have the sign
    that is called retinitis pigmentosa, not the disease.
    """
    rankings = await graph.rank([Mention(written) for written in named], _SENSES)
    found: dict[str, Entity] = {}
    for (written, entity), ranking in zip(named.items(), rankings, strict=True):
        others = [c.entity for c in ranking.candidates if c.entity.id != entity.id]
        sense = await answering_sense(graph, rules, replace(asked, entity=entity), others, written)
        found[(sense or entity).id] = sense or entity
    return tuple(found.values())


_SENSES = 6  # of a name that are looked at


def _asked_of_one(row: str) -> str:
    """Return what a question asks of each thing of a row, which "{0}" stands for; "" where it does not ask for what
    all of them have.
    """
    said = " ".join(row.lower().split())
    plain = re.sub(r"\b(?:both|neither|all(?: of)?|in both|the) (?=\{)", "", said).replace("'s {", " {").strip()
    marked = _MARKED.search(said) or {"both", "neither"} & {*said.split()}
    if marked and (held := next((m for p in _HELD if (m := p.fullmatch(plain))), None)):
        return " ".join(("what are the", held["kind"], "of", _ROW))
    if marked and (done := _DONE.fullmatch(plain)):
        return f"{_which(done['kind'])} {'is' if f' are {_ROW}' in plain else 'does'} {_ROW} {done['verb']}?"
    asked = _OF_ALL.fullmatch(plain)
    if asked is None:
        return ""
    return f"{_which(asked['kind'])} {_THAT.sub('', asked['rest'])} {_ROW}?"


def _which(kind: str) -> str:
    return "what" if _ANYTHING.fullmatch(kind) else f"which {kind}"


async def _shared(
    graph: KnowledgeGraph,
    rules: Rules,
    things: tuple[Entity, ...],
    questions: Sequence[Which] = (),
    *,
    failed: bool = False,
) -> Shared:
    """Return what fits the questions of all of the things; without these, whatever joins them; `failed`: what papers
    deny of it.
    """
    ids, asked = [e.id for e in things], bool(questions)
    near = await graph.neighbourhoods(ids, _LOOKED_AT)
    around = {id: near[id].ids if id in near else frozenset() for id in ids}
    every = frozenset.intersection(*around.values()) - set(ids)
    best = {n.entity.id for id in ids if id in near for n in near[id].best} - set(ids)
    some = [*sorted(every)[: 4 * _LOOKED_AT], *sorted(best - every)]
    edges = await graph.edges_between([(c, id) for c in some for id in ids if c in around[id]])
    known = await graph.entities(some)
    links = {id: len(n.ids) for id, n in (await graph.neighbourhoods(every, 1)).items()} if every else {}
    ends = {e.id: e for e in things}
    fits = {which.entity.id: which for which in questions}

    def fitting(candidate: Entity, id: str) -> list[Edge]:
        found = [e for e in edges.get((candidate.id, id), ()) if e.negated or not failed]
        return [e for e in found if fits_question(fits[id], candidate, e, rules)] if fits else found

    told = {c: _told(known[c], ends, fitting) for c in some if c in known}
    joined = {c: {thing.id for e, thing in some if failed or not e.negated} for c, some in told.items()}
    whole = [c for c in told if joined[c] == set(ids)]
    whole.sort(key=lambda c: (-_papers(told[c]) if asked else links.get(c, 0), known[c].name))
    alone = []
    for id in ids:
        mine = [c for c in told if joined[c] == {id}]
        alone += sorted(mine, key=lambda c: (-_papers(told[c]), known[c].name))[:ALONE]
    shown = [*whole[:MOST], *(alone if asked else ())]
    return Shared(
        things,
        [(known[c], told[c]) for c in whole[:MOST]],
        [(known[c], told[c]) for c in alone] if asked else [],
        asked,
        len(whole[MOST:]),
        [(known[c], thing) for c in shown for id, thing in ends.items() if _is_disputed(fitting(known[c], id))],
    )


def _is_disputed(some: Sequence[Edge]) -> bool:
    return any(one.negated and not other.negated and one.predicate == other.predicate for one in some for other in some)


def _told(
    candidate: Entity, things: Mapping[str, Entity], fitting: Callable[[Entity, str], Sequence[Edge]]
) -> list[tuple[Edge, Entity]]:
    """Return the best edge of a candidate to each thing among those that fit."""
    found = [(fitting(candidate, id), thing) for id, thing in things.items()]
    return [(max(some, key=lambda e: (not e.negated, e.cited, e.id)), thing) for some, thing in found if some]


def _papers(told: Sequence[tuple[Edge, Entity]]) -> int:
    return sum(e.cited for e, _ in told)
