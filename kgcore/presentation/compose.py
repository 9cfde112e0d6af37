"""A turn → the reply that people see. Pure: the same turn and recorded actions give the same reply, before and after
a restart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from kgcore.conversation.summary import conversation_findings, conversation_tables
from kgcore.drawing.palette import UNKNOWN_COLOUR, type_colour
from kgcore.drawing.signs import sign_of
from kgcore.english.sentences import Stretch, split_sentences
from kgcore.english.study_designs import UNKNOWN, design_noun
from kgcore.evidence.designs import design_of_paper
from kgcore.exploration.exploration import claim_end_keys, last_undoable
from kgcore.exploration.history import NOTHING, History
from kgcore.presentation.browsing import browse_blocks
from kgcore.presentation.claims import NOT_KNOWN, NOT_UNTRUE, claim_view, is_open, unlisted_words
from kgcore.presentation.condensing import condense_paragraph
from kgcore.presentation.effects import words_of
from kgcore.presentation.parts import node_lines
from kgcore.presentation.progress import progress_subject, steps_block
from kgcore.presentation.replies import try_again
from kgcore.presentation.reviewing import propose_choice
from kgcore.reasoning.guesses import ICON
from kgcore.recommendation.recommend import recommendations_as_buttons, still_open
from kgcore.values.actions import Barred, Dismissed, View
from kgcore.values.message import Action, Verb
from kgcore.values.model import Claim, Paragraph
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Cite,
    Claims,
    ClaimView,
    EntityRef,
    Figure,
    Inline,
    Look,
    Notice,
    Plain,
    Progress,
    RelationRef,
    Reply,
    Strong,
    Table,
    Text,
    Tone,
    cited_papers,
)
from kgcore.values.thread import Correction, FollowUpKind, Mode, Recommendation, Turn
from kgcore.verdicts import Verdict
from kgcore.vocabulary.types import type_words
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_at_start, name_in_sentence, predicate_verb

# --- What stands under an answer: what to know of it, what to ask next, how far the thread is, what can be
# done.

NOTHING_CLAIMED = (
    "Written by a language model; it makes no claim that could be checked. General information, not medical advice."
)
GENERAL = {
    Mode.MODEL: "Written by a language model and checked against the graph; general information, not medical advice.",
    Mode.GRAPH: "Generated from the graph's statements; general information, not medical advice.",
    Mode.UNCHECKED: "Generated; general information, not medical advice.",
    Mode.LOST: "General information, not medical advice.",
    Mode.BUSY: "General information, not medical advice.",
    Mode.BROWSED: "Taken from the graph; general information, not medical advice.",
    Mode.MAPPED: "People's own words, checked against the graph; general information, not medical advice.",
}
STOPPED = "Stopped before the end; what had arrived was checked."
OUTSIDE = "Not checked: this graph has no entry for anything in your question."
WITHDRAWN = "The question was deleted. Who asked it, or an admin, can remove the answer, too."
REWORDED = "The question was changed after it was asked; this answers its first wording."
REMOVED = "This answer was removed, like its question."
MAP_REMOVED = "A message that this was about was deleted, so this was removed with it. It can be asked for again."
LOST = {
    Mode.LOST: "The graph could not be reached, so nothing was checked. Ask again in a moment.",
    Mode.BUSY: "The graph was asked too much at once, so nothing was checked. Ask again in a moment.",
}


LOOK_IN_PAPERS = "Look in the papers"
KINDS_SHOWN = 4  # buttons; further kinds stand in a menu
STEPS_SHOWN = 24  # steps that stand under an answer: as many as a line of dots takes; the panel has all


def closing_blocks(turn: Turn, shown: TurnContext, vocabulary: Vocabulary) -> list[Block]:
    """Return the blocks under a finished answer."""
    history, progress, models = shown.history, shown.progress, shown.models
    blocks: list[Block] = [*_of_the_question(turn), *(Notice(text, Tone.INFO) for text in turn.notices)]
    if turn.retry:
        blocks.append(try_again(turn.retry))
    if turn.stopped:
        blocks.append(Notice(STOPPED, Tone.INFO))
    if turn.mode is Mode.UNCHECKED:
        blocks.append(Notice(OUTSIDE, Tone.WARNING))
    if turn.mode in LOST:
        blocks.append(Notice(LOST[turn.mode], Tone.WARNING))
    elif any(c.verdict is Verdict.UNSURE for _, c in turn.counted):
        blocks.append(Notice(NOT_UNTRUE))
    nothing = turn.mode is Mode.MODEL and not turn.claims
    blocks.append(Notice(NOTHING_CLAIMED if nothing else GENERAL[turn.mode]))
    if shown.library and any(is_open(claim) for _, claim in turn.counted):
        look = Choice(LOOK_IN_PAPERS, str(Action(Verb.PAPERS, turn.id)), "what they say about the open claims")
        blocks.append(Choices((look,)))
    blocks += _kinds(turn)
    blocks += _next(turn, history)
    if (guess := _guess(turn, shown.guessed, vocabulary)) is not None:
        blocks.append(Choices((guess,)))
    if progress[1]:
        why = str(Action(Verb.PROGRESS, turn.id))
        blocks.append(Progress(*progress, about=progress_subject(history.until(turn.id)), why=why))
    if len(history.turns) > 1:
        blocks.append(steps_block(history.turns, history.here, STEPS_SHOWN))
    blocks.append(_tools(turn, history))
    blocks.append(_thumbs(turn))
    if len(models) > 1:
        blocks.append(_models(turn, models))
    return blocks


def _of_the_question(turn: Turn) -> list[Block]:
    """Return what has become of the question since it was asked, and what can be done about that."""
    if turn.aside:
        return [Choices((Choice("Share to thread", str(Action(Verb.SHARE, turn.id))),))]
    if turn.withdrawn:
        button = Choice("Remove the answer", str(Action(Verb.REMOVE, turn.id)), look=Look.SUBTLE)
        return [Notice(WITHDRAWN, Tone.INFO), Choices((button,))]
    if turn.reworded:
        button = Choice("Answer the new wording", str(Action(Verb.ANSWER, turn.reworded)), look=Look.SUBTLE)
        return [Notice(REWORDED, Tone.INFO), Choices((button,))]
    return []


def _kinds(turn: Turn) -> list[Block]:
    """Return a button for each kind of what the question names, where the graph has only such, or for what it may have
    misspelt.
    """
    some = [
        Choice(name_at_start(k.kind), str(Action(Verb.INSTEAD, turn.id, n)), k.question)
        for n, k in enumerate(turn.kinds)
    ]
    asked = "Did you mean this?" if any(k.slip for k in turn.kinds) else "Which kind do you mean?"
    return [Choices(tuple(some[:KINDS_SHOWN]), tuple(some[KINDS_SHOWN:]), asked)] if some else []


def _next(turn: Turn, history: History) -> list[Block]:
    numbers, places = history.numbers, {r.key: n for n, r in enumerate(turn.recommendations)}
    some = still_open(turn.recommendations, history.exploration)
    stood = [r for r in some if r.key in _offered(turn, history)]
    first = (
        stood if len(stood) == len(_offered(turn, history)) else recommendations_as_buttons(some, history.exploration)
    )
    rest = [r for r in some if r not in first]
    shown, menu = ([_suggestion(turn, r, places[r.key], numbers) for r in part] for part in (first, rest))
    return [Choices(tuple(shown), tuple(menu), "Ask next")] if shown or menu else []


def _guess(turn: Turn, guessed: Collection[str], vocabulary: Vocabulary) -> Choice | None:
    """Return the button for what a trained model guesses besides what the answer says."""
    for number, claim in turn.counted:
        if claim.predicate in guessed and claim.object is not None and not claim.negated:
            said = predicate_verb(vocabulary.get(claim.predicate or "")).infinitive()
            label = f"What might also {said} {name_in_sentence(claim.object.entity)}?"
            hint = "guesses of a model, not evidence"
            return Choice(f"{ICON} {label}", str(Action(Verb.GUESS, turn.id, number - 1)), hint, look=Look.SUBTLE)
    return None


def _offered(turn: Turn, history: History) -> tuple[str, ...]:
    """Return the keys of the suggestions that stood as buttons under this answer last."""
    controls = (d.control for d in history.exploration.action_records)
    later = [c.offered for c in controls if isinstance(c, Dismissed | Barred) and c.turn == turn.id]
    return later[-1] if later else turn.offered


def _suggestion(turn: Turn, r: Recommendation, index: int, numbers: Mapping[str, int]) -> Choice:
    aside = [Choice("Dismiss", str(Action(Verb.DISMISS, turn.id, index)), look=Look.SUBTLE)]
    if r.type:
        kind = f"No more about {type_words(r.type)}"
        aside.append(Choice(kind, str(Action(Verb.NOT_TYPE, turn.id, index)), look=Look.SUBTLE))
    if r.predicate:
        kind = "No more questions of this kind"
        aside.append(Choice(kind, str(Action(Verb.NOT_PREDICATE, turn.id, index)), look=Look.SUBTLE))
    number = numbers.get(r.target, 0) or numbers.get(r.subject, 0)
    return Choice(r.text, str(Action(Verb.ASK, turn.id, index)), r.reason, number, aside=tuple(aside))


def _tools(turn: Turn, history: History) -> Choices:
    def button(label: str, verb: Verb) -> Choice:
        return Choice(label, str(Action(verb, turn.id)), look=Look.SUBTLE)

    shown = [button("Picture and text", Verb.PICTURE)]
    if len(history.turns) > 1:
        shown.append(button("Steps", Verb.STEPS))
    if len(turn.focus) > 1 and turn.claims and not turn.mind_map and turn.mode in (Mode.GRAPH, Mode.MODEL):
        shown.append(button("Show the reasoning", Verb.CHAIN))
    shown.append(button("Summary", Verb.SUMMARY))
    last = last_undoable(history.action_records)
    if last is not None:
        shown.append(button(f"Undo: {words_of(last.control)}", Verb.UNDO))
    nodes = tuple(
        Choice(line.name, str(Action(Verb.NODE, turn.id, line.number)), number=line.number, look=Look.SUBTLE)
        for line in node_lines((turn,), history.numbers)
        if line.number > 0
    )
    return Choices(tuple(shown), nodes, "Explore")


def _thumbs(turn: Turn) -> Choices:
    up, down = (str(Action(verb, turn.id)) for verb in (Verb.UP, Verb.DOWN))
    return Choices((Choice("👍", up, look=Look.SUBTLE), Choice("👎", down, look=Look.SUBTLE)), title="Was this useful?")


def _models(turn: Turn, models: Sequence[str]) -> Choices:
    now = turn.model or models[0]
    others = tuple(
        Choice(name, str(Action(Verb.MODEL, turn.id, n)), look=Look.SUBTLE)
        for n, name in enumerate(models)
        if name != now
    )
    return Choices((), others, f"Model: {now} · Change")


Citations = Mapping[int, tuple[Cite, ...]]
NO_CITATIONS: Citations = MappingProxyType({})
CITED = 4  # papers of a claim that are cited in the text; all stand with the claim
Drawn = tuple[int | None, Figure | Table]  # the paragraph that it stands under (None: the whole answer), the picture


@dataclass(frozen=True, slots=True)
class TurnContext:
    """What is shown beside the saved turn: the thread, how the answer is looked at, its pictures, how much of the goal
    is explored, what is still being written, and the configured models, the default first. `library`: there are
    papers to look into. `acts`: there is a layer of the team to propose to. `guessed` are the predicates that a trained
    model knows.

    `faded` are the ids of the entities that are folded away.
    """

    history: History = NOTHING
    numbers: Mapping[str, int] = field(default_factory=dict)
    pictures: tuple[Drawn, ...] = ()
    view: View = field(default_factory=View)
    faded: frozenset[str] = frozenset()
    progress: tuple[int, int] = (0, 0)
    partial: Paragraph | None = None
    doing: str = ""
    models: tuple[str, ...] = ()
    library: bool = False
    acts: bool = False
    guessed: frozenset[str] = frozenset()


def compose_reply(turn: Turn, shown: TurnContext, vocabulary: Vocabulary) -> Reply:
    """Return the reply to a turn as it stands; it is final once the turn is done."""
    if turn.removed:
        word = MAP_REMOVED if turn.mode is Mode.MAPPED else REMOVED
        return Reply(turn.id, turn.question, (Notice(word),), state=shown.history.state(turn.id))
    blocks: list[Block] = []
    if turn.card:
        blocks.append(Table(("", ""), turn.card, "What the graph says"))
    if turn.mode is Mode.BROWSED:
        blocks += browse_blocks(turn, shown.view, shown.numbers, vocabulary)
    if how_read := reading_line(turn):
        blocks.append(Notice(how_read))
    claims = tuple(_claims(turn, shown.numbers, vocabulary))
    blocks += _texts(turn, shown, _citations(turn, claims))
    alone = turn.wanted is not None and turn.wanted.want is FollowUpKind.CHECK  # one message: nobody to agree with
    if turn.mode is Mode.MAPPED and turn.done and not alone:
        blocks += [Notice(text, Tone.INFO) for text in conversation_findings(turn, vocabulary)]
        blocks += conversation_tables(turn, vocabulary)
    if turn.table:
        blocks.append(Table(turn.table[0], turn.table[1:]))
    blocks += [picture for place, picture in shown.pictures if place is None]
    if claims:
        blocks.append(Claims(claims))
        blocks += [Notice(words) for words in filter(None, [unlisted_words([c for _, c in turn.counted])])]
    blocks += closing_blocks(turn, shown, vocabulary) if turn.done else _writing(turn, shown)
    if alone and turn.done and shown.acts and turn.wanted is not None and turn.wanted.paper is not None:
        blocks.append(propose_choice(turn.wanted.paper))
    state = shown.history.state(turn.id)
    return Reply(turn.id, turn.question, tuple(blocks), final=turn.done, private=turn.aside, state=state)


_QUOTED = re.compile("“([^”]*)”")


def reading_line(turn: Turn) -> str:
    """Return in one line how the question was read where that was not literal, and what of it was not understood;
    without what the answer says already that nothing is known of.
    """
    quoted = " ".join(words for paragraph in turn.paragraphs for words in _QUOTED.findall(paragraph.text))
    read = ", ".join(f"{read} (you wrote “{written}”)" for written, read in turn.read_as)
    unread = ", ".join(f"“{words}”" for words in turn.unread if words not in quoted)
    return " ".join(f"{lead}: {said}." for lead, said in (("Read as", read), ("Not understood", unread)) if said)


def _claims(turn: Turn, numbers: Mapping[str, int], vocabulary: Vocabulary) -> Iterator[ClaimView]:
    papers = turn.papers_by_id
    for number, claim in turn.counted:
        view = claim_view(number, claim, numbers, papers, vocabulary)
        keep, trim = (str(Action(verb, turn.id, number - 1)) for verb in (Verb.BOOKMARK, Verb.TRIM_CLAIM))
        up, down = (str(Action(verb, turn.id, number)) for verb in (Verb.UP, Verb.DOWN))
        speaker = turn.speakers[claim.triple.paragraph] if turn.speakers else ""
        yield replace(view, bookmark=keep, trim=trim, up=up, down=down, speaker=speaker) if turn.done else view


def _citations(turn: Turn, claims: Sequence[ClaimView]) -> Citations:
    """Return the papers that each claim rests on, as they are cited behind its words."""
    places = {paper.id: n for n, paper in enumerate(cited_papers(claims), 1)}
    found: dict[int, tuple[Cite, ...]] = {}
    for view, (number, claim) in zip(claims, turn.counted, strict=True):
        edges = (*claim.edges_for, *claim.edges_against)
        shown = (*view.papers_for, *view.papers_against)[:CITED]
        designs = (design_of_paper(p, edges) for p in shown)
        found[number] = tuple(
            Cite(places[p.id], p, "" if d == UNKNOWN else design_noun(d)) for p, d in zip(shown, designs, strict=True)
        )
    return found


def _texts(turn: Turn, shown: TurnContext, cites: Citations) -> Iterator[Block]:
    for index, paragraph in enumerate(turn.paragraphs):
        claims = [(n, c) for n, c in turn.counted if c.triple.paragraph == index]
        speaker = turn.speakers[index] if turn.speakers else ""
        for piece in condense_paragraph(paragraph, [c for _, c in claims], shown.view.telling):
            words = paragraph_inlines(piece.paragraph, piece.placed(claims), shown.numbers, shown.faded, cites)
            yield Text(words, level=piece.level, speaker=speaker)
        yield from (_correction(c) for c in turn.corrections if c.paragraph == index)
        yield from (picture for place, picture in shown.pictures if place == index)
    if shown.partial is not None and shown.partial.text:
        yield Text(paragraph_inlines(shown.partial, (), shown.numbers))


def paragraph_inlines(
    paragraph: Paragraph,
    claims: Sequence[tuple[int, Claim]],
    numbers: Mapping[str, int],
    faded: Collection[str] = (),
    cites: Citations = NO_CITATIONS,
) -> tuple[Inline, ...]:
    """Split a paragraph at its marks: entities get the number and colour that they have in the picture.

    `cites` are the papers of the claims, by number; they stand behind the words that tell their claim from others.
    """
    cited = _cited_at(paragraph, claims, cites)
    named = _named_by_ref(claims)
    relations: dict[int, tuple[int, ...]] = {}  # by where they stand: a model may use a relation's number twice
    for number, claim in claims:
        relations[claim.triple.start] = (*relations.get(claim.triple.start, ()), number)
    parts: list[Inline] = []
    at = 0
    for mark in paragraph.marks:
        words = paragraph.text[mark.start : mark.end]
        parts.append(Plain(paragraph.text[at : mark.start]))
        key, type, colour = named.get(mark.ref, ("", "", ""))
        if key and (not key.startswith("?") or key in numbers):
            parts.append(EntityRef(words, numbers.get(key, 0), type, colour, key in faded))
        elif mark.start in relations:
            parts.append(RelationRef(words, relations[mark.start], sign_of(words)))
        else:
            parts.append(Plain(words))
        parts += cited.get(mark.start, ())
        at = mark.end
    parts.append(Plain(paragraph.text[at:]))
    return tuple(p for p in parts if p.text)


def _cited_at(
    paragraph: Paragraph, claims: Sequence[tuple[int, Claim]], cites: Citations
) -> dict[int, tuple[Cite, ...]]:
    """Return which papers are cited behind which mark, by where it starts."""
    together: dict[int, list[tuple[int, Claim]]] = {}
    for number, claim in claims:
        together.setdefault(claim.triple.start, []).append((number, claim))
    found: dict[int, dict[str, Cite]] = {}
    for start, some in together.items():
        refs = Counter(ref for _, c in some for ref in (c.triple.subject.ref, c.triple.object.ref))
        for number, claim in some:
            ends = (claim.triple.object.ref, claim.triple.subject.ref)
            own = next((ref for ref in ends if refs[ref] == 1), ends[0])
            at = _nearest(paragraph, own, start)
            found.setdefault(at, {}).update({c.paper.id: c for c in cites.get(number, ())})
    return {
        at: tuple(replace(c, next=n > 0) for n, c in enumerate(sorted(some.values(), key=lambda c: c.number)))
        for at, some in found.items()
    }


def _nearest(paragraph: Paragraph, ref: str, start: int) -> int:
    """Return where the mention nearest to a relation stands, in its sentence if possible; else the relation itself."""
    places = [m.start for m in paragraph.marks if m.ref == ref] or [start]
    if len(places) > 1:
        names = [(m.start, m.end) for m in paragraph.marks]
        sentences = split_sentences(paragraph.text, Stretch(0, len(paragraph.text)), names)
        own = next((s for s in sentences if s.start <= start < s.end), Stretch(0, len(paragraph.text)))
        places = [at for at in places if own.start <= at < own.end] or places
    return min(places, key=lambda at: abs(at - start))


def _named_by_ref(claims: Sequence[tuple[int, Claim]]) -> dict[str, tuple[str, str, str]]:
    """Return what each mention names: its key in the thread's numbers, its type and colour."""
    found: dict[str, tuple[str, str, str]] = {}
    for _, claim in claims:
        sides = ((claim.subject_mention, claim.subject), (claim.object_mention, claim.object))
        for (mention, candidate), key in zip(sides, claim_end_keys(claim), strict=True):
            if candidate is not None and mention.ref:
                type = candidate.entity.type
                found[mention.ref] = (key, type, type_colour(type))
            elif mention.ref and key != "?":
                found.setdefault(mention.ref, (key, NOT_KNOWN, UNKNOWN_COLOUR))
    return found


def _correction(correction: Correction) -> Text:
    facts = Plain(" ".join(correction.facts))
    if correction.rewritten:
        return Text((Strong("Reworded to fit the graph: "), facts), True, correction.first)
    further = all(c.verdict is not Verdict.CONTRADICTED for c in correction.first_claims)
    return Text((Strong("No paper here goes that far: " if further else "The graph says otherwise: "), facts), True)


def _writing(turn: Turn, shown: TurnContext) -> list[Block]:
    stop = Choice("Stop", str(Action(Verb.STOP, turn.id)), look=Look.SUBTLE)
    return [Progress(doing=shown.doing or "Writing …"), Choices((stop,))]
