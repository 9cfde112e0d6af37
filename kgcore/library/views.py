"""Papers and sentences of a library as people see them in a conversation. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from kgcore.english.agreement import count_noun, join_words
from kgcore.library.ids import paper_url
from kgcore.library.model import Article, Design, Hit, Passage, Status
from kgcore.library.stance import SaysOf
from kgcore.library.words import plain_words, words_said
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper, shown_id
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Field,
    FieldKind,
    Form,
    Inline,
    Look,
    Notice,
    Option,
    Papers,
    PaperView,
    Plain,
    Strong,
    Text,
)
from kgcore.values.text import clean_line

MOST_NAMED = 6  # other names of a query that are told
LONGEST_SENTENCE = 400  # characters that are shown of one
READ_BY_A_PROGRAM = (
    "What a sentence seems to say was read by a program. It decides no verdict; please read it yourself."
)
NO_SENTENCES = "No sentence that was looked at speaks of both. That says nothing about whether it is so."
_SAYS = {SaysOf.SAYS_SO: "seems to say so", SaysOf.DENIES: "seems to deny it", SaysOf.NEITHER: "says neither"}


def paper_of(article: Article) -> Paper:
    """Return an article as papers are shown; one that was retracted says so before anything else."""
    gone = article.status is Status.RETRACTED
    title = article.title or shown_id(article.id)
    named = f"RETRACTED: {title}" if gone else title
    design = "" if article.design is Design.UNKNOWN else article.design.value
    url = paper_url(article.ids) or article.url
    return Paper(article.id, named, article.journal, article.year, url, article.authors, design, gone, *article.place)


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


def hit_view(hit: Hit, passages: Sequence[Passage], wanted: Collection[str] = ()) -> PaperView:
    """Return a paper that was found: what kind it is, its best sentences with words of the wanted stems marked, and why
    it is there.
    """
    lines = (kind_of_paper(hit.article), *map(quoted, passages), "; ".join(hit.why))
    return PaperView(paper_of(hit.article), _lines(lines), marked=_said(passages, wanted))


def _lines(lines: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple(("", line) for line in lines if line)


def _said(passages: Sequence[Passage], wanted: Collection[str]) -> frozenset[str]:
    return frozenset().union(*(words_said(passage.text, wanted) for passage in passages))


def library_heading(text: str, total: int, most: int) -> Text:
    """Return what was looked for and how much was found; from `most` on there may be more."""
    found = f"The {total} best papers" if total >= most else count_noun(total, "paper")
    return Text((Strong(f"{found} in the library"), Plain(f" for “{clean_line(text)}”.")))


def like_heading(pattern: Article, total: int, most: int) -> Text:
    """Return which paper others were to be like, and how many there are; from `most` on there may be more."""
    found = f"The {total} papers most" if total >= most else count_noun(total, "paper")
    return Text((Strong(f"{found} like"), Plain(f" “{clean_line(pattern.title) or shown_id(pattern.id)}”.")))


def searched_as(corrected: Sequence[tuple[str, str]], synonyms: Sequence[str]) -> tuple[Notice, ...]:
    """Return what was read otherwise than it was typed, and what was sought besides, with how to leave that out."""
    said: list[str] = []
    if corrected:
        read = join_words(f"“{clean_line(better)}” for “{clean_line(typed)}”" for typed, better in corrected)
        said.append(f"Searched {read}, which no paper here has (spelling:off takes it as typed).")
    if synonyms:
        more = f" and {len(synonyms) - MOST_NAMED} more" if len(synonyms) > MOST_NAMED else ""
        named = ", ".join(map(clean_line, synonyms[:MOST_NAMED]))
        said.append(f"Also searched: {named}{more} (synonyms:off leaves them out).")
    return (Notice(" ".join(said)),) if said else ()


def paper_choices(note: str, index: int) -> tuple[Choice, ...]:
    """Return what can be done with one of the papers of a page; `note` keeps which they are."""
    return (
        Choice("Passages", str(Action(Verb.PASSAGES, note, index)), look=Look.SUBTLE),
        Choice("Check its claims", str(Action(Verb.CLAIMS_OF, note, index)), look=Look.SUBTLE),
        Choice("What the graph has from it", str(Action(Verb.GRAPH_ON, note, index)), look=Look.SUBTLE),
        Choice("Papers like this", str(Action(Verb.LIKE, note, index)), look=Look.SUBTLE),
        Choice("Save", str(Action(Verb.KEEP_PAPER, note, index)), look=Look.SUBTLE),
    )


LONGEST_WORDS = 200  # characters of a field
_SCOPES = ("title", "abstract", "body", "caption", "table", "author", "journal", "mesh")
_SCOPE_WORDS = {"body": "Full text", "caption": "Captions of tables and figures", "table": "Tables", "mesh": "MeSH"}


def search_form(lookup: str) -> Form:
    """Return the form of fields; five, which is as many as any platform's form has."""
    scopes = tuple(Option(name, _SCOPE_WORDS.get(name, name.capitalize())) for name in _SCOPES)
    designs = tuple(Option(d.value, d.value.capitalize()) for d in Design if d is not Design.UNKNOWN)
    fields = (
        Field("text", "Words anywhere", FieldKind.TEXT, least=0, most=LONGEST_WORDS),
        Field("scope", "And in this field …", FieldKind.ONE, scopes, least=0),
        Field("words", "… these words", FieldKind.TEXT, least=0, most=LONGEST_WORDS),
        Field("year", "Years, such as 2015..2020", FieldKind.TEXT, least=0, most=12),
        Field("design", "Design", FieldKind.ONE, designs, least=0),
    )
    return Form("Search by fields", fields, "Search", str(Action(Verb.SEARCH, lookup)))


# ── one paper ───────────────────────────────────────────────────────────────────────────────────────────────────────

MOST_ASKED = 500  # characters of a question
NOT_SAID = "No sentence of this paper has the words of the question. That says nothing about whether it is so."
OWN_WORDS = "These are the paper's own sentences, word for word; no verdict was made of them."


def back_choice(lookup: str, page: int) -> Choice:
    """Return the button that leads from one paper back to the page of those it was found with."""
    return Choice("Back to the papers", str(Action(Verb.PAGE, lookup, page)), look=Look.SUBTLE)


def passages_blocks(
    article: Article, note: str, index: int, passages: Sequence[Passage], words: str, back: Choice
) -> tuple[Block, ...]:
    """Return a paper's best sentences on some words, what else can be done with it, and a form for a question to it."""
    ask = Field("text", "Your question", FieldKind.TEXT, most=MOST_ASKED)
    others = (*(c for c in paper_choices(note, index) if c.label != "Passages"), back)
    form = Form("Ask about this paper", (ask,), "Ask", str(Action(Verb.ASK_PAPER, note, index)))
    return (Papers((paper_view(article, passages, words),), 1, 1), Choices(others), form)


def answer_blocks(article: Article, question: str, passages: Sequence[Passage]) -> tuple[Block, ...]:
    """Return a paper's own sentences as the answer to a question about it."""
    asked = Text((Strong("Asked of one paper: "), Plain(clean_line(question))))
    told = OWN_WORDS if passages else NOT_SAID
    return (asked, Papers((paper_view(article, passages, question),), 1, 1), Notice(told))


def paper_view(article: Article, passages: Sequence[Passage], words: str) -> PaperView:
    """Return a paper with its kind and sentences of it, those words marked that they were sought by."""
    marked = _said(passages, plain_words(words))
    return PaperView(paper_of(article), _lines((kind_of_paper(article), *map(quoted, passages))), marked=marked)


# ── claims that the graph leaves open ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SentenceOnClaim:
    """A sentence that speaks of both sides of a claim, its paper, and how it seems to stand to it (None: not plain).

    `names`: the stems of the words of both sides' names that it has.
    """

    article: Article
    passage: Passage
    stance: SaysOf | None
    names: frozenset[str] = frozenset()


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
        blocks.append(Papers(tuple(map(_view, one.sentences)), 1, one.papers))
    if any(one.sentences for one in found):
        blocks.append(Notice(READ_BY_A_PROGRAM))
    return tuple(blocks)


def _view(found: SentenceOnClaim) -> PaperView:
    kind = kind_of_paper(found.article)
    says = f"{_SAYS[found.stance]}: " if found.stance else ""
    marked = _said((found.passage,), found.names)
    return PaperView(paper_of(found.article), _lines((kind, f"{says}{quoted(found.passage)}")), marked=marked)
