"""What belongs to a class of medicines that a graph has no entry for ("immunosuppressants": ciclosporin, tacrolimus).

Whoever asks what goes with the class asks it of its members: they stand in its place, and the answer says so.
"""

from __future__ import annotations

import re

from kgcore.linking.drug_classes import classes_within, groups_called_in, is_member, names_within
from kgcore.ports import KnowledgeGraph
from kgcore.question.parts import MOST_OF_ROW, MOST_PARTS
from kgcore.question.people_on import clash_with, people_done_to, taken_for
from kgcore.question.relation import is_ill, is_taken
from kgcore.values.model import Entity, Match
from kgcore.vocabulary.types import types_meant
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence

_BY_NAME = (Match.EXACT, Match.SYNONYM)
_MOST_CLASSES, _MOST_NAMES = 2, 60  # of one question that are looked up
_NEIGHBOURS = 400  # of each that are looked through
_BEFORE = 60  # characters before a class that tell whether it is a kind that is asked for
_LONGEST = 600  # characters of a question that is looked at
_TOGETHER = re.compile(
    r"\b(?:take|taking|takes|use|using|add|have|given?|start|eat|drink|mix\w*|combin\w+|together)\b"
    r"|\b(?:interact|clash)\w*\b|\b(?:ok(?:ay)?|safe|fine|all right|dangerous|risky|goe?s?|apart|away|avoid\w*)"
    r" (?:\w+ )?(?:with|from|on|during)\b"
    r"|^\W*(?:i am|i'm|im|he is|she is|my \w+ is) on\b",
    re.IGNORECASE,
)
_THING = re.compile(
    r" (?!(?:and|or|with|at|in|on|for|to|if|is|are|when|while|together|as|from|too|now|safe|ok|interact|clash)\b)[a-z]",
    re.IGNORECASE,
)
_ASKED_OF = re.compile(  # before what a question is asked of: "nausea after chemotherapy" is no matter of each drug
    r"(?:[^?]*[.;:,!?] )?\W*(?:(?:and|so|but) )?(?:(?:what|why|how)(?: \w+)? )?"
    r"(?:(?:do|does|did|can|could|may|might|will|would|are|is) (?:the |all |my |any |most )?"
    r"|(?:are |is )?(?:the )?(?:side[- ]effects|risks|dangers|harms|benefits) of )",
    re.IGNORECASE,
)
_ENDS = re.compile(r"\s*(?:[.!?]|$)")
_TWO = re.compile(
    r"\W*(?!(?:does|do|did|is|are|can|could|will|would|should|may|what|which|how|why|who|when|has|have)\b)"
    r"(?:[\w.'’-]+ ){1,4}(?:and|with|plus) (?:[\w.'’-]+ ){0,3}[\w.'’-]+\W*",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"\b(?:which|what|any|other|all|list|name|these|those|of the)"
    r"(?: (?!(?:do|does|did|is|are|can|could|may|might|will)\b)\w+)?\s+$",
    re.IGNORECASE,
)


async def with_members(
    question: str, graph: KnowledgeGraph, words: Vocabulary
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return a question of what goes together with the members of a class in its place, where the graph has some of
    them and not the class, and each class as written and as read; any other question where it has just one member.

    People may stand for what they take: "kidney transplant patients", "somebody on malaria drugs". What is asked of
    several such drugs is asked once of each. Raises GraphError.
    """
    if len(question) > _LONGEST:
        return (question,), ()
    said, done = people_done_to(question)
    if done is not None and (await graph.spot([done[0]]))[0]:
        return (question,), ()  # the graph has a name for it, and what it says of that
    if (clash := clash_with(said)) and (taken := await _what_they_take(clash[1], graph, words)):
        names = [name_in_sentence(e) for e in (await _clashing_first(taken, graph, words))[:MOST_OF_ROW]]
        more = f", of {len(taken)}" if len(taken) > MOST_OF_ROW else ""
        written = done[0] if done else clash[1]
        same = [written.casefold()] == [name.casefold() for name in names]
        questions = tuple(clash[0].replace(clash[1], name) for name in names)
        return questions, () if same else ((written, f"{_either(names)}{more}"),)
    questions, read = await _classes_put(said, graph, words)
    if not read:
        return (question,), ()
    return questions, tuple((done[0] if done and written == done[1] else written, meant) for written, meant in read)


async def _what_they_take(what: str, graph: KnowledgeGraph, words: Vocabulary) -> list[Entity]:
    """Return what somebody takes who is "on blood thinners" or "on malaria drugs": what the graph has by the name, what
    belongs to such a class, or what the graph says to treat or prevent that.
    """
    if itself := await _entities(graph, [what]):
        return itself if is_taken(itself[0]) else []
    ill = taken_for(what)
    what = what if groups_called_in(what) or not ill else f"{ill} drugs"  # "depression tablets"
    called = groups_called_in(what)
    if [what] == [what[start:end] for start, end, _ in called]:
        names = called[0][2]
        members = await _entities(graph, names) or await _entities(graph, names_within(names)[:_MOST_NAMES])
        if members:
            return members
    return await _taken_for(ill, graph, words) if ill else []


async def _taken_for(ill: str, graph: KnowledgeGraph, words: Vocabulary) -> list[Entity]:
    """Return the drugs of which the graph tells that they treat or prevent what goes by a name."""
    meant = next(iter(await _entities(graph, [ill])), None)
    if meant is None or not is_ill(meant):
        return []
    helps = {p for said in ("treats", "prevents") for p in words.read(said).predicates}
    types = [t for t, _ in graph.info.types]
    drugs = set(types_meant("drugs", types)) | set(types_meant("drug classes", types))
    near = (await graph.neighbourhoods([meant.id], _NEIGHBOURS)).get(meant.id)
    return [
        n.entity
        for n in (near.best if near else ())
        if n.entity.type in drugs and any(e.predicate in helps and not e.negated for e in n.edges)
    ]


async def _clashing_first(members: list[Entity], graph: KnowledgeGraph, words: Vocabulary) -> list[Entity]:
    """Return what belongs to a class, first what interacts with most: of what is left out there is least to warn."""
    if len(members) <= MOST_PARTS:
        return members
    meets = set(words.read("interacts with").predicates)
    around = await graph.neighbourhoods([e.id for e in members], _NEIGHBOURS)
    often = {
        id: sum(any(e.predicate in meets and not e.negated for e in n.edges) for n in near.best)
        for id, near in around.items()
    }
    return sorted(members, key=lambda e: -often.get(e.id, 0))


def _either(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


async def _classes_put(
    question: str, graph: KnowledgeGraph, words: Vocabulary
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return a question with the members of the classes that it names, and each class as written and as read.

    Of what people call by what it is for ("cholesterol tablets"), a class stands for its members ("statins"). Where
    several stand for one, the question is asked of each.
    """
    together = _TOGETHER.search(question) or _TWO.fullmatch(question)
    called = [c for c in groups_called_in(question) if not _is_beside(question, c[0], c[1])][-_MOST_CLASSES:]
    if not called:
        return (question,), ()
    (spots,) = await graph.spot([question])
    read: list[tuple[str, str]] = []
    for start, end, names in reversed(called):
        over = (s for s in spots if s[0] < end and start < s[1] and s[2])
        inside = all(start <= a and b <= end and b - a < end - start for a, b, _ in over)
        if not inside or await _entities(graph, names):
            continue
        classes = await _entities(graph, classes_within(names))
        if " " not in question[start:end] and classes:
            continue  # these are read in its place
        members = await _entities(graph, names_within(names)[:_MOST_NAMES])
        found = [*classes, *(m for m in members if m not in classes and not _is_within(m, classes))]
        last = _ENDS.match(question, end) is not None and not read  # what is asked of each stands at the end
        if len(found) == 1 or (found and together and last):
            put = _either([name_in_sentence(e) for e in (await _clashing_first(found, graph, words))[:MOST_PARTS]])
            read.append((question[start:end], put))
            question = f"{question[:start]}{put}{question[end:]}"
        elif found and len(called) == 1 and not together and _ASKED_OF.fullmatch(question[:start]):
            others = [s[2][0].entity for s in spots if s[2] and (s[1] <= start or end <= s[0])]
            each = [name_in_sentence(e) for e in (await _joined_first(found, others, graph))[:MOST_OF_ROW]]
            more = f", of {len(found)}" if len(found) > MOST_OF_ROW else ""
            puts = tuple(f"{question[:start]}{name}{question[end:]}" for name in each)
            return puts, ((question[start:end], f"{_either(each)}{more}"),)
    return (question,), tuple(reversed(read))


def _is_within(member: Entity, classes: list[Entity]) -> bool:
    """Tell whether something belongs to one of the classes that stand for it."""
    names = [n.casefold() for n in (member.name, *member.synonyms)]
    of = [n for c in classes for n in (c.name, *c.synonyms)]
    return any(is_member(name, one) for name in names for one in of)


async def _joined_first(members: list[Entity], others: list[Entity], graph: KnowledgeGraph) -> list[Entity]:
    """Return what belongs to a class, first what an edge joins to the other names of the question."""
    pairs = [(m.id, o.id) for m in members for o in others if m.id != o.id]
    found = await graph.edges_between(pairs) if pairs else {}
    joined = {id for pair, edges in found.items() if edges for id in pair}
    return sorted(members, key=lambda m: m.id not in joined)


def _is_beside(question: str, start: int, end: int) -> bool:
    """Tell whether the name of a class asks for a kind ("which antibiotics …") or names another thing ("antibiotic
    diarrhea").
    """
    attributive = not question[start:end].casefold().endswith(("s", "chemo", "chemotherapy"))
    return _KIND.search(question[max(0, start - _BEFORE) : start]) is not None or (
        attributive and _THING.match(question, end) is not None
    )


async def _entities(graph: KnowledgeGraph, names: list[str]) -> list[Entity]:
    """Return the entities that go by these names, each once."""
    found = await graph.spot(names) if names else ()
    whole = {
        meant[0].entity.id: meant[0].entity
        for name, spots in zip(names, found, strict=True)
        for a, b, meant in spots
        if (a, b) == (0, len(name)) and meant and meant[0].match in _BY_NAME
    }
    return list(whole.values())
