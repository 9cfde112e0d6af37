"""Papers and sentences of a library as people see them in a conversation. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.english.agreement import count_noun
from kgcore.library.ids import paper_url
from kgcore.library.model import Article, Design, Hit, Passage, Status
from kgcore.library.stance import SaysOf
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import Block, Choice, Choices, Inline, Look, Notice, Papers, PaperView, Plain, Strong, Text
from kgcore.values.text import clean_line

LONGEST_SENTENCE = 400  # characters that are shown of one
READ_BY_A_PROGRAM = (
    "What a sentence seems to say was read by a program. It decides no verdict; please read it yourself."
)
NO_SENTENCES = "No sentence that was looked at speaks of both. That says nothing about whether it is so."
_SAYS = {SaysOf.SAYS_SO: "seems to say so", SaysOf.DENIES: "seems to deny it", SaysOf.NEITHER: "says neither"}


def paper_of(article: Article) -> Paper:
    """Return an article as papers are shown; one that was retracted says so before anything else."""
    title = article.title or article.id
    named = f"RETRACTED: {title}" if article.status is Status.RETRACTED else title
    return Paper(article.id, named, article.journal, article.year, paper_url(article.ids) or article.url)


def kind_of_paper(article: Article) -> str:
    """Return design and status in words; "" where neither is known."""
    design = "" if article.design is Design.UNKNOWN else article.design.value
    status = "" if article.status is Status.CURRENT else article.status.value
    return ", ".join(filter(None, (design, status)))


def quoted(passage: Passage) -> str:
    """Return a sentence in quotation marks, with where it stands."""
    text = clean_line(passage.text)
    shown = text if len(text) <= LONGEST_SENTENCE else f"{text[:LONGEST_SENTENCE].rsplit(' ', 1)[0]} …"
    return f"“{shown}” ({clean_line(passage.section)})" if passage.section else f"“{shown}”"


def hit_view(hit: Hit, passages: Sequence[Passage]) -> PaperView:
    """Return a paper that was found: what kind it is, its best sentences, and why it is there."""
    lines = (kind_of_paper(hit.article), *map(quoted, passages), "; ".join(hit.why))
    return PaperView(paper_of(hit.article), tuple(("", line) for line in lines if line))


def library_heading(text: str, total: int, most: int) -> Text:
    """Return what was looked for and how much was found; from `most` on there may be more."""
    found = f"The {total} best papers" if total >= most else count_noun(total, "paper")
    return Text((Strong(f"{found} in the library"), Plain(f" for “{clean_line(text)}”.")))


def passages_button(lookup: str, page: int) -> Choices:
    """Return the button that shows more sentences of a page's papers."""
    return Choices((Choice("Passages", str(Action(Verb.PASSAGES, lookup, page)), look=Look.SUBTLE),))


# ── claims that the graph leaves open ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SentenceOnClaim:
    """A sentence that speaks of both sides of a claim, its paper, and how it seems to stand to it (None: not plain)."""

    article: Article
    passage: Passage
    stance: SaysOf | None


@dataclass(frozen=True, slots=True)
class ClaimInPapers:
    """What a library's papers have on a claim: how many mention both of its sides, and the best sentences."""

    statement: tuple[Inline, ...]
    papers: int
    sentences: tuple[SentenceOnClaim, ...]


def claims_in_papers_blocks(found: Sequence[ClaimInPapers]) -> tuple[Block, ...]:
    """Return what was found on each claim; these are no verdicts, and do not look like any."""
    blocks: list[Block] = []
    for one in found:
        blocks.append(Text((Plain("📄 "), *one.statement)))
        if not one.sentences:
            blocks.append(Notice(NO_SENTENCES))
            continue
        mention = "mentions" if one.papers == 1 else "mention"
        blocks.append(Text((Strong(f"{count_noun(one.papers, 'paper')} {mention} both."),)))
        blocks.append(Papers(tuple(map(_view, one.sentences)), 1, len(one.sentences)))
    if any(one.sentences for one in found):
        blocks.append(Notice(READ_BY_A_PROGRAM))
    return tuple(blocks)


def _view(found: SentenceOnClaim) -> PaperView:
    kind = kind_of_paper(found.article)
    says = f"{_SAYS[found.stance]}: " if found.stance else ""
    lines = (kind, f"{says}{quoted(found.passage)}")
    return PaperView(paper_of(found.article), tuple(("", line) for line in lines if line))
