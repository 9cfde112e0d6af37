"""Answers about two entities: a direct word first, then what else stands between them, relatives, and ways round."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import assert_never

from kgcore.english.agreement import capitalise, join_words
from kgcore.english.body import ills_begin_with
from kgcore.evidence.findings import Agreement, Finding
from kgcore.evidence.harms import does_harm, warns
from kgcore.evidence.pairs import asks_warily, asks_which_go_with, is_about_oneself
from kgcore.evidence.selection import bears_on
from kgcore.graph.taxonomy import TaxonomicRank, taxonomic_rank
from kgcore.llm.graph_alone.about import other_relations
from kgcore.llm.graph_alone.contents import denied_of_contents, stances_of, warned_of_contents
from kgcore.llm.graph_alone.lists import (
    group_for_sentences,
    group_sentence,
    nothing_direct,
    path_sentences,
    path_through_relative,
    step_away,
    unknown_names,
    without_mirrors,
)
from kgcore.llm.graph_alone.warnings import (
    NOT_SHOWN_SAFE,
    WARNED,
    asks_of_interactions,
    asks_to_take,
    harmless_on_fate,
    harms_named_after,
    harms_of_class,
    on_each_others_fate,
    shared_harms,
    told_of_body,
    unwarned,
    warnings_on,
    warnings_on_forms,
)
from kgcore.llm.graph_alone.writer import (
    AnnotatedWriter,
    AnswerContext,
    is_membership,
    lowered,
    make_sentence,
    report_finding,
)
from kgcore.question.plain_names import states_of
from kgcore.question.relation import GOOD, asked_by_slant, is_about_spacing, is_ill, is_measure, is_taken
from kgcore.values.intent import AskedRelation, Slant, YesNo
from kgcore.values.model import Entity, QualifierKind
from kgcore.values.text import clean_line
from kgcore.verdict.qualifiers import unmet_by
from kgcore.verdict.stance import Stance
from kgcore.vocabulary.types import types_meant
from kgcore.vocabulary.wording import name_in_sentence

Paragraphs = list[list[str]]
_PLAIN = {"The graph says yes": "says yes", "The graph says no": "says no"}
UNTIMED = "How long to leave between them, the graph does not say: a pharmacist can tell you."
UNWARNED = "The graph has no warning about the two"
_BOTH = (Stance.FOR, Stance.AGAINST)
_WHOM = (QualifierKind.POPULATION, QualifierKind.SPECIES)
_COMMON = 3  # things that two entities have in common and that are named


def yes_no(context: AnswerContext, writer: AnnotatedWriter, intent: YesNo) -> Paragraphs:
    """Return the answer to a question about two entities."""
    direct = context.between(intent.subject, intent.object)
    if not direct and (kinds := _of_named_kinds(context, writer, intent)):
        return [[*kinds, *_aside(intent)]]
    bearing = [f for f in direct if sides_of_finding(context, intent, f)]
    others = tuple(f for f in direct if f not in bearing)
    again = bool(bearing) and not context.fresh(
        direct
    )  # the pair was asked about before: both sides are told once more
    others = others if again else context.fresh(others)
    first = (
        _verdict(context, writer, intent, bearing) if bearing else _no_verdict(context, writer, intent, direct, others)
    )
    if bearing:
        told = {e.id for f in bearing for e in f.edges}
        further = without_mirrors(f for f in others if not {e.id for e in f.edges} <= told)
        first += [told_besides(writer, f, bearing) for f in further[: context.size.sentences - 1]]
        denied = all(f.standing is Agreement.DENIED for f in bearing)
        named = harms_named_after(context, intent.subject, intent.object)
        first += [f"But {r}." if denied else make_sentence(r) for r in (report_finding(writer, f) for f in named)]
        first += _otherwise_of_kinds(context, writer, intent, bearing)
    first += _aside(intent)
    if not direct:
        return _indirect(context, writer, intent, first)
    return [first, evidence_of_relatives(context, writer, intent.subject, intent.object, intent.asked).told]


def clash_between(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    """Return the warning about two things that are taken, about one and the other's fate, or about a kind of one."""
    if direct := context.between(a, b):
        warned = next((f for f in direct if warns(f) or does_harm(f, context.vocabulary)), None)
        return [f"{WARNED}: {report_finding(writer, warned)}."] if warned else []
    if fate := on_each_others_fate(context, writer, a, b):
        return fate
    return _warned_of_relatives(context, writer, a, b) or _shared_where_asked(context, writer, a, b)


def _warned_of_relatives(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    """Return what warns of kinds or classes of two things, behind that it is not on themselves; nothing where none
    does.
    """
    relatives = evidence_of_relatives(context, AnnotatedWriter(), a, b, AskedRelation(), again=True)
    if not relatives.warned:
        return []
    return [*_not_on(relatives), *evidence_of_relatives(context, writer, a, b, AskedRelation(), again=True).told]


def _not_on(relatives: RelativeEvidence) -> list[str]:
    here = f"{name_in_sentence(relatives.own)} itself" if relatives.own else "just these two"
    return [f"{WARNED}, though not on {here}."]


def _asks_of_doing_harm(context: AnswerContext, intent: YesNo) -> bool:
    """Tell whether a question asks whether something that is taken does harm ("does it raise blood pressure")."""
    bad = asked_by_slant(Slant.BAD, context.vocabulary, intent.object).predicates
    raises = bool(set(bad) & set(intent.asked.predicates[:1]))
    harm = raises or intent.asked.slant is Slant.BAD or _OF_HARM.search(intent.asked.phrase) is not None
    return harm and not intent.asked.negated and is_taken(intent.subject)


_OF_HARM = re.compile(
    r"\b(?:caus|mak|giv|produc|trigger|lead|induc|hurt|harm|damag|worse|bring|provok|result|bad|danger|risk|side)", re.I
)


def _otherwise_of_kinds(
    context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, bearing: Sequence[Finding]
) -> list[str]:
    """Return what holds of a kind of the object, by its name, and not of the object itself, or the other way round:
    "antibiotic-associated diarrhea", where diarrhea is asked about.
    """
    sides = {s for f in bearing for s in stances_of(context, intent.asked, f, False)}
    if len(sides) != 1 or not intent.asked.predicates:
        return []
    kind = re.compile(rf"\w[ -]{re.escape(intent.object.name)}$", re.IGNORECASE)
    known = {r.entity.id for r in context.relatives(intent.object)}  # told as such
    own = [f for f in context.around(intent.subject) if f.subject.id == intent.subject.id and f.object.id not in known]
    named = [f for f in without_mirrors(own) if kind.search(f.object.name)]
    found = [f for f in named if (stances := stances_of(context, intent.asked, f, False)) and not stances & sides]
    told = [report_finding(writer, f) for f in found[:_COMMON]]
    return [f"But {told[0]}.", *map(make_sentence, told[1:])] if told else []


def _indirect(context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, first: list[str]) -> Paragraphs:
    """Return what stands in for a direct word: that of broader and narrower entities, and ways round."""
    kinds = [taxonomic_rank(p) is not TaxonomicRank.NONE for p in intent.asked.predicates]  # "is A a B": not of harm
    both = is_taken(intent.subject) and is_taken(intent.object) and not (kinds and all(kinds))
    relatives = evidence_of_relatives(
        context, writer, intent.subject, intent.object, AskedRelation() if both else intent.asked, again=True
    )
    if both:
        return _of_two_taken(context, writer, intent, first, relatives)
    if _asks_of_doing_harm(context, intent) and (contents := warned_of_contents(context, writer, intent)):
        return [[*contents, *first], relatives.told]
    ill = is_taken(intent.subject) and is_ill(intent.object) and not is_measure(intent.object)
    if harm := _of_harm(context, writer, intent, first, relatives) if ill else []:
        return harm
    if of_part := _of_what_a_part_does(context, writer, intent):
        return [of_part, first]
    first += _on_what_it_is_a_state_of(context, writer, intent)
    first, bears = _with_what_bears_on_it(context, writer, intent, first)
    if bears and relatives.told:
        relatives = evidence_of_relatives(
            context, writer, intent.subject, intent.object, intent.asked, again=True, told=bears
        )
    ways = path_sentences(context, writer, 2, relatives_told=bool(relatives.told), again=True)
    roundabout = [*ways, *denied_of_contents(context, writer, intent, ways)]
    if relatives.told or roundabout:
        return [[*first, *relatives.told, *_weighed(relatives, intent)], roundabout]
    ends = ((intent.subject, intent.object), (intent.object, intent.subject))  # what is alike to the other first
    loose = intent.asked.slant is Slant.ANY  # then the best-documented comes first, but for signs and illnesses
    sorts = [() if loose and not is_ill(other) else (other.type,) for _, other in ends]
    rest = [
        other_relations(context, writer, e, 2, sort, answered=False) for (e, _), sort in zip(ends, sorts, strict=True)
    ]
    return [first, *([] if bears else rest)]


def _of_two_taken(
    context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, first: list[str], relatives: RelativeEvidence
) -> Paragraphs:
    """Return what stands in for a direct word on two things that are taken: what one does to the fate of the other,
    what is known of their kinds, which harm both do; and what each is known to do harm with, whole.
    """
    ends = (intent.subject, intent.object)
    if fate := on_each_others_fate(context, writer, *ends):
        return [[*fate, *_aside(intent)], relatives.told]
    if relatives.warned:
        first = [*_not_on(relatives), *relatives.told, *_aside(intent)]
        return [first, *(warnings_on(context, writer, e) for e in ends)]
    known = [warnings_on(context, writer, e) for e in ends]
    if is_about_oneself(context.question) and asks_warily(context.question):
        known = [told + harms_of_class(context, writer, e) for told, e in zip(known, ends, strict=True)]
    if shared := _shared_where_asked(context, writer, *ends):
        return [[*shared, *_aside(intent)], *known]
    if asks_which_go_with(context.question):
        known = [told or unwarned(context, writer, e) for told, e in zip(known, ends, strict=True)]
    harmless = harmless_on_fate(context, writer, *ends)
    first = [*(s for s in first if s != NOT_SHOWN_SAFE), *harmless, NOT_SHOWN_SAFE]
    pair = [*first, *relatives.told, *_weighed(relatives, intent)]
    # Where others are asked about ("which herbs should I avoid?"), what is known of them leads.
    return [*known, pair] if asks_which_go_with(context.question) else [pair, *known]


def _of_harm(
    context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, first: list[str], relatives: RelativeEvidence
) -> Paragraphs:
    """Return what stands in for a direct word on an ill that something taken may bring: what concerns just this is not
    to stand behind a denial. Nothing where no harm is asked about, or none is known.
    """
    asks = _OF_HARM.search(intent.asked.phrase)
    wary = asks or intent.asked.slant is Slant.BAD or is_about_oneself(context.question)
    cautious = wary or (asks_to_take(context.question) and intent.asked.slant is not Slant.GOOD)
    of_body = told_of_body(context, writer, intent.subject, intent.object) if cautious else []
    if of_body:
        again = set(map(_bare, of_body))
        rest = _aside(intent) if relatives.warned else first  # kinds of it do: nothing is denied of it
        return [of_body, [t for t in relatives.told if _bare(t) not in again], rest]
    if of_kind := _warned_of_relatives(context, writer, intent.subject, intent.object) if wary else []:
        # "does it make dementia worse": of Alzheimer's disease, it does
        return [[*of_kind, *_weighed(relatives, intent), *_aside(intent)]]
    if not asks:
        return []
    warned = warnings_on(context, writer, intent.subject)
    warned += warnings_on_forms(context, writer, intent.subject, again=bool(warned))
    return [first, warned, relatives.told] if warned else []


def _of_what_a_part_does(context: AnswerContext, writer: AnnotatedWriter, intent: YesNo) -> list[str]:
    """Return the harms to a part of the body of something taken, where what that part does is asked about ("is salt bad
    for memory": cognitive impairment); nothing where somebody hopes for good.
    """
    loose = intent.asked.slant is Slant.ANY and GOOD.search(context.question) is None
    part = is_taken(intent.subject) and not is_ill(intent.object) and ills_begin_with(intent.object.name)
    wary = loose or _asks_of_doing_harm(context, intent)
    return told_of_body(context, writer, intent.subject) if part and wary else []


def _shared_where_asked(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    """Return the harms that both of two things do, where it is asked how they go together, or whether to take them."""
    asks = asks_to_take(context.question) or is_about_oneself(context.question)
    return shared_harms(context, writer, a, b) if asks else []


def _bare(sentence: str) -> str:
    """Return a sentence without what leads to it and its numbers: said twice, it is the same."""
    return re.sub(r"\d+|^.*?(?:specifically|broadly), ", "", sentence)


def _on_what_it_is_a_state_of(context: AnswerContext, writer: AnnotatedWriter, intent: YesNo) -> list[str]:
    """Return what is said of the subject and of what the object is a state of: blood pressure, where it is asked about
    high blood pressure.
    """
    if not is_ill(intent.object):
        return []
    of = {state.of for state in states_of(intent.object)}
    told = [f for f in context.around(intent.subject) if f.subject.id == intent.subject.id and _is_called(f.object, of)]
    return [f"But {report_finding(writer, f)}." for f in told[:2]]


def _on_what_bears_on_it(
    context: AnswerContext, writer: AnnotatedWriter, intent: YesNo
) -> tuple[list[str], bool, set[str]]:
    """Return what either of the two has to do with what the other's name is a part of, or ills of its part of the body
    ("gait ataxia", where ataxia is asked about), whether that tells of what is asked (which comes before all else), and
    the ids of what it names.
    """
    told: list[str] = []
    named: set[str] = set()
    answers = False
    for own, other in ((intent.subject, intent.object), (intent.object, intent.subject)):
        bears = bears_on(other, own)
        found = [f for f in context.around(own) if bears(f.object if f.subject.id == own.id else f.subject)]
        found = [f for f in found if not is_membership(f)]
        turned = {f: (f.subject.id == own.id) is not (own is intent.subject) for f in found}
        asked = [f for f in found if stances_of(context, intent.asked, f, turned[f])]
        answers |= any(Stance.FOR in stances_of(context, intent.asked, f, turned[f]) for f in asked)
        groups = group_for_sentences(asked or found, own, context.dim)[:_COMMON]
        named |= {e.id for g in groups for f in g.members for e in (f.subject, f.object)} - {own.id}
        told += [
            group_sentence(writer, g, 2 * context.size.members, again=bool(told or n)) for n, g in enumerate(groups)
        ]
    return told[:_COMMON], answers and bool(intent.asked.predicates), named


def _with_what_bears_on_it(
    context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, first: list[str]
) -> tuple[list[str], set[str]]:
    """Return the first paragraph with what bears on the question, and the ids of what does. Where that tells of what is
    asked ("atrial septal defect", of heart defects), it is not opened with a denial.
    """
    told, answers, named = _on_what_bears_on_it(context, writer, intent)
    if not told:
        return first, set()
    bears = f"it has this, which may bear on it: {lowered(told[0])}"
    if answers:
        of, object = name_in_sentence(intent.subject), name_in_sentence(intent.object)
        return [f"The graph does not name just {object} for {of}, but {bears}", *told[1:], *first[1:]], named
    return [*first, f"But {bears}", *told[1:]], named


def _of_named_kinds(context: AnswerContext, writer: AnnotatedWriter, intent: YesNo) -> list[str]:
    """Return that what is asked holds of kinds of the object, by their names: "febrile seizure", where seizure is asked
    about and the graph ties no kind to it. To say that it has nothing on the two would deny what it has.
    """
    object, asked = intent.object, intent.asked
    names = dict.fromkeys(n.partition(" (")[0] for n in (object.name, *object.synonyms))
    called = "|".join(re.escape(n) for n in names if len(n) >= _SHORTEST_KIND)
    loose = asked.slant is Slant.BAD or not (asked.predicates or asked.slant is Slant.ANY)
    if loose or not (called and is_ill(object)):
        return []
    kind = re.compile(rf"(?<!no )(?<!non-)(?<!without )\b[^,()]*[\w)][ -](?:{called})s?", re.IGNORECASE)
    own = [f for f in context.around(intent.subject) if f.subject.id == intent.subject.id and f.object.id != object.id]
    own = [f for f in own if kind.fullmatch(f.object.name)]
    sides = {f: stances_of(context, intent.asked, f, reversed=False) for f in own}
    found = [f for f in own if sides[f] == {Stance.FOR}]
    if not found or any(Stance.AGAINST in side for side in sides.values()):
        return []
    some, most = group_for_sentences(found, intent.subject, context.dim)[:_COMMON], 2 * context.size.members
    told = [group_sentence(writer, g, most, again=n > 0) for n, g in enumerate(some)]
    return [
        f"{_opening({Stance.FOR}, intent.asked)}, for kinds of {name_in_sentence(intent.object)}: {lowered(told[0])}",
        *told[1:],
    ]


_SHORTEST_KIND = 4  # letters of a name that others are looked for by


def _is_called(entity: Entity, names: Collection[str]) -> bool:
    return any(n.casefold() in names for n in (entity.name, *entity.synonyms))


def _weighed(relatives: RelativeEvidence, intent: YesNo) -> list[str]:
    """Return what findings on relatives come to for the entities asked about, without ever settling it."""
    if not relatives.taken or not relatives.told or not intent.asked.predicates:
        return []
    here, harm = name_in_sentence(relatives.own) if relatives.own else "the two", intent.asked.slant is Slant.BAD
    if len(relatives.taken) > 1:
        return [f"So there is evidence on both sides, but none of it is on {here} itself."]
    if Stance.FOR in relatives.taken:
        what = "is a warning for" if harm else "points to the same for"
        return [f"That {what} {here}, but does not settle it."]
    return [f"That speaks against {'such harm' if harm else 'it'} for {here}, too, but does not settle it."]


def _aside(intent: YesNo) -> list[str]:
    """Return what of the question this answer leaves out."""
    names, one = capitalise(join_words([name_in_sentence(e) for e in intent.left])), len(intent.left) == 1
    left = f"{names} {'was' if one else 'were'} left out here: ask about {'it' if one else 'them'} separately."
    unknown = "".join(c for c in clean_line(intent.against) if c.isalnum() or c in " '-")
    against = [f"I could not compare them: the graph has no entry for “{unknown}”."] if unknown else []
    spaced = [UNTIMED] if is_about_spacing(intent.asked.phrase) else []
    return [*spaced, *([left] if intent.left else []), *against, *unknown_names(intent.unknown)]


def told_besides(writer: AnnotatedWriter, finding: Finding, bearing: Sequence[Finding]) -> str:
    """Return another finding on the two, with a "But" where it points the other way; nothing does from a dispute."""
    turns = all(f.standing not in (finding.standing, Agreement.DISPUTED) for f in bearing)
    told = report_finding(writer, finding)
    return f"But {told}." if turns and ", but " not in told else make_sentence(told)


def sides_of_finding(context: AnswerContext, intent: YesNo, finding: Finding) -> set[Stance]:
    """Return on which sides of what is asked a finding's edges stand.

    Where it is asked for good or harm and no relation of the graph tells of that, none takes a side.
    """
    if intent.asked.slant in (Slant.GOOD, Slant.BAD) and not intent.asked.predicates:
        return set()
    return stances_of(context, intent.asked, finding, finding.subject.id != intent.subject.id)


def _verdict(context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, bearing: Sequence[Finding]) -> list[str]:
    disputed = any(f.denied and f.standing is Agreement.DISPUTED for f in bearing)
    versus = any(warns(f) and f.versus for f in context.between(intent.subject, intent.object))
    both = disputed or (versus and len(bearing) == 1 and bearing[0].standing is Agreement.DISPUTED)
    bearing, unsaid = _as_asked(context, intent, bearing)
    taken = {s for f in bearing for s in sides_of_finding(context, intent, f)} | (set(_BOTH) if both else set())
    harm = intent.asked.slant is Slant.BAD or any(map(warns, bearing))  # a warning is never held back
    opening = _opening(taken, intent.asked)
    if unsaid and not harm:
        opening = f"{capitalise(context.nothing)} here says “{unsaid}”"
    if opening == CONNECTED and any(_warns_of_both(intent, f) for f in bearing):
        opening = WARNED
    fresh = context.fresh(bearing)
    if not fresh:
        again = without_mirrors(bearing)[:2]
        return [
            f"{opening}, as said above: {report_finding(writer, again[0])}.",
            *(make_sentence(report_finding(writer, f)) for f in again[1:]),
        ]
    shown = without_mirrors(fresh)[: context.size.sentences]
    lone_dispute = len(shown) == 1 and disputed and not unsaid
    reported = report_finding(writer, shown[0])
    lone = re.match(r"one paper( \([^()]*\))? reports that ", reported)
    if lone and len(bearing) == 1 and opening in _PLAIN:
        first = f"One paper{lone[1] or ''} {_PLAIN[opening]}: {reported[lone.end() :]}."
    else:
        first = make_sentence(reported) if lone_dispute else f"{opening}: {reported}."
    safe = [f"{capitalise(context.nothing)} here says “{unsaid}”."] if unsaid and harm else []
    taken_both = is_taken(intent.subject) and is_taken(intent.object)
    unclear = taken_both and unsaid and is_about_oneself(context.question)
    safe += [NOT_SHOWN_SAFE] if opening == UNWARNED or unclear else []
    return [first, *(make_sentence(report_finding(writer, f)) for f in shown[1:]), *safe]


def _as_asked(context: AnswerContext, intent: YesNo, bearing: Sequence[Finding]) -> tuple[Sequence[Finding], str]:
    """Return the findings that speak of whom and what is asked, or all of them and words of which none speaks.

    Of a harm only whom and in what dose is said to be missing: where somebody is ("at home") makes it no smaller.
    """
    lacking = {f: min((unmet_by(intent.qualifiers, e, context.vocabulary) for e in f.edges), key=len) for f in bearing}
    speaking = [f for f in bearing if not lacking[f]]
    if speaking:
        return speaking, ""
    harm = any(map(warns, bearing))
    unsaid = (q.words for q in lacking[bearing[0]] if not harm or q.kind in _WHOM or "dose" in q.words)
    return bearing, next(unsaid, "")


def _warns_of_both(intent: YesNo, f: Finding) -> bool:
    """Tell whether a finding warns of two things together, or says in what something must not be taken."""
    return warns(f) and (is_taken(intent.subject) == is_taken(intent.object) or "contraindicat" in f.predicate.words)


def _makes_worse(context: AnswerContext, intent: YesNo, f: Finding) -> bool:
    """Tell whether a finding answers "does it make my blood pressure worse": it raises that, or the risk of the ill."""
    bad = asked_by_slant(Slant.BAD, context.vocabulary, intent.object).predicates
    towards = f.subject.id == intent.subject.id and is_taken(f.subject) and f.standing is Agreement.SAID
    return towards and f.predicate.name in bad and _WORSE.search(intent.asked.phrase) is not None


_WORSE = re.compile(r"\bwors")


def _opening(taken: set[Stance], asked: AskedRelation) -> str:
    """Return how the answer begins. A yes is said only where it cannot be taken for advice."""
    if len(taken) > 1:
        return "The graph has evidence on both sides"
    plain = Stance.FOR in taken
    match asked.slant:
        case Slant.GOOD:
            return "The graph speaks for it" if plain else "The graph speaks against it"
        case Slant.BAD:
            return WARNED if plain else UNWARNED
        case Slant.ANY:
            return CONNECTED if plain else "The graph has a finding of no effect on the two"
        case None:
            if asked.negated:
                return "The graph says otherwise" if plain else "The graph says the same"
            return "The graph says yes" if plain else "The graph says no"
        case _:
            assert_never(asked.slant)


def _own(context: AnswerContext, intent: YesNo) -> str:
    """Return the predicate that the question itself names; "" where its words are too loose for one, or it says of its
    object that it is what it is not ("needs the medical test" of a medicine).
    """
    if intent.asked.slant is not None and (not is_ill(intent.object) or is_measure(intent.object)):
        return ""
    nouns = {name: context.vocabulary.get(name).words.rpartition(" the ")[2] for name in intent.asked.predicates}
    kinds = {name: types_meant(noun, context.types) for name, noun in nouns.items()}
    return next((name for name, meant in kinds.items() if not meant or intent.object.type in meant), "")


def _no_verdict(
    context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, direct: Sequence[Finding], others: Sequence[Finding]
) -> list[str]:
    a, b = name_in_sentence(intent.subject), name_in_sentence(intent.object)
    if not direct:
        asks = asks_of_interactions(intent.asked, intent.subject, intent.object)
        caution = [NOT_SHOWN_SAFE] if intent.asked.slant is Slant.BAD or asks else []
        own = (
            "" if is_about_oneself(context.question) else _own(context, intent)
        )  # "is a daily aspirin ok" asks of no kind
        return [nothing_direct(context, writer, intent.subject, own, intent.object), *caution]
    if not others:
        if found := without_mirrors(sorted(direct, key=lambda f: not warns(f))):  # "is garlic one of them?"
            return [f"As said above, {lowered(make_sentence(report_finding(writer, found[0])))}"]
        return [f"What the graph has on {a} and {b} has been said above."]
    if any(_warns_of_both(intent, f) or _makes_worse(context, intent, f) for f in others):
        first, *more = without_mirrors(sorted(others, key=lambda f: not warns(f)))[: context.size.sentences]
        return [f"{WARNED}: {report_finding(writer, first)}.", *(told_besides(writer, f, [first]) for f in more)]
    loose = _LOOSELY.fullmatch(intent.asked.phrase) and any(f.plain for f in others)
    lead = f"{CONNECTED}:" if loose else "The graph does not answer exactly that, but"
    lead = "No paper here goes that far" if intent.asked.overstates else lead
    shown = sorted(without_mirrors(others), key=lambda f: f.standing is Agreement.DENIED)[: context.size.sentences]
    colon = ": " if intent.asked.overstates else " "
    return [
        f"{lead}{colon}{report_finding(writer, shown[0])}.",
        *(make_sentence(report_finding(writer, f)) for f in shown[1:]),
        *([NOT_SHOWN_SAFE] if asks_of_interactions(intent.asked, intent.subject, intent.object) else ()),
    ]


# What any relation is a yes to.
_LOOSELY = re.compile(
    r"(?:is |are )?(?:\w+ly )?(?:associated|linked|connected|related|tied)(?: (?:to|with))?|ha(?:s|ve) to do with"
)
CONNECTED = "The graph connects the two"


@dataclass(frozen=True, slots=True)
class RelativeEvidence:
    """Sentences on broader and narrower entities, the sides that these take, and (if one) whose relatives they are."""

    told: list[str]
    taken: frozenset[Stance] = frozenset()
    own: Entity | None = None
    warned: bool = False


def evidence_of_relatives(
    context: AnswerContext,
    writer: AnnotatedWriter,
    subject: Entity,
    object: Entity,
    asked: AskedRelation,
    *,
    again: bool = False,
    told: Collection[str] = (),
) -> RelativeEvidence:
    """Return what the graph says of broader or narrower entities, named as such; `again`: even if it was heard.

    `told` are ids of those that the answer has told of.
    """
    sentences: list[str] = []
    taken: set[Stance] = set()
    owners: dict[str, Entity] = {}
    warned = False
    opened: set[bool] = set()
    for own, other in ((object, subject), (subject, object)):
        for relative in (r for r in context.relatives(own) if r.entity.id not in told):
            between = context.between(relative.entity, other)
            fresh = between if again else context.fresh(between)
            found = [f for f in without_mirrors(fresh) if not is_membership(f)]
            turned = {f: (f.subject.id in {own.id, relative.entity.id}) is (own is object) for f in found}
            if asked.predicates:
                found = [f for f in found if stances_of(context, asked, f, turned[f])]
            if not found or len(sentences) >= context.size.sentences:
                continue
            roundabout = path_through_relative(context, writer, relative, found[0]) if again and own is subject else ""
            sentences += [
                roundabout or f"{step_away(relative, relative.broader in opened)}, {report_finding(writer, found[0])}."
            ]
            opened |= set() if roundabout else {relative.broader}
            sentences += [make_sentence(report_finding(writer, f)) for f in found[1:2]]
            warned |= any(map(warns, found))
            taken |= {s for f in found[:2] for s in stances_of(context, asked, f, turned[f])}
            owners[own.id] = own
    return RelativeEvidence(
        sentences, frozenset(taken), next(iter(owners.values())) if len(owners) == 1 else None, warned
    )
