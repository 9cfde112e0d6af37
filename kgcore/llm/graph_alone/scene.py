"""What an answer is written from: the request's evidence as findings, and what the thread has heard of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgcore.evidence.findings import Finding, findings
from kgcore.intent import Intent, Open, named
from kgcore.llm.graph_alone.facts import belongs
from kgcore.model import Entity, Path
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
    """The evidence, ready to be told."""

    intent: Intent
    findings: tuple[Finding, ...]
    told: frozenset[str]
    paths: tuple[Path, ...]
    nearest: tuple[Entity, ...]
    vocabulary: Vocabulary
    detail: Detail

    @classmethod
    def of(cls, request: AnswerRequest, vocabulary: Vocabulary) -> Scene:
        """Read the request."""
        known = {e.id: e for e in request.evidence.entities}
        asked = tuple(known[i] for i in request.focus if i in known)
        return cls(
            request.intent or Open(asked),
            findings(request.evidence.edges, known, vocabulary),
            frozenset(e.id for e in request.told),
            request.evidence.paths,
            request.nearest,
            vocabulary,
            request.detail,
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

    @staticmethod
    def ranked(some: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return the findings, the best-documented first."""
        return tuple(sorted(some, key=lambda f: -f.weight))
