"""What an answer has not told yet of what is taken: warnings on any two that a question names, and what goes with what
is taken already.
"""

from __future__ import annotations

import re
from itertools import combinations, product

from kgcore.english.agreement import capitalise, join_words
from kgcore.evidence.harms import warns
from kgcore.evidence.selection import MOST_TAKEN
from kgcore.llm.graph_alone.relate import Paragraphs, clash_between
from kgcore.llm.graph_alone.warnings import WARNED, told_of_part_of_each, warnings_on
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, make_sentence, report_finding
from kgcore.question.relation import is_ill, is_taken
from kgcore.values.intent import Compare, Open, Which, Why, YesNo, named_entities
from kgcore.values.model import Entity, Statement
from kgcore.vocabulary.wording import name_in_sentence


def unsaid_warnings(context: AnswerContext, writer: AnnotatedWriter) -> list[str]:
    """Return what the graph warns of with any two things that a question names and that people take, where the answer
    that was written has not said it: however a question was read, that is not to be hidden.
    """
    if not isinstance(context.intent, YesNo | Compare | Open | Why):
        return []
    taken = [e for e in named_entities(context.intent) if is_taken(e)][:MOST_TAKEN]
    said = set(writer.statements.values())
    told: list[str] = []
    for a, b in combinations(taken, 2):
        told += _unsaid_clash(context, writer, a, b, said)[0]
    on_topic = isinstance(context.intent, Compare) and context.intent.topic is not None
    return told if on_topic else told + told_of_part_of_each(context, writer, taken)


def _unsaid_clash(
    context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity, said: set[Statement]
) -> tuple[list[str], bool]:
    """Return the warning about two things as far as it was not `said` yet, to which it is added, and whether there is
    one.
    """
    trial = AnnotatedWriter()
    warned = bool(clash_between(context, trial, a, b))
    stated = set(trial.statements.values())
    known = stated <= said
    said |= stated
    return ([] if known else clash_between(context, writer, a, b)), warned


def with_told_beside(
    context: AnswerContext, writer: AnnotatedWriter, intent: Which | YesNo, written: Paragraphs
) -> Paragraphs:
    """Return an answer with what the graph has on those that it named, or that were asked about, together with what is
    taken already (or the harm that they are not to do), warnings first; and that it has no statement on others.
    """
    stated = {id for s in writer.statements.values() for id in (s.subject, s.object)}
    known = {e.id: e for f in context.findings for e in (f.subject, f.object) if e.id in stated and is_taken(e)}
    if isinstance(intent, YesNo):
        known = {e.id: e for e in (intent.subject, intent.object) if is_taken(e)}
    named = [e for id, e in known.items() if id not in {b.id for b in intent.beside}]
    said: set[Statement] = set()
    warned: list[str] = []
    harmless: list[str] = []
    open_: set[str] = set()
    pairs = [(e, b, context.between(e, b)) for e, b in product(named, intent.beside)]
    for entity, beside, direct in sorted(pairs, key=lambda pair: not pair[2]):  # of a form is not told what is of both
        clash, clashes = _unsaid_clash(context, writer, entity, beside, said)
        warned += [capitalise(c.removeprefix(f"{WARNED}: ")) if warned else c for c in clash]
        harmless += [] if clashes else [make_sentence(report_finding(writer, f)) for f in direct[:1]]
        open_ |= set() if clashes or direct else {entity.id}
    if isinstance(intent, YesNo) and not is_taken(
        intent.object
    ):  # "does it cause bleeding with warfarin": so does that
        own = [f for b in intent.beside for f in context.between(b, intent.object) if warns(f)]
        warned += [make_sentence(report_finding(writer, f)) for f in own[:1]]
    told, (first, *rest) = [*warned, *harmless], written
    if open_:
        taken = join_words([name_in_sentence(b) for b in intent.beside], "or")
        them = "them" if len(open_) > 1 else "it"
        these = "any of these" if len(named) > 1 else name_in_sentence(named[0])
        if isinstance(intent, YesNo) and told:
            these = join_words([name_in_sentence(e) for e in named if e.id in open_], "or")
        of_all = f"The graph has no statement on {taken} with {these}."
        if not any(map(is_taken, intent.beside)):
            of_all = f"The graph does not say whether {these} causes {taken}."
        of_others = f"Beyond this, the graph has no statement on {taken} with what is named below."
        silent = f"{of_others if told and isinstance(intent, Which) else of_all} That does not show {them} to be safe."
        told, first = ([*told, silent], first) if told else ([], [*first, silent])
    more = _REMEDIES.search(context.question) is not None  # than what is named may be taken for it
    if isinstance(intent, Which) and (more or _asks_of_harm(context, intent)):
        return [told, *(_warnings_unsaid(context, writer, b) for b in intent.beside if is_taken(b)), first, *rest]
    return [told, first, *rest]


def _asks_of_harm(context: AnswerContext, intent: Which) -> bool:
    """Tell whether it is asked what does a harm beside what is taken: what goes badly with that may do it, too."""
    causes = set(context.vocabulary.read("causes").predicates) & set(intent.asked.predicates)
    return bool(causes and is_ill(intent.entity)) or (not intent.asked.predicates and not is_ill(intent.entity))


_REMEDIES = re.compile(r"\b(?:medications?|medicines|meds|tablets|pills|drugs|capsules)\b", re.IGNORECASE)


def _warnings_unsaid(context: AnswerContext, writer: AnnotatedWriter, entity: Entity) -> list[str]:
    """Return what the graph warns of with what is taken, unless all of that was said."""
    trial = AnnotatedWriter()
    warnings_on(context, trial, entity)
    known = set(trial.statements.values()) <= set(writer.statements.values())
    return [] if known else warnings_on(context, writer, entity)
