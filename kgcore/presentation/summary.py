"""The claims of several turns, each once, with all the steps that make it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgcore.english.agreement import count_noun, join_words
from kgcore.evidence.findings import edges_shown
from kgcore.presentation.claims import NOT_UNTRUE, badge_of, statement_inlines
from kgcore.presentation.export import bibtex, citation, ris, safe_url
from kgcore.values.model import Candidate, Claim, Match, Mention, Paper, Reason, count_papers
from kgcore.values.reply import Block, Figure, File, Notice, Papers, PaperView, Plain, Reply, Table, Text
from kgcore.values.text import clean_line
from kgcore.values.thread import Exploration, Turn
from kgcore.verdicts import Badge, Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

Key = tuple[str, ...]
ORDER = tuple(Verdict)  # the most settled first


@dataclass(frozen=True, slots=True)
class GatheredClaim:
    """A claim, in words, with the numbers of the steps that make it (from 1) and who said it."""

    claim: Claim
    words: str
    steps: tuple[int, ...]
    speakers: tuple[str, ...] = ()

    @property
    def papers_for(self) -> tuple[str, ...]:
        """Ids of the papers that stand for it."""
        return self.claim.papers_for

    @property
    def papers_against(self) -> tuple[str, ...]:
        """Ids of the papers that stand against it."""
        return self.claim.papers_against

    @property
    def papers_near(self) -> tuple[str, ...]:
        """Ids of the papers that bear on it without standing for or against it, where no edge does."""
        settled = self.claim.edges_for or self.claim.edges_against
        return () if settled else tuple(dict.fromkeys(p for e in edges_shown(self.claim) for p in e.publications))


def gather_claims(turns: Sequence[Turn], vocabulary: Vocabulary) -> tuple[GatheredClaim, ...]:
    """Return the claims that count, the most settled first, then the best documented, then in the order of asking."""
    found: dict[Key, GatheredClaim] = {}
    for step, turn in enumerate(turns, 1):
        for _, claim in turn.counted:
            key = claim_key(claim, vocabulary)
            found[key] = _joined(found.get(key), claim, step, _speaker(turn, claim), vocabulary)
    return tuple(sorted(found.values(), key=lambda g: (ORDER.index(g.claim.verdict), -_weight(g), g.steps)))


def claim_key(claim: Claim, vocabulary: Vocabulary) -> Key:
    """Return what is the same for claims that say the same: the pair, the predicate, the polarity.

    What was matched by meaning alone counts with its words: they need not mean what another claim's do.
    """
    ends = (_end(claim.subject_mention, claim.subject), _end(claim.object_mention, claim.object))
    own_words = claim.predicate is None or claim.overstates
    if own_words:
        written = (_end(claim.triple.subject, None), _end(claim.triple.object, None)) if not all(ends) else ends
        return (*written, clean_line(claim.triple.relation).lower(), str(claim.triple.negated), str(claim.inverted))
    predicate = claim.predicate or ""
    if vocabulary.symmetric(predicate):
        ends = (min(ends), max(ends))
    return (*ends, predicate, str(claim.negated), "")


def plain_statement(claim: Claim, vocabulary: Vocabulary) -> str:
    """Return a claim as a sentence without a full stop."""
    words = clean_line("".join(part.text for part in statement_inlines(claim, {}, vocabulary)))
    return f"{words} (worded with caution)" if claim.hedged else words


def papers_of(turns: Sequence[Turn], claims: Sequence[GatheredClaim]) -> tuple[Paper, ...]:
    """Return the papers of the claims in the claims' order; one that nothing is known of has only its id."""
    known = {p.id: p for turn in turns for p in turn.papers}
    ids = dict.fromkeys(id for c in claims for id in (*c.papers_for, *c.papers_against, *c.papers_near))
    return tuple(known.get(id, Paper(id)) for id in ids)


def _end(mention: Mention, candidate: Candidate | None) -> str:
    words = "?" + clean_line(mention.text).lower()
    if candidate is None:
        return words
    return candidate.entity.id + (words if candidate.match is Match.SEMANTIC else "")


def _speaker(turn: Turn, claim: Claim) -> str:
    at = claim.triple.paragraph
    return clean_line(turn.speakers[at]) if at < len(turn.speakers) else ""


def _joined(
    known: GatheredClaim | None, claim: Claim, step: int, speaker: str, vocabulary: Vocabulary
) -> GatheredClaim:
    said = (speaker,) if speaker else ()
    if known is None:
        return GatheredClaim(claim, plain_statement(claim, vocabulary), (step,), said)
    if claim.reason is Reason.GRAPH_UNREACHABLE:  # judged once is judged
        claim = known.claim
    steps, speakers = (tuple(dict.fromkeys(both)) for both in ((*known.steps, step), (*known.speakers, *said)))
    return GatheredClaim(claim, plain_statement(claim, vocabulary), steps, speakers)


def _weight(claim: GatheredClaim) -> int:
    return len({*claim.papers_for, *claim.papers_against, *claim.papers_near})


# --- The whole thread on one page: every claim by verdict, the picture of everything, the papers.

NOTHING = "Nothing has been asked here yet, so there is nothing to summarise."
NO_CLAIMS = "No claim of this thread could be read, so there is nothing to list."
GENERAL = "General information, not medical advice."


def summary_reply(
    turns: Sequence[Turn], exploration: Exploration, vocabulary: Vocabulary, figure: Figure | Table | None
) -> Reply:
    """Return the summary; `turns` are as the thread's recorded actions have them, `figure` shows all their claims."""
    if not turns:
        return Reply("", "", (Notice(NOTHING),))
    claims = gather_claims(turns, vocabulary)
    papers = papers_of(turns, claims)
    blocks: list[Block] = [Text((Plain(counts_in_words(turns, exploration, claims, papers)),))]
    if not claims:
        blocks.append(Notice(NO_CLAIMS))
    else:
        blocks.append(claims_table(claims))
    if figure is not None:
        blocks.append(figure)
    if papers:
        blocks.append(cited_by_claims(claims, papers))
    if any(g.claim.verdict is Verdict.UNSURE for g in claims):
        blocks.append(Notice(NOT_UNTRUE))
    blocks.append(Notice(GENERAL))
    return Reply("", "", tuple(blocks))


def counts_in_words(
    turns: Sequence[Turn], exploration: Exploration, claims: Sequence[GatheredClaim], papers: Sequence[Paper]
) -> str:
    """Return "3 steps, 12 claims about 9 things: 7 supported, 1 mixed and 4 without evidence here. 14 papers."."""
    if not claims:
        return f"{count_noun(len(turns), 'step')}, {count_noun(0, 'claim')}."
    found = Counter(badge_of(g.claim) for g in claims)
    verdicts = join_words(f"{found[b]} {b.counted}" for b in _IN_WORDS if found[b])
    named = {id for step in exploration.steps for id in step.named}
    about = f" about {count_noun(len(named), 'thing')}" if named else ""
    return (
        f"{count_noun(len(turns), 'step')}, {count_noun(len(claims), 'claim')}{about}: {verdicts}. "
        f"{count_noun(len(papers), 'paper').capitalize()}."
    )


_OWN: dict[Badge, Badge] = {
    Badge.REPORTED: Badge.SUPPORTED,
    Badge.NO_EFFECT: Badge.SUPPORTED,
    Badge.DISPUTED: Badge.MIXED,
}
_IN_WORDS = sorted(Badge, key=lambda badge: list(Badge).index(_OWN.get(badge) or badge))  # the most settled first


def claims_table(claims: Sequence[GatheredClaim]) -> Table:
    """Return the claims with the numbers that the table of papers names; who said it, where people did."""
    spoken = any(g.speakers for g in claims)
    columns = ("No.", "Verdict", "Claim", *(("Said by",) if spoken else ()), "Step", "Papers")
    rows = (
        (
            str(n),
            f"{badge_of(g.claim).icon} {badge_of(g.claim).label}",
            g.words,
            *((", ".join(g.speakers),) if spoken else ()),
            ", ".join(map(str, g.steps)),
            papers_cell(g),
        )
        for n, g in enumerate(claims, 1)
    )
    return Table(columns, tuple(rows), "Claims")


def papers_cell(claim: GatheredClaim) -> str:
    """Return "3 for, 1 against"; papers that take no side only where none does; a dash for none."""
    sides = ((claim.claim.edges_for, "for"), (claim.claim.edges_against, "against"))
    said = ", ".join(f"{papers} {side}" for edges, side in sides if (papers := count_papers(edges)))
    return said or (f"{len(claim.papers_near)} related" if claim.papers_near else "–")


MOST_BORNE = 4  # statements that one look at a paper takes in


def cited_by_claims(claims: Sequence[GatheredClaim], papers: Sequence[Paper]) -> Papers:
    """Return the papers with the claims that they bear on, those that they report before those that they deny."""
    return Papers(tuple(PaperView(p, _bears(p, claims)) for p in papers), 1, len(papers))


def _bears(paper: Paper, claims: Sequence[GatheredClaim]) -> tuple[tuple[str, str], ...]:
    sides = (
        ("+", [(n, g) for n, g in enumerate(claims, 1) if paper.id in g.papers_for]),
        ("−", [(n, g) for n, g in enumerate(claims, 1) if paper.id in g.papers_against]),
        ("", [(n, g) for n, g in enumerate(claims, 1) if paper.id in g.papers_near]),
    )
    found = [(sign, f"{n}. {g.words}") for sign, gathered in sides for n, g in gathered]
    more = len(found) - MOST_BORNE
    return (*found[:MOST_BORNE], *([("", f"and {count_noun(more, 'more claim')}")] if more > 0 else []))


def claims_of_paper(paper: Paper, claims: Sequence[GatheredClaim]) -> list[str]:
    """Return which claims a paper stands for, against and related to, by their numbers."""
    sides = (
        ("for", [g.papers_for for g in claims]),
        ("against", [g.papers_against for g in claims]),
        ("related", [g.papers_near for g in claims]),
    )
    said = ((side, [str(n) for n, ids in enumerate(cited, 1) if paper.id in ids]) for side, cited in sides)
    return [f"{side} {', '.join(on)}" for side, on in said if on]


# --- The whole thread as Markdown (CommonMark, with GitHub's tables).

_SIGNS = re.compile(r"[\\`*_{}\[\]<>|~&#$^!]")
_LEADING = re.compile(r"^(?:[-+=:]|\d{1,9}(?=[.)]))")
# What readers of Markdown make a link of although nobody marked it: addresses, and names behind "@".
_ADDRESS = re.compile(r"(?<=[A-Za-z])(?=://)|(?i:(?<=www)(?=\.))")
_JOINER = "\N{WORD JOINER}"  # invisible; a name behind it pings nobody


def summary_markdown(turns: Sequence[Turn], exploration: Exploration, vocabulary: Vocabulary, picture_name: str) -> str:
    """Return the summary; `picture_name` is the file beside it that shows all claims ("": none)."""
    if not turns:
        return f"# Summary\n\n{NOTHING}\n"
    claims = gather_claims(turns, vocabulary)
    papers = papers_of(turns, claims)
    parts = [
        f"# {escape_markdown(turns[0].question) or 'Summary'}",
        escape_markdown(counts_in_words(turns, exploration, claims, papers)),
    ]
    parts += ["## Questions", _lines(f"{n}. {escape_markdown(t.question)}" for n, t in enumerate(turns, 1))]
    parts += ["## Answers", *_answers(turns)] if any(t.paragraphs for t in turns) else []
    parts += ["## Claims", *(_claims(claims) if claims else [NO_CLAIMS])]
    if picture_name and claims:
        parts += ["## Picture", f"![The graph of all claims](<{safe_name(picture_name)}>)"]
    if papers:
        parts += ["## Papers", _lines(_paper(n, p, claims) for n, p in enumerate(papers, 1))]
    parts.append("---")
    if any(g.claim.verdict is Verdict.UNSURE for g in claims):
        parts.append(NOT_UNTRUE)
    parts.append(GENERAL)
    return "\n\n".join(parts) + "\n"


def escape_markdown(text: str) -> str:
    """Return text that Markdown shows as it stands: no markup, no HTML, no link, on one line."""
    marked = _SIGNS.sub(r"\\\g<0>", clean_line(text))
    marked = _ADDRESS.sub(r"\\", marked).replace("@", f"@{_JOINER}")
    lead = _LEADING.match(marked)
    if lead:
        at = lead.end() - (0 if lead[0].isdecimal() else 1)
        marked = f"{marked[:at]}\\{marked[at:]}"
    return marked


def safe_name(name: str) -> str:
    """Return a file's name of letters, digits, dots and hyphens."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", name).lstrip(".") or "picture"


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _claims(claims: Sequence[GatheredClaim]) -> Iterator[str]:
    table = claims_table(claims)
    yield _lines((_row(table.columns), _row(("---",) * len(table.columns), plain=True), *map(_row, table.rows)))
    yield "### Why"
    yield _lines(
        line
        for n, g in enumerate(claims, 1)
        for line in (f"{n}. {badge_of(g.claim).icon} {escape_markdown(g.claim.why)}", *_notes(g.claim))
    )


def _answers(turns: Sequence[Turn]) -> Iterator[str]:
    for n, turn in enumerate(turns, 1):
        if not turn.paragraphs:
            continue
        yield f"### {n}. {escape_markdown(turn.question)}"
        for at, paragraph in enumerate(turn.paragraphs):
            who = clean_line(turn.speakers[at]) if at < len(turn.speakers) else ""
            yield escape_markdown(f"{who}: {paragraph.text}" if who else paragraph.text)
        yield from (f"> {escape_markdown(note)}" for note in turn.notices)


def _notes(claim: Claim) -> Iterator[str]:
    """Yield what curators have written at the edges that were shown for a claim, each once."""
    notes = dict.fromkeys(clean_line(e.note) for e in edges_shown(claim) if e.note.strip())
    yield from (f"   - Note: {escape_markdown(note)}" for note in notes)


def _row(cells: Sequence[str], plain: bool = False) -> str:
    return f"| {' | '.join(cells if plain else map(escape_markdown, cells))} |"


def _paper(number: int, paper: Paper, claims: Sequence[GatheredClaim]) -> str:
    words, url = escape_markdown(citation(paper)), safe_url(paper.url)
    linked = f"[{words}](<{_address(url)}>)" if url else words
    known = escape_markdown(clean_line(paper.id))
    return f"{number}. {linked}. {known} ({escape_markdown('; '.join(claims_of_paper(paper, claims)))})"


def _address(url: str) -> str:
    """Return an address as it stands between angle brackets, where of its signs only "&" still means something."""
    return url.replace("&", "&amp;")


# --- The downloads of a thread's summary.

LONGEST_STEM = 60  # characters of a file's name before its ending
UNNAMED = "evigraph"


def file_stem(turns: Sequence[Turn]) -> str:
    """Return a name for the downloads of a thread, after its first question: "can-vitamin-e-slow-the-progression"."""
    words = re.findall(r"[a-z0-9]+", turns[0].question.lower().replace("'", "")) if turns else []
    stem = ""
    for word in words:
        if len(stem) + len(word) >= LONGEST_STEM:
            break
        stem += f"-{word}" if stem else word
    return stem or UNNAMED


def summary_files(
    turns: Sequence[Turn], exploration: Exploration, vocabulary: Vocabulary, figure: Figure | None
) -> tuple[File, ...]:
    """Return the downloads: Markdown, and as far as there are any, the picture and the papers (BibTeX, RIS)."""
    papers, stem = papers_of(turns, gather_claims(turns, vocabulary)), file_stem(turns)
    text = summary_markdown(turns, exploration, vocabulary, f"{stem}.png" if figure else "")
    found = [File(f"{stem}.md", "text/markdown; charset=utf-8", _bytes(text))]
    if figure:
        found.append(File(f"{stem}.png", "image/png", figure.png))
        found.append(File(f"{stem}.svg", "image/svg+xml", _bytes(figure.svg)))
    if papers:
        found.append(File(f"{stem}.bib", "application/x-bibtex; charset=utf-8", _bytes(bibtex(papers))))
        found.append(File(f"{stem}.ris", "application/x-research-info-systems; charset=utf-8", _bytes(ris(papers))))
    return tuple(found)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
