"""The whole thread on one page: every claim by verdict, the picture of everything, the papers. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kgcore.language.english import clean, counted, listed
from kgcore.model import Paper, Verdict
from kgcore.reply import Block, Figure, Notice, Plain, Reply, Table, Text
from kgcore.report.gathered import Gathered, gathered, papers_of
from kgcore.report.papers import title
from kgcore.thread import Exploration, Turn
from kgcore.vocabulary import Vocabulary

NOTHING = "Nothing has been asked here yet, so there is nothing to summarise."
NO_CLAIMS = "No claim of this thread could be read, so there is nothing to list."
NOT_UNTRUE = "Not found is not untrue: the graph holds what its papers report, not all that is known."
GENERAL = "General information, not medical advice."


def summary(
    turns: Sequence[Turn], exploration: Exploration, vocabulary: Vocabulary, figure: Figure | Table | None
) -> Reply:
    """Return the summary; `turns` are as the thread's deeds have them, `figure` shows all their claims."""
    if not turns:
        return Reply("", "", (Notice(NOTHING),))
    claims = gathered(turns, vocabulary)
    papers = papers_of(turns, claims)
    blocks: list[Block] = [Text((Plain(counts(turns, exploration, claims, papers)),))]
    if not claims:
        blocks.append(Notice(NO_CLAIMS))
    else:
        blocks.append(claims_table(claims))
    if figure is not None:
        blocks.append(figure)
    if papers:
        blocks.append(papers_table(claims, papers))
    if any(g.claim.verdict is Verdict.UNSURE for g in claims):
        blocks.append(Notice(NOT_UNTRUE))
    blocks.append(Notice(GENERAL))
    return Reply("", "", tuple(blocks))


def counts(turns: Sequence[Turn], exploration: Exploration, claims: Sequence[Gathered], papers: Sequence[Paper]) -> str:
    """Return "3 steps, 12 claims about 9 things: 7 supported, 1 mixed and 4 unsure. 14 papers."."""
    if not claims:
        return f"{counted(len(turns), 'step')}, {counted(0, 'claim')}."
    found = Counter(g.claim.verdict for g in claims)
    verdicts = listed(f"{found[v]} {v.value}" for v in Verdict if found[v])
    named = {id for step in exploration.steps for id in step.named}
    about = f" about {counted(len(named), 'thing')}" if named else ""
    return (
        f"{counted(len(turns), 'step')}, {counted(len(claims), 'claim')}{about}: {verdicts}. "
        f"{counted(len(papers), 'paper').capitalize()}."
    )


def claims_table(claims: Sequence[Gathered]) -> Table:
    """Return the claims with the numbers that the table of papers names; who said it, where people did."""
    spoken = any(g.speakers for g in claims)
    columns = ("No.", "Verdict", "Claim", *(("Said by",) if spoken else ()), "Step", "Papers")
    rows = (
        (
            str(n),
            f"{g.claim.verdict.icon} {g.claim.verdict.label}",
            g.words,
            *((", ".join(g.speakers),) if spoken else ()),
            ", ".join(map(str, g.steps)),
            papers_cell(g),
        )
        for n, g in enumerate(claims, 1)
    )
    return Table(columns, tuple(rows), "Claims")


def papers_cell(claim: Gathered) -> str:
    """Return "3 for, 1 against"; papers that take no side only where none does; a dash for none."""
    sides = ((claim.papers_for, "for"), (claim.papers_against, "against"))
    said = ", ".join(f"{len(ids)} {side}" for ids, side in sides if ids)
    return said or (f"{len(claim.papers_near)} near it" if claim.papers_near else "–")


def papers_table(claims: Sequence[Gathered], papers: Sequence[Paper]) -> Table:
    """Return the papers with what they bear on: "for 1, 4; against 2; near 5"."""
    rows = (
        (title(p), clean(p.journal), str(p.year or ""), clean(p.id), "; ".join(bearings(p, claims))) for p in papers
    )
    return Table(("Title", "Journal", "Year", "Id", "Bears on claims"), tuple(rows), "Papers")


def bearings(paper: Paper, claims: Sequence[Gathered]) -> list[str]:
    """Return which claims a paper stands for, against and near, by their numbers."""
    sides = (
        ("for", [g.papers_for for g in claims]),
        ("against", [g.papers_against for g in claims]),
        ("near", [g.papers_near for g in claims]),
    )
    said = ((side, [str(n) for n, ids in enumerate(cited, 1) if paper.id in ids]) for side, cited in sides)
    return [f"{side} {', '.join(on)}" for side, on in said if on]
