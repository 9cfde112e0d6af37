"""Comparisons: what entities share, what only one of them has. A table of two stands beside the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from kgcore.english.agreement import capitalise, is_plural, join_words
from kgcore.english.inflection import indefinite_article, singular
from kgcore.english.words import word_list
from kgcore.evidence.findings import Agreement, Finding
from kgcore.evidence.harms import MOST_WARNINGS, gravity, warns
from kgcore.evidence.pairs import asks_warily, is_about_oneself
from kgcore.llm.graph_alone.about import answer_about, other_relations
from kgcore.llm.graph_alone.lists import (
    CAUTION,
    closest_names,
    group_for_sentences,
    group_sentence,
    hops_of,
    is_slip_of,
    nothing_direct,
    nothing_known,
    path_in_words,
    path_sentences,
    quoted_names,
    unknown_names,
    without_mirrors,
)
from kgcore.llm.graph_alone.relate import UNTIMED, RelativeEvidence, clash_between, evidence_of_relatives
from kgcore.llm.graph_alone.warnings import NOT_SHOWN_SAFE, WARNED, asks_to_take, harms_named_after, no_all_clear
from kgcore.llm.graph_alone.writer import (
    AnnotatedWriter,
    AnswerContext,
    is_membership,
    lowered,
    make_sentence,
    report_finding,
)
from kgcore.question.kinds import is_kind
from kgcore.question.relation import asks_of_harm_or_meeting, is_about_spacing, is_ill, is_swallowed, is_taken
from kgcore.values.intent import COMPARED, About, AskedRelation, Compare, Connect, Digest, More, Open, compared_entities
from kgcore.values.model import Claim, Entity, Path, Reason, Salience
from kgcore.values.tasks import Detail
from kgcore.verdicts import Verdict
from kgcore.vocabulary.types import is_acted_on, type_words
from kgcore.vocabulary.wording import for_many, name_in_sentence, names_object, papers_count, predicate_verb

Paragraphs = list[list[str]]


def answer_compare(context: AnswerContext, writer: AnnotatedWriter, intent: Compare) -> Paragraphs:
    """Return the comparison: on the topic where there is one, what some share, what each has alone."""
    some, topic = compared_entities(intent), intent.topic
    names = join_words(map(name_in_sentence, some))
    graver = sorted((p for p in _pairs(some) if _taken(*p)), key=lambda pair: _gravity(context, *pair))
    clashes = [said for a, b in graver for said in clash_between(context, writer, a, b)]
    between = [said for a, b in _pairs(some) for said in _together(context, writer, a, b, on_topic=topic is not None)]
    if is_about_spacing(context.question) and all(map(is_taken, some)):
        nothing = f"The graph has nothing on whether {names} go together. {NOT_SHOWN_SAFE}"
        return [[*(clashes or between or [nothing]), UNTIMED]]
    worse = _WORSE.search(context.question)
    weighed = _may_be_better(intent) and (worse or (_WEIGHS.search(context.question) and not all(map(is_ill, some))))
    better = _best(some) if worse is None else worse[0].lower()
    closing = [f"The graph does not say which of {names} is {better}."] if weighed else []
    left = _left(intent.left[COMPARED - 2 :])
    if topic is not None:
        on = [s for x in some for s in _on_topic(context, writer, x, topic)]
        on.sort(key=lambda said: not said.startswith(WARNED))
        kin = _of_kin(context, writer, [x for x in some if not context.between(x, topic)], topic)
        if kin and not on and is_ill(topic) and any(map(_warns_of_kin(context, topic), some)):
            kin = [f"{WARNED}, though not on {join_words(map(name_in_sentence, some), 'or')} itself.", *kin]
            return [clashes + kin, left, [*between, *closing]]
        together = _not_linked(context, some) if is_ill(topic) and _is_of_taking(context, some) else []
        told = [*on, *_not_on_topic(context, some, topic), *left]
        return [clashes + together, told, kin, [*between, *closing]]
    if _is_of_taking(context, some):  # who takes them asks what they do together, not what they share or are good for
        return [clashes + between + _not_linked(context, some) + left]
    shared = _shared(context, writer, some) + _done_to_all(context, writer, some)
    alone = [_alone(context, writer, x, some) for x in some]
    if not shared and not any(alone):
        return [clashes, [f"The graph has nothing on {names} that can be compared."], between]
    shared = shared or _disputed_of_one(context, writer, some)
    none = [] if shared else [f"The graph shows nothing that {names} have in common."]
    return [clashes + between + none + shared + left, [s for part in alone for s in part], closing]


def _gravity(context: AnswerContext, a: Entity, b: Entity) -> int:
    """Return how grave the gravest warning on two things is, 0 the gravest; what warns of their kinds comes last."""
    return min((gravity(f) for f in context.between(a, b) if warns(f)), default=MOST_WARNINGS)


def _warns_of_kin(context: AnswerContext, topic: Entity) -> Callable[[Entity], bool]:
    """Return what tells whether kinds or classes of a thing are said to bring an ill."""
    return lambda e: (
        is_taken(e) and evidence_of_relatives(context, AnnotatedWriter(), e, topic, AskedRelation(), again=True).warned
    )


def _is_of_taking(context: AnswerContext, some: Sequence[Entity]) -> bool:
    """Tell whether somebody asks of things that are taken whether these go together."""
    plain = isinstance(context.intent, Compare) and not (context.intent.better or context.intent.topic)
    asks = plain or asks_of_harm_or_meeting(context.question) or asks_warily(context.question)
    return asks and is_about_oneself(context.question) and all(map(is_taken, some))


def _not_linked(context: AnswerContext, some: Sequence[Entity]) -> list[str]:
    """Return of which pairs of what is taken the graph says nothing, where there are some."""
    open_ = [
        (a, b)
        for a, b in _pairs(some)
        if not context.between(a, b) and not clash_between(context, AnnotatedWriter(), a, b)
    ]
    if not open_:
        return []
    ends = list({e.id: e for pair in open_ for e in pair}.values())
    first, *others = [name_in_sentence(e) for e in ends]
    two = f"{first} and {others[0]}" if len(ends) == _PAIR else f"any two of {join_words([first, *others], 'and')}"
    if len(open_) == len(ends) * (len(ends) - 1) // 2:
        return [f"The graph has no statement that links {two}.", NOT_SHOWN_SAFE]
    said = [f"{name_in_sentence(a)} with {name_in_sentence(b)}" for a, b in open_]
    return [f"The graph has no statement that links {join_words(said, 'or')}.", NOT_SHOWN_SAFE]


_PAIR = 2


def _together(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity, *, on_topic: bool) -> list[str]:
    """Return what the graph says of two of those compared beside a warning; that one is part of the other says nothing
    on a topic.
    """
    found = [f for f in context.fresh(context.between(a, b)) if not (on_topic and is_membership(f))]
    return [make_sentence(report_finding(writer, f)) for f in found if not (_taken(a, b) and warns(f))][:2]


def _taken(a: Entity, b: Entity) -> bool:
    return is_taken(a) and is_taken(b)


def _disputed_of_one(context: AnswerContext, writer: AnnotatedWriter, some: Sequence[Entity]) -> list[str]:
    """Return, where all are said to bear on one thing, what papers say of each: those of one may disagree."""
    every = [{(f.predicate.name, *_other_end(f, e)): f for f in context.around(e)} for e in some]
    common = [end for end in every[0] if all(end in own for own in every)]
    if not common:
        return []
    best = max(common, key=lambda id: sum(own[id].weight for own in every))
    return [make_sentence(report_finding(writer, own[best])) for own in every]


def _other_end(finding: Finding, entity: Entity) -> tuple[str, bool]:
    """Return the id of what a finding joins an entity to, and whether that is its object."""
    return (finding.object.id, True) if finding.subject.id == entity.id else (finding.subject.id, False)


_WEIGHS = re.compile(
    r"\b(?:\w+er|better|best|\w+est|most|more|less|prefer\w*|rather|or|vs|versus|compar\w*|choose|which"
    r"|on (?:a )?par|as (?!(?:well|long|soon|far) as\b)\w+|as well as|match\w*|rivals?|equals?|equivalent|swap\w*"
    r"|stacks?|measures?)\b",
    re.I,
)


_WORSE = re.compile(r"\b(?:worse|worst)\b", re.IGNORECASE)


def _pairs(some: Sequence[Entity]) -> list[tuple[Entity, Entity]]:
    return [(a, b) for n, a in enumerate(some) for b in some[n + 1 :]]


def _may_be_better(intent: Compare) -> bool:
    """Tell whether one of those compared may be better than another: no gene or protein is."""
    return intent.better and not any(
        is_acted_on(e.type) and not is_swallowed(e.type) for e in compared_entities(intent)
    )


def _best(some: Sequence[Entity]) -> str:
    return "better" if len(some) == 2 else "best"


def _left(left: Sequence[Entity]) -> list[str]:
    names, were = join_words([name_in_sentence(e) for e in left]), "was" if len(left) == 1 else "were"
    return [f"Only four can be compared at a time: {names} {were} left out."] if left else []


def _on_topic(context: AnswerContext, writer: AnnotatedWriter, entity: Entity, topic: Entity) -> list[str]:
    found = context.between(entity, topic)
    clash = clash_between(context, writer, entity, topic) if _taken(entity, topic) else []
    if clash or not found:
        return clash
    on_it = (context.fresh(found) or found)[: context.size.sentences]
    return [make_sentence(report_finding(writer, f)) for f in (*harms_named_after(context, entity, topic), *on_it)]


def _not_on_topic(context: AnswerContext, some: Sequence[Entity], topic: Entity) -> list[str]:
    """Return of which the graph has nothing on the topic, behind what it has on the others."""
    left = [e for e in some if not context.between(e, topic)]
    taken = any(_taken(e, topic) for e in left)
    left = [e for e in left if not (_taken(e, topic) and clash_between(context, AnnotatedWriter(), e, topic))]
    if not left:
        return []
    names = join_words([name_in_sentence(e) for e in left], "or")
    two = f"{names} and {name_in_sentence(topic)}" if len(left) == 1 else f"{name_in_sentence(topic)} with {names}"
    none = f"The graph has no statement that links {two}."
    return [none, NOT_SHOWN_SAFE] if taken else [none]


def _of_kin(context: AnswerContext, writer: AnnotatedWriter, left: Sequence[Entity], topic: Entity) -> list[str]:
    """Return what is said of kinds and forms of those of which the graph has nothing on the topic."""
    told = [evidence_of_relatives(context, writer, x, topic, AskedRelation(), again=n > 0) for n, x in enumerate(left)]
    return [said for one in told for said in one.told]


def _shared(context: AnswerContext, writer: AnnotatedWriter, some: Sequence[Entity]) -> list[str]:
    """Return what several are said to do to the same other entity, in one sentence each, what most share first."""
    holders: dict[tuple[str, str], list[Finding]] = {}
    for entity in some:
        for f in context.around(entity):
            if f.subject.id == entity.id and f.standing is Agreement.SAID:
                holders.setdefault((f.predicate.name, f.object.id), []).append(f)
    found = [fs for fs in holders.values() if len(fs) > 1 and context.fresh(fs)]
    found.sort(key=lambda fs: (-len(fs), -sum(f.weight for f in fs)))
    groups: dict[tuple[str, ...], list[list[Finding]]] = {}
    for fs in found[: context.size.members]:  # what one relation joins to the same things is told together
        rests = "papers" if any(f.weight for f in fs) else ""
        groups.setdefault((fs[0].predicate.name, rests, *(f.subject.id for f in fs)), []).append(fs)
    return [_sharing(writer, group, len(some)) for group in groups.values()]


def _sharing(writer: AnnotatedWriter, group: Sequence[Sequence[Finding]], of: int) -> str:
    found, first = group[0], group[0][0]
    names = join_words([writer.name(f.subject, opening=n == 0 and len(found) > 2) for n, f in enumerate(found)])
    verb = predicate_verb(first.predicate, first.object)
    said = for_many(verb) if len(group) > 1 else verb
    words = writer.relation(said.finite(plural=True), [f for fs in group for f in fs])
    what = join_words([f"{writer.object(fs[0])}{_each(fs) if any(f.weight for f in fs) else ''}" for fs in group])
    both = "Both " if len(found) == 2 else ""
    return f"{both}{names} {'all ' if len(found) == of > 2 else ''}{words} {what}."


def _done_to_all(context: AnswerContext, writer: AnnotatedWriter, some: Sequence[Entity]) -> list[str]:
    """Return what one and the same thing is said to do to all of them, a sentence each, what most papers say first."""
    holders: dict[tuple[str, str], dict[str, Finding]] = {}
    for entity in some:
        for f in context.around(entity):
            if f.object.id == entity.id and f.standing is Agreement.SAID:
                holders.setdefault((f.predicate.name, f.subject.id), {})[entity.id] = f
    found = [list(fs.values()) for fs in holders.values() if len(fs) == len(some) and context.fresh(list(fs.values()))]
    found.sort(key=lambda fs: -sum(f.weight for f in fs))
    groups: dict[tuple[str, str], list[list[Finding]]] = {}
    for fs in found[: context.size.members]:  # what does the same to all of them is told together
        groups.setdefault((fs[0].predicate.name, "papers" if any(f.weight for f in fs) else ""), []).append(fs)
    return [_doing(writer, group) for group in groups.values()]


def _doing(writer: AnnotatedWriter, group: Sequence[Sequence[Finding]]) -> str:
    found = group[0]
    names = [writer.name(fs[0].subject, opening=not n) for n, fs in enumerate(group)]
    counts = [_each(fs) if any(f.weight for f in fs) else "" for fs in group]
    alone = len(group) == 1
    doers = join_words(names if alone else [f"{name}{each}" for name, each in zip(names, counts, strict=True)])
    verb = for_many(predicate_verb(found[0].predicate))
    plural = not alone or is_plural(found[0].subject.name)
    words = writer.relation(verb.finite(plural=plural), [f for fs in group for f in fs])
    both = "both " if len(found) == 2 and not names_object(found[0].predicate) else ""
    return f"{doers} {words} {both}{join_words(map(writer.object, found))}{counts[0] if alone else ''}."


def _each(found: Sequence[Finding]) -> str:
    counts = [f.weight for f in found]
    if len(set(counts)) == 1:
        return f" ({papers_count(counts[0])} each)"
    if not all(counts):
        return f" (papers: {join_words(str(n or 'none') for n in counts)})"
    return f" ({join_words(map(str, counts))} papers)"


def _alone(context: AnswerContext, writer: AnnotatedWriter, entity: Entity, some: Sequence[Entity]) -> list[str]:
    others = [e for e in some if e.id != entity.id]
    theirs = {end for e in others for f in context.around(e) for end in (f.object.id, f.subject.id)}
    found = [f for f in context.fresh(context.around(entity)) if not {f.subject.id, f.object.id} - {entity.id} & theirs]
    top = max(1, context.size.sentences // len(some))
    told = [
        group_sentence(writer, g, context.size.members) for g in group_for_sentences(found, entity, context.dim)[:top]
    ]
    return [f"For {name_in_sentence(entity)} alone, {lowered(told[0])}", *told[1:]] if told else []


# --- How several entities are connected: for each pair what joins them, and plainly where nothing does.

_PAIRS = 4  # pairs without a connection that are named
_EACH = {Detail.BRIEF: 1, Detail.NORMAL: 2, Detail.FULL: 4}  # findings told between two


def answer_connect(context: AnswerContext, writer: AnnotatedWriter, intent: Connect) -> Paragraphs:
    """Return the direct relations, then the ways through a third entity; what was told before is told again."""
    direct: list[str] = []
    roundabout: list[str] = []
    none: list[tuple[Entity, Entity]] = []
    for a, b in combinations(intent.entities, 2):
        if found := _joining(context, a, b):
            direct += [make_sentence(report_finding(writer, f)) for f in found]
        elif ways := [said for p in context.paths if (said := _between(context, writer, p, a, b))]:
            roundabout += ways[:1]
        elif relatives := _of_relatives(context, writer, a, b):
            roundabout += relatives
        else:
            none.append((a, b))
    if roundabout:
        roundabout.append(CAUTION)
    return (
        [direct, roundabout, _nothing(none, intent.entities)]
        if direct
        else [_nothing(none, intent.entities), roundabout]
    )


def _joining(context: AnswerContext, a: Entity, b: Entity) -> list[Finding]:
    found = sorted(without_mirrors(context.between(a, b)), key=is_membership)
    return found[: _EACH[context.detail]]


def _between(context: AnswerContext, writer: AnnotatedWriter, path: Path, a: Entity, b: Entity) -> str:
    if {path.nodes[0].id, path.nodes[2].id} != {a.id, b.id}:
        return ""
    hops = hops_of(context, path)
    lead = (
        f"{capitalise(name_in_sentence(a))} and {name_in_sentence(b)} "
        f"are joined through {name_in_sentence(path.nodes[1])}"
    )
    return f"{lead}: {path_in_words(writer, hops)}." if hops else ""


def _of_relatives(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    relatives: RelativeEvidence = evidence_of_relatives(context, writer, a, b, AskedRelation())
    both = f"{capitalise(name_in_sentence(a))} and {name_in_sentence(b)}"
    lead = f"{both} themselves are not linked by anything in the graph."
    return [lead, *relatives.told[:1]] if relatives.told else []


def _nothing(pairs: Sequence[tuple[Entity, Entity]], of: Sequence[Entity]) -> list[str]:
    named = [f"{name_in_sentence(a)} with {name_in_sentence(b)}" for a, b in pairs]
    if not named:
        return []
    left = len(named) - _PAIRS
    what = join_words([*named[:_PAIRS], f"{left} more pairs"] if left > 1 else named, "or")
    if len(of) > 2 and len(named) == len(of) * (len(of) - 1) // 2:
        what = f"any two of {join_words(map(name_in_sentence, of))}"
    return [f"The graph has nothing that links {what}, neither directly nor through one other entity."]


_GROUPS = {Detail.BRIEF: 1, Detail.NORMAL: 2, Detail.FULL: 4}  # sentences told of each entity


def answer_more(context: AnswerContext, writer: AnnotatedWriter, intent: More) -> Paragraphs:
    """Return what the thread has not heard yet of these entities: between them first, then around each."""
    said: set[str] = set()
    between = [f for a, b in combinations(intent.entities, 2) for f in _new(context, context.between(a, b), said)]
    first = [make_sentence(report_finding(writer, f)) for f in between[: context.size.sentences]]
    few = max(1, _GROUPS[context.detail] if len(intent.entities) > 1 else context.size.sentences)
    around = [_around(context, writer, e, few, said) for e in intent.entities]
    told = [first, *around]
    if not any(told):
        names = join_words((name_in_sentence(e) for e in intent.entities), "and")
        known = any(context.around(e) for e in intent.entities)
        return [[f"All that the graph has on {names} has been said above." if known else nothing_known(context, names)]]
    if intent.one:
        return [[s for part in told for s in part][: context.size.sentences]]
    head, *rest = [part for part in told if part]
    return [head, *rest[:1], [s for part in rest[1:] for s in part]]


def _around(context: AnswerContext, writer: AnnotatedWriter, entity: Entity, top: int, said: set[str]) -> list[str]:
    groups = group_for_sentences(_new(context, context.around(entity), said), entity, context.dim)
    return [group_sentence(writer, g, context.size.members, again=n > 0) for n, g in enumerate(groups[:top])]


def _new(context: AnswerContext, some: Sequence[Finding], said: set[str]) -> list[Finding]:
    """Return the findings that neither the thread nor this answer has told, and note them."""
    found = [f for f in without_mirrors(context.fresh(some)) if not {e.id for e in f.edges} <= said]
    said.update(e.id for f in found for e in f.edges)
    return found


# --- What the steps of a thread come to: the few nodes that matter most, what is agreed, disputed and still
# open.

NODES = 5  # entities that a summary names at most, besides those of open questions
_FINDINGS = {Detail.BRIEF: 2, Detail.NORMAL: 5, Detail.FULL: 9}
_OPEN = {Detail.BRIEF: 1, Detail.NORMAL: 2, Detail.FULL: 4}
_UNTOLD = frozenset({Reason.NEIGHBOUR_FOR, Reason.NEIGHBOUR_AGAINST, Reason.NEIGHBOUR_MIXED, Reason.PATH})


def answer_digest(context: AnswerContext, writer: AnnotatedWriter, _: Digest) -> Paragraphs:
    """Return a summary of the claims so far; all of it is stated anew, so that it is checked like any answer."""
    chosen = _chosen(context)
    agreed = [f for f in chosen if f.standing is Agreement.SAID]
    others = [f for f in chosen if f.standing is not Agreement.SAID]
    told = [make_sentence(report_finding(writer, f)) for f in agreed]
    doubts = [make_sentence(report_finding(writer, f)) for f in others]
    open_ = _open(context, writer)
    if not told and not doubts and not open_:
        return [["There is nothing to sum up yet."]]
    if context.detail is Detail.BRIEF:
        return [[*told, *doubts, *open_][:3]]
    return [told, doubts, open_]


def _chosen(context: AnswerContext) -> list[Finding]:
    """Return the findings that carry most, as long as they stay among a few nodes."""
    weight = _weights(context.claims)
    cited = {e.id for c in context.claims for e in (*c.edges_for, *c.edges_against)}
    named = Counter(end for f in context.findings for end in (f.subject.id, f.object.id))
    some = [f for f in context.findings if not context.claims or cited & {e.id for e in f.edges}]

    def rank(f: Finding) -> tuple[bool, bool, int, int, int]:
        worth = sum(weight[e.id] for e in f.edges)
        return context.dim(f), is_membership(f), -worth, -f.weight, -(named[f.subject.id] + named[f.object.id])

    nodes: set[str] = set()
    chosen: list[Finding] = []
    for finding in without_mirrors(sorted(some, key=rank)):
        ends = {finding.subject.id, finding.object.id}
        if len(nodes | ends) <= NODES and len(chosen) < _FINDINGS[context.detail]:
            nodes |= ends
            chosen.append(finding)
    return chosen


def _weights(claims: Iterable[Claim]) -> Counter[str]:
    """Count, per edge, the claims that it bears on; important ones twice, and disputes more, as they must be known."""
    weight: Counter[str] = Counter()
    for claim in claims:
        worth = 2 if claim.triple.salience is Salience.HIGH else 1
        worth += 1 if claim.verdict in {Verdict.MIXED, Verdict.CONTRADICTED} else 0
        weight.update(dict.fromkeys((e.id for e in (*claim.edges_for, *claim.edges_against)), worth))
    return weight


def _open(context: AnswerContext, writer: AnnotatedWriter) -> list[str]:
    """Return what was claimed or asked and the graph has no word on itself."""
    pairs: dict[tuple[str, str], Claim] = {}
    for claim in context.claims:
        unsettled = claim.verdict is Verdict.UNSURE or claim.reason in _UNTOLD
        if claim.subject and claim.object and claim.predicate and unsettled:
            pairs.setdefault((claim.subject.entity.id, claim.object.entity.id), claim)
    return [s for c in list(pairs.values())[: _OPEN[context.detail]] for s in _stated(context, writer, c)]


def _stated(context: AnswerContext, writer: AnnotatedWriter, claim: Claim) -> Sequence[str]:
    if claim.subject is None or claim.object is None or claim.predicate is None:
        return ()
    own = nothing_direct(context, writer, claim.subject.entity, claim.predicate, claim.object.entity)
    return (own,)


# --- Answers to questions of no known form: what connects the entities named, or what the graph knows
# instead.

_STEM = 6  # letters by which words count as alike


def answer_open(context: AnswerContext, writer: AnnotatedWriter, intent: Open) -> Paragraphs:
    """Return an answer that says plainly when the graph has nothing."""
    if not intent.entities:
        return [_openly_nothing(context, intent.unknown)]
    if len(intent.entities) == 1:
        return answer_about(context, writer, About(intent.entities[0]))
    found = [f for a, b in combinations(intent.entities, 2) for f in context.between(a, b)]
    fresh = context.fresh(found)
    told = [
        make_sentence(report_finding(writer, f))
        for f in without_mirrors(context.ranked(fresh))[: context.size.sentences + 2]
    ]
    if not told and found:
        told = ["What links these in the graph has been said above."]
    if not told and not intent.unknown:
        names = join_words((name_in_sentence(e) for e in intent.entities), "and")
        told = [f"The graph has {context.nothing} that links {names}."]
    joined = {e.id for f in found for e in (f.subject, f.object)}
    if alone := [name_in_sentence(e) for e in intent.entities if found and e.id not in joined]:
        taken = any(is_taken(e) for e in intent.entities if e.id not in joined)
        safe = f" {NOT_SHOWN_SAFE}" if taken else ""
        told.append(f"It has no statement that links {join_words(alone, 'or')} with any of these.{safe}")
    rest = [] if fresh else [other_relations(context, writer, e, 1) for e in intent.entities[:2]]
    return [
        [*unknown_names(intent.unknown, context.nearest, alone=True), *told, *no_all_clear(context, intent.entities)],
        path_sentences(context, writer, 2),
        *rest,
    ]


NOTHING = "I cannot answer that from this graph: I found nothing in it"
GO_ON = (
    "Name what you mean, or go on from the answer above: “Why?”, “Show me the papers.”, “How strong is that evidence?”"
)
FOR_WHAT = "For what? Name the illness or complaint, as in “what else helps with migraine?”"
_INSTEAD = frozenset({"instead", "alternative", "alternatives", "else", "other", "others", "substitute", "replacement"})
_SHORTEST = 2  # letters of a word that is no slip for anything
_NEAR = 5  # names that are offered to a reader who named something else
_NAMED = 3  # types that are offered to a reader who named nothing


def _openly_nothing(context: AnswerContext, names: Sequence[str]) -> list[str]:
    if of_it := _of_kinds_alone(context, names):
        return of_it
    words = re.findall(r"[^\W\d_][\w'-]+", context.question)
    slips = [e for e in context.nearest if any(is_slip_of(w, e) for w in (*names, *words) if len(w) > _SHORTEST)]
    others = [e for e in context.nearest if _alike(e, context.question)] if not slips else []
    alike = dict.fromkeys(name_in_sentence(e) for e in (*slips, *others))
    near = closest_names(list(alike)[:_NEAR])
    if context.claims and not near and names and set(names) <= _INSTEAD:
        return [FOR_WHAT]
    asked = join_words(quoted_names(names), "or")
    nothing = f"{NOTHING} on {asked}." if asked else f"{NOTHING} that your question names."
    if context.claims and not near:  # it goes on from an answer, in words that tell nothing of how
        return [nothing, GO_ON]
    safe = [NOT_SHOWN_SAFE] if names and asks_to_take(context.question) else []
    return [nothing, *safe, *(near or [_to_name(context.types)])]


def _of_kinds_alone(context: AnswerContext, names: Sequence[str]) -> list[str]:
    """Return that the graph has only kinds of what a question names, and which; [] where it has none."""
    for name in names:
        kinds = dict.fromkeys(name_in_sentence(e) for e in context.nearest if is_kind(e, singular(name)))
        if len(kinds) > 1:
            lead = f"The graph has no entry for just {quoted_names([name])[0]}, but for kinds of it"
            return [f"{lead}, such as {'; '.join(list(kinds)[:_NEAR])}.", "Please ask about one of these."]
    return []


def _to_name(types: Sequence[str]) -> str:
    """Return what to name instead: things of the types that the graph has most of."""
    kinds = [type_words(t, False) for t in types[:_NAMED]]
    if len(types) < 2:
        return "Name what you ask about as the graph may call it."
    return f"Name {join_words((f'{indefinite_article(kind)} {kind}' for kind in kinds), 'or')}."


def _alike(entity: Entity, question: str) -> bool:
    """Tell whether a word of the question begins like one of the entity's names: all else is no help to a reader."""
    asked = {
        w[:_STEM]
        for w in re.findall(r"[^\W\d_]{4,}", question.casefold())
        if w not in word_list("word of many questions")
    }
    names = {w[:_STEM] for n in (entity.name, *entity.synonyms) for w in re.findall(r"[^\W\d_]{4,}", n.casefold())}
    return not asked.isdisjoint(names)
