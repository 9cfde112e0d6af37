"""What an answer is written from: the request's evidence as findings, and what the thread has heard of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgcore.evidence.facts import edges_shown, known_entities
from kgcore.evidence.findings import Finding, findings
from kgcore.intent import Intent, Open, named
from kgcore.llm.graph_alone.facts import belongs
from kgcore.model import Claim, Entity, Path
from kgcore.tasks import AnswerRequest, Detail
from kgcore.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Size:
    """How much is written: sentences of a list, members of a sentence."""

    sentences: int
    members: int


_SIZES = {Detail.BRIEF: Size(2, 3), Detail.NORMAL: Size(4, 5), Detail.FULL: Size(9, 12)}


@dataclass(frozen=True, slots=True)
class Relative:
    """An entity one step broader or narrower than one of the question's own."""

    entity: Entity
    of: Entity
    broader: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """The evidence, ready to be told; `folded` are the ids of what the reader has folded away."""

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

    @classmethod
    def of(cls, request: AnswerRequest, vocabulary: Vocabulary) -> Scene:
        """Read the request."""
        shown = [e for c in request.claims for e in edges_shown(c)]
        known = {id: e for c in request.claims for id, e in known_entities(c).items()}
        known |= {e.id: e for e in request.evidence.entities}
        edges = {e.id: e for e in (*request.evidence.edges, *shown)}
        asked = tuple(known[i] for i in request.focus if i in known)
        intent = request.intent or Open(asked)
        return cls(
            intent,
            findings(tuple(edges.values()), known, vocabulary),
            frozenset(e.id for e in request.told),
            request.evidence.paths,
            request.nearest,
            vocabulary,
            request.detail,
            _folded(request.folded, known.values()) - {e.id for e in named(intent)},
            request.claims,
            request.question,
        )

    @property
    def size(self) -> Size:
        """How much may be written."""
        return _SIZES[self.detail]

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

    def relatives(self, entity: Entity) -> tuple[Relative, ...]:
        """Return the broader and narrower entities that the evidence ties to this one."""
        own = {e.id for e in named(self.intent)}
        tied = [f for f in self.around(entity) if belongs(f) and f.plain]
        up = [(f.subject.id == entity.id, f) for f in tied]
        found = [Relative(f.object if broader else f.subject, entity, broader) for broader, f in up]
        return tuple(r for r in found if r.entity.id not in own)

    def ranked(self, some: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return the findings, the best-documented first, those on what the reader folded away last."""
        return tuple(sorted(some, key=lambda f: (self.dim(f), -f.weight)))

    def dim(self, finding: Finding) -> bool:
        """Tell whether a finding is about something that the reader has folded away."""
        return not self.folded.isdisjoint((finding.subject.id, finding.object.id))


def _folded(names: Iterable[str], known: Iterable[Entity]) -> frozenset[str]:
    wanted = {n.casefold() for n in names}
    return frozenset(e.id for e in known if e.name.casefold() in wanted)
