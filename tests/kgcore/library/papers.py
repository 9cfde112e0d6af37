"""Three papers that the library's tests share: a trial that is there whole, a cohort, and one that was retracted."""

from __future__ import annotations

from kgcore.library.model import Article, Caption, CaptionOf, Design, Markup, RawTable, Section, Status

TABLE = "<table><tr><th>Group</th><th>Days</th></tr><tr><td>Zinc</td><td>4.4</td></tr></table>"
ZINC = Article(
    ("PMC:PMC1", "PMID:1", "DOI:10.1000/a"),
    "Zinc lozenges for the common cold: a randomised trial",
    (
        Section("Background", "Zinc may shorten colds."),
        Section("Results", "Zinc significantly reduced the duration of colds compared with placebo (p = 0.01)."),
    ),
    (Section("Methods", "We randomised 100 adults. Nausea was recorded daily."),),
    (Caption("T1", CaptionOf.TABLE, "Table 1", "Days with a cold by lozenge"),),
    (RawTable("T1", "Table 1", "Days with a cold by lozenge", Markup.HTML, TABLE),),
    authors=("Smith, Ann",),
    journal="The Lancet",
    year=2015,
    types=("Randomized Controlled Trial",),
    citations=12,
    design=Design.RANDOMISED_TRIAL,
    volume="385",
    issue="3",
    pages="115-120",
    editors=("Lee, C.",),
)
FALLS = Article(
    ("PMID:2",),
    "Vitamin D and falls in older adults",
    (Section("Abstract", "In this cohort, vitamin D was not associated with falls."),),
    journal="BMJ",
    year=2019,
    mesh=("Accidental Falls", "Vitamin D"),
    design=Design.COHORT,
)
PULLED = Article(
    ("PMID:3",),
    "Zinc cures everything",
    (Section("Abstract", "Zinc and the common cold in mice."),),
    year=2017,
    status=Status.RETRACTED,
    design=Design.ANIMAL,
)
OURS = (ZINC, FALLS, PULLED)
