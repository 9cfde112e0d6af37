"""Writes annotated words, numbering entities and relations as they come up (the format of `kgcore.annotate`)."""

from __future__ import annotations

from collections.abc import Iterable

from kgcore.annotate import entity as write_entity
from kgcore.annotate import relation as write_relation
from kgcore.evidence.findings import Finding
from kgcore.language.english import capital, is_plural
from kgcore.model import Entity, Salience
from kgcore.wording import article, bare, determiner, verb


class Ink:
    """The numbering of one answer; every method returns text to be put together by the caller."""

    def __init__(self) -> None:
        self._entities: dict[str, int] = {}
        self._relations = 0

    def name(self, entity: Entity, *, opening: bool = False) -> str:
        """Return the entity, marked, as it stands inside a sentence or opens one."""
        the = determiner(entity)
        words = capital(bare(entity)) if opening and not the else bare(entity)
        return (capital(the) if opening else the) + write_entity(words, entity.type, self._number(entity))

    def relation(self, words: str, findings: Iterable[Finding], *, high: bool = True) -> str:
        """Return the words, marked as stating all these findings."""
        self._relations += 1
        weight = Salience.HIGH if high else Salience.LOW
        pairs = [(f.predicate.name, weight, self._number(f.subject), self._number(f.object)) for f in findings]
        return write_relation(words, pairs, self._relations)

    def clause(self, finding: Finding, *, denied: bool = False, subject: str = "", opening: bool = False) -> str:
        """Return "vitamin E does not prevent Alzheimer's disease"; `subject` stands in for the name ("it")."""
        said = verb(finding.predicate, finding.object)
        who = subject or self.name(finding.subject, opening=opening)
        words = self.relation(said.finite(plural=is_plural(finding.subject.name), negated=denied), [finding])
        return f"{who} {words} {self.object(finding)}"

    def object(self, finding: Finding) -> str:
        """Return the finding's object with the article that the relation or the name needs."""
        return article(finding.predicate, finding.object) + self.name(finding.object)

    def _number(self, entity: Entity) -> int:
        return self._entities.setdefault(entity.id, len(self._entities) + 1)
