"""What is said to ordinary follow-ups: from the last answer as it is kept, without asking the graph again. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from kgcore.english.agreement import capitalise, count_noun, join_words
from kgcore.english.qualifier_terms import kind_of, shown, stated
from kgcore.english.sentences import Stretch, split_sentences
from kgcore.english.study_designs import STRONGEST_FIRST, UNKNOWN, design_in, design_noun
from kgcore.evidence.designs import designs_of
from kgcore.evidence.findings import fact_sentence, known_entities
from kgcore.presentation.claims import statement_inlines
from kgcore.presentation.parts import opening_words
from kgcore.question.ordinary import Ordinary
from kgcore.values.model import Claim, GraphInfo, Paper, QualifierKind
from kgcore.values.reply import Notice, Papers, PaperView, Plain, Reply, Strong, Text
from kgcore.values.thread import Turn
from kgcore.vocabulary.types import type_words
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import is_kind_of

MOST = 12  # papers or claims of one reply
EXAMPLES = (  # on the graph that ships
    "Can I take St. John's wort with warfarin?",
    "Which supplements help with depression?",
    "Tell me about vitamin D.",
)
WHOM = "In whom, as far as it is recorded:"
UNNOTED = "In whom it was found is not recorded in the graph for anything in the answer above."
_OF_AGE = re.compile(r"\b(?:new(?:er|est)?|latest|recent|old|when|years?)\b", re.IGNORECASE)
_NARROWER = {"trial": ("randomised trial",), "review": ("systematic review",)}
_SET_AGAINST = re.compile(r"(?:But|However|Yet|Still)\b|On the other hand\b")
_WHOM, _ANYBODY = (QualifierKind.POPULATION, QualifierKind.SPECIES), frozenset({"human", "adult"})
NOTHING_YET = "There is no answer yet to go on from. You can ask, for example:"
NO_ADVICE = (
    "What you should do, papers cannot say: ask your doctor or pharmacist, who knows you, before you start, stop or "
    "combine anything. If it is urgent, call your emergency number. I can tell what papers report."
)
NO_DOSE = (
    "How much, how often, in which form or for how long to take something, the graph does not say: a pharmacist or "
    "doctor can tell you."
)
UNRANKED = "Which is worst or safest, the graph does not say. What is noted of each:"
UNMEASURED = "How large a study or an effect was is not recorded in the graph; its papers say, the newest first:"
NEWEST_FIRST = (
    "The papers behind the answer above, the newest first. Whether there are newer ones, the graph does not say."
)
NONE_AGAINST = "None of the papers behind the answer above speaks against it. That does not show that none exists."
NO_CLAIMS = "The answer above makes no claim that papers could support."
NOTHING_FOUND = "The answer above found nothing, so there is nothing more to tell of it."
NO_PAPERS = "The graph names no paper for what is said above."
NO_DESIGNS = "Of none of the papers behind the answer above the design is recorded in the graph."


def about_the_bot(kind: Ordinary, info: GraphInfo, examples: Sequence[str] = EXAMPLES) -> Reply:
    """Return what the bot can do, or what its graph is about; `examples` are questions that it can answer."""
    try_ = _quoted(examples)
    if kind is Ordinary.ABILITY:
        return _said(
            "I answer health questions from a graph of research papers, and check every claim of the answer. "
            "I can also check a text, map who says what in a conversation, and look up papers.",
            f"Try: {try_} After an answer: “Why?”, “Show me the papers.”, “How strong is that evidence?”",
        )
    types = join_words([f"{n:,} {type_words(name, n != 1)}" for name, n in info.types[:6]])
    return _said(f"This graph covers {types}.", f"Try: {try_}")


def about_the_last(
    kind: Ordinary, turn: Turn | None, vocabulary: Vocabulary, said: str = "", examples: Sequence[str] = EXAMPLES
) -> Reply:
    """Return what is asked of the last answer, or that there is none; `said` are the words that ask it."""
    if turn is None:
        return _said(f"{NOTHING_YET} {_quoted(examples)}")
    claims = [c for _, c in turn.counted if c.edges_for or c.edges_against]
    if kind is Ordinary.ADVICE:
        return _said(NO_ADVICE)
    if kind is Ordinary.DOSE:
        return _said(NO_DOSE)
    if kind is Ordinary.SHORTER:
        return _said(f"In short: {_gist(turn)}")
    if not claims:
        return _said(NOTHING_FOUND if kind in {Ordinary.WHOM, Ordinary.RANK, Ordinary.SIZE} else NO_CLAIMS)
    if kind is Ordinary.PAPERS:
        return _papers(turn, claims, vocabulary)
    if kind is Ordinary.SIZE:
        newest = replace(turn, papers=tuple(sorted(turn.papers, key=lambda p: -(p.year or 0))))
        found = _papers(newest, claims, vocabulary)
        return replace(
            found, blocks=(Text((Plain(NEWEST_FIRST if _OF_AGE.search(said) else UNMEASURED),)), *found.blocks)
        )
    if kind is Ordinary.AGAINST:
        found = _papers(turn, claims, vocabulary, against=True)
        return found if found.question else _said(NONE_AGAINST)
    if kind is Ordinary.RANK:
        return _rows(claims, vocabulary, lambda c: _noted(c, turn), UNRANKED)
    if kind is Ordinary.WHOM:
        if not any(e.note for c in claims for e in (*c.edges_for, *c.edges_against)):
            return _said(f"{_none_in(said, claims)}{UNNOTED}")
        return _rows(claims, vocabulary, _populations, f"{_none_in(said, claims)}{WHOM}")
    unknown = _of_no_design(claims, turn) if kind in {Ordinary.DESIGN, Ordinary.STRENGTH} else ""
    if unknown and (kind is Ordinary.DESIGN or unknown == NO_PAPERS):  # how many papers there are tells of strength
        return _said(unknown)
    claims = [c for c in claims if not _is_membership(c, vocabulary)] or claims  # what is part of what weighs nothing
    lead = _weighed(claims, turn) if kind is Ordinary.STRENGTH else _whether(design_in(said), claims, turn)
    return _rows(claims, vocabulary, lambda c: _designs(c, turn), lead)


def _quoted(questions: Sequence[str]) -> str:
    whole = (one if one.endswith((".", "?")) else f"{one}." for one in questions)
    return ", ".join(f"“{one}”" for one in whole)


def _of_no_design(claims: Sequence[Claim], turn: Turn) -> str:
    """Return that no paper stands behind an answer, or that nothing tells what sort they are; "" where it is known."""
    designs = {design for c in claims for design in designs_of(c, turn.papers_by_id)}
    if not designs:
        return NO_PAPERS
    return NO_DESIGNS if designs == {UNKNOWN} else ""


def _said(*texts: str) -> Reply:
    return Reply("", "", tuple(Text((Plain(text),)) for text in texts))


def _gist(turn: Turn) -> str:
    """Return the first sentence of an answer, with those right behind it that are set against it."""
    text = turn.paragraphs[0].text if turn.paragraphs else "Nothing was found."
    first, *rest = [text[one.start : one.end].strip() for one in split_sentences(text, Stretch(0, len(text)), ())]
    return " ".join((first, *takewhile(_SET_AGAINST.match, rest)))


def _papers(turn: Turn, claims: Sequence[Claim], vocabulary: Vocabulary, *, against: bool = False) -> Reply:
    """Return the papers that bear on the claims; `against`: those alone that found no effect or the contrary."""
    views = [PaperView(p, _bears(p, claims, vocabulary)) for p in turn.papers]
    other = {p for c in claims for e in c.edges_against for p in e.publications}
    if against:
        views = [v for v in views if v.paper.id in other or any(sign == "−" for sign, _ in v.bears)]
    shown = tuple(v for v in views if v.bears)[:MOST]
    if not shown:
        return _said(NO_PAPERS)
    left = sum(bool(v.bears) for v in views) - len(shown)
    more = (Notice(f"{count_noun(left, 'more paper')}: see Summary."),) if left else ()
    return Reply("", f"Papers: {opening_words(turn.question, 120)}", (Papers(shown, 1, len(shown)), *more))


def _bears(paper: Paper, claims: Sequence[Claim], vocabulary: Vocabulary) -> tuple[tuple[str, str], ...]:
    edges = [(c, e) for c in claims for e in (*c.edges_for, *c.edges_against) if paper.id in e.publications]
    rows = (("−" if e.negated else "+", fact_sentence(e, known_entities(c), vocabulary)) for c, e in edges)
    return tuple(dict.fromkeys(rows))


def _rows(claims: Sequence[Claim], vocabulary: Vocabulary, told: Callable[[Claim], str], lead: str) -> Reply:
    rows = ("".join(part.text for part in statement_inlines(claim, {}, vocabulary)) for claim in claims)
    said = dict.fromkeys(f"{words}: {told(claim)}." for words, claim in zip(rows, claims, strict=True))
    lines = [Text((Plain(line),), level=1) for line in list(said)[:MOST]]
    return Reply("", "", (Text((Strong(lead),)), *lines))


def _designs(claim: Claim, turn: Turn) -> str:
    found = designs_of(claim, turn.papers_by_id)
    known = [count_noun(n, design_noun(design)) for design, n in found.items() if design != UNKNOWN]
    unknown = found.get(UNKNOWN, 0)
    rest = [f"{count_noun(unknown, 'paper')} of a design that is not recorded"] if unknown else []
    return join_words([*known, *rest]) or "no paper given"


def _whether(design: str, claims: Sequence[Claim], turn: Turn) -> str:
    """Return behind how many claims a study of the design that is asked about stands; `design`: "unknown" for any."""
    if design == UNKNOWN:
        return "What stands behind each claim:"
    same = {design, *_NARROWER.get(design, ())}
    n = sum(bool(same.intersection(designs_of(c, turn.papers_by_id))) for c in claims)
    if not n:
        return f"No {design_noun(design)} is recorded behind the answer above. What stands behind each claim:"
    one = f"{'an' if design[0] in 'aeiou' else 'a'} {design_noun(design)}"
    of = "each claim" if n == len(claims) else f"{n} of {count_noun(len(claims), 'claim')}"
    return f"{capitalise(one)} stands behind {of}:"


def _noted(claim: Claim, turn: Turn) -> str:
    """Return what stands behind a claim, and the graph's notes on it, which tell how grave it is if anything does."""
    notes = dict.fromkeys(e.note for e in (*claim.edges_for, *claim.edges_against) if e.note)
    return "; ".join([_designs(claim, turn), *notes])


def _populations(claim: Claim) -> str:
    notes = list(dict.fromkeys(e.note for e in (*claim.edges_for, *claim.edges_against) if e.note))
    found = sorted(_people_in(" ; ".join(notes)))
    if found:
        return join_words([shown(term) for term in found])
    return f"not noted ({'; '.join(notes)})" if notes else "not noted"


def _people_in(text: str) -> frozenset[str]:
    """Return the populations and species that a text names, but for "people" and "adults", which say little."""
    return frozenset(t for t in stated(text) if kind_of(t) in _WHOM and t not in _ANYBODY)


def _none_in(said: str, claims: Sequence[Claim]) -> str:
    """Return that no note speaks of those whom somebody asks about, where none does."""
    asked = _people_in(said)
    if not asked or any(asked & _people_in(e.note) for c in claims for e in (*c.edges_for, *c.edges_against)):
        return ""
    return f"Nothing here is recorded as found in {join_words([shown(t) for t in sorted(asked)])} in particular. "


def _is_membership(claim: Claim, vocabulary: Vocabulary) -> bool:
    predicate = vocabulary.get(claim.predicate) if claim.predicate else None
    return predicate is not None and (is_kind_of(predicate) or predicate.words in {"is part of", "contains"})


def _weighed(claims: Sequence[Claim], turn: Turn) -> str:
    total: Counter[str] = Counter()
    for claim in claims:
        total.update(designs_of(claim, turn.papers_by_id))
    against = sum(bool(c.edges_for and c.edges_against) for c in claims)
    best = next((d for d in STRONGEST_FIRST if total.get(d)), "")
    strongest = f"the strongest kind behind it is: {best}" if best else "their designs are not recorded"
    disputed = f" Papers disagree on {count_noun(against, 'claim')}." if against else ""
    return f"{capitalise(strongest)}.{disputed} A paper or two is little; several trials or a meta-analysis are more."
