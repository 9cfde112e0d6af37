"""Writes annotated words, numbering entities and relations as they come up (the format of `kgcore.annotation`).

What each relation states is kept in the graph's own terms: text is for people, and is not read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgcore.annotation.parser import annotate_entity as write_entity
from kgcore.annotation.parser import annotate_relation as write_relation
from kgcore.english.agreement import VerbWords, capitalise, is_plural, join_words, spell_number
from kgcore.evidence.findings import Agreement, Finding, edges_shown, group_findings, known_entities
from kgcore.llm.graph_alone.measures import HOW_OFTEN
from kgcore.values.intent import Intent, Open, YesNo, named_entities
from kgcore.values.model import (
    ACCEPTED_BY,
    TEAM,
    Claim,
    Edge,
    Entity,
    Extent,
    Path,
    Relative,
    Salience,
    Statement,
    count_papers,
    source_and_graph,
    source_in_graph,
)
from kgcore.values.tasks import AnswerRequest, Detail
from kgcore.values.text import clean_line, shorten
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import (
    article_before_object,
    determiner,
    is_kind_of,
    is_no_effect,
    name_without_article,
    names_object,
    reported_verb,
    shown_name,
)

# A predicate's name that the format can hold; any other stays out of the text ("Gr>G").
_WRITABLE = re.compile(r"[A-Za-z][\w:.-]*")


class AnnotatedWriter:
    """The numbering of one answer; every method returns text to be put together by the caller.

    `statements` are what the relations written so far state, by their ids in the text.
    """

    def __init__(self) -> None:
        self._entities: dict[str, int] = {}
        self._relations = 0
        self.statements: dict[tuple[str, str, str], Statement] = {}

    def name(self, entity: Entity, *, opening: bool = False, bare: bool = False) -> str:
        """Return the entity, marked, as it stands inside a sentence or opens one; `bare`: without its article."""
        the = "" if bare else determiner(entity)
        words = capitalise(name_without_article(entity)) if opening and not the else name_without_article(entity)
        return (capitalise(the) if opening else the) + write_entity(words, entity.type, self._number(entity))

    def relation(self, words: str, findings: Iterable[Finding], *, high: bool = True, denied: bool = False) -> str:
        """Return the words, marked as stating (`denied`: as denying) all these findings."""
        self._relations += 1
        weight = Salience.HIGH if high else Salience.LOW
        pairs = []
        for f in findings:
            a, b = self._number(f.subject), self._number(f.object)
            stated = Statement(f.subject.id, f.predicate.name, f.object.id, denied)
            self.statements[f"R{self._relations}", f"N{a}", f"N{b}"] = stated
            pairs.append((f.predicate.name if _WRITABLE.fullmatch(f.predicate.name) else None, weight, a, b))
        return write_relation(words, pairs, self._relations)

    def clause(self, finding: Finding, *, denied: bool = False, subject: str = "", opening: bool = False) -> str:
        """Return "vitamin E does not prevent Alzheimer's disease"; `subject` stands in for the name ("it")."""
        said = finding_verb(finding)
        who = subject or self.name(finding.subject, opening=opening)
        words = said.finite(plural=is_plural(finding.subject.name), negated=denied)
        marked = self.relation(words, [finding], denied=denied)
        return f"{who} {marked} {self.object(finding)}"

    def object(self, finding: Finding) -> str:
        """Return the finding's object with the article that the relation or the name needs."""
        bare = names_object(finding.predicate)
        return article_before_object(finding.predicate, finding.object) + self.name(finding.object, bare=bare)

    def _number(self, entity: Entity) -> int:
        return self._entities.setdefault(entity.id, len(self._entities) + 1)


def finding_verb(finding: Finding) -> VerbWords:
    """Return the verb of a finding; it says no more than studies that only watched people can show."""
    notes = [e.note for e in finding.edges] if finding.standing is not Agreement.DISPUTED else []
    return reported_verb(finding.predicate, finding.object, notes)


# --- Findings as sentences: how many papers say so, how many do not, and never more than the graph knows.

_DESIGNS = frozenset(
    {"rct", "trial", "trials", "cohort", "meta-analysis", "review", "mice", "rats", "cells", "animals"}
)
# Designs that do not show cause and effect in people; a trial or a review of trials beside them is not looked for.
_WEAK = re.compile(
    r"\b(?:cohorts?|case[- ]control|case (?:reports?|series)|observational|registry|epidemiology|cross-sectional"
    r"|(?:animal|mouse|rat) models?|mice|rats|animals?|in vitro|cell lines?|cells)\b",
    re.IGNORECASE,
)
UNSOURCED = ", without naming papers, that"
_SOURCES = 2  # that are named
_UNNAMED = frozenset({"derived", "inferred", "computed", "unknown", "other", "none", "n/a", "na", "-"})  # as sources
_TEAM = "this team"  # as a source that states something
_CODE = re.compile(r"[a-z]+:[\w.-]+$")  # "infores:ctd": a source's name for programs
_NOTE = 70  # characters of a curator's note that are shown


def report_finding(writer: AnnotatedWriter, finding: Finding) -> str:
    """Return a finding as a sentence without its full stop, to stand after "The graph says yes: " or be capitalised."""
    match finding.standing:
        case Agreement.SAID:
            return _attributed(
                finding.plain,
                writer.clause(finding),
                noted=not is_membership(finding) and finding.predicate.words != "contains",
            )
        case Agreement.DENIED:
            return _attributed(finding.denied, writer.clause(finding, denied=True))
        case Agreement.DISPUTED:
            return _disputed(writer, finding) if finding.denied else _opposites(writer, finding)


_FURTHER = {"states": "It also states", "state": "They also state"}
_TOGETHER = 3  # clauses of a sentence on what a source states besides
_GRAPH_TWICE = re.compile(rf"^(?P<said>The graph [^:,.]+): the graph states{UNSOURCED}")
_WHO_STATES = re.compile(rf"(?P<who>[^\W\d_][^,.:]*?) (?:also )?(?P<does>states?){UNSOURCED} ")


def lowered(sentence: str) -> str:
    """Return a sentence to stand within another: with a small letter, unless it begins with a name."""
    first = sentence.split(" ", 1)[0]
    who = _WHO_STATES.match(sentence)
    named = first[1:] != first[1:].lower() or (who is not None and who["who"] != "The graph")
    return sentence if named else sentence[:1].lower() + sentence[1:]


def said_once(paragraph: Sequence[str]) -> list[str]:
    """Return sentences in which a source that names no papers is called "it" where the one before named it.

    What it states besides stands together: "It also states that …; that …; and that …."
    """
    told: list[str] = []
    before, besides = "", list[str]()
    for sentence in (*paragraph, ""):
        found = _WHO_STATES.search(sentence)
        who = found["who"].casefold() if found else ""
        if found and not found.start() and who == before:
            if len(besides) == _TOGETHER:
                told.append(_joined(besides))
                besides.clear()
            besides.append(f"{'' if besides else _FURTHER[found['does']]} that {sentence[found.end() :]}".strip())
            continue
        told += [_joined(besides)] if besides else []
        besides.clear()
        told += [_GRAPH_TWICE.sub(r"\g<said>, without naming papers:", sentence)] if sentence else []
        before = who
    return told


def _joined(clauses: Sequence[str]) -> str:
    """Return clauses as one sentence; all but the last lose their full stop."""
    *others, last = clauses
    parts = [clause.removesuffix(".") for clause in others]
    return f"{'; '.join(parts)}{'; and ' if len(parts) > 1 else ', and '}{last}" if parts else last


def is_membership(finding: Finding) -> bool:
    """Tell whether a finding only says that one thing is a kind or a part of another."""
    return is_kind_of(finding.predicate) or finding.predicate.words == "is part of"


def unsourced_lead(edges: Iterable[Edge], *, again: bool = False) -> str:
    """Return "Hetionet states, without naming papers, that": who says what has no paper; "the graph" where many do."""
    sources = list(dict.fromkeys(named for e in edges for s in e.sources if (named := _source_named(s))))
    who = _plain(join_words(sources)) if 0 < len(sources) <= _SOURCES else "the graph"
    return f"{who} {'also ' if again else ''}{'state' if len(sources) == _SOURCES else 'states'}{UNSOURCED}"


def _source_named(source: str) -> str:
    """Return a source as it is named in a sentence, with the graph that was read with others; "" for codes and such."""
    if source == TEAM:
        return _TEAM
    own, graph = source_and_graph(clean_line(source))
    own = own.partition(": ")[0].strip()  # which record of a source states it stands with the evidence
    own = "" if own.casefold() in _UNNAMED or _CODE.match(own) else own
    return source_in_graph(own, graph) if graph else own


def _attributed(edges: Sequence[Edge], clause: str, *, noted: bool = True) -> str:
    count = count_papers(edges)
    if not count:
        often = _note(edges) if len(edges) == 1 and HOW_OFTEN.match(edges[0].note) else ""
        return f"{unsourced_lead(edges)} {clause}{often}"
    note = _note(edges) if noted else ""
    said = f"paper{note} reports" if count == 1 else f"papers{note} report"
    return f"{spell_number(count)} {said} that {clause}"


def _disputed(writer: AnnotatedWriter, finding: Finding) -> str:
    sides = [_side(finding.plain, "says", "say", "so")]
    link = "link" if finding.predicate.symmetric else "effect"
    nothing = "otherwise" if is_no_effect(finding.predicate) else f"no such {link}"
    sides.append(_side(finding.denied, "found", "found", nothing))
    text = f"papers disagree on whether {writer.clause(finding)}: {', '.join(sides)}"
    return text + (f", and {_side(finding.versus, 'reports', 'report', 'the opposite')}" if finding.versus else "")


def _side(edges: Sequence[Edge], one: str, many: str, what: str) -> str:
    count = count_papers(edges)
    if not count:
        return f"one source without a paper {one} {what}"
    return f"{spell_number(count)} {one if count == 1 else many} {what}{_note(edges)}"


def _opposites(writer: AnnotatedWriter, finding: Finding) -> str:
    """Two predicates that exclude each other, both reported: say both, in as many words."""
    other = Finding(
        finding.subject, finding.opposite or finding.predicate, finding.object, finding.versus, (), finding.plain
    )
    it = "they" if is_plural(finding.subject.name) else "it"
    ours, theirs = ({p for e in edges for p in e.publications} for edges in (finding.plain, finding.versus))
    if ours and ours == theirs and not any(e.unlisted for e in (*finding.plain, *finding.versus)):
        both = f"report{'s' if len(ours) == 1 else ''} both that"
        who = "the same paper" if len(ours) == 1 else f"the same {spell_number(len(ours))} papers"
        return (
            f"{who} {both} {writer.clause(finding)}{_note(finding.plain)} "
            f"and that {writer.clause(other, subject=it)}{_note(finding.versus)}"
        )
    first = _attributed(finding.plain, writer.clause(finding))
    return f"{first}, but {_attributed(finding.versus, writer.clause(other, subject=it))}"


def _note(edges: Sequence[Edge]) -> str:
    """Return the curator's note of a lone edge, where it describes its one paper, or its several.

    A team's own fact says that it is one, behind what it is limited to; who accepted it stands with the evidence.
    """
    note = _plain(clean_line(edges[0].note)) if len(edges) == 1 else ""
    if note and TEAM in edges[0].sources:
        own = note.rpartition(ACCEPTED_BY)[0].rstrip("; ")
        return f" ({shorten(own, _NOTE)}; {TEAM})" if own else f" ({TEAM})"
    head = re.split(r"[,;:]", note)[0]
    fits = is_plural(head) if count_papers(edges) > 1 else " " in note or head.lower() in _DESIGNS
    fits = fits or HOW_OFTEN.match(note) is not None
    return f" ({note})" if note and fits and len(note) <= _NOTE else ""


def weak_design(finding: Finding) -> str:
    """Return the design behind a finding where it is a weak one for what it says: "cohort", "mice"; else ""."""
    edges = finding.plain or finding.denied
    found = _WEAK.search(edges[0].note) if len(edges) == 1 and not is_membership(finding) else None
    return found[0].lower() if found else ""


def _plain(text: str) -> str:
    """Return text from outside without anything that could be read as an annotation."""
    return "".join(c for c in text if c not in "[]{}<>$|()*_`#")


def make_sentence(text: str) -> str:
    """Return the text as a sentence: a capital and a full stop."""
    return f"{capitalise(text)}."


# --- What an answer is written from: the request's evidence as findings, and what the thread has heard of it.


@dataclass(frozen=True, slots=True)
class AnswerSize:
    """How much is written: sentences of a list, members of a sentence."""

    sentences: int
    members: int


_SIZES = {Detail.BRIEF: AnswerSize(2, 3), Detail.NORMAL: AnswerSize(4, 5), Detail.FULL: AnswerSize(9, 12)}


@dataclass(frozen=True, slots=True)
class QuestionRelative:
    """An entity one step broader or narrower than one of the question's own."""

    entity: Entity
    of: Entity
    broader: bool


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """The evidence, ready to be told; `folded` are the ids of what the reader has folded away, `types` the graph's.

    `alone`: the message asks nothing else, so that there is room for what stands beside the answer. `chained`: the
    ways through other things follow, step by step.
    """

    intent: Intent
    findings: tuple[Finding, ...]
    told: frozenset[str]
    paths: tuple[Path, ...]
    nearest: tuple[Entity, ...]
    vocabulary: Vocabulary
    detail: Detail
    folded: frozenset[str] = frozenset()
    claims: tuple[Claim, ...] = ()
    question: str = ""
    classes: tuple[tuple[str, Relative], ...] = ()
    fates: tuple[Entity, ...] = ()
    types: tuple[str, ...] = ()
    alone: bool = True
    chained: bool = False
    documented: bool = True
    extents: tuple[Extent, ...] = ()

    @classmethod
    def of(cls, request: AnswerRequest, vocabulary: Vocabulary, *, alone: bool = True) -> AnswerContext:
        """Read the request."""
        shown = [e for c in request.claims for e in edges_shown(c)]
        known = {id: e for c in request.claims for id, e in known_entities(c).items()}
        known |= {e.id: e for e in request.evidence.entities}
        edges = {e.id: e for e in (*request.evidence.edges, *shown)}
        asked = tuple(known[i] for i in request.focus if i in known)
        intent = request.intent or Open(asked)
        return cls(
            intent,
            group_findings(tuple(edges.values()), known, vocabulary),
            frozenset(e.id for e in request.told),
            request.evidence.paths,
            request.nearest,
            vocabulary,
            request.detail,
            _folded(request.folded, known.values()) - {e.id for e in named_entities(intent)},
            request.claims,
            request.question,
            request.classes,
            request.fates,
            request.types,
            alone,
            request.chained,
            request.documented,
            request.evidence.extents,
        )

    @property
    def nothing(self) -> str:
        """What a graph has not that says nothing: "no paper", or "nothing" where it names no papers at all."""
        return "no paper" if self.documented else "nothing"

    @property
    def size(self) -> AnswerSize:
        """How much may be written."""
        return _SIZES[self.detail]

    def without_beside(self) -> AnswerContext:
        """Return the context without what stands between what is asked about and what is taken beside it, which is told
        apart.
        """
        if not isinstance(self.intent, YesNo) or not self.intent.beside:
            return self
        own = {self.intent.subject.id, self.intent.object.id}
        beside = {e.id for e in self.intent.beside}
        apart = [{f.subject.id, f.object.id} for f in self.findings]
        kept = tuple(f for f, ends in zip(self.findings, apart, strict=True) if not (ends & own and ends & beside))
        names = frozenset(shown_name(e).casefold() for e in self.intent.beside)
        extents = tuple(replace(x, names=x.names - names) for x in self.extents)
        return replace(self, findings=kept, extents=extents)

    def between(self, a: Entity, b: Entity) -> tuple[Finding, ...]:
        """Return the findings between two entities, either way, the best-documented first."""
        pair = {a.id, b.id}
        return self.ranked(f for f in self.findings if {f.subject.id, f.object.id} == pair)

    def around(self, entity: Entity) -> tuple[Finding, ...]:
        """Return the findings of one entity, the best-documented first."""
        return self.ranked(f for f in self.findings if entity.id in (f.subject.id, f.object.id))

    def fresh(self, some: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return those that the thread has not heard yet."""
        return tuple(f for f in some if not self.heard(f))

    def heard(self, finding: Finding) -> bool:
        """Tell whether the thread has heard all of a finding."""
        return {e.id for e in finding.edges} <= self.told

    def relatives(self, entity: Entity) -> tuple[QuestionRelative, ...]:
        """Return the broader and narrower entities that the evidence ties to this one."""
        own = {e.id for e in named_entities(self.intent)}
        tied = [f for f in self.around(entity) if is_membership(f) and f.plain]
        up = [(f.subject.id == entity.id, f) for f in tied]
        found = [QuestionRelative(f.object if broader else f.subject, entity, broader) for broader, f in up]
        found += [QuestionRelative(k.entity, entity, k.broader) for id, k in self.classes if id == entity.id]
        return tuple({r.entity.id: r for r in found if r.entity.id not in own}.values())

    def ranked(self, some: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return the findings, the best-documented first, those on what the reader folded away last."""
        return tuple(sorted(some, key=lambda f: (self.dim(f), -f.weight)))

    def dim(self, finding: Finding) -> bool:
        """Tell whether a finding is about something that the reader has folded away."""
        return not self.folded.isdisjoint((finding.subject.id, finding.object.id))


def _folded(names: Iterable[str], known: Iterable[Entity]) -> frozenset[str]:
    wanted = {n.casefold() for n in names}
    return frozenset(e.id for e in known if e.name.casefold() in wanted)
