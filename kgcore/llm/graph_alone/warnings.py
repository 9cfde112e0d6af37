"""Warnings in whole: interactions and harms of what people take, what it does to the fate of other things included."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kgcore.english.agreement import join_words
from kgcore.english.body import body_in, part_spoken_of
from kgcore.evidence.findings import Agreement, Finding
from kgcore.evidence.harms import fate_of, is_harm_of, is_interaction, may_warn, warns, would_warn
from kgcore.evidence.pairs import asks_warily, asks_which_go_with, is_about_oneself
from kgcore.llm.graph_alone.lists import group_for_sentences, group_sentence, step_away
from kgcore.llm.graph_alone.writer import (
    AnnotatedWriter,
    AnswerContext,
    QuestionRelative,
    lowered,
    make_sentence,
    report_finding,
)
from kgcore.question.relation import asks_of_harm_or_meeting, is_harm, is_ill, is_ill_type, is_swallowed, is_taken
from kgcore.values.intent import About, AskedRelation, Compare, Open, Slant, Which, named_entities
from kgcore.values.model import Entity
from kgcore.vocabulary.wording import name_in_sentence

WARNED = "The graph has a warning"
NOT_SHOWN_SAFE = "That does not show it to be safe."
_FORMS = 4  # warnings on kinds and forms of what is asked about


def asks_for_warnings(asked: AskedRelation, entity: Entity, context: AnswerContext) -> bool:
    """Tell whether a question about what is taken asks for interactions or harms."""
    some = (context.vocabulary.get(p) for p in asked.predicates)
    return is_taken(entity) and (asked.slant is Slant.BAD or any(is_interaction(p) for p in some))


def asks_to_take(question: str) -> bool:
    """Tell whether a question asks for harm, how things go together, or whether somebody may take something."""
    return asks_of_harm_or_meeting(question) or _MAY_TAKE.search(question) is not None


_MAY_TAKE = re.compile(
    r"\b(?:can|could|may|should|shall|must|allowed to)\b[^.?!]{0,40}"
    r"\b(?:take|have|use|combine|mix|give|eat|drink|add)\b"
    r"|\b(?:if|when|while|because|since|and|also)\b[^.?!]{0,20}\b(?:take|taking|use|using|swallow)\b"
    r"|\bcontra-?indicat",
    re.IGNORECASE,
)


def no_all_clear(context: AnswerContext, entities: Sequence[Entity]) -> list[str]:
    """Return what is said where harms are asked for, or what goes with what is taken, of a name that is not there."""
    asks = asks_of_harm_or_meeting(context.question) and any(map(is_taken, entities))
    return [NOT_SHOWN_SAFE] if asks else []


def not_shown_safe_behind(nothing: str) -> list[str]:
    """Return a sentence that denies, and that this shows nothing to be safe, if it does not say so itself."""
    return [nothing] if NOT_SHOWN_SAFE.lower() in nothing else [nothing, NOT_SHOWN_SAFE]


def warnings_on(
    context: AnswerContext, writer: AnnotatedWriter, entity: Entity, told: Sequence[Finding] = ()
) -> list[str]:
    """Return all that the graph warns of with an entity, the gravest first, but for what was `told`."""
    found = [f for f in context.around(entity) if warns(f) and f not in told]
    said = _grouped(context, writer, entity, found)
    return said + on_fate(context, writer, entity, again=bool(said))


def on_fate(
    context: AnswerContext, writer: AnnotatedWriter, entity: Entity, types: Collection[str] = (), *, again: bool = False
) -> list[str]:
    """Return what lessens the fate in the body of what is taken ("levothyroxine absorption"), of these types or any."""
    said: list[str] = []
    for fate in context.fates:
        own = [f for f in context.around(fate) if warns(f) and f.object == fate and _is_of(fate, entity)]
        some = [f for f in own if not types or f.subject.type in types]
        groups = group_for_sentences(some, fate, context.dim)
        said += [group_sentence(writer, g, 0, again=again or bool(said)) for g in groups]
    return said


def on_each_others_fate(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    """Return what one of two things, a form of it or its class does to the fate of the other in the body ("coffee
    disrupts … absorption").
    """
    both = [(x, fate) for x, y in ((a, b), (b, a)) for fate in context.fates if _is_of(fate, y)]
    found = [f for x, fate in both for f in context.between(x, fate) if warns(f)]
    kin = [(x, k, fate) for x, fate in both for k in context.relatives(x)]
    of_kin = [(x, k, f) for x, k, fate in kin for f in context.between(k.entity, fate) if warns(f)]
    told = [f"{WARNED}: {report_finding(writer, f)}." for f in found[:1]]
    told += [make_sentence(report_finding(writer, f)) for f in found[1:]]
    if of_kin and not found:
        told = [f"{WARNED}, though not on {name_in_sentence(of_kin[0][0])} itself."]
    return told + [f"{step_away(k, again=n > 0)}, {report_finding(writer, f)}." for n, (_, k, f) in enumerate(of_kin)]


def unwarned(context: AnswerContext, writer: AnnotatedWriter, entity: Entity) -> list[str]:
    """Return that a graph names nothing that goes badly with what is taken, and which ills go with it."""
    near = [f for f in context.around(entity) if f.subject.id == entity.id and may_warn(f)]
    name = name_in_sentence(entity)
    none = f"The graph names no harms or interactions of {name}, so it cannot say what is safe with it."
    return [none, *ills_beside(writer, near)]


def harms_named_after(context: AnswerContext, entity: Entity, other: Entity) -> list[Finding]:
    """Return the harms of what is taken that bear another's name ("vitamin B12 deficiency" after "vitamin B12")."""
    name = re.compile(rf"\b{re.escape(other.name)}\b", re.IGNORECASE)
    known = [f for f in context.around(entity) if is_harm_of(f, entity) and f.plain]
    return [f for f in known if f.object.id != other.id and name.search(f.object.name)]


def shared_harms(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    """Return that each of two things that are taken is known to do the same harm ("both cause bleeding"), though no
    paper is on them together.
    """
    own, others = ([f for f in context.around(e) if is_harm_of(f, e)] for e in (a, b))
    pairs = [(f, g) for f in own for g in others if f.object.id == g.object.id]
    if not pairs:
        return []
    first = f"{WARNED}, though not on the two together: {', and '.join(report_finding(writer, f) for f in pairs[0])}."
    return [first, *(make_sentence(report_finding(writer, f)) for pair in pairs[1:] for f in pair)]


def harmless_on_fate(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    """Return what one of two things does to the fate of the other in the body that is no warning: vitamin C increases
    iron absorption.
    """
    both = [(x, fate) for x, y in ((a, b), (b, a)) for fate in context.fates if _is_of(fate, y)]
    found = [f for x, fate in both for f in context.between(x, fate) if not warns(f)]
    return [f"But {report_finding(writer, f)}." for f in found[:1]] + [
        make_sentence(report_finding(writer, f)) for f in found[1:2]
    ]


def warnings_on_forms(
    context: AnswerContext, writer: AnnotatedWriter, entity: Entity, told: Collection[Finding] = (), *, again: bool
) -> list[str]:
    """Return what the graph warns of with the kinds and forms of what is taken ("calcium carbonate"), said as such."""
    forms = [k for k in context.relatives(entity) if not k.broader and is_taken(k.entity)]
    found = [(k, f) for k in forms for f in context.around(k.entity) if warns(f) and f not in told]
    return [f"{step_away(k, again or n > 0)}, {report_finding(writer, f)}." for n, (k, f) in enumerate(found[:_FORMS])]


def asks_of_interactions(asked: AskedRelation, *entities: Entity) -> bool:
    """Tell whether a question asks whether things interact that people may take."""
    return bool(_INTERACT.search(asked.phrase)) and all(map(_may_be_taken, entities))


def _may_be_taken(entity: Entity) -> bool:
    given = re.search(r"treatment|therap|vaccin", entity.type, re.IGNORECASE)
    return is_taken(entity) or is_swallowed(entity.type) or given is not None


_INTERACT = re.compile(
    r"\b(?:interact|clash|mix|combin|compatible|together\b|(?:ok(?:ay)?|safe(?:ly)?|fine|all ?right) (?:\w+ )?with\b)"
)


def no_interactions(intent: Which) -> str:
    """Return that a graph records no interactions where one asks for those of what people take; "" of other questions.

    What any other relation joins is no answer to that, and would be read as one.
    """
    if intent.asked.predicates or not asks_of_interactions(intent.asked, intent.entity):
        return ""
    name = name_in_sentence(intent.entity)
    return f"The graph records no interactions, so it cannot say what {name} interacts with. {NOT_SHOWN_SAFE}"


MAY_BEAR = "The graph has a warning that may bear on it"


def told_of_body(
    context: AnswerContext, writer: AnnotatedWriter, entity: Entity, ill: Entity | None = None
) -> list[str]:
    """Return what the graph warns of with what is taken, with its classes and its forms: first what concerns the part
    of the body that the question speaks of ("bad for the kidneys": nephrotoxicity), or was found in those who have the
    `ill` ("dangerous for diabetics": a note says "users with diabetes"), then all else.

    Nothing where it speaks of none, or the graph has nothing that concerns it.
    """
    if not is_taken(entity):
        return []
    near, of_kin = _of_part(context, entity, ill)
    told = _near_and_of_kin(context, writer, entity, near, of_kin)
    if not told:
        return []
    against = [f"But {report_finding(writer, f)}." for f in _denied_of_part(context, entity)[:_FORMS]]
    return [f"{MAY_BEAR}: {lowered(told[0])}", *told[1:], *against, *warnings_on(context, writer, entity, near)]


def _denied_of_part(context: AnswerContext, entity: Entity) -> list[Finding]:
    """Return which harms to the part of the body that a question speaks of papers looked for and did not find."""
    concerns = body_in(context.question)
    denied = (f for f in context.around(entity) if f.standing is Agreement.DENIED and f.subject.id == entity.id)
    harms = (f for f in denied if would_warn(f.subject, f.predicate, f.object))
    return [f for f in harms if concerns and concerns.search(f.object.name)]


def _of_part(
    context: AnswerContext, entity: Entity, ill: Entity | None = None
) -> tuple[list[Finding], list[tuple[QuestionRelative, Finding]]]:
    """Return the warnings on a thing, and on its kin, that concern the part of the body that a question speaks of, or
    the question that it goes on from ("and rivastigmine?" after "is donepezil bad for the heart?").
    """
    before = context.intent.missing if isinstance(context.intent, About | Which) else ""
    concerns = body_in(f"{context.question} {before}")
    own = [f for f in context.around(entity) if warns(f) and f.subject.id == entity.id]
    near = [f for f in own if (concerns and concerns.search(f.object.name)) or (ill and _found_in(f, ill))]
    if concerns is None:
        return near, []
    kin = [(k, f) for k in context.relatives(entity) for f in context.around(k.entity) if warns(f)]
    return near, [(k, f) for k, f in kin if f.subject.id == k.entity.id and concerns.search(f.object.name)]


def told_of_part_of_each(context: AnswerContext, writer: AnnotatedWriter, some: Sequence[Entity]) -> list[str]:
    """Return what the graph has on each of several things that are taken and the part of the body that a question
    speaks of, warnings first ("is green tea or fish oil better for the liver?"), and on which of them it names none.
    """
    part = part_spoken_of(context.question)
    concerns = body_in(part)
    if concerns is None or len(some) < _SEVERAL:
        return []
    warned: list[str] = []
    besides: list[str] = []
    silent: list[str] = []
    for entity in some:
        said = _near_and_of_kin(context, writer, entity, *_of_part(context, entity))
        own = [f for f in context.around(entity) if f.subject.id == entity.id and not warns(f)]
        good = _grouped(context, writer, entity, [f for f in own if concerns.search(f.object.name)])
        silent += [] if said or good else [name_in_sentence(entity)]
        warned, besides = warned + said, besides + good
    told = [f"{MAY_BEAR}: {lowered(warned[0])}", *warned[1:], *besides] if warned else besides
    if silent and warned:
        return [*told, f"It has no such warning on {join_words(silent, 'or')}. {NOT_SHOWN_SAFE}"]
    if silent:
        told.append(f"I found no statement on {join_words(silent, 'or')} that names the {part}.")
    return told


_SEVERAL = 2


def _found_in(finding: Finding, ill: Entity) -> bool:
    """Tell whether a note says that something was found in those who have an ill."""
    names = "|".join(re.escape(n) for n in (ill.name, *ill.synonyms))
    patients = re.compile(rf"\b(?:with|in|of|among) (?:\w+ )?(?:{names})\b", re.IGNORECASE)
    return any(patients.search(e.note) for e in finding.plain)


def _near_and_of_kin(
    context: AnswerContext,
    writer: AnnotatedWriter,
    entity: Entity,
    near: Sequence[Finding],
    of_kin: Sequence[tuple[QuestionRelative, Finding]],
) -> list[str]:
    told = _grouped(context, writer, entity, near)
    return told + [f"{step_away(k, n > 0)}, {report_finding(writer, f)}." for n, (k, f) in enumerate(of_kin[:_FORMS])]


def _grouped(context: AnswerContext, writer: AnnotatedWriter, entity: Entity, some: Sequence[Finding]) -> list[str]:
    groups = group_for_sentences(some, entity, context.dim)
    return [group_sentence(writer, g, 0, again=n > 0) for n, g in enumerate(groups)]


def _is_of(fate: Entity, entity: Entity) -> bool:
    return fate_of(fate).casefold() in {n.casefold() for n in (entity.name, *entity.synonyms)}


def ills_beside(writer: AnnotatedWriter, near: Sequence[Finding]) -> list[str]:
    """Return the ills that go with what is taken: "no harms" above "associated with a deficiency" would mislead."""
    told = [report_finding(writer, f) for f in near]
    return [f"It does not say what causes what, but {one}." for one in told[:1]] + [make_sentence(t) for t in told[1:]]


def goes_with_ill(
    context: AnswerContext, writer: AnnotatedWriter, intent: Which, found: Sequence[Finding]
) -> list[str]:
    """Return what is said to go with an ill, where it is asked what of that sort causes it: a list of causes that has
    nothing of it would seem to clear it.
    """
    causes = set(context.vocabulary.read("causes").predicates) & set(intent.asked.predicates)
    if not causes or intent.outward is not False or not is_ill(intent.entity) or intent.asked.negated:
        return []
    told = {f.subject.id for f in found}
    near = [f for f in context.around(intent.entity) if f.object.id == intent.entity.id and may_warn(f)]
    fits = [f for f in near if f.subject.id not in told and (not intent.types or f.subject.type in intent.types)]
    return [f"Only as a link, {report_finding(writer, f)}." for f in fits[:_FORMS]]


def may_harm(context: AnswerContext, intent: Which, finding: Finding) -> bool:
    """Tell whether a finding may answer what harms a thing has: where "increases" is said of all, of ills alone."""
    if intent.asked.slant is not Slant.BAD or not intent.outward or is_ill(intent.entity):
        return True
    other = finding.object if finding.subject.id == intent.entity.id else finding.subject
    says = re.search(r"harm|toxic|risk|adverse|side effect|caus", finding.predicate.words)
    return bool(says) or is_harm(other) or not any(map(is_ill_type, context.types))


def harms_of_taken(context: AnswerContext, written: list[list[str]], writer: AnnotatedWriter) -> list[list[str]]:
    """Return an answer to somebody who asks warily of what they take with all that the graph warns of with each; where
    it has nothing on them together, that comes first.
    """
    asks = is_about_oneself(context.question) and (
        asks_warily(context.question) or asks_which_go_with(context.question)
    )
    if not (asks and isinstance(context.intent, Compare | Open)):
        return written
    told: list[str] = []
    for entity in filter(is_taken, named_entities(context.intent)):
        trial = AnnotatedWriter()
        warnings_on(context, trial, entity)
        if not set(trial.statements.values()) <= set(writer.statements.values()):
            told += warnings_on(context, writer, entity)
        told += harms_of_class(context, writer, entity)
    silent = bool(written and written[0]) and written[0][0].startswith(("The graph has no", "It has no"))
    return [told, *written] if silent else [*written[:1], told, *written[1:]]


def harms_of_class(context: AnswerContext, writer: AnnotatedWriter, entity: Entity) -> list[str]:
    """Return which ills the classes of what is taken are said to bring, said as such."""
    classes = [k for k in context.relatives(entity) if k.broader and is_taken(k.entity)]
    found = [(k, f) for k in classes for f in context.around(k.entity) if is_harm_of(f, k.entity) and warns(f)]
    of_it = f"On a class that {name_in_sentence(entity)} belongs to"
    return [f"{of_it}, {report_finding(writer, f)}." for _, f in found[:_FORMS]]


# Kinds of what is taken that people ask for and graphs seldom tell from others: "which vitamins interact with …?"
_KIND = re.compile(
    r"\b(?:which|what|any|other|list|name|all)(?: (?:of the|the|other|kinds? of))? "
    r"(?P<kind>vitamins?|minerals?|herbs?|herbal (?:remedies|medicines|supplements)|plants?"
    r"|antibiotics?|pain ?killers?)\b"
)


def kinds_mixed(context: AnswerContext, intent: Which, found: Sequence[Finding]) -> list[str]:
    """Return that a graph does not tell the kind that is asked for from others, where what is named may be of others:
    garlic, where vitamins are asked for.
    """
    asked = _KIND.search(context.question.lower())
    if asked is None or not any(warns(f) for f in found):
        return []
    stem = asked["kind"].split()[0].removesuffix("s")
    named = [f.object if f.subject.id == intent.entity.id else f.subject for f in found]
    if all(stem in " ".join((e.type, e.name, e.description)).casefold() for e in named):
        return []
    return [f"The graph does not tell which of these are “{asked['kind'].removesuffix('s')}s”."]
