"""A question about oneself as pairs: what somebody takes, what it goes with, what papers say of the two. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from kgcore.english.agreement import is_plural, join_words
from kgcore.evidence.findings import Agreement, Finding, group_findings
from kgcore.evidence.harms import fate_of, gravest_first, gravity, is_harm_of, warns
from kgcore.question.relation import is_taken
from kgcore.values.model import Edge, Entity, count_papers
from kgcore.verdict.stance import Rules
from kgcore.vocabulary.wording import name_at_start, name_in_sentence, papers_count, predicate_verb

MOST_ROWS = 14
_TWO = 2
HEADER = ("Taken", "With", "What the papers say")
NO_PAPER = "no paper on the two; that does not show it to be safe"
NO_STATEMENT = "nothing in this graph goes badly with it; that does not show them to be safe"
NO_ADVICE = (
    "This is general information, no advice about you: ask your pharmacist or doctor before you combine, start or stop "
    "anything."
)
_ONESELF = re.compile(
    r"\b(?:i (?:take|am (?:on|taking)|use|have been (?:on|taking)|was prescribed|am \d+)|i'?m (?:on|taking|\d+)"
    r"|(?:i'?m|i am) (?:\w+ ){0,3}(?:pregnant|breastfeeding|diabetic)"
    r"|i have (?:\w+ ){1,6}and (?:take|am on|use)"
    r"|(?:my|our|his|her) (?:\w+ )?(?:tablets|pills|meds|medicines|medications?)"
    r"|(?:my|our) (?:mother|mom|mum|father|dad|wife|husband|son|daughter|child|doctor|grand\w+|sister|brother|partner)"
    r"|i\b[^.?!]{0,60}(?:\band|,) (?:also )?(?:take|am on|use|am taking|want to (?:take|add|try))"
    r"|(?:can|should|could|may|must) (?:i|we|he|she|my \w+) (?:still |also |safely )?"
    r"(?:take|combine|mix|add|use|drink|eat|have)"
    r"|(?:can|should|could|may|must) (?:(?:an?|the|this|that) |(?:some|any)(?:one|body)\b|people\b|(?:wo)?m[ae]n\b"
    r"|those\b|patients?\b)[^.?!,]{0,60}? (?:take|combine|mix|add|use|drink|eat))\b",
    re.IGNORECASE,
)
# "Current meds: …", "72 year old man, on …": somebody tells of one patient; "A 72-year-old man …" is an exam's.
_TOLD = re.compile(
    r"^\W*(?:(?:current|regular|daily) (?:meds|medications?|medicines|tablets|drugs|prescriptions?)\b"
    r"|\d{1,3}[ -]?(?:yo|y/o|yrs?|years?)\b[^.?!]{0,80}\b(?:on|takes?|taking)\b|(?:me|patient): ?\w)",
    re.IGNORECASE,
)
_WARY = re.compile(
    r"\b(?:avoid|stop|worr(?:y|ied)|watch|careful|problems?|wrong|risks?|harm\w*|(?:un)?safe|danger\w*|bad"
    r"|not (?:take|combine|mix|have|eat|drink))\b",
    re.IGNORECASE,
)
_ASKS_WHICH = re.compile(
    r"\b(?:which|what|any)\b[^?.]*\b(?:supplements?|drugs?|medic\w+|herbs?|foods?|vitamins?)\b", re.IGNORECASE
)


def is_about_oneself(question: str) -> bool:
    """Tell whether somebody asks for themselves, or for somebody of theirs."""
    said = question.replace("’", "'")
    return _ONESELF.search(said) is not None or _TOLD.match(said) is not None


def asks_warily(question: str) -> bool:
    """Tell whether a question asks what to avoid, to stop or to be wary of."""
    return _WARY.search(question) is not None


_TAKES = r"\b(?:on|tak(?:e|es|ing|en)|took|us(?:e|es|ing)|prescribed|given|started)\s+"
_ITEM = r"[\w'-]+(?: [\w'-]+){0,2}"
_ROW = rf"(?:{_ITEM}\s*(?:,? (?:and|or|plus|with)|[,+&])\s+){{0,6}}"
_BEFORE_IT = r"(?:(?:my|an?|the|some|both|daily|regular|of|low[- ]dose|\d[\d.,]* ?(?:m?c?g|ml))\s+){0,3}"


def unknown_taken(question: str, unread: Iterable[str]) -> str:
    """Return what is said of what somebody takes, too, of which a graph has nothing; "" where there is none."""
    takes = question.replace("’", "'")
    found = [w for w in unread if re.search(rf"{_TAKES}{_ROW}{_BEFORE_IT}{re.escape(w)}\b", takes, re.IGNORECASE)]
    named = join_words([f"“{w}”" for w in found], "or")
    return f"This graph has nothing on {named}, so it cannot say what is safe with it." if found else ""


def asks_which_go_with(question: str) -> bool:
    """Tell whether a question asks which things of a kind go with what is taken."""
    return _ASKS_WHICH.search(question) is not None


Kin = Mapping[str, Sequence[Entity]]


def pairs_table(
    question: str,
    own: Sequence[Entity],
    edges: Iterable[Edge],
    known: Mapping[str, Entity],
    rules: Rules,
    kin: Kin = MappingProxyType({}),
) -> tuple[tuple[str, ...], ...]:
    """Return the pairs of what is taken as rows of plain cells, header first, warnings first; () for fewer than two.

    Where the question asks which of a kind go with them, what each is known to clash with is listed as well. `kin`: the
    classes of what is taken, by its id; where papers are on these alone, it is said.
    """
    found = group_findings(tuple({e.id: e for e in edges}.values()), known, rules)
    rows: list[tuple[int, int, tuple[str, str, str]]] = []
    for a, b in combinations(own, 2):
        between = [f for f in found if {f.subject.id, f.object.id} == {a.id, b.id}]
        between += between_fate(found, a, b, kin)
        of_kin = [] if between else between_kin(found, a, b, kin)
        warned = any(warns(f) for f in (*between, *of_kin))
        both = [] if between or of_kin else _both_do(found, a, b)
        of_two = "; ".join([*(_told_of(f, a, b) for f in between), *map(_told_whole, of_kin)])
        said = of_two or "; ".join(["no paper on the two, but both may harm", *map(_told_whole, both)] if both else [])
        said = said or NO_PAPER
        grave = min((gravity(f) for f in (*between, *of_kin, *both) if warns(f)), default=0)
        rows.append((0 if warned or both else 2, grave, (name_at_start(a), name_at_start(b), said)))
    if asks_which_go_with(question):
        ids = {e.id for e in own}
        for f in gravest_first(f for f in found if is_taken(f.subject) and is_taken(f.object)):
            if len(ids & {f.subject.id, f.object.id}) == 1:
                mine, other = (f.subject, f.object) if f.subject.id in ids else (f.object, f.subject)
                rows.append((1, 0, (name_at_start(mine), name_at_start(other), _told(f))))
        rows += [(3, 0, (name_at_start(e), "Others of which you ask", NO_STATEMENT)) for e in own if not _met(found, e)]
    if asks_warily(question) or asks_which_go_with(question):
        harms = _most_grave(f for e in own for f in _harms(found, e))
        rows += [(1, 1, (name_at_start(f.subject), name_at_start(f.object), _told(f))) for f in harms]
        harms_of_kin = [(e, f) for e in own for k in kin.get(e.id, ()) for f in _harms(found, k) if warns(f)]
        rows += [(1, 2, (name_at_start(e), name_at_start(f.object), _told_whole(f))) for e, f in harms_of_kin]
    rows.sort(key=lambda row: row[:2])
    return (HEADER, *_cut([cells for *_, cells in rows])) if len(rows) > 1 else ()


def _cut(rows: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the rows without the last of very many pairs that no paper is on, and how many these are: no warning is
    cut.
    """
    empty = [row for row in rows if row[2] == NO_PAPER]
    left = empty[max(1, MOST_ROWS - 1 - (len(rows) - len(empty))) :]
    if len(rows) <= MOST_ROWS or len(left) < _TWO:
        return list(rows)
    more = ("Left out", f"{len(left)} more pairs", NO_PAPER)
    return [*(row for row in rows if row not in left), more]


def _harms(found: Iterable[Finding], entity: Entity) -> list[Finding]:
    return [f for f in found if is_harm_of(f, entity)]


def _both_do(found: Sequence[Finding], a: Entity, b: Entity) -> list[Finding]:
    """Return the harms that each of two is known, or said, to do: of both together they may be more."""
    of_a, of_b = (_harms(found, e) for e in (a, b))
    return [f for one in of_a for other in of_b if one.object.id == other.object.id for f in (one, other)]


def _met(found: Iterable[Finding], entity: Entity) -> bool:
    """Tell whether something that is taken is said to go badly with a thing."""
    return any(warns(f) and is_taken(f.subject) and entity.id in {f.subject.id, f.object.id} for f in found)


def _most_grave(some: Iterable[Finding]) -> list[Finding]:
    """Return harms in order, those that only go with what is taken last."""
    return sorted(some, key=lambda f: (not warns(f), gravity(f), -f.weight))


def between_fate(found: Iterable[Finding], a: Entity, b: Entity, kin: Kin) -> list[Finding]:
    """Return what one of two, or a class of it, does to the fate of the other in the body ("iron absorption")."""
    return [
        f
        for x, y in ((a, b), (b, a))
        for f in found
        if f.subject.id in {x.id, *(k.id for k in kin.get(x.id, ()))}
        and warns(f)
        and fate_of(f.object).casefold() in {n.casefold() for n in (y.name, *y.synonyms)}
    ]


def _told_of(finding: Finding, a: Entity, b: Entity) -> str:
    """Return a finding on two; in whole where it is on a class of one, or on what becomes of one in the body."""
    return _told(finding) if {finding.subject.id, finding.object.id} == {a.id, b.id} else _told_whole(finding)


def between_kin(found: Iterable[Finding], a: Entity, b: Entity, kin: Kin) -> list[Finding]:
    """Return the findings that join one of two, or a class of it, with the other or a class of that."""
    mine, theirs = ({e.id, *(k.id for k in kin.get(e.id, ()))} for e in (a, b))
    return [
        f
        for f in found
        if (f.subject.id in mine and f.object.id in theirs) or (f.subject.id in theirs and f.object.id in mine)
    ]


def _told_whole(finding: Finding) -> str:
    verb, bracket, rest = _told(finding).partition(" (")
    return f"{name_in_sentence(finding.subject)} {verb} {name_in_sentence(finding.object)}{bracket}{rest}"


def _told(finding: Finding) -> str:
    said = predicate_verb(finding.predicate, finding.object)
    words = said.finite(plural=is_plural(finding.subject.name), negated=finding.standing is Agreement.DENIED)
    notes = "; ".join(dict.fromkeys(e.note for e in finding.edges if e.note))
    return f"{words} ({papers_count(count_papers(finding.edges))}{f': {notes}' if notes else ''})"
