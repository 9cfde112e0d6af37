"""What the graph itself tells of a question's names: the sense that has an edge to the other name, classes, fates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from kgcore.english.inflection import singular
from kgcore.english.language import language_of
from kgcore.evidence.findings import fits_question, group_findings
from kgcore.evidence.harms import fate_of, warns
from kgcore.evidence.pairs import between_kin, is_about_oneself
from kgcore.evidence.selection import contains
from kgcore.linking.drug_classes import class_names, member_names
from kgcore.linking.lexicon import is_everyday
from kgcore.linking.spelling import SHORTEST
from kgcore.ports import KnowledgeGraph
from kgcore.question.kinds import is_kind
from kgcore.question.plain_names import noun_for, states_of
from kgcore.question.reading import CASE, UnderstoodQuestion, unfound_names
from kgcore.question.relation import asked_by_slant, is_ill, is_taken
from kgcore.question.unread import says_something
from kgcore.values.intent import About, AskedRelation, Compare, Intent, Open, Slant, Which, Why, YesNo, named_entities
from kgcore.values.model import Entity, Match, Mention, Neighbourhood, Relative
from kgcore.values.text import shorten
from kgcore.values.thread import Instead
from kgcore.vocabulary.types import types_meant
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence

_TWO = 2
MOST_TAKEN = 6  # things somebody takes that are looked at in pairs
MOST_KINDS, _LOOKED_UP, _SHORTEST_KIND = 8, 4, 4  # kinds offered; words of a name, letters of one looked up
_SHORTEST_HEAD = 3  # letters
FORMS, MOST_NAMES = ("extract", "supplement"), 4  # forms that a graph may keep apart, and names looked up with each
LOOKED_THROUGH = 200  # neighbours whose names are compared with what was written
DESCRIBED = 60  # neighbours whose descriptions are read for a class
_BY_NAME = (Match.EXACT, Match.SYNONYM)
_FATES = ("absorption", "bioavailability", "metabolism", "level", "efficacy")


async def with_fitting_senses(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, question: str, vocabulary: Vocabulary
) -> UnderstoodQuestion:
    """Return the question with the senses of its names that have an edge to each other. Raises GraphError.

    Where the two that were read have one, or no other sense has, it is left as it is; but a narrower ill that the words
    before a name tell of ("antibiotic diarrhea") is meant, where the other name has an edge to it.
    """
    understood = await _with_named_study(graph, understood, question)
    if instead := _ALTERNATIVE.search(question):
        understood = await _with_what_it_is_for(graph, understood, instead[0], vocabulary)
    intent = understood.intent
    if isinstance(intent, Which):
        return await _with_what_it_is_a_state_of(
            graph, await _with_answering_sense(graph, understood, vocabulary), vocabulary
        )
    if not isinstance(intent, YesNo | Why):
        return understood
    narrower = await _narrower(graph, understood, intent, question)
    if narrower is not None:
        return narrower
    if (forbidden := await _forbidden_for(graph, understood, intent, vocabulary)) is not None:
        return _with_sense(understood, intent, intent.object, forbidden, understood.written[intent.object.id])
    pair = (intent.subject.id, intent.object.id)
    if (await graph.edges_between([pair])).get(pair):
        return understood
    if isinstance(intent, YesNo) and (harmed := await _with_harmed_measure(graph, intent, vocabulary)) is not None:
        return _with_sense(
            understood, harmed, harmed.object, harmed.object, understood.written.get(intent.object.id, "")
        )
    for mine, other in ((intent.object, intent.subject), (intent.subject, intent.object)):
        sense = await _sense(graph, understood, mine, other) or await _one_case(
            graph, mine, other, understood.written.get(mine.id, ""), question
        )
        if sense is not None:
            return _with_sense(understood, intent, mine, sense, understood.written[mine.id])
    return understood


_ALTERNATIVE = re.compile(
    r"(?:(?P<kind>natural|herbal|plant-based|non-drug|drug-free|non-prescription) )?"
    r"(?:alternatives?|substitutes?|replacements?|options?) (?:to|for|than|instead of)\b"
    r"|\b(?:instead of|in place of)\b",
    re.IGNORECASE,
)
_NATURAL = ("supplements", "herbs", "foods", "vitamins")


async def _with_what_it_is_for(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, said: str, vocabulary: Vocabulary
) -> UnderstoodQuestion:
    """Return "what helps with high cholesterol?" for "is there an alternative to statins?": of what it or its members
    treat, or else prevent, that with the most papers. As it is where the question names more, or the graph tells none.
    """
    intent = understood.intent
    own = intent.entity if isinstance(intent, About | Which) else None
    if own is None or len(understood.focus) != 1 or not is_taken(own) or (isinstance(intent, Which) and intent.types):
        return understood
    kin = merged_kin(await graph.relatives([own.id]), await kin_besides(graph, [own]))
    members = [r.entity for r in kin.get(own.id, ()) if not r.broader][:MOST_KINDS]
    tried = {e.id: e for e in (own, *members)}
    around = await graph.neighbourhoods(list(tried), LOOKED_THROUGH)
    known = {n.entity.id: n.entity for near in around.values() for n in near.best if is_ill(n.entity)}
    edges = [e for near in around.values() for n in near.best if n.entity.id in known for e in n.edges if not e.negated]
    for relation in ("treats", "palliates", "prevents"):
        wanted = vocabulary.read(relation).predicates
        papers = Counter[str]()
        for edge in edges:
            if edge.predicate in wanted:
                papers[edge.object if edge.object in known else edge.subject] += max(1, len(edge.publications))
        if papers:
            ill = known[papers.most_common(1)[0][0]]
            types = tuple(t for t, _ in graph.info.types)
            natural = re.match("natural|herbal|plant", said, re.IGNORECASE)
            kinds = tuple(dict.fromkeys(t for w in _NATURAL for t in types_meant(w, types))) if natural else ()
            asked = asked_by_slant(Slant.GOOD, vocabulary, ill, "helps with")
            changed = Which(ill, asked, kinds, None, without=tuple(tried.values()))
            written = {ill.id: f"{said} {name_in_sentence(own)}"}
            return replace(understood, intent=changed, focus=named_entities(changed), written=written, unread=())
    return understood


def _with_sense(
    understood: UnderstoodQuestion, intent: YesNo | Why, mine: Entity, sense: Entity, written: str
) -> UnderstoodQuestion:
    changed = replace(intent, object=sense) if mine is intent.object else replace(intent, subject=sense)
    said = {**understood.written, sense.id: written}
    return replace(understood, intent=changed, focus=named_entities(changed), written=said)


async def _narrower(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, intent: YesNo | Why, question: str
) -> UnderstoodQuestion | None:
    """Return the question of an ill whose name has the word before the one that was read, and that one's own."""
    for mine, other in ((intent.object, intent.subject), (intent.subject, intent.object)):
        written = understood.written.get(mine.id, "")
        before = re.search(rf"([^\W\d_]{{4,}})[ -]{re.escape(written)}", question, re.IGNORECASE) if written else None
        if before is None or not is_ill(mine) or not says_something(before[1]):
            continue
        wanted = {before[1].casefold(), *_plain(mine.name).split()}
        (near,) = (await graph.neighbourhoods([other.id], LOOKED_THROUGH)).values() or (None,)
        sense = (
            next((n.entity for n in near.best if wanted <= {*_plain(n.entity.name).split()}), None) if near else None
        )
        if sense is not None and sense.id != mine.id:
            return _with_sense(understood, intent, mine, sense, f"{before[1]} {written}")
    return None


async def _with_what_it_is_a_state_of(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, vocabulary: Vocabulary
) -> UnderstoodQuestion:
    """Return what lowers blood pressure, where it is asked what helps against high blood pressure and nothing does."""
    intent = understood.intent
    if not isinstance(intent, Which) or intent.asked.slant is not Slant.GOOD or not is_ill(intent.entity):
        return understood
    states = {state.of: state.wished for state in states_of(intent.entity)}
    (near,) = (await graph.neighbourhoods([intent.entity.id], LOOKED_THROUGH)).values() or (None,)
    if not states or (near and any(e.predicate in intent.asked.predicates for n in near.best for e in n.edges)):
        return understood
    rankings = await graph.rank([Mention(of) for of in states], 1)
    for wished, ranking in zip(states.values(), rankings, strict=True):
        best = ranking.candidates[0] if ranking.linked else None
        if best is not None and best.match in _BY_NAME and best.entity.id != intent.entity.id:
            asked = replace(intent.asked, predicates=vocabulary.read(wished).predicates)
            changed = replace(intent, entity=best.entity, asked=asked, outward=False)
            written = understood.written.get(intent.entity.id, name_in_sentence(intent.entity))
            said = {**understood.written, best.entity.id: written}
            return replace(understood, intent=changed, focus=named_entities(changed), written=said)
    return understood


async def _with_harmed_measure(graph: KnowledgeGraph, intent: YesNo, vocabulary: Vocabulary) -> YesNo | None:
    """Return "is coffee bad for blood pressure?" for "is coffee bad for hypertension?", where coffee, or what it
    contains, is said to raise that; None where nothing is.
    """
    causes = vocabulary.read("causes").predicates[:1]
    harm = intent.asked.slant is Slant.BAD or (causes and intent.asked.predicates[:1] == causes)
    of = [state.of for state in states_of(intent.object)] if harm and is_taken(intent.subject) else []
    for ranking in await graph.rank([Mention(name) for name in of], 1) if of and is_ill(intent.object) else ():
        measure = ranking.candidates[0] if ranking.linked else None
        if measure is None or measure.match not in _BY_NAME or measure.entity.id == intent.object.id:
            continue
        asked = asked_by_slant(Slant.BAD, vocabulary, measure.entity, intent.asked.phrase)
        (near,) = (await graph.neighbourhoods([measure.entity.id], LOOKED_THROUGH)).values() or (None,)
        raising = [
            n.entity.id
            for n in (near.best if near else ())
            if any(e.predicate in asked.predicates and e.subject == n.entity.id and not e.negated for e in n.edges)
        ]
        ties = await graph.edges_between([(intent.subject.id, id) for id in raising if id != intent.subject.id])
        contained = any(contains(vocabulary.get(e.predicate)) and not e.negated for some in ties.values() for e in some)
        if intent.subject.id in raising or contained:
            return replace(intent, object=measure.entity, asked=asked)
    return None


async def _with_answering_sense(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, vocabulary: Vocabulary
) -> UnderstoodQuestion:
    """Return a question of some kind of thing with the sense of its name that something answers, where nothing does for
    the one that was read: drugs that target COX-1 are PTGS1's, where a mitochondrial gene has the name; diseases have
    the sign called retinitis pigmentosa, where a disease has that name, too.
    """
    intent = understood.intent
    if not isinstance(intent, Which) or not (intent.types or intent.asked.predicates) or not understood.alternatives:
        return understood
    written = understood.written.get(intent.entity.id, "")
    if understood.focus[0].id != intent.entity.id or not written:
        return understood
    sense = await answering_sense(graph, vocabulary, intent, understood.alternatives[0], written)
    if sense is None:
        return understood
    changed = replace(intent, entity=sense)
    said = {**understood.written, sense.id: written}
    return replace(understood, intent=changed, focus=named_entities(changed), written=said)


async def answering_sense(
    graph: KnowledgeGraph, vocabulary: Vocabulary, asked: Which, others: Sequence[Entity], written: str
) -> Entity | None:
    """Return which of the other senses of a name answers what is asked of it, where the one that was read has nothing
    that does; None for none. One of another type must be called just so.
    """
    same = [e for e in others if e.type == asked.entity.type or _is_called_just(e, written)][:_SENSES]
    if not same:
        return None
    some = [asked.entity, *same]
    around = await graph.neighbourhoods([e.id for e in some], LOOKED_THROUGH)

    def answers(sense: Entity) -> bool:
        which = replace(asked, entity=sense)
        near = around[sense.id].best if sense.id in around else ()
        return any(fits_question(which, n.entity, e, vocabulary) for n in near for e in n.edges)

    return None if answers(asked.entity) else next((e for e in same if answers(e)), None)


def _is_called_just(entity: Entity, written: str) -> bool:
    return _plain(written) in map(_plain, (entity.name, *entity.synonyms))


_SENSES = 3  # other senses of a name that are looked at


async def _forbidden_for(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, intent: YesNo | Why, vocabulary: Vocabulary
) -> Entity | None:
    """Return the ill with the written name in its own that something must not be taken in ("uncontrolled epilepsy"),
    where the name was read as something else ("epilepsy", as seizure): no other edge is to hide that.
    """
    taken, ill = intent.subject, intent.object
    words = _plain(understood.written.get(ill.id, ""))
    if not words or not is_taken(taken) or not is_ill(ill) or words in map(_plain, (ill.name, *ill.synonyms)):
        return None
    forbids = set(vocabulary.read("is contraindicated for").predicates)
    if not forbids:
        return None
    (near,) = (await graph.neighbourhoods([taken.id], LOOKED_THROUGH)).values() or (None,)
    warned = (
        (n.entity for n in near.best if any(e.predicate in forbids and not e.negated for e in n.edges)) if near else ()
    )
    return next((e for e in warned if e.id != ill.id and _called(e, words)), None)


async def _sense(graph: KnowledgeGraph, understood: UnderstoodQuestion, mine: Entity, other: Entity) -> Entity | None:
    """Return another sense of one name: an alternative, or a neighbour of the other that is called so, and more."""
    words = _plain(noun_for(understood.written.get(mine.id, "")))
    if not words:
        return None
    (neighbourhood,) = (await graph.neighbourhoods([other.id], LOOKED_THROUGH)).values() or (None,)
    near = [n.entity for n in neighbourhood.best] if neighbourhood else []
    rows = zip(understood.focus, understood.alternatives, strict=False)
    others = {e.id for focus, row in rows if focus.id == mine.id for e in row}  # never a sense of the other name
    chosen = [e for e in near if e.id in others and e.id != mine.id]
    if len(words.split()) > 1:
        chosen += [e for e in near if is_ill(e) and _called(e, words) and _plain(mine.name) != words]
    if chosen or is_ill(other) or _plain(mine.name) == words:
        return chosen[0] if chosen else None
    kin = merged_kin(await graph.relatives([other.id]), await kin_besides(graph, [other]))
    classes = [r.entity.name for r in kin.get(other.id, ()) if r.broader]  # statins, of atorvastatin
    joint = await graph.rank([Mention(f"{name} {words}") for name in (other.name, *classes)], 1)  # "statin muscle pain"
    senses = (one.candidates[0].entity for one in joint if one.linked)
    return next((sense for sense in senses if is_ill(sense) and sense.id not in (mine.id, other.id)), None)


async def _one_case(graph: KnowledgeGraph, mine: Entity, other: Entity, written: str, question: str) -> Entity | None:
    """Return the one case of an ill that the other name has an edge to ("nausea of pregnancy" where nausea is asked
    about); None where there are several, or where the question itself says which case is meant.
    """
    if not written or not is_ill(mine) or is_ill(other):
        return None
    if re.search(rf"\b{re.escape(written)} {CASE}", question, re.IGNORECASE):
        return None
    (near,) = (await graph.neighbourhoods([other.id], LOOKED_THROUGH)).values() or (None,)
    names = "|".join(re.escape(n) for n in (mine.name, *mine.synonyms))
    case = re.compile(rf"(?:{names})(?:,| {CASE})", re.IGNORECASE)  # "Diabetes Mellitus, Type 2"
    cases = [n.entity for n in near.best if is_ill(n.entity) and case.match(n.entity.name)] if near else []
    return cases[0] if len(cases) == 1 else None


def _called(entity: Entity, words: str) -> bool:
    """Tell whether one of an entity's names ends with the words, or begins with them."""
    names = [_plain(n) for n in (entity.name, *entity.synonyms)]
    return any(n.endswith(f" {words}") or n.startswith(f"{words} ") for n in names)


_STUDY = re.compile(
    r"\b(?:f(?:ou|i)nd\w*|show\w*|conclu\w+|report\w*|results?|outcomes?|trial|study|say|said)\b", re.IGNORECASE
)
_LONGEST_TITLE = 120
_STUDIES = 3  # papers with the name in their titles


async def _with_named_study(graph: KnowledgeGraph, understood: UnderstoodQuestion, question: str) -> UnderstoodQuestion:
    """Return "what did PREADViSE find?" as a question of what the graph has from the paper with that name in its title;
    any other question as it is.
    """
    intent = understood.intent
    if not isinstance(intent, Open) or intent.entities or len(intent.unknown) != 1 or not _STUDY.search(question):
        return understood
    name = intent.unknown[0].removeprefix("the ").removesuffix(" trial").removesuffix(" study")
    if not re.fullmatch(r"[A-Za-z][\w-]{3,19}", name) or is_everyday(name.casefold()):
        return understood
    called = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
    papers = [p for p in await graph.search_papers(name, _STUDIES) if called.search(p.title)]
    spotted = await graph.spot([p.title for p in papers]) if papers else ()
    for paper, spots in zip(papers, spotted, strict=False):
        named = {meant[0].entity.id: meant[0].entity for _, _, meant in spots if meant}
        pairs = [(a, b) for a, b in combinations(named, _TWO)]
        found = await graph.edges_between(pairs) if pairs else {}
        edges = [e for some in found.values() for e in some if paper.id in e.publications]
        if not edges:
            continue
        ends = Counter(end for e in edges for end in (e.subject, e.object))
        centre = max(ends, key=lambda id: (ends[id], is_ill(named[id])))
        own = [e for e in edges if centre in (e.subject, e.object)]
        among = tuple({i: named[i] for e in own for i in (e.subject, e.object) if i != centre}.values())
        asked = AskedRelation("", tuple(dict.fromkeys(e.predicate for e in own)))
        which = Which(named[centre], asked, (), None, among=among)
        titled = (name, f"the study “{shorten(paper.title, _LONGEST_TITLE)}”")
        return replace(understood, intent=which, focus=named_entities(which), unread=(), put_right=(titled,))
    return understood


async def with_clash(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, question: str, vocabulary: Vocabulary
) -> UnderstoodQuestion:
    """Return a question about oneself as one about the two that clash, where it names such two among others.

    Raises GraphError.
    """
    intent = understood.intent
    if not (isinstance(intent, YesNo | Open | Compare) and is_about_oneself(question)):
        return understood
    regard = intent.topic if isinstance(intent, Compare) else intent.object if isinstance(intent, YesNo) else None
    told = isinstance(intent, Compare) or (isinstance(intent, YesNo) and is_taken(intent.subject))
    if told and regard is not None and is_taken(regard):  # the pairs are what is asked about
        return understood
    known = await graph.entities(list(understood.written))
    own = [e for id in understood.written if (e := known.get(id)) and is_taken(e)][:MOST_TAKEN]
    beside = isinstance(intent, YesNo) and len(intent.beside) == 1  # the answer leads with the clash of these two
    if len(own) < _TWO or (beside and len(own) == _TWO):
        return understood
    kin = await kin_of(graph, own)
    every = {e.id: e for a in own for e in (a, *kin.get(a.id, ()))}
    edges = await graph.edges_between([(a, b) for a in every for b in every if a < b])
    found = group_findings(tuple({e.id: e for some in edges.values() for e in some}.values()), every, vocabulary)
    clashing = [(a, b) for a, b in combinations(own, _TWO) if any(warns(f) for f in between_kin(found, a, b, kin))]
    if len(clashing) > 1 and isinstance(intent, Open | Compare):  # what is named in a row is told of in whole
        return understood
    for a, b in clashing:
        asked = AskedRelation("", vocabulary.read("interacts with").predicates, Slant.BAD)
        left = tuple(e for id in understood.written if (e := known.get(id)) and not is_taken(e))
        others = tuple(e for e in own if e.id not in {a.id, b.id})
        changed = YesNo(a, b, asked, left=left, beside=others)
        return replace(understood, intent=changed, focus=named_entities(changed))
    return understood


async def kinds_named(graph: KnowledgeGraph, question: str, understood: UnderstoodQuestion) -> tuple[Instead, ...]:
    """Return the question as put with each kind of what it names, where the graph has the kinds alone ("arthritis"), or
    with the names that are near, or that words of it may be slips for. Raises GraphError.
    """
    for phrase in unfound_names(understood):
        words = phrase.split()[-_LOOKED_UP:]
        spans = sorted(combinations(range(len(words) + 1), _TWO), key=lambda span: span[0] - span[1])
        for start, end in spans:  # the longest first
            name = " ".join(words[start:end])
            found = await graph.complete(singular(name), MOST_KINDS) if len(name) >= _SHORTEST_KIND else ()
            whole = all(is_everyday(word.casefold()) for word in (*words[:start], *words[end:]))
            kinds = [e for e in found if whole and is_kind(e, singular(name))]  # no "electric fish" for "fish oil"
            near = kinds or [e for e in found if _is_near(e, singular(name))]
            if near:
                return tuple(Instead(e, put_with(question, phrase, name, e), slip=not kinds) for e in near)
    return await _slips(graph, question, understood)


async def _slips(graph: KnowledgeGraph, question: str, understood: UnderstoodQuestion) -> tuple[Instead, ...]:
    """Return the question with each name that a word without an entry may be a slip for. Short words are one slip from
    others that mean something else (inulin, insulin), so that is offered and never taken for granted.
    """
    unfound = dict.fromkeys(w for phrase in unfound_names(understood) for w in phrase.split())
    words = [w for w in unfound if len(w) >= SHORTEST and w.isalpha() and not is_everyday(w.casefold())]
    if not words or language_of(question):
        return ()
    ranked = zip(words, await graph.rank([Mention(w) for w in words], 1), strict=True)
    meant = [(w, r.candidates[0].entity) for w, r in ranked if r.linked and r.candidates[0].match is Match.SPELLING]
    return tuple(Instead(e, put_with(question, w, w, e), slip=True) for w, e in meant)


def put_with(question: str, phrase: str, name: str, kind: Entity) -> str:
    """Return the question with the kind for all of what was not found: no "panic disorder attack"."""
    named = name_in_sentence(kind)
    said = phrase if re.search(rf"\b{re.escape(phrase)}\b", question, re.IGNORECASE) else name
    return re.sub(rf"\b(?:an? )?{re.escape(said)}\b", lambda _: named, question, count=1, flags=re.IGNORECASE)


def _is_near(entity: Entity, name: str) -> bool:
    """Tell whether an entity is called just that ("cough", for "persistent cough"), or that with something else ("acne
    or pimples", "anxiety and nervousness"): what may be asked instead, and is never taken for it.
    """
    names = (" ".join(n.split()).casefold() for n in (entity.name, *entity.synonyms))
    return any(name.casefold() in (own, *_JOINED.split(own)) for own in names)


_JOINED = re.compile(r" (?:or|and|&) |, | ?/ ?")


async def kin_of(graph: KnowledgeGraph, own: Sequence[Entity]) -> dict[str, tuple[Entity, ...]]:
    """Return the classes, members and forms of what is taken, by its id: by the graph's edges, by descriptions, by
    common knowledge. Raises GraphError.
    """
    described = await _classes(graph, own)
    known = await graph.entities(list(described.values()))
    near = await graph.relatives([e.id for e in own])
    common = await _known_kin(graph, own)
    kin = {}
    for entity in own:
        told = [r.entity for r in near.get(entity.id, ()) if r.broader or is_taken(r.entity)]
        told += [known[described[entity.id]]] if described.get(entity.id) in known else []
        told += [r.entity for r in common[entity.id]]
        kin[entity.id] = tuple({e.id: e for e in told}.values())
    return kin


async def classes_of(
    graph: KnowledgeGraph, intent: Intent, around: Mapping[str, Neighbourhood] | None = None
) -> Mapping[str, tuple[Relative, ...]]:
    """Return, for what is taken, the classes that its own description names, and (with `around`) the members of a
    class among the neighbours of the other name. Raises GraphError.
    """
    own = [e for e in named_entities(intent) if is_taken(e)]
    found = await _described_kin(graph, own)
    common = await _known_kin(graph, own)
    near = [n.entity for neighbourhood in (around or {}).values() for n in neighbourhood.best][:DESCRIBED]
    some = [n for n in near if is_taken(n) and n.id not in found]
    classes = await _classes(graph, some)
    for entity in own:
        members = [m for m in some if classes.get(m.id) == entity.id]
        found[entity.id] += tuple(Relative(m, broader=False) for m in members)
        heard = {entity.id, *(k.entity.id for k in found[entity.id])}
        found[entity.id] += tuple(k for k in common[entity.id] if k.entity.id not in heard)
    return {id: relatives for id, relatives in found.items() if relatives}


async def kin_besides(graph: KnowledgeGraph, own: Sequence[Entity]) -> dict[str, tuple[Relative, ...]]:
    """Return the classes, members and forms of what is taken that no edge ties to it, by its id: those that its
    description tells of and that are common knowledge. Raises GraphError.
    """
    return merged_kin(await _known_kin(graph, own), await _described_kin(graph, own))


async def _known_kin(graph: KnowledgeGraph, own: Sequence[Entity]) -> dict[str, tuple[Relative, ...]]:
    """Return the classes, members and forms of what is taken that are common knowledge, as far as the graph has them,
    by its id: what an extract harms is to be said where the herb is asked about. All are looked up at once.
    """
    said = {e.id: _said_of(e) for e in own}
    mentions = [Mention(name) for names in said.values() for name, _ in names]
    rankings = iter(await graph.rank(mentions, 1) if mentions else ())
    kin: dict[str, tuple[Relative, ...]] = {}
    for entity in own:
        names = (entity.name, *entity.synonyms)
        stems = [name.casefold().removesuffix("s") for name in (*class_names(names), *filter(None, [_head(entity)]))]
        found = {}
        for (_, broader), ranking in zip(said[entity.id], rankings, strict=False):
            if not ranking.linked or (best := ranking.candidates[0]).match not in _BY_NAME:
                continue
            if best.entity.id != entity.id and (not broader or _is_called(best.entity, stems)):
                found[best.entity.id] = Relative(best.entity, broader)
        kin[entity.id] = tuple(found.values())
    return kin


def _said_of(entity: Entity) -> list[tuple[str, bool]]:
    """Return the names of an entity's members and forms, or of its classes, and whether each is broader."""
    names = (entity.name, *entity.synonyms)
    said = [(name, False) for name in member_names(names)] or [(name, True) for name in class_names(names)]
    said += [(f"{name} {form}", False) for name in names[:MOST_NAMES] for form in FORMS]
    return [*said, (head, True)] if (head := _head(entity)) else said


def _head(entity: Entity) -> str:
    """Return the noun that a compound name ends with, "" of others: green tea is a tea."""
    *before, head = entity.name.casefold().split()
    return head if before and len(head) >= _SHORTEST_HEAD and head.isalpha() and head not in FORMS else ""


def _is_called(entity: Entity, stems: Sequence[str]) -> bool:
    """Tell whether a class goes by a name of its own: cortisone, a word for corticosteroids, is one of them only."""
    return any(stem in name.casefold() for name in (entity.name, *entity.synonyms) for stem in stems)


async def _described_kin(graph: KnowledgeGraph, some: Sequence[Entity]) -> dict[str, tuple[Relative, ...]]:
    classes = await _classes(graph, some)
    known = await graph.entities(list(classes.values()))
    told = ((e.id, known.get(classes.get(e.id, ""))) for e in some)
    return {id: (Relative(named, broader=True),) if named else () for id, named in told}


async def _classes(graph: KnowledgeGraph, some: Sequence[Entity]) -> dict[str, str]:
    """Return the class that the whole description of an entity is a name of ("Statin."), by id."""
    described = [e for e in some if 0 < len(e.description) <= 80]
    rankings = (
        await graph.rank([Mention(e.description.rstrip(". "), e.type) for e in described], 1) if described else ()
    )
    return {
        e.id: r.candidates[0].entity.id
        for e, r in zip(described, rankings, strict=True)
        if r.linked and r.candidates[0].entity.id != e.id and r.candidates[0].entity.type == e.type
    }


async def fates_of(graph: KnowledgeGraph, intent: Intent) -> tuple[Entity, ...]:
    """Return what the graph has on the fate in the body of what is taken ("levothyroxine absorption"), where
    interactions are or may be asked about. Raises GraphError.
    """
    if not isinstance(intent, YesNo | Which | Why | Compare | Open) and not (
        isinstance(intent, About) and (intent.beside or intent.unknown)
    ):
        return ()
    return await fates_of_things(graph, named_entities(intent))


async def fates_of_things(graph: KnowledgeGraph, things: Iterable[Entity]) -> tuple[Entity, ...]:
    """Return what the graph has on the fate in the body of those things that are taken. Raises GraphError."""
    own = [e for e in things if is_taken(e)]
    mentions = [Mention(f"{e.name} {fate}") for e in own for fate in _FATES]
    if not mentions:
        return ()
    rankings = await graph.rank(mentions, 1)
    meant = (r.candidates[0].entity for r in rankings if r.linked)
    names = {n.casefold() for e in own for n in (e.name, *e.synonyms)}
    return tuple({e.id: e for e in meant if fate_of(e).casefold() in names}.values())


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def merged_kin(
    one: Mapping[str, Sequence[Relative]], more: Mapping[str, Iterable[Relative]]
) -> dict[str, tuple[Relative, ...]]:
    """Return the relatives of both, each once."""
    made: dict[str, tuple[Relative, ...]] = {}
    for id in {**one, **more}:
        every = (*more.get(id, ()), *one.get(id, ()))
        made[id] = tuple({k.entity.id: k for k in every}.values())
    return made
