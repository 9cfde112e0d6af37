"""Many findings about one entity in few sentences: grouped by relation and standing, the best-documented first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgcore.evidence.findings import Finding, Standing, papers
from kgcore.language.english import Verb, is_plural, listed
from kgcore.llm.graph_alone.facts import belongs, design, report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.model import Entity
from kgcore.wording import article, verb


@dataclass(frozen=True, slots=True)
class Group:
    """Findings that one sentence can tell: the same relation, side and direction, seen from `centre`."""

    centre: Entity
    said: Verb
    standing: Standing
    outward: bool
    members: tuple[Finding, ...]

    @property
    def weight(self) -> int:
        """How many papers stand behind the group, both sides together."""
        return papers(e for f in self.members for e in f.edges)


def grouped(
    findings: Iterable[Finding], centre: Entity, dim: Callable[[Finding], bool] = lambda _: False
) -> tuple[Group, ...]:
    """Return the findings in groups, those with most papers first, what is a kind of what last.

    What is `dim` comes last in its group, and a group of nothing else behind all others.
    """
    groups: dict[tuple[Verb, Standing, bool], list[Finding]] = {}
    for f in without_mirrors(findings):
        key = (verb(f.predicate, f.object), f.standing, f.subject.id == centre.id)
        groups.setdefault(key, []).append(f)
    made = [
        Group(centre, said, standing, outward, tuple(sorted(members, key=lambda f: (dim(f), -f.weight))))
        for (said, standing, outward), members in groups.items()
    ]
    return tuple(sorted(made, key=lambda g: (dim(g.members[0]), belongs(g.members[0]), -g.weight)))


def without_mirrors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Leave out what is wholly told as the opposite of a finding before it: "raises" behind "lowers"."""
    told: set[str] = set()
    kept = []
    for f in findings:
        if not f.plain or not {e.id for e in f.plain} <= told:
            kept.append(f)
            told.update(e.id for e in f.versus)
    return tuple(kept)


def tell(ink: Ink, group: Group, top: int, *, again: bool = False) -> str:
    """Return the group as one sentence of at most `top` members; `again`: the sentence before told of papers, too."""
    members = group.members[:top]
    if len(members) == 1 and len(group.members) == 1:
        return sentence(report(ink, members[0]))
    lead = {Standing.SAID: "Papers report that", Standing.DENIED: "Papers report that"}.get(
        group.standing, "Papers disagree on whether"
    )
    if again:
        lead = lead.replace("Papers report", "Papers also report").replace("Papers disagree", "Papers also disagree")
    if not group.weight:
        lead = "The graph states, without naming papers, that"
    return f"{lead} {_body(ink, group, members)}."


def _body(ink: Ink, group: Group, members: Sequence[Finding]) -> str:
    denied = group.standing is Standing.DENIED
    others = [ink.name(f.object if group.outward else f.subject) for f in members]
    counts = _counts(members)
    left = len(group.members) - len(members)
    tail = [f"{left} more"] if left else []
    if not group.outward:
        many = len(others) > 1 or left > 0 or is_plural(members[0].subject.name)
        words = ink.relation(group.said.finite(plural=many, negated=denied), members)
        items = [f"{o}{c}" for o, c in zip(others, counts, strict=True)]
        the = article(members[0].predicate, group.centre)
        return f"{listed([*items, *tail])} {words} {the}{ink.name(group.centre)}"
    words = ink.relation(group.said.finite(plural=is_plural(group.centre.name), negated=denied), members)
    items = [f"{article(f.predicate, f.object)}{o}{c}" for f, o, c in zip(members, others, counts, strict=True)]
    joined = listed([*items, *tail], "and" if group.standing is Standing.SAID else "or")
    return f"{ink.name(group.centre)} {words} {joined}"


def _counts(members: Sequence[Finding]) -> list[str]:
    """Return " (2 papers)" for each member, shorter from the second on; a weak design is named with it."""
    texts: list[str] = []
    for f in members:
        if f.standing is Standing.DISPUTED:
            texts.append(f" ({papers(f.plain)} for, {papers((*f.denied, *f.versus))} against)")
        else:
            unit = "" if texts else " paper" if f.weight == 1 else " papers"
            weak = design(f)
            texts.append(f" ({f.weight}{unit}{f', {weak}' if weak else ''})")
    return texts
