"""Many findings about one entity in few sentences: grouped by relation and standing, the best-documented first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from kgcore.english.agreement import VerbWords, capitalise, is_plural, join_words
from kgcore.english.inflection import indefinite_article, singular
from kgcore.english.qualifier_terms import kind_of, terms_named
from kgcore.evidence.findings import Agreement, Finding
from kgcore.evidence.harms import MOST_WARNINGS, gravity, warns
from kgcore.linking.drug_classes import is_member
from kgcore.linking.spelling import near_slip
from kgcore.llm.graph_alone.writer import (
    AnnotatedWriter,
    AnswerContext,
    QuestionRelative,
    finding_verb,
    is_membership,
    lowered,
    make_sentence,
    report_finding,
    unsourced_lead,
    weak_design,
)
from kgcore.question.relation import is_ill, is_measure, is_sign, is_taken
from kgcore.values.intent import Slant, Which
from kgcore.values.model import Entity, Path, QualifierKind, count_papers
from kgcore.values.text import clean_line
from kgcore.vocabulary.types import type_words
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import (
    article_before_object,
    for_many,
    name_in_sentence,
    papers_count,
    predicate_verb,
    shown_name,
)


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings that one sentence can tell: the same relation, side and direction, seen from `centre`.

    `further`: how many more of them the graph has than are members; `whole` False: at least so many.
    """

    centre: Entity
    said: VerbWords
    standing: Agreement
    outward: bool
    members: tuple[Finding, ...]
    further: int = 0
    whole: bool = True

    @property
    def weight(self) -> int:
        """How many papers stand behind the group, both sides together."""
        return count_papers(e for f in self.members for e in f.edges)


def group_for_sentences(
    findings: Iterable[Finding], centre: Entity, dim: Callable[[Finding], bool] = lambda _: False
) -> tuple[FindingGroup, ...]:
    """Return the findings in groups, those with most papers first, what is a kind of what last.

    What is `dim` comes last in its group, and a group of nothing else behind all others.
    """
    groups: dict[tuple[VerbWords, Agreement, bool], list[Finding]] = {}
    for f in without_mirrors(findings):
        key = (finding_verb(f), f.standing, f.subject.id == centre.id)
        groups.setdefault(key, []).append(f)
    made = [
        FindingGroup(
            centre,
            said,
            standing,
            outward,
            _without_twins(sorted(members, key=lambda f: (dim(f), _grave(f), -f.weight)), outward),
        )
        for (said, standing, outward), members in groups.items()
    ]
    return _once(sorted(made, key=lambda g: (dim(g.members[0]), is_membership(g.members[0]), -g.weight)))


_MAYBE = re.compile(r"(?:may|might|can|could|points? to)\b")


def _once(groups: Sequence[FindingGroup]) -> tuple[FindingGroup, ...]:
    """Leave out what is told the other way round of the very same things, where a graph states every edge twice ("it
    needs the medications A and B", "A and B may cure it"): the plainer of the two is kept.
    """
    ends = [frozenset((f.object if g.outward else f.subject).id for f in g.members) for g in groups]

    def is_twin(n: int, m: int) -> bool:
        one, other = groups[n], groups[m]
        same = ends[n] == ends[m] and len(ends[n]) > 1 and one.outward != other.outward
        return same and one.standing is other.standing is Agreement.SAID and not (one.weight or other.weight)

    def yields(n: int, m: int) -> bool:
        maybe, plain = (_MAYBE.match(groups[k].members[0].predicate.words) is not None for k in (n, m))
        return is_twin(n, m) and (maybe, n) > (plain, m)

    return tuple(g for n, g in enumerate(groups) if not any(yields(n, m) for m in range(len(groups)) if m != n))


def with_extents(
    context: AnswerContext, groups: Iterable[FindingGroup], *, again: bool = False
) -> tuple[FindingGroup, ...]:
    """Return groups of all that is told of an entity, each with how many more the graph has than are members.

    What the thread has heard is no more of them, but where all is told `again`.
    """
    excepted = [e.name.casefold() for e in context.intent.without] if isinstance(context.intent, Which) else []
    taken: set[tuple[str, bool, bool]] = set()
    found: list[FindingGroup] = []
    for group in groups:
        words = {f.predicate.words for f in group.members}
        names: set[str] = set()
        whole = True
        for extent in context.extents:
            said = context.vocabulary.get(extent.predicate).words
            kind = (said, extent.outward, extent.negated)
            of_it = extent.centre == group.centre.id and extent.outward == group.outward and said in words
            denied = group.standing is Agreement.DENIED
            if of_it and extent.negated == denied and group.standing is not Agreement.DISPUTED and kind not in taken:
                names |= extent.names
                whole = whole and extent.whole
        taken |= {(said, group.outward, group.standing is Agreement.DENIED) for said in words}
        told = group.members if again else (*group.members, *filter(context.heard, context.around(group.centre)))
        left = names - {shown_name(e).casefold() for f in told for e in (f.subject, f.object)}
        left = {name for name in left if not any(name == but or is_member(name, but) for but in excepted)}
        found.append(replace(group, further=len(left), whole=whole or not left))
    return tuple(found)


# What whoever knows nothing of a thing wants to hear of it first, where papers do not tell what is known best.
_FIRST_OF_ALL = ("has the symptom", "treats", "palliates", "needs the medication", "needs the medical test")


def as_asked_first(intent: Which, groups: Sequence[FindingGroup]) -> Sequence[FindingGroup]:
    """Return the groups, what is told in the very relation that was asked for in front ("treats" before "palliates");
    as they are where papers weigh.
    """
    order = {name: n for n, name in reversed(list(enumerate(intent.asked.predicates)))}
    if any(g.weight for g in groups):
        return groups
    return sorted(groups, key=lambda g: order.get(g.members[0].predicate.name, len(order)))


def newcomers_first(vocabulary: Vocabulary, groups: Sequence[FindingGroup]) -> list[FindingGroup]:
    """Return the groups, what a newcomer wants to hear first in front; as they are where papers weigh."""
    if any(g.weight for g in groups):
        return list(groups)
    heard = [vocabulary.read(phrase).predicates for phrase in _FIRST_OF_ALL]
    order = {name: n for n, names in reversed(list(enumerate(heard))) for name in names}

    def place(group: FindingGroup) -> int:
        first = group.members[0]
        told = order.get(first.predicate.name, len(heard))
        return told if told or is_sign(first.object) else len(heard)  # a gene that goes with an ill is no sign of it

    return sorted(groups, key=place)


def _without_twins(members: Iterable[Finding], outward: bool) -> tuple[Finding, ...]:
    """Leave out what a graph has twice under one name: a reader would take "X (2 papers), X (1)" for a slip."""
    named: dict[str, Finding] = {}
    for f in members:
        named.setdefault(shown_name(f.object if outward else f.subject).casefold(), f)
    return tuple(named.values())


def _grave(finding: Finding) -> int:
    return gravity(finding) if warns(finding) else 0


def without_mirrors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Leave out what is wholly told as the opposite of a finding before it: "raises" behind "lowers"."""
    told: set[str] = set()
    kept = []
    for f in findings:
        if not f.plain or not {e.id for e in f.plain} <= told:
            kept.append(f)
            told.update(e.id for e in f.versus)
    return tuple(kept)


def chosen(groups: Sequence[FindingGroup], top: int) -> list[FindingGroup]:
    """Return the first groups, and every later one that warns: no warning is left out for want of room."""
    return [g for n, g in enumerate(groups) if n < top or warns(g.members[0])]


def group_sentence(writer: AnnotatedWriter, group: FindingGroup, top: int, *, again: bool = False) -> str:
    """Return the group as one sentence of at most `top` members; `again`: the sentence before told of papers, too."""
    members = group.members[: MOST_WARNINGS if warns(group.members[0]) else top]  # a warning is never "3 more"
    if len(members) == 1 and len(group.members) == 1 and not group.further:
        return make_sentence(report_finding(writer, members[0]))
    lead = {Agreement.SAID: "Papers report that", Agreement.DENIED: "Papers report that"}.get(
        group.standing, "Papers disagree on whether"
    )
    if not all(f.weight for f in members):
        lead = lead.replace("Papers report", "The graph states")
    if again:
        lead = lead.replace("Papers report", "Papers also report").replace("Papers disagree", "Papers also disagree")
    if not group.weight:
        lead = capitalise(unsourced_lead((e for f in group.members for e in f.edges), again=again))
    return f"{lead} {_body(writer, group, members)}."


def _body(writer: AnnotatedWriter, group: FindingGroup, members: Sequence[Finding]) -> str:
    denied = group.standing is Agreement.DENIED
    others = [writer.name(f.object if group.outward else f.subject) for f in members]
    counts = _counts(members)
    left = len(group.members) - len(members) + group.further
    tail = [f"{'' if group.whole else 'at least '}{left} more"] if left else []
    if not group.outward:
        many = len(others) > 1 or left > 0 or is_plural(members[0].subject.name)
        words = writer.relation(group.said.finite(plural=many, negated=denied), members, denied=denied)
        items = [f"{o}{c}" for o, c in zip(others, counts, strict=True)]
        the = article_before_object(members[0].predicate, group.centre)
        return f"{join_words([*items, *tail])} {words} {the}{writer.name(group.centre)}"
    verb_ = for_many(group.said) if len(others) > 1 or left else group.said
    said = verb_.finite(plural=is_plural(group.centre.name), negated=denied)
    words = writer.relation(said, members, denied=denied)
    items = [f"{writer.object(f)}{c}" for f, c in zip(members, counts, strict=True)]
    if group.standing is Agreement.SAID:
        joined = join_words([*items, *tail])
    else:
        joined = join_words(
            [*items, *(["one other"] if left == 1 else [f"any of {t.replace('more', 'others')}" for t in tail])], "or"
        )
    return f"{writer.name(group.centre)} {words} {joined}"


def _counts(members: Sequence[Finding]) -> list[str]:
    """Return " (2 papers)" for each member, shorter from the second on; a weak design is named with it.

    Nothing for members that have no paper at all: what they rest on is said before them.
    """
    texts: list[str] = []
    for f in members:
        if f.standing is Agreement.DISPUTED:
            texts.append(f" ({count_papers(f.plain)} for, {count_papers((*f.denied, *f.versus))} against)")
        else:
            unit = "" if any(texts) else " paper" if f.weight == 1 else " papers"
            weak = weak_design(f)
            texts.append(f" ({f.weight}{unit}{f', {weak}' if weak else ''})" if f.weight else "")
    return texts


# --- Ways from one entity to another through a third: two findings, and never more than a hint.

CAUTION = "Such a chain shows how the two may be connected; it does not prove cause and effect."


def path_sentences(
    context: AnswerContext, writer: AnnotatedWriter, top: int, *, relatives_told: bool = False, again: bool = False
) -> list[str]:
    """Return the two-hop paths as sentences, `again` even those that were heard.

    `relatives_told`: those through a broader or narrower entity were told.
    """
    told = []
    for path in context.paths:
        if relatives_told and any(
            path.nodes[1].id == r.entity.id for n in (0, 2) for r in context.relatives(path.nodes[n])
        ):
            continue
        hops = hops_of(context, path)
        if hops and (again or not all(context.heard(h) for h in hops)):
            told.append(f"{way_through(path.nodes[1])} {path_in_words(writer, hops)}.")
    return told[:top]


def way_through(between: Entity) -> str:
    """Return what a sentence on a way through an entity begins with."""
    return f"One link runs through {name_in_sentence(between)}:"


def hops_of(context: AnswerContext, path: Path) -> tuple[Finding, Finding] | None:
    """Return the findings along a path, None where papers deny one of its steps."""
    first, second = (
        next((f for f in context.between(*ends) if f.standing is not Agreement.DENIED), None)
        for ends in (path.nodes[:2], path.nodes[1:])
    )
    return (first, second) if first and second else None


def path_in_words(writer: AnnotatedWriter, hops: tuple[Finding, Finding]) -> str:
    """Return both steps in words, with how many papers stand behind each, where there are any."""
    return f"{_counted(writer, hops[0])}, and {_counted(writer, hops[1])}"


def path_through_relative(
    context: AnswerContext, writer: AnnotatedWriter, relative: QuestionRelative, finding: Finding
) -> str:
    """Return the way through a broader or narrower entity of which a finding speaks; "" where papers do not agree."""
    tie = next((f for f in context.between(relative.of, relative.entity) if is_membership(f) and f.plain), None)
    if tie is None or finding.standing is not Agreement.SAID:
        return ""
    return f"{way_through(relative.entity)} {path_in_words(writer, (tie, finding))}."


def _counted(writer: AnnotatedWriter, finding: Finding) -> str:
    against = count_papers((*finding.denied, *finding.versus))
    count = papers_count(count_papers(finding.plain)) + (f" for, {against} against" if against else "")
    return f"{writer.clause(finding)} ({count})" if count_papers(finding.edges) else writer.clause(finding)


# --- What is asked and the graph has no word on: stated as a claim all the same, so that its verdict shows
# why.

# A predicate's words as a noun phrase behind its subject; for all others the verb's own "-ing".
_AS = {
    "treats": "as a treatment for",
    "prevents": "as a means of preventing",
    "causes": "as a cause of",
    "raises the risk of": "as a risk factor for",
    "affects": "acting on",
    "is a": "as a kind of",
}


def nothing_direct(
    context: AnswerContext, writer: AnnotatedWriter, subject: Entity, predicate: str, object: Entity
) -> str:
    """Return "The graph has no paper on procaine as a treatment for Alzheimer's disease."

    The noun phrase is annotated as the claim that it names; where the vocabulary would not read it so, it is plain.
    """
    known = context.vocabulary.get(predicate)
    phrase = _AS.get(known.words) or ing_form(predicate_verb(known, object))
    reading = context.vocabulary.read(phrase)
    read = predicate in reading.predicates and not (reading.negated or reading.inverted or reading.overstates)
    helped = known.words in ("treats", "palliates", "prevents")
    ill = is_ill(object) and not is_measure(object)
    treated = helped and not ill and object.type != "Thing"  # nobody treats iron, or prevents cholesterol
    turned = known.words.startswith(("needs ", "has ")) and is_taken(subject) and is_ill(object)  # an ill needs a drug
    if not predicate or treated or turned or not (read or context.vocabulary.supports(phrase, predicate)):
        return f"The graph has no statement that links {name_in_sentence(subject)} and {name_in_sentence(object)}."
    words = writer.relation(phrase, [Finding(subject, known, object, (), ())])
    return (
        f"The graph has {context.nothing} on {writer.name(subject)} {words} "
        f"{article_before_object(known, object)}{writer.name(object)}."
    )


def ing_form(said: VerbWords) -> str:
    """Return a verb's "-ing" with what belongs to it: "raising the risk of"."""
    base = said.base
    drops = base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be"
    stem = base[:-1] if drops else base
    return " ".join(part for part in (said.adverb, f"{stem}ing", said.rest) if part)


def step_away(relative: QuestionRelative, again: bool = False) -> str:
    """Return what opens a sentence on a broader or narrower entity; `again`: the one before opened like it."""
    way = "more broadly" if relative.broader else "more specifically"
    return f"Also {way}" if again else way.capitalize()


def told_by(groups: Sequence[FindingGroup]) -> int:
    """Return how many things the groups tell of, each once, and those that there is no room for."""
    ends = {(f.object if f.subject.id == g.centre.id else f.subject).id for g in groups for f in g.members}
    return len(ends) + sum(g.further for g in groups)


def quoted_names(names: Iterable[str]) -> list[str]:
    """Return words of a question in quotes, without what an answer's markup would be taken for."""
    said = ("".join(c for c in " ".join(n.split()) if c.isalnum() or c in " '-").strip() for n in names)
    return [f"“{s}”" for s in said if s]


def unknown_names(names: Sequence[str], nearest: Iterable[Entity] = (), *, alone: bool = False) -> list[str]:
    """Return that the graph has no entry for words of the question, and which of the `nearest` may have been meant.

    `alone`: so that nothing answers it as put.
    """
    quoted = join_words(quoted_names(names), "or")
    rest = "so it cannot answer this as put" if alone else "so I left it out"
    return (
        [f"The graph has no entry for {quoted}, {rest}.", *closest_names(near_names(names, nearest))] if quoted else []
    )


def near_names(names: Sequence[str], nearest: Iterable[Entity]) -> list[str]:
    """Return which of those that were looked up are one slip away from what was written, or else have all its words."""
    near = list(nearest)
    names = [n for n in names if not _tells_of_whom(n)]  # "children" is no slip of children's aspirin
    meant = [e for e in near if any(is_slip_of(n, e) for n in names)] or [
        e for e in near if any(_holds(n, e) for n in names)
    ]
    return list(dict.fromkeys(map(name_in_sentence, meant)))[:_NEAR]


def _tells_of_whom(name: str) -> bool:
    kinds = {kind_of(term) for term in terms_named(name)} if " " not in name else set()
    return bool(kinds & {QualifierKind.POPULATION, QualifierKind.SPECIES})


def closest_names(near: Sequence[str]) -> list[str]:
    """Return which names come near to one that the graph lacks, if any do."""
    named = "The closest name in it is" if len(near) == 1 else "The closest names in it:"
    return [f"{named} {join_words(near, 'or')}."] if near else []


_NEAR = 3  # names that are told as near


def in_general(told: Sequence[str]) -> list[str]:
    """Return the sentences of a paragraph; "… In general:" and what is told next are one."""
    opens = next((n for n, said in enumerate(told[:-1]) if said.endswith("In general:")), None)
    if opens is None:
        return list(told)
    follows = told[opens + 1]
    if follows.startswith("All that"):  # nothing is left to be told in general
        return [*told[:opens], f"{told[opens].removesuffix('In general:')}{follows}", *told[opens + 2 :]]
    return [*told[:opens], f"{told[opens]} {lowered(follows)}", *told[opens + 2 :]]


def on_all(intent: Which) -> list[str]:
    """Return that the graph does not tell whom it is asked of apart, where that was asked."""
    if intent.within is None:
        return []
    of, among = name_in_sentence(intent.entity), name_in_sentence(intent.within)
    return [f"What the graph has is on {of} in general, not on {of} in {among}."]


def missing_lead(entity: Entity, missing: str, nearest: Sequence[Entity] = ()) -> str:
    """Return what opens an answer on an entity where the rest of the question is not in the graph."""
    near = closest_names(near_names(missing.split(", "), nearest))
    return " ".join([nothing_on(entity, missing), *near, "In general:"])


def nothing_on(entity: Entity, missing: str) -> str:
    """Return that the entity was found, and what beside it was not."""
    named = [_DURING.sub("", part) for part in clean_line(missing).split(", ")]
    return f"I found {name_in_sentence(entity)}, but nothing on {join_words(quoted_names(named), 'or')}."


_DURING = re.compile(
    r"^(?:(?:while|when|if)? ?(?:(?:i am|i'm|im) )?(?:still )?(?:on|taking|using)|helps?(?: with| for)?"
    r"|(?:an? |the )?(?:(?:common|early|typical|known) )?(?:symptom|sign|cause|marker|treatment|form|complication)s?"
    r" (?:of|for)(?: the| my)?|(?:affects?|damages?|hurts?|harms?)(?: the| my| your)?"
    r"|(?:associated|linked|connected) (?:with|to)) "
)


def _holds(written: str, entity: Entity) -> bool:
    """Tell whether a name of the entity has all words of what was written: "sharp chest pain" has "chest pain"."""
    words = {singular(w) for w in re.findall(r"[^\W_]+", written.casefold()) if len(w) > 1}
    names = (entity.name, *entity.synonyms)
    return bool(words) and any(words <= {singular(w) for w in re.findall(r"[^\W_]+", n.casefold())} for n in names)


def is_slip_of(written: str, entity: Entity) -> bool:
    """Tell whether a name of the entity is one slip away from what was written."""
    return near_slip(written, (entity.name, *entity.synonyms)) is not None


def apt_predicate(context: AnswerContext, intent: Which) -> str:
    """Return which of the predicates that may be meant is told: no process is treated."""
    names = intent.asked.predicates
    treats = () if is_ill(intent.entity) or intent.outward else context.vocabulary.read("treats").predicates
    return next((name for name in names if name not in treats), names[0])


_AGAINST = re.compile(r"\b(?:against|with|for)$")


def unrecorded_words(intent: Which, name: str) -> str:
    """Return that the graph records nothing of what is asked for: harms, benefits."""
    if intent.asked.slant is Slant.BAD and is_ill(intent.entity):
        asks = f"makes {name} worse" if intent.outward is False else f"{name} leads to"
        return f"the graph does not record what {asks}"
    if intent.asked.slant is Slant.BAD:
        safe = "safe" in intent.asked.phrase.split()
        what = f"how safe {'they are' if is_plural(name) else 'it is'}" if safe else f"which {name} has"
        return f"the graph records no harms of anything, so it cannot say {what}"
    what = f"what helps with {name}" if wants_help(intent) else f"which {name} has"
    return f"the graph records no benefits of anything, so it cannot say {what}"


def wants_help(intent: Which) -> bool:
    """Tell whether it is asked what is good for the entity, rather than what that is good for."""
    against = intent.outward is None and _AGAINST.search(intent.asked.phrase) is not None
    return intent.outward is False or is_ill(intent.entity) or against


def described(writer: AnnotatedWriter, entity: Entity) -> str:
    """Return "Metformin is in the graph as a compound", with what the graph describes it as."""
    kind, many = type_words(entity.type, False), is_plural(entity.name)
    article = "" if many else f"{indefinite_article(kind)} "
    as_what = f" as {article}{type_words(entity.type) if many else kind}" if kind != "thing" else ""
    what = f"{'are' if many else 'is'} in the graph{as_what}"
    said = _in_sentences(clean_line(entity.description)).rstrip(".")
    said = "".join(c for c in said if c not in "[]{}<>$|*_`#")
    tail = f": {lowered(said) if said[1:2].islower() else said}" if said else ""
    return f"{writer.name(entity, opening=True)} {what}{tail}."


_CUT = 160  # characters from which on a description that does not end as a sentence may have been cut short


def _in_sentences(said: str) -> str:
    """Return a description without the part of a sentence that a source cut it short in."""
    whole, _, rest = said.rpartition(". ")
    return whole if whole and rest and len(said) > _CUT and said[-1:].isalnum() else said


def nothing_known(context: AnswerContext, names: str) -> str:
    """Return that the graph has these, and nothing on them."""
    return f"The graph knows {names}, but has {'no papers on it' if context.documented else 'no statement on it'}."
