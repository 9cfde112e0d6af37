"""The card of a proposed fact: what it says, from what, what the graph says now, and what would change. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.curation.layer import WRONG_NAME, Fact, Reviewed
from kgcore.english.agreement import number_noun
from kgcore.english.study_designs import UNKNOWN, design_in, design_in_title, design_noun
from kgcore.presentation.export import safe_url
from kgcore.values.message import Action, Verb
from kgcore.values.model import Claim, Entity, Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Field,
    FieldKind,
    Form,
    Inline,
    Link,
    Look,
    Notice,
    Option,
    Plain,
    RelationRef,
    Reply,
    Strong,
    Text,
    Tone,
)
from kgcore.values.thread import PaperPlace
from kgcore.vocabulary.types import type_words

DESK = "review"  # stands for the turn in the action ids of proposals
NOBODY_REVIEWS = "Nothing is waiting for a reviewer."
REASONS = (
    ("misread", "The sentence says something else"),
    ("name", WRONG_NAME),
    ("relation", "The relation is another one"),
    ("weak", "The paper does not show it"),
    ("general", "It is too general"),
    ("other", "Something else"),
)
AFFIRMED, DENIED = "yes", "no"
LONGEST_FACT = 600


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A proposal as a reviewer sees it. `now` and `then` are its claim judged without and with it.

    `place` counts from 1 among the `open` ones (0: it is decided); `before` and `next` are the numbers of those beside
    it (0: none). `may`: who looks at it may decide.
    """

    reviewed: Reviewed
    words: str
    ends: tuple[Entity, Entity]
    now: Claim
    then: Claim
    papers: tuple[Paper, ...] = ()
    place: int = 0
    open: int = 0
    before: int = 0
    next: int = 0
    may: bool = False
    relation: str = ""  # the words of its sentence that state the relation, as far as they can be told

    @property
    def number(self) -> int:
        """The proposal's number."""
        return self.reviewed.proposed.number


def review_reply(card: ReviewCard, said: str = "", done: int = 0) -> Reply:
    """Return the card; `said` is what has just been done, and `done` the number of that act: it can be taken back."""
    blocks: list[Block] = [Notice(said)] if said else []
    if done:
        blocks.append(Choices((_take_back(done),)))
    blocks.append(Notice(_heading(card)))
    if card.reviewed.decided is not None:
        blocks.append(Notice(_decision(card.reviewed)))
    blocks.append(Text((Strong(card.words),)))
    fact = card.reviewed.fact
    if fact.sentence:
        blocks.append(Text((Plain("“"), *marked(fact, card.ends, card.relation), Plain("”"))))
    blocks.append(Text(_source(card)))
    if len(gone := card.reviewed.proposed.withdraws) > 1:
        blocks.append(Text((Plain(f"It withdraws {number_noun(len(gone), 'statement')} of the graph."),)))
    if told := _told(card):
        blocks.append(Text((Plain(told),)))
    if noted := fact.note.removeprefix(_design(card)).removeprefix(", "):
        blocks.append(Text((Plain(f"Noted: {noted}."),)))
    if fact.entered:
        new = " and ".join(f"{e.name} ({type_words(e.type, False)})" for e in fact.entered)
        blocks.append(Text((Plain(f"New to the graph, and entered with it: {new}."),)))
    blocks.append(Text((Strong(_change(card)), Plain(f" {card.now.why}"))))
    return Reply("", "Review", (*blocks, *_controls(card)), private=True)


def _told(card: ReviewCard) -> str:
    """Return the words or the reason with which somebody proposed it, where they say more than the fact."""
    why = card.reviewed.proposed.why.strip()
    if not why or card.reviewed.proposed.withdraws or why.casefold() == said_words(card.words).casefold():
        return ""
    return f"{why[0].upper()}{why[1:]}."


def said_words(text: str) -> str:
    """Return somebody's own words as the reason of their proposal."""
    return f"said: “{text.rstrip('.')}”"


def _heading(card: ReviewCard) -> str:
    place = f", {card.place} of {card.open} open" if card.place else ""
    return f"Proposal {card.number}{place}"


def _source(card: ReviewCard) -> tuple[Inline, ...]:
    by = card.reviewed.proposed.by
    said: list[Inline] = [Plain(f"Proposed by {by}" if by else "Proposed")]
    if not card.papers:
        said.append(Plain("; no paper is given"))
    for paper in card.papers:
        design = _design(card) or design_in_title(paper.title)
        named = paper.title.rstrip(".") or paper.shown_id
        words = f"{named} ({paper.year})" if paper.year else named
        said.append(Plain("; "))
        said.append(Link(words, url) if (url := safe_url(paper.url)) else Plain(words))
        if design != UNKNOWN:
            said.append(Plain(f", {design_noun(design)}"))
    score = card.reviewed.fact.score
    if score < 1:
        said.append(Plain(f"; read with a score of {score:.2f}"))
    return (*said, Plain("."))


def _design(card: ReviewCard) -> str:
    """Return the design that was read with a fact of one paper, "" where none was."""
    design = card.reviewed.fact.note.partition(", ")[0]
    return design if len(card.papers) == 1 and design_in(design) == design else ""


def _change(card: ReviewCard) -> str:
    now, then = card.now.verdict, card.then.verdict
    if now is then:
        return f"The graph says now: {now.label} {now.icon}; that stays."
    return f"The graph says now: {now.label} {now.icon}; it would be: {then.label} {then.icon}."


def _decision(reviewed: Reviewed) -> str:
    decided = reviewed.decided
    if decided is None:
        return ""
    why = f": {decided.why}" if decided.why else ""
    return f"{reviewed.state.value.capitalize()} by {decided.by} on {decided.at[:10]}{why}."


def _controls(card: ReviewCard) -> tuple[Block, ...]:
    def to(verb: Verb, number: int = card.number) -> str:
        return str(Action(verb, DESK, number))

    onward = "Not now" if card.may and card.reviewed.decided is None else "Next"
    beside = [
        *([Choice(onward, to(Verb.REVIEW, card.next), look=Look.SUBTLE)] if card.next else []),
        *([Choice("Back", to(Verb.REVIEW, card.before), look=Look.SUBTLE)] if card.before else []),
    ]
    decided = card.reviewed.decided
    if not card.may:
        word = Notice("Only reviewers can decide about it.")
        return (word, Choices(tuple(beside))) if beside else (word,)
    if decided is not None:
        return (Choices((_take_back(decided.number), *beside)),)
    first = Choices(
        (
            Choice("Accept", to(Verb.ACCEPT), look=Look.PRIMARY),
            *(() if card.reviewed.proposed.withdraws else (Choice("Edit", to(Verb.EDIT)),)),
            *beside,
            Choice("Ask another reviewer", to(Verb.SECOND), look=Look.SUBTLE),
        )
    )
    options = tuple(Option(value, label) for value, label in REASONS)
    reason = Field("reason", "Why not", FieldKind.ONE, options, (REASONS[0][0],))
    return first, Form("", (reason,), "Reject", to(Verb.REJECT))


def _take_back(number: int) -> Choice:
    return Choice("Take that back", str(Action(Verb.TAKE_BACK, DESK, number)), look=Look.SUBTLE)


def marked(fact: Fact, ends: Sequence[Entity], relation: str = "") -> tuple[Inline, ...]:
    """Return a fact's sentence with what names its two ends and states its relation standing out."""
    names = {n for n in fact.names if n} or {n for e in ends for n in (e.name, *e.synonyms) if len(n) > 1}
    wanted = sorted(map(re.escape, names | ({relation} if relation else set())), key=len, reverse=True)
    if not wanted:
        return (Plain(fact.sentence),)
    parts = re.split(rf"(?<!\w)({'|'.join(wanted)})(?!\w)", fact.sentence, flags=re.IGNORECASE)
    told = relation.casefold()
    return tuple(
        (RelationRef(part, ()) if part.casefold() == told else Strong(part)) if n % 2 else Plain(part)
        for n, part in enumerate(parts)
        if part
    )


def edit_reply(card: ReviewCard, predicates: Sequence[Option], near: Sequence[Sequence[Entity]]) -> Reply:
    """Return the form with which a proposal is mended; `near` are the entities that each end may mean instead."""
    fact = card.reviewed.fact
    first, second = (
        Field(name, label, FieldKind.TEXT, _entities(end, some), (end.name,), most=200, names=True)
        for name, label, end, some in zip(("subject", "object"), ("First", "Second"), card.ends, near, strict=True)
    )
    relation = Field(
        "relation", "Relation", FieldKind.ONE, tuple(predicates), (relation_value(fact.predicate, fact.negated),)
    )
    fields = (first, relation, second)
    said = Text((Plain(f"“{fact.sentence}”"),)) if fact.sentence else Text((Strong(card.words),))
    form = Form(f"Proposal {card.number}", fields, "Propose it so", str(Action(Verb.AMEND, DESK, card.number)))
    return Reply("", "Edit", (said, form), private=True)


def _entities(end: Entity, near: Sequence[Entity]) -> tuple[Option, ...]:
    """Return what an end can be set to: as it is, which stands for itself by name, and others, by id."""
    labels = {_entity_label(end): end.name}
    for entity in near:
        labels.setdefault(_entity_label(entity), entity.id)
    return tuple(Option(value, label) for label, value in labels.items())


def _entity_label(entity: Entity) -> str:
    return f"{entity.name} ({type_words(entity.type, False)})" if entity.type else entity.name


def relation_value(predicate: str, negated: bool) -> str:
    """Return how a relation and its denial are told apart in a form; `read_relation` reads it."""
    return f"{DENIED if negated else AFFIRMED}:{predicate}"


def read_relation(value: str) -> tuple[str, bool]:
    """Return the predicate that a form's value names, "" where it names none, and whether it is denied."""
    sign, _, predicate = value.partition(":")
    return (predicate, sign == DENIED) if sign in (AFFIRMED, DENIED) else ("", False)


def desk_reply(words: str, done: int = 0) -> Reply:
    """Return what stands where nothing is open, with the form for a fact of one's own; `done` as for `review_reply`."""
    back = (Choices((_take_back(done),)),) if done else ()
    return Reply("", "Review", (Notice(words), *back, fact_form()), private=True)


def fact_form(said: str = "") -> Form:
    """Return the form with which somebody proposes a fact; `said` stands in it already."""
    fields = (
        Field("fact", "A fact in one sentence", FieldKind.TEXT, value=(said[:LONGEST_FACT],), most=LONGEST_FACT),
        Field("paper", "Its paper: PMID or DOI", FieldKind.TEXT, value=("",), least=0, most=100),
    )
    return Form("Add a fact", fields, "Propose", str(Action(Verb.PROPOSE, DESK)))


def dispute_form(turn: str, index: int, *, mixed: bool = False) -> Form:
    """Return the form with which somebody says that what the graph says of a claim is wrong.

    `mixed`: it says both, and one of them is meant.
    """
    sides = (Option(AFFIRMED, "that it is so"), Option(DENIED, "that it is not so"))
    fields = (
        *((Field("side", "What is wrong", FieldKind.ONE, sides, (AFFIRMED,)),) if mixed else ()),
        Field("reason", "What is wrong with it", FieldKind.TEXT, value=("",), most=LONGEST_FACT),
        Field(
            "paper",
            "A paper that shows it, if there is one: PMID or DOI",
            FieldKind.TEXT,
            value=("",),
            least=0,
            most=100,
        ),
        Field(
            "instead",
            "What is right instead, in one sentence, if you know it",
            FieldKind.TEXT,
            value=("",),
            least=0,
            most=LONGEST_FACT,
        ),
    )
    return Form("This is wrong", fields, "Propose to withdraw it", str(Action(Verb.DISPUTE, turn, index)))


def propose_choice(paper: PaperPlace) -> Choices:
    """Return the button that proposes what a paper says."""
    action = Action(Verb.PROPOSE_OF, paper.note, paper.place)
    return Choices((Choice("Propose to the graph", str(action), look=Look.SUBTLE),))


def proposed_reply(title: str, said: Sequence[tuple[str, str]], known: int, first: int) -> Reply:
    """Return what a paper gave: each fact in words with how it stands to the graph, and how many were known already.

    `first` is the number of the first proposal, 0 where there is none.
    """
    if not said:
        many = f" {number_noun(known, 'fact')} of it waited, or had been decided, before." if known else ""
        return Reply("", "Review", (Notice(f"Nothing new was found to propose in “{title}”.{many}"),), private=True)
    blocks: list[Block] = [Notice(f"Proposed from “{title}”. Nothing of it counts until a reviewer has accepted it.")]
    blocks += [Text((Strong(words), Plain(f" ({kind})"))) for words, kind in said]
    if known:
        blocks.append(Notice(f"{number_noun(known, 'fact')} waited, or had been decided, before."))
    blocks.append(Choices((Choice("Review them", str(Action(Verb.REVIEW, DESK, first)), look=Look.SUBTLE),)))
    return Reply("", "Review", tuple(blocks), private=True)


def second_opinion(card: ReviewCard, asked_by: str) -> Reply:
    """Return the word to everybody that a proposal wants another reviewer."""
    who = f"{asked_by} asks" if asked_by else "Somebody asks"
    words = f"{who} for another reviewer: {card.words} (proposal {card.number})."
    look = Choice("Look at it", str(Action(Verb.REVIEW, DESK, card.number)))
    return Reply("", "", (Notice(words, Tone.INFO), Choices((look,))))
