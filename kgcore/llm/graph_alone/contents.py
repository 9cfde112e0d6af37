"""What is known of what a thing contains, where nothing is known of the thing itself: caffeine, of coffee."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgcore.evidence.findings import Agreement, Finding, stance_on_question
from kgcore.evidence.harms import warns
from kgcore.evidence.selection import contains
from kgcore.llm.graph_alone.lists import path_in_words, way_through
from kgcore.llm.graph_alone.warnings import MAY_BEAR
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, make_sentence, report_finding
from kgcore.question.relation import asked_by_slant
from kgcore.values.intent import AskedRelation, Slant, YesNo
from kgcore.verdict.stance import Stance


def _of_contents(context: AnswerContext, intent: YesNo) -> Iterator[tuple[Finding, Finding]]:
    """Yield that the subject contains something, and what is said of that and the object."""
    for tie in context.around(intent.subject):
        if tie.subject.id == intent.subject.id and tie.plain and contains(tie.predicate):
            yield from ((tie, f) for f in context.between(tie.object, intent.object))


def warned_of_contents(context: AnswerContext, writer: AnnotatedWriter, intent: YesNo) -> list[str]:
    """Return that what the subject contains does the harm that is asked about: no denial is to stand before it."""
    bad = set(asked_by_slant(Slant.BAD, context.vocabulary, intent.object).predicates)
    found = [
        (tie, f)
        for tie, f in _of_contents(context, intent)
        if f.subject.id == tie.object.id and f.standing is Agreement.SAID and (warns(f) or f.predicate.name in bad)
    ]
    told = [path_in_words(writer, hops) for hops in found]
    return [f"{MAY_BEAR}: {told[0]}.", *map(make_sentence, told[1:])] if told else []


def denied_of_contents(
    context: AnswerContext, writer: AnnotatedWriter, intent: YesNo, ways: Sequence[str]
) -> list[str]:
    """Return what was found not to hold of what the subject contains, or is disputed and not told with the `ways`: as
    much news as what does hold.
    """
    told = []
    for tie, f in _of_contents(context, intent):
        through = any(way.startswith(way_through(tie.object)) for way in ways)
        turned = f.object.id != intent.object.id
        news = f.standing is Agreement.DENIED or (f.standing is Agreement.DISPUTED and not through)
        if news and Stance.AGAINST in stances_of(context, intent.asked, f, turned):
            both = f"{report_finding(writer, tie)}, and {report_finding(writer, f)}"
            speaks = "speaks against it" if f.standing is Agreement.DENIED else "is disputed"
            told.append(f"What it contains {speaks}: {both}.")
    return told[: context.size.sentences]


def stances_of(context: AnswerContext, asked: AskedRelation, finding: Finding, reversed: bool) -> set[Stance]:
    """Return on which sides of what is asked the edges of a finding stand; `reversed`: seen from its object."""
    found = {stance_on_question(asked, e, context.vocabulary, reversed) for e in (*finding.plain, *finding.denied)}
    return found - {Stance.NEITHER}
